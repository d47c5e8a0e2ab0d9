// Base cells, two or three of them. A choice of a candidate for each is impossible if two that see
// each other would hold the same digit, or if a cell outside, the excluder, would have no candidate
// left: each of its candidates is chosen for a base cell that it sees. A candidate goes if every
// choice with it is impossible.
//
// Excluders have two candidates at least and as many as base cells at most; base cells have two at
// least. Triples tell what no pair does. All sets of cells are looked at; most candidates of most
// sets stand as soon as one choice with them is looked at.

#include "logic/strategies/aligned.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "logic/strategies/citing.hpp"
#include "logic/strategies/finding.hpp"

namespace clew::logic {
namespace {

constexpr std::array techniques_found{Technique::aligned_pair_exclusion,
                                      Technique::aligned_triple_exclusion};

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        if (query_.technique == Technique::aligned_triple_exclusion) {
            const Ending ending = sets(2);
            if (ending != Ending::exhausted) return ending;
            return sets(3);
        }
        return sets(2);
    }

  private:
    /// A cell outside, and what it sees of the base.
    struct Excluder {
        Cell cell;
        DigitSet digits;
        unsigned sees = 0;  // bit b: base cell b
    };
    /// Why a choice is impossible: two equal digits, or a cell that has none left.
    struct Why {
        std::optional<Cell> excluder;
        std::vector<std::pair<std::size_t, Digit>> used;
    };
    using Reasons = std::vector<Why>;

    Ending sets(std::size_t size) {
        std::vector<Cell> usable;
        excluders_.clear();
        for (Cell c : state_.open()) {
            const std::size_t digits = state_.candidates(c).size();
            if (digits >= 2) usable.push_back(c);
            if (digits >= 2 && digits <= size) excluders_.push_back(c);
        }
        size_ = size;
        for (std::size_t i = 0; i < usable.size(); ++i)
            for (std::size_t j = i + 1; j < usable.size(); ++j) {
                base_ = {usable[i], usable[j], Cell{}};
                if (size == 2) {
                    const Ending ending = base();
                    if (ending != Ending::exhausted) return ending;
                    continue;
                }
                for (std::size_t k = j + 1; k < usable.size(); ++k) {
                    base_[2] = usable[k];
                    const Ending ending = base();
                    if (ending != Ending::exhausted) return ending;
                }
            }
        return Ending::exhausted;
    }

    bool in_base(Cell cell) const {
        return std::find(base_.begin(), base_.begin() + static_cast<long>(size_), cell) !=
               base_.begin() + static_cast<long>(size_);
    }

    Ending base() {
        if (nodes_ == 0) return Ending::out_of_budget;
        --nodes_;
        beside_.clear();
        DigitSet digits;
        for (std::size_t b = 0; b < size_; ++b) {
            digits_[b] = state_.candidates(base_[b]);
            digits |= digits_[b];
        }
        for (Cell e : excluders_) {
            Excluder excluder{e, state_.candidates(e)};
            if (!digits.contains(excluder.digits) || in_base(e)) continue;
            for (std::size_t b = 0; b < size_; ++b)
                if (layout_.peers(e).test(base_[b])) excluder.sees |= 1U << b;
            if (static_cast<std::size_t>(std::popcount(excluder.sees)) >= excluder.digits.size())
                beside_.push_back(excluder);
        }
        if (beside_.empty()) return Ending::exhausted;
        // A pair on the way to triples is noted, not told.
        const bool note = size_ == 2 && query_.technique != Technique::aligned_pair_exclusion;
        Step step = blank_step(query_.technique, size_);
        for (std::size_t b = 0; b < size_; ++b)
            for (Digit d : digits_[b]) {
                const Candidate candidate{base_[b], d};
                if (size_ == 3 && std::ranges::count(noted_, candidate) > 0) continue;
                choice_ = {};
                choice_[b] = d;
                if (!impossible(0, nullptr)) continue;
                if (note) {
                    noted_.push_back(candidate);
                    continue;
                }
                Reasons reasons;
                impossible(0, &reasons);
                step.eliminations.push_back(candidate);
                cite(step, b, reasons);
            }
        if (step.eliminations.empty()) return Ending::exhausted;
        for (std::size_t b = 0; b < size_; ++b)
            step.groups.push_back(cell_group(state_, Role::base, base_[b]));
        CellSet used = layout_.none();
        for (const Citation& c : step.cites)
            if (c.constraint.kind == Constraint::Kind::cell && !in_base(c.constraint.cell))
                used.set(c.constraint.cell);
        for (Cell c : used) step.groups.push_back(cell_group(state_, Role::wing, c));
        return deliver(std::move(step)) == Flow::stop ? Ending::limit_reached : Ending::exhausted;
    }

    // Is every way to complete the choice impossible?
    bool impossible(std::size_t next, Reasons* reasons) {
        if (excluded(reasons)) return true;
        while (next < size_ && choice_[next]) ++next;
        if (next == size_) return false;
        for (Digit d : digits_[next]) {
            choice_[next] = d;
            const bool gone = impossible(next + 1, reasons);
            choice_[next].reset();
            if (!gone) return false;
        }
        return true;
    }

    // Are the digits chosen so far impossible together?
    bool excluded(Reasons* reasons) const {
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t j = i + 1; j < size_; ++j) {
                if (!choice_[i] || choice_[i] != choice_[j]) continue;
                if (!layout_.peers(base_[i]).test(base_[j])) continue;
                if (reasons != nullptr)
                    reasons->push_back({std::nullopt, {{i, *choice_[i]}, {j, *choice_[j]}}});
                return true;
            }
        for (const Excluder& excluder : beside_) {
            DigitSet left = excluder.digits;
            for (std::size_t b = 0; b < size_; ++b)
                if (choice_[b] && (excluder.sees >> b & 1U) != 0) left.erase(*choice_[b]);
            if (!left.empty()) continue;
            if (reasons != nullptr) {
                Why why{excluder.cell, {}};
                for (std::size_t b = 0; b < size_; ++b)
                    if (choice_[b] && (excluder.sees >> b & 1U) != 0 &&
                        excluder.digits.contains(*choice_[b]))
                        why.used.emplace_back(b, *choice_[b]);
                reasons->push_back(std::move(why));
            }
            return true;
        }
        return false;
    }

    void cite(Step& step, std::size_t victim, const Reasons& reasons) const {
        for (std::size_t b = 0; b < size_; ++b)
            if (b != victim) step.cites.push_back({Constraint::of(base_[b]), Use::truth});
        for (const Why& why : reasons) {
            if (!why.excluder) {
                const House house = *layout_.common_house(base_[why.used.front().first],
                                                          base_[why.used.back().first]);
                step.cites.push_back({Constraint::of(house, why.used.front().second), Use::link});
                continue;
            }
            step.cites.push_back({Constraint::of(*why.excluder), Use::truth});
            for (const auto& [b, d] : why.used)
                step.cites.push_back(
                    {Constraint::of(*layout_.common_house(*why.excluder, base_[b]), d), Use::link});
        }
    }

    std::vector<Cell> excluders_;
    std::size_t size_ = 2;
    std::array<Cell, 3> base_{};
    std::array<DigitSet, 3> digits_{};
    std::array<std::optional<Digit>, 3> choice_{};
    std::vector<Excluder> beside_;
    std::vector<Candidate> noted_;  // what pairs eliminate
};

Ending find_aligned(const State& state, const Query& query, const StepSink& sink) {
    return Search{state, query, sink}.run();
}

}  // namespace

Strategy aligned_strategy() { return {"aligned", techniques_found, Finder{find_aligned}}; }

}  // namespace clew::logic
