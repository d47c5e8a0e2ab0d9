#include "explain/report/generate.hpp"

#include <algorithm>
#include <array>

#include "core/base/contract.hpp"
#include "explain/report/rate.hpp"
#include "explain/report/text.hpp"
#include "logic/path/path.hpp"
#include "solve/batch.hpp"

namespace clew::report {

Record record_of(const setter::Generated& made, const setter::Wishes& wishes) {
    CLEW_REQUIRE(made.puzzle.has_value(), "record_of: no puzzle was made");
    Record record{.puzzle = *made.puzzle};
    if (wishes.max_solutions > 1)
        record.metadata["comment"] = std::to_string(made.solutions) + " solutions";
    return record;
}

Failures make_all(const setter::Generator& generator, std::uint64_t number, unsigned threads,
                  const StopFlag* stop, const std::function<void(const setter::Generated&)>& take) {
    Failures failures{.asked = number};
    map_in_order<std::uint64_t>(
        {.threads = threads, .largest_chunk = 1, .stop = stop},
        [number, next = std::uint64_t{0}]() mutable -> std::optional<std::uint64_t> {
            if (next == number) return std::nullopt;
            return next++;
        },
        [&](std::uint64_t i) { return generator.make(i, {.stop = stop}); },
        [&](const setter::Generated& made) {
            if (!made.puzzle && made.ending != Ending::interrupted) {
                ++failures.failed;
                failures.obstacle = made.obstacle;
            }
            take(made);
        });
    return failures;
}

void prepare(const PathWish& wish, setter::Wishes& wishes) {
    if (!wish.grade) return;
    const bool rated = wishes.geometry->is_classic() && wishes.rules.empty() &&
                       wishes.min_solutions == 1 && wishes.max_solutions == 1;
    if (!rated)
        throw InputError({}, "only plain 9x9 puzzles with one solution have a difficulty",
                         "no further rules, size or number of solutions");
    wishes.minimality = setter::Minimality::any;
    // With fewer clues few puzzles are easy, and with more they are no puzzles any more.
    constexpr std::size_t fewest_clues = 28, most_clues = 36;
    if (*wish.grade == rating::HumanGrade::easy && wishes.pattern.empty() &&
        wishes.min_clues == 0) {
        wishes.max_clues = std::min(most_clues, wishes.max_clues);
        wishes.min_clues = std::min(fewest_clues, wishes.max_clues);
    }
}

std::span<const std::pair<const char*, rating::HumanGrade>> grades() {
    using rating::HumanGrade;
    static constexpr std::array<std::pair<const char*, HumanGrade>, rating::human_grade_count> all{
        {{"easy", HumanGrade::easy},
         {"medium", HumanGrade::medium},
         {"hard", HumanGrade::hard},
         {"very-hard", HumanGrade::very_hard},
         {"fiendish", HumanGrade::fiendish}}};
    return all;
}

std::string fault_of(const Puzzle& puzzle, const PathWish& wish, const setter::Wishes& wishes,
                     const StopFlag* stop) {
    const Language language = wishes.language;
    if (wish.grade) {
        const RatedHuman rated = rate_human(puzzle, {.solve = {.budget = {.stop = stop}}});
        if (rated.rating.grade != *wish.grade) {
            std::string text = to_text(rated, language);
            text.pop_back();
            return say(language, "the difficulty: {}", text);
        }
        if (!wish.score && wish.techniques.empty()) return {};
    }
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
            return say(language, "the score: the rules {} do not solve it", wish.rules.name);
        const auto score = static_cast<std::uint64_t>(path.score);
        if (path.score < 0 || score < wish.score->first || score > wish.score->second)
            return say(language, "the score: {}", path.score);
    }
    if (wish.techniques.empty() ||
        std::ranges::any_of(path.entries, [&](const logic::Entry& entry) {
            return std::ranges::find(wish.techniques, entry.step.technique) !=
                   wish.techniques.end();
        }))
        return {};
    std::vector<std::string> names;
    for (const logic::Technique technique : wish.techniques)
        names.push_back(say(language, logic::info(technique).name));
    return say(language, "the technique: the path by the rules {} has no {}", wish.rules.name,
               joined(names, (" " + say(language, "or") + " ").c_str()));
}

std::string to_text(const Failures& f, const setter::Wishes& wishes) {
    return say(wishes.language,
               "{} of {} puzzles could not be made in {} attempts each; the last failed on {}",
               f.failed, f.asked, wishes.max_attempts, f.obstacle);
}

}  // namespace clew::report
