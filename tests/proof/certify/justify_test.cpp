// Whether a formula says what a puzzle with rules asks: the checker's answer against all grids.
#include "proof/checker/justify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/rules/registry.hpp"
#include "proof/certify/formula.hpp"
#include "proof/checker/clauses.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::proof {
namespace {

using Clause = std::vector<Literal>;

/// A formula as a list that can be changed.
struct Draft {
    std::size_t variables = 0;
    std::vector<std::string> names;
    std::vector<Clause> clauses;

    explicit Draft(const Puzzle& puzzle) {
        std::stringstream text;
        certify::write_formula(text, puzzle, certify::certified_formula(puzzle), 0, nullptr);
        const Cnf formula = read_cnf(text, "t.cnf");
        variables = formula.variables;
        names = formula.names;
        for (std::size_t c = 0; c < formula.size(); ++c)
            clauses.emplace_back(formula[c].begin(), formula[c].end());
    }
    Cnf formula() const {
        Cnf made;
        made.variables = variables;
        made.names = names;
        for (const Clause& clause : clauses) made.add(clause);
        return made;
    }
    Literal candidate(std::size_t cell, std::size_t digit, std::size_t size) const {
        const std::string name = to_string(Candidate{Cell{cell}, Digit{digit}}, size);
        const auto at = std::ranges::find(names, name);
        return at == names.end() ? 0 : static_cast<Literal>(at - names.begin()) + 1;
    }
};

/// How many models extend what is assumed: 0, 1, or 2 for several.
int models(Clauses& known, std::size_t variables, std::vector<Literal>& assumed) {
    Literal open = 0;
    const bool possible = known.assume(assumed);
    for (std::size_t v = variables; possible && v >= 1; --v)
        if (known.value(static_cast<Literal>(v)) == 0) open = static_cast<Literal>(v);
    known.retract();
    if (!possible) return 0;
    if (open == 0) return 1;
    int found = 0;
    for (const Literal l : {open, -open}) {
        assumed.push_back(l);
        found += models(known, variables, assumed);
        assumed.pop_back();
    }
    return std::min(found, 2);
}

Puzzle without_rules(const Puzzle& puzzle) {
    Puzzle plain{puzzle.geometry_ptr()};
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i) {
        if (const auto digit = puzzle.given(Cell{i})) plain.set_given(Cell{i}, *digit);
        plain.set_marks(Cell{i}, puzzle.marks(Cell{i}));
    }
    return plain;
}

/// Why the answer is wrong; empty if it is not.
std::string fault(const Puzzle& puzzle, const Draft& draft, const Justification& found) {
    if (!found.holds || !found.undecided.empty()) return {};
    const Cnf formula = draft.formula();
    Clauses known{formula};
    const std::vector<Grid> solutions = reference::all_solutions(puzzle);
    for (const Grid& grid : reference::all_solutions(without_rules(puzzle))) {
        std::vector<Literal> assumed;
        for (std::size_t i = 0; i < grid.cell_count(); ++i)
            if (const Literal l =
                    draft.candidate(i, grid[Cell{i}].index(), puzzle.geometry().size()))
                assumed.push_back(l);
        const int number = models(known, formula.variables, assumed);
        const bool solves = std::ranges::binary_search(solutions, grid);
        if ((number > 0) != solves)
            return to_line(grid) + (solves ? " is lost" : " is let through");
        if (number > 1 && found.decided) return to_line(grid) + " has several models";
    }
    return {};
}

