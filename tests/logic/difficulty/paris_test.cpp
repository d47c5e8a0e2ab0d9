// The measure against its definition, read once more without closures: singles by looking through
// houses, choices by recursion.

#include "logic/difficulty/paris.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/board/notation.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::logic {
namespace {

using Marks = std::vector<DigitSet>;

/// A quad: the four open cells of an unavoidable set, two solutions.
const std::string quad =
    "378659214154328769629471538743..5692862947351915236847487593126236..4975591762483";

bool full(const Marks& marks) {
    return std::ranges::all_of(marks, [](DigitSet d) { return d.size() == 1; });
}

std::size_t freedom_of(const Marks& marks) {
    std::size_t sum = 0;
    for (DigitSet digits : marks) sum += digits.size() - 1;
    return sum;
}

/// Naked and hidden singles until nothing moves; false if a cell or a house runs out.
bool close(const Geometry& geometry, Marks& marks) {
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t i = 0; i < marks.size(); ++i) {
            if (marks[i].empty()) return false;
            if (marks[i].size() != 1) continue;
            for (const HouseInfo& house : geometry.houses()) {
                const auto& cells = house.cells;
                if (std::ranges::find(cells, Cell{i}) == cells.end()) continue;
                for (Cell other : cells)
                    if (other != Cell{i} && marks[other.index()].contains(*marks[i].begin())) {
                        marks[other.index()].erase(*marks[i].begin());
                        moved = true;
                    }
            }
        }
        for (const HouseInfo& house : geometry.houses()) {
            if (house.cells.size() != geometry.size()) continue;
            for (std::size_t d = 0; d < geometry.size(); ++d) {
                const Digit digit{d};
                std::vector<Cell> places;
                for (Cell cell : house.cells)
                    if (marks[cell.index()].contains(digit)) places.push_back(cell);
                if (places.empty()) return false;
                DigitSet& only = marks[places.front().index()];
                if (places.size() == 1 && only.size() > 1) {
                    only = DigitSet{digit};
                    moved = true;
                }
            }
        }
    }
    return std::ranges::none_of(marks, [](DigitSet d) { return d.empty(); });
}

/// Every choice at a binary cell with the grid that it leads to; nothing if it is refuted.
std::vector<std::pair<Candidate, std::optional<Marks>>> choices_of(const Geometry& geometry,
                                                                   const Marks& marks) {
    std::vector<std::pair<Candidate, std::optional<Marks>>> list;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (marks[i].size() != 2) continue;
        for (Digit digit : marks[i]) {
            Marks after = marks;
            after[i] = DigitSet{digit};
            const bool open = close(geometry, after);
            list.push_back({{Cell{i}, digit}, open ? std::optional{after} : std::nullopt});
        }
    }
    return list;
}

/// Whether some sequence of at most so many choices solves.
bool solvable_in(const Geometry& geometry, const Marks& marks, std::size_t choices) {
    if (full(marks)) return true;
    if (choices == 0) return false;
    for (const auto& [choice, after] : choices_of(geometry, marks))
        if (after && solvable_in(geometry, *after, choices - 1)) return true;
    return false;
}

void compare(const Puzzle& puzzle, std::size_t deepest) {
    const Geometry& geometry = puzzle.geometry();
    const ParisRating rating = paris_rating(puzzle);
    Marks marks = puzzle.candidates_after_givens();
    if (!close(geometry, marks)) {
        EXPECT_EQ(rating.ending, ParisEnding::impossible);
        return;
    }
    EXPECT_EQ(rating.freedom, freedom_of(marks));
    const Marks start = marks;
    EXPECT_EQ(rating.direct(), full(marks));
    // The branch, choice by choice.
    for (const ParisChoice& taken : rating.choices) {
        ASSERT_FALSE(full(marks));
        const auto all = choices_of(geometry, marks);
        EXPECT_EQ(taken.binary * 2, all.size());
        std::size_t refuted = 0, solving = 0;
        std::optional<Marks> next;
        Candidate first;
        for (const auto& [choice, after] : all) {
            if (!after) {
                ++refuted;
                continue;
            }
            if (full(*after)) ++solving;
            if (!next || freedom_of(*after) < freedom_of(*next)) {
                next = after;
                first = choice;
            }
        }
        EXPECT_EQ(taken.refuted, refuted);
        EXPECT_EQ(taken.solving, solving);
        ASSERT_TRUE(next);
        EXPECT_EQ(taken.candidate, first);
        EXPECT_EQ(taken.freedom, freedom_of(*next));
        marks = *next;
    }
    const auto left = choices_of(geometry, marks);
    switch (rating.ending) {
        case ParisEnding::solved:
            EXPECT_TRUE(full(marks));
            break;
        case ParisEnding::no_binary:
            EXPECT_FALSE(full(marks));
            EXPECT_TRUE(left.empty());
            break;
        case ParisEnding::dead_end:
            EXPECT_FALSE(left.empty());
            for (const auto& [choice, after] : left) EXPECT_FALSE(after);
            break;
        default:
            ADD_FAILURE() << to_string(rating.ending);
    }
    // The fewest, as far as trying everything goes.
    ASSERT_EQ(rating.search, Ending::exhausted);
    for (std::size_t n = 0; n <= deepest; ++n)
        EXPECT_EQ(rating.fewest && *rating.fewest <= n, solvable_in(geometry, start, n)) << n;
}

