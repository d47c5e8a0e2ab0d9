// What stands in for session.cpp in a build without CryptoMiniSat (CLEW_WITH_CRYPTOMINISAT=OFF): a
// solver of our own for the questions behind an answer, such as which clues conflict. It never
// answers as the engine `sat`: Session::available() says that the library is not there.
//
// Conflict-driven clause learning with two watched literals [Een2003]: first unique implication
// points, activities, saved phases, restarts by Luby's sequence; half of the learnt clauses are
// forgotten when there are many. Options that speak of the library's own ways are passed over.

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/contract.hpp"
#include "encode/sat/session.hpp"

namespace clew::sat {
namespace {

constexpr double activity_decay = 0.95;
constexpr std::uint64_t restart_conflicts = 64;  // times Luby's sequence
constexpr std::uint64_t heard_every = 64;  // conflicts or decisions from one asking to the next

/// 1 1 2 1 1 2 4 ...: the i-th, from 1 on.
std::uint64_t luby(std::uint64_t i) {
    for (;;) {
        const std::uint64_t above = std::bit_ceil(i + 1);
        if (above == i + 1) return above / 2;
        i -= above / 2 - 1;
    }
}

enum class Value : std::uint8_t { open, yes, no };

constexpr std::uint32_t no_reason = 0xffffffff;

struct Clause {
    std::vector<Lit> literals;
    std::uint64_t used = 0;  // when it last took part in a conflict
    bool learnt = false;
};

struct Watch {
    std::uint32_t clause = 0;
    Lit other;  // if it holds, the clause need not be looked at
};

}  // namespace

struct Session::Impl {
    Turns* turns = nullptr;
    bool guess_positive = false;
    bool contradiction = false;  // unsatisfiable without assumptions
    std::uint64_t conflicts = 0, decisions = 0;
    Ending why = Ending::exhausted;
    std::vector<Lit> core;
    std::vector<bool> model;

    std::vector<Clause> clauses;
    std::vector<std::uint32_t> unused;           // numbers of clauses that were forgotten
    std::vector<std::vector<Watch>> watches;     // by literal: clauses to look at when it fails
    std::vector<Value> values;                   // by literal
    std::vector<std::uint32_t> levels, reasons;  // by variable
    std::vector<bool> phases, seen;
    std::vector<Lit> trail;
    std::vector<std::size_t> level_starts;
    std::size_t propagated = 0, learnts = 0, most_learnts = 4'000;

    // A heap of open variables, the most active on top.
    std::vector<double> activity;
    double bump = 1;
    std::vector<std::uint32_t> heap;
    std::vector<std::uint32_t> heap_place;  // no_reason: not in it

    std::size_t vars() const { return levels.size(); }
    std::size_t level() const { return level_starts.size(); }
    Value value(Lit l) const { return values[l.code()]; }
    void check(Lit l) const {
        CLEW_REQUIRE(l.var().index() < vars(), "Session: literal of an undeclared variable");
    }

    // ---- the heap ----

    void sift(std::size_t at) {
        const std::uint32_t v = heap[at];
        for (; at > 0 && activity[heap[(at - 1) / 2]] < activity[v]; at = (at - 1) / 2)
            put(at, heap[(at - 1) / 2]);
        for (std::size_t child = 2 * at + 1; child < heap.size(); child = 2 * at + 1) {
            if (child + 1 < heap.size() && activity[heap[child + 1]] > activity[heap[child]])
                ++child;
            if (activity[heap[child]] <= activity[v]) break;
            put(at, heap[child]);
            at = child;
        }
        put(at, v);
    }
    void put(std::size_t at, std::uint32_t v) {
        heap[at] = v;
        heap_place[v] = static_cast<std::uint32_t>(at);
    }
    void insert(std::uint32_t v) {
        if (heap_place[v] != no_reason) return;
        heap.push_back(v);
        put(heap.size() - 1, v);
        sift(heap.size() - 1);
    }
    std::uint32_t pop() {
        const std::uint32_t top = heap.front(), last = heap.back();
        heap.pop_back();
        heap_place[top] = no_reason;
        if (!heap.empty()) {
            put(0, last);
            sift(0);
        }
        return top;
    }
    void bump_variable(std::size_t v) {
        activity[v] += bump;
        if (activity[v] > 1e100) {
            for (double& a : activity) a *= 1e-100;
            bump *= 1e-100;
        }
        if (heap_place[v] != no_reason) sift(heap_place[v]);
    }

