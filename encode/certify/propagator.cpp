// Two watched literals, as in every SAT solver since 2001; see encode/proof/clauses.cpp for the
// checker's own, which shares no line with this one on purpose: the two are to check each other.

#include "encode/certify/propagator.hpp"

#include <algorithm>

#include "encode/base/contract.hpp"

namespace clew::certify {

Propagator::Propagator(const Formula& formula, std::size_t variables)
    : lists_(2 * variables),
      values_(2 * variables, 0),
      reasons_(variables),
      seen_(variables, false) {
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

void Propagator::imply(Lit l, Clause reason) {
    CLEW_REQUIRE(!conflict_, "Propagator::imply: after a conflict");
    if (value(l) > 0) return;
    const Reason why{Reason::Kind::told, static_cast<std::uint32_t>(told_.size())};
    told_.push_back(std::move(reason));
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
    while (trail_.size() > marks_[level]) {
        values_[trail_.back().code()] = values_[(~trail_.back()).code()] = 0;
        trail_.pop_back();
    }
    next_ = trail_.size();
    told_.resize(told_marks_[level]);
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

Clause Propagator::explain() const {
    CLEW_REQUIRE(conflict_.has_value(), "Propagator::explain: no conflict");
    Clause blamed;
    const std::size_t root = marks_.empty() ? trail_.size() : marks_.front();
    for (const Lit l : clause_of(*conflict_)) seen_[l.var().index()] = true;
    for (std::size_t i = trail_.size(); i-- > 0;) {
        const std::size_t v = trail_[i].var().index();
        if (!seen_[v]) continue;
        seen_[v] = false;
        if (i < root) continue;  // true without any decision
        if (reasons_[v].kind == Reason::Kind::decision)
            blamed.push_back(~trail_[i]);
        else
            for (const Lit l : clause_of(reasons_[v]))
                if (l.var() != trail_[i].var()) seen_[l.var().index()] = true;
    }
    std::ranges::reverse(blamed);
    return blamed;
}

}  // namespace clew::certify
