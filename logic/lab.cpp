// The cheapest rules, by implicit hitting sets [Moreno2013]. More rules never solve less: every
// rule only crosses out candidates, and a candidate that goes can only help another rule. So if the
// rules M leave a puzzle stuck that the whole set solves, every sufficient choice has a rule
// outside M; and M may as well be as large as can be. Each such complement is a set that the choice
// must hit.
//
//   1. Take the cheapest choice that hits all the sets known so far (branch and bound).
//   2. Try it on all puzzles. If it solves them, it is the cheapest that does: any other choice
//   that
//      does hits the same sets and costs as much.
//   3. Otherwise, for some of the puzzles left, add rules to the choice as long as the puzzle stays
//      stuck; what is left outside is a new set to hit. Go to 1.

#include "logic/lab.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "encode/board/contract.hpp"

namespace clew::logic {
namespace {

using Choice = std::uint64_t;

constexpr Choice bit(std::size_t i) { return Choice{1} << i; }

RuleSet only(const RuleSet& rules, Choice choice) {
    RuleSet some = rules;
    for (std::size_t i = 0; i < some.rules.size(); ++i)
        if ((choice >> i & 1U) == 0) some.rules[i].is = Switch::off;
    return some;
}

// The cheapest hitting set, by branching over the members of the smallest set not yet hit.
class Hitting {
  public:
    Hitting(const RuleSet& rules, const std::vector<Choice>& sets, std::uint64_t& nodes)
        : rules_(rules), sets_(sets), nodes_(nodes) {}

    // Nothing hits an empty set; there is none.
    bool solve(Choice& best) {
        search(0, 0, 0);
        best = best_;
        return nodes_ > 0;
    }

  private:
    long long price(std::size_t i) const { return rules_.rules[i].score; }

    // At least the cheapest member of each of some sets that share none.
    long long bound(Choice chosen, Choice refused) const {
        long long sum = 0;
        Choice seen = 0;
        for (Choice set : sets_) {
            if ((set & chosen) != 0 || (set & seen) != 0) continue;
            long long least = -1;
            for (Choice rest = set & ~refused; rest != 0; rest &= rest - 1) {
                const long long p = price(static_cast<std::size_t>(std::countr_zero(rest)));
                if (least < 0 || p < least) least = p;
            }
            if (least < 0) return unhittable;
            seen |= set;
            sum += least;
        }
        return sum;
    }

    void search(Choice chosen, Choice refused, long long cost) {
        if (nodes_ == 0) return;
        --nodes_;
        if (cost + bound(chosen, refused) >= best_cost_) return;
        const Choice* open = nullptr;
        for (const Choice& set : sets_) {
            if ((set & chosen) != 0) continue;
            if (open == nullptr || std::popcount(set & ~refused) < std::popcount(*open & ~refused))
                open = &set;
        }
        if (open == nullptr) {
            best_ = chosen;
            best_cost_ = cost;
            return;
        }
        for (Choice rest = *open & ~refused; rest != 0; rest &= rest - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(rest));
            search(chosen | bit(i), refused, cost + price(i));
            refused |= bit(i);
        }
    }

    static constexpr long long unhittable = 1'000'000'000'000;

    const RuleSet& rules_;
    const std::vector<Choice>& sets_;
    std::uint64_t& nodes_;
    Choice best_ = 0;
    long long best_cost_ = unhittable;
};

}  // namespace

Lab::Lab(std::vector<State> puzzles, ForEach for_each, const StopFlag* stop)
    : puzzles_(std::move(puzzles)), for_each_(std::move(for_each)), stop_(stop) {
    if (!for_each_)
        for_each_ = [](std::size_t count, const std::function<void(std::size_t)>& work) {
            for (std::size_t i = 0; i < count; ++i) work(i);
        };
}

LabPuzzle Lab::walk_one(std::size_t puzzle, const RuleSet& rules,
                        std::vector<std::size_t>* hits) const {
    const Path path = walk(puzzles_[puzzle], {.rules = &rules, .guess = Guess::off, .stop = stop_});
    if (hits != nullptr) hits->assign(rules.rules.size(), 0);
    LabPuzzle result{path.status, path.entries.size(), path.score, path.hardest_score, 0};
    for (const Entry& entry : path.entries) {
        if (entry.kind != Entry::Kind::deduction) continue;
        const auto rule = std::ranges::find(rules.rules, entry.step.technique, &Rule::technique);
        const auto index = static_cast<std::size_t>(rule - rules.rules.begin());
        result.used |= bit(index);
        if (hits != nullptr) ++(*hits)[index];
    }
    return result;
}

