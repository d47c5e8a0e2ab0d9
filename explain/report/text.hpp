#pragma once
// Words and figures that the reports share.
//
//     joined({"r1c1", "r2c2"}, " and ")     "r1c1 and r2c2"
//     clue_text(puzzle, cell)               "6 at r3c5"
//     count_number(count)                   12, or "6670903752021072936960"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/count.hpp"
#include "core/base/language.hpp"
#include "core/board/puzzle.hpp"

namespace clew::report {

std::string joined(const std::vector<std::string>& parts, const char* between);

/// "6 at r3c5"; `side` is the board's.
std::string clue_text(Candidate clue, const Geometry& board, Language language = Language::english);

/// To so many decimal places: "7.2", "7,2".
std::string decimal(double number, int places, Language language);

/// The names of cells, "r1c1", as an array.
nlohmann::ordered_json cells_json(const std::vector<Cell>& cells, std::size_t side);

/// The names of candidates, "r1c1=5", as an array.
nlohmann::ordered_json candidates_json(const std::vector<Candidate>& candidates, std::size_t side);

/// To so many decimal places.
double rounded(double number, int places);

/// A number up to 2^53 - 1, beyond that a string of decimal digits, so that no reader rounds it.
nlohmann::ordered_json count_number(const Count& count);

}  // namespace clew::report
