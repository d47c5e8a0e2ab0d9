// What the search for counterexamples finds, against all fillings and all values of the helpers.

#include "proof/checker/fillings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/board/notation.hpp"

namespace clew::proof {
namespace {

constexpr std::size_t n = 4;  // digits
using Answer = CounterexampleSearch::Answer;

struct Case {
    std::vector<Cell> cells;
    std::vector<DigitSet> domains;
    std::vector<Rule> parts;
    std::vector<std::pair<std::size_t, std::size_t>> apart;
    Cnf formula;
    std::vector<std::size_t> clauses;
    std::vector<Candidate> candidates;
    std::size_t helpers = 0;
};

Rule random_part(Random& random, std::vector<Cell> cells, Cell outside) {
    random.shuffle(cells);
    const auto number = [&](std::size_t below) { return static_cast<int>(random.below(below)); };
    const bool further = random.below(4) == 0;  // what is said of other cells is not asked
    if (further) cells.insert(cells.begin() + number(cells.size() + 1), outside);
    switch (random.below(further ? 2 : 4)) {
        case 0:
            return {.kind = RuleKind::different, .cells = cells};
        case 1: {
            std::vector<int> numbers = {number(2)};
            for (std::size_t d = 0; d < n; ++d) numbers.push_back(number(16));
            return {.kind = RuleKind::relation, .cells = cells, .numbers = numbers};
        }
        case 2: {
            std::vector<int> numbers = {number(3), number(14) - 2};
            for (std::size_t i = 0; i < cells.size(); ++i)
                numbers.push_back(number(4) == 0 ? -1 : 1 + number(2));
            return {.kind = RuleKind::sum, .cells = cells, .numbers = numbers};
        }
        default: {
            const int states = 1 + number(3);
            std::vector<int> numbers = {states};
            for (int s = 0; s < states; ++s) numbers.push_back(number(3) == 0 ? 0 : 1);
            for (int s = 0; s < states * static_cast<int>(n); ++s)
                numbers.push_back(number(4) == 0 ? -1 : number(static_cast<std::size_t>(states)));
            return {.kind = RuleKind::automaton, .cells = cells, .numbers = numbers};
        }
    }
}

Case random_case(Random& random) {
    Case made;
    std::vector<Cell> all;
    for (std::size_t i = 0; i < n * n; ++i) all.push_back(Cell{i});
    random.shuffle(all);
    const std::size_t count = 2 + random.below(3);
    made.cells.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
    std::ranges::sort(made.cells);
    for (std::size_t i = 0; i < count; ++i) {
        DigitSet domain;
        for (std::size_t d = 0; d < n; ++d)
            if (random.below(4) != 0) domain.insert(Digit{d});
        made.domains.push_back(domain);
        for (std::size_t d = 0; d < n; ++d) made.candidates.push_back({made.cells[i], Digit{d}});
    }
    const std::size_t parts = random.below(3);
    for (std::size_t p = 0; p < parts; ++p)
        made.parts.push_back(random_part(random, made.cells, all[count]));
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = i + 1; k < count; ++k)
            if (random.below(4) == 0) made.apart.emplace_back(i, k);
    made.helpers = random.below(4);
    made.formula.variables = made.candidates.size() + made.helpers;
    const std::size_t clauses = random.below(9);
    for (std::size_t c = 0; c < clauses; ++c) {
        std::vector<Literal> clause;
        const std::size_t length = 1 + random.below(3);
        for (std::size_t i = 0; i < length; ++i) {
            const bool helper = made.helpers > 0 && random.below(2) == 0;
            const std::size_t v = helper ? made.candidates.size() + random.below(made.helpers)
                                         : random.below(made.candidates.size());
            const auto literal = static_cast<Literal>(v + 1);
            clause.push_back(random.below(2) == 0 ? literal : -literal);
        }
        made.formula.add(clause);
        if (random.below(5) != 0) made.clauses.push_back(c);  // others are none of its business
    }
    return made;
}

/// Whether the parts allow it, as far as they speak of the cells alone.
bool allows(const Case& of, const std::vector<Digit>& digits) {
    const auto digit_of = [&](Cell cell) {
        const auto at = std::ranges::find(of.cells, cell);
        return at == of.cells.end()
                   ? -1
                   : static_cast<int>(
                         digits[static_cast<std::size_t>(at - of.cells.begin())].index());
    };
    for (const Rule& part : of.parts) {
        std::vector<int> values;
        for (const Cell cell : part.cells) values.push_back(digit_of(cell));
        if (part.kind == RuleKind::sum) {
            int sum = 0;
            for (std::size_t i = 0; i < values.size(); ++i)
                sum += part.numbers[2 + i] * (values[i] + 1);
            const int target = part.numbers[1];
            const bool kept = part.numbers[0] == 0   ? sum == target
                              : part.numbers[0] == 1 ? sum <= target
                                                     : sum >= target;
            if (!kept) return false;
        } else if (part.kind == RuleKind::automaton) {
            const int states = part.numbers[0];
            int state = 0;
            for (const int value : values)
                if (state >= 0)
                    state =
                        part.numbers[static_cast<std::size_t>(1 + states + state * int{n} + value)];
            if (state < 0 || part.numbers[static_cast<std::size_t>(1 + state)] == 0) return false;
        } else {
            const bool every = part.kind == RuleKind::different || part.numbers[0] == 1;
            for (std::size_t i = 0; i < values.size(); ++i)
                for (std::size_t k = i + 1; k < values.size(); ++k) {
                    if (values[i] < 0 || values[k] < 0 || (!every && k != i + 1)) continue;
                    const bool kept =
                        part.kind == RuleKind::different
                            ? values[i] != values[k]
                            : ((part.numbers[static_cast<std::size_t>(1 + values[i])] >>
                                values[k]) &
                               1) != 0;
                    if (!kept) return false;
                }
        }
    }
    return true;
}

/// Values of the helpers that occur by which the clauses hold.
int models(const Case& of, const std::vector<Digit>& digits) {
    std::vector<bool> occurs(of.helpers, false);
    for (const std::size_t c : of.clauses)
        for (const Literal l : of.formula[c])
            if (const auto v = static_cast<std::size_t>(variable_of(l)) - 1;
                v >= of.candidates.size())
                occurs[v - of.candidates.size()] = true;
    int found = 0;
    for (std::size_t bits = 0; bits < (std::size_t{1} << of.helpers); ++bits) {
        bool once = true;
        for (std::size_t h = 0; h < of.helpers; ++h)
            if (((bits >> h) & 1U) != 0 && !occurs[h]) once = false;
        if (!once) continue;
        found += std::ranges::all_of(of.clauses, [&](std::size_t c) {
            return std::ranges::any_of(of.formula[c], [&](Literal l) {
                const auto v = static_cast<std::size_t>(variable_of(l)) - 1;
                const bool value = v < of.candidates.size()
                                       ? digits[v / n] == of.candidates[v].digit
                                       : ((bits >> (v - of.candidates.size())) & 1U) != 0;
                return value == (l > 0);
            });
        });
    }
    return found;
}

void for_each_filling(const Case& of, const std::function<void(const std::vector<Digit>&)>& use) {
    std::vector<Digit> digits;
    const auto go = [&](const auto& self) -> void {
        if (digits.size() == of.cells.size()) return use(digits);
        const std::size_t at = digits.size();
        for (const Digit d : of.domains[at]) {
            if (std::ranges::any_of(of.apart, [&](const auto& pair) {
                    return pair.second == at && digits[pair.first] == d;
                }))
                continue;
            digits.push_back(d);
            self(self);
            digits.pop_back();
        }
    };
    go(go);
}

TEST(CounterexampleSearch, FindsWhatTryingEverythingFinds) {
    constexpr std::uint64_t seed = 20261129;
    const GeometryPtr board = Geometry::standard(n);
    std::size_t found = 0, none = 0, open = 0;
    for (std::uint64_t round = 0; round < 20'000; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round));
        Random random = Random{seed}.split(round);
        const Case of = random_case(random);
        std::size_t allowed = 0, refused = 0, let_through = 0, several = 0;
        for_each_filling(of, [&](const std::vector<Digit>& digits) {
            const bool kept = allows(of, digits);
            const int ways = models(of, digits);
            allowed += kept;
            refused += kept && ways == 0;
            let_through += !kept && ways > 0;
            several += kept && ways > 1;
        });
        CounterexampleSearch search{*board, of.cells, of.domains, of.parts, nullptr};
        for (const auto& [i, k] : of.apart) search.differ(i, k);
        OwnClauses own{of.formula, of.clauses, of.candidates, of.cells};
        const auto any = search.refused(nullptr);
        ASSERT_EQ(any.answer == Answer::found, allowed > 0);
        if (any.answer == Answer::found) {
            ASSERT_TRUE(allows(of, any.digits));
        }
        const auto no = search.refused(&own);
        ASSERT_EQ(no.answer, refused > 0 ? Answer::found : Answer::none);
        if (refused > 0) {
            ASSERT_TRUE(allows(of, no.digits) && models(of, no.digits) == 0);
        } else {
            ASSERT_TRUE(no.several || several == 0);
        }
        const auto yes = search.let_through(own);
        ASSERT_EQ(yes.answer, let_through > 0 ? Answer::found : Answer::none);
        if (let_through > 0) {
            ASSERT_TRUE(!allows(of, yes.digits) && models(of, yes.digits) > 0);
        }
        found += refused > 0 && let_through > 0;
        none += refused == 0 && let_through == 0 && allowed > 0;
        open += several > 0 && refused == 0;
    }
    EXPECT_GT(found, 1000U);
    EXPECT_GT(none, 1000U);
    EXPECT_GT(open, 500U);
}

TEST(CounterexampleSearch, StopsAtAnyMoment) {
    const GeometryPtr board = Geometry::standard(n);
    StopFlag stop;
    stop.raise();
    CounterexampleSearch search{*board, {Cell{0}}, {DigitSet::all(n)}, {}, &stop};
    EXPECT_EQ(search.refused(nullptr).answer, Answer::unknown);
}

}  // namespace
}  // namespace clew::proof
