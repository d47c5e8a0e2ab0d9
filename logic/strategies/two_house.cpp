// (3) and (4) of K. Gromley's generalisation [Gromley2014], between any two houses P and Q that
// share at least two cells (in classic Sudoku: a box and a line).
//
// Locked candidates. All places of a digit in P lie in Q: its other places in Q go. More generally
// a cell that sees every place of a digit in P loses it, by whatever houses ("common peers"; on a
// classic board this adds nothing, with diagonals or windows it does).
//
// Almost locked pairs and triples. k cells of P outside Q hold k+1 digits, and in Q outside P those
// digits are confined to k cells: the k cells of P, the digits of Q: 2k+1 truths. The digits of P
// and the k cells of Q: 2k+1 links. So the k cells of Q hold nothing else, and the digits have no
// other place in P.
//
// Counted sets. (4A) and (4B) are the two cases of counting n cells with n values in P and Q: a
// value fits twice only if it stands in P and in Q outside the crossing. None does: slack 0, every
// value is used, and what would spoil a value's last place goes (4A, Sue de Coq). One does: slack
// 1, that value is used at least once, and what sees all its places loses it (4B, the wings).
//
// As printed the rules say less, and once too much. (4A) demands that no two cells outside the
// crossing share a value, even two in the same house, and says nothing of values that stand only
// in the crossing. (4B) eliminates in the crossing only, though any cell that sees all places of
// the value loses it. And (4B) does not ask v to be one of the n values: where no two outer cells
// share a value, the printed condition "empty or {v}" holds for every v of the board. The
// counterexample is in docs/strategies.md and in tests/logic/sources_test.cpp.

#include "logic/strategies/two_house.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "core/base/bit_count.hpp"
#include "core/base/contract.hpp"
#include "logic/strategies/barren.hpp"
#include "logic/strategies/citing.hpp"
#include "logic/strategies/counted_cells.hpp"
#include "logic/strategies/finding.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{
    Technique::pointing,
    Technique::claiming,
    Technique::common_peers,
    Technique::almost_locked_pair,
    Technique::almost_locked_triple,
    Technique::xyz_wing,
    Technique::wxyz_wing,
    Technique::bent_set,
    Technique::sue_de_coq,
};

