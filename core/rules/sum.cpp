// Sum: a weighted sum of digits equal to, at most, or at least a target. Target cells are cells
// with negative weights; a cell that comes twice counts twice.
//
// The filter works in three steps, each repeated until nothing changes.
//   Bounds. A digit goes if the others, all at their smallest or all at their largest, cannot make
//   up for it. Complete for <= and >=.
//   Sets of digits, where the cells are known to be all different and count once each: the sets of
//   so many digits with that sum are listed once; those that fit the candidates say what may be
//   used, what must be, and where the only place is for what must.
//   Exact sums, for =. With every candidate measured from the smallest of its cell, bit k of a mask
//   says that the first cells can make k more than their least; the same from the back; a digit
//   stays if both sides meet. Complete, but left out where the sums spread over more than 512
//   values: there bounds remain.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <utility>

#include "core/board/notation.hpp"
#include "core/rules/layers.hpp"
#include "core/rules/primitive.hpp"

namespace clew::rules {
namespace {

constexpr int most_weight = 1000;
constexpr int most_target = 100'000'000;
constexpr std::size_t most_sets = 4096;
constexpr std::size_t most_helpers = 64;

/// All sets of `count` digits out of 1 .. size with that sum; none if there are too many to use.
std::vector<DigitSet> sets_with_sum(std::size_t size, std::size_t count, std::int64_t sum) {
    std::vector<DigitSet> sets;
    const auto go = [&](auto&& self, std::size_t from, std::size_t left, std::int64_t rest,
                        DigitSet so_far) -> void {
        if (sets.size() > most_sets) return;
        if (left == 0) {
            if (rest == 0) sets.push_back(so_far);
            return;
        }
        for (std::size_t d = from; d + left <= size; ++d) {
            // the smallest and the largest that `left` digits from d on can sum to
            const auto n = static_cast<std::int64_t>(left), v = static_cast<std::int64_t>(d + 1);
            const auto top = static_cast<std::int64_t>(size);
            if (n * v + n * (n - 1) / 2 > rest) return;
            if (v + (n - 1) * top - (n - 1) * (n - 2) / 2 < rest) continue;
            DigitSet with = so_far;
            with.insert(Digit{d});
            self(self, d + 1, left - 1, rest - v, with);
        }
    };
    go(go, 0, count, sum, {});
    if (sets.size() > most_sets) sets.clear();
    return sets;
}

/// A mask of sums: bit k of word k / 64.
template <std::size_t words>
struct Sums {
    std::array<std::uint64_t, words> word{};

    /// Adds each of the others plus `by`; what is beyond the last word is left out.
    void add_more(const Sums& other, std::size_t by) {
        const std::size_t skip = by / 64, bits = by % 64;
        for (std::size_t i = words; i-- > skip;) {
            word[i] |= other.word[i - skip] << bits;
            if (bits != 0 && i > skip) word[i] |= other.word[i - skip - 1] >> (64 - bits);
        }
    }
    /// Adds each of the others less `by`, but those below 0.
    void add_less(const Sums& other, std::size_t by) {
        const std::size_t skip = by / 64, bits = by % 64;
        for (std::size_t i = 0; i + skip < words; ++i) {
            word[i] |= other.word[i + skip] >> bits;
            if (bits != 0 && i + skip + 1 < words)
                word[i] |= other.word[i + skip + 1] << (64 - bits);
        }
    }
    bool meets(const Sums& other) const {
        for (std::size_t i = 0; i < words; ++i)
            if ((word[i] & other.word[i]) != 0) return true;
        return false;
    }
};

class Sum final : public Primitive {
  public:
    Sum(const Rule& rule, std::size_t size, SumOf what)
        : Primitive(rule.cells, size),
          how_(static_cast<Comparison>(rule.numbers[0])),
          target_(rule.numbers[1]),
          line_(rule.cells),
          weights_(rule.numbers.begin() + 2, rule.numbers.end()),
          coefficient_(cells().size(), 0) {
        for (std::size_t i = 0; i < line_.size(); ++i)
            coefficient_[static_cast<std::size_t>(std::ranges::find(cells(), line_[i]) -
                                                  cells().begin())] += weights_[i];
        const bool plain = how_ == Comparison::equal && line_.size() == cells().size() &&
                           line_.size() <= size &&
                           std::ranges::all_of(weights_, [](int w) { return w == 1; });
        if (plain && what == SumOf::different_digits) {
            sets_ = sets_with_sum(size, line_.size(), target_);
            by_sets_ = !sets_.empty() || sum_impossible(size, line_.size(), target_);
        }
    }

