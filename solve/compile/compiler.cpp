// Exhaustive search that remembers parts [SangBacchusBeameKautzPitassi2004]; its trace is the graph
// [HuangDarwiche2007].
//
// A *part* is a set of open variables that the clauses still unsatisfied tie together. After every
// decision unit propagation fixes what follows, and what remains falls into parts, each compiled by
// itself:
//
//                           part {a..k}                 sum
//                       a            not a             /   \        a product has the literals
//                    fixed: b,-c     fixed: d         P     Q       that are fixed, and a child
//                   {e,f}   {g..k}   {c,e,f} ..     / | \           for each part that remains
//
// Which clauses a part has is known from its variables: of two literals, those with both open; of
// more, those without a true literal. Where such a clause is "at least one of" literals of which
// any two exclude each other, a true one would have closed all others, so that it is unsatisfied as
// long as one is open. Clauses of other kinds are named in the part's key beside its variables.
//
// A lemma for a part: (e1 or e2 or ... or node), where the e are the literals, false by now, of the
// clauses that the argument used. Decisions above do not occur in it, so it is there for every
// place where the part is met. A sum with the children P (x true) and Q (x false) takes two: with x
// true P's literals follow one by one, each by one clause, so do P's children by their lemmas, and
// so the sum: (e.. or not x or sum). The second begins with the first and says the same of Q: (e..
// or sum). Where a branch fails there is no sum, only the product of the other branch, and the
// first lemma ends in the failure: (e.. or not x). A failure that did not need x is that of the
// whole part.
//
// Decisions. Small puzzles: the variable among thirty-two of the shortest clauses that leaves the
// least when it is tried out. Large ones: the first open variable in a fixed order that goes
// through the board from one end to the other, so that what is left is bounded by one frontier and
// comes again. Puzzles with 1 044, 10 358 and 161 548 solutions took 466, 4 033 and 41 198
// decisions by trying out, 455, 3 079 and 17 215 box after box, and 598, 4 775 and 47 310 by the
// shortest clauses alone. Which direction is good differs by a factor of three and the board does
// not tell, so that several are raced. Where rules bring helpers, the shortest clauses alone run in
// that race, too: a sandwich puzzle of 1 428 solutions took 23 339 decisions by these, and was not
// done within a million box after box.

#include "solve/compile/compiler.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

#include "core/base/contract.hpp"

namespace clew::compile {
namespace {

using cnf::Lit;
using cnf::Var;
using Variable = std::uint16_t;

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

struct Stopped {
    Ending ending;
};

enum class Lemmas : std::uint8_t { no, yes };

/// How decisions are chosen.
struct Way {
    /// So many variables of the shortest clauses are tried out; of one alone, the first is taken.
    std::size_t tried = 0;
    std::span<const std::uint32_t> order{};  ///< if none are
};

constexpr std::size_t many = 32;         // variables tried out
constexpr std::size_t worth_trying = 4;  // of the variables of a part
constexpr std::uint64_t small = 1000;    // decisions

class Engine {
  public:
    Engine(const cnf::Formula& formula, std::size_t variables, const CompileOptions& options,
           const Way& way, std::uint64_t most, Lemmas lemmas);

    /// Errors: Stopped.
    void run();

    Derivation derivation;
    std::uint64_t decisions = 0;
    std::uint64_t met_again = 0;

  private:
    struct Edge {
        Lit implied;
        std::uint32_t clause;
    };
    /// A part that was compiled.
    struct Entry {
        std::size_t key = 0;  // in keys_: variables, then the clauses named
        std::uint32_t variables = 0;
        std::uint32_t length = 0;
        NodeId node = none;  // none: it has no model
        std::uint32_t lemma = none;
        std::size_t needs = 0;  // in needs_: the false literals of the lemma
        std::uint32_t needs_length = 0;
    };
    /// What came of a decision.
    struct Branch {
        NodeId node = none;
        bool used_decision = false;
        std::vector<Lit> needs{};  // literals false before the decision that the argument used
        Derivation::Hints hints{};
    };

