// search::Search against the list of all solutions: walking in slices, confined, resumed, split.

#include <gtest/gtest.h>

#include <algorithm>

#include "core/rules/verify.hpp"
#include "solve/search/search.hpp"
#include "tests/model/model.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::search {
namespace {

using model::Call;
using model::Trial;

struct Found {
    Grid grid;
    NodePath path;
};

/// A puzzle with some solutions, but not thousands.
Puzzle puzzle_of(std::uint64_t world) {
    Random random{world};
    for (;;) {
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 6));
        const auto count = reference::count_solutions(puzzle, 400, 200'000);
        if (count && *count < 400 && (*count > 3 || random.below(8) == 0)) return puzzle;
    }
}

std::vector<Found> walked(Search& search) {
    std::vector<Found> all;
    while (search.next({}) == Ending::limit_reached) {
        Grid grid;
        search.copy_to(grid);
        all.push_back({grid, search.position()});
    }
    return all;
}

bool begins(const NodePath& path, const NodePath& prefix) {
    return path.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), path.begin());
}

std::optional<std::string> play(const Trial& trial) {
    const Puzzle puzzle = puzzle_of(trial.world);
    Search once{puzzle};
    const std::vector<Found> all = walked(once);
    std::vector<Grid> grids;
    for (const Found& found : all) grids.push_back(found.grid);
    std::ranges::sort(grids);
    if (grids != reference::all_solutions(puzzle, 400)) return "another list than the reference";

    Search search{puzzle};
    std::size_t at = 0, end = all.size();  // what is left to find: all[at, end)
    std::uint64_t nodes = 0;
    double explored = 0;
    for (const Call& call : trial.calls) {
        const Budget budget{nullptr, call.pick(2, 4) == 0 ? unlimited : 1 + call.pick(3, 9)};
        switch (call.pick(0, 8)) {
            case 0:
            case 1: {
                const Ending step = search.next(budget);
                if (step == Ending::interrupted) return "interrupted by nobody";
                if (step == Ending::out_of_budget) {
                    if (budget.max_nodes == unlimited) return "out of an endless budget";
                    break;
                }
                if (step == Ending::exhausted) {
                    if (at != end) return "exhausted with solutions left";
                    break;
                }
                if (at == end) return "a solution too many";
                Grid grid;
                search.copy_to(grid);
                if (grid != all[at].grid) return "another solution than before";
                if (search.position() != all[at].path) return "at another place than before";
                ++at;
                break;
            }
            case 2: {
                const std::uint64_t limit = 1 + call.pick(1, 20);
                const Report report = search.count(budget, limit);
                at += static_cast<std::size_t>(report.solutions);
                if (at > end) return "counted too many";
                if (report.solutions > limit) return "counted beyond the limit";
                if ((report.ending == Ending::limit_reached) != (report.solutions == limit))
                    return "the limit and the step disagree";
                if (report.ending == Ending::exhausted && at != end) return "counted too few";
                break;
            }
            case 3: {
                if (all.empty()) break;
                NodePath path = all[call.pick(1, all.size())].path;
                path.resize(call.pick(2, path.size() + 1));
                search.confine(path);
                at = 0;
                while (at < all.size() && !begins(all[at].path, path)) ++at;
                end = at;
                while (end < all.size() && begins(all[end].path, path)) ++end;
                explored = 0;
                break;
            }
            case 4: {
                if (all.empty()) break;
                const std::size_t last = call.pick(1, all.size());
                search = Search{puzzle};
                search.resume_behind(all[last].path);
                at = last + 1;
                end = all.size();
                nodes = 0;
                explored = 0;
                break;
            }
            case 5: {
                // The parts hold the solutions that the walk has not met, each once and in order.
                std::vector<Grid> joined;
                const auto parts = search.split(1 + call.pick(1, 30));
                double shares = 0;
                for (const Subtree& part : parts) {
                    Search inside{puzzle};
                    inside.confine(part.path);
                    for (const Found& found : walked(inside)) joined.push_back(found.grid);
                    shares += part.share;
                }
                if (shares > 1 + 1e-9) return "shares beyond the whole";
                if (joined.size() != end - at) return "parts with more or less than is left";
                for (std::size_t i = 0; i < joined.size(); ++i)
                    if (joined[i] != all[at + i].grid) return "parts out of order";
                break;
            }
            case 6: {
                if (all.empty()) break;
                const std::size_t i = call.pick(1, all.size());
                const Found& found = all[i];
                const auto path = search.path_to(found.grid);
                if (path && *path != found.path) return "another path to a solution";
                if (!path && i >= at && i < end) return "no path to a solution";
                if (path && (i + 1 < at || i >= end))
                    return "a path to where the walk is not going";
                Grid wrong = found.grid;
                wrong.set(Cell{0U},
                          Digit{(wrong[Cell{0U}].index() + 1) % puzzle.geometry().size()});
                if (find_fault(puzzle, wrong) && search.path_to(wrong))
                    return "a path to what is no solution";
                Random random{call.of[2]};
                search.probe(random);
                break;
            }
            case 7: {
                Search moved = std::move(search);
                search = std::move(moved);
                break;
            }
        }
        if (search.nodes() < nodes) return "fewer nodes than before";
        nodes = search.nodes();
        const double share = search.explored();
        if (share < explored - 1e-12 || share > 1 + 1e-9) return "explored less, or more than all";
        explored = share;
    }
    const Report rest = search.count({});
    if (rest.ending != Ending::exhausted || at + rest.solutions != end) return "another rest";
    return std::nullopt;
}

TEST(SearchModel, WalksAsItsListSays) {
    model::check("search", play, {.rounds = 300, .calls = 40});
}

}  // namespace
}  // namespace clew::search
