#include "encode/sat/cube.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/contract.hpp"
#include "encode/sat/fillings.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::sat {
namespace {

TEST(Cube, KeepsEverySolutionAndFindsNoneWhereThereIsNone) {
    constexpr std::uint64_t seed = 41;
    Random random{seed};
    for (int round = 0; round < 150; ++round) {
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 6));
        if (!reference::count_solutions(puzzle, 500, 200'000)) continue;
        const std::vector<Grid> all = reference::all_solutions(puzzle, 500);
        const Cube cube(puzzle.geometry(), puzzle.candidates_after_givens());
        if (!cube.consistent()) {
            EXPECT_TRUE(all.empty()) << reference::describe(puzzle);
            continue;
        }
        for (const Grid& g : all)
            for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
                EXPECT_TRUE(cube.domain(Cell{i}).contains(g[Cell{i}]));
        if (cube.open_cells().empty()) {
            EXPECT_EQ(all.size(), 1U);
        }
    }
}

TEST(Cube, ShavingKeepsEverySolutionAndNoCandidateThatContradictsAtOnce) {
    constexpr std::uint64_t seed = 47;
    Random random{seed};
    std::size_t shaved = 0;
    for (int round = 0; round < 300; ++round) {
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 6));
        if (!reference::count_solutions(puzzle, 500, 200'000)) continue;
        Cube cube(puzzle.geometry(), puzzle.candidates_after_givens());
        if (!cube.consistent()) continue;
        const std::vector<DigitSet> before(cube.domains().begin(), cube.domains().end());
        const std::vector<Grid> all = reference::all_solutions(puzzle, 500);
        ASSERT_TRUE(cube.shave());
        if (!cube.consistent()) {
            EXPECT_TRUE(all.empty()) << reference::describe(puzzle);
            continue;
        }
        for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i) {
            const DigitSet left = cube.domain(Cell{i});
            for (const Grid& g : all) EXPECT_TRUE(left.contains(g[Cell{i}]));
            shaved += before[i].size() - left.size();
            if (!cube.is_open(Cell{i})) continue;
            for (Digit d : left) {
                Cube trial = cube;
                EXPECT_TRUE(trial.decide(Cell{i}, d)) << reference::describe(puzzle);
            }
        }
    }
    EXPECT_GT(shaved, 100U);
}

TEST(Cube, ShavingEndsWhenItIsStoppedOrItsTurnIsOver) {
    const Puzzle blank{Geometry::classic()};
    Cube cube(blank.geometry(), blank.candidates_after_givens());
    StopFlag stop;
    stop.raise();
    EXPECT_FALSE(cube.shave({.stop = &stop}));
    int pauses = 0;
    Turns turns;
    turns.pause = [&] {
        turns.until = turns.work + 1;
        return ++pauses < 10 ? Flow::go_on : Flow::stop;
    };
    EXPECT_FALSE(cube.shave({}, &turns));
    EXPECT_EQ(pauses, 10);
    EXPECT_TRUE(cube.shave());
}

TEST(Cube, PartsAreIndependentAndTheirFillingsMultiply) {
    constexpr std::uint64_t seed = 43;
    Random random{seed};
    int several = 0;
    for (int round = 0; round < 300; ++round) {
        // a puzzle with 1 105 solutions, and a few of its cells decided
        Puzzle puzzle = Puzzle::from_line(
            ".8...9.5....6.....6...1.....72...86..3..6.7.1......93.7.3..1......4.6..3.6.382...");
        Cube cube(puzzle.geometry(), puzzle.candidates_after_givens());
        const std::size_t stop_at = 8 + random.below(16);
        while (cube.consistent() && cube.open_cells().size() > stop_at) {
            const Part open = cube.open_cells();
            const Cell cell = open[random.below(open.size())];
            const Digit digit = cube.domain(cell).first();
            puzzle.set_given(cell, digit);
            cube.decide(cell, digit);
        }
        const auto expected = reference::count_solutions(puzzle, 1000, 200'000);
        if (!cube.consistent()) {
            EXPECT_EQ(expected, 0U);
            continue;
        }
        if (!expected || *expected == 1000) continue;
        Fillings fillings(puzzle.geometry());
        const std::vector<Part> parts = cube.parts(cube.open_cells());
        std::uint64_t product = 1;
        std::size_t cells = 0;
        for (const Part& part : parts) {
            cells += part.size();
            EXPECT_TRUE(std::ranges::is_sorted(part));
            const auto table = fillings.of(cube, part, {});
            ASSERT_EQ(table->ending, Ending::exhausted);
            EXPECT_EQ(fillings.of(cube, part, {}), table);  // remembered
            product *= table->count();
        }
        EXPECT_EQ(cells, cube.open_cells().size());
        EXPECT_EQ(product, *expected) << "seed " << seed << ": " << reference::describe(puzzle);
        EXPECT_EQ(fillings.solved(), parts.size());
        several += parts.size() > 1 ? 1 : 0;
    }
    EXPECT_GT(several, 10);
}

TEST(Cube, DecidingClosesOrContradicts) {
    const GeometryPtr board = Geometry::standard(4);
    const std::vector<DigitSet> all(16, DigitSet::all(4));
    Cube cube(*board, all);
    EXPECT_TRUE(cube.decide(Cell{0}, Digit{0}));
    EXPECT_EQ(cube.domain(Cell{1}), DigitSet::all(4) - DigitSet{Digit{0}});
    EXPECT_THROW(cube.decide(Cell{1}, Digit{0}), ContractViolation);
    EXPECT_TRUE(cube.decide(Cell{1}, Digit{1}));
    EXPECT_TRUE(cube.decide(Cell{2}, Digit{2}));
    EXPECT_EQ(cube.domain(Cell{3}), DigitSet{Digit{3}});
    EXPECT_FALSE(cube.exclude(Cell{3}, Digit{3}));
    EXPECT_FALSE(cube.consistent());
    EXPECT_THROW(Cube(*board, std::span(all).first(3)), ContractViolation);
}

}  // namespace
}  // namespace clew::sat
