// A filled box is a pair of balanced maps, digit to row and digit to column. The row maps of a
// band's boxes are tied to one another, and the column maps of a stack's boxes. Fix the column maps
// of all nine boxes: the bands are then independent, and band i can be filled in N_i[t1, t2, t3]
// ways, a number that depends on its own three column maps alone. So
//
//     count = sum over arrangements T1, T2, T3 of the three stacks of
//             N_1[T1.1, T2.1, T3.1] * N_2[T1.2, T2.2, T3.2] * N_3[T1.3, T2.3, T3.3].
//
// A stack without clues has 1680 * 56 = 94 080 arrangements and each clue leaves about a third of
// them. band_table.cpp says how the N_i are counted, plan.cpp how symmetry thins the sum and how
// its three stacks are chosen, triple_sum.cpp and lane_sum.cpp how it is added up.
//
// Compare [FelgenhauerJarvis2005], who sum over the first band's classes instead: fine for the
// blank grid alone, whose symmetry makes 44 classes; any clue breaks it.

#include "encode/exact/band_stack.hpp"

#include <span>
#include <vector>

#include "encode/base/contract.hpp"
#include "encode/exact/plan.hpp"
#include "encode/exact/triple_sum.hpp"

namespace clew::exact {

bool supports(const Puzzle& puzzle) { return puzzle.is_plain_classic(); }

Report128 count(const Puzzle& puzzle, const CountOptions& options) {
    refuse_rules(puzzle, "the exact counter");
    CLEW_REQUIRE(supports(puzzle), "exact::count: not a classic board");
    CLEW_REQUIRE(options.threads >= 1, "exact::count: no threads");
    CLEW_REQUIRE(options.shard.index < options.shard.of, "exact::count: no such shard");
    const InstructionSet instructions = options.instructions.value_or(best_instructions());
    CLEW_REQUIRE(has_instructions(instructions), "exact::count: the processor lacks these");

    const Outlook outlook{puzzle};
    const Plan plan = options.crosswise ? outlook.crosswise() : outlook.best();
    if (plan.terms == 0) return {.explored = 1};
    const std::vector<Arrangement> all = outlook.outer_list(plan);
    const std::size_t begin = all.size() * options.shard.index / options.shard.of;
    const std::size_t end = all.size() * (options.shard.index + 1) / options.shard.of;
    const std::span<const Arrangement> outer{all.data() + begin, end - begin};

    const TripleSum sum{outlook, plan, instructions};
    const TripleSum::Outcome outcome =
        sum.run(outer, {.budget = options.budget, .threads = options.threads});
    Report128 result{.ending = outcome.ending, .nodes = outcome.terms};
    result.explored = result.exact() ? 1 : 0;
    for (std::size_t i = 0; i < outer.size(); ++i)
        result.solutions += outcome.sums[i] * outer[i].weight;
    return result;
}

Prediction predict(const Puzzle& puzzle) {
    refuse_rules(puzzle, "the exact counter");
    CLEW_REQUIRE(supports(puzzle), "exact::predict: not a classic board");
    const Outlook outlook{puzzle};
    return {outlook.best().terms, outlook.best().work};
}

double predicted_terms(const Puzzle& puzzle) { return predict(puzzle).terms; }

}  // namespace clew::exact
