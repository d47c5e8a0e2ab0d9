// clew lab: rule sets tried on many puzzles.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/explain_options.hpp"
#include "cli/output_file.hpp"
#include "cli/plot.hpp"
#include "cli/progress.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/usage_error.hpp"
#include "cli/watch.hpp"
#include "cli/work_options.hpp"
#include "encode/base/workers.hpp"
#include "encode/setter/generate.hpp"
#include "logic/lab/lab.hpp"

namespace clew::cli {
namespace {

using logic::RuleSet;

struct Trial {
    RuleSet rules;
    logic::LabReport report;
    std::optional<logic::CheapestRules> cheapest;
    double seconds = 0;  ///< processor time of all paths, with --time

    const char* id(std::size_t rule) const { return logic::info(rules.rules[rule].technique).id; }
    bool is_on(std::size_t rule) const { return rules.rules[rule].is == logic::Switch::on; }
    double share() const {
        return report.puzzles.empty() ? 0
                                      : static_cast<double>(report.solved) /
                                            static_cast<double>(report.puzzles.size());
    }
    int hardest() const {
        int most = 0;
        for (const logic::LabPuzzle& p : report.puzzles)
            if (p.status == logic::Status::solved) most = std::max(most, p.hardest);
        return most;
    }
    double rate() const {
        return seconds > 0 ? static_cast<double>(report.puzzles.size()) / seconds : 0;
    }
};

class LabCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"lab", "Explain", "Try rule sets on many puzzles and compare them"};
    }

    void declare(Arguments& a) override {
        input_.declare(a);
        a.value("--generate", generate_, "N",
                "instead of reading: so many minimal 9x9 puzzles with one solution")
            .from(1)
            .not_with({{"FILE"}, {"--input-format"}, {"--keep-going"}});
        a.value("--seed", seed_, "N", "for --generate: the same seed gives the same puzzles")
            .needs({{"--generate"}});
        a.value("--rules", rules_, "RULES",
                rules_help("rules to try; may be repeated; every built-in set if it is not given"));
        a.flag("--cheapest", cheapest_,
               "find the cheapest choice of each set's rules that solves as much");
        a.value("--proof-walks", proof_walks_, "N",
                "for --cheapest: walks to spend on the proof (default 20000)")
            .needs({{"--cheapest"}});
        a.flag("--details", details_,
               "a line for every rule: how often it hit, where it is needed");
        a.flag("--no-needs", no_needs_,
               "do not ask which rules are needed: each puzzle is walked just once")
            .not_with({{"--details"}});
        a.flag("--time", time_, "measure puzzles a second, on one thread");
        a.file("--csv", csv_, "FILE", "write the figures as CSV: a row a set, a row a rule");
        a.file("--plot", plot_, "FILE",
               "SVG: share of puzzles solved by steps no harder than so much, a curve a set");
        a.flag("--json", json_, "one JSON object on standard output");
        work_.declare_threads(a);
        a.duration("--timeout", timeout_, "give up after so long; then nothing is printed");
        a.flag("-q,--quiet", quiet_, "no progress");
        a.note(
            "A rule is redundant given the others if the set solves the same puzzles without it. "
            "The cheapest choice is the one with the least sum of scores; if the proof does not "
            "come to its end the output says what was proved. Guessing is always off. Everything "
            "but --time is "
            "the same on every run.");
        a.example("clew lab --generate 10000 --details", "every built-in set on 10 000 puzzles");
        a.example("clew lab puzzles.sdm --rules methods --rules mine.json --plot share.svg",
                  "two sets on a list of your own");
    }

    ExitCode run(Host& host) override {
        Watch watch{host, timeout_};
        std::vector<logic::State> states = puzzles(host, watch);
        if (rules_.empty())
            for (const RuleSet& set : logic::built_in_rules()) rules_.push_back(set.name);
        std::vector<Trial> trials;
        for (const std::string& name : rules_)
            trials.push_back({rules_of("--rules", name), {}, std::nullopt, 0});
        {
            Progress progress{host, "puzzles", quiet_ ? Quiet::yes : Quiet::no};
            const logic::Lab lab{
                states,
                [&](std::size_t count, const std::function<void(std::size_t)>& work) {
                    on_all_threads(count, watch, [&](std::size_t i) {
                        work(i);
                        progress.add(1);
                    });
                },
                &watch.flag()};
            for (Trial& trial : trials) {
                trial.report =
                    lab.run(trial.rules, no_needs_ ? logic::Needs::skip : logic::Needs::find);
                if (cheapest_) trial.cheapest = lab.cheapest(trial.rules, {.walks = proof_walks_});
                if (time_ && !watch.stopped()) trial.seconds = seconds_of(states, trial.rules);
                if (watch.stopped()) break;
            }
        }
        if (watch.stopped()) {
            host.err << "clew: " << watch.why() << "\n";
            return watch.exit_code();
        }
        if (json_)
            host.out << json(trials).dump(1) << "\n";
        else
            print(host.out, trials);
        if (csv_) {
            OutputFile output{host, csv_};
            write_csv(output.stream(), trials);
            output.commit();
        }
        if (plot_) {
            OutputFile output{host, plot_};
            output.stream() << write_svg(share_plot(trials));
            output.commit();
        }
        return ExitCode::ok;
    }

  private:
    std::vector<logic::State> puzzles(Host& host, Watch& watch) {
        std::vector<logic::State> states;
        if (!generate_) {
            PuzzleInput input{host, input_};
            while (auto record = input.next()) states.push_back(start_of(*record));
            return states;
        }
        const setter::Generator generator{{.seed = seed_}};
        std::vector<std::optional<Puzzle>> made(*generate_);
        Progress progress{host, "puzzles made", quiet_ ? Quiet::yes : Quiet::no};
        on_all_threads(made.size(), watch, [&](std::size_t i) {
            made[i] = generator.make(i, {.stop = &watch.flag()}).puzzle;
            progress.add(1);
        });
        for (const auto& puzzle : made)
            if (puzzle) states.emplace_back(*puzzle);
        return states;
    }

    template <class Work>
    void on_all_threads(std::size_t count, Watch& watch, const Work& work) const {
        std::atomic<std::size_t> next{0};
        run_workers(work_.thread_count(), [&](unsigned) {
            try {
                for (std::size_t i = next++; i < count && !watch.stopped(); i = next++) work(i);
            } catch (...) {
                next = count;  // nobody goes on for nothing
                throw;
            }
        });
    }

    static double seconds_of(const std::vector<logic::State>& states, const RuleSet& rules) {
        const std::clock_t start = std::clock();
        for (const logic::State& state : states)
            logic::walk(state, {.rules = &rules, .guess = logic::Guess::off});
        return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    }

    static std::string listed(const Trial& trial, const std::vector<std::size_t>& rules) {
        std::string text;
        for (std::size_t i : rules) text += (text.empty() ? "" : ", ") + std::string{trial.id(i)};
        return text.empty() ? "none" : text;
    }

    static std::vector<std::size_t> redundant(const Trial& trial) {
        std::vector<std::size_t> list;
        for (std::size_t i = 0; i < trial.report.rules.size(); ++i)
            if (trial.is_on(i) && trial.report.rules[i].needed == 0) list.push_back(i);
        return list;
    }

    void print(std::ostream& out, const std::vector<Trial>& trials) const {
        out << fmt::format("{:<12} {:>8} {:>8} {:>8} {:>7} {:>8} {:>8}", "rules", "puzzles",
                           "solved", "share", "steps", "score", "hardest");
        if (time_) out << fmt::format(" {:>10}", "puzzles/s");
        out << "\n";
        for (const Trial& t : trials) {
            out << fmt::format("{:<12} {:>8} {:>8} {:>7.2f}% {:>7.1f} {:>8.0f} {:>8}", t.rules.name,
                               t.report.puzzles.size(), t.report.solved, 100 * t.share(),
                               t.report.mean_steps, t.report.mean_score, t.hardest());
            if (time_) out << fmt::format(" {:>10.0f}", t.rate());
            out << "\n";
        }
        out << "steps and score are means over the solved puzzles; hardest is the dearest step "
               "that any of them took\n";
        for (const Trial& t : trials) {
            out << "\n" << t.rules.name;
            if (!t.rules.description.empty()) out << ": " << t.rules.description;
            out << "\n";
            if (details_) {
                out << fmt::format("  {:<28} {:>6} {:>9} {:>8} {:>8}\n", "rule", "score", "steps",
                                   "puzzles", "needed");
                for (std::size_t i = 0; i < t.rules.rules.size(); ++i)
                    if (t.is_on(i))
                        out << fmt::format("  {:<28} {:>6} {:>9} {:>8} {:>8}\n", t.id(i),
                                           t.rules.rules[i].score, t.report.rules[i].steps,
                                           t.report.rules[i].puzzles, t.report.rules[i].needed);
            }
            if (!no_needs_)
                out << "  redundant given the others: " << listed(t, redundant(t)) << "\n";
            if (!t.cheapest) continue;
            out << fmt::format(
                "  cheapest that solves as much (price {}{}): {}\n", t.cheapest->price,
                t.cheapest->proved() ? "" : fmt::format(", proved: at least {}", t.cheapest->bound),
                listed(t, t.cheapest->rules));
        }
    }

    /// A name of techniques has commas in it.
    static std::string csv_text(const std::string& text) {
        if (text.find_first_of(",\"\n") == std::string::npos) return text;
        std::string quoted = "\"";
        for (char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
        return quoted + '"';
    }

    void write_csv(std::ostream& out, const std::vector<Trial>& trials) const {
        out << "row,rules,technique,score,puzzles,solved,steps,needed,in_cheapest,mean_steps,"
               "mean_score,hardest,cpu_seconds\n";
        for (const Trial& t : trials) {
            out << fmt::format("set,{},,,{},{},,,,{:.3f},{:.3f},{},{}\n", csv_text(t.rules.name),
                               t.report.puzzles.size(), t.report.solved, t.report.mean_steps,
                               t.report.mean_score, t.hardest(),
                               t.seconds > 0 ? fmt::format("{:.6f}", t.seconds) : "");
            for (std::size_t i = 0; i < t.rules.rules.size(); ++i) {
                if (!t.is_on(i)) continue;
                const logic::LabRule& rule = t.report.rules[i];
                const bool chosen = t.cheapest && std::ranges::binary_search(t.cheapest->rules, i);
                out << fmt::format("rule,{},{},{},{},,{},{},{},,,,\n", csv_text(t.rules.name),
                                   t.id(i), t.rules.rules[i].score, rule.puzzles, rule.steps,
                                   no_needs_ ? "" : std::to_string(rule.needed),
                                   t.cheapest ? (chosen ? "yes" : "no") : "");
            }
        }
    }

    nlohmann::ordered_json json(const std::vector<Trial>& trials) const {
        nlohmann::ordered_json root;
        root["sets"] = nlohmann::ordered_json::array();
        for (const Trial& t : trials) {
            nlohmann::ordered_json set;
            set["rules"] = t.rules.name;
            set["puzzles"] = t.report.puzzles.size();
            set["solved"] = t.report.solved;
            set["stuck"] = t.report.stuck;
            set["impossible"] = t.report.impossible;
            set["mean_steps"] = t.report.mean_steps;
            set["mean_score"] = t.report.mean_score;
            set["hardest"] = t.hardest();
            if (t.seconds > 0) set["cpu_seconds"] = t.seconds;
            set["techniques"] = nlohmann::ordered_json::array();
            for (std::size_t i = 0; i < t.rules.rules.size(); ++i) {
                if (!t.is_on(i)) continue;
                set["techniques"].push_back({{"technique", t.id(i)},
                                             {"score", t.rules.rules[i].score},
                                             {"steps", t.report.rules[i].steps},
                                             {"puzzles", t.report.rules[i].puzzles}});
                if (!no_needs_) set["techniques"].back()["needed"] = t.report.rules[i].needed;
            }
            if (t.cheapest) {
                nlohmann::ordered_json ids = nlohmann::ordered_json::array();
                for (std::size_t i : t.cheapest->rules) ids.push_back(t.id(i));
                set["cheapest"] = {{"techniques", std::move(ids)},
                                   {"price", t.cheapest->price},
                                   {"bound", t.cheapest->bound},
                                   {"proved", t.cheapest->proved()}};
            }
            root["sets"].push_back(std::move(set));
        }
        return root;
    }

    static Plot share_plot(const std::vector<Trial>& trials) {
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

    PuzzleInput::Options input_;
    WorkOptions work_;
    std::optional<std::uint64_t> generate_;
    std::uint64_t seed_ = 1;
    std::vector<std::string> rules_;
    std::optional<std::string> csv_, plot_;
    std::optional<double> timeout_;
    std::size_t proof_walks_ = logic::CheapestBounds{}.walks;
    bool cheapest_ = false;
    bool details_ = false;
    bool no_needs_ = false;
    bool time_ = false;
    bool json_ = false;
    bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_lab() { return std::make_unique<LabCommand>(); }

}  // namespace clew::cli
