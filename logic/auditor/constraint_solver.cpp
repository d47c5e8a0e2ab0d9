// Variables are the candidates that the constraints range over. A constraint is a list of variables
// of which at most one holds and, if it is a truth of a cell or of a full house, at least one.
//
// A rule of the puzzle comes with the clauses that the SAT engines solve it by: what it rules out
// is found here by trying, and not by the filter that finders use. Clauses may have variables of
// their own.
//
// The total of a house is the sum of its cells; that the house has every digit, and so this sum, is
// the board's. Sums that are cited together are subtracted from each other, houses less cages,
// before anything is tried: what is left over is implied by them, and trying would go through every
// way to fill all of them.
//
// The search is the textbook one that learns [MarquesSilva1999]: propagate units, else choose a
// candidate of a truth that nothing satisfies yet; of each contradiction keep the clause that says
// which choices led to it, go back to where that clause is a unit, and go on. It ends at a model as
// soon as every truth and every clause is satisfied, since all that is still open may then fail;
// and in a refutation where truths without common candidates outnumber the links that hold all of
// these. Without learning four constraints, one of them a sandwich sum, took two million choices.

#include "logic/auditor/constraint_solver.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/rules/primitive.hpp"

namespace clew::logic::inline auditor {

namespace {
constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
constexpr std::size_t most_learned = 4'000;  // clauses, at least; then the less used half goes
constexpr double colder = 1 / 0.95;
constexpr double too_hot = 1e100;
}  // namespace

ConstraintSolver::ConstraintSolver(const State& state)
    : state_(state), number_(state.cell_count() * state.size(), nowhere) {}

// ---- constraints ----

/// The clauses of a rule.
class ConstraintSolver::ClausesOf final : public rules::ClauseSink {
  public:
    explicit ClausesOf(ConstraintSolver& solver) : solver_(solver) {}

    Literal literal(Candidate candidate) override {
        if (!solver_.state_.has(candidate)) return never;
        return static_cast<Literal>(solver_.variable(candidate)) + 1;
    }
    Literal fresh() override {
        return static_cast<Literal>(solver_.new_variable(std::nullopt)) + 1;
    }

