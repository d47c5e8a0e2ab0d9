#include "logic/strategies/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/input_error.hpp"
#include "logic/path/all_steps.hpp"
#include "logic/path/path.hpp"
#include "logic/strategies/unknown_name.hpp"
#include "tests/logic/random_states.hpp"

namespace clew::logic {
namespace {

TEST(Rules, SurviveTheirJson) {
    for (const RuleSet& set : built_in_rules())
        EXPECT_EQ(read_rules(write_rules(set), "test"), set) << set.name;
}

TEST(Rules, OfTheMethodsHaveThePublishedScores) {
    const std::pair<Technique, int> published[] = {
        {Technique::hidden_single, 4},   {Technique::pointing, 8},     {Technique::claiming, 8},
        {Technique::hidden_pair, 16},    {Technique::hidden_quad, 16}, {Technique::naked_pair, 32},
        {Technique::naked_triple, 48},   {Technique::naked_quad, 64},  {Technique::x_wing, 48},
        {Technique::franken_x_wing, 48}, {Technique::swordfish, 64},   {Technique::jellyfish, 64}};
    const RuleSet* methods = built_in_rules("methods");
    ASSERT_NE(methods, nullptr);
    for (const auto& [technique, score] : published) {
        const auto rule = std::ranges::find(methods->rules, technique, &TechniqueRule::technique);
        ASSERT_NE(rule, methods->rules.end()) << info(technique).id;
        EXPECT_EQ(rule->score, score) << info(technique).id;
    }
    EXPECT_EQ(methods->restart, Restart::first);
    EXPECT_EQ(built_in_rules("nobody's"), nullptr);
}

TEST(Rules, LookAtAllPartsOfTwelveDigitsButNotOfSixteen) {
    std::size_t seen = 0;
    for (const RuleSet& set : built_in_rules())
        for (const TechniqueRule& rule : set.rules)
            if (rule.technique == Technique::multi_sector_locked_set) {
                EXPECT_GE(rule.max_nodes, 3U << 12U) << set.name;
                EXPECT_LT(rule.max_nodes, 1U << 16U) << set.name;
                ++seen;
            }
    EXPECT_GT(seen, 0U);
}

TEST(Rules, WhatIsNoNameIsNamedWithTheNearest) {
    using std::string;
    EXPECT_EQ(no_rules("naked-pair,hiden-pair,x-wing"),
              "no technique is called 'hiden-pair'; did you mean 'hidden-pair'?");
    EXPECT_EQ(no_rules("naked-pair,zzzz"), "no technique is called 'zzzz'");
    EXPECT_EQ(no_rules("naked-pair,,x-wing"), "an empty name among the techniques");
    EXPECT_EQ(no_rules("methodes"),
              "no rule set and no technique is called 'methodes'; did you mean 'methods'?");
    // Whatever find_rules() refuses has a reason that names a part of it.
    for (const char* text : {"", ",", "x-wing,", "all,x-wing", "guess", "x-wing,guess"}) {
        EXPECT_FALSE(find_rules(text).has_value()) << text;
        EXPECT_FALSE(no_rules(text).empty()) << text;
    }
    EXPECT_EQ(no_technique("naked-piar"),
              "no technique is called 'naked-piar'; did you mean 'naked-pair'?");
}

TEST(Rules, AreFoundByNameOrAsAListOfTechniques) {
    for (const RuleSet& set : built_in_rules()) EXPECT_EQ(find_rules(set.name), set);
    RuleSet singles = find_rules("singles").value();
    EXPECT_EQ(singles.name, "singles");
    EXPECT_EQ(singles.rules, built_in_rules("template")->rules);
    const RuleSet some = find_rules("x-wing,hidden-single,naked-pair,x-wing").value();
    std::vector<Technique> order;
    for (const TechniqueRule& rule : some.rules) {
        order.push_back(rule.technique);
        EXPECT_EQ(rule.score, info(rule.technique).clew);
    }
    EXPECT_EQ(order, (std::vector<Technique>{Technique::naked_single, Technique::hidden_single,
                                             Technique::x_wing, Technique::naked_pair}));
    EXPECT_EQ(some.name, "x-wing,hidden-single,naked-pair,x-wing");
    EXPECT_EQ(read_rules(write_rules(some), "test"), some);
    for (const char* none : {"", "magic", "x-wing,", ",x-wing", "x-wing,,naked-pair", "guess",
                             "methods,x-wing", "x-wing, naked-pair", "mine.json"})
        EXPECT_EQ(find_rules(none), std::nullopt) << none;
    for (const RuleSet& set : built_in_rules())
        EXPECT_NE(known_rules().find(set.name), std::string::npos);
    EXPECT_NE(known_rules().find("singles"), std::string::npos);
}

TEST(Rules, OfPikeAreHisRoutineAlone) {
    using enum Technique;
    const RuleSet& pike = *built_in_rules("pike");
    std::vector<Technique> order;
    for (const TechniqueRule& rule : pike.rules) order.push_back(rule.technique);
    EXPECT_EQ(order, (std::vector{naked_single, hidden_single, pointing, claiming, naked_pair,
                                  hidden_pair, x_wing, naked_triple, hidden_triple, swordfish,
                                  naked_quad, hidden_quad, jellyfish}));
    for (const RuleSet& set : built_in_rules())
        EXPECT_EQ(set.work_matrix == Switch::on, set.name == "pike") << set.name;
    EXPECT_EQ(read_rules(write_rules(pike), "pike"), pike);
}

TEST(Rules, ForPeopleTakeEveryTechniqueInTheOrderOfTheirScale) {
    using enum Technique;
    const RuleSet& human = *built_in_rules("human");
    std::map<Technique, std::size_t> place;
    for (std::size_t i = 0; i < human.rules.size(); ++i) {
        place[human.rules[i].technique] = i;
        if (const int score = info(human.rules[i].technique).human; score != 0) {
            EXPECT_EQ(human.rules[i].score, score);
        }
        if (i > 0) {
            EXPECT_GE(human.rules[i].score, human.rules[i - 1].score);
        }
    }
    for (const TechniqueInfo& row : techniques())
        EXPECT_EQ(place.contains(row.technique),
                  strategy_of(row.technique) != nullptr && !only_by_name(row.technique))
            << row.id;
    // What teachers agree on.
    const std::vector<std::vector<Technique>> orders{
        {full_house,       hidden_single,   naked_single, pointing,      claiming,
         locked_pair,      naked_pair,      hidden_pair,  locked_triple, naked_triple,
         hidden_triple,    x_wing,          skyscraper,   swordfish,     xy_wing,
         finned_x_wing,    remote_pair,     x_chain,      xy_chain,      aic,
         als_xz,           grouped_aic,     als_xy_wing,  death_blossom, franken_swordfish,
         mutant_swordfish, impossible_digit},
        {naked_triple, naked_quad, hidden_quad, jellyfish},
        {simple_colouring, multi_colouring, medusa},
        {dual_two_string_kite, two_string_kite},
        {dual_empty_rectangle, empty_rectangle},
        {siamese_swordfish, finned_swordfish}};
    for (const auto& order : orders)
        for (std::size_t i = 1; i < order.size(); ++i)
            EXPECT_LT(place[order[i - 1]], place[order[i]])
                << info(order[i - 1]).id << " before " << info(order[i]).id;
    // The chains before all franken and mutant fish, the assumptions last.
    for (const TechniqueInfo& row : techniques()) {
        if (row.family == Family::chains && row.human != 0) {
            EXPECT_LT(place[row.technique], place[franken_x_wing]) << row.id;
        }
        if (row.family == Family::assumption) {
            EXPECT_GT(place[row.technique], place[finned_mutant_jellyfish]) << row.id;
        }
    }
}

TEST(Rules, ForPeopleTellABoxCheaperThanALine) {
    std::map<bool, std::set<int>> scores;  // by whether the house is a box
    Random random{20261122};
    for (int i = 0; i < 10; ++i) {
        const Puzzle puzzle = unique_puzzle(Geometry::classic(), random, 81);
        const Path path = walk(State{puzzle}, {.rules = built_in_rules("human")});
        for (const Entry& entry : path.entries)
            if (entry.step.technique == Technique::hidden_single)
                scores[puzzle.geometry().info(entry.step.cites.at(0).constraint.house).role ==
                       HouseRole::box]
                    .insert(entry.step.score);
    }
    EXPECT_EQ(scores[true], (std::set<int>{10}));
    EXPECT_EQ(scores[false], (std::set<int>{12}));
    const RuleSet mine = read_rules(
        R"({"name": "mine", "rules": [{"technique": "hidden-single", "score": 3, "line_score": 5}]})",
        "mine");
    EXPECT_EQ(mine.rules.at(0).line_score, 5);
    EXPECT_EQ(read_rules(write_rules(mine), "mine"), mine);
    EXPECT_THROW(read_rules(R"({"rules": [{"technique": "naked-pair", "line_score": 5}]})", "mine"),
                 InputError);
}

TEST(Rules, OfTheSiteLookAlongLinesFirst) {
    const auto order = [](const RuleSet& set) {
        return std::ranges::find(set.rules, Technique::hidden_single, &TechniqueRule::technique)
            ->houses;
    };
    for (const RuleSet& set : built_in_rules())
        EXPECT_EQ(order(set) == HouseOrder::lines_first,
                  set.name == "methods" || set.name == "pike")
            << set.name;
    const RuleSet& methods = *built_in_rules("methods");
    EXPECT_EQ(read_rules(write_rules(methods), "methods"), methods);
}

TEST(Rules, OfTheUserAreRead) {
    const RuleSet set = read_rules(R"({"name": "mine", "scale": "methods", "restart": "stay",
        "guess": "first", "rules": ["hidden-single", {"technique": "naked-set", "score": 90,
        "max_size": 6}, {"technique": "impossible-digit", "closure": "singles", "on": false}]})",
                                   "mine.json");
    EXPECT_EQ(set.name, "mine");
    EXPECT_EQ(set.restart, Restart::stay);
    EXPECT_EQ(set.guess, Guess::first);
    ASSERT_EQ(set.rules.size(), 3U);
    EXPECT_EQ(set.rules[0].score, 4);
    EXPECT_EQ(set.rules[1].score, 90);
    EXPECT_EQ(set.rules[1].max_size, 6U);
    EXPECT_EQ(set.rules[2].is, Switch::off);
    EXPECT_EQ(set.rules[2].closure, ClosureRules::singles);
}

