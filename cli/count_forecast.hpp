#pragma once
// CountForecast: how long a count will take, said while it runs and when it was ended early.
//
//     CountForecast forecast{host, record, options, progress, Quiet::no};
//     const CountResult result = count(record.puzzle, forecast.options());
//     if (!result.exact()) line["forecast"] = forecast.json(result);
//
// On a terminal, some seconds after the beginning and only if the end is far: how many solutions
// there are about, and how long counting them takes, from the engine's rate on this machine. Time
// is measured here, in cli; the work comes from forecast().

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <thread>

#include "cli/progress.hpp"
#include "core/formats/formats.hpp"
#include "solve/estimate.hpp"
#include "solve/solve.hpp"

namespace clew::cli {

class CountForecast {
  public:
    /// `record` and `progress` must outlive the object.
    CountForecast(const Host& host, const Record& record, const SolveOptions& options,
                  ProgressLine& progress, Quiet quiet);
    ~CountForecast();
    CountForecast(const CountForecast&) = delete;
    CountForecast& operator=(const CountForecast&) = delete;

    /// Those to count with.
    const SolveOptions& options() const { return options_; }
    /// "solutions", "low", "high" (an estimate with its 95 % interval, null where nothing is known)
    /// and "seconds" (the whole count at the rate so far; null if the rate is not known). Cost:
    /// some hundredths of a second.
    nlohmann::ordered_json json(const CountResult& result) const;

  private:
    void say();
    /// Seconds of the whole count on all threads; nothing if they cannot be told.
    std::optional<double> seconds_ahead(const Estimate& solutions) const;

    const Record& record_;
    ProgressLine& progress_;
    SolveOptions options_;
    std::chrono::steady_clock::time_point start_;
    std::atomic<Engine> by_{Engine::automatic};  ///< who told of it last
    std::atomic<double> told_{-2};               ///< when, in seconds after the start; never yet
    std::atomic<double> explored_{0};
    std::atomic<std::uint64_t> found_{0};
    std::mutex mutex_;
    std::condition_variable wake_;
    bool over_ = false;
    StopFlag stop_;
    std::thread thread_;
};

/// "40 seconds", "12 minutes", "9 hours", "3 days", "2000 years".
std::string about(double seconds);

}  // namespace clew::cli