  private:
    void keep(std::span<const Literal> clause) override {
        solver_.add_clause({clause.begin(), clause.end()});
    }
    ConstraintSolver& solver_;
};

void ConstraintSolver::add(const Citation& citation) {
    const Constraint& c = citation.constraint;
    const Geometry& board = state_.geometry();
    if (citation.use == Use::truth && !truths_.insert(c).second) return;
    if (c.kind == Constraint::Kind::rule) {
        add_rule(state_.rule_parts()->all()[c.rule]);
        return;
    }
    if (c.kind == Constraint::Kind::total) {
        std::map<Cell, int> terms;
        for (const Cell cell : board.cells_of(c.house)) terms[cell] = 1;
        add_sum(terms, total());
        return;
    }
    Count count;
    if (c.kind == Constraint::Kind::cell) {
        for (const Digit d : state_.candidates(c.cell))
            count.members.push_back(variable({c.cell, d}));
        count.at_least_one = citation.use == Use::truth;
    } else {
        for (const Cell cell : board.cells_of(c.house))
            if (state_.has({cell, c.digit})) count.members.push_back(variable({cell, c.digit}));
        count.at_least_one = citation.use == Use::truth && board.info(c.house).holds_every_digit();
    }
    add_count(std::move(count));
}

void ConstraintSolver::add_some(std::span<const Candidate> candidates) {
    Count count;
    for (const Candidate c : candidates) count.members.push_back(variable(c));
    count.at_least_one = true;
    count.at_most_one = false;
    add_count(std::move(count));
}

void ConstraintSolver::add_rule(const rules::RulePart& part) {
    std::vector<DigitSet> domains(state_.cell_count());
    for (const Cell cell : part.cells()) {
        domains[cell.index()] = state_.candidates(cell);
        add({Constraint::of(cell), Use::truth});
    }
    ClausesOf sink{*this};
    part.clauses(domains, sink);
}

void ConstraintSolver::add_difference(std::span<const Citation> cites) {
    const Geometry& board = state_.geometry();
    std::map<Cell, int> terms;
    int target = 0;
    bool any = false;
    for (const Citation& c : cites) {
        if (c.constraint.kind == Constraint::Kind::total) {
            any = true;
            for (const Cell cell : board.cells_of(c.constraint.house)) ++terms[cell];
            target += total();
        } else if (c.constraint.kind == Constraint::Kind::rule) {
            const rules::RulePart& part = state_.rule_parts()->all()[c.constraint.rule];
            if (!part.total()) continue;
            for (const Cell cell : part.cells()) --terms[cell];
            target -= *part.total();
        }
    }
    if (any) add_sum(terms, target);
}

int ConstraintSolver::total() const {
    return static_cast<int>(state_.size() * (state_.size() + 1) / 2);
}

/// Of cells that hold one digit each: those with a weight.
void ConstraintSolver::add_sum(const std::map<Cell, int>& terms, int target) {
    clew::Rule sum{.kind = RuleKind::sum, .numbers = {static_cast<int>(Comparison::equal), target}};
    std::vector<DigitSet> domains(state_.cell_count());
    for (const auto& [cell, weight] : terms) {
        if (weight == 0) continue;
        sum.cells.push_back(cell);
        sum.numbers.push_back(weight);
        domains[cell.index()] = state_.candidates(cell);
        add({Constraint::of(cell), Use::truth});
    }
    ClausesOf sink{*this};
    if (sum.cells.empty()) {
        if (target != 0) sink.add({});
        return;
    }
    rules::make_sum(sum, state_.size())->clauses(domains, sink);
}

void ConstraintSolver::add_clause(Clause clause) {
    if (clause.size() > 1)
        for (const std::size_t i : {0U, 1U}) watches_[watch(clause[i])].push_back(clauses_.size());
    clauses_.push_back(std::move(clause));
    given_ = clauses_.size();
}

void ConstraintSolver::add_count(Count count) {
    for (const std::size_t v : count.members) uses_[v].push_back(counts_.size());
    count.open = count.members.size();
    counts_.push_back(std::move(count));
}

std::size_t ConstraintSolver::variable(Candidate candidate) {
    const std::size_t at = candidate.cell.index() * state_.size() + candidate.digit.index();
    if (number_[at] == nowhere) number_[at] = new_variable(candidate);
    return number_[at];
}

/// Helpers have no name.
std::size_t ConstraintSolver::new_variable(std::optional<Candidate> name) {
    name_.push_back(name.value_or(Candidate{}));
    helper_.push_back(!name);
    value_.push_back(Value::open);
    why_.emplace_back();
    level_.push_back(0);
    turn_.push_back(0);
    heat_.push_back(0);
    seen_.push_back(false);
    uses_.emplace_back();
    watches_.emplace_back();
    watches_.emplace_back();
    return name_.size() - 1;
}

// ---- values ----

std::size_t ConstraintSolver::of(Literal literal) {
    return static_cast<std::size_t>(std::abs(literal)) - 1;
}

ConstraintSolver::Literal ConstraintSolver::literal(std::size_t v, Value value) {
    const auto positive = static_cast<Literal>(v) + 1;
    return value == Value::holds ? positive : -positive;
}

ConstraintSolver::Value ConstraintSolver::value_of(Literal literal) const {
    const Value value = value_[of(literal)];
    if (value == Value::open || literal > 0) return value;
    return value == Value::holds ? Value::fails : Value::holds;
}

/// Makes the literal true. False if it is false.
bool ConstraintSolver::set(Literal literal, Reason why) {
    const Value value = value_of(literal);
    if (value != Value::open) return value == Value::holds;
    const std::size_t v = of(literal);
    value_[v] = literal > 0 ? Value::holds : Value::fails;
    why_[v] = why;
    level_[v] = starts_.size();
    turn_[v] = trail_.size();
    trail_.push_back(literal);
    for (const std::size_t c : uses_[v]) {
        --counts_[c].open;
        if (literal > 0) ++counts_[c].holding;
    }
    return true;
}

/// Back to the end of a level.
void ConstraintSolver::undo(std::size_t level) {
    if (starts_.size() <= level) return;
    for (const std::size_t length = starts_[level]; trail_.size() > length; trail_.pop_back()) {
        const std::size_t v = of(trail_.back());
        for (const std::size_t c : uses_[v]) {
            ++counts_[c].open;
            if (value_[v] == Value::holds) --counts_[c].holding;
        }
        value_[v] = Value::open;
    }
    starts_.resize(level);
    next_ = trail_.size();
}

void ConstraintSolver::assume(Candidate candidate, Truth truth) {
    const Value value = truth == Truth::holds ? Value::holds : Value::fails;
    if (!set(literal(variable(candidate), value), {})) broken_ = true;
}

std::vector<Candidate> ConstraintSolver::model() const {
    std::vector<Candidate> holding;
    for (std::size_t v = 0; v < value_.size(); ++v)
        if (value_[v] == Value::holds && !helper_[v]) holding.push_back(name_[v]);
    std::ranges::sort(holding);
    return holding;
}

// ---- propagation ----

/// Draws the conclusions of one count; false if it is broken.
bool ConstraintSolver::examine(std::size_t at) {
    const Count& count = counts_[at];
    const Reason why{Reason::Kind::count, at};
    const bool none_left = count.holding == 0 && count.at_least_one && count.open == 0;
    if (none_left || (count.holding > 1 && count.at_most_one)) {
        conflict_ = why;
        return false;
    }
    if (count.open == 0) return true;
    if (count.holding == 1 && count.at_most_one) {
        for (const std::size_t v : count.members)
            if (value_[v] == Value::open) set(literal(v, Value::fails), why);
    } else if (count.holding == 0 && count.at_least_one && count.open == 1) {
        for (const std::size_t v : count.members)
            if (value_[v] == Value::open) {
                set(literal(v, Value::holds), why);
                break;
            }
    }
    return true;
}

/// The clauses that watch a literal which has become false find another, or are units, or broken.
bool ConstraintSolver::examine_watches(Literal failed) {
    std::vector<std::size_t>& watching = watches_[watch(failed)];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < watching.size(); ++i) {
        const std::size_t at = watching[i];
        Clause& clause = clauses_[at];
        if (clause[0] == failed) std::swap(clause[0], clause[1]);
        if (value_of(clause[0]) == Value::holds) {
            watching[kept++] = at;
            continue;
        }
        const auto other = std::find_if(clause.begin() + 2, clause.end(), [&](Literal literal) {
            return value_of(literal) != Value::fails;
        });
        if (other != clause.end()) {
            std::swap(clause[1], *other);
            watches_[watch(clause[1])].push_back(at);
            continue;
        }
        watching[kept++] = at;
        if (set(clause[0], {Reason::Kind::clause, at})) continue;
        conflict_ = {Reason::Kind::clause, at};
        while (++i < watching.size()) watching[kept++] = watching[i];
        watching.resize(kept);
        return false;
    }
    watching.resize(kept);
    return true;
}

