// The claim is denied and a search with unit propagation [Davis1962] runs into conflicts. Each
// conflict is traced back to the constraints it rests on and to the decisions involved; where a
// decision was not, its other cases need not be looked at. What remains is shrunk by leaving out
// one constraint after the other and refuting again [Ignatiev2015].

#include "explain/smallest/refutation.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "encode/base/random.hpp"

namespace clew::explain {

using logic::Truth;

Refutation::Refutation(const Instance& instance)
    : instance_(instance),
      active_(instance.constraint_count()),
      value_(instance.candidate_count(), Value::open),
      why_(instance.candidate_count(), none),
      depth_(instance.candidate_count()),
      open_(instance.constraint_count()),
      holding_(instance.constraint_count()) {}

void Refutation::activate(std::span<const std::uint16_t> constraints) {
    for (const std::uint16_t k : among_) active_[k] = false;
    among_.assign(constraints.begin(), constraints.end());
    for (const std::uint16_t k : among_) active_[k] = true;
}

bool Refutation::set(std::size_t v, Value value, std::uint16_t why, std::size_t depth) {
    if (value_[v] != Value::open) return value_[v] == value;
    value_[v] = value;
    why_[v] = why;
    depth_[v] = static_cast<std::uint8_t>(depth);
    trail_.push_back(static_cast<std::uint16_t>(v));
    for (const std::uint16_t k : instance_.uses(v)) {
        --open_[k];
        if (value == Value::holds) ++holding_[k];
    }
    return true;
}

void Refutation::undo(std::size_t length) {
    for (; trail_.size() > length; trail_.pop_back()) {
        const std::uint16_t v = trail_.back();
        for (const std::uint16_t k : instance_.uses(v)) {
            ++open_[k];
            if (value_[v] == Value::holds) --holding_[k];
        }
        value_[v] = Value::open;
    }
    next_ = std::min(next_, length);
}

/// Adds what the values of these candidates rest on.
void Refutation::trace(std::vector<std::uint16_t> variables, Conflict& conflict) const {
    std::vector<bool> seen(instance_.candidate_count());
    for (const std::uint16_t v : variables) seen[v] = true;
    while (!variables.empty()) {
        const std::uint16_t v = variables.back();
        variables.pop_back();
        if (why_[v] == none) {
            conflict.decisions |= std::uint64_t{1} << depth_[v];
            continue;
        }
        conflict.constraints[why_[v]] = true;
        for (const std::uint16_t other : instance_.members(why_[v])) {
            // It holds since all others fail, or fails since one of them holds.
            if (other == v || seen[other]) continue;
            if (value_[v] == Value::fails && value_[other] != Value::holds) continue;
            seen[other] = true;
            variables.push_back(other);
        }
    }
}

bool Refutation::propagate(Conflict& conflict, std::size_t depth) {
    const auto broken = [&](std::uint16_t k, Value of) {
        conflict.constraints[k] = true;
        std::vector<std::uint16_t> involved;
        for (const std::uint16_t v : instance_.members(k))
            if (value_[v] == of) involved.push_back(v);
        if (of == Value::holds) involved.resize(2);
        trace(std::move(involved), conflict);
        return false;
    };
    while (next_ < trail_.size()) {
        const std::uint16_t v = trail_[next_++];
        for (const std::uint16_t k : instance_.uses(v)) {
            if (!active_[k]) continue;
            if (holding_[k] > 1) return broken(k, Value::holds);
            if (holding_[k] == 1) {
                if (open_[k] > 0)
                    for (const std::uint16_t other : instance_.members(k))
                        if (value_[other] == Value::open) set(other, Value::fails, k, depth);
            } else if (instance_.must_hold(k)) {
                if (open_[k] == 0) return broken(k, Value::fails);
                if (open_[k] == 1)
                    for (const std::uint16_t other : instance_.members(k))
                        if (value_[other] == Value::open) set(other, Value::holds, k, depth);
            }
        }
    }
    return true;
}

Refutation::Outcome Refutation::branch(std::size_t depth, Conflict& conflict) {
    if (++nodes_ > last_node_ || depth >= 60 || budget_.stopped()) return Outcome::spent;
    std::uint16_t best = none;
    for (const std::uint16_t k : among_)
        if (instance_.must_hold(k) && holding_[k] == 0 && (best == none || open_[k] < open_[best]))
            best = k;
    if (best == none) return Outcome::model;
    const std::size_t mark = trail_.size();
    std::vector<std::uint16_t> cases, failed;
    for (const std::uint16_t v : instance_.members(best))
        (value_[v] == Value::open ? cases : failed).push_back(v);
    Conflict all{std::vector<bool>(instance_.constraint_count()), 0};
    for (const std::uint16_t v : cases) {
        Conflict one{std::vector<bool>(instance_.constraint_count()), 0};
        set(v, Value::holds, none, depth);
        Outcome outcome = Outcome::refuted;
        if (propagate(one, depth)) outcome = branch(depth + 1, one);
        undo(mark);
        if (outcome != Outcome::refuted) return outcome;
        const std::uint64_t bit = std::uint64_t{1} << depth;
        if ((one.decisions & bit) == 0) {  // the case does not matter
            conflict = std::move(one);
            return Outcome::refuted;
        }
        for (const std::uint16_t k : among_)
            if (one.constraints[k]) all.constraints[k] = true;
        all.decisions |= one.decisions & ~bit;
    }
    all.constraints[best] = true;
    trace(std::move(failed), all);
    conflict = std::move(all);
    return Outcome::refuted;
}

Refutation::Outcome Refutation::refute(const Claim& claim, Conflict& conflict) {
    for (std::size_t k = 0; k < instance_.constraint_count(); ++k) {
        open_[k] = static_cast<std::uint8_t>(instance_.members(k).size());
        holding_[k] = 0;
    }
    conflict = {std::vector<bool>(instance_.constraint_count()), 0};
    next_ = 0;
    set(claim.candidate, claim.truth == Truth::fails ? Value::holds : Value::fails, none, 0);
    Outcome outcome = Outcome::refuted;
    if (propagate(conflict, 0)) outcome = branch(1, conflict);
    undo(0);
    return outcome;
}

void Refutation::set_budget(const Budget& budget) {
    budget_ = budget;
    last_node_ = budget.max_nodes < unlimited - nodes_ ? nodes_ + budget.max_nodes : unlimited;
}

std::optional<std::vector<std::uint16_t>> Refutation::conflict(const Claim& claim,
                                                               const Budget& budget) {
    std::vector<std::uint16_t> all(instance_.constraint_count());
    std::iota(all.begin(), all.end(), std::uint16_t{0});
    return conflict(all, claim, budget);
}

std::optional<std::vector<std::uint16_t>> Refutation::conflict(
    std::span<const std::uint16_t> constraints, const Claim& claim, const Budget& budget) {
    set_budget(budget);
    activate(constraints);
    Conflict found;
    if (refute(claim, found) != Outcome::refuted) return std::nullopt;
    std::vector<std::uint16_t> used;
    for (std::size_t k = 0; k < instance_.constraint_count(); ++k)
        if (found.constraints[k]) used.push_back(static_cast<std::uint16_t>(k));
    return used;
}

std::optional<std::vector<std::uint16_t>> Refutation::shrink(const Claim& claim,
                                                             std::vector<std::uint16_t> conflict,
                                                             const Budget& budget,
                                                             std::uint64_t seed) {
    set_budget(budget);
    std::vector<std::uint16_t> order = conflict;
    if (seed != 0) Random{seed}.shuffle(order);
    std::ranges::stable_sort(order, [&](std::uint16_t a, std::uint16_t b) {
        return instance_.members(a).size() > instance_.members(b).size();
    });
    std::vector<bool> in(instance_.constraint_count());
    for (const std::uint16_t k : conflict) in[k] = true;
    Conflict found;
    for (const std::uint16_t k : order) {
        if (!in[k]) continue;
        std::vector<std::uint16_t> rest;
        for (const std::uint16_t other : conflict)
            if (in[other] && other != k) rest.push_back(other);
        activate(rest);
        switch (refute(claim, found)) {
            case Outcome::refuted:
                for (const std::uint16_t other : rest) in[other] = found.constraints[other];
                in[k] = false;
                break;
            case Outcome::model:
                break;
            case Outcome::spent:
                return std::nullopt;
        }
    }
    std::erase_if(conflict, [&](std::uint16_t k) { return !in[k]; });
    return conflict;
}

}  // namespace clew::explain
