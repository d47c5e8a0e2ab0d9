// Two watched literals, as in every SAT solver since 2001; see encode/proof/clauses.cpp for the
// checker's own, which shares no line with this one on purpose: the two are to check each other.

#include "encode/certify/propagator.hpp"

#include <algorithm>

#include "encode/base/contract.hpp"

namespace clew::certify {

Propagator::Propagator(const Formula& formula, std::size_t variables, std::span<const Lit> facts)
    : lists_(2 * variables),
      values_(2 * variables, 0),
      reasons_(variables),
      removed_(formula.size(), false),
      at_root_(variables, false),
      granted_(variables, false),
      seen_(variables, false) {
    for (const Lit l : facts) set_true(l, {Reason::Kind::fact, 0});
    pool_.reserve(formula.literal_count());
    for (const std::span<const Lit> clause : formula) {
        const auto index = static_cast<std::uint32_t>(ends_.size());
        pool_.insert(pool_.end(), clause.begin(), clause.end());
        ends_.push_back(pool_.size());
        if (clause.size() < 2) continue;
        lists_[clause[0].code()].push_back({index, clause[1]});
        lists_[clause[1].code()].push_back({index, clause[0]});
    }
    for (std::uint32_t c = 0; c < ends_.size() && !conflict_; ++c) {
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
    const std::size_t begin = reason.index == 0 ? 0 : ends_[reason.index - 1];
    return std::span(pool_).subspan(begin, ends_[reason.index] - begin);
}

void Propagator::set_true(Lit l, Reason why) {
    values_[l.code()] = 1;
    values_[(~l).code()] = -1;
    reasons_[l.var().index()] = why;
    at_root_[l.var().index()] = marks_.empty();
    trail_.push_back(l);
}

void Propagator::decide(Lit l) {
    CLEW_REQUIRE(!conflict_ && value(l) == 0, "Propagator::decide: a conflict, or not open");
    marks_.push_back(trail_.size());
    told_marks_.push_back(told_.size());
    decisions_.push_back(l);
    set_true(l, {});
    propagate();
}

void Propagator::take_for_granted(Lit l) {
    CLEW_REQUIRE(value(l) > 0, "Propagator::take_for_granted: not true");
    granted_[l.var().index()] = true;
    granted_list_.push_back(l);
}

void Propagator::remove(std::size_t clause) {
    CLEW_REQUIRE(marks_.empty(), "Propagator::remove: under decisions");
    removed_[clause] = true;
}

void Propagator::restore(std::size_t clause) { removed_[clause] = false; }

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
    if (level == 0) {
        for (const Lit l : granted_list_) granted_[l.var().index()] = false;
        granted_list_.clear();
    }
    if (level >= marks_.size()) return;
    conflict_.reset();
    while (trail_.size() > marks_[level]) {
        values_[trail_.back().code()] = values_[(~trail_.back()).code()] = 0;
        trail_.pop_back();
    }
    next_ = trail_.size();
    told_.resize(told_marks_[level]);
    told_names_.resize(told_marks_[level]);
    marks_.resize(level);
    told_marks_.resize(level);
    decisions_.resize(level);
}

void Propagator::propagate() {
    while (next_ < trail_.size()) {
        const Lit gone = ~trail_[next_++];
        auto& list = lists_[gone.code()];
        std::size_t kept = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            Watch w = list[i];
            if (value(w.other) > 0) {
                list[kept++] = w;
                continue;
            }
            if (removed_[w.clause]) {
                list[kept++] = w;
                continue;
            }
            const std::size_t begin = w.clause == 0 ? 0 : ends_[w.clause - 1];
            const std::size_t end = ends_[w.clause];
            if (pool_[begin] == gone) std::swap(pool_[begin], pool_[begin + 1]);
            w.other = pool_[begin];
            std::size_t k = begin + 2;
            if (value(w.other) <= 0)
                while (k < end && value(pool_[k]) < 0) ++k;
            else
                k = end;
            if (k < end) {
                std::swap(pool_[begin + 1], pool_[k]);
                lists_[pool_[begin + 1].code()].push_back(w);
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
            return;
        }
        list.resize(kept);
    }
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
    for (const Lit l : clause) seen_[l.var().index()] = true;
    for (std::size_t i = trail_.size(); i-- > 0;) {
        const std::size_t v = trail_[i].var().index();
        if (!seen_[v]) continue;
        seen_[v] = false;
        if (granted_[v]) {
            blame.clause.push_back(~trail_[i]);
            continue;
        }
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
            if (l.var() != trail_[i].var()) seen_[l.var().index()] = true;
    }
    std::ranges::reverse(blame.clause);
    std::ranges::reverse(blame.antecedents);
    return blame;
}

std::optional<std::size_t> Propagator::root_reason(Lit l) const {
    const Reason why = reasons_[l.var().index()];
    if (why.kind != Reason::Kind::formula) return std::nullopt;
    return why.index;
}

}  // namespace clew::certify
