// Colouring: conjugate candidates painted in two colours, one of which is true. Simple colouring,
// multi-colouring and 3D Medusa.
//
// Conjugate candidates are the two places of a digit in a house, and in the 3D Medusa the two
// digits of a cell too: one of them holds and the other does not. A component of such pairs has two
// colours, and all candidates of one hold or all of the other.
//
//   Trap: what conflicts with a candidate of either colour goes.
//   Wrap: a colour two of whose candidates conflict is false; so is, in the Medusa, one that leaves
//     a cell without a digit or a digit without a place in a house. Its candidates go.
//   Two components of one digit (multi-colouring): where a candidate of colour A conflicts with one
//     of colour C, the other colours B and D cannot both be false: what conflicts with both goes.
//     Where A conflicts with both C and D, A is false.
//
// Two candidates conflict if they are two digits of a cell or one digit of two cells that see each
// other. A component of one pair is locked candidates or a pair and is left to those; the Medusa
// reports components of more than one digit only.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logic/strategies/barren.hpp"
#include "logic/strategies/citing.hpp"
#include "logic/strategies/finding.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{
    Technique::simple_colouring,
    Technique::multi_colouring,
    Technique::medusa,
};

struct Pair {
    Candidate one, other;
    Constraint by;
};

/// What conflicts with a colour, as sets: whether anything does is one look.
class Shade {
  public:
    Shade(const State& state, const std::vector<Candidate>& colour)
        : digits_(state.cell_count()), seen_(state.size(), state.layout().none()) {
        for (Candidate c : colour) {
            digits_[c.cell.index()].insert(c.digit);
            seen_[c.digit.index()] |= state.layout().peers(c.cell);
        }
    }
    bool conflicts(Candidate c) const {
        return seen_[c.digit.index()].test(c.cell) ||
               !DigitSet{c.digit}.contains(digits_[c.cell.index()]);
    }
    bool conflicts_with_any(const std::vector<Candidate>& colour) const {
        return std::ranges::any_of(colour, [&](Candidate c) { return conflicts(c); });
    }

  private:
    std::vector<DigitSet> digits_;  // of the colour, by cell
    std::vector<CellSet> seen_;     // from the colour, by digit
};

// One component: its candidates by colour, and the pairs of a spanning tree.
struct Component {
    std::array<std::vector<Candidate>, 2> colours;
    std::vector<Pair> pairs;

