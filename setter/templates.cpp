// Derivation. A template is a set of cells with digits that can be rearranged, every cell changing,
// so that each row, column and box keeps its digits. It is grown as the search of unavoidable.cpp
// grows a set, but on a board without digits: a cell takes a new digit, used or fresh; the digit
// must have left each of the cell's houses, so where no cell of the house gives it up, one is
// added, in every place where it can stand. Rows, columns, bands, stacks and digits that nothing
// was said about are alike, so of those only the first is taken:
//
//     r1c1: 1 > 2     a 2 must leave row 1, column 1 and box 1:
//
//     1 2 .           the same 2 for row and box,    1 . . | 2     or three different ones,
//     . . .           another one for the column     . 2 . |       and so on
//     2 . .
//
// A house, or a digit, with a single cell needs another one, which bounds the size; a rectangle
// within more than four cells ends the branch, for the set would not be minimal. What closes is
// kept if it has no smaller rearrangement, once by its canonical form, if it occurs in some grid.
// Nothing is left out: a minimal set with a rearrangement is met from any of its cells by following
// that rearrangement.
//
// Finding. A template's cells are laid on the grid one after the other, in an order in which most
// are forced: where row and digit are known the column follows, and so on. Every way of laying it
// gives a set, its automorphisms the same one. On square boxes the transposed template comes too.

#include "setter/templates.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/sorted.hpp"
#include "core/board/symmetry.hpp"
#include "core/rules/verify.hpp"
#include "solve/solve.hpp"

namespace clew::setter {
namespace {

constexpr std::size_t nothing = ~std::size_t{0};
/// The three houses of a cell.
constexpr std::size_t roles = 3;
using Pattern = std::vector<Piece>;

GeometryPtr board_of(const BoxShape& boxes) {
    return Geometry::make({.size = boxes.rows * boxes.columns, .boxes = boxes});
}

class Deriver {
  public:
    Deriver(const BoxShape& boxes, std::size_t most_cells, const Budget& budget)
        : boxes_(boxes),
          size_(boxes.rows * boxes.columns),
          max_size_(most_cells),
          budget_(budget),
          board_(board_of(boxes)) {
        for (auto& row : at_) row.fill(nothing);
    }

    void run() {
        if (max_size_ < 4) return;
        add(0, 0, 0);
        descend();
        remove();
    }

    /// The kinds by size and canonical line.
    std::map<std::pair<std::size_t, std::string>, Pattern> kinds;
    Ending ending = Ending::exhausted;
    std::uint64_t nodes = 0;

  private:
    struct Member {
        std::array<std::size_t, roles> house;  // row, column, box
        std::size_t old;
        std::size_t fresh = nothing;  // the new digit
    };

    std::size_t box_at(std::size_t row, std::size_t column) const {
        return row / boxes_.rows * boxes_.rows + column / boxes_.columns;
    }

    void count_in(std::array<std::size_t, max_size>& counts, std::size_t role, std::size_t which) {
        const std::size_t now = ++counts[which];
        if (now == 1) ++lone_[role];
        if (now == 2) --lone_[role];
    }
    void count_out(std::array<std::size_t, max_size>& counts, std::size_t role, std::size_t which) {
        const std::size_t now = --counts[which];
        if (now == 0) --lone_[role];
        if (now == 1) ++lone_[role];
    }

    void add(std::size_t row, std::size_t column, std::size_t digit) {
        at_[row][column] = members_.size();
        members_.push_back({{row, column, box_at(row, column)}, digit});
        for (std::size_t k = 0; k < roles; ++k) {
            const std::size_t h = members_.back().house[k];
            old_in_[k][h] |= 1U << digit;
            count_in(count_[k], k, h);
        }
        count_in(count_[roles], roles, digit);
    }

    void remove() {
        const Member& m = members_.back();
        at_[m.house[0]][m.house[1]] = nothing;
        for (std::size_t k = 0; k < roles; ++k) {
            old_in_[k][m.house[k]] &= ~(1U << m.old);
            count_out(count_[k], k, m.house[k]);
        }
        count_out(count_[roles], roles, m.old);
        members_.pop_back();
    }

