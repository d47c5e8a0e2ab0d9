// How a tree is cut, walked in parts and put together.
//
// Equal patterns are one vertex, so a pattern has many ways to it, and the vertices below two
// branches overlap. They are shared out by the digits themselves: where a pattern's candidates lead
// to different patterns, each is the root of a branch, in the order of the tree, and a pattern
// belongs to the first branch one of whose first choices it contains. So each branch is walked
// without the patterns that contain an elder sibling's choice: whatever contains it lies below that
// sibling too, as closing is monotone under singles and under SudokuJM (closure.hpp). That makes a
// spanning tree of the graph, no pattern is expanded twice, nothing passes between parts, and the
// tree can be cut anywhere and weighed by Knuth's estimate [Knuth1975]: random descents from a
// fixed seed, and an exact walk where little is below.
//
// Other rules need not be monotone: then a pattern that one branch left to a sibling may not be met
// there. Merging does not depend on it. It is the growing of the whole tree, with the parts as a
// memory of what has been expanded; a pattern that no part has is expanded then and there.
//
// The heaviest branch is cut again and again until there are many for each part, as the estimates
// are wide; then each, the heaviest first, goes to the part that has least. The patterns on the way
// to a branch are expanded by every part that passes: a few each.
//
// Where a part is stopped it stands before the branches that are still open, and each has a name:
// they are what it leaves, and a part of its own can begin at any of them.

#include "logic/tree/tree_shard.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/digest.hpp"
#include "core/base/random.hpp"
#include "core/base/shard_family.hpp"
#include "logic/tree/expander.hpp"
#include "logic/tree/names.hpp"

namespace clew::logic::inline tree {

namespace {

using Code = std::vector<std::uint64_t>;

constexpr std::size_t branches_a_part = 64;
constexpr std::uint64_t counted_out = 64;  // patterns: what is no larger is counted, and not cut
constexpr int descents = 16;
constexpr std::size_t rest_parts = 16;
constexpr std::uint64_t seed = 1;

/// A pattern to walk from, and the choices that are left to others.
struct Branch {
    Code code;
    std::vector<DigitSet> without;  // by cell
    std::size_t letter = 0;         // its place among the patterns of the one above
};

bool plans_smallest(const TreeOptions& options) {
    return options.mode == TreeMode::lean && options.choice == LeanChoice::smallest;
}

/// What is walked in parts: for the smallest tree the one that it is planned on, which is the work.
TreeOptions walked(TreeOptions options) {
    if (plans_smallest(options)) options.mode = TreeMode::paris;
    return options;
}

/// The spanning tree of one puzzle.
class Walker {
  public:
    Walker(const Puzzle& puzzle, const TreeOptions& options)
        : puzzle_(puzzle),
          options_(walked(options)),
          store_(puzzle_, options.marks),
          expander_(puzzle_, options_, store_) {}
    Walker(const Walker&) = delete;

    GridStore& store() { return store_; }
    /// From now on a stop is heard.
    void heed(const StopFlag* stop) { options_.stop = stop; }

    /// The whole tree; nothing if the root is no pattern.
    std::optional<Branch> root() {
        Expander::Root root = expander_.plant();
        if (root.kind != NodeKind::pattern) return std::nullopt;
        return Branch{std::move(root.code), std::vector<DigitSet>(puzzle_.geometry().cell_count()),
                      0};
    }
    /// Expands a branch's first pattern: found() has what its candidates led to. False if a stop
    /// came meanwhile, after which the oracle's answers are not to be relied on.
    bool expand(const Branch& branch) {
        const bool done = expander_.expand(branch.code, found_);
        return done && (options_.stop == nullptr || !options_.stop->raised());
    }
    const Expansion& found() const { return found_; }
    /// The branches below the pattern that was expanded last.
    std::vector<Branch> below(const Branch& branch) const {
        std::vector<Branch> children;
        std::vector<const Expansion::Trial*> seen;
        std::vector<DigitSet> without = branch.without;
        for (const Expansion::Trial& trial : found_.trials) {
            if (trial.kind != OutcomeKind::pattern) continue;
            const auto code = found_.code_of(trial);
            const bool known = std::ranges::any_of(seen, [&](const Expansion::Trial* other) {
                return std::ranges::equal(found_.code_of(*other), code);
            });
            if (!known) {
                seen.push_back(&trial);
                if (!contains(code, without))
                    children.push_back({{code.begin(), code.end()}, without, seen.size()});
            }
            without[trial.candidate.cell.index()].insert(trial.candidate.digit);
        }
        return children;
    }

