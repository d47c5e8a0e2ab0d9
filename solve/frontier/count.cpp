#include "solve/frontier/count.hpp"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <optional>
#include <utility>

#include "solve/frontier/canonical.hpp"
#include "solve/frontier/layer.hpp"
#include "solve/frontier/stack_sum.hpp"

namespace clew::frontier {
namespace {

using U128 = boost::multiprecision::uint128_t;
/// Grows as it needs to: the sum over a blank 25x25 has some 1450 bits.
using Big = boost::multiprecision::cpp_int;

constexpr std::size_t few_terms = 2'000;  // a millisecond
constexpr std::size_t most_terms = 1'000'000;
constexpr std::uint64_t nodes_a_term = 100;  // at least
constexpr double cheap_sum = 1e7;            // nodes
constexpr double sum_node_seconds = 60e-9;   // measured
constexpr std::uint64_t first_sweep = 200'000;
constexpr double too_dear = 4;  // sizes of sweeps are known within a factor of three, mostly

class Sweep {
  public:
    Sweep(const OpenCells& cells, const SweepPlan& plan, const SweepOptions& options)
        : cells_(cells), plan_(plan), options_(options), size_(plan.digits.size()) {}

    SweepReport run() {
        Layer<U128> start{size_, plan_.width};
        start.add(std::array<Slots, max_size>{}, U128{1}, 1);
        go_on(std::move(start), 0);
        return std::move(report_);
    }

  private:
    /// Numbers of 128 bits as long as they are enough.
    template <class Number>
    void go_on(Layer<Number> layer, std::size_t step) {
        for (std::size_t t = step; t < plan_.steps.size(); ++t) {
            if constexpr (std::is_same_v<Number, U128>)
                if (sum(layer) >> 122 != 0) return go_on(Layer<Big>{layer}, t);
            Layer<Number> next{size_, plan_.width};
            if (!fill(layer, t, next)) return;
            layer = std::move(next);
            report_.explored = static_cast<double>(t + 1) / static_cast<double>(plan_.steps.size());
            if (options_.on_progress) options_.on_progress(report_.explored);
        }
        report_.solutions = Count::parse(sum(layer).str()).value_or(Count{});
        report_.explored = 1;
    }

    template <class Number>
    static Number sum(const Layer<Number>& layer) {
        Number all{0};
        for (std::size_t i = 0; i < layer.size(); ++i) all += layer.ways(i);
        return all;
    }

    /// False if the work was ended.
    template <class Number>
    bool fill(const Layer<Number>& from, std::size_t t, Layer<Number>& to) {
        const SweepStep& step = plan_.steps[t];
        const DigitSet allowed = cells_.digits[step.cell.index()];
        const std::vector<std::size_t>& classes =
            t == 0 ? plan_.digit_class : plan_.steps[t - 1].digit_class;
        std::array<Slots, max_size> state{}, next{};
        for (std::size_t i = 0; i < from.size(); ++i) {
            if (i % 256 == 0 && !may_go_on(to.size())) return false;
            from.get(i, state);
            for (std::size_t d = 0, same = 1; d < size_; d += same) {
                // Like digits in the same slots lead to the same: one stands for all.
                for (same = 1; d + same < size_ && classes[d + same] == classes[d] &&
                               state[d + same] == state[d];)
                    ++same;
                if (!allowed.contains(plan_.digits[d]) || (state[d] & step.forbids) != 0) continue;
                for (std::size_t e = 0; e < size_; ++e) next[e] = state[e] & ~step.closes;
                next[d] |= step.sets & ~step.closes;
                make_canonical(std::span(next).first(size_), step);
                to.add(next, from.ways(i), static_cast<std::uint32_t>(same));
                ++report_.nodes;
            }
        }
        return true;
    }

    bool may_go_on(std::size_t states) {
        if (options_.budget.stopped())
            report_.ending = Ending::interrupted;
        else if (report_.nodes >= options_.budget.max_nodes || states > options_.most_states)
            report_.ending = Ending::out_of_budget;
        return report_.ending == Ending::exhausted;
    }

    const OpenCells& cells_;
    const SweepPlan& plan_;
    const SweepOptions& options_;
    const std::size_t size_;
    SweepReport report_;
};

/// The two ways to count one puzzle.
class Ways {
  public:
    Ways(const Puzzle& puzzle, const SweepOptions& options)
        : puzzle_(puzzle),
          options_(options),
          may_sum_(options.route != Route::second && StackSum::supports(puzzle)),
          cells_(open_cells(puzzle)) {}

