// Rank: several lines of as many cells, each read as a number. The first comes at a given place
// when all are put in order, the smallest first, and no other is equal to it.
//
// The filter asks of each other line whether it can be smaller and whether it can be greater, each
// cell by itself. When as many are smaller as must be, the others are greater, and the other way
// round; a line that must be smaller is held to it as far as its first open cell.

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/rules/primitive.hpp"

namespace clew::rules {
namespace {

class Rank final : public Primitive {
  public:
    Rank(const Rule& rule, std::size_t size, std::size_t lines)
        : Primitive(rule.cells, size),
          cells_(rule.cells),
          length_(static_cast<std::size_t>(rule.numbers[0])),
          lines_(lines),
          smaller_(static_cast<std::size_t>(rule.numbers[1] - 1)) {
        for (const Cell cell : cells_)
            place_.push_back(
                static_cast<std::size_t>(std::ranges::find(cells(), cell) - cells().begin()));
    }

    bool check(const Grid& grid) const override {
        const auto number = [&](std::size_t line) {
            std::vector<Digit> digits;
            for (std::size_t i = 0; i < length_; ++i)
                digits.push_back(grid[cells_[line * length_ + i]]);
            return digits;
        };
        const std::vector<Digit> own = number(0);
        std::size_t smaller = 0;
        for (std::size_t line = 1; line < lines_; ++line) {
            const std::vector<Digit> other = number(line);
            if (other == own) return false;
            smaller += other < own ? 1 : 0;
        }
        return smaller == smaller_;
    }

    bool filter(std::span<DigitSet> domains) const override {
        for (bool changed = true; changed;) {
            changed = false;
            std::vector<Is> others(lines_, Is::open);
            std::size_t smaller = 0, greater = 0;
            for (std::size_t line = 1; line < lines_; ++line) {
                const bool less = can_be_less(domains, line, 0, 0);
                const bool more = can_be_less(domains, 0, line, 0);
                if (!less && !more) return false;
                if (!less) others[line] = Is::greater, ++greater;
                if (!more) others[line] = Is::smaller, ++smaller;
            }
            if (smaller > smaller_ || greater + smaller_ >= lines_) return false;
            for (std::size_t line = 1; line < lines_; ++line) {
                Is is = others[line];
                if (is == Is::open && smaller == smaller_) is = Is::greater;
                if (is == Is::open && greater + smaller_ + 1 == lines_) is = Is::smaller;
                if (is == Is::smaller && !hold_less(domains, line, 0, changed)) return false;
                if (is == Is::greater && !hold_less(domains, 0, line, changed)) return false;
            }
        }
        return true;
    }

    std::uint64_t price() const override { return 100 + 10 * cells_.size(); }

    void clauses(std::span<const DigitSet> domains, ClauseSink& sink) const override {
        using Literal = ClauseSink::Literal;
        // at_most[i][d]: cell i of the first line is d at most.
        std::vector<std::vector<Literal>> at_most(length_);
        for (std::size_t i = 0; i < length_; ++i)
            for (std::size_t d = 0; d < size(); ++d) {
                at_most[i].push_back(d + 1 < size() ? sink.fresh() : ClauseSink::always);
                for (const Digit e : domains[cells_[i].index()])
                    sink.add({-sink.literal({cells_[i], e}),
                              e.index() <= d ? at_most[i][d] : -at_most[i][d]});
            }
        std::vector<Literal> smaller;
        for (std::size_t line = 1; line < lines_; ++line) {
            const Literal less = smaller.emplace_back(sink.fresh());
            Literal equal = ClauseSink::always;  // up to here
            for (std::size_t i = 0; i < length_; ++i) {
                const Cell own = cells_[i], other = cells_[line * length_ + i];
                if (own == other) continue;
                const Literal before = equal;
                equal = sink.fresh();
                sink.add({-equal, before});
                for (const Digit d : domains[other.index()]) {
                    const Literal here = sink.literal({other, d});
                    sink.add({-before, -here, at_most[i][d.index()], less});
                    if (d.index() > 0)
                        sink.add({-before, -here, -at_most[i][d.index() - 1], -less});
                    const Literal same = domains[own.index()].contains(d) ? sink.literal({own, d})
                                                                          : ClauseSink::never;
                    sink.add({-before, -here, -same, equal});
                    sink.add({-equal, -here, same});
                }
            }
            sink.add({-equal});
        }
        sink.exactly(smaller_, smaller);
    }

    std::string words(Language language) const override {
        return say(
            language, "{}, read as a number, come at place {} of {} such lines, the smallest first",
            list_of(std::span(cells_).first(length_), size(), language), smaller_ + 1, lines_);
    }

  private:
    enum class Is : char { open, smaller, greater };

    std::size_t place(std::size_t line, std::size_t i) const { return place_[line * length_ + i]; }

    static std::size_t last(DigitSet digits) {
        return static_cast<std::size_t>(std::bit_width(digits.bits())) - 1;
    }

    /// Whether line `low` can be less than line `high`, both equal before their i-th cells.
    bool can_be_less(std::span<const DigitSet> domains, std::size_t low, std::size_t high,
                     std::size_t i) const {
        for (; i < length_; ++i) {
            if (place(low, i) == place(high, i)) continue;
            const DigitSet a = domains[place(low, i)], b = domains[place(high, i)];
            if (a.first().index() < last(b)) return true;
            if ((a & b).empty()) return false;
        }
        return false;
    }

    /// Strikes what line `low` cannot hold if it is less than line `high`, and what `high` cannot.
    bool hold_less(std::span<DigitSet> domains, std::size_t low, std::size_t high,
                   bool& changed) const {
        for (std::size_t i = 0; i < length_; ++i) {
            if (place(low, i) == place(high, i)) continue;
            DigitSet &a = domains[place(low, i)], &b = domains[place(high, i)];
            if (a.size() == 1 && a == b) continue;
            // At this cell `low` has at most what `high` has; less, where no later cell can decide.
            const bool strictly = !can_be_less(domains, low, high, i + 1);
            const DigitSet struck_a = a - DigitSet::all(strictly ? last(b) : last(b) + 1);
            const DigitSet struck_b = b & DigitSet::all(a.first().index() + (strictly ? 1 : 0));
            changed = changed || !struck_a.empty() || !struck_b.empty();
            a -= struck_a;
            b -= struck_b;
            if (a.empty() || b.empty()) return false;
            if (a.size() != 1 || a != b) return true;
        }
        return false;
    }

    std::vector<Cell> cells_;         // line after line
    std::vector<std::size_t> place_;  // of each of them, in cells()
    std::size_t length_, lines_;
    std::size_t smaller_;  // how many of the others are smaller
};

}  // namespace

PrimitivePtr make_rank(const Rule& rule, std::size_t size) {
    need_numbers(rule, 2, 2);
    const int length = rule.numbers[0], place = rule.numbers[1];
    if (length < 1 || rule.cells.empty() ||
        rule.cells.size() % static_cast<std::size_t>(length) != 0)
        refuse_rule(
            rule,
            std::to_string(rule.cells.size()) + " cells in lines of " + std::to_string(length),
            "lines of that many cells, one behind the other");
    const std::size_t lines = rule.cells.size() / static_cast<std::size_t>(length);
    if (place < 1 || static_cast<std::size_t>(place) > lines)
        refuse_rule(rule, "place " + std::to_string(place),
                    "1 to " + std::to_string(lines) + ", as many as there are lines");
    return std::make_shared<Rank>(rule, size, lines);
}

}  // namespace clew::rules
