// Split the board on a cell, close each cube under singles, let it fall into independent parts, and
// go on with the parts until all are small. A small part's fillings come from blocking clauses in a
// SAT session of its own, which is thrown away with its clauses; they are remembered, because small
// parts come again and again (fillings.hpp). The solutions of a cube are the product of its parts'
// fillings. So the search is Clew's own, and the library answers for what is small.
//
//     cube r1c1=4
//     |- part of 6 cells, small:      table A, 4 fillings
//     `- part of 31 cells: split on r2c5
//        |- r2c5=1: two small parts:  tables B and C       solutions  A x B x C
//        `- r2c5=8: one small part:   table D              solutions  A x D
//     cube r1c1=7 ...
//
// A session that sees the whole board fixes the backbone beforehand. Where propagation is weak,
// cubes without solutions could cost more than they bring. So there is a credit: a solution earns,
// an empty cube costs, and with the credit gone that session is asked whether a cube has a solution
// before it is split, until solutions have paid it back. The session learns from each answer.
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

#include <algorithm>
#include <memory>

#include "encode/sat/backbone.hpp"
#include "encode/sat/fillings.hpp"
#include "encode/sat/run.hpp"

namespace clew::sat {
namespace {

constexpr std::size_t small_part = 4;  // open cells
constexpr std::int64_t full_credit = 256;

class Cubes {
  public:
    Cubes(Enumeration& run, Preparation preparation)
        : run_(run),
          preparation_(preparation),
          session_(run.session(Inprocessing::on)),
          fillings_(run.geometry(), run.book.get(), run.options.turns) {}

    void go();

  private:
    std::uint64_t conflicts() const { return session_.conflicts() + fillings_.conflicts(); }
    Budget budget() const { return rest_of(run_.options.budget, conflicts() + run_.result.cubes); }
    void enumerate();
    bool emit() {
        credit_ = std::min(credit_ + 1, full_credit);
        return run_.emit();
    }

    using Tables = std::vector<std::shared_ptr<const Table>>;
    bool split(const Cube& cube, std::vector<Part> large, Tables& tables);
    bool branch(const Cube& cube, const Part& part, const std::vector<Part>& rest, Tables& tables);
    bool product(const Tables& tables, std::size_t from);
    Cell branching_cell(const Cube& cube, const Part& part) const;
    static bool is_large(const Part& part) { return part.size() > small_part; }

    Enumeration& run_;
    Preparation preparation_;
    Session session_;
    SolverInput question_;
    Fillings fillings_;
    std::vector<Lit> path_;  // the decisions of the cube in hand
    std::int64_t credit_ = full_credit;
};

void Cubes::go() {
    enumerate();
    EnumerateResult& result = run_.result;
    result.nodes = conflicts();
    result.calls = session_.calls() + fillings_.calls();
    result.refuted += fillings_.refuted();
    result.blocking_clauses = fillings_.blocking_clauses();
    result.sessions = 1 + fillings_.solved();
}

void Cubes::enumerate() {
    Cube& cube = run_.cube;
    if (cube.consistent() && preparation_ == Preparation::for_few &&
        !cube.shave(run_.options.budget, run_.options.turns)) {
        run_.end(Ending::interrupted);
        return;
    }
    if (!cube.consistent()) return;
    const Part cells = cube.open_cells();
    if (!cells.empty()) {
        question_ = run_.question(cube.domains(), cells);
        question_.put_to(session_);
    }
    if (!cells.empty() && preparation_ == Preparation::for_many) {
        const Ending ending = fix_backbone(session_, question_, cube, budget());
        run_.result.backbone_calls = session_.calls();
        if (ending != Ending::exhausted) run_.end(ending);
        if (ending != Ending::exhausted || !cube.consistent()) return;
    }
    run_.settle();
    Tables tables;
    if (cube.open_cells().empty())
        emit();
    else
        split(cube, cube.parts(cells), tables);
}

// Every solution of `cube` whose small parts are `tables` and whose other open parts are `large`.
// False once the whole enumeration is to end.
bool Cubes::split(const Cube& cube, std::vector<Part> large, Tables& tables) {
    ++run_.result.cubes;
    if (run_.options.budget.stopped()) return run_.end(Ending::interrupted);
    if (budget().max_nodes == 0) return run_.end(Ending::out_of_budget);
    if (Turns* turns = run_.options.turns) {
        if (!turns->go_on()) return run_.end(Ending::interrupted);
        turns->work += cube.price();
        ++turns->nodes;
    }

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
            if (table->ending != Ending::limit_reached) return run_.end(table->ending);
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

bool Cubes::branch(const Cube& cube, const Part& part, const std::vector<Part>& rest,
                   Tables& tables) {
    const Cell cell = branching_cell(cube, part);
    for (Digit digit : cube.domain(cell)) {
        path_.push_back(question_.literal({cell, digit}));
        bool solvable = true;
        if (credit_ <= 0) {
            const Answer answer = session_.solve(path_, budget());
            if (answer == Answer::unsatisfiable) ++run_.result.refuted;
            if (answer == Answer::unknown) return run_.end(session_.why_unknown());
            solvable = answer == Answer::satisfiable;
        }
        bool go_on = true;
        if (solvable) {
            Cube child = cube;
            if (child.decide(cell, digit)) {
                for (Cell c : part)
                    if (!child.is_open(c)) run_.grid.set(c, child.domain(c).first());
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
Cell Cubes::branching_cell(const Cube& cube, const Part& part) const {
    std::size_t fewest = ~std::size_t{0};
    for (Cell cell : part) fewest = std::min(fewest, cube.domain(cell).size());
    Cell best{};
    std::size_t best_links = 0;
    for (Cell cell : part) {
        const DigitSet domain = cube.domain(cell);
        if (domain.size() != fewest) continue;
        std::size_t links = 1;
        for (Cell other : part)
            if (const DigitSet common = domain & cube.domain(other);
                !common.empty() && run_.geometry().sees(cell, other))
                links += common.size();
        if (links > best_links) {
            best = cell;
            best_links = links;
        }
    }
    return best;
}

bool Cubes::product(const Tables& tables, std::size_t from) {
    if (from == tables.size()) return emit();
    const Table& table = *tables[from];
    for (std::size_t r = 0; r < table.count(); ++r) {
        const auto row = table.row(r);
        for (std::size_t i = 0; i < row.size(); ++i) run_.grid.set(table.cells[i], row[i]);
        if (!product(tables, from + 1)) return false;
    }
    return true;
}

}  // namespace

void run_cubes(Enumeration& run, Preparation preparation) { Cubes(run, preparation).go(); }

}  // namespace clew::sat
