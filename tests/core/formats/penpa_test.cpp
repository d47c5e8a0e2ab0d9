// Penpa+ links. Nobody's own: the tests pack their texts themselves, in stored blocks; one was
// packed by zlib.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/board/notation.hpp"
#include "core/formats/formats.hpp"
#include "tests/core/formats/texts.hpp"

namespace clew {
namespace {

const std::string site = "https://example.org/penpa-edit/#m=edit&p=";

std::string in_base64(const std::string& bytes) {
    std::string text = base64(bytes);
    std::ranges::replace(text, '-', '+');
    std::ranges::replace(text, '_', '/');
    return text + std::string((4 - text.size() % 4) % 4, '=');
}

std::string packed(const std::string& text) {
    std::string bytes;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = std::min<std::size_t>(text.size() - at, 65535);
        bytes += at + size == text.size() ? '\1' : '\0';
        for (const std::size_t number : {size, ~size})
            bytes += {static_cast<char>(number & 255), static_cast<char>(number >> 8 & 255)};
        bytes += text.substr(at, size);
        at += size;
    }
    return in_base64(bytes);
}

/// A letter and so many times 258 more of it, in deflate's fixed code.
std::string packed_run(std::size_t times) {
    std::string bytes;
    unsigned filled = 0;
    const auto put = [&](unsigned code, unsigned width) {  // the highest bit first
        for (; width-- > 0; filled = (filled + 1) % 8) {
            if (filled == 0) bytes += '\0';
            if ((code >> width & 1) != 0)
                bytes.back() = static_cast<char>(bytes.back() | 1 << filled);
        }
    };
    put(0b110, 3);  // the last block; of type 1, the low bit first
    put(0x30 + 'a', 8);
    for (; times > 0; --times) put(0xc5, 8), put(0, 5);
    put(0, 7);
    return in_base64(bytes);
}

/// A 4x4 puzzle, whose parts may be replaced.
struct Drawing {
    std::string puzzle = R"({"number":{"18":["1",1,"1"]},"lineE":)" + boxes(64) + "}";
    std::string grid = "square", flags = "0,0,0,0", words = ",,,", space = "[0,0,0,0]";
    std::string player = R"({zU:{z_:[]},"number":{}})", cells = square(), tags = "[]";
    std::size_t side = 4;

    static std::string square() {
        std::string list = "[18";
        for (int i = 1; i < 16; ++i) list += i % 4 == 0 ? ",5" : ",1";
        return list + "]";
    }
    /// The lines around boxes of 2x2, if the corner at the top left of the board has that number.
    static std::string boxes(int block, int first = 18) {
        std::string list;
        for (int i = 0; i < 4; ++i) {
            const int down = block + first + 2 + 8 * i, across = block + first + 16 + i;
            for (const auto& [a, b] : {std::pair{down, down + 8}, std::pair{across + 1, across}})
                list += (list.empty() ? "{\"" : ",\"") + std::to_string(a) + "," +
                        std::to_string(b) + "\":2";
        }
        return list + "}";
    }
    std::string text() const {
        const std::string n = std::to_string(side);
        return grid + "," + n + "," + n + ",38,0,1,1,200,200,44,44," + flags + "," + words + "\n" +
               space + "\n[]\n" + puzzle + "\n" + player + "\n" + cells +
               "\n\n\n\n\n[3,1,2]\n\n\n\n\n\n\n" + tags;
    }
    std::string link() const { return site + packed(text()); }
};

/// The error of a link, which stands where the link does and says what was expected.
InputError fault_of_link(const std::string& text) {
    InputError error = fault(text);
    EXPECT_EQ(error.place(), (Place{"t", 1, 1})) << text;
    EXPECT_FALSE(error.hint().empty()) << error.what();
    return error;
}

void expect_in(const std::string& part, const std::string& text) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in: " << text;
}

std::string notes_of(const Record& record) {
    std::string notes;
    for (const std::string& note : record.notes) notes += note + "; ";
    return notes;
}

