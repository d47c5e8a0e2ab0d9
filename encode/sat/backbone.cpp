// A candidate is in the backbone if no model avoids it, and is a true candidate if some model has
// it: ask for such a model, with the candidate as an assumption, and let every model found strike
// all the questions that it answers. A question answered "no" is added as a unit clause, which
// makes the rest easier (the iterative method of [Janota2015], one literal at a time).

#include "encode/sat/backbone.hpp"

namespace clew::sat {
namespace {

// Adds the digits of the session's model to `seen`, one entry a cell of the board.
void add_model(const Session& session, const SolverInput& question, std::vector<DigitSet>& seen) {
    for (std::size_t i = 0; i < question.candidates.size(); ++i)
        if (session.value(question.literals[i]))
            seen[question.candidates[i].cell.index()].insert(question.candidates[i].digit);
}

}  // namespace

Budget rest_of(Budget budget, std::uint64_t spent) {
    if (budget.max_nodes != unlimited)
        budget.max_nodes = budget.max_nodes > spent ? budget.max_nodes - spent : 0;
    return budget;
}

Backbone true_candidates(const Puzzle& puzzle, const Budget& budget,
                         const std::function<void(double)>& on_progress) {
    const Geometry& geometry = puzzle.geometry();
    Backbone result;
    const rules::RulebookPtr book = rules::rulebook_of(puzzle);
    const Cube cube(geometry, puzzle.candidates_after_givens(), book.get());
    result.digits.resize(geometry.cell_count());
    if (!cube.consistent()) return result;

    const Part cells = cube.open_cells();
    const SolverInput question = open_question(geometry, cube.domains(), cells, book.get());
    Session session;
    question.put_to(session);
    const auto ask = [&](std::span<const Lit> assumptions) {
        const Answer answer = session.solve(assumptions, rest_of(budget, session.conflicts()));
        if (answer == Answer::satisfiable) add_model(session, question, result.digits);
        if (answer == Answer::unknown) result.ending = session.why_unknown();
        return answer;
    };
    if (ask({}) != Answer::satisfiable) return result;
    for (std::size_t i = 0; i < geometry.cell_count(); ++i)
        if (!cube.is_open(Cell{i})) result.digits[i] = cube.domain(Cell{i});
    for (std::size_t i = 0; i < question.candidates.size(); ++i) {
        const auto [cell, digit] = question.candidates[i];
        if (result.digits[cell.index()].contains(digit)) continue;
        if (on_progress)
            on_progress(static_cast<double>(i) / static_cast<double>(question.candidates.size()));
        const Lit literal = question.literals[i];
        const Answer answer = ask({{literal}});
        if (answer == Answer::unknown) return result;
        if (answer == Answer::unsatisfiable) session.add({~literal});
    }
    return result;
}

Ending fix_backbone(Session& session, const SolverInput& question, Cube& cube,
                    const Budget& budget) {
    const std::uint64_t before = session.conflicts();
    std::vector<DigitSet> seen(cube.domains().size());
    const auto ask = [&](std::span<const Lit> assumptions) {
        const Answer answer =
            session.solve(assumptions, rest_of(budget, session.conflicts() - before));
        if (answer == Answer::satisfiable) add_model(session, question, seen);
        return answer;
    };
    const Answer first = ask({});
    if (first == Answer::unknown) return session.why_unknown();
    if (first == Answer::unsatisfiable) {
        const Candidate any = question.candidates.front();
        for (Digit d : cube.domain(any.cell))
            if (cube.consistent()) cube.exclude(any.cell, d);
        return Ending::exhausted;
    }
    for (std::size_t i = 0; i < question.candidates.size(); ++i) {
        const auto [cell, digit] = question.candidates[i];
        if (seen[cell.index()] != DigitSet{digit} || !cube.is_open(cell)) continue;
        const Lit literal = question.literals[i];
        const Answer answer = ask({{~literal}});
        if (answer == Answer::unknown) return session.why_unknown();
        if (answer == Answer::unsatisfiable) {
            session.add({literal});
            cube.decide(cell, digit);
        }
    }
    return Ending::exhausted;
}

}  // namespace clew::sat
