#pragma once
// Step: one conclusion and everything that supports it.
//
//     Step step = ...;
//     step.placements, step.eliminations      what follows
//     step.cites                              from which constraints: the audit needs no others
//     step.groups, step.links                 who plays which role: what a picture shows
//     step.reasons                            assume-and-propagate only: the chain of inferences
//     step.deadly                             uniqueness only: what the cells must not all hold
//     apply(step, state);
//
// A *constraint* is one exactly-one rule of the puzzle: a cell ("r1c1 holds one digit"), or a digit
// in a house ("row 3 has a 5"); in a house with fewer cells than digits, at most one. Citations are
// that fine so that "cites n constraints" has a smallest value for each technique. What a puzzle
// asks beyond its board (a cage, an arrow) is one constraint too: its cells hold one digit each,
// and together keep the rule. So is the total of a house: its digits are all different and fill it,
// so their sum is known.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/language.hpp"
#include "core/board/geometry.hpp"
#include "logic/candidates.hpp"
#include "logic/technique.hpp"

namespace clew::logic {

/// One exactly-one rule, a cell or a digit in a house; or a rule of the puzzle; or what the digits
/// of a house sum to.
struct Constraint {
    enum class Kind : std::uint8_t { cell, house, rule, total };
    Kind kind = Kind::cell;
    Cell cell;               ///< for Kind::cell, otherwise Cell{0}
    House house;             ///< for Kind::house and Kind::total
    Digit digit;             ///< for Kind::house
    std::uint16_t rule = 0;  ///< for Kind::rule: which of State::rule_parts()

    static constexpr Constraint of(Cell c) { return {Kind::cell, c, {}, {}, 0}; }
    static constexpr Constraint of(House h, Digit d) { return {Kind::house, {}, h, d, 0}; }
    static constexpr Constraint of_rule(std::size_t part) {
        return {Kind::rule, {}, {}, {}, static_cast<std::uint16_t>(part)};
    }

    /// Requires a house that holds every digit.
    static constexpr Constraint of_total(House h) { return {Kind::total, {}, h, {}, 0}; }
    /// A rule or a total: something about the sums or orders of digits, not about one candidate.
    constexpr bool is_ruled() const { return kind == Kind::rule || kind == Kind::total; }

    friend constexpr auto operator<=>(const Constraint&, const Constraint&) = default;
};

/// The candidates that a constraint ranges over in a state, ascending. Of a rule and of a total:
/// all that its cells have.
std::vector<Candidate> candidates_of(const State& state, const Constraint& constraint);
/// "r1c1", "5 in row 3", "rule 2", or "the total of row 3".
std::string to_string(const Constraint& constraint, const Geometry& geometry);

/// What ran out.
Constraint constraint_of(const Contradiction& contradiction);

/// Which half of exactly-one an argument uses. A constraint used both ways is cited as a truth, and
/// so is a rule.
enum class Use : std::uint8_t {
    truth,  ///< at least one of its candidates holds
    link,   ///< at most one does
};

struct Citation {
    Constraint constraint;
    Use use = Use::truth;

    friend constexpr auto operator<=>(const Citation&, const Citation&) = default;
};

/// The part that a group of candidates plays.
enum class Role : std::uint8_t {
    base,      ///< candidates of a constraint that must hold one of them
    cover,     ///< candidates of a constraint that can hold only one of them
    seen,      ///< placed digits that a cell sees: what rules its other digits out
    fin,       ///< base candidates that the covers leave out
    pivot,     ///< the cell between the wings
    wing,      ///< the other cells of a wing or a bent set
    chain,     ///< a node of a chain
    colour_1,  ///< candidates that hold together, or all fail
    colour_2,  ///< those that hold if colour 1 fails
    colour_3,  ///< of a second component
    colour_4,
    locked,       ///< an almost locked set that carries a link of the chain
    deadly,       ///< candidates of a pattern that could be filled in another way
    guardian,     ///< the other candidates of its cells, of which one must hold
    assumption,   ///< what is supposed
    consequence,  ///< what follows from the assumption
    conflict,     ///< what runs out
};
inline constexpr std::size_t role_count = 17;

/// "base", "cover", "fin", ...: the words of the JSON.
const char* to_string(Role role);

/// Candidates that play one part together.
struct Group {
    Role role = Role::base;
    std::vector<Candidate> candidates;  ///< ascending
    std::optional<Constraint> in{};     ///< the constraint that binds them, if one does

