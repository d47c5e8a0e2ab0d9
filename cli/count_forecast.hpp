#pragma once
// CountForecast: how long a count will take, said as soon as the engines know.
//
//     CountForecast forecast{host, record, options, progress, Quiet::no};
//     const CountResult result = count(record.puzzle, forecast.options());
//     if (const auto told = forecast.json(result); !told.is_null()) line["forecast"] = told;
//
// On a terminal only if the end is far, with what to do instead.

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "cli/progress.hpp"
#include "core/formats/formats.hpp"
#include "solve/forecast.hpp"
#include "solve/solve.hpp"

namespace clew::cli {

class CountForecast {
  public:
    /// `record` and `progress` must outlive the object.
    CountForecast(const Host& host, const Record& record, const SolveOptions& options,
                  ProgressLine& progress, Quiet quiet);
    CountForecast(const CountForecast&) = delete;
    CountForecast& operator=(const CountForecast&) = delete;

    /// Those to count with.
    const SolveOptions& options() const { return options_; }
    /// For those who count in another way and know what it takes.
    void hear(const Forecast& forecast);
    /// Null for what was counted and not foretold to be long. "engine", "sure", "seconds" and
    /// "bytes" as foretold, null if nothing was; "solutions", "low" and "high", an estimate with
    /// its 95 % interval, null where nothing is known. Cost: some hundredths of a second.
    nlohmann::ordered_json json(const CountResult& result) const;

  private:
    void say() const;

    const Record& record_;
    ProgressLine& progress_;
    SolveOptions options_;
    bool says_;
    std::optional<Forecast> told_;
};

}  // namespace clew::cli
