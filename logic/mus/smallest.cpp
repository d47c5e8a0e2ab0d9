// Which conclusions to try: the union of all solutions shows what is possible, everything else can
// be refuted. Prover finds the smallest argument; here it becomes a step: each citation is used for
// no more than it has to be, what else the citations rule out is added, and an argument that is too
// long to be seen at once is told as a sequence.

#include "logic/mus/smallest.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/contract.hpp"
#include "core/base/sorted.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/cited.hpp"
#include "logic/mus/possible.hpp"
#include "logic/mus/prover.hpp"
#include "logic/mus/telling.hpp"
#include "logic/totals.hpp"

namespace clew::logic::inline mus {

namespace {

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

// Nodes of an audit.
constexpr std::uint64_t audited_at_most = logic::AuditOptions{}.max_nodes;
constexpr std::uint64_t audited_quickly = 5'000;
constexpr std::uint64_t audited_in_all = 20'000;  // of all that ask what could be said less of
constexpr std::size_t many_constraints = 48;

// Constraints of an argument that comes before the strategies, on a board with rules.
constexpr std::size_t seen_at_a_glance = 3;

/// What else the citations rule out, and the roles.
void complete(Step& step, const State& state, const StopFlag* stop) {
    if (step.placements.empty()) {
        std::vector<Candidate> near;
        if (const auto left = logic::difference_of(state, step.cites)) {
            for (const auto* cells : {&left->inner, &left->outer})
                for (const Cell cell : *cells)
                    for (const Digit d : state.candidates(cell)) near.push_back({cell, d});
        } else {
            for (const Citation& c : step.cites)
                for (Candidate k : candidates_of(state, c.constraint)) near.push_back(k);
        }
        sort_unique(near);
        std::erase_if(near, [&](Candidate k) {
            return k == step.eliminations.front() || state.placed(k.cell);
        });
        const std::vector<Candidate> gone =
            logic::ruled_out(state, step.cites, near, {.max_nodes = audited_quickly, .stop = stop});
        step.eliminations.insert(step.eliminations.end(), gone.begin(), gone.end());
    }
    for (const Citation& c : step.cites)
        step.groups.push_back({c.use == Use::truth ? Role::base : Role::cover,
                               candidates_of(state, c.constraint), c.constraint});
    normalise(step);
}

/// Each that is open, as a truth.
std::vector<Citation> every_constraint(const State& state) {
    std::vector<Citation> every;
    const auto add = [&](const Constraint& constraint) {
        const auto candidates = candidates_of(state, constraint);
        if (std::ranges::none_of(candidates, [&](Candidate c) { return state.placed(c.cell); }))
            every.push_back({constraint, Use::truth});
    };
    for (std::size_t c = 0; c < state.geometry().cell_count(); ++c) add(Constraint::of(Cell{c}));
    for (std::size_t h = 0; h < state.geometry().house_count(); ++h)
        for (std::size_t d = 0; d < state.geometry().size(); ++d)
            add(Constraint::of(House{h}, Digit{d}));
    return every;
}

/// Gives a step the citations of its telling.
void cite(Step& step, const MusSteps& telling) {
    step.cites.clear();
    for (const logic::Branch& branch : telling.branches) logic::cite(step, branch);
    normalise(step);
    step.size = step.cites.size();
    step.score = static_cast<int>(10 * step.size);
}

/// The argument as a step; nothing if its rules are too much for an audit.
std::optional<Step> step_of(const State& state, const Mus& argument, std::size_t none_below,
                            const ProofOptions& options) {
    Step step;
    step.technique = Technique::smallest_proof;
    (argument.truth == Truth::holds ? step.placements : step.eliminations) = {argument.candidate};
    step.cites = argument.cites;
    step.size = argument.price;
    step.price = options.price;
    step.score = static_cast<int>(10 * argument.price);
    step.none_below = std::min(none_below, argument.price);
    const bool ruled =
        std::ranges::any_of(step.cites, [](const Citation& c) { return c.constraint.is_ruled(); });
    // Say no more than needed: a citation that may hold at most once is a link. Beside rules that
    // may take long, and of many constraints nobody wants to know.
    const bool at_length = ruled || step.cites.size() > many_constraints;
    const logic::AuditOptions quick{.max_nodes = at_length ? audited_quickly : audited_at_most,
                                    .stop = options.stop};
    for (std::uint64_t left = at_length ? audited_in_all : unlimited;
         Citation & citation : step.cites) {
        if (citation.constraint.is_ruled() || left == 0) continue;
        citation.use = Use::link;
        const logic::AuditResult as_link = audit(state, step, quick);
        if (!as_link.sound()) citation.use = Use::truth;
        left -= std::min(left, as_link.nodes);
    }
    const logic::AuditResult proof =
        audit(state, step, {.max_nodes = audited_at_most, .stop = options.stop});
    // Nobody could follow it, or nobody waits for it.
    const bool stopped = options.stop != nullptr && options.stop->raised();
    if ((ruled || stopped) && proof.outcome == logic::AuditOutcome::out_of_budget)
        return std::nullopt;
    CLEW_REQUIRE(proof.sound(), "smallest: an argument that does not hold");
    const auto tell_it = [&] {
        auto telling = tell(state, argument.candidate, argument.truth, step.cites, options.stop);
        if (!telling && !ruled && step.price == Price::constraints) {
            // So few constraints come to it by too long a way; all together by a shorter one.
            telling = tell_by_contradiction(state, argument.candidate, argument.truth,
                                            every_constraint(state), options.stop);
            if (telling) cite(step, *telling);
        }
        if (!telling) return;
        step.reasons = std::move(telling->branches);
        step.eliminations.insert(step.eliminations.end(), telling->also.begin(),
                                 telling->also.end());
        if (telling->cases)
            step.groups.push_back(
                {Role::pivot, candidates_of(state, *telling->cases), telling->cases});
    };
    if (step.cites.size() <= options.told_whole || logic::difference_of(state, step.cites)) {
        complete(step, state, options.stop);
        // What single constraints show from the contrary needs no more telling.
        if (!ruled && step.cites.size() > 2 &&
            step.placements.size() + step.eliminations.size() == 1) {
            const auto contrary = tell_by_contradiction(state, argument.candidate, argument.truth,
                                                        step.cites, options.stop);
            if (contrary && contrary->hardest > 1) tell_it();
        }
        return step;
    }
    // One conclusion, told step by step.
    if (step.cites.size() <= options.told_most) tell_it();
    for (const Citation& c : step.cites)
        step.groups.push_back({c.use == Use::truth ? Role::base : Role::cover,
                               candidates_of(state, c.constraint), c.constraint});
    normalise(step);
    return step;
}

}  // namespace

struct MusFinder::Impl {
    Impl(const ProofOptions& asked, Prover made) : options(asked), prover(std::move(made)) {}

