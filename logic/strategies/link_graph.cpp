// Groups: the places of a digit in a house fall in two parts. One is a single cell or all that
// another house holds of them, the rest is a single cell or lies inside another house: every such
// parting is kept. Where places lie on a row and a column of a box, the cell on both may go with
// either. A house with two places gives the plain link.

#include "logic/strategies/link_graph.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "encode/base/sorted.hpp"

namespace clew::logic {

LinkGraph::LinkGraph(const State& state, const LinkGraphOptions& options)
    : state_(state),
      layout_(state.layout()),
      kinds_(options.kinds),
      by_digit_(state.size()),
      single_(state.geometry().candidate_count(), 0),
      groups_(64, 0) {
    if ((kinds_ & (bilocal_links | grouped_links)) != 0) add_places();
    if ((kinds_ & bivalue_links) != 0) add_pairs();
    if ((kinds_ & set_links) != 0) add_sets(options.largest_set);
    settle();
    weak_.resize(nodes_.size());
    weak_known_.assign(nodes_.size(), false);
}

std::uint32_t LinkGraph::node(Digit digit, const CellSet& cells) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    const Cell lowest = cells.first();
    CellSet rest = cells;
    rest.reset(lowest);
    const bool single = rest.empty();
    CellSet loses = state_.cells(digit) & layout_.peers(lowest);
    if (single) {
        std::uint32_t& known = single_[state_.geometry().candidate_index({lowest, digit})];
        if (known != 0) return known - 1;
        known = number + 1;
    } else {
        std::uint32_t& known = group(digit, cells);
        if (known != 0) return known - 1;
        known = number + 1;
        ++group_count_;
        for (Cell c : rest) loses &= layout_.peers(c);
    }
    nodes_.push_back({digit, cells, loses, 0, single, lowest});
    joints_of_.push_back({none, none});
    by_digit_[digit.index()].push_back(number);
    if (2 * group_count_ > groups_.size()) spread_groups();
    return number;
}

std::uint32_t& LinkGraph::group(Digit digit, const CellSet& cells) {
    const std::size_t mask = groups_.size() - 1;
    for (std::size_t at = cells.hash() + digit.index();; ++at) {
        std::uint32_t& known = groups_[at & mask];
        if (known == 0) return known;
        const LinkNode& node = nodes_[known - 1];
        if (node.digit == digit && node.cells == cells) return known;
    }
}

void LinkGraph::spread_groups() {
    std::vector<std::uint32_t> before(2 * groups_.size(), 0);
    before.swap(groups_);
    for (std::uint32_t known : before)
        if (known != 0) group(nodes_[known - 1].digit, nodes_[known - 1].cells) = known;
}

void LinkGraph::join(std::uint32_t a, std::uint32_t b, StrongLink link) {
    // Two houses may say the same; the first one speaks.
    for (std::uint32_t at = joints_of_[a].first; at != none; at = joints_[at].next)
        if (joints_[at].link.to == b && joints_[at].link.kind == link.kind) return;
    const auto append = [&](std::uint32_t from, std::uint32_t to) {
        const auto number = static_cast<std::uint32_t>(joints_.size());
        link.to = to;
        joints_.push_back({link, none});
        Ends& ends = joints_of_[from];
        (ends.first == none ? ends.first : joints_[ends.last].next) = number;
        ends.last = number;
        nodes_[from].kinds |= link.kind;
    };
    append(a, b);
    append(b, a);
}

// What a walk reads, side by side.
void LinkGraph::settle() {
    strong_.reserve(joints_.size());
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        strong_start_.push_back(static_cast<std::uint32_t>(strong_.size()));
        for (std::uint32_t at = joints_of_[n].first; at != none; at = joints_[at].next)
            strong_.push_back(joints_[at].link);
        digits_.push_back(nodes_[n].digit);
        node_kinds_.push_back(nodes_[n].kinds);
    }
    strong_start_.push_back(static_cast<std::uint32_t>(strong_.size()));
    groups_ = {};
    joints_ = {};
    joints_of_ = {};
}

void LinkGraph::add_places() {
    for (std::size_t h = 0; h < layout_.house_count(); ++h) {
        const House house{h};
        if (!layout_.is_full(house)) continue;
        for (std::size_t d = 0; d < state_.size(); ++d) {
            const Digit digit{d};
            const CellSet places = layout_.cells(house) & state_.cells(digit);
            const std::size_t count = places.size();
            if (count < 2) continue;
            if (count == 2 && (kinds_ & bilocal_links) != 0) {
                CellSet one = layout_.none();
                CellSet other = places;
                one.set(places.first());
                other.reset(places.first());
                join(node(digit, one), node(digit, other), {0, bilocal_links, house, 0});
            }
            if (count > 2 && (kinds_ & grouped_links) != 0) add_groups(house, digit, places);
        }
    }
}

