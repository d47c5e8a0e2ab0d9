// The count is a sum of N_1 N_2 N_3 over arrangements of three stacks (band_stack.cpp). How many
// solutions have column maps x, y, z in band i is what remains when N_i is left out of it,
//
//     U_i[x, y, z] = sum over the arrangements with these maps in band i of the other two N,
//
// the derivative of the count by N_i. The inner loop has it at hand when band i is the one that
// groups: the sum over a group, before it is multiplied by N_i. So the sum is run three times, once
// with each band as the first, and row_fold.cpp turns U_i into candidates.
//
// Four things keep a pass near the cost of the count. Digits with equal options are renamed so that
// the outer box of the band has as few maps as can be; arrangements of one outer map are gathered
// in 32 bits, as many as fit; lanes of one map are added up in runs whose length the compiler
// knows; and classes that do not occur take no room. What was there before, adding up each run
// under a mask and gathering in 64 bits, made marginals of puzzles with 1 to 14 clues 3.5 to 4.9
// times as dear as the count in the median (six puzzles each), and 9 times at worst.
//
// Deriving all three in one run, as reverse-mode differentiation would, costs more than it saves:
// for the bands that do not group the products cannot be added to their neighbours, which halves
// the speed of the loop, and the results have to be written back for every pair. Gathering two
// arrangements of one outer map in one loop made no difference.
//
// Bands without a pass: the rows of a band that has the same options in each of them are alike, so
// that its candidates follow from the other bands', because each digit is once in each column. The
// same goes for two such bands that are equal; and where all three are, the count alone is enough.
//
// The sums are taken over one arrangement of each orbit, so what comes out is a distribution of
// the right weight over solutions that are not evenly spread: averaging it over the symmetries of
// the puzzle, candidate by candidate, gives the true numbers. [see plan.cpp for the symmetries]

#include "solve/exact/marginals.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>

#include "core/base/contract.hpp"
#include "core/base/workers.hpp"
#include "core/board/options.hpp"
#include "solve/exact/chunk.hpp"
#include "solve/exact/grant.hpp"
#include "solve/exact/plan.hpp"
#include "solve/exact/row_fold.hpp"