    void assign(Lit l, std::uint32_t reason);
    bool propagate();  // false: conflict_ is a clause without a literal left
    void undo(std::size_t to);

    std::uint32_t part(std::vector<Variable>& variables);  // an entry
    Lit choose(std::span<const Variable> variables);
    Branch branch(std::span<const Variable> open, std::optional<Lit> decision);
    void split(std::span<const Variable> open, std::vector<std::vector<Variable>>& parts);
    void explain_conflict(Branch& out, std::size_t from, std::span<const Lit> clause);
    std::vector<Lit> united(const std::vector<Lit>& a, const std::vector<Lit>& b) const;
    void make_key(std::span<const Variable> variables);
    std::uint32_t find(std::uint64_t hash) const;
    void remember(std::uint64_t hash, std::uint32_t entry);
    void look_at_budget();

    bool is_true(Lit l) const { return value_[l.code()] > 0; }
    bool is_false(Lit l) const { return value_[l.code()] < 0; }
    bool is_open(Lit l) const { return value_[l.code()] == 0; }
    bool is_open(Variable v) const { return value_[2 * std::size_t{v}] == 0; }

    const cnf::Formula& formula_;
    const CompileOptions& options_;
    const std::span<const std::uint32_t> order_;
    const std::uint64_t most_;  // decisions
    const std::size_t tried_;
    const bool lemmas_;
    const std::size_t variables_;

    std::vector<std::vector<Edge>> edges_;  // by literal that is true
    std::vector<std::vector<std::uint32_t>>
        occurrences_;                         // of literals in clauses of three or more
    std::vector<std::uint32_t> true_, free_;  // by clause: literals true, and open
    std::vector<bool> long_, named_;          // by clause; named_: in keys
    std::vector<std::uint32_t> first_;        // clauses of none or one literal

    std::vector<std::int8_t> value_;             // by literal
    std::vector<std::uint32_t> reason_, place_;  // by variable
    std::vector<Lit> trail_;
    std::size_t seen_ = 0;
    std::vector<std::uint32_t> short_;  // clauses with at most one literal left
    std::uint32_t conflict_ = none;

    // What ties variables while both are open: a row of bits a variable for clauses of two, which
    // tie the variables of clauses that are not named too; and the named ones by variable.
    std::size_t words_;
    std::vector<std::uint64_t> neighbours_, left_;
    std::vector<std::vector<std::uint32_t>> ties_;

    std::vector<std::uint32_t> clause_stamp_, literal_stamp_;
    std::uint32_t clause_now_ = 0;
    mutable std::uint32_t literal_now_ = 0;
    mutable std::vector<std::uint32_t> union_stamp_;

