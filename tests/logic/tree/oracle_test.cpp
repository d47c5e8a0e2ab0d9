// The oracle against a search, on grids that have a solution and grids that have none.

#include "logic/tree/oracle.hpp"

#include <gtest/gtest.h>

#include "core/base/random.hpp"
#include "solve/solve.hpp"

namespace clew::logic {
namespace {

/// `steps` digits more, each a candidate that the givens and the digits so far allow.
Puzzle wandered(Puzzle puzzle, std::size_t steps, Random& random) {
    for (std::size_t i = 0; i < steps; ++i) {
        std::vector<Candidate> open;
        const auto candidates = puzzle.candidates_after_givens();
        for (std::size_t c = 0; c < candidates.size(); ++c)
            if (!puzzle.given(Cell{c}))
                for (const Digit digit : candidates[c]) open.push_back({Cell{c}, digit});
        if (open.empty()) break;
        const Candidate chosen = open[random.below(open.size())];
        puzzle.set_given(chosen.cell, chosen.digit);
    }
    return puzzle;
}

void compare(const Puzzle& puzzle, std::size_t most_steps, std::uint64_t seed) {
    SolutionOracle oracle{puzzle, nullptr};
    Random random{seed};
    int dead = 0, alive = 0;
    for (int i = 0; i < 300; ++i) {
        const Puzzle grid = wandered(puzzle, 1 + random.below(most_steps), random);
        std::vector<std::optional<Digit>> digits;
        for (std::size_t c = 0; c < puzzle.geometry().cell_count(); ++c)
            digits.push_back(grid.given(Cell{c}));
        const bool expected = count(grid, {.engine = Engine::search, .limit = 1}).solutions > 0;
        ASSERT_EQ(oracle.has_solution(digits), expected) << "seed " << seed << ", grid " << i;
        (expected ? alive : dead) += 1;
    }
    EXPECT_GT(dead, 20);
    EXPECT_GT(alive, 20);
}

TEST(SolutionOracle, KnowsWhatIsDeadWhereAllSolutionsAreKnown) {
    compare(
        Puzzle::from_line(
            "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2.."),
        8, 1);
}

// More solutions than are listed: 10 358, and those of a blank 6x6 grid.
TEST(SolutionOracle, AsksWhereTheyAreTooMany) {
    compare(
        Puzzle::from_line(
            ".3.6.7..9..9...7.........3...3....8.782.4931....1.8.2..2..8.6............7.9....."),
        20, 2);
    compare(Puzzle{Geometry::standard(6)}, 20, 3);
}

}  // namespace
}  // namespace clew::logic
