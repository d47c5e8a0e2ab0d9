// What logic says of a puzzle: steps, hint, why, walk, rate, techniques.

#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/board/spot.hpp"
#include "explain/pictures/page_data.hpp"
#include "explain/report/judge.hpp"
#include "explain/report/rate.hpp"
#include "explain/report/steps.hpp"
#include "explain/report/walk.hpp"
#include "explain/report/why.hpp"
#include "logic/strategies/unknown_name.hpp"
#include "questions/table.hpp"

namespace clew::questions {

using nlohmann::ordered_json;

namespace {

const char* const page_help =
    "`page` is what a page that shows it is made of: `start` has [kind, digit, mask] for each "
    "cell, `frames` the words, the cells that `changed` since the frame before, and two layers "
    "of SVG, `under` and `over` the digits of the picture that `board` gives.";

/// One picture with words, as a walk of a single frame.
ordered_json page_of(explain::Frame frame) {
    return explain::page_data(std::vector<explain::Frame>{std::move(frame)});
}

Parameter rules_parameter() {
    return text("rules", "the rule set: " + logic::known_rules() + "; human if none is named");
}

/// How the steps are told.
report::Verbosity telling_of(const QuestionContext& asking) {
    return {.style = {explain::Notation::r1c1, language_of(asking)}};
}

Parameter unique_parameter() {
    return flag("assume_unique", "use what rests on there being one solution, unproved");
}

report::AskUniqueness uniqueness_of(const QuestionContext& asking) {
    return asking.flag("assume_unique") ? report::AskUniqueness::assume
                                        : report::AskUniqueness::prove;
}

constexpr std::size_t most_drawn = 200;  // steps; a crowded state has thousands

ordered_json steps(QuestionContext& asking) {
    const logic::RuleSet rules = rules_of(asking, "rules", "human");
    logic::StepFilter filter;
    const Record& record = asking.record();
    if (asking.has("technique")) {
        filter.technique = logic::parse_technique(asking.text("technique"));
        if (!filter.technique)
            throw InputError({.source = "technique"}, logic::no_technique(asking.text("technique")),
                             "an id such as naked-pair");
    }
    if (asking.has("cell")) {
        filter.cell = parse_spot_cell(asking.text("cell"), record.puzzle.geometry());
        if (!filter.cell)
            throw InputError({.source = "cell"},
                             "'" + asking.text("cell") + "' is not a cell of this board", "r1c1");
    }
    const logic::State state =
        report::start_of(record, rules, uniqueness_of(asking), &asking.stop(), filter.technique);
    const logic::AllSteps all = report::every_step(
        state, rules, filter,
        asking.has("rules") ? report::Reach::techniques : report::Reach::beyond, &asking.stop());
    report::Verbosity telling = telling_of(asking);
    if (asking.flag("all_reasons")) telling.reasons = report::Verbosity::Reasons::all;
    telling.work_matrix = rules.work_matrix;
    ordered_json answer = to_json(record, state, all, rules.name, telling);
    if (!asking.flag("page")) return answer;
    std::vector<explain::Frame> frames;
    for (const logic::StepGroup& group : all.groups) {
        if (frames.size() == most_drawn) break;
        frames.push_back(report::frame_of(record, state, group.steps.front(), telling.style));
    }
    if (!frames.empty()) answer["page"] = explain::page_data(frames);
    return answer;
}

ordered_json hint(QuestionContext& asking) {
    const Record& record = asking.record();
    const logic::RuleSet rules = rules_of(asking, "rules", "human");
    const logic::State state =
        report::start_of(record, rules, uniqueness_of(asking), &asking.stop());
    const report::Hint found = report::next_hint(state, rules,
                                                 asking.flag("to_end") ? report::Reach::smallest
                                                 : asking.has("rules") ? report::Reach::techniques
                                                                       : report::Reach::beyond,
                                                 &asking.stop());
    using explain::Disclosure;
    constexpr std::array levels = {Disclosure::where, Disclosure::technique, Disclosure::step};
    report::Verbosity telling = telling_of(asking);
    telling.level = levels.at(asking.whole("level", 1) - 1);
    telling.work_matrix = rules.work_matrix;
    ordered_json answer = report::to_json(record, state, found, telling);
    if (found.step && asking.flag("page")) {
        telling.level = Disclosure::where;
        answer["look"] = report::to_text(state, found, telling);
        telling.level = Disclosure::technique;
        answer["asks"] = report::to_text(state, found, telling);
        answer["page"] = page_of(report::frame_of(record, state, *found.step, telling.style));
    }
    return answer;
}

ordered_json why(QuestionContext& asking) {
    const Record& record = asking.record();
    const logic::State state = report::start_of(record);
    const std::string about = asking.text("candidate");
    const auto asked = parse_spot(about, state.geometry());
    if (!asked)
        throw InputError({.source = "candidate"}, "'" + about + "' is not on this board",
                         "a candidate such as r4c4=7 or 44.7, or a cell such as r4c4");
    const report::Verbosity telling = telling_of(asking);
    const report::Why found = report::why(
        state, *asked, asking.budget(), logic::Price::constraints,
        [&](const report::WhyProgress& now) {
            asking.progress(now.done,
                            now.of > 0 ? std::optional<std::uint64_t>{now.of} : std::nullopt, {},
                            now.doing);
        },
        telling.style.language);
    ordered_json answer = to_json(record, state, found, telling);
    if (asking.flag("page")) answer["page"] = page_of(frame_of(record, state, found, telling));
    return answer;
}

ordered_json judge(QuestionContext& asking) {
    Record record = asking.record();
    if (asking.has("grid"))
        record = for_key("grid", [&] {
            return report::with_grid(
                record, read_puzzle(asking.text("grid"), "grid", asking.stop()).puzzle);
        });
    std::istringstream steps{asking.text("steps")};
    const auto written = report::read_steps(steps, "steps", logic::State{record.puzzle});
    if (written.empty() && !record.progress)
        throw InputError({.source = "steps"}, "there is nothing to judge",
                         "steps, a grid, or a puzzle with digits filled in");
    const report::Spoilers telling{.spoil = asking.flag("spoil")};
    const report::Judged judged =
        report::judge(record, written, asking.budget(), language_of(asking));
    ordered_json answer = report::to_json(record, judged, telling);
    if (asking.flag("page"))
        answer["text"] = report::to_text(judged, record.puzzle.geometry().size(), telling);
    return answer;
}

ordered_json walk(QuestionContext& asking) {
    const Record& record = asking.record();
    report::WalkRequest request{.rules = rules_of(asking, "rules", "human"),
                                .to_end = asking.flag("to_end"),
                                .guess = logic::Guess::off,
                                .uniqueness = uniqueness_of(asking),
                                .tidy = asking.flag("tidy") ? report::Tidy::yes : report::Tidy::no,
                                .stop = &asking.stop()};
    std::uint64_t steps = 0;
    request.on_entry = [&](const logic::Entry&) { asking.progress(++steps); };
    const report::Walked walked = report::walk(record, request);
    ordered_json answer = report::figures_json(record, walked.path);
    answer["schema"] = asking.schema();
    const report::Verbosity telling = telling_of(asking);
    if (const std::string said = report::parting_text(walked, &asking.stop(), telling);
        !said.empty())
        answer["parting"] = said;
    if (const std::string said =
            report::no_solution_text(record.puzzle, walked.conflicting, telling);
        !said.empty())
        answer["conflict"] = said;
    answer["page"] = report::page_data(record, walked, &asking.stop(), telling);
    return answer;
}

/// refuse_rules(), for a scale.
void refuse_rules_in(Language language, const Puzzle& puzzle) {
    if (language == Language::english) refuse_rules(puzzle, "this scale");
    std::set<std::string> kinds;
    for (const Rule& rule : puzzle.rules()) kinds.insert(say(language, to_string(rule.kind)));
    if (!kinds.empty())
        throw InputError({},
                         say(language, "this scale does not know {}",
                             joined(std::vector(kinds.begin(), kinds.end()), "and", language)),
                         "a puzzle without them; other engines, methods and scales know rules");
}

/// What is rated, with the rating in words.
template <class Rated>
ordered_json told(const QuestionContext& asking, const Record& record, const Rated& rated) {
    ordered_json answer = report::to_json(record, rated);
    if (!asking.flag("page")) return answer;
    std::string words = report::to_text(rated, language_of(asking));
    while (words.ends_with('\n')) words.pop_back();
    answer["text"] = words;
    return answer;
}

ordered_json rate(QuestionContext& asking) {
    const Record& record = asking.record();
    const auto scale = asking.choice<report::RatingScale>("scale", report::rating_scales());
    if (!report::knows_rules(scale)) refuse_rules_in(language_of(asking), record.puzzle);
    if (const std::string why = report::undefined(record.puzzle, scale); !why.empty())
        throw InputError({.source = "scale"}, why, "methods, needs or paris");
    return report::with_rating(record.puzzle, scale,
                               {.assume_unique = asking.flag("assume_unique"),
                                .with_steps = scale == report::RatingScale::human,
                                .solve = asking.options()},
                               [&](const auto& rated) { return told(asking, record, rated); });
}

}  // namespace

void add_steps(std::vector<Question>& table) {
    table.push_back(
        {.name = "steps",
         .summary = "Every step that logic allows in a state",
         .details = "Steps with the same conclusions are told once, the simplest first. `page` "
                    "draws the first 200: see walk.",
         .takes = {puzzle_parameter(), text("rules", "a set of techniques; human"),
                   text("technique", "only this one, by any of its names"),
                   text("cell", "only steps that change this cell: r1c1"),
                   flag("all_reasons", "for steps with the same conclusions, all of them"),
                   flag("assume_unique", "take it for granted that there is one solution"),
                   page_parameter()},
         .gives = R"({"properties": {"steps": {"type": "array", "items": {"type": "object"}},
             "ending": {"type": "string"}, "page": {"type": "object"}},
           "required": ["steps", "ending"]})",
         .example = R"({"rules": "methods", "puzzle":
             "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2.."})",
         .answer = steps});
}

