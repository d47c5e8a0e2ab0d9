#include "explain/step_view.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "core/base/contract.hpp"
#include "explain/words/first_break.hpp"
#include "explain/words/narrate.hpp"
#include "explain/words/tell.hpp"

namespace clew::explain {

namespace {

using logic::Branch;
using logic::Citation;
using logic::Constraint;
using logic::Group;
using logic::Inference;
using logic::Link;
using logic::Role;
using logic::State;
using logic::Step;
using logic::Truth;
using logic::Use;

// Almost locked sets of one step, in turn.
constexpr std::array set_tones{Tone::first, Tone::second, Tone::third, Tone::assumed};

// More than these, and a picture of an argument shows no longer what it is.
constexpr std::size_t most_houses = 8;
constexpr std::size_t most_arrows = 60;

void name(View& view, Tone tone, const std::string& text) {
    for (LegendEntry& entry : view.legend) {
        if (entry.tone != tone) continue;
        if (entry.text != text && entry.text.find(text) == std::string::npos)
            entry.text += ", " + text;
        return;
    }
    view.legend.push_back({tone, text});
}

/// Outlines a rule of the puzzle, whose cells the step's groups know.
void show_rule(View& view, const Step& step, const Constraint& rule, Tone tone) {
    for (const Group& group : step.groups) {
        if (group.in != rule) continue;
        const AreaMark area{cells_of(group.candidates), tone};
        if (std::ranges::find(view.areas, area) == view.areas.end()) view.areas.push_back(area);
    }
}

/// An inner step at a time: arrows to what it concludes from what it rests on, across the
/// candidates that fall in between.
void show_branch(View& view, const State& before, const Step& step, const Branch& branch,
                 WordStyle style) {
    const Words words{before.geometry(), style};
    const std::vector<Inference>& lines = branch.lines;
    // By line, where its arrows start: the first line of an inner step, or what is supposed.
    std::vector<std::set<std::size_t>> roots(lines.size());
    std::vector<std::vector<Candidate>> said(lines.size());
    if (const std::string text = supposition(before, step, branch, style); !text.empty()) {
        view.turns.push_back(text + ".");
        said[0] = {lines[0].candidate};
        roots[0] = {0};
        const Tone tone = tone_of(Role::assumption);
        view.mark(lines[0].candidate, tone);
        name(view, tone, words.say(to_string(Role::assumption)));
    }
    const std::vector<InnerStep> inner = inner_steps(before, step, branch, style);
    auto next = inner.begin();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!said[i].empty()) continue;
        const bool shown = next != inner.end() && next->first == i;
        for (std::size_t k = i; k <= (shown ? next->last : i); ++k)
            for (const std::size_t from : lines[k].from)
                roots[i].insert(roots[from].begin(), roots[from].end());
        if (!shown) continue;
        const std::size_t turn = view.turns.size();
        view.turns.push_back(Words::sentence(next->inferred.line.text) + ".");
        const bool holds = lines[i].truth == Truth::holds;
        const Tone tone = holds ? tone_of(Role::consequence) : Tone::third;
        for (std::size_t k = i; k <= next->last; ++k) {
            said[i].push_back(lines[k].candidate);
            view.mark(lines[k].candidate, tone, turn);
        }
        name(view, tone, words.say(holds ? to_string(Role::consequence) : "refuted on the way"));
        for (const std::size_t from : roots[i])
            if (view.links.size() < most_arrows)
                view.links.push_back(
                    {said[from], said[i], holds ? LinkStyle::strong : LinkStyle::weak, turn});
        for (std::size_t k = i; k <= next->last; ++k) roots[k] = {i};
        i = next->last;
        ++next;
    }
    if (const std::string text = breakdown(before, step, branch, style); !text.empty())
        view.turns.push_back(words.say("Now {}.", text));
    view.followed = Followed::inner_steps;
    if (!branch.conflict) return;
    if (branch.conflict->kind == Constraint::Kind::cell)
        view.mark(branch.conflict->cell, tone_of(Role::conflict));
    else if (branch.conflict->kind == Constraint::Kind::rule)
        show_rule(view, step, *branch.conflict, tone_of(Role::conflict));
    else
        view.mark(branch.conflict->house, tone_of(Role::conflict));
    name(view, tone_of(Role::conflict), words.say(to_string(Role::conflict)));
}

}  // namespace

