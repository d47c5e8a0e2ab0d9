#pragma once
// DigitOrder: the solutions of a puzzle in the order of their digits, row by row, as words stand in
// a dictionary; from any number on, however many there are.
//
//     DigitOrder order{puzzle};
//     auto page = order.page(Count::parse("1000000000000").value(), 20);
//     page.grids           the solutions 1 000 000 000 001 to 1 000 000 000 020
//     page.total           of how many
//
// Nothing is listed up to there: how many solutions have each digit of a cell says in which of them
// the solution is, and so on from cell to cell, until few enough are left to list. What was counted
// is remembered for the next page. Thread-safe.

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/count.hpp"
#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"

namespace clew::setter {

struct DigitOrderOptions {
    Budget budget{};
    unsigned threads = 1;
    /// Called after each count, with how many cells are settled.
    std::function<void(std::size_t)> on_count{};
};

/// May be asked by several threads at once.
class DigitOrder {
  public:
    /// Of so many solutions or fewer a list is made.
    static constexpr std::size_t usual_list = 20'000;

    /// Requires list_most > 0.
    explicit DigitOrder(Puzzle puzzle, std::size_t list_most = usual_list);
    ~DigitOrder();

    struct Page {
        std::vector<Grid> grids;       ///< fewer than asked for at the end of all
        std::optional<Count> total{};  ///< if the work came so far
        /// exhausted; or why there are fewer.
        Ending ending = Ending::exhausted;
    };
    /// The `most` solutions behind the first `from`.
    /// Cost: a density for each cell that is open on the way, at first; then little.
    Page page(const Count& from, std::size_t most, const DigitOrderOptions& options = {}) const;

    /// About how many bytes are remembered at most.
    static constexpr std::size_t most_bytes = 8 << 20;

  private:
    /// What the first open cell of a beginning can hold, ascending.
    struct Fork {
        Puzzle puzzle;  ///< with the cells that are settled there
        Cell cell{0};
        std::vector<std::pair<Digit, Count>> ways{};
        Count total{};
    };
    struct List {
        std::string begin;  ///< of which beginning
        std::vector<Grid> grids;
    };

    std::shared_ptr<const Fork> fork(const Puzzle& puzzle, const DigitOrderOptions& options,
                                     Ending& ending) const;
    std::shared_ptr<const List> list(const Puzzle& puzzle, const DigitOrderOptions& options,
                                     Ending& ending) const;

    const Puzzle puzzle_;
    const std::size_t list_most_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, std::shared_ptr<const Fork>> forks_;
    mutable std::shared_ptr<const List> list_;
};

}  // namespace clew::setter
