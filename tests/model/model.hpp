#pragma once
// Model: a tester for state machines. Random calls are made of the machine and, beside it, of a
// model that is too simple to be wrong; what they say must agree, call by call. A sequence that
// fails is cut down until no call can be left out and no number be smaller, and written to a file
// that plays it again.
//
//     std::optional<std::string> play(const Trial& trial);      // what went wrong, or nothing
//     check("session", play, {.rounds = 500, .calls = 30});     // in a TEST
//
//     CLEW_REPLAY=session-12.trial clew_model_test --gtest_filter='*Session*'    // that one alone
//
// A call is a few numbers, and any numbers are a call: the machine takes them modulo what it has to
// choose from. So every part of a sequence is a sequence, which is what makes cutting it down easy.
// Modelled on the tester that CaDiCaL has for itself [Mobical].

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "tests/support/long_tests.hpp"

namespace clew::model {

struct Call {
    std::array<std::uint32_t, 4> of{};

    /// A choice among `count`. Requires count > 0.
    std::size_t pick(std::size_t at, std::size_t count) const { return of.at(at) % count; }
    bool operator==(const Call&) const = default;
};

struct Trial {
    std::string machine;
    std::uint64_t world = 0;  ///< what the calls are made of: a seed
    std::vector<Call> calls;

    bool operator==(const Trial&) const = default;
};

/// Plays a trial; what went wrong, or nothing.
using Machine = std::function<std::optional<std::string>(const Trial&)>;

/// The same; an exception is a fault too.
inline std::optional<std::string> played(const Machine& machine, const Trial& trial) {
    try {
        return machine(trial);
    } catch (const std::exception& error) {
        return std::string("exception: ") + error.what();
    }
}

inline Trial random_trial(const std::string& machine, std::uint64_t world, std::size_t calls) {
    Random random{world};
    Trial trial{machine, world, std::vector<Call>(calls)};
    for (Call& call : trial.calls)
        for (std::uint32_t& number : call.of) number = static_cast<std::uint32_t>(random.next());
    return trial;
}

/// The trial with as few calls and as small numbers as keep it failing. Requires that it fails.
inline Trial shrunk(const Machine& machine, Trial trial) {
    const auto fails = [&](const Trial& less) { return played(machine, less).has_value(); };
    for (bool less = true; less;) {
        less = false;
        for (std::size_t run = trial.calls.size(); run > 0; run /= 2)
            for (std::size_t at = 0; at + run <= trial.calls.size();) {
                Trial cut = trial;
                const auto first = cut.calls.begin() + static_cast<std::ptrdiff_t>(at);
                cut.calls.erase(first, first + static_cast<std::ptrdiff_t>(run));
                if (fails(cut)) {
                    trial = std::move(cut);
                    less = true;
                } else {
                    at += run;
                }
            }
        for (std::size_t i = 0; i < trial.calls.size(); ++i)
            for (std::size_t k = 0; k < trial.calls[i].of.size(); ++k)
                for (std::uint32_t smaller :
                     {0U, 1U, 2U, 3U, trial.calls[i].of[k] % 8, trial.calls[i].of[k] % 16,
                      trial.calls[i].of[k] % 256}) {
                    if (smaller >= trial.calls[i].of[k]) continue;
                    Trial cut = trial;
                    cut.calls[i].of[k] = smaller;
                    if (!fails(cut)) continue;
                    trial = std::move(cut);
                    less = true;
                    break;
                }
    }
    return trial;
}

inline std::string written(const Trial& trial) {
    std::ostringstream text;
    text << trial.machine << ' ' << trial.world << '\n';
    for (const Call& call : trial.calls) {
        for (std::uint32_t number : call.of) text << number << ' ';
        text << '\n';
    }
    return text.str();
}

inline Trial read_trial(const std::string& text) {
    std::istringstream in{text};
    Trial trial;
    in >> trial.machine >> trial.world;
    for (Call call; in >> call.of[0] >> call.of[1] >> call.of[2] >> call.of[3];)
        trial.calls.push_back(call);
    return trial;
}

struct Effort {
    std::size_t rounds = 100;
    std::size_t calls = 30;
    std::uint64_t first = 1;  ///< world of the first round; the others follow
};

/// Plays random trials, ten times as many if CLEW_LONG_TESTS is set. The first that fails is cut
/// down, kept in a file and shown. With CLEW_REPLAY the file's trial is played, if it is of this
/// machine, and nothing else.
inline void check(const std::string& name, const Machine& machine, Effort effort) {
    if (const char* file = std::getenv("CLEW_REPLAY")) {  // NOLINT(concurrency-mt-unsafe)
        std::ifstream in{file};
        std::ostringstream text;
        text << in.rdbuf();
        const Trial trial = read_trial(text.str());
        if (trial.machine != name) GTEST_SKIP() << file << " is of another machine";
        const auto fault = played(machine, trial);
        EXPECT_FALSE(fault) << *fault;
        return;
    }
    if (long_tests()) effort.rounds *= 10;
    for (std::uint64_t world = effort.first; world < effort.first + effort.rounds; ++world) {
        const Trial trial = random_trial(name, world, effort.calls);
        if (!played(machine, trial)) continue;
        const Trial least = shrunk(machine, trial);
        const auto file = std::filesystem::temp_directory_path() /
                          (name + "-" + std::to_string(world) + ".trial");
        std::ofstream{file} << written(least);
        FAIL() << *played(machine, least) << "\nworld " << world << ", cut down to "
               << least.calls.size() << " calls of " << trial.calls.size() << ":\n"
               << written(least) << "again with CLEW_REPLAY=" << file.string();
    }
}

}  // namespace clew::model
