// The layout by levels is a dendrogram from left to right. A column a level; a leaf takes the next
// free row; an inner node stands in the middle between its first and last child. Every node has a
// row of its own where the label of the edge to it stands too, so nothing overlaps, and all is
// linear in the number of nodes. Left to right because names and candidates are text: P-92's 295
// nodes are 171 rows of 20 points here, against a picture 17 000 points wide from top to bottom.

#include "explain/diagram/drawing.hpp"

#include <algorithm>
#include <boost/graph/depth_first_search.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <utility>

#include "core/base/enum_name.hpp"
#include "core/base/input_error.hpp"
#include "core/base/numbers.hpp"
#include "core/board/notation.hpp"
#include "explain/diagram/layers.hpp"

namespace clew::explain::inline diagram {

const char* to_string(DrawnRole role) {
    return enum_name(role, {"root", "pattern", "solution", "dead", "open", "impossible"});
}

namespace {

// What Graphviz's dot draws better than the layout by levels: true trees that are not too wide. A
// single grid that is met twice drags siblings out of their order, and a level of 60 nodes makes a
// strip eight times as wide as it is high.
constexpr std::size_t graphviz_nodes = 80;
constexpr std::size_t graphviz_level = 16;
constexpr std::size_t text_nodes = 3000;
constexpr std::size_t grid_nodes = 2000;
constexpr std::size_t marked_patterns = 40;
constexpr std::size_t shared_edges = 5000;

class Draftsman {
  public:
    Draftsman(const logic::DecisionTree& tree, const DrawOptions& options) : tree_(tree) {
        drawing_.tree = &tree;
        drawing_.options = options;
    }

    Drawing run() {
        select();
        choose();
        add_edges();
        if (drawing_.options.layout == TreeLayout::levels) place();
        if (drawing_.options.layout == TreeLayout::layers) place_by_layers();
        return std::move(drawing_);
    }

  private:
    static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

    DrawnRole role_of(logic::Node v) const {
        const logic::TreeVertex& vertex = tree_[v];
        if (vertex.kind == logic::NodeKind::solution) return DrawnRole::solution;
        if (vertex.kind == logic::NodeKind::impossible) return DrawnRole::impossible;
        if (vertex.dead) return DrawnRole::dead;
        if (!vertex.expanded) return DrawnRole::open;
        return v == 0 ? DrawnRole::root : DrawnRole::pattern;
    }

    // What is shown is a view of the tree's graph: --only-live takes the dead vertices out of it,
    // folding the edges that start at a folded vertex, and what the ways of discovery then reach
    // from the root is drawn. (The transitive reduction would draw fewer edges still, but not the
    // right ones: 899 of P-92's 1 573 edges have a way round, and 105 of those are ways of
    // discovery, the skeleton of the picture; the others are choices that say more at once.)

    struct Live {
        const Draftsman* of = nullptr;
        bool operator()(logic::Node v) const {
            return v == 0 || of->drawing_.options.shown != Shown::live || !of->tree_[v].dead;
        }
    };
    struct Drawn {
        const Draftsman* of = nullptr;
        bool operator()(logic::Node v) const { return of->place_of_[v] != nowhere; }
    };
    struct Unfolded {
        const Draftsman* of = nullptr;
        bool operator()(logic::TreeGraph::edge_descriptor e) const {
            return !of->is_folded(boost::source(e, of->tree_.graph()));
        }
    };
    struct Discovery {
        const Draftsman* of = nullptr;
        bool operator()(logic::TreeGraph::edge_descriptor e) const {
            const logic::TreeGraph& graph = of->tree_.graph();
            return of->tree_[boost::target(e, graph)].discoverer == boost::source(e, graph) &&
                   Unfolded{of}(e);
        }
    };
    using View = boost::filtered_graph<logic::TreeGraph, Unfolded, Drawn>;

    View view() const { return {tree_.graph(), Unfolded{this}, Drawn{this}}; }

    /// Nothing is drawn below it.
    bool is_folded(logic::Node v) const {
        const auto& depth = drawing_.options.depth;
        return (collapse_[v] && descendants_[v] > 0) || (depth && level_[v] >= *depth);
    }

