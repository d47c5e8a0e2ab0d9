// Everything here lies on the paper, below all marks of a step. Thermometers lie lowest, then
// arrows, then cages. A path is drawn only if each of its cells touches the next; a circle of
// several cells is a capsule if they stand in a row or a column in the order in which they are
// read. Cages that share cells are drawn one within the other.

#include "explain/pictures/svg_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <span>

#include "core/base/markup.hpp"
#include "core/rules/registry.hpp"
#include "explain/pictures/svg_format.hpp"
#include "explain/pictures/svg_layout.hpp"
#include "explain/pictures/svg_rule_shapes.hpp"

namespace clew::explain::inline pictures {
namespace svg {
namespace {

constexpr double circle = 0.39;  // of a cell: the radius of an arrow's circle

/// True if the cells hang together by their sides.
bool is_whole(const Geometry& board, std::span<const Cell> cells) {
    std::vector<Cell> reached{cells.front()};
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (Cell next : cells)
            if (touch(board, reached[i], next) &&
                (board.row_of(next) == board.row_of(reached[i]) ||
                 board.column_of(next) == board.column_of(reached[i])) &&
                std::ranges::find(reached, next) == reached.end())
                reached.push_back(next);
    return reached.size() == cells.size();
}

struct ArrowParts {
    std::span<const Cell> circle;
    std::span<const Cell> shaft;
};

ArrowParts parts_of(const Rule& arrow) {
    const auto many = static_cast<std::size_t>(arrow.numbers.front());
    const std::span<const Cell> cells{arrow.cells};
    return {cells.first(many), cells.subspan(many)};
}

/// The cell of the circle that the shaft leaves from: the last one that touches it.
std::optional<Cell> foot_of(const Geometry& board, const ArrowParts& arrow) {
    std::optional<Cell> foot;
    for (Cell c : arrow.circle)
        if (!arrow.shaft.empty() && touch(board, c, arrow.shaft.front())) foot = c;
    return foot;
}

bool hangs_together(const Geometry& board, std::span<const Cell> cells) {
    return cells.size() < 2 || is_path(board, cells);
}

bool is_drawn(const Geometry& board, const ArrowParts& arrow) {
    const bool row = std::ranges::all_of(
        arrow.circle, [&](Cell c) { return board.row_of(c) == board.row_of(arrow.circle[0]); });
    const bool column = std::ranges::all_of(arrow.circle, [&](Cell c) {
        return board.column_of(c) == board.column_of(arrow.circle[0]);
    });
    return (row || column) && std::ranges::is_sorted(arrow.circle) &&
           hangs_together(board, arrow.circle) && hangs_together(board, arrow.shaft) &&
           foot_of(board, arrow);
}

void put(RuleMarks& marks, std::size_t count, const Beside& clue) {
    std::vector<std::string>& texts = clue.side == BoardSide::left    ? marks.left
                                      : clue.side == BoardSide::right ? marks.right
                                      : clue.side == BoardSide::top   ? marks.top
                                                                      : marks.bottom;
    texts.resize(count);
    texts[clue.line] += (texts[clue.line].empty() ? "" : ", ") + clue.text;
}

std::string sentence(std::string words) {
    words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
    return words + ".";
}

std::string draw_thermometer(const SvgLayout& at, const Rule& rule) {
    const Point bulb = at.middle(rule.cells.front());
    const double u = at.unit();
    return svg_format(
        "<circle class=\"thermometer\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>"
        "<path class=\"thermometer stem\" stroke-width=\"{}\" "
        "stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"{}\"/>\n",
        bulb.x, bulb.y, u * 0.37, u * 0.28, path_data(at, rule.cells));
}

/// How far a point is from the middle line of the capsule from a to b, which is level or upright.
double off(Point p, Point a, Point b) {
    const double x = std::clamp(p.x, std::min(a.x, b.x), std::max(a.x, b.x));
    const double y = std::clamp(p.y, std::min(a.y, b.y), std::max(a.y, b.y));
    return std::hypot(p.x - x, p.y - y);
}

std::string draw_arrow(const Geometry& board, const SvgLayout& at, const Rule& rule) {
    const ArrowParts parts = parts_of(rule);
    const double u = at.unit(), r = u * circle;
    const Point a = at.middle(parts.circle.front()), b = at.middle(parts.circle.back());
    const std::string width = svg_number(u * 0.045);
    std::string out = svg_format(
        "<rect class=\"arrow\" stroke-width=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" "
        "rx=\"{}\"/>",
        width, a.x - r, a.y - r, b.x - a.x + 2 * r, b.y - a.y + 2 * r, r);
    // From the rim of the circle.
    std::vector<Point> way{at.middle(*foot_of(board, parts))};
    for (Cell c : parts.shaft) way.push_back(at.middle(c));
    const double dx = way[1].x - way[0].x, dy = way[1].y - way[0].y;
    const Point foot = way[0];
    for (double t = 0; t < 1 && off(way[0], a, b) < r; t += 1.0 / 64)
        way[0] = {foot.x + t * dx, foot.y + t * dy};
    std::string data;
    for (std::size_t i = 0; i < way.size(); ++i)
        data += (i == 0 ? "M" : "L") + svg_number(way[i].x) + " " + svg_number(way[i].y);
    // Two barbs at the tip.
    const Point tip = way.back(), before = way[way.size() - 2];
    const double length = std::max(std::hypot(tip.x - before.x, tip.y - before.y), 1e-9);
    const double ex = (tip.x - before.x) / length * u * 0.2;
    const double ey = (tip.y - before.y) / length * u * 0.2;
    data += svg_format("M{} {}L{} {}L{} {}", tip.x - ex - ey * 0.8, tip.y - ey + ex * 0.8, tip.x,
                       tip.y, tip.x - ex + ey * 0.8, tip.y - ey - ex * 0.8);
    return out + fmt::format(
                     "<path class=\"arrow\" stroke-width=\"{}\" stroke-linejoin=\"round\" "
                     "stroke-linecap=\"round\" d=\"{}\"/>\n",
                     width, data);
}

std::string draw_cages(const Geometry& board, const SvgLayout& at, std::span<const Rule> cages) {
    const double u = at.unit();
    std::vector<std::size_t> layers(board.cell_count(), 0);
    std::vector<bool> corner(board.cell_count(), false);
    std::string out, sums;
    for (const Rule& cage : cages) {
        std::size_t layer = 0;
        for (Cell c : cage.cells) layer = std::max(layer, layers[c.index()]);
        for (Cell c : cage.cells) layers[c.index()] = layer + 1;
        const double inset =
            u * (0.065 + 0.06 * static_cast<double>(std::min<std::size_t>(layer, 4)));
        out += svg_format(
            "<path class=\"cage\" stroke-width=\"{}\" stroke-dasharray=\"{} {}\" d=\"{}\"/>\n",
            u * 0.024, u * 0.07, u * 0.05, outline(board, at, cage.cells, inset));
        if (cage.numbers.empty()) continue;
        std::vector<Cell> cells = cage.cells;
        std::ranges::sort(cells);
        const auto open = std::ranges::find_if(cells, [&](Cell c) { return !corner[c.index()]; });
        const Cell place = open != cells.end() ? *open : cells.front();
        corner[place.index()] = true;
        const std::string text = std::to_string(cage.numbers.front());
        const double font = u * 0.22, x = at.left(place) + u * 0.06, y = at.top(place) + u * 0.035;
        sums += svg_format(
            "<rect class=\"paper\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>"
            "<text class=\"clue sum\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>\n",
            x - u * 0.02, y - u * 0.015, font * 0.66 * static_cast<double>(text.size()) + u * 0.03,
            font * 0.98, x, y + font * 0.8, font, text);
    }
    return out + sums;
}

std::string draw_beside(const SvgLayout& at) {
    std::string out;
    const double u = at.unit(), middle = at.outer_numbers();
    const auto text = [&](double x, double y, const std::string& number) {
        const double font = u * 0.34 * std::min(1.0, 3.0 / static_cast<double>(number.size()));
        if (!number.empty())
            out += svg_format("<text class=\"clue\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>\n",
                              x, y + font * 0.36, font, number);
    };
    const auto along = [&](std::size_t i) {
        return at.start() + u * (static_cast<double>(i) + 0.5);
    };
    for (std::size_t i = 0; i < at.marks().top.size(); ++i)
        text(along(i), middle, at.marks().top[i]);
    for (std::size_t i = 0; i < at.marks().left.size(); ++i)
        text(middle, along(i), at.marks().left[i]);
    const double below = at.start() + at.board_height() + at.to_numbers();
    const double behind = at.start() + at.board_width() + at.to_numbers();
    for (std::size_t i = 0; i < at.marks().bottom.size(); ++i)
        text(along(i), below, at.marks().bottom[i]);
    for (std::size_t i = 0; i < at.marks().right.size(); ++i)
        text(behind, along(i), at.marks().right[i]);
    return out;
}

}  // namespace

bool RuleMarks::sums() const {
    return std::ranges::any_of(cages, [](const Rule& cage) { return !cage.numbers.empty(); });
}

RuleMarks rule_marks(const View& view) {
    const Geometry& board = *view.geometry;
    const GeometrySpec& spec = board.spec();
    RuleMarks marks;
    for (const BoardVariant& variant : board_variants())
        if (spec.*variant.flag && !variant.drawn)
            marks.words.push_back(
                sentence(say(view.language, "{}: {}", say(view.language, variant.title),
                             say(view.language, variant.help))));
    for (const Rule& rule : view.rules) {
        rules::check_rule(rule, board);
        bool drawn = false;
        switch (rule.kind) {
            case RuleKind::killer_cage:
                marks.cages.push_back(rule);
                drawn = is_whole(board, rule.cells);
                break;
            case RuleKind::thermometer:
                drawn = is_path(board, rule.cells);
                if (drawn) marks.thermometers.push_back(rule);
                break;
            case RuleKind::arrow:
                drawn = is_drawn(board, parts_of(rule));
                if (drawn) marks.arrows.push_back(rule);
                break;
            case RuleKind::lunchbox:
            case RuleKind::rellik_cage:
                marks.cages.push_back(rule);
                break;
            case RuleKind::clone:
                marks.shapes.push_back(rule);
                break;
            default:
                if (const std::string key = key_of_drawing(board, rule, view.language);
                    !key.empty()) {
                    drawn = true;
                    // Everybody knows a sandwich sum.
                    if (rule.kind != RuleKind::sandwich &&
                        std::ranges::find(marks.words, key) == marks.words.end())
                        marks.words.push_back(key);
                    if (const auto clue = beside(board, rule))
                        put(marks, board.size(), *clue);
                    else
                        marks.shapes.push_back(rule);
                    marks.diagonals |= rule.kind == RuleKind::little_killer;
                }
                break;
        }
        if (!drawn) marks.words.push_back(sentence(rules::words(rule, board, view.language)));
    }
    return marks;
}

}  // namespace svg

namespace {

std::string draw_on_board(const Geometry& board, const svg::SvgLayout& at) {
    std::string out;
    for (const Rule& rule : at.marks().shapes) out += svg::draw_below(board, at, rule);
    for (const Rule& rule : at.marks().thermometers) out += svg::draw_thermometer(at, rule);
    for (const Rule& rule : at.marks().arrows) out += svg::draw_arrow(board, at, rule);
    return out + svg::draw_cages(board, at, at.marks().cages);
}

std::string draw_above_board(const svg::SvgLayout& at) {
    std::string out;
    for (const Rule& rule : at.marks().shapes) out += svg::draw_above(at, rule);
    return out;
}

}  // namespace

std::string svg_marks_above(const View& view, const SvgOptions& options) {
    return draw_above_board(svg::SvgLayout{view, options});
}

std::string svg_rules_on_board(const View& view, double cell_pixels) {
    const svg::SvgLayout at{view, {.cell_pixels = cell_pixels, .coordinates = Coordinates::hidden}};
    const std::string start = svg_number(-at.start());
    return "<g transform=\"translate(" + start + " " + start + ")\">\n" +
           draw_on_board(*view.geometry, at) + draw_above_board(at) + "</g>\n";
}

std::vector<std::string> words_of_rules_off_board(const View& view) {
    std::vector<std::string> words = svg::rule_marks(view).words;
    for (const Rule& rule : view.rules)
        if (svg::beside(*view.geometry, rule) || rule.kind == RuleKind::little_killer)
            if (std::string said = svg::sentence(rules::words(rule, *view.geometry, view.language));
                std::ranges::find(words, said) == words.end())
                words.push_back(std::move(said));
    return words;
}

std::string svg_rules(const View& view, const SvgOptions& options) {
    const Geometry& board = *view.geometry;
    const svg::SvgLayout at{view, options};
    std::string out = draw_on_board(board, at);
    out += svg::draw_beside(at);
    double y = at.below() + at.word_font() * 0.95;
    for (const std::string& line : at.lines()) {
        out +=
            svg_format("<text class=\"clue words\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>\n",
                       at.start(), y, at.word_font(), xml_escaped(line));
        y += at.word_font() * 1.35;
    }
    return out;
}

}  // namespace clew::explain::inline pictures
