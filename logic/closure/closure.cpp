// Singles to their fixpoint, in waves.
//
// The classic engine keeps a digit as 81 bits in three bands of 27, one band a lane of a vector
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
//
// The general engine serves any geometry with a queue: a digit set a cell, and for every house and
// digit the number of places left. Removing a candidate updates the counters of its houses; a
// counter at one is a hidden single. Locked candidates and subsets run on the same sets, for the
// classic engine too (through a copy): they come after singles are exhausted, and rarely.
//
// Subsets are one search over an abstract matrix (Pike 2016; Tatham's solo does the same): k rows
// whose union is k columns clear those columns in the other rows. Rows are the cells of a house and
// columns its digits for the naked ones, the other way round for the hidden ones.

#include "logic/closure/closure.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "encode/base/contract.hpp"

namespace clew::logic {

const char* to_string(ClosureRules rules) {
    switch (rules) {
        case ClosureRules::singles:
            return "singles";
        case ClosureRules::sudokujm:
            return "sudokujm";
    }
    return "";
}

std::optional<ClosureRules> parse_closure_rules(std::string_view name) {
    for (ClosureRules rules : {ClosureRules::singles, ClosureRules::sudokujm})
        if (name == to_string(rules)) return rules;
    return std::nullopt;
}

struct Closure::Engine {
    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;
    virtual ClosureStatus load(std::span<const DigitSet> candidates) = 0;
    virtual ClosureStatus assign(std::span<const Candidate> assigned, ClosureRules rules) = 0;
    virtual ClosureStatus extend(ClosureRules rules) = 0;
    virtual void keep() = 0;
    virtual DigitSet candidates(Cell cell) const = 0;
    virtual std::size_t freedom() const = 0;
    virtual void grid_code(std::uint64_t* out) const = 0;
    virtual void marks_code(std::uint64_t* out) const = 0;
    virtual std::size_t grid_code_words() const = 0;
    virtual std::size_t marks_code_words() const = 0;
    virtual std::vector<std::optional<Digit>> decode_grid(const std::uint64_t* code) const = 0;
    virtual std::vector<DigitSet> decode_marks(const std::uint64_t* code) const = 0;

    std::size_t cell_count = 0;
    ClosureStatus status = ClosureStatus::open;
    ClosureStatus base_status = ClosureStatus::impossible;
};

// ---------------------------------------------------------------------------- general

struct Closure::General final : Closure::Engine {
    struct State {
        std::vector<std::uint32_t> open;    // per cell
        std::vector<std::uint8_t> places;   // per house and digit, houses only
        std::vector<std::uint8_t> settled;  // per cell: its digit is known to its peers
        std::size_t settled_count = 0;
    };
    struct Crossing {  // the cells of `house` outside `other`; all else of it is shared
        std::uint16_t house = 0;
        std::uint16_t other = 0;
        std::uint32_t shared = 0;  // bit i: cell i of `house` is in `other` as well
    };

    explicit General(GeometryPtr g) : geometry(std::move(g)), size(geometry->size()) {
        cell_count = geometry->cell_count();
        planes = static_cast<std::size_t>(std::bit_width(size));
        plane_words = (cell_count + 63) / 64;
        const auto houses = geometry->houses();
        for (std::size_t a = 0; a < houses.size(); ++a) {
            if (!houses[a].holds_every_digit()) continue;
            for (std::size_t b = 0; b < houses.size(); ++b) {
                if (a == b) continue;
                Crossing crossing{static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), 0};
                for (std::size_t i = 0; i < houses[a].cells.size(); ++i)
                    if (std::ranges::binary_search(houses[b].cells, houses[a].cells[i]))
                        crossing.shared |= std::uint32_t{1} << i;
                if (std::popcount(crossing.shared) >= 2) crossings.push_back(crossing);
            }
        }
    }

    ClosureStatus load(std::span<const DigitSet> candidates) override {
        start(candidates);
        finish_singles();
        status = verdict();
        base = trial;
        base_status = status;
        return status;
    }

