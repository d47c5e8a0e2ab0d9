// The lean mode's cell: which binary cell of a pattern is branched on.
//
// The smallest tree is planned: every lean tree is a choice of one cell at each pattern of the
// paris tree, so its fewest patterns are 1 + the least, over the cells, of the sum over the cell's
// outcomes, a sum that dynamic programming takes from the leaves up. Live patterns of one lean tree
// are never met twice (two ways to them would differ in the cell where they part), so the sum
// counts them right.

#include <algorithm>

#include "logic/tree/expander.hpp"
#include "logic/tree/grower.hpp"
#include "solve/solve.hpp"

namespace clew::logic::inline tree {

namespace {

constexpr std::uint64_t planned_at_most = 1'000'000;

}  // namespace

Cell Expander::choose(std::span<const std::uint64_t> pattern, const std::vector<Cell>& cells) {
    switch (options_.choice) {
        case LeanChoice::first:
            return cells.front();
        case LeanChoice::freedom:
            return choose_by_freedom(cells);
        case LeanChoice::balanced:
            return choose_balanced(pattern, cells);
        case LeanChoice::smallest: {
            const std::optional<Cell> planned = plan_ ? plan_(pattern) : std::nullopt;
            return planned ? *planned : choose_by_freedom(cells);
        }
    }
    return cells.front();
}

Cell Expander::choose_by_freedom(const std::vector<Cell>& cells) {
    std::optional<std::size_t> least;
    Cell best = cells.front();
    for (Cell cell : cells) {
        std::size_t sum = 0;
        for (Digit digit : marks_[cell.index()]) {
            const Candidate candidate{cell, digit};
            sum += attempt({&candidate, 1}).freedom;  // 0 if solved or impossible
        }
        if (!least || sum < *least) {
            least = sum;
            best = cell;
        }
    }
    return best;
}

Cell Expander::choose_balanced(std::span<const std::uint64_t> code,
                               const std::vector<Cell>& cells) {
    Puzzle pattern = puzzle_;
    const auto digits = store_.digits(code);
    for (std::size_t i = 0; i < digits.size(); ++i)
        if (digits[i]) pattern.set_given(Cell{i}, *digits[i]);
    const SolveOptions options{.budget = {.stop = options_.stop}};
    const Count all = count(pattern, options).solutions;
    std::optional<Count> most;
    Cell best = cells.front();
    for (Cell cell : cells) {
        Puzzle half = pattern;
        half.set_given(cell, marks_[cell.index()].first());
        const CountResult one = count(half, options);
        if (stopped() || one.solutions > all) return best;
        const Count fewer = std::min(one.solutions, all - one.solutions);
        if (!most || fewer > *most) {
            most = fewer;
            best = cell;
        }
    }
    return best;
}

void DecisionTree::Grower::plan_smallest() {
    TreeOptions options = tree_.options_;
    options.mode = TreeMode::paris;
    options.max_patterns = std::min<std::uint64_t>(options.max_patterns, planned_at_most);
    // What a memory left open is open here, and the whole says so by its ending.
    plan_ = std::make_unique<DecisionTree>(
        DecisionTree::grow(tree_.puzzle_, options, recall_, Ending::exhausted));
    const auto order = plan_->topological_order();
    std::vector<std::uint64_t> cost(order.size(), 0);
    plan_cell_.assign(order.size(), std::nullopt);
    constexpr std::uint64_t too_many = unlimited / 64;
    for (std::size_t k = order.size(); k-- > 0;) {
        const Node v = order[k];
        if ((*plan_)[v].kind != NodeKind::pattern) continue;
        const auto tried = plan_->outcomes(v);
        std::uint64_t least = tried.empty() ? 0 : unlimited;
        for (auto at = tried.begin(); at != tried.end();) {
            const Cell cell = geometry_.candidate((*at).candidate).cell;
            std::uint64_t sum = 0;
            for (; at != tried.end() && geometry_.candidate((*at).candidate).cell == cell; ++at)
                if ((*at).target != no_node) sum = std::min(too_many, sum + cost[(*at).target]);
            if (sum < least) {
                least = sum;
                plan_cell_[v] = cell;
            }
        }
        cost[v] = least + 1;
    }
    if (plan_->ending() != Ending::exhausted) tree_.planned_on_ = plan_->totals().patterns;
    expander_.follow([this](std::span<const std::uint64_t> code) -> std::optional<Cell> {
        const Node planned = plan_->store_->find(code);
        return planned == no_node ? std::nullopt : plan_cell_[planned];
    });
}

}  // namespace clew::logic::inline tree
