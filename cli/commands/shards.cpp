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
#include "cli/tree_part.hpp"
#include "cli/usage_error.hpp"
#include "explain/report/question.hpp"
#include "logic/tree/tree_shard.hpp"
#include "solve/forecast.hpp"
#include "solve/shard_plan.hpp"

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
        return {"shards", "Ask", "Split a count into jobs for Slurm or GNU parallel"};
    }

    void declare(Arguments& a) override {
        // Not all of PuzzleInput's options: what cannot be read is never left out of a plan.
        input_.command = a.command();
        a.positionals("FILE", input_.files,
                      "the puzzle; with --run a plan, or the result of a job that was cut short");
        a.choice("--for", scheduler_,
                 {{"slurm", std::optional{Scheduler::slurm}},
                  {"parallel", std::optional{Scheduler::parallel}}},
                 "the scheduler: Slurm, with job arrays, or GNU parallel")
            .not_with({{"--run"}});
        a.file("-o,--output", output_, "DIR",
               "the folder to write; with --run the file for the result");
        a.value("--shards", shards_, "N", "so many parts")
            .from(1, most_parts)
            .not_with({{"--run"}, {"--seconds"}});
        a.duration(
             "--seconds", seconds_,
             "jobs of about this length (30, 2m, 1h) on one core of this machine; 1m if not given")
            .not_with({{"--run"}});
        a.choice("--by", by_, {"arrangements", "prefixes", "branches", "auto"},
                 "what to split: the exact counter's sum, a search, or the decision tree (clew "
                 "tree) by first choices; by default as a count would")
            .not_with({{"--run"}, {"--puzzles"}});
        a.flag("--puzzles", puzzles_, "split a file of puzzles: each job counts some of them")
            .not_with({{"--run"}});
        a.value("--limit", limit_, "N", "with --puzzles: stop after N solutions of a puzzle")
            .needs({{"--puzzles"}});
        a.flag("--list", list_, "list the solutions too, with --by prefixes")
            .not_with({{"--puzzles"}, {"--by", {"arrangements", "branches"}}});
        a.flag(
             "--ledger", ledger_,
             "write a ledger beside each result, with --by arrangements (see clew count --ledger)")
            .not_with({{"--puzzles"}, {"--list"}, {"--by", {"prefixes", "branches"}}});
        a.choice("--mode", choices_.options.mode, {"paris", "alternates", "lean"},
                 "by branches: which tree, as for clew tree");
        choices_.declare(a);
        for (const char* option :
             {"--mode", "--rules", "--screen", "--oracle", "--start", "--marks"})
            a.at(option).described_in("tree").needs({{"--by", {"branches"}}});
        a.value("--run", run_, "K", "run job K of the plan FILE, or the K-th rest of a result FILE")
            .from(1, most_parts);
        a.value("--left", left_, "DIR",
                "print the jobs without a result yet; 5.2 is the second rest of job 5")
            .not_with({{"--run"}, {"--for"}, {"--output"}});
        a.flag("-q,--quiet", quiet_, "no remarks");
        declare_engine(a, work_.engine);
        a.at("--engine").not_with({{"--by", {"branches"}}});
        work_.declare_time(a);
        a.note(
            "Jobs may run in any order, anywhere, twice, or again after a failure. clew merge adds "
            "the results up (clew tree --merge for a tree) and refuses what does not fit. "
            "--threads is for each job (default: one); a tree always uses one.");
        a.note(
            "With --by prefixes or branches a job that --timeout or a signal ends still writes a "
            "result. It lists its rest as at most 16 further jobs for --run, whose results merge "
            "with it. The scripts limit each job to three times the longest prediction and a "
            "minute (LIMIT in the environment: another time) and then run the rests.");
        a.example("clew shards --for slurm -o job puzzle.txt", "then: job/submit.sh");
        a.example("clew shards --for parallel --shards 64 -o job killer.json",
                  "then: job/run.sh, which prints the count");
        a.example("clew shards --for slurm --by branches --rules human -o job puzzle.txt",
                  "a decision tree by slow rules");
        a.example("clew shards --run 3 job/plan.jsonl", "one part, by hand");
        a.example("clew shards --run 3 --timeout 5m job/plan.jsonl -o part3.jsonl",
                  "at most five minutes of it");
        a.example("clew shards --run 1 part3.jsonl", "the first part of what that left");
        a.example("clew shards --left job", "the jobs still to run");
    }

    ExitCode run(Host& host) override {
        if (left_) {
            for (const std::string& name : left_in(*left_)) host.out << name << "\n";
            return ExitCode::ok;
        }
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
        // Whatever time there is, a part gets on, so its task is read.
        const std::string start = object_in(name).substr(0, 40);
        InputFile bytes{name, nullptr};
        std::istream file{&bytes};
        if (logic::is_tree_line(start)) {
            const auto tasks = start.find("tree-part") == std::string::npos
                                   ? logic::read_tree_tasks(file, name, *run_ - 1)
                                   : of_rest(logic::read_tree_parts(file, name));
            return run_tree_task(host, watch, only_of(tasks, name), output_, quiet_);
        }
        const auto tasks = start.find("clew/shard/") == std::string::npos
                               ? read_tasks(file, name, *run_ - 1)
                               : of_rest(read_shards(file, name));
        const ShardTask& task = only_of(tasks, name);
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
            if (task.cut != Cut::prefixes || counts_without_listing(work_.engine)) refuse_list();
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
        options.hand_on = task.cut == Cut::prefixes;
        const ShardCount part = run_shard(task, options);
        out.stream() << clew::to_json(part) << "\n";
        if (ledger && part.ledger) ledger->commit();
        return finish_part(host, watch, out, {part.result.exact(), part.rest.size()}, quiet_);
    }

    /// The task that is asked for, of those that the one part left.
    template <class Part>
    auto of_rest(const std::vector<Part>& parts) const -> decltype(rest_of(parts.front())) {
        if (parts.size() != 1) return {};
        auto tasks = rest_of(parts.front());
        if (*run_ > tasks.size()) return {};
        return {std::move(tasks[*run_ - 1])};
    }

    /// The one task that was read, if it is the one that is asked for.
    template <class Task>
    const Task& only_of(const std::vector<Task>& tasks, const std::string& name) const {
        if (tasks.empty() || tasks[0].shard.index != *run_ - 1)
            throw InputError({name}, "no part " + std::to_string(*run_) + " in this plan",
                             "a whole plan with its parts in order, or a result that left so many");
        return tasks[0];
    }

    ExitCode plan(Host& host, Watch& watch) {
        if (!scheduler_)
            throw UsageError("--for", "nobody to write for", "--for slurm or --for parallel");
        if (!output_) throw UsageError("--output", "no folder", "-o DIR");
        PuzzleInput input{host, input_};
        if (by_ == By::branches) {
            if (const auto record = input.only()) return plan_branches(host, watch, *record);
            return watch.exit_code();
        }
        std::vector<Puzzle> puzzles;
        if (puzzles_) {
            while (auto record = input.next()) puzzles.push_back(std::move(record->puzzle));
        } else if (auto record = input.only()) {
            puzzles.push_back(std::move(record->puzzle));
        }
        for (const Puzzle& puzzle : puzzles) need(puzzle);
        if (list_ && counts_without_listing(work_.engine)) refuse_list();
        if (watch.stopped() || puzzles.empty()) return watch.exit_code();
        const Cut cut = cut_of(puzzles.front());
        const auto planned = [&](std::size_t of) {
            return cut == Cut::puzzles ? plan_puzzles(puzzles, of, limit_.value_or(unlimited))
                                       : plan_shards(puzzles.front(), {.of = of, .cut = cut});
        };
        std::vector<ShardTask> tasks = planned(shards_.value_or(8));
        const double rate = seconds_a_unit(tasks, watch);
        if (!shards_) {
            const std::size_t of = parts_for(tasks, rate);
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
            .by = to_string(cut),
            .list = list_,
            .ledger = ledger_};
        return write(host, tasks, folder, rate);
    }

    ExitCode plan_branches(Host& host, Watch& watch, const Record& record) {
        choices_.options.stop = &watch.flag();
        choices_.read_rules();
        const auto planned = [&](std::size_t of) {
            return plan_parts(record.puzzle, choices_.options, of, report::title_of(record));
        };
        std::vector<logic::TreeTask> tasks = planned(shards_.value_or(8));
        if (tasks.empty()) return watch.exit_code();
        const double rate = seconds_a_pattern(tasks, watch);
        if (!shards_) tasks = planned(parts_for(tasks, rate));
        if (watch.stopped()) return watch.exit_code();
        return write(
            host, tasks,
            {.scheduler = *scheduler_, .by = "branches", .what = "A decision tree", .tree = true},
            rate);
    }

    /// As many as make each take so long. Errors: UsageError if they are too many.
    template <class Task>
    std::size_t parts_for(const std::vector<Task>& tasks, double rate) const {
        double cost = 0;
        for (const Task& task : tasks) cost += task.cost;
        const double parts = std::ceil(cost * rate / seconds_.value_or(60.0));
        if (parts > static_cast<double>(most_parts))
            throw UsageError("--seconds",
                             "by prediction the whole takes " +
                                 duration_text(std::min(cost * rate, 1e15)) + " of one core",
                             "parts so long that 100 000 are enough, or --shards");
        return static_cast<std::size_t>(std::max(parts, 1.0));
    }

    template <class Task>
    ExitCode write(Host& host, const std::vector<Task>& tasks, ShardFolderOptions folder,
                   double rate) const {
        if (folder.by != to_string(Cut::arrangements) && folder.by != to_string(Cut::puzzles))
            folder.patience = 60;
        std::vector<ShardLine> lines;
        for (const Task& task : tasks) {
            lines.push_back({to_json(task), task.cost});
            folder.seconds.push_back(task.cost * rate / folder.threads);
        }
        const double longest = *std::ranges::max_element(folder.seconds);
        if (folder.patience) folder.patience = std::ceil(*folder.patience + 3 * longest);
        write_shard_folder(*output_, lines, folder);
        double whole = 0;
        for (const double seconds : folder.seconds) whole += seconds;
        host.out << tasks.size() << (tasks.size() == 1 ? " part by " : " parts by ") << folder.by
                 << "; next: " << *output_
                 << (scheduler_ == Scheduler::slurm ? "/submit.sh" : "/run.sh") << "\n";
        if (!quiet_)
            host.err << "clew: predicted " << duration_text(whole) << " in all, the longest part "
                     << duration_text(longest) << "\n";
        return ExitCode::ok;
    }

    Cut cut_of(const Puzzle& puzzle) const {
        if (puzzles_) return Cut::puzzles;
        const bool plain = puzzle.is_plain_classic();
        Cut cut = Cut::prefixes;
        if (by_ != By::automatic)
            cut = by_ == By::arrangements ? Cut::arrangements : Cut::prefixes;
        else if (!list_ && plain &&
                 (ledger_ || work_.engine == Engine::exact ||
                  (work_.engine == Engine::automatic && costs_of(puzzle).cheaper == Engine::exact)))
            cut = Cut::arrangements;
        if (cut == Cut::arrangements && !plain)
            throw UsageError("--by", cuts_plain_boards, "--by prefixes");
        if (cut == Cut::arrangements && work_.engine != Engine::automatic &&
            work_.engine != Engine::exact)
            throw UsageError("--engine", "arrangements are the exact counter's", "--by prefixes");
        if (ledger_ && cut != Cut::arrangements) refuse_ledger();
        return cut;
    }

    /// Errors: UsageError if the engine asked for cannot count it.
    void need(const Puzzle& puzzle) const {
        need_engine(work_.engine, "--engine");
        const bool whole = work_.engine == Engine::exact && !puzzle.is_plain_classic();
        if (whole || !can_count(work_.engine, puzzle))
            throw UsageError("--engine", whole ? cuts_plain_boards : needs_of(work_.engine),
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

    /// The same for a tree: the first patterns of some parts are walked.
    double seconds_a_pattern(const std::vector<logic::TreeTask>& tasks, Watch& watch) const {
        constexpr std::size_t trials = 4;
        constexpr double enough = 0.1 * CLOCKS_PER_SEC;
        std::size_t patterns = 0;
        const std::clock_t start = std::clock();
        for (std::size_t i = 0; i < trials && !watch.stopped(); ++i) {
            StopFlag stop;
            const std::clock_t own = std::clock();
            const logic::TreePart part = logic::walk_part(
                tasks[i * tasks.size() / trials],
                {.stop = &stop, .on_progress = [&](std::uint64_t) {
                     if (watch.stopped() || static_cast<double>(std::clock() - own) > enough)
                         stop.raise();
                 }});
            patterns += part.patterns.size();
        }
        return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC /
               static_cast<double>(std::max<std::size_t>(patterns, 1));
    }

    enum class By : std::uint8_t { arrangements, prefixes, branches, automatic };

    PuzzleInput::Options input_{.rules = Rules::known};
    WorkOptions work_;
    std::optional<Scheduler> scheduler_;
    std::optional<std::string> output_;
    std::optional<std::uint64_t> shards_;
    std::optional<double> seconds_;
    By by_ = By::automatic;
    TreeChoices choices_;
    std::optional<std::uint64_t> limit_;
    std::optional<std::uint64_t> run_;
    std::optional<std::string> left_;
    bool puzzles_ = false;
    bool quiet_ = false;
    bool list_ = false;
    bool ledger_ = false;
};

}  // namespace

std::unique_ptr<Command> make_shards() { return std::make_unique<Shards>(); }

}  // namespace clew::cli
