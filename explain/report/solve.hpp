#pragma once
// What solve, verify and sample find, in words and as JSON.
//
//     to_text(solve(puzzle))                       a line of symbols, "none" or "unknown"
//     Verification v = verification(puzzle, {.redundancy = Redundancy::asked});
//     to_text(puzzle, v).whole()                   "several: 12 solutions; two of them differ ..."
//     to_json(record, v)                           clew/verify/1

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/formats/formats.hpp"
#include "explain/pictures/write_sheet.hpp"
#include "setter/repair.hpp"
#include "solve/sample.hpp"
#include "solve/solve.hpp"

namespace clew::report {

/// "none", "unique", "several", "unknown".
const char* to_string(Validity validity);

/// A solution as a line of symbols; "none" if there is none, "unknown" if the work ended before.
std::string to_text(const SolveResult& result, const Geometry& board);
/// clew/solve/1.
nlohmann::ordered_json to_json(const Record& record, const SolveResult& result);

/// Whether to ask which clues are redundant.
enum class Redundancy : std::uint8_t { not_asked, asked };

/// What is named of a puzzle without a solution: whatever is soon found, which takes a thousand
/// times as long as the verdict, or equal clues alone.
enum class Clash : std::uint8_t { soon_found, equal_clues };

struct VerifyOptions {
    SolveOptions solving{};           ///< without a limit
    std::uint64_t limit = 1'000'000;  ///< count several solutions up to so many
    Redundancy redundancy = Redundancy::not_asked;
    Clash clash = Clash::soon_found;
};

/// Whether a puzzle is valid, and what is wrong if it is not.
struct Verification {
    Verdict verdict;
    std::optional<CountResult> number{};  ///< if there are several solutions
    /// If there is none: what cannot stand together, if that was found within a blink.
    std::optional<setter::ConflictingClues> conflict{};
    std::vector<Cell> differing{};                 ///< where the two witnesses differ
    std::optional<std::vector<Cell>> redundant{};  ///< clues, if asked and found out in time
    Redundancy redundancy = Redundancy::not_asked;
};

/// Finds it out. Errors: as enumerate().
Verification verification(const Puzzle& puzzle, const VerifyOptions& options = {});

/// What was seen counts, even where a stop left the counter less.
CountResult no_less(CountResult counted, std::size_t seen);

/// A sentence that begins with a word that may be painted.
struct Wording {
    std::string head;  ///< "valid", "several", "none"; empty if the answer is not known
    std::string tail;  ///< ": exactly one solution"

    std::string whole() const { return head + tail; }
};

/// "valid: exactly one solution; minimal".
Wording to_text(const Puzzle& puzzle, const Verification& verification);
/// Likewise for a puzzle of which nothing is known but that it has one solution.
Wording valid_text();
/// clew/verify/1.
nlohmann::ordered_json to_json(const Record& record, const Verification& verification,
                               Language language = Language::english);

/// Adds to a board on paper the solution of its record, or else one that is found, with a note
/// where that is not the only one or there is none.
void add_solution(const Record& record, explain::SheetPuzzle& board, const Budget& budget,
                  Language language = Language::english);

/// The solutions drawn, one a line.
std::string to_text(const Sample& sample, const Geometry& board);
/// "3 of 12 solutions", "no solution", "nothing drawn: out of budget".
std::string remark(const Sample& sample);
/// clew/sample/1.
nlohmann::ordered_json to_json(const Record& record, const Sample& sample, std::uint64_t seed);

}  // namespace clew::report
