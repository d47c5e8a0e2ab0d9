#include "solve/exact/band_table.hpp"

#include <gtest/gtest.h>

namespace clew::exact {
namespace {

// 9! * 56 * 6^6 fillings of a band: each class of an empty box is six column maps.
TEST(BandTable, CountsTheFillingsOfAnEmptyBand) {
    BoxOptions open{};
    open.fill(0x1ff);
    const Box box{open};
    ASSERT_EQ(box.class_count(), 280U);
    const BoxFillings fillings{box};
    for (const InstructionSet set : instruction_sets_here()) {
        std::vector<std::uint16_t> classes;
        for (std::uint16_t c = 0; c < 280; c = static_cast<std::uint16_t>(c + 56))
            classes.push_back(c);
        BandTable table{fillings, fillings, fillings, classes, set};
        BandTable::Scratch scratch;
        for (std::size_t slot = 0; slot < table.slot_count(); ++slot) {
            table.build(slot, scratch);
            std::uint64_t sum = 0;
            unsigned largest = 0;
            for (std::size_t t2 = 0; t2 < 280; ++t2)
                for (std::size_t t3 = 0; t3 < 280; ++t3) {
                    sum += table.row(slot, t2)[t3];
                    largest = std::max<unsigned>(largest, table.row(slot, t2)[t3]);
                }
            EXPECT_EQ(sum * 36 * 1680, 948'109'639'680U);
            EXPECT_EQ(largest, 1728U);
            for (std::size_t t3 = 0; t3 < 280; ++t3)
                EXPECT_EQ(table.row(slot, table.zero_row())[t3], 0U);
        }
    }
}

}  // namespace
}  // namespace clew::exact
