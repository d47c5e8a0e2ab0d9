// Connected: the cells that hold any of some digits hang together by their sides; as many cells as
// told, if that is told. The cells are a rectangle, row by row; none of them with such a digit is
// connected too.
//
// The filter goes from a cell that must belong through those that may. What it does not reach
// cannot belong; a cell without which another that must belong is not reached belongs itself. Where
// the number is told, cells further away than it allows are out, and an area that cannot grow
// beyond it is all that there is.

#include <algorithm>
#include <limits>

#include "core/rules/primitive.hpp"

namespace clew::rules {
namespace {

class Connected final : public Primitive {
  public:
    Connected(const Rule& rule, std::size_t size)
        : Primitive(rule.cells, size),
          columns_(static_cast<std::size_t>(rule.numbers[0])),
          wanted_(static_cast<std::size_t>(rule.numbers[1])),
          digits_(DigitSet::from_bits(static_cast<std::uint32_t>(rule.numbers[2]))) {
        for (std::size_t i = 0; i < cells().size(); ++i) {
            std::vector<std::size_t>& near = near_.emplace_back();
            if (i >= columns_) near.push_back(i - columns_);
            if (i % columns_ != 0) near.push_back(i - 1);
            if ((i + 1) % columns_ != 0 && i + 1 < cells().size()) near.push_back(i + 1);
            if (i + columns_ < cells().size()) near.push_back(i + columns_);
        }
    }

    bool check(const Grid& grid) const override {
        std::vector<std::size_t> open;
        std::vector<bool> belongs;
        for (const Cell cell : cells()) belongs.push_back(digits_.contains(grid[cell]));
        const auto many = static_cast<std::size_t>(std::ranges::count(belongs, true));
        if (wanted_ > 0 && many != wanted_) return false;
        std::size_t met = 0;
        const auto meet = [&](std::size_t i) {
            if (!belongs[i]) return;
            belongs[i] = false;
            open.push_back(i);
            ++met;
        };
        meet(static_cast<std::size_t>(std::ranges::find(belongs, true) - belongs.begin()) %
             belongs.size());
        while (!open.empty()) {
            const std::size_t at = open.back();
            open.pop_back();
            for (const std::size_t next : near_[at]) meet(next);
        }
        return met == many;
    }

    bool filter(std::span<DigitSet> domains) const override {
        for (bool changed = true; changed;) {
            std::vector<Is> is;
            is.reserve(domains.size());
            for (const DigitSet domain : domains)
                is.push_back(digits_.contains(domain)     ? Is::in
                             : (domain & digits_).empty() ? Is::out
                                                          : Is::open);
            const std::vector<Is> was = is;
            const auto in = static_cast<std::size_t>(std::ranges::count(was, Is::in));
            if (wanted_ > 0 && in > wanted_) return false;
            if (in > 0 ? !grow(was, is) : !drop_small(was, is)) return false;
            if (wanted_ > 0 && in == wanted_) std::ranges::replace(is, Is::open, Is::out);
            changed = is != was;
            for (std::size_t i = 0; changed && i < is.size(); ++i)
                if (is[i] != was[i])
                    domains[i] = is[i] == Is::in ? domains[i] & digits_ : domains[i] - digits_;
        }
        return true;
    }

    std::uint64_t price() const override { return 500 + 60 * cells().size(); }

    // Of each cell and so many steps: whether it is reached in them from the first cell that
    // belongs. Every helper is fixed by the digits.
    void clauses(std::span<const DigitSet> domains, ClauseSink& sink) const override {
        using Literal = ClauseSink::Literal;
        std::vector<Literal> in, reached;
        Literal earlier = ClauseSink::never;  // one before this cell belongs
        for (const Cell cell : cells()) {
            std::vector<Literal> digits;
            for (const Digit digit : domains[cell.index()] & digits_)
                digits.push_back(sink.literal({cell, digit}));
            const bool all = digits_.contains(domains[cell.index()]);
            in.push_back(all ? ClauseSink::always : sink.any_of(digits));
            reached.push_back(-sink.any_of({-in.back(), earlier}));
            earlier = sink.any_of({earlier, in.back()});
        }
        if (wanted_ > 0) sink.exactly(wanted_, in);
        // A shortest way has at most three of any four cells in a square.
        const std::size_t rows = in.size() / columns_;
        const std::size_t longest =
            rows / 2 * (columns_ / 2) * 3 + rows % 2 * columns_ + columns_ % 2 * (rows / 2 * 2);
        const std::size_t most = wanted_ > 0 ? std::min(wanted_, longest) : longest;
        for (std::size_t steps = 1; steps < most; ++steps) {
            std::vector<Literal> next;
            for (std::size_t i = 0; i < in.size(); ++i) {
                std::vector<Literal> near{reached[i]};
                for (const std::size_t k : near_[i]) near.push_back(reached[k]);
                next.push_back(-sink.any_of({-in[i], -sink.any_of(near)}));
            }
            reached = std::move(next);
        }
        for (std::size_t i = 0; i < in.size(); ++i) sink.add({-in[i], reached[i]});
    }

    std::string words(Language language) const override {
        std::string digits;
        for (const Digit digit : digits_)
            digits += (digits.empty() ? "" : ", ") + std::to_string(digit.index() + 1);
        return say(language,
                   wanted_ > 0 ? "the cells among {} with one of {} are connected, {} cells"
                               : "the cells among {} with one of {} are connected",
                   list_of(cells(), size(), language), digits, wanted_);
    }

  private:
    enum class Is : char { out, open, in };

