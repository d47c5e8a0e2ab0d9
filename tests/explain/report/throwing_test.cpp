// Functions of the caller that throw, in the modules of explain and those of logic beside the
// rules.

#include <gtest/gtest.h>

#include <stdlib.h>

#include <filesystem>

#include "explain/certificate/certify.hpp"
#include "explain/report/minimal.hpp"
#include "explain/report/steps.hpp"
#include "explain/report/unavoidable.hpp"
#include "explain/report/walk.hpp"
#include "explain/report/why.hpp"
#include "explain/walkthrough.hpp"
#include "logic/difficulty/needed.hpp"
#include "logic/lab/lab.hpp"
#include "logic/mus/smallest.hpp"
#include "logic/rating/explainer.hpp"
#include "logic/tree/decision_tree.hpp"
#include "logic/tree/tree_shard.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/support/throwing.hpp"

namespace clew::report {
namespace {

namespace fs = std::filesystem;

const Puzzle p92 = Puzzle::from_line(reference::p92);
const Puzzle gould = Puzzle::from_line(reference::gould);
const Puzzle contradictory = Puzzle::from_line(reference::contradictory);
/// P-92 after one clue of its row 8 is gone: ten times as many patterns.
const Puzzle wider = Puzzle::from_line(
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7..5...1.....2..");

TEST(Throwing, WhileItIsTold) {
    std::vector<ThrowingCase> cases;
    cases.push_back({"why, followed", [](const Called& called) {
                         why(logic::State{gould}, {.cell = Cell{0}}, {}, logic::Price::constraints,
                             calling(called));
                     }});
    cases.push_back({"why, open", [](const Called& called) {
                         why(logic::State{p92}, {.cell = Cell{3}}, {}, logic::Price::constraints,
                             calling(called));
                     }});
    cases.push_back({"hint", [](const Called& called) {
                         next_hint(logic::State{p92}, *logic::built_in_rules("methods"),
                                   Reach::smallest, nullptr, calling(called));
                     }});
    cases.push_back({"steps", [](const Called& called) {
                         every_step(logic::State{p92}, *logic::built_in_rules("methods"), {},
                                    Reach::smallest, nullptr, calling(called));
                     }});
    cases.push_back({"deadly sets", [](const Called& called) {
                         bool thrown = false;
                         const Called once = [&] {
                             if (!thrown) called();
                         };
                         DeadlySetFinder finder{{.max_size = 8, .on_progress = calling(once)}};
                         try {
                             finder.find(gould);
                         } catch (const Thrown&) {
                             thrown = true;
                             EXPECT_EQ(finder.find(p92).outcome, DeadlySets::Outcome::found);
                             throw;
                         }
                     }});
    for (const MinimalMode wanted : {MinimalMode::redundant, MinimalMode::one, MinimalMode::all})
        cases.push_back({"reduction", [=](const Called& called) {
                             reduce(gould,
                                    {.wanted = wanted, .limit = 5, .on_progress = calling(called)});
                         }});
    for (const std::string thrower : {"start", "entry", "proof"})
        for (const Tidy tidy : {Tidy::no, Tidy::yes})
            cases.push_back({"walk, " + thrower, [=](const Called& called) {
                                 const auto when = [&called, thrower](const char* name) {
                                     if (thrower == name) called();
                                 };
                                 Record record;
                                 record.puzzle = p92;
                                 walk(record,
                                      {.rules = *logic::built_in_rules("methods"),
                                       .tidy = tidy,
                                       .on_start = [=](auto&&...) { when("start"); },
                                       .on_entry = [=](const logic::Entry&) { when("entry"); },
                                       .on_proof = [=] { when("proof"); }});
                             }});
    const logic::State start{gould};
    const logic::Path path = logic::walk(start);
    cases.push_back({"visit", [&](const Called& called) {
                         explain::visit(start, path.entries, calling(called));
                     }});
    expect_thrown_through(cases);
}

TEST(Throwing, WhileArgumentsAreLookedFor) {
    std::vector<ThrowingCase> cases;
    for (const Puzzle* puzzle : {&p92, &contradictory}) {
        cases.push_back({"smallest steps", [=](const Called& called) {
                             const logic::State state{*puzzle};
                             bool thrown = false;
                             logic::MusFinder explainer{state, {.on_progress = [&](auto&&) {
                                                            if (!thrown) called();
                                                        }}};
                             try {
                                 explainer.next(state);
                             } catch (const Thrown&) {
                                 thrown = true;
                                 EXPECT_TRUE(explainer.next(state).step);
                                 throw;
                             }
                         }});
    }
    cases.push_back({"walk on", [=](const Called& called) {
                         logic::PathOptions options;
                         options.rules = logic::built_in_rules("template");
                         options.max_steps = 20;
                         logic::walk_on(logic::State{p92}, options, {.on_proof = calling(called)});
                     }});
    cases.push_back({"needed steps", [](const Called& called) {
                         logic::needed_steps(logic::State{p92}, {.on_step = calling(called)});
                     }});
    cases.push_back({"rating", [](const Called& called) {
                         rating::Explainer explainer;
                         try {
                             explainer.rate(gould, {.on_step = calling(called)});
                         } catch (const Thrown&) {
                             EXPECT_EQ(explainer.rate(gould).ending, rating::SeEnding::solved);
                             throw;
                         }
                     }});
    cases.push_back({"lab", [](const Called& called) {
                         const logic::Lab lab{{logic::State{p92}, logic::State{gould}},
                                              [&](std::size_t count, const auto& work) {
                                                  for (std::size_t i = 0; i < count; ++i) {
                                                      called();
                                                      work(i);
                                                  }
                                              }};
                         lab.run(*logic::built_in_rules("template"));
                     }});
    expect_thrown_through(cases);
}

TEST(Throwing, WhileTreesGrow) {
    std::vector<ThrowingCase> cases;
    for (const auto mode : {logic::TreeMode::paris, logic::TreeMode::alternates}) {
        logic::TreeOptions options;
        options.mode = mode;
        const std::string name = to_string(mode);
        cases.push_back({"tree, " + name, [=](const Called& called) {
                             logic::TreeOptions told = options;
                             told.on_progress = calling(called);
                             logic::DecisionTree::grow(wider, told);
                         }});
        const auto tasks = logic::plan_tree(wider, options, 2);
        cases.push_back({"part of a tree, " + name, [=](const Called& called) {
                             logic::walk_part(tasks[0], {.on_progress = calling(called)});
                         }});
    }
    expect_thrown_through(cases);
}

TEST(Throwing, WhileCertificatesAreWritten) {
    std::string pattern = (fs::temp_directory_path() / "clew.XXXXXX").string();
    const fs::path root = mkdtemp(pattern.data());
    const auto writing = [&](auto&& write) {
        return [&root, write](const Called& called) {
            const std::string folder = (root / "cert").string();
            try {
                write(folder, calling(called));
            } catch (const Thrown&) {
                EXPECT_TRUE(fs::is_empty(root)) << "something is left behind";
                throw;
            }
            EXPECT_TRUE(fs::exists(folder));
            fs::remove_all(folder);
        };
    };
    std::vector<ThrowingCase> cases;
    for (const auto format :
         {explain::CertificateFormat::automatic, explain::CertificateFormat::veripb,
          explain::CertificateFormat::drat, explain::CertificateFormat::lrat})
        cases.push_back({"list " + std::to_string(static_cast<int>(format)),
                         writing([=](const std::string& folder, auto&& told) {
                             explain::certify(p92, folder, {.format = format, .on_progress = told});
                         })});
    Puzzle large{Geometry::standard(6)};
    for (std::size_t i = 0; i < 6; ++i) large.set_given(Cell{i}, Digit{i});
    cases.push_back({"graph", writing([=](const std::string& folder, auto&& told) {
                         explain::certify(
                             large, folder,
                             {.format = explain::CertificateFormat::cpog, .on_progress = told});
                     })});
    const auto tree = logic::DecisionTree::grow(p92, {});
    cases.push_back({"tree", writing([&](const std::string& folder, auto&& told) {
                         explain::certify_tree(tree, folder, {.on_progress = told});
                     })});
    expect_thrown_through(cases);
    fs::remove_all(root);
}

}  // namespace
}  // namespace clew::report
