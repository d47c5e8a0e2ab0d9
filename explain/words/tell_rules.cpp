// The rules of a puzzle by what they expand to: a sum of different digits is told by its
// combinations, other sums by their bounds, relations by the pairs that they allow. What has no
// such form is told by its ways, if they are few, or else by what all of them have.

#include "explain/words/tell_rules.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "core/board/notation.hpp"
#include "core/rules/parts.hpp"
#include "core/rules/registry.hpp"
#include "logic/totals.hpp"

namespace clew::explain::inline words {

int value(Digit digit) { return static_cast<int>(digit.index()) + 1; }
int least(DigitSet digits) { return value(digits.first()); }
int most(DigitSet digits) {
    int found = 0;
    for (const Digit d : digits) found = value(d);
    return found;
}

using logic::Citation;
using logic::Constraint;
using logic::State;
using rules::RulePart;

namespace {

constexpr std::size_t most_sets = 8;         // combinations in a sentence
constexpr std::size_t ways_listed = 4;       // of all cells of a rule
constexpr std::size_t cells_listed = 9;      // with their digits
constexpr std::ptrdiff_t words_within = 30;  // of a part of a sentence
constexpr std::size_t tries_made = 4000;     // to find all ways
constexpr std::size_t contexts_told = 45;    // of candidates that go
constexpr std::size_t cells_told = 4;        // one by one
constexpr std::size_t pairs_told = 8;        // along a line
constexpr std::size_t pairs_followed = 40;   // to find these
constexpr std::size_t sets_tried = 100'000;  // of digits for the cells of a rule
constexpr std::size_t most_summed = 12;      // digits of a board whose sandwiches are told by these

/// The next larger number with as many bits. Requires some bit.
std::uint32_t next_of_its_size(std::uint32_t bits) {
    const std::uint32_t lowest = bits & (0U - bits), carried = bits + lowest;
    return (((carried ^ bits) >> 2) / lowest) | carried;
}

/// Whether each cell can have one of the digits, all of them different.
bool fits(std::span<const DigitSet> cells, DigitSet digits) {
    if (cells.empty()) return digits.empty();
    return std::ranges::any_of(cells.front() & digits, [&](Digit d) {
        DigitSet rest = digits;
        rest.erase(d);
        return fits(cells.subspan(1), rest);
    });
}

/// The fewest and the most of n digits that can sum to the clue, where of(count, low) is the least
/// or the largest sum of so many; -1 if none can.
std::pair<int, int> counts(int clue, int n, const auto& of) {
    std::pair<int, int> found{-1, -1};
    for (int count = 0; count <= n; ++count) {
        if (of(count, true) > clue || of(count, false) < clue) continue;
        if (found.first < 0) found.first = count;
        found.second = count;
    }
    return found;
}
/// Of those between 1 and n.
std::pair<int, int> counts_between(int clue, int n) {
    return counts(clue, n, [&](int count, bool low) {
        // The smallest are 2, 3, ...; the largest n - 1, n - 2, ...
        return low ? count * (count + 3) / 2 : count * (2 * (n - 1) - count + 1) / 2;
    });
}
std::string from_to(const Words& words, int first, int last) {
    const auto number = [&](int n) { return words.count_word(static_cast<std::size_t>(n)); };
    return first == last ? number(first) : words.say("{} to {}", number(first), number(last));
}

/// "at least 3", "at most 3"; "3" where it is no more than that.
std::string bound_of(const Words& words, bool low, int number, bool exact = false) {
    return exact ? std::to_string(number) : words.say(low ? "at least {}" : "at most {}", number);
}

/// One way to place what a sandwich or an X-sum goes by, with the digits that then make its sum.
/// All by places along the line.
struct Filling {
    std::vector<std::pair<std::size_t, DigitSet>> fixed;
    std::vector<std::size_t> inner;  // whose digits are summed beside
    std::vector<DigitSet> left;      // in these
    std::vector<DigitSet> sums;
    DigitSet outer;  // what the other cells may hold
};

void find_sums(Filling& filling, DigitSet chosen, DigitSet from, int sum) {
    if (chosen.size() == filling.inner.size()) {
        if (sum == 0 && fits(filling.left, chosen)) filling.sums.push_back(chosen);
        return;
    }
    for (const Digit d : DigitSet{from}) {
        if (value(d) > sum) return;
        from.erase(d);
        find_sums(filling, chosen | DigitSet{d}, from, sum - value(d));
    }
}

/// Whether all digits of a line whose sum some of them have differ, and their sets are few.
bool has_fillings(const Rule& rule, const Geometry& geometry) {
    return (rule.kind == RuleKind::sandwich || rule.kind == RuleKind::x_sum) &&
           geometry.size() <= most_summed && std::ranges::all_of(rule.cells, [&](Cell a) {
               return std::ranges::all_of(rule.cells,
                                          [&](Cell b) { return a == b || geometry.sees(a, b); });
           });
}

std::vector<Filling> all_fillings(const Rule& rule, std::size_t size, const auto& at) {
    std::vector<Filling> found;
    const auto add = [&](Filling one, std::size_t from, std::size_t to, DigitSet digits, int sum) {
        for (std::size_t m = from; m < to; ++m) {
            one.inner.push_back(m);
            one.left.push_back(at(m) & digits);
        }
        find_sums(one, {}, digits, sum);
        if (!one.sums.empty()) found.push_back(std::move(one));
    };
    const DigitSet all = DigitSet::all(size);
    if (rule.kind == RuleKind::x_sum) {
        for (const Digit x : at(0))
            if (static_cast<std::size_t>(value(x)) <= rule.cells.size())
                add({{{0, DigitSet{x}}}, {}, {}, {}, all}, 1, x.index() + 1, all - DigitSet{x},
                    rule.numbers[0] - value(x));
        return found;
    }
    const Digit low{0}, high{size - 1};
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t k = i + 1; k < size; ++k) {
            DigitSet first, last;
            for (const auto& [a, b] : {std::pair{low, high}, std::pair{high, low}})
                if (at(i).contains(a) && at(k).contains(b)) {
                    first.insert(a);
                    last.insert(b);
                }
            const DigitSet rest = all - DigitSet{low} - DigitSet{high};
            if (!first.empty())
                add({{{i, first}, {k, last}}, {}, {}, {}, rest}, i + 1, k, rest, rule.numbers[0]);
        }
    return found;
}

/// As few digits gone from the cells as break a rule, all of one cell or none where few are left in
/// it; requires that those that are gone do. A cell that is fixed stays as it is.
std::vector<DigitSet> as_much_left_as_breaks(const RulePart& part, std::vector<DigitSet> now,
                                             DigitSet all, std::size_t fixed = unlimited_size) {
    const auto widen = [&](std::size_t at, DigitSet by) {
        std::vector<DigitSet> more = now;
        more[at] |= by;
        std::vector<DigitSet> tried = more;
        if (part.filter(tried)) return false;
        now = std::move(more);
        return true;
    };
    // First those that say least.
    std::vector<std::size_t> order(now.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t i) { return now[i].size(); });
    for (const std::size_t at : order) {
        const DigitSet gone = all - now[at];
        if (at == fixed || widen(at, all) || now[at].size() <= gone.size()) continue;
        for (const Digit d : gone) widen(at, DigitSet{d});
    }
    return now;
}

/// What is left in cells: "4 or 6 in r8c2" where that is little, else "no 9 in r8c4". Each cell
/// that can hold everything is left out.
struct LeftTold {
    std::vector<std::string> has, lacks;
};
LeftTold told_left(const Words& words, const RulePart& part, std::span<const DigitSet> left,
                   DigitSet all) {
    std::vector<Candidate> has, lacks;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const DigitSet gone = all - left[i];
        const bool few = left[i].size() <= gone.size();
        for (const Digit d : few ? left[i] : gone)
            (few ? has : lacks).push_back({part.cells()[i], d});
    }
    const auto told = [&](std::span<const Candidate> candidates, std::string_view last) {
        return Words::of_groups(candidates, [&](const auto& cells, DigitSet digits) {
            return words.say("{} in {}", words.digits(digits, "or"), words.cells(cells, last));
        });
    };
    return {told(has, "and"), told(lacks, "or")};
}
/// "4 in r8c2 and no 9 in r8c4"; the "no" of what stands first is left to the reader's sentence.
std::string all_of(const Words& words, const LeftTold& told) {
    std::vector<std::string> items = told.has;
    for (const std::string& one : told.lacks)
        items.push_back(items.empty() ? one : words.say("no {}", one));
    return words.all_of(items);
}

