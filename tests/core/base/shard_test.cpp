#include "core/base/shard.hpp"

#include <gtest/gtest.h>

#include "core/base/shard_family.hpp"

namespace clew {
namespace {

TEST(Shard, NamesPartsFromOne) {
    EXPECT_EQ(parse_shard("3/8"), (Shard{2, 8}));
    EXPECT_EQ(to_string(Shard{2, 8}), "3/8");
    for (const char* text : {"", "0/8", "9/8", "3", "3/", "/8", "3/8 ", "-1/8", "3/0", "a/b"})
        EXPECT_FALSE(parse_shard(text)) << text;
}

// Results of plan 1; plan 2 is what its second part left, plan 3 what the first of those left.
ShardResult result(std::uint64_t plan, const char* shard, std::size_t left = 0,
                   std::uint64_t left_plan = 0) {
    return {.shard = *parse_shard(shard),
            .plan = plan,
            .whole = left == 0,
            .left = left,
            .left_plan = left_plan,
            .place = {"part", plan, 0}};
}

TakenShards take(const std::vector<ShardResult>& results) {
    return take_shards(
        results,
        [](const TakenShards& one, const TakenShards& other) { return one.whole && !other.whole; },
        "count");
}

std::vector<std::size_t> order(const TakenShards& taken) {
    std::vector<std::size_t> list;
    for (const TakenShards::One& one : taken.shards) list.push_back(one.index);
    return list;
}

TEST(ShardFamily, PutsWhatWasLeftBehindThePartThatLeftIt) {
    const std::vector<ShardResult> all = {result(3, "1/1"), result(2, "2/2"),
                                          result(1, "3/3"), result(2, "1/2", 1, 3),
                                          result(1, "1/3"), result(1, "2/3", 2, 2)};
    const TakenShards taken = take(all);
    EXPECT_TRUE(taken.whole);
    EXPECT_EQ(order(taken), (std::vector<std::size_t>{4, 5, 3, 0, 1, 2}));
    EXPECT_TRUE(taken.shards[1].handed_on && taken.shards[2].handed_on);
    EXPECT_FALSE(taken.shards[3].handed_on);
    EXPECT_TRUE(taken.missing.empty() && taken.repeated.empty());
    // A whole result of the part itself is preferred, whatever came of the rest.
    std::vector<ShardResult> more = all;
    more.push_back(result(1, "2/3"));
    EXPECT_EQ(take(more).shards.size(), 6U);
    more.erase(more.begin());
    EXPECT_EQ(order(take(more)), (std::vector<std::size_t>{3, 5, 1}));
    std::string again;
    for (const RepeatedShard& one : take(more).repeated)
        again += to_string(one.shard) + " of plan " + std::to_string(one.place.line) + ", ";
    EXPECT_EQ(again, "2/2 of plan 2, 1/2 of plan 2, 2/3 of plan 1, ");
}

TEST(ShardFamily, NamesWhatIsMissingOfARest) {
    const TakenShards none = take({result(1, "1/1", 3, 2)});
    EXPECT_FALSE(none.whole || none.shards[0].handed_on);
    ASSERT_EQ(none.missing.size(), 1U);
    EXPECT_EQ(to_string(none.missing[0]), "1/3 of the rest of part 1/1 is missing, and 2 more");
    const TakenShards one = take({result(1, "1/1", 3, 2), result(2, "1/3"), result(2, "3/3")});
    EXPECT_TRUE(!one.whole && one.shards[0].handed_on);
    ASSERT_EQ(one.missing.size(), 1U);
    EXPECT_EQ(to_string(one.missing[0]), "2/3 of the rest of part 1/1 is missing");
}

TEST(ShardFamily, RefusesStrangersAndCircles) {
    EXPECT_THROW(take({}), InputError);
    EXPECT_THROW(take({result(1, "1/1"), result(2, "1/1")}), InputError);
    EXPECT_THROW(take({result(1, "1/2")}), InputError);
    EXPECT_THROW(take({result(1, "1/1", 1, 1)}), InputError);
    EXPECT_THROW(take({result(1, "1/1", 1, 2), result(2, "1/1", 1, 1)}), InputError);
    EXPECT_THROW(take({result(1, "1/1", 2, 2), result(2, "1/3")}), InputError);
    EXPECT_THROW(take({result(1, "1/1", 1, 2), result(2, "1/1", 1, 2)}), InputError);
}

TEST(ShardFamily, WhatIsThereTwiceAtEveryDepthIsTakenOnce) {
    std::vector<ShardResult> all;
    for (std::uint64_t depth = 1; depth < 60; ++depth)  // 2^59 ways, were they walked
        for (int twice = 0; twice < 2; ++twice) all.push_back(result(depth, "1/1", 1, depth + 1));
    all.push_back(result(60, "1/1"));
    const TakenShards taken = take(all);
    EXPECT_TRUE(taken.whole);
    EXPECT_EQ(taken.shards.size(), 60U);
    EXPECT_EQ(taken.repeated.size(), 59U);
}

}  // namespace
}  // namespace clew
