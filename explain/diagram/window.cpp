// In a layer nodes stand in ascending order of x, so those of a window are one run of each layer
// that it meets, found by bisection; rows are then looked at one by one.

#include "explain/diagram/window.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/contract.hpp"

namespace clew::explain::inline diagram {
namespace {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

Window box_of(const DrawnNode& node) {
    return {node.x - node.width / 2, node.y - node.height / 2, node.x + node.width / 2,
            node.y + node.height / 2};
}

bool meet(const Window& a, const Window& b) {
    return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}

}  // namespace

TreeView::TreeView(const Drawing& drawing) : drawing_(drawing) {
    CLEW_REQUIRE(drawing.options.layout == TreeLayout::layers,
                 "TreeView: a drawing laid out in layers is needed");
    const auto& nodes = drawing.nodes;
    std::size_t layers = 0;
    for (const DrawnNode& node : nodes) layers = std::max(layers, std::size_t{node.level} + 1);
    layer_start_.assign(layers + 1, 0);
    for (const DrawnNode& node : nodes) ++layer_start_[std::size_t{node.level} + 1];
    std::partial_sum(layer_start_.begin(), layer_start_.end(), layer_start_.begin());
    order_.resize(nodes.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
        if (nodes[a].level != nodes[b].level) return nodes[a].level < nodes[b].level;
        return nodes[a].x != nodes[b].x ? nodes[a].x < nodes[b].x : a < b;
    });
    place_.resize(nodes.size());
    for (std::uint32_t k = 0; k < order_.size(); ++k) place_[order_[k]] = k;
    top_.assign(layers, std::numeric_limits<float>::max());
    bottom_.assign(layers, 0);
    half_.assign(layers, 0);
    drawn_.assign(drawing.tree->node_count(), nowhere);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const Window box = box_of(nodes[i]);
        const std::size_t layer = nodes[i].level;
        top_[layer] = std::min(top_[layer], box.top);
        bottom_[layer] = std::max(bottom_[layer], box.bottom);
        half_[layer] = std::max(half_[layer], nodes[i].width / 2);
        if (!nodes[i].mark) drawn_[nodes[i].node] = i;
    }
    out_start_.assign(nodes.size() + 1, 0);
    in_start_.assign(nodes.size() + 1, 0);
    for (const DrawnEdge& edge : drawing.edges) {
        ++out_start_[edge.from + 1];
        ++in_start_[edge.to + 1];
    }
    std::partial_sum(out_start_.begin(), out_start_.end(), out_start_.begin());
    std::partial_sum(in_start_.begin(), in_start_.end(), in_start_.begin());
    in_edge_.resize(drawing.edges.size());
    std::vector<std::uint32_t> next(in_start_.begin(), in_start_.end() - 1);
    for (std::uint32_t e = 0; e < drawing.edges.size(); ++e)
        in_edge_[next[drawing.edges[e].to]++] = e;
}

template <class Each>
void TreeView::each_in(const Window& window, Each&& each) const {
    const auto x_of = [&](std::uint32_t i) { return drawing_.nodes[i].x; };
    for (std::size_t layer = 0; layer + 1 < layer_start_.size(); ++layer) {
        if (bottom_[layer] < window.top || top_[layer] > window.bottom) continue;
        const auto begin = order_.begin() + static_cast<std::ptrdiff_t>(layer_start_[layer]);
        const auto end = order_.begin() + static_cast<std::ptrdiff_t>(layer_start_[layer + 1]);
        auto at = std::ranges::lower_bound(begin, end, window.left - half_[layer], {}, x_of);
        for (; at != end && x_of(*at) <= window.right + half_[layer]; ++at)
            if (meet(box_of(drawing_.nodes[*at]), window)) each(*at);
    }
}

Seen TreeView::look(const Window& window, std::size_t most,
                    const std::function<std::size_t(logic::Node)>& mark) const {
    std::size_t count = 0;
    each_in(window, [&](std::uint32_t) { ++count; });
    Seen seen = count <= most ? one_by_one(window, most) : heaped(window, most, mark);
    seen.in_window = count;
    return seen;
}

Seen TreeView::one_by_one(const Window& window, std::size_t most) const {
    Seen seen;
    std::vector<std::uint32_t> sorted;
    each_in(window, [&](std::uint32_t i) { seen.nodes.push_back(i); });
    sorted = seen.nodes;
    std::ranges::sort(sorted);
    const auto is_seen = [&](std::uint32_t i) { return std::ranges::binary_search(sorted, i); };
    std::vector<std::uint32_t> shared;
    for (std::uint32_t i : seen.nodes) {
        for (std::uint32_t e = out_start_[i]; e < out_start_[i + 1]; ++e) {
            const DrawnEdge& edge = drawing_.edges[e];
            if (!edge.shared)
                seen.edges.push_back(e);
            else if (is_seen(edge.to))
                shared.push_back(e);
        }
        for (std::uint32_t k = in_start_[i]; k < in_start_[i + 1]; ++k) {
            const DrawnEdge& edge = drawing_.edges[in_edge_[k]];
            if (!edge.shared && !is_seen(edge.from)) seen.edges.push_back(in_edge_[k]);
        }
    }
    const std::size_t room = 4 * most - std::min(4 * most, seen.edges.size());
    if (shared.size() > room) {  // those that reach least far tell most
        const auto reach = [&](std::uint32_t e) {
            const DrawnEdge& edge = drawing_.edges[e];
            return std::abs(drawing_.nodes[edge.from].x - drawing_.nodes[edge.to].x);
        };
        std::ranges::stable_sort(shared, {}, reach);
        seen.edges_left_out = shared.size() - room;
        shared.resize(room);
    }
    seen.edges.insert(seen.edges.end(), shared.begin(), shared.end());
    return seen;
}

