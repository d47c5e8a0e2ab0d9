// Chunks: together they hold each arrangement once, and tables that say what tables made alone do.

#include "solve/exact/chunk.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/solve/exact/random_puzzle.hpp"

namespace clew::exact {
namespace {

struct Scene {
    explicit Scene(const Puzzle& puzzle)
        : outlook(puzzle),
          plan(outlook.best()),
          boxes(outlook, plan),
          outer(outlook.outer_list(plan)) {}
    Outlook outlook;
    Plan plan;
    PlanBoxes boxes;
    std::vector<Arrangement> outer;
};

TEST(Chunk, HoldsTheNextArrangementsWithTheClassesOfTheirMaps) {
    const std::uint64_t seed = 71;
    Random random{seed};
    std::size_t chunks = 0;
    for (const Puzzle& puzzle : {random_puzzle(random, 24), random_marks(random, 60)}) {
        const Scene scene{puzzle};
        for (const unsigned threads : {1U, 8U}) {
            std::size_t next = 0;
            for (int n = 0; n < 3 && next < scene.outer.size(); ++n) {
                const Chunk chunk{scene.boxes, scene.outer, next, threads, best_instructions()};
                ASSERT_GT(chunk.end(), next) << "seed " << seed;
                ASSERT_EQ(chunk.items().size(), chunk.end() - next);
                for (const Chunk::Item& item : chunk.items()) {
                    ASSERT_EQ(item.outer, next++) << "seed " << seed;
                    for (std::size_t band = 0; band < 3; ++band)
                        ASSERT_EQ(chunk.table(band).first_class(item.slot[band]),
                                  scene.boxes.box(band, LoopRole::outer)
                                      .class_of(scene.outer[item.outer].map[band]));
                }
                ++chunks;
            }
        }
    }
    EXPECT_GT(chunks, 4U) << "seed " << seed;  // one of them needs several
}

TEST(Chunk, BuildsTheTablesOnAnyNumberOfThreads) {
    const std::uint64_t seed = 72;
    Random random{seed};
    const Scene scene{random_puzzle(random, 26)};
    Chunk one{scene.boxes, scene.outer, 0, 1, best_instructions()};
    Chunk four{scene.boxes, scene.outer, 0, 4, best_instructions()};
    ASSERT_TRUE(one.build(1, [] { return true; }));
    ASSERT_TRUE(four.build(4, [] { return true; }));
    std::uint64_t sum = 0;
    for (std::size_t band = 0; band < 3; ++band) {
        const BandTable& a = one.table(band);
        const BandTable& b = four.table(band);
        ASSERT_EQ(a.slot_count(), b.slot_count());
        for (std::size_t slot = 0; slot < a.slot_count(); ++slot)
            for (std::size_t second = 0; second < a.second_count(); ++second)
                for (std::size_t third = 0; third < a.third_count(); ++third) {
                    ASSERT_EQ(a.row(slot, second)[third], b.row(slot, second)[third]);
                    sum += a.row(slot, second)[third];
                }
    }
    EXPECT_GT(sum, 0U);
}

TEST(Chunk, LeavesOutBandsThatNobodyAskedFor) {
    Random random{73};
    const Scene scene{random_puzzle(random, 26)};
    constexpr std::array<std::uint8_t, 2> wanted{0, 2};
    const Chunk chunk{scene.boxes, scene.outer, 0, 1, best_instructions(), wanted};
    EXPECT_GT(chunk.table(0).slot_count(), 0U);
    EXPECT_EQ(chunk.table(1).slot_count(), 0U);
    EXPECT_GT(chunk.table(2).slot_count(), 0U);
}

TEST(Chunk, EndsWhereNoMoreIsGranted) {
    Random random{74};
    const Scene scene{random_puzzle(random, 20)};
    for (const unsigned threads : {1U, 3U}) {
        Chunk chunk{scene.boxes, scene.outer, 0, threads, best_instructions()};
        std::atomic<int> left{2};
        EXPECT_FALSE(chunk.build(threads, [&] { return left.fetch_sub(1) > 0; }));
    }
}

}  // namespace
}  // namespace clew::exact
