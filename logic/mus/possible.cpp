// A candidate that no solution so far has is tried as a given. Those that are in no solution cost
// most, and on boards where that may take long a SAT session is asked for the rest.
//
// With rules such a trial costs nearly as much as the whole question, and there are hundreds of
// them: so it is asked first whether there is a second solution at all, by search and by SAT in
// turn, for either may take a hundred times as long as the other. Of 18 sums along diagonals and
// four clues the trials had not ended after 45 s.

#include "logic/mus/possible.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "encode/sat/session.hpp"
#include "solve/candidates.hpp"
#include "solve/solve.hpp"
#include "solve/solver.hpp"

namespace clew::logic::inline mus {

namespace {
constexpr std::uint64_t nodes_each = 200'000;
constexpr std::uint64_t nodes_of_ruled = 5'000;  // filters of sums take their time
// Of the question whether there is a second solution, by turns.
constexpr std::array<std::uint64_t, 2> nodes_of_whole{50'000, 1'000'000};
constexpr std::uint64_t nodes_of_a_conflict = 10;

std::uint64_t nodes_of_a_trial(const Puzzle& puzzle) {
    return puzzle.rules().empty() ? nodes_each : nodes_of_ruled;
}

/// What is possible where there is one solution or none, if that is soon known.
std::optional<Possible> if_unique(const Puzzle& puzzle, const Budget& budget) {
    for (const std::uint64_t nodes : nodes_of_whole)
        for (const Engine engine : {Engine::search, Engine::sat}) {
            if (engine == Engine::sat && !sat::Session::available()) continue;
            Possible found{std::vector<DigitSet>(puzzle.geometry().cell_count()), {}};
            const CountResult result =
                enumerate(puzzle,
                          {.engine = engine,
                           .budget = {budget.stop,
                                      engine == Engine::sat ? nodes / nodes_of_a_conflict : nodes},
                           .limit = 2,
                           .threads = 1},
                          [&](const Grid& grid) {
                              for (std::size_t i = 0; i < found.digits.size(); ++i)
                                  found.digits[i].insert(grid[Cell{i}]);
                              found.solutions.push_back(grid);
                              return Flow::go_on;
                          });
            if (found.solutions.size() > 1) return std::nullopt;
            if (result.ending == Ending::exhausted) return found;
            if (budget.stopped()) return std::nullopt;
        }
    return std::nullopt;
}
}  // namespace

Possible what_is_possible(
    const Puzzle& puzzle, const Budget& budget,
    const std::function<void(std::size_t done, std::size_t of)>& on_progress) {
    const std::size_t cells = puzzle.geometry().cell_count();
    if (!puzzle.rules().empty())
        if (auto found = if_unique(puzzle, budget)) return std::move(*found);
    Possible found{std::vector<DigitSet>(cells), {}, Ending::exhausted};
    const std::uint64_t nodes = nodes_of_a_trial(puzzle);
    Solver solver{puzzle};
    Grid grid;
    std::size_t done = 0, of = 0;
    for (std::size_t i = 0; i < cells; ++i) of += puzzle.options(Cell{i}).size();
    for (std::size_t i = 0; i < cells; ++i)
        for (const Digit d : puzzle.options(Cell{i})) {
            if (on_progress) on_progress(done, of);
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
                    if (on_progress) on_progress(std::max(done, settled), of);
                });
                found.digits = rest.digits;
                found.ending = rest.ending;
                return found;
            }
        }
    return found;
}

bool nothing_follows(const logic::State& state, const StopFlag* stop) {
    if (state.contradiction() || state.open_count() == 0) return false;
    const Puzzle puzzle = state.to_puzzle();
    const Budget budget{stop, nodes_of_a_trial(puzzle)};
    std::vector<DigitSet> seen(state.cell_count());
    Solver solver{puzzle};
    Grid grid;
    for (const Cell cell : state.open()) {
        if (state.candidates(cell).size() < 2) return false;
        for (const Digit d : state.candidates(cell)) {
            if (seen[cell.index()].contains(d)) continue;
            solver.allow(cell, DigitSet{d});
            if (solver.solve(grid, budget).solutions == 0) return false;
            solver.allow(cell, puzzle.options(cell));
            for (std::size_t i = 0; i < seen.size(); ++i) seen[i].insert(grid[Cell{i}]);
        }
    }
    return true;
}

void settle(logic::Path& path, const StopFlag* stop) {
    if (path.status == logic::Status::stuck && nothing_follows(path.state, stop))
        path.status = logic::Status::settled;
}

}  // namespace clew::logic::inline mus
