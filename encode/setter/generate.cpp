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
// Given pattern: the values are climbed to. From the values of a random grid, one clue at a time is
// set to another digit that its peers allow, and the change is kept if a solution remains and the
// number of solutions (counted up to a bound) did not grow.

#include "encode/setter/generate.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "encode/base/input_error.hpp"
#include "encode/rules/registry.hpp"
#include "encode/search9/search9.hpp"
#include "encode/setter/other_solution.hpp"
#include "encode/solve/solve.hpp"

namespace clew::setter {
namespace {

/// Up to this many, a classic board is counted by search9 itself: the front door's forecast costs
/// more than the count.
constexpr std::uint64_t raw_limit = 10'000;

std::uint64_t count_to(const Puzzle& puzzle, std::uint64_t limit, const Budget& budget,
                       Ending* ending = nullptr) {
    if (puzzle.is_plain_classic() && limit <= raw_limit) {
        const std::uint64_t n = search9::count_up_to(search9::marks9(puzzle), limit);
        if (ending != nullptr) *ending = n < limit ? Ending::exhausted : Ending::limit_reached;
        return n;
    }
    const CountResult result =
        clew::count(puzzle, {.engine = Engine::automatic, .budget = budget, .limit = limit});
    if (ending != nullptr) *ending = result.ending;
    return result.count.to_u64().value_or(limit);
}

bool has_other(const Puzzle& puzzle, Cell cell, const Budget& budget) {
    return other_solution(puzzle, cell, budget.stop).has_value();
}

/// random_grid() for classic boards: the same choices, without a Puzzle on the way.
Grid random_grid9(Random& random) {
    search9::Marks9 marks;
    marks.fill(0x1FF);
    std::array<std::uint8_t, 81> order{};
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    random.shuffle(order);
    std::array<search9::Solution9, 1> known{};
    search9::count_up_to(marks, 1, known);
    for (std::size_t k = 0; k < 19; ++k) {
        const std::size_t cell = order[k];
        std::array<std::uint8_t, 9> digits{};
        std::iota(digits.begin(), digits.end(), std::uint8_t{0});
        random.shuffle(digits);
        for (std::uint8_t digit : digits) {
            marks[cell] = static_cast<std::uint16_t>(1U << digit);
            if (known[0][cell] == digit) break;
            std::array<search9::Solution9, 1> found{};
            if (search9::count_up_to(marks, 1, found) == 0) continue;
            known = found;
            break;
        }
    }
    return Grid{std::vector<Digit>(known[0].begin(), known[0].end())};
}

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
    throw InputError({}, what, hint);
}

}  // namespace

std::optional<Grid> random_grid(const GeometryPtr& geometry, Random& random, const Budget& budget) {
    if (geometry->is_classic()) return random_grid9(random);
    return random_grid(Puzzle{geometry}, random, budget);
}

