#include "logic/step.hpp"

#include <algorithm>

#include "core/base/contract.hpp"
#include "core/base/enum_name.hpp"
#include "core/base/sorted.hpp"
#include "core/board/notation.hpp"

namespace clew::logic {

std::vector<Candidate> candidates_of(const State& state, const Constraint& constraint) {
    std::vector<Candidate> found;
    if (constraint.kind == Constraint::Kind::cell) {
        for (Digit d : state.candidates(constraint.cell)) found.push_back({constraint.cell, d});
        return found;
    }
    if (constraint.kind == Constraint::Kind::rule) {
        for (Cell c : state.rule_parts()->all()[constraint.rule].cells())
            for (Digit d : state.candidates(c)) found.push_back({c, d});
        return found;
    }
    if (constraint.kind == Constraint::Kind::total) {
        for (Cell c : state.geometry().cells_of(constraint.house))
            for (Digit d : state.candidates(c)) found.push_back({c, d});
        std::ranges::sort(found);
        return found;
    }
    for (Cell c : state.geometry().cells_of(constraint.house))
        if (state.has({c, constraint.digit})) found.push_back({c, constraint.digit});
    return found;
}

Constraint constraint_of(const Contradiction& contradiction) {
    switch (contradiction.kind) {
        case Contradiction::Kind::cell_empty:
            return Constraint::of(contradiction.cell);
        case Contradiction::Kind::digit_homeless:
            return Constraint::of(contradiction.house, contradiction.digit);
        case Contradiction::Kind::rule_broken:
            break;
    }
    return Constraint::of_rule(contradiction.rule);
}

std::string to_string(const Constraint& constraint, const Geometry& geometry) {
    if (constraint.kind == Constraint::Kind::cell)
        return clew::to_string(constraint.cell, geometry.size());
    if (constraint.kind == Constraint::Kind::rule)
        return "rule " + std::to_string(constraint.rule + 1);
    if (constraint.kind == Constraint::Kind::total)
        return "the total of " + geometry.info(constraint.house).name;
    return std::string{digit_symbol(constraint.digit)} + " in " +
           geometry.info(constraint.house).name;
}

const char* to_string(Role role) {
    return enum_name(role, {"base", "cover", "seen", "fin", "pivot", "wing", "chain", "colour 1",
                            "colour 2", "colour 3", "colour 4", "locked", "deadly", "guardian",
                            "assumption", "consequence", "conflict"});
}

bool is_inference(const Inference& line) {
    if (!line.lemma.empty()) return true;
    if (line.technique == Technique::guess) return false;
    return line.truth == Truth::holds || (line.technique != Technique::naked_single &&
                                          line.technique != Technique::hidden_single);
}

namespace {

constexpr std::size_t most_called_short = 40;  // constraints of a proof

/// Whether what is supposed runs out in the same words: by the same inferences, at the same place.
bool alike(const Branch& first, const Branch& second) {
    const auto next = [](const Branch& branch, std::size_t at) {
        while (at < branch.lines.size() && !is_inference(branch.lines[at])) ++at;
        return at;
    };
    if (first.conflict != second.conflict) return false;
    std::size_t i = next(first, 1), k = next(second, 1);
    for (; i < first.lines.size() && k < second.lines.size();
         i = next(first, i + 1), k = next(second, k + 1)) {
        const Inference &a = first.lines[i], &b = second.lines[k];
        if (a.candidate != b.candidate || a.truth != b.truth || a.technique != b.technique ||
            a.by != b.by || a.lemma.size() != b.lemma.size() ||
            (!a.lemma.empty() && !alike(a.lemma.front(), b.lemma.front())))
            return false;
    }
    return i == first.lines.size() && k == second.lines.size();
}

}  // namespace

bool together(const Inference& first, const Inference& second) {
    if (first.truth != Truth::fails || second.truth != Truth::fails || !is_inference(first))
        return false;
    if (!first.lemma.empty() || !second.lemma.empty())
        return first.lemma.size() == second.lemma.size() &&
               alike(first.lemma.front(), second.lemma.front());
    return first.technique == second.technique && first.by == second.by &&
           first.from == second.from;
}

bool operator==(const Branch& a, const Branch& b) { return (a <=> b) == 0; }

std::strong_ordering operator<=>(const Branch& a, const Branch& b) {
    if (const auto order = a.lines <=> b.lines; order != 0) return order;
    return a.conflict <=> b.conflict;
}

void normalise(Step& step) {
    sort_unique(step.placements);
    sort_unique(step.eliminations);
    sort_unique(step.deadly);
    // Truth sorts before link, so the first citation of a constraint is the one to keep.
    std::ranges::sort(step.cites);
    const auto same = [](const Citation& a, const Citation& b) {
        return a.constraint == b.constraint;
    };
    step.cites.erase(std::unique(step.cites.begin(), step.cites.end(), same), step.cites.end());
    for (Group& group : step.groups) std::ranges::sort(group.candidates);
}

bool changes(const Step& step, const State& state) {
    const auto still = [&](Candidate c) { return state.has(c); };
    return std::ranges::any_of(
               step.placements,
               [&](Candidate c) { return state.has(c) && !state.placed(c.cell); }) ||
           std::ranges::any_of(step.eliminations, still);
}

void apply(const Step& step, State& state) {
    for (Candidate c : step.eliminations) state.eliminate(c);
    for (Candidate c : step.placements) state.place(c);
#ifdef CLEW_CHECK_INVARIANTS
    state.check_invariants();
#endif
}

const char* to_string(Price price) {
    return enum_name(price, {"constraints", "cells", "candidates", "human"});
}

std::string price_words(std::size_t number, Price price, Language language) {
    const auto said = [&](std::string_view one, std::string_view many) {
        return say_of(language, number, one, many, number);
    };
    switch (price) {
        case Price::constraints:
            break;
        case Price::cells:
            return said("{} cell", "{} cells");
        case Price::candidates:
            return said("{} candidate", "{} candidates");
        case Price::human:
            return said("{} point of effort", "{} points of effort");
    }
    return said("{} constraint", "{} constraints");
}

std::size_t effort(const Constraint& constraint, const Geometry& geometry) {
    switch (constraint.kind) {
        case Constraint::Kind::cell:
            return 7;
        case Constraint::Kind::house:
            return geometry.info(constraint.house).role == HouseRole::box ? 1 : 2;
        case Constraint::Kind::rule:
        case Constraint::Kind::total:
            break;
    }
    return 3;
}

std::string title(const Step& step, Language language) {
    const TechniqueInfo& row = info(step.technique);
    const std::string name = say(language, row.name);
    switch (row.titled) {
        case Titled::by_name:
            break;
        case Titled::with_size:
            return say(language, "{} of {} cells", name, step.size);
        case Titled::plus_size:
            return "BUG+" + std::to_string(step.size);
        case Titled::as_proved: {
            // Not known to be shortest: called what it is.
            const std::string called = step.none_below == 0           ? say(language, "argument")
                                       : step.none_below >= step.size ? name
                                       : step.size > most_called_short
                                           ? say(language, "long argument")
                                           : say(language, "short argument");
            return step.price == Price::constraints
                       ? called
                       : say(language, "{} from {}", called,
                             price_words(step.size, step.price, language));
        }
    }
    return name;
}

}  // namespace clew::logic
