// In an acyclic graph one pass in topological order suffices: the immediate dominator of a vertex
// is the lowest common ancestor, in the tree of dominators so far, of all that lead to it (Cooper,
// Harvey and Kennedy 2001, whose iteration ends here after the first round). Ways are short, so
// ancestors are found by walking up.

#include "explain/diagram/dominators.hpp"

#include <algorithm>
#include <numeric>

namespace clew::explain {

Dominators::Dominators(const DecisionTree& tree) : tree_(tree) {
    const std::size_t n = tree.node_count();
    start_.assign(n + 1, 0);
    for (Node v = 0; v < n; ++v)
        for (auto [to, end] = boost::adjacent_vertices(v, tree.graph()); to != end; ++to)
            ++start_[*to + 1];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    source_.resize(start_[n]);
    std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
    for (Node v = 0; v < n; ++v)
        for (auto [to, end] = boost::adjacent_vertices(v, tree.graph()); to != end; ++to)
            source_[next[*to]++] = v;

    above_.assign(n, no_node);
    depth_.assign(n, 0);
    for (Node v : tree.topological_order()) {
        Node common = no_node;
        for (Node from : sources(v)) {
            if (common == no_node) {
                common = from;
                continue;
            }
            while (common != from) {
                Node& lower = depth_[common] >= depth_[from] ? common : from;
                lower = above_[lower];
            }
        }
        above_[v] = common;
        if (common != no_node) depth_[v] = static_cast<std::uint16_t>(depth_[common] + 1);
    }
}

std::vector<Node> Dominators::chain(Node node) const {
    std::vector<Node> found;
    for (Node v = node; v != no_node; v = above_[v]) found.push_back(v);
    std::ranges::reverse(found);
    return found;
}

std::vector<Node> Dominators::solutions(Node node) const {
    std::vector<Node> found;
    for (Node v = 0; v < tree_.node_count(); ++v) {
        if (tree_[v].kind != NodeKind::solution) continue;
        Node at = v;
        while (depth_[at] > depth_[node]) at = above_[at];
        if (at == node) found.push_back(v);
    }
    std::ranges::sort(found, {}, [&](Node v) { return tree_[v].number; });
    return found;
}

}  // namespace clew::explain
