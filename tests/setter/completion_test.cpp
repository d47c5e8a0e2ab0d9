#include "setter/completion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/board/notation.hpp"
#include "setter/generate.hpp"
#include "solve/solve.hpp"
#include "tests/setter/puzzles.hpp"

namespace clew::setter {
namespace {

/// How many solutions hold all these candidates.
std::size_t holding(const std::vector<Grid>& solutions, const std::vector<Candidate>& clues) {
    return static_cast<std::size_t>(
        std::count_if(solutions.begin(), solutions.end(), [&](const Grid& g) {
            return std::all_of(clues.begin(), clues.end(),
                               [&](Candidate c) { return g[c.cell] == c.digit; });
        }));
}

/// The smallest sets alone: larger ones, that complete a symmetry, stand among them.
std::set<std::vector<Candidate>> smallest_of(const SmallestSets<Candidate>& clues) {
    std::set<std::vector<Candidate>> sets;
    for (const auto& set : clues.sets)
        if (set.size() == clues.size) {
            EXPECT_TRUE(sets.insert(set).second) << "listed twice";
        }
    return sets;
}

std::size_t classes(const std::vector<Grid>& solutions, const std::vector<Cell>& cells) {
    std::set<std::vector<Digit>> seen;
    for (const Grid& g : solutions) {
        std::vector<Digit> key;
        for (Cell c : cells) key.push_back(g[c]);
        seen.insert(key);
    }
    return seen.size();
}

TEST(Completion, SingleCluesOfP92AreTheCandidatesOfOneSolution) {
    const Completion c = completion(p92);
    ASSERT_EQ(c.solutions.size(), 12U);
    ASSERT_EQ(c.clues.size, 1U);
    EXPECT_EQ(c.clues.ending, Ending::exhausted);
    std::vector<std::vector<Candidate>> expected;
    for (std::size_t i = 0; i < 81; ++i)
        for (Digit d : DigitSet::all(9))
            if (holding(c.solutions, {{Cell{i}, d}}) == 1) expected.push_back({{Cell{i}, d}});
    EXPECT_EQ(c.clues.sets, expected);
}

TEST(Completion, SmallestCellsAgreeWithTryingAll) {
    const Completion c = completion(p92);
    std::vector<std::vector<Cell>> pairs;
    for (std::size_t i = 0; i < 81; ++i)
        for (std::size_t j = i + 1; j < 81; ++j)
            if (classes(c.solutions, {Cell{i}, Cell{j}}) == 12) pairs.push_back({Cell{i}, Cell{j}});
    if (!pairs.empty()) {
        EXPECT_EQ(c.cells.size, 2U);
        EXPECT_EQ(c.cells.sets, pairs);
    } else {
        EXPECT_GE(c.cells.size, 3U);
    }
    ASSERT_FALSE(c.cells.sets.empty());
    for (const auto& set : c.cells.sets) EXPECT_EQ(classes(c.solutions, set), 12U);
}

TEST(Completion, AgreesWithTryingAllOnGeneratedPuzzles) {
    for (std::uint64_t i = 0; i < 6; ++i) {
        SCOPED_TRACE(i);
        const Generator generator{
            {.min_solutions = 20, .max_solutions = 60, .minimality = Minimality::any, .seed = 3}};
        const Puzzle puzzle = *generator.make(i).puzzle;
        const Completion c = completion(puzzle);
        const auto& s = c.solutions;
        std::vector<Candidate> all;
        for (std::size_t k = 0; k < 81; ++k)
            for (Digit d : DigitSet::all(9)) {
                const std::size_t n = holding(s, {{Cell{k}, d}});
                if (n > 0 && n < s.size()) all.push_back({Cell{k}, d});
            }
        std::vector<std::vector<Candidate>> one, two;
        for (std::size_t a = 0; a < all.size(); ++a) {
            if (holding(s, {all[a]}) == 1) one.push_back({all[a]});
            for (std::size_t b = a + 1; b < all.size(); ++b)
                if (all[a].cell != all[b].cell && holding(s, {all[a], all[b]}) == 1)
                    two.push_back({all[a], all[b]});
        }
        if (!one.empty()) {
            EXPECT_EQ(smallest_of(c.clues), std::set(one.begin(), one.end()));
        } else if (!two.empty()) {
            EXPECT_EQ(smallest_of(c.clues), std::set(two.begin(), two.end()));
        } else {
            EXPECT_GE(c.clues.size, 3U);
        }
        for (const auto& set : c.cells.sets) EXPECT_EQ(classes(s, set), s.size());
        // No cell of a smallest set can be spared.
        for (auto set : c.cells.sets) {
            set.pop_back();
            EXPECT_LT(classes(s, set), s.size());
        }
    }
}

// Every subset of cells of small boards, and every choice of digits that a solution makes there.
TEST(Completion, SmallestSetsAreThoseThatTryingAllSubsetsFinds) {
    const GeometryPtr board = Geometry::standard(4);
    std::set<std::size_t> sizes;
    for (std::uint64_t i = 0; i < 12; ++i) {
        SCOPED_TRACE(i);
        const Puzzle puzzle = *Generator{{.geometry = board,
                                          .min_solutions = 2,
                                          .max_solutions = 40,
                                          .minimality = Minimality::any,
                                          .seed = i}}
                                   .make(0)
                                   .puzzle;
        const Completion c = completion(puzzle);
        ASSERT_GE(c.solutions.size(), 2U);
        std::vector<std::vector<Cell>> cells;
        std::set<std::vector<Candidate>> clues;
        std::size_t cell_size = 17, clue_size = 17;
        for (std::uint32_t set = 0; set < (1U << 16); ++set) {
            std::vector<Cell> chosen;
            for (std::size_t k = 0; k < 16; ++k)
                if ((set >> k) & 1U) chosen.emplace_back(k);
            if (chosen.size() > std::max(cell_size, clue_size)) continue;
            if (chosen.size() <= cell_size && classes(c.solutions, chosen) == c.solutions.size()) {
                if (chosen.size() < cell_size) cells.clear();
                cell_size = chosen.size();
                cells.push_back(chosen);
            }
            if (chosen.size() > clue_size) continue;
            for (const Grid& target : c.solutions) {
                std::vector<Candidate> digits;
                for (Cell cell : chosen) digits.push_back({cell, target[cell]});
                if (holding(c.solutions, digits) != 1) continue;
                if (chosen.size() < clue_size) clues.clear();
                clue_size = chosen.size();
                clues.insert(digits);
            }
        }
        std::sort(cells.begin(), cells.end());
        EXPECT_EQ(c.cells.ending, Ending::exhausted);
        EXPECT_EQ(c.clues.ending, Ending::exhausted);
        EXPECT_EQ(c.cells.size, cell_size);
        EXPECT_EQ(c.cells.sets, cells);
        EXPECT_EQ(c.clues.size, clue_size);
        EXPECT_EQ(smallest_of(c.clues), clues);
        sizes.insert(cell_size);
    }
    EXPECT_GT(sizes.size(), 1U);
}

// Gould-92 without the 3 of r7c9, whose counterpart is the 2 of r3c1.
TEST(Completion, TheClueThatCompletesASymmetryComesFirst) {
    const Puzzle puzzle = Puzzle::from_line(
        "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64....7.85...1.....2..");
    const Completion c = completion(puzzle);
    ASSERT_EQ(c.clues.size, 1U);
    ASSERT_EQ(c.symmetries.size(), c.clues.sets.size());
    EXPECT_EQ(c.clues.sets.front(), (std::vector<Candidate>{{Cell{6 * 9 + 8}, Digit{2}}}));
    EXPECT_EQ(c.symmetries.front(), Symmetry::half_turn);
    for (std::size_t i = 1; i < c.symmetries.size(); ++i) EXPECT_EQ(c.symmetries[i], std::nullopt);
}

// Gould-92, whose clues have a half-turn, without three of them, whose partners are still there.
TEST(Completion, TheCluesThatASymmetryLacksAreTriedTogether) {
    const Puzzle gould = Puzzle::from_line(reference::gould);
    std::vector<Cell> clues;
    for (std::size_t i = 0; i < 40; ++i)
        if (gould.given(Cell{i})) clues.emplace_back(i);
    std::size_t tried = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random{seed};
        random.shuffle(clues);
        Puzzle puzzle = gould;
        std::vector<Candidate> lost;
        for (std::size_t k = 0; k < 3; ++k) {
            const Cell cell = random.below(2) == 0 ? clues[k] : Cell{80 - clues[k].index()};
            lost.push_back({cell, *gould.given(cell)});
            puzzle.clear_given(cell);
        }
        std::sort(lost.begin(), lost.end());
        const Completion c = completion(puzzle);
        if (c.listing != Ending::exhausted || c.solutions.size() < 2) continue;
        ++tried;
        const auto at = std::ranges::find(c.clues.sets, lost);
        ASSERT_NE(at, c.clues.sets.end());
        EXPECT_EQ(c.symmetries[static_cast<std::size_t>(at - c.clues.sets.begin())],
                  Symmetry::half_turn);
        for (std::size_t i = 0; i < c.clues.sets.size(); ++i) {
            EXPECT_EQ(holding(c.solutions, c.clues.sets[i]), 1U);
            if (c.clues.sets[i].size() > c.clues.size) {
                EXPECT_TRUE(c.symmetries[i]);
            }
            if (i > 0 && c.symmetries[i]) {
                EXPECT_TRUE(c.symmetries[i - 1]);
            }
        }
    }
    EXPECT_GT(tried, 10U);
}

TEST(Completion, QuestionsSplitAllSolutionsBestFirst) {
    const Completion c = completion(p92);
    ASSERT_FALSE(c.questions.empty());
    std::uint64_t last = 0;
    for (const CellQuestion& q : c.questions) {
        std::uint64_t sum = 0, squares = 0;
        for (const auto& [digit, n] : q.parts) {
            EXPECT_EQ(n, holding(c.solutions, {{q.cell, digit}}));
            sum += n;
            squares += n * n;
        }
        EXPECT_EQ(sum, 12U);
        EXPECT_GE(squares, last);
        last = squares;
    }
}

TEST(Completion, SaysWhenThereAreTooManySolutions) {
    const Completion c = completion(Puzzle{Geometry::classic()}, {.max_solutions = 10});
    EXPECT_EQ(c.listing, Ending::limit_reached);
    EXPECT_TRUE(c.questions.empty());
    EXPECT_TRUE(completion(p92, {.max_solutions = 11}).questions.empty());
    EXPECT_FALSE(completion(p92, {.max_solutions = 12}).questions.empty());
}

}  // namespace
}  // namespace clew::setter
