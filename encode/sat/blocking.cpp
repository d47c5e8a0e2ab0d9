// One incremental session that ends in an UNSAT of the library. The formula is what the clues and
// the singles that follow from them leave open; where those solve or refute the puzzle alone, the
// library is asked all the same, about the puzzle as its clues have it. Where many solutions may
// come, the session first fixes the backbone, the cells that hold one digit in every solution, at
// level zero. (That does not pay where two are asked for: a 25x25 puzzle with one solution needs
// two calls, its backbone 300.) Phases are the library's: true at first, then as it saves them.
//
// cells, decisions. Find a model, hand it out, forbid it by a clause, look again, until there is
// none. `decisions` names not all open cells but enough to decide the others by singles: 15
// literals instead of 50. Still the clauses pile up and the rate falls.
//
// branches. Each model is found under assumptions. Its decisions d1 ... dk split what is left:
//
//     assumed: a b               model with decisions c d
//     assumed: a b  c ~d         the next model, or UNSAT
//     assumed: a b ~c            the next, with decisions of its own, ...
//
// so that no model comes twice without a clause to forbid it, the library keeps to one corner of
// the board, and few calls find nothing. But who says that the tree was walked to its end? Each
// model leaves a blocking clause (~a ~b ~c ~d). When a branch is done and has 256 of them, all go
// to the library, behind a guard, and it is asked once for a solution of the branch that they do
// not forbid: UNSAT. Then one clause forbids the branch, which all those imply, and the guard drops
// them. What is left at the end goes in without guard, and the last answer is UNSAT without
// assumptions. So each solution has its blocking clause, completeness is proved by the library
// alone, and the tree is only how the models are found: a branch forgotten would come out as a
// satisfiable answer.
//
// What was measured (one core, Zen 5, microseconds of processor time a solution; 9x9 with 1 044,
// 10 358 and 161 548 solutions; clasp 3 to 8, and so do cubes):
//
//     every open cell in a clause                       26     48
//     decisions                                         24     28     72
//     branches                                          20     23     24
//      of which: models 14 to 16, the library's proof 2.5 to 3.5, choosing decisions 3.5
//     branches, no clean() of dropped clauses           20     26     37
//     branches of 50, 200, 1 000, 4 000 clauses                23.5   24.8 (200), 23.8, 25.1
//     blocking clauses given at once, a guard a branch  26     29     43
//     the same without guards                           24     26     51
//     models alone, dead branches not even asked        16     20     23   (no proof)
//
// Others, in a run of their own, as parts of what `decisions` took at 10 358 (branches: 0.76):
//
//     a new session every 500, 2 000 solutions, with all blocking clauses so far     1.90, 1.13
//     the same, clauses resolved with each other first: 10 306 of 10 358 are left    2.97, 1.59
//     decisions from one defining set of cells, 26 of them                           0.92
//     a fresh session for each of 4, 16, 64, 256 cubes     0.72, 0.63, 0.56, 0.53: fewer variables
//         a call; but no session sees the whole, and cubes.cpp takes that road to its end
//     the library's C interface                            the same: it calls the same functions
//
// The library's floor for a model is 9 microseconds, a fifth of it asking the system for the time,
// the rest unit propagation over 200 variables. No difference made: only_indep_solution with a
// sampling set, no_confl_needed, simplify() or parts of it at the start, no renumbering. Phases set
// to false, or with plain clauses left to the library: half slower; in branches they do not matter.
// get_decisions_reaching_model() stands in the header and not in the packaged library.

#include <span>
#include <utility>

#include "core/base/contract.hpp"
#include "encode/sat/backbone.hpp"
#include "encode/sat/run.hpp"

namespace clew::sat {
namespace {

constexpr std::uint64_t easy_conflicts = 2000;  // up to here a session need not prepare itself
// So many blocking clauses are worth a proof of their own, and more as there have been more: each
// proof leaves the library a variable that slows all calls down.
constexpr std::size_t branch_clauses = 256;
constexpr std::size_t branch_share = 64;

class Blocking {
  public:
    Blocking(Enumeration& run, Preparation preparation)
        : run_(run),
          session_(run.session(Inprocessing::on)),
          settled_(preparation == Preparation::for_many) {
        run_.result.sessions = 1;
    }

    void go();

  private:
    Budget budget() const { return rest_of(run_.options.budget, conflicts()); }
    std::uint64_t conflicts() const { return conflicts_before_ + session_.conflicts(); }

