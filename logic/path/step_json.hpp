#pragma once
// Steps and paths as JSON, both ways.
//
//     std::string text = to_json(path).dump();             // {"status": ..., "steps": [...], ...}
//     std::vector<Entry> again = read_path(text, geometry, "path.json");
//     replay(State{puzzle}, again) == path.state
//
// A step:
//
//     {"technique": "naked-pair", "name": "naked pair", "size": 2, "score": 32,
//      "placements": [], "eliminations": ["r1c4=7", ...],
//      "cites": [{"cell": "r1c1"}, {"house": "row 1", "digit": "5", "use": "link"}, ...],
//      "roles": [{"role": "base", "candidates": ["r1c1=5", ...], "in": {"cell": "r1c1"}}, ...],
//      "links": [{"from": 0, "to": 1, "kind": "weak", "by": {...}}, ...],
//      "reasons": [{"lines": [{"candidate": "r1c1=5", "truth": true}, ...,
//                             {"candidate": "r2c2=5", "truth": false, "technique": ...,
//                              "cites": [], "from": [1, 3], "lemma": {"lines": ...}}],
//                   "conflict": {...}}],
//      "deadly": ["r1c1=3", "r1c1=7", ...]}
//
// "use", "links", "reasons" and "deadly" are left out where they say nothing ("truth", none, ...).

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "logic/path/path.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline path {

/// One step as a JSON object, for a larger document.
nlohmann::ordered_json to_json(const Step& step, const Geometry& geometry);
/// One entry: the step's object with "kind" and "depth" in front where they are not plain logic.
nlohmann::ordered_json to_json(const Entry& entry, const Geometry& geometry);
/// {"placed": "81 symbols", "candidates": ["1478", ...]}: one entry a cell, row-major.
nlohmann::ordered_json to_json(const State& state);
/// What is known of the number of solutions of the state's question: {"is": "proved", "allowed":
/// ["5", "123456789", ...]}, the digits that the question allows in each cell. Null if unknown.
nlohmann::ordered_json uniqueness_json(const State& state);
/// "status", "ending", "score", "hardest", "guesses", "tried", "passed_over" (if there are any),
/// "steps", "solutions", "state".
nlohmann::ordered_json to_json(const Path& path);

/// Reads the "steps" of a path. Errors: InputError that names what is missing or unknown.
std::vector<Entry> read_path(std::string_view json, const Geometry& geometry,
                             const std::string& source);

}  // namespace clew::logic::inline path
