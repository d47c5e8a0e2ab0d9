#pragma once
// What is wrong with a puzzle and what would mend it, in words and as JSON.
//
//     Diagnosis d = diagnose(puzzle, {.top = 20});
//     to_text(puzzle, d)            a line a proposal, the likeliest first
//     remarks(d)                    "12 solutions", "24 of 1391 single changes make it valid"
//     to_json(record, d)            clew/repair/1

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/formats/formats.hpp"
#include "explain/words/words.hpp"
#include "setter/completion.hpp"
#include "setter/repair.hpp"

namespace clew::report {

struct DiagnosisOptions {
    setter::RepairOptions repair{};
    setter::CompletionOptions completion{};
    std::size_t top = 20;  ///< of each kind that are told; 0: all
};

/// All that can be said to a puzzle that is not valid.
struct Diagnosis {
    setter::Repair repair;
    setter::Completion completion;    ///< of a puzzle with several solutions
    setter::ClueConflicts conflicts;  ///< of one without
    std::size_t top = 20;
    std::uint64_t max_solutions = 0;        ///< that completion was to look at
    Language language = Language::english;  ///< of the words

    /// Whether there is anything to propose.
    bool found() const { return !repair.proposals.empty() || !completion.clues.sets.empty(); }
};

/// Works it out. Cost: that of setter::repair(), then of completion() or conflicting_clues().
Diagnosis diagnose(const Puzzle& puzzle, const DiagnosisOptions& options = {});

/// A line a proposal, a set of clues to add, of cells to ask for, a question, a conflict.
std::string to_text(const Puzzle& puzzle, const Diagnosis& diagnosis);
/// What the proposals are to be read with: sentences.
std::vector<std::string> remarks(const Diagnosis& diagnosis);
/// How many proposals were found beyond those that are told.
std::size_t untold(const Diagnosis& diagnosis);
/// "row 1 holds 5 twice, at r1c1 and r1c7", "the clues in r4c6 and r5c8 cannot stand together".
std::string conflict_text(const Puzzle& puzzle, const setter::ConflictingClues& conflict,
                          explain::WordStyle style = {});
/// {"text", "clues", "marks", "rules"}: rules by their numbers, from 1; left out if there are none.
nlohmann::ordered_json conflict_json(const Puzzle& puzzle, const setter::ConflictingClues& conflict,
                                     Language language = Language::english);
/// clew/repair/1.
nlohmann::ordered_json to_json(const Record& record, const Diagnosis& diagnosis);

}  // namespace clew::report