TEST(Rules, ThatAreBadAreRefusedWithTheirPlace) {
    const std::pair<const char*, const char*> cases[] = {
        {"{\"rules\": [", "not JSON"},
        {R"({"rules": [99e999]})", "too large"},
        {"[]", "no list of rules"},
        {R"({"rules": []})", "no rule is on"},
        {R"({"rules": ["naked-pear"]})", "naked-pear"},
        {R"({"rules": ["guess"]})", "guess"},
        {R"({"rules": ["naked-pair", "naked-pair"]})", "twice"},
        {R"({"rules": [{"score": 3}]})", "without 'technique'"},
        {R"({"rules": [{"technique": "naked-pair", "score": -1}]})", "score"},
        {R"({"rules": [{"technique": "naked-pair", "max_size": 9999}]})", "max_size"},
        {R"({"rules": [{"technique": "naked-pair", "colour": 1}]})", "colour"},
        {R"({"rules": [{"technique": "naked-pair", "on": 1}]})", "on"},
        {R"({"rules": [{"technique": "impossible-digit", "closure": "all"}]})", "closure"},
        {R"({"rules": [7]})", "neither"},
        {R"({"rules": ["naked-pair"], "restart": "never"})", "restart"},
        {R"({"rules": ["naked-pair"], "reset": "never"})", "reset"},
        {R"({"rules": [{"technique": "naked-pair", "on": false}]})", "no rule is on"}};
    for (const auto& [text, what] : cases) {
        try {
            read_rules(text, "bad.json");
            ADD_FAILURE() << "accepted: " << text;
        } catch (const InputError& error) {
            EXPECT_EQ(error.place().source, "bad.json");
            EXPECT_NE(std::string{error.what()}.find(what), std::string::npos)
                << error.what() << " for " << text;
        }
    }
    try {
        read_rules("{\"rules\":\n  [nope]}", "bad.json");
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_EQ(error.place().line, 2U);
        EXPECT_EQ(error.place().column, 5U);
    }
}

