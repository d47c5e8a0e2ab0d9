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
// Triples with one r1 are added up together and in 64 bits: as whole rows of V where r1 goes with
// many maps, by a list of the maps where it goes with few. One triple at a time, by the list and in
// 128 bits, the fold took a third of the time of marginals (a puzzle with 10 clues), now a quarter.
//
// The numbers added to the outer box's tally for a triple are the solutions with r3 and the class
// of z, so the lane box costs nothing more where a class is a single map.
//
// If rows of the band may be exchanged, only triples with the smallest r3 of an orbit are taken;
// the caller evens out the rows afterwards.
//
// Bounds: what a run of triples adds up are solutions with one row map in a box and one class of z.
// Of all grids there are 6.7e21 / 1680 / 280 = 2^53.7 such, and taking one of each orbit for all of
// them puts at most so many, times the part of the orbit that keeps the row map and z, in one
// place: far below 2^62. The tallies need 128 bits; they are kept in 64, and carried over before
// 2^62 solutions have been added to them.

#include "solve/exact/row_fold.hpp"

#include <algorithm>
#include <type_traits>

#include "core/base/sorted.hpp"

namespace clew::exact {

namespace {

constexpr std::size_t wide = 16;  // columns that are summed together

std::size_t padded(std::size_t n) { return (n + wide - 1) / wide * wide; }

struct TypeSums {
    const std::vector<std::vector<std::uint32_t>>& classes_of_type;
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
            for (const std::uint32_t cls : task.classes_of_type[type]) {
                const std::uint64_t* const at = task.scratch + cls * wide;
                for (std::size_t k = 0; k < wide; ++k) sum[k] += at[k];
            }
            std::uint64_t* const into = task.into + type * stride + begin;
            for (std::size_t k = 0; k < wide; ++k) into[k] = sum[k];
        }
    }
}

// A run of triples, each with a row of numbers, of which some columns are asked for: by a list of
// them and, where they are many, by a mask.
struct Run {
    std::span<const std::uint32_t> rows;  // where each triple's row starts
    const std::uint64_t* from;
    std::span<const std::uint32_t> asked;  // columns
    const std::int8_t* mask;               // per column: -1 if asked for, else 0
    std::size_t columns;                   // padded
    std::uint64_t* into;                   // per column asked for, added to; may be null
    std::uint64_t* by_triple;              // of all columns asked for, per triple; may be
    std::uint64_t* scratch;                // columns
};

// Whole rows at a time.
template <bool adds, bool masks>
[[gnu::always_inline]] inline void add_rows(const Run& run) {
    if constexpr (adds)
        for (std::size_t column = 0; column < run.columns; ++column) run.scratch[column] = 0;
    for (std::size_t t = 0; t < run.rows.size(); ++t) {
        const std::uint64_t* const from = run.from + run.rows[t];
        std::uint64_t part[wide] = {};
        for (std::size_t begin = 0; begin < run.columns; begin += wide)
            for (std::size_t k = 0; k < wide; ++k) {
                const std::uint64_t number = from[begin + k];
                if constexpr (adds) run.scratch[begin + k] += number;
                if constexpr (masks)
                    part[k] += number & static_cast<std::uint64_t>(
                                            static_cast<std::int64_t>(run.mask[begin + k]));
            }
        if constexpr (masks) {
            std::uint64_t sum = 0;
            for (const std::uint64_t number : part) sum += number;
            run.by_triple[t] = sum;
        }
    }
    if constexpr (adds)
        for (std::size_t k = 0; k < run.asked.size(); ++k) run.into[k] += run.scratch[run.asked[k]];
}

// What add_rows does, by the list.
template <bool adds>
[[gnu::always_inline]] inline void add_listed(const Run& run) {
    for (std::size_t t = 0; t < run.rows.size(); ++t) {
        const std::uint64_t* const from = run.from + run.rows[t];
        std::uint64_t sum = 0;
        for (std::size_t k = 0; k < run.asked.size(); ++k) {
            const std::uint64_t number = from[run.asked[k]];
            if constexpr (adds) run.into[k] += number;
            sum += number;
        }
        run.by_triple[t] = sum;
    }
}

