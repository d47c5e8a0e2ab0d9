// Every output format of a decision tree: well-formed, and saying what the tree says.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/base/input_error.hpp"
#include "core/board/notation.hpp"
#include "explain/diagram/drawing.hpp"
#include "explain/diagram/forced.hpp"
#include "explain/diagram/table.hpp"
#include "explain/diagram/text.hpp"
#include "explain/diagram/write_json.hpp"
#include "explain/diagram/writers.hpp"
#include "tests/explain/selftests.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::explain {
namespace {

using reference::p92;

const logic::DecisionTree& paris() {
    static const logic::DecisionTree tree = logic::DecisionTree::grow(Puzzle::from_line(p92), {});
    return tree;
}
const logic::DecisionTree& lean() {
    static const logic::DecisionTree tree = [] {
        logic::TreeOptions options;
        options.mode = logic::TreeMode::lean;
        return logic::DecisionTree::grow(Puzzle::from_line(p92), options);
    }();
    return tree;
}
const logic::DecisionTree& partial() {
    static const logic::DecisionTree tree = [] {
        logic::TreeOptions options;
        options.max_patterns = 20;
        return logic::DecisionTree::grow(Puzzle::from_line(p92), options);
    }();
    return tree;
}

template <class Write>
std::string text_of(Write&& write) {
    std::ostringstream out;
    write(out);
    return out.str();
}

DrawOptions with(NodeStyle style, TreeLayout layout) {
    DrawOptions options;
    options.style = style;
    options.layout = layout;
    options.title = "P-92 <\"&\\>";
    return options;
}

TEST(Drawing, NothingOverlapsInTheLayoutByLevels) {
    for (const logic::DecisionTree* tree : {&paris(), &lean(), &partial()})
        for (NodeStyle style : {NodeStyle::text, NodeStyle::grid}) {
            const Drawing d = draw(*tree, with(style, TreeLayout::levels));
            // Boxes of one column, from top to bottom; columns from left to right.
            std::vector<std::vector<const DrawnNode*>> columns;
            for (const DrawnNode& n : d.nodes) {
                if (columns.size() <= n.level) columns.resize(std::size_t{n.level} + 1);
                columns[n.level].push_back(&n);
                EXPECT_GE(n.y - n.height / 2, -0.01F);
                EXPECT_LE(n.y + n.height / 2, d.height + 0.01F);
                EXPECT_LE(n.x + n.width / 2, d.width + 0.01F);
            }
            float edge = 0;
            for (std::size_t k = 0; k < columns.size(); ++k) {
                auto& column = columns[k];
                std::ranges::sort(column, {}, [](const DrawnNode* n) { return n->y; });
                float right = 0;
                for (std::size_t i = 0; i < column.size(); ++i) {
                    EXPECT_GE(column[i]->x - column[i]->width / 2 - d.label_width[k], edge - 0.01F);
                    right = std::max(right, column[i]->x + column[i]->width / 2);
                    if (i == 0) continue;
                    EXPECT_GE(column[i]->y - column[i]->height / 2,
                              column[i - 1]->y + column[i - 1]->height / 2)
                        << d.id(*column[i]);
                }
                edge = right;
            }
        }
}

TEST(Drawing, ShowsEveryVertexAndEdgeUnlessAskedNotTo) {
    DrawOptions options = with(NodeStyle::text, TreeLayout::levels);
    options.shared = Detail::shown;
    options.impossible = Detail::hidden;
    const Drawing all = draw(paris(), options);
    EXPECT_EQ(all.nodes.size(), paris().node_count());
    EXPECT_EQ(all.edges.size(), paris().totals().edges);

    options.shared = Detail::hidden;
    EXPECT_EQ(draw(paris(), options).edges.size(), paris().node_count() - 1);

    options.impossible = Detail::shown;
    std::size_t marked = 0;
    for (logic::Node v = 0; v < paris().node_count(); ++v)
        marked += paris()[v].impossible > 0 ? 1U : 0U;
    EXPECT_EQ(draw(paris(), options).nodes.size(), paris().node_count() + marked);
}

TEST(Drawing, OnlyLiveLeavesTheDeadOut) {
    DrawOptions options = with(NodeStyle::text, TreeLayout::levels);
    options.shown = Shown::live;
    const Drawing d = draw(paris(), options);
    EXPECT_EQ(d.nodes.size(), paris().node_count() - paris().totals().dead);
    for (const DrawnNode& n : d.nodes) {
        EXPECT_FALSE(n.mark);
        EXPECT_FALSE(paris()[n.node].dead);
    }
}

TEST(Drawing, DepthAndCollapseFoldAway) {
    DrawOptions options = with(NodeStyle::text, TreeLayout::graphviz);
    options.depth = 1;
    Drawing d = draw(paris(), options);
    std::size_t patterns = 0;
    for (const DrawnNode& n : d.nodes) {
        EXPECT_LE(n.level, 1);
        if (!n.mark) ++patterns;
    }
    EXPECT_EQ(patterns, 9U);
    EXPECT_FALSE(d.notes.empty());

    options.depth.reset();
    options.collapse = {"AB", "AC", "AD"};
    d = draw(paris(), options);
    for (const DrawnNode& n : d.nodes) {
        const std::string name = d.id(n);
        EXPECT_FALSE(name.size() > 2 && name.starts_with("AB") && name[0] == 'A') << name;
        if (name == "AB") {
            EXPECT_GT(n.folded, 100U);
        }
    }
    options.collapse = {"ZZ"};
    EXPECT_THROW(draw(paris(), options), InputError);
}

TEST(Drawing, APatternThatWasCutIsNoLeaf) {
    std::size_t elsewhere = 0;
    for (std::size_t depth : {1U, 2U, 3U, 9U})
        for (Detail shared : {Detail::shown, Detail::hidden}) {
            DrawOptions options = with(NodeStyle::text, TreeLayout::levels);
            options.depth = depth;
            options.shared = shared;
            const Drawing d = draw(paris(), options);
            std::vector<bool> inner(d.nodes.size(), false);
            for (std::size_t i = 1; i < d.nodes.size(); ++i)
                if (!d.nodes[i].mark) inner[d.nodes[i].parent] = true;
            for (std::size_t i = 0; i < d.nodes.size(); ++i) {
                const DrawnNode& n = d.nodes[i];
                const bool more = boost::out_degree(n.node, paris().graph()) > 0;
                EXPECT_EQ(!n.mark && more && !inner[i], n.folded + n.elsewhere > 0) << d.id(n);
                if (n.elsewhere == 0) continue;
                ++elsewhere;
                EXPECT_NE(d.label(n).back().find(" elsewhere"), std::string::npos);
                EXPECT_EQ(n.elsewhere, boost::out_degree(n.node, paris().graph()));
            }
        }
    EXPECT_GT(elsewhere, 20U);
}

TEST(Drawing, ChoosesBySizeAndSaysSo) {
    const Drawing small = draw(lean(), {});
    EXPECT_EQ(small.options.layout, TreeLayout::graphviz);
    EXPECT_EQ(small.options.style, NodeStyle::text);
    EXPECT_TRUE(small.notes.empty());
    const Drawing large = draw(paris(), {});
    EXPECT_EQ(large.options.layout, TreeLayout::levels);
    EXPECT_FALSE(large.notes.empty());
}

TEST(Drawing, LeavesOnlySmallTrueTreesToGraphviz) {
    DrawOptions options;
    options.depth = 2;  // 60 nodes, some of them met twice
    EXPECT_EQ(draw(paris(), options).options.layout, TreeLayout::levels);
    options.shared = Detail::hidden;  // a true tree, but 40 nodes wide
    EXPECT_EQ(draw(paris(), options).options.layout, TreeLayout::levels);
    options.depth = 1;
    EXPECT_EQ(draw(paris(), options).options.layout, TreeLayout::graphviz);
}

TEST(Drawing, EveryWordOfALabelIsInTheGlossary) {
    DrawOptions options = with(NodeStyle::text, TreeLayout::levels);
    options.depth = 2;
    const Drawing d = draw(paris(), options);
    std::string words;
    for (const std::string& entry : d.glossary()) words += entry + "\n";
    EXPECT_NE(words.find("15.4: a 4 in row 1, column 5\n"), std::string::npos) << words;
    EXPECT_NE(words.find("dof: "), std::string::npos);
    EXPECT_NE(words.find("sol.: "), std::string::npos);
    EXPECT_NE(words.find(" below: "), std::string::npos);
    EXPECT_NE(words.find(": so many more candidates"), std::string::npos);
    // And nothing that does not occur.
    const Drawing whole = draw(lean(), with(NodeStyle::text, TreeLayout::levels));
    for (const std::string& entry : whole.glossary()) {
        EXPECT_EQ(entry.find("folded"), std::string::npos) << entry;
        EXPECT_EQ(entry.find("more candidates"), std::string::npos) << entry;
    }
    EXPECT_TRUE(draw(paris(), with(NodeStyle::points, TreeLayout::levels)).glossary().empty());
}

TEST(Drawing, TheHeadingReplacesTitleAndFigures) {
    DrawOptions options = with(NodeStyle::text, TreeLayout::levels);
    EXPECT_EQ(draw(lean(), options).caption(),
              "P-92 <\"&\\>: decision tree (lean, rules singles, choice first). 13 patterns, 12 "
              "solutions.");
    options.heading = "Figure 1";
    EXPECT_EQ(draw(lean(), options).caption(), "Figure 1");
    options.heading = "";
    options.legend = Legend::hidden;
    const Drawing bare = draw(lean(), options);
    const std::string svg = text_of([&](std::ostream& o) { write_tree_svg(bare, o); });
    const std::string dot = text_of([&](std::ostream& o) { write_tree_dot(bare, o); });
    EXPECT_EQ(svg.find("class=\"caption\""), std::string::npos);
    EXPECT_EQ(svg.find("class=\"key\""), std::string::npos);
    EXPECT_EQ(dot.find("label=<"), std::string::npos);
}

TEST(TreeSvg, IsWellFormedAndHasEveryVertexById) {
    for (const logic::DecisionTree* tree : {&paris(), &lean(), &partial()})
        for (NodeStyle style : {NodeStyle::text, NodeStyle::grid, NodeStyle::points}) {
            const Drawing d = draw(*tree, with(style, TreeLayout::levels));
            const std::string svg = text_of([&](std::ostream& o) { write_tree_svg(d, o); });
            pugi::xml_document document;
            ASSERT_TRUE(document.load_string(svg.c_str())) << svg.substr(0, 200);
            std::set<std::string> ids;
            for (const auto& found : document.select_nodes("//g[@id]"))
                EXPECT_TRUE(ids.insert(found.node().attribute("id").value()).second);
            for (logic::Node v = 0; v < tree->node_count(); ++v)
                EXPECT_TRUE(ids.contains(tree->name(v))) << tree->name(v);
            // The tooltip has the full grid.
            const auto title = document.select_node("//g[@id='S01']/title").node();
            const std::string line = tree->line(tree->find("S01").value());
            std::string grid = title.text().get();
            std::erase(grid, '\n');
            EXPECT_NE(grid.find(line), std::string::npos);
        }
}

TEST(TreeSvg, SheetsOfPaperHaveEveryVertex) {
    for (const TreeLayout layout : {TreeLayout::levels, TreeLayout::layers}) {
        const Drawing d = draw(paris(), with(NodeStyle::text, layout));
        const auto sheets = on_paper(
            [&](const ViewBox& window) {
                return text_of([&](std::ostream& o) { write_tree_svg(d, o, window); });
            },
            Paper::a4);
        EXPECT_GT(sheets.size(), 4U);
        std::set<std::string> ids;
        for (const std::string& sheet : sheets) {
            pugi::xml_document document;
            ASSERT_TRUE(document.load_string(sheet.c_str()));
            for (const auto& found : document.select_nodes("//g[@id]"))
                ids.insert(found.node().attribute("id").value());
        }
        for (logic::Node v = 0; v < paris().node_count(); ++v)
            EXPECT_TRUE(ids.contains(paris().name(v))) << paris().name(v);
    }
}

TEST(TreeSvg, LegendNamesTheRolesThatAreThere) {
    const std::string svg = text_of([&](std::ostream& o) {
        write_tree_svg(draw(partial(), with(NodeStyle::text, TreeLayout::levels)), o);
    });
    for (DrawnRole role : {DrawnRole::root, DrawnRole::pattern, DrawnRole::open})
        EXPECT_NE(svg.find(">" + std::string(legend_text(role)) + "</text>"), std::string::npos);
    EXPECT_NE(svg.find("partial tree"), std::string::npos);
    EXPECT_NE(svg.find("P-92 &lt;&quot;&amp;\\&gt;"), std::string::npos);
}

/// Graphviz itself reads what was written, without a warning. Skipped where it is not installed.
void parses_in_graphviz(const Drawing& drawing, const std::string& name) {
    const std::string dot = text_of([&](std::ostream& o) { write_tree_dot(drawing, o); });
    const std::string file = ::testing::TempDir() + name + ".dot";
    std::ofstream(file) << dot;
    const std::string command =
        "gvpr 'BEG_G{ } N{ } END_G{ print(nNodes($G), \" \", nEdges($G)); }' '" + file + "' > '" +
        file + ".out' 2> '" + file + ".err'";
    ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT(cert-env33-c): a fixed command
    std::ifstream err(file + ".err");
    std::string complaint;
    std::getline(err, complaint);
    EXPECT_EQ(complaint, "");
    std::ifstream out(file + ".out");
    std::size_t nodes = 0;
    std::size_t edges = 0;
    out >> nodes >> edges;
    EXPECT_EQ(nodes, drawing.nodes.size());  // the legend has none
    EXPECT_EQ(edges, drawing.edges.size());
}

TEST(TreeDot, GraphvizReadsIt) {
    if (std::system("command -v gvpr > /dev/null 2>&1") != 0)  // NOLINT(cert-env33-c)
        GTEST_SKIP() << "Graphviz is not installed";
    int k = 0;
    for (const logic::DecisionTree* tree : {&paris(), &lean(), &partial()})
        for (NodeStyle style : {NodeStyle::text, NodeStyle::grid, NodeStyle::points})
            for (TreeLayout layout : {TreeLayout::graphviz, TreeLayout::levels}) {
                parses_in_graphviz(draw(*tree, with(style, layout)),
                                   "clew_tree_" + std::to_string(k++));
            }
}

TEST(TreeDot, CarriesIdClassTooltipAndMergedLabels) {
    const std::string dot = text_of([&](std::ostream& o) {
        write_tree_dot(draw(paris(), with(NodeStyle::text, TreeLayout::levels)), o);
    });
    EXPECT_NE(dot.find("\"AA\" [id=\"AA\", class=\"pattern\", tooltip=\"AA: dof 8"),
              std::string::npos);
    EXPECT_NE(dot.find("tooltip=\"15.4 16.7 34.5 46.3 55.5 64.7 95.3 96.4\""), std::string::npos);
    EXPECT_NE(dot.find("ordering=out"), std::string::npos);
    EXPECT_NE(dot.find("class=\"dead\""), std::string::npos);
    for (DrawnRole role :
         {DrawnRole::root, DrawnRole::pattern, DrawnRole::solution, DrawnRole::dead})
        EXPECT_NE(dot.find(">" + std::string(legend_text(role)) + "&#160;"), std::string::npos);
}

TEST(TreeJson, IsNodeLinkDataWithTheTotals) {
    const logic::TreeProof proof = prove_complete(paris());
    const auto json = nlohmann::json::parse(
        text_of([&](std::ostream& o) { write_tree_json(paris(), &proof, JsonDetail::nodes, o); }));
    const auto& totals = json["totals"];
    EXPECT_EQ(totals["patterns"], 283);
    EXPECT_EQ(totals["candidates"], 9308);
    EXPECT_EQ(totals["impossible"], 3011);
    EXPECT_EQ(totals["solutions"], 12);
    EXPECT_EQ(totals["complete"], true);
    EXPECT_EQ(totals["depth"], 8);
    EXPECT_EQ(json["puzzle"], p92);
    EXPECT_EQ(json["proof"]["verdict"], "complete");
    EXPECT_EQ(json["solutions"].size(), 12U);
    EXPECT_EQ(json["directed"], true);
    ASSERT_EQ(json["nodes"].size(), paris().node_count());
    ASSERT_EQ(json["links"].size(), paris().totals().edges);
    EXPECT_EQ(json["nodes"][0]["id"], "A");
    EXPECT_EQ(json["nodes"][0]["freedom"], 109);
    EXPECT_EQ(json["links"][0]["candidates"].size(), 8U);
}

TEST(TreeJson, SaysWhatIsNotKnown) {
    const auto json = nlohmann::json::parse(text_of(
        [&](std::ostream& o) { write_tree_json(partial(), nullptr, JsonDetail::totals, o); }));
    EXPECT_TRUE(json["totals"]["complete"].is_null());
    EXPECT_TRUE(json["proof"].is_null());
    EXPECT_EQ(json["ending"], "limit reached");
    EXPECT_GT(json["totals"]["open"], 0);
    EXPECT_FALSE(json.contains("nodes"));
}

TEST(TreeGraphml, IsWellFormedWithAllVerticesAndEdges) {
    pugi::xml_document document;
    ASSERT_TRUE(document.load_string(
        text_of([&](std::ostream& o) { write_tree_graphml(paris(), o); }).c_str()));
    EXPECT_EQ(document.select_nodes("//node").size(), paris().node_count());
    EXPECT_EQ(document.select_nodes("//edge").size(), paris().totals().edges);
    EXPECT_EQ(document.select_nodes("//data[text()='ABAA']").size(), 2U) << "name and label";
}

TEST(TreeHtml, HoldsTheTreeAsDataAndFetchesNothing) {
    const logic::TreeProof proof = prove_complete(lean());
    const std::string html =
        text_of([&](std::ostream& o) { write_tree_html(lean(), &proof, "P-92 <script>", o); });
    EXPECT_EQ(html.find("<script>&"), std::string::npos);
    EXPECT_NE(html.find("P-92 &lt;script&gt;"), std::string::npos);
    for (const char* fetched : {"http:", "https:", "src=", "@import", "url("})
        EXPECT_EQ(html.find(fetched), std::string::npos) << fetched;
    const std::size_t start = html.find(",T=[\n") + 3;
    const std::size_t end = html.find("];", start);
    const auto data = nlohmann::json::parse(html.substr(start, end + 1 - start));
    ASSERT_EQ(data.size(), lean().node_count());
    EXPECT_EQ(data[0][0], "A");
    EXPECT_EQ(data[0][10][0][2], "15.4");
}

// Rules that are no houses lie under every board; what has no drawing stands in words above.
TEST(TreeDrawings, ShowTheRules) {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.add_rule({.kind = RuleKind::killer_cage, .cells = {Cell{0}, Cell{1}}, .numbers = {3}});
    puzzle.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{2}, Cell{7}}});
    puzzle.add_rule(
        {.kind = RuleKind::arrow, .cells = {Cell{8}, Cell{9}, Cell{13}}, .numbers = {1}});
    puzzle.add_rule({.kind = RuleKind::non_consecutive});
    const auto number_of = [](const std::string& text, const std::string& what) {
        std::size_t n = 0;
        for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++n;
        return n;
    };
    for (const bool ruled : {true, false}) {
        const logic::DecisionTree tree =
            logic::DecisionTree::grow(ruled ? puzzle : Puzzle{puzzle.geometry_ptr()}, {});
        const Drawing d = draw(tree, with(NodeStyle::grid, TreeLayout::levels));
        const std::string svg = text_of([&](std::ostream& o) { write_tree_svg(d, o); });
        const auto boards = std::ranges::count_if(
            d.nodes, [](const DrawnNode& n) { return !n.mark && n.role != DrawnRole::impossible; });
        EXPECT_EQ(number_of(svg, "<use href=\"#rules\""),
                  ruled ? static_cast<std::size_t>(boards) : 0U);
        const std::string html =
            text_of([&](std::ostream& o) { write_tree_html(tree, nullptr, "", o); });
        for (const std::string& text : {svg, html}) {
            for (const char* kind : {"cage", "thermometer stem", "arrow"}) {
                const std::string plain = std::string("class=\"") + kind + "\"";
                const std::string quoted = std::string("class=\\\"") + kind + "\\\"";
                EXPECT_EQ(number_of(text, plain) + number_of(text, quoted) > 0, ruled) << kind;
            }
            EXPECT_EQ(number_of(text, "Non-consecutive rule: cells side by side") == 1, ruled);
        }
        pugi::xml_document document;
        EXPECT_TRUE(document.load_string(svg.c_str()));
        const std::string text = text_of([&](std::ostream& o) {
            write_tree_svg(draw(tree, with(NodeStyle::text, TreeLayout::levels)), o);
        });
        EXPECT_EQ(number_of(text, "rules\""), 0U);
    }
}

