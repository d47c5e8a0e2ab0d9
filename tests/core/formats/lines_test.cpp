// Lines that are drawn between the cells of a board: boxes, regions, or a refusal.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/formats/formats.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew {
namespace {

Record only(const std::string& text, const ReaderOptions& options = {}) {
    std::vector<Record> records;
    try {
        records = read_all(text, "t", options);
    } catch (const InputError& error) {
        ADD_FAILURE() << error.message() << "\n" << text;
    }
    EXPECT_EQ(records.size(), 1U) << text;
    return records.empty() ? Record{} : records[0];
}

std::string fault(const std::string& text, const ReaderOptions& options = {}) {
    try {
        read_all(text, "t", options);
    } catch (const InputError& error) {
        EXPECT_GT(error.place().line, 0U);
        EXPECT_FALSE(error.hint().empty());
        return error.what();
    }
    return "no fault";
}

/// How a board is drawn.
struct Style {
    std::string what;
    bool bars, lines;   ///< between columns, between rows
    bool outer;         ///< a frame around all
    bool every;         ///< a thin line between all cells, a double one at borders
    std::size_t width;  ///< of a cell
};

// The borders of `geometry` drawn around the cells of a line of givens.
std::string drawn(const Geometry& geometry, const std::string& line, const Style& style) {
    const std::size_t n = geometry.size();
    const auto border = [&](std::size_t a, std::size_t b) {
        return geometry.box_of(Cell{a}) != geometry.box_of(Cell{b});
    };
    const std::string side = style.outer ? "|" : "";
    const auto between = [&](std::size_t r, bool edge) {
        std::string text = style.outer ? "+" : "";
        for (std::size_t c = 0; c < n; ++c) {
            const bool thick = edge || border(r * n + c, (r + 1) * n + c);
            text += std::string(style.width, thick         ? (style.every ? '=' : '-')
                                             : style.every ? '-'
                                                           : ' ');
            if (c + 1 < n) text += style.every ? "++" : thick ? "+" : " ";
        }
        return text + (style.outer ? "+" : "") + "\n";
    };
    std::string text;
    if (style.outer) text += between(0, true);
    for (std::size_t r = 0; r < n; ++r) {
        text += side;
        for (std::size_t c = 0; c < n; ++c) {
            text += std::string(style.width / 2, ' ') + line[r * n + c] +
                    std::string(style.width - style.width / 2 - 1, ' ');
            if (c + 1 == n) break;
            const bool thick = border(r * n + c, r * n + c + 1);
            if (style.every)
                text += thick ? "||" : "| ";
            else
                text += thick && style.bars ? "|" : " ";
        }
        text += side + "\n";
        if (r + 1 == n) break;
        std::string under = between(r, false);
        if (style.lines && (style.every || under.find_first_of("-=") != std::string::npos))
            text += under;
    }
    if (style.outer) text += between(n - 1, true);
    return text;
}

const std::vector<Style>& styles() {
    static const std::vector<Style> all = {
        {"compact", true, true, true, false, 1},
        {"wide", true, true, true, false, 3},
        {"open", true, true, false, false, 1},
        {"open and wide", true, true, false, false, 3},
        {"all lines", true, true, true, true, 3},
        {"bars alone", true, false, true, false, 1},
        {"lines alone", false, true, false, false, 1},
    };
    return all;
}

std::vector<GeometryPtr> boxed_boards() {
    std::vector<GeometryPtr> boards;
    for (const auto& [n, rows] : std::vector<std::pair<std::size_t, std::size_t>>{{4, 2},
                                                                                  {6, 2},
                                                                                  {6, 3},
                                                                                  {8, 2},
                                                                                  {8, 4},
                                                                                  {9, 3},
                                                                                  {10, 2},
                                                                                  {10, 5},
                                                                                  {12, 3},
                                                                                  {12, 4},
                                                                                  {12, 2},
                                                                                  {12, 6},
                                                                                  {16, 4},
                                                                                  {16, 2},
                                                                                  {25, 5}})
        boards.push_back(Geometry::make({.size = n, .boxes = BoxShape{rows, n / rows}}));
    return boards;
}

// Numbered as they come.
GeometryPtr random_jigsaw(std::size_t n, Random& random) {
    std::vector<std::size_t> regions = reference::random_regions(random, n);
    std::map<std::size_t, std::size_t> number;
    for (std::size_t& region : regions)
        region = number.try_emplace(region, number.size()).first->second;
    return Geometry::make({.size = n, .regions = regions});
}

bool same_row(const Geometry& board) {
    for (std::size_t i = 0; i < board.cell_count(); ++i)
        if (board.box_of(Cell{i}) != i / board.size()) return false;
    return true;
}

std::string givens_of(std::size_t n) {
    std::string line(n * n, '.');
    for (std::size_t i = 0; i < n * n; i += n + 3) line[i] = digit_symbol(Digit{(i / 3) % n});
    line[0] = '1';
    line[n - 1] = '2';
    line[n * n - 1] = '3';
    return line;
}

TEST(DrawnLines, StraightOnesAreBoxes) {
    for (const GeometryPtr& board : boxed_boards())
        for (const Style& style : styles()) {
            const std::string line = givens_of(board->size());
            const std::string text = drawn(*board, line, style);
            SCOPED_TRACE(board->description() + ", " + style.what + "\n" + text);
            const Record record = only(text);
            EXPECT_EQ(to_line(record.puzzle), line);
            EXPECT_EQ(record.puzzle.geometry(), *board);
            const bool usual = *board == *Geometry::standard(board->size());
            const bool told = std::ranges::any_of(record.notes, [](const std::string& note) {
                return note.starts_with("the lines that are drawn were taken as boxes");
            });
            EXPECT_EQ(told, !usual);
        }
}

TEST(DrawnLines, OthersAreRegions) {
    Random random{92};
    for (const std::size_t n : {4U, 5U, 6U, 7U, 9U, 12U})
        for (int round = 0; round < 8; ++round) {
            const GeometryPtr board = random_jigsaw(n, random);
            // Rows as regions look like rows with lines between them, which say nothing.
            if (same_row(*board)) continue;
            for (const Style& style : styles()) {
                if (!style.bars || !style.lines) continue;
                const std::string line = givens_of(n);
                const std::string text = drawn(*board, line, style);
                SCOPED_TRACE("seed 92, " + style.what + "\n" + text);
                const Record record = only(text);
                EXPECT_EQ(to_line(record.puzzle), line);
                EXPECT_EQ(record.puzzle.geometry(), *board);
                EXPECT_EQ(record.notes.back(), "the lines that are drawn were taken as regions");
            }
        }
}

TEST(DrawnLines, NeverThoseThatMakeNeitherBoxesNorRegions) {
    const std::pair<std::string, std::string> rows[] = {
        {"1..|.\n...|.\n...|.\n...|.\n", "the lines that are drawn make no boxes: after column 3"},
        {"1...\n....\n....\n----\n....\n", "the lines that are drawn make no boxes: after row 3"},
        {"1..|...\n...|...\n...|...\n-------\n...|...\n...|...\n...|...\n",
         "the lines that are drawn make no boxes: after column 3, row 3"},
        {"1.|..\n..|..\n....\n..|..\n",
         "the lines that are drawn make no regions: the one of r1c1 has 16 cells"},
        {"+---+---+\n|1 .|. .|\n|. .|. .|\n+---+---+\n|. . . .|\n|. .|. .|\n+---+---+\n",
         "the lines that are drawn make no regions: the one of r3c1 has 8 cells"},
        {"+---+---+\n|1 .|. .|\n| . .|. .|\n|-+ |. .|\n|. .|. .|\n|. .|. .|\n+---+---+\n",
         "a line that ends between a cell and the one below it"},
        {"+---+---+\n|1|.|. .|\n|. .|. .|\n+---+---+\n|. .|. .|\n|. .|. .|\n+---+---+\n",
         "a line is drawn between r1c1 and r1c2, which are in one region"},
        {"1..|....\n...|....\n...|....\n...|....\n...|....\n...|....\n...|....\n",
         "the lines that are drawn make no boxes: after column 3"},
    };
    for (const auto& [text, what] : rows) EXPECT_EQ(fault(text), what) << text;
}

TEST(DrawnLines, AreThoseOfTheBoardThatWasAskedFor) {
    const std::string tall =
        drawn(*Geometry::make({.size = 6, .boxes = BoxShape{3, 2}}), givens_of(6), styles()[0]);
    const GeometryPtr usual = Geometry::standard(6);
    const GeometryPtr same = Geometry::make(
        {.size = 6, .boxes = BoxShape{3, 2}, .main_diagonal = true, .anti_diagonal = true});
    EXPECT_EQ(only(tall, {.geometry = same}).puzzle.geometry(), *same);
    EXPECT_EQ(fault(tall, {.geometry = usual}), "the drawing has boxes of 3 rows by 2 columns");
}

TEST(DrawnLines, BesideRegionLettersAreCompared) {
    const std::string rows = "1...\n....\n....\n....\n", map = "AAAB\nCABB\nCDDB\nCCDD\n";
    const std::string boxed = "1.|..\n..|..\n--+--\n..|..\n..|..\n";
    EXPECT_TRUE(only(rows + "\n" + map).notes.empty());
    const Record record = only(boxed + "\n" + map);
    EXPECT_EQ(record.puzzle, only(rows + "\n" + map).puzzle);
    EXPECT_EQ(record.notes, (std::vector<std::string>{"the lines that are drawn were not read: the "
                                                      "letters say the regions"}));
}

// As `clew show` prints boards.
const std::string shown_jigsaw =
    "     c1   c2 c3   c4\n"
    "   +-----------------+\n"
    "r1 | 1    .  .  | 2  |\n"
    "   |    +-------+    |\n"
    "r2 | .  | .  .    .  |\n"
    "   +----+-------+----+\n"
    "r3 | .    .  .  | .  |\n"
    "   |    +-------+    |\n"
    "r4 | .  | .  .    .  |\n"
    "   +-----------------+\n";
const std::string shown_latin =
    "     c1 c2 c3 c4\n"
    "   +-------------+\n"
    "r1 | 1  .  .  .  |\n"
    "r2 | .  .  .  .  |\n"
    "r3 | .  .  .  .  |\n"
    "r4 | .  .  .  3  |\n"
    "   +-------------+\n";

TEST(DrawnLines, BoardsThatClewPrintsAreRead) {
    const Record jigsaw = only(shown_jigsaw);
    EXPECT_EQ(to_line(jigsaw.puzzle), "1..2............");
    EXPECT_EQ(
        jigsaw.puzzle.geometry(),
        *Geometry::make({.size = 4, .regions = {0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3}}));
    const Record latin =
        only("Small: 4x4 Latin square, 2 givens (json)\nauthor: N. N.\n" + shown_latin);
    EXPECT_EQ(latin.puzzle.geometry(), *Geometry::make({.size = 4}));
    EXPECT_EQ(latin.metadata.at("title"), "Small");
    EXPECT_EQ(latin.metadata.at("author"), "N. N.");
    // Letters are digits as Clew writes them.
    std::string large = "     ";
    for (int c = 1; c <= 16; ++c) large += "c" + std::to_string(c) + " ";
    for (int r = 1; r <= 16; ++r) {
        large += "\nr" + std::to_string(r) + (r < 10 ? " " : "") + " | ";
        for (int c = 1; c <= 16; ++c)
            large += std::string(r == 1 && c == 1 ? "A" : ".") + (c % 4 == 0 ? " | " : " ");
        if (r % 4 == 0 && r < 16) large += "\n" + std::string(60, '-');
    }
    EXPECT_EQ(only(large + "\n").puzzle.given(Cell{0}), Digit{9});
}

TEST(DrawnLines, WhatADrawingCannotTellStandsAboveIt) {
    const std::string question =
        R"(question: {"format":"clew-puzzle","version":1,"geometry":{"size":4,"diagonals":["main"]},)"
        R"("givens":"1..............3"})";
    const std::string words = "4x4 Latin square, main diagonal, 2 givens (json)\n";
    const Record record = only(words + question + "\n" + shown_latin);
    EXPECT_TRUE(record.puzzle.geometry().spec().main_diagonal);
    EXPECT_EQ(record.format, "json");
    EXPECT_TRUE(only(question + "\n" + shown_latin).puzzle == record.puzzle);
    EXPECT_EQ(
        fault(words + shown_latin),
        "this draws a board of the kind '4x4 Latin square' under the words '4x4 Latin square, "
        "main diagonal'");
    EXPECT_EQ(fault(words + "rule: a cage\n" + shown_latin),
              "a rule in words above a drawing: 'a cage'");
    EXPECT_EQ(fault(question + "\n" + shown_jigsaw),
              "the drawing has not the clue of its question at r4c4");
    EXPECT_EQ(fault(question + "\n1...\n....\n....\n...3\n"), "a question without its drawing");
    // The next puzzle is read for what it is.
    EXPECT_EQ(read_all(words + question + "\n" + shown_latin + "\n" + shown_latin).size(), 2U);
}

TEST(DrawnLines, ABlankRowOfDashesIsNoLine) {
    const std::string rows = "------\n12--5-\n------\n--3---\n-4----\n------\n";
    const Record record = only(rows);
    EXPECT_EQ(to_line(record.puzzle), "......12..5.........3....4..........");
    EXPECT_EQ(record.notes, std::vector<std::string>{"'-' was taken as blank"});
    const std::string framed =
        "+---+---+\n|---|---|\n|12-|-5-|\n+---+---+\n|---|---|\n|--3|---|\n+---+---+\n"
        "|-4-|---|\n|---|---|\n+---+---+\n";
    EXPECT_EQ(to_line(only(framed).puzzle), to_line(record.puzzle));
}

}  // namespace
}  // namespace clew
