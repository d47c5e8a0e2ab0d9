// Unit propagation in rounds over the cited constraints. Each candidate that falls remembers the
// candidate whose holding felled it, each that holds remembers its constraint; walking back from
// the broken constraint leaves the lines that matter, in the order in which they were found.

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
    // -> the holding lines that felled it
    std::map<Candidate, std::set<std::size_t>> fails;
    std::vector<std::set<std::size_t>> causes{{}};  // per line (0: the assumption): earlier lines
    std::vector<TraceLine> lines;
    if (supposed == Truth::holds)
        holds[assumption] = 0;
    else
        fails[assumption] = {0};
    for (const Candidate c : besides) holds[c] = 0;

    const auto finish = [&](const Constraint& end, bool crowded, std::set<std::size_t> used) {
        trace.end = end;
        trace.crowded = crowded;
        for (std::size_t i = causes.size(); i-- > 1;)
            if (used.contains(i)) used.insert(causes[i].begin(), causes[i].end());
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
                return finish(cites[i].constraint, true, {holds[holding[0]], holds[holding[1]]});
            if (holding.size() != 1) continue;
            for (Candidate c : members[i])
                if (c != holding.front() &&
                    fails.try_emplace(c, std::set{holds[holding.front()]}).second)
                    grew = true;
        }
        // What no way to keep a rule has falls, for all that is known of its cells.
        std::vector<std::pair<Candidate, std::size_t>> fresh;
        for (std::size_t i = 0; i < cites.size(); ++i) {
            if (!is_rule(cites[i])) continue;
            const rules::RulePart& part = state.rule_parts()->all()[cites[i].constraint.rule];
            std::vector<DigitSet> domains;
            std::set<std::size_t> used;
            bool possible = true;
            for (const Cell cell : part.cells()) {
                DigitSet open, holding;
                for (const Digit d : state.candidates(cell)) {
                    const Candidate c{cell, d};
                    if (const auto h = holds.find(c); h != holds.end()) {
                        holding.insert(d);
                        used.insert(h->second);
                    } else if (const auto f = fails.find(c); f != fails.end()) {
                        used.insert(f->second.begin(), f->second.end());
                    } else {
                        open.insert(d);
                    }
                }
                domains.push_back(holding.empty() ? open : holding);
                possible = possible && !domains.back().empty() && holding.size() < 2;
            }
            const std::vector<DigitSet> before = domains;
            if (!possible || !part.filter(domains)) {
                trace.left = before;
                return finish(cites[i].constraint, false, used);
            }
            for (std::size_t at = 0; at < domains.size(); ++at) {
                const Cell cell = part.cells()[at];
                for (const Digit d : state.candidates(cell) - domains[at])
                    if (fails.try_emplace({cell, d}, used).second) grew = true;
                if (domains[at].size() != 1 || state.placed(cell)) continue;
                const Candidate only{cell, domains[at].first()};
                if (holds.contains(only)) continue;
                lines.push_back(
                    {only, before[at] == domains[at] ? Constraint::of(cell) : cites[i].constraint});
                causes.push_back(used);
                holds[only] = lines.size();
                grew = true;
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
                else
                    open.push_back(c);
            }
            if (open.empty()) return finish(cites[i].constraint, false, used);
            if (open.size() > 1 || holds.contains(open.front())) continue;
            const bool known =
                std::ranges::any_of(fresh, [&](const auto& f) { return f.first == open.front(); });
            if (!known) fresh.emplace_back(open.front(), i);
        }
        for (const auto& [candidate, i] : fresh) {
            std::set<std::size_t> used;
            for (Candidate c : members[i])
                if (const auto f = fails.find(c); f != fails.end())
                    used.insert(f->second.begin(), f->second.end());
            lines.push_back({candidate, cites[i].constraint});
            causes.push_back(std::move(used));
            holds[candidate] = lines.size();
            grew = true;
        }
    }
    return std::nullopt;
}

}  // namespace clew::explain::inline words
