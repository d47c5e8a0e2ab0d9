#include "solve/compile/formula.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <ostream>

#include "core/base/input_error.hpp"
#include "core/rules/rulebook.hpp"
#include "encode/cnf/dimacs.hpp"

namespace clew::compile {

cnf::OpenEncoding open_formula(const Puzzle& puzzle) {
    const std::vector<DigitSet> domains = puzzle.candidates_after_givens();
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < domains.size(); ++i)
        if (!puzzle.given(Cell{i}) || domains[i].empty()) cells.push_back(Cell{i});
    const auto book = rules::rulebook_of(puzzle);
    cnf::OpenEncoding open = cnf::encode_open(puzzle.geometry(), domains, cells,
                                              puzzle.rules().empty() ? nullptr : book.get());
    if (puzzle.rules().empty()) return open;
    // What speaks of clues alone is told by no open cell.
    for (const auto& entry : book->entries()) {
        const auto& of = entry.primitive->cells();
        const bool settled =
            std::ranges::none_of(of, [&](Cell c) { return std::ranges::binary_search(cells, c); });
        if (!settled) continue;
        std::vector<DigitSet> held;
        for (Cell c : of) held.push_back(domains[c.index()]);
        if (!entry.primitive->filter(held)) open.formula.add(std::initializer_list<cnf::Lit>{});
    }
    return open;
}

std::vector<std::vector<std::uint32_t>> board_orders(const Geometry& geometry,
                                                     const cnf::OpenEncoding& formula) {
    const std::size_t n = geometry.size();
    const auto shape = geometry.spec().boxes.value_or(BoxShape{1, n});
    using Key = std::array<std::size_t, 4>;
    const auto by_bands = [&](Cell c) {
        const std::size_t row = c.index() / n, column = c.index() % n;
        return Key{row / shape.rows, column / shape.columns, row, column};
    };
    const auto by_stacks = [&](Cell c) {
        const std::size_t row = c.index() / n, column = c.index() % n;
        if (shape.rows == 1) return Key{column, row, 0, 0};
        return Key{column / shape.columns, row / shape.rows, row, column};
    };
    std::vector<std::vector<std::uint32_t>> orders;
    const auto add = [&](const auto& key) {
        // Helpers come last: the cells decide them.
        std::vector<std::uint32_t> sorted(formula.var_count);
        std::iota(sorted.begin(), sorted.end(), 0U);
        std::ranges::stable_sort(
            sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(formula.candidates.size()),
            {}, [&](std::uint32_t v) { return key(formula.candidates[v].cell); });
        std::vector<std::uint32_t> rank(sorted.size());
        for (std::uint32_t i = 0; i < sorted.size(); ++i) rank[sorted[i]] = i;
        orders.push_back(std::move(rank));
    };
    add(by_bands);
    add(by_stacks);
    return orders;
}

CompileOptions board_options(const Geometry& geometry, const cnf::OpenEncoding& formula) {
    if (formula.var_count > most_variables)
        throw InputError({}, "a formula of " + std::to_string(formula.var_count) + " variables",
                         "at most " + std::to_string(most_variables) + " for a graph");
    return {.orders = board_orders(geometry, formula), .asked = formula.candidates.size()};
}

void write_formula(std::ostream& out, const Puzzle& puzzle, const cnf::OpenEncoding& formula) {
    out << "c what the clues of a " << puzzle.geometry().description() << " puzzle leave open\n";
    cnf::write_named(out, puzzle.geometry().size(), formula.candidates, formula.var_count,
                     formula.formula);
}

}  // namespace clew::compile
