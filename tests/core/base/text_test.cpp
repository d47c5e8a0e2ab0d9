#include "core/base/text.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Printable, ShowsWhatATerminalWouldObey) {
    const std::pair<std::string, std::string> rows[] = {
        {"a title, \u00e4\u00f6\u4e2d", "a title, \u00e4\u00f6\u4e2d"},
        {"\x1b[31mred\x07", "\\x1b[31mred\\x07"},
        {std::string("\0\t\n\x7f", 4), "\\x00\\x09\\x0a\\x7f"},
        {"\u0080\u009f\u00a0", "\\x80\\x9f\u00a0"},
        {"\u2029\u202a\u202e\u202f", "\u2029\\u202a\\u202e\u202f"},
        {"\u2065\u2066\u2069\u206a", "\u2065\\u2066\\u2069\u206a"},
        // What is no UTF-8: cut off, alone, too long, half a pair, beyond the last one.
        {"a\xe2\x80", "a\\xe2\\x80"},
        {"\xff\x80\u00e4", "\\xff\\x80\u00e4"},
        {"\xc0\xaf\xe0\x80\xaf", "\\xc0\\xaf\\xe0\\x80\\xaf"},
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
        {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
        {"", ""}};
    for (const auto& [text, shown] : rows) EXPECT_EQ(printable(text), shown);
    EXPECT_EQ(printable("a\nb\r\n", LineFeeds::kept), "a\nb\\x0d\n");
}

TEST(Quotable, CutsWhatIsLong) {
    EXPECT_EQ(quotable("a\nb"), "a\\x0ab");
    std::string text(2999, 'a');
    const std::string shown = text + "... (3101 bytes)";
    text.append("\u00e4").append(100, 'b');
    EXPECT_EQ(quotable(text), shown);
}

TEST(Utf16, IsKnownByItsFirstBytes) {
    using namespace std::string_view_literals;
    for (const std::string_view text : {"\xff\xfe"sv, "\xfe\xff\0001"sv, "1\0.\0"sv, "\0001\0."sv})
        EXPECT_TRUE(looks_like_utf16(text));
    for (const std::string_view text : {""sv, "1"sv, "1..."sv, "\0\0\0\0"sv, "\xef\xbb\xbf{"sv})
        EXPECT_FALSE(looks_like_utf16(text));
}

}  // namespace
}  // namespace clew
