#pragma once
// What logic finds in a state: the next step, every step, why a candidate must hold or cannot, the
// whole path, in words and as JSON. How a step is told: explain/words/narrate.hpp.
//
//     Hint hint = next_hint(state, rules);
//     to_text(state, hint)              "Look at r7c5."
//     to_json(record, state, hint)      clew/hint/1

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/formats/formats.hpp"
#include "explain/words/narrate.hpp"
#include "explain/write_json.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/path/all_steps.hpp"
#include "logic/path/path.hpp"

namespace clew::report {

/// How an answer is told.
struct Verbosity {
    explain::WordStyle style{};
    explain::Disclosure level = explain::Disclosure::where;  ///< of hints
    enum class Reasons : std::uint8_t {
        simplest,
        all,
    } reasons = Reasons::simplest;                    ///< of steps with the same conclusions
    logic::Switch work_matrix = logic::Switch::off;   ///< of steps in JSON
    explain::Levels levels = explain::Levels::first;  ///< of the arguments in a why
    std::string all_by{};  ///< what a reader of the first level asks for to have all; may be empty
};

/// The next step, or why there is none.
struct Hint {
    std::optional<logic::Step> step{};
    std::string rules{};  ///< the name of the rule set
    /// Rules that were not tried: they rest on there being one solution, which is not known.
    std::vector<logic::Technique> passed_over{};
    bool settled = false;  ///< every candidate left is in some solution: nothing can follow
    /// What stands there leads to no solution. Known where the smallest argument was looked for.
    bool unsolvable = false;
    Ending ending = Ending::exhausted;  ///< interrupted: there may be a step that was not found
};

/// How far one looks where the techniques find nothing, or know nothing of the puzzle's rules that
/// are no houses; of houses alone the first two are the same.
enum class Reach : std::uint8_t {
    techniques,
    beyond,    ///< what each such rule rules out too; if nothing does, the smallest argument
    smallest,  ///< the same, and on boards of houses alone the smallest argument too: of hints
};

/// The simplest step of them.
Hint next_hint(const logic::State& state, const logic::RuleSet& rules,
               Reach reach = Reach::techniques, const StopFlag* stop = nullptr,
               const std::function<void(const Progress&)>& on_progress = {});

/// As logic::all_steps(). The smallest argument comes in where nothing else does and all steps are
/// asked for.
logic::AllSteps every_step(const logic::State& state, const logic::RuleSet& rules,
                           const logic::StepFilter& filter, Reach reach,
                           const StopFlag* stop = nullptr,
                           const std::function<void(const Progress&)>& on_progress = {});

/// One sentence or more.
std::string to_text(const logic::State& state, const Hint& hint, const Verbosity& telling = {});
/// clew/hint/1.
nlohmann::ordered_json to_json(const Record& record, const logic::State& state, const Hint& hint,
                               const Verbosity& telling = {});

/// "134 steps", then the steps.
std::string to_text(const logic::State& state, const logic::AllSteps& all,
                    const Verbosity& telling = {});
/// clew/steps/1.
nlohmann::ordered_json to_json(const Record& record, const logic::State& state,
                               const logic::AllSteps& all, const std::string& rules,
                               const Verbosity& telling = {});

/// The techniques that Clew looks for, a line each: id, name, family, scores.
std::string techniques_text();
/// clew/techniques/1.
nlohmann::ordered_json techniques_json(Language language = Language::english);

/// clew/explain/1: the path, told.
nlohmann::ordered_json to_json(const Record& record, const logic::State& start,
                               const logic::Path& path, const explain::WalkJsonOptions& options);
/// A path's figures alone, without its steps: "status", "score", "hardest", "guesses", "steps".
nlohmann::ordered_json figures_json(const Record& record, const logic::Path& path);

/// A recorded path walked again, every step proved.
struct Replay {
    std::size_t steps = 0;
    logic::PathAudit proof;
    bool matrices = true;  ///< every recorded work matrix is that of its step
    bool agrees = false;   ///< all of that, every step is proved, and the end is the recorded one
};

Replay replay(const explain::RecordedWalk& walk, const StopFlag* stop = nullptr);

/// One sentence.
std::string to_text(const Replay& replay);
/// clew/replay/1. The record is of the puzzle, at the place where the steps stand.
nlohmann::ordered_json to_json(const Record& record, const Replay& replay);

}  // namespace clew::report
