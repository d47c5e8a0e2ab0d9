// The caption and the legend are the graph's own label, an HTML-like table, and no nodes: so they
// stand apart in every layout (dot, neato, sfdp), and who reads the file as data finds the tree
// alone.
//
// Boost.Graph's write_graphviz was tried (1.74). Its label writer and its property maps quote
// HTML-like labels, which then come out as their own source text, and leave backslashes alone: a
// label that ends in one is a file that Graphviz refuses. With typed writers of our own in their
// place, all that stands in brackets would be ours again; what is left of Boost's are two loops,
// and they know the vertices of the graph, not the marks of impossible candidates and the ranks of
// a drawing. It would double the compile time of this file.

#include "explain/diagram/writers.hpp"

#include <algorithm>
#include <ostream>
#include <set>
#include <string_view>
#include <vector>

#include "core/base/markup.hpp"
#include "core/board/notation.hpp"
#include "explain/diagram/look.hpp"
#include "explain/diagram/text.hpp"
#include "explain/pictures/svg.hpp"

namespace clew::explain::inline diagram {
namespace {

/// A shape and a line style for each role; either of them, or the colour, tells the roles apart.
struct Form {
    std::string_view shape;
    std::string_view style;
    int peripheries;
    std::string_view point;         // shape where nodes are points
    std::string_view sign;          // the same as a character, for the legend
    std::string_view table_border;  // attributes of an HTML-like table, for grids and the legend
};

const Form& form(DrawnRole role) {
    static constexpr Form forms[] = {
        {"box", "filled,bold", 2, "square", "\u25a3", "BORDER=\"2\""},
        {"box", "filled", 1, "square", "\u25a0", "BORDER=\"1\""},
        {"box", "filled,bold,rounded", 1, "circle", "\u25cf", "BORDER=\"2\" STYLE=\"ROUNDED\""},
        {"octagon", "filled,dashed", 1, "diamond", "\u25c6", "BORDER=\"2\" STYLE=\"DASHED\""},
        {"box", "filled,dotted", 1, "triangle", "\u25b2", "BORDER=\"2\" STYLE=\"DOTTED\""},
        {"plaintext", "solid", 1, "plaintext", "\u00d7", "BORDER=\"0\""}};
    return forms[static_cast<std::size_t>(role)];
}

class DotWriter {
  public:
    DotWriter(const Drawing& drawing, std::ostream& out)
        : drawing_(drawing), out_(out), placed_(drawing.options.layout != TreeLayout::graphviz) {}

    void run() {
        out_ << "digraph clew {\n  graph [" << header()
             << "fontname=\"DejaVu Sans\", fontsize=14, ordering=out, nodesep=0.15, ranksep=0.45, "
                "bgcolor=white, tooltip=\" \", outputorder=edgesfirst, overlap=prism"
             << (placed_ ? ", notranslate=true" : "") << "];\n"
             << "  node [fontname=\"DejaVu Sans\", fontsize=10, margin=\"0.08,0.04\", "
                "height=0.25];\n"
             << "  edge [fontname=\"DejaVu Sans\", fontsize=9, color=\"#5b6775\", "
                "fontcolor=\"#43536b\", arrowsize=0.5];\n";
        for (const DrawnNode& node : drawing_.nodes) write(node);
        if (!placed_) ranks();
        for (const DrawnEdge& edge : drawing_.edges) write(edge);
        out_ << "}\n";
    }

  private:
    static std::string number(float value) { return svg_number(static_cast<double>(value)); }
    std::string point(float x, float y) const {  // DOT's y goes up
        return number(x) + "," + number(drawing_.height - y);
    }

