// Forcing chains and nets (family 6): what every candidate of a cell, or every place of a digit in
// a house, leads to holds in any case.
//
//     find(state, {.technique = Technique::cell_forcing_chain}, sink);
//     find(state, {.technique = Technique::region_forcing_net,
//                  .closure = ClosureRules::sudokujm}, sink);
//
// In a *chain* each inference has one premise: a digit that holds rules out what it sees, and of a
// digit's two places in a house, or a cell's two digits, one holds if the other fails. Chains from
// cells with two candidates and digits with two places are alternating chains (chains.cpp); here
// there are three and more. In a *net* an inference may rest on many: the closure rules. Of each
// technique every (cell or house, conclusion) is found once, the shortest first.
//
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
// Grouped chains, which are told after the plain ones: the places of a digit that two houses share
// are propositions too. A group fails as soon as one premise rules all of it out, and it holds if
// it is what is left of a house; then the rest of its other house fails, as by locked candidates,
// which is how such a line is told. What groups lead to is no matter for a closure of singles, so
// every pivot is tried.
//
// A conclusion about a cell is a placement if just one digit of it is left in every branch, and
// otherwise the elimination of what is in none.

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "logic/strategies/evidence.hpp"
#include "logic/strategies/finding.hpp"
#include "logic/strategies/refuter.hpp"
#include "logic/strategies/trace.hpp"

