// The fold against every filling of a band, made one by one.

#include "solve/exact/row_fold.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <map>

#include "core/board/notation.hpp"
#include "tests/solve/exact/random_puzzle.hpp"

namespace clew::exact {
namespace {

/// The digits of a band, [row * 9 + column].
using Filling = std::array<std::size_t, 27>;

/// Every filling of three rows of options in which rows and boxes hold each digit once.
void fillings(const std::array<std::uint16_t, 27>& options,
              const std::function<void(const Filling&)>& use) {
    Filling filling{};
    std::array<unsigned, 3> rows{}, boxes{};
    const std::function<void(std::size_t)> fill = [&](std::size_t at) {
        if (at == 27) return use(filling);
        unsigned& row = rows[at / 9];
        unsigned& box = boxes[at % 9 / 3];
        for (unsigned open = options[at] & ~row & ~box; open != 0; open &= open - 1) {
            const unsigned bit = open & -open;
            filling[at] = static_cast<std::size_t>(std::countr_zero(bit));
            row |= bit;
            box |= bit;
            fill(at + 1);
            row &= ~bit;
            box &= ~bit;
        }
    };
    fill(0);
}

/// Which column of the box each digit has.
MapId column_map(const Filling& filling, std::size_t box) {
    Maps::Values values{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t x = 0; x < 3; ++x)
            values[filling[row * 9 + box * 3 + x]] = static_cast<std::uint8_t>(x);
    return Maps::get().find(values);
}

/// Marks of which the first two columns of each stack are the same, so that maps share classes.
Puzzle twins(Random& random) {
    Puzzle puzzle = random_marks(random, 8);
    for (std::size_t row = 0; row < 9; ++row)
        for (std::size_t column = 0; column < 9; column += 3) {
            const Cell a{row * 9 + column}, b{row * 9 + column + 1};
            const DigitSet both = puzzle.options(a) | puzzle.options(b);
            puzzle.set_marks(a, both);
            puzzle.set_marks(b, both);
        }
    return puzzle;
}

TEST(RowFold, GivesEachFillingOfTheBandToItsCandidates) {
    const std::uint64_t seed = 81;
    Random random{seed};
    std::size_t folded = 0;
    std::size_t shared_classes = 0;
    for (int round = 0; round < 40 && folded < 8; ++round) {
        const Puzzle puzzle = round % 2 == 0 ? random_puzzle(random, 30) : twins(random);
        const Outlook outlook{puzzle};
        if (outlook.best().terms == 0) continue;
        const Plan plan = round % 2 == 0 ? outlook.best() : Plan{};  // twins are columns as given
        const PlanBoxes boxes{outlook, plan};
        for (std::size_t band = 0; band < 3; ++band) {
            std::array<std::uint16_t, 27> options{};
            for (std::size_t k = 0; k < 27; ++k)
                options[k] = static_cast<std::uint16_t>(
                    puzzle.options(Cell{Outlook::cell(plan, band * 3 + k / 9, k % 9)}).bits());
            std::vector<Filling> all;
            fillings(options, [&](const Filling& f) {
                if (all.size() <= 50'000) all.push_back(f);
            });
            if (all.empty() || all.size() > 50'000) continue;

            std::array<std::vector<MapId>, 3> met;
            for (const Filling& f : all)
                for (std::size_t box = 0; box < 3; ++box) met[box].push_back(column_map(f, box));
            const std::array<MapList, 3> lists{MapList{boxes.box(band, LoopRole::outer), met[0]},
                                               MapList{boxes.box(band, LoopRole::inner), met[1]},
                                               MapList{boxes.box(band, LoopRole::lanes), met[2]}};
            // Random numbers of solutions for the column maps that occur together.
            std::map<std::array<std::uint32_t, 3>, std::uint64_t> solutions;
            CandidateSums expected{};
            for (const Filling& f : all) {
                const std::array<std::uint32_t, 3> maps{lists[0].index_of(column_map(f, 0)),
                                                        lists[1].index_of(column_map(f, 1)),
                                                        lists[2].index_of(column_map(f, 2))};
                const std::uint64_t n =
                    solutions.try_emplace(maps, random.below(1'000'000)).first->second;
                for (std::size_t k = 0; k < 27; ++k) expected[band * 9 * 3 + k][f[k]] += 5 * n;
            }

            constexpr std::array<std::uint8_t, 1> identity{0};
            for (const InstructionSet set : instruction_sets_here()) {
                RowFold fold{boxes, band, lists, identity, set};
                for (std::size_t z_class = 0; z_class < lists[2].class_count(); ++z_class) {
                    RowFold::Sums sums;
                    fold.start(sums, z_class);
                    shared_classes += fold.maps_in(z_class) > 1 ? 1 : 0;
                    for (const auto& [maps, n] : solutions) {
                        const auto& [x, y, z] = maps;
                        if (lists[2].class_of(z) != z_class) continue;
                        const std::size_t x_class = lists[0].class_of(x);
                        const std::size_t y_class = lists[1].class_of(y);
                        sums.by_x[x * fold.x_stride() + y_class] += n;
                        sums.by_y[x_class * fold.y_stride() + y] += n;
                        if (fold.maps_in(z_class) > 1)
                            sums.by_z[(z - lists[2].begin_of(z_class)) * fold.z_stride() +
                                      x_class * fold.x_stride() + y_class] += n;
                    }
                    fold.take(sums);
                }
                CandidateSums found{};
                fold.deliver(5, found);
                ASSERT_EQ(found, expected) << to_line(puzzle) << ", band " << band << ", seed "
                                           << seed << ", " << to_string(set);
            }
            ++folded;
        }
    }
    EXPECT_GE(folded, 8U) << "seed " << seed;
    EXPECT_GT(shared_classes, 0U) << "seed " << seed;
}

}  // namespace
}  // namespace clew::exact
