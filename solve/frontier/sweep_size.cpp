#include "solve/frontier/sweep_size.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "core/base/random.hpp"

namespace clew::frontier {
namespace {

constexpr std::size_t particles = 300;
constexpr std::uint64_t seed = 20261129;
constexpr int most_steps_back = 60;               // looked at to see whether a state is met at all
constexpr std::uint64_t most_looks = 10'000'000;  // steps taken back in all: about a second
// Measured.
constexpr double node_seconds = 250e-9, seconds_a_place = 16e-9;

using State = std::array<Slots, max_size>;

double log_factorial(std::size_t n) { return std::lgamma(static_cast<double>(n) + 1); }

class Particles {
  public:
    Particles(const OpenCells& cells, const SweepPlan& plan)
        : cells_(cells),
          plan_(plan),
          size_(plan.digits.size()),
          closing_(plan.steps.size()),
          states_(particles),
          weights_(particles) {
        find_closing();
    }

    SweepSize run() {
        SweepSize result{.sure = sure_};
        double log_states = 0;  // of those with all digits and slots told apart
        for (std::size_t t = 0; t < plan_.steps.size(); ++t) {
            const double like = log_like(t);
            double states = 0, edges = 0, all = 0;
            for (std::size_t k = 0; k < particles; ++k) {
                const auto [names, ways] = names_and_ways(states_[k], t);
                states += names / particles;
                edges += names * ways / particles;
                weights_[k] = go_on(states_[k], t);
                all += weights_[k];
            }
            const double scale = std::exp(log_states - like);
            const double nodes = std::max(1.0, scale * edges);
            result.nodes += nodes;
            result.states = std::max(result.states, scale * states);
            result.seconds += nodes * (node_seconds + seconds_a_place * places(t));
            if (looks_ > most_looks) result.sure = false;
            if (looks_ > most_looks || !(all > 0)) break;  // or no way leads to the end
            log_states += std::log(all / particles);
            draw_again(all);
        }
        const std::size_t words = (size_ * plan_.width + 63) / 64;
        result.bytes = 2 * result.states * static_cast<double>(8 * words + 48);
        return result;
    }

  private:
    /// What a slot that closes had: so many of the digits that its cells allow.
    struct Closing {
        Slots bit = 0;
        std::size_t held = 0;
        std::vector<bool> may{};  // per digit, in the plan's order
    };

    bool allows(std::size_t t, std::size_t d) const {
        return cells_.digits[plan_.steps[t].cell.index()].contains(plan_.digits[d]);
    }
    void find_closing() {
        std::array<Closing, most_slots> open;
        for (std::size_t t = 0; t < plan_.steps.size(); ++t) {
            const SweepStep& step = plan_.steps[t];
            for (Slots left = step.closes; left != 0; left &= left - 1)
                closing_[t].push_back(open[static_cast<std::size_t>(std::countr_zero(left))]);
            for (Slots left = step.sets; left != 0; left &= left - 1) {
                Closing& slot = open[static_cast<std::size_t>(std::countr_zero(left))];
                slot.bit = left & (~left + 1);
                ++slot.held;
                slot.may.resize(size_);
                for (std::size_t d = 0; d < size_; ++d) slot.may[d] = slot.may[d] || allows(t, d);
            }
            for (Slots left = step.closes; left != 0; left &= left - 1)
                open[static_cast<std::size_t>(std::countr_zero(left))] = {};
        }
        for (const std::vector<Closing>& slots : closing_)
            for (const Closing& slot : slots)
                sure_ = sure_ && (slot.held + 1 >=
                                  static_cast<std::size_t>(std::ranges::count(slot.may, true)));
    }