    std::vector<std::uint16_t> keys_;
    std::vector<std::uint16_t> key_;
    std::uint32_t key_variables_ = 0;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> table_;  // open addressing: entry + 1
    std::vector<std::uint64_t> hashes_;
    std::vector<Lit> needs_;
};

Engine::Engine(const cnf::Formula& formula, std::size_t variables, const CompileOptions& options,
               const Way& way, std::uint64_t most, Lemmas lemmas)
    : formula_(formula),
      options_(options),
      order_(way.order),
      most_(most),
      tried_(way.tried),
      lemmas_(lemmas == Lemmas::yes),
      variables_(variables),
      edges_(2 * variables),
      occurrences_(2 * variables),
      true_(formula.size(), 0),
      free_(formula.size(), 0),
      long_(formula.size(), false),
      named_(formula.size(), false),
      value_(2 * variables, 0),
      reason_(variables, none),
      place_(variables, 0),
      words_((variables + 63) / 64),
      neighbours_(variables * words_, 0),
      ties_(variables),
      clause_stamp_(formula.size(), 0),
      literal_stamp_(2 * variables, 0),
      union_stamp_(2 * variables, 0),
      table_(1024, 0) {
    CLEW_REQUIRE(variables <= most_variables, "compile: more than 65 536 variables");
    derivation.graph = Graph{variables};
    for (std::uint32_t c = 0; c < formula.size(); ++c) {
        const auto clause = formula[c];
        if (clause.size() < 2) {
            first_.push_back(c);
        } else if (clause.size() == 2) {
            edges_[(~clause[0]).code()].push_back({clause[1], c});
            edges_[(~clause[1]).code()].push_back({clause[0], c});
        } else {
            long_[c] = true;
            free_[c] = static_cast<std::uint32_t>(clause.size());
            for (Lit l : clause) occurrences_[l.code()].push_back(c);
        }
    }
    // A clause need not be named in keys if any two of its literals exclude each other.
    for (std::uint32_t c = 0; c < formula.size(); ++c) {
        if (!long_[c]) continue;
        const auto clause = formula[c];
        for (std::size_t i = 0; i < clause.size() && !named_[c]; ++i) {
            ++literal_now_;
            for (const Edge& e : edges_[clause[i].code()])
                literal_stamp_[e.implied.code()] = literal_now_;
            for (std::size_t j = i + 1; j < clause.size(); ++j)
                if (literal_stamp_[(~clause[j]).code()] != literal_now_) named_[c] = true;
        }
        if (named_[c])
            for (Lit l : clause) ties_[l.var().index()].push_back(c);
    }
    for (const auto clause : formula) {
        if (clause.size() != 2) continue;
        const std::size_t a = clause[0].var().index(), b = clause[1].var().index();
        neighbours_[a * words_ + b / 64] |= std::uint64_t{1} << (b % 64);
        neighbours_[b * words_ + a / 64] |= std::uint64_t{1} << (a % 64);
    }
}

// --- assignments ---

void Engine::assign(Lit l, std::uint32_t reason) {
    const std::size_t v = l.var().index();
    value_[l.code()] = 1;
    value_[(~l).code()] = -1;
    reason_[v] = reason;
    place_[v] = static_cast<std::uint32_t>(trail_.size());
    trail_.push_back(l);
    for (std::uint32_t c : occurrences_[l.code()]) {
        ++true_[c];
        --free_[c];
    }
    for (std::uint32_t c : occurrences_[(~l).code()])
        if (--free_[c] <= 1 && true_[c] == 0) short_.push_back(c);
}

void Engine::undo(std::size_t to) {
    while (trail_.size() > to) {
        const Lit l = trail_.back();
        trail_.pop_back();
        value_[l.code()] = 0;
        value_[(~l).code()] = 0;
        for (std::uint32_t c : occurrences_[l.code()]) {
            --true_[c];
            ++free_[c];
        }
        for (std::uint32_t c : occurrences_[(~l).code()]) ++free_[c];
    }
    seen_ = to;
    short_.clear();
}

bool Engine::propagate() {
    for (;;) {
        if (seen_ < trail_.size()) {
            for (const Edge& e : edges_[trail_[seen_].code()]) {
                if (is_true(e.implied)) continue;
                if (is_false(e.implied)) {
                    conflict_ = e.clause;
                    return false;
                }
                assign(e.implied, e.clause);
            }
            ++seen_;
            continue;
        }
        if (short_.empty()) return true;
        const std::uint32_t c = short_.back();
        short_.pop_back();
        if (true_[c] > 0) continue;
        if (free_[c] == 0) {
            conflict_ = c;
            return false;
        }
        for (Lit l : formula_[c])
            if (is_open(l)) {
                assign(l, c);
                break;
            }
    }
}

// --- parts ---

void Engine::split(std::span<const Variable> open, std::vector<std::vector<Variable>>& parts) {
    ++clause_now_;
    left_.assign(words_, 0);
    for (Variable v : open)
        if (is_open(v)) left_[v / 64] |= std::uint64_t{1} << (v % 64);
    for (Variable start : open) {
        if (((left_[start / 64] >> (start % 64)) & 1) == 0) continue;
        std::vector<Variable> part{start};
        left_[start / 64] &= ~(std::uint64_t{1} << (start % 64));
        for (std::size_t i = 0; i < part.size(); ++i) {
            const std::uint64_t* const near = neighbours_.data() + std::size_t{part[i]} * words_;
            for (std::size_t w = 0; w < words_; ++w)
                for (std::uint64_t met = near[w] & left_[w]; met != 0; met &= met - 1) {
                    const auto bit = static_cast<std::size_t>(std::countr_zero(met));
                    part.push_back(static_cast<Variable>(64 * w + bit));
                    left_[w] &= ~(std::uint64_t{1} << bit);
                }
            for (std::uint32_t c : ties_[part[i]]) {
                if (true_[c] > 0 || clause_stamp_[c] == clause_now_) continue;
                clause_stamp_[c] = clause_now_;
                for (Lit other : formula_[c]) {
                    const auto v = static_cast<Variable>(other.var().index());
                    if (((left_[v / 64] >> (v % 64)) & 1) == 0) continue;
                    left_[v / 64] &= ~(std::uint64_t{1} << (v % 64));
                    part.push_back(v);
                }
            }
        }
        std::ranges::sort(part);
        parts.push_back(std::move(part));
    }
    // A part without a model is found soonest where parts are small.
    std::ranges::stable_sort(parts, {}, [](const auto& p) { return p.size(); });
}

void Engine::make_key(std::span<const Variable> variables) {
    key_.assign(variables.begin(), variables.end());
    key_variables_ = static_cast<std::uint32_t>(variables.size());
    ++clause_now_;
    std::vector<std::uint32_t> clauses;
    for (Variable v : variables)
        for (Lit l : {Lit::positive(Var{v}), Lit::negative(Var{v})})
            for (std::uint32_t c : occurrences_[l.code()])
                if (named_[c] && true_[c] == 0 && clause_stamp_[c] != clause_now_) {
                    clause_stamp_[c] = clause_now_;
                    clauses.push_back(c);
                }
    std::ranges::sort(clauses);
    for (std::uint32_t c : clauses) {
        key_.push_back(static_cast<std::uint16_t>(c >> 16));
        key_.push_back(static_cast<std::uint16_t>(c & 0xffff));
    }
}

std::uint32_t Engine::find(std::uint64_t hash) const {
    for (std::size_t at = hash & (table_.size() - 1); table_[at] != 0;
         at = (at + 1) & (table_.size() - 1)) {
        const std::uint32_t e = table_[at] - 1;
        const Entry& entry = entries_[e];
        if (hashes_[e] == hash && entry.variables == key_variables_ &&
            entry.length == key_.size() &&
            std::equal(key_.begin(), key_.end(),
                       keys_.begin() + static_cast<std::ptrdiff_t>(entry.key)))
            return e;
    }
    return none;
}

void Engine::remember(std::uint64_t hash, std::uint32_t entry) {
    if (2 * entries_.size() > table_.size()) {
        table_.assign(2 * table_.size(), 0);
        for (std::uint32_t e = 0; e < hashes_.size(); ++e) {
            std::size_t at = hashes_[e] & (table_.size() - 1);
            while (table_[at] != 0) at = (at + 1) & (table_.size() - 1);
            table_[at] = e + 1;
        }
    }
    hashes_.push_back(hash);
    std::size_t at = hash & (table_.size() - 1);
    while (table_[at] != 0) at = (at + 1) & (table_.size() - 1);
    table_[at] = entry + 1;
}

Lit Engine::choose(std::span<const Variable> variables) {
    // Ascending: those that may be asked come first.
    const auto end = std::ranges::lower_bound(variables, options_.asked, {},
                                              [](Variable v) { return std::size_t{v}; });
    const auto may_be_asked = static_cast<std::size_t>(end - variables.begin());
    if (may_be_asked > 0) variables = variables.first(may_be_asked);
    if (tried_ == 0) {
        if (order_.empty()) return Lit::positive(Var{variables.front()});
        return Lit::positive(
            Var{*std::ranges::min_element(variables, {}, [&](Variable v) { return order_[v]; })});
    }
    // A clause of k open literals gives 4^-k, so that one of two outweighs four of three.
    static constexpr std::array<std::uint64_t, 9> weight{0,    0,   65536, 16384, 4096,
                                                         1024, 256, 64,    16};
    std::vector<std::pair<std::uint64_t, Variable>> scores;
    for (Variable v : variables) {
        std::uint64_t score = 0;
        const Lit l = Lit::positive(Var{v});
        for (std::uint32_t c : occurrences_[l.code()])
            if (true_[c] == 0) score += weight[std::min<std::size_t>(free_[c], 8)];
        for (const Edge& e : edges_[(~l).code()])
            if (is_open(e.implied)) score += weight[2];
        for (const Edge& e : edges_[l.code()])
            if (is_open(e.implied)) score += 1;
        scores.emplace_back(score, v);
    }
    std::ranges::stable_sort(scores, std::greater{}, [](const auto& s) { return s.first; });
    if (scores.size() > tried_) scores.resize(tried_);
    Variable best = scores.front().second;
    if (tried_ == 1 || variables.size() < worth_trying) return Lit::positive(Var{best});
    // What a part costs grows by a tenth with each variable, or so it seems.
    double best_cost = std::numeric_limits<double>::infinity();
    for (const auto& [score, v] : scores) {
        double cost = 0;
        for (Lit l : {Lit::positive(Var{v}), Lit::negative(Var{v})}) {
            const std::size_t from = trail_.size();
            seen_ = from;
            assign(l, none);
            if (propagate()) {
                std::vector<std::vector<Variable>> parts;
                split(variables, parts);
                for (const auto& p : parts) cost += std::pow(1.1, static_cast<double>(p.size()));
            }
            undo(from);
        }
        if (cost < best_cost) {
            best_cost = cost;
            best = v;
        }
    }
    return Lit::positive(Var{best});
}

// --- arguments ---

std::vector<Lit> Engine::united(const std::vector<Lit>& a, const std::vector<Lit>& b) const {
    std::vector<Lit> out;
    std::ranges::set_union(a, b, std::back_inserter(out));
    return out;
}

/// Why everything fails: goes back from the clause whose literals are all false.
void Engine::explain_conflict(Branch& out, std::size_t from, std::span<const Lit> clause) {
    ++literal_now_;
    const auto need = [&](Lit l) {  // l is false
        if (literal_stamp_[l.code()] == literal_now_) return;
        literal_stamp_[l.code()] = literal_now_;
        if (place_[l.var().index()] < from) out.needs.push_back(l);
    };
    for (Lit l : clause) need(l);
    std::vector<std::uint32_t> reasons;
    for (std::size_t i = trail_.size(); i-- > from;) {
        const Lit l = trail_[i];
        if (literal_stamp_[(~l).code()] != literal_now_) continue;
        const std::uint32_t reason = reason_[l.var().index()];
        if (reason == none) {
            out.used_decision = true;
            continue;
        }
        reasons.push_back(reason);
        for (Lit other : formula_[reason])
            if (other != l) need(other);
    }
    for (std::size_t i = reasons.size(); i-- > 0;) Derivation::input(out.hints, reasons[i]);
    std::ranges::sort(out.needs);
}

Engine::Branch Engine::branch(std::span<const Variable> open, std::optional<Lit> decision) {
    Branch out;
    const std::size_t from = trail_.size();
    seen_ = from;
    if (decision) assign(*decision, none);
    bool holds = true;
    if (!decision)
        for (std::uint32_t c : first_) {
            const auto clause = formula_[c];
            if (clause.empty() || is_false(clause[0])) {
                conflict_ = c;
                holds = false;
                break;
            }
            if (is_open(clause[0])) assign(clause[0], c);
        }
    if (!holds || !propagate()) {
        if (lemmas_) {
            explain_conflict(out, from, formula_[conflict_]);
            Derivation::input(out.hints, conflict_);
        } else {
            out.used_decision = true;
        }
        undo(from);
        return out;
    }

    std::vector<std::vector<Variable>> parts;
    split(open, parts);
    std::vector<std::uint32_t> entries;
    for (auto& variables : parts) {
        const std::uint32_t e = part(variables);
        entries.push_back(e);
        const Entry& entry = entries_[e];
        if (entry.node != none) continue;
        if (lemmas_) {
            explain_conflict(out, from, std::span(needs_).subspan(entry.needs, entry.needs_length));
            Derivation::lemma(out.hints, entry.lemma);
        } else {
            out.used_decision = true;
        }
        undo(from);
        return out;
    }

    std::vector<NodeId> children;
    for (std::uint32_t e : entries) children.push_back(entries_[e].node);
    std::vector<Lit> literals(trail_.begin() + static_cast<std::ptrdiff_t>(from), trail_.end());
    std::ranges::sort(literals);
    const bool itself = literals.empty() && children.size() == 1;  // of the root alone
    out.node = itself ? children.front() : derivation.graph.add_product(literals, children);
    out.used_decision = decision.has_value();
    if (lemmas_) {
        ++literal_now_;
        const auto need = [&](Lit l) {
            if (place_[l.var().index()] >= from || literal_stamp_[l.code()] == literal_now_) return;
            literal_stamp_[l.code()] = literal_now_;
            out.needs.push_back(l);
        };
        for (std::size_t i = from; i < trail_.size(); ++i) {
            const std::uint32_t reason = reason_[trail_[i].var().index()];
            if (reason == none) continue;
            Derivation::input(out.hints, reason);
            for (Lit l : formula_[reason])
                if (l != trail_[i]) need(l);
        }
        for (std::uint32_t e : entries) {
            const Entry& entry = entries_[e];
            Derivation::lemma(out.hints, entry.lemma);
            for (Lit l : std::span(needs_).subspan(entry.needs, entry.needs_length)) need(l);
        }
        if (!itself) Derivation::node(out.hints, out.node, 0);
        std::ranges::sort(out.needs);
    }
    undo(from);
    return out;
}

void Engine::look_at_budget() {
    ++decisions;
    if (options_.budget.stopped()) throw Stopped{Ending::interrupted};
    if (decisions > most_) throw Stopped{Ending::out_of_budget};
    if (options_.on_progress && (decisions & 0xfff) == 0)
        options_.on_progress(derivation.graph.size());
}

std::uint32_t Engine::part(std::vector<Variable>& variables) {
    make_key(variables);
    std::uint64_t hash = 0x9e3779b97f4a7c15U + key_variables_;
    for (std::uint16_t word : key_) {
        hash = (hash ^ word) * 0xd1342543de82ef95U;
        hash ^= hash >> 29;
    }
    if (const std::uint32_t known = find(hash); known != none) {
        ++met_again;
        return known;
    }
    Entry entry;
    entry.key = keys_.size();
    entry.variables = key_variables_;
    entry.length = static_cast<std::uint32_t>(key_.size());
    keys_.insert(keys_.end(), key_.begin(), key_.end());
    look_at_budget();

    const Lit x = choose(variables);
    Branch yes = branch(variables, x);
    Branch no;
    const bool fails_anyway = yes.node == none && !yes.used_decision;
    if (!fails_anyway) no = branch(variables, ~x);

    const auto keep = [&](const std::vector<Lit>& needs, const Derivation::Hints& hints) {
        entry.needs = needs_.size();
        entry.needs_length = static_cast<std::uint32_t>(needs.size());
        needs_.insert(needs_.end(), needs.begin(), needs.end());
        entry.lemma = derivation.add_lemma(
            needs, entry.node == none ? std::nullopt : std::optional{entry.node}, hints);
    };
    // (needs of `of` or not its decision or node), as the first hint of what comes next
    const auto first_half = [&](const Branch& of, Lit decision, std::optional<NodeId> node,
                                const Derivation::Hints& hints) {
        std::vector<Lit> clause = of.needs;
        clause.push_back(~decision);
        return derivation.add_lemma(clause, node, hints);
    };

    if (fails_anyway) {
        if (lemmas_) keep(yes.needs, yes.hints);
    } else if (yes.node != none && no.node != none) {
        entry.node = derivation.graph.add_sum(yes.node, no.node);
        if (lemmas_) {
            // The half says its needs twice: the branch that has fewer.
            const bool yes_first = yes.needs.size() <= no.needs.size();
            const Branch& first = yes_first ? yes : no;
            const Branch& second = yes_first ? no : yes;
            Derivation::Hints hints;
            Derivation::node(hints, entry.node, yes_first ? 1 : 2);
            hints.insert(hints.end(), first.hints.begin(), first.hints.end());
            const auto half = first_half(first, yes_first ? x : ~x, entry.node, hints);
            hints.clear();
            Derivation::node(hints, entry.node, yes_first ? 2 : 1);
            Derivation::lemma(hints, half);
            hints.insert(hints.end(), second.hints.begin(), second.hints.end());
            keep(united(yes.needs, no.needs), hints);
        }
    } else if (yes.node == none && no.node == none && !no.used_decision) {
        if (lemmas_) keep(no.needs, no.hints);
    } else {
        const bool first_fails = yes.node == none;
        Branch& fails = first_fails ? yes : no;
        Branch& rest = first_fails ? no : yes;
        entry.node = rest.node;
        if (lemmas_) {
            Derivation::Hints hints;
            Derivation::lemma(hints,
                              first_half(fails, first_fails ? x : ~x, std::nullopt, fails.hints));
            hints.insert(hints.end(), rest.hints.begin(), rest.hints.end());
            keep(united(fails.needs, rest.needs), hints);
        }
    }
    entries_.push_back(entry);
    remember(hash, static_cast<std::uint32_t>(entries_.size() - 1));
    return static_cast<std::uint32_t>(entries_.size() - 1);
}

void Engine::run() {
    std::vector<Variable> all(variables_);
    for (std::size_t v = 0; v < variables_; ++v) all[v] = static_cast<Variable>(v);
    const Branch root = branch(all, std::nullopt);
    if (root.node != none) derivation.graph.set_root(root.node);
    if (lemmas_)
        derivation.conclusion = derivation.add_lemma(
            {}, root.node == none ? std::nullopt : std::optional{root.node}, root.hints);
}

/// Runs every way with a thousand decisions, and takes the smallest graph if any comes to its end;
/// otherwise runs the orders in turn with four thousand, sixteen thousand, ... until one does.
/// Calls use(engine).
template <class Use>
Ending race(const cnf::Formula& formula, std::size_t variables, const CompileOptions& options,
            Lemmas lemmas, Use use) {
    std::vector<Way> ways{{.tried = many}};
    for (const auto& order : options.orders) ways.push_back({.order = order});
    if (options.orders.empty()) ways.push_back({});
    if (options.asked < variables) ways.push_back({.tried = 1});
    for (const Way& way : ways)
        CLEW_REQUIRE(way.order.empty() || way.order.size() == variables,
                     "compile: an order has a rank for each variable");
    std::uint64_t left = options.budget.max_nodes;
    for (std::uint64_t most = small;; most *= 4) {
        std::unique_ptr<Engine> best;
        for (const Way& way : ways) {
            if (way.tried > 1 && most > small) continue;
            auto engine = std::make_unique<Engine>(formula, variables, options, way,
                                                   std::min(most, left), lemmas);
            try {
                engine->run();
                if (!best || engine->derivation.graph.literal_count() <
                                 best->derivation.graph.literal_count())
                    best = std::move(engine);
                if (most > small) break;
            } catch (const Stopped& stopped) {
                if (stopped.ending == Ending::interrupted) return stopped.ending;
                if (left != unlimited) left -= std::min(left, engine->decisions);
            }
        }
        if (best) {
            use(*best);
            return Ending::exhausted;
        }
        if (left == 0) return Ending::out_of_budget;
    }
}

}  // namespace

Compiled compile(const cnf::Formula& formula, std::size_t variables,
                 const CompileOptions& options) {
    Compiled out;
    out.ending = race(formula, variables, options, Lemmas::no, [&](Engine& engine) {
        out.graph = engine.derivation.graph.pruned();
        out.decisions = engine.decisions;
        out.met_again = engine.met_again;
    });
    return out;
}

Derived derive(const cnf::Formula& formula, std::size_t variables, const CompileOptions& options) {
    Derived out;
    out.ending = race(formula, variables, options, Lemmas::yes, [&](Engine& engine) {
        out.derivation = std::move(engine.derivation);
        out.decisions = engine.decisions;
    });
    return out;
}

}  // namespace clew::compile
