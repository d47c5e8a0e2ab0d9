// Relation: allowed pairs of digits, as a table, for cells that follow each other in a list or for
// every two of a list. Thermometers, non-consecutive neighbours, whispers, dots are such tables.
//
// The filter makes every pair arc-consistent, over and over until nothing changes: what is left has
// a partner in each pair that it is part of. For a line whose cells come once each that is
// complete; for lines that cross themselves, and for every two of a list, a candidate may be left
// that needs two different digits in one other cell.

#include <algorithm>
#include <utility>

#include "core/board/notation.hpp"
#include "core/rules/primitive.hpp"

namespace clew::rules {
namespace {

class Relation final : public Primitive {
  public:
    Relation(const Rule& rule, std::size_t size)
        : Primitive(rule.cells, size),
          every_pair_(rule.numbers[0] == 1),
          line_(rule.cells),
          after_(size),
          before_(size) {
        for (std::size_t a = 0; a < size; ++a) {
            after_[a] = DigitSet::from_bits(static_cast<std::uint32_t>(rule.numbers[1 + a]));
            for (Digit b : after_[a]) before_[b.index()].insert(Digit{a});
        }
        for (std::size_t d = 0; d < size; ++d)
            most_without_ =
                std::max(most_without_, size - std::min(after_[d].size(), before_[d].size()));
        const auto place = [this](Cell cell) {
            return static_cast<std::size_t>(std::ranges::find(cells(), cell) - cells().begin());
        };
        for (std::size_t i = 0; i < line_.size(); ++i)
            for (std::size_t k = i + 1; k < (every_pair_ ? line_.size() : i + 2); ++k)
                if (k < line_.size()) pairs_.push_back({place(line_[i]), place(line_[k])});
    }

    bool check(const Grid& grid) const override {
        for (std::size_t i = 0; i < line_.size(); ++i)
            for (std::size_t k = i + 1; k < line_.size(); ++k) {
                if (!every_pair_ && k != i + 1) continue;
                if (!after_[grid[line_[i]].index()].contains(grid[line_[k]])) return false;
            }
        return true;
    }

    bool filter(std::span<DigitSet> domains) const override {
        for (bool again = true; again;) {
            again = false;
            for (const auto& [a, b] : pairs_) {
                again |= narrow(domains[b], domains[a], after_);
                if (domains[b].empty()) return false;
                again |= narrow(domains[a], domains[b], before_);
                if (domains[a].empty()) return false;
            }
        }
        return true;
    }

    /// A digit goes if its partner can be nothing but digits that it does not go with.
    std::size_t acts_at() const override { return most_without_; }

    std::uint64_t price() const override { return 110 + 20 * pairs_.size(); }

    void clauses(std::span<const DigitSet> domains, ClauseSink& sink) const override {
        std::vector<ClauseSink::Literal> clause;
        const auto support = [&](Cell from, Cell to, const std::vector<DigitSet>& partners) {
            for (Digit d : domains[from.index()]) {
                if (partners[d.index()].contains(domains[to.index()])) continue;
                clause = {-sink.literal({from, d})};
                for (Digit e : domains[to.index()] & partners[d.index()])
                    clause.push_back(sink.literal({to, e}));
                sink.add(clause);
            }
        };
        for (const auto& [a, b] : pairs_) {
            support(cells()[a], cells()[b], after_);
            support(cells()[b], cells()[a], before_);
        }
    }

    std::string words(Language language) const override {
        std::string pairs[2];  // that are forbidden, that are allowed
        std::size_t counts[2] = {};
        for (std::size_t a = 0; a < size(); ++a)
            for (std::size_t b = 0; b < size(); ++b) {
                const bool is = after_[a].contains(Digit{b});
                pairs[is] += (counts[is]++ == 0 ? "" : ", ") +
                             std::string(1, digit_symbol(Digit{a})) + digit_symbol(Digit{b});
            }
        const std::string who =
            every_pair_
                ? say(language, "every two of {}, in order,", list_of(cells(), size(), language))
                : say(language, "along {} neighbours", list_of(line_, size(), language));
        if (counts[1] == 0) return say(language, "{} have no pair of digits that is allowed", who);
        if (counts[0] == 0) return say(language, "{} may be any pair", who);
        return counts[0] < counts[1] ? say(language, "{} are never one of {}", who, pairs[0])
                                     : say(language, "{} are one of {}", who, pairs[1]);
    }

  private:
    struct Pair {
        std::size_t first, second;  // in cells()
    };

    /// Leaves in `domain` what has a partner in `other`. True if something went.
    static bool narrow(DigitSet& domain, DigitSet other, const std::vector<DigitSet>& partners) {
        DigitSet allowed;
        for (Digit d : other) {
            allowed |= partners[d.index()];
            if ((domain & allowed) == domain) return false;  // mostly after two or three
        }
        domain &= allowed;
        return true;
    }

    bool every_pair_;
    std::vector<Cell> line_;
    std::vector<DigitSet> after_, before_;  // by digit: what may stand behind and before it
    std::vector<Pair> pairs_;
    std::size_t most_without_ = 0;  // of digits that one digit does not go with
};

}  // namespace

PrimitivePtr make_relation(const Rule& rule, std::size_t size) {
    need_numbers(rule, 1 + size, 1 + size);
    if (rule.numbers[0] != 0 && rule.numbers[0] != 1)
        refuse_rule(rule, "a first number of " + std::to_string(rule.numbers[0]),
                    "0 for neighbours, 1 for every pair");
    for (std::size_t a = 0; a < size; ++a) {
        const int bits = rule.numbers[1 + a];
        if (bits < 0 || static_cast<std::uint32_t>(bits) > DigitSet::all(size).bits())
            refuse_rule(rule, "a set of digits that the board does not have",
                        "bits of the digits of the board");
    }
    if (rule.cells.size() < 2) refuse_rule(rule, "fewer than two cells", "two cells or more");
    if (rule.numbers[0] == 1)
        need_different_cells(rule, size, "which makes no pair with itself");
    else
        for (std::size_t i = 1; i < rule.cells.size(); ++i)
            if (rule.cells[i] == rule.cells[i - 1])
                refuse_rule(rule, to_string(rule.cells[i], size) + " twice in a row",
                            "a line that leaves each cell before it comes back");
    return std::make_shared<Relation>(rule, size);
}

}  // namespace clew::rules
