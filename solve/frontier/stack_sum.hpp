#pragma once
// StackSum: the solutions of a board of two stacks of boxes, as a sum over what its rows hold.
//
//     const StackSum sum{Puzzle{Geometry::standard(10)}, 1'000'000, {}};   // boxes of 2 by 5
//     if (sum.listed()) sum.count({.threads = 2}).solutions
//
// Boxes of two rows leave two boxes to a band: the digits that the left one has above, the right
// one has below. Once they are chosen for every band, each stack can be filled for itself:
//
//     count = sum over the choices of (fillings of the left stack) * (fillings of the right one)
//
// Choices are one term if they differ only by the names of digits that nothing tells apart, by an
// exchange of like rows within a band, or of like bands. A stack is filled column by column: a
// column is a perfect matching of its rows with the digits, and columns without marks may change
// places. The kinship of choices is the idea of [FelgenhauerJarvis2005].
//
// If only one row of a stack has marks, they touch no term but by a factor: of all fillings of a
// plain stack each order of a row's digits has the same part. So they are weighed when the row's
// digits are chosen, and what they tell apart is alike from there on.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/count.hpp"
#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "core/board/puzzle.hpp"

namespace clew::frontier {

/// Const calls on one value may be made by several threads at once.
class StackSum {
  public:
    static constexpr std::size_t most_digits = 10;
    /// True for boards whose houses are rows, columns and boxes of two rows or two columns, up to
    /// 10x10, without rules.
    static bool supports(const Puzzle& puzzle);

    /// Lists the terms, up to so many. The stop flag in `budget` is heard, its nodes are not spent.
    /// Requires supports(puzzle).
    StackSum(const Puzzle& puzzle, std::size_t most, const Budget& budget);

    /// False if there are more, or if the stop flag was raised: nothing can be asked then.
    bool listed() const { return listed_; }
    std::size_t size() const { return terms_.size(); }
    /// The nodes of count(), about. Requires listed().
    double cost() const;

    struct Options {
        Budget budget{};  ///< max_nodes: digits placed that others did not force
        unsigned threads = 1;
        /// With the share of the terms that is done, by a working thread, never by two at once.
        std::function<void(double explored)> on_progress{};
    };
    /// The number of solutions; 0 if the work was ended. Requires listed().
    BasicReport<Count> count(const Options& options) const;

  private:
    using Row = std::uint16_t;  // a set of digits
    using Rows = std::array<Row, most_digits>;
    /// Of each digit, bit k: it is in the upper row of the left box of band k.
    using Choice = std::array<std::uint8_t, most_digits>;
    struct Term {
        Choice choice{};
        std::uint64_t weight = 0;  ///< choices that it stands for
    };
    /// Rows come in pairs: of band k, that of the digits that the choice puts in the upper row of
    /// the left box, then that of the others. In the right stack the first is the lower one.
    struct LoneRow {
        std::size_t row = 0;
        std::vector<Row> columns{};  ///< what its cells allow
    };
    struct Stack {
        std::vector<Rows> columns{};  ///< what their cells allow, those with marks first
        std::size_t marked = 0;       ///< columns with marks
        /// The only row that has marks, which do not stand in `columns`.
        std::optional<LoneRow> lone{};
    };
    /// Of each digit the first that is like it. Like ones stand together.
    struct Alike {
        std::vector<std::size_t> all{};
        std::vector<std::size_t> without_lone{};  ///< but for lone rows
    };
    static Rows rows_of(const Choice& choice, std::size_t size);
    std::uint64_t orders_of_lone_row(std::size_t side) const;
    class Sides;
    class Lister;
    class Filler;

    std::size_t size_ = 0;         ///< digits
    std::array<Stack, 2> stacks_;  ///< each with its bands, those with lone rows first
    bool twins_ = false;           ///< both can be filled in as many ways
    bool listed_ = false;
    std::vector<Term> terms_;
};

}  // namespace clew::frontier
