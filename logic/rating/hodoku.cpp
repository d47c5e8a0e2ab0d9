#include "logic/rating/hodoku.hpp"

#include <algorithm>
#include <array>

namespace clew::rating {
namespace {

using logic::Technique;
using enum HodokuLevel;

constexpr HodokuPrice prices[] = {
    {Technique::naked_single, 4, easy},
    {Technique::hidden_single, 14, easy},
    {Technique::pointing, 50, medium},
    {Technique::claiming, 50, medium},
    {Technique::naked_pair, 60, medium},
    {Technique::naked_triple, 80, medium},
    {Technique::hidden_pair, 70, medium},
    {Technique::hidden_triple, 100, medium},
    {Technique::naked_quad, 120, hard},
    {Technique::hidden_quad, 150, hard},
    {Technique::x_wing, 140, hard},
    {Technique::swordfish, 150, hard},
    {Technique::jellyfish, 160, hard},
    {Technique::remote_pair, 110, hard},
    {Technique::skyscraper, 130, hard},
    {Technique::two_string_kite, 150, hard},
    {Technique::turbot_fish, 120, hard},
    {Technique::empty_rectangle, 120, hard},
    {Technique::w_wing, 150, hard},
    {Technique::xy_wing, 160, hard},
    {Technique::xyz_wing, 180, hard},
    {Technique::simple_colouring, 150, hard},
    {Technique::multi_colouring, 200, hard},
    {Technique::finned_x_wing, 130, hard},
    {Technique::sashimi_x_wing, 150, hard},
    {Technique::finned_swordfish, 200, unfair},
    {Technique::sashimi_swordfish, 240, unfair},
    {Technique::finned_jellyfish, 250, unfair},
    {Technique::sashimi_jellyfish, 260, unfair},
    {Technique::sue_de_coq, 250, unfair},
    {Technique::x_chain, 260, unfair},
    {Technique::xy_chain, 260, unfair},
    {Technique::discontinuous_loop, 280, unfair},
    {Technique::nice_loop, 280, unfair},
    {Technique::aic, 280, unfair},
    {Technique::grouped_x_chain, 300, unfair},
    {Technique::grouped_nice_loop, 300, unfair},
    {Technique::grouped_aic, 300, unfair},
    {Technique::almost_locked_pair, 300, unfair},
    {Technique::almost_locked_triple, 300, unfair},
    {Technique::wxyz_wing, 300, unfair},
    {Technique::bent_set, 300, unfair},
    {Technique::als_xz, 300, unfair},
    {Technique::als_xz_double, 300, unfair},
    {Technique::als_xy_wing, 320, unfair},
    {Technique::als_chain, 340, unfair},
    {Technique::death_blossom, 360, unfair},
    {Technique::als_nice_loop, 300, unfair},
    {Technique::als_aic, 300, unfair},
    {Technique::franken_x_wing, 300, unfair},
    {Technique::franken_swordfish, 350, unfair},
    {Technique::franken_jellyfish, 370, unfair},
    {Technique::finned_franken_x_wing, 390, unfair},
    {Technique::finned_franken_swordfish, 410, unfair},
    {Technique::finned_franken_jellyfish, 430, unfair},
    {Technique::mutant_swordfish, 450, extreme},
    {Technique::mutant_jellyfish, 450, extreme},
    {Technique::impossible_digit, 700, extreme},
};

constexpr std::array<long long, 4> most = {800, 1000, 1600, 1800};

logic::RuleSet make_rules() {
    logic::RuleSet set;
    set.name = "hodoku";
    set.description = "HoDoKu's order and prices";
    for (const HodokuPrice& price : prices) {
        logic::Rule rule;
        rule.technique = price.technique;
        rule.score = price.score;
        set.rules.push_back(rule);
    }
    return set;
}

}  // namespace

const char* to_string(HodokuLevel level) {
    switch (level) {
        case easy:
            return "easy";
        case medium:
            return "medium";
        case hard:
            return "hard";
        case unfair:
            return "unfair";
        case extreme:
            break;
    }
    return "extreme";
}

std::span<const HodokuPrice> hodoku_prices() { return prices; }

const logic::RuleSet& hodoku_rules() {
    static const logic::RuleSet rules = make_rules();
    return rules;
}

HodokuLevel hodoku_level(const logic::Path& path) {
    std::size_t level = 0;
    while (level < most.size() && path.score > most[level]) ++level;
    for (const logic::Entry& entry : path.entries)
        for (const HodokuPrice& price : prices)
            if (price.technique == entry.step.technique)
                level = std::max(level, static_cast<std::size_t>(price.level));
    return static_cast<HodokuLevel>(level);
}

}  // namespace clew::rating
