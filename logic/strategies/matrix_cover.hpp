#pragma once
// Matrix cover: k rows of a 0/1 matrix that meet only k columns. The one search behind naked and
// hidden sets and row-by-column fish [Pike2016].
//
//     visit_closed_sets(rows, k, nodes,
//                       [&](Mask chosen_rows, Mask columns) { return Flow::go_on; });
//
// Only *irreducible* sets are visited: none in which fewer rows already meet only as many columns.
// A reducible one is two smaller ones taken together.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/bit_count.hpp"
#include "core/base/outcome.hpp"
#include "logic/layout.hpp"

namespace clew::logic::inline strategies {

/// True if no proper, non-empty subset of the chosen rows meets at most as many columns as it has
/// rows. Cost: 2^k unions; k rows.
inline bool is_irreducible(std::span<const Mask> rows, Mask chosen) {
    for (Mask part = (chosen - 1) & chosen; part != 0; part = (part - 1) & chosen) {
        Mask columns = 0;
        for (Mask rest = part; rest != 0; rest &= rest - 1)
            columns |= rows[static_cast<std::size_t>(std::countr_zero(rest))];
        if (bit_count(columns) <= bit_count(part)) return false;
    }
    return true;
}

/// Rows that are chosen one by one, as long as every part of them meets more columns than it has
/// rows: no part is locked. The unions of all parts are kept, and doubled by each new row.
class UnlockedRows {
  public:
    /// The columns that all of them meet.
    Mask columns() const { return unions_.back(); }
    /// Adds a row; false, and it is not added, if a part with it would be locked.
    bool add(Mask row) {
        const std::size_t before = unions_.size();
        for (std::size_t part = 0; part < before; ++part) {
            const Mask wider = unions_[part] | row;
            if (bit_count(wider) <= bit_count(std::uint64_t{part}) + 1) {
                unions_.resize(before);
                return false;
            }
            unions_.push_back(wider);
        }
        return true;
    }
    /// Takes the last one back.
    void drop() { unions_.resize(unions_.size() / 2); }

  private:
    std::vector<Mask> unions_{0};  // by part: bit i for the i-th row
};

namespace detail {

struct Cover {
    Mask rows = 0;
    Mask columns = 0;
    std::size_t next = 0;   // first row that may still be chosen
    std::size_t count = 0;  // rows chosen
};

template <class Visit>
Ending extend_cover(std::span<const Mask> rows, std::size_t k, std::uint64_t& nodes, Visit& visit,
                    Cover at) {
    for (std::size_t i = at.next; i + (k - at.count) <= rows.size(); ++i) {
        const auto width = bit_count(rows[i]);
        if (width < 2 || width > k) continue;
        const Mask columns = at.columns | rows[i];
        if (bit_count(columns) > k) continue;
        if (nodes == 0) return Ending::out_of_budget;
        --nodes;
        const Cover longer{at.rows | Mask{1} << i, columns, i + 1, at.count + 1};
        if (longer.count == k) {
            if (bit_count(columns) == k && is_irreducible(rows, longer.rows) &&
                visit(longer.rows, columns) == Flow::stop)
                return Ending::limit_reached;
            continue;
        }
        const Ending ending = extend_cover(rows, k, nodes, visit, longer);
        if (ending != Ending::exhausted) return ending;
    }
    return Ending::exhausted;
}

}  // namespace detail

/// Visits every irreducible choice of k rows (k >= 2) that meet exactly k columns, in lexicographic
/// order. Requires at most 32 rows. `nodes` is used up; at 0 the search gives up (out_of_budget).
/// `visit(rows, columns)` answers with a Flow. Cost: at most C(rows, k) nodes, far fewer in
/// practice, since a choice is dropped as soon as it meets more than k columns.
template <class Visit>
Ending visit_closed_sets(std::span<const Mask> rows, std::size_t k, std::uint64_t& nodes,
                         Visit&& visit) {
    return detail::extend_cover(rows, k, nodes, visit, {});
}

}  // namespace clew::logic::inline strategies
