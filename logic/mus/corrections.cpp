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

#include "logic/mus/corrections.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "core/base/sorted.hpp"

namespace clew::logic::inline mus {

using logic::State;
using logic::Truth;
using logic::Use;

namespace {

constexpr std::size_t most_records = 20'000;  // of all claims together
constexpr std::size_t most_of_claim = 700;    // but for those that raise its bound
constexpr std::int32_t first_weight = 4;
constexpr std::int32_t packed_weight = 12;  // of constraints that the bound counts already
constexpr std::int32_t more_weight = 2;     // at each change, where violated
constexpr std::int32_t kept_weight = 200;   // of constraints that are to be kept
constexpr std::size_t unlimited_size = std::numeric_limits<std::size_t>::max();
constexpr std::size_t ruled_changes = 8;  // looked at where a rule is mended

}  // namespace

void Corrections::clear() {
    records_.clear();
    held_.clear();
}

/// Keeps the records that this state has not made void, numbered as in it.
void Corrections::forget(const State& state, const Instance& instance) {
    std::vector<std::uint64_t> left(words_);
    placed_.assign(words_, 0);
    for (std::size_t i = 0; i < state.cell_count(); ++i)
        for (const Digit d : state.candidates(Cell{i})) {
            const std::size_t at = slot({Cell{i}, d});
            left[at / 64] |= std::uint64_t{1} << (at % 64);
            if (state.placed(Cell{i})) placed_[at / 64] |= std::uint64_t{1} << (at % 64);
        }
    std::size_t kept = 0;
    for (std::size_t r = 0; r < records_.size(); ++r) {
        const std::uint64_t* held = held_.data() + r * words_;
        std::uint64_t wrong = 0;
        for (std::size_t w = 0; w < words_; ++w)
            wrong |= (held[w] & ~left[w]) | (placed_[w] & ~held[w]);
        bool open = wrong == 0;
        for (std::size_t i = 0; open && i < records_[r].size; ++i) {
            const auto k = instance.number_in(records_[r].slots[i]);
            open = k.has_value();
            if (open) records_[r].ways[i].constraint = static_cast<std::uint16_t>(*k);
        }
        if (!open) continue;
        if (kept != r) {
            records_[kept] = records_[r];
            std::copy_n(held, words_, held_.begin() + static_cast<std::ptrdiff_t>(kept * words_));
        }
        ++kept;
    }
    records_.resize(kept);
    held_.resize(kept * words_);
}

/// Makes room for what is known of the claims of this state.
void Corrections::number(const State& state, const Instance& instance) {
    const std::size_t constraints = instance.constraint_count();
    const std::size_t candidates = instance.candidate_count();
    units_.assign(constraints, {});
    must_hold_.clear();
    std::size_t efforts = 0;
    for (std::size_t k = 0; k < constraints; ++k) {
        if (price_ == Price::constraints) units_[k].push_back(static_cast<std::uint16_t>(k));
        if (price_ == Price::candidates)
            units_[k].assign(instance.members(k).begin(), instance.members(k).end());
        if (price_ == Price::cells)
            for (const std::uint16_t v : instance.members(k))
                units_[k].push_back(static_cast<std::uint16_t>(instance.cell(v)));
        if (price_ == Price::human)
            for (std::size_t point = instance.effort(k); point > 0; --point)
                units_[k].push_back(static_cast<std::uint16_t>(efforts++));
        sort_unique(units_[k]);
        must_hold_.push_back(instance.must_hold(k) ? 1 : 0);
    }
    const std::size_t units = price_ == Price::constraints ? constraints
                              : price_ == Price::cells     ? state.cell_count()
                              : price_ == Price::human     ? efforts
                                                           : candidates;
    unit_words_ = (units + 63) / 64;
    packed_.assign(2 * candidates * unit_words_, 0);
    known_.assign(2 * candidates, {});
    can_hold_.clear();
    denied_.clear();
    denied_at_.assign(candidates, -1);
    for (std::size_t v = 0; v < candidates; ++v) {
        const Candidate c = instance.candidate(v);
        can_hold_.push_back(possible_.digits[c.cell.index()].contains(c.digit) ? 1 : 0);
        if (can_hold_[v] == 0) continue;
        denied_at_[v] = static_cast<std::int32_t>(denied_.size());
        denied_.push_back(static_cast<std::uint16_t>(v));
    }
    holds_.assign(candidates, 0);
    count_.assign(constraints, 0);
    place_of_.assign(constraints, -1);
    broken_.clear();
}

void Corrections::follow(const State& state, const Instance& instance) {
    instance_ = &instance;
    size_ = state.size();
    words_ = (state.cell_count() * size_ + 63) / 64;
    forget(state, instance);
    number(state, instance);
    // What a record denies: where it is not as the solutions are.
    std::vector<std::uint64_t> open(words_), can(words_);
    std::vector<std::uint16_t> candidate_in(64 * words_);
    for (std::size_t v = 0; v < instance.candidate_count(); ++v) {
        const std::size_t at = slot(instance.candidate(v));
        open[at / 64] |= std::uint64_t{1} << (at % 64);
        if (can_hold_[v] != 0) can[at / 64] |= std::uint64_t{1} << (at % 64);
        candidate_in[at] = static_cast<std::uint16_t>(v);
    }
    for (std::uint32_t size = 0; size <= widest; ++size)
        for (std::size_t r = 0; r < records_.size(); ++r) {
            const Record& record = records_[r];
            if (record.size != size) continue;
            weigh({record.ways.data(), size});
            for (std::size_t w = 0; w < words_; ++w) {
                const std::uint64_t held = held_[r * words_ + w];
                for (std::uint64_t bits = (held ^ can[w]) & open[w]; bits != 0; bits &= bits - 1) {
                    const auto bit = static_cast<std::size_t>(std::countr_zero(bits));
                    const std::size_t v = candidate_in[64 * w + bit];
                    file(2 * v + ((held >> bit) & 1U ? 0U : 1U), record.mark,
                         static_cast<std::uint32_t>(r));
                }
            }
        }
}

/// What the price counts of a record that is about to be filed.
void Corrections::weigh(std::span<const Chosen> ways) {
    filed_.assign(unit_words_, 0);
    least_ = ways.empty() ? 0 : units_[ways.front().constraint].size();
    for (const Chosen& way : ways) {
        least_ = std::min(least_, units_[way.constraint].size());
        for (const std::uint16_t unit : units_[way.constraint])
            filed_[unit / 64] |= std::uint64_t{1} << (unit % 64);
    }
}

/// Enters a record, after weigh(), for a claim that it denies; false if it is of no use to it.
bool Corrections::file(std::size_t claim, std::uint32_t mark, std::uint32_t number) {
    Known& known = known_[claim];
    if (known.seen.test(mark % known.seen.size())) return false;
    const std::span<std::uint64_t> packed = this->packed(claim);
    std::uint64_t shared = 0;
    for (std::size_t w = 0; w < packed.size(); ++w) shared |= packed[w] & filed_[w];
    if (shared != 0 && known.records.size() >= most_of_claim) return false;
    known.seen.set(mark % known.seen.size());
    known.records.push_back(number);
    if (shared != 0) return true;
    for (std::size_t w = 0; w < packed.size(); ++w) packed[w] |= filed_[w];
    known.apart += least_;
    known.bound = std::max(known.bound, known.apart);
    return true;
}

/// Whether a rule is not kept.
bool Corrections::breaks(std::size_t k) const {
    thread_local std::vector<DigitSet> digits;
    const auto known = [&](std::uint16_t v) {
        return holds_[v] != 0 ? Instance::Known::holds : Instance::Known::fails;
    };
    return !instance_->left_of_rule(k, known, digits) || !instance_->rule(k)->filter(digits);
}

/// Puts a constraint among the violated, or takes it from there.
void Corrections::note(std::uint16_t k) {
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

void Corrections::flip(std::size_t v) {
    const bool was = holds_[v] != 0;
    holds_[v] = was ? 0 : 1;
    std::int32_t& at = denied_at_[v];
    if (at < 0) {
        at = static_cast<std::int32_t>(denied_.size());
        denied_.push_back(static_cast<std::uint16_t>(v));
    } else {
        const std::uint16_t last = denied_.back();
        denied_[static_cast<std::size_t>(at)] = last;
        denied_at_[last] = at;
        at = -1;
        denied_.pop_back();
    }
    for (const std::uint16_t k : instance_->uses(v)) {
        count_[k] = is_rule(k) ? static_cast<std::uint16_t>(breaks(k) ? 1 : 0)
                               : static_cast<std::uint16_t>(count_[k] + (was ? -1 : 1));
        note(k);
    }
}

/// By how much the violated weight falls with this change.
std::int64_t Corrections::gain(std::size_t v) {
    const bool off = holds_[v] != 0;
    std::int64_t gain = 0;
    for (const std::uint16_t k : instance_->uses(v)) {
        if (is_rule(k)) {
            holds_[v] = off ? 0 : 1;
            gain += (violated(k) ? std::int64_t{weight_[k]} : 0) -
                    (breaks(k) ? std::int64_t{weight_[k]} : 0);
            holds_[v] = off ? 1 : 0;
            continue;
        }
        // Two that hold become one or the other way round; or one becomes none.
        if (count_[k] == (off ? 2 : 1)) gain += off ? weight_[k] : -weight_[k];
        if (count_[k] == (off ? 1 : 0) && must_hold_[k] != 0)
            gain += off ? -weight_[k] : weight_[k];
    }
    return gain;
}

/// Keeps the assignment if it is of use to a claim that is not bounded enough.
void Corrections::record(std::size_t enough) {
    std::uint64_t sum = 0;
    for (const std::uint16_t k : broken_)
        sum += Random{std::uint64_t{2} * k + (is_rule(k) || count_[k] == 0 ? 1U : 0U)}.next();
    Record record{
        {}, {}, static_cast<std::uint32_t>(broken_.size()), static_cast<std::uint32_t>(sum >> 32U)};
    const auto number = static_cast<std::uint32_t>(records_.size());
    bool weighed = false, any = false;
    for (const std::uint16_t v : denied_) {
        const std::size_t claim = 2U * v + (holds_[v] != 0 ? 0U : 1U);
        const Known& known = known_[claim];
        if (known.bound >= enough || known.seen.test(record.mark % known.seen.size())) continue;
        if (!std::exchange(weighed, true)) {
            for (std::size_t i = 0; i < broken_.size(); ++i) {
                const std::uint16_t k = broken_[i];
                const bool truth = is_rule(k) || count_[k] == 0;
                record.ways[i] = {k, truth ? Use::truth : Use::link};
            }
            weigh({record.ways.data(), broken_.size()});
        }
        any = file(claim, record.mark, number) || any;
    }
    if (!any) return;
    for (std::size_t i = 0; i < broken_.size(); ++i)
        record.slots[i] =
            static_cast<std::uint32_t>(instance_->slot(instance_->constraint(broken_[i])));
    records_.push_back(record);
    held_.insert(held_.end(), placed_.begin(), placed_.end());
    std::uint64_t* held = held_.data() + number * words_;
    for (std::size_t v = 0; v < holds_.size(); ++v) {
        if (holds_[v] == 0) continue;
        const std::size_t at = slot(instance_->candidate(v));
        held[at / 64] |= std::uint64_t{1} << (at % 64);
    }
}

/// From a solution, or where there is none from the empty board, to one that denies the claim.
void Corrections::start(const Claim& claim) {
    for (std::size_t v = 0; v < holds_.size(); ++v)
        if (holds_[v] != 0) flip(v);
    if (!possible_.solutions.empty()) {
        const Grid& grid = possible_.solutions[any_below(possible_.solutions.size())];
        for (std::size_t v = 0; v < holds_.size(); ++v)
            if (grid[instance_->candidate(v).cell] == instance_->candidate(v).digit) flip(v);
    } else {
        for (std::size_t k = 0; k < count_.size(); ++k) {
            if (is_rule(k)) count_[k] = breaks(k) ? 1 : 0;
            note(static_cast<std::uint16_t>(k));
        }
    }
    if ((holds_[claim.candidate] != 0) == (claim.truth == Truth::holds)) flip(claim.candidate);
}

std::vector<std::uint8_t> Corrections::near() const {
    std::vector<std::uint8_t> holds(holds_.size());
    if (possible_.solutions.empty()) return holds;
    const Grid& grid = possible_.solutions.front();
    for (std::size_t v = 0; v < holds.size(); ++v)
        holds[v] = grid[instance_->candidate(v).cell] == instance_->candidate(v).digit ? 1 : 0;
    return holds;
}

void Corrections::look_for(const Claim& claim, std::size_t flips, std::size_t enough) {
    start(claim);
    weight_.assign(count_.size(), first_weight);
    const std::span<const std::uint64_t> counted = packed(place(claim));
    for (std::size_t k = 0; k < count_.size(); ++k)
        for (const std::uint16_t unit : units_[k])
            if (((counted[unit / 64] >> (unit % 64)) & 1U) != 0) weight_[k] = packed_weight;

    for (std::size_t i = 0; i < flips && !broken_.empty(); ++i) {
        if (broken_.size() <= widest && records_.size() < most_records) record(enough);
        mend(claim);
    }
}

/// Adds weight to what is violated, and mends some of it by the best change that there is.
void Corrections::mend(const Claim& claim) {
    for (const std::uint16_t k : broken_) weight_[k] += more_weight;
    const std::uint16_t k = broken_[any_below(broken_.size())];
    const bool ruled = is_rule(k), off = count_[k] > 1;
    std::size_t best = holds_.size(), among = 0;
    std::int64_t most = 0;
    const auto members = instance_->members(k);
    // Of a rule, which ranges over dozens of candidates, some.
    const std::size_t tried = ruled ? std::min(members.size(), ruled_changes) : members.size();
    for (std::size_t m = 0; m < tried; ++m) {
        const std::uint16_t v = members[ruled ? any_below(members.size()) : m];
        if (v == claim.candidate || (!ruled && (holds_[v] != 0) != off)) continue;
        const std::int64_t by = gain(v);
        if (best == holds_.size() || by > most) {
            most = by;
            best = v;
            among = 1;
        } else if (by == most && any_below(++among) == 0) {
            best = v;
        }
    }
    if (best != holds_.size()) flip(best);
}

Corrections::Sets Corrections::beside(const Claim& claim, std::span<const std::uint16_t> kept,
                                      std::size_t flips, std::size_t at_most,
                                      const std::vector<std::uint16_t>* model) {
    start(claim);
    weight_.assign(count_.size(), first_weight);
    for (const std::uint16_t k : kept) weight_[k] = kept_weight;
    if (model != nullptr) {
        // What these constraints say nothing of stays as it is.
        std::vector<std::uint8_t> wanted = holds_;
        for (const std::uint16_t k : kept)
            for (const std::uint16_t v : instance_->members(k)) wanted[v] = 0;
        for (const std::uint16_t v : *model) wanted[v] = 1;
        for (std::size_t v = 0; v < holds_.size(); ++v)
            if (holds_[v] != wanted[v]) flip(v);
    }
    std::vector<bool> must(count_.size());
    for (const std::uint16_t k : kept) must[k] = true;
    Sets found;
    for (std::size_t i = 0; i <= flips && !broken_.empty(); ++i) {
        if (std::ranges::none_of(broken_, [&](std::uint16_t k) { return must[k]; })) {
            if (broken_.size() <= widest && records_.size() < most_records) record(unlimited_size);
            if (found.size() < at_most || broken_.size() < found.back().size()) {
                std::vector<std::uint16_t> set = broken_;
                std::ranges::sort(set);
                const auto place = std::ranges::lower_bound(found, set.size(), {},
                                                            &std::vector<std::uint16_t>::size);
                if (std::ranges::find(place, found.end(), set) == found.end())
                    found.insert(place, std::move(set));
                if (found.size() > at_most) found.pop_back();
            }
        }
        if (i < flips) mend(claim);
    }
    return found;
}

std::vector<std::span<const Chosen>> Corrections::of(const Claim& claim,
                                                     std::size_t at_most) const {
    std::vector<std::span<const Chosen>> ways;
    const std::vector<std::uint32_t>& records = known_[place(claim)].records;
    for (std::size_t size = 0; size <= widest; ++size)
        for (const std::uint32_t r : records)
            if (records_[r].size == size && ways.size() < at_most)
                ways.emplace_back(records_[r].ways.data(), size);
    return ways;
}

}  // namespace clew::logic::inline mus
