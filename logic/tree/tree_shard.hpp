#pragma once
// Shards of a decision tree: its first choices are cut into parts, each part is walked apart, and
// the parts are put together with the patterns that they share.
//
//     for (const TreeTask& task : plan_tree(puzzle, options, 64))
//         plan << to_json(task) << '\n';                    // a line holds all that a worker needs
//
//     TreePart part = walk_part(read_tree_tasks(in, "plan.jsonl")[2]);
//     out << to_json(part) << '\n';
//
//     MergedTree whole = merge_trees(read_tree_parts(in, "parts.jsonl"));
//     whole.tree                                            // as DecisionTree::grow would have it
//
// The merged tree is that of DecisionTree::grow: the same vertices with the same numbers, names and
// outcomes. How a tree is cut: tree_shard.cpp. A part's line says what it belongs to and carries a
// digest of itself; merging refuses what does not fit together and what a hand has changed.

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/input_error.hpp"
#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "core/base/shard.hpp"
#include "core/base/shard_family.hpp"
#include "core/board/puzzle.hpp"
#include "logic/tree/decision_tree.hpp"
#include "logic/tree/tree_options.hpp"

namespace clew::logic::inline tree {

/// One part of a plan. The options are those of the whole, without stop and on_progress.
struct TreeTask {
    Puzzle puzzle{Geometry::classic()};
    TreeOptions options{};
    Shard shard{};
    std::uint64_t plan = 0;  ///< digest of all tasks: parts of one plan belong together
    double cost = 0;         ///< predicted: patterns
    std::string title{};     ///< of the puzzle; goes along, and says nothing of what is walked
    /// The vertices from which it walks, named by their way from the root ("ABC"). What lies below
    /// an elder sibling on that way is left to the part that has it.
    std::vector<std::string> branches{};
};

/// Into how many parts, by which options: as for DecisionTree::grow, without a limit. Requires
/// of >= 1. Of LeanChoice::smallest the parts are of the tree on which it is planned, and merging
/// plans it. The same puzzle and options give the same plan on every machine.
/// Cost: some hundred milliseconds a part. A stop leaves no plan: an empty one.
std::vector<TreeTask> plan_tree(const Puzzle& puzzle, const TreeOptions& options, std::size_t of);

/// What one part found: the patterns that it expanded, and what their candidates led to.
struct TreePart {
    static constexpr std::uint32_t impossible = ~std::uint32_t{0};

    struct Tried {
        std::uint16_t candidate = 0;      ///< Geometry::candidate_index
        std::uint32_t grid = impossible;  ///< where it led
    };
    struct Pattern {
        std::uint32_t grid = 0;
        std::uint32_t first_tried = 0;
        std::uint32_t first_alternate = 0;
        std::uint16_t tried = 0;
        std::uint16_t alternates = 0;
        std::uint16_t before = 0;  ///< DecisionTree::partial_different_before
        bool wide = false;
    };

    Puzzle puzzle{Geometry::classic()};
    TreeOptions options{};
    Shard shard{};
    std::uint64_t plan = 0;
    std::string title{};
    Ending ending = Ending::exhausted;
    /// What a part left that was cut short and hands on: branches, to be walked as parts of a plan
    /// of their own (rest_of). Empty otherwise.
    std::vector<std::vector<std::string>> rest{};
    /// Of a whole smallest tree: so many patterns it was planned on, if these were not all.
    std::optional<std::uint64_t> planned_on{};
    std::vector<std::uint64_t> grids{};  ///< packed as the tree packs them, each once
    std::vector<Pattern> patterns{};     ///< each once
    std::vector<Tried> tried{};
    std::vector<std::uint16_t> alternates{};
    Place place{};  ///< where it was read, for messages
};

struct WalkPartOptions {
    const StopFlag* stop = nullptr;  ///< polled; not owned; may be null
    /// If a stop comes: say which branches are left, as at most sixteen parts. Such a part always
    /// gets on: it expands a pattern of its own first.
    bool hand_on = false;
    /// Called every 16 patterns with their number. May be empty.
    std::function<void(std::uint64_t patterns)> on_progress{};
};
/// Walks one part. A stop leaves a part that says so, whose merge is a partial tree. Errors:
/// InputError without place for a branch that is not there.
TreePart walk_part(const TreeTask& task, const WalkPartOptions& options = {});
/// What a part left: the tasks of a plan of their own. Empty if it left nothing.
std::vector<TreeTask> rest_of(const TreePart& part);
/// A whole tree as the only part there is: it merges to the same tree again.
TreePart part_of(const DecisionTree& tree);

struct MergeTreeOptions {
    const StopFlag* stop = nullptr;                      ///< polled; not owned; may be null
    std::function<void(const Progress&)> on_progress{};  ///< as in TreeOptions
};
struct MergedTree {
    DecisionTree tree;
    std::vector<RepeatedShard> repeated{};
    /// Patterns that no part had and that were expanded here: 0 under singles, few under others.
    std::uint64_t expanded = 0;
    /// What is missing of rests, in words, so that patterns are open: as in Merged.
    std::vector<std::string> missing{};
};
/// The whole tree from all its parts, in any order; parts that were cut short leave open patterns,
/// unless their rests are there.
/// Errors: InputError that names the part: no parts, parts of different puzzles, options or plans,
/// one twice with different contents, one missing.
MergedTree merge_trees(std::span<const TreePart> parts, const MergeTreeOptions& options = {});

/// The options as JSON, for comparison: those that say what the tree is.
std::string options_text(const TreeOptions& options);
/// One line of JSON without line end; the same task or part gives the same bytes.
std::string to_json(const TreeTask& task);
std::string to_json(const TreePart& part);
/// Reads them, one JSON object a line; blank lines are passed over. Errors: InputError with the
/// line, for a digest that is missing or another too. With `only` the task of that line alone,
/// blank ones not counted, if there is one.
std::vector<TreeTask> read_tree_tasks(std::istream& in, const std::string& source,
                                      std::optional<std::size_t> only = {});
std::vector<TreePart> read_tree_parts(std::istream& in, const std::string& source);
/// Whether a line is one of these, by its schema: for who reads several kinds.
bool is_tree_line(const std::string& line);

}  // namespace clew::logic::inline tree
