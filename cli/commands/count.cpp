// clew count: how many solutions, exactly, or at least.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/shard_folder.hpp"
#include "cli/usage_error.hpp"
#include "explain/report/count.hpp"
#include "explain/report/question.hpp"
#include "solve/batch.hpp"
#include "solve/cross_check.hpp"
#include "solve/estimate.hpp"
#include "solve/shard_plan.hpp"

namespace clew::cli {
namespace {

using report::Counted;
using report::name_of;

/// By as many descents as take some hundredths of a second.
Estimate solutions_of(const Puzzle& puzzle) {
    const double larger = static_cast<double>(puzzle.geometry().cell_count()) / 81;
    const double dearer = std::pow(larger, 3) * (puzzle.rules().empty() ? 1 : 20);
    const double samples = std::clamp(10'000 / dearer, 50.0, 10'000.0);
    return estimate(puzzle, static_cast<std::uint64_t>(samples), 1);
}

bool is_long(const Forecast& forecast) { return forecast.seconds >= report::long_seconds; }

/// How long a count will take, said as soon as the engines know: on a terminal only if the end is
/// far, with what to do instead.
class CountForecast {
  public:
    /// `record` and `progress` must outlive the object.
    CountForecast(const Host& host, const Record& record, const SolveOptions& options,
                  ProgressLine& progress, Quiet quiet)
        : record_(record),
          progress_(progress),
          options_(options),
          says_(quiet == Quiet::no && host.err_is_terminal) {
        options_.on_forecast = [this](const Forecast& forecast) {
            hear(forecast);
            return Flow::go_on;
        };
    }
    CountForecast(const CountForecast&) = delete;
    CountForecast& operator=(const CountForecast&) = delete;

    /// Those to count with.
    const SolveOptions& options() const { return options_; }
    /// For those who count in another way and know what it takes.
    void hear(const Forecast& forecast) {
        const bool said = told_ && is_long(*told_) && told_->sure == forecast.sure &&
                          told_->engine == forecast.engine;
        told_ = forecast;
        if (says_ && !said && is_long(forecast)) say();
    }
    /// Null for what was counted and not foretold to be long. "engine", "sure", "seconds" and
    /// "bytes" as foretold, null if nothing was; "solutions", "low" and "high", an estimate with
    /// its 95 % interval, null where nothing is known. Cost: some hundredths of a second.
    nlohmann::ordered_json json(const CountResult& result) const {
        if (result.exact() && !(told_ && is_long(*told_))) return nullptr;
        const nlohmann::ordered_json nothing = nullptr;
        nlohmann::ordered_json told{
            {"engine", nothing}, {"sure", nothing}, {"seconds", nothing}, {"bytes", nothing}};
        if (told_) told = report::to_json(*told_);
        const Estimate solutions = solutions_of(record_.puzzle);
        const bool hit = solutions.hits > 0;
        const auto number = [&](double value) {
            return hit && std::isfinite(value) ? nlohmann::ordered_json(value) : nullptr;
        };
        told["solutions"] = number(solutions.solutions);
        told["low"] = number(solutions.low);
        told["high"] = number(solutions.high);
        return told;
    }

  private:
    void say() const {
        const Estimate solutions = solutions_of(record_.puzzle);
        const bool shards = record_.puzzle.is_plain_classic() || told_->engine == Engine::search;
        progress_.say(
            fmt::format("clew: {}: {}\n  instead: --estimate tells in a second{}{}",
                        to_string(Place{record_.place.source, record_.place.line, 0}),
                        report::to_text(*told_, options_.threads),
                        solutions.hits == 0 || !std::isfinite(solutions.high)
                            ? std::string()
                            : fmt::format(", for some {:.3g} solutions ({:.3g} to {:.3g})",
                                          solutions.solutions, solutions.low, solutions.high),
                        shards ? "; --shard cuts the count into jobs" : ""));
    }

    const Record& record_;
    ProgressLine& progress_;
    SolveOptions options_;
    bool says_;
    std::optional<Forecast> told_;
};

class CountCommand final : public Command {
  public:
    CommandInfo info() const override { return {"count", "Ask", "Count all solutions, exactly"}; }