    void write(const DrawnNode& node) {
        RoleLook l = look(node.role);
        if (node.forced) l.line = forced_line;
        const Form f = form(node.role);
        const std::string id = drawing_.id(node);
        out_ << "  " << dot_quoted(id) << " [id=" << dot_quoted(id) << ", class=\""
             << to_string(node.role) << (node.forced ? " forced" : "")
             << "\", tooltip=" << dot_quoted(drawing_.tooltip(node));
        const bool points = drawing_.options.style == NodeStyle::points;
        const bool grid = drawing_.options.style == NodeStyle::grid && !node.mark &&
                          node.role != DrawnRole::impossible;
        if (node.mark) {
            const char* side = points ? "0.1" : "0.2";
            out_ << ", shape=plaintext, label=\"\u00d7\", fontsize=" << (points ? 6 : 13)
                 << ", width=" << side << ", height=" << side << ", margin=0, fontcolor=\""
                 << l.line.light << "\"";
        } else if (points) {
            out_ << ", label=\"\", shape=" << f.point << ", style=filled, fillcolor=\""
                 << l.line.light << "\", color=\"" << l.line.light
                 << "\", width=0.1, height=0.1, fixedsize=true";
            if (f.peripheries > 1) out_ << ", peripheries=" << f.peripheries;
        } else if (grid) {
            out_ << ", shape=plain, label=<" << table(node) << ">";
        } else {
            std::string label;
            for (const std::string& line : drawing_.label(node))
                label += (label.empty() ? "" : "\n") + line;
            out_ << ", label=" << dot_quoted(label)
                 << ", shape=" << (node.folded > 0 ? std::string_view("box3d") : f.shape)
                 << ", style=\"" << f.style << "\", fillcolor=\"" << l.fill.light << "\", color=\""
                 << l.line.light << "\"";
            if (f.peripheries > 1) out_ << ", peripheries=" << f.peripheries;
            if (node.forced) out_ << ", penwidth=2.6";
        }
        if (placed_) {
            out_ << ", pos=\"" << point(node.x, node.y) << "\"";
            if (!grid && !points && !node.mark)
                out_ << ", width=" << number(node.width / 72)
                     << ", height=" << number(node.height / 72) << ", fixedsize=true";
        }
        out_ << "];\n";
    }

    /// The grid as an HTML-like table: the name and figures above, box borders, new digits bold.
    /// The lines between cells are the table's own colour, seen through the gaps.
    std::string table(const DrawnNode& node) const {
        const logic::DecisionTree& tree = *drawing_.tree;
        const Geometry& geometry = tree.puzzle().geometry();
        const std::size_t size = geometry.size();
        RoleLook l = look(node.role);
        if (node.forced) l.line = forced_line;
        const auto digits = tree.digits(node.node);
        const logic::Node parent = tree[node.node].discoverer;
        const auto before = parent == logic::no_node ? digits : tree.digits(parent);
        const std::string fill = "BGCOLOR=\"" + std::string(l.fill.light) + "\"";
        std::string html = "<TABLE " + std::string(form(node.role).table_border) +
                           " CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"2\" COLOR=\"" +
                           std::string(l.line.light) + "\" " + fill + "><TR><TD><B>";
        const auto lines = drawing_.label(node);
        html += lines[0] + (lines.size() > 1 ? "&#160;&#160;</B>" : "</B>");
        if (lines.size() > 1) html += "<FONT POINT-SIZE=\"7\">" + xml_escaped(lines[1]) + "</FONT>";
        html +=
            "</TD></TR><TR><TD><TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"1\" "
            "CELLPADDING=\"0\" BGCOLOR=\"#c3ccd6\">";
        for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
            if (i % size == 0) html += "<TR>";
            const auto box = [&](std::size_t j) { return geometry.box_of(Cell{j}); };
            std::string sides;
            if (i < size || box(i) != box(i - size)) sides += 'T';
            if (i % size == 0 || box(i) != box(i - 1)) sides += 'L';
            if (i + size >= geometry.cell_count()) sides += 'B';
            if (i % size + 1 == size) sides += 'R';
            html += "<TD WIDTH=\"10\" HEIGHT=\"10\" FIXEDSIZE=\"TRUE\" " + fill;
            if (!sides.empty()) html += " BORDER=\"1\" COLOR=\"#5f7085\" SIDES=\"" + sides + "\"";
            html += ">";
            if (digits[i]) {
                const std::string digit(1, digit_symbol(*digits[i]));
                const bool old = before[i].has_value();
                html += std::string("<FONT POINT-SIZE=\"7\" COLOR=\"") +
                        (old ? faint_text : new_digit).light + "\">" +
                        (old ? digit : "<B>" + digit + "</B>") + "</FONT>";
            }
            html += "</TD>";
            if (i % size + 1 == size) html += "</TR>";
        }
        return html + "</TABLE></TD></TR></TABLE>";
    }

