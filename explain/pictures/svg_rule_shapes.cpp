#include "explain/pictures/svg_rule_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "core/board/neighbours.hpp"
#include "core/board/notation.hpp"
#include "explain/pictures/svg_format.hpp"
#include "explain/pictures/svg_layout.hpp"

namespace clew::explain::inline pictures::svg {
namespace {

/// A line in a colour; its name in the sentence that says what it means.
struct LineStyle {
    RuleKind kind;
    const char* colour;
    const char* name;
    const char* meaning;  ///< {} stands for the rule's number
};
constexpr std::array line_styles = {
    LineStyle{RuleKind::slow_thermometer, "#6495ed", "Blue thermometer",
              "digits rise from the bulb or stay the same"},
    LineStyle{RuleKind::whisper, "#3fae49", "Green line", "neighbours differ by {} or more"},
    LineStyle{RuleKind::renban, "#c060c0", "Purple line", "consecutive digits in any order"},
    LineStyle{RuleKind::nabner, "#c9a227", "Gold line", "no two digits are equal or consecutive"},
    LineStyle{RuleKind::palindrome, "#808080", "Grey line", "the same from both ends"},
    LineStyle{RuleKind::zipper, "#a98bf0", "Lavender line",
              "pairs equally far from the middle have the same sum, a middle cell is that sum"},
    LineStyle{RuleKind::region_sum, "#2a8fd8", "Blue line",
              "the parts in different regions have the same sum"},
    LineStyle{RuleKind::sum_line, "#7a9e3e", "Olive line",
              "can be cut into pieces that each sum to {}"},
    LineStyle{RuleKind::entropic, "#f0894f", "Orange line",
              "every three in a row have a low, a middle and a high digit"},
    LineStyle{RuleKind::modular, "#1fa39a", "Teal line",
              "every {0} in a row have different remainders when divided by {0}"},
    LineStyle{RuleKind::same_difference, "#96694c", "Brown line",
              "neighbours all differ by the same number"},
    LineStyle{RuleKind::between, "#8a8f99", "Line between circles",
              "digits lie between those in the circles"},
    LineStyle{RuleKind::lockout, "#5b7fb8", "Line between diamonds",
              "digits in the diamonds differ by {} or more, those on the line lie outside of them"},
    LineStyle{RuleKind::double_arrow, "#8f959f", "Line between rings",
              "digits on it sum to the sum of its ends"},
};

const LineStyle* line_style(RuleKind kind) {
    const auto at = std::ranges::find(line_styles, kind, &LineStyle::kind);
    return at == line_styles.end() ? nullptr : &*at;
}

std::size_t away(std::size_t a, std::size_t b) { return a > b ? a - b : b - a; }

bool is_square(const Geometry& board, std::span<const Cell> cells) {
    return cells.size() == 4 && std::ranges::all_of(cells, [&](Cell a) {
               return std::ranges::all_of(cells,
                                          [&](Cell b) { return a == b || touch(board, a, b); });
           });
}

/// A minimum or maximum that is compared with neighbours alone.
bool is_local(const Geometry& board, const Rule& rule) {
    return std::all_of(rule.cells.begin() + 1, rule.cells.end(),
                       [&](Cell c) { return share_side(board, rule.cells[0], c); });
}

std::string tint(const SvgLayout& at, Cell cell, const char* colour, double opacity) {
    return svg_format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" fill-opacity=\"{}\"/>",
        at.left(cell), at.top(cell), at.unit(), at.unit(), colour, opacity);
}

std::string disc(Point p, double radius, const std::string& paint) {
    return svg_format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>", p.x, p.y, radius, paint);
}

std::string text_at(Point p, double font, const std::string& text, const std::string& more = {}) {
    return svg_format("<text class=\"clue\" x=\"{}\" y=\"{}\" font-size=\"{}\"{}>{}</text>", p.x,
                      p.y + font * 0.36, font, more, text);
}

std::string draw_line(const SvgLayout& at, const Rule& rule, const LineStyle& style) {
    const double u = at.unit();
    const bool thin = rule.kind == RuleKind::between || rule.kind == RuleKind::lockout ||
                      rule.kind == RuleKind::double_arrow;
    std::string out = svg_format(
        "<path fill=\"none\" stroke=\"{}\" stroke-opacity=\"{}\" stroke-width=\"{}\" "
        "stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"{}\"/>",
        style.colour, thin ? 0.9 : 0.55, u * (thin ? 0.06 : 0.2), path_data(at, rule.cells));
    const Point first = at.middle(rule.cells.front()), last = at.middle(rule.cells.back());
    const std::string ring =
        svg_format("class=\"paper\" stroke=\"{}\" stroke-width=\"{}\"", style.colour, u * 0.05);
    switch (rule.kind) {
        case RuleKind::slow_thermometer:
            out += disc(first, u * 0.34,
                        fmt::format("fill=\"{}\" fill-opacity=\"0.55\"", style.colour));
            break;
        case RuleKind::between:
        case RuleKind::double_arrow: {
            const double radius = u * (rule.kind == RuleKind::between ? 0.4 : 0.34);
            out += disc(first, radius, ring) + disc(last, radius, ring);
            if (rule.kind == RuleKind::between)
                for (const Point p : {first, last})
                    out += disc(p, radius,
                                fmt::format("fill=\"{}\" fill-opacity=\"0.2\"", style.colour));
            break;
        }
        case RuleKind::lockout:
            for (const Point p : {first, last})
                out += svg_format("<path {} d=\"M{} {}L{} {}L{} {}L{} {}Z\"/>", ring, p.x - u * 0.4,
                                  p.y, p.x, p.y - u * 0.4, p.x + u * 0.4, p.y, p.x, p.y + u * 0.4);
            break;
        default:
            break;
    }
    return out + "\n";
}

/// Four small wedges at the sides: they point out of a maximum, into a minimum.
std::string draw_extreme(const SvgLayout& at, const Rule& rule) {
    const double u = at.unit(), out_at = u * 0.44, in_at = u * 0.35, half = u * 0.09;
    const Point p = at.middle(rule.cells.front());
    const bool maximum = rule.kind == RuleKind::maximum;
    const double tip = maximum ? out_at : in_at, base = maximum ? in_at : out_at;
    std::string data;
    for (const auto& [x, y] : {std::pair{1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}, {0.0, -1.0}})
        data += svg_format("M{} {}L{} {}L{} {}", p.x + x * base + y * half,
                           p.y + y * base + x * half, p.x + x * tip, p.y + y * tip,
                           p.x + x * base - y * half, p.y + y * base - x * half);
    return tint(at, rule.cells.front(), "#808080", 0.18) +
           svg_format("<path class=\"cage\" stroke-width=\"{}\" d=\"{}\"/>\n", u * 0.03, data);
}

/// +1 or -1 for a line that runs over a diagonal, or 0.
int step(std::size_t a, std::size_t b) { return b == a + 1 ? 1 : a == b + 1 ? -1 : 0; }

bool is_edge(const Geometry& board, Cell cell) {
    const std::size_t r = board.row_of(cell), c = board.column_of(cell);
    return r == 0 || c == 0 || r + 1 == board.rows() || c + 1 == board.columns();
}

std::string draw_little_killer(const Geometry& board, const SvgLayout& at, const Rule& rule) {
    const double u = at.unit();
    const Cell a = rule.cells[0], b = rule.cells[1];
    const double x = step(board.column_of(a), board.column_of(b));
    const double y = step(board.row_of(a), board.row_of(b));
    const Point from = at.middle(a);
    const Point number{from.x - x * u * 0.78, from.y - y * u * 0.78};
    const Point tail{from.x - x * u * 0.66, from.y - y * u * 0.66};
    const Point tip{from.x - x * u * 0.42, from.y - y * u * 0.42};
    const double font = u * 0.26;
    return svg_format(
               "<path class=\"arrow\" stroke-width=\"{}\" d=\"M{} {}L{} {}M{} {}H{}M{} {}V{}\"/>",
               u * 0.035, tail.x, tail.y, tip.x, tip.y, tip.x, tip.y, tip.x - x * u * 0.12, tip.x,
               tip.y, tip.y - y * u * 0.12) +
           text_at(number, font, std::to_string(rule.numbers.front())) + "\n";
}

struct CluePrefix {
    RuleKind kind;
    const char* before;
    const char* meaning;
};
constexpr std::array clue_styles = {
    CluePrefix{RuleKind::sandwich, "",
               "Number beside a line: the digits between {} and {} have this sum"},
    CluePrefix{RuleKind::x_sum, "X",
               "X and a number: the first X digits have this sum, where X is the first"},
    CluePrefix{RuleKind::skyscraper, "^",
               "^ and a number: so many digits are greater than all before them"},
    CluePrefix{RuleKind::numbered_room, "#",
               "# and a digit: it stands at the N-th place, where N is the first digit"},
    CluePrefix{RuleKind::full_rank, "R",
               "R and a number: the line's place among all rows and columns read from both ends"},
};

const CluePrefix* clue_of(RuleKind kind) {
    const auto at = std::ranges::find(clue_styles, kind, &CluePrefix::kind);
    return at == clue_styles.end() ? nullptr : &*at;
}

}  // namespace

