#include "cli/batch_command.hpp"

#include <ostream>

#include "cli/progress.hpp"
#include "cli/result_json.hpp"
#include "cli/resumed_output.hpp"

namespace clew::cli {

std::vector<const Puzzle*> puzzles_of(std::span<const Record* const> records) {
    std::vector<const Puzzle*> puzzles;
    puzzles.reserve(records.size());
    for (const Record* record : records) puzzles.push_back(&record->puzzle);
    return puzzles;
}

void BatchCommand::declare(Arguments& arguments, Limit limit) {
    input.declare(arguments);
    work.declare(arguments, limit);
    declare_resume(arguments, resume);
    arguments.flag("--json", json, "one JSON line a puzzle");
    arguments.flag("-q,--quiet", quiet, "no progress and no remarks");
}

ExitCode BatchCommand::run(Host& host, const char* schema,
                           const std::function<Answer(const Record&, Asking&)>& question,
                           const ManyAtOnce& at_once) const {
    ResumedOutput output{host, resume};
    Watch watch{host, work.timeout};
    Progress progress{host, "puzzles", quiet ? Quiet::yes : Quiet::no};
    Asking asking{output.host(), watch, work.solve_options(watch)};
    BatchOptions batch{
        .threads = work.thread_count(),
        .stop = &watch.flag(),
        .unreadable = unreadable(json, schema),
        .on_done = [&progress] { progress.add(1); },
        .skip = output.answered(),
        .unfinished = output.is_file() ? Unfinished::drop : Unfinished::print,
    };
    if (at_once)
        batch.at_once = [&](std::span<const Record* const> records) {
            Asking together = asking;
            together.options.threads = 1;
            return at_once(records, together);
        };
    const ExitCode code =
        run_batch(output.host(), input, batch, [&](const Record& record, unsigned threads) {
            Asking one = asking;
            one.options.threads = threads;
            return question(record, one);
        });
    progress.finish();
    output.finish();
    if (watch.stopped() && !quiet) host.err << "clew: " << watch.why() << "\n";
    return worse(code, watch.exit_code());
}

}  // namespace clew::cli
