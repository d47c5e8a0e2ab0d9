#pragma once
// Which cells of a puzzle's solutions can be filled otherwise, in words and as JSON.
//
//     DeadlySetFinder finder{{.max_size = 10}};
//     DeadlySets found = finder.find(puzzle);
//     to_text(puzzle, found)         a line a set
//     summary_of(puzzle, found)      "16 minimal unavoidable sets of up to 6 cells (...)"
//     to_json(record, found)         clew/unavoidable/1

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/formats.hpp"
#include "setter/templates.hpp"
#include "setter/unavoidable.hpp"

namespace clew::report {

struct DeadlySetOptions {
    enum class Method : std::uint8_t { search, sat, templates };
    enum class Want : std::uint8_t {
        minimal_sets,
        shapes,  ///< rectangles, pairs of lines and three lines, minimal or not
    };
    enum class Keep : std::uint8_t {
        all,
        not_hit,  ///< those in which no clue stands
    };

    std::size_t max_size = 10;  ///< cells of a set, of a single grid
    Method method = Method::search;
    Want want = Want::minimal_sets;
    Keep keep = Keep::all;
    std::uint64_t max_solutions = 1'000;  ///< with more, they are not compared
    Budget budget{};
    Language language = Language::english;               ///< of the words
    std::function<void(const Progress&)> on_progress{};  ///< as in UnavoidableOptions
};

struct DeadlySets {
    enum class Outcome : std::uint8_t {
        found,
        no_solution,
        too_many_solutions,
        not_known,  ///< the work ended before the solutions were known
    };

    Outcome outcome = Outcome::found;
    DeadlySetOptions options;
    std::vector<setter::ElementSet> sets{};
    std::vector<std::string> kinds{};  ///< beside sets, of templates and shapes; else empty
    std::shared_ptr<const setter::Templates> templates{};  ///< that were laid, if any
    Ending ending = Ending::exhausted;
    std::size_t max_size = 0;  ///< of a single grid
    std::vector<Grid> solutions{};

    bool several() const { return solutions.size() > 1; }
};

/// Finds them; keeps the templates of a board for the next puzzle on it. May be asked by several
/// threads at once.
class DeadlySetFinder {
  public:
    explicit DeadlySetFinder(DeadlySetOptions options) : options_(std::move(options)) {}

    /// For a puzzle with one solution all sets of it up to the size, for one with several the sets
    /// that its solutions exhibit. The other grids obey the puzzle's rules as well. Errors:
    /// InputError if there are no templates for the board; for shapes and templates if the puzzle
    /// has rules.
    DeadlySets find(const Puzzle& puzzle, const StopFlag* stop = nullptr);

  private:
    void look(const Puzzle& puzzle, const Budget& budget, DeadlySets& found);
    std::shared_ptr<const setter::Templates> templates_of(BoxShape boxes, const Budget& budget);

    const DeadlySetOptions options_;
    std::mutex mutex_;
    std::shared_ptr<const setter::Templates> templates_;
};

/// A line a set: "4 cells, digits 28: r1c1 r1c2 r5c1 r5c2, not hit".
std::string to_text(const Puzzle& puzzle, const DeadlySets& found);
/// One sentence: how many of which size, or why there are none.
std::string summary_of(const Puzzle& puzzle, const DeadlySets& found);
/// clew/unavoidable/1.
nlohmann::ordered_json to_json(const Record& record, const DeadlySets& found);

}  // namespace clew::report
