// How the tree is grown.
//
// To expand a pattern, its candidates are read off its digits (marks less the digits of peers),
// loaded once as the base of the closure, and each candidate is tried from there; outcomes go to
// one flat array, four bytes each: the candidate, and the edge of its vertex that it is part of. A
// pattern's outcomes are committed together or not at all, so that a tree that a limit ended has
// only fully expanded patterns and open ones.
//
// The order is the paper's: all candidates of a pattern, then its first new pattern with all that
// is below it, then the second. So the names AA, AB, ... and S01, S02, ... are those of the paper,
// and a tree that was cut short is a beginning of the whole one, with the same names.
//
// Edges are collected as they are found and sorted into Boost's compressed rows at the end. Boost's
// adjacency list, which takes them one by one, wants 48 bytes an edge and a heap block for each:
// with it a tree of 10^6 patterns took twice the memory.

#include "explain/tree/grower.hpp"

#include <algorithm>

#include "encode/base/contract.hpp"

namespace clew::explain {

using logic::ClosureStatus;

DecisionTree::Grower::Grower(DecisionTree& tree)
    : tree_(tree),
      geometry_(tree.puzzle_.geometry()),
      store_(*tree.store_),
      closer_(tree.puzzle_.geometry_ptr(), tree.options_.rules) {
    const TreeOptions& o = tree.options_;
    if (o.screen) screen_.emplace(tree.puzzle_.geometry_ptr(), *o.screen);
    CLEW_REQUIRE(o.max_patterns > 0, "DecisionTree::grow: max_patterns must be at least 1");
}

void DecisionTree::Grower::run() {
    if (tree_.options_.oracle == Oracle::sat) oracle_.emplace(tree_.puzzle_, tree_.options_.stop);
    plant();
    if (tree_.options_.mode == TreeMode::lean && tree_.options_.choice == LeanChoice::smallest &&
        vertices_[0].kind == NodeKind::pattern)
        plan_smallest();
    while (!stack_.empty()) {
        if (stopped()) {
            tree_.ending_ = Ending::interrupted;
            break;
        }
        const Node node = stack_.back();
        if (!expand(node)) break;
    }
    build_graph();
}

void DecisionTree::Grower::plant() {
    const auto marks = tree_.puzzle_.candidates_after_givens();
    ClosureStatus status = closer_.load(marks);
    if (status != ClosureStatus::impossible) {
        status = closer_.close();
        if (status == ClosureStatus::open && tree_.options_.start == TreeStart::singles)
            status = closer_.load(marks);
    }
    std::vector<std::uint64_t> code(store_.words(), 0);
    NodeKind kind = NodeKind::impossible;
    if (status != ClosureStatus::impossible) {
        store_.pack(closer_.state(), code);
        if (status == ClosureStatus::solved)
            kind = NodeKind::solution;
        else if (!(screen_ && closer_.refuted_by(*screen_)) && !(oracle_ && dead(code)))
            kind = NodeKind::pattern;
    }
    add(kind, code, no_node, 0);
    if (kind == NodeKind::pattern) stack_.push_back(0);
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

bool DecisionTree::Grower::dead(std::span<const std::uint64_t> code) {
    return !oracle_->has_solution(store_.digits(code));
}

/// Tries the base with these digits; `trial.candidate` is the first of them.
DecisionTree::Grower::Trial DecisionTree::Grower::attempt(std::span<const Candidate> assigned) {
    Trial trial{.candidate = assigned[0]};
    ++closures_;
    const ClosureStatus status = closer_.assign(assigned);
    if (status == ClosureStatus::impossible) return trial;
    if (status == ClosureStatus::open && screen_ && closer_.refuted_by(*screen_)) return trial;
    trial.code = codes_.size();
    codes_.resize(codes_.size() + store_.words());
    store_.pack(closer_.state(), code_of(trial));
    if (status == ClosureStatus::open && oracle_ && store_.find(code_of(trial)) == no_node &&
        dead(code_of(trial)))
        return trial;
    trial.kind = status == ClosureStatus::solved ? OutcomeKind::solution : OutcomeKind::pattern;
    trial.freedom = closer_.freedom();
    return trial;
}
/// Tries the candidates of a pattern and records what they lead to. False if a limit forbids
/// it: then nothing is recorded.
bool DecisionTree::Grower::expand(Node node) {
    marks_ = store_.candidates(store_.code(node));
    closer_.load(marks_);
    codes_.clear();
    trials_.clear();

    std::vector<Cell> cells;
    for (std::size_t i = 0; i < marks_.size(); ++i)
        if (marks_[i].size() == 2) cells.push_back(Cell{i});
    const bool wide = cells.empty();
    if (wide) {
        std::size_t best = marks_.size();
        for (std::size_t i = 0; i < marks_.size(); ++i)
            if (marks_[i].size() > 1 &&
                (best == marks_.size() || marks_[i].size() < marks_[best].size()))
                best = i;
        cells.push_back(Cell{best});
    } else if (tree_.options_.mode == TreeMode::lean) {
        cells = {choose(node, cells)};
        if (stopped()) {
            tree_.ending_ = Ending::interrupted;
            return false;
        }
    }
    for (Cell cell : cells)
        for (Digit digit : marks_[cell.index()]) {
            const Candidate candidate{cell, digit};
            trials_.push_back(attempt({&candidate, 1}));
        }
    alternates_.clear();
    before_ = 0;
    if (tree_.options_.mode == TreeMode::alternates) insert_alternates();

    if (patterns_ + new_patterns() > tree_.options_.max_patterns) {
        tree_.ending_ = Ending::limit_reached;
        return false;
    }
    stack_.pop_back();
    commit(node, wide);
    report();
    return true;
}

/// The paper's Annex C. A value whose cell has no other possible one is part of every solution
/// of this pattern: all of these are inserted into every outcome, which is closed again. An
/// outcome that thereby turns out impossible may give new ones, so until nothing changes.
void DecisionTree::Grower::insert_alternates() {
    before_ = different_patterns();
    for (;;) {
        std::vector<Candidate> found;
        for (std::size_t i = 0; i < trials_.size();) {
            std::size_t end = i;
            std::optional<Candidate> possible;
            std::size_t impossible = 0;
            for (; end < trials_.size() && trials_[end].candidate.cell == trials_[i].candidate.cell;
                 ++end) {
                if (trials_[end].kind == OutcomeKind::impossible)
                    ++impossible;
                else
                    possible = trials_[end].candidate;
            }
            const std::size_t values = end - i;
            if (impossible == values) {  // the pattern is dead: nothing below it
                for (Trial& trial : trials_) trial.kind = OutcomeKind::impossible;
                alternates_.clear();
                return;
            }
            if (impossible > 0 && impossible + 1 == values) found.push_back(*possible);
            i = end;
        }
        if (found.size() == alternates_.size()) return;
        alternates_ = std::move(found);
        std::vector<Candidate> assigned;
        for (Trial& trial : trials_) {
            if (trial.kind == OutcomeKind::impossible) continue;
            assigned.assign(1, trial.candidate);
            assigned.insert(assigned.end(), alternates_.begin(), alternates_.end());
            trial = attempt(assigned);
        }
    }
}

std::uint16_t DecisionTree::Grower::different_patterns() {
    std::vector<std::size_t> seen;
    for (const Trial& trial : trials_) {
        if (trial.kind != OutcomeKind::pattern) continue;
        const bool known = std::ranges::any_of(seen, [&](std::size_t i) {
            return std::ranges::equal(code_of(trials_[i]), code_of(trial));
        });
        if (!known) seen.push_back(static_cast<std::size_t>(&trial - trials_.data()));
    }
    return static_cast<std::uint16_t>(seen.size());
}

std::uint64_t DecisionTree::Grower::new_patterns() {
    if (tree_.options_.max_patterns == unlimited) return 0;
    std::vector<std::size_t> fresh;
    for (std::size_t i = 0; i < trials_.size(); ++i) {
        if (trials_[i].kind != OutcomeKind::pattern) continue;
        if (store_.find(code_of(trials_[i])) != no_node) continue;
        const bool known = std::ranges::any_of(fresh, [&](std::size_t j) {
            return std::ranges::equal(code_of(trials_[i]), code_of(trials_[j]));
        });
        if (!known) fresh.push_back(i);
    }
    return fresh.size();
}

void DecisionTree::Grower::commit(Node node, bool wide) {
    std::vector<std::pair<Node, TreeEdge>> edges;
    std::vector<Node> fresh;
    std::uint16_t letters = 0;
    TreeVertex figures = vertices_[node];
    figures.expanded = true;
    figures.wide = wide;
    figures.first_outcome = static_cast<std::uint32_t>(tree_.tried_.size());
    figures.candidates = static_cast<std::uint16_t>(trials_.size());
    for (const Trial& trial : trials_) {
        TriedCandidate tried{
            static_cast<std::uint16_t>(geometry_.candidate_index(trial.candidate))};
        if (trial.kind == OutcomeKind::impossible) {
            ++figures.impossible;
            tree_.tried_.push_back(tried);
            continue;
        }
        const bool solved = trial.kind == OutcomeKind::solution;
        ++(solved ? figures.solved : figures.partial);
        Node target = store_.find(code_of(trial));
        const bool is_new = target == no_node;
        auto edge = std::ranges::find(edges, target, &std::pair<Node, TreeEdge>::first);
        if (is_new || edge == edges.end()) {
            if (!solved) ++letters;
            ++(solved ? figures.solved_different : figures.partial_different);
            if (is_new) {
                target = add(solved ? NodeKind::solution : NodeKind::pattern, code_of(trial), node,
                             solved ? 0 : letters);
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
    tree_.inserted_.emplace(node,
                            Inserted{static_cast<std::uint32_t>(tree_.inserted_candidates_.size()),
                                     static_cast<std::uint16_t>(alternates_.size()), before_});
    tree_.inserted_candidates_.insert(tree_.inserted_candidates_.end(), alternates_.begin(),
                                      alternates_.end());
}

/// Sorts the edges by their sources (a counting sort, so those of one vertex keep their order).
void DecisionTree::Grower::build_graph() {
    tree_.graph_ = TreeGraph(boost::edges_are_unsorted_multi_pass, ends_.begin(), ends_.end(),
                             edges_.begin(), static_cast<Node>(vertices_.size()));
    for (Node v = 0; v < vertices_.size(); ++v) tree_.graph_[v] = vertices_[v];
}

void DecisionTree::Grower::report() {
    if (!tree_.options_.on_headway || closures_ - reported_ < 4096) return;
    reported_ = closures_;
    tree_.options_.on_headway({.solutions = tree_.solution_nodes_.size(), .nodes = patterns_});
}

}  // namespace clew::explain
