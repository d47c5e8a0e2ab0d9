// clew encode: a puzzle as DIMACS CNF, and the certificate that a list of solutions is complete.

#include <ostream>

#include "cli/batch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/watch.hpp"
#include "cli/work_options.hpp"
#include "encode/cnf/dimacs.hpp"
#include "encode/sat/proof.hpp"
#include "solve/solve.hpp"

namespace clew::cli {
namespace {

class EncodeCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"encode", "Files", "Write a puzzle as DIMACS CNF for SAT solvers"};
    }

    void declare(Arguments& a) override {
        input_.declare(a);
        a.choice("--encoding", options_.families, family_choices(),
                 "which constraint families (default: extended)");
        a.choice("--selectors", options_.selectors, {"none", "clues", "all"},
                 "which constraints get a selector variable (default: none)");
        a.flag("--blocking", blocking_,
               "find all solutions and add one clause for each that forbids it")
            .not_with({{"--selectors", {"clues", "all"}}});
        a.duration("--timeout", timeout_, "give up finding all solutions after that time");
        a.file("-o,--output", output_, "FILE", "write there, whole or not at all");
        a.note(
            "Takes one puzzle. Comment lines say which candidate each variable stands for; "
            "clew reads such a file back to its puzzle.");
        a.note(
            "With --blocking the file is unsatisfiable exactly if the list of solutions was "
            "complete. 'cadical FILE PROOF' then writes a DRAT proof of that for any checker.");
        a.example("clew encode examples/p92.sdk -o p92.cnf", "729 variables, 12 012 clauses");
        a.example("clew encode --blocking examples/p92.sdk -o all.cnf",
                  "the same and 12 blocking clauses: cadical all.cnf all.drat");
    }

    ExitCode run(Host& host) override {
        Watch watch{host, timeout_};
        const auto given = PuzzleInput{host, input_}.only();
        if (!given) return watch.exit_code();
        host.err << remark_line(*given);
        const Record& record = *given;
        OutputFile out{host, output_};
        if (blocking_) {
            std::vector<Grid> solutions;
            const CountResult all =
                enumerate(record.puzzle, {.budget = {.stop = &watch.flag()}}, keep_in(solutions));
            if (!all.exact()) {
                host.err << "clew: " << watch.why() << ": the list of solutions is not complete, "
                         << "nothing written\n";
                return watch.exit_code();
            }
            sat::write_certificate(out.stream(), record.puzzle, solutions, options_);
        } else {
            cnf::write_dimacs(out.stream(), record.puzzle, options_);
        }
        out.commit();
        return ExitCode::ok;
    }

  private:
    PuzzleInput::Options input_{.rules = Rules::known};
    cnf::EncodeOptions options_;
    bool blocking_ = false;
    std::optional<double> timeout_;
    std::optional<std::string> output_;
};

}  // namespace

std::unique_ptr<Command> make_encode() { return std::make_unique<EncodeCommand>(); }

}  // namespace clew::cli
