#include "explain/report/generate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/contract.hpp"
#include "logic/path/path.hpp"

namespace clew::report {

Record record_of(const setter::Generated& made, const setter::Wishes& wishes) {
    CLEW_REQUIRE(made.puzzle.has_value(), "record_of: no puzzle was made");
    Record record{.puzzle = *made.puzzle};
    if (wishes.max_solutions > 1)
        record.metadata["comment"] = std::to_string(made.solutions) + " solutions";
    return record;
}

std::string fault_of(const Puzzle& puzzle, const PathWish& wish, const setter::Wishes& wishes,
                     const StopFlag* stop) {
    logic::PathOptions options;
    options.rules = &wish.rules;
    options.guess = logic::Guess::off;
    options.stop = stop;
    logic::State start{puzzle};
    // The generator counts: with one solution asked for, there is one.
    if (wishes.max_solutions == 1) start.set_unique(logic::Uniqueness::proved, puzzle);
    const logic::Path path = logic::walk(start, options);
    if (wish.score) {
        if (path.status != logic::Status::solved)
            return "the score: the rules " + wish.rules.name + " do not solve it";
        const auto score = static_cast<std::uint64_t>(path.score);
        if (path.score < 0 || score < wish.score->first || score > wish.score->second)
            return "the score: " + std::to_string(path.score);
    }
    if (wish.techniques.empty() ||
        std::ranges::any_of(path.entries, [&](const logic::Entry& entry) {
            return std::ranges::find(wish.techniques, entry.step.technique) !=
                   wish.techniques.end();
        }))
        return {};
    std::string names;
    for (const logic::Technique technique : wish.techniques)
        names += (names.empty() ? "" : " or ") + std::string{logic::info(technique).name};
    return "the technique: the path by the rules " + wish.rules.name + " has no " + names;
}

std::string to_text(const Failures& f, const setter::Wishes& wishes) {
    return fmt::format(
        "{} of {} puzzles could not be made in {} attempts each; the last failed on {}", f.failed,
        f.asked, wishes.max_attempts, f.obstacle);
}

}  // namespace clew::report
