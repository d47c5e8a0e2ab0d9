// clew shards: a count cut into parts for a job scheduler, and one part's run.

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/shard_folder.hpp"
#include "cli/usage_error.hpp"
#include "encode/solve/forecast.hpp"
#include "encode/solve/shard_plan.hpp"

namespace clew::cli {
namespace {

constexpr std::size_t most_parts = 100'000;
// Of a part that is tried, to learn how fast this machine is: some tenths of a second.
constexpr std::uint64_t trial_nodes = 50'000;
constexpr std::uint64_t trial_conflicts = 1000;
constexpr std::uint64_t trial_terms = 20'000'000'000;  // fewer are over before the tables

class Shards final : public Command {
  public:
    CommandInfo info() const override {
        return {"shards", "Ask", "Cut a count into even parts for a job scheduler"};
    }

    void declare(Arguments& a) override {
        // Not all of PuzzleInput's options: what cannot be read is never left out of a plan.
        input_.command = a.command();
        a.positionals("FILE", input_.files,
                      "the puzzle, in any format, - is standard input; with --run a plan");
        a.choice("--for", scheduler_,
                 {{"slurm", std::optional{Scheduler::slurm}},
                  {"parallel", std::optional{Scheduler::parallel}}},
                 "who runs the parts: Slurm, as job arrays, or GNU parallel")
            .not_with({{"--run"}});
        a.file("-o,--output", output_, "DIR",
               "the folder to write: the plan, scripts, the predicted cost of each part; with "
               "--run the file for the result");
        a.value("--shards", shards_, "N", "so many parts")
            .from(1, most_parts)
            .not_with({{"--run"}, {"--seconds"}});
        a.duration("--seconds", seconds_,
                   "as many parts as make each take about so long (30, 2m, 1h) on one core of this "
                   "machine; the default is 1m")
            .not_with({{"--run"}});
        a.choice("--by", cut_,
                 {{"arrangements", std::optional{Cut::arrangements}},
                  {"prefixes", std::optional{Cut::prefixes}}},
                 "cut the exact counter's sum, or a search by its first decisions; the default is "
                 "what a count would take")
            .not_with({{"--run"}, {"--puzzles"}});
        a.flag("--puzzles", puzzles_, "many puzzles: each part counts some of them")
            .not_with({{"--run"}});
        a.value("--limit", limit_, "N", "with --puzzles: stop after N solutions of a puzzle")
            .needs({{"--puzzles"}});
        a.flag("--list", list_, "list the solutions too, by prefixes")
            .not_with({{"--puzzles"}, {"--by", {"arrangements"}}});
        a.flag("--ledger", ledger_,
               "write a ledger beside each result, by arrangements (see clew count --ledger)")
            .not_with({{"--puzzles"}, {"--list"}, {"--by", {"prefixes"}}});
        a.value("--run", run_, "K", "instead: run part K of the plan FILE and write its result")
            .from(1, most_parts);
        a.flag("-q,--quiet", quiet_, "no remarks");
        declare_engine(a, work_.engine);
        work_.declare_time(a);
        a.note(
            "Every part is a line of plan.jsonl that holds all that it needs, and its result is a "
            "line that says what it belongs to. Parts may be run in any order, anywhere, twice or "
            "again after a failure; clew merge adds them up and refuses what does not fit. "
            "--threads is for each part (default: one).");
        a.example("clew shards --for slurm -o job puzzle.txt", "then: job/submit.sh");
        a.example("clew shards --for parallel --shards 64 -o job killer.json",
                  "then: job/run.sh, which prints the count");
        a.example("clew shards --run 3 job/plan.jsonl", "one part, by hand");
    }

    ExitCode run(Host& host) override {
        if (work_.threads == 0) work_.threads = 1;
        Watch watch{host, work_.timeout};
        return run_ ? run_one(host, watch) : plan(host, watch);
    }

  private:
    RunOptions run_options(Watch& watch) const {
        return {.budget = {.stop = &watch.flag()},
                .threads = work_.threads,
                .engine = work_.solve_options(watch).engine};
    }

