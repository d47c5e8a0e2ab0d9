// The formats that are documents: JSON, XML, and links that hold compressed JSON.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/formats/formats.hpp"
#include "core/formats/lzstring.hpp"
#include "core/rules/registry.hpp"
#include "tests/core/formats/texts.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew {
namespace {

using reference::p92;

const std::string solved =
    "519847632476312895238569714854623971791458326623791548982176453347285169165934287";

void expect_same(const Record& a, const Record& b) {
    EXPECT_EQ(a.puzzle, b.puzzle);
    EXPECT_EQ(a.progress, b.progress);
    EXPECT_EQ(a.solution, b.solution);
}

std::vector<GeometryPtr> boards() {
    const std::vector<std::size_t> ring = {0, 0, 0, 1, 2, 0, 1, 1, 2, 3, 3, 1, 2, 2, 3, 3};
    return {
        Geometry::classic(),
        Geometry::standard(4),
        Geometry::standard(6),
        Geometry::standard(7),
        Geometry::standard(16),
        Geometry::standard(25),
        Geometry::make({.size = 12, .boxes = BoxShape{4, 3}}),
        Geometry::make({.size = 4, .regions = ring}),
        Geometry::make(
            {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .anti_diagonal = true}),
        Geometry::make(
            {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .disjoint_groups = true}),
        Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .windows = true}),
        Geometry::make(
            {.size = 6, .boxes = BoxShape{2, 3}, .anti_knight = true, .anti_king = true}),
        Geometry::make({.size = 4,
                        .extras = {{"knot", {Cell{0}, Cell{5}, Cell{10}, Cell{15}}},
                                   {"", {Cell{3}, Cell{4}}}}})};
}

Record random_record(const GeometryPtr& board, Random& random) {
    Record record;
    record.puzzle = Puzzle{board};
    const std::size_t n = board->size();
    PlayerMarks progress{std::vector<std::optional<Digit>>(n * n), std::vector<DigitSet>(n * n)};
    for (std::size_t i = 0; i < n * n; ++i) {
        const Digit digit{random.below(n)};
        switch (random.below(6)) {
            case 0:
                record.puzzle.set_given(Cell{i}, digit);
                break;
            case 1:
                progress.placed[i] = digit;
                break;
            case 2:
                progress.removed[i] = DigitSet{digit};
                break;
            case 3:
                record.puzzle.set_marks(Cell{i}, DigitSet::all(n) - DigitSet{digit});
                break;
            default:
                break;
        }
    }
    record.progress = progress;
    record.metadata["title"] = "A \"title\" <with> & signs \xc3\xa9";
    return record;
}

TEST(Json, HoldsEveryBoardAndAllThatARecordHas) {
    Random random{7};
    std::string all;
    std::vector<Record> records;
    for (const GeometryPtr& board : boards())
        for (int round = 0; round < 5; ++round) {
            Record record = random_record(board, random);
            std::vector<Digit> grid;
            for (std::size_t i = 0; i < board->cell_count(); ++i)
                grid.push_back(Digit{random.below(board->size())});
            record.solution = Grid{grid};
            const std::string text = write_record(record, "json");
            SCOPED_TRACE(text);
            const Record again = only(text);
            expect_same(record, again);
            EXPECT_EQ(record.metadata, again.metadata);
            EXPECT_EQ(again.format, "json");
            all += text;
            records.push_back(record);
        }
    const auto lines = read_all(all);  // one object a line
    ASSERT_EQ(lines.size(), records.size());
    for (std::size_t i = 0; i < lines.size(); ++i) expect_same(lines[i], records[i]);
}

TEST(Json, WhateverACommentHoldsIsWrittenSoThatItReadsBack) {
    Record record = only(p92);
    record.metadata["description"] = "a\x7f, b\x01, c\xfe";
    const Record again = only(write_record(record, "json"));
    EXPECT_EQ(again.puzzle, record.puzzle);
    EXPECT_EQ(again.metadata.at("description"), "a\x7f, b\x01, c\xef\xbf\xbd");
}

TEST(Json, AnArrayHoldsManyPuzzles) {
    const std::string one =
        R"({"format": "clew-puzzle", "version": 1, "geometry": {"size": 4, "boxes": [2, 2]},
            "givens": ["1...", "....", "...2", "...."]})";
    const auto records = read_all("[\n" + one + ",\n" + one + "\n]\n" + p92 + "\n");
    ASSERT_EQ(records.size(), 3U);
    EXPECT_EQ(to_line(records[1].puzzle), "1..........2....");
    EXPECT_EQ(records[2].format, "line");
}

