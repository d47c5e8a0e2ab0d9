#include "encode/exact/band_stack.hpp"

#include <gtest/gtest.h>

#include <string>

#include "encode/board/contract.hpp"
#include "encode/board/notation.hpp"
#include "tests/encode/exact/random_puzzle.hpp"

namespace clew::exact {
namespace {

std::string counted(const Puzzle& puzzle, const CountOptions& options = {}) {
    const CountResult result = count(puzzle, options);
    EXPECT_TRUE(result.exact());
    return to_string(result.total);
}

std::string searched(const Puzzle& puzzle) {
    return std::to_string(search::count_up_to(search::marks9(puzzle), unlimited));
}

TEST(BandStack, CountsTheBlankGrid) {
    EXPECT_EQ(counted(Puzzle{Geometry::classic()}), "6670903752021072936960");
}

TEST(BandStack, AgreesWithSearchOnRandomPuzzles) {
    const std::uint64_t seed = 20260101;
    Random random{seed};
    for (std::size_t clues : {81U, 60U, 40U, 30U, 26U, 24U, 22U})
        for (int i = 0; i < 6; ++i) {
            const Puzzle puzzle = random_puzzle(random, clues);
            EXPECT_EQ(counted(puzzle), searched(puzzle)) << to_line(puzzle) << ", seed " << seed;
        }
}

TEST(BandStack, AgreesWithSearchOnRandomMarks) {
    const std::uint64_t seed = 20260102;
    Random random{seed};
    for (std::size_t chance : {0U, 10U, 20U, 30U, 35U})
        for (int i = 0; i < 4; ++i) {
            const Puzzle puzzle = random_marks(random, chance);
            EXPECT_EQ(counted(puzzle), searched(puzzle))
                << "chance " << chance << ", case " << i << ", seed " << seed;
        }
}

TEST(BandStack, AnswersNoSolutionForContradictions) {
    Puzzle twice{Geometry::classic()};
    twice.set_given(Cell{0}, Digit{4});
    twice.set_given(Cell{8}, Digit{4});
    EXPECT_EQ(counted(twice), "0");
    Puzzle nothing{Geometry::classic()};
    nothing.set_marks(Cell{40}, DigitSet{});
    EXPECT_EQ(counted(nothing), "0");
}

TEST(BandStack, RefusesOtherBoards) {
    const Puzzle small{Geometry::standard(4)};
    EXPECT_FALSE(supports(small));
    EXPECT_THROW(count(small), ContractViolation);
    EXPECT_THROW(predict(small), ContractViolation);
}

}  // namespace
}  // namespace clew::exact
