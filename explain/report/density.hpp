#pragma once
// In how many solutions each candidate is, in words, as JSON and as a picture.
//
//     setter::Density d = setter::density(puzzle);
//     summary_of(d)                   "12 solutions; 141 candidates in some solution, ..."
//     shares_text(puzzle, d), numbers_text(puzzle, d), to_json(record, d), view_of(puzzle, d)
//
// All of it requires that the density is known(), but for JSON, which then says how it ended.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/formats/formats.hpp"
#include "explain/pictures/view.hpp"
#include "setter/density.hpp"

namespace clew::report {

/// True if the puzzle has no solution.
bool is_empty(const setter::Density& density);

/// "12 solutions; 141 candidates in some solution, 41 of 81 cells the same in all".
std::string summary_of(const setter::Density& density);

/// A line an open cell, the likeliest digit first: "r1c1  3 42%  7 33%  5 25%". Nothing if the
/// solutions were not counted, or there are none.
std::string shares_text(const Puzzle& puzzle, const setter::Density& density);

/// A line a candidate: "r1c2=4 7"; "some" or "all" where the solutions were not counted.
std::string numbers_text(const Puzzle& puzzle, const setter::Density& density);

/// The candidates that are in some solution, those in all marked, each cell tinted by its
/// uncertainty.
explain::View view_of(const Puzzle& puzzle, const setter::Density& density);

/// clew/density/1.
nlohmann::ordered_json to_json(const Record& record, const setter::Density& density);

}  // namespace clew::report