TEST(Json, FaultsAreNamed) {
    const std::string head = R"({"format": "clew-puzzle", "version": 1, )";
    const std::pair<std::string, std::string> rows[] = {
        {"{}", "no \"format\""},
        {R"({"format": "other"})", "\"format\" is not"},
        {R"({"format": "clew-puzzle", "version": 3})", "version 3"},
        {head + R"("geometry": {"size": 9}, "cages": []})", "unknown key 'cages'"},
        {head + R"("geometry": {"size": 3}})", "side 3"},
        {head + R"("geometry": {"size": -1}})", "\"size\": -1"},
        {head + R"("geometry": {"size": 1e400}})", "too large"},
        {head + R"("geometry": {"size": 9}, "givens": "12"})", "2 symbols in \"givens\""},
        {head + R"("geometry": {"size": 4}, "givens": "5..............."})", "'5' in \"givens\""},
        {head + R"("geometry": {"size": 4}, "marks": [[]]})", "\"marks\""},
        {head + R"("geometry": {"size": 4, "extra_houses": [{"cells": ["r9c9", "r1c1"]}]}})",
         "'r9c9' is not a cell"},
        {R"({"format": "clew-puzzle", "version": 2, "geometry": {"size": 4, "rows": 4, "columns": 600,
            "regions": ")" +
             std::string(2400, 'A') + "\"}}",
         "a board of 4x600 with 4 digits"},
        {head, "not closed"},
        {R"({"format": clew})", "not well-formed"},
        {"{}{}", "text after the JSON value"},
        {std::string(100, '['), "nested"},
    };
    for (const auto& [text, message] : rows) {
        SCOPED_TRACE(text);
        const InputError error = fault(text[0] == '[' ? "{" + text : text);
        EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
        EXPECT_EQ(error.place().line, 1U);
    }
    EXPECT_EQ(fault("{\n\"a\": ?\n}").place(), (Place{"t", 2, 6}));
}

TEST(OpenSudoku, BothVersionsAreRead) {
    std::string zeros = p92;
    for (char& c : zeros)
        if (c == '.') c = '0';
    const auto first = read_all(
        "<?xml version=\"1.0\"?>\n<opensudoku>\n<name>Old</name>\n<author>Me"
        "</author>\n<game data=\"" +
        zeros + "\"/>\n<game data=\"" + zeros + "\"/>\n</opensudoku>\n");
    ASSERT_EQ(first.size(), 2U);
    EXPECT_EQ(to_line(first[0].puzzle), p92);
    EXPECT_EQ(first[0].metadata.at("author"), "Me");
    EXPECT_EQ(first[1].place.line, 6U);

    std::string data = "version: 3&#10;";
    for (std::size_t i = 0; i < 81; ++i)
        data += i == 0          ? "0|6|1|"
                : i == 1        ? "7|0|1|"
                : p92[i] == '.' ? "0|0|1|"
                                : std::string(1, p92[i]) + "|0|0|";
    const Record r = only("<opensudoku version=\"2\"><folder name=\"F\"><game data=\"" + data +
                          "\"/></folder></opensudoku>");
    EXPECT_EQ(to_line(r.puzzle), p92);
    EXPECT_EQ(r.metadata.at("folder"), "F");
    ASSERT_TRUE(r.progress);
    EXPECT_EQ(r.progress->placed[1], Digit{6});
    EXPECT_EQ(r.progress->removed[0], DigitSet::all(9) - DigitSet{Digit{1}} - DigitSet{Digit{2}});
    expect_same(only(write_record(r, "opensudoku")), r);
    expect_same(only(write_record(first[0], "opensudoku")), first[0]);
}

TEST(OpenSudoku, FaultsNameTheirPlace) {
    EXPECT_EQ(fault("<opensudoku>\n<game data=\"12\"/>\n</opensudoku>").place().line, 2U);
    EXPECT_NE(std::string(fault("<opensudoku><game/></opensudoku>").what()).find("without data"),
              std::string::npos);
    EXPECT_NE(std::string(fault("<other></other>").what()).find("not OpenSudoku"),
              std::string::npos);
    EXPECT_NE(std::string(fault("<opensudoku>").what()).find("well-formed"), std::string::npos);
    fault("<opensudoku></opensudoku>");
    fault("<opensudoku><game data=\"version: 3 1|2|3|\"/></opensudoku>");
}

TEST(LzString, IsTheCommonFormat) {
    EXPECT_EQ(formats::lz_compress("Hello, world!"), "BIUwNmD2A0AEDukBOYAmBCIA");
    EXPECT_EQ(formats::lz_decompress("BIUwNmD2A0AEDukBOYAmBCIA"), "Hello, world!");
    Random random{3};
    for (int round = 0; round < 300; ++round) {
        std::string text;
        for (std::size_t i = random.below(200); i > 0; --i) {
            constexpr std::string_view pieces[] = {
                "a", "ab", "{\"value\":", "\xc3\xa9", "\xe7\x8c\xab", "\xf0\x9f\x98\x80", "1", "]"};
            text += pieces[random.below(8)];
        }
        EXPECT_EQ(formats::lz_decompress(formats::lz_compress(text)), text);
    }
    EXPECT_EQ(formats::lz_decompress("?"), std::nullopt);
    EXPECT_EQ(formats::lz_decompress("BIUwNmD2"), std::nullopt);
    // A short text that stands for a long one is refused, in little time and memory.
    EXPECT_EQ(formats::lz_decompress(formats::lz_compress(std::string(std::size_t{1} << 22, 'a'))),
              std::nullopt);
}

