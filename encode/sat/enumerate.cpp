// Two ways, both from the same start: the clues and what follows from them by singles are taken
// out and the rest is encoded over the open candidates alone. Where many solutions may come, the
// SAT session then fixes the backbone, the cells that hold one digit in every solution, at level
// zero. (It does not pay where two are asked for: a 25x25 puzzle with one solution needs two calls,
// its backbone 300.)
//
// Blocking. Find a model, hand it out, forbid it by a clause, look again, until there is none. The
// clause names not all open cells but enough to decide the others by singles: 14 literals instead
// of 52, and at 7 232 solutions 39 microseconds a solution instead of 90. Still the clauses pile up
// and the rate falls.
//
// Cubes. Split the board on a cell, close each cube under singles, let it fall into independent
// parts, and go on with the parts until all are small. A small part's fillings come from blocking
// clauses in a SAT session of its own, which is thrown away with its clauses; they are remembered,
// because small parts come again and again (fillings.hpp). The solutions of a cube are the product
// of its parts' fillings.
//
//     cube r1c1=4
//     |- part of 6 cells, small:      table A, 4 fillings
//     `- part of 31 cells: split on r2c5
//        |- r2c5=1: two small parts:  tables B and C       solutions  A x B x C
//        `- r2c5=8: one small part:   table D              solutions  A x D
//     cube r1c1=7 ...
//
// Where propagation is weak, cubes without solutions could cost more than they bring. So there is a
// credit: a solution earns, an empty cube costs, and with the credit gone the SAT session is asked
// whether a cube has a solution before it is split, until solutions have paid it back. The session
// learns from each answer.
//
// What was measured (CPU time a solution; clasp 3.3.5 needs 3.5 to 4 microseconds; more in
// docs/encodings.md). The library's floor: a call costs 3 microseconds and 0.035 a variable, a
// fresh solver 40, a model of a 64-variable formula with its blocking clause 12 to 18.
//
//     small parts of up to 0 / 4 / 6 / 8 / 10 cells   4.2 / 4.4 / 5.0 / 6.8 / 8.8 at 10^4 solutions
//                                                     3.3 / 3.2 / 3.3 / 4.0 / 5.4 at 10^5
//     cubes by the library's own propagation          11 to 25: implied_by starts from level zero
//     64 cubes side by side in one solver             33 instead of 18 for one: no gain
//     phases preset to true, saved, to false          12.3, 13.9, 17.1: true in the long session
//
#include "encode/sat/enumerate.hpp"

#include <algorithm>
#include <memory>

#include "encode/base/contract.hpp"
#include "encode/board/verify.hpp"
#include "encode/cnf/open_encoding.hpp"
#include "encode/sat/backbone.hpp"
#include "encode/sat/cube.hpp"
#include "encode/sat/fillings.hpp"
#include "encode/sat/session.hpp"

namespace clew::sat {
namespace {

constexpr std::size_t small_part = 4;        // open cells
constexpr std::uint64_t few_solutions = 16;  // up to here blocking is the quicker
constexpr std::int64_t full_credit = 256;
constexpr std::uint64_t easy_conflicts = 2000;  // up to here a session need not prepare itself

class Enumerator {
  public:
    Enumerator(const Puzzle& puzzle, const EnumerateOptions& options, const SolutionSink& sink)
        : puzzle_(puzzle),
          geometry_(puzzle.geometry()),
          options_(options),
          sink_(sink),
          cube_(geometry_, puzzle.candidates_after_givens()),
          session_(make_session(Inprocessing::on)),
          fillings_(geometry_, counted()),
          settled_(options.limit > few_solutions) {
        counted_ = counted();
    }

    EnumerateResult run();

  private:
    std::vector<bool> counted() const;
    bool counts(Cell cell) const { return counted_.empty() || counted_[cell.index()]; }

    bool end(Ending ending) {
        result_.ending = ending;
        return false;
    }
    std::uint64_t conflicts() const {
        return conflicts_before_ + session_.conflicts() + fillings_.conflicts();
    }
    Budget budget() const { return rest_of(options_.budget, conflicts() + result_.cubes); }
    bool emit();

    Session make_session(Inprocessing inprocessing) const {
        return Session(
            {.threads = options_.threads, .inprocessing = inprocessing, .guess = Guess::positive});
    }
    Answer next_model();
    void block();
    Part open_counted(const Cube& cube) const {
        Part cells = cube.open_cells();
        std::erase_if(cells, [&](Cell c) { return !counts(c); });
        return cells;
    }

