// The canonical form is built row by row, depth first. At each level every row that may come next
// is written as small as it can be, those that are smallest are followed, and a branch ends as soon
// as it is larger than the best line so far.
//
// What is decided is kept as it must be and no further, so that blanks cost nothing:
//
//     stacks   [ free | free | 7 8 6 ]     a stack is free while all its cells so far are blank;
//     columns         [ . . | 4 ]          in a stack that is not, columns that are blank so far
//                                          come first, and which is which is open
//     digits   3>1 8>2                     labels are dealt out in the order in which digits appear
//
// A row puts the free stacks that stay blank first, then the others by their segments, smallest
// first; within a stack the free columns that stay blank come first, then labelled digits
// ascending, then new digits. Where several new digits of a stack, or several stacks with equal
// segments, could come first, the line is the same and the rest of the board decides: those are
// the branches. Blank rows of a band are alike, so one stands for all; so are blank bands.
//
// Every leaf that spells the smallest line is an automorphism away from every other, which counts
// them: leaves, times the orders in which blank rows, columns, stacks and unused digits can stand.
//
// A full 9x9 grid has 2 * 9 * 1296 arrangements of its first row that all read 123456789; the
// second row parts them.

#include "core/board/symmetry.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/input_error.hpp"

namespace clew::inline board {
namespace {

/// Rows of a band and columns of a stack. A Latin square is one band and one stack.
BoxShape shape_of(const Geometry& geometry) {
    const std::size_t n = geometry.size();
    return geometry.spec().boxes.value_or(BoxShape{n, n});
}

bool may_transpose(const BoxShape& shape) { return shape.rows == shape.columns; }

std::vector<std::size_t> inverted(const std::vector<std::size_t>& order) {
    std::vector<std::size_t> result(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) result[order[i]] = i;
    return result;
}

/// Multiplies, and remembers when 64 bits were not enough.
class Product {
  public:
    void times(std::uint64_t factor) {
        if (fits_ && __builtin_mul_overflow(value_, factor, &value_)) fits_ = false;
    }
    void times_factorial(std::size_t n) {
        for (std::size_t i = 2; i <= n; ++i) times(i);
    }
    std::optional<std::uint64_t> value() const {
        return fits_ ? std::optional(value_) : std::nullopt;
    }

  private:
    std::uint64_t value_ = 1;
    bool fits_ = true;
};

class Canoniser {
  public:
    Canoniser(const Puzzle& puzzle, const Budget& budget)
        : puzzle_(puzzle),
          budget_(budget),
          size_(puzzle.geometry().size()),
          shape_(shape_of(puzzle.geometry())) {}

    Canonical run() {
        const bool two = may_transpose(shape_);
        for (Orientation o : {Orientation::upright, Orientation::transposed}) {
            if (o == Orientation::transposed && !two) continue;
            orientation_ = o;
            for (std::size_t r = 0; r < size_; ++r)
                for (std::size_t c = 0; c < size_; ++c) {
                    const auto clue = puzzle_.given(
                        o == Orientation::upright ? Cell{r * size_ + c} : Cell{c * size_ + r});
                    at_[r][c] = clue ? static_cast<std::uint8_t>(clue->index() + 1) : blank;
                }
            find_blank_rows();
            State start;
            for (std::size_t i = 0; i < size_; ++i) start.column_at[i] = static_cast<Small>(i);
            start.free_columns.fill(static_cast<Small>(shape_.columns));
            for (std::size_t i = 0; i < stacks(); ++i) start.stack_at[i] = static_cast<Small>(i);
            start.free_stacks = static_cast<Small>(stacks());
            descend(start, 0);
        }
        Canonical result;
        result.map = best_map_;
        result.form = apply(best_map_, puzzle_);
        result.ending = ending_;
        leaves_.times(leaf_count_);
        if (ending_ == Ending::exhausted) result.automorphisms = leaves_.value();
        return result;
    }

  private:
    using Small = std::uint8_t;
    static constexpr Small blank = 0;
    using Row = std::array<Small, max_size>;

    struct State {
        std::array<Small, max_size> row_at{};     // source row of each target row so far
        std::array<Small, max_size> column_at{};  // source column of each target position
        // Of each target stack: its first so many positions are open among their columns.
        std::array<Small, max_size> free_columns{};
        std::array<Small, max_size> stack_at{};   // source stack of each target stack
        Small free_stacks = 0;                    // the first so many are open among themselves
        std::array<Small, max_size + 1> label{};  // of digits; 0 if none yet
        Small labels = 0;
        std::uint32_t rows_used = 0;
    };

    std::size_t stacks() const { return size_ / shape_.columns; }
    std::size_t bands() const { return size_ / shape_.rows; }