TEST(FPuzzles, HoldsBoardsAndEntries) {
    Random random{11};
    for (const GeometryPtr& board : boards()) {
        const bool small_extras = !board->spec().extras.empty();
        if (board->spec().windows || small_extras) {
            EXPECT_THROW(write_record(random_record(board, random), "fpuzzles"), InputError);
            continue;
        }
        if (board->spec().boxes == BoxShape{4, 3}) continue;  // comes back as regions: below
        for (int round = 0; round < 5; ++round) {
            const Record record = random_record(board, random);
            const std::string text = write_record(record, "fpuzzles");
            const Record again = only(text);
            EXPECT_EQ(again.format, "fpuzzles");
            expect_same(record, again);
            EXPECT_EQ(record.metadata, again.metadata);
            const Record pad = only(write_record(record, "sudokupad"));
            EXPECT_EQ(pad.format, "sudokupad");
            expect_same(record, pad);
        }
    }
    Record tall;
    tall.puzzle = Puzzle{Geometry::make({.size = 12, .boxes = BoxShape{4, 3}})};
    const Record again = only(write_record(tall, "fpuzzles"));
    for (std::size_t i = 0; i < 144; ++i)
        EXPECT_EQ(again.puzzle.geometry().box_of(Cell{i}), tall.puzzle.geometry().box_of(Cell{i}));
}

std::string link_of(const std::string& json) {
    return "https://www.f-puzzles.com/?load=" + formats::lz_compress(json);
}

std::string blank_rows(std::size_t n) {
    std::string grid = "[";
    for (std::size_t r = 0; r < n; ++r) {
        grid += r == 0 ? "[" : ",[";
        for (std::size_t c = 0; c < n; ++c) grid += c == 0 ? "{}" : ",{}";
        grid += "]";
    }
    return grid + "]";
}

TEST(FPuzzles, UnknownConstraintsAreNamed) {
    const InputError error = fault(link_of(
        R"({"size": 4, "numberedroom": [{"cell": "R0C1"}], "arrow": [], "line": [{"lines": [["R1C1"]]}], "grid": )" +
        blank_rows(4) + "}"));
    EXPECT_STREQ(error.what(), "constraints that Clew does not know: numberedroom, line");
    EXPECT_NO_THROW(read_all(link_of(
        R"({"size": 4, "arrow": [], "nonconsecutive": false, "grid": )" + blank_rows(4) + "}")));
}

// A puzzle with one rule of each kind on a board.
Puzzle one_of_each(Random& random, const GeometryPtr& board) {
    Puzzle puzzle{board};
    const auto grid = reference::random_grid(random, *board);
    for (const rules::PrimitiveRow& row : rules::primitive_table())
        puzzle.add_rule(reference::random_rule(random, *board, grid, row.kind));
    for (const rules::SetterRow& row : rules::setter_table())
        puzzle.add_rule(reference::random_rule(random, *board, grid, row.kind));
    return puzzle;
}

TEST(Rules, JsonHoldsEveryKind) {
    Random random{31};
    for (const GeometryPtr& board : boards())
        for (int round = 0; round < 5; ++round) {
            Record record;
            record.puzzle = one_of_each(random, board);
            Rule named = record.puzzle.rules()[0];
            named.name = "the \"first\" one";
            record.puzzle.add_rule(named);
            const std::string text = write_record(record, "json");
            SCOPED_TRACE(text);
            EXPECT_NE(text.find("\"version\":2"), std::string::npos);
            EXPECT_EQ(only(text).puzzle, record.puzzle);
        }
}

TEST(Rules, JsonFaultsNameWhatIsWrong) {
    const auto with = [](const std::string& version, const std::string& rules) {
        return R"({"format": "clew-puzzle", "version": )" + version +
               R"(, "geometry": {"size": 4}, "rules": )" + rules + "}";
    };
    EXPECT_EQ(only(with("2", R"([{"kind": "thermometer", "cells": ["r1c1", "r1c2"]}])"))
                  .puzzle.rules()
                  .size(),
              1U);
    const auto what = [&](const std::string& text) { return std::string(fault(text).what()); };
    EXPECT_EQ(what(with("1", "[]")), "the key 'rules' in the puzzle of version 1");
    EXPECT_EQ(what(with("2", R"([{"kind": "whispering"}])")),
              "no kind of rule is called 'whispering'");
    EXPECT_EQ(what(with("2", R"([{"kind": "thermometer", "cells": ["r1c1"]}])")),
              "thermometer: fewer than two cells");
    EXPECT_EQ(
        what(with("2", R"([{"kind": "killer_cage", "name": "A", "cells": ["r1c1", "r1c1"]}])")),
        "killer cage 'A': r1c1 comes twice, and digits in a cage are all different");
    for (const char* rules :
         {"{}", "[1]", R"([{"cells": []}])", R"([{"kind": "sum", "cells": ["r1c9"]}])",
          R"([{"kind": "sum", "cells": ["r1c1"], "numbers": [0, 1.5, 1]}])",
          R"([{"kind": "sum", "cells": ["r1c1"], "numbers": [0, 99999999999, 1]}])",
          R"([{"kind": "sum", "cells": ["r1c1"], "numbers": [0, 2, 1], "colour": "red"}])"})
        fault(with("2", rules));
    const std::string knight =
        R"({"format": "clew-puzzle", "version": 1, "geometry": {"size": 4, "anti_knight": true}})";
    EXPECT_EQ(what(knight), "the key 'anti_knight' in \"geometry\" of version 1");
}

