// The order in which potentials are followed decides which of several ways to a potential is kept,
// and so what the scale makes of it: "on" before "off", first come, first followed; a potential
// that is known is not derived again. When nothing is pending, a dynamic assumption with more (+,
// or nested chains) asks its kinds of deductions one after another, and goes on with the first that
// has something to say.
//
// The complexity of a potential is the number of different potentials among its reasons, itself
// included. Nodes know their ancestors as a set of bits, as long as the node is late.

#include "logic/rating/implications.hpp"

#include <algorithm>
#include <bit>

namespace clew::rating {

void Implications::clear() {
    nodes.clear();
    parents.clear();
    nested.clear();
    complexity.fill(absent);
    node.fill(no_node);
    contradiction_on = contradiction_off = no_node;
}

void Implications::ancestors(NodeId of, std::vector<NodeId>& all) const {
    std::array<std::uint64_t, potential_total / 64 + 2> seen{};
    all.clear();
    all.push_back(of);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Node& n = nodes[all[i]];
        for (std::size_t k = 0; k < n.parents_count; ++k) {
            const NodeId up = parents[n.parents_begin + k];
            std::uint64_t& word = seen[up / 64U];
            const std::uint64_t one = std::uint64_t{1} << (up % 64U);
            if ((word & one) != 0) continue;
            word |= one;
            all.push_back(up);
        }
    }
    std::ranges::sort(all);
}

Propagation::NodeId Propagation::add(Potential potential, std::uint8_t cause, std::int16_t nested,
                                     bool in_tree) {
    Implications& tree = *tree_;
    const auto id = static_cast<NodeId>(tree.nodes.size());
    Implications::Node node;
    node.potential = potential;
    node.cause = cause;
    node.nested = nested;
    node.parents_begin = static_cast<std::uint32_t>(tree.parents.size());
    node.parents_count = static_cast<std::uint16_t>(reasons_.size());
    if (!rules_.dynamic) {
        node.flat =
            static_cast<std::int16_t>(reasons_.empty() ? 1 : tree.nodes[reasons_.front()].flat + 1);
    } else {
        if (up_.size() <= id) up_.resize(id + 64U);
        Ancestors& mine = up_[id];
        const std::size_t used = id / 64U + 1;
        std::fill_n(mine.begin(), used, 0);
        for (const NodeId r : reasons_) {
            const Ancestors& theirs = up_[r];
            const std::size_t w = r / 64U + 1;
            for (std::size_t i = 0; i < w; ++i) mine[i] |= theirs[i];
        }
        mine[id / 64U] |= std::uint64_t{1} << (id % 64U);
        int n = 0;
        for (std::size_t i = 0; i < used; ++i) n += std::popcount(mine[i]);
        node.flat = static_cast<std::int16_t>(n);
        if (nested >= 0) advanced_nodes_.push_back(id);
        if (!advanced_nodes_.empty()) count_nested(node, id, mine);
    }
    tree.parents.insert(tree.parents.end(), reasons_.begin(), reasons_.end());
    tree.nodes.push_back(node);
    if (in_tree) {
        tree.complexity[potential] = node.flat;
        tree.node[potential] = id;
        (is_on(potential) ? pending_on_ : pending_off_).push_back(id);
        if (small(node)) ++small_;
    }
    return id;
}

