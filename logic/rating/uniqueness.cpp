// Unique loops. A closed chain of cells, each seeing the next by a house other than the last, that
// all have the same two digits, and that visits each house it meets once as an odd and once as an
// even member: if its cells held nothing but the two digits these could be swapped all round. So
// the digits beyond the two, the extras, must hold somewhere:
//   type 1  one cell has extras: it is none of the two;
//   type 2  all extras are one digit: who sees all of these cells has it not;
//   type 3  two cells of a house: their extras make a naked (or, seen from the rest of the house, a
//           hidden) set with other cells of it;
//   type 4  two cells of a house, in which one of the two digits has no other place: the other
//   goes.
//
// Bivalue universal grave: were every open cell left with two digits, each twice in its houses, the
// puzzle would have two solutions or none. Taking away the digits that are one too many must give
// such a grave; they are the extras, and the same four types follow.
//
// The strategies have an enumeration of their own (strategies/deadly_patterns.hpp), and the two are
// not one. That one says what is deadly, on any board: no cell given, placed ones allowed, hidden
// and extended forms, any number of extras up to a bound. This one says what the scale calls so:
// every cell open, with both digits, in chains as its program walks them, where a loop is rated by
// its length and the lowest rated wins; what else is deadly must not be found, or ratings change.
// And a rater asks after every step of thousands of puzzles, so it stays on the bits of Board9.

#include "logic/rating/uniqueness.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "logic/rating/patterns.hpp"

namespace clew::rating {
namespace {

/// The open cells of a house but for these.
Nine open_beside(const Board9& board, int house, Nine roof) {
    Nine others = 0;
    for (int i = 0; i < 9; ++i)
        if (board.at(cell_at(house, i)) != 0 && (roof >> i & 1) == 0)
            others = static_cast<Nine>(others | bit(i));
    return others;
}

/// Hands on, rated as that one, what follows from each size - 1 of the others that have `size`
/// digits with the extras.
template <class Take>
void each_naked(const Board9& board, int house, Nine others, unsigned extra, const Deduction& rated,
                int size, Take&& take) {
    for (unsigned choice = others; choice != 0; choice = (choice - 1) & others) {
        if (ones(choice) != size - 1) continue;
        unsigned digits = extra;
        for (unsigned m = choice; m != 0; m &= m - 1)
            digits |= board.at(cell_at(house, low_bit(m)));
        if (ones(digits) != size) continue;
        Deduction hint = rated;
        for (unsigned m = others & ~choice; m != 0; m &= m - 1) {
            const int c = cell_at(house, low_bit(m));
            hint.remove(c, board.at(c) & digits);
        }
        if (take(std::move(hint)) == Flow::stop) return;
    }
}

struct Loop {
    std::array<std::uint8_t, cell_total> cells{};
    int size = 0;
};

class UniqueLoops {
  public:
    explicit UniqueLoops(const Board9& board) : board_(board) {}

    std::optional<Deduction> lowest_rated() {
        for (int c = 0; c < cell_total; ++c) {
            if (ones(board_.at(c)) != 2) continue;
            pair_ = board_.at(c);
            walk(c, 2, 0, -1);
        }
        return std::move(best_);
    }

  private:
    void walk(int cell, int allowed, unsigned extra, int last_kind) {
        loop_.cells[static_cast<std::size_t>(loop_.size++)] = static_cast<std::uint8_t>(cell);
        inside_.add(cell);
        for (int kind = 0; kind < 3; ++kind) {
            if (kind == last_kind) continue;
            const int house = house_of(cell, kind);
            for (int i = 0; i < 9; ++i) {
                const int next = cell_at(house, i);
                if (next == loop_.cells[0] && loop_.size >= 4) {
                    closed();
                } else if (!inside_.has(next) && (board_.at(next) & pair_) == pair_) {
                    const unsigned more = extra | (board_.at(next) & ~unsigned{pair_});
                    const bool plain = ones(board_.at(next)) == 2;
                    if (plain || allowed > 0 || ones(more) == 1)
                        walk(next, plain ? allowed : allowed - 1, more, kind);
                }
            }
        }
        inside_ = inside_ - only(cell);
        --loop_.size;
    }

    static Cells only(int cell) {
        Cells one;
        one.add(cell);
        return one;
    }

    int at(int i) const { return loop_.cells[static_cast<std::size_t>(i)]; }

    bool deadly() const {
        std::array<std::uint32_t, 2> met{};
        for (int i = 0; i < loop_.size; ++i)
            for (int kind = 0; kind < 3; ++kind) {
                const std::uint32_t house = std::uint32_t{1} << house_of(at(i), kind);
                std::uint32_t& seen = met[static_cast<std::size_t>(i % 2)];
                if ((seen & house) != 0) return false;
                seen |= house;
            }
        return met[0] == met[1];
    }

