#pragma once
// Parts: the rules of a puzzle as an argument cites them, each as one thing.
//
//     const RulePartsPtr parts = parts_of(puzzle);               // null for a puzzle without rules
//     for (std::uint16_t p : parts->of(cell)) parts->all()[p].words() ...
//
// A part is a whole rule: of a killer cage that its digits differ and what they sum to. It is kept
// by itself: nothing that the board says is left out of it or put into it (for an engine that need
// not say why, rulebook.hpp does both). A rule that holds for the whole board is a part for every
// two cells that it compares.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/board/puzzle.hpp"
#include "core/rules/primitive.hpp"

namespace clew::rules {

/// A rule as one thing. Immutable: may be used by several threads at once.
class RulePart {
  public:
    /// Of primitives that belong to one rule of the puzzle, by its number and as it stands.
    /// `total` is what its cells sum to, each counted once, if it says that.
    RulePart(std::size_t rule, std::shared_ptr<const Rule> whole, GeometryPtr board,
             std::vector<PrimitivePtr> primitives, std::optional<int> total = std::nullopt);

    /// Which of Puzzle::rules() it is, or is part of.
    std::size_t rule() const { return rule_; }
    /// Its cells, ascending. None for a rule that is cited in pairs.
    const std::vector<Cell>& cells() const { return cells_; }

    /// As Primitive::filter(), for all primitives together: `domains` has an entry for each of
    /// cells(). What is left may still be part of no way to keep it, until every cell is down to
    /// one candidate.
    bool filter(std::span<DigitSet> domains) const;
    /// As Primitive::price(), of one round.
    std::uint64_t price() const;
    /// As Primitive::check().
    bool check(const Grid& grid) const;
    /// As Primitive::clauses().
    void clauses(std::span<const DigitSet> domains, ClauseSink& sink) const;

    /// What its cells sum to, each counted once: of a killer cage with a sum.
    std::optional<int> total() const { return total_; }
    /// "killer cage", with the user's own name if it has one.
    std::string name(Language language = Language::english) const;
    /// "r1c1 and r1c2 are all different and sum to 10".
    std::string words(Language language = Language::english) const;

  private:
    bool ask(std::span<DigitSet> domains) const;

    std::size_t rule_;
    std::shared_ptr<const Rule> whole_;
    GeometryPtr board_;
    std::uint64_t number_;  // of all parts that were ever made
    std::vector<PrimitivePtr> primitives_;
    std::vector<std::vector<std::uint16_t>> places_;  // of each primitive's cells in cells_
    std::vector<Cell> cells_;
    std::optional<int> total_;
};

/// All parts of a puzzle. Immutable: may be used by several threads at once.
class RuleParts {
  public:
    /// Of the rules that `kept` says yes to, by their numbers; empty: of all. The others keep their
    /// numbers, and have parts without cells.
    /// Errors: InputError without place for a rule of an unknown kind, or one that does not fit.
    explicit RuleParts(const Puzzle& puzzle, std::vector<bool> kept = {});

    /// Part i is rule i of the puzzle. Behind them come the pairs of the rules without cells, in
    /// the order of the rules; such a rule itself has a part without cells, which holds always.
    std::span<const RulePart> all() const { return parts_; }
    /// The parts that speak of a cell, ascending.
    std::span<const std::uint16_t> of(Cell cell) const { return of_cell_[cell.index()]; }
    /// The puzzle's.
    std::span<const Rule> rules() const { return *rules_; }
    /// Whether a rule of the puzzle has its parts.
    bool keeps(std::size_t rule) const { return kept_.empty() || kept_[rule]; }

  private:
    std::shared_ptr<const std::vector<Rule>> rules_;
    std::vector<bool> kept_;  // by rule; empty: all
    std::vector<RulePart> parts_;
    std::vector<std::vector<std::uint16_t>> of_cell_;
};

using RulePartsPtr = std::shared_ptr<const RuleParts>;

/// The parts of a puzzle; null if it has no rules. Errors: as the constructor.
RulePartsPtr parts_of(const Puzzle& puzzle);

}  // namespace clew::rules
