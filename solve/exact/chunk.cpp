#include "solve/exact/chunk.hpp"

#include <algorithm>
#include <atomic>

#include "core/base/sorted.hpp"
#include "core/base/workers.hpp"

namespace clew::exact {

namespace {

constexpr std::size_t table_bytes_allowed = std::size_t{256} << 20;
constexpr std::size_t arranged_bytes_allowed = std::size_t{48} << 20;  // a thread
constexpr std::size_t arranged_bytes_together = std::size_t{1} << 30;

std::size_t end_of_chunk(const PlanBoxes& boxes, std::span<const Arrangement> outer,
                         std::size_t begin, unsigned threads, std::span<const std::uint8_t> bands) {
    const std::size_t arranged_allowed =
        std::min(arranged_bytes_allowed, arranged_bytes_together / threads);
    std::array<std::vector<bool>, 3> seen;
    for (auto& s : seen) s.assign(map_count, false);
    std::size_t table_bytes = 0;
    std::size_t arranged_bytes = 0;
    for (std::size_t i = begin; i < outer.size(); ++i) {
        for (const std::size_t band : bands) {
            const std::uint16_t cls = boxes.box(band, LoopRole::outer).class_of(outer[i].map[band]);
            if (seen[band][cls]) continue;
            seen[band][cls] = true;
            const std::size_t inner = boxes.box(band, LoopRole::inner).class_count();
            const std::size_t lanes = boxes.box(band, LoopRole::lanes).class_count();
            table_bytes += BandTable::slice_bytes(lanes, inner);
            arranged_bytes += inner * lane_count * sizeof(std::uint16_t);
        }
        if (i > begin && (table_bytes > table_bytes_allowed || arranged_bytes > arranged_allowed))
            return i;
    }
    return outer.size();
}

}  // namespace

Chunk::Chunk(const PlanBoxes& boxes, std::span<const Arrangement> outer, std::size_t begin,
             unsigned threads, InstructionSet instructions, std::span<const std::uint8_t> bands)
    : end_(end_of_chunk(boxes, outer, begin, threads, bands)) {
    items_.resize(end_ - begin);
    for (std::size_t i = 0; i < items_.size(); ++i)
        items_[i].outer = static_cast<std::uint32_t>(begin + i);
    tables_.reserve(3);
    for (std::size_t band = 0; band < 3; ++band) {
        const Box& box = boxes.box(band, LoopRole::outer);
        const auto class_of = [&](const Item& item) {
            return box.class_of(outer[item.outer].map[band]);
        };
        std::vector<std::uint16_t> classes;
        if (std::ranges::find(bands, band) != bands.end()) {
            for (const Item& item : items_) classes.push_back(class_of(item));
            sort_unique(classes);
            for (Item& item : items_)
                item.slot[band] = static_cast<std::uint32_t>(
                    std::ranges::lower_bound(classes, class_of(item)) - classes.begin());
        }
        tables_.emplace_back(
            boxes.fillings(band, LoopRole::outer), boxes.fillings(band, LoopRole::lanes),
            boxes.fillings(band, LoopRole::inner), std::move(classes), instructions);
    }
}

bool Chunk::build(unsigned threads, const std::function<bool()>& granted) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> done{true};
    run_workers(threads, [&](unsigned) {
        BandTable::Scratch scratch;
        for (;;) {
            std::size_t slice = next.fetch_add(1);
            std::size_t band = 0;
            while (band < 3 && slice >= tables_[band].slot_count())
                slice -= tables_[band++].slot_count();
            if (band == 3) return;
            if (!granted()) {
                done.store(false);
                return;
            }
            tables_[band].build(slice, scratch);
        }
    });
    return done.load();
}

}  // namespace clew::exact
