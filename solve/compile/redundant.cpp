// Assumes that the clause is false and goes down as proof/certify/walk.cpp does: a candidate of a
// clause that has few left is tried, and when that has failed its opposite holds. Only clauses that
// have lost a literal on the way are tried, those with the fewest left first: the argument stays
// where it began.

#include "solve/compile/redundant.hpp"

#include <algorithm>
#include <array>

namespace clew::compile {

using certify::Blame;
using cnf::Clause;
using cnf::Lit;

Redundant::Redundant(const cnf::Formula& formula, std::size_t variables, std::span<const Lit> facts)
    : formula_(formula), state_(formula, variables, facts), removed_(formula.size(), false) {
    for (std::size_t c = 0; c < formula.size(); ++c)
        if (std::ranges::none_of(formula[c], &Lit::is_negative) && formula[c].size() > 1)
            choices_.push_back(static_cast<std::uint32_t>(c));
}

std::optional<std::vector<Redundant::Step>> Redundant::follows(std::size_t clause,
                                                               std::size_t most) {
    if (state_.conflict()) return std::nullopt;
    steps_.clear();
    length_ = 0;
    most_ = most;
    for (const Lit l : formula_[clause])
        if (state_.value(l) > 0) {  // a fact
            state_.remove(clause);
            removed_[clause] = true;
            return std::vector<Step>{{{l}, {{certify::Antecedent::Kind::root, l.var().index()}}}};
        }
    state_.remove(clause);
    removed_[clause] = true;
    std::optional<Lit> holds;
    for (const Lit l : formula_[clause]) {
        if (state_.conflict() || holds) break;
        if (state_.value(l) > 0)
            holds = l;  // if the literals before it are false
        else if (state_.value(l) == 0)
            state_.decide(~l);
    }
    for (const Lit l : formula_[clause])
        if (state_.value(l) < 0) state_.take_for_granted(~l);
    std::optional<Blame> last;
    if (holds) {
        last = state_.explain(std::array{~*holds});
        last->clause.push_back(*holds);
    } else {
        last = refute();
    }
    state_.back_to(0);
    if (!last) {
        state_.restore(clause);
        removed_[clause] = false;
        return std::nullopt;
    }
    keep(*last);
    return std::move(steps_);
}

std::uint64_t Redundant::keep(const Blame& blame) {
    length_ += blame.clause.size() + 2 * blame.antecedents.size() + 4;
    steps_.push_back({blame.clause, blame.antecedents});
    return steps_.size() - 1;
}

/// Why there is a conflict under the decisions so far; nothing if it takes too long.
std::optional<Blame> Redundant::refute() {
    const std::size_t here = state_.level();
    while (!state_.conflict()) {
        const std::optional<Lit> x = pick();
        if (!x || length_ > most_) return std::nullopt;
        state_.decide(*x);
        std::optional<Blame> below = refute();
        state_.back_to(here);
        if (!below) return std::nullopt;
        if (std::ranges::find(below->clause, ~*x) == below->clause.end()) return below;
        const std::uint64_t name = keep(*below);
        state_.imply(~*x, std::move(below->clause), name);
    }
    Blame blame = state_.explain();
    if (length_ + 2 * blame.antecedents.size() > most_) return std::nullopt;
    return blame;
}

std::optional<Lit> Redundant::pick() const {
    std::optional<Lit> best;
    std::size_t fewest = static_cast<std::size_t>(-1), most_gone = 0;
    for (const std::uint32_t c : choices_) {
        if (removed_[c]) continue;
        std::size_t open = 0, gone = 0;
        std::optional<Lit> first;
        bool satisfied = false;
        for (const Lit l : formula_[c]) {
            const int value = state_.value(l);
            if (value > 0) {
                satisfied = true;
                break;
            }
            if (value < 0) {
                if (!state_.is_root(l)) ++gone;
                continue;
            }
            ++open;
            if (!first) first = l;
        }
        if (satisfied || gone == 0 || open > fewest || (open == fewest && gone <= most_gone))
            continue;
        fewest = open;
        most_gone = gone;
        best = first;
    }
    return best;
}

}  // namespace clew::compile
