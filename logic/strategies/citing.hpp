#pragma once
// Citing: small helpers that strategies share when they write their evidence down.

#include <span>

#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline strategies {

/// A step of that name and size, without conclusions or evidence yet.
Step blank_step(Technique technique, std::size_t size);

/// Cites "at most one `digit`" in houses of `from` that together hold every cell of `seen`, as few
/// as a greedy choice gives (one where one house holds all). Requires `from` to see each of them.
void cite_links(Step& step, const Layout& layout, Digit digit, Cell from, const CellSet& seen);

/// For each elimination of `digit`: links from it to those of `holders` that it sees.
void cite_victims(Step& step, const Layout& layout, Digit digit, std::span<const Candidate> victims,
                  const CellSet& holders);

/// A group of all candidates of a cell.
Group cell_group(const State& state, Role role, Cell cell);
/// A group of a digit in some cells.
Group digit_group(Role role, Digit digit, const CellSet& cells,
                  std::optional<Constraint> in = std::nullopt);

}  // namespace clew::logic::inline strategies
