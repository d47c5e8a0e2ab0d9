// The fast chain search against the slow, plain reading of the scale, on states of random puzzles.

#include <gtest/gtest.h>

#include <map>

#include "logic/rating/forcing_chains.hpp"
#include "logic/rating/multiple_chains.hpp"
#include "logic/rating/nested.hpp"
#include "tests/logic/rating/walks.hpp"
#include "tests/reference/slow_chains.hpp"

namespace clew::rating {
namespace {

using reference::SlowChain;
using reference::SlowGrid;
using reference::SlowKind;

SlowGrid slow(const Board9& board) {
    SlowGrid grid;
    for (std::size_t c = 0; c < 81; ++c) {
        grid.filled[c] = board.value[c] != 0;
        for (std::size_t d = 0; d < 9; ++d) grid.may[c][d] = (board.cell[c] >> d & 1) != 0;
    }
    for (std::size_t d = 0; d < 9; ++d) grid.placed[d] = board.filled[d];
    return grid;
}

struct Fast {
    ForcingChains forcing;
    MultipleChains multiple;

    std::optional<Deduction> lowest(const Board9& board, SlowKind kind) {
        if (kind == SlowKind::forcing_chains) return forcing.lowest(board);
        MultipleRules rules;
        rules.propagation.dynamic = kind != SlowKind::multiple_chains;
        rules.propagation.nishio = kind == SlowKind::nishio;
        int level = 0;
        switch (kind) {
            case SlowKind::nishio:
                rules.technique = SeTechnique::nishio;
                break;
            case SlowKind::dynamic_chains:
                rules.technique = SeTechnique::dynamic_chains;
                break;
            case SlowKind::dynamic_plus:
                rules.technique = SeTechnique::dynamic_chains_plus;
                level = 1;
                break;
            case SlowKind::nested_forcing:
                rules.technique = SeTechnique::nested_chains;
                level = 2;
                break;
            case SlowKind::nested_multiple:
                rules.technique = SeTechnique::nested_multiple_chains;
                level = 3;
                break;
            case SlowKind::nested_dynamic:
                rules.technique = SeTechnique::nested_dynamic_chains;
                level = 4;
                break;
            default:
                break;
        }
        Nested nested{level, nullptr};
        if (level > 0) rules.propagation.advanced = &nested;
        return multiple.lowest(board, rules);
    }
};

std::string text(const std::optional<SlowChain>& chain) {
    if (!chain) return "none";
    return tenths_text(chain->tenths) + " by " + std::to_string(chain->complexity);
}

struct Asked {
    std::size_t states = 1;
    int from_tenths = 65;  ///< only states whose next step is rated so or higher
    int open = 324;        ///< and that have at most so many candidates left: the slow way is slow
    std::uint64_t seed = 1;
};

int candidates(const Board9& board) {
    int n = 0;
    for (int c = 0; c < 81; ++c) n += ones(board.at(c));
    return n;
}

/// Compares on as many states as asked for; returns how many had a chain.
std::size_t compare(SlowKind kind, const Asked& asked) {
    Fast fast;
    std::size_t seen = 0, found = 0;
    for (std::uint64_t seed = asked.seed; seen < asked.states; ++seed)
        each_state(minimal_puzzle(seed), {}, [&](const Board9& board, const SeStep& next) {
            if (next.tenths < asked.from_tenths || seen == asked.states ||
                candidates(board) > asked.open)
                return;
            ++seen;
            const auto expected = lowest_chain(slow(board), kind);
            const auto hint = fast.lowest(board, kind);
            std::optional<SlowChain> got;
            if (hint) got = SlowChain{hint->tenths, hint->complexity};
            EXPECT_EQ(text(got), text(expected)) << "seed " << seed << " state " << seen;
            found += expected ? 1U : 0U;
        });
    return found;
}

TEST(Chains, ForcingChainsAreAsLowAsCanBe) {
    EXPECT_GT(compare(SlowKind::forcing_chains, {.states = 80, .from_tenths = 30, .open = 130}),
              40U);
}
TEST(Chains, NishioChainsAreAsLowAsCanBe) {
    EXPECT_GT(compare(SlowKind::nishio, {.states = 100}), 10U);
}
TEST(Chains, MultipleChainsAreAsLowAsCanBe) {
    EXPECT_GT(compare(SlowKind::multiple_chains, {.states = 60, .seed = 100}), 20U);
}
TEST(Chains, DynamicChainsAreAsLowAsCanBe) {
    EXPECT_GT(compare(SlowKind::dynamic_chains, {.states = 40, .open = 180, .seed = 200}), 30U);
}
TEST(Chains, DynamicChainsPlusAreAsLowAsCanBe) {
    EXPECT_GT(compare(SlowKind::dynamic_plus, {.states = 6, .open = 130, .seed = 300}), 3U);
}
TEST(Chains, NestedChainsAreAsLowAsCanBe) {
    const Asked few{.open = 85, .seed = 400};
    EXPECT_GT(compare(SlowKind::nested_forcing, few), 0U);
    EXPECT_GT(compare(SlowKind::nested_multiple, few), 0U);
    EXPECT_GT(compare(SlowKind::nested_dynamic, few), 0U);
}

TEST(Chains, LengthIsRatedByTheTable) {
    // 4, 6, 8, 12, 16, 24, 32, 48: one tenth for each that the complexity less two exceeds
    const std::map<int, int> table = {{2, 0},  {6, 0},  {7, 1},  {8, 1},  {9, 2},  {10, 2},
                                      {11, 3}, {14, 3}, {15, 4}, {18, 4}, {19, 5}, {26, 5},
                                      {27, 6}, {34, 6}, {35, 7}, {50, 7}, {51, 8}};
    for (const auto& [complexity, tenths] : table)
        EXPECT_EQ(length_tenths(complexity), tenths) << complexity;
}

}  // namespace
}  // namespace clew::rating