    void select() {
        const std::size_t n = tree_.node_count();
        collapse_.assign(n, false);
        for (const std::string& name : drawing_.options.collapse) {
            const auto node = tree_.find(name);
            if (!node)
                throw InputError({}, "there is no pattern '" + name + "' in the tree",
                                 "a name such as AB");
            collapse_[*node] = true;
        }
        // Vertices come after their discoverers.
        level_.assign(n, 0);
        descendants_.assign(n, 0);
        const Live live{this};
        for (logic::Node v = 1; v < n; ++v)
            level_[v] = static_cast<std::uint16_t>(level_[tree_[v].discoverer] + 1);
        for (auto v = static_cast<logic::Node>(n); v-- > 1;)
            if (live(v)) descendants_[tree_[v].discoverer] += descendants_[v] + 1;

        const boost::filtered_graph<logic::TreeGraph, Discovery, Live> discovered{
            tree_.graph(), Discovery{this}, live};
        std::vector<boost::default_color_type> colour(n);
        boost::depth_first_visit(
            discovered, logic::Node{0}, boost::default_dfs_visitor(),
            boost::make_iterator_property_map(colour.begin(),
                                              boost::get(boost::vertex_index, tree_.graph())));
        place_of_.assign(n, nowhere);
        std::size_t hidden = 0;
        for (logic::Node v = 0; v < n; ++v) {
            if (colour[v] == boost::white_color) {
                if (live(v)) ++hidden;
                continue;
            }
            place_of_[v] = static_cast<std::uint32_t>(drawing_.nodes.size());
            drawing_.nodes.push_back({.node = v,
                                      .role = role_of(v),
                                      .folded = is_folded(v) ? descendants_[v] : 0,
                                      .parent = v == 0 ? 0 : place_of_[tree_[v].discoverer],
                                      .level = level_[v]});
        }
        if (hidden > 0)
            drawing_.notes.push_back(grouped(hidden, "node is", "nodes are") + " folded away");
    }

    void choose() {
        DrawOptions& o = drawing_.options;
        const std::size_t n = drawing_.nodes.size();
        std::size_t links = 0;
        std::size_t impossible = 0;
        const View shown = view();
        for (const DrawnNode& drawn : drawing_.nodes) {
            links += boost::out_degree(drawn.node, shown);
            if (!is_folded(drawn.node) && tree_[drawn.node].impossible > 0) ++impossible;
        }
        if (o.shown == Shown::live) o.impossible = Detail::hidden;
        if (o.impossible == Detail::automatic) {
            o.impossible = impossible <= marked_patterns ? Detail::shown : Detail::hidden;
            if (o.impossible == Detail::hidden)
                drawing_.notes.push_back("the impossible candidates of " +
                                         grouped(impossible, "pattern is", "patterns are") +
                                         " not marked");
        }
        if (o.style == NodeStyle::automatic) {
            o.style = n <= text_nodes ? NodeStyle::text : NodeStyle::points;
            if (o.style == NodeStyle::points)
                drawing_.notes.push_back(grouped(n) +
                                         " nodes are drawn as points; fewer levels, folded "
                                         "patterns or the live ones alone show more detail");
        } else if (o.style == NodeStyle::grid && n > grid_nodes) {
            drawing_.notes.push_back(grouped(n) + " grids make a very large picture");
        }
        if (o.shared == Detail::automatic) {
            const std::size_t shared = links + 1 - std::min(n, links + 1);
            o.shared = shared <= shared_edges ? Detail::shown : Detail::hidden;
            if (o.shared == Detail::hidden)
                drawing_.notes.push_back(grouped(shared) +
                                         " further ways to known patterns are not drawn");
        }
        if (o.layout == TreeLayout::automatic) {
            std::vector<std::size_t> level;
            for (const DrawnNode& drawn : drawing_.nodes) {
                if (level.size() <= drawn.level) level.resize(std::size_t{drawn.level} + 1);
                ++level[drawn.level];
            }
            const bool true_tree = o.shared == Detail::hidden || links + 1 == n;
            const bool small =
                n <= graphviz_nodes && *std::ranges::max_element(level) <= graphviz_level;
            o.layout = true_tree && small ? TreeLayout::graphviz : TreeLayout::levels;
        }
    }