TEST(TreeHtml, EveryNameFindsItsNodeAndEveryWayLeadsThere) {
    for (const logic::DecisionTree* tree : {&paris(), &lean(), &partial()}) {
        const auto dom = tested_tree(
            text_of([&](std::ostream& o) { write_tree_html(*tree, nullptr, "P-92", o); }));
        if (!dom) GTEST_SKIP() << "no Chromium here";
        const auto at = dom->find("data-selftest=\"");
        ASSERT_NE(at, std::string::npos);
        const std::string said = dom->substr(at, 200);
        EXPECT_TRUE(
            said.starts_with("data-selftest=\"ok " + std::to_string(tree->node_count()) + " nodes"))
            << said;
        // A true tree has one name a node, the whole of P-92 hundreds of others.
        EXPECT_EQ(said.find(", 0 other names") == std::string::npos, tree == &paris()) << said;
    }
}

TEST(TreeHtml, IsReadableOnATelephoneAndSaysWhenNothingIsFound) {
    const std::string page =
        text_of([&](std::ostream& o) { write_tree_html(paris(), nullptr, "P-92", o); });
    for (const int width : {420, 760, 1280}) {
        const auto measured = probe(page, width, 800, R"js(
            const go = name => { d.getElementById('go').value = name;
                                 d.getElementById('find').requestSubmit(); };
            const over = () => d.documentElement.scrollWidth - w.innerWidth;
            const seen = {start: over()};
            go('S10');
            seen.solution = over();
            const found = d.querySelector('.found').getBoundingClientRect();
            seen.inside = found.top >= 0 && found.bottom <= w.innerHeight;
            seen.path = d.getElementById('path').textContent;
            d.getElementById('unfold').click();
            seen.unfolded = over();
            seen.grids = Math.max(...[...d.querySelectorAll('table.grid')].map(g => g.getBoundingClientRect().right)) - w.innerWidth;
            go('ABZ');
            seen.said = d.getElementById('said').textContent;
            return seen;)js");
        if (!measured) GTEST_SKIP() << "no Chromium here";
        SCOPED_TRACE(*measured);
        const auto seen = nlohmann::json::parse(*measured);
        EXPECT_LE(seen["start"], 0);
        EXPECT_LE(seen["solution"], 0);
        EXPECT_LE(seen["unfolded"], 0);
        EXPECT_LE(seen["grids"], 0);
        EXPECT_TRUE(seen["inside"].get<bool>());
        EXPECT_EQ(seen["path"].get<std::string>().substr(0, 1), "A");
        EXPECT_TRUE(seen["path"].get<std::string>().ends_with("S10"));
        EXPECT_EQ(seen["said"],
                  "There is no ABZ in the tree; AB is the longest beginning that there is.");
    }
}

