#include "solve/frontier/stack_sum.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/random.hpp"
#include "core/base/workers.hpp"

namespace clew::frontier {
namespace {

constexpr std::uint64_t poll_each = 1024;  // nodes
constexpr std::size_t priced = 16;         // terms by which cost() judges
constexpr std::size_t descents = 32;       // of each
constexpr std::size_t known_bits = 17;     // of the table of what three columns come to: 4 MB

}  // namespace

/// The terms, band after band.
class StackSum::Lister {
  public:
    Lister(const std::array<Stack, 2>& sides, const Alike& alike)
        : size_(alike.without_lone.size()), sides_(sides), alike_(alike) {
        for (const Stack& side : sides_)
            if (side.lone) lone_bands_ = std::max(lone_bands_, side.lone->row / 2 + 1);
        for (std::size_t k = 0; 2 * k < size_; ++k) {
            like_rows_.push_back(same_rows(2 * k, 2 * k + 1));
            const bool like =
                k > 0 && same_rows(2 * k, 2 * k - 2) && same_rows(2 * k + 1, 2 * k - 1);
            like_.push_back(like ? like_.back() : k);
        }
    }

    /// False if there are more than `most`, or if the work was stopped.
    bool run(std::size_t most, const Budget& budget, std::vector<Term>& terms) {
        std::map<Choice, std::uint64_t> now{{Choice{}, 1}};
        for (std::size_t band = 0; 2 * band < size_; ++band) {
            find_exchanges(band + 1);
            use(band < lone_bands_ ? alike_.all : alike_.without_lone);
            std::map<Choice, std::uint64_t> next;
            std::vector<std::pair<Choice, std::uint64_t>> grown;
            for (const auto& [choice, weight] : now) {
                if (next.size() > most || budget.stopped()) return false;
                chosen_ = {};
                extend(0, size_ / 2, choice, 1, band);
                for (const auto& [with, ways] : chosen_) grown.emplace_back(with, weight * ways);
                if (band + 1 != lone_bands_) merge(grown, next);
            }
            use(band + 1 < lone_bands_ ? alike_.all : alike_.without_lone);
            merge(grown, next);
            now = std::move(next);
        }
        for (const auto& [choice, weight] : now) terms.push_back({choice, weight});
        return terms.size() <= most;
    }

  private:
    void use(const std::vector<std::size_t>& classes) {
        class_ = classes;
        first_class_ = static_cast<std::size_t>(std::ranges::count(class_, 0U));
    }
    void merge(std::vector<std::pair<Choice, std::uint64_t>>& from,
               std::map<Choice, std::uint64_t>& to) const {
        for (const auto& [choice, weight] : from) to[canonical(choice)] += weight;
        from.clear();
    }
    /// In how many ways the lone rows of the band can be filled.
    std::uint64_t lone_fillings(const Choice& choice, std::size_t band) const {
        std::uint64_t ways = 1;
        for (const Stack& side : sides_)
            if (side.lone && side.lone->row / 2 == band)
                ways *= orders(rows_of(choice, size_)[side.lone->row], side.lone->columns);
        return ways;
    }
    static std::uint64_t orders(unsigned digits, std::span<const Row> columns) {
        if (columns.empty()) return 1;
        std::uint64_t ways = 0;
        for (unsigned left = digits & columns.front(); left != 0; left &= left - 1)
            ways += orders(digits & ~(left & -left), columns.subspan(1));
        return ways;
    }
    /// True if it holds for all columns.
    template <class Predicate>
    bool all_columns(const Predicate& holds) const {
        return std::ranges::all_of(
            sides_, [&](const Stack& side) { return std::ranges::all_of(side.columns, holds); });
    }
    bool same_rows(std::size_t r, std::size_t s) const {
        return all_columns([&](const Rows& column) { return column[r] == column[s]; });
    }

    /// Chooses the upper digits of a band: how many of those that are alike and were chosen alike.
    void extend(std::size_t digit, std::size_t wanted, Choice choice, std::uint64_t ways,
                std::size_t band) {
        if (digit == size_) {
            if (wanted != 0 || !fits(choice, band)) return;
            ways *= lone_fillings(choice, band);
            if (ways != 0) chosen_.emplace_back(choice, ways);
            return;
        }
        std::size_t end = digit + 1;
        while (end < size_ && class_[end] == class_[digit] && choice[end] == choice[digit]) ++end;
        const std::size_t alike = end - digit;
        for (std::size_t n = 0; n <= std::min(alike, wanted); ++n) {
            if (wanted - n <= size_ - end) extend(end, wanted - n, choice, ways, band);
            ways = ways * (alike - n) / (n + 1);
            choice[digit + std::min(n, alike - 1)] |= static_cast<std::uint8_t>(1U << band);
        }
    }
    /// False if a cell of the band is left without a digit.
    bool fits(const Choice& choice, std::size_t band) const {
        const Rows rows = rows_of(choice, size_);
        return all_columns([&](const Rows& column) {
            return (column[2 * band] & rows[2 * band]) != 0 &&
                   (column[2 * band + 1] & rows[2 * band + 1]) != 0;
        });
    }