    friend auto operator<=>(const Group&, const Group&) = default;
};

enum class LinkKind : std::uint8_t {
    strong,  ///< if `from` is false then `to` is true
    weak,    ///< if `from` is true then `to` is false
};

/// An arrow between two groups of the same step.
struct Link {
    std::size_t from = 0;  ///< index into Step::groups
    std::size_t to = 0;
    LinkKind kind = LinkKind::strong;
    Constraint by;  ///< why

    friend auto operator<=>(const Link&, const Link&) = default;
};

enum class Truth : std::uint8_t { holds, fails };

struct Inference;

/// An assumption thought to its end: lines in order, the first of them the assumption. A step whose
/// only branch has none follows line by line, and one of them is the conclusion.
struct Branch {
    std::vector<Inference> lines;
    std::optional<Constraint> conflict{};  ///< the constraint that runs out, if one does

    friend bool operator==(const Branch& a, const Branch& b);
    friend std::strong_ordering operator<=>(const Branch& a, const Branch& b);
};

/// One line of a chain of reasons: `candidate` holds (or fails) by `technique`, citing `by`, given
/// the earlier lines `from`; or it fails by a lemma, which supposes it and runs out. A line with
/// neither is an assumption. The lines of a lemma count on from the line that it supports: line k
/// of the lemma of line p is p + k, and what is below p is an earlier line outside.
struct Inference {
    Candidate candidate;
    Truth truth = Truth::holds;
    Technique technique = Technique::naked_single;
    std::vector<Citation> by;
    std::vector<std::size_t> from;  ///< indices of earlier lines, ascending
    std::vector<Branch> lemma{};    ///< one branch, or none

    friend auto operator<=>(const Inference&, const Inference&) = default;
};

/// Whether a reader makes an inference of the line: not of what is supposed, nor of what a
/// placement rules out by itself.
bool is_inference(const Inference& line);
/// Whether the second falls along with the first: by the same constraints, or since both, supposed,
/// run out by the same inferences. One inference to a reader.
bool together(const Inference& first, const Inference& second);

/// What an argument costs who follows it.
enum class Price : std::uint8_t {
    constraints,  ///< how many it cites
    cells,        ///< how many cells the cited constraints range over
    candidates,   ///< how many candidates they range over
    human,        ///< the effort() of all
};
/// "constraints", "cells", "candidates", "human".
const char* to_string(Price price);
/// The same for readers: "1 cell", "9 points of effort".
std::string price_words(std::size_t number, Price price, Language language = Language::english);
/// Points for what people need to notice a constraint: a box 1, another house 2, a rule 3, a cell
/// 7. They go by the times fitted to players' (docs/rating.md), where a box takes 51 s, a line 104
/// and a cell 350; for rules there are none, so theirs is a guess.
std::size_t effort(const Constraint& constraint, const Geometry& geometry);

struct Step {
    Technique technique = Technique::naked_single;
    std::size_t size = 1;               ///< cells, houses or links: 2 for a pair or an X-wing, ...
    int score = 0;                      ///< by the rule set that found it; 0 until then
    std::vector<Candidate> placements;  ///< ascending
    std::vector<Candidate> eliminations;  ///< ascending
    std::vector<Citation> cites;          ///< ascending, each constraint once
    std::vector<Group> groups;
    std::vector<Link> links;
    std::vector<Branch> reasons;
    /// Not empty: the step rests on the question's having one solution. These are candidates of
    /// the question, ascending, those already crossed out among them: if each of their cells held
    /// one of them, there would be another way to do so with the same digits in every house, and
    /// the question a second solution. So a candidate of those cells that is not among them holds.
    std::vector<Candidate> deadly;
    /// Proved: no argument for this costs less, in what `price` counts. Equal to the step's own
    /// size if it is smallest; 0 if nothing is known.
    std::size_t none_below = 0;
    /// What size and none_below of a smallest proof count.
    Price price = Price::constraints;

    friend auto operator<=>(const Step&, const Step&) = default;
};

/// Sorts the conclusions, the citations and the candidates of each group, and merges repeated
/// citations. Groups and links keep their order: it is the order of the argument.
void normalise(Step& step);

/// True if the step would change the state.
bool changes(const Step& step, const State& state);

/// Makes the step's placements and eliminations.
/// Requires placements to be candidates of open cells, none of them eliminated by the step.
void apply(const Step& step, State& state);

/// The name with its size where the technique leaves it open: "naked pair", "naked set of 5 cells".
std::string title(const Step& step, Language language = Language::english);

}  // namespace clew::logic