namespace clew::exact {

namespace {

// --- evening out over the symmetries of the puzzle -----------------------------------------------

class Orbits {
  public:
    Orbits() { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
    void join(std::size_t a, std::size_t b) { parent_[root(a)] = root(b); }
    std::size_t root(std::size_t a) {
        while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
        return a;
    }

  private:
    std::array<std::size_t, 729> parent_{};
};

// Joins the orbits of candidates under exchanges that leave the puzzle as it is: two digits, two
// rows of a band, two columns of a stack, two bands, two stacks.
Orbits orbits_of(const CandidateMasks& options) {
    Orbits orbits;
    const auto try_cells = [&](const auto& image) {
        for (std::size_t cell = 0; cell < 81; ++cell)
            if (options[image(cell)] != options[cell]) return;
        for (std::size_t cell = 0; cell < 81; ++cell)
            for (std::size_t d = 0; d < 9; ++d) orbits.join(cell * 9 + d, image(cell) * 9 + d);
    };
    const auto exchanged = [](std::size_t line, std::size_t a, std::size_t b) {
        return line == a ? b : line == b ? a : line;
    };
    for (std::size_t a = 0; a < 9; ++a)
        for (std::size_t b = a + 1; b < 9; ++b) {
            if (a / 3 == b / 3) {
                try_cells(
                    [&](std::size_t cell) { return exchanged(cell / 9, a, b) * 9 + cell % 9; });
                try_cells(
                    [&](std::size_t cell) { return cell / 9 * 9 + exchanged(cell % 9, a, b); });
            }
            const bool alike = std::ranges::all_of(options, [&](std::uint16_t cell) {
                return ((cell >> a) & 1) == ((cell >> b) & 1);
            });
            if (alike)
                for (std::size_t cell = 0; cell < 81; ++cell)
                    orbits.join(cell * 9 + a, cell * 9 + b);
        }
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = a + 1; b < 3; ++b) {
            const auto block = [&](std::size_t line) {
                return exchanged(line / 3, a, b) * 3 + line % 3;
            };
            try_cells([&](std::size_t cell) { return block(cell / 9) * 9 + cell % 9; });
            try_cells([&](std::size_t cell) { return cell / 9 * 9 + block(cell % 9); });
        }
    return orbits;
}

void even_out(const CandidateMasks& options, std::vector<U128>& counts) {
    Orbits orbits = orbits_of(options);
    std::vector<U128> sums(counts.size());
    std::vector<std::uint64_t> sizes(counts.size(), 0);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        sums[orbits.root(i)] += counts[i];
        ++sizes[orbits.root(i)];
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::size_t root = orbits.root(i);
        counts[i] = sums[root] / sizes[root];
        CLEW_INVARIANT(counts[i] * sizes[root] == sums[root],
                       "exact::marginals: an orbit's solutions do not divide evenly");
    }
}

// --- one band ------------------------------------------------------------------------------------

// A run of lane pairs of a block with the same map z in the band.
struct Segment {
    std::uint32_t z;
    std::uint32_t begin;
    std::uint32_t length;
};

// row[place[g]] = the sum of the first `length` numbers of group g.
template <std::size_t length>
void sum_run(const std::uint64_t* at, std::span<const std::uint32_t> place, std::uint64_t* row) {
    for (const std::uint32_t y : place) {
        std::uint64_t sum = 0;
        for (std::size_t l = 0; l < length; ++l) sum += at[l];
        row[y] = sum;
        at += lane_pairs;
    }
}

using RunSum = void (*)(const std::uint64_t*, std::span<const std::uint32_t>, std::uint64_t*);

// Entry n-1 is for runs of n: a length known to the compiler is worth a factor of two.
template <std::size_t... n>
constexpr std::array<RunSum, sizeof...(n)> run_sums(std::index_sequence<n...>) {
    return {sum_run<n + 1>...};
}
constexpr auto sum_runs = run_sums(std::make_index_sequence<lane_pairs>{});

void add_row(std::uint64_t* into, const std::uint64_t* from, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) into[i] += from[i];
}

// What a pass over one band needs, whatever the chunk.
struct BandView {
    BandOrder bands;
    std::vector<Arrangement> outer;
    std::vector<std::uint32_t> x_of_outer;
    InnerList inner;
    std::vector<LaneBlock> blocks;
    std::array<MapList, 3> lists;
    std::vector<std::uint8_t> row_orders;
    std::vector<std::uint32_t> y_of_group;
    std::uint32_t items_at_once;  // whose sums fit 32 bits together
};

MapList maps_in(std::span<const Arrangement> arrangements, std::size_t band, const Box& box) {
    std::vector<MapId> maps;
    maps.reserve(arrangements.size());
    for (const Arrangement& arrangement : arrangements) maps.push_back(arrangement.map[band]);
    return {box, std::move(maps)};
}

std::vector<std::uint8_t> row_orders_of(const CandidateMasks& options, const Plan& plan,
                                        std::size_t band) {
    std::vector<std::uint8_t> orders;
    for (std::size_t order = 0; order < line_orders.size(); ++order) {
        bool keeps = true;
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t column = 0; column < 9; ++column)
                keeps =
                    keeps &&
                    options[Outlook::cell(plan, band * 3 + row, column)] ==
                        options[Outlook::cell(plan, band * 3 + line_orders[order][row], column)];
        if (keeps) orders.push_back(static_cast<std::uint8_t>(order));
    }
    return orders;
}

// At least every number in the band's table. A column map and a row map of one box leave each
// column of the next box two ways at most, and then the third box none: eight for each row map.
std::uint64_t largest_entry(const PlanBoxes& boxes, std::size_t band) {
    std::uint64_t least = 1728;
    for (const LoopRole role : {LoopRole::outer, LoopRole::inner, LoopRole::lanes}) {
        std::uint64_t most = 0;
        for (std::size_t cls = 0; cls < boxes.box(band, role).class_count(); ++cls)
            most =
                std::max<std::uint64_t>(most, boxes.fillings(band, role).rows_of_class(cls).size());
        least = std::min(least, 8 * most);
    }
    return least;
}

