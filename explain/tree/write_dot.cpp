// Boost.Graph 1.74 can write DOT from property maps, but quotes HTML-like labels and leaves
// backslashes alone; so the graph is Boost's and the escaping is ours.

#include "explain/tree/write_dot.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "encode/base/markup.hpp"
#include "encode/board/notation.hpp"
#include "explain/tree/text.hpp"

namespace clew::explain {
namespace {

struct Look {
    std::string_view shape;
    std::string_view style;
    std::string_view fill;
    std::string_view line;
    int peripheries;
    std::string_view point;  // shape where nodes are points
};

/// A shape, a line style and a colour for each role: any one of them tells the roles apart.
Look look(DrawnRole role) {
    switch (role) {
        case DrawnRole::root:
            return {"box", "filled,bold", "#dfe9f7", "#16202b", 2, "doublecircle"};
        case DrawnRole::pattern:
            return {"box", "filled", "#ffffff", "#34475c", 1, "circle"};
        case DrawnRole::solution:
            return {"ellipse", "filled,bold", "#d6f0e4", "#00664b", 1, "doublecircle"};
        case DrawnRole::dead:
            return {"octagon", "filled,dashed", "#f6ded4", "#a33b12", 1, "diamond"};
        case DrawnRole::open:
            return {"box", "filled,dotted", "#fff6d6", "#8a6500", 1, "square"};
        case DrawnRole::impossible:
            return {"plaintext", "solid", "#ffffff", "#a33b12", 1, "plaintext"};
    }
    return {};
}

class DotWriter {
  public:
    DotWriter(const Drawing& drawing, std::ostream& out)
        : drawing_(drawing), out_(out), placed_(drawing.options.layout == TreeLayout::levels) {}

    void run() {
        out_ << "digraph clew {\n"
             << "  graph [label=" << dot_quoted(drawing_.caption())
             << ", labelloc=t, labeljust=l, fontname=\"DejaVu Sans\", fontsize=14, ordering=out, "
                "nodesep=0.15, ranksep=0.45, bgcolor=white, tooltip=\" \", outputorder=edgesfirst"
             << (placed_ ? ", splines=true, notranslate=true" : "") << "];\n"
             << "  node [fontname=\"DejaVu Sans\", fontsize=10, margin=\"0.08,0.04\", "
                "height=0.25];\n"
             << "  edge [fontname=\"DejaVu Sans\", fontsize=9, color=\"#5b6775\", "
                "fontcolor=\"#43536b\", arrowsize=0.5];\n";
        legend();
        for (const DrawnNode& node : drawing_.nodes) write(node);
        if (!placed_) ranks();
        for (const DrawnEdge& edge : drawing_.edges) write(edge);
        out_ << "}\n";
    }

  private:
    std::string number(float value) const {
        const long hundredths = std::lround(value * 100);
        std::string text = hundredths < 0 ? "-" : "";
        const long n = std::labs(hundredths);
        text += std::to_string(n / 100);
        if (n % 100 != 0) text += (n % 100 < 10 ? ".0" : ".") + std::to_string(n % 100);
        return text;
    }
    std::string point(float x, float y) const {  // DOT's y goes up
        return number(x) + "," + number(drawing_.height - y);
    }

