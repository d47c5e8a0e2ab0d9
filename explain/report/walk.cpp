#include "explain/report/walk.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/board/notation.hpp"
#include "explain/pictures/page_data.hpp"
#include "explain/report/parting.hpp"
#include "explain/report/question.hpp"
#include "explain/report/repair.hpp"
#include "explain/report/steps.hpp"
#include "explain/walkthrough.hpp"
#include "explain/words/words.hpp"
#include "logic/mus/possible.hpp"
#include "logic/mus/smallest.hpp"
#include "logic/path/tidy.hpp"
#include "setter/repair.hpp"
#include "solve/solve.hpp"
#include "solve/solver.hpp"

namespace clew::report {
namespace {

bool rests_on_uniqueness(logic::Technique technique) {
    return logic::info(technique).family == logic::Family::uniqueness;
}

/// Of a puzzle without solution: a smallest set of clues and rules that cannot stand together. The
/// walk then starts from these alone. None if there are solutions, or this was not settled in time.
setter::ConflictingClues conflicting_clues(const Record& record, logic::State& start,
                                           const StopFlag* stop) {
    if (!(start == logic::State{record.puzzle})) return {};
    if (Solver{record.puzzle}.count_to(1, {.stop = stop}).solutions > 0) return {};
    const auto found = setter::quick_conflict(record.puzzle, stop);
    if (!found) return {};
    Puzzle alone{record.puzzle.geometry_ptr()};
    for (const Cell cell : found->marks) alone.set_marks(cell, record.puzzle.marks(cell));
    for (const Cell cell : found->clues) alone.set_given(cell, *record.puzzle.given(cell));
    if (record.puzzle.rules().empty()) {
        start = logic::State{alone};
        return *found;
    }
    // The other rules keep their numbers, by which steps cite.
    std::vector<bool> kept(record.puzzle.rules().size());
    for (const std::size_t rule : found->rules) kept[rule] = true;
    for (const Rule& rule : record.puzzle.rules()) alone.add_rule(rule);
    start = logic::State{alone, std::make_shared<const rules::RuleParts>(alone, std::move(kept))};
    return *found;
}

Parting parting_of(const Walked& walked, const StopFlag* stop) {
    return where_they_part(walked.path.state.to_puzzle(), stop);
}

}  // namespace

bool proved_unique(const Puzzle& puzzle, const StopFlag* stop) {
    constexpr std::uint64_t most_nodes = 50'000;
    return verify(puzzle, {.budget = {.stop = stop, .max_nodes = most_nodes}}).validity ==
           Validity::unique;
}

logic::State start_of(const Record& record) {
    return record.progress ? logic::State{record.puzzle, *record.progress}
                           : logic::State{record.puzzle};
}

logic::State start_of(const Record& record, const logic::RuleSet& rules, AskUniqueness how,
                      const StopFlag* stop, std::optional<logic::Technique> also) {
    logic::State state = start_of(record);
    if (!(also && rests_on_uniqueness(*also)) &&
        std::ranges::none_of(rules.rules, [](const logic::TechniqueRule& rule) {
            return rule.is == logic::Switch::on && rests_on_uniqueness(rule.technique);
        }))
        return state;
    // The other way to fill a deadly pattern may break a rule.
    if (!record.puzzle.rules().empty()) {
        if (how == AskUniqueness::assume)
            throw InputError(record.place,
                             "deadly patterns do not know " +
                                 std::string{plural(record.puzzle.rules().front().kind)},
                             "uniqueness proved, or off");
        return state;
    }
    if (how == AskUniqueness::assume)
        state.set_unique(logic::Uniqueness::granted, record.puzzle);
    else if (how == AskUniqueness::prove && proved_unique(record.puzzle, stop))
        state.set_unique(logic::Uniqueness::proved, record.puzzle);
    return state;
}

Walked walk(const Record& record, const WalkRequest& request) {
    logic::State start = start_of(record, request.rules, request.uniqueness, request.stop);
    setter::ConflictingClues conflicting;
    if (request.to_end) conflicting = conflicting_clues(record, start, request.stop);
    if (request.on_start) request.on_start(start, conflicting);
    logic::PathOptions options;
    options.rules = &request.rules;
    options.guess = request.guess;
    options.max_guesses = request.max_guesses.value_or(options.max_guesses);
    options.stop = request.stop;
    options.on_entry = request.on_entry;
    logic::ProofOptions proofs;
    proofs.price = request.price;
    proofs.stop = request.stop;
    proofs.on_proof = request.on_proof;
    logic::Path path =
        request.to_end ? logic::walk_on(start, options, proofs) : logic::walk(start, options);
    logic::settle(path, request.stop);
    std::optional<std::size_t> untidied;
    if (request.tidy == Tidy::yes) {
        untidied = path.entries.size();
        path = logic::tidy(start, path);
    }
    return {request.rules.name, request.rules.work_matrix, std::move(start), std::move(path),
            untidied,           std::move(conflicting)};
}

std::string no_solution_text(const Puzzle& puzzle, const setter::ConflictingClues& conflicting,
                             const Verbosity& telling) {
    if (conflicting.size() == 0) return {};
    return say_of(telling.style.language, conflicting.size(),
                  "No solution: {}. The walk shows why, from it alone.",
                  "No solution: {}. The walk shows why, from these alone.",
                  conflict_text(puzzle, conflicting, telling.style));
}

std::string parting_text(const Walked& walked, const StopFlag* stop, const Verbosity& telling) {
    if (walked.path.status != logic::Status::settled) return {};
    return to_text(walked.path.state.geometry(), parting_of(walked, stop), telling);
}

nlohmann::ordered_json to_json(const Record& record, const Walked& walked, const StopFlag* stop,
                               const Verbosity& telling) {
    nlohmann::ordered_json object =
        to_json(record, walked.start, walked.path,
                {.rules = walked.rules, .style = telling.style, .work_matrix = walked.work_matrix});
    if (walked.untidied) object["untidied"] = *walked.untidied;
    for (const Cell cell : walked.conflicting.clues)
        object["conflicting"].push_back(clew::to_string(cell, walked.start.size()));
    for (const std::size_t rule : walked.conflicting.rules)
        object["conflicting_rules"].push_back(rule + 1);
    if (walked.path.status == logic::Status::settled)
        object["parting"] = to_json(walked.path.state.geometry(), parting_of(walked, stop));
    return object;
}

namespace {

explain::HtmlOptions options_of(const Record& record, const Walked& walked, const StopFlag* stop,
                                const Verbosity& telling) {
    Leftover left = leftover(walked.path.state, {.stop = stop}, telling);
    const std::string conflict = no_solution_text(record.puzzle, walked.conflicting, telling);
    const Language language = telling.style.language;
    return {.title = say(language, "Walk-through of {}", title_of(record, language)),
            .subtitle = say(language, "{}, rule set: {}.",
                            record.puzzle.geometry().description(language), walked.rules) +
                        " " + (conflict.empty() ? "" : conflict + " ") +
                        explain::tell_ending(walked.path, explain::TriedNames::left_out, language) +
                        (walked.untidied
                             ? " " + explain::tell_tidied(*walked.untidied, walked.path, language)
                             : ""),
            .staying = std::move(left.staying),
            .solutions = std::move(left.solutions),
            .language = telling.style.language};
}

}  // namespace

std::string page_of(const Record& record, const Walked& walked, const StopFlag* stop,
                    const Verbosity& telling) {
    return explain::write_html(
        explain::frames_of(record.puzzle, walked.start, walked.path, telling.style),
        options_of(record, walked, stop, telling));
}

nlohmann::ordered_json page_data(const Record& record, const Walked& walked, const StopFlag* stop,
                                 const Verbosity& telling) {
    return explain::page_data(
        explain::frames_of(record.puzzle, walked.start, walked.path, telling.style),
        options_of(record, walked, stop, telling));
}

}  // namespace clew::report