// The same where nobody asks for sums by triple: n triples at a time.
template <std::size_t n>
[[gnu::always_inline]] inline void add_together(const Run& run, const std::uint32_t* rows) {
    const std::uint64_t* from[n];
    for (std::size_t t = 0; t < n; ++t) from[t] = run.from + rows[t];
    for (std::size_t k = 0; k < run.asked.size(); ++k) {
        std::uint64_t sum = 0;
        for (std::size_t t = 0; t < n; ++t) sum += from[t][run.asked[k]];
        run.into[k] += sum;
    }
}

[[gnu::always_inline]] inline void add_listed_together(const Run& run) {
    const std::uint32_t* rows = run.rows.data();
    const std::uint32_t* const end = rows + run.rows.size();
    for (; end - rows >= 4; rows += 4) add_together<4>(run, rows);
    if (end - rows >= 2) {
        add_together<2>(run, rows);
        rows += 2;
    }
    if (rows != end) add_together<1>(run, rows);
}

// By clock: a column listed takes as long as four to six in a row.
[[gnu::always_inline]] inline void add_run(const Run& run) {
    const bool many = run.columns < 5 * run.asked.size();
    if (run.into == nullptr)
        many ? add_rows<false, true>(run) : add_listed<false>(run);
    else if (run.by_triple != nullptr)
        many ? add_rows<true, true>(run) : add_listed<true>(run);
    else
        many ? add_rows<true, false>(run) : add_listed_together(run);
}

struct Loops {
    void (*sum_types)(const TypeSums&);
    void (*add_run)(const Run&);
};

void sum_types_portable(const TypeSums& task) { sum_types(task); }
void add_run_portable(const Run& run) { add_run(run); }
#if CLEW_X86
[[gnu::target("avx2")]] void sum_types_avx2(const TypeSums& task) { sum_types(task); }
[[gnu::target("avx2")]] void add_run_avx2(const Run& run) { add_run(run); }
[[gnu::target(CLEW_TARGET_AVX512)]] void sum_types_avx512(const TypeSums& task) { sum_types(task); }
[[gnu::target(CLEW_TARGET_AVX512)]] void add_run_avx512(const Run& run) { add_run(run); }
#endif

