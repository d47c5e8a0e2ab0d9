// A *pivot* is an exactly-one rule with its candidates; one of them holds. Each is followed, and
// what all of them come to is reported [Hobiger2008]. Nets: the quick closure of each candidate is
// made once; a pivot one of whose candidates is refuted is left to "impossible digit". What singles
// show is told with singles alone; the wider rules are asked only for what is left.
//
// Chains: breadth first over "holds, so what it sees fails" and "fails, so the other one of two
// holds", both read off the state as it stands, so that every line rests on the one before it and
// the path to each proposition is a shortest one. A chain's inferences are singles of the closure
// as well: a pivot whose closures agree on nothing has no common chains, and is passed over.
//
// A conclusion about a cell is a placement if just one digit of it is left in every branch, and
// otherwise the elimination of what is in none.

#include "logic/strategies/forcing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "logic/strategies/evidence.hpp"
#include "logic/strategies/finding.hpp"
#include "logic/strategies/refuter.hpp"
#include "logic/strategies/trace.hpp"

namespace clew::logic {
namespace {

constexpr std::array techniques_found{
    Technique::cell_forcing_chain, Technique::region_forcing_chain, Technique::binary_verity,
    Technique::cell_forcing_net,   Technique::region_forcing_net,
};

struct Pivot {
    Constraint in;
    std::vector<Candidate> candidates;
};

bool is_chain(Technique t) {
    return t == Technique::cell_forcing_chain || t == Technique::region_forcing_chain;
}

std::vector<Pivot> pivots_of(const State& state, Technique technique) {
    std::vector<Pivot> pivots;
    if (technique == Technique::region_forcing_chain ||
        technique == Technique::region_forcing_net) {
        const std::size_t least = is_chain(technique) ? 3 : 2;
        for (std::size_t h = 0; h < state.layout().house_count(); ++h) {
            if (!state.layout().is_full(House{h})) continue;
            for (std::size_t d = 0; d < state.size(); ++d) {
                const Mask places = state.positions(House{h}, Digit{d});
                if (static_cast<std::size_t>(std::popcount(places)) < least) continue;
                Pivot pivot{Constraint::of(House{h}, Digit{d}), {}};
                for (Cell c : state.layout().cells_at(House{h}, places))
                    pivot.candidates.push_back({c, Digit{d}});
                pivots.push_back(std::move(pivot));
            }
        }
        return pivots;
    }
    for (Cell c : state.open()) {
        const std::size_t count = state.candidates(c).size();
        if (technique == Technique::binary_verity ? count != 2 : count < 3) continue;
        Pivot pivot{Constraint::of(c), {}};
        for (Digit d : state.candidates(c)) pivot.candidates.push_back({c, d});
        pivots.push_back(std::move(pivot));
    }
    return pivots;
}

/// What one candidate forces by single premises.
class Implied {
  public:
    Implied(const State& state, Candidate start) : state_(state) {
        const std::size_t count = state.geometry().candidate_count();
        holds_.assign(count, none);
        fails_.assign(count, none);
        add(holds_, start, Truth::holds, none, {});
        for (std::size_t at = 0; at < reached_.size(); ++at) {
            if (reached_[at].truth == Truth::holds)
                rule_out(at);
            else
                leave_over(at);
        }
    }

    bool comes_to(Candidate c, Truth truth) const {
        return (truth == Truth::holds ? holds_ : fails_)[index(c)] != none;
    }

    /// Placements on the way, the start among them.
    std::size_t placements(Candidate c, Truth truth) const {
        std::size_t count = 0;
        for (std::size_t at = line_of(c, truth); at != none; at = reached_[at].before)
            if (reached_[at].truth == Truth::holds) ++count;
        return count;
    }

    Branch because(Candidate c, Truth truth) const {
        Branch branch;
        for (std::size_t at = line_of(c, truth); at != none; at = reached_[at].before) {
            const Proposition& p = reached_[at];
            Inference line{p.candidate, p.truth, Technique::guess, {}, {}};
            if (p.before != none) {
                const bool holds = p.truth == Truth::holds;
                line.technique = holds && p.by.kind == Constraint::Kind::house
                                     ? Technique::hidden_single
                                     : Technique::naked_single;
                line.by = {{p.by, holds ? Use::truth : Use::link}};
            }
            branch.lines.push_back(std::move(line));
        }
        std::ranges::reverse(branch.lines);
        for (std::size_t i = 1; i < branch.lines.size(); ++i) branch.lines[i].from = {i - 1};
        return branch;
    }

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    struct Proposition {
        Candidate candidate;
        Truth truth = Truth::holds;
        std::size_t before = none;
        Constraint by;
    };

    std::size_t index(Candidate c) const { return state_.geometry().candidate_index(c); }
    std::size_t line_of(Candidate c, Truth truth) const {
        return (truth == Truth::holds ? holds_ : fails_)[index(c)];
    }

