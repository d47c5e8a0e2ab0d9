#include "tests/reference/enumerate.hpp"

#include <functional>
#include <optional>

namespace clew::reference {
namespace {

using Partial = std::vector<std::optional<Digit>>;

bool conflicts(const Puzzle& puzzle, const Partial& filled, Cell cell, Digit digit) {
    for (const HouseInfo& house : puzzle.geometry().houses()) {
        bool inside = false, taken = false;
        for (Cell other : house.cells) {
            if (other == cell) {
                inside = true;
            } else if (filled[other.index()] == digit) {
                taken = true;
            }
        }
        if (inside && taken) return true;
    }
    return false;
}

/// False once the visitor has had enough.
bool fill(const Puzzle& puzzle, Partial& filled, std::size_t at,
          const std::function<bool(const Partial&)>& visit) {
    if (at == filled.size()) return visit(filled);
    const Cell cell{at};
    for (std::size_t d = 0; d < puzzle.geometry().size(); ++d) {
        const Digit digit{d};
        if (puzzle.given(cell) && *puzzle.given(cell) != digit) continue;
        if (!puzzle.marks(cell).contains(digit)) continue;
        if (conflicts(puzzle, filled, cell, digit)) continue;
        filled[at] = digit;
        const bool more = fill(puzzle, filled, at + 1, visit);
        filled[at].reset();
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
    fill(puzzle, filled, 0, [&](const Partial& full) {
        std::vector<Digit> digits;
        for (const auto& digit : full) digits.push_back(digit.value());
        found.emplace_back(std::move(digits));
        return found.size() < limit;
    });
    return found;
}

std::uint64_t count_solutions(const Puzzle& puzzle, std::uint64_t limit) {
    std::uint64_t n = 0;
    if (limit == 0) return n;
    Partial filled(puzzle.geometry().cell_count());
    fill(puzzle, filled, 0, [&](const Partial&) { return ++n < limit; });
    return n;
}

}  // namespace clew::reference