void Propagation::count_nested(Implications::Node& node, NodeId id, const Ancestors& mine) {
    counted_.clear();
    int deep = 0;
    for (const NodeId a : advanced_nodes_) {
        if ((mine[a / 64U] >> (a % 64U) & 1) == 0) continue;
        const std::int16_t which = a == id ? node.nested : tree_->nodes[a].nested;
        const NestedHint& hint = tree_->nested[static_cast<std::size_t>(which)];
        if (std::ranges::find(counted_, hint.content) != counted_.end()) continue;
        counted_.push_back(hint.content);
        deep += hint.complexity;
    }
    node.deep = static_cast<std::int16_t>(std::min(deep, 20'000));
}

void Propagation::put_off(CandidateId id, NodeId parent) {
    Implications& tree = *tree_;
    if (tree.contradicts()) return;
    const NodeId conjugate = tree.node[on(id)];
    if (conjugate == Implications::no_node && tree.node[off(id)] != Implications::no_node) return;
    reasons_.assign(1, parent);
    if (conjugate == Implications::no_node) {
        add(off(id), by_cell, -1, true);
        return;
    }
    tree.contradiction_off = add(off(id), by_cell, -1, false);
    tree.contradiction_on = conjugate;
}

void Propagation::put_on(CandidateId id, std::uint8_t cause, NodeId parent) {
    Implications& tree = *tree_;
    if (tree.contradicts()) return;
    const NodeId conjugate = tree.node[off(id)];
    if (conjugate == Implications::no_node && tree.node[on(id)] != Implications::no_node) return;
    reasons_.assign(1, parent);
    if (rules_.dynamic) {
        const int c = cell_of(id), d = digit_of(id);
        if (cause == by_cell) {
            for (unsigned m = base_->at(c) & ~unsigned{now_->at(c)}; m != 0; m &= m - 1)
                reasons_.push_back(tree.node[off(candidate_id(c, low_bit(m)))]);
        } else {
            for (unsigned m = base_->spots(cause, d) & ~unsigned{now_->spots(cause, d)}; m != 0;
                 m &= m - 1)
                reasons_.push_back(tree.node[off(candidate_id(cell_at(cause, low_bit(m)), d))]);
        }
    }
    if (conjugate == Implications::no_node) {
        add(on(id), cause, -1, true);
        return;
    }
    tree.contradiction_on = add(on(id), cause, -1, false);
    tree.contradiction_off = conjugate;
}

void Propagation::from_on(NodeId p) {
    const CandidateId id = candidate_of(tree_->nodes[p].potential);
    const int c = cell_of(id), d = digit_of(id);
    if (!rules_.nishio)
        for (unsigned m = now_->at(c) & ~unsigned{bit(d)}; m != 0; m &= m - 1)
            put_off(candidate_id(c, low_bit(m)), p);
    for (int k = 0; k < 3; ++k) {
        const int h = house_of(c, k);
        for (unsigned m = now_->spots(h, d) & ~unsigned{bit(index_in(c, k))}; m != 0; m &= m - 1)
            put_off(candidate_id(cell_at(h, low_bit(m)), d), p);
    }
}

void Propagation::from_off(NodeId p) {
    const CandidateId id = candidate_of(tree_->nodes[p].potential);
    const int c = cell_of(id), d = digit_of(id);
    // All that this makes "on", as long as the candidate itself is still written down.
    if (!rules_.nishio && ones(now_->at(c)) == 2)
        put_on(candidate_id(c, low_bit(now_->at(c) & ~unsigned{bit(d)})), by_cell, p);
    for (int k = 0; k < 3; ++k) {
        const int h = house_of(c, k);
        const unsigned spots = now_->spots(h, d);
        if (ones(spots) != 2) continue;
        const unsigned rest = spots & ~unsigned{bit(index_in(c, k))};
        if (ones(rest) == 1)
            put_on(candidate_id(cell_at(h, low_bit(rest)), d), static_cast<std::uint8_t>(h), p);
    }
    if (rules_.dynamic) own_->erase(c, d);
}

void Propagation::take(const NestedHint& hint) {
    Implications& tree = *tree_;
    std::int16_t nested = -1;
    for (const CandidateId id : hint.removed) {
        if (tree.node[off(id)] != Implications::no_node) continue;
        if (nested < 0 && hint.complexity > 0) {
            nested = static_cast<std::int16_t>(tree.nested.size());
            tree.nested.push_back(hint);
        }
        reasons_.clear();
        for (const CandidateId gone : hint.absences) reasons_.push_back(tree.node[off(gone)]);
        add(off(id), by_cell, nested, true);
    }
}

/// Whether any of the deductions found gives a potential below most_.
bool Propagation::any_small() const {
    return std::ranges::any_of(found_, [&](const NestedHint& hint) {
        int heaviest = 0;
        for (const CandidateId id : hint.absences) {
            const Implications::Node& n = tree_->nodes[tree_->node[off(id)]];
            heaviest = std::max<int>(heaviest, n.flat);
        }
        return heaviest + 1 + hint.complexity < most_;
    });
}

/// Asks the kinds of deductions; false if none has anything new, or nothing that matters.
bool Propagation::go_beyond() {
    Advanced& more = *rules_.advanced;
    for (int kind = 0; kind < more.kinds(); ++kind) {
        found_.clear();
        more.find(kind, *now_, *base_, found_);
        if (found_.empty()) continue;
        if (!any_small()) {
            // What is open now stays out of reach. Later kinds might still find something.
            std::vector<NestedHint> these;
            these.swap(found_);
            bool matters = false;
            for (int later = kind + 1; later < more.kinds() && !matters; ++later) {
                found_.clear();
                more.find(later, *now_, *base_, found_);
                matters = any_small();
            }
            if (!matters) return false;
            found_.swap(these);
        }
        for (const NestedHint& hint : found_) take(hint);
        return head_off_ < pending_off_.size();
    }
    return false;
}

void Propagation::run(const Board9& base, const PropagationRules& rules, Potential assumption,
                      int most, Implications& tree) {
    base_ = &base;
    rules_ = rules;
    if (rules.dynamic) {
        own_ = base;
        now_ = &*own_;
    } else {
        now_ = &base;
    }
    tree_ = &tree;
    tree.clear();
    most_ = most;
    small_ = 0;
    head_on_ = head_off_ = 0;
    pending_on_.clear();
    pending_off_.clear();
    advanced_nodes_.clear();
    reasons_.clear();
    add(assumption, by_cell, -1, true);
    for (;;) {
        while (head_on_ < pending_on_.size() || head_off_ < pending_off_.size()) {
            if (small_ == 0 && rules.advanced == nullptr) return;
            const bool holds = head_on_ < pending_on_.size();
            const NodeId p = holds ? pending_on_[head_on_++] : pending_off_[head_off_++];
            if (small(tree.nodes[p])) --small_;
            if (holds)
                from_on(p);
            else
                from_off(p);
            if (tree.contradicts()) return;
        }
        if (rules.advanced == nullptr || (rules.stop != nullptr && rules.stop->raised()) ||
            !go_beyond())
            return;
    }
}

}  // namespace clew::rating
