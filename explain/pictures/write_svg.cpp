// The picture in layers, from the paper up:
//
//     rules    thermometers, arrows, cages; numbers beside the board, words below it
//     under    heat, tinted cells, outlines of houses and areas, discs behind candidates
//     board    thin lines between cells, thick lines where the region changes, coordinates
//     digits   givens (bold), placed digits, candidates in a small square of their own
//     over     strokes through removed candidates, rings round placed ones, links, captions
//     legend   below the board, where it is asked for

#include "explain/pictures/write_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/base/markup.hpp"
#include "core/board/notation.hpp"
#include "explain/pictures/svg_format.hpp"
#include "explain/pictures/svg_layout.hpp"

namespace clew::explain::inline pictures {

namespace {

using svg::outline;
using svg::Point;
using svg::SvgLayout;

std::string digit_text(std::string_view kind, std::string_view id, Point at, double font,
                       char digit) {
    // Digits stand about 0.36 of their size above the middle of their box.
    return svg_format("<text class=\"{}\"{} x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>", kind, id,
                      at.x, at.y + font * 0.36, font, digit);
}

/// Where two groups are joined: the candidates of either that are nearest to each other.
std::pair<Point, Point> nearest(const SvgLayout& at, const LinkMark& link) {
    std::pair<Point, Point> best{};
    double least = -1;
    for (Candidate from : link.from)
        for (Candidate to : link.to) {
            const Point a = at.middle(from);
            const Point b = at.middle(to);
            const double length = std::hypot(a.x - b.x, a.y - b.y);
            if (least >= 0 && length >= least) continue;
            least = length;
            best = {a, b};
        }
    return best;
}

/// A curve from one end to the other that leaves both discs free and bows aside a little, so that
/// links along a row do not run through the candidates between them.
std::string link_path(const SvgLayout& at, const LinkMark& link) {
    const auto [from, to] = nearest(at, link);
    const double dx = to.x - from.x;
    const double dy = to.y - from.y;
    const double length = std::hypot(dx, dy);
    if (length < 1) return {};
    const double bow = std::min(0.18 * length, at.unit() * 0.7);
    const Point knee{from.x + dx / 2 - dy / length * bow, from.y + dy / 2 + dx / length * bow};
    const auto pulled = [&](Point end, double by) {
        const double kx = knee.x - end.x;
        const double ky = knee.y - end.y;
        const double k = std::hypot(kx, ky);
        const double room = std::min(by, k * 0.6);
        return Point{end.x + kx / k * room, end.y + ky / k * room};
    };
    const Point start = pulled(from, at.radius() * 1.1);
    const Point stop = pulled(to, at.radius() * 1.4);
    return svg_format("M{} {}Q{} {} {} {}", start.x, start.y, knee.x, knee.y, stop.x, stop.y);
}

}  // namespace

std::string svg_style(Theme theme) {
    const auto rules = [](bool dark, std::string_view scope) {
        std::string css;
        const auto pick = [dark](Shade c) { return dark ? c.dark : c.light; };
        const auto rule = [&](std::string_view selector, std::string_view body) {
            css += fmt::format("{}{}{{{}}}\n", scope, selector, body);
        };
        rule(".paper", dark ? "fill:#16181d" : "fill:#ffffff");
        rule(".thin", dark ? "stroke:#4a4f5a" : "stroke:#b9bec7");
        rule(".thick", dark ? "stroke:#c9ced8" : "stroke:#23262d");
        rule(".given", dark ? "fill:#f2f4f8" : "fill:#111318");
        rule(".placed", dark ? "fill:#8ab8ff" : "fill:#1450a8");
        rule(".candidate", dark ? "fill:#c3c8d2" : "fill:#474c57");
        rule(".coordinate", dark ? "fill:#8d94a3" : "fill:#7a808c");
        rule(".heat", dark ? "fill:#ff9d4d" : "fill:#e0620d");
        rule(".broken", dark ? "stroke:#ff8a80" : "stroke:#c62d20");
        rule(".link", dark ? "stroke:#ffd479" : "stroke:#8a3ffc");
        rule(".head", dark ? "fill:#ffd479" : "fill:#8a3ffc");
        rule(".thermometer", dark ? "stroke:#434955;fill:#434955" : "stroke:#d3d7de;fill:#d3d7de");
        rule(".arrow", dark ? "stroke:#7d8493" : "stroke:#8f959f");
        rule(".cage", dark ? "stroke:#aab0bc" : "stroke:#555b66");
        rule(".clue", dark ? "fill:#d5d9e2" : "fill:#2d313a");
        for (std::size_t i = 0; i < tone_count; ++i) {
            const Tone tone = static_cast<Tone>(i);
            const char* name = to_string(tone);
            const char* fill = pick(tone_fill(tone));
            rule(fmt::format(".disc.{}", name), fmt::format("fill:{}", fill));
            rule(fmt::format(".tint.{}", name), fmt::format("fill:{}", fill));
            rule(fmt::format(".line.{}", name), fmt::format("stroke:{}", pick(tone_line(tone))));
            rule(fmt::format(".swatch.{}", name), fmt::format("background:{}", fill));
        }
        return css;
    };
    std::string css =
        "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;text-anchor:middle}\n"
        ".given{font-weight:700}.placed{font-weight:400}\n"
        ".thin{stroke-width:1}.thick{stroke-width:2.5;stroke-linecap:square}\n"
        ".tint{opacity:.35}.line{fill:none;stroke-width:2.5}.area{stroke-linecap:round}\n"
        ".link{fill:none;opacity:.9}.strong{stroke-width:3.2}"
        ".weak{stroke-width:1.7;stroke-dasharray:5 4}.now{stroke-width:5}\n"
        ".light{stroke-width:1.4;opacity:.5}.light.now{stroke-width:3;opacity:1}.faint{opacity:.4}"
        "\n"
        ".broken{fill:none;stroke-width:3}.arrow,.cage{fill:none}\n"
        ".words{text-anchor:start}.sum{text-anchor:start}.stem{fill:none!important}\n";
    css += rules(theme == Theme::dark, "");
    if (theme == Theme::automatic)
        css += "@media (prefers-color-scheme:dark){\n" + rules(true, "") + "}\n";
    return css;
}

std::string svg_view_box(const View& view, const SvgOptions& options) {
    const SvgLayout at{view, options};
    return svg_format("0 0 {} {}", at.width(), at.height());
}

std::string svg_definitions() {
    return "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" "
           "markerUnits=\"userSpaceOnUse\" "
           "markerWidth=\"11\" markerHeight=\"11\" orient=\"auto-start-reverse\"><path "
           "class=\"head\" "
           "d=\"M0 0L8 4L0 8Z\"/></marker><marker id=\"small-head\" viewBox=\"0 0 8 8\" refX=\"6\" "
           "refY=\"4\" markerUnits=\"userSpaceOnUse\" markerWidth=\"8\" markerHeight=\"8\" "
           "orient=\"auto-start-reverse\"><path class=\"head\" "
           "d=\"M0 0L8 4L0 8Z\"/></marker></defs>\n";
}

std::string svg_under(const View& view, const SvgOptions& options) {
    const Geometry& board = *view.geometry;
    const SvgLayout at{view, options};
    std::string out;
    const auto square = [&](Cell c, std::string_view attributes) {
        out += svg_format("<rect {} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", attributes,
                          at.left(c), at.top(c), at.unit(), at.unit());
    };
    for (std::size_t i = 0; i < view.heat.size(); ++i) {
        const double heat = std::clamp(view.heat[i], 0.0, 1.0);
        if (heat > 0) square(Cell{i}, svg_format("class=\"heat\" opacity=\"{}\"", 0.9 * heat));
    }
    for (const CellMark& m : view.cell_marks)
        square(m.cell, fmt::format("class=\"tint {}\"", to_string(m.tone)));

    std::array<double, tone_count> inset{};
    double next = at.unit() * 0.035;
    for (const HouseMark& m : view.houses) {
        double& mine = inset[static_cast<std::size_t>(m.tone)];
        if (mine == 0) {
            mine = next;
            next += at.unit() * 0.045;
        }
        out += fmt::format("<path class=\"line {}\" d=\"{}\"/>\n", to_string(m.tone),
                           outline(board, at, board.cells_of(m.house), mine));
    }

    for (const AreaMark& m : view.areas)
        out += fmt::format("<path class=\"line area {}\" d=\"{}\"/>\n", to_string(m.tone),
                           outline(board, at, m.cells, at.unit() * 0.045));

    // The first link that reaches a candidate, where links are followed one by one.
    std::map<Candidate, std::size_t> reached;
    if (view.steps_through() && view.followed == Followed::links)
        for (const LinkMark& link : view.links)
            for (const auto* end : {&link.from, &link.to})
                for (Candidate c : *end) reached.emplace(c, link.turn.value_or(0));
    const auto turn_of = [&](const CandidateMark& mark) -> std::optional<std::size_t> {
        if (!view.steps_through() || mark.tone == Tone::loss || mark.tone == Tone::gain)
            return std::nullopt;
        if (mark.turn) return mark.turn;
        const auto first = reached.find(mark.candidate);
        return first == reached.end() ? std::nullopt : std::optional{first->second};
    };

    // A candidate with several tones gets rings of colour: the later tone lies within the earlier.
    std::set<Candidate> drawn;
    for (const CandidateMark& m : view.candidate_marks) {
        if (!drawn.insert(m.candidate).second) continue;
        const CellView& cell = view.cells[m.candidate.cell.index()];
        const bool big = cell.given || cell.placed;
        const Point p = big ? at.middle(m.candidate.cell) : at.middle(m.candidate);
        double radius = big ? at.unit() * 0.4 : at.radius();
        for (const CandidateMark& mark : view.candidate_marks) {
            if (mark.candidate != m.candidate) continue;
            const auto turn = turn_of(mark);
            const std::string when = turn ? fmt::format(" data-at=\"{}\"", *turn) : std::string{};
            // What is cited, behind what comes of it.
            const bool faint = view.crowded() && !turn && mark.tone == Tone::first;
            out += svg_format("<circle class=\"disc {}{}\"{} cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n",
                              to_string(mark.tone), faint ? " faint" : "", when, p.x, p.y, radius);
            radius *= 0.78;
        }
    }
    return out;
}

std::string svg_board(const View& view, const SvgOptions& options) {
    const Geometry& board = *view.geometry;
    const SvgLayout at{view, options};
    const std::size_t rows = board.rows(), columns = board.columns();
    std::string thin, thick, names;
    const auto line = [](std::string& path, double x1, double y1, double x2, double y2) {
        path += svg_format("M{} {}L{} {}", x1, y1, x2, y2);
    };
    for (std::size_t i = 0; i < board.cell_count(); ++i) {
        const Cell cell{i};
        if (!board.on_board(cell)) continue;
        const double x = at.left(cell);
        const double y = at.top(cell);
        const double u = at.unit();
        if (!board.in_grid(cell)) {
            thick += svg_format("M{0} {1}h{2}v{2}M{0} {1}v{2}h{2}", x, y, u);
            names += svg_format(
                "<text class=\"coordinate\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>\n",
                x + u / 2, y - u * 0.08, u * 0.22, to_string(cell, board.size()));
            continue;
        }
        if (board.column_of(cell) + 1 < columns) {
            const Cell right{i + 1};
            line(board.box_of(cell) != board.box_of(right) ? thick : thin, x + u, y, x + u, y + u);
        }
        if (board.row_of(cell) + 1 < rows) {
            const Cell below{i + board.size()};
            line(board.box_of(cell) != board.box_of(below) ? thick : thin, x, y + u, x + u, y + u);
        }
    }
    const double a = at.start();
    const double right = a + at.board_width(), bottom = a + at.board_height();
    line(thick, a, a, right, a);
    line(thick, right, a, right, bottom);
    line(thick, right, bottom, a, bottom);
    line(thick, a, bottom, a, a);
    std::string out = "<path class=\"thin\" d=\"" + thin + "\"/>\n";
    // Diagonals, windows and the like are part of the question: always visible.
    for (std::size_t h = 0; h < board.house_count(); ++h) {
        const HouseInfo& info = board.info(House{h});
        if (info.role == HouseRole::diagonal) {
            const Point p = at.middle(info.cells.front());
            const Point q = at.middle(info.cells.back());
            const double u = at.unit() / 2;
            const double s = q.x > p.x ? u : -u;
            out +=
                svg_format("<path class=\"thin\" stroke-dasharray=\"4 4\" d=\"M{} {}L{} {}\"/>\n",
                           p.x - s, p.y - u, q.x + s, q.y + u);
        } else if (info.role == HouseRole::window || info.role == HouseRole::extra) {
            out += fmt::format(
                "<path class=\"thin\" fill=\"none\" stroke-dasharray=\"3 3\" d=\"{}\"/>\n",
                outline(board, at, info.cells, at.unit() * 0.1));
        }
    }
    out += "<path class=\"thick\" d=\"" + thick + "\"/>\n" + names + svg_marks_above(view, options);
    if (options.coordinates == Coordinates::shown) {
        const double font = at.margin() * 0.55;
        const auto name = [&](double x, double y, char letter, std::size_t i) {
            out += svg_format(
                "<text class=\"coordinate\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}{}</text>", x, y,
                font, letter, i + 1);
        };
        for (std::size_t i = 0; i < std::max(rows, columns); ++i) {
            const double along = at.start() + at.unit() * (static_cast<double>(i) + 0.5);
            if (i < columns) name(along, at.margin() * 0.65, 'c', i);
            if (i < rows) name(at.margin() * 0.5, along + font * 0.36, 'r', i);
            out += "\n";
        }
    }
    return out;
}

std::string svg_digits(const View& view, const SvgOptions& options) {
    const SvgLayout at{view, options};
    std::string out;
    for (std::size_t i = 0; i < view.cells.size(); ++i) {
        const CellView& cell = view.cells[i];
        if (!view.geometry->on_board(Cell{i})) continue;
        if (cell.given) {
            out += digit_text("given", "", at.middle(Cell{i}), at.big_font(),
                              digit_symbol(*cell.given, *view.geometry)) +
                   "\n";
        } else if (cell.placed) {
            out += digit_text("placed", "", at.middle(Cell{i}), at.big_font(),
                              digit_symbol(*cell.placed, *view.geometry)) +
                   "\n";
        } else if (options.pencil_marks == PencilMarks::shown) {
            for (Digit d : cell.candidates)
                out += digit_text("candidate", "", at.middle(Candidate{Cell{i}, d}),
                                  at.small_font(), digit_symbol(d, *view.geometry));
            out += "\n";
            if (cell.candidates.empty())  // nothing can stand here
                out += svg_format(
                    "<path class=\"broken\" d=\"M{0} {1}L{2} {3}M{2} {1}L{0} {3}\"/>\n",
                    at.left(Cell{i}) + at.unit() * 0.3, at.top(Cell{i}) + at.unit() * 0.3,
                    at.left(Cell{i}) + at.unit() * 0.7, at.top(Cell{i}) + at.unit() * 0.7);
        }
    }
    return out;
}

std::string svg_all_digits(const View& view, const SvgOptions& options) {
    const Geometry& board = *view.geometry;
    const SvgLayout at{view, options};
    std::string out;
    for (std::size_t i = 0; i < board.cell_count(); ++i) {
        if (!board.on_board(Cell{i})) continue;
        for (std::size_t d = 0; d < board.size(); ++d) {
            out += digit_text("off", fmt::format(" id=\"v{}-{}\"", i, d), at.middle(Cell{i}),
                              at.big_font(), digit_symbol(Digit{d}, board));
            out += digit_text("off", fmt::format(" id=\"k{}-{}\"", i, d),
                              at.middle(Candidate{Cell{i}, Digit{d}}), at.small_font(),
                              digit_symbol(Digit{d}, board));
        }
        out += "\n";
    }
    return out;
}

std::string svg_over(const View& view, const SvgOptions& options) {
    const SvgLayout at{view, options};
    std::string out;
    for (const CandidateMark& m : view.candidate_marks) {
        const CellView& cell = view.cells[m.candidate.cell.index()];
        if (cell.given || cell.placed) continue;
        const Point p = at.middle(m.candidate);
        const double r = at.radius();
        if (m.tone == Tone::loss)
            out += svg_format("<path class=\"line loss\" d=\"M{} {}L{} {}\"/>\n", p.x - r * 0.75,
                              p.y + r * 0.75, p.x + r * 0.75, p.y - r * 0.75);
        if (m.tone == Tone::gain)
            out += svg_format("<circle class=\"line gain\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", p.x,
                              p.y, r);
    }
    for (const LinkMark& link : view.links) {
        const std::string path = link_path(at, link);
        if (path.empty()) continue;
        const std::string when = view.steps_through() && link.turn
                                     ? fmt::format(" data-at=\"{}\"", *link.turn)
                                     : std::string{};
        out += fmt::format("<path class=\"link {}{}\"{} marker-end=\"url(#{})\" d=\"{}\"/>\n",
                           link.style == LinkStyle::strong ? "strong" : "weak",
                           view.crowded() ? " light" : "", when,
                           view.crowded() ? "small-head" : "head", path);
    }
    for (std::size_t i = 0; i < view.captions.size(); ++i)
        if (!view.captions[i].empty())
            out += svg_format(
                "<text class=\"coordinate\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>\n",
                at.middle(Cell{i}).x, at.top(Cell{i}) + at.unit() * 0.93, at.unit() * 0.2,
                xml_escaped(view.captions[i]));
    return out;
}

std::string svg_legend(const View& view, const SvgOptions& options) {
    const SvgLayout at{view, options};
    const double font = at.word_font();
    std::string out;
    for (const svg::KeyItem& item : at.keys()) {
        const double y = at.key_line(item.line);
        const bool link = item.sample.starts_with("link");
        if (link)
            out += svg_format("<path class=\"{}\" marker-end=\"url(#head)\" d=\"M{} {}H{}\"/>\n",
                              item.sample, item.left, y, item.left + font * 2);
        else
            out += svg_format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", item.sample,
                              item.left + font * 0.5, y, font * 0.5);
        out += svg_format(
            "<text class=\"clue words\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>\n",
            item.left + font * (link ? 2.4 : 1.3), y + font * 0.36, font, xml_escaped(item.text));
    }
    return out;
}

std::string write_svg(const View& view, const SvgOptions& options) {
    const SvgLayout at{view, options};
    const std::string title = options.title.empty() ? "Sudoku board" : options.title;
    std::string out = svg_format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{}\" "
        "role=\"img\">\n<title>{}</title>\n<style>\n{}</style>\n",
        at.width(), at.height(), svg_view_box(view, options), xml_escaped(title),
        svg_style(options.theme));
    if (!view.links.empty()) out += svg_definitions();
    out +=
        svg_format("<rect class=\"paper\" width=\"{}\" height=\"{}\"/>\n", at.width(), at.height());
    out += svg_rules(view, options);
    out += svg_under(view, options);
    out += svg_board(view, options);
    out += svg_digits(view, options);
    out += svg_over(view, options);
    out += svg_legend(view, options);
    return out + "</svg>\n";
}

}  // namespace clew::explain::inline pictures
