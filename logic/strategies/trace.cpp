// Breadth first: a round finds every single of the state as it stands and makes them all; only when
// there is none does a round of locked candidates, then of subsets, then of lemmas, follow. So a
// line's depth is the fewest rounds in which it can be had, and the chain to the first conflict is
// as shallow as can be; among the conflicts of that round the one with the fewest placements, then
// the fewest lines, is kept.
//
// Every change is a line: which candidate, true or false, and why, in as few words as the machine
// needs; the citations and the earlier lines that it rests on are worked out when a chain is cut
// out. A line that rests on "the constraint has no other place" rests on the lines that took the
// constraint's other candidates away since the start. Walking back from a conflict picks out the
// lines that matter.
//
// A lemma is a trace of its own that starts from the state of its round. It is followed only if
// the chain needs it. What it cites ranges over the candidates of that state; the lines outside
// that took the others away are what the lemma rests on.

#include "logic/strategies/trace.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/sorted.hpp"
#include "logic/strategies/evidence.hpp"
#include "logic/strategies/refuter.hpp"
#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::size_t any_number = static_cast<std::size_t>(-1);

// Renumbers what a lemma rests on, its own lemmas included: lines outside by the table, its own,
// which count on from the line it supports, along with that line.
template <class Renumber>
void renumber(Branch& branch, const Renumber& to) {
    for (Inference& line : branch.lines) {
        for (std::size_t& from : line.from) from = to(from);
        for (Branch& lemma : line.lemma) renumber(lemma, to);
    }
}

}  // namespace

ClosureTrace::ClosureTrace(const State& base, Candidate assumed, Reasoning reasoning)
    : base_(base),
      reasoning_(reasoning),
      now_(base),
      fell_(base.geometry().candidate_count(), never),
      placed_(base.geometry().candidate_count(), never) {
    CLEW_REQUIRE(base.has(assumed) && !base.placed(assumed.cell), "Trace: not an open candidate");
    lines_.reserve(base.geometry().candidate_count());
    open_places_.assign(base.layout().house_count(), 0);
    for (Cell c : base.open())
        for (const HousePosition& seat : base.layout().seats(c))
            open_places_[seat.house.index()] |= seat.bit;
    place({assumed});
    while (!note_conflicts())
        if (!round_of_singles() && !round_of_steps() && !round_of_lemmas()) break;
}

bool ClosureTrace::round_of_singles() {
    std::vector<Line> found;
    CellSet taken = now_.layout().none();
    for (Cell c : now_.open()) {
        const std::uint32_t digits = now_.candidates(c).bits();
        if (digits == 0 || (digits & (digits - 1)) != 0) continue;
        found.push_back({{c, now_.candidates(c).first()},
                         Reason::single,
                         Technique::naked_single,
                         Constraint::of(c)});
        taken.set(c);
    }
    for (std::size_t h = 0; h < now_.layout().house_count(); ++h) {
        if (!now_.layout().is_full(House{h})) continue;
        const auto positions = now_.positions(House{h});
        const Mask open = open_places_[h];
        for (std::size_t d = 0; d < positions.size(); ++d) {
            // One place, in an open cell: no call of popcount, which portable builds would make.
            const Mask places = positions[d];
            if ((places & (places - 1)) != 0 || (places & open) == 0) continue;
            const Cell cell =
                now_.layout().cell_at(House{h}, static_cast<std::size_t>(std::countr_zero(places)));
            if (taken.test(cell)) continue;
            found.push_back({{cell, Digit{d}},
                             Reason::single,
                             Technique::hidden_single,
                             Constraint::of(House{h}, Digit{d})});
            taken.set(cell);
        }
    }
    // Another single of this round may have taken one: then a cell or a house is empty now.
    for (const Line& line : found)
        if (now_.has(line.candidate)) place(line);
    return !found.empty();
}

bool ClosureTrace::round_of_steps() {
    if (reasoning_.closure == ClosureRules::singles) return false;
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
        for (Step& step : found) {
            bool used = false;
            for (Candidate c : step.eliminations) {
                if (!now_.has(c)) continue;
                used = true;
                fell_[now_.geometry().candidate_index(c)] = static_cast<Index>(lines_.size());
                lines_.push_back(
                    {c, Reason::step, step.technique, {}, static_cast<Index>(steps_.size())});
                now_.eliminate(c);
            }
            if (used) steps_.push_back(std::move(step));
        }
        return !found.empty();
    };
    return round(locked) || round(subsets);
}

