#include "logic/rating/board9.hpp"

#include <algorithm>

#include "core/base/contract.hpp"

namespace clew::rating {

Board9::Board9(const Puzzle& puzzle) {
    CLEW_REQUIRE(puzzle.geometry().is_classic(), "Board9: a classic board");
    open.fill(9);
    for (auto& row : place) row.fill(all_nine);
    cell.fill(all_nine);
    for (int c = 0; c < cell_total; ++c) {
        const DigitSet options = puzzle.marks(Cell{static_cast<std::size_t>(c)});
        for (int d = 0; d < 9; ++d)
            if (!options.contains(Digit{static_cast<std::size_t>(d)})) erase(c, d);
    }
    for (int c = 0; c < cell_total; ++c)
        if (const auto given = puzzle.given(Cell{static_cast<std::size_t>(c)})) {
            const auto digit = static_cast<int>(given->index());
            if (puzzle.marks(Cell{static_cast<std::size_t>(c)}).contains(*given)) {
                set(c, digit);
            } else {  // given and marks disagree: no way left, which impossible() sees
                for (int d = 0; d < 9; ++d) erase(c, d);
            }
        }
}

void Board9::set(int c, int digit) {
    const auto i = static_cast<std::size_t>(c);
    for (unsigned rest = cell[i]; rest != 0; rest &= rest - 1) erase(c, low_bit(rest));
    value[i] = static_cast<std::uint8_t>(digit + 1);
    ++filled[static_cast<std::size_t>(digit)];
    for (const std::uint8_t h : tables9.house[i]) --open[h];
    for (const std::uint8_t p : tables9.peers[i])
        if (has(p, digit)) erase(p, digit);
}

bool Board9::solved() const {
    return std::ranges::all_of(value, [](std::uint8_t v) { return v != 0; }) && !impossible();
}

bool Board9::impossible() const {
    for (std::size_t c = 0; c < cell_total; ++c)
        if (value[c] == 0 && cell[c] == 0) return true;
    for (std::size_t h = 0; h < house_total; ++h) {
        unsigned held = 0;
        for (const std::uint8_t c : tables9.cells[h]) {
            if (value[c] == 0) continue;
            if ((held >> value[c] & 1) != 0) return true;
            held |= 1U << value[c];
        }
        for (std::size_t d = 0; d < 9; ++d)
            if (place[h][d] == 0 && (held >> (d + 1) & 1) == 0) return true;
    }
    return false;
}

}  // namespace clew::rating