    /// The cells that `from` is connected with through those that may belong, and how many steps
    /// away; `far` for others.
    std::vector<std::size_t> steps_from(std::size_t from, const std::vector<Is>& is) const {
        std::vector<std::size_t> steps(is.size(), far), reached;
        reached.reserve(is.size());
        reached.push_back(from);
        steps[from] = 0;
        for (std::size_t at = 0; at < reached.size(); ++at)
            for (const std::size_t next : near_[reached[at]])
                if (is[next] != Is::out && steps[next] == far) {
                    steps[next] = steps[reached[at]] + 1;
                    reached.push_back(next);
                }
        return steps;
    }

    /// Around cells that belong: what they cannot reach is out, what connects them is in.
    bool grow(const std::vector<Is>& was, std::vector<Is>& is) const {
        const std::size_t most = wanted_ > 0 ? wanted_ : far;  // steps from any that belongs: fewer
        const auto first = static_cast<std::size_t>(std::ranges::find(was, Is::in) - was.begin());
        const std::vector<std::size_t> around = steps_from(first, was);
        std::size_t many = 0, farthest = 0;
        for (std::size_t i = 0; i < was.size(); ++i) {
            if (around[i] == far) {
                if (was[i] == Is::in) return false;
                is[i] = Is::out;
                continue;
            }
            ++many;
            farthest = std::max(farthest, around[i]);
        }
        if (many < wanted_) return false;
        for (std::size_t root = first; root < was.size(); ++root) {
            // By way of the first it is no further.
            if (was[root] != Is::in || around[root] + farthest < most) continue;
            const std::vector<std::size_t> steps = steps_from(root, was);
            for (std::size_t i = 0; i < was.size(); ++i) {
                if (was[i] == Is::out || steps[i] < most) continue;
                if (was[i] == Is::in) return false;
                is[i] = Is::out;
            }
        }
        Walk walk{was, is, std::vector<std::size_t>(was.size(), 0), many};
        hold_together(first, walk);
        return true;
    }

    /// A search in depth for cells without which the area falls apart [Tarjan1972].
    struct Walk {
        const std::vector<Is>& was;
        std::vector<Is>& is;
        std::vector<std::size_t> number;  // in the order of the search; 0: not met
        std::size_t cells;                // that it will meet
        std::size_t met = 0;
    };
    /// What hangs on a cell of the search.
    struct Branch {
        std::size_t cells = 1;
        bool any_in = false;
        std::size_t lowest;  ///< number that it is connected with but through that cell
    };
    Branch hold_together(std::size_t at, Walk& walk) const {
        const std::size_t own = walk.number[at] = ++walk.met;
        Branch all{.any_in = walk.was[at] == Is::in, .lowest = own};
        std::size_t left = walk.cells - 1;  // with the first cell, if this one is out
        bool parts = false;                 // it from another that belongs
        for (const std::size_t next : near_[at]) {
            if (walk.was[next] == Is::out) continue;
            if (walk.number[next] != 0) {
                all.lowest = std::min(all.lowest, walk.number[next]);
                continue;
            }
            const Branch branch = hold_together(next, walk);
            all.cells += branch.cells;
            all.any_in |= branch.any_in;
            all.lowest = std::min(all.lowest, branch.lowest);
            if (branch.lowest < own) continue;
            left -= branch.cells;
            parts |= branch.any_in;
        }
        if (walk.was[at] == Is::open && (parts || left < wanted_)) walk.is[at] = Is::in;
        return all;
    }

    /// Where none is known to belong: pieces that are too small are out.
    bool drop_small(const std::vector<Is>& was, std::vector<Is>& is) const {
        if (wanted_ == 0) return true;
        std::vector<bool> seen(was.size(), false);
        for (std::size_t i = 0; i < was.size(); ++i) {
            if (was[i] == Is::out || seen[i]) continue;
            const std::vector<std::size_t> steps = steps_from(i, was);
            const auto unreached = static_cast<std::size_t>(std::ranges::count(steps, far));
            for (std::size_t k = 0; k < was.size(); ++k) {
                if (steps[k] == far) continue;
                seen[k] = true;
                if (was.size() - unreached < wanted_) is[k] = Is::out;
            }
        }
        return std::ranges::count(is, Is::open) > 0;
    }

    static constexpr std::size_t far = std::numeric_limits<std::size_t>::max();

    std::size_t columns_, wanted_;  // 0: any number
    DigitSet digits_;
    std::vector<std::vector<std::size_t>> near_;  // of each cell, those that share a side
};

}  // namespace

PrimitivePtr make_connected(const Rule& rule, std::size_t size) {
    need_numbers(rule, 3, 3);
    need_different_cells(rule, size, "and a rectangle has each cell once");
    const int columns = rule.numbers[0], wanted = rule.numbers[1], digits = rule.numbers[2];
    const auto cells = static_cast<int>(rule.cells.size());
    if (columns < 1 || cells == 0 || cells % columns != 0)
        refuse_rule(rule,
                    std::to_string(cells) + " cells in " + std::to_string(columns) + " columns",
                    "a rectangle, row by row");
    if (wanted < 0 || wanted > cells)
        refuse_rule(rule, std::to_string(wanted) + " cells that are connected",
                    "0 for any number, up to " + std::to_string(cells));
    if (digits <= 0 ||
        !DigitSet::all(size).contains(DigitSet::from_bits(static_cast<unsigned>(digits))))
        refuse_rule(rule, "digits " + std::to_string(digits), "digits of the board, as bits");
    return std::make_shared<Connected>(rule, size);
}

}  // namespace clew::rules
