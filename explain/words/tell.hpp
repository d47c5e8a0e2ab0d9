#pragma once
// Tellers: the sentences of an argument, one function a shape. Private to explain; narrate.hpp
// chooses among them and adds what follows.
//
//     const Tale tale{state, step, words};
//     tell_fish(tale)        // "In rows 2 and 5, every 7 lies in columns 1 and 4, so ..."
//
// Each requires a step of its own techniques and of this state, and returns whole sentences. The
// shapes are told in tell_fish.cpp (one digit), tell_counted.cpp (wings and counted cells),
// tell_sets.cpp (crossings, petals), tell_patterns.cpp (many houses, fixed patterns),
// tell_colours.cpp and chain.cpp.

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "explain/words/argument.hpp"
#include "explain/words/words.hpp"
#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::explain::inline words {

/// What every teller has at hand.
struct Tale {
    const logic::State& state;
    const logic::Step& step;
    const Words& words;
};

/// Fish of any shape and size, with or without fins.
std::string tell_fish(const Tale& tale);
/// Skyscraper, two-string kite, turbot fish and empty rectangle: two strong links and what joins
/// them, in that order.
std::string tell_two_links(const Tale& tale);
/// XY-, XYZ-, WXYZ-wings, bent sets, Sue de Coqs and counted sets: by the pivot where each of its
/// digits makes a cell the same, otherwise by counting.
std::string tell_counted(const Tale& tale);
std::string tell_w_wing(const Tale& tale);
/// Almost locked pairs and triples.
std::string tell_almost_locked(const Tale& tale);
std::string tell_common_peers(const Tale& tale);
std::string tell_blossom(const Tale& tale);
/// An argument with a list in it.
struct Listed {
    std::string opening;
    std::vector<Line> lines{};  ///< lines_followed at most
    std::string upshot{};
};
/// Multi-sector locked sets and SK loops.
Listed tell_sectors(const Tale& tale);
Listed tell_tridagon(const Tale& tale);
std::string tell_fireworks(const Tale& tale);
std::string tell_aligned(const Tale& tale);
std::string tell_exocet(const Tale& tale);
/// Simple and multiple colouring, 3D Medusa.
Listed tell_colouring(const Tale& tale);

// ---- what the tellers share ---------------------------------------------------------------------

/// "5", "5s".
std::string symbol(Digit digit);
std::string plural(const Words& words, Digit digit);
template <class T>
void add_once(std::vector<T>& items, const T& item) {
    if (std::ranges::find(items, item) == items.end()) items.push_back(item);
}
/// The cells of some candidates, ascending, each once; the same in the candidates' order.
std::vector<Cell> cells_of(std::span<const Candidate> candidates);
std::vector<Cell> cells_in_order(std::span<const Candidate> candidates);
DigitSet digits_of(std::span<const Candidate> candidates);
/// The groups that play a role, in the step's order.
std::vector<const logic::Group*> groups_of(const logic::Step& step, logic::Role role);
/// Their candidates, one group after the other.
std::vector<Candidate> candidates_in(const logic::Step& step, logic::Role role);
/// The houses that bind the groups of a role, ascending, each once.
std::vector<House> houses_of(const logic::Step& step, logic::Role role);
/// Part of a rule of the puzzle, and the rule.
const rules::RulePart& part_of(const logic::State& state, const logic::Constraint& rule);
const Rule& rule_of(const logic::State& state, const rules::RulePart& part);
/// What is known with that.
void take(logic::State& now, Candidate candidate, logic::Truth truth);
/// "r1c1 (25)".
std::string cell_with_digits(const Tale& tale, Cell cell);
/// "r1c1 is 5", or "5 is in r1c1 or r1c2". Requires cells.
std::string is_in(const Words& words, Digit digit, std::span<const Cell> cells);
/// "r1c1 sees both", "r1c1 and r1c2 see all three": so many seen.
std::string cells_see(const Words& words, std::span<const Cell> cells, std::size_t seen);
/// The same of the cells of the eliminations.
std::string losers_see(const Tale& tale, std::size_t seen);

}  // namespace clew::explain::inline words
