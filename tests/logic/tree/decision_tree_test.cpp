#include "logic/tree/decision_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/contract.hpp"
#include "core/base/input_error.hpp"
#include "core/board/notation.hpp"
#include "logic/tree/proof.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::logic {
namespace {

using reference::gould;

Puzzle p92() { return Puzzle::from_line(reference::p92); }

TreeOptions paper() {  // the template makes the patterns, SudokuJM says what is impossible
    TreeOptions options;
    options.screen = *logic::find_rules("sudokujm");
    return options;
}
TreeOptions annex_c() {
    TreeOptions options;
    options.rules = *logic::find_rules("sudokujm");
    options.mode = TreeMode::alternates;
    return options;
}
TreeOptions with_mode(TreeMode mode, const std::string& rules = "singles",
                      LeanChoice choice = LeanChoice::first) {
    TreeOptions options;
    options.mode = mode;
    options.rules = *logic::find_rules(rules);
    options.choice = choice;
    return options;
}

std::string texts(const DecisionTree& tree, std::span<const Candidate> candidates) {
    std::string text;
    for (Candidate c : candidates)
        text += (text.empty() ? "" : " ") + paper_notation(tree.puzzle().geometry(), c);
    return text;
}

/// "15.4" -> the outcome's name by way of `node`, "impossible" if it is.
std::string led_to(const DecisionTree& tree, const std::string& node, const std::string& wanted) {
    const Node from = tree.find(node).value();
    for (const Outcome& o : tree.outcomes(from)) {
        const Candidate c = tree.puzzle().geometry().candidate(o.candidate);
        if (paper_notation(tree.puzzle().geometry(), c) != wanted) continue;
        return o.target == no_node ? "impossible" : tree.name_from(from, o.target);
    }
    return "not a candidate";
}

struct Row {
    const char* node;
    unsigned candidates, solved, solved_different, partial, partial_different, impossible, freedom;
};

class PaperTable : public ::testing::TestWithParam<Row> {};

TEST_P(PaperTable, IsReproduced) {
    static const DecisionTree tree = DecisionTree::grow(p92(), paper());
    const Row& row = GetParam();
    const TreeVertex& v = tree[tree.find(row.node).value()];
    EXPECT_EQ(v.candidates, row.candidates);
    EXPECT_EQ(v.solved, row.solved);
    EXPECT_EQ(v.solved_different, row.solved_different);
    EXPECT_EQ(v.partial, row.partial);
    EXPECT_EQ(v.partial_different, row.partial_different);
    EXPECT_EQ(v.impossible, row.impossible);
    EXPECT_EQ(v.freedom, row.freedom);
}

// The recomputed rows; AAA, AAB (Fig. 6) and ABAAA (Fig. 13) have no summary in the paper, their
// detail tables give the same.
INSTANTIATE_TEST_SUITE_P(
    P92, PaperTable,
    ::testing::Values(Row{"A", 28, 0, 0, 23, 7, 5, 109}, Row{"AA", 12, 6, 2, 6, 2, 0, 8},
                      Row{"AAA", 8, 8, 2, 0, 0, 0, 4}, Row{"AAB", 8, 8, 2, 0, 0, 0, 4},
                      Row{"AB", 30, 0, 0, 23, 13, 7, 80}, Row{"ABA", 28, 0, 0, 28, 8, 0, 46},
                      Row{"ABAA", 32, 20, 2, 6, 1, 6, 33}, Row{"ABAAA", 26, 26, 2, 0, 0, 0, 13}),
    [](const auto& row) { return std::string(row.param.node); });

/// The degrees of freedom of the patterns of a node, in the order of their letters.
std::vector<unsigned> freedoms(const DecisionTree& tree, const std::string& node) {
    const Node from = tree.find(node).value();
    std::map<std::string, unsigned> by_name;
    for (const Outcome& o : tree.outcomes(from))
        if (o.kind == OutcomeKind::pattern)
            by_name[tree.name_from(from, o.target)] = tree[o.target].freedom;
    std::vector<unsigned> found;
    for (const auto& [name, freedom] : by_name) found.push_back(freedom);
    return found;
}

TEST(DecisionTree, DegreesOfFreedomOfThePaperReproduce) {
    const DecisionTree tree = DecisionTree::grow(p92(), paper());
    EXPECT_EQ(freedoms(tree, "A"), (std::vector<unsigned>{8, 80, 105, 83, 105, 96, 97}));
    EXPECT_EQ(freedoms(tree, "AA"), (std::vector<unsigned>{4, 4}));
    EXPECT_EQ(freedoms(tree, "AB"),
              (std::vector<unsigned>{46, 23, 77, 11, 57, 20, 74, 21, 68, 76, 55, 68, 35}));
    EXPECT_EQ(freedoms(tree, "ABA"), (std::vector<unsigned>{33, 21, 21, 20, 38, 11, 13, 27}));
    EXPECT_EQ(freedoms(tree, "ABAA"), (std::vector<unsigned>{13}));
}

TEST(DecisionTree, CandidatesOfThePaperLeadWhereTheRecomputedTablesSay) {
    const DecisionTree tree = DecisionTree::grow(p92(), {});
    // With singles alone the dead pattern AD stays, and the names are those of Fig. 3.
    const std::vector<std::pair<const char*, const char*>> fig3{
        {"15.4", "AA"},         {"15.5", "AB"}, {"16.4", "AB"}, {"16.7", "AA"},
        {"43.3", "impossible"}, {"43.4", "AC"}, {"63.2", "AD"}, {"63.3", "AE"},
        {"73.2", "AE"},         {"73.5", "AD"}, {"74.1", "AF"}, {"74.2", "impossible"},
        {"84.1", "impossible"}, {"84.2", "AF"}, {"89.6", "AG"}, {"89.9", "AH"},
        {"95.3", "AA"},         {"96.4", "AA"}};
    for (const auto& [candidate, target] : fig3)
        EXPECT_EQ(led_to(tree, "A", candidate), target) << candidate;
    EXPECT_EQ(led_to(tree, "AA", "12.1"), "S01");
    EXPECT_EQ(led_to(tree, "AA", "17.1"), "S02");
    EXPECT_EQ(led_to(tree, "AA", "38.3"), "AAA");  // the paper: solved
    EXPECT_EQ(led_to(tree, "AAA", "17.6"), "S03");
    EXPECT_EQ(led_to(tree, "AAB", "12.3"), "S03");
    EXPECT_EQ(led_to(tree, "AB", "92.6"), "ABH");  // the paper: impossible
    EXPECT_EQ(led_to(tree, "AB", "93.5"), "ABH");
    EXPECT_EQ(led_to(tree, "ABA", "23.6"), "ABAC");  // the paper: 23.7, impossible
    EXPECT_EQ(led_to(tree, "ABAA", "12.6"), "S04");
    EXPECT_EQ(led_to(tree, "ABAA", "12.7"), "S05");
    EXPECT_EQ(led_to(tree, "ABAA", "71.5"), "S04");  // the paper: impossible
    EXPECT_EQ(led_to(tree, "ABAAA", "12.6"), "S04");
    // ABAC is ABH met again: one vertex, two names.
    EXPECT_EQ(tree.find("ABAC"), tree.find("ABH"));
    EXPECT_EQ(tree.name(tree.find("ABAC").value()), "ABH");
}

TEST(DecisionTree, TheDeadPatternAtAIsDetectedAndPropagatedUp) {
    const DecisionTree tree = DecisionTree::grow(p92(), {});
    const TreeVertex& ad = tree[tree.find("AD").value()];
    EXPECT_TRUE(ad.dead);
    EXPECT_TRUE(ad.clash);
    EXPECT_EQ(ad.solutions_below, 0U);
    EXPECT_FALSE(tree[0].dead);
    // Dead patterns are exactly those that no solution extends.
    const auto solutions = tree.solutions();
    for (Node v = 0; v < tree.node_count(); ++v) {
        const auto digits = tree.digits(v);
        const auto below = std::ranges::count_if(solutions, [&](const Grid& grid) {
            for (std::size_t i = 0; i < digits.size(); ++i)
                if (digits[i] && *digits[i] != grid[Cell{i}]) return false;
            return true;
        });
        EXPECT_TRUE(tree[v].complete);
        EXPECT_EQ(tree[v].solutions_below, below) << tree.name(v);
        EXPECT_EQ(tree[v].dead, below == 0) << tree.name(v);
    }
}

TEST(DecisionTree, AnnexCIsReproduced) {
    const DecisionTree tree = DecisionTree::grow(p92(), annex_c());
    EXPECT_EQ(tree[0].candidates, 28);
    EXPECT_EQ(tree[0].impossible, 5);
    EXPECT_EQ(tree.partial_different_before(0), 6);
    EXPECT_EQ(texts(tree, tree.alternates(0)), "43.4 63.3 73.2 74.1 84.2");
    EXPECT_EQ(tree[0].partial, 23);
    EXPECT_EQ(tree[0].partial_different, 5);
    const Node ab = tree.find("AB").value();
    EXPECT_EQ(tree[ab].candidates, 24);
    EXPECT_EQ(tree[ab].partial_different, 10);  // the paper counts 8
}

/// The whole tree of P-92 in every mode, as grown; a change of any number is a change of meaning.
struct Whole {
    const char* what;
    TreeOptions options;
    std::uint64_t patterns, candidates, impossible, dead, depth;
};

std::vector<Whole> wholes() {
    const auto lean = [](LeanChoice choice, const char* rules = "singles") {
        return with_mode(TreeMode::lean, rules, choice);
    };
    TreeOptions oracle;
    oracle.oracle = Oracle::sat;
    TreeOptions carried = with_mode(TreeMode::paris, "sudokujm");
    carried.marks = TreeMarks::carried;
    TreeOptions from_rules = with_mode(TreeMode::paris, "sudokujm");
    from_rules.start = TreeStart::rules;
    return {{"paris", {}, 283, 9308, 3011, 27, 8},
            {"paris, SudokuJM as judge", paper(), 256, 8348, 2123, 0, 8},
            {"paris, oracle", oracle, 256, 8348, 2123, 0, 8},
            {"paris, sudokujm", with_mode(TreeMode::paris, "sudokujm"), 135, 4092, 707, 0, 5},
            {"paris, sudokujm from its own start", from_rules, 134, 4064, 702, 0, 5},
            {"paris, sudokujm, marks carried", carried, 199, 7902, 1436, 5, 6},
            {"alternates", with_mode(TreeMode::alternates), 94, 2782, 307, 1, 5},
            {"alternates, sudokujm", annex_c(), 87, 2524, 182, 0, 5},
            {"lean first", lean(LeanChoice::first), 13, 26, 2, 0, 5},
            {"lean freedom", lean(LeanChoice::freedom), 11, 22, 0, 0, 7},
            {"lean balanced", lean(LeanChoice::balanced), 13, 26, 2, 0, 5},
            {"lean smallest", lean(LeanChoice::smallest), 11, 22, 0, 0, 5},
            {"lean smallest, sudokujm", lean(LeanChoice::smallest, "sudokujm"), 11, 22, 0, 0, 5}};
}

TEST(DecisionTree, TheWholeTreeOfP92InEveryMode) {
    for (const Whole& w : wholes()) {
        SCOPED_TRACE(w.what);
        const DecisionTree tree = DecisionTree::grow(p92(), w.options);
        const TreeTotals& t = tree.totals();
        EXPECT_EQ(t.patterns, w.patterns);
        EXPECT_EQ(t.candidates, w.candidates);
        EXPECT_EQ(t.impossible, w.impossible);
        EXPECT_EQ(t.dead, w.dead);
        EXPECT_EQ(t.depth, w.depth);
        EXPECT_EQ(t.solutions, 12U);
        EXPECT_EQ(t.open, 0U);
        EXPECT_EQ(t.candidates, t.solved + t.partial + t.impossible);
        EXPECT_EQ(tree[0].solutions_below, 12U);
        EXPECT_EQ(tree.ending(), Ending::exhausted);
        const TreeProof proof = prove_complete(tree);
        EXPECT_EQ(proof.verdict, TreeProof::Verdict::complete);
        EXPECT_EQ(proof.expected, Count{12});
    }
}

TEST(DecisionTree, SolutionsHaveTheNumbersOfThePaper) {
    const auto solutions = DecisionTree::grow(p92(), {}).solutions();
    ASSERT_EQ(solutions.size(), 12U);
    const std::vector<const char*> first_five{
        "519847632476312895238569714854623971791458326623791548982176453347285169165934287",
        "539847162476312895218569734854623971791458326623791548982176453347285619165934287",
        "539847612476312895218569734854623971791458326623791548982176453347285169165934287",
        "369854172745312869218769534854627391971438625623591748592176483437285916186943257",
        "379854162546312879218769534854627391791438625623591748982176453437285916165943287"};
    for (std::size_t i = 0; i < first_five.size(); ++i)
        EXPECT_EQ(to_line(solutions[i]), first_five[i]);
}

TEST(DecisionTree, NamesAreUniqueAndFindTheirVertex) {
    const DecisionTree tree = DecisionTree::grow(p92(), {});
    std::set<std::string> names;
    for (Node v = 0; v < tree.node_count(); ++v) {
        EXPECT_TRUE(names.insert(tree.name(v)).second);
        EXPECT_EQ(tree.find(tree.name(v)), v);
    }
    for (const char* none : {"", "B", "AZ", "S13", "S00", "A1", "Aa", "AAAAA"})
        EXPECT_EQ(tree.find(none), std::nullopt) << none;
}

TEST(DecisionTree, TheGraphIsTheOutcomes) {
    const DecisionTree tree = DecisionTree::grow(p92(), {});
    const auto order = tree.topological_order();
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    std::uint64_t edges = 0;
    for (Node v = 0; v < tree.node_count(); ++v) {
        std::uint64_t led = 0;
        for (auto [e, end] = boost::out_edges(v, tree.graph()); e != end; ++e) {
            const auto to = static_cast<Node>(boost::target(*e, tree.graph()));
            EXPECT_EQ(tree.candidates_between(v, to).size(), tree.graph()[*e].candidates);
            EXPECT_LT(place[v], place[to]);
            led += tree.graph()[*e].candidates;
            ++edges;
        }
        EXPECT_EQ(led, tree[v].solved + tree[v].partial);
    }
    EXPECT_EQ(edges, tree.totals().edges);
}

/// Against the definition: the fewest and the most choices over all edges that lead to a vertex.
TEST(DecisionTree, DepthsAreShortestAndLongestWays) {
    TreeOptions partial = paper();
    partial.max_patterns = 60;
    for (const TreeOptions& options : {TreeOptions{}, annex_c(), partial}) {
        const DecisionTree tree = DecisionTree::grow(p92(), options);
        std::vector<unsigned> fewest(tree.node_count(), ~0U);
        std::vector<unsigned> most(tree.node_count(), 0);
        fewest[0] = 0;
        for (Node v : tree.topological_order())
            for (const Outcome& o : tree.outcomes(v)) {
                if (o.target == no_node) continue;
                fewest[o.target] = std::min(fewest[o.target], fewest[v] + 1);
                most[o.target] = std::max(most[o.target], most[v] + 1);
            }
        for (Node v = 0; v < tree.node_count(); ++v) {
            EXPECT_EQ(tree[v].depth, fewest[v]) << tree.name(v);
            EXPECT_EQ(tree[v].rank, most[v]) << tree.name(v);
        }
    }
}

TEST(DecisionTree, APuzzleThatTheRulesFinishIsOneSolution) {
    Puzzle puzzle = p92();
    const Grid grid = DecisionTree::grow(puzzle, {}).solutions()[0];
    for (std::size_t i = 0; i < 70; ++i) puzzle.set_given(Cell{i}, grid[Cell{i}]);
    const DecisionTree tree = DecisionTree::grow(puzzle, {});
    EXPECT_EQ(tree.totals().patterns, 0U);
    EXPECT_EQ(tree.totals().solutions, 1U);
    EXPECT_EQ(tree.name(0), "S01");
    EXPECT_EQ(prove_complete(tree).verdict, TreeProof::Verdict::complete);
}

TEST(DecisionTree, APuzzleThatContradictsItselfIsImpossible) {
    Puzzle puzzle = p92();
    puzzle.set_given(Cell{0}, Digit{8});  // a second 9 in row 1
    const DecisionTree tree = DecisionTree::grow(puzzle, {});
    EXPECT_EQ(tree[0].kind, NodeKind::impossible);
    EXPECT_EQ(tree.totals().patterns, 0U);
    EXPECT_EQ(tree.totals().solutions, 0U);
    EXPECT_EQ(prove_complete(tree).verdict, TreeProof::Verdict::complete);
}

TEST(DecisionTree, GouldsPuzzleHasOneSolution) {
    for (TreeMode mode : {TreeMode::paris, TreeMode::alternates, TreeMode::lean}) {
        const DecisionTree tree = DecisionTree::grow(Puzzle::from_line(gould), with_mode(mode));
        EXPECT_EQ(tree.totals().solutions, 1U);
        EXPECT_EQ(prove_complete(tree).verdict, TreeProof::Verdict::complete);
    }
}

/// A Latin square with nothing in it has no binary cell: the paper's procedure would stop.
TEST(DecisionTree, WithoutABinaryCellASmallestCellIsBranchedOnAndSaid) {
    const Puzzle blank{Geometry::standard(4)};
    for (TreeMode mode : {TreeMode::paris, TreeMode::alternates, TreeMode::lean}) {
        const DecisionTree tree = DecisionTree::grow(blank, with_mode(mode));
        EXPECT_TRUE(tree[0].wide);
        EXPECT_EQ(tree[0].candidates, 4);
        EXPECT_GE(tree.totals().wide, 1U);
        EXPECT_EQ(tree.totals().solutions, 288U);
        ASSERT_FALSE(tree.notes().empty());
        EXPECT_NE(tree.notes()[0].find("no binary cell"), std::string::npos);
        EXPECT_EQ(prove_complete(tree).verdict, TreeProof::Verdict::complete);
    }
}

TEST(DecisionTree, ServesOtherGeometriesAndPencilMarks) {
    Puzzle six{Geometry::standard(6)};
    for (std::size_t i = 0; i < 6; ++i) six.set_given(Cell{i}, Digit{i});
    for (std::size_t i : {6U, 13U, 20U, 27U, 34U}) six.set_given(Cell{i}, Digit{(i + 3) % 6});
    Puzzle marked = p92();
    marked.set_marks(Cell{0}, DigitSet{Digit{2}} | DigitSet{Digit{4}} | DigitSet{Digit{6}});
    Puzzle x{Geometry::make({.size = 6, .boxes = BoxShape{2, 3}, .main_diagonal = true})};
    for (std::size_t i = 0; i < 6; ++i) x.set_given(Cell{i}, Digit{i});
    x.set_given(Cell{8}, Digit{5});
    for (const Puzzle& puzzle : {six, marked, x})
        for (TreeMode mode : {TreeMode::alternates, TreeMode::lean})
            for (const char* rules : {"singles", "sudokujm"}) {
                SCOPED_TRACE(puzzle.geometry().description() + " " + to_string(mode));
                const DecisionTree tree = DecisionTree::grow(puzzle, with_mode(mode, rules));
                EXPECT_EQ(tree.ending(), Ending::exhausted);
                EXPECT_EQ(prove_complete(tree).verdict, TreeProof::Verdict::complete);
                EXPECT_EQ(tree[0].solutions_below, tree.totals().solutions);
            }
}

TEST(DecisionTree, ALimitGivesABeginningOfTheWholeTree) {
    const DecisionTree whole = DecisionTree::grow(p92(), {});
    for (std::uint64_t limit : {1U, 8U, 9U, 50U, 282U}) {
        TreeOptions options;
        options.max_patterns = limit;
        const DecisionTree part = DecisionTree::grow(p92(), options);
        EXPECT_EQ(part.ending(), Ending::limit_reached);
        EXPECT_LE(part.totals().patterns, limit);
        EXPECT_GT(part.totals().open, 0U);
        EXPECT_FALSE(part.notes().empty());
        for (Node v = 0; v < part.node_count(); ++v) {
            EXPECT_EQ(part.name(v), whole.name(v));
            EXPECT_EQ(part.line(v), whole.line(v));
            EXPECT_LE(part[v].solutions_below, whole[v].solutions_below);
            if (part[v].complete) {
                EXPECT_EQ(part[v].solutions_below, whole[v].solutions_below);
            }
            if (!part[v].expanded) {
                EXPECT_EQ(part[v].candidates, 0);
            }
        }
    }
    TreeOptions options;
    options.max_patterns = 283;
    EXPECT_EQ(DecisionTree::grow(p92(), options).ending(), Ending::exhausted);
}

TEST(DecisionTree, TheStopFlagGivesAValidPartialTree) {
    StopFlag stop;
    TreeOptions options;
    options.stop = &stop;
    std::uint64_t calls = 0;
    options.on_progress = [&](const Progress& h) {
        ++calls;
        EXPECT_GT(h.nodes, 0U);
        stop.raise();
    };
    const DecisionTree tree = DecisionTree::grow(p92(), options);
    EXPECT_EQ(calls, 1U);
    EXPECT_EQ(tree.ending(), Ending::interrupted);
    EXPECT_GT(tree.totals().open, 0U);
    EXPECT_TRUE(tree[0].expanded);
}

TEST(DecisionTree, TheSameTreeEachTime) {
    for (const Whole& w : wholes()) {
        const DecisionTree a = DecisionTree::grow(p92(), w.options);
        const DecisionTree b = DecisionTree::grow(p92(), w.options);
        ASSERT_EQ(a.node_count(), b.node_count());
        for (Node v = 0; v < a.node_count(); ++v) {
            EXPECT_EQ(a.name(v), b.name(v));
            EXPECT_EQ(a.line(v), b.line(v));
        }
    }
}

/// On each lean tree of a small puzzle, none has fewer patterns than the planned one.
TEST(DecisionTree, TheSmallestLeanTreeIsNoLargerThanTheOthers) {
    const std::uint64_t least =
        DecisionTree::grow(p92(), with_mode(TreeMode::lean, "singles", LeanChoice::smallest))
            .totals()
            .patterns;
    EXPECT_GE(least, 11U);  // twelve solutions need eleven binary choices
    for (LeanChoice choice : {LeanChoice::first, LeanChoice::freedom, LeanChoice::balanced})
        EXPECT_LE(least, DecisionTree::grow(p92(), with_mode(TreeMode::lean, "singles", choice))
                             .totals()
                             .patterns);
}

TEST(DecisionTree, HasAtLeastItsRoot) {
    TreeOptions options;
    options.max_patterns = 0;
    EXPECT_THROW(DecisionTree::grow(p92(), options), ContractViolation);
}

TEST(DecisionTree, NotationOfThePaper) {
    EXPECT_EQ(paper_notation(*Geometry::classic(), {Cell{4}, Digit{3}}), "15.4");
    EXPECT_EQ(paper_notation(*Geometry::standard(16), {Cell{16 * 2 + 11}, Digit{9}}), "3,12.A");
}

TEST(TreeProof, SaysWhatIsMissing) {
    TreeOptions options;
    options.max_patterns = 9;
    const DecisionTree part = DecisionTree::grow(p92(), options);
    const TreeProof proof = prove_complete(part);
    EXPECT_EQ(proof.verdict, TreeProof::Verdict::incomplete);
    EXPECT_EQ(proof.found + proof.missing_count, 12U);
    EXPECT_NE(sentence(proof).find("incomplete"), std::string::npos);
}

TEST(TreeProof, CountsWhereThereAreTooManyToList) {
    const DecisionTree tree = DecisionTree::grow(p92(), {});
    TreeProofOptions options;
    options.listed_at_most = 3;
    const TreeProof proof = prove_complete(tree, options);
    EXPECT_EQ(proof.method, TreeProof::Method::counting);
    EXPECT_EQ(proof.verdict, TreeProof::Verdict::complete);
}

TEST(TreeProof, IsUnknownIfStopped) {
    const DecisionTree tree = DecisionTree::grow(p92(), {});
    StopFlag stop;
    stop.raise();
    TreeProofOptions options;
    options.budget.stop = &stop;
    EXPECT_EQ(prove_complete(tree, options).verdict, TreeProof::Verdict::unknown);
}

}  // namespace
}  // namespace clew::logic