    /// The lines that a new cell may stand in: those in use, and of the others that are alike the
    /// first. `height` lines a group.
    std::vector<std::size_t> lines(std::size_t role, std::size_t height) const {
        std::vector<std::size_t> result;
        bool fresh_group_seen = false;
        for (std::size_t group = 0; group < size_ / height; ++group) {
            const auto begin = count_[role].begin() + static_cast<std::ptrdiff_t>(group * height);
            const bool fresh_group = std::all_of(begin, begin + static_cast<std::ptrdiff_t>(height),
                                                 [](std::size_t n) { return n == 0; });
            if (fresh_group && std::exchange(fresh_group_seen, true)) continue;
            bool fresh_seen = false;
            for (std::size_t line = group * height; line < (group + 1) * height; ++line) {
                if (count_[role][line] == 0 && std::exchange(fresh_seen, true)) continue;
                result.push_back(line);
            }
        }
        return result;
    }

    /// A house in which a digit arrives that no cell gives up.
    bool find_need(std::size_t& role, std::size_t& house, std::size_t& digit) const {
        for (const Member& m : members_) {
            if (m.fresh == nothing) continue;
            for (std::size_t k = 0; k < roles; ++k)
                if (((old_in_[k][m.house[k]] >> m.fresh) & 1U) == 0) {
                    role = k;
                    house = m.house[k];
                    digit = m.fresh;
                    return true;
                }
        }
        return false;
    }

    void descend() {
        if (ending != Ending::exhausted) return;
        if (++nodes > budget_.max_nodes) ending = Ending::out_of_budget;
        if ((nodes & 0xFFF) == 0 && budget_.stopped()) ending = Ending::interrupted;
        if (members_.size() + *std::max_element(lone_.begin(), lone_.end()) > max_size_) return;
        std::size_t role = 0, house = 0, digit = 0;
        if (find_need(role, house, digit)) {
            if (members_.size() < max_size_) supply(role, house, digit);
            return;
        }
        arrive_at_best();
    }

    /// Some cell of the house must give the digit up: one is added.
    void supply(std::size_t role, std::size_t house, std::size_t digit) {
        const std::uint32_t bit = 1U << digit;
        const std::vector<std::size_t> rows =
            role == 0 ? std::vector{house} : lines(0, boxes_.rows);
        const std::vector<std::size_t> columns =
            role == 1 ? std::vector{house} : lines(1, boxes_.columns);
        for (std::size_t row : rows) {
            if ((old_in_[0][row] & bit) != 0) continue;
            for (std::size_t column : columns) {
                const std::size_t box = box_at(row, column);
                if (role == 2 && box != house) continue;
                if (at_[row][column] != nothing || (old_in_[1][column] & bit) != 0 ||
                    (old_in_[2][box] & bit) != 0)
                    continue;
                add(row, column, digit);
                if (members_.size() <= 4 || !has_rectangle()) descend();
                remove();
            }
        }
    }

    bool has_rectangle() const {
        for (const Member& a : members_)
            for (const Member& b : members_) {
                if (a.old != b.old || !(a.house[0] < b.house[0]) || a.house[1] == b.house[1])
                    continue;
                const bool one_band = a.house[0] / boxes_.rows == b.house[0] / boxes_.rows;
                const bool one_stack = a.house[1] / boxes_.columns == b.house[1] / boxes_.columns;
                if (one_band == one_stack) continue;
                const std::size_t c = at_[a.house[0]][b.house[1]], d = at_[b.house[0]][a.house[1]];
                if (c != nothing && d != nothing && members_[c].old == members_[d].old) return true;
            }
        return false;
    }

