#pragma once
// ClosureEngine: what a board's closure does, behind Closure; the two that there are.
//
//     std::unique_ptr<ClosureEngine> engine = general_closure(geometry);
//     if (engine->close(candidates, ClosureRules::singles) == ClosureStatus::open) engine->keep();
//
// A call that Closure has too does what it says there; Closure holds callers to the requirements.
// Private to this room.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "logic/closure/closure.hpp"

namespace clew::logic::inline closure {

struct ClosureEngine {
    ClosureEngine() = default;
    ClosureEngine(const ClosureEngine&) = delete;
    ClosureEngine& operator=(const ClosureEngine&) = delete;
    virtual ~ClosureEngine() = default;

    /// Sets the trial to these candidates, closed under the rules; the base stays.
    virtual ClosureStatus close(std::span<const DigitSet> candidates, ClosureRules rules) = 0;
    virtual ClosureStatus assign(std::span<const Candidate> assigned, ClosureRules rules) = 0;
    virtual ClosureStatus extend(ClosureRules rules) = 0;
    /// Asked only of engines that count rounds.
    virtual ClosureStatus assign_within(Candidate assigned, std::size_t /*most_rounds*/,
                                        Waves* /*waves*/) {
        return assign({&assigned, 1}, ClosureRules::singles);
    }
    virtual void keep() = 0;
    virtual DigitSet candidates(Cell cell) const = 0;
    virtual void candidates(std::span<DigitSet> out) const = 0;
    virtual std::size_t freedom() const = 0;
    virtual void grid_code(std::uint64_t* out) const = 0;
    virtual void marks_code(std::uint64_t* out) const = 0;
    virtual std::size_t grid_code_words() const = 0;
    virtual std::size_t marks_code_words() const = 0;
    virtual std::vector<std::optional<Digit>> decode_grid(const std::uint64_t* code) const = 0;
    virtual std::vector<DigitSet> decode_marks(const std::uint64_t* code) const = 0;
    virtual void encode_grid(std::span<const std::optional<Digit>> digits,
                             std::uint64_t* out) const = 0;
    virtual void encode_marks(std::span<const DigitSet> marks, std::uint64_t* out) const = 0;

    std::size_t cell_count = 0;
    ClosureStatus status = ClosureStatus::open;
    ClosureStatus base_status = ClosureStatus::impossible;
    bool counts_rounds = false;
    std::size_t rounds = 0;  ///< of the last trial; 0 where they are not counted
};

/// For any geometry: a queue of cells. The rules may be null.
std::unique_ptr<ClosureEngine> general_closure(GeometryPtr geometry,
                                               rules::RulebookPtr rules = nullptr);
/// For the classic board: all cells and digits at once, in waves. Answers as the general one does.
std::unique_ptr<ClosureEngine> classic_closure(GeometryPtr geometry);

/// The one that a board and its rules need.
std::unique_ptr<ClosureEngine> closure_engine(GeometryPtr geometry, rules::RulebookPtr rules);

}  // namespace clew::logic::inline closure
