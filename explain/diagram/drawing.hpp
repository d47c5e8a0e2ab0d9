#pragma once
// Drawing: which part of a decision tree is shown, in which detail, and where everything stands.
//
//     Drawing drawing = draw(tree, {.style = NodeStyle::text});
//     write_tree_svg(drawing, out);          // write_svg.hpp
//     for (const std::string& note : drawing.notes) ...    // what was chosen, to be said
//
// The skeleton of a drawing is the tree of discovery: each vertex below the one at which it was
// first met, as its name says; levels are the letters of the name. Further ways to a known vertex
// are `shared` edges, drawn faintly or not at all. Choices left `automatic` depend on the number of
// nodes: Graphviz lays out small trees; above its comfort a layered layout in linear time does, and
// from some thousand nodes on, nodes are bare points. For a picture to walk in, from a page of text
// to 10^5 nodes, there is the layout in layers (layers.hpp), of which window.hpp shows a part.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explain/diagram/forced.hpp"
#include "logic/tree/decision_tree.hpp"
#include "logic/tree/proof.hpp"

namespace clew::explain::inline diagram {

enum class NodeStyle : std::uint8_t {
    automatic,
    text,    ///< name, degrees of freedom, solutions below
    grid,    ///< the grid itself, new digits emphasised
    points,  ///< a mark; the rest in its tooltip
};
enum class TreeLayout : std::uint8_t {
    automatic,
    graphviz,  ///< positions are left to Graphviz's dot
    levels,    ///< our own: a column a level, linear time
    layers,    ///< our own: from top to bottom, every drawn edge points down; linear time
};
enum class Shown : std::uint8_t { everything, live };
enum class Detail : std::uint8_t { automatic, shown, hidden };
enum class Legend : std::uint8_t { shown, hidden };

struct DrawOptions {
    NodeStyle style = NodeStyle::automatic;
    TreeLayout layout = TreeLayout::automatic;
    Shown shown = Shown::everything;    ///< live: neither dead patterns nor impossible candidates
    Detail shared = Detail::automatic;  ///< further ways to a known vertex
    Detail impossible = Detail::automatic;  ///< a mark for the impossible candidates of a pattern
    std::optional<std::size_t> depth{};     ///< levels below the root that are drawn
    std::vector<std::string> collapse{};    ///< names of vertices whose descendants are folded away
    std::string title{};                    ///< of the puzzle; may be empty
    std::vector<Forced> forced{};  ///< marked: what find_forced says of some vertices of this tree
    /// Stands above the picture in place of the title and the figures; empty: nothing does.
    std::optional<std::string> heading{};
    Legend legend = Legend::shown;
};

enum class DrawnRole : std::uint8_t {
    root,
    pattern,
    solution,
    dead,        ///< a pattern without solution
    open,        ///< a pattern that was not expanded: the frontier
    impossible,  ///< a mark: the impossible candidates of `node`; or the root, if it is impossible
};
/// "root", "pattern", ...: class names in SVG and DOT.
const char* to_string(DrawnRole role);

struct DrawnNode {
    logic::Node node = 0;
    DrawnRole role = DrawnRole::pattern;
    bool mark = false;         ///< stands for the impossible candidates of `node`
    bool forced = false;       ///< on every way to a vertex that was asked about
    std::uint32_t folded = 0;  ///< vertices that are folded away below it
    /// Vertices below it if each was discovered at another one, so that it has no branch of its
    /// own.
    std::uint32_t elsewhere = 0;
    std::uint32_t parent = 0;  ///< index of the drawn node above; its own for the root
    std::uint16_t level = 0;  ///< letters of the name but one; in layers: most drawn edges above it
    /// Points; centre, y downwards; not where Graphviz places.
    float x = 0, y = 0, width = 0, height = 0;
};

struct DrawnEdge {
    std::uint32_t from = 0, to = 0;  ///< indices of drawn nodes
    bool shared = false;
    bool forced = false;  ///< on every way, or makes a choice that is on every way
};

/// Side of a cell in the grids of NodeStyle::grid, in points.
inline constexpr float grid_cell = 11;

struct Drawing {
    const logic::DecisionTree* tree = nullptr;  ///< not owned
    DrawOptions options;                        ///< nothing automatic is left
    std::vector<DrawnNode> nodes;               ///< the root first, parents before children
    std::vector<DrawnEdge> edges;               ///< in the order of the nodes they start from
    std::vector<float> label_width;  ///< per level: room for the edge labels before its nodes
    float width = 0, height = 0;     ///< of all nodes; not where Graphviz places
    std::vector<std::string> notes;  ///< sentences: what was chosen, what is not shown

    /// What a node says: its name and figures, a line each; nothing for points.
    std::vector<std::string> label(const DrawnNode& node) const;
    /// The whole of it: name, grid, figures.
    std::string tooltip(const DrawnNode& node) const;
    /// A name that is unique in the drawing: the vertex's, or "AB-impossible" for a mark.
    std::string id(const DrawnNode& node) const;
    /// The candidates that an edge stands for, in the paper's notation.
    std::vector<std::string> candidates(const DrawnEdge& edge) const;
    /// Likewise in one line, at most `most` of them: "15.4 16.7 34.5 +5".
    std::string edge_label(const DrawnEdge& edge, std::size_t most) const;
    /// How many candidates a label has room for: a line by levels, some lines otherwise.
    std::size_t label_candidates() const;
    /// The heading that was asked for, or "P-92: decision tree (paris, rules singles). 283
    /// patterns, 12 solutions, ..."
    std::string caption() const;
    /// What the words in the nodes and at the edges mean, a short sentence each, as far as they
    /// occur: "15.4: a 4 in row 1, column 5", "dof: degrees of freedom ...", "+16 below: ...".
    std::vector<std::string> glossary() const;
};

/// Chooses what is shown and, but for Graphviz's layout, places it. The tree must outlive the
/// drawing. Errors: InputError for a name to collapse that is not in the tree.
Drawing draw(const logic::DecisionTree& tree, const DrawOptions& options);

}  // namespace clew::explain::inline diagram
