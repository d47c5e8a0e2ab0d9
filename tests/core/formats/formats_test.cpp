#include "core/formats/formats.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "core/board/notation.hpp"
#include "tests/core/formats/texts.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew {
namespace {

using reference::gould;
using reference::p92;

std::string rows_of(const std::string& line, std::size_t n) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); i += n) text += line.substr(i, n) + "\n";
    return text;
}

TEST(Formats, LinePuzzlesAreReadOneByOne) {
    std::istringstream input{p92 + "\r\n\n# a comment with 123\n" + gould + "  # Gould-92\n"};
    PuzzleReader reader{input, "t"};
    auto first = reader.next();
    ASSERT_TRUE(first);
    EXPECT_EQ(to_line(first->puzzle), p92);
    EXPECT_EQ(first->format, "line");
    EXPECT_EQ(first->place, (Place{"t", 1, 1}));
    auto second = reader.next();
    ASSERT_TRUE(second);
    EXPECT_EQ(to_line(second->puzzle), gould);
    EXPECT_EQ(second->place.line, 4U);
    EXPECT_EQ(second->metadata.at("comment"), "Gould-92");
    EXPECT_FALSE(reader.next());
    EXPECT_FALSE(reader.next());
}

TEST(Formats, AFaultyLineIsReportedAndTheNextIsRead) {
    std::istringstream input{p92 + "\n" + p92.substr(1) + "\n" + gould + "\n"};
    PuzzleReader reader{input, "t"};
    EXPECT_TRUE(reader.next());
    try {
        reader.next();
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.place(), (Place{"t", 2, 1}));
        EXPECT_STREQ(error.what(), "80 symbols are not a puzzle");
    }
    const auto last = reader.next();
    ASSERT_TRUE(last);
    EXPECT_EQ(to_line(last->puzzle), gould);
    EXPECT_FALSE(reader.next());
}

TEST(Formats, HeadersBeforeLinePuzzlesAreKept) {
    const auto records =
        read_all("#D First\n#AMe\n" + p92 + "\n" + p92 + "\n#Difficult ones\n" + p92 +
                     " # hard\n# a comment\n#DThird\n#C old\n" + p92 + " # hard\n#D In JSON\n" +
                     R"({"format": "clew-puzzle", )"
                     R"("version": 1, "geometry": {"size": 4}})" +
                     "\n",
                 "t");
    ASSERT_EQ(records.size(), 5U);
    using Metadata = std::map<std::string, std::string>;
    EXPECT_EQ(records[0].metadata, (Metadata{{"description", "First"}, {"author", "Me"}}));
    EXPECT_EQ(records[1].metadata, Metadata{});
    EXPECT_EQ(records[2].metadata, (Metadata{{"comment", "hard"}}));
    EXPECT_EQ(records[3].metadata, (Metadata{{"description", "Third"}, {"comment", "old\nhard"}}));
    EXPECT_EQ(records[4].metadata, (Metadata{{"description", "In JSON"}}));
}

TEST(Formats, SdkWithHeadersIsRecognised) {
    const Record r = only("\xef\xbb\xbf#AMe\r\n#DTwo\r\n#Dlines\r\n" + rows_of(p92, 9));
    EXPECT_EQ(to_line(r.puzzle), p92);
    EXPECT_EQ(r.format, "sdk");
    EXPECT_EQ(r.metadata.at("author"), "Me");
    EXPECT_EQ(r.metadata.at("description"), "Two\nlines");
}

TEST(Formats, MixedBlankSymbolsAreAFault) {
    std::string mixed = p92;
    mixed[3] = '0';
    EXPECT_EQ(fault(mixed).place(), (Place{"t", 1, 4}));
}

