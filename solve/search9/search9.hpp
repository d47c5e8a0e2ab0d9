#pragma once
// Search9: the fast engine for plain 9x9 puzzles, with givens or pencil marks.
//
// Two layers. The raw one speaks of nine-bit masks, 81 a puzzle, and allocates nothing: it is for
// generators, batches and trees that ask "still unique?" a million times.
//
//     Marks9 marks = *marks9("..9.....2...31.8..2.8.6....." ...);
//     Solution9 found[2];
//     count_up_to(marks, 2, found)          // 0 none, 1 unique, 2 several
//     count_batch(puzzles, counts)          // the same for a whole array
//
// The other knows budgets, sinks, resuming and splitting:
//
//     Result9 r = enumerate9(marks, {.limit = 100}, sink);
//     if (r.ending != Ending::exhausted) enumerate9(marks, {.from = r.next}, sink);   // the rest
//     for (const Marks9& part : split9(marks, 8)) ...      // one a thread; in order, no overlap
//
// The order of solutions is a property of the puzzle alone: the same on every processor, and the
// parts of a split, or a run and its resumption, joined in order give the order of one whole run.
// Everything is thread-safe: there is no state outside the call. A puzzle that contradicts itself
// has no solution. Boards other than classic ones are a ContractViolation; see search.hpp for them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/processor.hpp"
#include "core/base/report.hpp"
#include "core/board/puzzle.hpp"

namespace clew::search9 {

/// The digits allowed in each of the 81 cells, row-major: bit d for Digit{d}, 9 bits used. Bits
/// above the ninth are ignored.
using Marks9 = std::array<std::uint16_t, 81>;
/// A full grid: the digit in each cell, 0 .. 8, row-major.
using Solution9 = std::array<std::uint8_t, 81>;

/// The marks of 81 characters: '1' .. '9' is a given, '.' or '0' is open. Nothing if the text has
/// another length or another character.
std::optional<Marks9> marks9(std::string_view line);
/// The marks of a puzzle: its options, cell by cell. Requires a classic board.
Marks9 marks9(const Puzzle& puzzle);
/// The puzzle that has exactly these marks; a cell with one mark becomes a given.
Puzzle puzzle9(const Marks9& marks);

// --- raw: one puzzle, no allocation -------------------------------------------------------------

/// The number of solutions, counted up to `limit`; the first found are written to `found`, as many
/// as fit. Which ones is not promised when there are more than `limit`.
std::uint64_t count_up_to(const Marks9& marks, std::uint64_t limit,
                          std::span<Solution9> found = {});
/// True if there is exactly one solution.
inline bool has_one_solution(const Marks9& marks) { return count_up_to(marks, 2) == 1; }

/// The count of a puzzle that was not finished because the stop flag was raised.
inline constexpr std::uint32_t unfinished9 = 0xFFFFFFFF;

struct BatchOptions9 {
    std::uint32_t limit = 2;         ///< count up to so many a puzzle; less than unfinished9
    const StopFlag* stop = nullptr;  ///< polled; not owned; may be null
    /// The widest there is, if not said; all give the same answers. Requires has_instructions().
    std::optional<InstructionSet> instructions{};
};

/// For each puzzle the number of its solutions up to the limit, and, where `first` is not empty,
/// the first solution in the puzzle's own order if there is one. Requires counts.size() ==
/// puzzles.size(), and first.size() the same or zero. With the stop flag raised the rest is
/// unfinished9.
void count_batch(std::span<const Marks9> puzzles, std::span<std::uint32_t> counts,
                 std::span<Solution9> first = {}, const BatchOptions9& options = {});

// --- whole runs ---------------------------------------------------------------------------------

/// A place in the search tree: the numbers of the branches taken, from the root. Empty is the
/// start.
using Path9 = std::vector<std::uint8_t>;

struct Options9 {
    Budget budget{};
    std::uint64_t limit = unlimited;  ///< stop after so many solutions
    Path9 from{};                     ///< begin here: Result9::next of an earlier run
    /// False: if its limit or its sink ends the run, nobody will go on with it. Then Result9::next
    /// is empty, and no more solutions are looked for than are wanted.
    bool resumable = true;
    /// The widest there is, if not said; all give the same answers in the same order. Requires
    /// has_instructions().
    std::optional<InstructionSet> instructions{};
};

/// A report, of which `explored` counts what came before Options9::from too, and the place where
/// the run ended.
struct Result9 : Report {
    /// Where to go on; empty if exhausted, or if the run was not to be resumed and met its limit.
    Path9 next{};
};

/// A solution sink that costs no allocation: any callable that takes a `const Solution9&` and
/// returns Flow. Refers to the callable, which must outlive it.
class Sink9 {
  public:
    template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, Sink9> &&
             std::is_invocable_r_v<Flow, F&, const Solution9&>)
        Sink9(F&& f)  // NOLINT(google-explicit-constructor,bugprone-forwarding-reference-overload)
        : object_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
          call_([](void* object, const Solution9& s) -> Flow {
              return (*static_cast<std::remove_reference_t<F>*>(object))(s);
          }) {}

    Flow operator()(const Solution9& s) const { return call_(object_, s); }

  private:
    void* object_;
    Flow (*call_)(void*, const Solution9&);
};

/// Counts the solutions. Cost: less than 0.2 us a solution.
Result9 count9(const Marks9& marks, const Options9& options = {});

/// Hands every solution to the sink, each once, in the puzzle's own order, in constant memory.
Result9 enumerate9(const Marks9& marks, const Options9& options, Sink9 sink);

/// Parts that have no solution in common and all of them together, in the order of the search:
/// enumerating them one after the other hands out what enumerating the whole does, in the same
/// order. At least `parts` of them where the tree is big enough, at most 128 times as many; an
/// unsolvable puzzle may give none. Of what lies from `from` on, Result9::next of an earlier run,
/// if that is not empty. Requires parts > 0.
std::vector<Marks9> split9(const Marks9& marks, std::size_t parts, const Path9& from = {});

/// The place right behind a solution, for Options9::from; nothing if it is the last one. Requires a
/// solution of `marks`.
std::optional<Path9> path_behind(const Marks9& marks, const Solution9& solution);

}  // namespace clew::search9
