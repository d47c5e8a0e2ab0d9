// The decision tree: grown once, then written as whatever is asked for.

#include <pybind11/stl.h>

#include <optional>
#include <sstream>

#include "clew/report.hpp"
#include "clew/tree.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/call.hpp"
#include "python/bindings/pictures.hpp"
#include "python/bindings/tree.hpp"

namespace clew::python {
namespace {

using namespace clew::explain;

logic::RuleSet named_rules(const std::string& text) {
    logic::RuleSet rules = rules_of(text);
    if (logic::find_rules(text)) rules.name = text;
    return rules;
}

Tree tree_of(const Record& record, Call& call, const std::string& mode, const std::string& choice,
             const std::string& rules, const std::optional<std::string>& screen,
             const std::string& oracle, const std::string& start, const std::string& marks,
             std::optional<std::uint64_t> max_patterns, bool prove) {
    refuse_rules(record.puzzle, "tree");
    TreeOptions options;
    options.mode = one_of<TreeMode>("mode", mode,
                                    {{"paris", TreeMode::paris},
                                     {"alternates", TreeMode::alternates},
                                     {"lean", TreeMode::lean}});
    options.choice = one_of<LeanChoice>("choice", choice,
                                        {{"first", LeanChoice::first},
                                         {"freedom", LeanChoice::freedom},
                                         {"balanced", LeanChoice::balanced},
                                         {"smallest", LeanChoice::smallest}});
    options.rules = named_rules(rules);
    if (screen) options.screen = named_rules(*screen);
    options.oracle =
        one_of<Oracle>("oracle", oracle, {{"none", Oracle::none}, {"sat", Oracle::sat}});
    if (options.oracle == Oracle::sat) parse_engine("sat");  // says if it is not built
    options.start = one_of<TreeStart>(
        "start", start, {{"singles", TreeStart::singles}, {"rules", TreeStart::rules}});
    options.marks = one_of<TreeMarks>(
        "marks", marks, {{"recomputed", TreeMarks::recomputed}, {"carried", TreeMarks::carried}});
    if (max_patterns) options.max_patterns = *max_patterns;
    if (options.max_patterns == 0) throw py::value_error("max_patterns must be at least 1");
    options.stop = call.budget().stop;
    options.on_headway = [&](const Headway& headway) { call.tell(headway, Engine::automatic); };
    return call.run([&] {
        Tree tree{record, DecisionTree::grow(record.puzzle, options), {}};
        if (prove) {
            if (call.budget().stopped())
                tree.proof =
                    TreeProof{.ending = Ending::interrupted, .found = tree.tree.totals().solutions};
            else
                tree.proof = prove_complete(tree.tree, {.budget = call.budget()});
        }
        return tree;
    });
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
    options.style = one_of<NodeStyle>("style", style,
                                      {{"auto", NodeStyle::automatic},
                                       {"text", NodeStyle::text},
                                       {"grid", NodeStyle::grid},
                                       {"points", NodeStyle::points}});
    options.layout = one_of<TreeLayout>("layout", layout,
                                        {{"auto", TreeLayout::automatic},
                                         {"graphviz", TreeLayout::graphviz},
                                         {"levels", TreeLayout::levels}});
    if (live) options.shown = Shown::live;
    options.depth = depth;
    options.collapse = collapse;
    if (!legend) options.legend = Legend::hidden;
    options.title = report::title_of(tree.record);
    options.heading = std::move(title);
    std::vector<Node> marked;
    for (const std::string& name : forced) marked.push_back(tree.node(name));
    options.forced = find_forced(tree.tree, marked);
    const Drawing drawing = draw(tree.tree, options);
    const bool levels = drawing.options.layout == TreeLayout::levels;
    std::ostringstream out;
    if (what == "mermaid")
        write_tree_mermaid(drawing, out);
    else if (what == "svg" && levels)
        write_tree_svg(drawing, out);
    else
        write_tree_dot(drawing, out);
    return py::make_tuple(levels ? "levels" : "graphviz", out.str());
}

}  // namespace

Node Tree::node(const std::string& name) const {
    const auto found = tree.find(name);
    if (!found) throw py::key_error("there is no node '" + name + "' in the tree");
    return *found;
}

void bind_tree(py::module_& module) {
    py::class_<Tree>(module, "Tree", "What clew.tree grew.")
        .def("json", &json_of, py::arg("nodes"), "Totals and proof, or these and the graph.")
        .def("drawing", &drawing_of, py::arg("what"), py::arg("style"), py::arg("layout"),
             py::arg("live"), py::arg("depth"), py::arg("collapse"), py::arg("legend"),
             py::arg("title"), py::arg("forced"), "See clew.DecisionTree.to_svg.")
        .def(
            "html",
            [](const Tree& t, const std::optional<std::string>& title) {
                std::ostringstream out;
                write_tree_html(t.tree, t.proof ? &*t.proof : nullptr,
                                title.value_or(report::title_of(t.record)), out);
                return out.str();
            },
            py::arg("title"), "See clew.DecisionTree.to_html.")
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
            py::arg("name"), "See clew.DecisionTree.table.")
        .def(
            "forced",
            [](const Tree& t, const std::string& name) {
                std::ostringstream out;
                const Node node = t.node(name);
                write_forced(t.tree, find_forced(t.tree, {&node, 1}), out);
                return out.str();
            },
            py::arg("name"), "See clew.DecisionTree.forced.")
        .def(
            "find",
            [](const Tree& t, const std::string& name) { return t.tree.name(t.node(name)); },
            py::arg("name"), "The shortest name of a node, by any of its names.");
    module.def("tree", &tree_of, py::arg("puzzle"), py::arg("call"), py::arg("mode"),
               py::arg("choice"), py::arg("rules"), py::arg("screen"), py::arg("oracle"),
               py::arg("start"), py::arg("marks"), py::arg("max_patterns"), py::arg("prove"),
               "See clew.tree.");
}

}  // namespace clew::python