    /// Sets the trial without closing it; cells with one candidate are queued.
    void start(std::span<const DigitSet> candidates) {
        trial.open.resize(cell_count);
        trial.settled.assign(cell_count, 0);
        trial.settled_count = 0;
        trial.places.assign(geometry->house_count() * size, 0);
        queue.clear();
        broken = false;
        for (std::size_t i = 0; i < cell_count; ++i) {
            const std::uint32_t bits = candidates[i].bits();
            trial.open[i] = bits;
            if (bits == 0) broken = true;
            if (std::has_single_bit(bits)) queue.push_back(static_cast<std::uint16_t>(i));
            for (House h : geometry->houses_of(Cell{i}))
                for (Digit d : candidates[i]) ++trial.places[h.index() * size + d.index()];
        }
        for (std::size_t h = 0; h < geometry->house_count(); ++h) {
            if (!geometry->houses()[h].holds_every_digit()) continue;
            for (std::size_t d = 0; d < size; ++d) {
                if (trial.places[h * size + d] == 0) broken = true;
                if (trial.places[h * size + d] == 1) hidden(h, d);
            }
        }
    }

    ClosureStatus assign(std::span<const Candidate> assigned, ClosureRules rules) override {
        trial = base;
        queue.clear();
        broken = false;
        for (const Candidate& c : assigned) only(c.cell.index(), c.digit.index());
        finish_singles();
        return close(rules);
    }

    ClosureStatus extend(ClosureRules rules) override { return close(rules); }

    ClosureStatus close(ClosureRules rules) {
        if (rules == ClosureRules::sudokujm) finish_sudokujm();
        status = verdict();
        return status;
    }

    void keep() override {
        base = trial;
        base_status = status;
    }

    ClosureStatus verdict() const {
        if (broken) return ClosureStatus::impossible;
        return trial.settled_count == cell_count ? ClosureStatus::solved : ClosureStatus::open;
    }

    void remove(std::size_t cell, std::size_t digit) {
        const std::uint32_t bit = std::uint32_t{1} << digit;
        std::uint32_t& open = trial.open[cell];
        if ((open & bit) == 0) return;
        open &= ~bit;
        if (open == 0) {
            broken = true;
            return;
        }
        if (std::has_single_bit(open)) queue.push_back(static_cast<std::uint16_t>(cell));
        for (House h : geometry->houses_of(Cell{cell})) {
            std::uint8_t& left = trial.places[h.index() * size + digit];
            --left;
            if (left > 1 || !geometry->info(h).holds_every_digit()) continue;
            if (left == 0)
                broken = true;
            else
                hidden(h.index(), digit);
        }
    }

    void hidden(std::size_t house, std::size_t digit) {
        const std::uint32_t bit = std::uint32_t{1} << digit;
        for (Cell cell : geometry->houses()[house].cells)
            if ((trial.open[cell.index()] & bit) != 0) {
                if (!std::has_single_bit(trial.open[cell.index()]))
                    pending.push_back({cell, Digit{digit}});
                return;
            }
    }

    void only(std::size_t cell, std::size_t digit) {
        const std::uint32_t bit = std::uint32_t{1} << digit;
        if ((trial.open[cell] & bit) == 0) {
            broken = true;
            return;
        }
        for (std::uint32_t rest = trial.open[cell] & ~bit; rest != 0 && !broken; rest &= rest - 1)
            remove(cell, static_cast<std::size_t>(std::countr_zero(rest)));
    }

    void finish_singles() {
        while (!broken && (!queue.empty() || !pending.empty())) {
            if (!queue.empty()) {
                const std::size_t cell = queue.back();
                queue.pop_back();
                if (trial.settled[cell] != 0) continue;
                trial.settled[cell] = 1;
                ++trial.settled_count;
                const auto digit = static_cast<std::size_t>(std::countr_zero(trial.open[cell]));
                for (Cell peer : geometry->peers(Cell{cell})) {
                    remove(peer.index(), digit);
                    if (broken) break;
                }
            } else {
                const Candidate c = pending.back();
                pending.pop_back();
                only(c.cell.index(), c.digit.index());
            }
        }
        queue.clear();
        pending.clear();
    }

    void finish_sudokujm() {
        while (!broken && trial.settled_count < cell_count) {
            const std::uint64_t before = removals;
            locked();
            finish_singles();
            if (broken || removals != before) continue;
            for (std::size_t h = 0; h < geometry->house_count() && !broken; ++h) subsets(h);
            finish_singles();
            if (removals == before) return;
        }
    }

