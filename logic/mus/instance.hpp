#pragma once
// Instance: what an argument may speak of in a state, numbered for the searches of this room.
//
//     const Instance instance{state};
//     instance.members(k), instance.uses(v)       constraint -> candidates, candidate -> constraints
//
// The constraints are those that the state has not settled: open cells, digits that are open in a
// house, and rules of the puzzle with open cells; a few hundred at most on 9x9, where a puzzle
// without rules has 324. The candidates are those of the open cells. A rule ranges over all
// candidates of its open cells, and holds if each of its cells has one of them and together they
// keep it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/rules/parts.hpp"
#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline mus {

/// Immutable: any number of threads may use one at once.
class Instance {
  public:
    explicit Instance(const logic::State& state);

    /// A constraint with the candidates that are left of it.
    struct Part {
        logic::Constraint constraint;
        std::vector<Candidate> members;  ///< ascending
        bool must_hold = true;
        /// Of a rule, by its cells: the digit of a cell that has no members.
        std::vector<DigitSet> settled{};
    };
    /// Of these constraints alone, numbered in this order. Requires rules to stand last.
    Instance(const logic::State& state, std::span<const Part> parts);

    std::size_t constraint_count() const { return constraints_.size(); }
    std::size_t candidate_count() const { return candidates_.size(); }
    const logic::Constraint& constraint(std::size_t k) const { return constraints_[k]; }
    /// As logic::effort().
    std::size_t effort(std::size_t k) const { return efforts_[k]; }
    Candidate candidate(std::size_t v) const { return candidates_[v]; }
    /// Of the board.
    std::size_t cell_count() const { return number_.size() / size_; }
    std::size_t cell(std::size_t v) const { return candidates_[v].cell.index(); }
    /// The number of a candidate of an open cell; nothing for any other.
    std::optional<std::size_t> number(Candidate candidate) const;

    /// The number of a constraint that is open; nothing for any other, and for a total.
    std::optional<std::size_t> number(const logic::Constraint& constraint) const;

    /// A constraint by a number that it has in every state of a puzzle, in place of that of one
    /// state.
    std::size_t slot(const logic::Constraint& constraint) const;
    /// The number of the one in a slot; nothing if it is not open.
    std::optional<std::size_t> number_in(std::size_t slot) const {
        const std::int32_t k = constraint_number_[slot];
        return k < 0 ? std::nullopt : std::optional{static_cast<std::size_t>(k)};
    }

    /// The candidates that a constraint ranges over, ascending.
    std::span<const std::uint16_t> members(std::size_t k) const {
        return {members_.data() + member_start_[k], member_start_[k + 1] - member_start_[k]};
    }
    /// A cell of a rule.
    struct Seat {
        DigitSet settled{};               ///< its digit; empty if it is open
        std::size_t first = 0, last = 0;  ///< where its candidates stand in members()
    };
    /// The rule that a constraint is; null for a cell and a house.
    const rules::RulePart* rule(std::size_t k) const {
        return k < first_rule_ ? nullptr : ruled_[k - first_rule_].part;
    }
    /// Of a rule: the nodes of a search that take as long as its filter.
    std::uint64_t nodes_of_filter(std::size_t k) const { return ruled_[k - first_rule_].nodes; }
    /// Of a rule: its cells, in order.
    std::span<const Seat> seats(std::size_t k) const { return ruled_[k - first_rule_].seats; }
    /// What is known of a candidate.
    enum class Known : std::uint8_t { open, holds, fails };
    /// What is left in the cells of a rule, in order: the digit that holds there, or else those
    /// that are open. `known` tells of a candidate's number. False as soon as a cell has no digit,
    /// or two that hold; `left` then has the cells before it alone.
    template <class KnownOf>
    bool left_of_rule(std::size_t k, const KnownOf& known, std::vector<DigitSet>& left) const {
        left.clear();
        for (const Seat& seat : seats(k)) {
            DigitSet open = seat.settled, holding;
            for (std::size_t i = seat.first; i < seat.last; ++i) {
                const std::uint16_t v = members(k)[i];
                const Known is = known(v);
                if (is == Known::open) open.insert(candidate(v).digit);
                if (is == Known::holds) holding.insert(candidate(v).digit);
            }
            const DigitSet digits = holding.empty() ? open : holding;
            if (digits.empty() || holding.size() > 1) return false;
            left.push_back(digits);
        }
        return true;
    }
    /// The first constraint that is a rule: all behind it are; constraint_count() if there is none.
    std::size_t first_rule() const { return first_rule_; }
    /// The constraints that a candidate is in, ascending.
    std::span<const std::uint16_t> uses(std::size_t v) const {
        return {uses_.data() + use_start_[v], use_start_[v + 1] - use_start_[v]};
    }
    /// True if one of the members must hold; false if at most one may and none is as good (a house
    /// with fewer cells than digits), and for a rule.
    bool must_hold(std::size_t k) const { return must_hold_[k]; }

  private:
    void close(const logic::Constraint& constraint, bool must_hold);
    void close_rule(const logic::Constraint& constraint, const rules::RulePart& part,
                    std::span<const DigitSet> settled);
    std::uint16_t add(Candidate candidate);
    void note_uses(const Geometry& board);

    std::size_t size_;  // digits
    std::vector<logic::Constraint> constraints_;
    std::vector<Candidate> candidates_;
    std::vector<std::uint16_t> members_, uses_;
    std::vector<std::size_t> member_start_, use_start_;
    std::vector<bool> must_hold_;
    std::vector<std::size_t> efforts_;
    struct Ruled {
        const rules::RulePart* part;
        std::vector<Seat> seats;
        std::uint64_t nodes;
    };
    std::size_t first_rule_ = 0;
    std::vector<Ruled> ruled_;                     // from first_rule_ on
    std::vector<std::int32_t> number_;             // by cell * size + digit; -1: no candidate
    rules::RulePartsPtr parts_;                    // of the state; keeps what ruled_ points to
    std::vector<std::int32_t> constraint_number_;  // by cell, house * size + digit, rule; -1: none
};

/// What is to be shown of a candidate of the instance.
struct Claim {
    std::size_t candidate = 0;
    logic::Truth truth = logic::Truth::fails;
};

/// A constraint of the instance, and which half of it the argument uses.
struct Chosen {
    std::uint16_t constraint = 0;
    logic::Use use = logic::Use::link;
};

}  // namespace clew::logic::inline mus
