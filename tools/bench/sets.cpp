#include "tools/bench/sets.hpp"

#include <numeric>
#include <sstream>
#include <string_view>

#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "logic/path/path.hpp"
#include "setter/generate.hpp"
#include "solve/solve.hpp"
#include "tools/bench/data.hpp"

namespace clew::bench {
namespace {

constexpr std::uint64_t seed = 2006;

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    std::istringstream stream{std::string(text)};
    for (std::string line; std::getline(stream, line);)
        if (!line.empty() && line[0] != '#') lines.push_back(line);
    return lines;
}

std::vector<std::string> made(const setter::Wishes& wishes, std::size_t number) {
    const setter::Generator generator{wishes};
    std::vector<std::string> lines;
    for (std::uint64_t i = 0; lines.size() < number; ++i)
        if (const auto one = generator.make(i); one.puzzle) lines.push_back(to_line(*one.puzzle));
    return lines;
}

std::vector<std::string> easy() {
    return made({.min_clues = 34,
                 .max_clues = 38,
                 .symmetry = setter::Symmetry::half_turn,
                 .minimality = setter::Minimality::any,
                 .seed = seed},
                500);
}

/// Of 2 000 minimal puzzles those that `rules` solve and `less` do not; null: none, and all.
std::vector<std::string> solved_between(const logic::RuleSet* less, const logic::RuleSet* rules) {
    const auto solve = [](const logic::RuleSet* set, const std::string& line) {
        const logic::State state{Puzzle::from_line(line)};
        return logic::walk(state, {.rules = set}).status == logic::Status::solved;
    };
    std::vector<std::string> lines = made({.seed = seed}, 2000);
    std::erase_if(lines, [&](const std::string& line) {
        return (less != nullptr && solve(less, line)) || (rules != nullptr && !solve(rules, line));
    });
    return lines;
}

/// Clues of nine random grids in random cells.
std::vector<std::string> with_clues(std::size_t clues) {
    Random random{seed};
    std::vector<std::string> lines = made({.seed = seed}, 9);
    for (std::string& line : lines) {
        line = to_line(*solve(Puzzle::from_line(line)).solution);
        std::vector<std::size_t> cells(line.size());
        std::iota(cells.begin(), cells.end(), 0U);
        random.shuffle(cells);
        for (std::size_t i = clues; i < cells.size(); ++i) line[cells[i]] = '.';
    }
    return lines;
}

const logic::RuleSet& basic_rules() {
    static const logic::RuleSet rules =
        logic::read_rules(data::basic_rules, "examples/bench/basic.json");
    return rules;
}

std::vector<std::string> several() {
    return made({.min_solutions = 2,
                 .max_solutions = 100,
                 .minimality = setter::Minimality::any,
                 .seed = seed},
                500);
}

/// Sparse puzzles with one clue changed, where no two clues clash and yet nothing solves them.
std::vector<std::string> none() {
    std::vector<std::string> lines;
    Random random{seed};
    for (const std::string& line : lines_of(data::sparse))
        for (int attempt = 0; attempt < 8; ++attempt) {
            Puzzle puzzle = Puzzle::from_line(line);
            std::vector<Cell> clues;
            for (std::size_t i = 0; i < 81; ++i)
                if (puzzle.given(Cell{i})) clues.push_back(Cell{i});
            const Cell cell = clues[static_cast<std::size_t>(random.below(clues.size()))];
            const Digit was = *puzzle.given(cell);
            puzzle.clear_given(cell);
            const DigitSet open = puzzle.candidates_after_givens()[cell.index()] - DigitSet{was};
            if (open.empty()) continue;
            puzzle.set_given(cell, open.first());
            if (count(puzzle, {.limit = 1}).solutions != Count{0}) continue;
            lines.push_back(to_line(puzzle));
            break;
        }
    return lines;
}

}  // namespace

const std::vector<BenchSet>& bench_sets() {
    static const std::vector<BenchSet> sets = {
        {Suite::classic, "easy", "34 to 38 clues, half-turn symmetry", easy},
        {Suite::classic, "sparse", "minimal, at most 22 clues",
         [] { return lines_of(data::sparse); }},
        {Suite::classic, "hard", "minimal, the largest search trees of 40 000",
         [] { return lines_of(data::hard); }},
        {Suite::classic, "none", "a sparse puzzle with one clue changed: no solution", none},
        {Suite::classic, "several", "2 to 100 solutions", several},
        {Suite::logic, "singles", "minimal: singles solve them",
         [] { return solved_between(nullptr, logic::built_in_rules("template")); }},
        {Suite::logic, "middle", "minimal: basic rules solve them, singles do not",
         [] { return solved_between(logic::built_in_rules("template"), &basic_rules()); }},
        {Suite::logic, "beyond", "minimal: basic rules do not solve them",
         [] { return solved_between(&basic_rules(), nullptr); }},
        {Suite::counts, "0", "no clues", [] { return with_clues(0); }},
        {Suite::counts, "6", "6 clues", [] { return with_clues(6); }},
        {Suite::counts, "10", "10 clues", [] { return with_clues(10); }},
        {Suite::counts, "20", "20 clues", [] { return with_clues(20); }},
        {Suite::large, "big", "16x16, at most 110 clues", [] { return lines_of(data::big); }},
        {Suite::large, "huge", "25x25, 310 clues", [] { return lines_of(data::huge); }},
        {Suite::large, "dense", "25x25, 290 clues", [] { return lines_of(data::dense); }},
    };
    return sets;
}

std::string puzzle_with_solutions(std::uint64_t low) {
    // Shipped up to 10^8: making one with so many solutions means counting many on the way.
    for (const std::string& line : lines_of(data::solutions)) {
        std::istringstream fields(line);
        std::string puzzle;
        std::uint64_t solutions = 0;
        if (fields >> puzzle >> solutions && solutions >= low && solutions <= 2 * low)
            return puzzle;
    }
    const setter::Generator generator{{.min_solutions = low,
                                       .max_solutions = 2 * low,
                                       .minimality = setter::Minimality::any,
                                       .seed = seed}};
    for (std::uint64_t i = 0;; ++i)
        if (const auto one = generator.make(i); one.puzzle) return to_line(*one.puzzle);
}

}  // namespace clew::bench
