#include "solve/search/tables.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace clew::search {
namespace {

std::uint32_t positions_inside(const HouseInfo& house, const HouseInfo& other) {
    std::uint32_t mask = 0;
    for (std::size_t i = 0; i < house.cells.size(); ++i)
        if (std::ranges::binary_search(other.cells, house.cells[i])) mask |= std::uint32_t{1} << i;
    return mask;
}

}  // namespace

Tables::Tables(GeometryPtr board)
    : geometry(std::move(board)), size(geometry->size()), cells(geometry->cell_count()) {
    const std::span<const HouseInfo> infos = geometry->houses();
    masks = cells + infos.size() * size;
    open_words = (cells + 63) / 64;
    for (std::size_t h = 0; h < infos.size(); ++h) {
        HouseTable table;
        table.row = static_cast<std::uint32_t>(cells + h * size);
        table.full = infos[h].holds_every_digit();
        for (Cell cell : infos[h].cells)
            table.cells.push_back(static_cast<std::uint16_t>(cell.index()));
        for (std::size_t k = 0; k < infos.size() && table.full; ++k) {
            if (k == h) continue;
            const std::uint32_t inside = positions_inside(infos[h], infos[k]);
            const std::uint32_t shared = positions_inside(infos[k], infos[h]);
            const auto all =
                static_cast<std::uint32_t>((std::uint64_t{1} << infos[k].cells.size()) - 1);
            if (std::popcount(inside) < 2 || shared == all) continue;
            table.most_shared = std::max(table.most_shared, std::popcount(inside));
            table.crossings.push_back({static_cast<std::uint32_t>(k), inside, all & ~shared});
        }
        houses.push_back(std::move(table));
    }
    seat_start.push_back(0);
    for (std::size_t c = 0; c < cells; ++c) {
        for (House house : geometry->houses_of(Cell{c})) {
            const HouseTable& table = houses[house.index()];
            const auto at = std::ranges::find(table.cells, static_cast<std::uint16_t>(c));
            seat_list.push_back({table.row, static_cast<std::uint32_t>(house.index()),
                                 static_cast<std::uint8_t>(at - table.cells.begin()), table.full});
        }
        seat_start.push_back(static_cast<std::uint32_t>(seat_list.size()));
    }
}

TablesPtr tables_of(const GeometryPtr& geometry) {
    thread_local TablesPtr latest;  // keeps its geometry alive, so that the address stays its own
    if (latest == nullptr || latest->geometry != geometry)
        latest = std::make_shared<const Tables>(geometry);
    return latest;
}

}  // namespace clew::search
