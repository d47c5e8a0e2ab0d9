// Counting goes up: a product multiplies, a sum adds. Marginals need a second pass, down: how often
// a node is passed is, for a child of a sum, what its parent is passed; for a child of a product,
// that times what the other children count. Those products of "all but one" are made from both
// ends, since counts of any size are better multiplied than divided.

#include "solve/compile/graph.hpp"

#include <algorithm>

#include "core/base/contract.hpp"

namespace clew::compile {

NodeId Graph::add_product(std::span<const cnf::Lit> literals, std::span<const NodeId> children) {
    literals_.insert(literals_.end(), literals.begin(), literals.end());
    kids_.insert(kids_.end(), children.begin(), children.end());
    nodes_.push_back({GateKind::product, literals_.size(), kids_.size()});
    return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId Graph::add_sum(NodeId a, NodeId b) {
    kids_.push_back(a);
    kids_.push_back(b);
    nodes_.push_back({GateKind::sum, literals_.size(), kids_.size()});
    return static_cast<NodeId>(nodes_.size() - 1);
}

Graph Graph::pruned() const {
    Graph out{variables_};
    if (!root_) return out;
    std::vector<bool> reached(size(), false);
    reached[*root_] = true;
    for (NodeId n = *root_ + 1; n-- > 0;)
        if (reached[n])
            for (NodeId child : children(n)) reached[child] = true;
    std::vector<NodeId> renamed(size());
    std::vector<NodeId> kids;
    for (NodeId n = 0; n <= *root_; ++n) {
        if (!reached[n]) continue;
        kids.clear();
        for (NodeId child : children(n)) kids.push_back(renamed[child]);
        renamed[n] = kind(n) == GateKind::product ? out.add_product(literals(n), kids)
                                                  : out.add_sum(kids[0], kids[1]);
    }
    out.set_root(renamed[*root_]);
    return out;
}

std::vector<Count> Graph::counts() const {
    std::vector<Count> counts(size());
    for (NodeId n = 0; n < size(); ++n) {
        const auto kids = children(n);
        if (kind(n) == GateKind::sum) {
            counts[n] = counts[kids[0]] + counts[kids[1]];
            continue;
        }
        Count product{1};
        for (NodeId child : kids) product *= counts[child];
        counts[n] = std::move(product);
    }
    return counts;
}

Count Graph::count() const { return root_ ? counts()[*root_] : Count{0}; }

std::optional<std::size_t> Graph::breaks(const cnf::Formula& formula) const {
    if (!root_) return std::nullopt;
    std::vector<bool> in_clause(2 * variables_, false), possible(size());
    for (std::size_t c = 0; c < formula.size(); ++c) {
        for (cnf::Lit l : formula[c]) in_clause[l.code()] = true;
        for (NodeId n = 0; n <= *root_; ++n) {
            const auto kids = children(n);
            if (kind(n) == GateKind::sum)
                possible[n] = possible[kids[0]] || possible[kids[1]];
            else
                possible[n] =
                    std::ranges::none_of(literals(n),
                                         [&](cnf::Lit l) { return in_clause[l.code()]; }) &&
                    std::ranges::all_of(kids, [&](NodeId child) { return possible[child]; });
        }
        for (cnf::Lit l : formula[c]) in_clause[l.code()] = false;
        if (possible[*root_]) return c;
    }
    return std::nullopt;
}

std::vector<Count> Graph::marginals() const {
    std::vector<Count> truths(variables_);
    if (!root_) return truths;
    const std::vector<Count> counts = this->counts();
    std::vector<Count> passed(size());  // models of the whole, by those of everything but the node
    passed[*root_] = Count{1};
    std::vector<Count> before;
    for (NodeId n = *root_ + 1; n-- > 0;) {
        if (passed[n] == Count{0}) continue;
        const auto kids = children(n);
        if (kind(n) == GateKind::sum) {
            for (NodeId child : kids) passed[child] += passed[n];
            continue;
        }
        const Count whole = passed[n] * counts[n];
        for (cnf::Lit l : literals(n))
            if (!l.is_negative()) truths[l.var().index()] += whole;
        before.assign(kids.size() + 1, passed[n]);
        for (std::size_t i = 0; i < kids.size(); ++i) before[i + 1] = before[i] * counts[kids[i]];
        Count behind{1};
        for (std::size_t i = kids.size(); i-- > 0;) {
            passed[kids[i]] += before[i] * behind;
            behind *= counts[kids[i]];
        }
    }
    return truths;
}

namespace {

/// Uniform in 0 .. bound-1: as many random bits as bound - 1 has, again while they are too large.
Count below(Random& random, const Count& bound) {
    if (const auto small = bound.to_u64()) return Count{random.below(*small)};
    std::size_t bits = 0;
    for (Count power{1}; power < bound; power *= Count{2}) ++bits;
    for (;;) {
        Count draw{0};
        for (std::size_t left = bits; left > 0;) {
            const std::size_t take = left < 32 ? left : 32;
            draw *= Count{std::uint64_t{1} << take};
            draw += Count{random.next() >> (64 - take)};
            left -= take;
        }
        if (draw < bound) return draw;
    }
}

}  // namespace

std::vector<bool> Sampler::draw(Random& random) const {
    CLEW_REQUIRE(graph_.root().has_value(), "Sampler: there is no model");
    std::vector<bool> truth(graph_.variables(), false);
    std::vector<NodeId> open{*graph_.root()};
    while (!open.empty()) {
        const NodeId n = open.back();
        open.pop_back();
        const auto kids = graph_.children(n);
        if (graph_.kind(n) == GateKind::sum) {
            const bool first = below(random, counts_[n]) < counts_[kids[0]];
            open.push_back(first ? kids[0] : kids[1]);
            continue;
        }
        for (cnf::Lit l : graph_.literals(n)) truth[l.var().index()] = !l.is_negative();
        open.insert(open.end(), kids.begin(), kids.end());
    }
    return truth;
}

}  // namespace clew::compile
