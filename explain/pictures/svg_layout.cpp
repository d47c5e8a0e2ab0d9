// An outline is the boundary of a set of cells moved inwards, so that two houses that share an
// edge show two lines. Each cell contributes the edges that have no neighbour in the set; an edge
// runs on to the border of the cell where the neighbour belongs too, and beyond it by the inset
// where the boundary turns outwards there. No polygon has to be traced, and holes come out right.

#include "explain/pictures/svg_layout.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/contract.hpp"
#include "explain/pictures/svg_format.hpp"

namespace clew::explain::inline pictures::svg {
namespace {

constexpr double extra_row = 1.4;  // a row of extra cells and their names, in cells

/// Of an extra cell, from 0 on.
std::size_t extra_number(const Geometry& board, Cell cell) {
    return cell.index() - board.size() * board.size();
}

/// Words in lines of so many letters; a longer word has a line of its own.
void wrap(const std::string& text, std::size_t letters, std::vector<std::string>& lines) {
    std::string line;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (!line.empty() && line.size() + 1 + word.size() > letters)
            lines.push_back(std::exchange(line, {}));
        line += (line.empty() ? "" : " ") + word;
        at = end + 1;
    }
    if (!line.empty()) lines.push_back(std::move(line));
}

}  // namespace

SvgLayout::SvgLayout(const View& view, const SvgOptions& options)
    : board_(*view.geometry),
      marks_(options.rules == RuleDrawing::shown ? rule_marks(view) : RuleMarks{}),
      unit_(options.cell_pixels) {
    CLEW_REQUIRE(unit_ >= 8, "write_svg: cell_pixels must be 8 or more");
    margin_ = options.coordinates == Coordinates::shown ? std::round(unit_ * 0.4)
                                                        : std::round(unit_ * 0.08) + 1;
    if (marks_.diagonals && marks_.numbers()) diagonal_sums_ = std::round(unit_ * 0.35);
    start_ = margin_ + (marks_.before() ? std::round(unit_ * 0.55) + diagonal_sums_ : 0);
    tail_ = std::round(unit_ * 0.08) + 1 +
            (marks_.behind() ? std::round(unit_ * 0.55) + diagonal_sums_ : 0);
    if (const std::size_t extras = board_.extra_cells(); extras > 0)
        extras_ = unit_ * (extra_row * std::ceil(static_cast<double>(extras) /
                                                 static_cast<double>(board_.columns())) +
                           0.15);
    // 3 x 3 for nine digits, 3 wide for six, 4 x 4 for sixteen.
    across_ = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(board_.size()))));
    const std::size_t lines = (board_.size() + across_ - 1) / across_;
    const auto down = static_cast<double>(lines);
    const auto across = static_cast<double>(across_);
    inset_ = inset_top_ = unit_ * 0.1;
    row_ = (unit_ - 2 * inset_) / down;
    small_font_ = unit_ * 0.68 / across;
    radius_ = unit_ * 0.41 / across;
    if (marks_.sums()) {
        inset_ = unit_ * 0.13;
        inset_top_ = unit_ * 0.25;
        row_ = (unit_ - inset_top_ - unit_ * 0.09) / down;
        small_font_ = std::min(small_font_, row_ * 0.85);
        radius_ = std::min(radius_, row_ * 0.5);
    }
    word_font_ = std::max(unit_ * 0.25, board_width() * 0.026);
    const auto letters = static_cast<std::size_t>(board_width() / (word_font_ * 0.56));
    for (const std::string& text : marks_.words) wrap(text, letters, lines_);
    if (!lines_.empty()) words_ = word_font_ * (0.8 + 1.35 * static_cast<double>(lines_.size()));
    if (options.legend == LegendDrawing::shown) place_keys(view);
}

double SvgLayout::left(Cell c) const {
    const std::size_t column =
        board_.in_grid(c) ? board_.column_of(c) : extra_number(board_, c) % board_.columns();
    return start_ + unit_ * static_cast<double>(column);
}

