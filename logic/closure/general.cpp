// Singles to their fixpoint on any geometry, and the rules beyond them.
//
// A queue of cells: a digit set a cell, and for every house and digit the number of places left.
// Removing a candidate updates the counters of its houses; a counter at one is a hidden single.
// Locked candidates and subsets run on the same sets, for the classic engine too (through a copy):
// they come after singles are exhausted, and rarely.
//
// Subsets are one search over an abstract matrix (Pike 2016; Tatham's solo does the same): k rows
// whose union is k columns clear those columns in the other rows. Rows are the cells of a house and
// columns its digits for the naked ones, the other way round for the hidden ones.
//
// A rule of the puzzle is due when a candidate of its cells has gone, and is filtered when no
// single is left: filters cost more, and find more the later they come.

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "core/base/bit_count.hpp"
#include "logic/closure/engine.hpp"

namespace clew::logic::inline closure {

namespace {

/// More than `k` bits, k small: without POPCNT, which not every processor has, counting them all is
/// a call that took a seventh of a closure with subsets.
bool exceeds(std::uint32_t bits, std::size_t k) {
    for (; k > 0 && bits != 0; --k) bits &= bits - 1;
    return bits != 0;
}

class General final : public ClosureEngine {
  public:
    General(GeometryPtr g, rules::RulebookPtr of_puzzle)
        : geometry(std::move(g)), book(std::move(of_puzzle)), size(geometry->size()) {
        if (book != nullptr) is_due.resize(book->entries().size());
        cell_count = geometry->cell_count();
        planes = static_cast<std::size_t>(std::bit_width(size));
        plane_words = (cell_count + 63) / 64;
        for (std::size_t i = 0; i < cell_count; ++i) {
            for (const House h : geometry->houses_of(Cell{i}))
                if (geometry->info(h).holds_every_digit())
                    full_houses.push_back(static_cast<std::uint16_t>(h.index()));
            full_ends.push_back(static_cast<std::uint32_t>(full_houses.size()));
        }
    }

    ClosureStatus close(std::span<const DigitSet> candidates, ClosureRules rules) override {
        start(candidates);
        finish_singles();
        return extend(rules);
    }

    ClosureStatus assign(std::span<const Candidate> assigned, ClosureRules rules) override {
        if (rules == ClosureRules::sudokujm && !base_seen) look_at_base();
        trial = base;
        queue.clear();
        clear_due();
        broken = false;
        for (const Candidate& c : assigned) only(c.cell.index(), c.digit.index());
        finish_singles();
        return extend(rules);
    }

    ClosureStatus extend(ClosureRules rules) override {
        if (rules == ClosureRules::sudokujm) finish_sudokujm();
        status = verdict();
        return status;
    }

    void keep() override {
        base = trial;
        base_seen = false;
        base_status = status;
    }

    DigitSet candidates(Cell cell) const override {
        return DigitSet::from_bits(trial.open[cell.index()]);
    }

