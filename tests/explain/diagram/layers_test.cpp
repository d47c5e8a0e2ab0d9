// The layout in layers, and what is seen of it through a window.

#include "explain/diagram/layers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "explain/diagram/drawing.hpp"
#include "explain/diagram/window.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::explain {
namespace {

/// A tree with further links that go from some node to a later one: acyclic, all reached from 0.
struct Made {
    std::vector<std::uint32_t> parent;
    std::vector<LayerLink> links;
    std::vector<LayerSize> size;

    LayerGraph graph() const { return {parent, links, size}; }
};

Made random_graph(std::uint32_t nodes, std::uint32_t further, std::uint32_t seed) {
    std::mt19937 random{seed};
    Made made;
    made.parent.push_back(0);
    made.size.push_back({60, 20});
    for (std::uint32_t v = 1; v < nodes; ++v) {
        const std::uint32_t back = std::min(v, 1 + static_cast<std::uint32_t>(random() % 40));
        made.parent.push_back(v - back);
        made.links.push_back({v - back, v});
        made.size.push_back({40 + static_cast<float>(random() % 60), 20});
    }
    for (std::uint32_t k = 0; k < further && nodes > 2; ++k) {
        const auto from = static_cast<std::uint32_t>(random() % (nodes - 1));
        const auto to = from + 1 + static_cast<std::uint32_t>(random() % (nodes - from - 1));
        if (made.parent[to] != from) made.links.push_back({from, to});
    }
    return made;
}

void expect_no_overlaps(const Layers& at, const std::vector<LayerSize>& size) {
    std::map<float, std::vector<std::uint32_t>> rows;
    for (std::uint32_t v = 0; v < size.size(); ++v) rows[at.y[v]].push_back(v);
    float below = -1;
    for (auto& [y, row] : rows) {
        std::ranges::sort(row, {}, [&](std::uint32_t v) { return at.x[v]; });
        float tallest = 0;
        for (std::size_t k = 0; k < row.size(); ++k) {
            const std::uint32_t v = row[k];
            tallest = std::max(tallest, size[v].height);
            EXPECT_GE(at.x[v] - size[v].width / 2, -0.01F);
            EXPECT_LE(at.x[v] + size[v].width / 2, at.width * 1.0001F + 0.01F);
            if (k == 0) continue;
            const std::uint32_t u = row[k - 1];
            EXPECT_GE(at.x[v] - at.x[u], (size[v].width + size[u].width) / 2 + 1) << u << ' ' << v;
        }
        EXPECT_GT(y - tallest / 2, below);
        below = y + tallest / 2;
    }
    EXPECT_LE(below, at.height + 0.01F);
}

/// In each layer, the nodes below any one node stand side by side.
void expect_subtrees_together(const Layers& at, const std::vector<std::uint32_t>& parent) {
    const auto n = static_cast<std::uint32_t>(parent.size());
    for (std::uint32_t top = 1; top < std::min(n, 60U); ++top) {
        std::vector<bool> inside(n, false);
        inside[top] = true;
        for (std::uint32_t v = top + 1; v < n; ++v) inside[v] = inside[parent[v]];
        std::map<std::uint16_t, std::vector<std::uint32_t>> layers;
        for (std::uint32_t v = 0; v < n; ++v) layers[at.layer[v]].push_back(v);
        for (auto& [layer, nodes] : layers) {
            std::ranges::sort(nodes, {}, [&](std::uint32_t v) { return at.x[v]; });
            std::size_t runs = 0;
            for (std::size_t k = 0; k < nodes.size(); ++k)
                if (inside[nodes[k]] && (k == 0 || !inside[nodes[k - 1]])) ++runs;
            EXPECT_LE(runs, 1U) << "below " << top << " in layer " << layer;
        }
    }
}

TEST(Layers, PlaceRandomGraphs) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const std::uint32_t nodes = 1 + seed * seed * seed % 977;
        const Made made = random_graph(nodes, nodes * (seed % 4), seed);
        const Layers at = place_in_layers(made.graph(), {});
        ASSERT_EQ(at.x.size(), nodes);
        ASSERT_EQ(at.y.size(), nodes);
        for (const LayerLink& link : made.links) {
            EXPECT_LT(at.layer[link.from], at.layer[link.to]);
            EXPECT_LT(at.y[link.from] + made.size[link.from].height / 2,
                      at.y[link.to] - made.size[link.to].height / 2);
        }
        expect_no_overlaps(at, made.size);
        expect_subtrees_together(at, made.parent);
        EXPECT_LE(at.reach_after, at.reach_before);
        const Layers again = place_in_layers(made.graph(), {});
        EXPECT_EQ(at.x, again.x);
        EXPECT_EQ(at.y, again.y);
    }
}

