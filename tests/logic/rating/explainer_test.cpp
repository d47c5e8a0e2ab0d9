// Whole walks: no step takes away what a solution uses, every walk ends where it says, the numbers
// are those of the steps.

#include "logic/rating/explainer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/base/contract.hpp"
#include "tests/logic/rating/walks.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::rating {
namespace {

/// Walks a puzzle whose living candidates are known; returns the rating.
SeRating sound_walk(const Puzzle& puzzle, const Alive& living, const SeOptions& options,
                    const std::string& where, std::map<std::string, int>& used) {
    int er = 0, ep = 0, ed = 0;
    bool placed = false;
    const SeRating rating =
        each_state(puzzle, options, [&](const Board9& board, const SeStep& step) {
            ++used[info(step.technique).id];
            bool changes = step.placement.has_value();
            for (const Candidate& c : step.eliminations) {
                changes = changes || board.has(index_of(c.cell), index_of(c.digit));
                EXPECT_EQ(living.digits[c.cell.index()] >> c.digit.index() & 1, 0)
                    << where << " " << title(step);
            }
            if (step.placement) {
                EXPECT_EQ(living.digits[step.placement->cell.index()],
                          1U << step.placement->digit.index())
                    << where << " " << title(step);
            }
            EXPECT_TRUE(changes) << where << " " << title(step);
            er = std::max(er, step.tenths);
            if (ed == 0) ed = er;
            if (!placed) ep = er;
            placed = placed || step.placement.has_value();
        });
    EXPECT_EQ(rating.er, er) << where;
    EXPECT_EQ(rating.ep, ep) << where;
    EXPECT_EQ(rating.ed, ed) << where;
    return rating;
}

TEST(Explainer, TakesAwayNothingThatASolutionUses) {
    std::map<std::string, int> used;
    std::size_t several = 0, settled = 0;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        Random random{seed};
        const Grid grid = logic::random_grid(Geometry::classic(), random);
        const Puzzle puzzle =
            logic::puzzle_from(Geometry::classic(), grid, 25 + random.below(8), random);
        const auto living = alive(puzzle, 500);
        if (!living) continue;
        several += living->solutions > 1 ? 1U : 0U;
        SeOptions options;
        // Whole walks to where nothing is found are long; a part of them goes all the way.
        options.last = seed % 50 == 0 ? SeTechnique::nested_chains : SeTechnique::dynamic_chains;
        const SeRating rating =
            sound_walk(puzzle, *living, options, "seed " + std::to_string(seed), used);
        EXPECT_NE(rating.ending, SeEnding::impossible) << seed;
        if (seed % 10 == 0) {  // the same rating if the walk is told where it cannot go on
            SeOptions told = options;
            told.living = &living->digits;
            const SeRating shown = Explainer{}.rate(puzzle, told);
            EXPECT_EQ(to_string(shown), to_string(rating)) << seed;
            settled += shown.ending == SeEnding::settled ? 1U : 0U;
            EXPECT_TRUE(shown.ending == rating.ending ||
                        (shown.ending == SeEnding::settled && living->solutions > 1))
                << seed;
        }
        if (living->solutions > 1) {
            EXPECT_EQ(rating.ending, SeEnding::stuck) << seed;
        }
        EXPECT_FALSE(rating.used_uniqueness) << seed;
    }
    EXPECT_GT(several, 500U);
    EXPECT_GT(settled, 30U);
    for (const char* id : {"hidden-single-block", "naked-single", "direct-pointing", "pointing",
                           "claiming", "naked-pair", "hidden-pair", "x-wing", "forcing-chain",
                           "multiple-chains", "dynamic-chains"})
        EXPECT_GT(used[id], 0) << id;
}

TEST(Explainer, SolvesWhatHasOneSolutionOrSaysWhereItStopped) {
    std::map<std::string, int> used;
    std::size_t solved = 0;
    constexpr std::uint64_t puzzles = 300;
    for (std::uint64_t seed = 1; seed <= puzzles; ++seed) {
        const Puzzle puzzle = minimal_puzzle(seed);
        const auto living = alive(puzzle, 1);
        ASSERT_TRUE(living && living->solutions == 1);
        for (const UniquenessUse uniqueness : {UniquenessUse::open, UniquenessUse::granted}) {
            SeOptions options;
            options.uniqueness = uniqueness;
            const SeRating rating =
                sound_walk(puzzle, *living, options, "seed " + std::to_string(seed), used);
            EXPECT_EQ(rating.ending, SeEnding::solved) << seed;
            solved += rating.ending == SeEnding::solved ? 1U : 0U;
        }
    }
    EXPECT_EQ(solved, 2 * puzzles);
    for (const char* id : {"unique-loop-1", "unique-loop-2", "unique-loop-4", "bug-1",
                           "aligned-pair-exclusion", "forcing-x-chain", "y-cycle"})
        EXPECT_GT(used[id], 0) << id;
}