bool ConstraintSolver::propagate() {
    while (next_ < trail_.size()) {
        const Literal literal = trail_[next_++];
        for (const std::size_t c : uses_[of(literal)])
            if (!examine(c)) return false;
        if (!examine_watches(-literal)) return false;
    }
    return true;
}

/// Pigeons and holes: the truths that nothing satisfies yet, if no two share a candidate, need as
/// many candidates; if each of these is in some count that may hold one only, and there are fewer
/// such counts than truths, they do not all fit. Choosing alone would try every way.
bool ConstraintSolver::too_few_links() {
    std::size_t truths = 0;
    marked_.assign(counts_.size(), false);
    taken_.assign(name_.size(), false);
    std::size_t links = 0;
    for (const Count& count : counts_) {
        if (!count.at_least_one || count.holding > 0) continue;
        ++truths;
        for (const std::size_t v : count.members) {
            if (value_[v] != Value::open) continue;
            if (taken_[v]) return false;  // two truths share it
            taken_[v] = true;
            bool linked = false;
            for (const std::size_t other : uses_[v]) {
                const Count& link = counts_[other];
                if (link.at_least_one || !link.at_most_one) continue;
                linked = true;
                // All counts around it are counted: more than are needed at worst.
                if (!marked_[other]) ++links;
                marked_[other] = true;
            }
            if (!linked) return false;
        }
    }
    return links < truths;
}

