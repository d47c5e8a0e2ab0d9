
#include "tests/logic/strategies/fish_definition.hpp"
#include "tests/support/find_first.hpp"

namespace clew::logic {
namespace {

std::vector<Technique> of_size(std::size_t size) {
    std::vector<Technique> list;
    if (size == 2)
        list = {Technique::skyscraper, Technique::two_string_kite, Technique::turbot_fish,
                Technique::empty_rectangle};
    for (Technique first : {Technique::finned_x_wing, Technique::sashimi_x_wing,
                            Technique::franken_x_wing, Technique::finned_franken_x_wing,
                            Technique::mutant_x_wing, Technique::finned_mutant_x_wing})
        list.push_back(static_cast<Technique>(static_cast<std::size_t>(first) + size - 2));
    return list;
}

void compare(std::size_t size, const std::vector<BoardStates>& shares) {
    std::map<Technique, std::size_t> seen;
    on_random_states(shares, [&](const State& state, const std::string& where) {
        const Findings defined = define_fish(state, size);
        for (Technique t : of_size(size))
            seen[t] += expect_same(state, {.technique = t}, defined, where);
    });
    expect_all_seen(of_size(size), seen);
}

// So many states of the 4x4 board, of the 5x5 jigsaw, of each of the three 6x6 ones, of the 9x9.
std::vector<BoardStates> shares(std::uint64_t four, std::uint64_t five, std::uint64_t six,
                                std::uint64_t nine) {
    std::vector<BoardStates> list = every_board(six, nine);
    for (BoardStates& share : list)
        if (share.board->size() < 6) share.states = share.board->size() == 4 ? four : five;
    GeometrySpec knights{.size = 6, .boxes = BoxShape{2, 3}};
    knights.extras = {{"a", {Cell{0}, Cell{13}}},
                      {"b", {Cell{13}, Cell{26}}},
                      {"c", {Cell{9}, Cell{22}}},
                      {"d", {Cell{22}, Cell{33}}}};
    list.push_back({Geometry::make(knights), six});
    return list;
}

TEST(CoverSets, FindExactlyTheFishOfTwoHouses) { compare(2, shares(600, 600, 600, 400)); }

TEST(CoverSets, FindExactlyTheFishOfThreeHouses) { compare(3, shares(1000, 1000, 500, 10)); }

TEST(CoverSets, FindExactlyTheFishOfFourHouses) { compare(4, shares(1300, 900, 40, 0)); }

// Lines alone: five bases of eighteen houses and five covers of the rest are too many to try.
TEST(CoverSets, FindExactlyTheLargeFinnedFish) {
    constexpr Technique searched[] = {Technique::finned_large_fish};
    std::map<Technique, std::size_t> seen;
    const std::vector<BoardStates> shares{{Geometry::standard(6), 1'000},
                                          {Geometry::standard(7), 1'000},
                                          {Geometry::standard(8), 60}};
    on_random_states(shares, [&](const State& state, const std::string& where) {
        const Findings defined = define_fish(state, 5, Among::lines);
        seen[searched[0]] +=
            expect_same(state, {.technique = searched[0], .max_size = 5}, defined, where);
    });
    expect_all_seen(searched, seen);
}

TEST(CoverSets, SayNothingWhereNothingFollows) {
    const State blank{Puzzle{Geometry::classic()}};
    for (std::size_t size : {2U, 3U, 4U})
        for (Technique t : of_size(size))
            EXPECT_FALSE(find_first(blank, {.technique = t})) << info(t).id;
}

}  // namespace
}  // namespace clew::logic
