// How a puzzle is made.
//
// Free pattern: from the clues of a random full grid, orbits of the symmetry are taken away in
// random order, each for good if at most max_solutions remain. When every orbit was tried once, no
// further one can go: whatever could not be removed then cannot be removed later, since removing
// clues only adds solutions. For puzzles with several solutions the walk stops at the first puzzle
// that fits all wishes, for unique ones it goes on until the clue count is reached or, for minimal
// ones, to its end.
//
// One cell at a time, "still unique?" is asked as "is there a solution with another digit here?",
// which one search for a single solution answers. Larger orbits, and several solutions, take a
// count.
//
// Rules to be placed are put on the full grid. Clues are taken away first, then, in random order,
// rules that what is left implies: a clue that could not go before cannot go then either.
//
// Given pattern: the values are climbed to. From the values of a random grid, one clue at a time is
// set to another digit that its peers allow, and the change is kept if a solution remains and the
// number of solutions (counted up to a bound) did not grow.

#include "setter/generate.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/input_error.hpp"
#include "core/rules/registry.hpp"
#include "setter/minimal.hpp"
#include "setter/other_solution.hpp"
#include "solve/solver.hpp"

namespace clew::setter {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
    throw InputError({}, what, hint);
}

/// A seed makes the grids that it has always made: on classic boards all digits are tried, from a
/// first solution on, elsewhere those that the cell's peers leave.
std::optional<Grid> random_solution(const Puzzle& question, bool all_digits, Random& random,
                                    const Budget& budget) {
    const Geometry& geometry = question.geometry();
    Solver solver{question};
    std::vector<std::size_t> order(geometry.cell_count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(order);
    Grid known, found;
    if (all_digits) solver.solve(known, budget);
    // About two cells in nine leave few solutions; the solver's own order decides the rest.
    const std::size_t wanted = geometry.cell_count() * 2 / 9 + 1;
    std::vector<Digit> digits;
    for (std::size_t k = 0; k < wanted; ++k) {
        const Cell cell{order[k]};
        if (question.given(cell)) continue;
        const DigitSet open = all_digits ? DigitSet::all(geometry.size())
                                         : solver.puzzle().candidates_after_givens()[cell.index()];
        digits.assign(open.begin(), open.end());
        random.shuffle(digits);
        bool placed = false;
        for (Digit digit : digits) {
            solver.allow(cell, DigitSet{digit});
            placed = known.cell_count() > 0 && known[cell] == digit;
            if (placed) break;
            const Report answer = solver.solve(found, budget);
            placed = answer.solutions > 0;
            if (placed) {
                std::swap(known, found);
                break;
            }
            if (answer.ending != Ending::exhausted) return std::nullopt;
        }
        if (!placed) return std::nullopt;
    }
    if (known.cell_count() == 0) return std::nullopt;
    return known;
}

}  // namespace

std::optional<Grid> random_grid(const GeometryPtr& geometry, Random& random, const Budget& budget) {
    return random_solution(Puzzle{geometry}, *geometry == *Geometry::classic(), random, budget);
}

std::optional<Grid> random_grid(const Puzzle& puzzle, Random& random, const Budget& budget) {
    return random_solution(puzzle, false, random, budget);
}

Generator::Generator(Wishes wishes) : wishes_(std::move(wishes)) {
    const Geometry& geometry = *wishes_.geometry;
    const std::size_t cells = geometry.cell_count();
    if (wishes_.min_clues > cells)
        refuse(std::to_string(wishes_.min_clues) + " clues do not fit on " + geometry.description(),
               "at most " + std::to_string(cells));
    wishes_.max_clues = std::min(wishes_.max_clues, cells);
    if (wishes_.min_clues > wishes_.max_clues)
        refuse("no clue count is at least " + std::to_string(wishes_.min_clues) + " and at most " +
                   std::to_string(wishes_.max_clues),
               "a range such as 22-26");
    if (wishes_.min_solutions == 0 || wishes_.min_solutions > wishes_.max_solutions)
        refuse("no number of solutions is at least " + std::to_string(wishes_.min_solutions) +
                   " and at most " + std::to_string(wishes_.max_solutions),
               "a range such as 1 or 10-20");
    for (const Rule& rule : wishes_.rules) rules::check_rule(rule, geometry);
    const auto clues =
        static_cast<std::size_t>(std::count(wishes_.pattern.begin(), wishes_.pattern.end(), true));
    constexpr std::size_t fewest = 17;  // [McGuire2014]
    if (std::min(wishes_.max_clues, wishes_.pattern.empty() ? cells : clues) < fewest &&
        geometry.is_classic() && wishes_.rules.empty() && wishes_.placements.empty() &&
        wishes_.max_solutions == 1)
        refuse("no plain 9x9 puzzle with one solution has fewer than 17 clues",
               "17 clues or more, or several solutions");
    if (!wishes_.placements.empty() && wishes_.max_solutions > 1)
        refuse("rules are placed for puzzles with one solution only", "1 solution");
    if (!wishes_.placements.empty() && !wishes_.pattern.empty())
        refuse("rules are not placed beside a pattern of clues", "one of the two");
    if (!is_symmetry_of(geometry, wishes_.symmetry))
        refuse("the symmetry " + std::string(to_string(wishes_.symmetry)) + " on a board of " +
                   geometry.description(),
               "one that exchanges no rows with columns");
    orbits_ = orbits(geometry, wishes_.symmetry);
    if (wishes_.pattern.empty()) return;
    if (wishes_.pattern.size() != cells)
        refuse("the pattern has " + std::to_string(wishes_.pattern.size()) + " cells",
               std::to_string(cells) + " cells");
    if (clues < wishes_.min_clues || clues > wishes_.max_clues)
        refuse("the pattern has " + std::to_string(clues) + " clues",
               std::to_string(wishes_.min_clues) + " to " + std::to_string(wishes_.max_clues));
    if (!is_symmetric(geometry, wishes_.pattern, wishes_.symmetry))
        refuse("the pattern does not have the symmetry " + std::string(to_string(wishes_.symmetry)),
               "a symmetric pattern, or no symmetry");
}

