#include "core/board/symmetry.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "core/base/input_error.hpp"
#include "core/board/notation.hpp"
#include "core/rules/verify.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/support/random_isomorphism.hpp"

namespace clew {
namespace {

const GeometryPtr classic = Geometry::classic();

Puzzle filled(const GeometryPtr& geometry, const Grid& grid) {
    Puzzle puzzle{geometry};
    for (std::size_t i = 0; i < grid.cell_count(); ++i) puzzle.set_given(Cell{i}, grid[Cell{i}]);
    return puzzle;
}

/// A full grid by plain backtracking over shuffled digits.
bool fill(const Geometry& geometry, Grid& grid, std::vector<bool>& set, std::size_t at,
          Random& random) {
    if (at == geometry.cell_count()) return true;
    std::vector<Digit> digits;
    for (Digit d : DigitSet::all(geometry.size())) digits.push_back(d);
    random.shuffle(digits);
    for (Digit d : digits) {
        bool free = true;
        for (Cell peer : geometry.peers(Cell{at}))
            free = free && !(set[peer.index()] && grid[peer] == d);
        if (!free) continue;
        grid.set(Cell{at}, d);
        set[at] = true;
        if (fill(geometry, grid, set, at + 1, random)) return true;
        set[at] = false;
    }
    return false;
}

Grid some_grid(const GeometryPtr& geometry, Random& random) {
    Grid grid{std::vector<Digit>(geometry->cell_count())};
    std::vector<bool> set(geometry->cell_count(), false);
    EXPECT_TRUE(fill(*geometry, grid, set, 0, random));
    return grid;
}

/// Every isomorphism of a board, from all permutations: for small boards.
std::vector<Isomorphism> all_isomorphisms(const GeometryPtr& geometry) {
    const std::size_t n = geometry->size();
    const BoxShape shape = *geometry->spec().boxes;
    const auto lines = [n](std::size_t high) {
        std::vector<std::vector<std::size_t>> all;
        std::vector<std::size_t> order(n);
        for (std::size_t i = 0; i < n; ++i) order[i] = i;
        do {
            bool sound = true;
            for (std::size_t i = 0; i < n; ++i)
                sound = sound && order[i] / high == order[i / high * high] / high;
            if (sound) all.push_back(order);
        } while (std::next_permutation(order.begin(), order.end()));
        return all;
    };
    std::vector<Isomorphism> all;
    for (const auto& rows : lines(shape.rows))
        for (const auto& columns : lines(shape.columns))
            for (const auto& digits : lines(n))
                for (Orientation o : {Orientation::upright, Orientation::transposed})
                    if (o == Orientation::upright || shape.rows == shape.columns)
                        all.push_back({o, rows, columns, digits});
    return all;
}

TEST(Symmetry, IsomorphismsKeepTheRulesAndUndoThemselves) {
    for (const GeometryPtr& board :
         {Geometry::standard(4), Geometry::standard(6), classic, Geometry::standard(12),
          Geometry::standard(5), Geometry::make({.size = 8, .boxes = BoxShape{4, 2}})}) {
        SCOPED_TRACE(board->description());
        Random random{11};
        const Grid grid = some_grid(board, random);
        for (int i = 0; i < 20; ++i) {
            const Isomorphism map = random_isomorphism(*board, random);
            const Grid image = apply(map, grid);
            EXPECT_TRUE(is_solution(Puzzle{board}, image));
            EXPECT_EQ(apply(inverse(map), image), grid);
            EXPECT_EQ(apply(map, filled(board, grid)), filled(board, image));
        }
        EXPECT_EQ(apply(identity(*board), grid), grid);
    }
}

TEST(Symmetry, TheCanonicalFormIsTheSmallestOfAllEquivalents) {
    const GeometryPtr small = Geometry::standard(4);
    const std::vector<Isomorphism> all = all_isomorphisms(small);
    Random random{5};
    for (int i = 0; i < 60; ++i) {
        SCOPED_TRACE(i);
        Puzzle puzzle = filled(small, some_grid(small, random));
        const std::size_t holes = static_cast<std::size_t>(random.below(17));
        for (std::size_t k = 0; k < holes; ++k) puzzle.clear_given(Cell{random.below(16)});
        std::string least(16, '~');
        std::uint64_t same = 0;
        for (const Isomorphism& map : all) {
            const Puzzle image = apply(map, puzzle);
            least = std::min(least, to_line(image));
            same += image == puzzle ? 1 : 0;
        }
        const Canonical c = canonical(puzzle);
        EXPECT_EQ(to_line(c.form), least);
        EXPECT_EQ(apply(c.map, puzzle), c.form);
        EXPECT_EQ(c.automorphisms, same);
        EXPECT_EQ(c.ending, Ending::exhausted);
    }
}

TEST(Symmetry, EquivalentPuzzlesHaveOneCanonicalForm) {
    for (const GeometryPtr& board :
         {classic, Geometry::standard(6), Geometry::standard(8), Geometry::standard(5),
          Geometry::make({.size = 6, .boxes = BoxShape{3, 2}})}) {
        SCOPED_TRACE(board->description());
        Random random{3};
        for (int i = 0; i < 12; ++i) {
            Puzzle puzzle = filled(board, some_grid(board, random));
            // From full to nearly blank.
            const std::size_t holes = board->cell_count() * static_cast<std::size_t>(i) / 6;
            for (std::size_t k = 0; k < holes; ++k)
                puzzle.clear_given(Cell{random.below(board->cell_count())});
            SCOPED_TRACE(to_line(puzzle));
            const Canonical a = canonical(puzzle);
            EXPECT_EQ(apply(a.map, puzzle), a.form);
            EXPECT_LE(to_line(a.form), to_line(puzzle));
            for (int k = 0; k < 3; ++k) {
                const Canonical b = canonical(apply(random_isomorphism(*board, random), puzzle));
                EXPECT_EQ(a.form, b.form);
                EXPECT_EQ(a.automorphisms, b.automorphisms);
            }
            EXPECT_EQ(canonical(a.form).form, a.form);
        }
    }
}

// Burnside's classes: every class of n grids has (all isomorphisms / automorphisms) of them, so the
// classes met must add up to the known number of all grids: 288 and 28 200 960.
TEST(Symmetry, ClassesOfSmallGridsAddUpToAllGrids) {
    struct Row {
        std::size_t size;
        std::uint64_t grids;
        std::size_t classes;
    };
    for (const Row& row : {Row{4, 288, 2}, Row{6, 28'200'960, 49}}) {
        SCOPED_TRACE(row.size);
        const GeometryPtr board = Geometry::standard(row.size);
        Random random{1};
        // A blank board is turned into itself by every isomorphism.
        const std::uint64_t all = canonical(Puzzle{board}).automorphisms.value();
        std::map<std::string, std::uint64_t> classes;
        std::uint64_t sum = 0;
        for (int i = 0; i < 60'000 && sum < row.grids; ++i) {
            const Canonical c = canonical(filled(board, some_grid(board, random)));
            const std::uint64_t orbit = all / *c.automorphisms;
            if (classes.emplace(to_line(c.form), orbit).second) sum += orbit;
        }
        EXPECT_EQ(sum, row.grids);
        EXPECT_EQ(classes.size(), row.classes);
    }
}

TEST(Symmetry, KnowsTheMostSymmetricGrid) {
    // Rows shifted by three within a band and by one from band to band.
    std::string line;
    for (std::size_t r = 0; r < 9; ++r)
        for (std::size_t c = 0; c < 9; ++c) {
            const std::size_t stack = (c / 3 + r % 3) % 3, within = (c % 3 + r / 3) % 3;
            line += static_cast<char>('1' + 3 * stack + within);
        }
    const Canonical c = canonical(Puzzle::from_line(line));
    EXPECT_EQ(c.automorphisms, 648U);
    EXPECT_EQ(to_line(c.form).substr(0, 9), "123456789");
    // A grid that Mathimagics published in 2019 for its 36 rectangles and 36 automorphisms.
    EXPECT_EQ(canonical(Puzzle::from_line("123568479864791352957243681218657934536489127"
                                          "749312865391825746472136598685974213"))
                  .automorphisms,
              36U);
    EXPECT_EQ(canonical(Puzzle{classic}).automorphisms, 1'218'998'108'160U);
    EXPECT_EQ(canonical(Puzzle{classic}).form, Puzzle{classic});
}

TEST(Symmetry, DifferentPuzzlesHaveDifferentForms) {
    // P-92 and Gould-92 differ in one clue's place.
    const Puzzle p92 = Puzzle::from_line(reference::p92);
    const Puzzle gould = Puzzle::from_line(reference::gould);
    EXPECT_NE(canonical(p92).form, canonical(gould).form);
    EXPECT_EQ(canonical(p92).automorphisms, 1U);
    std::set<std::string> forms;
    Random random{2};
    for (int i = 0; i < 20; ++i)
        forms.insert(to_line(canonical(filled(classic, some_grid(classic, random))).form));
    EXPECT_EQ(forms.size(), 20U);
}

TEST(Symmetry, RefusesWhatItDoesNotKnow) {
    EXPECT_THROW(canonical(Puzzle{
                     Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true})}),
                 InputError);
    Puzzle marked{classic};
    marked.set_marks(Cell{0}, DigitSet{Digit{1}});
    EXPECT_THROW(canonical(marked), InputError);
    Puzzle twice{classic};
    twice.set_given(Cell{0}, Digit{0});
    twice.set_given(Cell{8}, Digit{0});
    EXPECT_THROW(canonical(twice), InputError);
}

TEST(Symmetry, SaysWhenTheBudgetEnded) {
    const GeometryPtr board = Geometry::standard(16);
    Grid grid{std::vector<Digit>(256)};
    for (std::size_t i = 0; i < 256; ++i) {
        const std::size_t r = i / 16, c = i % 16;
        grid.set(Cell{i}, Digit{(c + 4 * (r % 4) + r / 4) % 16});
    }
    ASSERT_TRUE(is_solution(Puzzle{board}, grid));
    const Canonical c = canonical(filled(board, grid), {.max_nodes = 1000});
    EXPECT_EQ(c.ending, Ending::out_of_budget);
    EXPECT_EQ(c.automorphisms, std::nullopt);
    EXPECT_EQ(apply(c.map, filled(board, grid)), c.form);
}

}  // namespace
}  // namespace clew
