#pragma once
// People's times read from a table, and the model that is fitted to them, as JSON.
//
//     std::vector<rating::HumanTime> times = read_times(in, "times.tsv", stop);
//     to_json(rating::fit_human(times, {.repeats = 10}), times.size())      clew/human-model/1
//     rating::HumanModel model = read_model(in, "model.json");

#include <istream>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "explain/report/plot.hpp"
#include "logic/rating/human_fit.hpp"

namespace clew::report {

/// A table parted by tabs, commas or semicolons whose first line names the columns: `puzzle` and
/// `mean_seconds` or `seconds`; others are passed over. Errors: InputError, at its line, for
/// missing columns, for puzzles that are none or have not one solution, for times that are no
/// positive number, and for fewer than 100 rows. Ends early when `stop` is raised.
std::vector<rating::HumanTime> read_times(std::istream& in, const std::string& source,
                                          const StopFlag& stop);

/// clew/human-model/1.
nlohmann::ordered_json to_json(const rating::HumanFit& fit, std::size_t puzzles);
/// Times by what was predicted: a tenth of the puzzles a point, and of each tenth the median and
/// what a tenth of its puzzles lie below and above.
Plot fit_plot(std::span<const rating::HumanTime> times, const rating::HumanFit& fit);
/// Errors: InputError.
rating::HumanModel read_model(std::istream& in, const std::string& source);

}  // namespace clew::report