TEST(Justify, WhatIsAcceptedSaysWhatThePuzzleAsks) {
    const std::uint64_t seed = 20261126;
    std::size_t right = 0, wrong = 0, refused = 0, left_open = 0;
    for (std::uint64_t round = 0; round < 400; ++round) {
        Random random{seed + round};
        const GeometryPtr board = Geometry::standard(4);
        const Puzzle puzzle =
            reference::random_ruled(random, board, random.below(5), 1 + random.below(3));
        Draft draft{puzzle};
        const Justification whole = justify(draft.formula(), draft.clauses.size(), puzzle);
        const std::string where = "seed " + std::to_string(seed + round) + ": ";
        ASSERT_TRUE(whole.holds) << where << whole.why << reference::describe(puzzle);
        // Where a rule cannot be kept, its clauses may be those that refuse what another forbids.
        const bool open = !whole.undecided.empty() || !whole.decided;
        ASSERT_TRUE(!open || reference::all_solutions(puzzle).empty())
            << where << reference::describe(puzzle);
        left_open += open ? 1 : 0;
        ASSERT_EQ(fault(puzzle, draft, whole), "") << where;
        ++right;
        for (int change = 0; change < 12; ++change) {
            Draft other = draft;
            const auto any_literal = [&] {
                const auto v = static_cast<Literal>(1 + random.below(other.variables));
                return random.below(2) == 0 ? v : -v;
            };
            if (other.clauses.empty() || other.variables == 0) continue;
            Clause& clause = other.clauses[random.below(other.clauses.size())];
            switch (random.below(6)) {
                case 0:
                    clause = other.clauses.back();
                    break;
                case 1:
                    if (!clause.empty()) clause.erase(clause.begin());
                    break;
                case 2:
                    clause.push_back(any_literal());
                    break;
                case 3:
                    if (!clause.empty()) clause.back() = -clause.back();
                    break;
                case 4:
                    other.clauses.push_back({any_literal(), any_literal(), any_literal()});
                    break;
                default:
                    other.clauses.push_back({any_literal()});
            }
            const Justification found = justify(other.formula(), other.clauses.size(), puzzle);
            const std::string told = fault(puzzle, other, found);
            ASSERT_EQ(told, "") << where << change;
            ++(found.holds ? wrong : refused);
        }
    }
    std::printf("%zu formulas, %zu changes accepted, %zu refused, from seed %llu on\n", right,
                wrong, refused, static_cast<unsigned long long>(seed));
    EXPECT_GT(wrong, 100U);
    EXPECT_GT(refused, 1000U);
    EXPECT_LE(left_open, 4U);
}

// A clause of one rule's cells is taken if and only if no filling that violates it keeps the rule,
// the board's houses and the sets of cells that differ.
TEST(Justify, AClauseOfARuleIsTakenIfItFollowsFromIt) {
    const std::uint64_t seed = 411;
    std::size_t taken = 0, refused = 0;
    for (std::uint64_t round = 0; round < 600; ++round) {
        Random random{seed + round};
        Puzzle puzzle{Geometry::standard(4)};
        std::vector<Cell> cells;
        while (cells.size() < 4) {
            const Cell cell{random.below(16)};
            if (std::ranges::find(cells, cell) == cells.end()) cells.push_back(cell);
        }
        const auto total = static_cast<int>(7 + random.below(7));
        const Rule rules[] = {
            {RuleKind::sum, cells, {static_cast<int>(random.below(3)), total, 1, 2, 1, 1}},
            {RuleKind::killer_cage, cells, {10}},
            {RuleKind::thermometer, {cells[0], cells[1], cells[2]}},
            {RuleKind::different, cells},
            {RuleKind::relation, cells, {1, 14, 13, 11, 7}},
        };
        puzzle.add_rule(rules[round % 5]);
        Draft draft{puzzle};
        Clause clause;
        for (std::uint64_t i = 0; i <= random.below(3); ++i) {
            const Literal l = draft.candidate(cells[random.below(3)].index(), random.below(4), 4);
            clause.push_back(random.below(2) == 0 ? l : -l);
        }
        draft.clauses.push_back(clause);
        const Justification found = justify(draft.formula(), draft.clauses.size(), puzzle);
        ASSERT_TRUE(found.undecided.empty());
        Puzzle alone{puzzle};
        bool follows = true;
        const auto& board = puzzle.geometry();
        const auto violates = [&](const std::vector<std::size_t>& digits) {
            return std::ranges::none_of(clause, [&](Literal l) {
                for (std::size_t i = 0; i < cells.size(); ++i)
                    for (std::size_t d = 0; d < 4; ++d)
                        if (draft.candidate(cells[i].index(), d, 4) == std::abs(l))
                            return (digits[i] == d) == (l > 0);
                return false;
            });
        };
        const std::size_t spoken = puzzle.rules()[0].cells.size();
        std::vector<std::size_t> digits(4, 0);
        for (std::size_t code = 0; code < 256; ++code) {
            for (std::size_t i = 0; i < 4; ++i) digits[i] = code >> (2 * i) & 3;
            bool allowed = violates(digits);
            for (std::size_t i = 0; i < spoken; ++i)
                for (std::size_t k = 0; k < i; ++k)
                    allowed =
                        allowed && !(digits[i] == digits[k] && board.sees(cells[i], cells[k]));
            const auto value = [&](std::size_t i) { return static_cast<int>(digits[i]) + 1; };
            const auto alike = [&] {
                auto sorted = digits;
                std::ranges::sort(sorted);
                return std::ranges::adjacent_find(sorted) != sorted.end();
            };
            switch (round % 5) {
                case 0: {
                    const int sum = value(0) + 2 * value(1) + value(2) + value(3);
                    const int how = puzzle.rules()[0].numbers[0];
                    allowed = allowed && (how == 0   ? sum == total
                                          : how == 1 ? sum <= total
                                                     : sum >= total);
                    break;
                }
                case 2:
                    allowed = allowed && value(0) < value(1) && value(1) < value(2);
                    break;
                default:
                    allowed = allowed && !alike();
            }
            follows = follows && !allowed;
        }
        const bool board_says_so = found.holds && found.families.back().first != "a rule";
        ASSERT_EQ(found.holds, follows || board_says_so)
            << "seed " << seed + round << " " << found.why << " "
            << rules::words(puzzle.rules()[0], board);
        ++(found.holds ? taken : refused);
    }
    EXPECT_GT(taken, 60U);
    EXPECT_GT(refused, 60U);
}