/// Packed by zlib: twenty numbers, the boxes, a thermometer, an arrow, a cage, title and rules.
const std::string by_zlib =
    "zZPdatwwEIXv9ymMIHcieEY/tnwXNu1V6UW3pTTGlCUxTcCbTe0sBS/bZ++RPI2Kn6CrtTj+PJo5I1vTz9N+"
    "7HXAMLUuNWHY0qarTv9Sxk3xcprv5ruhv+JtMR32w6B3x0N/fO613vbDMBX74fj8o9gXr4/9eMCj134sxqep"
    "v77i25txPP5CyMNDcXq53rSSttu0ipRWjItU93vebc7zp+Y8f2/a7qLnL1numjPmj81Zca2aVlkFr3GRVsZG"
    "UP8DfAQuA8sRmAxcFUGVgU9JOYMqJfUZ1OsqtV/5CCkpZUBlWCUhopUTIrOyQhRW9ol55Y4Mr2stu/BmB5tF"
    "acu+pfl9mt/F7WPWzCjKiKu9phCSBgO3Cw9BM7FwC+4WTZw1O2iftalFe/Bq0fiq2JHwClxiHGn2VjhiWDx4"
    "1KpkLcODKRddYW0QbUpwyRlKbUoja2NOlr6wthT/Hp69xJTQJP69yR7IZW/Rg3fZm5VaHjFe+rWo5WStR79e"
    "PDubtYdnX2ddi3+PnF76rdFL+OsfniuJCQZ9xVp4aZ+btsVeoG1ruk7PFQ6Eng0ovgJNxmhiig88UDy1Lt58"
    "SC/8a5q3abbxIOF84QxdLpsWrdFquP+LdJv4a9Gf5kXjTt0P+2l6ulfdHw==";

TEST(Penpa, WhatIsKnownOfItIsRead) {
    const Record record = only(site + by_zlib + "&a=" + packed("anything"));
    EXPECT_EQ(record.format, "penpa");
    EXPECT_EQ(record.puzzle.geometry(), *Geometry::classic());
    EXPECT_EQ(to_line(record.puzzle),
              "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......");
    EXPECT_EQ(record.metadata.at("title"), "A puzzle, small");
    EXPECT_EQ(record.metadata.at("author"), "Someone");
    EXPECT_EQ(record.metadata.at("rules"), "Cells along a thermometer rise.\nArrows add up.");
    const std::vector<Rule> rules{record.puzzle.rules().begin(), record.puzzle.rules().end()};
    ASSERT_EQ(rules.size(), 3U);
    const auto has = [&](const Rule& rule) { return std::ranges::count(rules, rule) == 1; };
    EXPECT_TRUE(has({.kind = RuleKind::thermometer, .cells = {Cell{1}, Cell{2}, Cell{11}}}));
    EXPECT_TRUE(
        has({.kind = RuleKind::arrow, .cells = {Cell{72}, Cell{73}, Cell{65}}, .numbers = {1}}));
    EXPECT_TRUE(has({.kind = RuleKind::killer_cage, .cells = {Cell{40}, Cell{41}}}));
    const std::string notes = notes_of(record);
    expect_in("taken as rules, as drawn: thermo, arrows, killercages", notes);
    expect_in("not read: the solution", notes);
    expect_in("the rules in words were not read", notes);
    EXPECT_EQ(notes.find("player"), std::string::npos) << notes;
    // Escaped as addresses are, with words around it.
    std::string escaped;
    for (const char c : by_zlib) escaped += c == '+' ? "%2B" : c == '=' ? "%3D" : std::string(1, c);
    const Record again = only("https://x.org/penpa-edit/?m=solve&p=" + escaped + " hard");
    EXPECT_EQ(again.puzzle, record.puzzle);
    expect_in("not read: 'hard'", notes_of(again));
}

TEST(Penpa, ShortNamesAreWrittenOut) {
    Drawing drawing;
    drawing.puzzle =
        R"({zR:{z_:[[1]]},zU:{z_:[]},z8:{z_:[]},zS:{},zN:{"18":[2,1,1],"19":["",1,"1"]},z1:{},)"
        R"(zY:{},zF:{},z2:{},zT:[],z3:[],zD:[],z0:[],z5:[],zL:{},zE:)" +
        Drawing::boxes(64) + R"(,zW:{},zC:{},z4:[],z6:[],z7:[[21,29]],zB:zO,zP:[]})";
    drawing.words = "zZig,zZ zZO zK,,";
    drawing.player = R"({zN:{"20":["3",2,"1"]}})";
    const Record record = only(drawing.link());
    EXPECT_EQ(to_line(record.puzzle), "2...............");
    EXPECT_EQ(record.metadata.at("title"), "zig");
    EXPECT_EQ(record.metadata.at("author"), "z zO zK");
    expect_in("as drawn: nobulbthermo", notes_of(record));
    expect_in("not read: command_redo, the player's entries", notes_of(record));
}