    // ---- assignments ----

    void assign(Lit l, std::uint32_t reason) {
        values[l.code()] = Value::yes;
        values[(~l).code()] = Value::no;
        levels[l.var().index()] = static_cast<std::uint32_t>(level());
        reasons[l.var().index()] = reason;
        trail.push_back(l);
    }

    void back_to(std::size_t target) {
        if (level() <= target) return;
        for (std::size_t i = trail.size(); i-- > level_starts[target];) {
            const Lit l = trail[i];
            const std::size_t v = l.var().index();
            values[l.code()] = values[(~l).code()] = Value::open;
            phases[v] = !l.is_negative();
            insert(static_cast<std::uint32_t>(v));
        }
        trail.resize(level_starts[target]);
        level_starts.resize(target);
        propagated = trail.size();
    }

    /// A clause that fails; nothing if all that follows was found.
    std::uint32_t propagate() {
        while (propagated < trail.size()) {
            const Lit failed = ~trail[propagated++];
            std::vector<Watch>& list = watches[failed.code()];
            std::size_t kept = 0;
            for (std::size_t i = 0; i < list.size(); ++i) {
                const Watch watch = list[i];
                if (value(watch.other) == Value::yes) {
                    list[kept++] = watch;
                    continue;
                }
                std::vector<Lit>& literals = clauses[watch.clause].literals;
                if (literals[0] == failed) std::swap(literals[0], literals[1]);
                const Watch again{watch.clause, literals[0]};
                if (value(literals[0]) == Value::yes) {
                    list[kept++] = again;
                    continue;
                }
                bool moved = false;
                for (std::size_t k = 2; k < literals.size() && !moved; ++k)
                    if (value(literals[k]) != Value::no) {
                        std::swap(literals[1], literals[k]);
                        watches[literals[1].code()].push_back(again);
                        moved = true;
                    }
                if (moved) continue;
                list[kept++] = again;
                if (value(literals[0]) == Value::no) {
                    for (++i; i < list.size(); ++i) list[kept++] = list[i];
                    list.resize(kept);
                    return watch.clause;
                }
                assign(literals[0], watch.clause);
            }
            list.resize(kept);
        }
        return no_reason;
    }

    // ---- clauses ----

    void attach(std::vector<Lit> literals, bool learnt) {
        std::uint32_t number = 0;
        if (unused.empty()) {
            number = static_cast<std::uint32_t>(clauses.size());
            clauses.emplace_back();
        } else {
            number = unused.back();
            unused.pop_back();
        }
        watches[literals[0].code()].push_back({number, literals[1]});
        watches[literals[1].code()].push_back({number, literals[0]});
        clauses[number] = {std::move(literals), conflicts, learnt};
        learnts += learnt ? 1 : 0;
    }

    /// Those for which it holds are forgotten.
    template <class Which>
    void forget(const Which& which) {
        const auto gone = [&](const Watch& w) { return clauses[w.clause].literals.empty(); };
        for (std::uint32_t c = 0; c < clauses.size(); ++c) {
            Clause& clause = clauses[c];
            if (clause.literals.empty() || !which(clause)) continue;
            learnts -= clause.learnt ? 1 : 0;
            clause = {};
            unused.push_back(c);
        }
        for (std::vector<Watch>& list : watches) std::erase_if(list, gone);
    }

    /// At level 0, where no reason is asked for.
    void forget_learnts() {
        std::vector<std::uint64_t> used;
        for (const Clause& clause : clauses)
            if (clause.learnt) used.push_back(clause.used);
        const auto middle = used.begin() + static_cast<std::ptrdiff_t>(used.size() / 2);
        std::nth_element(used.begin(), middle, used.end());
        const std::uint64_t bound = middle == used.end() ? 0 : *middle;
        forget(
            [&](const Clause& c) { return c.learnt && c.literals.size() > 2 && c.used < bound; });
        most_learnts += most_learnts / 10;
    }

    void add(std::span<const Lit> clause) {
        if (contradiction) return;
        back_to(0);
        std::vector<Lit> literals(clause.begin(), clause.end());
        std::ranges::sort(literals);
        literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
        for (std::size_t i = 1; i < literals.size(); ++i)
            if (literals[i] == ~literals[i - 1]) return;  // holds always
        if (std::ranges::any_of(literals, [&](Lit l) { return value(l) == Value::yes; })) return;
        std::erase_if(literals, [&](Lit l) { return value(l) == Value::no; });
        if (literals.empty()) {
            contradiction = true;
        } else if (literals.size() == 1) {
            assign(literals.front(), no_reason);
            contradiction = propagate() != no_reason;
        } else {
            attach(std::move(literals), false);
        }
    }

