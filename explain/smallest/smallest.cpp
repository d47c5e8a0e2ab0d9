// Each constraint of the state, an open cell or a digit that is open in a house, gets one switch
// for both of its halves: at least one of the candidates that are left, and no two of them. What
// the state has settled is not encoded at all, so a 9x9 state has a few hundred switches where the
// puzzle has 1 377 demands. Deny the conclusion, and a smallest set of switches that cannot all be
// on is the smallest proof [Ignatiev2015].
//
// Which conclusions to try: the union of all solutions shows what is possible, everything else can
// be refuted. All of these get a minimal proof, the best few a smallest one.

#include "explain/smallest/smallest.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "encode/base/contract.hpp"
#include "encode/base/sorted.hpp"
#include "encode/cnf/encoding.hpp"
#include "encode/sat/cores.hpp"
#include "encode/solve/candidates.hpp"
#include "logic/audit.hpp"

namespace clew::explain {

namespace {

using cnf::Demand;
using cnf::DemandKind;
using logic::Citation;
using logic::Constraint;
using logic::Entry;
using logic::Path;
using logic::Role;
using logic::State;
using logic::Status;
using logic::Step;
using logic::Technique;
using logic::Truth;
using logic::Use;

cnf::Encoded encode(const State& state) {
    const Geometry& board = state.geometry();
    cnf::Encoded encoded{cnf::VarMap{state.geometry_ptr()}, {}};
    const auto add = [&](const Demand& demand, const std::vector<Candidate>& candidates,
                         bool at_least_one) {
        const cnf::Lit off = cnf::Lit::negative(encoded.map.add_selector(demand));
        if (at_least_one) {
            cnf::Clause clause{off};
            for (Candidate c : candidates) clause.push_back(encoded.map.literal(c));
            encoded.formula.add(clause);
        }
        for (std::size_t i = 0; i < candidates.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                encoded.formula.add({off, ~encoded.map.literal(candidates[j]),
                                     ~encoded.map.literal(candidates[i])});
    };
    for (Cell cell : state.open()) {
        std::vector<Candidate> candidates;
        for (Digit d : state.candidates(cell)) candidates.push_back({cell, d});
        add({.kind = DemandKind::cell_at_least_one, .cell = cell}, candidates, true);
    }
    for (std::size_t h = 0; h < board.house_count(); ++h)
        for (std::size_t d = 0; d < board.size(); ++d) {
            std::vector<Candidate> candidates;
            bool settled = false;
            for (Cell cell : board.cells_of(House{h})) {
                if (!state.has({cell, Digit{d}})) continue;
                settled = settled || state.placed(cell);
                candidates.push_back({cell, Digit{d}});
            }
            if (settled) continue;
            const bool full = board.info(House{h}).holds_every_digit();
            if (!full && candidates.size() < 2) continue;
            add({.kind = DemandKind::house_at_least_one, .house = House{h}, .digit = Digit{d}},
                candidates, full);
        }
    return encoded;
}

Constraint constraint_of(const Demand& demand) {
    return demand.kind == DemandKind::cell_at_least_one
               ? Constraint::of(demand.cell)
               : Constraint::of(demand.house, demand.digit);
}

Step step_of(const State& state, Candidate candidate, Truth truth, const sat::Conflict& conflict) {
    Step step;
    step.technique = Technique::smallest_proof;
    (truth == Truth::holds ? step.placements : step.eliminations) = {candidate};
    for (const Demand& demand : conflict.demands)
        step.cites.push_back({constraint_of(demand), Use::truth});
    step.size = step.cites.size();
    step.score = static_cast<int>(10 * step.size);
    // Say no more than needed: a citation that may hold at most once is a link.
    for (Citation& citation : step.cites) {
        citation.use = Use::link;
        if (!audit(state, step).sound()) citation.use = Use::truth;
    }
    return step;
}

/// What else the citations rule out, and the roles.
void complete(Step& step, const State& state) {
    if (step.placements.empty()) {
        std::vector<Candidate> near;
        for (const Citation& c : step.cites)
            for (Candidate k : candidates_of(state, c.constraint)) near.push_back(k);
        sort_unique(near);
        const Candidate first = step.eliminations.front();
        std::vector<Candidate> gone{first};
        for (Candidate k : near) {
            if (k == first || state.placed(k.cell)) continue;
            step.eliminations = {k};
            if (audit(state, step).sound()) gone.push_back(k);
        }
        step.eliminations = std::move(gone);
    }
    for (const Citation& c : step.cites)
        step.groups.push_back({c.use == Use::truth ? Role::base : Role::cover,
                               candidates_of(state, c.constraint), c.constraint});
    normalise(step);
}

sat::Conflict prove(const State& state, Candidate candidate, Truth truth, Aim aim,
                    const Budget& budget) {
    sat::Conflicts why{encode(state)};
    const cnf::Lit literal = why.map().literal(candidate);
    why.require(truth == Truth::holds ? ~literal : literal);
    return aim == Aim::minimal ? why.minimal(budget) : why.smallest(budget);
}

}  // namespace

std::optional<Step> smallest_proof(const State& state, Candidate candidate, Truth truth,
                                   const ProofOptions& options) {
    CLEW_REQUIRE(state.has(candidate) && !state.placed(candidate.cell),
                 "smallest_proof: a candidate of an open cell is needed");
    const sat::Conflict conflict = prove(state, candidate, truth, options.aim, options.budget);
    if (!conflict.exists || conflict.demands.empty()) return std::nullopt;
    Step step = step_of(state, candidate, truth, conflict);
    if (!audit(state, step).sound()) return std::nullopt;
    complete(step, state);
    return step;
}

SmallestStep smallest_step(const State& state, const ProofOptions& options) {
    SmallestStep found;
    if (state.contradiction() || state.open().empty()) return found;
    const TrueCandidates possible =
        true_candidates(state.to_puzzle(), {options.budget.stop, unlimited});
    found.ending = possible.ending;
    if (possible.ending != Ending::exhausted) return found;

    struct Conclusion {
        Candidate candidate;
        Truth truth;
        std::size_t size;
    };
    std::vector<Conclusion> conclusions;
    for (Cell cell : state.open()) {
        const DigitSet digits = possible.digits[cell.index()];
        for (Digit d : state.candidates(cell)) {
            if (digits.empty()) return found;  // no solution at all: nothing to explain
            if (!digits.contains(d)) {
                ++found.impossible;
                conclusions.push_back({{cell, d}, Truth::fails, 0});
            } else if (digits.size() == 1) {
                conclusions.push_back({{cell, d}, Truth::holds, 0});
            }
        }
    }
    for (Conclusion& c : conclusions) {
        if (options.budget.stopped()) {
            found.ending = Ending::interrupted;
            return found;
        }
        const sat::Conflict minimal =
            prove(state, c.candidate, c.truth, Aim::minimal, options.budget);
        if (options.on_proof) options.on_proof();
        c.size = minimal.exists ? minimal.demands.size() : state.geometry().candidate_count();
    }
    std::ranges::stable_sort(conclusions, [](const Conclusion& a, const Conclusion& b) {
        return std::pair{a.size, a.truth} < std::pair{b.size, b.truth};
    });
    std::optional<Step> best;
    for (std::size_t i = 0; i < std::min(options.finalists, conclusions.size()); ++i) {
        const Conclusion& c = conclusions[i];
        if (options.budget.stopped()) {
            found.ending = Ending::interrupted;
            return found;
        }
        auto step = smallest_proof(state, c.candidate, c.truth, options);
        if (options.on_proof) options.on_proof();
        if (step && (!best || step->cites.size() < best->cites.size())) best = std::move(step);
    }
    // The smallest was not settled in time: a minimal one will do.
    if (!best && !conclusions.empty())
        best = smallest_proof(state, conclusions.front().candidate, conclusions.front().truth,
                              {Aim::minimal, options.budget, 1, {}});
    found.step = std::move(best);
    return found;
}

Path walk_on(const State& start, const logic::PathOptions& options, const ProofOptions& proofs) {
    logic::PathOptions rules = options;
    rules.guess = logic::Guess::off;
    Path whole{start};
    for (State state = start;;) {
        Path part = walk(state, rules);
        const bool done = part.status != Status::stuck;
        for (Entry& entry : part.entries) whole.entries.push_back(std::move(entry));
        whole.status = part.status;
        whole.ending = part.ending;
        whole.state = part.state;
        whole.deduced = part.deduced;
        whole.solutions = std::move(part.solutions);
        whole.tried = std::move(part.tried);
        whole.passed_over = std::move(part.passed_over);
        if (done) break;
        SmallestStep next = smallest_step(part.state, proofs);
        if (!next.step) {
            if (next.ending != Ending::exhausted) {
                whole.status = Status::interrupted;
                whole.ending = next.ending;
            }
            break;
        }
        state = part.state;
        apply(*next.step, state);
        whole.entries.push_back({Entry::Kind::deduction, 0, std::move(*next.step)});
        if (options.on_entry) options.on_entry(whole.entries.back());
    }
    for (std::size_t i = 0; i < whole.entries.size(); ++i) {
        const int score = whole.entries[i].step.score;
        whole.score += score;
        if (score > whole.hardest_score) {
            whole.hardest_score = score;
            whole.hardest = i;
        }
    }
    return whole;
}

}  // namespace clew::explain