std::optional<Grid> random_grid(const Puzzle& question, Random& random, const Budget& budget) {
    Puzzle puzzle = question;
    const GeometryPtr& geometry = puzzle.geometry_ptr();
    std::vector<std::size_t> order(geometry->cell_count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(order);
    std::optional<Grid> known;
    const SolveOptions options{.engine = Engine::automatic, .budget = budget};
    // About two cells in nine leave few solutions; the solver's own order decides the rest.
    const std::size_t wanted = geometry->cell_count() * 2 / 9 + 1;
    for (std::size_t k = 0; k < wanted; ++k) {
        const Cell cell{order[k]};
        if (puzzle.given(cell)) continue;
        const DigitSet open = puzzle.candidates_after_givens()[cell.index()];
        std::vector<Digit> digits(open.begin(), open.end());
        random.shuffle(digits);
        bool placed = false;
        for (Digit digit : digits) {
            puzzle.set_given(cell, digit);
            if (!known || (*known)[cell] != digit) {
                SolveResult result = clew::solve(puzzle, options);
                if (!result.solution) {
                    if (result.ending != Ending::exhausted) return std::nullopt;
                    puzzle.clear_given(cell);
                    continue;
                }
                known = std::move(result.solution);
            }
            placed = true;
            break;
        }
        if (!placed) return std::nullopt;
    }
    return known;
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
    orbits_ = orbits(geometry, wishes_.symmetry);
    if (wishes_.pattern.empty()) return;
    if (wishes_.pattern.size() != cells)
        refuse("the pattern has " + std::to_string(wishes_.pattern.size()) + " cells",
               std::to_string(cells) + " cells");
    const auto clues =
        static_cast<std::size_t>(std::count(wishes_.pattern.begin(), wishes_.pattern.end(), true));
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

    const Wishes& wishes() const { return generator.wishes_; }

    bool run() {
        Puzzle puzzle{wishes().geometry};
        for (const Rule& rule : wishes().rules) puzzle.add_rule(rule);
        const auto grid = wishes().rules.empty() ? random_grid(wishes().geometry, random, budget)
                                                 : random_grid(puzzle, random, budget);
        if (!grid) {
            result.obstacle = "no full grid was found";
            return false;
        }
        for (std::size_t i = 0; i < grid->cell_count(); ++i)
            if (wishes().pattern.empty() || wishes().pattern[i])
                puzzle.set_given(Cell{i}, (*grid)[Cell{i}]);
        return wishes().pattern.empty() ? dig(puzzle, *grid) : climb(puzzle, *grid);
    }

    /// `known_minimal`: the way in which the puzzle was made proves it.
    bool fits(const Puzzle& puzzle, std::uint64_t solutions, bool known_minimal = false) {
        const std::size_t clues = puzzle.given_count();
        if (solutions < wishes().min_solutions || solutions > wishes().max_solutions) {
            result.obstacle = "the number of solutions";
            return false;
        }
        if (clues < wishes().min_clues || clues > wishes().max_clues) {
            result.obstacle = "the number of clues";
            return false;
        }
        if (wishes().minimality == Minimality::minimal && !known_minimal && !is_minimal(puzzle)) {
            result.obstacle = "minimality";
            return false;
        }
        if (wishes().accept && !wishes().accept(puzzle)) {
            result.obstacle = "the further condition";
            return false;
        }
        return !budget.stopped();
    }

    bool is_minimal(const Puzzle& puzzle) const {
        for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
            if (puzzle.given(Cell{i}) && !has_other(puzzle, Cell{i}, budget)) return false;
        return true;
    }

    bool accept(Puzzle puzzle, const Grid& grid, std::uint64_t solutions) {
        result.puzzle = std::move(puzzle);
        result.solution = grid;
        result.solutions = solutions;
        return true;
    }

    /// The same walk for one solution on a classic board, cell by cell, on bare marks. What it ends
    /// with is minimal if it went to the end.
    void dig9(Puzzle& puzzle, const std::vector<std::size_t>& order, std::size_t floor) {
        search9::Marks9 marks = search9::marks9(puzzle);
        std::size_t clues = puzzle.given_count();
        for (std::size_t k : order) {
            if (clues <= floor || budget.stopped()) return;
            const std::size_t cell = generator.orbits_[k].front().index();
            const std::uint16_t clue = marks[cell];
            marks[cell] = static_cast<std::uint16_t>(0x1FF & ~clue);
            if (search9::count_up_to(marks, 1) > 0) {
                marks[cell] = clue;
                continue;
            }
            marks[cell] = 0x1FF;
            puzzle.clear_given(Cell{cell});
            --clues;
        }
    }

    bool dig(Puzzle& puzzle, const Grid& grid) {
        std::vector<std::size_t> order(generator.orbits_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        random.shuffle(order);
        const bool unique = wishes().max_solutions == 1;
        const bool to_the_end = unique && wishes().minimality == Minimality::minimal;
        if (unique && wishes().symmetry == Symmetry::none && puzzle.is_plain_classic()) {
            const std::size_t floor9 =
                to_the_end ? 0 : std::max(wishes().min_clues, target_clues());
            dig9(puzzle, order, floor9);
            return fits(puzzle, 1, to_the_end) && accept(std::move(puzzle), grid, 1);
        }
        const std::size_t floor = to_the_end ? 0 : std::max(wishes().min_clues, target_clues());
        std::uint64_t solutions = 1;
        std::size_t clues = puzzle.given_count();
        for (std::size_t k : order) {
            if (budget.stopped()) return false;
            const std::vector<Cell>& orbit = generator.orbits_[k];
            if (clues < floor + orbit.size()) continue;
            Puzzle fewer = puzzle;
            for (Cell cell : orbit) fewer.clear_given(cell);
            if (unique) {
                const bool still = orbit.size() == 1 ? !has_other(puzzle, orbit.front(), budget)
                                                     : count_to(fewer, 2, budget) == 1;
                if (!still) continue;
            } else {
                Ending ending{};
                const std::uint64_t now =
                    count_to(fewer, wishes().max_solutions + 1, budget, &ending);
                if (ending != Ending::exhausted) continue;
                solutions = now;
            }
            puzzle = std::move(fewer);
            clues -= orbit.size();
            if (!unique && solutions >= wishes().min_solutions && fits(puzzle, solutions))
                return accept(std::move(puzzle), grid, solutions);
        }
        if (fits(puzzle, solutions)) return accept(std::move(puzzle), grid, solutions);
        return false;
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
        std::uint64_t solutions = count_to(puzzle, limit, budget);
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
            const std::uint64_t now = count_to(changed, limit, budget);
            if (now < wishes().min_solutions) continue;
            if (now > solutions && solutions > wishes().max_solutions) continue;
            const SolveResult solved =
                clew::solve(changed, {.engine = Engine::automatic, .budget = budget});
            if (!solved.solution) continue;
            puzzle = std::move(changed);
            grid = *solved.solution;
            solutions = now;
        }
        if (result.obstacle.empty()) result.obstacle = "the number of solutions";
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
