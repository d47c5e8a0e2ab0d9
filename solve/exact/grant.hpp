#pragma once
// Grant: whether several threads may go on, under one budget.
//
//     Grant grant{budget};
//     if (!grant.take(n)) ...                    // any thread: n terms more?
//     grant.ending(), grant.taken()              // when all are back

#include <atomic>
#include <cstdint>

#include "core/base/outcome.hpp"

namespace clew::exact {

class Grant {
  public:
    explicit Grant(const Budget& budget) : budget_(budget) {}

    /// True if `terms` more may be spent, which then are. Once false, the work must end.
    bool take(std::uint64_t terms) {
        if (budget_.stopped()) {
            ending_.store(Ending::interrupted, std::memory_order_relaxed);
            return false;
        }
        const std::uint64_t before = taken_.fetch_add(terms, std::memory_order_relaxed);
        if (before <= budget_.max_nodes && terms <= budget_.max_nodes - before) return true;
        taken_.fetch_sub(terms, std::memory_order_relaxed);
        ending_.store(Ending::out_of_budget, std::memory_order_relaxed);
        return false;
    }

    Ending ending() const { return ending_.load(); }
    std::uint64_t taken() const { return taken_.load(); }

  private:
    const Budget& budget_;
    std::atomic<std::uint64_t> taken_{0};
    std::atomic<Ending> ending_{Ending::exhausted};
};

}  // namespace clew::exact
