#include "logic/lab/lab.hpp"

#include <algorithm>
#include <utility>

namespace clew::logic::inline lab {
namespace {

RuleSet without(RuleSet rules, std::size_t rule) {
    rules.rules[rule].is = Switch::off;
    return rules;
}

}  // namespace

Lab::Lab(std::vector<State> puzzles, ForEach for_each, const StopFlag* stop, Settle settle)
    : puzzles_(std::move(puzzles)),
      for_each_(std::move(for_each)),
      stop_(stop),
      settle_(std::move(settle)) {
    if (!for_each_)
        for_each_ = [](std::size_t count, const std::function<void(std::size_t)>& work) {
            for (std::size_t i = 0; i < count; ++i) work(i);
        };
}

LabPuzzle Lab::walk_one(std::size_t puzzle, const RuleSet& rules,
                        std::vector<std::size_t>* hits) const {
    Path path =
        walk(puzzles_[puzzle],
             {.rules = &rules, .guess = Guess::off, .stop = stop_});
    if (hits != nullptr) {
        hits->assign(rules.rules.size(), 0);
        if (settle_) settle_(path);
    }
    if (hits != nullptr)
        for (const Entry& entry : path.entries) {
            if (entry.kind != Entry::Kind::deduction) continue;
            const auto rule =
                std::ranges::find(rules.rules, entry.step.technique, &TechniqueRule::technique);
            if (rule != rules.rules.end())  // else it is of the puzzle
                ++(*hits)[static_cast<std::size_t>(rule - rules.rules.begin())];
        }
    return {path.status, path.entries.size(), path.score, path.hardest_score};
}

LabReport Lab::run(const RuleSet& rules, Needs needs) const {
    LabReport report;
    report.puzzles.resize(puzzles_.size());
    std::vector<std::vector<std::size_t>> hits(puzzles_.size());  // by puzzle, by rule
    std::vector<std::vector<bool>> needed(puzzles_.size());
    for_each_(puzzles_.size(), [&](std::size_t p) {
        LabPuzzle& mine = report.puzzles[p];
        mine = walk_one(p, rules, &hits[p]);
        if (mine.status != Status::solved || needs == Needs::skip) return;
        needed[p].resize(rules.rules.size());
        for (std::size_t r = 0; r < rules.rules.size(); ++r)
            needed[p][r] =
                hits[p][r] > 0 && walk_one(p, without(rules, r)).status != Status::solved;
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
            case Status::settled:
                ++report.settled;
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
            report.rules[r].needed += !needed[p].empty() && needed[p][r] ? 1 : 0;
        }
    }
    if (report.solved > 0) {
        report.mean_steps /= static_cast<double>(report.solved);
        report.mean_score /= static_cast<double>(report.solved);
    }
    return report;
}

}  // namespace clew::logic::inline lab
