#include "core/base/language.hpp"

#include <unordered_map>

namespace clew {

std::string_view translated(Language language, std::string_view english) {
    static const auto by_english = [] {
        std::unordered_map<std::string_view, std::string_view> found;
        for (const Translation& one : translations()) found.emplace(one.english, one.german);
        return found;
    }();
    if (language == Language::english) return english;
    const auto found = by_english.find(english);
    return found == by_english.end() ? english : found->second;
}

std::string filled(std::string_view text, std::span<const std::string> values) {
    std::string out;
    for (std::size_t at = 0, next = 0; at < text.size();) {
        const bool by_number = text.substr(at, 3).size() == 3 && text[at] == '{' &&
                               text[at + 1] >= '0' && text[at + 1] <= '9' && text[at + 2] == '}';
        const bool in_order = text.substr(at, 2) == "{}";
        if (!by_number && !in_order) {
            out += text[at++];
            continue;
        }
        const std::size_t gap = in_order ? next++ : static_cast<std::size_t>(text[at + 1] - '0');
        const std::size_t length = in_order ? 2 : 3;
        out += gap < values.size() ? values[gap] : std::string{text.substr(at, length)};
        at += length;
    }
    return out;
}

std::string joined(std::span<const std::string> items, std::string_view last, Language language) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) text += i + 1 == items.size() ? " " + say(language, last) + " " : ", ";
        text += items[i];
    }
    return text;
}

}  // namespace clew
