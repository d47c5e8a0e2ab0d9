// clew lab: rule sets tried on many puzzles.

#include <atomic>
#include <ctime>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/explain_options.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/version.hpp"
#include "cli/watch.hpp"
#include "cli/work_options.hpp"
#include "core/base/workers.hpp"
#include "explain/report/lab.hpp"
#include "explain/report/plot.hpp"
#include "logic/lab/lab.hpp"
#include "logic/mus/possible.hpp"
#include "setter/generate.hpp"

namespace clew::cli {
namespace {

using logic::RuleSet;

using report::Trial;
using report::TrialOptions;

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
        a.flag("--assume-unique", assume_unique_,
               "let rules rest on each puzzle's having one solution, which is not proved; they are "
               "passed over otherwise");
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
            "Guessing is always off. Everything "
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
        for (const std::string& name : rules_) trials.push_back({rules_of("--rules", name), {}, 0});
        {
            ProgressLine progress{host, "puzzles", quiet_ ? Quiet::yes : Quiet::no};
            const logic::Lab lab{
                states,
                [&](std::size_t count, const std::function<void(std::size_t)>& work) {
                    on_all_threads(count, watch, [&](std::size_t i) {
                        work(i);
                        progress.add(1);
                    });
                },
                &watch.flag(), [&](logic::Path& path) { logic::settle(path, &watch.flag()); }};
            for (Trial& trial : trials) {
                trial.report =
                    lab.run(trial.rules, no_needs_ ? logic::Needs::skip : logic::Needs::find);
                if (time_ && !watch.stopped()) trial.seconds = seconds_of(states, trial.rules);
                if (watch.stopped()) break;
            }
        }
        if (watch.stopped()) {
            host.err << "clew: " << watch.why() << "\n";
            return watch.exit_code();
        }
        const TrialOptions told{
            .needs = no_needs_ ? logic::Needs::skip : logic::Needs::find,
            .lines = details_ ? TrialOptions::Lines::rules : TrialOptions::Lines::sets,
            .speed = time_ ? TrialOptions::Speed::shown : TrialOptions::Speed::hidden};
        if (json_)
            host.out << json_line(report::to_json(asked_, trials, told), host.command);
        else
            host.out << report::to_text(trials, told);
        if (csv_) {
            OutputFile output{host, csv_};
            output.stream() << report::to_csv(trials, told);
            output.commit();
        }
        if (plot_) {
            OutputFile output{host, plot_};
            output.stream() << report::write_svg(report::share_plot(trials));
            output.commit();
        }
        return ExitCode::ok;
    }

  private:
    std::vector<logic::State> puzzles(Host& host, Watch& watch) {
        std::vector<logic::State> states;
        if (!generate_) {
            PuzzleInput input{host, input_};
            while (auto record = input.next()) {
                if (assume_unique_) refuse_deadly_patterns(*record);
                states.push_back(start_of(*record));
                tell(states.back(), record->puzzle);
                if (json_) asked_.puzzles.push_back(std::move(*record));
            }
            return states;
        }
        asked_.made = {{*generate_, seed_}};
        const setter::Generator generator{{.seed = seed_}};
        std::vector<std::optional<Puzzle>> made(*generate_);
        ProgressLine progress{host, "puzzles made", quiet_ ? Quiet::yes : Quiet::no};
        on_all_threads(made.size(), watch, [&](std::size_t i) {
            made[i] = generator.make(i, {.stop = &watch.flag()}).puzzle;
            progress.add(1);
        });
        for (const auto& puzzle : made)
            if (puzzle) {
                states.emplace_back(*puzzle);
                tell(states.back(), *puzzle);
            }
        return states;
    }

    static void refuse_deadly_patterns(const Record& record) {
        try {
            refuse_rules(record.puzzle, "'lab --assume-unique'");
        } catch (const InputError& error) {
            throw InputError(record.place, error.what(), error.hint());
        }
    }

    void tell(logic::State& state, const Puzzle& question) const {
        if (assume_unique_) state.set_unique(logic::Uniqueness::granted, question);
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

    PuzzleInput::Options input_{.rules = Rules::known};
    report::Tried asked_;
    WorkOptions work_;
    std::optional<std::uint64_t> generate_;
    std::uint64_t seed_ = 1;
    std::vector<std::string> rules_;
    std::optional<std::string> csv_, plot_;
    std::optional<double> timeout_;
    bool assume_unique_ = false;
    bool details_ = false;
    bool no_needs_ = false;
    bool time_ = false;
    bool json_ = false;
    bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_lab() { return std::make_unique<LabCommand>(); }

}  // namespace clew::cli
