// A clue follows from the others if there is no solution with another digit in its cell.
//
// All minimal sub-puzzles. A set of clues does not do if some grid fits it that is no solution of
// the whole; the clues that the grid breaks are a set of which one must be kept. So the minimal
// sub-puzzles are the minimal hitting sets of all such sets, and the sets are found as they are
// needed [Ignatiev2015]: choose clues that hit every set known so far, ask the solver for a grid
// that fits them and breaks another clue, and either learn a new set or have found a sub-puzzle.
//
// The choices are walked depth-first, deepened size by size. At a node, a known set that is not hit
// yet, with the fewest elements left, is branched over, earlier elements ruled out in later
// branches, so that each choice is met once. A choice that hits everything and is a sub-puzzle is
// minimal if every clue in it is needed, which is asked of the solver once more.

#include "setter/minimal.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/bits.hpp"
#include "core/base/random.hpp"
#include "setter/change.hpp"
#include "setter/other_solution.hpp"
#include "solve/solve.hpp"

namespace clew::setter {
namespace {

using CellBits = Bits<640>;

std::vector<Cell> clues_of(const Puzzle& puzzle) {
    std::vector<Cell> clues;
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
        if (puzzle.given(Cell{i})) clues.push_back(Cell{i});
    return clues;
}

bool solvable(const Puzzle& puzzle, const Budget& budget) {
    return clew::solve(puzzle, {.budget = {.stop = budget.stop}}).solution.has_value();
}

void tell(const std::function<void(const Progress&)>& on_progress, std::size_t done,
          std::size_t of) {
    if (on_progress)
        on_progress(
            {.nodes = done, .explored = static_cast<double>(done) / static_cast<double>(of)});
}

Puzzle without_rule(const Puzzle& puzzle, std::size_t rule) {
    return apply({.rule_edits = {{.rule = rule}}}, puzzle);
}

/// How many solutions there are, up to one more than `most`; nothing if the work ended before.
std::optional<std::uint64_t> solutions_of(const Puzzle& puzzle, std::uint64_t most,
                                          const Budget& budget) {
    const Report report = Solver{puzzle}.count_to(most < unlimited ? most + 1 : most, budget);
    const bool known = report.ending == Ending::exhausted || report.ending == Ending::limit_reached;
    return known ? std::optional(report.solutions) : std::nullopt;
}

class Enumeration {
  public:
    Enumeration(const Puzzle& puzzle, const SubpuzzleOptions& options,
                const std::function<Flow(const Puzzle&)>& sink)
        : puzzle_(puzzle),
          options_(options),
          sink_(sink),
          solver_(puzzle),
          clues_(clues_of(puzzle)) {}

    SubpuzzleCount run() {
        if (!solvable(puzzle_, options_.budget)) {
            if (options_.budget.stopped()) result_.ending = Ending::interrupted;
            return result_;
        }
        // A clue that no other implies is in every sub-puzzle: chosen from the start.
        CellBits chosen;
        std::size_t needed = 0;
        for (Cell c : clues_)
            if (other_solution(solver_, puzzle_, c, options_.budget.stop)) {
                chosen.set(c.index());
                ++needed;
            }
        if (options_.budget.stopped()) result_.ending = Ending::interrupted;
        needed_ = chosen;
        const std::size_t last = std::min(clues_.size(), options_.max_clues);
        for (size_ = needed; size_ <= last && go_on(); ++size_) {
            result_.complete_below = size_;
            deeper_ = false;
            descend(chosen, CellBits{}, size_ - needed);
            if (!deeper_) break;
        }
        if (go_on()) result_.complete_below = last + 1;
        return result_;
    }

  private:
    bool go_on() const { return result_.ending == Ending::exhausted; }

    bool spend() {
        if (++result_.nodes > options_.budget.max_nodes) result_.ending = Ending::out_of_budget;
        if (options_.budget.stopped()) result_.ending = Ending::interrupted;
        if (options_.on_progress)
            options_.on_progress({.solutions = result_.found, .nodes = result_.nodes});
        return go_on();
    }

    Puzzle part(const CellBits& chosen) const {
        Puzzle result = puzzle_;
        for (Cell c : clues_)
            if (!chosen.test(c.index())) result.clear_given(c);
        return result;
    }

    /// Asks about these clues alone.
    void ask(const CellBits& chosen) {
        for (Cell c : clues_)
            solver_.allow(c, chosen.test(c.index()) ? puzzle_.options(c) : puzzle_.marks(c));
    }

    /// A set of clues of which one is missing in `chosen`, or the empty set if nothing is.
    CellBits missing(const CellBits& chosen) {
        CellBits broken;
        ask(chosen);
        for (Cell c : clues_) {
            if (chosen.test(c.index())) continue;
            // Does the choice imply this clue? All clues of the whole follow if each does.
            solver_.allow(c, puzzle_.options(c));
            const auto grid = other_solution(solver_, puzzle_, c, options_.budget.stop);
            if (options_.budget.stopped()) return broken;
            if (grid) {
                for (Cell k : clues_)
                    if ((*grid)[k] != *puzzle_.given(k)) broken.set(k.index());
                return broken;
            }
        }
        return broken;
    }