// ---- search ----

void ConstraintSolver::choose(Literal literal) {
    starts_.push_back(trail_.size());
    set(literal, {});
}

/// Chooses a candidate of the truth that has the fewest for what it was in conflicts; where every
/// truth is met, a literal of a clause that would fail if all that is open did. False if all is
/// met: a model.
bool ConstraintSolver::choose() {
    const Count* best = nullptr;
    double least = 0;
    for (const Count& count : counts_) {
        if (!count.at_least_one || count.holding > 0) continue;
        const double rank = static_cast<double>(count.open) / count.weight;
        if (best != nullptr && rank >= least) continue;
        best = &count;
        least = rank;
    }
    if (best != nullptr) {
        std::size_t hottest = nowhere;
        for (const std::size_t v : best->members)
            if (value_[v] == Value::open && (hottest == nowhere || heat_[v] > heat_[hottest]))
                hottest = v;
        choose(literal(hottest, Value::holds));
        return true;
    }
    for (std::size_t c = 0; c < given_; ++c) {
        const Clause& clause = clauses_[c];
        const bool met = std::ranges::any_of(clause, [&](Literal literal) {
            const Value value = value_of(literal);
            return value == Value::holds || (literal < 0 && value == Value::open);
        });
        if (met) continue;
        choose(*std::ranges::find(clause, Value::open,
                                  [&](Literal literal) { return value_of(literal); }));
        return true;
    }
    return false;
}

/// The literals, all false, that what is violated or what made a variable so rests on.
void ConstraintSolver::literals_of(Reason why, std::optional<std::size_t> v, Clause& others) const {
    others.clear();
    switch (why.kind) {
        case Reason::Kind::none:
            break;
        case Reason::Kind::clause:
            for (const Literal literal : clauses_[why.at])
                if (!v || of(literal) != *v) others.push_back(literal);
            break;
        case Reason::Kind::choices:
            for (const std::size_t start : starts_) others.push_back(-trail_[start]);
            break;
        case Reason::Kind::count: {
            const Count& count = counts_[why.at];
            // Two hold, or one and so v does not: the first of them. Or all fail, and so v holds.
            const bool crowded = v ? value_[*v] == Value::fails : count.holding > 1;
            if (!crowded) {
                for (const std::size_t u : count.members)
                    if (!v || u != *v) others.push_back(literal(u, Value::holds));
                break;
            }
            std::vector<std::size_t> holding;
            for (const std::size_t u : count.members)
                if (value_[u] == Value::holds) holding.push_back(u);
            std::ranges::sort(holding, {}, [&](std::size_t u) { return turn_[u]; });
            holding.resize(v ? 1 : 2);
            for (const std::size_t u : holding) others.push_back(literal(u, Value::fails));
            break;
        }
    }
}

/// From the violated one back to the one literal of the last level that all comes from; then back
/// to where the clause of that and of earlier levels is a unit, and on from there. Requires a
/// level.
void ConstraintSolver::learn() {
    // Of choices that are too many the last one may be the only literal of its level already.
    Clause learned{0}, others;
    std::vector<std::size_t> touched;
    std::size_t open = 0, at = trail_.size();
    Reason why = conflict_;
    std::optional<std::size_t> v;
    for (;;) {
        if (why.kind == Reason::Kind::count) counts_[why.at].weight += bump_;
        if (why.kind == Reason::Kind::clause && why.at >= given_) worth_[why.at - given_] += bump_;
        literals_of(why, v, others);
        for (const Literal literal : others) {
            const std::size_t u = of(literal);
            if (seen_[u] || level_[u] == 0) continue;
            seen_[u] = true;
            touched.push_back(u);
            heat_[u] += bump_;
            if (level_[u] == starts_.size())
                ++open;
            else
                learned.push_back(literal);
        }
        do --at;
        while (!seen_[of(trail_[at])]);
        v = of(trail_[at]);
        if (--open == 0) break;
        why = why_[*v];
    }
    learned[0] = -trail_[at];
    for (const std::size_t u : touched) seen_[u] = false;
    bump_ *= colder;
    if (bump_ > too_hot) {
        for (double& heat : heat_) heat /= too_hot;
        for (double& worth : worth_) worth /= too_hot;
        for (Count& count : counts_) count.weight = std::max(count.weight / too_hot, 1e-100);
        bump_ /= too_hot;
    }
    std::size_t back = 0;
    if (learned.size() > 1) {
        const auto last =
            std::ranges::max_element(learned.begin() + 1, learned.end(), {},
                                     [&](Literal literal) { return level_[of(literal)]; });
        std::iter_swap(learned.begin() + 1, last);
        back = level_[of(learned[1])];
    }
    undo(back);
    if (learned.size() == 1) {
        set(learned[0], {});
        return;
    }
    for (const std::size_t i : {0U, 1U}) watches_[watch(learned[i])].push_back(clauses_.size());
    set(learned[0], {Reason::Kind::clause, clauses_.size()});
    clauses_.push_back(std::move(learned));
    worth_.push_back(bump_);
}