/// Whether each way to keep a rule with this left is told of until one is enough; false if that is
/// too much.
bool each_way(const RulePart& part, std::vector<DigitSet> now, std::size_t& tries,
              const auto& is_enough) {
    if (tries-- == 0) return false;
    if (!part.filter(now)) return true;
    const auto open = std::ranges::find_if(now, [](DigitSet cell) { return cell.size() > 1; });
    if (open == now.end()) return !is_enough(now);
    for (const Digit d : DigitSet{*open}) {
        std::vector<DigitSet> next = now;
        next[static_cast<std::size_t>(open - now.begin())] = DigitSet{d};
        if (!each_way(part, std::move(next), tries, is_enough)) return false;
    }
    return true;
}

/// One rule and what a step takes from its cells.
class RuleTeller {
  public:
    RuleTeller(const Tale& tale, const Constraint& of, const std::string& asked)
        : tale_(tale),
          part_(part_of(tale.state, of)),
          rule_(rule_of(tale.state, part_)),
          label_(label_of(tale.state, of, tale.words)),
          asked_(asked) {
        for (const Cell cell : part_.cells()) before_.push_back(tale.state.candidates(cell));
        after_ = before_;
        for (const Candidate c : tale.step.eliminations)
            if (const auto i = place(c.cell)) after_[*i].erase(c.digit);
        for (const Candidate c : tale.step.placements)
            if (const auto i = place(c.cell)) after_[*i] = DigitSet{c.digit};
        if (is_whole_board(rule_.kind)) {
            for (const Rule& primitive : rules::expanded(rule_, tale.words.geometry()))
                if (std::ranges::all_of(part_.cells(), [&](Cell cell) {
                        return std::ranges::find(primitive.cells, cell) != primitive.cells.end();
                    })) {
                    primitives_.push_back(primitive);
                    primitives_.back().cells = part_.cells();
                    break;
                }
        } else {
            primitives_ = rules::expanded(rule_, tale.words.geometry());
        }
    }

    RuleTale run() const {
        if (auto told = by_combinations()) return {"combinations", {*told}};
        if (auto told = by_difference()) return {"no repeats", {*told}};
        if (auto told = by_order()) return {"bounds", {*told}};
        if (auto told = by_bounds()) return {"bounds", {*told}};
        if (auto told = by_pairs()) return {"pairs", {*told}};
        if (auto told = by_places()) return {"places", {*told}};
        if (auto told = by_fillings()) return {"cases", *told};
        return {"cases", by_ways()};
    }

  private:
    const Words& words() const { return tale_.words; }
    template <class... Values>
    std::string say(std::string_view english, const Values&... values) const {
        return words().say(english, values...);
    }
    std::size_t size() const { return tale_.state.size(); }
    std::string bounded(bool low, int number, bool exact = false) const {
        return bound_of(words(), low, number, exact);
    }
    std::optional<std::size_t> place(Cell cell) const {
        const auto found = std::ranges::lower_bound(part_.cells(), cell);
        if (found == part_.cells().end() || *found != cell) return std::nullopt;
        return static_cast<std::size_t>(found - part_.cells().begin());
    }

    // ---- what is left in a cell ---------------------------------------------------------------

    /// "r1c1 is at least 3", "r1c1 is 3 or 5": of what it had.
    std::string left_in(std::size_t i) const {
        const DigitSet was = before_[i], is = after_[i];
        const auto cell_is = [&](std::string_view form, const auto&... values) {
            return say(form, words().cell(part_.cells()[i]), values...);
        };
        if (is.size() == 1) return cell_is("{} is {}", symbol(is.first()));
        const auto inner = [&](Digit d) { return least(is) <= value(d) && value(d) <= most(is); };
        if (is.size() > 2 && std::ranges::none_of(was - is, inner)) {
            if (most(was) == most(is)) return cell_is("{} is {}", bounded(true, least(is)));
            if (least(was) == least(is)) return cell_is("{} is {}", bounded(false, most(is)));
            return cell_is("{} is from {} to {}", least(is), most(is));
        }
        return is.size() <= 4 ? cell_is("{} is {}", words().digits(is, "or"))
                              : cell_is("{} is not {}", words().digits(was - is, "or"));
    }
    std::vector<std::size_t> changed() const {
        std::vector<std::size_t> cells;
        for (std::size_t i = 0; i < before_.size(); ++i)
            if (before_[i] != after_[i] && before_[i].size() > 1) cells.push_back(i);
        return cells;
    }
    /// What is left in all cells that lose something; empty where these are many.
    std::string left() const {
        const auto cells = changed();
        if (cells.size() > cells_told) return {};
        return words().all_of(cells, [&](std::size_t i) { return left_in(i); });
    }

    // ---- combinations -------------------------------------------------------------------------

    bool is_symmetric() const {
        switch (rule_.kind) {
            case RuleKind::killer_cage:
                return part_.total().has_value();
            case RuleKind::renban:
            case RuleKind::nabner:
            case RuleKind::rellik_cage:
                return true;
            default:
                return false;
        }
    }

    /// Whether the cells may hold these digits, in any order.
    bool keeps(DigitSet digits) const {
        if (const auto total = part_.total()) {
            int sum = 0;
            for (const Digit d : digits) sum += value(d);
            return sum == *total;
        }
        std::vector<Digit> grid(tale_.state.cell_count(), Digit{0});
        std::size_t i = 0;
        for (const Digit d : digits) grid[part_.cells()[i++].index()] = d;
        return part_.check(Grid{grid});
    }

    /// The sets of digits for the open cells beside those placed; nothing if that is too much.
    std::optional<std::vector<DigitSet>> combinations(DigitSet placed, std::size_t open) const {
        std::vector<DigitSet> found;
        std::size_t tried = 0;
        const auto choose = [&](const auto& self, DigitSet chosen, std::size_t from) -> bool {
            if (++tried > sets_tried) return false;
            if (chosen.size() == open) {
                if (keeps(chosen | placed)) found.push_back(chosen);
                return true;
            }
            for (std::size_t d = from; d + (open - chosen.size()) <= size(); ++d) {
                if (placed.contains(Digit{d})) continue;
                DigitSet more = chosen;
                more.insert(Digit{d});
                if (!self(self, more, d + 1)) return false;
            }
            return true;
        };
        if (!choose(choose, {}, 0)) return std::nullopt;
        return found;
    }

    std::string list_of(const std::vector<DigitSet>& sets, std::string_view last) const {
        const auto text = [&](DigitSet set) {
            return listed(set, part_.total() ? "+" : "-", symbol);
        };
        return words().joined(texts_of(sets, text), last);
    }

    std::optional<std::string> by_combinations() const {
        if (!is_symmetric()) return std::nullopt;
        std::vector<DigitSet> cells;
        std::vector<Cell> placed_cells, open;
        DigitSet placed;
        for (std::size_t i = 0; i < before_.size(); ++i) {
            if (!tale_.state.placed(part_.cells()[i])) {
                cells.push_back(before_[i]);
                open.push_back(part_.cells()[i]);
                continue;
            }
            placed |= before_[i];
            placed_cells.push_back(part_.cells()[i]);
        }
        const auto all = combinations(placed, cells.size());
        if (!all || all->empty()) return std::nullopt;
        std::vector<DigitSet> fit;
        for (const DigitSet set : *all)
            if (fits(cells, set)) fit.push_back(set);
        if (fit.empty())
            return asked_ + say("None of its combinations fits what is left in its cells.");

        std::string text = lead(placed_cells, placed, open);
        if (part_.total() && open.size() == 1) return text + ".";
        if (all->size() <= most_sets || fit.size() <= most_sets) {
            text = listed_sets(text, *all, fit, !placed.empty());
        } else {
            text = say(part_.total() ? "{}, in {} combinations." : "{} have {} combinations.", text,
                       fit.size());
            DigitSet any, always = DigitSet::all(size());
            for (const DigitSet set : fit) {
                any |= set;
                always &= set;
            }
            if (!always.empty()) text += " " + say("Each holds {}.", words().digits(always));
            if (const DigitSet never = removed() - any; !never.empty())
                text += " " + say("None holds {}.", words().digits(never, "or"));
        }
        return text + out_of_place(fit);
    }
    /// "In the killer cage at r1c1, r1c3 is 2, which leaves 9 for two cells", or of a rule without
    /// a sum "Beside 2 its digits".
    std::string lead(std::span<const Cell> placed_cells, DigitSet placed,
                     std::span<const Cell> open) const {
        const auto total = part_.total();
        if (!total)
            return asked_ + (placed.empty() ? say("Its digits")
                                            : say("Beside {} its digits", words().digits(placed)));
        int rest = *total;
        for (const Digit d : placed) rest -= value(d);
        const std::string where = open.size() <= cells_told
                                      ? words().cells(open)
                                      : say("{} cells", words().count_word(open.size()));
        if (placed.empty())
            return say(open.size() == 1 ? "In {}, {} for {}" : "In {}, {} in {}", label_, rest,
                       where);
        return words().say_of(placed_cells.size(), "In {}, {} is {}, which leaves {} for {}",
                              "In {}, {} are {}, which leaves {} for {}", label_,
                              words().cells(placed_cells), words().digits(placed), rest, where);
    }
    /// The combinations behind that: all if they are few, else those that fit what is left.
    std::string listed_sets(const std::string& lead, const std::vector<DigitSet>& all,
                            const std::vector<DigitSet>& fit, bool placed) const {
        // "which leaves 9 for two cells: 1+8"
        const bool after = part_.total() && placed;
        if (all.size() > most_sets)
            return say(after ? "{}: only {}, with the candidates left."
                             : "{} can only be {}, with the candidates left.",
                       lead, list_of(fit, "or"));
        const std::string text = say(after           ? "{}: {}."
                                     : part_.total() ? "{} is {}."
                                                     : "{} can be {}.",
                                     lead, list_of(all, "or"));
        if (fit.size() == all.size()) return text;
        return text + " " +
               words().say_of(fit.size(), "The candidates left allow only {}.",
                              "The candidates left allow {}.", list_of(fit, "and"));
    }

