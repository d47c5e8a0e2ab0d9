#include "core/board/geometry.hpp"
#include "core/board/notation.hpp"
#include "core/board/puzzle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/input_error.hpp"
#include "core/board/neighbours.hpp"

namespace clew {
namespace {

struct Shape {
    const char* name;
    GeometrySpec spec;
    std::size_t houses;
    std::size_t peers_of_first;
    const char* description;
};

std::vector<std::size_t> shifted_regions() {  // regions as columns shifted: unlike any box
    std::vector<std::size_t> regions(16);
    const char* text = "AABBAABBCCDDCCDD";
    for (std::size_t i = 0; i < 16; ++i) regions[i] = static_cast<std::size_t>(text[i] - 'A');
    std::swap(regions[1], regions[2]);
    return regions;
}

TEST(Geometry, HasTheHousesAndPeersThatItsSpecAsksFor) {
    const Shape shapes[] = {
        {"4x4", {.size = 4, .boxes = BoxShape{2, 2}}, 12, 7, "4x4"},
        {"6x6", {.size = 6, .boxes = BoxShape{2, 3}}, 18, 12, "6x6"},
        {"6x6 tall", {.size = 6, .boxes = BoxShape{3, 2}}, 18, 12, "6x6 with 3x2 boxes"},
        {"8x8", {.size = 8, .boxes = BoxShape{2, 4}}, 24, 17, "8x8"},
        {"9x9", {.size = 9, .boxes = BoxShape{3, 3}}, 27, 20, "9x9"},
        {"10x10", {.size = 10, .boxes = BoxShape{2, 5}}, 30, 22, "10x10"},
        {"12x12", {.size = 12, .boxes = BoxShape{3, 4}}, 36, 28, "12x12"},
        {"15x15", {.size = 15, .boxes = BoxShape{3, 5}}, 45, 36, "15x15"},
        {"16x16", {.size = 16, .boxes = BoxShape{4, 4}}, 48, 39, "16x16"},
        {"20x20", {.size = 20, .boxes = BoxShape{4, 5}}, 60, 50, "20x20"},
        {"25x25", {.size = 25, .boxes = BoxShape{5, 5}}, 75, 64, "25x25"},
        {"Latin", {.size = 7}, 14, 12, "7x7 Latin square"},
        {"X",
         {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .anti_diagonal = true},
         29,
         26,
         "9x9, both diagonals"},
        {"windows", {.size = 9, .boxes = BoxShape{3, 3}, .windows = true}, 31, 20, "9x9, windows"},
        {"windows 16",
         {.size = 16, .boxes = BoxShape{4, 4}, .windows = true},
         57,
         39,
         "16x16, windows"},
        {"disjoint",
         {.size = 9, .boxes = BoxShape{3, 3}, .disjoint_groups = true},
         36,
         24,
         "9x9, disjoint groups"},
        {"anti-knight",
         {.size = 9, .boxes = BoxShape{3, 3}, .anti_knight = true},
         27 + 224,
         20,
         "9x9, anti-knight"},
        {"anti-king", {.size = 9, .anti_king = true}, 18 + 128, 17, "9x9 Latin square, anti-king"},
        {"jigsaw", {.size = 4, .regions = shifted_regions()}, 12, 7, "4x4 jigsaw"},
        {"extra",
         {.size = 4, .boxes = BoxShape{2, 2}, .extras = {{"pair", {Cell{0}, Cell{15}}}}},
         13,
         8,
         "4x4, 1 extra house"},
    };
    for (const Shape& shape : shapes) {
        SCOPED_TRACE(shape.name);
        const GeometryPtr g = Geometry::make(shape.spec);
        EXPECT_EQ(g->house_count(), shape.houses);
        EXPECT_EQ(g->peers(Cell{0}).size(), shape.peers_of_first);
        EXPECT_EQ(g->description(), shape.description);
        for (std::size_t i = 0; i < g->cell_count(); ++i) {
            std::set<Cell> peers;
            for (House h : g->houses_of(Cell{i}))
                for (Cell c : g->cells_of(h))
                    if (c != Cell{i}) peers.insert(c);
            EXPECT_TRUE(std::ranges::equal(peers, g->peers(Cell{i})));
            for (std::size_t j = 0; j < g->cell_count(); ++j)
                EXPECT_EQ(g->sees(Cell{i}, Cell{j}), peers.contains(Cell{j}));
        }
        for (const HouseInfo& house : g->houses())
            EXPECT_EQ(house.kind == ConstraintKind::house, house.cells.size() == g->size());
    }
}

TEST(Geometry, StandardBoxesAreAsSquareAsCanBeAndWiderThanHigh) {
    const std::vector<std::pair<std::size_t, BoxShape>> rows = {
        {4, {2, 2}},  {6, {2, 3}},  {8, {2, 4}},  {9, {3, 3}},  {10, {2, 5}}, {12, {3, 4}},
        {15, {3, 5}}, {16, {4, 4}}, {18, {3, 6}}, {20, {4, 5}}, {24, {4, 6}}, {25, {5, 5}}};
    for (const auto& [size, boxes] : rows) {
        SCOPED_TRACE(size);
        EXPECT_EQ(Geometry::standard(size)->spec().boxes, boxes);
    }
    EXPECT_FALSE(Geometry::standard(7)->spec().boxes.has_value());
}

TEST(Geometry, OnlyThePlainNineByNineIsClassic) {
    EXPECT_TRUE(Geometry::classic()->is_classic());
    EXPECT_TRUE(Geometry::make({.size = 9, .boxes = BoxShape{3, 3}})->is_classic());
    EXPECT_FALSE(Geometry::make({.size = 9})->is_classic());
    EXPECT_FALSE(
        Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true})->is_classic());
}

