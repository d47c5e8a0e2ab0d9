// A candidate that no solution so far has is tried as a given. Those that are in no solution cost
// most, and on boards where that may take long a SAT session is asked for the rest.

#include "explain/smallest/possible.hpp"

#include <algorithm>

#include "encode/sat/session.hpp"
#include "encode/solve/candidates.hpp"
#include "encode/solve/solver.hpp"

namespace clew::explain {

namespace {
constexpr std::uint64_t nodes_each = 200'000;
constexpr std::uint64_t nodes_of_ruled = 5'000;  // filters of sums take their time
}  // namespace

Possible what_is_possible(const Puzzle& puzzle, const Budget& budget,
                          const std::function<void(std::size_t done, std::size_t of)>& on_headway) {
    const std::size_t cells = puzzle.geometry().cell_count();
    Possible found{std::vector<DigitSet>(cells), {}, Ending::exhausted};
    const std::uint64_t nodes = !sat::Session::available() ? unlimited
                                : puzzle.rules().empty()   ? nodes_each
                                                           : nodes_of_ruled;
    Solver solver{puzzle};
    Grid grid;
    std::size_t done = 0, of = 0;
    for (std::size_t i = 0; i < cells; ++i) of += puzzle.options(Cell{i}).size();
    for (std::size_t i = 0; i < cells; ++i)
        for (const Digit d : puzzle.options(Cell{i})) {
            if (on_headway) on_headway(done, of);
            ++done;
            if (found.digits[i].contains(d)) continue;
            solver.allow(Cell{i}, DigitSet{d});
            const Report report = solver.solve(grid, {budget.stop, nodes});
            solver.allow(Cell{i}, puzzle.options(Cell{i}));
            if (report.solutions == 1) {
                for (std::size_t j = 0; j < cells; ++j) found.digits[j].insert(grid[Cell{j}]);
                if (found.solutions.size() < Possible::max_solutions)
                    found.solutions.push_back(grid);
            } else if (report.ending == Ending::interrupted) {
                found.ending = Ending::interrupted;
                return found;
            } else if (report.ending != Ending::exhausted) {
                const TrueCandidates rest = true_candidates(puzzle, budget, [&](double explored) {
                    const auto settled =
                        static_cast<std::size_t>(explored * static_cast<double>(of));
                    if (on_headway) on_headway(std::max(done, settled), of);
                });
                found.digits = rest.digits;
                found.ending = rest.ending;
                return found;
            }
        }
    return found;
}

}  // namespace clew::explain
