#pragma once
// Sheets: puzzles as pages to print, with or without their solutions. A page is one SVG document.
//
//     std::vector<SheetPuzzle> puzzles;
//     puzzles.push_back({view_of(puzzle), "1. Easy", view_of(puzzle, solution)});
//     for (const std::string& page : write_sheets(puzzles, {.per_page = 6})) ...
//
// Boards on a page are as large as their number allows, in the order in which one reads. Nothing is
// fetched, and the paper is white whatever the reader prefers on a screen.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explain/pictures/paper.hpp"
#include "explain/pictures/view.hpp"
#include "explain/pictures/write_text.hpp"  // PencilMarks

namespace clew::explain::inline pictures {

enum class SheetSolutions : std::uint8_t {
    none,
    last,         ///< on pages of their own, behind the puzzles
    upside_down,  ///< small and upside down, at the foot of the page
};

struct SheetPuzzle {
    View view;
    std::string title{};  ///< above the board; may be empty
    std::optional<View> solution{};
    std::string solution_note{};  ///< beside the title of the solution, "one of several"
};

struct SheetOptions {
    Paper paper = Paper::a4;
    std::size_t per_page = 6;  ///< 1 or more; not looked at with Paper::fit, which has one page
    SheetSolutions solutions = SheetSolutions::none;
    PencilMarks pencil_marks = PencilMarks::hidden;
    std::string heading{};                  ///< above all boards of a page; may be empty
    Language language = Language::english;  ///< of what stands on pages of solutions
};

/// The pages in order: the puzzles', then (SheetSolutions::last) those of the solutions. Requires a
/// puzzle and per_page >= 1. Same puzzles, same bytes.
std::vector<std::string> write_sheets(std::span<const SheetPuzzle> puzzles,
                                      const SheetOptions& options = {});

}  // namespace clew::explain::inline pictures