TEST(Geometry, LeapsReachWhatPiecesReach) {
    const auto g = Geometry::make({.size = 7, .anti_knight = true, .anti_king = true});
    for (std::size_t i = 0; i < 49; ++i)
        for (std::size_t j = 0; j < 49; ++j) {
            const auto apart = [](std::size_t a, std::size_t b) { return a < b ? b - a : a - b; };
            const std::size_t down = apart(i / 7, j / 7), across = apart(i % 7, j % 7);
            const bool line = (down == 0) != (across == 0);
            const bool leap = down * across == 2 || (down == 1 && across == 1);
            EXPECT_EQ(g->sees(Cell{i}, Cell{j}), line || leap) << i << " " << j;
        }
    EXPECT_EQ(g->info(House{14}).name, "knight r1c3 r2c1");
    EXPECT_FALSE(g->info(House{14}).holds_every_digit());
    EXPECT_TRUE(g->info(House{13}).holds_every_digit());
}

TEST(Geometry, NamesItsHouses) {
    const auto g = Geometry::make(
        {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .windows = true});
    EXPECT_EQ(g->info(House{2}).name, "row 3");
    EXPECT_EQ(g->info(House{9}).name, "column 1");
    EXPECT_EQ(g->info(House{26}).name, "box 9");
    EXPECT_EQ(g->info(House{27}).name, "main diagonal");
    EXPECT_EQ(g->info(House{28}).name, "window 1");
    EXPECT_EQ(g->cells_of(House{28}).front(), g->cell(1, 1));
    EXPECT_EQ(g->box_of(g->cell(5, 5)), 4U);
}

TEST(Geometry, ExtraCellsStandBehindTheSquare) {
    const auto board = Geometry::make({.size = 6,
                                       .rows = 4,
                                       .boxes = BoxShape{2, 3},
                                       .extras = {{.name = "tail", .cells = {Cell{0}, Cell{37}}}},
                                       .extra_cells = 2});
    EXPECT_EQ(board->description(), "4x6, 1 extra house, 2 extra cells");
    EXPECT_EQ(board->cell_count(), 38U);
    EXPECT_EQ(board->cells().size(), 26U);
    EXPECT_EQ(board->cells().back(), Cell{37});
    EXPECT_TRUE(board->on_board(Cell{37}));
    EXPECT_FALSE(board->in_grid(Cell{37}));
    EXPECT_FALSE(board->on_board(Cell{30}));
    EXPECT_FALSE(board->on_board(Cell{38}));
    EXPECT_TRUE(board->houses_of(Cell{36}).empty());
    EXPECT_TRUE(board->sees(Cell{37}, Cell{0}));
    EXPECT_EQ(board->digits_of(Cell{36}), DigitSet::all(6));
    EXPECT_FALSE(board->box_of(Cell{36}));
    EXPECT_TRUE(sides_of(*board, Cell{36}).empty());
    const std::vector<Cell> beside{Cell{16}, Cell{17}, Cell{18}, Cell{19}};
    EXPECT_FALSE(whole_line(*Geometry::make({.size = 4, .extra_cells = 4}), beside));
    EXPECT_THROW(Geometry::make({.size = 25, .extra_cells = 1}), InputError);
    EXPECT_THROW(
        Geometry::make({.size = 4, .extras = {{.name = {}, .cells = {Cell{0}, Cell{16}}}}}),
        InputError);
    EXPECT_FALSE(
        Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .extra_cells = 1})->is_latin_square());
}

TEST(Geometry, RowsAndColumnsMayHoldADigitTwice) {
    const auto board = Geometry::make({.size = 4, .boxes = BoxShape{2, 2}, .lines = false});
    EXPECT_EQ(board->description(), "4x4, digits may repeat in rows and columns");
    EXPECT_EQ(board->house_count(), 4U);
    EXPECT_FALSE(board->sees(Cell{0}, Cell{2}));
    EXPECT_TRUE(board->is_whole_square());
    EXPECT_FALSE(board->is_latin_square());
}

