#pragma once
// Human: how many minutes people take for a plain 9x9 puzzle, by a model of what they see.
//
//     HumanRating r = rate_human(puzzle, &solution);
//     r.seconds, r.low, r.high              // 342, 250, 520: most players' times lie between
//     r.grade                               // HumanGrade::medium
//     r.moments.front().placed              // where most of the time goes
//
// A simulated player looks for singles. Each single that is open is noticed at a rate of its own:
// sooner in a box than along a line, sooner there than in a cell by itself. The next placement is a
// race among them, so the time to it is one over the sum of the rates: few ways forward take long
// [Pelanek2014].
// Where no single is open the player looks for locked candidates, sets and fish at a price each,
// and at last tries a digit. The rating is the mean of some walks.
//
// The walks are drawn on the canonical form of the puzzle, so equivalent puzzles are rated alike.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/random.hpp"
#include "core/board/puzzle.hpp"
#include "logic/rating/board9.hpp"
#include "logic/rating/hint.hpp"

namespace clew::rating {

/// The numbers of the model. The first three are the time to notice a single with no other open.
enum class HumanTerm : std::uint8_t {
    box,
    line,
    cell,
    nearly,
    marked,
    spread,
    write,
    locked,
    sets,
    fish,
    trial,
};
inline constexpr std::size_t human_term_count = static_cast<std::size_t>(HumanTerm::trial) + 1;

struct HumanTermInfo {
    HumanTerm term;
    const char* id;       ///< "box": in JSON
    const char* unit;     ///< "seconds", "times", "power"
    const char* meaning;  ///< "to notice the last place of a digit in a box"
    double guess;         ///< before anything was fitted
    double without;       ///< the value that takes the term out of the model
};
/// The rows, in the order of HumanTerm.
std::span<const HumanTermInfo> human_terms();

enum class HumanGrade : std::uint8_t { easy, medium, hard, very_hard, fiendish };
inline constexpr std::size_t human_grade_count = 5;
/// "easy", "medium", "hard", "very hard", "fiendish".
const char* to_string(HumanGrade grade);

struct HumanModel {
    std::array<double, human_term_count> terms{};
    /// A tenth of the puzzles took less than `low` times what is predicted, a tenth more than
    /// `high` times.
    double low = 1, high = 1;
    /// Seconds from which a puzzle is medium, hard, very hard, fiendish: quantiles of what is
    /// predicted for the puzzles of the fit.
    std::array<double, human_grade_count - 1> grades{};
    /// The longest prediction among the puzzles of the fit, in seconds.
    double longest = 0;

    double at(HumanTerm term) const { return terms[static_cast<std::size_t>(term)]; }
    double& at(HumanTerm term) { return terms[static_cast<std::size_t>(term)]; }

    bool operator==(const HumanModel&) const = default;
};
/// Fitted to the mean times for 1033 puzzles by 10 to 43 players of one app (docs/rating.md).
const HumanModel& human_model();

/// How a single shows.
enum class HumanLook : std::uint8_t { box, line, cell };

/// One placement of a walk, and what went before it.
struct HumanStop {
    std::uint32_t first = 0;  ///< its ways among HumanWalk::ways
    std::uint32_t ways = 0;   ///< singles that were open; 0 after a trial
    std::uint8_t left = 0;    ///< open cells
    /// Steps since the placement before: locked, sets, fish, trial.
    std::array<std::uint8_t, 4> steps{};
    CandidateId placed = 0;
    HumanLook look = HumanLook::cell;
};

/// A walk of the simulated player: what was open at each placement, so that other numbers can price
/// it. A way is a code below human_way_codes.
struct HumanWalk {
    std::vector<std::uint16_t> ways;
    std::vector<HumanStop> stops;
    bool solved = false;
};
inline constexpr std::size_t human_way_codes = 60;

/// The seconds that a model charges. Immutable: several threads may ask one at once.
class HumanPrices {
  public:
    explicit HumanPrices(const HumanModel& model);

    /// How often a second a way is noticed.
    double rate(std::uint16_t way) const { return rates_[way]; }
    /// Up to and with a placement.
    double seconds(const HumanWalk& walk, const HumanStop& stop) const;
    double seconds(const HumanWalk& walk) const;

  private:
    std::array<double, human_way_codes> rates_{};
    std::array<double, cell_total + 1> spread_{};
    std::array<double, 4> steps_{};
    double write_ = 0;
};

/// One walk. Where singles and patterns end, the player tries a digit of `solution`, or stops if
/// that is null.
HumanWalk human_walk(const Board9& start, const Grid* solution, const HumanPrices& prices,
                     Random random);

/// A placement that takes long.
struct HumanMoment {
    Candidate placed;
    double seconds = 0;                ///< before it, in the mean of the walks
    double ways = 0;                   ///< singles that were open then, in the mean
    HumanLook look = HumanLook::cell;  ///< how it showed in the last walk
};

struct HumanRating {
    double seconds = 0;  ///< what half of such puzzles take less than; up to where the walk ends
    double low = 0, high = 0;
    HumanGrade grade = HumanGrade::easy;
    /// Of the seconds: writing, looking for singles, patterns, trials.
    double writing = 0, looking = 0, patterns = 0, trials = 0;
    double ways = 0;                     ///< singles that are open at a placement, in the mean
    std::vector<HumanMoment> moments{};  ///< the slowest first
    /// Longer than any puzzle of the fit, or with trials: the model goes on beyond what it has
    /// seen.
    bool beyond = false;
    bool solved = false;  ///< false if there was nothing to try a digit from
    Ending ending = Ending::exhausted;
};

/// Requires can_rate(puzzle). `solution` is null unless the puzzle has just one. Cost: about a
/// millisecond for puzzles of singles. Thread-safe.
HumanRating rate_human(const Puzzle& puzzle, const Grid* solution,
                       const HumanModel& model = human_model(), const StopFlag* stop = nullptr);

}  // namespace clew::rating
