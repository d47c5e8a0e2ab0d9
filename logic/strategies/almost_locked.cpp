// Cells of a house are added in order; a branch ends where its digits are more than `largest` + 1,
// or where a part of the cells is locked. A set that lies in two houses is found in both and kept
// for the first. Houses that are as they were when the thread asked last keep their sets.

#include "logic/strategies/almost_locked.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "logic/strategies/barren.hpp"
#include "logic/strategies/matrix_cover.hpp"

namespace clew::logic::inline strategies {
namespace {

struct Sized {
    std::size_t size;  // cells
    AlmostLocked set;
};

// The sets that are kept for one house.
class Search {
  public:
    Search(const State& state, std::size_t largest, House house)
        : state_(state), largest_(largest), house_(house) {}

    std::vector<Sized> run() {
        const Layout& layout = state_.layout();
        for (Cell c : layout.cells(house_) & state_.open())
            if (state_.candidates(c).size() >= 2) cells_.push_back(c);
        chosen_ = layout.none();
        grow(0, 0);
        return std::move(found_);
    }

  private:
    void grow(std::size_t next, std::size_t count) {
        const DigitSet digits = DigitSet::from_bits(rows_.columns());
        if (count != 0 && digits.size() == count + 1) keep(digits, count);
        if (count == largest_) return;
        for (std::size_t i = next; i < cells_.size(); ++i) {
            const DigitSet more = state_.candidates(cells_[i]);
            if ((digits | more).size() > largest_ + 1 || !rows_.add(more.bits())) continue;
            chosen_.set(cells_[i]);
            grow(i + 1, count + 1);
            chosen_.reset(cells_[i]);
            rows_.drop();
        }
    }

    void keep(DigitSet digits, std::size_t count) {
        const Layout& layout = state_.layout();
        for (const HousePosition& seat : layout.seats(chosen_.first()))
            if (seat.house < house_ && layout.cells(seat.house).contains(chosen_)) return;
        found_.push_back({count, {house_, chosen_, digits}});
    }

    const State& state_;
    std::size_t largest_;
    House house_;
    std::vector<Cell> cells_;
    CellSet chosen_;
    UnlockedRows rows_;  // the chosen cells
    std::vector<Sized> found_;
};

std::vector<AlmostLocked> in_order(const std::vector<std::vector<Sized>>& by_house) {
    std::vector<const Sized*> all;
    for (const std::vector<Sized>& of : by_house)
        for (const Sized& sized : of) all.push_back(&sized);
    std::ranges::sort(all, [](const Sized* a, const Sized* b) {
        if (a->size != b->size) return a->size < b->size;
        return a->set.cells.listed_before(b->set.cells);
    });
    std::vector<AlmostLocked> sets;
    sets.reserve(all.size());
    for (const Sized* sized : all) sets.push_back(sized->set);
    return sets;
}

}  // namespace

std::shared_ptr<const std::vector<AlmostLocked>> almost_locked_sets(const State& state,
                                                                    std::size_t largest) {
    struct Known {
        std::size_t largest = 0;
        std::uint64_t when = 0;
        std::vector<std::vector<Sized>> by_house;
        std::shared_ptr<const std::vector<AlmostLocked>> sets;
    };
    thread_local Known last;
    const History& history = History::of(state);
    if (last.largest != largest) last = {largest, 0, {}, nullptr};
    if (last.when == history.now()) return last.sets;
    last.by_house.resize(state.layout().house_count());
    for (std::size_t h = 0; h < last.by_house.size(); ++h)
        if (history.since(House{h}) > last.when)
            last.by_house[h] = Search{state, largest, House{h}}.run();
    last.when = history.now();
    last.sets = std::make_shared<const std::vector<AlmostLocked>>(in_order(last.by_house));
    return last.sets;
}

}  // namespace clew::logic::inline strategies
