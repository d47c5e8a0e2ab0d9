#include <gtest/gtest.h>

#include <map>

#include "logic/audit.hpp"
#include "logic/step_json.hpp"
#include "tests/logic/random_states.hpp"

namespace clew::logic {
namespace {

std::vector<GeometryPtr> boards() {
    GeometrySpec x{.size = 9, .boxes = BoxShape{3, 3}};
    x.main_diagonal = x.anti_diagonal = true;
    GeometrySpec windoku{.size = 9, .boxes = BoxShape{3, 3}};
    windoku.windows = true;
    return {Geometry::classic(), Geometry::standard(6), Geometry::standard(7), Geometry::make(x),
            Geometry::make(windoku)};
}

TEST(Strategies, ProveEveryStepAndKeepTheSolution) {
    std::map<std::string, std::size_t> found;
    for (const GeometryPtr& geometry : boards())
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            const Sample sample = random_sample(geometry, seed);
            for (const TechniqueInfo& row : techniques()) {
                const Query query{.technique = row.technique, .max_nodes = 20'000};
                find(sample.state, query, [&](Step&& step) {
                    ++found[row.id];
                    EXPECT_TRUE(changes(step, sample.state));
                    const AuditResult proof = audit(sample.state, step);
                    EXPECT_EQ(proof.outcome, AuditOutcome::proved)
                        << proof.what << " on " << geometry->description() << " seed " << seed
                        << " " << write_step(step, *geometry);
                    for (Candidate c : step.eliminations)
                        EXPECT_NE(sample.solution[c.cell], c.digit)
                            << geometry->description() << " seed " << seed << " "
                            << write_step(step, *geometry);
                    for (Candidate c : step.placements)
                        EXPECT_EQ(sample.solution[c.cell], c.digit)
                            << geometry->description() << " seed " << seed << " "
                            << write_step(step, *geometry);
                    return Flow::go_on;
                });
            }
        }
    for (const auto& [id, count] : found) RecordProperty(id, static_cast<int>(count));
}

}  // namespace
}  // namespace clew::logic
