#include "explain/report/rate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/base/enum_name.hpp"
#include "core/board/notation.hpp"
#include "explain/report/question.hpp"
#include "explain/report/text.hpp"
#include "logic/mus/possible.hpp"
#include "logic/mus/smallest.hpp"
#include "logic/step.hpp"

namespace clew::report {
namespace {

using logic::Path;
using logic::Status;
using nlohmann::ordered_json;
using rating::SeEnding;
using rating::SeStep;

/// What is said in place of a rating.
std::string no_solution(Language language) { return say(language, "no solution") + "\n"; }

/// Behind a rating: what it does not say itself.
std::string remark(Solutions solutions, const char* ending, bool solved, Language language) {
    std::string text;
    if (solutions == Solutions::several) text += say(language, " several solutions");
    if (!solved) text += say(language, " {}", say(language, ending));
    return text;
}

std::string said(const std::vector<Candidate>& placements,
                 const std::vector<Candidate>& eliminations, std::size_t size) {
    std::string text;
    for (const Candidate& c : placements)
        text += (text.empty() ? "" : ", ") + clew::to_string(c, size);
    for (const Candidate& c : eliminations)
        text += (text.empty() ? "" : ", ") + clew::to_string(c.cell, size) + "<>" +
                std::string(1, digit_symbol(c.digit));
    return text;
}

std::vector<Candidate> placed(const SeStep& step) {
    return step.placement ? std::vector<Candidate>{*step.placement} : std::vector<Candidate>{};
}

double number(int tenths) { return tenths / 10.0; }

std::string joined(const std::vector<std::size_t>& numbers) {
    std::string text;
    for (std::size_t n : numbers) text += " " + std::to_string(n);
    return text;
}

/// After singles, then after each choice.
std::vector<std::size_t> freedoms(const logic::ParisRating& rating) {
    if (rating.ending == logic::ParisEnding::impossible) return {};
    std::vector<std::size_t> list{rating.freedom};
    for (const logic::ParisChoice& choice : rating.choices) list.push_back(choice.freedom);
    return list;
}

std::size_t deductions(const Path& path) {
    return static_cast<std::size_t>(std::count_if(
        path.entries.begin(), path.entries.end(),
        [](const logic::Entry& e) { return e.kind == logic::Entry::Kind::deduction; }));
}

}  // namespace

const char* to_string(Solutions solutions) {
    return enum_name(solutions, {"none", "one", "several", "unknown"});
}

// ---- the scales ----

std::span<const std::pair<const char*, RatingScale>> rating_scales() {
    static constexpr std::array<std::pair<const char*, RatingScale>, 6> all{
        {{"se", RatingScale::se},
         {"hodoku", RatingScale::hodoku},
         {"methods", RatingScale::methods},
         {"needs", RatingScale::needs},
         {"paris", RatingScale::paris},
         {"human", RatingScale::human}}};
    return all;
}

bool knows_rules(RatingScale scale) {
    return scale == RatingScale::needs || scale == RatingScale::paris;
}

std::string undefined(const Puzzle& puzzle, RatingScale scale) {
    if (knows_rules(scale) || scale == RatingScale::methods || rating::can_rate(puzzle)) return {};
    return std::string{"the scale "} + rating_scales()[static_cast<std::size_t>(scale)].first +
           " is defined for plain 9x9 boards, this one is " + puzzle.geometry().description();
}

// ---- the ratings ----

namespace {

Solutions solutions_of(const Puzzle& puzzle, const RateOptions& options) {
    SolveOptions two = options.solve;
    two.engine = Engine::automatic;
    two.limit = 2;
    const CountResult found = count(puzzle, two);
    if (found.solutions >= Count{2}) return Solutions::several;
    if (found.ending != Ending::exhausted) return Solutions::unknown;
    return found.solutions == Count{0} ? Solutions::none : Solutions::one;
}

/// Which candidates are in some solution; false if a stop came first.
bool find_living(const Puzzle& puzzle, const StopFlag* stop,
                 std::array<std::uint16_t, 81>& living) {
    const logic::Possible possible = logic::what_is_possible(puzzle, {.stop = stop});
    for (std::size_t i = 0; i < living.size(); ++i)
        living[i] = static_cast<std::uint16_t>(possible.digits[i].bits());
    return possible.ending == Ending::exhausted;
}

}  // namespace

RatedSe rate_se(const Puzzle& puzzle, const RateOptions& asked) {
    thread_local rating::Explainer explainer;  // its memory is worth keeping
    RatedSe rated;
    rated.solutions = solutions_of(puzzle, asked);
    const StopFlag* stop = asked.solve.budget.stop;
    rating::SeOptions options;
    options.stop = stop;
    if (asked.assume_unique && rated.solutions == Solutions::one)
        options.uniqueness = rating::UniquenessUse::granted;
    rated.uniqueness = options.uniqueness;
    if (asked.with_steps) {
        rated.steps.emplace();
        options.on_step = [&](const SeStep& step) { rated.steps->push_back(step); };
    }
    std::array<std::uint16_t, 81> living{};
    if (rated.solutions == Solutions::several && find_living(puzzle, stop, living))
        options.living = &living;
    rated.rating = explainer.rate(puzzle, options);
    return rated;
}

RatedPath rate_sum(const Puzzle& puzzle, Sum scale, const RateOptions& asked) {
    const logic::RuleSet& rules =
        scale == Sum::hodoku ? rating::hodoku_rules() : *logic::built_in_rules("methods");
    const char* name = scale == Sum::hodoku ? "hodoku" : "methods";
    logic::PathOptions options;
    options.rules = &rules;
    options.guess = logic::Guess::off;
    options.stop = asked.solve.budget.stop;
    const Solutions solutions = solutions_of(puzzle, asked);
    logic::State start{puzzle};
    const bool unique = asked.assume_unique && solutions == Solutions::one;
    if (unique) start.set_unique(logic::Uniqueness::proved, puzzle);
    // On a board with rules Clew's own scale goes as explain does: on by smallest arguments.
    const bool ruled = start.rule_parts() != nullptr;
    RatedPath rated{name,
                    ruled ? logic::walk_on(start, options, {.stop = options.stop})
                          : logic::walk(start, options),
                    solutions,
                    {},
                    {},
                    asked.with_steps};
    logic::settle(rated.path, options.stop);
    if (scale == Sum::hodoku) {
        rated.level = rating::hodoku_level(rated.path);
        rated.assume_unique = unique;
    }
    return rated;
}

RatedNeeds rate_needs(const Puzzle& puzzle, const RateOptions& asked) {
    const StopFlag* stop = asked.solve.budget.stop;
    const logic::State start{puzzle};
    std::optional<std::vector<logic::Step>> steps;
    logic::NeededOptions options;
    options.price = asked.price;
    options.nodes = asked.nodes.value_or(options.nodes);
    options.stop = stop;
    if (asked.with_steps) {
        steps.emplace();
        options.on_step = [&](const logic::Step& step) { steps->push_back(step); };
    }
    logic::PathOptions by_name;
    by_name.rules = &asked.rules;
    by_name.guess = logic::Guess::off;
    by_name.stop = stop;
    return {logic::needed_steps(start, options), solutions_of(puzzle, asked),
            logic::walk(start, by_name), asked.rules.name, std::move(steps)};
}

RatedParis rate_paris(const Puzzle& puzzle, const RateOptions& asked) {
    logic::ParisOptions options;
    options.trials = asked.nodes.value_or(options.trials);
    options.stop = asked.solve.budget.stop;
    return {logic::paris_rating(puzzle, options), solutions_of(puzzle, asked),
            puzzle.geometry().size(), asked.with_steps};
}

RatedHuman rate_human(const Puzzle& puzzle, const RateOptions& asked) {
    SolveOptions two = asked.solve;
    two.engine = Engine::automatic;
    const Verdict verdict = verify(puzzle, two);
    static constexpr std::array solutions{Solutions::none, Solutions::one, Solutions::several,
                                          Solutions::unknown};
    const bool one = verdict.validity == Validity::unique;
    return {rating::rate_human(puzzle, one ? &verdict.witnesses.front() : nullptr, asked.model,
                               asked.solve.budget.stop),
            solutions[static_cast<std::size_t>(verdict.validity)], asked.with_steps};
}

// ---- how they ended ----

namespace {

RatedEnding ended(bool interrupted, bool through) {
    if (interrupted) return RatedEnding::interrupted;
    return through ? RatedEnding::through : RatedEnding::stuck;
}

}  // namespace

RatedEnding ending_of(const RatedSe& rated) {
    return ended(rated.rating.ending == SeEnding::interrupted,
                 rated.rating.ending == SeEnding::solved);
}
RatedEnding ending_of(const RatedPath& rated) {
    return ended(rated.path.status == Status::interrupted, rated.path.status == Status::solved);
}
RatedEnding ending_of(const RatedNeeds& rated) {
    if (rated.needed.ending == logic::NeededEnding::beyond) return RatedEnding::beyond;
    return ended(rated.needed.ending == logic::NeededEnding::interrupted ||
                     rated.named.status == Status::interrupted,
                 true);
}
RatedEnding ending_of(const RatedParis& rated) {
    return ended(rated.rating.search == Ending::interrupted,
                 rated.rating.ending == logic::ParisEnding::solved);
}
RatedEnding ending_of(const RatedHuman& rated) {
    return ended(rated.rating.ending == Ending::interrupted, rated.rating.solved);
}

// ---- in words and as JSON ----

std::string to_text(const RatedSe& rated, Language language) {
    if (rated.solutions == Solutions::none) return no_solution(language);
    std::string text;
    if (rated.steps)
        for (const SeStep& step : *rated.steps)
            text += rating::tenths_text(step.tenths) + " " + rating::title(step) + ": " +
                    said(placed(step), step.eliminations, 9) + "\n";
    return text + rating::to_string(rated.rating) +
           remark(
               rated.solutions, rating::to_string(rated.rating.ending),
               rated.rating.ending == SeEnding::solved || rated.rating.ending == SeEnding::settled,
               language) +
           "\n";
}

std::string to_text(const RatedPath& rated, Language language) {
    if (rated.solutions == Solutions::none) return no_solution(language);
    const std::size_t size = rated.path.state.geometry().size();
    std::string text;
    if (rated.with_steps)
        for (const logic::Entry& entry : rated.path.entries)
            text += fmt::format("{} {}: {}\n", entry.step.score, logic::title(entry.step, language),
                                said(entry.step.placements, entry.step.eliminations, size));
    text += std::to_string(rated.path.score);
    if (rated.level)
        text += say(language, " {}", say(language, rating::to_string(*rated.level)));
    else
        text += say(language, " hardest {}", rated.path.hardest_score);
    return text +
           remark(rated.solutions, logic::to_string(rated.path.status),
                  rated.path.status == Status::solved || rated.path.status == Status::settled,
                  language) +
           "\n";
}

const logic::Step* RatedNeeds::hardest_named() const {
    return named.entries.empty() ? nullptr : &named.entries[named.hardest].step;
}

std::string to_text(const RatedNeeds& rated, Language language) {
    if (rated.solutions == Solutions::none) return no_solution(language);
    const logic::NeededSteps& n = rated.needed;
    const std::size_t size = n.state.geometry().size();
    std::string text;
    if (rated.steps)
        for (const logic::Step& step : *rated.steps)
            text += fmt::format(
                "{}{} {}: {}\n", step.size,
                step.none_below < step.size ? say(language, " (at least {})", step.none_below) : "",
                logic::title(step, language), said(step.placements, step.eliminations, size));
    if (n.proved())
        text += std::to_string(n.largest);
    else if (n.complete())
        text += fmt::format("{}-{}", n.at_least, n.largest);
    else
        text += say(language, "at least {}", n.at_least);
    if (n.price != logic::Price::constraints) text += std::string{" "} + logic::to_string(n.price);
    if (n.steps > 0) {
        std::string profile;
        for (std::size_t k = 0; k < n.profile.size(); ++k)
            if (n.profile[k] > 0)
                profile += fmt::format("{}{}:{}", profile.empty() ? "" : " ", k + 1, n.profile[k]);
        text += say(language, " sum {} steps {} ({})", n.sum, n.steps, profile);
    }
    if (const logic::Step* hardest = rated.hardest_named()) {
        text += say(language, " {}", logic::title(*hardest, language));
        if (n.complete() && !rated.names_suffice()) text += say(language, " and more");
    }
    return text + remark(rated.solutions, logic::to_string(n.ending), n.complete(), language) +
           "\n";
}

std::string to_text(const RatedParis& rated, Language language) {
    if (rated.solutions == Solutions::none) return no_solution(language);
    const logic::ParisRating& r = rated.rating;
    std::string text;
    if (rated.with_steps)
        for (const logic::ParisChoice& c : r.choices)
            text +=
                say(language, "dof {}: {} of {} binary cells, {} of {} choices refuted, {} solve",
                    c.freedom, clew::to_string(c.candidate, rated.size), c.binary, c.refuted,
                    2 * c.binary, c.solving) +
                "\n";
    const std::size_t steps = r.choices.size();
    if (r.direct())
        text += say(language, "direct");
    else
        text += say_of(language, steps, "{} step", "{} steps", steps);
    if (const auto list = freedoms(r); !list.empty()) text += say(language, " dof{}", joined(list));
    const bool solved = r.ending == logic::ParisEnding::solved;
    text += remark(rated.solutions, logic::to_string(r.ending), solved, language);
    if (r.fewest) {
        if (!solved || *r.fewest < steps) text += say(language, ", fewest {}", *r.fewest);
    } else if (r.search != Ending::exhausted) {
        text += say(language, ", fewest at least {}", r.none_below);
    } else {
        text += say(language, ", fewest none");
    }
    return text + "\n";
}

namespace {

const char* to_string(rating::HumanLook look) { return enum_name(look, {"box", "line", "cell"}); }

const char* human_ending(const RatedHuman& rated) {
    if (rated.rating.ending == Ending::interrupted) return "interrupted";
    return rated.rating.solved ? "solved" : "stuck";
}

}  // namespace

std::string to_text(const RatedHuman& rated, Language language) {
    if (rated.solutions == Solutions::none) return no_solution(language);
    const rating::HumanRating& r = rated.rating;
    std::string text;
    if (rated.with_steps)
        for (const rating::HumanMoment& m : r.moments)
            text +=
                say(language,
                    m.look == rating::HumanLook::box ? "{} s before {} in its box, {} singles open"
                    : m.look == rating::HumanLook::line
                        ? "{} s before {} in its row or column, {} singles open"
                        : "{} s before {} by its cell, {} singles open",
                    decimal(m.seconds, 0, language), clew::to_string(m.placed, 9),
                    decimal(m.ways, 1, language)) +
                "\n";
    const auto minutes = [&](double seconds) { return decimal(seconds / 60, 1, language); };
    if (r.solved)
        text += say(language, "{} min {} ({} to {})", minutes(r.seconds),
                    say(language, rating::to_string(r.grade)), minutes(r.low), minutes(r.high));
    else
        text += say(language, "at least {} min", minutes(r.seconds));
    if (r.solved && r.beyond) text += say(language, ", beyond what was measured");
    return text + remark(rated.solutions, human_ending(rated), r.solved, language) + "\n";
}

ordered_json to_json(const Record& record, const RatedHuman& rated) {
    ordered_json object = question_json("clew/rate/1", record);
    const rating::HumanRating& r = rated.rating;
    object["scale"] = "human";
    object["seconds"] = rounded(r.seconds, 1);
    object["low"] = rounded(r.low, 1);
    object["high"] = rounded(r.high, 1);
    object["grade"] = r.solved ? ordered_json(rating::to_string(r.grade)) : ordered_json{};
    object["beyond"] = r.beyond;
    object["writing"] = rounded(r.writing, 1);
    object["looking"] = rounded(r.looking, 1);
    object["patterns"] = rounded(r.patterns, 1);
    object["trials"] = rounded(r.trials, 1);
    object["ways"] = rounded(r.ways, 1);
    object["ending"] = human_ending(rated);
    object["solutions"] = to_string(rated.solutions);
    ordered_json& list = object["moments"] = ordered_json::array();
    for (const rating::HumanMoment& m : r.moments)
        list.push_back({{"placement", clew::to_string(m.placed, 9)},
                        {"seconds", rounded(m.seconds, 1)},
                        {"ways", rounded(m.ways, 1)},
                        {"shows_in", to_string(m.look)}});
    return object;
}

ordered_json to_json(const Record& record, const RatedNeeds& rated) {
    ordered_json object = question_json("clew/rate/1", record);
    const logic::NeededSteps& n = rated.needed;
    object["scale"] = "needs";
    object["price"] = logic::to_string(n.price);
    object["largest"] = n.largest;
    object["at_least"] = n.at_least;
    object["proved"] = n.proved();
    object["sum"] = n.sum;
    object["steps"] = n.steps;
    object["profile"] = n.profile;
    object["rule_set"] = rated.rules;
    const logic::Step* hardest = rated.hardest_named();
    object["hardest_named"] =
        hardest == nullptr ? ordered_json{} : ordered_json(logic::info(hardest->technique).id);
    object["names_suffice"] = rated.names_suffice();
    object["ending"] = logic::to_string(n.ending);
    object["solutions"] = to_string(rated.solutions);
    if (!rated.steps) return object;
    const std::size_t size = n.state.geometry().size();
    ordered_json& list = object["walk"] = ordered_json::array();
    for (const logic::Step& step : *rated.steps)
        list.push_back({{"technique", logic::info(step.technique).id},
                        {"size", step.size},
                        {"at_least", step.none_below},
                        {"placements", candidates_json(step.placements, size)},
                        {"eliminations", candidates_json(step.eliminations, size)}});
    return object;
}

ordered_json to_json(const Record& record, const RatedParis& rated) {
    ordered_json object = question_json("clew/rate/1", record);
    const logic::ParisRating& r = rated.rating;
    object["scale"] = "paris";
    object["steps"] = r.choices.size();
    object["direct"] = r.direct();
    object["given_freedom"] = r.given_freedom;
    object["freedom"] = freedoms(r);
    std::vector<Candidate> choices;
    for (const logic::ParisChoice& c : r.choices) choices.push_back(c.candidate);
    object["choices"] = candidates_json(choices, rated.size);
    object["fewest"] = r.fewest ? ordered_json(*r.fewest) : ordered_json{};
    object["fewest_at_least"] = r.none_below;
    object["search"] = clew::to_string(r.search);
    object["ending"] = logic::to_string(r.ending);
    object["solutions"] = to_string(rated.solutions);
    if (!rated.with_steps) return object;
    ordered_json& list = object["walk"] = ordered_json::array();
    for (const logic::ParisChoice& c : r.choices)
        list.push_back({{"choice", clew::to_string(c.candidate, rated.size)},
                        {"freedom", c.freedom},
                        {"binary", c.binary},
                        {"refuted", c.refuted},
                        {"solving", c.solving}});
    return object;
}

Plot share_plot(const std::string& title, const std::string& rating,
                const std::map<std::string, Ratings>& lists) {
    Plot plot{title, {rating, Scale::linear}, {"% of the puzzles", Scale::linear}};
    for (const auto& [name, ratings] : lists) {
        double all = 0;
        for (const auto& [value, count] : ratings) all += static_cast<double>(count);
        Curve curve{name, {}};
        double so_far = 0;
        for (const auto& [value, count] : ratings) {
            if (!value) continue;
            so_far += static_cast<double>(count);
            curve.points.push_back({static_cast<double>(*value), 100 * so_far / all});
        }
        if (!curve.points.empty()) plot.curves.push_back(std::move(curve));
    }
    return plot;
}

ordered_json to_json(const Record& record, const RatedSe& rated) {
    ordered_json object = question_json("clew/rate/1", record);
    const rating::SeRating& r = rated.rating;
    object["scale"] = "se";
    object["rating"] = rating::to_string(r);
    object["er"] = number(r.er);
    object["ep"] = number(r.ep);
    object["ed"] = number(r.ed);
    object["ending"] = rating::to_string(r.ending);
    object["solutions"] = to_string(rated.solutions);
    object["assume_unique"] = rated.uniqueness == rating::UniquenessUse::granted;
    object["used_uniqueness"] = r.used_uniqueness;
    object["steps"] = r.steps;
    if (!rated.steps) return object;
    ordered_json& list = object["walk"] = ordered_json::array();
    for (const SeStep& step : *rated.steps) {
        ordered_json one = {{"technique", rating::info(step.technique).id},
                            {"name", rating::title(step)},
                            {"rating", number(step.tenths)}};
        if (step.complexity > 0) one["complexity"] = step.complexity;
        one["placements"] = candidates_json(placed(step), 9);
        one["eliminations"] = candidates_json(step.eliminations, 9);
        list.push_back(std::move(one));
    }
    return object;
}

ordered_json to_json(const Record& record, const RatedPath& rated) {
    ordered_json object = question_json("clew/rate/1", record);
    const Path& path = rated.path;
    object["scale"] = rated.scale;
    object["score"] = path.score;
    object["hardest"] = path.hardest_score;
    if (rated.level) object["level"] = rating::to_string(*rated.level);
    object["ending"] = logic::to_string(path.status);
    object["solutions"] = to_string(rated.solutions);
    if (rated.assume_unique) object["assume_unique"] = *rated.assume_unique;
    object["steps"] = deductions(path);
    if (!rated.with_steps) return object;
    const std::size_t size = path.state.geometry().size();
    ordered_json& list = object["walk"] = ordered_json::array();
    for (const logic::Entry& entry : path.entries)
        list.push_back({{"technique", logic::info(entry.step.technique).id},
                        {"name", logic::title(entry.step)},
                        {"score", entry.step.score},
                        {"placements", candidates_json(entry.step.placements, size)},
                        {"eliminations", candidates_json(entry.step.eliminations, size)}});
    return object;
}

}  // namespace clew::report
