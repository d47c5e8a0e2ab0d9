// The derivation as text.
//
// What the root does not need is left out: nodes that it does not reach, and lemmas that only
// such nodes or failed attempts used.
//
// A lemma that one other uses, and no one else, is not told for itself: its hints stand in the
// other's place, where what it needs is known. A lemma goes by the hints that it came by, the last
// first.

#include "solve/compile/cpog.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

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
           const Derivation& derivation, const CompileOptions& options)
        : text_(out),
          variables_(static_cast<std::int64_t>(variables)),
          d_(derivation),
          g_(derivation.graph),
          budget_(options.budget),
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
    void lemma_hints(Derivation::LemmaId i);
    void hints_of(Derivation::LemmaId i);
    bool is_product_rule(const Derivation::Hint& h) const {
        return h.kind == Derivation::HintKind::node && h.clause == 0 &&
               g_.kind(h.index) == GateKind::product;
    }
    void declare_root();

    Text text_;
    const std::int64_t variables_;
    const Derivation& d_;
    const Graph& g_;
    const Budget& budget_;
    std::int64_t next_id_;
    std::int64_t next_variable_ = 0;
    std::vector<bool> needed_node_, needed_lemma_;
    std::vector<bool>
        told_inside_;  // by lemma: not one of its own, but part of the one that uses it
    std::vector<std::int64_t> node_variable_, node_clause_, lemma_id_;
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

CpogReport Writer::run() {
    mark();
    next_variable_ = variables_;
    node_variable_.assign(g_.size(), 0);
    node_clause_.assign(g_.size(), 0);
    lemma_id_.assign(d_.lemma_count(), 0);

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
        if (of == d_.conclusion) declare_root();
        if (needed_lemma_[i] && !told_inside_[i]) lemma(of);
        if (budget_.stopped()) {
            report_.ending = Ending::interrupted;
            return report_;
        }
    }
    report_.count = g_.count();
    return report_;
}

/// The root, or nothing: 0.
void Writer::declare_root() {
    text_ << 'r' << (g_.root() ? node_variable_[*g_.root()] : std::int64_t{0});
    text_.end();
}

}  // namespace

CpogReport write_cpog(std::ostream& out, const cnf::Formula& formula, std::size_t variables,
                      const Derivation& derivation, const CompileOptions& options) {
    return Writer{out, formula, variables, derivation, options}.run();
}

CpogReport write_cpog(std::ostream& out, const cnf::Formula& formula, std::size_t variables,
                      const CompileOptions& options) {
    const Derived derived = derive(formula, variables, options);
    if (derived.ending != Ending::exhausted)
        return {.ending = derived.ending, .decisions = derived.decisions};
    CpogReport report = write_cpog(out, formula, variables, derived.derivation, options);
    report.decisions = derived.decisions;
    return report;
}

}  // namespace clew::compile
