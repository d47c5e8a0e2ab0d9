// One conclusion at a time: deny it, then look for an assignment of the candidates that obeys the
// cited constraints, as constraint_solver.cpp does it. Nothing that the finders use is used here.
//
// A step that rests on uniqueness has one rule more, "one of the guardians holds", once its pattern
// is shown to be deadly: every candidate of it allowed by the question (so no cell is a given), and
// every filling with a twin (twins.hpp).

#include "logic/auditor/audit.hpp"

#include <algorithm>
#include <set>

#include "core/base/enum_name.hpp"
#include "core/board/notation.hpp"
#include "logic/auditor/constraint_solver.hpp"
#include "logic/twins.hpp"

namespace clew::logic::inline auditor {

namespace {

class Auditor {
  public:
    Auditor(const State& state, const Step& step, const AuditOptions& options)
        : state_(state), step_(step), options_(options) {}

    AuditResult run() {
        if (well_formed() && conclusions()) reasons();
        return std::move(result_);
    }

  private:
    std::size_t size() const { return state_.size(); }
    std::string text(Candidate c, Truth truth) const {
        std::string words = clew::to_string(c, size());
        if (truth == Truth::fails) words.replace(words.find('='), 1, "<>");
        return words;
    }

    bool fail(AuditOutcome outcome, std::string what) {
        result_.outcome = outcome;
        result_.what = std::move(what);
        return false;
    }

    bool exists(Candidate c) const {
        return c.cell.index() < state_.cell_count() && c.digit.index() < size() && state_.has(c);
    }

    bool exists(const Constraint& c) const {
        if (c.kind == Constraint::Kind::total)
            return c.house.index() < state_.geometry().house_count() &&
                   state_.geometry().info(c.house).holds_every_digit();
        if (c.kind == Constraint::Kind::rule)
            return state_.rule_parts() != nullptr && c.rule < state_.rule_parts()->all().size() &&
                   !state_.rule_parts()->all()[c.rule].cells().empty();
        return c.kind == Constraint::Kind::cell
                   ? c.cell.index() < state_.cell_count()
                   : c.house.index() < state_.geometry().house_count() && c.digit.index() < size();
    }

    bool well_formed() {
        const auto bad = [&](const std::string& what) {
            return fail(AuditOutcome::malformed, what);
        };
        if (step_.placements.empty() && step_.eliminations.empty())
            return bad("the step concludes nothing");
        std::set<Cell> placed;
        for (Candidate c : step_.placements) {
            if (!exists(c)) return bad("places what is no candidate");
            if (state_.placed(c.cell)) return bad("places a digit in a cell that has one");
            if (!placed.insert(c.cell).second) return bad("places two digits in one cell");
        }
        for (Candidate c : step_.eliminations) {
            if (!exists(c)) return bad("eliminates what is no candidate");
            if (std::ranges::count(step_.placements, c) > 0)
                return bad("places and eliminates the same candidate");
        }
        for (const Citation& c : step_.cites)
            if (!exists(c.constraint))
                return bad("cites a constraint that the puzzle has not");
            else if (c.constraint.is_ruled() && c.use != Use::truth)
                return bad("cites a rule or a total as a link");
        for (const Group& g : step_.groups) {
            for (Candidate c : g.candidates)
                if (!exists(c)) return bad("gives a role to what is no candidate");
            if (g.in && !exists(*g.in)) return bad("a role in a constraint that the board has not");
        }
        if (!step_.deadly.empty() && !pattern()) return false;
        for (const Link& l : step_.links)
            if (l.from >= step_.groups.size() || l.to >= step_.groups.size() || !exists(l.by))
                return bad("a link without an end");
        return true;
    }

    /// Is the pattern one that a question with one solution cannot hold? Then a candidate of its
    /// cells that is not of the pattern holds.
    bool pattern() {
        const auto bad = [&](const std::string& what) {
            return fail(AuditOutcome::malformed, "the deadly pattern " + what);
        };
        if (state_.uniqueness() == Uniqueness::unknown)
            return bad("needs a puzzle that is known to have one solution");
        if (std::ranges::adjacent_find(step_.deadly, std::ranges::greater_equal{}) !=
            step_.deadly.end())
            return bad("is not in order");
        std::set<Cell> cells;
        for (Candidate c : step_.deadly) {
            if (c.cell.index() >= state_.cell_count() || c.digit.index() >= size())
                return bad("is not on the board");
            if (!state_.allowed(c.cell).contains(c.digit))
                return bad("has " + clew::to_string(c, size()) +
                           ", which the puzzle does not allow");
            cells.insert(c.cell);
        }
        switch (check_twins(state_.geometry(), step_.deadly, options_.max_nodes)) {
            case Twins::always:
                break;
            case Twins::not_always:
                return bad("can be filled in a way that has no twin");
            case Twins::unsettled:
                return fail(AuditOutcome::out_of_budget,
                            "whether the pattern is deadly was not settled in time");
        }
        for (Cell cell : cells)
            for (std::size_t d = 0; d < size(); ++d) {
                const Candidate c{cell, Digit{d}};
                if (state_.has(c) && std::ranges::count(step_.deadly, c) == 0)
                    guardians_.push_back(c);
            }
        return true;
    }