bool ClosureTrace::round_of_lemmas() {
    if (reasoning_.nested == 0) return false;
    Spending spending{unlimited, nullptr};
    Refuter refuter{now_.geometry_ptr(), reasoning_.closure, spending};
    for (std::size_t nested = 0; nested < reasoning_.nested; ++nested) {
        const std::vector<Candidate> refuted = refuter.refuted(marks_of(now_), nested);
        if (refuted.empty()) continue;
        const auto round = static_cast<Index>(rounds_.size());
        rounds_.push_back(std::make_unique<Round>(
            Round{now_, static_cast<Index>(lines_.size()), Reasoning{reasoning_.closure, nested}}));
        for (Candidate c : refuted) {
            fell_[now_.geometry().candidate_index(c)] = static_cast<Index>(lines_.size());
            lines_.push_back(
                {c,
                 Reason::lemma,
                 nested == 0 ? Technique::impossible_digit : Technique::nested_contradiction,
                 {},
                 round});
            now_.eliminate(c);
        }
        return true;
    }
    return false;
}

void ClosureTrace::place(const Line& line) {
    const Geometry& geometry = now_.geometry();
    const auto here = static_cast<Index>(lines_.size());
    lines_.push_back(line);
    placed_[geometry.candidate_index(line.candidate)] = here;
    for (const HousePosition& seat : now_.layout().seats(line.candidate.cell))
        open_places_[seat.house.index()] &= ~seat.bit;
    now_.place(line.candidate, [&](Candidate gone) {
        fell_[geometry.candidate_index(gone)] = static_cast<Index>(lines_.size());
        lines_.push_back({gone, Reason::seen, line.technique, {}, here});
    });
}

bool ClosureTrace::note_conflicts() {
    if (!now_.contradiction()) return false;
    for (std::size_t i = 0; i < now_.cell_count(); ++i)
        if (now_.candidates(Cell{i}).empty()) conflicts_.push_back(Constraint::of(Cell{i}));
    for (House h : now_.layout().full_houses()) {
        for (std::size_t d = 0; d < now_.size(); ++d)
            if (now_.positions(h, Digit{d}) == 0) conflicts_.push_back(Constraint::of(h, Digit{d}));
    }
    return true;
}

template <class Visit>
void ClosureTrace::each_taken(const Constraint& constraint, Index limit, Visit&& visit) const {
    const std::size_t size = base_.size();
    const auto taken = [&](Cell cell, Digit digit) {
        const Index at = fell_[cell.index() * size + digit.index()];
        if (at < limit) visit(std::size_t{at});
    };
    if (constraint.kind == Constraint::Kind::cell) {
        for (Digit d : base_.candidates(constraint.cell)) taken(constraint.cell, d);
    } else {
        const auto cells = base_.geometry().cells_of(constraint.house);
        for (Mask at = base_.positions(constraint.house, constraint.digit); at != 0; at &= at - 1)
            taken(cells[static_cast<std::size_t>(std::countr_zero(at))], constraint.digit);
    }
}

void ClosureTrace::taken_from(const Constraint& constraint, Index limit,
                              std::vector<std::size_t>& out) const {
    each_taken(constraint, limit, [&](std::size_t at) { out.push_back(at); });
}

/// What a line rests on directly; some of it more than once.
template <class Visit>
void ClosureTrace::each_premise(std::size_t at, Visit&& visit) const {
    const Line& line = lines_[at];
    switch (line.reason) {
        case Reason::assumption:
            break;
        case Reason::single:
            each_taken(line.by, static_cast<Index>(at), visit);
            break;
        case Reason::seen:
            visit(std::size_t{line.from});
            break;
        case Reason::step:
            for (const Citation& citation : steps_[line.from].cites)
                if (citation.use == Use::truth)
                    each_taken(citation.constraint, static_cast<Index>(at), visit);
            break;
        case Reason::lemma:
            for (std::size_t from : lemma(at).outside) visit(from);
            break;
    }
}

std::vector<std::size_t> ClosureTrace::premises(std::size_t at) const {
    std::vector<std::size_t> from;
    each_premise(at, [&](std::size_t premise) { from.push_back(premise); });
    sort_unique(from);
    return from;
}

const ClosureTrace::Lemma& ClosureTrace::lemma(std::size_t at) const {
    for (const Lemma& told : lemmas_)
        if (told.at == at) return told;
    const Round& round = *rounds_[lines_[at].from];
    Lemma told{
        at, ClosureTrace{round.state, lines_[at].candidate, round.reasoning}.conflict(), 0, {}};
    told.placements = placements_told(told.branch);
    renumber(told.branch, [&](std::size_t from) { return from + at; });
    rest_outside(told.branch, round.lines, told.outside);
    sort_unique(told.outside);
    return lemmas_.emplace_back(std::move(told));
}

