#pragma once
// What is asked of a decision tree: which candidates are tried, under which rules, how far.
//
//     TreeOptions options;
//     options.mode = TreeMode::alternates;
//     options.rules = *logic::find_rules("sudokujm");
//     DecisionTree tree = DecisionTree::grow(puzzle, options);      // decision_tree.hpp

#include <cstdint>
#include <functional>
#include <optional>

#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "logic/strategies/rules.hpp"

namespace clew::logic::inline tree {

/// Which candidates are tried at a pattern.
enum class TreeMode : std::uint8_t {
    paris,       ///< both values of every binary cell
    alternates,  ///< likewise; the other value of an impossible one is inserted everywhere below
    lean,        ///< one binary cell a pattern: a true binary decision tree
};

/// Which binary cell the lean mode takes.
enum class LeanChoice : std::uint8_t {
    first,     ///< the first in reading order
    freedom,   ///< fewest degrees of freedom left in its outcomes together
    balanced,  ///< exact solution counts of its values as equal as can be
    smallest,  ///< fewest patterns in the whole tree, by dynamic programming over the paris tree
};

enum class Oracle : std::uint8_t {
    none,
    sat,  ///< a pattern without solution, by SAT, counts as impossible
};

/// What the root of the tree is.
enum class TreeStart : std::uint8_t {
    /// What singles leave, as in the paper, whatever the rules; but a puzzle that the rules finish
    /// or refute is finished or refuted.
    singles,
    rules,  ///< what the rules leave
};

/// What is carried from a pattern to the next.
enum class TreeMarks : std::uint8_t {
    recomputed,  ///< the digits, as in the paper: two candidates are left where singles say so
    carried,     ///< the digits and the rules' eliminations
};

const char* to_string(TreeMode mode);
const char* to_string(LeanChoice choice);
const char* to_string(Oracle oracle);
const char* to_string(TreeStart start);
const char* to_string(TreeMarks marks);

struct TreeOptions {
    /// What closes a candidate, after singles: see rule_closer.hpp.
    logic::RuleSet rules = *logic::find_rules("singles");
    /// A second rule set that may only call an outcome impossible, as SudokuJM did in the paper
    /// while its template (singles) made the patterns.
    std::optional<logic::RuleSet> screen{};
    TreeMode mode = TreeMode::paris;
    LeanChoice choice = LeanChoice::first;
    Oracle oracle = Oracle::none;
    TreeStart start = TreeStart::singles;
    TreeMarks marks = TreeMarks::recomputed;
    std::uint64_t max_patterns = unlimited;  ///< at least 1: the root
    const StopFlag* stop = nullptr;          ///< polled; not owned; may be null
    /// Called every few thousand closures; its nodes are patterns, and nobody knows how many will
    /// be open. May be empty.
    std::function<void(const Progress&)> on_progress{};
};

}  // namespace clew::logic::inline tree
