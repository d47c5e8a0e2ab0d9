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

Conflicts::Conflicts(cnf::Encoded encoded) : encoded_(std::move(encoded)) {
    const std::vector<Var>& soft = encoded_.map.selectors();
    session_.add_vars(encoded_.map.size());
    session_.add(encoded_.formula);
    guarded_.resize(soft.size());
    std::vector<std::size_t> place(encoded_.map.size(), soft.size());
    for (std::size_t i = 0; i < soft.size(); ++i) place[soft[i].index()] = i;
    for (std::size_t c = 0; c < encoded_.formula.size(); ++c)
        for (Lit l : encoded_.formula[c]) {
            const std::size_t at = place[l.var().index()];
            if (at == soft.size()) continue;
            CLEW_REQUIRE(l.is_negative(), "sat::Conflicts: a selector is more than a guard");
            guarded_[at].push_back(c);
        }
}

Answer Conflicts::ask(std::span<const Lit> assumptions, const Budget& budget,
                      std::uint64_t before) {
    ++calls_;
    return session_.solve(assumptions, rest_of(budget, spent() - before));
}

std::vector<Demand> Conflicts::demands_of(std::vector<Lit> core) const {
    std::ranges::sort(core);
    std::vector<Demand> demands;
    for (Lit l : core) demands.push_back(*encoded_.map.demand(l.var()));
    return demands;
}

// Shrinks a core until no literal can be left out.
Ending Conflicts::minimize(std::vector<Lit>& core, const Budget& budget, std::uint64_t before) {
    std::size_t kept = 0;  // core[0 .. kept) is known to be needed
    while (kept < core.size()) {
        std::vector<Lit> rest = core;
        // from the back: what is known to be needed stays in front
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(kept));
        const Answer answer = ask(rest, budget, before);
        if (answer == Answer::unknown) return session_.why_unknown();
        if (answer == Answer::satisfiable) {
            ++kept;
            continue;
        }
        // needed literals are in every conflict inside `core`, hence in the new one, in order
        core.assign(session_.core().begin(), session_.core().end());
    }
    return Ending::exhausted;
}

bool Conflicts::satisfied_by_model(std::size_t selector) const {
    const Lit guard = Lit::negative(encoded_.map.selectors()[selector]);
    return std::ranges::all_of(guarded_[selector], [&](std::size_t c) {
        return std::ranges::any_of(encoded_.formula[c],
                                   [&](Lit l) { return l != guard && session_.value(l); });
    });
}

Conflict Conflicts::minimal(const Budget& budget) {
    const std::uint64_t before = spent();
    std::vector<Lit> core;
    for (Var v : encoded_.map.selectors()) core.push_back(Lit::positive(v));
    Conflict result;
    const Answer answer = ask(core, budget, before);
    if (answer == Answer::unknown) result.ending = session_.why_unknown();
    if (answer == Answer::unsatisfiable) {
        core.assign(session_.core().begin(), session_.core().end());
        result.exists = true;
        result.ending = minimize(core, budget, before);
        result.demands = demands_of(std::move(core));
    }
    return result;
}

ConflictCount Conflicts::all(const ConflictOptions& options, const ConflictSink& sink) {
    ConflictCount result;
    const std::uint64_t before = spent();
    const std::vector<Var>& soft = encoded_.map.selectors();
    const std::size_t n = soft.size();
    HittingSets sets(n);

    const std::uint64_t other_before = other_conflicts_;
    const auto finish = [&](Ending ending) {
        other_conflicts_ = other_before + sets.conflicts();
        result.ending = ending;
        return result;
    };
    if (options.limit == 0) return finish(Ending::limit_reached);

    std::vector<std::size_t> members;
    std::size_t bound = 0;
    for (;;) {
        ++calls_;
        other_conflicts_ = other_before + sets.conflicts();
        const Answer next = sets.next(bound, rest_of(options.budget, spent() - before), members);
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
        Answer answer = ask(exactly, options.budget, before);
        if (answer == Answer::unsatisfiable) {
            ++result.found;
            const std::vector<Demand> demands = demands_of(held);
            sets.must_not_contain(members);
            if (sink(demands) == Flow::stop || result.found == options.limit)
                return finish(Ending::limit_reached);
            continue;
        }
        std::vector<std::size_t> correction;
        const auto take_satisfied = [&] {
            for (std::size_t i = 0; i < n; ++i)
                if (!in[i] && satisfied_by_model(i)) {
                    in[i] = true;
                    held.push_back(Lit::positive(soft[i]));
                }
        };
        if (answer == Answer::satisfiable) take_satisfied();
        for (std::size_t i = 0; i < n && answer != Answer::unknown; ++i) {
            if (in[i]) continue;
            held.push_back(Lit::positive(soft[i]));
            Budget little = rest_of(options.budget, spent() - before);
            const bool last = little.max_nodes <= grow_conflicts;
            little.max_nodes = std::min(little.max_nodes, grow_conflicts);
            ++calls_;
            answer = session_.solve(held, little);
            if (answer == Answer::satisfiable) {
                in[i] = true;
                take_satisfied();
                continue;
            }
            if (answer == Answer::unknown && !last &&
                session_.why_unknown() == Ending::out_of_budget)
                answer = Answer::unsatisfiable;  // as good as: see the top
            held.pop_back();
            correction.push_back(i);
        }
        if (answer == Answer::unknown) return finish(session_.why_unknown());
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

ConflictCount conflicts(const Puzzle& puzzle, Selectors among, const ConflictOptions& options,
                        const ConflictSink& sink) {
    return finder(puzzle, among).all(options, sink);
}

}  // namespace clew::sat