std::uint32_t items_at_once(const PlanBoxes& boxes, const BandOrder& bands,
                            const InnerList& inner) {
    const std::uint64_t lane =
        inner.longest() * 2 * largest_entry(boxes, bands[1]) * largest_entry(boxes, bands[2]);
    return static_cast<std::uint32_t>(0xffffffffU / std::max<std::uint64_t>(lane, 1));
}

// Adds a run of blocks to a fold. The sums of a class of z are handed on as soon as the lanes have
// left it; a class that goes on in another thread's run is handed on in two parts, which adds up to
// the same.
class BandRun {
  public:
    BandRun(const BandView& view, const Chunk& chunk, RowFold& fold, InstructionSet instructions)
        : view_(view),
          chunk_(chunk),
          fold_(fold),
          instructions_(instructions),
          loops_(lane_loops(instructions)),
          second_rows_(chunk.table(view.bands[1]).third_count()),
          third_rows_(chunk.table(view.bands[2]).third_count()),
          b_(chunk.table(view.bands[1]).slot_count() * second_rows_ * lane_count),
          c_(chunk.table(view.bands[2]).slot_count() * third_rows_ * lane_count),
          gathered_(view.inner.groups.size() * lane_pairs),
          weighed_(view.inner.groups.size() * lane_pairs),
          row_(view.lists[1].size()),
          class_row_(view.lists[1].class_count()),
          by_class_(view.lists[1].is_by_class()) {
        for (const Chunk::Item& item : chunk.items())
            items_.push_back({view.x_of_outer[item.outer], item.slot[view.bands[1]],
                              item.slot[view.bands[2]],
                              static_cast<std::uint32_t>(view.outer[item.outer].weight)});
        std::ranges::sort(items_);
        std::size_t kept = 0;
        for (const Item& item : items_) {  // the same but for the weight
            if (kept > 0 && items_[kept - 1].x == item.x &&
                items_[kept - 1].second == item.second && items_[kept - 1].third == item.third)
                items_[kept - 1].weight += item.weight;
            else
                items_[kept++] = item;
        }
        items_.resize(kept);
        std::ranges::sort(items_, {}, [](const Item& item) {
            return std::array{item.x, item.weight, item.second, item.third};
        });
    }

    /// False if the grant ran out.
    bool add(const LaneBlock& block, Grant& grant) {
        bring_into_lanes(chunk_.table(view_.bands[1]), block, &LaneBlock::second, instructions_,
                         b_);
        bring_into_lanes(chunk_.table(view_.bands[2]), block, &LaneBlock::third, instructions_, c_);
        open(block);
        const InnerView inner = view_.inner.view();
        const std::uint64_t terms = std::uint64_t{block.used} * view_.inner.pairs.size();
        for (std::size_t i = 0; i < items_.size();) {
            const std::uint32_t x = items_[i].x;
            weighed_.clear();
            while (i < items_.size() && items_[i].x == x) {
                const std::uint32_t weight = items_[i].weight;
                gathered_.clear();
                for (std::uint32_t n = 0; n < view_.items_at_once && i < items_.size() &&
                                          items_[i].x == x && items_[i].weight == weight;
                     ++n, ++i) {
                    if (!grant.take(terms)) return false;
                    loops_.gather(b_.data() + items_[i].second * second_rows_ * lane_count,
                                  c_.data() + items_[i].third * third_rows_ * lane_count, inner,
                                  gathered_.data());
                }
                loops_.widen(gathered_.data(), gathered_.size(), weight, weighed_.data());
            }
            spread(x);
        }
        return true;
    }

    /// Hands on what is left.
    void close() {
        for (std::size_t k = 0; k < open_; ++k) fold_.take(sums_[k]);
        open_ = 0;
    }

  private:
    struct Item {
        std::uint32_t x;
        std::uint32_t second;  // slots
        std::uint32_t third;
        std::uint32_t weight;
        auto operator<=>(const Item&) const = default;
    };

