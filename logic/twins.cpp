// Three ways to the answer:
//
// * Two candidates in each cell, and in each house each digit in two of the cells or in none. Then
//   k cells of the pattern in a house have k digits between them, each filling uses each digit
//   once, and the candidates that it leaves over are its twin. No filling need be looked at, which
//   matters for the bivalue universal grave, whose cells are all that are open.
//
// * Two digits can be exchanged. A cell whose one candidate is one of the two is set; the others
//   have both of them or neither, apart from what the set cells rule out. A house where some cell
//   has them has no set cell, and as many cells as it has digits: each filling uses both of them
//   there. What it leaves as it is but for exchanging the two, set cells aside, is its twin.
//
// * Otherwise all fillings are listed, and put together by what each house gets. A filling alone in
//   its class has no twin.

#include "logic/twins.hpp"

#include <map>
#include <vector>

namespace clew::logic {
namespace {

struct PatternCell {
    Cell cell;
    DigitSet digits;
};

std::vector<PatternCell> by_cell(std::span<const Candidate> candidates) {
    std::vector<PatternCell> cells;
    for (Candidate c : candidates) {
        if (cells.empty() || cells.back().cell != c.cell) cells.push_back({c.cell, {}});
        cells.back().digits.insert(c.digit);
    }
    return cells;
}

bool twice_or_never(const Geometry& geometry, const std::vector<PatternCell>& cells) {
    std::map<House, std::vector<DigitSet>> houses;
    for (const PatternCell& c : cells) {
        if (c.digits.size() != 2) return false;
        for (House h : geometry.houses_of(c.cell)) houses[h].push_back(c.digits);
    }
    for (const auto& [house, members] : houses)
        for (std::size_t d = 0; d < geometry.size(); ++d) {
            std::size_t count = 0;
            for (DigitSet digits : members) count += digits.contains(Digit{d}) ? 1 : 0;
            if (count != 0 && count != 2) return false;
        }
    return true;
}

bool can_exchange(const Geometry& geometry, const std::vector<PatternCell>& cells, DigitSet pair) {
    std::vector<DigitSet> set(geometry.house_count());  // digits of set cells, by house
    const auto is_set = [&](const PatternCell& c) {
        return c.digits.size() == 1 && pair.contains(c.digits);
    };
    for (const PatternCell& c : cells)
        if (is_set(c))
            for (House h : geometry.houses_of(c.cell)) set[h.index()] |= c.digits;
    std::vector<bool> concerned(geometry.house_count(), false);
    bool any = false;
    for (const PatternCell& c : cells) {
        if (is_set(c)) continue;
        DigitSet has = c.digits & pair;
        for (House h : geometry.houses_of(c.cell)) has -= set[h.index()];
        if (has.empty()) continue;
        if (has != pair) return false;
        any = true;
        for (House h : geometry.houses_of(c.cell)) concerned[h.index()] = true;
    }
    std::vector<std::size_t> count(geometry.house_count(), 0);
    std::vector<DigitSet> digits(geometry.house_count());
    for (const PatternCell& c : cells)
        for (House h : geometry.houses_of(c.cell)) {
            ++count[h.index()];
            digits[h.index()] |= c.digits;
        }
    for (std::size_t h = 0; h < geometry.house_count(); ++h)
        if (concerned[h] && (!set[h].empty() || count[h] != digits[h].size())) return false;
    return any;
}

bool can_exchange_two(const Geometry& geometry, const std::vector<PatternCell>& cells) {
    for (std::size_t a = 0; a < geometry.size(); ++a)
        for (std::size_t b = a + 1; b < geometry.size(); ++b)
            if (can_exchange(geometry, cells, DigitSet{Digit{a}} | DigitSet{Digit{b}})) return true;
    return false;
}

class Fillings {
  public:
    Fillings(const Geometry& geometry, const std::vector<PatternCell>& cells, std::uint64_t nodes)
        : geometry_(geometry), cells_(cells), nodes_(nodes), used_(geometry.house_count()) {}

    Twins run() {
        if (!fill(0)) return Twins::unsettled;
        for (const auto& [what, count] : classes_)
            if (count < 2) return Twins::not_always;
        return classes_.empty() ? Twins::not_always : Twins::always;
    }

  private:
    // False if the nodes ran out.
    bool fill(std::size_t at) {
        if (at == cells_.size()) {
            ++classes_[used_];
            return true;
        }
        const auto houses = geometry_.houses_of(cells_[at].cell);
        for (Digit d : cells_[at].digits) {
            bool free = true;
            for (House h : houses) free = free && (used_[h.index()] >> d.index() & 1U) == 0;
            if (!free) continue;
            if (nodes_ == 0) return false;
            --nodes_;
            for (House h : houses) used_[h.index()] ^= std::uint32_t{1} << d.index();
            const bool done = fill(at + 1);
            for (House h : houses) used_[h.index()] ^= std::uint32_t{1} << d.index();
            if (!done) return false;
        }
        return true;
    }

    const Geometry& geometry_;
    const std::vector<PatternCell>& cells_;
    std::uint64_t nodes_;
    std::vector<std::uint32_t> used_;                            // digits, by house
    std::map<std::vector<std::uint32_t>, std::size_t> classes_;  // fillings, by what houses get
};

}  // namespace

Twins check_twins(const Geometry& geometry, std::span<const Candidate> candidates,
                  std::uint64_t max_nodes) {
    const std::vector<PatternCell> cells = by_cell(candidates);
    if (cells.empty()) return Twins::not_always;
    if (twice_or_never(geometry, cells) || can_exchange_two(geometry, cells)) return Twins::always;
    return Fillings{geometry, cells, max_nodes}.run();
}

}  // namespace clew::logic
