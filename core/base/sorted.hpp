#pragma once
// Sorted lists without repeats, which many parts use as sets.
//
//     sort_unique(cells);                    // ascending
//     sort_unique(steps, simpler);           // by an order of one's own

#include <algorithm>
#include <functional>
#include <type_traits>
#include <vector>

namespace clew::inline base {

/// Sorts `items` by `less` and keeps one of those that are equal (==). Requires an order in which
/// equal items stand side by side. Those of which none comes first stay in their order, with every
/// standard library. Cost: n log n.
template <class T, class Less = std::less<>>
void sort_unique(std::vector<T>& items, Less less = {}) {
    if constexpr (std::is_same_v<Less, std::less<>>)
        std::sort(items.begin(), items.end());
    else
        std::stable_sort(items.begin(), items.end(), less);
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace clew::inline base