  private:
    bool contains(std::span<const std::uint64_t> code, const std::vector<DigitSet>& choices) const {
        const auto digits = store_.digits(code);
        for (std::size_t i = 0; i < digits.size(); ++i)
            if (digits[i] && choices[i].contains(*digits[i])) return true;
        return false;
    }

    Puzzle puzzle_;
    TreeOptions options_;
    GridStore store_;
    Expander expander_;
    Expansion found_;
};

class Planner {
  public:
    Planner(const Puzzle& puzzle, const TreeOptions& options)
        : walker_(puzzle, options), scout_(puzzle, fast(options)), stop_(options.stop) {}

    struct Weighed {
        Branch branch;
        std::string name;
        double cost = 0;
    };

    std::vector<Weighed> cut(std::size_t about) {
        std::optional<Branch> root = walker_.root();
        if (!root) return {};
        std::vector<Weighed> branches;
        const double cost = weigh(*root);
        branches.push_back({std::move(*root), "A", cost});
        while (branches.size() < about && !stopped()) {
            // Of equal ones the first.
            const auto heaviest = std::ranges::max_element(branches, {}, &Weighed::cost);
            if (heaviest->cost <= static_cast<double>(counted_out)) break;
            if (!walker_.expand(heaviest->branch)) break;
            std::vector<Branch> children = walker_.below(heaviest->branch);
            const Weighed parent = std::move(*heaviest);
            branches.erase(heaviest);
            for (Branch& child : children) {
                const double own = weigh(child);
                std::string name = parent.name + letters(child.letter);
                branches.push_back({std::move(child), std::move(name), own});
            }
        }
        return branches;
    }

    bool stopped() const { return stop_ != nullptr && stop_->raised(); }

  private:
    /// Rules that are closed on bits: some microseconds a pattern.
    static TreeOptions fast(const TreeOptions& options) {
        TreeOptions scout = options;
        if (scout.rules != *logic::built_in_rules("sudokujm"))
            scout.rules = *logic::find_rules("singles");
        scout.screen.reset();
        scout.oracle = Oracle::none;
        if (scout.choice == LeanChoice::balanced) scout.choice = LeanChoice::freedom;
        return scout;
    }

    double weigh(const Branch& branch) {
        std::uint64_t counted = 0;
        std::vector<Branch> open{branch};
        while (!open.empty() && counted < counted_out && !stopped()) {
            const Branch next = std::move(open.back());
            open.pop_back();
            ++counted;
            if (!scout_.expand(next)) return 1;
            for (Branch& child : scout_.below(next)) open.push_back(std::move(child));
        }
        if (open.empty()) return static_cast<double>(counted);
        double sum = 0;
        for (int i = 0; i < descents; ++i) sum += descend(branch);
        return std::max(sum / descents, static_cast<double>(counted + open.size()));
    }

    /// An estimate of the patterns of a branch whose expected value is their number.
    double descend(Branch at) {
        double patterns = 0;
        for (double ways = 1; !stopped();) {
            patterns += ways;
            if (!scout_.expand(at)) break;
            std::vector<Branch> children = scout_.below(at);
            if (children.empty()) break;
            ways *= static_cast<double>(children.size());
            at = std::move(children[random_.below(children.size())]);
        }
        return patterns;
    }

    Walker walker_;
    Walker scout_;
    const StopFlag* stop_;
    Random random_{seed};
};

/// Writes down what a walker finds.
class Recorder {
  public:
    Recorder(TreePart& part, GridStore& store) : part_(part), store_(store) {}

    void add(std::span<const std::uint64_t> code, const Expansion& found) {
        const Geometry& geometry = part_.puzzle.geometry();
        TreePart::Pattern pattern{
            .grid = grid(code),
            .first_tried = static_cast<std::uint32_t>(part_.tried.size()),
            .first_alternate = static_cast<std::uint32_t>(part_.alternates.size()),
            .tried = static_cast<std::uint16_t>(found.trials.size()),
            .alternates = static_cast<std::uint16_t>(found.alternates.size()),
            .before = found.before,
            .wide = found.wide};
        for (const Expansion::Trial& trial : found.trials)
            part_.tried.push_back(
                {static_cast<std::uint16_t>(geometry.candidate_index(trial.candidate)),
                 trial.kind == OutcomeKind::impossible ? TreePart::impossible
                                                       : grid(found.code_of(trial))});
        for (const Candidate& candidate : found.alternates)
            part_.alternates.push_back(
                static_cast<std::uint16_t>(geometry.candidate_index(candidate)));
        part_.patterns.push_back(pattern);
    }

