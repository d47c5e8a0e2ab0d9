#include "logic/strategies/strategy.hpp"

#include <functional>

#include "tests/logic/strategies/compare.hpp"

namespace clew::logic {
namespace {

// What falls to so many cells: each choice of their candidates tried against every other cell.
std::map<std::vector<Cell>, std::set<Candidate>> define(const State& state, std::size_t size) {
    const Geometry& g = state.geometry();
    std::vector<Cell> usable;
    for (Cell c : state.open())
        if (state.candidates(c).size() >= 2) usable.push_back(c);
    const auto impossible = [&](const std::vector<Cell>& base, const std::vector<Digit>& choice) {
        for (std::size_t i = 0; i < base.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (choice[i] == choice[j] && g.sees(base[i], base[j])) return true;
        for (Cell e : usable) {
            if (state.candidates(e).size() > size || std::ranges::count(base, e) > 0) continue;
            DigitSet left = state.candidates(e);
            for (std::size_t i = 0; i < base.size(); ++i)
                if (g.sees(base[i], e)) left.erase(choice[i]);
            if (left.empty()) return true;
        }
        return false;
    };
    std::map<std::vector<Cell>, std::set<Candidate>> gone;
    std::vector<Cell> base;
    const std::function<void(std::size_t)> choose = [&](std::size_t next) {
        if (base.size() == size) {
            std::set<Candidate> stand;
            std::vector<Digit> choice;
            const std::function<void()> complete = [&] {
                if (choice.size() == size) {
                    if (!impossible(base, choice))
                        for (std::size_t i = 0; i < size; ++i) stand.insert({base[i], choice[i]});
                    return;
                }
                for (Digit d : state.candidates(base[choice.size()])) {
                    choice.push_back(d);
                    complete();
                    choice.pop_back();
                }
            };
            complete();
            for (Cell c : base)
                for (Digit d : state.candidates(c))
                    if (!stand.contains({c, d})) gone[base].insert({c, d});
            return;
        }
        for (std::size_t i = next; i < usable.size(); ++i) {
            base.push_back(usable[i]);
            choose(i + 1);
            base.pop_back();
        }
    };
    choose(0);
    return gone;
}

TEST(Aligned, IsEveryChoiceTried) {
    std::map<Technique, std::size_t> seen;
    const auto compare = [&](const State& state, const std::string& where) {
        std::set<Candidate> by_pairs;
        for (const auto& [base, gone] : define(state, 2)) by_pairs.insert(gone.begin(), gone.end());
        for (Technique t :
             {Technique::aligned_pair_exclusion, Technique::aligned_triple_exclusion}) {
            const bool pairs = t == Technique::aligned_pair_exclusion;
            std::set<std::pair<std::vector<Cell>, std::set<Candidate>>> defined, found;
            for (auto [base, gone] : define(state, pairs ? 2 : 3)) {
                if (!pairs) std::erase_if(gone, [&](Candidate c) { return by_pairs.contains(c); });
                if (!gone.empty()) defined.insert({base, gone});
            }
            find(state, {.technique = t}, [&](Step&& step) {
                std::vector<Cell> base;
                for (const Group& group : step.groups)
                    if (group.role == Role::base) base.push_back(group.in->cell);
                found.insert({base, {step.eliminations.begin(), step.eliminations.end()}});
                return Flow::go_on;
            });
            EXPECT_EQ(found, defined) << info(t).id << " on " << where;
            seen[t] += defined.size();
        }
    };
    std::vector<BoardStates> shares{{Geometry::classic(), 3}};
    for (const GeometryPtr& board : small_and_odd_boards())
        shares.push_back({board, board->size() == 4 ? 1'200U : board->size() == 5 ? 760U : 20U});
    on_random_states(shares, compare);
    constexpr Technique searched[] = {Technique::aligned_pair_exclusion,
                                      Technique::aligned_triple_exclusion};
    expect_all_seen(searched, seen);
}

}  // namespace
}  // namespace clew::logic
