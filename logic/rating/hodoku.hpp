#pragma once
// HoDoKu-like scores: a sum over the steps of a walk, and a level.
//
//     Path path = logic::walk(State{puzzle}, {.rules = &hodoku_rules()});
//     hodoku_level(path)                HodokuLevel::hard
//     path.score                        1304
//
// The prices, the order and the levels are those that HoDoKu comes with [Hobiger2008]; the steps
// are those that Clew's strategies find. What HoDoKu does not know is priced as the nearest that it
// does, or not looked for (docs/rating.md has both lists).

#include <cstdint>
#include <optional>
#include <span>

#include "logic/path/path.hpp"
#include "logic/strategies/rules.hpp"

namespace clew::rating {

enum class HodokuLevel : std::uint8_t { easy, medium, hard, unfair, extreme };
/// "easy", "medium", "hard", "unfair", "extreme".
const char* to_string(HodokuLevel level);

/// The highest score that is no more than that level; none of the last.
std::optional<int> most_of(HodokuLevel level);

/// A technique's price and the level that it alone asks for.
struct HodokuPrice {
    logic::Technique technique;
    HodokuLevel level;
    int score;
};
/// In the order in which the techniques are tried.
std::span<const HodokuPrice> hodoku_prices();

/// The techniques in HoDoKu's order, at its prices; no guessing.
const logic::RuleSet& hodoku_rules();

/// The level of the hardest technique, or the one that the score is too high for.
HodokuLevel hodoku_level(const logic::Path& path);

}  // namespace clew::rating