TEST(TreeHtml, AnswersWhatACellAndACandidateLeadTo) {
    const auto seen = probe(
        text_of([&](std::ostream& o) { write_tree_html(lean(), nullptr, "P-92", o); }), 800, 800,
        R"js(
            const go = name => { d.getElementById('go').value = name;
                                 d.getElementById('find').requestSubmit();
                                 return d.getElementById('asked').textContent; };
            const first = w.eval('T[0][10][0]'), [r, c] = first[2].slice(0, 2);
            const clicked = d.querySelectorAll('table.grid td')[(r - 1) * 9 + (c - 1)];
            const given = go('r1c3'), cell = go('r' + r + 'c' + c), all = go(first[2].split(' ')[0]);
            clicked.click();
            const same = d.getElementById('asked').textContent === cell;
            const next = [...d.querySelectorAll('#asked button')].find(b => b.textContent === first[1]);
            next.click();
            return {given, cell, all, same, name: first[1], path: d.getElementById('path').textContent,
                    levels: d.querySelectorAll('#levels i').length};)js");
    if (!seen) GTEST_SKIP() << "no Chromium here";
    SCOPED_TRACE(*seen);
    const auto said = nlohmann::json::parse(*seen);
    EXPECT_EQ(said["given"], "r1c3 in A:holds 9.");
    EXPECT_NE(said["cell"].get<std::string>().find(said["name"].get<std::string>()),
              std::string::npos);
    EXPECT_NE(said["all"].get<std::string>().find("of 12 solutions"), std::string::npos);
    EXPECT_TRUE(said["same"].get<bool>());
    EXPECT_TRUE(said["path"].get<std::string>().ends_with(said["name"].get<std::string>()));
    EXPECT_GT(said["levels"], lean()[lean().find("S07").value()].depth);
}