    /// Which rows may be exchanged, and which bands, of the first so many.
    void find_exchanges(std::size_t bands) {
        turned_ = 0;
        for (std::size_t b = 0; b < bands; ++b)
            if (like_rows_[b]) turned_ |= static_cast<std::uint8_t>(1U << b);
        permutations_.clear();
        std::vector<std::size_t> to(bands);
        std::iota(to.begin(), to.end(), 0);
        do {
            if (!std::ranges::all_of(to, [&, b = std::size_t{0}](std::size_t t) mutable {
                    return like_[b++] == like_[t];
                }))
                continue;
            auto& table = permutations_.emplace_back();
            for (std::size_t bits = 0; bits < table.size(); ++bits)
                for (std::size_t b = 0; b < bands; ++b)
                    table[bits] |= static_cast<std::uint8_t>((bits >> b & 1) << to[b]);
        } while (std::ranges::next_permutation(to).found);
    }
    /// Of the choices that are one term, the least in which a digit of the first class is in the
    /// second row of all bands with like rows.
    Choice canonical(const Choice& choice) const {
        Choice best;
        best.fill(0xFF);
        std::uint64_t tried = 0;  // exchanges of rows, a bit each
        for (std::size_t d = 0; d < first_class_; ++d) {
            const auto turn = static_cast<std::uint8_t>(choice[d] & turned_);
            if ((tried >> turn & 1) != 0) continue;
            tried |= std::uint64_t{1} << turn;
            for (const auto& table : permutations_) {
                Choice form{};
                for (std::size_t e = 0; e < size_; ++e)
                    form[e] = table[static_cast<std::size_t>(choice[e] ^ turn)];
                for (std::size_t e = 1; e < size_; ++e)  // sorts each class
                    for (std::size_t f = e;
                         f > 0 && class_[f] == class_[f - 1] && form[f] < form[f - 1]; --f)
                        std::swap(form[f], form[f - 1]);
                best = std::min(best, form);
            }
        }
        return best;
    }

    std::size_t size_;
    const std::array<Stack, 2>& sides_;
    const Alike& alike_;
    std::size_t lone_bands_ = 0;  // so many bands are the first to be chosen
    std::vector<std::size_t> class_;
    std::size_t first_class_ = 0;    // digits in it
    std::vector<bool> like_rows_;    // per band
    std::vector<std::size_t> like_;  // the first band with the same cells
    std::uint8_t turned_ = 0;
    std::vector<std::array<std::uint8_t, 32>> permutations_;
    std::vector<std::pair<Choice, std::uint64_t>> chosen_;
};

/// Fills one stack, column by column.
class StackSum::Filler {
  public:
    /// `spent`: the nodes of all who work under one budget.
    Filler(const Stack& stack, std::size_t size, const Budget& budget,
           std::atomic<std::uint64_t>& spent)
        : stack_(stack), all_((1U << size) - 1), budget_(budget), spent_(spent) {}

    /// 0 if the work was ended.
    std::uint64_t fillings(const Rows& rows) {
        const std::uint64_t ways = fill(0, rows);
        may_go_on(0);
        return ending_ == Ending::exhausted ? ways : 0;
    }
    /// How many nodes that takes: one way down, taken at random, and multiplied.
    double estimate(const Rows& rows, Random& random) {
        pick_ = &random;
        ways_ = 1;
        estimate_ = 0;
        fill(0, rows);
        pick_ = nullptr;
        return estimate_;
    }
    Ending ending() const { return ending_; }

  private:
    /// What was found for three columns; what came last takes the place of what stood there.
    struct Known {
        Rows rows{};
        std::uint64_t ways = 0;
    };
    Known& known_of(const Rows& rows) {
        if (known_.empty()) known_.resize(std::size_t{1} << known_bits);
        std::uint64_t hash = 0;
        for (Row row : rows) hash = (hash ^ row) * 0x9E3779B97F4A7C15U;
        return known_[hash >> (64 - known_bits)];
    }
    static std::size_t first(unsigned set) {
        return static_cast<std::size_t>(std::countr_zero(set));
    }
    static bool single(unsigned set) { return (set & (set - 1)) == 0; }

