#include "proof/checker/justify.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "core/base/input_error.hpp"
#include "core/base/sorted.hpp"
#include "core/board/notation.hpp"
#include "core/rules/registry.hpp"
#include "proof/checker/clauses.hpp"
#include "proof/checker/fillings.hpp"

namespace clew::proof::inline checker {
namespace {

using Clause = std::vector<Literal>;
using Answer = CounterexampleSearch::Answer;

// A literal of a candidate without a variable: decided by the clues.
constexpr Literal always = std::numeric_limits<Literal>::max();

Clause sorted(std::span<const Literal> clause) {
    Clause all(clause.begin(), clause.end());
    sort_unique(all);
    return all;
}

class Justifier {
  public:
    Justifier(const Cnf& formula, std::size_t clauses, const Puzzle& puzzle, const StopFlag* stop)
        : formula_(formula),
          clauses_(clauses),
          puzzle_(puzzle),
          board_(puzzle.geometry()),
          map_(variable_map(formula, board_)),
          stop_(stop) {}

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

    /// Parts of one rule that speak of the same cells.
    struct Demand {
        std::size_t rule;
        std::vector<Cell> cells;
        std::vector<Rule> parts;
    };
    /// Clauses that share helpers, or one without.
    struct Component {
        std::vector<std::size_t> clauses{};
        std::vector<Cell> cells{};
        bool helpers = false;
        const Demand* demand = nullptr;     ///< what they were found to follow from,
        std::optional<std::size_t> part{};  ///< or of that one part
    };
    /// How much of a demand is asked, from the least, which most clauses follow from.
    enum class Level : std::uint8_t { pairs, part, whole, board };
    void make_components();
    static bool speaks_of(const Demand& demand, const Component& component);
    static bool is_of_pairs(const Rule& part) {
        return part.kind == RuleKind::different || part.kind == RuleKind::relation;
    }
    std::vector<DigitSet> domains_of(const std::vector<Cell>& cells) const;
    void add_board(CounterexampleSearch& ways, const std::vector<Cell>& cells) const;
    Answer refuses(Component& component, const Demand& demand, Level level);
    Answer let_through(Clauses& all, const Demand& demand, const Rule& part);
    void leave_open(std::size_t rule);
    bool is_stopped() {
        found_.stopped = stop_ != nullptr && stop_->raised();
        return found_.stopped;
    }