    void closed() {
        if (!deadly()) return;
        std::vector<int> cells;
        unsigned extra = 0;
        for (int i = 0; i < loop_.size; ++i)
            if (ones(board_.at(at(i))) > 2) {
                cells.push_back(at(i));
                extra |= board_.at(at(i)) & ~unsigned{pair_};
            }
        if (cells.empty()) return;  // the puzzle has not one solution
        if (cells.size() == 1) {
            Deduction hint = rated(SeTechnique::unique_rectangle_1, 0);
            hint.remove(cells[0], pair_);
            keep(std::move(hint));
            return;
        }
        if (ones(extra) == 1) {
            Cells hit = tables9.seen[static_cast<std::size_t>(cells[0])];
            for (const int c : cells) hit = hit & tables9.seen[static_cast<std::size_t>(c)];
            Deduction hint = rated(SeTechnique::unique_rectangle_2, 0);
            hint.remove(hit, low_bit(extra), board_);
            keep(std::move(hint));
        }
        if (cells.size() != 2) return;
        for (int kind = 0; kind < 3; ++kind) {
            const int house = house_of(cells[0], kind);
            if (house_of(cells[1], kind) != house) continue;
            const Nine roof =
                static_cast<Nine>(bit(index_in(cells[0], kind)) | bit(index_in(cells[1], kind)));
            if (ones(extra) > 1) type_3(house, roof, extra);
            type_4(house, roof, cells);
        }
    }

    void type_3(int house, Nine roof, unsigned extra) {
        const Nine others = open_beside(board_, house, roof);
        for (int size = 2; size * 2 <= board_.open_in(house) && size <= 4; ++size) {
            each_naked(board_, house, others, extra,
                       rated(SeTechnique::unique_rectangle_3, size - 2), size,
                       [&](Deduction&& hint) {
                           keep(std::move(hint));
                           return Flow::go_on;
                       });
            hidden(house, roof, others, extra, size);
        }
    }

    /// `size` digits, the loop's two and no extra among them, with places in size - 1 cells beside
    /// the roof, which can hold only one of these digits.
    void hidden(int house, Nine roof, Nine others, unsigned extra, int size) {
        for (unsigned digits = 0; digits <= all_nine; ++digits) {
            if (ones(digits) != size || (digits & pair_) != pair_ || (digits & extra) != 0)
                continue;
            unsigned places = 0;
            bool all_open = true;
            for (unsigned m = digits; m != 0; m &= m - 1) {
                const Nine spots = board_.spots(house, low_bit(m));
                all_open = all_open && spots != 0;
                places |= spots;
            }
            places &= ~unsigned{roof};
            if (!all_open || ones(places) != size - 1) continue;
            Deduction hint = rated(SeTechnique::unique_rectangle_3, size - 2);
            for (unsigned m = places & others; m != 0; m &= m - 1) {
                const int c = cell_at(house, low_bit(m));
                hint.remove(c, board_.at(c) & ~digits);
            }
            keep(std::move(hint));
        }
    }

    void type_4(int house, Nine roof, const std::vector<int>& cells) {
        for (unsigned m = pair_; m != 0; m &= m - 1) {
            const int locked = low_bit(m);
            if (board_.spots(house, locked) != roof) continue;
            const int other = low_bit(pair_ & ~unsigned{bit(locked)});
            Deduction hint = rated(SeTechnique::unique_rectangle_4, 0);
            for (const int c : cells) hint.removed.push_back(candidate_id(c, other));
            keep(std::move(hint));
        }
    }

    Deduction rated(SeTechnique technique, int more) const {
        return Deduction::of(technique, more + (loop_.size >= 10 ? 2 : loop_.size >= 6 ? 1 : 0));
    }
    void keep(Deduction&& hint) {
        if (hint.removed.empty()) return;
        if (!best_ || hint.tenths < best_->tenths ||
            (hint.tenths == best_->tenths && hint.technique < best_->technique))
            best_ = std::move(hint);
    }

