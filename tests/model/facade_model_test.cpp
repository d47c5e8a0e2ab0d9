// The facade against the list of all solutions: every engine, limit, budget and thread count.

#include <gtest/gtest.h>

#include <algorithm>

#include "core/rules/verify.hpp"
#include "solve/solve.hpp"
#include "tests/model/model.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew {
namespace {

using model::Call;
using model::Trial;

constexpr Engine engines[] = {Engine::automatic, Engine::sat, Engine::cubes, Engine::search,
                              Engine::exact};

Puzzle puzzle_of(std::uint64_t world) {
    Random random{world};
    for (;;) {
        const GeometryPtr board =
            world % 3 == 0 ? Geometry::classic() : reference::random_geometry(random, 6);
        const Puzzle puzzle = reference::random_puzzle(random, board);
        const auto count = reference::count_solutions(puzzle, 300, 200'000);
        if (count && *count < 300) return puzzle;
    }
}

std::optional<std::string> play(const Trial& trial) {
    const Puzzle puzzle = puzzle_of(trial.world);
    const std::vector<Grid> all = reference::all_solutions(puzzle, 300);
    for (const Call& call : trial.calls) {
        SolveOptions options;
        options.engine = engines[call.pick(1, std::size(engines))];
        if (!can_count(options.engine, puzzle)) continue;
        options.threads = 1 + static_cast<unsigned>(call.pick(2, 3));
        if (call.pick(3, 4) == 0) options.budget.max_nodes = 1 + call.pick(2, 60);
        const bool bounded = options.budget.max_nodes != unlimited;
        const std::string who = std::string(to_string(options.engine)) + ": ";
        switch (call.pick(0, 4)) {
            case 0: {
                if (call.pick(2, 2) == 0) options.limit = 1 + call.pick(3, 12);
                const CountResult result = count(puzzle, options);
                const auto number = result.solutions.to_u64();
                if (!number || *number > all.size()) return who + "counts too many";
                if (result.exact() && *number != all.size()) return who + "counts too few";
                if (result.ending == Ending::limit_reached && *number < options.limit)
                    return who + "stops before the limit";
                if (result.ending == Ending::out_of_budget && !bounded)
                    return who + "out of an endless budget";
                if (result.ending == Ending::interrupted) return who + "interrupted by nobody";
                if (result.engine == Engine::automatic) return who + "does not say who answered";
                break;
            }
            case 1: {
                if (!can_list(options.engine)) break;
                std::vector<Grid> listed;
                const std::size_t enough = call.pick(2, 2) == 0 ? 1 + call.pick(3, 12) : 1000;
                const CountResult result = enumerate(puzzle, options, [&](const Grid& grid) {
                    listed.push_back(grid);
                    return listed.size() < enough ? Flow::go_on : Flow::stop;
                });
                if (result.solutions.to_u64() != listed.size()) return who + "counts another list";
                std::vector<Grid> sorted = listed;
                std::ranges::sort(sorted);
                if (std::ranges::adjacent_find(sorted) != sorted.end()) return who + "lists twice";
                if (!std::ranges::includes(all, sorted)) return who + "lists what is no solution";
                if (result.exact() && sorted != all) return who + "leaves solutions out";
                if (listed.size() >= enough && result.ending != Ending::limit_reached &&
                    listed.size() < all.size())
                    return who + "goes on after enough";
                // The rest behind any of them, where the engine has an order.
                if (listed.empty() || !can_resume(options.engine) || !result.exact()) break;
                const std::size_t last = call.pick(3, listed.size());
                options.resume_behind = listed[last];
                options.budget = {};
                std::vector<Grid> rest;
                enumerate(puzzle, options, keep_in(rest));
                if (!std::equal(rest.begin(), rest.end(),
                                listed.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                                listed.end()))
                    return who + "goes on elsewhere";
                break;
            }
            case 2: {
                if (!can_list(options.engine)) break;
                const SolveResult result = solve(puzzle, options);
                if (result.solution && !is_solution(puzzle, *result.solution))
                    return who + "solves wrongly";
                if (result.ending == Ending::exhausted && !result.solution && !all.empty())
                    return who + "finds none";
                if (!result.solution && !bounded && !all.empty()) return who + "gives up";
                break;
            }
            case 3: {
                if (!can_list(options.engine)) break;
                const Verdict verdict = verify(puzzle, options);
                const Validity truth = all.empty()       ? Validity::none
                                       : all.size() == 1 ? Validity::unique
                                                         : Validity::several;
                if (verdict.validity == Validity::unknown) {
                    if (!bounded) return who + "does not know";
                } else if (verdict.validity != truth) {
                    return who + "judges wrongly";
                }
                for (const Grid& witness : verdict.witnesses)
                    if (!is_solution(puzzle, witness)) return who + "has a false witness";
                if (verdict.validity == Validity::several &&
                    (verdict.witnesses.size() != 2 || verdict.witnesses[0] == verdict.witnesses[1]))
                    return who + "has not two witnesses";
                break;
            }
        }
    }
    return std::nullopt;
}

TEST(FacadeModel, SaysWhatTheListSays) {
    model::check("facade", play, {.rounds = 150, .calls = 12});
}

}  // namespace
}  // namespace clew
