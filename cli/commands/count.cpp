// clew count: how many solutions, exactly, or at least.

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/count_forecast.hpp"
#include "cli/result_json.hpp"
#include "cli/usage_error.hpp"
#include "encode/solve/batch.hpp"
#include "encode/solve/estimate.hpp"
#include "encode/solve/shard.hpp"

namespace clew::cli {
namespace {

class CountCommand final : public Command {
  public:
    CommandInfo info() const override { return {"count", "Ask", "Count all solutions, exactly"}; }

    void declare(Arguments& a) override {
        batch_.declare(a, Limit::offered);
        batch_.work.declare_second(a, "a second engine must find the same number")
            .not_with({{"--estimate"}, {"--shard"}});
        a.value("--estimate", samples_, "SAMPLES",
                "instead of counting: an unbiased estimate from so many random descents, with its "
                "95 % interval")
            .from(1)
            .not_with({{"--limit"}, {"--engine"}, {"--shard"}});
        a.value("--seed", seed_, "N", "of the estimate: the same seed gives the same estimate")
            .needs({{"--estimate"}});
        a.parsed("--shard", "I/N",
                 "count only part I of N, by the exact counter, and print it as a JSON line for "
                 "clew merge",
                 [this](const std::string& text) {
                     shard_ = parse_shard(text);
                     if (!shard_)
                         throw UsageError("--shard", "'" + text + "' is not a part",
                                          "a part such as 3/8");
                 })
            .not_with({{"--limit"}, {"--engine", {"sat", "cubes", "search"}}});
        a.note(
            "Prints one number a line, in the order of the puzzles; >=N where a limit or a stop "
            "ended the work first. On a terminal a count that takes long says after some seconds "
            "how "
            "long it will take.");
        a.example("clew count examples/p92.sdk", "prints 12");
        a.example("clew count --limit 2 - < puzzles.sdm", "0, 1 or >=2 for each puzzle");
        a.example("clew count --engine sat --json examples/p92.sdk",
                  "by CryptoMiniSat and blocking clauses, as JSON");
        a.example("clew count --shard 3/8 puzzle.txt > part3.jsonl",
                  "one of eight jobs; then: clew merge part*.jsonl");
    }

    ExitCode run(Host& host) override {
        return batch_.run(
            host, "clew/count/1",
            [this](const Record& r, Asking& asking) { return ask(r, asking); },
            [this](const PuzzleBatch& puzzles, Asking& asking) {
                return ask_together(puzzles, asking.options);
            });
    }

  private:
    /// Most puzzles of a batch have one solution or none, which is found out fastest together.
    Told ask_together(const PuzzleBatch& puzzles, const SolveOptions& options) const {
        if (shard_ || samples_ || batch_.work.second != Engine::automatic || options.limit < 2 ||
            !batches(options.engine))
            return {};
        return
            [this, limit = options.limit, found = BatchAnswers{puzzles, Witnesses::none, options}](
                std::size_t k, Asked& asked, Answer& answer) {
                const Validity validity = found.validity(k);
                const bool none = validity == Validity::none, unique = validity == Validity::unique;
                const bool several = validity == Validity::several && limit == 2;
                if (!none && !unique && !several) return false;
                if (batch_.json) {
                    CountResult result;
                    result.engine = Engine::search;
                    result.count = none ? 0 : unique ? 1 : 2;
                    if (several) result.ending = Ending::limit_reached;
                    answer.out += said(asked.record(), result).out;
                } else {
                    answer.out += none ? "0\n" : unique ? "1\n" : ">=2\n";
                }
                return true;
            };
    }

