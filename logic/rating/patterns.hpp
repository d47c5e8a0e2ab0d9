#pragma once
// Patterns: locked candidates, naked and hidden sets and fish, in the order of the scale's program.
//
//     each_naked_set(board, 2, [](const Pattern& p) { ...; return Flow::go_on; });
//
// They are steps of their own and, for pairs, what dynamic chains (+) add to an assumption; so a
// pattern says not only what it removes but on which absences it rests. Each returns Flow::stop if
// the receiver did. Patterns that remove nothing are not handed out.

#include "core/base/outcome.hpp"
#include "logic/rating/hint.hpp"

namespace clew::rating {

struct Pattern {
    /// Houses in which `digits` are where they are because they are nowhere else.
    std::array<std::uint8_t, 4> bases{};
    int base_count = 0;
    Nine digits = 0;
    /// Cells that hold nothing else.
    std::array<std::uint8_t, 4> cells{};
    int cell_count = 0;

    std::array<CandidateId, 96> removed{};
    int removed_count = 0;

    void base(int house) {
        bases[static_cast<std::size_t>(base_count++)] = static_cast<std::uint8_t>(house);
    }
    void remove(int c, int digit) {
        removed[static_cast<std::size_t>(removed_count++)] = candidate_id(c, digit);
    }
};

namespace detail {

/// Places of one house that lie in another.
constexpr std::array<std::array<Nine, house_total>, house_total> make_common() {
    std::array<std::array<Nine, house_total>, house_total> common{};
    for (std::size_t a = 0; a < house_total; ++a)
        for (std::size_t b = 0; b < house_total; ++b)
            for (std::size_t i = 0; i < 9; ++i)
                if (a != b && tables9.within[b].has(tables9.cells[a][i]))
                    common[a][b] = static_cast<Nine>(common[a][b] | 1U << i);
    return common;
}
inline constexpr auto common_places = make_common();
inline Nine common(int a, int b) {
    return common_places[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

/// All choices of k of nine, ascending as numbers.
template <int k>
constexpr auto make_choices() {
    constexpr int n = k == 2 ? 36 : k == 3 ? 84 : 126;
    std::array<Nine, n> all{};
    std::size_t at = 0;
    for (unsigned m = 0; m < 512; ++m)
        if (std::popcount(m) == k) all[at++] = static_cast<Nine>(m);
    return all;
}

/// Calls f(choice) for each choice of k of the bits of `among`, ascending.
template <class F>
Flow choices(int k, Nine among, F&& f) {
    static constexpr auto pairs = make_choices<2>();
    static constexpr auto triplets = make_choices<3>();
    static constexpr auto quads = make_choices<4>();
    const Nine* first = k == 2 ? pairs.data() : k == 3 ? triplets.data() : quads.data();
    const std::size_t n = k == 2 ? pairs.size() : k == 3 ? triplets.size() : quads.size();
    if (ones(among) < k) return Flow::go_on;
    for (std::size_t i = 0; i < n; ++i)
        if ((first[i] & ~among) == 0 && f(first[i]) == Flow::stop) return Flow::stop;
    return Flow::go_on;
}

/// The pairs of kinds of houses in which candidates may be locked, in order.
inline constexpr int locking_kinds[4][2] = {{0, 2}, {0, 1}, {2, 0}, {1, 0}};

/// Calls f(base, cover, digit) for each digit of a base that lies in the cover alone.
template <class F>
Flow each_locked(const Board9& board, F&& f) {
    for (const auto& kinds : locking_kinds)
        for (int i = 0; i < 9; ++i)
            for (int j = 0; j < 9; ++j) {
                const int base = kinds[0] * 9 + i, cover = kinds[1] * 9 + j;
                const Nine both = common(base, cover);
                if (both == 0) continue;
                for (int d = 0; d < 9; ++d) {
                    const Nine spots = board.spots(base, d);
                    if ((spots & ~both) == 0 && ones(spots) > 1 && f(base, cover, d) == Flow::stop)
                        return Flow::stop;
                }
            }
    return Flow::go_on;
}

inline Pattern locked(const Board9& board, int base, int cover, int digit) {
    Pattern p;
    p.base(base);
    p.digits = bit(digit);
    const unsigned rest = board.spots(cover, digit) & ~unsigned{common(cover, base)};
    for (unsigned m = rest; m != 0; m &= m - 1) p.remove(cell_at(cover, low_bit(m)), digit);
    return p;
}

}  // namespace detail

/// Pointing and claiming.
template <class F>
Flow each_locking(const Board9& board, F&& f) {
    return detail::each_locked(board, [&](int base, int cover, int digit) {
        if ((board.spots(cover, digit) & ~unsigned{detail::common(cover, base)}) == 0)
            return Flow::go_on;
        return f(detail::locked(board, base, cover, digit));
    });
}

/// Pointing and claiming that leave a digit one place in another house of the base's kind: calls
/// f(base, digit, cell).
template <class F>
Flow each_direct_locking(const Board9& board, F&& f) {
    return detail::each_locked(board, [&](int base, int cover, int digit) {
        for (int k = 0; k < 9; ++k) {
            const int other = kind_of(base) * 9 + k;
            if (other == base || detail::common(other, cover) == 0) continue;
            const Nine spots = board.spots(other, digit);
            const unsigned left = spots & ~unsigned{detail::common(other, cover)};
            if (ones(spots) > 1 && ones(left) == 1 &&
                f(base, digit, cell_at(other, low_bit(left))) == Flow::stop)
                return Flow::stop;
        }
        return Flow::go_on;
    });
}

/// The order in which sets look at kinds of houses: blocks, columns, rows.
inline constexpr int set_kinds[3] = {0, 2, 1};

/// `size` cells of a house with as many digits, in houses with at least twice as many open cells.
template <class F>
Flow each_naked_set(const Board9& board, int size, F&& f) {
    for (const int kind : set_kinds)
        for (int h = kind * 9; h < kind * 9 + 9; ++h) {
            if (board.open_in(h) < size * 2) continue;
            std::array<Nine, 9> digits{};
            Nine narrow = 0;
            for (int i = 0; i < 9; ++i) {
                const Nine m = board.at(cell_at(h, i));
                digits[static_cast<std::size_t>(i)] = m;
                if (ones(m) >= 2 && ones(m) <= size) narrow = static_cast<Nine>(narrow | bit(i));
            }
            const Flow flow = detail::choices(size, narrow, [&](Nine choice) {
                unsigned all = 0;
                for (unsigned m = choice; m != 0; m &= m - 1)
                    all |= digits[static_cast<std::size_t>(low_bit(m))];
                if (ones(all) != size) return Flow::go_on;
                Pattern p;
                for (int i = 0; i < 9; ++i) {
                    const int c = cell_at(h, i);
                    if ((choice >> i & 1) != 0) {
                        p.cells[static_cast<std::size_t>(p.cell_count++)] =
                            static_cast<std::uint8_t>(c);
                        continue;
                    }
                    for (unsigned m = digits[static_cast<std::size_t>(i)] & all; m != 0; m &= m - 1)
                        p.remove(c, low_bit(m));
                }
                return p.removed_count == 0 ? Flow::go_on : f(p);
            });
            if (flow == Flow::stop) return flow;
        }
    return Flow::go_on;
}

/// Calls f(house, digits, places) for each choice of `size` digits that have as many places in a
/// house with more than `more_than` open cells.
template <class F>
Flow each_hidden_choice(const Board9& board, int size, int more_than, F&& f) {
    for (const int kind : set_kinds)
        for (int h = kind * 9; h < kind * 9 + 9; ++h) {
            if (board.open_in(h) <= more_than) continue;
            Nine narrow = 0;
            for (int d = 0; d < 9; ++d) {
                const int n = ones(board.spots(h, d));
                if (n >= 2 && n <= size) narrow = static_cast<Nine>(narrow | bit(d));
            }
            const Flow flow = detail::choices(size, narrow, [&](Nine choice) {
                unsigned all = 0;
                for (unsigned m = choice; m != 0; m &= m - 1) all |= board.spots(h, low_bit(m));
                return ones(all) == size ? f(h, choice, static_cast<Nine>(all)) : Flow::go_on;
            });
            if (flow == Flow::stop) return flow;
        }
    return Flow::go_on;
}

inline Pattern hidden_set(const Board9& board, int house, Nine digits, Nine places) {
    Pattern p;
    p.base(house);
    p.digits = digits;
    for (unsigned m = places; m != 0; m &= m - 1) {
        const int c = cell_at(house, low_bit(m));
        for (unsigned o = board.at(c) & ~unsigned{digits}; o != 0; o &= o - 1)
            p.remove(c, low_bit(o));
    }
    return p;
}

/// `size` digits with as many places in a house, where more than twice as many cells are open.
template <class F>
Flow each_hidden_set(const Board9& board, int size, F&& f) {
    return each_hidden_choice(board, size, size * 2, [&](int h, Nine digits, Nine places) {
        const Pattern p = hidden_set(board, h, digits, places);
        return p.removed_count == 0 ? Flow::go_on : f(p);
    });
}

/// `size` lines in which a digit has as many places, columns before rows.
template <class F>
Flow each_fish(const Board9& board, int size, F&& f) {
    for (const int kind : {2, 1}) {
        std::array<Nine, 9> narrow{};  // per digit: lines with two to `size` places
        Nine any = 0;
        for (std::size_t d = 0; d < 9; ++d) {
            if (board.filled[d] + size * 2 > 9) continue;
            for (int i = 0; i < 9; ++i) {
                const int n = ones(board.spots(kind * 9 + i, static_cast<int>(d)));
                if (n >= 2 && n <= size) narrow[d] = static_cast<Nine>(narrow[d] | bit(i));
            }
            if (ones(narrow[d]) < size) narrow[d] = 0;
            any = static_cast<Nine>(any | narrow[d]);
        }
        const Flow flow = detail::choices(size, any, [&](Nine lines) {
            for (int d = 0; d < 9; ++d) {
                if ((lines & ~narrow[static_cast<std::size_t>(d)]) != 0) continue;
                unsigned covers = 0;
                for (unsigned m = lines; m != 0; m &= m - 1)
                    covers |= board.spots(kind * 9 + low_bit(m), d);
                if (ones(covers) != size) continue;
                Pattern p;
                p.digits = bit(d);
                for (unsigned m = lines; m != 0; m &= m - 1) p.base(kind * 9 + low_bit(m));
                for (unsigned m = covers; m != 0; m &= m - 1) {
                    const int cover = (3 - kind) * 9 + low_bit(m);
                    for (unsigned o = board.spots(cover, d) & ~unsigned{lines}; o != 0; o &= o - 1)
                        p.remove(cell_at(cover, low_bit(o)), d);
                }
                if (p.removed_count != 0 && f(p) == Flow::stop) return Flow::stop;
            }
            return Flow::go_on;
        });
        if (flow == Flow::stop) return flow;
    }
    return Flow::go_on;
}

}  // namespace clew::rating