    // ---- conflicts ----

    /// The first unique implication point and what it follows from, it first, then one of the level
    /// to go back to.
    std::pair<std::vector<Lit>, std::size_t> analyse(std::uint32_t conflict) {
        std::vector<Lit> learnt{Lit{}};
        std::size_t open = 0, at = trail.size();
        Lit point;
        for (std::uint32_t reason = conflict;;) {
            clauses[reason].used = conflicts;
            for (const Lit l : clauses[reason].literals) {
                const std::size_t v = l.var().index();
                if ((reason != conflict && l == point) || seen[v] || levels[v] == 0) continue;
                seen[v] = true;
                bump_variable(v);
                if (levels[v] == level())
                    ++open;
                else
                    learnt.push_back(l);
            }
            do point = trail[--at];
            while (!seen[point.var().index()]);
            seen[point.var().index()] = false;
            if (--open == 0) break;
            reason = reasons[point.var().index()];
        }
        learnt.front() = ~point;
        // What follows from the others in one step says nothing more.
        const std::vector<Lit> all = learnt;
        std::erase_if(learnt, [&](Lit l) {
            const std::uint32_t reason = reasons[l.var().index()];
            return l != ~point && reason != no_reason &&
                   std::ranges::all_of(clauses[reason].literals, [&](Lit k) {
                       return k == ~l || seen[k.var().index()] || levels[k.var().index()] == 0;
                   });
        });
        for (const Lit l : all) seen[l.var().index()] = false;
        std::size_t back = 0;
        for (std::size_t i = 1; i < learnt.size(); ++i)
            if (levels[learnt[i].var().index()] > back) {
                back = levels[learnt[i].var().index()];
                std::swap(learnt[1], learnt[i]);
            }
        return {std::move(learnt), back};
    }

    /// The assumptions that `failed`, which is one of them, cannot hold beside.
    std::vector<bool> assumed_with(Lit failed) {
        std::vector<bool> used(2 * vars(), false);
        used[failed.code()] = true;
        if (level() == 0 || levels[failed.var().index()] == 0) return used;
        seen[failed.var().index()] = true;
        for (std::size_t i = trail.size(); i-- > level_starts[0];) {
            const std::size_t v = trail[i].var().index();
            if (!seen[v]) continue;
            seen[v] = false;
            if (reasons[v] == no_reason) {
                used[trail[i].code()] = true;
                continue;
            }
            for (const Lit l : clauses[reasons[v]].literals)
                if (l != trail[i] && levels[l.var().index()] > 0) seen[l.var().index()] = true;
        }
        seen[failed.var().index()] = false;
        return used;
    }

    bool hear(const Budget& budget, std::uint64_t conflicts_before) {
        if (conflicts - conflicts_before >= budget.max_nodes) {
            why = Ending::out_of_budget;
            return false;
        }
        if ((conflicts + decisions) % heard_every == 0 && budget.stopped()) {
            why = Ending::interrupted;
            return false;
        }
        return true;
    }