    bool prepare();
    void write(std::span<const DigitSet> domains, std::vector<Cell> cells);
    Answer ask(std::span<const Lit> assumptions);
    Answer ask_anew();
    void forbid(const cnf::Clause& clause) {
        session_.add(clause);
        ++run_.result.blocking_clauses;
    }
    /// What forbids the grid in hand: the negations of enough literals, or, if a single solution is
    /// left and nothing needs to be decided, of all that the question began with.
    void forbid_grid(cnf::Clause clause) {
        if (clause.empty()) clause = every_cell(cells_);
        forbid(clause);
        if (!settled_) forbidden_.add(clause);
    }
    cnf::Clause every_cell(const std::vector<Cell>& cells) const {
        cnf::Clause clause;
        for (Cell cell : cells) clause.push_back(~question_.literal({cell, run_.grid[cell]}));
        return clause;
    }
    /// An open cell with fewest candidates; nothing if all are decided.
    std::optional<Cell> next_decision(const Cube& cube) const;
    void one_by_one();
    bool branch(const Cube& cube);
    bool prove_branch(std::size_t from);
    bool worth_a_proof(std::size_t clauses) const {
        return clauses >= branch_clauses && clauses >= run_.result.blocking_clauses / branch_share;
    }
    void finish();

    Enumeration& run_;
    Session session_;
    SolverInput question_;
    std::vector<Cell> cells_;  // that the question is about
    bool by_singles_ = false;  // singles alone solve or refute the puzzle
    bool settled_;             // the session in hand is kept to the end
    cnf::Formula forbidden_;   // until it is settled
    std::uint64_t conflicts_before_ = 0, calls_before_ = 0;  // of a session given up