    DigitSet removed() const {
        DigitSet digits;
        for (std::size_t i = 0; i < before_.size(); ++i) digits |= before_[i] - after_[i];
        return digits;
    }

    /// What is part of a combination, and yet of none in its cell: "With 8 in r7c8, the other cells
    /// would need 7, which none of them can be."
    std::string out_of_place(const std::vector<DigitSet>& fit) const {
        DigitSet any;
        for (const DigitSet set : fit) any |= set;
        std::map<std::string, std::vector<Candidate>> lost;  // by why
        for (const std::size_t i : changed())
            for (const Digit d : (before_[i] - after_[i]) & any)
                lost[without_the_rest(fit, i, d)].push_back({part_.cells()[i], d});
        std::vector<std::string> items;
        for (const auto& [why, candidates] : lost)
            for (const auto& [cells, digits] : Words::grouped(candidates))
                items.push_back(say("with {} in {}, {}", words().digits(digits, "or"),
                                    words().cells(cells, "or"), why));
        if (items.empty() || items.size() > cells_told) return {};
        return " " + sentences(items);
    }
    /// Why no combination that has the digit in that cell fits the others.
    std::string without_the_rest(const std::vector<DigitSet>& fit, std::size_t at,
                                 Digit digit) const {
        DigitSet elsewhere, needed;
        for (std::size_t k = 0; k < before_.size(); ++k)
            if (k != at) elsewhere |= before_[k];
        bool each = true;  // needs one that is nowhere
        std::vector<DigitSet> rests;
        for (DigitSet set : fit) {
            if (!set.contains(digit)) continue;
            set.erase(digit);
            rests.push_back(set);
            const DigitSet missing = set - elsewhere;
            each = each && !missing.empty();
            if (!missing.empty()) needed.insert(missing.first());
        }
        std::vector<Cell> open;
        for (std::size_t k = 0; k < before_.size(); ++k)
            if (k != at && !tale_.state.placed(part_.cells()[k])) open.push_back(part_.cells()[k]);
        const std::string missing = words().digits(needed, "or");
        if (each && open.size() == 1)
            return say("{} would have to be {}, which it cannot be", words().cell(open.front()),
                       missing);
        if (each)
            return say(needed.size() == 1
                           ? "the other cells would need {}, which none of them can be"
                       : needed.size() == 2
                           ? "the other cells would need {}, and none of them can be either"
                           : "the other cells would need {}, and none of them can be any of these",
                       missing);
        for (std::size_t k = 0; k < before_.size(); ++k)
            if (k != at &&
                std::ranges::none_of(rests,
                                     [&](DigitSet rest) { return !(rest & before_[k]).empty(); }) &&
                !tale_.state.placed(part_.cells()[k]))
                return say("{} could be none of the other digits", words().cell(part_.cells()[k]));
        return say("no combination fits the other cells");
    }

    // ---- no two alike -------------------------------------------------------------------------

    std::optional<std::string> by_difference() const {
        const bool different = std::ranges::all_of(
            primitives_, [](const Rule& r) { return r.kind == RuleKind::different; });
        if (primitives_.empty() || !different) return std::nullopt;
        std::vector<std::string> reasons;
        DigitSet open = removed();
        for (std::size_t count = 1; count <= 4 && !open.empty(); ++count)
            for (std::uint32_t bits = (std::uint32_t{1} << count) - 1;
                 bits < (std::uint32_t{1} << before_.size()); bits = next_of_its_size(bits)) {
                DigitSet used;
                std::vector<Cell> cells;
                for (std::size_t i = 0; i < before_.size(); ++i)
                    if (((bits >> i) & 1U) != 0) {
                        used |= before_[i];
                        cells.push_back(part_.cells()[i]);
                    }
                if (used.size() != count || (used & open).empty()) continue;
                open -= used;
                reasons.push_back(words().say_of(count, "{} is {}", "{} hold nothing but {}",
                                                 words().cells(cells), words().digits(used)));
            }
        if (!open.empty()) return std::nullopt;
        return asked_ +
               Words::sentence(say("{}, which no other cell repeats.", words().all_of(reasons)));
    }

    // ---- pairs --------------------------------------------------------------------------------

    struct Pair {
        std::size_t one, other;  // places of cells
        const Rule* rule;        // a relation, or an equation of two cells
        bool is_equality() const {
            if (rule->kind == RuleKind::sum) return false;
            for (std::size_t d = 0; d + 1 < rule->numbers.size(); ++d)
                if (rule->numbers[1 + d] != 1 << d) return false;
            return true;
        }
        bool allows(Digit a, Digit b) const {
            const auto& n = rule->numbers;
            if (rule->kind == RuleKind::sum) return n[2] * value(a) + n[3] * value(b) == n[1];
            return ((static_cast<std::uint32_t>(n[1 + a.index()]) >> b.index()) & 1U) != 0;
        }
    };
    /// Of a rule that says no more; empty for others.
    std::vector<Pair> pairs() const {
        std::vector<Pair> found;
        for (const Rule& r : primitives_) {
            const bool equation = r.kind == RuleKind::sum && r.cells.size() == 2 &&
                                  r.numbers[0] == static_cast<int>(Comparison::equal);
            if (r.kind != RuleKind::relation && !equation) return {};
            for (std::size_t i = 0; i < r.cells.size(); ++i)
                for (std::size_t k = i + 1; k < r.cells.size(); ++k)
                    if (k == i + 1 || equation || r.numbers[0] == 1)
                        found.push_back({*place(r.cells[i]), *place(r.cells[k]), &r});
        }
        return found;
    }

    std::optional<std::string> by_order() const {
        if (rule_.kind != RuleKind::thermometer && rule_.kind != RuleKind::slow_thermometer &&
            rule_.kind != RuleKind::greater)
            return std::nullopt;
        std::vector<DigitSet> now = before_;
        std::vector<std::string> reasons;
        for (bool again = true; again;) {
            again = false;
            for (const bool up : {true, false}) again |= rises(now, up, reasons);
        }
        if (now == after_ && reasons.size() <= cells_told) return asked_ + sentences(reasons);
        const std::string left = this->left();
        const bool none = std::ranges::any_of(after_, &DigitSet::empty);
        return asked_ + (left.empty() || none
                             ? say("Each cell must leave room for those before and after it.")
                             : say("So {}, to leave room for the others.", left));
    }
    /// "r7c1 is at least 2, so r6c1 and r5c1 are at least 3 and 4": what one pass along the pairs
    /// takes away, upwards or downwards. False if nothing.
    bool rises(std::vector<DigitSet>& now, bool up, std::vector<std::string>& reasons) const {
        std::vector<Cell> cells;
        std::vector<std::string> numbers;
        std::string from;
        const auto end_run = [&] {
            if (cells.empty()) return;
            reasons.push_back(words().say_of(
                cells.size(), "{}, so {} is {}", "{}, so {} are {}", from, words().cells(cells),
                say(up ? "at least {}" : "at most {}", words().all_of(numbers))));
            cells.clear();
            numbers.clear();
        };
        bool any = false;
        std::vector<Pair> all = pairs();
        if (!up) std::ranges::reverse(all);
        std::size_t last = before_.size();  // where the run stands
        for (const Pair& pair : all) {
            const bool ascends = pair.allows(Digit{0}, Digit{1});
            const int gap = pair.allows(Digit{0}, Digit{0}) ? 0 : 1;
            const std::size_t by = ascends == up ? pair.one : pair.other;
            const std::size_t of = ascends == up ? pair.other : pair.one;
            const int limit = up ? least(now[by]) + gap : most(now[by]) - gap;
            DigitSet kept;
            for (const Digit d : now[of])
                if (up ? value(d) >= limit : value(d) <= limit) kept.insert(d);
            if (kept == now[of] || kept.empty()) continue;
            if (by != last) end_run();
            if (cells.empty())
                from = say("{} is {}", words().cell(part_.cells()[by]),
                           bounded(up, up ? least(now[by]) : most(now[by]), now[by].size() == 1));
            cells.push_back(part_.cells()[of]);
            numbers.push_back(std::to_string(limit));
            now[of] = kept;
            any = true;
            const int end = up ? least(kept) : most(kept);
            last = end == limit ? of : before_.size();
            if (end != limit && kept.size() == 1)
                numbers.back() = say("{}, which leaves {}", limit, end);
        }
        end_run();
        return any;
    }

