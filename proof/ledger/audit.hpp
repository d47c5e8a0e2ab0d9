#pragma once
// Audit: whether a ledger is whole, and which of its lines to count again.
//
//     const Audit found = audit(stream, "p92.ledger", {.sample = 50, .seed = 7});
//     if (!found.accepted) ... found.why, found.line
//     for (const Sampled& line : found.sample)
//         // count(puzzle_of(narrowed(found.head, line.entry))) by another engine
//     pass_chance(found.head.arrangements, 50, 1)       // that one wrong line is not seen
//
// What it finds out by itself: that the root is that of the lines and the count their sum; that the
// arrangements are all that the puzzle has, each once. It lists them by a search of its own and
// knows nothing of the counter. That a line's number of solutions is right it leaves to whoever
// counts the sample.

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "proof/ledger/ledger.hpp"

namespace clew::ledger {

struct Sampled {
    std::uint64_t line = 0;  ///< in the ledger's text
    SumTerm entry;
};

struct Audit {
    bool accepted = true;
    std::string why{};     ///< if it is not
    std::size_t line = 0;  ///< where; 0 if no line is to blame
    Head head{};
    Count total{};
    std::optional<Hash> root{};     ///< of the whole; a part has none
    std::uint64_t stands_for = 0;   ///< arrangements that its lines stand for
    std::vector<Sampled> sample{};  ///< in the order of the lines
};

struct RecountOptions {
    std::optional<CandidateMasks> puzzle{};  ///< the puzzle it is to be about
    std::optional<Hash> root{};              ///< the root that was published
    std::uint64_t sample = 0;  ///< lines to draw, each set of so many with the same chance
    std::uint64_t seed = 1;    ///< of the draw: one that the ledger's author could not foresee
};

/// Errors: InputError with the line for a text that is no ledger. Cost: some 10^7 steps at most.
Audit audit(std::istream& in, const std::string& source, const RecountOptions& options);

/// The chance that none of `wrong` among `lines` lines is in a sample of `sample` of them.
double pass_chance(std::uint64_t lines, std::uint64_t sample, std::uint64_t wrong);
/// The fewest wrong lines that pass with a chance of at most `chance`; nothing if even all do.
std::optional<std::uint64_t> wrong_lines_seen(std::uint64_t lines, std::uint64_t sample,
                                              double chance);

}  // namespace clew::ledger