std::string ss_grid(const std::string& line) {
    std::string text = "*-----------*\n";
    for (std::size_t row = 0; row < 9; ++row) {
        if (row == 3 || row == 6) text += "|---+---+---|\n";
        for (std::size_t box = 0; box < 3; ++box) text += "|" + line.substr(row * 9 + box * 3, 3);
        text += "|\n";
    }
    return text + "*-----------*\n";
}

struct Recognised {
    const char* what;
    std::string text;
    std::string format;
    std::string line;  // the givens expected
};

const std::string six =
    "1..4.6"
    ".5...."
    "2....3"
    "......"
    "..2..."
    "6....1";

std::string spaced(const std::string& line) {
    std::string text;
    for (char c : line) text += std::string(1, c) + ' ';
    text.pop_back();
    return text;
}

std::string with_blank(std::string line, char blank) {
    for (char& c : line)
        if (c == '.') c = blank;
    return line;
}

TEST(Formats, AreRecognised) {
    std::string sixteen_letters(256, '.'), sixteen_digits(256, '.');
    sixteen_letters[0] = 'A', sixteen_letters[255] = 'P';
    sixteen_digits[0] = '1', sixteen_digits[255] = 'G';
    std::string hex(256, '.');
    hex[0] = '0', hex[255] = 'F';
    std::string numbers;
    for (std::size_t i = 0; i < 256; ++i) numbers += i == 0 ? "1" : i == 255 ? " 16" : " .";
    const std::string regions =
        "AAABBBCCCAAABBBCCCAAABBBCCCDDDEEEFFFDDDEEEFFFDDDEEEFFFGGGHHHIIIGGGHHHIIIGGGHHHIII";
    const Recognised rows[] = {
        {"zeros", with_blank(p92, '0'), "line", p92},
        {"stars", with_blank(p92, '*'), "line", p92},
        {"underscores", with_blank(p92, '_'), "line", p92},
        {"x", with_blank(p92, 'X'), "line", p92},
        {"spaces for blanks", with_blank(p92, ' '), "line", p92},
        {"spaced", spaced(p92), "line", p92},
        {"6x6", six, "line", six},
        {"6x6 rows", rows_of(six, 6), "sdk", six},
        {"4x4", "1.3..4..2......1", "line", "1.3..4..2......1"},
        {"4x4 rows", "1.3.\n.4..\n2...\n...1\n", "sdk", "1.3..4..2......1"},
        {"16x16 letters", sixteen_letters, "line", sixteen_digits},
        {"16x16 digits and letters", sixteen_digits, "line", sixteen_digits},
        {"16x16 hexadecimal", hex, "line", sixteen_digits},
        {"16x16 numbers", numbers, "line", sixteen_digits},
        {"16x16 rows", rows_of(sixteen_digits, 16), "sdk", sixteen_digits},
        {"rows with bars",
         "..9|...|..2\n...|31.|8..\n2.8|.6.|...\n---+---+---\n.5.|.2.|..1\n"
         "...|4.8|...\n6..|.9.|.4.\n---+---+---\n...|..6|4.3\n..7|.85|...\n"
         "1..|...|2..\n",
         "sdk", p92},
        {"rows with empty lines between bands",
         rows_of(p92.substr(0, 27), 9) + "\n" + rows_of(p92.substr(27, 27), 9) + "\n" +
             rows_of(p92.substr(54), 9),
         "sdk", p92},
        {"[Puzzle]", "[Puzzle]\n" + rows_of(p92, 9), "sdk", p92},
        {"Simple Sudoku", ss_grid(p92), "ss", p92},
        {"CSV", "quizzes,solutions\n" + with_blank(p92, '0') + ",\n", "csv", p92},
        {"CSV with other columns",
         "id,Puzzle,solution,clues,difficulty\n1,\"" + p92 + "\",,24,2.5\n", "csv", p92},
        {"HoDoKu", ":0000:x:" + p92 + ":::", "hodoku", p92},
        {"jigsaw on a line", p92 + regions, "jigsaw", p92},
        {"jigsaw on two lines", p92 + "\n" + regions + "\n", "jigsaw", p92},
        {"jigsaw drawn", rows_of(p92, 9) + "\n" + rows_of(regions, 9), "jigsaw", p92},
        {"address of SudokuWiki", "https://www.sudokuwiki.org/sudoku.htm?bd=" + p92, "sudokuwiki",
         p92},
    };
    for (const Recognised& row : rows) {
        SCOPED_TRACE(row.what);
        std::vector<Record> records;
        ASSERT_NO_THROW(records = read_all(row.text, "t")) << [&] {
            try {
                read_all(row.text, "t");
            } catch (const InputError& e) {
                return e.message();
            }
            return std::string();
        }();
        ASSERT_EQ(records.size(), 1U);
        EXPECT_EQ(records[0].format, row.format);
        EXPECT_EQ(to_line(records[0].puzzle), row.line);
        EXPECT_FALSE(records[0].puzzle.has_marks());
        EXPECT_FALSE(records[0].progress);
        EXPECT_TRUE(records[0].puzzle.geometry() ==
                    *Geometry::standard(records[0].puzzle.geometry().size()));
        // The same text by name, and written and read again.
        const Record named = only(row.text, {.format = row.format});
        EXPECT_EQ(named.puzzle, records[0].puzzle);
        const Record again = only(write_record(records[0], row.format));
        EXPECT_EQ(again.puzzle, records[0].puzzle);
        EXPECT_EQ(again.format, row.format);
        const std::string twice = row.text + "\n\n" + (row.format == "csv" ? p92 + "," : row.text);
        if (row.format != "csv") {
            EXPECT_EQ(read_all(twice).size(), 2U);
        }
    }
}