    /// One reason for several cells: "3 in r7c2 or r8c1 would need 1 or 2 in r8c2".
    struct PairReason {
        std::string form;  // with a gap for the cells
        std::vector<Cell> cells, by;
        bool follows = false;  // "so r7c2 and r8c1 can only be 1"

        std::string text(const Words& words) const {
            return filled(form, std::array{words.cells(cells, follows ? "and" : "or")});
        }
    };
    static constexpr std::string_view for_cells = "{}";
    static void add(std::vector<PairReason>& reasons, const PairReason& one) {
        for (PairReason& other : reasons)
            if (other.form == one.form) {
                other.cells.push_back(one.cells.front());
                return;
            }
        reasons.push_back(one);
    }

    /// "6 in r4c3 would need 3 in r4c2", "5 and 7 in r4c3 have no partner in r4c2".
    PairReason without_partner(DigitSet digits, Cell here, Cell there, const auto& allows) const {
        DigitSet partners;
        for (const Digit b : DigitSet::all(size()))
            if (allows(digits.first(), b)) partners.insert(b);
        const std::string lost = words().digits(digits), where = words().cell(there);
        const bool few = digits.size() == 1 && !partners.empty() && partners.size() <= 3;
        return {few ? say("{} in {} would need {} in {}", lost, for_cells,
                          words().digits(partners, "or"), where)
                    : words().say_of(digits.size(), "{} in {} has no partner in {}",
                                     "{} in {} have no partner in {}", lost, for_cells, where),
                {here},
                {there}};
    }

    /// What is left in a cell for what is left in its partner; false if that is all it had.
    bool narrow(std::vector<DigitSet>& now, std::size_t cell, std::size_t by, const auto& allows,
                std::vector<PairReason>& reasons) const {
        DigitSet kept;
        for (const Digit a : now[cell])
            if (std::ranges::any_of(now[by], [&](Digit b) { return allows(a, b); })) kept.insert(a);
        if (kept == now[cell] || now[cell].size() == 1) return false;
        const Cell here = part_.cells()[cell], there = part_.cells()[by];
        if (now[by].size() > 3) {
            add(reasons, without_partner(now[cell] - kept, here, there, allows));
        } else {
            const std::string why =
                words().say_of(now[by].size(), "{} is {}", "{} can only be {}", words().cell(there),
                               words().digits(now[by], "or"));
            add(reasons, {kept.empty()       ? say("{}, so {} has no digit left", why, for_cells)
                          : kept.size() <= 4 ? say("{}, so {} can only be {}", why, for_cells,
                                                   words().digits(kept, "or"))
                                             : say("{}, so {} cannot be {}", why, for_cells,
                                                   words().digits(now[cell] - kept, "or")),
                          {here},
                          {there},
                          true});
        }
        now[cell] = kept;
        return true;
    }

    std::optional<std::string> by_pairs() const {
        const std::vector<Pair> all = pairs();
        if (all.empty()) return std::nullopt;
        std::vector<DigitSet> now = before_;
        const std::string lonely = take_lonely(all, now);
        std::vector<PairReason> reasons;
        const auto ends = [&] { return std::ranges::any_of(now, &DigitSet::empty); };
        for (bool again = true; again && !ends() && reasons.size() <= pairs_followed;) {
            again = false;
            for (const Pair& pair : all) {
                if (ends()) break;
                const Cell one = part_.cells()[pair.one], other = part_.cells()[pair.other];
                if (const DigitSet both = now[pair.one] & now[pair.other];
                    pair.is_equality() && !both.empty() && now[pair.one] != now[pair.other]) {
                    const DigitSet lost = (now[pair.one] | now[pair.other]) - both;
                    reasons.push_back({both.size() <= 4
                                           ? say("{} are equal, so both are {}", for_cells,
                                                 words().digits(both, "or"))
                                           : say("{} are equal, so neither is {}", for_cells,
                                                 words().digits(lost, "or")),
                                       {one, other},
                                       {one, other},
                                       true});
                    now[pair.one] = now[pair.other] = both;
                    again = true;
                }
                again |= narrow(
                    now, pair.one, pair.other, [&](Digit a, Digit b) { return pair.allows(a, b); },
                    reasons);
                again |= narrow(
                    now, pair.other, pair.one, [&](Digit a, Digit b) { return pair.allows(b, a); },
                    reasons);
            }
        }
        for (const std::size_t i : changed())
            if (!(now[i] - after_[i]).empty()) return std::nullopt;  // it takes more than pairs
        keep_needed(reasons);
        if ((reasons.empty() && lonely.empty()) || reasons.size() > pairs_told) return std::nullopt;
        const auto said =
            texts_of(reasons, [&](const PairReason& reason) { return reason.text(words()); });
        return asked_ + lonely + (lonely.empty() || said.empty() ? "" : " ") + sentences(said);
    }

    /// Leaves out what nothing that the step takes away rests on.
    void keep_needed(std::vector<PairReason>& reasons) const {
        std::set<Cell> needed;
        for (const std::size_t i : changed()) needed.insert(part_.cells()[i]);
        const auto is_needed = [&](Cell cell) { return needed.contains(cell); };
        for (std::size_t before = 0; before != needed.size();) {
            before = needed.size();
            for (const PairReason& reason : reasons)
                if (std::ranges::any_of(reason.cells, is_needed))
                    needed.insert(reason.by.begin(), reason.by.end());
        }
        for (PairReason& reason : reasons)
            if (reason.cells != reason.by)
                std::erase_if(reason.cells, [&](Cell cell) { return !is_needed(cell); });
        std::erase_if(reasons, [&](const PairReason& reason) {
            return std::ranges::none_of(reason.cells, is_needed);
        });
    }

    /// "No digit can stand beside 5": takes those away that no pair has.
    std::string take_lonely(const std::vector<Pair>& all, std::vector<DigitSet>& now) const {
        DigitSet lonely = DigitSet::all(size()), gone;
        for (const Pair& pair : all)
            for (const Digit a : DigitSet::all(size()))
                for (const Digit b : DigitSet::all(size()))
                    if (pair.allows(a, b)) {
                        lonely.erase(a);
                        lonely.erase(b);
                    }
        for (std::size_t i = 0; i < now.size(); ++i) {
            // What has a partner of few digits is told by these.
            const bool by_partner = std::ranges::any_of(all, [&](const Pair& pair) {
                return (pair.one == i && before_[pair.other].size() <= 3) ||
                       (pair.other == i && before_[pair.one].size() <= 3);
            });
            if (by_partner || now[i].size() == 1 || (now[i] - lonely).empty()) continue;
            gone |= now[i] & lonely;
            now[i] -= lonely;
        }
        return gone.empty() ? "" : say("No digit can stand beside {}.", words().digits(gone, "or"));
    }

    // ---- places of digits that must be there ---------------------------------------------------

    /// Of a quadruple, as far as the places of its digits say.
    std::optional<std::string> by_places() const {
        if (rule_.kind != RuleKind::quadruple) return std::nullopt;
        const bool full = rule_.numbers.size() == before_.size();
        std::vector<DigitSet> now = before_;
        DigitSet wanted;
        for (const int number : rule_.numbers)
            wanted.insert(Digit{static_cast<std::size_t>(number) - 1});
        std::vector<std::string> reasons;
        if (full) {
            reasons.push_back(say("they fill its {} cells", words().count_word(before_.size())));
            for (DigitSet& cell : now) cell &= wanted;
        }
        DigitSet open = wanted;
        for (bool again = true; std::exchange(again, false);)
            for (const Digit d : open) {
                const auto times =
                    static_cast<std::size_t>(std::ranges::count(rule_.numbers, value(d)));
                std::vector<Cell> places, only;
                for (std::size_t i = 0; i < now.size(); ++i) {
                    if (now[i].contains(d)) places.push_back(part_.cells()[i]);
                    if (now[i] == DigitSet{d}) only.push_back(part_.cells()[i]);
                }
                const bool taken = full && only.size() == times;
                if (!taken && places.size() != times) continue;
                const std::vector<Cell>& there = taken ? only : places;
                const bool seen = std::ranges::all_of(
                    there, [&](Cell cell) { return before_[*place(cell)].size() == 1; });
                if (!seen)
                    reasons.push_back(
                        taken ? say("{} can only be {}", words().cells(there), symbol(d))
                              : say("{} can only go in {}", symbol(d), words().cells(there)));
                for (const Cell cell : places) now[*place(cell)].erase(d);
                for (const Cell cell : there) now[*place(cell)] = DigitSet{d};
                open.erase(d);
                again = true;
                break;
            }
        if (now != after_) return std::nullopt;
        return asked_ + sentences(reasons);
    }

