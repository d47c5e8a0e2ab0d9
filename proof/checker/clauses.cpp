// Two watched literals [Moskewicz2001]: a clause stands in the lists of its first two
// literals, and is looked at when one of them becomes false. The invariant, whenever propagation
// has come to its end without conflict: of the two, none is false, or the other is true (and was so
// first), so that taking assumptions back never breaks it.
//
// Literals that are true without assumption stay on the trail for good. A clause that holds one is
// never looked at again: such clauses are left out of the lists when they are added, and taken out
// of them, all at once, when many literals have become true (rewatch_all). On a puzzle with its
// clues that is nine clauses of ten.
//
// In here variables are numbered in the order in which they are first named, so that what is kept
// for each is kept for those alone that there are.

#include "proof/checker/clauses.hpp"

#include <algorithm>

#include "core/base/checked.hpp"
#include "core/base/contract.hpp"

namespace clew::proof::inline checker {

Clauses::Clauses(std::size_t variables, Watches watches)
    : watches_(watches), variables_(variables) {}

Clauses::Clauses(const Cnf& formula, Watches watches) : Clauses(formula.variables, watches) {
    for (std::size_t i = 0; i < formula.size(); ++i) add(formula[i]);
}

Literal Clauses::inner(Literal l) {
    Literal& variable = inner_[static_cast<std::size_t>(variable_of(l))];
    if (variable == 0) {
        outer_.push_back(variable_of(l));
        variable = static_cast<Literal>(outer_.size());
        values_.resize(2 * outer_.size(), 0);
        seen_.resize(2 * outer_.size(), false);
        if (watches_ == Watches::kept) lists_.resize(2 * outer_.size());
    }
    return l > 0 ? variable : -variable;
}

Literal Clauses::outer(Literal l) const {
    const Literal variable = outer_[static_cast<std::size_t>(variable_of(l)) - 1];
    return l > 0 ? variable : -variable;
}

std::span<const Literal> Clauses::inner(std::span<const Literal> literals) {
    asked_.clear();
    for (const Literal l : literals) asked_.push_back(inner(l));
    return asked_;
}

std::vector<Literal> Clauses::operator[](Ref ref) const {
    CLEW_REQUIRE(is_there(ref), "Clauses: no such clause");
    std::vector<Literal> clause;
    for (const Literal l : literals(ref)) clause.push_back(outer(l));
    return clause;
}

std::vector<Clauses::Ref> Clauses::with(Literal l) const {
    const Literal variable = inner_.at(static_cast<std::size_t>(variable_of(l)));
    std::vector<Ref> refs;
    for (Ref ref = 0; variable != 0 && ref < bound(); ++ref)
        if (is_there(ref) &&
            std::ranges::find(literals(ref), l > 0 ? variable : -variable) != literals(ref).end())
            refs.push_back(ref);
    return refs;
}

Clauses::Ref Clauses::add(std::span<const Literal> clause) {
    CLEW_REQUIRE(trail_.size() == root_ || watches_ == Watches::none,
                 "Clauses::add: while something is assumed");
    Ref ref = checked::fit<Ref>(slots_.size());
    if (free_.empty()) {
        slots_.emplace_back();
    } else {
        ref = free_.back();
        free_.pop_back();
    }
    const std::size_t begin = pool_.size();
    for (const Literal l : inner(clause)) {
        if (seen_[code(l)]) continue;
        seen_[code(l)] = true;
        pool_.push_back(l);
    }
    for (const Literal l : asked_) seen_[code(l)] = false;
    slots_[ref] = {begin, checked::fit<std::uint32_t>(pool_.size() - begin), true};
    if (watches_ == Watches::kept) watch(ref);
    return ref;
}

void Clauses::remove(Ref ref) {
    CLEW_REQUIRE(is_there(ref), "Clauses::remove: no such clause");
    Slot& slot = slots_[ref];
    if (watches_ == Watches::kept && slot.size >= 2) {
        unwatch(pool_[slot.begin], ref);
        unwatch(pool_[slot.begin + 1], ref);
    }
    dead_ += slot.size;
    slot.there = false;
    free_.push_back(ref);
    if (dead_ > 65536 && dead_ > pool_.size() / 2) collect_garbage();
}

// Lists gain at their end, and what a proof removes it has mostly added lately.
void Clauses::unwatch(Literal l, Ref ref) {
    auto& list = lists_[code(l)];
    const auto found =
        std::find_if(list.rbegin(), list.rend(), [ref](const Watch& w) { return w.ref == ref; });
    if (found == list.rend()) return;  // satisfied for good: in no list
    *found = list.back();
    list.pop_back();
}

void Clauses::collect_garbage() {
    std::vector<Literal> kept;
    kept.reserve(pool_.size() - dead_);
    for (Slot& slot : slots_) {
        if (!slot.there) continue;
        const auto begin = pool_.begin() + static_cast<std::ptrdiff_t>(slot.begin);
        slot.begin = kept.size();
        kept.insert(kept.end(), begin, begin + slot.size);
    }
    pool_ = std::move(kept);
    dead_ = 0;
}

// At the root. A clause that is unit there becomes a literal of the trail; one that is satisfied
// needs no look.
void Clauses::watch(Ref ref) {
    const Slot& slot = slots_[ref];
    const std::span<Literal> clause = std::span(pool_).subspan(slot.begin, slot.size);
    std::size_t open = 0;
    for (std::size_t i = 0; i < clause.size(); ++i) {
        if (truth(clause[i]) > 0) return;
        if (truth(clause[i]) < 0) continue;
        if (open < 2) std::swap(clause[open], clause[i]);
        ++open;
    }
    if (open == 0) {
        contradictory_ = true;
    } else if (open == 1) {
        set_true(clause[0]);
        if (!propagate()) contradictory_ = true;
        root_ = trail_.size();
    } else {
        lists_[code(clause[0])].push_back({ref, clause[1]});
        lists_[code(clause[1])].push_back({ref, clause[0]});
    }
}

void Clauses::rewatch_all() {
    for (auto& list : lists_) list.clear();
    rewatched_ = root_;
    for (Ref ref = 0; ref < slots_.size(); ++ref)
        if (slots_[ref].there) watch(ref);
    rewatched_ = root_;
}

bool Clauses::propagate() {
    while (next_ < trail_.size()) {
        const Literal gone = -trail_[next_++];
        auto& list = lists_[code(gone)];
        std::size_t kept = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            Watch w = list[i];
            if (truth(w.other) > 0) {
                list[kept++] = w;
                continue;
            }
            const Slot& slot = slots_[w.ref];
            Literal* const clause = pool_.data() + slot.begin;
            if (clause[0] == gone) std::swap(clause[0], clause[1]);
            w.other = clause[0];
            if (truth(w.other) > 0) {
                list[kept++] = w;
                continue;
            }
            std::uint32_t k = 2;
            while (k < slot.size && truth(clause[k]) < 0) ++k;
            if (k < slot.size) {
                std::swap(clause[1], clause[k]);
                lists_[code(clause[1])].push_back(w);
                continue;
            }
            list[kept++] = w;
            if (truth(w.other) == 0) {
                set_true(w.other);
                continue;
            }
            while (++i < list.size()) list[kept++] = list[i];
            list.resize(kept);
            return false;
        }
        list.resize(kept);
    }
    return true;
}

