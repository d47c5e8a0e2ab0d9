// What logic finds in a state: steps.

#include <algorithm>

#include "core/board/notation.hpp"
#include "core/board/spot.hpp"
#include "explain/pictures/page_data.hpp"
#include "explain/report/steps.hpp"
#include "explain/report/walk.hpp"
#include "explain/step_view.hpp"
#include "logic/strategies/unknown_name.hpp"
#include "questions/table.hpp"

namespace clew::questions {

using nlohmann::ordered_json;

namespace {

constexpr std::size_t most_drawn = 200;  // steps; a crowded state has thousands

ordered_json steps(QuestionContext& asking) {
    const std::string name = asking.text("rules", "human");
    const std::optional<logic::RuleSet> rules = logic::find_rules(name);
    if (!rules) throw InputError({.source = "rules"}, logic::no_rules(name), logic::known_rules());
    logic::StepFilter filter;
    const Record& record = asking.record();
    if (asking.has("technique")) {
        filter.technique = logic::parse_technique(asking.text("technique"));
        if (!filter.technique)
            throw InputError({.source = "technique"}, logic::no_technique(asking.text("technique")),
                             "an id such as naked-pair");
    }
    if (asking.has("cell")) {
        filter.cell = parse_spot_cell(asking.text("cell"), record.puzzle.geometry().size());
        if (!filter.cell)
            throw InputError({.source = "cell"},
                             "'" + asking.text("cell") + "' is not a cell of this board", "r1c1");
    }
    const report::AskUniqueness how =
        asking.flag("assume_unique") ? report::AskUniqueness::assume : report::AskUniqueness::prove;
    const logic::State state =
        report::start_of(record, *rules, how, &asking.stop(), filter.technique);
    const logic::AllSteps all = report::every_step(
        state, *rules, filter,
        asking.has("rules") ? report::Reach::techniques : report::Reach::beyond, &asking.stop());
    const report::Verbosity telling{.reasons = asking.flag("all_reasons")
                                                   ? report::Verbosity::Reasons::all
                                                   : report::Verbosity::Reasons::simplest,
                                    .work_matrix = rules->work_matrix};
    ordered_json answer = to_json(record, state, all, rules->name, telling);
    if (!asking.flag("page")) return answer;
    std::vector<explain::Frame> frames;
    for (const logic::StepGroup& group : all.groups) {
        if (frames.size() == most_drawn) break;
        explain::View view = explain::view_of(state, record.puzzle);
        explain::show(view, state, group.steps.front());
        const explain::Narration told =
            explain::narrate(state, group.steps.front(), telling.notation);
        frames.push_back({.view = std::move(view), .title = told.title, .text = told.text()});
    }
    if (!frames.empty()) answer["page"] = explain::page_data(frames);
    return answer;
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

}  // namespace clew::questions
