#pragma once
// Sorted lists without repeats, which many parts use as sets.
//
//     sort_unique(cells);                    // ascending
//     sort_unique(steps, simpler);           // by an order of one's own

#include <algorithm>
#include <functional>
#include <vector>

namespace clew::inline base {

/// Sorts `items` by `less` and keeps one of those that are equal (==). Requires an order in which
/// equal items stand side by side. Cost: n log n.
template <class T, class Less = std::less<>>
void sort_unique(std::vector<T>& items, Less less = {}) {
    std::sort(items.begin(), items.end(), less);
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace clew::inline base
