// Singles to their fixpoint on the classic board, in waves.
//
// A digit is 81 bits in three bands of 27, one band a lane of a vector
// (the fourth lane is empty), row by row inside a band:
//
//     lane 0   rows 1-3   bits 0-8 row 1, 9-17 row 2, 18-26 row 3
//     lane 1   rows 4-6
//     lane 2   rows 7-9
//
// A wave finds every naked and hidden single at once, then places them all at once:
//
//   naked     fold the nine digits into "at least one" and "at least two"; one but not two is a
//             single, none is a contradiction.
//   hidden    m & (m - 1) clears the lowest bit: what becomes empty held one bit. Three row masks
//             and three box masks test the 18 rows and boxes of a digit, three at a time in the
//             lanes; columns fold the nine rows into one-or-more and two-or-more. Only digits
//             that changed in the wave before are looked at.
//   place     a placed cell loses its other digits, a placed digit clears its peers: one AND a
//             placement with a table of 81 masks. Two singles that clear one another, or two digits
//             in one cell, are a contradiction.
//
// Waves beat a queue of single placements because P-92's closures place about fifteen digits in
// four waves, and a wave costs little more for five placements than for one.

#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "logic/closure/engine.hpp"

namespace clew::logic::inline closure {

namespace {

using Band = std::uint32_t;
using V = Band __attribute__((vector_size(16)));
using V64 = std::uint64_t __attribute__((vector_size(16)));

bool any(V v) {
    const auto w = reinterpret_cast<V64>(v);
    return (w[0] | w[1]) != 0;
}

constexpr Band row_bits = 0x1FF;
constexpr Band band_bits = 0x7FFFFFF;
constexpr Band box_bits = 0x7 | (0x7 << 9) | (0x7 << 18);

constexpr V spread(Band b) { return V{b, b, b, 0}; }

struct Tables {
    std::array<V, 81> keep{};  // all but the peers of a cell
    std::array<V, 81> bit{};
};

Tables make_tables() {
    Tables t;
    for (std::size_t i = 0; i < 81; ++i) {
        std::array<Band, 4> keep{band_bits, band_bits, band_bits, 0};
        std::array<Band, 4> bit{};
        for (std::size_t j = 0; j < 81; ++j) {
            const bool peer =
                i / 9 == j / 9 || i % 9 == j % 9 || (i / 27 == j / 27 && i % 9 / 3 == j % 9 / 3);
            if (peer && i != j) keep[j / 27] &= ~(Band{1} << (j % 27));
        }
        bit[i / 27] = Band{1} << (i % 27);
        std::memcpy(&t.keep[i], keep.data(), sizeof(V));
        std::memcpy(&t.bit[i], bit.data(), sizeof(V));
    }
    return t;
}

const Tables& tables() {
    static const Tables t = make_tables();
    return t;
}

/// The places of a digit that are the only one in a row, a column or a box; `gap` collects houses
/// without a place.
inline V hidden_singles(V b, V& gap) {
    const V zero{};
    V found{};
    for (int k = 0; k < 3; ++k) {
        const V row = b & spread(row_bits << (9 * k));
        const V box = b & spread(box_bits << (3 * k));
        found |= row & reinterpret_cast<V>((row & (row - 1)) == zero);
        found |= box & reinterpret_cast<V>((box & (box - 1)) == zero);
        gap |= reinterpret_cast<V>(row == zero) | reinterpret_cast<V>(box == zero);
    }
    const Band b0 = b[0];
    const Band b1 = b[1];
    const Band b2 = b[2];
    const Band once3 = b0 | b1 | b2;
    const Band twice3 = (b0 & b1) | ((b0 | b1) & b2);
    const Band o0 = once3 & row_bits;
    const Band o1 = (once3 >> 9) & row_bits;
    const Band o2 = once3 >> 18;
    const Band once = o0 | o1 | o2;
    const Band twice =
        (twice3 | (twice3 >> 9) | (twice3 >> 18) | (o0 & o1) | ((o0 | o1) & o2)) & row_bits;
    if (once != row_bits) gap |= V{1, 0, 0, 0};
    const Band alone = once & ~twice;
    found |= b & spread(alone | (alone << 9) | (alone << 18));
    return found;
}

class Classic final : public ClosureEngine {
  public:
    explicit Classic(GeometryPtr g) : geometry(std::move(g)) {
        cell_count = 81;
        counts_rounds = true;
    }

    ClosureStatus close(std::span<const DigitSet> candidates, ClosureRules rules) override {
        import_marks(candidates);
        trial.settled = V{};
        status = run({}, V{}, 0x1FF);
        return extend(rules);
    }

