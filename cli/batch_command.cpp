#include "cli/batch_command.hpp"

#include <ostream>

#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/result_json.hpp"
#include "cli/resumed_output.hpp"

namespace clew::cli {

void BatchCommand::declare(Arguments& arguments, Limit limit) {
    input.declare(arguments);
    work.declare(arguments, limit);
    declare_resume(arguments, resume);
    arguments.flag("--json", json, "one JSON line a puzzle");
    arguments.flag("-q,--quiet", quiet, "no progress and no remarks");
}

void BatchCommand::declare_with_file(Arguments& arguments) {
    input.declare(arguments);
    work.declare_time(arguments);
    arguments.file("-o,--output", output, "FILE", "write there instead of standard output");
    arguments.flag("--json", json, "one JSON line a puzzle");
    arguments.flag("-q,--quiet", quiet, "no progress and no remarks");
}

ExitCode BatchCommand::run(Host& host, const char* schema,
                           const std::function<Answer(const Record&, Asking&)>& question,
                           const Together& together) const {
    ResumedOutput resumed{host, resume};
    OutputFile file{host, output};
    Host results = output ? file.host() : resumed.host();
    Watch watch{host, work.timeout};
    Progress progress{host, "puzzles", quiet ? Quiet::yes : Quiet::no};
    const Asking asking{results, watch, work.solve_options(watch)};
    BatchOptions batch{
        .threads = work.thread_count(),
        .stop = &watch.flag(),
        .unreadable = unreadable(json, schema),
        .on_done = [&progress](std::uint64_t n) { progress.add(n); },
        .skip = resumed.answered(),
        .between = json ? "" : between,
        .unfinished = resumed.is_file() ? Unfinished::drop : Unfinished::print,
    };
    if (together)
        batch.at_once = [&](const PuzzleBatch& puzzles) {
            Asking all = asking;
            all.options.threads = 1;
            return together(puzzles, all);
        };
    ExitCode code = ExitCode::ok;
    if (takes == Takes::one) {
        Asking one = asking;
        const Answer answer = question(PuzzleInput{results, input}.only(), one);
        results.out << answer.out;
        host.err << answer.err;
        code = answer.code;
    } else {
        code = run_batch(results, input, batch, [&](const Record& record, unsigned threads) {
            Asking one = asking;
            one.options.threads = threads;
            return question(record, one);
        });
    }
    progress.finish();
    resumed.finish();
    if (code != ExitCode::bad_input || input.keep_going) file.commit();
    if (watch.stopped() && !quiet) host.err << "clew: " << watch.why() << "\n";
    return worse(code, watch.exit_code());
}

}  // namespace clew::cli