    const Board9& board_;
    Nine pair_ = 0;
    Loop loop_;
    Cells inside_;
    std::optional<Deduction> best_;
};

/// The digits one too many, cell by cell, if taking them away leaves a grave.
struct Grave {
    std::vector<std::pair<int, unsigned>> extras;  ///< cell, its extra digits
    unsigned digits = 0;                           ///< all of them
};

std::optional<Grave> grave_of(const Board9& board) {
    Board9 rest = board;
    Grave grave;
    for (int h = 0; h < house_total; ++h)
        for (int d = 0; d < 9; ++d) {
            const Nine spots = rest.spots(h, d);
            if (spots == 0 || ones(spots) == 2) continue;
            int cell = -1;
            for (unsigned m = spots; m != 0; m &= m - 1) {
                const int c = cell_at(h, low_bit(m));
                if (ones(rest.at(c)) < 3) continue;
                if (cell >= 0) return std::nullopt;  // which of them is not clear
                cell = c;
            }
            if (cell < 0) return std::nullopt;
            const auto known = std::ranges::find(
                grave.extras, cell, [](const std::pair<int, unsigned>& e) { return e.first; });
            if (known == grave.extras.end())
                grave.extras.emplace_back(cell, 1U << d);
            else
                known->second |= 1U << d;
            grave.digits |= 1U << d;
            rest.erase(cell, d);
        }
    if (grave.extras.empty()) return std::nullopt;
    for (std::size_t c = 0; c < cell_total; ++c)
        if (rest.value[c] == 0 && ones(rest.cell[c]) != 2) return std::nullopt;
    for (int h = 0; h < house_total; ++h)
        for (int d = 0; d < 9; ++d)
            if (const int n = ones(rest.spots(h, d)); n != 0 && n != 2) return std::nullopt;
    return grave;
}

std::optional<Deduction> grave_1(const Board9& board, const Grave& grave) {
    const auto [cell, extra] = grave.extras.front();
    Deduction hint = Deduction::of(SeTechnique::bug_1);
    hint.remove(cell, board.at(cell) & ~extra);
    return hint;
}

std::optional<Deduction> grave_2(const Board9& board, const Grave& grave) {
    Cells hit = tables9.seen[static_cast<std::size_t>(grave.extras.front().first)];
    for (const auto& extra : grave.extras)
        hit = hit & tables9.seen[static_cast<std::size_t>(extra.first)];
    Deduction hint = Deduction::of(SeTechnique::bug_2);
    hint.remove(hit, low_bit(grave.digits), board);
    if (hint.removed.empty()) return std::nullopt;
    return hint;
}

/// The extras and size - 1 other cells of a house that all of them share: `size` digits.
std::optional<Deduction> grave_3(const Board9& board, const Grave& grave) {
    for (int size = std::max(2, ones(grave.digits)); size <= 4; ++size)
        for (int kind = 0; kind < 3; ++kind) {
            const int house = house_of(grave.extras.front().first, kind);
            Nine roof = 0;
            for (const auto& extra : grave.extras)
                if (house_of(extra.first, kind) == house)
                    roof = static_cast<Nine>(roof | bit(index_in(extra.first, kind)));
            if (ones(roof) != static_cast<int>(grave.extras.size())) continue;
            std::optional<Deduction> found;
            each_naked(board, house, open_beside(board, house, roof), grave.digits,
                       Deduction::of(SeTechnique::bug_3, size - 2), size, [&](Deduction&& hint) {
                           if (!hint.removed.empty()) found = std::move(hint);
                           return found ? Flow::stop : Flow::go_on;
                       });
            if (found) return found;
        }
    return std::nullopt;
}

/// Two cells of a house in which a digit of theirs that is no extra has no other place.
std::optional<Deduction> grave_4(const Board9& board, const Grave& grave) {
    const auto [a, extra_a] = grave.extras[0];
    const auto [b, extra_b] = grave.extras[1];
    for (int kind = 0; kind < 3; ++kind) {
        if (house_of(a, kind) != house_of(b, kind)) continue;
        const unsigned roof = bit(index_in(a, kind)) | unsigned{bit(index_in(b, kind))};
        const unsigned shared = board.at(a) & board.at(b) & ~extra_a & ~extra_b;
        for (unsigned m = shared; m != 0; m &= m - 1) {
            const int locked = low_bit(m);
            if (board.spots(house_of(a, kind), locked) != roof) continue;
            Deduction hint = Deduction::of(SeTechnique::bug_4);
            for (const auto& [cell, extra] : grave.extras)
                hint.remove(cell, board.at(cell) & ~extra & ~(1U << locked));
            if (!hint.removed.empty()) return hint;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Deduction> find_unique_loop(const Board9& board) {
    return UniqueLoops{board}.lowest_rated();
}

std::optional<Deduction> find_bivalue_grave(const Board9& board) {
    const std::optional<Grave> grave = grave_of(board);
    if (!grave) return std::nullopt;
    if (grave->extras.size() == 1) return grave_1(board, *grave);
    if (ones(grave->digits) == 1) {
        if (auto hint = grave_2(board, *grave)) return hint;
    } else if (auto hint = grave_3(board, *grave)) {
        return hint;
    }
    return grave->extras.size() == 2 ? grave_4(board, *grave) : std::nullopt;
}

}  // namespace clew::rating
