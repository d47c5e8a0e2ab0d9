#include "explain/words/argument.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "explain/words/words.hpp"

namespace clew::explain::inline words {
namespace {

constexpr std::size_t group_size = 3;  // where that makes no more groups than lines are followed
constexpr std::size_t briefs_told = 6;
constexpr std::ptrdiff_t most_words = 32;
constexpr std::size_t said_again = 25;  // letters of a reason, no more

/// "r1c4 is 8, r2c5 is 7, 11 more, and at last r9c9 is 3".
std::string brief_of(const std::vector<Inferred>& group, Language language) {
    const std::vector<std::string> briefs = texts_of(group, &Inferred::brief);
    const std::string all = in_turn(briefs, language);
    if (briefs.size() < 3 || (briefs.size() <= briefs_told && is_sentence(all))) return all;
    return say(language, "{}, {} more, and at last {}", briefs.front(), briefs.size() - 2,
               briefs.back());
}

struct Numbered {
    std::string before;  // "1.", of the line that these are within
    std::size_t count = 0;
};
/// What sums up is passed over where what it sums up is told, and its lines are counted on.
void write(std::string& out, const std::vector<Line>& lines, Levels levels, Numbered& number,
           std::size_t depth) {
    for (const Line& line : lines) {
        if (levels == Levels::all && line.sums_up) {
            write(out, line.inner, levels, number, depth);
            continue;
        }
        const std::string own = number.before + std::to_string(++number.count) + ".";
        if (!out.empty()) out += "\n";
        out += std::string(2 * depth, ' ') + own + " " + Words::sentence(line.text) + ".";
        Numbered within{own};
        if (levels == Levels::all) write(out, line.inner, levels, within, depth + 1);
    }
}

void give_once(std::vector<Line>& lines, std::set<std::string>& given, Language language) {
    for (Line& line : lines) {
        const bool short_one =
            line.inner.empty() && line.text.size() <= line.brief.size() + said_again;
        if (!line.sums_up && !short_one &&
            !given.insert(line.text + "\n" + in_lines(line.inner, Levels::all)).second)
            line = {line.brief.empty() ? say(language, "as before")
                                       : say(language, "{}, as before", line.brief)};
        give_once(line.inner, given, language);
    }
}

}  // namespace

void give_reasons_once(std::vector<Line>& lines, Language language) {
    std::set<std::string> given;
    give_once(lines, given, language);
}

std::string one_by_one(const std::vector<std::string>& items, Language language) {
    std::string text = items.front();
    for (std::size_t i = 1; i < items.size(); ++i)
        text = say(language, "{}, then {}", text, items[i]);
    return text;
}

std::string in_turn(const std::vector<std::string>& items, Language language) {
    const std::string_view last = translated(language, "and");
    const std::string parted = " " + std::string{last} + " ";
    const bool plain = std::ranges::none_of(items, [&](const std::string& one) {
        return one.find(parted) != std::string::npos || one.find(',') != std::string::npos;
    });
    return plain ? joined(items, "and", language) : one_by_one(items, language);
}

bool is_sentence(const std::string& text) { return std::ranges::count(text, ' ') < most_words; }

std::vector<Line> folded(std::vector<Inferred> inferred, Language language) {
    std::vector<Line> lines;
    if (inferred.size() <= lines_followed) {
        for (Inferred& one : inferred) {
            lines.push_back(std::move(one.line));
            lines.back().brief = std::move(one.brief);
        }
        return lines;
    }
    const std::size_t groups =
        std::min(lines_followed, (inferred.size() + group_size - 1) / group_size);
    for (std::size_t g = 0, first = 0; g < groups; ++g) {
        const std::size_t last = (g + 1) * inferred.size() / groups;
        std::vector<Inferred> group(
            std::make_move_iterator(inferred.begin() + static_cast<std::ptrdiff_t>(first)),
            std::make_move_iterator(inferred.begin() + static_cast<std::ptrdiff_t>(last)));
        std::string brief = brief_of(group, language);
        lines.push_back({std::move(brief), folded(std::move(group), language), true});
        first = last;
    }
    return lines;
}

std::string in_one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

std::string in_lines(const std::vector<Line>& lines, Levels levels) {
    std::string out;
    Numbered number;
    write(out, lines, levels, number, 0);
    return out;
}

}  // namespace clew::explain::inline words
