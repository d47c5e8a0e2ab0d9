// Certificates by the library: written, read back, refused.
#include "explain/certificate/certify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "core/base/contract.hpp"
#include "core/base/file_error.hpp"
#include "core/base/input_error.hpp"
#include "core/base/stopped.hpp"
#include "logic/candidates.hpp"
#include "logic/path/path.hpp"
#include "logic/tree/decision_tree.hpp"
#include "proof/folder/check.hpp"
#include "solve/solve.hpp"

namespace clew::explain {
namespace {

class CertifyTest : public testing::Test {
  protected:
    CertifyTest() {
        std::string pattern = (std::filesystem::temp_directory_path() / "clew.XXXXXX").string();
        root_ = mkdtemp(pattern.data());
    }
    ~CertifyTest() override { std::filesystem::remove_all(root_); }

    std::string folder(const std::string& name) const { return (root_ / name).string(); }
    std::size_t left() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(root_), {}));
    }
    const Puzzle puzzle_ = Puzzle::from_line(
        "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..");

  private:
    std::filesystem::path root_;
};

TEST_F(CertifyTest, EveryFormatShowsTheCountThatAnEngineFinds) {
    const std::string expected = count(puzzle_).solutions.to_string();
    for (const auto format :
         {CertificateFormat::automatic, CertificateFormat::veripb, CertificateFormat::cpog,
          CertificateFormat::drat, CertificateFormat::lrat}) {
        const std::string name = folder(std::to_string(static_cast<int>(format)));
        std::uint64_t reached = 0;
        const Certified made =
            certify(puzzle_, name,
                    {.format = format, .on_progress = [&](CertifyUnit unit, std::uint64_t done) {
                         if (unit == CertifyUnit::solutions) {
                             EXPECT_EQ(done, reached + 1);
                         }
                         reached = done;
                     }});
        ASSERT_EQ(made.outcome, CertifyOutcome::written) << made.why;
        EXPECT_EQ(made.claim.count, expected);
        EXPECT_EQ(made.proof_bytes,
                  std::filesystem::file_size(name + "/" + proof::proof_file(made.claim.proof)));
        if (format != CertificateFormat::cpog) {
            EXPECT_EQ(std::to_string(reached), expected);
        }
        const proof::CheckedFolder found = proof::check_folder(name);
        EXPECT_TRUE(found.verdict.accepted) << proof::reason_of(found.verdict);
        EXPECT_EQ(found.verdict.count, expected);
    }
}

// 18 clues and 12^7 solutions, which no list holds: seven parts of nine cells, some of them tied.
TEST_F(CertifyTest, ACountThatNoListHoldsGetsAGraph) {
    const Puzzle puzzle = Puzzle::from_line(
        ".........456.........123............564.........231............645.........312...");
    const Certified made = certify(puzzle, folder("many"));
    ASSERT_EQ(made.outcome, CertifyOutcome::written) << made.why;
    EXPECT_EQ(made.claim.proof, "cpog");
    EXPECT_EQ(made.claim.count, count(puzzle).solutions.to_string());
    EXPECT_LT(made.proof_bytes, 1'000'000U);
    const proof::CheckedFolder found = proof::check_folder(folder("many"));
    EXPECT_TRUE(found.verdict.accepted) << proof::reason_of(found.verdict);
    EXPECT_EQ(found.verdict.count, "35831808");
}

// Automatic: a list, a graph, a list that is longer, nothing; as its means allow.
TEST_F(CertifyTest, AutomaticTakesWhatIsWithinItsMeans) {
    const std::string all = count(puzzle_).solutions.to_string();
    struct Case {
        CertifyOptions::Means means;
        std::string proof;
    };
    for (const Case& c : {Case{{12, 0, 0}, "veripb"}, Case{{11, 1000, 0}, "cpog"},
                          Case{{11, 3, 12}, "veripb"}, Case{{11, 3, 11}, ""}}) {
        const std::string name = folder("means");
        const Certified made = certify(puzzle_, name, {.means = c.means});
        if (c.proof.empty()) {
            EXPECT_EQ(made.outcome, CertifyOutcome::too_large);
            EXPECT_THAT(made.why, testing::HasSubstr("more than 11 solutions"));
            EXPECT_EQ(left(), 0u);
            continue;
        }
        ASSERT_EQ(made.outcome, CertifyOutcome::written) << made.why;
        EXPECT_EQ(made.claim.proof, c.proof);
        const proof::CheckedFolder found = proof::check_folder(name);
        EXPECT_TRUE(found.verdict.accepted) << proof::reason_of(found.verdict);
        EXPECT_EQ(found.verdict.count, all);
        std::filesystem::remove_all(name);
    }
}

TEST_F(CertifyTest, AStoppedRunLeavesNothing) {
    StopFlag stop;
    stop.raise();
    for (const auto format :
         {CertificateFormat::automatic, CertificateFormat::cpog, CertificateFormat::lrat}) {
        const Certified made =
            certify(puzzle_, folder("stopped"), {.format = format, .stop = &stop});
        EXPECT_EQ(made.outcome, CertifyOutcome::stopped);
        EXPECT_FALSE(made.why.empty());
        EXPECT_EQ(left(), 0u);
    }
}