    /// A pattern without a branch of its own would look like a leaf.
    void mark_cut(std::size_t n) {
        std::vector<bool> inner(n, false);
        for (std::size_t i = 1; i < n; ++i) inner[drawing_.nodes[i].parent] = true;
        const Live live{this};
        for (std::size_t i = 0; i < n; ++i) {
            DrawnNode& drawn = drawing_.nodes[i];
            if (inner[i] || drawn.folded > 0) continue;
            for (auto [e, end] = boost::out_edges(drawn.node, tree_.graph()); e != end; ++e)
                if (live(boost::target(*e, tree_.graph()))) ++drawn.elsewhere;
        }
    }

    void add_edges() {
        const DrawOptions& o = drawing_.options;
        const ForcedMarks forced = marks_of(o.forced);
        for (logic::Node v : forced.nodes)
            if (place_of_[v] != nowhere) drawing_.nodes[place_of_[v]].forced = true;
        const View shown = view();
        const std::size_t n = drawing_.nodes.size();
        mark_cut(n);
        for (std::uint32_t i = 0; i < n; ++i) {
            const DrawnNode drawn = drawing_.nodes[i];
            for (auto [e, end] = boost::out_edges(drawn.node, shown); e != end; ++e) {
                const logic::Node to = boost::target(*e, shown);
                const bool shared = tree_[to].discoverer != drawn.node;
                if (!shared || o.shared == Detail::shown)
                    drawing_.edges.push_back(
                        {i, place_of_[to], shared, forced.edges.contains({drawn.node, to})});
            }
            if (o.impossible == Detail::shown && !is_folded(drawn.node) &&
                tree_[drawn.node].impossible > 0) {
                drawing_.edges.push_back(
                    {i, static_cast<std::uint32_t>(drawing_.nodes.size()), false, false});
                drawing_.nodes.push_back({.node = drawn.node,
                                          .role = DrawnRole::impossible,
                                          .mark = true,
                                          .parent = i,
                                          .level = static_cast<std::uint16_t>(drawn.level + 1)});
            }
        }
    }

    // ------------------------------------------------------------------ layout by levels

    void measure(DrawnNode& node) const {
        const NodeStyle style = drawing_.options.style;
        if (style == NodeStyle::points) {
            node.width = node.height = 7;
        } else if (node.mark) {
            node.width = node.height = 14;
        } else if (style == NodeStyle::grid) {
            const auto side = static_cast<float>(tree_.puzzle().geometry().size());
            std::size_t words = 0;
            for (const std::string& line : drawing_.label(node)) words += line.size() + 1;
            node.width = std::max(side * grid_cell + 10, 6.1F * static_cast<float>(words) + 8);
            node.height = side * grid_cell + 26;
        } else {
            const bool layers = drawing_.options.layout == TreeLayout::layers;
            std::size_t longest = 0;
            for (const std::string& line : drawing_.label(node))
                longest = std::max(longest, line.size());
            node.width = (layers ? 5.4F : 6.2F) * static_cast<float>(longest) + 14;
            node.height = layers ? 32 : 18;
        }
    }