TEST(TreeMermaid, HasALineForEachNodeAndEdge) {
    const Drawing d = draw(lean(), with(NodeStyle::text, TreeLayout::graphviz));
    const std::string text = text_of([&](std::ostream& o) { write_tree_mermaid(d, o); });
    EXPECT_NE(text.find("flowchart TD"), std::string::npos);
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(text, '\n')),
              2 + d.nodes.size() + d.edges.size() + 6);
    EXPECT_NE(text.find("(["), std::string::npos);
}

TEST(TreeForced, IsAKeyOfTheJsonAndMarkedInThePage) {
    const auto json = [](std::span<const Forced> forced) {
        return text_of([&](std::ostream& o) {
            write_tree_json(lean(), nullptr, JsonDetail::totals, o, forced);
        });
    };
    EXPECT_EQ(json({}).find("forced"), std::string::npos);
    const logic::Node s07 = lean().find("S07").value();
    const std::size_t depth = lean()[s07].depth;
    const auto forced = find_forced(lean(), std::span(&s07, 1));
    const auto told = nlohmann::json::parse(json(forced))["forced"];
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0]["target"], "S07");
    EXPECT_EQ(told[0]["ways"], "1");
    EXPECT_EQ(told[0]["patterns"].size(), depth + 1);
    EXPECT_EQ(told[0]["steps"].size(), depth);
    EXPECT_EQ(told[0]["choices"].size(), depth);
    EXPECT_EQ(told[0]["choices"][0]["candidate"], told[0]["steps"][0]["candidates"][0]);
    EXPECT_EQ(told[0]["choices"][0]["at"][0], "A");
    const std::string html =
        text_of([&](std::ostream& o) { write_tree_html(lean(), nullptr, "", o, forced); });
    EXPECT_NE(html.find("S07: 1 way"), std::string::npos);
    EXPECT_NE(html.find("const F=new Set([0,"), std::string::npos);
    EXPECT_NE(html.find("]),E=new Set([\"0-"), std::string::npos);
}

