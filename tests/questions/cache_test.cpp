// What is kept from one question to the next: made once for all who want it.

#include "questions/cache.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <thread>
#include <vector>

namespace clew::questions {
namespace {

TEST(Cache, MakesOneThingOnceForAllWhoWantIt) {
    Cache cache{1000};
    std::atomic<int> made{0}, waited{0};
    std::atomic<bool> go{false};
    StopFlag calm;
    const auto slow = [&] {
        ++made;
        while (!go) std::this_thread::yield();
        return Cache::Made<int>{std::make_shared<const int>(7), 10};
    };
    const auto any = [](int) { return true; };
    std::vector<std::thread> crowd;
    std::atomic<int> right{0};
    for (int i = 0; i < 8; ++i)
        crowd.emplace_back([&] {
            if (*cache.share<int>("seven", calm, slow, any, [&] { ++waited; }) == 7) ++right;
        });
    while (waited < 7) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    // Who is stopped while he waits makes his own, which nobody else gets.
    StopFlag stopped;
    stopped.raise();
    const auto own = [&] { return Cache::Made<int>{std::make_shared<const int>(-1), 10}; };
    EXPECT_EQ(*cache.share<int>("seven", stopped, own, any), -1);
    go = true;
    for (std::thread& thread : crowd) thread.join();
    EXPECT_EQ(right, 8);
    EXPECT_EQ(made, 1);
    EXPECT_EQ(*cache.get<int>("seven"), 7);
    // What is not good enough is made anew; who fails leaves the way free.
    EXPECT_THROW(cache.share<int>(
                     "seven", calm, []() -> Cache::Made<int> { throw std::bad_alloc{}; },
                     [](int n) { return n > 7; }),
                 std::bad_alloc);
    const auto eight = [] { return Cache::Made<int>{std::make_shared<const int>(8), 10}; };
    EXPECT_EQ(*cache.share<int>("seven", calm, eight, [](int n) { return n > 7; }), 8);
    EXPECT_EQ(*cache.get<int>("seven"), 8);
    // And what is too large to be kept is still shared.
    const auto large = [] { return Cache::Made<int>{std::make_shared<const int>(9), 5000}; };
    EXPECT_EQ(*cache.share<int>("nine", calm, large, any), 9);
    EXPECT_EQ(cache.get<int>("nine"), nullptr);
}

}  // namespace
}  // namespace clew::questions
