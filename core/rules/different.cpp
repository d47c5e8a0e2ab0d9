// Different: no two of the cells are alike. The same as a house of fewer cells than digits, but
// part of the question.
//
// The filter takes a digit that is settled from the others, then keeps exactly the candidates that
// are in some way to fill all cells [Regin1994]. Given one such way, a matching of cells to digits,
// cell i may take another digit if nobody has it, or if the cell that has it can pass on: from cell
// to cell along digits they may take, until somebody takes a digit that nobody has, or i's own.
// With at most 25 cells the ways from cell to cell are bits, closed by Warshall's algorithm.

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/board/notation.hpp"
#include "core/rules/primitive.hpp"

namespace clew::rules {
namespace {

class Different final : public Primitive {
  public:
    Different(const Rule& rule, std::size_t size) : Primitive(rule.cells, size) {}

    bool check(const Grid& grid) const override {
        for (Cell a : cells())
            for (Cell b : cells())
                if (a != b && grid[a] == grid[b]) return false;
        return true;
    }

    bool filter(std::span<DigitSet> domains) const override {
        if (!may_be_crowded(domains, domains.size(), 1)) return true;
        DigitSet settled;
        for (bool again = true; again;) {
            again = false;
            for (std::size_t i = 0; i < domains.size(); ++i) {
                if (domains[i].size() != 1 || settled.contains(domains[i])) continue;
                settled |= domains[i];
                again = true;
                for (std::size_t k = 0; k < domains.size(); ++k) {
                    if (k == i) continue;
                    domains[k] -= domains[i];
                    if (domains[k].empty()) return false;
                }
            }
        }
        return !may_be_crowded(domains, domains.size() - settled.size(), 2) ||
               keep_matched(domains);
    }

    /// Only k cells with k digits between them take digits from the others.
    std::size_t acts_at() const override { return cells().size() - 1; }

    std::uint64_t price() const override { return 20 + 40 * cells().size(); }

    void clauses(std::span<const DigitSet> domains, ClauseSink& sink) const override {
        const std::vector<Cell>& c = cells();
        for (std::size_t i = 0; i < c.size(); ++i)
            for (std::size_t k = i + 1; k < c.size(); ++k)
                for (Digit d : domains[c[i].index()] & domains[c[k].index()])
                    sink.add({-sink.literal({c[i], d}), -sink.literal({c[k], d})});
    }

    std::string words(Language language) const override {
        return say(language, cells().size() == 2 ? "{} differ" : "{} are all different",
                   list_of(cells(), size(), language));
    }

  private:
    static constexpr std::size_t nobody = max_size;

    /// Whether k of so many cells, not all of them, may have k digits between them: k have at most
    /// k each. Cells with fewer than `least` are not looked at.
    static bool may_be_crowded(std::span<const DigitSet> domains, std::size_t cells,
                               std::size_t least) {
        std::array<std::uint8_t, max_size + 1> with{};  // so many digits
        for (DigitSet domain : domains) ++with[domain.size()];
        std::size_t at_most = 0;
        for (std::size_t k = least; k < cells && k <= max_size; ++k)
            if (at_most += with[k]; at_most >= k) return true;
        return false;
    }

    /// Who has which digit in one way to fill the cells.
    struct Matching {
        std::array<std::size_t, max_size> owner;  // of each digit
        std::array<std::size_t, max_size> digit;  // of each cell

        Matching() { owner.fill(nobody); }

        /// Gives a digit to cell i, moving the others as need be; none of `tried` is looked at.
        bool place(std::span<const DigitSet> domains, std::size_t i, DigitSet& tried) {
            for (Digit d : domains[i] - tried)
                if (owner[d.index()] == nobody) return take(i, d);
            for (Digit d : domains[i]) {
                if (tried.contains(d)) continue;
                tried.insert(d);
                if (place(domains, owner[d.index()], tried)) return take(i, d);
            }
            return false;
        }
        bool take(std::size_t i, Digit d) {
            owner[d.index()] = i;
            digit[i] = d.index();
            return true;
        }
    };

    static bool keep_matched(std::span<DigitSet> domains) {
        const std::size_t n = domains.size();
        Matching matching;
        for (std::size_t i = 0; i < n; ++i) {
            DigitSet tried;
            if (!matching.place(domains, i, tried)) return false;
        }
        // to[i]: the cells that can get rid of their digit to i, itself among them.
        DigitSet free;
        for (std::size_t d = 0; d < max_size; ++d)
            if (matching.owner[d] == nobody) free.insert(Digit{d});
        std::array<std::uint32_t, max_size> to{};
        std::uint32_t ends = 0;  // cells that may take a digit that nobody has
        for (std::size_t i = 0; i < n; ++i) {
            for (Digit d : domains[i] - free) to[i] |= 1U << matching.owner[d.index()];
            if (!(domains[i] & free).empty()) ends |= 1U << i;
        }
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t i = 0; i < n; ++i)
                if ((to[i] >> k & 1U) != 0) to[i] |= to[k];
        for (std::size_t i = 0; i < n; ++i)
            for (Digit d : domains[i] - free) {
                const std::size_t holder = matching.owner[d.index()];
                const bool kept = holder == i || (to[holder] & ends) != 0 ||
                                  (ends >> holder & 1U) != 0 || (to[holder] >> i & 1U) != 0;
                if (!kept) domains[i].erase(d);
            }
        return true;
    }
};

}  // namespace

PrimitivePtr make_different(const Rule& rule, std::size_t size) {
    need_numbers(rule, 0, 0);
    if (rule.cells.size() < 2) refuse_rule(rule, "fewer than two cells", "two cells or more");
    need_different_cells(rule, size, "which is never different from itself");
    return std::make_shared<Different>(rule, size);
}

}  // namespace clew::rules
