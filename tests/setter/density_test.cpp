#include "setter/density.hpp"

#include <gtest/gtest.h>

#include "core/base/contract.hpp"
#include "tests/setter/puzzles.hpp"

namespace clew::setter {
namespace {

void expect_listed(const Puzzle& puzzle, const Density& d) {
    const Geometry& geometry = puzzle.geometry();
    std::vector<std::uint64_t> counts(geometry.candidate_count());
    std::uint64_t total = 0;
    enumerate(puzzle, {.engine = Engine::search}, [&](const Grid& g) {
        ++total;
        for (std::size_t i = 0; i < g.cell_count(); ++i)
            ++counts[geometry.candidate_index({Cell{i}, g[Cell{i}]})];
        return Flow::go_on;
    });
    ASSERT_TRUE(d.counted());
    EXPECT_EQ(d.total(), Count{total});
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const Candidate c = geometry.candidate(i);
        EXPECT_EQ(d.of(c), Count{counts[i]});
        EXPECT_EQ(d.possible(c.cell).contains(c.digit), counts[i] > 0);
        EXPECT_EQ(d.in_all(c), total > 0 && counts[i] == total);
    }
}

TEST(Density, CountsEveryCandidateWithEveryEngine) {
    for (Engine engine : {Engine::automatic, Engine::search, Engine::sat}) {
        SCOPED_TRACE(to_string(engine));
        expect_listed(p92, density(p92, {.engine = engine}));
    }
    // Twenty-one clues of P-92: the exact counter's own country, small enough to list.
    Puzzle fewer = p92;
    fewer.clear_given(Cell{2});
    fewer.clear_given(Cell{8});
    expect_listed(fewer, density(fewer, {.engine = Engine::exact}));
}

TEST(Density, WithoutCountsTellsSomeAndAll) {
    const Density counted = density(p92);
    const Density told = density(p92, {.counting = Counting::none});
    EXPECT_FALSE(told.counted());
    ASSERT_TRUE(told.known());
    for (std::size_t i = 0; i < 81; ++i)
        EXPECT_EQ(told.possible(Cell{i}), counted.possible(Cell{i}));
    EXPECT_EQ(told.backbone_size(), counted.backbone_size());
    EXPECT_GT(told.backbone_size(), p92.given_count());
}

TEST(Density, EndsCountingWithTheBudgetAndStillTellsSomeAndAll) {
    const Puzzle blank{Geometry::classic()};
    const Density d = density(blank, {.engine = Engine::search, .budget = {.max_nodes = 1'000}});
    EXPECT_FALSE(d.counted());
    EXPECT_EQ(d.ending(), Ending::out_of_budget);
    EXPECT_EQ(d.possible(Cell{40}), DigitSet::all(9));
    EXPECT_EQ(d.backbone_size(), 0U);
    StopFlag stop;
    stop.raise();
    EXPECT_FALSE(density(p92, {.engine = Engine::sat, .budget = {.stop = &stop}}).counted());
}

TEST(Density, OtherBoardsAndPuzzlesWithoutSolution) {
    Puzzle small{Geometry::standard(4)};
    small.set_given(Cell{0}, Digit{0});
    const Density d = density(small);
    expect_listed(small, d);
    EXPECT_EQ(d.total(), Count{72});  // 288 / 4
    EXPECT_DOUBLE_EQ(d.entropy(Cell{0}), 0);
    EXPECT_GT(d.entropy(Cell{15}), 1.0);
    Puzzle bad = p92;
    bad.set_given(Cell{0}, Digit{8});
    const Density none = density(bad);
    EXPECT_EQ(none.total(), Count{});
    EXPECT_TRUE(none.possible(Cell{40}).empty());
    EXPECT_EQ(none.share({Cell{40}, Digit{0}}), 0);
    EXPECT_THROW(density(small, {.engine = Engine::exact}), ContractViolation);
}

}  // namespace
}  // namespace clew::setter
