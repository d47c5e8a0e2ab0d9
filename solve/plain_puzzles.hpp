#pragma once
// PlainPuzzles: 9x9 boards whose further houses and rules touch few cells, as plain puzzles that
// the exact counter takes. Private to solve.
//
//     const PlainPuzzles plain{puzzle, budget, 10'000};
//     if (plain.listed()) plain.count({.threads = 2})        // both diagonals: seconds
//
// Each way to fill the touched cells that every house and rule allows is a plain puzzle with these
// digits as clues, and the solutions of all of them add up. Digits that nothing tells apart are
// used in one order and weighed by how often they could be renamed; fillings that are equivalent
// puzzles [core/board/symmetry.hpp] are counted once, unless there are pencil marks.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/random.hpp"
#include "core/board/puzzle.hpp"
#include "solve/exact/marginals.hpp"

namespace clew::engines {

/// Const calls on one value may be made by several threads at once.
class PlainPuzzles {
  public:
    /// True for 9x9 boards with 3x3 boxes whose other houses and rules touch 40 cells at most, at
    /// least one.
    static bool supports(const Puzzle& puzzle);

    /// How many fillings there are to list, about. Requires supports(puzzle). Cost: milliseconds.
    static double fillings(const Puzzle& puzzle);

    /// The fillings, if they are few and to count them costs less than a quarter of so many search
    /// nodes. Nothing for boards that it does not support, or if `before_listing`, which
    /// hears what listing takes, says stop. Cost: an eighth of that at most.
    static std::unique_ptr<const PlainPuzzles> if_cheaper(
        const Puzzle& puzzle, const Budget& budget, double search_cost,
        const std::function<Flow(double seconds)>& before_listing = {});

    /// Lists the fillings, up to `most`. The stop flag in `budget` is heard, its nodes are not
    /// spent. Requires supports(puzzle). Cost: some 0.1 ms a filling.
    PlainPuzzles(const Puzzle& puzzle, const Budget& budget, std::size_t most);

    /// False if there are more than `most`, or if the stop flag was raised: no more can be asked
    /// then.
    bool listed() const { return ending_ == Ending::exhausted; }
    Ending ending() const { return ending_; }
    /// Puzzles to count, no two of them equivalent.
    std::size_t size() const { return classes_.size(); }

    /// What count() will cost in search nodes, judged by 16 of the puzzles. Requires listed().
    double cost() const { return cost_; }

    struct Options {
        Budget budget{};  ///< max_nodes: terms of the sums
        unsigned threads = 1;
        bool crosswise = false;  ///< as in exact::CountOptions
        /// Called now and then with the share of the puzzles that is counted, by a working thread,
        /// never by two at once.
        std::function<void(double explored)> on_progress{};
    };
    /// The number of solutions. Ended early: of those met so far.
    exact::Report128 count(const Options& options) const;
    static constexpr std::size_t most_weighed = 20'000;  ///< by marginals(), 12 kB each
    /// How many solutions hold each candidate. Ended early: nothing; out of budget, too, if there
    /// are more than most_weighed puzzles. Lists again. Ignores options.crosswise.
    exact::Marginals marginals(const Options& options) const;

    struct Drawing {
        exact::Report128 counted;
        std::vector<Grid> grids;  ///< none if there are no solutions, or if the work was ended
    };
    /// `n` solutions, each uniform and independent of the others. Counts first, then lists again
    /// and counts each puzzle again that one is drawn from.
    Drawing draw(std::size_t n, std::uint64_t seed, const Options& options) const;

  private:
    struct Found;
    using OnFilling = std::function<Flow(const Found&)>;
    Ending each_filling(const Budget& budget, std::size_t most, const OnFilling& on_filling) const;
    Puzzle plain(const std::string& clues) const;
    using OnClass =
        std::function<exact::Report128(std::size_t at, const Budget& budget, unsigned threads)>;
    /// Works on all classes, on several threads. The total of what `work` reports, by weight.
    exact::Report128 over_classes(const Options& options, const OnClass& work) const;
    double judged_cost() const;
    std::size_t class_of(const Found& found) const;
    Grid renamed(Grid grid, Random& random) const;
    exact::Report128 count_class(std::size_t at, const Options& options, const Budget& budget,
                                 unsigned threads) const;

    Puzzle puzzle_;
    std::vector<Cell> cells_;               ///< that are filled
    std::vector<std::size_t> digit_class_;  ///< per digit: the first that nothing tells it from
    Ending ending_ = Ending::exhausted;
    double cost_ = 0;
    /// The clues of a puzzle, and how many fillings have as many solutions.
    std::vector<std::pair<std::string, std::uint64_t>> classes_;
};

}  // namespace clew::engines
