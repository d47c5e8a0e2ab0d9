// Clew's own order for people against the two published scales that it starts from.

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

#include "logic/rating/hodoku.hpp"
#include "logic/rating/scale.hpp"
#include "logic/technique.hpp"

namespace clew::rating {
namespace {

using logic::Technique;

// What both call by one name.
const std::map<Technique, SeTechnique> shared{
    {Technique::full_house, SeTechnique::last_value},
    {Technique::hidden_single, SeTechnique::hidden_single_line},
    {Technique::naked_single, SeTechnique::naked_single},
    {Technique::pointing, SeTechnique::pointing},
    {Technique::claiming, SeTechnique::claiming},
    {Technique::naked_pair, SeTechnique::naked_pair},
    {Technique::x_wing, SeTechnique::x_wing},
    {Technique::hidden_pair, SeTechnique::hidden_pair},
    {Technique::naked_triple, SeTechnique::naked_triplet},
    {Technique::swordfish, SeTechnique::swordfish},
    {Technique::hidden_triple, SeTechnique::hidden_triplet},
    {Technique::xy_wing, SeTechnique::xy_wing},
    {Technique::xyz_wing, SeTechnique::xyz_wing},
    {Technique::unique_rectangle_1, SeTechnique::unique_rectangle_1},
    {Technique::unique_rectangle_2, SeTechnique::unique_rectangle_2},
    {Technique::unique_rectangle_3, SeTechnique::unique_rectangle_3},
    {Technique::unique_rectangle_4, SeTechnique::unique_rectangle_4},
    {Technique::naked_quad, SeTechnique::naked_quad},
    {Technique::jellyfish, SeTechnique::jellyfish},
    {Technique::hidden_quad, SeTechnique::hidden_quad},
    {Technique::bug_1, SeTechnique::bug_1},
    {Technique::x_chain, SeTechnique::forcing_x_chain},
    {Technique::xy_chain, SeTechnique::forcing_chain},
    {Technique::cell_forcing_chain, SeTechnique::multiple_chains},
    {Technique::cell_forcing_net, SeTechnique::dynamic_chains},
};

int hodoku(Technique technique) {
    for (const HodokuPrice& price : hodoku_prices())
        if (price.technique == technique) return price.score;
    ADD_FAILURE() << logic::info(technique).id << " has no price";
    return 0;
}

TEST(Published, WhereBothScalesAgreeTheOrderForPeopleDoes) {
    std::size_t agreed = 0;
    for (const auto& [a, se_a] : shared)
        for (const auto& [b, se_b] : shared) {
            if (info(se_a).tenths >= info(se_b).tenths || hodoku(a) >= hodoku(b)) continue;
            ++agreed;
            EXPECT_LT(logic::info(a).human, logic::info(b).human)
                << logic::info(a).id << " before " << logic::info(b).id;
        }
    EXPECT_GT(agreed, 150U);
}

// Where they do not agree the smaller proof goes first, but for these pairs: sets in a house before
// what lies in several, as HoDoKu has it, and what holds on any puzzle before what rests on
// uniqueness, as Sudoku Explainer has it.
TEST(Published, WhereTheyDifferTheSmallerProofGoesFirstButForThese) {
    using enum Technique;
    std::set<std::pair<Technique, Technique>> on_purpose{
        {naked_triple, x_wing}, {hidden_triple, x_wing}, {naked_quad, xyz_wing}};
    for (Technique any : {swordfish, xy_wing})
        for (Technique unique : {unique_rectangle_1, unique_rectangle_2, unique_rectangle_3,
                                 unique_rectangle_4, bug_1})
            on_purpose.emplace(any, unique);
    std::size_t differ = 0;
    std::set<std::pair<Technique, Technique>> found;
    for (const auto& [a, se_a] : shared)
        for (const auto& [b, se_b] : shared) {
            if (info(se_a).tenths >= info(se_b).tenths || hodoku(a) <= hodoku(b)) continue;
            ++differ;
            const bool a_first = logic::info(a).human < logic::info(b).human;
            const Technique first = a_first ? a : b;
            const Technique later = a_first ? b : a;
            if (logic::info(first).clew > logic::info(later).clew) found.emplace(first, later);
        }
    EXPECT_EQ(found, on_purpose);
    EXPECT_GT(differ, 20U);
}

}  // namespace
}  // namespace clew::rating
