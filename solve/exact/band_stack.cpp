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

#include "solve/exact/band_stack.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "core/base/contract.hpp"
#include "solve/exact/plan.hpp"
#include "solve/exact/triple_sum.hpp"

namespace clew::exact {

namespace {

OuterTerm term_of(const Plan& plan, const Arrangement& arrangement, const U128& solutions) {
    OuterTerm term{.digits = {}, .weight = arrangement.weight, .solutions = solutions};
    for (std::size_t band = 0; band < 3; ++band)
        for (std::size_t line = 0; line < 3; ++line)
            term.digits[plan.bands[band]][line] = Maps::get().part(arrangement.map[band], line);
    return term;
}

}  // namespace

bool supports(const Puzzle& puzzle) { return puzzle.is_plain_classic(); }

Report128 count(const Puzzle& puzzle, const CountOptions& options) {
    refuse_rules(puzzle, "the exact counter");
    CLEW_REQUIRE(supports(puzzle), "exact::count: not a classic board");
    CLEW_REQUIRE(options.threads >= 1, "exact::count: no threads");
    CLEW_REQUIRE(options.shard.index < options.shard.of, "exact::count: no such shard");
    const InstructionSet instructions = options.instructions.value_or(best_instructions());
    CLEW_REQUIRE(has_instructions(instructions), "exact::count: the processor lacks these");
    CLEW_REQUIRE(!options.on_outer || !options.crosswise, "exact::count: another outer part");

    const Outlook outlook{puzzle};
    const Plan plan = options.crosswise ? outlook.crosswise() : outlook.best();
    if (plan.terms == 0 && !options.on_outer) return {.explored = 1};
    const std::vector<Arrangement> all = outlook.outer_list(plan);
    const std::size_t begin = all.size() * options.shard.index / options.shard.of;
    const std::size_t end = all.size() * (options.shard.index + 1) / options.shard.of;
    const std::span<const Arrangement> outer{all.data() + begin, end - begin};

    const TripleSum sum{outlook, plan, instructions};
    TripleSum::Options how{.budget = options.budget, .threads = options.threads};
    if (options.on_outer) {
        // Told while the sum goes on. 113 838 494 963 solutions of 2 040 arrangements take 0.12 s
        // in rounds of 512, 0.07 s in one.
        constexpr std::size_t least = 512, rounds = 32;
        how.together = std::max(least, outer.size() / rounds);
        how.on_sums = [&](std::size_t from, std::span<const U128> sums) {
            for (std::size_t i = 0; i < sums.size(); ++i)
                options.on_outer(term_of(plan, outer[from + i], sums[i]));
            if (options.on_progress)
                options.on_progress(static_cast<double>(from + sums.size()) /
                                    static_cast<double>(outer.size()));
        };
    }
    const TripleSum::Outcome outcome = sum.run(outer, how);
    Report128 result{.ending = outcome.ending, .nodes = outcome.terms};
    result.explored = result.exact() ? 1 : 0;
    for (std::size_t i = 0; i < outer.size(); ++i)
        result.solutions += outcome.sums[i] * outer[i].weight;
    return result;
}

Outer outer_part(const Puzzle& puzzle) {
    refuse_rules(puzzle, "the exact counter");
    CLEW_REQUIRE(supports(puzzle), "exact::outer_part: not a classic board");
    const Outlook outlook{puzzle};
    const Plan& plan = outlook.best();
    return {.lines = plan.side == Side::as_given ? Outer::Lines::columns : Outer::Lines::rows,
            .stack = plan.stacks[static_cast<std::size_t>(LoopRole::outer)],
            .arrangements = outlook.outer_list(plan).size()};
}

Prediction predict(const Puzzle& puzzle) {
    refuse_rules(puzzle, "the exact counter");
    CLEW_REQUIRE(supports(puzzle), "exact::predict: not a classic board");
    const Outlook outlook{puzzle};
    return {outlook.best().terms, outlook.best().work};
}

}  // namespace clew::exact
