#pragma once
// Cores: which demands of a puzzle cannot hold together.
//
// Each demand (cnf::Demand: "row 3 needs a 5", "the clue 6 at r3c5") is on a switch, and a conflict
// is a set of switches that cannot all be on. It is minimal if no demand of it can be left out, and
// smallest if no other conflict has fewer.
//
//     // which clues fight each other? the rules always hold
//     auto r = minimal_conflict(puzzle, Selectors::clues);
//     for (const Demand& d : r.demands) describe(d, puzzle);      "the clue 6 at r3c5", ...
//     conflicts(puzzle, Selectors::clues, {}, [](auto demands) { ...; return Flow::go_on; });
//
//     // why is 4 not possible at r1c1? rules and clues alike are reasons
//     auto question = encode(puzzle, {.selectors = Selectors::all});
//     question.formula.add({question.map.literal({Cell{0}, Digit{3}})});
//     auto reasons = Conflicts(std::move(question)).minimal();
//
// A puzzle that has solutions has no conflict: an empty result with `exists` false.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "encode/cnf/encoding.hpp"
#include "encode/sat/session.hpp"

namespace clew::sat {

using cnf::Demand;
using cnf::Selectors;

/// A conflict, and how much is known of it.
struct Conflict {
    bool exists = false;  ///< false: all demands can hold together, or nothing was found in time
    std::vector<Demand> demands;        ///< in the order of the encoding's selectors; none if what
                                        ///< is not on a switch cannot hold by itself
    Ending ending = Ending::exhausted;  ///< otherwise `exists` and the promise below may fail:
                                        ///< the demands conflict, but may be more than needed
};

/// Receives a conflict; valid only during the call.
using ConflictSink = std::function<Flow(std::span<const Demand>)>;

struct ConflictOptions {
    Budget budget{};                  ///< max_nodes counts conflicts and calls of the SAT library
    std::uint64_t limit = unlimited;  ///< stop after so many conflicts
    std::size_t max_size = 0;         ///< leave larger ones out; 0: none is too large
};

struct ConflictCount {
    std::uint64_t found = 0;
    Ending ending = Ending::exhausted;  ///< exhausted: there are no others (up to max_size)
};

/// Finds conflicts among the switched demands of an encoding. What is not on a switch always holds.
class Conflicts {
  public:
    /// Requires selectors that occur in clauses only negated, as guards: what encode() makes.
    explicit Conflicts(cnf::Encoded encoded);

    /// A minimal conflict. Cost: about one SAT call for each demand of the first core, 1-3 ms on
    /// 9x9. (Deletion with core refinement [Marques2010].)
    Conflict minimal(const Budget& budget = {});
    /// Every minimal conflict, the smaller before the larger, each once. There may be very many,
    /// and the first may cost an exponential time; 9 of 1 377 demands took 0.6 s. (Implicit hitting
    /// sets [Ignatiev2015].)
    ConflictCount all(const ConflictOptions& options, const ConflictSink& sink);

  private:
    std::uint64_t spent() const { return session_.conflicts() + calls_ + other_conflicts_; }
    Answer ask(std::span<const Lit> assumptions, const Budget& budget, std::uint64_t before);
    std::vector<Demand> demands_of(std::vector<Lit> core) const;
    Ending minimize(std::vector<Lit>& core, const Budget& budget, std::uint64_t before);
    bool satisfied_by_model(std::size_t selector) const;

    cnf::Encoded encoded_;
    Session session_;
    std::vector<std::vector<std::size_t>> guarded_;  // clauses of each selector of the map
    std::uint64_t calls_ = 0;
    std::uint64_t other_conflicts_ = 0;  // of hitting-set sessions
};

/// A minimal set of demands of `puzzle` that cannot hold together: of clues and pencil marks
/// (Selectors::clues), of these and its rules that are no houses (Selectors::question), or of these
/// and all that the board demands (Selectors::all). Requires one of these.
Conflict minimal_conflict(const Puzzle& puzzle, Selectors among, const Budget& budget = {});
/// All minimal ones, the smaller before the larger.
ConflictCount conflicts(const Puzzle& puzzle, Selectors among, const ConflictOptions& options,
                        const ConflictSink& sink);

}  // namespace clew::sat
