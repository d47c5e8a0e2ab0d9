#include "explain/report/minimal.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/rules/registry.hpp"
#include "explain/report/question.hpp"
#include "explain/report/text.hpp"
#include "solve/solve.hpp"

namespace clew::report {
namespace {

using nlohmann::ordered_json;

std::map<std::size_t, std::uint64_t> sizes_of(const std::vector<Puzzle>& puzzles) {
    std::map<std::size_t, std::uint64_t> sizes;
    for (const Puzzle& puzzle : puzzles) ++sizes[puzzle.given_count()];
    return sizes;
}

std::vector<std::size_t> shuffled_rules(const Puzzle& puzzle, std::uint64_t seed) {
    std::vector<std::size_t> places(puzzle.rules().size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    Random{seed}.shuffle(places);
    return places;
}

/// "; 2 of 9 rules are redundant, each by itself", if that was asked.
std::string of_rules(const Puzzle& puzzle, const Reduction& r) {
    if (!r.redundant_rules) return {};
    const std::size_t all = puzzle.rules().size(), gone = r.redundant_rules->size();
    if (r.wanted == MinimalMode::one)
        return say(r.language, ", {} of {} rules", r.subpuzzles.front().rules().size(), all);
    return say(r.language,
               gone == 0   ? "; {} of {} rules are redundant"
               : gone == 1 ? "; {} of {} rules is redundant"
                           : "; {} of {} rules are redundant, each by itself",
               gone, all);
}

/// The places, from 1, of the rules that a sub-puzzle has kept in their order.
std::vector<std::size_t> kept_rules(const Puzzle& whole, const Puzzle& part) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < whole.rules().size() && places.size() < part.rules().size(); ++i)
        if (whole.rules()[i] == part.rules()[places.size()]) places.push_back(i + 1);
    return places;
}

}  // namespace

Reduction reduce(const Puzzle& puzzle, const ReductionOptions& options) {
    Reduction r{.wanted = options.wanted, .language = options.language};
    const SolveResult solved = solve(puzzle, {.budget = {.stop = options.budget.stop}});
    if (!solved.solution) {
        r.outcome = solved.ending == Ending::exhausted ? Reduction::Outcome::no_solution
                                                       : Reduction::Outcome::not_known;
        return r;
    }
    // One reduction after the other: each is half of the work where there are two.
    const auto half = [&](double from) {
        std::function<void(const Progress&)> tell;
        if (options.on_progress)
            tell = [&options, from](const Progress& h) {
                Progress shared = h;
                if (options.wanted == MinimalMode::one) shared.explored = from + h.explored / 2;
                if (options.wanted == MinimalMode::all) shared.explored = 0;  // nobody knows
                options.on_progress(shared);
            };
        return tell;
    };
    const Budget until_stopped{.stop = options.budget.stop};
    r.redundant = setter::redundant_clues(puzzle, until_stopped, half(0));
    if (options.rules) r.redundant_rules = setter::redundant_rules(puzzle, until_stopped, half(0));
    if (options.budget.stopped()) {
        r.outcome = Reduction::Outcome::not_known;
    } else if (options.wanted == MinimalMode::one) {
        Puzzle small = setter::greedy_subpuzzle(puzzle, options.seed, until_stopped, half(0.5));
        if (options.rules)
            small = setter::without_redundant_rules(small, shuffled_rules(puzzle, options.seed),
                                                    until_stopped, half(0.5));
        r.subpuzzles.push_back(std::move(small));
        if (options.budget.stopped()) r.count.ending = Ending::interrupted;
    } else if (options.wanted == MinimalMode::all) {
        r.count = setter::minimal_subpuzzles(puzzle,
                                             {.budget = options.budget,
                                              .limit = options.limit,
                                              .max_clues = options.max_clues,
                                              .on_progress = half(0)},
                                             keep_in(r.subpuzzles));
    }
    return r;
}

