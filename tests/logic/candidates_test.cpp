#include "logic/candidates.hpp"

#include <gtest/gtest.h>

#include "core/base/contract.hpp"
#include "core/base/random.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::logic {
namespace {

using reference::p92;

TEST(State, StartsFromGivensWithThePublishedFreedom) {  // J. Paris (2006): 150
    const State state{Puzzle::from_line(p92)};
    EXPECT_EQ(state.open_count(), 81U - 24U);
    EXPECT_EQ(state.candidate_count() - state.open_count(), 150U);
    EXPECT_FALSE(state.contradiction());
    state.check_invariants();
}

TEST(State, KeepsItsViewsInStepOnEveryBoard) {
    GeometrySpec spec{.size = 9, .boxes = BoxShape{3, 3}};
    spec.main_diagonal = spec.anti_diagonal = spec.windows = true;
    for (const GeometryPtr& geometry :
         {Geometry::classic(), Geometry::standard(4), Geometry::standard(6), Geometry::standard(7),
          Geometry::standard(16), Geometry::standard(25), Geometry::make(spec)}) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            Random random{seed};
            State state{Puzzle{geometry}};
            for (int i = 0; i < 200 && !state.contradiction(); ++i) {
                const Candidate c = geometry->candidate(random.below(geometry->candidate_count()));
                if (!state.has(c)) continue;
                if (random.below(8) == 0 && !state.placed(c.cell))
                    state.place(c);
                else if (!state.placed(c.cell))
                    state.eliminate(c);
            }
            ASSERT_NO_THROW(state.check_invariants()) << geometry->description() << " " << seed;
        }
    }
}

TEST(State, HonoursPencilMarksAndProgress) {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.set_marks(Cell{0}, DigitSet::all(2));
    PlayerMarks progress;
    progress.placed.resize(16);
    progress.removed.resize(16);
    progress.removed[0] = DigitSet{Digit{0}};
    progress.placed[5] = Digit{2};
    const State state{puzzle, progress};
    EXPECT_EQ(state.candidates(Cell{0}), DigitSet{Digit{1}});
    EXPECT_FALSE(state.placed(Cell{0}));
    EXPECT_EQ(state.value(Cell{5}), Digit{2});
    EXPECT_FALSE(state.has({Cell{4}, Digit{2}}));
    state.check_invariants();
}

TEST(State, NoticesWhatRanOut) {
    Puzzle clash{Geometry::classic()};
    clash.set_given(Cell{0}, Digit{0});
    clash.set_given(Cell{1}, Digit{0});
    const State state{clash};
    ASSERT_TRUE(state.contradiction());
    EXPECT_EQ(state.contradiction()->kind, Contradiction::Kind::cell_empty);

    State homeless{Puzzle{Geometry::standard(4)}};
    for (std::size_t i = 0; i < 4; ++i) homeless.eliminate({Cell{i}, Digit{3}});
    ASSERT_TRUE(homeless.contradiction());
    EXPECT_EQ(homeless.contradiction()->kind, Contradiction::Kind::digit_homeless);
    EXPECT_EQ(homeless.contradiction()->house, House{0});
    EXPECT_EQ(homeless.contradiction()->digit, Digit{3});
}

TEST(State, RefusesToPlaceWhatIsNotACandidate) {
    State state{Puzzle::from_line(p92)};
    EXPECT_THROW(state.place({Cell{0}, Digit{8}}), ContractViolation);  // r1c3 is a 9
    EXPECT_THROW(state.place({Cell{2}, Digit{8}}), ContractViolation);  // placed already
}

}  // namespace
}  // namespace clew::logic