bool touch(const Geometry& board, Cell a, Cell b) {
    return a != b && away(board.row_of(a), board.row_of(b)) <= 1 &&
           away(board.column_of(a), board.column_of(b)) <= 1;
}

bool is_path(const Geometry& board, std::span<const Cell> cells) {
    for (std::size_t i = 1; i < cells.size(); ++i)
        if (!touch(board, cells[i - 1], cells[i])) return false;
    return cells.size() > 1;
}

std::string path_data(const SvgLayout& at, std::span<const Cell> path) {
    std::string data;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const Point p = at.middle(path[i]);
        data += (i == 0 ? "M" : "L") + svg_number(p.x) + " " + svg_number(p.y);
    }
    return data;
}

std::optional<Beside> beside(const Geometry& board, const Rule& rule) {
    const CluePrefix* clue = clue_of(rule.kind);
    if (clue == nullptr) return std::nullopt;
    // A sandwich reads the same from both ends.
    std::vector<Cell> cells = rule.cells;
    if (rule.kind == RuleKind::sandwich) std::ranges::sort(cells);
    const auto line = whole_line(board, cells);
    if (!line) return std::nullopt;
    const BoardSide side = line->is_row ? (line->backwards ? BoardSide::right : BoardSide::left)
                                        : (line->backwards ? BoardSide::bottom : BoardSide::top);
    return Beside{side, line->index, clue->before + std::to_string(rule.numbers.front())};
}

