// How the tree is grown.
//
// A pattern is expanded by the expander (expander.cpp), or a part of the tree that was walked apart
// says what that found (tree_shard.cpp). Outcomes go to one flat array, four bytes each: the
// candidate, and the edge of its vertex that it is part of. A pattern's outcomes are committed
// together or not at all, so that a tree that a limit ended has only fully expanded patterns and
// open ones.
//
// The order is the paper's: all candidates of a pattern, then its first new pattern with all that
// is below it, then the second. So the names AA, AB, ... and S01, S02, ... are those of the paper,
// and a tree that was cut short is a beginning of the whole one, with the same names.
//
// Edges are collected as they are found and sorted into Boost's compressed rows at the end. Boost's
// adjacency list, which takes them one by one, wants 48 bytes an edge and a heap block for each:
// with it a tree of 10^6 patterns took twice the memory.

#include "logic/tree/grower.hpp"

#include <algorithm>

#include "core/base/contract.hpp"

namespace clew::logic::inline tree {

DecisionTree::Grower::Grower(DecisionTree& tree, Recall recall, RecallOf of)
    : tree_(tree),
      geometry_(tree.puzzle_.geometry()),
      store_(*tree.store_),
      recall_(std::move(recall)),
      recall_of_(of),
      expander_(tree.puzzle_, tree.options_, store_) {
    CLEW_REQUIRE(tree.options_.max_patterns > 0,
                 "DecisionTree::grow: max_patterns must be at least 1");
}

void DecisionTree::Grower::run() {
    const Expander::Root root = expander_.plant();
    add(root.kind, root.code, no_node, 0);
    if (root.kind == NodeKind::pattern) stack_.push_back(0);
    if (tree_.options_.mode == TreeMode::lean && tree_.options_.choice == LeanChoice::smallest &&
        root.kind == NodeKind::pattern && (!recall_ || recall_of_ == RecallOf::plan)) {
        plan_smallest();
        recall_ = {};
    }
    while (!stack_.empty()) {
        if (stopped()) {
            tree_.ending_ = Ending::interrupted;
            break;
        }
        if (!expand(stack_.back())) break;
    }
    build_graph();
}

Node DecisionTree::Grower::add(NodeKind kind, std::span<const std::uint64_t> code, Node discoverer,
                               std::size_t letter) {
    TreeVertex vertex;
    vertex.kind = kind;
    vertex.discoverer = discoverer;
    vertex.letter = static_cast<std::uint16_t>(letter);
    if (kind == NodeKind::solution) {
        vertex.number = static_cast<std::uint32_t>(tree_.solution_nodes_.size() + 1);
    } else if (kind == NodeKind::pattern) {
        ++patterns_;
        std::size_t freedom = 0;
        for (DigitSet d : store_.candidates(code)) freedom += d.size() - 1;
        vertex.freedom = static_cast<std::uint16_t>(freedom);
    }
    const auto node = static_cast<Node>(vertices_.size());
    vertices_.push_back(vertex);
    if (kind == NodeKind::solution) tree_.solution_nodes_.push_back(node);
    store_.add(code);
    return node;
}

/// Tries the candidates of a pattern, or is told by a part what they lead to, and records it. False
/// if a limit forbids it: then nothing is recorded.
bool DecisionTree::Grower::expand(Node node) {
    const Recalled recalled = recall_ ? recall_(store_.code(node), now_) : Recalled::unknown;
    if (recalled == Recalled::open) {
        stack_.pop_back();
        return true;
    }
    if (recalled == Recalled::unknown && !expander_.expand(store_.code(node), now_)) {
        tree_.ending_ = Ending::interrupted;
        return false;
    }
    if (patterns_ + new_patterns() > tree_.options_.max_patterns) {
        tree_.ending_ = Ending::limit_reached;
        return false;
    }
    stack_.pop_back();
    commit(node);
    report();
    return true;
}

std::uint64_t DecisionTree::Grower::new_patterns() {
    if (tree_.options_.max_patterns == unlimited) return 0;
    std::vector<std::size_t> fresh;
    for (std::size_t i = 0; i < now_.trials.size(); ++i) {
        if (now_.trials[i].kind != OutcomeKind::pattern) continue;
        if (store_.find(now_.code_of(now_.trials[i])) != no_node) continue;
        const bool known = std::ranges::any_of(fresh, [&](std::size_t j) {
            return std::ranges::equal(now_.code_of(now_.trials[i]), now_.code_of(now_.trials[j]));
        });
        if (!known) fresh.push_back(i);
    }
    return fresh.size();
}

void DecisionTree::Grower::commit(Node node) {
    std::vector<std::pair<Node, TreeEdge>> edges;
    std::vector<Node> fresh;
    std::uint16_t letters = 0;
    TreeVertex figures = vertices_[node];
    figures.expanded = true;
    figures.wide = now_.wide;
    figures.first_outcome = static_cast<std::uint32_t>(tree_.tried_.size());
    figures.candidates = static_cast<std::uint16_t>(now_.trials.size());
    for (const Expansion::Trial& trial : now_.trials) {
        TriedCandidate tried{
            static_cast<std::uint16_t>(geometry_.candidate_index(trial.candidate))};
        if (trial.kind == OutcomeKind::impossible) {
            ++figures.impossible;
            tree_.tried_.push_back(tried);
            continue;
        }
        const bool solved = trial.kind == OutcomeKind::solution;
        ++(solved ? figures.solved : figures.partial);
        Node target = store_.find(now_.code_of(trial));
        const bool is_new = target == no_node;
        auto edge = std::ranges::find(edges, target, &std::pair<Node, TreeEdge>::first);
        if (is_new || edge == edges.end()) {
            if (!solved) ++letters;
            ++(solved ? figures.solved_different : figures.partial_different);
            if (is_new) {
                target = add(solved ? NodeKind::solution : NodeKind::pattern, now_.code_of(trial),
                             node, solved ? 0 : letters);
                if (!solved) fresh.push_back(target);
            }
            edges.push_back({target, {0, solved ? std::uint16_t{0} : letters}});
            edge = edges.end() - 1;
        }
        ++edge->second.candidates;
        tried.edge = static_cast<std::uint16_t>(edge - edges.begin());
        tree_.tried_.push_back(tried);
    }
    vertices_[node] = figures;
    for (const auto& [target, properties] : edges) {
        ends_.emplace_back(node, target);
        edges_.push_back(properties);
    }
    stack_.insert(stack_.end(), fresh.rbegin(), fresh.rend());

    if (tree_.options_.mode != TreeMode::alternates) return;
    tree_.inserted_.emplace(
        node, Inserted{static_cast<std::uint32_t>(tree_.inserted_candidates_.size()),
                       static_cast<std::uint16_t>(now_.alternates.size()), now_.before});
    tree_.inserted_candidates_.insert(tree_.inserted_candidates_.end(), now_.alternates.begin(),
                                      now_.alternates.end());
}

/// Sorts the edges by their sources (a counting sort, so those of one vertex keep their order).
void DecisionTree::Grower::build_graph() {
    tree_.graph_ = TreeGraph(boost::edges_are_unsorted_multi_pass, ends_.begin(), ends_.end(),
                             edges_.begin(), static_cast<Node>(vertices_.size()));
    for (Node v = 0; v < vertices_.size(); ++v) tree_.graph_[v] = vertices_[v];
}

void DecisionTree::Grower::report() {
    if (!tree_.options_.on_progress || expander_.closures() - reported_ < 4096) return;
    reported_ = expander_.closures();
    tree_.options_.on_progress({.solutions = tree_.solution_nodes_.size(), .nodes = patterns_});
}

}  // namespace clew::logic::inline tree
