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
// Tried first: gathering the numbers in the inner loop, two loads from anywhere for each term,
// at best 1.3 cycles a term against 0.08.

#include "encode/exact/triple_sum.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "encode/board/contract.hpp"
#include "encode/exact/workers.hpp"

namespace clew::exact {

namespace {

constexpr std::size_t table_bytes_allowed = std::size_t{1} << 30;
constexpr std::size_t arranged_bytes_allowed = std::size_t{48} << 20;  // a thread
constexpr std::size_t arranged_bytes_together = std::size_t{1} << 30;
constexpr std::uint32_t no_slot = 0xffffffff;

}  // namespace

struct TripleSum::Chunk {
    std::array<std::vector<std::uint16_t>, 3> classes;  // of the outer boxes, ascending
    std::vector<Item> items;                            // by slot of the second band
};

TripleSum::TripleSum(const Outlook& outlook, const Plan& plan, InstructionSet instructions)
    : instructions_(instructions), lane_sum_(lane_sum(instructions)) {
    for (std::size_t band = 0; band < 3; ++band)
        for (Role role : {Role::outer, Role::inner, Role::lanes}) {
            boxes_.push_back(outlook.box(plan, band, role));
            fillings_.emplace_back(boxes_.back());
        }
    const std::vector<Arrangement> inner = outlook.list(plan, Role::inner);
    const std::vector<Arrangement> lanes = outlook.list(plan, Role::lanes);
    if (inner.empty() || lanes.empty()) return;
    weight_ = inner.front().weight * lanes.front().weight;
    list_inner(inner);
    list_lanes(lanes);
}

void TripleSum::list_inner(std::span<const Arrangement> inner) {
    struct Entry {
        std::array<std::uint16_t, 3> cls;
        auto operator<=>(const Entry&) const = default;
    };
    std::vector<Entry> entries;
    entries.reserve(inner.size());
    for (const Arrangement& arrangement : inner) {
        Entry entry{};
        for (std::size_t band = 0; band < 3; ++band)
            entry.cls[band] = boxes_[band * 3 + 1].class_of(arrangement.map[band]);
        entries.push_back(entry);
    }
    std::ranges::sort(entries);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i == 0 || entries[i].cls[0] != entries[i - 1].cls[0])
            inner_.groups.push_back({entries[i].cls[0], 0});
        inner_.pairs.push_back({static_cast<std::uint32_t>(entries[i].cls[1] * lane_count),
                                static_cast<std::uint32_t>(entries[i].cls[2] * lane_count)});
        inner_.groups.back().end = static_cast<std::uint32_t>(inner_.pairs.size());
    }
}

void TripleSum::list_lanes(std::span<const Arrangement> lanes) {
    std::vector<std::array<std::uint16_t, 3>> entries;
    std::array<std::uint16_t, 3> nothing{};  // a lane of zeros
    for (std::size_t band = 0; band < 3; ++band)
        nothing[band] = static_cast<std::uint16_t>(boxes_[band * 3 + 2].class_count());
    for (const Arrangement& arrangement : lanes) {
        std::array<std::uint16_t, 3> entry{};
        for (std::size_t band = 0; band < 3; ++band)
            entry[band] = boxes_[band * 3 + 2].class_of(arrangement.map[band]);
        entries.push_back(entry);
    }
    std::ranges::sort(entries);

    // Neighbouring lanes must share their first class.
    std::size_t filled = lane_count;
    const auto put = [&](const std::array<std::uint16_t, 3>& entry, bool real) {
        if (filled == lane_count) {
            Block block{};
            block.a.fill(nothing[0]);
            block.b.fill(nothing[1]);
            block.c.fill(nothing[2]);
            blocks_.push_back(block);
            filled = 0;
        }
        Block& block = blocks_.back();
        if (real) {
            block.a[filled / 2] = entry[0];
            block.b[filled] = entry[1];
            block.c[filled] = entry[2];
            ++block.used;
        }
        ++filled;
    };
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i > 0 && filled % 2 == 1 && entries[i][0] != entries[i - 1][0]) put(nothing, false);
        put(entries[i], true);
    }
}

// As many outer arrangements as the memory allows, one at least.
std::size_t TripleSum::chunk_end(std::span<const Arrangement> outer, std::size_t begin,
                                 unsigned threads) const {
    const std::size_t arranged_allowed =
        std::min(arranged_bytes_allowed, arranged_bytes_together / threads);
    std::array<std::vector<bool>, 3> seen;
    for (auto& s : seen) s.assign(map_count, false);
    std::size_t table_bytes = 0;
    std::size_t arranged_bytes = 0;
    for (std::size_t i = begin; i < outer.size(); ++i) {
        for (std::size_t band = 0; band < 3; ++band) {
            const std::uint16_t cls = boxes_[band * 3].class_of(outer[i].map[band]);
            if (seen[band][cls]) continue;
            seen[band][cls] = true;
            const std::size_t second = fillings(band, Role::inner).class_count();
            const std::size_t third = fillings(band, Role::lanes).class_count();
            table_bytes += BandTable::slice_bytes(second, third);
            arranged_bytes += second * lane_count * sizeof(std::uint16_t);
        }
        if (i > begin && (table_bytes > table_bytes_allowed || arranged_bytes > arranged_allowed))
            return i;
    }
    return outer.size();
}