    void strike(std::size_t cell, std::uint32_t bits) {
        for (std::uint32_t rest = trial.open[cell] & bits; rest != 0 && !broken; rest &= rest - 1) {
            ++removals;
            remove(cell, static_cast<std::size_t>(std::countr_zero(rest)));
        }
    }

    /// All places of a digit in one house lie in another constraint too: none outside it there.
    void locked() {
        for (const Crossing& crossing : crossings) {
            const auto& cells = geometry->houses()[crossing.house].cells;
            std::uint32_t shared = 0;
            std::uint32_t outside = 0;
            for (std::size_t i = 0; i < cells.size(); ++i)
                (((crossing.shared >> i) & 1U) != 0 ? shared : outside) |=
                    trial.open[cells[i].index()];
            const std::uint32_t digits = shared & ~outside;
            if (digits == 0) continue;
            for (Cell cell : geometry->houses()[crossing.other].cells)
                if (!std::ranges::binary_search(cells, cell)) strike(cell.index(), digits);
            if (broken) return;
        }
    }

    void subsets(std::size_t house) {
        const HouseInfo& info = geometry->houses()[house];
        rows.clear();
        row_of.clear();
        for (std::size_t i = 0; i < info.cells.size(); ++i) {
            const std::uint32_t bits = trial.open[info.cells[i].index()];
            if (std::has_single_bit(bits)) continue;
            rows.push_back(bits);
            row_of.push_back(i);
        }
        find_subsets([&](std::size_t row, std::uint32_t columns) {
            strike(info.cells[row_of[row]].index(), columns);
        });
        if (broken || !info.holds_every_digit()) return;

        rows.clear();
        row_of.clear();
        for (std::size_t d = 0; d < size; ++d) {
            std::uint32_t places = 0;
            for (std::size_t i = 0; i < info.cells.size(); ++i)
                if (((trial.open[info.cells[i].index()] >> d) & 1U) != 0)
                    places |= std::uint32_t{1} << i;
            if (places == 0) {
                broken = true;
                return;
            }
            if (std::has_single_bit(places)) continue;
            rows.push_back(places);
            row_of.push_back(d);
        }
        find_subsets([&](std::size_t row, std::uint32_t columns) {
            const std::uint32_t digit = std::uint32_t{1} << row_of[row];
            for (std::uint32_t rest = columns; rest != 0 && !broken; rest &= rest - 1)
                strike(info.cells[static_cast<std::size_t>(std::countr_zero(rest))].index(), digit);
        });
    }

    /// Every set of 2 to 4 of `rows` that meets no more columns than it has rows, reported as
    /// (other row, columns to clear there).
    template <class Clear>
    void find_subsets(const Clear& clear) {
        for (std::size_t k = 2; k <= 4 && k < rows.size(); ++k) {
            chosen = 0;
            choose(k, 0, 0, 0, clear);
        }
    }
    template <class Clear>
    void choose(std::size_t k, std::size_t from, std::size_t count, std::uint32_t columns,
                const Clear& clear) {
        if (broken) return;
        if (count == k) {
            const auto met = static_cast<std::size_t>(std::popcount(columns));
            if (met > k) return;
            if (met < k) {
                broken = true;
                return;
            }
            for (std::size_t r = 0; r < rows.size(); ++r)
                if (((chosen >> r) & 1U) == 0 && (rows[r] & columns) != 0) clear(r, columns);
            return;
        }
        for (std::size_t r = from; r + (k - count) <= rows.size(); ++r) {
            const std::uint32_t met = columns | rows[r];
            if (static_cast<std::size_t>(std::popcount(met)) > k) continue;
            chosen |= std::uint32_t{1} << r;
            choose(k, r + 1, count + 1, met, clear);
            chosen &= ~(std::uint32_t{1} << r);
        }
    }

    DigitSet candidates(Cell cell) const override {
        return DigitSet::from_bits(trial.open[cell.index()]);
    }
    std::size_t freedom() const override {
        std::size_t sum = 0;
        for (std::uint32_t bits : trial.open)
            sum += static_cast<std::size_t>(std::popcount(bits)) - 1;
        return sum;
    }

