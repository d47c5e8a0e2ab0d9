// The scores. "methods" are the published ones [SudokuSolver2006]: A (singles) 4, B (intersections)
// 8, C (hidden sets) 16, D (naked sets) 16 n, F 48 for two houses against two and 64 above.
// Techniques that the site never had continue the scale at 96 and up. "clew" grows with the size of
// the smallest set of exactly-one constraints that proves a typical case, ten points a constraint.
// Techniques that rest on uniqueness are no proofs by constraints alone: they stand where solvers
// meet them, rectangles beside the X-wing, the others further on.
//
// "human" is the order in which people find things, with room between for more. It starts from the
// two published scales that were made for people, HoDoKu's scores [Hobiger2008] and the ratings of
// Sudoku Explainer, which agree on most of it: what can be seen without pencil marks, box before
// line; sets in a house up to triples; patterns of one digit and wings; colours; larger sets; fish
// with fins; chains; almost locked sets; franken and mutant fish, which no person looks for; and
// assumptions last. Where they differ the smaller proof goes first; where they agree on two
// techniques so does this (tests/logic/rating/published_test.cpp).

#include "logic/technique.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "core/base/contract.hpp"
#include "core/base/enum_name.hpp"

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
constexpr const char* bird = "Bird2012";
constexpr const char* exocets = "Bird2013";
constexpr const char* loops = "SteveK2007";
constexpr const char* shye = "Shye2021";
constexpr const char* mith = "Mith2022";
constexpr const char* sudopedia = "Sudopedia";

// How far finders look.
constexpr SearchReach up_to(std::size_t count) { return {count, SearchReach::Of::count}; }
constexpr SearchReach half_side{
    0, SearchReach::Of::half_side};  // a larger set is the complement of a smaller
constexpr SearchReach two_sides{0, SearchReach::Of::two_sides};
constexpr SearchReach cells{0, SearchReach::Of::cells};

using enum Titled;

