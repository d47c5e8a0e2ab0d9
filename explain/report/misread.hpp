#pragma once
// The valid puzzles nearest to a reading, in words and as JSON.
//
//     to_text(puzzle, setter::misread(puzzle, confusions))    "r2c4 is 3, not 8: 87 %"
//     to_json(record, result)                                 clew/misread/1

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/formats/formats.hpp"
#include "setter/misread.hpp"

namespace clew::report {

/// A line a puzzle, then the cells to look at again.
std::string to_text(const Puzzle& puzzle, const setter::MisreadResult& found);
/// clew/misread/1.
nlohmann::ordered_json to_json(const Record& record, const setter::MisreadResult& found);

}  // namespace clew::report
