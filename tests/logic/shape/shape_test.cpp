#include "logic/shape/shape.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/board/notation.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/strategies/strategy.hpp"
#include "tests/logic/bare_step.hpp"
#include "tests/logic/marked.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/support/find_first.hpp"

namespace clew::logic {
namespace {

using T = Technique;

std::size_t truths(const Step& step) {
    return static_cast<std::size_t>(std::ranges::count(step.cites, Use::truth, &Citation::use));
}

/// Whether two of the step's almost locked sets share a cell.
bool sets_overlap(const Step& step) {
    std::set<Cell> before;
    for (const Group& group : step.groups) {
        if (group.role != Role::locked) continue;
        std::set<Cell> cells;
        for (const Candidate c : group.candidates) cells.insert(c.cell);
        for (const Cell cell : cells)
            if (!before.insert(cell).second) return true;
    }
    return false;
}

TEST(KnownShape, NamesWhatFindersFind) {
    const std::vector<T> asked{T::full_house,
                               T::naked_single,
                               T::hidden_single,
                               T::pointing,
                               T::claiming,
                               T::naked_pair,
                               T::naked_triple,
                               T::naked_quad,
                               T::hidden_pair,
                               T::hidden_triple,
                               T::hidden_quad,
                               T::x_wing,
                               T::swordfish,
                               T::skyscraper,
                               T::two_string_kite,
                               T::turbot_fish,
                               T::empty_rectangle,
                               T::finned_x_wing,
                               T::sashimi_x_wing,
                               T::finned_swordfish,
                               T::franken_swordfish,
                               T::finned_franken_swordfish,
                               T::mutant_swordfish,
                               T::xy_wing,
                               T::xyz_wing,
                               T::wxyz_wing,
                               T::bent_set,
                               T::sue_de_coq,
                               T::w_wing,
                               T::remote_pair,
                               T::x_chain,
                               T::xy_chain,
                               T::aic,
                               T::nice_loop,
                               T::grouped_x_chain,
                               T::grouped_aic,
                               T::grouped_nice_loop,
                               T::als_xz,
                               T::als_xz_double,
                               T::als_xy_wing,
                               T::als_chain,
                               T::counted_set,
                               T::death_blossom,
                               T::almost_locked_pair,
                               T::als_aic,
                               T::als_nice_loop};
    // Houses that a chain passes both ways, and sets that overlap in chains with other links have
    // no shape but that of all that singles refute.
    const std::set<T> may_be_nameless{T::als_chain,         T::grouped_aic, T::grouped_x_chain,
                                      T::grouped_nice_loop, T::als_aic,     T::als_nice_loop};
    // A chain whose ends one link sees is a ring, a fin that one link sees is a cover; and the same
    // citations may be cut into other sets, or into as many cells as digits.
    const std::set<std::pair<T, T>> as_good{{T::xy_chain, T::nice_loop},
                                            {T::xy_chain, T::counted_set},
                                            {T::xy_chain, T::multi_sector_locked_set},
                                            {T::death_blossom, T::counted_set},
                                            {T::xy_chain, T::sue_de_coq},
                                            {T::nice_loop, T::aic},
                                            {T::grouped_x_chain, T::grouped_nice_loop},
                                            {T::grouped_x_chain, T::finned_mutant_swordfish},
                                            {T::grouped_x_chain, T::finned_franken_swordfish},
                                            {T::sashimi_x_wing, T::franken_x_wing},
                                            {T::finned_swordfish, T::franken_swordfish},
                                            {T::counted_set, T::multi_sector_locked_set},
                                            {T::als_xz, T::counted_set},
                                            {T::als_xy_wing, T::als_chain},
                                            {T::als_aic, T::als_nice_loop},
                                            {T::als_xy_wing, T::counted_set},
                                            {T::als_chain, T::counted_set},
                                            {T::grouped_nice_loop, T::region_forcing_chain},
                                            {T::grouped_aic, T::region_forcing_chain},
                                            {T::grouped_x_chain, T::region_forcing_chain},
                                            {T::xy_chain, T::als_chain}};
    std::map<T, std::size_t> same, special, nameless;
    std::size_t overlapping = 0;  // sets that share a cell
    for (std::uint64_t seed = 1; seed <= 240; ++seed) {
        const State state = random_sample(Geometry::classic(), seed).state;
        if (state.contradiction()) continue;
        for (const T technique : asked) {
            if (same[technique] >= 12) continue;
            const auto step = find_first(state, {.technique = technique, .max_nodes = 200'000});
            if (!step) continue;
            const Step bare = bare_step(state, *step);
            // With fewer truths it is something smaller.
            if (truths(bare) != truths(*step)) continue;
            const auto shape = known_shape(state, bare);
            if (!shape || shape->technique == T::impossible_digit) {
                ++nameless[technique];
                EXPECT_TRUE(may_be_nameless.contains(technique))
                    << info(technique).id << ", seed " << seed;
                continue;
            }
            if (shape->technique == technique) {
                ++same[technique];
                overlapping += sets_overlap(*step);
                // A chain of almost locked sets may be cut into more of them.
                EXPECT_TRUE(shape->size == step->size || technique == T::als_chain ||
                            technique == T::als_aic)
                    << info(technique).id << ", seed " << seed;
                continue;
            }
            ++special[technique];
            EXPECT_TRUE(info(shape->technique).human < info(technique).human ||
                        as_good.contains({technique, shape->technique}))
                << info(technique).id << " is called " << info(shape->technique).id << ", seed "
                << seed;
        }
    }
    for (const T t : asked) {
        EXPECT_GT(same[t] + special[t], 0U) << info(t).id;
        EXPECT_LE(nameless[t], same[t] + special[t]) << info(t).id;
    }
    EXPECT_GT(overlapping, 0U);
}

Citation cell(const char* name) { return {Constraint::of(*parse_cell(name, 9)), Use::truth}; }
Citation link(const State& state, const char* house, int digit) {
    for (std::size_t h = 0; h < state.geometry().house_count(); ++h)
        if (state.geometry().info(House{h}).name == house)
            return {Constraint::of(House{h}, Digit{digit - 1}), Use::link};
    ADD_FAILURE() << house;
    return {};
}

Step proof_of(Candidate gone, std::vector<Citation> cites) {
    Step step;
    step.technique = T::smallest_proof;
    step.eliminations = {gone};
    step.cites = std::move(cites);
    std::ranges::sort(step.cites);
    return step;
}

TEST(KnownShape, IsAnXyWingOnlyIfNothingMoreIsCited) {
    const State state = marked({{"r1c1", "35"}, {"r1c5", "39"}, {"r4c1", "59"}});
    std::vector<Citation> cites{cell("r1c1"),
                                cell("r1c5"),
                                cell("r4c1"),
                                link(state, "row 1", 3),
                                link(state, "column 1", 5),
                                link(state, "column 5", 9),
                                link(state, "row 4", 9)};
    const Step wing = proof_of(c("r4c5", 9), cites);
    ASSERT_TRUE(audit(state, wing).sound());
    EXPECT_EQ(known_shape(state, wing), (KnownShape{T::xy_wing, 3}));

    // A citation that is not needed, or needed as a link only, makes it something else.
    cites.push_back(link(state, "row 9", 9));
    EXPECT_EQ(known_shape(state, proof_of(c("r4c5", 9), cites)), std::nullopt);
    cites.back() = link(state, "row 9", 9);
    cites.back().use = Use::truth;
    EXPECT_EQ(known_shape(state, proof_of(c("r4c5", 9), cites)), std::nullopt);

    // What rests on uniqueness has the name of its pattern.
    Step deadly = wing;
    deadly.deadly = {c("r1c1", 3)};
    EXPECT_EQ(known_shape(state, deadly), std::nullopt);
}

TEST(KnownShape, TellsThePivotOfThreeFromThatOfTwo) {
    const State state = marked({{"r1c1", "359"}, {"r2c2", "39"}, {"r1c8", "59"}});
    const Step wing = proof_of(
        c("r1c2", 9), {cell("r1c1"), cell("r2c2"), cell("r1c8"), link(state, "box 1", 3),
                       link(state, "row 1", 5), link(state, "box 1", 9), link(state, "row 1", 9)});
    ASSERT_TRUE(audit(state, wing).sound());
    EXPECT_EQ(known_shape(state, wing), (KnownShape{T::xyz_wing, 3}));
}

TEST(KnownShape, IsADeathBlossomWhereEachDigitOfAStemTakesFromAPetal) {
    const State state =
        marked({{"r5c5", "123"}, {"r5c8", "17"}, {"r1c8", "79"}, {"r1c5", "29"}, {"r4c4", "39"}});
    const auto step = find_first(state, {.technique = T::death_blossom});
    ASSERT_TRUE(step);
    const Step bare = bare_step(state, *step);
    EXPECT_EQ(bare.eliminations, std::vector{c("r1c4", 9)});
    EXPECT_EQ(known_shape(state, bare), (KnownShape{T::death_blossom, 3}));
    // A petal with a digit too many is none.
    Step other = bare;
    other.cites.erase(other.cites.begin());
    EXPECT_EQ(known_shape(state, other), std::nullopt);
}

TEST(KnownShape, IsADeathBlossomWhosePetalsShareACell) {
    // The stem r5c5: 1 leaves 9 in r1c5, 2 leaves 4 and 9 in r5c8 and r6c9, 3 in r6c4 and r6c9.
    const State state =
        marked({{"r5c5", "123"}, {"r1c5", "19"}, {"r5c8", "24"}, {"r6c9", "49"}, {"r6c4", "34"}});
    const Step blossom = proof_of(
        c("r1c9", 9), {cell("r5c5"), cell("r1c5"), cell("r5c8"), cell("r6c9"), cell("r6c4"),
                       link(state, "column 5", 1), link(state, "row 5", 2), link(state, "box 5", 3),
                       link(state, "box 6", 4), link(state, "row 6", 4), link(state, "row 1", 9),
                       link(state, "column 9", 9)});
    ASSERT_TRUE(audit(state, blossom).sound());
    EXPECT_EQ(known_shape(state, blossom), (KnownShape{T::death_blossom, 3}));
}

// What singles refute has at least that name, unless fewer citations need more than singles.
TEST(KnownShape, IsAnImpossibleDigitWhereNoOtherNameFits) {
    std::size_t impossible = 0, other = 0, nameless = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        const State state = random_sample(Geometry::classic(), seed).state;
        if (state.contradiction()) continue;
        std::size_t found = 0;
        find(state, {.technique = T::impossible_digit}, [&](Step&& step) {
            const Step bare = bare_step(state, step);
            if (step.size < 3 || bare.cites.size() > 30) return Flow::go_on;
            const auto shape = known_shape(state, bare);
            if (!shape) {
                ++nameless;
            } else if (shape->technique == T::impossible_digit) {
                ++impossible;
                EXPECT_EQ(shape->size, static_cast<std::size_t>(std::ranges::count(
                                           bare.cites, Use::truth, &Citation::use)));
            } else {
                ++other;
                EXPECT_LT(info(shape->technique).human, info(T::impossible_digit).human);
            }
            return ++found < 4 ? Flow::go_on : Flow::stop;
        });
    }
    EXPECT_GT(impossible, 10U);
    EXPECT_GT(other, 10U);
    EXPECT_LE(nameless * 10, impossible + other);
}

TEST(KnownShape, IsAnSkLoopAroundFourBoxes) {
    const State state = marked({{"r2c1", "1234"},
                                {"r2c3", "1234"},
                                {"r2c7", "3456"},
                                {"r2c9", "3456"},
                                {"r1c8", "5678"},
                                {"r3c8", "5678"},
                                {"r7c8", "1278"},
                                {"r9c8", "1278"},
                                {"r8c7", "1234"},
                                {"r8c9", "1234"},
                                {"r8c1", "3456"},
                                {"r8c3", "3456"},
                                {"r7c2", "5678"},
                                {"r9c2", "5678"},
                                {"r1c2", "1278"},
                                {"r3c2", "1278"}});
    EXPECT_TRUE(find_first(state, {.technique = T::sk_loop}));
    std::vector<Citation> cites;
    for (const char* name : {"r2c1", "r2c3", "r2c7", "r2c9", "r1c8", "r3c8", "r7c8", "r9c8", "r8c7",
                             "r8c9", "r8c1", "r8c3", "r7c2", "r9c2", "r1c2", "r3c2"})
        cites.push_back(cell(name));
    for (const auto& [house, low] : {std::pair{"row 2", 3},
                                     {"box 3", 5},
                                     {"column 8", 7},
                                     {"box 9", 1},
                                     {"row 8", 3},
                                     {"box 7", 5},
                                     {"column 2", 7},
                                     {"box 1", 1}})
        for (const int digit : {low, low + 1}) cites.push_back(link(state, house, digit));
    const Step step = proof_of(c("r2c5", 3), cites);
    ASSERT_TRUE(audit(state, step).sound());
    EXPECT_EQ(known_shape(state, step), (KnownShape{T::sk_loop, 16}));
}

TEST(KnownShape, IsADiscontinuousLoopWhereACandidateCannotFail) {
    // 9 in row 1 is in r1c5 or r1c8, in column 7 in r2c7 or r5c7, in column 5 in r5c5 or r1c5: were
    // it not in r1c5, it would be in r1c8, r5c7 and nowhere in column 5.
    const char* no_9 = "12345678";
    std::vector<std::pair<const char*, const char*>> cells;
    for (const char* cell :
         {"r1c1", "r1c2", "r1c3", "r1c4", "r1c6", "r1c7", "r1c9", "r2c5", "r3c5", "r4c5",
          "r6c5", "r7c5", "r8c5", "r9c5", "r3c7", "r4c7", "r6c7", "r7c7", "r8c7", "r9c7"})
        cells.emplace_back(cell, no_9);
    const State state = marked(cells);
    Step step;
    step.technique = T::smallest_proof;
    step.placements = {c("r1c5", 9)};
    step.cites = {link(state, "row 1", 9), link(state, "row 5", 9), link(state, "column 5", 9),
                  link(state, "column 7", 9), link(state, "box 3", 9)};
    for (const std::size_t truth : {0U, 2U, 3U}) step.cites[truth].use = Use::truth;
    std::ranges::sort(step.cites);
    ASSERT_TRUE(audit(state, step).sound());
    EXPECT_EQ(known_shape(state, step), (KnownShape{T::discontinuous_loop, 6}));
    // With a citation too many it is not.
    step.cites.push_back(link(state, "row 9", 9));
    EXPECT_EQ(known_shape(state, step), std::nullopt);
}

TEST(KnownShape, MayHaveAFinWhereItsHousesCross) {
    // Row 7, column 4 and box 4 for 1, covered by row 6, column 3 and box 8; r7c4 is in two of
    // them.
    const char* no_1 = "23456789";
    std::vector<std::pair<const char*, const char*>> cells;
    for (const char* cell : {"r7c1", "r7c2", "r7c7", "r7c8", "r7c9", "r1c4", "r2c4", "r3c4", "r4c4",
                             "r5c4", "r4c1", "r4c2", "r5c1", "r5c2", "r5c3", "r6c2"})
        cells.emplace_back(cell, no_1);
    const State state = marked(cells);
    std::vector<Citation> cites{link(state, "row 7", 1),    link(state, "column 4", 1),
                                link(state, "box 4", 1),    link(state, "row 6", 1),
                                link(state, "column 3", 1), link(state, "box 8", 1)};
    for (std::size_t i = 0; i < 3; ++i) cites[i].use = Use::truth;
    const Step step = proof_of(c("r8c6", 1), cites);
    ASSERT_TRUE(audit(state, step).sound());
    EXPECT_EQ(known_shape(state, step), (KnownShape{T::finned_mutant_swordfish, 3}));
}

TEST(KnownShape, IsARegionForcingChainWhereEachPlaceLeadsTheSameWay) {
    // Three places of a digit, each with a cell behind it.
    const char* no_5 = "12346789";
    const State state = marked({{"r1c2", no_5},
                                {"r1c3", no_5},
                                {"r1c4", no_5},
                                {"r1c5", no_5},
                                {"r1c6", no_5},
                                {"r1c7", no_5},
                                {"r5c1", "59"},
                                {"r4c8", "59"},
                                {"r7c9", "59"}});
    Citation five = link(state, "row 1", 5);
    five.use = Use::truth;
    const Step step =
        proof_of(c("r5c9", 9),
                 {five, cell("r5c1"), cell("r4c8"), cell("r7c9"), link(state, "column 1", 5),
                  link(state, "column 8", 5), link(state, "column 9", 5), link(state, "row 5", 9),
                  link(state, "box 6", 9), link(state, "column 9", 9)});
    ASSERT_TRUE(audit(state, step).sound());
    EXPECT_EQ(known_shape(state, step), (KnownShape{T::region_forcing_chain, 1}));
}

TEST(KnownShape, IsACellForcingChainWhereEachDigitLeadsTheSameWay) {
    const char* no_5 = "12346789";
    const State state = marked({{"r1c1", "123"},
                                {"r1c5", "14"},
                                {"r5c1", "24"},
                                {"r2c2", "35"},
                                {"r3c5", no_5},
                                {"r4c5", no_5},
                                {"r6c5", no_5},
                                {"r7c5", no_5},
                                {"r8c5", no_5},
                                {"r9c5", no_5}});
    // 1 and 2 in r1c1 make r1c5 and r5c1 a 4, 3 makes r2c2 a 5, and so r5c5.
    Citation five = link(state, "column 5", 5);
    five.use = Use::truth;
    Citation itself = cell("r5c5");
    itself.use = Use::link;
    const Step step =
        proof_of(c("r5c5", 4),
                 {cell("r1c1"), cell("r1c5"), cell("r5c1"), cell("r2c2"), five, itself,
                  link(state, "row 1", 1), link(state, "column 1", 2), link(state, "box 1", 3),
                  link(state, "row 2", 5), link(state, "column 5", 4), link(state, "row 5", 4)});
    ASSERT_TRUE(audit(state, step).sound());
    EXPECT_EQ(known_shape(state, step), (KnownShape{T::cell_forcing_chain, 1}));
}

// What the finders of verities find is one, if nothing of it can be left out.
TEST(KnownShape, NamesVerities) {
    std::map<T, std::size_t> named;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const State state = random_sample(Geometry::classic(), seed).state;
        if (state.contradiction()) continue;
        for (const T technique : {T::cell_forcing_chain, T::region_forcing_chain,
                                  T::cell_forcing_net, T::region_forcing_net}) {
            const auto step = find_first(state, {.technique = technique, .max_nodes = 200'000});
            if (!step) continue;
            const Step bare = bare_step(state, *step);
            if (truths(bare) != truths(*step)) continue;
            const auto shape = known_shape(state, bare);
            if (!shape) continue;
            EXPECT_LE(info(shape->technique).human, info(technique).human)
                << info(technique).id << " is called " << info(shape->technique).id << ", seed "
                << seed;
            ++named[shape->technique];
        }
    }
    EXPECT_GT(named[T::cell_forcing_chain], 0U);
    EXPECT_GT(named[T::region_forcing_chain], 0U);
}

}  // namespace
}  // namespace clew::logic
