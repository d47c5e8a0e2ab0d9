// The frontier count against listing by the general search, and against the literature where
// nothing lists.

#include "solve/frontier/count.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "solve/frontier/stack_sum.hpp"
#include "solve/search/enumerate.hpp"

namespace clew::frontier {
namespace {

/// Sums over rows that were compared, by the size of the board.
std::map<std::size_t, int> sums;

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
    const clew::Report all = run.go_on({.limit = 200'000}, &tally);
    if (!all.exact()) return;
    const Count n{all.solutions};
    if (all.solutions < (geometry.size() < 8 ? 20'000U : 500U)) {
        const CandidateReport shares = marginals(puzzle);
        EXPECT_EQ(shares.solutions, n);
        EXPECT_EQ(shares.counts, held);
    }
    for (Route route : {Route::cheapest, Route::second}) {
        const SweepReport report = count(puzzle, {.route = route});
        EXPECT_TRUE(report.exact());
        EXPECT_EQ(report.solutions, n);
    }
    if (!StackSum::supports(puzzle)) return;
    const StackSum sum{puzzle, 2'000, {}};
    if (!sum.listed() || sum.cost() > 1e6) return;
    for (unsigned threads : {1U, 2U}) EXPECT_EQ(sum.count({.threads = threads}).solutions, n);
    ++sums[geometry.size()];
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
    EXPECT_EQ(blank({.size = 6, .rows = 4, .columns = 6}), "283046400");  // Latin rectangles
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
        {.size = 6, .boxes = BoxShape{2, 3}},
        {.size = 8, .boxes = BoxShape{2, 4}},
        {.size = 8, .boxes = BoxShape{4, 2}},
        {.size = 10, .boxes = BoxShape{2, 5}},
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
            const std::size_t clues = n >= 9   ? n * n / 2 - 4 - k % 4
                                      : n == 8 ? 27 - k % 4
                                               : k % 4 * n / 2 + (n > 5 ? 4 : 0);
            const auto puzzle = random_puzzle(board, clues, k % 2 * 15, random);
            if (puzzle) expect_as_listed(*puzzle, "seed " + std::to_string(seed + 100 * b + k));
        }
    }
    for (std::size_t n : {4U, 6U, 8U, 10U}) EXPECT_GE(sums[n], 4) << n;
}

// Two cells that must differ have no slot of a house: the first tells the others what it holds, and
// these may be alike. What is left of a house may look the same.
TEST(Frontier, PairsAreNotTakenForHouses) {
    const std::uint64_t seed = 20261130;
    std::size_t compared = 0;
    for (std::uint64_t round = 0; round < 6000; ++round) {
        Random random = Random{seed}.split(round);
        const std::size_t n = 4 + random.below(3);
        GeometrySpec spec{.size = n};
        if (n != 5 && random.below(3) != 0) spec.boxes = Geometry::usual_boxes(n, n);
        if (random.below(4) == 0) spec.rows = n - 1 - random.below(2);
        if (spec.rows != 0) spec.boxes.reset();
        spec.columns = spec.rows == 0 ? 0 : n;
        spec.anti_knight = random.below(5) == 0;
        spec.anti_king = random.below(5) == 0;
        const std::size_t rows = spec.rows == 0 ? n : spec.rows;
        for (std::size_t sets = random.below(6); sets > 0; --sets) {
            ExtraHouse set;
            for (std::size_t i = 2 + random.below(2); i > 0; --i) {
                const Cell cell{random.below(rows * n)};
                if (std::ranges::find(set.cells, cell) == set.cells.end())
                    set.cells.push_back(cell);
            }
            if (set.cells.size() > 1) spec.extras.push_back(std::move(set));
        }
        const GeometryPtr board = Geometry::make(std::move(spec));
        const auto puzzle =
            random_puzzle(board, n + random.below(2 * n), random.below(2) * 15, random);
        if (!puzzle) continue;
        search::Run run{*puzzle};
        const clew::Report all = run.go_on({.limit = 2'000});
        if (!all.exact()) continue;
        if (round % 10 == 0) {
            expect_as_listed(*puzzle, "round " + std::to_string(round));
        } else {
            for (Route route : {Route::cheapest, Route::second})
                EXPECT_EQ(count(*puzzle, {.route = route}).solutions, Count{all.solutions})
                    << "round " << round << ", " << board->description();
        }
        ++compared;
    }
    EXPECT_GT(compared, 4000U);
}

/// Its terms, and the solutions that they add up to.
void expect_sum(const Puzzle& puzzle, std::size_t terms, const std::string& solutions) {
    const StackSum sum{puzzle, 100'000, {}};
    ASSERT_TRUE(sum.listed());
    EXPECT_EQ(sum.size(), terms);
    if (solutions.empty()) return;
    const SweepReport report = sum.count({});
    EXPECT_EQ(report.solutions.to_string(), solutions);
    EXPECT_GT(sum.cost(), static_cast<double>(report.nodes) / 2);
    EXPECT_LT(sum.cost(), static_cast<double>(report.nodes) * 2);
}

TEST(StackSum, LikeTermsAreOne) {
    const auto blank = [](std::size_t rows, std::size_t columns) {
        return Puzzle{Geometry::make({.size = rows * columns, .boxes = BoxShape{rows, columns}})};
    };
    expect_sum(blank(2, 3), 4, "28200960");
    expect_sum(blank(4, 2), 26, "29136487207403520");
    // To count it takes a minute: 1 903 816 047 972 624 930 994 913 280 000.
    expect_sum(blank(2, 5), 355, "");
    // A clue takes an eighth of all. Where no other row of its stack has one, no term is of it
    // alone.
    Puzzle one = blank(2, 4);
    one.set_given(Cell{0}, Digit{3});
    expect_sum(one, 26, "3642060900925440");
    Puzzle more = one;  // two in the other stack, in one row
    more.set_given(Cell{13}, Digit{0});
    more.set_given(Cell{14}, Digit{6});
    expect_sum(more, 26, "");
    Puzzle ten = blank(2, 5);
    ten.set_given(Cell{0}, Digit{3});
    expect_sum(ten, 355, "");
    // Each mark that is gone takes an eighth.
    Puzzle marks = blank(2, 4);
    marks.set_marks(Cell{0}, DigitSet::all(8) - DigitSet{Digit{3}});
    expect_sum(marks, 26, "25494426306478080");
}

/// Marks in one row of each stack alone, the same or another.
std::optional<Puzzle> of_lone_rows(BoxShape boxes, std::size_t clues, Random& random) {
    const std::size_t n = boxes.rows * boxes.columns;
    const bool turned = boxes.rows != 2;
    const std::optional<Puzzle> full =
        random_puzzle(Geometry::make({.size = n, .boxes = boxes}), 0, 0, random);
    if (!full) return std::nullopt;
    const std::optional<Grid> grid = a_solution(*full);
    Puzzle puzzle = *full;
    for (std::size_t side : {0U, 1U}) {
        const std::size_t row = random.below(n);
        for (std::size_t c = 0; c < n / 2; ++c) {
            const std::size_t column = side * n / 2 + c;
            const Cell cell{turned ? column * n + row : row * n + column};
            DigitSet marks{(*grid)[cell]};
            for (std::size_t d = 0; d < n && c >= clues; ++d)
                if (random.below(3) != 0) marks.insert(Digit{d});
            puzzle.set_marks(cell, marks);
        }
    }
    return puzzle;
}

TEST(StackSum, WeighsMarksInOneRowOfAStack) {
    const int before = sums[6];
    for (std::uint64_t seed = 1; seed <= 8; ++seed)
        for (const BoxShape boxes : {BoxShape{2, 2}, BoxShape{2, 3}, BoxShape{3, 2}}) {
            Random random{seed};
            if (const auto puzzle = of_lone_rows(boxes, 2, random))
                expect_as_listed(*puzzle, "lone rows, seed " + std::to_string(seed));
        }
    EXPECT_GE(sums[6] - before, 12);
}

TEST(SweepSize, IsMostlyWithinAFactorOfThree) {
    const std::vector<GeometrySpec> boards{
        {.size = 7},
        {.size = 8, .boxes = BoxShape{2, 4}},
        {.size = 9, .boxes = BoxShape{3, 3}, .windows = true},
        {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .anti_diagonal = true},
        {.size = 9, .boxes = BoxShape{3, 3}},
        {.size = 16, .boxes = BoxShape{4, 4}},
    };
    int sized = 0, near = 0;
    for (std::size_t b = 0; b < boards.size(); ++b)
        for (std::uint64_t k = 0; k < 5; ++k) {
            Random random{20261129 + 100 * b + k};
            const GeometryPtr board = Geometry::make(boards[b]);
            const std::size_t n = board->size();
            const std::size_t clues = n == 16 ? 150 + 5 * k : n == 9 ? 20 + k : 2 * k;
            const auto puzzle = random_puzzle(board, clues, k % 2 * 3, random);
            if (!puzzle) continue;
            const OpenCells cells = open_cells(*puzzle);
            const SweepReport swept =
                count(*puzzle, {.budget = {.max_nodes = 1'000'000}, .route = Route::second});
            if (!swept.exact() || swept.nodes < 2'000) continue;
            const SweepSize size = size_of(cells, make_plan(cells, Route::second));
            EXPECT_TRUE(size.sure);
            const double ratio = size.nodes / static_cast<double>(swept.nodes);
            EXPECT_GT(ratio, 0.1) << board->description() << k;
            EXPECT_LT(ratio, 10) << board->description() << k;
            ++sized;
            near += ratio > 1.0 / 3 && ratio < 3 ? 1 : 0;
        }
    EXPECT_GE(sized, 8);
    EXPECT_GE(near * 10, sized * 8) << near << " of " << sized;
}

TEST(SweepSize, SaysWhereItIsTooLow) {
    const Puzzle kings{Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .anti_king = true})};
    const OpenCells cells = open_cells(kings);
    EXPECT_FALSE(size_of(cells, make_plan(cells, Route::cheapest)).sure);
}

TEST(Frontier, TellsThePriceOfWhatIsLong) {
    int told = 0;
    SweepSize price;
    const auto count_with = [&](const Puzzle& puzzle, Flow flow) {
        told = 0;
        return count(puzzle, {.on_price = [&](const SweepSize& size) {
                         ++told;
                         price = size;
                         return flow;
                     }});
    };
    EXPECT_TRUE(count_with(Puzzle{Geometry::standard(8)}, Flow::stop).exact());
    EXPECT_EQ(told, 0);
    EXPECT_EQ(count_with(Puzzle{Geometry::standard(10)}, Flow::stop).ending, Ending::interrupted);
    EXPECT_EQ(told, 1);
    EXPECT_GT(price.nodes, 1e9);
    EXPECT_LT(price.nodes, 4e9);
    // What needs far more than may be held is not begun.
    const SweepReport blank = count_with(Puzzle{Geometry::standard(16)}, Flow::go_on);
    EXPECT_EQ(blank.ending, Ending::out_of_budget);
    EXPECT_LT(blank.nodes, 1'000U);
    EXPECT_GT(price.bytes, 1e20);
}

TEST(StackSum, SaysWhenItEnded) {
    const Puzzle blank{Geometry::standard(8)};
    StopFlag stop;
    stop.raise();
    EXPECT_FALSE((StackSum{blank, 1000, {.stop = &stop}}.listed()));
    EXPECT_FALSE((StackSum{blank, 10, {}}.listed()));
    const StackSum sum{blank, 1000, {}};
    EXPECT_EQ(sum.count({.budget = {.stop = &stop}}).ending, Ending::interrupted);
    EXPECT_EQ(sum.count({.budget = {.max_nodes = 5000}}).ending, Ending::out_of_budget);
    EXPECT_EQ(sum.count({.budget = {.max_nodes = 5000}}).solutions, Count{});
    double last = 0;
    std::size_t calls = 0;
    sum.count({.threads = 2, .on_progress = [&](double explored) {
                   EXPECT_GE(explored, last);
                   last = explored;
                   ++calls;
               }});
    EXPECT_EQ(calls, sum.size());
    EXPECT_EQ(last, 1);
}

TEST(StackSum, TakesTwoStacksOrTwoBands) {
    EXPECT_TRUE(StackSum::supports(Puzzle{Geometry::standard(10)}));
    EXPECT_FALSE(StackSum::supports(Puzzle{Geometry::classic()}));
    EXPECT_FALSE(StackSum::supports(Puzzle{Geometry::make({.size = 8})}));
    EXPECT_FALSE(StackSum::supports(Puzzle{Geometry::make({.size = 12, .boxes = BoxShape{2, 6}})}));
    EXPECT_FALSE(StackSum::supports(
        Puzzle{Geometry::make({.size = 6, .boxes = BoxShape{2, 3}, .main_diagonal = true})}));
}

TEST(Frontier, OfContradictionsThereIsNoSolution) {
    Puzzle twice{Geometry::standard(6)};
    twice.set_given(Cell{0}, Digit{1});
    twice.set_given(Cell{1}, Digit{1});
    EXPECT_EQ(count(twice).solutions, Count{});
    EXPECT_TRUE(count(twice).exact());
    Puzzle struck{Geometry::standard(6)};  // a clue that its cell's marks do not have
    struck.set_given(Cell{0}, Digit{1});
    struck.set_marks(Cell{0}, DigitSet{Digit{2}});
    EXPECT_EQ(count(struck).solutions, Count{});
    EXPECT_EQ((StackSum{struck, 1000, {}}.count({}).solutions), Count{});
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
    EXPECT_EQ(count(blank, {.route = Route::second, .most_states = 100}).ending,
              Ending::out_of_budget);
    EXPECT_EQ(count(Puzzle{Geometry::make({.size = 25, .anti_knight = true})}).ending,
              Ending::out_of_budget);
}

}  // namespace
}  // namespace clew::frontier