TEST_F(CertifyTest, ACheckThatIsStoppedSaysNothing) {
    ASSERT_EQ(certify(puzzle_, folder("one")).outcome, CertifyOutcome::written);
    StopFlag stop;
    stop.raise();
    const proof::CheckedFolder found = proof::check_folder(folder("one"), &stop);
    EXPECT_TRUE(found.verdict.stopped);
    EXPECT_FALSE(found.verdict.accepted);
    EXPECT_THROW(proof::read_claim(folder("one"), &stop), Stopped);
}

TEST_F(CertifyTest, AFolderThatHoldsSomethingIsAFaultOfFiles) {
    ASSERT_EQ(certify(puzzle_, folder("once")).outcome, CertifyOutcome::written);
    EXPECT_THROW(certify(puzzle_, folder("once")), FileError);
    EXPECT_THROW(certify(puzzle_, folder("no/such/place")), FileError);
    EXPECT_THROW(proof::check_folder(folder("nowhere")), FileError);
    EXPECT_EQ(left(), 1u);
}

TEST_F(CertifyTest, TreeAndStepsAreCertifiedAndRead) {
    const logic::DecisionTree tree = logic::DecisionTree::grow(puzzle_, {});
    const Certified grown = certify_tree(tree, folder("tree"));
    ASSERT_EQ(grown.outcome, CertifyOutcome::written) << grown.why;
    EXPECT_EQ(grown.claim.count, std::to_string(tree.totals().solutions));
    EXPECT_TRUE(proof::check_folder(folder("tree")).verdict.accepted);

    for (const auto format : {CertificateFormat::lrat, CertificateFormat::veripb}) {
        const std::string name = folder("tree" + std::to_string(static_cast<int>(format)));
        ASSERT_EQ(certify_tree(tree, name, {.format = format}).outcome, CertifyOutcome::written);
        const proof::CheckedFolder found = proof::check_folder(name);
        EXPECT_TRUE(found.verdict.accepted) << proof::reason_of(found.verdict);
        EXPECT_TRUE(found.claim.tree);
        std::filesystem::remove_all(name);
    }
    EXPECT_THROW(certify_tree(tree, folder("graph"), {.format = CertificateFormat::cpog}),
                 ContractViolation);

    const logic::Path path = logic::walk(logic::State{puzzle_}, {});
    const Certified walked = certify_steps(puzzle_, path.entries, folder("walk"));
    ASSERT_EQ(walked.outcome, CertifyOutcome::written) << walked.why;
    EXPECT_GT(walked.steps, 0u);
    const proof::CheckedFolder found = proof::check_folder(folder("walk"));
    EXPECT_TRUE(found.verdict.accepted) << proof::reason_of(found.verdict);
    EXPECT_EQ(found.claim.about, "steps");
    EXPECT_EQ(certify_steps(puzzle_, {}, folder("none")).outcome, CertifyOutcome::nothing);
    EXPECT_EQ(left(), 2u);
}

// A step whose citations do not suffice is not certified, true as it is.
TEST_F(CertifyTest, AStepFollowsFromWhatItCites) {
    const logic::Path path = logic::walk(logic::State{puzzle_}, {});
    std::size_t tried = 0;
    for (std::size_t i = 0; i < path.entries.size() && tried < 12; ++i) {
        const logic::Entry& entry = path.entries[i];
        if (entry.kind != logic::Entry::Kind::deduction || entry.step.cites.empty()) continue;
        ++tried;
        std::vector<logic::Entry> entries(
            path.entries.begin(), path.entries.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        entries.back().step.cites.clear();
        entries.back().step.deadly.clear();
        const Certified made = certify_steps(puzzle_, entries, folder("less"));
        EXPECT_EQ(made.outcome, CertifyOutcome::disagree);
        EXPECT_THAT(made.why, testing::HasSubstr("does not follow from what it cites"));
        EXPECT_EQ(left(), 0u);
    }
    EXPECT_EQ(tried, 12u);
}

// The clue in column 2 makes the column's sum strike 1 from r1c2, where the row's sum allows it.
TEST_F(CertifyTest, RulesThatCrossAreCheckedEachByItsOwn) {
    Puzzle puzzle{Geometry::standard(4)};
    const auto line = [](std::size_t first, std::size_t by) {
        std::vector<Cell> cells;
        for (std::size_t i = 0; i < 4; ++i) cells.emplace_back(first + i * by);
        return cells;
    };
    puzzle.set_given(Cell{13}, Digit{3});
    puzzle.add_rule({RuleKind::sandwich, line(0, 1), {2}});
    puzzle.add_rule({RuleKind::sandwich, line(1, 4), {0}});
    const std::string expected = count(puzzle).solutions.to_string();
    EXPECT_NE(expected, "0");
    ASSERT_EQ(certify(puzzle, folder("rules")).outcome, CertifyOutcome::written);
    const proof::CheckedFolder found = proof::check_folder(folder("rules"));
    EXPECT_TRUE(found.verdict.accepted) << proof::reason_of(found.verdict);
    EXPECT_EQ(found.verdict.count, expected);
}

TEST_F(CertifyTest, WhatWasTouchedIsRefused) {
    ASSERT_EQ(certify(puzzle_, folder("touched")).outcome, CertifyOutcome::written);
    std::ofstream(folder("touched") + "/proof.pbp", std::ios::app) << "\n";
    EXPECT_THROW(proof::check_folder(folder("touched")), InputError);
}

}  // namespace
}  // namespace clew::explain
