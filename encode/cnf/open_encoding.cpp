#include "encode/cnf/open_encoding.hpp"

#include <algorithm>

#include "encode/base/contract.hpp"
#include "encode/base/sorted.hpp"

namespace clew::cnf {

std::optional<Lit> OpenEncoding::literal(Candidate candidate) const {
    const auto at = std::ranges::lower_bound(candidates, candidate);
    if (at == candidates.end() || *at != candidate) return std::nullopt;
    return Lit::positive(Var{at - candidates.begin()});
}

OpenEncoding encode_open(const Geometry& geometry, std::span<const DigitSet> domains,
                         std::span<const Cell> cells) {
    CLEW_REQUIRE(domains.size() == geometry.cell_count(), "encode_open: one domain a cell");
    CLEW_REQUIRE(std::ranges::is_sorted(cells), "encode_open: cells in ascending order");
    OpenEncoding out;
    const std::size_t n = geometry.size();

    // first_var[i] + rank of the digit in the domain is the variable; `none` for cells left out
    constexpr std::uint32_t none = ~std::uint32_t{0};
    std::vector<std::uint32_t> first_var(geometry.cell_count(), none);
    for (Cell cell : cells) {
        first_var[cell.index()] = static_cast<std::uint32_t>(out.candidates.size());
        for (Digit d : domains[cell.index()]) out.candidates.push_back({cell, d});
    }
    const auto literal = [&](Cell cell, Digit d) {
        const std::uint32_t below =
            domains[cell.index()].bits() & ((std::uint32_t{1} << d.index()) - 1);
        return Lit::positive(Var{first_var[cell.index()] + DigitSet::from_bits(below).size()});
    };

    Clause clause;
    std::vector<House> houses;
    for (Cell cell : cells) {
        const DigitSet domain = domains[cell.index()];
        clause.clear();
        for (Digit d : domain) clause.push_back(literal(cell, d));
        out.formula.add(clause);
        for (std::size_t i = 0; i < clause.size(); ++i)
            for (std::size_t j = i + 1; j < clause.size(); ++j)
                out.formula.add({~clause[i], ~clause[j]});
        for (Cell peer : geometry.peers(cell)) {
            const DigitSet common = domain & domains[peer.index()];
            if (first_var[peer.index()] != none) {
                if (peer > cell)
                    for (Digit d : common) out.formula.add({~literal(cell, d), ~literal(peer, d)});
            } else if (domains[peer.index()].size() == 1) {
                for (Digit d : common) out.formula.add({~literal(cell, d)});
            }
        }
        houses.insert(houses.end(), geometry.houses_of(cell).begin(),
                      geometry.houses_of(cell).end());
    }

    sort_unique(houses);
    for (House house : houses) {
        if (geometry.info(house).kind != ConstraintKind::house) continue;
        DigitSet elsewhere;
        for (Cell cell : geometry.cells_of(house))
            if (first_var[cell.index()] == none) elsewhere |= domains[cell.index()];
        for (Digit d : DigitSet::all(n) - elsewhere) {
            clause.clear();
            for (Cell cell : geometry.cells_of(house))
                if (domains[cell.index()].contains(d)) clause.push_back(literal(cell, d));
            out.formula.add(clause);
        }
    }
    return out;
}

}  // namespace clew::cnf
