// Automaton: the digits of a list of cells, read in order, are accepted by a deterministic finite
// automaton. Whatever a line of cells can say is one; sandwich sums are.
//
// The filter unrolls the automaton over the line and keeps the digits that are on a path from the
// start to an accepting end [Pesant2004]: complete, unless a cell comes more than once (then each
// of its places is looked at by itself).

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "core/board/notation.hpp"
#include "core/rules/layers.hpp"
#include "core/rules/primitive.hpp"

namespace clew::rules {
namespace {

class Automaton final : public Primitive {
  public:
    Automaton(const Rule& rule, std::size_t size)
        : Primitive(rule.cells, size),
          line_(rule.cells),
          states_(static_cast<std::size_t>(rule.numbers[0])) {
        const auto numbers = rule.numbers.begin();
        for (std::size_t s = 0; s < states_; ++s)
            accepting_.push_back(numbers[static_cast<std::ptrdiff_t>(1 + s)] == 1);
        next_.assign(numbers + static_cast<std::ptrdiff_t>(1 + states_), rule.numbers.end());
        for (Cell cell : line_)
            place_.push_back(
                static_cast<std::size_t>(std::ranges::find(cells(), cell) - cells().begin()));
        leads_on_.resize(line_.size() * states_);
        for (std::size_t i = leads_on_.size(); i-- > 0;) {
            const std::size_t layer = i / states_, state = i % states_;
            for (std::size_t d = 0; d < size; ++d) {
                if (next_[state * size + d] < 0) continue;
                const auto to = static_cast<std::size_t>(next_[state * size + d]);
                if (layer + 1 == line_.size() ? accepting_[to]
                                              : !leads_on_[(layer + 1) * states_ + to].empty())
                    leads_on_[i].insert(Digit{d});
            }
        }
    }

    bool check(const Grid& grid) const override {
        std::size_t state = 0;
        for (Cell cell : line_) {
            const int next = next_[state * size() + grid[cell].index()];
            if (next < 0) return false;
            state = static_cast<std::size_t>(next);
        }
        return accepting_[state];
    }

    bool filter(std::span<DigitSet> domains) const override {
        // The states that the first i cells can lead to, in lists one behind the other; from the
        // back, those of them that can still end well.
        const std::size_t n = line_.size();
        thread_local std::vector<std::uint8_t> reached;
        thread_local std::vector<std::uint32_t> lists;
        thread_local std::vector<std::size_t> starts;
        reached.assign((n + 1) * states_, 0);
        lists.assign(1, 0);
        starts.assign(1, 0);
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t first = starts.back(), last = lists.size();
            const std::size_t next = (i + 1) * states_;
            starts.push_back(last);
            for (std::size_t at = first; at < last; ++at)
                for (Digit d : domains[place_[i]] & leads_on_[i * states_ + lists[at]]) {
                    const std::uint32_t to = next_of(lists[at], d);
                    if (std::exchange(reached[next + to], 1) == 0) lists.push_back(to);
                }
            if (lists.size() == last) return false;
        }
        for (std::size_t i = n; i-- > 0;) {
            DigitSet kept;
            const std::size_t next = (i + 1) * states_;
            for (std::size_t at = starts[i]; at < starts[i + 1]; ++at) {
                const DigitSet ways = domains[place_[i]] & leads_on_[i * states_ + lists[at]];
                const auto ends_well = [&](Digit d) {
                    return reached[next + next_of(lists[at], d)] != 0;
                };
                bool here = false;
                for (Digit d : ways - kept)
                    if (ends_well(d)) {
                        here = true;
                        kept.insert(d);
                    }
                // Of digits that stay anyway it need only be known whether there is one.
                const DigitSet others = here ? DigitSet{} : ways & kept;
                reached[i * states_ + lists[at]] = here || std::ranges::any_of(others, ends_well);
            }
            domains[place_[i]] &= kept;
            if (domains[place_[i]].empty()) return false;
        }
        return true;
    }

    std::uint64_t price() const override { return 100 + line_.size() * states_; }

    void clauses(std::span<const DigitSet> domains, ClauseSink& sink) const override {
        std::vector<DigitSet> along;
        for (Cell cell : line_) along.push_back(domains[cell.index()]);
        const DecisionLayers layers = unroll(
            0, along,
            [this](std::size_t, std::int64_t state, Digit d) -> std::optional<std::int64_t> {
                const int next = next_[static_cast<std::size_t>(state) * size() + d.index()];
                if (next < 0) return std::nullopt;
                return next;
            },
            [this](std::int64_t state) { return accepting_[static_cast<std::size_t>(state)]; });
        write_path(layers, line_, along, sink);
    }