TEST(Rules, FPuzzlesHoldsWhatSettersPrint) {
    Random random{32};
    std::size_t written = 0;
    for (const GeometryPtr& board : {Geometry::classic(), Geometry::standard(6),
                                     Geometry::standard(16), Geometry::standard(7)})
        for (int round = 0; round < 40; ++round) {
            Record record;
            record.puzzle = Puzzle{board};
            const auto grid = reference::random_grid(random, *board);
            for (RuleKind kind : {RuleKind::killer_cage, RuleKind::thermometer, RuleKind::arrow,
                                  RuleKind::sandwich, RuleKind::non_consecutive}) {
                Rule rule = reference::random_rule(random, *board, grid, kind);
                if (kind == RuleKind::arrow) {  // a circle is read in reading order
                    std::sort(rule.cells.begin(), rule.cells.begin() + rule.numbers[0]);
                    if (rule.numbers[0] == 2 && rule.cells[0] == rule.cells[1]) continue;
                }
                if (kind == RuleKind::sandwich) std::ranges::sort(rule.cells);
                record.puzzle.add_rule(rule);
            }
            SCOPED_TRACE(reference::describe(record.puzzle));
            const Record link = only(write_record(record, "fpuzzles"));
            EXPECT_EQ(link.puzzle, record.puzzle);
            EXPECT_EQ(link.format, "fpuzzles");
            EXPECT_EQ(only(write_record(record, "sudokupad")).puzzle, record.puzzle);
            ++written;
        }
    EXPECT_EQ(written, 160U);
}

TEST(Rules, FPuzzlesDocumentsAreReadBareAndInLinks) {
    const std::string json =
        R"({"size": 4, "title": "Four", "killercage": [{"cells": ["R1C1", "R1C2"], "value": "5", "outlineC": "#ffffff"}, {"cells": ["R3C1", "R3C2"]}],
"thermometer": [{"lines": [["R2C1", "R2C2"], ["R4C4", "R3C4"]]}],
"arrow": [{"cells": ["R1C4"], "lines": [["R1C4", "R2C4"], ["R1C4", "R2C3", "R3C3"]]},
          {"cells": ["R4C2", "R4C1"], "lines": [["R4C2", "R3C3", "R4C4"]]}],
"sandwichsum": [{"cell": "R0C3", "value": "5"}, {"cell": "R2C0", "value": 2}, {"cell": "R1C5", "value": ""}],
"nonconsecutive": true, "grid": )" +
        blank_rows(4) + "}";
    const auto cells = [](std::initializer_list<const char*> names) {
        std::vector<Cell> result;
        for (const char* name : names) result.push_back(*parse_cell(name, 4));
        return result;
    };
    const std::vector<Rule> wanted = {
        {.kind = RuleKind::killer_cage, .cells = cells({"r1c1", "r1c2"}), .numbers = {5}},
        {.kind = RuleKind::killer_cage, .cells = cells({"r3c1", "r3c2"})},
        {.kind = RuleKind::thermometer, .cells = cells({"r2c1", "r2c2"})},
        {.kind = RuleKind::thermometer, .cells = cells({"r4c4", "r3c4"})},
        {.kind = RuleKind::arrow, .cells = cells({"r1c4", "r2c4"}), .numbers = {1}},
        {.kind = RuleKind::arrow, .cells = cells({"r1c4", "r2c3", "r3c3"}), .numbers = {1}},
        {.kind = RuleKind::arrow, .cells = cells({"r4c1", "r4c2", "r3c3", "r4c4"}), .numbers = {2}},
        {.kind = RuleKind::sandwich,
         .cells = cells({"r1c3", "r2c3", "r3c3", "r4c3"}),
         .numbers = {5}},
        {.kind = RuleKind::sandwich,
         .cells = cells({"r2c1", "r2c2", "r2c3", "r2c4"}),
         .numbers = {2}},
        {.kind = RuleKind::non_consecutive}};
    for (const std::string& text : {json, link_of(json), "[" + json + "]"}) {
        const Record record = only(text);
        EXPECT_EQ(record.format, "fpuzzles");
        EXPECT_EQ(record.metadata.at("title"), "Four");
        EXPECT_EQ(std::vector<Rule>(record.puzzle.rules().begin(), record.puzzle.rules().end()),
                  wanted);
    }
    EXPECT_EQ(only(json, {.format = "fpuzzles"}).puzzle, only(json).puzzle);
    const auto refused = [](const std::string& rules) {
        fault(link_of(R"({"size": 4, )" + rules + R"(, "grid": )" + blank_rows(4) + "}"));
    };
    refused(R"("killercage": [{"cells": ["R1C1", "R1C2"], "value": "many"}])");
    refused(R"("killercage": [{"cells": ["R1C1", "R1C2"], "repeats": true}])");
    refused(R"("killercage": {"cells": ["R1C1", "R1C2"]})");
    refused(R"("thermometer": [{"lines": [["R1C1", "R0C1"]]}])");
    refused(R"("renban": [{"lines": [["R1C1", "R1C2", "R1C3", "R1C4", "R2C1"]]}])");
    refused(R"("xv": [{"cells": ["R1C1", "R1C2"], "value": "IX"}])");
    refused(R"("difference": [{"cells": ["R1C1", "R1C2", "R1C3"]}])");
    refused(R"("clone": [{"cells": ["R1C1"], "cloneCells": ["R1C2", "R1C3"]}])");
    refused(R"("negative": ["everything"])");
    refused(R"("sandwichsum": [{"cell": "R2C2", "value": "5"}])");
    refused(R"("sandwichsum": [{"cell": "R0C9", "value": "5"}])");
    refused(R"("sandwichsum": [{"cell": "C1", "value": "5"}])");
    refused(R"("nonconsecutive": 3)");
}