TEST(Explainer, RatesWhatWeRatedByHand) {
    // One open cell: a last value.
    std::string line =
        "379854162546312879218769534854627391791438625623591748982176453437285916165943287";
    line[40] = '.';
    EXPECT_EQ(to_string(Explainer{}.rate(Puzzle::from_line(line))), "1.0/1.0/1.0");
    // A full grid has no step.
    line[40] = '3';
    const SeRating full = Explainer{}.rate(Puzzle::from_line(line));
    EXPECT_EQ(to_string(full), "0.0/0.0/0.0");
    EXPECT_EQ(full.ending, SeEnding::solved);
    EXPECT_EQ(Explainer{}.rate(Puzzle::from_line(reference::contradictory)).ending,
              SeEnding::impossible);
}

TEST(Explainer, ChargesAgainForWhatADirectStepHasSeen) {
    // A direct hidden pair comes first; what it takes away besides is needed later, and is then a
    // hidden pair.
    const Puzzle puzzle = Puzzle::from_line(
        "63.2............857.........91.........8...4....7..6..2.....3......5...4....19...");
    std::vector<SeTechnique> steps;
    SeOptions options;
    options.on_step = [&](const SeStep& step) { steps.push_back(step.technique); };
    EXPECT_EQ(Explainer{}.rate(puzzle, options).er, 34);
    const auto direct = std::ranges::find(steps, SeTechnique::direct_hidden_pair);
    ASSERT_NE(direct, steps.end());
    EXPECT_NE(std::find(direct, steps.end(), SeTechnique::hidden_pair), steps.end());
}

TEST(Explainer, GivesTheRatingsThatAreCommonKnowledge) {
    // Published so often that they need no list: two of the best known hard puzzles.
    const std::map<std::string, std::string> known = {
        {"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
         "10.5/1.2/1.2"},
        {"...1....87.......9..3.9.5....9.3...5.....23.....4..6....6.8..5.47...1...2........",
         "10.3/10.3/2.6"},
    };
    for (const auto& [line, rating] : known)
        EXPECT_EQ(to_string(Explainer{}.rate(Puzzle::from_line(line),
                                             {.uniqueness = UniquenessUse::granted})),
                  rating)
            << line;
}

TEST(Explainer, RatesRelabelledPuzzlesAlikeWhereOrderDoesNotMatter) {
    // Singles, locked candidates and sets come to the same end in any order, so a puzzle that asks
    // for no more is rated the same whatever its digits are called and however it lies.
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const Puzzle puzzle = minimal_puzzle(seed);
        const SeRating before = Explainer{}.rate(puzzle);
        if (before.er > 15) continue;
        ++compared;
        Puzzle turned{Geometry::classic()};
        for (std::size_t c = 0; c < 81; ++c)
            if (const auto given = puzzle.given(Cell{c}))
                turned.set_given(Cell{c % 9 * 9 + c / 9}, Digit{(given->index() + 4) % 9});
        EXPECT_EQ(Explainer{}.rate(turned).er, before.er) << seed;
    }
    EXPECT_GT(compared, 10U);
}

TEST(Explainer, HearsTheStopFlag) {
    StopFlag stop;
    stop.raise();
    SeOptions options;
    options.stop = &stop;
    EXPECT_EQ(Explainer{}.rate(Puzzle::from_line(reference::p92), options).ending,
              SeEnding::interrupted);
    // In the middle: raised by the first step that needs a chain.
    StopFlag later;
    std::size_t steps = 0;
    SeOptions watched;
    watched.stop = &later;
    watched.on_step = [&](const SeStep&) {
        if (++steps == 3) later.raise();
    };
    const SeRating cut = Explainer{}.rate(Puzzle::from_line(reference::gould), watched);
    EXPECT_EQ(cut.ending, SeEnding::interrupted);
    EXPECT_EQ(cut.steps, 3U);
}

TEST(Explainer, IsForPlainBoardsAlone) {
    GeometrySpec x{.size = 9, .boxes = BoxShape{3, 3}};
    x.main_diagonal = x.anti_diagonal = true;
    EXPECT_FALSE(can_rate(Puzzle{Geometry::make(x)}));
    EXPECT_FALSE(can_rate(Puzzle{Geometry::standard(6)}));
    EXPECT_THROW(Explainer{}.rate(Puzzle{Geometry::make(x)}), ContractViolation);
    EXPECT_TRUE(can_rate(Puzzle{Geometry::classic()}));
}

TEST(Scale, IsInOrderAsFarAsFindersAreTriedInOrder) {
    int last = 0;
    for (const SeTechniqueInfo& row : se_techniques()) {
        EXPECT_LE(row.tenths, row.most) << row.id;
        if (row.technique < SeTechnique::unique_rectangle_1) {
            EXPECT_GE(row.tenths, last) << row.id;
        }
        last = row.tenths;
    }
}

}  // namespace
}  // namespace clew::rating
