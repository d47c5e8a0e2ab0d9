#include "explain/report/steps.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json_objects.hpp"
#include "core/base/numbers.hpp"
#include "explain/report/question.hpp"
#include "explain/walkthrough.hpp"
#include "explain/words/lessons.hpp"
#include "logic/mus/possible.hpp"
#include "logic/mus/smallest.hpp"
#include "logic/strategies/strategy.hpp"
#include "logic/work_matrix.hpp"

namespace clew::report {
namespace {

using logic::AllSteps;
using logic::State;
using logic::Step;
using logic::StepGroup;
using nlohmann::ordered_json;
using Reasons = Verbosity::Reasons;

std::string settled_text(Language language) {
    return say(language, "Nothing more follows: every candidate that is left is in a solution.");
}
std::string passed_over_text(Language language) {
    return say(language,
               "Techniques that rest on uniqueness were passed over: it is not known that there is "
               "one solution only.");
}

ordered_json ids(const std::vector<logic::Technique>& techniques) {
    ordered_json list = ordered_json::array();
    for (logic::Technique t : techniques) list.push_back(logic::info(t).id);
    return list;
}

const char* status_of(const State& state, const Hint& hint) {
    if (hint.step) return "hint";
    if (state.solved()) return "solved";
    if (state.contradiction()) return "impossible";
    if (hint.settled) return "settled";
    return hint.ending == Ending::exhausted ? "stuck" : "interrupted";
}

const char* status_of(const State& state, const AllSteps& all) {
    if (state.contradiction()) return "impossible";
    if (state.solved()) return "solved";
    if (!all.groups.empty()) return "open";
    return all.settled ? "settled" : "stuck";
}

bool beyond_houses(const State& state, Reach reach) {
    return reach != Reach::techniques && state.rule_parts() != nullptr;
}

/// What a rule rules out by itself comes behind the singles, whatever their scale, and before all
/// else.
bool sooner(const Step& a, const Step& b) {
    const bool first = is_single(a.technique), second = is_single(b.technique);
    return first != second ? first : simpler(a, b);
}

}  // namespace

Hint next_hint(const State& state, const logic::RuleSet& rules, Reach reach, const StopFlag* stop,
               const std::function<void(const Progress&)>& on_progress) {
    Hint hint{.step = next_step(state, rules, stop, on_progress), .rules = rules.name};
    const bool over = state.solved() || state.contradiction();
    if (!over && beyond_houses(state, reach))
        for (Step& step : logic::rule_steps(state, stop))
            if (!hint.step || sooner(step, *hint.step)) hint.step = std::move(step);
    if (!over && !hint.step && (reach == Reach::smallest || beyond_houses(state, reach))) {
        logic::MusFinder explainer{state, {.stop = stop}};
        hint.unsolvable = explainer.ending() == Ending::exhausted && !explainer.solvable();
        logic::SmallestStep smallest = explainer.next(state);
        hint.settled = !smallest.step && smallest.ending == Ending::exhausted;
        hint.step = std::move(smallest.step);
    }
    hint.settled = hint.settled || (!hint.step && logic::nothing_follows(state, stop));
    if (!hint.step && !hint.settled && !over && stop != nullptr && stop->raised())
        hint.ending = Ending::interrupted;
    if (!hint.step && !hint.settled && !over && state.uniqueness() == logic::Uniqueness::unknown)
        for (const logic::TechniqueRule& rule : rules.rules)
            if (rule.is == logic::Switch::on &&
                logic::info(rule.technique).family == logic::Family::uniqueness)
                hint.passed_over.push_back(rule.technique);
    return hint;
}

namespace {

/// What the puzzle's rules that are no houses rule out, or else the smallest argument, besides.
void add_beyond_houses(AllSteps& all, const State& state, const logic::StepFilter& filter,
                       const StopFlag* stop) {
    const auto add = [&](Step&& step) {
        const auto same = std::ranges::find_if(all.groups, [&](const StepGroup& group) {
            return group.steps.front().eliminations == step.eliminations &&
                   group.steps.front().placements == step.placements;
        });
        if (same == all.groups.end()) {
            all.groups.push_back({{std::move(step)}});
        } else {
            same->steps.push_back(std::move(step));
            std::ranges::stable_sort(same->steps, logic::simpler);
        }
    };
    for (Step& step : logic::rule_steps(state, stop))
        if (passes(step, filter, state.geometry())) add(std::move(step));
    if (all.groups.empty() && !filter.technique && !filter.house && !filter.cell) {
        logic::SmallestStep smallest = logic::smallest_step(state, {.stop = stop});
        all.settled = !smallest.step && smallest.ending == Ending::exhausted;
        if (smallest.step) add(std::move(*smallest.step));
    }
    std::ranges::stable_sort(all.groups, [](const StepGroup& a, const StepGroup& b) {
        return sooner(a.steps.front(), b.steps.front());
    });
    if (stop != nullptr && stop->raised()) all.ending = Ending::interrupted;
}

}  // namespace

AllSteps every_step(const State& state, const logic::RuleSet& rules,
                    const logic::StepFilter& filter, Reach reach, const StopFlag* stop,
                    const std::function<void(const Progress&)>& on_progress) {
    AllSteps all = all_steps(state, rules, filter, stop, on_progress);
    if (beyond_houses(state, reach) && !state.solved() && !state.contradiction())
        add_beyond_houses(all, state, filter, stop);
    all.settled = all.settled || (all.groups.empty() && logic::nothing_follows(state, stop));
    return all;
}

std::string to_text(const State& state, const Hint& hint, const Verbosity& telling) {
    if (hint.step) return explain::hint(state, *hint.step, telling.level, telling.style);
    const Language language = telling.style.language;
    if (state.solved()) return say(language, "The puzzle is solved.");
    if (state.contradiction())
        return say(language, "This state has no solution: something in it is wrong.");
    if (hint.settled) return settled_text(language);
    if (hint.ending != Ending::exhausted) return say(language, "Stopped before a step was found.");
    return say(language, "No step by these rules ({}).", hint.rules) +
           (hint.passed_over.empty() ? "" : " " + passed_over_text(language));
}

ordered_json to_json(const Record& record, const State& state, const Hint& hint,
                     const Verbosity& telling) {
    ordered_json object = question_json("clew/hint/1", record, About::state);
    object["status"] = status_of(state, hint);
    object["text"] = to_text(state, hint, telling);
    if (!hint.passed_over.empty()) object["passed_over"] = ids(hint.passed_over);
    if (hint.unsolvable) object["unsolvable"] = true;
    if (hint.step && telling.level != explain::Disclosure::where)
        object["technique"] = logic::info(hint.step->technique).id;
    if (hint.step && telling.level == explain::Disclosure::step)
        object["step"] = explain::step_json(state, *hint.step, telling.style, telling.work_matrix);
    return object;
}

std::string to_text(const State& state, const AllSteps& all, const Verbosity& telling) {
    const Language language = telling.style.language;
    std::string out = state.contradiction() ? say(language, "this state has no solution")
                      : state.solved()      ? say(language, "solved")
                                       : say_of(language, all.groups.size(), "{} step", "{} steps",
                                                all.groups.size());
    if (all.ending != Ending::exhausted)
        out += " (" + say(language, clew::to_string(all.ending)) + ")";
    out += "\n";
    for (const StepGroup& group : all.groups) {
        const std::size_t told = telling.reasons == Reasons::all ? group.steps.size() : 1;
        for (std::size_t i = 0; i < told; ++i) {
            const Step& step = group.steps[i];
            const explain::Narration words = explain::narrate(state, step, telling.style);
            const std::string line = words.title + " (" + std::to_string(step.score) + "). " +
                                     explain::in_one_line(words.text());
            out += i == 0 ? "  " + line : "    " + say(language, "or: {}", line);
            if (told == 1 && group.steps.size() > 1)
                out += " [" + say(language, "{} reasons", group.steps.size()) + "]";
            out += "\n";
        }
    }
    if (all.settled)
        out += "  " + settled_text(language) + "\n";
    else if (all.groups.empty() && !all.passed_over.empty())
        out += "  " + passed_over_text(language) + "\n";
    return out;
}

ordered_json to_json(const Record& record, const State& state, const AllSteps& all,
                     const std::string& rules, const Verbosity& telling) {
    ordered_json object = question_json("clew/steps/1", record, About::state);
    object["rule_set"] = rules;
    object["status"] = status_of(state, all);
    object["ending"] = clew::to_string(all.ending);
    if (!all.passed_over.empty()) object["passed_over"] = ids(all.passed_over);
    object["steps"] = ordered_json::array();
    for (const StepGroup& group : all.groups) {
        ordered_json step =
            explain::step_json(state, group.steps.front(), telling.style, telling.work_matrix);
        if (telling.reasons == Reasons::all) {
            step["also"] = ordered_json::array();
            for (std::size_t i = 1; i < group.steps.size(); ++i)
                step["also"].push_back(
                    explain::step_json(state, group.steps[i], telling.style, telling.work_matrix));
        } else {
            step["reasons_in_all"] = group.steps.size();
        }
        object["steps"].push_back(std::move(step));
    }
    return object;
}

std::string techniques_text() {
    constexpr std::size_t widest = 26;
    std::string text;
    for (const logic::TechniqueInfo& t : logic::techniques()) {
        if (logic::strategy_of(t.technique) == nullptr) continue;
        std::string id = t.id;
        id.resize(std::max(id.size(), widest), ' ');
        text += id + " " + t.name + ", " + to_string(t.family) + ", score " +
                std::to_string(t.methods) + " (methods), " + std::to_string(t.clew) +
                " (clew) or " + std::to_string(t.human) + " (human)";
        const auto others = logic::aliases_of(t.technique);
        for (std::size_t i = 0; i < others.size(); ++i)
            text += (i == 0 ? "; also " : ", ") + std::string{others[i]};
        text += "\n";
    }
    return text;
}

ordered_json techniques_json(Language language) {
    ordered_json object = {{"schema", "clew/techniques/1"}, {"techniques", ordered_json::array()}};
    for (const logic::TechniqueInfo& t : logic::techniques()) {
        if (logic::strategy_of(t.technique) == nullptr) continue;
        object["techniques"].push_back(
            {{"technique", t.id},
             {"name", say(language, t.name)},
             {"family", to_string(t.family)},
             {"aliases", logic::aliases_of(t.technique)},
             {"scores", {{"methods", t.methods}, {"clew", t.clew}, {"human", t.human}}}});
        if (const explain::Lesson* lesson = explain::lesson_of(t.technique))
            object["techniques"].back()["lesson"] = {{"ask", say(language, lesson->ask)},
                                                     {"follows", say(language, lesson->follows)},
                                                     {"board", lesson->board}};
    }
    return object;
}

ordered_json to_json(const Record& record, const State& start, const logic::Path& path,
                     const explain::WalkJsonOptions& options) {
    ordered_json object = question_json("clew/explain/1", record, About::state);
    take_keys(object, explain::walk_json(start, path, options));
    return object;
}

ordered_json figures_json(const Record& record, const logic::Path& path) {
    ordered_json object = question_json("clew/explain/1", record, About::state);
    object["status"] = to_string(path.status);
    object["ending"] = clew::to_string(path.ending);
    object["score"] = path.score;
    object["hardest"] = path.hardest_score;
    object["guesses"] = path.guesses;
    object["steps"] = path.entries.size();
    return object;
}

Replay replay(const explain::RecordedWalk& walk, const StopFlag* stop) {
    Replay done{.steps = walk.entries.size(),
                .proof = logic::audit(walk.start, walk.entries, {.stop = stop})};
    if (!done.proof.sound()) return done;
    explain::visit(walk.start, walk.entries, [&](const State& before, std::size_t i) {
        if (walk.work_matrices[i].empty()) return;
        const auto matrix = work_matrix(before, walk.entries[i].step);
        // Values, not texts: another program may write the keys in another order.
        using nlohmann::json;
        done.matrices = done.matrices && matrix &&
                        json::parse(to_json(*matrix).dump()) == json::parse(walk.work_matrices[i]);
    });
    done.agrees = done.matrices && explain::is_recorded_end(walk, done.proof.end);
    return done;
}

std::string to_text(const Replay& r) {
    if (!r.proof.sound())
        return "Step " + std::to_string(r.proof.entry + 1) + " of " + std::to_string(r.steps) +
               " is not proved: " + r.proof.result.what;
    return "Replayed " + counted(r.steps, "step", "steps") +
           ", each proved from the constraints it cites; " +
           (r.agrees     ? "the end is as recorded."
            : r.matrices ? "the end is not the recorded one."
                         : "a work matrix is not that of its step.");
}

ordered_json to_json(const Record& record, const Replay& r) {
    ordered_json object = question_json("clew/replay/1", record, About::state);
    object["steps"] = r.steps;
    object["proved"] = r.proof.proved;
    object["state_agrees"] = r.agrees;
    if (!r.proof.sound()) {
        object["failed"] = r.proof.entry + 1;
        object["why"] = r.proof.result.what;
    }
    return object;
}

}  // namespace clew::report
