// What is known of a tree once it is grown: depths, what is below each vertex, totals, notes.
//
// Fewest and most choices from the root are shortest and longest paths in a directed acyclic graph:
// Boost's, along a topological order. What is below goes against that order. The values of any one
// cell divide the solutions of a pattern among them: the number of solutions below is the sum over
// the outcomes of any one cell, no set union needed. A pattern is dead if for some cell that sum is
// a proved zero; every value of some cell impossible is the case that the paper thought illogical.

#include <algorithm>
#include <boost/graph/dag_shortest_paths.hpp>
#include <boost/graph/topological_sort.hpp>
#include <boost/graph/two_bit_color_map.hpp>
#include <functional>
#include <iterator>
#include <limits>

#include "core/base/contract.hpp"
#include "logic/tree/decision_tree.hpp"

namespace clew::logic::inline tree {

namespace {

using Choices = std::uint16_t;

auto colours(const TreeGraph& graph) {  // two bits a vertex
    return boost::make_two_bit_color_map(boost::num_vertices(graph),
                                         boost::get(boost::vertex_index, graph));
}

/// The choices of the best way from the root to each vertex; `better` says what is best, `none` is
/// worse than every way.
template <class Better>
void count_choices(TreeGraph& graph, Choices TreeVertex::*where, Better better, Choices none) {
    const auto add = [](Choices a, Choices b) { return static_cast<Choices>(a + b); };
    boost::dag_shortest_paths(graph, Node{0}, boost::get(where, graph),
                              boost::static_property_map<Choices>(1), colours(graph),
                              boost::dummy_property_map(), boost::default_dijkstra_visitor(),
                              better, add, none, Choices{0});
}

}  // namespace

std::vector<Node> DecisionTree::topological_order() const {
    std::vector<Node> order;
    order.reserve(node_count());
    boost::topological_sort(graph_, std::back_inserter(order), boost::color_map(colours(graph_)));
    std::ranges::reverse(order);
    return order;
}

void DecisionTree::summarize() {
    count_choices(graph_, &TreeVertex::depth, std::less<>(), std::numeric_limits<Choices>::max());
    count_choices(graph_, &TreeVertex::rank, std::greater<>(), Choices{0});
    const std::vector<Node> order = topological_order();
    for (std::size_t k = order.size(); k-- > 0;) summarize_below(order[k]);

    totals_ = {};
    for (Node v = 0; v < node_count(); ++v) {
        const TreeVertex& vertex = graph_[v];
        totals_.edges += boost::out_degree(v, graph_);
        totals_.depth = std::max<std::uint64_t>(totals_.depth, vertex.depth);
        totals_.longest = std::max<std::uint64_t>(totals_.longest, vertex.rank);
        if (vertex.kind == NodeKind::solution) ++totals_.solutions;
        if (vertex.kind != NodeKind::pattern) continue;
        ++totals_.patterns;
        totals_.candidates += vertex.candidates;
        totals_.solved += vertex.solved;
        totals_.partial += vertex.partial;
        totals_.impossible += vertex.impossible;
        totals_.dead += vertex.dead ? 1U : 0U;
        totals_.clash += vertex.clash ? 1U : 0U;
        totals_.wide += vertex.wide ? 1U : 0U;
        totals_.open += vertex.expanded ? 0U : 1U;
    }
    totals_.inserted = inserted_candidates_.size();

    if (planned_on_)
        notes_.push_back("the smallest tree was planned on the first " +
                         std::to_string(*planned_on_) +
                         " patterns only; beyond them the fewest degrees of freedom decide");
    if (totals_.wide > 0)
        notes_.push_back(std::to_string(totals_.wide) +
                         (totals_.wide == 1 ? " pattern has" : " patterns have") +
                         " no binary cell: a smallest open cell was branched on instead, where the "
                         "paper's procedure would stop");
    if (ending_ != Ending::exhausted)
        notes_.push_back(
            std::string("the tree is partial (") +
            (ending_ == Ending::interrupted ? "interrupted" : "pattern limit reached") +
            "): " + std::to_string(totals_.open) +
            (totals_.open == 1 ? " pattern is still open" : " patterns are still open"));
}

void DecisionTree::summarize_below(Node node) {
    TreeVertex& vertex = graph_[node];
    if (vertex.kind != NodeKind::pattern) {
        vertex.complete = true;
        vertex.solutions_below = vertex.kind == NodeKind::solution ? 1 : 0;
        return;
    }
    const auto tried = outcomes(node);
    const std::size_t size = puzzle_.geometry().size();
    for (auto at = tried.begin(); at != tried.end();) {
        const std::size_t cell = (*at).candidate / size;
        std::uint32_t sum = 0;
        bool complete = true;
        bool clash = true;
        for (; at != tried.end() && (*at).candidate / size == cell; ++at) {
            if ((*at).target == no_node) continue;
            const TreeVertex& target = graph_[(*at).target];
            clash = false;
            complete = complete && target.complete;
            sum += target.solutions_below;
        }
        CLEW_INVARIANT(!complete || !vertex.complete || sum == vertex.solutions_below,
                       "DecisionTree: two cells of a pattern disagree about its solutions");
        if (!vertex.complete) {
            vertex.solutions_below = complete ? sum : std::max(vertex.solutions_below, sum);
            vertex.complete = complete;
        }
        vertex.clash = vertex.clash || clash;
    }
    vertex.dead = vertex.complete && vertex.solutions_below == 0;
}

}  // namespace clew::logic::inline tree
