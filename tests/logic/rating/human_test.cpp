// The minutes that people take: what the simulated player is held to, and the fit.

#include "logic/rating/human.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/board/symmetry.hpp"
#include "logic/rating/human_fit.hpp"
#include "setter/generate.hpp"
#include "solve/solve.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/support/random_isomorphism.hpp"

namespace clew::rating {
namespace {

using setter::Generator;
using setter::Minimality;

struct SolvedPuzzle {
    Puzzle puzzle;
    Grid solution;
};

SolvedPuzzle solved(const std::string& line) {
    const Puzzle puzzle = Puzzle::from_line(line);
    return {puzzle, *solve(puzzle).solution};
}

std::vector<SolvedPuzzle> generated(std::size_t count, std::size_t clues, std::uint64_t seed) {
    const Generator generator{
        {.min_clues = clues, .max_clues = clues + 4, .minimality = Minimality::any, .seed = seed}};
    std::vector<SolvedPuzzle> made;
    for (std::uint64_t i = 0; made.size() < count; ++i) {
        const setter::Generated g = generator.make(i);
        if (g.puzzle) made.push_back({*g.puzzle, g.solution});
    }
    return made;
}

TEST(Human, RatesEquivalentPuzzlesAlike) {
    Random random{7};
    for (const SolvedPuzzle& one : generated(6, 24, 3)) {
        const HumanRating own = rate_human(one.puzzle, &one.solution);
        for (int i = 0; i < 5; ++i) {
            const Isomorphism map = random_isomorphism(one.puzzle.geometry(), random);
            const Grid grid = apply(map, one.solution);
            const HumanRating other = rate_human(apply(map, one.puzzle), &grid);
            ASSERT_DOUBLE_EQ(other.seconds, own.seconds);
            ASSERT_EQ(other.grade, own.grade);
            ASSERT_EQ(other.moments.size(), own.moments.size());
            for (std::size_t m = 0; m < own.moments.size(); ++m)
                ASSERT_DOUBLE_EQ(other.moments[m].seconds, own.moments[m].seconds);
        }
    }
}

TEST(Human, SaysWhereTheTimeGoes) {
    for (const SolvedPuzzle& one : generated(20, 23, 5)) {
        const HumanRating r = rate_human(one.puzzle, &one.solution);
        EXPECT_TRUE(r.solved);
        EXPECT_NEAR(r.seconds, r.writing + r.looking + r.patterns + r.trials, 1e-6);
        EXPECT_LT(r.low, r.seconds);
        EXPECT_GT(r.high, r.seconds);
        EXPECT_TRUE(
            std::ranges::is_sorted(r.moments, std::ranges::greater{}, &HumanMoment::seconds));
        for (const HumanMoment& m : r.moments) {
            EXPECT_EQ(one.solution[m.placed.cell], m.placed.digit);
            EXPECT_FALSE(one.puzzle.given(m.placed.cell));
        }
        // The grade is the one between whose bounds the seconds lie.
        const auto& from = human_model().grades;
        const auto grade = static_cast<std::size_t>(r.grade);
        EXPECT_TRUE(grade == 0 || r.seconds >= from[grade - 1]);
        EXPECT_TRUE(grade == from.size() || r.seconds < from[grade]);
    }
}

TEST(Human, FindsPuzzlesWithMoreCluesEasier) {
    // They open further ways and leave less to do.
    for (const SolvedPuzzle& one : generated(10, 22, 11)) {
        Puzzle eased = one.puzzle;
        int added = 0;
        for (std::size_t c = 0; c < 81 && added < 12; ++c)
            if (!eased.given(Cell{c})) {
                eased.set_given(Cell{c}, one.solution[Cell{c}]);
                ++added;
            }
        const HumanRating before = rate_human(one.puzzle, &one.solution);
        const HumanRating after = rate_human(eased, &one.solution);
        EXPECT_LT(after.seconds, before.seconds);
    }
}

TEST(Human, TriesDigitsOnlyOfAKnownSolution) {
    const HumanRating stuck = rate_human(Puzzle::from_line(reference::p92), nullptr);
    EXPECT_FALSE(stuck.solved);
    EXPECT_EQ(stuck.trials, 0);
    const SolvedPuzzle hardest =
        solved("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    const HumanRating tried = rate_human(hardest.puzzle, &hardest.solution);
    EXPECT_TRUE(tried.solved);
    EXPECT_GT(tried.trials, 0);
    EXPECT_TRUE(tried.beyond);
    EXPECT_EQ(tried.grade, HumanGrade::fiendish);
    EXPECT_FALSE(rate_human(hardest.puzzle, nullptr).solved);
}

TEST(Human, TakesWhatContradictsItself) {
    EXPECT_FALSE(rate_human(Puzzle::from_line(reference::contradictory), nullptr).solved);
    StopFlag stop;
    stop.raise();
    const Puzzle blank{Geometry::classic()};
    EXPECT_EQ(rate_human(blank, nullptr, human_model(), &stop).ending, Ending::interrupted);
}

TEST(Human, PricesAWalkByItsWays) {
    // One open cell: a single in a box and in two lines, and nothing else to see.
    const SolvedPuzzle one = solved(reference::gould);
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t c = 1; c < 81; ++c) puzzle.set_given(Cell{c}, one.solution[Cell{c}]);
    HumanModel model = human_model();
    model.at(HumanTerm::box) = 10;
    model.at(HumanTerm::line) = 40;
    model.at(HumanTerm::write) = 3;
    model.at(HumanTerm::spread) = 0;
    // A race: 1/10 + 2/40 singles a second.
    EXPECT_NEAR(rate_human(puzzle, &one.solution, model).seconds, 3 + 1 / 0.15, 1e-9);
    model.at(HumanTerm::spread) = 1;
    EXPECT_NEAR(rate_human(puzzle, &one.solution, model).seconds, 3 + 1 / 0.15 / 81, 1e-9);
}

TEST(Spearman, ComparesOrders) {
    const std::vector<double> a{1, 2, 3, 4, 5}, up{2, 9, 10, 50, 51}, down{5, 4, 3, 2, 1};
    EXPECT_DOUBLE_EQ(spearman(a, up), 1);
    EXPECT_DOUBLE_EQ(spearman(a, down), -1);
    EXPECT_DOUBLE_EQ(spearman(a, std::vector<double>(5, 3.0)), 0);
    // Ties have their mean rank: 1.5, 1.5, 3, 4.5, 4.5 against 1 to 5.
    EXPECT_NEAR(spearman(a, std::vector<double>{1, 1, 2, 3, 3}), 9 / std::sqrt(10.0 * 9.0), 1e-12);
}

TEST(HumanFit, FindsAPlayerOfAnotherKindAgain) {
    // Times of players for whom cells are easier to see than lines, with an error of 5 %.
    HumanModel other = human_model();
    other.at(HumanTerm::cell) = 20;
    other.at(HumanTerm::line) = 400;
    Random random{1};
    std::vector<HumanTime> times;
    std::vector<double> real, ours;
    for (const SolvedPuzzle& one : generated(120, 26, 9)) {
        const double seconds =
            rate_human(one.puzzle, &one.solution, other).seconds * (0.95 + 0.1 * random.unit());
        times.push_back({one.puzzle, one.solution, seconds});
        real.push_back(seconds);
        ours.push_back(rate_human(one.puzzle, &one.solution).seconds);
    }
    const HumanFit fit = fit_human(times, {.repeats = 1, .threads = 2});
    EXPECT_EQ(fit.ending, Ending::exhausted);
    ASSERT_TRUE(fit.crossed);
    EXPECT_GT(*fit.crossed, spearman(ours, real));
    EXPECT_GT(*fit.crossed, 0.9);
    EXPECT_LT(fit.model.at(HumanTerm::cell), fit.model.at(HumanTerm::line));
    EXPECT_EQ(fit_human(times, {.threads = 1}).model.terms, fit.model.terms);
    StopFlag stop;
    stop.raise();
    EXPECT_EQ(fit_human(times, {.stop = &stop}).ending, Ending::interrupted);
}

}  // namespace
}  // namespace clew::rating
