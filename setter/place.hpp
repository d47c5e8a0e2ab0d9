#pragma once
// Place: rules put at random on a board whose grid is known, so that the grid keeps them.
//
//     Placement wish = parse_placement("thermometer:4:3-6");   // four, of three to six cells
//     std::vector<Rule> rules = place(*geometry, grid, wish, random);
//
// Lines do not overlap or cross, and cages do not overlap. What a rule's number has to be follows
// from the grid; where setters have a usual one (5 for whispers, 3 for modular lines, 1 for white
// dots and 2 for black ones, 10 and 5 for X and V), it is that.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/board/puzzle.hpp"

namespace clew::setter {

/// Rules of some kinds to put on a board.
struct Placement {
    std::string name{};                  ///< as it was asked for: "thermometers", "kropki"
    std::vector<RuleKind> kinds{};       ///< at random among these
    std::optional<std::size_t> count{};  ///< just so many; nothing: as many as are of use
    std::size_t shortest = 0;            ///< cells of a line or a cage
    std::size_t longest = 0;
};

/// What can be placed: "thermometer, arrow, ...".
std::string placeable_rules();

/// "thermometers", "killer-cage:12", "renban:4:3-6": a kind, alone or in the plural, or kropki or
/// xv, then how many and of how many cells. Errors: InputError without place for what cannot be
/// placed, and for numbers that do not fit the kind.
Placement parse_placement(const std::string& text);

/// Rules that `grid` keeps, clear of those that are there already: fewer than the wish counts if no
/// more fit. Requires a full grid of the board. Cost: milliseconds on 9x9.
std::vector<Rule> place(const Geometry& geometry, const Grid& grid, const Placement& wish,
                        Random& random, std::span<const Rule> beside = {});

}  // namespace clew::setter
