// Let chi(r) be the classes of column maps that go with row map r. The solutions in which the outer
// box of the band is filled by (r1, x) are
//
//     J1[r1, x] = sum over pairs (r2, r3) related to r1 of
//                 sum over y in chi(r2) and z in chi(r3) of U[x, y, z]
//
// and likewise for the other boxes. Going through z class by class (r3 is then any row map that
// goes with it) the inner sum over y is done once for each row type of the second box,
//
//     V[type, x] = sum over y in the type of U[x, y],      36 rows added for each type,
//
// and each related triple of row maps adds V[type of r2, x] to J1[r1, x] for the maps x that go
// with r1. This is the building of a band table (band_table.cpp) run backwards. A box's own column
// map is needed as such, that of the other two only by class: U is therefore kept in three forms,
// each with one of the boxes in full.
//
// The numbers added to the outer box's tally for a triple are the solutions with r3 and the class
// of z, so the lane box costs nothing more where a class is a single map.
//
// If rows of the band may be exchanged, only triples with the smallest r3 of an orbit are taken;
// the caller evens out the rows afterwards.
//
// Bounds: U is at most 94 080 * 28 * 2 * 56 * 1728^2 < 2^50 for single maps, 2^53 for classes; 36
// of them twice over stay below 2^64. The tallies need 128 bits.

#include "encode/exact/row_fold.hpp"
#include "encode/board/sorted.hpp"

#include <algorithm>