    void find_blank_rows() {
        for (std::size_t r = 0; r < size_; ++r)
            blank_row_[r] = std::all_of(at_[r].begin(), at_[r].begin() + size(),
                                        [](Small digit) { return digit == blank; });
    }
    std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(size_); }

    bool band_is_blank(std::size_t band) const {
        for (std::size_t i = 0; i < shape_.rows; ++i)
            if (!blank_row_[band * shape_.rows + i]) return false;
        return true;
    }

    void descend(const State& state, std::size_t level) {
        if (level == size_) {
            arrive(state);
            return;
        }
        if (++nodes_ > budget_.max_nodes) ending_ = Ending::out_of_budget;
        if ((nodes_ & 0xFFF) == 0 && budget_.stopped()) ending_ = Ending::interrupted;
        if (over()) return;
        std::vector<std::size_t> rows;
        candidates(state, level, rows);
        Row least{};
        std::vector<std::size_t> smallest;
        for (std::size_t row : rows) {
            const Row line = written(state, row);
            if (smallest.empty() || line < least) {
                least = line;
                smallest.clear();
            }
            if (line == least) smallest.push_back(row);
        }
        if (best_rows_ > level) {
            if (least > best_[level]) return;
            if (least < best_[level]) best_rows_ = level;
        }
        if (best_rows_ == level) {
            best_[level] = least;
            best_rows_ = level + 1;
            leaf_count_ = 0;
        }
        for (std::size_t row : smallest) {
            State next = state;
            next.row_at[level] = static_cast<Small>(row);
            next.rows_used |= 1U << row;
            place(next, state, row, 0, level);
        }
    }

    /// No more to be done; but a first leaf is always reached.
    bool over() const { return ending_ != Ending::exhausted && !best_map_.rows.empty(); }

    /// The rows that may come next, without those that are alike.
    void candidates(const State& state, std::size_t level, std::vector<std::size_t>& rows) const {
        const std::size_t high = shape_.rows;
        const bool within = level % high != 0;
        bool blank_band_seen = false;
        for (std::size_t band = 0; band < bands(); ++band) {
            if (within) {
                if (band != state.row_at[level - 1] / high) continue;
            } else {
                if (((state.rows_used >> (band * high)) & ((1U << high) - 1)) != 0) continue;
                if (band_is_blank(band) && std::exchange(blank_band_seen, true)) continue;
            }
            bool blank_seen = false;
            for (std::size_t row = band * high; row < (band + 1) * high; ++row) {
                if (((state.rows_used >> row) & 1U) != 0) continue;
                if (blank_row_[row] && std::exchange(blank_seen, true)) continue;
                rows.push_back(row);
            }
        }
    }

    /// The smallest segment of target stack `stack` if source stack stack_at[stack] stands there:
    /// writes it and deals out labels. New digits are labelled by position.
    Small write_segment(const State& state, std::size_t row, std::size_t stack, Small next,
                        Small* out) const {
        const std::size_t wide = shape_.columns, begin = stack * wide;
        const std::size_t open = state.free_columns[stack];
        std::array<Small, max_size> known{};
        std::size_t knowns = 0, news = 0;
        for (std::size_t i = 0; i < open; ++i) {
            const Small digit = at_[row][state.column_at[begin + i]];
            if (digit == blank) continue;
            if (state.label[digit] != 0)
                known[knowns++] = state.label[digit];
            else
                ++news;
        }
        std::sort(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(knowns));
        std::size_t i = 0;
        for (; i < open - knowns - news; ++i) out[i] = blank;
        for (std::size_t k = 0; k < knowns; ++k) out[i++] = known[k];
        for (std::size_t k = 0; k < news; ++k) out[i++] = ++next;
        for (; i < wide; ++i) {
            const Small digit = at_[row][state.column_at[begin + i]];
            out[i] = digit == blank || state.label[digit] != 0 ? state.label[digit] : ++next;
        }
        return next;
    }

    bool stack_stays_blank(const State& state, std::size_t row, std::size_t stack) const {
        const std::size_t source = state.stack_at[stack] * shape_.columns;
        for (std::size_t i = 0; i < shape_.columns; ++i)
            if (at_[row][source + i] != blank) return false;
        return true;
    }

    /// What the row reads in its smallest form.
    Row written(const State& state, std::size_t row) const {
        const std::size_t wide = shape_.columns;
        Row line{};
        Small next = state.labels;
        std::array<std::size_t, max_size> open{};
        std::size_t opens = 0;
        for (std::size_t s = 0; s < state.free_stacks; ++s)
            if (!stack_stays_blank(state, row, s)) open[opens++] = s;
        std::size_t at = state.free_stacks - opens;
        while (opens > 0) {
            Row least{}, segment{};
            std::size_t chosen = 0;
            Small after = next;
            for (std::size_t k = 0; k < opens; ++k) {
                const Small then = write_segment(state, row, open[k], next, segment.data());
                if (k > 0 && !(segment < least)) continue;
                least = segment;
                chosen = k;
                after = then;
            }
            std::copy_n(least.begin(), wide, line.begin() + static_cast<std::ptrdiff_t>(at * wide));
            next = after;
            ++at;
            open[chosen] = open[--opens];
        }
        for (std::size_t s = state.free_stacks; s < stacks(); ++s)
            next = write_segment(state, row, s, next, line.data() + s * wide);
        return line;
    }