// A clause for each filling that breaks the rule and not the board: nothing is missing. Without any
// one of them, something is.
TEST(Justify, WhatTheBoardForbidsNoClauseOfARuleNeedsTo) {
    const std::uint64_t seed = 90;
    std::size_t refused = 0, open = 0;
    for (std::uint64_t round = 0; round < 40; ++round) {
        Random random{seed + round};
        Puzzle puzzle{Geometry::standard(4)};
        std::vector<Cell> cells;
        while (cells.size() < 4) {
            const Cell cell{random.below(16)};
            if (std::ranges::find(cells, cell) == cells.end()) cells.push_back(cell);
        }
        Draft draft{puzzle};
        const auto target = static_cast<int>(8 + random.below(6));
        puzzle.add_rule({RuleKind::sum, cells, {0, target, 1, 1, 1, 2}});
        const std::size_t from = draft.clauses.size();
        for (std::size_t code = 0; code < 256; ++code) {
            Clause clause;
            int sum = 0;
            bool possible = true;
            for (std::size_t i = 0; i < 4; ++i) {
                const std::size_t digit = code >> (2 * i) & 3;
                sum += static_cast<int>(digit + 1) * (i == 3 ? 2 : 1);
                clause.push_back(-draft.candidate(cells[i].index(), digit, 4));
                for (std::size_t k = 0; k < i; ++k)
                    possible = possible && !(digit == (code >> (2 * k) & 3) &&
                                             puzzle.geometry().sees(cells[i], cells[k]));
            }
            if (possible && sum != target) draft.clauses.push_back(clause);
        }
        const Justification whole = justify(draft.formula(), draft.clauses.size(), puzzle);
        EXPECT_TRUE(whole.holds && whole.undecided.empty()) << "seed " << seed + round << whole.why;
        for (int drop = 0; drop < 8; ++drop) {
            Draft less = draft;
            less.clauses.erase(
                less.clauses.begin() +
                static_cast<std::ptrdiff_t>(from + random.below(draft.clauses.size() - from)));
            const Justification found = justify(less.formula(), less.clauses.size(), puzzle);
            // Where the rest of the board has no room for the filling it is not decided.
            EXPECT_FALSE(found.holds && found.undecided.empty()) << "seed " << seed + round;
            (found.holds ? open : refused) += 1;
        }
    }
    EXPECT_GT(refused, open);
}

