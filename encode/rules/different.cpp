// Different: no two of the cells are alike. The same as a house of fewer cells than digits, but
// part of the question.
//
// The filter takes a digit that is settled from the others, and counts: more cells than candidates
// left have no way. It misses larger groups (two cells with the same two candidates), which the
// engines' own search settles.

#include <algorithm>

#include "encode/board/notation.hpp"
#include "encode/rules/primitive.hpp"

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
        DigitSet all;
        for (DigitSet domain : domains) all |= domain;
        return all.size() >= domains.size();
    }

    void clauses(std::span<const DigitSet> domains, ClauseSink& sink) const override {
        const std::vector<Cell>& c = cells();
        for (std::size_t i = 0; i < c.size(); ++i)
            for (std::size_t k = i + 1; k < c.size(); ++k)
                for (Digit d : domains[c[i].index()] & domains[c[k].index()])
                    sink.add({-sink.literal({c[i], d}), -sink.literal({c[k], d})});
    }

    std::string words() const override { return list_of(cells(), size()) + " are all different"; }
};

}  // namespace

PrimitivePtr make_different(const Rule& rule, std::size_t size) {
    need_numbers(rule, 0, 0);
    if (rule.cells.size() < 2) refuse_rule(rule, "fewer than two cells", "two cells or more");
    need_different_cells(rule, size, "which is never different from itself");
    return std::make_shared<Different>(rule, size);
}

}  // namespace clew::rules