    static std::string sentences(const std::vector<std::string>& items) {
        return listed(items, " ",
                      [](const std::string& item) { return Words::sentence(item) + "."; });
    }

    // ---- bounds of sums -----------------------------------------------------------------------

    /// Weights by place, and the target, of a rule that is one sum.
    struct Sum {
        std::vector<int> weights;
        int target = 0;
    };
    std::optional<Sum> sum() const {
        if (primitives_.size() != 1 || primitives_.front().kind != RuleKind::sum ||
            primitives_.front().numbers[0] != static_cast<int>(Comparison::equal))
            return std::nullopt;
        const Rule& r = primitives_.front();
        Sum found{std::vector<int>(before_.size()), r.numbers[1]};
        for (std::size_t i = 0; i < r.cells.size(); ++i)
            found.weights[*place(r.cells[i])] += r.numbers[2 + i];
        return found;
    }

    std::optional<std::string> by_bounds() const {
        const auto sum = this->sum();
        if (!sum || std::ranges::any_of(sum->weights, [](int w) { return w != 1 && w != -1; }))
            return std::nullopt;
        if (before_.size() == 1) return asked_.substr(0, asked_.size() - 1);
        std::vector<DigitSet> now = before_;
        std::vector<std::string> reasons;
        for (bool again = true; again;) {
            again = false;
            for (std::size_t i = 0; i < now.size(); ++i) {
                int low = 0, high = 0;  // of the others, by their weights
                for (std::size_t k = 0; k < now.size(); ++k) {
                    if (k == i) continue;
                    const int w = sum->weights[k];
                    low += w > 0 ? least(now[k]) : -most(now[k]);
                    high += w > 0 ? most(now[k]) : -least(now[k]);
                }
                const int w = sum->weights[i];
                const int first = w > 0 ? sum->target - high : low - sum->target;
                const int last = w > 0 ? sum->target - low : high - sum->target;
                DigitSet kept;
                for (const Digit d : now[i])
                    if (first <= value(d) && value(d) <= last) kept.insert(d);
                if (kept.empty()) return std::nullopt;
                if (kept == now[i]) continue;
                const auto limited = [&](bool least_of_it, int limit, int left) {
                    std::string text = limits(now, *sum, i, (w < 0) == least_of_it,
                                              say("{} is {}", words().cell(part_.cells()[i]),
                                                  bounded(least_of_it, limit)));
                    reasons.push_back(left == limit
                                          ? std::move(text)
                                          : say(least_of_it ? "{}, which leaves {} or more"
                                                            : "{}, which leaves {} or less",
                                                text, left));
                };
                if (least(kept) != least(now[i])) limited(true, first, least(kept));
                if (most(kept) != most(now[i])) limited(false, last, most(kept));
                now[i] = kept;
                again = true;
            }
        }
        for (std::size_t i = 0; i < now.size(); ++i)
            if (now[i] != after_[i]) return std::nullopt;
        const bool more = reasons.size() > cells_told;
        if (more) reasons.resize(cells_told);
        return asked_ + sentences(reasons) + (more ? " " + say("Likewise for the others.") : "");
    }

