#include "logic/layout.hpp"

#include <utility>

#include "core/base/contract.hpp"

namespace clew::logic {

std::shared_ptr<const Layout> Layout::of(const GeometryPtr& geometry) {
    CLEW_REQUIRE(geometry != nullptr, "Layout::of: a geometry is needed");
    if (geometry == Geometry::classic()) {
        static const auto classic = std::make_shared<const Layout>(Geometry::classic());
        return classic;
    }
    // A cache of one: it holds the geometry alive, so a pointer never means two geometries.
    thread_local std::shared_ptr<const Layout> last;
    if (last == nullptr || last->geometry_ != geometry)
        last = std::make_shared<const Layout>(geometry);
    return last;
}

Layout::Layout(GeometryPtr geometry)
    : geometry_(std::move(geometry)), size_(geometry_->size()), all_(geometry_->cell_count()) {
    const std::size_t cell_total = geometry_->cell_count();
    for (std::size_t h = 0; h < geometry_->house_count(); ++h) {
        CellSet members{cell_total};
        for (Cell c : geometry_->cells_of(House{h})) members.set(c);
        house_cells_.push_back(members);
        full_.push_back(geometry_->info(House{h}).holds_every_digit());
        if (full_.back()) full_houses_.emplace_back(h);
        if (!geometry_->is_whole_square()) continue;
        if (geometry_->info(House{h}).role == HouseRole::row) rows_.push_back(House{h});
        if (geometry_->info(House{h}).role == HouseRole::column) columns_.push_back(House{h});
    }
    for (std::size_t i = 0; i < cell_total; ++i) {
        const Cell cell{i};
        all_.set(cell);
        CellSet seen{cell_total};
        for (Cell p : geometry_->peers(cell)) seen.set(p);
        peers_.push_back(seen);
        seat_start_.push_back(seats_.size());
        for (House h : geometry_->houses_of(cell)) {
            const auto members = geometry_->cells_of(h);
            for (std::size_t position = 0; position < members.size(); ++position)
                if (members[position] == cell) seats_.push_back({h, Mask{1} << position});
        }
    }
    seat_start_.push_back(seats_.size());
    for (std::size_t a = 0; a < house_cells_.size(); ++a)
        for (std::size_t b = a + 1; b < house_cells_.size(); ++b) {
            const CellSet shared = house_cells_[a] & house_cells_[b];
            if (shared.size() < 2) continue;
            Intersection crossing{House{a}, House{b}, 0, 0, shared};
            for (Cell c : shared)
                for (const HousePosition& s : seats(c)) {
                    if (s.house == crossing.first) crossing.in_first |= s.bit;
                    if (s.house == crossing.second) crossing.in_second |= s.bit;
                }
            crossings_.push_back(crossing);
        }
}

std::optional<House> Layout::common_house(Cell a, Cell b) const {
    for (const HousePosition& s : seats(a))
        if (cells(s.house).test(b)) return s.house;
    return std::nullopt;
}

std::optional<House> Layout::box_of(Cell c) const {
    for (const HousePosition& s : seats(c))
        if (geometry_->info(s.house).role == HouseRole::box) return s.house;
    return std::nullopt;
}

CellSet Layout::cells_at(House h, Mask mask) const {
    CellSet set = none();
    for (; mask != 0; mask &= mask - 1)
        set.set(cell_at(h, static_cast<std::size_t>(std::countr_zero(mask))));
    return set;
}

CellSet Layout::common_peers(const CellSet& set) const {
    CellSet common = all_;
    for (Cell c : set) common &= peers(c);
    return common;
}

}  // namespace clew::logic
