// Counts come first, for they tell everything else: a candidate is in some solution if its count is
// not 0, in all if it is the total. Only where they are not wanted, or were not finished, does the
// SAT session answer the smaller question.
//
// Which engine counts: forecast() compares the search tree with the exact sum; marginals cost three
// to four sums [encode/exact/marginals.hpp], so the sum must be that much cheaper.

#include "encode/setter/density.hpp"

#include <cmath>

#include "encode/base/contract.hpp"
#include "encode/exact/marginals.hpp"
#include "encode/sat/backbone.hpp"
#include "encode/solve/forecast.hpp"

namespace clew::setter {
namespace {

Engine choose(const Puzzle& puzzle, Engine wished) {
    if (wished != Engine::automatic) return wished;
    if (!puzzle.is_plain_classic()) return Engine::search;
    const Forecast cost = forecast(puzzle);
    return 3.5 * cost.exact_cost < cost.search_cost ? Engine::exact : Engine::search;
}

}  // namespace

double Density::share(Candidate c) const {
    return total_ == Count{} ? 0 : of(c).to_double() / total_.to_double();
}

std::size_t Density::backbone_size() const {
    std::size_t n = 0;
    for (DigitSet digits : possible_) n += digits.size() == 1 ? 1 : 0;
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
        result.engine_ = choose(puzzle, options.engine);
        if (result.engine_ == Engine::exact) {
            Budget budget = options.budget;
            if (budget.max_nodes != unlimited) budget.max_nodes = terms_for_nodes(budget.max_nodes);
            const exact::Marginals m =
                exact::marginals(puzzle, {.budget = budget, .threads = options.threads});
            result.ending_ = m.ending;
            if (m.exact()) {
                result.total_ = Count::from_u128(m.total.high, m.total.low);
                for (const exact::U128& n : m.counts)
                    result.counts_.push_back(Count::from_u128(n.high, n.low));
            }
        } else {
            std::vector<std::uint64_t> counts(geometry.candidate_count());
            const CountResult listed = clew::enumerate(
                puzzle,
                {.engine = result.engine_, .budget = options.budget, .threads = options.threads},
                [&](const Grid& grid) {
                    for (std::size_t i = 0; i < grid.cell_count(); ++i)
                        ++counts[geometry.candidate_index({Cell{i}, grid[Cell{i}]})];
                    return Flow::go_on;
                });
            result.ending_ = listed.ending;
            if (listed.exact()) {
                result.total_ = listed.count;
                result.counts_.assign(counts.begin(), counts.end());
            }
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
        const sat::TrueCandidates t = sat::true_candidates(puzzle, {.stop = options.budget.stop});
        if (t.ending == Ending::exhausted)
            result.possible_ = t.digits;
        else
            result.ending_ = t.ending;
    }
    return result;
}

}  // namespace clew::setter