    /// A matching of the rows of one column with the digits, as far as it is made.
    struct Matching {
        Rows digits{};             // that each open row can have
        Rows rows{};               // that each open digit can have
        Rows row_of{};             // of each digit that is placed
        unsigned open = 0;         // rows
        unsigned lone_rows = 0;    // with one digit
        unsigned lone_digits = 0;  // with one row

        bool place(std::size_t row, std::size_t digit) {
            open &= ~(1U << row);
            row_of[digit] = static_cast<Row>(row);
            for (unsigned rest = digits[row] & ~(1U << digit); rest != 0; rest &= rest - 1) {
                const std::size_t other = first(rest);
                const Row left = rows[other] &= static_cast<Row>(~(1U << row));
                if (left == 0) return false;
                if (single(left)) lone_digits |= 1U << other;
            }
            for (unsigned rest = rows[digit] & ~(1U << row); rest != 0; rest &= rest - 1) {
                const std::size_t other = first(rest);
                const Row left = digits[other] &= static_cast<Row>(~(1U << digit));
                if (left == 0) return false;
                if (single(left)) lone_rows |= 1U << other;
            }
            rows[digit] = 0;
            return true;
        }
    };

    std::uint64_t fill(std::size_t column, const Rows& rows) {
        const std::size_t left = stack_.columns.size() - column;
        const bool plain = column >= stack_.marked;
        if (plain && left < 2) return 1;
        if (plain && left == 2) return cycles(rows, rows_with(rows));
        Known* const known = plain && left == 3 && !pick_ ? &known_of(rows) : nullptr;
        if (known != nullptr && known->rows == rows) return known->ways;

        Matching matching{.open = all_};
        for (unsigned open = all_; open != 0; open &= open - 1) {
            const std::size_t row = first(open);
            const unsigned digits = rows[row] & stack_.columns[column][row];
            matching.digits[row] = static_cast<Row>(digits);
            if (digits == 0) return 0;
            if (single(digits)) matching.lone_rows |= 1U << row;
            for (unsigned each = digits; each != 0; each &= each - 1)
                matching.rows[first(each)] |= static_cast<Row>(1U << row);
        }
        for (unsigned open = all_; open != 0; open &= open - 1) {
            const Row with = matching.rows[first(open)];
            if (with == 0) return 0;
            if (single(with)) matching.lone_digits |= 1U << first(open);
        }
        // Each digit stands in as many rows as plain columns are left, and any of these columns may
        // be the one that has the first row's least digit.
        std::uint64_t alike = 1;
        if (plain) {
            alike = left;
            if (left > 3) alike *= find_twins(column, matching);
            if (left == 3) rows_with_ = rows_with(rows);
            if (!matching.place(0, first(rows[0]))) return 0;
        }
        const std::uint64_t ways = alike * match(column, matching, rows);
        if (known != nullptr && ending_ == Ending::exhausted) *known = {rows, ways};
        return ways;
    }

    std::uint64_t match(std::size_t column, Matching& matching, const Rows& rows) {
        while ((matching.lone_rows | matching.lone_digits) != 0) {
            std::size_t row = 0, digit = 0;
            if (matching.lone_rows != 0) {
                row = first(matching.lone_rows);
                matching.lone_rows &= matching.lone_rows - 1;
                if ((matching.open >> row & 1) == 0) continue;
                digit = first(matching.digits[row]);
            } else {
                digit = first(matching.lone_digits);
                matching.lone_digits &= matching.lone_digits - 1;
                if (matching.rows[digit] == 0) continue;
                row = first(matching.rows[digit]);
            }
            if (!matching.place(row, digit)) return 0;
        }
        if (matching.open == 0) return behind(column, matching, rows);
        std::size_t row = first(matching.open);
        for (unsigned open = matching.open; open != 0; open &= open - 1) {
            const unsigned digits = matching.digits[first(open)];
            if (!single(digits & (digits - 1))) continue;
            row = first(open);
            break;
        }
        unsigned options = matching.digits[row];
        if (pick_ != nullptr) {
            const auto n = static_cast<std::uint64_t>(std::popcount(options));
            ways_ *= static_cast<double>(n);
            for (std::uint64_t skip = pick_->below(n); skip > 0; --skip) options &= options - 1;
            options &= -options;
        }
        std::uint64_t sum = 0;
        for (; options != 0 && may_go_on(); options &= options - 1) {
            Matching with = matching;
            ++nodes_;
            estimate_ += ways_;
            if (with.place(row, first(options))) sum += match(column, with, rows);
        }
        return sum;
    }

