#pragma once
// Throwing: what a caller's own function throws reaches the caller, from whichever call of it.
//
//     expect_thrown_through({
//         {"enumerate", [](const Called& called) {
//              enumerate(puzzle, {}, [&](const Grid&) { called(); return Flow::go_on; });
//          }},
//     });
//
// Each work runs once to its end, which counts the calls, then throws at the first, the second, one
// in the middle and the last, and runs to its end again. Leaks and double frees on the way are for
// the address sanitizer.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/base/outcome.hpp"

namespace clew {

/// What these functions throw: nothing else is of its kind.
struct Thrown : std::exception {};

/// The work's function calls it, and lets through what it throws.
using Called = std::function<void()>;

/// A function that calls it, whatever it is told; and one that takes all it is given.
inline auto calling(const Called& called) {
    return [&called](const auto&...) { called(); };
}
inline auto taking(const Called& called) {
    return [&called](const auto&...) {
        called();
        return Flow::go_on;
    };
}

struct ThrowingCase {
    std::string name;
    std::function<void(const Called&)> work;
    /// Whether every run makes as many calls; otherwise only the first one throws.
    enum class Calls { same, differ } calls = Calls::same;
};

/// Runs them all.
inline void expect_thrown_through(const std::vector<ThrowingCase>& cases) {
    for (const ThrowingCase& row : cases) {
        SCOPED_TRACE(row.name);
        std::atomic<std::size_t> calls = 0;
        row.work([&] { ++calls; });
        const std::size_t all = calls;
        if (all == 0) {
            ADD_FAILURE() << "never called";
            continue;
        }
        std::set<std::size_t> throwing{1};
        if (row.calls == ThrowingCase::Calls::same)
            throwing.insert({std::min<std::size_t>(2, all), (all + 1) / 2, all});
        for (const std::size_t at : throwing) {
            calls = 0;
            EXPECT_THROW(row.work([&] {
                if (++calls == at) throw Thrown{};
            }),
                         Thrown)
                << "at call " << at << " of " << all;
            if (row.calls == ThrowingCase::Calls::same) {
                EXPECT_EQ(calls, at) << "called again after it threw";
            }
        }
        calls = 0;
        row.work([&] { ++calls; });
        if (row.calls == ThrowingCase::Calls::same) {
            EXPECT_EQ(calls, all);
        }
    }
}

}  // namespace clew
