// In an acyclic graph one pass in topological order suffices: the immediate dominator of a vertex
// is the lowest common ancestor, in the tree of dominators so far, of all that lead to it (Cooper,
// Harvey and Kennedy 2001, whose iteration ends here after the first round). Ways are short, so
// ancestors are found by walking up.

#include "explain/diagram/dominators.hpp"

#include <algorithm>
#include <numeric>

namespace clew::explain::inline diagram {

Dominators::Dominators(const logic::DecisionTree& tree) : tree_(tree) {
    const std::size_t n = tree.node_count();
    start_.assign(n + 1, 0);
    for (logic::Node v = 0; v < n; ++v)
        for (auto [to, end] = boost::adjacent_vertices(v, tree.graph()); to != end; ++to)
            ++start_[*to + 1];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    source_.resize(start_[n]);
    std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
    for (logic::Node v = 0; v < n; ++v)
        for (auto [to, end] = boost::adjacent_vertices(v, tree.graph()); to != end; ++to)
            source_[next[*to]++] = v;

    above_.assign(n, logic::no_node);
    depth_.assign(n, 0);
    for (logic::Node v : tree.topological_order()) {
        logic::Node common = logic::no_node;
        for (logic::Node from : sources(v)) {
            if (common == logic::no_node) {
                common = from;
                continue;
            }
            while (common != from) {
                logic::Node& lower = depth_[common] >= depth_[from] ? common : from;
                lower = above_[lower];
            }
        }
        above_[v] = common;
        if (common != logic::no_node) depth_[v] = static_cast<std::uint16_t>(depth_[common] + 1);
    }
}

std::vector<logic::Node> Dominators::chain(logic::Node node) const {
    std::vector<logic::Node> found;
    for (logic::Node v = node; v != logic::no_node; v = above_[v]) found.push_back(v);
    std::ranges::reverse(found);
    return found;
}

std::vector<logic::Node> Dominators::solutions(logic::Node node) const {
    std::vector<logic::Node> found;
    for (logic::Node v = 0; v < tree_.node_count(); ++v) {
        if (tree_[v].kind != logic::NodeKind::solution) continue;
        logic::Node at = v;
        while (depth_[at] > depth_[node]) at = above_[at];
        if (at == node) found.push_back(v);
    }
    std::ranges::sort(found, {}, [&](logic::Node v) { return tree_[v].number; });
    return found;
}

}  // namespace clew::explain::inline diagram