// A document with every key.
std::string every_key() {
    return R"({"size": 6,
"killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}, {"cells": ["R1C1", "R2C1"]}],
"thermometer": [{"lines": [["R2C1", "R2C2"]]}], "slowthermometer": [{"lines": [["R2C1", "R3C1"]]}],
"arrow": [{"cells": ["R1C4"], "lines": [["R1C4", "R2C4"]]}],
"difference": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R1C3", "R2C3"], "value": "3"}],
"ratio": [{"cells": ["R1C5", "R1C6"]}, {"cells": ["R4C5", "R4C6"], "value": "3"}],
"xv": [{"cells": ["R2C1", "R2C2"], "value": "V"}, {"cells": ["R3C1", "R3C2"], "value": "x"}],
"palindrome": [{"lines": [["R1C1", "R2C2", "R3C3"]]}], "renban": [{"lines": [["R1C1", "R2C1"]]}],
"whispers": [{"lines": [["R1C1", "R2C1"], ["R3C1", "R3C2"]]}, {"lines": [["R5C1", "R6C1"]], "value": "2"}],
"odd": [{"cell": "R1C1"}], "even": [{"cell": "R1C2"}],
"minimum": [{"cell": "R1C1"}, {"cell": "R1C2"}], "maximum": [{"cell": "R4C4"}],
"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2, 2]}],
"littlekillersum": [{"cell": "R0C3", "direction": "DL", "cells": ["R1C2", "R2C1"], "value": "7"},
    {"cell": "R7C4", "direction": "UR", "value": 11}],
"betweenline": [{"lines": [["R1C1", "R1C2", "R1C3"]]}], "lockout": [{"lines": [["R2C1", "R2C2", "R2C3"]]}],
"sandwichsum": [{"cell": "R0C3", "value": "5"}], "xsum": [{"cell": "R7C2", "value": "5"}],
"skyscraper": [{"cell": "R2C0", "value": "3"}, {"cell": "R2C7", "value": "2"}],
"regionsumline": [{"lines": [["R1C3", "R1C4", "R1C5"]]}], "entropicline": [{"lines": [["R1C1", "R1C2", "R1C3"]]}],
"modularline": [{"lines": [["R5C1", "R5C2", "R5C3"]]}], "zipperline": [{"lines": [["R6C1", "R6C2", "R6C3"]]}],
"nabner": [{"lines": [["R1C1", "R3C3"]]}], "doublearrow": [{"lines": [["R1C1", "R2C2", "R3C3"]]}],
"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R4C1", "R4C2"]}],
"columnindexer": [{"cells": ["R1C1", "R1C2"]}], "rowindexer": [{"cells": ["R2C1"]}],
"boxindexer": [{"cells": ["R3C1"]}],
"nonconsecutive": true, "negative": ["ratio", "xv"], "grid": )" +
           blank_rows(6) + "}";
}

