// Only vertices from which a target can be reached matter: all that leads to one of them is among
// them. What dominates a target is on every way to it; what dominates all of them is the beginning
// that their chains of dominators share.
//
// An edge u -> v is on every way to v if no other edge leads to v: in an acyclic graph no way to u
// comes through v.
//
// The choices on every way to v are, over the edges u -> v, the intersection of (the choices on
// every way to u, and the candidate of the edge if it is the only one). In an acyclic graph one
// pass in topological order gives this exactly; there are at most as many as the shortest way has
// edges, so they are short sorted lists. No candidate of a merged edge can be on every way: who
// takes the other candidate finds its digit filled in below, and could not have tried it above.

#include "explain/diagram/forced.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "explain/diagram/dominators.hpp"

namespace clew::explain::inline diagram {

namespace {

using logic::Node;
using Choices = std::vector<std::uint16_t>;  // candidates by index, ascending

Choices in_both(const Choices& a, const Choices& b) {
    Choices both;
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    return both;
}

class Ways {
  public:
    Ways(const logic::DecisionTree& tree, std::span<const Node> targets)
        : tree_(tree),
          through_(tree),
          place_(tree.node_count()),
          choices_(tree.node_count()),
          ways_(tree.node_count()) {
        const std::vector<Node> order = tree.topological_order();
        for (std::size_t k = 0; k < order.size(); ++k) place_[order[k]] = k;
        std::vector<bool> leads(order.size(), false);
        for (const Node target : targets) leads[target] = true;
        for (std::size_t k = order.size(); k-- > 0;)
            for (const Node from : through_.sources(order[k]))
                if (leads[order[k]]) leads[from] = true;
        ways_[0] = 1;
        std::vector<bool> met(order.size(), false);
        for (const Node from : order)
            if (leads[from]) follow(from, leads, met);
    }

    /// To one target, or to whichever of several.
    Forced to(std::span<const Node> targets) const {
        Forced found;
        if (targets.size() == 1) found.target = targets[0];
        std::vector<Node> chain = through_.chain(targets[0]);
        Choices choices = choices_[targets[0]];
        for (const Node target : targets) {
            found.ways += ways_[target];
            const std::vector<Node> other = through_.chain(target);
            chain.erase(std::ranges::mismatch(chain, other).in1, chain.end());
            choices = in_both(choices, choices_[target]);
        }
        for (const Node v : chain)
            if (const auto from = through_.sources(v); from.size() == 1)
                found.steps.emplace_back(from[0], v);
        found.patterns = std::move(chain);
        for (const std::uint16_t index : choices) found.choices.push_back(made(index, targets));
        const auto place = [&](const ForcedChoice& choice) {
            std::size_t first = place_.size();
            for (const auto& [from, to] : choice.made) first = std::min(first, place_[from]);
            return first;
        };
        std::ranges::stable_sort(found.choices, {}, place);
        return found;
    }

  private:
    /// Takes what all ways to a vertex have in common on to where it leads.
    void follow(Node from, const std::vector<bool>& leads, std::vector<bool>& met) {
        for (auto [e, last] = boost::out_edges(from, tree_.graph()); e != last; ++e) {
            const Node to = boost::target(*e, tree_.graph());
            if (!leads[to]) continue;
            const std::uint16_t candidates = tree_.graph()[*e].candidates;
            ways_[to] += ways_[from] * Count{candidates};
            if (met[to] && choices_[to].empty()) continue;
            Choices by_edge = choices_[from];
            if (candidates == 1) {
                const std::uint16_t only = only_between(from, to);
                by_edge.insert(std::ranges::lower_bound(by_edge, only), only);
            }
            choices_[to] = met[to] ? in_both(choices_[to], by_edge) : std::move(by_edge);
            met[to] = true;
        }
    }

    static constexpr std::uint16_t several = 0xFFFF;
    /// The candidate of an edge that has just one.
    std::uint16_t only_between(Node from, Node to) const {
        std::uint16_t only = several;
        for (const logic::Outcome& outcome : tree_.outcomes(from)) {
            if (outcome.target != to) continue;
            if (only != several) return several;
            only = outcome.candidate;
        }
        return only;
    }

    /// Goes back to the edges that make a choice.
    ForcedChoice made(std::uint16_t index, std::span<const Node> targets) const {
        ForcedChoice choice{tree_.puzzle().geometry().candidate(index), {}};
        std::vector<bool> seen(tree_.node_count(), false);
        std::vector<Node> open;
        const auto visit = [&](Node v) {
            if (!seen[v]) open.push_back(v);
            seen[v] = true;
        };
        std::ranges::for_each(targets, visit);
        while (!open.empty()) {
            const Node v = open.back();
            open.pop_back();
            for (const Node from : through_.sources(v)) {
                if (only_between(from, v) == index) {
                    choice.made.emplace_back(from, v);
                } else {
                    visit(from);
                }
            }
        }
        std::ranges::sort(choice.made);
        return choice;
    }

    const logic::DecisionTree& tree_;
    const Dominators through_;
    std::vector<std::size_t> place_;  // in a topological order
    std::vector<Choices> choices_;    // on every way to a vertex
    std::vector<Count> ways_;
};

}  // namespace

ForcedMarks marks_of(std::span<const Forced> forced) {
    ForcedMarks marks;
    for (const Forced& each : forced) {
        marks.nodes.insert(each.patterns.begin(), each.patterns.end());
        marks.edges.insert(each.steps.begin(), each.steps.end());
        for (const ForcedChoice& choice : each.choices)
            marks.edges.insert(choice.made.begin(), choice.made.end());
    }
    return marks;
}

std::vector<Forced> find_forced(const logic::DecisionTree& tree,
                                std::span<const logic::Node> targets) {
    std::vector<Forced> found;
    if (targets.empty()) return found;
    const Ways ways{tree, targets};
    for (std::size_t i = 0; i < targets.size(); ++i)
        found.push_back(ways.to(targets.subspan(i, 1)));
    if (targets.size() > 1) found.push_back(ways.to(targets));
    return found;
}

}  // namespace clew::explain::inline diagram
