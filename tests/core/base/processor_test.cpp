// One test a set: what the tests of the engines pass over on this processor stands in the list of
// skipped tests.

#include "core/base/processor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace clew {
namespace {

class Instructions : public testing::TestWithParam<InstructionSet> {};

TEST_P(Instructions, AreTestedHere) {
    const std::vector<InstructionSet> here = instruction_sets_here();
    const bool listed = std::ranges::find(here, GetParam()) != here.end();
    ASSERT_EQ(listed, has_instructions(GetParam()));
    if (!listed)
        GTEST_SKIP() << "no test ran with " << to_string(GetParam())
                     << ": this processor lacks the instructions";
    EXPECT_LE(GetParam(), best_instructions());
}

INSTANTIATE_TEST_SUITE_P(OfThisProcessor, Instructions, testing::ValuesIn(instruction_sets),
                         [](const auto& set) { return std::string(to_string(set.param)); });

TEST(InstructionSets, EachHasThoseBefore) {
    const std::vector<InstructionSet> here = instruction_sets_here();
    ASSERT_FALSE(here.empty());
    EXPECT_TRUE(std::equal(here.begin(), here.end(), instruction_sets.begin()));
    EXPECT_EQ(best_instructions(), here.back());
}

TEST(InstructionSets, HaveNamesOfTheirOwn) {
    std::set<std::string> names;
    for (const InstructionSet set : instruction_sets) names.insert(to_string(set));
    EXPECT_EQ(names.size(), instruction_sets.size());
}

}  // namespace
}  // namespace clew
