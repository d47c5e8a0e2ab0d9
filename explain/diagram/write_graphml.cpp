#include "explain/diagram/writers.hpp"

#include <boost/graph/graphml.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <ostream>

namespace clew::explain::inline diagram {
namespace {

using Vertex = boost::graph_traits<logic::TreeGraph>::vertex_descriptor;
using Edge = boost::graph_traits<logic::TreeGraph>::edge_descriptor;

}  // namespace

void write_tree_graphml(const logic::DecisionTree& tree, std::ostream& out) {
    const logic::TreeGraph& graph = tree.graph();
    boost::dynamic_properties properties;
    const auto vertex = [&](const char* name, auto value) {
        properties.property(name, boost::make_function_property_map<Vertex>(std::move(value)));
    };
    const auto at = [&tree](Vertex v) -> const logic::TreeVertex& {
        return tree[static_cast<logic::Node>(v)];
    };
    // Gephi and others write beside a node or an edge what is called "label".
    for (const char* name : {"name", "label"})
        vertex(name, [&](Vertex v) { return tree.name(static_cast<logic::Node>(v)); });
    vertex("kind", [at](Vertex v) { return std::string(to_string(at(v).kind)); });
    vertex("grid", [&](Vertex v) { return tree.line(static_cast<logic::Node>(v)); });
    vertex("freedom", [at](Vertex v) { return int{at(v).freedom}; });
    vertex("depth", [at](Vertex v) { return int{at(v).depth}; });
    vertex("candidates", [at](Vertex v) { return int{at(v).candidates}; });
    vertex("solved", [at](Vertex v) { return int{at(v).solved}; });
    vertex("solved_different", [at](Vertex v) { return int{at(v).solved_different}; });
    vertex("partial", [at](Vertex v) { return int{at(v).partial}; });
    vertex("partial_different", [at](Vertex v) { return int{at(v).partial_different}; });
    vertex("impossible", [at](Vertex v) { return int{at(v).impossible}; });
    vertex("solutions_below", [at](Vertex v) { return static_cast<long>(at(v).solutions_below); });
    vertex("exact", [at](Vertex v) { return at(v).complete; });
    vertex("dead", [at](Vertex v) { return at(v).dead; });
    vertex("expanded", [at](Vertex v) { return at(v).expanded; });
    vertex("no_binary_cell", [at](Vertex v) { return at(v).wide; });
    for (const char* name : {"by", "label"})
        properties.property(name, boost::make_function_property_map<Edge>([&](const Edge& e) {
                                std::string text;
                                const auto from = static_cast<logic::Node>(boost::source(e, graph));
                                const auto to = static_cast<logic::Node>(boost::target(e, graph));
                                for (const Candidate& c : tree.candidates_between(from, to))
                                    text += (text.empty() ? "" : " ") +
                                            logic::paper_notation(tree.puzzle().geometry(), c);
                                return text;
                            }));
    boost::write_graphml(out, graph, properties, true);
}

}  // namespace clew::explain::inline diagram
