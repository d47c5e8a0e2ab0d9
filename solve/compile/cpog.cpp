// The derivation as text; then, if it is asked for, everything but the root deleted.
//
// What the root does not need is left out: nodes that it does not reach, and lemmas that only
// such nodes or failed attempts used.
//
// A lemma that one other uses, and no one else, is not told for itself: its hints stand in the
// other's place, where what it needs is known. A lemma goes by the hints that it came by, the last
// first.
//
// Deleting the formula is the greater half of most proofs; three things make it small.
//
// 1. What is redundant (redundant.hpp) goes first, by other clauses of the formula; half of a
//    puzzle's clauses do.
// 2. The others go by a walk through the graph: with all literals of a clause false, each node that
//    depends on it is false. A product is, if one of its literals is one of those (one hint: the
//    clause "not the product, or this literal"), or else if a child is, the one that has the
//    clause's variables; a sum, if both children are. Each part is visited once a clause, however
//    many parents it has, and none that is not about the clause's variables.
// 3. Most clauses pass a sum without being touched, and what they pass is the same for all of them:
//
//         sum                      the shortcut (not sum, or C, or D, or E) is one clause, added
//        /   \                     once; a clause of which C, D and E are refuted goes from there
//       P     Q                    to the sum by one hint instead of seven
//       |     |
//       C    sum                   Shortcuts go up to six sums deep, or around one of the two
//           /   \                  branches alone. Those that save more than they cost are kept,
//          D     E                 by counting once how often each would be used.
//
// What is left are the places where a clause is satisfied, a hint each. Of the proof of a puzzle
// with 10 358 solutions 18.1 MB were left without the three, 12.9 MB with shortcuts, 8.6 MB with
// both, 8.0 MB when lemmas are told inside others, and 7.4 MB when that a cell holds no two digits
// is asked first of all whether it is redundant.

#include "solve/compile/cpog.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/sorted.hpp"
#include "solve/compile/redundant.hpp"

namespace clew::compile {
namespace {

using cnf::Lit;

class Text {
  public:
    explicit Text(std::ostream& out) : out_(out) {}
    Text(const Text&) = delete;
    Text& operator=(const Text&) = delete;
    ~Text() { flush(); }

    Text& operator<<(std::int64_t number) {
        char digits[24];
        const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
        buffer_.append(digits, end);
        buffer_ += ' ';
        return *this;
    }
    Text& operator<<(char command) {
        buffer_ += command;
        buffer_ += ' ';
        return *this;
    }
    /// Ends a line that began with numbers.
    void end() {
        buffer_.back() = '\n';
        if (buffer_.size() > 60000) flush();
    }

