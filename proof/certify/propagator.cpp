// Clauses of two are lists of what follows from each literal; most clauses of a puzzle are of two,
// and go first. "One of these" counts what is left of it: a candidate is in four such clauses, few
// enough to tell each when it goes, and when it comes back. (With watched literals, which the
// others have, as in every SAT solver since 2001, a walk through 1 311 349 solutions took half as
// long again.)
// See proof/checker/clauses.cpp for the checker's own, which shares no line with this one on
// purpose: the two are to check each other.

#include "proof/certify/propagator.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/contract.hpp"

namespace clew::certify {
namespace {

/// No literal negated, and none twice.
bool is_choice(std::span<const Lit> clause) {
    for (std::size_t i = 0; i < clause.size(); ++i)
        if (clause[i].is_negative() || std::ranges::find(clause.first(i), clause[i]) !=
                                           clause.begin() + static_cast<std::ptrdiff_t>(i))
            return false;
    return true;
}

}  // namespace

Propagator::Propagator(const Formula& formula, std::size_t variables)
    : edges_from_(2 * variables + 1, 0),
      choices_from_(variables + 1, 0),
      lists_(2 * variables),
      values_(2 * variables, 0),
      reasons_(variables),
      at_root_(variables, 0),
      seen_(variables, 0) {
    pool_.reserve(formula.literal_count());
    for (const std::span<const Lit> clause : formula) {
        const auto index = static_cast<std::uint32_t>(ranges_.size());
        const auto begin = static_cast<std::uint32_t>(pool_.size());
        pool_.insert(pool_.end(), clause.begin(), clause.end());
        ranges_.push_back({begin, static_cast<std::uint32_t>(pool_.size())});
        if (clause.size() == 2)
            for (const Lit l : clause) ++edges_from_[l.code() + 1];
        if (clause.size() < 3) continue;
        if (is_choice(clause)) {
            Choice& choice = choices_.emplace_back();
            choice.left = static_cast<std::uint32_t>(clause.size());
            choice.clause = index;
            for (const Lit l : clause) {
                choice.mixed ^= static_cast<std::uint32_t>(l.var().index());
                ++choices_from_[l.var().index() + 1];
            }
            continue;
        }
        lists_[clause[0].code()].push_back({index, clause[1]});
        lists_[clause[1].code()].push_back({index, clause[0]});
    }
    std::partial_sum(edges_from_.begin(), edges_from_.end(), edges_from_.begin());
    edges_.resize(edges_from_.back(), {Lit::positive(Var{std::size_t{0}}), 0});
    std::vector<std::size_t> next = edges_from_;
    for (std::uint32_t c = 0; c < formula.size(); ++c) {
        const std::span<const Lit> clause = formula[c];
        if (clause.size() != 2) continue;
        edges_[next[clause[0].code()]++] = {clause[1], c};
        edges_[next[clause[1].code()]++] = {clause[0], c};
    }
    std::partial_sum(choices_from_.begin(), choices_from_.end(), choices_from_.begin());
    choices_of_.resize(choices_from_.back());
    next.assign(choices_from_.begin(), choices_from_.end());
    for (std::uint32_t i = 0; i < choices_.size(); ++i)
        for (const Lit l : formula[choices_[i].clause]) choices_of_[next[l.var().index()]++] = i;
    for (std::uint32_t c = 0; c < ranges_.size() && !conflict_; ++c) {
        const Reason why{Reason::Kind::formula, c};
        const std::span<const Lit> clause = clause_of(why);
        if (clause.size() >= 2) continue;
        if (clause.empty() || value(clause[0]) < 0)
            conflict_ = why;
        else if (value(clause[0]) == 0)
            set_true(clause[0], why);
    }
    if (!conflict_) propagate();
    initial_ = trail_.size();
}

std::span<const Lit> Propagator::clause_of(Reason reason) const {
    if (reason.kind == Reason::Kind::told) return told_[reason.index];
    const auto [begin, end] = ranges_[reason.index];
    return std::span(pool_).subspan(begin, end - begin);
}

void Propagator::set_true(Lit l, Reason why) {
    values_[l.code()] = 1;
    values_[(~l).code()] = -1;
    reasons_[l.var().index()] = why;
    at_root_[l.var().index()] = marks_.empty() ? 1 : 0;
    trail_.push_back(l);
    if (!l.is_negative()) return;
    const auto variable = static_cast<std::uint32_t>(l.var().index());
    for (const std::uint32_t i : choices(variable)) {
        Choice& choice = choices_[i];
        choice.mixed ^= variable;
        if (--choice.left > 1) continue;
        if (choice.left == 0 || values_[2 * std::size_t{choice.mixed}] <= 0) pending_.push_back(i);
    }
}

void Propagator::decide(Lit l) {
    CLEW_REQUIRE(!conflict_ && value(l) == 0, "Propagator::decide: a conflict, or not open");
    marks_.push_back(trail_.size());
    told_marks_.push_back(told_.size());
    decisions_.push_back(l);
    set_true(l, {});
    propagate();
}

void Propagator::imply(Lit l, Clause reason, std::uint64_t name) {
    CLEW_REQUIRE(!conflict_, "Propagator::imply: after a conflict");
    if (value(l) > 0) return;
    const Reason why{Reason::Kind::told, static_cast<std::uint32_t>(told_.size())};
    told_.push_back(std::move(reason));
    told_names_.push_back(name);
    if (value(l) < 0) {
        conflict_ = why;
        return;
    }
    set_true(l, why);
    propagate();
}

void Propagator::back_to(std::size_t level) {
    if (level >= marks_.size()) return;
    conflict_.reset();
    for (const Lit l : std::span(trail_).subspan(marks_[level])) {
        values_[l.code()] = values_[(~l).code()] = 0;
        if (!l.is_negative()) continue;
        const auto variable = static_cast<std::uint32_t>(l.var().index());
        for (const std::uint32_t i : choices(variable)) {
            choices_[i].mixed ^= variable;
            ++choices_[i].left;
        }
    }
    trail_.resize(marks_[level]);
    next_ = trail_.size();
    pending_.clear();
    next_pending_ = 0;
    told_.resize(told_marks_[level]);
    told_names_.resize(told_marks_[level]);
    marks_.resize(level);
    told_marks_.resize(level);
    decisions_.resize(level);
}

void Propagator::propagate() {
    do {
        while (next_ < trail_.size()) {
            const Lit gone = ~trail_[next_++];
            if (!propagate_pairs(gone) || !propagate_watches(gone)) return;
        }
        if (!propagate_choices()) return;
    } while (next_ < trail_.size());
}

/// False on a conflict. Ends at the first literal that follows, if any does.
bool Propagator::propagate_choices() {
    while (next_pending_ < pending_.size()) {
        const Choice& choice = choices_[pending_[next_pending_++]];
        const Reason why{Reason::Kind::formula, choice.clause};
        if (choice.left == 0) {
            conflict_ = why;
            return false;
        }
        const Lit l = Lit::positive(Var{choice.mixed});
        if (value(l) > 0) continue;
        set_true(l, why);
        return true;
    }
    pending_.clear();
    next_pending_ = 0;
    return true;
}

/// False on a conflict.
bool Propagator::propagate_pairs(Lit gone) {
    for (const Edge& e : edges(gone)) {
        const int holds = value(e.implied);
        if (holds > 0) continue;
        const Reason why{Reason::Kind::formula, e.clause};
        if (holds < 0) {
            conflict_ = why;
            return false;
        }
        set_true(e.implied, why);
    }
    return true;
}

/// False on a conflict.
bool Propagator::propagate_watches(Lit gone) {
    auto& list = lists_[gone.code()];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        Watch w = list[i];
        if (value(w.other) > 0) {
            list[kept++] = w;
            continue;
        }
        const auto [begin, end] = ranges_[w.clause];
        Lit* const literals = pool_.data() + begin;
        const std::uint32_t size = end - begin;
        if (literals[0] == gone) std::swap(literals[0], literals[1]);
        w.other = literals[0];
        std::uint32_t k = 2;
        if (value(w.other) <= 0)
            while (k < size && value(literals[k]) < 0) ++k;
        else
            k = size;
        if (k < size) {
            std::swap(literals[1], literals[k]);
            lists_[literals[1].code()].push_back(w);
            continue;
        }
        list[kept++] = w;
        if (value(w.other) > 0) continue;
        const Reason why{Reason::Kind::formula, w.clause};
        if (value(w.other) == 0) {
            set_true(w.other, why);
            continue;
        }
        while (++i < list.size()) list[kept++] = list[i];
        list.resize(kept);
        conflict_ = why;
        return false;
    }
    list.resize(kept);
    return true;
}

