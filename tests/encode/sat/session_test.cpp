#include "encode/sat/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/base/contract.hpp"
#include "core/base/random.hpp"

namespace clew::sat {
namespace {

Lit lit(int dimacs) {
    const Var v{dimacs < 0 ? -dimacs - 1 : dimacs - 1};
    return dimacs < 0 ? Lit::negative(v) : Lit::positive(v);
}

TEST(Session, AnswersUnderAssumptions) {
    Session s;
    EXPECT_EQ(s.state(), SessionState::ready);
    s.add_vars(3);
    s.add({lit(1), lit(2), lit(3)});
    EXPECT_EQ(s.solve({{lit(-1), lit(-2)}}), Answer::satisfiable);
    EXPECT_EQ(s.state(), SessionState::satisfied);
    EXPECT_TRUE(s.value(lit(3)));
    EXPECT_FALSE(s.value(lit(-3)));
    s.add({lit(-3)});
    EXPECT_EQ(s.state(), SessionState::ready);
    EXPECT_EQ(s.solve({{lit(-1), lit(-2)}}), Answer::unsatisfiable);
    EXPECT_EQ(std::vector(s.core().begin(), s.core().end()), (std::vector{lit(-1), lit(-2)}));
    EXPECT_EQ(s.solve(), Answer::satisfiable);
}

// n+1 pigeons in n holes: unsatisfiable, and hard from about ten holes on.
void add_pigeons(Session& s, std::size_t holes) {
    const std::size_t first = s.var_count();
    s.add_vars((holes + 1) * holes);
    const auto in = [&](std::size_t pigeon, std::size_t hole) {
        return Lit::positive(Var{first + pigeon * holes + hole});
    };
    for (std::size_t p = 0; p <= holes; ++p) {
        std::vector<Lit> somewhere;
        for (std::size_t h = 0; h < holes; ++h) somewhere.push_back(in(p, h));
        s.add(somewhere);
    }
    for (std::size_t h = 0; h < holes; ++h)
        for (std::size_t p = 0; p <= holes; ++p)
            for (std::size_t q = p + 1; q <= holes; ++q) s.add({~in(p, h), ~in(q, h)});
}

TEST(Session, AContradictionIsForEverAndHasAnEmptyCore) {
    Session s;
    s.add_vars(2);
    s.add({});
    for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(s.solve({{lit(1)}}), Answer::unsatisfiable);
        EXPECT_TRUE(s.core().empty());
        s.add({lit(1), lit(2)});
        s.add_vars(1);
    }
    Session t;
    add_pigeons(t, 3);
    EXPECT_EQ(t.solve({{lit(1)}}), Answer::unsatisfiable);
    EXPECT_EQ(t.solve(), Answer::unsatisfiable);
    EXPECT_TRUE(t.core().empty());
}

TEST(Session, CoresAreAssumptionsInTheirOrderWithoutRepetition) {
    Session s;
    s.add_vars(5);
    s.add({lit(-1), lit(-3)});
    const std::vector<Lit> assumptions{lit(5), lit(3), lit(2), lit(3), lit(1)};
    EXPECT_EQ(s.solve(assumptions), Answer::unsatisfiable);
    EXPECT_EQ(std::vector(s.core().begin(), s.core().end()), (std::vector{lit(3), lit(1)}));
    EXPECT_EQ(s.solve({{lit(5), lit(3), lit(2)}}), Answer::satisfiable);
}

TEST(Session, AssumptionsMayContradictEachOther) {
    Session s;
    s.add_vars(3);
    EXPECT_EQ(s.solve({{lit(2), lit(1), lit(-1)}}), Answer::unsatisfiable);
    EXPECT_EQ(std::vector(s.core().begin(), s.core().end()), (std::vector{lit(1), lit(-1)}));
    s.add({lit(-3)});
    EXPECT_EQ(s.solve({{lit(3)}}), Answer::unsatisfiable);
    EXPECT_EQ(std::vector(s.core().begin(), s.core().end()), (std::vector{lit(3)}));
    EXPECT_EQ(s.solve(), Answer::satisfiable);
}

TEST(Session, AnEmptyFormulaIsSatisfiable) {
    Session s;
    EXPECT_EQ(s.solve(), Answer::satisfiable);
    s.add_vars(0);
    EXPECT_EQ(s.var_count(), 0U);
}

TEST(Session, ClausesMayRepeatLiteralsAndBeTautologies) {
    Session s;
    s.add_vars(2);
    s.add({lit(1), lit(1), lit(1)});
    s.add({lit(2), lit(-2)});
    EXPECT_EQ(s.solve(), Answer::satisfiable);
    EXPECT_TRUE(s.value(lit(1)));
}

TEST(Session, EveryMisuseIsAContractViolation) {
    Session s;
    EXPECT_THROW(s.add({lit(1)}), ContractViolation);
    s.add_vars(2);
    EXPECT_THROW(s.add({lit(1), lit(-3)}), ContractViolation);
    EXPECT_THROW(s.solve({{lit(3)}}), ContractViolation);
    EXPECT_THROW(s.add_vars(std::size_t{1} << 30), ContractViolation);
    EXPECT_THROW(s.value(lit(1)), ContractViolation);  // ready
    EXPECT_THROW(s.core(), ContractViolation);
    EXPECT_THROW(s.why_unknown(), ContractViolation);
    ASSERT_EQ(s.solve(), Answer::satisfiable);
    EXPECT_THROW(s.core(), ContractViolation);  // satisfied
    EXPECT_THROW(s.value(lit(3)), ContractViolation);
    s.add({lit(1)});
    EXPECT_THROW(s.value(lit(1)), ContractViolation);  // ready again
    ASSERT_EQ(s.solve({{lit(-1)}}), Answer::unsatisfiable);
    EXPECT_THROW(s.value(lit(1)), ContractViolation);  // unsatisfied
    EXPECT_THROW(s.why_unknown(), ContractViolation);
    s.add_var();
    EXPECT_THROW(s.core(), ContractViolation);
    EXPECT_EQ(s.solve({{lit(3)}}), Answer::satisfiable);  // and none of it did harm
}

TEST(Session, AConflictBudgetEndsTheCallAndTheNextGoesOn) {
    Session s;
    add_pigeons(s, 9);
    EXPECT_EQ(s.solve({}, {.max_nodes = 50}), Answer::unknown);
    EXPECT_EQ(s.state(), SessionState::unknown);
    EXPECT_EQ(s.why_unknown(), Ending::out_of_budget);
    EXPECT_GE(s.conflicts(), 50U);
    EXPECT_LT(s.conflicts(), 500U);
    EXPECT_EQ(s.solve({}, {.max_nodes = 0}), Answer::unknown);
    Session easy;
    easy.add_vars(1);
    EXPECT_EQ(easy.solve({}, {.max_nodes = 50}), Answer::satisfiable);
}

TEST(Session, AStopFlagInterruptsALongCall) {
    Session s;
    add_pigeons(s, 12);  // far beyond what can be finished here
    StopFlag stop;
    std::thread raiser([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(150));
        stop.raise();
    });
    EXPECT_EQ(s.solve({}, {.stop = &stop}), Answer::unknown);
    raiser.join();
    EXPECT_EQ(s.why_unknown(), Ending::interrupted);
    EXPECT_EQ(s.solve({}, {.stop = &stop}), Answer::unknown);  // raised before the call
    EXPECT_EQ(s.why_unknown(), Ending::interrupted);
    StopFlag calm;
    EXPECT_EQ(s.solve({}, {.stop = &calm, .max_nodes = 3000}), Answer::unknown);
    EXPECT_EQ(s.why_unknown(), Ending::out_of_budget);
}