    void place() {
        auto& nodes = drawing_.nodes;
        const bool points = drawing_.options.style == NodeStyle::points;
        std::size_t levels = 0;
        for (DrawnNode& node : nodes) {
            measure(node);
            levels = std::max<std::size_t>(levels, node.level);
        }
        std::vector<float> column(levels + 1, 0);
        for (const DrawnNode& node : nodes)
            column[node.level] = std::max(column[node.level], node.width);
        drawing_.label_width.assign(levels + 1, 0);
        if (!points)
            for (const DrawnEdge& edge : drawing_.edges)
                if (!edge.shared) {
                    float& room = drawing_.label_width[nodes[edge.to].level];
                    room = std::max(
                        room,
                        5.4F * static_cast<float>(
                                   drawing_.edge_label(edge, drawing_.label_candidates()).size()) +
                            12);
                }
        std::vector<bool> inner(nodes.size(), false);
        for (std::size_t i = 1; i < nodes.size(); ++i) inner[nodes[i].parent] = true;
        const auto leaves = static_cast<float>(std::ranges::count(inner, false));
        const float gap = points ? std::clamp(20000.0F / leaves, 0.5F, 9.0F) : 4.0F;
        std::vector<float> left(levels + 1, 0);
        // Room for the edges' curves; points get so much that the picture is no narrow strip.
        const float bend =
            points
                ? std::clamp(leaves * gap / (2.5F * static_cast<float>(levels + 1)), 60.0F, 600.0F)
                : 34.0F;
        for (std::size_t k = 1; k <= levels; ++k)
            left[k] = left[k - 1] + column[k - 1] + bend + drawing_.label_width[k];
        drawing_.width = left[levels] + column[levels];

        // Children in the order of discovery, as lists in one array.
        std::vector<std::uint32_t> start(nodes.size() + 1, 0);
        for (std::size_t i = 1; i < nodes.size(); ++i) ++start[nodes[i].parent + 1];
        for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
        std::vector<std::uint32_t> child(nodes.size());
        std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
        for (std::uint32_t i = 1; i < nodes.size(); ++i) child[next[nodes[i].parent]++] = i;

        // Bottom up, the height of each subtree's block of rows; top down, its place. Parents come
        // before their children in `nodes`.
        std::vector<float> block(nodes.size(), 0);
        const auto own = [&](const DrawnNode& node) { return (points ? 0 : node.height) + gap; };
        for (std::size_t i = nodes.size(); i-- > 0;) {
            block[i] = std::max(block[i], own(nodes[i]));
            if (i > 0) block[nodes[i].parent] += block[i];
        }
        std::vector<float> top(nodes.size(), 0);
        std::vector<std::uint32_t> place_order(nodes.size());
        std::size_t placed = 0;
        place_order[placed++] = 0;
        for (std::size_t k = 0; k < placed; ++k) {
            const std::uint32_t i = place_order[k];
            float inside = 0;
            for (std::size_t c = start[i]; c < start[i + 1]; ++c) inside += block[child[c]];
            float row = top[i] + (block[i] - inside) / 2;
            for (std::size_t c = start[i]; c < start[i + 1]; ++c) {
                top[child[c]] = row;
                row += block[child[c]];
                place_order[placed++] = child[c];
            }
        }
        for (std::size_t k = placed; k-- > 0;) {
            DrawnNode& node = nodes[place_order[k]];
            const std::uint32_t i = place_order[k];
            const float half = own(node) / 2;
            node.x = left[node.level] + node.width / 2;
            node.y = top[i] + block[i] / 2;
            if (start[i] < start[i + 1])
                node.y =
                    std::clamp((nodes[child[start[i]]].y + nodes[child[start[i + 1] - 1]].y) / 2,
                               top[i] + half, top[i] + block[i] - half);
        }
        drawing_.height = block[0];
    }

    // ------------------------------------------------------------------ layout in layers

    void place_by_layers() {
        auto& nodes = drawing_.nodes;
        const bool points = drawing_.options.style == NodeStyle::points;
        // Room for the candidates that stand above a node.
        const float label = points ? 0.0F : tree_.puzzle().geometry().size() > 9 ? 112.0F : 76.0F;
        std::vector<std::uint32_t> parent;
        std::vector<LayerSize> size;
        std::vector<LayerLink> links;
        parent.reserve(nodes.size());
        size.reserve(nodes.size());
        links.reserve(drawing_.edges.size());
        for (DrawnNode& node : nodes) {
            measure(node);
            parent.push_back(node.parent);
            size.push_back({std::max(node.width, label), node.height});
        }
        for (const DrawnEdge& edge : drawing_.edges) links.push_back({edge.from, edge.to});
        const Layers at = place_in_layers(
            {parent, links, size},
            points ? LayerRoom{.between = 3, .rows = 3, .layers = 24, .columns = 60} : LayerRoom{});
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            nodes[i].x = at.x[i];
            nodes[i].y = at.y[i];
            nodes[i].level = at.layer[i];
        }
        drawing_.label_width.assign(at.count, 0);
        drawing_.width = at.width;
        drawing_.height = at.height;
    }