TEST(Rules, FPuzzlesKeysComeBackAsTheyWere) {
    const Record record = only(every_key());
    std::set<RuleKind> kinds;
    for (const Rule& rule : record.puzzle.rules()) kinds.insert(rule.kind);
    EXPECT_EQ(kinds.size(), 34U);
    EXPECT_EQ(only(write_record(record, "fpuzzles")).puzzle, record.puzzle);
    EXPECT_EQ(only(write_record(record, "json")).puzzle, record.puzzle);
    const auto of = [&](RuleKind kind) {
        std::vector<Rule> rules;
        for (const Rule& rule : record.puzzle.rules())
            if (rule.kind == kind) rules.push_back(rule);
        return rules;
    };
    const auto cells = [](std::initializer_list<const char*> names) {
        std::vector<Cell> result;
        for (const char* name : names) result.push_back(*parse_cell(name, 6));
        return result;
    };
    // The usual numbers of a board of this side, and those that the document says.
    EXPECT_EQ(of(RuleKind::whisper)[1].numbers, std::vector{3});
    EXPECT_EQ(of(RuleKind::whisper)[2].numbers, std::vector{2});
    EXPECT_EQ(of(RuleKind::lockout)[0].numbers, std::vector{3});
    EXPECT_EQ(of(RuleKind::difference)[1].numbers, std::vector{3});
    // Neighbours that are such cells themselves are not compared.
    EXPECT_EQ(of(RuleKind::minimum)[0].cells, cells({"r1c1", "r2c1"}));
    EXPECT_EQ(of(RuleKind::minimum)[1].cells, cells({"r1c2", "r1c3", "r2c2"}));
    // A diagonal from its arrow on, and lines from the side that the number stands at.
    EXPECT_EQ(of(RuleKind::little_killer)[1].cells, cells({"r6c5", "r5c6"}));
    EXPECT_EQ(of(RuleKind::x_sum)[0].cells,
              cells({"r6c2", "r5c2", "r4c2", "r3c2", "r2c2", "r1c2"}));
    EXPECT_EQ(of(RuleKind::skyscraper)[1].cells.front(), *parse_cell("r2c6", 6));
    // Every dot excepts its pair, whatever its colour.
    EXPECT_EQ(of(RuleKind::no_difference)[0].cells,
              cells({"r1c1", "r1c2", "r1c3", "r2c3", "r1c5", "r1c6", "r4c5", "r4c6"}));
    EXPECT_EQ(of(RuleKind::no_ratio)[0].numbers, (std::vector{2, 3}));
    EXPECT_EQ(of(RuleKind::no_pair_sum)[0].cells, cells({"r2c1", "r2c2", "r3c1", "r3c2"}));
}

// What an editor leaves behind says nothing: a note, no error.
TEST(Rules, FPuzzlesLeftoversAreNamedInANote) {
    for (const std::string rules :
         {R"("thermometer": [{"lines": []}])", R"("thermometer": [{"lines": [["R1C1"]]}])",
          R"("arrow": [{"cells": ["R1C1"], "lines": [["R1C1"]]}])",
          R"("arrow": [{"cells": ["R1C1"], "lines": []}])", R"("killercage": [{"cells": []}])",
          R"("killercage": [{"cells": ["R1C1"]}])", R"("xsum": [{"cell": "R0C1", "value": ""}])",
          R"("betweenline": [{"lines": [["R1C1", "R1C2"]]}])",
          R"("regionsumline": [{"lines": [["R1C1", "R1C2"]]}])",
          R"("quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": []}])",
          R"("littlekillersum": [{"cell": "R0C3", "direction": "DL", "value": "0"}])",
          R"("xv": [{"cells": ["R1C1", "R1C2"], "value": ""}])", R"("disabledlogic": ["wings"])"}) {
        const Record record =
            only(R"({"size": 4, )" + rules + R"(, "grid": )" + blank_rows(4) + "}");
        EXPECT_TRUE(record.puzzle.rules().empty()) << rules;
        ASSERT_EQ(record.notes.size(), 1U) << rules;
        EXPECT_EQ(record.notes[0].find("not read"), 0U) << record.notes[0];
    }
    const Record zero =
        only(R"({"size": 4, "killercage": [{"cells": ["R1C1", "R1C2"], "value": "0"}], "grid": )" +
             blank_rows(4) + "}");
    EXPECT_TRUE(zero.puzzle.rules()[0].numbers.empty());
}

TEST(Rules, FPuzzlesDrawingsThatRepeatARuleArePassedOver) {
    const auto with = [](const std::string& more) {
        return R"({"size": 4, )" + more + R"(, "grid": )" + blank_rows(4) + "}";
    };
    const std::string renban = R"("renban": [{"lines": [["R1C1", "R1C2"]]}])";
    const Record record = only(
        with(renban + R"(, "line": [{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}])"));
    EXPECT_EQ(record.puzzle.rules().size(), 1U);
    // Of other cells, without its rule, or a drawing of its own: it may be a rule.
    for (const std::string& more :
         {renban + R"(, "line": [{"lines": [["R1C1", "R2C1"]], "fromConstraint": "Renban"}])",
          std::string{R"("line": [{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}])"},
          renban + R"(, "line": [{"lines": [["R1C1", "R1C2"]]}])"}) {
        EXPECT_STREQ(fault(with(more)).what(), "constraints that Clew does not know: line");
        EXPECT_EQ(fault(with(more)).parts(), std::vector<std::string>{"line"});
        const Record without = only(with(more), {.without = {"line"}});
        EXPECT_EQ(without.left_out, std::vector<std::string>{"line"});
    }
    // A rule that is known is left out as well, and what is not there is not named.
    const Record bare = only(with(renban), {.without = {"renban", "line"}});
    EXPECT_TRUE(bare.puzzle.rules().empty());
    EXPECT_EQ(bare.left_out, std::vector<std::string>{"renban"});
}

TEST(Rules, OtherFormatsRefuseToWriteThem) {
    Record record;
    record.puzzle.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{0}, Cell{1}}});
    for (const FormatInfo& format : known_formats()) {
        if (!format.can_write) continue;
        SCOPED_TRACE(format.name);
        if (format.rules) {
            EXPECT_EQ(only(write_record(record, format.name)).puzzle, record.puzzle);
        } else {
            EXPECT_THROW(write_record(record, format.name), InputError);
        }
    }
    // and nobody writes a kind that nobody knows
    record.puzzle.add_rule({.kind = static_cast<RuleKind>(250), .cells = {Cell{0}, Cell{1}}});
    for (const FormatInfo& format : known_formats())
        if (format.can_write) {
            EXPECT_THROW(write_record(record, format.name), InputError) << format.name;
        }
}