/// One attempt: a grid, and what can be made of it.
struct Generator::Attempt {
    const Generator& generator;
    const Budget& budget;
    Random& random;
    Generated& result;
    std::vector<std::size_t> spare{};  // places of rules that may go

    const Wishes& wishes() const { return generator.wishes_; }

    template <class... Values>
    void say_obstacle(std::string_view on, const Values&... values) {
        result.obstacle = say(wishes().language, on, values...);
    }

    bool run() {
        Puzzle puzzle{wishes().geometry};
        for (const Rule& rule : wishes().rules) puzzle.add_rule(rule);
        const auto grid = wishes().rules.empty() ? random_grid(wishes().geometry, random, budget)
                                                 : random_grid(puzzle, random, budget);
        if (!grid) {
            say_obstacle("no full grid was found");
            return false;
        }
        if (!place_rules(puzzle, *grid)) return false;
        for (std::size_t i = 0; i < grid->cell_count(); ++i)
            if (wishes().pattern.empty() || wishes().pattern[i])
                puzzle.set_given(Cell{i}, (*grid)[Cell{i}]);
        return wishes().pattern.empty() ? dig(puzzle, *grid) : climb(puzzle, *grid);
    }

    bool place_rules(Puzzle& puzzle, const Grid& grid) {
        for (const Placement& wish : wishes().placements) {
            const std::vector<Rule> rules =
                place(puzzle.geometry(), grid, wish, random, puzzle.rules());
            if (rules.size() < wish.count.value_or(1)) {
                say_obstacle("room for the rules: {} of {} {}", rules.size(),
                             wish.count.value_or(1), wish.name);
                return false;
            }
            const std::size_t first = puzzle.rules().size();
            for (const Rule& rule : rules) puzzle.add_rule(rule);
            if (wish.count) continue;
            for (std::size_t k = 1; k < rules.size(); ++k) spare.push_back(first + k);
        }
        return true;
    }

    /// `known_minimal`: the way in which the puzzle was made proves it.
    bool fits(const Puzzle& puzzle, std::uint64_t solutions, bool known_minimal = false) {
        const std::size_t clues = puzzle.given_count();
        if (solutions < wishes().min_solutions || solutions > wishes().max_solutions) {
            say_obstacle("the number of solutions");
            return false;
        }
        if (clues < wishes().min_clues || clues > wishes().max_clues) {
            say_obstacle("the number of clues");
            return false;
        }
        if (wishes().minimality == Minimality::minimal && !known_minimal && !is_minimal(puzzle)) {
            say_obstacle("minimality");
            return false;
        }
        if (wishes().fault) {
            result.obstacle = wishes().fault(puzzle);
            if (!result.obstacle.empty()) return false;
        }
        return !budget.stopped();
    }

    bool is_minimal(const Puzzle& puzzle) const {
        Solver solver{puzzle};
        for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
            if (puzzle.given(Cell{i}) &&
                !has_other(solver, Cell{i}, puzzle.marks(Cell{i}), budget.stop))
                return false;
        return true;
    }

    bool accept(Puzzle puzzle, const Grid& grid, std::uint64_t solutions) {
        result.puzzle = std::move(puzzle);
        result.solution = grid;
        result.solutions = solutions;
        return true;
    }

