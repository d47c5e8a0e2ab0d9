#include "core/rules/parts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/sorted.hpp"
#include "core/rules/expand.hpp"
#include "core/rules/registry.hpp"
#include "core/rules/title.hpp"

namespace clew::rules {
namespace {

/// The primitives of one rule. A sum of cells that the same rule tells to differ is told so; what
/// the board says of them is another constraint.
std::vector<PrimitivePtr> primitives_of(const std::vector<Rule>& expanded, std::size_t size) {
    const auto differ = [&](const std::vector<Cell>& cells) {
        return std::ranges::any_of(expanded, [&](const Rule& other) {
            return other.kind == RuleKind::different &&
                   std::ranges::is_permutation(other.cells, cells);
        });
    };
    std::vector<PrimitivePtr> made;
    for (const Rule& part : expanded)
        made.push_back(part.kind == RuleKind::sum && differ(part.cells)
                           ? make_sum_of(part, size, SumOf::different_digits)
                           : make_primitive(part, size));
    return made;
}

/// What all cells of a rule sum to, each counted once; nothing if it does not say.
std::optional<int> total_of(const std::vector<Rule>& expanded) {
    const auto holds = [](const Rule& whole, Cell cell) {
        return std::ranges::find(whole.cells, cell) != whole.cells.end();
    };
    for (const Rule& sum : expanded)
        if (is_plain_sum(sum) && std::ranges::all_of(expanded, [&](const Rule& part) {
                return std::ranges::all_of(part.cells, [&](Cell c) { return holds(sum, c); });
            }))
            return sum.numbers[1];
    return std::nullopt;
}

/// A relation between neighbours of a list, two by two; any other primitive as it is.
std::vector<Rule> in_pairs(const Rule& rule) {
    if (rule.kind != RuleKind::relation || rule.numbers.front() != 0) return {rule};
    std::vector<Rule> pairs;
    for (std::size_t i = 1; i < rule.cells.size(); ++i) {
        pairs.push_back(rule);
        pairs.back().cells = {rule.cells[i - 1], rule.cells[i]};
    }
    return pairs;
}

/// What a part said when it was asked last, in a table by what it was asked: searches for arguments
/// ask the same twenty times.
struct Answer {
    static constexpr std::size_t most_cells = 12;
    static constexpr int shift = 51;
    static constexpr std::size_t slots = std::size_t{1} << (64 - shift);
    static constexpr std::uint64_t factor = 0x9e3779b97f4a7c15U;

