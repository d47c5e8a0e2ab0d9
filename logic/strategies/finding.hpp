#pragma once
// Finding: what every search of a strategy begins with.
//
//     class Search : private Finding {
//       public:
//         using Finding::Finding;
//         Ending run() { ...; if (deliver(std::move(step)) == Flow::stop) ... }
//     };

#include <utility>

#include "logic/strategies/strategies.hpp"

namespace clew::logic::inline strategies {

class Finding {
  public:
    /// Everything referred to must outlive it.
    Finding(const State& state, const Query& query, const StepSink& sink)
        : state_(state),
          layout_(state.layout()),
          query_(query),
          sink_(sink),
          nodes_(query.max_nodes) {}

  protected:
    /// Hands a step on, its parts in the order that all steps have.
    Flow deliver(Step step) const {
        normalise(step);
        return deliver_as_it_is(std::move(step));
    }
    /// The same for a step that is in that order.
    Flow deliver_as_it_is(Step step) const {
        ++delivered_;
        return sink_(std::move(step));
    }
    /// Spends one of the nodes; false if none is left.
    bool spend() {
        if (nodes_ == 0) return false;
        --nodes_;
        return true;
    }

    const State& state_;
    const Layout& layout_;
    const Query& query_;
    const StepSink& sink_;
    std::uint64_t nodes_;                  ///< left to spend
    mutable std::uint64_t delivered_ = 0;  ///< steps handed on so far
};

/// The finder of a search that is made for one query: Finder{run_search<Search>}.
template <class Search>
Ending run_search(const State& state, const Query& query, const StepSink& sink) {
    return Search{state, query, sink}.run();
}

}  // namespace clew::logic::inline strategies
