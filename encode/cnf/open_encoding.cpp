#include "encode/cnf/open_encoding.hpp"

#include <algorithm>

#include "core/base/contract.hpp"
#include "core/base/sorted.hpp"

namespace clew::cnf {

std::optional<Lit> OpenEncoding::literal(Candidate candidate) const {
    const auto at = std::ranges::lower_bound(candidates, candidate);
    if (at == candidates.end() || *at != candidate) return std::nullopt;
    return Lit::positive(Var{at - candidates.begin()});
}

namespace {

// The literals of a part: a settled cell outside it is no variable but a truth.
class PartSink final : public rules::ClauseSink {
  public:
    PartSink(OpenEncoding& out, std::span<const DigitSet> domains, std::span<const Cell> cells)
        : out_(out), domains_(domains), cells_(cells) {}

    Literal literal(Candidate c) override {
        const DigitSet domain = domains_[c.cell.index()];
        if (!domain.contains(c.digit)) return never;
        if (std::ranges::binary_search(cells_, c.cell))
            return static_cast<Literal>(out_.literal(c)->dimacs());
        CLEW_REQUIRE(domain.size() == 1, "encode_open: a rule with an open cell outside the part");
        return always;
    }
    Literal fresh() override { return static_cast<Literal>(++out_.var_count); }

  protected:
    void keep(std::span<const Literal> clause) override {
        clause_.clear();
        for (Literal l : clause) clause_.push_back(lit_of(l));
        out_.formula.add(clause_);
    }

  private:
    OpenEncoding& out_;
    std::span<const DigitSet> domains_;
    std::span<const Cell> cells_;
    Clause clause_;
};

}  // namespace

OpenEncoding encode_open(const Geometry& geometry, std::span<const DigitSet> domains,
                         std::span<const Cell> cells, const rules::Rulebook* book) {
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
        if (!geometry.info(house).holds_every_digit()) continue;
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
    out.var_count = out.candidates.size();
    if (book == nullptr) return out;
    std::vector<std::uint32_t> entries;
    for (Cell cell : cells) {
        const auto of = book->of(cell);
        entries.insert(entries.end(), of.begin(), of.end());
    }
    sort_unique(entries);
    PartSink sink{out, domains, cells};
    for (std::uint32_t e : entries) book->entries()[e].primitive->clauses(domains, sink);
    return out;
}

void add_part(OpenEncoding& encoding, std::span<const DigitSet> domains,
              std::span<const Cell> cells, const rules::RulePart& part) {
    PartSink sink{encoding, domains, cells};
    part.clauses(domains, sink);
}

}  // namespace clew::cnf
