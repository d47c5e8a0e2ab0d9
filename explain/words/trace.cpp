// Unit propagation in rounds over the cited constraints. Each candidate that falls remembers the
// candidate whose holding felled it, or the rule; each that holds remembers its constraint. Walking
// back from the broken constraint leaves the lines that matter, in the order in which they were
// found. Of a rule, what is known of its cells is forgotten as far as it says the same without.

#include "explain/words/trace.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "explain/words/tell.hpp"

namespace clew::explain::inline words {

namespace {

using logic::Citation;
using logic::Constraint;
using logic::State;
using logic::Truth;
using logic::Use;

using Lines = std::set<std::size_t>;  // their places from 1 on, 0 for what is supposed

class Follower {
  public:
    Follower(const State& state, std::span<const Citation> cites) : state_(state), cites_(cites) {
        members_.reserve(cites.size());
        for (const Citation& c : cites) {
            members_.push_back(candidates_of(state, c.constraint));
            if (is_rule(c)) ruled_.insert(part(c).cells().begin(), part(c).cells().end());
        }
    }

    std::optional<Trace> run(Candidate assumption, Truth supposed,
                             std::span<const Candidate> besides) {
        trace_.assumption = assumption;
        trace_.supposed = supposed;
        if (supposed == Truth::holds)
            holds_[assumption] = 0;
        else
            fails_[assumption] = {0};
        for (const Candidate c : besides) holds_[c] = 0;
        do {
            grew_ = false;
            if (strike() || keep_rules() || place()) return std::move(trace_);
        } while (grew_);
        return std::nullopt;
    }

  private:
    // Why a line is one: earlier lines, or what a rule makes of its cells.
    struct Cause {
        Lines earlier{};
        std::size_t rule = 0;               // among the citations
        std::vector<DigitSet> before{};     // of its cells; empty: no rule
        std::size_t cell = unlimited_size;  // of its cells; of none where it is broken
    };

    static bool is_rule(const Citation& c) { return c.constraint.kind == Constraint::Kind::rule; }
    bool at_least_one(const Citation& c) const {
        return c.use == Use::truth &&
               (c.constraint.kind == Constraint::Kind::cell ||
                (c.constraint.kind == Constraint::Kind::house &&
                 state_.geometry().info(c.constraint.house).holds_every_digit()));
    }
    const rules::RulePart& part(const Citation& c) const { return part_of(state_, c.constraint); }

    void add(const TraceLine& line, Cause cause) {
        lines_.push_back(line);
        causes_.push_back(std::move(cause));
        if (line.truth == Truth::holds) holds_[line.candidate] = lines_.size();
        grew_ = true;
    }
    /// The lines that felled all of a cell but what is left.
    Lines felled(Cell cell, DigitSet left) const {
        Lines used;
        for (const Digit d : state_.candidates(cell) - left) {
            const Lines& by = fails_.at({cell, d});
            used.insert(by.begin(), by.end());
        }
        return used;
    }
    /// The line by which a cell of a rule holds another digit.
    std::optional<std::size_t> other_in(Candidate c) const {
        if (!ruled_.contains(c.cell)) return std::nullopt;
        for (const Digit d : state_.candidates(c.cell))
            if (const auto h = holds_.find({c.cell, d}); d != c.digit && h != holds_.end())
                return h->second;
        return std::nullopt;
    }

    /// What a rule needs of what is known of its cells before a line, as the lines that say so; the
    /// rest is forgotten.
    Lines needed(Cause& cause, std::size_t line, DigitSet gone) const {
        const rules::RulePart& rule = part(cites_[cause.rule]);
        const auto says_so = [&](std::vector<DigitSet> domains) {
            return !rule.filter(domains) ||
                   (cause.cell != unlimited_size && (domains[cause.cell] & gone).empty());
        };
        Lines used;
        for (std::size_t at = 0; at < cause.before.size(); ++at) {
            const Cell cell = rule.cells()[at];
            const DigitSet missing = state_.candidates(cell) - cause.before[at];
            const auto known = cause.before[at].size() == 1
                                   ? holds_.find({cell, cause.before[at].first()})
                                   : holds_.end();
            const bool placed = known != holds_.end() && known->second < line;
            // All at once where one line places it, else digit by digit.
            for (const Digit d : missing) {
                std::vector<DigitSet> more = cause.before;
                more[at] |= placed ? missing : DigitSet{d};
                if (says_so(more)) {
                    cause.before = std::move(more);
                } else if (placed) {
                    used.insert(known->second);
                } else {
                    const Lines& by = fails_.at({cell, d});
                    used.insert(by.begin(), by.end());
                }
                if (placed) break;
            }
        }
        return used;
    }

