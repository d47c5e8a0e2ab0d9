#include "explain/words/tell.hpp"

#include "core/base/sorted.hpp"
#include "core/board/notation.hpp"

namespace clew::explain::inline words {

using logic::Constraint;
using logic::Group;
using logic::Role;
using logic::Step;

std::string symbol(Digit digit) { return std::string(1, digit_symbol(digit)); }
std::string plural(const Words& words, Digit digit) { return words.say("{}s", symbol(digit)); }

std::vector<Cell> cells_of(std::span<const Candidate> candidates) {
    std::vector<Cell> cells;
    for (Candidate c : candidates) cells.push_back(c.cell);
    sort_unique(cells);
    return cells;
}

std::vector<Cell> cells_in_order(std::span<const Candidate> candidates) {
    std::vector<Cell> cells;
    for (Candidate c : candidates) add_once(cells, c.cell);
    return cells;
}

DigitSet digits_of(std::span<const Candidate> candidates) {
    DigitSet digits;
    for (Candidate c : candidates) digits.insert(c.digit);
    return digits;
}

std::vector<const Group*> groups_of(const Step& step, Role role) {
    std::vector<const Group*> groups;
    for (const Group& group : step.groups)
        if (group.role == role) groups.push_back(&group);
    return groups;
}

std::vector<Candidate> candidates_in(const Step& step, Role role) {
    std::vector<Candidate> all;
    for (const Group* group : groups_of(step, role))
        all.insert(all.end(), group->candidates.begin(), group->candidates.end());
    return all;
}

std::vector<House> houses_of(const Step& step, Role role) {
    std::vector<House> houses;
    for (const Group* group : groups_of(step, role))
        if (group->in && group->in->kind == Constraint::Kind::house)
            houses.push_back(group->in->house);
    sort_unique(houses);
    return houses;
}

const rules::RulePart& part_of(const logic::State& state, const Constraint& rule) {
    return state.rule_parts()->all()[rule.rule];
}

const Rule& rule_of(const logic::State& state, const rules::RulePart& part) {
    return state.rule_parts()->rules()[part.rule()];
}

void take(logic::State& now, Candidate candidate, logic::Truth truth) {
    if (truth == logic::Truth::fails)
        now.eliminate(candidate);
    else if (now.has(candidate) && !now.placed(candidate.cell))
        now.place(candidate);
}

std::string cell_with_digits(const Tale& tale, Cell cell) {
    return tale.words.cell(cell) + " (" + to_string(tale.state.candidates(cell)) + ")";
}

std::string is_in(const Words& words, Digit digit, std::span<const Cell> cells) {
    return cells.size() == 1 ? words.say("{} is {}", words.cell(cells.front()), symbol(digit))
                             : words.say("{} is in {}", symbol(digit), words.cells(cells, "or"));
}

std::string cells_see(const Words& words, std::span<const Cell> cells, std::size_t seen) {
    const std::string what = seen == 1   ? words.say("it")
                             : seen == 2 ? words.say("both")
                                         : words.say("all {}", words.count_word(seen));
    return words.say_of(cells.size(), "{} sees {}", "{} see {}", words.cells(cells), what);
}

std::string losers_see(const Tale& tale, std::size_t seen) {
    return cells_see(tale.words, cells_of(tale.step.eliminations), seen);
}

}  // namespace clew::explain::inline words
