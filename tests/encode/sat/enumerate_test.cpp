#include "encode/sat/enumerate.hpp"

#include <gtest/gtest.h>

#include <set>

#include "encode/board/notation.hpp"

namespace clew::sat {
namespace {

constexpr const char* p92 =
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..";

TEST(Enumerate, FindsTheTwelveSolutionsOfP92) {
    std::set<std::string> lines;
    const EnumerateResult result = enumerate(Puzzle::from_line(p92), {}, [&](const Grid& g) {
        EXPECT_TRUE(lines.insert(to_line(g)).second);
        return Flow::go_on;
    });
    EXPECT_EQ(result.found, 12U);
    EXPECT_EQ(lines.size(), 12U);
    EXPECT_EQ(result.ending, Ending::exhausted);
}

TEST(Enumerate, FindsThe288GridsOfTheBlank4x4Board) {
    const EnumerateResult result =
        enumerate(Puzzle{Geometry::standard(4)}, {}, [](const Grid&) { return Flow::go_on; });
    EXPECT_EQ(result.found, 288U);
    EXPECT_EQ(result.ending, Ending::exhausted);
}

}  // namespace
}  // namespace clew::sat