    ExitCode run_one(Host& host, Watch& watch) const {
        if (input_.files.size() != 1 || input_.files[0] == "-")
            throw UsageError("FILE", "no plan", "one file that clew shards wrote: plan.jsonl");
        const std::string& name = input_.files[0];
        std::vector<ShardTask> tasks;
        {
            InputFile bytes{name, &watch.flag()};
            std::istream file{&bytes};
            tasks = read_tasks(file, name);
        }
        if (watch.stopped()) return watch.exit_code();
        if (*run_ > tasks.size() || tasks[*run_ - 1].shard != Shard{*run_ - 1, tasks.size()})
            throw InputError({name}, "no part " + std::to_string(*run_) + " in this plan",
                             "a whole plan with its parts in order");
        const ShardTask& task = tasks[*run_ - 1];
        if (task.cut == Cut::prefixes) need(task.puzzle);
        if (task.cut == Cut::puzzles)
            for (const Puzzle& puzzle : task.puzzles) need(puzzle);

        OutputFile out{host, output_};
        RunOptions options = run_options(watch);
        const LineSink print = [&](std::string_view lines, std::size_t) {
            out.stream().write(lines.data(), static_cast<std::streamsize>(lines.size()));
            return out.stream() ? Flow::go_on : Flow::stop;
        };
        if (list_) {
            if (task.cut != Cut::prefixes || work_.engine == Engine::exact) refuse_list();
            options.lines = &print;
        }
        std::optional<OutputFile> ledger;
        if (ledger_) {
            if (task.cut != Cut::arrangements) refuse_ledger();
            if (!output_)
                throw UsageError("--ledger", "no name for it", "--output, beside which it goes");
            ledger.emplace(host,
                           std::filesystem::path(*output_).replace_extension(".ledger").string());
            options.ledger = &ledger->stream();
        }
        const ShardCount part = run_shard(task, options);
        out.stream() << clew::to_json(part) << "\n";
        if (ledger && part.ledger) ledger->commit();
        // A result that is whole is whole, though a stop came at its very end.
        part.result.exact() ? out.commit() : out.commit(watch);
        if (watch.stopped() && !part.result.exact()) return watch.exit_code();
        return part.result.exact() ? ExitCode::ok : ExitCode::partial;
    }

    ExitCode plan(Host& host, Watch& watch) {
        if (!scheduler_)
            throw UsageError("--for", "nobody to write for", "--for slurm or --for parallel");
        if (!output_) throw UsageError("--output", "no folder", "-o DIR");
        PuzzleInput input{host, input_};
        std::vector<Puzzle> puzzles;
        if (puzzles_) {
            while (auto record = input.next()) puzzles.push_back(std::move(record->puzzle));
        } else if (auto record = input.only()) {
            puzzles.push_back(std::move(record->puzzle));
        }
        for (const Puzzle& puzzle : puzzles) need(puzzle);
        if (list_ && work_.engine == Engine::exact) refuse_list();
        if (watch.stopped() || puzzles.empty()) return watch.exit_code();
        const Cut cut = cut_of(puzzles.front());
        const auto planned = [&](std::size_t of) {
            return cut == Cut::puzzles ? plan_puzzles(puzzles, of, limit_.value_or(unlimited))
                                       : plan_shards(puzzles.front(), {.of = of, .cut = cut});
        };
        std::vector<ShardTask> tasks = planned(shards_.value_or(8));
        const double rate = seconds_a_unit(tasks, watch);
        if (!shards_) {
            double cost = 0;
            for (const ShardTask& task : tasks) cost += task.cost;
            const double parts = std::ceil(cost * rate / seconds_.value_or(60.0));
            if (parts > static_cast<double>(most_parts))
                throw UsageError("--seconds",
                                 "by prediction the whole takes " +
                                     duration_text(std::min(cost * rate, 1e15)) + " of one core",
                                 "parts so long that 100 000 are enough, or --shards");
            const auto of = static_cast<std::size_t>(std::max(parts, 1.0));
            const auto most =
                cut == Cut::prefixes
                    ? most_parts
                    : static_cast<std::size_t>(std::max<std::uint64_t>(1, tasks.front().units));
            tasks = planned(std::min(of, most));
        }
        if (watch.stopped()) return watch.exit_code();
        ShardFolderOptions folder{
            .scheduler = *scheduler_,
            .threads = work_.threads,
            .engine = cut == Cut::arrangements ? Engine::automatic : work_.engine,
            .list = list_,
            .ledger = ledger_};
        for (const ShardTask& task : tasks)
            folder.seconds.push_back(task.cost * rate / work_.threads);
        write_shard_folder(*output_, tasks, folder);
        double whole = 0;
        for (const double seconds : folder.seconds) whole += seconds;
        host.out << tasks.size() << (tasks.size() == 1 ? " part by " : " parts by ")
                 << to_string(cut) << "; next: " << *output_
                 << (scheduler_ == Scheduler::slurm ? "/submit.sh" : "/run.sh") << "\n";
        if (!quiet_)
            host.err << "clew: predicted " << duration_text(whole) << " in all, the longest part "
                     << duration_text(*std::ranges::max_element(folder.seconds)) << "\n";
        return ExitCode::ok;
    }

