// What people paste: the forms in which other programs, sites, spreadsheets and papers write a
// puzzle. Nine of ten are read as the cells that they hold; the others are refused by name, with
// what can be done.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/board/notation.hpp"
#include "core/formats/formats.hpp"
#include "core/formats/lzstring.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew {
namespace {

using reference::gould;
using reference::p92;

/// How a list is written: what stands around all, around a row, between rows and between cells,
/// around a digit, and for a blank.
struct List {
    std::string open = "", close = "";
    std::string row = "", end = "";
    std::string between_rows = "", between = "";
    std::string quote = "";
    std::string blank = "";
};

std::string listed(const std::string& line, const List& how) {
    std::string text = how.open;
    for (std::size_t i = 0; i < line.size(); ++i) {
        text += i % 9 > 0 ? how.between : (i > 0 ? how.between_rows : "") + how.row;
        text += line[i] == '.' ? how.blank : how.quote + line[i] + how.quote;
        if (i % 9 == 8) text += how.end;
    }
    return text + how.close;
}

std::string with(std::string line, char blank) {
    for (char& c : line)
        if (c == '.') c = blank;
    return line;
}

std::string boxed(const std::string& line, const std::string& top, const std::string& bar,
                  const std::string& thin, char blank) {
    std::string text = top + "\n";
    for (std::size_t r = 0; r < 9; ++r) {
        for (std::size_t c = 0; c < 9; ++c)
            text += (c % 3 == 0 ? bar : thin) + (line[r * 9 + c] == '.' ? blank : line[r * 9 + c]);
        text += bar + "\n";
        if (r % 3 == 2) text += top + "\n";
    }
    return text;
}

struct Form {
    std::string kind;
    std::string text;
    std::string cells;      ///< as they are read; empty for what is refused
    std::string word = "";  ///< a part of what is said of one that is refused, or of a note
};

void add_lists(std::vector<Form>& forms) {
    const List nested = {"[[", "]]", "", "", "],\n [", ",", "", "0"};
    const List flat = {"[", "]", "", "", ", ", ", ", "", "0"};
    const auto add = [&](const char* kind, const std::string& line, List how, const char* blank,
                         const char* quote, const char* word = "") {
        how.blank = blank;
        how.quote = quote;
        forms.push_back({kind, listed(line, how), line, word});
    };
    add("a nested list", p92, nested, "0", "", "'0' was taken as blank");
    add("a nested list", gould, {"board = [\n", "\n]\n", "    [", "]", ",\n", ", ", "", ""}, "0",
        "");
    add("a flat list", p92, flat, "0", "");
    add("a flat list", gould, {"  (", ")", "", "", ",\n   ", ",", "", ""}, "0", "");
    add("quoted digits", p92, nested, "\"\"", "\"", "empty places were taken as blank");
    add("quoted digits", gould, flat, "'.'", "'");
    add("-1 for blank", p92, nested, "-1", "", "'-1' was taken as blank");
    add("-1 for blank", gould, flat, "-1", "");
    add("a full stop for blank", p92, nested, "\".\"", "\"");
    add("a full stop for blank", gould, flat, ".", "");
    add("null", p92, nested, "null", "", "'null' was taken as blank");
    add("null", gould, flat, "null", "\"");
    add("None", p92, nested, "None", "");
    add("None", gould, flat, "None", "'");
    add("an underscore", p92, nested, "_", "");
    add("an underscore", gould, {"Problem = [", "]\n", "[", "]", ",\n", ",", "", ""}, "_", "");
    add("nothing between commas", p92, nested, "", "", "empty places were taken as blank");
    add("nothing between commas", gould, nested, " ", "");
    add("braces of C", p92, {"{ {", "} }", "", "", "},\n  {", ", ", "", ""}, "0", "");
    add("braces of C", gould, {"int grid[9][9] = {\n", "};\n", "  { ", " }", ",\n", ", ", "", ""},
        "0", "");
    add("an object with a board", p92, {"{\"board\": [[", "]]}", "", "", "], [", ",", "", ""}, "0",
        "");
    add("an object with a board", gould,
        {"{\"newboard\":{\"grids\":[{\"value\":[[", "]],\"difficulty\":\"Hard\"}]}}", "", "", "],[",
         ",", "", ""},
        "0", "");
    add("objects for cells", p92, {"[", "]", "", "", ",\n", ", ", "", ""}, "{\"val\": null}", "");
    forms.back().text = [&] {
        std::string text = "[";
        for (const char c : p92)
            text += std::string(text.size() > 1 ? ", " : "") +
                    (c == '.' ? "{\"val\": null}" : std::string("{\"val\": ") + c + "}");
        return text + "]";
    }();
    forms.push_back({"objects for cells",
                     [&] {
                         std::string text = "{\"cells\": [";
                         for (std::size_t i = 0; i < 81; ++i)
                             text += (i == 0       ? "["
                                      : i % 9 == 0 ? "],\n["
                                                   : ",") +
                                     (gould[i] == '.' ? std::string("{}")
                                                      : std::string("{\"value\": \"") + gould[i] +
                                                            "\", \"notes\": []}");
                         return text + "]]}";
                     }(),
                     gould});
    // Objects without a value are no cells, so that the value has to be there.
    for (std::size_t at = 0; (at = forms.back().text.find("{}", at)) != std::string::npos;)
        forms.back().text.replace(at, 2, "{\"value\": \"\"}");
    add("rows as texts", p92, {"[\"", "\"]", "", "", "\",\n\"", "", "", ""}, ".", "");
    add("rows as texts", gould, {"rows = ['", "']", "", "", "', '", "", "", ""}, "0", "");
    add("an array of numpy", p92, {"[[", "]]", "", "", "]\n [", " ", "", ""}, "0", "");
    add("an array of numpy", gould, {"np.array([[", "]])", "", "", "],\n          [", ", ", "", ""},
        "0", "");
    add("a list a line", p92, {"", "\n", "[", "]", "\n", ", ", "", ""}, "0", "");
    add("a list a line", gould, {"", "\n", "[", "]", ",\n", ",", "", ""}, "'.'", "'");
    forms.push_back({"a text under a name",
                     "{\"puzzle\": \"" + p92 + "\", \"solution\": \"" +
                         "519847632476312895238569714854623971791458326623791548982176453347285169"
                         "165934287\"}",
                     p92});
    forms.push_back(
        {"a text under a name", "{'sudoku': '" + with(gould, '0') + "', 'level': 3}\n", gould});
}

void add_tables(std::vector<Form>& forms) {
    const auto table = [](const std::string& line, const std::string& between) {
        return listed(line, {"", "\n", "", "", "\n", between, "", ""});
    };
    forms.push_back({"a spreadsheet with tabs", table(p92, "\t"), p92, "empty places"});
    forms.push_back({"a spreadsheet with tabs", table(gould, "\t"), gould});
    forms.push_back({"a spreadsheet with commas", table(p92, ","), p92});
    forms.push_back({"a spreadsheet with commas", table(gould, ";"), gould});
    forms.push_back({"commas all along", listed(p92, {"", "\n", "", "", ",", ",", "", "0"}), p92});
    forms.push_back(
        {"commas all along", listed(gould, {"", "\n", "", ",", "\n", ",", "", "0"}), gould});
    forms.push_back(
        {"a TeX array",
         listed(p92, {"\\begin{array}{|ccc|ccc|ccc|}\n\\hline\n", " \\\\ \\hline\n\\end{array}\n",
                      "", "", " \\\\\n", " & ", "", ""}),
         p92});
    forms.push_back({"a TeX array",
                     listed(gould, {"\\[\n\\begin{tabular}{*{9}{c}}\n", "\n\\end{tabular}\n\\]\n",
                                    "", "", "\\\\[2pt]\n", "&", "", "~"}),
                     gould});
    forms.push_back(
        {"the sudoku package",
         listed(p92, {"\\begin{sudoku}\n", "\\end{sudoku}\n", "|", "|.\n", "", "|", "", " "}),
         p92});
    forms.push_back({"the sudoku package",
                     listed(gould, {"\\begin{sudoku-block}\n", "\\end{sudoku-block}\n", "|", "|.\n",
                                    "", "|", "", ""}),
                     gould});
}

void add_drawn(std::vector<Form>& forms) {
    const std::string dashes = "+-------+-------+-------+";
    forms.push_back({"spaces within frames",
                     [&] {
                         std::string text = dashes + "\n";
                         for (std::size_t r = 0; r < 9; ++r) {
                             for (std::size_t c = 0; c < 9; ++c)
                                 text += std::string(c % 3 == 0 ? "| " : "") +
                                         with(p92, ' ')[r * 9 + c] + " ";
                             text += "|\n";
                             if (r % 3 == 2) text += dashes + "\n";
                         }
                         return text;
                     }(),
                     p92, "the space was taken as blank"});
    forms.push_back({"spaces within frames", boxed(gould, "+---+---+---+", "|", "", ' '), gould});
    forms.push_back({"a frame around each cell",
                     [&] {
                         const std::string thin = "+---+---+---+---+---+---+---+---+---+\n";
                         std::string text = thin;
                         for (std::size_t i = 0; i < 81; ++i)
                             text += "| " + std::string(1, with(p92, ' ')[i]) + " " +
                                     (i % 9 == 8 ? "|\n" + thin : "");
                         return text;
                     }(),
                     p92});
    forms.push_back({"a frame around each cell",
                     [&] {
                         std::string text = "+===+===+===+===+===+===+===+===+===+\n";
                         for (std::size_t i = 0; i < 81; ++i)
                             text += "| " + std::string(1, gould[i]) + " " +
                                     (i % 9 < 8     ? ""
                                      : i % 27 < 26 ? "|\n+---+---+---+---+---+---+---+---+---+\n"
                                                    : "|\n+===+===+===+===+===+===+===+===+===+\n");
                         return text;
                     }(),
                     gould});
    forms.push_back({"frames of =", boxed(p92, "+=======+=======+=======+", "| ", " ", '.'), p92});
    forms.push_back({"frames of =", boxed(gould, "+===+===+===+", "|", "", '.'), gould});
    forms.push_back(
        {"frames in Unicode", boxed(p92, "├───────┼───────┼───────┤", "│ ", " ", '.'), p92});
    forms.push_back({"frames in Unicode",
                     [&] {
                         std::string text = "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗\n";
                         for (std::size_t i = 0; i < 81; ++i)
                             text += std::string(i % 3 == 0 ? "║ " : "│ ") + with(gould, ' ')[i] +
                                     " " +
                                     (i % 9 < 8     ? ""
                                      : i % 27 < 26 ? "║\n╟───┼───┼───╫───┼───┼───╫───┼───┼───╢\n"
                                                    : "║\n╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣\n");
                         return text;
                     }(),
                     gould});
    forms.push_back({"- for blank", with(p92, '-') + "\n", p92, "'-' was taken as blank"});
    forms.push_back(
        {"- for blank", listed(with(gould, '-'), {"", "\n", "", "", "\n", " ", "", ""}), gould});
    const auto rows = [](const std::string& line) {
        return listed(line, {"", "\n", "", "", "\n", "", "", "."});
    };
    forms.push_back({"% first", "% puzzle 17\n" + rows(p92), p92});
    forms.push_back({"% first", "%easy\n" + gould + "\n", gould});
    forms.push_back({"a count first", "1\n" + with(p92, '0') + "\n", p92});
    forms.push_back({"a count first", "9\n" + rows(gould), gould});
    forms.push_back(
        {"a title", "Grid 01\n" + listed(p92, {"", "\n", "", "", "\n", "", "", "0"}), p92});
    forms.push_back({"a title",
                     "Puzzle: Sunday\nDifficulty: very hard, 24 clues\n\n" +
                         boxed(gould, "+---+---+---+", "|", "", '.'),
                     gould});
    forms.push_back({"a hash before and a rating behind",
                     "0000183b305c " + with(p92, '0') + "  7.2\n", p92,
                     "not read: '0000183b305c', '7.2'"});
    forms.push_back({"a hash before and a rating behind", gould + ";11.9/11.9/2.6;24\n", gould});
    forms.push_back({"a number and a colon before", "Puzzle 12: " + p92 + "\n", p92});
    forms.push_back({"a puzzle and its solution",
                     with(p92, '0') + "," +
                         "519847632476312895238569714854623971791458326623791548982176453347285169"
                         "165934287\n",
                     p92});
}

std::string run_lengths(const std::string& line) {
    std::string text;
    std::size_t run = 0;
    const auto flush = [&] {
        if (run > 0)
            text += static_cast<char>('a' + run - 1);
        else if (!text.empty())
            text += '_';
        run = 0;
    };
    for (const char c : line) {
        if (c == '.') {
            ++run;
            continue;
        }
        flush();
        text += c;
    }
    if (run > 0) flush();
    return text;
}

void add_others(std::vector<Form>& forms) {
    const auto document = [](const std::string& line) {
        std::string json = "{\"size\": 9, \"grid\": [";
        for (std::size_t i = 0; i < 81; ++i)
            json += std::string(i == 0       ? "["
                                : i % 9 == 0 ? "],["
                                             : ",") +
                    (line[i] == '.' ? "{}"
                                    : std::string("{\"value\": ") + line[i] + ", \"given\": true}");
        return json + "]]}";
    };
    forms.push_back(
        {"a bare string of f-puzzles", formats::lz_compress(document(p92)) + "\n", p92});
    forms.push_back({"a bare string of f-puzzles", formats::lz_compress(document(gould)), gould});
    forms.push_back({"an id of Solo", "3x3:" + run_lengths(p92) + "\n", p92});
    forms.push_back({"an id of Solo", "3x3du:" + run_lengths(gould), gould});
    std::string played = p92;
    played.replace(3, 1, "+8");
    forms.push_back({"a state of HoDoKu", played + ":411 731\n", p92, "the player's"});
    forms.push_back({"a state of HoDoKu", gould + ":425 426", gould});
    forms.push_back(
        {"a link", "https://sudoku.example/play/?puzzle=" + with(p92, '0') + "&lang=en\n", p92});
    forms.push_back({"a link", "https://sudoku.example/daily/4711\n", "",
                     "a link of 'sudoku.example', which does not hold the cells"});
    forms.push_back({"a link of Penpa+",
                     "https://example.org/penpa-edit/#m=edit&p="
                     "zZIxbsQwDAR7P0O1CpEUKen6tPmA4S5dihTBNWf47yF9PMhhPhC4WQxI7q7t7/vH1+c9jz"
                     "yWteTz2ZZ1W/bH+21PVNJtTSNlyAnSlhOJAZygVgN0AWwALqAZ6BNwDTdY4kQ3IBPICXiC"
                     "BuFGi7adDNQL4OAyKLiMFtpCKeEIAIQlAPwzE98J4LnVroRCGsAaOgJh6ATUf9U+8uNNvx"
                     "IiZrSDqLRLhjFOrUx5ffIxMlrUk1fl/NSAUyOrlqnN7tSivD019YwMzptyn2HIKNW5zqBn"
                     "EPVqvouawX4p0013h2sqyv3mKJkK+a7dRO+lu8Xzi2YWnymqwfMLzQzAM5tlEJ7ZqnuJzo"
                     "j3rerFvivaVzwz16lFM0ufunt+0Zvifbt2Ga/8mrn5zCDtZV7HsezHsmoOCA//L7L9AA=="
                     "\n",
                     p92});
    forms.push_back({"a link of Penpa+",
                     "https://example.org/penpa-edit/#m=edit&p=AQcA+P9oZXgsOSw5\n", "",
                     "a grid of the type 'hex'"});
    forms.push_back({"a link of SudokuPad", "https://sudokupad.app/abcd1234\n", "",
                     "SudokuPad does not hold the puzzle but names it on a server"});
    const auto iss = [](const std::string& line) {
        std::string text = ".";
        for (std::size_t i = 0; i < 81; ++i)
            if (line[i] != '.')
                text += "~R" + std::to_string(i / 9 + 1) + "C" + std::to_string(i % 9 + 1) + "_" +
                        line[i];
        return text;
    };
    forms.push_back({"a text of ISS", iss(p92) + "\n", p92});
    forms.push_back({"a text of ISS", ".Shape~9x9" + iss(gould) + ".NoBoxes.ChaosConstruction\n",
                     "", "constraints that Clew does not read: 'ChaosConstruction'"});
    forms.push_back({"a DIMACS file", "p cnf 729 3\n1 2 0\n-1 -2 0\n5 0\n", "",
                     "a DIMACS formula of another program"});
    forms.push_back({"a DIMACS file", "c sudoku\nc by hand\np cnf 729 1\n111 0\n", "",
                     "a DIMACS formula of another program"});
}

TEST(Forms, WhatPeoplePasteIsReadOrRefusedByName) {
    std::vector<Form> forms;
    add_lists(forms);
    add_tables(forms);
    add_drawn(forms);
    add_others(forms);
    std::size_t read = 0;
    for (const Form& form : forms) {
        SCOPED_TRACE(form.kind + "\n" + form.text);
        try {
            const std::vector<Record> records = read_all(form.text, "t");
            EXPECT_NE(form.cells, "") << "is not read";
            ASSERT_EQ(records.size(), 1U);
            EXPECT_EQ(to_line(records[0].puzzle), form.cells);
            EXPECT_EQ(records[0].puzzle.geometry(), *Geometry::classic());
            std::string notes;
            for (const std::string& note : records[0].notes) notes += note + "; ";
            EXPECT_NE(notes.find(form.word), std::string::npos) << notes;
            ++read;
        } catch (const InputError& error) {
            EXPECT_EQ(form.cells, "") << error.message();
            EXPECT_NE(std::string(error.what()).find(form.word), std::string::npos)
                << error.message();
            EXPECT_FALSE(form.word.empty());
            EXPECT_FALSE(error.hint().empty());
            EXPECT_GT(error.place().line, 0U);
        }
    }
    EXPECT_GE(forms.size(), 63U);
    EXPECT_GE(10 * read, 9 * forms.size()) << read << " of " << forms.size();
}

TEST(Forms, WrongCountsAreFaultsAndSayHowMany) {
    const std::string nested = listed(p92, {"[[", "]]", "", "", "],\n [", ",", "", "0"});
    const std::string table = listed(p92, {"", "\n", "", "", "\n", ",", "", ""});
    const auto cut = [](std::string text, const std::string& what, const std::string& by) {
        return text.replace(text.find(what), what.size(), by);
    };
    struct Row {
        std::string text, what;
        std::size_t line;
    };
    const Row rows[] = {
        {cut(nested, "0,0,9", "0,9"), "row 1 of the list has 8 values", 1},
        {cut(nested, "[2,0,8", "[2,8"), "row 3 of the list has 8 values", 3},
        {"[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", "a list of 10 values", 1},
        {"{\"board\": [[1, 2], [3, 4]]}", "the list under 'board' is no board", 1},
        {cut(nested, "9", "10"), "'10' is not a digit of a 9x9 puzzle", 1},
        {cut(nested, "[2,0,8", "[2,null,8"), "mixed words for blank cells: 'null' after '0'", 3},
        {cut(table, "2,,8", "2,8"), "row 3 has 8 fields", 3},
        {"1,2,,4\n,,,\n3,,,\n", "3 rows, the first of 4 fields", 1},
        {"3x3:a5\n", "a game id of 2 cells", 1},
        {"3x3jk:a5\n", "a jigsaw of Solo", 1},
        {"3x3#123456\n", "a random seed", 1},
        {"[{\"val\": 3, \"fixed\": true}, {\"val\": 1}, {\"val\": 2}, {\"val\": 4}]\n", "", 1},
        {".~R1C1_10", "'R1C1_10' is no given of this board", 1},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.text);
        try {
            read_all(row.text, "t");
            ADD_FAILURE() << "no fault";
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(row.what), std::string::npos)
                << error.message();
            EXPECT_EQ(error.place().line, row.line) << error.message();
        }
    }
}

