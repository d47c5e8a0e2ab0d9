#pragma once
// Where things are in the picture of a board, in pixels. Private to explain.
//
//     const Layout at{view, options};
//     at.middle(cell) ... at.unit() ... outline(board, at, cells, inset)
//
// From the left and from the top: the coordinates' margin, a gutter for the numbers beside the
// board if there are any, the board, a small tail. Below it extra cells and words, if there are
// any.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "explain/pictures/svg_rules.hpp"
#include "explain/pictures/write_svg.hpp"

namespace clew::explain::inline pictures::svg {

struct Point {
    double x;
    double y;
};

/// An entry of the legend: where its sample begins, and in which line.
struct KeyItem {
    std::string sample;  ///< the class of a disc or a link: "disc first", "link weak"
    std::string text;
    double left = 0;
    std::size_t line = 0;
};

/// Requires options.cell_pixels >= 8.
class SvgLayout {
  public:
    SvgLayout(const View& view, const SvgOptions& options);

    double unit() const { return unit_; }
    double left(Cell c) const;
    double top(Cell c) const;  ///< of an extra cell below the board, with room for its name above
    Point middle(Cell c) const { return {left(c) + unit_ / 2, top(c) + unit_ / 2}; }
    Point middle(Candidate c) const;
    /// Of the disc behind a candidate.
    double radius() const { return radius_; }
    double small_font() const { return small_font_; }
    double big_font() const { return unit_ * 0.62; }
    double word_font() const { return word_font_; }
    double board_width() const { return unit_ * static_cast<double>(board_.columns()); }
    double board_height() const { return unit_ * static_cast<double>(board_.rows()); }
    /// Of the coordinates.
    double margin() const { return margin_; }
    /// From the middle of the numbers beside the board to the left and upper edge of the picture,
    /// and to the board.
    double outer_numbers() const { return margin_ + (start_ - margin_ - diagonal_sums_) / 2; }
    double to_numbers() const { return unit_ * 0.275 + diagonal_sums_; }
    /// The board's left and upper edge.
    double start() const { return start_; }
    double width() const { return start_ + board_width() + tail_; }
    /// Where the words begin.
    double below() const { return start_ + board_height() + tail_ + extras_; }
    double height() const { return below() + words_ + keys_; }
    /// The legend, from left to right and line by line; empty unless it is to be shown.
    const std::vector<KeyItem>& keys() const { return key_items_; }
    double key_line(std::size_t line) const {
        return below() + words_ + word_font_ * (0.9 + 1.5 * static_cast<double>(line));
    }
    const RuleMarks& marks() const { return marks_; }
    /// The words below the board, in lines that fit.
    const std::vector<std::string>& lines() const { return lines_; }

  private:
    void place_keys(const View& view);

    const Geometry& board_;
    RuleMarks marks_;
    std::vector<std::string> lines_;
    double unit_;
    double margin_ = 0;
    double start_ = 0;
    double diagonal_sums_ =
        0;  // the room of sums of diagonals, where there are other numbers beside them
    double tail_ = 0, extras_ = 0;
    double words_ = 0;
    double word_font_ = 0;
    std::vector<KeyItem> key_items_;
    double keys_ = 0;
    double inset_ = 0;      // of the candidates, from the sides of a cell
    double inset_top_ = 0;  // and from its top, where a cage may have its sum
    double row_ = 0;        // from one line of candidates to the next
    double small_font_ = 0;
    double radius_ = 0;
    std::size_t across_ = 1;
};

/// The boundary of a set of cells, moved inwards, as path data.
std::string outline(const Geometry& board, const SvgLayout& at, std::span<const Cell> cells,
                    double inset);

}  // namespace clew::explain::inline pictures::svg
