// The method of Sugiyama, Tagawa and Toda (1981), made linear for graphs that have a tree in them.
//
// 1. Layers are longest ways from the root, by one pass in topological order.
// 2. Order: in each layer nodes stand as a walk through the tree meets them, so subtrees stay
//    together in every layer, and links of the tree do not cross. What is free is the order of
//    siblings: they are sorted by the barycentre of what the links beyond the tree lead to from all
//    of their subtree, and the new order is kept if those links reach less far to the side. Some
//    rounds of it. (Barycentres of single nodes, as in the textbook, cross fewer links and tear
//    every subtree apart.)
// 3. Rows: a layer of more nodes than the picture has columns is dealt out to rows like bricks,
//    each a little to the right of the one before and in the next row. As many columns as bring the
//    picture near to its shape.
// 4. Places to the side: in each layer those nearest to where the parents, or the children, stand,
//    among all that keep order and distance. That is isotonic regression: pooling of adjacent
//    violators (Ayer et al. 1955), linear. Down, up, and so on; the last word is the parents'.

#include "explain/diagram/layers.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/contract.hpp"

namespace clew::explain::inline diagram {
namespace {

constexpr int order_rounds = 6;
constexpr int place_rounds = 4;

class Placer {
  public:
    Placer(const LayerGraph& graph, const LayerRoom& room)
        : graph_(graph), room_(room), n_(graph.parent.size()) {}

    Layers run() {
        CLEW_REQUIRE(n_ > 0 && graph_.size.size() == n_, "place_in_layers: nodes without a size");
        list_children();
        find_layers();
        order();
        choose_rows();
        place_sideways();
        place_down();
        return std::move(out_);
    }

  private:
    using Index = std::uint32_t;

    void list_children() {
        start_.assign(n_ + 1, 0);
        for (std::size_t v = 1; v < n_; ++v) {
            CLEW_REQUIRE(graph_.parent[v] < v, "place_in_layers: a parent after its child");
            ++start_[graph_.parent[v] + 1];
        }
        std::partial_sum(start_.begin(), start_.end(), start_.begin());
        child_.resize(n_ - 1);
        std::vector<Index> next(start_.begin(), start_.end() - 1);
        for (Index v = 1; v < n_; ++v) child_[next[graph_.parent[v]]++] = v;
    }

    std::span<Index> children(Index v) {
        return std::span(child_).subspan(start_[v], start_[v + 1] - start_[v]);
    }

    void find_layers() {
        std::vector<Index> first(n_ + 1, 0);
        std::vector<Index> waits(n_, 0);
        for (const LayerLink& link : graph_.links) {
            ++first[link.from + 1];
            ++waits[link.to];
        }
        std::partial_sum(first.begin(), first.end(), first.begin());
        std::vector<Index> to(graph_.links.size());
        std::vector<Index> next(first.begin(), first.end() - 1);
        for (const LayerLink& link : graph_.links) to[next[link.from]++] = link.to;

        out_.layer.assign(n_, 0);
        std::vector<Index> ready;
        ready.reserve(n_);
        for (Index v = 0; v < n_; ++v)
            if (waits[v] == 0) ready.push_back(v);
        for (std::size_t k = 0; k < ready.size(); ++k) {
            const Index v = ready[k];
            const auto below = static_cast<std::uint16_t>(out_.layer[v] + 1);
            for (Index i = first[v]; i < first[v + 1]; ++i) {
                out_.layer[to[i]] = std::max(out_.layer[to[i]], below);
                if (--waits[to[i]] == 0) ready.push_back(to[i]);
            }
        }
        CLEW_REQUIRE(ready.size() == n_, "place_in_layers: the links make a cycle");
        out_.count = std::size_t{*std::ranges::max_element(out_.layer)} + 1;
        layer_start_.assign(out_.count + 1, 0);
        for (std::uint16_t layer : out_.layer) ++layer_start_[std::size_t{layer} + 1];
        std::partial_sum(layer_start_.begin(), layer_start_.end(), layer_start_.begin());
    }

    // ------------------------------------------------------------------ order

    /// Deals the nodes out to their layers as a walk through the tree meets them, and says where
    /// between 0 and 1 each stands in its layer.
    void walk(std::vector<Index>& in_order, std::vector<float>& at) {
        std::vector<std::size_t> next(layer_start_.begin(), layer_start_.end() - 1);
        std::vector<Index> open{0};
        in_order.resize(n_);
        at.resize(n_);
        while (!open.empty()) {
            const Index v = open.back();
            open.pop_back();
            const std::size_t layer = out_.layer[v];
            const std::size_t place = next[layer]++;
            in_order[place] = v;
            at[v] = (static_cast<float>(place - layer_start_[layer]) + 0.5F) /
                    static_cast<float>(layer_start_[layer + 1] - layer_start_[layer]);
            const auto below = children(v);
            open.insert(open.end(), below.rbegin(), below.rend());
        }
    }