namespace clew::logic::inline strategies {
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
        for (House h : state.layout().full_houses()) {
            for (std::size_t d = 0; d < state.size(); ++d) {
                const Mask places = state.positions(h, Digit{d});
                if (static_cast<std::size_t>(std::popcount(places)) < least) continue;
                Pivot pivot{Constraint::of(h, Digit{d}), {}};
                for (Cell c : state.layout().cells_at(h, places))
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

/// A digit's places that two houses share, two or more.
struct Shared {
    Digit digit;
    std::array<House, 2> house;
    std::array<Mask, 2> in{};  // as positions of each
};

/// All of a state.
class SharedPlaces {
  public:
    explicit SharedPlaces(const State& state)
        : size_(state.size()), by_row_(state.layout().house_count() * state.size()) {
        for (const Intersection& crossing : state.layout().crossings())
            for (std::size_t d = 0; d < size_; ++d) {
                const Mask first = state.positions(crossing.first, Digit{d}) & crossing.in_first;
                if ((first & (first - 1)) == 0) continue;
                const Mask second = state.positions(crossing.second, Digit{d}) & crossing.in_second;
                row(crossing.first, Digit{d}).push_back(all_.size());
                row(crossing.second, Digit{d}).push_back(all_.size());
                all_.push_back({Digit{d}, {crossing.first, crossing.second}, {first, second}});
            }
    }
    std::size_t count() const { return all_.size(); }
    const Shared& operator[](std::size_t group) const { return all_[group]; }
    const std::vector<std::size_t>& of(House house, Digit digit) const {
        return by_row_[house.index() * size_ + digit.index()];
    }
    /// Which of the group's houses it is.
    std::size_t side(std::size_t group, House house) const {
        return all_[group].house[0] == house ? 0 : 1;
    }
    Mask places(std::size_t group, House house) const { return all_[group].in[side(group, house)]; }

  private:
    std::vector<std::size_t>& row(House house, Digit digit) {
        return by_row_[house.index() * size_ + digit.index()];
    }

    std::size_t size_;
    std::vector<Shared> all_;
    std::vector<std::vector<std::size_t>> by_row_;  // by house, then digit
};

/// What one candidate forces by single premises, among them groups if they are given.
class Implied {
  public:
    Implied(const State& state, Candidate start, const SharedPlaces* groups)
        : state_(state), groups_(groups) {
        const std::size_t count = state.geometry().candidate_count();
        holds_.assign(count, none);
        fails_.assign(count, none);
        if (groups != nullptr) {
            group_holds_.assign(2 * groups->count(), none);
            group_fails_.assign(groups->count(), none);
        }
        add(holds_, start, Truth::holds, none, {});
        for (std::size_t at = 0; at < reached_.size(); ++at) {
            const Proposition p = reached_[at];
            if (p.group != none) {
                if (p.truth == Truth::holds)
                    confine(at);
                else
                    leave_group_out(at);
            } else if (p.truth == Truth::holds) {
                rule_out(at);
            } else {
                leave_over(at);
            }
        }
    }

    bool comes_to(Candidate c, Truth truth) const {
        return (truth == Truth::holds ? holds_ : fails_)[index(c)] != none;
    }

    /// Candidates and groups that hold on the way, the start among them.
    std::size_t placements(Candidate c, Truth truth) const {
        std::size_t count = 0;
        for (std::size_t at = line_of(c, truth); at != none; at = reached_[at].before)
            if (reached_[at].truth == Truth::holds) ++count;
        return count;
    }

    Branch because(Candidate c, Truth truth) const {
        std::vector<std::size_t> way;
        for (std::size_t at = line_of(c, truth); at != none; at = reached_[at].before)
            way.push_back(at);
        std::ranges::reverse(way);
        Branch branch;
        std::vector<std::size_t> from;       // the lines of the proposition before
        const Proposition* group = nullptr;  // that holds, and so confines what comes next
        for (std::size_t at : way) {
            const Proposition& p = reached_[at];
            if (p.group != none && p.truth == Truth::holds) {
                group = &p;
                continue;
            }
            std::vector<std::size_t> lines;
            for (Candidate told : p.group == none ? std::vector{p.candidate} : members(p.group)) {
                lines.push_back(branch.lines.size());
                branch.lines.push_back(line(p, told, group, from));
            }
            from = std::move(lines);
            group = nullptr;
        }
        return branch;
    }

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    struct Proposition {
        Candidate candidate;
        Truth truth = Truth::holds;
        std::size_t before = none;
        Constraint by;
        std::size_t group = none;  // then this is meant instead of the candidate
    };

    std::size_t index(Candidate c) const { return state_.geometry().candidate_index(c); }
    std::size_t line_of(Candidate c, Truth truth) const {
        return (truth == Truth::holds ? holds_ : fails_)[index(c)];
    }

    std::vector<Candidate> members(std::size_t group) const {
        const Shared& shared = (*groups_)[group];
        std::vector<Candidate> all;
        for (Cell c : state_.layout().cells_at(shared.house[0], shared.in[0]))
            all.push_back({c, shared.digit});
        return all;
    }

    Inference line(const Proposition& p, Candidate told, const Proposition* group,
                   const std::vector<std::size_t>& from) const {
        Inference line{told, p.truth, Technique::guess, {}, from};
        if (p.before == none) return line;
        if (group != nullptr) {
            const bool box = state_.geometry().info(group->by.house).role == HouseRole::box;
            line.technique = box ? Technique::pointing : Technique::claiming;
            line.by = {{group->by, Use::truth}, {p.by, Use::link}};
            return line;
        }
        const bool holds = p.truth == Truth::holds;
        line.technique = holds && p.by.kind == Constraint::Kind::house ? Technique::hidden_single
                                                                       : Technique::naked_single;
        line.by = {{p.by, holds ? Use::truth : Use::link}};
        return line;
    }

    void add(std::vector<std::size_t>& known, Candidate c, Truth truth, std::size_t before,
             const Constraint& by) {
        std::size_t& place = known[index(c)];
        if (place != none) return;
        place = reached_.size();
        reached_.push_back({c, truth, before, by});
    }

    void add_group(std::size_t& place, std::size_t group, Truth truth, std::size_t before,
                   const Constraint& by) {
        if (place != none) return;
        place = reached_.size();
        reached_.push_back({{}, truth, before, by, group});
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
        if (groups_ == nullptr) return;
        for (const HousePosition& seat : state_.layout().seats(c.cell))
            for (std::size_t group : groups_->of(seat.house, c.digit))
                if ((groups_->places(group, seat.house) & seat.bit) == 0)
                    add_group(group_fails_[group], group, Truth::fails, at,
                              Constraint::of(seat.house, c.digit));
    }

    void leave_over(std::size_t at) {
        const Candidate c = reached_[at].candidate;
        const DigitSet others = state_.candidates(c.cell) - DigitSet{c.digit};
        if (others.size() == 1)
            add(holds_, {c.cell, others.first()}, Truth::holds, at, Constraint::of(c.cell));
        for (const HousePosition& seat : state_.layout().seats(c.cell))
            leave(seat.house, c.digit, seat.bit, at);
    }

    void leave_group_out(std::size_t at) {
        const Shared& shared = (*groups_)[reached_[at].group];
        for (std::size_t k = 0; k < 2; ++k) leave(shared.house[k], shared.digit, shared.in[k], at);
    }

    /// What is left of a digit's places in a house without those.
    void leave(House house, Digit digit, Mask without, std::size_t at) {
        if (!state_.layout().is_full(house)) return;
        const Mask rest = state_.positions(house, digit) & ~without;
        if (rest == 0) return;
        if ((rest & (rest - 1)) == 0) {
            const Cell cell =
                state_.layout().cell_at(house, static_cast<std::size_t>(std::countr_zero(rest)));
            add(holds_, {cell, digit}, Truth::holds, at, Constraint::of(house, digit));
            return;
        }
        if (groups_ == nullptr) return;
        for (std::size_t group : groups_->of(house, digit))
            if ((rest & ~groups_->places(group, house)) == 0)
                add_group(group_holds_[2 * group + groups_->side(group, house)], group,
                          Truth::holds, at, Constraint::of(house, digit));
    }

    /// A group that holds: nothing else of its other house does.
    void confine(std::size_t at) {
        const Shared& shared = (*groups_)[reached_[at].group];
        const std::size_t other = 1 - groups_->side(reached_[at].group, reached_[at].by.house);
        const House house = shared.house[other];
        const Constraint by = Constraint::of(house, shared.digit);
        const Mask gone = state_.positions(house, shared.digit) & ~shared.in[other];
        for (Cell c : state_.layout().cells_at(house, gone))
            add(fails_, {c, shared.digit}, Truth::fails, at, by);
        for (std::size_t group : groups_->of(house, shared.digit))
            if ((groups_->places(group, house) & shared.in[other]) == 0)
                add_group(group_fails_[group], group, Truth::fails, at, by);
    }

    const State& state_;
    const SharedPlaces* groups_;
    std::vector<std::size_t> holds_, fails_;  // by candidate: the line, or none
    std::vector<std::size_t> group_holds_,
        group_fails_;  // by group, and the house that it is left of
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
        if (!is_chain(query_.technique)) return Ending::exhausted;
        for (const Conclusion& conclusion : grouped_chains())
            if (report(conclusion, ClosureRules::singles) == Flow::stop)
                return Ending::limit_reached;
        return ending_;
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

    const ClosureTrace& trace(Candidate start, ClosureRules rules) {
        std::unique_ptr<ClosureTrace>& known = traces_[state_.geometry().candidate_index(start)];
        if (!known) known = std::make_unique<ClosureTrace>(state_, start, Reasoning{rules, 0});
        return *known;
    }

    std::vector<Conclusion> chains(Closure& closure) {
        start_level();
        implied_.clear();
        implied_.resize(state_.geometry().candidate_count());
        std::vector<Conclusion> found;
        for (std::size_t p = 0; p < pivots_.size(); ++p) {
            bool refuted = false;
            if (!unite(closure, pivots_[p], ClosureRules::singles, refuted)) break;
            for (Cell at : state_.open())
                if (!(state_.candidates(at) - united_[at.index()]).empty()) agree(p, at, found);
        }
        std::ranges::sort(found);
        return found;
    }

    std::vector<Conclusion> grouped_chains() {
        groups_ = std::make_unique<SharedPlaces>(state_);
        implied_.clear();
        implied_.resize(state_.geometry().candidate_count());
        std::vector<Conclusion> found;
        if (groups_->count() == 0) return found;
        for (std::size_t p = 0; p < pivots_.size(); ++p) {
            if (query_.stop != nullptr && query_.stop->raised()) {
                ending_ = Ending::interrupted;
                break;
            }
            for (Cell at : state_.open())
                if (state_.candidates(at).size() > 1) agree(p, at, found);
        }
        std::ranges::sort(found);
        return found;
    }

    /// Adds what chains from all candidates of the pivot say of the cell, and no conclusion said.
    void agree(std::size_t p, Cell at, std::vector<Conclusion>& found) {
        const Pivot& pivot = pivots_[p];
        if (pivot.in == Constraint::of(at)) return;
        const auto conclude = [&](Candidate c, Truth truth) {
            for (Candidate start : pivot.candidates)
                if (!implied(start).comes_to(c, truth)) return false;
            if (std::ranges::count(pivot.candidates, c) > 0) return false;
            if (!told_.insert({p, c, truth}).second) return true;
            Conclusion conclusion{0, 0, p, c, truth};
            for (Candidate start : pivot.candidates)
                conclusion.length += implied(start).placements(c, truth);
            found.push_back(conclusion);
            return true;
        };
        bool placed = false;
        for (Digit d : state_.candidates(at)) placed = conclude({at, d}, Truth::holds) || placed;
        if (placed || state_.candidates(at).size() < 2) return;
        for (Digit d : state_.candidates(at)) conclude({at, d}, Truth::fails);
    }

    const Implied& implied(Candidate start) {
        std::unique_ptr<Implied>& known = implied_[state_.geometry().candidate_index(start)];
        if (!known) known = std::make_unique<Implied>(state_, start, groups_.get());
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
    std::vector<std::unique_ptr<ClosureTrace>> traces_;
    std::unique_ptr<SharedPlaces> groups_;  // null while chains are plain
    std::vector<std::unique_ptr<Implied>> implied_;
    std::set<std::tuple<std::size_t, Candidate, Truth>> told_;
    Marks united_;
    Ending ending_ = Ending::exhausted;
};

}  // namespace

Strategy forcing_strategy() {
    return {"forcing chains and nets", techniques_found, run_search<Search>};
}

}  // namespace clew::logic::inline strategies
