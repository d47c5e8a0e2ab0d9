// Counts come first, for they tell everything else: a candidate is in some solution if its count is
// not 0, in all if it is the total. Only where they are not wanted, or were not finished, is the
// smaller question asked.

#include "setter/density.hpp"

#include <cmath>
#include <utility>

#include "core/base/contract.hpp"
#include "solve/candidates.hpp"

namespace clew::setter {

double Density::share(Candidate c) const {
    return total_ == Count{} ? 0 : of(c).to_double() / total_.to_double();
}

std::size_t Density::backbone_size() const {
    std::size_t n = 0;
    for (const Cell cell : geometry_->cells()) n += possible(cell).size() == 1 ? 1 : 0;
    return n;
}

double Density::entropy(Cell cell) const {
    double bits = 0;
    for (std::size_t d = 0; d < geometry_->size(); ++d) {
        const double p = share({cell, Digit{d}});
        if (p > 0 && p < 1) bits -= p * std::log2(p);
    }
    return bits;
}

Density density(const Puzzle& puzzle, const DensityOptions& options) {
    const Geometry& geometry = puzzle.geometry();
    CLEW_REQUIRE(options.engine == Engine::automatic || can_count(options.engine, puzzle),
                 "density: this engine cannot count on this board");
    Density result{puzzle.geometry_ptr()};
    if (options.counting == Counting::counts) {
        CandidateCounts counts = count_candidates(puzzle, {.engine = options.engine,
                                                           .budget = options.budget,
                                                           .threads = options.threads,
                                                           .on_progress = options.on_progress});
        result.engine_ = counts.total.engine;
        result.ending_ = counts.total.ending;
        if (counts.total.exact()) {
            result.total_ = counts.total.solutions;
            result.counts_ = std::move(counts.of);
        }
    }
    if (result.counted()) {
        result.possible_.resize(geometry.cell_count());
        for (std::size_t i = 0; i < result.counts_.size(); ++i)
            if (result.counts_[i] != Count{}) {
                const Candidate c = geometry.candidate(i);
                result.possible_[c.cell.index()].insert(c.digit);
            }
    } else {
        std::function<void(double)> tell;
        if (options.on_progress)
            tell = [&](double explored) {
                options.on_progress({.explored = explored}, Engine::sat);
            };
        TrueCandidates t = true_candidates(puzzle, {.stop = options.budget.stop}, tell);
        if (t.ending == Ending::exhausted)
            result.possible_ = std::move(t.digits);
        else
            result.ending_ = t.ending;
    }
    return result;
}

}  // namespace clew::setter