    /// That text and ", as r1c3 is at least 2 and r1c1 is at most 9": what bounds a cell, the
    /// others at their least or their most.
    std::string limits(const std::vector<DigitSet>& now, const Sum& sum, std::size_t of,
                       bool least_of_others, const std::string& text) const {
        if (now.size() > 4) {
            int others = 0;
            bool plain = true;  // all are added
            for (std::size_t i = 0; i < now.size(); ++i) {
                plain = plain && sum.weights[i] > 0;
                if (i != of) others += least_of_others ? least(now[i]) : most(now[i]);
            }
            if (plain)
                return say("{}, as the others sum to {}", text, bounded(least_of_others, others));
            return say(least_of_others ? "{}, with the least that the other cells can sum to"
                                       : "{}, with the most that the other cells can sum to",
                       text);
        }
        std::vector<std::string> items;
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (i == of) continue;
            const bool low = (sum.weights[i] > 0) == least_of_others;
            items.push_back(
                say("{} is {}", words().cell(part_.cells()[i]),
                    bounded(low, low ? least(now[i]) : most(now[i]), now[i].size() == 1)));
        }
        return items.empty() ? text : say("{}, as {}", text, words().all_of(items));
    }

    // ---- sums of some of a line -----------------------------------------------------------------

    std::vector<Filling> fillings() const {
        return all_fillings(rule_, size(),
                            [&](std::size_t i) { return before_[*place(rule_.cells[i])]; });
    }

    /// Whether a digit can stand in a place along the line, as far as that says.
    bool is_open(const std::vector<Filling>& all, std::size_t along, Digit digit) const {
        return std::ranges::any_of(all, [&](const Filling& one) {
            for (const auto& [at, digits] : one.fixed)
                if (at == along) return digits.contains(digit);
            const auto inner = std::ranges::find(one.inner, along);
            if (inner == one.inner.end()) return one.outer.contains(digit);
            std::vector<DigitSet> cells = one.left;
            cells[static_cast<std::size_t>(inner - one.inner.begin())] = DigitSet{digit};
            return std::ranges::any_of(one.sums, [&](DigitSet set) { return fits(cells, set); });
        });
    }

    /// Of a sandwich where its ends can stand, of an X-sum what X can be, each with what is summed;
    /// if that is all.
    std::optional<Listed> by_fillings() const {
        const bool sandwich = rule_.kind == RuleKind::sandwich;
        if (!has_fillings(rule_, words().geometry())) return std::nullopt;
        const std::vector<Filling> all = fillings();
        for (std::size_t i = 0; i < rule_.cells.size(); ++i) {
            const std::size_t there = *place(rule_.cells[i]);
            for (const Digit d : before_[there] - after_[there])
                if (is_open(all, i, d)) return std::nullopt;
        }
        Listed told{asked_ + first_of_all()};
        if (all.empty()) {
            told.opening += broken();
            return told;
        }
        told.opening +=
            sandwich ? say("With what is left, {} and {} can only be here:", symbol(Digit{0}),
                           symbol(Digit{size() - 1}))
                     : say("With what is left, X and the different digits behind it can only be:");
        std::vector<Inferred> ways;
        for (const Filling& each : all) {
            std::vector<Cell> ends;
            for (const auto& [at, digits] : each.fixed) ends.push_back(rule_.cells[at]);
            std::string where = sandwich ? say("in {}", words().cells(ends))
                                         : symbol(each.fixed.front().second.first());
            std::string text = where;
            if (!each.inner.empty())
                text =
                    say(sandwich ? "{}, between them {}" : "{0}, then {1}", where,
                        each.sums.size() <= most_sets ? words().any_of(each.sums, added)
                                                      : say("{} combinations", each.sums.size()));
            ways.push_back({{std::move(text)}, std::move(where)});
        }
        told.lines = folded(std::move(ways), words().language());
        told.upshot = upshot_of(all);
        return told;
    }
    /// What a step comes to by these. They may rule out more, since their digits differ.
    std::string upshot_of(const std::vector<Filling>& all) const {
        bool exact = true;
        for (std::size_t i = 0; i < rule_.cells.size(); ++i)
            for (const Digit d : after_[*place(rule_.cells[i])])
                exact = exact && is_open(all, i, d);
        if (const std::string left = exact ? this->left() : ""; !left.empty())
            return say("So {}.", left);
        const bool places = !tale_.step.placements.empty();
        const std::string text =
            say(places ? "Each of these has {}." : "None of these has {}.", subject_of(tale_));
        std::vector<DigitSet> by_rule = before_;
        const bool more = !exact && !places && part_.filter(by_rule) && by_rule == after_;
        const auto houses = words().geometry().houses_of(rule_.cells.front());
        const auto line = std::ranges::find_if(houses, [&](House house) {
            return std::ranges::all_of(rule_.cells, [&](Cell cell) {
                return tale_.state.layout().cells(house).test(cell);
            });
        });
        if (!more || line == houses.end()) return text;
        return text + " " +
               say("The rest of what they rule out takes {} too.", words().house(*line));
    }
    /// "No different first digits sum to 14.": of a rule that is broken already.
    std::string broken() const {
        const Constraint& rule = tale_.step.cites.front().constraint;
        std::string why = tell_broken(tale_, rule, say("it"), before_, Mood::is);
        if (why.empty()) why = tell_unfilled(tale_, rule, before_, Mood::is);
        return why.empty() ? say("It cannot be kept with what is left.")
                           : Words::sentence(why) + ".";
    }

    // ---- the rest -----------------------------------------------------------------------------

    /// All ways to keep the rule with what is left; nothing if there are many, or more goes by them
    /// than by the step.
    std::optional<std::vector<std::vector<DigitSet>>> ways() const {
        std::vector<std::vector<DigitSet>> found;
        std::size_t tries = tries_made;
        std::vector<DigitSet> kept(before_.size());
        const bool all = each_way(part_, before_, tries, [&](const std::vector<DigitSet>& way) {
            for (std::size_t i = 0; i < way.size(); ++i) kept[i] |= way[i];
            found.push_back(way);
            return found.size() > ways_listed;
        });
        if (!all || (!found.empty() && kept != after_)) return std::nullopt;
        return found;
    }

    /// What a candidate does not go with, each in a line: "with 4 in r4c6, r2c8 cannot be 9".
    /// Nothing where that is long.
    std::optional<std::vector<Inferred>> by_what_stands() const {
        struct Context {
            std::vector<DigitSet> left;
            std::vector<Candidate> gone;
        };
        const DigitSet all = DigitSet::all(size());
        std::vector<Context> contexts;
        for (const std::size_t i : changed())
            for (const Digit d : before_[i] - after_[i]) {
                std::vector<DigitSet> left = before_;
                left[i] = DigitSet{d};
                if (std::vector<DigitSet> tried = left; part_.filter(tried)) return std::nullopt;
                left = as_much_left_as_breaks(part_, std::move(left), all, i);
                left[i] = all;
                const Candidate c{part_.cells()[i], d};
                const auto same = std::ranges::find(contexts, left, &Context::left);
                if (same != contexts.end())
                    same->gone.push_back(c);
                else
                    contexts.push_back({std::move(left), {c}});
                if (contexts.size() > contexts_told) return std::nullopt;
            }
        std::vector<Inferred> lines;
        for (const Context& one : contexts) {
            const LeftTold left = told_left(words(), part_, one.left, all);
            const std::string with = all_of(words(), left);
            const std::string brief =
                words().all_of(Words::of_groups(one.gone, [&](const auto& cells, DigitSet digits) {
                    return say(with.empty() ? "{} can never be {}" : "{} cannot be {}",
                               words().cells(cells), words().digits(digits, "or"));
                }));
            lines.push_back(
                {{with.empty()
                      ? brief
                      : say(left.has.empty() ? "with no {}, {}" : "with {}, {}", with, brief)},
                 brief});
            if (!is_sentence(lines.back().line.text)) return std::nullopt;
        }
        return lines;
    }

    /// What a rule says before any candidate is looked at, and a blank; empty where that is
    /// nothing.
    std::string first_of_all() const {
        std::string text = rule_.kind == RuleKind::sandwich    ? ends_apart()
                           : rule_.kind == RuleKind::x_sum     ? bounds_of_x()
                           : rule_.kind == RuleKind::full_rank ? begins_with()
                                                               : must_rise();
        if (!text.empty()) text += ' ';
        return text;
    }
    /// "26 takes four to six digits, so 1 and 9 are five to seven cells apart."
    std::string ends_apart() const {
        const int clue = rule_.numbers[0];
        const auto [first, last] = counts_between(clue, static_cast<int>(size()));
        const std::string low = symbol(Digit{0}), high = symbol(Digit{size() - 1});
        if (last == 0) return say("So {} and {} stand side by side.", low, high);
        if (first < 0) return {};
        if (last == 1)
            return say("{} takes one digit, so {} and {} are two cells apart.", clue, low, high);
        return say("{} takes {} digits, so {} and {} are {} cells apart.", clue,
                   from_to(words(), first, last), low, high, from_to(words(), first + 1, last + 1));
    }
    /// "Two digits sum to at most 11, so X is from 3 to 9."
    std::string bounds_of_x() const {
        const int n = static_cast<int>(size());
        const auto sum = [&](int count, bool low) { return count + (count - 1) * (low ? 1 : n); };
        const auto [first, last] = counts(rule_.numbers[0], n, sum);
        const DigitSet x = before_[*place(rule_.cells.front())];
        if (first < 1 || (least(x) >= first && most(x) <= last)) return {};
        std::vector<std::string> items;
        if (first == 2) items.push_back(say("one digit is at most {}", sum(1, false)));
        if (first > 2)
            items.push_back(say("{} digits sum to at most {}",
                                from_to(words(), first - 1, first - 1), sum(first - 1, false)));
        if (last < n)
            items.push_back(say("{} digits sum to at least {}",
                                from_to(words(), last + 1, last + 1), sum(last + 1, true)));
        const std::string all = words().all_of(items);
        return Words::sentence(first == last ? say("{}, so X is {}.", all, last)
                                             : say("{}, so X is from {} to {}.", all, first, last));
    }
    std::string begins_with() const {
        if (before_[*place(rule_.cells[0])].size() <= 1) return {};
        return say(
            "Four of them begin with each digit, one on each side. So this one begins with {}.",
            symbol(first_of_rank()));
    }
    /// How far those seen can rise. Nothing is said where the candidates have it already.
    std::string must_rise() const {
        if (rule_.kind != RuleKind::skyscraper) return {};
        const int n = static_cast<int>(size()), clue = rule_.numbers[0], first = n - clue + 1;
        if (clue == n || with_room() == before_) return {};
        const std::string_view room =
            clue == 2   ? "So the first is at most {}."
            : clue == 3 ? "So the first is at most {}, the second cell at most {}."
                        : "So the first is at most {}, the second cell at most {} and so on.";
        return Words::sentence(say("{} digits are seen, each larger than those before it.",
                                   words().count_word(static_cast<std::size_t>(clue)))) +
               " " + say(room, first, first + 1);
    }
    /// What leaves room for larger digits in the cells of a skyscraper.
    std::vector<DigitSet> with_room() const {
        std::vector<DigitSet> now = before_;
        int limit = static_cast<int>(size()) - rule_.numbers[0];
        for (const Cell cell : rule_.cells) {
            ++limit;
            DigitSet& here = now[*place(cell)];
            for (const Digit d : DigitSet{here})
                if (value(d) > limit) here.erase(d);
        }
        return now;
    }
    Listed by_ways() const {
        const std::string start = asked_ + first_of_all();
        const auto all = ways();
        if (all && all->empty()) return {start + broken()};
        std::vector<Cell> cells;
        for (std::size_t i = 0; i < before_.size(); ++i)
            if (before_[i].size() > 1) cells.push_back(part_.cells()[i]);
        if (cells.empty()) return {start + say("Nothing else is left there.")};
        if (all && all->size() <= ways_listed && cells.size() <= cells_listed) {
            std::vector<std::string> items(all->size());
            for (std::size_t i = 0; i < before_.size(); ++i) {
                if (before_[i].size() == 1) continue;
                for (std::size_t w = 0; w < all->size(); ++w)
                    items[w] += (items[w].empty() ? "" : "-") + symbol((*all)[w][i].first());
            }
            return {start + say("With what is left, {} can only be {}.", words().cells(cells),
                                words().any_of(items))};
        }
        if (start.size() > asked_.size() && is_said()) return {start.substr(0, start.size() - 1)};
        if (auto stands = by_what_stands()) {
            if (stands->size() > 2)
                return {start + say("It follows one by one:"),
                        folded(std::move(*stands), words().language())};
            return {start + sentences(texts_of(*stands,
                                               [](const Inferred& one) { return one.line.text; }))};
        }
        if (const std::string left = this->left(); !left.empty())
            return {start + say("In every way to fill its cells with what is left, {}.", left)};
        return {start + say(tale_.step.placements.empty()
                                ? "No way to fill its cells with what is left has {}."
                                : "Every way to fill its cells with what is left has {}.",
                            subject_of(tale_))};
    }
    /// The digit that a line of this place among all begins with.
    Digit first_of_rank() const { return Digit{(rule_.numbers[0] - 1) / 4}; }
    /// Whether first_of_all() says all that is taken away: of a skyscraper what leaves no room for
    /// larger digits.
    bool is_said() const {
        std::vector<DigitSet> now = before_;
        if (rule_.kind == RuleKind::full_rank) {
            now[*place(rule_.cells[0])] &= DigitSet{first_of_rank()};
            return now == after_;
        }
        return rule_.kind == RuleKind::skyscraper && with_room() == after_;
    }

    const Tale& tale_;
    const RulePart& part_;
    const Rule& rule_;
    std::string label_;
    const std::string& asked_;
    std::vector<Rule> primitives_;
    std::vector<DigitSet> before_, after_;  // by part_.cells()
};

}  // namespace

std::string added(DigitSet digits) { return listed(digits, "+", symbol); }