    ClosureStatus assign(std::span<const Candidate> assigned, ClosureRules rules) override {
        trial = base;
        rounds = 0;
        std::array<V, 9> placed{};
        V cells{};
        for (const Candidate& c : assigned) {
            const V bit = tables().bit[c.cell.index()];
            if (!any(trial.digit[c.digit.index()] & bit) ||
                (any(cells & bit) && !any(placed[c.digit.index()] & bit)))
                return status = ClosureStatus::impossible;
            placed[c.digit.index()] |= bit;
            cells |= bit;
        }
        status = run(placed, cells, 0);
        return extend(rules);
    }

    ClosureStatus assign_within(Candidate assigned, std::size_t most_rounds,
                                Waves* waves) override {
        trial = base;
        rounds = 0;
        const V bit = tables().bit[assigned.cell.index()];
        if (waves != nullptr) *waves = {{assigned}, {1}};
        if (!any(trial.digit[assigned.digit.index()] & bit))
            return status = ClosureStatus::impossible;
        std::array<V, 9> placed{};
        placed[assigned.digit.index()] = bit;
        return status = run(placed, bit, 0, most_rounds, waves);
    }

    ClosureStatus extend(ClosureRules rules) override {
        if (rules == ClosureRules::singles || status != ClosureStatus::open) return status;
        if (!wide) wide = general_closure(geometry);
        std::array<DigitSet, 81> open{};
        candidates(open);
        status = wide->close(open, rules);
        if (status == ClosureStatus::impossible) return status;
        wide->candidates(open);
        import_marks(open);
        // The wide engine stopped at the singles' fixpoint too: every single cell is settled.
        V once{}, twice{};
        for (const V& d : trial.digit) {
            twice |= once & d;
            once |= d;
        }
        trial.settled = once & ~twice;
        return status;
    }

    void keep() override {
        base = trial;
        base_status = status;
    }

    DigitSet candidates(Cell cell) const override {
        const V bit = tables().bit[cell.index()];
        std::uint32_t digits = 0;
        for (std::size_t d = 0; d < 9; ++d)
            if (any(trial.digit[d] & bit)) digits |= 1U << d;
        return DigitSet::from_bits(digits);
    }

    void candidates(std::span<DigitSet> out) const override {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = candidates(Cell{i});
    }

    std::size_t freedom() const override {
        std::size_t sum = 0;
        for (const V& d : trial.digit) {
            const auto w = reinterpret_cast<V64>(d);
            sum += static_cast<std::size_t>(std::popcount(w[0]) + std::popcount(w[1]));
        }
        return sum - 81;
    }

    // Four planes of three bands, two bands a word.
    std::size_t grid_code_words() const override { return 6; }

    std::size_t marks_code_words() const override { return 14; }

    void grid_code(std::uint64_t* out) const override {
        std::array<V, 4> plane{};
        for (std::size_t d = 0; d < 9; ++d) {
            const V sure = trial.digit[d] & trial.settled;
            for (std::size_t p = 0; p < 4; ++p)
                if ((((d + 1) >> p) & 1U) != 0) plane[p] |= sure;
        }
        std::array<Band, 12> bands{};
        for (std::size_t p = 0; p < 4; ++p)
            for (std::size_t lane = 0; lane < 3; ++lane) bands[3 * p + lane] = plane[p][lane];
        std::memcpy(out, bands.data(), sizeof(bands));
    }

    void marks_code(std::uint64_t* out) const override {
        std::array<Band, 28> bands{};
        for (std::size_t d = 0; d < 9; ++d)
            for (std::size_t lane = 0; lane < 3; ++lane) bands[3 * d + lane] = trial.digit[d][lane];
        std::memcpy(out, bands.data(), sizeof(bands));
    }

    std::vector<std::optional<Digit>> decode_grid(const std::uint64_t* code) const override {
        std::array<Band, 12> bands{};
        std::memcpy(bands.data(), code, sizeof(bands));
        std::vector<std::optional<Digit>> digits(81);
        for (std::size_t i = 0; i < 81; ++i) {
            std::size_t value = 0;
            for (std::size_t p = 0; p < 4; ++p)
                value |= ((bands[3 * p + i / 27] >> (i % 27)) & 1U) << p;
            if (value != 0) digits[i] = Digit{value - 1};
        }
        return digits;
    }

    std::vector<DigitSet> decode_marks(const std::uint64_t* code) const override {
        std::array<Band, 28> bands{};
        std::memcpy(bands.data(), code, sizeof(bands));
        std::vector<DigitSet> open(81);
        for (std::size_t i = 0; i < 81; ++i)
            for (std::size_t d = 0; d < 9; ++d)
                if (((bands[3 * d + i / 27] >> (i % 27)) & 1U) != 0) open[i].insert(Digit{d});
        return open;
    }

