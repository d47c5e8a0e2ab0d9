#include "solve/solver.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew {
namespace {

std::vector<Grid> all(const Puzzle& puzzle, const SolveOptions& options = {}) {
    std::vector<Grid> found;
    enumerate(puzzle, options, keep_in(found));
    return found;
}

TEST(Solver, AnswersAsTheFacadeWhateverWasAskedBefore) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random{seed};
        const GeometryPtr geometry =
            seed % 3 == 0 ? reference::random_geometry(random, 6) : Geometry::classic();
        Puzzle puzzle = reference::random_puzzle(random, geometry);
        Solver solver{puzzle};
        for (int turn = 0; turn < 6; ++turn) {
            const Cell cell{random.below(geometry->cell_count())};
            const DigitSet digits = DigitSet::from_bits(
                static_cast<std::uint32_t>(random.below(std::uint64_t{1} << geometry->size())));
            ASSERT_EQ(solver.allowed(cell), puzzle.options(cell));
            if (digits.size() == 1) {
                puzzle.set_given(cell, digits.first());
                puzzle.set_marks(cell, DigitSet::all(geometry->size()));
            } else {
                puzzle.clear_given(cell);
                puzzle.set_marks(cell, digits);
            }
            solver.allow(cell, digits);
            const std::vector<Grid> some = all(puzzle, {.limit = 3});
            for (const std::uint64_t limit : {1U, 2U, 3U}) {
                const Report report = solver.count_to(limit);
                ASSERT_EQ(report.solutions, std::min<std::size_t>(limit, some.size()));
                ASSERT_EQ(report.ending,
                          some.size() < limit ? Ending::exhausted : Ending::limit_reached);
            }
            Grid grid;
            ASSERT_EQ(solver.solve(grid).solutions, some.empty() ? 0U : 1U);
            ASSERT_TRUE(some.empty() || grid == some.front());
            ASSERT_EQ(all(solver.puzzle(), {.limit = 3}), some);
        }
    }
}

TEST(Solver, LinesAreTheSolutionsInOrder) {
    Puzzle six{Geometry::standard(6)};
    six.set_given(Cell{0}, Digit{0});
    Puzzle large{Geometry::standard(16)};
    for (const Puzzle& puzzle : {Puzzle::from_line(reference::p92), six, large})
        for (const unsigned threads : {1U, 2U})
            for (const std::uint64_t limit : {1U, 11U, 12U, 2000U}) {
                const SolveOptions options{.limit = limit, .threads = threads};
                std::string expected, text;
                for (const Grid& grid : all(puzzle, options)) expected += to_line(grid) + "\n";
                std::size_t blocks = 0, counted = 0;
                const LineSink sink = [&](std::string_view lines, std::size_t n) {
                    EXPECT_EQ(lines.size(), n * (puzzle.geometry().cell_count() + 1));
                    text += lines;
                    counted += n;
                    ++blocks;
                    return Flow::go_on;
                };
                const CountResult r = enumerate_lines(puzzle, options, sink);
                ASSERT_EQ(text, expected);
                EXPECT_EQ(r.solutions, Count{counted});
                EXPECT_TRUE(counted < 2000 || blocks < 60);
                // A sink that has enough gets no more.
                std::size_t calls = 0;
                const CountResult cut =
                    enumerate_lines(puzzle, options, [&](std::string_view, std::size_t) {
                        return ++calls == 2 ? Flow::stop : Flow::go_on;
                    });
                EXPECT_LE(calls, 2U);
                EXPECT_TRUE(calls < 2 || cut.ending == Ending::limit_reached);
            }
}

}  // namespace
}  // namespace clew
