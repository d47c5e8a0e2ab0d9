#pragma once
// What rule sets did with many puzzles, as a table, as CSV and as JSON.
//
//     std::vector<Trial> trials = {{rules, lab.run(rules)}, ...};
//     out << to_text(trials, {.needs = logic::Needs::find}) << to_csv(trials, ...);
//     to_json({.puzzles = records}, trials, ...)
//     write_svg(share_plot(trials))

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/formats/formats.hpp"
#include "explain/report/plot.hpp"
#include "logic/lab/lab.hpp"

namespace clew::report {

/// A rule set and what became of it.
struct Trial {
    logic::RuleSet rules;
    logic::LabReport report;
    double seconds = 0;  ///< processor time of all paths, if it was taken

    /// Share of the puzzles that were solved.
    double share() const;
    /// The largest score of a step on any solved puzzle's path.
    int hardest() const;
};

struct TrialOptions {
    logic::Needs needs = logic::Needs::find;  ///< whether the reports tell which rules are needed
    enum class Lines : std::uint8_t { sets, rules } lines = Lines::sets;  ///< rules: a line each
    enum class Speed : std::uint8_t { hidden, shown } speed = Speed::hidden;
};

/// A table of the sets, then for each what is redundant, and its rules if they are wanted.
std::string to_text(const std::vector<Trial>& trials, const TrialOptions& options = {});
/// A row a set, then a row a rule of it.
std::string to_csv(const std::vector<Trial>& trials, const TrialOptions& options = {});
/// What the sets were tried on.
struct Tried {
    struct Made {
        std::uint64_t number = 0, seed = 0;
    };
    std::vector<Record> puzzles{};  ///< that were read
    std::optional<Made> made{};     ///< or how others were made
};

/// clew/lab/1: "puzzles" or how they were "generated", then "sets".
nlohmann::ordered_json to_json(const Tried& on, const std::vector<Trial>& trials,
                               const TrialOptions& options = {});

/// The share of the puzzles that steps no harder than so much solve, a curve a set.
Plot share_plot(const std::vector<Trial>& trials);

}  // namespace clew::report
