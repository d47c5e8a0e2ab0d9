#pragma once
// Run: one enumeration on its way: what was asked, what was found, when to end. Private to the
// module.

#include <algorithm>
#include <vector>

#include "core/base/contract.hpp"
#include "core/rules/rulebook.hpp"
#include "core/rules/verify.hpp"
#include "encode/sat/cube.hpp"
#include "encode/sat/enumerate.hpp"
#include "encode/sat/question.hpp"

namespace clew::sat {

struct Enumeration {
    const Puzzle& puzzle;
    const EnumerateOptions& options;
    const SolutionSink& sink;
    Checker checker;
    rules::RulebookPtr book;  ///< null without rules
    Cube cube;                ///< the clues and what follows from them by singles
    Grid grid;                ///< the solution in hand; the cells that `cube` decides are filled in
    EnumerateResult result{};

    Enumeration(const Puzzle& asked, const EnumerateOptions& how, const SolutionSink& where)
        : puzzle(asked),
          options(how),
          sink(where),
          checker(asked),
          book(rules::rulebook_of(asked)),
          cube(asked.geometry(), asked.candidates_after_givens(), book.get()),
          grid(std::vector<Digit>(asked.geometry().cell_count())) {}

    const Geometry& geometry() const { return puzzle.geometry(); }

    /// Fills in what the cube decides. Requires a consistent one.
    void settle() {
        for (std::size_t i = 0; i < grid.cell_count(); ++i)
            if (!cube.is_open(Cell{i})) grid.set(Cell{i}, cube.domain(Cell{i}).first());
    }
    /// The open cells of the board, as the encoding asked for writes them.
    SolverInput question(std::span<const DigitSet> domains, std::span<const Cell> cells) const {
        return options.encoding ? whole_question(puzzle, *options.encoding, domains, cells)
                                : open_question(geometry(), domains, cells, book.get());
    }
    /// False, for whoever ends.
    bool end(Ending ending) {
        result.ending = ending;
        return false;
    }
    /// Hands the grid out. False if that was enough.
    bool emit() {
        CLEW_REQUIRE(checker.accepts(grid), "sat::enumerate: a model that is no solution");
        ++result.solutions;
        if (sink(grid) == Flow::stop || result.solutions == options.limit)
            return end(Ending::limit_reached);
        if (options.budget.stopped()) return end(Ending::interrupted);
        return true;
    }
    /// A session as this enumeration wants it.
    Session session(Inprocessing inprocessing) const {
        return Session(
            {.inprocessing = inprocessing, .guess = Phase::positive, .turns = options.turns});
    }
};

/// Few solutions asked for: one of them is what takes time, not their number.
enum class Preparation : std::uint8_t { for_few, for_many };

/// Every solution by one session and blocking clauses. run.result.strategy: cells, decisions or
/// branches.
void run_blocking(Enumeration& run, Preparation preparation);

/// Every solution by cubes and independent parts.
void run_cubes(Enumeration& run, Preparation preparation);

}  // namespace clew::sat
