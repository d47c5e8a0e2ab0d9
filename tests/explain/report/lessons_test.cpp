#include "explain/words/lessons.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/base/language.hpp"
#include "core/formats/formats.hpp"
#include "explain/report/question.hpp"
#include "explain/report/steps.hpp"
#include "explain/report/walk.hpp"
#include "logic/strategies/rules.hpp"
#include "logic/strategies/strategy.hpp"

namespace clew::explain {
namespace {

using logic::Technique;

/// Whether a text stands in the catalogue.
bool is_translated(std::string_view text) {
    return std::ranges::find(translations(), text, &Translation::english) != translations().end();
}

TEST(Lessons, AreThereForEachTechniqueAndShowItAtOnce) {
    for (const logic::TechniqueInfo& t : logic::techniques()) {
        EXPECT_TRUE(is_translated(t.name)) << t.name;
        if (logic::strategy_of(t.technique) == nullptr) continue;
        SCOPED_TRACE(t.id);
        const Lesson* lesson = lesson_of(t.technique);
        ASSERT_NE(lesson, nullptr);
        EXPECT_TRUE(lesson->ask.ends_with('?'));
        EXPECT_TRUE(lesson->follows.ends_with('.'));
        EXPECT_LE(std::ranges::count(lesson->ask, ' '), 40);
        EXPECT_TRUE(is_translated(lesson->ask)) << lesson->ask;
        EXPECT_TRUE(is_translated(lesson->follows)) << lesson->follows;
        std::istringstream in{std::string{lesson->board}};
        PuzzleReader reader{in, "lesson", {}};
        const Record record = reader.next().value();
        const logic::RuleSet& rules = *logic::built_in_rules("human");
        logic::StepFilter filter;
        filter.technique = t.technique;
        const logic::State state =
            report::start_of(record, rules, report::AskUniqueness::prove, nullptr, t.technique);
        const auto found =
            report::every_step(state, rules, filter, report::Reach::techniques, nullptr);
        EXPECT_FALSE(found.groups.empty());
    }
    EXPECT_EQ(lesson_of(Technique::guess), nullptr);
}

TEST(Lessons, RolesOfALegendAreTranslated) {
    for (auto role = static_cast<int>(logic::Role::base);
         role <= static_cast<int>(logic::Role::conflict); ++role)
        EXPECT_TRUE(is_translated(to_string(static_cast<logic::Role>(role))));
}

}  // namespace
}  // namespace clew::explain
