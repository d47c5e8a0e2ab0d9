// Worlds so small that all of them can be looked at: every 4x4 puzzle, up to symmetry, and every
// short text.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "core/board/notation.hpp"
#include "core/board/symmetry.hpp"
#include "core/formats/formats.hpp"
#include "solve/solve.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/searches.hpp"

namespace clew {
namespace {

Puzzle full(const Grid& grid, std::uint32_t cells = 0xffff) {
    Puzzle puzzle{Geometry::standard(4)};
    for (std::size_t i = 0; i < 16; ++i)
        if ((cells >> i & 1U) != 0) puzzle.set_given(Cell{i}, grid[Cell{i}]);
    return puzzle;
}

const std::vector<Grid>& all_grids() {
    static const std::vector<Grid> grids = reference::all_solutions(Puzzle{Geometry::standard(4)});
    return grids;
}

TEST(SmallWorlds, ThereAreTwoKindsOfFourByFourGrid) {
    ASSERT_EQ(all_grids().size(), 288U);
    std::map<std::string, std::size_t> kinds;
    for (const Grid& grid : all_grids()) ++kinds[to_line(canonical(full(grid)).form)];
    ASSERT_EQ(kinds.size(), 2U);
    EXPECT_EQ(kinds.begin()->second + std::next(kinds.begin())->second, 288U);
}

// Every puzzle with a solution is, up to symmetry, a part of one of the two grids; how many
// solutions it has is how many of the 288 have the same digits there.
TEST(SmallWorlds, EveryFourByFourPuzzleWithASolutionIsCountedRight) {
    std::map<std::string, Grid> kinds;
    for (const Grid& grid : all_grids())
        kinds.try_emplace(to_line(canonical(full(grid)).form), grid);
    std::size_t unique = 0;
    for (const auto& [name, grid] : kinds) {
        // agreeing[i]: the cells where grid i is as this one.
        std::vector<std::uint32_t> agreeing;
        for (const Grid& other : all_grids()) {
            std::uint32_t cells = 0;
            for (std::size_t i = 0; i < 16; ++i)
                cells |= static_cast<std::uint32_t>(other[Cell{i}] == grid[Cell{i}]) << i;
            agreeing.push_back(cells);
        }
        for (std::uint32_t cells = 0; cells <= 0xffff; ++cells) {
            const auto expected = static_cast<std::uint64_t>(std::ranges::count_if(
                agreeing, [&](std::uint32_t same) { return (same & cells) == cells; }));
            const Puzzle puzzle = full(grid, cells);
            ASSERT_EQ(search::count(puzzle).solutions, expected) << to_line(puzzle);
            unique += expected == 1;
            if (cells % 61 != 0) continue;  // the slower ones by samples
            ASSERT_EQ(count(puzzle).solutions.to_u64(), expected) << to_line(puzzle);
            ASSERT_EQ(count(puzzle, {.engine = Engine::sat}).solutions.to_u64(), expected);
            ASSERT_EQ(count(puzzle, {.engine = Engine::cubes}).solutions.to_u64(), expected);
            ASSERT_EQ(verify(puzzle).validity,
                      expected == 1 ? Validity::unique : Validity::several);
        }
    }
    EXPECT_GT(unique, 10'000U);
}

// With three clues anywhere, contradictory ones among them.
TEST(SmallWorlds, EveryFourByFourPuzzleOfThreeCluesIsCountedRight) {
    std::size_t none = 0;
    for (std::size_t a = 0; a < 16; ++a)
        for (std::size_t b = a + 1; b < 16; ++b)
            for (std::size_t c = b + 1; c < 16; ++c)
                for (std::size_t digits = 0; digits < 64; ++digits) {
                    const std::pair<Cell, Digit> clues[] = {{Cell{a}, Digit{digits % 4}},
                                                            {Cell{b}, Digit{digits / 4 % 4}},
                                                            {Cell{c}, Digit{digits / 16}}};
                    Puzzle puzzle{Geometry::standard(4)};
                    for (const auto& [cell, digit] : clues) puzzle.set_given(cell, digit);
                    const auto expected = static_cast<std::uint64_t>(
                        std::ranges::count_if(all_grids(), [&](const Grid& grid) {
                            return std::ranges::all_of(clues, [&](const auto& clue) {
                                return grid[clue.first] == clue.second;
                            });
                        }));
                    ASSERT_EQ(search::count(puzzle).solutions, expected) << to_line(puzzle);
                    none += expected == 0;
                }
    EXPECT_GT(none, 1'000U);
}

// Every text of up to four of these symbols, read as what it is taken for and as each format by
// name: records or faults with a place, and an end; and the same when asked in between what is
// ready.
TEST(SmallWorlds, EveryShortTextIsReadOrRefused) {
    constexpr std::string_view alphabet = "1.\n #{<:,|-[A\"";
    const auto read = [](const std::string& text, const std::string& format, bool pieces) {
        std::string said;
        std::istringstream in{text};
        ReaderOptions options;
        options.format = format;
        if (pieces) options.soon = [] { return true; };
        PuzzleReader reader{in, "t", options};
        for (std::size_t turns = 0;; ++turns) {
            if (turns > text.size() + 1) return std::string("no end");
            try {
                if (pieces) reader.ready();
                const auto record = reader.next();
                if (!record) return said;
                said += record->format + " " + to_line(record->puzzle) + "\n";
            } catch (const InputError& error) {
                if (error.place().line == 0) return std::string("a fault without a place");
                said += error.message() + "\n";
            }
        }
    };
    std::vector<std::string> formats{""};
    for (const FormatInfo& format : known_formats()) formats.emplace_back(format.name);
    std::size_t faults = 0;
    for (std::size_t length = 0; length <= 4; ++length) {
        std::vector<std::size_t> symbols(length, 0);
        for (bool more = true; more;) {
            std::string text;
            for (std::size_t s : symbols) text += alphabet[s];
            for (const std::string& format : formats) {
                if (length == 4 && !format.empty()) continue;
                const std::string once = read(text, format, false);
                ASSERT_NE(once, "no end") << "'" << text << "' as " << format;
                ASSERT_NE(once, "a fault without a place") << "'" << text << "' as " << format;
                ASSERT_EQ(read(text, format, true), once) << "'" << text << "' as " << format;
                faults += !once.empty();
            }
            more = false;
            for (std::size_t& s : symbols) {
                s = (s + 1) % alphabet.size();
                if (s != 0) {
                    more = true;
                    break;
                }
            }
        }
    }
    EXPECT_GT(faults, 10'000U);
}

}  // namespace
}  // namespace clew
