#pragma once
// Narrate: a step in the sentences that a person would write.
//
//     narrate(state, step).text()
//         // "In row 3, 5 can only go in r3c7. So r3c7 is 5."
//     hint(state, step, Disclosure::where)
//         // "Look at row 3."
//
// The argument comes from the step alone: its technique, the constraints it cites, the roles of its
// candidates and, for an assumption, its chain of reasons. Every technique with a name has
// sentences of its own. A smallest proof, which may have any shape, is told by supposing its
// conclusion false and following the cited constraints (trace.hpp), or by what they demand
// together, so that every step that is sound has words.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "explain/words/argument.hpp"
#include "explain/words/words.hpp"
#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::explain::inline words {

/// How an argument is told.
enum class Manner : std::uint8_t {
    shape,    ///< in the sentences of its own shape
    trace,    ///< "If r1c1 were 5, ...": the cited constraints, followed one at a time
    balance,  ///< "Something must hold in each of ...": the cited constraints, weighed together
};

/// What a rule of the puzzle asks, as an argument states it.
struct RuleSaid {
    std::string rule;   ///< "the killer cage at r1c1"
    std::string words;  ///< "r1c1 and r1c2 differ and sum to 10"
};

/// A step in words. The parts are sentences without line breaks.
struct Narration {
    std::string title;            ///< "Naked pair"
    std::vector<RuleSaid> asked;  ///< with which the argument may open; none without rules
    /// What it takes of the board beyond rows, columns and boxes: "cells a knight's move apart
    /// differ".
    std::vector<std::string> board;
    std::string argument;     ///< "In row 1, r1c1 and r1c4 hold only 3 and 7."
    std::vector<Line> lines;  ///< of a longer argument: what follows one by one; else none
    std::string upshot;       ///< what the lines come to; may be empty
    std::string conclusion;   ///< "Remove 3 from r1c8."
    Manner manner = Manner::shape;
    Language language = Language::english;

    /// Argument and conclusion; if there are lines, these between them, each a line of text.
    std::string text(Levels levels = Levels::first) const;
    /// Whether there is more to tell than text() does.
    bool has_more() const;
    /// States in the argument only what `said` does not have yet, and adds it there, also what is
    /// taken of the board; other rules are named.
    void leave_out(std::set<std::string>& said);
};

/// Requires a step of this state: its candidates are the state's.
Narration narrate(const logic::State& before, const logic::Step& step, WordStyle style = {});

/// One inner step of a branch of a step's reasons.
struct InnerStep {
    std::size_t first = 0;  ///< of the branch's lines
    std::size_t last = 0;   ///< what falls along with it; no line is both
    Inferred inferred;      ///< "r1c1 and r1c2 are not 5, by a naked pair in row 1"
};
/// What a reader infers in a branch of the step's reasons, in order; not what placements rule out
/// by themselves. Requires a branch of the step.
std::vector<InnerStep> inner_steps(const logic::State& before, const logic::Step& step,
                                   const logic::Branch& branch, WordStyle style = {});
/// How a branch opens and how it ends: "Suppose r1c1 is 5", or nothing; "no digit is left for
/// r1c2", or nothing.
std::string supposition(const logic::State& before, const logic::Step& step,
                        const logic::Branch& branch, WordStyle style = {});
std::string breakdown(const logic::State& before, const logic::Step& step,
                      const logic::Branch& branch, WordStyle style = {});

/// Of a refutation, in a sentence each: what is supposed and where it ends, the cells that it
/// fills, how long it is. Of other steps none.
std::vector<std::string> summary(const logic::State& before, const logic::Step& step,
                                 WordStyle style = {});

/// How much a hint gives away.
enum class Disclosure : std::uint8_t {
    where,      ///< the houses or cells to look at
    technique,  ///< also what to look for, and its name
    step,       ///< everything
};

/// One or two sentences. Requires a step of this state.
std::string hint(const logic::State& before, const logic::Step& step, Disclosure disclosure,
                 WordStyle style = {});

}  // namespace clew::explain::inline words
