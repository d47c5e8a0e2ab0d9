#include "solve/cross_check.hpp"

#include <string>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/enum_name.hpp"
#include "core/base/input_error.hpp"

namespace clew {

const char* to_string(Agreement agreement) {
    return enum_name(agreement, {"agree", "disagree", "undecided"});
}

Agreement compare(const CountResult& first, const CountResult& second) {
    if (first.exact() && second.exact())
        return first.solutions == second.solutions ? Agreement::agree : Agreement::disagree;
    // An early answer is a lower bound: it may not exceed an exact one.
    if (first.exact() && second.solutions > first.solutions) return Agreement::disagree;
    if (second.exact() && first.solutions > second.solutions) return Agreement::disagree;
    if (first.ending == Ending::limit_reached && second.ending == Ending::limit_reached &&
        first.solutions == second.solutions)
        return Agreement::agree;
    return Agreement::undecided;
}

namespace {

/// Who counts in place of an engine that is to confirm. Cubes share no search with the searches.
Engine other_than(Engine engine, const Puzzle& puzzle) {
    for (Engine other : {Engine::cubes, Engine::search, Engine::exact})
        if (other != engine && is_built(other) && can_count(other, puzzle) &&
            !(engine == Engine::sat && other == Engine::cubes))
            return other;
    throw InputError({},
                     "no engine of this build but '" + std::string(to_string(engine)) +
                         "' can count this puzzle",
                     "another engine to compare with");
}

}  // namespace

CountResult confirm(const Puzzle& puzzle, const SolveOptions& options, const CountResult& first,
                    Engine second) {
    CLEW_REQUIRE(second != Engine::automatic, "confirm: name the second engine");
    SolveOptions again = options;
    again.engine = second;
    if (first.engine == second) {
        if (counts_without_listing(second))
            again.crosswise = !first.crosswise;
        else
            again.engine = other_than(second, puzzle);
    }
    return count(puzzle, again);
}

CrossCheck cross_check(const Puzzle& puzzle, const SolveOptions& options, Engine second) {
    CrossCheck check;
    check.first = count(puzzle, options);
    check.second = confirm(puzzle, options, check.first, second);
    if (check.second.engine != second) std::swap(check.first, check.second);
    check.agreement = compare(check.first, check.second);
    return check;
}

}  // namespace clew