TEST(Paris, IsItsDefinitionOnSmallBoards) {
    const std::uint64_t seed = 41;
    Random random{seed};
    std::size_t solved = 0, several_steps = 0, unsolved = 0;
    for (int i = 0; i < 400; ++i) {
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 5));
        SCOPED_TRACE(reference::describe(puzzle));
        compare(puzzle, 3);
        const ParisRating rating = paris_rating(puzzle);
        solved += rating.ending == ParisEnding::solved && !rating.direct();
        several_steps += rating.choices.size() > 1;
        unsolved +=
            rating.ending == ParisEnding::no_binary || rating.ending == ParisEnding::dead_end;
        if (HasFailure()) break;
    }
    EXPECT_GT(solved, 20U);  // or the test shows nothing
    EXPECT_GT(several_steps, 10U);
    EXPECT_GT(unsolved, 5U);
}

TEST(Paris, IsItsDefinitionOnPuzzles) {
    for (const std::string& line : {reference::p92, reference::gould, quad}) {
        SCOPED_TRACE(line);
        compare(Puzzle::from_line(line), 2);
    }
}

TEST(Paris, HasTheFiguresOfTheSource) {
    // Degrees of freedom of P-92 as printed: 150, and 109 after the template; of the choices at
    // node A the fewest leave 8 (pattern AA), where choices solve at once.
    const ParisRating rating = paris_rating(Puzzle::from_line(reference::p92));
    EXPECT_EQ(rating.given_freedom, 150U);
    EXPECT_EQ(rating.freedom, 109U);
    ASSERT_EQ(rating.choices.size(), 2U);
    EXPECT_EQ(rating.choices[0].freedom, 8U);
    EXPECT_EQ(rating.choices[0].binary, 14U);
    EXPECT_EQ(rating.choices[1].binary * 2, 12U);
    EXPECT_EQ(rating.choices[1].solving, 6U);
    EXPECT_EQ(rating.choices[1].refuted, 0U);
    EXPECT_EQ(rating.ending, ParisEnding::solved);
    EXPECT_EQ(rating.fewest, 2U);
}

TEST(Paris, OneStepDoesNotMeanOneSolution) {
    const Puzzle puzzle = Puzzle::from_line(quad);
    const ParisRating rating = paris_rating(puzzle);
    EXPECT_EQ(reference::all_solutions(puzzle).size(), 2U);
    EXPECT_EQ(rating.ending, ParisEnding::solved);
    ASSERT_EQ(rating.choices.size(), 1U);
    EXPECT_EQ(rating.choices[0].solving, 8U);
    EXPECT_EQ(rating.freedom, 4U);
}

TEST(Paris, DirectMeansOneSolution) {
    const std::uint64_t seed = 77;
    Random random{seed};
    std::size_t direct = 0;
    for (int i = 0; i < 500; ++i) {
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 6));
        if (!paris_rating(puzzle).direct()) continue;
        ++direct;
        EXPECT_EQ(reference::all_solutions(puzzle, 2).size(), 1U) << reference::describe(puzzle);
    }
    EXPECT_GT(direct, 20U);
}

TEST(Paris, SaysWhereNoChoiceLeads) {
    const ParisRating none = paris_rating(Puzzle::from_line(reference::contradictory));
    EXPECT_EQ(none.ending, ParisEnding::impossible);
    EXPECT_TRUE(none.choices.empty());
    const ParisRating blank = paris_rating(Puzzle::from_line(reference::blank));
    EXPECT_EQ(blank.ending, ParisEnding::no_binary);
    EXPECT_EQ(blank.given_freedom, 648U);
    EXPECT_EQ(blank.fewest, std::nullopt);
    EXPECT_EQ(blank.search, Ending::exhausted);
}

TEST(Paris, KeepsToItsBudgetAndStops) {
    const Puzzle puzzle = Puzzle::from_line(reference::p92);
    const ParisRating little = paris_rating(puzzle, {.trials = 5});
    EXPECT_EQ(little.search, Ending::out_of_budget);
    EXPECT_EQ(little.none_below, 1U);
    EXPECT_EQ(little.choices, paris_rating(puzzle).choices);
    StopFlag stop;
    stop.raise();
    const ParisRating stopped = paris_rating(puzzle, {.stop = &stop});
    EXPECT_EQ(stopped.ending, ParisEnding::interrupted);
    EXPECT_EQ(stopped.search, Ending::interrupted);
    EXPECT_EQ(stopped.freedom, 109U);
}

}  // namespace
}  // namespace clew::logic
