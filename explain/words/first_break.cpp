// The lines are made on the board, one by one: a placement fells its peers, whether or not the step
// cites the house. Each candidate that falls remembers its line. Of what is broken after a line the
// one that takes the fewest inferences is told; walking back from it leaves the lines that it
// needs. Lines are numbered as in the branch: those of a lemma go on from the line that it
// supports.

#include "explain/words/first_break.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/sorted.hpp"
#include "explain/words/tell_rules.hpp"
#include "logic/renumbered.hpp"

namespace clew::explain::inline words {
namespace {

using logic::Branch;
using logic::Citation;
using logic::Constraint;
using logic::Inference;
using logic::State;
using logic::Truth;

constexpr std::size_t never = static_cast<std::size_t>(-1);
using Numbers = std::vector<std::size_t>;

/// What a reader infers in some of the lines, without what is supposed.
std::size_t inferences(const Branch& branch, const std::vector<bool>& needed) {
    std::size_t found = 0;
    for (std::size_t i = 1; i < needed.size(); ++i)
        if (needed[i] && is_inference(branch.lines[i])) ++found;
    return found;
}

class Cutter {
  public:
    explicit Cutter(const State& before)
        : before_(before), now_(before), fell_(before.geometry().candidate_count(), never) {}

    /// The branch whose first line has the number `start`; and the lines before it that it rests
    /// on, if it is another then.
    Branch run(const Branch& branch, std::size_t start, Numbers& outside) {
        const std::vector<Constraint> rules = rules_of(branch);
        Branch told{{}, branch.conflict};
        std::optional<Branch> cut;
        Numbers number(start + branch.lines.size());  // by that of the branch: its own
        for (std::size_t at = 0; at < start; ++at) number[at] = at;
        for (std::size_t i = 0; i < branch.lines.size(); ++i) {
            const std::size_t here = start + told.lines.size();
            Inference line = renumbered(branch.lines[i], start + i, here, number);
            sort_unique(line.from);
            number[start + i] = known(line).value_or(here);
            if (number[start + i] != here) continue;
            if (!line.lemma.empty()) shorten_lemma(line, here);
            take(line, here);
            told.lines.push_back(std::move(line));
            if (cut || !supposes(branch)) continue;
            if (i == 0 || is_inference(told.lines.back()))
                cut = cut_at(told, start, rules, outside);
        }
        const auto all = [](const Branch& one) {
            return inferences(one, std::vector<bool>(one.lines.size(), true));
        };
        return cut && all(*cut) < all(told) ? *std::move(cut) : told;
    }

  private:
    void shorten_lemma(Inference& line, std::size_t number) const {
        Numbers outside;
        line.lemma.front() = Cutter{*this}.run(line.lemma.front(), number, outside);
        line.from.insert(line.from.end(), outside.begin(), outside.end());
        sort_unique(line.from);
    }

    static std::vector<Constraint> rules_of(const Branch& branch) {
        std::vector<Constraint> rules;
        for (const Inference& line : branch.lines)
            for (const Citation& c : line.by)
                if (c.constraint.kind == Constraint::Kind::rule) rules.push_back(c.constraint);
        if (branch.conflict && branch.conflict->kind == Constraint::Kind::rule)
            rules.push_back(*branch.conflict);
        sort_unique(rules);
        return rules;
    }

    /// The line by which the board says so before.
    std::optional<std::size_t> known(const Inference& line) const {
        const std::size_t at = felled_by(line.candidate);
        return line.truth == Truth::fails && at != never ? std::optional{at} : std::nullopt;
    }
    void take(const Inference& line, std::size_t number) {
        const auto gone = [&](Candidate c) {
            std::size_t& at = fell_[now_.geometry().candidate_index(c)];
            at = std::min(at, number);
        };
        if (line.truth == Truth::fails)
            now_.eliminate(line.candidate, gone);
        else if (now_.has(line.candidate) && !now_.placed(line.candidate.cell))
            now_.place(line.candidate, gone);
    }