// Adds to the lines of a lemma, and to `outside`, the lines before `limit` that took candidates
// from the constraints that it cites.
void ClosureTrace::rest_outside(Branch& branch, Index limit,
                                std::vector<std::size_t>& outside) const {
    for (Inference& line : branch.lines) {
        std::vector<std::size_t> from;
        for (const Citation& citation : line.by)
            if (citation.use == Use::truth) taken_from(citation.constraint, limit, from);
        for (Branch& inner : line.lemma) rest_outside(inner, limit, from);
        outside.insert(outside.end(), from.begin(), from.end());
        line.from.insert(line.from.end(), from.begin(), from.end());
        sort_unique(line.from);
    }
    if (branch.conflict) taken_from(*branch.conflict, limit, outside);
}

std::optional<TraceLength> ClosureTrace::measure(std::span<const std::size_t> wanted,
                                                 std::size_t most_placements) const {
    needed_.assign(lines_.size(), 0);
    needed_[0] = 1;  // the assumption, even where nothing rests on it
    for (std::size_t at : wanted) needed_[at] = 1;
    TraceLength length;
    for (std::size_t at = lines_.size(); at-- > 0;) {
        if (needed_[at] == 0) continue;
        ++length.lines;
        if (lines_[at].truth() == Truth::holds) ++length.placements;
        if (lines_[at].reason == Reason::lemma) length.placements += lemma(at).placements;
        if (length.placements > most_placements) return std::nullopt;
        each_premise(at, [&](std::size_t from) { needed_[from] = 1; });
    }
    return length;
}

Branch ClosureTrace::extract(std::span<const std::size_t> wanted) const {
    measure(wanted, any_number);
    const std::vector<char> needed = needed_;
    Branch branch;
    std::vector<std::size_t> renumbered(lines_.size(), 0);
    for (std::size_t at = 0; at < lines_.size(); ++at) {
        if (needed[at] == 0) continue;
        const std::size_t here = branch.lines.size();
        renumbered[at] = here;
        const Line& line = lines_[at];
        Inference told{line.candidate, line.truth(), line.technique, {}, premises(at)};
        const auto to = [&](std::size_t from) {
            return from < at ? renumbered[from] : from - at + here;
        };
        for (std::size_t& from : told.from) from = to(from);
        switch (line.reason) {
            case Reason::assumption:
                break;
            case Reason::single:
                told.by = {{line.by, Use::truth}};
                break;
            case Reason::seen: {
                const Candidate by = lines_[line.from].candidate;
                const Constraint why =
                    by.cell == line.candidate.cell
                        ? Constraint::of(by.cell)
                        : Constraint::of(*now_.layout().common_house(by.cell, line.candidate.cell),
                                         by.digit);
                told.by = {{why, Use::link}};
                break;
            }
            case Reason::step:
                told.by = steps_[line.from].cites;
                break;
            case Reason::lemma:
                told.lemma = {lemma(at).branch};
                renumber(told.lemma.front(), to);
                break;
        }
        branch.lines.push_back(std::move(told));
    }
    return branch;
}

std::vector<std::size_t> ClosureTrace::wanted_for(const Constraint& conflict) const {
    std::vector<std::size_t> wanted;
    taken_from(conflict, never, wanted);
    return wanted;
}

std::size_t ClosureTrace::line_of(Candidate candidate, Truth truth) const {
    const std::size_t index = base_.geometry().candidate_index(candidate);
    const Index at = truth == Truth::holds ? placed_[index] : fell_[index];
    CLEW_REQUIRE(at != never, "Trace: it did not come about");
    return at;
}

std::optional<std::pair<TraceLength, Constraint>> ClosureTrace::best_conflict(
    std::size_t most_placements) const {
    CLEW_REQUIRE(refuted(), "Trace::conflict: not refuted");
    std::optional<std::pair<TraceLength, Constraint>> best;
    for (const Constraint& conflict : conflicts_) {
        const auto length =
            measure(wanted_for(conflict), best ? best->first.placements : most_placements);
        if (length && (!best || *length < best->first)) best.emplace(*length, conflict);
    }
    return best;
}

Branch ClosureTrace::conflict() const {
    const Constraint conflict = best_conflict(any_number)->second;
    Branch branch = extract(wanted_for(conflict));
    branch.conflict = conflict;
    return branch;
}

std::optional<TraceLength> ClosureTrace::conflict_length(std::size_t most_placements) const {
    const auto best = best_conflict(most_placements);
    if (!best) return std::nullopt;
    return best->first;
}

Branch ClosureTrace::because(Candidate candidate, Truth truth) const {
    const std::array wanted{line_of(candidate, truth)};
    return extract(wanted);
}

TraceLength ClosureTrace::length(Candidate candidate, Truth truth) const {
    const std::array wanted{line_of(candidate, truth)};
    return *measure(wanted, any_number);
}

}  // namespace clew::logic::inline strategies