    /// The candidates in a line, or three to a line where Graphviz finds room for them.
    std::string label(const DrawnEdge& edge) const {
        std::string text = drawing_.edge_label(edge, drawing_.label_candidates());
        if (placed_) return text;
        std::size_t spaces = 0;
        for (char& c : text)
            if (c == ' ' && ++spaces % 3 == 0) c = '\n';
        return text;
    }

    void ranks() {
        std::vector<std::vector<std::size_t>> levels;
        for (std::size_t i = 0; i < drawing_.nodes.size(); ++i) {
            const std::size_t level = drawing_.nodes[i].level;
            if (levels.size() <= level) levels.resize(level + 1);
            levels[level].push_back(i);
        }
        for (const auto& level : levels) {
            out_ << "  {rank=same;";
            for (std::size_t i : level) out_ << ' ' << dot_quoted(drawing_.id(drawing_.nodes[i]));
            out_ << "}\n";
        }
    }

    void write(const DrawnEdge& edge) {
        const DrawnNode& from = drawing_.nodes[edge.from];
        const DrawnNode& to = drawing_.nodes[edge.to];
        const auto candidates = drawing_.candidates(edge);
        std::string all;
        for (const std::string& candidate : candidates) all += (all.empty() ? "" : " ") + candidate;
        const std::string id = drawing_.id(from) + "-" + drawing_.id(to);
        out_ << "  " << dot_quoted(drawing_.id(from)) << " -> " << dot_quoted(drawing_.id(to))
             << " [id=" << dot_quoted(id) << ", class=\""
             << (to.mark       ? "impossible"
                 : edge.shared ? "shared"
                               : "tree")
             << (edge.forced ? " forced" : "") << "\", tooltip=" << dot_quoted(all)
             << ", labeltooltip=" << dot_quoted(all);
        if (to.mark) out_ << ", style=dashed, color=\"" << look(to.role).line.light << "\"";
        if (edge.forced)
            out_ << ", penwidth=2.6, color=\"" << forced_line.light << "\"";
        else if (edge.shared && !placed_)
            out_ << ", color=\"#4d94c4\"";
        const bool points = drawing_.options.style == NodeStyle::points;
        // dot places the labels of edges inside a level badly.
        const bool labelled = !edge.shared || (!placed_ && to.level > from.level);
        if (!points && labelled) out_ << ", label=" << dot_quoted(label(edge));
        if (placed_) place(edge, from, to);
        out_ << "];\n";
    }

    /// The same curves as write_tree_svg draws.
    void place(const DrawnEdge& edge, const DrawnNode& from, const DrawnNode& to) {
        const float x0 = from.x + from.width / 2;
        const float x1 = to.x - to.width / 2;
        const float y0 = from.y;
        const float y1 = to.y;
        out_ << ", arrowhead=none, pos=\"";
        if (drawing_.options.layout == TreeLayout::layers) {
            const float top = from.y + from.height / 2;
            const float end = to.y - to.height / 2;
            const float middle = (top + end) / 2;
            out_ << point(from.x, top) << ' ' << point(from.x, middle) << ' ' << point(to.x, middle)
                 << ' ' << point(to.x, end) << '"';
            if (edge.shared && !edge.forced)
                out_ << ", color=\"" << shared_line.light << "2a\", penwidth=0.6";
            if (!edge.shared && drawing_.options.style != NodeStyle::points)
                out_ << ", lp=\"" << point(to.x, end - 8) << "\"";
            return;
        }
        if (edge.shared) {
            const float reach = x1 > x0 ? std::max(30.0F, (x1 - x0) / 2) : 30.0F;
            out_ << point(x0, y0) << ' ' << point(x0 + reach, y0) << ' ' << point(x1 - reach, y1)
                 << ' ' << point(x1, y1) << '"';
            if (!edge.forced) out_ << ", color=\"" << shared_line.light << "2a\", penwidth=0.6";
            return;
        }
        const float room = drawing_.label_width[to.level];
        const float bend = x1 - room;
        const float half = (x0 + bend) / 2;
        out_ << point(x0, y0) << ' ' << point(half, y0) << ' ' << point(half, y1) << ' '
             << point(bend, y1) << ' ' << point(bend, y1) << ' ' << point(x1, y1) << ' '
             << point(x1, y1) << "\"";
        if (drawing_.options.style != NodeStyle::points)
            out_ << ", lp=\"" << point(x1 - room / 2, y1 - 7) << "\"";
    }

