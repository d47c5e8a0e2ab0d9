#include "encode/solve/cross_check.hpp"

#include "encode/base/contract.hpp"

namespace clew {

const char* to_string(Agreement agreement) {
    switch (agreement) {
        case Agreement::agree:
            return "agree";
        case Agreement::disagree:
            return "disagree";
        case Agreement::undecided:
            return "undecided";
    }
    return "";
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

CrossCheck cross_check(const Puzzle& puzzle, const SolveOptions& options, Engine second) {
    CLEW_REQUIRE(second != Engine::automatic, "cross_check: name the second engine");
    CrossCheck check;
    check.first = count(puzzle, options);
    SolveOptions again = options;
    if (check.first.engine == second) {
        again.engine = second == Engine::search ? Engine::cubes : Engine::search;
        check.second = check.first;
        check.first = count(puzzle, again);
    } else {
        again.engine = second;
        check.second = count(puzzle, again);
    }
    check.agreement = compare(check.first, check.second);
    return check;
}

}  // namespace clew