TEST(Forms, ACellThatSaysMoreThanItsValueIsRefused) {
    std::string text = "[";
    for (int i = 0; i < 16; ++i)
        text += std::string(i == 0 ? "" : ",") + "{\"val\": " + std::to_string(i % 4 + 1) +
                (i == 7 ? ", \"fixed\": true}" : "}");
    try {
        read_all(text + "]", "t");
        ADD_FAILURE() << "no fault";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "'fixed' of a cell, which Clew does not know");
    }
}

TEST(Forms, ManyBoardsInOneList) {
    const List nested = {"[[", "]]", "", "", "],\n [", ",", "", "0"};
    const auto records =
        read_all("[" + listed(p92, nested) + ",\n" + listed(gould, nested) + "]\n" + p92 + "\n");
    ASSERT_EQ(records.size(), 3U);
    EXPECT_EQ(to_line(records[0].puzzle), p92);
    EXPECT_EQ(to_line(records[1].puzzle), gould);
    EXPECT_EQ(records[1].place.line, 10U);
    EXPECT_EQ(read_all("[\"" + p92 + "\",\n \"" + gould + "\"]\n").size(), 2U);
    // What an object says beside its board is kept, or named.
    const std::string board = "{\"level\": \"hard\", \"grid\": " + listed(p92, nested);
    EXPECT_EQ(read_all(board + ", \"cages\": []}").at(0).metadata.at("level"), "hard");
    for (const char* rule :
         {"\"cages\": [1]", "\"diagonals\": true", "\"geometry\": {\"size\": 9}"})
        EXPECT_THROW(read_all(board + ", " + rule + "}"), InputError) << rule;
}

