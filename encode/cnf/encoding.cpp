// The four families are four loops; an encoding is a row of flags that says which loops run.
// "At most one of these" is written in pairs: the others in the literature (sequential, product and
// commander encodings) need helpers, which nobody who counts or lists gained anything by.

#include "encode/cnf/encoding.hpp"

#include <algorithm>
#include <span>

#include "core/base/contract.hpp"
#include "core/rules/registry.hpp"

namespace clew::cnf {
namespace {

constexpr std::array<FamilyRow, 4> table{{
    // families            name       cell>=1 cell<=1 house>=1 house<=1 overlap twice
    {Families::minimal, "minimal", true, false, false, true, true},
    {Families::natural, "natural", true, true, false, true, true},
    {Families::extended, "extended", true, true, true, true, true},
    {Families::complete, "complete", true, true, true, true, false},
}};

// A rule's clauses, each behind the rule's guard if it has one.
class RuleSink final : public rules::ClauseSink {
  public:
    RuleSink(Encoded& out, std::optional<Lit> guard) : out_(out), guard_(guard) {}

    Literal literal(Candidate c) override {
        return static_cast<Literal>(out_.map.literal(c).dimacs());
    }
    Literal fresh() override { return static_cast<Literal>(out_.map.add_helper().index() + 1); }

  protected:
    void keep(std::span<const Literal> clause) override {
        clause_.clear();
        if (guard_) clause_.push_back(~*guard_);
        for (Literal l : clause) clause_.push_back(lit_of(l));
        out_.formula.add(clause_);
    }

  private:
    Encoded& out_;
    std::optional<Lit> guard_;
    Clause clause_;
};

class Writer {
  public:
    Writer(GeometryPtr geometry, const EncodeOptions& options)
        : options_(options), out_{VarMap{std::move(geometry)}, {}} {}

    void board();
    void rules_of(const Puzzle& puzzle);
    void question(const Puzzle& puzzle);
    Encoded take() { return std::move(out_); }

  private:
    const Geometry& geometry() const { return out_.map.geometry(); }
    Digit digit(std::size_t d) const { return Digit{d}; }

    std::vector<Lit> digits_of(Cell cell) const {
        std::vector<Lit> literals;
        for (std::size_t d = 0; d < geometry().size(); ++d)
            literals.push_back(out_.map.literal({cell, Digit{d}}));
        return literals;
    }
    std::vector<Lit> places_of(House house, Digit d) const {
        std::vector<Lit> literals;
        for (Cell cell : geometry().cells_of(house))
            literals.push_back(out_.map.literal({cell, d}));
        return literals;
    }

    std::optional<Lit> switch_of(const Demand& demand) {
        const bool clue = demand.kind == DemandKind::given || demand.kind == DemandKind::marks;
        if (options_.selectors == Selectors::none) return std::nullopt;
        if (options_.selectors == Selectors::clues && !clue) return std::nullopt;
        if (options_.selectors == Selectors::question && !clue && demand.kind != DemandKind::rule)
            return std::nullopt;
        return Lit::positive(out_.map.add_selector(demand));
    }
    void clause(std::vector<Lit> literals, std::optional<Lit> guard) {
        if (guard) literals.insert(literals.begin(), ~*guard);
        out_.formula.add(literals);
    }
    void in_pairs(const std::vector<Lit>& literals, std::optional<Lit> guard) {
        for (std::size_t i = 0; i < literals.size(); ++i)
            for (std::size_t j = i + 1; j < literals.size(); ++j)
                clause({~literals[i], ~literals[j]}, guard);
    }
    void house_at_most_one(House house, Digit d, bool overlap_twice);

