#include "explain/diagram/writers.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <string_view>
#include <vector>

#include "core/base/contract.hpp"
#include "core/base/markup.hpp"
#include "core/board/notation.hpp"
#include "explain/diagram/look.hpp"
#include "explain/diagram/text.hpp"
#include "explain/pictures/svg.hpp"
#include "explain/pictures/write_svg.hpp"

namespace clew::explain::inline diagram {
namespace {

constexpr float margin = 16;
constexpr float caption_height = 26;
constexpr float legend_row = 20;

/// Every role has a shape or line style of its own besides the colours of look.hpp.
std::string style() {
    std::string css = R"css(
text{font-family:"DejaVu Sans",Verdana,Arial,sans-serif;font-size:10px;fill:#16202b}
.caption{font-size:14px;font-weight:bold}
.label{font-size:9px;fill:#43536b;paint-order:stroke;stroke:#fff;stroke-width:3px}
.edge{fill:none;stroke:#5b6775;stroke-width:1.1}
.shared{fill:none;stroke-width:.6;stroke-opacity:.16}
.key .shared{stroke-opacity:.6;stroke-width:1.2}
.shape{stroke-width:1.1}
.root .shape,.solution .shape{stroke-width:2}
.dead .shape{stroke-dasharray:5 2}
.open .shape{stroke-dasharray:1.5 2}
.name,.new{font-weight:bold}
.cross{fill:none;stroke-width:1.8}
.cells{fill:none;stroke:#8493a5;stroke-width:.3;stroke-opacity:.7}
.box{fill:none;stroke:#5f7085;stroke-width:.8}
g:hover>.shape{stroke-width:3}
.more{font-size:8.5px}
)css";
    for (DrawnRole role : {DrawnRole::root, DrawnRole::pattern, DrawnRole::solution,
                           DrawnRole::dead, DrawnRole::open}) {
        const RoleLook l = look(role);
        css += "." + std::string(to_string(role)) + " .shape{fill:" + l.fill.light +
               ";stroke:" + l.line.light + "}\n";
    }
    const std::string bad = look(DrawnRole::impossible).line.light;
    return css + ".cross{stroke:" + bad + "}.impossible-edge{stroke-dasharray:3 2;stroke:" + bad +
           "}\n.shared{stroke:" + shared_line.light + "}.given,.notes{fill:" + faint_text.light +
           "}.new{fill:" + new_digit.light + "}\n";
}

/// What stands above the tree.
struct Header {
    struct Entry {
        enum class Kind { role, folded, shared, words } kind = Kind::words;
        DrawnRole role = DrawnRole::pattern;
        std::string words;
        float x = 0, y = 0;  // of the sign's middle, or of the words' start
    };
    std::string caption;
    std::vector<Entry> entries{};
    float width = 0, height = 0;
};

Header header_of(const Drawing& drawing) {
    Header header{.caption = drawing.caption()};
    float y = margin;
    if (!header.caption.empty()) {
        header.width = 8.8F * static_cast<float>(header.caption.size());
        y += caption_height;
    }
    if (drawing.options.legend == Legend::shown) {
        using Kind = Header::Entry::Kind;
        std::set<DrawnRole> present;
        bool folded = false;
        for (const DrawnNode& n : drawing.nodes) {
            present.insert(n.role);
            folded = folded || n.folded > 0;
        }
        for (DrawnRole role : present)
            header.entries.push_back({Kind::role, role, std::string(legend_text(role))});
        if (folded && drawing.options.style != NodeStyle::points)
            header.entries.push_back({Kind::folded, DrawnRole::pattern, "folded: more below"});
        if (std::ranges::any_of(drawing.edges, &DrawnEdge::shared))
            header.entries.push_back(
                {Kind::shared, DrawnRole::pattern, "another way to a known grid"});
        if (drawing.options.style == NodeStyle::grid)
            for (std::string& words : words_of_rules_off_board(view_of(drawing.tree->puzzle())))
                header.entries.push_back({Kind::words, DrawnRole::pattern, std::move(words)});
        for (std::string& words : drawing.glossary())
            header.entries.push_back({Kind::words, DrawnRole::pattern, std::move(words)});
        // In rows as wide as the tree, signs first.
        const float room = std::max({drawing.width, header.width, 560.0F});
        float x = 0;
        bool signs = true;
        for (Header::Entry& entry : header.entries) {
            const float sign = entry.kind == Kind::words ? 0.0F : 31.0F;
            const float width = sign + 5.6F * static_cast<float>(entry.words.size());
            if (x > 0 && (x + width > room || (signs && entry.kind == Kind::words))) {
                x = 0;
                y += legend_row;
            }
            signs = entry.kind != Kind::words;
            entry.x = margin + x + (signs ? 12.0F : 0.0F);
            entry.y = y + 8;
            header.width = std::max(header.width, x + width);
            x += width + 22;
        }
        if (!header.entries.empty()) y += legend_row;
    }
    header.height = y > margin ? y - margin + 14 : 0;
    return header;
}

struct Painter {
    const Drawing& drawing;
    std::ostream& out;
    float header;  // height of what stands above the tree
    const ViewBox& window;
    bool layers = drawing.options.layout == TreeLayout::layers;

    /// What lies between two nodes, with their labels.
    bool in_window(const DrawnNode& a, const DrawnNode& b) const {
        constexpr float near = 80;
        const auto meets = [&](float x, float y, float half, double begin, double length) {
            return std::max(x, y) + half + near >= begin &&
                   std::min(x, y) - half - near <= begin + length;
        };
        return window.width == 0 ||
               (meets(a.x, b.x, std::max(a.width, b.width) / 2, window.left, window.width) &&
                meets(middle(a), middle(b), std::max(a.height, b.height) / 2, window.top,
                      window.height));
    }

    Painter& number(float value) {
        out << svg_number(static_cast<double>(value), 1);
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
            case DrawnRole::open:
                raw("<path class=\"shape\" d=\"M").point(x, y - r).raw("L").point(x + r, y + r);
                raw("H").number(x - r).raw("Z\"/>");
                return;
            case DrawnRole::root:
            case DrawnRole::pattern:
                shape(role, x, y, 2 * r, 2 * r, false);
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
        // Spaces that no renderer drops: librsvg ignores dx in a centred text.
        const std::size_t rest = words.find_first_not_of(' ', name.size());
        if (rest != std::string::npos)
            out << (name.empty() ? "" : "\u00a0\u00a0") << xml_escaped(words.substr(rest));
        raw("</text>");
    }

    void grid(const DrawnNode& node) {
        const logic::DecisionTree& tree = *drawing.tree;
        const Geometry& geometry = tree.puzzle().geometry();
        const std::size_t size = geometry.size();
        CLEW_REQUIRE(size > 0, "write_tree_svg: a board without cells");
        const auto digits = tree.digits(node.node);
        const logic::Node parent = tree[node.node].discoverer;
        const auto before = parent == logic::no_node ? digits : tree.digits(parent);
        constexpr float u = grid_cell;
        const float side = u * static_cast<float>(size);
        const float l = margin + node.x - side / 2;
        const float t = middle(node) - node.height / 2 + 20;
        if (!tree.puzzle().rules().empty())
            raw("<use href=\"#rules\"").attribute("x", l).attribute("y", t).raw("/>");
        raw("<path class=\"cells\" d=\"");
        for (std::size_t k = 1; k < size; ++k) {
            raw("M").point(l + u * static_cast<float>(k), t).raw("v").number(side);
            raw("M").point(l, t + u * static_cast<float>(k)).raw("h").number(side);
        }
        raw("\"/><path class=\"box\" d=\"");
        const auto line = [&](float x, float y, const char* along) {
            raw("M").point(x, y).raw(along).number(u);
        };
        for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
            const std::size_t column = geometry.column_of(Cell{i});
            const float x = l + u * static_cast<float>(column);
            const float y = t + u * static_cast<float>(geometry.row_of(Cell{i}));
            const auto apart = [&](std::size_t j) {
                return geometry.box_of(Cell{i}) != geometry.box_of(Cell{j});
            };
            if (column == 0 || apart(i - 1)) line(x, y, "v");
            if (i < size || apart(i - size)) line(x, y, "h");
            if (column + 1 == size) line(x + u, y, "v");
            if (i + size >= geometry.cell_count()) line(x, y + u, "h");
        }
        raw("\"/>");
        for (std::size_t i = 0; i < digits.size(); ++i) {
            if (!digits[i]) continue;
            const auto column = static_cast<float>(geometry.column_of(Cell{i}));
            const auto row = static_cast<float>(geometry.row_of(Cell{i}));
            text(before[i] ? "given" : "new", "middle", l + u * (column + 0.5F), t + u * row + 9.1F,
                 std::string(1, digit_symbol(*digits[i])));
        }
    }

    void node(const DrawnNode& n) {
        raw("<g id=\"")
            .raw(drawing.id(n))
            .raw("\" class=\"")
            .raw(to_string(n.role))
            .raw(n.forced ? " forced" : "");
        raw("\">");
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
                named(n, x, y + (lines.size() > 1 ? -2.6F : 3.6F), lines[0]);
                if (lines.size() > 1) text("more", "middle", x, y + 9.4F, lines[1]);
            }
        }
        raw("</g>\n");
    }

    void edge(const DrawnEdge& e) {
        const DrawnNode& from = drawing.nodes[e.from];
        const DrawnNode& to = drawing.nodes[e.to];
        if (layers) return edge_down(e, from, to);
        const float room = drawing.label_width[to.level];
        const float x0 = right(from) + (from.role == DrawnRole::root ? 2.5F : 0.0F);
        const float y0 = middle(from);
        const float x1 = left(to);
        const float y1 = middle(to);
        if (e.shared) {
            const float reach = x1 > x0 ? std::max(30.0F, (x1 - x0) / 2) : 30.0F;
            raw("<path class=\"shared")
                .raw(e.forced ? " forced" : "")
                .raw("\" d=\"M")
                .point(x0, y0)
                .raw("C")
                .point(x0 + reach, y0);
            raw(" ").point(x1 - reach, y1).raw(" ").point(x1, y1).raw("\"/>\n");
            return;
        }
        // A curve to the start of the label's line, then the line under the label.
        const float bend = x1 - room;
        const float half = (x0 + bend) / 2;
        raw("<path class=\"edge")
            .raw(to.mark    ? " impossible-edge"
                 : e.forced ? " forced"
                            : "")
            .raw("\" d=\"M");
        point(x0, y0);
        if (std::abs(y1 - y0) > 0.05F)
            raw("C").point(half, y0).raw(" ").point(half, y1).raw(" ").point(bend, y1);
        raw("H").number(x1).raw("\"/>\n");
    }

    /// From the middle of the lower side to the middle of the upper one.
    void edge_down(const DrawnEdge& e, const DrawnNode& from, const DrawnNode& to) {
        const float y0 = middle(from) + from.height / 2 + (from.role == DrawnRole::root ? 2.5F : 0);
        const float y1 = middle(to) - to.height / 2;
        const float bend = (y1 - y0) / 2;
        raw("<path class=\"").raw(e.shared ? "shared" : "edge");
        raw(to.mark ? " impossible-edge" : e.forced ? " forced" : "").raw("\" d=\"M");
        point(margin + from.x, y0).raw("C").point(margin + from.x, y0 + bend).raw(" ");
        point(margin + to.x, y1 - bend).raw(" ").point(margin + to.x, y1).raw("\"/>\n");
    }

    void edge_label(const DrawnEdge& e) {
        const DrawnNode& to = drawing.nodes[e.to];
        const float room = drawing.label_width[to.level];
        raw("<g>");
        std::string all;
        for (const std::string& c : drawing.candidates(e)) all += (all.empty() ? "" : " ") + c;
        out << "<title>" << xml_escaped(all) << "</title>";
        text("label", "middle", layers ? margin + to.x : left(to) - room / 2,
             layers ? middle(to) - to.height / 2 - 5 : middle(to) - 3,
             drawing.edge_label(e, drawing.label_candidates()));
        raw("</g>\n");
    }

    void legend(const Header& above) {
        const bool points = drawing.options.style == NodeStyle::points;
        using Kind = Header::Entry::Kind;
        raw("<g class=\"key\">");
        for (const Header::Entry& entry : above.entries) {
            raw("<g class=\"").raw(to_string(entry.role)).raw("\">");
            if (entry.kind == Kind::role && points)
                point_mark(entry.role, entry.x, entry.y);
            else if (entry.kind == Kind::role)
                shape(entry.role, entry.x, entry.y, 22, 13, false);
            else if (entry.kind == Kind::folded)
                shape(entry.role, entry.x, entry.y, 20, 11, true);
            else if (entry.kind == Kind::shared)
                raw("<path class=\"shared\" d=\"M").point(entry.x - 11, entry.y).raw("h22\"/>");
            raw("</g>");
            const bool words = entry.kind == Kind::words;
            text(words ? "notes" : "", "", entry.x + (words ? 0.0F : 19.0F), entry.y + 3.6F,
                 entry.words);
        }
        raw("</g>\n");
    }
};

}  // namespace

void write_tree_svg(const Drawing& drawing, std::ostream& out, const ViewBox& window) {
    CLEW_REQUIRE(drawing.options.layout == TreeLayout::levels ||
                     drawing.options.layout == TreeLayout::layers,
                 "write_tree_svg: a drawing laid out by Clew is needed");
    const Header above = header_of(drawing);
    Painter painter{drawing, out, above.height, window};
    const float width = std::max(drawing.width, above.width) + 2 * margin;
    const float height = drawing.height + above.height + 2 * margin;
    painter.raw("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    painter.attribute("width", width).attribute("height", height).raw(" viewBox=\"0 0 ");
    painter.point(width, height).raw("\">\n<title>");
    out << xml_escaped(above.caption.empty() ? "Decision tree" : above.caption)
        << "</title>\n<style>" << style();
    if (drawing.options.style == NodeStyle::points)  // too small for dashes
        out << ".shape{stroke-dasharray:none!important}.shared{stroke-opacity:.1}\n";
    if (std::ranges::any_of(drawing.nodes, &DrawnNode::forced))
        out << ".forced>.shape,.edge.forced,.shared.forced{stroke:" << forced_line.light
            << ";stroke-opacity:1;stroke-width:2.6}\n";
    const bool ruled =
        drawing.options.style == NodeStyle::grid && !drawing.tree->puzzle().rules().empty();
    // Pale, as digits stand on them.
    if (ruled)
        out << ".thermometer,.arrow,.cage{fill:none;stroke:#8493a5}circle.thermometer{fill:#d3dbe4;"
               "stroke:none}.thermometer.stem{stroke:#d3dbe4}.cage{stroke:#43536b;stroke-width:.5}"
               ".paper{fill:#fff;fill-opacity:.7}.clue{font-family:\"DejaVu Sans\",sans-serif;"
               "font-size:3.4px;fill:#16202b}\n";
    out << "</style>\n";
    if (ruled)
        out << "<defs><g id=\"rules\">"
            << svg_rules_on_board(view_of(drawing.tree->puzzle()), static_cast<double>(grid_cell))
            << "</g></defs>\n";
    painter.raw("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    if (!above.caption.empty()) painter.text("caption", "", margin, margin + 12, above.caption);
    if (!above.entries.empty()) painter.legend(above);
    const auto each_edge = [&](bool shared, auto act) {
        for (const DrawnEdge& e : drawing.edges)
            if (e.shared == shared && painter.in_window(drawing.nodes[e.from], drawing.nodes[e.to]))
                (painter.*act)(e);
    };
    each_edge(true, &Painter::edge);
    each_edge(false, &Painter::edge);
    for (const DrawnNode& n : drawing.nodes)
        if (painter.in_window(n, n)) painter.node(n);
    if (drawing.options.style != NodeStyle::points) each_edge(false, &Painter::edge_label);
    painter.raw("</svg>\n");
}

}  // namespace clew::explain::inline diagram
