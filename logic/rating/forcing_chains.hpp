#pragma once
// Forcing chains and bidirectional cycles: implications one after another, without branches.
//
//     ForcingChains chains;
//     std::optional<Hint> hint = chains.lowest(board);
//
// X uses only the places of a digit in its houses, Y only cells with two digits and what they see,
// XY both. A cycle leads from a candidate back to itself; a forcing chain from a candidate to its
// opposite. All of them are found by breadth-first search, so that each is a shortest of its kind.
//
// Inside an assumption (see implications.hpp) the same search lists every chain, each with the
// absences on which it rests.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "logic/rating/hint.hpp"

namespace clew::rating {

/// A chain that was found on a board that an assumption has changed.
struct NestedHint {
    int complexity = 0;
    std::uint64_t content = 0;            ///< same chain, same number
    std::vector<CandidateId> removed{};   ///< each once in the whole list
    std::vector<CandidateId> absences{};  ///< candidates that must be gone for it to hold
};

class ForcingChains {
  public:
    /// The lowest rated, of these the least complex.
    std::optional<Deduction> lowest(const Board9& board);
    /// Every chain of `now` that needs candidates of `base` to be gone, lowest rated first; only
    /// what no earlier one removes.
    void all(const Board9& now, const Board9& base, std::vector<NestedHint>& found);

  private:
    enum class Mode : std::uint8_t { x, y, xy };
    struct Found {
        int tenths = 0;
        int complexity = 0;
        int key = 0;  ///< cycles before chains, x before y before both
        SeTechnique technique = SeTechnique::x_cycle;
        CandidateId source = 0;
        bool cycle = false;
        bool from_off = false;  ///< a forcing chain that starts with "off"
        std::vector<CandidateId> removed{};
        /// From the end to the start: candidates, on and off by turns, with the cause of each.
        std::vector<CandidateId> path{};
        std::vector<std::uint8_t> causes{};
    };

    void link(const Board9& board);
    void search(Mode mode);
    void from_on(Mode mode, CandidateId source);
    void from_off(Mode mode, CandidateId source);
    void cycle(Mode mode, CandidateId source, CandidateId last_on, CandidateId last_off);
    /// Why `to` holds if `from` does not.
    std::uint8_t cause_of(CandidateId from, CandidateId to) const;
    void chain(Mode mode, CandidateId source, bool off, CandidateId before_last);
    bool weak(Mode mode, int a, int b) const;
    bool ancestor(CandidateId on, CandidateId off, CandidateId source) const;
    int limit(int base) const;
    bool better(int tenths, int complexity, int key) const;
    void keep(Found&& found);
    void trace(Found& found, CandidateId on, bool to_off_source) const;

    static constexpr CandidateId nobody = 0xFFFF;
    struct Strong {
        std::array<CandidateId, 4> to{};
        std::array<std::uint8_t, 4> cause{};  ///< a house, or by_cell
        std::uint8_t count = 0;
        std::uint8_t in_cell = 0;  ///< the first so many are in the cell
    };

    const Board9* board_ = nullptr;
    bool collect_ = false;
    std::optional<Found> best_;
    std::vector<Found> all_;

    std::vector<CandidateId> open_;
    std::array<Strong, candidate_total> strong_{};
    std::vector<CandidateId> weak_;
    std::array<std::uint16_t, candidate_total> weak_begin_{};
    std::array<std::uint16_t, candidate_total> weak_houses_{};  ///< behind those of the cell
    std::array<std::uint16_t, candidate_total> weak_end_{};

    // One search at a time.
    std::array<CandidateId, candidate_total> parent_on_{};   ///< the "off" before
    std::array<CandidateId, candidate_total> parent_off_{};  ///< the "on" before
    std::array<std::uint8_t, candidate_total> cause_{};      ///< of the "on"
    std::array<std::uint16_t, candidate_total> depth_{};     ///< of the "on"
    std::array<CandidateId, candidate_total> queue_{};
};

/// The cause of an implication inside one cell; otherwise it is the number of a house.
inline constexpr std::uint8_t by_cell = 0xFF;

/// Adds what is gone from the cell, or from the digit's house, between base and now.
void add_absences(const Board9& now, const Board9& base, CandidateId on, std::uint8_t cause,
                  std::vector<CandidateId>& absences);

}  // namespace clew::rating