constexpr std::array<TechniqueInfo, technique_count> table{{
    {T::full_house, "full-house", "full house", related_sets, 4, 10, pike, 4,
     "last-digit,last-free-cell"},
    {T::naked_single, "naked-single", "naked single", related_sets, 4, 10, pike, 14,
     "sole-candidate,forced-digit,singleton"},
    {T::hidden_single, "hidden-single", "hidden single", related_sets, 4, 10, pike, 10,
     "pinned-digit,unique-candidate,last-remaining-cell"},
    {T::pointing, "pointing", "locked candidates (pointing)", two_house, 8, 20, gromley, 20,
     "locked-candidates-type-1,locked-candidates-1,pointing-pair,pointing-triple"},
    {T::claiming, "claiming", "locked candidates (claiming)", two_house, 8, 20, gromley, 22,
     "locked-candidates-type-2,locked-candidates-2,box-line-reduction"},
    {T::locked_pair, "locked-pair", "locked pair", related_sets, 32, 38, hobiger, 30, "", up_to(2)},
    {T::locked_triple, "locked-triple", "locked triple", related_sets, 48, 58, hobiger, 40, "",
     up_to(3)},
    {T::naked_pair, "naked-pair", "naked pair", related_sets, 32, 40, pike, 32,
     "naked-double,disjoint-pair", up_to(2)},
    {T::naked_triple, "naked-triple", "naked triple", related_sets, 48, 60, pike, 50,
     "naked-triplet,disjoint-triple", up_to(3)},
    {T::naked_quad, "naked-quad", "naked quad", related_sets, 64, 80, pike, 92,
     "naked-quadruple,naked-quadruplet,disjoint-quad", up_to(4)},
    {T::naked_set, "naked-set", "naked set", related_sets, 80, 100, pike, 180, "naked-subset",
     half_side, with_size},
    {T::hidden_pair, "hidden-pair", "hidden pair", related_sets, 16, 42, pike, 36, "hidden-double",
     up_to(2)},
    {T::hidden_triple, "hidden-triple", "hidden triple", related_sets, 16, 62, pike, 60,
     "hidden-triplet", up_to(3)},
    {T::hidden_quad, "hidden-quad", "hidden quad", related_sets, 16, 82, pike, 110,
     "hidden-quadruple,hidden-quadruplet", up_to(4)},
    {T::hidden_set, "hidden-set", "hidden set", related_sets, 16, 102, pike, 185, "hidden-subset",
     half_side, with_size},
    {T::x_wing, "x-wing", "X-wing", related_sets, 48, 44, pike, 66, "", up_to(2)},
    {T::swordfish, "swordfish", "swordfish", related_sets, 64, 64, pike, 81, "", up_to(3)},
    {T::jellyfish, "jellyfish", "jellyfish", related_sets, 64, 84, pike, 112, "", up_to(4)},
    {T::large_fish, "large-fish", "large fish", related_sets, 64, 104, pike, 190,
     "squirmbag,starfish,whale,leviathan", half_side},
    {T::common_peers, "common-peers", "common peers", two_house, 96, 30, gromley, 24, ""},
    {T::almost_locked_pair, "almost-locked-pair", "almost locked pair", two_house, 96, 55, gromley,
     115, "almost-locked-candidates"},
    {T::almost_locked_triple, "almost-locked-triple", "almost locked triple", two_house, 96, 75,
     gromley, 155, ""},
    {T::dual_two_string_kite, "dual-two-string-kite", "dual two-string kite", cover_sets, 48, 49,
     hobiger, 73, "dual-2-string-kite"},
    {T::dual_empty_rectangle, "dual-empty-rectangle", "dual empty rectangle", cover_sets, 48, 51,
     hobiger, 78, ""},
    {T::siamese_x_wing, "siamese-x-wing", "siamese X-wing", cover_sets, 48, 53, hobiger, 97, ""},
    {T::siamese_swordfish, "siamese-swordfish", "siamese swordfish", cover_sets, 64, 73, hobiger,
     141, "siamese-fish"},
    {T::siamese_jellyfish, "siamese-jellyfish", "siamese jellyfish", cover_sets, 64, 93, hobiger,
     211, ""},
    {T::skyscraper, "skyscraper", "skyscraper", cover_sets, 48, 50, methods, 72, ""},
    {T::two_string_kite, "two-string-kite", "two-string kite", cover_sets, 48, 50, methods, 74,
     "2-string-kite"},
    {T::turbot_fish, "turbot-fish", "turbot fish", cover_sets, 48, 50, methods, 76, "turbot"},
    {T::empty_rectangle, "empty-rectangle", "empty rectangle", cover_sets, 48, 52, methods, 79,
     "hinge,rectangle-elimination"},
    {T::finned_x_wing, "finned-x-wing", "finned X-wing", cover_sets, 48, 54, methods, 98, ""},
    {T::finned_swordfish, "finned-swordfish", "finned swordfish", cover_sets, 64, 74, methods, 142,
     ""},
    {T::finned_jellyfish, "finned-jellyfish", "finned jellyfish", cover_sets, 64, 94, methods, 212,
     ""},
    {T::sashimi_x_wing, "sashimi-x-wing", "sashimi X-wing", cover_sets, 48, 54, methods, 99, ""},
    {T::sashimi_swordfish, "sashimi-swordfish", "sashimi swordfish", cover_sets, 64, 74, methods,
     144, ""},
    {T::sashimi_jellyfish, "sashimi-jellyfish", "sashimi jellyfish", cover_sets, 64, 94, methods,
     214, ""},
    {T::franken_x_wing, "franken-x-wing", "franken X-wing", cover_sets, 48, 56, methods, 260, ""},
    {T::franken_swordfish, "franken-swordfish", "franken swordfish", cover_sets, 64, 76, methods,
     270, ""},
    {T::franken_jellyfish, "franken-jellyfish", "franken jellyfish", cover_sets, 64, 96, methods,
     290, ""},
    {T::finned_franken_x_wing, "finned-franken-x-wing", "finned franken X-wing", cover_sets, 48, 66,
     methods, 265, ""},
    {T::finned_franken_swordfish, "finned-franken-swordfish", "finned franken swordfish",
     cover_sets, 64, 86, methods, 280, ""},
    {T::finned_franken_jellyfish, "finned-franken-jellyfish", "finned franken jellyfish",
     cover_sets, 64, 106, methods, 300, ""},
    {T::mutant_x_wing, "mutant-x-wing", "mutant X-wing", cover_sets, 48, 58, methods, 310, ""},
    {T::mutant_swordfish, "mutant-swordfish", "mutant swordfish", cover_sets, 64, 78, methods, 320,
     ""},
    {T::mutant_jellyfish, "mutant-jellyfish", "mutant jellyfish", cover_sets, 64, 98, methods, 340,
     ""},
    {T::finned_mutant_x_wing, "finned-mutant-x-wing", "finned mutant X-wing", cover_sets, 48, 68,
     methods, 315, ""},
    {T::finned_mutant_swordfish, "finned-mutant-swordfish", "finned mutant swordfish", cover_sets,
     64, 88, methods, 330, ""},
    {T::finned_mutant_jellyfish, "finned-mutant-jellyfish", "finned mutant jellyfish", cover_sets,
     64, 108, methods, 350, ""},
    {T::finned_large_fish, "finned-large-fish", "finned large fish", cover_sets, 64, 115, methods,
     256, "finned-squirmbag,finned-whale", up_to(6)},
    {T::xy_wing, "xy-wing", "XY-wing", many_house, 96, 70, gromley, 82, "y-wing,bent-naked-triple"},
    {T::xyz_wing, "xyz-wing", "XYZ-wing", two_house, 96, 71, gromley, 94, ""},
    {T::wxyz_wing, "wxyz-wing", "WXYZ-wing", two_house, 112, 90, gromley, 150, "bent-naked-quad"},
    {T::bent_set, "bent-set", "bent set", two_house, 128, 110, gromley, 200,
     "bent-naked-subset,almost-locked-subset,vwxyz-wing,uvwxyz-wing", up_to(6), with_size},
    {T::sue_de_coq, "sue-de-coq", "Sue de Coq", two_house, 112, 85, gromley, 165,
     "two-sector-disjoint-subsets", up_to(7), with_size},
    {T::w_wing, "w-wing", "W-wing", many_house, 96, 72, gromley, 96, "semi-remote-naked-pair"},
    {T::simple_colouring, "simple-colouring", "simple colouring", chains, 100, 57, hobiger, 80,
     "simple-coloring,simple-colours,simple-colors,singles-chain"},
    {T::multi_colouring, "multi-colouring", "multi-colouring", chains, 104, 73, hobiger, 120,
     "multi-coloring,multi-colours,multi-colors"},
    {T::medusa, "medusa", "3D Medusa", chains, 116, 102, hobiger, 140, "3d-medusa"},
    {T::remote_pair, "remote-pair", "remote pair", chains, 112, 95, gromley, 102,
     "remote-naked-pair", cells},
    {T::x_chain, "x-chain", "X-chain", chains, 112, 96, eppstein, 130, "", up_to(32)},
    {T::xy_chain, "xy-chain", "XY-chain", chains, 112, 100, gromley, 135, "", cells},
    {T::aic, "aic", "alternating inference chain", chains, 120, 103, eppstein, 160,
     "alternating-inference-chain", up_to(32)},
    {T::discontinuous_loop, "discontinuous-loop", "discontinuous nice loop", chains, 120, 104,
     eppstein, 162, "discontinuous-nice-loop", up_to(32)},
    {T::nice_loop, "nice-loop", "continuous nice loop", chains, 120, 99, eppstein, 158,
     "continuous-nice-loop,x-cycle", up_to(32)},
    {T::grouped_x_chain, "grouped-x-chain", "grouped X-chain", chains, 124, 105, eppstein, 172,
     "grouped-x-cycle", up_to(32)},
    {T::grouped_aic, "grouped-aic", "grouped alternating inference chain", chains, 124, 106,
     eppstein, 174, "", up_to(32)},
    {T::grouped_nice_loop, "grouped-nice-loop", "grouped continuous nice loop", chains, 124, 107,
     eppstein, 176, "", up_to(32)},
    {T::als_xz, "als-xz", "ALS-XZ", chains, 120, 87, hobiger, 168, "almost-locked-set-xz",
     up_to(2)},
    {T::als_xz_double, "als-xz-double", "doubly linked ALS-XZ", chains, 120, 89, hobiger, 170,
     "doubly-linked-als-xz", up_to(2)},
    {T::als_xy_wing, "als-xy-wing", "ALS-XY-wing", chains, 124, 107, hobiger, 195,
     "almost-locked-set-xy-wing", up_to(3)},
    {T::death_blossom, "death-blossom", "death blossom", chains, 126, 108, hobiger, 225, "",
     up_to(4)},
    {T::als_chain, "als-chain", "ALS chain", chains, 126, 109, hobiger, 230,
     "almost-locked-set-chain", up_to(8)},
    {T::als_aic, "als-aic", "alternating inference chain with ALS", chains, 128, 113, hobiger, 240,
     "", up_to(16)},
    {T::als_nice_loop, "als-nice-loop", "continuous nice loop with ALS", chains, 128, 114, hobiger,
     242, "", up_to(16)},
    {T::ahs_aic, "ahs-aic", "alternating inference chain with AHS", chains, 128, 116, hobiger, 244,
     "almost-hidden-set-chain", up_to(16)},
    {T::fish_aic, "fish-aic", "alternating inference chain with fish", chains, 128, 117, hobiger,
     246, "almost-fish-chain", up_to(16)},
    {T::template_delete, "template-delete", "template delete", cover_sets, 144, 140, hobiger, 390,
     ""},
    {T::template_set, "template-set", "template set", cover_sets, 144, 141, hobiger, 392, ""},
    {T::counted_set, "counted-set", "counted set", many_house, 128, 112, gromley, 250,
     "n-cell-subset,distributed-disjoint-subset,subset-counting", up_to(4), with_size},
    {T::multi_sector_locked_set, "multi-sector-locked-set", "multi-sector locked set", many_house,
     144, 130, bird, 375, "msls,multi-sector-naked-set", cells, with_size},
    {T::sk_loop, "sk-loop", "SK loop", many_house, 144, 128, loops, 370, "domino-loop", up_to(16)},
    {T::firework_triple, "firework-triple", "firework triple", patterns, 128, 116, shye, 202,
     "triple-firework,fireworks-triple", up_to(3)},
    {T::firework_quadruple, "firework-quadruple", "firework quadruple", patterns, 128, 120, shye,
     206, "firework-quad,quadruple-firework,quad-firework,fireworks-quadruple", up_to(4)},
    {T::aligned_pair_exclusion, "aligned-pair-exclusion", "aligned pair exclusion", patterns, 128,
     118, explainer, 220, "ape", up_to(2)},
    {T::aligned_triple_exclusion, "aligned-triple-exclusion", "aligned triple exclusion", patterns,
     144, 133, explainer, 365, "ate", up_to(3)},
    {T::junior_exocet, "junior-exocet", "junior exocet", patterns, 144, 134, exocets, 376,
     "exocet,je,je2", up_to(4)},
    {T::senior_exocet, "senior-exocet", "senior exocet", patterns, 144, 136, exocets, 378, "se2",
     up_to(4)},
    {T::tridagon, "tridagon", "tridagon", patterns, 144, 132, mith, 372,
     "thors-hammer,trivalue-oddagon", up_to(6)},
    {T::unique_rectangle_1, "unique-rectangle-1", "unique rectangle type 1", uniqueness, 96, 45,
     hobiger, 84, "type-1-unique-rectangle"},
    {T::unique_rectangle_2, "unique-rectangle-2", "unique rectangle type 2", uniqueness, 96, 46,
     hobiger, 85, ""},
    {T::unique_rectangle_3, "unique-rectangle-3", "unique rectangle type 3", uniqueness, 104, 57,
     hobiger, 91, ""},
    {T::unique_rectangle_4, "unique-rectangle-4", "unique rectangle type 4", uniqueness, 96, 47,
     hobiger, 87, ""},
    {T::unique_rectangle_5, "unique-rectangle-5", "unique rectangle type 5", uniqueness, 96, 48,
     hobiger, 92, ""},
    {T::unique_rectangle_6, "unique-rectangle-6", "unique rectangle type 6", uniqueness, 96, 49,
     hobiger, 93, ""},
    {T::hidden_rectangle, "hidden-rectangle", "hidden rectangle", uniqueness, 96, 53, hobiger, 95,
     "hidden-unique-rectangle"},
    {T::avoidable_rectangle_1, "avoidable-rectangle-1", "avoidable rectangle type 1", uniqueness,
     96, 48, hobiger, 88, ""},
    {T::avoidable_rectangle_2, "avoidable-rectangle-2", "avoidable rectangle type 2", uniqueness,
     96, 49, hobiger, 89, ""},
    {T::extended_rectangle, "extended-rectangle", "extended rectangle", uniqueness, 104, 61,
     explainer, 106, "", up_to(6), with_size},
    {T::unique_loop, "unique-loop", "unique loop", uniqueness, 104, 59, explainer, 104, "",
     two_sides, with_size},
    {T::reverse_bug, "reverse-bug", "reverse BUG", uniqueness, 104, 60, sudopedia, 105,
     "avoidable-loop,reverse-bug-lite", two_sides, with_size},
    {T::bug_1, "bug-1", "BUG+1", uniqueness, 104, 63, explainer, 83, "bivalue-universal-grave"},
    {T::bug_n, "bug-n", "BUG+n", uniqueness, 112, 83, explainer, 148, "", up_to(5), plus_size},
    {T::rectangle_aic, "rectangle-aic", "alternating inference chain with a rectangle", uniqueness,
     128, 118, hobiger, 248, "almost-unique-rectangle-chain,unique-rectangle-chain", up_to(16)},
    {T::cell_forcing_chain, "cell-forcing-chain", "cell forcing chain", assumption, 144, 140,
     hobiger, 380, "cell-reduction"},
    {T::region_forcing_chain, "region-forcing-chain", "region forcing chain", assumption, 144, 142,
     hobiger, 385, "house-forcing-chain,unit-forcing-chain"},
    {T::binary_verity, "binary-verity", "verity of a binary cell", assumption, 176, 150, paris, 410,
     "verity"},
    {T::cell_forcing_net, "cell-forcing-net", "cell forcing net", assumption, 176, 152, hobiger,
     412, ""},
    {T::region_forcing_net, "region-forcing-net", "region forcing net", assumption, 176, 154,
     hobiger, 414, ""},
    {T::impossible_digit, "impossible-digit", "impossible digit", assumption, 160, 156, paris, 416,
     "nishio,forcing-net"},
    {T::nested_contradiction, "nested-contradiction", "nested contradiction", assumption, 208, 190,
     hobiger, 450, "", up_to(3)},
    {T::smallest_proof, "smallest-proof", "shortest argument", proof, 240, 200, "Ignatiev2015", 0,
     "minimal-proof", up_to(1), as_proved},
    {T::guess, "guess", "guess (Ariadne's thread)", Family::guess, 320, 500, methods, 0,
     "ariadnes-thread,bifurcation,trial-and-error"},
}};