    Cut cut_of(const Puzzle& puzzle) const {
        if (puzzles_) return Cut::puzzles;
        const bool plain = can_count(Engine::exact, puzzle) && puzzle.is_plain_classic();
        Cut cut = Cut::prefixes;
        if (cut_)
            cut = *cut_;
        else if (!list_ && plain &&
                 (ledger_ || work_.engine == Engine::exact ||
                  (work_.engine == Engine::automatic && forecast(puzzle).engine == Engine::exact)))
            cut = Cut::arrangements;
        if (cut == Cut::arrangements && !plain)
            throw UsageError("--by", "the exact counter needs a plain 9x9 board", "--by prefixes");
        if (cut == Cut::arrangements && work_.engine != Engine::automatic &&
            work_.engine != Engine::exact)
            throw UsageError("--engine", "arrangements are the exact counter's", "--by prefixes");
        if (ledger_ && cut != Cut::arrangements) refuse_ledger();
        return cut;
    }

    /// Errors: UsageError if the engine asked for cannot count it.
    void need(const Puzzle& puzzle) const {
        need_engine(work_.engine, "--engine");
        if (!can_count(work_.engine, puzzle))
            throw UsageError("--engine", "the exact counter needs a plain 9x9 board",
                             "auto, sat, cubes or search");
    }
    [[noreturn]] static void refuse_list() {
        throw UsageError("--list", "the exact counter lists no solutions", "--by prefixes");
    }
    [[noreturn]] static void refuse_ledger() {
        throw UsageError("--ledger", "only the exact counter writes ledgers", "--by arrangements");
    }

    /// How long this machine takes for one of what costs are given in: some parts are tried, each
    /// as far as a small budget goes.
    double seconds_a_unit(const std::vector<ShardTask>& tasks, Watch& watch) const {
        const std::size_t trials = tasks.front().cut == Cut::arrangements ? 2 : 4;
        double cost = 0;
        // Of the processor, which may have others to serve.
        const std::clock_t start = std::clock();
        for (std::size_t i = 0; i < trials; ++i) {
            const ShardTask& task = tasks[i * tasks.size() / trials];
            RunOptions options = run_options(watch);
            options.threads = 1;
            // A search, whose nodes are what was predicted.
            if (options.engine == Engine::automatic) options.engine = Engine::search;
            options.budget.max_nodes = task.cut == Cut::arrangements      ? trial_terms
                                       : options.engine == Engine::search ? trial_nodes
                                       : options.engine == Engine::exact  ? trial_terms
                                                                          : trial_conflicts;
            const ShardCount part = run_shard(task, options);
            // Where it came to the end the prediction is held to what was needed.
            cost += part.result.exact() ? task.cost : static_cast<double>(part.result.nodes);
        }
        return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / std::max(1.0, cost);
    }

    PuzzleInput::Options input_{.rules = Rules::known};
    WorkOptions work_;
    std::optional<Scheduler> scheduler_;
    std::optional<std::string> output_;
    std::optional<std::uint64_t> shards_;
    std::optional<double> seconds_;
    std::optional<Cut> cut_;
    std::optional<std::uint64_t> limit_;
    std::optional<std::uint64_t> run_;
    bool puzzles_ = false;
    bool quiet_ = false;
    bool list_ = false;
    bool ledger_ = false;
};

}  // namespace

std::unique_ptr<Command> make_shards() { return std::make_unique<Shards>(); }

}  // namespace clew::cli
