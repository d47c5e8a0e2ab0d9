#include "encode/base/shard.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Shard, NamesPartsFromOne) {
    EXPECT_EQ(parse_shard("3/8"), (Shard{2, 8}));
    EXPECT_EQ(to_string(Shard{2, 8}), "3/8");
    for (const char* text : {"", "0/8", "9/8", "3", "3/", "/8", "3/8 ", "-1/8", "3/0", "a/b"})
        EXPECT_FALSE(parse_shard(text)) << text;
}

}  // namespace
}  // namespace clew