    void declare(Arguments& a) override {
        batch_.declare(a, Limit::offered);
        batch_.work.declare_second(a, "a second engine must find the same number")
            .not_with({{"--estimate"}, {"--shard"}});
        a.value("--estimate", samples_, "SAMPLES",
                "instead: an unbiased estimate from random descents, with its 95 % interval")
            .from(1)
            .not_with({{"--limit"}, {"--engine"}, {"--shard"}});
        a.value("--seed", seed_, "N", "of the estimate: the same seed gives the same estimate")
            .needs({{"--estimate"}});
        declare_shard(a, shard_, "I/N",
                      "count only part I of N and print it as a JSON line for clew merge")
            .not_with({{"--limit"}});
        a.file("--ledger", ledger_, "FILE",
               "count by the exact counter and write there the terms of its sum and a root hash "
               "over them; see clew check --ledger")
            .not_with({{"--limit"}, {"--engine", {"sat", "cubes", "search"}}})
            .not_with({{"--estimate"}, {"--verify-with"}, {"--resume"}, {"--csv"}});
        a.note(
            "Prints one number a line, in the order of the puzzles; >=N where a limit or a stop "
            "ended the work early. On a terminal a long count says before how long it will take.");
        a.example("clew count examples/p92.sdk", "prints 12");
        a.example("clew count --limit 2 - < puzzles.sdm", "0, 1 or >=2 for each puzzle");
        a.example("clew count --engine sat --json examples/p92.sdk",
                  "by CryptoMiniSat and blocking clauses, as JSON");
        a.example("clew count --shard 3/8 puzzle.txt > part3.jsonl",
                  "one of eight jobs; then: clew merge part*.jsonl");
        a.example("clew count --ledger p92.ledger examples/p92.sdk",
                  "12, and the root hash of the ledger");
    }

    ExitCode run(Host& host) override {
        static constexpr std::array counts = {"count", "exact", "ending", "engine",
                                              "verified_with.agrees"};
        static constexpr std::array estimates = {"estimate", "low",     "high",
                                                 "trust",    "samples", "hits"};
        batch_.columns = counts;
        if (samples_) batch_.columns = estimates;
        if (shard_) batch_.naming = Naming::none;
        if (ledger_) batch_.takes = Takes::one;
        if (ledger_ == "-")
            throw UsageError("--ledger", "standard output has the count already", "a file's name");
        return batch_.run(host, samples_ ? "clew/estimate/1" : "clew/count/1",
                          std::bind_front(&CountCommand::ask, this),
                          std::bind_front(&CountCommand::ask_together, this));
    }

  private:
    /// Most puzzles of a batch have one solution or none, which is found out fastest together.
    AnswerTogether ask_together(const PuzzleBatch& puzzles, const BatchContext& asking) const {
        const SolveOptions& options = asking.options;
        if (shard_ || samples_ || ledger_ || batch_.work.second != Engine::automatic ||
            options.limit < 2 || !batches(options.engine))
            return {};
        return
            [this, limit = options.limit, found = BatchAnswers{puzzles, Witnesses::none, options}](
                std::size_t k, Asked& asked, BatchAnswer& answer) {
                const Validity validity = found.validity(k);
                const bool none = validity == Validity::none, unique = validity == Validity::unique;
                const bool several = validity == Validity::several && limit == 2;
                if (!none && !unique && !several) return false;
                if (batch_.structured()) {
                    CountResult result;
                    result.engine = Engine::search;
                    result.explored = 1;
                    result.solutions = none ? 0 : unique ? 1 : 2;
                    if (several) result.ending = Ending::limit_reached;
                    answer.out += said(asked.record(), {result}).out;
                } else {
                    answer.out += none ? "0\n" : unique ? "1\n" : ">=2\n";
                }
                return true;
            };
    }

    BatchAnswer said(const Record& record, const Counted& counted,
                     const nlohmann::ordered_json& forecast = nullptr) const {
        BatchAnswer answer;
        if (counted.result.ending == Ending::out_of_budget) answer.code = ExitCode::partial;
        if (batch_.structured()) {
            nlohmann::ordered_json line = report::to_json(record, counted);
            if (!forecast.is_null()) line["forecast"] = forecast;
            answer.out = batch_.line(std::move(line));
        } else {
            answer.out = report::to_text(counted.result) + "\n";
        }
        if (const std::string doubt = report::doubt(counted); !doubt.empty()) {
            answer.err = "clew: " + name_of(record) + ": " + doubt + "\n";
            answer.code = counted.disagrees() ? ExitCode::disagree : ExitCode::partial;
        }
        return answer;
    }

