// The tester itself: that it finds, cuts down, writes and plays again.

#include "tests/model/model.hpp"

#include <gtest/gtest.h>

namespace clew::model {
namespace {

/// A set of numbers below 8 that forgets 5 when 3 is taken out.
std::optional<std::string> forgetful(const Trial& trial) {
    std::array<bool, 8> set{}, model{};
    for (const Call& call : trial.calls) {
        const std::size_t number = call.pick(1, 8);
        const bool in = call.pick(0, 2) == 0;
        model.at(number) = in;
        set.at(number) = in;
        if (!in && number == 3) set[5] = false;
        if (set != model) return "forgot a number";
    }
    return std::nullopt;
}

TEST(Model, CutsAFaultDownToWhatItTakes) {
    std::size_t found = 0;
    for (std::uint64_t world = 1; world <= 50; ++world) {
        const Trial trial = random_trial("forgetful", world, 60);
        if (!played(forgetful, trial)) continue;
        ++found;
        const Trial least = shrunk(forgetful, trial);
        // Put 5 in, take 3 out.
        ASSERT_EQ(least.calls.size(), 2U);
        EXPECT_EQ(least.calls[0].of, (std::array<std::uint32_t, 4>{0, 5, 0, 0}));
        EXPECT_EQ(least.calls[1].of, (std::array<std::uint32_t, 4>{1, 3, 0, 0}));
        const Trial again = read_trial(written(least));
        EXPECT_EQ(again, least);
        EXPECT_EQ(played(forgetful, again), "forgot a number");
    }
    EXPECT_GT(found, 20U);
}

TEST(Model, AnExceptionIsAFault) {
    const Machine throws = [](const Trial&) -> std::optional<std::string> {
        throw std::runtime_error("no");
    };
    EXPECT_EQ(played(throws, {}), "exception: no");
}

}  // namespace
}  // namespace clew::model
