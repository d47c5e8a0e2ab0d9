#include "solve/frontier/plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/sorted.hpp"

namespace clew::frontier {
namespace {

using Order = std::vector<Cell>;
using Steps = std::vector<std::size_t>;  // ascending

/// A slot over time.
struct Life {
    Steps sets;   ///< steps whose digit gets the slot
    Steps looks;  ///< steps that ask for it
    std::size_t bit = 0;

    std::size_t first() const { return sets.front(); }
    std::size_t last() const { return looks.back(); }
    /// True if the same steps set it and ask for it: no two cells of a house are alike. Otherwise
    /// one cell sets it, and those that ask need not differ from each other.
    bool is_house() const { return sets == looks; }
    std::size_t set_until(std::size_t step) const {
        return static_cast<std::size_t>(std::ranges::upper_bound(sets, step) - sets.begin());
    }
};

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

std::vector<std::size_t> steps_of(const OpenCells& cells, const Order& order) {
    std::vector<std::size_t> step(cells.digits.size(), nowhere);
    for (std::size_t t = 0; t < order.size(); ++t) step[order[t].index()] = t;
    return step;
}

/// Houses with three open cells or more have a slot each. Of those with two the first cell has one,
/// for all that must differ from it.
std::vector<Life> lives_of(const OpenCells& cells, const Order& order) {
    const std::vector<std::size_t> step = steps_of(cells, order);
    std::vector<Life> lives;
    std::map<std::size_t, Steps> differ;  // by the first cell's step
    for (const HouseInfo& house : cells.geometry->houses()) {
        Steps open;
        for (Cell cell : house.cells)
            if (step[cell.index()] != nowhere) open.push_back(step[cell.index()]);
        std::ranges::sort(open);
        if (open.size() > 2)
            lives.push_back({.sets = open, .looks = open});
        else if (open.size() == 2)
            differ[open[0]].push_back(open[1]);
    }
    for (auto& [first, later] : differ) {
        sort_unique(later);
        lives.push_back({.sets = {first}, .looks = std::move(later)});
    }
    return lives;
}

double log_choose(std::size_t n, std::size_t k) {
    const auto log_factorial = [](std::size_t m) {
        return std::lgamma(static_cast<double>(m) + 1);
    };
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

/// Gives each slot a bit while it is open, and the steps their masks. False if there are too many.
bool assign(std::vector<Life>& lives, std::vector<SweepStep>& steps, std::size_t& width) {
    Slots free = ~Slots{0};
    for (std::size_t t = 0; t < steps.size(); ++t) {
        for (Life& life : lives)
            if (life.first() == t) {
                if (free == 0) return false;
                life.bit = static_cast<std::size_t>(std::countr_zero(free));
                free &= free - 1;
                width = std::max(width, life.bit + 1);
            }
        for (const Life& life : lives) {
            if (life.first() > t || life.last() < t) continue;
            const Slots bit = Slots{1} << life.bit;
            if (std::ranges::binary_search(life.looks, t)) steps[t].forbids |= bit;
            if (std::ranges::binary_search(life.sets, t)) steps[t].sets |= bit;
            if (life.last() == t) {
                steps[t].closes |= bit;
                free |= bit;
            }
        }
    }
    return true;
}

double bound_of(const std::vector<Life>& lives, std::size_t steps, std::size_t digits) {
    double bound = 0;
    for (std::size_t t = 0; t < steps; ++t) {
        double states = -std::lgamma(static_cast<double>(digits) + 1);
        for (const Life& life : lives)
            if (life.first() <= t && t < life.last())
                states += log_choose(digits, life.set_until(t));
        bound += std::exp(std::max(states, 0.0));
    }
    return bound;
}

/// The slots that may change places behind step `t`.
class Alike {
  public:
    Alike(const OpenCells& cells, const Order& order, const std::vector<Life>& lives)
        : cells_(cells),
          order_(order),
          lives_(lives),
          set_by_(order.size()),
          asked_by_(order.size()) {
        for (std::size_t id = 0; id < lives.size(); ++id) {
            for (std::size_t t : lives[id].sets) set_by_[t].push_back(id);
            for (std::size_t t : lives[id].looks) asked_by_[t].push_back(id);
        }
    }

    std::vector<std::vector<std::size_t>> behind(std::size_t t) const {
        std::vector<std::size_t> open;
        for (std::size_t id = 0; id < lives_.size(); ++id)
            if (lives_[id].first() <= t && t < lives_[id].last()) open.push_back(id);
        std::vector<bool> taken(lives_.size(), false);
        std::vector<std::vector<std::size_t>> classes;
        for (std::size_t a : open) {
            if (taken[a]) continue;
            std::vector<std::size_t> bits{lives_[a].bit};
            for (std::size_t b : open)
                if (b > a && !taken[b] &&
                    exchangeable(a, b, t + 1, [](std::size_t, std::size_t) {})) {
                    taken[b] = true;
                    bits.push_back(lives_[b].bit);
                }
            if (bits.size() > 1) classes.push_back(std::move(bits));
        }
        return classes;
    }

    /// Of each step the first whose cell is its like: rows or columns can be exchanged so that the
    /// one comes to stand for the other, and nothing else changes.
    std::vector<std::size_t> cells() const {
        std::vector<std::size_t> like(order_.size());
        std::iota(like.begin(), like.end(), std::size_t{0});
        for (std::size_t a = 0; a < lives_.size(); ++a)
            for (std::size_t b = a + 1; b < lives_.size(); ++b) {
                // Of a slot that one cell sets, that cell would have to be exchanged too.
                if (!lives_[a].is_house() || !lives_[b].is_house()) continue;
                std::vector<std::pair<std::size_t, std::size_t>> pairs;
                if (!exchangeable(a, b, 0, [&](auto x, auto y) { pairs.emplace_back(x, y); }))
                    continue;
                for (const auto& [x, y] : pairs) {
                    const std::size_t one = like[x], other = like[y];
                    for (std::size_t& first : like)
                        if (first == one || first == other) first = std::min(one, other);
                }
            }
        return like;
    }

  private:
    /// The steps from `from` on that ask for a slot.
    std::span<const std::size_t> left(std::size_t id, std::size_t from) const {
        const Steps& looks = lives_[id].looks;
        return {std::ranges::lower_bound(looks, from), looks.end()};
    }
    /// True if each unvisited cell of `a` has one of `b` that allows the same and otherwise sets
    /// and asks for the same slots. Calls pair(step of the one, step of the other), which may be
    /// for nothing.
    template <class Pair>
    bool exchangeable(std::size_t a, std::size_t b, std::size_t from, const Pair& pair) const {
        const auto cells_a = left(a, from), cells_b = left(b, from);
        if (cells_a.size() != cells_b.size()) return false;
        // What the last one sets nobody asks for.
        if (cells_a.size() > 1 && lives_[a].is_house() != lives_[b].is_house()) return false;
        std::vector<bool> used(cells_b.size(), false);
        return std::ranges::all_of(cells_a, [&](std::size_t x) {
            for (std::size_t j = 0; j < cells_b.size(); ++j)
                if (!used[j] && alike_but(x, a, cells_b[j], b)) {
                    pair(x, cells_b[j]);
                    return bool(used[j] = true);
                }
            return false;
        });
    }
    bool alike_but(std::size_t x, std::size_t a, std::size_t y, std::size_t b) const {
        if (cells_.digits[order_[x].index()] != cells_.digits[order_[y].index()]) return false;
        return without(asked_by_[x], a) == without(asked_by_[y], b) &&
               without(set_by_[x], a) == without(set_by_[y], b) &&
               !std::ranges::binary_search(asked_by_[x], b) &&
               !std::ranges::binary_search(asked_by_[y], a);
    }
    static std::vector<std::size_t> without(std::vector<std::size_t> ids, std::size_t id) {
        std::erase(ids, id);
        return ids;
    }

    const OpenCells& cells_;
    const Order& order_;
    const std::vector<Life>& lives_;
    std::vector<std::vector<std::size_t>> set_by_, asked_by_;  // by step, slots by number
};

/// From the last cell back: who is alike in the cells from some step on stands together.
void order_digits(const OpenCells& cells, const Order& order, SweepPlan& plan) {
    const std::size_t size = cells.geometry->size();
    for (std::size_t d = 0; d < size; ++d) plan.digits.emplace_back(d);
    const auto allows = [&](std::size_t t, Digit digit) {
        return cells.digits[order[t].index()].contains(digit);
    };
    std::ranges::stable_sort(plan.digits, [&](Digit a, Digit b) {
        for (std::size_t t = order.size(); t-- > 0;)
            if (allows(t, a) != allows(t, b)) return allows(t, b);
        return false;
    });
    std::vector<std::size_t> first(size, 0);  // nothing unvisited: all alike
    for (std::size_t t = order.size(); t-- > 0;) {
        plan.steps[t].digit_class = first;
        for (std::size_t i = 1; i < size; ++i)
            if (first[i] != i && allows(t, plan.digits[i]) != allows(t, plan.digits[i - 1])) {
                const std::size_t old = first[i];
                for (std::size_t j = i; j < size && first[j] == old; ++j) first[j] = i;
            }
    }
    plan.digit_class = first;
}

std::vector<Order> orders_of(const OpenCells& cells) {
    const Geometry& g = *cells.geometry;
    const std::size_t n = g.size();
    // A strip is so many rows (or columns) that are visited together, line by line across them.
    const auto by_strips = [&](std::size_t high, bool turned) {
        Order order;
        for (std::size_t from = 0; from < n; from += high)
            for (std::size_t along = 0; along < n; ++along)
                for (std::size_t i = from; i < std::min(from + high, n); ++i) {
                    const Cell cell = turned ? g.cell(along, i) : g.cell(i, along);
                    if (cells.digits[cell.index()].size() > 1) order.push_back(cell);
                }
        for (const Cell cell : g.cells().last(g.extra_cells()))
            if (cells.digits[cell.index()].size() > 1) order.push_back(cell);
        return order;
    };
    std::vector<Order> orders{by_strips(1, false), by_strips(1, true)};
    if (const std::optional<BoxShape> boxes = g.spec().boxes) {
        orders.push_back(by_strips(boxes->rows, false));
        orders.push_back(by_strips(boxes->columns, true));
    }
    return orders;
}

}  // namespace

OpenCells open_cells(const Puzzle& puzzle) {
    OpenCells result{.geometry = &puzzle.geometry(), .digits = puzzle.candidates_after_givens()};
    result.contradiction =
        std::ranges::any_of(result.digits, [](DigitSet digits) { return digits.empty(); });
    std::vector<Cell> decided;
    for (std::size_t i = 0; i < result.digits.size(); ++i)
        if (result.digits[i].size() == 1) decided.emplace_back(i);
    for (std::size_t next = 0; next < decided.size() && !result.contradiction; ++next) {
        const Digit digit = result.digits[decided[next].index()].first();
        for (Cell peer : result.geometry->peers(decided[next])) {
            DigitSet& left = result.digits[peer.index()];
            if (!left.contains(digit)) continue;
            left.erase(digit);
            if (left.size() == 1) decided.push_back(peer);
            result.contradiction |= left.empty();
        }
    }
    return result;
}

SweepPlan make_plan(const OpenCells& cells, Route route) {
    struct Candidate {
        Order order;
        std::vector<Life> lives;
        SweepPlan plan;
    };
    std::vector<Candidate> candidates;
    for (Order& order : orders_of(cells)) {
        Candidate c{std::move(order), {}, {}};
        c.lives = lives_of(cells, c.order);
        c.plan.steps.resize(c.order.size());
        c.plan.bound = assign(c.lives, c.plan.steps, c.plan.width)
                           ? bound_of(c.lives, c.order.size(), cells.geometry->size())
                           : std::numeric_limits<double>::infinity();
        candidates.push_back(std::move(c));
    }
    std::ranges::stable_sort(candidates, {}, [](const Candidate& c) { return c.plan.bound; });
    Candidate& chosen = candidates[route == Route::cheapest ? 0 : 1];
    SweepPlan& plan = chosen.plan;
    if (std::isinf(plan.bound)) return std::move(plan);
    const Alike alike{cells, chosen.order, chosen.lives};
    for (std::size_t t = 0; t < plan.steps.size(); ++t) {
        plan.steps[t].cell = chosen.order[t];
        plan.steps[t].alike = alike.behind(t);
    }
    order_digits(cells, chosen.order, plan);
    return std::move(plan);
}

std::vector<std::size_t> like_cells(const OpenCells& cells, const SweepPlan& plan) {
    Order order;
    for (const SweepStep& step : plan.steps) order.push_back(step.cell);
    const std::vector<Life> lives = lives_of(cells, order);
    return Alike{cells, order, lives}.cells();
}

}  // namespace clew::frontier