TEST(Strategies, AreFoundByTheirTechniques) {
    for (const TechniqueInfo& row : techniques()) {
        EXPECT_EQ(parse_technique(row.id), row.technique);
        EXPECT_EQ(strategy_of(row.technique) == nullptr,
                  row.family == Family::guess || row.family == Family::proof);
    }
    EXPECT_EQ(parse_technique("naked"), std::nullopt);
    EXPECT_EQ(parse_technique(""), std::nullopt);
    EXPECT_EQ(parse_technique("s"), std::nullopt);
    const Strategy& living_template = all_strategies().back();
    EXPECT_STREQ(living_template.name, "template");
    EXPECT_TRUE(living_template.finds.empty());
    const State state = random_sample(Geometry::classic(), 1).state;
    EXPECT_EQ(living_template.search(
                  state, {}, [](Step&&) -> Flow { throw std::logic_error("found something"); }),
              Ending::exhausted);
}

// A name that two techniques had would find one of them.
TEST(Techniques, AreKnownByTheNamesOfOthers) {
    std::map<std::string, Technique> names;
    for (const TechniqueInfo& row : techniques()) names.emplace(row.id, row.technique);
    ASSERT_EQ(names.size(), techniques().size());
    for (const TechniqueInfo& row : techniques())
        for (std::string_view alias : aliases_of(row.technique)) {
            EXPECT_TRUE(names.emplace(alias, row.technique).second) << row.id << " " << alias;
            EXPECT_EQ(parse_technique(alias), row.technique) << alias;
            EXPECT_FALSE(alias.ends_with('s') &&
                         names.contains(std::string{alias.substr(0, alias.size() - 1)}))
                << alias;
        }
    using enum Technique;
    const std::pair<const char*, Technique> known[] = {{"last digit", full_house},
                                                       {"Locked Candidates Type 1", pointing},
                                                       {"Pointing Pairs", pointing},
                                                       {"box_line_reduction", claiming},
                                                       {"Y-Wing", xy_wing},
                                                       {"Naked Pairs", naked_pair},
                                                       {"Simple Colors", simple_colouring},
                                                       {"two-sector-disjoint-subsets", sue_de_coq},
                                                       {"X-Cycles", nice_loop},
                                                       {"Nishio", impossible_digit},
                                                       {"n-cell-subset", counted_set},
                                                       {"distributed-disjoint-subset", counted_set},
                                                       {"Squirmbag", large_fish}};
    for (const auto& [name, technique] : known) EXPECT_EQ(parse_technique(name), technique) << name;
    EXPECT_EQ(find_rules("y-wing,remote-pairs")->rules, find_rules("xy-wing,remote-pair")->rules);
}

