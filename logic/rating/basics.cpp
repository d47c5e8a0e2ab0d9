#include "logic/rating/basics.hpp"

#include "logic/rating/patterns.hpp"

namespace clew::rating {
namespace {

Deduction hint_of(SeTechnique technique, const Pattern& pattern) {
    Deduction hint = Deduction::of(technique);
    hint.removed.assign(pattern.removed.begin(), pattern.removed.begin() + pattern.removed_count);
    return hint;
}

Deduction filling(SeTechnique technique, int cell, int digit) {
    Deduction hint = Deduction::of(technique);
    hint.fills = candidate_id(cell, digit);
    return hint;
}

std::optional<Deduction> find_hidden_single(const Board9& board) {
    for (const bool last : {true, false})
        for (const int kind : set_kinds)
            for (int h = kind * 9; h < kind * 9 + 9; ++h) {
                if ((board.open_in(h) == 1) != last) continue;
                for (int d = 0; d < 9; ++d)
                    if (const Nine spots = board.spots(h, d); ones(spots) == 1)
                        return filling(last        ? SeTechnique::last_value
                                       : kind == 0 ? SeTechnique::hidden_single_block
                                                   : SeTechnique::hidden_single_line,
                                       cell_at(h, low_bit(spots)), d);
            }
    return std::nullopt;
}

std::optional<Deduction> find_direct_locking(const Board9& board) {
    std::optional<Deduction> found;
    each_direct_locking(board, [&](int base, int digit, int cell) {
        found = filling(
            kind_of(base) == 0 ? SeTechnique::direct_pointing : SeTechnique::direct_claiming, cell,
            digit);
        return Flow::stop;
    });
    return found;
}

std::optional<Deduction> find_direct_hidden_set(const Board9& board, int size) {
    std::optional<Deduction> found;
    each_hidden_choice(board, size, size, [&](int h, Nine digits, Nine places) {
        for (int d = 0; d < 9; ++d) {
            const unsigned spots = board.spots(h, d);
            if ((digits >> d & 1) != 0 || ones(spots) < 2 || ones(spots & ~unsigned{places}) != 1)
                continue;
            found = filling(
                size == 2 ? SeTechnique::direct_hidden_pair : SeTechnique::direct_hidden_triplet,
                cell_at(h, low_bit(spots & ~unsigned{places})), d);
            return Flow::stop;
        }
        return Flow::go_on;
    });
    return found;
}

std::optional<Deduction> find_naked_single(const Board9& board) {
    for (int c = 0; c < cell_total; ++c)
        if (ones(board.at(c)) == 1)
            return filling(SeTechnique::naked_single, c, low_bit(board.at(c)));
    return std::nullopt;
}

}  // namespace

std::optional<Deduction> find_direct(const Board9& board) {
    if (auto hint = find_hidden_single(board)) return hint;
    if (auto hint = find_direct_locking(board)) return hint;
    if (auto hint = find_direct_hidden_set(board, 2)) return hint;
    if (auto hint = find_naked_single(board)) return hint;
    return find_direct_hidden_set(board, 3);
}

std::optional<Deduction> find_locking(const Board9& board) {
    std::optional<Deduction> found;
    each_locking(board, [&](const Pattern& p) {
        found =
            hint_of(kind_of(p.bases[0]) == 0 ? SeTechnique::pointing : SeTechnique::claiming, p);
        return Flow::stop;
    });
    return found;
}

namespace {

/// The first pattern that `each` hands to a receiver, called by its size.
template <class Each>
std::optional<Deduction> first_of(int size, const std::array<SeTechnique, 3>& names, Each&& each) {
    std::optional<Deduction> found;
    each([&](const Pattern& p) {
        found = hint_of(names[static_cast<std::size_t>(size - 2)], p);
        return Flow::stop;
    });
    return found;
}

}  // namespace

std::optional<Deduction> find_naked_set(const Board9& board, int size) {
    using enum SeTechnique;
    return first_of(size, {naked_pair, naked_triplet, naked_quad},
                    [&](const auto& take) { each_naked_set(board, size, take); });
}

std::optional<Deduction> find_hidden_set(const Board9& board, int size) {
    using enum SeTechnique;
    return first_of(size, {hidden_pair, hidden_triplet, hidden_quad},
                    [&](const auto& take) { each_hidden_set(board, size, take); });
}

std::optional<Deduction> find_fish(const Board9& board, int size) {
    using enum SeTechnique;
    return first_of(size, {x_wing, swordfish, jellyfish},
                    [&](const auto& take) { each_fish(board, size, take); });
}

namespace {

/// Pivots with `size` digits and two wings of two: together three digits, and the wings share one
/// that the pivot of an XY-wing has not, that of an XYZ-wing has.
std::optional<Deduction> find_wing(const Board9& board, SeTechnique technique, int size) {
    for (int pivot = 0; pivot < cell_total; ++pivot) {
        const unsigned p = board.at(pivot);
        if (ones(p) != size) continue;
        for (const std::uint8_t first : tables9.peers[static_cast<std::size_t>(pivot)]) {
            const unsigned a = board.at(first);
            if (ones(a) != 2 || ones(p & ~a) != 1) continue;
            for (const std::uint8_t second : tables9.peers[static_cast<std::size_t>(pivot)]) {
                const unsigned b = board.at(second);
                if (second == first || ones(b) != 2 || ones(p | a | b) != 3 || ones(a & b) != 1)
                    continue;
                if (size == 2 && (a & b & p) != 0) continue;
                const int z = low_bit(a & b);
                Cells hit = tables9.seen[first] & tables9.seen[second];
                if (size == 3) hit = hit & tables9.seen[static_cast<std::size_t>(pivot)];
                Deduction hint = Deduction::of(technique);
                hint.remove(hit, z, board);
                if (!hint.removed.empty()) return hint;
            }
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Deduction> find_xy_wing(const Board9& board) {
    return find_wing(board, SeTechnique::xy_wing, 2);
}
std::optional<Deduction> find_xyz_wing(const Board9& board) {
    return find_wing(board, SeTechnique::xyz_wing, 3);
}

}  // namespace clew::rating