    /// Does `candidate` have to be `truth`, given the citations and the facts?
    bool follows(Candidate candidate, Truth truth, const std::vector<Citation>& cites,
                 const std::vector<std::pair<Candidate, Truth>>& facts, const std::string& where) {
        ConstraintSolver solver = solver_of(cites);
        for (const auto& [fact, value] : facts) solver.assume(fact, value);
        return follows(candidate, truth, solver, where);
    }

    ConstraintSolver solver_of(const std::vector<Citation>& cites) const {
        ConstraintSolver solver{state_};
        for (const Citation& c : cites) solver.add(c);
        solver.add_difference(cites);
        return solver;
    }

    bool follows(Candidate candidate, Truth truth, ConstraintSolver& solver,
                 const std::string& where) {
        switch (solver.deny(candidate, truth, result_.nodes, options_.budget())) {
            case ConstraintSolver::Answer::refuted:
                return true;
            case ConstraintSolver::Answer::budget:
                return fail(AuditOutcome::out_of_budget,
                            where + say(options_.language, "{} was not settled in time",
                                        text(candidate, truth)));
            case ConstraintSolver::Answer::model:
                break;
        }
        result_.counterexample = solver.model();
        std::string also;
        for (const Candidate c : result_.counterexample)
            also += (also.empty() ? "" : ", ") + text(c, Truth::holds);
        if (also.empty()) also = say(options_.language, "that nothing they speak of holds");
        return fail(AuditOutcome::not_implied,
                    where + say(options_.language,
                                "{} does not follow: the cited constraints also allow {}",
                                text(candidate, truth), also));
    }

    bool conclusions() {
        if (step_.technique == Technique::guess) {
            result_.outcome = AuditOutcome::assumed;
            return false;
        }
        ConstraintSolver solver = solver_of(step_.cites);
        if (!step_.deadly.empty()) solver.add_some(guardians_);
        for (Candidate c : step_.placements)
            if (!follows(c, Truth::holds, solver, "")) return false;
        for (Candidate c : step_.eliminations)
            if (!follows(c, Truth::fails, solver, "")) return false;
        return true;
    }

    using Lines = std::vector<std::pair<Candidate, Truth>>;

    bool opens_with_assumption(const Branch& branch, const std::string& where) {
        if (!branch.lines.empty()) {
            const Inference& first = branch.lines.front();
            if (first.by.empty() && first.lemma.empty()) return true;
        }
        return fail(AuditOutcome::malformed, where + "does not open with an assumption");
    }

    static bool supposes_nothing(const Branch& branch) {
        return !branch.lines.empty() &&
               !(branch.lines.front().by.empty() && branch.lines.front().lemma.empty());
    }

    // The only branch, which supposes nothing: what is concluded is among its lines.
    bool derives(const Branch& branch, const std::string& where) {
        if (branch.conflict)
            return fail(AuditOutcome::malformed, where + "runs out without an assumption");
        Lines lines;
        if (!thread(branch, lines, where)) return false;
        const auto derived = [&](Candidate c, Truth truth) {
            return std::ranges::count(lines, std::pair{c, truth}) > 0 ||
                   fail(AuditOutcome::not_implied, text(c, truth) + " is no line of the reasons");
        };
        return std::ranges::all_of(step_.placements,
                                   [&](Candidate c) { return derived(c, Truth::holds); }) &&
               std::ranges::all_of(step_.eliminations,
                                   [&](Candidate c) { return derived(c, Truth::fails); });
    }

