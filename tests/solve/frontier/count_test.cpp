// The frontier count against listing by the general search, and against the literature where
// nothing lists.

#include "solve/frontier/count.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "solve/search/enumerate.hpp"

namespace clew::frontier {
namespace {

void expect_as_listed(const Puzzle& puzzle, const std::string& what) {
    SCOPED_TRACE(what + ", " + puzzle.geometry().description());
    const Geometry& geometry = puzzle.geometry();
    std::vector<Count> held(geometry.candidate_count());
    search::Run run{puzzle};
    const search::DigitSink tally = [&](std::span<const std::uint8_t> digits) {
        for (std::size_t i = 0; i < digits.size(); ++i)
            held[geometry.candidate_index({Cell{i}, Digit{digits[i]}})] += Count{1};
        return Flow::go_on;
    };
    const clew::Report all = run.go_on({}, &tally);
    ASSERT_TRUE(all.exact());
    const Count n{all.solutions};
    if (all.solutions < 20'000) {
        const CandidateReport shares = marginals(puzzle);
        EXPECT_EQ(shares.solutions, n);
        EXPECT_EQ(shares.counts, held);
    }
    for (Route route : {Route::cheapest, Route::second}) {
        const SweepReport report = count(puzzle, {.route = route});
        EXPECT_TRUE(report.exact());
        EXPECT_EQ(report.solutions, n);
    }
}

std::optional<Grid> a_solution(const Puzzle& puzzle) {
    std::optional<Grid> found;
    search::Run run{puzzle};
    const search::DigitSink one = [&](std::span<const std::uint8_t> digits) {
        std::vector<Digit> grid;
        for (std::uint8_t d : digits) grid.emplace_back(d);
        found = Grid{std::move(grid)};
        return Flow::stop;
    };
    run.go_on({.limit = 1}, &one);
    return found;
}

/// A puzzle with at least one solution: that of a board some of whose cells were filled at random,
/// of which `clues` are given, and each other candidate is gone with a chance of `gone` in 100.
std::optional<Puzzle> random_puzzle(const GeometryPtr& board, std::size_t clues, std::uint64_t gone,
                                    Random& random) {
    Puzzle seeded{board};
    const std::size_t n = board->size();
    for (std::size_t i = 0; i < n / 2; ++i)
        seeded.set_given(Cell{random.below(board->cell_count())}, Digit{random.below(n)});
    const std::optional<Grid> grid = a_solution(seeded);
    if (!grid) return std::nullopt;
    Puzzle puzzle{board};
    for (std::size_t i = 0; i < board->cell_count(); ++i) {
        const Cell cell{i};
        if (random.below(board->cell_count()) < clues) puzzle.set_given(cell, (*grid)[cell]);
        DigitSet marks = DigitSet::all(n);
        for (std::size_t d = 0; d < n; ++d)
            if (Digit{d} != (*grid)[cell] && random.below(100) < gone) marks.erase(Digit{d});
        puzzle.set_marks(cell, marks);
    }
    return puzzle;
}

TEST(Frontier, CountsWhatIsKnown) {
    const auto blank = [](GeometrySpec spec) {
        return count(Puzzle{Geometry::make(std::move(spec))}).solutions.to_string();
    };
    EXPECT_EQ(blank({.size = 4, .boxes = BoxShape{2, 2}}), "288");
    EXPECT_EQ(blank({.size = 6, .boxes = BoxShape{2, 3}}), "28200960");
    EXPECT_EQ(blank({.size = 6, .boxes = BoxShape{3, 2}}), "28200960");
    EXPECT_EQ(blank({.size = 7}), "61479419904000");  // Latin squares of order 7
    EXPECT_EQ(blank({.size = 8, .boxes = BoxShape{2, 4}}), "29136487207403520");
}

TEST(Frontier, CountsBeyond64And128Bits) {
    // Latin squares of order 8.
    EXPECT_EQ(count(Puzzle{Geometry::make({.size = 8})}).solutions.to_string(),
              "108776032459082956800");
    // 144 squares of two by two cells that hold the same two digits, each in two ways.
    Puzzle pairs{Geometry::make({.size = 24})};
    for (std::size_t r = 0; r < 24; ++r)
        for (std::size_t c = 0; c < 24; ++c) {
            const std::size_t two = 2 * ((r / 2 + c / 2) % 12);
            pairs.set_marks(Cell{24 * r + c}, DigitSet::from_bits(3U << two));
        }
    Count expected{1};
    for (int i = 0; i < 144; ++i) expected *= Count{2};
    EXPECT_EQ(count(pairs).solutions, expected);
}

TEST(Frontier, AgreesWithListing) {
    const std::vector<GeometrySpec> boards{
        {.size = 4, .boxes = BoxShape{2, 2}},
        {.size = 5},
        {.size = 5, .main_diagonal = true, .anti_diagonal = true},
        {.size = 5,
         .regions = {0, 0, 0, 1, 1, 0, 0, 2, 1, 1, 3, 2, 2, 2, 1, 3, 3, 2, 4, 4, 3, 3, 4, 4, 4}},
        {.size = 6, .boxes = BoxShape{2, 3}, .main_diagonal = true},
        {.size = 6, .boxes = BoxShape{2, 3}, .anti_knight = true},
        {.size = 6, .boxes = BoxShape{3, 2}, .anti_king = true},
        {.size = 6, .boxes = BoxShape{2, 3}, .disjoint_groups = true},
        {.size = 6,
         .boxes = BoxShape{2, 3},
         .extras = {{"", {Cell{0}, Cell{7}, Cell{14}}}, {"", {Cell{5}, Cell{35}}}}},
        {.size = 9, .boxes = BoxShape{3, 3}, .windows = true},
        {.size = 9, .boxes = BoxShape{3, 3}},
    };
    const std::uint64_t seed = 20261127;
    for (std::size_t b = 0; b < boards.size(); ++b) {
        const GeometryPtr board = Geometry::make(boards[b]);
        const std::size_t n = board->size();
        for (std::uint64_t k = 0; k < 12; ++k) {
            Random random{seed + 100 * b + k};
            // Few clues on small boards, so that there are many solutions; many marks gone or none.
            const std::size_t clues = n >= 9 ? 36 - k % 4 : k % 4 * n / 2 + (n > 5 ? 4 : 0);
            const auto puzzle = random_puzzle(board, clues, k % 2 * 15, random);
            if (puzzle) expect_as_listed(*puzzle, "seed " + std::to_string(seed + 100 * b + k));
        }
    }
}

TEST(Frontier, OfContradictionsThereIsNoSolution) {
    Puzzle twice{Geometry::standard(6)};
    twice.set_given(Cell{0}, Digit{1});
    twice.set_given(Cell{1}, Digit{1});
    EXPECT_EQ(count(twice).solutions, Count{});
    EXPECT_TRUE(count(twice).exact());
    Puzzle full{Geometry::standard(4)};
    for (std::size_t i = 0; i < 16; ++i)
        full.set_given(Cell{i}, Digit{static_cast<std::size_t>("0123230110323210"[i] - '0')});
    EXPECT_EQ(count(full).solutions, Count{1});
}

TEST(Frontier, SaysWhenItEnded) {
    const Puzzle blank{Geometry::standard(8)};
    StopFlag stop;
    stop.raise();
    EXPECT_EQ(count(blank, {.budget = {.stop = &stop}}).ending, Ending::interrupted);
    EXPECT_EQ(count(blank, {.budget = {.max_nodes = 1000}}).ending, Ending::out_of_budget);
    EXPECT_EQ(count(blank, {.most_states = 100}).ending, Ending::out_of_budget);
    EXPECT_EQ(count(Puzzle{Geometry::make({.size = 25, .anti_knight = true})}).ending,
              Ending::out_of_budget);
}

}  // namespace
}  // namespace clew::frontier
