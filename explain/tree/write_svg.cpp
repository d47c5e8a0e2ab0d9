#include "explain/tree/write_svg.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <string>
#include <string_view>

#include "encode/base/contract.hpp"
#include "encode/base/markup.hpp"
#include "encode/board/notation.hpp"
#include "explain/tree/text.hpp"

namespace clew::explain {
namespace {

constexpr float margin = 16;
constexpr float header = 64;  // caption and legend

// Okabe and Ito's hues, pale as fills and dark as lines; every role has a shape or line of its own
// besides.
constexpr std::string_view style = R"css(
text{font-family:"DejaVu Sans",Verdana,Arial,sans-serif;font-size:10px;fill:#16202b}
.caption{font-size:14px;font-weight:bold}
.label{font-size:9px;fill:#43536b;paint-order:stroke;stroke:#fff;stroke-width:3px}
.given{fill:#5b6775}.new{font-weight:bold;fill:#00538a}
.edge{fill:none;stroke:#5b6775;stroke-width:1.1}
.impossible-edge{stroke-dasharray:3 2;stroke:#a33b12}
.shared{fill:none;stroke:#0072b2;stroke-width:.6;stroke-opacity:.16}
.shape{fill:#fff;stroke:#34475c;stroke-width:1.1}
.root .shape{fill:#dfe9f7;stroke-width:2}
.solution .shape{fill:#d6f0e4;stroke:#00664b;stroke-width:2}
.name{font-weight:bold}
.dead .shape{fill:#f6ded4;stroke:#a33b12;stroke-dasharray:5 2}
.open .shape{fill:#fff6d6;stroke:#8a6500;stroke-dasharray:1.5 2}
.cross{fill:none;stroke:#a33b12;stroke-width:1.8}
.box{fill:none;stroke:#8493a5;stroke-width:.6}
g:hover>.shape{stroke-width:3}
)css";

struct Painter {
    const Drawing& drawing;
    std::ostream& out;

    /// Coordinates to a tenth of a point, without the locale's or the stream's opinion.
    Painter& number(float value) {
        const long tenths = std::lround(value * 10);
        if (tenths < 0) out << '-';
        out << std::labs(tenths) / 10;
        if (tenths % 10 != 0) out << '.' << std::labs(tenths) % 10;
        return *this;
    }
    Painter& raw(std::string_view text) {
        out << text;
        return *this;
    }
    Painter& attribute(std::string_view name, float value) {
        raw(" ").raw(name).raw("=\"").number(value);
        return raw("\"");
    }
    Painter& point(float x, float y) { return number(x).raw(" ").number(y); }

    float left(const DrawnNode& n) const { return margin + n.x - n.width / 2; }
    float right(const DrawnNode& n) const { return margin + n.x + n.width / 2; }
    float middle(const DrawnNode& n) const { return header + margin + n.y; }

    void shape(DrawnRole role, float x, float y, float width, float height, bool folded) {
        const float l = x - width / 2;
        const float t = y - height / 2;
        if (folded) {  // a sheet behind
            raw("<rect class=\"shape\"").attribute("x", l + 3).attribute("y", t + 3);
            attribute("width", width).attribute("height", height).raw("/>");
        }
        switch (role) {
            case DrawnRole::impossible: {
                const float r = std::min(width, height) / 2 - 2;
                raw("<path class=\"cross\" d=\"M").point(x - r, y - r).raw("L").point(x + r, y + r);
                raw("M").point(x - r, y + r).raw("L").point(x + r, y - r).raw("\"/>");
                return;
            }
            case DrawnRole::solution:
                raw("<rect class=\"shape\"").attribute("x", l).attribute("y", t);
                attribute("width", width).attribute("height", height);
                attribute("rx", std::min(height / 2, 12.0F)).raw("/>");
                return;
            case DrawnRole::dead: {
                const float c = std::min(height / 3, 7.0F);  // an octagon
                raw("<path class=\"shape\" d=\"M").point(l + c, t).raw("H").number(l + width - c);
                raw("L").point(l + width, t + c).raw("V").number(t + height - c);
                raw("L").point(l + width - c, t + height).raw("H").number(l + c);
                raw("L").point(l, t + height - c).raw("V").number(t + c).raw("Z\"/>");
                return;
            }
            case DrawnRole::root:
                raw("<rect class=\"shape\"").attribute("x", l - 2.5F).attribute("y", t - 2.5F);
                attribute("width", width + 5).attribute("height", height + 5).raw("/>");
                [[fallthrough]];
            case DrawnRole::pattern:
            case DrawnRole::open:
                raw("<rect class=\"shape\"").attribute("x", l).attribute("y", t);
                attribute("width", width).attribute("height", height).raw("/>");
                return;
        }
    }

    void point_mark(DrawnRole role, float x, float y) {
        const float r = 3;
        switch (role) {
            case DrawnRole::solution:
                raw("<circle class=\"shape\"").attribute("cx", x).attribute("cy", y);
                attribute("r", r + 1).raw("/>");
                return;
            case DrawnRole::impossible:
                shape(role, x, y, 2 * r + 2, 2 * r + 2, false);
                return;
            case DrawnRole::dead:
                raw("<path class=\"shape\" d=\"M").point(x, y - r).raw("L").point(x + r, y);
                raw("L").point(x, y + r).raw("L").point(x - r, y).raw("Z\"/>");
                return;
            case DrawnRole::root:
            case DrawnRole::pattern:
            case DrawnRole::open:
                raw("<rect class=\"shape\"").attribute("x", x - r).attribute("y", y - r);
                attribute("width", 2 * r).attribute("height", 2 * r).raw("/>");
                return;
        }
    }

    void text(std::string_view css, std::string_view anchor, float x, float y,
              std::string_view words) {
        raw("<text");
        if (!css.empty()) raw(" class=\"").raw(css).raw("\"");
        if (!anchor.empty()) raw(" text-anchor=\"").raw(anchor).raw("\"");
        attribute("x", x).attribute("y", y).raw(">");
        out << xml_escaped(words) << "</text>";
    }

    /// A label that begins with the vertex's name, the name in bold.
    void named(const DrawnNode& node, float x, float y, const std::string& words) {
        const std::string name = node.role == DrawnRole::impossible ? "" : drawing.id(node);
        raw("<text text-anchor=\"middle\"").attribute("x", x).attribute("y", y).raw(">");
        if (!name.empty()) out << "<tspan class=\"name\">" << name << "</tspan>";
        const std::size_t rest = words.find_first_not_of(' ', name.size());
        if (rest != std::string::npos)
            out << "<tspan dx=\"5\">" << xml_escaped(words.substr(rest)) << "</tspan>";
        raw("</text>");
    }

    void grid(const DrawnNode& node) {
        const DecisionTree& tree = *drawing.tree;
        const Geometry& geometry = tree.puzzle().geometry();
        const std::size_t size = geometry.size();
        const auto digits = tree.digits(node.node);
        const Node parent = tree[node.node].discoverer;
        const auto before = parent == no_node ? digits : tree.digits(parent);
        const float l = margin + node.x - 5 * static_cast<float>(size);
        const float t = middle(node) - node.height / 2 + 20;
        raw("<path class=\"box\" d=\"");
        for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
            const float x = l + 10 * static_cast<float>(i % size);
            const float y = t + 10 * static_cast<float>(i / size);
            const auto apart = [&](std::size_t j) {
                return geometry.box_of(Cell{i}) != geometry.box_of(Cell{j});
            };
            if (i % size == 0 || apart(i - 1)) raw("M").point(x, y).raw("v10");
            if (i < size || apart(i - size)) raw("M").point(x, y).raw("h10");
            if (i % size + 1 == size) raw("M").point(x + 10, y).raw("v10");
            if (i + size >= geometry.cell_count()) raw("M").point(x, y + 10).raw("h10");
        }
        raw("\"/>");
        for (std::size_t i = 0; i < digits.size(); ++i) {
            if (!digits[i]) continue;
            text(before[i] && parent != no_node ? "given" : (parent == no_node ? "given" : "new"),
                 "middle", l + 10 * static_cast<float>(i % size) + 5,
                 t + 10 * static_cast<float>(i / size) + 8.6F,
                 std::string(1, digit_symbol(*digits[i])));
        }
    }

    void node(const DrawnNode& n) {
        raw("<g id=\"").raw(drawing.id(n)).raw("\" class=\"").raw(to_string(n.role)).raw("\">");
        out << "<title>" << xml_escaped(drawing.tooltip(n)) << "</title>";
        const float x = margin + n.x;
        const float y = middle(n);
        if (drawing.options.style == NodeStyle::points) {
            point_mark(n.role, x, y);
        } else {
            shape(n.role, x, y, n.width, n.height, n.folded > 0);
            if (n.mark) {
                raw("</g>\n");
                return;
            }
            const auto lines = drawing.label(n);
            if (drawing.options.style == NodeStyle::grid && n.role != DrawnRole::impossible) {
                std::string words;
                for (const std::string& line : lines) words += (words.empty() ? "" : "  ") + line;
                named(n, x, y - n.height / 2 + 13, words);
                grid(n);
            } else {
                named(n, x, y + 3.6F, lines[0]);
            }
        }
        raw("</g>\n");
    }

    void edge(const DrawnEdge& e) {
        const DrawnNode& from = drawing.nodes[e.from];
        const DrawnNode& to = drawing.nodes[e.to];
        const float room = drawing.label_width[to.level];
        const float x0 = right(from) + (from.role == DrawnRole::root ? 2.5F : 0.0F);
        const float y0 = middle(from);
        const float x1 = left(to);
        const float y1 = middle(to);
        if (e.shared) {
            const float reach = x1 > x0 ? std::max(30.0F, (x1 - x0) / 2) : 30.0F;
            raw("<path class=\"shared\" d=\"M").point(x0, y0).raw("C").point(x0 + reach, y0);
            raw(" ").point(x1 - reach, y1).raw(" ").point(x1, y1).raw("\"/>\n");
            return;
        }
        // A curve to the start of the label's line, then the line under the label.
        const float bend = x1 - room;
        const float half = (x0 + bend) / 2;
        raw("<path class=\"edge").raw(to.mark ? " impossible-edge" : "").raw("\" d=\"M");
        point(x0, y0);
        if (std::abs(y1 - y0) > 0.05F)
            raw("C").point(half, y0).raw(" ").point(half, y1).raw(" ").point(bend, y1);
        raw("H").number(x1).raw("\"/>\n");
    }

    void edge_label(const DrawnEdge& e) {
        const DrawnNode& to = drawing.nodes[e.to];
        const float room = drawing.label_width[to.level];
        raw("<g>");
        std::string all;
        for (const std::string& c : drawing.candidates(e)) all += (all.empty() ? "" : " ") + c;
        out << "<title>" << xml_escaped(all) << "</title>";
        text("label", "middle", left(to) - room / 2, middle(to) - 3, drawing.edge_label(e, 3));
        raw("</g>\n");
    }

    void legend(float y) {
        std::set<DrawnRole> present;
        bool folded = false;
        bool shared = false;
        for (const DrawnNode& n : drawing.nodes) {
            present.insert(n.role);
            folded = folded || n.folded > 0;
        }
        for (const DrawnEdge& e : drawing.edges) shared = shared || e.shared;
        const bool points = drawing.options.style == NodeStyle::points;
        float x = margin + 12;
        raw("<g class=\"legend\">");
        for (DrawnRole role : present) {
            raw("<g class=\"").raw(to_string(role)).raw("\">");
            if (points)
                point_mark(role, x, y);
            else
                shape(role, x, y, 22, 13, false);
            raw("</g>");
            const std::string_view words = legend_text(role);
            text("", "", x + 19, y + 3.6F, words);
            x += 19 + 5.9F * static_cast<float>(words.size()) + 26;
        }
        const auto more = [&](std::string_view words) {
            text("", "", x + 19, y + 3.6F, words);
            x += 19 + 5.9F * static_cast<float>(words.size()) + 26;
        };
        if (folded) {
            shape(DrawnRole::pattern, x, y, 20, 11, true);
            more("folded: more below");
        }
        if (shared) {
            raw("<path class=\"shared\" style=\"stroke-opacity:.6\" d=\"M").point(x - 10, y);
            raw("h22\"/>");
            more("another way to a known grid");
        }
        raw("</g>");
        legend_end = x;
    }

    float legend_end = 0;
};

/// How far the legend and the caption reach; the picture is at least as wide.
float header_width(const Drawing& drawing) {
    std::set<DrawnRole> present;
    for (const DrawnNode& n : drawing.nodes) present.insert(n.role);
    float x = 12;
    for (DrawnRole role : present) x += 45 + 5.9F * static_cast<float>(legend_text(role).size());
    x += 43 + 5.9F * 18 + 43 + 5.9F * 27;
    return std::max(x, 8.8F * static_cast<float>(drawing.caption().size()));
}

}  // namespace

void write_tree_svg(const Drawing& drawing, std::ostream& out) {
    CLEW_REQUIRE(drawing.options.layout == TreeLayout::levels,
                 "write_tree_svg: a drawing laid out by levels is needed");
    Painter painter{drawing, out};
    const float width = std::max(drawing.width, header_width(drawing)) + 2 * margin;
    const float height = drawing.height + header + 2 * margin;
    painter.raw("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    painter.attribute("width", width).attribute("height", height).raw(" viewBox=\"0 0 ");
    painter.point(width, height).raw("\">\n<title>");
    out << xml_escaped(drawing.caption()) << "</title>\n<style>" << style;
    if (drawing.options.style == NodeStyle::points)  // too small for dashes
        out << ".shape{stroke-dasharray:none!important}.shared{stroke-opacity:.1}\n";
    out << "</style>\n";
    painter.raw("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    painter.text("caption", "", margin, margin + 10, drawing.caption());
    painter.legend(margin + 34);
    painter.raw("\n");
    for (const DrawnEdge& e : drawing.edges)
        if (e.shared) painter.edge(e);
    for (const DrawnEdge& e : drawing.edges)
        if (!e.shared) painter.edge(e);
    for (const DrawnNode& n : drawing.nodes) painter.node(n);
    if (drawing.options.style != NodeStyle::points)
        for (const DrawnEdge& e : drawing.edges)
            if (!e.shared) painter.edge_label(e);
    painter.raw("</svg>\n");
}

}  // namespace clew::explain