    // Proves a branch line by line, and that it runs out where it says so. `lines` holds what is
    // known outside, for a lemma, and gains the lines of the branch.
    bool thread(const Branch& branch, Lines& lines, const std::string& where) {
        for (std::size_t i = 0; i < branch.lines.size(); ++i) {
            const Inference& line = branch.lines[i];
            if (!exists(line.candidate))
                return fail(AuditOutcome::malformed, where + "speaks of no candidate");
            Lines facts;
            for (std::size_t from : line.from) {
                if (from >= lines.size())
                    return fail(AuditOutcome::malformed, where + "a line cites a later one");
                facts.push_back(lines[from]);
            }
            for (const Citation& c : line.by)
                if (!exists(c.constraint))
                    return fail(AuditOutcome::malformed, where + "cites no constraint");
            if (!line.lemma.empty()) {
                if (!lemma(line, lines, where)) return false;
            } else if ((i > 0 || !line.by.empty()) &&
                       !follows(line.candidate, line.truth, line.by, facts, where)) {
                return false;
            }
            lines.emplace_back(line.candidate, line.truth);
        }
        if (!branch.conflict) return true;
        if (!exists(*branch.conflict))
            return fail(AuditOutcome::malformed, where + "the conflict is no constraint");
        ConstraintSolver solver{state_};
        solver.add({*branch.conflict, Use::truth});
        for (const auto& [fact, value] : lines) solver.assume(fact, value);
        switch (solver.search(result_.nodes, options_.budget())) {
            case ConstraintSolver::Answer::refuted:
                return true;
            case ConstraintSolver::Answer::budget:
                return fail(AuditOutcome::out_of_budget,
                            where + "whether it runs out was not settled in time");
            case ConstraintSolver::Answer::model:
                break;
        }
        return fail(AuditOutcome::not_implied, where + "does not run out where it says");
    }

    // A line that fails since supposing it runs out, given the lines before it.
    bool lemma(const Inference& line, const Lines& before, const std::string& where) {
        const std::string inner = where + "lemma on " + text(line.candidate, line.truth) + ": ";
        if (line.lemma.size() != 1 || line.truth != Truth::fails)
            return fail(AuditOutcome::malformed, inner + "is not one branch that runs out");
        const Branch& branch = line.lemma.front();
        if (!opens_with_assumption(branch, inner)) return false;
        if (branch.lines.front().candidate != line.candidate ||
            branch.lines.front().truth != Truth::holds || !branch.conflict)
            return fail(AuditOutcome::malformed, inner + "refutes something else");
        Lines lines = before;
        return thread(branch, lines, inner);
    }

    // The lines of each branch, one by one; then that the branches together give the conclusions:
    // the only one supposes nothing and comes to them, or every branch but those that run out says
    // so, and the assumptions exhaust a truth, or the only branch runs out and the conclusion
    // denies its assumption.
    bool reasons() {
        if (step_.reasons.empty()) return true;
        std::vector<Candidate> assumptions;
        bool contrary = false;     // something is supposed to fail: the only branch, which runs out
        std::vector<Lines> known;  // per live branch
        for (std::size_t b = 0; b < step_.reasons.size(); ++b) {
            const Branch& branch = step_.reasons[b];
            const std::string where = "reasons, branch " + std::to_string(b + 1) + ": ";
            if (step_.reasons.size() == 1 && supposes_nothing(branch))
                return derives(branch, where);
            if (!opens_with_assumption(branch, where)) return false;
            assumptions.push_back(branch.lines.front().candidate);
            contrary = contrary || branch.lines.front().truth == Truth::fails;
            Lines lines;
            if (!thread(branch, lines, where)) return false;
            if (!branch.conflict) known.push_back(std::move(lines));
        }
        const auto denied = [&](Candidate c, Truth truth) {
            return (truth == Truth::holds) == contrary && assumptions.size() == 1 &&
                   known.empty() && c == assumptions.front();
        };
        const bool exhaustive =
            !contrary && std::ranges::any_of(step_.cites, [&](const Citation& cite) {
                if (cite.use != Use::truth) return false;
                const auto range = candidates_in(cite.constraint);
                return !range.empty() && std::ranges::all_of(range, [&](Candidate c) {
                    return std::ranges::count(assumptions, c) > 0;
                });
            });
        const auto agreed = [&](Candidate c, Truth truth) {
            return exhaustive && std::ranges::all_of(known, [&](const auto& lines) {
                       return std::ranges::count(lines, std::pair{c, truth}) > 0;
                   });
        };
        const auto supported = [&](Candidate c, Truth truth) {
            if (denied(c, truth) || agreed(c, truth)) return true;
            return fail(AuditOutcome::not_implied,
                        text(c, truth) + " is not what the branches of reasons come to");
        };
        for (Candidate c : step_.placements)
            if (!supported(c, Truth::holds)) return false;
        for (Candidate c : step_.eliminations)
            if (!supported(c, Truth::fails)) return false;
        return true;
    }

    std::vector<Candidate> candidates_in(const Constraint& c) const {
        std::vector<Candidate> range;
        if (c.kind == Constraint::Kind::cell) {
            for (std::size_t d = 0; d < size(); ++d)
                if (state_.has({c.cell, Digit{d}})) range.push_back({c.cell, Digit{d}});
        } else if (c.kind == Constraint::Kind::house &&
                   state_.geometry().info(c.house).holds_every_digit()) {
            for (Cell cell : state_.geometry().cells_of(c.house))
                if (state_.has({cell, c.digit})) range.push_back({cell, c.digit});
        }
        return range;
    }