  private:
    std::uint32_t grid(std::span<const std::uint64_t> code) {
        const Node known = store_.find(code);
        if (known != no_node) return known;
        store_.add(code);
        part_.grids.insert(part_.grids.end(), code.begin(), code.end());
        return static_cast<std::uint32_t>(part_.grids.size() / store_.words() - 1);
    }

    TreePart& part_;
    GridStore& store_;
};

TreeOptions for_lines_of(const TreeOptions& options) {
    TreeOptions bare = options;
    bare.stop = nullptr;
    bare.on_progress = {};
    bare.max_patterns = unlimited;
    return bare;
}

/// All patterns that any part expanded.
class Memory {
  public:
    Memory(const Puzzle& puzzle, const TreeOptions& options) : store_(puzzle, options.marks) {}

    void add(const TreePart& part) {
        const std::size_t words = store_.words();
        for (std::uint32_t i = 0; i < part.patterns.size(); ++i) {
            const auto code = std::span(part.grids).subspan(part.patterns[i].grid * words, words);
            if (store_.find(code) != no_node) continue;  // on the way to several branches
            store_.add(code);
            known_.emplace_back(&part, i);
        }
    }

    bool recall(std::span<const std::uint64_t> code, Expansion& out) const {
        const Node at = store_.find(code);
        if (at == no_node) return false;
        const TreePart& part = *known_[at].first;
        const TreePart::Pattern& pattern = part.patterns[known_[at].second];
        const Geometry& geometry = part.puzzle.geometry();
        out.clear();
        out.words = store_.words();
        out.wide = pattern.wide;
        out.before = pattern.before;
        for (std::size_t i = 0; i < pattern.tried; ++i) {
            const TreePart::Tried& tried = part.tried[pattern.first_tried + i];
            Expansion::Trial trial{.candidate = geometry.candidate(tried.candidate)};
            if (tried.grid != TreePart::impossible) {
                const auto grid = std::span(part.grids).subspan(tried.grid * out.words, out.words);
                trial.code = out.codes.size();
                out.codes.insert(out.codes.end(), grid.begin(), grid.end());
                trial.kind = store_.full(grid) ? OutcomeKind::solution : OutcomeKind::pattern;
            }
            out.trials.push_back(trial);
        }
        for (std::size_t i = 0; i < pattern.alternates; ++i)
            out.alternates.push_back(
                geometry.candidate(part.alternates[pattern.first_alternate + i]));
        return true;
    }

  private:
    GridStore store_;
    std::vector<std::pair<const TreePart*, std::uint32_t>> known_;  // by place in the store
};

std::string place_of(const TreePart& part) {
    return part.place.source.empty() ? "part " + to_string(part.shard) : to_string(part.place);
}

/// Errors: InputError unless both are parts of one plan.
void refuse_stranger(const TreePart& part, const TreePart& first) {
    const auto refuse = [&](const std::string& what) {
        throw InputError(part.place, what + " than the part at " + place_of(first),
                         "parts of one plan");
    };
    if (part.puzzle != first.puzzle) refuse("a part of another puzzle");
    if (options_text(part.options) != options_text(first.options))
        refuse("a part of a tree with other options");
}

/// Two walks of one part, each with what is there of its rest.
class Rivals {
  public:
    explicit Rivals(std::span<const TreePart> parts) : parts_(parts) {}

    /// Whether `one` says more than `other`. Errors: InputError if two whole ones differ.
    bool better(const TakenShards& one, const TakenShards& other) const {
        if (one.whole != other.whole) return one.whole;
        if (one.whole && one.shards.size() == 1 && other.shards.size() == 1) {
            const TreePart& mine = parts_[one.shards[0].index];
            const TreePart& its = parts_[other.shards[0].index];
            if (to_json(mine) != to_json(its))
                throw InputError(mine.place,
                                 "part " + to_string(mine.shard) +
                                     " is here twice and contradicts that at " + place_of(its),
                                 "each part once, or twice the same");
        }
        return patterns(other) < patterns(one);
    }

  private:
    std::size_t patterns(const TakenShards& taken) const {
        std::size_t sum = 0;
        for (const TakenShards::One& each : taken.shards) sum += parts_[each.index].patterns.size();
        return sum;
    }