    std::string words(Language language) const override {
        return say_of(language, line_.size(), "{} is {}", "{}, read in this order, are {}",
                      list_of(line_, size(), language), accepted_words(language));
    }

  private:
    std::uint32_t next_of(std::uint32_t state, Digit d) const {
        return static_cast<std::uint32_t>(next_[state * size() + d.index()]);
    }

    static constexpr std::uint64_t many = 1'000'000'000;

    /// "one of 12, 23, 34": what is accepted.
    std::string accepted_words(Language language) const {
        constexpr std::uint64_t most_told = 12;
        const Ways ways = ways_on();
        const std::uint64_t count = ways.front().front();
        if (count == 0) return say(language, "nothing that the rule allows");
        if (count == many)
            return say(language, "one of more than a billion sequences that the rule allows");
        if (count > most_told)
            return say(language, "one of {} sequences that the rule allows", count);
        std::string told, sequence;
        tell(ways, 0, sequence, told);
        return count == 1 ? told : say(language, "one of {}", told);
    }

    using Ways = std::vector<std::vector<std::uint64_t>>;

    /// By place in the line and state: how many ways there are to go on from there and be accepted,
    /// `many` for more.
    Ways ways_on() const {
        Ways ways(line_.size() + 1, std::vector<std::uint64_t>(states_, 0));
        for (std::size_t s = 0; s < states_; ++s) ways.back()[s] = accepting_[s] ? 1 : 0;
        for (std::size_t i = line_.size(); i-- > 0;)
            for (std::size_t s = 0; s < states_; ++s)
                for (std::size_t d = 0; d < size(); ++d)
                    if (const int to = next_[s * size() + d]; to >= 0)
                        ways[i][s] =
                            std::min(many, ways[i][s] + ways[i + 1][static_cast<std::size_t>(to)]);
        return ways;
    }

    /// Adds the accepted sequences that begin with `sequence`, which leads to `state`.
    void tell(const Ways& ways, std::size_t state, std::string& sequence, std::string& told) const {
        if (ways[sequence.size()][state] == 0) return;
        if (sequence.size() == line_.size()) {
            told += (told.empty() ? "" : ", ") + sequence;
            return;
        }
        for (std::size_t d = 0; d < size(); ++d) {
            const int to = next_[state * size() + d];
            if (to < 0) continue;
            sequence += digit_symbol(Digit{d});
            tell(ways, static_cast<std::size_t>(to), sequence, told);
            sequence.pop_back();
        }
    }

    std::vector<Cell> line_;
    std::vector<std::size_t> place_;  // of each cell of the line, in cells()
    std::size_t states_;
    std::vector<bool> accepting_;
    std::vector<int> next_;  // state * size + digit
    // Cells before * states + state: the digits behind which some rest is accepted.
    std::vector<DigitSet> leads_on_;
};

}  // namespace

PrimitivePtr make_automaton(const Rule& rule, std::size_t size) {
    constexpr int most_states = 100'000;
    if (rule.numbers.empty() || rule.numbers[0] < 1 || rule.numbers[0] > most_states)
        refuse_rule(rule, "no number of states", "the number of states, from 1 on, first");
    const auto states = static_cast<std::size_t>(rule.numbers[0]);
    need_numbers(rule, 1 + states * (1 + size), 1 + states * (1 + size));
    for (std::size_t s = 0; s < states; ++s)
        if (rule.numbers[1 + s] != 0 && rule.numbers[1 + s] != 1)
            refuse_rule(rule, "state " + std::to_string(s) + " neither accepts nor does not",
                        "1 or 0");
    for (std::size_t i = 1 + states; i < rule.numbers.size(); ++i)
        if (rule.numbers[i] < -1 || rule.numbers[i] >= rule.numbers[0])
            refuse_rule(rule, "a step to state " + std::to_string(rule.numbers[i]),
                        "a state, or -1 for none");
    if (rule.cells.empty()) refuse_rule(rule, "no cells", "one cell or more");
    return std::make_shared<Automaton>(rule, size);
}

}  // namespace clew::rules
