// A solution is drawn from the outside in, each choice with the weight that the sum gives it:
//
//   1. the outer stack's arrangement, by its sum times the size of its orbit,
//   2. a block of lanes, then an inner arrangement and a lane in it, by N_1 N_2 N_3,
//   3. a filling of each band, one of its N_i,
//   4. a symmetry of the puzzle: the sums go over one arrangement of each orbit, so a random
//      renaming of equal digits and exchange of equal columns and bands makes all solutions
//      equally likely.
//
// Every choice is an integer below a total, without rounding. Draws of one call are sorted by outer
// arrangement and block, so that tables and sums are made once for each.

#include "solve/exact/sample.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/base/contract.hpp"
#include "solve/exact/chunk.hpp"
#include "solve/exact/grant.hpp"
#include "solve/exact/plan.hpp"
#include "solve/exact/triple_sum.hpp"

namespace clew::exact {

namespace {

using Classes = std::array<std::uint16_t, 3>;
using ColumnMaps = std::array<std::array<MapId, 3>, 3>;  // [role][band]

// Which of the runs that end at `ends` (ascending, the last is the total) a number falls into.
template <class Number>
std::size_t run_of(const std::vector<Number>& ends, const Number& at) {
    return static_cast<std::size_t>(std::ranges::upper_bound(ends, at) - ends.begin());
}

}  // namespace

U128 below(const U128& bound, Random& random) {
    CLEW_REQUIRE(bound != 0, "exact::below: nothing below zero");
    const U128 largest = bound - 1;
    const unsigned bits = largest == 0 ? 0 : msb(largest) + 1;
    const auto low_bits = [](unsigned n) { return n == 0 ? 0 : ~std::uint64_t{0} >> (64 - n); };
    for (;;) {
        U128 draw = 0;
        if (bits > 64) draw = U128{random.next() & low_bits(bits - 64)} << 64;
        draw |= random.next() & low_bits(std::min(bits, 64U));
        if (draw <= largest) return draw;
    }
}

struct GridSampler::Impl {
    Impl(const Puzzle& puzzle, const SamplerOptions& wanted)
        : options(wanted),
          instructions(wanted.instructions.value_or(best_instructions())),
          outlook(puzzle),
          plan(outlook.best()),
          boxes(outlook, plan),
          outer(outlook.outer_list(plan)),
          inner(outlook.list(plan, LoopRole::inner)),
          lanes(outlook.list(plan, LoopRole::lanes)),
          pairs(list_inner(inner, boxes, bands, Grouping::by_class)),
          blocks(list_lanes(lanes, boxes, bands, Grouping::by_class)) {
        const TripleSum sum{outlook, plan, instructions};
        TripleSum::Options how{.budget = options.budget, .threads = options.threads};
        if (options.on_counted) {
            constexpr std::size_t least = 512, rounds = 32;  // as in count()
            how.together = std::max(least, outer.size() / rounds);
            how.on_sums = [&](std::size_t from, std::span<const U128> sums) {
                options.on_counted(static_cast<double>(from + sums.size()) /
                                   static_cast<double>(outer.size()));
            };
        }
        const TripleSum::Outcome outcome = sum.run(outer, how);
        ending = outcome.ending;
        for (std::size_t i = 0; i < outer.size(); ++i) {
            total += outcome.sums[i] * outer[i].weight;
            ends.push_back(total);
        }
    }

    // Chooses the inner and the lane stack's arrangements for some draws with the same outer one;
    // false if the grant ran out.
    bool choose_stacks(std::size_t outer_index, std::span<ColumnMaps> draws, Random& random,
                       Grant& grant) const;
    std::array<MapId, 3> arrangement_of(const Classes& classes, LoopRole role,
                                        Random& random) const;
    // Chooses the row maps of a band's boxes.
    std::array<MapId, 3> choose_rows(const ColumnMaps& columns, std::size_t band,
                                     Random& random) const;
    Grid fill(const ColumnMaps& columns, Random& random) const;