    bool in_tree(const LayerLink& link) const { return graph_.parent[link.to] == link.from; }

    double reach(const std::vector<float>& at) const {
        double sum = 0;
        for (const LayerLink& link : graph_.links)
            if (!in_tree(link)) sum += std::abs(static_cast<double>(at[link.from] - at[link.to]));
        return sum;
    }

    void order() {
        std::vector<float> at;
        walk(order_, at);
        out_.reach_before = out_.reach_after = reach(at);
        std::vector<Index> best_children = child_;
        std::vector<double> sum(n_);
        std::vector<float> links(n_);
        std::vector<double> key(n_);
        std::vector<Index> tried;
        for (int round = 0; round < order_rounds && out_.reach_before > 0; ++round) {
            for (Index v = 0; v < n_; ++v) {
                sum[v] = static_cast<double>(at[v]);
                links[v] = 1;
            }
            for (const LayerLink& link : graph_.links) {
                if (in_tree(link)) continue;
                sum[link.from] += static_cast<double>(at[link.to]);
                sum[link.to] += static_cast<double>(at[link.from]);
                ++links[link.from];
                ++links[link.to];
            }
            for (std::size_t v = n_; v-- > 0;) {
                key[v] = sum[v] / static_cast<double>(links[v]);
                if (v == 0) break;
                sum[graph_.parent[v]] += sum[v];
                links[graph_.parent[v]] += links[v];
            }
            for (Index v = 0; v < n_; ++v)
                std::ranges::stable_sort(children(v), {}, [&](Index c) { return key[c]; });
            walk(tried, at);
            const double now = reach(at);
            if (now < out_.reach_after) {
                out_.reach_after = now;
                order_ = tried;
                best_children = child_;
            }
        }
        child_ = std::move(best_children);
    }

    // ------------------------------------------------------------------ rows

    std::span<const Index> nodes_of(std::size_t layer) const {
        return std::span(order_).subspan(layer_start_[layer],
                                         layer_start_[layer + 1] - layer_start_[layer]);
    }

    void choose_rows() {
        widest_.assign(out_.count, 0);
        tallest_.assign(out_.count, 0);
        std::size_t most = 0;
        for (std::size_t layer = 0; layer < out_.count; ++layer) {
            most = std::max(most, nodes_of(layer).size());
            for (Index v : nodes_of(layer)) {
                widest_[layer] = std::max(widest_[layer], graph_.size[v].width);
                tallest_[layer] = std::max(tallest_[layer], graph_.size[v].height);
            }
        }
        // The fewest columns with which the picture is as wide as its shape wants.
        std::size_t low = std::min(most, room_.columns);
        std::size_t high = most;
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            if (extent(middle, true) >= room_.shape * extent(middle, false))
                high = middle;
            else
                low = middle + 1;
        }
        rows_.resize(out_.count);
        for (std::size_t layer = 0; layer < out_.count; ++layer)
            rows_[layer] = (nodes_of(layer).size() + low - 1) / low;
        gap_ = gap(extent(low, true));
    }

    /// Links that have far to go to the side need height, or they lie flat.
    float gap(float width) const {
        return std::max(room_.layers, std::min(0.025F * width, 12 * room_.layers));
    }

    /// Width or height of a picture of so many columns.
    float extent(std::size_t columns, bool sideways) const {
        float width = 0;
        float height = 0;
        for (std::size_t layer = 0; layer < out_.count; ++layer) {
            const std::size_t nodes = nodes_of(layer).size();
            width = std::max(width, static_cast<float>(std::min(nodes, columns)) *
                                        (widest_[layer] + room_.between));
            const std::size_t rows = (nodes + columns - 1) / columns;
            height += static_cast<float>(rows) * (tallest_[layer] + room_.rows);
        }
        return sideways ? width : height + static_cast<float>(out_.count - 1) * gap(width);
    }

    // ------------------------------------------------------------------ places

    float half(Index v) const { return graph_.size[v].width / 2; }

