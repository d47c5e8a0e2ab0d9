#pragma once
// Judge: somebody's steps and somebody's grid, held to the puzzle.
//
//     std::vector<WrittenStep> written = read_steps(in, "steps.txt", start_of(record));
//     Judged judged = judge(record, written);
//     to_text(judged, {.spoil = true})       "r4c6=5: follows: hidden single"
//     to_json(record, judged)                clew/judge/1
//
// A step is a line: what it concludes, and after a colon, if it is said, from what.
//
//     r4c6=5                                 no reason named: is it true, and what shows it?
//     r1c2<>37, r1c5<>3: 3 in row 1; r1c1    follows from these constraints, or does not
//
// Constraints are named as Clew names them: a cell, "3 in row 1", "row 1" for all its digits, "rule
// 2", "the total of row 3". Steps that are true are made before the next is judged.

#include <istream>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/formats/formats.hpp"
#include "explain/report/why.hpp"
#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::report {

/// A step as somebody wrote it.
struct WrittenStep {
    std::string text;
    std::vector<Candidate> placements, eliminations;  ///< ascending; not both empty
    std::vector<logic::Citation> cites{};             ///< ascending; empty: none were named
};

/// The steps of a text, a line each; empty lines and what follows a # are passed over. `state` says
/// which cells, houses and rules there are. Errors: InputError with the line.
std::vector<WrittenStep> read_steps(std::istream& in, const std::string& source,
                                    const logic::State& state);

enum class Judgement : std::uint8_t {
    follows,      ///< from what it cites; or, if it cites nothing, by the argument in `why`
    unsupported,  ///< true, but what it cites does not show it
    undecided,    ///< true in some solutions only
    wrong,        ///< in no solution
    nothing_new,  ///< it stands there already
    not_known,    ///< the work ended before
};
/// "follows", "unsupported", "undecided", "wrong", "nothing new", "not known".
const char* to_string(Judgement judgement);

struct JudgedStep {
    WrittenStep written;
    Judgement judgement = Judgement::not_known;
    std::string said{};  ///< why, in words; of what follows by its citations nothing
    std::optional<logic::Step>
        step{};                     ///< the shortest argument, for it or against it, if looked for
    std::vector<Grid> solutions{};  ///< of what is undecided: two that differ there
};

/// What a player filled in and crossed out.
struct JudgedGrid {
    std::size_t filled = 0;
    std::vector<Cell> wrong{};    ///< filled with a digit that no solution has there, ascending
    std::vector<Cell> crossed{};  ///< open cells of which every possible digit is crossed out
    std::vector<Cell> clash{};    ///< two cells of a house with the same digit, or none
    bool complete = false;        ///< no cell is open
    bool solvable = false;        ///< some solution has every digit
};

struct Judged {
    std::optional<JudgedGrid> grid{};  ///< if the record has what a player did
    bool from_puzzle = false;  ///< steps are judged from the puzzle alone: the grid is not solvable
    std::vector<JudgedStep> steps{};
    bool has_solution = true;  ///< of the puzzle
    Ending ending = Ending::exhausted;
    Language language = Language::english;  ///< of the words

    /// Whether nothing is wrong, undecided, unsupported or unknown.
    bool right() const;
};

/// Errors: InputError if the grid changes a clue. Cost: as why() for each step that cites nothing
/// or is wrong.
Judged judge(const Record& record, const std::vector<WrittenStep>& steps, const Budget& budget = {},
             Language language = Language::english);
/// The record with the digits of a grid as what a player filled in. Errors: InputError if it is of
/// another size or changes a clue.
Record with_grid(Record record, const Puzzle& grid);

/// Whether to name the cells that are wrong.
struct Spoilers {
    bool spoil = false;
};
std::string to_text(const Judged& judged, std::size_t size, const Spoilers& telling = {});
/// clew/judge/1.
nlohmann::ordered_json to_json(const Record& record, const Judged& judged,
                               const Spoilers& telling = {});

}  // namespace clew::report
