#pragma once
// HumanFit: the numbers of the human scale from puzzles and the times that people took.
//
//     HumanFit fit = fit_human(times, {.repeats = 10});
//     fit.model                              // for rate_human()
//     fit.crossed                            // Spearman with times that the fit had not seen
//
// The numbers are those under which predicted and real times agree best in order (Spearman's rank
// correlation), less a small price for leaving the first guesses; then all seconds are scaled so
// that half of the puzzles took longer than predicted. Found by a pattern search [HookeJeeves1961]
// over walks that are drawn once, under the guesses. A cross-validation fits each fold anew, from
// the guesses, and rates what it left out with walks of its own.

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/outcome.hpp"
#include "logic/rating/human.hpp"

namespace clew::rating {

/// A puzzle with one solution, and the mean time of those who solved it.
struct HumanTime {
    Puzzle puzzle;
    Grid solution;
    double seconds;
};

struct HumanFitOptions {
    unsigned repeats = 0;  ///< cross-validations, each of ten folds drawn by its own seed
    bool ablate = false;   ///< also cross-validate once without each term
    unsigned threads = 1;
    const StopFlag* stop = nullptr;
    /// Told how many fits are done of how many, from a working thread, never by two at once.
    std::function<void(std::size_t done, std::size_t of)> on_progress{};
};

struct HumanFit {
    HumanModel model;
    double seen = 0;                  ///< Spearman with the times of the fit itself
    std::optional<double> crossed{};  ///< mean over the cross-validations
    std::vector<double> each{};       ///< of them
    std::vector<std::pair<HumanTerm, double>> without{};  ///< crossed once, the term taken out
    /// For each puzzle, by a model that had not seen it if there was a cross-validation.
    std::vector<double> predicted{};
    Ending ending = Ending::exhausted;  ///< if interrupted, the rest is not to be used
};

/// Requires at least 100 times, all above 0. Cost: a second a fit and 1000 puzzles.
HumanFit fit_human(std::span<const HumanTime> times, const HumanFitOptions& options);

/// Spearman's rank correlation, -1 to 1; ties have their mean rank. 0 if one side is constant.
double spearman(std::span<const double> a, std::span<const double> b);

}  // namespace clew::rating
