#include "explain/report/lab.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "explain/report/csv.hpp"
#include "explain/report/question.hpp"

namespace clew::report {
namespace {

using nlohmann::ordered_json;

constexpr const char* schema = "clew/lab/1";

const char* id(const Trial& trial, std::size_t rule) {
    return logic::info(trial.rules.rules[rule].technique).id;
}

bool is_on(const Trial& trial, std::size_t rule) {
    return trial.rules.rules[rule].is == logic::Switch::on;
}

std::string listed(const Trial& trial, const std::vector<std::size_t>& rules) {
    std::string text;
    for (std::size_t i : rules) text += (text.empty() ? "" : ", ") + std::string{id(trial, i)};
    return text.empty() ? "none" : text;
}

std::vector<std::size_t> redundant(const Trial& trial) {
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < trial.report.rules.size(); ++i)
        if (is_on(trial, i) && trial.report.rules[i].needed == 0) list.push_back(i);
    return list;
}

double rate(const Trial& t) {
    return t.seconds > 0 ? static_cast<double>(t.report.puzzles.size()) / t.seconds : 0;
}

}  // namespace

double Trial::share() const {
    return report.puzzles.empty()
               ? 0
               : static_cast<double>(report.solved) / static_cast<double>(report.puzzles.size());
}

int Trial::hardest() const {
    int most = 0;
    for (const logic::LabPuzzle& p : report.puzzles)
        if (p.status == logic::Status::solved) most = std::max(most, p.hardest);
    return most;
}

std::string to_text(const std::vector<Trial>& trials, const TrialOptions& options) {
    const bool speed = options.speed == TrialOptions::Speed::shown;
    std::string out = fmt::format("{:<12} {:>8} {:>8} {:>8} {:>7} {:>8} {:>8}", "rules", "puzzles",
                                  "solved", "share", "steps", "score", "hardest");
    if (speed) out += fmt::format(" {:>10}", "puzzles/s");
    out += "\n";
    for (const Trial& t : trials) {
        out += fmt::format("{:<12} {:>8} {:>8} {:>7.2f}% {:>7.1f} {:>8.0f} {:>8}", t.rules.name,
                           t.report.puzzles.size(), t.report.solved, 100 * t.share(),
                           t.report.mean_steps, t.report.mean_score, t.hardest());
        if (speed) out += fmt::format(" {:>10.0f}", rate(t));
        out += "\n";
    }
    out +=
        "steps and score are means over the solved puzzles; hardest is the dearest step that any "
        "of them took\n";
    for (const Trial& t : trials) {
        out += "\n" + t.rules.name;
        if (!t.rules.description.empty()) out += ": " + t.rules.description;
        out += "\n";
        if (options.lines == TrialOptions::Lines::rules) {
            out += fmt::format("  {:<28} {:>6} {:>9} {:>8} {:>8}\n", "rule", "score", "steps",
                               "puzzles", "needed");
            for (std::size_t i = 0; i < t.rules.rules.size(); ++i)
                if (is_on(t, i))
                    out += fmt::format("  {:<28} {:>6} {:>9} {:>8} {:>8}\n", id(t, i),
                                       t.rules.rules[i].score, t.report.rules[i].steps,
                                       t.report.rules[i].puzzles, t.report.rules[i].needed);
        }
        if (options.needs == logic::Needs::find)
            out += "  redundant given the others: " + listed(t, redundant(t)) + "\n";
    }
    return out;
}

std::string to_csv(const std::vector<Trial>& trials, const TrialOptions& options) {
    std::string out =
        "row,rule_set,technique,score,puzzles,solved,steps,needed,mean_steps,mean_"
        "score,"
        "hardest,cpu_seconds\n";
    for (const Trial& t : trials) {
        out += fmt::format("set,{},,,{},{},,,{:.3f},{:.3f},{},{}\n", csv_field(t.rules.name),
                           t.report.puzzles.size(), t.report.solved, t.report.mean_steps,
                           t.report.mean_score, t.hardest(),
                           t.seconds > 0 ? fmt::format("{:.6f}", t.seconds) : "");
        for (std::size_t i = 0; i < t.rules.rules.size(); ++i) {
            if (!is_on(t, i)) continue;
            const logic::LabRule& rule = t.report.rules[i];
            out +=
                fmt::format("rule,{},{},{},{},,{},{},,,,\n", csv_field(t.rules.name), id(t, i),
                            t.rules.rules[i].score, rule.puzzles, rule.steps,
                            options.needs == logic::Needs::find ? std::to_string(rule.needed) : "");
        }
    }
    return out;
}

Plot share_plot(const std::vector<Trial>& trials) {
    Plot plot{"Puzzles solved by steps no harder than so much",
              {"score of the hardest step", Scale::linear},
              {"% of the puzzles", Scale::linear}};
    for (const Trial& t : trials) {
        std::vector<int> scores;
        for (const logic::LabPuzzle& p : t.report.puzzles)
            if (p.status == logic::Status::solved) scores.push_back(p.hardest);
        std::ranges::sort(scores);
        Curve curve{t.rules.name, {}};
        for (std::size_t i = 0; i < scores.size(); ++i)
            if (i + 1 == scores.size() || scores[i + 1] != scores[i])
                curve.points.push_back({static_cast<double>(scores[i]),
                                        100.0 * static_cast<double>(i + 1) /
                                            static_cast<double>(t.report.puzzles.size())});
        if (!curve.points.empty()) plot.curves.push_back(std::move(curve));
    }
    return plot;
}

ordered_json to_json(const Tried& on, const std::vector<Trial>& trials,
                     const TrialOptions& options) {
    ordered_json root;
    root["schema"] = schema;
    if (on.made) {
        root["generated"] = {{"number", on.made->number}, {"seed", on.made->seed}};
    } else {
        root["puzzles"] = ordered_json::array();
        for (const Record& record : on.puzzles)
            root["puzzles"].push_back(question_json(schema, record, About::state));
    }
    root["sets"] = ordered_json::array();
    for (const Trial& t : trials) {
        ordered_json set;
        set["rule_set"] = t.rules.name;
        set["puzzles"] = t.report.puzzles.size();
        set["solved"] = t.report.solved;
        set["settled"] = t.report.settled;
        set["stuck"] = t.report.stuck;
        set["impossible"] = t.report.impossible;
        set["mean_steps"] = t.report.mean_steps;
        set["mean_score"] = t.report.mean_score;
        set["hardest"] = t.hardest();
        if (t.seconds > 0) set["cpu_seconds"] = t.seconds;
        set["techniques"] = ordered_json::array();
        for (std::size_t i = 0; i < t.rules.rules.size(); ++i) {
            if (!is_on(t, i)) continue;
            set["techniques"].push_back({{"technique", id(t, i)},
                                         {"score", t.rules.rules[i].score},
                                         {"steps", t.report.rules[i].steps},
                                         {"puzzles", t.report.rules[i].puzzles}});
            if (options.needs == logic::Needs::find)
                set["techniques"].back()["needed"] = t.report.rules[i].needed;
        }
        root["sets"].push_back(std::move(set));
    }
    return root;
}

}  // namespace clew::report
