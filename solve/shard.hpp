#pragma once
// Shards: one count, cut into parts that run apart, and put together again.
//
// What is cut (Cut): the sum of the exact counter by the arrangements of its outer stack, a search
// by prefixes of decisions (any board, any rules), a file by its puzzles. How a cut is planned, and
// how a planned part is run: shard_plan.hpp. A part's result says what it belongs to and carries a
// digest of itself, so that merging can refuse what does not fit together and what a hand has
// changed.
//
//     ShardCount part = count_shard(puzzle, {.shard = *parse_shard("3/8")});
//     out << to_json(part) << '\n';                      // one line, one JSON object
//
//     Merged whole = merge(read_shards(in, "parts.jsonl"));
//     whole.total, whole.exact()
//
// A part that was interrupted may be merged: the whole is then a lower bound. One by prefixes may
// say what it left, to be counted as parts of a plan of their own (rest_of in shard_plan.hpp); with
// these the whole is exact. A part that is there twice, as when a machine that was thought lost
// delivers after all, is taken once if both say the same; if they contradict each other, nothing is
// merged.
//
// With a stream for it, an exact count is written down as a ledger, a line an arrangement
// (proof/ledger); the part then carries the ledger's hashes, and merging joins these to the root
// of the whole's.

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/input_error.hpp"
#include "core/base/outcome.hpp"
#include "core/base/shard.hpp"
#include "core/base/shard_family.hpp"
#include "core/board/puzzle.hpp"
#include "proof/ledger/merkle.hpp"
#include "solve/solve.hpp"

namespace clew {

/// What a count is cut by.
enum class Cut : std::uint8_t {
    arrangements,  ///< of the exact counter's outer stack: plain 9x9 boards
    prefixes,      ///< of decisions: any board
    puzzles,       ///< of a file, each counted by itself
};

/// "arrangements", "prefixes", "puzzles".
const char* to_string(Cut cut);

/// The solutions that have all of these are one unit of a cut.
using Prefix = std::vector<Candidate>;

/// One part's answer, with all that a merge must check.
struct ShardCount {
    Cut cut = Cut::arrangements;
    Puzzle puzzle{Geometry::classic()};  ///< blank for Cut::puzzles
    Shard shard;
    std::uint64_t units = 0;  ///< arrangements, prefixes or puzzles, in all parts together
    /// Digest of what was cut and where; 0 for arrangements, of which the units say it.
    std::uint64_t plan = 0;
    CountResult result;
    /// Some of the prefixes that it left, to be counted together.
    struct Rest {
        double cost = 0;  ///< predicted, as in ShardTask
        std::vector<Prefix> prefixes{};
    };
    /// What a part by prefixes left that was cut short and hands on; empty otherwise.
    std::vector<Rest> rest{};
    /// Of its solutions those that the rest does not count again: of the prefixes that were counted
    /// to their end. They are the first of those listed. 0 without a rest.
    Count ended{};
    /// For Cut::puzzles, one a puzzle: "12", or ">=2" for a lower bound.
    std::vector<std::string> answers{};
    /// Digest of the lines of its solutions, if they were listed.
    std::optional<std::uint64_t> listing{};
    /// The hashes of its lines, if a ledger was written.
    std::optional<ledger::MerkleRange> ledger{};
    /// Where it was read, for messages; the solutions listed are in the lines before.
    Place place{};
};

struct ShardOptions {
    Budget budget{};  ///< max_nodes: terms of the sum, nodes of a search
    unsigned threads = 1;
    Shard shard{};
    /// Where to write the ledger, if anywhere, line by line as the count goes. It is whole if the
    /// result is exact; otherwise it lacks its end, without which it is none. Not owned.
    std::ostream* ledger = nullptr;
    /// With a ledger: called now and then by the calling thread with the share that lies behind.
    std::function<void(double explored)> on_progress{};
};
/// Counts one part by arrangements. Errors: ContractViolation unless the puzzle is plain 9x9, or if
/// shard.index >= shard.of.
ShardCount count_shard(const Puzzle& puzzle, const ShardOptions& options);

/// One line of JSON without line end; the same part gives the same bytes.
std::string to_json(const ShardCount& part);
/// Reads parts, one JSON object a line, each behind the lines of its solutions if it lists them;
/// blank lines are passed over. Errors: InputError with the line, for a part whose digest is
/// missing or another too, and for solutions that are not those that the part listed.
std::vector<ShardCount> read_shards(std::istream& in, const std::string& source);

struct Merged {
    /// A part that was taken.
    struct Part {
        const ShardCount* part = nullptr;  ///< of the caller's span
        bool handed_on = false;            ///< its rest follows: only what it ended is taken of it
    };

    Cut cut = Cut::arrangements;
    Puzzle puzzle{Geometry::classic()};
    Count total;
    Ending ending = Ending::exhausted;  ///< that of the first part that is not exhausted
    Engine engine = Engine::exact;      ///< of the first part that had something to count
    std::uint64_t terms = 0;
    std::vector<std::string> answers{};  ///< for Cut::puzzles, one a puzzle, in their order
    std::optional<ledger::Hash> root{};  ///< of the whole's ledger, if every part has its own
    std::vector<RepeatedShard> repeated{};
    std::vector<Part> parts{};  ///< that were taken, in order
    /// What is missing of rests, so that the total is a lower bound, in words: "2/16 of the rest of
    /// part 3/8 is missing, and 4 more".
    std::vector<std::string> missing{};

    bool exact() const { return ending == Ending::exhausted; }
};

/// The whole of a count from all its parts, in any order. A part that is there again is taken once:
/// of a whole one and one cut short the whole one, of two cut short the one that counted further;
/// one that was cut short is whole with its rest. Errors: InputError that names the part: no parts,
/// parts of different puzzles, of different cuts, one twice with contradictory numbers, one
/// missing.
Merged merge(std::span<const ShardCount> parts);

}  // namespace clew
