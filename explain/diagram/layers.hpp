#pragma once
// Layers: where the nodes of a large directed acyclic graph stand in a picture to walk in.
//
//     const Layers at = place_in_layers({parent, links, sizes}, {});
//     at.x[7], at.y[7]                     // the middle of node 7
//     at.layer[from] < at.layer[to]        // of every link: all point down
//
// Each node stands in the layer of its longest way from the root, so every link goes to a lower
// layer. A layer that would be too long is broken into rows, so that a graph of 10^5 nodes is a
// picture and no strip. Nodes of one subtree (`parent`) stay side by side in every layer. The same
// graph always gives the same places.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clew::explain::inline diagram {

struct LayerLink {
    std::uint32_t from = 0, to = 0;
};

struct LayerSize {
    float width = 0, height = 0;
};

/// What is placed: node 0 is the root, parents come before their children.
struct LayerGraph {
    std::span<const std::uint32_t> parent;  ///< of each node; the root's is itself
    std::span<const LayerLink> links;       ///< all of them, those from parents too; no cycles
    std::span<const LayerSize> size;        ///< of each node
};

struct LayerRoom {
    float between = 14;        ///< neighbours of a row
    float rows = 18;           ///< rows of a layer
    float layers = 46;         ///< at least, between one layer and the next
    float shape = 1.7F;        ///< width over height that a large picture strives for
    std::size_t columns = 14;  ///< so many always stand in one row
};

struct Layers {
    std::vector<std::uint16_t> layer;  ///< of each node; 0 is the root's
    std::vector<float> x, y;           ///< middles; y downwards; the picture begins at 0, 0
    float width = 0, height = 0;
    std::size_t count = 0;    ///< layers
    double reach_before = 0;  ///< how far links beyond the tree reach to the side, by discovery,
    double reach_after = 0;   ///< and as placed: never more
};

/// Time: linear in nodes and links, but for the sorting of siblings. Requires what LayerGraph says.
Layers place_in_layers(const LayerGraph& graph, const LayerRoom& room);

}  // namespace clew::explain::inline diagram