    std::size_t grid_code_words() const override { return planes * plane_words; }
    std::size_t marks_code_words() const override { return (cell_count * size + 63) / 64; }
    void grid_code(std::uint64_t* out) const override {
        std::fill_n(out, grid_code_words(), 0);
        for (std::size_t i = 0; i < cell_count; ++i) {
            if (!std::has_single_bit(trial.open[i])) continue;
            const auto value = static_cast<std::size_t>(std::countr_zero(trial.open[i])) + 1;
            for (std::size_t p = 0; p < planes; ++p)
                out[p * plane_words + i / 64] |= std::uint64_t{(value >> p) & 1U} << (i % 64);
        }
    }
    void marks_code(std::uint64_t* out) const override {
        std::fill_n(out, marks_code_words(), 0);
        for (std::size_t i = 0; i < cell_count; ++i)
            for (Digit d : DigitSet::from_bits(trial.open[i])) {
                const std::size_t bit = i * size + d.index();
                out[bit / 64] |= std::uint64_t{1} << (bit % 64);
            }
    }
    std::vector<std::optional<Digit>> decode_grid(const std::uint64_t* code) const override {
        std::vector<std::optional<Digit>> digits(cell_count);
        for (std::size_t i = 0; i < cell_count; ++i) {
            std::size_t value = 0;
            for (std::size_t p = 0; p < planes; ++p)
                value |= ((code[p * plane_words + i / 64] >> (i % 64)) & 1U) << p;
            if (value != 0) digits[i] = Digit{value - 1};
        }
        return digits;
    }
    std::vector<DigitSet> decode_marks(const std::uint64_t* code) const override {
        std::vector<DigitSet> open(cell_count);
        for (std::size_t bit = 0; bit < cell_count * size; ++bit)
            if (((code[bit / 64] >> (bit % 64)) & 1U) != 0)
                open[bit / size].insert(Digit{bit % size});
        return open;
    }

    GeometryPtr geometry;
    std::size_t size;
    std::size_t planes = 0;
    std::size_t plane_words = 0;
    std::vector<Crossing> crossings;
    State base, trial;
    std::vector<std::uint16_t> queue;  // cells with one candidate, not yet told to their peers
    std::vector<Candidate> pending;    // hidden singles, not yet placed
    bool broken = false;
    std::uint64_t removals = 0;  // by the rules beyond singles: "did anything move?"
    std::vector<std::uint32_t> rows;
    std::vector<std::size_t> row_of;
    std::uint32_t chosen = 0;
};

// ---------------------------------------------------------------------------- classic

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

}  // namespace

struct Closure::Classic final : Closure::Engine {
    struct State {
        std::array<V, 9> digit{};
        V settled{};
    };

    explicit Classic(GeometryPtr g) : geometry(std::move(g)) { cell_count = 81; }

    ClosureStatus load(std::span<const DigitSet> candidates) override {
        import_marks(candidates);
        trial.settled = V{};
        status = run({}, V{}, 0x1FF);
        base = trial;
        base_status = status;
        return status;
    }

