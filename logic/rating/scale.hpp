#pragma once
// Scale: the techniques of the Sudoku Explainer scale, in the order in which they are tried, and
// what they are rated.
//
//     info(SeTechnique::xy_wing).tenths        42: rated 4.2
//     length_tenths(12)                        3: a chain of 12 is rated 0.3 above its kind
//     to_string(SeTechnique::xy_wing)          "XY-wing"
//
// Ratings are whole tenths, so that nothing is lost in adding. Source: [SudokuExplainer].

#include <cstddef>
#include <cstdint>
#include <span>

namespace clew::rating {

enum class SeTechnique : std::uint8_t {
    last_value,
    hidden_single_block,
    hidden_single_line,
    direct_pointing,
    direct_claiming,
    direct_hidden_pair,
    naked_single,
    direct_hidden_triplet,
    pointing,
    claiming,
    naked_pair,
    x_wing,
    hidden_pair,
    naked_triplet,
    swordfish,
    hidden_triplet,
    xy_wing,
    xyz_wing,
    unique_rectangle_1,
    unique_rectangle_2,
    unique_rectangle_3,
    unique_rectangle_4,
    naked_quad,
    jellyfish,
    hidden_quad,
    bug_1,
    bug_2,
    bug_3,
    bug_4,
    aligned_pair_exclusion,
    x_cycle,
    y_cycle,
    forcing_x_chain,
    forcing_chain,
    xy_cycle,
    aligned_triplet_exclusion,
    nishio,
    multiple_chains,
    dynamic_chains,
    dynamic_chains_plus,
    nested_chains,           ///< with forcing chains inside
    nested_multiple_chains,  ///< with multiple chains inside
    nested_dynamic_chains,   ///< with dynamic chains inside
};
inline constexpr std::size_t se_technique_count =
    static_cast<std::size_t>(SeTechnique::nested_dynamic_chains) + 1;

struct SeTechniqueInfo {
    SeTechnique technique;
    const char* id;    ///< "xy-wing": in JSON
    const char* name;  ///< "XY-wing"
    int tenths;        ///< of the smallest case
    int most;          ///< of the largest case that is bounded; chains grow by length without bound
};

/// The rows, in the order in which the techniques are tried.
std::span<const SeTechniqueInfo> se_techniques();
const SeTechniqueInfo& info(SeTechnique technique);
/// "XY-wing".
const char* to_string(SeTechnique technique);

/// What a several-legged chain rests on.
enum class ChainForm : std::uint8_t {
    none,           ///< no chain, or one with a single leg
    contradiction,  ///< an assumption fails
    both_ways,      ///< true or false, the candidate leads to the same
    cell,           ///< every digit of a cell does
    house,          ///< every place of a digit in a house does
};

/// What a chain's length adds, in tenths: one for each of 4, 6, 8, 12, 16, 24, 32, 48, ... that
/// `complexity` less two exceeds. The complexity is the number of its different implications.
int length_tenths(int complexity);

}  // namespace clew::rating