TEST(Layers, AreLongestWays) {
    // 0 to 1 to 2 to 3, and 0 to 3 at once: the way round says where 3 stands.
    const std::vector<std::uint32_t> parent{0, 0, 1, 0};
    const std::vector<LayerLink> links{{0, 1}, {1, 2}, {0, 3}, {2, 3}};
    const std::vector<LayerSize> size(4, LayerSize{10, 10});
    const Layers at = place_in_layers({parent, links, size}, {});
    EXPECT_EQ(at.layer, (std::vector<std::uint16_t>{0, 1, 2, 3}));
    EXPECT_EQ(at.count, 4U);
}

TEST(Layers, StandAParentInTheMiddleOfItsChildren) {
    const std::vector<std::uint32_t> parent{0, 0, 0, 0};
    const std::vector<LayerLink> links{{0, 1}, {0, 2}, {0, 3}};
    const std::vector<LayerSize> size(4, LayerSize{50, 20});
    const Layers at = place_in_layers({parent, links, size}, {});
    EXPECT_NEAR(at.x[0], (at.x[1] + at.x[3]) / 2, 0.1F);
    EXPECT_NEAR(at.x[2], at.x[0], 0.1F);
}

TEST(Layers, SortSiblingsByWhereTheirFurtherLinksLead) {
    // The first of three siblings leads to the child of the last: the middle one makes way.
    const std::vector<std::uint32_t> parent{0, 0, 0, 0, 2, 3};
    const std::vector<LayerLink> links{{0, 1}, {0, 2}, {0, 3}, {2, 4}, {3, 5}, {1, 5}};
    const std::vector<LayerSize> size(6, LayerSize{50, 20});
    const Layers at = place_in_layers({parent, links, size}, {});
    EXPECT_LT(at.reach_after, at.reach_before);
    EXPECT_LT(at.x[2], at.x[1]);
    EXPECT_LT(at.x[1], at.x[3]);
}

TEST(Layers, MakeAPictureOfALargeGraphAndNoStrip) {
    const Made made = random_graph(100'000, 200'000, 7);
    const auto start = std::chrono::steady_clock::now();
    const Layers at = place_in_layers(made.graph(), {});
    const auto took = std::chrono::steady_clock::now() - start;
    RecordProperty(
        "milliseconds",
        static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(took).count()));
    expect_no_overlaps(at, made.size);

    // All in one layer: without rows it would be six thousand times as wide as it is high.
    Made star;
    for (std::uint32_t v = 0; v < 20'000; ++v) {
        star.parent.push_back(0);
        star.size.push_back({60, 20});
        if (v > 0) star.links.push_back({0, v});
    }
    const Layers flat = place_in_layers(star.graph(), {});
    expect_no_overlaps(flat, star.size);
    EXPECT_GT(flat.width, flat.height);
    EXPECT_LT(flat.width, 4 * flat.height);
}

TEST(Layers, RefuseACycle) {
    const std::vector<std::uint32_t> parent{0, 0, 1};
    const std::vector<LayerLink> links{{0, 1}, {1, 2}, {2, 1}};
    const std::vector<LayerSize> size(3, LayerSize{50, 20});
    EXPECT_ANY_THROW(place_in_layers({parent, links, size}, {}));
}

// ------------------------------------------------------------------ drawings and windows

const logic::DecisionTree& p92() {
    static const logic::DecisionTree tree =
        logic::DecisionTree::grow(Puzzle::from_line(reference::p92), {});
    return tree;
}

DrawOptions in_layers() {
    DrawOptions options;
    options.style = NodeStyle::text;
    options.layout = TreeLayout::layers;
    options.shared = Detail::shown;
    options.impossible = Detail::hidden;
    return options;
}

TEST(LayeredDrawing, OfEveryTreeHasAllEdgesDownAndNoOverlaps) {
    logic::TreeOptions lean;
    lean.mode = logic::TreeMode::lean;
    logic::TreeOptions partial;
    partial.max_patterns = 20;
    for (const logic::TreeOptions& options : {logic::TreeOptions{}, lean, partial})
        for (NodeStyle style : {NodeStyle::text, NodeStyle::grid, NodeStyle::points})
            for (Detail impossible : {Detail::hidden, Detail::shown}) {
                const logic::DecisionTree tree =
                    logic::DecisionTree::grow(Puzzle::from_line(reference::p92), options);
                DrawOptions asked = in_layers();
                asked.style = style;
                asked.impossible = impossible;
                const Drawing drawing = draw(tree, asked);
                Layers at;
                std::vector<LayerSize> size;
                std::set<logic::Node> once;
                for (const DrawnNode& node : drawing.nodes) {
                    at.x.push_back(node.x);
                    at.y.push_back(node.y);
                    size.push_back({node.width, node.height});
                    if (!node.mark) {
                        EXPECT_TRUE(once.insert(node.node).second);
                    }
                }
                EXPECT_EQ(once.size(), tree.node_count());
                at.width = drawing.width;
                at.height = drawing.height;
                expect_no_overlaps(at, size);
                for (const DrawnEdge& edge : drawing.edges)
                    EXPECT_LT(drawing.nodes[edge.from].y + drawing.nodes[edge.from].height / 2,
                              drawing.nodes[edge.to].y - drawing.nodes[edge.to].height / 2);
            }
}