TEST(Penpa, RegionsAreTracedFromLines) {
    for (const int block : {64, 128, 192})
        for (const int corner : {18, 17, 10, 9}) {
            Drawing drawing;
            drawing.puzzle = R"({"lineE":)" + Drawing::boxes(block, corner) + "}";
            const Record record = only(drawing.link());
            EXPECT_EQ(record.puzzle.geometry(), *Geometry::standard(4)) << block << " " << corner;
            EXPECT_TRUE(record.notes.empty()) << notes_of(record);
        }
    Drawing drawing;
    const auto reads = [&](const std::string& lines) {
        drawing.puzzle = R"({"lineE":{)" + lines + "}}";
        return only(drawing.link()).puzzle.geometry();
    };
    const std::string ring =
        R"("85,93":2,"91,99":2,"92,100":2,"99,107":2,"101,109":2,"108,116":2,)"
        R"("91,90":2,"92,93":2,"99,100":2,"101,100":2,"107,108":2,"109,110":2)";
    const GeometryPtr board =
        Geometry::make({.size = 4, .regions = {0, 0, 0, 1, 2, 0, 1, 1, 2, 3, 3, 1, 2, 2, 3, 3}});
    EXPECT_EQ(reads(ring), *board);
    EXPECT_EQ(reads(ring + R"(,"82,83":2,"82,90":2)"), *board) << "the frame says nothing";
    for (const std::string& lines :
         {ring.substr(10), R"("82,83":2)" + std::string(), ring + R"(,"100,108":2)",
          ring + R"(,"92,84":3)", ring + R"(,"92,101":2)", ring + R"(,"92,93,94":2)",
          ring + R"(,"28,36":2)"}) {
        drawing.puzzle = R"({"lineE":{)" + lines + "}}";
        EXPECT_EQ(fault_of_link(drawing.link()).parts(), std::vector<std::string>{"lineE"})
            << lines;
    }
    const Record record = only(drawing.link(), {.without = {"lineE"}});
    EXPECT_EQ(record.puzzle.geometry(), *Geometry::standard(4));
    EXPECT_EQ(record.left_out, std::vector<std::string>{"lineE"});
    expect_in("the usual boxes were taken", notes_of(record));
}

TEST(Penpa, WithoutLinesANineByNineHasTheUsualBoxes) {
    Drawing drawing;
    drawing.puzzle = R"({"lineE":{}})";
    expect_in("no lines around regions", fault_of_link(drawing.link()).what());
    drawing.grid = "sudoku", drawing.side = 9;
    drawing.cells = "[28";
    for (int i = 1; i < 81; ++i) drawing.cells += i % 9 == 0 ? ",5" : ",1";
    drawing.cells += "]";
    const Record record = only(drawing.link());
    EXPECT_EQ(record.puzzle.geometry(), *Geometry::classic());
    expect_in("the usual boxes were taken", notes_of(record));
}

TEST(Penpa, SpaceAroundTheGridIsNoPartOfIt) {
    Drawing drawing;
    drawing.side = 5, drawing.space = "[1,0,0,1]";
    drawing.cells = "[29,1,1,1,6,1,1,1,6,1,1,1,6,1,1,1]";
    drawing.puzzle =
        R"({"number":{"29":["3",1,"1"]},"lineE":{"112,121":2,"121,130":2,"130,139":2,"139,148":2,)"
        R"("128,129":2,"129,130":2,"130,131":2,"131,132":2}})";
    EXPECT_EQ(to_line(only(drawing.link()).puzzle), "3...............");
    EXPECT_EQ(only(drawing.link()).puzzle.geometry(), *Geometry::standard(4));
    drawing.puzzle.replace(drawing.puzzle.find("29"), 2, "21");
    EXPECT_EQ(fault_of_link(drawing.link()).parts(),
              std::vector<std::string>{"number outside the board"});
}