double SvgLayout::top(Cell c) const {
    if (board_.in_grid(c)) return start_ + unit_ * static_cast<double>(board_.row_of(c));
    const std::size_t row = extra_number(board_, c) / board_.columns();
    return start_ + board_height() + tail_ +
           unit_ * (extra_row * static_cast<double>(row) + extra_row - 1);
}

void SvgLayout::place_keys(const View& view) {
    for (const LegendEntry& entry : view.legend)
        key_items_.push_back({std::string{"disc "} + to_string(entry.tone), entry.text});
    if (view.has(LinkStyle::strong))
        key_items_.push_back({"link strong", words_of(view, LinkStyle::strong)});
    if (view.has(LinkStyle::weak))
        key_items_.push_back({"link weak", words_of(view, LinkStyle::weak)});
    double left = start_;
    std::size_t line = 0;
    for (KeyItem& item : key_items_) {
        const double sample = word_font_ * (item.sample.starts_with("link") ? 2.4 : 1.3);
        const double width = sample + word_font_ * 0.6 * static_cast<double>(item.text.size());
        if (left > start_ && left + width > start_ + board_width()) {
            left = start_;
            ++line;
        }
        item.left = left;
        item.line = line;
        left += width + word_font_;
    }
    if (!key_items_.empty()) keys_ = word_font_ * (0.6 + 1.5 * static_cast<double>(line + 1));
}

Point SvgLayout::middle(Candidate c) const {
    const double w = (unit_ - 2 * inset_) / static_cast<double>(across_);
    const std::size_t line = c.digit.index() / across_;
    const std::size_t place = c.digit.index() % across_;
    return {left(c.cell) + inset_ + w * (static_cast<double>(place) + 0.5),
            top(c.cell) + inset_top_ + row_ * (static_cast<double>(line) + 0.5)};
}

std::string outline(const Geometry& board, const SvgLayout& at, std::span<const Cell> cells,
                    double inset) {
    const auto n = static_cast<long>(board.size());
    std::vector<bool> in(board.cell_count(), false);
    for (Cell c : cells) in[c.index()] = true;
    const auto has = [&](long r, long c) {
        return r >= 0 && r < n && c >= 0 && c < n && in[static_cast<std::size_t>(r * n + c)];
    };
    std::string path;
    const auto segment = [&](double x1, double y1, double x2, double y2) {
        path += svg_format("M{} {}L{} {}", x1, y1, x2, y2);
    };
    for (Cell cell : cells) {
        const auto r = static_cast<long>(board.row_of(cell));
        const auto c = static_cast<long>(board.column_of(cell));
        const double x0 = at.left(cell);
        const double y0 = at.top(cell);
        const double x1 = x0 + at.unit();
        const double y1 = y0 + at.unit();
        // How far an edge on the side (dr, dc) runs towards the end (er, ec): short of the corner,
        // to the border of the cell, or round the corner of a neighbour.
        const auto reach = [&](long dr, long dc, long er, long ec) {
            if (!has(r + er, c + ec)) return -inset;
            return has(r + dr + er, c + dc + ec) ? inset : 0.0;
        };
        if (!has(r - 1, c))
            segment(x0 - reach(-1, 0, 0, -1), y0 + inset, x1 + reach(-1, 0, 0, 1), y0 + inset);
        if (!has(r + 1, c))
            segment(x0 - reach(1, 0, 0, -1), y1 - inset, x1 + reach(1, 0, 0, 1), y1 - inset);
        if (!has(r, c - 1))
            segment(x0 + inset, y0 - reach(0, -1, -1, 0), x0 + inset, y1 + reach(0, -1, 1, 0));
        if (!has(r, c + 1))
            segment(x1 - inset, y0 - reach(0, 1, -1, 0), x1 - inset, y1 + reach(0, 1, 1, 0));
    }
    return path;
}

}  // namespace clew::explain::inline pictures::svg
