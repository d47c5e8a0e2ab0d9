// clew sample: solutions drawn at random, each with the same chance.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/result_json.hpp"
#include "cli/watch.hpp"
#include "cli/work_options.hpp"
#include "encode/board/notation.hpp"
#include "encode/setter/sample.hpp"

namespace clew::cli {
namespace {

using nlohmann::ordered_json;

class SampleCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"sample", "Set", "Draw solutions at random, each with exactly the same chance"};
    }

    void declare(Arguments& a) override {
        input_.declare(a);
        a.value("-n,--number", number_, "N", "how many of each puzzle; 1 if not given");
        a.value("--seed", seed_, "N", "the same seed gives the same solutions; 1 if not given");
        a.value("--budget", budget_, "NODES", "give up after so much work");
        work_.declare(a, Limit::none);
        a.flag("--json", json_, "one JSON line a puzzle");
        a.flag("-q,--quiet", quiet_, "no remarks on standard error");
        a.file("-o,--output", output_, "FILE", "write there instead of standard output");
        a.note(
            "One solution a line, drawn with replacement. Exactly uniform: the solutions are "
            "counted, a number is drawn and the solution of that number is taken, from the list, "
            "or on plain 9x9 boards with very many through the exact counter.");
        a.note("Ends with 10 if the puzzle has no solution, with 20 if the work was ended first.");
        a.example("clew sample -n 3 --seed 7 examples/p92.sdk", "three of its 12 solutions");
    }

    ExitCode run(Host& host) override {
        Watch watch{host, work_.timeout};
        OutputFile out{host, output_};
        PuzzleInput input{host, input_};
        ExitCode worst = ExitCode::ok;
        while (!watch.stopped()) {
            try {
                const auto record = input.next();
                if (!record) break;
                worst = worse(worst, tell(host, out.stream(), *record, watch));
            } catch (const InputError& error) {
                if (!input_.keep_going) throw;
                host.err << "clew: " << error.message() << "\n";
                out.stream() << unreadable(json_, "clew/sample/1")(error);
                worst = worse(worst, ExitCode::bad_input);
            }
        }
        out.commit();
        if (watch.stopped() && !quiet_) host.err << "clew: " << watch.why() << "\n";
        return worse(worst, watch.exit_code());
    }

  private:
    ExitCode tell(Host& host, std::ostream& out, const Record& record, Watch& watch) const {
        if (const auto refusal = refuse_engine(record, work_.engine)) {
            host.err << refusal->err;
            return refusal->code;
        }
        const setter::Sample s = setter::sample(
            record.puzzle, static_cast<std::size_t>(number_),
            {.seed = seed_,
             .engine = work_.engine,
             .budget = {.stop = &watch.flag(), .max_nodes = budget_.value_or(unlimited)},
             .threads = work_.thread_count()});
        const bool done = s.ending == Ending::exhausted;
        if (json_) {
            ordered_json object = result_json("clew/sample/1", record);
            object["count"] = count_json(s.total);
            object["exact"] = done;
            object["ending"] = to_string(s.ending);
            object["engine"] = to_string(s.engine);
            object["seed"] = seed_;
            object["solutions"] = ordered_json::array();
            for (const Grid& grid : s.grids) object["solutions"].push_back(to_line(grid));
            out << object.dump() << "\n";
        } else {
            for (const Grid& grid : s.grids) out << to_line(grid) << "\n";
        }
        if (!quiet_)
            host.err << "clew: " << name_of(record) << ": "
                     << (!done ? fmt::format("nothing drawn: {}", to_string(s.ending))
                         : s.total == Count{} ? std::string("no solution")
                                              : fmt::format("{} of {} solutions", s.grids.size(),
                                                            s.total.to_string()))
                     << "\n";
        return !done                ? ExitCode::partial
               : s.total == Count{} ? ExitCode::no_solution
                                    : ExitCode::ok;
    }

    PuzzleInput::Options input_;
    WorkOptions work_;
    std::uint64_t number_ = 1;
    std::uint64_t seed_ = 1;
    std::optional<std::uint64_t> budget_;
    std::optional<std::string> output_;
    bool json_ = false;
    bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_sample() { return std::make_unique<SampleCommand>(); }

}  // namespace clew::cli
