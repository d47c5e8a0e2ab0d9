#pragma once
// What a puzzle is rated, in words and as JSON.
//
//     RatedSe rated = rate_se(puzzle, {.assume_unique = true});
//     to_text(rated)                 "7.2/1.2/1.2", or "3.4/1.5/1.5 several solutions"
//     to_json(record, rated)         clew/rate/1
//     to_text(needed)                "7 sum 84 steps 61 (1:52 2:6 4:2 7:1) XY-wing"
//     to_text(paris)                 "3 steps dof 109 8 4 0"
//     to_text(human)                 "7.2 min hard (5.5 to 10.8)"
//     with_rating(record.puzzle, scale, options, [](const auto& rated) { ... });
//
// A rating of a puzzle that has several solutions, or none, or that the walk did not solve, always
// says so.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/formats.hpp"
#include "explain/report/plot.hpp"
#include "logic/difficulty/needed.hpp"
#include "logic/difficulty/paris.hpp"
#include "logic/path/path.hpp"
#include "logic/rating/explainer.hpp"
#include "logic/rating/hodoku.hpp"
#include "logic/rating/human.hpp"
#include "solve/solve.hpp"

namespace clew::report {

/// How many solutions a puzzle has, as far as that was found out.
enum class Solutions : std::uint8_t { none, one, several, unknown };
/// "none", "one", "several", "unknown".
const char* to_string(Solutions solutions);

/// A rating on the Sudoku Explainer scale.
struct RatedSe {
    rating::SeRating rating;
    Solutions solutions = Solutions::unknown;
    rating::UniquenessUse uniqueness = rating::UniquenessUse::open;
    std::optional<std::vector<rating::SeStep>> steps{};  ///< if they were asked for
};

/// A sum of scores over a walk by rules.
struct RatedPath {
    std::string scale;  ///< "hodoku", "methods"
    logic::Path path;
    Solutions solutions = Solutions::unknown;
    std::optional<rating::HodokuLevel> level{};
    std::optional<bool> assume_unique{};  ///< on the scales where it can be asked for
    bool with_steps = false;
};

/// The largest argument that a puzzle needs, and what its names come to.
struct RatedNeeds {
    logic::NeededSteps needed;
    Solutions solutions = Solutions::unknown;
    logic::Path named;                                ///< the walk by the rules, without guesses
    std::string rules;                                ///< their name
    std::optional<std::vector<logic::Step>> steps{};  ///< if they were asked for

    /// The dearest named step; null if no rule hit.
    const logic::Step* hardest_named() const;
    /// Whether the named steps came as far as the smallest arguments did.
    bool names_suffice() const { return needed.complete() && named.state == needed.state; }
};

/// The measure of J. Paris.
struct RatedParis {
    logic::ParisRating rating;
    Solutions solutions = Solutions::unknown;
    std::size_t size = 9;  ///< of the board
    bool with_steps = false;
};

/// The minutes that people take.
struct RatedHuman {
    rating::HumanRating rating;
    Solutions solutions = Solutions::unknown;
    bool with_steps = false;
};

struct RateOptions {
    /// Use what rests on there being one solution, where there is just one; of the scales se and
    /// the sums.
    bool assume_unique = false;
    bool with_steps = false;
    /// Of the largest needed argument: what it costs, and the rules that are to name it.
    logic::Price price = logic::Price::constraints;
    logic::RuleSet rules = *logic::built_in_rules("all");
    /// How far to search for the smallest arguments, or for the fewest choices; if it is not said,
    /// as far as NeededOptions and ParisOptions say.
    std::optional<std::uint64_t> nodes{};
    rating::HumanModel model = rating::human_model();
    /// Of the count up to two; its stop flag holds for everything.
    SolveOptions solve{};
};

/// The scales by their names.
enum class RatingScale : std::uint8_t { se, hodoku, methods, needs, paris, human };
std::span<const std::pair<const char*, RatingScale>> rating_scales();
/// Why a scale is not defined for the puzzle's board; empty if it is. Rules such as cages are known
/// to needs and paris alone.
std::string undefined(const Puzzle& puzzle, RatingScale scale);
bool knows_rules(RatingScale scale);

/// The scales that add up scores.
enum class Sum : std::uint8_t { hodoku, methods };

/// The ratings of a puzzle. Requires rating::can_rate(puzzle) for the scales of Sudoku Explainer
/// and HoDoKu, and a puzzle without rules of its own for all but rate_needs().
RatedSe rate_se(const Puzzle& puzzle, const RateOptions& options = {});
RatedPath rate_sum(const Puzzle& puzzle, Sum scale, const RateOptions& options = {});
RatedNeeds rate_needs(const Puzzle& puzzle, const RateOptions& options = {});
RatedParis rate_paris(const Puzzle& puzzle, const RateOptions& options = {});
RatedHuman rate_human(const Puzzle& puzzle, const RateOptions& options = {});

/// A line a step if they were asked for, then the rating.
std::string to_text(const RatedSe& rated, Language language = Language::english);
std::string to_text(const RatedPath& rated, Language language = Language::english);
std::string to_text(const RatedNeeds& rated, Language language = Language::english);
std::string to_text(const RatedParis& rated, Language language = Language::english);
std::string to_text(const RatedHuman& rated, Language language = Language::english);
/// clew/rate/1.
nlohmann::ordered_json to_json(const Record& record, const RatedSe& rated);
nlohmann::ordered_json to_json(const Record& record, const RatedPath& rated);
nlohmann::ordered_json to_json(const Record& record, const RatedNeeds& rated);
nlohmann::ordered_json to_json(const Record& record, const RatedParis& rated);
nlohmann::ordered_json to_json(const Record& record, const RatedHuman& rated);

/// How the walk of a rating ended: a stop came, it went through, or neither.
enum class RatedEnding : std::uint8_t { interrupted, through, beyond, stuck };
RatedEnding ending_of(const RatedSe& rated);
RatedEnding ending_of(const RatedPath& rated);
RatedEnding ending_of(const RatedNeeds& rated);
RatedEnding ending_of(const RatedParis& rated);
RatedEnding ending_of(const RatedHuman& rated);

/// f of the rating on a scale, for which the board must be defined.
template <class F>
auto with_rating(const Puzzle& puzzle, RatingScale scale, const RateOptions& options, F&& f) {
    switch (scale) {
        case RatingScale::se:
            return f(rate_se(puzzle, options));
        case RatingScale::needs:
            return f(rate_needs(puzzle, options));
        case RatingScale::paris:
            return f(rate_paris(puzzle, options));
        case RatingScale::human:
            return f(rate_human(puzzle, options));
        case RatingScale::hodoku:
            return f(rate_sum(puzzle, Sum::hodoku, options));
        default:
            return f(rate_sum(puzzle, Sum::methods, options));
    }
}

/// How many puzzles of a list have which rating; those that the walk did not solve under nothing.
using Ratings = std::map<std::optional<std::size_t>, std::size_t>;
/// The share of the puzzles that are rated no more than so much, a curve a list.
Plot share_plot(const std::string& title, const std::string& rating,
                const std::map<std::string, Ratings>& lists);

}  // namespace clew::report
