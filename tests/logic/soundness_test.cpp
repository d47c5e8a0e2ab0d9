#include <gtest/gtest.h>

#include <map>

#include "logic/auditor/audit.hpp"
#include "logic/path/step_json.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/support/step_text.hpp"

namespace clew::logic {
namespace {

std::vector<GeometryPtr> boards() {
    GeometrySpec x{.size = 9, .boxes = BoxShape{3, 3}};
    x.main_diagonal = x.anti_diagonal = true;
    GeometrySpec windoku{.size = 9, .boxes = BoxShape{3, 3}};
    windoku.windows = true;
    const GeometrySpec small{.size = 8, .rows = 6, .columns = 6, .boxes = BoxShape{2, 3}};
    const GeometrySpec oblong{.size = 8, .rows = 6, .columns = 8, .boxes = BoxShape{2, 4}};
    return {Geometry::classic(),   Geometry::standard(6),   Geometry::standard(7),
            Geometry::make(x),     Geometry::make(windoku), Geometry::make(small),
            Geometry::make(oblong)};
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
    // A finder that finds nothing is sound, and worth nothing: nearly all must have been at work.
    std::size_t findable = 0;
    std::string idle;
    for (const TechniqueInfo& row : techniques()) {
        // Nothing is known of the samples' uniqueness: see uniqueness_test.cpp.
        if (row.family == Family::uniqueness) {
            EXPECT_FALSE(found.contains(row.id)) << row.id;
        }
        if (strategy_of(row.technique) == nullptr || row.family == Family::uniqueness) continue;
        ++findable;
        if (!found.contains(row.id)) idle += std::string(" ") + row.id;
    }
    EXPECT_GE(10 * found.size(), 9 * findable) << "nothing found by:" << idle;
    for (const char* id : {"naked-single", "hidden-single", "pointing", "claiming", "naked-pair",
                           "hidden-pair", "x-wing", "xy-wing", "impossible-digit"})
        EXPECT_GT(found[id], 10U) << id;
}

}  // namespace
}  // namespace clew::logic