Loops loops_for(InstructionSet set) {
#if CLEW_X86
    if (set >= InstructionSet::avx512) return {sum_types_avx512, add_run_avx512};
    if (set >= InstructionSet::avx2) return {sum_types_avx2, add_run_avx2};
#else
    static_cast<void>(set);
#endif
    return {sum_types_portable, add_run_portable};
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
    for (const LoopRole role : {LoopRole::outer, LoopRole::inner, LoopRole::lanes}) {
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
        const std::size_t maps = padded(lists_[r].size());
        const std::size_t classes = padded(lists_[r].class_count());
        tally.has_map.resize(fillings.type_count() * maps);
        tally.has_class.resize(fillings.type_count() * classes);
        for (std::size_t type = 0; type < fillings.type_count(); ++type) {
            for (const std::uint32_t map : tally.maps_of_type[type])
                tally.has_map[type * maps + map] = -1;
            for (const std::uint32_t cls : tally.classes_of_type[type])
                tally.has_class[type * classes + cls] = -1;
        }
        std::size_t size = 0;
        for (std::size_t row = 0; row < map_count; ++row) {
            tally.begin.push_back(size);
            const std::uint16_t type = fillings.type_of(static_cast<MapId>(row));
            const bool meets_any = type != no_class && !tally.maps_of_type[type].empty();
            tally.type.push_back(meets_any ? type : no_class);
            if (meets_any) size += tally.maps_of_type[type].size();
        }
        tally.sums.resize(size);
        if (role != LoopRole::lanes) tally.low.reset(size);
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

const std::vector<RowFold::Triple>& RowFold::triples_with(MapId r3) {
    std::vector<Triple>& triples = triples_[r3];
    if (!triples.empty() || known_[r3]) return triples;
    known_[r3] = true;
    for (const auto& [r1, r2] : Maps::get().related(r3)) {
        const std::uint16_t type1 = tallies_[0].type[r1];
        const std::uint16_t type2 = tallies_[1].type[r2];
        if (type1 != no_class && type2 != no_class)
            triples.push_back({{r1, r2}, {type1, type2}, 0});
    }
    return triples;
}

RowFold::Triples RowFold::triples_with_class(std::size_t z_class) {
    const Maps& maps = Maps::get();
    Triples triples;
    const std::uint16_t box_class = lists_[2].box_class(z_class);
    for (const MapId r3 : boxes_.fillings(band_, LoopRole::lanes).rows_of_class(box_class)) {
        const bool smallest = std::ranges::all_of(
            row_orders_, [&](std::size_t order) { return r3 <= maps.renamed(r3, order); });
        if (!smallest) continue;
        const std::vector<Triple>& with = triples_with(r3);
        if (with.empty()) continue;
        const std::size_t begin = triples.all.size();
        triples.all.insert(triples.all.end(), with.begin(), with.end());
        for (std::size_t k = begin; k < triples.all.size(); ++k)
            triples.all[k].third = static_cast<std::uint16_t>(triples.thirds.size());
        triples.thirds.push_back(r3);
    }
    return triples;
}

void RowFold::sort_by_row(std::size_t box, std::vector<Triple>& triples) {
    std::array<std::uint32_t, map_count + 1> place{};
    for (const Triple& triple : triples) ++place[triple.row[box] + 1U];
    for (std::size_t row = 0; row < map_count; ++row) place[row + 1] += place[row];
    sorted_.resize(triples.size());
    for (const Triple& triple : triples) sorted_[place[triple.row[box]]++] = triple;
    std::swap(sorted_, triples);
}

void RowFold::take(const Sums& sums) {
    Triples triples = triples_with_class(sums.z_class);
    if (triples.all.empty()) return;
    const BoxFillings& first = boxes_.fillings(band_, LoopRole::outer);
    const BoxFillings& second = boxes_.fillings(band_, LoopRole::inner);
    std::array<std::vector<bool>, 2> wanted = {std::vector<bool>(first.type_count()),
                                               std::vector<bool>(second.type_count())};
    for (const Triple& triple : triples.all)
        for (std::size_t k = 0; k < 2; ++k) wanted[k][triple.type[k]] = true;
    const auto room = [&](Aligned<std::uint64_t>& numbers, std::size_t size) {
        if (numbers.size() < size) numbers.reset(size);
        return numbers.data();
    };

    const std::size_t begin = lists_[2].begin_of(sums.z_class);
    const std::size_t maps = maps_in(sums.z_class);
    const std::size_t x_classes = lists_[0].class_count();
    const std::size_t y_classes = lists_[1].class_count();
    const std::size_t xs = padded(lists_[0].size());
    const Loops loops = loops_for(instructions_);
    std::uint64_t* const scratch = room(scratch_, std::max(x_classes, y_classes) * wide);
    std::uint64_t* const sum = room(sum_, std::max(xs, y_stride_));
    std::array<std::uint64_t, related_count> by_triple{};
    // For each run of triples with one row map of `box`, sums the numbers that the other box's
    // types have under this one's maps (or classes), adds them to the tally if there is one, and
    // calls use(run) with the sums by triple; without those for use = nullptr.
    const auto each_run = [&]<class Use>(
                              std::size_t box, const std::uint64_t* by_type, std::size_t stride,
                              const std::vector<std::vector<std::uint32_t>>& asked,
                              const std::vector<std::int8_t>& mask, Tally* tally, const Use& use) {
        constexpr bool uses = !std::is_null_pointer_v<Use>;
        std::array<std::uint32_t, related_count> rows{};
        for (std::size_t i = 0, end = 0; i < triples.all.size(); i = end) {
            const Triple& one = triples.all[i];
            for (; end < triples.all.size() && triples.all[end].row[box] == one.row[box]; ++end)
                rows[end - i] = static_cast<std::uint32_t>(triples.all[end].type[1 - box] * stride);
            const std::size_t type = one.type[box];
            loops.add_run(
                {{rows.data(), end - i},
                 by_type,
                 asked[type],
                 mask.data() + type * stride,
                 stride,
                 tally == nullptr ? nullptr : tally->low.data() + tally->begin[one.row[box]],
                 uses ? by_triple.data() : nullptr,
                 sum});
            if constexpr (uses) use(std::span<const Triple>{&one, end - i});
        }
    };

    // The outer box: summed over y by the inner box's types. All that is added here is a
    // solution of the lane box with a map of the class, too, at first put down as the last one.
    std::vector<U128> by_third(triples.thirds.size() * maps);  // [third][map of the class]
    std::uint64_t* by_type = room(by_type_, second.type_count() * xs);
    loops.sum_types({tallies_[1].classes_of_type, wanted[1], sums.by_x.data(), 1, x_stride_,
                     y_classes, lists_[0].size(), by_type, scratch});
    sort_by_row(0, triples.all);
    each_run(0, by_type, xs, tallies_[0].maps_of_type, tallies_[0].has_map, &tallies_[0],
             [&](std::span<const Triple> run) {
                 for (std::size_t t = 0; t < run.size(); ++t) {
                     by_third[(run[t].third + 1U) * maps - 1] += U128{by_triple[t]};
                     since_carry_ += U128{by_triple[t]};
                 }
             });

    // The inner box: summed over x by the outer box's types.
    by_type = room(by_type_, first.type_count() * y_stride_);
    loops.sum_types({tallies_[0].classes_of_type, wanted[0], sums.by_y.data(), y_stride_, 1,
                     x_classes, lists_[1].size(), by_type, scratch});
    sort_by_row(1, triples.all);
    each_run(1, by_type, y_stride_, tallies_[1].maps_of_type, tallies_[1].has_map, &tallies_[1],
             nullptr);

    // The lane box, one of its maps at a time: summed over x by types, then over y. The last map
    // has what the others leave of the class.
    by_type = room(by_type_, first.type_count() * x_stride_);
    for (std::size_t z = 0; z + 1 < maps; ++z) {
        loops.sum_types({tallies_[0].classes_of_type, wanted[0], sums.by_z.data() + z * z_stride_,
                         x_stride_, 1, x_classes, y_classes, by_type, scratch});
        each_run(1, by_type, x_stride_, tallies_[1].classes_of_type, tallies_[1].has_class, nullptr,
                 [&](std::span<const Triple> run) {
                     for (std::size_t t = 0; t < run.size(); ++t) {
                         U128* const at = by_third.data() + run[t].third * maps;
                         at[z] += U128{by_triple[t]};
                         at[maps - 1] -= U128{by_triple[t]};
                     }
                 });
    }
    for (std::size_t k = 0; k < triples.thirds.size(); ++k) {
        const MapId row = triples.thirds[k];
        const auto& of_type = tallies_[2].maps_of_type[tallies_[2].type[row]];
        const auto at = std::ranges::lower_bound(of_type, static_cast<std::uint32_t>(begin));
        U128* const into =
            tallies_[2].sums.data() + tallies_[2].begin[row] + (at - of_type.begin());
        for (std::size_t z = 0; z < maps; ++z) into[z] += by_third[k * maps + z];
    }
    if (since_carry_ >= U128{std::uint64_t{1} << 62}) carry();
}

void RowFold::carry() {
    for (Tally& tally : tallies_) {
        for (std::size_t i = 0; i < tally.low.size(); ++i) tally.sums[i] += U128{tally.low[i]};
        tally.low.clear();
    }
    since_carry_ = {};
}

void RowFold::deliver(std::uint64_t weight, CandidateSums& out) {
    carry();
    const Maps& maps = Maps::get();
    for (std::size_t r = 0; r < tallies_.size(); ++r)
        for (std::size_t row = 0; row < map_count; ++row) {
            const std::uint16_t type = tallies_[r].type[row];
            if (type == no_class) continue;
            const U128* from = tallies_[r].sums.data() + tallies_[r].begin[row];
            for (const std::uint32_t i : tallies_[r].maps_of_type[type]) {
                const U128 solutions = *from++ * (weight * row_orders_.size());
                if (solutions == U128{}) continue;
                const Maps::Values& rows = maps.values(static_cast<MapId>(row));
                const Maps::Values& columns = maps.values(lists_[r].map(i));
                for (std::size_t d = 0; d < 9; ++d)
                    out[(band_ * 3 + rows[d]) * 9 + r * 3 + columns[d]][d] += solutions;
            }
        }
}

}  // namespace clew::exact