/// Where much was learned: forgets the half that was of the least use of late. Requires that
/// nothing was chosen.
void ConstraintSolver::forget() {
    std::vector<double> order = worth_;
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>(order.size() / 2);
    std::ranges::nth_element(order, middle);
    std::size_t kept = given_;
    for (std::size_t i = 0; i < worth_.size(); ++i) {
        if (worth_[i] < *middle && clauses_[given_ + i].size() > 2) continue;
        if (kept != given_ + i) clauses_[kept] = std::move(clauses_[given_ + i]);
        worth_[kept++ - given_] = worth_[i];
    }
    clauses_.resize(kept);
    worth_.resize(kept - given_);
    for (auto& watching : watches_) watching.clear();
    for (std::size_t c = 0; c < clauses_.size(); ++c)
        if (clauses_[c].size() > 1)
            for (const std::size_t i : {0U, 1U}) watches_[watch(clauses_[c][i])].push_back(c);
    // What is known for good rests on nothing; the watches are to see it all.
    for (const Literal literal : trail_) why_[of(literal)] = {};
    next_ = 0;
}

ConstraintSolver::Answer ConstraintSolver::solve(std::optional<Literal> claim, std::uint64_t& nodes,
                                                 const Budget& budget) {
    undo(0);
    const auto broken = [&] {
        broken_ = true;
        return Answer::refuted;
    };
    if (broken_) return Answer::refuted;
    if (!std::exchange(started_, true)) {
        // What cannot be met from the start, and what is met in one way.
        for (std::size_t c = 0; c < counts_.size(); ++c)
            if (!examine(c)) return broken();
        for (const Clause& clause : clauses_)
            if (clause.empty() || (clause.size() == 1 && !set(clause.front(), {}))) return broken();
    }
    std::size_t conflicts = 0, most = most_learned;
    for (std::size_t restart = 100;;) {
        if (!propagate()) {
            if (starts_.empty()) return broken();
            learn();
            if ((++conflicts & 63U) == 0 && budget.stopped()) return Answer::budget;
            continue;
        }
        if (conflicts >= restart) {
            restart += restart / 2;
            undo(0);
            if (worth_.size() >= most) {
                forget();
                most += most / 8;
            }
            conflicts = 0;
            continue;
        }
        if (claim && value_of(*claim) == Value::fails) return Answer::refuted;
        if (claim && value_of(*claim) == Value::open) {
            choose(*claim);
            continue;
        }
        if (++nodes > budget.max_nodes || ((nodes & 1023U) == 0 && budget.stopped()))
            return Answer::budget;
        if (too_few_links()) {
            if (starts_.empty()) return broken();
            conflict_ = {Reason::Kind::choices, 0};
            learn();
            ++conflicts;
            continue;
        }
        if (!choose()) return Answer::model;
    }
}

ConstraintSolver::Answer ConstraintSolver::search(std::uint64_t& nodes, const Budget& budget) {
    return solve(std::nullopt, nodes, budget);
}

ConstraintSolver::Answer ConstraintSolver::deny(Candidate candidate, Truth truth,
                                                std::uint64_t& nodes, const Budget& budget) {
    const Value value = truth == Truth::holds ? Value::fails : Value::holds;
    return solve(literal(variable(candidate), value), nodes, budget);
}

}  // namespace clew::logic::inline auditor
