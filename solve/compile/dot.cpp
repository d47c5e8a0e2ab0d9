#include "solve/compile/dot.hpp"

#include <algorithm>
#include <ostream>
#include <string>

#include "core/base/contract.hpp"
#include "core/board/notation.hpp"

namespace clew::compile {
namespace {

/// The digits that a product places, four a line.
std::string placed(const Graph& g, NodeId n, std::span<const Candidate> candidates,
                   std::size_t size) {
    std::string text;
    std::size_t count = 0;
    for (cnf::Lit l : g.literals(n)) {
        if (l.is_negative() || l.var().index() >= candidates.size()) continue;
        if (count > 0) text += count % 4 == 0 ? "\\n" : " ";
        text += to_string(candidates[l.var().index()], size);
        ++count;
    }
    return text.empty() ? "and" : text;
}

}  // namespace

void write_dot(std::ostream& out, const Graph& g, std::span<const Candidate> candidates,
               std::size_t size) {
    CLEW_REQUIRE(g.size() <= max_drawn_nodes, "write_dot: too many nodes to look at");
    CLEW_REQUIRE(candidates.size() <= g.variables(), "write_dot: what each variable means");
    out << "digraph solutions {\n"
           "  node [fontname=\"Helvetica\", fontsize=11];\n"
           "  edge [fontname=\"Helvetica\", fontsize=10];\n";
    const std::vector<Count> counts = g.counts();
    const auto ways = [&](NodeId n) {
        return counts[n] == Count{1} ? std::string() : "\\n" + counts[n].grouped() + " ways";
    };
    if (!g.root()) out << "  none [label=\"no solution\", shape=plaintext];\n";
    for (NodeId n = static_cast<NodeId>(g.size()); n-- > 0;) {
        const auto children = g.children(n);
        if (g.kind(n) == GateKind::product) {
            out << "  n" << n << " [shape=box, label=\"" << placed(g, n, candidates, size)
                << ways(n) << "\"];\n";
            for (NodeId child : children) out << "  n" << n << " -> n" << child << ";\n";
            continue;
        }
        // The literal of one child whose opposite the other one has.
        const auto of_b = g.literals(children[1]);
        std::string question = "either";
        bool first_is_yes = true;
        for (cnf::Lit l : g.literals(children[0]))
            if (l.var().index() < candidates.size() && std::ranges::find(of_b, ~l) != of_b.end()) {
                question = to_string(candidates[l.var().index()], size) + "?";
                first_is_yes = !l.is_negative();
                if (first_is_yes) break;
            }
        out << "  n" << n << " [shape=ellipse, label=\"" << question << ways(n) << "\"];\n";
        out << "  n" << n << " -> n" << children[0]
            << (first_is_yes ? " [label=\"yes\"];\n" : " [label=\"no\", style=dashed];\n");
        out << "  n" << n << " -> n" << children[1]
            << (first_is_yes ? " [label=\"no\", style=dashed];\n" : " [label=\"yes\"];\n");
    }
    out << "}\n";
}

}  // namespace clew::compile
