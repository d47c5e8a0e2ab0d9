// Whatever the stem cell holds, it takes that digit from the petal that belongs to it, an almost
// locked set all of whose places for the digit see the stem; the petal is then locked and holds
// each of its other digits. A digit z that all petals share goes from what sees all its places in
// all of them. Stems of two digits are chains (ALS-XY-wing) and left to those.
//
// One candidate z at a time: it goes if every digit of the stem has a petal all of whose places for
// z it sees. Of several petals the smallest is told, the first in order among equals; whatever else
// sees these petals goes in the same step.

#include "logic/strategies/blossom.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "logic/strategies/almost_locked.hpp"
#include "logic/strategies/citing.hpp"
#include "logic/strategies/finding.hpp"

namespace clew::logic {
namespace {

constexpr std::array techniques_found{Technique::death_blossom};

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        const std::size_t petals =
            query_.max_size != 0 ? query_.max_size : default_size(query_.technique, state_.size());
        const auto sets = almost_locked_sets(state_, std::min<std::size_t>(5, state_.size() - 1));
        for (Cell stem : state_.open()) {
            const std::size_t digits = state_.candidates(stem).size();
            if (digits < 3 || digits > petals) continue;
            const Ending ending = from(stem, *sets);
            if (ending != Ending::exhausted) return ending;
        }
        return Ending::exhausted;
    }

  private:
    Ending from(Cell stem, const std::vector<AlmostLocked>& sets) {
        const DigitSet digits = state_.candidates(stem);
        std::vector<std::vector<const AlmostLocked*>> petals;  // by digit of the stem, in order
        for (Digit d : digits) {
            std::vector<const AlmostLocked*> of;
            for (const AlmostLocked& set : sets)
                if (set.digits.contains(d) && !set.cells.test(stem) &&
                    layout_.peers(stem).contains(set.cells & state_.cells(d)))
                    of.push_back(&set);
            if (of.empty()) return Ending::exhausted;
            petals.push_back(std::move(of));
        }
        for (std::size_t i = 0; i < state_.size(); ++i) {
            const Digit z{i};
            std::set<std::vector<const AlmostLocked*>> told;
            for (Cell victim : state_.cells(z)) {
                if (state_.placed(victim) || victim == stem) continue;
                if (nodes_ == 0) return Ending::out_of_budget;
                --nodes_;
                std::vector<const AlmostLocked*> chosen;
                std::size_t at = 0;
                for (Digit d : digits) {
                    const auto& of = petals[at++];
                    const auto petal = std::ranges::find_if(of, [&](const AlmostLocked* set) {
                        return d != z && set->digits.contains(z) &&
                               layout_.peers(victim).contains(set->cells & state_.cells(z));
                    });
                    if (petal == of.end()) break;
                    chosen.push_back(*petal);
                }
                if (chosen.size() != digits.size() || !told.insert(chosen).second) continue;
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
};

Ending find_blossoms(const State& state, const Query& query, const StepSink& sink) {
    return Search{state, query, sink}.run();
}

}  // namespace

Strategy blossom_strategy() { return {"blossom", techniques_found, Finder{find_blossoms}}; }

}  // namespace clew::logic