    void write(const DrawnNode& node) {
        const Look l = look(node.role);
        const std::string id = drawing_.id(node);
        out_ << "  " << dot_quoted(id) << " [id=" << dot_quoted(id) << ", class=\""
             << to_string(node.role) << "\", tooltip=" << dot_quoted(drawing_.tooltip(node));
        const bool points = drawing_.options.style == NodeStyle::points;
        const bool grid = drawing_.options.style == NodeStyle::grid && !node.mark &&
                          node.role != DrawnRole::impossible;
        if (node.mark) {
            out_ << ", shape=plaintext, label=\"\xC3\x97\", fontsize=15, width=0.2, height=0.2, "
                    "margin=0, fontcolor=\"#a33b12\"";
        } else if (points) {
            out_ << ", label=\"\", shape=" << l.point << ", style=filled, fillcolor=\"" << l.line
                 << "\", color=\"" << l.line << "\", width=0.1, height=0.1";
        } else if (grid) {
            out_ << ", shape=plain, label=<" << table(node) << ">";
        } else {
            std::string label;
            for (const std::string& line : drawing_.label(node))
                label += (label.empty() ? "" : "\n") + line;
            out_ << ", label=" << dot_quoted(label)
                 << ", shape=" << (node.folded > 0 ? std::string_view("box3d") : l.shape)
                 << ", style=\"" << l.style << "\", fillcolor=\"" << l.fill << "\", color=\""
                 << l.line << "\"";
            if (l.peripheries > 1) out_ << ", peripheries=" << l.peripheries;
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
    std::string table(const DrawnNode& node) const {
        const DecisionTree& tree = *drawing_.tree;
        const Geometry& geometry = tree.puzzle().geometry();
        const std::size_t size = geometry.size();
        const Look l = look(node.role);
        const auto digits = tree.digits(node.node);
        const Node parent = tree[node.node].discoverer;
        const auto before = parent == no_node ? digits : tree.digits(parent);
        std::string html = "<TABLE BORDER=\"" +
                           std::string(node.role == DrawnRole::pattern ? "1" : "2") +
                           "\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\" COLOR=\"" +
                           std::string(l.line) + "\" BGCOLOR=\"" + std::string(l.fill) + "\"";
        if (node.role == DrawnRole::solution) html += " STYLE=\"ROUNDED\"";
        if (node.role == DrawnRole::dead) html += " STYLE=\"DASHED\"";
        if (node.role == DrawnRole::open) html += " STYLE=\"DOTTED\"";
        html += "><TR><TD COLSPAN=\"" + std::to_string(size) + "\" CELLPADDING=\"2\"><B>";
        const auto lines = drawing_.label(node);
        html += lines[0] + "</B>";
        if (lines.size() > 1)
            html += "<FONT POINT-SIZE=\"7\">  " + xml_escaped(lines[1]) + "</FONT>";
        html += "</TD></TR>";
        for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
            if (i % size == 0) html += "<TR>";
            const auto box = [&](std::size_t j) { return geometry.box_of(Cell{j}); };
            std::string sides;
            if (i >= size && box(i) != box(i - size)) sides += 'T';
            if (i % size != 0 && box(i) != box(i - 1)) sides += 'L';
            html += "<TD WIDTH=\"10\" HEIGHT=\"10\" FIXEDSIZE=\"TRUE\"";
            if (!sides.empty()) html += " BORDER=\"1\" COLOR=\"#8493a5\" SIDES=\"" + sides + "\"";
            html += ">";
            if (digits[i]) {
                const std::string digit(1, digit_symbol(*digits[i]));
                if (before[i])
                    html += "<FONT POINT-SIZE=\"7\" COLOR=\"#5b6775\">" + digit + "</FONT>";
                else
                    html += "<FONT POINT-SIZE=\"7\" COLOR=\"#00538a\"><B>" + digit + "</B></FONT>";
            }
            html += "</TD>";
            if (i % size + 1 == size) html += "</TR>";
        }
        return html + "</TABLE>";
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
        std::string wrapped;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            all += (i == 0 ? "" : " ") + candidates[i];
            if (i < 11 || candidates.size() <= 12)
                wrapped += (i == 0 ? "" : (i % 3 == 0 ? "\n" : " ")) + candidates[i];
        }
        if (candidates.size() > 12) wrapped += " +" + std::to_string(candidates.size() - 11);
        const std::string id = drawing_.id(from) + "-" + drawing_.id(to);
        out_ << "  " << dot_quoted(drawing_.id(from)) << " -> " << dot_quoted(drawing_.id(to))
             << " [id=" << dot_quoted(id) << ", class=\""
             << (to.mark       ? "impossible"
                 : edge.shared ? "shared"
                               : "tree")
             << "\", tooltip=" << dot_quoted(all) << ", labeltooltip=" << dot_quoted(all);
        if (to.mark) out_ << ", style=dashed, color=\"#a33b12\"";
        if (edge.shared && !placed_) out_ << ", color=\"#4d94c4\"";
        const bool points = drawing_.options.style == NodeStyle::points;
        // dot places the labels of edges inside a level badly.
        const bool labelled = !edge.shared || (!placed_ && to.level > from.level);
        if (!points && labelled)
            out_ << ", label=" << dot_quoted(placed_ ? drawing_.edge_label(edge, 3) : wrapped);
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
        if (edge.shared) {
            const float reach = x1 > x0 ? std::max(30.0F, (x1 - x0) / 2) : 30.0F;
            out_ << point(x0, y0) << ' ' << point(x0 + reach, y0) << ' ' << point(x1 - reach, y1)
                 << ' ' << point(x1, y1) << "\", color=\"#0072b22a\", penwidth=0.6";
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

    void legend() {
        std::set<DrawnRole> present;
        bool shared = false;
        for (const DrawnNode& node : drawing_.nodes) present.insert(node.role);
        for (const DrawnEdge& edge : drawing_.edges) shared = shared || edge.shared;
        const bool points = drawing_.options.style == NodeStyle::points;
        float x = 20;
        std::string last;
        out_ << "  subgraph cluster_legend {\n"
             << "    graph [label=\"legend\", labelloc=t, labeljust=l, fontsize=10, "
                "color=\"#8493a5\", "
                "style=rounded, id=legend];\n";
        const auto item = [&](const std::string& name, const std::string& text,
                              const std::string& attributes) {
            out_ << "    " << dot_quoted(name) << " [id=" << dot_quoted(name) << ", class=legend, "
                 << "tooltip=" << dot_quoted(text) << ", " << attributes;
            const float width = 6.4F * static_cast<float>(text.size()) + 36;
            if (placed_)
                out_ << ", pos=\"" << point(x + width / 2, -30)
                     << "\", width=" << number(width / 72) << ", height=0.26, fixedsize=true";
            x += width + 14;
            out_ << "];\n";
            if (!placed_ && !last.empty())
                out_ << "    " << dot_quoted(last) << " -> " << dot_quoted(name)
                     << " [style=invis];\n";
            last = name;
        };
        for (DrawnRole role : present) {
            const Look l = look(role);
            const std::string text(legend_text(role));
            std::string attributes =
                "label=" + dot_quoted(role == DrawnRole::impossible ? "\xC3\x97 " + text : text) +
                ", shape=" + std::string(l.shape) + ", style=\"" + std::string(l.style) +
                "\", fillcolor=\"" + std::string(l.fill) + "\", color=\"" + std::string(l.line) +
                "\", peripheries=" +
                std::to_string(role == DrawnRole::impossible ? 0 : l.peripheries);
            if (role == DrawnRole::impossible) attributes += ", fontcolor=\"#a33b12\"";
            if (points)
                attributes =
                    "shape=plaintext, label=" +
                    dot_quoted(text + " = " + std::string(l.point) + ", " + std::string(l.line));
            item("legend_" + std::string(to_string(role)), text, attributes);
        }
        if (shared)
            item("legend_shared", "blue edge: another way to a known grid",
                 "shape=plaintext, label=\"blue edge: another way to a known grid\", "
                 "fontcolor=\"#0072b2\"");
        out_ << "  }\n";
    }

    const Drawing& drawing_;
    std::ostream& out_;
    bool placed_;
};

}  // namespace

void write_tree_dot(const Drawing& drawing, std::ostream& out) { DotWriter(drawing, out).run(); }

}  // namespace clew::explain
