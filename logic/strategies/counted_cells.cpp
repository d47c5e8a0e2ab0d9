#include "logic/strategies/counted_cells.hpp"

#include <algorithm>
#include <bit>

#include "core/base/bit_count.hpp"
#include "core/base/contract.hpp"
#include "logic/strategies/citing.hpp"

namespace clew::logic::inline strategies {

CountedCells::CountedCells(const State& state, std::span<const Cell> cells)
    : state_(state), size_(cells.size()) {
    CLEW_REQUIRE(size_ >= 1 && size_ <= max_cells_counted, "CountedCells: too many cells");
    for (std::size_t i = 0; i < size_; ++i) {
        cells_[i] = cells[i];
        for (std::size_t j = 0; j < size_; ++j)
            if (state.geometry().sees(cells[i], cells[j])) sees_[i] |= Part{1} << j;
        for (Digit d : state.candidates(cells[i])) holders_[d.index()] |= Part{1} << i;
        values_ |= state.candidates(cells[i]);
    }
    slack_ = slack_of((Part{1} << size_) - 1);
}

bool CountedCells::all_binary() const {
    return std::all_of(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(size_),
                       [&](Cell c) { return state_.candidates(c).size() == 2; });
}

// The largest independent set among the holders: branch on the lowest cell, in or out.
int CountedCells::fit(Part holders) const {
    if (holders == 0) return 0;
    const auto lowest = static_cast<std::size_t>(std::countr_zero(holders));
    const Part rest = holders & (holders - 1);
    const int with = 1 + fit(rest & ~sees_[lowest]);
    if ((rest & sees_[lowest]) == 0) return with;  // nobody is in its way
    return std::max(with, fit(rest));
}

int CountedCells::slack_of(Part part) const {
    int sum = -static_cast<int>(bit_count(part));
    for (Digit d : values_) sum += fit(holders(d) & part);
    return sum;
}

CountedCells::Part CountedCells::seen_from(Cell cell) const {
    Part seen = 0;
    for (std::size_t i = 0; i < size_; ++i)
        if (state_.geometry().sees(cell, cells_[i])) seen |= Part{1} << i;
    return seen;
}

bool CountedCells::proves(Part part, Candidate candidate, Part seen) const {
    const Part at = holders(candidate.digit) & part;
    return fit(at) - fit(at & ~seen) > slack_of(part);
}

std::vector<Candidate> CountedCells::eliminations() const {
    std::vector<Candidate> found;
    if (slack_ < 0) return found;
    const Part all = (Part{1} << size_) - 1;
    CellSet own = state_.layout().none();
    for (std::size_t i = 0; i < size_; ++i) own.set(cells_[i]);
    for (Digit d : values_) {
        const int most = fit(holders(d));
        if (most <= slack_) continue;
        CellSet victims = state_.layout().none();
        for (std::size_t i = 0; i < size_; ++i)
            if ((holders(d) >> i & 1U) != 0) victims |= state_.layout().peers(cells_[i]);
        victims &= state_.cells(d);
        victims -= own;
        for (Cell victim : victims) {
            const Part seen = seen_from(victim);
            if (most - fit(holders(d) & ~seen) <= slack_) continue;
            bool smaller = false;
            for (Part part = (all - 1) & all; part != 0 && !smaller; part = (part - 1) & all)
                smaller = proves(part, {victim, d}, seen);
            if (!smaller) found.push_back({victim, d});
        }
    }
    std::ranges::sort(found);
    return found;
}

CellSet CountedCells::cells_of(Part part) const {
    CellSet set = state_.layout().none();
    for (; part != 0; part &= part - 1)
        set.set(cells_[static_cast<std::size_t>(std::countr_zero(part))]);
    return set;
}

// Why the digit fits into these cells no more often than it does: as many houses, together holding
// all the cells; if no such choice exists (cells that see each other pairwise but by different
// houses), every pair's house.
void CountedCells::cite_fit(Step& step, Digit d, Part holders) const {
    const Layout& layout = state_.layout();
    const CellSet at = cells_of(holders);
    std::vector<House> chosen;
    const auto cover = [&](const auto& self, const CellSet& left, int allowed) -> bool {
        if (left.empty()) return true;
        if (allowed == 0) return false;
        const Cell next = left.first();
        CellSet alone = left;
        alone.reset(next);
        for (const HousePosition& seat : layout.seats(next)) {
            const CellSet rest = left - layout.cells(seat.house);
            if (rest == alone) continue;  // holds nobody else: no house is needed for it
            chosen.push_back(seat.house);
            if (self(self, rest, allowed - 1)) return true;
            chosen.pop_back();
        }
        return self(self, alone, allowed - 1);
    };
    if (cover(cover, at, fit(holders))) {
        for (House h : chosen) step.cites.push_back({Constraint::of(h, d), Use::link});
        return;
    }
    for (Cell a : at)
        for (Cell b : at)
            if (a < b)
                if (const auto h = layout.common_house(a, b))
                    step.cites.push_back({Constraint::of(*h, d), Use::link});
}

std::optional<Step> CountedCells::step(Technique name) const {
    Step step = blank_step(name, size_);
    step.eliminations = eliminations();
    if (step.eliminations.empty()) return std::nullopt;
    explain(step);
    return step;
}

void CountedCells::explain(Step& step) const {
    const std::vector<Candidate>& eliminations = step.eliminations;
    const Layout& layout = state_.layout();
    const Part all = (Part{1} << size_) - 1;
    std::size_t pivot = size_;
    if (slack_ > 0)
        for (std::size_t i = size_; i-- > 0;)
            if (sees_[i] == (all & ~(Part{1} << i))) pivot = i;
    for (std::size_t i = 0; i < size_; ++i) {
        const Role role = i == pivot ? Role::pivot : slack_ == 0 ? Role::base : Role::wing;
        step.groups.push_back(cell_group(state_, role, cells_[i]));
        step.cites.push_back({Constraint::of(cells_[i]), Use::truth});
    }
    // For a candidate that goes: why every other value fits no more often than it does, and why its
    // own value, were the candidate true, would fit no more often into the cells it does not see.
    for (Digit d : values_) {
        const auto other = [d](Candidate c) { return c.digit != d; };
        if (std::ranges::any_of(eliminations, other)) cite_fit(step, d, holders(d));
        cite_victims(step, layout, d, eliminations, cells_of(holders(d)));
        for (Candidate c : eliminations)
            if (c.digit == d) cite_fit(step, d, holders(d) & ~seen_from(c.cell));
    }
    // In a larger set nobody argues from the pivot to one wing after the other.
    if (pivot == size_ || size_ > 4) return;
    for (std::size_t i = 0; i < size_; ++i) {
        if (i == pivot) continue;
        const DigitSet common = state_.candidates(cells_[pivot]) & state_.candidates(cells_[i]);
        if (common.empty()) continue;
        const auto house = layout.common_house(cells_[pivot], cells_[i]);
        step.links.push_back({pivot, i, LinkKind::weak, Constraint::of(*house, common.first())});
    }
}

}  // namespace clew::logic::inline strategies
