#include "logic/path.hpp"

#include <gtest/gtest.h>

#include "encode/board/input_error.hpp"
#include "encode/board/notation.hpp"
#include "encode/board/verify.hpp"
#include "logic/step_json.hpp"

namespace clew::logic {
namespace {

constexpr const char* p92 =
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..";
constexpr const char* figure_2 =
    "..98....2...3128..2.8.69....5.62...1..14.8.2.6...91.4.....764.3..7.85...1..9..2..";

TEST(Path, SinglesTakeP92ExactlyToTheSecondFigure) {
    const Path path = walk(State{Puzzle::from_line(p92)}, {.rules = built_in_rules("template")});
    EXPECT_EQ(path.status, Status::stuck);
    EXPECT_EQ(path.state, State{Puzzle::from_line(figure_2)});
    EXPECT_EQ(path.state.degrees_of_freedom(), 109U);
    EXPECT_EQ(path.tried, (std::vector{Technique::naked_single, Technique::hidden_single}));
}

TEST(Path, GuessAndCheckFindsAllTwelveSolutionsOfP92) {
    const Puzzle puzzle = Puzzle::from_line(p92);
    const Path path =
        walk(State{puzzle}, {.rules = built_in_rules("template"), .guess = Guess::all});
    EXPECT_EQ(path.status, Status::solved);
    EXPECT_EQ(path.ending, Ending::exhausted);
    EXPECT_EQ(path.solutions.size(), 12U);
    for (const Grid& grid : path.solutions) EXPECT_TRUE(is_solution(puzzle, grid));
    EXPECT_EQ(path.deduced, State{Puzzle::from_line(figure_2)});
}

TEST(Path, ReplaysFromItsJson) {
    const State start{Puzzle::from_line(p92)};
    for (Guess guess : {Guess::off, Guess::first, Guess::all}) {
        const Path path = walk(start, {.rules = built_in_rules("template"), .guess = guess});
        const auto entries = read_path(write_path(path), start.geometry(), "test");
        EXPECT_EQ(entries, path.entries);
        if (guess != Guess::all) {
            EXPECT_EQ(replay(start, entries), path.state);
        }
    }
}

TEST(Rules, SurviveTheirJson) {
    for (const RuleSet& set : built_in_rules())
        EXPECT_EQ(read_rules(write_rules(set), "test"), set) << set.name;
}

}  // namespace
}  // namespace clew::logic