void LinkGraph::add_groups(House house, Digit digit, const CellSet& places) {
    // The parts that a single node may be: what another house holds of the places, or one cell.
    std::vector<CellSet> parts;
    const auto keep = [&](const CellSet& part) {
        if (!part.empty() && !part.contains(places) &&
            std::ranges::find(parts, part) == parts.end())
            parts.push_back(part);
    };
    for (Cell c : places) {
        CellSet one = layout_.none();
        one.set(c);
        keep(one);
        for (const Seat& seat : layout_.seats(c))
            if (seat.house != house) keep(places & layout_.cells(seat.house));
    }
    const auto in_one_node = [&](const CellSet& cells) {
        if (cells.size() == 1) return true;
        for (const Seat& seat : layout_.seats(cells.first()))
            if (seat.house != house && layout_.cells(seat.house).contains(cells)) return true;
        return false;
    };
    for (const CellSet& part : parts) {
        const CellSet rest = places - part;
        if (in_one_node(rest))
            join(node(digit, part), node(digit, rest), {0, grouped_links, house, 0});
    }
}

void LinkGraph::add_pairs() {
    for (Cell c : state_.open()) {
        if (state_.candidates(c).size() != 2) continue;
        CellSet cell = layout_.none();
        cell.set(c);
        const Digit low = state_.candidates(c).first();
        const Digit high = (state_.candidates(c) - DigitSet{low}).first();
        join(node(low, cell), node(high, cell), {0, bivalue_links, House{}, 0});
    }
}

void LinkGraph::add_sets(std::size_t largest) {
    sets_ = almost_locked_sets(state_, largest);
    std::vector<std::uint32_t> at;
    for (std::uint32_t s = 0; s < sets_->size(); ++s) {
        const AlmostLocked& set = (*sets_)[s];
        if (set.cells.size() < 2) continue;  // a cell with two digits, which has its own kind
        at.clear();
        for (Digit d : set.digits) at.push_back(node(d, set.cells & state_.cells(d)));
        for (std::size_t i = 0; i < at.size(); ++i)
            for (std::size_t j = i + 1; j < at.size(); ++j)
                join(at[i], at[j], {0, set_links, set.house, s});
    }
}

bool LinkGraph::weakly_linked(const LinkNode& a, const LinkNode& b) const {
    if (a.digit == b.digit) return a.loses.contains(b.cells);
    return a.single && b.single && a.cells == b.cells;
}

std::span<const std::uint32_t> LinkGraph::weak(std::size_t number) const {
    std::vector<std::uint32_t>& list = weak_[number];
    if (weak_known_[number]) return list;
    weak_known_[number] = true;
    const LinkNode& from = nodes_[number];
    if (!from.loses.empty())
        for (std::uint32_t n : by_digit_[from.digit.index()])
            if (from.loses.test(nodes_[n].lowest) && from.loses.contains(nodes_[n].cells))
                list.push_back(n);
    if (!from.single) return list;
    for (Digit d : state_.candidates(from.cell())) {
        const std::uint32_t n = single_[state_.geometry().candidate_index({from.cell(), d})];
        if (d != from.digit && n != 0) list.push_back(n - 1);
    }
    std::ranges::sort(list);
    return list;
}

bool LinkGraph::any_lost_to_both(const LinkNode& a, const LinkNode& b) const {
    if (a.digit == b.digit
            ? a.loses.intersects(b.loses)
            : (a.single && b.loses.test(a.cell())) || (b.single && a.loses.test(b.cell())))
        return true;
    if (!a.single || !b.single || a.cell() != b.cell()) return false;
    return state_.candidates(a.cell()).size() > (a.digit == b.digit ? 1U : 2U);
}

std::vector<Candidate> LinkGraph::lost_to_both(const LinkNode& a, const LinkNode& b) const {
    std::vector<Candidate> lost;
    if (a.digit == b.digit) {
        for (Cell c : a.loses& b.loses) lost.push_back({c, a.digit});
    } else {
        if (a.single && b.loses.test(a.cell())) lost.push_back({a.cell(), b.digit});
        if (b.single && a.loses.test(b.cell())) lost.push_back({b.cell(), a.digit});
    }
    if (a.single && b.single && a.cells == b.cells)
        for (Digit d : state_.candidates(a.cell()))
            if (d != a.digit && d != b.digit) lost.push_back({a.cell(), d});
    sort_unique(lost);
    return lost;
}

const LinkGraph& link_graph(const State& state, const LinkGraphOptions& options) {
    struct Known {
        State state;
        std::vector<std::pair<LinkGraphOptions, std::unique_ptr<LinkGraph>>> graphs;
    };
    thread_local std::unique_ptr<Known> last;
    if (last == nullptr || last->state.geometry_ptr() != state.geometry_ptr() ||
        last->state != state)
        last = std::make_unique<Known>(Known{state, {}});
    for (const auto& [known, graph] : last->graphs)
        if (known == options) return *graph;
    last->graphs.emplace_back(options, std::make_unique<LinkGraph>(last->state, options));
    return *last->graphs.back().second;
}

}  // namespace clew::logic
