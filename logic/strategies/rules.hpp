#pragma once
// Rule sets: which techniques, in which order, at what price. Data, built in or the user's own.
//
//     const RuleSet& rules = *built_in_rules("methods");
//     std::optional<RuleSet> some = find_rules("naked-pair,x-wing");
//     RuleSet mine = read_rules(text, "mine.json");        // InputError with a place if it is bad
//
// A user's file:
//
//     { "name": "mine",
//       "restart": "first",                            // or "stay": go on from the rule that hit
//       "scale": "methods",                            // scores left out; or "clew", "human"
//       "guess": "off",                                // or "first", "all"
//       "work_matrix": false,                          // true: steps show the matrix they are in
//       "rules": [ {"technique": "hidden-single", "score": 10, "line_score": 12},
//                  {"technique": "naked-set", "score": 90, "max_size": 6},
//                  {"technique": "impossible-digit", "closure": "singles", "on": false} ] }

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logic/strategies/strategy.hpp"
#include "logic/technique.hpp"

namespace clew::logic::inline strategies {

enum class Switch : std::uint8_t { off, on };

/// One technique in a rule set.
struct TechniqueRule {
    Technique technique = Technique::naked_single;
    int score = 0;
    int line_score = 0;  ///< of a hidden single that a row or column tells; 0: as in a box
    Switch is = Switch::on;
    std::size_t max_size = 0;                       ///< see Query::max_size
    std::uint64_t max_nodes = 50'000'000;           ///< see Query::max_nodes
    ClosureRules closure = ClosureRules::sudokujm;  ///< for assume-and-propagate
    HouseOrder houses = HouseOrder::boxes_first;    ///< for hidden singles

    Query query() const { return {technique, max_size, max_nodes, closure, houses, nullptr}; }
    bool operator==(const TechniqueRule&) const = default;
};
/// What a step that the rule found costs on that board.
int score_of(const TechniqueRule& rule, const Step& step, const Geometry& geometry);

/// Where the search goes on after a step.
enum class Restart : std::uint8_t {
    first,  ///< at the first rule, as sudokusolver.co.uk does
    stay,   ///< at the rule that hit; at the first once no rule hits any more
};

/// What happens when no rule hits: Ariadne's thread.
enum class Guess : std::uint8_t {
    off,
    first,  ///< follow threads until one of them reaches a solution
    all,    ///< follow every thread
};

struct RuleSet {
    std::string name;
    std::string description;
    std::vector<TechniqueRule> rules;  ///< in the order in which they are tried
    Restart restart = Restart::first;
    Guess guess = Guess::off;
    int guess_score = 320;
    /// Whether steps come with the matrix that they were found in (logic/work_matrix.hpp).
    Switch work_matrix = Switch::off;

    bool operator==(const RuleSet&) const = default;
};

/// template, sudokujm, methods, gromley, pike, human, structures, all.
std::span<const RuleSet> built_in_rules();
/// Whether a technique is in none of the built-in sets, but can be asked for by name: the hard
/// lists have no puzzle that is solved with it and not without (docs/lab.md).
bool only_by_name(Technique technique);
/// The built-in set of that name; null if there is none.
const RuleSet* built_in_rules(std::string_view name);

/// The rule set that a text asks for: a built-in one by name, "singles" (the same rules as
/// "template"), or techniques parted by commas, such as "naked-pair,x-wing": naked and hidden
/// singles first, then these in the order given, each once, with Clew's own scores. Its name is the
/// text. Nothing if the text is neither.
std::optional<RuleSet> find_rules(std::string_view text);
/// "singles, template, ..., or techniques parted by commas, such as naked-pair,x-wing": what
/// find_rules knows, for a message.
std::string known_rules();

/// Reads a rule set from JSON. `source` names it in errors. Errors: InputError with line and column
/// for broken JSON, otherwise naming the entry: unknown key, technique, closure or scale; a rule
/// twice; a line score of anything but a hidden single; a score below 0 or a size out of range; no
/// rule that is on.
RuleSet read_rules(std::string_view json, const std::string& source);
/// The JSON that read_rules turns into the same set.
std::string write_rules(const RuleSet& rules);

}  // namespace clew::logic::inline strategies
