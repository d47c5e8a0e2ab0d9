// Candidate v of the instance is variable v; constraint k is on the switch after them. What an
// assumption of all switches and of the denied claim leaves of them as a core is a conflict.

#include "logic/mus/deep_refutation.hpp"

#include <algorithm>
#include <numeric>

namespace clew::logic::inline mus {

using cnf::Lit;
using cnf::Var;
using logic::Truth;

namespace {

/// The clauses of a rule, on its switch.
class Switched final : public rules::ClauseSink {
  public:
    Switched(const Instance& instance, std::span<const DigitSet> domains, Lit off,
             sat::Session& session)
        : instance_(instance), domains_(domains), off_(off), session_(session) {}

    Literal literal(Candidate candidate) override {
        if (!domains_[candidate.cell.index()].contains(candidate.digit)) return never;
        const auto v = instance_.number(candidate);
        return v ? static_cast<Literal>(*v) + 1 : always;
    }
    Literal fresh() override { return static_cast<Literal>(session_.add_var().index()) + 1; }

  private:
    void keep(std::span<const Literal> clause) override {
        std::vector<Lit> lits{off_};
        for (const Literal literal : clause) lits.push_back(cnf::lit_of(literal));
        session_.add(lits);
    }

    const Instance& instance_;
    std::span<const DigitSet> domains_;
    Lit off_;
    sat::Session& session_;
};

}  // namespace

DeepRefutation::DeepRefutation(const Instance& instance, Among among)
    : instance_(instance),
      session_(
          {.inprocessing = among == Among::all ? sat::Inprocessing::on : sat::Inprocessing::off}),
      among_(among) {
    session_.add_vars(instance.candidate_count() + instance.constraint_count());
    if (among == Among::all)
        for (std::size_t k = 0; k < instance.constraint_count(); ++k)
            session_.add({Lit::positive(Var{instance.candidate_count() + k})});
    const auto exactly_one = [&](std::span<const std::uint16_t> members, Lit off, bool at_least) {
        std::vector<Lit> some{off};
        for (std::size_t i = 0; i < members.size(); ++i) {
            some.push_back(Lit::positive(Var{members[i]}));
            for (std::size_t j = 0; j < i; ++j)
                session_.add({off, Lit::negative(Var{members[i]}), Lit::negative(Var{members[j]})});
        }
        if (at_least) session_.add(some);
    };
    for (std::size_t k = 0; k < instance.constraint_count(); ++k) {
        const Lit off = Lit::negative(Var{instance.candidate_count() + k});
        const auto members = instance.members(k);
        const rules::RulePart* rule = instance.rule(k);
        if (rule == nullptr) {
            exactly_one(members, off, instance.must_hold(k));
            continue;
        }
        std::vector<DigitSet> domains(instance.cell_count());
        for (std::size_t s = 0; const Instance::Seat& seat : instance.seats(k)) {
            DigitSet& domain = domains[rule->cells()[s++].index()];
            domain = seat.settled;
            for (std::size_t i = seat.first; i < seat.last; ++i)
                domain.insert(instance.candidate(members[i]).digit);
            if (seat.settled.empty())
                exactly_one(members.subspan(seat.first, seat.last - seat.first), off, true);
        }
        Switched sink{instance, domains, off, session_};
        rule->clauses(domains, sink);
    }
}

bool DeepRefutation::refuted(std::span<const std::uint16_t> constraints, const Claim& claim,
                             const Budget& budget) {
    const Var claimed{claim.candidate};
    std::vector<Lit> assumed{claim.truth == Truth::fails ? Lit::positive(claimed)
                                                         : Lit::negative(claimed)};
    const std::size_t first = instance_.candidate_count();
    if (among_ == Among::some)
        for (const std::uint16_t k : constraints) assumed.push_back(Lit::positive(Var{first + k}));
    const sat::Answer answer = session_.solve(assumed, budget);
    model_.reset();
    if (answer == sat::Answer::satisfiable) {
        model_.emplace();
        for (std::size_t v = 0; v < first; ++v)
            if (session_.value(Lit::positive(Var{v})))
                model_->push_back(static_cast<std::uint16_t>(v));
    }
    if (answer != sat::Answer::unsatisfiable) return false;
    core_.clear();
    if (among_ == Among::all) core_.assign(constraints.begin(), constraints.end());
    for (const Lit lit : session_.core())
        if (lit.var().index() >= first)
            core_.push_back(static_cast<std::uint16_t>(lit.var().index() - first));
    std::ranges::sort(core_);
    return true;
}

std::optional<std::vector<std::uint16_t>> DeepRefutation::conflict(const Claim& claim,
                                                                   const Budget& budget) {
    std::vector<std::uint16_t> all(instance_.constraint_count());
    std::iota(all.begin(), all.end(), std::uint16_t{0});
    return conflict(all, claim, budget);
}

std::optional<std::vector<std::uint16_t>> DeepRefutation::conflict(
    std::span<const std::uint16_t> constraints, const Claim& claim, const Budget& budget) {
    if (!refuted(constraints, claim, budget)) return std::nullopt;
    return core_;
}

std::vector<std::uint16_t> DeepRefutation::shrink(const Claim& claim,
                                                  std::vector<std::uint16_t> conflict,
                                                  const Budget& budget) {
    std::vector<std::uint16_t> order = conflict;
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::uint16_t k) { return instance_.members(k).size(); });
    for (const std::uint16_t k : order) {
        if (budget.stopped()) break;
        const auto at = std::ranges::find(conflict, k);
        if (at == conflict.end()) continue;
        std::vector<std::uint16_t> rest = conflict;
        rest.erase(rest.begin() + (at - conflict.begin()));
        if (refuted(rest, claim, budget)) conflict = core_;
    }
    return conflict;
}

}  // namespace clew::logic::inline mus