/// What is forced is marked in every picture, and in none if nobody asked.
TEST(TreeForced, IsMarkedInEveryPicture) {
    DrawOptions options = with(NodeStyle::text, TreeLayout::levels);
    const std::size_t depth = lean()[lean().find("S07").value()].depth;
    const auto texts = [&] {
        const Drawing d = draw(lean(), options);
        const std::ptrdiff_t edges =
            options.forced.empty() ? 0 : static_cast<std::ptrdiff_t>(depth);
        EXPECT_EQ(std::ranges::count(d.edges, true, &DrawnEdge::forced), edges);
        EXPECT_EQ(std::ranges::count(d.nodes, true, &DrawnNode::forced),
                  edges == 0 ? 0 : edges + 1);
        return std::vector<std::string>{
            text_of([&](std::ostream& o) { write_tree_svg(d, o); }),
            text_of([&](std::ostream& o) { write_tree_dot(d, o); }),
            text_of([&](std::ostream& o) { write_tree_mermaid(d, o); })};
    };
    for (const std::string& text : texts()) EXPECT_EQ(text.find("forced"), std::string::npos);
    const logic::Node s07 = lean().find("S07").value();
    options.forced = find_forced(lean(), std::span(&s07, 1));
    const auto marked = texts();
    EXPECT_NE(marked[0].find("<g id=\"S07\" class=\"solution forced\">"), std::string::npos);
    EXPECT_NE(marked[0].find("class=\"edge forced\""), std::string::npos);
    EXPECT_NE(marked[0].find("violet: on every way to S07"), std::string::npos);
    EXPECT_NE(marked[1].find("class=\"tree forced\""), std::string::npos);
    EXPECT_NE(marked[1].find("violet: on every way to S07"), std::string::npos);
    EXPECT_NE(marked[2].find("\n  linkStyle 1 stroke:"), std::string::npos);
    EXPECT_NE(marked[2].find(" forced\n"), std::string::npos);
}

