// clew corpus: steps to learn from, each proved, a line each.

#include <set>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/explain_options.hpp"
#include "cli/resumed_output.hpp"
#include "explain/report/corpus.hpp"

namespace clew::cli {
namespace {

class CorpusCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"corpus", "Scale", "Write the steps of many puzzles to learn from, each proved"};
    }

    void declare(Arguments& a) override {
        batch_.input.declare(a);
        batch_.work.declare_time(a);
        declare_resume(a, batch_.resume);
        declare_quiet(a, batch_.quiet);
        batch_.table = &a;
        a.value("--rules", rules_, "RULES", rules_help("how the walk goes; human if not given"));
        a.note(
            "A JSON line a step: the state before it, what it concludes, what it cites, its "
            "technique and its sentences. Every line has passed the independent audit. A puzzle "
            "that is another one rearranged is passed over, where the symmetries of its board are "
            "known. Puzzles with several solutions, with none and with rules are walked too, as "
            "far as something follows.");
        a.example("clew corpus --resume steps.jsonl puzzles.txt",
                  "goes on where it was stopped, if called again");
    }

    ExitCode run(Host& host) override {
        batch_.json = true;
        named_ = rules_of("--rules", rules_);
        batch_.passes = [seen = std::set<std::string>{}](const Record& record) mutable {
            return seen.insert(report::kind_of(record)).second;
        };
        return batch_.run(host, "clew/corpus/1", [this](const Record& r, BatchContext& asking) {
            const StopFlag* stop = &asking.watch.flag();
            const report::Walked walked = report::walk(r, {.rules = named_,
                                                           .to_end = rules_ == "human",
                                                           .guess = logic::Guess::off,
                                                           .stop = stop});
            report::CorpusLines lines = report::corpus_lines(r, walked, asking.host.command, stop);
            BatchAnswer answer;
            answer.out = std::move(lines.text);
            if (lines.unproved) {
                answer.err = "clew: " + report::name_of(r) + ": step " +
                             std::to_string(lines.steps + 1) +
                             " is not proved: " + *lines.unproved + "\n";
                answer.code = ExitCode::disagree;
            }
            if (stop->raised()) answer.code = asking.watch.exit_code();
            return answer;
        });
    }

  private:
    BatchCommand batch_{.input = {.rules = Rules::known}, .about = report::About::state};
    std::string rules_ = "human";
    logic::RuleSet named_;
};

}  // namespace

std::unique_ptr<Command> make_corpus() { return std::make_unique<CorpusCommand>(); }

}  // namespace clew::cli