  private:
    void flush() {
        out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
        buffer_.clear();
    }
    std::ostream& out_;
    std::string buffer_;
};

class Writer {
  public:
    Writer(std::ostream& out, const cnf::Formula& formula, std::size_t variables,
           const Derivation& derivation, const CompileOptions& options, CpogDeletions deletions)
        : text_(out),
          formula_(formula),
          variables_(static_cast<std::int64_t>(variables)),
          d_(derivation),
          g_(derivation.graph),
          budget_(options.budget),
          order_(options.removal),
          deletes_(deletions == CpogDeletions::written),
          one_of_(derivation.graph.size() < 10'000 ? 1 : 8),
          next_id_(static_cast<std::int64_t>(formula.size()) + 1) {}

    CpogReport run();

  private:
    using Bits = std::vector<std::uint64_t>;
    static void put(std::span<std::uint64_t> bits, std::span<const Lit> literals) {
        for (Lit l : literals) bits[l.code() / 64] |= std::uint64_t{1} << (l.code() % 64);
    }
    /// (not `from`, or one of `to`): what stands below a node, so many sums on; of side 0 or 1,
    /// behind that product of a sum, and the other product.
    struct Shortcut {
        std::size_t depth = 1;
        std::size_t side = both;
        std::vector<NodeId> to{};
        Bits passed{};  // by code: literals of the products in between
        std::uint64_t uses = 0;
        bool kept = true;
        std::int64_t id = 0;
    };
    /// A literal of a root that is a product: true in every model.
    struct Fact {
        std::optional<Lit> literal{};
        std::int64_t clause = 0;  // (not the root, or the literal)
        std::uint64_t uses = 0;
        std::int64_t id = 0;  // as a clause of its own; 0 for none
    };
    static constexpr std::size_t both = 2;
    static constexpr std::size_t deepest = 6;     // sums
    static constexpr std::size_t broadest = 256;  // nodes
    static constexpr int rounds = 2;

    void mark();
    void node(NodeId n);
    void lemma(Derivation::LemmaId i);
    void hint(std::int64_t id) {
        ++hints_;
        if (!writes_) return;
        text_ << id;
        ++report_.hints;
    }
    void lemma_hints(Derivation::LemmaId i);
    void hints_of(Derivation::LemmaId i);
    bool is_product_rule(const Derivation::Hint& h) const {
        return h.kind == Derivation::HintKind::node && h.clause == 0 &&
               g_.kind(h.index) == GateKind::product;
    }
    void declare_root();
    void no_model();
    bool delete_all();
    bool delete_inputs();
    void refute_root(std::span<const Lit> clause);
    /// Hints by which `node` is false. Requires that it depends on the clause.
    void refute(NodeId node, std::span<const Lit> clause);
    void refute_product(NodeId node, std::span<const Lit> clause);
    void find_shortcuts();
    bool choose_shortcuts();
    void derive(NodeId node, const Shortcut& shortcut);
    void write_shortcuts();
    void remove_shortcuts();
    void derive_shortcut(NodeId node, std::size_t depth);
    void go_on(NodeId node, std::vector<NodeId>& out, Bits& passed) const;
    bool passes(const Shortcut& shortcut, std::span<const Lit> clause) const;
    bool find_redundant();
    void remove_redundant();
    void write_facts();
    void remove_facts();
    void hints(std::span<const certify::Antecedent> antecedents,
               std::span<const std::int64_t> steps);
    /// True if a product has the literal.
    bool holds(NodeId node, Lit l) const {
        return ((literals_[node * words_ + l.code() / 64] >> (l.code() % 64)) & 1) != 0;
    }
    NodeId child_of(NodeId node, std::span<const Lit> clause, std::size_t& place) const;

    Text text_;
    const cnf::Formula& formula_;
    const std::int64_t variables_;
    const Derivation& d_;
    const Graph& g_;
    const Budget& budget_;
    const std::span<const std::uint32_t> order_;
    const bool deletes_;
    const std::size_t one_of_;  // clauses is asked what it costs and uses; of large graphs fewer
    std::int64_t next_id_;
    std::int64_t next_variable_ = 0;
    std::vector<bool> needed_node_, needed_lemma_;
    std::vector<bool>
        told_inside_;  // by lemma: not one of its own, but part of the one that uses it
    std::vector<std::int64_t> node_variable_, node_clause_, lemma_id_;
    std::size_t words_ = 0;
    Bits literals_;                       // by node, so many words each; by code
    std::vector<std::uint32_t> visited_;  // by node: the last clause
    std::uint32_t now_ = 0;
    std::int64_t root_id_ = 0;
    std::vector<std::vector<Shortcut>> shortcuts_;                 // by node, then depth less one
    std::vector<std::pair<NodeId, std::uint32_t>> all_shortcuts_;  // weakest first
    std::vector<Fact> facts_;                                      // by variable
    std::vector<bool> redundant_;                                  // by clause
    std::vector<std::pair<std::size_t, std::vector<Redundant::Step>>> found_redundant_;
    bool writes_ = true;  // false: hints are counted alone
    std::uint64_t hints_ = 0;
    CpogReport report_;
};

void Writer::mark() {
    needed_node_.assign(g_.size(), false);
    needed_lemma_.assign(d_.lemma_count(), false);
    if (g_.root()) {
        needed_node_[*g_.root()] = true;
        for (NodeId n = *g_.root() + 1; n-- > 0;)
            if (needed_node_[n])
                for (NodeId child : g_.children(n)) needed_node_[child] = true;
    }
    needed_lemma_[d_.conclusion] = true;
    std::vector<std::uint32_t> uses(d_.lemma_count(), 0);
    for (std::size_t i = d_.lemma_count(); i-- > 0;) {
        if (!needed_lemma_[i]) continue;
        const auto of = static_cast<Derivation::LemmaId>(i);
        Derivation::for_each(d_.hints(of), [&](const Derivation::Hint& h) {
            if (h.kind != Derivation::HintKind::lemma) return;
            needed_lemma_[h.index] = true;
            ++uses[h.index];
            // A part without a model uses no node; one with a model only its own and its children.
        });
    }
    told_inside_.assign(d_.lemma_count(), false);
    for (std::size_t i = 0; i < d_.lemma_count(); ++i) {
        if (!needed_lemma_[i]) continue;
        std::vector<std::uint32_t> once;  // lemmas used here alone, since the last product
        std::optional<std::uint32_t> last;
        Derivation::for_each(
            d_.hints(static_cast<Derivation::LemmaId>(i)), [&](const Derivation::Hint& h) {
                last.reset();
                if (h.kind == Derivation::HintKind::lemma && uses[h.index] == 1) {
                    once.push_back(h.index);
                    last = h.index;
                }
                if (!is_product_rule(h)) return;
                const auto children = g_.children(h.index);
                for (const std::uint32_t of : once)
                    if (const auto head = d_.head(of);
                        head && std::ranges::find(children, *head) != children.end()) {
                        told_inside_[of] = true;
                        break;
                    }
                once.clear();
            });
        if (last && !d_.head(*last)) told_inside_[*last] = true;
    }
}

void Writer::node(NodeId n) {
    node_variable_[n] = ++next_variable_;
    node_clause_[n] = next_id_;
    const auto children = g_.children(n);
    if (g_.kind(n) == GateKind::product) {
        text_ << next_id_ << 'p' << next_variable_;
        for (Lit l : g_.literals(n)) text_ << l.dimacs();
        for (NodeId child : children) text_ << node_variable_[child];
        text_ << std::int64_t{0};
        text_.end();
        next_id_ += 1 + static_cast<std::int64_t>(g_.literals(n).size() + children.size());
        return;
    }
    text_ << next_id_ << 's' << next_variable_ << node_variable_[children[0]]
          << node_variable_[children[1]];
    // One child has a literal, the other its opposite.
    const auto of_a = g_.literals(children[0]);
    const auto of_b = g_.literals(children[1]);
    for (std::size_t i = 0; i < of_a.size(); ++i) {
        const auto at = std::ranges::lower_bound(of_b, ~of_a[i]);
        if (at == of_b.end() || *at != ~of_a[i]) continue;
        hint(node_clause_[children[0]] + 1 + static_cast<std::int64_t>(i));
        hint(node_clause_[children[1]] + 1 + (at - of_b.begin()));
        break;
    }
    text_ << std::int64_t{0};
    text_.end();
    next_id_ += 3;
}

void Writer::lemma_hints(Derivation::LemmaId i) {
    std::optional<Derivation::LemmaId> inside;
    Derivation::for_each(d_.hints(i), [&](const Derivation::Hint& h) {
        switch (h.kind) {
            case Derivation::HintKind::input:
                return hint(std::int64_t{h.index} + 1);
            case Derivation::HintKind::lemma:
                if (!told_inside_[h.index]) return hint(lemma_id_[h.index]);
                if (!d_.head(h.index)) return lemma_hints(h.index);
                inside = h.index;
                return;
            case Derivation::HintKind::node:
                hint(node_clause_[h.index] + h.clause);
                if (inside && is_product_rule(h)) lemma_hints(*std::exchange(inside, {}));
                return;
        }
    });
}

void Writer::hints_of(Derivation::LemmaId i) {
    lemma_hints(i);
    text_ << std::int64_t{0};
    text_.end();
}

void Writer::lemma(Derivation::LemmaId i) {
    lemma_id_[i] = next_id_;
    text_ << next_id_ << 'a';
    for (Lit l : d_.literals(i)) text_ << l.dimacs();
    if (const auto head = d_.head(i)) text_ << node_variable_[*head];
    text_ << std::int64_t{0};
    hints_of(i);
    ++next_id_;
    ++report_.lemmas;
}

/// The child of a product that the clause's open variables belong to, and where it stands.
NodeId Writer::child_of(NodeId node, std::span<const Lit> clause, std::size_t& place) const {
    const auto literals = g_.literals(node);
    if (g_.children(node).size() == 1) {
        place = literals.size();
        return g_.children(node).front();
    }
    for (Lit l : clause) {
        if (std::ranges::binary_search(literals, l) || std::ranges::binary_search(literals, ~l))
            continue;
        const auto children = g_.children(node);
        for (std::size_t i = 0; i < children.size(); ++i)
            if (std::ranges::binary_search(d_.variables_of(children[i]), l.var().index())) {
                place = literals.size() + i;
                return children[i];
            }
    }
    CLEW_REQUIRE(false, "cpog: a graph that does not imply its formula");
    return node;
}

void Writer::refute_product(NodeId node, std::span<const Lit> clause) {
    const auto literals = g_.literals(node);
    for (Lit l : clause)
        if (holds(node, l))
            return hint(node_clause_[node] + 1 +
                        (std::ranges::lower_bound(literals, l) - literals.begin()));
    std::size_t place = 0;
    const NodeId child = child_of(node, clause, place);
    refute(child, clause);
    hint(node_clause_[node] + 1 + static_cast<std::int64_t>(place));
}

void Writer::refute(NodeId node, std::span<const Lit> clause) {
    if (visited_[node] == now_) return;
    visited_[node] = now_;
    auto& shortcuts = shortcuts_[node];
    for (auto at = shortcuts.rbegin(); at != shortcuts.rend(); ++at) {
        Shortcut& shortcut = *at;
        if (!shortcut.kept || !passes(shortcut, clause)) continue;
        for (NodeId next : shortcut.to) refute(next, clause);
        ++shortcut.uses;
        return hint(shortcut.id);
    }
    if (g_.kind(node) == GateKind::product) return refute_product(node, clause);
    for (NodeId child : g_.children(node)) refute(child, clause);
    hint(node_clause_[node]);
}

// --- shortcuts ---

/// The nodes one sum on. What has no single way on stays.
void Writer::go_on(NodeId node, std::vector<NodeId>& out, Bits& passed) const {
    const auto through = [&](NodeId product) {
        const auto children = g_.children(product);
        if (children.size() != 1) return out.push_back(product);
        put(passed, g_.literals(product));
        out.push_back(children.front());
    };
    if (g_.kind(node) == GateKind::product) return through(node);
    for (NodeId product : g_.children(node)) through(product);
}

bool Writer::passes(const Shortcut& shortcut, std::span<const Lit> clause) const {
    return std::ranges::none_of(clause, [&](Lit l) {
        return ((shortcut.passed[l.code() / 64] >> (l.code() % 64)) & 1) != 0;
    });
}

void Writer::find_shortcuts() {
    shortcuts_.resize(g_.size());
    const Bits none(words_, 0);
    std::vector<NodeId> nodes, next;
    for (NodeId n = 0; n < g_.size(); ++n) {
        if (!needed_node_[n] || d_.variables_of(n).empty()) continue;
        if (g_.kind(n) == GateKind::sum)
            for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
                const NodeId product = g_.children(n)[side];
                if (g_.children(product).size() != 1) continue;
                shortcuts_[n].push_back(
                    {.side = side,
                     .to = {g_.children(product).front(), g_.children(n)[1 - side]},
                     .passed = none});
                put(shortcuts_[n].back().passed, g_.literals(product));
            }
        nodes.assign(1, n);
        Bits passed = none;
        for (std::size_t depth = 1; depth <= deepest; ++depth) {
            next.clear();
            for (NodeId from : nodes) go_on(from, next, passed);
            sort_unique(next);
            if (next == nodes || next.size() > broadest) break;
            shortcuts_[n].push_back({.depth = depth, .to = next, .passed = passed});
            std::swap(nodes, next);
        }
    }
    for (NodeId n = 0; n < g_.size(); ++n)
        for (std::uint32_t i = 0; i < shortcuts_[n].size(); ++i) all_shortcuts_.emplace_back(n, i);
    std::ranges::stable_sort(all_shortcuts_, {}, [&](const auto& of) {
        const Shortcut& s = shortcuts_[of.first][of.second];
        return s.side == both ? s.depth : 0;
    });
}

/// Hints by which `node` is false if all are that lie `depth` sums on, whose visits are marked.
void Writer::derive_shortcut(NodeId node, std::size_t depth) {
    if (visited_[node] == now_) return;
    visited_[node] = now_;
    const std::vector<Shortcut>& of_node = shortcuts_[node];
    for (auto at = of_node.rbegin(); at != of_node.rend(); ++at) {
        const Shortcut& shortcut = *at;
        if (!shortcut.kept || shortcut.id == 0 || shortcut.depth > depth || shortcut.side != both)
            continue;
        for (NodeId next : shortcut.to) derive_shortcut(next, depth - shortcut.depth);
        return hint(shortcut.id);
    }
    const auto through = [&](NodeId product) {
        derive_shortcut(g_.children(product).front(), depth - 1);
        hint(node_clause_[product] + 1 + static_cast<std::int64_t>(g_.literals(product).size()));
    };
    if (g_.kind(node) == GateKind::product) return through(node);
    for (NodeId product : g_.children(node))
        if (visited_[product] != now_) through(product);
    hint(node_clause_[node]);
}

/// The hints of a shortcut, which may use others that have a number.
void Writer::derive(NodeId node, const Shortcut& shortcut) {
    ++now_;
    for (NodeId to : shortcut.to) visited_[to] = now_;
    derive_shortcut(node, shortcut.depth);
}

/// Those that save more than they take: each is written twice, as it comes and as it goes.
bool Writer::choose_shortcuts() {
    writes_ = false;
    for (int round = 0; round < rounds; ++round) {
        for (auto& of_node : shortcuts_)
            for (Shortcut& s : of_node) {
                s.uses = 0;
                s.id = 0;
            }
        std::size_t left = 0;
        for (std::size_t c = 0; c < formula_.size(); ++c) {
            if (budget_.stopped()) return false;
            if (!redundant_[c] && left++ % one_of_ == 0) refute_root(formula_[c]);
        }
        for (const auto& [n, i] : all_shortcuts_) {
            Shortcut& s = shortcuts_[n][i];
            if (!s.kept) continue;
            const std::uint64_t before = hints_;
            derive(n, s);
            const std::uint64_t hints = hints_ - before;
            s.kept = one_of_ * s.uses * (hints - 1) > 2 * hints + s.to.size() + 5;
            s.id = 1;  // from here on others may use it
        }
    }
    std::erase_if(all_shortcuts_,
                  [&](const auto& of) { return !shortcuts_[of.first][of.second].kept; });
    for (const auto& [n, i] : all_shortcuts_) shortcuts_[n][i].id = 0;
    writes_ = true;
    return true;
}

void Writer::write_shortcuts() {
    for (const auto& [n, i] : all_shortcuts_) {
        Shortcut& s = shortcuts_[n][i];
        text_ << next_id_ << 'a' << -node_variable_[n];
        for (NodeId to : s.to) text_ << node_variable_[to];
        text_ << std::int64_t{0};
        derive(n, s);
        s.id = next_id_++;
        text_ << std::int64_t{0};
        text_.end();
        ++report_.lemmas;
    }
}

void Writer::remove_shortcuts() {
    for (auto at = all_shortcuts_.rbegin(); at != all_shortcuts_.rend(); ++at) {
        const auto& [n, i] = *at;
        Shortcut& s = shortcuts_[n][i];
        text_ << 'd' << std::exchange(s.id, 0);
        derive(n, s);
        text_ << std::int64_t{0};
        text_.end();
    }
}

// --- redundant clauses ---

bool Writer::find_redundant() {
    redundant_.assign(formula_.size(), false);
    std::vector<Lit> facts;
    if (g_.kind(*g_.root()) == GateKind::product) {
        const auto literals = g_.literals(*g_.root());
        facts.assign(literals.begin(), literals.end());
    }
    facts_.assign(static_cast<std::size_t>(variables_), Fact{});
    for (std::size_t i = 0; i < facts.size(); ++i)
        facts_[facts[i].var().index()] = {
            .literal = facts[i],
            .clause = node_clause_[*g_.root()] + 1 + static_cast<std::int64_t>(i)};
    Redundant search{formula_, static_cast<std::size_t>(variables_), facts};
    writes_ = false;
    std::size_t asked = 0, most = 0;
    for (std::size_t i = 0; i < formula_.size(); ++i) {
        if (budget_.stopped()) return false;
        const std::size_t c = order_.empty() ? i : order_[i];
        const auto fact = std::ranges::find_if(
            formula_[c], [&](Lit l) { return facts_[l.var().index()].literal == l; });
        if (fact != formula_[c].end()) {
            ++facts_[fact->var().index()].uses;
            continue;
        }
        if (asked++ % (2 * one_of_) == 0) {  // neighbours in the order cost about the same
            const std::uint64_t before = hints_;
            refute_root(formula_[c]);
            most = static_cast<std::size_t>((hints_ - before) * 7 / 10);
        }
        auto steps = search.follows(c, most);
        if (!steps) continue;
        redundant_[c] = true;
        for (const auto& step : *steps)
            for (const certify::Antecedent& a : step.antecedents)
                if (a.kind == certify::Antecedent::Kind::root) ++facts_[a.name].uses;
        found_redundant_.emplace_back(c, std::move(*steps));
    }
    writes_ = true;
    return true;
}

/// Facts that are used often, as unit clauses.
void Writer::write_facts() {
    constexpr std::uint64_t often = 6;
    for (Fact& fact : facts_) {
        if (!fact.literal || fact.uses < often) continue;
        fact.id = next_id_++;
        text_ << fact.id << 'a' << fact.literal->dimacs() << std::int64_t{0};
        hint(root_id_);
        hint(fact.clause);
        text_ << std::int64_t{0};
        text_.end();
        ++report_.lemmas;
    }
}

void Writer::remove_facts() {
    for (const Fact& fact : facts_) {
        if (fact.id == 0) continue;
        text_ << 'd' << fact.id;
        hint(root_id_);
        hint(fact.clause);
        text_ << std::int64_t{0};
        text_.end();
    }
}

void Writer::hints(std::span<const certify::Antecedent> antecedents,
                   std::span<const std::int64_t> steps) {
    bool root_is_known = false;
    for (const certify::Antecedent& a : antecedents) switch (a.kind) {
            case certify::Antecedent::Kind::formula:
                hint(static_cast<std::int64_t>(a.name) + 1);
                break;
            case certify::Antecedent::Kind::told:
                hint(steps[a.name]);
                break;
            case certify::Antecedent::Kind::root:
                if (facts_[a.name].id != 0) {
                    hint(facts_[a.name].id);
                    break;
                }
                if (!std::exchange(root_is_known, true)) hint(root_id_);
                hint(facts_[a.name].clause);
        }
    text_ << std::int64_t{0};
    text_.end();
}

void Writer::remove_redundant() {
    std::vector<std::int64_t> ids;
    for (const auto& [c, steps] : found_redundant_) {
        ids.clear();
        for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
            text_ << next_id_ << 'a';
            for (Lit l : steps[i].clause) text_ << l.dimacs();
            text_ << std::int64_t{0};
            hints(steps[i].antecedents, ids);
            ids.push_back(next_id_++);
            ++report_.lemmas;
        }
        text_ << 'd' << static_cast<std::int64_t>(c) + 1;
        hints(steps.back().antecedents, ids);
        for (std::size_t i = steps.size() - 1; i-- > 0;) {
            text_ << 'd' << ids[i];
            hints(steps[i].antecedents, ids);
        }
    }
}

void Writer::refute_root(std::span<const Lit> clause) {
    for (Lit l : clause)
        if (const Fact& fact = facts_[l.var().index()]; fact.id != 0 && fact.literal == l)
            return hint(fact.id);
    ++now_;
    refute(*g_.root(), clause);
    hint(root_id_);
}

bool Writer::delete_inputs() {
    words_ = (2 * static_cast<std::size_t>(variables_) + 63) / 64;
    literals_.assign(g_.size() * words_, 0);
    for (NodeId n = 0; n < g_.size(); ++n)
        if (needed_node_[n]) put(std::span(literals_).subspan(n * words_, words_), g_.literals(n));
    shortcuts_.resize(g_.size());
    if (!find_redundant()) return false;
    find_shortcuts();
    if (!choose_shortcuts()) return false;
    write_facts();
    remove_redundant();
    write_shortcuts();
    for (std::size_t c = 0; c < formula_.size(); ++c) {
        if (redundant_[c]) continue;
        if (budget_.stopped()) return false;
        text_ << 'd' << static_cast<std::int64_t>(c) + 1;
        refute_root(formula_[c]);
        text_ << std::int64_t{0};
        text_.end();
    }
    remove_shortcuts();
    remove_facts();
    return true;
}

/// There is no constant "false": the opposite of "x or not x" is one.
void Writer::no_model() {
    const std::int64_t empty = lemma_id_[d_.conclusion];
    const std::int64_t zero = 0;
    if (variables_ == 0) {
        text_ << next_id_ << 'p' << next_variable_ + 1 << zero;
        text_.end();
        root_id_ = ++next_id_;
        text_ << root_id_ << 'a' << -(next_variable_ + 1) << zero << empty << zero;
        text_.end();
        text_ << 'r' << -(next_variable_ + 1);
        text_.end();
    } else {
        const std::int64_t x = ++next_variable_, not_x = ++next_variable_, any = ++next_variable_,
                           root = ++next_variable_, id = next_id_;
        text_ << id << 'p' << x << std::int64_t{1} << zero;
        text_.end();
        text_ << id + 2 << 'p' << not_x << std::int64_t{-1} << zero;
        text_.end();
        text_ << id + 4 << 's' << any << x << not_x << id + 1 << id + 3 << zero;
        text_.end();
        text_ << id + 7 << 'p' << root << -any << zero;
        text_.end();
        root_id_ = id + 9;
        text_ << root_id_ << 'a' << root << zero << empty << zero;
        text_.end();
        text_ << 'r' << root;
        text_.end();
        report_.nodes = 4;
    }
}

CpogReport Writer::run() {
    mark();
    next_variable_ = variables_;
    node_variable_.assign(g_.size(), 0);
    node_clause_.assign(g_.size(), 0);
    lemma_id_.assign(d_.lemma_count(), 0);
    visited_.assign(g_.size(), 0);

    NodeId n = 0;
    const auto nodes_up_to = [&](std::size_t end) {
        for (; n < end; ++n)
            if (needed_node_[n]) {
                node(n);
                ++report_.nodes;
            }
    };
    for (std::size_t i = 0; i < d_.lemma_count(); ++i) {
        const auto of = static_cast<Derivation::LemmaId>(i);
        nodes_up_to(d_.nodes_before(of));
        if (of == d_.conclusion && !deletes_) declare_root();
        if (needed_lemma_[i] && !told_inside_[i]) lemma(of);
        if (budget_.stopped()) {
            report_.ending = Ending::interrupted;
            return report_;
        }
    }
    if (deletes_ && !delete_all()) {
        report_.ending = Ending::interrupted;
        return report_;
    }
    report_.count = g_.count();
    return report_;
}

/// The root, or nothing: 0.
void Writer::declare_root() {
    text_ << 'r' << (g_.root() ? node_variable_[*g_.root()] : std::int64_t{0});
    text_.end();
}

/// False if it was stopped.
bool Writer::delete_all() {
    const std::int64_t id_of_conclusion = lemma_id_[d_.conclusion];
    if (g_.root()) {
        root_id_ = id_of_conclusion;
        declare_root();
    } else {
        no_model();
    }
    // The last lemma is the root; or the empty clause, which everything else goes by.
    const auto remove = [&](std::int64_t id, std::int64_t by) {
        text_ << 'd' << id;
        hint(by);
        text_ << std::int64_t{0};
        text_.end();
    };
    for (std::size_t i = d_.lemma_count(); i-- > 0;) {
        const auto of = static_cast<Derivation::LemmaId>(i);
        if (!needed_lemma_[i] || told_inside_[i] || of == d_.conclusion) continue;
        if (!g_.root()) {
            remove(lemma_id_[i], id_of_conclusion);
            continue;
        }
        text_ << 'd' << lemma_id_[i];
        hints_of(of);
    }
    if (g_.root()) {
        if (!delete_inputs()) return false;
    } else {
        for (std::size_t c = 0; c < formula_.size(); ++c)
            remove(static_cast<std::int64_t>(c) + 1, id_of_conclusion);
        text_ << 'd' << id_of_conclusion;
        // The root, so not "any", so neither x nor not x; or the root, and its opposite.
        hint(root_id_);
        if (variables_ > 0) {
            for (std::int64_t back : {1, 4, 3, 9, 7}) hint(root_id_ - back);
        } else {
            hint(root_id_ - 1);
        }
        text_ << std::int64_t{0};
        text_.end();
    }
    return true;
}

}  // namespace

CpogReport write_cpog(std::ostream& out, const cnf::Formula& formula, std::size_t variables,
                      const Derivation& derivation, const CompileOptions& options,
                      CpogDeletions deletions) {
    return Writer{out, formula, variables, derivation, options, deletions}.run();
}

CpogReport write_cpog(std::ostream& out, const cnf::Formula& formula, std::size_t variables,
                      const CompileOptions& options, CpogDeletions deletions) {
    const Derived derived = derive(formula, variables, options);
    if (derived.ending != Ending::exhausted)
        return {.ending = derived.ending, .decisions = derived.decisions};
    CpogReport report = write_cpog(out, formula, variables, derived.derivation, options, deletions);
    report.decisions = derived.decisions;
    return report;
}

}  // namespace clew::compile
