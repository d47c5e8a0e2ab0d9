#include "explain/words/words.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "core/board/notation.hpp"

namespace clew::explain::inline words {

namespace {

/// Null for those that have names, not numbers.
const char* plural(HouseRole role) {
    static constexpr std::pair<HouseRole, const char*> plurals[] = {
        {HouseRole::row, "rows"},
        {HouseRole::column, "columns"},
        {HouseRole::box, "boxes"},
        {HouseRole::window, "windows"},
        {HouseRole::disjoint_group, "disjoint groups"}};
    for (const auto& [of, name] : plurals)
        if (of == role) return name;
    return nullptr;
}

}  // namespace

std::string Words::cell(Cell cell) const {
    if (notation() != Notation::dotted || !geometry_.in_grid(cell))
        return to_string(cell, geometry_.size());
    const std::string row = std::to_string(geometry_.row_of(cell) + 1);
    const std::string column = std::to_string(geometry_.column_of(cell) + 1);
    return geometry_.size() > 9 ? row + "," + column : row + column;
}

std::string Words::candidate(Candidate c) const {
    return cell(c.cell) + (notation() != Notation::dotted ? '=' : '.') + digit_symbol(c.digit);
}

std::string Words::house(House house) const {
    const HouseInfo& info = geometry_.info(house);
    if (info.role == HouseRole::knight || info.role == HouseRole::king)
        return say(
            info.role == HouseRole::knight ? "the knight's move {}-{}" : "the king's move {}-{}",
            cell(info.cells.front()), cell(info.cells.back()));
    if (info.role == HouseRole::diagonal) return say("the " + info.name);
    // "row 3": the houses of a user have names of his own.
    const std::size_t last = info.name.rfind(' ');
    if (info.role == HouseRole::extra || last == std::string::npos) return info.name;
    return say(info.name.substr(0, last)) + info.name.substr(last);
}

std::string Words::cells(std::span<const Cell> cells, std::string_view last) const {
    return joined(texts_of(cells, [&](Cell c) { return cell(c); }), last);
}

std::string Words::digits(DigitSet digits, std::string_view last) const {
    return joined(texts_of(digits, [](Digit d) { return std::string(1, digit_symbol(d)); }), last);
}

std::string Words::houses(std::span<const House> houses, std::string_view last) const {
    // Neighbours in the list that are of one kind share its word: "rows 2 and 6".
    std::vector<std::string> items;
    for (std::size_t i = 0; i < houses.size();) {
        const HouseRole role = geometry_.info(houses[i]).role;
        std::vector<std::string> numbers;
        std::size_t j = i;
        for (; j < houses.size() && geometry_.info(houses[j]).role == role; ++j)
            numbers.push_back(std::to_string(geometry_.info(houses[j]).number + 1));
        if (numbers.size() > 1 && plural(role) != nullptr) {
            items.push_back(say(plural(role)) + " " + joined(numbers, last));
        } else {
            for (std::size_t k = i; k < j; ++k) items.push_back(house(houses[k]));
        }
        i = j;
    }
    return joined(items, last);
}

std::string Words::candidates(std::span<const Candidate> candidates, std::string_view last) const {
    return joined(texts_of(candidates, [&](Candidate c) { return candidate(c); }), last);
}

std::vector<std::pair<std::vector<Cell>, DigitSet>> Words::grouped(
    std::span<const Candidate> candidates) {
    std::map<Cell, DigitSet> has;
    for (Candidate c : candidates) has[c.cell].insert(c.digit);
    std::vector<std::pair<std::vector<Cell>, DigitSet>> groups;
    for (const auto& [cell, digits] : has) {
        const auto same = std::ranges::find_if(
            groups, [&, wanted = digits](const auto& g) { return g.second == wanted; });
        if (same == groups.end())
            groups.push_back({{cell}, digits});
        else
            same->first.push_back(cell);
    }
    return groups;
}

std::string Words::removal(std::span<const Candidate> eliminations) const {
    if (notation() == Notation::dotted) return candidates(eliminations);
    // Commas within an item ask for a stronger mark between items.
    const auto from = [&](const auto& cells, DigitSet digits) {
        return say("{} from {}", this->digits(digits), this->cells(cells));
    };
    return listed(of_groups(eliminations, from), "; ");
}

std::string Words::number(std::size_t value) {
    static constexpr std::array names{"no",  "one",   "two",   "three", "four", "five",
                                      "six", "seven", "eight", "nine",  "ten"};
    return value < names.size() ? names[value] : std::to_string(value);
}

std::string Words::sentence(std::string text) {
    // "r1c1 ..." keeps its small letter.
    const bool coordinate = text.size() > 1 && text[1] >= '0' && text[1] <= '9';
    if (!text.empty() && !coordinate && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string Words::within(std::string text) {
    if (text.size() > 1 && text[1] >= 'a' && text[1] <= 'z' && text[0] >= 'A' && text[0] <= 'Z' &&
        !text.starts_with("Sue"))
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
}

std::string Words::wrapped(const std::string& text, std::size_t width, std::size_t indent) {
    std::string out;
    std::size_t column = indent, hanging = indent;
    bool first = true;  // word of its line
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\n') {
            std::size_t blanks = 0;
            while (at + 1 + blanks < text.size() && text[at + 1 + blanks] == ' ') ++blanks;
            at += 1 + blanks;
            column = indent + blanks;
            // An item goes on behind its number.
            const std::size_t word = std::min(text.find_first_of(" \n", at), text.size());
            const bool item = at < text.size() && text[at] >= '0' && text[at] <= '9' && word > at &&
                              text[word - 1] == '.';
            hanging = item ? column + (word - at) + 1 : column;
            out += '\n' + std::string(column, ' ');
            first = true;
            continue;
        }
        if (text[at] == ' ') {
            ++at;
            continue;
        }
        const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
        // In letters, some of which take two bytes.
        const auto length =
            static_cast<std::size_t>(std::count_if(text.begin() + static_cast<std::ptrdiff_t>(at),
                                                   text.begin() + static_cast<std::ptrdiff_t>(end),
                                                   [](char c) { return (c & 0xC0) != 0x80; }));
        if (!first && column + 1 + length > width) {
            out += '\n' + std::string(hanging, ' ');
            column = hanging;
        } else if (!first) {
            out += ' ';
            ++column;
        }
        out.append(text, at, end - at);
        column += length;
        at = end;
        first = false;
    }
    return out;
}

}  // namespace clew::explain::inline words