void add_why(std::vector<Question>& table) {
    table.push_back(
        {.name = "hint",
         .summary = "The next step, to be given away by degrees",
         .details =
             std::string(
                 "`text` says as much as `level` asks for; `look`, for a page, where to look. "
                 "`unsolvable`: what stands there leads to no solution. ") +
             page_help,
         .takes = {puzzle_parameter(), rules_parameter(), unique_parameter(),
                   flag("to_end", "where the rules are stuck, the smallest argument"),
                   whole(
                       "level",
                       "1: where to look; 2: also the technique; 3: the step; 1 if nothing is said")
                       .from(1, 3),
                   page_parameter()},
         .gives = R"({"properties": {"status": {"type": "string"}, "text": {"type": "string"},
             "unsolvable": {"type": "boolean"}, "look": {"type": "string"}, "asks": {"type": "string"}, "technique": {"type": "string"},
             "step": {"type": "object"}, "page": {"type": "object"}},
           "required": ["status", "text"]})",
         .answer = hint});
    table.push_back(
        {.name = "why",
         .summary = "Why a candidate must hold or cannot, or two solutions that differ there",
         .details = page_help,
         .takes = {puzzle_parameter(),
                   text("candidate", "a candidate such as r4c4=7 or 44.7, or a cell such as r4c4")
                       .required(),
                   page_parameter()},
         .gives = R"({"properties": {"outcome": {"type": "string"}, "text": {"type": "string"},
             "step": {"type": "object"},
             "solutions": {"type": "array", "items": {"type": "string"}},
             "page": {"type": "object"}},
           "required": ["outcome", "text"]})",
         .example = example({{"candidate", "r1c2=4"}}),
         .answer = why});
    table.push_back(
        {.name = "judge",
         .summary = "Judge somebody's steps, or what somebody filled in",
         .details =
             "Each step follows from what it cites, or is unsupported (true, but it does not "
             "follow from that), undecided (true in some solutions only) or wrong. A step "
             "that cites nothing is shown by the shortest argument.",
         .takes = {puzzle_parameter(),
                   text("steps",
                        "a line each: r4c6=5 or r1c2<>37, r1c5<>3, and after a colon from what: "
                        "'r4c6=5: 5 in row 4; r4c1'"),
                   text("grid", "what was filled in, a symbol a cell"),
                   flag("spoil", "name the cells that are wrong"), page_parameter()},
         .gives = R"({"properties": {"right": {"type": "boolean"},
             "has_solution": {"type": "boolean"}, "grid": {"type": "object"},
             "steps": {"type": "array", "items": {"type": "object", "properties": {
               "text": {"type": "string"}, "said": {"type": "string"}, "judgement": {"enum":
                 ["follows", "unsupported", "undecided", "wrong", "nothing new", "not known"]}},
               "required": ["text", "judgement"]}},
             "text": {"type": "string"}},
           "required": ["right", "has_solution", "steps"]})",
         .example = example({{"steps", "r1c2=4"}}),
         .answer = judge});
    table.push_back(
        {.name = "walk",
         .summary = "Every step by logic, drawn",
         .details = page_help,
         .takes = {puzzle_parameter(), rules_parameter(), unique_parameter(),
                   flag("to_end", "where the rules are stuck, go on by smallest arguments"),
                   flag("tidy", "leave out the steps that nothing later needs")},
         .gives = R"({"properties": {"status": {"type": "string"}, "page": {"type": "object"},
             "parting": {"type": "string"}, "conflict": {"type": "string"}},
           "required": ["status", "page"]})",
         .example = example({{"rules", "template"}}),
         .answer = walk});
    table.push_back(
        {.name = "rate",
         .summary = "Rate how hard puzzles are, on known scales",
         .takes = {puzzle_parameter(),
                   choice("scale", report::rating_scales(), "se if none is named"),
                   unique_parameter(), page_parameter()},
         .gives = R"({"properties": {"scale": {"type": "string"}, "text": {"type": "string"},
             "solutions": {"type": "string"}},
           "required": ["scale", "solutions"]})",
         .example = example({{"scale", "methods"}}),
         .answer = rate});
    table.push_back({.name = "techniques",
                     .summary = "The techniques that Clew knows",
                     .takes = {},
                     .gives = R"({"properties": {"techniques": {"type": "array"}},
           "required": ["techniques"]})",
                     .about_a_puzzle = false,
                     .example = "{}",
                     .answer = [](QuestionContext& asking) {
                         return report::techniques_json(telling_of(asking).style.language);
                     }});
}

}  // namespace clew::questions