    SweepReport count() {
        if (const auto sum = listed(few_terms); sum && sum->cost() <= cheap_sum) return by(*sum);
        if (cells_.contradiction) return {.explored = 1};
        plan_ = make_plan(cells_, options_.route);
        if (!std::isinf(plan_.bound)) {
            SweepOptions quiet = options_;  // what comes next would begin at nothing again
            quiet.on_progress = {};
            const SweepReport first = sweep(quiet, first_sweep);
            if (first.ending != Ending::out_of_budget || first.nodes < first_sweep) return first;
        }
        SweepSize size = std::isinf(plan_.bound) ? SweepSize{HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL}
                                                 : size_of(cells_, plan_);
        const bool swept = size.begins = may_sweep(size);
        if (const auto sum = listed(most_terms)) {
            const double nodes = sum->cost(), seconds = nodes * sum_node_seconds / threads();
            if (nodes <= static_cast<double>(options_.budget.max_nodes) &&
                (!swept || seconds < size.seconds))
                return told({.nodes = nodes, .seconds = seconds}) ? by(*sum) : stopped();
        }
        if (options_.budget.stopped() || !told(size)) return stopped();
        return swept ? sweep(options_, unlimited) : SweepReport{.ending = Ending::out_of_budget};
    }

  private:
    double threads() const { return static_cast<double>(std::max(options_.threads, 1U)); }
    SweepReport stopped() const { return {.ending = Ending::interrupted}; }
    bool told(const SweepSize& price) const {
        return !options_.on_price || options_.on_price(price) == Flow::go_on;
    }
    std::optional<StackSum> listed(std::size_t most) const {
        if (!may_sum_) return std::nullopt;
        most = std::min<std::size_t>(most, options_.budget.max_nodes / nodes_a_term);
        StackSum sum{puzzle_, most, options_.budget};
        return sum.listed() ? std::optional{std::move(sum)} : std::nullopt;
    }
    SweepReport by(const StackSum& sum) const {
        return sum.count({.budget = options_.budget,
                          .threads = options_.threads,
                          .on_progress = options_.on_progress});
    }
    /// True unless it is sure to need more states or nodes than it may have.
    bool may_sweep(const SweepSize& size) const {
        const auto nodes =
            static_cast<double>(std::min(options_.budget.max_nodes, options_.most_swept));
        return size.states <= too_dear * static_cast<double>(options_.most_states) &&
               size.nodes <= too_dear * nodes;
    }
    SweepReport sweep(SweepOptions options, std::uint64_t most_nodes) const {
        options.budget.max_nodes =
            std::min({options.budget.max_nodes, options.most_swept, most_nodes});
        return Sweep{cells_, plan_, options}.run();
    }

    const Puzzle& puzzle_;
    const SweepOptions& options_;
    const bool may_sum_;
    const OpenCells cells_;
    SweepPlan plan_;
};

}  // namespace

bool supports(const Puzzle& puzzle) { return puzzle.rules().empty(); }

SweepReport count(const Puzzle& puzzle, const SweepOptions& options) {
    refuse_rules(puzzle, "the frontier count");
    return Ways{puzzle, options}.count();
}

CandidateReport marginals(const Puzzle& puzzle, const SweepOptions& options) {
    CandidateReport result{count(puzzle, options), {}};
    if (!result.exact()) return result;
    const Geometry& geometry = puzzle.geometry();
    std::vector<Count> counts(geometry.candidate_count());
    const auto count_of = [&](Cell cell, Digit digit) -> Count& {
        return counts[geometry.candidate_index({cell, digit})];
    };
    if (result.solutions != Count{}) {
        const OpenCells cells = open_cells(puzzle);
        for (std::size_t i = 0; i < cells.digits.size(); ++i)
            if (cells.digits[i].size() == 1)
                count_of(Cell{i}, cells.digits[i].first()) = result.solutions;
        const SweepPlan plan = make_plan(cells, options.route);
        const std::vector<std::size_t> like_steps = like_cells(cells, plan);
        for (std::size_t t = 0; t < plan.steps.size(); ++t) {
            const Cell cell = plan.steps[t].cell, like = plan.steps[like_steps[t]].cell;
            for (std::size_t d = 0; d < plan.digits.size(); ++d) {
                const Digit digit = plan.digits[d], same = plan.digits[plan.digit_class[d]];
                if (!cells.digits[cell.index()].contains(digit)) continue;
                if (cell != like || digit != same) {
                    count_of(cell, digit) = count_of(like, same);
                    continue;
                }
                Puzzle with = puzzle;
                with.set_given(cell, digit);
                SweepOptions rest = options;
                rest.on_progress = {};
                rest.on_price = {};
                if (rest.budget.max_nodes != unlimited)
                    rest.budget.max_nodes -= std::min(rest.budget.max_nodes, result.nodes);
                const SweepReport one = count(with, rest);
                result.nodes += one.nodes;
                if (!one.exact()) {
                    result.ending = one.ending;
                    return result;
                }
                count_of(cell, digit) = one.solutions;
            }
            if (options.on_progress)
                options.on_progress(static_cast<double>(t + 1) /
                                    static_cast<double>(plan.steps.size()));
        }
    }
    result.counts = std::move(counts);
    return result;
}

}  // namespace clew::frontier
