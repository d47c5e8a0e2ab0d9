#include "core/rules/verify.hpp"

#include <algorithm>

#include "core/base/input_error.hpp"
#include "core/board/notation.hpp"
#include "core/rules/registry.hpp"

namespace clew {

Checker::Checker(const Puzzle& puzzle) : puzzle_(puzzle) {
    const Geometry& geometry = puzzle.geometry();
    for (const Rule& rule : puzzle.rules()) try {
            Checked checked{rules::words(rule, geometry), {}};
            for (const Rule& part : rules::expanded(rule, geometry))
                checked.parts.push_back(rules::make_primitive(part, geometry.size()));
            rules_.push_back(std::move(checked));
        } catch (const InputError& error) {
            unknown_ = error.what();
        }
}

std::optional<std::string> find_fault(const Puzzle& puzzle, const Grid& grid) {
    return Checker{puzzle}.find_fault(grid);
}

std::optional<std::string> Checker::find_fault(const Grid& grid) const {
    const Geometry& geometry = puzzle_.geometry();
    const std::size_t n = geometry.size();
    if (grid.cell_count() != geometry.cell_count())
        return "the grid has " + std::to_string(grid.cell_count()) + " cells, the board " +
               std::to_string(geometry.cell_count());

    for (std::size_t i = 0; i < grid.cell_count(); ++i) {
        const Cell cell{i};
        const Digit digit = grid[cell];
        if (digit.index() >= n) return to_string(cell, n) + " holds no digit of the board";
        const auto given = puzzle_.given(cell);
        if (given && *given != digit)
            return to_string(cell, n) + " holds " + digit_symbol(digit, geometry) +
                   " but the given is " + digit_symbol(*given, geometry);
        if (!puzzle_.marks(cell).contains(digit))
            return to_string(cell, n) + " holds " + digit_symbol(digit, geometry) +
                   ", which its pencil marks rule out";
    }
    // A house has as many cells as there are digits: no digit twice is each digit once.
    for (const HouseInfo& house : geometry.houses()) {
        DigitSet seen;
        for (Cell cell : house.cells) {
            const Digit digit = grid[cell];
            if (!seen.contains(digit)) {
                seen.insert(digit);
                continue;
            }
            const Cell first = *std::ranges::find_if(
                house.cells, [&](Cell other) { return grid[other] == digit; });
            return house.name + " holds " + digit_symbol(digit, geometry) + " twice, at " +
                   to_string(first, n) + " and " + to_string(cell, n);
        }
    }
    if (unknown_) return unknown_;
    for (const Checked& rule : rules_)
        for (const rules::PrimitivePtr& part : rule.parts)
            if (!part->check(grid)) return "not kept: " + rule.words;
    return std::nullopt;
}

}  // namespace clew
