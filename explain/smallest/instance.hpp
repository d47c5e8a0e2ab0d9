#pragma once
// Instance: what an argument may speak of in a state, numbered for the searches of this room.
//
//     const Instance instance{state};
//     instance.members(k), instance.uses(v)       constraint -> candidates, candidate -> constraints
//
// The constraints are those that the state has not settled: open cells, and digits that are open in
// a house; a few hundred at most on 9x9, where the puzzle has 324. The candidates are those of the
// open cells.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::explain {

/// Immutable: any number of threads may use one at once.
class Instance {
  public:
    explicit Instance(const logic::State& state);

    /// A constraint with the candidates that are left of it.
    struct Part {
        logic::Constraint constraint;
        std::vector<Candidate> members;  ///< ascending
        bool must_hold = true;
    };
    /// Of these constraints alone, numbered in this order.
    Instance(const logic::State& state, std::span<const Part> parts);

    std::size_t constraint_count() const { return constraints_.size(); }
    std::size_t candidate_count() const { return candidates_.size(); }
    const logic::Constraint& constraint(std::size_t k) const { return constraints_[k]; }
    Candidate candidate(std::size_t v) const { return candidates_[v]; }
    /// Of the board.
    std::size_t cell_count() const { return number_.size() / size_; }
    std::size_t cell(std::size_t v) const { return candidates_[v].cell.index(); }
    /// The number of a candidate of an open cell; nothing for any other.
    std::optional<std::size_t> number(Candidate candidate) const;

    /// The number of a constraint that is open; nothing for any other.
    std::optional<std::size_t> number(const logic::Constraint& constraint) const;

    /// The candidates that a constraint ranges over, ascending.
    std::span<const std::uint16_t> members(std::size_t k) const {
        return {members_.data() + member_start_[k], member_start_[k + 1] - member_start_[k]};
    }
    /// The constraints that a candidate is in, ascending.
    std::span<const std::uint16_t> uses(std::size_t v) const {
        return {uses_.data() + use_start_[v], use_start_[v + 1] - use_start_[v]};
    }
    /// True if one of the members must hold; false if at most one may and none is as good (a house
    /// with fewer cells than digits).
    bool must_hold(std::size_t k) const { return must_hold_[k]; }

  private:
    void close(const logic::Constraint& constraint, bool must_hold);
    std::uint16_t add(Candidate candidate);
    void note_uses();
    std::size_t slot(const logic::Constraint& constraint) const;

    std::size_t size_;  // digits
    std::vector<logic::Constraint> constraints_;
    std::vector<Candidate> candidates_;
    std::vector<std::uint16_t> members_, uses_;
    std::vector<std::size_t> member_start_, use_start_;
    std::vector<bool> must_hold_;
    std::vector<std::int32_t> number_;             // by cell * size + digit; -1: no candidate
    std::vector<std::int32_t> constraint_number_;  // by cell, then house * size + digit; -1: none
};

}  // namespace clew::explain
