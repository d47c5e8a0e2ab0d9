// sat::Session against a list of clauses and all assignments.

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "core/base/contract.hpp"
#include "encode/sat/session.hpp"
#include "tests/model/model.hpp"

namespace clew::sat {
namespace {

using model::Call;
using model::Trial;

constexpr std::size_t most_vars = 7;

class Model {
  public:
    std::size_t vars = 0;
    std::vector<std::vector<Lit>> clauses;

    /// Whether some assignment obeys the clauses and makes all of these true.
    bool satisfiable(std::span<const Lit> also) const {
        for (unsigned bits = 0; bits < 1U << vars; ++bits)
            if (obeys(bits) && std::ranges::all_of(also, [&](Lit l) { return holds(l, bits); }))
                return true;
        return false;
    }
    bool obeys(unsigned bits) const {
        return std::ranges::all_of(clauses, [&](const auto& clause) {
            return std::ranges::any_of(clause, [&](Lit l) { return holds(l, bits); });
        });
    }
    static bool holds(Lit l, unsigned bits) {
        return ((bits >> l.var().index()) & 1U) != static_cast<unsigned>(l.is_negative());
    }
};

Lit literal(std::uint32_t number, std::size_t vars) {
    const Var var{number / 2 % vars};
    return number % 2 == 0 ? Lit::positive(var) : Lit::negative(var);
}

/// What a call that is not allowed in this state must be.
template <class Act>
bool is_refused(const Act& act) {
    try {
        act();
        return false;
    } catch (const ContractViolation&) {
        return true;
    }
}

std::optional<std::string> play(const Trial& trial) {
    constexpr SessionOptions kinds[] = {{},
                                        {.inprocessing = Inprocessing::off},
                                        {.inprocessing = Inprocessing::at_once},
                                        {.guess = Phase::positive}};
    Session session{kinds[trial.world % std::size(kinds)]};
    Model model;
    SessionState expected = SessionState::ready;
    bool dead = false;  // unsatisfiable without assumptions, and said so
    for (const Call& call : trial.calls) {
        switch (call.pick(0, 8)) {
            case 0:
                if (model.vars == most_vars) break;
                if (session.add_var() != Var{model.vars++}) return "a variable out of order";
                expected = SessionState::ready;
                break;
            case 1:
            case 2:
            case 3: {
                if (model.vars == 0) break;
                std::vector<Lit> clause;
                for (std::size_t i = 1; i < 4; ++i)
                    if (i == 1 || call.of[i] % 5 != 0)
                        clause.push_back(literal(call.of[i] / 5, model.vars));
                session.add(clause);
                model.clauses.push_back(std::move(clause));
                expected = SessionState::ready;
                break;
            }
            case 4:
            case 5: {
                std::vector<Lit> assumed;
                for (std::size_t i = 1; i < 4 && model.vars > 0; ++i)
                    if (call.of[i] % 3 != 0) assumed.push_back(literal(call.of[i] / 3, model.vars));
                Budget budget;
                if (call.pick(0, 64) < 8) budget.max_nodes = 1;
                const Answer answer = session.solve(assumed, budget);
                if (answer == Answer::unknown) {
                    if (budget.max_nodes == unlimited) return "unknown without a bound";
                    if (session.why_unknown() != Ending::out_of_budget) return "another reason";
                    expected = SessionState::unknown;
                    break;
                }
                if ((answer == Answer::satisfiable) != model.satisfiable(assumed))
                    return answer == Answer::satisfiable ? "a model where there is none"
                                                         : "no model where there is one";
                if (answer == Answer::satisfiable) {
                    expected = SessionState::satisfied;
                    unsigned bits = 0;
                    for (std::size_t v = 0; v < model.vars; ++v)
                        bits |= static_cast<unsigned>(session.value(Lit::positive(Var{v}))) << v;
                    if (!model.obeys(bits)) return "a model that breaks a clause";
                    for (Lit l : assumed)
                        if (!session.value(l)) return "a model without its assumptions";
                    break;
                }
                expected = SessionState::unsatisfied;
                const auto core = session.core();
                if (model.satisfiable(core)) return "a core that can hold together";
                if (dead && !core.empty()) return "a core where there was none before";
                auto at = assumed.begin();
                for (Lit l : core) {
                    at = std::find(at, assumed.end(), l);
                    if (at == assumed.end()) return "a core out of order";
                }
                dead |= core.empty();
                break;
            }
            case 6: {
                session.clean();
                expected = SessionState::ready;  // as after any change of the formula
                break;
            }
            case 7: {
                Session moved = std::move(session);
                session = std::move(moved);
                break;
            }
        }
        if (session.state() != expected)
            return "in the state " + std::to_string(static_cast<int>(session.state())) + ", not " +
                   std::to_string(static_cast<int>(expected));
        if (session.var_count() != model.vars) return "another number of variables";
        if (expected != SessionState::satisfied && model.vars > 0 &&
            !is_refused([&] { (void)session.value(Lit::positive(Var{0U})); }))
            return "a value without a model";
        if (expected != SessionState::unsatisfied && !is_refused([&] { (void)session.core(); }))
            return "a core without a refutation";
        if (expected != SessionState::unknown && !is_refused([&] { (void)session.why_unknown(); }))
            return "a reason for nothing";
    }
    return std::nullopt;
}

TEST(SessionModel, DoesWhatAListOfClausesDoes) {
    model::check("session", play, {.rounds = 400, .calls = 60});
}

}  // namespace
}  // namespace clew::sat
