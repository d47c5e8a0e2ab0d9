// The derivation as text, then everything but the root deleted.
//
// What the root does not need is left out: nodes that it does not reach, and lemmas that only
// such nodes or failed attempts used.
//
// Deleting. A lemma goes by the hints that it came by, the last first. A clause of the formula goes
// by a walk through the graph: with all its literals false, each node that depends on it is false.
// A product is, if one of its literals is one of those (one hint: the clause "not the product, or
// this literal"), or else if a child is, the one that has the clause's variables; a sum, if both
// children are. Each part is visited once a clause, however many parents it has, and none that is
// not about the clause's variables. Sums over all clauses: for each part the clauses that are still
// open in it, which is the greater half of most proofs.

#include "encode/compile/cpog.hpp"

#include <algorithm>
#include <charconv>
#include <ostream>
#include <string>

#include "encode/base/contract.hpp"

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
           const Derivation& derivation, const Budget& budget)
        : text_(out),
          formula_(formula),
          variables_(static_cast<std::int64_t>(variables)),
          d_(derivation),
          g_(derivation.graph),
          budget_(budget),
          next_id_(static_cast<std::int64_t>(formula.size()) + 1) {}

    CpogReport run();

  private:
    void mark();
    void node(NodeId n);
    void lemma(Derivation::LemmaId i);
    void hint(std::int64_t id) {
        text_ << id;
        ++report_.hints;
    }
    void hints(std::span<const std::uint32_t> words);
    void no_model();
    bool delete_inputs();
    /// Writes the hints by which `node` is false. Requires that it depends on the clause.
    void refute(NodeId node, std::span<const Lit> clause);
    void refute_product(NodeId node, std::span<const Lit> clause);
    NodeId child_of(NodeId node, std::span<const Lit> clause, std::size_t& place) const;

    Text text_;
    const cnf::Formula& formula_;
    const std::int64_t variables_;
    const Derivation& d_;
    const Graph& g_;
    const Budget& budget_;
    std::int64_t next_id_;
    std::int64_t next_variable_ = 0;
    std::vector<bool> needed_node_, needed_lemma_;
    std::vector<std::int64_t> node_variable_, node_clause_, lemma_id_;
    std::vector<std::uint32_t> visited_;  // by node: the last clause
    std::uint32_t now_ = 0;
    std::int64_t root_id_ = 0;
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
    for (std::size_t i = d_.lemma_count(); i-- > 0;) {
        if (!needed_lemma_[i]) continue;
        const auto of = static_cast<Derivation::LemmaId>(i);
        Derivation::for_each(d_.hints(of), [&](const Derivation::Hint& h) {
            if (h.kind == Derivation::HintKind::lemma) needed_lemma_[h.index] = true;
            // A part without a model uses no node; one with a model only its own and its children.
        });
    }
}

void Writer::node(NodeId n) {
    node_variable_[n] = ++next_variable_;
    node_clause_[n] = next_id_;
    const auto children = g_.children(n);
    if (g_.kind(n) == NodeKind::product) {
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

void Writer::hints(std::span<const std::uint32_t> words) {
    Derivation::for_each(words, [&](const Derivation::Hint& h) {
        switch (h.kind) {
            case Derivation::HintKind::input:
                return hint(std::int64_t{h.index} + 1);
            case Derivation::HintKind::lemma:
                return hint(lemma_id_[h.index]);
            case Derivation::HintKind::node:
                return hint(node_clause_[h.index] + h.clause);
        }
    });
    text_ << std::int64_t{0};
    text_.end();
}

void Writer::lemma(Derivation::LemmaId i) {
    lemma_id_[i] = next_id_;
    text_ << next_id_ << 'a';
    for (Lit l : d_.literals(i)) text_ << l.dimacs();
    if (const auto head = d_.head(i)) text_ << node_variable_[*head];
    text_ << std::int64_t{0};
    hints(d_.hints(i));
    ++next_id_;
    ++report_.lemmas;
}

/// The child of a product that the clause's open variables belong to, and where it stands.
NodeId Writer::child_of(NodeId node, std::span<const Lit> clause, std::size_t& place) const {
    const auto literals = g_.literals(node);
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
    for (Lit l : clause) {
        const auto at = std::ranges::lower_bound(literals, l);
        if (at != literals.end() && *at == l)
            return hint(node_clause_[node] + 1 + (at - literals.begin()));
    }
    std::size_t place = 0;
    const NodeId child = child_of(node, clause, place);
    refute(child, clause);
    hint(node_clause_[node] + 1 + static_cast<std::int64_t>(place));
}

void Writer::refute(NodeId node, std::span<const Lit> clause) {
    if (visited_[node] == now_) return;
    visited_[node] = now_;
    if (g_.kind(node) == NodeKind::product) return refute_product(node, clause);
    for (NodeId child : g_.children(node)) refute_product(child, clause);
    hint(node_clause_[node]);
}

bool Writer::delete_inputs() {
    for (std::size_t c = 0; c < formula_.size(); ++c) {
        if (budget_.stopped()) return false;
        text_ << 'd' << static_cast<std::int64_t>(c) + 1;
        ++now_;
        refute(*g_.root(), formula_[c]);
        hint(root_id_);
        text_ << std::int64_t{0};
        text_.end();
    }
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
        if (needed_lemma_[i]) lemma(of);
        if (budget_.stopped()) {
            report_.ending = Ending::interrupted;
            return report_;
        }
    }
    const std::int64_t id_of_conclusion = lemma_id_[d_.conclusion];
    if (g_.root()) {
        root_id_ = id_of_conclusion;
        text_ << 'r' << node_variable_[*g_.root()];
        text_.end();
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
        if (!needed_lemma_[i] || of == d_.conclusion) continue;
        if (!g_.root()) {
            remove(lemma_id_[i], id_of_conclusion);
            continue;
        }
        text_ << 'd' << lemma_id_[i];
        hints(d_.hints(of));
    }
    if (g_.root()) {
        if (!delete_inputs()) {
            report_.ending = Ending::interrupted;
            return report_;
        }
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
    report_.count = g_.count();
    return report_;
}

}  // namespace

CpogReport write_cpog(std::ostream& out, const cnf::Formula& formula, std::size_t variables,
                      const Derivation& derivation, const Budget& budget) {
    return Writer{out, formula, variables, derivation, budget}.run();
}

CpogReport write_cpog(std::ostream& out, const cnf::Formula& formula, std::size_t variables,
                      const CompileOptions& options) {
    const Derived derived = derive(formula, variables, options);
    if (derived.ending != Ending::exhausted) return {.ending = derived.ending};
    return write_cpog(out, formula, variables, derived.derivation, options.budget);
}

}  // namespace clew::compile