    /// Cells that giving `digit` to the member would add at least; nothing if it cannot have it.
    std::size_t cost(const Member& m, std::size_t digit) const {
        if (digit == m.old) return nothing;
        std::array<bool, roles> missing{};
        for (std::size_t k = 0; k < roles; ++k) {
            if (((new_in_[k][m.house[k]] >> digit) & 1U) != 0) return nothing;
            missing[k] = ((old_in_[k][m.house[k]] >> digit) & 1U) == 0;
        }
        // One cell can serve the box and a line, but not both lines.
        if (missing[0] && missing[1]) return 2;
        return missing[0] || missing[1] || missing[2] ? 1 : 0;
    }

    /// Gives a digit to the waiting member that has the fewest choices; closes if none waits.
    void arrive_at_best() {
        std::uint32_t used = 0;
        for (const Member& m : members_) used |= 1U << m.old;
        const auto fresh = static_cast<std::size_t>(std::countr_one(used));
        std::size_t best = nothing;
        std::vector<std::size_t> best_digits;
        for (std::size_t i = 0; i < members_.size(); ++i) {
            if (members_[i].fresh != nothing) continue;
            std::vector<std::size_t> digits;
            for (std::size_t d = 0; d <= fresh && d < size_; ++d) {
                const std::size_t c = cost(members_[i], d);
                if (c != nothing && members_.size() + c <= max_size_) digits.push_back(d);
            }
            if (best != nothing && digits.size() >= best_digits.size()) continue;
            best = i;
            best_digits = std::move(digits);
            if (best_digits.empty()) return;
        }
        if (best == nothing) {
            close();
            return;
        }
        for (std::size_t d : best_digits) {
            members_[best].fresh = d;
            for (std::size_t k = 0; k < roles; ++k) new_in_[k][members_[best].house[k]] |= 1U << d;
            descend();
            for (std::size_t k = 0; k < roles; ++k)
                new_in_[k][members_[best].house[k]] &= ~(1U << d);
            members_[best].fresh = nothing;
        }
    }

    void close() {
        Pattern pattern;
        for (const Member& m : members_)
            pattern.push_back({static_cast<std::uint8_t>(m.house[0]),
                               static_cast<std::uint8_t>(m.house[1]),
                               static_cast<std::uint8_t>(m.old)});
        std::sort(pattern.begin(), pattern.end());
        if (!met_.insert(pattern).second || !is_minimal()) return;
        Puzzle puzzle{board_};
        for (const Piece& p : pattern)
            puzzle.set_given(board_->cell(p.row, p.column), Digit{p.digit});
        const Puzzle form = canonical(puzzle).form;
        Pattern canonical_pattern;
        std::string line;
        for (std::size_t i = 0; i < board_->cell_count(); ++i) {
            const auto clue = form.given(Cell{i});
            line += clue ? static_cast<char>('a' + clue->index()) : '.';
            if (clue)
                canonical_pattern.push_back({static_cast<std::uint8_t>(i / size_),
                                             static_cast<std::uint8_t>(i % size_),
                                             static_cast<std::uint8_t>(clue->index())});
        }
        const std::pair key{pattern.size(), line};
        if (!judged_.insert(line).second) return;
        if (clew::solve(form, {}).solution) kinds.emplace(key, canonical_pattern);
    }

    /// No rearrangement leaves some of the cells as they are, but for the one that leaves all.
    bool is_minimal() {
        std::array<std::array<std::uint32_t, max_size>, roles> taken{};
        return !moves_fewer(0, 0, taken);
    }
    bool moves_fewer(std::size_t at, std::size_t moved,
                     std::array<std::array<std::uint32_t, max_size>, roles>& taken) const {
        if (at == members_.size()) return moved > 0 && moved < at;
        const Member& m = members_[at];
        std::uint32_t digits = ~0U;
        for (std::size_t k = 0; k < roles; ++k)
            digits &= old_in_[k][m.house[k]] & ~taken[k][m.house[k]];
        for (; digits != 0; digits &= digits - 1) {
            const std::uint32_t bit = digits & -digits;
            for (std::size_t k = 0; k < roles; ++k) taken[k][m.house[k]] |= bit;
            const bool found = moves_fewer(at + 1, moved + (bit == 1U << m.old ? 0 : 1), taken);
            for (std::size_t k = 0; k < roles; ++k) taken[k][m.house[k]] &= ~bit;
            if (found) return true;
        }
        return false;
    }

