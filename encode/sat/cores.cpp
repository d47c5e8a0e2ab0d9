// Minimal: the failed assumptions of one SAT call are a conflict, usually a small one (5.9 clues on
// average where one clue of a puzzle was altered, 4.9 once minimal). Then each demand in turn is
// left out: if the rest still conflicts, the new core replaces it; if not, the demand is needed.
//
// Smallest, and all of them by size: implicit hitting sets, as in FORQES [Ignatiev2015] and MARCO
// [Liffiton2016]. A correction is a minimal set of demands without which the others can hold. Every
// conflict meets every correction. So a second SAT session, the map, looks for a smallest set H
// that meets all corrections known and contains no conflict reported already:
//
//     H cannot hold      H is a minimal conflict, and none that is left is smaller: report it
//     H can hold         grow it as long as it can hold; what is then left is a new correction
//     there is no H      every minimal conflict has been reported
//
// "Smallest" is a bound on a sequential counter over the map's variables [Sinz2005], raised by one
// when no H is left below it. A minimal conflict H of size k is so found because all its subsets
// that meet the corrections were refused at smaller bounds.
//
// A correction need not be minimal to be valid: what is left out of any set that can hold will do.
// So a demand that does not join within a few conflicts is left out unproved. Without this bound
// the proofs that a demand cannot join are pigeonhole arguments (eight cells for nine digits), and
// one growth took 48 000 conflicts.
//
// Growing looks at the model first: a demand whose clauses the model satisfies anyway is taken for
// nothing, which leaves a few SAT calls instead of hundreds.

#include "encode/sat/cores.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/contract.hpp"
#include "encode/cnf/cardinality.hpp"
#include "encode/sat/backbone.hpp"

namespace clew::sat {
namespace {

using cnf::Clause;

constexpr std::uint64_t grow_conflicts = 20;

// Sets of soft demands that meet all corrections and contain no reported conflict, by size.
class HittingSets {
  public:
    explicit HittingSets(std::size_t count) : count_(count) { rebuild(8); }

    void must_meet(const std::vector<std::size_t>& correction) {
        Clause clause;
        for (std::size_t i : correction) clause.push_back(Lit::positive(Var{i}));
        keep(std::move(clause));
    }
    void must_not_contain(const std::vector<std::size_t>& conflict) {
        Clause clause;
        for (std::size_t i : conflict) clause.push_back(Lit::negative(Var{i}));
        keep(std::move(clause));
    }
    /// The next set of at most `bound` members; unknown keeps the session's reason.
    Answer next(std::size_t bound, const Budget& budget, std::vector<std::size_t>& members) {
        if (bound >= width_ && width_ < count_) rebuild(std::max(width_ * 2, bound + 1));
        std::vector<Lit> assumptions;
        if (bound < count_) assumptions.push_back(~at_least_[bound]);
        const Answer answer = session_.solve(assumptions, budget);
        members.clear();
        if (answer == Answer::satisfiable)
            for (std::size_t i = 0; i < count_; ++i)
                if (session_.value(Lit::positive(Var{i}))) members.push_back(i);
        return answer;
    }
    /// True if no larger bound can bring more: the last refusal did not need the bound.
    bool refused_for_good() const { return session_.core().empty(); }
    const Session& session() const { return session_; }
    std::uint64_t conflicts() const { return past_conflicts_ + session_.conflicts(); }

  private:
    void keep(Clause clause) {
        session_.add(clause);
        clauses_.push_back(std::move(clause));
    }
    // at_least_[j]: more than j of the members are true, for j < width_
    void rebuild(std::size_t width) {
        width_ = std::min(width, count_);
        past_conflicts_ += session_.conflicts();
        session_ = Session({.inprocessing = Inprocessing::off});
        session_.add_vars(count_);
        std::vector<Lit> members;
        for (std::size_t i = 0; i < count_; ++i) members.push_back(Lit::positive(Var{i}));
        at_least_ = cnf::add_counter(
            members, width_, [&] { return Lit::positive(session_.add_var()); },
            [&](const Clause& clause) { session_.add(clause); });
        for (const Clause& clause : clauses_) session_.add(clause);
    }

    std::size_t count_;
    std::size_t width_ = 0;
    Session session_;
    std::vector<Lit> at_least_;
    std::vector<Clause> clauses_;
    std::uint64_t past_conflicts_ = 0;
};

}  // namespace

struct Conflicts::Impl {
    cnf::Encoded encoded;
    Session session;
    std::vector<Var> soft;                          // selectors not left out, ascending
    std::vector<std::vector<std::size_t>> guarded;  // clauses of each selector of the map
    std::uint64_t calls = 0;
    std::uint64_t other_conflicts = 0;  // of hitting-set sessions