    std::uint64_t part = 0;  // 0: none
    std::array<DigitSet, most_cells> before, left;
    bool kept = false;
};

std::atomic<std::uint64_t> parts_so_far{0};

}  // namespace

RulePart::RulePart(std::size_t rule, std::shared_ptr<const Rule> whole, GeometryPtr board,
                   std::vector<PrimitivePtr> primitives, std::optional<int> total)
    : rule_(rule),
      whole_(std::move(whole)),
      board_(std::move(board)),
      number_(++parts_so_far),
      primitives_(std::move(primitives)),
      total_(total) {
    for (const PrimitivePtr& primitive : primitives_)
        cells_.insert(cells_.end(), primitive->cells().begin(), primitive->cells().end());
    sort_unique(cells_);
    for (const PrimitivePtr& primitive : primitives_) {
        places_.emplace_back();
        for (const Cell cell : primitive->cells())
            places_.back().push_back(static_cast<std::uint16_t>(
                std::ranges::lower_bound(cells_, cell) - cells_.begin()));
    }
}

bool RulePart::filter(std::span<DigitSet> domains) const {
    CLEW_REQUIRE(domains.size() == cells_.size(), "RulePart::filter: an entry a cell is needed");
    if (domains.size() > Answer::most_cells) return ask(domains);
    thread_local std::vector<Answer> answers(Answer::slots);
    std::uint64_t hash = number_;
    for (const DigitSet domain : domains) hash = (hash ^ domain.bits()) * Answer::factor;
    Answer& answer = answers[hash >> Answer::shift];
    const std::span before{answer.before.data(), domains.size()};
    const std::span left{answer.left.data(), domains.size()};
    if (answer.part != number_ || !std::ranges::equal(domains, before)) {
        answer.part = 0;  // as long as nothing is said
        std::ranges::copy(domains, before.begin());
        answer.kept = ask(domains);
        std::ranges::copy(domains, left.begin());
        answer.part = number_;
    } else {
        std::ranges::copy(left, domains.begin());
    }
    return answer.kept;
}

bool RulePart::ask(std::span<DigitSet> domains) const {
    // The first round asks every primitive, later ones those of which a cell has changed since.
    thread_local std::vector<DigitSet> some;
    thread_local std::vector<std::uint32_t> changed, asked;
    changed.assign(cells_.size(), 1);
    asked.assign(primitives_.size(), 0);
    std::uint32_t turn = 1;
    for (bool again = true; again;) {
        again = false;
        for (std::size_t p = 0; p < primitives_.size(); ++p) {
            const std::vector<std::uint16_t>& places = places_[p];
            if (std::ranges::all_of(places, [&](auto i) { return changed[i] <= asked[p]; }))
                continue;
            some.clear();
            for (const std::uint16_t place : places) some.push_back(domains[place]);
            asked[p] = turn++;
            if (!primitives_[p]->filter(some)) return false;
            for (std::size_t i = 0; i < some.size(); ++i)
                if (std::exchange(domains[places[i]], some[i]) != some[i]) {
                    changed[places[i]] = turn;
                    again = primitives_.size() > 1;
                }
        }
    }
    return true;
}

std::uint64_t RulePart::price() const {
    std::uint64_t sum = 0;
    for (const PrimitivePtr& primitive : primitives_) sum += primitive->price();
    return sum;
}

bool RulePart::check(const Grid& grid) const {
    return std::ranges::all_of(primitives_, [&](const PrimitivePtr& p) { return p->check(grid); });
}

void RulePart::clauses(std::span<const DigitSet> domains, ClauseSink& sink) const {
    for (const PrimitivePtr& primitive : primitives_) primitive->clauses(domains, sink);
}

std::string RulePart::name(Language language) const { return title_of(*whole_, language); }
std::string RulePart::words(Language language) const {
    return sentence_of(*whole_, *board_, language);
}

RuleParts::RuleParts(const Puzzle& puzzle, std::vector<bool> kept)
    : rules_(
          std::make_shared<const std::vector<Rule>>(puzzle.rules().begin(), puzzle.rules().end())),
      kept_(std::move(kept)),
      of_cell_(puzzle.geometry().cell_count()) {
    const Geometry& board = puzzle.geometry();
    std::vector<RulePart> pairs;
    for (std::size_t r = 0; r < rules_->size(); ++r) {
        const std::shared_ptr<const Rule> rule{rules_, &(*rules_)[r]};
        const auto part = [&](std::vector<PrimitivePtr> made, std::optional<int> total = {}) {
            return RulePart{r, rule, puzzle.geometry_ptr(), std::move(made), total};
        };
        check_rule(*rule, board);
        const std::vector<Rule> primitives = expanded(*rule, board);
        if (!is_whole_board(rule->kind)) {
            parts_.push_back(
                keeps(r) ? part(primitives_of(primitives, board.size()), total_of(primitives))
                         : part({}));
            continue;
        }
        parts_.push_back(part({}));
        for (const Rule& primitive : primitives)
            for (const Rule& pair : in_pairs(primitive))
                pairs.push_back(part(keeps(r) ? primitives_of({pair}, board.size())
                                              : std::vector<PrimitivePtr>{}));
    }
    std::ranges::move(pairs, std::back_inserter(parts_));
    for (std::size_t p = 0; p < parts_.size(); ++p)
        for (const Cell cell : parts_[p].cells())
            of_cell_[cell.index()].push_back(static_cast<std::uint16_t>(p));
}

RulePartsPtr parts_of(const Puzzle& puzzle) {
    return puzzle.rules().empty() ? nullptr : std::make_shared<const RuleParts>(puzzle);
}

}  // namespace clew::rules
