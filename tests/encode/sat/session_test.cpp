#include "encode/sat/session.hpp"

#include <gtest/gtest.h>

#include "encode/board/contract.hpp"

namespace clew::sat {
namespace {

Lit lit(int dimacs) {
    const Var v{dimacs < 0 ? -dimacs - 1 : dimacs - 1};
    return dimacs < 0 ? Lit::negative(v) : Lit::positive(v);
}

TEST(Session, AnswersUnderAssumptions) {
    Session s;
    EXPECT_EQ(s.state(), State::ready);
    s.add_vars(3);
    s.add({lit(1), lit(2), lit(3)});
    EXPECT_EQ(s.solve({{lit(-1), lit(-2)}}), Answer::satisfiable);
    EXPECT_EQ(s.state(), State::satisfied);
    EXPECT_TRUE(s.value(lit(3)));
    EXPECT_FALSE(s.value(lit(-3)));
    s.add({lit(-3)});
    EXPECT_EQ(s.state(), State::ready);
    EXPECT_EQ(s.solve({{lit(-1), lit(-2)}}), Answer::unsatisfiable);
    EXPECT_EQ(std::vector(s.core().begin(), s.core().end()), (std::vector{lit(-1), lit(-2)}));
    EXPECT_EQ(s.solve(), Answer::satisfiable);
}

}  // namespace
}  // namespace clew::sat