bool is_diagonal_from_edge(const Geometry& board, const Rule& rule) {
    if (rule.kind != RuleKind::little_killer || rule.cells.size() < 2) return false;
    const Cell a = rule.cells[0], b = rule.cells[1];
    const int x = step(board.column_of(a), board.column_of(b));
    const int y = step(board.row_of(a), board.row_of(b));
    if (x == 0 || y == 0) return false;
    for (std::size_t i = 1; i < rule.cells.size(); ++i)
        if (step(board.column_of(rule.cells[i - 1]), board.column_of(rule.cells[i])) != x ||
            step(board.row_of(rule.cells[i - 1]), board.row_of(rule.cells[i])) != y)
            return false;
    // All of the diagonal: nothing before its first cell nor behind its last.
    const auto outside = [&](Cell cell, int dx, int dy) {
        const auto rows = static_cast<int>(board.rows());
        const auto columns = static_cast<int>(board.columns());
        const int r = static_cast<int>(board.row_of(cell)) + dy;
        const int c = static_cast<int>(board.column_of(cell)) + dx;
        return r < 0 || c < 0 || r >= rows || c >= columns;
    };
    return is_edge(board, a) && outside(a, -x, -y) && outside(rule.cells.back(), x, y);
}

namespace {

/// What a drawing means that the number says more of; empty where nothing is drawn.
const char* meaning_of(const Geometry& board, const Rule& rule) {
    const int number = rule.numbers.empty() ? 0 : rule.numbers.front();
    const bool edge = rule.cells.size() == 2 && share_side(board, rule.cells[0], rule.cells[1]);
    switch (rule.kind) {
        case RuleKind::difference:
            if (!edge) return "";
            return number == 1 ? "White dot: consecutive digits."
                               : "White dot with a number: the digits differ by it.";
        case RuleKind::ratio:
            if (!edge) return "";
            return number == 2 ? "Black dot: one digit is twice the other."
                               : "Black dot with a number: one digit is that many times the other.";
        case RuleKind::pair_sum:
            if (!edge) return "";
            return number == 5    ? "V: the digits sum to 5."
                   : number == 10 ? "X: the digits sum to 10."
                                  : "Number between two cells: their sum.";
        case RuleKind::greater:
            return edge ? "Sign between two cells: it opens to the greater digit." : "";
        case RuleKind::odd:
            return "Grey circle: odd digit.";
        case RuleKind::even:
            return "Grey square: even digit.";
        case RuleKind::minimum:
            return is_local(board, rule)
                       ? "Wedges that open to the neighbours: smaller than each of them."
                       : "";
        case RuleKind::maximum:
            return is_local(board, rule)
                       ? "Wedges that point to the neighbours: greater than each of them."
                       : "";
        case RuleKind::quadruple:
            return is_square(board, rule.cells) ? "Digits at a corner: the four cells hold them."
                                                : "";
        case RuleKind::counting_circles:
            return "Ring: a digit stands in as many rings as it says.";
        case RuleKind::clone:
            return "";  // tinted, and told: which goes with which no tint says
        case RuleKind::row_indexer:
            return "Orange cell: the row of its column where the number of its own row stands.";
        case RuleKind::column_indexer:
            return "Blue cell: the column of its row where the number of its own column stands.";
        case RuleKind::box_indexer:
            return "Green cell: the place in its box where the number of its own place stands.";
        case RuleKind::little_killer:
            return is_diagonal_from_edge(board, rule)
                       ? "Number with an arrow: the sum of the diagonal; digits may repeat."
                       : "";
        default:
            return "";
    }
}

}  // namespace