Antecedent Propagator::antecedent(Reason reason) const {
    if (reason.kind == Reason::Kind::told)
        return {Antecedent::Kind::told, told_names_[reason.index]};
    return {Antecedent::Kind::formula, reason.index};
}

Blame Propagator::explain() const {
    CLEW_REQUIRE(conflict_.has_value(), "Propagator::explain: no conflict");
    Blame blame = explain(clause_of(*conflict_));
    blame.antecedents.push_back(antecedent(*conflict_));
    return blame;
}

Blame Propagator::explain(std::span<const Lit> clause) const {
    Blame blame;
    for (const Lit l : clause) seen_[l.var().index()] = 1;
    for (std::size_t i = trail_.size(); i-- > 0;) {
        const std::size_t v = trail_[i].var().index();
        if (!seen_[v]) continue;
        seen_[v] = 0;
        if (i < initial_) {
            blame.antecedents.push_back({Antecedent::Kind::root, v});
            continue;
        }
        if (reasons_[v].kind == Reason::Kind::decision) {
            blame.clause.push_back(~trail_[i]);
            continue;
        }
        blame.antecedents.push_back(antecedent(reasons_[v]));
        for (const Lit l : clause_of(reasons_[v]))
            if (l.var() != trail_[i].var()) seen_[l.var().index()] = 1;
    }
    std::ranges::reverse(blame.clause);
    std::ranges::reverse(blame.antecedents);
    return blame;
}

std::size_t Propagator::root_reason(Lit l) const { return reasons_[l.var().index()].index; }

}  // namespace clew::certify
