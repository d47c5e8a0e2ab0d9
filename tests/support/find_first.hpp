#pragma once
// The first step of a technique.

#include <optional>
#include <utility>

#include "logic/strategies/strategy.hpp"

namespace clew::logic {

/// The first step found, if any, whatever the query says of how many are wanted.
inline std::optional<Step> find_first(const State& state, Query query) {
    std::optional<Step> first;
    query.wanted = Wanted::first;
    find(state, query, [&](Step&& step) {
        first = std::move(step);
        return Flow::stop;
    });
    return first;
}

}  // namespace clew::logic
