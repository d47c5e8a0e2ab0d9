// Chains: alternating inference over candidates, groups and almost locked sets. X-chains,
// XY-chains, remote pairs, alternating inference chains, nice loops, and the rules of almost locked
// sets.
//
// Alternating inference [Eppstein2005]: if the first node fails, its strong link makes the next one
// hold, whose weak link makes the next one fail, and so on. When a node holds at the far end, one
// of the two ends holds in any case, and what sees both goes. When the far end sees the first node,
// the chain closes to a loop: its nodes hold and fail in turn whichever way round, so every weak
// link is a strong one as well, and whatever sees both sides of any of them goes; in an almost
// locked set on the loop all other digits are locked. When the far end *is* the first node, it
// holds.
//
// One breadth-first search a start over the link graph (link_graph.hpp) finds a shortest chain to
// every end. A technique is an alphabet of strong links: X-chains use a digit's two places,
// XY-chains cells with two digits, grouped chains a digit's places in two groups, and so on. A
// technique reports the pairs of ends that it reaches by fewer links than every smaller alphabet
// does, so that no chain is found twice under two names. Chains of one strong link are locked
// candidates and hidden or naked sets; chains of a digit with two are the turbot fish of
// cover_sets.cpp: both are left to those.
//
// Chains with an almost hidden set, an almost fish or a deadly rectangle go on from there: each of
// the three techniques adds its links to all others, and reports what these do not reach as
// shortly. Of rectangles a chain passes over one alone, since a step has one deadly pattern: they
// are walked one after the other.
//
// Tried and dropped: naming a chain by what its path happens to use. Among equally short chains
// which one is found then decides under what name it is told, and the steps of a turned board are
// not the turned steps.

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/base/sorted.hpp"
#include "logic/strategies/citing.hpp"
#include "logic/strategies/finding.hpp"
#include "logic/strategies/guardians.hpp"
#include "logic/strategies/link_graph.hpp"
#include "logic/strategies/templates.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{
    Technique::remote_pair,       Technique::x_chain,
    Technique::xy_chain,          Technique::aic,
    Technique::nice_loop,         Technique::discontinuous_loop,
    Technique::grouped_x_chain,   Technique::grouped_aic,
    Technique::grouped_nice_loop, Technique::als_xz,
    Technique::als_xz_double,     Technique::als_xy_wing,
    Technique::als_chain,         Technique::als_aic,
    Technique::als_nice_loop,     Technique::ahs_aic,
    Technique::fish_aic,          Technique::rectangle_aic,
};

// What one walk may pass over.
struct Alphabet {
    LinkKinds kinds = 0;
    bool one_digit = false;
    std::optional<DigitSet> pair{};  // only cells with just these two digits
    std::uint32_t rectangle = 0;     // which one, for deadly_links
};

// Which ends a technique reports.
struct Shape {
    Alphabet alphabet;
    std::vector<Alphabet> smaller;  // what must be longer, or not reach at all
    enum class Ends { open, closed, same } ends = Ends::open;
    bool same_digit = false;          // both ends of one digit
    std::size_t least = 2, most = 0;  // strong links; 0: no limit
    LinkKinds needs = 0;              // a loop passes over one of these
    bool same_too = false;            // an open chain may end where it starts
    bool closed_too = false;          // or see its start: told for what sees both ends
};

constexpr LinkKinds plain_links = bilocal_links | bivalue_links;
constexpr LinkKinds group_links = plain_links | grouped_links;
constexpr LinkKinds locked_links = bivalue_links | set_links;
constexpr LinkKinds all_links = group_links | set_links;