    bool check(const Grid& grid) const override {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < line_.size(); ++i)
            sum += std::int64_t{weights_[i]} * value(grid[line_[i]]);
        switch (how_) {
            case Comparison::equal:
                return sum == target_;
            case Comparison::at_most:
                return sum <= target_;
            case Comparison::at_least:
                return sum >= target_;
        }
        return false;
    }

    bool filter(std::span<DigitSet> domains) const override {
        for (;;) {
            if (!bounds(domains)) return false;
            if (how_ != Comparison::equal) return true;
            bool changed = false;
            if (by_sets_ && !sets(domains, changed)) return false;
            if (changed) continue;
            if (!exact(domains, changed)) return false;
            if (!changed || !by_sets_) return true;
        }
    }

    std::uint64_t price() const override {
        return 80 + 150 * cells().size() + 2 * sets_.size() * cells().size();
    }

    void clauses(std::span<const DigitSet> domains, ClauseSink& sink) const override {
        if (by_sets_ && sets_.size() <= most_helpers) return clauses_by_sets(domains, sink);
        // With the cells merged; what the rest can still add decides which sums are worth a node.
        std::vector<DigitSet> along;
        std::vector<std::int64_t> least{0}, most{0};  // of the rest, from the end
        for (Cell cell : cells()) along.push_back(domains[cell.index()]);
        for (std::size_t i = along.size(); i-- > 0;) {
            if (along[i].empty()) {
                sink.add({});
                return;
            }
            const auto [low, high] = range(i, along[i]);
            least.push_back(least.back() + low);
            most.push_back(most.back() + high);
        }
        std::ranges::reverse(least);
        std::ranges::reverse(most);
        constexpr std::int64_t sure = std::numeric_limits<std::int64_t>::min();
        const auto judged = [&](std::size_t done, std::int64_t sum) -> std::optional<std::int64_t> {
            const std::int64_t low = sum + least[done], high = sum + most[done];
            const bool at_most = how_ != Comparison::at_least;
            const bool at_least = how_ != Comparison::at_most;
            if ((at_most && low > target_) || (at_least && high < target_)) return std::nullopt;
            if ((!at_most || high <= target_) && (!at_least || low >= target_)) return sure;
            return sum;
        };
        const auto start = judged(0, 0);
        if (!start) {
            sink.add({});
            return;
        }
        const DecisionLayers layers = unroll(
            *start, along,
            [&](std::size_t i, std::int64_t sum, Digit d) {
                if (sum == sure) return std::optional(sure);
                return judged(i + 1, sum + coefficient_[i] * value(d));
            },
            [&](std::int64_t sum) { return sum == sure; });
        write_path(layers, cells(), along, sink);
    }

    std::string words(Language) const override {
        std::string left, right;
        const auto append = [&](std::string& side, int weight, Cell cell) {
            side += (side.empty() ? "" : " + ") +
                    (weight == 1 ? "" : std::to_string(weight) + " ") + to_string(cell, size());
        };
        for (std::size_t i = 0; i < line_.size(); ++i) {
            if (weights_[i] > 0) append(left, weights_[i], line_[i]);
            if (weights_[i] < 0) append(right, -weights_[i], line_[i]);
        }
        if (left.empty()) left = "0";
        if (right.empty())
            right = std::to_string(target_);
        else if (target_ != 0)
            right += (target_ > 0 ? " + " : " - ") + std::to_string(std::abs(target_));
        const char* sign = how_ == Comparison::equal     ? " = "
                           : how_ == Comparison::at_most ? " <= "
                                                         : " >= ";
        return left + sign + right;
    }