    std::vector<Lit> path_;             // assumptions of the branch in hand
    std::vector<cnf::Clause> pending_;  // blocking clauses not given to the library yet
};

void Blocking::write(std::span<const DigitSet> domains, std::vector<Cell> cells) {
    cells_ = std::move(cells);
    question_ = run_.question(domains, cells_);
    question_.put_to(session_);
}

// False if the budget ended first.
bool Blocking::prepare() {
    Cube closed = run_.cube;
    if (!settled_ && closed.consistent() &&
        !closed.shave(run_.options.budget, run_.options.turns))
        return run_.end(Ending::interrupted);
    by_singles_ = !closed.consistent() || closed.open_cells().empty();
    if (by_singles_) {
        std::vector<Cell> all;
        for (std::size_t i = 0; i < run_.grid.cell_count(); ++i) all.push_back(Cell{i});
        write(run_.puzzle.candidates_after_givens(), std::move(all));
        return true;
    }
    run_.cube = std::move(closed);
    write(run_.cube.domains(), run_.cube.open_cells());
    if (settled_) {
        const Ending ending = fix_backbone(session_, question_, run_.cube, budget());
        run_.result.backbone_calls = session_.calls();
        if (ending != Ending::exhausted) return run_.end(ending);
    }
    if (run_.cube.consistent()) run_.settle();
    return true;
}

void Blocking::go() {
    if (prepare()) {
        if (run_.result.strategy == EnumerationMethod::branches && !by_singles_ &&
            run_.cube.consistent()) {
            if (branch(run_.cube) && !run_.result.proved) finish();
        } else {
            one_by_one();
        }
    }
    run_.result.nodes = conflicts();
    run_.result.calls = calls_before_ + session_.calls();
}

Answer Blocking::ask(std::span<const Lit> assumptions) {
    const Answer answer = session_.solve(assumptions, budget());
    if (answer == Answer::unknown) run_.end(session_.why_unknown());
    if (answer == Answer::unsatisfiable) {
        ++run_.result.refuted;
        run_.result.proved = session_.core().empty();
    }
    if (answer == Answer::satisfiable) question_.read(session_, run_.grid);
    return answer;
}

// A session that finds the question hard is given up for one that rewrites its formula first, which
// takes longer than most questions (70 ms on a 25x25 board).
Answer Blocking::ask_anew() {
    if (settled_) return ask({});
    const Budget left = budget();
    const std::uint64_t patience = easy_conflicts - std::min(easy_conflicts, conflicts());
    if (left.max_nodes <= patience) return ask({});
    if (patience > 0) {
        const Answer answer = session_.solve({}, {left.stop, patience});
        if (answer == Answer::satisfiable) question_.read(session_, run_.grid);
        if (answer == Answer::unsatisfiable) {
            ++run_.result.refuted;
            run_.result.proved = true;
        }
        if (answer != Answer::unknown) return answer;
        if (left.stopped()) {
            run_.end(session_.why_unknown());
            return answer;
        }
    }
    conflicts_before_ = session_.conflicts();
    calls_before_ = session_.calls();
    session_ = run_.session(Inprocessing::at_once);
    question_.put_to(session_);
    session_.add(forbidden_);
    settled_ = true;
    ++run_.result.sessions;
    return ask({});
}

std::optional<Cell> Blocking::next_decision(const Cube& cube) const {
    std::optional<Cell> best;
    std::size_t fewest = ~std::size_t{0};
    for (Cell cell : cells_)
        if (cube.is_open(cell) && cube.domain(cell).size() < fewest) {
            best = cell;
            fewest = cube.domain(cell).size();
            if (fewest == 2) break;
        }
    return best;
}

void Blocking::one_by_one() {
    while (ask_anew() == Answer::satisfiable) {
        cnf::Clause clause;
        if (by_singles_) {
            clause = every_cell(cells_);
        } else if (run_.result.strategy == EnumerationMethod::cells) {
            clause = every_cell(run_.cube.open_cells());
        } else {
            Cube rest = run_.cube;
            while (const auto cell = next_decision(rest)) {
                clause.push_back(~question_.literal({*cell, run_.grid[*cell]}));
                rest.decide(*cell, run_.grid[*cell]);
            }
        }
        if (!run_.emit()) return;
        forbid_grid(std::move(clause));
    }
}

// The solutions under path_, whose closure by singles is `cube`. False once all is to end.
bool Blocking::branch(const Cube& cube) {
    const Answer answer = ask(path_);
    if (answer == Answer::unknown) return false;
    if (answer == Answer::unsatisfiable) {
        cnf::Clause dead;
        for (Lit l : session_.core()) dead.push_back(~l);
        session_.add(dead);
        return true;
    }
    struct Decision {
        Cell cell;
        Digit digit;
        Cube before;
    };
    std::vector<Decision> decisions;
    Cube rest = cube;
    while (const auto cell = next_decision(rest)) {
        const Digit digit = run_.grid[*cell];
        decisions.push_back({*cell, digit, rest});
        path_.push_back(question_.literal({*cell, digit}));
        rest.decide(*cell, digit);
    }
    const std::size_t first = pending_.size();
    cnf::Clause& clause = pending_.emplace_back();
    for (Lit l : path_) clause.push_back(~l);
    if (clause.empty()) clause = every_cell(cells_);
    if (!run_.emit()) return false;

    while (!decisions.empty()) {
        Decision last = std::move(decisions.back());
        decisions.pop_back();
        const Lit literal = path_.back();
        path_.pop_back();
        if (last.before.exclude(last.cell, last.digit)) {
            path_.push_back(~literal);
            if (!branch(last.before)) return false;
            path_.pop_back();
        }
        if (!path_.empty() && worth_a_proof(pending_.size() - first) && !prove_branch(first))
            return false;
    }
    return true;
}

// Has the library prove that the pending clauses from `from` on name all solutions under path_, and
// puts one clause in their place.
bool Blocking::prove_branch(std::size_t from) {
    const Lit guard = Lit::positive(session_.add_var());
    for (std::size_t i = from; i < pending_.size(); ++i) {
        pending_[i].push_back(~guard);
        forbid(pending_[i]);
    }
    pending_.resize(from);
    path_.push_back(guard);
    const Answer answer = ask(path_);
    path_.pop_back();
    if (answer == Answer::unknown) return false;
    CLEW_REQUIRE(answer == Answer::unsatisfiable, "sat::enumerate: a solution was passed over");
    cnf::Clause done;
    for (Lit l : path_) done.push_back(~l);
    session_.add(done);
    session_.add({~guard});
    session_.clean();
    return true;
}

void Blocking::finish() {
    for (const cnf::Clause& clause : pending_) forbid(clause);
    pending_.clear();
    CLEW_REQUIRE(ask({}) != Answer::satisfiable, "sat::enumerate: a solution was passed over");
}

}  // namespace

void run_blocking(Enumeration& run, Preparation preparation) { Blocking(run, preparation).go(); }

}  // namespace clew::sat
