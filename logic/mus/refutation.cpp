// The claim is denied and a search with unit propagation [Davis1962] runs into conflicts. Each
// conflict is traced back to the constraints it rests on and to the decisions involved; where a
// decision was not, its other cases need not be looked at. What remains is shrunk by leaving out
// one constraint after the other and refuting again [Ignatiev2015].
//
// Rules are looked at when all else has been followed, by their own filters; what a filter rules
// out rests on all that was settled of its rule by then. A rule is kept once all of its cells are
// settled, so where the truths give no more cases those of its open cells are gone through.

#include "logic/mus/refutation.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/random.hpp"

namespace clew::logic::inline mus {

using logic::Truth;

namespace {
constexpr std::size_t deepest = 60;   // decisions have a bit each
constexpr std::uint64_t shares = 10;  // of the nodes: what a question of shrink() takes
}  // namespace

Refutation::Refutation(const Instance& instance)
    : instance_(instance),
      counts_(instance.constraint_count()),
      value_(instance.candidate_count(), Value::open),
      why_(instance.candidate_count(), none),
      depth_(instance.candidate_count()),
      turn_(instance.candidate_count()),
      levels_(deepest),
      all_(instance.constraint_count()),
      seen_(instance.candidate_count()) {
    std::iota(all_.begin(), all_.end(), std::uint16_t{0});
    for (std::size_t k = 0; k < counts_.size(); ++k) counts_[k].must_hold = instance.must_hold(k);
    const std::size_t words = (instance.constraint_count() + 63) / 64;
    for (Level& level : levels_) {
        level.all.constraints.resize(words);
        level.one.constraints.resize(words);
    }
}

void Refutation::Conflict::clear() {
    std::ranges::fill(constraints, 0);
    decisions = 0;
}

void Refutation::activate(std::span<const std::uint16_t> constraints) {
    for (const std::uint16_t k : among_) counts_[k].active = false;
    among_.assign(constraints.begin(), constraints.end());
    for (const std::uint16_t k : among_) counts_[k].active = true;
}

bool Refutation::set(std::size_t v, Value value, std::uint16_t why, std::size_t depth) {
    if (value_[v] != Value::open) return value_[v] == value;
    value_[v] = value;
    why_[v] = why;
    depth_[v] = static_cast<std::uint8_t>(depth);
    turn_[v] = static_cast<std::uint16_t>(trail_.size());
    trail_.push_back(static_cast<std::uint16_t>(v));
    const std::uint16_t one = value == Value::holds ? 1 : 0;
    for (const std::uint16_t k : instance_.uses(v)) {
        --counts_[k].open;
        counts_[k].holding = static_cast<std::uint16_t>(counts_[k].holding + one);
    }
    return true;
}

void Refutation::undo(std::size_t length) {
    for (; trail_.size() > length; trail_.pop_back()) {
        const std::uint16_t v = trail_.back();
        const std::uint16_t one = value_[v] == Value::holds ? 1 : 0;
        for (const std::uint16_t k : instance_.uses(v)) {
            ++counts_[k].open;
            counts_[k].holding = static_cast<std::uint16_t>(counts_[k].holding - one);
        }
        value_[v] = Value::open;
    }
    next_ = std::min(next_, length);
}

/// Adds what the values of the candidates in to_do_ rest on.
void Refutation::trace(Conflict& conflict) {
    ++traces_;
    for (const std::uint16_t v : to_do_) seen_[v] = traces_;
    while (!to_do_.empty()) {
        const std::uint16_t v = to_do_.back();
        to_do_.pop_back();
        if (why_[v] == none) {
            conflict.decisions |= std::uint64_t{1} << depth_[v];
            continue;
        }
        conflict.add(why_[v]);
        const bool rule = why_[v] >= instance_.first_rule();
        for (const std::uint16_t other : instance_.members(why_[v])) {
            if (rule) {
                if (value_[other] == Value::open || turn_[other] >= turn_[v]) continue;
                if (std::exchange(seen_[other], traces_) != traces_) to_do_.push_back(other);
                continue;
            }
            // It holds since all others fail, or fails since one of them holds.
            if (other == v || seen_[other] == traces_) continue;
            if (value_[v] == Value::fails && value_[other] != Value::holds) continue;
            seen_[other] = traces_;
            to_do_.push_back(other);
        }
    }
}

bool Refutation::propagate(Conflict& conflict, std::size_t depth) {
    const auto broken = [&](std::uint16_t k, Value of) {
        conflict.add(k);
        to_do_.clear();
        for (const std::uint16_t v : instance_.members(k))
            if (value_[v] == of) to_do_.push_back(v);
        if (of == Value::holds) to_do_.resize(2);
        trace(conflict);
        return false;
    };
    while (next_ < trail_.size()) {
        const std::uint16_t v = trail_[next_++];
        for (const std::uint16_t k : instance_.uses(v)) {
            const Count& count = counts_[k];
            if (!count.active) continue;
            if (k >= instance_.first_rule()) {
                if (!std::exchange(counts_[k].due, true)) due_.push_back(k);
                continue;
            }
            if (count.holding > 1) return broken(k, Value::holds);
            if (count.holding == 1) {
                if (count.open > 0)
                    for (const std::uint16_t other : instance_.members(k))
                        if (value_[other] == Value::open) set(other, Value::fails, k, depth);
            } else if (count.must_hold) {
                if (count.open == 0) return broken(k, Value::fails);
                if (count.open == 1)
                    for (const std::uint16_t other : instance_.members(k))
                        if (value_[other] == Value::open) {
                            set(other, Value::holds, k, depth);
                            break;
                        }
            }
        }
    }
    return true;
}

/// What the filter of a rule rules out.
bool Refutation::look_at_rule(std::uint16_t k, Conflict& conflict, std::size_t depth) {
    nodes_ += instance_.nodes_of_filter(k);
    const auto members = instance_.members(k);
    const auto seats = instance_.seats(k);
    const auto known = [&](std::uint16_t v) {
        return value_[v] == Value::open    ? Instance::Known::open
               : value_[v] == Value::holds ? Instance::Known::holds
                                           : Instance::Known::fails;
    };
    if (!instance_.left_of_rule(k, known, domains_) || !instance_.rule(k)->filter(domains_)) {
        conflict.add(k);
        to_do_.clear();
        for (const std::uint16_t v : members)
            if (value_[v] != Value::open) to_do_.push_back(v);
        trace(conflict);
        return false;
    }
    for (std::size_t s = 0; s < seats.size(); ++s)
        for (std::size_t i = seats[s].first; i < seats[s].last; ++i) {
            const std::uint16_t v = members[i];
            if (value_[v] != Value::open) continue;
            if (!domains_[s].contains(instance_.candidate(v).digit))
                set(v, Value::fails, k, depth);
            else if (domains_[s].size() == 1)
                set(v, Value::holds, k, depth);
        }
    return true;
}

bool Refutation::propagate_rules(Conflict& conflict, std::size_t depth) {
    bool possible = true;
    do {
        possible = propagate(conflict, depth);
        while (possible && next_ == trail_.size() && !due_.empty()) {
            const std::uint16_t k = due_.back();
            due_.pop_back();
            counts_[k].due = false;
            possible = look_at_rule(k, conflict, depth);
        }
    } while (possible && next_ < trail_.size());
    for (; !due_.empty(); due_.pop_back()) counts_[due_.back()].due = false;
    return possible;
}

/// The open cell of a rule with the fewest cases, if it has fewer than so many; how many.
std::size_t Refutation::narrowest(std::uint16_t& best, Instance::Seat& seat,
                                  std::size_t fewest) const {
    for (const std::uint16_t k : among_) {
        if (k < instance_.first_rule() || counts_[k].open == 0) continue;
        const auto members = instance_.members(k);
        for (const Instance::Seat& one : instance_.seats(k)) {
            std::size_t open = 0;
            for (std::size_t i = one.first; i < one.last; ++i)
                open += value_[members[i]] == Value::open ? 1 : 0;
            if (open == 0 || open >= fewest) continue;
            fewest = open;
            best = k;
            seat = one;
        }
    }
    return fewest;
}

/// Adds to `conflict`, which is empty, what one refutation of all cases rests on.
Refutation::Outcome Refutation::branch(std::size_t depth, Conflict& conflict) {
    if (++nodes_ > last_node_ || depth >= deepest || budget_.stopped()) return Outcome::spent;
    std::uint16_t best = none;
    for (const std::uint16_t k : among_) {
        const Count& count = counts_[k];
        if (!count.must_hold || count.holding != 0) continue;
        if (best == none || count.open < counts_[best].open) best = k;
        if (count.open <= 2) break;  // less would have been propagated
    }
    auto among = best == none ? std::span<const std::uint16_t>{} : instance_.members(best);
    if (instance_.first_rule() < instance_.constraint_count()) {
        Instance::Seat seat;
        const std::size_t fewest = best == none ? none : counts_[best].open;
        if (fewest > 2 && narrowest(best, seat, fewest) < fewest)
            among = instance_.members(best).subspan(seat.first, seat.last - seat.first);
    }
    if (best == none) {
        model_.emplace();
        for (const std::uint16_t v : trail_)
            if (value_[v] == Value::holds) model_->push_back(v);
        return Outcome::model;
    }
    Level& level = levels_[depth];
    const std::size_t mark = trail_.size();
    level.cases.clear();
    for (const std::uint16_t v : among)
        if (value_[v] == Value::open) level.cases.push_back(v);
    if (!preferred_.empty())
        std::ranges::stable_sort(level.cases, std::ranges::greater{},
                                 [&](std::uint16_t v) { return preferred_[v]; });
    level.all.clear();
    const std::uint64_t bit = std::uint64_t{1} << depth;
    for (const std::uint16_t v : level.cases) {
        level.one.clear();
        set(v, Value::holds, none, depth);
        Outcome outcome = Outcome::refuted;
        if (propagate_rules(level.one, depth)) outcome = branch(depth + 1, level.one);
        undo(mark);
        if (outcome != Outcome::refuted) return outcome;
        if ((level.one.decisions & bit) == 0) {  // the case does not matter
            std::swap(conflict, level.one);
            return Outcome::refuted;
        }
        for (std::size_t i = 0; i < level.all.constraints.size(); ++i)
            level.all.constraints[i] |= level.one.constraints[i];
        level.all.decisions |= level.one.decisions & ~bit;
    }
    level.all.add(best);
    to_do_.clear();
    for (const std::uint16_t v : among)
        if (value_[v] == Value::fails) to_do_.push_back(v);
    trace(level.all);
    std::swap(conflict, level.all);
    return Outcome::refuted;
}

/// Starts anew with what follows if the claim's candidate is so; false if it runs out.
bool Refutation::suppose(std::size_t v, Truth truth, Conflict& conflict) {
    for (std::size_t k = 0; k < instance_.constraint_count(); ++k) {
        counts_[k].open = static_cast<std::uint16_t>(instance_.members(k).size());
        counts_[k].holding = 0;
    }
    conflict.constraints.resize((instance_.constraint_count() + 63) / 64);
    conflict.clear();
    next_ = 0;
    set(v, truth == Truth::holds ? Value::holds : Value::fails, none, 0);
    for (const std::uint16_t k : among_)
        if (k >= instance_.first_rule() && !std::exchange(counts_[k].due, true)) due_.push_back(k);
    return propagate_rules(conflict, 0);
}

Refutation::Outcome Refutation::refute(const Claim& claim, Conflict& conflict) {
    model_.reset();
    Outcome outcome = Outcome::refuted;
    const Truth denied = claim.truth == Truth::fails ? Truth::holds : Truth::fails;
    if (suppose(claim.candidate, denied, conflict)) outcome = branch(1, conflict);
    undo(0);
    return outcome;
}

std::size_t Refutation::reach(const Claim& claim) {
    activate(all_);
    Conflict none_needed;
    suppose(claim.candidate, claim.truth, none_needed);
    const std::size_t settled = trail_.size();
    undo(0);
    return settled;
}

void Refutation::set_budget(const Budget& budget) {
    budget_ = budget;
    last_node_ = budget.max_nodes < unlimited - nodes_ ? nodes_ + budget.max_nodes : unlimited;
}

std::optional<std::vector<std::uint16_t>> Refutation::conflict(const Claim& claim,
                                                               const Budget& budget) {
    return conflict(all_, claim, budget);
}

std::optional<std::vector<std::uint16_t>> Refutation::conflict(
    std::span<const std::uint16_t> constraints, const Claim& claim, const Budget& budget) {
    set_budget(budget);
    activate(constraints);
    Conflict found;
    if (refute(claim, found) != Outcome::refuted) return std::nullopt;
    std::vector<std::uint16_t> used;
    for (std::size_t k = 0; k < instance_.constraint_count(); ++k)
        if (found.has(k)) used.push_back(static_cast<std::uint16_t>(k));
    return used;
}

Refutation::Shrunk Refutation::shrink(const Claim& claim, std::vector<std::uint16_t> conflict,
                                      const Budget& budget, std::uint64_t seed) {
    set_budget(budget);
    const std::uint64_t end = last_node_;
    std::vector<std::uint16_t> order = conflict;
    if (seed != 0) Random{seed}.shuffle(order);
    std::ranges::stable_sort(order, [&](std::uint16_t a, std::uint16_t b) {
        return instance_.members(a).size() > instance_.members(b).size();
    });
    std::vector<bool> in(instance_.constraint_count());
    for (const std::uint16_t k : conflict) in[k] = true;
    bool minimal = true;
    Conflict found;
    for (const std::uint16_t k : order) {
        if (!in[k]) continue;
        if (nodes_ >= end || budget_.stopped()) {
            minimal = false;
            break;
        }
        std::vector<std::uint16_t> rest;
        for (const std::uint16_t other : conflict)
            if (in[other] && other != k) rest.push_back(other);
        activate(rest);
        last_node_ = std::min(end, nodes_ + std::max(budget.max_nodes / shares, std::uint64_t{1}));
        switch (refute(claim, found)) {
            case Outcome::refuted:
                for (const std::uint16_t other : rest) in[other] = found.has(other);
                in[k] = false;
                break;
            case Outcome::model:
                break;
            case Outcome::spent:
                minimal = false;
                break;
        }
    }
    std::erase_if(conflict, [&](std::uint16_t k) { return !in[k]; });
    return {std::move(conflict), minimal};
}

}  // namespace clew::logic::inline mus
