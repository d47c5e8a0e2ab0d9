// The decision tree: grown once, then written as whatever is asked for.

#include <pybind11/stl.h>

#include <optional>
#include <sstream>

#include "clew/report.hpp"
#include "clew/tree.hpp"
#include "core/board/notation.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/call.hpp"
#include "python/bindings/convert.hpp"
#include "python/bindings/pictures.hpp"
#include "python/bindings/shard_lines.hpp"
#include "python/bindings/tree.hpp"
#include "solve/compile/compiler.hpp"
#include "solve/compile/dot.hpp"
#include "solve/compile/formula.hpp"

namespace clew::python {
namespace {

using namespace clew::explain;

logic::RuleSet named_rules(const std::string& text) {
    logic::RuleSet rules = rules_of(text);
    if (logic::find_rules(text)) rules.name = text;
    return rules;
}

/// The words of clew.tree, as a dict.
logic::TreeOptions options_of(const py::dict& words) {
    for (const char* key : {"mode", "choice", "rules", "screen", "oracle", "start", "marks"})
        if (!words.contains(key)) throw py::value_error(std::string("words: without ") + key);
    const auto word = [&](const char* key) { return py::cast<std::string>(words[key]); };
    logic::TreeOptions options;
    options.mode = one_of<logic::TreeMode>("mode", word("mode"), {"paris", "alternates", "lean"});
    options.choice = one_of<logic::LeanChoice>("choice", word("choice"),
                                               {"first", "freedom", "balanced", "smallest"});
    options.rules = named_rules(word("rules"));
    if (!words["screen"].is_none()) options.screen = named_rules(word("screen"));
    options.oracle = one_of<logic::Oracle>("oracle", word("oracle"), {"none", "sat"});
    if (options.oracle == logic::Oracle::sat) parse_engine("sat");  // says if it is not built
    options.start = one_of<logic::TreeStart>("start", word("start"), {"singles", "rules"});
    options.marks = one_of<logic::TreeMarks>("marks", word("marks"), {"recomputed", "carried"});
    return options;
}

std::optional<logic::TreeProof> proof_of(const logic::DecisionTree& tree, Call& call, bool prove) {
    if (!prove) return std::nullopt;
    if (call.budget().stopped())
        return logic::TreeProof{.ending = Ending::interrupted, .found = tree.totals().solutions};
    return logic::prove_complete(tree, {.budget = call.budget()});
}

Tree tree_of(const Record& record, Call& call, const py::dict& words,
             std::optional<std::uint64_t> max_patterns, bool prove) {
    logic::TreeOptions options = options_of(words);
    if (max_patterns) options.max_patterns = *max_patterns;
    if (options.max_patterns == 0) throw py::value_error("max_patterns must be at least 1");
    options.stop = call.budget().stop;
    options.on_progress = [&](const Progress& progress) { call.tell(progress, Engine::automatic); };
    return call.run([&] {
        Tree tree{record, logic::DecisionTree::grow(record.puzzle, options), {}};
        tree.proof = proof_of(tree.tree, call, prove);
        return tree;
    });
}

// Shards: a tree planned in parts, one part walked, the parts put together; lines of text, as the
// command writes them.

py::list plan_of(const Record& record, Call& call, std::size_t of, const py::dict& words) {
    need_shards(of);
    logic::TreeOptions options = options_of(words);
    options.stop = call.budget().stop;
    return lines_of(call.run([&] { return logic::plan_tree(record.puzzle, options, of); }));
}

std::string run_task(const std::string& line, Call& call) {
    std::istringstream in{line};
    const std::vector<logic::TreeTask> tasks = logic::read_tree_tasks(in, "task");
    if (tasks.size() != 1) throw py::value_error("run_tree_task: one task");
    return call.run([&] {
        return to_json(logic::walk_part(
            tasks[0], {.stop = call.budget().stop,
                       .hand_on = true,
                       .on_progress = [&](std::uint64_t patterns) { call.tell(patterns, 0); }}));
    });
}

/// Every part of a text as told_of tells it. Errors: InputError for the first that does not belong
/// to the plan of that task, unless the task is empty.
py::list parts_of(const std::string& text, const std::string& source, const std::string& line) {
    std::istringstream planned{line}, in{text};
    const std::vector<logic::TreeTask> tasks = logic::read_tree_tasks(planned, "task");
    py::list list;
    const std::vector<logic::TreePart> parts = logic::read_tree_parts(in, source);
    if (!tasks.empty()) check_family(parts, tasks[0], "tree");
    for (const logic::TreePart& part : parts)
        list.append(told_of(part, part.ending == Ending::exhausted));
    return list;
}

py::tuple merge_of(const Record& record, const std::string& text, const std::string& source,
                   Call& call, bool prove) {
    std::istringstream in{text};
    std::vector<std::string> repeated;
    Tree tree = call.run([&] {
        const std::vector<logic::TreePart> parts = logic::read_tree_parts(in, source);
        logic::MergedTree merged = logic::merge_trees(
            parts, {.stop = call.budget().stop, .on_progress = [&](const Progress& progress) {
                        call.tell(progress, Engine::automatic);
                    }});
        for (const RepeatedShard& again : merged.repeated)
            repeated.push_back(to_string(again.shard));
        Tree whole{record, std::move(merged.tree), {}};
        whole.proof = proof_of(whole.tree, call, prove);
        return whole;
    });
    return py::make_tuple(py::cast(std::move(tree)), py::tuple(py::cast(repeated)));
}

// Pickles: the tree as the only part there is, and what was proved.

py::object state_of(const std::optional<logic::TreeProof>& proof) {
    if (!proof) return py::none();
    std::vector<std::string> missing;
    for (const Grid& grid : proof->missing) missing.push_back(to_line(grid));
    return py::make_tuple(static_cast<int>(proof->verdict), static_cast<int>(proof->method),
                          static_cast<int>(proof->engine), static_cast<int>(proof->ending),
                          proof->sat ? py::object(py::bool_(proof->sat->proved)) : py::none(),
                          proof->expected.to_string(), proof->found, missing, proof->missing_count);
}

std::optional<logic::TreeProof> proof_of_state(const py::object& state, const Geometry& geometry) {
    if (state.is_none()) return std::nullopt;
    const auto fields = py::cast<py::tuple>(state);
    need_fields(fields, 9, "tree");
    const auto number = [&](std::size_t i, auto last) {
        return static_cast<decltype(last)>(
            to_number("pickle of a tree", fields[i], 0, static_cast<std::size_t>(last)));
    };
    const auto need = [](bool fits) {
        if (!fits) throw py::value_error("this is no pickle of a tree");
    };
    logic::TreeProof proof;
    proof.verdict = number(0, logic::TreeProof::Verdict::unknown);
    proof.method = number(1, logic::TreeProof::Method::counting);
    proof.engine = number(2, Engine::exact);
    proof.ending = number(3, Ending::interrupted);
    if (!fields[4].is_none()) {
        proof.sat.emplace();
        proof.sat->proved = py::cast<bool>(fields[4]);
    }
    const auto expected = Count::parse(py::cast<std::string>(fields[5]));
    need(expected.has_value());
    proof.expected = *expected;
    proof.found = py::cast<std::uint64_t>(fields[6]);
    for (const std::string& line : py::cast<std::vector<std::string>>(fields[7])) {
        need(line.size() == geometry.cell_count());
        std::vector<Digit> digits;
        for (const char symbol : line) {
            const auto digit = parse_digit(symbol, geometry.size());
            need(digit.has_value());
            digits.push_back(*digit);
        }
        proof.missing.emplace_back(std::move(digits));
    }
    proof.missing_count = py::cast<std::uint64_t>(fields[8]);
    return proof;
}

Tree tree_of_state(const py::tuple& state) {
    need_fields(state, 3, "tree");
    std::istringstream in{py::cast<std::string>(state[1])};
    const auto record = py::cast<Record>(state[0]);
    return {record, logic::merge_trees(logic::read_tree_parts(in, "<pickle>")).tree,
            proof_of_state(state[2], record.puzzle.geometry())};
}

/// The tree at its smallest: independent parts side by side, equal ones once. Nodes, solutions and
/// DOT; no text if there are more nodes than anybody can look at, or the work was stopped.
py::tuple diagram_of(const Record& record, Call& call) {
    std::ostringstream text;
    std::size_t nodes = 0;
    Count solutions;
    const Ending ending = call.run([&] {
        const Puzzle& puzzle = record.puzzle;
        const cnf::OpenEncoding formula = compile::open_formula(puzzle);
        const compile::Compiled compiled = compile::compile(
            formula.formula, formula.var_count,
            {.budget = {.stop = call.budget().stop, .max_nodes = 100 * compile::max_drawn_nodes},
             .orders = compile::board_orders(puzzle.geometry(), formula),
             .on_progress = [&](std::uint64_t made) { call.tell(made, 0); }});
        if (compiled.ending != Ending::exhausted) return compiled.ending;
        nodes = compiled.graph.size();
        solutions = compiled.graph.count();
        if (nodes > compile::max_drawn_nodes) return Ending::out_of_budget;
        compile::write_dot(text, compiled.graph, formula.candidates, puzzle.geometry().size());
        return Ending::exhausted;
    });
    return py::make_tuple(to_string(ending), nodes, to_int(solutions), text.str());
}

std::string json_of(const Tree& tree, bool nodes) {
    std::ostringstream out;
    write_tree_json(tree.tree, tree.proof ? &*tree.proof : nullptr,
                    nodes ? JsonDetail::nodes : JsonDetail::totals, out);
    return out.str();
}

// By whom it is laid out, and the text: SVG by Clew, DOT for Graphviz.
py::tuple drawing_of(const Tree& tree, const std::string& what, const std::string& style,
                     const std::string& layout, bool live, std::optional<std::size_t> depth,
                     const std::vector<std::string>& collapse, bool legend,
                     std::optional<std::string> title, const std::vector<std::string>& forced) {
    DrawOptions options;
    options.style = one_of<NodeStyle>("style", style, {"auto", "text", "grid", "points"});
    options.layout = one_of<TreeLayout>("layout", layout, {"auto", "graphviz", "levels", "layers"});
    if (live) options.shown = Shown::live;
    options.depth = depth;
    options.collapse = collapse;
    if (!legend) options.legend = Legend::hidden;
    options.title = report::title_of(tree.record);
    options.heading = std::move(title);
    std::vector<logic::Node> marked;
    for (const std::string& name : forced) marked.push_back(tree.node(name));
    options.forced = find_forced(tree.tree, marked);
    const Drawing drawing = draw(tree.tree, options);
    const bool placed = drawing.options.layout != TreeLayout::graphviz;
    std::ostringstream out;
    if (what == "mermaid")
        write_tree_mermaid(drawing, out);
    else if (what == "svg" && placed)
        write_tree_svg(drawing, out);
    else
        write_tree_dot(drawing, out);
    return py::make_tuple(placed ? "clew" : "graphviz", out.str());
}

}  // namespace

logic::Node Tree::node(const std::string& name) const {
    const auto found = tree.find(name);
    if (!found) throw py::key_error("there is no node '" + name + "' in the tree");
    return *found;
}

void bind_tree(py::module_& module) {
    py::class_<Tree>(module, "Tree", "What clew.tree grew.")
        .def("json", &json_of, "Totals and proof, or these and the graph.")
        .def("drawing", &drawing_of, "See clew.DecisionTree.to_svg.")
        .def(
            "html",
            [](const Tree& t, const std::optional<std::string>& title) {
                std::ostringstream out;
                write_tree_html(t.tree, t.proof ? &*t.proof : nullptr,
                                title.value_or(report::title_of(t.record)), out);
                return out.str();
            },
            "See clew.DecisionTree.to_html.")
        .def(
            "graphml",
            [](const Tree& t) {
                std::ostringstream out;
                write_tree_graphml(t.tree, out);
                return out.str();
            },
            "See clew.DecisionTree.to_graphml.")
        .def(
            "table",
            [](const Tree& t, const std::string& name) {
                std::ostringstream out;
                write_node_table(t.tree, t.node(name), out);
                return out.str();
            },
            "See clew.DecisionTree.table.")
        .def(
            "forced",
            [](const Tree& t, const std::string& name) {
                std::ostringstream out;
                const logic::Node node = t.node(name);
                write_forced(t.tree, find_forced(t.tree, {&node, 1}), out);
                return out.str();
            },
            "See clew.DecisionTree.forced.")
        .def(
            "find",
            [](const Tree& t, const std::string& name) { return t.tree.name(t.node(name)); },
            "The shortest name of a node, by any of its names.")
        .def(py::pickle(
            [](const Tree& t) {
                return py::make_tuple(t.record, to_json(part_of(t.tree)), state_of(t.proof));
            },
            &tree_of_state));
    module.def("tree", &tree_of, "See clew.tree.");
    module.def("diagram", &diagram_of, "See clew.tree.");
    module.def("plan_tree", &plan_of, "See clew.cluster.tree.");
    module.def("run_tree_task", &run_task, "See clew.cluster.tree.");
    module.def("tree_parts", &parts_of, "See clew.cluster.tree.");
    module.def("merge_tree", &merge_of, "See clew.cluster.tree.");
}

}  // namespace clew::python