Tone tone_of(Role role) {
    using enum Tone;
    static constexpr std::array tones{first,  second, second,  third,  fourth, first,
                                      fourth, first,  second,  third,  fourth, second,
                                      fourth, third,  assumed, second, fifth};
    return tones[static_cast<std::size_t>(role)];
}

View view_of(const State& state, const Puzzle& puzzle) {
    CLEW_REQUIRE(state.geometry() == puzzle.geometry(), "view_of: a state of the puzzle needed");
    View view{state.geometry_ptr()};
    view.rules.assign(puzzle.rules().begin(), puzzle.rules().end());
    for (std::size_t i = 0; i < view.cells.size(); ++i) {
        const Cell cell{i};
        view.cells[i].candidates = state.candidates(cell);
        view.cells[i].given = puzzle.given(cell);
        if (!view.cells[i].given && state.placed(cell)) view.cells[i].placed = state.value(cell);
    }
    return view;
}

namespace {

bool has(const Step& step, Role role) { return !groups_of(step, role).empty(); }

/// Roles that share a picture need tones apart: the link of a W-wing from its wings, the places at
/// the end of the petals from the petals, the fish or the rectangle of a chain from its nodes and
/// sets.
Tone tone_in(const Step& step, Role role) {
    if ((role == Role::base || role == Role::deadly) && has(step, Role::chain)) return Tone::fifth;
    if (role == Role::base && has(step, Role::wing)) return Tone::fourth;
    if (role == Role::wing && has(step, Role::locked)) return Tone::fifth;
    return tone_of(role);
}

void show_groups(View& view, const Step& step, const Words& words) {
    std::size_t sets = 0;
    for (const Group& group : step.groups) {
        // A cover says where the base candidates lie; its house is outlined, its candidates are the
        // bases' already.
        if (group.role == Role::cover) continue;
        // Fins and guardians on a chain are nodes of it.
        if ((group.role == Role::fin || group.role == Role::guardian) && has(step, Role::chain))
            continue;
        Tone tone = tone_in(step, group.role);
        std::string text = words.say(to_string(group.role));
        if (group.role == Role::locked) {
            tone = set_tones[sets % set_tones.size()];
            text = words.say("set {}", std::string(1, static_cast<char>('A' + sets % 26)));
            ++sets;
            const std::vector<Cell> cells = cells_of(group.candidates);
            for (Cell c : cells) view.mark(c, tone);
            view.areas.push_back({cells, tone});
        }
        // Where the petals of a blossom agree, whichever of them it is.
        if (group.role == Role::wing && has(step, Role::locked)) text = words.say("one of these");
        // All that a rule ranges over would be no mark at all; it is outlined.
        const bool rule = group.in && group.in->is_ruled();
        // What is told line by line is marked line by line.
        const bool told = !step.reasons.empty() &&
                          (group.role == Role::assumption || group.role == Role::consequence);
        if (!rule && !told)
            for (Candidate c : group.candidates) view.mark(c, tone);
        name(view, tone, rule ? words.say("rule") : text);
    }
}

/// What a link joins of a group: of a whole cell or set, the digit that it is about.
std::vector<Candidate> joined(const Group& group, const Link& link) {
    if (link.by.kind != Constraint::Kind::house) return group.candidates;
    std::vector<Candidate> some;
    for (Candidate c : group.candidates)
        if (c.digit == link.by.digit) some.push_back(c);
    return some.empty() ? group.candidates : some;
}

void show_links(View& view, const Step& step, const Words& words) {
    const auto said = [&](const Group& group, bool is) {
        const Digit digit = group.candidates.front().digit;
        const std::vector<Cell> cells = cells_of(group.candidates);
        if (cells.size() == 1)
            return words.say(is ? "{} is {}" : "{} is not {}", words.cell(cells.front()),
                             words.digits(digits_of(group.candidates), "or"));
        // The body of an almost fish.
        if (group.role == Role::chain && group.in && group.in->kind == Constraint::Kind::house)
            return words.say(is ? "the fish is there" : "the fish is not there");
        return words.say(is ? "{} is in {}" : "{} is not in {}", symbol(digit),
                         words.cells(cells, "or"));
    };
    const bool chain = has(step, Role::chain);
    for (const Link& link : step.links) {
        const Group& from = step.groups[link.from];
        const Group& to = step.groups[link.to];
        const bool strong = link.kind == logic::LinkKind::strong;
        view.links.push_back(
            {joined(from, link), joined(to, link), strong ? LinkStyle::strong : LinkStyle::weak});
        if (!chain) continue;
        view.links.back().turn = view.turns.size();
        view.turns.push_back(words.say("If {}, {}.", said(from, !strong), said(to, strong)));
    }
}

/// The pairs of coloured candidates that are all that a cited constraint leaves.
void show_conjugates(View& view, const Step& step) {
    for (const Citation& cite : step.cites) {
        if (cite.use != Use::truth || cite.constraint.is_ruled()) continue;
        std::vector<Candidate> pair;
        for (const Group& group : step.groups)
            for (Candidate c : group.candidates)
                if (cite.constraint.kind == Constraint::Kind::cell
                        ? c.cell == cite.constraint.cell
                        : c.digit == cite.constraint.digit &&
                              std::ranges::count(view.geometry->cells_of(cite.constraint.house),
                                                 c.cell) > 0)
                    pair.push_back(c);
        if (pair.size() == 2) view.links.push_back({{pair[0]}, {pair[1]}, LinkStyle::strong, {}});
    }
}

}  // namespace