    const logic::DecisionTree& tree_;
    Drawing drawing_;
    std::vector<bool> collapse_;
    std::vector<std::uint16_t> level_;        // letters of the name, but one
    std::vector<std::uint32_t> descendants_;  // by discovery, without the dead if they are hidden
    std::vector<std::uint32_t> place_of_;
};

}  // namespace

Drawing draw(const logic::DecisionTree& tree, const DrawOptions& options) {
    return Draftsman(tree, options).run();
}

namespace {

/// " 43.3 74.2"
std::string impossible_of(const logic::DecisionTree& tree, logic::Node node) {
    const Geometry& geometry = tree.puzzle().geometry();
    std::string text;
    for (const logic::Outcome& o : tree.outcomes(node))
        if (o.target == logic::no_node)
            text += " " + logic::paper_notation(geometry, geometry.candidate(o.candidate));
    return text;
}

}  // namespace

std::string Drawing::id(const DrawnNode& node) const {
    return tree->name(node.node) + (node.mark ? "-impossible" : "");
}

std::vector<std::string> Drawing::label(const DrawnNode& node) const {
    if (options.style == NodeStyle::points) return {};
    if (node.mark) return {"x"};
    const logic::TreeVertex& v = (*tree)[node.node];
    if (v.kind == logic::NodeKind::impossible) return {"impossible"};
    std::string first = tree->name(node.node);
    if (v.kind == logic::NodeKind::solution) return {first};
    std::string second = "dof " + std::to_string(v.freedom);
    if (v.dead)
        second += ", dead";
    else if (!v.expanded)
        second += ", open";
    else
        second += std::string(v.complete ? ", " : ", at least ") +
                  std::to_string(v.solutions_below) + " sol.";
    if (v.wide) second += ", no binary cell";
    if (node.folded > 0) second += ", +" + std::to_string(node.folded) + " below";
    if (node.elsewhere > 0) second += ", +" + std::to_string(node.elsewhere) + " elsewhere";
    if (options.style == NodeStyle::grid || options.layout != TreeLayout::levels)
        return {first, second};
    return {first + "  " + second};
}

std::string Drawing::tooltip(const DrawnNode& node) const {
    const logic::TreeVertex& v = (*tree)[node.node];
    const std::size_t size = tree->puzzle().geometry().size();
    std::string text;
    if (v.kind == logic::NodeKind::impossible) return "the puzzle contradicts itself";
    if (node.mark) {
        return tree->name(node.node) + ": impossible" + impossible_of(*tree, node.node);
    }
    text = tree->name(node.node);
    if (v.kind == logic::NodeKind::pattern) {
        text += ": dof " + std::to_string(v.freedom);
        if (v.expanded) {
            text += "\n" + std::to_string(v.candidates) +
                    " candidates: " + std::to_string(v.solved) + " solved (" +
                    std::to_string(v.solved_different) + "), " + std::to_string(v.partial) +
                    " partial (" + std::to_string(v.partial_different) + "), " +
                    std::to_string(v.impossible) + " impossible\n" +
                    (v.complete ? "" : "at least ") +
                    grouped(v.solutions_below, "solution", "solutions") + " below";
            if (v.impossible > 0) text += "\nimpossible:" + impossible_of(*tree, node.node);
        } else {
            text += "\nnot expanded";
        }
        if (v.dead) text += v.clash ? "\ndead: both values of a cell are impossible" : "\ndead";
        if (v.wide) text += "\nno binary cell: a smallest open cell was branched on";
    }
    const std::string line = tree->line(node.node);
    for (std::size_t i = 0; i < line.size(); i += size) text += "\n" + line.substr(i, size);
    return text;
}