TEST(LayeredDrawing, FoldsWhatIsBelowANode) {
    DrawOptions options = in_layers();
    options.collapse = {"AB"};
    const Drawing drawing = draw(p92(), options);
    const TreeView view{drawing};
    const logic::Node ab = p92().find("AB").value();
    ASSERT_TRUE(view.drawn(ab));
    EXPECT_GT(drawing.nodes[*view.drawn(ab)].folded, 0U);
    EXPECT_EQ(drawing.nodes.size() + drawing.nodes[*view.drawn(ab)].folded, p92().node_count());
    EXPECT_FALSE(view.drawn(p92().find("ABA").value()));
}

TEST(TreeView, SeesTheWholeAndEveryPartOfIt) {
    const Drawing drawing = draw(p92(), in_layers());
    const TreeView view{drawing};
    const Window all{0, 0, drawing.width, drawing.height};
    const Seen whole = view.look(all, 1000);
    EXPECT_EQ(whole.in_window, drawing.nodes.size());
    EXPECT_EQ(whole.nodes.size(), drawing.nodes.size());
    EXPECT_TRUE(whole.heaps.empty());
    EXPECT_EQ(whole.edges.size(), drawing.edges.size());
    EXPECT_EQ(std::set(whole.edges.begin(), whole.edges.end()).size(), whole.edges.size());

    // Cut into strips, every node is in one of them, and in each exactly those that meet it.
    std::set<std::uint32_t> met;
    for (int column = 0; column < 7; ++column) {
        const Window strip{drawing.width * static_cast<float>(column) / 7, 0,
                           drawing.width * static_cast<float>(column + 1) / 7, drawing.height};
        const Seen part = view.look(strip, 1000);
        std::set<std::uint32_t> expected;
        for (std::uint32_t i = 0; i < drawing.nodes.size(); ++i) {
            const DrawnNode& node = drawing.nodes[i];
            if (node.x - node.width / 2 <= strip.right && node.x + node.width / 2 >= strip.left)
                expected.insert(i);
        }
        EXPECT_EQ(std::set(part.nodes.begin(), part.nodes.end()), expected);
        met.insert(part.nodes.begin(), part.nodes.end());
    }
    EXPECT_EQ(met.size(), drawing.nodes.size());
}

TEST(TreeView, HeapsWhatIsTooMuch) {
    const Drawing drawing = draw(p92(), in_layers());
    const TreeView view{drawing};
    const Window all{0, 0, drawing.width, drawing.height};
    for (std::size_t most : {10U, 40U, 100U, 200U}) {
        const Seen seen = view.look(all, most, [](logic::Node node) { return node % 3; });
        EXPECT_TRUE(seen.nodes.empty());
        EXPECT_GT(seen.heaps.size(), 2U);
        EXPECT_LE(seen.heaps.size(), 2 * most + 8);
        std::size_t nodes = 0;
        std::size_t solutions = 0;
        std::array<std::size_t, 3> marked{};
        for (const Heap& heap : seen.heaps) {
            nodes += heap.nodes;
            solutions += heap.roles[static_cast<std::size_t>(DrawnRole::solution)];
            EXPECT_EQ(std::accumulate(heap.roles.begin(), heap.roles.end(), 0U), heap.nodes);
            for (std::size_t k = 0; k < 3; ++k) marked[k] += heap.marked[k];
            const DrawnNode& first = drawing.nodes[heap.first];
            EXPECT_LE(heap.around.left, first.x);
            EXPECT_GE(heap.around.right, first.x);
        }
        EXPECT_EQ(nodes, drawing.nodes.size());
        EXPECT_EQ(solutions, p92().totals().solutions);
        for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(marked[k], (p92().node_count() + 2 - k) / 3);
        for (const HeapLink& link : seen.links) {
            EXPECT_LT(link.from, seen.heaps.size());
            EXPECT_LT(link.to, seen.heaps.size());
            EXPECT_GT(link.edges, 0U);
        }
    }
}

TEST(TreeView, FindsTheNeighboursOfANode) {
    const Drawing drawing = draw(p92(), in_layers());
    const TreeView view{drawing};
    for (std::uint32_t i = 0; i < drawing.nodes.size(); ++i) {
        const DrawnNode& node = drawing.nodes[i];
        if (const auto right = view.beside(i, 1)) {
            EXPECT_EQ(drawing.nodes[*right].level, node.level);
            EXPECT_GT(drawing.nodes[*right].x, node.x);
            EXPECT_EQ(view.beside(*right, -1), i);
        }
        for (std::uint32_t e : view.edges_of(i))
            EXPECT_TRUE(drawing.edges[e].from == i || drawing.edges[e].to == i);
    }
    std::size_t ends = 0;
    for (std::uint32_t i = 0; i < drawing.nodes.size(); ++i) ends += view.edges_of(i).size();
    EXPECT_EQ(ends, 2 * drawing.edges.size());
}

}  // namespace
}  // namespace clew::explain
