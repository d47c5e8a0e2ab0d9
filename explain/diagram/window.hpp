#pragma once
// TreeView: what of a large drawing is seen through a window, at most so much of it.
//
//     const TreeView view{drawing};                       // once; the drawing must outlive it
//     const Seen seen = view.look({0, 0, 1280, 700}, 1500);
//     for (std::uint32_t node : seen.nodes) ...           // few enough to draw one by one,
//     for (const Heap& heap : seen.heaps) ...             // or heaps of them, by squares
//
// So a page draws what is seen and asks for the rest when it gets there: no answer is longer than
// the window is full. The squares of heaps lie on one raster whose side is a power of two, so they
// do not shimmer when the window moves.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "explain/diagram/drawing.hpp"

namespace clew::explain::inline diagram {

/// A rectangle of a drawing, in its points.
struct Window {
    float left = 0, top = 0, right = 0, bottom = 0;
};

/// Nodes of one square that are too many to be drawn one by one.
struct Heap {
    Window around;                          ///< the nodes, closely
    std::uint32_t nodes = 0;                ///< how many
    std::uint32_t first = 0;                ///< one of them
    std::array<std::uint32_t, 6> roles{};   ///< how many of each DrawnRole
    std::array<std::uint32_t, 3> marked{};  ///< how many that the caller gave each mark
};

/// Edges of the skeleton from one heap to another.
struct HeapLink {
    std::uint32_t from = 0, to = 0;  ///< into Seen::heaps
    std::uint32_t edges = 0;
};

struct Seen {
    std::size_t in_window = 0;         ///< nodes that are there
    std::vector<std::uint32_t> nodes;  ///< of the drawing, layer by layer; empty if there are heaps
    /// Edges of the drawing, skeleton first: those with an end among `nodes`; of the `shared` ones
    /// those with both.
    std::vector<std::uint32_t> edges;
    std::size_t edges_left_out = 0;  ///< shared edges beyond the limit
    std::vector<Heap> heaps;
    std::vector<HeapLink> links;  ///< the thickest ones
};

class TreeView {
  public:
    /// Requires a drawing with TreeLayout::layers.
    explicit TreeView(const Drawing& drawing);

    /// At most `most` nodes or heaps (but for one more row and column of the raster), at most four
    /// times as many edges. `mark` puts each node into one of three bins of its heap; may be empty.
    Seen look(const Window& window, std::size_t most,
              const std::function<std::size_t(logic::Node)>& mark = {}) const;
    /// The drawn node of a vertex, or nothing if it is folded away.
    std::optional<std::uint32_t> drawn(logic::Node node) const;
    /// The next node of the same layer to the right (`by` = 1) or left (-1), or nothing.
    std::optional<std::uint32_t> beside(std::uint32_t drawn_node, int by) const;
    /// Indices of the edges into and out of a drawn node.
    std::vector<std::uint32_t> edges_of(std::uint32_t drawn_node) const;

  private:
    template <class Each>
    void each_in(const Window& window, Each&& each) const;
    Seen one_by_one(const Window& window, std::size_t most) const;
    Seen heaped(const Window& window, std::size_t most,
                const std::function<std::size_t(logic::Node)>& mark) const;

    const Drawing& drawing_;
    std::vector<std::uint32_t> order_;        // nodes layer by layer, from left to right
    std::vector<std::size_t> layer_start_;    // into order_
    std::vector<std::uint32_t> place_;        // of a drawn node in order_
    std::vector<float> top_, bottom_, half_;  // of a layer; half its widest node
    std::vector<std::uint32_t> out_start_;    // edges are sorted by where they start
    std::vector<std::uint32_t> in_start_, in_edge_;
    std::vector<std::uint32_t> drawn_;  // by vertex
};

}  // namespace clew::explain::inline diagram
