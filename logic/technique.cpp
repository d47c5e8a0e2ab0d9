// The scores. "methods" are the published ones [SudokuSolver2006]: A (singles) 4, B (intersections)
// 8, C (hidden sets) 16, D (naked sets) 16 n, F 48 for two houses against two and 64 above.
// Techniques that the site never had continue the scale at 96 and up. "clew" grows with the size of
// the smallest set of exactly-one constraints that proves a typical case, ten points a constraint.
// Techniques that rest on uniqueness are no proofs by constraints alone: they stand where solvers
// meet them, rectangles beside the X-wing, the others further on.

#include "logic/technique.hpp"

#include <array>

#include "encode/base/contract.hpp"

namespace clew::logic {
namespace {

using enum Family;
using T = Technique;

constexpr const char* pike = "Pike2016";
constexpr const char* gromley = "Gromley2014";
constexpr const char* methods = "SudokuSolver2006";
constexpr const char* paris = "Paris2006";
constexpr const char* eppstein = "Eppstein2005";
constexpr const char* hobiger = "Hobiger2008";
constexpr const char* explainer = "SudokuExplainer";

constexpr std::array<TechniqueInfo, technique_count> table{{
    {T::naked_single, "naked-single", "naked single", related_sets, 4, 10, pike},
    {T::hidden_single, "hidden-single", "hidden single", related_sets, 4, 10, pike},
    {T::pointing, "pointing", "locked candidates (pointing)", two_house, 8, 20, gromley},
    {T::claiming, "claiming", "locked candidates (claiming)", two_house, 8, 20, gromley},
    {T::naked_pair, "naked-pair", "naked pair", related_sets, 32, 40, pike},
    {T::naked_triple, "naked-triple", "naked triple", related_sets, 48, 60, pike},
    {T::naked_quad, "naked-quad", "naked quad", related_sets, 64, 80, pike},
    {T::naked_set, "naked-set", "naked set", related_sets, 80, 100, pike},
    {T::hidden_pair, "hidden-pair", "hidden pair", related_sets, 16, 42, pike},
    {T::hidden_triple, "hidden-triple", "hidden triple", related_sets, 16, 62, pike},
    {T::hidden_quad, "hidden-quad", "hidden quad", related_sets, 16, 82, pike},
    {T::hidden_set, "hidden-set", "hidden set", related_sets, 16, 102, pike},
    {T::x_wing, "x-wing", "X-wing", related_sets, 48, 44, pike},
    {T::swordfish, "swordfish", "swordfish", related_sets, 64, 64, pike},
    {T::jellyfish, "jellyfish", "jellyfish", related_sets, 64, 84, pike},
    {T::large_fish, "large-fish", "large fish", related_sets, 64, 104, pike},
    {T::common_peers, "common-peers", "common peers", two_house, 96, 30, gromley},
    {T::almost_locked_pair, "almost-locked-pair", "almost locked pair", two_house, 96, 55, gromley},
    {T::almost_locked_triple, "almost-locked-triple", "almost locked triple", two_house, 96, 75,
     gromley},
    {T::skyscraper, "skyscraper", "skyscraper", cover_sets, 48, 50, methods},
    {T::two_string_kite, "two-string-kite", "two-string kite", cover_sets, 48, 50, methods},
    {T::turbot_fish, "turbot-fish", "turbot fish", cover_sets, 48, 50, methods},
    {T::empty_rectangle, "empty-rectangle", "empty rectangle", cover_sets, 48, 52, methods},
    {T::finned_x_wing, "finned-x-wing", "finned X-wing", cover_sets, 48, 54, methods},
    {T::finned_swordfish, "finned-swordfish", "finned swordfish", cover_sets, 64, 74, methods},
    {T::finned_jellyfish, "finned-jellyfish", "finned jellyfish", cover_sets, 64, 94, methods},
    {T::sashimi_x_wing, "sashimi-x-wing", "sashimi X-wing", cover_sets, 48, 54, methods},
    {T::sashimi_swordfish, "sashimi-swordfish", "sashimi swordfish", cover_sets, 64, 74, methods},
    {T::sashimi_jellyfish, "sashimi-jellyfish", "sashimi jellyfish", cover_sets, 64, 94, methods},
    {T::franken_x_wing, "franken-x-wing", "franken X-wing", cover_sets, 48, 56, methods},
    {T::franken_swordfish, "franken-swordfish", "franken swordfish", cover_sets, 64, 76, methods},
    {T::franken_jellyfish, "franken-jellyfish", "franken jellyfish", cover_sets, 64, 96, methods},
    {T::finned_franken_x_wing, "finned-franken-x-wing", "finned franken X-wing", cover_sets, 48, 66,
     methods},
    {T::finned_franken_swordfish, "finned-franken-swordfish", "finned franken swordfish",
     cover_sets, 64, 86, methods},
    {T::finned_franken_jellyfish, "finned-franken-jellyfish", "finned franken jellyfish",
     cover_sets, 64, 106, methods},
    {T::mutant_x_wing, "mutant-x-wing", "mutant X-wing", cover_sets, 48, 58, methods},
    {T::mutant_swordfish, "mutant-swordfish", "mutant swordfish", cover_sets, 64, 78, methods},
    {T::mutant_jellyfish, "mutant-jellyfish", "mutant jellyfish", cover_sets, 64, 98, methods},
    {T::finned_mutant_x_wing, "finned-mutant-x-wing", "finned mutant X-wing", cover_sets, 48, 68,
     methods},
    {T::finned_mutant_swordfish, "finned-mutant-swordfish", "finned mutant swordfish", cover_sets,
     64, 88, methods},
    {T::finned_mutant_jellyfish, "finned-mutant-jellyfish", "finned mutant jellyfish", cover_sets,
     64, 108, methods},
    {T::xy_wing, "xy-wing", "XY-wing", many_house, 96, 70, gromley},
    {T::xyz_wing, "xyz-wing", "XYZ-wing", two_house, 96, 71, gromley},
    {T::wxyz_wing, "wxyz-wing", "WXYZ-wing", two_house, 112, 90, gromley},
    {T::bent_set, "bent-set", "bent set", two_house, 128, 110, gromley},
    {T::sue_de_coq, "sue-de-coq", "Sue de Coq", two_house, 112, 85, gromley},
    {T::w_wing, "w-wing", "W-wing", many_house, 96, 72, gromley},
    {T::simple_colouring, "simple-colouring", "simple colouring", chains, 100, 57, hobiger},
    {T::multi_colouring, "multi-colouring", "multi-colouring", chains, 104, 73, hobiger},
    {T::medusa, "medusa", "3D Medusa", chains, 116, 102, hobiger},
    {T::remote_pair, "remote-pair", "remote pair", chains, 112, 95, gromley},
    {T::x_chain, "x-chain", "X-chain", chains, 112, 96, eppstein},
    {T::xy_chain, "xy-chain", "XY-chain", chains, 112, 100, gromley},
    {T::aic, "aic", "alternating inference chain", chains, 120, 103, eppstein},
    {T::discontinuous_loop, "discontinuous-loop", "discontinuous nice loop", chains, 120, 104,
     eppstein},
    {T::nice_loop, "nice-loop", "continuous nice loop", chains, 120, 99, eppstein},
    {T::grouped_x_chain, "grouped-x-chain", "grouped X-chain", chains, 124, 105, eppstein},
    {T::grouped_aic, "grouped-aic", "grouped alternating inference chain", chains, 124, 106,
     eppstein},
    {T::grouped_nice_loop, "grouped-nice-loop", "grouped continuous nice loop", chains, 124, 107,
     eppstein},
    {T::als_xz, "als-xz", "ALS-XZ", chains, 120, 87, hobiger},
    {T::als_xz_double, "als-xz-double", "doubly linked ALS-XZ", chains, 120, 89, hobiger},
    {T::als_xy_wing, "als-xy-wing", "ALS-XY-wing", chains, 124, 107, hobiger},
    {T::death_blossom, "death-blossom", "death blossom", chains, 126, 108, hobiger},
    {T::als_chain, "als-chain", "ALS chain", chains, 126, 109, hobiger},
    {T::als_aic, "als-aic", "alternating inference chain with ALS", chains, 128, 113, hobiger},
    {T::als_nice_loop, "als-nice-loop", "continuous nice loop with ALS", chains, 128, 114, hobiger},
    {T::template_delete, "template-delete", "template delete", cover_sets, 144, 140, hobiger},
    {T::template_set, "template-set", "template set", cover_sets, 144, 141, hobiger},
    {T::counted_set, "counted-set", "counted set", many_house, 128, 112, gromley},
    {T::unique_rectangle_1, "unique-rectangle-1", "unique rectangle type 1", uniqueness, 96, 45,
     hobiger},
    {T::unique_rectangle_2, "unique-rectangle-2", "unique rectangle type 2", uniqueness, 96, 46,
     hobiger},
    {T::unique_rectangle_3, "unique-rectangle-3", "unique rectangle type 3", uniqueness, 104, 57,
     hobiger},
    {T::unique_rectangle_4, "unique-rectangle-4", "unique rectangle type 4", uniqueness, 96, 47,
     hobiger},
    {T::unique_rectangle_5, "unique-rectangle-5", "unique rectangle type 5", uniqueness, 96, 48,
     hobiger},
    {T::unique_rectangle_6, "unique-rectangle-6", "unique rectangle type 6", uniqueness, 96, 49,
     hobiger},
    {T::hidden_rectangle, "hidden-rectangle", "hidden rectangle", uniqueness, 96, 53, hobiger},
    {T::avoidable_rectangle_1, "avoidable-rectangle-1", "avoidable rectangle type 1", uniqueness,
     96, 48, hobiger},
    {T::avoidable_rectangle_2, "avoidable-rectangle-2", "avoidable rectangle type 2", uniqueness,
     96, 49, hobiger},
    {T::extended_rectangle, "extended-rectangle", "extended rectangle", uniqueness, 104, 61,
     explainer},
    {T::unique_loop, "unique-loop", "unique loop", uniqueness, 104, 59, explainer},
    {T::bug_1, "bug-1", "BUG+1", uniqueness, 104, 63, explainer},
    {T::bug_n, "bug-n", "BUG+n", uniqueness, 112, 83, explainer},
    {T::impossible_digit, "impossible-digit", "impossible digit", assumption, 160, 150, paris},
    {T::binary_verity, "binary-verity", "verity of a binary cell", assumption, 176, 160, paris},
    {T::smallest_proof, "smallest-proof", "smallest proof", proof, 240, 200, "Ignatiev2015"},
    {T::guess, "guess", "guess (Ariadne's thread)", Family::guess, 320, 500, methods},
}};

constexpr bool in_order() {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].technique) != i) return false;
    return true;
}
static_assert(in_order(), "the table follows the enumeration");

}  // namespace

const TechniqueInfo& info(Technique technique) {
    const auto index = static_cast<std::size_t>(technique);
    CLEW_REQUIRE(index < table.size(), "info: no such technique");
    return table[index];
}

std::span<const TechniqueInfo> techniques() { return table; }

std::optional<Technique> parse_technique(std::string_view id) {
    for (const TechniqueInfo& row : table)
        if (id == row.id) return row.technique;
    return std::nullopt;
}

const char* to_string(Family family) {
    switch (family) {
        case related_sets:
            return "related sets";
        case cover_sets:
            return "cover sets";
        case two_house:
            return "two houses";
        case many_house:
            return "many houses";
        case chains:
            return "chains";
        case assumption:
            return "assume and propagate";
        case uniqueness:
            return "uniqueness";
        case proof:
            return "proof";
        case Family::guess:
            return "guess and check";
    }
    return "";
}

}  // namespace clew::logic
