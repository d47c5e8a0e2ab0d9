// Unit propagation in rounds over the cited constraints. Each candidate that falls remembers the
// candidate whose holding felled it, or the rule; each that holds remembers its constraint. Walking
// back from the broken constraint leaves the lines that matter, in the order in which they were
// found. Of a rule, what is known of its cells is forgotten as far as it says the same without.

#include "explain/words/trace.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace clew::explain::inline words {

namespace {

using logic::Citation;
using logic::Constraint;
using logic::State;
using logic::Truth;
using logic::Use;

}  // namespace

std::optional<Trace> refute(const State& state, std::span<const Citation> cites,
                            Candidate assumption, Truth supposed,
                            std::span<const Candidate> besides) {
    std::vector<std::vector<Candidate>> members;
    members.reserve(cites.size());
    for (const Citation& c : cites) members.push_back(candidates_of(state, c.constraint));
    const auto at_least_one = [&](const Citation& c) {
        return c.use == Use::truth &&
               (c.constraint.kind == Constraint::Kind::cell ||
                (c.constraint.kind == Constraint::Kind::house &&
                 state.geometry().info(c.constraint.house).holds_every_digit()));
    };
    const auto is_rule = [](const Citation& c) {
        return c.constraint.kind == Constraint::Kind::rule;
    };

    Trace trace{assumption, supposed, {}, {}, false, {}};
    std::map<Candidate, std::size_t> holds;  // -> line + 1, 0 for the assumption
    // -> the lines that felled it
    std::map<Candidate, std::set<std::size_t>> fails;
    // Why a line is one: earlier lines (0: the assumption), or what a rule makes of its cells.
    struct Cause {
        std::set<std::size_t> earlier{};
        std::size_t rule = 0;               // among the citations
        std::vector<DigitSet> before{};     // of its cells; empty: no rule
        std::size_t cell = unlimited_size;  // of its cells; of none where it is broken
    };
    std::vector<Cause> causes{{}};
    std::vector<TraceLine> lines;
    if (supposed == Truth::holds)
        holds[assumption] = 0;
    else
        fails[assumption] = {0};
    for (const Candidate c : besides) holds[c] = 0;

    // The line by which a cell of a rule holds another digit.
    std::set<Cell> ruled;
    for (const Citation& c : cites)
        if (is_rule(c))
            for (const Cell cell : state.rule_parts()->all()[c.constraint.rule].cells())
                ruled.insert(cell);
    const auto other_in = [&](Candidate c) -> std::optional<std::size_t> {
        if (!ruled.contains(c.cell)) return std::nullopt;
        for (const Digit d : state.candidates(c.cell))
            if (const auto h = holds.find({c.cell, d}); d != c.digit && h != holds.end())
                return h->second;
        return std::nullopt;
    };

    // What a rule needs of what is known of its cells before a line, as the lines that say so.
    const auto needed = [&](Cause& cause, std::size_t line, DigitSet gone) {
        const rules::RulePart& part = state.rule_parts()->all()[cites[cause.rule].constraint.rule];
        const auto says_so = [&](std::vector<DigitSet> domains) {
            return !part.filter(domains) ||
                   (cause.cell != unlimited_size && (domains[cause.cell] & gone).empty());
        };
        std::set<std::size_t> used;
        for (std::size_t at = 0; at < cause.before.size(); ++at) {
            const Cell cell = part.cells()[at];
            const DigitSet missing = state.candidates(cell) - cause.before[at];
            const auto known = cause.before[at].size() == 1
                                   ? holds.find({cell, cause.before[at].first()})
                                   : holds.end();
            const bool placed = known != holds.end() && known->second < line;
            // All at once where one line places it, else digit by digit.
            for (const Digit d : missing) {
                std::vector<DigitSet> more = cause.before;
                if (placed)
                    more[at] |= missing;
                else
                    more[at].insert(d);
                if (says_so(more)) {
                    cause.before = std::move(more);
                } else if (placed) {
                    used.insert(known->second);
                } else {
                    const auto& by = fails.at({cell, d});
                    used.insert(by.begin(), by.end());
                }
                if (placed) break;
            }
        }
        return used;
    };
    const auto finish = [&](const Constraint& end, bool crowded, Cause cause) {
        trace.end = end;
        trace.crowded = crowded;
        std::set<std::size_t> used =
            cause.before.empty() ? cause.earlier : needed(cause, causes.size(), DigitSet{});
        trace.left = std::move(cause.before);
        for (std::size_t i = causes.size(); i-- > 1;) {
            if (!used.contains(i)) continue;
            const TraceLine& line = lines[i - 1];
            DigitSet gone{line.candidate.digit};
            if (line.truth == Truth::holds) gone = state.candidates(line.candidate.cell) - gone;
            const std::set<std::size_t> by =
                causes[i].before.empty() ? causes[i].earlier : needed(causes[i], i, gone);
            used.insert(by.begin(), by.end());
        }
        for (std::size_t i = 1; i < causes.size(); ++i)
            if (used.contains(i)) trace.lines.push_back(lines[i - 1]);
        return trace;
    };

    for (bool grew = true; grew;) {
        grew = false;
        // What holds fells the others of its constraints.
        for (std::size_t i = 0; i < cites.size(); ++i) {
            if (is_rule(cites[i])) continue;
            std::vector<Candidate> holding;
            for (Candidate c : members[i])
                if (holds.contains(c)) holding.push_back(c);
            if (holding.size() > 1)
                return finish(cites[i].constraint, true, {{holds[holding[0]], holds[holding[1]]}});
            if (holding.size() != 1) continue;
            for (Candidate c : members[i])
                if (c != holding.front() &&
                    fails.try_emplace(c, std::set{holds[holding.front()]}).second)
                    grew = true;
        }
        // What no way to keep a rule has falls, for all that is known of its cells.
        struct Fresh {
            Candidate candidate;
            std::size_t by;
            std::set<std::size_t> earlier;
        };
        std::vector<Fresh> fresh;
        for (std::size_t i = 0; i < cites.size(); ++i) {
            if (!is_rule(cites[i])) continue;
            const rules::RulePart& part = state.rule_parts()->all()[cites[i].constraint.rule];
            std::vector<DigitSet> domains;
            std::set<std::size_t> crowd;  // lines that hold in one cell
            std::size_t crowded = unlimited_size, empty = unlimited_size;
            for (const Cell cell : part.cells()) {
                DigitSet open, holding;
                std::set<std::size_t> these;
                for (const Digit d : state.candidates(cell)) {
                    const Candidate c{cell, d};
                    if (const auto h = holds.find(c); h != holds.end()) {
                        holding.insert(d);
                        these.insert(h->second);
                    } else if (!fails.contains(c)) {
                        open.insert(d);
                    }
                }
                domains.push_back(holding.empty() ? open : holding);
                if (holding.size() > 1) {
                    crowd = these;
                    crowded = domains.size() - 1;
                }
                if (domains.back().empty()) empty = domains.size() - 1;
            }
            if (crowded != unlimited_size)
                return finish(Constraint::of(part.cells()[crowded]), true, {crowd});
            if (empty != unlimited_size) {
                std::set<std::size_t> used;
                for (const Digit d : state.candidates(part.cells()[empty])) {
                    const auto& by = fails.at({part.cells()[empty], d});
                    used.insert(by.begin(), by.end());
                }
                return finish(Constraint::of(part.cells()[empty]), false, {used});
            }
            const std::vector<DigitSet> before = domains;
            if (!part.filter(domains)) return finish(cites[i].constraint, false, {{}, i, before});
            for (std::size_t at = 0; at < domains.size(); ++at) {
                const Cell cell = part.cells()[at];
                const bool one_left = domains[at].size() == 1 && !state.placed(cell) &&
                                      !holds.contains({cell, domains[at].first()});
                const bool by_rule = before[at] != domains[at];
                if (one_left) {
                    Cause cause{{}, i, before, at};
                    if (!by_rule) {
                        cause.before.clear();
                        for (const Digit d : state.candidates(cell) - domains[at]) {
                            const auto& by = fails.at({cell, d});
                            cause.earlier.insert(by.begin(), by.end());
                        }
                    }
                    const Candidate only{cell, domains[at].first()};
                    lines.push_back({only, by_rule ? cites[i].constraint : Constraint::of(cell)});
                    causes.push_back(std::move(cause));
                    holds[only] = lines.size();
                    grew = true;
                }
                for (const Digit d : before[at] - domains[at]) {
                    const auto [known, fell] = fails.try_emplace({cell, d});
                    if (!fell) continue;
                    grew = true;
                    if (!one_left) {
                        lines.push_back({{cell, d}, cites[i].constraint, Truth::fails});
                        causes.push_back({{}, i, before, at});
                    }
                    known->second = {lines.size()};
                }
            }
        }
        // A truth with one candidate left gives it; with none it breaks.
        for (std::size_t i = 0; i < cites.size(); ++i) {
            if (!at_least_one(cites[i])) continue;
            std::vector<Candidate> open;
            std::set<std::size_t> used;
            for (Candidate c : members[i]) {
                if (const auto f = fails.find(c); f != fails.end())
                    used.insert(f->second.begin(), f->second.end());
                else if (const auto line = other_in(c))
                    used.insert(*line);
                else
                    open.push_back(c);
            }
            if (open.empty()) return finish(cites[i].constraint, false, {used});
            if (open.size() > 1 || holds.contains(open.front())) continue;
            if (std::ranges::find(fresh, open.front(), &Fresh::candidate) == fresh.end())
                fresh.push_back({open.front(), i, std::move(used)});
        }
        for (Fresh& one : fresh) {
            lines.push_back({one.candidate, cites[one.by].constraint});
            causes.push_back({std::move(one.earlier)});
            holds[one.candidate] = lines.size();
            grew = true;
        }
    }
    return std::nullopt;
}

}  // namespace clew::explain::inline words
