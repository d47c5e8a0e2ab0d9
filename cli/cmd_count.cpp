// clew count: how many solutions, exactly, or at least.

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/batch_command.hpp"
#include "cli/commands.hpp"
#include "cli/result_json.hpp"
#include "encode/solve/solve.hpp"

namespace clew::cli {
namespace {

class CountCommand final : public Command {
  public:
    CommandInfo info() const override { return {"count", "Ask", "Count all solutions, exactly"}; }

    void declare(Arguments& a) override {
        batch_.declare(a, Limit::offered);
        a.choice("--verify-with", second_,
                 {{"sat", Engine::sat}, {"search", Engine::search}, {"exact", Engine::exact}},
                 "a second engine must find the same number");
        a.note(
            "Prints one number a line, in the order of the puzzles; >=N where a limit or a stop "
            "ended the work first.");
        a.example("clew count examples/p92.sdk", "prints 12");
        a.example("clew count --limit 2 - < puzzles.sdm", "0, 1 or >=2 for each puzzle");
        a.example("clew count --engine sat --json examples/p92.sdk", "by CryptoMiniSat, as JSON");
    }

    ExitCode run(Host& host) override {
        return batch_.run(host, "clew/count/1",
                          [this](const Record& r, Asking& asking) { return ask(r, asking); });
    }

  private:
    Answer ask(const Record& record, const Asking& asking) const {
        Answer answer;
        const SolveOptions& options = asking.options;
        if (const auto refusal = refuse_engine(record, options.engine)) return *refusal;
        const CountResult result = count(record.puzzle, options);
        answer.unfinished = result.ending == Ending::interrupted;
        std::optional<CountResult> check;
        if (second_ != Engine::automatic && result.exact()) {
            SolveOptions again = options;
            again.engine = second_;
            if (const auto refusal = refuse_engine(record, second_)) return *refusal;
            check = count(record.puzzle, again);
            if (check->exact() && check->count != result.count) {
                answer.err = "clew: " + name_of(record) +
                             ": engines disagree: " + to_string(result.engine) + " counts " +
                             result.count.to_string() + ", " + to_string(check->engine) + " " +
                             check->count.to_string() + "; please report this puzzle\n";
                answer.code = ExitCode::disagree;
            } else if (!check->exact()) {
                answer.err = "clew: " + name_of(record) +
                             ": not verified: " + to_string(check->engine) + " ended early (" +
                             to_string(check->ending) + ")\n";
                answer.code = ExitCode::partial;
            }
        }
        if (batch_.json) {
            nlohmann::ordered_json line = result_json("clew/count/1", record);
            add_count(line, result);
            if (check)
                line["verified_with"] = {
                    {"engine", to_string(check->engine)},
                    {"count", count_json(check->count)},
                    {"exact", check->exact()},
                    {"agrees", check->exact() && check->count == result.count}};
            answer.out = line.dump() + "\n";
        } else {
            answer.out = count_text(result) + "\n";
        }
        if (result.ending == Ending::out_of_budget) answer.code = ExitCode::partial;
        return answer;
    }

    BatchCommand batch_;
    Engine second_ = Engine::automatic;
};

}  // namespace

std::unique_ptr<Command> make_count() { return std::make_unique<CountCommand>(); }

}  // namespace clew::cli
