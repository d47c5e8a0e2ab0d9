#include "solve/frontier/canonical.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "core/board/types.hpp"

namespace clew::frontier {
namespace {

/// A hash of one word [Pelle Evensen's moremur]; the same everywhere.
std::uint64_t mixed(std::uint64_t x) {
    x ^= x >> 27;
    x *= 0x3c79ac492ba7b653U;
    x ^= x >> 33;
    x *= 0x1c69b3f74ac4ae35U;
    return x ^ (x >> 27);
}

class Colours {
  public:
    Colours(std::span<const Slots> state, const SweepStep& step) : state_(state), step_(step) {
        for (std::size_t slot = 0; slot < slots_.size(); ++slot) slots_[slot] = mixed(slot + 1);
        for (const auto& like : step.alike)
            for (std::size_t slot : like) slots_[slot] = mixed(like.front() + slots_.size() + 1);
        refine();
        while (part_a_tie()) refine();
    }
    std::uint64_t of_slot(std::size_t slot) const { return slots_[slot]; }

  private:
    void refine() {
        for (int round = 0; round < 2; ++round) {
            for (std::size_t d = 0; d < state_.size(); ++d) {
                std::uint64_t sum = step_.digit_class[d];
                for (Slots in = state_[d]; in != 0; in &= in - 1)
                    sum += mixed(slots_[static_cast<std::size_t>(std::countr_zero(in))]);
                digits_[d] = mixed(sum);
            }
            for (const auto& like : step_.alike)
                for (std::size_t slot : like) {
                    std::uint64_t sum = 0;
                    for (std::size_t d = 0; d < state_.size(); ++d)
                        if ((state_[d] >> slot & 1) != 0) sum += digits_[d];
                    slots_[slot] = mixed(slots_[slot] + mixed(sum));
                }
        }
    }
    /// Gives one of the slots of the lowest tied colour a colour of its own; false if none is tied.
    bool part_a_tie() {
        for (const auto& like : step_.alike) {
            const std::size_t none = slots_.size();
            std::size_t tied = none;
            for (std::size_t a = 0; a < like.size(); ++a)
                for (std::size_t b = a + 1; b < like.size(); ++b)
                    if (slots_[like[a]] == slots_[like[b]] &&
                        (tied == none || slots_[like[a]] < slots_[tied]))
                        tied = like[a];
            if (tied == none) continue;
            slots_[tied] = mixed(~slots_[tied]);
            return true;
        }
        return false;
    }

    std::span<const Slots> state_;
    const SweepStep& step_;
    std::array<std::uint64_t, most_slots> slots_{};
    std::array<std::uint64_t, max_size> digits_{};
};

}  // namespace

void make_canonical(std::span<Slots> state, const SweepStep& step) {
    if (!step.alike.empty()) {
        const Colours colours{state, step};
        Slots moved = 0;
        std::array<std::size_t, most_slots> from{};
        for (const auto& like : step.alike) {
            std::array<std::size_t, most_slots> sorted{};
            const auto end = std::ranges::copy(like, sorted.begin()).out;
            std::sort(sorted.begin(), end, [&](std::size_t a, std::size_t b) {
                return colours.of_slot(a) < colours.of_slot(b);
            });
            for (std::size_t i = 0; i < like.size(); ++i) {
                from[like[i]] = sorted[i];
                moved |= Slots{1} << like[i];
            }
        }
        for (Slots& slots : state) {
            Slots now = slots & ~moved;
            for (Slots left = moved; left != 0; left &= left - 1) {
                const auto to = static_cast<std::size_t>(std::countr_zero(left));
                now |= (slots >> from[to] & 1) << to;
            }
            slots = now;
        }
    }
    for (std::size_t i = 1; i < state.size(); ++i) {
        const Slots slots = state[i];
        std::size_t at = i;
        for (; at > step.digit_class[i] && state[at - 1] > slots; --at) state[at] = state[at - 1];
        state[at] = slots;
    }
}

}  // namespace clew::frontier
