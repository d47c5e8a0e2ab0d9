// Nothing that a text says is lost in silence: whatever is added to a document is used (the record
// is another one), refused (an error), or noted.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "core/formats/formats.hpp"
#include "core/formats/lzstring.hpp"

namespace clew {
namespace {

/// `with` is `without` and one thing more.
struct Added {
    std::string what;
    std::string without, with;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

std::string rows(std::size_t n, const std::string& first) {
    std::string text = "[";
    for (std::size_t r = 0; r < n; ++r) {
        text += r == 0 ? "[" : ",[";
        for (std::size_t c = 0; c < n; ++c)
            text += (c == 0 ? "" : ",") + (r == 0 && c == 0 ? first : std::string("{}"));
        text += "]";
    }
    return text + "]";
}

void add_fpuzzles(std::vector<Added>& all) {
    const auto link = [](const std::string& more, const std::string& cell) {
        return "https://www.f-puzzles.com/?load=" +
               formats::lz_compress(R"({"size": 4, )" + more + R"("grid": )" + rows(4, cell) + "}");
    };
    const std::string plain = link("", "{}");
    for (const char* key : {R"("title": "x")",
                            R"("author": "x")",
                            R"("ruleset": "x")",
                            R"("title": 5)",
                            R"("solution": [1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1])",
                            R"("solution": [1,2])",
                            R"("solution": [1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,null])",
                            R"("diagonal+": true)",
                            R"("diagonal-": true)",
                            R"("diagonal-": 1)",
                            R"("disjointgroups": true)",
                            R"("antiknight": true)",
                            R"("antiking": true)",
                            R"("highlightConflicts": true)",
                            R"("extraregion": [{"cells": ["R1C1", "R2C3"]}])",
                            R"("extraregion": [{"cells": ["R1C1", "R2C3"], "value": 5}])",
                            R"("successMessage": "well done")",
                            R"("msgcorrect": "well done")",
                            R"("truecandidatesoptions": ["x"])",
                            R"("hideSolverMessages": true)",
                            R"("unheardof": 5)",
                            R"("nonconsecutive": true)",
                            R"("killercage": [{"cells": ["R1C1", "R1C2"]}])",
                            R"("thermometer": [{"lines": [["R1C1", "R1C2"]]}])",
                            R"("arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"]]}])",
                            R"("sandwichsum": [{"cell": "R0C1", "value": "2"}])",
                            R"("sandwichsum": [{"cell": "R0C1", "value": ""}])",
                            R"("text": [{"cells": ["R1C1"], "value": "x"}])",
                            R"("line": [{"lines": [["R1C1", "R1C2"]]}])",
                            R"("size": 4)",
                            R"("size": 5)"})
        all.push_back({std::string("fpuzzles ") + key, plain, link(std::string(key) + ", ", "{}")});
    for (const char* key : {R"("value": 3)", R"("value": 3, "given": true)", R"("given": true)",
                            R"("value": 3, "given": 1)", R"("region": 1)", R"("region": null)",
                            R"("centerPencilMarks": [1, 2])", R"("givenPencilMarks": [1, 2])",
                            R"("cornerPencilMarks": [1, 2])", R"("c": "#fff")",
                            R"("cArray": ["#fff"])", R"("highlight": true)", R"("unheardof": 5)"})
        all.push_back(
            {std::string("fpuzzles cell ") + key, plain, link("", "{" + std::string(key) + "}")});
    for (const char* rule : {R"("killercage": [{"cells": ["R1C1", "R1C2"]%}])",
                             R"("thermometer": [{"lines": [["R1C1", "R1C2"]]%}])",
                             R"("arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"]]%}])",
                             R"("sandwichsum": [{"cell": "R0C1", "value": "2"%}])"})
        for (const char* key : {"outlineC", "baseC", "fontC", "lineC", "width", "size",
                                "highlightC", "isNewConstraint", "unheardof"}) {
            const std::string more = std::string(", \"") + key + "\": \"x\"";
            all.push_back({std::string("fpuzzles ") + rule + " with " + key,
                           link(replaced(rule, "%", "") + ", ", "{}"),
                           link(replaced(rule, "%", more) + ", ", "{}")});
        }
    for (const char* around : {"%&more=1", "%#place", "% and words", "my puzzle: %"})
        all.push_back(
            {std::string("fpuzzles link in ") + around, plain, replaced(around, "%", plain)});
    all.push_back({"fpuzzles marks of a filled cell", link("", R"({"value": 3})"),
                   link("", R"({"value": 3, "centerPencilMarks": [1, 2]})")});
}

void add_sudokupad(std::vector<Added>& all) {
    const auto link = [](const std::string& more, const std::string& cell) {
        return "scl" + formats::lz_compress("{" + more + R"("cells": )" + rows(4, cell) + "}");
    };
    const std::string plain = link("", "{}");
    const std::string solution = "1234341221434321";
    for (const std::string& key :
         std::vector<std::string>{R"("id": "x")",
                                  R"("title": "x")",
                                  R"("t": "x")",
                                  R"("author": "x")",
                                  R"("rules": "x")",
                                  R"("cellSize": 50)",
                                  R"("cs": 50)",
                                  R"("settings": {"a": 1})",
                                  R"("metadata": {"title": "x"})",
                                  R"("metadata": {"solution": ")" + solution + "\"}",
                                  R"("metadata": {"solution": "12"})",
                                  R"("metadata": {"foglight": [1]})",
                                  R"("metadata": 5)",
                                  R"("cages": [{"value": "title: x"}])",
                                  R"("cages": [{"value": "a word"}])",
                                  R"("cages": [{"value": 7}])",
                                  R"("cages": [{"value": 7, "cells": [[0,0]]}])",
                                  R"("regions": [[[0,0]]])",
                                  R"("lines": [{"thickness": 3}])",
                                  R"("unheardof": 5)"})
        all.push_back({"scl " + key, plain, link(key + ", ", "{}")});
    for (const char* key : {R"("value": 3)", R"("v": 3)", R"("value": 0)", R"("unheardof": 5)"})
        all.push_back(
            {std::string("scl cell ") + key, plain, link("", "{" + std::string(key) + "}")});
    const std::string scf = "scf" + std::string(16, 'o');
    all.push_back({"scf title", scf, scf + "*a title"});
    const std::string address = "https://sudokupad.app/" + plain;
    for (const char* around : {"%?setting-nogrid=1", "%&more=1", "my puzzle: %"})
        all.push_back(
            {std::string("sudokupad link in ") + around, address, replaced(around, "%", address)});
    all.push_back({"scf link in words", "https://sudokupad.app/" + scf,
                   "my puzzle: https://sudokupad.app/" + scf});
}

void add_json(std::vector<Added>& all) {
    const std::string plain = R"({"format": "clew-puzzle", "version": 1, "geometry": {"size": 4}})";
    for (const char* key :
         {R"("givens": "1...............")", R"("marks": [["12",null,null,null],
              [null,null,null,null],[null,null,null,null],[null,null,null,null]])",
          R"("progress": {"placed": "1..............."})",
          R"("progress": {"removed": {"r1c1": "2"}})", R"("progress": {"unheardof": 1})",
          R"("progress": {"removed": {"r1c1": "2", "R1C1": "3"}})",
          R"("solution": "1234341221434321")", R"("metadata": {"a": "b"})",
          R"("metadata": {"a": 5})", R"("unheardof": 5)", R"("version": 1)", R"("version": 2)"})
        all.push_back({std::string("json ") + key, plain,
                       replaced(plain, "\"geometry\"", std::string(key) + ", \"geometry\"")});
    for (const char* key :
         {R"("boxes": [2, 2])", R"("regions": "AABBAABBCCDDCCDD")",
          R"("boxes": [2, 2], "regions": "AABBAABBCCDDCCDD")", R"("diagonals": ["main"])",
          R"("diagonals": ["anti"])", R"("windows": true)", R"("disjoint_groups": true)",
          R"("extra_houses": [{"cells": ["r1c1", "r2c3"]}])",
          R"("extra_houses": [{"cells": ["r1c1", "r2c3"], "unheardof": 5}])",
          R"("extra_houses": [{"cells": ["r1c1", "r2c3"], "name": "x"}])", R"("size": 4)",
          R"("unheardof": 5)"})
        all.push_back({std::string("json geometry ") + key, plain,
                       replaced(plain, R"("size": 4)", std::string(R"("size": 4, )") + key)});
}

void add_opensudoku(std::vector<Added>& all) {
    const std::string game = "<game data=\"" + std::string(81, '0') + "\"/>";
    const std::string plain = "<opensudoku>" + game + "</opensudoku>\n";
    for (const char* attribute : {"name", "note", "user_note", "state", "time", "unheardof"})
        all.push_back({std::string("opensudoku game ") + attribute, plain,
                       replaced(plain, "<game", "<game " + std::string(attribute) + "=\"x\"")});
    all.push_back({"opensudoku two notes", replaced(plain, "<game", "<game note=\"x\""),
                   replaced(plain, "<game", "<game note=\"x\" user_note=\"y\"")});
    for (const char* element : {"name", "author", "description", "comment", "created", "source",
                                "level", "sourceURL", "unheardof"}) {
        const std::string name = element;
        const std::string once = replaced(plain, "<game", "<" + name + ">x</" + name + "><game");
        all.push_back({"opensudoku " + name, plain, once});
        if (name == "unheardof") continue;  // named once is enough
        all.push_back({"opensudoku second " + name, once,
                       replaced(once, "<game", "<" + name + ">y</" + name + "><game")});
    }
    for (const char* element : {"name", "author"}) {
        const std::string name = element;
        const std::string once = replaced(plain, "<game", "<" + name + ">x</" + name + "><game");
        all.push_back({"opensudoku attribute of " + name, once,
                       replaced(once, "<" + name, "<" + name + " unheardof=\"1\"")});
        all.push_back(
            {"opensudoku element in " + name, once, replaced(once, ">x</", ">x<b>y</b></")});
    }
    all.push_back({"opensudoku second data", plain,
                   replaced(plain, "<game", "<game data=\"" + std::string(81, '1') + "\"")});
    all.push_back({"opensudoku second document", plain, plain + plain});
    std::string cells = "version: 3\n";
    for (int i = 0; i < 81; ++i) cells += i == 0 ? "5|0|1|" : "0|0|1|";
    const std::string notes = "<opensudoku><game data=\"" + cells + "\"/></opensudoku>\n";
    all.push_back({"opensudoku notes of a filled cell", notes, replaced(notes, "5|0|1", "5|3|1")});
    all.push_back(
        {"opensudoku open cell that is fixed", notes, replaced(notes, "|0|0|1", "|0|0|0")});
    for (const char* version : {"version=\"3\"", "unheardof=\"1\""})
        all.push_back({std::string("opensudoku ") + version, plain,
                       replaced(plain, "<opensudoku", "<opensudoku " + std::string(version))});
    const std::string folder = "<opensudoku><folder>" + game + "</folder></opensudoku>\n";
    all.push_back(
        {"opensudoku folder name", folder, replaced(folder, "<folder", "<folder name=\"x\"")});
    all.push_back({"opensudoku folder created", folder,
                   replaced(folder, "<folder", "<folder created=\"x\"")});
    all.push_back({"opensudoku folder element", folder, replaced(folder, "<game", "<odd/><game")});
    all.push_back({"opensudoku nested folder", folder,
                   replaced(folder, "</folder>", "<folder>" + game + "</folder></folder>")});
}

void add_lines(std::vector<Added>& all) {
    const std::string puzzle = "1...............";
    all.push_back({"line comment", puzzle + "\n", puzzle + " # x\n"});
    for (const char* name : {"solution", "level", "", "level", "puzzle"})
        all.push_back(
            {std::string("csv column ") + name, "puzzle,level\n" + puzzle + ",\n",
             std::string("puzzle,level,") + name + "\n" + puzzle + ",,1234341221434321\n"});
    const std::string grid = "1...\n....\n....\n....\n";
    for (const char* letter : {"A", "D", "C", "B", "S", "L", "U", "X"})
        all.push_back(
            {std::string("sdk #") + letter, grid, "#" + std::string(letter) + "x\n" + grid});
    all.push_back({"sdk state", "[Puzzle]\n" + grid,
                   "[Puzzle]\n" + grid + "[State]\n12..\n....\n....\n....\n"});
    for (const char* letter : {"A", "D", "C", "B", "S", "L", "U"})
        for (const std::string& text : {puzzle + "\n", puzzle + " # x\n"})
            all.push_back(
                {std::string("line #") + letter, text, "#" + std::string(letter) + " y\n" + text});
    std::string groups;
    for (int r = 0; r < 4; ++r) groups += "12 34 1234 1234\n";
    for (const char* mark : {"*", "#", "@", "x"})
        all.push_back({std::string("pencilmarks ") + mark, groups,
                       replaced(groups, "34", std::string("3") + mark + "4")});
    std::string wiki;
    for (int i = 0; i < 81; ++i) wiki += i == 0 ? "03" : "vu";
    wiki = "https://www.sudokuwiki.org/sudoku.htm?bd=" + wiki;
    for (const char* around : {"%&more=1", "my puzzle: %", "% and words"})
        all.push_back(
            {std::string("sudokuwiki link in ") + around, wiki, replaced(around, "%", wiki)});
    const std::string blank(81, '.');
    for (const char* line : {":1:x:%::::", ":0000:2:%::::", ":0000:x:%:411:::", ":0000:x:%::411::",
                             ":0000:x:%:::411:", ":0000:x:%::::more"})
        all.push_back({std::string("hodoku ") + line, replaced(":0000:x:%::::\n", "%", blank),
                       replaced(std::string(line) + "\n", "%", blank)});
}

std::optional<std::vector<Record>> read(const std::string& text) {
    try {
        return read_all(text, "t");
    } catch (const InputError&) {
        return std::nullopt;
    }
}

bool same(const Record& a, const Record& b) {
    return a.puzzle == b.puzzle && a.progress == b.progress && a.solution == b.solution &&
           a.metadata == b.metadata && a.notes == b.notes && a.format == b.format;
}

TEST(Keys, WhateverIsAddedIsUsedRefusedOrNoted) {
    std::vector<Added> all;
    add_fpuzzles(all);
    add_sudokupad(all);
    add_json(all);
    add_opensudoku(all);
    add_lines(all);
    EXPECT_GT(all.size(), 100U);
    for (const Added& added : all) {
        const auto before = read(added.without), after = read(added.with);
        ASSERT_TRUE(before) << added.what;
        ASSERT_FALSE(before->empty()) << added.what;
        if (!after) continue;  // refused
        bool seen = after->size() != before->size();
        for (std::size_t i = 0; !seen && i < after->size(); ++i)
            seen = !same((*before)[i], (*after)[i]);
        EXPECT_TRUE(seen) << added.what << " is lost in silence";
    }
}

TEST(Keys, WhatIsNotReadIsNamed) {
    const auto notes = [](const std::string& text) {
        std::string all;
        for (const Record& record : read_all(text, "t"))
            for (const std::string& note : record.notes) all += note + "\n";
        return all;
    };
    const std::string link =
        "https://www.f-puzzles.com/?load=" +
        formats::lz_compress(R"({"size": 4, "successMessage": "x", "highlightConflicts": true, )"
                             R"("grid": )" +
                             rows(4, R"({"c": "#fff", "highlight": true})") + "}");
    EXPECT_EQ(
        notes(link),
        "not read, for they are no rules: successMessage, highlightConflicts, c, highlight\n");
    const std::string looks =
        R"({"size": 4, "grid": )" + rows(4, "{}") +
        R"(, "thermometer": [{"lines": [["R1C1", "R1C2"]], "width": 3, "lineC": "#ccc"},)"
        R"( {"lines": [["R3C1", "R3C2"]], "width": 5}],)"
        R"( "killercage": [{"cells": ["R2C1", "R2C2"], "outlineC": "#ccc", "fontC": ""}]})";
    EXPECT_EQ(notes(looks),
              "not read, for they are no rules: killercage.outlineC, thermometer.width, "
              "thermometer.lineC\n")
        << "one note, each key once, none without a value";
    EXPECT_EQ(notes("<opensudoku version=\"4\"><game state=\"1\" data=\"" + std::string(81, '0') +
                    "\"/></opensudoku>\n"),
              "'0' was taken as blank\nnot read: version 4, state\n");
}

TEST(Keys, AKeyThatIsTwiceInAnObjectIsRefused) {
    for (
        const char* text :
        {R"({"format": "clew-puzzle", "version": 1, "geometry": {"size": 4}, "givens": "1...............", "givens": "................"})",
         R"({"format": "clew-puzzle", "version": 1, "geometry": {"size": 4, "size": 4}})"})
        EXPECT_FALSE(read(text)) << text;
    const auto records = read(
        R"({"format": "clew-puzzle", "version": 1, "geometry": {"size": 4}, "metadata": {"size": "4"}})");
    ASSERT_TRUE(records) << "the same key in two objects is two keys";
    EXPECT_EQ(records->size(), 1U);
}

TEST(Keys, DeepFoldersAreRefused) {
    std::string text = "<opensudoku>";
    for (int i = 0; i < 100'000; ++i) text += "<folder>";
    text += "<game data=\"" + std::string(81, '0') + "\"/>";
    for (int i = 0; i < 100'000; ++i) text += "</folder>";
    EXPECT_FALSE(read(text + "</opensudoku>\n"));
}

}  // namespace
}  // namespace clew