    SessionState search(std::span<const Lit> assumptions, const Budget& budget) {
        const std::uint64_t before = conflicts;
        std::uint64_t runs = 0, left = restart_conflicts;
        for (;;) {
            if (const std::uint32_t conflict = propagate(); conflict != no_reason) {
                ++conflicts;
                if (turns != nullptr) {
                    ++turns->nodes;
                    turns->work += 10'000;
                }
                if (level() == 0) {
                    contradiction = true;
                    return SessionState::unsatisfied;
                }
                auto [learnt, back] = analyse(conflict);
                back_to(back);
                const Lit point = learnt.front();
                if (learnt.size() == 1) {
                    assign(point, no_reason);
                } else {
                    const std::uint32_t number =
                        unused.empty() ? static_cast<std::uint32_t>(clauses.size()) : unused.back();
                    attach(std::move(learnt), true);
                    assign(point, number);
                }
                bump /= activity_decay;
                if (left > 0) --left;
                continue;
            }
            if (!hear(budget, before)) return SessionState::unknown;
            if (turns != nullptr && !turns->go_on()) {
                why = Ending::interrupted;
                return SessionState::unknown;
            }
            if (left == 0) {
                left = restart_conflicts * luby(++runs);
                back_to(0);
                if (learnts > most_learnts) forget_learnts();
                continue;
            }
            if (level() < assumptions.size()) {
                const Lit next = assumptions[level()];
                if (value(next) == Value::no) {
                    const std::vector<bool> used = assumed_with(next);
                    for (const Lit l : assumptions)
                        if (used[l.code()] && std::ranges::find(core, l) == core.end())
                            core.push_back(l);
                    return SessionState::unsatisfied;
                }
                level_starts.push_back(trail.size());
                if (value(next) == Value::open) assign(next, no_reason);
                continue;
            }
            std::uint32_t v = no_reason;
            while (!heap.empty() && v == no_reason) {
                v = pop();
                if (values[Lit::positive(Var{v}).code()] != Value::open) v = no_reason;
            }
            if (v == no_reason) return SessionState::satisfied;
            ++decisions;
            level_starts.push_back(trail.size());
            assign(phases[v] ? Lit::positive(Var{v}) : Lit::negative(Var{v}), no_reason);
        }
    }
};

bool Session::available() { return false; }
std::string Session::library() { return "Clew's own"; }

Session::Session(const SessionOptions& options) : impl_(std::make_unique<Impl>()) {
    impl_->turns = options.turns;
    impl_->guess_positive = options.guess == Phase::positive;
}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

std::size_t Session::var_count() const { return impl_->vars(); }

void Session::add_vars(std::size_t count) {
    constexpr std::size_t most = std::size_t{1} << 27;
    CLEW_REQUIRE(count < most && impl_->vars() + count < most,
                 "Session::add_vars: more variables than can be numbered");
    state_ = SessionState::ready;
    const std::size_t first = impl_->vars(), all = first + count;
    impl_->watches.resize(2 * all);
    impl_->values.resize(2 * all, Value::open);
    impl_->levels.resize(all, 0);
    impl_->reasons.resize(all, no_reason);
    impl_->phases.resize(all, impl_->guess_positive);
    impl_->seen.resize(all, false);
    impl_->activity.resize(all, 0);
    impl_->heap_place.resize(all, no_reason);
    for (std::size_t v = first; v < all; ++v) impl_->insert(static_cast<std::uint32_t>(v));
}

void Session::add(std::span<const Lit> clause) {
    for (const Lit l : clause) impl_->check(l);
    state_ = SessionState::ready;
    if (impl_->turns != nullptr) impl_->turns->work += 20 * clause.size();
    impl_->add(clause);
}

Answer Session::solve(std::span<const Lit> assumptions, const Budget& budget) {
    for (const Lit l : assumptions) impl_->check(l);
    impl_->core.clear();
    core_.clear();
    ++calls_;
    impl_->back_to(0);
    if (impl_->contradiction) {
        state_ = SessionState::unsatisfied;
        return Answer::unsatisfiable;
    }
    state_ = SessionState::unknown;
    why_ = Ending::interrupted;
    if (budget.stopped()) return Answer::unknown;
    state_ = impl_->search(assumptions, budget);
    why_ = impl_->why;
    core_ = std::move(impl_->core);
    if (state_ == SessionState::satisfied) {
        impl_->model.resize(impl_->vars());
        for (std::size_t v = 0; v < impl_->vars(); ++v)
            impl_->model[v] = impl_->value(Lit::positive(Var{v})) == Value::yes;
    }
    impl_->back_to(0);
    return state_ == SessionState::satisfied     ? Answer::satisfiable
           : state_ == SessionState::unsatisfied ? Answer::unsatisfiable
                                                 : Answer::unknown;
}

bool Session::value(Lit literal) const {
    CLEW_REQUIRE(state_ == SessionState::satisfied, "Session::value: no model");
    impl_->check(literal);
    return impl_->model[literal.var().index()] != literal.is_negative();
}

void Session::clean() {
    state_ = SessionState::ready;
    impl_->back_to(0);
    impl_->forget([&](const Clause& clause) {
        return std::ranges::any_of(clause.literals,
                                   [&](Lit l) { return impl_->value(l) == Value::yes; });
    });
}

std::uint64_t Session::conflicts() const { return impl_->conflicts; }

}  // namespace clew::sat
