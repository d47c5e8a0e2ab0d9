#include "setter/minimal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "setter/generate.hpp"
#include "solve/solve.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/setter/puzzles.hpp"

namespace clew::setter {
namespace {

/// A minimal unique puzzle with `more` clues of its solution added.
Puzzle padded(std::uint64_t seed, std::size_t more, const GeometryPtr& board) {
    const Generated g = Generator{{.geometry = board, .seed = seed}}.make(0);
    Puzzle puzzle = *g.puzzle;
    Random random{seed};
    while (more > 0) {
        const Cell c{random.below(board->cell_count())};
        if (puzzle.given(c)) continue;
        puzzle.set_given(c, g.solution[c]);
        --more;
    }
    return puzzle;
}

bool is_subpuzzle(const Puzzle& part, const Puzzle& whole) {
    const Count n = count(whole, {.limit = 1000}).solutions;
    return count(part, {.limit = 1000}).solutions == n;
}

bool is_minimal(const Puzzle& puzzle) { return redundant_clues(puzzle).empty(); }

TEST(RedundantClues, AreThoseWhoseRemovalAddsNoSolution) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        SCOPED_TRACE(seed);
        const Puzzle puzzle = padded(seed, 4, Geometry::classic());
        std::vector<Cell> expected;
        for (std::size_t i = 0; i < 81; ++i) {
            if (!puzzle.given(Cell{i})) continue;
            Puzzle fewer = puzzle;
            fewer.clear_given(Cell{i});
            if (count(fewer, {.limit = 2}).solutions == Count{1}) expected.push_back(Cell{i});
        }
        EXPECT_GE(expected.size(), 4U);
        EXPECT_EQ(redundant_clues(puzzle), expected);
    }
}

TEST(GreedySubpuzzle, IsMinimalWithTheSameSolutionsAndFollowsTheSeed) {
    std::set<std::string> different;
    const Puzzle puzzle = padded(3, 20, Geometry::classic());
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const Puzzle small = greedy_subpuzzle(puzzle, seed);
        EXPECT_TRUE(is_minimal(small));
        EXPECT_TRUE(is_subpuzzle(small, puzzle));
        EXPECT_EQ(small, greedy_subpuzzle(puzzle, seed));
        different.insert(to_line(small));
    }
    EXPECT_GT(different.size(), 1U);
    const Puzzle several = greedy_subpuzzle(p92, 1);
    EXPECT_EQ(count(several).solutions, Count{12});
}

// Against all subsets of the clues.
TEST(MinimalSubpuzzles, AreAllOfThemFewestCluesFirst) {
    for (const GeometryPtr& board : {Geometry::standard(4), Geometry::standard(6)})
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            SCOPED_TRACE(seed);
            Puzzle puzzle = padded(seed, board->size() == 4 ? 5 : 3, board);
            std::vector<Cell> clues;
            for (std::size_t i = 0; i < board->cell_count(); ++i)
                if (puzzle.given(Cell{i})) clues.push_back(Cell{i});
            ASSERT_LE(clues.size(), 16U);
            std::set<std::string> expected;
            std::vector<bool> good(std::size_t{1} << clues.size());
            for (std::size_t mask = 0; mask < good.size(); ++mask) {
                Puzzle part{board};
                bool has_good_part = false;
                for (std::size_t k = 0; k < clues.size(); ++k) {
                    if (((mask >> k) & 1U) == 0) continue;
                    part.set_given(clues[k], *puzzle.given(clues[k]));
                    has_good_part = has_good_part || good[mask ^ (std::size_t{1} << k)];
                }
                good[mask] = has_good_part || count(part, {.limit = 2}).solutions == Count{1};
                if (good[mask] && !has_good_part) expected.insert(to_line(part));
            }
            std::set<std::string> found;
            std::size_t last = 0;
            const SubpuzzleCount n = minimal_subpuzzles(puzzle, {}, [&](const Puzzle& p) {
                EXPECT_GE(p.given_count(), last);
                last = p.given_count();
                EXPECT_TRUE(found.insert(to_line(p)).second);
                return Flow::go_on;
            });
            EXPECT_EQ(n.ending, Ending::exhausted);
            EXPECT_EQ(n.found, expected.size());
            EXPECT_EQ(found, expected);
        }
}

TEST(MinimalSubpuzzles, ClassicBoardsLimitsAndBudgets) {
    const Puzzle puzzle = padded(2, 6, Geometry::classic());
    std::set<std::string> found;
    const SubpuzzleCount n = minimal_subpuzzles(puzzle, {}, [&](const Puzzle& p) {
        EXPECT_TRUE(is_minimal(p));
        EXPECT_EQ(count(p, {.limit = 2}).solutions, Count{1});
        found.insert(to_line(p));
        return Flow::go_on;
    });
    EXPECT_EQ(n.ending, Ending::exhausted);
    EXPECT_EQ(n.found, found.size());
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
        EXPECT_TRUE(found.contains(to_line(greedy_subpuzzle(puzzle, seed))));
    const auto ignore = [](const Puzzle&) { return Flow::go_on; };
    EXPECT_EQ(minimal_subpuzzles(puzzle, {.limit = 1}, ignore).ending, Ending::limit_reached);
    EXPECT_EQ(minimal_subpuzzles(puzzle, {.budget = {.max_nodes = 2}}, ignore).ending,
              Ending::out_of_budget);
    Puzzle bad = puzzle;
    for (Digit d : DigitSet::all(9)) bad.set_given(Cell{0}, d);
    bad.set_given(Cell{1}, Digit{8});
    EXPECT_EQ(minimal_subpuzzles(bad, {}, ignore).found, 0U);
    EXPECT_TRUE(redundant_clues(bad).empty());
    EXPECT_EQ(minimal_subpuzzles(Puzzle{Geometry::classic()}, {}, ignore).found, 1U);
}