TEST(FPuzzles, AntiKnightAndAntiKingBecomePairsThatDiffer) {
    const Record r = only(link_of(R"({"size": 6, "antiknight": true, "antiking": true, "grid": )" +
                                  blank_rows(6) + "}"));
    const Geometry& g = r.puzzle.geometry();
    EXPECT_TRUE(g.sees(g.cell(0, 0), g.cell(1, 2)));
    EXPECT_TRUE(g.sees(g.cell(2, 5), g.cell(4, 4)));
    EXPECT_TRUE(g.sees(g.cell(1, 2), g.cell(2, 3)));
    EXPECT_FALSE(g.sees(g.cell(0, 0), g.cell(3, 3)));
    EXPECT_FALSE(g.sees(g.cell(0, 0), g.cell(5, 4)));
    EXPECT_EQ(g.description(), "6x6, anti-knight, anti-king");
}

TEST(FPuzzles, TheSolutionIsReadAndWritten) {
    Record record;
    record.puzzle = Puzzle{Geometry::standard(4)};
    std::vector<Digit> digits;
    for (const char c : std::string("1234341221434321")) digits.push_back(*parse_digit(c, 4));
    record.solution = Grid{digits};
    EXPECT_EQ(only(write_record(record, "fpuzzles")).solution, record.solution);
    const auto read = [](const std::string& list) {
        return only(
            link_of(R"({"size": 4, "solution": )" + list + R"(, "grid": )" + blank_rows(4) + "}"));
    };
    EXPECT_EQ(read(R"(["1",2,3,4,3,4,1,2,2,1,4,3,4,3,2,"1"])").solution, record.solution);
    const Record open = read("[1,2,3,4,3,4,1,2,2,1,4,3,4,3,null,0]");
    EXPECT_EQ(open.solution, std::nullopt);
    ASSERT_EQ(open.notes.size(), 1U);
    EXPECT_EQ(open.notes[0], "the solution has open cells and was not read");
    fault(link_of(R"({"size": 4, "solution": [1, 2], "grid": )" + blank_rows(4) + "}"));
    fault(link_of(R"({"size": 4, "solution": [1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,5], "grid": )" +
                  blank_rows(4) + "}"));
}

TEST(FPuzzles, AServersPuzzleIsSaidToBeOne) {
    EXPECT_NE(std::string(fault("https://www.f-puzzles.com/?id=abc").what()).find("server"),
              std::string::npos);
    fault("https://sudokupad.app/abcdef");
    fault("https://www.f-puzzles.com/?load=AAAA");
}

TEST(SudokuPad, RunLengthsAreRead) {
    Record record;
    record.puzzle = Puzzle::from_line(p92);
    const std::string text = write_record(record, "scf");
    EXPECT_EQ(text.substr(0, 28), "https://sudokupad.app/scfAxW");
    EXPECT_EQ(to_line(only(text).puzzle), p92);
    EXPECT_EQ(to_line(only("scf" + text.substr(25)).puzzle), p92);
    // Sixteen runs of six blanks reach past the end of a blank grid.
    EXPECT_EQ(only("scf" + std::string(16, 'o')).puzzle.given_count(), 0U);
    fault("scf" + std::string(15, '0'));
    fault("scf" + std::string(82, '1'));
}

TEST(SudokuPad, ACellIsInOneRegion) {
    const auto link = [](const std::string& first) {
        return "scl" + formats::lz_compress(
                           R"({"cells": [[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],)"
                           R"("regions": [)" +
                           first +
                           "[[0,2],[0,3],[1,2],[1,3]],"
                           "[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]}");
    };
    EXPECT_NO_THROW(read_all(link("[[0,0],[0,1],[1,0],[1,1]],")));
    EXPECT_STREQ(fault(link("[[0,0],[0,1],[1,0],[1,1],[2,2]],")).what(), "r3c3 is in two regions");
    EXPECT_STREQ(fault(link("[[0,0],[0,1],[1,0],[1,0]],")).what(), "r2c1 is twice in a region");
    EXPECT_STREQ(fault(link("[[0,0],[0,1],[1,0]],")).what(), "r2c2 is in no region");
}

TEST(SudokuPad, CagesThatMayBeDecorationAreLeftOutByTheirKey) {
    for (const std::string key : {"cages", "ca"}) {
        const std::string link =
            "scl" + formats::lz_compress(
                        R"({"cells": [[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],")" +
                        key + R"(": [{"cells": [[0,0],[0,1]], "value": 5}]})");
        EXPECT_EQ(fault(link).parts(), std::vector<std::string>{key});
        const Record record = only(link, {.without = {key}});
        EXPECT_TRUE(record.puzzle.rules().empty());
        EXPECT_EQ(record.left_out, std::vector<std::string>{key});
    }
}