std::string key_of_drawing(const Geometry& board, const Rule& rule, Language language) {
    if (const LineStyle* style = line_style(rule.kind)) {
        if (!is_path(board, rule.cells)) return {};
        return say(language, "{}: {}.", say(language, style->name),
                   say(language, style->meaning, rule.numbers.empty() ? 0 : rule.numbers.front()));
    }
    if (const CluePrefix* clue = clue_of(rule.kind)) {
        if (!beside(board, rule)) return {};
        return say(language, clue->meaning, board.first_digit(),
                   std::string(1, digit_symbol(Digit{board.size() - 1}, board))) +
               ".";
    }
    return say(language, meaning_of(board, rule));
}

std::string draw_below(const Geometry& board, const SvgLayout& at, const Rule& rule) {
    const double u = at.unit();
    if (const LineStyle* style = line_style(rule.kind)) return draw_line(at, rule, *style);
    std::string out;
    switch (rule.kind) {
        case RuleKind::odd:
            for (const Cell c : rule.cells)
                out += disc(at.middle(c), u * 0.36, "fill=\"#808080\" fill-opacity=\"0.35\"");
            return out + "\n";
        case RuleKind::even:
            for (const Cell c : rule.cells)
                out += svg_format(
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#808080\" "
                    "fill-opacity=\"0.35\"/>",
                    at.left(c) + u * 0.15, at.top(c) + u * 0.15, u * 0.7, u * 0.7);
            return out + "\n";
        case RuleKind::minimum:
        case RuleKind::maximum:
            return draw_extreme(at, rule);
        case RuleKind::counting_circles:
            for (const Cell c : rule.cells)
                out += disc(at.middle(c), u * 0.4,
                            svg_format("class=\"cage\" stroke-width=\"{}\"", u * 0.035));
            return out + "\n";
        case RuleKind::clone:
            for (const Cell c : rule.cells) out += tint(at, c, "#808080", 0.25);
            return out + "\n";
        case RuleKind::row_indexer:
        case RuleKind::column_indexer:
        case RuleKind::box_indexer:
            for (const Cell c : rule.cells)
                out += tint(at, c,
                            rule.kind == RuleKind::row_indexer      ? "#f08a24"
                            : rule.kind == RuleKind::column_indexer ? "#2a8fd8"
                                                                    : "#3fae49",
                            0.28);
            return out + "\n";
        case RuleKind::little_killer:
            return draw_little_killer(board, at, rule);
        default:
            return {};
    }
}

