#include "tests/reference/enumerate.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace clew::reference {
namespace {

using Partial = std::vector<std::optional<Digit>>;

bool conflicts(const Puzzle& puzzle, const Partial& filled, Cell cell, Digit digit) {
    for (House house : puzzle.geometry().houses_of(cell))
        for (Cell other : puzzle.geometry().cells_of(house))
            if (filled[other.index()] == digit) return true;
    return false;
}

std::vector<Digit> fitting(const Puzzle& puzzle, const Partial& filled, Cell cell) {
    std::vector<Digit> digits;
    for (std::size_t d = 0; d < puzzle.geometry().size(); ++d) {
        const Digit digit{d};
        if (puzzle.given(cell) && *puzzle.given(cell) != digit) continue;
        if (!puzzle.marks(cell).contains(digit)) continue;
        if (!conflicts(puzzle, filled, cell, digit)) digits.push_back(digit);
    }
    return digits;
}

/// False once the visitor has had enough or the steps are spent.
bool fill(const Puzzle& puzzle, Partial& filled, std::uint64_t& steps,
          const std::function<bool(const Partial&)>& visit) {
    std::optional<Cell> cell;
    std::vector<Digit> digits;
    for (std::size_t i = 0; i < filled.size(); ++i) {
        if (filled[i]) continue;
        std::vector<Digit> here = fitting(puzzle, filled, Cell{i});
        if (!cell || here.size() < digits.size()) cell = Cell{i}, digits = std::move(here);
    }
    if (!cell) return visit(filled);
    for (Digit digit : digits) {
        if (steps == 0) return false;
        --steps;
        filled[cell->index()] = digit;
        const bool more = fill(puzzle, filled, steps, visit);
        filled[cell->index()].reset();
        if (!more) return false;
    }
    return true;
}

}  // namespace

// A house has as many cells as the board has digits, so "no digit twice" everywhere in a full grid
// is "each digit once": nothing is left to check at the end.
std::vector<Grid> all_solutions(const Puzzle& puzzle, std::uint64_t limit) {
    std::vector<Grid> found;
    if (limit == 0) return found;
    Partial filled(puzzle.geometry().cell_count());
    std::uint64_t steps = unlimited;
    fill(puzzle, filled, steps, [&](const Partial& full) {
        std::vector<Digit> digits;
        for (const auto& digit : full) digits.push_back(digit.value());
        found.emplace_back(std::move(digits));
        return found.size() < limit;
    });
    std::ranges::sort(found);
    return found;
}

std::optional<std::uint64_t> count_solutions(const Puzzle& puzzle, std::uint64_t limit,
                                             std::uint64_t max_steps) {
    std::uint64_t n = 0, steps = max_steps;
    if (limit == 0) return n;
    Partial filled(puzzle.geometry().cell_count());
    const bool ended = fill(puzzle, filled, steps, [&](const Partial&) { return ++n < limit; });
    if (!ended && n < limit) return std::nullopt;
    return n;
}

}  // namespace clew::reference