    static constexpr BandOrder bands = {0, 1, 2};
    SamplerOptions options;
    InstructionSet instructions;
    Outlook outlook;
    Plan plan;
    PlanBoxes boxes;
    std::vector<Arrangement> outer;
    std::vector<Arrangement> inner;
    std::vector<Arrangement> lanes;
    InnerList pairs;
    std::vector<LaneBlock> blocks;
    Ending ending = Ending::exhausted;
    U128 total;
    std::vector<U128> ends;  // running total of the outer arrangements' solutions
};

bool GridSampler::Impl::choose_stacks(std::size_t outer_index, std::span<ColumnMaps> draws,
                                      Random& random, Grant& grant) const {
    Chunk chunk{boxes, {outer.data() + outer_index, 1}, 0, 1, instructions};
    if (!chunk.build(1, [&] { return grant.take(0); })) return false;
    Aligned<std::uint32_t> a(chunk.table(0).third_count() * lane_pairs);
    Aligned<std::uint16_t> b(chunk.table(1).third_count() * lane_count);
    Aligned<std::uint16_t> c(chunk.table(2).third_count() * lane_count);
    const auto bring = [&](const LaneBlock& block) {
        bring_into_lanes(chunk.table(0), block, &LaneBlock::first, instructions, a);
        bring_into_lanes(chunk.table(1), block, &LaneBlock::second, instructions, b);
        bring_into_lanes(chunk.table(2), block, &LaneBlock::third, instructions, c);
    };

    const LaneLoops loops = lane_loops(instructions);
    U128 running;
    std::vector<U128> block_ends;
    std::vector<std::uint64_t> block_sums;
    for (const LaneBlock& block : blocks) {
        if (!grant.take(std::uint64_t{block.used} * pairs.pairs.size())) return false;
        bring(block);
        block_sums.push_back(loops.sum(a.data(), b.data(), c.data(), pairs.view()));
        block_ends.push_back(running += U128{block_sums.back()});
    }

    struct Choice {
        std::size_t block;
        std::uint64_t rank;  // among the solutions of the block
        std::size_t draw;
        auto operator<=>(const Choice&) const = default;
    };
    std::vector<Choice> choices;
    for (std::size_t draw = 0; draw < draws.size(); ++draw) {
        const std::size_t block = run_of(block_ends, below(running, random));
        choices.push_back({block, random.below(block_sums[block]), draw});
    }
    std::ranges::sort(choices);

    for (auto choice = choices.begin(); choice != choices.end();) {
        const std::size_t at = choice->block;
        const LaneBlock& block = blocks[at];
        bring(block);
        std::uint64_t passed = 0;
        std::size_t pair = 0;
        for (const InnerList::Group& group : pairs.groups)
            for (; pair < group.end; ++pair)
                for (std::size_t l = 0; l < lane_count; ++l) {
                    const InnerList::Pair& p = pairs.pairs[pair];
                    passed += std::uint64_t{a[group.first_class * lane_pairs + l / 2]} *
                              b[p.second + l] * c[p.third + l];
                    for (; choice != choices.end() && choice->block == at && choice->rank < passed;
                         ++choice) {
                        const Classes inner_classes = {
                            static_cast<std::uint16_t>(group.first_class),
                            static_cast<std::uint16_t>(p.second / lane_count),
                            static_cast<std::uint16_t>(p.third / lane_count)};
                        const Classes lane_classes = {block.first[l / 2], block.second[l],
                                                      block.third[l]};
                        draws[choice->draw] = {
                            outer[outer_index].map,
                            arrangement_of(inner_classes, LoopRole::inner, random),
                            arrangement_of(lane_classes, LoopRole::lanes, random)};
                    }
                }
        CLEW_REQUIRE(choice == choices.end() || choice->block != at,
                     "exact::Sampler: a block held fewer solutions than it was counted to");
    }
    return true;
}

// Arrangements of the same classes have the same weight and each its own place in the lists.
std::array<MapId, 3> GridSampler::Impl::arrangement_of(const Classes& classes, LoopRole role,
                                                       Random& random) const {
    std::array<MapId, 3> chosen{};
    std::uint64_t seen = 0;
    for (const Arrangement& arrangement : role == LoopRole::inner ? inner : lanes) {
        bool fits = true;
        for (std::size_t band = 0; band < 3; ++band)
            fits = fits && boxes.box(band, role).class_of(arrangement.map[band]) == classes[band];
        if (fits && random.below(++seen) == 0) chosen = arrangement.map;
    }
    return chosen;
}

std::array<MapId, 3> GridSampler::Impl::choose_rows(const ColumnMaps& columns, std::size_t band,
                                                    Random& random) const {
    const Maps& maps = Maps::get();
    Classes classes{};
    for (std::size_t role = 0; role < 3; ++role)
        classes[role] = boxes.box(band, static_cast<LoopRole>(role)).class_of(columns[role][band]);
    const auto goes_with = [&](MapId row, LoopRole role) {
        const BoxFillings& fillings = boxes.fillings(band, role);
        const std::uint16_t type = fillings.type_of(row);
        return type != no_class &&
               std::ranges::binary_search(fillings.classes_of_type(type),
                                          classes[static_cast<std::size_t>(role)]);
    };
    std::array<MapId, 3> chosen{};
    std::uint64_t seen = 0;
    for (const MapId r1 : boxes.fillings(band, LoopRole::outer).rows_of_class(classes[0]))
        for (const auto& [r2, r3] : maps.related(r1))
            if (goes_with(r2, LoopRole::inner) && goes_with(r3, LoopRole::lanes) &&
                random.below(++seen) == 0)
                chosen = {r1, r2, r3};
    CLEW_REQUIRE(seen > 0, "exact::Sampler: a band without filling was drawn");
    return chosen;
}

Grid GridSampler::Impl::fill(const ColumnMaps& columns, Random& random) const {
    const Maps& maps = Maps::get();
    // Indexed by row and column of the board as the plan turns it.
    std::array<std::size_t, 81> turned{};
    for (std::size_t band = 0; band < 3; ++band) {
        const std::array<MapId, 3> rows = choose_rows(columns, band, random);
        for (std::size_t role = 0; role < 3; ++role)
            for (std::size_t d = 0; d < 9; ++d)
                turned[(band * 3 + maps.values(rows[role])[d]) * 9 + role * 3 +
                       maps.values(columns[role][band])[d]] = d;
    }
    const Outlook::Symmetry symmetry = outlook.random_symmetry(plan, random);
    std::vector<Digit> digits(81);
    for (std::size_t row = 0; row < 9; ++row)
        for (std::size_t column = 0; column < 9; ++column)
            digits[Outlook::cell(plan, symmetry.row[row], symmetry.column[column])] =
                Digit{symmetry.digit[turned[row * 9 + column]]};
    return Grid{std::move(digits)};
}

GridSampler::GridSampler(const Puzzle& puzzle, const SamplerOptions& options) {
    refuse_rules(puzzle, "the exact sampler");
    CLEW_REQUIRE(puzzle.is_plain_classic(), "exact::Sampler: not a classic board");
    CLEW_REQUIRE(options.threads >= 1, "exact::Sampler: no threads");
    impl_ = std::make_unique<Impl>(puzzle, options);
}

GridSampler::~GridSampler() = default;
GridSampler::GridSampler(GridSampler&&) noexcept = default;
GridSampler& GridSampler::operator=(GridSampler&&) noexcept = default;

Ending GridSampler::ending() const { return impl_->ending; }
const U128& GridSampler::total() const { return impl_->total; }

Drawn GridSampler::draw(std::size_t n, Random& random) const {
    CLEW_REQUIRE(exact() && total() != U128{}, "exact::Sampler::draw: nothing to draw from");
    std::vector<std::size_t> outer(n);
    for (std::size_t& index : outer) index = run_of(impl_->ends, below(impl_->total, random));
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return outer[i]; });

    Drawn drawn;
    Grant grant{impl_->options.budget};
    std::vector<Grid> grids(n);
    for (std::size_t begin = 0; begin < n;) {
        std::size_t end = begin;
        while (end < n && outer[order[end]] == outer[order[begin]]) ++end;
        std::vector<ColumnMaps> columns(end - begin);
        if (!impl_->choose_stacks(outer[order[begin]], columns, random, grant)) {
            drawn.ending = grant.ending();
            return drawn;
        }
        for (std::size_t i = begin; i < end; ++i)
            grids[order[i]] = impl_->fill(columns[i - begin], random);
        begin = end;
        if (impl_->options.on_drawn) impl_->options.on_drawn(begin);
    }
    drawn.grids = std::move(grids);
    return drawn;
}

Grid GridSampler::draw(Random& random) const {
    Drawn drawn = draw(1, random);
    CLEW_REQUIRE(drawn.ending == Ending::exhausted, "exact::Sampler::draw: the budget ended it");
    return std::move(drawn.grids.front());
}

}  // namespace clew::exact