/// Several targets at once, with what they have in common at the end, and merged edges.
TEST(TreeForced, IsToldInWords) {
    Puzzle puzzle = Puzzle::from_line(p92);
    puzzle.set_given(Cell{4}, Digit{3});  // 15.4: what is below AA
    const logic::DecisionTree tree = logic::DecisionTree::grow(puzzle, {});
    std::vector<logic::Node> solutions;
    for (logic::Node v = 0; v < tree.node_count(); ++v)
        if (tree[v].kind == logic::NodeKind::solution) solutions.push_back(v);
    const auto forced = find_forced(tree, solutions);
    const std::string text = text_of([&](std::ostream& o) { write_forced(tree, forced, o); });
    EXPECT_TRUE(text.starts_with("S01: ")) << text;
    EXPECT_NE(text.find("\n\nany of them: "), std::string::npos) << text;
    EXPECT_NE(text.find("  patterns on every way  A\n"), std::string::npos) << text;
    EXPECT_NE(text.find("  choices on every way   none\n"), std::string::npos) << text;
    const std::string part = text_of([&](std::ostream& o) {
        write_forced(partial(), find_forced(partial(), std::vector<logic::Node>{1}), o);
    });
    EXPECT_NE(part.find("in this partial tree"), std::string::npos) << part;
}

