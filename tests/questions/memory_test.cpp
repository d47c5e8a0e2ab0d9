// What questions may hold: accounts, the pool, and every question at every bound.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <list>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/memory_account.hpp"
#include "core/base/workers.hpp"
#include "questions/api.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::questions {
namespace {

using nlohmann::ordered_json;
using reference::p92;
using ::testing::HasSubstr;

constexpr std::size_t mebibyte = 1 << 20;

/// Told by an account only what was not told: allocations come in whole pages of some allocators.
constexpr std::size_t about = 1 << 18;

TEST(Memory, AnAccountPaysForItsThreadAndTheWorkersOfIt) {
    MemoryPool pool{100 * mebibyte};
    StopFlag stop;
    MemoryAccount account{pool, 50 * mebibyte, stop};
    std::vector<std::vector<char>> held(3);
    {
        const Charged charged{&account};
        run_workers(3, [&](unsigned worker) { held[worker].resize(mebibyte); });
    }
    EXPECT_GE(account.bytes(), 3 * mebibyte);
    EXPECT_LE(account.bytes(), 3 * mebibyte + 3 * about);
    EXPECT_EQ(pool.bytes(), account.bytes());
    std::vector<char> foreign(5 * mebibyte);  // nobody pays
    {
        const Charged charged{&account};
        const Charged nobody{nullptr};
        foreign.resize(10 * mebibyte);
    }
    EXPECT_LE(account.bytes(), 3 * mebibyte + 3 * about);
    {
        const Charged charged{&account};
        held.clear();
    }
    EXPECT_LE(account.bytes(), 3 * about);
    EXPECT_FALSE(account.exceeded());
    EXPECT_FALSE(stop.raised());
}

TEST(Memory, BeyondItsBoundWorkIsStoppedAndBeyondTwiceThatEndedWhereItAsks) {
    MemoryPool pool{100 * mebibyte};
    StopFlag stop;
    MemoryAccount account{pool, 10 * mebibyte, stop};
    const Charged charged{&account};
    std::vector<std::unique_ptr<std::string>> held;
    const auto take = [&] { held.push_back(std::make_unique<std::string>(mebibyte, 'x')); };
    for (int i = 0; i < 9; ++i) take();
    EXPECT_FALSE(stop.raised());
    for (int i = 0; i < 3; ++i) take();
    EXPECT_TRUE(stop.raised());
    EXPECT_TRUE(account.exceeded());
    EXPECT_NO_THROW(memory::check());
    for (int i = 0; i < 9; ++i) take();  // nothing is refused
    EXPECT_THROW(memory::check(), std::bad_alloc);
    held.clear();
    EXPECT_NO_THROW(memory::check());
    std::list<int> small;
    for (int i = 0; i < 1'000'000; ++i) small.push_back(i);
    EXPECT_THROW(memory::check(), std::bad_alloc);
    {
        const Charged nobody{nullptr};
        EXPECT_NO_THROW(memory::check());
    }
}

TEST(Memory, TwiceThePoolsBoundEndsTheHeaviestAlone) {
    MemoryPool pool{4 * mebibyte};
    StopFlag light_stop, heavy_stop;
    MemoryAccount light{pool, 100 * mebibyte, light_stop};
    MemoryAccount heavy{pool, 100 * mebibyte, heavy_stop};
    const auto asks = [](MemoryAccount& account) {
        const Charged charged{&account};
        memory::check();
    };
    std::string held;
    {
        const Charged charged{&heavy};
        held.assign(9 * mebibyte, 'x');
    }
    EXPECT_THROW(asks(heavy), std::bad_alloc);
    EXPECT_NO_THROW(asks(light));
    const Charged charged{&heavy};
    held = {};
    held.shrink_to_fit();
}

TEST(Memory, OfAllThatAreAtWorkTheHeaviestIsStopped) {
    MemoryPool pool{20 * mebibyte};
    StopFlag light_stop, heavy_stop;
    MemoryAccount light{pool, 100 * mebibyte, light_stop};
    MemoryAccount heavy{pool, 100 * mebibyte, heavy_stop};
    const auto take = [](MemoryAccount& account, std::size_t bytes) {
        const Charged charged{&account};
        return std::make_unique<std::string>(bytes, 'x');
    };
    const auto a = take(heavy, 15 * mebibyte);
    EXPECT_FALSE(heavy_stop.raised());
    const auto b = take(light, 8 * mebibyte);  // by which it is too much
    EXPECT_TRUE(heavy_stop.raised());
    EXPECT_FALSE(light_stop.raised());
}

/// The tree of a puzzle with some hundred solutions: 90 079 patterns.
const std::string many_patterns =
    "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64....7.8....1.....2..";

TEST(Memory, AQuestionEndsWithWhatItHasAndTheOthersGoOn) {
    Limits limits;
    limits.memory_bytes = 4 * mebibyte;
    Api api{limits};
    StopFlag stop;
    const ordered_json body = {{"puzzle", many_patterns}, {"mode", "paris"}};
    const Reply reply = api.ask("tree", body.dump(), {.stop = &stop});
    ASSERT_EQ(reply.status, 200) << reply.body;
    const auto tree = ordered_json::parse(reply.body);
    EXPECT_EQ(tree["stopped_by"], "memory");
    EXPECT_EQ(tree["ending"], "interrupted");
    EXPECT_GT(tree["totals"]["patterns"], 100);
    EXPECT_GT(tree["totals"]["open"], 0);
    EXPECT_EQ(api.memory(), 0U);
    StopFlag other;
    const Reply count = api.ask("count", ordered_json{{"puzzle", p92}}.dump(), {.stop = &other});
    EXPECT_EQ(ordered_json::parse(count.body)["count"], 12);
    EXPECT_FALSE(ordered_json::parse(count.body).contains("stopped_by"));
    EXPECT_FALSE(other.raised());
}

// Whatever is taken from it, and wherever: an answer, or that there is too little memory; never
// anything that the next question trips over.
TEST(Memory, EveryQuestionSurvivesEveryBound) {
    for (std::size_t kibibytes = 128; kibibytes <= 1 << 14; kibibytes *= 4) {
        Limits limits;
        limits.memory_bytes = kibibytes * 1024;
        Api api{limits};
        for (const Question& question : api.questions()) {
            StopFlag stop;
            const Reply reply =
                api.ask(question.name, question.example, {.stop = &stop, .threads = 1});
            EXPECT_TRUE(reply.status == 200 || reply.status == 503)
                << question.name << " with " << kibibytes << " KiB: " << reply.body.substr(0, 300);
            EXPECT_TRUE(ordered_json::accept(reply.body)) << question.name;
            if (reply.status == 503) {
                EXPECT_THAT(reply.body, HasSubstr("memory")) << question.name;
            }
        }
        EXPECT_EQ(api.memory(), 0U);
    }
}

}  // namespace
}  // namespace clew::questions