    EncodeOptions options_;
    Encoded out_;
};

void Writer::board() {
    const FamilyRow& row = table[static_cast<std::size_t>(options_.families)];
    const std::size_t n = geometry().size();
    for (std::size_t i = 0; i < geometry().cell_count(); ++i) {
        const Cell cell{i};
        if (row.cell_at_least_one)
            clause(digits_of(cell), switch_of({DemandKind::cell_at_least_one, cell, {}, {}}));
        // A cell in no house of every digit has room for two by the clauses of houses.
        if (row.cell_at_most_one ||
            std::ranges::none_of(geometry().houses_of(cell), [&](House house) {
                return geometry().info(house).holds_every_digit();
            }))
            in_pairs(digits_of(cell), switch_of({DemandKind::cell_at_most_one, cell, {}, {}}));
        for (Digit d : DigitSet::all(n) - geometry().digits_of(cell))
            clause({~out_.map.literal({cell, d})}, std::nullopt);
    }
    for (std::size_t h = 0; h < geometry().house_count(); ++h) {
        const House house{h};
        const bool every_digit = geometry().info(house).holds_every_digit();
        for (std::size_t d = 0; d < n; ++d) {
            if (row.house_at_least_one && every_digit)
                clause(places_of(house, Digit{d}),
                       switch_of({DemandKind::house_at_least_one, {}, house, Digit{d}}));
            if (row.house_at_most_one) house_at_most_one(house, Digit{d}, row.overlap_twice);
        }
    }
}

// Saying a shared pair once is right only where the houses cannot be switched off one by one.
void Writer::house_at_most_one(House house, Digit d, bool overlap_twice) {
    const auto guard = switch_of({DemandKind::house_at_most_one, {}, house, d});
    if (overlap_twice || guard) {
        in_pairs(places_of(house, d), guard);
        return;
    }
    const auto cells = geometry().cells_of(house);
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (std::size_t j = i + 1; j < cells.size(); ++j) {
            const auto of_i = geometry().houses_of(cells[i]);
            const auto of_j = geometry().houses_of(cells[j]);
            std::vector<House> both;
            std::ranges::set_intersection(of_i, of_j, std::back_inserter(both));
            if (both.front() == house)
                out_.formula.add(
                    {~out_.map.literal({cells[i], d}), ~out_.map.literal({cells[j], d})});
        }
}

// One selector a rule of the puzzle, whatever number of primitives it stands for. All that the rule
// says is written, also where the board says it too: switched off, nothing of it may remain.
void Writer::rules_of(const Puzzle& puzzle) {
    CLEW_REQUIRE(puzzle.rules().size() < 65536, "cnf::encode: more than 65535 rules");
    const std::vector<DigitSet> all(geometry().cell_count(), DigitSet::all(geometry().size()));
    for (std::size_t r = 0; r < puzzle.rules().size(); ++r) {
        Demand demand{.kind = DemandKind::rule};
        demand.rule = static_cast<std::uint16_t>(r);
        RuleSink sink{out_, switch_of(demand)};
        for (const Rule& part : rules::expanded(puzzle.rules()[r], geometry()))
            rules::make_primitive(part, geometry().size())->clauses(all, sink);
    }
}

void Writer::question(const Puzzle& puzzle) {
    for (std::size_t i = 0; i < geometry().cell_count(); ++i) {
        const Cell cell{i};
        if (const auto given = puzzle.given(cell))
            clause({out_.map.literal({cell, *given})},
                   switch_of({DemandKind::given, cell, {}, *given}));
    }
    for (std::size_t i = 0; i < geometry().cell_count(); ++i) {
        const Cell cell{i};
        const DigitSet ruled_out = geometry().digits_of(cell) - puzzle.marks(cell);
        if (ruled_out.empty()) continue;
        const auto guard = switch_of({DemandKind::marks, cell, {}, {}});
        for (Digit d : ruled_out) clause({~out_.map.literal({cell, d})}, guard);
    }
}

}  // namespace

const std::array<FamilyRow, 4>& family_table() { return table; }

const char* to_string(Families families) { return table[static_cast<std::size_t>(families)].name; }

std::optional<Families> parse_families(std::string_view name) {
    if (name == "efficient") return Families::natural;
    for (const FamilyRow& row : table)
        if (name == row.name) return row.families;
    return std::nullopt;
}

Encoded encode(const Puzzle& puzzle, const EncodeOptions& options) {
    Writer writer(puzzle.geometry_ptr(), options);
    writer.board();
    writer.rules_of(puzzle);
    writer.question(puzzle);
    return writer.take();
}

}  // namespace clew::cnf
