// Blocking clauses: find a model, hand it out, forbid it, look again, until there is none.
//
// The clues are unit clauses of the formula and so are true at level zero. A blocking clause names
// the cells that are still open then: "not this digit here, or not that one there, ...".

#include "encode/sat/enumerate.hpp"

#include "encode/board/contract.hpp"
#include "encode/board/verify.hpp"
#include "encode/cnf/encoding.hpp"
#include "encode/sat/session.hpp"

namespace clew::sat {
namespace {

Grid grid_of(const Session& session, const cnf::VarMap& map) {
    const Geometry& geometry = map.geometry();
    std::vector<Digit> digits(geometry.cell_count());
    for (std::size_t i = 0; i < digits.size(); ++i)
        for (std::size_t d = 0; d < geometry.size(); ++d)
            if (session.value(map.literal({Cell{i}, Digit{d}}))) digits[i] = Digit{d};
    return Grid(std::move(digits));
}

Budget rest_of(Budget budget, std::uint64_t spent) {
    if (budget.max_nodes != unlimited)
        budget.max_nodes = budget.max_nodes > spent ? budget.max_nodes - spent : 0;
    return budget;
}

}  // namespace

EnumerateResult enumerate(const Puzzle& puzzle, const EnumerateOptions& options,
                          const SolutionSink& sink) {
    const Geometry& geometry = puzzle.geometry();
    for (Cell cell : options.projection)
        CLEW_REQUIRE(cell.index() < geometry.cell_count(),
                     "sat::enumerate: projection cell outside the board");
    EnumerateResult result;
    const auto end = [&](Ending ending) {
        result.ending = ending;
        return result;
    };
    if (options.limit == 0) return end(Ending::limit_reached);

    const cnf::Encoded encoded = cnf::encode(puzzle);
    Session session({.threads = options.threads});
    session.add_vars(encoded.map.size());
    session.add(encoded.formula);

    const std::vector<DigitSet> candidates = puzzle.candidates_after_givens();
    std::vector<Cell> open;
    if (options.projection.empty()) {
        for (std::size_t i = 0; i < geometry.cell_count(); ++i)
            if (candidates[i].size() != 1) open.push_back(Cell{i});
    } else {
        open = options.projection;
    }

    cnf::Clause blocking;
    for (;;) {
        const Answer answer = session.solve({}, rest_of(options.budget, session.conflicts()));
        ++result.calls;
        result.conflicts = session.conflicts();
        if (answer == Answer::unsatisfiable) return end(Ending::exhausted);
        if (answer == Answer::unknown) return end(session.why_unknown());

        const Grid grid = grid_of(session, encoded.map);
        CLEW_REQUIRE(is_solution(puzzle, grid), "sat::enumerate: a model that is no solution");
        ++result.found;
        if (sink(grid) == Flow::stop || result.found == options.limit)
            return end(Ending::limit_reached);
        blocking.clear();
        for (Cell cell : open) blocking.push_back(~encoded.map.literal({cell, grid[cell]}));
        session.add(blocking);
    }
}

SolveOutcome solve(const Puzzle& puzzle, const Budget& budget, unsigned threads) {
    SolveOutcome outcome;
    const EnumerateResult result =
        enumerate(puzzle, {.budget = budget, .limit = 1, .threads = threads}, [&](const Grid& g) {
            outcome.solution = g;
            return Flow::go_on;
        });
    outcome.ending = result.ending;
    outcome.conflicts = result.conflicts;
    return outcome;
}

}  // namespace clew::sat
