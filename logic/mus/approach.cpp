// An argument has one constraint of every correction. So a small set that hits all that are known
// is chosen, and asked whether it suffices. If it does, what the refutation used of it is an
// argument, and small, as the corrections left no smaller choice that was met. If it does not, an
// assignment keeps all of it and denies the claim: what that violates is one correction more. This
// is the implicit hitting set search for smallest arguments [Ignatiev2015] with sets that are small
// and not smallest, which take microseconds: one constraint or two or three are taken out at
// random, what is no longer hit is hit again by those that hit most, and what has become idle goes.
//
// Assignments are looked for by local search first, which hands out many corrections at once and
// small ones. Only where it finds none is the question settled by a refutation, plain at first and
// then one that learns. A model of what is asked about changes a solution as little as may be, so
// that what it violates is small.
//
// Where an argument takes dozens of constraints there are more corrections than can be met, and the
// choice goes on growing by one constraint and another. So from time to time it is let grow, with
// nothing taken out, until it suffices, and what can be left out then is left out.

#include "logic/mus/approach.hpp"

#include <algorithm>
#include <utility>

namespace clew::logic::inline mus {

namespace {

constexpr std::size_t known_at_first = 700;  // corrections
constexpr std::size_t changes = 60;          // of the choice, in each round
constexpr std::size_t attempts = 8;          // at one that is smaller than the best argument
constexpr std::size_t rounds_at_once = 40;   // before an argument is made of what is there
constexpr std::size_t most_taken_out = 3;    // in one
constexpr std::size_t most_found = 12;       // assignments of a round
constexpr std::size_t from_model = 200;      // changes of an assignment, where a model was found
constexpr std::uint64_t nodes_of_a_conflict = 10;  // that take as long
constexpr std::uint64_t questions = 10;            // that may each take all nodes of one

}  // namespace

void Approach::add(std::span<const std::uint16_t> set) {
    const auto s = static_cast<std::uint32_t>(sets_.size());
    sets_.emplace_back(set.begin(), set.end());
    std::uint16_t hits = 0;
    std::uint16_t last = 0;
    for (const std::uint16_t k : set) {
        in_[k].push_back(s);
        if (is_chosen_[k]) {
            ++hits;
            last = k;
        }
    }
    hits_.push_back(hits);
    if (hits == 1) ++alone_[last];
    if (hits > 0) return;
    unhit_.push_back(s);
    for (const std::uint16_t k : set) ++score_[k];
}

void Approach::choose(std::uint16_t k) {
    is_chosen_[k] = true;
    chosen_.push_back(k);
    alone_[k] = 0;
    for (const std::uint32_t s : in_[k]) {
        const std::uint16_t before = hits_[s]++;
        if (before == 0) {
            ++alone_[k];
            for (const std::uint16_t other : sets_[s]) --score_[other];
        } else if (before == 1) {
            for (const std::uint16_t other : sets_[s])
                if (other != k && is_chosen_[other]) --alone_[other];
        }
    }
    std::erase_if(unhit_, [&](std::uint32_t s) { return hits_[s] > 0; });
}

void Approach::drop(std::uint16_t k) {
    is_chosen_[k] = false;
    std::erase(chosen_, k);
    for (const std::uint32_t s : in_[k]) {
        const std::uint16_t left = --hits_[s];
        if (left == 0) {
            unhit_.push_back(s);
            for (const std::uint16_t other : sets_[s]) ++score_[other];
        } else if (left == 1) {
            for (const std::uint16_t other : sets_[s])
                if (is_chosen_[other]) ++alone_[other];
        }
    }
}

/// Hits what is not hit, and takes out what is idle.
void Approach::complete(Idle idle) {
    while (!unhit_.empty()) {
        std::uint16_t best = 0;
        std::uint32_t most = 0;
        std::size_t among = 0;
        for (std::size_t k = 0; k < score_.size(); ++k) {
            if (score_[k] < most || score_[k] == 0) continue;
            among = score_[k] == most ? among + 1 : 1;
            most = score_[k];
            if (among == 1 || random_.below(among) == 0) best = static_cast<std::uint16_t>(k);
        }
        choose(best);
    }
    if (idle == Idle::stays) return;
    for (std::size_t i = chosen_.size(); i-- > 0;)
        if (i < chosen_.size() && alone_[chosen_[i]] == 0) drop(chosen_[i]);
}

/// A choice of no more constraints, and fewer if that is met.
void Approach::improve() {
    for (std::size_t change = 0; change < changes && chosen_.size() > 1; ++change) {
        const std::vector<std::uint16_t> before = chosen_;
        const std::size_t out = 1 + random_.below(std::min(most_taken_out, chosen_.size()));
        for (std::size_t i = 0; i < out; ++i) drop(chosen_[random_.below(chosen_.size())]);
        complete(Idle::out);
        if (chosen_.size() <= before.size()) continue;
        const std::vector<std::uint16_t> now = chosen_;
        for (const std::uint16_t k : now)
            if (std::ranges::find(before, k) == before.end()) drop(k);
        for (const std::uint16_t k : before)
            if (!is_chosen_[k]) choose(k);
    }
}

void Approach::start(const Claim& claim) {
    const std::size_t constraints = instance_.constraint_count();
    random_ = Random{1};
    sets_.clear();
    hits_.clear();
    unhit_.clear();
    in_.assign(constraints, {});
    score_.assign(constraints, 0);
    alone_.assign(constraints, 0);
    chosen_.clear();
    is_chosen_.assign(constraints, false);
    std::vector<std::uint16_t> set;
    for (const std::span<const Chosen> ways : corrections_.of(claim, known_at_first)) {
        set.clear();
        for (const Chosen& way : ways) set.push_back(way.constraint);
        std::ranges::sort(set);
        add(set);
    }
}

std::optional<Approach::Constraints> Approach::conflict(const Claim& claim,
                                                        const Constraints& asked,
                                                        const Budget& budget) {
    const std::uint64_t before = refutation_.nodes();
    auto found = refutation_.conflict(asked, claim, budget);
    model_ = refutation_.model();
    asked_ += refutation_.nodes() - before;
    if (found || model_ || deep_ == nullptr) return found;
    const std::uint64_t conflicts = deep_->conflicts();
    found = deep_->conflict(asked, claim, budget);
    model_ = deep_->model();
    asked_ += nodes_of_a_conflict * (deep_->conflicts() - conflicts);
    return found;
}

Approach::Constraints Approach::shrink(const Claim& claim, Constraints conflict,
                                       const Budget& budget) {
    const std::uint64_t before = refutation_.nodes();
    auto shrunk =
        refutation_.shrink(claim, std::move(conflict), {budget.stop, questions * budget.max_nodes});
    asked_ += refutation_.nodes() - before;
    if (shrunk.minimal || deep_ == nullptr) return std::move(shrunk.conflict);
    const std::uint64_t conflicts = deep_->conflicts();
    shrunk.conflict = deep_->shrink(claim, std::move(shrunk.conflict), budget);
    asked_ += nodes_of_a_conflict * (deep_->conflicts() - conflicts);
    return std::move(shrunk.conflict);
}

/// Whether what is chosen suffices; if not, what assignments that keep it violate is added.
Approach::Answer Approach::ask(const Claim& claim, const ApproachEffort& effort, Constraints& best,
                               const StopFlag* stop) {
    const Budget budget{stop, effort.nodes};
    Constraints asked = chosen_;
    std::ranges::sort(asked);
    auto found = corrections_.beside(claim, asked, effort.flips, most_found);
    if (found.empty()) {
        if (const auto enough = conflict(claim, asked, budget)) {
            Constraints shrunk = shrink(claim, *enough, budget);
            if (shrunk.size() < best.size()) best = std::move(shrunk);
            return Answer::suffices;
        }
        if (!model_) return Answer::not_known;
        const Constraints model = *model_;
        found = corrections_.beside(claim, asked, from_model, most_found, &model);
    }
    for (const Constraints& set : found) add(set);
    return Answer::does_not;
}

std::vector<std::uint16_t> Approach::below(const Claim& claim, std::vector<std::uint16_t> best,
                                           const ApproachEffort& effort, const StopFlag* stop) {
    start(claim);
    asked_ = 0;
    for (std::size_t round = 0; round < effort.rounds; ++round) {
        if ((stop != nullptr && stop->raised()) || asked_ >= effort.all_nodes) break;
        complete(Idle::out);
        for (std::size_t i = 0; i < attempts; ++i)
            if (i == 0 || chosen_.size() >= best.size()) improve();
        if (chosen_.size() >= best.size()) break;
        if (ask(claim, effort, best, stop) == Answer::not_known) break;
        if ((round + 1) % rounds_at_once != 0) continue;
        // More and more, until it suffices.
        Answer answer = Answer::does_not;
        while (answer == Answer::does_not && chosen_.size() < instance_.constraint_count()) {
            complete(Idle::stays);
            answer = ask(claim, effort, best, stop);
        }
        if (answer == Answer::not_known) break;
    }
    return best;
}

}  // namespace clew::logic::inline mus