TEST(AllSteps, SayThatTheyWereInterrupted) {
    const State state = random_sample(Geometry::classic(), 1).state;
    const RuleSet& all = *built_in_rules("all");
    StopFlag stop;
    const AllSteps whole = all_steps(state, all, {}, &stop);
    EXPECT_EQ(whole.ending, Ending::exhausted);
    ASSERT_FALSE(whole.groups.empty());
    stop.raise();
    const AllSteps none = all_steps(state, all, {}, &stop);
    EXPECT_EQ(none.ending, Ending::interrupted);
    EXPECT_TRUE(none.groups.empty());
}

TEST(AllSteps, AreGroupedWithoutRepeatsSimplestFirst) {
    const RuleSet& all = *built_in_rules("all");
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const State state = random_sample(Geometry::classic(), seed).state;
        const AllSteps steps = all_steps(state, all);
        std::set<std::pair<std::vector<Candidate>, std::vector<Candidate>>> conclusions;
        std::size_t count = 0;
        for (std::size_t g = 0; g < steps.groups.size(); ++g) {
            const StepGroup& group = steps.groups[g];
            ASSERT_FALSE(group.steps.empty());
            const Step& first = group.steps.front();
            EXPECT_TRUE(conclusions.insert({first.placements, first.eliminations}).second);
            for (std::size_t i = 0; i < group.steps.size(); ++i) {
                EXPECT_EQ(group.steps[i].eliminations, first.eliminations);
                EXPECT_EQ(group.steps[i].placements, first.placements);
                if (i > 0) {
                    EXPECT_TRUE(simpler(group.steps[i - 1], group.steps[i]));
                }
            }
            if (g > 0) {
                EXPECT_TRUE(simpler(steps.groups[g - 1].steps.front(), first));
            }
            count += group.steps.size();
        }
        // The filters part the list: every step has a technique, and each cell sees its own.
        std::size_t by_technique = 0;
        for (const TechniqueInfo& row : techniques()) {
            if (only_by_name(row.technique)) continue;  // found when asked for, but not in the set
            for (const StepGroup& g : all_steps(state, all, {.technique = row.technique}).groups)
                by_technique += g.steps.size();
        }
        EXPECT_EQ(by_technique, count) << "seed " << seed;
        const Cell cell = state.open().empty() ? Cell{0} : state.open().first();
        for (const StepGroup& g : all_steps(state, all, {.cell = cell}).groups)
            for (const Step& step : g.steps) {
                const auto here = [&](Candidate c) { return c.cell == cell; };
                EXPECT_TRUE(std::ranges::any_of(step.placements, here) ||
                            std::ranges::any_of(step.eliminations, here));
            }
    }
}

TEST(AllSteps, SearchATechniqueThatTheRulesLack) {
    State state{Puzzle{Geometry::standard(4)}};
    for (std::size_t d = 1; d < 4; ++d) state.eliminate({Cell{0}, Digit{d}});
    const AllSteps steps = all_steps(state, read_rules(R"({"rules": ["hidden-pair"]})", "test"),
                                     {.technique = Technique::naked_single});
    ASSERT_EQ(steps.groups.size(), 1U);
    EXPECT_EQ(steps.groups[0].steps[0].score, info(Technique::naked_single).clew);
}

}  // namespace
}  // namespace clew::logic