    void candidates(std::span<DigitSet> out) const override {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = candidates(Cell{i});
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
            if (!one_bit(trial.open[i])) continue;
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

    void encode_grid(std::span<const std::optional<Digit>> digits,
                     std::uint64_t* out) const override {
        for (std::size_t i = 0; i < cell_count; ++i)
            for (std::size_t p = 0; digits[i] && p < planes; ++p)
                out[p * plane_words + i / 64] |= std::uint64_t{((digits[i]->index() + 1) >> p) & 1U}
                                                 << (i % 64);
    }

    void encode_marks(std::span<const DigitSet> marks, std::uint64_t* out) const override {
        for (std::size_t i = 0; i < cell_count; ++i)
            for (Digit d : marks[i]) {
                const std::size_t bit = i * size + d.index();
                out[bit / 64] |= std::uint64_t{1} << (bit % 64);
            }
    }

  private:
    struct State {
        std::vector<std::uint32_t> open;    // per cell
        std::vector<std::uint8_t> places;   // per house and digit, houses only
        std::vector<std::uint8_t> settled;  // per cell: its digit is known to its peers
        std::size_t settled_count = 0;
        // Per house with every digit, a bit each for its locked candidates and its subsets: looked
        // at since a candidate of it went, so that there is nothing new.
        std::vector<std::uint8_t> seen;
    };
    static constexpr std::uint8_t locked_seen = 1, subsets_seen = 2;
    struct Crossing {               // of a house with another
        std::uint32_t shared = 0;   // bit i: cell i of the house is in the other as well
        std::vector<Cell> outside;  // the other's cells that are not in the house
    };

    /// Sets the trial without closing it; cells with one candidate are queued.
    void start(std::span<const DigitSet> candidates) {
        trial.open.resize(cell_count);
        trial.settled.assign(cell_count, 0);
        trial.settled_count = 0;
        trial.places.assign(geometry->house_count() * size, 0);
        trial.seen.assign(geometry->house_count(), 0);
        queue.clear();
        clear_due();
        for (std::uint32_t e = 0; e < is_due.size(); ++e) make_due(e);
        broken = false;
        for (std::size_t i = 0; i < cell_count; ++i) {
            const std::uint32_t bits = candidates[i].bits();
            trial.open[i] = bits;
            if (bits == 0) broken = true;
            if (one_bit(bits)) queue.push_back(static_cast<std::uint16_t>(i));
            for (const std::size_t h : full_houses_of(i))
                for (Digit d : candidates[i]) ++trial.places[h * size + d.index()];
        }
        for (std::size_t h = 0; h < geometry->house_count(); ++h) {
            if (!geometry->houses()[h].holds_every_digit()) continue;
            for (std::size_t d = 0; d < size; ++d) {
                if (trial.places[h * size + d] == 0) broken = true;
                if (trial.places[h * size + d] == 1) hidden(h, d);
            }
        }
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
        if (one_bit(open)) queue.push_back(static_cast<std::uint16_t>(cell));
        if (book != nullptr)
            for (const std::uint32_t e : book->woken(Cell{cell}, bit_count(open))) make_due(e);
        for (const std::size_t h : full_houses_of(cell)) {
            trial.seen[h] = 0;
            std::uint8_t& left = trial.places[h * size + digit];
            --left;
            if (left > 1) continue;
            if (left == 0)
                broken = true;
            else
                hidden(h, digit);
        }
    }

    /// The houses of a cell that hold every digit: hidden singles are theirs.
    std::span<const std::uint16_t> full_houses_of(std::size_t cell) const {
        const std::size_t first = cell == 0 ? 0 : full_ends[cell - 1];
        return std::span{full_houses}.subspan(first, full_ends[cell] - first);
    }

    void hidden(std::size_t house, std::size_t digit) {
        const std::uint32_t bit = std::uint32_t{1} << digit;
        for (Cell cell : geometry->houses()[house].cells)
            if ((trial.open[cell.index()] & bit) != 0) {
                if (!one_bit(trial.open[cell.index()])) pending.push_back({cell, Digit{digit}});
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

    void clear_due() {
        for (const std::uint32_t e : due) is_due[e] = false;
        due.clear();
    }

    void make_due(std::uint32_t entry) {
        if (is_due[entry]) return;
        is_due[entry] = true;
        due.push_back(entry);
    }

    /// What the filter of a rule rules out.
    void filter(std::uint32_t entry) {
        const rules::Primitive& rule = *book->entries()[entry].primitive;
        domains.clear();
        for (const Cell cell : rule.cells())
            domains.push_back(DigitSet::from_bits(trial.open[cell.index()]));
        if (!rule.filter(domains)) {
            broken = true;
            return;
        }
        for (std::size_t i = 0; i < domains.size() && !broken; ++i) {
            const std::size_t cell = rule.cells()[i].index();
            strike(cell, trial.open[cell] & ~domains[i].bits());
        }
    }

    /// Singles to their fixpoint, the filters of rules among them.
    void finish_singles() {
        for (;;) {
            follow_singles();
            if (broken || due.empty()) break;
            const std::uint32_t entry = due.back();
            due.pop_back();
            is_due[entry] = false;
            filter(entry);
        }
        clear_due();
    }

    void follow_singles() {
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
            for (std::size_t h = 0; h < geometry->house_count() && !broken; ++h)
                if (first_look(h, subsets_seen)) subsets(h);
            finish_singles();
            if (removals == before) return;
        }
    }

    /// Whether something may have changed since the last look.
    bool first_look(std::size_t house, std::uint8_t at) {
        if (!geometry->houses()[house].holds_every_digit()) return true;
        if ((trial.seen[house] & at) != 0) return false;
        trial.seen[house] |= at;
        return true;
    }

    /// Notes which houses of the base give nothing, for all that is assigned on it.
    void look_at_base() {
        base_seen = true;
        trial = base;
        dry = true;
        for (std::size_t h = 0; h < geometry->house_count(); ++h) {
            if (!geometry->houses()[h].holds_every_digit()) continue;
            for (const std::uint8_t at : {locked_seen, subsets_seen}) {
                moved = broken = false;
                at == locked_seen ? locked(h) : subsets(h);
                if (!moved && !broken) base.seen[h] |= at;
            }
        }
        dry = broken = false;
    }

    void strike(std::size_t cell, std::uint32_t bits) {
        if (dry) {
            moved = moved || (trial.open[cell] & bits) != 0;
            return;
        }
        for (std::uint32_t rest = trial.open[cell] & bits; rest != 0 && !broken; rest &= rest - 1) {
            ++removals;
            remove(cell, static_cast<std::size_t>(std::countr_zero(rest)));
        }
    }

    void find_crossings() {
        const auto houses = geometry->houses();
        crossings.resize(houses.size());
        for (std::size_t a = 0; a < houses.size(); ++a) {
            if (!houses[a].holds_every_digit()) continue;
            for (std::size_t b = 0; b < houses.size(); ++b) {
                if (a == b || houses[b].cells.size() < 3) continue;
                Crossing crossing;
                for (std::size_t i = 0; i < houses[a].cells.size(); ++i)
                    if (std::ranges::binary_search(houses[b].cells, houses[a].cells[i]))
                        crossing.shared |= std::uint32_t{1} << i;
                if (std::popcount(crossing.shared) < 2) continue;
                std::ranges::set_difference(houses[b].cells, houses[a].cells,
                                            std::back_inserter(crossing.outside));
                crossings[a].push_back(std::move(crossing));
            }
        }
    }

    /// All places of a digit in one house lie in another constraint too: none outside it there.
    void locked() {
        for (std::size_t h = 0; h < geometry->house_count() && !broken; ++h)
            if (geometry->houses()[h].holds_every_digit() && first_look(h, locked_seen)) locked(h);
    }
    void locked(std::size_t house) {
        if (crossings.empty()) find_crossings();
        const auto& cells = geometry->houses()[house].cells;
        for (const Crossing& crossing : crossings[house]) {
            std::uint32_t shared = 0;
            std::uint32_t outside = 0;
            std::uint32_t placed = 0;  // singles see to them
            for (std::size_t i = 0; i < cells.size(); ++i) {
                const std::uint32_t bits = trial.open[cells[i].index()];
                (((crossing.shared >> i) & 1U) != 0 ? shared : outside) |= bits;
                if ((bits & (bits - 1)) == 0) placed |= bits;
            }
            const std::uint32_t digits = shared & ~outside & ~placed;
            if (digits == 0) continue;
            for (const Cell cell : crossing.outside) strike(cell.index(), digits);
            if (broken) return;
        }
    }

    void subsets(std::size_t house) {
        const HouseInfo& info = geometry->houses()[house];
        if (info.cells.size() < 3) return;  // none is left beside two cells
        rows.clear();
        row_of.clear();
        for (std::size_t i = 0; i < info.cells.size(); ++i) {
            const std::uint32_t bits = trial.open[info.cells[i].index()];
            if (one_bit(bits)) continue;
            rows.push_back(bits);
            row_of.push_back(i);
        }
        find_subsets([&](std::size_t row, std::uint32_t columns) {
            strike(info.cells[row_of[row]].index(), columns);
        });
        // k hidden digits leave naked ones in the other cells: up to six cells, two to four of
        // them.
        if (broken || !info.holds_every_digit() || rows.size() <= 6) return;

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
            if (one_bit(places)) continue;
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
            narrow.clear();
            for (std::size_t r = 0; r < rows.size(); ++r)
                if (!exceeds(rows[r], k)) narrow.push_back(r);
            choose(k, 0, 0, 0, clear);
        }
    }

    template <class Clear>
    void choose(std::size_t k, std::size_t from, std::size_t count, std::uint32_t columns,
                const Clear& clear) {
        if (broken) return;
        if (count == k) {
            if (!exceeds(columns, k - 1)) {
                broken = true;
                return;
            }
            for (std::size_t r = 0; r < rows.size(); ++r)
                if (((chosen >> r) & 1U) == 0 && (rows[r] & columns) != 0) clear(r, columns);
            return;
        }
        for (std::size_t i = from; i + (k - count) <= narrow.size(); ++i) {
            const std::uint32_t met = columns | rows[narrow[i]];
            if (exceeds(met, k)) continue;
            const std::uint32_t row = std::uint32_t{1} << narrow[i];
            chosen |= row;
            choose(k, i + 1, count + 1, met, clear);
            chosen &= ~row;
        }
    }

    GeometryPtr geometry;
    rules::RulebookPtr book;  // null without rules
    std::size_t size;
    std::size_t planes = 0;
    std::size_t plane_words = 0;
    std::vector<std::uint16_t> full_houses;        // of one cell after another
    std::vector<std::uint32_t> full_ends;          // where those of each cell end
    std::vector<std::vector<Crossing>> crossings;  // by house, once they are asked for
    State base, trial;
    bool base_seen = false;            // look_at_base() has been there
    bool dry = false, moved = false;   // strike() takes nothing away, but says whether it would
    std::vector<std::uint16_t> queue;  // cells with one candidate, not yet told to their peers
    std::vector<Candidate> pending;    // hidden singles, not yet placed
    std::vector<std::uint32_t> due;    // rules that have lost a candidate
    std::vector<bool> is_due;
    std::vector<DigitSet> domains;  // of a rule
    bool broken = false;
    std::uint64_t removals = 0;  // by the rules beyond singles: "did anything move?"
    std::vector<std::uint32_t> rows;
    std::vector<std::size_t> row_of;
    std::vector<std::size_t> narrow;  // rows of no more than k columns
    std::uint32_t chosen = 0;
};

}  // namespace

std::unique_ptr<ClosureEngine> general_closure(GeometryPtr geometry, rules::RulebookPtr rules) {
    return std::make_unique<General>(std::move(geometry), std::move(rules));
}

}  // namespace clew::logic::inline closure