    /// The caption and the legend, as the label of the whole graph: it stands above the tree in
    /// every layout, covers nothing, and adds no node to what other programs read.
    std::string header() const {
        const std::string caption = drawing_.caption();
        const bool legend = drawing_.options.legend == Legend::shown;
        if (caption.empty() && !legend) return {};
        std::string html = "label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\">";
        if (!caption.empty())
            html += "<TR><TD ALIGN=\"LEFT\"><B>" + xml_escaped(caption) + "</B></TD></TR>";
        if (legend) {
            std::set<DrawnRole> present;
            for (const DrawnNode& node : drawing_.nodes) present.insert(node.role);
            // Graphviz stretches a table to the width that it is given, unless it has its own.
            std::string row;
            double width = 20;
            const auto entry = [&](const std::string& sign, std::string_view text) {
                row += sign + "<TD ALIGN=\"LEFT\"><FONT POINT-SIZE=\"10\">" + xml_escaped(text) +
                       "&#160;&#160;</FONT></TD>";
                width += 56 + 6.6 * static_cast<double>(text.size());
            };
            for (DrawnRole role : present) entry(sample(role), legend_text(role));
            if (std::ranges::any_of(drawing_.edges, &DrawnEdge::shared))
                entry(
                    "<TD><FONT COLOR=\"" + std::string(shared_line.light) + "\">\u2014</FONT></TD>",
                    "another way to a known grid");
            html +=
                "<TR><TD ALIGN=\"LEFT\"><TABLE ALIGN=\"LEFT\" BORDER=\"0\" CELLBORDER=\"0\" "
                "CELLSPACING=\"4\" FIXEDSIZE=\"TRUE\" HEIGHT=\"36\" WIDTH=\"" +
                svg_number(width, 0) + "\"><TR>" + row + "</TR></TABLE></TD></TR>";
            for (const std::string& text : drawing_.glossary())
                html += "<TR><TD ALIGN=\"LEFT\"><FONT POINT-SIZE=\"9\" COLOR=\"" +
                        std::string(faint_text.light) + "\">" + xml_escaped(text) +
                        "</FONT></TD></TR>";
        }
        return html + "</TABLE>>, labelloc=t, labeljust=l, ";
    }

    /// A cell that looks as a node of that role does.
    std::string sample(DrawnRole role) const {
        const RoleLook l = look(role);
        const Form f = form(role);
        if (role == DrawnRole::impossible || drawing_.options.style == NodeStyle::points)
            return "<TD><FONT COLOR=\"" + std::string(l.line.light) + "\">" + std::string(f.sign) +
                   "</FONT></TD>";
        const std::string colours = " COLOR=\"" + std::string(l.line.light) + "\" BGCOLOR=\"" +
                                    std::string(l.fill.light) + "\"";
        const bool twice = role == DrawnRole::root && drawing_.options.style == NodeStyle::text;
        const std::string cell = "<TD " + std::string(twice ? "BORDER=\"1\"" : f.table_border) +
                                 colours + " WIDTH=\"22\" HEIGHT=\"12\" FIXEDSIZE=\"TRUE\"></TD>";
        if (!twice) return cell;
        return "<TD><TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"2\"" + colours + "><TR>" +
               cell + "</TR></TABLE></TD>";
    }

    const Drawing& drawing_;
    std::ostream& out_;
    bool placed_;
};

}  // namespace

void write_tree_dot(const Drawing& drawing, std::ostream& out) { DotWriter(drawing, out).run(); }

}  // namespace clew::explain::inline diagram