TEST(Penpa, WhatIsNotKnownIsRefusedByName) {
    const std::string lines = R"({"lineE":)" + Drawing::boxes(64);
    for (const auto& [more, part] : std::vector<std::pair<std::string, std::string>>{
             {R"("symbol":{"18":[2,"circle_L",1]})", "symbol"},
             {R"("surface":{"18":3})", "surface"},
             {R"("line":{"18,19":5})", "line"},
             {R"("cage":{"300,301":10})", "cage"},
             {R"("wall":{"18,19":2})", "wall"},
             {R"("deletelineE":{"82,83":1})", "deletelineE"},
             {R"("text":[{"fromConstraint":"Renban"}])", "text"},
             {R"("antiknight":true)", "antiknight"},
             {R"("numberS":{"328":["10",1]})", "numberS"},
             {R"("number":{"18":["1",2,"1"]})", "number of colour 2"},
             {R"("number":{"18":["1",1,"6"]})", R"(number of kind "6")"},
             {R"("number":{"10":["1",1,"1"]})", "number outside the board"},
             {R"("number":{"82":["1",1,"1"]})", "number outside the board"}}) {
        Drawing drawing;
        drawing.puzzle = lines + "," + more + "}";
        const InputError error = fault_of_link(drawing.link());
        if (part != "antiknight") {
            EXPECT_EQ(error.parts(), std::vector<std::string>{part}) << more;
        }
        const Record record = only(drawing.link(), {.without = {part}});
        EXPECT_EQ(record.puzzle, Puzzle{Geometry::standard(4)}) << more;
        EXPECT_EQ(record.left_out, std::vector<std::string>{part}) << more;
    }
    Drawing drawing;
    drawing.flags = "0,1,0,", drawing.tags = R"(["classic","Anti-knight","thermo"])";
    EXPECT_EQ(fault_of_link(drawing.link()).parts(),
              (std::vector<std::string>{"Sudoku flag 2", "tag Anti-knight", "tag thermo"}));
    EXPECT_EQ(to_line(only(drawing.link(),
                           {.without = {"Sudoku flag 2", "tag Anti-knight", "tag thermo"}})
                          .puzzle),
              "1...............");
    drawing = {};
    drawing.puzzle = lines + R"(,"killercages":[[18,19]],"thermo":[[26,27]]})";
    EXPECT_EQ(only(drawing.link()).puzzle.rules().size(), 2U);
    drawing.tags = R"(["thermo","Killer"])";
    EXPECT_EQ(only(drawing.link(), {.without = {"killercages", "tag Killer"}}).left_out,
              (std::vector<std::string>{"killercages", "tag Killer"}));
}

TEST(Penpa, FaultsSayWhatIsThereAndWhatWasExpected) {
    const auto with = [](std::string Drawing::*part, const std::string& by) {
        Drawing drawing;
        drawing.*part = by;
        return drawing.link();
    };
    Drawing oblong;
    oblong.space = "[0,1,0,0]";
    std::string bytes(9, '\xff');
    for (const auto& [link, says] : std::vector<std::pair<std::string, std::string>>{
             {site, "does not hold the puzzle"},
             {site + "!!!!", "Base64"},
             {site + "AAAAA", "Base64"},
             {site + in_base64(bytes), "damaged"},
             {site + by_zlib.substr(0, 400), "ends too early"},
             {site + by_zlib.substr(0, 4), "ends too early"},
             {site + by_zlib + "AAAA", "Base64"},
             {site + by_zlib.substr(0, 644) + "AAAA", "damaged"},
             {site + packed_run(36'000), "more than 8 MiB"},
             {site + packed("square"), "'' for a point or a size"},
             {site + packed("square,4,4"), "no line 1"},
             {with(&Drawing::grid, "hex"), "a grid of the type 'hex'"},
             {with(&Drawing::space, "[0,0,0]"), "spaces"},
             {with(&Drawing::space, "[0,0,0,-1]"), "'-1' for a point"},
             {with(&Drawing::space, "[9,9,9,9]"), "not square"},
             {oblong.link(), "not square"},
             {with(&Drawing::cells, "[18,1]"), "cells"},
             {with(&Drawing::cells, ""), "no puzzle of Penpa+"},
             {with(&Drawing::puzzle, "{"), "no puzzle of Penpa+"},
             {with(&Drawing::puzzle, "[1]"), "no drawings"},
             {with(&Drawing::puzzle, R"({"number":[1]})"), "number"},
             {with(&Drawing::puzzle, R"({"number":{"x":["1",1,"1"]}})"), "'x' for a point"},
             {with(&Drawing::puzzle, R"({"number":{"18":["1",1]}})"), "number"},
             {with(&Drawing::puzzle, R"({"size":{"18":1}})"), "size"},
             {with(&Drawing::puzzle, R"({"thermo":[[18,1]]})"), "no cell at the point 1"},
             {with(&Drawing::puzzle, R"({"thermo":[[18,-1]]})"), "'-1' for a point"},
             {with(&Drawing::puzzle, R"({"thermo":5})"), "thermo"},
             {with(&Drawing::puzzle, R"({"killercages":[[18,99999999999999999999999]]})"),
              "for a point"}})
        expect_in(says, fault_of_link(link).what());
    for (std::size_t cut = site.size(); cut < (site + by_zlib).size() - 2; ++cut)
        fault_of_link((site + by_zlib).substr(0, cut));
}

}  // namespace
}  // namespace clew
