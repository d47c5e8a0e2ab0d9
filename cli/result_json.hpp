#pragma once
// What the JSON lines of the commands have in common. The schemas: docs/command-line.md.
//
//     nlohmann::ordered_json line = result_json("clew/count/1", record);
//     add_count(line, result);

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "cli/batch.hpp"
#include "encode/solve/solve.hpp"

namespace clew::cli {

/// {"schema", "source", "line", "puzzle", "geometry"}: where an answer belongs.
nlohmann::ordered_json result_json(const char* schema, const Record& record);

/// A number up to 2^53 - 1, beyond that a string of decimal digits, so that no reader rounds it.
nlohmann::ordered_json count_json(const Count& count);

/// Adds "count", "exact", "ending", "engine", and "sat" where such an engine worked.
void add_count(nlohmann::ordered_json& object, const CountResult& result);

/// What a SAT engine did: {"strategy", "calls", "conflicts", "blocking_clauses", "refuted",
/// "sessions", "cubes", "unsat"}.
nlohmann::ordered_json sat_json(const sat::EnumerateResult& work);

/// The same in a few words: "13 calls, 12 blocking clauses, 5 conflicts, the last answer UNSAT".
std::string sat_text(const sat::EnumerateResult& work);

/// "12", or ">=12" if it is a lower bound.
std::string count_text(const CountResult& result);

/// For BatchOptions::unreadable: an "error" line, or a JSON object with "error", "source", "line",
/// "column", "expected".
std::function<std::string(const InputError&)> unreadable(bool json, const char* schema);

/// The answer to a puzzle that the engine asked for cannot do: the exact counter on a board that is
/// not plain 9x9.
std::optional<Answer> refuse_engine(const Record& record, Engine engine);

}  // namespace clew::cli