// Random 3-clauses over a few variables against a truth table.
TEST(Session, AgreesWithTruthTables) {
    constexpr std::uint64_t seed = 3;
    Random random{seed};
    int satisfiable = 0;
    for (int round = 0; round < 300; ++round) {
        constexpr std::size_t vars = 8;
        std::vector<std::vector<Lit>> clauses(20 + random.below(25));
        Session s({.inprocessing = round % 2 == 0 ? Inprocessing::on : Inprocessing::off});
        s.add_vars(vars);
        for (auto& clause : clauses) {
            for (int i = 0; i < 3; ++i) {
                const Var v{random.below(vars)};
                clause.push_back(random.below(2) == 0 ? Lit::positive(v) : Lit::negative(v));
            }
            s.add(clause);
        }
        std::vector<Lit> assumptions;
        for (std::size_t v = 0; v < 3; ++v)
            assumptions.push_back(random.below(2) == 0 ? Lit::positive(Var{v})
                                                       : Lit::negative(Var{v}));
        const auto holds = [&](std::span<const Lit> assumed) {
            for (std::uint32_t x = 0; x < 1U << vars; ++x) {
                const auto is_true = [x](Lit l) {
                    return ((x >> l.var().index() & 1U) != 0) != l.is_negative();
                };
                if (std::ranges::all_of(assumed, is_true) &&
                    std::ranges::all_of(clauses, [&](const auto& clause) {
                        return std::ranges::any_of(clause, is_true);
                    }))
                    return true;
            }
            return false;
        };
        const Answer answer = s.solve(assumptions);
        EXPECT_EQ(answer == Answer::satisfiable, holds(assumptions)) << "seed " << seed;
        if (answer == Answer::unsatisfiable) {
            const std::vector<Lit> core(s.core().begin(), s.core().end());
            EXPECT_FALSE(holds(core)) << "seed " << seed;
        } else {
            ++satisfiable;
            for (const auto& clause : clauses)
                EXPECT_TRUE(std::ranges::any_of(clause, [&](Lit l) { return s.value(l); }));
        }
        EXPECT_EQ(s.solve() == Answer::satisfiable, holds({}));
    }
    EXPECT_GT(satisfiable, 30);
    EXPECT_LT(satisfiable, 270);
}

// Clauses on a switch, switched off, and cleaned away: what is left answers as before.
TEST(Session, CleaningChangesNoAnswer) {
    Session s;
    s.add_vars(4);
    s.add({lit(1), lit(2)});
    s.add({lit(-4), lit(-1), lit(3)});
    s.add({lit(-4), lit(-1), lit(-3)});
    EXPECT_EQ(s.solve({{lit(4), lit(1)}}), Answer::unsatisfiable);
    s.clean();
    EXPECT_EQ(s.state(), SessionState::ready);
    EXPECT_EQ(s.solve({{lit(4), lit(1)}}), Answer::unsatisfiable);
    s.add({lit(-4)});
    s.clean();
    EXPECT_EQ(s.solve({{lit(1)}}), Answer::satisfiable);
    EXPECT_EQ(s.calls(), 3U);
    s.add({lit(-1)});
    s.add({lit(-2)});
    s.clean();
    EXPECT_EQ(s.solve(), Answer::unsatisfiable);
    EXPECT_TRUE(s.core().empty());
    s.clean();
    EXPECT_EQ(s.solve(), Answer::unsatisfiable);
}

TEST(Session, NamesItsLibrary) {
    EXPECT_TRUE(
        Session::library().starts_with(Session::available() ? "CryptoMiniSat 5." : "Clew's own"));
}

}  // namespace
}  // namespace clew::sat