    bool dig(Puzzle& puzzle, const Grid& grid) {
        std::vector<std::size_t> order(generator.orbits_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        random.shuffle(order);
        const bool unique = wishes().max_solutions == 1;
        const bool to_the_end = unique && wishes().minimality == Minimality::minimal;
        const std::size_t floor = to_the_end ? 0 : std::max(wishes().min_clues, target_clues());
        const DigitSet all = DigitSet::all(puzzle.geometry().size());
        Solver solver{puzzle};
        std::uint64_t solutions = 1;
        std::size_t clues = puzzle.given_count();
        for (std::size_t k : order) {
            if (budget.stopped()) return false;
            const std::vector<Cell>& orbit = generator.orbits_[k];
            if (clues < floor + orbit.size()) continue;
            bool gone = false;
            if (unique && orbit.size() == 1) {
                gone = !has_other(solver, orbit.front(), all, budget.stop);
                if (gone) solver.allow(orbit.front(), all);
            } else {
                for (Cell cell : orbit) solver.allow(cell, all);
                const Report now = solver.count_to(wishes().max_solutions + 1, budget);
                gone = now.ending == Ending::exhausted;
                if (gone) solutions = now.solutions;
                for (Cell cell : orbit)
                    if (!gone) solver.allow(cell, puzzle.options(cell));
            }
            if (!gone) continue;
            for (Cell cell : orbit) puzzle.clear_given(cell);
            clues -= orbit.size();
            if (!unique && solutions >= wishes().min_solutions && fits(puzzle, solutions))
                return accept(std::move(puzzle), grid, solutions);
        }
        if (!spare.empty()) {
            random.shuffle(spare);
            // On 9x9 more nodes take twenty times as long and spare one rule in a hundred.
            puzzle = without_redundant_rules(puzzle, spare, {budget.stop, 3'000});
        }
        // Cell by cell to the end, no clue is left that the others imply.
        const bool known_minimal = to_the_end && wishes().symmetry == Symmetry::none;
        return fits(puzzle, solutions, known_minimal) && accept(std::move(puzzle), grid, solutions);
    }

    /// Where not minimal, a clue count within the range that is drawn, not always the fewest.
    std::size_t target_clues() {
        if (wishes().min_clues == 0 || wishes().max_solutions > 1) return 0;
        const std::size_t span = wishes().max_clues - wishes().min_clues + 1;
        return wishes().min_clues + static_cast<std::size_t>(random.below(span));
    }

    bool climb(Puzzle& puzzle, const Grid& start) {
        constexpr std::uint64_t bound = 2000;
        constexpr int steps = 400;
        std::vector<Cell> clues;
        for (std::size_t i = 0; i < wishes().pattern.size(); ++i)
            if (wishes().pattern[i]) clues.push_back(Cell{i});
        const std::uint64_t limit = std::max(bound, wishes().max_solutions + 1);
        Solver solver{puzzle};
        std::uint64_t solutions = solver.count_to(limit, budget).solutions;
        Grid grid = start;
        for (int step = 0; step < steps && !budget.stopped(); ++step) {
            if (solutions >= wishes().min_solutions && solutions <= wishes().max_solutions &&
                solutions < limit && fits(puzzle, solutions))
                return accept(std::move(puzzle), grid, solutions);
            if (clues.empty()) break;
            Puzzle changed = puzzle;
            const Cell cell = clues[static_cast<std::size_t>(random.below(clues.size()))];
            changed.clear_given(cell);
            const DigitSet open =
                changed.candidates_after_givens()[cell.index()] - DigitSet{*puzzle.given(cell)};
            if (open.empty()) continue;
            std::vector<Digit> digits(open.begin(), open.end());
            changed.set_given(cell, digits[static_cast<std::size_t>(random.below(digits.size()))]);
            solver.allow(cell, changed.options(cell));
            const std::uint64_t now = solver.count_to(limit, budget).solutions;
            const bool fewer = now <= solutions || solutions <= wishes().max_solutions;
            Grid solution;
            if (now >= wishes().min_solutions && fewer &&
                solver.solve(solution, budget).solutions > 0) {
                puzzle = std::move(changed);
                grid = std::move(solution);
                solutions = now;
            } else {
                solver.allow(cell, puzzle.options(cell));
            }
        }
        if (result.obstacle.empty()) say_obstacle("the number of solutions");
        return false;
    }
};

Generated Generator::make(std::uint64_t index, const Budget& budget) const {
    Random random = Random{wishes_.seed}.split(index);
    Generated result;
    result.ending = Ending::out_of_budget;
    while (result.attempts < wishes_.max_attempts) {
        if (budget.stopped()) {
            result.ending = Ending::interrupted;
            return result;
        }
        ++result.attempts;
        if (Attempt{*this, budget, random, result}.run()) {
            result.ending = Ending::limit_reached;
            result.obstacle.clear();
            return result;
        }
    }
    return result;
}

}  // namespace clew::setter
