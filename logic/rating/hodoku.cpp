#include "logic/rating/hodoku.hpp"

#include <algorithm>
#include <array>

#include "core/base/enum_name.hpp"

namespace clew::rating {
namespace {

using logic::Technique;
using enum HodokuLevel;

constexpr HodokuPrice prices[] = {
    {Technique::full_house, easy, 4},
    {Technique::naked_single, easy, 4},
    {Technique::hidden_single, easy, 14},
    {Technique::locked_pair, medium, 40},
    {Technique::locked_triple, medium, 60},
    {Technique::pointing, medium, 50},
    {Technique::claiming, medium, 50},
    {Technique::naked_pair, medium, 60},
    {Technique::naked_triple, medium, 80},
    {Technique::hidden_pair, medium, 70},
    {Technique::hidden_triple, medium, 100},
    {Technique::naked_quad, hard, 120},
    {Technique::hidden_quad, hard, 150},
    {Technique::x_wing, hard, 140},
    {Technique::swordfish, hard, 150},
    {Technique::jellyfish, hard, 160},
    {Technique::large_fish, unfair, 470},
    {Technique::remote_pair, hard, 110},
    {Technique::bug_1, hard, 100},
    {Technique::skyscraper, hard, 130},
    {Technique::two_string_kite, hard, 150},
    {Technique::turbot_fish, hard, 120},
    {Technique::empty_rectangle, hard, 120},
    {Technique::w_wing, hard, 150},
    {Technique::xy_wing, hard, 160},
    {Technique::xyz_wing, hard, 180},
    {Technique::unique_rectangle_1, hard, 100},
    {Technique::unique_rectangle_2, hard, 100},
    {Technique::unique_rectangle_3, hard, 100},
    {Technique::unique_rectangle_4, hard, 100},
    {Technique::unique_rectangle_5, hard, 100},
    {Technique::unique_rectangle_6, hard, 100},
    {Technique::hidden_rectangle, hard, 100},
    {Technique::avoidable_rectangle_1, hard, 100},
    {Technique::avoidable_rectangle_2, hard, 100},
    {Technique::simple_colouring, hard, 150},
    {Technique::multi_colouring, hard, 200},
    {Technique::finned_x_wing, hard, 130},
    {Technique::sashimi_x_wing, hard, 150},
    {Technique::finned_swordfish, unfair, 200},
    {Technique::sashimi_swordfish, unfair, 240},
    {Technique::finned_jellyfish, unfair, 250},
    {Technique::sashimi_jellyfish, unfair, 260},
    {Technique::finned_large_fish, unfair, 470},
    {Technique::sue_de_coq, unfair, 250},
    {Technique::x_chain, unfair, 260},
    {Technique::xy_chain, unfair, 260},
    {Technique::discontinuous_loop, unfair, 280},
    {Technique::nice_loop, unfair, 280},
    {Technique::aic, unfair, 280},
    {Technique::grouped_x_chain, unfair, 300},
    {Technique::grouped_nice_loop, unfair, 300},
    {Technique::grouped_aic, unfair, 300},
    {Technique::almost_locked_pair, unfair, 300},
    {Technique::almost_locked_triple, unfair, 300},
    {Technique::wxyz_wing, unfair, 300},
    {Technique::bent_set, unfair, 300},
    {Technique::als_xz, unfair, 300},
    {Technique::als_xz_double, unfair, 300},
    {Technique::als_xy_wing, unfair, 320},
    {Technique::als_chain, unfair, 340},
    {Technique::death_blossom, unfair, 360},
    {Technique::als_nice_loop, unfair, 300},
    {Technique::als_aic, unfair, 300},
    {Technique::franken_x_wing, unfair, 300},
    {Technique::franken_swordfish, unfair, 350},
    {Technique::franken_jellyfish, unfair, 370},
    {Technique::finned_franken_x_wing, unfair, 390},
    {Technique::finned_franken_swordfish, unfair, 410},
    {Technique::finned_franken_jellyfish, unfair, 430},
    {Technique::mutant_x_wing, extreme, 450},
    {Technique::mutant_swordfish, extreme, 450},
    {Technique::mutant_jellyfish, extreme, 450},
    {Technique::finned_mutant_x_wing, extreme, 470},
    {Technique::finned_mutant_swordfish, extreme, 470},
    {Technique::finned_mutant_jellyfish, extreme, 470},
    {Technique::cell_forcing_chain, extreme, 500},
    {Technique::region_forcing_chain, extreme, 500},
    {Technique::binary_verity, extreme, 700},
    {Technique::cell_forcing_net, extreme, 700},
    {Technique::region_forcing_net, extreme, 700},
    {Technique::impossible_digit, extreme, 700},
    {Technique::template_set, extreme, 10'000},
    {Technique::template_delete, extreme, 10'000},
    {Technique::nested_contradiction, extreme, 10'000},
};

constexpr std::array most = {800, 1000, 1600, 1800};

logic::RuleSet make_rules() {
    logic::RuleSet set;
    set.name = "hodoku";
    set.description = "HoDoKu's order and prices";
    for (const HodokuPrice& price : prices) {
        logic::TechniqueRule rule;
        rule.technique = price.technique;
        rule.score = price.score;
        // A few seconds, where no depth of assumption says more.
        if (price.technique == Technique::nested_contradiction) rule.max_nodes = 5'000'000;
        set.rules.push_back(rule);
    }
    return set;
}

}  // namespace

const char* to_string(HodokuLevel level) {
    return enum_name(level, {"easy", "medium", "hard", "unfair", "extreme"});
}

std::optional<int> most_of(HodokuLevel level) {
    const auto index = static_cast<std::size_t>(level);
    return index < most.size() ? std::optional{most[index]} : std::nullopt;
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