    // Finds the block's segments and opens sums for their classes; hands on the classes that the
    // block no longer meets.
    void open(const LaneBlock& block) {
        segments_.clear();
        for (std::uint32_t l = 0; l < block.used_pairs; ++l) {
            const std::uint32_t z = view_.lists[2].index_of(block.first_map[l]);
            if (segments_.empty() || segments_.back().z != z) segments_.push_back({z, l, 0});
            ++segments_.back().length;
        }
        const std::size_t first = view_.lists[2].class_of(segments_.front().z);
        std::size_t kept = 0;
        for (std::size_t k = 0; k < open_; ++k) {
            if (sums_[k].z_class == first)
                std::swap(sums_[kept++], sums_[k]);
            else
                fold_.take(sums_[k]);
        }
        open_ = kept;
        for (const Segment& segment : segments_) {
            const std::size_t cls = view_.lists[2].class_of(segment.z);
            if (open_ > 0 && sums_[open_ - 1].z_class == cls) continue;
            if (sums_.size() == open_) sums_.emplace_back();
            fold_.start(sums_[open_++], cls);
        }
    }

    void spread(std::uint32_t x) {
        const MapList& ys = view_.lists[1];
        const std::size_t x_class = view_.lists[0].class_of(x);
        std::size_t k = 0;
        for (const Segment& segment : segments_) {
            const std::size_t z_class = view_.lists[2].class_of(segment.z);
            while (sums_[k].z_class != z_class) ++k;
            RowFold::Sums& sums = sums_[k];
            sum_runs[segment.length - 1](weighed_.data() + segment.begin, view_.y_of_group,
                                         row_.data());
            add_row(sums.by_y.data() + x_class * fold_.y_stride(), row_.data(), ys.size());
            const std::uint64_t* by_class = row_.data();
            if (!by_class_) {
                std::ranges::fill(class_row_, 0);
                for (std::size_t y = 0; y < ys.size(); ++y) class_row_[ys.class_of(y)] += row_[y];
                by_class = class_row_.data();
            }
            add_row(sums.by_x.data() + x * fold_.x_stride(), by_class, ys.class_count());
            if (fold_.maps_in(z_class) == 1) continue;
            const std::size_t z = segment.z - view_.lists[2].begin_of(z_class);
            add_row(sums.by_z.data() + z * fold_.z_stride() + x_class * fold_.x_stride(), by_class,
                    ys.class_count());
        }
    }

    const BandView& view_;
    const Chunk& chunk_;
    RowFold& fold_;
    InstructionSet instructions_;
    LaneLoops loops_;
    std::size_t second_rows_;
    std::size_t third_rows_;
    Aligned<std::uint16_t> b_;
    Aligned<std::uint16_t> c_;
    Aligned<std::uint32_t> gathered_;  // [group][lane_pairs], for items of equal weight
    Aligned<std::uint64_t> weighed_;   // times their weight
    std::vector<Item> items_;
    std::vector<Segment> segments_;
    std::vector<RowFold::Sums> sums_;  // the first open_ are in use, in the order of the lanes
    std::size_t open_ = 0;
    std::vector<std::uint64_t> row_;        // of a segment, by map y
    std::vector<std::uint64_t> class_row_;  // by class of y, where that is something else
    bool by_class_;                         // it is not
};

// The bands, in the plan's order, whose candidates follow from those of the others.
std::vector<std::uint8_t> bands_that_follow(const CandidateMasks& options, const Plan& plan) {
    const auto same_rows = [&](std::size_t a, std::size_t b) {
        for (std::size_t column = 0; column < 9; ++column)
            if (options[Outlook::cell(plan, a, column)] != options[Outlook::cell(plan, b, column)])
                return false;
        return true;
    };
    std::vector<std::vector<std::uint8_t>> groups(1);  // of bands that are all one row
    for (std::uint8_t band = 0; band < 3; ++band) {
        const std::size_t row = std::size_t{band} * 3;
        if (!same_rows(row, row + 1) || !same_rows(row, row + 2)) continue;
        const auto group = std::ranges::find_if(groups, [&](const auto& bands) {
            return bands.empty() || same_rows(bands.front() * 3U, row);
        });
        if (group == groups.end())
            groups.push_back({band});
        else
            group->push_back(band);
    }
    return *std::ranges::max_element(groups, {}, &std::vector<std::uint8_t>::size);
}

