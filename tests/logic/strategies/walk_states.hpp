#pragma once
// Walk states: states that walks of hard puzzles come to, as people meet them; for techniques that
// random states hardly ever show, and that made states show in the ways that one thought of.
//
//     on_walk_states(25, [&](const State& state, const std::string& where) { ... });
//
// The puzzles are those of examples/bench/hard.txt; CLEW_WALK_PUZZLES names another list.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>

#include "core/board/puzzle.hpp"
#include "logic/path/path.hpp"
#include "logic/strategies/rules.hpp"
#include "tests/support/long_tests.hpp"

namespace clew::logic {

/// Visits the states in which singles are used up, of every so-manieth puzzle; of all puzzles if
/// CLEW_LONG_TESTS is set. The walks are those of the rules of SudokuJM.
inline void on_walk_states(std::size_t every,
                           const std::function<void(const State&, const std::string&)>& visit) {
    const char* named = std::getenv("CLEW_WALK_PUZZLES");
    std::ifstream file{named != nullptr ? named : CLEW_SOURCE_DIR "/examples/bench/hard.txt"};
    if (long_tests()) every = 1;
    std::size_t puzzles = 0;
    std::size_t states = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.size() < 81 || line.front() == '#' || puzzles++ % every != 0) continue;
        State state{Puzzle::from_line(line.substr(0, 81))};
        std::size_t steps = 0;
        for (const Entry& entry : walk(state, {.rules = built_in_rules("sudokujm")}).entries) {
            if (entry.step.placements.empty()) {
                ++states;
                visit(state, line.substr(0, 81) + " after " + std::to_string(steps) + " steps");
            }
            apply(entry.step, state);
            ++steps;
        }
    }
    EXPECT_GT(states, 0U) << "no puzzles";
    testing::Test::RecordProperty("walk states", static_cast<int>(states));
}

}  // namespace clew::logic
