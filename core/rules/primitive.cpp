#include "core/rules/primitive.hpp"

#include <algorithm>

#include "core/base/input_error.hpp"
#include "core/base/text.hpp"
#include "core/board/notation.hpp"
#include "core/rules/title.hpp"

namespace clew::rules {

Primitive::Primitive(const std::vector<Cell>& cells, std::size_t size) : size_(size) {
    for (Cell cell : cells)
        if (std::ranges::find(cells_, cell) == cells_.end()) cells_.push_back(cell);
}

std::string list_of(std::span<const Cell> cells, std::size_t size, Language language) {
    std::vector<std::string> items;
    for (const Cell cell : cells) items.push_back(to_string(cell, size));
    return joined(items, "and", language);
}

std::string title_of(const Rule& rule, Language language) {
    return say(language, to_string(rule.kind)) +
           (rule.name.empty() ? "" : " '" + quotable(rule.name) + "'");
}

void refuse_rule(const Rule& rule, const std::string& what, const std::string& hint) {
    throw InputError({}, title_of(rule) + ": " + what, hint);
}

void need_numbers(const Rule& rule, std::size_t least, std::size_t most) {
    if (rule.numbers.size() >= least && rule.numbers.size() <= most) return;
    refuse_rule(rule, std::to_string(rule.numbers.size()) + " numbers",
                least == most ? std::to_string(least)
                              : std::to_string(least) + " to " + std::to_string(most));
}

void need_different_cells(const Rule& rule, std::size_t size, const std::string& why) {
    for (std::size_t i = 0; i < rule.cells.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (rule.cells[i] == rule.cells[k])
                refuse_rule(rule, to_string(rule.cells[i], size) + " comes twice, " + why,
                            "each cell once");
}

}  // namespace clew::rules