    const Cnf& formula_;
    std::size_t clauses_;
    const Puzzle& puzzle_;
    const Geometry& board_;
    VariableMap map_;
    std::map<Clause, std::pair<std::size_t, Need>> expected_;  // clause -> family
    std::vector<std::size_t> of_rules_;                        // clauses that are not the board's
    std::vector<Demand> demands_;
    std::vector<Component> components_;
    std::vector<Rule> differing_;  // parts of rules whose cells merely differ
    const StopFlag* stop_;
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
    expected_.try_emplace(std::move(clause), index, need);  // what must be there comes first
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
    return true;
}

bool Justifier::rules() {
    found_.decided = formula_.variables == map_.candidates.size();
    if (of_rules_.empty() && puzzle_.rules().empty()) return true;
    for (std::size_t r = 0; r < puzzle_.rules().size(); ++r) {
        const std::size_t from = demands_.size();
        for (const Rule& part : rules::expanded(puzzle_.rules()[r], board_)) {
            const std::vector<Cell> cells = rules::make_primitive(part, board_.size())->cells();
            const auto same = std::find_if(
                demands_.begin() + static_cast<std::ptrdiff_t>(from), demands_.end(),
                [&](const Demand& d) { return std::ranges::is_permutation(d.cells, cells); });
            if (same == demands_.end())
                demands_.push_back({r, cells, {part}});
            else
                same->parts.push_back(part);
            if (part.kind == RuleKind::different) differing_.push_back(part);
        }
    }
    make_components();
    found_.families.emplace_back("a rule", of_rules_.size());
    std::vector<std::optional<std::size_t>> undecided(components_.size());  // by which rule
    for (const Level level : {Level::pairs, Level::part, Level::whole, Level::board})
        for (const Demand& demand : demands_)
            for (std::size_t k = 0; k < components_.size(); ++k) {
                Component& component = components_[k];
                if (component.demand != nullptr || !speaks_of(demand, component)) continue;
                if (undecided[k] && component.cells.empty()) continue;  // whatever the rule
                const Answer refused = refuses(component, demand, level);
                if (is_stopped()) return false;
                if (refused == Answer::none) component.demand = &demand;
                if (refused == Answer::unknown) undecided[k] = demand.rule;
            }
    for (std::size_t k = 0; k < components_.size(); ++k) {
        if (components_[k].demand != nullptr) continue;
        if (undecided[k]) {
            leave_open(*undecided[k]);
            continue;
        }
        found_.why = "clause " + std::to_string(components_[k].clauses.front() + 1) +
                     " is none that the puzzle makes";
        return false;
    }
    Clauses all{formula_.variables};
    for (std::size_t c = 0; c < clauses_; ++c) all.add(formula_[c]);
    std::vector<Rule> kept;
    for (const Demand& demand : demands_)
        for (Rule part : demand.parts) {
            part.name.clear();
            if (all.contradictory() || std::ranges::find(kept, part) != kept.end()) continue;
            const Answer through = let_through(all, demand, part);
            if (is_stopped()) return false;
            if (through == Answer::unknown) leave_open(demand.rule);
            if (through == Answer::found) {
                found_.why = "the formula allows what a rule forbids: " +
                             rules::words(puzzle_.rules()[demand.rule], board_);
                return false;
            }
            kept.push_back(std::move(part));
        }
    return true;
}

/// Clauses that share a helper belong together.
void Justifier::make_components() {
    const std::size_t counted = map_.candidates.size();
    const auto variable = [](Literal l) { return static_cast<std::size_t>(l > 0 ? l : -l); };
    std::vector<std::size_t> group(formula_.variables + 1);
    std::iota(group.begin(), group.end(), std::size_t{0});
    const auto root = [&](std::size_t v) {
        while (group[v] != v) v = group[v] = group[group[v]];
        return v;
    };
    const auto first_helper = [&](std::size_t c) {
        const auto clause = formula_[c];
        const auto at =
            std::ranges::find_if(clause, [&](Literal l) { return variable(l) > counted; });
        return at == clause.end() ? std::size_t{0} : variable(*at);
    };
    std::set<std::size_t> helpers;
    for (const std::size_t c : of_rules_)
        for (const Literal l : formula_[c])
            if (variable(l) > counted) {
                helpers.insert(variable(l));
                group[root(variable(l))] = root(first_helper(c));
            }
    found_.decided = helpers.size() == formula_.variables - counted;
    std::map<std::size_t, std::size_t> of_helper;  // root -> place of the component
    for (const std::size_t c : of_rules_) {
        std::size_t place = components_.size();
        if (const std::size_t helper = first_helper(c))
            place = of_helper.try_emplace(root(helper), place).first->second;
        if (place == components_.size()) components_.emplace_back();
        Component& component = components_[place];
        component.clauses.push_back(c);
        for (const Literal l : formula_[c])
            if (variable(l) > counted)
                component.helpers = true;
            else
                component.cells.push_back(map_.candidates[variable(l) - 1].cell);
    }
    for (Component& component : components_) sort_unique(component.cells);
}

bool Justifier::speaks_of(const Demand& demand, const Component& component) {
    return std::ranges::all_of(component.cells, [&](Cell cell) {
        return std::ranges::find(demand.cells, cell) != demand.cells.end();
    });
}

/// The digits that clues and marks leave to some cells.
std::vector<DigitSet> Justifier::domains_of(const std::vector<Cell>& cells) const {
    std::vector<DigitSet> domains(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (std::size_t d = 0; d < board_.size(); ++d)
            if (literal(cells[i], Digit{d}) != -always) domains[i].insert(Digit{d});
    return domains;
}

/// Tells what the board, and the parts of rules that merely differ, say of the cells.
void Justifier::add_board(CounterexampleSearch& ways, const std::vector<Cell>& cells) const {
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (std::size_t k = i + 1; k < cells.size(); ++k)
            if (board_.sees(cells[i], cells[k]) ||
                std::ranges::any_of(differing_, [&](const Rule& part) {
                    return std::ranges::find(part.cells, cells[i]) != part.cells.end() &&
                           std::ranges::find(part.cells, cells[k]) != part.cells.end();
                }))
                ways.differ(i, k);
}

/// Whether the clauses refuse a filling that is allowed; by so much of what is demanded.
Answer Justifier::refuses(Component& component, const Demand& demand, Level level) {
    const bool only_pairs = std::ranges::all_of(demand.parts, is_of_pairs);
    const std::vector<Cell>* cells = &demand.cells;
    std::vector<std::vector<Rule>> tries;
    if (level == Level::pairs) {  // what is said of the clauses' own cells
        if ((component.helpers && !only_pairs) || component.cells.empty()) return Answer::found;
        cells = &component.cells;
        std::ranges::copy_if(demand.parts, std::back_inserter(tries.emplace_back()), is_of_pairs);
        if (tries[0].empty()) return Answer::found;
    } else if (level == Level::part) {
        if (demand.parts.size() > 1)
            for (const Rule& part : demand.parts) tries.push_back({part});
    } else {
        tries.push_back(demand.parts);
    }
    std::vector<DigitSet> domains = domains_of(*cells);
    if (!component.helpers)  // fillings that violate the clause
        for (const Literal l : formula_[component.clauses.front()]) {
            const auto [cell, digit] = map_.candidates[static_cast<std::size_t>(std::abs(l)) - 1];
            DigitSet& domain =
                domains[static_cast<std::size_t>(std::ranges::find(*cells, cell) - cells->begin())];
            domain = l > 0 ? domain - DigitSet{digit} : domain & DigitSet{digit};
        }
    Answer worst = Answer::found;
    for (std::size_t t = 0; t < tries.size(); ++t) {
        CounterexampleSearch ways{board_, *cells, domains, tries[t], stop_};
        if (level == Level::board) add_board(ways, *cells);
        std::optional<OwnClauses> own;
        if (component.helpers) own.emplace(formula_, component.clauses, map_.candidates, *cells);
        const CounterexampleSearch::Sought sought = ways.refused(own ? &*own : nullptr);
        if (sought.answer == Answer::unknown) worst = Answer::unknown;
        if (sought.answer != Answer::none) continue;
        if (sought.several) found_.decided = false;
        if (level == Level::part) component.part = t;
        return Answer::none;
    }
    return worst;
}

/// Whether the formula allows a filling that a part forbids.
Answer Justifier::let_through(Clauses& all, const Demand& demand, const Rule& part) {
    const auto allows = [&](const Clause& assumed) {
        const bool possible = all.assume(assumed);
        all.retract();
        return possible;
    };
    if (is_of_pairs(part)) {
        const std::size_t n = board_.size();
        const bool different = part.kind == RuleKind::different;
        for (std::size_t i = 0; i < part.cells.size(); ++i)
            for (std::size_t k = i + 1; k < part.cells.size(); ++k) {
                if (!different && part.numbers[0] == 0 && k != i + 1) continue;
                const Cell a = part.cells[i], b = part.cells[k];
                const Rule pair{part.kind, {a, b}, part.numbers, {}};
                const rules::PrimitivePtr primitive = rules::make_primitive(pair, n);
                Grid grid{std::vector<Digit>(board_.cell_count())};
                for (std::size_t d = 0; d < n; ++d)
                    for (std::size_t e = 0; e < n; ++e) {
                        if ((a == b && d != e) || (board_.sees(a, b) && d == e)) continue;
                        grid.set(a, Digit{d});
                        grid.set(b, Digit{e});
                        if (primitive->check(grid)) continue;
                        Clause assumed{literal(a, Digit{d}), literal(b, Digit{e})};
                        if (std::ranges::find(assumed, -always) != assumed.end()) continue;
                        std::erase(assumed, always);
                        if (allows(assumed)) return Answer::found;
                    }
            }
        return Answer::none;
    }
    // The clauses that were found to be the part's; then all that speak of its cells.
    Answer answer = Answer::unknown;
    for (const bool board : {false, true}) {
        std::vector<std::size_t> clauses;
        for (const Component& component : components_) {
            const bool its = component.demand == &demand &&
                             (!component.part || demand.parts[*component.part].kind == part.kind);
            if (board ? speaks_of(demand, component) : its)
                clauses.insert(clauses.end(), component.clauses.begin(), component.clauses.end());
        }
        CounterexampleSearch ways{board_, demand.cells, domains_of(demand.cells),
                                  std::span(&part, 1), stop_};
        if (board) add_board(ways, demand.cells);
        OwnClauses own{formula_, clauses, map_.candidates, demand.cells};
        const CounterexampleSearch::Sought sought = ways.let_through(own);
        if (sought.answer == Answer::none) return Answer::none;
        answer = sought.answer;
        if (answer == Answer::unknown) continue;
        Clause assumed;
        for (std::size_t i = 0; i < demand.cells.size(); ++i)
            if (const Literal l = literal(demand.cells[i], sought.digits[i]); l != always)
                assumed.push_back(l);
        if (!allows(assumed)) answer = Answer::unknown;  // other clauses refuse it
    }
    return answer;
}

void Justifier::leave_open(std::size_t rule) {
    std::string words = rules::words(puzzle_.rules()[rule], board_);
    if (std::ranges::find(found_.undecided, words) == found_.undecided.end())
        found_.undecided.push_back(std::move(words));
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
        const auto refuse = [&](const std::string& why) {
            throw InputError({}, "variable " + std::to_string(v) + ", '" + name + "', " + why,
                             "c variable 17 r1c3=5, each candidate once, before all helpers");
        };
        const std::size_t cut = std::min(name.find('='), name.size());
        const auto cell = parse_cell(std::string_view(name).substr(0, cut), geometry.size(),
                                     geometry.extra_cells());
        const auto digit = name.size() == cut + 2 ? parse_digit(name[cut + 1], geometry.size())
                                                  : std::optional<Digit>{};
        if (!cell || !digit) refuse("is no candidate of the board");
        Literal& place = map.of_candidate[geometry.candidate_index({*cell, *digit})];
        if (place != 0) refuse("is there twice");
        place = static_cast<Literal>(v);
        map.candidates.push_back({*cell, *digit});
    }
    return map;
}

Justification justify(const Cnf& formula, std::size_t clauses, const Puzzle& puzzle,
                      const StopFlag* stop) {
    return Justifier{formula, clauses, puzzle, stop}.run();
}

}  // namespace clew::proof::inline checker
