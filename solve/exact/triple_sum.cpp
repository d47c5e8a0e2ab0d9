// The order of the loops.
//
// For a block of 32 arrangements of the lane stack the numbers of the band tables that it needs
// are first brought into lane order: for each pair of classes (t1, t2) of band i the 32 numbers
// N_i[t1, t2, t3 of lane l] side by side. That costs a step for each number, and is paid once for
// all outer arrangements. The inner loop (lane_sum.cpp) then reads whole vectors.
//
//     for each chunk of outer arrangements          so that tables stay within the memory allowed
//         build the slices of the three band tables that it needs            (threads share these)
//         for each block of lanes                                             (and these)
//             bring the tables into lane order
//             for each outer arrangement
//                 sums[outer] += lane_sum(...)
//
// For a puzzle of givens one chunk is enough and the tables take 3 * 280^3 * 2 bytes at most.
// Tried and lost: a few blocks at a time, for the sake of reading tables less often, back when
// bringing read whole tables (lanes.cpp); what is brought for one block stays in the second-level
// cache. Tried first: gathering the numbers in the inner loop, two loads from anywhere for each
// term, at best 1.3 cycles a term against 0.08.

#include "solve/exact/triple_sum.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "core/base/contract.hpp"
#include "core/base/workers.hpp"
#include "solve/exact/chunk.hpp"
#include "solve/exact/grant.hpp"

namespace clew::exact {

TripleSum::TripleSum(const Outlook& outlook, const Plan& plan, InstructionSet instructions)
    : boxes_(outlook, plan), instructions_(instructions), loops_(lane_loops(instructions)) {
    constexpr BandOrder bands = {0, 1, 2};
    const std::vector<Arrangement> inner = outlook.list(plan, LoopRole::inner);
    const std::vector<Arrangement> lanes = outlook.list(plan, LoopRole::lanes);
    if (inner.empty() || lanes.empty()) return;
    weight_ = inner.front().weight * lanes.front().weight;
    inner_ = list_inner(inner, boxes_, bands, Grouping::by_class);
    blocks_ = list_lanes(lanes, boxes_, bands, Grouping::by_class);
}

TripleSum::Outcome TripleSum::run(std::span<const Arrangement> outer,
                                  const Options& options) const {
    CLEW_REQUIRE(options.threads >= 1, "exact::TripleSum::run: no threads");
    Outcome outcome;
    outcome.sums.resize(outer.size());
    const auto tell = [&](std::size_t begin, std::size_t end) {
        if (options.on_sums && begin < end)
            options.on_sums(begin, std::span(outcome.sums).subspan(begin, end - begin));
    };
    if (blocks_.empty() || inner_.pairs.empty()) {
        tell(0, outer.size());
        return outcome;
    }

    std::uint64_t terms_each = 0;  // of an outer arrangement
    for (const LaneBlock& block : blocks_)
        terms_each += std::uint64_t{block.used} * inner_.pairs.size();
    CLEW_REQUIRE(terms_each > 0, "exact::TripleSum::run: blocks without a lane");

    Grant grant{options.budget};
    std::mutex guard;
    for (std::size_t begin = 0; begin < outer.size();) {
        // No tables for more than the budget can pay: hostile marks make them dear.
        const std::uint64_t payable = (options.budget.max_nodes - grant.taken()) / terms_each;
        const std::size_t most =
            static_cast<std::size_t>(std::min<std::uint64_t>(payable, outer.size() - begin - 1)) +
            1;
        Chunk chunk{boxes_, outer.first(begin + std::min(most, options.together)), begin,
                    options.threads, instructions_};
        if (!chunk.build(options.threads, [&] { return grant.take(0); })) break;
        // Neighbours share the rows of the second band, which then stay in the cache.
        std::vector<Chunk::Item> items{chunk.items().begin(), chunk.items().end()};
        std::ranges::sort(items, {}, [](const Chunk::Item& item) {
            return std::array{item.slot[1], item.slot[2], item.slot[0]};
        });
        std::array<std::size_t, 3> rows{};  // of a slice
        for (std::size_t band = 0; band < 3; ++band) rows[band] = chunk.table(band).third_count();

        const InnerView inner = inner_.view();
        std::array<std::size_t, 3> block_rows{};  // of a block
        for (std::size_t band = 0; band < 3; ++band)
            block_rows[band] = chunk.table(band).slot_count() * rows[band];
        std::atomic<std::size_t> next_block{0};
        run_workers(options.threads, [&](unsigned) {
            Aligned<std::uint32_t> a(block_rows[0] * lane_pairs);
            Aligned<std::uint16_t> b(block_rows[1] * lane_count);
            Aligned<std::uint16_t> c(block_rows[2] * lane_count);
            std::vector<U128> sums(items.size());
            bool more = true;
            while (more) {
                const std::size_t at = next_block.fetch_add(1);
                if (at >= blocks_.size() || !grant.take(0)) break;
                const LaneBlock& block = blocks_[at];
                bring_into_lanes(chunk.table(0), block, &LaneBlock::first, instructions_, a);
                bring_into_lanes(chunk.table(1), block, &LaneBlock::second, instructions_, b);
                bring_into_lanes(chunk.table(2), block, &LaneBlock::third, instructions_, c);
                for (std::size_t item = 0; item < items.size(); ++item) {
                    more = grant.take(std::uint64_t{block.used} * inner_.pairs.size());
                    if (!more) break;
                    const auto& slot = items[item].slot;
                    const std::uint64_t sum =
                        loops_.sum(a.data() + slot[0] * rows[0] * lane_pairs,
                                   b.data() + slot[1] * rows[1] * lane_count,
                                   c.data() + slot[2] * rows[2] * lane_count, inner);
                    sums[item] += U128{sum};
                }
            }
            const std::scoped_lock lock{guard};
            for (std::size_t i = 0; i < items.size(); ++i)
                outcome.sums[items[i].outer] += sums[i] * weight_;
        });
        if (grant.ending() != Ending::exhausted) break;
        tell(begin, chunk.end());
        begin = chunk.end();
    }
    outcome.ending = grant.ending();
    outcome.terms = grant.taken();
    return outcome;
}

}  // namespace clew::exact