    BoxShape boxes_;
    std::size_t size_, max_size_;
    const Budget& budget_;
    GeometryPtr board_;
    std::vector<Member> members_;
    std::array<std::array<std::size_t, max_size>, max_size> at_{};  // -> member
    // Per role and house, sets of digits: those of the cells, and those given anew.
    std::array<std::array<std::uint32_t, max_size>, roles> old_in_{}, new_in_{};
    // Members per row, column, box, digit; and how many of each have a single one.
    std::array<std::array<std::size_t, max_size>, roles + 1> count_{};
    std::array<std::size_t, roles + 1> lone_{};
    std::set<Pattern> met_;
    std::set<std::string> judged_;
};

/// Lays templates on a grid.
class Matcher {
  public:
    Matcher(const Grid& grid, const BoxShape& boxes)
        : boxes_(boxes), size_(boxes.rows * boxes.columns) {
        for (std::size_t r = 0; r < size_; ++r)
            for (std::size_t c = 0; c < size_; ++c) {
                const std::size_t d = grid[Cell{r * size_ + c}].index();
                digit_[r][c] = d;
                column_of_[r][d] = c;
                row_of_[c][d] = r;
            }
    }

    /// Every set of cells on which the pattern can be laid, each at least once.
    void lay(const Pattern& pattern, std::vector<ElementSet>& sets) {
        sets_ = &sets;
        order(pattern);
        row_ = column_ = number_ = band_ = stack_ = {};
        next(0);
    }

  private:
    /// A partial one-to-one map of lines, groups of lines, or digits.
    struct Map {
        std::array<std::size_t, max_size> to;
        std::uint32_t used = 0;

        Map() { to.fill(nothing); }
        bool fits(std::size_t a, std::size_t b) const {
            return to[a] == nothing ? ((used >> b) & 1U) == 0 : to[a] == b;
        }
        /// True if this is new.
        bool set(std::size_t a, std::size_t b) {
            if (to[a] != nothing) return false;
            to[a] = b;
            used |= 1U << b;
            return true;
        }
        void unset(std::size_t a) {
            used &= ~(1U << to[a]);
            to[a] = nothing;
        }
    };

    /// The pieces that follow from those before first.
    void order(const Pattern& pattern) {
        order_.clear();
        std::vector<Piece> left = pattern;
        std::array<bool, max_size> rows{}, columns{}, digits{};
        while (!left.empty()) {
            const auto known = [&](const Piece& p) {
                return int{rows[p.row]} + int{columns[p.column]} + int{digits[p.digit]};
            };
            const auto best = std::max_element(
                left.begin(), left.end(),
                [&](const Piece& a, const Piece& b) { return known(a) < known(b); });
            rows[best->row] = columns[best->column] = digits[best->digit] = true;
            order_.push_back(*best);
            left.erase(best);
        }
    }

    void next(std::size_t at) {
        if (at == order_.size()) {
            ElementSet set;
            for (const Piece& p : order_)
                set.push_back(row_.to[p.row] * size_ + column_.to[p.column]);
            std::sort(set.begin(), set.end());
            sets_->push_back(std::move(set));
            return;
        }
        const Piece& p = order_[at];
        const std::size_t row = row_.to[p.row], column = column_.to[p.column],
                          digit = number_.to[p.digit];
        if (row != nothing && column != nothing) {
            put(at, row, column);
        } else if (row != nothing && digit != nothing) {
            put(at, row, column_of_[row][digit]);
        } else if (column != nothing && digit != nothing) {
            put(at, row_of_[column][digit], column);
        } else if (row != nothing) {
            for (std::size_t c = 0; c < size_; ++c) put(at, row, c);
        } else if (column != nothing) {
            for (std::size_t r = 0; r < size_; ++r) put(at, r, column);
        } else if (digit != nothing) {
            for (std::size_t r = 0; r < size_; ++r) put(at, r, column_of_[r][digit]);
        } else {
            for (std::size_t r = 0; r < size_; ++r)
                for (std::size_t c = 0; c < size_; ++c) put(at, r, c);
        }
    }