struct Tally {
    std::size_t puzzles = 0, found = 0, spared_by_rules = 0;
};

/// Random puzzles with rules that are asked about.
struct Asked {
    GeometryPtr board;
    std::uint64_t seed = 0;
    std::uint64_t rounds = 0;
    std::size_t least_clues = 0;
    std::size_t most_clues = 0;
    std::size_t most_rules = 0;
    std::uint64_t most_solutions = unlimited;  ///< others are passed over,
    std::uint64_t most_steps = unlimited;      ///< and those that take the reference longer
};

/// Expects all minimal subsets of the clues with the same solutions, by trying every subset. With
/// fewer clues there are never fewer solutions: where a subset with one clue more will not do, none
/// are counted.
Tally compare_with_all_subsets(const Asked& asked) {
    Tally tally;
    for (std::uint64_t round = 0; round < asked.rounds; ++round) {
        Random random = Random{asked.seed}.split(round);
        const std::size_t clue_count =
            asked.least_clues +
            static_cast<std::size_t>(random.below(asked.most_clues - asked.least_clues + 1));
        const Puzzle puzzle =
            reference::random_ruled(random, asked.board, clue_count,
                                    1 + static_cast<std::size_t>(random.below(asked.most_rules)));
        const auto solutions = reference::count_solutions(
            puzzle, asked.most_solutions + (asked.most_solutions == unlimited ? 0 : 1),
            asked.most_steps);
        if (!solutions || *solutions == 0 || *solutions > asked.most_solutions) continue;
        SCOPED_TRACE("seed " + std::to_string(asked.seed) + " round " + std::to_string(round) +
                     " " + reference::describe(puzzle));
        std::vector<Cell> clues;
        for (std::size_t i = 0; i < asked.board->cell_count(); ++i)
            if (puzzle.given(Cell{i})) clues.push_back(Cell{i});
        const auto some = [&](std::uint32_t which) {
            Puzzle part = puzzle;
            for (std::size_t i = 0; i < clues.size(); ++i)
                if ((which >> i & 1U) == 0) part.clear_given(clues[i]);
            return part;
        };
        std::vector<bool> same(std::size_t{1} << clues.size());
        bool in_time = true;
        for (auto which = static_cast<std::uint32_t>(same.size()); which-- > 0 && in_time;) {
            bool larger = true;
            for (std::size_t i = 0; i < clues.size(); ++i)
                if ((which >> i & 1U) == 0 && !same[which | 1U << i]) larger = false;
            if (!larger) continue;
            const auto found =
                reference::count_solutions(some(which), *solutions + 1, asked.most_steps);
            in_time = found.has_value();
            same[which] = found == solutions;
        }
        if (!in_time) continue;
        std::set<std::string> expected;
        for (std::uint32_t which = 0; which < same.size(); ++which) {
            bool minimal = same[which];
            for (std::size_t i = 0; i < clues.size(); ++i)
                if ((which >> i & 1U) != 0 && same[which & ~(1U << i)]) minimal = false;
            if (minimal) expected.insert(to_line(some(which)));
        }
        std::set<std::string> listed;
        minimal_subpuzzles(puzzle, {}, [&](const Puzzle& part) {
            EXPECT_TRUE(std::ranges::equal(part.rules(), puzzle.rules()));
            EXPECT_TRUE(listed.insert(to_line(part)).second);
            return Flow::go_on;
        });
        EXPECT_EQ(listed, expected);
        EXPECT_TRUE(expected.contains(to_line(greedy_subpuzzle(puzzle, round))));
        std::vector<Cell> redundant;
        for (std::size_t i = 0; i < clues.size(); ++i)
            if (same[(same.size() - 1) & ~(std::size_t{1} << i)]) redundant.push_back(clues[i]);
        EXPECT_EQ(redundant_clues(puzzle), redundant);
        ++tally.puzzles;
        tally.found += listed.size();
        Puzzle plain{puzzle.geometry_ptr()};
        for (const Cell c : clues) plain.set_given(c, *puzzle.given(c));
        tally.spared_by_rules += redundant != redundant_clues(plain);
    }
    return tally;
}

TEST(MinimalSubpuzzles, OfPuzzlesWithRulesAreThoseThatTryingAllFinds) {
    const Tally small = compare_with_all_subsets({.board = Geometry::standard(4),
                                                  .seed = 73,
                                                  .rounds = 120,
                                                  .least_clues = 3,
                                                  .most_clues = 7,
                                                  .most_rules = 3});
    EXPECT_GT(small.found, 100U);
    EXPECT_GT(small.spared_by_rules, 20U);
}

TEST(MinimalSubpuzzles, OfPuzzlesWithRulesOn6x6AreThoseThatTryingAllFinds) {
    const Tally large = compare_with_all_subsets({.board = Geometry::standard(6),
                                                  .seed = 76,
                                                  .rounds = 40,
                                                  .least_clues = 9,
                                                  .most_clues = 13,
                                                  .most_rules = 6,
                                                  .most_solutions = 30,
                                                  .most_steps = 3'000});
    EXPECT_GT(large.puzzles, 10U);
    EXPECT_GT(large.found, 30U);
    EXPECT_GT(large.spared_by_rules, 5U);
}

}  // namespace
}  // namespace clew::setter