    void add(std::vector<std::size_t>& known, Candidate c, Truth truth, std::size_t before,
             const Constraint& by) {
        std::size_t& place = known[index(c)];
        if (place != none) return;
        place = reached_.size();
        reached_.push_back({c, truth, before, by});
    }

    void rule_out(std::size_t at) {
        const Candidate c = reached_[at].candidate;
        for (Digit d : state_.candidates(c.cell))
            if (d != c.digit) add(fails_, {c.cell, d}, Truth::fails, at, Constraint::of(c.cell));
        for (Cell peer : state_.layout().peers(c.cell) & state_.cells(c.digit)) {
            if (fails_[index({peer, c.digit})] != none) continue;
            const House house = *state_.layout().common_house(c.cell, peer);
            add(fails_, {peer, c.digit}, Truth::fails, at, Constraint::of(house, c.digit));
        }
    }

    void leave_over(std::size_t at) {
        const Candidate c = reached_[at].candidate;
        const DigitSet others = state_.candidates(c.cell) - DigitSet{c.digit};
        if (others.size() == 1)
            add(holds_, {c.cell, others.first()}, Truth::holds, at, Constraint::of(c.cell));
        for (const Seat& seat : state_.layout().seats(c.cell)) {
            if (!state_.layout().is_full(seat.house)) continue;
            const Mask rest = state_.positions(seat.house, c.digit) & ~seat.bit;
            if (!std::has_single_bit(rest)) continue;
            const Cell cell = state_.layout().cell_at(
                seat.house, static_cast<std::size_t>(std::countr_zero(rest)));
            add(holds_, {cell, c.digit}, Truth::holds, at, Constraint::of(seat.house, c.digit));
        }
    }

    const State& state_;
    std::vector<std::size_t> holds_, fails_;  // by candidate: the line, or none
    std::vector<Proposition> reached_;
};

struct Conclusion {
    std::size_t length = 0;
    std::size_t lines = 0;
    std::size_t pivot = 0;
    Candidate candidate;
    Truth truth = Truth::holds;

    friend auto operator<=>(const Conclusion&, const Conclusion&) = default;
};

class Search : private Finding {
  public:
    Search(const State& state, const Query& query, const StepSink& sink)
        : Finding(state, query, sink), pivots_(pivots_of(state, query.technique)) {}

    Ending run() {
        Closure closure{state_.geometry_ptr()};
        if (closure.load(marks_of(state_)) == ClosureStatus::impossible) return Ending::exhausted;
        std::vector<ClosureRules> levels{ClosureRules::singles};
        if (query_.closure != ClosureRules::singles && !is_chain(query_.technique))
            levels.push_back(query_.closure);
        for (const ClosureRules rules : levels) {
            const std::vector<Conclusion> found =
                is_chain(query_.technique) ? chains(closure) : nets(closure, rules);
            if (ending_ != Ending::exhausted && found.empty()) return ending_;
            for (const Conclusion& conclusion : found)
                if (report(conclusion, rules) == Flow::stop) return Ending::limit_reached;
            if (ending_ != Ending::exhausted) return ending_;
        }
        return Ending::exhausted;
    }

  private:
    struct Outcome {
        bool refuted = false;
        Marks marks;
    };

    /// The closure of a candidate, made once a level; null once the work is bounded.
    const Outcome* outcome(Closure& closure, Candidate c, ClosureRules rules) {
        std::unique_ptr<Outcome>& known = outcomes_[state_.geometry().candidate_index(c)];
        if (known) return known.get();
        if (nodes_ == 0) ending_ = Ending::out_of_budget;
        if (query_.stop != nullptr && query_.stop->raised()) ending_ = Ending::interrupted;
        if (ending_ != Ending::exhausted) return nullptr;
        --nodes_;
        known = std::make_unique<Outcome>();
        known->refuted = closure.assign({&c, 1}, rules) == ClosureStatus::impossible;
        if (!known->refuted) {
            known->marks.resize(state_.cell_count());
            closure.candidates(known->marks);
        }
        return known.get();
    }

    void start_level() {
        outcomes_.clear();
        outcomes_.resize(state_.geometry().candidate_count());
    }

    /// What is left of the cells in any of the outcomes; those refuted leave nothing.
    bool unite(Closure& closure, const Pivot& pivot, ClosureRules rules, bool& refuted) {
        united_.assign(state_.cell_count(), DigitSet{});
        refuted = false;
        for (Candidate c : pivot.candidates) {
            const Outcome* found = outcome(closure, c, rules);
            if (found == nullptr) return false;
            if (found->refuted) {
                refuted = true;
                continue;
            }
            for (std::size_t i = 0; i < united_.size(); ++i) united_[i] |= found->marks[i];
        }
        return true;
    }

