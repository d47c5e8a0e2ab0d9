// The ways that are left of each correction are counted in binary, the bits of the same weight of
// all corrections side by side: to ban a constraint takes one off the numbers of all corrections
// that it is in, by a few dozen operations on words.

#include "logic/mus/hitting.hpp"

namespace clew::logic::inline mus {

using logic::Use;

namespace {

using Row = Hitting::Row;

void set(Row& row, std::size_t i) { row[i / 64] |= std::uint64_t{1} << (i % 64); }

}  // namespace

void Hitting::know(std::span<const std::span<const Chosen>> corrections) {
    for (const Chosen& way : ways_)
        linked_[way.constraint] = true_[way.constraint] = either_[way.constraint] = {};
    ways_.clear();
    start_.assign(1, 0);
    for (const std::span<const Chosen> correction : corrections) {
        if (correction.empty() || correction.size() > widest) continue;
        const std::size_t i = start_.size() - 1;
        if (i == most) break;
        for (const Chosen& way : correction) {
            Row& row = (way.use == Use::truth ? true_ : linked_)[way.constraint];
            row[i / 64] |= std::uint64_t{1} << (i % 64);
            either_[way.constraint][i / 64] |= std::uint64_t{1} << (i % 64);
            ways_.push_back(way);
        }
        start_.push_back(ways_.size());
    }
}

void Hitting::add(std::array<Row, 4>& number, const Row& row) {
    for (std::size_t w = 0; w < row.size(); ++w) {
        std::uint64_t carry = row[w];
        for (Row& bit : number) {
            const std::uint64_t next = bit[w] & carry;
            bit[w] ^= carry;
            carry = next;
        }
    }
}

void Hitting::take(std::array<Row, 4>& number, const Row& row) {
    for (std::size_t w = 0; w < row.size(); ++w) {
        std::uint64_t borrow = row[w];
        for (Row& bit : number) {
            bit[w] ^= borrow;
            borrow &= bit[w];
        }
    }
}

Hitting::Level Hitting::start(std::span<const Ban> bans) const {
    Level level;
    for (std::size_t i = 0; i + 1 < start_.size(); ++i)
        level.unhit[i / 64] |= std::uint64_t{1} << (i % 64);
    for (std::size_t k = 0; k < bans.size(); ++k) {
        if (bans[k] != Ban::all) add(level.ways, linked_[k]);
        if (bans[k] == Ban::none) add(level.ways, true_[k]);
    }
    return level;
}

void Hitting::hit(Level& level, const Chosen& choice) const {
    leave_out(level.unhit, choice.constraint, choice.use == Use::truth ? Ban::none : Ban::truth);
}

void Hitting::ban(Level& level, std::size_t k, Ban before, Ban now) const {
    if (before == Ban::none && now != Ban::none) take(level.ways, true_[k]);
    if (before != Ban::all && now == Ban::all) take(level.ways, linked_[k]);
}

void Hitting::count_only(Level& level, std::span<const std::uint16_t> constraints,
                         std::span<const Ban> bans) const {
    level.ways = {};
    for (const std::uint16_t k : constraints) {
        if (bans[k] != Ban::all) add(level.ways, linked_[k]);
        if (bans[k] == Ban::none) add(level.ways, true_[k]);
    }
}

bool Hitting::lost(const Level& level) const {
    std::uint64_t without = 0;
    for (std::size_t w = 0; w < level.unhit.size(); ++w) {
        std::uint64_t some = 0;
        for (const Row& bit : level.ways) some |= bit[w];
        without |= level.unhit[w] & ~some;
    }
    return without != 0;
}

std::pair<std::size_t, std::size_t> Hitting::narrowest(const Level& level, const Row& among) const {
    Row fewest = among;
    std::size_t number = 0;
    for (std::size_t bit = level.ways.size(); bit-- > 0;) {
        Row without;
        for (std::size_t w = 0; w < without.size(); ++w)
            without[w] = fewest[w] & ~level.ways[bit][w];
        if (any(without))
            fewest = without;
        else
            number |= std::size_t{1} << bit;
    }
    return {first(fewest), number};
}

std::vector<std::uint16_t> Hitting::apart(std::size_t enough, std::size_t changes,
                                          Random& random) const {
    const std::size_t n = start_.size() - 1;
    Row all{};
    std::vector<Row> near(n);  // itself too
    for (std::size_t i = 0; i < n; ++i) {
        set(all, i);
        for (const Chosen& way : ways(i))
            for (std::size_t w = 0; w < all.size(); ++w) near[i][w] |= either_[way.constraint][w];
    }
    std::vector<std::uint16_t> packed, best;
    Row free = all;
    const auto fill = [&] {
        while (any(free)) {
            const std::size_t i = first(free);
            packed.push_back(static_cast<std::uint16_t>(i));
            for (std::size_t w = 0; w < free.size(); ++w) free[w] &= ~near[i][w];
        }
    };
    // One out and two in, as long as that can be done.
    const auto improve = [&] {
        for (bool changed = true; changed;) {
            changed = false;
            Row once{}, twice{};
            for (const std::uint16_t i : packed)
                for (std::size_t w = 0; w < once.size(); ++w) {
                    twice[w] |= once[w] & near[i][w];
                    once[w] |= near[i][w];
                }
            for (std::size_t w = 0; w < once.size(); ++w) once[w] &= ~twice[w];
            for (std::size_t at = 0; at < packed.size() && !changed; ++at) {
                const std::size_t out = packed[at];
                Row others;  // near that one alone
                for (std::size_t w = 0; w < others.size(); ++w) others[w] = once[w] & near[out][w];
                others[out / 64] &= ~(std::uint64_t{1} << (out % 64));
                for (Row rest = others; any(rest) && !changed;) {
                    const std::size_t in = first(rest);
                    rest[in / 64] &= rest[in / 64] - 1;
                    Row with;
                    for (std::size_t w = 0; w < with.size(); ++w)
                        with[w] = others[w] & ~near[in][w];
                    if (!any(with)) continue;
                    packed[at] = static_cast<std::uint16_t>(in);
                    free = with;
                    fill();
                    changed = true;
                }
            }
        }
    };
    fill();
    for (std::size_t change = 0;; ++change) {
        improve();
        if (packed.size() >= best.size()) {
            best = packed;
        } else {
            packed = best;
        }
        if (best.size() >= enough || change == changes || n == 0) return best;
        // Put another in.
        const auto in = static_cast<std::size_t>(random.below(n));
        std::erase_if(packed, [&](std::uint16_t i) { return test(near[in], i); });
        packed.push_back(static_cast<std::uint16_t>(in));
        free = all;
        for (const std::uint16_t i : packed)
            for (std::size_t w = 0; w < free.size(); ++w) free[w] &= ~near[i][w];
        fill();
    }
}

}  // namespace clew::logic::inline mus
