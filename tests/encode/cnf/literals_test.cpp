#include "encode/cnf/literals.hpp"

#include <gtest/gtest.h>

#include "core/base/contract.hpp"

namespace clew::cnf {
namespace {

TEST(Lit, NegatesAndCountsFromOneInDimacs) {
    const Lit a = Lit::positive(Var{4});
    EXPECT_EQ(a.dimacs(), 5);
    EXPECT_EQ((~a).dimacs(), -5);
    EXPECT_EQ(~~a, a);
    EXPECT_EQ((~a).var(), Var{4});
    EXPECT_TRUE((~a).is_negative());
    EXPECT_LT(a, ~a);
    EXPECT_LT(~a, Lit::positive(Var{5}));
}

TEST(VarMap, CandidatesComeFirstInTheirDenseOrder) {
    const GeometryPtr geometry = Geometry::standard(6);
    VarMap map{geometry};
    EXPECT_EQ(map.size(), 216U);
    for (std::size_t i = 0; i < 216; ++i) EXPECT_EQ(map.var(geometry->candidate(i)), Var{i});
    EXPECT_EQ(map.add_helper(), Var{216});
    EXPECT_EQ(map.demand(Var{216}), std::nullopt);
}

TEST(VarMap, GivesADemandOneSelector) {
    VarMap map{Geometry::classic()};
    const Demand needs{DemandKind::house_at_least_one, {}, House{2}, Digit{4}};
    const Demand clue{DemandKind::given, Cell{22}, {}, Digit{5}};
    const Var a = map.add_selector(needs);
    const Var b = map.add_selector(clue);
    EXPECT_NE(a, b);
    EXPECT_EQ(map.add_selector(needs), a);
    EXPECT_EQ(map.add_selector(clue), b);
    EXPECT_EQ(map.demand(b), clue);
    EXPECT_EQ(map.demand(Var{map.size()}), std::nullopt);
    EXPECT_EQ(map.selectors(), (std::vector<Var>{a, b}));
}

TEST(VarMap, RequiresCandidatesOfItsBoard) {
    EXPECT_THROW(VarMap{nullptr}, ContractViolation);
    const VarMap map{Geometry::standard(4)};
    EXPECT_THROW(map.var({Cell{16}, Digit{0}}), ContractViolation);
    EXPECT_THROW(map.var({Cell{0}, Digit{4}}), ContractViolation);
}

TEST(Demand, ReadsAsASentence) {
    const Puzzle puzzle{Geometry::classic()};
    const auto text = [&](Demand d) { return describe(d, puzzle); };
    EXPECT_EQ(text({DemandKind::cell_at_least_one, Cell{22}, {}, {}}), "r3c5 needs a digit");
    EXPECT_EQ(text({DemandKind::cell_at_most_one, Cell{22}, {}, {}}), "r3c5 holds no two digits");
    EXPECT_EQ(text({DemandKind::house_at_least_one, {}, House{2}, Digit{4}}), "row 3 needs a 5");
    EXPECT_EQ(text({DemandKind::house_at_most_one, {}, House{20}, Digit{4}}),
              "box 3 holds no two 5s");
    EXPECT_EQ(text({DemandKind::given, Cell{22}, {}, Digit{5}}), "the clue 6 at r3c5");
    EXPECT_EQ(text({DemandKind::marks, Cell{22}, {}, {}}), "the pencil marks of r3c5");
}

}  // namespace
}  // namespace clew::cnf