    ProofOptions options;
    Prover prover;

    SmallestStep told(const State& state, const Smallest& found) const {
        SmallestStep result{std::nullopt, found.open_claims, found.none_below, found.ending};
        if (found.argument) {
            if (options.on_progress)
                options.on_progress({ProofProgress::Stage::telling, found.none_below, 0, 0});
            result.step = step_of(state, *found.argument, found.none_below, options);
            if (!result.step && found.otherwise)
                result.step = step_of(state, *found.otherwise, found.none_below, options);
            if (!result.step) result.ending = Ending::out_of_budget;
        }
        if (options.on_proof) options.on_proof();
        return result;
    }
};

MusFinder::MusFinder(const State& start, const ProofOptions& options)
    : impl_(std::make_unique<Impl>(
          options,
          Prover{what_is_possible(
                     start.to_puzzle(), {options.stop, unlimited},
                     [&](std::size_t done, std::size_t of) {
                         if (options.on_progress)
                             options.on_progress({ProofProgress::Stage::possible, 1, done, of});
                     }),
                 {options.price, options.nodes, options.refutation_nodes, options.followed,
                  options.on_progress}})) {}
MusFinder::~MusFinder() = default;
MusFinder::MusFinder(MusFinder&&) noexcept = default;
MusFinder& MusFinder::operator=(MusFinder&&) noexcept = default;

Ending MusFinder::ending() const { return impl_->prover.possible().ending; }
bool MusFinder::solvable() const { return impl_->prover.possible().any(); }
DigitSet MusFinder::possible(Cell cell) const {
    return impl_->prover.possible().digits[cell.index()];
}

SmallestStep MusFinder::next(
    const State& state,
    const std::function<std::optional<Step>(std::size_t constraints)>& instead) {
    if (ending() != Ending::exhausted) return {std::nullopt, 0, 0, ending()};
    const Smallest found = impl_->prover.smallest(state, impl_->options.stop);
    std::optional<Step> step;
    if (instead) step = instead(found.argument ? found.argument->cites.size() : unlimited_size);
    if (!step) return impl_->told(state, found);
    if (impl_->options.on_proof) impl_->options.on_proof();
    return {std::move(step), found.open_claims, found.none_below, found.ending};
}

SmallestStep MusFinder::why(const State& state, Candidate candidate) {
    CLEW_REQUIRE(state.has(candidate) && !state.placed(candidate.cell),
                 "smallest: a candidate of an open cell is needed");
    if (ending() != Ending::exhausted) return {std::nullopt, 0, 0, ending()};
    return impl_->told(state, impl_->prover.smallest(state, candidate, impl_->options.stop));
}

std::optional<Step> smallest_proof(const State& state, Candidate candidate, Truth truth,
                                   const ProofOptions& options) {
    SmallestStep found = MusFinder{state, options}.why(state, candidate);
    if (found.step && found.step->placements.empty() == (truth == Truth::holds))
        return std::nullopt;
    return std::move(found.step);
}

std::vector<Step> rule_steps(const State& state, const StopFlag* stop) {
    std::vector<Step> steps;
    if (state.rule_parts() == nullptr || state.contradiction()) return steps;
    for (std::size_t r = 0; r < state.rule_parts()->all().size(); ++r) {
        if (stop != nullptr && stop->raised()) break;
        const Constraint rule = Constraint::of_rule(r);
        Step step;
        step.technique = Technique::smallest_proof;
        step.cites = {{rule, Use::truth}};
        step.size = step.none_below = 1;
        step.score = 10;
        const std::vector<Candidate> all = candidates_of(state, rule);
        std::vector<Candidate> open = all;
        std::erase_if(open, [&](Candidate c) { return state.placed(c.cell); });
        step.eliminations =
            logic::ruled_out(state, step.cites, open, {.max_nodes = audited_quickly, .stop = stop});
        if (step.eliminations.empty()) continue;
        step.groups.push_back({Role::base, all, rule});
        normalise(step);
        steps.push_back(std::move(step));
    }
    return steps;
}

SmallestStep smallest_step(const State& state, const ProofOptions& options) {
    return MusFinder{state, options}.next(state);
}

namespace {

/// The rules of a set that are seen at a glance: singles and locked candidates.
logic::RuleSet at_a_glance(logic::RuleSet set) {
    std::erase_if(set.rules, [](const logic::TechniqueRule& rule) {
        return rule.technique > Technique::claiming;
    });
    return set;
}

}  // namespace

Path walk_on(const State& start, const logic::PathOptions& options, const ProofOptions& proofs,
             std::optional<Candidate> toward) {
    logic::PathOptions rules = options;
    rules.guess = logic::Guess::off;
    // Beside rules, of which the techniques know nothing, what is seen at a glance comes before all
    // but the simplest of them.
    const bool ruled = start.rule_parts() != nullptr;
    const logic::RuleSet& set =
        options.rules != nullptr ? *options.rules : *logic::built_in_rules("human");
    const logic::RuleSet simple = at_a_glance(set);
    if (ruled) rules.rules = &simple;
    Path whole{start};
    std::optional<MusFinder> explainer;
    for (;;) {
        Path part = walk(whole.state, rules);
        for (Entry& entry : part.entries) whole.entries.push_back(std::move(entry));
        whole.status = part.status;
        whole.ending = part.ending;
        whole.state = part.state;
        whole.deduced = part.deduced;
        whole.solutions = std::move(part.solutions);
        whole.tried = std::move(part.tried);
        whole.passed_over = std::move(part.passed_over);
        if (part.status != Status::stuck) break;
        if (toward && (whole.state.placed(toward->cell) || !whole.state.has(*toward))) break;
        if (!explainer) explainer.emplace(whole.state, proofs);
        SmallestStep next =
            explainer->next(whole.state, [&](std::size_t constraints) -> std::optional<Step> {
                if (!ruled || constraints <= seen_at_a_glance) return std::nullopt;
                return next_step(whole.state, set, proofs.stop);
            });
        const bool stopped = proofs.stop != nullptr && proofs.stop->raised();
        if (stopped || (!next.step && next.ending != Ending::exhausted)) {
            whole.status = Status::interrupted;
            whole.ending = stopped ? Ending::interrupted : next.ending;
            break;
        }
        if (!next.step) {
            if (next.impossible == 0) whole.status = Status::settled;
            break;
        }
        apply(*next.step, whole.state);
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

}  // namespace clew::logic::inline mus
