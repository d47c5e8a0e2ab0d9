#pragma once
// Tells what follows from a rule of the puzzle, as those who solve such puzzles say it. Private to
// explain.
//
//     if (const auto told = tell_rule(tale, step.cites.front().constraint, asked))
//         told->manner         "combinations"
//         told->reason         "In the killer cage at r1c3, 6 in two cells is 1+5 or 2+4."

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "explain/words/tell.hpp"

namespace clew::explain::inline words {

/// "the killer cage at r1c1", "the difference at r1c1 and r1c2"; of two that begin in one cell "the
/// little killer from r1c4 to r4c1". Requires a part of a rule of the state.
std::string label_of(const logic::State& state, const logic::Constraint& rule, const Words& words);

/// Whether no way to keep a rule is left, as far as its filter sees; of a sum along a line also if
/// no digits that differ have it. `left` is by its cells.
bool is_broken(const logic::State& state, const logic::Constraint& rule,
               std::span<const DigitSet> left);

/// Whether it is so, or would be.
enum class Mood : std::uint8_t { is, would_be };
/// Why a rule cannot be kept with this left in its cells: "r6c4 and r7c3 would sum to 13, not 9",
/// "the renban does not allow 2 in r1c1 with 9 in r1c4". `name` is what it is called here. Empty
/// where it takes more than a sentence, or more than these cells.
std::string tell_broken(const Tale& tale, const logic::Constraint& rule, const std::string& name,
                        std::span<const DigitSet> left, Mood mood);

/// Of these, which cells it is about: "the renban cannot be kept with what is left in r1c1".
std::string tell_where_broken(const Tale& tale, const logic::Constraint& rule,
                              const std::string& name, std::span<const DigitSet> left, Mood mood);

/// The same of a sum along a line, by digits that differ: "no different first digits sum to 16".
/// Empty of other rules and where some do.
std::string tell_unfilled(const Tale& tale, const logic::Constraint& rule,
                          std::span<const DigitSet> left, Mood mood);
/// With this in one of its cells.
std::string tell_unfilled(const Tale& tale, const logic::Constraint& rule, Candidate supposed);

/// What a step is called, and why it holds.
struct RuleTale {
    /// "combinations", "bounds", "pairs", "places", "no repeats", "cases": in English, as the
    /// catalogue has it.
    std::string_view manner;
    Listed reason;
};

/// A digit's value, from 1 on; the lowest and the highest of some. Requires one or more.
int value(Digit digit);
int least(DigitSet digits);
int most(DigitSet digits);

/// "1+5".
std::string added(DigitSet digits);
/// "the 1 in r2c4": what tell_broken() calls an end of a sandwich that is known.
std::string digit_there(const Words& words, Candidate candidate);

/// What a step removes or places: "5 in r5c3 or r5c4".
std::string subject_of(const Tale& tale);

/// Of a step that cites this rule and nothing else. `asked` is what the rule asks, in a sentence.
RuleTale tell_rule(const Tale& tale, const logic::Constraint& rule, const std::string& asked);

/// Of a step that cites a rule and else houses for digits: that the rule puts these digits into
/// those houses. Empty if it does not.
std::string tell_rule_and_houses(const Tale& tale, const logic::Constraint& rule,
                                 const std::string& asked);

/// "two killer cages and box 3": what a step that cites several things is called.
std::string named_by_rules(const Tale& tale);

}  // namespace clew::explain::inline words
