#include "explain/report/house_name.hpp"

namespace clew::report {

std::optional<House> find_house(const std::string& text, const Geometry& board) {
    std::string wanted;
    for (char c : text) wanted += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (wanted.size() > 1 && wanted[1] >= '0' && wanted[1] <= '9') {
        const char* word = wanted[0] == 'r'   ? "row "
                           : wanted[0] == 'c' ? "column "
                           : wanted[0] == 'b' ? "box "
                                              : nullptr;
        if (word != nullptr) wanted = word + wanted.substr(1);
    }
    for (const char* english : {"row", "column", "box"}) {
        std::string german = say(Language::german, english) + " ";
        german.front() = static_cast<char>(german.front() - 'A' + 'a');
        if (wanted.starts_with(german))
            wanted.replace(0, german.size(), std::string{english} + " ");
    }
    for (std::size_t h = 0; h < board.house_count(); ++h)
        if (board.info(House{h}).name == wanted || board.info(House{h}).name == text)
            return House{h};
    return std::nullopt;
}

}  // namespace clew::report
