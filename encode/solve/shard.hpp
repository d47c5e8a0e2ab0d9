#pragma once
// Shards: one count, cut into parts that run apart, and put together again.
//
// The arrangements of the plan's outer stack are cut into n runs of equal length; each takes the
// same work. A part's result carries the puzzle it belongs to and a digest of itself, so that
// merging can refuse what does not fit together and what a hand has changed.
//
//     ShardCount part = count_shard(puzzle, {.shard = *parse_shard("3/8")});
//     out << to_json(part) << '\n';                      // one line, one JSON object
//
//     Merged whole = merge(read_shards(in, "parts.jsonl"));
//     whole.total, whole.exact()
//
// The exact counter counts them, so the board is classic.
//
// A part that was interrupted may be merged: the whole is then a lower bound.
//
// With a stream for it, the count is written down as a ledger, a line an arrangement
// (encode/ledger); the part then carries the ledger's hashes, and merging joins these to the root
// of the whole's.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "encode/base/input_error.hpp"
#include "encode/base/outcome.hpp"
#include "encode/base/shard.hpp"
#include "encode/board/options.hpp"
#include "encode/board/puzzle.hpp"
#include "encode/ledger/merkle.hpp"
#include "encode/solve/solve.hpp"

namespace clew {

/// One part's answer, with all that a merge must check.
struct ShardCount {
    Options9 options{};  ///< the puzzle
    Shard shard;
    std::uint64_t arrangements = 0;  ///< of the outer stack, in all parts together
    CountResult result;
    /// The hashes of its lines, if a ledger was written.
    std::optional<ledger::MerkleRange> ledger{};
    Place place{};  ///< where it was read, for messages
};

struct ShardOptions {
    Budget budget{};  ///< max_nodes: terms of the sum
    unsigned threads = 1;
    Shard shard{};
    /// Where to write the ledger, if anywhere, line by line as the count goes. It is whole if the
    /// result is exact; otherwise it lacks its end, without which it is none. Not owned.
    std::ostream* ledger = nullptr;
    /// With a ledger: called now and then by the calling thread with the share that lies behind.
    std::function<void(double explored)> on_headway{};
};
/// Counts one part. Errors: ContractViolation unless can_count(Engine::exact, puzzle), or if
/// shard.index >= shard.of.
ShardCount count_shard(const Puzzle& puzzle, const ShardOptions& options);

/// One line of JSON without line end; the same part gives the same bytes.
std::string to_json(const ShardCount& part);
/// Reads parts, one JSON object a line; blank lines are passed over. Errors: InputError with the
/// line, for a part whose digest is missing or another too.
std::vector<ShardCount> read_shards(std::istream& in, const std::string& source);

struct Merged {
    Options9 options{};  ///< the puzzle
    Count total;
    Ending ending = Ending::exhausted;  ///< that of the first part that is not exhausted
    std::uint64_t terms = 0;
    std::optional<ledger::Hash> root{};  ///< of the whole's ledger, if every part has its own

    bool exact() const { return ending == Ending::exhausted; }
};

/// The whole of a count from all its parts, in any order. Errors: InputError that names the part:
/// no parts, parts of different puzzles, of different cuts, one twice, one missing.
Merged merge(std::span<const ShardCount> parts);

}  // namespace clew
