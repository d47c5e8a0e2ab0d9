// Clause sinks that throw while rules write what they mean.

#include <gtest/gtest.h>

#include "core/rules/parts.hpp"
#include "core/rules/registry.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/support/throwing.hpp"

namespace clew::rules {
namespace {

class CallingSink final : public ClauseSink {
  public:
    explicit CallingSink(const Called& called) : called_(called) {}
    Literal literal(Candidate) override { return tell(); }
    Literal fresh() override { return tell(); }

  private:
    void keep(std::span<const Literal>) override { tell(); }
    Literal tell() {
        called_();
        return ++last_;
    }
    const Called& called_;
    Literal last_ = 0;
};

TEST(Throwing, WhileRulesWriteClauses) {
    Random random{1};
    const GeometryPtr board = Geometry::standard(6);
    const std::vector<DigitSet> domains(board->cell_count(), DigitSet::all(6));
    std::vector<ThrowingCase> cases;
    for (int i = 0; i < 40; ++i) {
        Puzzle puzzle{board};
        puzzle.add_rule(reference::random_rule(random, *board, std::nullopt));
        const RulePartsPtr parts = parts_of(puzzle);
        for (const RulePart& part : parts->all()) {
            if (part.cells().empty()) continue;
            bool says_anything = false;
            const Called note = [&] { says_anything = true; };
            CallingSink silent{note};
            part.clauses(domains, silent);
            if (!says_anything) continue;
            cases.push_back({part.words(), [=, &part](const Called& called) {
                                 CallingSink sink{called};
                                 (void)parts;
                                 part.clauses(domains, sink);
                             }});
            break;
        }
    }
    EXPECT_GT(cases.size(), 20U);
    expect_thrown_through(cases);
}

}  // namespace
}  // namespace clew::rules
