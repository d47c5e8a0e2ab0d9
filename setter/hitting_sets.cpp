// Depth-first, deepened by the caller. At a node, the set that is not met yet and has the fewest
// elements left is branched over; an element that was tried is ruled out in the branches after it,
// so that each hitting set comes up in one branch alone. A node is cut off when more sets are
// pairwise disjoint than elements may still be chosen.
//
// The sets are kept as bit sets of the smallest class that holds the elements, and only the minimal
// ones: whoever meets those meets all.
//
// Two other places ask for sets that meet sets, and neither question is this one. encode/sat/cores
// learns the sets one by one, together with sets that must not be contained, and asks a session
// that keeps what it has learnt; its elements are a thousand and more. logic/lab/choice has prices
// instead of a size, and conditions that leaving an element out can meet too, so that a larger
// choice is not always as good.

#include "setter/hitting_sets.hpp"

#include <algorithm>

#include "core/base/bits.hpp"
#include "core/base/contract.hpp"
#include "core/base/sorted.hpp"

namespace clew::setter {
namespace {

constexpr std::size_t max_elements = 640;

template <std::size_t N>
Bits<N> bits_of(const ElementSet& set) {
    Bits<N> bits;
    for (std::size_t e : set) bits.set(e);
    return bits;
}

std::size_t bound_of(const std::vector<ElementSet>& sets) {
    std::size_t bound = 0;
    for (const ElementSet& set : sets)
        for (std::size_t e : set) bound = std::max(bound, e + 1);
    return bound;
}

template <std::size_t N>
std::vector<ElementSet> minimal_of(std::vector<ElementSet>& sets) {
    std::vector<ElementSet> kept;
    std::vector<Bits<N>> kept_bits;
    for (ElementSet& set : sets) {
        const Bits<N> bits = bits_of<N>(set);
        const bool covered = std::any_of(kept_bits.begin(), kept_bits.end(),
                                         [&](const Bits<N>& k) { return bits.contains(k); });
        if (covered) continue;
        kept_bits.push_back(bits);
        kept.push_back(std::move(set));
    }
    return kept;
}

template <std::size_t N>
class Walk {
  public:
    Walk(const std::vector<ElementSet>& sets, const Budget& budget, std::uint64_t& nodes,
         const std::function<Flow(std::span<const std::size_t>)>& sink)
        : budget_(budget), nodes_(nodes), sink_(sink) {
        for (const ElementSet& set : sets) sets_.push_back(bits_of<N>(set));
    }

    Ending run(std::size_t size) {
        std::vector<std::size_t> all(sets_.size());
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
        descend(all, Bits<N>{}, size);
        return ending_;
    }

  private:
    /// False when the walk ends.
    bool descend(const std::vector<std::size_t>& open, Bits<N> ruled_out, std::size_t left) {
        if (open.empty()) {
            std::vector<std::size_t> sorted = chosen_;
            std::sort(sorted.begin(), sorted.end());
            if (sink_(sorted) == Flow::go_on) return true;
            ending_ = Ending::limit_reached;
            return false;
        }
        if (++nodes_ > budget_.max_nodes) {
            ending_ = Ending::out_of_budget;
            return false;
        }
        if ((nodes_ & 0xFF) == 0 && budget_.stopped()) {
            ending_ = Ending::interrupted;
            return false;
        }
        if (left == 0) return true;
        std::size_t best = 0, best_size = N + 1, disjoint = 0;
        Bits<N> used;
        for (std::size_t i : open) {
            const Bits<N> rest = sets_[i] - ruled_out;
            const std::size_t n = rest.size();
            if (n == 0) return true;
            if (n < best_size) {
                best_size = n;
                best = i;
            }
            if (rest.intersects(used)) continue;
            used |= rest;
            if (++disjoint > left) return true;
        }
        const Bits<N> branch = sets_[best] - ruled_out;
        for (std::size_t e : branch) {
            std::vector<std::size_t> still;
            for (std::size_t i : open)
                if (!sets_[i].test(e)) still.push_back(i);
            chosen_.push_back(e);
            const bool go_on = descend(still, ruled_out, left - 1);
            chosen_.pop_back();
            if (!go_on) return false;
            ruled_out.set(e);
        }
        return true;
    }

    std::vector<Bits<N>> sets_;
    const Budget& budget_;
    std::uint64_t& nodes_;
    const std::function<Flow(std::span<const std::size_t>)>& sink_;
    std::vector<std::size_t> chosen_;
    Ending ending_ = Ending::exhausted;
};

}  // namespace

std::vector<ElementSet> minimal_sets(std::vector<ElementSet> sets) {
    sort_unique(sets, [](const ElementSet& a, const ElementSet& b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    const std::size_t bound = bound_of(sets);
    CLEW_REQUIRE(bound <= max_elements, "minimal_sets: element out of range");
    return bound <= 128 ? minimal_of<128>(sets) : minimal_of<max_elements>(sets);
}

HittingSets::HittingSets(const std::vector<ElementSet>& sets) : sets_(minimal_sets(sets)) {
    has_empty_ = !sets_.empty() && sets_.front().empty();
}

std::size_t HittingSets::lower_bound() const {
    std::vector<bool> used(max_elements);
    std::size_t disjoint = 0;
    for (const ElementSet& set : sets_) {
        if (std::any_of(set.begin(), set.end(), [&](std::size_t e) { return used[e]; })) continue;
        for (std::size_t e : set) used[e] = true;
        ++disjoint;
    }
    return disjoint;
}

Ending HittingSets::of_size(std::size_t size, const Budget& budget, std::uint64_t& nodes,
                            const std::function<Flow(std::span<const std::size_t>)>& sink) const {
    if (has_empty_) return Ending::exhausted;
    return bound_of(sets_) <= 128 ? Walk<128>{sets_, budget, nodes, sink}.run(size)
                                  : Walk<max_elements>{sets_, budget, nodes, sink}.run(size);
}

}  // namespace clew::setter
