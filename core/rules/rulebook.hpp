#pragma once
// Rulebook: the rules of one puzzle as primitives, made once, for an engine to walk with.
//
//     const RulebookPtr book = rulebook_of(puzzle);             // null for a puzzle without rules
//     for (std::uint32_t e : book->of(cell)) book->entries()[e].primitive->filter(domains) ...
//
// What the board says already is left out, and a sum of cells that are known to differ is told so.
// On demand it has besides what follows from several rules together (implied.hpp), for engines that
// reason from one at a time.
// A puzzle with a rule that nobody knows is refused here, by name, before an engine starts.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/board/puzzle.hpp"
#include "core/rules/primitive.hpp"

namespace clew::rules {
/// Immutable: may be read by several threads at once.
class Rulebook {
  public:
    struct Entry {
        PrimitivePtr primitive;
        std::size_t rule = 0;  ///< which of Puzzle::rules() it belongs to; their number if implied
    };
    enum class Implied : bool { left_out, added };

    /// Errors: InputError without place for a rule of an unknown kind, or one that does not fit.
    explicit Rulebook(const Puzzle& puzzle, Implied implied = Implied::left_out);

    std::span<const Entry> entries() const { return entries_; }
    /// The entries that speak of a cell, ascending.
    std::span<const std::uint32_t> of(Cell cell) const {
        return std::span(list_).subspan(start_[cell.index()],
                                        start_[cell.index() + 1] - start_[cell.index()]);
    }

    /// Those of them that can strike something after the cell lost a candidate and has so many
    /// left.
    std::span<const std::uint32_t> woken(Cell cell, std::size_t left) const {
        const std::size_t at = cell.index() * (size_ + 1) + left;
        return std::span(woken_).subspan(woken_start_[at], woken_start_[at + 1] - woken_start_[at]);
    }

    /// Takes from `domains`, one entry a cell of the board, what entry `e` rules out. False if it
    /// cannot be kept.
    bool filter(std::size_t e, std::span<DigitSet> domains) const;

  private:
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> list_;  // entries of cell 0, of cell 1, ...
    std::vector<std::size_t> start_;
    std::vector<std::uint32_t> woken_;  // by cell and candidates left
    std::vector<std::size_t> woken_start_;
    std::size_t size_;
};

using RulebookPtr = std::shared_ptr<const Rulebook>;

/// The rulebook of a puzzle; null if it has no rules. Errors: as the constructor.
RulebookPtr rulebook_of(const Puzzle& puzzle,
                        Rulebook::Implied implied = Rulebook::Implied::left_out);

}  // namespace clew::rules
