#include "explain/diagram/table.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace clew::explain::inline diagram {
namespace {

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) text.append(width - text.size(), ' ');
    return text;
}

std::string right(const std::string& text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

/// "S01", "ABA", "ABAC = ABH", "impossible", and a remark for a dead pattern.
std::string result(const logic::DecisionTree& tree, logic::Node from,
                   const logic::Outcome& outcome) {
    if (outcome.target == logic::no_node) return "impossible";
    std::string text = tree.name_from(from, outcome.target);
    const std::string own = tree.name(outcome.target);
    if (text != own) text += " = " + own;
    if (tree[outcome.target].dead) text += " (dead)";
    return text;
}

}  // namespace

void write_node_table(const logic::DecisionTree& tree, logic::Node node, std::ostream& out) {
    const logic::TreeVertex& v = tree[node];
    const Geometry& geometry = tree.puzzle().geometry();
    if (v.kind == logic::NodeKind::solution) {
        out << tree.name(node) << ": solution " << tree.line(node) << '\n';
        return;
    }
    if (v.kind == logic::NodeKind::impossible) {
        out << "the puzzle contradicts itself\n";
        return;
    }
    out << "Node " << tree.name(node) << " (dof " << v.freedom << ", depth " << v.depth << ")\n"
        << tree.line(node) << '\n';
    if (!v.expanded) {
        out << "not expanded\n";
        return;
    }
    if (v.wide) out << "no binary cell: a smallest open cell was branched on\n";

    std::vector<std::string> results;
    std::size_t width = 10;
    for (const logic::Outcome& outcome : tree.outcomes(node)) {
        results.push_back(result(tree, node, outcome));
        width = std::max(width, results.back().size());
    }
    const std::size_t first = geometry.size() > 9 ? 10 : 6;
    out << padded("value", first) << padded("outcome", width + 2) << "dof\n";
    std::size_t dead = 0;
    std::vector<logic::Node> dead_patterns;
    for (std::size_t i = 0; const logic::Outcome& outcome : tree.outcomes(node)) {
        const std::string& shown = results[i++];
        out << padded(logic::paper_notation(geometry, geometry.candidate(outcome.candidate)),
                      first);
        if (outcome.kind != logic::OutcomeKind::pattern) {
            out << shown << '\n';
            continue;
        }
        out << padded(shown, width + 2) << right(std::to_string(tree[outcome.target].freedom), 3)
            << '\n';
        if (tree[outcome.target].dead) {
            ++dead;
            if (std::ranges::find(dead_patterns, outcome.target) == dead_patterns.end())
                dead_patterns.push_back(outcome.target);
        }
    }
    const auto row = [&](const std::string& what, std::size_t number) {
        out << padded(what, 32) << right(std::to_string(number), 6) << '\n';
    };
    out << '\n';
    row("candidates", v.candidates);
    row("yielding a solution", v.solved);
    row("  different solutions", v.solved_different);
    row("giving a partial pattern", v.partial);
    row("  different patterns", v.partial_different);
    if (tree.options().mode == logic::TreeMode::alternates)
        row("  before the alternates", tree.partial_different_before(node));
    if (dead > 0) {
        row("  of them dead, by candidates", dead);
        row("  of them dead, different", dead_patterns.size());
    }
    row("leading to an impossibility", v.impossible);
    row(v.complete ? "solutions below" : "solutions below, at least", v.solutions_below);
    if (!tree.alternates(node).empty()) {
        out << "alternates inserted:";
        for (const Candidate& c : tree.alternates(node))
            out << ' ' << logic::paper_notation(geometry, c);
        out << '\n';
    }
    if (v.dead)
        out << (v.clash ? "dead: every value of some cell is impossible\n"
                        : "dead: no solution below\n");
}

void write_totals(const logic::DecisionTree& tree, const logic::TreeProof* proof,
                  std::ostream& out) {
    const logic::TreeTotals& t = tree.totals();
    const auto row = [&](const char* what, std::uint64_t number, const std::string& more = {}) {
        out << padded(what, 12) << right(std::to_string(number), 9);
        if (!more.empty()) out << "   " << more;
        out << '\n';
    };
    std::string patterns;
    const auto add = [](std::string& text, std::uint64_t n, const std::string& what) {
        if (n > 0) text += (text.empty() ? "" : ", ") + std::to_string(n) + " " + what;
    };
    add(patterns, t.dead, "dead");
    add(patterns, t.wide, "without a binary cell");
    add(patterns, t.open, "still open");
    row("patterns", t.patterns, patterns);
    row("candidates", t.candidates,
        std::to_string(t.solved) + " solved, " + std::to_string(t.partial) + " partial, " +
            std::to_string(t.impossible) + " impossible");
    row("solutions", t.solutions);
    row("edges", t.edges);
    row("depth", t.depth, "longest way " + std::to_string(t.longest));
    if (tree.options().mode == logic::TreeMode::alternates)
        row("alternates", t.inserted, "inserted");
    for (const std::string& note : tree.notes()) out << "note: " << note << '\n';
    if (proof != nullptr) out << sentence(*proof) << '\n';
}