TEST(Geometry, ABoardWithMoreDigitsThanCellsLiesInTheCornerOfASquare) {
    const auto six = Geometry::make({.size = 9, .rows = 6, .columns = 6, .boxes = BoxShape{2, 3}});
    EXPECT_EQ(six->description(), "6x6, digits 1 to 9");
    EXPECT_EQ(six->house_count(), 18U);
    EXPECT_EQ(six->cells().size(), 36U);
    EXPECT_EQ(six->cell_count(), 81U);
    for (const HouseInfo& house : six->houses()) {
        EXPECT_EQ(house.cells.size(), 6U);
        EXPECT_FALSE(house.holds_every_digit());
    }
    EXPECT_TRUE(six->on_board(six->cell(5, 5)));
    EXPECT_FALSE(six->on_board(six->cell(5, 6)));
    EXPECT_TRUE(six->houses_of(six->cell(6, 0)).empty());
    EXPECT_EQ(six->digits_of(six->cell(6, 0)), DigitSet{Digit{0}});
    EXPECT_EQ(six->box_of(six->cell(5, 5)), 5U);
    EXPECT_FALSE(six->box_of(six->cell(6, 6)));

    // Six rows hold each digit, eight columns do not.
    const auto oblong =
        Geometry::make({.size = 8, .rows = 6, .columns = 8, .boxes = Geometry::usual_boxes(6, 8)});
    EXPECT_EQ(oblong->description(), "6x8");
    EXPECT_EQ(oblong->spec().boxes, (BoxShape{2, 4}));
    EXPECT_TRUE(oblong->info(House{5}).holds_every_digit());
    EXPECT_FALSE(oblong->info(House{6}).holds_every_digit());
    EXPECT_TRUE(oblong->info(House{14}).holds_every_digit());
    EXPECT_EQ(oblong->info(House{14}).name, "box 1");

    // Whole squares are the same board, whether their sides are told or not.
    EXPECT_EQ(*Geometry::make({.size = 9, .rows = 9, .columns = 9, .boxes = BoxShape{3, 3}}),
              *Geometry::classic());
    EXPECT_EQ(Geometry::usual_boxes(5, 10), (std::optional{BoxShape{5, 2}}));
    EXPECT_EQ(Geometry::usual_boxes(9, 8), std::nullopt);

    Puzzle puzzle{six};
    puzzle.set_given(six->cell(8, 8), Digit{3});
    puzzle.set_marks(six->cell(8, 8), DigitSet::all(9));
    EXPECT_EQ(puzzle, Puzzle{six});
    EXPECT_FALSE(puzzle.has_marks());
    EXPECT_EQ(to_line(puzzle), std::string(36, '.'));
}

TEST(Geometry, RefusesWhatDoesNotFit) {
    const GeometrySpec bad[] = {
        {.size = 6, .rows = 7, .columns = 6},
        {.size = 9, .rows = 6, .columns = 6, .boxes = BoxShape{3, 3}},
        {.size = 8, .rows = 6, .columns = 8, .boxes = BoxShape{4, 2}},
        {.size = 8, .rows = 6, .columns = 8, .main_diagonal = true},
        {.size = 9, .rows = 6, .columns = 6, .boxes = BoxShape{2, 3}, .windows = true},
        {.size = 9, .rows = 6, .columns = 6, .extras = {{"outside", {Cell{1}, Cell{8}}}}},
        {.size = 3},
        {.size = 26},
        {.size = 9, .boxes = BoxShape{2, 4}},
        {.size = 9, .boxes = BoxShape{0, 0}},
        {.size = 9, .windows = true},
        {.size = 4, .regions = {0, 1, 2}},
        {.size = 4, .regions = std::vector<std::size_t>(16, 0)},
        {.size = 4, .regions = std::vector<std::size_t>(16, 4)},
        {.size = 4, .boxes = BoxShape{2, 2}, .regions = shifted_regions()},
        {.size = 4, .extras = {{"one", {Cell{1}}}}},
        {.size = 4, .extras = {{"twice", {Cell{1}, Cell{1}}}}},
        {.size = 4, .extras = {{"outside", {Cell{1}, Cell{16}}}}},
        {.size = 4, .extras = {{"long", {Cell{0}, Cell{1}, Cell{2}, Cell{3}, Cell{4}}}}},
    };
    for (std::size_t i = 0; i < std::size(bad); ++i) {
        SCOPED_TRACE(i);
        EXPECT_THROW(Geometry::make(bad[i]), InputError);
    }
}

}  // namespace
}  // namespace clew
