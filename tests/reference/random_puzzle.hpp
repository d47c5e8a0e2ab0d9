#pragma once
// Random puzzles on random boards, for tests of engine against engine.
//
//     Random random{seed};
//     Puzzle p = reference::random_puzzle(random, reference::random_geometry(random, 6));
//
// Not meant to be nice puzzles: some contradict themselves, some are blank, some full, some have
// pencil marks that fight the givens.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/board/geometry.hpp"
#include "core/board/puzzle.hpp"

namespace clew::reference {

/// A board of side 4 .. `max_side`: boxes of any shape, a Latin square, jigsaw regions, and any mix
/// of diagonals, windows, disjoint groups, anti-knight, anti-king, extra houses and small
/// `different` sets.
GeometryPtr random_geometry(Random& random, std::size_t max_side);

/// `size` connected regions of `size` cells each, grown by random swaps from the rows.
std::vector<std::size_t> random_regions(Random& random, std::size_t size);

/// A full grid that obeys every constraint of the board, by random backtracking; nothing if there
/// is none or it was not found within some thousand steps.
std::optional<Grid> random_grid(Random& random, const Geometry& geometry);

/// A puzzle with between 0 and all cells given: mostly cut from a full grid that solves it, now and
/// then with a wrong clue or random marks.
Puzzle random_puzzle(Random& random, const GeometryPtr& geometry);

/// A rule of a random kind, primitives and setters' names alike, on random cells of the board. If
/// there is a `grid` it mostly keeps the rule, so that puzzles with several still have solutions.
Rule random_rule(Random& random, const Geometry& geometry, const std::optional<Grid>& grid);
/// A rule of that kind.
Rule random_rule(Random& random, const Geometry& geometry, const std::optional<Grid>& grid,
                 RuleKind kind);

/// A board, some clues of a random grid and some rules that it mostly keeps, the first of that kind
/// if one is named.
Puzzle random_ruled(Random& random, const GeometryPtr& board, std::size_t clues, std::size_t rules,
                    std::optional<RuleKind> kind = std::nullopt,
                    std::span<const RuleKind> among = {});

/// `puzzle` as one line for a failure message: board, clues and marks.
std::string describe(const Puzzle& puzzle);

}  // namespace clew::reference