TEST(Formats, NotesSayWhatWasTakenForWhat) {
    const auto notes = [](const std::string& text) {
        std::string all;
        for (const std::string& note : only(text).notes) all += note + "; ";
        return all;
    };
    std::string letters(256, '.');
    letters[0] = 'A', letters[255] = 'P';
    EXPECT_EQ(notes(letters), "the symbols A-P were taken as 1-16; ");
    letters[0] = '1', letters[255] = 'G';
    EXPECT_EQ(notes(letters), "the symbols 1-9A-G were taken as 1-16; ");
    letters[0] = '0', letters[255] = 'F';
    EXPECT_EQ(notes(letters), "the symbols 0-9A-F were taken as 1-16; ");
    EXPECT_EQ(notes(with_blank(p92, '0')), "'0' was taken as blank; ");
    EXPECT_EQ(notes(with_blank(p92, ' ')), "the space was taken as blank; ");
    EXPECT_EQ(notes(p92), "");
}

TEST(Formats, PencilMarksOfAllCandidatesAreAPlainPuzzle) {
    Record record;
    record.puzzle = Puzzle::from_line(p92);
    const std::string text = write_record(record, "pencilmarks");
    const Record again = only(text);
    EXPECT_EQ(again.format, "pencilmarks");
    EXPECT_EQ(again.puzzle, record.puzzle) << text;
}

TEST(Formats, PencilMarksAreThePuzzleWhereNothingTellsGivens) {
    Record record;
    record.puzzle = Puzzle::from_line(p92);
    std::vector<DigitSet> open = record.puzzle.candidates_after_givens();
    open[0] -= DigitSet{open[0].first()};
    record.puzzle.set_marks(Cell{0}, open[0]);
    for (const char* format : {"pencilmarks", "sukaku", "sudokuwiki"}) {
        SCOPED_TRACE(format);
        const Record again = only(write_record(record, format));
        EXPECT_EQ(again.format, format);
        EXPECT_EQ(again.puzzle.candidates_after_givens()[0], open[0]);
        EXPECT_FALSE(again.progress);
    }
    EXPECT_THROW(write_record(record, "line"), InputError);
    EXPECT_THROW(write_record(record, "sdk"), InputError);
}