    const State& state_;
    const Step& step_;
    const AuditOptions& options_;
    std::vector<Candidate> guardians_;  // one of them holds, if the step has a deadly pattern
    AuditResult result_;
};

}  // namespace

const char* to_string(AuditOutcome outcome) {
    return enum_name(outcome, {"proved", "not implied", "malformed", "out of budget", "assumed"});
}

AuditResult audit(const State& before, const Step& step, const AuditOptions& options) {
    return Auditor{before, step, options}.run();
}

std::vector<Candidate> ruled_out(const State& state, std::span<const Citation> cites,
                                 std::span<const Candidate> among, const AuditOptions& options) {
    ConstraintSolver solver{state};
    for (const Citation& c : cites) solver.add(c);
    solver.add_difference(cites);
    std::vector<Candidate> gone;
    for (const Candidate c : among) {
        if (options.budget().stopped()) break;
        std::uint64_t nodes = 0;
        if (solver.deny(c, Truth::fails, nodes, options.budget()) ==
            ConstraintSolver::Answer::refuted)
            gone.push_back(c);
    }
    return gone;
}

PathAudit audit(const State& start, std::span<const Entry> entries, const AuditOptions& options) {
    PathAudit path{{}, 0, start, 0};
    struct Thread {
        State state;
        std::optional<Candidate> guess;  // what opened it
        bool closed = false;             // ended by a contradiction or a solution
        bool solved = false;             // a solution was found in it, or in a thread within
        std::size_t apart = 0;           // guesses set aside
    };
    std::vector<Thread> threads{{start, std::nullopt}};
    const auto bad = [&](std::string what) {
        path.result = {AuditOutcome::malformed, std::move(what), {}, 0};
        path.end = threads.back().state;
        return path;
    };
    for (; path.entry < entries.size(); ++path.entry) {
        const Entry& entry = entries[path.entry];
        const bool back = entry.kind == Entry::Kind::undo || entry.kind == Entry::Kind::set_aside;
        if (threads.back().closed && !back) return bad("goes on after its thread has ended");
        if (!back && entry.apart != threads.back().apart)
            return bad("holds without other guesses than it says");
        State& state = threads.back().state;
        switch (entry.kind) {
            case Entry::Kind::deduction: {
                path.result = audit(state, entry.step, options);
                if (path.result.outcome != AuditOutcome::proved) {
                    if (path.result.sound()) return bad("calls a guess a deduction");
                    path.end = state;
                    return path;
                }
                apply(entry.step, state);
                break;
            }
            case Entry::Kind::guess: {
                if (entry.step.placements.size() != 1 || !entry.step.eliminations.empty())
                    return bad("a guess places one candidate");
                const Candidate guess = entry.step.placements.front();
                if (guess.cell.index() >= state.cell_count() ||
                    guess.digit.index() >= state.size() || !state.has(guess) ||
                    state.placed(guess.cell))
                    return bad("guesses what is no candidate");
                State inner = state;
                inner.place(guess);
                threads.push_back({std::move(inner), guess, false, false, threads.back().apart});
                break;
            }
            case Entry::Kind::contradiction:
                if (!state.contradiction())
                    return bad("claims a contradiction where there is none");
                threads.back().closed = true;
                break;
            case Entry::Kind::solution:
                if (!state.solved()) return bad("claims a solution where cells are open");
                threads.back().closed = true;
                threads.back().solved = true;
                break;
            case Entry::Kind::undo:
            case Entry::Kind::set_aside: {
                if (threads.size() == 1) return bad("undoes a guess that was not made");
                if (!threads.back().closed) return bad("leaves a thread that has not ended");
                const Candidate guess = *threads.back().guess;
                if (!entry.step.placements.empty() || entry.step.eliminations != std::vector{guess})
                    return bad("crosses out something else than its guess");
                const bool solved = threads.back().solved;
                if (solved && entry.kind == Entry::Kind::undo)
                    return bad("undoes a guess that has a solution");
                if (!solved && entry.kind == Entry::Kind::set_aside)
                    return bad("sets a guess aside that has no solution");
                threads.pop_back();
                threads.back().solved |= solved;
                threads.back().apart += solved ? 1 : 0;
                if (entry.apart != threads.back().apart)
                    return bad("holds without other guesses than it says");
                threads.back().state.eliminate(guess);
                break;
            }
        }
        ++path.proved;
    }
    path.end = threads.back().state;
    return path;
}

}  // namespace clew::logic::inline auditor
