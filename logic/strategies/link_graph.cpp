// Groups: the places of a digit in a house fall in two parts. One is a single cell or all that
// another house holds of them, the rest is a single cell or lies inside another house: every such
// parting is kept. Where places lie on a row and a column of a box, the cell on both may go with
// either. A house with two places gives the plain link.

#include "logic/strategies/link_graph.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <utility>

#include "core/base/sorted.hpp"
#include "logic/strategies/matrix_cover.hpp"

namespace clew::logic::inline strategies {

LinkGraph::LinkGraph(const State& state, const LinkGraphOptions& options)
    : state_(state),
      layout_(state.layout()),
      kinds_(options.kinds),
      by_digit_(state.size()),
      bodies_(state.size()),
      single_(state.geometry().candidate_count(), 0),
      groups_(64, 0) {
    if ((kinds_ & (bilocal_links | grouped_links)) != 0) add_places();
    if ((kinds_ & bivalue_links) != 0) add_pairs();
    if ((kinds_ & set_links) != 0) add_sets(options.largest_set);
    if ((kinds_ & hidden_links) != 0) add_hidden_sets();
    if ((kinds_ & fish_links) != 0) add_fish();
    if ((kinds_ & deadly_links) != 0 && state.uniqueness() != Uniqueness::unknown) add_rectangles();
    settle();
    weak_.resize(nodes_.size());
    weak_known_.assign(nodes_.size(), 0);
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
    add_node({digit, cells, loses, 0, single, lowest});
    by_digit_[digit.index()].push_back({number, lowest, single});
    if (2 * group_count_ > groups_.size()) spread_groups();
    return number;
}

std::uint32_t LinkGraph::add_node(const LinkNode& node) {
    nodes_.push_back(node);
    joints_of_.push_back({none, none});
    joined_.push_back(0);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::uint32_t LinkGraph::node_of_cell(Cell cell, DigitSet digits) {
    const CellSet cells = layout_.set_of({cell});
    if (digits.size() == 1) return node(digits.first(), cells);
    std::vector<std::uint32_t>& known = of_cells_[cell.index()];
    for (std::uint32_t n : known)
        if (nodes_[n].digits == digits) return n;
    known.push_back(add_node(
        {digits.first(), cells, layout_.none(), 0, false, cell, LinkNode::Says::cell, digits}));
    return known.back();
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
    const auto bit = [&](std::uint32_t to) {
        return std::uint64_t{1} << (to + 23U * link.kind) % 64;
    };
    if ((joined_[a] & bit(b)) != 0)
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
        joined_[from] |= bit(to);
    };
    append(a, b);
    append(b, a);
}

void LinkGraph::join_parts(Digit digit, const CellSet& part, const CellSet& rest, StrongLink link) {
    // Numbered in this order, by every compiler.
    const std::uint32_t second = node(digit, rest), first = node(digit, part);
    join(first, second, link);
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
    joined_ = {};
}

void LinkGraph::add_places() {
    for (House house : layout_.full_houses()) {
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
                join_parts(digit, one, other, {0, bilocal_links, house, 0});
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
        keep(layout_.set_of({c}));
        for (const HousePosition& seat : layout_.seats(c))
            if (seat.house != house) keep(places & layout_.cells(seat.house));
    }
    const auto in_one_node = [&](const CellSet& cells) {
        if (cells.size() == 1) return true;
        for (const HousePosition& seat : layout_.seats(cells.first()))
            if (seat.house != house && layout_.cells(seat.house).contains(cells)) return true;
        return false;
    };
    for (const CellSet& part : parts) {
        const CellSet rest = places - part;
        if (in_one_node(rest)) join_parts(digit, part, rest, {0, grouped_links, house, 0});
    }
}

void LinkGraph::add_pairs() {
    for (Cell c : state_.open()) {
        if (state_.candidates(c).size() != 2) continue;
        const CellSet cell = layout_.set_of({c});
        const Digit low = state_.candidates(c).first();
        const Digit high = (state_.candidates(c) - DigitSet{low}).first();
        // Numbered in this order, by every compiler.
        const std::uint32_t second = node(high, cell), first = node(low, cell);
        join(first, second, {0, bivalue_links, House{}, 0});
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

// Digits are added in order. Left out are sets with a part that is hidden already: n of the digits
// in n cells.
void LinkGraph::add_hidden_sets() {
    of_cells_.resize(state_.cell_count());
    UnlockedRows digits;
    for (House h : layout_.full_houses()) grow_hidden(h, 0, {}, digits);
}

// `rows`: the places of the digits.
void LinkGraph::grow_hidden(House house, std::size_t next, DigitSet digits, UnlockedRows& rows) {
    const std::size_t n = digits.size();
    const Mask places = rows.columns();
    if (n >= 2 && bit_count(places) == n + 1) {
        const CellSet cells = layout_.cells_at(house, places);
        const auto number = static_cast<std::uint32_t>(hidden_sets_.size());
        std::vector<std::uint32_t> at;
        for (Cell c : cells)
            // A cell with nothing else holds one of the digits anyway.
            if (!digits.contains(state_.candidates(c)))
                at.push_back(node_of_cell(c, state_.candidates(c) & digits));
        for (std::size_t i = 0; i < at.size(); ++i)
            for (std::size_t j = i + 1; j < at.size(); ++j)
                join(at[i], at[j], {0, hidden_links, house, number});
        if (at.size() > 1) hidden_sets_.push_back({house, digits, cells});
    }
    if (n == largest_hidden) return;
    for (std::size_t d = next; d < state_.size(); ++d) {
        const Mask more = state_.positions(house, Digit{d});
        if (bit_count(more) < 2 || bit_count(places | more) > largest_hidden + 1) continue;
        if (!rows.add(more)) continue;
        grow_hidden(house, d + 1, digits | DigitSet{Digit{d}}, rows);
        rows.drop();
    }
}

// A fish that is being put together: lines as bases, lines across as covers.
struct LinkGraph::Swimming {
    Digit digit;
    std::span<const House> lines, across;
    std::array<std::size_t, largest_fish> bases{}, covers{};
    std::size_t base_count = 0, cover_count = 0;
    std::size_t places = 0;                        // in the bases
    std::array<std::uint8_t, max_size> in_line{};  // of these, by line across
};

// Rows against columns, and columns against rows. Each base and each cover holds a cell of the
// body; something in the covers would fail if no fin held, and something fails if one does.
void LinkGraph::add_fish() {
    for (std::size_t d = 0; d < state_.size(); ++d) {
        Swimming fish{Digit{d}, layout_.rows(), layout_.columns()};
        grow_fish(fish, 0);
        std::swap(fish.lines, fish.across);
        grow_fish(fish, 0);
    }
}

// Whether there are too many fins is a matter of counting: what the bases hold, less what lies in
// the covers. Only then are sets of cells made.
void LinkGraph::grow_fish(Swimming& fish, std::size_t next) {
    if (fish.base_count >= 2) cover_fish(fish, 0, 0);
    if (fish.base_count == largest_fish) return;
    for (std::size_t i = next; i < fish.lines.size(); ++i) {
        const Mask places = state_.positions(fish.lines[i], fish.digit);
        if (!layout_.is_full(fish.lines[i]) || bit_count(places) < 2) continue;
        const auto count = [&](int by) {
            for (Mask at = places; at != 0; at &= at - 1) {
                std::uint8_t& in = fish.in_line[static_cast<std::size_t>(std::countr_zero(at))];
                in = static_cast<std::uint8_t>(in + by);
            }
        };
        fish.bases[fish.base_count++] = i;
        fish.places += bit_count(places);
        count(1);
        grow_fish(fish, i + 1);
        count(-1);
        fish.places -= bit_count(places);
        --fish.base_count;
    }
}

// `held`: places of the bases in the covers.
void LinkGraph::cover_fish(Swimming& fish, std::size_t next, std::size_t held) {
    const std::size_t left = fish.base_count - fish.cover_count;
    if (left == 0) {
        if (held < fish.places && held + most_fins >= fish.places) keep_fish(fish);
        return;
    }
    // A cover holds no more than each base does of it.
    if (held + left * fish.base_count + most_fins < fish.places) return;
    for (std::size_t i = next; i + left <= fish.across.size(); ++i) {
        if (fish.in_line[i] == 0) continue;
        fish.covers[fish.cover_count++] = i;
        cover_fish(fish, i + 1, held + fish.in_line[i]);
        --fish.cover_count;
    }
}

void LinkGraph::keep_fish(const Swimming& swimming) {
    const Digit digit = swimming.digit;
    AlmostFish fish{digit, {}, {}, layout_.none(), layout_.none()};
    CellSet held = layout_.none();
    for (std::size_t i = 0; i < swimming.base_count; ++i)
        held |= layout_.cells(swimming.lines[swimming.bases[i]]);
    held &= state_.cells(digit);
    CellSet covered = layout_.none();
    for (std::size_t i = 0; i < swimming.cover_count; ++i)
        covered |= layout_.cells(swimming.across[swimming.covers[i]]);
    covered &= state_.cells(digit);
    fish.body = held & covered;
    fish.fins = held - covered;
    for (std::size_t i = 0; i < swimming.base_count; ++i)
        if (!fish.body.intersects(layout_.cells(swimming.lines[swimming.bases[i]]))) return;
    const CellSet loses = covered - fish.body;
    if (loses.empty()) return;
    if (fish.fins.size() > 1 && !layout_.common_peers(fish.fins).intersects(state_.cells(digit)))
        return;
    for (std::size_t i = 0; i < swimming.base_count; ++i)
        fish.bases.push_back(swimming.lines[swimming.bases[i]]);
    for (std::size_t i = 0; i < swimming.cover_count; ++i)
        fish.covers.push_back(swimming.across[swimming.covers[i]]);
    const std::uint32_t body =
        add_node({digit, fish.body, loses, 0, false, fish.body.first(), LinkNode::Says::body});
    bodies_[digit.index()].push_back(body);
    join(body, node(digit, fish.fins),
         {0, fish_links, fish.bases.front(), static_cast<std::uint32_t>(fish_.size())});
    fish_.push_back(std::move(fish));
}

// One of the guardians holds. Of two digits, each is a node; one digit in two cells is two.
void LinkGraph::add_rectangles() {
    visit_rectangles(state_, [&](const DeadlyPattern& pattern) {
        std::vector<std::pair<Digit, CellSet>> parts;
        for (std::size_t i = 0; i < pattern.cells.size(); ++i)
            for (Digit d : state_.candidates(pattern.cells[i]) - pattern.digits[i]) {
                auto part = std::ranges::find(parts, d, &std::pair<Digit, CellSet>::first);
                if (part == parts.end()) part = parts.insert(part, {d, layout_.none()});
                part->second.set(pattern.cells[i]);
            }
        if (parts.size() == 1 && parts.front().second.size() == 2) {
            parts.push_back(parts.front());
            const Cell one = parts.front().second.first();
            parts.back().second.reset(one);
            parts.front().second = layout_.none();
            parts.front().second.set(one);
        }
        if (parts.size() != 2) return Flow::go_on;
        join(node(parts[0].first, parts[0].second), node(parts[1].first, parts[1].second),
             {0, deadly_links, House{}, static_cast<std::uint32_t>(rectangles_.size())});
        rectangles_.push_back(pattern);
        return Flow::go_on;
    });
}

bool LinkGraph::weakly_linked(const LinkNode& a, const LinkNode& b) const {
    using enum LinkNode::Says;
    if (a.says == cell || b.says == cell) {
        const auto digits = [](const LinkNode& node) {
            return node.says == cell ? node.digits
                   : node.single     ? DigitSet{node.digit}
                                     : DigitSet{};
        };
        return a.lowest == b.lowest && !digits(a).empty() && !digits(b).empty() &&
               (digits(a) & digits(b)).empty();
    }
    if (a.says == body || b.says == body)
        return a.says != b.says && a.digit == b.digit &&
               (a.says == body ? a.loses.contains(b.cells) : b.loses.contains(a.cells));
    if (a.digit == b.digit) return a.loses.contains(b.cells);
    return a.single && b.single && a.cells == b.cells;
}

bool LinkGraph::rules_out(const LinkNode& node, Candidate candidate) const {
    if (node.says == LinkNode::Says::cell)
        return node.lowest == candidate.cell && !node.digits.contains(candidate.digit);
    return candidate.digit == node.digit ? node.loses.test(candidate.cell)
                                         : node.single && node.lowest == candidate.cell;
}

std::span<const std::uint32_t> LinkGraph::weak(std::size_t number) const {
    if (weak_known_[number] != 0) return weak_[number];
    weak_known_[number] = 1;
    thread_local std::vector<std::uint32_t> list;
    list.clear();
    list_weak(number, list);
    if (list.empty()) return weak_[number];
    std::ranges::sort(list);
    if (list.size() > block_left_) {
        block_left_ = std::max<std::size_t>(4096, list.size());
        blocks_.push_back(std::make_unique<std::uint32_t[]>(block_left_));
        block_size_ = block_left_;
    }
    std::uint32_t* start = blocks_.back().get() + (block_size_ - block_left_);
    std::ranges::copy(list, start);
    block_left_ -= list.size();
    weak_[number] = {start, list.size()};
    return weak_[number];
}

// Places with places, and what the other nodes say with places alone.
void LinkGraph::list_weak(std::size_t number, std::vector<std::uint32_t>& list) const {
    const LinkNode& from = nodes_[number];
    const auto add_digits_of_cell = [&](DigitSet digits) {
        for (Digit d : digits) {
            const std::uint32_t n = single_[state_.geometry().candidate_index({from.lowest, d})];
            if (n != 0) list.push_back(n - 1);
        }
    };
    if (!of_cells_.empty() && from.says != LinkNode::Says::body)
        for (std::uint32_t n : of_cells_[from.lowest.index()])
            if (n != number && weakly_linked(from, nodes_[n])) list.push_back(n);
    if (from.says == LinkNode::Says::cell) {
        add_digits_of_cell(state_.candidates(from.lowest) - from.digits);
        return;
    }
    if (from.says == LinkNode::Says::place)
        for (std::uint32_t n : bodies_[from.digit.index()])
            if (nodes_[n].loses.contains(from.cells)) list.push_back(n);
    if (!from.loses.empty())
        for (const Place& place : by_digit_[from.digit.index()])
            if (from.loses.test(place.lowest) &&
                (place.single || from.loses.contains(nodes_[place.node].cells)))
                list.push_back(place.node);
    if (from.single) add_digits_of_cell(state_.candidates(from.cell()) - DigitSet{from.digit});
}

bool LinkGraph::any_lost_to_both(const LinkNode& a, const LinkNode& b) const {
    if (a.says == LinkNode::Says::cell || b.says == LinkNode::Says::cell)
        return !lost_to_both(a, b).empty();
    if (a.digit == b.digit
            ? a.loses.intersects(b.loses)
            : (a.single && b.loses.test(a.cell())) || (b.single && a.loses.test(b.cell())))
        return true;
    if (!a.single || !b.single || a.cell() != b.cell()) return false;
    return state_.candidates(a.cell()).size() > (a.digit == b.digit ? 1U : 2U);
}

std::vector<Candidate> LinkGraph::lost_to_both(const LinkNode& a, const LinkNode& b) const {
    std::vector<Candidate> lost;
    if (a.says == LinkNode::Says::cell || b.says == LinkNode::Says::cell) {
        const LinkNode& node = a.says == LinkNode::Says::cell ? a : b;
        const LinkNode& other = a.says == LinkNode::Says::cell ? b : a;
        for (Digit d : state_.candidates(node.lowest) - node.digits)
            if (rules_out(other, {node.lowest, d})) lost.push_back({node.lowest, d});
        return lost;
    }
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
    // What is a deadly rectangle depends on the question as well.
    if ((options.kinds & deadly_links) != 0 && !last->state.same_question(state))
        last = std::make_unique<Known>(Known{state, {}});
    for (const auto& [known, graph] : last->graphs)
        if (known == options) return *graph;
    last->graphs.emplace_back(options, std::make_unique<LinkGraph>(last->state, options));
    return *last->graphs.back().second;
}

}  // namespace clew::logic::inline strategies