    BatchAnswer ask(const Record& record, BatchContext& asking) const {
        const SolveOptions& options = asking.options;
        if (ledger_) return with_ledger(record, asking);
        if (shard_) return part(record, options, nullptr);
        if (samples_) return estimated(record, options);
        if (const auto refusal = refuse_engine(record, options.engine)) return *refusal;
        const CountForecast forecast{asking.host, record, options, asking.progress,
                                     batch_.quiet ? Quiet::yes : Quiet::no};
        Counted counted{count(record.puzzle, forecast.options())};
        if (batch_.work.second != Engine::automatic && counted.result.exact()) {
            if (const auto refusal = refuse_engine(record, batch_.work.second)) return *refusal;
            counted.check = confirm(record.puzzle, options, counted.result, batch_.work.second);
        }
        if (batch_.json && counted.result.ending != Ending::limit_reached)
            return said(record, counted, forecast.json(counted.result));
        return said(record, counted);
    }

    BatchAnswer estimated(const Record& record, const SolveOptions& options) const {
        const Estimate e =
            estimate(record.puzzle, *samples_, seed_, options.budget, options.threads);
        BatchAnswer answer;
        answer.out = batch_.structured() ? batch_.line(report::to_json(record, e))
                                         : report::to_text(e) + "\n";
        return answer;
    }

    BatchAnswer with_ledger(const Record& record, BatchContext& asking) const {
        if (!record.puzzle.is_plain_classic())
            return refusal(record, "a ledger is of plain 9x9 boards alone",
                           "count without --ledger");
        OutputFile file{asking.host, ledger_};
        BatchAnswer answer;
        bool whole = false;
        SolveOptions sums = asking.options;
        sums.engine = Engine::exact;
        CountForecast{asking.host, record, sums, asking.progress,
                      batch_.quiet ? Quiet::yes : Quiet::no}
            .hear(clew::forecast(record.puzzle, sums));
        const auto reached = [&](double explored) { asking.progress.share(explored); };
        if (shard_) {
            answer = part(record, asking.options, &file.stream(), reached);
            whole = answer.code == ExitCode::ok && !asking.watch.stopped();
        } else {
            const ShardCount all =
                clew::count_shard(record.puzzle, {.budget = asking.options.budget,
                                                  .threads = asking.options.threads,
                                                  .ledger = &file.stream(),
                                                  .on_progress = reached});
            whole = all.ledger.has_value();
            answer = said(record, {all.result});
            if (whole && batch_.json) {
                nlohmann::ordered_json line = report::to_json(record, {all.result});
                line["ledger"] = {{"file", *ledger_},
                                  {"lines", all.units},
                                  {"root", ledger::hex(all.ledger->root())}};
                answer.out = batch_.line(std::move(line));
            } else if (whole) {
                answer.out += "root " + ledger::hex(all.ledger->root()) + "\n";
            }
        }
        if (whole)
            file.commit();
        else
            answer.err +=
                "clew: " + name_of(record) + ": not counted to the end, no ledger written\n";
        return answer;
    }

    BatchAnswer part(const Record& record, const SolveOptions& options, std::ostream* ledger,
                     const std::function<void(double)>& reached = {}) const {
        if (const auto refused = refuse_engine(record, options.engine)) return *refused;
        const bool plain = record.puzzle.is_plain_classic();
        if (options.engine == Engine::exact && !plain)
            return refusal(record, cuts_plain_boards, "--engine auto");
        const bool sum =
            options.engine == Engine::exact || (options.engine == Engine::automatic && plain);
        const ShardTask task =
            plan_shard(record.puzzle, sum ? Cut::arrangements : Cut::prefixes, *shard_);
        const ShardCount part = run_shard(task, {.budget = options.budget,
                                                 .threads = options.threads,
                                                 .engine = options.engine,
                                                 .ledger = ledger,
                                                 .hand_on = task.cut == Cut::prefixes,
                                                 .on_progress = reached});
        BatchAnswer answer;
        answer.out = clew::to_json(part) + "\n";
        if (!part.rest.empty() && !batch_.quiet)
            answer.err = "clew: " + name_of(record) + ": " + rest_words(part.rest.size()) + "\n";
        if (part.result.ending == Ending::out_of_budget) answer.code = ExitCode::partial;
        return answer;
    }

    BatchCommand batch_{.input = {.rules = Rules::known, .digits_from_0 = true}};
    std::optional<Shard> shard_;
    std::optional<std::string> ledger_;
    std::optional<std::uint64_t> samples_;
    std::uint64_t seed_ = 1;
};

}  // namespace

std::unique_ptr<Command> make_count() { return std::make_unique<CountCommand>(); }

}  // namespace clew::cli
