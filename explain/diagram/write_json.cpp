#include "explain/diagram/write_json.hpp"

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "clew/version.hpp"
#include "core/base/text.hpp"
#include "core/board/notation.hpp"
#include "core/formats/formats.hpp"
#include "core/rules/registry.hpp"
#include "explain/diagram/text.hpp"

namespace clew::explain::inline diagram {
namespace {

class JsonWriter {
  public:
    JsonWriter(const logic::DecisionTree& tree, std::ostream& out)
        : tree_(tree), geometry_(tree.puzzle().geometry()), out_(out) {}

    void head(const logic::TreeProof* proof, const Place* place, const char* line) {
        const logic::TreeOptions& o = tree_.options();
        out_ << R"({"schema": "clew/tree/1", "version": ")" << CLEW_VERSION << "\"," << line;
        if (place != nullptr)
            out_ << "\"source\": " << json_quoted(printable(place->source))
                 << ", \"line\": " << place->line << ',' << line;
        out_ << "\"puzzle\": " << json_quoted(to_line(tree_.puzzle()))
             << ", \"geometry\": " << json_quoted(geometry_.description());
        if (const std::string question = question_beyond_line(tree_.puzzle()); !question.empty())
            out_ << ", \"question\": " << question;
        for (const char* comma = ", \"rules\": ["; const Rule& rule : tree_.puzzle().rules()) {
            out_ << std::exchange(comma, ", ") << json_quoted(rules::words(rule, geometry_));
        }
        if (!tree_.puzzle().rules().empty()) out_ << ']';
        out_ << ',' << line << "\"options\": {\"mode\": \"" << to_string(o.mode)
             << "\", \"rules\": " << json_quoted(o.rules.name);
        if (o.screen) out_ << ", \"screen\": " << json_quoted(o.screen->name);
        if (o.mode == logic::TreeMode::lean)
            out_ << ", \"choice\": \"" << to_string(o.choice) << '"';
        out_ << ", \"oracle\": \"" << to_string(o.oracle) << "\", \"start\": \""
             << to_string(o.start) << "\", \"marks\": \"" << to_string(o.marks) << "\"}," << line
             << "\"ending\": \"" << to_string(tree_.ending()) << "\"," << line;
        totals(proof);
        out_ << ',' << line << "\"proof\": ";
        if (proof == nullptr)
            out_ << "null";
        else
            write(*proof);
        out_ << ',' << line << "\"notes\": [";
        const char* comma = "";
        for (const std::string& note : tree_.notes()) {
            out_ << comma << json_quoted(note);
            comma = ", ";
        }
        out_ << "]," << line << "\"solutions\": [";
        comma = "";
        for (const Grid& grid : tree_.solutions()) {
            out_ << comma << '"' << to_line(grid) << '"';
            comma = ", ";
        }
        out_ << ']';
    }

    void forced(std::span<const Forced> list, const char* line) {
        if (list.empty()) return;
        out_ << ',' << line << "\"forced\": [";
        const char* comma = "";
        for (const Forced& each : list) {
            out_ << comma << "{\"target\": "
                 << (each.target == logic::no_node ? "null" : json_quoted(tree_.name(each.target)))
                 << ", \"ways\": \"" << each.ways.to_string() << "\", \"patterns\": [";
            names(each.patterns);
            out_ << "], \"steps\": [";
            const char* step = "";
            for (const auto& [from, to] : each.steps) {
                out_ << step;
                link(from, to);
                step = ", ";
            }
            out_ << "], \"choices\": [";
            step = "";
            for (const ForcedChoice& choice : each.choices) {
                std::vector<logic::Node> at;
                for (const auto& [from, to] : choice.made)
                    if (at.empty() || at.back() != from) at.push_back(from);
                out_ << step << "{\"candidate\": \""
                     << logic::paper_notation(geometry_, choice.candidate) << "\", \"at\": [";
                names(at);
                out_ << "]}";
                step = ", ";
            }
            out_ << "]}";
            comma = ", ";
        }
        out_ << ']';
    }

    void graph() {
        out_ << ",\n\"directed\": true, \"multigraph\": false, \"graph\": {\"root\": "
             << json_quoted(tree_.name(0)) << "},\n\"nodes\": [";
        const char* comma = "\n";
        for (logic::Node v = 0; v < tree_.node_count(); ++v) {
            out_ << comma;
            node(v);
            comma = ",\n";
        }
        out_ << "],\n\"links\": [";
        comma = "\n";
        for (logic::Node v = 0; v < tree_.node_count(); ++v)
            for (auto [e, end] = boost::out_edges(v, tree_.graph()); e != end; ++e) {
                out_ << comma;
                link(v, static_cast<logic::Node>(boost::target(*e, tree_.graph())));
                comma = ",\n";
            }
        out_ << ']';
    }