// Rules about pairs of cells: without the clauses of one pair.
TEST(Justify, APairThatNoClauseForbidsIsSeen) {
    const std::vector<Cell> cells{Cell{0}, Cell{6}, Cell{9}};  // none sees another
    for (const Rule& rule : {Rule{RuleKind::different, cells}, Rule{RuleKind::thermometer, cells},
                             Rule{RuleKind::relation, cells, {0, 14, 13, 11, 7}},
                             Rule{RuleKind::relation, cells, {1, 14, 13, 11, 7}},
                             Rule{RuleKind::killer_cage, cells}}) {
        Puzzle puzzle{Geometry::standard(4)};
        puzzle.add_rule(rule);
        const Draft draft{puzzle};
        const std::size_t board = Draft{without_rules(puzzle)}.clauses.size();
        ASSERT_TRUE(justify(draft.formula(), draft.clauses.size(), puzzle).holds);
        const auto speaks_of = [&](const Clause& clause, Cell cell) {
            return std::ranges::any_of(clause, [&](Literal l) {
                const std::string& name = draft.names[static_cast<std::size_t>(std::abs(l)) - 1];
                return name.starts_with(to_string(cell, 4));
            });
        };
        const bool of_neighbours = rule.kind == RuleKind::thermometer ||
                                   (rule.kind == RuleKind::relation && rule.numbers[0] == 0);
        for (const Cell other : {cells[1], cells[2]}) {
            if (other == cells[2] && of_neighbours) continue;
            Draft less = draft;
            less.clauses.erase(
                std::remove_if(less.clauses.begin() + static_cast<std::ptrdiff_t>(board),
                               less.clauses.end(),
                               [&](const Clause& clause) {
                                   return speaks_of(clause, cells[0]) && speaks_of(clause, other);
                               }),
                less.clauses.end());
            const Justification found = justify(less.formula(), less.clauses.size(), puzzle);
            EXPECT_THAT(found.why, testing::HasSubstr("allows what a rule forbids"));
        }
    }
}

// A helper that a digit of the first cell decides, in a clause that is left either way: the digit
// that decides it forbids one of the second cell, which no rule does.
// In a formula that has a variable for what the clues decide.
TEST(Justify, CluesAndMarksMustBeSaid) {
    const Draft blank{Puzzle{Geometry::standard(4)}};
    Puzzle clue{Geometry::standard(4)}, mark{Geometry::standard(4)};
    clue.set_given(Cell{5}, Digit{2});
    mark.set_marks(Cell{5}, DigitSet::all(4) - DigitSet{Digit{2}});
    const Literal there = blank.candidate(5, 2, 4);
    for (const auto& [puzzle, said] : {std::pair{&clue, there}, std::pair{&mark, -there}}) {
        Draft draft = blank;
        EXPECT_THAT(justify(draft.formula(), draft.clauses.size(), *puzzle).why,
                    testing::HasSubstr("is missing"));
        draft.clauses.push_back({-said});
        EXPECT_FALSE(justify(draft.formula(), draft.clauses.size(), *puzzle).holds);
        draft.clauses.back() = {said};
        EXPECT_TRUE(justify(draft.formula(), draft.clauses.size(), *puzzle).holds);
    }
}

TEST(Justify, ARuleOfWhichNoClauseSpeaksIsSeen) {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.add_rule({.kind = RuleKind::killer_cage, .cells = {Cell{0}, Cell{5}}, .numbers = {7}});
    const Draft plain{without_rules(puzzle)};
    EXPECT_TRUE(justify(plain.formula(), plain.clauses.size(), without_rules(puzzle)).holds);
    const Justification found = justify(plain.formula(), plain.clauses.size(), puzzle);
    EXPECT_FALSE(found.holds);
    EXPECT_THAT(found.why, testing::HasSubstr("allows what a rule forbids"));
}

// It follows from what each cell and each pair of cells is asked.
TEST(Justify, ThatAHouseHoldsEachDigitNeedNotBeSaid) {
    const Puzzle puzzle{Geometry::standard(4)};
    Draft draft{puzzle};
    const auto cell_of = [&](Literal l) {
        return draft.names[static_cast<std::size_t>(l - 1)].substr(0, 4);
    };
    const std::size_t gone = std::erase_if(draft.clauses, [&](const Clause& clause) {
        return clause.front() > 0 && cell_of(clause.front()) != cell_of(clause.back());
    });
    EXPECT_EQ(gone, 48U);
    EXPECT_TRUE(justify(draft.formula(), draft.clauses.size(), puzzle).holds);
}

TEST(Justify, WhatTheFirstCellsDecideOfAHelperIsToldApart) {
    for (std::size_t digit = 0; digit < 4; ++digit) {
        Puzzle puzzle{Geometry::standard(4)};
        puzzle.add_rule({RuleKind::sum, {Cell{0}, Cell{6}}, {1, 8, 1, 1}});  // at most 8: always
        Draft draft{puzzle};
        const auto helper = static_cast<Literal>(++draft.variables);
        draft.clauses.push_back({-draft.candidate(0, digit, 4), -helper});
        draft.clauses.push_back({helper, draft.candidate(6, 0, 4), draft.candidate(6, 1, 4)});
        const Justification found = justify(draft.formula(), draft.clauses.size(), puzzle);
        EXPECT_THAT(found.why, testing::HasSubstr("is none that the puzzle makes"));
    }
}