Shape shape_of(Technique technique) {
    const Alphabet x{bilocal_links, true, {}};
    const Alphabet xy{bivalue_links, false, {}};
    const Alphabet plain{plain_links, false, {}};
    const Alphabet grouped_x{bilocal_links | grouped_links, true, {}};
    const Alphabet grouped{group_links, false, {}};
    const Alphabet locked{locked_links, false, {}};
    const Alphabet all{all_links, false, {}};
    using enum Shape::Ends;
    static const std::pair<Technique, Shape> shapes[] = {
        {Technique::x_chain, {x, {}, open, false, 3, 0, 0}},
        {Technique::grouped_x_chain, {grouped_x, {x}, open, false, 3, 0, 0}},
        {Technique::aic, {plain, {x, xy}, open, false, 2, 0, 0}},
        {Technique::discontinuous_loop, {plain, {}, same, false, 2, 0, 0}},
        {Technique::nice_loop, {plain, {}, closed, false, 3, 0, 0}},
        {Technique::grouped_aic, {grouped, {plain, grouped_x}, open, false, 2, 0, 0, true}},
        {Technique::grouped_nice_loop, {grouped, {}, closed, false, 3, 0, grouped_links}},
        {Technique::als_xz, {locked, {xy}, open, false, 2, 2, 0}},
        {Technique::als_xz_double, {locked, {}, closed, false, 2, 2, set_links}},
        {Technique::als_xy_wing, {locked, {xy}, open, false, 3, 3, 0}},
        {Technique::als_chain, {locked, {xy}, open, false, 4, 0, 0}},
        {Technique::als_aic, {all, {grouped, locked}, open, false, 2, 0, 0, true}},
        {Technique::als_nice_loop, {all, {}, closed, false, 3, 0, set_links}},
        {Technique::ahs_aic,
         {{all_links | hidden_links, false, {}}, {all}, open, false, 2, 0, 0, true}},
        {Technique::fish_aic,
         {{all_links | fish_links, false, {}}, {all}, open, false, 2, 0, 0, true}},
        {Technique::rectangle_aic,
         {{all_links | deadly_links, false, {}}, {all}, open, false, 2, 0, 0, true}},
        {Technique::xy_chain, {xy, {}, open, true, 4, 0, 0, false, true}},
    };
    const auto* found = std::ranges::find(shapes, technique, &std::pair<Technique, Shape>::first);
    return (found == std::end(shapes) ? found - 1 : found)->second;  // the last one's for any other
}

// A walk from one start over one alphabet: how the nodes that come to hold do so.
class Walk {
  public:
    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

    explicit Walk(const LinkGraph& graph)
        : graph_(graph), links_(graph.nodes().size(), 0), failed_(graph.nodes().size(), 0) {}

    /// Breadth first from "start fails", over at most `most` strong links.
    void run(std::uint32_t start, const Alphabet& alphabet, std::size_t most) {
        for (std::uint32_t n : reached_) links_[n] = 0;
        for (std::uint32_t n : off_) failed_[n] = 0;
        reached_.clear();
        off_.clear();
        came_.resize(links_.size());
        fail(start, none, 1, alphabet);
        for (std::size_t at = 0; at < reached_.size(); ++at) {
            const std::uint32_t on = reached_[at];
            if (links_[on] == most) break;
            const Digit digit = graph_.digit(on);
            for (std::uint32_t next : graph_.weak(on)) {
                if (failed_[next]) continue;
                if (alphabet.one_digit && graph_.digit(next) != digit) continue;
                fail(next, on, links_[on] + 1, alphabet);
            }
        }
    }

    /// Nodes that hold, nearest first.
    const std::vector<std::uint32_t>& reached() const { return reached_; }
    /// Strong links to the node; 0 if it is not reached.
    std::size_t links(std::uint32_t node) const { return links_[node]; }

    struct Stop {
        std::uint32_t off, on;
        StrongLink link;
    };
    /// The strong links from the start to the node, in order.
    std::vector<Stop> path(std::uint32_t node) const {
        std::vector<Stop> stops;
        for (std::uint32_t at = node;;) {
            const Came& came = came_[at];
            stops.push_back({came.off, at, graph_.strong(came.off)[came.link]});
            if (came.before == none) break;
            at = came.before;
        }
        std::ranges::reverse(stops);
        return stops;
    }

  private:
    struct Came {
        std::uint32_t before = none;  // the node that held before, which made `off` fail
        std::uint32_t off = none;
        std::uint32_t link = 0;  // which one of `off`
    };