constexpr bool in_order() {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].technique) != i) return false;
    return true;
}
static_assert(in_order(), "the table follows the enumeration");

}  // namespace

std::size_t SearchReach::on(std::size_t side) const {
    switch (of) {
        case Of::count:
            return count;
        case Of::half_side:
            return side / 2;
        case Of::two_sides:
            return 2 * side;
        case Of::cells:
            return side * side;
    }
    return count;
}

const TechniqueInfo& info(Technique technique) {
    const auto index = static_cast<std::size_t>(technique);
    CLEW_REQUIRE(index < table.size(), "info: no such technique");
    return table[index];
}

std::span<const TechniqueInfo> techniques() { return table; }

std::vector<std::string_view> aliases_of(Technique technique) {
    const std::string_view all = info(technique).aliases;
    std::vector<std::string_view> found;
    for (std::size_t start = 0; start < all.size();) {
        const std::size_t comma = std::min(all.find(',', start), all.size());
        found.push_back(all.substr(start, comma - start));
        start = comma + 1;
    }
    return found;
}

namespace {

// Ids and aliases, all of them small letters, digits and hyphens.
const std::map<std::string, Technique, std::less<>>& names() {
    static const auto map = [] {
        std::map<std::string, Technique, std::less<>> all;
        for (const TechniqueInfo& row : table) {
            all.emplace(row.id, row.technique);
            for (std::string_view alias : aliases_of(row.technique))
                all.emplace(alias, row.technique);
        }
        return all;
    }();
    return map;
}

}  // namespace

std::optional<Technique> parse_technique(std::string_view text) {
    std::string name;
    for (char c : text)
        name += c >= 'A' && c <= 'Z'   ? static_cast<char>(c - 'A' + 'a')
                : c == ' ' || c == '_' ? '-'
                                       : c;
    auto found = names().find(name);
    if (found == names().end() && name.ends_with('s')) {
        name.pop_back();
        found = names().find(name);
    }
    return found == names().end() ? std::nullopt : std::optional{found->second};
}

const char* to_string(Family family) {
    return enum_name(
        family, {"related sets", "cover sets", "two houses", "many houses", "chains",
                 "assume and propagate", "uniqueness", "patterns", "proof", "guess and check"});
}

}  // namespace clew::logic
