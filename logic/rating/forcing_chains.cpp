// From an "on" node all weak links lead to "off" nodes, from an "off" node the strong links lead to
// "on" nodes. Breadth first from one candidate, the first way to a node is a shortest one, so one
// tree gives:
//
//   forcing chain   the first node that is weakly linked to the source: on, it implies itself off;
//                   or, from "source is off", the first strong link that puts it on;
//   cycles          every node of the tree with a weak link to a candidate that is strongly linked
//                   to the source.
//
// A cycle can be read both ways round: either its "on" nodes all hold, or its "off" nodes do. So a
// candidate outside its cells that sees one of each goes.
//
// The complexity of a chain is the number of its nodes. Where only the lowest rated is wanted,
// trees end where nothing in them could be rated as low as what is known.

#include "logic/rating/forcing_chains.hpp"

#include <algorithm>
#include <bitset>
#include <utility>

#include "core/base/sorted.hpp"

namespace clew::rating {
namespace {

constexpr std::size_t ix(int i) { return static_cast<std::size_t>(i); }

/// A number that stands for a potential in sums that do not depend on order.
std::uint64_t token(std::uint64_t potential) {
    std::uint64_t z = (potential + 1) * 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

}  // namespace

void add_absences(const Board9& now, const Board9& base, CandidateId on, std::uint8_t cause,
                  std::vector<CandidateId>& absences) {
    const int c = cell_of(on), d = digit_of(on);
    if (cause == by_cell) {
        for (unsigned m = base.at(c) & ~unsigned{now.at(c)}; m != 0; m &= m - 1)
            absences.push_back(candidate_id(c, low_bit(m)));
        return;
    }
    for (unsigned m = base.spots(cause, d) & ~unsigned{now.spots(cause, d)}; m != 0; m &= m - 1)
        absences.push_back(candidate_id(cell_at(cause, low_bit(m)), d));
}

void ForcingChains::link(const Board9& board) {
    board_ = &board;
    open_.clear();
    weak_.clear();
    for (int c = 0; c < cell_total; ++c) {
        const unsigned digits = board.at(c);
        for (unsigned m = digits; m != 0; m &= m - 1) {
            const int d = low_bit(m);
            const CandidateId id = candidate_id(c, d);
            if (ones(digits) > 1) open_.push_back(id);
            weak_begin_[id] = static_cast<std::uint16_t>(weak_.size());
            for (unsigned o = digits & ~(1U << d); o != 0; o &= o - 1)
                weak_.push_back(candidate_id(c, low_bit(o)));
            weak_houses_[id] = static_cast<std::uint16_t>(weak_.size());
            Strong& strong = strong_[id];
            strong.count = 0;
            if (ones(digits) == 2) {
                strong.to[0] = candidate_id(c, low_bit(digits & ~(1U << d)));
                strong.cause[0] = by_cell;
                strong.count = 1;
            }
            strong.in_cell = strong.count;
            for (int k = 0; k < 3; ++k) {
                const int h = house_of(c, k);
                const unsigned spots = board.spots(h, d) & ~unsigned{bit(index_in(c, k))};
                for (unsigned s = spots; s != 0; s &= s - 1) {
                    const int other = cell_at(h, low_bit(s));
                    if (k == 0 || house_of(other, 0) != house_of(c, 0))
                        weak_.push_back(candidate_id(other, d));
                }
                if (ones(spots) != 1) continue;
                const CandidateId to = candidate_id(cell_at(h, low_bit(spots)), d);
                const auto end = strong.to.begin() + strong.count;
                if (std::find(strong.to.begin(), end, to) != end) continue;
                strong.to[strong.count] = to;
                strong.cause[strong.count++] = static_cast<std::uint8_t>(h);
            }
            weak_end_[id] = static_cast<std::uint16_t>(weak_.size());
        }
    }
}

bool ForcingChains::weak(Mode mode, int a, int b) const {
    if (cell_of(a) == cell_of(b)) return a != b && mode != Mode::x;
    return digit_of(a) == digit_of(b) && sees(cell_of(a), cell_of(b));
}

/// The largest complexity that is worth looking at for a technique of that rating.
int ForcingChains::limit(int base) const {
    if (collect_ || !best_) return 2 * candidate_total;
    int most = 0;
    while (base + length_tenths(most + 1) < best_->tenths) ++most;
    if (base + length_tenths(most + 1) == best_->tenths)
        while (base + length_tenths(most + 1) == best_->tenths && most < best_->complexity) ++most;
    return most;
}

bool ForcingChains::better(int tenths, int complexity, int key) const {
    if (collect_ || !best_) return true;
    if (tenths != best_->tenths) return tenths < best_->tenths;
    if (complexity != best_->complexity) return complexity < best_->complexity;
    return key < best_->key;
}

void ForcingChains::keep(Found&& found) {
    if (collect_)
        all_.push_back(std::move(found));
    else
        best_ = std::move(found);
}

/// Writes the way from `on` back to the source into the found chain.
void ForcingChains::trace(Found& found, CandidateId on, bool from_off_source) const {
    for (;;) {
        found.path.push_back(on);
        found.causes.push_back(cause_[on]);
        const CandidateId off = parent_on_[on];
        if (off == nobody) return;  // the source, on
        found.path.push_back(off);
        found.causes.push_back(by_cell);
        if (from_off_source && off == found.source) return;
        on = parent_off_[off];
    }
}

bool ForcingChains::ancestor(CandidateId on, CandidateId off, CandidateId source) const {
    while (on != source) {
        const CandidateId before = parent_on_[on];
        if (before == off) return true;
        on = parent_off_[before];
    }
    return false;
}

void ForcingChains::cycle(Mode mode, CandidateId source, CandidateId last_on,
                          CandidateId last_off) {
    const SeTechnique technique = mode == Mode::x   ? SeTechnique::x_cycle
                                  : mode == Mode::y ? SeTechnique::y_cycle
                                                    : SeTechnique::xy_cycle;
    Found found;
    found.complexity = depth_[last_on] + 2;
    found.tenths = info(technique).tenths + length_tenths(found.complexity);
    found.key = static_cast<int>(mode);
    if (!better(found.tenths, found.complexity, found.key)) return;
    found.technique = technique;
    found.source = source;
    found.cycle = true;

    // What the "on" nodes see, and what the "off" nodes see, digit by digit.
    std::array<Cells, 9> forth{}, back{};
    Cells inside;
    unsigned digits = 0;
    const auto pass = [&](CandidateId id, std::array<Cells, 9>& way) {
        const int c = cell_of(id), d = digit_of(id);
        inside.add(c);
        digits |= 1U << d;
        way[ix(d)] = way[ix(d)] | tables9.seen[ix(c)];
    };
    pass(last_off, back);
    for (CandidateId on = last_on;; on = parent_off_[parent_on_[on]]) {
        pass(on, forth);
        if (on == source) break;
        pass(parent_on_[on], back);
    }
    for (; digits != 0; digits &= digits - 1) {
        const int d = low_bit(digits);
        const Cells both = (forth[ix(d)] & back[ix(d)]) - inside;
        both.each([&](int c) {
            if (board_->has(c, d)) found.removed.push_back(candidate_id(c, d));
        });
    }
    if (found.removed.empty()) return;
    if (collect_) {
        found.path = {source, last_off};
        found.causes = {cause_of(last_off, source), by_cell};
        trace(found, last_on, false);
    }
    keep(std::move(found));
}

std::uint8_t ForcingChains::cause_of(CandidateId from, CandidateId to) const {
    const Strong& strong = strong_[from];
    const auto at = std::find(strong.to.begin(), strong.to.begin() + strong.count, to);
    return strong.cause[static_cast<std::size_t>(at - strong.to.begin())];
}

void ForcingChains::chain(Mode mode, CandidateId source, bool off, CandidateId before_last) {
    const SeTechnique technique =
        mode == Mode::x ? SeTechnique::forcing_x_chain : SeTechnique::forcing_chain;
    Found found;
    found.complexity = off ? (before_last == source ? 2 : depth_[parent_off_[before_last]] + 3)
                           : depth_[before_last] + 2;
    found.tenths = info(technique).tenths + length_tenths(found.complexity);
    found.key = 3 + static_cast<int>(mode);
    if (!better(found.tenths, found.complexity, found.key)) return;
    found.technique = technique;
    found.source = source;
    found.from_off = off;
    const int c = cell_of(source);
    if (off) {
        for (unsigned m = board_->at(c) & ~(1U << digit_of(source)); m != 0; m &= m - 1)
            found.removed.push_back(candidate_id(c, low_bit(m)));
    } else {
        found.removed.push_back(source);
    }
    if (collect_) {
        if (off) {
            found.path = {source, before_last};
            found.causes = {cause_of(before_last, source), by_cell};
            if (before_last != source) trace(found, parent_off_[before_last], true);
        } else {
            found.path = {source};
            found.causes = {by_cell};
            trace(found, before_last, false);
        }
    }
    keep(std::move(found));
}

void ForcingChains::from_on(Mode mode, CandidateId source) {
    const Strong& home = strong_[source];
    // The "off" nodes from which a cycle closes.
    const std::size_t closing_begin = mode == Mode::x ? home.in_cell : 0;
    const std::size_t closing_end = mode == Mode::y ? home.in_cell : home.count;
    const bool cycles = closing_begin < closing_end;
    bool chains = mode != Mode::y;
    if (!cycles && !chains) return;
    const int most = std::max(cycles ? limit(mode == Mode::xy ? 70 : 65) : 0,
                              chains ? limit(mode == Mode::x ? 66 : 70) : 0);

    parent_on_.fill(nobody);
    parent_off_.fill(nobody);
    std::size_t head = 0, tail = 0;
    queue_[tail++] = source;
    depth_[source] = 0;
    while (head < tail) {
        const CandidateId p = queue_[head++];
        const int depth = depth_[p];
        if (depth + 2 > most) return;
        if (p != source) {
            if (chains && weak(mode, p, source)) {
                chain(mode, source, false, p);
                chains = false;
                if (!cycles) return;
            }
            for (std::size_t i = closing_begin; i < closing_end; ++i) {
                const CandidateId q = home.to[i];
                if (weak(mode, p, q) && !ancestor(p, q, source)) cycle(mode, source, p, q);
            }
        }
        if (depth + 4 > most) continue;
        const std::size_t begin = mode == Mode::x ? weak_houses_[p] : weak_begin_[p];
        for (std::size_t w = begin; w < weak_end_[p]; ++w) {
            const CandidateId q = weak_[w];
            const Strong& strong = strong_[q];
            const std::size_t from = mode == Mode::x ? strong.in_cell : 0;
            const std::size_t to = mode == Mode::y ? strong.in_cell : strong.count;
            if (from >= to || parent_off_[q] != nobody) continue;
            parent_off_[q] = p;
            for (std::size_t i = from; i < to; ++i) {
                const CandidateId r = strong.to[i];
                if (r == source || parent_on_[r] != nobody) continue;
                parent_on_[r] = q;
                cause_[r] = strong.cause[i];
                depth_[r] = static_cast<std::uint16_t>(depth + 2);
                queue_[tail++] = r;
            }
        }
    }
}

void ForcingChains::from_off(Mode mode, CandidateId source) {
    const int most = limit(mode == Mode::x ? 66 : 70);
    parent_on_.fill(nobody);
    parent_off_.fill(nobody);
    std::size_t head = 0, tail = 0;
    // Follows the strong links of an "off" node at that depth; true if one leads to the source.
    const auto follow = [&](CandidateId q, int depth) {
        const Strong& strong = strong_[q];
        for (std::size_t i = mode == Mode::x ? strong.in_cell : 0; i < strong.count; ++i) {
            const CandidateId r = strong.to[i];
            if (r == source) {
                chain(mode, source, true, q);
                return true;
            }
            if (parent_on_[r] != nobody) continue;
            parent_on_[r] = q;
            cause_[r] = strong.cause[i];
            depth_[r] = static_cast<std::uint16_t>(depth + 1);
            queue_[tail++] = r;
        }
        return false;
    };
    parent_off_[source] = source;
    if (follow(source, 0)) return;
    while (head < tail) {
        const CandidateId p = queue_[head++];
        const int depth = depth_[p];
        if (depth + 3 > most) return;
        const std::size_t begin = mode == Mode::x ? weak_houses_[p] : weak_begin_[p];
        for (std::size_t w = begin; w < weak_end_[p]; ++w) {
            const CandidateId q = weak_[w];
            if (parent_off_[q] != nobody || strong_[q].count == 0) continue;
            parent_off_[q] = p;
            if (follow(q, depth + 1)) return;
        }
    }
}

void ForcingChains::search(Mode mode) {
    for (const CandidateId id : open_) {
        if (mode == Mode::y) {
            if (strong_[id].in_cell != 0) from_on(mode, id);
            continue;
        }
        from_on(mode, id);
        from_off(mode, id);
    }
}

std::optional<Deduction> ForcingChains::lowest(const Board9& board) {
    collect_ = false;
    best_.reset();
    link(board);
    search(Mode::x);
    search(Mode::y);
    search(Mode::xy);
    if (!best_) return std::nullopt;
    Deduction hint;
    hint.technique = best_->technique;
    hint.tenths = best_->tenths;
    hint.complexity = best_->complexity;
    if (best_->from_off) hint.fills = best_->source;
    hint.removed = std::move(best_->removed);
    return hint;
}

void ForcingChains::all(const Board9& now, const Board9& base, std::vector<NestedHint>& found) {
    collect_ = true;
    all_.clear();
    link(now);
    search(Mode::x);
    search(Mode::y);
    search(Mode::xy);
    std::ranges::stable_sort(all_, [](const Found& a, const Found& b) {
        if (a.tenths != b.tenths) return a.tenths < b.tenths;
        if (a.complexity != b.complexity) return a.complexity < b.complexity;
        return a.key < b.key;
    });
    std::bitset<candidate_total> covered;
    for (const Found& f : all_) {
        NestedHint hint;
        for (const CandidateId id : f.removed)
            if (!covered[id]) hint.removed.push_back(id);
        if (hint.removed.empty()) continue;
        // "On" nodes are the even ones of a cycle and of a chain that ends on, the odd ones of a
        // chain that ends off. The source of a chain has no cause.
        const std::size_t first = f.cycle || f.from_off ? 0 : 1;
        const std::size_t last = f.path.size() - (f.from_off ? 0 : 1);
        for (std::size_t i = first; i < last; i += 2)
            add_absences(now, base, f.path[i], f.causes[i], hint.absences);
        sort_unique(hint.absences);
        if (hint.absences.empty()) continue;
        for (const CandidateId id : hint.removed) covered[id] = true;
        hint.complexity = f.complexity;
        for (std::size_t i = 0; i < f.path.size(); ++i) {
            const bool on = i % 2 == first;
            hint.content += token(std::uint64_t{f.path[i]} + (on ? 0U : candidate_total));
        }
        hint.content ^= token(2U * candidate_total + f.path[0] + (f.cycle ? 5000U : 0U));
        found.push_back(std::move(hint));
    }
}

}  // namespace clew::rating