void Clauses::undo_to(std::size_t mark) {
    while (trail_.size() > mark) {
        values_[code(trail_.back())] = values_[code(-trail_.back())] = 0;
        trail_.pop_back();
    }
    next_ = mark;
}

bool Clauses::assume(std::span<const Literal> literals) {
    if (contradictory_) return false;
    if (trail_.size() == root_ && root_ > rewatched_ + variables_ / 16) rewatch_all();
    for (const Literal l : inner(literals)) {
        if (truth(l) > 0) continue;
        if (truth(l) < 0) return false;
        set_true(l);
    }
    return propagate();
}

void Clauses::retract() { undo_to(root_); }

bool Clauses::implied(std::span<const Literal> clause) {
    CLEW_REQUIRE(watches_ == Watches::kept, "Clauses::implied: without watches");
    if (contradictory_) return true;
    if (root_ > rewatched_ + variables_ / 16) rewatch_all();
    for (const Literal l : inner(clause)) {
        if (truth(l) > 0) {  // true at the root, or the negation of one before
            retract();
            return true;
        }
        if (truth(l) == 0) set_true(-l);
    }
    const bool conflict = !propagate();
    retract();
    return conflict;
}

Clauses::Followed Clauses::follow(std::span<const Ref> hints) {
    for (const Ref hint : hints) {
        if (!is_there(hint)) return Followed::not_unit;
        Literal unit = 0;
        std::size_t open = 0;
        for (const Literal l : literals(hint)) {
            if (truth(l) < 0 || l == unit) continue;
            ++open;
            unit = l;
        }
        if (open == 0) return Followed::conflict;
        if (open > 1 || truth(unit) > 0) return Followed::not_unit;
        set_true(unit);
    }
    return Followed::all;
}

Clauses::Followed Clauses::refute(std::span<const Literal> clause, std::span<const Ref> hints) {
    bool holds = false;
    for (const Literal l : clause) {
        if (truth(l) > 0) holds = true;
        if (truth(l) == 0) set_true(-l);
    }
    return holds ? Followed::conflict : follow(hints);
}

bool Clauses::implied_by(std::span<const Literal> clause, std::span<const Ref> hints) {
    const std::size_t mark = trail_.size();
    const Followed followed = refute(inner(clause), hints);
    undo_to(mark);
    return followed == Followed::conflict;
}

bool Clauses::redundant_by(std::span<const Literal> clause, std::span<const Ref> hints,
                           std::span<const Resolvent> resolvents) {
    const std::size_t mark = trail_.size();
    const Followed followed = refute(inner(clause), hints);
    bool holds = followed == Followed::conflict || (followed == Followed::all && !clause.empty());
    if (followed == Followed::all && holds) {
        const Literal other_side = -inner(clause[0]);
        for (const Ref ref : with(-clause[0])) {
            const std::size_t before = trail_.size();
            const auto told = std::ranges::find(resolvents, ref, &Resolvent::with);
            rest_.clear();
            for (const Literal l : literals(ref))
                if (l != other_side) rest_.push_back(l);
            const auto no_hints = std::span<const Ref>{};
            holds = refute(rest_, told == resolvents.end() ? no_hints : std::span(told->hints)) ==
                    Followed::conflict;
            undo_to(before);
            if (!holds) break;
        }
    }
    undo_to(mark);
    return holds;
}

}  // namespace clew::proof::inline checker