std::string digit_there(const Words& words, Candidate candidate) {
    return words.say("the {} in {}", symbol(candidate.digit), words.cell(candidate.cell));
}

std::string subject_of(const Tale& tale) {
    const bool places = !tale.step.placements.empty();
    std::map<Digit, std::vector<Cell>> cells;
    for (const Candidate c : places ? tale.step.placements : tale.step.eliminations)
        cells[c.digit].push_back(c.cell);
    if (cells.size() > cells_told) return tale.words.say("any of the candidates removed");
    const std::string_view last = places ? "and" : "or";
    const auto in = [&](const auto& one) {
        return tale.words.say("{} in {}", symbol(one.first), tale.words.cells(one.second, last));
    };
    return tale.words.joined(texts_of(cells, in), last);
}

namespace {

bool stands_between_cells(RuleKind kind) {
    return kind == RuleKind::difference || kind == RuleKind::ratio || kind == RuleKind::pair_sum ||
           kind == RuleKind::greater;
}

}  // namespace

std::string label_of(const State& state, const Constraint& rule, const Words& words) {
    const RulePart& part = part_of(state, rule);
    const Rule& whole = rule_of(state, part);
    const std::string name = words.say(part.name());
    const auto at = [&](std::span<const Cell> cells) {
        return words.say("the {} at {}", name, words.cells(cells));
    };
    if (whole.kind == RuleKind::connected_digits) {
        const auto digits = std::span(whole.numbers).subspan(1);
        return words.say("the {0} of {1}", name,
                         words.all_of(digits, [](int digit) { return std::to_string(digit); }));
    }
    if (is_whole_board(whole.kind)) return at(part.cells());
    if (stands_between_cells(whole.kind)) return at(whole.cells);
    const bool shared = std::ranges::count_if(state.rule_parts()->rules(), [&](const Rule& other) {
                            return other.kind == whole.kind && !other.cells.empty() &&
                                   other.cells.front() == whole.cells.front();
                        }) > 1;
    if (!shared) return at(std::span{whole.cells}.first(1));
    return words.say("the {} from {} to {}", name, words.cell(whole.cells.front()),
                     words.cell(whole.cells.back()));
}

namespace {

/// One of two templates.
template <class... Values>
std::string say_in(Mood mood, const Words& words, std::string_view is, std::string_view would_be,
                   const Values&... values) {
    return words.say(mood == Mood::is ? is : would_be, values...);
}

/// "r1c1, r1c2 and r1c3" with what they sum to at least and at most.
struct Side {
    std::vector<Cell> cells;
    int low = 0, high = 0;

    std::string sums(const Words& words, Mood mood, bool to_low) const {
        const bool is = mood == Mood::is;
        return words.say_of(cells.size(), is ? "{} is {}" : "{} would be {}",
                            is ? "{} sum to {}" : "{} would sum to {}", words.cells(cells),
                            bound_of(words, to_low, to_low ? low : high, low == high));
    }
};

/// What is left in a cell of a rule.
DigitSet left_in(const RulePart& part, std::span<const DigitSet> left, Cell cell) {
    const auto at = std::ranges::lower_bound(part.cells(), cell) - part.cells().begin();
    return left[static_cast<std::size_t>(at)];
}

/// "9 has no place three to four cells from the 1 in r2c4"; empty if no end is known, or it has.
std::string without_other_end(const Rule& sandwich, const RulePart& part, const Words& words,
                              std::span<const DigitSet> left, Mood mood) {
    const std::size_t n = words.geometry().size(), length = sandwich.cells.size();
    const auto [first, last] = counts_between(sandwich.numbers[0], static_cast<int>(n));
    if (first < 0 || length != n) return {};
    const auto at = [&](std::size_t i) { return left_in(part, left, sandwich.cells[i]); };
    for (const std::size_t end : {std::size_t{0}, n - 1})
        for (std::size_t i = 0; i < length; ++i) {
            if (at(i) != DigitSet{Digit{end}}) continue;
            const Digit other{n - 1 - end};
            bool found = false;
            for (std::size_t k = 0; k < length; ++k) {
                const int away = std::abs(static_cast<int>(k) - static_cast<int>(i));
                found = found || (first < away && away <= last + 1 && at(k).contains(other));
            }
            if (found) continue;
            const std::string known = digit_there(words, {sandwich.cells[i], Digit{end}});
            if (last == 0)
                return say_in(mood, words, "{} has no place beside {}",
                              "{} would have no place beside {}", symbol(other), known);
            return say_in(mood, words, "{} has no place {} cells from {}",
                          "{} would have no place {} cells from {}", symbol(other),
                          from_to(words, first + 1, last + 1), known);
        }
    return {};
}

/// "r6c4 and r7c3 would sum to 13 and r6c5 would be 9"; empty where the bounds allow it.
std::string beyond_bounds(const Rule& sum, const RulePart& part, const Words& words,
                          std::span<const DigitSet> left, Mood mood) {
    std::array<Side, 2> sides;  // what is added, what is taken off
    for (std::size_t i = 0; i < sum.cells.size(); ++i) {
        const int weight = sum.numbers[2 + i];
        if (weight != 1 && weight != -1) return {};
        Side& side = sides[weight == 1 ? 0 : 1];
        const DigitSet here = left_in(part, left, sum.cells[i]);
        side.cells.push_back(sum.cells[i]);
        side.low += least(here);
        side.high += most(here);
    }
    const int target = sum.numbers[1];
    const auto& [more, less] = sides;
    if (less.cells.empty()) {
        if (more.low <= target && target <= more.high) return {};
        return words.say("{}, not {}", more.sums(words, mood, more.low > target), target);
    }
    if (target != 0 || more.cells.empty()) return {};
    if (more.low <= less.high && less.low <= more.high) return {};
    const bool high = more.low > less.high;
    return words.say("{}, but {}", more.sums(words, mood, high), less.sums(words, mood, !high));
}

/// "r5c7 and r5c9 would have to sum to 10": of a sum, where some of its cells are known; empty for
/// others.
std::string what_is_left(const Rule& rule, const RulePart& part, const Words& words,
                         std::span<const DigitSet> left, Mood mood) {
    if ((rule.kind != RuleKind::killer_cage && rule.kind != RuleKind::little_killer) ||
        rule.numbers.empty())
        return {};
    int sum = rule.numbers.front();
    std::vector<Cell> open;
    for (const Cell cell : rule.cells) {
        const DigitSet here = left_in(part, left, cell);
        if (here.size() == 1)
            sum -= least(here);
        else
            open.push_back(cell);
    }
    if (open.size() < 2 || open.size() == rule.cells.size()) return {};
    return say_in(mood, words, "{} cannot sum to {}", "{} could not sum to {}", words.cells(open),
                  sum);
}

/// Whether no digits that differ have the sum of a line in a house; not of other rules.
bool no_sum_is_left(const Rule& rule, const RulePart& part, std::span<const DigitSet> left,
                    const Geometry& geometry) {
    if (!has_fillings(rule, geometry)) return false;
    return all_fillings(rule, geometry.size(),
                        [&](std::size_t i) { return left_in(part, left, rule.cells[i]); })
        .empty();
}

/// "no different digits between 1 and 9 sum to 13".
std::string without_sum(const Rule& rule, const RulePart& part, const Words& words,
                        std::span<const DigitSet> left, Mood mood) {
    const std::size_t n = words.geometry().size();
    if (!no_sum_is_left(rule, part, left, words.geometry())) return {};
    if (rule.kind == RuleKind::sandwich)
        return say_in(mood, words, "no different digits between {} and {} sum to {}",
                      "no different digits between {} and {} would sum to {}", symbol(Digit{0}),
                      symbol(Digit{n - 1}), rule.numbers[0]);
    return say_in(mood, words, "no different first digits sum to {}",
                  "no different first digits would sum to {}", rule.numbers[0]);
}

/// "with 3 in r1c1, r1c2 cannot be 1 or 7": of two cells, one of them known.
std::string without_partner(const RulePart& part, const Words& words,
                            std::span<const DigitSet> left, Mood mood) {
    if (left.size() != 2 || (left[0].size() > 1 && left[1].size() > 1)) return {};
    const std::size_t known = left[0].size() == 1 ? 0 : 1;
    const std::string with = words.say("{} in {}", symbol(left[known].first()),
                                       words.cell(part.cells()[known])),
                      other = words.cell(part.cells()[1 - known]);
    if (left[1 - known].size() > 4)
        return say_in(mood, words, "{} has no digit that goes with {}",
                      "{} would have no digit that goes with {}", other, with);
    return say_in(mood, words, "with {}, {} cannot be {}", "with {}, {} could not be {}", with,
                  other, words.digits(left[1 - known], "or"));
}

/// "the between line would not allow 3 in r8c1 with 4 in r8c2 and no 9 in r8c4"; empty where that
/// is more than a reader compares.
std::string not_allowed(const RulePart& part, const Words& words, const std::string& name,
                        std::span<const DigitSet> left, Mood mood) {
    const DigitSet all = DigitSet::all(words.geometry().size());
    LeftTold told =
        told_left(words, part, as_much_left_as_breaks(part, {left.begin(), left.end()}, all), all);
    std::string text;
    if (told.has.empty()) {
        text = say_in(mood, words, "{} cannot be kept without {}",
                      "{} could not be kept without {}", name, words.any_of(told.lacks));
    } else {
        const std::string first = told.has.front();
        told.has.erase(told.has.begin());
        const std::string with = all_of(words, told);
        if (with.empty())
            text =
                say_in(mood, words, "{} does not allow {}", "{} would not allow {}", name, first);
        else if (told.has.empty())
            text = say_in(mood, words, "{} does not allow {} with no {}",
                          "{} would not allow {} with no {}", name, first, with);
        else
            text = say_in(mood, words, "{} does not allow {} with {}",
                          "{} would not allow {} with {}", name, first, with);
    }
    return std::ranges::count(text, ' ') < words_within ? text : "";
}

}  // namespace

