// Names of vertices and of candidates, as the paper writes them, and the way back from a name.

#include "logic/tree/names.hpp"
#include "core/base/contract.hpp"
#include "core/board/notation.hpp"
#include "logic/tree/decision_tree.hpp"

namespace clew::logic::inline tree {

std::string paper_notation(const Geometry& geometry, Candidate candidate) {
    const std::size_t row = geometry.row_of(candidate.cell) + 1;
    const std::size_t column = geometry.column_of(candidate.cell) + 1;
    std::string text = std::to_string(row);
    if (geometry.size() > 9) text += ',';
    text += std::to_string(column);
    text += '.';
    return text += digit_symbol(candidate.digit);
}

std::string letters(std::size_t number) {
    std::string text(1, static_cast<char>('A' + (number - 1) % 26));
    for (std::size_t rest = (number - 1) / 26; rest > 0; rest = (rest - 1) / 26)
        text.insert(text.begin(), static_cast<char>('a' + (rest - 1) % 26));
    return text;
}

std::optional<std::vector<std::size_t>> parse_letters(std::string_view text) {
    std::vector<std::size_t> numbers;
    std::size_t before = 0;  // of the lower-case letters
    for (const char c : text) {
        if (c >= 'a' && c <= 'z') {
            before = before * 26 + static_cast<std::size_t>(c - 'a') + 1;
            if (before > 0xFFFF) return std::nullopt;
        } else if (c >= 'A' && c <= 'Z') {
            numbers.push_back(before * 26 + static_cast<std::size_t>(c - 'A') + 1);
            before = 0;
        } else {
            return std::nullopt;
        }
    }
    if (before > 0) return std::nullopt;
    return numbers;
}

std::string DecisionTree::name(Node node) const {
    const TreeVertex* vertex = &graph_[node];
    if (vertex->kind == NodeKind::solution) {
        const std::string number = std::to_string(vertex->number);
        return "S" + std::string(number.size() < 2 ? 1 : 0, '0') + number;
    }
    std::vector<std::uint16_t> steps;
    for (; vertex->discoverer != no_node; vertex = &graph_[vertex->discoverer])
        steps.push_back(vertex->letter);
    std::string text = "A";
    for (std::size_t i = steps.size(); i-- > 0;) text += letters(steps[i]);
    return text;
}

std::string DecisionTree::name_from(Node from, Node to) const {
    if (graph_[to].kind == NodeKind::solution) return name(to);
    const auto [edge, found] = boost::edge(from, to, graph_);
    CLEW_REQUIRE(found, "DecisionTree::name_from: no edge");
    return name(from) + letters(graph_[edge].letter);
}

std::optional<Node> DecisionTree::find(std::string_view wanted) const {
    if (wanted.size() > 1 && wanted[0] == 'S') {
        for (Node node : solution_nodes_)
            if (name(node) == wanted) return node;
        return std::nullopt;
    }
    if (wanted.empty() || wanted[0] != 'A' || graph_[0].kind != NodeKind::pattern)
        return std::nullopt;
    const auto steps = parse_letters(wanted.substr(1));
    if (!steps) return std::nullopt;
    Node node = 0;
    for (const std::size_t step : *steps) {
        Node next = no_node;
        for (auto [e, last] = boost::out_edges(node, graph_); e != last; ++e)
            if (graph_[*e].letter == step) next = boost::target(*e, graph_);
        if (next == no_node) return std::nullopt;
        node = next;
    }
    return node;
}

}  // namespace clew::logic::inline tree
