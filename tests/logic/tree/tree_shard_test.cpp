#include "logic/tree/tree_shard.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "core/base/random.hpp"
#include "explain/diagram/write_json.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::logic {
namespace {

using ::testing::HasSubstr;

Puzzle p92() { return Puzzle::from_line(reference::p92); }
/// Its row 8 less a clue: ten times as many patterns.
Puzzle wider() {
    return Puzzle::from_line(
        "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7..5...1.....2..");
}

TreeOptions with(TreeMode mode, const char* rules = "singles") {
    TreeOptions options;
    options.mode = mode;
    options.rules = *logic::find_rules(rules);
    options.rules.name = rules;
    return options;
}

std::string json_of(const DecisionTree& tree) {
    std::ostringstream out;
    explain::write_tree_json(tree, nullptr, explain::JsonDetail::nodes, out);
    return out.str();
}

/// The parts as they come from files.
std::vector<TreePart> walked(const Puzzle& puzzle, const TreeOptions& options, std::size_t of) {
    std::stringstream plan, parts;
    for (const TreeTask& task : plan_tree(puzzle, options, of)) plan << to_json(task) << '\n';
    for (const TreeTask& task : read_tree_tasks(plan, "plan"))
        parts << to_json(walk_part(task)) << '\n';
    return read_tree_parts(parts, "parts");
}

struct Case {
    const char* name;
    Puzzle puzzle;
    TreeOptions options;
    bool monotone = true;
};

std::vector<Case> cases() {
    std::vector<Case> list{{"paris", p92(), with(TreeMode::paris)},
                           {"wider", wider(), with(TreeMode::paris)},
                           {"sudokujm", p92(), with(TreeMode::paris, "sudokujm")},
                           {"alternates", p92(), with(TreeMode::alternates, "sudokujm"), false},
                           {"lean", p92(), with(TreeMode::lean)},
                           {"freedom", p92(), with(TreeMode::lean)},
                           {"balanced", p92(), with(TreeMode::lean)},
                           {"oracle", p92(), with(TreeMode::paris)},
                           {"screen", p92(), with(TreeMode::paris)},
                           {"carried", p92(), with(TreeMode::paris, "sudokujm"), false},
                           {"techniques", p92(), with(TreeMode::lean, "naked-pair,x-wing"), false},
                           {"small", Puzzle{Geometry::standard(4)}, with(TreeMode::paris)},
                           {"smallest", p92(), with(TreeMode::lean)}};
    list[5].options.choice = LeanChoice::freedom;
    list[6].options.choice = LeanChoice::balanced;
    list[7].options.oracle = Oracle::sat;
    list[8].options.screen = with(TreeMode::paris, "sudokujm").rules;
    list[9].options.marks = TreeMarks::carried;
    list[9].options.start = TreeStart::rules;
    list[12].options.choice = LeanChoice::smallest;
    return list;
}

TEST(TreeShard, PartsMergeToTheTreeOfOneRun) {
    for (const Case& c : cases()) {
        const std::string whole = json_of(DecisionTree::grow(c.puzzle, c.options));
        for (const std::size_t of : {1U, 5U}) {
            SCOPED_TRACE(std::string(c.name) + " in " + std::to_string(of));
            std::vector<TreePart> parts = walked(c.puzzle, c.options, of);
            ASSERT_EQ(parts.size(), of);
            std::ranges::reverse(parts);
            const MergedTree merged = merge_trees(parts);
            EXPECT_EQ(json_of(merged.tree), whole);
            EXPECT_TRUE(!c.monotone || merged.expanded == 0) << merged.expanded;
        }
    }
}

TEST(TreeShard, OfPuzzlesWithRulesToo) {
    constexpr std::uint64_t seed = 20261123;
    for (std::uint64_t round = 0; round < 40; ++round) {
        Random random = Random{seed}.split(round);
        const std::size_t side = round % 4 == 0 ? 6 : 4;
        const Puzzle puzzle = reference::random_ruled(
            random, Geometry::standard(side), side == 4 ? random.below(4) : 10 + random.below(6),
            1 + random.below(3));
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        TreeOptions options = with(round % 2 == 0 ? TreeMode::paris : TreeMode::lean);
        if (round % 3 == 0) options.marks = TreeMarks::carried;
        EXPECT_EQ(json_of(merge_trees(walked(puzzle, options, 3)).tree),
                  json_of(DecisionTree::grow(puzzle, options)));
    }
}

TEST(TreeShard, PartsShareThePatternsOut) {
    const std::vector<TreePart> parts = walked(wider(), with(TreeMode::paris), 4);
    const DecisionTree whole = DecisionTree::grow(wider(), with(TreeMode::paris));
    std::set<std::vector<std::uint64_t>> different;
    std::size_t together = 0, most = 0;
    for (const TreePart& part : parts) {
        const std::size_t words = 6;
        for (const TreePart::Pattern& pattern : part.patterns)
            different.emplace(part.grids.begin() + static_cast<long>(pattern.grid * words),
                              part.grids.begin() + static_cast<long>((pattern.grid + 1) * words));
        together += part.patterns.size();
        most = std::max(most, part.patterns.size());
    }
    EXPECT_EQ(different.size(), whole.totals().patterns);
    // The patterns above the branches alone are in several parts.
    EXPECT_LT(together, whole.totals().patterns * 11 / 10);
    EXPECT_LT(most, whole.totals().patterns / 2);
}

TEST(TreeShard, ThePlanIsTheSameEverywhereAndWritesItself) {
    const auto once = plan_tree(p92(), with(TreeMode::paris), 3);
    const auto again = plan_tree(p92(), with(TreeMode::paris), 3);
    std::string text;
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(to_json(once[i]), to_json(again[i]));
        text += to_json(once[i]) + "\n";
    }
    std::istringstream in{text};
    std::string read;
    for (const TreeTask& task : read_tree_tasks(in, "plan")) read += to_json(task) + "\n";
    EXPECT_EQ(read, text);
}

