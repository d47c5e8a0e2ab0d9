// What is forced, held against every single way of small trees.

#include "explain/diagram/forced.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/board/notation.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::explain {
namespace {

using Edge = std::pair<logic::Node, logic::Node>;

logic::DecisionTree grow(const Puzzle& puzzle, logic::TreeMode mode,
                         std::uint64_t max_patterns = unlimited) {
    logic::TreeOptions options;
    options.mode = mode;
    options.max_patterns = max_patterns;
    return logic::DecisionTree::grow(puzzle, options);
}

std::vector<logic::Node> solutions_of(const logic::DecisionTree& tree) {
    std::vector<logic::Node> found;
    for (logic::Node v = 0; v < tree.node_count(); ++v)
        if (tree[v].kind == logic::NodeKind::solution) found.push_back(v);
    return found;
}

/// Walks every way from the root, candidate by candidate.
class EveryWay {
  public:
    EveryWay(const logic::DecisionTree& tree, std::set<logic::Node> targets)
        : tree_(tree), targets_(std::move(targets)) {
        walk(0);
    }

    std::uint64_t ways = 0;
    std::optional<std::set<logic::Node>> patterns;
    std::optional<std::set<Edge>> steps;
    std::optional<std::set<std::uint16_t>> choices;
    std::map<std::uint16_t, std::set<Edge>> made;

  private:
    template <class T>
    static void keep_common(std::optional<std::set<T>>& common, const std::set<T>& here) {
        if (!common) {
            common = here;
            return;
        }
        std::erase_if(*common, [&](const T& each) { return !here.contains(each); });
    }

    void walk(logic::Node v) {
        on_way_.push_back(v);
        if (targets_.contains(v)) {
            ++ways;
            std::set<Edge> edges;
            std::set<std::uint16_t> candidates;
            for (const auto& [edge, candidate] : taken_) {
                edges.insert(edge);
                candidates.insert(candidate);
                made[candidate].insert(edge);
            }
            keep_common(patterns, std::set<logic::Node>(on_way_.begin(), on_way_.end()));
            keep_common(steps, edges);
            keep_common(choices, candidates);
        }
        for (const logic::Outcome& o : tree_.outcomes(v)) {
            if (o.target == logic::no_node) continue;
            taken_.push_back({{v, o.target}, o.candidate});
            walk(o.target);
            taken_.pop_back();
        }
        on_way_.pop_back();
    }

