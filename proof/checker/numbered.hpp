#pragma once
// Numbered: values by the numbers that a text gives them, in memory that grows with the text and
// not with the numbers in it.
//
//     Numbered<Slot> clauses;
//     clauses[7] = slot;              // made if it was not named before
//     clauses.at(7), clauses.at(8)    // the second is Slot{}
//
// Numbers with few gaps are places of an array, those far behind all others stand in a map. (An
// array alone costs gigabytes for a line that names the variable 2^24.)

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace clew::proof::inline checker {

template <class T>
class Numbered {
  public:
    /// T{} for what was not named.
    const T& at(std::uint64_t number) const {
        static const T none{};
        if (number < near_.size()) return near_[number];
        if (far_.empty()) return none;
        const auto found = far_.find(number);
        return found == far_.end() ? none : found->second;
    }
    /// References last until another number is named.
    T& operator[](std::uint64_t number) {
        if (number < near_.size()) return near_[number];
        if (number / most_gaps > named_) {
            const auto [place, fresh] = far_.try_emplace(number);
            named_ += fresh ? 1 : 0;
            return place->second;
        }
        ++named_;
        near_.resize(number + 1);
        while (!far_.empty() && far_.begin()->first <= number) {
            near_[far_.begin()->first] = std::move(far_.begin()->second);
            far_.erase(far_.begin());
        }
        return near_[number];
    }
    /// Calls take(number, value) in ascending order, for numbers in the gaps too.
    template <class Take>
    void each(Take take) const {
        for (std::uint64_t number = 0; number < near_.size(); ++number) take(number, near_[number]);
        for (const auto& [number, value] : far_) take(number, value);
    }

  private:
    static constexpr std::uint64_t most_gaps = 16;  // for each number that was named

    std::vector<T> near_;
    std::map<std::uint64_t, T> far_;
    std::uint64_t named_ = 0;
};

}  // namespace clew::proof::inline checker