TEST(Formats, ASingleDigitThatStillStandsElsewhereIsNotPlaced) {
    std::vector<std::string> cells(81, "123456789");
    cells[0] = "5";   // still in its peers: a naked single
    cells[80] = "7";  // nowhere else in its houses: placed
    const Geometry& g = *Geometry::classic();
    for (Cell peer : g.peers(Cell{80})) cells[peer.index()] = "12345689";
    std::string text;
    for (std::size_t i = 0; i < 81; ++i) text += cells[i] + (i % 9 == 8 ? "\n" : " ");
    const Record r = only(text);
    EXPECT_EQ(r.puzzle.given(Cell{0}), std::nullopt);
    EXPECT_EQ(r.puzzle.marks(Cell{0}), DigitSet{Digit{4}});
    EXPECT_EQ(r.puzzle.given(Cell{80}), Digit{6});
}

TEST(Formats, HodokuStateKeepsCluesAndEntriesApart) {
    std::string grid = p92;
    grid.replace(3, 1, "+8");
    const Record r = only(":0201:2:" + grid + ":411 731:432::\n");
    EXPECT_EQ(to_line(r.puzzle), p92);
    ASSERT_TRUE(r.progress);
    EXPECT_EQ(r.progress->placed[3], Digit{7});
    EXPECT_EQ(r.progress->removed[0], DigitSet{Digit{3}});
    EXPECT_EQ(r.progress->removed[18], DigitSet{Digit{6}});
    EXPECT_EQ(r.metadata.at("technique"), "0201");
    EXPECT_EQ(r.metadata.at("eliminations"), "432");
    EXPECT_EQ(write_record(r, "hodoku"), ":0201:2:" + grid + ":411 731:432:\n");
}

TEST(Formats, PlayersEntriesSurviveEveryFormatThatHasThem) {
    Record record;
    record.puzzle = Puzzle::from_line(p92);
    PlayerMarks progress{std::vector<std::optional<Digit>>(81), std::vector<DigitSet>(81)};
    progress.placed[3] = Digit{7};
    const std::vector<DigitSet> open = record.puzzle.candidates_after_givens();
    progress.removed[9] = DigitSet{open[9].first()};
    record.progress = progress;
    for (const char* format : {"hodoku", "ss", "sudokuwiki"}) {
        SCOPED_TRACE(format);
        const std::string text = write_record(record, format);
        SCOPED_TRACE(text);
        const Record again = only(text);
        EXPECT_EQ(again.format, format);
        EXPECT_EQ(again.puzzle, record.puzzle);
        ASSERT_TRUE(again.progress);
        EXPECT_EQ(again.progress->placed, progress.placed);
        EXPECT_EQ(again.progress->removed, progress.removed);
    }
    progress.removed[9] = {};
    record.progress = progress;
    EXPECT_EQ(only(write_record(record, "sdk")).progress, progress);
}

TEST(Formats, SdxTellsGivensFromEntries) {
    std::string text;
    for (std::size_t i = 0; i < 81; ++i)
        text += std::string(i == 0    ? "5"
                            : i == 40 ? "u7"
                            : i == 41 ? "12"
                                      : "12345689") +
                (i % 9 == 8 ? "\n" : " ");
    const Record r = only(text);
    EXPECT_EQ(r.format, "sdx");
    EXPECT_EQ(r.puzzle.given_count(), 1U);
    EXPECT_EQ(r.puzzle.given(Cell{0}), Digit{4});
    ASSERT_TRUE(r.progress);
    EXPECT_EQ(r.progress->placed[40], Digit{6});
    EXPECT_TRUE(r.progress->removed[41].contains(Digit{2}));
    const Record again = only(write_record(r, "sdx"));
    EXPECT_EQ(again.puzzle, r.puzzle);
    EXPECT_EQ(again.progress, r.progress);
}

