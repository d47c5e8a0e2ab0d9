#include "encode/sat/question.hpp"

#include <algorithm>

#include "core/base/contract.hpp"
#include "encode/cnf/open_encoding.hpp"

namespace clew::sat {

Lit SolverInput::literal(Candidate candidate) const {
    const auto at = std::ranges::lower_bound(candidates, candidate);
    CLEW_REQUIRE(at != candidates.end() && *at == candidate, "sat::Question: no such candidate");
    return literals[static_cast<std::size_t>(at - candidates.begin())];
}

SolverInput open_question(const Geometry& geometry, std::span<const DigitSet> domains,
                          std::span<const Cell> cells, const rules::Rulebook* book) {
    cnf::OpenEncoding open = cnf::encode_open(geometry, domains, cells, book);
    SolverInput q;
    q.candidates = std::move(open.candidates);
    q.formula = std::move(open.formula);
    q.var_count = open.var_count;
    for (std::size_t v = 0; v < q.candidates.size(); ++v)
        q.literals.push_back(Lit::positive(Var{v}));
    return q;
}

SolverInput whole_question(const Puzzle& puzzle, const cnf::EncodeOptions& encoding,
                           std::span<const DigitSet> domains, std::span<const Cell> cells) {
    CLEW_REQUIRE(encoding.selectors == cnf::Selectors::none,
                 "sat::enumerate: an encoding with selectors");
    cnf::Encoded encoded = cnf::encode(puzzle, encoding);
    SolverInput q;
    for (Cell cell : cells)
        for (Digit digit : domains[cell.index()]) {
            q.candidates.push_back({cell, digit});
            q.literals.push_back(encoded.map.literal({cell, digit}));
        }
    q.formula = std::move(encoded.formula);
    q.var_count = encoded.map.size();
    return q;
}

}  // namespace clew::sat
