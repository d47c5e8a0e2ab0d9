#pragma once
// What count, enumerate, merge and the estimate find, in words and as JSON.
//
//     Counted counted{count(puzzle), {}};
//     to_text(counted.result)                  "12", or ">=12" if it is a lower bound
//     to_json(record, counted)                 clew/count/1

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/formats/formats.hpp"
#include "solve/estimate.hpp"
#include "solve/forecast.hpp"
#include "solve/shard.hpp"
#include "solve/solve.hpp"

namespace clew::report {

/// A number of solutions, and what a second engine found, if one was asked.
struct Counted {
    CountResult result;
    std::optional<CountResult> check{};

    /// Whether the check is exact and its number another one.
    bool disagrees() const {
        return check && check->exact() && check->solutions != result.solutions;
    }
};

/// "12", or ">=12" if it is a lower bound.
std::string to_text(const CountResult& result);
/// clew/count/1: "count", "exact", "ending", "engine", and "verified_with" if there is a check.
nlohmann::ordered_json to_json(const Record& record, const Counted& counted);
/// Why the check does not confirm the number: "engines disagree: ...", "not verified: ..."; empty
/// if it does, or there is none.
std::string doubt(const Counted& counted);

/// What a SAT engine did: {"strategy", "calls", "conflicts", "blocking_clauses", "refuted",
/// "sessions", "cubes", "unsat"}.
nlohmann::ordered_json sat_json(const sat::EnumerateResult& work);
/// The same in a few words: "13 calls, 12 blocking clauses, 5 conflicts, the last answer UNSAT".
std::string sat_text(const sat::EnumerateResult& work);

/// Adds "count", "exact", "ending", "engine", and "sat" where such an engine worked.
void add_count(nlohmann::ordered_json& object, const CountResult& result);

/// "~1.5e+21 (1.4e+21 to 1.6e+21; good: 312 of 10000 descents hit)".
std::string to_text(const Estimate& estimate);
/// clew/estimate/1.
nlohmann::ordered_json to_json(const Record& record, const Estimate& estimate);

/// "40 seconds", "12 minutes", "9 hours", "3 days", "2000 years".
std::string time_text(double seconds, Language language = Language::english);
/// A forecast is worth saying from so many seconds on.
inline constexpr double long_seconds = 10;
/// "at least 9 hours on 2 threads by frontier, with 40 GB of memory".
std::string to_text(const Forecast& forecast, unsigned threads,
                    Language language = Language::english);
/// {"engine", "sure", "seconds", "bytes"}; null where it is not finite.
nlohmann::ordered_json to_json(const Forecast& forecast);

/// clew/enumerate/1 in two parts, between which the solutions are streamed: up to the "[" of its
/// array, and from the "]" on. `command` is what asked for them.
std::string listing_head(const Record& record, const std::string& command);
std::string listing_tail(const Counted& counted);
/// "12 solutions, proved complete by search and by sat", "at least 2 solutions (limit reached)".
std::string listing_text(const Counted& counted);

/// The sum of the parts of a count as the facade would say it.
CountResult whole_of(const Merged& merged);
/// clew/merge/1: the puzzle (or the answers of many), the number of parts, their sum, the root of
/// their ledgers if they have any, and which of them were there again.
nlohmann::ordered_json to_json(const Merged& merged, std::size_t parts);

}  // namespace clew::report