// Fills in the candidates of these bands. The counts of all the others, the total and the symmetry
// of the bands are taken for granted.
void let_follow(std::span<const std::uint8_t> bands, const Plan& plan, Marginals& result) {
    if (bands.empty()) return;
    const auto follows = [&](std::size_t row) {
        return std::ranges::find(bands, row / 3) != bands.end();
    };
    for (std::size_t column = 0; column < 9; ++column)
        for (std::size_t d = 0; d < 9; ++d) {
            U128 rest = result.solutions;
            for (std::size_t row = 0; row < 9; ++row)
                if (!follows(row)) rest -= result.counts[Outlook::cell(plan, row, column) * 9 + d];
            const std::uint64_t rows = 3 * bands.size();
            const U128 each = rest / rows;
            CLEW_INVARIANT(each * rows == rest, "exact::marginals: equal rows do not share evenly");
            for (std::size_t row = 0; row < 9; ++row)
                if (follows(row)) result.counts[Outlook::cell(plan, row, column) * 9 + d] = each;
        }
}

// Renaming digits leaves the outer box fewer maps, and changes classes, so that each pass needs its
// own slices of the tables. Up to four digits are not worth that.
bool renames_digits(const Outlook& outlook) { return outlook.equal_digits() > 4; }

std::vector<BandView> views_of(const Outlook& outlook, const PlanBoxes& boxes,
                               const CandidateMasks& cells,
                               std::span<const std::uint8_t> left_out) {
    const Plan& plan = outlook.best();
    const std::vector<Arrangement> outer = outlook.outer_list(plan);
    std::vector<Arrangement> inner = outlook.list(plan, LoopRole::inner);
    std::vector<Arrangement> lanes = outlook.list(plan, LoopRole::lanes);
    std::vector<BandView> views;
    for (const BandOrder& bands : {BandOrder{0, 1, 2}, BandOrder{1, 0, 2}, BandOrder{2, 0, 1}}) {
        const std::uint8_t band = bands[0];
        if (std::ranges::find(left_out, band) != left_out.end()) continue;
        std::vector<Arrangement> turned = outer;
        outlook.make_smallest(plan, LoopRole::outer, band, renames_digits(outlook), turned);
        const MapList xs = maps_in(turned, band, boxes.box(band, LoopRole::outer));
        outlook.make_smallest(plan, LoopRole::inner, band, false, inner);
        outlook.make_smallest(plan, LoopRole::lanes, band, false, lanes);
        BandView view{bands,
                      std::move(turned),
                      {},
                      list_inner(inner, boxes, bands, Grouping::by_map),
                      list_lanes(lanes, boxes, bands, Grouping::by_map),
                      {xs, maps_in(inner, band, boxes.box(band, LoopRole::inner)),
                       maps_in(lanes, band, boxes.box(band, LoopRole::lanes))},
                      row_orders_of(cells, plan, band),
                      {},
                      0};
        for (const Arrangement& arrangement : view.outer)
            view.x_of_outer.push_back(view.lists[0].index_of(arrangement.map[band]));
        for (const InnerList::Group& group : view.inner.groups)
            view.y_of_group.push_back(view.lists[1].index_of(group.map));
        view.items_at_once = items_at_once(boxes, bands, view.inner);
        views.push_back(std::move(view));
    }
    return views;
}

// Runs one pass over the arrangements of a chunk.
void run_pass(const BandView& view, const PlanBoxes& boxes, const Chunk& chunk,
              std::uint64_t weight, const MarginalOptions& options, InstructionSet instructions,
              Grant& grant, CandidateSums& sums) {
    const std::size_t blocks = view.blocks.size();
    const std::size_t runs =
        std::min<std::size_t>(blocks, options.threads == 1 ? 1 : 8 * options.threads);
    std::mutex guard;
    std::atomic<std::size_t> next{0};
    run_workers(options.threads, [&](unsigned) {
        RowFold fold{boxes, view.bands[0], view.lists, view.row_orders, instructions};
        BandRun run{view, chunk, fold, instructions};
        for (;;) {
            const std::size_t at = next.fetch_add(1);
            if (at >= runs) break;
            const std::size_t end = (at + 1) * blocks / runs;
            for (std::size_t i = at * blocks / runs; i < end; ++i)
                if (!grant.take(0) || !run.add(view.blocks[i], grant)) return;
            run.close();
        }
        CandidateSums mine{};
        fold.deliver(weight, mine);
        const std::scoped_lock lock{guard};
        for (std::size_t cell = 0; cell < 81; ++cell)
            for (std::size_t d = 0; d < 9; ++d) sums[cell][d] += mine[cell][d];
    });
}

}  // namespace

