// The questions about a decision tree: what is kept, what is seen, what is refused.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/formats/formats.hpp"
#include "logic/tree/decision_tree.hpp"
#include "questions/api.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/support/texts.hpp"

namespace clew::questions {
namespace {

using nlohmann::ordered_json;
using reference::p92;
using ::testing::HasSubstr;

class TreeQuestions : public ::testing::Test {
  protected:
    Reply reply(const std::string& name, ordered_json body) {
        if (!body.contains("puzzle")) body["puzzle"] = p92;
        if (name == "tree") body["page"] = true;
        return api_.ask(name, body.dump(), work_);
    }
    ordered_json ask(const std::string& name, const ordered_json& body = ordered_json::object()) {
        const Reply r = reply(name, body);
        EXPECT_EQ(r.status, 200) << name << ' ' << r.body.substr(0, 300);
        return ordered_json::parse(r.body);
    }
    std::string refused(const std::string& name, const ordered_json& body) {
        const Reply r = reply(name, body);
        EXPECT_EQ(r.status, 400) << name << ' ' << r.body.substr(0, 300);
        return r.body;
    }

    StopFlag stop_;
    Work work_{.stop = &stop_, .threads = 1};
    Api api_{{}};
};

TEST_F(TreeQuestions, GrowTheTreeOfThePaper) {
    const ordered_json answer = ask("tree");
    EXPECT_EQ(answer["totals"]["patterns"], 283);
    EXPECT_EQ(answer["totals"]["solutions"], 12);
    EXPECT_EQ(answer["totals"]["complete"], true);
    EXPECT_EQ(answer["solutions"].size(), 12U);
    EXPECT_EQ(answer["picture"]["nodes"], 295);
    EXPECT_EQ(answer["picture"]["edges"], answer["totals"]["edges"]);
    EXPECT_EQ(answer["boxes"].size(), 81U);
    EXPECT_EQ(answer["symbols"], "123456789");
}

TEST_F(TreeQuestions, ATreeThatIsNoLongerKeptIsMadeAgain) {
    const ordered_json before = ask("tree/view", {{"most", 50}});
    const std::size_t bytes = api_.cache().bytes();
    EXPECT_GT(bytes, 0U);
    EXPECT_EQ(ask("tree/view", {{"most", 50}}), before);
    EXPECT_EQ(api_.cache().bytes(), bytes);  // found there

    Limits none;
    none.cache_bytes = 0;
    Api forgetful{none};
    const ordered_json body = {{"puzzle", p92}, {"most", 50}};
    const Reply again = forgetful.ask("tree/view", body.dump(), work_);
    EXPECT_EQ(ordered_json::parse(again.body), before);
    EXPECT_EQ(forgetful.cache().bytes(), 0U);
}

TEST_F(TreeQuestions, ViewsTogetherShowEveryNodeOnceAndTheWholeInHeaps) {
    const ordered_json whole = ask("tree/view", {{"most", 5000}});
    EXPECT_EQ(whole["nodes"].size(), 295U);
    EXPECT_TRUE(whole["heaps"].empty());
    std::set<std::string> names;
    for (const auto& node : whole["nodes"]) names.insert(node[6]);
    EXPECT_EQ(names.size(), 295U);
    EXPECT_TRUE(names.contains("S12"));
    for (const auto& edge : whole["edges"]) EXPECT_LT(edge[3], edge[5]);  // down

    const ordered_json heaped = ask("tree/view", {{"most", 30}});
    EXPECT_TRUE(heaped["nodes"].empty());
    std::size_t nodes = 0;
    for (const auto& heap : heaped["heaps"]) nodes += heap[4].get<std::size_t>();
    EXPECT_EQ(nodes, 295U);

    const ordered_json outside = ask("tree/view", {{"left", -900}, {"right", -800}});
    EXPECT_TRUE(outside["nodes"].empty());
    EXPECT_EQ(outside["in_window"], 0);
}

TEST_F(TreeQuestions, NodesAreFoundByAnyOfTheirNames) {
    const ordered_json root = ask("tree/node");
    EXPECT_EQ(root["name"], "A");
    EXPECT_EQ(root["figures"]["freedom"], 109);
    EXPECT_EQ(root["outcomes"].size(), root["figures"]["candidates"]);
    const ordered_json known = ask("tree/node", {{"node", "ABH"}});
    std::size_t others = 0;
    for (const auto& other : known["met_again"]) {
        const ordered_json same = ask("tree/node", {{"node", other["name"]}});
        EXPECT_EQ(same["number"], known["number"]);
        ++others;
    }
    EXPECT_GT(others, 0U);
    EXPECT_EQ(ask("tree/node", {{"number", known["number"]}})["name"], "ABH");
}

TEST_F(TreeQuestions, TheArrowsOfNodesLeadThereAndBack) {
    ordered_json node = ask("tree/node", {{"mode", "lean"}});
    std::set<std::string> met;
    std::vector<std::string> open{node["name"]};
    while (!open.empty()) {
        node = ask("tree/node", {{"mode", "lean"}, {"node", open.back()}});
        open.pop_back();
        if (!met.insert(node["name"]).second) continue;
        const ordered_json& walk = node["walk"];
        if (!walk["down"].is_null()) {
            const ordered_json child =
                ask("tree/node", {{"mode", "lean"}, {"node", walk["down"]["name"]}});
            EXPECT_EQ(child["walk"]["up"]["name"], node["name"]);
            EXPECT_TRUE(child["walk"]["left"].is_null());
            open.push_back(walk["down"]["name"]);
        }
        if (!walk["right"].is_null()) {
            const ordered_json next =
                ask("tree/node", {{"mode", "lean"}, {"node", walk["right"]["name"]}});
            EXPECT_EQ(next["walk"]["left"]["name"], node["name"]);
            open.push_back(walk["right"]["name"]);
        }
    }
    const ordered_json tree = ask("tree", {{"mode", "lean"}});
    EXPECT_EQ(met.size(), tree["picture"]["nodes"]);  // every node can be walked to
}

TEST_F(TreeQuestions, EveryWayGoesThroughTheDominators) {
    const ordered_json solution = ask("tree/node", {{"mode", "lean"}, {"node", "S07"}});
    EXPECT_EQ(solution["ways"]["ways"], "1");
    for (const auto& through : solution["every_way"]) {
        const ordered_json node =
            ask("tree/node", {{"mode", "lean"}, {"number", through["number"]}});
        const bool told = std::ranges::any_of(node["only_through"],
                                              [](const auto& s) { return s["name"] == "S07"; });
        EXPECT_TRUE(told) << node["name"];
    }
    EXPECT_EQ(ask("tree/node", {{"node", "S07"}})["ways"]["ways"], "258819264");
}

TEST_F(TreeQuestions, FoldsAndWhatIsDeadAreLeftOut) {
    const ordered_json all = ask("tree");
    const ordered_json live = ask("tree", {{"live", true}});
    EXPECT_EQ(all["picture"]["nodes"].get<int>() - live["picture"]["nodes"].get<int>(), 27);
    const ordered_json folded = ask("tree/view", {{"fold", {"AB"}}, {"most", 5000}});
    const ordered_json hidden = ask("tree/node", {{"fold", {"AB"}}, {"node", "ABA"}});
    EXPECT_TRUE(hidden["place"].is_null());
    EXPECT_EQ(hidden["folded_below"]["name"], "AB");
    const ordered_json ab = ask("tree/node", {{"fold", {"AB"}}, {"node", "AB"}});
    EXPECT_EQ(folded["total"].get<int>() + ab["folded"].get<int>(), 295);
    EXPECT_THAT(refused("tree/view", {{"fold", {"AZZ"}}}), HasSubstr("AZZ"));
}

TEST_F(TreeQuestions, ACandidateIsFollowedToItsSolutions) {
    const ordered_json whole = ask("tree/view", {{"most", 5000}, {"follow", "r1c5=4"}});
    std::size_t holds = 0;
    for (const auto& node : whole["nodes"])
        if (node[1] == 2 && node[9] == 1) ++holds;
    const ordered_json tree = ask("tree");
    const auto with = std::ranges::count_if(tree["solutions"], [](const auto& line) {
        return line.template get<std::string>()[4] == '4';
    });
    EXPECT_EQ(holds, static_cast<std::size_t>(with));
    EXPECT_EQ(ask("tree/view", {{"most", 5000}, {"follow", "15.4"}})["nodes"], whole["nodes"]);
    EXPECT_GT(holds, 0U);
    EXPECT_LT(holds, 12U);
    for (const char* wrong : {"r1c5", "r1c5=0", "r0c5=4", "r1c5=44", "4", "=4"})
        EXPECT_THAT(refused("tree/view", {{"follow", wrong}}), HasSubstr("follow")) << wrong;
}

TEST_F(TreeQuestions, SearchKnowsNamesBeginningsAndGrids) {
    EXPECT_EQ(ask("tree/search", {{"text", "s7"}})["found"][0]["name"], "S07");
    const ordered_json begins = ask("tree/search", {{"text", "AB"}, {"limit", 5}});
    EXPECT_EQ(begins["found"][0]["name"], "AB");
    EXPECT_EQ(begins["found"].size(), 5U);
    EXPECT_GT(begins["more"], 0);
    const std::string grid = ask("tree/node", {{"node", "ABAC"}})["grid"];
    EXPECT_EQ(ask("tree/search", {{"text", grid}})["found"][0]["number"],
              ask("tree/node", {{"node", "ABAC"}})["number"]);
    EXPECT_TRUE(ask("tree/search", {{"text", "nonsense"}})["found"].empty());
    EXPECT_TRUE(ask("tree/search", {{"text", ""}})["found"].empty());
}

TEST_F(TreeQuestions, AFileHasTheWholeTree) {
    const std::string svg = ask("tree/export", {{"as", "svg"}})["text"];
    EXPECT_THAT(svg, HasSubstr("id=\"S12\""));
    const std::string sheets = ask("tree/export", {{"as", "a4"}})["text"];
    EXPECT_GT(occurrences(sheets, "</svg>\n\f"), 4U);
    EXPECT_LT(sheets.size(), 3 * svg.size());  // each sheet has its own part alone
    const std::string dot = ask("tree/export", {{"as", "dot"}, {"fold", {"AB"}}})["text"];
    EXPECT_THAT(dot, HasSubstr("\"AB\""));
    EXPECT_EQ(dot.find("\"ABA\""), std::string::npos);
    const auto json =
        ordered_json::parse(ask("tree/export", {{"as", "json"}})["text"].get<std::string>());
    EXPECT_EQ(json["nodes"].size(), 295U);
    EXPECT_THAT(ask("tree/export", {{"as", "graphml"}})["text"].get<std::string>(),
                HasSubstr("<graphml"));
    Limits small;
    small.answer_bytes = 20'000;
    Api api{small};
    const ordered_json body = {{"puzzle", p92}, {"as", "json"}};
    const Reply large = api.ask("tree/export", body.dump(), work_);
    EXPECT_EQ(large.status, 400);
    EXPECT_THAT(large.body, HasSubstr("too large"));
}

TEST_F(TreeQuestions, APartialTreeSaysSoAndIsGrownAnewWhenAskedFor) {
    const ordered_json limited = ask("tree", {{"patterns", 20}});
    EXPECT_EQ(limited["ending"], "limit reached");
    EXPECT_GT(limited["totals"]["open"], 0);
    EXPECT_TRUE(limited["proof"].is_null());

    stop_.raise();
    const ordered_json stopped = ask("tree");
    EXPECT_EQ(stopped["ending"], "interrupted");
    EXPECT_EQ(ask("tree/view")["total"], stopped["picture"]["nodes"]);
    StopFlag calm;
    work_.stop = &calm;
    EXPECT_EQ(ask("tree")["ending"], "exhausted");
    EXPECT_EQ(ask("tree/view")["total"], 295);
}

TEST_F(TreeQuestions, TheSameCluesWrittenOtherwiseAreTheSameTree) {
    ask("tree");
    const std::size_t kept = api_.cache().size();
    Record record{.puzzle = Puzzle::from_line(p92)};
    record.metadata["title"] = "P-92";
    ask("tree", {{"puzzle", write_record(record, "json")}});
    EXPECT_EQ(api_.cache().size(), kept);
}

TEST_F(TreeQuestions, ServeBoardsThatHaveNoTree) {
    std::string wrong = p92;
    wrong[0] = '9';
    const ordered_json none = ask("tree", {{"puzzle", wrong}});
    EXPECT_EQ(none["totals"]["patterns"], 0);
    const ordered_json root = ask("tree/node", {{"puzzle", wrong}});
    EXPECT_EQ(root["role"], "impossible");
    EXPECT_EQ(ask("tree/view", {{"puzzle", wrong}})["total"], 1);
    EXPECT_EQ(
        ask("tree", {{"puzzle", reference::gould}, {"rules", "sudokujm"}})["totals"]["solutions"],
        1);
    EXPECT_EQ(ask("tree/node", {{"puzzle", reference::gould}, {"rules", "sudokujm"}})["name"],
              "S01");
    EXPECT_THAT(refused("tree", {{"rules", "magic"}}), HasSubstr("rules"));
    EXPECT_THAT(refused("tree/node", {{"node", "AZZ"}}), HasSubstr("AZZ"));
    EXPECT_THAT(refused("tree/node", {{"number", 100000}}), HasSubstr("number"));
    EXPECT_EQ(reply("tree/view", {{"puzzle", std::string(256, '.')}, {"patterns", 50}}).status,
              200);
}

}  // namespace
}  // namespace clew::questions
