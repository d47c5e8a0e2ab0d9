// clew enumerate: every solution, one a line, as it is found.

#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>
#include <utility>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/usage_error.hpp"
#include "cli/version.hpp"
#include "core/base/file_error.hpp"
#include "explain/pictures/write_text.hpp"
#include "explain/report/count.hpp"
#include "explain/report/question.hpp"
#include "solve/cross_check.hpp"

namespace clew::cli {
namespace {

class EnumerateCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"enumerate", "Ask", "List every solution, and prove that there are no more"};
    }

    void declare(Arguments& a) override {
        input_.declare(a);
        work_.declare(a);
        work_.declare_second(a, "a second engine must count as many");
        a.file("-o,--output", output_, "FILE", "write there, whole or not at all");
        a.flag("--boards", boards_, "draw each solution as a board").not_with({{"--json"}});
        a.flag("--summary", summary_, "end with a line that says how many, how it ended, the time")
            .not_with({{"--json"}});
        a.flag("--json", json_, "one JSON object a puzzle, solutions as an array that is streamed");
        declare_quiet(a, quiet_);
        a.note(
            "One solution a line, one symbol a cell, row by row. With several puzzles each "
            "one's solutions are followed by a line '# SOURCE:LINE: N solutions, ENDING'.");
        a.example("clew enumerate examples/p92.sdk", "the 12 solutions of P-92");
        a.example("clew enumerate --limit 1000 -o some.txt puzzle.sdk", "a thousand, to a file");
    }

    ExitCode run(Host& host) override {
        Watch watch{host, work_.timeout};
        OutputFile output{host, output_};
        ProgressLine progress{host, "solutions", quiet_ ? Quiet::yes : Quiet::no};
        PuzzleInput input{host, input_};
        ExitCode code = ExitCode::ok;

        // One puzzle is held back until it is known whether it is the only one: a single puzzle's
        // listing has no comment lines.
        std::optional<Record> record = next(input, host, output.stream(), code);
        bool several = false;
        while (record && !watch.stopped()) {
            Record current = std::move(*record);
            if (!quiet_) host.err << remark_line(current);
            const ExitCode before = list(current, host, output.stream(), watch, progress);
            code = worse(code, before);
            if (summary_ && !json_)
                output.stream() << report::listing_text(counted_) << ", "
                                << duration_text(watch.elapsed()) << "\n";
            output.stream().flush();  // somebody may wait for it before he writes on
            record = next(input, host, output.stream(), code);
            several |= record.has_value();
            if (several && !summary_ && !json_)
                output.stream() << "# " << report::name_of(current) << ": "
                                << report::listing_text(counted_) << "\n";
            if (!output.stream()) break;
        }
        progress.finish();
        output.commit(watch);
        if (watch.stopped() && !quiet_) host.err << "clew: " << watch.why() << ": partial\n";
        return worse(code, watch.exit_code());
    }

  private:
    std::optional<Record> next(PuzzleInput& input, Host& host, std::ostream& out,
                               ExitCode& code) const {
        for (;;) {
            try {
                return input.next();
            } catch (const InputError& error) {
                if (!input_.keep_going) throw;
                if (json_)
                    out << json_line(report::error_json("clew/enumerate/1", error), host.command);
                host.err << told(error);
                code = worse(code, ExitCode::bad_input);
            } catch (const FileError& error) {
                if (!input_.keep_going) throw;
                host.err << "clew: " << error.what() << "\n";
                code = worse(code, ExitCode::io);
            }
        }
    }

    ExitCode list(const Record& record, Host& host, std::ostream& out, Watch& watch,
                  ProgressLine& progress) {
        if (counts_without_listing(work_.engine))
            throw UsageError("--engine",
                             "an engine that counts without listing cannot list solutions",
                             "auto, sat, cubes or search");
        ExitCode code = ExitCode::ok;
        bool first = true;
        if (json_) out << report::listing_head(record, host.command);
        counted_ = {};
        const SolveOptions options = work_.solve_options(watch);
        if (boards_ && !json_) {
            counted_.result = enumerate(record.puzzle, options, [&](const Grid& grid) {
                if (!std::exchange(first, false)) out << "\n";
                out << explain::write_text(explain::view_of(record.puzzle, grid));
                progress.add(1);
                return out ? Flow::go_on : Flow::stop;
            });
        } else {
            const LineSink print = [&](std::string_view lines, std::size_t solutions) {
                if (json_)
                    out << quoted(lines, std::exchange(first, false));
                else
                    out.write(lines.data(), static_cast<std::streamsize>(lines.size()));
                progress.add(solutions);
                return out ? Flow::go_on : Flow::stop;
            };
            counted_.result = enumerate_lines(record.puzzle, options, print);
        }
        if (work_.second != Engine::automatic && counted_.result.exact()) {
            if (const auto refusal = refuse_engine(record, work_.second)) {
                host.err << refusal->err;
                code = refusal->code;
            } else {
                counted_.check = confirm(record.puzzle, work_.solve_options(watch), counted_.result,
                                         work_.second);
                if (counted_.disagrees()) {
                    host.err << "clew: " << report::name_of(record) << ": "
                             << report::doubt(counted_) << "\n";
                    code = ExitCode::disagree;
                }
            }
        }
        if (json_) out << report::listing_tail(counted_) << "\n";
        if (counted_.result.ending == Ending::out_of_budget) code = worse(code, ExitCode::partial);
        return code;
    }

    /// Lines as elements of a JSON array.
    static std::string quoted(std::string_view lines, bool first) {
        std::string text;
        text.reserve(lines.size() + lines.size() / 16);
        while (!lines.empty()) {
            const std::size_t end = lines.find('\n');
            text += std::exchange(first, false) ? "\"" : ",\"";
            text += lines.substr(0, end);
            text += '"';
            lines.remove_prefix(end + 1);
        }
        return text;
    }

    PuzzleInput::Options input_{.rules = Rules::known, .digits_from_0 = true};
    WorkOptions work_;
    std::optional<std::string> output_;
    bool boards_ = false;
    bool summary_ = false;
    bool json_ = false;
    bool quiet_ = false;

    report::Counted counted_;
};

}  // namespace

std::unique_ptr<Command> make_enumerate() { return std::make_unique<EnumerateCommand>(); }

}  // namespace clew::cli