/// A row of nine cells without a clue, and what else is asked of the board.
Puzzle blank_with(const Rule& rule) {
    Puzzle puzzle{Geometry::classic()};
    puzzle.add_rule(rule);
    return puzzle;
}

// Rules whose fillings nobody tries one by one.
TEST(Justify, LargeRulesAreDecided) {
    std::vector<Cell> diagonal, spread;
    for (std::size_t i = 0; i < 9; ++i) diagonal.emplace_back(10 * i);
    for (std::size_t i = 0; i < 12; ++i) spread.emplace_back(7 * i);
    std::vector<int> weights{static_cast<int>(Comparison::equal), 60};
    weights.resize(2 + spread.size(), 1);
    std::vector<int> parity{2, 0, 1};  // an automaton: an odd number of even digits
    for (int state = 0; state < 2; ++state)
        for (int digit = 1; digit <= 9; ++digit) parity.push_back((state + digit + 1) % 2);
    for (const Rule& rule :
         {Rule{RuleKind::killer_cage, diagonal, {45}}, Rule{RuleKind::sum, spread, weights},
          Rule{RuleKind::automaton, spread, parity}}) {
        const Puzzle puzzle = blank_with(rule);
        const Draft draft{puzzle};
        const Justification found = justify(draft.formula(), draft.clauses.size(), puzzle);
        EXPECT_TRUE(found.holds && found.decided) << found.why;
        EXPECT_THAT(found.undecided, testing::IsEmpty());
        Draft more = draft;
        more.clauses.push_back({-more.candidate(0, 8, 9)});
        EXPECT_FALSE(justify(more.formula(), more.clauses.size(), puzzle).holds);
        for (std::size_t gone = 1; gone < 60; gone += 6) {
            Draft fewer = draft;
            fewer.clauses.erase(fewer.clauses.end() - static_cast<std::ptrdiff_t>(gone));
            const Justification said = justify(fewer.formula(), fewer.clauses.size(), puzzle);
            EXPECT_TRUE(said.undecided.empty());
        }
    }
}

// Pigeons over helpers, of which a search alone could tell that they have no model.
TEST(Justify, WhatCannotBeDecidedIsNamedAndHearsAStop) {
    const Puzzle puzzle = blank_with({RuleKind::thermometer, {Cell{0}, Cell{1}, Cell{2}}});
    Draft draft{puzzle};
    const auto variable = [&](std::size_t pigeon, std::size_t hole) {
        return static_cast<Literal>(draft.variables + 1 + 12 * pigeon + hole);
    };
    for (std::size_t pigeon = 0; pigeon < 13; ++pigeon) {
        Clause some;
        for (std::size_t hole = 0; hole < 12; ++hole) {
            some.push_back(variable(pigeon, hole));
            for (std::size_t other = 0; other < pigeon; ++other)
                draft.clauses.push_back({-variable(pigeon, hole), -variable(other, hole)});
        }
        draft.clauses.push_back(some);
    }
    draft.variables += std::size_t{13} * 12;
    const Justification found = justify(draft.formula(), draft.clauses.size(), puzzle);
    EXPECT_TRUE(found.holds) << found.why;
    EXPECT_THAT(found.undecided, testing::ElementsAre(testing::HasSubstr("thermometer")));
    StopFlag stop;
    stop.raise();
    const Justification cut = justify(draft.formula(), draft.clauses.size(), puzzle, &stop);
    EXPECT_TRUE(cut.stopped);
    EXPECT_FALSE(cut.holds);
}

// Each of them tells solutions apart that are the same.
TEST(Justify, FreeHelpersAreSeen) {
    const Puzzle puzzle = blank_with({RuleKind::killer_cage, {Cell{0}, Cell{1}, Cell{2}}, {15}});
    Draft draft{puzzle};
    for (int i = 0; i < 20'000; ++i) {
        const auto v = static_cast<Literal>(++draft.variables);
        draft.clauses.push_back({v, -v});
    }
    const Justification found = justify(draft.formula(), draft.clauses.size(), puzzle);
    EXPECT_TRUE(found.holds) << found.why;
    EXPECT_FALSE(found.decided);
    EXPECT_THAT(found.undecided, testing::IsEmpty());
}

}  // namespace
}  // namespace clew::proof