    /// Digits that the same rows have left may change places in all columns that are left: a column
    /// stands for all by having them from top to bottom, but for the digit of the first row.
    /// Returns for how many.
    std::uint64_t find_twins(std::size_t column, const Matching& matching) {
        std::vector<std::pair<std::size_t, std::size_t>>& twins = twins_[column];
        twins.clear();
        std::uint64_t orders = 1, same = 1;
        unsigned seen = 1U << first(matching.digits[0]);
        for (unsigned digits = all_ & ~seen; digits != 0; digits &= digits - 1, same = 1)
            for (unsigned rest = digits & (digits - 1), last = digits; rest != 0;
                 rest &= rest - 1) {
                if ((seen >> first(rest) & 1) != 0 ||
                    matching.rows[first(rest)] != matching.rows[first(digits)])
                    continue;
                twins.emplace_back(first(last), first(rest));
                seen |= 1U << first(rest);
                last = rest;
                orders *= ++same;
            }
        return orders;
    }

    /// The columns behind one that is matched.
    std::uint64_t behind(std::size_t column, const Matching& matching, const Rows& rows) {
        for (const auto& [upper, lower] : twins_[column])
            if (matching.row_of[upper] > matching.row_of[lower]) return 0;
        Rows next = rows;
        for (unsigned digits = all_; digits != 0; digits &= digits - 1)
            next[matching.row_of[first(digits)]] ^= static_cast<Row>(1U << first(digits));
        if (column < stack_.marked || stack_.columns.size() - column != 3)
            return fill(column + 1, next);
        Rows rows_with = rows_with_;
        for (std::size_t d = 0; d < rows_with.size(); ++d) rows_with[d] ^= matching.row_of[d];
        return cycles(next, rows_with);
    }

    /// Of each digit the rows that have it left, exclusive or.
    Rows rows_with(const Rows& rows) const {
        Rows result{};
        for (unsigned open = all_; open != 0; open &= open - 1)
            for (unsigned digits = rows[first(open)]; digits != 0; digits &= digits - 1)
                result[first(digits)] ^= static_cast<Row>(first(open));
        return result;
    }
    /// Two columns are left: rows and digits form cycles, and each goes round either way.
    std::uint64_t cycles(const Rows& rows, const Rows& rows_with) const {
        std::uint64_t ways = 1;
        for (unsigned left = all_; left != 0;) {
            ways *= 2;
            std::size_t row = first(left);
            unsigned digit = rows[row] & -rows[row];
            do {
                left &= ~(1U << row);
                row ^= rows_with[first(digit)];
                digit ^= rows[row];
            } while ((left >> row & 1) != 0);
        }
        return ways;
    }

    bool may_go_on(std::uint64_t pause = poll_each) {
        if (nodes_ < pause) return ending_ == Ending::exhausted;
        const std::uint64_t all = spent_ += std::exchange(nodes_, 0);
        if (budget_.stopped())
            ending_ = Ending::interrupted;
        else if (all >= budget_.max_nodes)
            ending_ = Ending::out_of_budget;
        return ending_ == Ending::exhausted;
    }

    const Stack& stack_;
    const unsigned all_;  // rows, or digits
    const Budget& budget_;
    std::atomic<std::uint64_t>& spent_;
    Random* pick_ = nullptr;
    std::vector<Known> known_;
    std::array<std::vector<std::pair<std::size_t, std::size_t>>, most_digits> twins_;
    Rows rows_with_{};  // where three columns are left
    double ways_ = 1;
    double estimate_ = 0;
    std::uint64_t nodes_ = 0;  // since `spent`
    Ending ending_ = Ending::exhausted;
};

bool StackSum::supports(const Puzzle& puzzle) {
    const Geometry& board = puzzle.geometry();
    const std::optional<BoxShape> boxes = board.spec().boxes;
    return boxes && board.is_latin_square() && (boxes->rows == 2 || boxes->columns == 2) &&
           board.size() <= most_digits && board.houses().size() == 3 * board.size() &&
           puzzle.rules().empty();
}

/// A board's cells, column by column from top to bottom; bands and stacks of a board of two bands
/// change places.
class StackSum::Sides {
  public:
    explicit Sides(const Puzzle& puzzle) : size_(puzzle.geometry().size()) {
        const bool turned = puzzle.geometry().spec().boxes->rows != 2;
        for (std::size_t c = 0; c < size_; ++c)
            for (std::size_t r = 0; r < size_; ++r) {
                const Cell cell{turned ? c * size_ + r : r * size_ + c};
                const auto given = puzzle.given(cell);
                cells_.push_back(given ? DigitSet{*given} & puzzle.marks(cell)
                                       : puzzle.marks(cell));
            }
        for (std::size_t side : {0U, 1U}) find_lone_row(side);
        order_digits();
        order_bands();
    }