std::string refused(const std::vector<TreePart>& parts) {
    try {
        merge_trees(parts);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(TreeShard, RefusesWhatDoesNotFitTogether) {
    const std::vector<TreePart> parts = walked(p92(), with(TreeMode::paris), 3);
    EXPECT_THAT(refused({}), HasSubstr("no parts"));
    EXPECT_THAT(refused({parts[0], parts[2]}),
                HasSubstr("1 of 3 parts are missing, the first is 2/3"));
    EXPECT_THAT(refused({parts[0], parts[1], walked(wider(), with(TreeMode::paris), 3)[2]}),
                HasSubstr("another puzzle"));
    EXPECT_THAT(refused({parts[0], parts[1], walked(p92(), with(TreeMode::lean), 3)[2]}),
                HasSubstr("other options"));
    EXPECT_THAT(refused({parts[0], parts[1], walked(p92(), with(TreeMode::paris), 4)[2]}),
                HasSubstr("another cut"));
    TreePart other = parts[1];
    other.patterns.pop_back();
    EXPECT_THAT(refused({parts[0], parts[1], parts[2], other}), HasSubstr("contradicts"));
}

TEST(TreeShard, APartThatIsThereTwiceIsTakenOnce) {
    std::vector<TreePart> parts = walked(p92(), with(TreeMode::paris), 2);
    parts.push_back(parts[0]);
    const MergedTree merged = merge_trees(parts);
    EXPECT_EQ(json_of(merged.tree), json_of(DecisionTree::grow(p92(), with(TreeMode::paris))));
    ASSERT_EQ(merged.repeated.size(), 1U);
    EXPECT_EQ(merged.repeated[0].shard, (Shard{0, 2}));
}

TEST(TreeShard, APartThatWasStoppedLeavesOpenPatterns) {
    const std::vector<TreeTask> tasks = plan_tree(wider(), with(TreeMode::paris), 2);
    StopFlag stop;
    const TreePart cut =
        walk_part(tasks[0], {.stop = &stop, .on_progress = [&](std::uint64_t) { stop.raise(); }});
    EXPECT_EQ(cut.ending, Ending::interrupted);
    const std::vector<TreePart> parts{cut, walk_part(tasks[1])};
    const MergedTree merged = merge_trees(parts);
    EXPECT_EQ(merged.tree.ending(), Ending::interrupted);
    EXPECT_GT(merged.tree.totals().open, 0U);
    const DecisionTree whole = DecisionTree::grow(wider(), with(TreeMode::paris));
    EXPECT_LT(merged.tree.totals().patterns, whole.totals().patterns);
    // The whole one is preferred.
    EXPECT_EQ(json_of(merge_trees(std::vector{cut, walk_part(tasks[1]), walk_part(tasks[0])}).tree),
              json_of(whole));
}

/// Walks tasks, each until the first sixteen patterns or so, and all that they leave; results and
/// rests through their texts.
std::vector<TreePart> walked_handing_on(const Puzzle& puzzle, const TreeOptions& options,
                                        std::size_t of) {
    std::vector<TreeTask> tasks = plan_tree(puzzle, options, of);
    std::string results;
    while (!tasks.empty()) {
        const TreeTask task = std::move(tasks.back());
        tasks.pop_back();
        StopFlag stop;
        const TreePart part = walk_part(
            task,
            {.stop = &stop, .hand_on = true, .on_progress = [&](std::uint64_t) { stop.raise(); }});
        EXPECT_EQ(part.ending == Ending::exhausted, part.rest.empty());
        std::stringstream rest;
        for (const TreeTask& left : rest_of(part)) rest << to_json(left) << '\n';
        for (TreeTask& left : read_tree_tasks(rest, "rest")) tasks.push_back(std::move(left));
        results += to_json(part) + "\n";
    }
    std::istringstream in{results};
    return read_tree_parts(in, "parts");
}

TEST(TreeShard, WhatIsHandedOnMergesToTheTreeOfOneRun) {
    for (const Case& c : cases()) {
        if (c.name == std::string("wider")) continue;  // the same at ten times the size
        SCOPED_TRACE(c.name);
        const std::vector<TreePart> parts = walked_handing_on(c.puzzle, c.options, 2);
        const MergedTree merged = merge_trees(parts);
        EXPECT_EQ(json_of(merged.tree), json_of(DecisionTree::grow(c.puzzle, c.options)));
        EXPECT_TRUE(merged.missing.empty());
        EXPECT_TRUE(!c.monotone || merged.expanded == 0) << merged.expanded;
    }
}

TEST(TreeShard, ARestThatIsLostLeavesOpenPatterns) {
    std::vector<TreePart> parts = walked_handing_on(p92(), with(TreeMode::paris), 2);
    ASSERT_GT(parts.size(), 4U);
    const std::uint64_t plan = parts.front().plan;
    const auto lost = std::ranges::find_if(
        parts, [&](const TreePart& part) { return part.plan != plan && part.rest.empty(); });
    ASSERT_NE(lost, parts.end());
    // Twice there it is taken once.
    parts.push_back(*lost);
    EXPECT_EQ(merge_trees(parts).repeated.size(), 1U);
    parts.pop_back();
    parts.erase(lost);
    const MergedTree merged = merge_trees(parts);
    EXPECT_EQ(merged.tree.ending(), Ending::interrupted);
    EXPECT_EQ(merged.missing.size(), 1U);
    // The part that left something says so, and what it left belongs to nothing without it.
    std::erase_if(parts, [](const TreePart& part) { return !part.rest.empty(); });
    EXPECT_NE(refused(parts), "");
}

TEST(TreeShard, ATreeIsItsOwnOnlyPart) {
    std::ptrdiff_t planned_on_a_part = 0;
    for (const Case& c : cases())
        for (const std::uint64_t most : {unlimited, std::uint64_t{20}}) {
            SCOPED_TRACE(c.name);
            TreeOptions options = c.options;
            options.max_patterns = most;
            const DecisionTree tree = DecisionTree::grow(c.puzzle, options);
            std::istringstream in{to_json(part_of(tree))};
            const DecisionTree again = merge_trees(read_tree_parts(in, "part")).tree;
            EXPECT_EQ(json_of(again), json_of(tree));
            EXPECT_EQ(again.notes(), tree.notes());
            // On how much of all the smallest was planned is not to be seen from the tree.
            planned_on_a_part += std::ranges::count_if(tree.notes(), [](const std::string& note) {
                return note.starts_with("the smallest tree was planned on the first ");
            });
        }
    EXPECT_GT(planned_on_a_part, 0);
}

TEST(TreeShard, AChangedLineIsRefusedAndNothingElseHappens) {
    const std::string text = to_json(walk_part(plan_tree(p92(), with(TreeMode::paris), 3)[1]));
    constexpr std::uint64_t seed = 16;
    Random random{seed};
    for (int i = 0; i < 300; ++i) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", change " + std::to_string(i));
        std::string changed = text;
        const std::size_t at = random.below(text.size());
        const char byte = static_cast<char>(' ' + random.below(95));
        if (changed[at] == byte) continue;
        changed[at] = byte;
        std::istringstream in{changed};
        EXPECT_THROW((void)read_tree_parts(in, "part"), InputError) << at << " " << byte;
    }
}

}  // namespace
}  // namespace clew::logic