Marginals marginals(const Puzzle& puzzle, const MarginalOptions& options) {
    refuse_rules(puzzle, "the exact counter");
    CLEW_REQUIRE(supports(puzzle), "exact::marginals: not a classic board");
    CLEW_REQUIRE(options.threads >= 1, "exact::marginals: no threads");
    const InstructionSet instructions = options.instructions.value_or(best_instructions());
    CLEW_REQUIRE(has_instructions(instructions), "exact::marginals: the processor lacks these");

    Marginals result;
    result.counts.resize(729);
    const CandidateMasks cells = options_of(puzzle);
    const Outlook outlook{puzzle};
    const Plan& plan = outlook.best();
    result.explored = 1;
    if (plan.terms == 0) return result;
    const std::vector<std::uint8_t> following = bands_that_follow(cells, plan);
    if (following.size() == 3) {
        const Report128 all = count(
            puzzle,
            {.budget = options.budget, .threads = options.threads, .instructions = instructions});
        static_cast<Report128&>(result) = all;
        if (!all.exact()) {
            result.solutions = 0;
            result.counts.clear();
            return result;
        }
        let_follow(following, plan, result);
        return result;
    }
    const PlanBoxes boxes{outlook, plan};
    const std::vector<BandView> views = views_of(outlook, boxes, cells, following);
    const std::uint64_t weight = outlook.list(plan, LoopRole::inner).front().weight *
                                 outlook.list(plan, LoopRole::lanes).front().weight;

    Grant grant{options.budget};
    CandidateSums sums{};
    const auto granted = [&] { return grant.take(0); };
    const std::size_t sharing = renames_digits(outlook) ? 1 : views.size();
    std::size_t done = 0, all = 0;  // outer arrangements, once for each pass
    for (const BandView& view : views) all += view.outer.size();
    for (std::size_t v = 0; v < views.size(); v += sharing) {
        const std::vector<Arrangement>& outer = views[v].outer;
        const std::span<const std::uint8_t> wanted =
            sharing == 1 ? std::span<const std::uint8_t>{views[v].bands}.subspan(1)
                         : std::span<const std::uint8_t>{Chunk::all_bands};
        for (std::size_t begin = 0; begin < outer.size() && grant.ending() == Ending::exhausted;) {
            Chunk chunk{boxes, outer, begin, options.threads, instructions, wanted};
            if (!chunk.build(options.threads, granted)) break;
            for (std::size_t k = v; k < v + sharing && grant.ending() == Ending::exhausted; ++k)
                run_pass(views[k], boxes, chunk, weight, options, instructions, grant, sums);
            done += (chunk.end() - begin) * sharing;
            begin = chunk.end();
            if (options.on_progress)
                options.on_progress(static_cast<double>(done) / static_cast<double>(all));
        }
    }
    result.ending = grant.ending();
    result.nodes = grant.taken();
    result.explored = result.exact() ? 1 : 0;
    if (!result.exact()) {
        result.counts.clear();
        return result;
    }
    for (std::size_t row = 0; row < 9; ++row)
        for (std::size_t column = 0; column < 9; ++column)
            for (std::size_t d = 0; d < 9; ++d)
                result.counts[Outlook::cell(plan, row, column) * 9 + d] = sums[row * 9 + column][d];
    even_out(cells, result.counts);
    const std::size_t any_cell = Outlook::cell(plan, std::size_t{views.front().bands[0]} * 3, 0);
    for (std::size_t d = 0; d < 9; ++d) result.solutions += result.counts[any_cell * 9 + d];
    let_follow(following, plan, result);
    return result;
}

}  // namespace clew::exact
