#pragma once
// Explainer: rates a classic puzzle on the scale of Sudoku Explainer 1.2.1.
//
//     Explainer explainer;                                     // keeps its memory between puzzles
//     SeRating r = explainer.rate(puzzle, {.uniqueness = Uniqueness::granted});
//     to_string(r)                                             // "7.2/1.2/1.2"
//
// The walk always takes the step that the scale tries first, until the puzzle is solved or nothing
// is found. A puzzle with several solutions is walked as far as logic goes: no step takes away what
// a solution uses, unless uniqueness is granted, which is for the caller to know. The scale is
// defined for classic 9x9 boards; others are refused (can_rate).

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "logic/rating/scale.hpp"

namespace clew::rating {

/// Whether steps may use that the puzzle has one solution and no other.
enum class UniquenessUse : std::uint8_t { open, granted };

/// One step of a walk.
struct SeStep {
    SeTechnique technique = SeTechnique::last_value;
    int tenths = 0;
    int complexity = 0;  ///< implications of a chain; 0 if it is none
    ChainForm form = ChainForm::none;
    std::optional<Candidate> placement{};
    std::vector<Candidate> eliminations{};  ///< besides those that the placement brings

    bool operator==(const SeStep&) const = default;
};
/// "dynamic forcing chains, from a cell".
std::string title(const SeStep& step);

enum class SeEnding : std::uint8_t {
    solved,
    settled,      ///< nothing is left but what some solution uses: SeOptions::living says so
    stuck,        ///< no technique of the scale finds anything
    impossible,   ///< a cell or a digit has no way left: the puzzle has no solution
    interrupted,  ///< by the stop flag
};
/// "solved", "settled", "stuck", "impossible", "interrupted".
const char* to_string(SeEnding ending);

struct SeRating {
    int er = 0;  ///< tenths: the hardest step of the walk; 0 if there is none
    int ep = 0;  ///< the hardest up to and with the first placement
    int ed = 0;  ///< the first step
    SeEnding ending = SeEnding::stuck;
    std::size_t steps = 0;
    /// Whether a step rested on uniqueness.
    bool used_uniqueness = false;
};
/// "7.2/1.2/1.2".
std::string to_string(const SeRating& rating);
/// "7.2".
std::string tenths_text(int tenths);

struct SeOptions {
    UniquenessUse uniqueness = UniquenessUse::open;
    /// Where the walk gives up: techniques behind it are not tried. Those up to forcing chains
    /// always are.
    SeTechnique last = SeTechnique::nested_dynamic_chains;
    /// The candidates that some solution uses (bit d of a cell for digit d), if the caller knows
    /// them: where nothing else is left no step can be found, and none is looked for. The rating is
    /// the same without, but that `settled` is then called `stuck`. Not owned.
    const std::array<std::uint16_t, 81>* living = nullptr;
    const StopFlag* stop = nullptr;                ///< polled, inside chains too
    std::function<void(const SeStep&)> on_step{};  ///< may be empty
};

/// True for the boards that the scale is defined for: classic, without further rules.
bool can_rate(const Puzzle& puzzle);

/// One object a thread: a call uses the memory of the object.
class Explainer {
  public:
    Explainer();
    ~Explainer();
    Explainer(Explainer&&) noexcept;
    Explainer& operator=(Explainer&&) noexcept;

    /// Walks the puzzle to its end. Errors: ContractViolation unless can_rate(puzzle). Cost: below
    /// a millisecond for most puzzles, milliseconds where it takes dynamic chains, seconds for the
    /// hardest known.
    SeRating rate(const Puzzle& puzzle, const SeOptions& options = {});

  private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace clew::rating