    /// Least distance between the k-th node of a layer and the one before.
    float step(std::size_t layer, std::span<const Index> nodes, std::size_t k) const {
        const std::size_t rows = rows_[layer];
        if (rows == 1) return half(nodes[k - 1]) + half(nodes[k]) + room_.between;
        return (widest_[layer] + room_.between) / static_cast<float>(rows);
    }

    /// Puts the nodes of a layer as near to `wish_` as order and distance allow, by `weight_`.
    void settle(std::size_t layer) {
        const auto nodes = nodes_of(layer);
        pools_.clear();
        double offset = 0;
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            if (k > 0) offset += static_cast<double>(step(layer, nodes, k));
            Pool pool{k, weight_[k], weight_[k] * (wish_[k] - offset)};
            while (!pools_.empty() && pools_.back().mean() >= pool.mean()) {
                pool.first = pools_.back().first;
                pool.weight += pools_.back().weight;
                pool.sum += pools_.back().sum;
                pools_.pop_back();
            }
            pools_.push_back(pool);
        }
        offset = 0;
        std::size_t at = 0;
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            if (k > 0) offset += static_cast<double>(step(layer, nodes, k));
            if (at + 1 < pools_.size() && pools_[at + 1].first <= k) ++at;
            where_[nodes[k]] = pools_[at].mean() + offset;
        }
    }

    void below_parents() {
        for (std::size_t layer = 0; layer < out_.count; ++layer) {
            const auto nodes = nodes_of(layer);
            wish_.resize(nodes.size());
            weight_.assign(nodes.size(), 1);
            for (std::size_t k = 0; k < nodes.size(); ++k)
                wish_[k] = where_[graph_.parent[nodes[k]]];
            settle(layer);
        }
    }

    void above_children() {
        for (std::size_t layer = out_.count; layer-- > 0;) {
            const auto nodes = nodes_of(layer);
            wish_.resize(nodes.size());
            weight_.resize(nodes.size());
            for (std::size_t k = 0; k < nodes.size(); ++k) {
                const auto below = children(nodes[k]);
                if (below.empty()) {
                    wish_[k] = where_[nodes[k]];
                    weight_[k] = 0.05;
                    continue;
                }
                double low = where_[below[0]];
                double high = low;
                for (Index c : below) {
                    low = std::min(low, where_[c]);
                    high = std::max(high, where_[c]);
                }
                wish_[k] = (low + high) / 2;
                weight_[k] = 1;
            }
            settle(layer);
        }
    }

    void place_sideways() {
        where_.assign(n_, 0);
        below_parents();
        for (int round = 0; round < place_rounds; ++round) {
            above_children();
            if (round + 1 < place_rounds) below_parents();
        }
        double left = where_[0];
        double right = left;
        for (Index v = 0; v < n_; ++v) {
            left = std::min(left, where_[v] - static_cast<double>(half(v)));
            right = std::max(right, where_[v] + static_cast<double>(half(v)));
        }
        out_.x.resize(n_);
        for (Index v = 0; v < n_; ++v) out_.x[v] = static_cast<float>(where_[v] - left);
        out_.width = static_cast<float>(right - left);
    }

    void place_down() {
        out_.y.resize(n_);
        float top = 0;
        for (std::size_t layer = 0; layer < out_.count; ++layer) {
            const auto nodes = nodes_of(layer);
            const std::size_t rows = rows_[layer];
            const float row = tallest_[layer] + room_.rows;
            for (std::size_t k = 0; k < nodes.size(); ++k)
                out_.y[nodes[k]] = top + static_cast<float>(k % rows) * row + tallest_[layer] / 2;
            top += static_cast<float>(rows) * row - room_.rows;
            if (layer + 1 < out_.count) top += gap_;
        }
        out_.height = top;
    }

    struct Pool {
        std::size_t first = 0;
        double weight = 0;
        double sum = 0;
        double mean() const { return sum / weight; }
    };

    const LayerGraph& graph_;
    const LayerRoom& room_;
    std::size_t n_;
    Layers out_;
    std::vector<Index> start_, child_;  // children of each node, in their order
    std::vector<std::size_t> layer_start_;
    std::vector<Index> order_;  // nodes, layer by layer
    std::vector<std::size_t> rows_;
    std::vector<float> widest_, tallest_;  // per layer
    float gap_ = 0;
    std::vector<double> where_;
    std::vector<double> wish_, weight_;  // of the layer that is settled
    std::vector<Pool> pools_;
};

}  // namespace

Layers place_in_layers(const LayerGraph& graph, const LayerRoom& room) {
    return Placer(graph, room).run();
}

}  // namespace clew::explain::inline diagram
