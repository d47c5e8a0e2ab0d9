#include "cli/batch_command.hpp"

#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/resumed_output.hpp"
#include "cli/version.hpp"

namespace clew::cli {

void BatchCommand::declare(Arguments& arguments, Limit limit) {
    declare_answers(arguments);
    declare_csv(arguments);
    work.declare(arguments, limit);
    declare_resume(arguments, resume);
}

void BatchCommand::declare_plain(Arguments& arguments) {
    declare_answers(arguments);
    declare_csv(arguments);
    work.declare_time(arguments);
    declare_resume(arguments, resume);
}

void BatchCommand::declare_with_file(Arguments& arguments) {
    declare_answers(arguments);
    work.declare_time(arguments);
    arguments.file("-o,--output", output, "FILE", "write there instead of standard output");
    naming = Naming::above;
}

void BatchCommand::declare_answers(Arguments& arguments) {
    table = &arguments;
    input.declare(arguments);
    arguments.flag("--json", json, "one JSON line a puzzle");
    // Objects and rows always say which puzzle they are about.
    declare_names(arguments, names).not_with({{"--json"}});
    declare_quiet(arguments, quiet);
}

void BatchCommand::declare_csv(Arguments& arguments) {
    arguments.flag("--csv", csv, "one row a puzzle, below a header")
        .not_with({{"--json"}, {"--names"}});
}

std::string BatchCommand::line(nlohmann::ordered_json answer) const {
    return csv ? report::csv_row(columns, answer) : json_line(std::move(answer), table->asked());
}

ExitCode BatchCommand::run(Host& host, const char* schema,
                           const std::function<BatchAnswer(const Record&, BatchContext&)>& question,
                           const Together& together) const {
    Watch watch{host, work.timeout};
    if (resume) check_files(input);
    ResumedOutput resumed{host, resume, host.command};
    OutputFile file{host, output};
    Host results = output ? file.host() : resumed.host();
    ProgressLine progress{host, unit, quiet ? Quiet::yes : Quiet::no};
    const BatchContext asking{results, watch, progress, work.solve_options(watch), {}};
    BatchOptions batch{
        .threads = work.thread_count(),
        .stop = &watch.flag(),
        .unreadable = unreadable(json, schema, host.command),
        .before_print = [&] { progress.wipe(); },
        .on_done =
            [&](const Printed& printed) {
                if (unit == "puzzles") progress.add(printed.puzzles);
                resumed.take(printed);
            },
        .passes = passes,
        .skip = resumed.answered(),
        .on_skipped = [&](std::uint64_t puzzles,
                          const Digest& digest) { resumed.skipped(puzzles, digest); },
        .digests = resumed.is_file() ? Digests::kept : Digests::none,
        .between = structured() ? "" : between,
        .follows = resumed.follows(),
        .unfinished = resumed.is_file() ? Unfinished::drop : Unfinished::print,
        .naming = structured() ? Naming::none : naming,
        .names = names,
        .remarks = quiet ? std::nullopt : std::optional{about},
    };
    if (csv) {
        batch.unreadable = [this, schema](const InputError& error) {
            return line(report::error_json(schema, error));
        };
        if (!resumed.follows()) results.out << report::csv_head(columns);
    }
    if (together)
        batch.at_once = [&](const PuzzleBatch& puzzles) {
            BatchContext all = asking;
            all.options.threads = 1;
            return together(puzzles, all);
        };
    ExitCode code = ExitCode::ok;
    if (takes == Takes::one) {
        BatchContext one = asking;
        if (const auto record = PuzzleInput{results, input}.only()) {
            const BatchAnswer answer = question(*record, one);
            progress.wipe();
            results.out << answer.out;
            if (batch.remarks) host.err << remark_line(*record, *batch.remarks);
            host.err << answer.err;
            code = answer.code;
        }
    } else {
        code = run_batch(results, input, batch,
                         [&](const Record& record, unsigned threads, const Say& say) {
                             BatchContext one = asking;
                             one.options.threads = threads;
                             one.say = say;
                             return question(record, one);
                         });
    }
    progress.finish();
    const bool refused = code == ExitCode::bad_input && !input.keep_going;
    code = worse(code, resumed.finish(watch.stopped() || refused ? Ended::early : Ended::whole));
    if (!refused) file.commit(watch);
    if (watch.stopped() && !quiet) host.err << "clew: " << watch.why() << "\n";
    return worse(code, watch.exit_code());
}

const char* needs_of(Engine engine) {
    return engine == Engine::frontier
               ? "the frontier count does boards without rules alone"
               : "the exact counter does 9x9 boards whose rules touch few cells";
}

std::optional<BatchAnswer> refuse_engine(const Record& record, Engine engine) {
    if (can_count(engine, record.puzzle)) return std::nullopt;
    return refusal(record, needs_of(engine), "--engine auto");
}

BatchAnswer refusal(const Record& record, const char* why, const char* expected) {
    BatchAnswer answer;
    answer.err = "clew: " + report::name_of(record) + ": " + why + ", this one is " +
                 record.puzzle.geometry().description() +
                 (record.puzzle.rules().empty()
                      ? ""
                      : std::string(" with ") + plural(record.puzzle.rules().front().kind)) +
                 "\n  expected: " + expected + "\n";
    answer.code = ExitCode::usage;
    return answer;
}

}  // namespace clew::cli
