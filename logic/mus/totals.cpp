// The 45 rule of those who solve killers. Every set of neighbouring houses, of cages inside and of
// cages across the border gives one equation, and few of them have few open cells; these are
// filtered as any sum is. Where all of them are in one house, that they differ is a second
// argument, which cites the digits that would stand there twice.

#include "logic/mus/totals.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "core/rules/primitive.hpp"

namespace clew::logic::inline mus {

using logic::Constraint;
using logic::State;
using logic::Use;

namespace {

constexpr std::size_t most_left = 4;     // open cells of an equation
constexpr std::size_t most_cited = 12;   // constraints
constexpr std::size_t most_across = 10;  // cages across a border that are looked at

int total_of_house(const State& state) {
    return static_cast<int>(state.size() * (state.size() + 1) / 2);
}

class Finder {
  public:
    explicit Finder(const State& state) : state_(state), weight_(state.cell_count()) {}

    std::vector<TotalArgument> run() {
        for (std::size_t p = 0; p < state_.rule_parts()->all().size(); ++p) {
            const rules::RulePart& part = state_.rule_parts()->all()[p];
            if (part.total() &&
                std::ranges::any_of(part.cells(), [&](Cell c) { return !state_.placed(c); }))
                cages_.push_back(p);
        }
        if (cages_.empty()) return {};
        const Geometry& board = state_.geometry();
        for (std::size_t h = 0; h < board.house_count(); ++h) {
            houses_.clear();
            for (std::size_t k = h; k < std::min(h + 3, board.house_count()); ++k) {
                if (!board.info(House{k}).holds_every_digit() || !is_apart(House{k})) break;
                houses_.push_back(House{k});
                look();
            }
        }
        std::ranges::stable_sort(found_, {},
                                 [](const TotalArgument& found) { return found.cites.size(); });
        return std::move(found_);
    }

  private:
    bool is_apart(House house) const {
        return std::ranges::none_of(houses_, [&](House other) {
            return std::ranges::any_of(state_.geometry().cells_of(house), [&](Cell cell) {
                return std::ranges::count(state_.geometry().cells_of(other), cell) > 0;
            });
        });
    }

    const std::vector<Cell>& cells_of(std::size_t cage) const {
        return state_.rule_parts()->all()[cage].cells();
    }

    void take(std::size_t cage, int by) {
        for (const Cell cell : cells_of(cage)) weight_[cell.index()] -= by;
        target_ -= by * *state_.rule_parts()->all()[cage].total();
    }

    /// All equations of the houses.
    void look() {
        std::ranges::fill(weight_, 0);
        target_ = static_cast<int>(houses_.size()) * total_of_house(state_);
        for (const House house : houses_)
            for (const Cell cell : state_.geometry().cells_of(house)) weight_[cell.index()] = 1;
        chosen_.clear();
        std::vector<std::size_t> across;
        for (const std::size_t cage : cages_) {
            const auto in = static_cast<std::size_t>(std::ranges::count_if(
                cells_of(cage), [&](Cell cell) { return weight_[cell.index()] > 0; }));
            if (in == cells_of(cage).size()) {  // of cages that overlap the first
                chosen_.push_back(cage);
                take(cage, 1);
            } else if (in > 0 && across.size() < most_across) {
                across.push_back(cage);
            }
        }
        if (chosen_.size() + houses_.size() > most_cited) return;
        weigh();
        for (std::size_t a = 0; a < across.size(); ++a) {
            with(across[a], [&] {
                weigh();
                for (std::size_t b = a + 1; b < across.size(); ++b)
                    with(across[b], [&] {
                        weigh();
                        for (std::size_t c = b + 1; c < across.size(); ++c)
                            with(across[c], [&] { weigh(); });
                    });
            });
        }
    }

    template <class Then>
    void with(std::size_t cage, const Then& then) {
        chosen_.push_back(cage);
        take(cage, 1);
        then();
        take(cage, -1);
        chosen_.pop_back();
    }

    /// What the equation rules out.
    void weigh() {
        if (chosen_.empty() || chosen_.size() + houses_.size() > most_cited) return;
        Rule sum{.kind = RuleKind::sum, .numbers = {static_cast<int>(Comparison::equal), target_}};
        for (std::size_t i = 0; i < weight_.size(); ++i) {
            if (weight_[i] == 0) continue;
            if (weight_[i] > 1 || weight_[i] < -1) return;
            if (const auto digit = state_.value(Cell{i})) {
                sum.numbers[1] -= weight_[i] * (static_cast<int>(digit->index()) + 1);
                continue;
            }
            if (sum.cells.size() == most_left) return;
            sum.cells.push_back(Cell{i});
            sum.numbers.push_back(weight_[i]);
        }
        if (sum.cells.empty()) return;
        by_sum(sum);
        if (sum.cells.size() > 1) by_differences(sum);
    }

