#pragma once
// Derivation: a graph together with why the formula implies it, step by step.
//
// What the compiler writes down when it is asked for a proof, and cpog.cpp turns into text. A step
// is a node of the graph or a lemma. A lemma is a clause that follows by unit propagation from the
// clauses that its hints name, in that order:
//
//     input i            clause i of the formula
//     lemma i            an earlier lemma
//     node n, k          clause k of those that define node n:
//                        product of c parts   0: n or not all parts;  1 + i: not n, or part i
//                                             (its literals first, then its children)
//                        sum of a and b       0: not n, or a or b;  1: n or not a;  2: n or not b
//
// Most lemmas say of a node: "if the candidates that are struck out here are false, then it holds".
// They speak of nothing else, in particular not of the decisions on the way: so each is proved once
// and used wherever the part is met again.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solve/compile/graph.hpp"

namespace clew::compile {

class Derivation {
  public:
    using LemmaId = std::uint32_t;
    /// One or two words, see the coding below; made by the three functions.
    using Hints = std::vector<std::uint32_t>;

    enum class HintKind : std::uint8_t { input, lemma, node };
    struct Hint {
        HintKind kind;
        std::uint32_t index;
        std::uint32_t clause;  ///< of a node
    };

    static void input(Hints& hints, std::uint32_t clause) { hints.push_back(clause); }
    static void lemma(Hints& hints, LemmaId lemma) { hints.push_back(lemma | lemma_tag); }
    static void node(Hints& hints, NodeId node, std::uint32_t clause) {
        hints.push_back(node | node_tag);
        hints.push_back(clause);
    }
    /// Calls use(Hint) for each.
    template <class Use>
    static void for_each(std::span<const std::uint32_t> words, Use use) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::uint32_t index = words[i] & index_mask;
            switch (words[i] & ~index_mask) {
                case lemma_tag:
                    use(Hint{HintKind::lemma, index, 0});
                    break;
                case node_tag:
                    use(Hint{HintKind::node, index, words[++i]});
                    break;
                default:
                    use(Hint{HintKind::input, index, 0});
            }
        }
    }

    /// A clause: literals of the formula and at most one node.
    LemmaId add_lemma(std::span<const cnf::Lit> literals, std::optional<NodeId> head,
                      std::span<const std::uint32_t> hints) {
        literals_.insert(literals_.end(), literals.begin(), literals.end());
        hints_.insert(hints_.end(), hints.begin(), hints.end());
        lemmas_.push_back({literals_.size(), hints_.size(), head, graph.size()});
        return static_cast<LemmaId>(lemmas_.size() - 1);
    }
    std::size_t lemma_count() const { return lemmas_.size(); }
    std::span<const cnf::Lit> literals(LemmaId i) const {
        const std::size_t from = i == 0 ? 0 : lemmas_[i - 1].literals_end;
        return std::span(literals_).subspan(from, lemmas_[i].literals_end - from);
    }
    std::span<const std::uint32_t> hints(LemmaId i) const {
        const std::size_t from = i == 0 ? 0 : lemmas_[i - 1].hints_end;
        return std::span(hints_).subspan(from, lemmas_[i].hints_end - from);
    }
    std::optional<NodeId> head(LemmaId i) const { return lemmas_[i].head; }
    /// The number of nodes that come before it.
    std::size_t nodes_before(LemmaId i) const { return lemmas_[i].nodes_before; }

    Graph graph;
    /// Says that the root holds, or, without a root, nothing: the empty clause.
    LemmaId conclusion = 0;

  private:
    static constexpr std::uint32_t index_mask = 0x3fffffff;
    static constexpr std::uint32_t lemma_tag = 0x40000000;
    static constexpr std::uint32_t node_tag = 0x80000000;

    struct Lemma {
        std::size_t literals_end;
        std::size_t hints_end;
        std::optional<NodeId> head;
        std::size_t nodes_before;
    };
    std::vector<Lemma> lemmas_;
    std::vector<cnf::Lit> literals_;
    std::vector<std::uint32_t> hints_;
};

}  // namespace clew::compile