    std::span<const TreePart> parts_;
};

/// The branches as so many parts at most. The first ones are the highest, and are dealt out first.
std::vector<std::vector<std::string>> dealt(std::vector<std::string> branches) {
    std::ranges::stable_sort(branches, {}, &std::string::size);
    std::vector<std::vector<std::string>> parts(std::min(rest_parts, branches.size()));
    for (std::size_t i = 0; i < branches.size(); ++i)
        parts[i % parts.size()].push_back(std::move(branches[i]));
    return parts;
}

/// Gives all tasks the digest of them all, which do not have one yet.
void seal_plan(std::vector<TreeTask>& tasks) {
    Digest digest;
    for (const TreeTask& each : tasks) digest.add(to_json(each));
    for (TreeTask& each : tasks) each.plan = digest.value();
}

}  // namespace

std::vector<TreeTask> plan_tree(const Puzzle& puzzle, const TreeOptions& options, std::size_t of) {
    CLEW_REQUIRE(of >= 1, "plan_tree: at least one part");
    Planner planner{puzzle, options};
    std::vector<Planner::Weighed> branches = planner.cut(of == 1 ? 1 : of * branches_a_part);
    if (planner.stopped()) return {};
    std::ranges::stable_sort(branches, std::greater<>(), &Planner::Weighed::cost);

    TreeTask task;
    task.puzzle = puzzle;
    task.options = for_lines_of(options);
    std::vector<TreeTask> tasks(of, task);
    for (std::size_t i = 0; i < of; ++i) tasks[i].shard = {i, of};
    for (const Planner::Weighed& branch : branches) {
        const auto least = std::ranges::min_element(tasks, {}, &TreeTask::cost);
        least->branches.push_back(branch.name);
        least->cost += std::round(branch.cost);
    }
    seal_plan(tasks);
    return tasks;
}

std::vector<TreeTask> rest_of(const TreePart& part) {
    std::vector<TreeTask> tasks;
    for (const std::vector<std::string>& branches : part.rest) {
        TreeTask task;
        task.puzzle = part.puzzle;
        task.options = for_lines_of(part.options);
        task.shard = {tasks.size(), part.rest.size()};
        task.title = part.title;
        task.cost = static_cast<double>(branches.size());  // nobody has looked below
        task.branches = branches;
        tasks.push_back(std::move(task));
    }
    seal_plan(tasks);
    return tasks;
}

TreePart walk_part(const TreeTask& task, const WalkPartOptions& options) {
    TreePart part;
    part.puzzle = task.puzzle;
    part.options = for_lines_of(task.options);
    part.shard = task.shard;
    part.plan = task.plan;
    part.title = task.title;
    TreeOptions how = part.options;
    // What hands on must get on: its first pattern is expanded, whatever comes.
    bool heeds = !options.hand_on;
    how.stop = heeds ? options.stop : nullptr;
    Walker walker{task.puzzle, how};
    Recorder recorder{part, walker.store()};
    const auto stopped = [&] { return heeds && options.stop != nullptr && options.stop->raised(); };
    const auto no_branch = [](const std::string& name) {
        throw InputError({}, "there is no branch '" + name + "' in this tree",
                         "the plan of this puzzle and these options");
    };

    // The patterns on the way to the branches are expanded once.
    std::map<std::string, std::vector<Branch>> passed;
    const auto expand = [&](const Branch& branch) {
        if (!walker.expand(branch)) return false;
        recorder.add(branch.code, walker.found());
        if (options.on_progress && part.patterns.size() % 16 == 0)
            options.on_progress(part.patterns.size());
        return true;
    };
    std::optional<Branch> root;
    if (!task.branches.empty()) root = walker.root();
    for (std::size_t i = 0; i < task.branches.size(); ++i) {
        const std::string& name = task.branches[i];
        const auto steps =
            name.starts_with('A') ? parse_letters(std::string_view(name).substr(1)) : std::nullopt;
        if (!steps || !root) no_branch(name);
        Branch at = *root;
        std::string way = "A";
        for (const std::size_t step : *steps) {
            auto known = passed.find(way);
            if (known == passed.end()) {
                if (stopped() || !expand(at)) break;
                known = passed.emplace(way, walker.below(at)).first;
            }
            const auto next = std::ranges::find(known->second, step, &Branch::letter);
            if (next == known->second.end()) no_branch(name);
            at = *next;
            way += letters(step);
        }
        std::vector<std::pair<Branch, std::string>> open;  // with their names
        const bool arrived = way == name;
        if (arrived) open.emplace_back(std::move(at), name);
        while (!open.empty() && !stopped()) {
            auto next = std::move(open.back());
            open.pop_back();
            if (!expand(next.first)) {
                open.push_back(std::move(next));
                break;
            }
            heeds = true;
            walker.heed(options.stop);
            std::vector<Branch> children = walker.below(next.first);
            while (!children.empty()) {
                std::string own = next.second + letters(children.back().letter);
                open.emplace_back(std::move(children.back()), std::move(own));
                children.pop_back();
            }
        }
        // A stop at the very end has left nothing.
        if (arrived && open.empty() && (!stopped() || i + 1 == task.branches.size())) continue;
        part.ending = Ending::interrupted;
        if (!options.hand_on) break;
        std::vector<std::string> left;
        for (auto& [branch, own] : open) left.push_back(std::move(own));
        if (!arrived) left.push_back(name);
        left.insert(left.end(), task.branches.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                    task.branches.end());
        part.rest = dealt(std::move(left));
        break;
    }
    return part;
}

TreePart part_of(const DecisionTree& tree) {
    TreePart part;
    part.puzzle = tree.puzzle();
    part.options = for_lines_of(tree.options());
    part.ending = tree.ending();
    part.planned_on = tree.planned_on_;
    const std::size_t words = tree.store_->words();
    for (Node v = 0; v < tree.node_count(); ++v) {
        const auto code = tree.store_->code(v);
        part.grids.insert(part.grids.end(), code.begin(), code.end());
    }
    CLEW_REQUIRE(part.grids.size() == words * tree.node_count(), "part_of: a grid a vertex");
    for (Node v = 0; v < tree.node_count(); ++v) {
        const TreeVertex& vertex = tree[v];
        if (!vertex.expanded) continue;
        const std::span<const Candidate> inserted = tree.alternates(v);
        part.patterns.push_back(
            {.grid = v,
             .first_tried = static_cast<std::uint32_t>(part.tried.size()),
             .first_alternate = static_cast<std::uint32_t>(part.alternates.size()),
             .tried = vertex.candidates,
             .alternates = static_cast<std::uint16_t>(inserted.size()),
             .before = tree.options().mode == TreeMode::alternates
                           ? tree.partial_different_before(v)
                           : std::uint16_t{0},
             .wide = vertex.wide});
        for (const Outcome& outcome : tree.outcomes(v))
            part.tried.push_back({outcome.candidate, outcome.target == no_node
                                                         ? TreePart::impossible
                                                         : outcome.target});
        for (const Candidate& candidate : inserted)
            part.alternates.push_back(
                static_cast<std::uint16_t>(tree.puzzle().geometry().candidate_index(candidate)));
    }
    return part;
}

MergedTree merge_trees(std::span<const TreePart> parts, const MergeTreeOptions& options) {
    for (const TreePart& part : parts) refuse_stranger(part, parts.front());
    const Rivals rivals{parts};
    const TakenShards taken = take_shards(
        shard_results(
            parts, [](const TreePart& part) { return part.ending == Ending::exhausted; },
            [](const TreePart& part) { return part.place; }),
        [&](const TakenShards& one, const TakenShards& other) { return rivals.better(one, other); },
        "tree");
    const TreePart& first = parts.front();
    Memory memory{first.puzzle, first.options};
    Ending ending = Ending::exhausted;
    for (const TakenShards::One& one : taken.shards) {
        memory.add(parts[one.index]);
        if (ending == Ending::exhausted && !taken.whole) ending = parts[one.index].ending;
    }
    std::uint64_t expanded = 0;
    const auto recall = [&](std::span<const std::uint64_t> code, Expansion& out) {
        if (memory.recall(code, out)) return DecisionTree::Recalled::known;
        if (ending != Ending::exhausted) return DecisionTree::Recalled::open;
        ++expanded;
        return DecisionTree::Recalled::unknown;
    };
    TreeOptions how = first.options;
    how.stop = options.stop;
    how.on_progress = options.on_progress;
    // A tree that is its own only part has no plan, and holds what was grown.
    const auto of = plans_smallest(how) && first.plan != 0 ? DecisionTree::RecallOf::plan
                                                           : DecisionTree::RecallOf::tree;
    MergedTree merged{
        .tree = DecisionTree::grow(first.puzzle, how, recall, ending, of, first.planned_on),
        .repeated = taken.repeated,
        .expanded = expanded};
    for (const TakenShards::Missing& missing : taken.missing)
        merged.missing.push_back(to_string(missing));
    return merged;
}

}  // namespace clew::logic::inline tree
