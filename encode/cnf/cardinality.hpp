#pragma once
// Cardinality: how many of some literals are true.
//
//     const std::vector<Lit> more_than = add_counter(x, 4, fresh, add);
//     add({~more_than[3]});                     // at most three
//     assumptions.push_back(~more_than[2]);     // for this call, at most two
//
// The sequential counter [Sinz2005]: a grid of helpers, one row a literal and one column a number,
// in which "more than j of the first i" is handed on from row to row. One bound or another is then
// a unit clause or an assumption. (At most one of a house's places: encoding.hpp, which has four
// ways.)

#include <algorithm>
#include <span>
#include <vector>

#include "encode/cnf/formula.hpp"

namespace clew::cnf {

/// Adds clauses for: if more than j of `x` are true then so is the j-th literal of the result, for
/// j < width (fewer if there are fewer literals). `fresh()` gives a new variable's positive
/// literal, `add(clause)` takes a clause. Cost: |x| * width variables, twice as many clauses.
template <class Fresh, class Add>
std::vector<Lit> add_counter(std::span<const Lit> x, std::size_t width, Fresh&& fresh, Add&& add) {
    std::vector<Lit> before;
    for (std::size_t i = 0; i < x.size(); ++i) {
        std::vector<Lit> now;
        for (std::size_t j = 0; j < std::min(width, i + 1); ++j) {
            now.push_back(fresh());
            if (j < before.size()) add(Clause{~before[j], now[j]});
            if (j == 0)
                add(Clause{~x[i], now[0]});
            else
                add(Clause{~x[i], ~before[j - 1], now[j]});
        }
        before = std::move(now);
    }
    return before;
}

}  // namespace clew::cnf