    void descend(const CellBits& chosen, CellBits ruled_out, std::size_t left) {
        if (!spend()) return;
        const CellBits* best = nullptr;
        std::size_t best_size = 641, disjoint = 0;
        CellBits used;
        for (const CellBits& set : sets_) {
            if (set.intersects(chosen)) continue;
            const CellBits rest = set - ruled_out;
            const std::size_t n = rest.size();
            if (n == 0) return;
            if (n < best_size) {
                best_size = n;
                best = &set;
            }
            if (!rest.intersects(used)) {
                used |= rest;
                ++disjoint;
            }
        }
        CellBits branch;
        if (best != nullptr) {
            if (disjoint > left) {
                deeper_ = true;
                return;
            }
            branch = *best;
        } else {
            branch = missing(chosen);
            if (!spend()) return;
            if (branch.empty()) {
                if (left == 0) offer(chosen);
                return;
            }
            sets_.push_back(branch);
            if (left == 0) {
                deeper_ = true;
                return;
            }
        }
        branch -= ruled_out;
        for (std::size_t e : branch) {
            CellBits more = chosen;
            more.set(e);
            descend(more, ruled_out, left - 1);
            if (!go_on()) return;
            ruled_out.set(e);
        }
    }

    void offer(const CellBits& chosen) {
        ask(chosen);
        for (std::size_t c : chosen - needed_)
            if (!other_solution(solver_, puzzle_, Cell{c}, options_.budget.stop)) return;
        if (!spend()) return;
        const Puzzle found = part(chosen);
        ++result_.found;
        if (sink_(found) == Flow::stop || result_.found == options_.limit)
            result_.ending = Ending::limit_reached;
    }

    const Puzzle& puzzle_;
    const SubpuzzleOptions& options_;
    const std::function<Flow(const Puzzle&)>& sink_;
    Solver solver_;
    std::vector<Cell> clues_;
    CellBits needed_;
    std::vector<CellBits> sets_;  // of clues: every sub-puzzle has one of each
    std::size_t size_ = 0;
    bool deeper_ = false;  // whether a branch ended for want of clues
    SubpuzzleCount result_;
};

}  // namespace

std::vector<Cell> redundant_clues(const Puzzle& puzzle, const Budget& budget,
                                  const std::function<void(const Progress&)>& on_progress) {
    std::vector<Cell> result;
    if (!solvable(puzzle, budget)) return result;
    Solver solver{puzzle};
    const std::vector<Cell> clues = clues_of(puzzle);
    std::size_t tested = 0;
    for (Cell c : clues) {
        tell(on_progress, tested++, clues.size());
        if (!other_solution(solver, puzzle, c, budget.stop) && !budget.stopped())
            result.push_back(c);
    }
    return result;
}

Puzzle greedy_subpuzzle(const Puzzle& puzzle, std::uint64_t seed, const Budget& budget,
                        const std::function<void(const Progress&)>& on_progress) {
    Puzzle result = puzzle;
    if (!solvable(puzzle, budget)) return result;
    std::vector<Cell> clues = clues_of(puzzle);
    Random random{seed};
    random.shuffle(clues);
    Solver solver{puzzle};
    std::size_t tested = 0;
    for (Cell c : clues) {
        if (budget.stopped()) break;
        tell(on_progress, tested++, clues.size());
        if (other_solution(solver, puzzle, c, budget.stop) || budget.stopped()) continue;
        result.clear_given(c);
        solver.allow(c, puzzle.marks(c));
    }
    return result;
}

std::vector<std::size_t> redundant_rules(const Puzzle& puzzle, const Budget& budget,
                                         const std::function<void(const Progress&)>& on_progress) {
    std::vector<std::size_t> result;
    const auto solutions = solutions_of(puzzle, unlimited, budget);
    if (!solutions || *solutions == 0) return result;
    const std::size_t rules = puzzle.rules().size();
    for (std::size_t r = 0; r < rules && !budget.stopped(); ++r) {
        tell(on_progress, r, rules);
        if (solutions_of(without_rule(puzzle, r), *solutions, budget) == solutions)
            result.push_back(r);
    }
    return result;
}

Puzzle without_redundant_rules(const Puzzle& puzzle, std::vector<std::size_t> rules,
                               const Budget& budget,
                               const std::function<void(const Progress&)>& on_progress) {
    Puzzle result = puzzle;
    const auto solutions = solutions_of(puzzle, unlimited, budget);
    if (!solutions || *solutions == 0) return result;
    for (std::size_t k = 0; k < rules.size() && !budget.stopped(); ++k) {
        tell(on_progress, k, rules.size());
        Puzzle fewer = without_rule(result, rules[k]);
        if (solutions_of(fewer, *solutions, budget) != solutions) continue;
        result = std::move(fewer);
        for (std::size_t later = k + 1; later < rules.size(); ++later)
            if (rules[later] > rules[k]) --rules[later];
    }
    return result;
}

SubpuzzleCount minimal_subpuzzles(const Puzzle& puzzle, const SubpuzzleOptions& options,
                                  const std::function<Flow(const Puzzle&)>& sink) {
    return Enumeration{puzzle, options, sink}.run();
}

}  // namespace clew::setter