std::string draw_above(const SvgLayout& at, const Rule& rule) {
    const double u = at.unit();
    const auto middle = [&] {
        const Point a = at.middle(rule.cells.front()), b = at.middle(rule.cells[1]);
        return Point{(a.x + b.x) / 2, (a.y + b.y) / 2};
    };
    const std::string number =
        rule.numbers.empty() ? std::string() : std::to_string(rule.numbers.front());
    switch (rule.kind) {
        case RuleKind::difference:
        case RuleKind::ratio: {
            const bool white = rule.kind == RuleKind::difference;
            const bool bare = rule.numbers.front() == (white ? 1 : 2);
            std::string out = disc(middle(), u * (bare ? 0.13 : 0.17),
                                   svg_format("fill=\"{}\" stroke=\"#23262d\" stroke-width=\"{}\"",
                                              white ? "#ffffff" : "#23262d", u * 0.03));
            if (!bare)
                out += text_at(middle(), u * 0.22, number,
                               white ? " style=\"fill:#23262d\"" : " style=\"fill:#ffffff\"");
            return out + "\n";
        }
        case RuleKind::pair_sum: {
            const std::string letter = number == "10" ? "X" : number == "5" ? "V" : number;
            return disc(middle(), u * 0.16, "class=\"paper\"") +
                   text_at(middle(), u * 0.3, letter) + "\n";
        }
        case RuleKind::greater: {
            // The sign's point lies towards the smaller digit.
            const Point p = middle(), small = at.middle(rule.cells[1]);
            const double x = small.x > p.x + 1 ? 1 : small.x < p.x - 1 ? -1 : 0;
            const double y = small.y > p.y + 1 ? 1 : small.y < p.y - 1 ? -1 : 0;
            const double a = u * 0.09, b = u * 0.13;
            return svg_format(
                "<path class=\"cage\" stroke-width=\"{}\" d=\"M{} {}L{} {}L{} {}\"/>\n", u * 0.045,
                p.x - x * a + y * b, p.y - y * a + x * b, p.x + x * a, p.y + y * a,
                p.x - x * a - y * b, p.y - y * a - x * b);
        }
        case RuleKind::quadruple: {
            const Cell first = std::ranges::min(rule.cells);
            const Point corner{at.left(first) + u, at.top(first) + u};
            std::vector<int> digits = rule.numbers;
            std::ranges::sort(digits);
            std::string out = disc(
                corner, u * 0.25,
                svg_format("class=\"paper\" stroke=\"#808080\" stroke-width=\"{}\"", u * 0.03));
            const double font = u * (digits.size() > 2 ? 0.2 : 0.24);
            for (std::size_t i = 0; i < digits.size(); ++i) {
                const bool two_rows = digits.size() > 2;
                const std::size_t in_row =
                    two_rows ? (i < 2 ? 2 : digits.size() - 2) : digits.size();
                const std::size_t place = two_rows && i >= 2 ? i - 2 : i;
                const double x =
                    corner.x +
                    u * 0.16 * (static_cast<double>(place) - (static_cast<double>(in_row) - 1) / 2);
                const double y = corner.y + (!two_rows ? 0 : i < 2 ? -u * 0.1 : u * 0.1);
                out += text_at({x, y}, font, std::string(1, number_symbol(digits[i])));
            }
            return out + "\n";
        }
        default:
            return {};
    }
}

}  // namespace clew::explain::inline pictures::svg
