#include "logic/closure/closure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/contract.hpp"
#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/board/puzzle.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::logic {
namespace {

using reference::gould;
using reference::p92;

using Marks = std::vector<DigitSet>;

struct Closed {
    ClosureStatus status = ClosureStatus::open;
    Marks marks;
};

/// Singles straight from the definition, one elimination at a time, in the order of `random`.
Closed slow_singles(const Geometry& g, Marks marks, Random& random) {
    for (bool moved = true; moved;) {
        moved = false;
        std::vector<std::size_t> cells(marks.size());
        for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = i;
        random.shuffle(cells);
        for (std::size_t i : cells) {
            if (marks[i].empty()) return {ClosureStatus::impossible, {}};
            if (marks[i].size() != 1) continue;
            for (Cell peer : g.peers(Cell{i}))
                if (marks[peer.index()].contains(marks[i])) {
                    marks[peer.index()] -= marks[i];
                    moved = true;
                }
        }
        for (const HouseInfo& house : g.houses()) {
            if (house.kind != ConstraintKind::house) continue;
            for (std::size_t d = 0; d < g.size(); ++d) {
                std::vector<Cell> places;
                for (Cell cell : house.cells)
                    if (marks[cell.index()].contains(Digit{d})) places.push_back(cell);
                if (places.empty()) return {ClosureStatus::impossible, {}};
                if (places.size() == 1 && marks[places[0].index()].size() > 1) {
                    marks[places[0].index()] = DigitSet{Digit{d}};
                    moved = true;
                }
            }
        }
    }
    const bool full = std::ranges::all_of(marks, [](DigitSet d) { return d.size() == 1; });
    return {full ? ClosureStatus::solved : ClosureStatus::open, marks};
}

/// The classic board with its first row said twice: not classic, so the general engine serves it.
GeometryPtr disguised_classic() {
    GeometrySpec spec{.size = 9, .boxes = BoxShape{3, 3}};
    spec.extras.push_back({"first row again", {}});
    for (std::size_t i = 0; i < 9; ++i) spec.extras[0].cells.push_back(Cell{i});
    return Geometry::make(spec);
}

Marks marks_of(const Closure& closure, std::size_t cells) {
    Marks marks(cells);
    closure.candidates(marks);
    return marks;
}

TEST(Closure, SinglesTakeP92ToFig2OfItsPaper) {
    Closure closure{Geometry::classic()};
    EXPECT_EQ(closure.load(Puzzle::from_line(p92).candidates_after_givens()), ClosureStatus::open);
    EXPECT_EQ(closure.freedom(), 109U);
    std::vector<std::uint64_t> code(closure.grid_code_words());
    closure.grid_code(code);
    std::string line;
    for (const auto& digit : closure.decode_grid(code)) line += digit ? digit_symbol(*digit) : '.';
    EXPECT_EQ(line,
              "..98....2...3128..2.8.69....5.62...1..14.8.2.6...91.4.....764.3..7.85...1..9..2..");
}

TEST(Closure, SudokujmIsStrongerThanSingles) {
    Closure closure{Geometry::classic()};
    closure.load(Puzzle::from_line(p92).candidates_after_givens());
    EXPECT_EQ(closure.extend(ClosureRules::sudokujm), ClosureStatus::open);
    EXPECT_LT(closure.freedom(), 109U);
    closure.load(Puzzle::from_line(gould).candidates_after_givens());
    EXPECT_NE(closure.extend(ClosureRules::sudokujm), ClosureStatus::impossible);
}

TEST(Closure, AssignStartsAtTheBaseEachTime) {
    Closure closure{Geometry::classic()};
    closure.load(Puzzle::from_line(p92).candidates_after_givens());
    const Candidate a{Cell{4}, Digit{3}};
    closure.assign({&a, 1}, ClosureRules::singles);
    EXPECT_EQ(closure.freedom(), 8U);  // the paper's AA
    const Candidate b{Cell{4}, Digit{4}};
    closure.assign({&b, 1}, ClosureRules::singles);
    EXPECT_EQ(closure.freedom(), 80U);  // the paper's AB
    closure.keep();
    EXPECT_EQ(closure.assign({}, ClosureRules::singles), ClosureStatus::open);
    EXPECT_EQ(closure.freedom(), 80U);
    EXPECT_EQ(closure.assign({&a, 1}, ClosureRules::singles), ClosureStatus::impossible);
}

TEST(Closure, AssigningTwoDigitsToACellOrAHouseIsImpossible) {
    for (const GeometryPtr& g : {Geometry::classic(), disguised_classic()}) {
        Closure closure{g};
        closure.load(Marks(81, DigitSet::all(9)));
        const std::vector<Candidate> cell{{Cell{0}, Digit{0}}, {Cell{0}, Digit{1}}};
        EXPECT_EQ(closure.assign(cell, ClosureRules::singles), ClosureStatus::impossible);
        const std::vector<Candidate> row{{Cell{0}, Digit{0}}, {Cell{5}, Digit{0}}};
        EXPECT_EQ(closure.assign(row, ClosureRules::singles), ClosureStatus::impossible);
        const std::vector<Candidate> twice{{Cell{0}, Digit{0}}, {Cell{0}, Digit{0}}};
        EXPECT_EQ(closure.assign(twice, ClosureRules::singles), ClosureStatus::open);
    }
}

TEST(Closure, ABoardWithoutRoomIsImpossible) {
    Closure closure{Geometry::classic()};
    Marks marks(81, DigitSet::all(9));
    marks[7] = DigitSet{};
    EXPECT_EQ(closure.load(marks), ClosureStatus::impossible);
    EXPECT_THROW(closure.assign({}, ClosureRules::singles), ContractViolation);
    marks.assign(81, DigitSet::all(9));
    for (std::size_t i = 0; i < 9; ++i) marks[i].erase(Digit{4});
    EXPECT_EQ(closure.load(marks), ClosureStatus::impossible);
}

/// What was looked at on the base is not looked at again: an assignment ends as on a closure that
/// has looked at nothing yet.
void expect_as_anew(Closure& closure, const GeometryPtr& geometry, Random& random) {
    closure.assign({}, ClosureRules::singles);
    const Marks base = marks_of(closure, geometry->cell_count());
    const std::size_t cell = random.below(base.size());
    std::vector<Digit> digits;
    for (const Digit d : base[cell]) digits.push_back(d);
    const Candidate pick{Cell{cell}, digits[random.below(digits.size())]};
    Closure anew{geometry};
    anew.load(base);
    if (anew.assign({&pick, 1}, ClosureRules::singles) != ClosureStatus::impossible)
        anew.extend(ClosureRules::sudokujm);
    ASSERT_EQ(closure.assign({&pick, 1}, ClosureRules::sudokujm), anew.status());
    if (anew.status() != ClosureStatus::impossible) {
        ASSERT_EQ(marks_of(closure, base.size()), marks_of(anew, base.size()));
    }
}

/// Random walks from a puzzle: the engines and the definition agree on every state they meet.
void compare(const GeometryPtr& first, const GeometryPtr& second, const Marks& start,
             std::uint64_t seed, std::size_t walks) {
    SCOPED_TRACE(first->description() + ", seed " + std::to_string(seed));
    Random random{seed};
    Closure a{first};
    Closure b{second};
    const std::size_t cells = first->cell_count();
    for (std::size_t walk = 0; walk < walks; ++walk) {
        ASSERT_EQ(a.load(start), b.load(start));
        while (a.status() == ClosureStatus::open) {
            std::vector<Candidate> open;
            for (std::size_t i = 0; i < cells; ++i)
                if (a.candidates(Cell{i}).size() > 1)
                    for (Digit d : a.candidates(Cell{i})) open.push_back({Cell{i}, d});
            const Candidate pick = open[random.below(open.size())];
            const Marks before = marks_of(a, cells);
            Marks assigned = before;
            assigned[pick.cell.index()] = DigitSet{pick.digit};

            a.assign({&pick, 1}, ClosureRules::singles);
            b.assign({&pick, 1}, ClosureRules::singles);
            const Closed slow = slow_singles(*first, assigned, random);
            ASSERT_EQ(a.status(), slow.status);
            ASSERT_EQ(b.status(), slow.status);
            if (slow.status == ClosureStatus::impossible) break;
            ASSERT_EQ(marks_of(a, cells), slow.marks);
            ASSERT_EQ(marks_of(b, cells), slow.marks);
            std::size_t freedom = 0;
            for (DigitSet d : slow.marks) freedom += d.size() - 1;
            ASSERT_EQ(a.freedom(), freedom);
            ASSERT_EQ(b.freedom(), freedom);

            std::vector<std::uint64_t> code(a.marks_code_words());
            a.marks_code(code);
            ASSERT_EQ(a.decode_marks(code), slow.marks);
            code.assign(a.grid_code_words(), 0);
            a.grid_code(code);
            const auto grid = a.decode_grid(code);
            for (std::size_t i = 0; i < cells; ++i) {
                const bool single = slow.marks[i].size() == 1;
                ASSERT_EQ(grid[i].has_value(), single);
                if (single) {
                    ASSERT_EQ(*grid[i], slow.marks[i].first());
                }
            }

            Closure under_singles{second};
            under_singles.load(slow.marks);
            for (int i = 0; i < 4; ++i) expect_as_anew(under_singles, second, random);

            a.extend(ClosureRules::sudokujm);
            b.extend(ClosureRules::sudokujm);
            ASSERT_EQ(a.status(), b.status());
            if (a.status() == ClosureStatus::impossible) break;
            ASSERT_EQ(marks_of(a, cells), marks_of(b, cells));
            for (std::size_t i = 0; i < cells; ++i)
                ASSERT_TRUE(slow.marks[i].contains(a.candidates(Cell{i})));
            a.keep();
            b.keep();
            for (int i = 0; i < 8; ++i) expect_as_anew(b, second, random);
        }
    }
}

TEST(Closure, EnginesAgreeWithTheDefinition) {
    const Marks start = Puzzle::from_line(p92).candidates_after_givens();
    for (std::uint64_t seed = 1; seed <= 4; ++seed)
        compare(Geometry::classic(), disguised_classic(), start, seed, 10);
    compare(Geometry::classic(), disguised_classic(), Marks(81, DigitSet::all(9)), 5, 10);
}

TEST(Closure, ServesEveryGeometry) {
    for (std::size_t size : {4U, 6U, 7U, 12U, 16U, 25U}) {
        const GeometryPtr g = Geometry::standard(size);
        compare(g, g, Marks(g->cell_count(), DigitSet::all(size)), size, size > 12 ? 1 : 3);
    }
    const GeometryPtr x = Geometry::make({.size = 9,
                                          .boxes = BoxShape{3, 3},
                                          .main_diagonal = true,
                                          .anti_diagonal = true,
                                          .windows = true});
    compare(x, x, Marks(81, DigitSet::all(9)), 77, 3);
    GeometrySpec cage{.size = 6, .boxes = BoxShape{2, 3}};
    cage.extras.push_back({"cage", {Cell{0}, Cell{7}, Cell{14}}});
    const GeometryPtr c = Geometry::make(cage);
    compare(c, c, Marks(36, DigitSet::all(6)), 78, 5);
}

/// Eliminations of the stronger rules never cost a solution.
TEST(Closure, SudokujmKeepsEverySolutionOfP92) {
    const std::vector<const char*> solutions{
        "519847632476312895238569714854623971791458326623791548982176453347285169165934287",
        "369854172745312869218769534854627391971438625623591748592176483437285916186943257",
        "739854612465312897218769354854627931971438526623591748592176483347285169186943275"};
    Closure closure{Geometry::classic()};
    closure.load(Puzzle::from_line(p92).candidates_after_givens());
    closure.extend(ClosureRules::sudokujm);
    closure.keep();
    Random random{2006};
    for (const char* line : solutions) {
        const Grid grid = Grid::from_line(line);
        for (int round = 0; round < 200; ++round) {
            std::vector<Candidate> some;
            for (int k = 0; k < 3; ++k) {
                const Cell cell{random.below(81)};
                some.push_back({cell, grid[cell]});
            }
            ASSERT_NE(closure.assign(some, ClosureRules::sudokujm), ClosureStatus::impossible);
            for (std::size_t i = 0; i < 81; ++i)
                ASSERT_TRUE(closure.candidates(Cell{i}).contains(grid[Cell{i}])) << line;
        }
    }
}

// ---- rules of the puzzle that are no houses ----

/// Singles from the definition and every filter, over and over.
Closed slow_ruled(const Puzzle& puzzle, const rules::Rulebook& book, Marks marks, Random& random) {
    for (;;) {
        Closed closed = slow_singles(puzzle.geometry(), marks, random);
        if (closed.status == ClosureStatus::impossible) return closed;
        const Marks before = closed.marks;
        for (std::size_t e = 0; e < book.entries().size(); ++e)
            if (!book.filter(e, closed.marks)) return {ClosureStatus::impossible, {}};
        if (closed.marks == before) return closed;
        marks = closed.marks;
    }
}

TEST(RuledClosure, IsTheFixpointOfSinglesAndFilters) {
    constexpr std::uint64_t seed = 31;
    std::size_t open = 0, solved = 0, impossible = 0;
    for (std::uint64_t round = 0; round < 600; ++round) {
        Random random = Random{seed}.split(round);
        const std::size_t side = round % 3 == 0 ? 6 : 4;
        const GeometryPtr board = random.below(2) == 0 ? Geometry::standard(side)
                                                       : reference::random_geometry(random, side);
        const Puzzle puzzle =
            reference::random_ruled(random, board, random.below(side + 2), 1 + random.below(4));
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        const rules::RulebookPtr book = rules::rulebook_of(puzzle);
        Closure closure{board, book};
        const Marks given = puzzle.candidates_after_givens();
        const Closed slow = slow_ruled(puzzle, *book, given, random);
        ASSERT_EQ(closure.load(given), slow.status);
        ++(slow.status == ClosureStatus::open     ? open
           : slow.status == ClosureStatus::solved ? solved
                                                  : impossible);
        if (slow.status != ClosureStatus::open) continue;
        ASSERT_EQ(marks_of(closure, given.size()), slow.marks);
        for (std::size_t trial = 0; trial < 4; ++trial) {
            const Cell cell{random.below(given.size())};
            const DigitSet digits = slow.marks[cell.index()];
            const Candidate chosen{cell, digits.first()};
            Marks with = slow.marks;
            with[cell.index()] = DigitSet{chosen.digit};
            const Closed then = slow_ruled(puzzle, *book, with, random);
            ASSERT_EQ(closure.assign({&chosen, 1}, ClosureRules::singles), then.status);
            if (then.status == ClosureStatus::open) {
                ASSERT_EQ(marks_of(closure, given.size()), then.marks);
            }
        }
        // The rules beyond singles strike no candidate of a solution.
        if (closure.assign({}, ClosureRules::sudokujm) == ClosureStatus::impossible) {
            ASSERT_TRUE(reference::all_solutions(puzzle).empty());
            continue;
        }
        if (side > 4) continue;
        for (const Grid& grid : reference::all_solutions(puzzle))
            for (std::size_t i = 0; i < given.size(); ++i)
                ASSERT_TRUE(closure.candidates(Cell{i}).contains(grid[Cell{i}]));
    }
    EXPECT_GT(open, 50U);
    EXPECT_GT(solved, 20U);
    EXPECT_GT(impossible, 20U);
}

}  // namespace
}  // namespace clew::logic
