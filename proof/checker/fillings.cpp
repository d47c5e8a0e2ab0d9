#include "proof/checker/fillings.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "core/base/contract.hpp"
#include "core/rules/registry.hpp"

namespace clew::proof::inline checker {
namespace {

constexpr std::size_t most_nodes = 1'000'000;               // of one layer
constexpr std::size_t most_bytes = std::size_t{256} << 20;  // of one layer
constexpr std::size_t most_trials = 20'000;                 // of helpers, in one walk
constexpr std::size_t most_ranked = 9;                      // cells of a rank
constexpr std::size_t most_ranked_apart = 16;               // where some of them differ
constexpr std::int64_t sure = std::numeric_limits<std::int64_t>::max();  // whatever comes

template <class T>
void append(std::string& text, const T& value) {
    text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

bool is_raised(const StopFlag* stop) { return stop != nullptr && stop->raised(); }

}  // namespace

OwnClauses::OwnClauses(const Cnf& formula, std::span<const std::size_t> clauses,
                       std::span<const Candidate> candidates, std::span<const Cell> cells)
    : variables_(cells.size()), known_(0) {
    std::unordered_map<Literal, Literal> own;
    std::vector<Literal> helpers;
    for (const std::size_t c : clauses)
        for (const Literal l : formula[c]) {
            const Literal v = l > 0 ? l : -l;
            if (!own.try_emplace(v, 0).second) continue;
            if (static_cast<std::size_t>(v) > candidates.size()) {
                helpers.push_back(v);
                continue;
            }
            const auto [cell, digit] = candidates[static_cast<std::size_t>(v) - 1];
            const auto place =
                static_cast<std::size_t>(std::ranges::find(cells, cell) - cells.begin());
            meaning_.push_back({place, digit});
            variables_[place].push_back(meaning_.size());
            own[v] = static_cast<Literal>(meaning_.size());
        }
    variable_count_ = meaning_.size();
    for (const Literal v : helpers) own[v] = static_cast<Literal>(++variable_count_);
    for (const std::size_t c : clauses) {
        std::vector<Literal>& clause = clauses_.emplace_back();
        for (const Literal l : formula[c]) clause.push_back(l > 0 ? own[l] : -own[-l]);
        known_.add(clause);
    }
}

std::vector<std::uint64_t> OwnClauses::all() const {
    std::vector<std::uint64_t> bits((clauses_.size() + 63) / 64, 0);
    for (std::size_t c = 0; c < clauses_.size(); ++c) bits[c / 64] |= std::uint64_t{1} << (c % 64);
    return bits;
}

std::vector<Literal> OwnClauses::literals(std::span<const Digit> digits) const {
    std::vector<Literal> assumed;
    for (std::size_t i = 0; i < digits.size(); ++i)
        for (const std::size_t v : variables_[i]) {
            const auto l = static_cast<Literal>(v);
            assumed.push_back(meaning_[v - 1].digit == digits[i] ? l : -l);
        }
    return assumed;
}

OwnClauses::Rest OwnClauses::rest(std::span<const Digit> digits,
                                  const std::vector<std::uint64_t>& before) {
    Rest rest;
    rest.conflict = !known_.assume(literals(digits));
    if (!rest.conflict) {
        rest.clauses.assign(before.size(), 0);
        for (std::size_t word = 0; word < before.size(); ++word)
            for (std::uint64_t left = before[word]; left != 0; left &= left - 1) {
                const auto bit = static_cast<std::size_t>(__builtin_ctzll(left));
                const auto& clause = clauses_[64 * word + bit];
                if (std::ranges::any_of(clause, [&](Literal l) { return known_.value(l) > 0; }))
                    continue;
                rest.clauses[word] |= std::uint64_t{1} << bit;
                for (const Literal l : clause)
                    if (static_cast<std::size_t>(l > 0 ? l : -l) <= meaning_.size() &&
                        known_.value(l) == 0)
                        rest.of_helpers = false;
            }
        for (const std::uint64_t word : rest.clauses) append(rest.text, word);
        // Of a cell to come what is decided counts; of a helper, whether it is.
        for (std::size_t v = 1; v <= variable_count_; ++v) {
            const int value = known_.value(static_cast<Literal>(v));
            const bool cell = v <= meaning_.size();
            if (cell && meaning_[v - 1].place < digits.size()) continue;
            if (cell && value != 0) rest.of_helpers = false;
            rest.text += static_cast<char>(cell ? value : value * value);
        }
    }
    known_.retract();
    return rest;
}

std::optional<int> OwnClauses::models(std::span<const Digit> digits, std::size_t& left,
                                      const StopFlag* stop) {
    std::vector<Literal> assumed = literals(digits);
    return models(assumed, left, stop);
}

std::optional<int> OwnClauses::models(std::vector<Literal>& assumed, std::size_t& left,
                                      const StopFlag* stop) {
    if (left == 0 || is_raised(stop)) return std::nullopt;
    --left;
    Literal branch = 0;
    bool open = false;
    const bool possible = known_.assume(assumed);
    if (possible) {
        for (std::size_t c = 0; c < clauses_.size() && branch == 0; ++c) {
            if (std::ranges::any_of(clauses_[c], [&](Literal l) { return known_.value(l) > 0; }))
                continue;
            for (const Literal l : clauses_[c])
                if (known_.value(l) == 0) branch = l;
        }
        for (std::size_t v = meaning_.size() + 1; v <= variable_count_; ++v)
            open = open || known_.value(static_cast<Literal>(v)) == 0;
    }
    known_.retract();
    if (!possible) return 0;
    if (branch == 0) return open ? 2 : 1;
    int found = 0;
    for (const Literal l : {branch, -branch}) {
        assumed.push_back(l);
        const std::optional<int> more = models(assumed, left, stop);
        assumed.pop_back();
        if (!more) return std::nullopt;
        found += *more;
        if (found >= 2) return 2;
    }
    return found;
}

CounterexampleSearch::CounterexampleSearch(const Geometry& board, std::vector<Cell> cells,
                                           std::vector<DigitSet> domains,
                                           std::span<const Rule> parts, const StopFlag* stop)
    : board_(board), cells_(std::move(cells)), stop_(stop) {
    const std::size_t n = board.size();
    const auto place = [&](Cell cell) {
        return static_cast<std::size_t>(std::ranges::find(cells_, cell) - cells_.begin());
    };
    start_.possible = start_.allowed = std::move(domains);
    for (const Rule& part : parts) {
        const std::vector<int>& numbers = part.numbers;
        complete_ = complete_ && std::ranges::all_of(
                                     part.cells, [&](Cell c) { return place(c) < cells_.size(); });
        parts_.push_back(rules::make_primitive(part, n));
        if (part.kind == RuleKind::sum) {
            Total& total = totals_.emplace_back();
            total.how = static_cast<Comparison>(numbers[0]);
            total.target = numbers[1];
            total.weights.assign(cells_.size(), 0);
            for (std::size_t i = 0; i < part.cells.size(); ++i)
                total.weights[place(part.cells[i])] += numbers[2 + i];
            total.least.assign(cells_.size() + 1, 0);
            total.most = total.least;
            for (std::size_t i = cells_.size(); i-- > 0;) {
                std::int64_t low = sure, high = -sure;
                for (const Digit d : start_.possible[i]) {
                    const auto here = total.weights[i] * (static_cast<std::int64_t>(d.index()) + 1);
                    low = std::min(low, here);
                    high = std::max(high, here);
                }
                if (start_.possible[i].empty()) low = high = 0;
                total.least[i] = total.least[i + 1] + low;
                total.most[i] = total.most[i + 1] + high;
            }
        } else if (part.kind == RuleKind::automaton) {
            Reading& reading = readings_.emplace_back();
            for (const Cell cell : part.cells) reading.line.push_back(place(cell));
            reading.numbers = numbers;
            for (std::size_t filled = 0, read = 0; filled <= cells_.size(); ++filled) {
                while (read < reading.line.size() && reading.line[read] < filled) ++read;
                reading.read.push_back(read);
            }
        } else if (part.kind == RuleKind::rank || part.kind == RuleKind::connected) {
            ranks_.push_back(parts_.back());
        } else {  // of pairs
            const bool different = part.kind == RuleKind::different;
            std::vector<DigitSet> after(n), before(n);
            for (std::size_t a = 0; a < n; ++a) {
                after[a] = different
                               ? DigitSet::all(n) - DigitSet{Digit{a}}
                               : DigitSet::from_bits(static_cast<std::uint32_t>(numbers[1 + a]));
                for (const Digit b : after[a])
                    if (b.index() < n) before[b.index()].insert(Digit{a});
            }
            const bool every = different || numbers[0] == 1;
            for (std::size_t i = 0; i < part.cells.size(); ++i)
                for (std::size_t k = i + 1; k < (every ? part.cells.size() : i + 2); ++k) {
                    if (k == part.cells.size()) continue;
                    const std::size_t a = place(part.cells[i]), b = place(part.cells[k]);
                    if (a < cells_.size() && b < cells_.size())
                        pairs_.push_back({a, b, after, before});
                }
        }
    }
    start_.sums.assign(totals_.size(), 0);
    start_.readings.assign(readings_.size(), 0);
}

void CounterexampleSearch::differ(std::size_t i, std::size_t k) {
    apart_.push_back({i, k, {}, {}});
}

/// Behind the last of the digits; nothing if no filling goes on so.
std::optional<CounterexampleSearch::State> CounterexampleSearch::step(
    const State& from, const std::vector<Digit>& digits) const {
    const std::size_t at = digits.size() - 1;
    const Digit digit = digits.back();
    State to = from;
    to.possible[at] = {};
    for (const Pair& pair : apart_)
        if (pair.first == at || pair.second == at) {
            const std::size_t other = pair.first == at ? pair.second : pair.first;
            if (other < at) continue;
            to.possible[other].erase(digit);
            if (to.possible[other].empty()) return std::nullopt;
        }
    if (to.broken) return to;
    to.broken = !from.allowed[at].contains(digit);
    to.allowed[at] = {};
    for (const Pair& pair : pairs_) {
        if (pair.first == at && pair.second == at)
            to.broken = to.broken || !pair.after[digit.index()].contains(digit);
        else if (pair.first == at && pair.second > at)
            to.allowed[pair.second] &= pair.after[digit.index()];
        else if (pair.second == at && pair.first > at)
            to.allowed[pair.first] &= pair.before[digit.index()];
    }
    for (std::size_t i = at + 1; i < cells_.size(); ++i) {
        to.allowed[i] &= to.possible[i];
        to.broken = to.broken || to.allowed[i].empty();
    }
    for (std::size_t t = 0; t < totals_.size(); ++t) {
        const Total& total = totals_[t];
        std::int64_t& sum = to.sums[t];
        if (sum == sure) continue;
        sum += total.weights[at] * (static_cast<std::int64_t>(digit.index()) + 1);
        const std::int64_t low = sum + total.least[at + 1], high = sum + total.most[at + 1];
        const bool at_most = total.how != Comparison::at_least;
        const bool at_least = total.how != Comparison::at_most;
        if ((at_most && low > total.target) || (at_least && high < total.target)) to.broken = true;
        if ((!at_most || high <= total.target) && (!at_least || low >= total.target)) sum = sure;
    }
    for (std::size_t r = 0; r < readings_.size(); ++r) {
        const Reading& reading = readings_[r];
        const auto states = static_cast<std::size_t>(reading.numbers[0]);
        std::int64_t& state = to.readings[r];
        for (std::size_t i = reading.read[at]; i < reading.read[at + 1] && !to.broken; ++i) {
            state = reading.numbers[1 + states + static_cast<std::size_t>(state) * board_.size() +
                                    digits[reading.line[i]].index()];
            to.broken = state < 0;
        }
        if (at + 1 == cells_.size() && !to.broken)
            to.broken = reading.numbers[1 + static_cast<std::size_t>(state)] == 0;
    }
    if (at + 1 == cells_.size() && !to.broken) to.broken = !keeps(ranks_, digits);
    if (to.broken) {
        to.allowed.assign(cells_.size(), {});
        to.sums.assign(totals_.size(), 0);
        to.readings.assign(readings_.size(), 0);
    }
    return to;
}

/// The same for states that nothing behind them tells apart.
std::string CounterexampleSearch::text(const State& state, const std::vector<Digit>& digits) const {
    std::string all(1, state.broken ? 'b' : 'a');
    for (std::size_t i = digits.size(); i < cells_.size(); ++i) {
        append(all, state.possible[i].bits());
        append(all, state.allowed[i].bits());
    }
    if (state.broken) return all;
    for (const std::int64_t sum : state.sums) append(all, sum);
    if (!ranks_.empty())  // of lines that are compared every digit counts
        for (const Digit digit : digits) all += static_cast<char>(digit.index());
    for (std::size_t r = 0; r < readings_.size(); ++r) {
        append(all, state.readings[r]);
        const Reading& reading = readings_[r];
        for (std::size_t i = reading.read[digits.size()]; i < reading.line.size(); ++i)
            if (reading.line[i] < digits.size())
                all += static_cast<char>(digits[reading.line[i]].index());
    }
    return all;
}

bool CounterexampleSearch::keeps(std::span<const rules::PrimitivePtr> parts,
                                 const std::vector<Digit>& digits) const {
    Grid grid{std::vector<Digit>(board_.cell_count())};
    for (std::size_t i = 0; i < cells_.size(); ++i) grid.set(cells_[i], digits[i]);
    return std::ranges::all_of(parts, [&](const auto& part) { return part->check(grid); });
}

CounterexampleSearch::Sought CounterexampleSearch::seek(OwnClauses* own, bool allowed) {
    Sought sought;
    // All digits of a rank count to the end: there are too many fillings to look at.
    if (!ranks_.empty() && cells_.size() > (apart_.empty() ? most_ranked : most_ranked_apart))
        return {.answer = Answer::unknown};
    std::size_t trials = most_trials;
    std::vector<Node> layer, next;
    layer.push_back({{}, start_, {}, false});
    if (own != nullptr) {
        layer[0].clauses = own->all();
        layer[0].conflict = own->rest({}, layer[0].clauses).conflict;
    }
    for (std::size_t at = 0; at < cells_.size(); ++at) {
        std::unordered_set<std::string> there;
        std::size_t bytes = 0;
        next.clear();
        for (const Node& node : layer)
            for (const Digit digit : node.state.possible[at]) {
                if (is_raised(stop_)) return {.answer = Answer::unknown};
                Node child{node.digits, {}, {}, node.conflict};
                child.digits.push_back(digit);
                std::optional<State> state = step(node.state, child.digits);
                if (!state || (allowed && state->broken)) continue;
                child.state = std::move(*state);
                std::string key = text(child.state, child.digits);
                if (own != nullptr && !child.conflict) {
                    OwnClauses::Rest rest = own->rest(child.digits, node.clauses);
                    child.conflict = rest.conflict;
                    if (allowed && !rest.conflict && rest.of_helpers) {  // whatever comes
                        const auto models = own->models(child.digits, trials, stop_);
                        sought.several = sought.several || models == 2;
                        if (models.value_or(0) > 0) continue;
                    }
                    child.clauses = std::move(rest.clauses);
                    key += rest.text;
                }
                if (child.conflict && !allowed) continue;
                key += child.conflict ? 'c' : 'o';
                bytes += 2 * key.size() + cells_.size() * 16 + 8 * child.clauses.size() + 256;
                if (!there.insert(std::move(key)).second) continue;
                next.push_back(std::move(child));
                if (next.size() > most_nodes || bytes > most_bytes)
                    return {.answer = Answer::unknown};
            }
        layer.swap(next);
    }
    for (const Node& node : layer) {
        CLEW_REQUIRE(!complete_ || node.state.broken != keeps(parts_, node.digits),
                     "Fillings: the state of a rule and its check differ");
        if (!allowed && !node.state.broken) continue;
        std::optional<int> models = 0;
        if (own != nullptr && !node.conflict) models = own->models(node.digits, trials, stop_);
        if (!models) {
            sought.answer = Answer::unknown;
            continue;
        }
        sought.several = sought.several || *models > 1;
        if ((*models == 0) == allowed) return {.answer = Answer::found, .digits = node.digits};
    }
    return sought;
}

}  // namespace clew::proof::inline checker
