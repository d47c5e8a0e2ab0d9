#include "solve/sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "core/rules/verify.hpp"
#include "setter/generate.hpp"
#include "solve/candidates.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew {
namespace {

using setter::Generated;
using setter::Generator;

/// Chi-square of the counts against equal shares, as a standard normal deviate (Wilson and
/// Hilferty 1931).
double deviate(const std::map<Grid, std::uint64_t>& seen, std::uint64_t cells,
               std::uint64_t draws) {
    const double expected = static_cast<double>(draws) / static_cast<double>(cells);
    double chi = static_cast<double>(cells - seen.size()) * expected;
    for (const auto& [grid, n] : seen) {
        const double off = static_cast<double>(n) - expected;
        chi += off * off / expected;
    }
    const double k = static_cast<double>(cells - 1);
    const double third = 2.0 / (9.0 * k);
    return (std::cbrt(chi / k) - (1 - third)) / std::sqrt(third);
}

// Both ways of drawing are uniform over a puzzle of a few hundred solutions. The seeds are fixed,
// so the outcome is too; with fair draws a deviate beyond 4 comes once in 30 000 seeds.
TEST(Sample, IsUniform) {
    const Generated g = Generator{
        {.min_solutions = 300,
         .max_solutions = 400,
         .minimality = setter::Minimality::any,
         .seed = 5}}.make(0);
    ASSERT_TRUE(g.puzzle.has_value());
    for (Engine engine : {Engine::search, Engine::exact}) {
        SCOPED_TRACE(to_string(engine));
        const std::size_t draws = static_cast<std::size_t>(g.solutions) * 30;
        const Sample s = sample(*g.puzzle, draws, {.seed = 11, .engine = engine});
        EXPECT_EQ(s.total, Count{g.solutions});
        ASSERT_EQ(s.grids.size(), draws);
        std::map<Grid, std::uint64_t> seen;
        for (const Grid& grid : s.grids) ++seen[grid];
        for (const auto& [grid, n] : seen) EXPECT_TRUE(is_solution(*g.puzzle, grid));
        const double z = deviate(seen, g.solutions, draws);
        EXPECT_LT(z, 4.0);
        EXPECT_GT(z, -4.0);
    }
}

TEST(Sample, TheTestSeesABias) {
    std::map<Grid, std::uint64_t> seen;
    for (std::size_t i = 0; i < 200; ++i)
        seen[Grid{{Digit{i % 9}, Digit{i / 9 % 9}, Digit{i / 81}}}] = i < 100 ? 45 : 15;
    EXPECT_GT(deviate(seen, 200, 6000), 4.0);
}

TEST(Sample, SameSeedSameGrids) {
    const Puzzle p92 = Puzzle::from_line(reference::p92);
    EXPECT_EQ(sample(p92, 50, {.seed = 3}).grids, sample(p92, 50, {.seed = 3, .threads = 3}).grids);
    EXPECT_NE(sample(p92, 50, {.seed = 3}).grids, sample(p92, 50, {.seed = 4}).grids);
}

TEST(Sample, BoardsPuzzlesAndBudgetsOfEveryKind) {
    EXPECT_EQ(sample(Puzzle{Geometry::standard(4)}, 5).total, Count{288});
    Puzzle bad{Geometry::standard(4)};
    bad.set_given(Cell{0}, Digit{0});
    bad.set_given(Cell{1}, Digit{0});
    const Sample none = sample(bad, 5);
    EXPECT_TRUE(none.grids.empty());
    EXPECT_EQ(none.total, Count{});
    EXPECT_EQ(none.ending, Ending::exhausted);
    const Sample spent = sample(Puzzle{Geometry::standard(9)}, 5,
                                {.engine = Engine::search, .budget = {.max_nodes = 1'000}});
    EXPECT_TRUE(spent.grids.empty());
    EXPECT_EQ(spent.ending, Ending::out_of_budget);
}

/// Shares that were told, in order; each between 0 and 1, and none below the one before.
void expect_rising(const std::vector<double>& told) {
    ASSERT_FALSE(told.empty());
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_GE(told.front(), 0);
    EXPECT_GT(told.back(), 0.5);
    EXPECT_LE(told.back(), 1);
}

TEST(Sample, TellsHowFarItIs) {
    const Puzzle puzzle = Puzzle::from_line(
        "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4.........3..7.85...1........");
    for (const Engine engine : {Engine::search, Engine::exact}) {
        SCOPED_TRACE(to_string(engine));
        std::vector<double> told;
        std::uint64_t drawn = 0;
        const Sample sampled =
            sample(puzzle, 50, {.engine = engine, .on_progress = [&](const Progress& h, Engine) {
                                    told.push_back(h.explored);
                                    EXPECT_GE(h.solutions, drawn);
                                    drawn = h.solutions;
                                }});
        expect_rising(told);
        EXPECT_EQ(drawn, sampled.grids.size());
    }
}

TEST(Sample, TellsHowFarItIsWithRules) {
    const Puzzle blank{Geometry::make(
        {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .anti_diagonal = true})};
    std::vector<double> told;
    std::uint64_t drawn = 0;
    const Sample sampled = sample(blank, 3, {.on_progress = [&](const Progress& h, Engine by) {
                                      EXPECT_EQ(by, Engine::exact);
                                      told.push_back(h.explored);
                                      drawn = h.solutions;
                                  }});
    expect_rising(told);
    EXPECT_EQ(drawn, 3U);
    for (const Grid& grid : sampled.grids) EXPECT_TRUE(is_solution(blank, grid));
}

TEST(Candidates, TellHowManyAreSettled) {
    const Puzzle puzzle = Puzzle::from_line(
        "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4.........3..7.85...1........");
    std::vector<double> told;
    count_candidates(
        puzzle, {.engine = Engine::exact,
                 .on_progress = [&](const Progress& h, Engine) { told.push_back(h.explored); }});
    expect_rising(told);
    if (!is_built(Engine::sat)) return;
    told.clear();
    true_candidates(puzzle, {}, [&](double explored) { told.push_back(explored); });
    expect_rising(told);
}

}  // namespace
}  // namespace clew