    /// What is broken now, each with the lines that felled it.
    std::vector<std::pair<Constraint, Numbers>> broken(const std::vector<Constraint>& rules) const {
        std::vector<std::pair<Constraint, Numbers>> found;
        const auto add = [&](const Constraint& c) {
            Numbers by;
            for (const Candidate k : candidates_of(before_, c)) by.push_back(felled_by(k));
            found.emplace_back(c, std::move(by));
        };
        if (now_.contradiction()) {
            for (std::size_t i = 0; i < now_.cell_count(); ++i)
                if (now_.candidates(Cell{i}).empty()) add(Constraint::of(Cell{i}));
            for (const House h : now_.layout().full_houses())
                for (std::size_t d = 0; d < now_.size(); ++d)
                    if (now_.positions(h, Digit{d}) == 0) add(Constraint::of(h, Digit{d}));
        }
        if (!found.empty()) return found;
        for (const Constraint& rule : rules)
            if (is_seen_broken(rule, left_in(rule))) found.emplace_back(rule, felled_in(rule));
        return found;
    }
    /// Whether a reader sees it, by what a sentence can say.
    bool is_seen_broken(const Constraint& rule, const std::vector<DigitSet>& left) const {
        if (!is_broken(now_, rule, left)) return false;
        const logic::Step none;
        const Words words{now_.geometry()};
        const Tale tale{now_, none, words};
        return !tell_broken(tale, rule, "it", left, Mood::is).empty() ||
               !tell_unfilled(tale, rule, left, Mood::is).empty();
    }
    std::size_t felled_by(Candidate c) const { return fell_[now_.geometry().candidate_index(c)]; }
    std::vector<DigitSet> left_in(const Constraint& rule) const {
        std::vector<DigitSet> left;
        for (const Cell cell : part_of(now_, rule).cells()) left.push_back(now_.candidates(cell));
        return left;
    }
    /// As few lines as break the rule, the latest forgotten first.
    Numbers felled_in(const Constraint& rule) const {
        const auto& cells = part_of(now_, rule).cells();
        std::vector<DigitSet> left = left_in(rule);
        Numbers by;
        for (const Cell cell : cells)
            for (const Digit d : before_.candidates(cell) - now_.candidates(cell))
                by.push_back(felled_by({cell, d}));
        sort_unique(by);
        Numbers needed;
        for (std::size_t at = by.size(); at-- > 0;) {
            std::vector<DigitSet> more = left;
            for (std::size_t i = 0; i < cells.size(); ++i)
                for (const Digit d : before_.candidates(cells[i]) - now_.candidates(cells[i]))
                    if (felled_by({cells[i], d}) == by[at]) more[i].insert(d);
            if (is_broken(now_, rule, more))
                left = std::move(more);
            else
                needed.push_back(by[at]);
        }
        return needed;
    }

    /// The lines that are needed for what is broken now, if anything is.
    std::optional<Branch> cut_at(const Branch& branch, std::size_t start,
                                 const std::vector<Constraint>& rules, Numbers& outside) const {
        std::optional<Branch> best;
        std::size_t fewest = never;
        for (const auto& [conflict, by] : broken(rules)) {
            std::vector<bool> needed(branch.lines.size());
            needed[0] = true;
            Numbers before;
            const auto need = [&](std::size_t number) {
                if (number < start)
                    before.push_back(number);
                else
                    needed[number - start] = true;
            };
            for (const std::size_t number : by) need(number);
            for (std::size_t at = needed.size(); at-- > 0;)
                if (needed[at])
                    for (const std::size_t from : branch.lines[at].from) need(from);
            const std::size_t count = inferences(branch, needed);
            if (count >= fewest) continue;
            fewest = count;
            best = with(branch, needed, conflict, start);
            outside = std::move(before);
        }
        return best;
    }
    static Branch with(const Branch& branch, const std::vector<bool>& needed,
                       const Constraint& conflict, std::size_t start) {
        Branch told{{}, conflict};
        Numbers number(start + needed.size());
        for (std::size_t at = 0; at < start; ++at) number[at] = at;
        for (std::size_t i = 0; i < needed.size(); ++i) {
            if (!needed[i]) continue;
            number[start + i] = start + told.lines.size();
            told.lines.push_back(renumbered(branch.lines[i], start + i, number[start + i], number));
        }
        return told;
    }

    const State& before_;
    State now_;
    Numbers fell_;  // by candidate: its line
};

}  // namespace

bool supposes(const Branch& branch) {
    return !branch.lines.empty() && branch.lines.front().by.empty() &&
           branch.lines.front().lemma.empty();
}

Branch up_to_first_break(const State& before, const Branch& branch) {
    Numbers outside;
    return Cutter{before}.run(branch, 0, outside);
}

logic::Step up_to_first_break(const State& before, logic::Step step) {
    for (Branch& branch : step.reasons) branch = up_to_first_break(before, branch);
    return step;
}

}  // namespace clew::explain::inline words
