#pragma once
// Hitting sets: the smallest choices of elements that meet every one of some sets.
//
//     HittingSets problem({{0, 1}, {1, 2}, {3}});
//     problem.lower_bound()                        // 2: {0, 1} and {3} are disjoint
//     problem.of_size(2, budget, [](auto chosen) { ...; return Flow::go_on; });   // {1, 3}
//
// Unavoidable sets and the differences of solutions are such sets, cells their elements: a choice
// of clue cells that meets them all leaves one solution.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/base/outcome.hpp"

namespace clew::setter {

/// A set of element numbers, ascending.
using ElementSet = std::vector<std::size_t>;

/// The sets that contain no other of them, each once; by size, then in order. Cost: quadratic.
std::vector<ElementSet> minimal_sets(std::vector<ElementSet> sets);

/// Immutable once made: several threads may ask one at once.
class HittingSets {
  public:
    /// Elements below 640. Errors: ContractViolation for larger ones.
    explicit HittingSets(const std::vector<ElementSet>& sets);

    /// A number of elements that every hitting set has at least: disjoint sets, greedily chosen.
    std::size_t lower_bound() const;

    /// Hands out every *minimal-by-construction* hitting set of at most `size` elements: each one
    /// of exactly the smallest size is handed out once, in a fixed order. Call with ascending sizes
    /// from lower_bound() on; the first size that hands something out is the smallest, and all of
    /// that size are then known. `nodes` is counted up; out_of_budget when it passes
    /// budget.max_nodes.
    Ending of_size(std::size_t size, const Budget& budget, std::uint64_t& nodes,
                   const std::function<Flow(std::span<const std::size_t>)>& sink) const;

  private:
    std::vector<ElementSet> sets_;
    bool has_empty_ = false;
};

}  // namespace clew::setter
