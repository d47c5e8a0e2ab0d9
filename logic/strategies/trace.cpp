// Breadth first: a round finds every single of the state as it stands and makes them all; only when
// there is none does a round of locked candidates, then of subsets, follow. So a line's depth is
// the fewest rounds in which it can be had, and the chain to the first conflict is as shallow as
// can be; among the conflicts of that round the one with the fewest placements, then the fewest
// lines, is kept.
//
// Every change is a line: which candidate, true or false, by which constraints, resting on which
// earlier lines. A line that rests on "the constraint has no other place" rests on the lines that
// took the constraint's other candidates away since the start. Walking back from a conflict picks
// out the lines that matter.

#include "logic/strategies/trace.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "encode/base/contract.hpp"
#include "encode/base/sorted.hpp"
#include "logic/strategy.hpp"

namespace clew::logic {

Trace::Trace(const State& base, Candidate assumed, ClosureRules rules)
    : base_(base),
      now_(base),
      fell_(base.geometry().candidate_count(), never),
      placed_(base.geometry().candidate_count(), never) {
    CLEW_REQUIRE(base.has(assumed) && !base.placed(assumed.cell), "Trace: not an open candidate");
    place(assumed, Technique::guess, nullptr);
    std::vector<Step> singles;
    while (!note_conflicts()) {
        singles.clear();
        round_of_singles(singles);
        for (const Step& step : singles) {
            // Another single of this round may have taken it: then a cell or a house is empty now.
            const Candidate c = step.placements.front();
            if (now_.has(c) && !now_.placed(c.cell))
                place(c, step.technique, &step.cites.front().constraint);
        }
        if (singles.empty() && !round_of_steps(rules)) break;
    }
}

void Trace::round_of_singles(std::vector<Step>& found) const {
    CellSet taken = now_.layout().none();
    for (Technique technique : {Technique::naked_single, Technique::hidden_single})
        find(now_, {.technique = technique}, [&](Step&& step) {
            const Cell cell = step.placements.front().cell;
            if (!taken.test(cell)) found.push_back(std::move(step));
            taken.set(cell);
            return Flow::go_on;
        });
}

bool Trace::round_of_steps(ClosureRules rules) {
    if (rules == ClosureRules::singles) return false;
    constexpr std::array locked{Technique::pointing, Technique::claiming};
    constexpr std::array subsets{Technique::naked_pair,   Technique::hidden_pair,
                                 Technique::naked_triple, Technique::hidden_triple,
                                 Technique::naked_quad,   Technique::hidden_quad};
    const auto round = [&](std::span<const Technique> techniques) {
        std::vector<Step> found;
        for (Technique technique : techniques)
            find(now_, {.technique = technique}, [&](Step&& step) {
                found.push_back(std::move(step));
                return Flow::go_on;
            });
        for (const Step& step : found)
            for (Candidate c : step.eliminations) {
                if (!now_.has(c)) continue;
                Inference line{c, Truth::fails, step.technique, step.cites, {}};
                for (const Citation& citation : step.cites)
                    if (citation.use == Use::truth) rest_on(line, citation.constraint, nullptr);
                sort_unique(line.from);
                fell_[now_.geometry().candidate_index(c)] = lines_.size();
                lines_.push_back(std::move(line));
                now_.eliminate(c);
            }
        return !found.empty();
    };
    return round(locked) || round(subsets);
}

void Trace::rest_on(Inference& line, const Constraint& constraint, const Candidate* except) const {
    for (Candidate c : candidates_of(base_, constraint)) {
        if (except != nullptr && c == *except) continue;
        const std::size_t at = fell_[base_.geometry().candidate_index(c)];
        if (at != never) line.from.push_back(at);
    }
}

void Trace::place(Candidate c, Technique technique, const Constraint* by) {
    const Geometry& geometry = now_.geometry();
    const std::size_t here = lines_.size();
    Inference line{c, Truth::holds, technique, {}, {}};
    if (by != nullptr) {
        line.by = {{*by, Use::truth}};
        rest_on(line, *by, &c);
        std::ranges::sort(line.from);
    }
    lines_.push_back(std::move(line));
    placed_[geometry.candidate_index(c)] = here;
    now_.place(c, [&](Candidate gone) {
        const Constraint why =
            gone.cell == c.cell
                ? Constraint::of(c.cell)
                : Constraint::of(*now_.layout().common_house(c.cell, gone.cell), c.digit);
        fell_[geometry.candidate_index(gone)] = lines_.size();
        lines_.push_back({gone, Truth::fails, technique, {{why, Use::link}}, {here}});
    });
}

bool Trace::note_conflicts() {
    if (!now_.contradiction()) return false;
    for (std::size_t i = 0; i < now_.cell_count(); ++i)
        if (now_.candidates(Cell{i}).empty()) conflicts_.push_back(Constraint::of(Cell{i}));
    for (std::size_t h = 0; h < now_.layout().house_count(); ++h) {
        if (!now_.layout().is_full(House{h})) continue;
        for (std::size_t d = 0; d < now_.size(); ++d)
            if (now_.positions(House{h}, Digit{d}) == 0)
                conflicts_.push_back(Constraint::of(House{h}, Digit{d}));
    }
    return true;
}

Branch Trace::extract(std::vector<std::size_t> wanted) const {
    std::vector<bool> needed(lines_.size(), false);
    needed[0] = true;  // the assumption, even where nothing rests on it
    for (std::size_t at : wanted) needed[at] = true;
    for (std::size_t at = lines_.size(); at-- > 0;)
        if (needed[at])
            for (std::size_t from : lines_[at].from) needed[from] = true;
    Branch branch;
    std::vector<std::size_t> renumbered(lines_.size(), 0);
    for (std::size_t at = 0; at < lines_.size(); ++at) {
        if (!needed[at]) continue;
        renumbered[at] = branch.lines.size();
        Inference line = lines_[at];
        for (std::size_t& from : line.from) from = renumbered[from];
        branch.lines.push_back(std::move(line));
    }
    return branch;
}

Branch Trace::conflict() const {
    CLEW_REQUIRE(refuted(), "Trace::conflict: not refuted");
    std::optional<Branch> best;
    std::pair<std::size_t, std::size_t> least;
    for (const Constraint& conflict : conflicts_) {
        Inference end;
        rest_on(end, conflict, nullptr);
        Branch branch = extract(end.from);
        branch.conflict = conflict;
        const auto placements = static_cast<std::size_t>(std::ranges::count_if(
            branch.lines, [](const Inference& line) { return line.truth == Truth::holds; }));
        const std::pair cost{placements, branch.lines.size()};
        if (best && cost >= least) continue;
        least = cost;
        best = std::move(branch);
    }
    return *best;
}

Branch Trace::because(Candidate candidate, Truth truth) const {
    const std::size_t index = base_.geometry().candidate_index(candidate);
    const std::size_t at = truth == Truth::holds ? placed_[index] : fell_[index];
    CLEW_REQUIRE(at != never, "Trace::because: it did not come about");
    return extract({at});
}

}  // namespace clew::logic