void show(View& view, const State& before, const Step& step, WordStyle style) {
    const Words words{before.geometry(), style};
    view.language = style.language;
    show_groups(view, step, words);
    show_links(view, step, words);

    // Where links or colours show how it goes, the houses behind them would only be in the way.
    const bool drawn = !step.links.empty() || has(step, Role::colour_1);
    std::set<std::pair<Use, House>> houses;
    std::set<std::pair<Use, Cell>> cells;
    for (const Citation& c : step.cites) {
        if (c.constraint.is_ruled())
            show_rule(view, step, c.constraint, Tone::first);
        else if (c.constraint.kind == Constraint::Kind::house)
            houses.insert({c.use, c.constraint.house});
        else
            cells.insert({c.use, c.constraint.cell});
    }
    const auto tone = [](Use use) { return use == Use::truth ? Tone::first : Tone::second; };
    if (!drawn && step.reasons.empty() && houses.size() <= most_houses)
        for (const auto& [use, house] : houses) {
            view.mark(house, tone(use));
            name(view, tone(use), words.say(use == Use::truth ? "base" : "cover"));
        }
    if (!drawn && step.reasons.empty())
        for (const auto& [use, cell] : cells) view.mark(cell, tone(use));
    // Colours: the two places of a digit, or the two digits of a cell, that were followed.
    if (has(step, Role::colour_1)) show_conjugates(view, step);
    // The house of a W-wing's strong link.
    if (has(step, Role::wing))
        for (House h : houses_of(step, Role::base)) view.mark(h, tone_in(step, Role::base));

    const Step told = up_to_first_break(before, step);
    for (const Branch& branch : told.reasons) show_branch(view, before, step, branch, style);
    for (const Group* group : groups_of(step, Role::deadly))
        for (Candidate c : group->candidates) view.mark(c.cell, tone_in(step, Role::deadly));

    for (Candidate c : step.placements) view.mark(c, Tone::gain);
    for (Candidate c : step.eliminations) view.mark(c, Tone::loss);
    if (!step.placements.empty()) name(view, Tone::gain, words.say("placed"));
    if (!step.eliminations.empty()) name(view, Tone::loss, words.say("removed"));
}

}  // namespace clew::explain
