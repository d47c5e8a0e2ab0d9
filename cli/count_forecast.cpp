// The rate of the exact counter is that of two short runs, of which the second is longer: their
// difference knows nothing of what goes before the sum. The search tells how much of its tree it
// has seen.

#include "cli/count_forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "solve/estimate.hpp"
#include "solve/forecast.hpp"

namespace clew::cli {
namespace {

constexpr std::chrono::seconds first_look{3};
constexpr double worth_saying_seconds = 20;

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// As many as take some hundredths of a second.
std::uint64_t samples_for(const Puzzle& puzzle) {
    const double larger = static_cast<double>(puzzle.geometry().cell_count()) / 81;
    return static_cast<std::uint64_t>(std::clamp(10'000 / std::pow(larger, 3), 50.0, 10'000.0));
}

/// Seconds that the exact sum takes on one thread; nothing if it was stopped.
std::optional<double> exact_seconds(const Puzzle& puzzle, const StopFlag& stop) {
    constexpr std::uint64_t few = 500'000'000, more = 3'000'000'000;
    double took[2] = {};
    std::uint64_t terms[2] = {};
    for (int i = 0; i < 2; ++i) {
        const auto start = std::chrono::steady_clock::now();
        const CountResult run = count(
            puzzle,
            {.engine = Engine::exact, .budget = {.stop = &stop, .max_nodes = i == 0 ? few : more}});
        if (stop.raised()) return std::nullopt;
        took[i] = seconds_since(start);
        terms[i] = run.nodes;
    }
    if (terms[1] <= terms[0] || took[1] <= took[0]) return std::nullopt;
    const double rate = static_cast<double>(terms[1] - terms[0]) / (took[1] - took[0]);
    return exact_work(puzzle) / rate;
}

/// How much of the work a search has done. What it has explored of its tree is counted as if all
/// branches were alike, which they are not; who lists solutions cannot be further than these are.
double share_of(const Estimate& solutions, double explored, double found) {
    if (solutions.hits == 0 || !(solutions.solutions > 0)) return explored;
    return std::min(explored, found / solutions.solutions);
}

}  // namespace

CountForecast::CountForecast(const Host& host, const Record& record, const SolveOptions& options,
                             ProgressLine& progress, Quiet quiet)
    : record_(record),
      progress_(progress),
      options_(options),
      start_(std::chrono::steady_clock::now()) {
    options_.on_progress = [this](const Progress& reached, Engine by) {
        by_ = by;
        told_ = seconds_since(start_);
        explored_ = reached.explored;
        found_ = reached.solutions;
    };
    if (quiet == Quiet::yes || !host.err_is_terminal || options.limit != unlimited ||
        options.engine == Engine::sat || options.engine == Engine::cubes)
        return;
    thread_ = std::thread([this] {
        {
            std::unique_lock lock(mutex_);
            if (wake_.wait_for(lock, first_look, [this] { return over_; })) return;
            // Who is not at work yet is not asked how fast it is.
            while (!record_.puzzle.is_plain_classic() && seconds_since(start_) - told_ > 1)
                if (wake_.wait_for(lock, std::chrono::seconds{1}, [this] { return over_; })) return;
        }
        say();
    });
}

CountForecast::~CountForecast() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    stop_.raise();
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void CountForecast::say() {
    const Estimate solutions =
        estimate(record_.puzzle, samples_for(record_.puzzle), 1, {.stop = &stop_});
    const std::optional<double> seconds = seconds_ahead(solutions);
    if (stop_.raised() || !seconds || *seconds < worth_saying_seconds) return;
    const bool shards = record_.puzzle.is_plain_classic() && options_.engine != Engine::search;
    progress_.say(
        fmt::format("clew: {}: about {} on {} thread{}{}\n"
                    "  instead: --estimate tells in a second{}",
                    to_string(Place{record_.place.source, record_.place.line, 0}), about(*seconds),
                    options_.threads, options_.threads == 1 ? "" : "s",
                    solutions.hits == 0 || !std::isfinite(solutions.high)
                        ? std::string()
                        : fmt::format(", for some {:.3g} solutions ({:.3g} to {:.3g})",
                                      solutions.solutions, solutions.low, solutions.high),
                    shards ? "; --shard cuts the count into jobs" : ""));
}

std::optional<double> CountForecast::seconds_ahead(const Estimate& solutions) const {
    const bool may_sum = record_.puzzle.is_plain_classic() && options_.engine != Engine::search;
    const bool sums = may_sum && (options_.engine == Engine::exact ||
                                  forecast(record_.puzzle).engine == Engine::exact);
    if (sums) {
        const auto alone = exact_seconds(record_.puzzle, stop_);
        if (!alone) return std::nullopt;
        return *alone / options_.threads;
    }
    const double share = by_ == Engine::exact
                             ? explored_.load()
                             : share_of(solutions, explored_, static_cast<double>(found_));
    if (!(share > 0)) return std::nullopt;
    return seconds_since(start_) / share;
}

nlohmann::ordered_json CountForecast::json(const CountResult& result) const {
    const double took = seconds_since(start_);
    const Estimate solutions = estimate(record_.puzzle, samples_for(record_.puzzle), 1);
    const auto number = [](double value, bool known) {
        return known && std::isfinite(value) ? nlohmann::ordered_json(value) : nullptr;
    };
    double share = 0;
    if (result.engine == Engine::exact && record_.puzzle.is_plain_classic())
        share = static_cast<double>(result.nodes) / exact_work(record_.puzzle);
    else if (result.engine == Engine::exact)
        share = result.explored;
    else if (result.engine == Engine::search)
        share = share_of(solutions, result.explored, result.solutions.to_double());
    const bool hit = solutions.hits > 0;
    return {{"solutions", number(solutions.solutions, hit)},
            {"low", number(solutions.low, hit)},
            {"high", number(solutions.high, hit)},
            {"seconds", number(took / share, share > 0)}};
}

std::string about(double seconds) {
    static constexpr struct {
        double seconds;
        const char* name;
    } units[] = {{31'557'600, "year"}, {86'400, "day"}, {3'600, "hour"}, {60, "minute"}};
    for (const auto& unit : units)
        if (seconds >= 2 * unit.seconds)
            return fmt::format("{:.0f} {}s", std::round(seconds / unit.seconds), unit.name);
    return fmt::format("{:.0f} seconds", std::round(seconds));
}

}  // namespace clew::cli