bool is_broken(const State& state, const Constraint& rule, std::span<const DigitSet> left) {
    const RulePart& part = part_of(state, rule);
    if (std::ranges::any_of(left, &DigitSet::empty)) return true;
    std::vector<DigitSet> tried{left.begin(), left.end()};
    return !part.filter(tried) ||
           no_sum_is_left(rule_of(state, part), part, left, state.geometry());
}

std::string tell_where_broken(const Tale& tale, const Constraint& of, const std::string& name,
                              std::span<const DigitSet> left, Mood mood) {
    const RulePart& part = part_of(tale.state, of);
    const std::string text =
        say_in(mood, tale.words, "{} cannot be kept", "{} could not be kept", name);
    std::vector<DigitSet> tried{left.begin(), left.end()};
    if (tried.empty() || part.filter(tried)) return text;
    const DigitSet all = DigitSet::all(tale.state.size());
    const auto breaking = as_much_left_as_breaks(part, {left.begin(), left.end()}, all);
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < breaking.size(); ++i)
        if (breaking[i] != all) cells.push_back(part.cells()[i]);
    if (cells.size() > cells_listed) return text;
    return say_in(mood, tale.words, "{} cannot be kept with what is left in {}",
                  "{} could not be kept with what would be left in {}", name,
                  tale.words.cells(cells));
}

std::string tell_unfilled(const Tale& tale, const Constraint& of, std::span<const DigitSet> left,
                          Mood mood) {
    const RulePart& part = part_of(tale.state, of);
    return without_sum(rule_of(tale.state, part), part, tale.words, left, mood);
}
std::string tell_unfilled(const Tale& tale, const Constraint& of, Candidate supposed) {
    const RulePart& part = part_of(tale.state, of);
    std::vector<DigitSet> left;
    bool has_it = false;
    for (const Cell cell : part.cells()) {
        has_it = has_it || cell == supposed.cell;
        left.push_back(cell == supposed.cell ? DigitSet{supposed.digit}
                                             : tale.state.candidates(cell));
    }
    return has_it ? tell_unfilled(tale, of, left, Mood::would_be) : "";
}

std::string tell_broken(const Tale& tale, const Constraint& of, const std::string& name,
                        std::span<const DigitSet> left, Mood mood) {
    const RulePart& part = part_of(tale.state, of);
    const Rule& rule = rule_of(tale.state, part);
    const Words& words = tale.words;
    if (const auto none = std::ranges::find_if(left, &DigitSet::empty); none != left.end())
        return say_in(mood, words, "{} has no digit left", "{} would have no digit left",
                      words.cell(part.cells()[static_cast<std::size_t>(none - left.begin())]));
    std::vector<DigitSet> tried{left.begin(), left.end()};
    if (part.filter(tried)) return {};  // it rests on more than that
    if (rule.kind == RuleKind::sandwich)
        if (auto told = without_other_end(rule, part, words, left, mood); !told.empty())
            return told;
    if (std::string why = without_sum(rule, part, words, left, mood); !why.empty()) return why;
    if (!is_whole_board(rule.kind))
        for (const Rule& primitive : rules::expanded(rule, words.geometry()))
            if (primitive.kind == RuleKind::sum &&
                primitive.numbers[0] == static_cast<int>(Comparison::equal))
                if (std::string why = beyond_bounds(primitive, part, words, left, mood);
                    !why.empty())
                    return why;
    if (std::string why = what_is_left(rule, part, words, left, mood); !why.empty()) return why;
    if (std::string why = without_partner(part, words, left, mood); !why.empty()) return why;
    return not_allowed(part, words, name, left, mood);
}

RuleTale tell_rule(const Tale& tale, const Constraint& rule, const std::string& asked) {
    return RuleTeller{tale, rule, asked}.run();
}

namespace {

/// The cells of a house where each way to keep a rule has the digit; none if there are others.
std::vector<Cell> must_hold(const State& state, const RulePart& part, House house, Digit digit) {
    std::vector<DigitSet> without;
    std::vector<Cell> places;
    for (const Cell cell : part.cells()) {
        without.push_back(state.candidates(cell));
        if (!without.back().contains(digit) || !state.layout().cells(house).test(cell)) continue;
        without.back().erase(digit);
        places.push_back(cell);
    }
    if (places.empty()) return {};
    const bool none = std::ranges::any_of(without, &DigitSet::empty);
    std::size_t tries = tries_made;
    if (!none && !each_way(part, without, tries, [](const auto&) { return true; })) return {};
    return places;
}

}  // namespace

std::string tell_rule_and_houses(const Tale& tale, const Constraint& rule,
                                 const std::string& asked) {
    if (!tale.step.placements.empty()) return {};
    const RulePart& part = part_of(tale.state, rule);
    std::map<std::pair<House, std::vector<Cell>>, DigitSet> musts;
    std::vector<Candidate> open = tale.step.eliminations;
    for (const Citation& c : tale.step.cites) {
        const House house = c.constraint.house;
        const Digit digit = c.constraint.digit;
        if (c.constraint.kind == Constraint::Kind::rule) continue;
        if (c.constraint.kind != Constraint::Kind::house) return {};
        const std::vector<Cell> places = must_hold(tale.state, part, house, digit);
        if (places.empty()) return {};
        musts[{house, places}].insert(digit);
        std::erase_if(open, [&](Candidate lost) {
            return lost.digit == digit && tale.state.layout().cells(house).test(lost.cell) &&
                   std::ranges::find(places, lost.cell) == places.end();
        });
    }
    if (musts.empty() || !open.empty()) return {};
    std::string text = asked;
    for (const auto& [where, digits] : musts) {
        const auto& [house, places] = where;
        const std::string has =
            tale.words.say("Each way to keep it has {} in {}", tale.words.digits(digits),
                           tale.words.cells(places, digits.size() == 1 ? "or" : "and"));
        text += (text == asked ? "" : " ") +
                tale.words.say(
                    places.size() == 1   ? "{0}, which is in {1}, so nothing else in {1} is {2}."
                    : places.size() == 2 ? "{0}, both in {1}, so nothing else in {1} is {2}."
                                         : "{0}, all in {1}, so nothing else in {1} is {2}.",
                    has, tale.words.house(house), tale.words.digits(digits, "or"));
    }
    return text;
}

std::string named_by_rules(const Tale& tale) {
    std::map<RuleKind, std::set<std::size_t>> kinds;  // which rules
    std::vector<House> houses;
    for (const Citation& c : tale.step.cites) {
        if (c.constraint.kind == Constraint::Kind::rule) {
            const RulePart& part = part_of(tale.state, c.constraint);
            kinds[rule_of(tale.state, part).kind].insert(part.rule());
        } else if (c.constraint.kind != Constraint::Kind::cell) {
            add_once(houses, c.constraint.house);
        }
    }
    std::ranges::sort(houses);
    if (const auto left = logic::difference_of(tale.state, tale.step.cites)) {
        houses.clear();
        for (const Citation& c : tale.step.cites)
            if (c.constraint.kind == Constraint::Kind::total) houses.push_back(c.constraint.house);
        return tale.words.say(left->outer.empty()   ? "innies of {}"
                              : left->inner.empty() ? "outies of {}"
                                                    : "innies and outies of {}",
                              tale.words.houses(houses));
    }
    auto items = texts_of(kinds, [&](const auto& one) {
        const auto& [kind, rules] = one;
        return rules.size() == 1
                   ? tale.words.say(to_string(kind))
                   : tale.words.count_word(rules.size()) + " " + tale.words.say(plural(kind));
    });
    if (houses.size() <= 2)
        for (const House house : houses) items.push_back(tale.words.house(house));
    return tale.words.all_of(items);
}

}  // namespace clew::explain::inline words
