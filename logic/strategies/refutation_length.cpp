// A wave is all the singles of its moment. Trace makes them in order: naked ones by cell, then
// hidden ones by house and digit, but for those that one before has taken; and it lays whatever
// falls to the first placement that sees it. So the order of the placements says all there is to
// know: what a placement rests on is what its constraint has lost, and each of that on the first
// placement that sees it. Only what the conflict rests on is looked at.

#include "logic/strategies/refutation_length.hpp"

#include <algorithm>

#include "core/base/contract.hpp"

namespace clew::logic::inline strategies {

std::optional<TraceLength> RefutationLength::length(const Waves& waves,
                                                    std::size_t most_placements) {
    left_.clear();
    for (std::size_t d = 0; d < base_.size(); ++d) left_.push_back(base_.cells(Digit{d}));
    placed_.clear();
    std::size_t from = 0;
    std::size_t last_wave = 0;
    for (const std::size_t end : waves.ends) {
        last_wave = placed_.size();
        for (; from < end; ++from)
            placed_.push_back({waves.placed[from],
                               last_wave == 0 ? Constraint{} : reason_of(waves.placed[from])});
        std::sort(placed_.begin() + static_cast<std::ptrdiff_t>(last_wave), placed_.end());
        CellSet taken = layout_.none();
        std::size_t kept = last_wave;
        for (std::size_t i = last_wave; i < placed_.size(); ++i) {
            const auto [cell, digit] = placed_[i].candidate;
            if (taken.test(cell)) continue;
            taken.set(cell);
            if (!left_[digit.index()].test(cell)) continue;
            placed_[kept++] = placed_[i];
            place({cell, digit});
        }
        placed_.resize(kept);
    }
    list_conflicts(last_wave);
    CLEW_REQUIRE(!conflicts_.empty(), "RefutationLength: no conflict");
    std::optional<TraceLength> best;
    for (const Constraint& conflict : conflicts_) {
        const auto length = length_of(conflict, best ? best->placements : most_placements);
        if (length && (!best || *length < *best)) best = length;
    }
    return best;
}

// At the start of its wave.
Constraint RefutationLength::reason_of(Candidate single) const {
    bool naked = true;
    for (Digit d : base_.candidates(single.cell))
        naked = naked && (d == single.digit || !left_[d.index()].test(single.cell));
    if (naked) return Constraint::of(single.cell);
    for (const HousePosition& seat : layout_.seats(single.cell)) {
        if (!layout_.is_full(seat.house)) continue;
        CellSet others = left_[single.digit.index()] & layout_.cells(seat.house);
        others.reset(single.cell);
        if (others.empty()) return Constraint::of(seat.house, single.digit);
    }
    CLEW_INVARIANT(false, "RefutationLength: not a single");
    return {};
}

void RefutationLength::place(Candidate candidate) {
    for (Digit d : base_.candidates(candidate.cell))
        if (d != candidate.digit) left_[d.index()].reset(candidate.cell);
    left_[candidate.digit.index()] -= layout_.peers(candidate.cell);
}

// What has run out since the placements from this one on.
void RefutationLength::list_conflicts(std::size_t from) {
    conflicts_.clear();
    CellSet empty = base_.open();
    for (const CellSet& cells : left_) empty -= cells;
    for (Cell c : empty) conflicts_.push_back(Constraint::of(c));
    const auto look_at = [&](House h, Digit d) {
        if (layout_.is_full(h) && !left_[d.index()].intersects(layout_.cells(h)))
            conflicts_.push_back(Constraint::of(h, d));
    };
    DigitSet placed;
    for (std::size_t i = from; i < placed_.size(); ++i) placed.insert(placed_[i].candidate.digit);
    for (Digit d : placed)
        for (std::size_t h = 0; h < layout_.house_count(); ++h) look_at(House{h}, d);
    // The other digits have gone from the cells alone; two cells of a house may name it twice.
    for (std::size_t i = from; i < placed_.size(); ++i)
        for (Digit d : base_.candidates(placed_[i].candidate.cell) - placed)
            for (const HousePosition& seat : layout_.seats(placed_[i].candidate.cell))
                look_at(seat.house, d);
}

std::optional<TraceLength> RefutationLength::length_of(const Constraint& conflict,
                                                       std::size_t most_placements) {
    needed_.assign(placed_.size(), 0);
    counted_.assign(base_.size(), layout_.none());
    lines_ = 0;
    std::size_t placements = 0;
    need(conflict, std::nullopt);
    needed_[0] = 1;  // the assumption, even where nothing rests on it
    for (std::size_t i = placed_.size(); i-- > 0;) {
        if (needed_[i] == 0) continue;
        if (++placements > most_placements) return std::nullopt;
        if (i > 0) need(placed_[i].by, placed_[i].candidate);
    }
    return TraceLength{placements, lines_ + placements};
}

// All that the constraint has lost, which is all but one.
void RefutationLength::need(const Constraint& constraint, std::optional<Candidate> but) {
    if (constraint.kind == Constraint::Kind::cell) {
        for (Digit d : base_.candidates(constraint.cell))
            if (!but || but->digit != d) need({constraint.cell, d});
    } else {
        for (Cell c : layout_.cells(constraint.house) & base_.cells(constraint.digit))
            if (!but || but->cell != c) need({c, constraint.digit});
    }
}

void RefutationLength::need(Candidate fallen) {
    CellSet& counted = counted_[fallen.digit.index()];
    if (counted.test(fallen.cell)) return;
    counted.set(fallen.cell);
    ++lines_;
    for (std::size_t i = 0; i < placed_.size(); ++i) {
        const auto [cell, digit] = placed_[i].candidate;
        if (digit == fallen.digit ? !layout_.peers(cell).test(fallen.cell) : cell != fallen.cell)
            continue;
        needed_[i] = 1;
        return;
    }
}

}  // namespace clew::logic::inline strategies
