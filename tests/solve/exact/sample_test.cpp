#include "solve/exact/sample.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "core/base/contract.hpp"
#include "core/board/notation.hpp"
#include "core/rules/verify.hpp"
#include "solve/exact/marginals.hpp"
#include "tests/solve/exact/random_puzzle.hpp"

namespace clew::exact {
namespace {

// Chi-square of observed against even, in standard deviations from what chance gives.
double surprise(const std::map<std::string, std::uint64_t>& seen, double kinds, double draws) {
    const double expected = draws / kinds;
    double chi = (kinds - static_cast<double>(seen.size())) * expected;
    for (const auto& [grid, n] : seen)
        chi += (static_cast<double>(n) - expected) * (static_cast<double>(n) - expected) / expected;
    return (chi - (kinds - 1)) / std::sqrt(2 * (kinds - 1));
}

// A grid less the cells for which `open(cell, digit)` holds.
template <class Open>
Puzzle grid_without(Random& random, const Open& open) {
    const auto grid = random_grid(random);
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t cell = 0; cell < 81; ++cell)
        if (!open(cell, grid[cell])) puzzle.set_given(Cell{cell}, Digit{grid[cell]});
    return puzzle;
}

TEST(GridSampler, DrawsEverySolutionEquallyOften) {
    Random random{20260302};
    std::vector<Puzzle> puzzles = {
        Puzzle::from_line(
            "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1....."
            "2.."),
        // Equal digits, equal columns, equal rows: symmetry plays its part.
        grid_without(random, [](std::size_t, std::size_t d) { return d < 3; }),
        grid_without(random, [](std::size_t c, std::size_t) { return c % 9 == 3 || c % 9 == 5; }),
        grid_without(random, [](std::size_t c, std::size_t) { return c / 9 == 6 || c / 9 == 7; }),
        grid_without(random, [](std::size_t c, std::size_t d) { return c / 27 == 1 || d == 4; })};
    for (const Puzzle& puzzle : puzzles) {
        const GridSampler sampler{puzzle};
        ASSERT_TRUE(sampler.exact());
        const std::uint64_t kinds = search9::count_up_to(search9::marks9(puzzle), unlimited);
        ASSERT_EQ(sampler.total(), (U128{kinds})) << to_line(puzzle);
        ASSERT_GT(kinds, 1U);
        ASSERT_LT(kinds, 20'000U);
        const std::size_t draws = 30 * kinds;
        std::map<std::string, std::uint64_t> seen;
        for (const Grid& grid : sampler.draw(draws, random).grids) {
            ASSERT_TRUE(is_solution(puzzle, grid));
            ++seen[to_line(grid)];
        }
        EXPECT_EQ(seen.size(), kinds) << to_line(puzzle);
        EXPECT_LT(std::abs(surprise(seen, static_cast<double>(kinds), static_cast<double>(draws))),
                  5)
            << to_line(puzzle);
    }
}

TEST(GridSampler, DrawsCandidatesAsOftenAsTheirDensity) {
    Random random{20260301};
    for (std::size_t clues : {0U, 1U, 17U}) {
        const Puzzle puzzle = random_puzzle(random, clues);
        const GridSampler sampler{puzzle, {.threads = 2}};
        const Marginals exact = marginals(puzzle, {.threads = 2});
        ASSERT_EQ(sampler.total(), exact.solutions);
        const std::size_t draws = 400;
        std::vector<double> seen(729, 0);
        for (const Grid& grid : sampler.draw(draws, random).grids) {
            ASSERT_TRUE(is_solution(puzzle, grid)) << to_line(puzzle);
            for (std::size_t cell = 0; cell < 81; ++cell)
                ++seen[cell * 9 + grid[Cell{cell}].index()];
        }
        for (std::size_t i = 0; i < 729; ++i) {
            const double share = static_cast<double>(exact.of(puzzle.geometry().candidate(i))) /
                                 static_cast<double>(exact.solutions);
            const double expected = share * static_cast<double>(draws);
            const double deviation = std::sqrt(expected * (1 - share)) + 0.2;
            EXPECT_LT(std::abs(seen[i] - expected), 5.5 * deviation)
                << to_line(puzzle) << " at " << to_string(puzzle.geometry().candidate(i), 9);
        }
    }
}

TEST(GridSampler, GivesTheSameGridsForTheSameSeed) {
    Random puzzles{5};
    const Puzzle puzzle = random_puzzle(puzzles, 15);
    std::string first;
    for (const InstructionSet set : instruction_sets_here()) {
        Random random{99};
        std::string text;
        for (const Grid& grid : GridSampler{puzzle, {.instructions = set}}.draw(5, random).grids)
            text += to_line(grid) + '\n';
        if (first.empty()) first = text;
        EXPECT_EQ(text, first);
    }
    EXPECT_EQ(first.size(), 5U * 82U);
}

TEST(GridSampler, DrawsNothingFromNothing) {
    Puzzle puzzle{Geometry::classic()};
    puzzle.set_given(Cell{0}, Digit{0});
    puzzle.set_given(Cell{1}, Digit{0});
    const GridSampler sampler{puzzle};
    EXPECT_TRUE(sampler.exact());
    EXPECT_EQ(sampler.total(), U128{});
    Random random{1};
    EXPECT_THROW(sampler.draw(random), ContractViolation);
}

TEST(GridSampler, BelowIsEvenAcrossTheWord) {
    Random random{3};
    const U128 bound = U128{1} << 64;
    std::size_t upper = 0;
    for (int i = 0; i < 1000; ++i) {
        const U128 draw = below(bound, random);
        ASSERT_LT(draw, bound);
        if ((draw >> 63) != 0) ++upper;
    }
    EXPECT_GT(upper, 400U);
    EXPECT_LT(upper, 600U);
    std::set<std::uint64_t> small;
    for (int i = 0; i < 200; ++i) small.insert(static_cast<std::uint64_t>(below(5, random)));
    EXPECT_EQ(small, (std::set<std::uint64_t>{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace clew::exact
