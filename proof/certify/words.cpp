#include "proof/certify/words.hpp"

#include <algorithm>

#include "core/board/notation.hpp"

namespace clew::certify {

std::string what_runs_out(const CertifiedFormula& formula, const Geometry& board,
                          std::span<const cnf::Lit> clause) {
    std::vector<Candidate> candidates;
    bool all_negative = true, all_positive = true;
    for (const cnf::Lit l : clause) {
        if (l.var().index() >= formula.candidates.size()) return "a rule";
        candidates.push_back(formula.candidates[l.var().index()]);
        (l.is_negative() ? all_positive : all_negative) = false;
    }
    const auto name = [&](Cell cell) { return to_string(cell, board.size()); };
    if (candidates.empty()) return "the clues";
    const Candidate& first = candidates.front();
    const bool one_cell =
        std::ranges::all_of(candidates, [&](Candidate c) { return c.cell == first.cell; });
    const bool one_digit =
        std::ranges::all_of(candidates, [&](Candidate c) { return c.digit == first.digit; });
    if (all_positive && one_cell) return name(first.cell) + " has no digit left";
    if (all_positive && one_digit) {
        for (const HouseInfo& house : board.houses())
            if (std::ranges::all_of(candidates, [&](Candidate c) {
                    return std::ranges::find(house.cells, c.cell) != house.cells.end();
                }))
                return house.name + " has no place for " + digit_symbol(first.digit);
    }
    if (all_negative && candidates.size() == 2) {
        const Candidate& second = candidates.back();
        if (one_cell) return "two digits in " + name(first.cell);
        if (one_digit)
            return std::string("two ") + digit_symbol(first.digit) + "s: " + name(first.cell) +
                   " and " + name(second.cell);
    }
    return "a rule";
}

}  // namespace clew::certify
