#pragma once
// Which clues of a puzzle could go, and what smaller puzzles stand in it, in words and as JSON.
//
//     Reduction r = reduce(puzzle, {.wanted = Wanted::all});
//     to_text(puzzle, r)        the redundant clues, or a sub-puzzle a line
//     remark(puzzle, r)         "3 of 24 clues are redundant, each by itself"
//     to_json(record, r)        clew/minimal/1

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/formats/formats.hpp"
#include "setter/minimal.hpp"

namespace clew::report {

/// What is asked of a puzzle.
enum class MinimalMode : std::uint8_t {
    redundant,  ///< the clues that could go, each by itself
    one,        ///< also a minimal sub-puzzle
    all,        ///< also all of them
};

struct ReductionOptions {
    MinimalMode wanted = MinimalMode::redundant;
    std::uint64_t seed = 1;             ///< of the order in which clues are taken out for `one`
    std::uint64_t limit = 1'000;        ///< for `all`
    std::size_t max_clues = max_cells;  ///< for `all`
    bool rules =
        false;        ///< rules, too: those that could go, or taken out after the clues for `one`
    Budget budget{};  ///< its nodes: of `all` alone
    Language language = Language::english;  ///< of the words
    /// What is tested and found: first clues, then for `one` and `all` as their functions tell it.
    std::function<void(const Progress&)> on_progress{};
};

struct Reduction {
    enum class Outcome : std::uint8_t {
        found,
        no_solution,
        not_known,  ///< the work ended before
    };

    Outcome outcome = Outcome::found;
    MinimalMode wanted = MinimalMode::redundant;
    std::vector<Cell> redundant{};
    std::optional<std::vector<std::size_t>>
        redundant_rules{};             ///< places among the rules; if asked
    std::vector<Puzzle> subpuzzles{};  ///< one or all
    setter::SubpuzzleCount count{};    ///< of `all`; of `one` the ending alone
    Language language = Language::english;

    /// Whether all that was asked for is known.
    bool complete() const {
        return outcome != Outcome::not_known && count.ending != Ending::out_of_budget &&
               count.ending != Ending::interrupted;
    }
};

/// Works it out. Cost: see setter/minimal.hpp.
Reduction reduce(const Puzzle& puzzle, const ReductionOptions& options = {});

/// "6 at r3c5", a clue or a rule a line; or the sub-puzzles, each a line that Clew reads again:
/// JSON where the puzzle has rules.
std::string to_text(const Puzzle& puzzle, const Reduction& reduction);
/// One sentence; empty if nothing is known.
std::string remark(const Puzzle& puzzle, const Reduction& reduction);
/// clew/minimal/1.
nlohmann::ordered_json to_json(const Record& record, const Reduction& reduction);

}  // namespace clew::report
