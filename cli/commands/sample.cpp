// clew sample: solutions drawn at random, each with the same chance.

#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/usage_error.hpp"
#include "explain/report/question.hpp"
#include "explain/report/solve.hpp"
#include "solve/sample.hpp"

namespace clew::cli {
namespace {

class SampleCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"sample", "Set", "Draw solutions at random, each with exactly the same chance"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        declare_engine(a, batch_.work.engine);
        a.value("-n,--number", number_, "N", "how many of each puzzle; 1 if not given");
        a.value("--seed", seed_, "N", "the same seed gives the same solutions; 1 if not given");
        a.value("--budget", budget_, "NODES", "give up after so much work");
        a.note("One solution a line, drawn with replacement, each with exactly the same chance.");
        a.note("Ends with 10 if the puzzle has no solution, with 20 if the work was ended first.");
        a.example("clew sample -n 3 --seed 7 examples/p92.sdk", "three of its 12 solutions");
    }

    ExitCode run(Host& host) override {
        return batch_.run(host, "clew/sample/1", std::bind_front(&SampleCommand::tell, this));
    }

  private:
    BatchAnswer tell(const Record& record, const BatchContext& asking) const {
        const SolveOptions& options = asking.options;
        if (options.engine == Engine::frontier)
            throw UsageError("--engine", "the frontier count draws no solutions",
                             "auto, sat, cubes, search or exact");
        if (const auto refusal = refuse_engine(record, options.engine)) return *refusal;
        const Sample s = clew::sample(
            record.puzzle, static_cast<std::size_t>(number_),
            {.seed = seed_,
             .engine = options.engine,
             .budget = {.stop = options.budget.stop, .max_nodes = budget_.value_or(unlimited)},
             .threads = options.threads});
        BatchAnswer answer;
        answer.out = batch_.json ? batch_.line(report::to_json(record, s, seed_))
                                 : report::to_text(s, record.puzzle.geometry());
        if (!batch_.quiet)
            answer.err = "clew: " + report::name_of(record) + ": " + report::remark(s) + "\n";
        answer.code = s.ending != Ending::exhausted ? ExitCode::partial
                      : s.total == Count{}          ? ExitCode::no_solution
                                                    : ExitCode::ok;
        return answer;
    }

    BatchCommand batch_{.input = {.rules = Rules::known, .digits_from_0 = true}};
    std::uint64_t number_ = 1;
    std::uint64_t seed_ = 1;
    std::optional<std::uint64_t> budget_;
};

}  // namespace

std::unique_ptr<Command> make_sample() { return std::make_unique<SampleCommand>(); }

}  // namespace clew::cli
