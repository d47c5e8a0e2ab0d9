// The solutions are listed once by SAT. If that is all of them, a grid is dead if the known
// solutions with its digits, intersected as bit sets, are none. If there are too many to list, the
// known ones still answer "yes" for most grids, and the others are asked one by one; each yes
// brings a solution that is remembered.

#include "logic/tree/oracle.hpp"

#include "solve/solve.hpp"

namespace clew::logic::inline tree {
namespace {
constexpr std::uint64_t listed_at_most = 5000;  // a few seconds of SAT
}

SolutionOracle::SolutionOracle(const Puzzle& puzzle, const StopFlag* stop)
    : puzzle_(puzzle), stop_(stop), holders_(puzzle.geometry().candidate_count()) {
    SolveOptions options{.engine = Engine::sat, .budget = {.stop = stop}, .limit = listed_at_most};
    const CountResult result = enumerate(puzzle, options, [this](const Grid& grid) {
        remember(grid);
        return Flow::go_on;
    });
    all_known_ = result.exact();
}

void SolutionOracle::remember(const Grid& grid) {
    const std::size_t word = known_ / 64;
    const std::uint64_t bit = std::uint64_t{1} << (known_ % 64);
    for (std::size_t i = 0; i < grid.cell_count(); ++i) {
        const Candidate c{Cell{i}, grid[Cell{i}]};
        auto& holders = holders_[puzzle_.geometry().candidate_index(c)];
        if (holders.size() <= word) holders.resize(word + 1, 0);
        holders[word] |= bit;
    }
    ++known_;
}

bool SolutionOracle::has_solution(std::span<const std::optional<Digit>> digits) {
    std::vector<std::uint64_t> alive((known_ + 63) / 64, ~std::uint64_t{0});
    if (known_ % 64 != 0) alive.back() = (std::uint64_t{1} << (known_ % 64)) - 1;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (!digits[i]) continue;
        const auto& holders = holders_[puzzle_.geometry().candidate_index({Cell{i}, *digits[i]})];
        for (std::size_t w = 0; w < alive.size(); ++w)
            alive[w] &= w < holders.size() ? holders[w] : 0;
    }
    for (std::uint64_t w : alive)
        if (w != 0) return true;
    if (all_known_) return false;

    return ask(digits);
}

SolutionOracle::Asking& SolutionOracle::asking() {
    if (asking_) return *asking_;
    const Geometry& geometry = puzzle_.geometry();
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < geometry.cell_count(); ++i) cells.emplace_back(i);
    asking_.emplace(Asking{cnf::encode_open(geometry, puzzle_.candidates_after_givens(), cells,
                                            rules::rulebook_of(puzzle_).get()),
                           sat::Session{{.inprocessing = sat::Inprocessing::off}}});
    asking_->session.add_vars(asking_->question.var_count);
    asking_->session.add(asking_->question.formula);
    return *asking_;
}

bool SolutionOracle::ask(std::span<const std::optional<Digit>> digits) {
    auto& [question, session] = asking();
    std::vector<sat::Lit> assumed;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (!digits[i]) continue;
        const auto literal = question.literal({Cell{i}, *digits[i]});
        if (!literal) return false;
        assumed.push_back(*literal);
    }
    const sat::Answer answer = session.solve(assumed, {.stop = stop_});
    if (answer != sat::Answer::satisfiable) return answer == sat::Answer::unknown;
    Grid grid{std::vector<Digit>(digits.size())};
    for (std::size_t v = 0; v < question.candidates.size(); ++v)
        if (session.value(sat::Lit::positive(sat::Var{v})))
            grid.set(question.candidates[v].cell, question.candidates[v].digit);
    remember(grid);
    return true;
}

}  // namespace clew::logic::inline tree