TEST(Formats, MixedFormatsInOneFile) {
    Record record;
    record.puzzle = Puzzle::from_line(gould);
    const std::string text = p92 + "\n" + ss_grid(p92) + ss_grid(gould) + "\n#AMe\n" +
                             rows_of(gould, 9) + rows_of(p92, 9) + ":0000:x:" + p92 + "::::\n" +
                             write_record(record, "sukaku") + write_record(record, "pencilmarks") +
                             six + "\n";
    std::vector<std::string> formats;
    for (const Record& r : read_all(text)) formats.push_back(r.format);
    EXPECT_EQ(formats, (std::vector<std::string>{"line", "ss", "ss", "sdk", "sdk", "hodoku",
                                                 "sukaku", "pencilmarks", "line"}));
}

struct Faulty {
    const char* what;
    std::string text;
    std::size_t line, column;
    std::string message;  // a part of it
};

TEST(Formats, FaultsNameTheirPlace) {
    std::string bad = p92;
    bad[40] = 'Z';
    std::string short_rows = rows_of(p92, 9);
    short_rows.resize(80);
    std::string uneven = rows_of(p92, 9);
    uneven.erase(31, 1);
    const Faulty rows[] = {
        {"a letter", p92 + "\n" + bad, 2, 41, "'Z' is not a digit of a 9x9 puzzle"},
        {"82 symbols", p92 + ".", 1, 1, "82 symbols are not a puzzle"},
        {"text after it", p92 + " junk", 1, 83, "text after the puzzle: 'junk'"},
        {"eight rows", short_rows, 8, 0, "ends after 8 rows"},
        {"a short row", uneven, 4, 1, "row 4 has 8 cells"},
        {"a zero byte",
         std::string("12\0"
                     "4",
                     4),
         1, 3, "byte 0x00"},
        {"UTF-16",
         "\xff\xfe"
         "1",
         1, 1, "looks like UTF-16"},
        {"digits too large", "1234567812345678", 1, 5, "'5' is not a digit of a 4x4 puzzle"},
        {"words", "hello world", 1, 1, ""},
        {"a HoDoKu candidate", ":0000:x:" + p92 + ":41::", 1, 91, "'41' is not a candidate"},
        {"a HoDoKu grid", ":0000:x:123:::", 1, 9, "a grid of 3 cells"},
        {"CSV fields", "puzzle,solution\n" + p92, 2, 1, "1 fields"},
        {"CSV puzzle", "id,puzzle\n1,12345", 2, 3, "5 symbols are not a puzzle"},
        {"CSV solution", "puzzle,solution\n" + p92 + "," + p92, 2, 83,
         "a blank cell in a solution"},
        {"a Sukaku digit", "2" + std::string(728, '.'), 1, 1, "'2' in the place of digit 1"},
        {"a frame alone", "*-----------*\n", 1, 1, "a frame without rows"},
    };
    for (const Faulty& row : rows) {
        SCOPED_TRACE(row.what);
        const InputError error = fault(row.text);
        EXPECT_EQ(to_string(error.place()), to_string(Place{"t", row.line, row.column}));
        EXPECT_NE(std::string(error.what()).find(row.message), std::string::npos) << error.what();
        EXPECT_FALSE(error.hint().empty());
    }
}

TEST(Formats, TheTableIsConsistent) {
    for (const FormatInfo& info : known_formats()) {
        EXPECT_EQ(find_format(info.name), &info);
        EXPECT_TRUE(info.can_read || info.can_write);
        EXPECT_FALSE(info.description.empty());
    }
    EXPECT_EQ(find_format("729")->name, "sukaku");
    EXPECT_EQ(find_format("SDK")->name, "sdk");
    EXPECT_EQ(find_format("nothing"), nullptr);
    std::istringstream input;
    EXPECT_THROW(PuzzleReader(input, "t", {.format = "nothing"}), InputError);
}

}  // namespace
}  // namespace clew
