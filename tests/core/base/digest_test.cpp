#include "core/base/digest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace clew {
namespace {

TEST(Digest, IsFnv1aOf64Bits) {
    // The published values of the function: http://www.isthe.com/chongo/tech/comp/fnv.
    const std::pair<const char*, std::uint64_t> published[] = {
        {"", 0xcbf29ce484222325U}, {"a", 0xaf63dc4c8601ec8cU}, {"foobar", 0x85944171f73967e8U}};
    for (const auto& [text, value] : published) {
        Digest digest;
        digest.add(std::string_view(text));
        EXPECT_EQ(digest.value(), value) << text;
    }
}

TEST(Digest, GoesOnWhereItEnded) {
    Digest whole, first;
    whole.add(std::string_view("a text in two pieces"));
    first.add(std::string_view("a text in "));
    Digest second{first.value()};
    second.add(std::string_view("two pieces"));
    EXPECT_EQ(second.value(), whole.value());
}

TEST(WideDigest, DoesNotCareHowTheTextIsCut) {
    std::string text;
    for (int i = 0; i < 200; ++i) text += static_cast<char>('!' + i * i % 90);
    WideDigest whole;
    whole.add(text);
    for (std::size_t first = 0; first <= text.size(); ++first)
        for (const std::size_t second : {std::size_t{0}, std::size_t{1}, std::size_t{40}}) {
            WideDigest pieces;
            const std::string_view rest = std::string_view(text).substr(first);
            pieces.add(std::string_view(text).substr(0, first));
            pieces.add(rest.substr(0, second));
            pieces.add(rest.substr(std::min(second, rest.size())));
            ASSERT_EQ(pieces.value(), whole.value()) << first << ' ' << second;
        }
}

TEST(WideDigest, SeesEveryChange) {
    std::set<std::uint64_t> seen;
    const auto is_new = [&](const std::string& text) {
        WideDigest digest;
        digest.add(text);
        return seen.insert(digest.value()).second;
    };
    const std::string text(100, 'a');
    EXPECT_TRUE(is_new(text));
    for (std::size_t i = 0; i < text.size(); ++i) {
        EXPECT_TRUE(is_new(text.substr(0, i)));
        for (int bit = 0; bit < 8; ++bit) {
            std::string other = text;
            other[i] = static_cast<char>(other[i] ^ (1 << bit));
            EXPECT_TRUE(is_new(other)) << i << ' ' << bit;
        }
    }
}

TEST(Digest, SurvivesItsText) {
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
        EXPECT_EQ(hex(value).size(), 16U);
        EXPECT_EQ(parse_hex(hex(value)), value);
    }
    for (const char* text : {"", "0", "00000000000000000", "000000000000000g", " 00000000000000"})
        EXPECT_EQ(parse_hex(text), std::nullopt) << text;
}

}  // namespace
}  // namespace clew
