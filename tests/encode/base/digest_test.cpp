#include "encode/base/digest.hpp"

#include <gtest/gtest.h>

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
