
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "logic/shape/shape.hpp"
#include "logic/strategies/strategy.hpp"
#include "tests/logic/bare_step.hpp"
#include "tests/logic/marked.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/support/find_first.hpp"

namespace clew::logic {
namespace {

using T = Technique;

TEST(ShapeColours, NamesWhatTheColouringFinds) {
    // A part of a component may be all that one conclusion needs: something that people see sooner,
    // or that is cut into other sets.
    const std::set<T> sets{T::franken_x_wing, T::franken_swordfish, T::mutant_x_wing,
                           T::sue_de_coq};
    std::map<T, std::size_t> same, sooner, nameless;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        const State state = random_sample(Geometry::classic(), seed).state;
        if (state.contradiction()) continue;
        for (const T technique : {T::simple_colouring, T::multi_colouring, T::medusa}) {
            const auto step = find_first(state, {.technique = technique});
            if (!step) continue;
            for (const Candidate gone : step->eliminations) {
                const Step bare = bare_step(state, *step, gone);
                const auto single = [&](const Citation& c) {
                    return c.use == Use::truth && candidates_of(state, c.constraint).size() == 1;
                };
                if (std::ranges::any_of(bare.cites, single)) continue;
                const auto shape = known_shape(state, bare);
                // Two cases that come to the same, or singles that run out: names for what shows no
                // colours.
                if (!shape || shape->technique == T::binary_verity ||
                    shape->technique == T::impossible_digit) {
                    ++nameless[technique];
                    continue;
                }
                ++(shape->technique == technique ? same : sooner)[technique];
                EXPECT_TRUE(info(shape->technique).human <= info(technique).human ||
                            sets.contains(shape->technique))
                    << info(technique).id << " is called " << info(shape->technique).id << ", seed "
                    << seed;
            }
        }
    }
    for (const T technique : {T::simple_colouring, T::multi_colouring, T::medusa}) {
        EXPECT_GT(same[technique], 3U) << info(technique).id;
        // What empties a house may be put without colours too.
        EXPECT_LE(5 * nameless[technique], same[technique]) << info(technique).id;
    }
}

Citation cited(const State& state, const char* house, Use use) {
    for (std::size_t h = 0; h < state.geometry().house_count(); ++h)
        if (state.geometry().info(House{h}).name == house)
            return {Constraint::of(House{h}, Digit{4}), use};
    ADD_FAILURE() << house;
    return {};
}

using Cells = std::vector<const char*>;
const Cells rest_of_column_8{"r1c8", "r3c8", "r4c8", "r6c8", "r7c8", "r9c8"};
const Cells rest_of_column_4{"r1c4", "r3c4", "r4c4", "r6c4", "r7c4", "r9c4"};

/// 5 in row 2 is in r2c2 or r2c8, in row 5 in r5c8 or r5c4, in row 8 in r8c4 or r8c1; some columns
/// have no other places either.
State three_rows(const std::vector<Cells>& none_in) {
    Cells cells{"r2c1", "r2c3", "r2c4", "r2c5", "r2c6", "r2c7", "r2c9",
                "r5c1", "r5c2", "r5c3", "r5c5", "r5c6", "r5c7", "r5c9",
                "r8c2", "r8c3", "r8c5", "r8c6", "r8c7", "r8c8", "r8c9"};
    for (const Cells& more : none_in) cells.insert(cells.end(), more.begin(), more.end());
    std::vector<std::pair<const char*, const char*>> marks;
    for (const char* cell : cells) marks.emplace_back(cell, "12346789");
    return marked(marks);
}

std::optional<KnownShape> shape_of_chain(const State& state) {
    Step step;
    step.technique = T::smallest_proof;
    step.eliminations = {c("r9c2", 5)};
    for (const char* row : {"row 2", "row 5", "row 8"})
        step.cites.push_back(cited(state, row, Use::truth));
    for (const char* link : {"column 8", "column 4", "column 2", "box 7"})
        step.cites.push_back(cited(state, link, Use::link));
    std::ranges::sort(step.cites);
    EXPECT_TRUE(audit(state, step).sound());
    return known_shape(state, step);
}

TEST(ShapeColours, NeedPairsAllTheWay) {
    EXPECT_EQ(shape_of_chain(three_rows({rest_of_column_8, rest_of_column_4})),
              (KnownShape{T::simple_colouring, 6}));
    // A column with more places parts the colours; two of them make it a chain.
    EXPECT_EQ(shape_of_chain(three_rows({rest_of_column_8})), (KnownShape{T::multi_colouring, 6}));
    EXPECT_EQ(shape_of_chain(three_rows({rest_of_column_4})), (KnownShape{T::multi_colouring, 6}));
    EXPECT_EQ(shape_of_chain(three_rows({})), (KnownShape{T::x_chain, 6}));
}

}  // namespace
}  // namespace clew::logic
