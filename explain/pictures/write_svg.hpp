#pragma once
// A board as SVG: one self-contained file, light or dark with the reader, nothing fetched.
//
//     std::ofstream{"board.svg"} << write_svg(view);
//     std::ofstream{"board.svg"} << write_svg(view, {.cell_pixels = 40,
//                                                    .coordinates = Coordinates::hidden});
//
// A removed candidate is struck through, a placed one is ringed, strong links are thick and
// solid, weak ones thin and dashed: nothing is told by colour alone. The picture has a <title>, for
// screen readers.
//
// The puzzle's rules are drawn as setters print them, or told in words below the board.
//
// The pieces (svg_style, svg_rules, svg_board, svg_under, svg_over) are for pages that draw many
// states of one board: see write_html.hpp. Same view, same bytes.

#include <cstdint>
#include <string>
#include <vector>

#include "explain/pictures/view.hpp"
#include "explain/pictures/write_text.hpp"  // PencilMarks

namespace clew::explain::inline pictures {

enum class Coordinates : std::uint8_t { shown, hidden };
enum class LegendDrawing : std::uint8_t { shown, hidden };
enum class RuleDrawing : std::uint8_t { shown, hidden };
enum class Theme : std::uint8_t {
    automatic,  ///< as the reader prefers
    light,
    dark,
};

struct SvgOptions {
    double cell_pixels = 60;  ///< side of a cell, 8 or more
    Coordinates coordinates = Coordinates::shown;
    PencilMarks pencil_marks = PencilMarks::shown;
    RuleDrawing rules = RuleDrawing::shown;        ///< hidden: of a solution, which needs none
    LegendDrawing legend = LegendDrawing::hidden;  ///< below the board: what the tones mean
    Theme theme = Theme::automatic;
    std::string title{};  ///< what the picture shows; "Sudoku board" if empty
};

/// A whole SVG document. Requires cell_pixels >= 8.
std::string write_svg(const View& view, const SvgOptions& options = {});

/// The rules for the classes used in a picture, without <style>.
std::string svg_style(Theme theme);
/// "0 0 width height" of the picture.
std::string svg_view_box(const View& view, const SvgOptions& options);
/// The puzzle's rules as they are printed: cages, thermometers and arrows on the paper, numbers
/// beside the board, words below it. Errors: InputError for a rule that does not fit the board.
std::string svg_rules(const View& view, const SvgOptions& options);
/// What of them stands over the lines of the grid: dots, letters and digits between cells.
std::string svg_marks_above(const View& view, const SvgOptions& options);
/// Of these what lies on the board itself, its upper left corner at 0, 0: for small boards in other
/// pictures. Numbers beside the board and words are left out. Errors: as svg_rules().
std::string svg_rules_on_board(const View& view, double cell_pixels);
/// What svg_rules_on_board() leaves out, in words, a sentence each.
std::vector<std::string> words_of_rules_off_board(const View& view);
/// Cell tints, heat, outlines of houses and areas, discs: what lies under the digits. Where the
/// links are followed one by one, a disc has the first link that reaches it as `data-at`, 0-based.
std::string svg_under(const View& view, const SvgOptions& options);
/// Grid lines, region borders and coordinates.
std::string svg_board(const View& view, const SvgOptions& options);
/// What stands in the cells.
std::string svg_digits(const View& view, const SvgOptions& options);
/// Every symbol that could stand in any cell, each an element of its own with the id
/// `v<cell>-<digit>` (large) or `k<cell>-<digit>` (candidate), 0-based: for pages that switch them.
std::string svg_all_digits(const View& view, const SvgOptions& options);
/// What the tones and the links mean, below the board; empty unless the options ask for it.
std::string svg_legend(const View& view, const SvgOptions& options);
/// Strokes, rings, links and captions: what lies over the digits.
std::string svg_over(const View& view, const SvgOptions& options);
/// The arrow heads that svg_over refers to.
std::string svg_definitions();

}  // namespace clew::explain::inline pictures
