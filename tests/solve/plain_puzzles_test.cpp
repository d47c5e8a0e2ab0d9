// The exact counter on 9x9 boards with more houses and rules, against listing by the search.

#include "solve/plain_puzzles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "core/base/random.hpp"
#include "core/rules/verify.hpp"
#include "solve/candidates.hpp"
#include "solve/engines.hpp"
#include "solve/sample.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/support/long_tests.hpp"

namespace clew::engines {
namespace {

GeometryPtr with_diagonals(bool main, bool anti) {
    return Geometry::make(
        {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = main, .anti_diagonal = anti});
}

GeometryPtr some_board(Random& random) {
    GeometrySpec spec{.size = 9,
                      .boxes = BoxShape{3, 3},
                      .main_diagonal = random.below(2) == 0,
                      .anti_diagonal = random.below(3) == 0};
    if (random.below(2) == 0) {
        std::vector<Cell> cells;
        for (std::size_t i = 0; i < 81; ++i) cells.emplace_back(i);
        random.shuffle(cells);
        cells.resize(2 + random.below(5));
        spec.extras.push_back({.name = "", .cells = std::move(cells)});
    }
    return Geometry::make(std::move(spec));
}

/// Clues of a random grid until there are less than 20 000 solutions; some digits are no clues, so
/// that nothing tells them apart.
std::optional<Puzzle> some_puzzle(Random& random) {
    const GeometryPtr board = some_board(random);
    const std::optional<Grid> grid = reference::random_grid(random, *board);
    if (!grid) return std::nullopt;
    Puzzle puzzle{board};
    for (std::size_t rules = random.below(3); rules > 0; --rules)
        puzzle.add_rule(reference::random_rule(random, *board, grid));
    if (!PlainPuzzles::supports(puzzle)) return std::nullopt;
    if (random.below(4) == 0)
        for (std::size_t i = 0; i < 81; ++i)
            for (std::size_t d = 0; d < 9; ++d)
                if (random.below(6) == 0 && (*grid)[Cell{i}] != Digit{d})
                    puzzle.set_marks(Cell{i}, puzzle.marks(Cell{i}) - DigitSet{Digit{d}});
    const std::size_t silent = random.below(4);
    std::vector<Cell> order;
    for (std::size_t i = 0; i < 81; ++i)
        if ((*grid)[Cell{i}].index() >= silent) order.emplace_back(i);
    random.shuffle(order);
    for (std::size_t i = 0; i < order.size(); ++i) {
        puzzle.set_given(order[i], (*grid)[order[i]]);
        if (i >= 18 && i % 3 == 0 &&
            clew::count(puzzle, {.engine = Engine::search, .limit = 20'000}).exact())
            return puzzle;
    }
    return std::nullopt;
}

TEST(PlainPuzzles, CountAndWeighCandidatesAsListingDoes) {
    const std::uint64_t rounds = long_tests() ? 2'000 : 40;
    std::uint64_t tried = 0, several = 0, equivalent = 0;
    for (std::uint64_t seed = 1; tried < rounds; ++seed) {
        Random random{seed};
        const std::optional<Puzzle> puzzle = some_puzzle(random);
        if (!puzzle) continue;
        const PlainPuzzles plain{*puzzle, {}, 100};
        if (!plain.listed()) continue;  // for the time that it takes
        ++tried;
        SCOPED_TRACE("seed " + std::to_string(seed) + ": " + reference::describe(*puzzle));
        const CandidateCounts listed = count_candidates(*puzzle, {.engine = Engine::search});
        if (listed.total.solutions > Count{1}) ++several;
        if (plain.size() > 1) ++equivalent;
        for (const bool crosswise : {false, true})
            EXPECT_EQ(
                count_of(plain.count({.threads = 1 + unsigned(seed % 3), .crosswise = crosswise})
                             .solutions),
                listed.total.solutions);
        const CandidateCounts summed = count_candidates(*puzzle, {.engine = Engine::exact});
        EXPECT_EQ(summed.total.solutions, listed.total.solutions);
        EXPECT_EQ(summed.of, listed.of);
    }
    EXPECT_GT(several, tried / 2);
    EXPECT_GT(equivalent, tried / 4);
}

// 55 613 393 399 531 520: the number of grids with both diagonals, as recomputed by others too.
TEST(PlainPuzzles, CountBothDiagonals) {
    const Puzzle blank{with_diagonals(true, true)};
    const CountResult counted = clew::count(blank, {.threads = 2});
    EXPECT_EQ(counted.engine, Engine::exact);
    EXPECT_TRUE(counted.exact());
    EXPECT_EQ(counted.solutions.to_string(), "55613393399531520");
    const CandidateCounts shares = count_candidates(blank, {.threads = 2});
    ASSERT_EQ(shares.of.size(), 729U);
    for (const Count& of : shares.of)  // any digit can be renamed
        EXPECT_EQ(of * Count{9}, counted.solutions);
}

TEST(PlainPuzzles, DrawEverySolutionAlike) {
    // Two digits are no clues: each solution comes with its twin.
    const GeometryPtr board = with_diagonals(true, false);
    Puzzle puzzle{board};
    std::uint64_t solutions = 0;
    for (Random random{4}; solutions < 60;) {
        const std::optional<Grid> grid = reference::random_grid(random, *board);
        if (!grid) continue;
        puzzle = Puzzle{board};
        for (solutions = 121; solutions > 120;) {
            const Cell cell{random.below(81)};
            if ((*grid)[cell].index() < 2 || puzzle.given(cell)) continue;
            puzzle.set_given(cell, (*grid)[cell]);
            solutions =
                *clew::count(puzzle, {.engine = Engine::search, .limit = 121}).solutions.to_u64();
        }
    }
    const std::size_t draws = solutions * 50;
    const Sample s = sample(puzzle, draws, {.seed = 3, .engine = Engine::exact});
    EXPECT_EQ(s.total, Count{solutions});
    ASSERT_EQ(s.grids.size(), draws);
    std::map<Grid, std::uint64_t> seen;
    for (const Grid& grid : s.grids) ++seen[grid];
    EXPECT_EQ(seen.size(), solutions);
    double chi = 0;
    for (const auto& [grid, n] : seen) {
        EXPECT_TRUE(is_solution(puzzle, grid));
        chi += (static_cast<double>(n) - 50) * (static_cast<double>(n) - 50) / 50;
    }
    // Mean k, variance 2k: beyond five deviations once in a million seeds.
    const double k = static_cast<double>(solutions - 1);
    EXPECT_LT(std::abs(chi - k), 5 * std::sqrt(2 * k));
}

TEST(PlainPuzzles, EndEarlyAsTheyAreTold) {
    const Puzzle blank{with_diagonals(true, true)};
    const CountResult few =
        clew::count(blank, {.engine = Engine::exact, .budget = {.max_nodes = 200'000'000}});
    EXPECT_EQ(few.ending, Ending::out_of_budget);
    EXPECT_GT(few.solutions, Count{});
    EXPECT_LT(few.solutions, Count{55'613'393'399'531'520});
    EXPECT_LT(few.explored, 1);

    EXPECT_EQ((PlainPuzzles{blank, {}, 10}.ending()), Ending::out_of_budget);
    EXPECT_FALSE((PlainPuzzles{blank, {}, 10}.listed()));

    StopFlag stop;
    std::vector<double> told;
    const CountResult stopped =
        clew::count(blank, {.engine = Engine::exact,
                            .budget = {.stop = &stop},
                            .on_progress = [&](const Progress& so_far, Engine by) {
                                EXPECT_EQ(by, Engine::exact);
                                told.push_back(so_far.explored);
                                if (told.size() == 2) stop.raise();
                            }});
    EXPECT_EQ(stopped.ending, Ending::interrupted);
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_EQ((PlainPuzzles{blank, {.stop = &stop}, most_plain_puzzles}.ending()),
              Ending::interrupted);
}

TEST(PlainPuzzles, TakeBoardsOfThreeByThreeBoxesWithRulesOnFewCells) {
    EXPECT_TRUE(PlainPuzzles::supports(Puzzle{with_diagonals(true, false)}));
    EXPECT_FALSE(PlainPuzzles::supports(Puzzle{Geometry::classic()}));
    EXPECT_FALSE(PlainPuzzles::supports(Puzzle{Geometry::standard(8)}));
    GeometrySpec knights{.size = 9, .boxes = BoxShape{3, 3}};
    knights.anti_knight = true;
    EXPECT_FALSE(PlainPuzzles::supports(Puzzle{Geometry::make(knights)}));
    EXPECT_FALSE(can_count(Engine::exact, Puzzle{Geometry::make(knights)}));
    Puzzle arrow{Geometry::classic()};
    arrow.add_rule({.kind = RuleKind::arrow, .cells = {Cell{0}, Cell{1}, Cell{2}}, .numbers = {1}});
    EXPECT_TRUE(can_count(Engine::exact, arrow));
    arrow.add_rule({.kind = RuleKind::non_consecutive});
    EXPECT_FALSE(can_count(Engine::exact, arrow));
}

}  // namespace
}  // namespace clew::engines
