// Long texts are read in linear time and are given up when somebody says so; short ones are read
// whole. Told by how often the reader asks, never by a clock.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "core/base/strict_json.hpp"
#include "core/formats/formats.hpp"
#include "core/formats/lzstring.hpp"

namespace clew {
namespace {

/// What came of reading a text that is stopped at the asking of that number, from 1; 0: never.
struct Heard {
    std::uint64_t askings = 0;
    std::size_t records = 0;
    bool stopped = false;
    std::string fault{};
};
Heard heard(const std::string& text, std::uint64_t stop_at) {
    std::istringstream input{text};
    Heard heard;
    PuzzleReader reader{input, "t", {.stopped = [&] { return ++heard.askings == stop_at; }}};
    try {
        while (reader.next()) ++heard.records;
    } catch (const InputError& error) {
        heard.fault = error.what();
    }
    heard.stopped = reader.stopped();
    return heard;
}

std::string json_with(const std::string& more) {
    return R"({"format": "clew-puzzle", "version": 1, "geometry": {"size": 4})" + more + "}";
}

std::string metadata(std::size_t keys) {
    std::string text = R"(, "metadata": {)";
    for (std::size_t i = 0; i < keys; ++i)
        text += (i == 0 ? "\"k" : ",\n\"k") + std::to_string(i) + "\": \"\"";
    return text + "}";
}

std::string opensudoku(std::size_t attributes, std::size_t games) {
    std::string text = "<opensudoku><game data=\"" + std::string(81, '0') + "\"";
    for (std::size_t i = 0; i < attributes; ++i) text += "\na" + std::to_string(i) + "=\"1\"";
    text += "/>";
    for (std::size_t i = 0; i < games; ++i)
        text += "\n<game data=\"" + std::string(81, '0') + "\"/>";
    return text + "</opensudoku>\n";
}

std::string fpuzzles(std::size_t keys) {
    std::string text = R"({"size": 4, "grid": [)";
    for (int row = 0; row < 4; ++row)
        text += std::string(row == 0 ? "" : ", ") + "[{}, {}, {}, {}]";
    text += "]";
    for (std::size_t i = 0; i < keys; ++i) text += ", \"k" + std::to_string(i) + "\": null";
    return text + "}";
}

TEST(Hearing, LongTextsAreGivenUpWhereverTheyAre) {
    std::string array = "[";
    for (int i = 0; i < 400; ++i) array += (i == 0 ? "" : ",\n") + json_with("");
    const std::pair<const char*, std::string> texts[] = {
        {"metadata", json_with(metadata(100'000))},
        {"a key after it", json_with(metadata(100'000) + ", \"unheardof\": 1")},
        {"puzzles in an array", array + "]"},
        {"f-puzzles", fpuzzles(100'000)},
        {"an f-puzzles link",
         "https://f-puzzles.com/?load=" + formats::lz_compress(fpuzzles(90'000))},
        {"attributes", opensudoku(100'000, 0)},
        {"games", opensudoku(0, 70'000)},
    };
    for (const auto& [what, text] : texts) {
        SCOPED_TRACE(what);
        const Heard whole = heard(text, 0);
        EXPECT_FALSE(whole.stopped);
        ASSERT_GE(whole.askings, 3U) << "is asked now and then";
        EXPECT_LE(whole.askings, text.size() / 64) << "and not all the time";
        for (const std::uint64_t at : {std::uint64_t{1}, whole.askings / 2, whole.askings}) {
            const Heard part = heard(text, at);
            EXPECT_TRUE(part.stopped);
            EXPECT_EQ(part.askings, at) << "nothing is read after a stop";
            EXPECT_EQ(part.fault, "");
            EXPECT_EQ(part.records, 0U);
        }
    }
}

TEST(Hearing, ShortTextsAreReadWhole) {
    for (const std::string& text : {json_with(metadata(1'000)), opensudoku(1'000, 1'000)}) {
        const Heard whole = heard(text, 1);
        EXPECT_EQ(whole.askings, 0U);
        EXPECT_FALSE(whole.stopped);
        EXPECT_GE(whole.records, 1U);
    }
}

TEST(Hearing, ManyKeysAreReadAndADoubledOneAmongThemIsRefused) {
    const std::string text = json_with(metadata(300'000));
    EXPECT_EQ(heard(text, 0).records, 1U);
    std::string doubled = text;
    doubled.insert(doubled.size() - 2, R"(, "k7": "")");
    EXPECT_EQ(heard(doubled, 0).fault, "the key 'k7' is twice in one JSON object");
    const Heard many = heard(opensudoku(300'000, 0), 0);
    EXPECT_EQ(many.records, 1U);
    // Columns of a CSV file, of which two have one name.
    std::string columns = "puzzle", fields = "1...............";
    for (int i = 0; i < 200'000; ++i) {
        columns += ",c" + std::to_string(i);
        fields += ",";
    }
    EXPECT_EQ(heard(columns + ",c7\n" + fields + ",x\n", 0).records, 1U);
    // Lines that end with CR.
    std::string lines;
    for (int i = 0; i < 400'000; ++i) lines += "#\r";
    EXPECT_EQ(heard(lines + "1...............\r", 0).records, 1U);
}

TEST(Hearing, WhatIsParsedStrictlyIsWhatTheLibraryParses) {
    using Ordered = nlohmann::ordered_json;
    for (const char* text :
         {"null", "true", "-5", "7", "1.5", "\"a\\u00e9\\n\"", "[]", "{}",
          "[[], {}, [1, {\"a\": []}]]",
          R"({"b": {"a": 1, "c": [true, null]}, "a": [{"b": 1}, {"b": 2}], "": {}})"}) {
        EXPECT_EQ(parse_strictly<Ordered>(text, {}).dump(), Ordered::parse(text).dump());
        EXPECT_EQ(parse_strictly<nlohmann::json>(text, {}), nlohmann::json::parse(text));
    }
    EXPECT_THROW(parse_strictly<Ordered>("[1, ", {}), Ordered::parse_error);
    EXPECT_THROW(parse_strictly<Ordered>("1e999", {}), Ordered::out_of_range);
    EXPECT_THROW(parse_strictly<nlohmann::json>(R"({"a": {"b": 1, "b": 2}})", {}), InputError);
}

}  // namespace
}  // namespace clew