    ClosureStatus assign(std::span<const Candidate> assigned, ClosureRules rules) override {
        trial = base;
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

    ClosureStatus extend(ClosureRules rules) override {
        if (rules == ClosureRules::singles || status != ClosureStatus::open) return status;
        if (!wide) wide = std::make_unique<General>(geometry);
        std::array<DigitSet, 81> open{};
        for (std::size_t i = 0; i < 81; ++i) open[i] = candidates(Cell{i});
        wide->start(open);
        wide->finish_singles();
        status = wide->close(rules);
        if (status == ClosureStatus::impossible) return status;
        for (std::size_t i = 0; i < 81; ++i) open[i] = wide->candidates(Cell{i});
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

    void import_marks(std::span<const DigitSet> candidates) {
        std::array<std::array<Band, 4>, 9> bands{};
        for (std::size_t i = 0; i < 81; ++i)
            for (Digit d : candidates[i]) bands[d.index()][i / 27] |= Band{1} << (i % 27);
        std::memcpy(trial.digit.data(), bands.data(), sizeof(bands));
    }

    void keep() override {
        base = trial;
        base_status = status;
    }

    /// Waves to the fixpoint. `placed` holds the first placements (their cells in `cells`), `dirty`
    /// the digits whose hidden singles must be looked for even if nothing is placed first.
    ClosureStatus run(std::array<V, 9> placed, V cells, unsigned dirty) {
        const Tables& t = tables();
        const V all = spread(band_bits);
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
            if (any((gap & all) | doubled)) return ClosureStatus::impossible;
            if (!any(cells)) break;
            dirty = place(t, placed, cells);
            if (dirty == clash) return ClosureStatus::impossible;
        }
        return any(all & ~trial.settled) ? ClosureStatus::open : ClosureStatus::solved;
    }

    static constexpr unsigned clash = 1U << 31;

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

    DigitSet candidates(Cell cell) const override {
        const V bit = tables().bit[cell.index()];
        std::uint32_t digits = 0;
        for (std::size_t d = 0; d < 9; ++d)
            if (any(trial.digit[d] & bit)) digits |= 1U << d;
        return DigitSet::from_bits(digits);
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

    GeometryPtr geometry;
    State base, trial;
    std::unique_ptr<General> wide;  // for the rules beyond singles
};

// ---------------------------------------------------------------------------- the front

Closure::Closure(GeometryPtr geometry) {
    CLEW_REQUIRE(geometry != nullptr, "Closure: a geometry is needed");
    if (geometry->is_classic())
        engine_ = std::make_unique<Classic>(std::move(geometry));
    else
        engine_ = std::make_unique<General>(std::move(geometry));
}
Closure::~Closure() = default;
Closure::Closure(Closure&&) noexcept = default;
Closure& Closure::operator=(Closure&&) noexcept = default;

ClosureStatus Closure::load(std::span<const DigitSet> candidates) {
    CLEW_REQUIRE(candidates.size() == engine_->cell_count, "Closure::load: one set a cell needed");
    return engine_->load(candidates);
}
ClosureStatus Closure::assign(std::span<const Candidate> assigned, ClosureRules rules) {
    CLEW_REQUIRE(engine_->base_status != ClosureStatus::impossible,
                 "Closure::assign: the base is impossible");
    return engine_->assign(assigned, rules);
}
ClosureStatus Closure::extend(ClosureRules rules) {
    CLEW_REQUIRE(engine_->status != ClosureStatus::impossible,
                 "Closure::extend: the trial is impossible");
    return engine_->extend(rules);
}
void Closure::keep() { engine_->keep(); }
ClosureStatus Closure::status() const { return engine_->status; }
DigitSet Closure::candidates(Cell cell) const { return engine_->candidates(cell); }
void Closure::candidates(std::span<DigitSet> out) const {
    CLEW_REQUIRE(out.size() == engine_->cell_count, "Closure::candidates: one set a cell needed");
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = engine_->candidates(Cell{i});
}
std::size_t Closure::freedom() const { return engine_->freedom(); }
std::size_t Closure::grid_code_words() const { return engine_->grid_code_words(); }
void Closure::grid_code(std::span<std::uint64_t> out) const {
    CLEW_REQUIRE(out.size() == grid_code_words(), "Closure::grid_code: wrong number of words");
    engine_->grid_code(out.data());
}
std::vector<std::optional<Digit>> Closure::decode_grid(std::span<const std::uint64_t> code) const {
    CLEW_REQUIRE(code.size() == grid_code_words(), "Closure::decode_grid: wrong number of words");
    return engine_->decode_grid(code.data());
}
std::size_t Closure::marks_code_words() const { return engine_->marks_code_words(); }
void Closure::marks_code(std::span<std::uint64_t> out) const {
    CLEW_REQUIRE(out.size() == marks_code_words(), "Closure::marks_code: wrong number of words");
    engine_->marks_code(out.data());
}
std::vector<DigitSet> Closure::decode_marks(std::span<const std::uint64_t> code) const {
    CLEW_REQUIRE(code.size() == marks_code_words(), "Closure::decode_marks: wrong number of words");
    return engine_->decode_marks(code.data());
}

}  // namespace clew::logic