  private:
    void totals(const logic::TreeProof* proof) {
        const logic::TreeTotals& t = tree_.totals();
        out_ << "\"totals\": {\"patterns\": " << t.patterns << ", \"candidates\": " << t.candidates
             << ", \"solved\": " << t.solved << ", \"partial\": " << t.partial
             << ", \"impossible\": " << t.impossible << ", \"solutions\": " << t.solutions
             << ", \"complete\": ";
        if (proof == nullptr || proof->verdict == logic::TreeProof::Verdict::unknown)
            out_ << "null";
        else
            out_ << (proof->verdict == logic::TreeProof::Verdict::complete ? "true" : "false");
        out_ << ", \"depth\": " << t.depth << ", \"longest\": " << t.longest
             << ", \"edges\": " << t.edges << ", \"dead\": " << t.dead << ", \"clash\": " << t.clash
             << ", \"no_binary_cell\": " << t.wide << ", \"open\": " << t.open
             << ", \"inserted\": " << t.inserted << '}';
    }

    void write(const logic::TreeProof& p) {
        out_ << "{\"verdict\": \"" << to_string(p.verdict) << "\", \"method\": \""
             << to_string(p.method) << "\", \"engine\": \"" << to_string(p.engine)
             << "\", \"ending\": \"" << to_string(p.ending) << "\", \"found\": " << p.found
             << ", \"expected\": \"" << p.expected.to_string() << '"';
        if (p.sat) out_ << ", \"unsat\": " << (p.sat->proved ? "true" : "false");
        out_ << ", \"missing_count\": " << p.missing_count << ", \"missing\": [";
        const char* comma = "";
        for (const Grid& grid : p.missing) {
            out_ << comma << '"' << to_line(grid) << '"';
            comma = ", ";
        }
        out_ << "]}";
    }

    void names(std::span<const logic::Node> nodes) {
        const char* comma = "";
        for (logic::Node v : nodes) {
            out_ << comma << json_quoted(tree_.name(v));
            comma = ", ";
        }
    }

    void candidate(std::uint16_t index, const char*& comma) {
        out_ << comma << '"' << logic::paper_notation(geometry_, geometry_.candidate(index)) << '"';
        comma = ", ";
    }

    void node(logic::Node n) {
        const logic::TreeVertex& v = tree_[n];
        out_ << "{\"id\": \"" << tree_.name(n) << "\", \"kind\": \"" << to_string(v.kind) << '"';
        if (v.kind == logic::NodeKind::impossible) {
            out_ << '}';
            return;
        }
        out_ << ", \"grid\": \"" << tree_.line(n) << "\", \"depth\": " << v.depth
             << ", \"longest\": " << v.rank;
        if (v.kind == logic::NodeKind::pattern) {
            out_ << ", \"freedom\": " << v.freedom << ", \"expanded\": " << word(v.expanded)
                 << ", \"candidates\": " << v.candidates << ", \"solved\": " << v.solved
                 << ", \"solved_different\": " << v.solved_different
                 << ", \"partial\": " << v.partial
                 << ", \"partial_different\": " << v.partial_different
                 << ", \"impossible\": " << v.impossible
                 << ", \"solutions_below\": " << v.solutions_below
                 << ", \"exact\": " << word(v.complete) << ", \"dead\": " << word(v.dead)
                 << ", \"clash\": " << word(v.clash) << ", \"no_binary_cell\": " << word(v.wide)
                 << ", \"impossible_candidates\": [";
            const char* comma = "";
            for (const logic::Outcome& o : tree_.outcomes(n))
                if (o.target == logic::no_node) candidate(o.candidate, comma);
            out_ << ']';
            if (tree_.options().mode == logic::TreeMode::alternates) {
                out_ << ", \"alternates\": [";
                comma = "";
                for (const Candidate& c : tree_.alternates(n))
                    candidate(static_cast<std::uint16_t>(geometry_.candidate_index(c)), comma);
                out_ << "], \"partial_different_before\": " << tree_.partial_different_before(n);
            }
        }
        out_ << '}';
    }

    void link(logic::Node from, logic::Node to) {
        out_ << "{\"source\": \"" << tree_.name(from) << "\", \"target\": \"" << tree_.name(to)
             << "\", \"name\": \"" << tree_.name_from(from, to) << "\", \"candidates\": [";
        const char* comma = "";
        for (const logic::Outcome& o : tree_.outcomes(from))
            if (o.target == to) candidate(o.candidate, comma);
        out_ << "]}";
    }

    static const char* word(bool b) { return b ? "true" : "false"; }

    const logic::DecisionTree& tree_;
    const Geometry& geometry_;
    std::ostream& out_;
};

}  // namespace

void write_tree_json(const logic::DecisionTree& tree, const logic::TreeProof* proof,
                     JsonDetail detail, std::ostream& out, std::span<const Forced> forced,
                     const Place* place) {
    JsonWriter writer{tree, out};
    const char* line = detail == JsonDetail::nodes ? "\n" : " ";
    writer.head(proof, place, line);
    writer.forced(forced, line);
    if (detail == JsonDetail::nodes) writer.graph();
    out << "}\n";
}

}  // namespace clew::explain::inline diagram