TripleSum::Outcome TripleSum::run(std::span<const Arrangement> outer,
                                  const Options& options) const {
    CLEW_REQUIRE(options.threads >= 1, "exact::TripleSum::run: no threads");
    Outcome outcome;
    outcome.sums.resize(outer.size());
    if (blocks_.empty() || inner_.pairs.empty()) return outcome;

    const Budget& budget = options.budget;
    std::atomic<std::uint64_t> terms{0};
    std::atomic<Ending> ending{Ending::exhausted};
    std::mutex guard;

    // May the caller do this many terms more?
    const auto granted = [&](std::uint64_t n) {
        if (budget.stopped()) {
            ending.store(Ending::interrupted);
            return false;
        }
        if (terms.fetch_add(n, std::memory_order_relaxed) + n > budget.max_nodes) {
            terms.fetch_sub(n, std::memory_order_relaxed);
            ending.store(Ending::out_of_budget);
            return false;
        }
        return true;
    };

    for (std::size_t begin = 0; begin < outer.size();) {
        const std::size_t end = chunk_end(outer, begin, options.threads);
        Chunk chunk;
        std::array<std::vector<std::uint32_t>, 3> slot_of;
        for (std::size_t band = 0; band < 3; ++band) {
            for (std::size_t i = begin; i < end; ++i)
                chunk.classes[band].push_back(boxes_[band * 3].class_of(outer[i].map[band]));
            std::ranges::sort(chunk.classes[band]);
            const auto rest = std::ranges::unique(chunk.classes[band]);
            chunk.classes[band].erase(rest.begin(), rest.end());
            slot_of[band].assign(map_count, no_slot);
            for (std::size_t slot = 0; slot < chunk.classes[band].size(); ++slot)
                slot_of[band][chunk.classes[band][slot]] = static_cast<std::uint32_t>(slot);
        }
        for (std::size_t i = begin; i < end; ++i) {
            Item item{static_cast<std::uint32_t>(i), {}};
            for (std::size_t band = 0; band < 3; ++band)
                item.slot[band] = slot_of[band][boxes_[band * 3].class_of(outer[i].map[band])];
            chunk.items.push_back(item);
        }
        std::ranges::sort(chunk.items, {}, [](const Item& item) {
            return std::array{item.slot[1], item.slot[2], item.slot[0]};
        });

        std::vector<BandTable> tables;
        tables.reserve(3);
        for (std::size_t band = 0; band < 3; ++band)
            tables.emplace_back(fillings(band, Role::outer), fillings(band, Role::inner),
                                fillings(band, Role::lanes), chunk.classes[band], instructions_);
        const std::array<std::size_t, 3> slots = {tables[0].slot_count(), tables[1].slot_count(),
                                                  tables[2].slot_count()};
        std::atomic<std::size_t> next_slice{0};
        run_workers(options.threads, [&](unsigned) {
            BandTable::Scratch scratch;
            for (;;) {
                std::size_t slice = next_slice.fetch_add(1);
                std::size_t band = 0;
                while (band < 3 && slice >= slots[band]) slice -= slots[band++];
                if (band == 3 || !granted(0)) return;
                tables[band].build(slice, scratch);
            }
        });
        if (ending.load() != Ending::exhausted) break;

        std::atomic<std::size_t> next_block{0};
        run_workers(options.threads, [&](unsigned) {
            std::array<std::size_t, 3> inner_classes{};
            for (std::size_t band = 0; band < 3; ++band)
                inner_classes[band] = tables[band].second_count();
            Aligned<std::uint32_t> a(slots[0] * inner_classes[0] * lane_pairs);
            Aligned<std::uint16_t> b(slots[1] * inner_classes[1] * lane_count);
            Aligned<std::uint16_t> c(slots[2] * inner_classes[2] * lane_count);
            std::vector<U128> mine(chunk.items.size());
            for (;;) {
                const std::size_t at = next_block.fetch_add(1);
                if (at >= blocks_.size() || !granted(0)) break;
                const Block& block = blocks_[at];
                for (std::size_t slot = 0; slot < slots[0]; ++slot)
                    for (std::size_t t2 = 0; t2 < inner_classes[0]; ++t2) {
                        const std::uint16_t* from = tables[0].row(slot, t2);
                        std::uint32_t* to = a.data() + (slot * inner_classes[0] + t2) * lane_pairs;
                        for (std::size_t l = 0; l < lane_pairs; ++l) to[l] = from[block.a[l]];
                    }
                const auto arrange = [&](std::size_t band, const auto& lanes,
                                         Aligned<std::uint16_t>& into) {
                    for (std::size_t slot = 0; slot < slots[band]; ++slot)
                        for (std::size_t t2 = 0; t2 < inner_classes[band]; ++t2) {
                            const std::uint16_t* from = tables[band].row(slot, t2);
                            std::uint16_t* to =
                                into.data() + (slot * inner_classes[band] + t2) * lane_count;
                            for (std::size_t l = 0; l < lane_count; ++l) to[l] = from[lanes[l]];
                        }
                };
                arrange(1, block.b, b);
                arrange(2, block.c, c);

                const std::uint64_t step = std::uint64_t{block.used} * inner_.pairs.size();
                bool more = true;
                for (std::size_t i = 0; i < chunk.items.size() && more; ++i) {
                    more = granted(step);
                    if (!more) break;
                    const Item& item = chunk.items[i];
                    const std::uint64_t sum =
                        lane_sum_(a.data() + item.slot[0] * inner_classes[0] * lane_pairs,
                                  b.data() + item.slot[1] * inner_classes[1] * lane_count,
                                  c.data() + item.slot[2] * inner_classes[2] * lane_count, inner_);
                    mine[i] += U128{0, sum};
                }
                if (!more) break;
            }
            const std::scoped_lock lock{guard};
            for (std::size_t i = 0; i < chunk.items.size(); ++i)
                outcome.sums[chunk.items[i].outer] += product(mine[i], weight_);
        });
        if (ending.load() != Ending::exhausted) break;
        begin = end;
    }
    outcome.ending = ending.load();
    outcome.terms = terms.load();
    return outcome;
}

}  // namespace clew::exact