Seen TreeView::heaped(const Window& window, std::size_t most,
                      const std::function<std::size_t(logic::Node)>& mark) const {
    // Only what is in the picture counts: a window may be much larger.
    const float width = std::min(window.right, drawing_.width) - std::max(window.left, 0.0F);
    const float height = std::min(window.bottom, drawing_.height) - std::max(window.top, 0.0F);
    const float area = std::max(width, 1.0F) * std::max(height, 1.0F);
    const float side = std::exp2(
        std::ceil(std::log2(std::sqrt(area / static_cast<float>(std::max<std::size_t>(most, 1))))));
    const auto square = [&](float value) {
        return static_cast<std::uint32_t>(std::max(0.0F, std::floor(value / side)));
    };
    struct Inside {
        std::uint64_t square;
        std::uint32_t node;
    };
    std::vector<Inside> inside;
    each_in(window, [&](std::uint32_t i) {
        const DrawnNode& node = drawing_.nodes[i];
        inside.push_back({std::uint64_t{square(node.y)} << 32 | square(node.x), i});
    });
    std::ranges::stable_sort(inside, {}, &Inside::square);

    Seen seen;
    std::vector<std::uint32_t> heap_of(drawing_.nodes.size(), nowhere);
    for (std::size_t k = 0; k < inside.size(); ++k) {
        const DrawnNode& node = drawing_.nodes[inside[k].node];
        const Window box = box_of(node);
        if (k == 0 || inside[k].square != inside[k - 1].square)
            seen.heaps.push_back({.around = box, .first = inside[k].node});
        Heap& heap = seen.heaps.back();
        heap.around = {std::min(heap.around.left, box.left), std::min(heap.around.top, box.top),
                       std::max(heap.around.right, box.right),
                       std::max(heap.around.bottom, box.bottom)};
        ++heap.nodes;
        ++heap.roles[static_cast<std::size_t>(node.role)];
        if (mark) ++heap.marked[std::min<std::size_t>(mark(node.node), 2)];
        heap_of[inside[k].node] = static_cast<std::uint32_t>(seen.heaps.size() - 1);
    }

    std::vector<std::uint64_t> pairs;
    for (const Inside& each : inside) {
        const DrawnNode& node = drawing_.nodes[each.node];
        const std::uint32_t from = heap_of[node.parent];
        const std::uint32_t to = heap_of[each.node];
        if (from != nowhere && from != to) pairs.push_back(std::uint64_t{from} << 32 | to);
    }
    std::ranges::sort(pairs);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        if (k == 0 || pairs[k] != pairs[k - 1])
            seen.links.push_back({static_cast<std::uint32_t>(pairs[k] >> 32),
                                  static_cast<std::uint32_t>(pairs[k] & 0xFFFFFFFFU)});
        ++seen.links.back().edges;
    }
    std::ranges::stable_sort(seen.links, std::ranges::greater{}, &HeapLink::edges);
    if (seen.links.size() > 2 * most) seen.links.resize(2 * most);
    return seen;
}

std::optional<std::uint32_t> TreeView::drawn(logic::Node node) const {
    if (node >= drawn_.size() || drawn_[node] == nowhere) return std::nullopt;
    return drawn_[node];
}

std::optional<std::uint32_t> TreeView::beside(std::uint32_t drawn_node, int by) const {
    const std::size_t layer = drawing_.nodes[drawn_node].level;
    const std::size_t place = place_[drawn_node];
    if (by > 0 ? place + 1 >= layer_start_[layer + 1] : place <= layer_start_[layer])
        return std::nullopt;
    return order_[by > 0 ? place + 1 : place - 1];
}

std::vector<std::uint32_t> TreeView::edges_of(std::uint32_t drawn_node) const {
    std::vector<std::uint32_t> found(
        in_edge_.begin() + static_cast<std::ptrdiff_t>(in_start_[drawn_node]),
        in_edge_.begin() + static_cast<std::ptrdiff_t>(in_start_[drawn_node + 1]));
    for (std::uint32_t e = out_start_[drawn_node]; e < out_start_[drawn_node + 1]; ++e)
        found.push_back(e);
    return found;
}

}  // namespace clew::explain::inline diagram
