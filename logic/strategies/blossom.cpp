// Blossom: a stem cell and an almost locked set for each of its digits. The death blossom.
//
// Whatever the stem cell holds, it takes that digit from the petal that belongs to it, an almost
// locked set all of whose places for the digit see the stem; the petal is then locked and holds
// each of its other digits. A digit z that all petals share goes from what sees all its places in
// all of them. Stems of two digits are chains (ALS-XY-wing) and left to those.
//
// One candidate z at a time: it goes if every digit of the stem has a petal all of whose places for
// z it sees. Of several petals the smallest is told, the first in order among equals; whatever else
// sees these petals goes in the same step. From where all of a petal's places for a digit are seen
// is made out once for all stems; where no cell sees a petal for every digit of the stem, nothing
// more is looked for.

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "core/base/bit_count.hpp"
#include "logic/strategies/almost_locked.hpp"
#include "logic/strategies/citing.hpp"
#include "logic/strategies/finding.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{Technique::death_blossom};

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        const std::size_t petals = largest_size(query_, state_.size());
        const auto sets = almost_locked_sets(state_, std::min<std::size_t>(5, state_.size() - 1));
        prepare(*sets);
        for (Cell stem : state_.open()) {
            const std::size_t digits = state_.candidates(stem).size();
            if (digits < 3 || digits > petals) continue;
            const Ending ending = from(stem);
            if (ending != Ending::exhausted) return ending;
        }
        return Ending::exhausted;
    }

  private:
    /// An almost locked set with one of its digits.
    struct Place {
        const AlmostLocked* set;
        std::size_t first;  // of its digits, in seen_
        CellSet seen_from;  // the cells that see all its places for the digit
    };

    void prepare(const std::vector<AlmostLocked>& sets) {
        places_.assign(state_.size(), {});
        for (const AlmostLocked& set : sets) {
            const std::size_t first = seen_.size();
            for (Digit d : set.digits) {
                const CellSet seen = layout_.common_peers(set.cells & state_.cells(d));
                seen_.push_back(seen);
                places_[d.index()].push_back({&set, first, seen});
            }
        }
    }

    /// The cells that see all places of a digit in a petal. Requires that it has the digit.
    const CellSet& seen_from(const Place& petal, Digit digit) const {
        const std::uint32_t before = petal.set->digits.bits() & ((1U << digit.index()) - 1);
        return seen_[petal.first + bit_count(before)];
    }

    Ending from(Cell stem) {
        const DigitSet digits = state_.candidates(stem);
        std::vector<std::vector<const Place*>> petals;           // by digit of the stem, in order
        std::vector<CellSet> may(state_.size(), layout_.all());  // by z: what sees petals for all
        for (Digit d : digits) {
            std::vector<const Place*> of;
            std::vector<CellSet> sees(state_.size(), layout_.none());
            for (const Place& place : places_[d.index()]) {
                if (!place.seen_from.test(stem) || place.set->cells.test(stem)) continue;
                of.push_back(&place);
                for (Digit z : place.set->digits)
                    if (z != d) sees[z.index()] |= seen_from(place, z);
            }
            if (of.empty()) return Ending::exhausted;
            petals.push_back(std::move(of));
            for (std::size_t z = 0; z < may.size(); ++z) may[z] &= sees[z];
        }
        for (std::size_t i = 0; i < state_.size(); ++i) {
            const Digit z{i};
            std::set<std::vector<const AlmostLocked*>> told;
            for (Cell victim : state_.cells(z) & may[i]) {
                if (state_.placed(victim) || victim == stem) continue;
                if (!spend()) return Ending::out_of_budget;
                std::vector<const AlmostLocked*> chosen;
                for (const auto& of : petals) {
                    const auto petal = std::ranges::find_if(of, [&](const Place* place) {
                        return place->set->digits.contains(z) && seen_from(*place, z).test(victim);
                    });
                    chosen.push_back((*petal)->set);
                }
                if (!told.insert(chosen).second) continue;
                if (tell(stem, z, chosen) == Flow::stop) return Ending::limit_reached;
            }
        }
        return Ending::exhausted;
    }

    Flow tell(Cell stem, Digit z, const std::vector<const AlmostLocked*>& petals) const {
        Step step = blank_step(query_.technique, petals.size());
        CellSet places = layout_.none();
        for (const AlmostLocked* petal : petals) places |= petal->cells & state_.cells(z);
        step.groups.push_back(cell_group(state_, Role::pivot, stem));
        step.cites.push_back({Constraint::of(stem), Use::truth});
        std::size_t at = 0;
        for (Digit d : state_.candidates(stem)) {
            const AlmostLocked& petal = *petals[at++];
            Group group{Role::locked, {}, std::nullopt};
            for (Cell c : petal.cells) {
                step.cites.push_back({Constraint::of(c), Use::truth});
                for (Digit e : state_.candidates(c)) group.candidates.push_back({c, e});
            }
            for (Digit e : petal.digits)
                if (e != z && e != d)
                    step.cites.push_back({Constraint::of(petal.house, e), Use::link});
            const CellSet taken = petal.cells & state_.cells(d);
            cite_links(step, layout_, d, stem, taken);
            step.links.push_back({0, step.groups.size(), LinkKind::weak,
                                  Constraint::of(*layout_.common_house(stem, taken.first()), d)});
            step.groups.push_back(std::move(group));
        }
        step.groups.push_back(digit_group(Role::wing, z, places));
        for (Cell c : layout_.common_peers(places) & state_.cells(z))
            if (c != stem) step.eliminations.push_back({c, z});
        for (Candidate lost : step.eliminations) cite_links(step, layout_, z, lost.cell, places);
        return deliver(std::move(step));
    }

    std::vector<CellSet> seen_;               // by set, then digit
    std::vector<std::vector<Place>> places_;  // by digit, smaller sets first
};

}  // namespace

Strategy blossom_strategy() { return {"blossom", techniques_found, run_search<Search>}; }

}  // namespace clew::logic::inline strategies