// A crossing seen from one side: `from` argues, `into` loses candidates.
struct Side {
    House from, into;
    Mask shared_from = 0;
    Mask shared_into = 0;
};

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending locked() {
        return each_crossing([&](const Intersection& crossing) {
            return each_side(crossing, [&](const Side& side) { return locked(side); });
        });
    }

    Ending common_peers() {
        // By houses, then digits, as all is told; but whether a digit says anything is its own
        // matter.
        Barren barren{state_, query_};
        DigitSet digits, silent;
        for (Digit d : DigitSet::all(state_.size()))
            if (!barren.holds(d)) digits.insert(d);
        silent = digits;
        for (House house : layout_.full_houses()) {
            for (Digit digit : digits) {
                const Mask places = state_.positions(house, digit);
                if (bit_count(places) < 2) continue;
                const CellSet base = layout_.cells_at(house, places);
                CellSet victims = state_.cells(digit) - base;
                for (Cell c : base) victims &= layout_.peers(c);
                if (victims.empty()) continue;
                Step step = blank_step(query_.technique, 1);
                for (Cell v : victims)
                    if (!one_house_holds(v, base)) step.eliminations.push_back({v, digit});
                if (step.eliminations.empty()) continue;
                const Constraint truth = Constraint::of(house, digit);
                step.groups = {digit_group(Role::base, digit, base, truth)};
                step.cites = {{truth, Use::truth}};
                cite_victims(step, layout_, digit, step.eliminations, base);
                silent.erase(digit);
                if (deliver(std::move(step)) == Flow::stop) return Ending::limit_reached;
            }
        }
        for (Digit d : silent) barren.note(d);
        return Ending::exhausted;
    }

    Ending almost_locked(std::size_t k) {
        return each_crossing([&](const Intersection& crossing) {
            return each_side(crossing, [&](const Side& side) { return almost_locked(side, k); });
        });
    }

    Ending counted(std::size_t smallest, std::size_t largest) {
        largest = std::min(largest, CountedCells::max_cells_counted);
        // Smaller sets come first, wherever they lie; barren is what has none of any size.
        Barren barren{state_, query_};
        const auto crossings = layout_.crossings();
        for (std::size_t i = 0; i < crossings.size(); ++i)
            if (!barren.holds(i, crossings[i])) add_sector(i, crossings[i]);
        for (std::size_t n = smallest; n <= largest; ++n)
            for (Sector& sector : sectors_) {
                sector_ = &sector;
                if (sector.members.size() < n) continue;
                may_join(n);
                chosen_.clear();
                const std::uint64_t before = delivered_;
                const Ending ending = choose(n, few_enough_, {});
                if (ending != Ending::exhausted) return ending;
                sector.silent = sector.silent && delivered_ == before;
            }
        for (const Sector& sector : sectors_)
            if (sector.silent) barren.note(sector.number);
        return Ending::exhausted;
    }

  private:
    // But for those that are known to be barren.
    template <class Visit>
    Ending each_crossing(Visit&& visit) {
        Barren barren{state_, query_};
        const auto crossings = layout_.crossings();
        for (std::size_t i = 0; i < crossings.size(); ++i) {
            if (barren.holds(i, crossings[i])) continue;
            const std::uint64_t before = delivered_;
            const Ending ending = visit(crossings[i]);
            if (ending != Ending::exhausted) return ending;
            if (delivered_ == before) barren.note(i);
        }
        return Ending::exhausted;
    }

    template <class Visit>
    static Ending each_side(const Intersection& x, Visit&& visit) {
        for (const Side& side : {Side{x.first, x.second, x.in_first, x.in_second},
                                 Side{x.second, x.first, x.in_second, x.in_first}}) {
            const Ending ending = visit(side);
            if (ending != Ending::exhausted) return ending;
        }
        return Ending::exhausted;
    }

    Ending locked(const Side& side) {
        if (!layout_.is_full(side.from)) return Ending::exhausted;
        const bool box = layout_.geometry().info(side.from).role == HouseRole::box;
        if (box != (query_.technique == Technique::pointing)) return Ending::exhausted;
        for (std::size_t d = 0; d < state_.size(); ++d) {
            const Digit digit{d};
            const Mask places = state_.positions(side.from, digit);
            if (places == 0 || (places & ~side.shared_from) != 0) continue;
            const Mask losers = state_.positions(side.into, digit) & ~side.shared_into;
            if (losers == 0) continue;
            Step step = blank_step(query_.technique, 1);
            for (Cell c : layout_.cells_at(side.into, losers))
                step.eliminations.push_back({c, digit});
            const CellSet base = layout_.cells_at(side.from, places);
            const Constraint truth = Constraint::of(side.from, digit);
            const Constraint link = Constraint::of(side.into, digit);
            step.groups = {digit_group(Role::base, digit, base, truth)};
            step.cites = {{truth, Use::truth}, {link, Use::link}};
            if (deliver(std::move(step)) == Flow::stop) return Ending::limit_reached;
        }
        return Ending::exhausted;
    }

    Ending almost_locked(const Side& side, std::size_t k) {
        if (!layout_.is_full(side.into)) return Ending::exhausted;
        std::vector<Cell> outer;
        for (Cell c : layout_.cells(side.from) - layout_.cells(side.into))
            if (!state_.placed(c) && state_.candidates(c).size() >= 2 &&
                state_.candidates(c).size() <= k + 1)
                outer.push_back(c);
        std::vector<Cell> chosen;
        return choose_almost_locked(side, outer, k, 0, chosen);
    }

    bool one_house_holds(Cell cell, const CellSet& set) const {
        return std::ranges::any_of(layout_.seats(cell), [&](const HousePosition& seat) {
            return layout_.cells(seat.house).contains(set);
        });
    }

    Ending choose_almost_locked(const Side& side, const std::vector<Cell>& outer, std::size_t k,
                                std::size_t next, std::vector<Cell>& chosen) {
        if (chosen.size() == k) return report_almost_locked(side, chosen);
        for (std::size_t i = next; i < outer.size(); ++i) {
            if (!spend()) return Ending::out_of_budget;
            DigitSet digits = state_.candidates(outer[i]);
            for (Cell c : chosen) digits |= state_.candidates(c);
            if (digits.size() > k + 1) continue;
            chosen.push_back(outer[i]);
            const Ending ending = choose_almost_locked(side, outer, k, i + 1, chosen);
            if (ending != Ending::exhausted) return ending;
            chosen.pop_back();
        }
        return Ending::exhausted;
    }

    Ending report_almost_locked(const Side& side, const std::vector<Cell>& chosen) {
        const std::size_t k = chosen.size();
        DigitSet digits;
        for (Cell c : chosen) digits |= state_.candidates(c);
        if (digits.size() != k + 1) return Ending::exhausted;
        Mask confined = 0;
        for (Digit d : digits) {
            const Mask places = state_.positions(side.into, d);
            // A digit without a place in the crossing, or without one outside, is a simpler case.
            if ((places & side.shared_into) == 0 || (places & ~side.shared_into) == 0)
                return Ending::exhausted;
            confined |= places & ~side.shared_into;
        }
        if (bit_count(confined) != k) return Ending::exhausted;
        Step step = blank_step(query_.technique, k + 1);
        const CellSet inner = layout_.cells_at(side.into, confined);
        for (Cell c : inner)
            for (Digit d : state_.candidates(c) - digits) step.eliminations.push_back({c, d});
        CellSet losers = layout_.cells(side.from) - layout_.cells(side.into);
        for (Cell c : chosen) losers.reset(c);
        for (Digit d : digits)
            for (Cell c : losers& state_.cells(d)) step.eliminations.push_back({c, d});
        if (step.eliminations.empty()) return Ending::exhausted;
        for (Cell c : chosen) {
            step.groups.push_back(cell_group(state_, Role::base, c));
            step.cites.push_back({Constraint::of(c), Use::truth});
        }
        for (Digit d : digits) {
            const Constraint truth = Constraint::of(side.into, d);
            const CellSet places = layout_.cells_at(side.into, state_.positions(side.into, d));
            step.groups.push_back(digit_group(Role::base, d, places, truth));
            step.cites.push_back({truth, Use::truth});
            step.cites.push_back({Constraint::of(side.from, d), Use::link});
        }
        for (Cell c : inner) {
            Group group{Role::cover, {}, Constraint::of(c)};
            for (Digit d : state_.candidates(c) & digits) group.candidates.push_back({c, d});
            step.groups.push_back(std::move(group));
            step.cites.push_back({Constraint::of(c), Use::link});
        }
        return deliver(std::move(step)) == Flow::stop ? Ending::limit_reached : Ending::exhausted;
    }

    /// The values of some cells: all, and those of the cells outside the crossing on either side.
    struct Values {
        DigitSet all, first, second;

        /// How often they fit, where no two outer cells of different sides see each other.
        std::size_t fit() const { return all.size() + (first & second).size(); }
    };

    /// A cell that may be chosen, with its values and, outside the crossing, its side's.
    struct Member {
        Cell cell;
        Values values;
    };

    /// The open cells of two crossing houses, ascending, and what two of them come to.
    struct Sector {
        std::size_t number = 0;  // in Layout::crossings()
        const Intersection* crossing = nullptr;
        bool silent = true;  // nothing found so far
        bool apart = false;
        std::vector<Member> members;
        struct Pair {
            std::uint8_t all, fit;
        };
        std::vector<Pair> pairs;  // the first with the second, the third ...; the second with ...
    };

    /// Members by their numbers: two houses hold fewer than 64 cells.
    using Members = std::uint64_t;

    static Values together(const Values& a, const Values& b) {
        return {a.all | b.all, a.first | b.first, a.second | b.second};
    }

    void add_sector(std::size_t number, const Intersection& crossing) {
        Sector sector;
        sector.number = number;
        sector.crossing = &crossing;
        sector.apart = outer_cells_are_apart(crossing);
        const CellSet& first = layout_.cells(crossing.first);
        const CellSet& second = layout_.cells(crossing.second);
        for (Cell c : (first | second) & state_.open()) {
            const DigitSet digits = state_.candidates(c);
            sector.members.push_back({c,
                                      {digits, second.test(c) ? DigitSet{} : digits,
                                       first.test(c) ? DigitSet{} : digits}});
        }
        CLEW_INVARIANT(sector.members.size() < 64, "two houses of more than 63 cells");
        for (std::size_t i = 0; i < sector.members.size(); ++i)
            for (std::size_t j = i + 1; j < sector.members.size(); ++j) {
                const Values both = together(sector.members[i].values, sector.members[j].values);
                sector.pairs.push_back({static_cast<std::uint8_t>(both.all.size()),
                                        static_cast<std::uint8_t>(both.fit())});
            }
        sectors_.push_back(std::move(sector));
    }

    std::size_t most(std::size_t n) const {
        return query_.technique == Technique::sue_de_coq ? n : n + 1;
    }

    /// For sets of n: the members with few enough values, and which later ones go with each.
    void may_join(std::size_t n) {
        const std::size_t count = sector_->members.size();
        few_enough_ = 0;
        for (std::size_t i = 0; i < count; ++i)
            if (sector_->members[i].values.all.size() <= n) few_enough_ |= Members{1} << i;
        later_.assign(count, 0);
        std::size_t at = 0;
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = i + 1; j < count; ++j, ++at)
                if (sector_->pairs[at].all <= n &&
                    (!sector_->apart || sector_->pairs[at].fit <= most(n)))
                    later_[i] |= Members{1} << j;
    }

    bool outer_cells_are_apart(const Intersection& crossing) const {
        const CellSet& first = layout_.cells(crossing.first);
        const CellSet& second = layout_.cells(crossing.second);
        const CellSet other = second - first;
        for (Cell c : first - second)
            if (layout_.peers(c).intersects(other)) return false;
        return true;
    }

    // More cells never fit a value less often: once the values fit more than n times, and with
    // slack 1 once more, no choice of the other cells mends it. So a cell that cannot join the
    // chosen ones cannot join more of them either, and is left out further down; where fewer cells
    // are left than are wanted, the branch ends. Without the bound the search for Sue de Coqs of
    // six and seven cells took as long as all other rules together.
    Ending choose(std::size_t n, Members may, const Values& values) {
        const std::size_t at = chosen_.size();
        if (at == n) return report_counted();
        for (; at + bit_count(may) >= n; may &= may - 1) {
            if (!spend()) return Ending::out_of_budget;
            const auto i = static_cast<std::size_t>(std::countr_zero(may));
            const Member& member = sector_->members[i];
            Members further = may & later_[i];
            if (at + 1 + bit_count(further) < n) continue;
            const Values wider = together(values, member.values);
            if (at > 0 && at + 1 < n)
                for (Members left = further; left != 0; left &= left - 1) {
                    const auto j = static_cast<std::size_t>(std::countr_zero(left));
                    const Values widest = together(wider, sector_->members[j].values);
                    if (widest.all.size() > n || (sector_->apart && widest.fit() > most(n)))
                        further ^= Members{1} << j;
                }
            chosen_.push_back(member.cell);
            const Ending ending = choose(n, further, wider);
            if (ending != Ending::exhausted) return ending;
            chosen_.pop_back();
        }
        return Ending::exhausted;
    }

    Ending report_counted() {
        const CellSet set = layout_.set_of(chosen_);
        const CellSet& first = layout_.cells(sector_->crossing->first);
        const CellSet& second = layout_.cells(sector_->crossing->second);
        if (!set.intersects(sector_->crossing->shared) || first.contains(set) ||
            second.contains(set))
            return Ending::exhausted;
        const CountedCells counted{state_, chosen_};
        if (counted.slack() < 0 || name(counted) != query_.technique) return Ending::exhausted;
        if (!first_home(set)) return Ending::exhausted;
        std::optional<Step> step = counted.step(query_.technique);
        if (!step) return Ending::exhausted;
        return deliver(std::move(*step)) == Flow::stop ? Ending::limit_reached : Ending::exhausted;
    }

    static Technique name(const CountedCells& counted) {
        if (counted.slack() == 0) return Technique::sue_de_coq;
        if (counted.size() == 3)
            return counted.all_binary() ? Technique::xy_wing : Technique::xyz_wing;
        return counted.size() == 4 ? Technique::wxyz_wing : Technique::bent_set;
    }

    // True if no earlier crossing holds the set: each set is reported once, and lies in no house.
    bool first_home(const CellSet& set) const {
        for (const Intersection& x : layout_.crossings()) {
            if (&x == sector_->crossing) break;
            if (holds(layout_, x, set)) return false;
        }
        for (std::size_t h = 0; h < layout_.house_count(); ++h)
            if (layout_.cells(House{h}).contains(set)) return false;
        return true;
    }

  public:
    static bool holds(const Layout& layout, const Intersection& x, const CellSet& set) {
        const CellSet& first = layout.cells(x.first);
        const CellSet& second = layout.cells(x.second);
        return (first | second).contains(set) && set.intersects(x.shared) && !first.contains(set) &&
               !second.contains(set);
    }

  private:
    std::vector<Sector> sectors_;
    const Sector* sector_ = nullptr;
    Members few_enough_ = 0;
    std::vector<Members> later_;  // by member
    std::vector<Cell> chosen_;
};

Ending find_two_house(const State& state, const Query& query, const StepSink& sink) {
    Search search{state, query, sink};
    const std::size_t largest = largest_size(query, state.size());
    switch (query.technique) {
        case Technique::pointing:
        case Technique::claiming:
            return search.locked();
        case Technique::common_peers:
            return search.common_peers();
        case Technique::almost_locked_pair:
            return search.almost_locked(1);
        case Technique::almost_locked_triple:
            return search.almost_locked(2);
        case Technique::xyz_wing:
            return search.counted(3, 3);
        case Technique::wxyz_wing:
            return search.counted(4, 4);
        case Technique::bent_set:
            return search.counted(5, largest);
        default:
            return search.counted(3, largest);
    }
}

}  // namespace

Strategy two_house_strategy() { return {"two houses", techniques_found, Finder{find_two_house}}; }

bool fits_two_houses(const Layout& layout, const CellSet& cells) {
    return std::ranges::any_of(
        layout.crossings(), [&](const Intersection& x) { return Search::holds(layout, x, cells); });
}

}  // namespace clew::logic::inline strategies
