#pragma once
// Marks: candidates as text has them, turned into givens, pencil marks or a player's progress.

#include <vector>

#include "core/formats/reading.hpp"

namespace clew::formats {

/// Which cells of a full table of candidates are placed: those with one digit, unless that digit
/// still stands in another cell of one of its houses.
std::vector<std::optional<Digit>> placed_cells(const Geometry& geometry,
                                               const std::vector<DigitSet>& marks);
/// Makes the whole table the question: placed cells are givens, the rest pencil marks.
void take_as_question(Record& record, const std::vector<DigitSet>& marks);
/// Makes the table what the player did, beside the givens that the record has. Nothing is set if
/// that is nothing. `placed` says which cells the text marks as placed.
void take_as_progress(Record& record, const std::vector<DigitSet>& marks,
                      const std::vector<std::optional<Digit>>& placed);

/// The candidates that stand in a record: after its givens, the player's entries and removals.
std::vector<DigitSet> standing_candidates(const Record& record);

}  // namespace clew::formats
