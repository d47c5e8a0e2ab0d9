#include "encode/board/formats.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "encode/board/notation.hpp"

namespace clew {
namespace {

const std::string p92 =
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..";
const std::string gould =
    "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..";

std::string rows_of(const std::string& line, std::size_t n) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); i += n) text += line.substr(i, n) + "\n";
    return text;
}

Record only(const std::string& text, const ReaderOptions& options = {}) {
    auto records = read_all(text, "t", options);
    EXPECT_EQ(records.size(), 1U) << text;
    return records.at(0);
}

InputError fault(const std::string& text, const ReaderOptions& options = {}) {
    try {
        read_all(text, "t", options);
    } catch (const InputError& error) {
        return error;
    }
    ADD_FAILURE() << "no error for: " << text;
    return InputError{{}, ""};
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

TEST(Formats, TheShippedP92KeepsItsClues) {
    const Record r = only(rows_of(p92, 9) + "\n");
    EXPECT_EQ(r.puzzle.given_count(), 24U);
}

}  // namespace
}  // namespace clew
