#pragma once
// GridSampler: solutions drawn at random, every one with exactly the same chance.
//
//     GridSampler sampler{puzzle, {.threads = 2}};          // costs a count
//     if (sampler.exact() && sampler.total() != 0) {
//         Random random{42};
//         Grid grid = sampler.draw(random);                   // some milliseconds
//         auto many = sampler.draw(1000, random).grids;       // less each
//     }
//
// No rejection and no walk that must be mixed: a solution is chosen by its share of the sum that
// counts. The same seed draws the same grids on every machine.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/processor.hpp"
#include "core/base/random.hpp"
#include "core/board/puzzle.hpp"
#include "solve/exact/u128.hpp"

namespace clew::exact {

struct SamplerOptions {
    Budget budget{};       ///< for the count, and for every draw; max_nodes: terms of each
    unsigned threads = 1;  ///< for the count
    std::optional<InstructionSet> instructions{};  ///< the widest there is, if not said
    /// Called now and then by the calling thread with the share of the count that lies behind.
    std::function<void(double explored)> on_counted{};
    /// Called likewise while draws are made, with how many are.
    std::function<void(std::size_t drawn)> on_drawn{};
};

struct Drawn {
    std::vector<Grid> grids;  ///< fewer than asked for if the work was ended: then none
    Ending ending = Ending::exhausted;
};

class GridSampler {
  public:
    /// Counts. Requires supports(puzzle), threads >= 1, has_instructions(*instructions); the stop
    /// flag must outlive the sampler.
    explicit GridSampler(const Puzzle& puzzle, const SamplerOptions& options = {});
    ~GridSampler();
    GridSampler(GridSampler&&) noexcept;
    GridSampler& operator=(GridSampler&&) noexcept;

    /// False if the count was ended by the budget or the stop flag: nothing can be drawn then.
    bool exact() const { return ending() == Ending::exhausted; }
    Ending ending() const;
    /// The number of solutions, if exact().
    const U128& total() const;

    /// `n` solutions, each uniform and independent of the others. Requires exact() and a total that
    /// is not 0. Cost: about a count's share of one arrangement of the outer stack for each
    /// different one drawn, 20 ms at most.
    Drawn draw(std::size_t n, Random& random) const;
    /// One solution. Requires further that no budget ends the draw.
    Grid draw(Random& random) const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Uniform in 0 .. bound-1. Requires bound > 0.
U128 below(const U128& bound, Random& random);

}  // namespace clew::exact
