// Mergers: two findings that hang on the same cells or houses, told as the one step that people
// know them as.
//
// Some names stand for two findings at once. Both are there already, found by another strategy;
// what is new is what they share, their *anchor*, and that neither says all that the other does.
//
//     name                      two of                        that share
//     locked pair, triple       naked pairs, triples          their cells
//     dual two-string kite      two-string kites              the two cells that see each other
//     dual empty rectangle      empty rectangles              the region
//     siamese fish              finned and sashimi fish       the base houses
//
// The merged step removes what either does and cites what both do. A locked pair is a naked pair in
// two houses that has something to remove in each, beyond what they share: that is what "neither
// says all" comes to. [Hobiger2008] has these names.

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "logic/strategies/barren.hpp"
#include "logic/strategies/cover_sets.hpp"
#include "logic/strategies/finding.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{
    Technique::locked_pair,          Technique::locked_triple,  Technique::dual_two_string_kite,
    Technique::dual_empty_rectangle, Technique::siamese_x_wing, Technique::siamese_swordfish,
    Technique::siamese_jellyfish,
};

/// What a name is made of.
struct Merger {
    Technique technique;
    std::vector<Technique> parts;
    enum class Shares : std::uint8_t { truths, cover, region } shares;
    enum class Of : std::uint8_t { sets, fish } of = Of::fish;
};

const Merger& merger_of(Technique technique) {
    using enum Technique;
    using Shares = Merger::Shares;
    static const std::array mergers{
        Merger{locked_pair, {naked_pair}, Shares::truths, Merger::Of::sets},
        Merger{locked_triple, {naked_triple}, Shares::truths, Merger::Of::sets},
        Merger{dual_two_string_kite, {two_string_kite}, Shares::cover},
        Merger{dual_empty_rectangle, {empty_rectangle}, Shares::region},
        Merger{siamese_x_wing, {finned_x_wing, sashimi_x_wing}, Shares::truths},
        Merger{siamese_swordfish, {finned_swordfish, sashimi_swordfish}, Shares::truths},
        Merger{siamese_jellyfish, {finned_jellyfish, sashimi_jellyfish}, Shares::truths},
    };
    return *std::ranges::find(mergers, technique, &Merger::technique);
}

/// What two findings must have in common.
struct Anchor {
    std::vector<Constraint> constraints;
    std::vector<Candidate> candidates;

    friend auto operator<=>(const Anchor&, const Anchor&) = default;
};

bool is_line(const Geometry& geometry, House house) {
    const HouseRole role = geometry.info(house).role;
    return role == HouseRole::row || role == HouseRole::column;
}

Anchor anchor_of(const Step& step, Merger::Shares shares, const Geometry& geometry) {
    Anchor anchor;
    if (shares == Merger::Shares::truths) {
        for (const Citation& citation : step.cites)
            if (citation.use == Use::truth) anchor.constraints.push_back(citation.constraint);
        return anchor;
    }
    for (const Group& group : step.groups) {
        if (shares == Merger::Shares::region) {
            if (group.role == Role::base && !is_line(geometry, group.in->house))
                anchor.constraints.push_back(*group.in);
        } else if (group.role == Role::cover) {
            anchor.constraints.push_back(*group.in);
            anchor.candidates = group.candidates;
        }
    }
    return anchor;
}

/// The bases of both, the candidates of one that both have taken together; then what else the first
/// has, then what else the second has.
std::vector<Group> together(const Step& first, const Step& second) {
    std::vector<Group> groups;
    for (const Step* step : {&first, &second})
        for (const Group& group : step->groups) {
            if (group.role != Role::base) continue;
            const auto same = std::ranges::find(groups, group.in, &Group::in);
            if (same == groups.end()) {
                groups.push_back(group);
                continue;
            }
            for (Candidate c : group.candidates)
                if (std::ranges::count(same->candidates, c) == 0) same->candidates.push_back(c);
        }
    for (const Step* step : {&first, &second})
        for (const Group& group : step->groups)
            if (group.role != Role::base) groups.push_back(group);
    return groups;
}

Step merged(Technique technique, const Step& first, const Step& second) {
    Step step = first;
    step.technique = technique;
    step.groups = together(first, second);
    step.eliminations.insert(step.eliminations.end(), second.eliminations.begin(),
                             second.eliminations.end());
    step.cites.insert(step.cites.end(), second.cites.begin(), second.cites.end());
    return step;
}

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        const Merger& merger = merger_of(query_.technique);
        std::vector<std::pair<Anchor, Step>> parts;
        Ending whole = Ending::exhausted;
        // What people call a fish is of one digit, and so are the two that share an anchor.
        const bool of_one_digit = merger.of == Merger::Of::fish;
        Barren barren{state_, query_};
        DigitSet digits;
        for (Digit d : DigitSet::all(of_one_digit ? state_.size() : 0))
            if (!barren.holds(d)) digits.insert(d);
        for (Technique part : merger.parts) {
            const Query query{.technique = part, .max_nodes = query_.max_nodes};
            const StepSink keep = [&](Step&& step) {
                normalise(step);
                Anchor anchor = anchor_of(step, merger.shares, state_.geometry());
                parts.emplace_back(std::move(anchor), std::move(step));
                return Flow::go_on;
            };
            const Ending ending = of_one_digit ? find_cover_sets(state_, query, digits, keep)
                                               : find(state_, query, keep);
            if (ending != Ending::exhausted) whole = ending;
        }
        std::ranges::stable_sort(parts, {},
                                 [](const auto& part) -> const Anchor& { return part.first; });
        for (std::size_t i = 0; i < parts.size(); ++i)
            for (std::size_t j = i + 1; j < parts.size() && parts[j].first == parts[i].first; ++j) {
                const auto& here = parts[i].second.eliminations;
                const auto& there = parts[j].second.eliminations;
                if (std::ranges::includes(here, there) || std::ranges::includes(there, here))
                    continue;
                digits.erase(here.front().digit);
                if (deliver(merged(query_.technique, parts[i].second, parts[j].second)) ==
                    Flow::stop)
                    return Ending::limit_reached;
            }
        if (whole == Ending::exhausted)
            for (Digit d : digits) barren.note(d);
        return whole;
    }
};

}  // namespace

Strategy mergers_strategy() { return {"mergers", techniques_found, run_search<Search>}; }

}  // namespace clew::logic::inline strategies