    std::size_t size() const { return colours[0].size() + colours[1].size(); }
    bool one_digit() const {
        const Digit digit = colours[0].front().digit;
        const auto same = [&](Candidate c) { return c.digit == digit; };
        return std::ranges::all_of(colours[0], same) && std::ranges::all_of(colours[1], same);
    }
};

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        const bool medusa = query_.technique == Technique::medusa;
        if (medusa) {
            find_pairs(std::nullopt);
            return each(components(), &Search::one_component);
        }
        Barren barren{state_, query_};
        for (Digit d : DigitSet::all(state_.size())) {
            if (barren.holds(d)) continue;
            const std::uint64_t before = delivered_;
            find_pairs(d);
            const std::vector<Component> found = components();
            const Ending ending = query_.technique == Technique::simple_colouring
                                      ? each(found, &Search::one_component)
                                      : two_components(found);
            if (ending != Ending::exhausted) return ending;
            if (delivered_ == before) barren.note(d);
        }
        return Ending::exhausted;
    }

  private:
    bool conflict(Candidate a, Candidate b) const {
        return a.cell == b.cell ? a.digit != b.digit
                                : a.digit == b.digit && layout_.peers(a.cell).test(b.cell);
    }
    const Candidate* conflict_with(Candidate c, const std::vector<Candidate>& colour) const {
        for (const Candidate& other : colour)
            if (conflict(c, other)) return &other;
        return nullptr;
    }

    // Of one digit; or of all, cells with two digits too.
    void find_pairs(std::optional<Digit> only) {
        pairs_.clear();
        for (House h : layout_.full_houses()) {
            for (Digit d : only ? DigitSet{*only} : DigitSet::all(state_.size())) {
                const Mask places = state_.positions(h, d);
                if (bit_count(places) != 2) continue;
                const auto cell = [&](Mask at) {
                    return layout_.cell_at(h, static_cast<std::size_t>(std::countr_zero(at)));
                };
                const Cell one = cell(places);
                const Cell other = cell(places & (places - 1));
                pairs_.push_back({{one, d}, {other, d}, Constraint::of(h, d)});
            }
        }
        if (only) return;
        for (Cell c : state_.open()) {
            if (state_.candidates(c).size() != 2) continue;
            const Digit low = state_.candidates(c).first();
            const Digit high = (state_.candidates(c) - DigitSet{low}).first();
            pairs_.push_back({{c, low}, {c, high}, Constraint::of(c)});
        }
    }

    // Breadth first from the lowest candidate. A component that does not take two colours has a
    // contradiction in it: its first pairs still say which colour breaks.
    std::vector<Component> components() const {
        struct End {
            Candidate at;
            const Pair* pair;
        };
        std::vector<End> ends;
        ends.reserve(2 * pairs_.size());
        for (const Pair& pair : pairs_) {
            ends.push_back({pair.one, &pair});
            ends.push_back({pair.other, &pair});
        }
        std::ranges::stable_sort(ends, {}, &End::at);
        constexpr std::uint8_t no_colour = 2;
        std::vector<std::uint8_t> colour(state_.geometry().candidate_count(), no_colour);
        const auto colour_of = [&](Candidate c) -> std::uint8_t& {
            return colour[state_.geometry().candidate_index(c)];
        };
        std::vector<Component> found;
        for (const End& start : ends) {
            if (colour_of(start.at) != no_colour) continue;
            Component component;
            std::vector<Candidate> queue{start.at};
            colour_of(start.at) = 0;
            component.colours[0].push_back(start.at);
            for (std::size_t i = 0; i < queue.size(); ++i) {
                const Candidate here = queue[i];
                for (auto end = std::ranges::lower_bound(ends, here, {}, &End::at);
                     end != ends.end() && end->at == here; ++end) {
                    const Candidate next =
                        end->pair->one == here ? end->pair->other : end->pair->one;
                    if (colour_of(next) != no_colour) continue;
                    const auto other = static_cast<std::uint8_t>(1 - colour_of(here));
                    colour_of(next) = other;
                    component.colours[other].push_back(next);
                    component.pairs.push_back(*end->pair);
                    queue.push_back(next);
                }
            }
            for (auto& side : component.colours) std::ranges::sort(side);
            if (component.size() > 2) found.push_back(std::move(component));
        }
        return found;
    }

    Ending each(const std::vector<Component>& found, Ending (Search::*look)(const Component&)) {
        for (const Component& component : found) {
            if (query_.technique == Technique::medusa && component.one_digit()) continue;
            const Ending ending = (this->*look)(component);
            if (ending != Ending::exhausted) return ending;
        }
        return Ending::exhausted;
    }

    Ending one_component(const Component& component) {
        const std::array shades{Shade{state_, component.colours[0]},
                                Shade{state_, component.colours[1]}};
        for (std::size_t side : {0U, 1U}) {
            if (!can_break(component.colours[side], shades[side])) continue;
            Step step = begin({&component});
            if (!breaks(component.colours[side], step)) continue;
            step.eliminations = component.colours[side];
            return hand_on(std::move(step));
        }
        std::vector<Candidate> lost;
        for (Cell cell : state_.open())
            for (Digit d : state_.candidates(cell))
                if (shades[0].conflicts({cell, d}) && shades[1].conflicts({cell, d}) &&
                    !coloured(component, {cell, d}))
                    lost.push_back({cell, d});
        if (lost.empty()) return Ending::exhausted;
        Step step = begin({&component});
        for (Candidate c : lost) {
            cite(step, c, *conflict_with(c, component.colours[0]));
            cite(step, c, *conflict_with(c, component.colours[1]));
        }
        step.eliminations = std::move(lost);
        return hand_on(std::move(step));
    }

    // Whether `breaks` has anything to find.
    bool can_break(const std::vector<Candidate>& colour, const Shade& shade) const {
        if (shade.conflicts_with_any(colour)) return true;
        if (query_.technique != Technique::medusa) return false;
        for (Cell c : state_.open())
            if (std::ranges::all_of(state_.candidates(c), [&](Digit d) {
                    return shade.conflicts({c, d});
                }))
                return true;
        for (House h : layout_.full_houses()) {
            for (std::size_t d = 0; d < state_.size(); ++d) {
                const CellSet places = layout_.cells(h) & state_.cells(Digit{d});
                bool empties = !places.empty();
                for (Cell c : places) empties = empties && shade.conflicts({c, Digit{d}});
                if (empties) return true;
            }
        }
        return false;
    }

    static bool coloured(const Component& component, Candidate c) {
        return std::ranges::binary_search(component.colours[0], c) ||
               std::ranges::binary_search(component.colours[1], c);
    }

    // Whether the colour cannot hold; the step then cites why.
    bool breaks(const std::vector<Candidate>& colour, Step& step) const {
        for (std::size_t i = 0; i < colour.size(); ++i)
            for (std::size_t j = i + 1; j < colour.size(); ++j)
                if (conflict(colour[i], colour[j])) {
                    cite(step, colour[i], colour[j]);
                    return true;
                }
        if (query_.technique != Technique::medusa) return false;
        for (Cell c : state_.open()) {
            const bool empties = std::ranges::all_of(state_.candidates(c), [&](Digit d) {
                return conflict_with({c, d}, colour) != nullptr;
            });
            if (!empties) continue;
            step.cites.push_back({Constraint::of(c), Use::truth});
            for (Digit d : state_.candidates(c)) cite(step, {c, d}, *conflict_with({c, d}, colour));
            return true;
        }
        for (House h : layout_.full_houses()) {
            for (std::size_t d = 0; d < state_.size(); ++d) {
                const CellSet places = layout_.cells(h) & state_.cells(Digit{d});
                bool empties = !places.empty();
                for (Cell c : places)
                    empties = empties && conflict_with({c, Digit{d}}, colour) != nullptr;
                if (!empties) continue;
                step.cites.push_back({Constraint::of(h, Digit{d}), Use::truth});
                for (Cell c : places)
                    cite(step, {c, Digit{d}}, *conflict_with({c, Digit{d}}, colour));
                return true;
            }
        }
        return false;
    }

    Ending two_components(const std::vector<Component>& found) {
        std::vector<std::array<Shade, 2>> shades;
        for (const Component& component : found)
            shades.push_back(
                {Shade{state_, component.colours[0]}, Shade{state_, component.colours[1]}});
        for (std::size_t i = 0; i < found.size(); ++i)
            for (std::size_t j = 0; j < found.size(); ++j) {
                if (i == j) continue;
                for (std::size_t a : {0U, 1U}) {
                    if (!shades[j][0].conflicts_with_any(found[i].colours[a]) &&
                        !shades[j][1].conflicts_with_any(found[i].colours[a]))
                        continue;
                    const Ending ending = two(found[i], a, found[j], i < j);
                    if (ending != Ending::exhausted) return ending;
                }
            }
        return Ending::exhausted;
    }

    struct Clash {
        Candidate one, other;
    };
    std::optional<Clash> clash(const std::vector<Candidate>& a,
                               const std::vector<Candidate>& b) const {
        for (const Candidate& one : a)
            if (const Candidate* other = conflict_with(one, b)) return Clash{one, *other};
        return std::nullopt;
    }

    // Colour a of the first component against the second one's two.
    Ending two(const Component& first, std::size_t a, const Component& second, bool in_order) {
        const std::array clashes{clash(first.colours[a], second.colours[0]),
                                 clash(first.colours[a], second.colours[1])};
        if (clashes[0] && clashes[1]) {
            Step step = begin({&first, &second});
            for (const auto& c : clashes) cite(step, c->one, c->other);
            step.eliminations = first.colours[a];
            return hand_on(std::move(step));
        }
        if (!in_order) return Ending::exhausted;  // the other way round says the same
        for (std::size_t c : {0U, 1U}) {
            if (!clashes[c]) continue;
            // Then that colour is false outright.
            if (clash(second.colours[c], first.colours[1 - a])) continue;
            Step step = begin({&first, &second});
            cite(step, clashes[c]->one, clashes[c]->other);
            const auto& b = first.colours[1 - a];
            const auto& d = second.colours[1 - c];
            const Digit digit = b.front().digit;
            for (Cell cell : state_.cells(digit)) {
                const Candidate victim{cell, digit};
                if (state_.placed(cell) || coloured(first, victim) || coloured(second, victim))
                    continue;
                const Candidate* one = conflict_with(victim, b);
                const Candidate* other = conflict_with(victim, d);
                if (one == nullptr || other == nullptr) continue;
                step.eliminations.push_back(victim);
                cite(step, victim, *one);
                cite(step, victim, *other);
            }
            const Ending ending = hand_on(std::move(step));
            if (ending != Ending::exhausted) return ending;
        }
        return Ending::exhausted;
    }

    void cite(Step& step, Candidate a, Candidate b) const {
        step.cites.push_back({a.cell == b.cell
                                  ? Constraint::of(a.cell)
                                  : Constraint::of(*layout_.common_house(a.cell, b.cell), a.digit),
                              Use::link});
    }

    // Colours as groups, pairs as links.
    Step begin(const std::vector<const Component*>& components) const {
        constexpr std::array roles{Role::colour_1, Role::colour_2, Role::colour_3, Role::colour_4};
        Step step = blank_step(query_.technique, 0);
        for (std::size_t i = 0; i < components.size(); ++i) {
            step.size += components[i]->size();
            for (std::size_t side : {0U, 1U})
                step.groups.push_back(
                    {roles[2 * i + side], components[i]->colours[side], std::nullopt});
            for (const Pair& pair : components[i]->pairs)
                step.cites.push_back({pair.by, Use::truth});
        }
        return step;
    }

    Ending hand_on(Step step) {
        if (step.eliminations.empty()) return Ending::exhausted;
        return deliver(std::move(step)) == Flow::stop ? Ending::limit_reached : Ending::exhausted;
    }

    std::vector<Pair> pairs_;
};

}  // namespace

Strategy colouring_strategy() { return {"colouring", techniques_found, run_search<Search>}; }

}  // namespace clew::logic::inline strategies
