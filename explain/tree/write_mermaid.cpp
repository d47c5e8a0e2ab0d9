#include "explain/tree/write_mermaid.hpp"

#include <ostream>
#include <string>

#include "encode/base/text.hpp"

namespace clew::explain {
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
    const char* open = "[\"";
    const char* close = "\"]";
    switch (node.role) {
        case DrawnRole::root:
            open = "[[\"";
            close = "\"]]";
            break;
        case DrawnRole::solution:
            open = "([\"";
            close = "\"])";
            break;
        case DrawnRole::dead:
            open = "{{\"";
            close = "\"}}";
            break;
        case DrawnRole::open:
            open = "[/\"";
            close = "\"/]";
            break;
        case DrawnRole::impossible:
            open = ">\"";
            close = "\"]";
            break;
        case DrawnRole::pattern:
            break;
    }
    out << "  n" << index << open << label << close << ":::" << to_string(node.role) << '\n';
}

}  // namespace

void write_tree_mermaid(const Drawing& drawing, std::ostream& out) {
    out << "%% " << printable(drawing.caption()) << "\nflowchart TD\n";
    for (std::size_t i = 0; i < drawing.nodes.size(); ++i) write(drawing, i, out);
    for (const DrawnEdge& edge : drawing.edges)
        out << "  n" << edge.from << (drawing.nodes[edge.to].mark ? " -.->|\"" : " -->|\"")
            << drawing.edge_label(edge, 4) << "\"| n" << edge.to << '\n';
    out << "  classDef root fill:#dfe9f7,stroke:#16202b,stroke-width:3px\n"
           "  classDef pattern fill:#ffffff,stroke:#34475c\n"
           "  classDef solution fill:#d6f0e4,stroke:#00664b,stroke-width:2px\n"
           "  classDef dead fill:#f6ded4,stroke:#a33b12,stroke-dasharray:5 2\n"
           "  classDef open fill:#fff6d6,stroke:#8a6500,stroke-dasharray:2 2\n"
           "  classDef impossible fill:#ffffff,stroke:#a33b12\n";
}

}  // namespace clew::explain
