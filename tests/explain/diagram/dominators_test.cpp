// Dominators of all vertices against what is forced of each, and following a candidate.

#include "explain/diagram/dominators.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "explain/diagram/forced.hpp"
#include "logic/tree/follow.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::explain {
namespace {

logic::DecisionTree grown(logic::TreeMode mode) {
    logic::TreeOptions options;
    options.mode = mode;
    return logic::DecisionTree::grow(Puzzle::from_line(reference::p92), options);
}

TEST(Dominators, AreThePatternsOnEveryWay) {
    for (logic::TreeMode mode :
         {logic::TreeMode::paris, logic::TreeMode::alternates, logic::TreeMode::lean}) {
        const logic::DecisionTree tree = grown(mode);
        const Dominators through{tree};
        for (logic::Node v = 0; v < tree.node_count(); ++v)
            EXPECT_EQ(through.chain(v), find_forced(tree, std::array{v})[0].patterns)
                << tree.name(v);
    }
}

/// Without a vertex, exactly the solutions that it dominates are out of reach.
TEST(Dominators, CutOffTheirSolutions) {
    for (logic::TreeMode mode : {logic::TreeMode::paris, logic::TreeMode::lean}) {
        const logic::DecisionTree tree = grown(mode);
        const Dominators through{tree};
        for (logic::Node without = 1; without < tree.node_count(); ++without) {
            std::vector<bool> reached(tree.node_count(), false);
            std::vector<logic::Node> open{0};
            reached[0] = true;
            while (!open.empty()) {
                const logic::Node v = open.back();
                open.pop_back();
                for (auto [to, end] = boost::adjacent_vertices(v, tree.graph()); to != end; ++to)
                    if (*to != without && !reached[*to]) {
                        reached[*to] = true;
                        open.push_back(*to);
                    }
            }
            std::vector<logic::Node> lost;
            for (logic::Node v = 0; v < tree.node_count(); ++v)
                if (!reached[v] && tree[v].kind == logic::NodeKind::solution) lost.push_back(v);
            EXPECT_EQ(through.solutions(without), lost) << tree.name(without);
        }
    }
}

TEST(Dominators, KnowWhoLeadsToAVertex) {
    const logic::DecisionTree tree = grown(logic::TreeMode::paris);
    const Dominators through{tree};
    std::size_t edges = 0;
    for (logic::Node v = 0; v < tree.node_count(); ++v) {
        const auto sources = through.sources(v);
        edges += sources.size();
        EXPECT_TRUE(std::ranges::is_sorted(sources));
        for (logic::Node from : sources) EXPECT_FALSE(tree.candidates_between(from, v).empty());
        if (v > 0) {
            EXPECT_TRUE(std::ranges::binary_search(sources, tree[v].discoverer));
        }
    }
    EXPECT_EQ(edges, tree.totals().edges);
}

TEST(Follow, SaysWhereACandidateHoldsAndWhereItFell) {
    const logic::DecisionTree tree = grown(logic::TreeMode::paris);
    const Geometry& geometry = tree.puzzle().geometry();
    const auto solutions = tree.solutions();
    for (std::size_t cell = 0; cell < geometry.cell_count(); cell += 7)
        for (unsigned d = 0; d < 9; ++d) {
            const Candidate candidate{Cell{cell}, Digit{static_cast<std::uint8_t>(d)}};
            const auto there = follow(tree, candidate);
            ASSERT_EQ(there.size(), tree.node_count());
            for (logic::Node v = 0; v < tree.node_count(); ++v) {
                const auto placed = tree.digits(v)[cell];
                EXPECT_EQ(there[v] == logic::Standing::holds, placed && *placed == candidate.digit);
                if (tree[v].kind == logic::NodeKind::solution) {
                    EXPECT_NE(there[v], logic::Standing::open);
                    const Grid& grid = solutions[tree[v].number - 1];
                    EXPECT_EQ(there[v] == logic::Standing::holds,
                              grid[Cell{cell}] == candidate.digit);
                }
                // What holds or fell at a pattern does so at all that it leads to.
                if (there[v] == logic::Standing::open) continue;
                for (auto [to, end] = boost::adjacent_vertices(v, tree.graph()); to != end; ++to)
                    EXPECT_EQ(there[*to], there[v]);
            }
        }
}

}  // namespace
}  // namespace clew::explain