    explicit Impl(cnf::Encoded e) : encoded(std::move(e)) {
        soft = encoded.map.selectors();
        session.add_vars(encoded.map.size());
        session.add(encoded.formula);
        guarded.resize(soft.size());
        std::vector<std::size_t> place(encoded.map.size(), soft.size());
        for (std::size_t i = 0; i < soft.size(); ++i) place[soft[i].index()] = i;
        for (std::size_t c = 0; c < encoded.formula.size(); ++c)
            for (Lit l : encoded.formula[c]) {
                const std::size_t at = place[l.var().index()];
                if (at == soft.size()) continue;
                CLEW_REQUIRE(l.is_negative(), "sat::Conflicts: a selector is more than a guard");
                guarded[at].push_back(c);
            }
    }

    std::uint64_t spent() const { return session.conflicts() + calls + other_conflicts; }

    Answer ask(std::span<const Lit> assumptions, const Budget& budget, std::uint64_t before) {
        ++calls;
        return session.solve(assumptions, rest_of(budget, spent() - before));
    }

    std::vector<Demand> demands_of(std::vector<Lit> core) const {
        std::ranges::sort(core);
        std::vector<Demand> demands;
        for (Lit l : core) demands.push_back(*encoded.map.demand(l.var()));
        return demands;
    }

    // Shrinks a core until no literal can be left out.
    Ending minimize(std::vector<Lit>& core, const Budget& budget, std::uint64_t before) {
        std::size_t kept = 0;  // core[0 .. kept) is known to be needed
        while (kept < core.size()) {
            std::vector<Lit> rest = core;
            // from the back: what is known to be needed stays in front
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(kept));
            const Answer answer = ask(rest, budget, before);
            if (answer == Answer::unknown) return session.why_unknown();
            if (answer == Answer::satisfiable) {
                ++kept;
                continue;
            }
            // needed literals are in every conflict inside `core`, hence in the new one, in order
            core.assign(session.core().begin(), session.core().end());
        }
        return Ending::exhausted;
    }

    bool satisfied_by_model(std::size_t selector) const {
        const Lit guard = Lit::negative(encoded.map.selectors()[selector]);
        return std::ranges::all_of(guarded[selector], [&](std::size_t c) {
            return std::ranges::any_of(encoded.formula[c],
                                       [&](Lit l) { return l != guard && session.value(l); });
        });
    }
};

Conflicts::Conflicts(cnf::Encoded encoded) : impl_(std::make_unique<Impl>(std::move(encoded))) {}
Conflicts::~Conflicts() = default;
Conflicts::Conflicts(Conflicts&&) noexcept = default;
Conflicts& Conflicts::operator=(Conflicts&&) noexcept = default;

const cnf::VarMap& Conflicts::map() const { return impl_->encoded.map; }

void Conflicts::require(Lit literal) {
    CLEW_REQUIRE(literal.var().index() < map().size() && !map().demand(literal.var()),
                 "sat::Conflicts::require: not a candidate or helper of the encoding");
    impl_->session.add({literal});
}

void Conflicts::leave_out(const Demand& demand) {
    const auto selector = map().selector(demand);
    CLEW_REQUIRE(selector.has_value(), "sat::Conflicts::leave_out: demand without selector");
    std::erase(impl_->soft, *selector);
}

Conflict Conflicts::minimal(const Budget& budget, std::span<const Demand> among) {
    const std::uint64_t before = impl_->spent();
    const std::uint64_t conflicts_before = impl_->session.conflicts();
    std::vector<Lit> core;
    if (among.empty())
        for (Var v : impl_->soft) core.push_back(Lit::positive(v));
    for (const Demand& demand : among) {
        const auto selector = map().selector(demand);
        CLEW_REQUIRE(selector.has_value(), "sat::Conflicts::minimal: demand without selector");
        core.push_back(Lit::positive(*selector));
    }
    Conflict result;
    const Answer answer = impl_->ask(core, budget, before);
    if (answer == Answer::unknown) result.ending = impl_->session.why_unknown();
    if (answer == Answer::unsatisfiable) {
        core.assign(impl_->session.core().begin(), impl_->session.core().end());
        result.exists = true;
        result.ending = impl_->minimize(core, budget, before);
        result.demands = impl_->demands_of(std::move(core));
    }
    result.conflicts = impl_->session.conflicts() - conflicts_before;
    return result;
}

Conflict Conflicts::smallest(const Budget& budget) {
    Conflict result;
    const ConflictCount count =
        all({.budget = budget, .limit = 1}, [&](std::span<const Demand> demands) {
            result.exists = true;
            result.demands.assign(demands.begin(), demands.end());
            return Flow::go_on;
        });
    result.ending = result.exists ? Ending::exhausted : count.ending;
    result.conflicts = count.conflicts;
    if (!result.exists && count.ending != Ending::exhausted) {
        // out of time: better a minimal one than none
        Conflict fallback = minimal(budget);
        fallback.ending = count.ending;
        fallback.conflicts += count.conflicts;
        return fallback;
    }
    return result;
}