    std::vector<Conclusion> nets(Closure& closure, ClosureRules rules) {
        start_level();
        traces_.clear();
        traces_.resize(state_.geometry().candidate_count());
        std::vector<Conclusion> found;
        for (std::size_t p = 0; p < pivots_.size(); ++p) {
            bool refuted = false;
            if (!unite(closure, pivots_[p], rules, refuted)) break;
            if (refuted) continue;
            for (Cell at : state_.open()) {
                if (pivots_[p].in == Constraint::of(at)) continue;
                const DigitSet left = united_[at.index()];
                const DigitSet gone = state_.candidates(at) - left;
                if (gone.empty()) continue;
                const auto conclude = [&](Candidate c, Truth truth) {
                    if (!told_.insert({p, c, truth}).second) return;
                    Conclusion conclusion{0, 0, p, c, truth};
                    for (Candidate start : pivots_[p].candidates) {
                        const TraceLength length = trace(start, rules).length(c, truth);
                        conclusion.length += length.placements;
                        conclusion.lines += length.lines;
                    }
                    found.push_back(conclusion);
                };
                if (left.size() == 1)
                    conclude({at, left.first()}, Truth::holds);
                else
                    for (Digit d : gone) conclude({at, d}, Truth::fails);
            }
        }
        std::ranges::sort(found);
        return found;
    }

    const Trace& trace(Candidate start, ClosureRules rules) {
        std::unique_ptr<Trace>& known = traces_[state_.geometry().candidate_index(start)];
        if (!known) known = std::make_unique<Trace>(state_, start, Reasoning{rules, 0});
        return *known;
    }

    std::vector<Conclusion> chains(Closure& closure) {
        start_level();
        implied_.clear();
        implied_.resize(state_.geometry().candidate_count());
        std::vector<Conclusion> found;
        for (std::size_t p = 0; p < pivots_.size(); ++p) {
            const Pivot& pivot = pivots_[p];
            bool refuted = false;
            if (!unite(closure, pivot, ClosureRules::singles, refuted)) break;
            for (Cell at : state_.open()) {
                if (pivot.in == Constraint::of(at)) continue;
                if ((state_.candidates(at) - united_[at.index()]).empty()) continue;
                const auto conclude = [&](Candidate c, Truth truth) {
                    if (std::ranges::count(pivot.candidates, c) > 0) return false;
                    Conclusion conclusion{0, 0, p, c, truth};
                    for (Candidate start : pivot.candidates) {
                        if (!implied(start).comes_to(c, truth)) return false;
                        conclusion.length += implied(start).placements(c, truth);
                    }
                    found.push_back(conclusion);
                    return true;
                };
                bool placed = false;
                for (Digit d : state_.candidates(at))
                    placed = conclude({at, d}, Truth::holds) || placed;
                if (placed || state_.candidates(at).size() < 2) continue;
                for (Digit d : state_.candidates(at)) conclude({at, d}, Truth::fails);
            }
        }
        std::ranges::sort(found);
        return found;
    }

    const Implied& implied(Candidate start) {
        std::unique_ptr<Implied>& known = implied_[state_.geometry().candidate_index(start)];
        if (!known) known = std::make_unique<Implied>(state_, start);
        return *known;
    }

    Flow report(const Conclusion& conclusion, ClosureRules rules) {
        Step step;
        step.technique = query_.technique;
        const Candidate c = conclusion.candidate;
        (conclusion.truth == Truth::holds ? step.placements : step.eliminations) = {c};
        for (Candidate start : pivots_[conclusion.pivot].candidates)
            step.reasons.push_back(is_chain(query_.technique)
                                       ? implied(start).because(c, conclusion.truth)
                                       : trace(start, rules).because(c, conclusion.truth));
        step.cites = {{pivots_[conclusion.pivot].in, Use::truth}};
        step.groups = {
            {Role::pivot, pivots_[conclusion.pivot].candidates, pivots_[conclusion.pivot].in}};
        write_evidence(step, state_);
        return deliver(std::move(step));
    }

    std::vector<Pivot> pivots_;
    std::vector<std::unique_ptr<Outcome>> outcomes_;  // by candidate
    std::vector<std::unique_ptr<Trace>> traces_;
    std::vector<std::unique_ptr<Implied>> implied_;
    std::set<std::tuple<std::size_t, Candidate, Truth>> told_;
    Marks united_;
    Ending ending_ = Ending::exhausted;
};

Ending find_forced(const State& state, const Query& query, const StepSink& sink) {
    return Search{state, query, sink}.run();
}

}  // namespace

Strategy forcing_strategy() {
    return {"forcing chains and nets", techniques_found, Finder{find_forced}};
}

}  // namespace clew::logic
