#include "solve/compile/formula.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "core/base/input_error.hpp"
#include "tests/solve/compile/asked.hpp"

namespace clew::compile {
namespace {

TEST(OpenFormula, HasAVariableForWhatTheCluesLeave) {
    const Puzzle puzzle = Puzzle::from_line(reference::p92);
    const cnf::OpenEncoding f = open_formula(puzzle);
    const std::vector<DigitSet> left = puzzle.candidates_after_givens();
    std::size_t expected = 0;
    for (std::size_t i = 0; i < 81; ++i)
        if (!puzzle.given(Cell{i})) expected += left[i].size();
    EXPECT_EQ(f.var_count, expected);
    EXPECT_EQ(f.candidates.size(), expected);
}

TEST(OpenFormula, OfMoreVariablesThanAGraphHasIsRefused) {
    Puzzle puzzle{Geometry::standard(12)};
    for (const int digit : {1, 2, 3})
        puzzle.add_rule({.kind = RuleKind::connected_digits, .numbers = {0, digit, 12}});
    const cnf::OpenEncoding large = open_formula(puzzle);
    EXPECT_GT(large.var_count, most_variables);
    EXPECT_THROW(board_options(puzzle.geometry(), large), InputError);
}

// Sums and automata bring helper variables: the cells decide them, so that models are solutions.
TEST(OpenFormula, OfRulesHasTheirSolutions) {
    int with_solutions = 0, with_helpers = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Random random{seed};
        const GeometryPtr geometry = reference::random_geometry(random, 5);
        const auto grid = reference::random_grid(random, *geometry);
        Puzzle puzzle = reference::random_puzzle(random, geometry);
        for (RuleKind kind :
             {RuleKind::thermometer, RuleKind::different, RuleKind::relation, RuleKind::sum,
              RuleKind::automaton, RuleKind::killer_cage, RuleKind::arrow, RuleKind::sandwich})
            if (random.below(3) == 0)
                puzzle.add_rule(reference::random_rule(random, *geometry, grid, kind));
        const auto count = reference::count_solutions(puzzle, 2001, 200'000);
        if (!count || *count > 2000) continue;
        const cnf::OpenEncoding f = open_formula(puzzle);
        ASSERT_EQ(compile(f.formula, f.var_count, options_for(puzzle, f)).graph.count(),
                  Count{*count})
            << "seed " << seed << " " << reference::describe(puzzle);
        with_solutions += *count > 0;
        with_helpers += f.var_count > f.candidates.size();
    }
    EXPECT_GT(with_solutions, 20);
    EXPECT_GT(with_helpers, 20);
}

TEST(WriteFormula, TellsWhatEachVariableMeans) {
    const Puzzle puzzle = Puzzle::from_line(reference::p92);
    const cnf::OpenEncoding f = open_formula(puzzle);
    std::ostringstream out;
    write_formula(out, puzzle, f);
    std::istringstream in{out.str()};
    std::string line;
    std::size_t told = 0;
    while (std::getline(in, line) && line.starts_with("c"))
        if (line.starts_with("c variable ")) ++told;
    EXPECT_EQ(told, f.var_count);
    EXPECT_EQ(line,
              "p cnf " + std::to_string(f.var_count) + " " + std::to_string(f.formula.size()));
    // r1c1 of P-92 is open and may be 3, 4, 5, 7: its first candidate is variable 1
    EXPECT_NE(out.str().find(
                  "c variable 1 r1c1=" +
                  std::to_string(puzzle.candidates_after_givens()[0].first().index() + 1) + "\n"),
              std::string::npos);
}

}  // namespace
}  // namespace clew::compile
