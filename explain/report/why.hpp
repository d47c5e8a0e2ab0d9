#pragma once
// Why: what can be said to one candidate, or to a cell that is not settled.
//
//     Why found = why(state, {.cell = Cell{3}, .digit = Digit{6}});
//     to_text(state, found)            "Suppose r1c4 is 7. Then ... Remove 7 from r1c4."
//     to_json(record, state, found)    clew/why/1
//
// What follows is shown by the smallest argument (logic/mus); what does not, by two
// solutions that differ there and are as alike as can be.

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/spot.hpp"
#include "core/formats/formats.hpp"
#include "explain/pictures/write_html.hpp"
#include "explain/report/steps.hpp"
#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::report {

/// Two solutions that differ in a cell.
struct ClosestPair {
    Grid one, other;
    std::vector<Cell> cells;  ///< in which they differ, ascending
    /// True: no two solutions that differ as asked differ in fewer cells. False: there are too many
    /// to compare, but none differs from `one` as asked in a part of these cells only.
    bool fewest = false;
};

struct Why {
    Spot asked;
    /// The smallest argument: that the candidate holds or cannot, or what the cell holds.
    std::optional<logic::Step> step{};
    /// Beside rules, where no single argument could be followed: the steps that lead to it.
    std::vector<logic::Entry> steps{};
    std::optional<ClosestPair> twins{};  ///< of what is open
    DigitSet possible{};  ///< of what is open: the digits of the cell in some solution
    enum class Outcome : std::uint8_t {
        proved,
        settled,     ///< it stands there, or is ruled out already
        open,        ///< neither follows
        unsolvable,  ///< the puzzle has no solution
        not_known,   ///< the work ended before
    } outcome = Outcome::open;
};
/// "proved", "settled", "open", "unsolvable", "not known".
const char* to_string(Why::Outcome outcome);

/// How far the work has come.
struct WhyProgress {
    std::string doing;           ///< "no argument of up to 6 constraints"
    std::size_t none_below = 1;  ///< proved: no argument costs less
    std::size_t done = 0;
    std::size_t of = 0;  ///< 0: nobody knows
};

/// `on_progress` is called whenever that changes, in this language. Cost: as Explainer::why(); of
/// what is open, up to some thousand solutions.
Why why(const logic::State& state, const Spot& asked, const Budget& budget = {},
        logic::Price price = logic::Price::constraints,
        const std::function<void(const WhyProgress&)>& on_progress = {},
        Language language = Language::english);

/// Of all pairs of solutions one that differs in the fewest cells: `fewest` says whether that is
/// known, which it is where there are up to some thousand solutions, and where they differ in four
/// cells, since fewer is not possible. Nothing if there are not two, or the work ended before.
/// Cost: a second or less for a classic board.
std::optional<ClosestPair> closest_twins(const Puzzle& puzzle, const Budget& budget = {});

std::string to_text(const logic::State& state, const Why& why, const Verbosity& telling = {});
/// clew/why/1; the argument is told whole, however long it is.
nlohmann::ordered_json to_json(const Record& record, const logic::State& state, const Why& why,
                               const Verbosity& telling = {});

/// A step as a picture with words.
explain::Frame frame_of(const Record& record, const logic::State& state, const logic::Step& step,
                        explain::WordStyle style = {});
/// The answer as a picture with words: the roles of the argument, or where the two solutions
/// differ, the digits of the one and of the other.
explain::Frame frame_of(const Record& record, const logic::State& state, const Why& why,
                        const Verbosity& telling = {});

/// What there is to say of each candidate that a state still has, for a page that can be asked.
struct Leftover {
    std::vector<explain::Staying> staying;
    std::vector<Grid> solutions;  ///< each such candidate that can be true is in one of them
};
/// Of those that are in no solution it is said why if a few constraints show it at a glance.
/// Nothing of a state that contradicts itself, or whose solutions are not found in time.
/// Cost: a solution or a quick refutation each, a second or so for a classic board.
Leftover leftover(const logic::State& state, const Budget& budget = {},
                  const Verbosity& telling = {});

}  // namespace clew::report
