#include "logic/work_matrix.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "logic/strategies/rules.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/support/find_first.hpp"

namespace clew::logic {
namespace {

// As many columns as rows, and the chosen rows meet no others; what stands in those columns
// elsewhere is what the step removes.
TEST(WorkMatrix, ShowsWhatTheRoutineSaw) {
    std::size_t seen = 0, without = 0;
    for (const GeometryPtr& board : {Geometry::classic(), Geometry::standard(6)})
        for (std::uint64_t seed = 1; seed <= 150; ++seed) {
            const State state = random_sample(board, seed).state;
            for (const TechniqueRule& rule : built_in_rules("pike")->rules)
                find(state, rule.query(), [&](Step&& step) {
                    const auto matrix = work_matrix(state, step);
                    if (step.size < 2) {
                        EXPECT_FALSE(matrix);
                        ++without;
                        return Flow::go_on;
                    }
                    EXPECT_TRUE(matrix) << info(step.technique).id << " seed " << seed;
                    if (!matrix) return Flow::stop;
                    Mask met = 0;
                    std::size_t gone = 0;
                    for (std::size_t i = 0; i < matrix->entries.size(); ++i)
                        if ((matrix->chosen_rows >> i & 1U) != 0)
                            met |= matrix->entries[i];
                        else
                            gone += static_cast<std::size_t>(
                                std::popcount(matrix->entries[i] & matrix->chosen_columns));
                    EXPECT_EQ(met, matrix->chosen_columns);
                    EXPECT_EQ(static_cast<std::size_t>(std::popcount(matrix->chosen_rows)),
                              step.size);
                    EXPECT_EQ(static_cast<std::size_t>(std::popcount(met)), step.size);
                    EXPECT_EQ(gone, step.eliminations.size());
                    EXPECT_EQ(matrix->rows.size(), matrix->entries.size());
                    ++seen;
                    return Flow::go_on;
                });
        }
    EXPECT_GT(seen, 300U);
    EXPECT_GT(without, 300U);
}

TEST(WorkMatrix, IsDrawn) {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.set_marks(Cell{0}, DigitSet{Digit{0}} | DigitSet{Digit{1}});
    puzzle.set_marks(Cell{2}, DigitSet{Digit{0}} | DigitSet{Digit{1}});
    const State state{puzzle};
    const auto step = find_first(state, {.technique = Technique::naked_pair});
    ASSERT_TRUE(step);
    const auto matrix = work_matrix(state, *step);
    ASSERT_TRUE(matrix);
    EXPECT_EQ(to_text(*matrix),
              "row 1, cells by digits: r1c1 and r1c3 meet only 1 and 2\n"
              "      1* 2* 3  4\n"
              "r1c1* 1  1  .  .\n"
              "r1c2  1- 1- 1  1\n"
              "r1c3* 1  1  .  .\n"
              "r1c4  1- 1- 1  1\n");
    EXPECT_EQ(to_json(*matrix).dump(),
              R"({"plane":"row 1","across":"cells by digits","rows":["r1c1","r1c2","r1c3","r1c4"],)"
              R"("columns":["1","2","3","4"],"entries":["1100","1111","1100","1111"],)"
              R"("chosen_rows":["r1c1","r1c3"],"chosen_columns":["1","2"]})");
}

}  // namespace
}  // namespace clew::logic
