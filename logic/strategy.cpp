#include "logic/strategy.hpp"

#include <array>
#include <utility>

#include "logic/strategies/aligned.hpp"
#include "logic/strategies/assumption.hpp"
#include "logic/strategies/blossom.hpp"
#include "logic/strategies/chains.hpp"
#include "logic/strategies/colouring.hpp"
#include "logic/strategies/cover_sets.hpp"
#include "logic/strategies/digit_templates.hpp"
#include "logic/strategies/exocet.hpp"
#include "logic/strategies/fireworks.hpp"
#include "logic/strategies/forcing.hpp"
#include "logic/strategies/many_house.hpp"
#include "logic/strategies/mergers.hpp"
#include "logic/strategies/multi_sector.hpp"
#include "logic/strategies/nested.hpp"
#include "logic/strategies/related_sets.hpp"
#include "logic/strategies/template.hpp"
#include "logic/strategies/tridagon.hpp"
#include "logic/strategies/two_house.hpp"
#include "logic/strategies/uniqueness.hpp"

namespace clew::logic {

std::size_t default_size(Technique technique, std::size_t board_size) {
    switch (technique) {
        case Technique::locked_pair:
        case Technique::naked_pair:
        case Technique::hidden_pair:
        case Technique::x_wing:
            return 2;
        case Technique::locked_triple:
        case Technique::naked_triple:
        case Technique::hidden_triple:
        case Technique::swordfish:
            return 3;
        case Technique::naked_quad:
        case Technique::hidden_quad:
        case Technique::jellyfish:
            return 4;
        case Technique::naked_set:
        case Technique::hidden_set:
        case Technique::large_fish:
            return board_size / 2;  // a larger one is the complement of a smaller
        case Technique::finned_large_fish:
        case Technique::bent_set:
            return 6;
        case Technique::sue_de_coq:
            return 7;
        case Technique::counted_set:
            return 4;
        case Technique::remote_pair:
        case Technique::xy_chain:
            return board_size * board_size;
        case Technique::x_chain:
        case Technique::aic:
        case Technique::discontinuous_loop:
        case Technique::nice_loop:
        case Technique::grouped_x_chain:
        case Technique::grouped_aic:
        case Technique::grouped_nice_loop:
            return 32;  // nodes
        case Technique::als_aic:
        case Technique::als_nice_loop:
        case Technique::ahs_aic:
        case Technique::fish_aic:
        case Technique::rectangle_aic:
            return 16;
        case Technique::als_xz:
        case Technique::als_xz_double:
            return 2;
        case Technique::als_xy_wing:
            return 3;
        case Technique::death_blossom:
            return 4;  // petals
        case Technique::als_chain:
            return 8;
        case Technique::multi_sector_locked_set:
            return board_size * board_size;
        case Technique::sk_loop:
            return 16;
        case Technique::aligned_pair_exclusion:
            return 2;
        case Technique::firework_triple:
        case Technique::aligned_triple_exclusion:
            return 3;
        case Technique::firework_quadruple:
        case Technique::junior_exocet:
        case Technique::senior_exocet:
            return 4;  // digits; digits of the base
        case Technique::tridagon:
            return 6;  // guardians
        case Technique::nested_contradiction:
            return 3;  // assumptions at once
        case Technique::extended_rectangle:
            return 6;  // cells
        case Technique::unique_loop:
        case Technique::reverse_bug:
            return 2 * board_size;
        case Technique::bug_n:
            return 5;  // candidates too many
        default:
            return 1;
    }
}

std::span<const Strategy> strategies() {
    static const std::array table{
        related_sets_strategy(),    cover_sets_strategy(),   two_house_strategy(),
        many_house_strategy(),      colouring_strategy(),    chains_strategy(),
        blossom_strategy(),         uniqueness_strategy(),   forcing_strategy(),
        assumption_strategy(),      nested_strategy(),       mergers_strategy(),
        digit_templates_strategy(), multi_sector_strategy(), fireworks_strategy(),
        aligned_strategy(),         exocet_strategy(),       tridagon_strategy(),
        template_strategy(),
    };
    return table;
}

const Strategy* strategy_of(Technique technique) {
    static const auto by_technique = [] {
        std::array<const Strategy*, technique_count> map{};
        for (const Strategy& strategy : strategies())
            for (Technique t : strategy.finds) map[static_cast<std::size_t>(t)] = &strategy;
        return map;
    }();
    return by_technique[static_cast<std::size_t>(technique)];
}

Ending find(const State& state, const Query& query, const StepSink& sink) {
    const Strategy* strategy = strategy_of(query.technique);
    return strategy == nullptr ? Ending::exhausted : strategy->search(state, query, sink);
}

std::optional<Step> find_first(const State& state, const Query& query) {
    std::optional<Step> first;
    find(state, query, [&](Step&& step) {
        first = std::move(step);
        return Flow::stop;
    });
    return first;
}

}  // namespace clew::logic
