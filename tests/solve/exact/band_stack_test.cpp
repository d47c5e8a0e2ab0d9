// The exact counter against search, SAT, itself and known numbers.
//
// CLEW_LONG_TESTS=1 runs a thousand random puzzles instead of some dozens.

#include "solve/exact/band_stack.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/base/contract.hpp"
#include "core/board/notation.hpp"
#include "encode/sat/enumerate.hpp"
#include "solve/exact/plan.hpp"
#include "tests/solve/exact/random_puzzle.hpp"
#include "tests/support/long_tests.hpp"

namespace clew::exact {
namespace {

std::string counted(const Puzzle& puzzle, const CountOptions& options = {}) {
    const Report128 result = count(puzzle, options);
    EXPECT_TRUE(result.exact());
    return result.solutions.str();
}

std::string searched(const Puzzle& puzzle) {
    return std::to_string(search9::count_up_to(search9::marks9(puzzle), unlimited));
}

// Removes the clues of whole rows or columns.
enum class Line : std::uint8_t { row, column };
Puzzle without(Puzzle puzzle, Line line, std::size_t first, std::size_t n) {
    for (std::size_t cell = 0; cell < 81; ++cell) {
        const std::size_t at = line == Line::row ? cell / 9 : cell % 9;
        if (at >= first && at < first + n) puzzle.clear_given(Cell{cell});
    }
    return puzzle;
}

TEST(BandStack, CountsTheBlankGrid) {
    EXPECT_EQ(counted(Puzzle{Geometry::classic()}), "6670903752021072936960");
}

// A clue, or any consistent set of clues that symmetry can bring to any other such set, divides.
TEST(BandStack, CountsWhatTheBlankGridImplies) {
    Puzzle one{Geometry::classic()};
    one.set_given(Cell{40}, Digit{3});
    EXPECT_EQ(counted(one), "741211528002341437440");  // blank / 9
    Puzzle row{Geometry::classic()};
    for (std::size_t i = 0; i < 9; ++i) row.set_given(Cell{27 + i}, Digit{8 - i});
    EXPECT_EQ(counted(row), "18383222420692992");  // blank / 9!
    Puzzle box{Geometry::classic()};
    for (std::size_t i = 0; i < 9; ++i)
        box.set_given(Cell{(6 + i / 3) * 9 + 3 + i % 3}, Digit{(i + 4) % 9});
    EXPECT_EQ(counted(box), "18383222420692992");
}

TEST(BandStack, AgreesWithSearchOnRandomPuzzles) {
    const std::uint64_t seed = 20260101;
    Random random{seed};
    // Fewer clues have too many solutions for a search in a test.
    const int cases = long_tests() ? 100 : 6;
    for (std::size_t clues : {81U, 60U, 45U, 35U, 30U, 28U, 26U, 24U, 23U, 22U})
        for (int i = 0; i < cases; ++i) {
            const Puzzle puzzle = random_puzzle(random, clues);
            ASSERT_EQ(counted(puzzle), searched(puzzle)) << to_line(puzzle) << ", seed " << seed;
        }
}

TEST(BandStack, AgreesWithSearchWhereBandsOrStacksAreEmpty) {
    const std::uint64_t seed = 20260103;
    Random random{seed};
    const int cases = long_tests() ? 40 : 3;
    for (int i = 0; i < cases; ++i)
        for (Line line : {Line::row, Line::column})
            for (std::size_t first : {0U, 3U, 6U, 7U}) {
                const Puzzle puzzle = without(random_puzzle(random, 72), line, first,
                                              std::min<std::size_t>(3, 9 - first));
                ASSERT_EQ(counted(puzzle), searched(puzzle))
                    << to_line(puzzle) << ", seed " << seed;
            }
}

TEST(BandStack, AgreesWithSearchOnRandomMarks) {
    const std::uint64_t seed = 20260102;
    Random random{seed};
    const std::size_t cases = long_tests() ? 100 : 12;
    std::size_t several = 0;
    // The more marks, the more of them are beyond a search: those are passed over.
    for (std::size_t done = 0; done < cases;) {
        const std::size_t chance = random.below(56);
        const Puzzle puzzle = random_marks(random, chance);
        if (predict(puzzle).terms > 1e9) continue;
        const Report128 result = count(puzzle);
        if (result.solutions > U128{1'000'000}) continue;
        ASSERT_EQ(result.solutions.str(), searched(puzzle))
            << "chance " << chance << ", case " << done << ", seed " << seed;
        if (result.solutions > U128{10}) ++several;
        ++done;
    }
    EXPECT_GT(several, 0U) << "no case with several solutions";
}

TEST(BandStack, AgreesWithSatBelowTenThousand) {
    const std::uint64_t seed = 20260104;
    Random random{seed};
    const std::size_t cases = long_tests() ? 100 : 8;
    for (std::size_t done = 0; done < cases;) {
        const Puzzle puzzle = random_puzzle(random, 24 + random.below(8));
        const Report128 result = count(puzzle);
        if (result.solutions >= U128{10'000}) continue;
        const auto sat = sat::enumerate(puzzle, {}, [](const Grid&) { return Flow::go_on; });
        ASSERT_EQ(result.solutions.str(), std::to_string(sat.solutions))
            << to_line(puzzle) << ", seed " << seed;
        ++done;
    }
}

TEST(BandStack, SymmetryDoesNotChangeTheCount) {
    const std::uint64_t seed = 20260105;
    Random random{seed};
    for (std::size_t clues : {2U, 10U, 12U, 17U}) {
        const Puzzle puzzle = random_puzzle(random, clues);
        Puzzle image{Geometry::classic()};
        std::array<std::size_t, 9> digit{0, 1, 2, 3, 4, 5, 6, 7, 8};
        random.shuffle(digit);
        std::array<std::size_t, 9> row{};
        std::array<std::size_t, 9> column{};
        for (auto* lines : {&row, &column}) {
            std::array<std::size_t, 3> blocks{0, 1, 2};
            random.shuffle(blocks);
            for (std::size_t b = 0; b < 3; ++b) {
                std::array<std::size_t, 3> within{0, 1, 2};
                random.shuffle(within);
                for (std::size_t k = 0; k < 3; ++k) (*lines)[b * 3 + k] = blocks[b] * 3 + within[k];
            }
        }
        for (std::size_t cell = 0; cell < 81; ++cell)
            if (const auto given = puzzle.given(Cell{cell}))
                image.set_given(Cell{column[cell % 9] * 9 + row[cell / 9]},
                                Digit{digit[given->index()]});
        EXPECT_EQ(counted(puzzle, {.threads = 2}), counted(image, {.threads = 2}))
            << to_line(puzzle) << " and " << to_line(image) << ", seed " << seed;
    }
}

// Splitting on one cell's digit: the parts have other symmetries, other plans than the whole.
TEST(BandStack, TheOtherRouteHasTermsOfItsOwnAndTheSameSum) {
    Random random{11};
    std::vector<Puzzle> list;
    for (const std::size_t clues : {16U, 19U, 22U, 25U, 30U})
        list.push_back(random_puzzle(random, clues));
    for (const std::size_t chance : {5U, 15U, 25U}) list.push_back(random_marks(random, chance));
    std::size_t other_terms = 0;
    for (const Puzzle& puzzle : list) {
        const Outlook outlook{puzzle};
        ASSERT_LT(outlook.crosswise().work, 1e10) << to_line(puzzle);
        EXPECT_NE(outlook.crosswise().side, outlook.best().side);
        const Report128 first = count(puzzle);
        const Report128 second = count(puzzle, {.crosswise = true});
        EXPECT_EQ(second.solutions, first.solutions) << to_line(puzzle);
        EXPECT_TRUE(second.exact());
        other_terms += second.nodes != first.nodes ? 1 : 0;
    }
    EXPECT_GT(other_terms, 0U);
}

TEST(BandStack, PartsByOneCellAddUp) {
    const std::uint64_t seed = 20260106;
    Random random{seed};
    for (std::size_t clues : {0U, 10U, 14U}) {
        const Puzzle puzzle = random_puzzle(random, clues);
        const auto cells = shuffled_cells(random);
        std::size_t open = 0;
        while (puzzle.given(Cell{cells[open]})) ++open;
        U128 sum;
        for (std::size_t d = 0; d < 9; ++d) {
            Puzzle part = puzzle;
            part.set_given(Cell{cells[open]}, Digit{d});
            sum += count(part, {.threads = 2}).solutions;
        }
        EXPECT_EQ(sum.str(), counted(puzzle, {.threads = 2}))
            << to_line(puzzle) << ", seed " << seed;
    }
}

TEST(BandStack, AllInstructionsAndThreadsGiveTheSame) {
    Random random{20260107};
    for (std::size_t clues : {14U, 16U, 24U}) {
        const Puzzle puzzle = random_puzzle(random, clues);
        const Report128 one = count(puzzle);
        for (const InstructionSet set : instruction_sets_here()) {
            for (unsigned threads : {1U, 3U}) {
                const Report128 other = count(puzzle, {.threads = threads, .instructions = set});
                EXPECT_EQ(other.solutions, one.solutions) << to_line(puzzle);
                EXPECT_EQ(other.nodes, one.nodes);
            }
        }
    }
}

TEST(BandStack, DoesAsManyTermsAsPredicted) {
    Random random{20260108};
    for (std::size_t clues : {0U, 9U, 13U, 20U, 81U}) {
        const Puzzle puzzle = random_puzzle(random, clues);
        const Prediction prediction = predict(puzzle);
        EXPECT_EQ(prediction.terms, static_cast<double>(count(puzzle).nodes)) << to_line(puzzle);
        EXPECT_GE(prediction.work, prediction.terms);
        EXPECT_EQ(predict(puzzle).terms, prediction.terms);
    }
}

TEST(BandStack, BudgetGivesALowerBound) {
    Random random{20260109};
    const Puzzle puzzle = random_puzzle(random, 12);
    const Report128 whole = count(puzzle);
    U128 last;
    for (std::uint64_t budget : {std::uint64_t{0}, whole.nodes / 9, whole.nodes / 2}) {
        const Report128 part = count(puzzle, {.budget = {.max_nodes = budget}});
        EXPECT_EQ(part.ending, Ending::out_of_budget);
        EXPECT_LE(part.nodes, budget);
        EXPECT_LE(part.solutions, whole.solutions);
        EXPECT_GE(part.solutions, last);
        last = part.solutions;
    }
    EXPECT_GT(last, U128{});
    EXPECT_EQ(count(puzzle, {.budget = {.max_nodes = whole.nodes}}).solutions, whole.solutions);
}

TEST(BandStack, StopFlagEndsTheWork) {
    StopFlag stop;
    stop.raise();
    for (unsigned threads : {1U, 2U}) {
        const Report128 result =
            count(Puzzle{Geometry::classic()}, {.budget = {.stop = &stop}, .threads = threads});
        EXPECT_EQ(result.ending, Ending::interrupted);
        EXPECT_EQ(result.solutions, U128{});
    }
}

// Pencil marks that leave no two columns and no two digits alike: the largest tables there are,
// which must be built in parts. Far too many terms to wait for, so a budget ends it.
TEST(BandStack, HostileMarksStayWithinBounds) {
    Random random{20260110};
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t cell = 0; cell < 81; ++cell)
        puzzle.set_marks(Cell{cell}, DigitSet::all(9) - DigitSet{Digit{random.below(9)}});
    const Prediction prediction = predict(puzzle);
    EXPECT_GT(prediction.terms, 1e13);
    EXPECT_LE(prediction.terms, 94080.0 * 94080.0 * 94080.0);
    const Report128 part = count(puzzle, {.budget = {.max_nodes = 1'000'000'000}});
    EXPECT_EQ(part.ending, Ending::out_of_budget);
    EXPECT_GT(part.solutions, U128{});
}

TEST(BandStack, AnswersNoSolutionForContradictions) {
    Puzzle twice{Geometry::classic()};
    twice.set_given(Cell{0}, Digit{4});
    twice.set_given(Cell{8}, Digit{4});
    EXPECT_EQ(counted(twice), "0");
    Puzzle nothing{Geometry::classic()};
    nothing.set_marks(Cell{40}, DigitSet{});
    EXPECT_EQ(counted(nothing), "0");
    // No digit repeats, yet r1c9 has nothing left.
    Puzzle stuck{Geometry::classic()};
    for (std::size_t d = 0; d < 8; ++d) stuck.set_given(Cell{d}, Digit{d});
    stuck.set_given(Cell{5 * 9 + 8}, Digit{8});
    EXPECT_EQ(counted(stuck), "0");
    Puzzle disagree{Geometry::classic()};
    disagree.set_given(Cell{0}, Digit{4});
    disagree.set_marks(Cell{0}, DigitSet{Digit{5}});
    EXPECT_EQ(counted(disagree), "0");
}

TEST(BandStack, RefusesOtherBoards) {
    const Puzzle small{Geometry::standard(4)};
    EXPECT_FALSE(supports(small));
    EXPECT_THROW(count(small), ContractViolation);
    EXPECT_THROW(predict(small), ContractViolation);
    const Puzzle x{Geometry::make(
        {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .anti_diagonal = true})};
    EXPECT_FALSE(supports(x));
    const Puzzle blank{Geometry::classic()};
    EXPECT_THROW(count(blank, {.threads = 0}), ContractViolation);
    EXPECT_THROW(count(blank, {.shard = {.index = 2, .of = 2}}), ContractViolation);
}

}  // namespace
}  // namespace clew::exact