    void by_sum(const Rule& sum) {
        const rules::PrimitivePtr filter = rules::make_sum(sum, state_.size());
        std::vector<DigitSet> left;
        for (const Cell cell : sum.cells) left.push_back(state_.candidates(cell));
        const bool kept = filter->filter(left);
        TotalArgument argument;
        for (std::size_t i = 0; i < sum.cells.size(); ++i) {
            const DigitSet all = state_.candidates(sum.cells[i]);
            for (const Digit d : kept ? all - left[i] : all)
                argument.gone.push_back({sum.cells[i], d});
        }
        add(std::move(argument));
    }

    /// Innies or outies that differ, as they are all in one house.
    void by_differences(const Rule& sum) {
        const int weight = sum.numbers[2];
        const auto house = common_house(sum.cells);
        if (!house || !std::all_of(sum.numbers.begin() + 2, sum.numbers.end(),
                                   [&](int w) { return w == weight; }))
            return;
        using Way = std::array<Digit, most_left>;
        std::vector<Way> all;
        Way way;
        const std::size_t count = sum.cells.size();
        const auto fill = [&](const auto& self, std::size_t i, int rest) -> void {
            if (i == count) {
                if (rest == 0) all.push_back(way);
                return;
            }
            for (const Digit d : state_.candidates(sum.cells[i])) {
                const int left = rest - static_cast<int>(d.index()) - 1;
                if (left < static_cast<int>(count - i) - 1) break;
                way[i] = d;
                self(self, i + 1, left);
            }
        };
        fill(fill, 0, weight * sum.numbers[1]);
        const auto twice = [&](const Way& of) -> std::optional<Digit> {
            for (std::size_t i = 0; i < count; ++i)
                for (std::size_t k = 0; k < i; ++k)
                    if (of[i] == of[k]) return of[i];
            return std::nullopt;
        };
        std::array<DigitSet, most_left> held;
        for (const Way& of : all)
            for (std::size_t i = 0; i < count && !twice(of); ++i) held[i].insert(of[i]);
        DigitSet repeated;  // without which more would go
        for (const Way& of : all)
            if (const auto again = twice(of))
                for (std::size_t i = 0; i < count; ++i)
                    if (!held[i].contains(of[i])) repeated.insert(*again);
        if (repeated.empty()) return;
        TotalArgument argument;
        for (std::size_t i = 0; i < count; ++i)
            for (const Digit d : state_.candidates(sum.cells[i]) - held[i])
                argument.gone.push_back({sum.cells[i], d});
        for (const Digit d : repeated)
            argument.cites.push_back({Constraint::of(*house, d), Use::link});
        if (argument.cites.size() + chosen_.size() + houses_.size() <= most_cited)
            add(std::move(argument));
    }

    std::optional<House> common_house(std::span<const Cell> cells) const {
        const Geometry& board = state_.geometry();
        for (const House house : board.houses_of(cells.front()))
            if (std::ranges::all_of(cells, [&](Cell cell) {
                    return std::ranges::binary_search(board.cells_of(house), cell);
                }))
                return house;
        return std::nullopt;
    }

    void add(TotalArgument argument) {
        if (argument.gone.empty()) return;
        for (const House house : houses_)
            argument.cites.push_back({Constraint::of_total(house), Use::truth});
        for (const std::size_t cage : chosen_)
            argument.cites.push_back({Constraint::of_rule(cage), Use::truth});
        std::ranges::sort(argument.cites);
        found_.push_back(std::move(argument));
    }

    const State& state_;
    std::vector<std::size_t> cages_;  // with a known sum and open cells
    std::vector<House> houses_;
    std::vector<std::size_t> chosen_;
    std::vector<int> weight_;  // by cell
    int target_ = 0;
    std::vector<TotalArgument> found_;
};

}  // namespace

std::vector<TotalArgument> arguments_by_totals(const State& state) {
    if (state.rule_parts() == nullptr || state.contradiction()) return {};
    return Finder{state}.run();
}

}  // namespace clew::logic::inline mus
