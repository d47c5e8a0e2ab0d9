#include <array>
#include <utility>

#include "logic/strategies/strategies.hpp"

namespace clew::logic::inline strategies {

namespace {

/// Strategies know houses alone: of a rule that breaks in a trial of theirs they could not tell
/// why.
State of_houses_alone(const State& state) {
    Puzzle puzzle{state.geometry_ptr()};
    for (std::size_t i = 0; i < state.cell_count(); ++i) {
        puzzle.set_marks(Cell{i}, state.candidates(Cell{i}));
        if (const auto digit = state.value(Cell{i})) puzzle.set_given(Cell{i}, *digit);
    }
    return State{puzzle};
}

}  // namespace

std::size_t default_size(Technique technique, std::size_t board_size) {
    return info(technique).reach.on(board_size);
}

std::size_t largest_size(const Query& query, std::size_t board_size) {
    return query.max_size != 0 ? query.max_size : default_size(query.technique, board_size);
}

std::span<const Strategy> all_strategies() {
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
        for (const Strategy& strategy : all_strategies())
            for (Technique t : strategy.finds) map[static_cast<std::size_t>(t)] = &strategy;
        return map;
    }();
    return by_technique[static_cast<std::size_t>(technique)];
}

Ending find(const State& state, const Query& query, const StepSink& sink) {
    const Strategy* strategy = strategy_of(query.technique);
    if (strategy == nullptr) return Ending::exhausted;
    if (state.rule_parts() != nullptr) {
        // On what rules leave of a board with few digits, its levels are without end: of a walk
        // through 18 arrows and one clue they took minutes and found nothing.
        if (query.technique == Technique::nested_contradiction) return Ending::exhausted;
        return strategy->search(of_houses_alone(state), query, sink);
    }
    return strategy->search(state, query, sink);
}

}  // namespace clew::logic::inline strategies
