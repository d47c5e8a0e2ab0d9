#pragma once
// What a puzzle is rated, in words and as JSON.
//
//     RatedSe rated{explainer.rate(puzzle), Solutions::one, {}};
//     to_text(rated)                 "7.2/1.2/1.2", or "3.4/1.5/1.5 several solutions"
//     to_json(record, rated)         clew/rate/1
//
// A rating of a puzzle that has several solutions, or none, or that the walk did not solve, always
// says so.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "encode/formats/formats.hpp"
#include "logic/path.hpp"
#include "logic/rating/explainer.hpp"
#include "logic/rating/hodoku.hpp"

namespace clew::report {

/// How many solutions a puzzle has, as far as that was found out.
enum class Solutions : std::uint8_t { none, one, several, unknown };
/// "none", "one", "several", "unknown".
const char* to_string(Solutions solutions);

/// A rating on the Sudoku Explainer scale.
struct RatedSe {
    rating::SeRating rating;
    Solutions solutions = Solutions::unknown;
    rating::Uniqueness uniqueness = rating::Uniqueness::open;
    std::optional<std::vector<rating::SeStep>> steps{};  ///< if they were asked for
};

/// A sum of scores over a walk by rules.
struct RatedPath {
    std::string scale;  ///< "hodoku", "clew", "methods"
    logic::Path path;
    Solutions solutions = Solutions::unknown;
    std::optional<rating::HodokuLevel> level{};
    std::optional<bool> assume_unique{};  ///< on the scales where it can be asked for
    bool with_steps = false;
};

/// A line a step if they were asked for, then the rating.
std::string to_text(const RatedSe& rated);
std::string to_text(const RatedPath& rated);
/// clew/rate/1.
nlohmann::ordered_json to_json(const Record& record, const RatedSe& rated);
nlohmann::ordered_json to_json(const Record& record, const RatedPath& rated);

}  // namespace clew::report
