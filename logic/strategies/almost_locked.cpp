// Cells of a house are added in order; a branch ends where its digits are more than `largest` + 1,
// or where a part of the cells is locked. The unions of all parts are kept and doubled by each new
// cell. A set that lies in two houses is found in both and kept for the first.

#include "logic/strategies/almost_locked.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

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
            for (Cell c : layout.cells(house_) & state_.open())
                if (state_.candidates(c).size() >= 2) cells_.push_back(c);
            chosen_ = layout.none();
            parts_.assign(1, {});
            grow(0, 0);
        }
        return in_order();
    }

  private:
    // `parts_` holds the digits of every part of the `count` chosen cells: bit i for the i-th.
    void grow(std::size_t next, std::size_t count) {
        const DigitSet digits = parts_.back();
        if (count != 0 && digits.size() == count + 1) keep(digits, count);
        if (count == largest_) return;
        for (std::size_t i = next; i < cells_.size(); ++i) {
            const DigitSet more = state_.candidates(cells_[i]);
            if ((digits | more).size() > largest_ + 1) continue;
            if (leaves_no_part_locked(more)) {
                chosen_.set(cells_[i]);
                grow(i + 1, count + 1);
                chosen_.reset(cells_[i]);
            }
            parts_.resize(std::size_t{1} << count);
        }
    }

    // Whether every part that a cell with these digits joins holds more digits than it has cells.
    bool leaves_no_part_locked(DigitSet more) {
        const std::size_t before = parts_.size();
        for (std::size_t part = 0; part < before; ++part) {
            const DigitSet wider = parts_[part] | more;
            if (wider.size() <= bit_count(std::uint64_t{part}) + 1) return false;
            parts_.push_back(wider);
        }
        return true;
    }

    void keep(DigitSet digits, std::size_t count) {
        const Layout& layout = state_.layout();
        for (const Seat& seat : layout.seats(chosen_.first()))
            if (seat.house < house_ && layout.cells(seat.house).contains(chosen_)) return;
        found_.push_back({house_, chosen_, digits});
        sizes_.push_back(count);
    }

    std::vector<AlmostLocked> in_order() const {
        std::vector<std::uint32_t> order(found_.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
            if (sizes_[a] != sizes_[b]) return sizes_[a] < sizes_[b];
            return found_[a].cells.listed_before(found_[b].cells);
        });
        std::vector<AlmostLocked> sorted;
        sorted.reserve(order.size());
        for (std::uint32_t i : order) sorted.push_back(found_[i]);
        return sorted;
    }

    const State& state_;
    std::size_t largest_;
    House house_{};
    std::vector<Cell> cells_;
    CellSet chosen_;
    std::vector<DigitSet> parts_;
    std::vector<AlmostLocked> found_;
    std::vector<std::size_t> sizes_;  // cells of each found
};

}  // namespace

std::shared_ptr<const std::vector<AlmostLocked>> almost_locked_sets(const State& state,
                                                                    std::size_t largest) {
    struct Known {
        State state;
        std::size_t largest;
        std::shared_ptr<const std::vector<AlmostLocked>> sets;
    };
    thread_local std::unique_ptr<Known> last;
    if (last == nullptr || last->largest != largest ||
        last->state.geometry_ptr() != state.geometry_ptr() || last->state != state)
        last = std::make_unique<Known>(
            Known{state, largest,
                  std::make_shared<const std::vector<AlmostLocked>>(Search{state, largest}.run())});
    return last->sets;
}

}  // namespace clew::logic