    /// Ends the trace, with the lines that lead there. True, for its callers.
    bool finish(const Constraint& end, bool crowded, Cause cause) {
        trace_.end = end;
        trace_.crowded = crowded;
        Lines used =
            cause.before.empty() ? cause.earlier : needed(cause, causes_.size(), DigitSet{});
        trace_.left = std::move(cause.before);
        for (std::size_t i = causes_.size(); i-- > 1;) {
            if (!used.contains(i)) continue;
            const TraceLine& line = lines_[i - 1];
            DigitSet gone{line.candidate.digit};
            if (line.truth == Truth::holds) gone = state_.candidates(line.candidate.cell) - gone;
            const Lines by =
                causes_[i].before.empty() ? causes_[i].earlier : needed(causes_[i], i, gone);
            used.insert(by.begin(), by.end());
        }
        for (std::size_t i = 1; i < causes_.size(); ++i)
            if (used.contains(i)) trace_.lines.push_back(lines_[i - 1]);
        return true;
    }

    /// What holds fells the others of its constraints.
    bool strike() {
        for (std::size_t i = 0; i < cites_.size(); ++i) {
            if (is_rule(cites_[i])) continue;
            std::vector<Candidate> holding;
            for (const Candidate c : members_[i])
                if (holds_.contains(c)) holding.push_back(c);
            if (holding.empty()) continue;
            const std::size_t line = holds_[holding.front()];
            if (holding.size() > 1)
                return finish(cites_[i].constraint, true, {{line, holds_[holding[1]]}});
            for (const Candidate c : members_[i])
                if (c != holding.front() && fails_.try_emplace(c, Lines{line}).second) grew_ = true;
        }
        return false;
    }

    /// What no way to keep a rule has falls, for all that is known of its cells.
    bool keep_rules() {
        for (std::size_t i = 0; i < cites_.size(); ++i)
            if (is_rule(cites_[i]) && keep_rule(i)) return true;
        return false;
    }
    bool keep_rule(std::size_t i) {
        const std::vector<Cell>& cells = part(cites_[i]).cells();
        std::vector<DigitSet> before;
        for (const Cell cell : cells) {
            DigitSet open, holding;
            Lines by;
            for (const Digit d : state_.candidates(cell)) {
                if (const auto h = holds_.find({cell, d}); h != holds_.end()) {
                    holding.insert(d);
                    by.insert(h->second);
                } else if (!fails_.contains({cell, d})) {
                    open.insert(d);
                }
            }
            if (holding.size() > 1) return finish(Constraint::of(cell), true, {by});
            before.push_back(holding.empty() ? open : holding);
            if (before.back().empty())
                return finish(Constraint::of(cell), false, {felled(cell, {})});
        }
        std::vector<DigitSet> after = before;
        if (!part(cites_[i]).filter(after))
            return finish(cites_[i].constraint, false, {{}, i, before});
        for (std::size_t at = 0; at < cells.size(); ++at) {
            const Candidate first{cells[at], after[at].first()};
            const bool places =
                after[at].size() == 1 && !state_.placed(first.cell) && !holds_.contains(first);
            const DigitSet gone = before[at] - after[at];
            if (places && gone.empty())
                add({first, Constraint::of(first.cell)}, {felled(first.cell, after[at])});
            else if (places)
                add({first, cites_[i].constraint}, {{}, i, before, at});
            for (const Digit d : gone) {
                const auto [known, fell] = fails_.try_emplace({first.cell, d});
                if (!fell) continue;
                if (!places)
                    add({{first.cell, d}, cites_[i].constraint, Truth::fails}, {{}, i, before, at});
                known->second = {lines_.size()};
            }
        }
        return false;
    }

