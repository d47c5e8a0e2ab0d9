#pragma once
// Fillings: all ways to fill a small part of a board, found by blocking clauses and remembered.
//
//     Fillings fillings(geometry);
//     auto table = fillings.of(cube, part, budget);
//     if (table->ending == Ending::exhausted)
//         for (std::size_t r = 0; r < table->count(); ++r) table->row(r) ...
//
// A part is asked again and again while the rest of the board changes: the same cells with the same
// candidates. Each is solved once, in a SAT session of its own, so that its blocking clauses go
// when it is done; the tables are kept up to a bound on memory.

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/turns.hpp"
#include "encode/sat/cube.hpp"

namespace clew::sat {

/// The fillings of one part. Immutable and shared.
struct Table {
    std::vector<Cell> cells;
    std::vector<Digit> digits;          ///< rows of cells.size() digits, in the order found
    Ending ending = Ending::exhausted;  ///< limit_reached: more rows than allowed

    std::size_t count() const { return cells.empty() ? 0 : digits.size() / cells.size(); }
    std::span<const Digit> row(std::size_t r) const {
        return std::span(digits).subspan(r * cells.size(), cells.size());
    }
};

class Fillings {
  public:
    /// What is pointed to must outlive this.
    Fillings(const Geometry& geometry, const rules::Rulebook* book = nullptr,
             Turns* turns = nullptr);

    /// The fillings of a part of `cube`. A table that a budget cut short is not remembered.
    std::shared_ptr<const Table> of(const Cube& cube, const Part& part, const Budget& budget);

    std::uint64_t conflicts() const { return conflicts_; }
    std::uint64_t calls() const { return calls_; }      ///< calls of the SAT library
    std::uint64_t refuted() const { return refuted_; }  ///< those that were answered UNSAT
    std::uint64_t blocking_clauses() const { return blocking_clauses_; }
    std::uint64_t solved() const { return solved_; }  ///< parts handed to a SAT session

    /// Rows above which a part is to be split instead.
    static constexpr std::size_t max_rows = 1024;
    /// Bytes of remembered tables above which all are forgotten.
    static constexpr std::size_t max_bytes = std::size_t{16} << 20;

  private:
    // Cell and candidates of each cell of the part, and of the settled cells that a rule ties to
    // it.
    using Key = std::vector<std::uint64_t>;
    struct Hash {
        std::size_t operator()(const Key& key) const noexcept;
    };
    std::shared_ptr<const Table> solve(const Cube& cube, const Part& part, const Budget& budget);

    const Geometry* geometry_;
    const rules::Rulebook* book_;
    Turns* turns_;
    std::unordered_map<Key, std::shared_ptr<const Table>, Hash> known_;
    Key key_;  // scratch
    std::size_t bytes_ = 0;
    std::uint64_t conflicts_ = 0;
    std::uint64_t calls_ = 0;
    std::uint64_t refuted_ = 0;
    std::uint64_t blocking_clauses_ = 0;
    std::uint64_t solved_ = 0;
};

}  // namespace clew::sat
