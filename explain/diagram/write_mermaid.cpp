#include "explain/diagram/writers.hpp"

#include <ostream>
#include <utility>

#include "explain/diagram/look.hpp"

#include "core/base/text.hpp"

namespace clew::explain::inline diagram {
namespace {

/// Mermaid labels stand in quotes; the names, figures and candidates in them need no escape.
void write(const Drawing& drawing, std::size_t index, std::ostream& out) {
    const DrawnNode& node = drawing.nodes[index];
    std::string label;
    if (node.mark) {
        label = "impossible";
    } else {
        for (const std::string& line : drawing.label(node))
            label += (label.empty() ? "" : "<br>") + line;
        if (label.empty()) label = drawing.id(node);
    }
    static constexpr std::pair<const char*, const char*> shapes[] = {
        {"[[\"", "\"]]"}, {"[\"", "\"]"},   {"([\"", "\"])"},
        {"{{\"", "\"}}"}, {"[/\"", "\"/]"}, {">\"", "\"]"}};
    const auto& [open, close] = shapes[static_cast<std::size_t>(node.role)];
    out << "  n" << index << open << label << close << ":::" << to_string(node.role) << '\n';
}

}  // namespace

void write_tree_mermaid(const Drawing& drawing, std::ostream& out) {
    out << "%% " << printable(drawing.caption()) << "\nflowchart TD\n";
    for (std::size_t i = 0; i < drawing.nodes.size(); ++i) write(drawing, i, out);
    for (const DrawnEdge& edge : drawing.edges)
        out << "  n" << edge.from << (drawing.nodes[edge.to].mark ? " -.->|\"" : " -->|\"")
            << drawing.edge_label(edge, 4) << "\"| n" << edge.to << '\n';
    const std::pair<DrawnRole, const char*> strokes[] = {
        {DrawnRole::root, ",stroke-width:3px"},     {DrawnRole::pattern, ""},
        {DrawnRole::solution, ",stroke-width:2px"}, {DrawnRole::dead, ",stroke-dasharray:5 2"},
        {DrawnRole::open, ",stroke-dasharray:2 2"}, {DrawnRole::impossible, ""}};
    for (const auto& [role, stroke] : strokes)
        out << "  classDef " << to_string(role) << " fill:" << look(role).fill.light
            << ",stroke:" << look(role).line.light << stroke << '\n';
    const std::string violet = "stroke:" + std::string(forced_line.light) + ",stroke-width:4px\n";
    std::string marked;
    for (std::size_t i = 0; i < drawing.nodes.size(); ++i)
        if (drawing.nodes[i].forced) marked += (marked.empty() ? "n" : ",n") + std::to_string(i);
    if (!marked.empty())
        out << "  classDef forced " << violet << "  class " << marked << " forced\n";
    for (std::size_t i = 0; i < drawing.edges.size(); ++i)
        if (drawing.edges[i].forced) out << "  linkStyle " << i << ' ' << violet;
}

}  // namespace clew::explain::inline diagram
