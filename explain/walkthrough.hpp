#pragma once
// Walkthrough: a whole path told step by step, as text, Markdown or frames of an HTML page.
//
//     Path path = walk(State{puzzle}, options);
//     std::cout << write_walk(puzzle, State{puzzle}, path, {});
//     std::ofstream{"walk.html"} << write_html(frames_of(puzzle, State{puzzle}, path));
//
// Guesses are told as what they are: the thread is opened, followed one level deeper, and undone.
// A path that is stuck says so, and what was tried.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/board/puzzle.hpp"
#include "explain/pictures/write_html.hpp"
#include "explain/pictures/write_text.hpp"
#include "explain/words/narrate.hpp"
#include "logic/path/path.hpp"

namespace clew::explain {

enum class Markup : std::uint8_t { text, markdown };

/// Which boards are drawn between the lines.
enum class Boards : std::uint8_t {
    none,
    ends,   ///< the first and the last
    every,  ///< before each step, with the step's roles marked, and the last
};

struct WalkOptions {
    WordStyle style{};
    Markup markup = Markup::text;
    Boards boards = Boards::ends;
    Colour colour = Colour::none;  ///< of boards in text
    std::size_t width = 80;        ///< where lines of text are broken; Markdown lines are not
    logic::Switch work_matrix = logic::Switch::off;  ///< below the steps that have one
    Levels levels = Levels::first;                   ///< of the lines of a long argument
    std::string all_by{};  ///< what a reader of the first level asks for to have all; may be empty
};

/// One entry of a path in words.
struct Told {
    std::string title;
    std::string text;           ///< may be several lines of text: see Narration::text
    std::vector<Line> lines{};  ///< of a longer argument
    Folded whole{};             ///< the text with every line, if that is more
};

/// Every line of an argument, to be unfolded; nothing if its text has them all.
Folded every_line(const Narration& told, Language language = Language::english);

/// Calls `visit` with the state before each entry, in order. The start must be the path's.
void visit(const logic::State& start, std::span<const logic::Entry> entries,
           const std::function<void(const logic::State& before, std::size_t index)>& visit);

/// One entry in words; what rules ask only if `said` does not have it yet (Narration::leave_out).
Told tell(const logic::State& before, const logic::Entry& entry, WordStyle style,
          std::set<std::string>* said = nullptr);

/// Whether it is said what a walk that is stuck tried in vain: some forty names with all rules.
enum class TriedNames : std::uint8_t { named, left_out };

/// How a path ended, in a sentence or two: solved, stuck and what was tried, impossible, or what
/// bound ended it.
std::string tell_ending(const logic::Path& path, TriedNames tried = TriedNames::named,
                        Language language = Language::english);
/// "Score 132. The hardest is step 7, naked pair (32)."; nothing of a walk without steps, or of a
/// puzzle without solution. `hardest`: what that step is called, if it is not its technique.
std::string tell_score(const logic::Path& path, const std::string& hardest = {},
                       Language language = Language::english);
/// "Tidied: 66 steps became 51.", of the path that logic::tidy() made of one of so many steps.
std::string tell_tidied(std::size_t before, const logic::Path& path,
                        Language language = Language::english);

/// A walk in words while it is being made: head(), entry() for each, then end(). Joined they are
/// what write_walk() writes. Used by one thread at a time; different ones by different threads.
class WalkTeller {
  public:
    /// The puzzle must outlive it.
    WalkTeller(const Puzzle& puzzle, const logic::State& start, const WalkOptions& options = {});

    /// The first board, if there are any.
    std::string head() const;
    /// The next entry, with the board before it if that is wanted.
    std::string entry(const logic::Entry& entry);
    /// The last board, how it ended, its score. Ends with a newline.
    std::string end(const logic::Path& path) const;

  private:
    std::string board(const View& view) const;

    const Puzzle& puzzle_;
    WalkOptions options_;
    std::vector<logic::State> levels_;  // the state at each open guess
    std::vector<std::string> titles_;   // of what was told
    bool shortened_ = false;            // some argument
    std::set<std::string> said_;        // of what rules ask
};

/// The whole path. Ends with a newline.
std::string write_walk(const Puzzle& puzzle, const logic::State& start, const logic::Path& path,
                       const WalkOptions& options = {});

/// A frame before each entry with its roles marked, and one for the end.
std::vector<Frame> frames_of(const Puzzle& puzzle, const logic::State& start,
                             const logic::Path& path, WordStyle style = {});

}  // namespace clew::explain
