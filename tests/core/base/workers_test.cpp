#include "core/base/workers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "core/base/outcome.hpp"

namespace clew {
namespace {

TEST(Workers, EachNumberIsWorkedOnce) {
    for (const unsigned count : {1U, 2U, 7U}) {
        std::vector<std::atomic<int>> worked(count);
        run_workers(count, [&](unsigned worker) { ++worked[worker]; });
        for (const auto& n : worked) EXPECT_EQ(n, 1) << count;
    }
}

TEST(Workers, AnExceptionIsThrownOnceAllHaveComeBack) {
    for (const unsigned thrower : {0U, 3U}) {
        std::atomic<int> back{0};
        EXPECT_THROW(run_workers(5,
                                 [&](unsigned worker) {
                                     if (worker == thrower) throw std::runtime_error("no");
                                     ++back;
                                 }),
                     std::runtime_error);
        EXPECT_EQ(back, 4);
    }
}

int asked = 0;

TEST(StopFlag, AsksWhereNobodyElseCanRaiseIt) {
    asked = 0;
    const StopFlag flag{+[] { return ++asked == 3 ? 1 : 0; }};
    EXPECT_FALSE(flag.raised());
    EXPECT_FALSE(flag.raised());
    EXPECT_TRUE(flag.raised());
    EXPECT_TRUE(flag.raised());
    EXPECT_EQ(asked, 3);  // once raised it stays so
    StopFlag plain;
    EXPECT_FALSE(plain.raised());
    plain.raise();
    EXPECT_TRUE(plain.raised());
}

}  // namespace
}  // namespace clew
