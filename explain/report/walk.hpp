#pragma once
// Walk: a puzzle from its record to the end of its steps, and what there is to say of it besides.
//
//     Walked walked = walk(record, {.rules = rules, .to_end = true});
//     walked.path.entries                  the steps; walked.start: where they begin
//     to_json(record, walked)              clew/explain/1
//     page_of(record, walked)              an HTML page
//
// To the end: where the rules are stuck the walk goes on by smallest arguments. A puzzle without
// solution is then walked from a smallest set of clues that cannot stand together, and one with
// several is told where its solutions part.

#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/formats/formats.hpp"
#include "explain/report/why.hpp"
#include "logic/path/path.hpp"
#include "setter/repair.hpp"

namespace clew::report {

/// Where rules that rest on there being one solution get it from.
enum class AskUniqueness : std::uint8_t {
    prove,   ///< the facade, bounded
    assume,  ///< whoever asks
    off,     ///< nowhere: such rules are passed over
};

/// Whether an engine can prove within bounds that the puzzle has one solution and no other.
bool proved_unique(const Puzzle& puzzle, const StopFlag* stop = nullptr);

/// The state that a record describes: the puzzle, with the player's progress if it has any.
logic::State start_of(const Record& record);
/// The same, which knows that the puzzle has one solution if some of the rules, or `also`, rest on
/// that and it is so, or whoever asks says so. Errors: InputError if it is to be assumed of a
/// puzzle with rules of its own.
logic::State start_of(const Record& record, const logic::RuleSet& rules, AskUniqueness how,
                      const StopFlag* stop = nullptr,
                      std::optional<logic::Technique> also = std::nullopt);

enum class Tidy : std::uint8_t { no, yes };

struct WalkRequest {
    logic::RuleSet rules = *logic::built_in_rules("human");
    bool to_end = true;  ///< beyond the rules by smallest arguments; `guess` is then not looked at
    std::optional<logic::Guess> guess{};  ///< instead of the rule set's own
    std::optional<std::uint64_t> max_guesses{};
    AskUniqueness uniqueness = AskUniqueness::prove;
    Tidy tidy = Tidy::no;
    logic::Price price = logic::Price::constraints;
    const StopFlag* stop = nullptr;
    /// Called before the first step with the state that it is in, and the clues and rules that
    /// fight.
    std::function<void(const logic::State&, const setter::ConflictingClues&)> on_start{};
    std::function<void(const logic::Entry&)> on_entry{};  ///< of the walk before it is tidied
    std::function<void()> on_proof{};                     ///< after each smallest argument
};

struct Walked {
    std::string rules;  ///< their name
    logic::Switch work_matrix = logic::Switch::off;
    logic::State start;
    logic::Path path;
    std::optional<std::size_t> untidied{};  ///< steps before, if it was tidied
    /// Of a puzzle without solution: a smallest set of clues and rules that cannot stand together,
    /// from which the walk starts.
    setter::ConflictingClues conflicting{};
};

/// Cost: that of the rules and the smallest arguments.
Walked walk(const Record& record, const WalkRequest& request = {});

/// "No solution: the clues in r1c1 and r1c2 cannot stand together. ..."; empty if none fight.
std::string no_solution_text(const Puzzle& puzzle, const setter::ConflictingClues& conflicting,
                             const Verbosity& telling = {});
/// Where the solutions part, if the walk found all that follows; else empty.
std::string parting_text(const Walked& walked, const StopFlag* stop = nullptr,
                         const Verbosity& telling = {});
/// clew/explain/1, with "untidied", "conflicting", "conflicting_rules"
/// and "parting" where they say something.
nlohmann::ordered_json to_json(const Record& record, const Walked& walked,
                               const StopFlag* stop = nullptr, const Verbosity& telling = {});
/// What the page of the walk is made of (explain::page_data): for other pages.
nlohmann::ordered_json page_data(const Record& record, const Walked& walked,
                                 const StopFlag* stop = nullptr, const Verbosity& telling = {});
/// The walk as a page.
std::string page_of(const Record& record, const Walked& walked, const StopFlag* stop = nullptr,
                    const Verbosity& telling = {});

}  // namespace clew::report