    const std::vector<std::size_t>& classes(std::size_t t) const {
        return t == 0 ? plan_.digit_class : plan_.steps[t - 1].digit_class;
    }
    /// The exchanges of like digits and slots before step t, as a logarithm.
    double log_like(std::size_t t) const {
        double sum = 0;
        for (std::size_t d = 0; d < size_; ++d)
            if (classes(t)[d] == d)
                sum += log_factorial(static_cast<std::size_t>(std::ranges::count(classes(t), d)));
        if (t > 0)
            for (const auto& slots : plan_.steps[t - 1].alike) sum += log_factorial(slots.size());
        return sum;
    }
    /// What a colour is given to behind step t: like slots, by digits.
    double places(std::size_t t) const {
        std::size_t slots = 0;
        for (const auto& like : plan_.steps[t].alike) slots += like.size();
        return static_cast<double>(slots * size_);
    }
    bool fits(const State& state, std::size_t t, std::size_t d) const {
        return allows(t, d) && (state[d] & plan_.steps[t].forbids) == 0;
    }
    /// In how many ways like digits can change names and leave the state as it is, and in how many
    /// that are not alike it goes on.
    std::pair<double, double> names_and_ways(const State& state, std::size_t t) const {
        double log_names = 0, ways = 0;
        for (std::size_t d = 0; d < size_; ++d) {
            const auto like = [&](std::size_t e) {
                return classes(t)[e] == classes(t)[d] && state[e] == state[d];
            };
            std::size_t before = 0;
            while (before < d && !like(before)) ++before;
            if (before < d) continue;
            std::size_t same = 0;
            for (std::size_t e = d; e < size_; ++e) same += like(e) ? 1 : 0;
            log_names += log_factorial(same);
            if (fits(state, t, d)) ++ways;
        }
        return {std::exp(log_names), ways};
    }
    /// Takes a step; what the state counts for now.
    double go_on(State& state, std::size_t t) {
        const SweepStep& step = plan_.steps[t];
        std::array<std::size_t, max_size> ways{};
        std::size_t n = 0;
        for (std::size_t d = 0; d < size_; ++d)
            if (fits(state, t, d)) ways[n++] = d;
        if (n == 0) return 0;
        for (std::size_t d = 0; d < size_; ++d) state[d] &= ~step.closes;
        state[ways[random_.below(n)]] |= step.sets & ~step.closes;
        std::size_t came_from = 0;
        before(state, t, [&](const State& earlier) {
            int left = most_steps_back;
            came_from += is_met(earlier, t, left) ? 1 : 0;
            return Flow::go_on;
        });
        return static_cast<double>(n) / static_cast<double>(std::max<std::size_t>(came_from, 1));
    }
    /// True if the sweep comes to the state before step t, or if that takes too long to see.
    bool is_met(const State& state, std::size_t t, int& left) {
        if (t == 0 || --left < 0) return true;
        return before(state, t - 1, [&](const State& earlier) {
                   return is_met(earlier, t - 1, left) ? Flow::stop : Flow::go_on;
               }) == Flow::stop;
    }
    /// The states from which step t leads to `state`, until `each` says stop.
    template <class Each>
    Flow before(const State& state, std::size_t t, const Each& each) {
        const SweepStep& step = plan_.steps[t];
        const Slots gets = step.sets & ~step.closes;
        for (std::size_t d = 0; d < size_; ++d) {
            if (!allows(t, d) || (state[d] & gets) != gets) continue;
            State earlier = state;
            earlier[d] &= ~step.sets;
            if ((earlier[d] & step.forbids) == 0 && reopen(earlier, t, d, 0, each) == Flow::stop)
                return Flow::stop;
        }
        return Flow::go_on;
    }
    /// Gives back the slots that digit `d` closes at step t, from the `at`th on.
    template <class Each>
    Flow reopen(const State& state, std::size_t t, std::size_t d, std::size_t at,
                const Each& each) {
        if (++looks_ > most_looks) return Flow::stop;
        if (at == closing_[t].size()) return each(state);
        const Closing& slot = closing_[t][at];
        std::vector<std::size_t> others;
        for (std::size_t e = 0; e < size_; ++e)
            if (e != d && slot.may[e]) others.push_back(e);
        if (others.size() < slot.held) return Flow::go_on;
        std::vector<char> holds(others.size());  // the first of all choices
        std::fill_n(holds.rbegin(), slot.held, 1);
        do {
            State earlier = state;
            for (std::size_t i = 0; i < others.size(); ++i)
                if (holds[i] != 0) earlier[others[i]] |= slot.bit;
            if (reopen(earlier, t, d, at + 1, each) == Flow::stop) return Flow::stop;
        } while (std::ranges::next_permutation(holds).found);
        return Flow::go_on;
    }
    /// As many particles as before, by weight.
    void draw_again(double all) {
        const double each = all / particles;
        double at = each * static_cast<double>(random_.below(1 << 20)) / (1 << 20);
        double passed = weights_[0];
        std::vector<State> drawn(particles);
        std::size_t from = 0;
        for (State& state : drawn) {
            while (passed <= at && from + 1 < particles) passed += weights_[++from];
            state = states_[from];
            at += each;
        }
        states_ = std::move(drawn);
    }

    const OpenCells& cells_;
    const SweepPlan& plan_;
    const std::size_t size_;
    std::vector<std::vector<Closing>> closing_;  // per step
    std::vector<State> states_;
    std::vector<double> weights_;
    bool sure_ = true;
    std::uint64_t looks_ = 0;
    Random random_{seed};
};

}  // namespace

SweepSize size_of(const OpenCells& cells, const SweepPlan& plan) {
    return Particles{cells, plan}.run();
}

}  // namespace clew::frontier
