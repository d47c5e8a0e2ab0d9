// Explaining: the walk through a puzzle, one candidate, the next step, every step, and how hard it
// is. The answers are the command's JSON; what draws them stays here.

#include <pybind11/stl.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "clew/explain.hpp"
#include "clew/logic.hpp"
#include "clew/report.hpp"
#include "explain/report/house_name.hpp"
#include "logic/strategies/unknown_name.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/call.hpp"
#include "python/bindings/convert.hpp"
#include "python/bindings/pictures.hpp"
#include "python/bindings/walk.hpp"

namespace clew::python {
namespace {

using explain::Frame;
using report::AskUniqueness;
using report::Verbosity;

AskUniqueness parse_uniqueness(const std::string& text) {
    return one_of<AskUniqueness>("uniqueness", text, {"prove", "assume", "off"});
}

const Pictures& pictures_of(Walk& walk) {
    if (!walk.pictures)
        walk.pictures = Pictures{explain::frames_of(walk.record.puzzle, walk.walked.start,
                                                    walk.walked.path, walk.telling.style)};
    return *walk.pictures;
}

std::string text_of(const Walk& walk, const std::string& boards, bool markdown, std::size_t width) {
    explain::WalkOptions options{.style = walk.telling.style, .width = width};
    options.boards = one_of<explain::Boards>("boards", boards, {"none", "ends", "every"});
    if (markdown) options.markup = explain::Markup::markdown;
    options.work_matrix = walk.walked.work_matrix;
    return explain::write_walk(walk.record.puzzle, walk.walked.start, walk.walked.path, options);
}

Walk explain_of(const Record& record, Call& call, const std::optional<std::string>& rules,
                bool to_end, const std::optional<std::string>& guess,
                std::optional<std::uint64_t> max_guesses, const std::string& uniqueness, bool tidy,
                const std::string& price, const std::string& notation,
                const std::string& language) {
    report::WalkRequest request{.rules = rules_of(rules.value_or("human")),
                                .to_end = to_end,
                                .max_guesses = max_guesses,
                                .uniqueness = parse_uniqueness(uniqueness),
                                .tidy = tidy ? report::Tidy::yes : report::Tidy::no,
                                .price = parse_price(price),
                                .stop = call.budget().stop};
    if (guess) request.guess = one_of<logic::Guess>("guess", *guess, {"off", "first", "all"});
    const Verbosity telling{.style = parse_style(notation, language)};
    std::uint64_t steps = 0;
    request.on_entry = [&](const logic::Entry&) { call.tell(++steps, 0); };
    return call.run([&] {
        report::Walked walked = report::walk(record, request);
        std::string json = to_json(record, walked, request.stop, telling).dump();
        return Walk{record, std::move(walked), telling, std::move(json)};
    });
}

py::tuple audit_of(const Walk& walk, Call& call) {
    const logic::PathAudit proof = call.run([&] {
        return logic::audit(walk.walked.start, walk.walked.path.entries,
                            {.stop = call.budget().stop});
    });
    return py::make_tuple(proof.sound(), proof.entry, proof.result.what);
}

py::tuple why_of(const Record& record, Call& call, const std::string& about,
                 const std::string& price, const std::string& notation,
                 const std::string& language) {
    const logic::State state = report::start_of(record);
    const auto asked = parse_spot(about, state.geometry());
    if (!asked)
        throw py::value_error(
            "'" + about + "' is not on this board: a candidate such as r4c4=7 or 44.7, or a cell");
    const logic::Price counted = parse_price(price);
    const Verbosity telling{.style = parse_style(notation, language)};
    std::string json;
    Pictures pictures = call.run([&] {
        const report::Why found =
            report::why(state, *asked, call.budget(), counted,
                        [&](const report::WhyProgress& now) { call.tell(now.none_below - 1, 0); });
        json = to_json(record, state, found, telling).dump();
        std::vector<Frame> frames;
        frames.push_back(frame_of(record, state, found, telling));
        return Pictures{std::move(frames)};
    });
    return py::make_tuple(json, std::move(pictures));
}

std::string judge_of(Record record, Call& call, const std::string& steps,
                     const std::optional<Record>& grid, bool spoil, const std::string& language) {
    const Language told = parse_language(language);
    if (grid) record = report::with_grid(std::move(record), grid->puzzle);
    std::istringstream in{steps};
    const auto written = report::read_steps(in, "steps", logic::State{record.puzzle});
    if (written.empty() && !record.progress)
        throw py::value_error(
            "there is nothing to judge: steps, a grid, or a puzzle with digits filled in");
    return call.run([&] {
        return to_json(record, report::judge(record, written, call.budget(), told),
                       {.spoil = spoil})
            .dump();
    });
}

// All techniques, and what they know nothing of; or those that were asked for alone.
report::Reach reach_of(const std::optional<std::string>& rules) {
    return rules ? report::Reach::techniques : report::Reach::beyond;
}

// The three levels of a hint as JSON, and the step's picture if there is one.
py::tuple hint_of(const Record& record, Call& call, const std::optional<std::string>& rules,
                  const std::string& uniqueness, const std::string& notation,
                  const std::string& language) {
    const logic::RuleSet set = rules_of(rules.value_or("human"));
    const AskUniqueness how = parse_uniqueness(uniqueness);
    Verbosity telling{.style = parse_style(notation, language), .work_matrix = set.work_matrix};
    std::vector<std::string> levels;
    Pictures pictures = call.run([&] {
        const logic::State state = report::start_of(record, set, how, call.budget().stop);
        const report::Hint hint =
            report::next_hint(state, set, reach_of(rules), call.budget().stop,
                              [&](const Progress& h) { call.tell(h, Engine::automatic); });
        for (const auto level : {explain::Disclosure::where, explain::Disclosure::technique,
                                 explain::Disclosure::step}) {
            telling.level = level;
            levels.push_back(to_json(record, state, hint, telling).dump());
        }
        Pictures drawn;
        if (hint.step)
            drawn.frames.push_back(report::frame_of(record, state, *hint.step, telling.style));
        return drawn;
    });
    return py::make_tuple(levels, std::move(pictures));
}

// The JSON of all steps, and a picture of the simplest of each group.
py::tuple steps_of(const Record& record, Call& call, const std::optional<std::string>& rules,
                   const std::optional<std::string>& technique, const py::object& cell,
                   const std::optional<std::string>& house, const std::string& uniqueness,
                   bool all_reasons, const std::string& notation, const std::string& language) {
    const logic::RuleSet set = rules_of(rules.value_or("human"));
    const AskUniqueness how = parse_uniqueness(uniqueness);
    logic::StepFilter filter;
    if (technique) {
        filter.technique = logic::parse_technique(*technique);
        if (!filter.technique) throw py::value_error(logic::no_technique(*technique));
    }
    if (!cell.is_none()) filter.cell = to_cell(cell, record.puzzle.geometry());
    if (house) {
        filter.house = report::find_house(*house, record.puzzle.geometry());
        if (!filter.house)
            throw py::value_error("house: this board has no '" + *house +
                                  "'; a name such as 'row 3', 'r3' or 'b3'");
    }
    const Verbosity telling{
        .style = parse_style(notation, language),
        .reasons = all_reasons ? Verbosity::Reasons::all : Verbosity::Reasons::simplest,
        .work_matrix = set.work_matrix};
    std::string json;
    Pictures pictures = call.run([&] {
        const StopFlag* stop = call.budget().stop;
        const logic::State state = report::start_of(record, set, how, stop, filter.technique);
        const logic::AllSteps all =
            report::every_step(state, set, filter, reach_of(rules), stop,
                               [&](const Progress& h) { call.tell(h, Engine::automatic); });
        json = to_json(record, state, all, set.name, telling).dump();
        Pictures drawn;
        for (const logic::StepGroup& group : all.groups)
            drawn.frames.push_back(
                report::frame_of(record, state, group.steps.front(), telling.style));
        return drawn;
    });
    return py::make_tuple(json, std::move(pictures));
}

std::string rate_of(const Record& record, Call& call, const std::string& scale, bool assume_unique,
                    bool with_steps, const std::string& price, const std::string& rules,
                    std::optional<std::uint64_t> nodes) {
    SolveOptions solve = call.options();
    solve.on_progress = {};  // whoever asks for several scales tells how many are done
    const report::RateOptions options{.assume_unique = assume_unique,
                                      .with_steps = with_steps,
                                      .price = parse_price(price),
                                      .rules = rules_of(rules),
                                      .nodes = nodes,
                                      .solve = solve};
    const auto asked = one_of<report::RatingScale>("scale", scale, report::rating_scales());
    if (!report::knows_rules(asked)) refuse_rules(record.puzzle, "the scale " + scale);
    if (const std::string why = report::undefined(record.puzzle, asked); !why.empty())
        throw InputError(record.place, why, "scale needs");
    return call.run([&] {
        return report::with_rating(record.puzzle, asked, options, [&](const auto& rated) {
            return to_json(record, rated).dump();
        });
    });
}

}  // namespace

void bind_explain(py::module_& module) {
    py::class_<Walk>(module, "Walk", "What clew.explain found, kept to be told and drawn.")
        .def_property_readonly(
            "json", [](const Walk& w) { return w.json; }, "As JSON text.")
        .def("text", &text_of, "See clew.Walk.text.")
        .def(
            "svg",
            [](Walk& w, std::size_t index, double cell_pixels, bool legend) {
                return draw(pictures_of(w).at(index), cell_pixels, legend);
            },
            py::arg("index"), py::arg("cell_pixels") = 40.0, py::arg("legend") = true,
            "The board before a step; behind the last, that of the end.")
        .def(
            "html",
            [](const Walk& w, Call& call) {
                return call.run(
                    [&] { return page_of(w.record, w.walked, call.budget().stop, w.telling); });
            },
            "See clew.Walk.html.")
        .def("audit", &audit_of, "See clew.Walk.audit.");
    module.def("explain", &explain_of, py::arg("puzzle"), py::arg("call"), py::arg("rules"),
               py::arg("to_end"), py::arg("guess"), py::arg("max_guesses"), py::arg("uniqueness"),
               py::arg("tidy"), py::arg("price"), py::arg("notation"), py::arg("language"),
               "See clew.explain.");
    module.def("why", &why_of, "See clew.why.");
    module.def("hint", &hint_of, "See clew.hint.");
    module.def("steps", &steps_of, "See clew.steps.");
    module.def("judge", &judge_of, "See clew.judge.");
    module.def("rate", &rate_of, "See clew.rate.");
}

}  // namespace clew::python
