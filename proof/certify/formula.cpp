#include "proof/certify/formula.hpp"

#include <istream>
#include <ostream>

#include "core/rules/rulebook.hpp"
#include "encode/cnf/dimacs.hpp"
#include "encode/cnf/open_encoding.hpp"

namespace clew::certify {

CertifiedFormula certified_formula(const Puzzle& puzzle) {
    const rules::RulebookPtr book = rules::rulebook_of(puzzle);
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i) cells.emplace_back(i);
    cnf::OpenEncoding all =
        cnf::encode_open(puzzle.geometry(), puzzle.candidates_after_givens(), cells, book.get());
    CertifiedFormula f{.formula = std::move(all.formula),
                       .variables = all.var_count,
                       .candidates = std::move(all.candidates),
                       .open = {}};
    for (std::size_t v = 0; v < f.candidates.size(); ++v)
        if (!puzzle.given(f.candidates[v].cell)) f.open.emplace_back(v);
    return f;
}

Grid grid_of(const CertifiedFormula& formula, const Puzzle& puzzle,
             std::span<const cnf::Lit> model) {
    return cnf::grid_of(puzzle, formula.candidates,
                        [&](std::size_t v) { return !model[v].is_negative(); });
}

void write_formula(std::ostream& out, const Puzzle& puzzle, const CertifiedFormula& formula,
                   std::uint64_t more, std::istream* text) {
    out << "c The puzzle of puzzle.json; which clause says what: README.md.\n";
    cnf::write_named(out, puzzle.geometry().size(), formula.candidates, formula.variables,
                     formula.formula, more);
    if (text != nullptr && more > 0) out << text->rdbuf();
}

}  // namespace clew::certify
