#pragma once
// Parting: where the solutions of a puzzle part, and which questions tell them apart.
//
//     Parting parting = where_they_part(puzzle);
//     to_text(puzzle.geometry(), parting)
//
// Up to some hundred solutions all of it is exact and smallest. Of more, each part of the board
// that does not depend on the others is looked at by itself: how many ways it has, and cells that
// tell these apart, of which none can be spared.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/count.hpp"
#include "core/base/outcome.hpp"
#include "explain/report/steps.hpp"
#include "setter/completion.hpp"

namespace clew::report {

/// Cells that the solutions fill in several ways, whatever they do elsewhere.
struct Component {
    std::vector<Cell> cells;  ///< ascending
    Count ways;
    bool exact = true;  ///< else there are at least so many ways
};

/// A question, and how many solutions have which digit there, most first.
struct BestQuestion {
    Cell cell;
    std::vector<std::pair<Digit, Count>> digits;
};

/// Where the solutions of a puzzle part, and what tells them apart.
struct Parting {
    Count solutions;
    bool exact = true;                        ///< else there are at least so many
    std::vector<Component> parts;             ///< independent: their ways multiply
    std::vector<std::vector<Cell>> smallest;  ///< unavoidable sets between two solutions: the
                                              ///< smallest of them all, ascending
    /// Cells whose digits tell all solutions apart. Of many solutions one such set, and no set is
    /// smaller than `size`.
    setter::SmallestSets<Cell> questions;
    std::optional<BestQuestion> first;  ///< the one question that leaves fewest
};

/// Works it out. Cost: a second or two at most for a classic board.
Parting where_they_part(const Puzzle& puzzle, const StopFlag* stop = nullptr);
/// A few sentences; empty for fewer than two solutions.
std::string to_text(const Geometry& geometry, const Parting& parting,
                    const Verbosity& telling = {});
/// {"solutions", "exact", "parts", "smallest", "questions", "first"}.
nlohmann::ordered_json to_json(const Geometry& geometry, const Parting& parting);

}  // namespace clew::report