    void encode_grid(std::span<const std::optional<Digit>> digits,
                     std::uint64_t* out) const override {
        std::array<Band, 12> bands{};
        for (std::size_t i = 0; i < 81; ++i)
            for (std::size_t p = 0; digits[i] && p < 4; ++p)
                if ((((digits[i]->index() + 1) >> p) & 1U) != 0)
                    bands[3 * p + i / 27] |= Band{1} << (i % 27);
        std::memcpy(out, bands.data(), sizeof(bands));
    }

    void encode_marks(std::span<const DigitSet> marks, std::uint64_t* out) const override {
        std::array<Band, 28> bands{};
        for (std::size_t i = 0; i < 81; ++i)
            for (Digit d : marks[i]) bands[3 * d.index() + i / 27] |= Band{1} << (i % 27);
        std::memcpy(out, bands.data(), sizeof(bands));
    }

  private:
    struct State {
        std::array<V, 9> digit{};
        V settled{};
    };

    void import_marks(std::span<const DigitSet> candidates) {
        std::array<std::array<Band, 4>, 9> bands{};
        for (std::size_t i = 0; i < 81; ++i)
            for (Digit d : candidates[i]) bands[d.index()][i / 27] |= Band{1} << (i % 27);
        std::memcpy(trial.digit.data(), bands.data(), sizeof(bands));
    }

    /// Waves to the fixpoint. `placed` holds the first placements (their cells in `cells`), `dirty`
    /// the digits whose hidden singles must be looked for even if nothing is placed first.
    ClosureStatus run(std::array<V, 9> placed, V cells, unsigned dirty,
                      std::size_t most_rounds = static_cast<std::size_t>(-1),
                      Waves* waves = nullptr) {
        const Tables& t = tables();
        const V all = spread(band_bits);
        rounds = 0;
        if (any(cells)) dirty |= place(t, placed, cells);
        for (;;) {
            V once{}, twice{};
            for (const V& d : trial.digit) {
                twice |= once & d;
                once |= d;
            }
            V gap = all & ~once;
            const V naked = once & ~twice & ~trial.settled;
            V doubled{};
            cells = V{};
            for (std::size_t d = 0; d < 9; ++d) {
                V found = trial.digit[d] & naked;
                if (((dirty >> d) & 1U) != 0)
                    found |= hidden_singles(trial.digit[d], gap) & ~trial.settled;
                doubled |= cells & found;
                cells |= found;
                placed[d] = found;
            }
            if (any(gap & all)) return ClosureStatus::impossible;
            if (!any(cells) || rounds == most_rounds) break;
            ++rounds;
            if (waves != nullptr) list(placed, *waves);
            if (any(doubled)) return ClosureStatus::impossible;
            dirty = place(t, placed, cells);
            if (dirty == clash) return ClosureStatus::impossible;
        }
        return any(all & ~trial.settled) ? ClosureStatus::open : ClosureStatus::solved;
    }

    static void list(const std::array<V, 9>& placed, Waves& waves) {
        for (std::size_t d = 0; d < 9; ++d)
            for (std::size_t lane = 0; lane < 3; ++lane)
                for (Band rest = placed[d][lane]; rest != 0; rest &= rest - 1)
                    waves.placed.push_back(
                        {Cell{lane * 27 + static_cast<std::size_t>(std::countr_zero(rest))},
                         Digit{d}});
        waves.ends.push_back(waves.placed.size());
    }

    /// Places all at once; the digits that changed, or `clash` (two placements exclude each other).
    unsigned place(const Tables& t, const std::array<V, 9>& placed, V cells) {
        unsigned changed = 0;
        V lost{};
        for (std::size_t d = 0; d < 9; ++d) {
            const V before = trial.digit[d];
            V after = before & (placed[d] | ~cells);
            for (std::size_t lane = 0; lane < 3; ++lane)
                for (Band rest = placed[d][lane]; rest != 0; rest &= rest - 1)
                    after &= t.keep[lane * 27 + static_cast<std::size_t>(std::countr_zero(rest))];
            lost |= placed[d] & ~after;
            if (any(before ^ after)) changed |= 1U << d;
            trial.digit[d] = after;
        }
        trial.settled |= cells;
        return any(lost) ? clash : changed;
    }

    static constexpr unsigned clash = 1U << 31;

    GeometryPtr geometry;
    State base, trial;
    std::unique_ptr<ClosureEngine> wide;  // for the rules beyond singles
};

}  // namespace

std::unique_ptr<ClosureEngine> classic_closure(GeometryPtr geometry) {
    return std::make_unique<Classic>(std::move(geometry));
}

}  // namespace clew::logic::inline closure