TEST(SudokuPad, SqueezedJsonIsRead) {
    // Keys without quotes, empty cells left out, single quotes, regions as lists of cells.
    const std::string json =
        "{id:'x',cs:50,ce:[[{v:1},,,],[,,,{v:2}],[,,,],[,{v:'3'},,]],"
        "ca:[{v:'title: It\\'s small'}],"
        "re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],"
        "[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]}";
    const Record r = only("sudokupad.app/scl" + formats::lz_compress(json));
    EXPECT_EQ(to_line(r.puzzle), "1......2.....3..");
    EXPECT_EQ(r.puzzle.geometry(), *Geometry::standard(4));
    EXPECT_EQ(r.metadata.at("title"), "It's small");
    const InputError error =
        fault("scl" + formats::lz_compress("{ce:[[,,,],[,,,],[,,,],[,,,]],l:[{th:3}]}"));
    EXPECT_NE(std::string(error.what()).find("rules Clew does not know: l"), std::string::npos);
}

/// A link of SudokuMaker for such a puzzle of side 4.
std::string sudokumaker_link(const std::string& rest) {
    std::string cells;
    for (int i = 0; i < 16; ++i)
        cells += std::string(i == 0 ? "" : ",") + (i == 0   ? R"({"value":1,"given":true})"
                                                   : i == 5 ? R"({"value":3})"
                                                   : i == 6 ? R"({"candidates":6})"
                                                            : "{}");
    std::string data = formats::lz_compress(
        R"({"formatVersion":"1.5.0","puzzle":{"size":4,"name":"a name","cells":[)" + cells + "]," +
        rest + "}}");
    std::ranges::replace(data, '/', '-');
    std::ranges::replace(data, '=', '$');
    return "https://sudokumaker.app/?puzzle=" + data;
}

TEST(SudokuMaker, IsReadAsFarAsItsFormatIsKnown) {
    const std::string boxes =
        R"({"type":0},{"type":1,"regions":[0,0,1,1,0,0,1,1,2,2,3,3,2,2,3,3]})";
    const Record record =
        read_all(
            sudokumaker_link(
                R"("constraints":[)" + boxes +
                R"(,{"type":300,"thermometers":[[1,2,3]]},{"type":300,"slow":true,"thermometers":[[15,14]]},)"
                R"({"type":301,"cages":[{"cells":[4,8],"value":5},{"cells":[9,10]}]},)"
                R"({"type":201,"clues":[],"negative":[]},{"type":1000,"disabled":true}])"),
            "t")
            .at(0);
    EXPECT_EQ(record.format, "sudokumaker");
    EXPECT_EQ(record.metadata.at("title"), "a name");
    EXPECT_EQ(record.puzzle.geometry(), *Geometry::standard(4));
    EXPECT_EQ(to_line(record.puzzle), "1...............");
    ASSERT_TRUE(record.progress);
    EXPECT_EQ(record.progress->placed[5], Digit{2});
    EXPECT_EQ(record.progress->removed[6], (DigitSet{Digit{2}} | DigitSet{Digit{3}}));
    const std::vector<Rule> rules{record.puzzle.rules().begin(), record.puzzle.rules().end()};
    ASSERT_EQ(rules.size(), 4U);
    const auto has = [&](const Rule& rule) { return std::ranges::count(rules, rule) == 1; };
    EXPECT_TRUE(has({.kind = RuleKind::thermometer, .cells = {Cell{1}, Cell{2}, Cell{3}}}));
    EXPECT_TRUE(has({.kind = RuleKind::slow_thermometer, .cells = {Cell{15}, Cell{14}}}));
    EXPECT_TRUE(has({.kind = RuleKind::killer_cage, .cells = {Cell{4}, Cell{8}}, .numbers = {5}}));
    EXPECT_TRUE(has({.kind = RuleKind::killer_cage, .cells = {Cell{9}, Cell{10}}}));
    EXPECT_EQ(
        read_all(sudokumaker_link(R"("constraints":[{"type":0}])"), "t").at(0).puzzle.geometry(),
        *Geometry::make({.size = 4}));
    for (const auto& [rest, says] : std::vector<std::pair<std::string, std::string>>{
             {R"("constraints":[)" + boxes + R"(,{"type":1000,"definition":{"name":"odd one"}}])",
              "constraint 1000 (odd one)"},
             {R"("constraints":[)" + boxes + R"(,{"type":200,"clues":[{"edge":3,"value":1}]}])",
              "constraint 200"},
             {R"("constraints":[)" + boxes + R"(,{"type":2000,"lines":[1]}])", "line"},
             {R"("constraints":[{"type":1,"regions":[]}])", "0 numbers of regions"},
             {R"("constraints":[])", "rows and columns"},
             {R"("constraints":[{"type":300,"thermometers":[[16]]}])", "a cell 16"},
             {R"("minDigit":0,"constraints":[])", "digits"},
             {R"("width":5,"constraints":[])", "not square"},
             {R"("constraints":7)", "no list of constraints"}}) {
        try {
            read_all(sudokumaker_link(rest), "t");
            ADD_FAILURE() << rest;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(says), std::string::npos)
                << rest << ": " << error.what();
        }
    }
}

}  // namespace
}  // namespace clew
