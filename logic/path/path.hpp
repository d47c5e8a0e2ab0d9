#pragma once
// Path: K. Gromley's generalised solution algorithm. Rules in order, restart after every change;
// when no rule hits, stop (stuck) or guess and check (Ariadne's thread), as asked.
//
//     Path path = walk(State{puzzle}, {.rules = built_in_rules("methods")});
//     path.status, path.score, path.entries[path.hardest].step, path.state
//     State again = replay(State{puzzle}, path.entries);
//
// Stuck is a result: it carries the state and what was tried. The path knows no solution: it can
// only find out that an assumption fails by following it.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "logic/step.hpp"
#include "logic/strategies/rules.hpp"

namespace clew::logic::inline path {

struct Entry;

struct PathOptions {
    const RuleSet* rules = nullptr;           ///< null: the built-in "human"
    std::optional<Guess> guess{};             ///< instead of the rule set's own
    std::uint64_t max_guesses = 100'000;      ///< bounds the threads
    std::uint64_t max_solutions = 1'000;      ///< bounds Guess::all
    std::size_t max_steps = unlimited_steps;  ///< stop after so many deductions
    const StopFlag* stop = nullptr;           ///< polled before each rule; may be null
    /// Called with each entry as it is added; may be empty.
    std::function<void(const Entry&)> on_entry{};
    static constexpr std::size_t unlimited_steps = static_cast<std::size_t>(-1);
};

enum class Status : std::uint8_t {
    solved,       ///< the state is full (Guess::all: at least one thread was)
    settled,      ///< stuck, and every candidate left is in a solution: nothing more can follow.
                  ///< Which a walk by rules does not know: logic/mus/possible.hpp does
    stuck,        ///< no rule hits
    impossible,   ///< the puzzle contradicts itself, or every thread did
    interrupted,  ///< max_guesses, max_steps or the stop flag: see Path::ending
};
/// "solved", "settled", "stuck", "impossible", "interrupted".
const char* to_string(Status status);

/// One line of a path.
struct Entry {
    enum class Kind : std::uint8_t {
        deduction,      ///< a step by a rule
        guess,          ///< an assumption opens a thread; its step places the candidate
        contradiction,  ///< the thread fails; no step
        solution,       ///< the thread reaches a full grid; no step
        undo,           ///< back to before a guess that failed; the step crosses it out
        set_aside,  ///< back to before a guess all of whose solutions are found; the step crosses
                    ///< it out of what is left, which is no fact about the puzzle
    };
    Kind kind = Kind::deduction;
    std::size_t depth = 0;  ///< open guesses: 0 is plain logic
    Step step;
    /// Guesses set aside up to here, in this thread and those around it: what the step concludes
    /// holds in the solutions without them.
    std::size_t apart = 0;

    bool operator==(const Entry&) const = default;
};
/// "deduction", "guess", "contradiction", "solution", "undo", "set-aside".
const char* to_string(Entry::Kind kind);

struct Path {
    Status status = Status::stuck;
    /// Of the threads: exhausted if all were followed, limit_reached if the walk ended at a
    /// solution with some left. Why, if interrupted.
    Ending ending = Ending::exhausted;
    std::vector<Entry> entries;
    State state;                   ///< where it ended: full if solved by one thread
    State deduced;                 ///< where plain logic ended, before the first guess
    std::vector<Grid> solutions;   ///< in the order found; with Guess::first at most one
    std::vector<Technique> tried;  ///< when logic got stuck: every rule that did not hit
    /// When logic got stuck: rules that were not tried, since they rest on the puzzle's having one
    /// solution, and nothing is known of that (State::uniqueness).
    std::vector<Technique> passed_over;
    std::uint64_t guesses = 0;
    long long score = 0;      ///< sum over deductions and guesses
    int hardest_score = 0;    ///< largest score of one entry
    std::size_t hardest = 0;  ///< index of the first entry of that score; 0 if there are none

    explicit Path(const State& start) : state(start), deduced(start) {}
};

/// Whether the start is known to have one solution and no other: by logic, or since every thread
/// was followed. False if it has none or several; nothing if that is not known, as when steps rest
/// on uniqueness that was only granted.
std::optional<bool> has_one_solution(const Path& path);

/// Follows the rules from a state. What the puzzle's own rules rule out by their filters
/// (rule_step.hpp) comes behind the last single of the set; such steps count, and are of
/// no rule of the set. Cost: bounded by the rules' own bounds times the number of
/// candidates, and by max_guesses.
Path walk(const State& start, const PathOptions& options = {});

/// The next step by the first rule that hits, scored; nothing if none does, or a stop came first.
/// `on_progress` is called before each rule: `nodes` are rules that did not hit.
std::optional<Step> next_step(const State& state, const RuleSet& rules,
                              const StopFlag* stop = nullptr,
                              const std::function<void(const Progress&)>& on_progress = {});

/// Makes the entries' moves, guesses and undos included, and returns the state after the last.
/// Requires that the path was made from this state (or an equal one).
State replay(const State& start, std::span<const Entry> entries);

}  // namespace clew::logic::inline path
