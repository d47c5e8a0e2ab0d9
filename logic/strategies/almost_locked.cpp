// Cells of a house are added in order; a branch ends where its digits are more than `largest` + 1.
// A set that lies in two houses is found in both and kept for the first.

#include "logic/strategies/almost_locked.hpp"

#include <algorithm>

namespace clew::logic {
namespace {

class Search {
  public:
    Search(const State& state, std::size_t largest) : state_(state), largest_(largest) {}

    std::vector<AlmostLocked> run() {
        const Layout& layout = state_.layout();
        for (std::size_t h = 0; h < layout.house_count(); ++h) {
            house_ = House{h};
            cells_.clear();
            for (Cell c : layout.cells(house_))
                if (!state_.placed(c) && state_.candidates(c).size() >= 2) cells_.push_back(c);
            chosen_.clear();
            grow(0, {});
        }
        std::ranges::stable_sort(found_, [](const AlmostLocked& a, const AlmostLocked& b) {
            const std::size_t na = a.cells.size();
            const std::size_t nb = b.cells.size();
            if (na != nb) return na < nb;
            return std::lexicographical_compare(a.cells.begin(), a.cells.end(), b.cells.begin(),
                                                b.cells.end());
        });
        return std::move(found_);
    }

  private:
    void grow(std::size_t next, DigitSet digits) {
        if (!chosen_.empty() && digits.size() == chosen_.size() + 1) keep(digits);
        if (chosen_.size() == largest_) return;
        for (std::size_t i = next; i < cells_.size(); ++i) {
            const DigitSet wider = digits | state_.candidates(cells_[i]);
            if (wider.size() > largest_ + 1) continue;
            chosen_.push_back(cells_[i]);
            if (!locked_part(wider)) grow(i + 1, wider);
            chosen_.pop_back();
        }
    }

    // Some of the chosen cells, the last among them, hold as few digits as they are.
    bool locked_part(DigitSet all) const {
        if (all.size() <= chosen_.size()) return true;
        const std::size_t others = chosen_.size() - 1;
        for (std::size_t part = 0; part < (std::size_t{1} << others); ++part) {
            DigitSet digits = state_.candidates(chosen_.back());
            std::size_t n = 1;
            for (std::size_t i = 0; i < others; ++i)
                if ((part >> i & 1U) != 0) {
                    digits |= state_.candidates(chosen_[i]);
                    ++n;
                }
            if (digits.size() <= n) return true;
        }
        return false;
    }

    void keep(DigitSet digits) {
        const Layout& layout = state_.layout();
        AlmostLocked set{house_, layout.none(), digits};
        for (Cell c : chosen_) set.cells.set(c);
        for (const Seat& seat : layout.seats(chosen_.front()))
            if (seat.house < house_ && layout.cells(seat.house).contains(set.cells)) return;
        found_.push_back(std::move(set));
    }

    const State& state_;
    std::size_t largest_;
    House house_{};
    std::vector<Cell> cells_, chosen_;
    std::vector<AlmostLocked> found_;
};

}  // namespace

std::vector<AlmostLocked> almost_locked_sets(const State& state, std::size_t largest) {
    return Search{state, largest}.run();
}

}  // namespace clew::logic