TEST(TreeTable, IsThePapersTable) {
    logic::TreeOptions options;
    options.screen = *logic::find_rules("sudokujm");
    const logic::DecisionTree tree = logic::DecisionTree::grow(Puzzle::from_line(p92), options);
    const std::string table =
        text_of([&](std::ostream& o) { write_node_table(tree, tree.find("ABA").value(), o); });
    EXPECT_NE(table.find("Node ABA (dof 46, depth 2)"), std::string::npos);
    EXPECT_NE(table.find("17.1  ABAA"), std::string::npos);
    EXPECT_NE(table.find("ABAC = ABH"), std::string::npos);
    EXPECT_NE(table.find("candidates                          28\n"), std::string::npos);
    EXPECT_NE(table.find("  different patterns                 8\n"), std::string::npos);
}

TEST(TreeCsv, HasARowForEachVertexOrCandidate) {
    const std::string figures = text_of([&](std::ostream& o) { write_figures_csv(paris(), o); });
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(figures, '\n')),
              1 + paris().node_count());
    EXPECT_NE(figures.find("\r\nAA,pattern,1,8,12,6,2,6,2,0,3,1,0,0,0,1,5.9847"),
              std::string::npos);
    const logic::Node aa = paris().find("AA").value();
    const std::string outcomes =
        text_of([&](std::ostream& o) { write_outcomes_csv(paris(), std::span(&aa, 1), o); });
    EXPECT_EQ(std::ranges::count(outcomes, '\n'), 13);
    EXPECT_NE(outcomes.find("\r\nAA,12.1,solved,S01,S01,0,0\r\n"), std::string::npos);
}