TEST(Forms, BoardsOfOtherSides) {
    EXPECT_EQ(to_line(read_all("[[1,0,0,0],[0,0,2,0],[0,0,0,0],[0,0,0,3]]").at(0).puzzle),
              "1.....2........3");
    std::string sixteen = "[";
    for (int i = 0; i < 256; ++i)
        sixteen += std::string(i == 0        ? "["
                               : i % 16 == 0 ? "],\n["
                                             : ",") +
                   (i == 0    ? "16"
                    : i == 17 ? "10"
                              : "0");
    const Record large = read_all(sixteen + "]]").at(0);
    EXPECT_EQ(large.puzzle.given(Cell{0}), Digit{15});
    EXPECT_EQ(large.puzzle.given(Cell{17}), Digit{9});
    EXPECT_EQ(read_all("2x3:1zi\n").at(0).puzzle.geometry(),
              *Geometry::make({.size = 6, .boxes = BoxShape{2, 3}}));
    EXPECT_EQ(
        read_all("3x2x:1zi\n").at(0).puzzle.geometry(),
        *Geometry::make(
            {.size = 6, .boxes = BoxShape{3, 2}, .main_diagonal = true, .anti_diagonal = true}));
    const Record diagonal = read_all(".Shape~4x4.~R1C1_1_2~R2C2_3.Diagonal~1.AntiKnight").at(0);
    EXPECT_TRUE(diagonal.puzzle.geometry().spec().anti_diagonal);
    EXPECT_TRUE(diagonal.puzzle.geometry().spec().anti_knight);
    EXPECT_EQ(diagonal.puzzle.marks(Cell{0}), DigitSet::from_bits(3));
}

}  // namespace
}  // namespace clew