    const Alike& alike() const { return alike_; }
    Stack stack(std::size_t side) const {
        Stack stack;
        const Row all = static_cast<Row>((1U << size_) - 1);
        std::size_t lone = size_;
        for (std::size_t i = 0; i < size_; ++i)
            if (lone_[side] == row_of(side, i)) lone = i;
        if (lone < size_) stack.lone = {.row = lone};
        for (std::size_t c = 0; c < size_ / 2; ++c) {
            Rows column{}, plain{};
            for (std::size_t i = 0; i < size_; ++i) {
                column[i] = bits(side, c, row_of(side, i));
                plain[i] = all;
            }
            if (lone < size_) stack.lone->columns.push_back(std::exchange(column[lone], all));
            stack.columns.push_back(column);
            if (column != plain) ++stack.marked;
        }
        std::ranges::sort(stack.columns);  // plain ones are the greatest
        return stack;
    }

  private:
    DigitSet cell(std::size_t side, std::size_t column, std::size_t row) const {
        return cells_[(side * size_ / 2 + column) * size_ + row];
    }
    /// The row that comes `i`th in a stack.
    std::size_t row_of(std::size_t side, std::size_t i) const {
        return bands_[i / 2] + ((i % 2) ^ side);
    }
    Row bits(std::size_t side, std::size_t column, std::size_t row) const {
        Row result = 0;
        for (std::size_t d = 0; d < size_; ++d)
            if (cell(side, column, row).contains(Digit{digits_[d]}))
                result |= static_cast<Row>(1U << d);
        return result;
    }
    /// The only row of a stack that has marks.
    void find_lone_row(std::size_t side) {
        std::vector<std::size_t> rows;
        for (std::size_t r = 0; r < size_; ++r)
            for (std::size_t c = 0; c < size_ / 2 && (rows.empty() || rows.back() != r); ++c)
                if (cell(side, c, r) != DigitSet::all(size_)) rows.push_back(r);
        if (rows.size() == 1) lone_[side] = rows.front();
    }
    /// Digits that are alike stand together, the smallest class first: it decides which rows are
    /// exchanged.
    void order_digits() {
        std::map<std::vector<bool>, std::map<std::vector<bool>, std::vector<std::size_t>>> alike;
        for (std::size_t d = 0; d < size_; ++d) {
            std::vector<bool> all, without;
            for (std::size_t i = 0; i < cells_.size(); ++i) {
                all.push_back(cells_[i].contains(Digit{d}));
                const bool lone = lone_[2 * i / cells_.size()] == i % size_;
                without.push_back(lone || all.back());
            }
            alike[without][all].push_back(d);
        }
        std::vector<std::vector<std::vector<std::size_t>>> classes;
        for (auto& [without, parts] : alike) {
            auto& one = classes.emplace_back();
            for (auto& [all, digits] : parts) one.push_back(std::move(digits));
            std::ranges::stable_sort(one, {}, &std::vector<std::size_t>::size);
        }
        std::ranges::stable_sort(classes, {}, [](const auto& one) {
            std::size_t digits = 0;
            for (const auto& part : one) digits += part.size();
            return digits;
        });
        for (const auto& one : classes) {
            const std::size_t first = digits_.size();
            for (const auto& part : one) {
                alike_.all.insert(alike_.all.end(), part.size(), digits_.size());
                alike_.without_lone.insert(alike_.without_lone.end(), part.size(), first);
                digits_.insert(digits_.end(), part.begin(), part.end());
            }
        }
    }
    /// Those with lone rows first, those without marks last, as they are the greatest.
    void order_bands() {
        std::vector<std::pair<std::vector<Row>, std::size_t>> bands;
        for (std::size_t r = 0; r < size_; r += 2) {
            const bool lone = std::ranges::any_of(
                lone_, [&](const auto& row) { return row && *row / 2 == r / 2; });
            std::vector<Row> band{static_cast<Row>(lone ? 0 : 1)};
            for (std::size_t low : {0U, 1U})
                for (std::size_t side : {0U, 1U})
                    for (std::size_t c = 0; c < size_ / 2; ++c)
                        band.push_back(bits(side, c, r + (low ^ side)));
            bands.emplace_back(std::move(band), r);
        }
        std::ranges::sort(bands);
        for (const auto& [band, row] : bands) bands_.push_back(row);
    }