TEST(TreeText, Escapes) {
    EXPECT_EQ(dot_quoted("a\"b\\c\n"), "\"a\\\"b\\\\c\\n\"");
    EXPECT_EQ(json_quoted("a\"b\\c\n\x02"), "\"a\\\"b\\\\c\\n\\u0002\"");
}

/// Every format on boards of other sizes, and a puzzle that has no tree at all.
TEST(TreeWriters, ServeEveryTree) {
    Puzzle blank{Geometry::standard(4)};
    Puzzle sixteen{Geometry::standard(16)};
    Puzzle impossible = Puzzle::from_line(p92);
    impossible.set_given(Cell{0}, Digit{8});
    for (const Puzzle& puzzle : {blank, sixteen, impossible}) {
        logic::TreeOptions options;
        options.mode = logic::TreeMode::lean;
        options.max_patterns = 12;
        const logic::DecisionTree tree = logic::DecisionTree::grow(puzzle, options);
        for (NodeStyle style : {NodeStyle::text, NodeStyle::grid, NodeStyle::points}) {
            const Drawing d = draw(tree, with(style, TreeLayout::levels));
            pugi::xml_document document;
            EXPECT_TRUE(document.load_string(
                text_of([&](std::ostream& o) { write_tree_svg(d, o); }).c_str()));
            EXPECT_FALSE(text_of([&](std::ostream& o) { write_tree_dot(d, o); }).empty());
            EXPECT_FALSE(text_of([&](std::ostream& o) { write_tree_mermaid(d, o); }).empty());
        }
        const auto json = nlohmann::json::parse(text_of(
            [&](std::ostream& o) { write_tree_json(tree, nullptr, JsonDetail::nodes, o); }));
        EXPECT_EQ(json["nodes"].size(), tree.node_count());
        EXPECT_FALSE(text_of([&](std::ostream& o) { write_tree_graphml(tree, o); }).empty());
        EXPECT_FALSE(
            text_of([&](std::ostream& o) { write_tree_html(tree, nullptr, "", o); }).empty());
        EXPECT_FALSE(text_of([&](std::ostream& o) { write_figures_csv(tree, o); }).empty());
        EXPECT_FALSE(text_of([&](std::ostream& o) { write_node_table(tree, 0, o); }).empty());
    }
}

}  // namespace
}  // namespace clew::explain
