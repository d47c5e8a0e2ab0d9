// A correction set [Gamba2021] is what an assignment violates. The smaller the better: small ones
// have little in common, and so many that are apart, that greedy packing alone proves of most
// claims that they need ten or twenty constraints.
//
// They are found by local search with weights [Morris1993]: some violated constraint
// is mended by the change that leaves the least weight violated, and what stays violated grows in
// weight at each change. The weights push what is violated, mostly four to eight constraints,
// across the whole board; every assignment on the way that violates few constraints is kept, for
// all claims that it denies, some 35 at a time. On a hard puzzle with 220 open constraints 0.1 s of
// it bound the claims by 17 in the median.
//
// Tried and lost: correction sets that cannot be smaller, from a SAT session in which one
// constraint after the other is added as long as it can be (9 ms each: 7 s for bounds of 15 in the
// median); plain random walks from a solution (they stay near it: 4 in the median); those that the
// search for arguments meets by itself (a fifth fewer nodes, each of twice the time).

#include "explain/smallest/corrections.hpp"

#include <algorithm>
#include <utility>

namespace clew::explain {

using logic::State;
using logic::Truth;
using logic::Use;

namespace {

constexpr std::size_t widest = 8;             // constraints that a correction violates at most
constexpr std::size_t most_records = 20'000;  // of all claims together
constexpr std::size_t most_of_claim = 700;    // but for those that raise its bound
constexpr std::uint32_t first_weight = 4;
constexpr std::uint32_t packed_weight = 12;  // of constraints that the bound counts already
constexpr std::uint32_t more_weight = 2;     // at each change, where violated

}  // namespace

void Corrections::clear() { records_.clear(); }

void Corrections::follow(const State& state, const Instance& instance) {
    instance_ = &instance;
    size_ = state.size();
    const std::size_t words = (state.cell_count() * size_ + 63) / 64;
    std::vector<std::uint64_t> left(words);
    placed_.assign(words, 0);
    for (std::size_t i = 0; i < state.cell_count(); ++i)
        for (const Digit d : state.candidates(Cell{i})) {
            const std::size_t at = slot({Cell{i}, d});
            left[at / 64] |= std::uint64_t{1} << (at % 64);
            if (state.placed(Cell{i})) placed_[at / 64] |= std::uint64_t{1} << (at % 64);
        }
    std::erase_if(records_, [&](Record& record) {
        for (std::size_t w = 0; w < words; ++w)
            if ((record.held[w] & ~left[w]) != 0 || (placed_[w] & ~record.held[w]) != 0)
                return true;
        for (std::size_t i = 0; i < record.ways.size(); ++i) {
            const auto k = instance.number(record.constraints[i]);
            if (!k) return true;
            record.ways[i].constraint = static_cast<std::uint16_t>(*k);
        }
        return false;
    });
    known_.assign(2 * instance.candidate_count(), {});
    for (Known& known : known_) known.packed.resize((instance.constraint_count() + 63) / 64);
    can_hold_.clear();
    for (std::size_t v = 0; v < instance.candidate_count(); ++v)
        can_hold_.push_back(possible_.digits[instance.candidate(v).cell.index()].contains(
            instance.candidate(v).digit));
    holds_.assign(instance.candidate_count(), 0);
    count_.assign(instance.constraint_count(), 0);
    place_of_.assign(instance.constraint_count(), -1);
    broken_.clear();
    std::ranges::stable_sort(records_, {}, [](const Record& record) { return record.ways.size(); });
    std::vector<std::size_t> slots;
    for (std::size_t v = 0; v < instance.candidate_count(); ++v)
        slots.push_back(slot(instance.candidate(v)));
    for (std::size_t r = 0; r < records_.size(); ++r)
        for (std::size_t v = 0; v < slots.size(); ++v) {
            const bool held = ((records_[r].held[slots[v] / 64] >> (slots[v] % 64)) & 1U) != 0;
            if (held != can_hold_[v])
                file(2 * v + (held ? 0U : 1U), records_[r], static_cast<std::uint32_t>(r));
        }
}

/// Enters a record for a claim that it denies; false if it is of no use to it.
bool Corrections::file(std::size_t claim, const Record& record, std::uint32_t number) {
    Known& known = known_[claim];
    const bool fresh = std::ranges::none_of(record.ways, [&](const Chosen& way) {
        return ((known.packed[way.constraint / 64] >> (way.constraint % 64)) & 1U) != 0;
    });
    if (!fresh && known.records.size() >= most_of_claim) return false;
    if (known.seen.test(record.hash % known.seen.size())) return false;
    known.seen.set(record.hash % known.seen.size());
    known.records.push_back(number);
    if (fresh) {
        if (known.records.size() > 1) ++known.bound;
        for (const Chosen& way : record.ways)
            known.packed[way.constraint / 64] |= std::uint64_t{1} << (way.constraint % 64);
    }
    return true;
}

void Corrections::flip(std::size_t v) {
    const bool was =
        std::exchange(holds_[v], holds_[v] == 0 ? std::uint8_t{1} : std::uint8_t{0}) != 0;
    for (const std::uint16_t k : instance_->uses(v)) {
        count_[k] = static_cast<std::uint16_t>(count_[k] + (was ? -1 : 1));
        const bool bad = violated(k);
        std::int32_t& at = place_of_[k];
        if (bad && at < 0) {
            at = static_cast<std::int32_t>(broken_.size());
            broken_.push_back(k);
        } else if (!bad && at >= 0) {
            const std::uint16_t last = broken_.back();
            broken_[static_cast<std::size_t>(at)] = last;
            place_of_[last] = at;
            at = -1;
            broken_.pop_back();
        }
    }
}

/// By how much the violated weight falls with this change.
std::int64_t Corrections::gain(std::size_t v) const {
    const bool off = holds_[v] != 0;
    std::int64_t gain = 0;
    for (const std::uint16_t k : instance_->uses(v)) {
        const std::size_t then = off ? count_[k] - 1U : count_[k] + 1U;
        const bool bad = then > 1 || (then == 0 && instance_->must_hold(k));
        gain += (violated(k) ? std::int64_t{weight_[k]} : 0) - (bad ? std::int64_t{weight_[k]} : 0);
    }
    return gain;
}

/// Keeps the assignment if it is of use to a claim that is not bounded enough.
void Corrections::record(std::size_t enough) {
    Record record;
    std::ranges::sort(broken_);
    for (std::size_t i = 0; i < broken_.size(); ++i) {
        const std::uint16_t k = broken_[i];
        place_of_[k] = static_cast<std::int32_t>(i);
        record.ways.push_back({k, count_[k] == 0 ? Use::truth : Use::link});
        record.hash =
            Random{record.hash + std::uint64_t{2} * k + (count_[k] == 0 ? 1U : 0U)}.next();
    }
    const auto number = static_cast<std::uint32_t>(records_.size());
    bool any = false;
    for (std::size_t v = 0; v < holds_.size(); ++v) {
        const bool holds = holds_[v] != 0;
        if (holds == can_hold_[v]) continue;
        const std::size_t claim = 2 * v + (holds ? 0U : 1U);
        if (known_[claim].bound < enough) any = file(claim, record, number) || any;
    }
    if (!any) return;
    record.held = placed_;
    for (std::size_t v = 0; v < holds_.size(); ++v) {
        if (holds_[v] == 0) continue;
        const std::size_t at = slot(instance_->candidate(v));
        record.held[at / 64] |= std::uint64_t{1} << (at % 64);
    }
    for (const Chosen& way : record.ways)
        record.constraints.push_back(instance_->constraint(way.constraint));
    records_.push_back(std::move(record));
}

void Corrections::look_for(const Claim& claim, std::size_t flips, std::size_t enough) {
    for (std::size_t v = 0; v < holds_.size(); ++v)
        if (holds_[v] != 0) flip(v);
    if (!possible_.solutions.empty()) {
        const Grid& grid = possible_.solutions[random_.below(possible_.solutions.size())];
        for (std::size_t v = 0; v < holds_.size(); ++v)
            if (grid[instance_->candidate(v).cell] == instance_->candidate(v).digit) flip(v);
    } else {
        for (std::size_t k = 0; k < count_.size(); ++k)
            if (violated(k) && place_of_[k] < 0) {
                place_of_[k] = static_cast<std::int32_t>(broken_.size());
                broken_.push_back(static_cast<std::uint16_t>(k));
            }
    }
    if ((holds_[claim.candidate] != 0) == (claim.truth == Truth::holds)) flip(claim.candidate);
    weight_.assign(count_.size(), first_weight);
    const std::vector<std::uint64_t>& packed = known_[place(claim)].packed;
    for (std::size_t k = 0; k < count_.size(); ++k)
        if (((packed[k / 64] >> (k % 64)) & 1U) != 0) weight_[k] = packed_weight;

    for (std::size_t i = 0; i < flips && !broken_.empty(); ++i) {
        if (broken_.size() <= widest && records_.size() < most_records) record(enough);
        for (const std::uint16_t k : broken_) weight_[k] += more_weight;
        const std::uint16_t k = broken_[random_.below(broken_.size())];
        const bool off = count_[k] > 1;
        std::size_t best = holds_.size(), among = 0;
        std::int64_t most = 0;
        for (const std::uint16_t v : instance_->members(k)) {
            if (v == claim.candidate || (holds_[v] != 0) != off) continue;
            const std::int64_t by = gain(v);
            if (best == holds_.size() || by > most) {
                most = by;
                best = v;
                among = 1;
            } else if (by == most && random_.below(++among) == 0) {
                best = v;
            }
        }
        if (best != holds_.size()) flip(best);
    }
}

std::vector<std::vector<Chosen>> Corrections::of(const Claim& claim, std::size_t at_most) const {
    std::vector<std::vector<Chosen>> ways;
    for (const std::uint32_t r : known_[place(claim)].records) ways.push_back(records_[r].ways);
    std::ranges::stable_sort(ways, {}, &std::vector<Chosen>::size);
    if (ways.size() > at_most) ways.resize(at_most);
    return ways;
}

}  // namespace clew::explain
