// The smallest sets, sizes ascending. For clues: at each size every solution S is tried with the
// minimal ones of its differences from the others; the first size at which some S can be singled
// out is the smallest, and every S is then asked for all its sets. For cells: one hitting set
// problem over the minimal differences of all pairs.
//
// A lower bound starts the sizes: disjoint differences need a clue each; and k cells of n digits
// tell at most n^k solutions apart.

#include "setter/completion.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "setter/hitting_sets.hpp"
#include "solve/solve.hpp"

namespace clew::setter {
namespace {

template <class Element>
void stop_at(SmallestSets<Element>& result, Ending ending, std::size_t size) {
    result.ending = ending;
    if (result.sets.empty()) result.size = size;
}

SmallestSets<Candidate> smallest_clues(const std::vector<Grid>& solutions,
                                       const CompletionOptions& options) {
    SmallestSets<Candidate> result;
    std::vector<HittingSets> problems;
    std::size_t size = ~std::size_t{0};
    for (const Grid& target : solutions) {
        std::vector<ElementSet> differences;
        for (const Grid& other : solutions)
            if (&other != &target) differences.push_back(difference(target, other));
        problems.emplace_back(differences);
        size = std::min(size, problems.back().lower_bound());
        if (options.budget.stopped()) {
            stop_at(result, Ending::interrupted, 1);
            return result;
        }
    }
    std::uint64_t nodes = 0;
    for (;; ++size) {
        for (std::size_t i = 0; i < solutions.size(); ++i) {
            const Ending ending = problems[i].of_size(
                size, options.budget, nodes, [&](std::span<const std::size_t> cells) {
                    if (result.sets.size() == options.max_sets) return Flow::stop;
                    std::vector<Candidate>& set = result.sets.emplace_back();
                    for (std::size_t c : cells) set.push_back({Cell{c}, solutions[i][Cell{c}]});
                    return Flow::go_on;
                });
            if (ending != Ending::exhausted) {
                stop_at(result, ending, size);
                if (!result.sets.empty()) result.size = size;
                return result;
            }
        }
        if (result.sets.empty()) continue;
        result.size = size;
        std::sort(result.sets.begin(), result.sets.end());
        return result;
    }
}

SmallestSets<Cell> smallest_cells(const std::vector<Grid>& solutions, std::size_t digits,
                                  const CompletionOptions& options) {
    SmallestSets<Cell> result;
    const HittingSets problem{minimal_differences(solutions)};
    std::size_t size = 0;
    for (std::uint64_t reach = 1; reach < solutions.size(); reach *= digits) ++size;
    size = std::max(size, problem.lower_bound());
    std::uint64_t nodes = 0;
    for (;; ++size) {
        const Ending ending =
            problem.of_size(size, options.budget, nodes, [&](std::span<const std::size_t> cells) {
                if (result.sets.size() == options.max_sets) return Flow::stop;
                std::vector<Cell>& set = result.sets.emplace_back();
                for (std::size_t c : cells) set.emplace_back(c);
                return Flow::go_on;
            });
        result.size = size;
        result.ending = ending;
        if (ending != Ending::exhausted) return result;
        if (result.sets.empty()) continue;
        std::sort(result.sets.begin(), result.sets.end());
        return result;
    }
}

/// Where the clues lack a symmetry in a few cells alone, perhaps these were left out together,
/// though fewer would do: each of them with the digits that single a solution out.
void add_symmetric_sets(const Puzzle& puzzle, Completion& result) {
    const Geometry& geometry = puzzle.geometry();
    // Among many clues a symmetry that a few cells lack is chance.
    if (puzzle.given_count() * 2 > geometry.cell_count()) return;
    for (const Symmetry symmetry : all_symmetries()) {
        std::vector<Cell> lacking;
        for (const std::vector<Cell>& orbit : orbits(geometry, symmetry)) {
            const auto open = [&](Cell cell) { return !puzzle.given(cell); };
            if (std::ranges::all_of(orbit, open)) continue;
            std::ranges::copy_if(orbit, std::back_inserter(lacking), open);
        }
        if (lacking.empty() || lacking.size() * 4 > puzzle.given_count()) continue;
        std::ranges::sort(lacking);
        std::map<std::vector<Candidate>, std::size_t> solutions_with;
        for (const Grid& grid : result.solutions) {
            std::vector<Candidate> set;
            for (const Cell cell : lacking) set.push_back({cell, grid[cell]});
            ++solutions_with[std::move(set)];
        }
        for (const auto& [set, solutions] : solutions_with)
            if (solutions == 1 &&
                std::ranges::find(result.clues.sets, set) == result.clues.sets.end())
                result.clues.sets.push_back(set);
    }
}

/// Setters make symmetric patterns, so a clue that completes one is likelier to have been left out.
void symmetric_first(const Puzzle& puzzle, Completion& result) {
    std::vector<bool> before;
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
        before.push_back(puzzle.given(Cell{i}).has_value());
    if (std::none_of(before.begin(), before.end(), [](bool b) { return b; })) {
        result.symmetries.resize(result.clues.sets.size());
        return;
    }
    std::vector<std::vector<Candidate>> others;
    std::vector<std::vector<Candidate>> symmetric;
    for (auto& set : result.clues.sets) {
        std::vector<bool> after = before;
        for (Candidate c : set) after[c.cell.index()] = true;
        const auto gained = symmetry_gained(puzzle.geometry(), before, after);
        if (gained) result.symmetries.push_back(gained);
        (gained ? symmetric : others).push_back(std::move(set));
    }
    result.clues.sets = std::move(symmetric);
    std::move(others.begin(), others.end(), std::back_inserter(result.clues.sets));
    result.symmetries.resize(result.clues.sets.size());
}

}  // namespace

ElementSet difference(const Grid& a, const Grid& b) {
    ElementSet cells;
    for (std::size_t i = 0; i < a.cell_count(); ++i)
        if (a[Cell{i}] != b[Cell{i}]) cells.push_back(i);
    return cells;
}

std::vector<ElementSet> minimal_differences(const std::vector<Grid>& solutions) {
    // Row by row, and the minimal ones so far kept: all pairs at once would need too much memory.
    std::vector<ElementSet> sets;
    std::size_t room = 4'000;
    for (std::size_t i = 0; i < solutions.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) sets.push_back(difference(solutions[i], solutions[j]));
        if (sets.size() <= room) continue;
        sets = minimal_sets(std::move(sets));
        room = 2 * sets.size() + 4'000;
    }
    return minimal_sets(std::move(sets));
}