    void fail(std::uint32_t off, std::uint32_t before, std::uint32_t links,
              const Alphabet& alphabet) {
        if ((graph_.kinds(off) & alphabet.kinds) == 0) return;
        if (alphabet.pair &&
            graph_.state().candidates(graph_.nodes()[off].cell()) != *alphabet.pair)
            return;
        failed_[off] = 1;
        off_.push_back(off);
        const auto strong = graph_.strong(off);
        for (std::uint32_t i = 0; i < strong.size(); ++i) {
            const StrongLink& link = strong[i];
            if ((link.kind & alphabet.kinds) == 0 || links_[link.to] != 0) continue;
            if (link.kind == deadly_links && link.set != alphabet.rectangle) continue;
            links_[link.to] = links;
            came_[link.to] = {before, off, i};
            reached_.push_back(link.to);
        }
    }

    const LinkGraph& graph_;
    std::vector<std::uint32_t> links_;
    std::vector<std::uint8_t> failed_;
    std::vector<Came> came_;
    std::vector<std::uint32_t> reached_, off_;
};

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        Shape shape = shape_of(query_.technique);
        // One graph serves several techniques: a walk passes over its own kinds alone.
        LinkKinds kinds = shape.alphabet.kinds;
        if ((kinds & set_links) == 0)
            kinds = (kinds & grouped_links) != 0 ? group_links : plain_links;
        const LinkGraph& graph = link_graph(state_, {kinds, largest_set(kinds)});
        use(graph);
        Walk walk{graph};
        std::vector<Walk> others(shape.smaller.size(), Walk{graph});
        // Most steps are short, and whoever wants one wants the shortest: the first rounds walk no
        // further, and the last one as far as it goes.
        const std::size_t most = limit(shape);
        deeper_ = true;
        for (std::size_t from = shape.least; from <= most && deeper_;) {
            const std::size_t to = 2 * from < most ? 2 * from - 1 : most;
            const Ending ending = round(shape, walk, others, from, to);
            if (ending != Ending::exhausted) return ending;
            from = to + 1;
        }
        return Ending::exhausted;
    }

    Ending remote_pairs() {
        const LinkGraph& graph = link_graph(state_, {plain_links, 0});
        use(graph);
        Walk walk{graph};
        for (std::uint32_t start = 0; start < graph.nodes().size(); ++start) {
            const LinkNode& first = graph.nodes()[start];
            const DigitSet pair = state_.candidates(first.cell());
            // The other digit runs the other way.
            if (pair.size() != 2 || first.digit != pair.first()) continue;
            const Digit other = (pair - DigitSet{first.digit}).first();
            walk.run(start, {bivalue_links, false, pair}, limit({}));
            for (std::uint32_t end : walk.reached()) {
                const LinkNode& last = graph.nodes()[end];
                if (last.digit != first.digit || !in_order(start, end) || walk.links(end) < 4)
                    continue;
                const CellSet both = layout_.peers(first.cell()) & layout_.peers(last.cell());
                if (layout_.peers(first.cell()).test(last.cell())) continue;
                Found found{walk.links(end), start, end, walk.path(end), {}, false};
                for (Digit d : pair)
                    for (Cell c : both& state_.cells(d)) found.lost.push_back({c, d});
                if (found.lost.empty()) continue;
                sort_unique(found.lost);
                Step step = tell(found);
                // The other digit's links are the same ones.
                std::vector<Citation> also;
                for (Citation citation : step.cites)
                    if (citation.constraint.kind == Constraint::Kind::house) {
                        citation.constraint.digit =
                            citation.constraint.digit == first.digit ? other : first.digit;
                        also.push_back(citation);
                    }
                step.cites.insert(step.cites.end(), also.begin(), also.end());
                const CellSet ends = layout_.set_of({first.cell(), last.cell()});
                for (Digit d : pair) cite_victims(step, layout_, d, step.eliminations, ends);
                steps_.push_back(std::move(step));
            }
        }
        return hand_over();
    }

  private:
    // The chains of so many strong links, shortest first.
    Ending round(Shape& shape, Walk& walk, std::vector<Walk>& others, std::size_t from,
                 std::size_t to) {
        deeper_ = false;
        const bool rectangles = (shape.alphabet.kinds & deadly_links) != 0;
        const std::size_t walks = rectangles ? graph_->rectangles().size() : 1;
        for (shape.alphabet.rectangle = 0; shape.alphabet.rectangle < walks;
             ++shape.alphabet.rectangle)
            if (walk_from_each(shape, walk, others, from, to) == Ending::limit_reached)
                return Ending::limit_reached;
        return hand_over();
    }

    Ending walk_from_each(const Shape& shape, Walk& walk, std::vector<Walk>& others,
                          std::size_t from, std::size_t to) {
        const LinkGraph& graph = *graph_;
        for (std::uint32_t start = 0; start < graph.nodes().size(); ++start) {
            if ((graph.kinds(start) & shape.alphabet.kinds) == 0) continue;
            const LinkNode& first = graph.nodes()[start];
            if (!first.rules_out()) continue;
            if (shape.alphabet.one_digit && places_without_template(state_, first.digit).empty())
                continue;  // nothing about this digit alone eliminates anything
            // Shortest first: a later start counts only if it does with less.
            const std::size_t far = query_.wanted == Wanted::first ? std::min(to, fewest_ - 1) : to;
            if (far < from) break;
            walk.run(start, shape.alphabet, far);
            const std::uint64_t cost = walk.reached().size() + 1;
            if (nodes_ < cost) {
                ending_ = Ending::out_of_budget;
                break;
            }
            nodes_ -= cost;
            if (!walk.reached().empty())
                deeper_ = deeper_ || walk.links(walk.reached().back()) == to;
            bool others_known = false;
            for (std::uint32_t end : walk.reached()) {
                const std::size_t links = walk.links(end);
                if (links < from || !may_end(shape, start, end)) continue;
                if (!others_known)
                    for (std::size_t i = 0; i < others.size(); ++i)
                        others[i].run(start, shape.smaller[i], far);
                others_known = true;
                const bool longer = std::ranges::none_of(others, [&](const Walk& other) {
                    return other.links(end) != 0 && other.links(end) <= links;
                });
                if (longer) look_at(shape, walk, start, end);
            }
            // Where all are as long as each other, no later one goes before these.
            if (from == to && (shape.alphabet.kinds & deadly_links) == 0 &&
                hand_over() == Ending::limit_reached)
                return Ending::limit_reached;
        }
        return Ending::exhausted;
    }

    struct Found {
        std::size_t links;
        std::uint32_t start, end;
        std::vector<Walk::Stop> path;
        std::vector<Candidate> lost;
        bool loop;
    };

    std::size_t limit(const Shape& shape) const {
        const std::size_t bound = largest_size(query_, state_.size());
        const std::size_t own = counts_cells(query_.technique) ? bound : bound / 2;
        return shape.most == 0 ? own : std::min(own, shape.most);
    }

    // A chain is told from the end with the lower cell, then digit; its other end tells it too.
    bool in_order(std::uint32_t start, std::uint32_t end) const {
        return keys_[start] < keys_[end];
    }

    void use(const LinkGraph& graph) {
        graph_ = &graph;
        keys_.reserve(graph.nodes().size());
        for (const LinkNode& node : graph.nodes())
            keys_.push_back((std::uint64_t{node.lowest.index()} << 40) |
                            (std::uint64_t{node.digit.index()} << 32) | keys_.size());
    }

    static bool counts_cells(Technique technique) {
        return technique == Technique::xy_chain || technique == Technique::remote_pair ||
               technique == Technique::als_xz || technique == Technique::als_xz_double ||
               technique == Technique::als_xy_wing || technique == Technique::als_chain;
    }

    std::size_t largest_set(LinkKinds kinds) const {
        return (kinds & set_links) != 0 ? std::min<std::size_t>(5, state_.size() - 1) : 0;
    }

    bool in_remote_pair(const LinkNode& first, const LinkNode& last) {
        const DigitSet pair = state_.candidates(first.cell());
        if (state_.candidates(last.cell()) != pair) return false;
        if (!pairs_) pairs_.emplace(*graph_);
        pairs_->run(static_cast<std::uint32_t>(&first - graph_->nodes().data()),
                    {bivalue_links, false, pair}, graph_->nodes().size());
        return pairs_->links(static_cast<std::uint32_t>(&last - graph_->nodes().data())) != 0;
    }

    // Whether a chain with these ends is one of the technique and says anything, as far as the ends
    // alone tell.
    bool may_end(const Shape& shape, std::uint32_t start, std::uint32_t end) const {
        const LinkNode& first = graph_->nodes()[start];
        const LinkNode& last = graph_->nodes()[end];
        using enum Shape::Ends;
        const bool meets = start == end;
        if (shape.ends == Shape::Ends::same) {
            if (!meets) return false;
        } else {
            if (meets ? !shape.same_too : !in_order(start, end)) return false;
            if (shape.same_digit && first.digit != last.digit) return false;
            if (shape.ends != closed && !graph_->any_lost_to_both(first, last)) return false;
            const bool closed_up = !meets && graph_->weakly_linked(first, last);
            return closed_up == (shape.ends == closed) || (closed_up && shape.closed_too);
        }
        return graph_->any_lost_to_both(first, last);
    }

    void look_at(const Shape& shape, const Walk& walk, std::uint32_t start, std::uint32_t end) {
        const LinkNode& first = graph_->nodes()[start];
        const LinkNode& last = graph_->nodes()[end];
        using enum Shape::Ends;
        Found found{walk.links(end),     start, end, {}, graph_->lost_to_both(first, last),
                    shape.ends == closed};
        if (query_.technique == Technique::xy_chain && in_remote_pair(first, last)) return;
        found.path = walk.path(end);
        if (shape.ends == closed) {
            lose_along(found);
            const auto passes = [&](const Walk::Stop& stop) {
                return (stop.link.kind & shape.needs) != 0;
            };
            if (found.lost.empty() ||
                (shape.needs != 0 && std::ranges::none_of(found.path, passes)))
                return;
            // A loop is found from each of its nodes.
            if (!loops_.insert({found.links, found.lost}).second) return;
        }
        steps_.push_back(tell(found));
        fewest_ = std::min(fewest_, found.links);
    }

    // In a loop: what sees both sides of a weak link, and the other digits of almost locked sets.
    void lose_along(Found& found) const {
        for (std::size_t i = 0; i + 1 < found.path.size(); ++i) {
            const auto more = graph_->lost_to_both(graph_->nodes()[found.path[i].on],
                                                   graph_->nodes()[found.path[i + 1].off]);
            found.lost.insert(found.lost.end(), more.begin(), more.end());
        }
        for (const Walk::Stop& stop : found.path) {
            if (stop.link.kind != set_links) continue;
            const AlmostLocked& set = graph_->sets()[stop.link.set];
            for (Digit d : set.digits) {
                if (d == graph_->nodes()[stop.off].digit || d == graph_->nodes()[stop.on].digit)
                    continue;
                const CellSet within = set.cells & state_.cells(d);
                for (Cell c : layout_.common_peers(within) & state_.cells(d))
                    found.lost.push_back({c, d});
            }
        }
        sort_unique(found.lost);
    }

    Step tell(const Found& found) const {
        std::size_t size = found.links * (counts_cells(query_.technique) ? 1 : 2);
        Step step = blank_step(query_.technique, size);
        const auto group = [&](std::uint32_t number) {
            const LinkNode& node = graph_->nodes()[number];
            step.groups.push_back(digit_group(Role::chain, node.digit, node.cells));
            if (node.says == LinkNode::Says::cell) {
                step.groups.back().candidates.clear();
                for (Digit d : node.digits)
                    step.groups.back().candidates.push_back({node.cell(), d});
            }
            // A body is bound by its first base, as no other node is.
            if (node.says == LinkNode::Says::body)
                step.groups.back().in = Constraint::of(
                    graph_->fish()[graph_->strong(number).front().set].bases.front(), node.digit);
        };
        for (std::size_t i = 0; i < found.path.size(); ++i) {
            const Walk::Stop& stop = found.path[i];
            group(stop.off);
            group(stop.on);
            const std::size_t at = 2 * i;
            if (i > 0)
                step.links.push_back(
                    {at - 1, at, LinkKind::weak, cite_weak(step, found.path[i - 1].on, stop.off)});
            step.links.push_back(
                {at, at + 1, LinkKind::strong, cite_strong(step, stop, found.loop)});
        }
        if (found.loop)
            step.links.push_back({2 * found.path.size() - 1, 0, LinkKind::weak,
                                  cite_weak(step, found.end, found.start)});
        // What carries links comes after the chain itself.
        for (const Walk::Stop& stop : found.path) show_carrier(step, stop.link);
        if (found.start == found.end && graph_->nodes()[found.start].single) {
            const LinkNode& node = graph_->nodes()[found.start];
            step.placements = {{node.cell(), node.digit}};
            return step;
        }
        step.eliminations = found.lost;
        for (Candidate lost : found.lost) cite_loss(step, found, lost);
        return step;
    }

    void show_carrier(Step& step, const StrongLink& link) const {
        if (link.kind == set_links) {
            Group cells{Role::locked, {}, std::nullopt};
            for (Cell c : graph_->sets()[link.set].cells)
                for (Digit d : state_.candidates(c)) cells.candidates.push_back({c, d});
            step.groups.push_back(std::move(cells));
        } else if (link.kind == hidden_links) {
            // Bound by its house, as an almost locked set is not.
            const AlmostHidden& set = graph_->hidden_sets()[link.set];
            Group digits{Role::locked, {}, Constraint::of(set.house, set.digits.first())};
            for (Cell c : set.cells)
                for (Digit d : state_.candidates(c) & set.digits)
                    digits.candidates.push_back({c, d});
            step.groups.push_back(std::move(digits));
        } else if (link.kind == fish_links) {
            const AlmostFish& fish = graph_->fish()[link.set];
            const auto show = [&](Role role, const std::vector<House>& houses) {
                for (House h : houses)
                    step.groups.push_back(digit_group(role, fish.digit,
                                                      fish.body & layout_.cells(h),
                                                      Constraint::of(h, fish.digit)));
            };
            show(Role::base, fish.bases);
            show(Role::cover, fish.covers);
            step.groups.push_back(digit_group(Role::fin, fish.digit, fish.fins));
        } else if (link.kind == deadly_links && step.deadly.empty()) {
            Guardians{state_, graph_->rectangles()[link.set]}.show(step);
        }
    }

    Constraint cite_strong(Step& step, const Walk::Stop& stop, bool loop) const {
        const LinkNode& off = graph_->nodes()[stop.off];
        if (stop.link.kind == bivalue_links) {
            const Constraint cell = Constraint::of(off.cell());
            step.cites.push_back({cell, Use::truth});
            return cell;
        }
        if (stop.link.kind == hidden_links) {
            const AlmostHidden& set = graph_->hidden_sets()[stop.link.set];
            for (Digit d : set.digits)
                step.cites.push_back({Constraint::of(set.house, d), Use::truth});
            for (Cell c : set.cells) step.cites.push_back({Constraint::of(c), Use::link});
            return Constraint::of(off.cell());
        }
        if (stop.link.kind == fish_links) {
            const AlmostFish& fish = graph_->fish()[stop.link.set];
            for (House h : fish.bases)
                step.cites.push_back({Constraint::of(h, fish.digit), Use::truth});
            for (House h : fish.covers)
                step.cites.push_back({Constraint::of(h, fish.digit), Use::link});
            return Constraint::of(fish.bases.front(), fish.digit);
        }
        if (stop.link.kind == deadly_links) return Constraint::of(off.cell());
        if (stop.link.kind != set_links) {
            const Constraint house = Constraint::of(stop.link.house, off.digit);
            step.cites.push_back({house, Use::truth});
            return house;
        }
        const AlmostLocked& set = graph_->sets()[stop.link.set];
        for (Cell c : set.cells) step.cites.push_back({Constraint::of(c), Use::truth});
        // In a loop one of the two digits is out, and the cells are locked with the others.
        for (Digit d : set.digits)
            if (loop || (d != off.digit && d != graph_->nodes()[stop.on].digit))
                step.cites.push_back({Constraint::of(set.house, d), Use::link});
        return Constraint::of(set.cells.first());
    }

    // One house where one holds both nodes, otherwise several; the first is the link's.
    Constraint cite_weak(Step& step, std::uint32_t on, std::uint32_t off) const {
        const LinkNode& from = graph_->nodes()[on];
        const LinkNode& to = graph_->nodes()[off];
        const std::size_t before = step.cites.size();
        // A fish says by its own houses what its body rules out.
        for (const LinkNode* node : {&from, &to})
            if (node->says == LinkNode::Says::body)
                return Constraint::of(cover_of(*node, node == &from ? to : from), node->digit);
        if (from.digit != to.digit) {
            step.cites.push_back({Constraint::of(from.cell()), Use::link});
            return step.cites[before].constraint;
        }
        cite_seeing(step, from.digit, from.cells, to.cells);
        return step.cites[before].constraint;
    }

    // A cover of the fish whose body this is, and that holds the other node's first cell.
    House cover_of(const LinkNode& body, const LinkNode& other) const {
        const auto number = static_cast<std::size_t>(&body - graph_->nodes().data());
        const AlmostFish& fish = graph_->fish()[graph_->strong(number).front().set];
        return *std::ranges::find_if(fish.covers,
                                     [&](House h) { return layout_.cells(h).test(other.lowest); });
    }

    // "At most one" of the digit between every cell of `from` and every cell of `to`.
    void cite_seeing(Step& step, Digit digit, const CellSet& from, const CellSet& to) const {
        for (const HousePosition& seat : layout_.seats(from.first()))
            if (layout_.cells(seat.house).contains(from | to)) {
                step.cites.push_back({Constraint::of(seat.house, digit), Use::link});
                return;
            }
        for (Cell c : from) cite_links(step, layout_, digit, c, to);
    }

    void cite_against(Step& step, Candidate lost, const LinkNode& node) const {
        if (node.says == LinkNode::Says::body) return;  // cited with its link
        if (lost.digit != node.digit) {
            step.cites.push_back({Constraint::of(lost.cell), Use::link});
            return;
        }
        cite_seeing(step, lost.digit, layout_.set_of({lost.cell}), node.cells);
    }

    void cite_loss(Step& step, const Found& found, Candidate lost) const {
        const auto against = [&](std::uint32_t a, std::uint32_t b) {
            const LinkNode& one = graph_->nodes()[a];
            const LinkNode& other = graph_->nodes()[b];
            if (!graph_->rules_out(one, lost) || !graph_->rules_out(other, lost)) return false;
            cite_against(step, lost, one);
            cite_against(step, lost, other);
            return true;
        };
        if (query_.technique == Technique::remote_pair) return;  // its caller knows both digits
        if (against(found.start, found.end) || !found.loop) return;
        for (std::size_t i = 0; i + 1 < found.path.size(); ++i)
            if (against(found.path[i].on, found.path[i + 1].off)) return;
        for (const Walk::Stop& stop : found.path) {
            if (stop.link.kind != set_links) continue;
            const AlmostLocked& set = graph_->sets()[stop.link.set];
            const CellSet within = set.cells & state_.cells(lost.digit);
            if (!set.digits.contains(lost.digit) || lost.digit == graph_->nodes()[stop.off].digit ||
                lost.digit == graph_->nodes()[stop.on].digit ||
                !layout_.peers(lost.cell).contains(within))
                continue;
            cite_seeing(step, lost.digit, layout_.set_of({lost.cell}), within);
            return;
        }
    }

    // Shortest first; the sink may end it.
    Ending hand_over() {
        std::ranges::stable_sort(steps_, {}, &Step::size);
        for (Step& step : steps_)
            if (deliver(std::move(step)) == Flow::stop) return Ending::limit_reached;
        steps_.clear();
        return ending_;
    }

    const LinkGraph* graph_ = nullptr;
    std::vector<std::uint64_t> keys_;  // by node: lower cells first, then lower digits
    std::optional<Walk> pairs_;
    std::set<std::pair<std::size_t, std::vector<Candidate>>> loops_;
    std::vector<Step> steps_;
    std::size_t fewest_ = max_cells * max_size;  // strong links of any of them
    bool deeper_ = true;                         // whether the last round left chains to go on with
    Ending ending_ = Ending::exhausted;
};

Ending find_chains(const State& state, const Query& query, const StepSink& sink) {
    if (query.technique == Technique::rectangle_aic && state.uniqueness() == Uniqueness::unknown)
        return Ending::exhausted;
    Search search{state, query, sink};
    return query.technique == Technique::remote_pair ? search.remote_pairs() : search.run();
}

}  // namespace

Strategy chains_strategy() { return {"chains", techniques_found, Finder{find_chains}}; }

}  // namespace clew::logic::inline strategies
