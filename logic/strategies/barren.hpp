#pragma once
// Barren: parts of the board in which a search found nothing, and that are still as they were.
//
//     Barren barren{state, query};
//     for (Digit d : ...) {
//         if (barren.holds(d)) continue;
//         ... search among the places of d ...
//         if (/* to the end, and nothing was handed on */) barren.note(d);
//     }
//
// A walk asks for one technique after the other, and again after every step; most parts of the
// board are then what they were. Candidates only vanish: where nothing could be found, nothing can
// be now. So what is found is the same with and without; only whoever looks twice is spared. A
// query with fewer nodes than the default remembers nothing, so that it always ends at the same
// place.
//
// For searches that look at one part after the other, each for itself: what is found in a part
// depends on the part's candidates and on which of its cells are placed; what it removes may lie
// anywhere. The memory is the thread's own, of the last state that it asked about.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "logic/candidates.hpp"
#include "logic/layout.hpp"
#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// When the parts of the board changed last, as a count of the states that the thread asked about.
/// A state with a candidate that the one before lacked, or of another board, has changed
/// everywhere.
class History {
  public:
    /// The thread's, brought up to this state. Cost: a look at each cell.
    static const History& of(const State& state);

    std::uint64_t now() const { return now_; }
    std::uint64_t since(House h) const { return house_[h.index()]; }
    std::uint64_t since(Digit d) const { return digit_[d.index()]; }

  private:
    void catch_up(const State& state);

    GeometryPtr geometry_;  // held, so that the pointer means no other board
    std::vector<DigitSet> candidates_;
    CellSet open_;
    std::uint64_t now_ = 0;
    std::vector<std::uint64_t> house_, digit_;
};

/// What is known of one technique's search. All parts that one search asks about are of one kind.
class Barren {
  public:
    Barren(const State& state, const Query& query);

    bool holds(Digit d) const { return known(d.index()) >= history_.since(d); }
    bool holds(House h) const { return known(h.index()) >= history_.since(h); }
    /// Of the crossing with this number in Layout::crossings().
    bool holds(std::size_t number, const Intersection& crossing) const {
        const std::uint64_t when = known(number);
        return when >= history_.since(crossing.first) && when >= history_.since(crossing.second);
    }

    void note(Digit d) { note(d.index()); }
    void note(House h) { note(h.index()); }
    void note(std::size_t crossing);

  private:
    std::uint64_t known(std::size_t part) const { return part < when_.size() ? when_[part] : 0; }

    const History& history_;
    std::uint64_t now_;                 // of the state that is searched
    std::vector<std::uint64_t>& when_;  // by part: 0 if nothing is known of it
};

}  // namespace clew::logic::inline strategies
