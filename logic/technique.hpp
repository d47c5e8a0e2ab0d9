#pragma once
// Technique: the one table of named structures. A strategy is an algorithm; a technique is a name
// for what it found.
//
//     info(Technique::xy_wing).name            "XY-wing"
//     info(Technique::xy_wing).methods         what sudokusolver.co.uk would charge for it
//     parse_technique("naked-pair")            Technique::naked_pair
//     parse_technique("Y-Wing")                Technique::xy_wing, by another name
//
// To add one: a line in the enumeration, a line in the table of technique.cpp, and a strategy that
// finds it (logic/strategies/template.cpp shows how).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace clew::logic {

/// The general search that finds a technique (docs/strategies.md).
enum class Family : std::uint8_t {
    related_sets,  ///< 1: k rows of a 0/1 matrix that meet only k columns
    cover_sets,    ///< 2: a digit's houses covered by as many houses
    two_house,     ///< 3: cells and values of two crossing houses
    many_house,    ///< 4: n cells and n values over any houses
    chains,        ///< 5: strong and weak links: colours, chains, almost locked sets
    assumption,    ///< 6: assume and propagate
    uniqueness,    ///< 7: patterns that a puzzle with one solution cannot hold
    patterns,      ///< 8: fixed shapes of a few cells and houses with arguments of their own
    proof,         ///< found by a solver, not by a search of ours
    guess,         ///< Ariadne's thread: not a deduction
};

enum class Technique : std::uint8_t {
    full_house,  ///< the last open cell of a house
    naked_single,
    hidden_single,
    pointing,     ///< locked candidates, from a box or region
    claiming,     ///< locked candidates, from any other house
    locked_pair,  ///< a naked pair in two houses at once
    locked_triple,
    naked_pair,
    naked_triple,
    naked_quad,
    naked_set,  ///< five and more
    hidden_pair,
    hidden_triple,
    hidden_quad,
    hidden_set,  ///< five and more
    x_wing,
    swordfish,
    jellyfish,
    large_fish,  ///< five and more
    common_peers,
    almost_locked_pair,
    almost_locked_triple,
    dual_two_string_kite,
    dual_empty_rectangle,
    siamese_x_wing,  ///< two finned fish with the same bases
    siamese_swordfish,
    siamese_jellyfish,
    skyscraper,
    two_string_kite,
    turbot_fish,
    empty_rectangle,
    finned_x_wing,
    finned_swordfish,
    finned_jellyfish,
    sashimi_x_wing,
    sashimi_swordfish,
    sashimi_jellyfish,
    franken_x_wing,
    franken_swordfish,
    franken_jellyfish,
    finned_franken_x_wing,
    finned_franken_swordfish,
    finned_franken_jellyfish,
    mutant_x_wing,
    mutant_swordfish,
    mutant_jellyfish,
    finned_mutant_x_wing,
    finned_mutant_swordfish,
    finned_mutant_jellyfish,
    finned_large_fish,  ///< five and more
    xy_wing,
    xyz_wing,
    wxyz_wing,
    bent_set,  ///< five cells and more in two crossing houses
    sue_de_coq,
    w_wing,
    simple_colouring,
    multi_colouring,
    medusa,  ///< colours over cells and digits: 3D Medusa
    remote_pair,
    x_chain,
    xy_chain,
    aic,
    discontinuous_loop,
    nice_loop,  ///< a chain that closes: a continuous nice loop
    grouped_x_chain,
    grouped_aic,
    grouped_nice_loop,
    als_xz,
    als_xz_double,  ///< two almost locked sets with two restricted digits
    als_xy_wing,
    death_blossom,
    als_chain,  ///< four almost locked sets and more
    als_aic,
    als_nice_loop,
    ahs_aic,
    fish_aic,
    template_delete,
    template_set,
    counted_set,              ///< the general n-cell form
    multi_sector_locked_set,  ///< counted cells of many houses of two kinds: rank 0
    sk_loop,                  ///< of two rows, two columns and four boxes
    firework_triple,
    firework_quadruple,
    aligned_pair_exclusion,
    aligned_triple_exclusion,
    junior_exocet,
    senior_exocet,
    tridagon,  ///< twelve cells that three digits cannot fill: Thor's hammer
    unique_rectangle_1,
    unique_rectangle_2,
    unique_rectangle_3,
    unique_rectangle_4,
    unique_rectangle_5,
    unique_rectangle_6,
    hidden_rectangle,
    avoidable_rectangle_1,
    avoidable_rectangle_2,
    extended_rectangle,  ///< two lines of three cells and more
    unique_loop,         ///< six cells and more
    reverse_bug,         ///< the same where cells are placed that are not given
    bug_1,               ///< bivalue universal grave with one candidate too many
    bug_n,               ///< with several
    rectangle_aic,       ///< a chain that passes over the guardians of a rectangle
    cell_forcing_chain,
    region_forcing_chain,
    binary_verity,
    cell_forcing_net,
    region_forcing_net,
    impossible_digit,
    nested_contradiction,  ///< an impossible digit whose refutation needs lemmas
    smallest_proof,        ///< as few constraints as can be, found by proof
                           ///< (logic/mus/smallest.hpp)
    guess,
};

inline constexpr std::size_t technique_count = static_cast<std::size_t>(Technique::guess) + 1;

/// How far a finder looks where nobody says: cells, houses, links, ..., as the technique counts.
struct SearchReach {
    std::size_t count = 1;
    /// Or what the board's side gives.
    enum class Of : std::uint8_t { count, half_side, two_sides, cells } of = Of::count;

    std::size_t on(std::size_t side) const;
};

/// How a step's title is made of the name and the step's size.
enum class Titled : std::uint8_t {
    by_name,    ///< "naked pair"
    with_size,  ///< "naked set of 5 cells"
    plus_size,  ///< "BUG+3"
    as_proved,  ///< "smallest proof", if it is known to be that
};

/// One row of the table.
struct TechniqueInfo {
    Technique technique;
    const char* id;    ///< "naked-pair": in JSON, in options
    const char* name;  ///< "naked pair": in sentences
    Family family;
    int methods;         ///< the scale of sudokusolver.co.uk, extended where it is silent
    int clew;            ///< Clew's own scale: ordered by size of the smallest proof
    const char* source;  ///< key into docs/references.md
    int human = 0;       ///< the scale of the rule set "human": what people find first; 0: silent
    std::string_view aliases = {};  ///< other ids that are accepted, parted by commas
    SearchReach reach = {};
    Titled titled = Titled::by_name;
};

/// Whether it places a digit by one constraint alone.
constexpr bool is_single(Technique technique) {
    return technique == Technique::full_house || technique == Technique::naked_single ||
           technique == Technique::hidden_single;
}

/// The row of a technique. Rows are in the order of the enumeration: simplest first.
const TechniqueInfo& info(Technique technique);
std::span<const TechniqueInfo> techniques();
/// The other names of a technique: as Sudopedia, HoDoKu, SudokuWiki and others call it.
std::vector<std::string_view> aliases_of(Technique technique);
/// The technique of an id such as "naked-pair" or of an alias; capitals, spaces and underscores in
/// place of hyphens, and a plural's s do not matter. Nothing if there is none.
std::optional<Technique> parse_technique(std::string_view text);

/// "related sets", "cover sets", ...
const char* to_string(Family family);

}  // namespace clew::logic
