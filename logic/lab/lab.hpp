#pragma once
// Lab: rule sets tried on many puzzles. Which solve how much, and which rules are redundant given
// the others: K. Gromley's open questions.
//
//     Lab lab{states};
//     LabReport report = lab.run(*built_in_rules("methods"));
//     report.solved, report.rules[i].needed                    // 0: redundant given the others
//
// Deterministic, and the same for any number of workers. Knows no solver: a puzzle is solved when
// the rules fill its grid. Guessing is left out. What a puzzle's own rules (cages, arrows) rule out
// by their filters every set knows: steps that count, and belong to no rule of the set.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "logic/candidates.hpp"
#include "logic/path/path.hpp"
#include "logic/strategies/rules.hpp"

namespace clew::logic::inline lab {

/// What the rules did with one puzzle.
struct LabPuzzle {
    Status status = Status::stuck;
    std::size_t steps = 0;
    long long score = 0;  ///< sum
    int hardest = 0;      ///< largest score of a step
};

/// What one rule of a set did.
struct LabRule {
    std::size_t steps = 0;    ///< how often it hit
    std::size_t puzzles = 0;  ///< in how many puzzles
    std::size_t needed = 0;   ///< puzzles that the set solves, but not without this rule
};

struct LabReport {
    std::vector<LabPuzzle> puzzles;  ///< in the order given
    std::vector<LabRule> rules;      ///< in the order of the rule set
    std::size_t solved = 0, settled = 0, stuck = 0, impossible = 0;
    double mean_steps = 0, mean_score = 0;  ///< over the solved ones
};

/// Whether to find out which rules are needed: several more walks a puzzle.
enum class Needs : std::uint8_t { find, skip };

/// Does `work(i)` for i = 0 .. count-1, in any order, on any threads.
using ForEach =
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;

/// Says of a path that no rule carries on whether anything more follows; on any thread.
using Settle = std::function<void(Path& path)>;

class Lab {
  public:
    /// Without `for_each` the work is done one after the other; without `settle` a walk of several
    /// solutions that has found everything counts as stuck.
    explicit Lab(std::vector<State> puzzles, ForEach for_each = {}, const StopFlag* stop = nullptr,
                 Settle settle = {});

    /// Runs the set over all puzzles. `needed` is found exactly: a puzzle whose path never used a
    /// rule is solved without it in the same way, so only the others are walked again. With
    /// Needs::skip it stays 0 and every puzzle is walked once.
    LabReport run(const RuleSet& rules, Needs needs = Needs::find) const;

  private:
    // `hits`, if given, gets the number of steps of each rule.
    LabPuzzle walk_one(std::size_t puzzle, const RuleSet& rules,
                       std::vector<std::size_t>* hits = nullptr) const;

    std::vector<State> puzzles_;
    ForEach for_each_;
    const StopFlag* stop_;
    Settle settle_;
};

}  // namespace clew::logic::inline lab
