#include "core/board/rule.hpp"

#include <algorithm>

#include "core/base/input_error.hpp"
#include "core/board/puzzle.hpp"

namespace clew::inline board {
namespace {

struct Names {
    const char* one = "rule of an unknown kind";
    const char* many = "rules of an unknown kind";
};

Names names_of(RuleKind kind) {
    switch (kind) {
        case RuleKind::different:
            return {"set of different digits", "sets of different digits"};
        case RuleKind::relation:
            return {"relation", "relations"};
        case RuleKind::sum:
            return {"sum", "sums"};
        case RuleKind::automaton:
            return {"automaton", "automata"};
        case RuleKind::killer_cage:
            return {"killer cage", "killer cages"};
        case RuleKind::thermometer:
            return {"thermometer", "thermometers"};
        case RuleKind::arrow:
            return {"arrow", "arrows"};
        case RuleKind::sandwich:
            return {"sandwich sum", "sandwich sums"};
        case RuleKind::non_consecutive:
            return {"non-consecutive rule", "non-consecutive digits"};
    }
    return {};
}

}  // namespace

const char* to_string(RuleKind kind) { return names_of(kind).one; }
const char* plural(RuleKind kind) { return names_of(kind).many; }

void refuse_rules(const Puzzle& puzzle, const std::string& who) {
    if (puzzle.rules().empty()) return;
    std::vector<RuleKind> kinds;
    for (const Rule& rule : puzzle.rules())
        if (std::ranges::find(kinds, rule.kind) == kinds.end()) kinds.push_back(rule.kind);
    std::string names;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        names += (i == 0                  ? ""
                  : i + 1 == kinds.size() ? " and "
                                          : ", ") +
                 std::string(plural(kinds[i]));
    throw InputError({}, who + " does not know " + names,
                     "a puzzle of houses, givens and pencil marks; count, solve, verify, "
                     "enumerate, explain, why, hint, steps, lab, tree, repair, unavoidable, "
                     "minimal, generate and the scales needs and paris of rate know more");
}

}  // namespace clew::inline board