std::string to_text(const Puzzle& puzzle, const Reduction& r) {
    std::string text;
    if (r.outcome != Reduction::Outcome::found) return text;
    if (r.wanted == MinimalMode::redundant) {
        for (Cell c : r.redundant)
            text += clue_text({c, *puzzle.given(c)}, puzzle.geometry(), r.language) + "\n";
        for (const std::size_t rule : r.redundant_rules.value_or(std::vector<std::size_t>{}))
            text += rules::words(puzzle.rules()[rule], puzzle.geometry(), r.language) + "\n";
    }
    for (const Puzzle& small : r.subpuzzles) text += line_of(small) + "\n";
    return text;
}

std::string remark(const Puzzle& puzzle, const Reduction& r) {
    switch (r.outcome) {
        case Reduction::Outcome::not_known:
            return {};
        case Reduction::Outcome::no_solution:
            return say(r.language, "no solution; clew repair names the clues that conflict");
        case Reduction::Outcome::found:
            break;
    }
    switch (r.wanted) {
        case MinimalMode::one:
            return say(r.language, "{} of {} clues{} remain", r.subpuzzles.front().given_count(),
                       puzzle.given_count(), of_rules(puzzle, r)) +
                   (r.complete() ? ""
                                 : say(r.language, "; perhaps more could go ({})",
                                       say(r.language, to_string(r.count.ending))));
        case MinimalMode::all: {
            std::vector<std::string> table;
            for (const auto& [size, count] : sizes_of(r.subpuzzles))
                table.push_back(say(r.language, "{} with {} clues", count, size));
            std::string text =
                say(r.language,
                    r.count.found == 1 ? "{} minimal sub-puzzle" : "{} minimal sub-puzzles",
                    r.count.found) +
                (table.empty() ? "" : ": " + joined(table, ", "));
            if (r.count.ending != Ending::exhausted)
                text += say(r.language, "; there may be more ({}), none with fewer than {} clues",
                            say(r.language, to_string(r.count.ending)), r.count.complete_below);
            return text;
        }
        case MinimalMode::redundant:
            break;
    }
    const std::size_t clues = puzzle.given_count(), gone = r.redundant.size();
    return (gone == 0 ? say(r.language, "minimal: all {} clues are needed", clues)
                      : say_of(r.language, gone, "{} of {} clues is redundant",
                               "{} of {} clues are redundant, each by itself", gone, clues)) +
           of_rules(puzzle, r);
}

ordered_json to_json(const Record& record, const Reduction& r) {
    const Puzzle& puzzle = record.puzzle;
    ordered_json object = question_json("clew/minimal/1", record);
    object["clues"] = puzzle.given_count();
    object["solvable"] = nullptr;
    if (r.outcome == Reduction::Outcome::not_known) return object;
    object["solvable"] = r.outcome == Reduction::Outcome::found;
    if (r.outcome != Reduction::Outcome::found) return object;
    object["redundant"] = ordered_json::array();
    for (Cell c : r.redundant)
        object["redundant"].push_back(
            to_string(Candidate{c, *puzzle.given(c)}, puzzle.geometry().size()));
    if (r.redundant_rules) {
        object["redundant_rules"] = ordered_json::array();
        for (const std::size_t rule : *r.redundant_rules)
            object["redundant_rules"].push_back(
                {{"rule", rule + 1},
                 {"text", rules::words(puzzle.rules()[rule], puzzle.geometry(), r.language)}});
    }
    if (r.wanted == MinimalMode::one) {
        object["subpuzzle"] = to_line(r.subpuzzles.front());
        if (r.redundant_rules) object["kept_rules"] = kept_rules(puzzle, r.subpuzzles.front());
        object["ending"] = to_string(r.count.ending);
    }
    if (r.wanted == MinimalMode::all) {
        object["by_clues"] = ordered_json::object();
        for (const auto& [size, count] : sizes_of(r.subpuzzles))
            object["by_clues"][std::to_string(size)] = count;
        object["ending"] = to_string(r.count.ending);
        object["complete_below"] = r.count.complete_below;
        object["subpuzzles"] = ordered_json::array();
        for (const Puzzle& small : r.subpuzzles) object["subpuzzles"].push_back(to_line(small));
    }
    return object;
}

}  // namespace clew::report
