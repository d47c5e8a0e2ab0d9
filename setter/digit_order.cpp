// From the beginning that nothing is known of down to a cell: setter::density says how many
// solutions have each of its digits, the number that is looked for falls into one of them, and that
// digit is written. Cells with one digit in all solutions left are written at once. A few dozen
// densities, each of a fuller board, lead to any of 10^21 solutions; the last of them, fewer than
// `list_most`, are listed and sorted.

#include "setter/digit_order.hpp"

#include <algorithm>

#include "core/base/contract.hpp"
#include "setter/density.hpp"
#include "solve/solve.hpp"

namespace clew::setter {
namespace {

constexpr std::size_t most_forks = 1'500;

std::string givens_of(const Puzzle& puzzle) {
    std::string text;
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i) {
        const auto given = puzzle.given(Cell{i});
        text.push_back(given ? static_cast<char>('A' + given->index()) : '.');
    }
    return text;
}

}  // namespace

DigitOrder::DigitOrder(Puzzle puzzle, std::size_t list_most)
    : puzzle_(std::move(puzzle)), list_most_(list_most) {
    CLEW_REQUIRE(list_most > 0, "DigitOrder: a list of nothing");
}

DigitOrder::~DigitOrder() = default;

std::shared_ptr<const DigitOrder::Fork> DigitOrder::fork(const Puzzle& puzzle,
                                                         const DigitOrderOptions& options,
                                                         Ending& ending) const {
    const std::string begin = givens_of(puzzle);
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = forks_.find(begin); known != forks_.end()) return known->second;
    }
    const Density density =
        setter::density(puzzle, {.budget = options.budget, .threads = options.threads});
    ending = density.ending();
    if (!density.counted() || ending != Ending::exhausted) {
        if (ending == Ending::exhausted) ending = Ending::out_of_budget;
        return nullptr;
    }
    Fork found{.puzzle = puzzle};
    found.total = density.total();
    std::size_t settled = 0;
    for (std::size_t i = 0; found.total != Count{0} && i < puzzle.geometry().cell_count(); ++i) {
        const Cell cell{i};
        if (puzzle.given(cell)) {
            ++settled;
            continue;
        }
        std::vector<std::pair<Digit, Count>> ways;
        for (std::size_t d = 0; d < puzzle.geometry().size(); ++d) {
            const Digit digit{static_cast<std::uint8_t>(d)};
            const Count& n = density.of({cell, digit});
            if (n != Count{0}) ways.emplace_back(digit, n);
        }
        if (ways.size() == 1) {
            found.puzzle.set_given(cell, ways.front().first);
            ++settled;
        } else if (found.ways.empty()) {
            found.cell = cell;
            found.ways = std::move(ways);
        }
    }
    if (options.on_count) options.on_count(settled);
    auto kept = std::make_shared<const Fork>(std::move(found));
    const std::lock_guard lock(mutex_);
    if (forks_.size() >= most_forks) forks_.clear();
    return forks_.emplace(begin, std::move(kept)).first->second;
}

std::shared_ptr<const DigitOrder::List> DigitOrder::list(const Puzzle& puzzle,
                                                         const DigitOrderOptions& options,
                                                         Ending& ending) const {
    std::string begin = givens_of(puzzle);
    {
        const std::lock_guard lock(mutex_);
        if (list_ && list_->begin == begin) return list_;
    }
    List listed{.begin = std::move(begin), .grids = {}};
    ending = enumerate(puzzle, {.budget = options.budget, .threads = options.threads},
                       keep_in(listed.grids))
                 .ending;
    if (ending != Ending::exhausted) return nullptr;
    std::ranges::sort(listed.grids);
    auto kept = std::make_shared<const List>(std::move(listed));
    const std::lock_guard lock(mutex_);
    return list_ = std::move(kept);
}

DigitOrder::Page DigitOrder::page(const Count& from, std::size_t most,
                                  const DigitOrderOptions& options) const {
    Page page;
    Count at = from;
    for (;;) {
        auto here = fork(puzzle_, options, page.ending);
        if (!here) return page;
        page.total = here->total;
        if (!(at < here->total) || page.grids.size() == most) return page;
        Count behind = at;  // solutions of `here` to pass over
        while (Count{list_most_} < here->total && !here->ways.empty()) {
            auto way = here->ways.begin();
            for (; !(behind < way->second); ++way) behind -= way->second;
            Puzzle next = here->puzzle;
            next.set_given(here->cell, way->first);
            // Few enough are listed without another count.
            if (!(Count{list_most_} < way->second)) {
                Fork last{.puzzle = std::move(next)};
                last.total = way->second;
                here = std::make_shared<const Fork>(std::move(last));
                break;
            }
            here = fork(next, options, page.ending);
            if (!here) return page;
        }
        const auto listed = list(here->puzzle, options, page.ending);
        if (!listed) return page;
        CLEW_REQUIRE(Count{listed->grids.size()} == here->total,
                     "DigitOrder: as many are listed as were counted");
        for (auto i = static_cast<std::size_t>(behind.to_u64().value());
             i < listed->grids.size() && page.grids.size() < most; ++i) {
            page.grids.push_back(listed->grids[i]);
            at += Count{1};
        }
    }
}

}  // namespace clew::setter
