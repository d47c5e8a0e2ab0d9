// Trees of puzzles with rules that are no houses, against the slow reference.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/random.hpp"
#include "explain/diagram/write_json.hpp"
#include "logic/tree/decision_tree.hpp"
#include "logic/tree/proof.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::logic {
namespace {

constexpr std::uint64_t seed = 20261123;

/// Every solution below a pattern has one of its candidates in each cell.
void hold_to(const DecisionTree& tree, const std::vector<Grid>& solutions) {
    for (Node node = 0; node < tree.node_count(); ++node) {
        if (tree[node].kind != NodeKind::pattern) continue;
        const auto digits = tree.digits(node);
        const auto candidates = tree.candidates(node);
        for (const Grid& grid : solutions) {
            bool below = true;
            for (std::size_t i = 0; i < digits.size(); ++i)
                below = below && (!digits[i] || *digits[i] == grid[Cell{i}]);
            for (std::size_t i = 0; below && i < digits.size(); ++i)
                ASSERT_TRUE(candidates[i].contains(grid[Cell{i}])) << tree.name(node);
        }
    }
}

TEST(RuledTree, HasEverySolutionAndProvesIt) {
    std::size_t several = 0, one = 0, none = 0;
    for (std::uint64_t round = 0; round < 240; ++round) {
        Random random = Random{seed}.split(round);
        const std::size_t side = round % 4 == 0 ? 6 : 4;
        GeometryPtr board = random.below(2) == 0 ? Geometry::standard(side)
                                                 : reference::random_geometry(random, side);
        while (!board->is_latin_square()) board = reference::random_geometry(random, side);
        const Puzzle puzzle = reference::random_ruled(
            random, board, side == 4 ? random.below(5) : 8 + random.below(6), 1 + random.below(4));
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        const auto few = reference::count_solutions(puzzle, 60, 100'000);
        if (!few || *few == 60) continue;
        std::vector<Grid> solutions = reference::all_solutions(puzzle);
        std::ranges::sort(solutions);
        ++(solutions.empty() ? none : solutions.size() == 1 ? one : several);
        TreeOptions options;
        options.mode = std::array{TreeMode::paris, TreeMode::alternates, TreeMode::lean}[round % 3];
        options.choice =
            std::array{LeanChoice::first, LeanChoice::freedom, LeanChoice::smallest}[round / 3 % 3];
        options.rules =
            *logic::find_rules(std::array{"singles", "sudokujm", "human"}[round / 5 % 3]);
        options.marks = round % 2 == 0 ? TreeMarks::recomputed : TreeMarks::carried;
        options.oracle = round % 7 == 0 ? Oracle::sat : Oracle::none;
        if (round % 8 == 3) options.screen = *logic::find_rules("sudokujm");
        const DecisionTree tree = DecisionTree::grow(puzzle, options);
        std::vector<Grid> found = tree.solutions();
        std::ranges::sort(found);
        ASSERT_EQ(found, solutions);
        ASSERT_EQ(prove_complete(tree, {}).verdict, TreeProof::Verdict::complete);
        hold_to(tree, solutions);
    }
    EXPECT_GT(several, 20U);
    EXPECT_GT(one, 20U);
    EXPECT_GT(none, 5U);
}

TEST(RuledTree, SaysItsRules) {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.add_rule({.kind = RuleKind::killer_cage, .cells = {Cell{0}, Cell{4}}, .numbers = {4}});
    puzzle.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{5}, Cell{6}, Cell{7}}});
    const DecisionTree tree = DecisionTree::grow(puzzle, {});
    std::ostringstream out;
    explain::write_tree_json(tree, nullptr, explain::JsonDetail::totals, out);
    const auto object = nlohmann::json::parse(out.str());
    ASSERT_EQ(object["rules"].size(), 2U);
    EXPECT_EQ(object["rules"][0], "killer cage: r1c1 and r2c1 differ and sum to 4");
    EXPECT_EQ(object["options"]["rules"], "singles");
    ASSERT_TRUE(object.contains("question"));
}

}  // namespace
}  // namespace clew::logic