  private:
    static std::int64_t value(Digit d) { return static_cast<std::int64_t>(d.index()) + 1; }
    static std::int64_t largest(DigitSet digits) { return 32 - std::countl_zero(digits.bits()); }

    static bool sum_impossible(std::size_t size, std::size_t count, std::int64_t sum) {
        const auto n = static_cast<std::int64_t>(count), top = static_cast<std::int64_t>(size);
        return sum < n * (n + 1) / 2 || sum > n * top - n * (n - 1) / 2;
    }

    /// The least and the most that a cell contributes.
    std::pair<std::int64_t, std::int64_t> range(std::size_t i, DigitSet domain) const {
        const std::int64_t a = coefficient_[i] * value(domain.first());
        const std::int64_t b = coefficient_[i] * largest(domain);
        return {std::min(a, b), std::max(a, b)};
    }

    /// A helper for each set of digits: it holds if the cells have these. Six killers were solved
    /// 1.3 to 8 times as fast as with the graph of partial sums.
    void clauses_by_sets(std::span<const DigitSet> domains, ClauseSink& sink) const {
        using Literals = std::vector<ClauseSink::Literal>;
        DigitSet all, settled;
        std::array<Literals, max_size> cells_with, sets_with;  // by digit
        for (Cell cell : cells()) {
            const DigitSet domain = domains[cell.index()];
            all |= domain;
            if (domain.size() == 1) settled |= domain;
            for (Digit d : domain) cells_with[d.index()].push_back(sink.literal({cell, d}));
        }
        Literals some;
        for (DigitSet set : sets_) {
            if (!all.contains(set) || !set.contains(settled)) continue;
            const ClauseSink::Literal these = sink.fresh();
            some.push_back(these);
            for (Digit d : set) {
                sets_with[d.index()].push_back(these);
                Literals clause = cells_with[d.index()];
                clause.push_back(-these);
                sink.add(clause);
            }
            for (Digit d : all - set)
                for (const ClauseSink::Literal other : cells_with[d.index()])
                    sink.add({-these, -other});
        }
        sink.add(some);
        for (Digit d : all)
            for (const ClauseSink::Literal here : cells_with[d.index()]) {
                Literals clause = sets_with[d.index()];
                clause.push_back(-here);
                sink.add(clause);
            }
    }

    bool bounds(std::span<DigitSet> domains) const {
        for (bool again = true; again;) {
            again = false;
            std::int64_t least = 0, most = 0;
            for (std::size_t i = 0; i < domains.size(); ++i) {
                const auto [low, high] = range(i, domains[i]);
                least += low;
                most += high;
            }
            const bool at_most = how_ != Comparison::at_least;
            const bool at_least = how_ != Comparison::at_most;
            if ((at_most && least > target_) || (at_least && most < target_)) return false;
            for (std::size_t i = 0; i < domains.size(); ++i) {
                const auto [low, high] = range(i, domains[i]);
                if ((!at_most || high - low <= target_ - least) &&
                    (!at_least || high - low <= most - target_))
                    continue;
                DigitSet left;
                for (Digit d : domains[i]) {
                    const std::int64_t here = coefficient_[i] * value(d);
                    if (at_most && least - low + here > target_) continue;
                    if (at_least && most - high + here < target_) continue;
                    left.insert(d);
                }
                if (left == domains[i]) continue;
                if (left.empty()) return false;
                domains[i] = left;
                again = true;
                break;  // the sums of the ends are new
            }
        }
        return true;
    }

