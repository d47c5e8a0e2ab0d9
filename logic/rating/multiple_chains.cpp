// Each assumption is followed once. What all the assumptions of a ground have in common (the digits
// of a cell, the places of a digit, a candidate and its opposite) holds whichever is true; its
// complexity is the sum over the assumptions. Sums are taken over arrays of all potentials at once,
// where a potential that does not follow weighs more than any that does.
//
// Assumptions are followed no further than the least complex conclusion so far makes sense.

#include "logic/rating/multiple_chains.hpp"

#include <algorithm>
#include <bitset>
#include <limits>

#include "core/base/sorted.hpp"

namespace clew::rating {

/// Less complex first, then by form.
std::int32_t MultipleChains::rank(int complexity, ChainForm form) {
    return complexity * 8 + static_cast<int>(form);
}

bool MultipleChains::stopped() const {
    return rules_.propagation.stop != nullptr && rules_.propagation.stop->raised();
}

bool MultipleChains::worth(Potential target) const {
    return !is_on(target) || ones(board_->at(cell_of(target))) > 1;
}

std::vector<CandidateId> MultipleChains::removals(Potential target) const {
    if (!is_on(target)) return {candidate_of(target)};
    std::vector<CandidateId> removed;
    const int c = cell_of(target);
    for (unsigned m = board_->at(c) & ~unsigned{bit(digit_of(target))}; m != 0; m &= m - 1)
        removed.push_back(candidate_id(c, low_bit(m)));
    return removed;
}

const Implications& MultipleChains::tree_of(Potential assumption) {
    std::unique_ptr<Implications>& tree = trees_[assumption];
    if (!grown_[assumption]) {
        if (!tree) tree = std::make_unique<Implications>();
        const int most = best_ ? best_->complexity : std::numeric_limits<int>::max();
        propagation_.run(*board_, rules_.propagation, assumption, most, *tree);
        grown_[assumption] = true;
    }
    return *tree;
}

void MultipleChains::conclude(const Conclusion& conclusion) {
    if (!worth(conclusion.target)) return;
    const std::int32_t mine = rank(conclusion.complexity, conclusion.ground.form);
    if (collect_) {
        std::int16_t& least = least_for_[conclusion.target];
        Ground& ground = ground_for_[conclusion.target];
        if (conclusion.complexity >= absent || mine >= rank(least, ground.form)) return;
        least = static_cast<std::int16_t>(conclusion.complexity);
        ground = conclusion.ground;
    } else if (!best_ || mine < rank(best_->complexity, best_->ground.form)) {
        best_ = conclusion;
    }
}

void MultipleChains::contradiction(Potential assumption) {
    const Implications& tree = tree_of(assumption);
    if (!tree.contradicts()) return;
    const CandidateId id = candidate_of(assumption);
    Conclusion conclusion;
    conclusion.ground = {ChainForm::contradiction, assumption, 0};
    conclusion.target = is_on(assumption) ? off(id) : on(id);
    conclusion.complexity =
        exact({{&tree, tree.contradiction_on}, {&tree, tree.contradiction_off}});
    conclude(conclusion);
}

/// Different potentials of each leg, and the nested chains of all of them, each once.
int MultipleChains::exact(const std::vector<Leg>& legs) const {
    int sum = 0;
    bool deep = false;
    for (const Leg& leg : legs) {
        sum += leg.tree->nodes[leg.node].flat;
        deep = deep || leg.tree->nodes[leg.node].deep > 0;
    }
    if (!deep) return sum;
    std::vector<std::uint64_t> counted;
    std::vector<NodeId> up;
    for (const Leg& leg : legs) {
        leg.tree->ancestors(leg.node, up);
        for (const NodeId n : up) {
            const std::int16_t nested = leg.tree->nodes[n].nested;
            if (nested < 0) continue;
            const NestedHint& hint = leg.tree->nested[static_cast<std::size_t>(nested)];
            if (std::ranges::find(counted, hint.content) != counted.end()) continue;
            counted.push_back(hint.content);
            sum += hint.complexity;
        }
    }
    return sum;
}

/// Fills group_ with the trees of a ground, in order.
void MultipleChains::together(const Ground& ground) {
    group_.clear();
    switch (ground.form) {
        case ChainForm::both_ways:
            group_.push_back(&tree_of(on(ground.a)));
            group_.push_back(&tree_of(off(ground.a)));
            break;
        case ChainForm::cell:
            for (unsigned m = board_->at(ground.a); m != 0; m &= m - 1)
                group_.push_back(&tree_of(on(candidate_id(ground.a, low_bit(m)))));
            break;
        case ChainForm::house:
            for (unsigned m = board_->spots(ground.a, ground.b); m != 0; m &= m - 1)
                group_.push_back(
                    &tree_of(on(candidate_id(cell_at(ground.a, low_bit(m)), ground.b))));
            break;
        case ChainForm::contradiction:
            group_.push_back(&tree_of(ground.a));
            break;
        case ChainForm::none:
            break;
    }
}

void MultipleChains::legs_of(const Conclusion& conclusion, std::vector<Leg>& legs) {
    legs.clear();
    together(conclusion.ground);
    if (conclusion.ground.form == ChainForm::contradiction) {
        legs.push_back({group_[0], group_[0]->contradiction_on});
        legs.push_back({group_[0], group_[0]->contradiction_off});
        return;
    }
    for (const Implications* tree : group_) legs.push_back({tree, tree->node[conclusion.target]});
}

/// What all trees of group_ say of the potentials from begin to end.
void MultipleChains::compare(const Ground& ground, Potential begin, Potential end) {
    const std::size_t first = begin, last = end;
    const auto& one = group_[0]->complexity;
    std::copy(one.begin() + begin, one.begin() + end, sum_.begin() + begin);
    for (std::size_t t = 1; t < group_.size(); ++t) {
        const std::int16_t* more = group_[t]->complexity.data();
        for (std::size_t i = first; i < last; ++i) {
            const auto s = static_cast<std::int16_t>(sum_[i] + more[i]);
            sum_[i] = s < absent ? s : absent;
        }
    }
    if (collect_) {
        // Block by block: nearly all of them say nothing new.
        constexpr std::size_t width = 81;
        for (std::size_t from = first; from < last; from += width) {
            std::int16_t news = 0;
            for (std::size_t i = from; i < from + width; ++i)
                news = static_cast<std::int16_t>(news | (sum_[i] <= least_for_[i] ? 1 : 0));
            if (news == 0) continue;
            for (std::size_t i = from; i < from + width; ++i)
                if (sum_[i] <= least_for_[i])
                    conclude({sum_[i], ground, static_cast<Potential>(i)});
        }
        return;
    }
    const int most = best_ ? best_->complexity : absent - 1;
    std::int16_t least = absent;
    for (std::size_t i = first; i < last; ++i) least = least < sum_[i] ? least : sum_[i];
    if (least > most || least == absent) return;
    std::vector<Leg> legs;
    for (const Implications::Node& node : group_[0]->nodes) {
        const Potential p = node.potential;
        if (p < begin || p >= end || sum_[p] == absent || (best_ && sum_[p] > best_->complexity))
            continue;
        Conclusion conclusion{sum_[p], ground, p};
        int deep = 0;
        for (const Implications* tree : group_)
            deep = std::max<int>(deep, tree->nodes[tree->node[p]].deep);
        if (deep > 0) {
            if (best_ && sum_[p] + deep > best_->complexity) continue;
            legs.clear();
            for (const Implications* tree : group_) legs.push_back({tree, tree->node[p]});
            conclusion.complexity = exact(legs);
        }
        conclude(conclusion);
    }
}

void MultipleChains::houses(int cell, int digit) {
    for (int k = 0; k < 3; ++k) {
        const int h = house_of(cell, k);
        const Nine spots = board_->spots(h, digit);
        // Each house once: from its first place.
        if (ones(spots) < 2 || cell_at(h, low_bit(spots)) != cell) continue;
        const Ground ground{ChainForm::house, static_cast<std::uint16_t>(h),
                            static_cast<std::uint16_t>(digit)};
        together(ground);
        compare(ground, 0, candidate_total);
        compare(ground, candidate_total, potential_total);
    }
}

void MultipleChains::search() {
    const PropagationRules& p = rules_.propagation;
    grown_.fill(false);
    for (int c = 0; c < cell_total; ++c) {
        const unsigned digits = board_->at(c);
        const int n = ones(digits);
        if (n < 2 || (n == 2 && !p.dynamic)) continue;
        for (unsigned m = digits; m != 0; m &= m - 1) {
            if (stopped()) return;
            const CandidateId id = candidate_id(c, low_bit(m));
            if (p.dynamic) {
                contradiction(on(id));
                contradiction(off(id));
            }
            if (p.nishio) continue;
            if (p.dynamic && n >= 3) {
                const Ground ground{ChainForm::both_ways, id, 0};
                together(ground);
                compare(ground, 0, candidate_total);
                compare(ground, candidate_total, potential_total);
            }
            houses(c, low_bit(m));
        }
        if (p.nishio) continue;
        const Ground ground{ChainForm::cell, static_cast<std::uint16_t>(c), 0};
        together(ground);
        compare(ground, 0, candidate_total);
        compare(ground, candidate_total, potential_total);
    }
}

std::optional<Deduction> MultipleChains::lowest(const Board9& board, const MultipleRules& rules) {
    board_ = &board;
    rules_ = rules;
    collect_ = false;
    best_.reset();
    search();
    if (!best_ || stopped()) return std::nullopt;
    Deduction hint;
    hint.technique = rules.technique;
    hint.complexity = best_->complexity;
    hint.tenths = info(rules.technique).tenths + length_tenths(best_->complexity);
    hint.form = best_->ground.form;
    hint.removed = removals(best_->target);
    if (is_on(best_->target)) hint.fills = best_->target;
    return hint;
}

void MultipleChains::all(const Board9& now, const Board9& base, const MultipleRules& rules,
                         std::vector<NestedHint>& found) {
    board_ = &now;
    rules_ = rules;
    collect_ = true;
    best_.reset();
    least_for_.fill(absent - 1);
    ground_for_.fill({});
    search();
    if (stopped()) return;
    std::vector<Conclusion> conclusions;
    for (std::size_t i = 0; i < potential_total; ++i)
        if (ground_for_[i].form != ChainForm::none)
            conclusions.push_back({least_for_[i], ground_for_[i], static_cast<Potential>(i)});
    std::ranges::stable_sort(conclusions, {},
                             [](const Conclusion& c) { return rank(c.complexity, c.ground.form); });
    std::bitset<candidate_total> covered;
    std::vector<Leg> legs;
    std::vector<NodeId> up;
    for (const Conclusion& conclusion : conclusions) {
        NestedHint hint;
        for (const CandidateId id : removals(conclusion.target))
            if (!covered[id]) hint.removed.push_back(id);
        if (hint.removed.empty()) continue;
        const Ground& ground = conclusion.ground;
        legs_of(conclusion, legs);
        for (const Leg& leg : legs) {
            leg.tree->ancestors(leg.node, up);
            for (const NodeId n : up) {
                const Implications::Node& node = leg.tree->nodes[n];
                if (is_on(node.potential) && node.parents_count > 0)
                    add_absences(now, base, node.potential, node.cause, hint.absences);
            }
        }
        if (ground.form == ChainForm::cell)
            add_absences(now, base, candidate_id(ground.a, 0), by_cell, hint.absences);
        if (ground.form == ChainForm::house)
            add_absences(now, base, candidate_id(cell_at(ground.a, 0), ground.b),
                         static_cast<std::uint8_t>(ground.a), hint.absences);
        sort_unique(hint.absences);
        if (hint.absences.empty()) continue;
        for (const CandidateId id : hint.removed) covered[id] = true;
        hint.complexity = conclusion.complexity;
        hint.content = ++next_content_;
        found.push_back(std::move(hint));
    }
}

}  // namespace clew::rating
