#pragma once
// What the generator made, as a record to write, and in words what it could not make; and the wish
// for a path through a puzzle.
//
//     wishes.fault = [&](const Puzzle& p) {
//         return fault_of(p, {.rules = rules, .score = {{300, 900}}}, wishes);
//     };
//     writer.write(record_of(made, generator.wishes()));
//     to_text({2, 10, "..."}, wishes)      "2 of 10 puzzles could not be made in 1000 attempts ..."

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/formats.hpp"
#include "logic/rating/human.hpp"
#include "logic/strategies/rules.hpp"
#include "setter/generate.hpp"

namespace clew::report {

/// The puzzle, with the number of its solutions in a comment if more than one was wished for.
/// Requires that one was made.
Record record_of(const setter::Generated& made, const setter::Wishes& wishes);

/// Puzzles that could not be made, and what the last attempt at the last of them failed on.
struct Failures {
    std::uint64_t failed = 0;
    std::uint64_t asked = 0;
    std::string obstacle{};
};

/// Makes puzzles 0 .. number-1 on so many threads and hands over in order what came of each.
Failures make_all(const setter::Generator& generator, std::uint64_t number, unsigned threads,
                  const StopFlag* stop, const std::function<void(const setter::Generated&)>& take);

/// What the path through a puzzle is to be like.
struct PathWish {
    logic::RuleSet rules = *logic::built_in_rules("methods");
    std::vector<logic::Technique> techniques{};  ///< one of them is used; none: any path
    /// The path solves, and its total score is in this range, both ends included.
    std::optional<std::pair<std::uint64_t, std::uint64_t>> score{};
    /// People take as long as such puzzles do; for plain 9x9 boards and one solution.
    std::optional<rating::HumanGrade> grade{};

    bool any() const { return !techniques.empty() || score || grade; }
};
/// What else a wish for the path asks of the puzzles: people's grades come with clues that the
/// others imply, easy ones with 28 clues at least, if nothing is said of their number. Errors:
/// InputError, if a grade is wished for puzzles that have none.
void prepare(const PathWish& wish, setter::Wishes& wishes);
/// Of their names, "very-hard" for very hard.
std::span<const std::pair<const char*, rating::HumanGrade>> grades();

/// What the path through a puzzle that was made to these wishes fails on: "the score: 212"; empty
/// if it is as wished. Thread-safe.
std::string fault_of(const Puzzle& puzzle, const PathWish& wish, const setter::Wishes& wishes,
                     const StopFlag* stop = nullptr);

/// One sentence. Requires that some failed.
std::string to_text(const Failures& failures, const setter::Wishes& wishes);

}  // namespace clew::report