std::vector<CellQuestion> questions(const Geometry& geometry, const std::vector<Grid>& solutions) {
    struct Rated {
        std::uint64_t squares, largest;
        CellQuestion question;
    };
    std::vector<Rated> rated;
    for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
        std::vector<std::uint64_t> counts(geometry.size());
        for (const Grid& grid : solutions) ++counts[grid[Cell{i}].index()];
        Rated entry{0, 0, {Cell{i}, {}}};
        for (std::size_t d = 0; d < counts.size(); ++d) {
            if (counts[d] == 0) continue;
            entry.squares += counts[d] * counts[d];
            entry.largest = std::max(entry.largest, counts[d]);
            entry.question.parts.emplace_back(Digit{d}, counts[d]);
        }
        if (entry.question.parts.size() < 2) continue;
        std::stable_sort(entry.question.parts.begin(), entry.question.parts.end(),
                         [](const auto& a, const auto& b) { return a.second > b.second; });
        rated.push_back(std::move(entry));
    }
    std::stable_sort(rated.begin(), rated.end(), [](const Rated& a, const Rated& b) {
        return std::pair(a.squares, a.largest) < std::pair(b.squares, b.largest);
    });
    std::vector<CellQuestion> result;
    for (Rated& entry : rated) result.push_back(std::move(entry.question));
    return result;
}

Completion completion(const Puzzle& puzzle, const CompletionOptions& options) {
    Completion result;
    result.listing =
        clew::enumerate(
            puzzle, {.budget = {.stop = options.budget.stop}, .limit = options.max_solutions + 1},
            keep_in(result.solutions))
            .ending;
    if (result.listing != Ending::exhausted || result.solutions.size() < 2) return result;
    result.questions = questions(puzzle.geometry(), result.solutions);
    result.cells = smallest_cells(result.solutions, puzzle.geometry().size(), options);
    result.clues = smallest_clues(result.solutions, options);
    add_symmetric_sets(puzzle, result);
    symmetric_first(puzzle, result);
    return result;
}

}  // namespace clew::setter