    using Tables = std::vector<std::shared_ptr<const Table>>;
    bool split(const Cube& cube, std::vector<Part> large, Tables& tables);
    bool branch(const Cube& cube, const Part& part, const std::vector<Part>& rest, Tables& tables);
    bool product(const Tables& tables, std::size_t from);
    Cell branching_cell(const Cube& cube, const Part& part) const;
    bool is_large(const Part& part) const {
        return part.size() > small_part &&
               std::ranges::any_of(part, [&](Cell c) { return counts(c); });
    }

    const Puzzle& puzzle_;
    const Geometry& geometry_;
    const EnumerateOptions& options_;
    const SolutionSink& sink_;
    std::vector<bool> counted_;
    EnumerateResult result_;
    Cube cube_;
    Session session_;
    cnf::OpenEncoding open_;
    Fillings fillings_;
    Grid grid_;
    std::vector<Lit> path_;  // the decisions of the cube in hand
    std::int64_t credit_ = full_credit;
    bool settled_;                        // the session in hand is kept to the end
    std::uint64_t conflicts_before_ = 0;  // in a session given up
    cnf::Formula blocked_;                // until it is settled
};

std::vector<bool> Enumerator::counted() const {
    std::vector<bool> counted;
    if (options_.projection.empty()) return counted;
    counted.resize(geometry_.cell_count(), false);
    for (Cell cell : options_.projection) counted[cell.index()] = true;
    return counted;
}

EnumerateResult Enumerator::run() {
    const auto finish = [&] {
        result_.conflicts = conflicts();
        result_.calls += fillings_.calls();
        result_.parts_asked = fillings_.asked();
        result_.parts_solved = fillings_.solved();
        return result_;
    };
    if (options_.limit == 0) {
        end(Ending::limit_reached);
        return finish();
    }
    // Where few solutions are asked for, one of them is what takes time.
    if (options_.limit <= few_solutions && cube_.consistent()) cube_.shave();
    if (!cube_.consistent()) return finish();

    grid_ = Grid(std::vector<Digit>(geometry_.cell_count()));
    const Part cells = cube_.open_cells();
    if (!cells.empty()) {
        open_ = cnf::encode_open(geometry_, cube_.domains(), cells);
        session_.add_vars(open_.candidates.size());
        session_.add(open_.formula);
    }

    const bool blocking =
        options_.strategy == Strategy::blocking ||
        (options_.strategy == Strategy::automatic && options_.limit <= few_solutions);
    if (!cells.empty() && options_.limit > few_solutions) {
        const Ending ending = fix_backbone(session_, open_, cube_, budget());
        if (ending != Ending::exhausted) end(ending);
        if (ending != Ending::exhausted || !cube_.consistent()) return finish();
    }
    for (std::size_t i = 0; i < geometry_.cell_count(); ++i)
        if (!cube_.is_open(Cell{i})) grid_.set(Cell{i}, cube_.domain(Cell{i}).first());

    if (cube_.open_cells().empty()) {
        if (emit()) end(Ending::exhausted);
    } else if (blocking) {
        block();
    } else {
        Tables tables;
        split(cube_, cube_.parts(cells), tables);
    }
    return finish();
}

bool Enumerator::emit() {
    CLEW_REQUIRE(is_solution(puzzle_, grid_), "sat::enumerate: a model that is no solution");
    ++result_.found;
    credit_ = std::min(credit_ + 1, full_credit);
    if (sink_(grid_) == Flow::stop || result_.found == options_.limit)
        return end(Ending::limit_reached);
    if (options_.budget.stopped()) return end(Ending::interrupted);
    return true;
}

// Asks for a model. A session that finds the question hard is given up for one that rewrites its
// formula first, which takes longer than most questions (70 ms on a 25x25 board).
Answer Enumerator::next_model() {
    if (!settled_) {
        const Budget left = budget();
        const std::uint64_t patience = easy_conflicts - std::min(easy_conflicts, conflicts());
        if (patience > 0) {
            ++result_.calls;
            const Answer answer =
                session_.solve({}, {left.stop, std::min(left.max_nodes, patience)});
            if (answer != Answer::unknown || left.stopped() || left.max_nodes <= patience)
                return answer;
        }
        conflicts_before_ = session_.conflicts();
        session_ = make_session(Inprocessing::at_once);
        session_.add_vars(open_.candidates.size());
        session_.add(open_.formula);
        session_.add(blocked_);
        settled_ = true;
    }
    ++result_.calls;
    return session_.solve({}, budget());
}

void Enumerator::block() {
    cnf::Clause blocking;
    for (;;) {
        const Answer answer = next_model();
        if (answer == Answer::unsatisfiable) return;
        if (answer == Answer::unknown) {
            end(session_.why_unknown());
            return;
        }
        for (std::size_t v = 0; v < open_.candidates.size(); ++v)
            if (session_.value(Lit::positive(Var{v})))
                grid_.set(open_.candidates[v].cell, open_.candidates[v].digit);
        // Cells decided one after another, the rest by singles: blocking the decisions blocks all.
        blocking.clear();
        Cube rest = cube_;
        for (Part left = open_counted(rest); !left.empty(); left = open_counted(rest)) {
            const Cell cell =
                *std::ranges::min_element(left, {}, [&](Cell c) { return rest.domain(c).size(); });
            blocking.push_back(~*open_.literal({cell, grid_[cell]}));
            rest.decide(cell, grid_[cell]);
        }
        if (!emit()) return;
        session_.add(blocking);
        if (!settled_) blocked_.add(blocking);
    }
}

// Every solution of `cube` whose small parts are `tables` and whose other open parts are `large`.
// False once the whole enumeration is to end.
bool Enumerator::split(const Cube& cube, std::vector<Part> large, Tables& tables) {
    ++result_.cubes;
    if (options_.budget.stopped()) return end(Ending::interrupted);
    if (budget().max_nodes == 0) return end(Ending::out_of_budget);

    const std::size_t outer = tables.size();
    bool solvable = true;
    std::vector<Part> still_large;
    for (Part& part : large) {
        if (!is_large(part)) {
            auto table = fillings_.of(cube, part, budget());
            if (table->ending == Ending::exhausted) {
                if (table->count() == 0) {
                    solvable = false;
                    break;
                }
                tables.push_back(std::move(table));
                continue;
            }
            if (table->ending != Ending::limit_reached) return end(table->ending);
        }
        still_large.push_back(std::move(part));
    }

    bool go_on = true;
    if (!solvable) {
        --credit_;
    } else if (still_large.empty()) {
        go_on = product(tables, 0);
    } else {
        const auto first = std::ranges::max_element(still_large, {}, &Part::size);
        const Part part = std::move(*first);
        still_large.erase(first);
        go_on = branch(cube, part, still_large, tables);
    }
    tables.resize(outer);
    return go_on;
}

bool Enumerator::branch(const Cube& cube, const Part& part, const std::vector<Part>& rest,
                        Tables& tables) {
    const Cell cell = branching_cell(cube, part);
    for (Digit digit : cube.domain(cell)) {
        path_.push_back(*open_.literal({cell, digit}));
        bool solvable = true;
        if (credit_ <= 0) {
            const Answer answer = session_.solve(path_, budget());
            ++result_.calls;
            if (answer == Answer::unknown) return end(session_.why_unknown());
            solvable = answer == Answer::satisfiable;
        }
        bool go_on = true;
        if (solvable) {
            Cube child = cube;
            if (child.decide(cell, digit)) {
                for (Cell c : part)
                    if (!child.is_open(c)) grid_.set(c, child.domain(c).first());
                std::vector<Part> parts = child.parts(part);
                parts.insert(parts.end(), rest.begin(), rest.end());
                go_on = split(child, std::move(parts), tables);
            } else {
                --credit_;
            }
        }
        path_.pop_back();
        if (!go_on) return false;
    }
    return true;
}

// Fewest candidates, then most exclusions with open peers.
Cell Enumerator::branching_cell(const Cube& cube, const Part& part) const {
    std::size_t fewest = ~std::size_t{0};
    for (Cell cell : part)
        if (counts(cell)) fewest = std::min(fewest, cube.domain(cell).size());
    Cell best{};
    std::size_t best_links = 0;
    for (Cell cell : part) {
        const DigitSet domain = cube.domain(cell);
        if (!counts(cell) || domain.size() != fewest) continue;
        std::size_t links = 1;
        for (Cell other : part)
            if (const DigitSet common = domain & cube.domain(other);
                !common.empty() && geometry_.sees(cell, other))
                links += common.size();
        if (links > best_links) {
            best = cell;
            best_links = links;
        }
    }
    return best;
}

bool Enumerator::product(const Tables& tables, std::size_t from) {
    if (from == tables.size()) return emit();
    const Table& table = *tables[from];
    for (std::size_t r = 0; r < table.count(); ++r) {
        const auto row = table.row(r);
        for (std::size_t i = 0; i < row.size(); ++i) grid_.set(table.cells[i], row[i]);
        if (!product(tables, from + 1)) return false;
    }
    return true;
}

}  // namespace

EnumerateResult enumerate(const Puzzle& puzzle, const EnumerateOptions& options,
                          const SolutionSink& sink) {
    for (Cell cell : options.projection)
        CLEW_REQUIRE(cell.index() < puzzle.geometry().cell_count(),
                     "sat::enumerate: projection cell outside the board");
    return Enumerator(puzzle, options, sink).run();
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
