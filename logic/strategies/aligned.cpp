// Aligned exclusion: what two or three cells cannot hold together, combination by combination,
// since another cell that sees them would have no digit left.
//
// Base cells, two or three of them. A choice of a candidate for each is impossible if two that see
// each other would hold the same digit, or if a cell outside, the excluder, would have no candidate
// left: each of its candidates is chosen for a base cell that it sees. A candidate goes if every
// choice with it is impossible.
//
// Excluders have two candidates at least and as many as base cells at most; base cells have two at
// least. Triples tell what no pair does. All sets of cells are looked at; most candidates of most
// sets stand as soon as one choice with them is looked at. For triples, what two cells rule out
// between them is made out beforehand, pair by pair: a set of digits is one word, and most triples
// cost a few of them.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/bit_count.hpp"
#include "logic/strategies/citing.hpp"
#include "logic/strategies/finding.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{Technique::aligned_pair_exclusion,
                                      Technique::aligned_triple_exclusion};

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        noted_.assign(state_.cell_count(), {});
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
        std::vector<Cell>& usable = usable_;
        usable.clear();
        excluders_.clear();
        for (Cell c : state_.open()) {
            const std::size_t digits = state_.candidates(c).size();
            if (digits >= 2) usable.push_back(c);
            if (digits >= 2 && digits <= size) excluders_.push_back(c);
        }
        size_ = size;
        if (size == 3) note_pairs();
        for (std::size_t i = 0; i < usable.size(); ++i)
            for (std::size_t j = i + 1; j < usable.size(); ++j) {
                base_ = {usable[i], usable[j], Cell{}};
                if (size == 2) {
                    const Ending ending = base();
                    if (ending != Ending::exhausted) return ending;
                    continue;
                }
                for (std::size_t k = j + 1; k < usable.size(); ++k) {
                    if (nodes_ == 0) return Ending::out_of_budget;
                    if (!may_rule_out({i, j, k})) {
                        --nodes_;
                        continue;
                    }
                    base_[2] = usable[k];
                    const Ending ending = base();
                    if (ending != Ending::exhausted) return ending;
                }
            }
        return Ending::exhausted;
    }

    DigitSet& barred(std::size_t i, std::size_t j, Digit d) {
        std::uint32_t& block = block_of_[i * usable_.size() + j];
        if (block == 0) {
            barred_.resize(barred_.size() + state_.size());
            block = static_cast<std::uint32_t>(barred_.size() / state_.size());
        }
        return barred_[(block - 1) * state_.size() + d.index()];
    }

    // What two cells rule out between them: equal digits, and both digits of an excluder.
    void note_pairs() {
        block_of_.assign(usable_.size() * usable_.size(), 0);
        barred_.clear();
        threes_ = layout_.none();
        CellSet twos = layout_.none();
        for (Cell e : excluders_) (state_.candidates(e).size() == 3 ? threes_ : twos).set(e);
        for (std::size_t i = 0; i < usable_.size(); ++i)
            for (std::size_t j = 0; j < usable_.size(); ++j) {
                if (i == j) continue;
                const DigitSet first = state_.candidates(usable_[i]);
                const DigitSet second = state_.candidates(usable_[j]);
                if (layout_.peers(usable_[i]).test(usable_[j]))
                    for (Digit d : first& second) barred(i, j, d).insert(d);
                for (Cell e : layout_.peers(usable_[i]) & layout_.peers(usable_[j]) & twos)
                    for (Digit d : state_.candidates(e) & first) {
                        const DigitSet other = (state_.candidates(e) - DigitSet{d}) & second;
                        if (!other.empty()) barred(i, j, d).insert(other.first());
                    }
            }
    }

    // Whether any candidate of the three cells, given by their numbers, may go: false only if for
    // each of them there is a choice with it that nothing rules out.
    bool may_rule_out(const std::array<std::size_t, 3>& cells) const {
        std::array<std::array<const DigitSet*, 3>, 3> barring{};
        bool any = false;
        for (std::size_t a = 0; a < 3; ++a)
            for (std::size_t b = 0; b < 3; ++b) {
                const std::uint32_t block = block_of_[cells[a] * usable_.size() + cells[b]];
                if (block == 0) continue;
                barring[a][b] = &barred_[(block - 1) * state_.size()];
                any = true;
            }
        const CellSet common = layout_.peers(usable_[cells[0]]) & layout_.peers(usable_[cells[1]]) &
                               layout_.peers(usable_[cells[2]]) & threes_;
        const bool threes = !common.empty();
        if (!any && !threes) return false;
        std::array<DigitSet, 3> digits;
        for (std::size_t a = 0; a < 3; ++a) digits[a] = state_.candidates(usable_[cells[a]]);
        const auto left = [&](std::size_t a, Digit d, std::size_t b) {
            return barring[a][b] == nullptr ? digits[b] : digits[b] - barring[a][b][d.index()];
        };
        const auto stands = [&](std::size_t a, Digit d) {
            const std::size_t b = a == 0 ? 1 : 0;
            const std::size_t c = 3 - a - b;
            const DigitSet beside = left(a, d, c);
            for (Digit e : left(a, d, b)) {
                const DigitSet rest = beside & left(b, e, c);
                if (!threes && !rest.empty()) return true;
                for (Digit f : rest) {
                    const DigitSet three = DigitSet{d} | DigitSet{e} | DigitSet{f};
                    bool excluded = false;
                    for (Cell x : common) excluded = excluded || state_.candidates(x) == three;
                    if (!excluded) return true;
                }
            }
            return false;
        };
        for (std::size_t a = 0; a < 3; ++a)
            for (Digit d : digits[a] - noted_[usable_[cells[a]].index()])
                if (!stands(a, d)) return true;
        return false;
    }

    bool in_base(Cell cell) const {
        return std::find(base_.begin(), base_.begin() + static_cast<long>(size_), cell) !=
               base_.begin() + static_cast<long>(size_);
    }

    Ending base() {
        if (!spend()) return Ending::out_of_budget;
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
            if (bit_count(std::uint32_t{excluder.sees}) >= excluder.digits.size())
                beside_.push_back(excluder);
        }
        if (beside_.empty()) return Ending::exhausted;
        // A pair on the way to triples is noted, not told.
        const bool note = size_ == 2 && query_.technique != Technique::aligned_pair_exclusion;
        Step step = blank_step(query_.technique, size_);
        for (std::size_t b = 0; b < size_; ++b)
            for (Digit d : digits_[b]) {
                const Candidate candidate{base_[b], d};
                if (size_ == 3 && noted_[base_[b].index()].contains(d)) continue;
                choice_ = {};
                choice_[b] = d;
                if (!impossible(0, nullptr)) continue;
                if (note) {
                    noted_[base_[b].index()].insert(d);
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
    std::vector<Cell> usable_;
    std::vector<DigitSet> noted_;  // by cell: what pairs eliminate
    // For two of the usable cells, a block by digit of the first: what the second cannot hold
    // beside it. 0 where there is none, otherwise its number + 1.
    std::vector<std::uint32_t> block_of_;
    std::vector<DigitSet> barred_;
    CellSet threes_;  // excluders with three digits
};

}  // namespace

Strategy aligned_strategy() { return {"aligned", techniques_found, run_search<Search>}; }

}  // namespace clew::logic::inline strategies