namespace clew::exact {

namespace {

constexpr std::size_t wide = 16;  // columns that are summed together

std::size_t padded(std::size_t n) { return (n + wide - 1) / wide * wide; }

struct TypeSums {
    const std::vector<std::vector<std::uint16_t>>& classes_of_type;
    const std::vector<bool>& wanted;  // types
    const std::uint64_t* from;        // [class][column], at the strides given
    std::size_t class_stride;
    std::size_t column_stride;
    std::size_t classes;
    std::size_t columns;
    std::uint64_t* into;     // [type][column], padded(columns) apart
    std::uint64_t* scratch;  // classes * wide
};

// into[type][column] = sum over the classes of the type. A few columns at a time are brought side
// by side first, so that what is read once for each of a class's types stays in the nearest cache:
// going through whole rows took two to three times as long.
[[gnu::always_inline]] inline void sum_types(const TypeSums& task) {
    const std::size_t stride = (task.columns + wide - 1) / wide * wide;
    for (std::size_t begin = 0; begin < task.columns; begin += wide) {
        const std::size_t n = task.columns - begin < wide ? task.columns - begin : wide;
        const std::uint64_t* const from = task.from + begin * task.column_stride;
        if (task.column_stride == 1) {
            for (std::size_t cls = 0; cls < task.classes; ++cls)
                for (std::size_t k = 0; k < n; ++k)
                    task.scratch[cls * wide + k] = from[cls * task.class_stride + k];
        } else {
            for (std::size_t k = 0; k < n; ++k)
                for (std::size_t cls = 0; cls < task.classes; ++cls)
                    task.scratch[cls * wide + k] =
                        from[k * task.column_stride + cls * task.class_stride];
        }
        for (std::size_t type = 0; type < task.wanted.size(); ++type) {
            if (!task.wanted[type]) continue;
            std::uint64_t sum[wide] = {};
            for (const std::uint16_t cls : task.classes_of_type[type]) {
                const std::uint64_t* const at = task.scratch + cls * wide;
                for (std::size_t k = 0; k < wide; ++k) sum[k] += at[k];
            }
            std::uint64_t* const into = task.into + type * stride + begin;
            for (std::size_t k = 0; k < wide; ++k) into[k] = sum[k];
        }
    }
}

void sum_types_portable(const TypeSums& task) { sum_types(task); }
#if CLEW_EXACT_X86
[[gnu::target("avx2")]] void sum_types_avx2(const TypeSums& task) { sum_types(task); }
[[gnu::target("avx512f,avx512bw,prefer-vector-width=512")]] void sum_types_avx512(
    const TypeSums& task) {
    sum_types(task);
}
#endif

void sum_types(const TypeSums& task, InstructionSet set) {
    switch (set) {
        case InstructionSet::portable:
            return sum_types_portable(task);
#if CLEW_EXACT_X86
        case InstructionSet::avx2:
            return sum_types_avx2(task);
        case InstructionSet::avx512:
            return sum_types_avx512(task);
#else
        case InstructionSet::avx2:
        case InstructionSet::avx512:
            return sum_types_portable(task);
#endif
    }
}

}  // namespace

MapList::MapList(const Box& box, std::vector<MapId> maps)
    : maps_(std::move(maps)), index_(map_count, 0), numbers_(box.class_count(), no_class) {
    sort_unique(maps_, [&](MapId a, MapId b) {
        return std::pair{box.class_of(a), a} < std::pair{box.class_of(b), b};
    });
    for (std::size_t i = 0; i < maps_.size(); ++i) {
        const std::uint16_t cls = box.class_of(maps_[i]);
        if (numbers_[cls] == no_class) {
            numbers_[cls] = static_cast<std::uint16_t>(box_classes_.size());
            box_classes_.push_back(cls);
            begin_.push_back(i);
        }
        classes_.push_back(numbers_[cls]);
        index_[maps_[i]] = static_cast<std::uint32_t>(i);
    }
    begin_.push_back(maps_.size());
}

RowFold::RowFold(const PlanBoxes& boxes, std::size_t band, const std::array<MapList, 3>& lists,
                 std::span<const std::uint8_t> row_orders, InstructionSet instructions)
    : boxes_(boxes),
      band_(band),
      lists_(lists),
      row_orders_(row_orders.begin(), row_orders.end()),
      instructions_(instructions),
      x_stride_(padded(lists[1].class_count())),
      y_stride_(padded(lists[1].size())),
      z_stride_(lists[0].class_count() * x_stride_) {
    for (const Role role : {Role::outer, Role::inner, Role::lanes}) {
        const auto r = static_cast<std::size_t>(role);
        const BoxFillings& fillings = boxes_.fillings(band_, role);
        Tally& tally = tallies_[r];
        tally.maps_of_type.resize(fillings.type_count());
        tally.classes_of_type.resize(fillings.type_count());
        for (std::size_t type = 0; type < fillings.type_count(); ++type)
            for (const std::uint16_t box_class : fillings.classes_of_type(type)) {
                const std::uint16_t cls = lists_[r].number_of(box_class);
                if (cls == no_class) continue;
                tally.classes_of_type[type].push_back(cls);
                for (std::size_t i = lists_[r].begin_of(cls); i < lists_[r].begin_of(cls + 1U); ++i)
                    tally.maps_of_type[type].push_back(static_cast<std::uint32_t>(i));
            }
        std::size_t size = 0;
        for (std::size_t row = 0; row < map_count; ++row) {
            tally.begin.push_back(size);
            const std::uint16_t type = fillings.type_of(static_cast<MapId>(row));
            if (type != no_class) size += tally.maps_of_type[type].size();
        }
        tally.sums.resize(size);
    }
}

void RowFold::start(Sums& sums, std::size_t z_class) const {
    const auto zero = [](Aligned<std::uint64_t>& numbers, std::size_t size) {
        if (numbers.size() == size)
            numbers.clear();
        else
            numbers.reset(size);
    };
    sums.z_class = z_class;
    zero(sums.by_x, lists_[0].size() * x_stride_);
    zero(sums.by_y, lists_[0].class_count() * y_stride_);
    zero(sums.by_z, maps_in(z_class) > 1 ? maps_in(z_class) * z_stride_ : 0);
}

std::vector<RowFold::Triple> RowFold::triples_with(std::size_t z_class) const {
    const Maps& maps = Maps::get();
    const BoxFillings& first = boxes_.fillings(band_, Role::outer);
    const BoxFillings& second = boxes_.fillings(band_, Role::inner);
    std::vector<Triple> triples;
    const std::uint16_t box_class = lists_[2].box_class(z_class);
    for (const MapId r3 : boxes_.fillings(band_, Role::lanes).rows_of_class(box_class)) {
        const bool smallest = std::ranges::all_of(
            row_orders_, [&](std::size_t order) { return r3 <= maps.renamed(r3, order); });
        if (!smallest) continue;
        for (const auto& [r1, r2] : maps.related(r3)) {
            const std::uint16_t type1 = first.type_of(r1);
            const std::uint16_t type2 = second.type_of(r2);
            if (type1 != no_class && type2 != no_class &&
                !tallies_[0].maps_of_type[type1].empty() &&
                !tallies_[1].maps_of_type[type2].empty())
                triples.push_back({{r1, r2, r3}, {type1, type2}});
        }
    }
    return triples;
}

void RowFold::take(const Sums& sums) {
    const std::vector<Triple> triples = triples_with(sums.z_class);
    if (triples.empty()) return;
    const BoxFillings& first = boxes_.fillings(band_, Role::outer);
    const BoxFillings& second = boxes_.fillings(band_, Role::inner);
    const BoxFillings& third = boxes_.fillings(band_, Role::lanes);
    std::array<std::vector<bool>, 2> wanted = {std::vector<bool>(first.type_count()),
                                               std::vector<bool>(second.type_count())};
    for (const Triple& triple : triples)
        for (std::size_t k = 0; k < 2; ++k) wanted[k][triple.type[k]] = true;
    const auto room = [&](Aligned<std::uint64_t>& numbers, std::size_t size) {
        if (numbers.size() < size) numbers.reset(size);
        return numbers.data();
    };

    const std::size_t begin = lists_[2].begin_of(sums.z_class);
    const std::size_t last = lists_[2].begin_of(sums.z_class + 1) - 1;
    const std::size_t x_classes = lists_[0].class_count();
    const std::size_t y_classes = lists_[1].class_count();
    std::uint64_t* const scratch = room(scratch_, std::max(x_classes, y_classes) * wide);
    // Where a row map and the last map of the class stand in the lane box's tally; the class's
    // other maps stand before it. Triples come by row map, so it is seldom looked for.
    MapId looked_for = no_map;
    U128* found = nullptr;
    const auto last_of = [&](MapId row) {
        if (row == looked_for) return found;
        const auto& maps = tallies_[2].maps_of_type[third.type_of(row)];
        const auto at = std::ranges::lower_bound(maps, static_cast<std::uint32_t>(last));
        looked_for = row;
        return found = tallies_[2].sums.data() + tallies_[2].begin[row] + (at - maps.begin());
    };

    // The outer box: summed over y by the inner box's types. All that is added here is a
    // solution of the lane box with a map of the class, too, at first put down as the last one.
    const std::size_t xs = padded(lists_[0].size());
    std::uint64_t* by_type = room(by_type_, second.type_count() * xs);
    sum_types({tallies_[1].classes_of_type, wanted[1], sums.by_x.data(), 1, x_stride_, y_classes,
               lists_[0].size(), by_type, scratch},
              instructions_);
    for (const Triple& triple : triples) {
        const std::uint64_t* from = by_type + triple.type[1] * xs;
        U128* into = tallies_[0].sums.data() + tallies_[0].begin[triple.row[0]];
        std::uint64_t sum = 0;
        for (const std::uint32_t x : tallies_[0].maps_of_type[triple.type[0]]) {
            *into++ += U128{0, from[x]};
            sum += from[x];
        }
        *last_of(triple.row[2]) += U128{0, sum};
    }

    // The inner box: summed over x by the outer box's types.
    by_type = room(by_type_, first.type_count() * y_stride_);
    sum_types({tallies_[0].classes_of_type, wanted[0], sums.by_y.data(), y_stride_, 1, x_classes,
               lists_[1].size(), by_type, scratch},
              instructions_);
    for (const Triple& triple : triples) {
        const std::uint64_t* from = by_type + triple.type[0] * y_stride_;
        U128* into = tallies_[1].sums.data() + tallies_[1].begin[triple.row[1]];
        for (const std::uint32_t y : tallies_[1].maps_of_type[triple.type[1]])
            *into++ += U128{0, from[y]};
    }

    // The lane box, one of its maps at a time: summed over x by types, then over y. The last map
    // has what the others leave of the class.
    by_type = room(by_type_, first.type_count() * x_stride_);
    for (std::size_t z = begin; z < last; ++z) {
        sum_types(
            {tallies_[0].classes_of_type, wanted[0], sums.by_z.data() + (z - begin) * z_stride_,
             x_stride_, 1, x_classes, y_classes, by_type, scratch},
            instructions_);
        for (const Triple& triple : triples) {
            const std::uint64_t* from = by_type + triple.type[0] * x_stride_;
            U128 sum;
            for (const std::uint16_t y : tallies_[1].classes_of_type[triple.type[1]])
                sum.low += from[y];
            U128* const at = last_of(triple.row[2]);
            *(at - (last - z)) += sum;
            *at -= sum;
        }
    }
}

void RowFold::deliver(std::uint64_t weight, CandidateSums& out) const {
    const Maps& maps = Maps::get();
    for (const Role role : {Role::outer, Role::inner, Role::lanes}) {
        const auto r = static_cast<std::size_t>(role);
        const BoxFillings& fillings = boxes_.fillings(band_, role);
        for (std::size_t row = 0; row < map_count; ++row) {
            const std::uint16_t type = fillings.type_of(static_cast<MapId>(row));
            if (type == no_class) continue;
            const U128* from = tallies_[r].sums.data() + tallies_[r].begin[row];
            for (const std::uint32_t i : tallies_[r].maps_of_type[type]) {
                const U128 solutions = product(*from++, weight * row_orders_.size());
                if (solutions == U128{}) continue;
                const Maps::Values& rows = maps.values(static_cast<MapId>(row));
                const Maps::Values& columns = maps.values(lists_[r].map(i));
                for (std::size_t d = 0; d < 9; ++d)
                    out[(band_ * 3 + rows[d]) * 9 + r * 3 + columns[d]][d] += solutions;
            }
        }
    }
}

}  // namespace clew::exact
