#include "encode/proof/justify.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "encode/base/input_error.hpp"
#include "encode/board/notation.hpp"
#include "encode/proof/clauses.hpp"
#include "encode/rules/registry.hpp"

namespace clew::proof {
namespace {

using Clause = std::vector<Literal>;
constexpr std::size_t most_fillings = 400'000;  // of one rule's cells, tried at most

// A literal of a candidate without a variable: decided by the clues.
constexpr Literal always = std::numeric_limits<Literal>::max();

Clause sorted(std::span<const Literal> clause) {
    Clause all(clause.begin(), clause.end());
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

class Justifier {
  public:
    Justifier(const Cnf& formula, std::size_t clauses, const Puzzle& puzzle)
        : formula_(formula),
          clauses_(clauses),
          puzzle_(puzzle),
          board_(puzzle.geometry()),
          map_(variable_map(formula, board_)) {}

    Justification run();

  private:
    enum class Need : std::uint8_t { must, may };

    Literal literal(Cell cell, Digit digit) const {
        const Literal l = map_.literal(board_, {cell, digit});
        if (l != 0) return l;
        return puzzle_.given(cell) == digit ? always : -always;
    }
    bool undecided_are_there();
    void expect(const std::string& family, Clause clause, Need need);
    void expect_board();
    bool compare();
    bool rules();
    template <class Enter, class Visit>
    bool fillings(const std::vector<Cell>& cells, std::vector<Digit>& digits, std::size_t& left,
                  const Enter& enter, const Visit& visit) const;
    bool differ(Cell a, Cell b) const;
    bool is_kept(const rules::Primitive& part, const std::string& name);
    bool leave_room(const std::vector<Cell>& cells, const std::vector<rules::PrimitivePtr>& parts,
                    Clauses& own, const std::vector<Literal>& helpers, const std::string& name);
    bool has_model(Clauses& own, Clause assumed, std::vector<Literal> helpers);

    const Cnf& formula_;
    std::size_t clauses_;
    const Puzzle& puzzle_;
    const Geometry& board_;
    VariableMap map_;
    std::map<Clause, std::pair<std::size_t, Need>> expected_;  // clause -> family
    std::vector<std::size_t> of_rules_;                        // clauses that are not the board's
    std::vector<Rule> differing_;  // parts of rules whose cells merely differ
    Justification found_;
};

// A candidate that has no variable must be a given, or excluded by one, or by the marks.
bool Justifier::undecided_are_there() {
    for (std::size_t i = 0; i < board_.candidate_count(); ++i) {
        if (map_.of_candidate[i] != 0) continue;
        const auto [cell, digit] = board_.candidate(i);
        bool decided = puzzle_.given(cell).has_value() || !puzzle_.marks(cell).contains(digit);
        for (const HouseInfo& house : board_.houses()) {
            if (std::ranges::find(house.cells, cell) == house.cells.end()) continue;
            for (const Cell other : house.cells)
                decided = decided || (other != cell && puzzle_.given(other) == digit);
        }
        if (decided) continue;
        found_.why = to_string({cell, digit}, board_.size()) + " has no variable";
        return false;
    }
    return true;
}

void Justifier::expect(const std::string& family, Clause clause, Need need) {
    if (std::ranges::find(clause, always) != clause.end()) return;
    std::erase(clause, -always);
    clause = sorted(clause);
    auto at =
        std::ranges::find(found_.families, family, &std::pair<std::string, std::size_t>::first);
    if (at == found_.families.end()) at = found_.families.insert(at, {family, 0});
    const auto index = static_cast<std::size_t>(at - found_.families.begin());
    const auto [entry, fresh] = expected_.try_emplace(std::move(clause), index, need);
    if (!fresh && need == Need::must) entry->second.second = Need::must;
}

void Justifier::expect_board() {
    const std::size_t n = board_.size();
    for (std::size_t i = 0; i < board_.cell_count(); ++i) {
        if (const auto given = puzzle_.given(Cell{i}))
            expect("a clue's digit is in its cell", {literal(Cell{i}, *given)}, Need::must);
        for (std::size_t d = 0; d < n; ++d)
            if (!puzzle_.marks(Cell{i}).contains(Digit{d}))
                expect("a digit is not among a cell's pencil marks", {-literal(Cell{i}, Digit{d})},
                       Need::must);
    }
    for (std::size_t i = 0; i < board_.cell_count(); ++i) {
        Clause some;
        for (std::size_t d = 0; d < n; ++d) {
            some.push_back(literal(Cell{i}, Digit{d}));
            for (std::size_t e = 0; e < d; ++e)
                expect("a cell holds no two digits",
                       {-literal(Cell{i}, Digit{d}), -literal(Cell{i}, Digit{e})}, Need::must);
        }
        expect("a cell holds a digit", some, Need::must);
    }
    for (const HouseInfo& house : board_.houses())
        for (std::size_t d = 0; d < n; ++d) {
            Clause places;
            for (std::size_t i = 0; i < house.cells.size(); ++i) {
                const Literal here = literal(house.cells[i], Digit{d});
                places.push_back(here);
                for (std::size_t j = 0; j < i; ++j)
                    expect("a house holds no digit twice",
                           {-here, -literal(house.cells[j], Digit{d})}, Need::must);
            }
            if (house.cells.size() == n) expect("a house holds each digit", places, Need::may);
        }
}

bool Justifier::compare() {
    std::set<const Clause*> seen;
    for (std::size_t c = 0; c < clauses_; ++c) {
        const auto entry = expected_.find(sorted(formula_[c]));
        if (entry == expected_.end()) {
            of_rules_.push_back(c);
            continue;
        }
        ++found_.families[entry->second.first].second;
        seen.insert(&entry->first);
    }
    for (const auto& [clause, what] : expected_) {
        if (what.second == Need::may || seen.contains(&clause)) continue;
        std::string text;
        for (const Literal l : clause) text += std::to_string(l) + " ";
        found_.why =
            "the clause " + text + "0 is missing (" + found_.families[what.first].first + ")";
        return false;
    }
    if (!of_rules_.empty() && puzzle_.rules().empty()) {
        found_.why =
            "clause " + std::to_string(of_rules_.front() + 1) + " is none that the puzzle makes";
        return false;
    }
    return true;
}

/// Calls `visit` with the digits of each filling of `cells` that clues, board and differences
/// allow, cell after cell; `enter` may cut a filling short. False if there are too many, or `visit`
/// says so.
template <class Enter, class Visit>
bool Justifier::fillings(const std::vector<Cell>& cells, std::vector<Digit>& digits,
                         std::size_t& left, const Enter& enter, const Visit& visit) const {
    if (digits.size() == cells.size()) return visit();
    const Cell cell = cells[digits.size()];
    for (std::size_t d = 0; d < board_.size(); ++d) {
        const Digit digit{d};
        bool fits = literal(cell, digit) != -always;
        for (std::size_t i = 0; i < digits.size(); ++i)
            fits = fits && !(digits[i] == digit && differ(cells[i], cell));
        if (!fits) continue;
        if (left == 0) return false;
        --left;
        digits.push_back(digit);
        const bool on = !enter() || fillings(cells, digits, left, enter, visit);
        digits.pop_back();
        if (!on) return false;
    }
    return true;
}

// By the board, or by a part of some rule that says no more than that.
bool Justifier::differ(Cell a, Cell b) const {
    return board_.sees(a, b) || std::ranges::any_of(differing_, [&](const Rule& part) {
               return std::ranges::find(part.cells, a) != part.cells.end() &&
                      std::ranges::find(part.cells, b) != part.cells.end();
           });
}

bool Justifier::rules() {
    if (of_rules_.empty() && puzzle_.rules().empty()) {
        found_.decided = formula_.variables == map_.candidates.size();
        return true;
    }
    // First that each part of a rule is kept; those that merely say "different" without the help of
    // others of the kind, whose help the rest then has.
    std::vector<Rule> differing;
    for (const bool different : {true, false}) {
        for (const Rule& rule : puzzle_.rules())
            for (Rule& part : rules::expanded(rule, board_)) {
                if ((part.kind == RuleKind::different) != different) continue;
                const rules::PrimitivePtr primitive = rules::make_primitive(part, board_.size());
                if (!is_kept(*primitive, rules::words(rule, board_))) return false;
                if (different) differing.push_back(std::move(part));
            }
        differing_ = differing;
    }

    // Clauses that share a helper belong together.
    const std::size_t counted = map_.candidates.size();
    std::vector<std::size_t> group(formula_.variables + 1);
    std::iota(group.begin(), group.end(), std::size_t{0});
    const auto root = [&](std::size_t v) {
        while (group[v] != v) v = group[v] = group[group[v]];
        return v;
    };
    for (const std::size_t c : of_rules_) {
        std::optional<std::size_t> first;
        for (const Literal l : formula_[c]) {
            const auto v = static_cast<std::size_t>(l > 0 ? l : -l);
            if (v <= counted) continue;
            if (first) group[root(v)] = root(*first);
            first = v;
        }
    }
    std::map<std::size_t, std::vector<std::size_t>> together;  // helper -> clauses
    std::vector<std::vector<std::size_t>> components;
    for (const std::size_t c : of_rules_) {
        const auto clause = formula_[c];
        const auto helper = std::ranges::find_if(
            clause, [&](Literal l) { return static_cast<std::size_t>(l > 0 ? l : -l) > counted; });
        if (helper == clause.end())
            components.push_back({c});
        else
            together[root(static_cast<std::size_t>(*helper > 0 ? *helper : -*helper))].push_back(c);
    }
    for (auto& [helper, clauses] : together) components.push_back(std::move(clauses));
    found_.families.emplace_back("a rule", of_rules_.size());
    std::set<std::size_t> spoken_of;
    for (const auto& component : components)
        for (const std::size_t c : component)
            for (const Literal l : formula_[c])
                if (static_cast<std::size_t>(l > 0 ? l : -l) > counted)
                    spoken_of.insert(static_cast<std::size_t>(l > 0 ? l : -l));
    found_.decided = spoken_of.size() == formula_.variables - counted;

    // Those that speak of nothing beyond some cells are asked together: first as the clauses of one
    // part of a rule, then, if that part does not allow for all of them, of the whole rule. Where
    // some are not the rule's (a small clause of another one that crosses it), each is asked alone.
    std::vector<bool> placed(components.size(), false);
    const auto place = [&](const std::vector<Cell>& cells,
                           const std::vector<rules::PrimitivePtr>& parts, const std::string& name) {
        const auto inside = [&](std::size_t k) {
            return std::ranges::all_of(components[k], [&](std::size_t c) {
                return std::ranges::all_of(formula_[c], [&](Literal l) {
                    const auto v = static_cast<std::size_t>(l > 0 ? l : -l);
                    return v > counted ||
                           std::ranges::find(cells, map_.candidates[v - 1].cell) != cells.end();
                });
            });
        };
        const auto have_room = [&](const std::vector<std::size_t>& some) {
            Clauses own{formula_.variables};
            std::set<Literal> helpers;
            for (const std::size_t k : some)
                for (const std::size_t c : components[k]) {
                    own.add(formula_[c]);
                    for (const Literal l : formula_[c])
                        if (static_cast<std::size_t>(l > 0 ? l : -l) > counted)
                            helpers.insert(l > 0 ? l : -l);
                }
            if (!leave_room(cells, parts, own, {helpers.begin(), helpers.end()}, name))
                return false;
            for (const std::size_t k : some) placed[k] = true;
            return true;
        };
        std::vector<std::size_t> all;
        for (std::size_t k = 0; k < components.size(); ++k)
            if (!placed[k] && inside(k)) all.push_back(k);
        if (all.empty() || have_room(all) || all.size() == 1) return;
        for (const std::size_t k : all) have_room({k});
    };
    for (const Rule& rule : puzzle_.rules()) {
        const std::string name = rules::words(rule, board_);
        std::vector<rules::PrimitivePtr> parts;
        std::vector<Cell> cells;
        for (const Rule& part : rules::expanded(rule, board_)) {
            parts.push_back(rules::make_primitive(part, board_.size()));
            for (const Cell cell : parts.back()->cells())
                if (std::ranges::find(cells, cell) == cells.end()) cells.push_back(cell);
            place(parts.back()->cells(), {parts.back()}, name);
        }
        if (parts.size() > 1) place(cells, parts, name);
    }
    for (std::size_t k = 0; k < components.size(); ++k)
        if (!placed[k]) {
            found_.why = "clause " + std::to_string(components[k].front() + 1) +
                         " is none that the puzzle makes";
            return false;
        }
    return true;
}

// Whatever filling of its cells the rule forbids, the formula forbids by unit propagation.
// (Fillings that a merely differing part forbids are left out, once it is known to be kept.)
bool Justifier::is_kept(const rules::Primitive& part, const std::string& name) {
    Clauses all{formula_.variables};
    for (std::size_t c = 0; c < clauses_; ++c) all.add(formula_[c]);
    const std::vector<Cell>& cells = part.cells();
    std::vector<Digit> digits;
    std::size_t left = most_fillings;
    Clause assumed;
    const auto enter = [&] {
        assumed.clear();
        for (std::size_t i = 0; i < digits.size(); ++i) {
            const Literal l = literal(cells[i], digits[i]);
            if (l == -always) return false;
            if (l != always) assumed.push_back(l);
        }
        const bool possible = all.assume(assumed);
        all.retract();
        return possible;
    };
    bool kept = true;
    Grid grid{std::vector<Digit>(board_.cell_count())};
    const auto visit = [&] {
        for (std::size_t i = 0; i < cells.size(); ++i) grid.set(cells[i], digits[i]);
        kept = part.check(grid);
        return kept;
    };
    if (fillings(cells, digits, left, enter, visit)) return true;
    if (!kept) {
        found_.why = "the formula allows what a rule forbids: " + name;
        return false;
    }
    found_.trusted.push_back("that the clauses keep the rule (too many fillings to try): " + name);
    return true;
}

// Whatever filling of the cells the parts allow, the clauses `own` allow.
bool Justifier::leave_room(const std::vector<Cell>& cells,
                           const std::vector<rules::PrimitivePtr>& parts, Clauses& own,
                           const std::vector<Literal>& helpers, const std::string& name) {
    std::vector<Digit> digits;
    std::size_t left = most_fillings;
    bool room = true;
    Grid grid{std::vector<Digit>(board_.cell_count())};
    const auto visit = [&] {
        for (std::size_t i = 0; i < cells.size(); ++i) grid.set(cells[i], digits[i]);
        for (const rules::PrimitivePtr& part : parts)
            if (!part->check(grid)) return true;
        Clause assumed;
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (std::size_t d = 0; d < board_.size(); ++d) {
                const Literal l = map_.literal(board_, {cells[i], Digit{d}});
                if (l != 0) assumed.push_back(digits[i] == Digit{d} ? l : -l);
            }
        room = has_model(own, std::move(assumed), helpers);
        return room;
    };
    if (fillings(
            cells, digits, left, [] { return true; }, visit))
        return true;
    const std::string said =
        "that the clauses allow what the rule allows, in one way (too many fillings to try): " +
        name;
    if (room && std::ranges::find(found_.trusted, said) == found_.trusted.end())
        found_.trusted.push_back(said);
    return room;
}

bool Justifier::has_model(Clauses& own, Clause assumed, std::vector<Literal> helpers) {
    const bool possible = own.assume(assumed);
    std::optional<Literal> open;
    if (possible)
        for (const Literal h : helpers)
            if (own.value(h) == 0) {
                open = h;
                break;
            }
    own.retract();
    if (!possible) return false;
    if (!open) return true;
    found_.decided = false;
    assumed.push_back(-*open);
    if (has_model(own, assumed, helpers)) return true;
    assumed.back() = *open;
    return has_model(own, std::move(assumed), std::move(helpers));
}

Justification Justifier::run() {
    if (!undecided_are_there()) return found_;
    expect_board();
    if (!compare() || !rules()) return found_;
    std::erase_if(found_.families, [](const auto& family) { return family.second == 0; });
    found_.holds = true;
    return found_;
}

}  // namespace

VariableMap variable_map(const Cnf& formula, const Geometry& geometry) {
    VariableMap map;
    map.of_candidate.assign(geometry.candidate_count(), 0);
    for (std::size_t v = 1; v <= formula.names.size(); ++v) {
        const std::string& name = formula.names[v - 1];
        if (name.empty()) continue;
        const auto refuse = [&](const std::string& why) {
            throw InputError({}, "variable " + std::to_string(v) + ", '" + name + "', " + why,
                             "c variable 17 r1c3=5, each candidate once, before all helpers");
        };
        const std::size_t cut = std::min(name.find('='), name.size());
        const auto cell = parse_cell(std::string_view(name).substr(0, cut), geometry.size());
        const auto digit = name.size() == cut + 2 ? parse_digit(name[cut + 1], geometry.size())
                                                  : std::optional<Digit>{};
        if (!cell || !digit) refuse("is no candidate of the board");
        Literal& place = map.of_candidate[geometry.candidate_index({*cell, *digit})];
        if (place != 0) refuse("is there twice");
        if (map.candidates.size() + 1 != v) refuse("comes after a variable without a name");
        place = static_cast<Literal>(v);
        map.candidates.push_back({*cell, *digit});
    }
    return map;
}

Justification justify(const Cnf& formula, std::size_t clauses, const Puzzle& puzzle) {
    return Justifier{formula, clauses, puzzle}.run();
}

}  // namespace clew::proof
