#include "logic/rating/scale.hpp"

#include <array>

#include "core/base/contract.hpp"

namespace clew::rating {
namespace {

using T = SeTechnique;

constexpr std::array<SeTechniqueInfo, se_technique_count> table{{
    {T::last_value, "last-value", "last value", 10, 10},
    {T::hidden_single_block, "hidden-single-block", "hidden single in a block", 12, 12},
    {T::hidden_single_line, "hidden-single-line", "hidden single in a line", 15, 15},
    {T::direct_pointing, "direct-pointing", "direct pointing", 17, 17},
    {T::direct_claiming, "direct-claiming", "direct claiming", 19, 19},
    {T::direct_hidden_pair, "direct-hidden-pair", "direct hidden pair", 20, 20},
    {T::naked_single, "naked-single", "naked single", 23, 23},
    {T::direct_hidden_triplet, "direct-hidden-triplet", "direct hidden triplet", 25, 25},
    {T::pointing, "pointing", "pointing", 26, 26},
    {T::claiming, "claiming", "claiming", 28, 28},
    {T::naked_pair, "naked-pair", "naked pair", 30, 30},
    {T::x_wing, "x-wing", "X-wing", 32, 32},
    {T::hidden_pair, "hidden-pair", "hidden pair", 34, 34},
    {T::naked_triplet, "naked-triplet", "naked triplet", 36, 36},
    {T::swordfish, "swordfish", "swordfish", 38, 38},
    {T::hidden_triplet, "hidden-triplet", "hidden triplet", 40, 40},
    {T::xy_wing, "xy-wing", "XY-wing", 42, 42},
    {T::xyz_wing, "xyz-wing", "XYZ-wing", 44, 44},
    {T::unique_rectangle_1, "unique-loop-1", "unique rectangle or loop, type 1", 45, 47},
    {T::unique_rectangle_2, "unique-loop-2", "unique rectangle or loop, type 2", 45, 47},
    {T::unique_rectangle_3, "unique-loop-3", "unique rectangle or loop, type 3", 46, 50},
    {T::unique_rectangle_4, "unique-loop-4", "unique rectangle or loop, type 4", 45, 47},
    {T::naked_quad, "naked-quad", "naked quad", 50, 50},
    {T::jellyfish, "jellyfish", "jellyfish", 52, 52},
    {T::hidden_quad, "hidden-quad", "hidden quad", 54, 54},
    {T::bug_1, "bug-1", "bivalue universal grave, type 1", 56, 56},
    {T::bug_2, "bug-2", "bivalue universal grave, type 2", 57, 57},
    {T::bug_3, "bug-3", "bivalue universal grave, type 3", 58, 60},
    {T::bug_4, "bug-4", "bivalue universal grave, type 4", 57, 57},
    {T::aligned_pair_exclusion, "aligned-pair-exclusion", "aligned pair exclusion", 62, 62},
    {T::x_cycle, "x-cycle", "bidirectional X-cycle", 65, 75},
    {T::y_cycle, "y-cycle", "bidirectional Y-cycle", 65, 75},
    {T::forcing_x_chain, "forcing-x-chain", "forcing X-chain", 66, 76},
    {T::forcing_chain, "forcing-chain", "forcing chain", 70, 80},
    {T::xy_cycle, "xy-cycle", "bidirectional cycle", 70, 80},
    {T::aligned_triplet_exclusion, "aligned-triplet-exclusion", "aligned triplet exclusion", 75,
     75},
    {T::nishio, "nishio", "Nishio forcing chains", 75, 85},
    {T::multiple_chains, "multiple-chains", "multiple forcing chains", 80, 90},
    {T::dynamic_chains, "dynamic-chains", "dynamic forcing chains", 85, 95},
    {T::dynamic_chains_plus, "dynamic-chains-plus", "dynamic forcing chains (+)", 90, 100},
    {T::nested_chains, "nested-chains", "dynamic forcing chains (+ forcing chains)", 95, 120},
    {T::nested_multiple_chains, "nested-multiple-chains",
     "dynamic forcing chains (+ multiple forcing chains)", 100, 120},
    {T::nested_dynamic_chains, "nested-dynamic-chains",
     "dynamic forcing chains (+ dynamic forcing chains)", 105, 120},
}};

constexpr bool in_order() {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].technique) != i) return false;
    return true;
}
static_assert(in_order(), "the table follows the enumeration");

}  // namespace

std::span<const SeTechniqueInfo> se_techniques() { return table; }

const SeTechniqueInfo& info(SeTechnique technique) {
    const auto index = static_cast<std::size_t>(technique);
    CLEW_REQUIRE(index < table.size(), "info: no such technique");
    return table[index];
}

const char* to_string(SeTechnique technique) { return info(technique).name; }

int length_tenths(int complexity) {
    int added = 0;
    bool odd = false;
    for (int ceiling = 4; complexity - 2 > ceiling; odd = !odd) {
        ++added;
        ceiling = odd ? ceiling * 4 / 3 : ceiling * 3 / 2;
    }
    return added;
}

}  // namespace clew::rating