ConflictCount Conflicts::all(const ConflictOptions& options, const ConflictSink& sink) {
    Impl& impl = *impl_;
    ConflictCount result;
    const std::uint64_t before = impl.spent();
    const std::uint64_t conflicts_before = impl.session.conflicts() + impl.other_conflicts;
    const auto& selectors = map().selectors();
    const std::vector<Var> soft = impl.soft;
    const std::size_t n = soft.size();
    HittingSets sets(n);

    const std::uint64_t other_before = impl.other_conflicts;
    const auto finish = [&](Ending ending) {
        impl.other_conflicts = other_before + sets.conflicts();
        result.ending = ending;
        result.conflicts = impl.session.conflicts() + impl.other_conflicts - conflicts_before;
        return result;
    };
    if (options.limit == 0) return finish(Ending::limit_reached);

    std::vector<std::size_t> place;  // of soft[i] among the selectors of the map
    for (Var v : soft)
        place.push_back(
            static_cast<std::size_t>(std::ranges::lower_bound(selectors, v) - selectors.begin()));

    std::vector<std::size_t> members;
    std::size_t bound = 0;
    for (;;) {
        ++impl.calls;
        impl.other_conflicts = other_before + sets.conflicts();
        const Answer next =
            sets.next(bound, rest_of(options.budget, impl.spent() - before), members);
        if (next == Answer::unknown) return finish(sets.session().why_unknown());
        if (next == Answer::unsatisfiable) {
            if (sets.refused_for_good() || bound >= n) return finish(Ending::exhausted);
            if (++bound > options.max_size && options.max_size != 0)
                return finish(Ending::exhausted);
            continue;
        }

        // Can they hold? Grow until nothing more can join.
        std::vector<bool> in(n, false);
        std::vector<Lit> held;
        for (std::size_t i : members) {
            in[i] = true;
            held.push_back(Lit::positive(soft[i]));
        }
        // With the other switches held off the question is easy; left free, the solver may turn
        // some on and lose itself in pigeonholes.
        std::vector<Lit> exactly = held;
        for (std::size_t i = 0; i < n; ++i)
            if (!in[i]) exactly.push_back(Lit::negative(soft[i]));
        Answer answer = impl.ask(exactly, options.budget, before);
        if (answer == Answer::unsatisfiable) {
            ++result.found;
            const std::vector<Demand> demands = impl.demands_of(held);
            sets.must_not_contain(members);
            if (sink(demands) == Flow::stop || result.found == options.limit)
                return finish(Ending::limit_reached);
            continue;
        }
        std::vector<std::size_t> correction;
        const auto take_satisfied = [&] {
            for (std::size_t i = 0; i < n; ++i)
                if (!in[i] && impl.satisfied_by_model(place[i])) {
                    in[i] = true;
                    held.push_back(Lit::positive(soft[i]));
                }
        };
        if (answer == Answer::satisfiable) take_satisfied();
        for (std::size_t i = 0; i < n && answer != Answer::unknown; ++i) {
            if (in[i]) continue;
            held.push_back(Lit::positive(soft[i]));
            Budget little = rest_of(options.budget, impl.spent() - before);
            const bool last = little.max_nodes <= grow_conflicts;
            little.max_nodes = std::min(little.max_nodes, grow_conflicts);
            ++impl.calls;
            answer = impl.session.solve(held, little);
            if (answer == Answer::satisfiable) {
                in[i] = true;
                take_satisfied();
                continue;
            }
            if (answer == Answer::unknown && !last &&
                impl.session.why_unknown() == Ending::out_of_budget)
                answer = Answer::unsatisfiable;  // as good as: see the top
            held.pop_back();
            correction.push_back(i);
        }
        if (answer == Answer::unknown) return finish(impl.session.why_unknown());
        if (correction.empty()) return finish(Ending::exhausted);  // all can hold together
        sets.must_meet(correction);
    }
}

namespace {

Conflicts finder(const Puzzle& puzzle, Selectors among) {
    CLEW_REQUIRE(among != Selectors::none, "sat: a conflict among no demands");
    return Conflicts(cnf::encode(puzzle, {.selectors = among}));
}

}  // namespace

Conflict minimal_conflict(const Puzzle& puzzle, Selectors among, const Budget& budget) {
    return finder(puzzle, among).minimal(budget);
}

Conflict smallest_conflict(const Puzzle& puzzle, Selectors among, const Budget& budget) {
    return finder(puzzle, among).smallest(budget);
}

ConflictCount conflicts(const Puzzle& puzzle, Selectors among, const ConflictOptions& options,
                        const ConflictSink& sink) {
    return finder(puzzle, among).all(options, sink);
}

}  // namespace clew::sat