    /// Puts `row` into `next`, target stack by target stack, in every way that reads smallest.
    void place(State next, const State& before, std::size_t row, std::size_t stack,
               std::size_t level) {
        if (over()) return;
        if (stack == 0) {
            // Blank ones among the free stacks to the front, the others to be chosen from.
            std::size_t blanks = 0;
            for (std::size_t s = 0; s < before.free_stacks; ++s)
                if (stack_stays_blank(before, row, s))
                    std::swap(next.stack_at[blanks++], next.stack_at[s]);
            next.free_stacks = static_cast<Small>(blanks);
            for (std::size_t s = 0; s < before.free_stacks; ++s) take_stack(next, s);
            stack = blanks;
        }
        if (stack == stacks()) {
            descend(next, level + 1);
            return;
        }
        if (stack >= before.free_stacks) {
            place_columns(next, before, row, stack, level);
            return;
        }
        // Which of the open stacks reads smallest here?
        Row least{};
        std::vector<std::size_t> ties;
        for (std::size_t s = stack; s < before.free_stacks; ++s) {
            State tried = next;
            std::swap(tried.stack_at[stack], tried.stack_at[s]);
            take_stack(tried, stack);
            Row segment{};
            write_segment(tried, row, stack, next.labels, segment.data());
            if (ties.empty() || segment < least) {
                least = segment;
                ties.clear();
            }
            if (segment == least) ties.push_back(s);
        }
        for (std::size_t s : ties) {
            State tried = next;
            std::swap(tried.stack_at[stack], tried.stack_at[s]);
            take_stack(tried, stack);
            take_stack(tried, s);
            place_columns(tried, before, row, stack, level);
        }
    }

    /// A free stack's columns in their own order.
    void take_stack(State& state, std::size_t stack) const {
        for (std::size_t i = 0; i < shape_.columns; ++i)
            state.column_at[stack * shape_.columns + i] =
                static_cast<Small>(state.stack_at[stack] * shape_.columns + i);
    }

    /// Fixes the columns of a stack that carry something, in every order of new digits.
    void place_columns(State next, const State& before, std::size_t row, std::size_t stack,
                       std::size_t level) {
        const std::size_t begin = stack * shape_.columns, open = next.free_columns[stack];
        std::vector<Small> blanks, known, news;
        for (std::size_t i = 0; i < open; ++i) {
            const Small column = next.column_at[begin + i], digit = at_[row][column];
            (digit == blank ? blanks : next.label[digit] != 0 ? known : news).push_back(column);
        }
        std::sort(known.begin(), known.end(), [&](Small a, Small b) {
            return next.label[at_[row][a]] < next.label[at_[row][b]];
        });
        std::sort(news.begin(), news.end());
        next.free_columns[stack] = static_cast<Small>(blanks.size());
        auto out = next.column_at.begin() + static_cast<std::ptrdiff_t>(begin);
        out = std::copy(blanks.begin(), blanks.end(), out);
        out = std::copy(known.begin(), known.end(), out);
        do {
            State tried = next;
            std::copy(news.begin(), news.end(),
                      tried.column_at.begin() + (out - next.column_at.begin()));
            for (std::size_t i = 0; i < shape_.columns; ++i) {
                const Small digit = at_[row][tried.column_at[begin + i]];
                if (digit != blank && tried.label[digit] == 0) tried.label[digit] = ++tried.labels;
            }
            place(tried, before, row, stack + 1, level);
        } while (!over() && std::next_permutation(news.begin(), news.end()));
    }

    void arrive(const State& state) {
        if (leaf_count_++ > 0) return;
        // The first leaf of a new best line.
        best_map_.orientation = orientation_;
        best_map_.rows.assign(size_, 0);
        best_map_.columns.assign(size_, 0);
        best_map_.digits.assign(size_, 0);
        for (std::size_t i = 0; i < size_; ++i) {
            best_map_.rows[state.row_at[i]] = i;
            best_map_.columns[state.column_at[i]] = i;
        }
        std::size_t unused = state.labels;
        for (std::size_t d = 0; d < size_; ++d)
            best_map_.digits[d] = state.label[d + 1] != 0 ? state.label[d + 1] - 1U : unused++;

        leaves_ = Product{};
        leaves_.times_factorial(size_ - state.labels);
        leaves_.times_factorial(state.free_stacks);
        for (std::size_t s = 0; s < stacks(); ++s) leaves_.times_factorial(state.free_columns[s]);
        std::size_t blank_bands = 0;
        for (std::size_t band = 0; band < bands(); ++band) {
            std::size_t blanks = 0;
            for (std::size_t i = 0; i < shape_.rows; ++i)
                blanks += blank_row_[band * shape_.rows + i] ? 1 : 0;
            leaves_.times_factorial(blanks);
            blank_bands += blanks == shape_.rows ? 1 : 0;
        }
        leaves_.times_factorial(blank_bands);
    }