    std::size_t size_;
    std::vector<DigitSet> cells_;
    std::array<std::optional<std::size_t>, 2> lone_;
    std::vector<std::size_t> digits_;  // in their order
    Alike alike_;
    std::vector<std::size_t> bands_;  // the upper row of each, in their order
};

StackSum::StackSum(const Puzzle& puzzle, std::size_t most, const Budget& budget)
    : size_(puzzle.geometry().size()) {
    CLEW_REQUIRE(supports(puzzle), "StackSum: a board of two stacks or two bands");
    const Sides sides{puzzle};
    for (std::size_t side : {0U, 1U}) stacks_[side] = sides.stack(side);
    twins_ = stacks_[0].columns == stacks_[1].columns;
    listed_ = Lister{stacks_, sides.alike()}.run(most, budget, terms_);
}

StackSum::Rows StackSum::rows_of(const Choice& choice, std::size_t size) {
    Rows rows{};
    for (std::size_t d = 0; d < size; ++d)
        for (std::size_t k = 0; 2 * k < size; ++k)
            rows[2 * k + 1 - (choice[d] >> k & 1U)] |= static_cast<Row>(1U << d);
    return rows;
}

std::uint64_t StackSum::orders_of_lone_row(std::size_t side) const {
    std::uint64_t orders = 1;
    for (std::size_t c = 2; c <= size_ / 2 && stacks_[side].lone; ++c) orders *= c;
    return orders;
}

double StackSum::cost() const {
    CLEW_REQUIRE(listed_, "StackSum: its terms were not all listed");
    const Budget endless;
    std::atomic<std::uint64_t> spent{0};
    Filler left{stacks_[0], size_, endless, spent}, right{stacks_[1], size_, endless, spent};
    const std::size_t step = std::max<std::size_t>(terms_.size() / priced, 1);
    Random random{terms_.size()};
    double sum = 0;
    std::size_t looked_at = 0;
    for (std::size_t i = 0; i < terms_.size(); i += step, ++looked_at) {
        const Rows rows = rows_of(terms_[i].choice, size_);
        for (std::size_t n = 0; n < descents; ++n) {
            sum += left.estimate(rows, random);
            if (!twins_) sum += right.estimate(rows, random);
        }
    }
    sum /= descents;
    return looked_at == 0
               ? 0
               : sum * static_cast<double>(terms_.size()) / static_cast<double>(looked_at);
}

BasicReport<Count> StackSum::count(const Options& options) const {
    CLEW_REQUIRE(listed_, "StackSum: its terms were not all listed");
    BasicReport<Count> total;
    std::atomic<std::size_t> next{0};
    std::atomic<std::uint64_t> spent{0};
    std::size_t done = 0;
    std::mutex guard;
    run_workers(std::max(options.threads, 1U), [&](unsigned) {
        Filler left{stacks_[0], size_, options.budget, spent};
        Filler right{stacks_[1], size_, options.budget, spent};
        for (std::size_t at = next++; at < terms_.size(); at = next++) {
            const Rows rows = rows_of(terms_[at].choice, size_);
            const std::uint64_t first = left.fillings(rows);
            const std::uint64_t second = twins_ || first == 0 ? first : right.fillings(rows);
            Count ways{first / orders_of_lone_row(0)};
            ways *= Count{second / orders_of_lone_row(1)};
            ways *= Count{terms_[at].weight};
            const std::scoped_lock lock{guard};
            for (const Filler& filler : {std::cref(left), std::cref(right)})
                if (filler.ending() != Ending::exhausted) total.ending = filler.ending();
            if (!total.exact()) return;
            total.solutions += ways;
            total.explored = static_cast<double>(++done) / static_cast<double>(size());
            if (options.on_progress) options.on_progress(total.explored);
        }
    });
    total.nodes = spent;
    total.explored = total.exact() ? 1 : total.explored;
    if (!total.exact()) total.solutions = Count{};
    return total;
}

}  // namespace clew::frontier
