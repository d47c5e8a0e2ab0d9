// A plain 9x9 question is held in search9's own shape beside the puzzle that it began as; any other
// is the puzzle itself.

#include "solve/solver.hpp"

#include <utility>

#include "solve/engines.hpp"
#include "solve/solver_impl.hpp"

namespace clew {
namespace {

/// Up to this many, a plain 9x9 puzzle is counted by search9 outright: the facade's forecast
/// costs more than the count.
constexpr std::uint64_t few = 10'000;

void allow_in(Puzzle& puzzle, Cell cell, DigitSet digits) {
    if (digits.size() == 1) {
        puzzle.set_given(cell, digits.first());
        puzzle.set_marks(cell, DigitSet::all(puzzle.geometry().size()));
    } else {
        puzzle.clear_given(cell);
        puzzle.set_marks(cell, digits);
    }
}

Report report_of(const CountResult& result) {
    return {.solutions = result.solutions.to_u64().value_or(unlimited),
            .ending = result.ending,
            .nodes = result.nodes,
            .explored = result.explored};
}

}  // namespace

Solver::Impl::Impl(const Puzzle& question) : puzzle(question), plain(engines::is_plain9(question)) {
    if (plain) marks = search9::marks9(question);
}

Puzzle Solver::Impl::question() const {
    if (!plain) return puzzle;
    Puzzle now = puzzle;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const DigitSet digits = DigitSet::from_bits(marks[i]);
        if (now.options(Cell{i}) != digits) allow_in(now, Cell{i}, digits);
    }
    return now;
}

Solver::Solver(const Puzzle& puzzle) : impl_(std::make_unique<Impl>(puzzle)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

const Geometry& Solver::geometry() const { return impl_->puzzle.geometry(); }

DigitSet Solver::allowed(Cell cell) const {
    return impl_->plain ? DigitSet::from_bits(impl_->marks[cell.index()])
                        : impl_->puzzle.options(cell);
}

void Solver::allow(Cell cell, DigitSet digits) {
    if (impl_->plain)
        impl_->marks[cell.index()] = static_cast<std::uint16_t>(digits.bits());
    else
        allow_in(impl_->puzzle, cell, digits);
}

Puzzle Solver::puzzle() const { return impl_->question(); }

Report Solver::count_to(std::uint64_t limit, const Budget& budget) const {
    if (impl_->plain && limit <= few) {
        search9::Options9 options{.budget = budget, .limit = limit};
        options.resumable = false;
        Report report = search9::count9(impl_->marks, options);
        if (report.solutions == limit) report.ending = Ending::limit_reached;
        return report;
    }
    return report_of(clew::count(impl_->question(), {.budget = budget, .limit = limit}));
}

Report Solver::solve(Grid& solution, const Budget& budget) const {
    if (impl_->plain) {
        search9::Options9 options{.budget = budget, .limit = 1};
        options.resumable = false;
        if (solution.cell_count() != 81) solution = Grid{std::vector<Digit>(81)};
        Report report =
            search9::enumerate9(impl_->marks, options, [&](const search9::Solution9& found) {
                for (std::size_t i = 0; i < found.size(); ++i)
                    solution.set(Cell{i}, Digit{found[i]});
                return Flow::go_on;
            });
        if (report.solutions == 1) report.ending = Ending::limit_reached;
        return report;
    }
    SolveResult result = clew::solve(impl_->question(), {.budget = budget});
    Report report;
    report.ending = result.ending;
    if (result.solution) {
        report.solutions = 1;
        solution = std::move(*result.solution);
    }
    return report;
}

}  // namespace clew
