#include "cli/count_forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "explain/report/count.hpp"
#include "solve/estimate.hpp"

namespace clew::cli {
namespace {

/// By as many descents as take some hundredths of a second.
Estimate solutions_of(const Puzzle& puzzle) {
    const double larger = static_cast<double>(puzzle.geometry().cell_count()) / 81;
    const double samples = std::clamp(10'000 / std::pow(larger, 3), 50.0, 10'000.0);
    return estimate(puzzle, static_cast<std::uint64_t>(samples), 1);
}

bool is_long(const Forecast& forecast) { return forecast.seconds >= report::long_seconds; }

}  // namespace

CountForecast::CountForecast(const Host& host, const Record& record, const SolveOptions& options,
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

void CountForecast::hear(const Forecast& forecast) {
    const bool said = told_ && is_long(*told_) && told_->sure == forecast.sure &&
                      told_->engine == forecast.engine;
    told_ = forecast;
    if (says_ && !said && is_long(forecast)) say();
}

void CountForecast::say() const {
    const Estimate solutions = solutions_of(record_.puzzle);
    const bool shards = record_.puzzle.is_plain_classic() || told_->engine == Engine::search;
    progress_.say(fmt::format("clew: {}: {}\n  instead: --estimate tells in a second{}{}",
                              to_string(Place{record_.place.source, record_.place.line, 0}),
                              report::to_text(*told_, options_.threads),
                              solutions.hits == 0 || !std::isfinite(solutions.high)
                                  ? std::string()
                                  : fmt::format(", for some {:.3g} solutions ({:.3g} to {:.3g})",
                                                solutions.solutions, solutions.low, solutions.high),
                              shards ? "; --shard cuts the count into jobs" : ""));
}

nlohmann::ordered_json CountForecast::json(const CountResult& result) const {
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

}  // namespace clew::cli
