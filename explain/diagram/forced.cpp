// Only vertices from which a target can be reached matter: all that leads to one of them is among
// them. They are numbered in a topological order and become a graph that knows its in-edges, which
// is what Boost's dominator tree [LengauerTarjan1979] asks for. It takes a deque of at least 576
// bytes a vertex besides, so the graph holds no vertex more than it must. Several targets get a
// common successor, and what dominates that one is on every way to each of them.
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
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dominator_tree.hpp>
#include <cstdint>
#include <iterator>
#include <optional>

namespace clew::explain::inline diagram {

namespace {

struct Step {
    static constexpr std::uint16_t none = 0xFFFF;
    std::uint16_t only = none;     // the candidate, if there is just one
    std::uint16_t candidates = 1;  // how many ways to take it
};

/// Numbers of vertices are places in a topological order; the root is 0.
using WaysGraph =
    boost::compressed_sparse_row_graph<boost::bidirectionalS, boost::no_property, Step,
                                       boost::no_property, logic::Node, logic::Node>;
/// Of a bidirectional graph, what Boost 1.74's compressed rows leave out.
logic::Node degree(logic::Node v, const WaysGraph& graph) {
    return boost::out_degree(v, graph) + boost::in_degree(v, graph);
}

using Choices = std::vector<std::uint16_t>;  // candidates by index, ascending

class Ways {
  public:
    Ways(const logic::DecisionTree& tree, std::span<const logic::Node> targets) : tree_(tree) {
        number_vertices(targets);
        build(targets);
        dominator_.assign(boost::num_vertices(graph_), WaysGraph::null_vertex());
        boost::lengauer_tarjan_dominator_tree(
            graph_, logic::Node{0},
            boost::make_iterator_property_map(dominator_.begin(),
                                              boost::get(boost::vertex_index, graph_)));
        follow_ways();
    }

    Forced to(logic::Node target) const { return common(target, number_[target]); }
    Forced to_any() const {
        return common(logic::no_node, static_cast<logic::Node>(vertex_.size()));
    }

  private:
    void number_vertices(std::span<const logic::Node> targets) {
        const std::vector<logic::Node> order = tree_.topological_order();
        std::vector<bool> leads(order.size(), false);
        for (logic::Node target : targets) leads[target] = true;
        for (std::size_t k = order.size(); k-- > 0;)
            for (auto [to, end] = boost::adjacent_vertices(order[k], tree_.graph()); to != end;
                 ++to)
                if (leads[*to]) leads[order[k]] = true;
        number_.assign(order.size(), logic::no_node);
        for (logic::Node v : order) {
            if (!leads[v]) continue;
            number_[v] = static_cast<logic::Node>(vertex_.size());
            vertex_.push_back(v);
        }
    }

    void build(std::span<const logic::Node> targets) {
        std::vector<std::pair<logic::Node, logic::Node>> ends;
        std::vector<Step> steps;
        for (logic::Node from = 0; from < vertex_.size(); ++from)
            for (auto [e, last] = boost::out_edges(vertex_[from], tree_.graph()); e != last; ++e) {
                const logic::Node to = boost::target(*e, tree_.graph());
                if (number_[to] == logic::no_node) continue;
                ends.emplace_back(from, number_[to]);
                steps.push_back({.candidates = tree_.graph()[*e].candidates});
                if (steps.back().candidates == 1)
                    steps.back().only = candidate_between(vertex_[from], to);
            }
        auto size = static_cast<logic::Node>(vertex_.size());
        if (targets.size() > 1) {
            for (logic::Node target : targets) ends.emplace_back(number_[target], size);
            steps.resize(ends.size());
            ++size;
        }
        graph_ = WaysGraph(boost::edges_are_unsorted_multi_pass, ends.begin(), ends.end(),
                           steps.begin(), size);
    }

    std::uint16_t candidate_between(logic::Node from, logic::Node to) const {
        for (const logic::Outcome& outcome : tree_.outcomes(from))
            if (outcome.target == to) return outcome.candidate;
        return Step::none;
    }

    void follow_ways() {
        choices_.resize(boost::num_vertices(graph_));
        ways_.resize(boost::num_vertices(graph_));
        ways_[0] = 1;
        for (logic::Node v = 1; v < choices_.size(); ++v) {
            std::optional<Choices> common;
            for (auto [e, last] = boost::in_edges(v, graph_); e != last; ++e) {
                const logic::Node from = boost::source(*e, graph_);
                const Step& step = graph_[*e];
                ways_[v] += ways_[from] * Count{step.candidates};
                if (common && common->empty()) continue;
                Choices by_edge = choices_[from];
                if (step.only != Step::none)
                    by_edge.insert(std::ranges::lower_bound(by_edge, step.only), step.only);
                if (common) {
                    Choices both;
                    std::ranges::set_intersection(*common, by_edge, std::back_inserter(both));
                    common = std::move(both);
                } else {
                    common = std::move(by_edge);
                }
            }
            if (common) choices_[v] = std::move(*common);
        }
    }

    Forced common(logic::Node target, logic::Node at) const {
        Forced found;
        found.target = target;
        found.ways = ways_[at];
        std::vector<logic::Node> chain;
        for (logic::Node v = at; v != WaysGraph::null_vertex(); v = dominator_[v])
            if (v < vertex_.size()) chain.push_back(v);
        std::ranges::reverse(chain);
        for (logic::Node v : chain) {
            found.patterns.push_back(vertex_[v]);
            if (boost::in_degree(v, graph_) == 1)
                found.steps.emplace_back(
                    vertex_[boost::source(*boost::in_edges(v, graph_).first, graph_)], vertex_[v]);
        }
        std::vector<std::pair<logic::Node, ForcedChoice>> placed;
        for (std::uint16_t index : choices_[at]) placed.push_back(made(index, at));
        std::ranges::stable_sort(placed, {}, &std::pair<logic::Node, ForcedChoice>::first);
        for (auto& [where, choice] : placed) found.choices.push_back(std::move(choice));
        return found;
    }

    /// Goes back to the edges that make a choice, and says which place comes first.
    std::pair<logic::Node, ForcedChoice> made(std::uint16_t index, logic::Node at) const {
        std::vector<std::pair<logic::Node, logic::Node>> edges;
        std::vector<logic::Node> open{at};
        std::vector<bool> seen(at + 1, false);
        while (!open.empty()) {
            const logic::Node v = open.back();
            open.pop_back();
            for (auto [e, last] = boost::in_edges(v, graph_); e != last; ++e) {
                const logic::Node from = boost::source(*e, graph_);
                if (graph_[*e].only == index) {
                    edges.emplace_back(from, v);
                } else if (!seen[from]) {
                    seen[from] = true;
                    open.push_back(from);
                }
            }
        }
        ForcedChoice choice{tree_.puzzle().geometry().candidate(index), {}};
        for (const auto& [from, to] : edges) choice.made.emplace_back(vertex_[from], vertex_[to]);
        std::ranges::sort(choice.made);
        return {std::ranges::min(edges).first, std::move(choice)};
    }

    const logic::DecisionTree& tree_;
    std::vector<logic::Node> number_;  // of a vertex of the tree, or logic::no_node
    std::vector<logic::Node> vertex_;  // the other way
    WaysGraph graph_;
    std::vector<logic::Node> dominator_;
    std::vector<Choices> choices_;
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
    for (logic::Node target : targets) found.push_back(ways.to(target));
    if (targets.size() > 1) found.push_back(ways.to_any());
    return found;
}

}  // namespace clew::explain::inline diagram