void write_forced(const logic::DecisionTree& tree, std::span<const Forced> forced,
                  std::ostream& out) {
    const Geometry& geometry = tree.puzzle().geometry();
    const auto none_or = [](const std::string& text) { return text.empty() ? "none" : text; };
    const char* blank = "";
    for (const Forced& each : forced) {
        out << blank << (each.target == logic::no_node ? "any of them" : tree.name(each.target))
            << ": " << each.ways.grouped() << (each.ways == Count{1} ? " way" : " ways")
            << (tree.ending() == Ending::exhausted ? "" : " in this partial tree") << '\n';
        std::string patterns;
        for (logic::Node v : each.patterns)
            if (v != each.target) patterns += (patterns.empty() ? "" : ", ") + tree.name(v);
        out << "  patterns on every way  " << none_or(patterns) << '\n';
        std::string choices;
        for (const ForcedChoice& choice : each.choices) {
            choices +=
                (choices.empty() ? "" : ", ") + logic::paper_notation(geometry, choice.candidate);
            std::string at;
            for (const auto& [from, to] : choice.made)
                if (at.empty() || !at.ends_with(" " + tree.name(from))) at += " " + tree.name(from);
            choices += " (at" + at + ")";
        }
        out << "  choices on every way   " << none_or(choices) << '\n';
        for (const auto& [from, to] : each.steps) {
            const auto candidates = tree.candidates_between(from, to);
            if (candidates.size() == 1) continue;  // a choice
            out << "  and one of            ";
            for (const Candidate& c : candidates) out << ' ' << logic::paper_notation(geometry, c);
            out << " (at " << tree.name(from) << ")\n";
        }
        blank = "\n";
    }
}

void write_figures_csv(const logic::DecisionTree& tree, std::ostream& out) {
    out << "name,kind,depth,freedom,candidates,solved,solved_different,partial,partial_different,"
           "impossible,solutions_below,exact,dead,clash,no_binary_cell,expanded,grid\r\n";
    for (logic::Node n = 0; n < tree.node_count(); ++n) {
        const logic::TreeVertex& v = tree[n];
        if (v.kind == logic::NodeKind::impossible) continue;
        out << tree.name(n) << ',' << (v.kind == logic::NodeKind::solution ? "solution" : "pattern")
            << ',' << v.depth << ',' << v.freedom << ',' << v.candidates << ',' << v.solved << ','
            << v.solved_different << ',' << v.partial << ',' << v.partial_different << ','
            << v.impossible << ',' << v.solutions_below << ',' << int{v.complete} << ','
            << int{v.dead} << ',' << int{v.clash} << ',' << int{v.wide} << ',' << int{v.expanded}
            << ',' << tree.line(n) << "\r\n";
    }
}

void write_outcomes_csv(const logic::DecisionTree& tree, std::span<const logic::Node> nodes,
                        std::ostream& out) {
    const Geometry& geometry = tree.puzzle().geometry();
    out << "node,candidate,outcome,target,as,freedom,dead\r\n";
    for (logic::Node n : nodes)
        for (const logic::Outcome& o : tree.outcomes(n)) {
            const std::string candidate =
                logic::paper_notation(geometry, geometry.candidate(o.candidate));
            const bool quoted = candidate.find(',') != std::string::npos;
            out << tree.name(n) << ',' << (quoted ? "\"" : "") << candidate << (quoted ? "\"" : "");
            if (o.target == logic::no_node) {
                out << ",impossible,,,,\r\n";
                continue;
            }
            const logic::TreeVertex& v = tree[o.target];
            out << ',' << (v.kind == logic::NodeKind::solution ? "solved" : "partial") << ','
                << tree.name(o.target) << ',' << tree.name_from(n, o.target) << ',' << v.freedom
                << ',' << int{v.dead} << "\r\n";
        }
}

}  // namespace clew::explain::inline diagram
