#include "core/rules/layers.hpp"

#include <utility>

namespace clew::rules {

DecisionLayers unroll(
    std::int64_t start, std::span<const DigitSet> domains,
    const std::function<std::optional<std::int64_t>(std::size_t, std::int64_t, Digit)>& step,
    const std::function<bool(std::int64_t)>& accepts) {
    DecisionLayers layers;
    layers.arcs.resize(domains.size());
    std::vector<std::vector<std::int64_t>> states(domains.size() + 1);
    states[0] = {start};
    for (std::size_t i = 0; i < domains.size(); ++i) {
        std::map<std::int64_t, std::uint32_t> number;
        for (std::uint32_t from = 0; from < states[i].size(); ++from)
            for (Digit d : domains[i])
                if (const auto next = step(i, states[i][from], d)) {
                    const auto [at, is_new] =
                        number.try_emplace(*next, static_cast<std::uint32_t>(states[i + 1].size()));
                    if (is_new) states[i + 1].push_back(*next);
                    layers.arcs[i].push_back({from, at->second, d});
                }
    }
    // From the end: a node is kept if something behind it is, and numbered anew.
    constexpr std::uint32_t gone = ~std::uint32_t{0};
    layers.nodes.assign(domains.size() + 1, 0);
    std::vector<std::uint32_t> behind(states.back().size(), gone);
    for (std::size_t s = 0; s < behind.size(); ++s)
        if (accepts(states.back()[s])) behind[s] = layers.nodes.back()++;
    for (std::size_t i = domains.size(); i-- > 0;) {
        std::vector<std::uint32_t> here(states[i].size(), gone);
        std::vector<Arc> kept;
        for (const Arc& arc : layers.arcs[i]) {
            if (behind[arc.to] == gone) continue;
            if (here[arc.from] == gone) here[arc.from] = layers.nodes[i]++;
            kept.push_back({here[arc.from], behind[arc.to], arc.digit});
        }
        layers.arcs[i] = std::move(kept);
        behind = std::move(here);
    }
    return layers;
}

void write_path(const DecisionLayers& layers, std::span<const Cell> cells,
                std::span<const DigitSet> domains, ClauseSink& sink) {
    using Literal = ClauseSink::Literal;
    if (!layers.possible()) {
        sink.add({});
        return;
    }
    // At the end it does not matter where one is: all nodes there are one that always holds.
    std::vector<Literal> before{ClauseSink::always};
    std::vector<Literal> clause;
    for (std::size_t i = 0; i < layers.arcs.size(); ++i) {
        const bool last = i + 1 == layers.arcs.size();
        std::vector<Literal> after(layers.nodes[i + 1], ClauseSink::always);
        if (!last && after.size() > 1)
            for (Literal& node : after) node = sink.fresh();
        std::map<std::size_t, std::vector<Literal>> digits_before;  // digit -> nodes that allow it
        std::map<std::pair<std::uint32_t, std::size_t>, std::vector<Literal>> into;
        std::map<std::uint32_t, std::uint32_t> digits_into;  // node -> digits that lead to it
        std::map<std::uint32_t, std::uint32_t> digits_of;    // node -> digits that lead on
        DigitSet led_on;
        for (const Arc& arc : layers.arcs[i]) {
            const Literal digit = sink.literal({cells[i], arc.digit});
            sink.add({-before[arc.from], -digit, after[arc.to]});
            digits_before[arc.digit.index()].push_back(before[arc.from]);
            into[{last ? 0 : arc.to, arc.digit.index()}].push_back(before[arc.from]);
            digits_into[arc.to] |= DigitSet{arc.digit}.bits();
            digits_of[arc.from] |= DigitSet{arc.digit}.bits();
            led_on.insert(arc.digit);
        }
        for (Digit d : domains[i] - led_on) sink.add({-sink.literal({cells[i], d})});
        // A node leads on by its digits alone.
        for (const auto& [node, allowed] : digits_of) {
            clause = {-before[node]};
            for (Digit d : DigitSet::from_bits(allowed))
                clause.push_back(sink.literal({cells[i], d}));
            sink.add(clause);
        }
        // A digit needs a node that allows it; a node and the digit before it, where they come
        // from.
        for (auto& [digit, from] : digits_before) {
            clause = std::move(from);
            clause.push_back(-sink.literal({cells[i], Digit{digit}}));
            sink.add(clause);
        }
        if (!last)
            for (auto& [key, from] : into) {
                clause = std::move(from);
                clause.push_back(-after[key.first]);
                clause.push_back(-sink.literal({cells[i], Digit{key.second}}));
                sink.add(clause);
            }
        // A node is reached by its digits alone: so the cells decide all helpers, and the clauses
        // have one model a way to keep the rule.
        if (!last)
            for (const auto& [node, leading] : digits_into) {
                clause = {-after[node]};
                for (Digit d : DigitSet::from_bits(leading))
                    clause.push_back(sink.literal({cells[i], d}));
                sink.add(clause);
            }
        if (!last) sink.add(after);  // one is somewhere
        before = std::move(after);
    }
}

}  // namespace clew::rules