    bool sets(std::span<DigitSet> domains, bool& changed) const {
        DigitSet all, settled;
        for (DigitSet domain : domains) {
            all |= domain;
            if (domain.size() == 1) settled |= domain;
        }
        DigitSet may, must = DigitSet::all(size());
        bool any = false;
        for (DigitSet set : sets_) {
            if (!all.contains(set) || !set.contains(settled)) continue;
            if (!std::ranges::all_of(domains, [set](DigitSet d) { return !(d & set).empty(); }))
                continue;
            any = true;
            may |= set;
            must &= set;
        }
        if (!any) return false;
        for (DigitSet& domain : domains) {
            if (may.contains(domain)) continue;
            domain &= may;
            changed = true;
        }
        for (Digit d : must) {
            DigitSet* only = nullptr;
            std::size_t places = 0;
            for (DigitSet& domain : domains)
                if (domain.contains(d)) {
                    only = &domain;
                    ++places;
                }
            if (places == 0) return false;
            if (places > 1 || only->size() == 1) continue;
            *only = DigitSet{d};
            changed = true;
        }
        return true;
    }

    bool exact(std::span<DigitSet> domains, bool& changed) const {
        std::int64_t slack = target_;
        for (std::size_t i = 0; i < domains.size(); ++i) slack -= range(i, domains[i]).first;
        if (slack < 64) return exact_within<1>(domains, slack, changed);
        if (slack < 512) return exact_within<8>(domains, slack, changed);
        return true;
    }

    template <std::size_t words>
    bool exact_within(std::span<DigitSet> domains, std::int64_t slack, bool& changed) const {
        const std::size_t n = domains.size();
        thread_local std::vector<Sums<words>> front;
        front.assign(n + 1, {});
        front[0].word[0] = 1;
        for (std::size_t i = 0; i < n; ++i) {
            const std::int64_t least = range(i, domains[i]).first;
            for (Digit d : domains[i])
                front[i + 1].add_more(front[i],
                                      static_cast<std::size_t>(coefficient_[i] * value(d) - least));
        }
        // How much the first cells may make for the rest to come out right.
        Sums<words> wanted;
        wanted.word[static_cast<std::size_t>(slack) / 64] = std::uint64_t{1} << (slack % 64);
        for (std::size_t i = n; i-- > 0;) {
            const std::int64_t least = range(i, domains[i]).first;
            Sums<words> before;
            DigitSet left;
            for (Digit d : domains[i]) {
                const auto by = static_cast<std::size_t>(coefficient_[i] * value(d) - least);
                Sums<words> with;
                with.add_less(wanted, by);
                if (!with.meets(front[i])) continue;
                left.insert(d);
                before.add_less(wanted, by);
            }
            if (left.empty()) return false;
            if (left != domains[i]) {
                domains[i] = left;
                changed = true;
            }
            wanted = before;
        }
        return true;
    }

    Comparison how_;
    int target_;
    std::vector<Cell> line_;
    std::vector<int> weights_;               // of line_
    std::vector<std::int64_t> coefficient_;  // of cells()
    std::vector<DigitSet> sets_;
    bool by_sets_ = false;
};

}  // namespace

PrimitivePtr make_sum_of(const Rule& rule, std::size_t size, SumOf what) {
    if (rule.cells.empty()) refuse_rule(rule, "no cells", "one cell or more");
    need_numbers(rule, 2 + rule.cells.size(), 2 + rule.cells.size());
    if (rule.numbers[0] < 0 || rule.numbers[0] > static_cast<int>(Comparison::at_least))
        refuse_rule(rule, "a first number of " + std::to_string(rule.numbers[0]),
                    "0 for =, 1 for <=, 2 for >=");
    if (rule.numbers[1] < -most_target || rule.numbers[1] > most_target)
        refuse_rule(rule, "a target of " + std::to_string(rule.numbers[1]), "a smaller one");
    for (std::size_t i = 2; i < rule.numbers.size(); ++i)
        if (rule.numbers[i] == 0 || rule.numbers[i] < -most_weight || rule.numbers[i] > most_weight)
            refuse_rule(rule, "a weight of " + std::to_string(rule.numbers[i]),
                        "-1000 to 1000, and not 0");
    return std::make_shared<Sum>(rule, size, what);
}

PrimitivePtr make_sum(const Rule& rule, std::size_t size) {
    return make_sum_of(rule, size, SumOf::any_digits);
}

}  // namespace clew::rules