    void put(std::size_t at, std::size_t row, std::size_t column) {
        const Piece& p = order_[at];
        const std::size_t digit = digit_[row][column];
        const std::size_t band = p.row / boxes_.rows, stack = p.column / boxes_.columns;
        if (!number_.fits(p.digit, digit) || !row_.fits(p.row, row) ||
            !column_.fits(p.column, column) || !band_.fits(band, row / boxes_.rows) ||
            !stack_.fits(stack, column / boxes_.columns))
            return;
        const bool new_digit = number_.set(p.digit, digit), new_row = row_.set(p.row, row),
                   new_column = column_.set(p.column, column),
                   new_band = band_.set(band, row / boxes_.rows),
                   new_stack = stack_.set(stack, column / boxes_.columns);
        next(at + 1);
        if (new_digit) number_.unset(p.digit);
        if (new_row) row_.unset(p.row);
        if (new_column) column_.unset(p.column);
        if (new_band) band_.unset(band);
        if (new_stack) stack_.unset(stack);
    }

    BoxShape boxes_;
    std::size_t size_;
    std::array<std::array<std::size_t, max_size>, max_size> digit_{}, column_of_{}, row_of_{};
    std::vector<Piece> order_;
    Map row_, column_, number_, band_, stack_;
    std::vector<ElementSet>* sets_ = nullptr;
};

}  // namespace

Templates::Templates(BoxShape boxes, std::size_t most_cells, const Budget& budget) : boxes_(boxes) {
    // Size after size, each from the start: all before the last take a quarter of its time, and
    // when the budget ends, the list is complete up to a size.
    for (std::size_t size = 1; size <= most_cells; ++size) {
        Budget rest = budget;
        if (rest.max_nodes != unlimited) rest.max_nodes -= std::min(rest.max_nodes, nodes_);
        Deriver deriver{boxes, size, rest};
        deriver.run();
        nodes_ += deriver.nodes;
        ending_ = deriver.ending;
        if (ending_ != Ending::exhausted) return;
        max_size_ = size;
        std::size_t number = 0;
        for (auto& [key, pieces] : deriver.kinds)
            if (key.first == size)
                kinds_.push_back(
                    {std::move(pieces), std::to_string(size) + "." + std::to_string(++number)});
    }
}

Unavoidable Templates::find(const Grid& grid) const {
    CLEW_REQUIRE(is_solution(Puzzle{board_of(boxes_)}, grid), "find: not a full, valid grid");
    Unavoidable result;
    result.max_size = max_size_;
    result.ending = ending_;
    Matcher matcher{grid, boxes_};
    std::vector<std::pair<ElementSet, const Template*>> found;
    for (const Template& kind : kinds_) {
        std::vector<ElementSet> sets;
        matcher.lay(kind.pieces, sets);
        if (boxes_.rows == boxes_.columns) {
            Pattern transposed = kind.pieces;
            for (Piece& p : transposed) std::swap(p.row, p.column);
            matcher.lay(transposed, sets);
        }
        sort_unique(sets);
        for (ElementSet& set : sets) found.emplace_back(std::move(set), &kind);
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return a.first.size() != b.first.size() ? a.first.size() < b.first.size()
                                                : a.first < b.first;
    });
    for (auto& [set, kind] : found) {
        result.sets.push_back(std::move(set));
        result.kinds.push_back(kind->name);
    }
    return result;
}

bool has_templates(const Geometry& geometry) {
    return geometry.spec().boxes.has_value() && has_isomorphisms(geometry);
}

}  // namespace clew::setter