    /// The answer with its number; `check` is a second engine's count, if there was one.
    Answer said(const Record& record, const CountResult& result, const CountResult* check = nullptr,
                const nlohmann::ordered_json& forecast = nullptr) const {
        Answer answer;
        answer.unfinished = result.ending == Ending::interrupted;
        if (result.ending == Ending::out_of_budget) answer.code = ExitCode::partial;
        if (!batch_.json) {
            answer.out = count_text(result) + "\n";
            return answer;
        }
        nlohmann::ordered_json line = result_json("clew/count/1", record);
        add_count(line, result);
        if (!forecast.is_null()) line["forecast"] = forecast;
        if (check != nullptr) {
            line["verified_with"] = {{"engine", to_string(check->engine)},
                                     {"count", count_json(check->count)},
                                     {"exact", check->exact()},
                                     {"agrees", check->exact() && check->count == result.count}};
            if (check->sat) line["verified_with"]["sat"] = sat_json(*check->sat);
        }
        answer.out = line.dump() + "\n";
        return answer;
    }

    Answer ask(const Record& record, const Asking& asking) const {
        const SolveOptions& options = asking.options;
        if (shard_) return part(record, options);
        if (samples_) return estimated(record, options);
        if (const auto refusal = refuse_engine(record, options.engine)) return *refusal;
        const CountForecast forecast{asking.host, record, options, asking.progress,
                                     batch_.quiet ? Quiet::yes : Quiet::no};
        const CountResult result = count(record.puzzle, forecast.options());
        if (batch_.json && !result.exact() && result.ending != Ending::limit_reached)
            return said(record, result, nullptr, forecast.json(result));
        if (batch_.work.second == Engine::automatic || !result.exact()) return said(record, result);

        if (const auto refusal = refuse_engine(record, batch_.work.second)) return *refusal;
        SolveOptions again = options;
        again.engine = batch_.work.second;
        const CountResult check = count(record.puzzle, again);
        Answer answer = said(record, result, &check);
        if (check.exact() && check.count != result.count) {
            answer.err = "clew: " + name_of(record) +
                         ": engines disagree: " + to_string(result.engine) + " counts " +
                         result.count.to_string() + ", " + to_string(check.engine) + " " +
                         check.count.to_string() + "; please report this puzzle\n";
            answer.code = ExitCode::disagree;
        } else if (!check.exact()) {
            answer.err = "clew: " + name_of(record) + ": not verified: " + to_string(check.engine) +
                         " ended early (" + to_string(check.ending) + ")\n";
            answer.code = ExitCode::partial;
        }
        return answer;
    }

    Answer estimated(const Record& record, const SolveOptions& options) const {
        const Estimate e =
            estimate(record.puzzle, *samples_, seed_, options.budget, options.threads);
        Answer answer;
        answer.unfinished = e.ending == Ending::interrupted;
        if (batch_.json) {
            nlohmann::ordered_json line = result_json("clew/estimate/1", record);
            line["estimate"] = e.solutions;
            line["low"] = e.low;
            line["high"] = std::isfinite(e.high) ? nlohmann::ordered_json(e.high) : nullptr;
            line["trust"] = to_string(e.trust);
            line["samples"] = e.samples;
            line["hits"] = e.hits;
            answer.out = line.dump() + "\n";
        } else {
            answer.out =
                fmt::format("~{:.4g} ({:.4g} to {:.4g}; {}: {} of {} descents hit)\n", e.solutions,
                            e.low, e.high, to_string(e.trust), e.hits, e.samples);
        }
        return answer;
    }

    Answer part(const Record& record, const SolveOptions& options) const {
        if (const auto refusal = refuse_engine(record, Engine::exact)) return *refusal;
        const ShardCount part =
            count_shard(record.puzzle,
                        {.budget = options.budget, .threads = options.threads, .shard = *shard_});
        Answer answer;
        answer.out = to_json(part) + "\n";
        answer.unfinished = part.result.ending == Ending::interrupted;
        if (part.result.ending == Ending::out_of_budget) answer.code = ExitCode::partial;
        return answer;
    }

    BatchCommand batch_{.input = {.rules = Rules::known}};
    std::optional<Shard> shard_;
    std::optional<std::uint64_t> samples_;
    std::uint64_t seed_ = 1;
};

}  // namespace

std::unique_ptr<Command> make_count() { return std::make_unique<CountCommand>(); }

}  // namespace clew::cli
