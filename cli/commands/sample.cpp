// clew sample: solutions drawn at random, each with the same chance.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/result_json.hpp"
#include "encode/board/notation.hpp"
#include "encode/solve/sample.hpp"

namespace clew::cli {
namespace {

using nlohmann::ordered_json;

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
        a.note(
            "One solution a line, drawn with replacement. Exactly uniform: the solutions are "
            "counted, a number is drawn and the solution of that number is taken, from the list, "
            "or on plain 9x9 boards with very many through the exact counter.");
        a.note("Ends with 10 if the puzzle has no solution, with 20 if the work was ended first.");
        a.example("clew sample -n 3 --seed 7 examples/p92.sdk", "three of its 12 solutions");
    }

    ExitCode run(Host& host) override {
        return batch_.run(host, "clew/sample/1", [this](const Record& record, Asking& asking) {
            return tell(record, asking.options);
        });
    }

  private:
    Answer tell(const Record& record, const SolveOptions& options) const {
        if (const auto refusal = refuse_engine(record, options.engine)) return *refusal;
        const Sample s = clew::sample(
            record.puzzle, static_cast<std::size_t>(number_),
            {.seed = seed_,
             .engine = options.engine,
             .budget = {.stop = options.budget.stop, .max_nodes = budget_.value_or(unlimited)},
             .threads = options.threads});
        const bool done = s.ending == Ending::exhausted;
        Answer answer;
        if (batch_.json) {
            ordered_json object = result_json("clew/sample/1", record);
            object["count"] = count_json(s.total);
            object["exact"] = done;
            object["ending"] = to_string(s.ending);
            object["engine"] = to_string(s.engine);
            object["seed"] = seed_;
            object["solutions"] = ordered_json::array();
            for (const Grid& grid : s.grids) object["solutions"].push_back(to_line(grid));
            answer.out = object.dump() + "\n";
        } else {
            for (const Grid& grid : s.grids) answer.out += to_line(grid) + "\n";
        }
        if (!batch_.quiet)
            answer.err = "clew: " + name_of(record) + ": " +
                         (!done ? fmt::format("nothing drawn: {}", to_string(s.ending))
                          : s.total == Count{} ? std::string("no solution")
                                               : fmt::format("{} of {} solutions", s.grids.size(),
                                                             s.total.to_string())) +
                         "\n";
        answer.code = !done                ? ExitCode::partial
                      : s.total == Count{} ? ExitCode::no_solution
                                           : ExitCode::ok;
        return answer;
    }

    BatchCommand batch_{.input = {.rules = Rules::known}};
    std::uint64_t number_ = 1;
    std::uint64_t seed_ = 1;
    std::optional<std::uint64_t> budget_;
};

}  // namespace

std::unique_ptr<Command> make_sample() { return std::make_unique<SampleCommand>(); }

}  // namespace clew::cli
