#pragma once
// A told path as JSON: the path's own JSON (logic/path/step_json.hpp) with words, and the way back.
//
//     auto object = walk_json(puzzle, start, path, {.rules = "methods"});   // clew/explain/1
//     RecordedWalk walk = read_walk(text, "steps.json");
//     PathAudit audit = clew::logic::audit(walk.start, walk.entries);
//
// The schema is described in docs/explain.md. What is read back is the start, the entries and the
// end state; the words are for people.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "explain/words/words.hpp"
#include "logic/path/path.hpp"

namespace clew::explain {

struct WalkJsonOptions {
    std::string rules;  ///< the name of the rule set
    WordStyle style{};
    logic::Switch work_matrix = logic::Switch::off;  ///< a "work_matrix" in the steps that have one
};

/// "status", "ending", "rule_set", "score", "hardest", "guesses", "tried", "said", "start", "steps"
/// (each with "number", "title", "text"), "solutions", "state".
nlohmann::ordered_json walk_json(const logic::State& start, const logic::Path& path,
                                 const WalkJsonOptions& options = {});

/// One step with "title" and "text": the entries of `clew steps --json`.
nlohmann::ordered_json step_json(const logic::State& before, const logic::Step& step,
                                 WordStyle style = {},
                                 logic::Switch work_matrix = logic::Switch::off);

/// What a file of walk_json says happened.
struct RecordedWalk {
    logic::State start;
    std::vector<logic::Entry> entries;
    std::string placed;                   ///< of the end state: a symbol a cell, '.' where open
    std::vector<std::string> candidates;  ///< of the end state: the digits of each cell
    /// By entry: the "work_matrix" as JSON text, empty where none is recorded.
    std::vector<std::string> work_matrices;
};

/// Reads what walk_json wrote. `geometry` is the board; without it the standard board of the size
/// is taken, and the file must say that it is of that board. `rules` are the puzzle's, which the
/// file only numbers. Errors: InputError.
RecordedWalk read_walk(std::string_view json, const std::string& source, GeometryPtr geometry = {},
                       std::span<const Rule> rules = {});

/// True if the state is the recorded end.
bool is_recorded_end(const RecordedWalk& walk, const logic::State& state);

}  // namespace clew::explain