    /// A truth with one candidate left gives it; with none it breaks.
    bool place() {
        std::vector<std::pair<TraceLine, Lines>> fresh;
        for (std::size_t i = 0; i < cites_.size(); ++i) {
            if (!at_least_one(cites_[i])) continue;
            std::vector<Candidate> open;
            Lines used;
            for (const Candidate c : members_[i]) {
                if (const auto f = fails_.find(c); f != fails_.end())
                    used.insert(f->second.begin(), f->second.end());
                else if (const auto line = other_in(c))
                    used.insert(*line);
                else
                    open.push_back(c);
            }
            if (open.empty()) return finish(cites_[i].constraint, false, {used});
            if (open.size() > 1 || holds_.contains(open.front())) continue;
            const bool known = std::ranges::any_of(
                fresh, [&](const auto& one) { return one.first.candidate == open.front(); });
            if (!known)
                fresh.emplace_back(TraceLine{open.front(), cites_[i].constraint}, std::move(used));
        }
        for (auto& [line, used] : fresh) add(line, {std::move(used)});
        return false;
    }

    const State& state_;
    std::span<const Citation> cites_;
    std::vector<std::vector<Candidate>> members_;
    std::set<Cell> ruled_;
    std::map<Candidate, std::size_t> holds_;  // the line that says so
    std::map<Candidate, Lines> fails_;        // the lines that felled it
    std::vector<TraceLine> lines_;
    std::vector<Cause> causes_{{}};  // by line
    Trace trace_{};
    bool grew_ = false;
};

}  // namespace

bool said_at_once(const TraceLine& a, const TraceLine& b) {
    return a.truth == b.truth &&
           (a.by == b.by || (a.by.kind == Constraint::Kind::house && b.by.kind == a.by.kind &&
                             b.by.house == a.by.house));
}

namespace {

/// Whether a line is said at one with the one before it.
bool goes_on(const Trace& trace, std::size_t at) {
    return at > 0 && said_at_once(trace.lines[at - 1], trace.lines[at]);
}
std::size_t said(const Trace& trace) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < trace.lines.size(); ++i) count += goes_on(trace, i) ? 0 : 1;
    return count;
}

/// What is broken on the board, cited or not, before the last line of a trace is drawn.
std::optional<Constraint> broken_before_its_end(State now, const Trace& trace,
                                                std::span<const Candidate> besides) {
    take(now, trace.assumption, trace.supposed);
    for (const Candidate c : besides) take(now, c, Truth::holds);
    for (std::size_t i = 0; i < trace.lines.size(); ++i) {
        if (now.contradiction() && !goes_on(trace, i)) return constraint_of(*now.contradiction());
        take(now, trace.lines[i].candidate, trace.lines[i].truth);
    }
    return std::nullopt;
}

/// The citations with this one, and with the houses that what holds in a trace is in.
std::vector<Citation> with_what_breaks(const State& state, std::span<const Citation> cites,
                                       const Trace& trace, std::span<const Candidate> besides,
                                       const Constraint& broken) {
    std::vector<Citation> more{cites.begin(), cites.end()};
    const auto add = [&](const Constraint& c, Use use) {
        const auto same = std::ranges::find(more, c, &Citation::constraint);
        if (same == more.end())
            more.push_back({c, use});
        else if (use == Use::truth)
            same->use = use;
    };
    add(broken, Use::truth);
    std::vector<Candidate> holding{besides.begin(), besides.end()};
    if (trace.supposed == Truth::holds) holding.push_back(trace.assumption);
    for (const TraceLine& line : trace.lines)
        if (line.truth == Truth::holds) holding.push_back(line.candidate);
    for (const Candidate c : holding) {
        add(Constraint::of(c.cell), Use::link);
        for (const logic::HousePosition& seat : state.layout().seats(c.cell))
            add(Constraint::of(seat.house, c.digit), Use::link);
    }
    return more;
}

}  // namespace

std::optional<Trace> refute(const State& state, std::span<const Citation> cites,
                            Candidate assumption, Truth supposed,
                            std::span<const Candidate> besides) {
    auto trace = Follower{state, cites}.run(assumption, supposed, besides);
    if (!trace) return trace;
    const auto broken = broken_before_its_end(state, *trace, besides);
    if (!broken) return trace;
    const auto more = with_what_breaks(state, cites, *trace, besides, *broken);
    auto shorter = Follower{state, more}.run(assumption, supposed, besides);
    return shorter && said(*shorter) < said(*trace) ? shorter : trace;
}

}  // namespace clew::explain::inline words