    const Puzzle& puzzle_;
    const Budget& budget_;
    std::size_t size_;
    BoxShape shape_;
    Orientation orientation_ = Orientation::upright;
    std::array<Row, max_size> at_{};  // digit + 1
    std::array<bool, max_size> blank_row_{};
    std::array<Row, max_size> best_{};
    std::size_t best_rows_ = 0;  // so many rows of best_ hold
    std::uint64_t leaf_count_ = 0;
    Product leaves_;
    Isomorphism best_map_;
    std::uint64_t nodes_ = 0;
    Ending ending_ = Ending::exhausted;
};

}  // namespace

Cell Isomorphism::operator()(Cell cell) const {
    const std::size_t n = rows.size();
    std::size_t row = cell.index() / n, column = cell.index() % n;
    if (orientation == Orientation::transposed) std::swap(row, column);
    return Cell{rows[row] * n + columns[column]};
}

bool has_isomorphisms(const Geometry& geometry) {
    const GeometrySpec& spec = geometry.spec();
    return spec == GeometrySpec{.size = spec.size, .boxes = spec.boxes};
}

Isomorphism identity(const Geometry& geometry) {
    std::vector<std::size_t> same(geometry.size());
    for (std::size_t i = 0; i < same.size(); ++i) same[i] = i;
    return {Orientation::upright, same, same, same};
}

Isomorphism inverse(const Isomorphism& map) {
    Isomorphism back{map.orientation, inverted(map.rows), inverted(map.columns),
                     inverted(map.digits)};
    if (map.orientation == Orientation::transposed) std::swap(back.rows, back.columns);
    return back;
}

Puzzle apply(const Isomorphism& map, const Puzzle& puzzle) {
    refuse_rules(puzzle, "apply");
    CLEW_REQUIRE(has_isomorphisms(puzzle.geometry()), "apply: a board with boxes alone");
    Puzzle result{puzzle.geometry_ptr()};
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i) {
        const Cell from{i}, to = map(from);
        if (const auto clue = puzzle.given(from)) result.set_given(to, map(*clue));
        DigitSet marks;
        for (Digit d : puzzle.marks(from)) marks.insert(map(d));
        result.set_marks(to, marks);
    }
    return result;
}

Grid apply(const Isomorphism& map, const Grid& grid) {
    Grid result = grid;
    for (std::size_t i = 0; i < grid.cell_count(); ++i)
        result.set(map(Cell{i}), map(grid[Cell{i}]));
    return result;
}

PlayerMarks apply(const Isomorphism& map, const PlayerMarks& progress) {
    PlayerMarks result = progress;
    for (std::size_t i = 0; i < progress.placed.size(); ++i) {
        const auto& placed = progress.placed[i];
        result.placed[map(Cell{i}).index()] = placed ? std::optional(map(*placed)) : placed;
    }
    for (std::size_t i = 0; i < progress.removed.size(); ++i) {
        DigitSet removed;
        for (Digit d : progress.removed[i]) removed.insert(map(d));
        result.removed[map(Cell{i}).index()] = removed;
    }
    return result;
}

Canonical canonical(const Puzzle& puzzle, const Budget& budget) {
    refuse_rules(puzzle, "the canonical form");
    if (!has_isomorphisms(puzzle.geometry()))
        throw InputError({}, "no canonical form on a " + puzzle.geometry().description() + " board",
                         "a board with rectangular boxes, or none, and nothing else");
    if (puzzle.has_marks())
        throw InputError({}, "no canonical form of a puzzle with pencil marks", "givens alone");
    for (const HouseInfo& house : puzzle.geometry().houses()) {
        if (house.role == HouseRole::box) continue;
        DigitSet met;
        for (Cell cell : house.cells) {
            const auto clue = puzzle.given(cell);
            if (clue && met.contains(*clue))
                throw InputError({}, "no canonical form: " + house.name + " holds a digit twice",
                                 "clues that differ in every row and column");
            if (clue) met.insert(*clue);
        }
    }
    return Canoniser{puzzle, budget}.run();
}

}  // namespace clew::inline board