LabReport Lab::run(const RuleSet& rules, Needs needs) const {
    CLEW_REQUIRE(rules.rules.size() <= 64, "Lab::run: more than 64 rules");
    LabReport report;
    report.puzzles.resize(puzzles_.size());
    std::vector<std::vector<std::size_t>> hits(puzzles_.size());  // by puzzle, by rule
    std::vector<Choice> needed(puzzles_.size(), 0);
    for_each_(puzzles_.size(), [&](std::size_t p) {
        LabPuzzle& mine = report.puzzles[p];
        mine = walk_one(p, rules, &hits[p]);
        if (mine.status != Status::solved || needs == Needs::skip) return;
        for (Choice rest = mine.used; rest != 0; rest &= rest - 1) {
            const auto rule = static_cast<std::size_t>(std::countr_zero(rest));
            const RuleSet without = only(rules, ~bit(rule));
            if (walk_one(p, without).status != Status::solved) needed[p] |= bit(rule);
        }
    });
    report.rules.resize(rules.rules.size());
    for (std::size_t p = 0; p < puzzles_.size(); ++p) {
        const LabPuzzle& mine = report.puzzles[p];
        switch (mine.status) {
            case Status::solved:
                ++report.solved;
                report.mean_steps += static_cast<double>(mine.steps);
                report.mean_score += static_cast<double>(mine.score);
                break;
            case Status::impossible:
                ++report.impossible;
                break;
            default:
                ++report.stuck;
        }
        for (std::size_t r = 0; r < report.rules.size(); ++r) {
            if (hits[p].empty()) continue;
            report.rules[r].steps += hits[p][r];
            report.rules[r].puzzles += hits[p][r] > 0 ? 1 : 0;
            report.rules[r].needed += needed[p] >> r & 1U;
        }
    }
    if (report.solved > 0) {
        report.mean_steps /= static_cast<double>(report.solved);
        report.mean_score /= static_cast<double>(report.solved);
    }
    return report;
}

CheapestRules Lab::cheapest(const RuleSet& rules, std::uint64_t max_nodes) const {
    CLEW_REQUIRE(rules.rules.size() <= 64, "Lab::cheapest: more than 64 rules");
    constexpr std::size_t sets_a_round = 16;
    Choice all = 0;
    for (std::size_t i = 0; i < rules.rules.size(); ++i)
        if (rules.rules[i].is == Switch::on) all |= bit(i);
    std::vector<std::size_t> targets;  // puzzles that the whole set solves, hardest first
    {
        std::vector<LabPuzzle> whole(puzzles_.size());
        for_each_(puzzles_.size(), [&](std::size_t p) { whole[p] = walk_one(p, rules); });
        for (std::size_t p = 0; p < whole.size(); ++p)
            if (whole[p].status == Status::solved) targets.push_back(p);
        std::ranges::stable_sort(targets, [&](std::size_t a, std::size_t b) {
            return whole[a].hardest > whole[b].hardest;
        });
    }
    const auto unsolved = [&](Choice choice) {
        const RuleSet some = only(rules, choice);
        std::vector<std::uint8_t> failed(targets.size(), 0);
        for_each_(targets.size(), [&](std::size_t t) {
            failed[t] = walk_one(targets[t], some).status != Status::solved ? 1 : 0;
        });
        std::vector<std::size_t> list;
        for (std::size_t t = 0; t < targets.size(); ++t)
            if (failed[t] != 0) list.push_back(targets[t]);
        return list;
    };

    CheapestRules result;
    result.solved = targets.size();
    std::vector<Choice> sets;
    Choice choice = 0;
    std::uint64_t nodes = max_nodes;
    for (;;) {
        ++result.rounds;
        if (!Hitting{rules, sets, nodes}.solve(choice) || (stop_ != nullptr && stop_->raised())) {
            result.proved = false;
            break;
        }
        std::vector<std::size_t> left = unsolved(choice);
        if (left.empty()) break;
        // Spread over the puzzles left: neighbours tend to want the same rules.
        std::vector<std::size_t> some;
        for (std::size_t i = 0; i < std::min(sets_a_round, left.size()); ++i)
            some.push_back(left[i * left.size() / std::min(sets_a_round, left.size())]);
        std::vector<Choice> fresh(some.size(), 0);
        for_each_(some.size(), [&](std::size_t i) {
            Choice stuck = choice;
            for (std::size_t r = 0; r < rules.rules.size(); ++r) {
                if ((all & ~stuck & bit(r)) == 0) continue;
                if (walk_one(some[i], only(rules, stuck | bit(r))).status != Status::solved)
                    stuck |= bit(r);
            }
            fresh[i] = all & ~stuck;
        });
        for (Choice set : fresh)
            if (set != 0 && std::ranges::find(sets, set) == sets.end()) sets.push_back(set);
    }
    if (!result.proved) {
        // Leave out the dearest rules one by one, as long as nothing is lost.
        choice = all;
        std::vector<std::size_t> order(rules.rules.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
            return rules.rules[a].score > rules.rules[b].score;
        });
        for (std::size_t i : order)
            if ((choice & bit(i)) != 0 && unsolved(choice & ~bit(i)).empty()) choice &= ~bit(i);
    }
    for (std::size_t i = 0; i < rules.rules.size(); ++i)
        if ((choice & bit(i)) != 0) {
            result.rules.push_back(i);
            result.price += rules.rules[i].score;
        }
    return result;
}

}  // namespace clew::logic