std::vector<std::string> Drawing::candidates(const DrawnEdge& edge) const {
    const Geometry& geometry = tree->puzzle().geometry();
    std::vector<std::string> found;
    const DrawnNode& to = nodes[edge.to];
    const logic::Node target = to.mark ? logic::no_node : to.node;
    for (const logic::Outcome& o : tree->outcomes(nodes[edge.from].node))
        if (o.target == target)
            found.push_back(logic::paper_notation(geometry, geometry.candidate(o.candidate)));
    return found;
}

std::string Drawing::edge_label(const DrawnEdge& edge, std::size_t most) const {
    const auto all = candidates(edge);
    std::string text;
    const std::size_t shown = all.size() <= most + 1 ? all.size() : most;
    for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : " ") + all[i];
    if (shown < all.size()) text += " +" + std::to_string(all.size() - shown);
    return text;
}

std::size_t Drawing::label_candidates() const {
    return options.layout == TreeLayout::levels ? 3 : options.layout == TreeLayout::layers ? 2 : 11;
}

std::string Drawing::caption() const {
    if (options.heading) return *options.heading;
    const logic::TreeTotals& t = tree->totals();
    const logic::TreeOptions& o = tree->options();
    std::string text =
        options.title.empty() ? "Decision tree (" : options.title + ": decision tree (";
    text += std::string(to_string(o.mode)) + ", rules " + o.rules.name;
    if (o.screen) text += " judged by " + o.screen->name;
    if (o.mode == logic::TreeMode::lean) text += std::string(", choice ") + to_string(o.choice);
    if (o.oracle != logic::Oracle::none) text += std::string(", oracle ") + to_string(o.oracle);
    text += "). " + grouped(t.patterns, "pattern", "patterns") + ", " +
            grouped(t.solutions, "solution", "solutions");
    if (t.dead > 0) text += ", " + grouped(t.dead, "dead pattern", "dead patterns");
    if (t.open > 0) text += ", " + grouped(t.open) + " still open (partial tree)";
    return text + ".";
}

std::vector<std::string> Drawing::glossary() const {
    std::vector<std::string> found;
    if (std::ranges::any_of(nodes, &DrawnNode::forced))
        found.push_back("violet: on every way to " + (options.forced.size() == 1
                                                          ? tree->name(options.forced[0].target)
                                                          : "one of the nodes asked about"));
    if (options.style == NodeStyle::points) return found;
    const Geometry& geometry = tree->puzzle().geometry();
    for (const logic::Outcome& o : tree->outcomes(0)) {
        const Candidate c = geometry.candidate(o.candidate);
        found.push_back(logic::paper_notation(geometry, c) + ": a " + digit_symbol(c.digit) +
                        " in row " + std::to_string(geometry.row_of(c.cell) + 1) + ", column " +
                        std::to_string(geometry.column_of(c.cell) + 1));
        break;
    }
    for (const DrawnEdge& edge : edges) {
        const std::string label = edge_label(edge, label_candidates());
        const std::size_t plus = label.find('+');
        if (edge.shared || plus == std::string::npos) continue;
        found.push_back(label.substr(plus) + ": so many more candidates lead there");
        break;
    }
    bool pattern = false;
    bool counted = false;
    std::uint32_t folded = 0;
    std::uint32_t elsewhere = 0;
    for (const DrawnNode& drawn : nodes) {
        const logic::TreeVertex& v = (*tree)[drawn.node];
        pattern = pattern || (v.kind == logic::NodeKind::pattern && !drawn.mark);
        counted = counted || (v.kind == logic::NodeKind::pattern && v.expanded && !v.dead);
        if (folded == 0) folded = drawn.folded;
        if (elsewhere == 0) elsewhere = drawn.elsewhere;
    }
    if (pattern)
        found.emplace_back(
            "dof: degrees of freedom, the candidates of all open cells less one each");
    if (counted) found.emplace_back("sol.: solutions below");
    if (folded > 0)
        found.push_back("+" + std::to_string(folded) + " below: so many nodes are folded away");
    if (elsewhere > 0)
        found.push_back("+" + std::to_string(elsewhere) +
                        " elsewhere: so many nodes, all found before from other patterns");
    return found;
}

}  // namespace clew::explain::inline diagram