    const logic::DecisionTree& tree_;
    std::set<logic::Node> targets_;
    std::vector<logic::Node> on_way_;
    std::vector<std::pair<Edge, std::uint16_t>> taken_;
};

void expect_same(const logic::DecisionTree& tree, const Forced& found, const EveryWay& all) {
    EXPECT_EQ(found.ways, Count{all.ways});
    EXPECT_EQ(std::set<logic::Node>(found.patterns.begin(), found.patterns.end()), all.patterns);
    EXPECT_EQ(std::set<Edge>(found.steps.begin(), found.steps.end()), all.steps);
    const Geometry& geometry = tree.puzzle().geometry();
    std::set<std::uint16_t> choices;
    for (const ForcedChoice& choice : found.choices) {
        const auto index = static_cast<std::uint16_t>(geometry.candidate_index(choice.candidate));
        EXPECT_TRUE(choices.insert(index).second);
        EXPECT_EQ(std::set<Edge>(choice.made.begin(), choice.made.end()), all.made.at(index));
    }
    EXPECT_EQ(choices, all.choices);
    for (std::size_t i = 1; i < found.patterns.size(); ++i)
        EXPECT_LT(tree[found.patterns[i - 1]].rank, tree[found.patterns[i]].rank);
}

/// A 4x4 or a 5x5 Latin square with some givens, and with some candidates crossed out, so that it
/// may have independent parts with one binary cell each.
Puzzle small_puzzle(unsigned seed) {
    std::mt19937 random{seed};
    const std::size_t size = seed % 2 == 0 ? 4 : 5;
    Puzzle puzzle{size == 4 ? Geometry::standard(4) : Geometry::make({.size = 5})};
    const std::string boxed = "1234341221434321";
    for (std::size_t i = 0; i < size * size; ++i) {
        const Digit right{size == 4 ? std::size_t(boxed[i] - '1') : (i / 5 * 2 + i % 5) % 5};
        const auto luck = random() % 100;
        if (luck < 25) {
            puzzle.set_given(Cell{i}, right);
        } else if (luck < 70) {
            DigitSet marks{right};
            for (std::size_t d = 0; d < size; ++d)
                if (random() % 100 < 55) marks |= DigitSet{Digit{d}};
            puzzle.set_marks(Cell{i}, marks);
        }
    }
    return puzzle;
}

/// Small puzzles, with any number of solutions, in every mode, whole and cut short.
TEST(Forced, IsWhatEveryWayHasInCommon) {
    std::uint64_t with_pattern = 0;
    std::uint64_t with_choice = 0;
    std::uint64_t merged = 0;  // an edge on every way, by several candidates
    std::uint64_t tried = 0;
    for (unsigned seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Puzzle puzzle = small_puzzle(seed);
        for (logic::TreeMode mode :
             {logic::TreeMode::paris, logic::TreeMode::alternates, logic::TreeMode::lean})
            for (std::uint64_t limit : {unlimited, std::uint64_t{12}}) {
                SCOPED_TRACE(to_string(mode));
                const logic::DecisionTree tree = grow(puzzle, mode, limit);
                const auto solutions = solutions_of(tree);
                if (solutions.empty() || tree[0].kind != logic::NodeKind::pattern) continue;
                const auto found = find_forced(tree, solutions);
                if (found.back().ways > Count{20'000}) continue;
                ++tried;
                ASSERT_EQ(found.size(), solutions.size() + (solutions.size() > 1 ? 1 : 0));
                for (std::size_t i = 0; i < solutions.size(); ++i) {
                    EXPECT_EQ(found[i].target, solutions[i]);
                    expect_same(tree, found[i], EveryWay{tree, {solutions[i]}});
                    with_pattern += found[i].patterns.size() > 2 ? 1U : 0U;
                    if (mode != logic::TreeMode::lean)
                        with_choice += found[i].choices.empty() ? 0U : 1U;
                    for (const auto& [from, to] : found[i].steps)
                        merged += tree.candidates_between(from, to).size() > 1 ? 1U : 0U;
                    EXPECT_EQ(find_forced(tree, std::array{solutions[i]})[0].choices.size(),
                              found[i].choices.size());
                }
                if (solutions.size() > 1) {
                    EXPECT_EQ(found.back().target, logic::no_node);
                    expect_same(tree, found.back(),
                                EveryWay{tree, {solutions.begin(), solutions.end()}});
                }
            }
    }
    EXPECT_GT(tried, 100U);
    EXPECT_GT(with_pattern, 50U);
    EXPECT_GT(with_choice, 20U);
    EXPECT_GT(merged, 50U);
}

/// Two independent squares of three digits, one binary cell in each: either may be decided first,
/// so both choices are on every way, and neither's pattern is.
TEST(Forced, AChoiceCanBeOnEveryWayWithoutItsPattern) {
    Puzzle puzzle{Geometry::make({.size = 6})};
    const auto low = DigitSet{Digit{0}} | DigitSet{Digit{1}} | DigitSet{Digit{2}};
    for (std::size_t i = 0; i < 36; ++i) {
        const std::size_t row = i / 6;
        const std::size_t column = i % 6;
        if ((row < 3) == (column < 3))
            puzzle.set_marks(Cell{i}, low);
        else
            puzzle.set_given(Cell{i}, Digit{3 + (row + column) % 3});
    }
    const auto binary = DigitSet{Digit{0}} | DigitSet{Digit{1}};
    puzzle.set_marks(Cell{0}, binary);
    puzzle.set_marks(Cell{3 * 6 + 3}, binary);
    const logic::DecisionTree tree = grow(puzzle, logic::TreeMode::paris);
    const logic::Node solution = solutions_of(tree).at(0);
    const Forced found = find_forced(tree, std::array{solution})[0];
    expect_same(tree, found, EveryWay{tree, {solution}});
    EXPECT_EQ(found.patterns, (std::vector<logic::Node>{0, solution}));
    EXPECT_TRUE(found.steps.empty());
    ASSERT_EQ(found.choices.size(), 2U);
    for (const ForcedChoice& choice : found.choices) EXPECT_GT(choice.made.size(), 1U);
}

/// In a tree without shared patterns there is one way to each solution: its name spelt out.
TEST(Forced, IsTheWholeWayInALeanTree) {
    const logic::DecisionTree tree = grow(Puzzle::from_line(reference::p92), logic::TreeMode::lean);
    for (logic::Node solution : solutions_of(tree)) {
        const Forced found = find_forced(tree, std::array{solution})[0];
        EXPECT_EQ(found.ways, Count{1});
        EXPECT_EQ(found.patterns.size(), tree[solution].depth + 1U);
        EXPECT_EQ(found.steps.size(), tree[solution].depth);
        EXPECT_EQ(found.choices.size(), tree[solution].depth);
        for (std::size_t i = 0; i < found.choices.size(); ++i)
            EXPECT_EQ(found.choices[i].made, (std::vector<Edge>{found.steps[i]}));
    }
}

/// P-92's whole tree: so many orders of choices that nothing but the root is on all ways.
TEST(Forced, IsTheRootAloneInTheWholeTreeOfP92) {
    const logic::DecisionTree tree =
        grow(Puzzle::from_line(reference::p92), logic::TreeMode::paris);
    const auto found = find_forced(tree, solutions_of(tree));
    ASSERT_EQ(found.size(), 13U);
    Count ways;
    for (std::size_t i = 0; i < 12; ++i) {
        EXPECT_EQ(found[i].patterns, (std::vector<logic::Node>{0, found[i].target}));
        EXPECT_TRUE(found[i].choices.empty());
        ways += found[i].ways;
    }
    EXPECT_EQ(found[12].ways, ways);
    EXPECT_EQ(found[12].patterns, std::vector<logic::Node>{0});
}

TEST(Forced, OfARootThatIsASolutionIsNothingButIt) {
    Puzzle puzzle{Geometry::standard(4)};
    const std::string full = "1234341221434321";
    for (std::size_t i = 0; i < full.size(); ++i)
        puzzle.set_given(Cell{i}, Digit{std::size_t(full[i] - '1')});
    const logic::DecisionTree tree = grow(puzzle, logic::TreeMode::paris);
    const Forced found = find_forced(tree, std::array{logic::Node{0}})[0];
    EXPECT_EQ(found.ways, Count{1});
    EXPECT_EQ(found.patterns, std::vector<logic::Node>{0});
    EXPECT_TRUE(found.steps.empty());
    EXPECT_TRUE(find_forced(tree, {}).empty());
}

}  // namespace
}  // namespace clew::explain
