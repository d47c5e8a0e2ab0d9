// Tridagon: twelve cells of four boxes that three digits cannot fill, and the guardians of which
// one must therefore hold.
//
//     find(state, {.technique = Technique::tridagon, .max_size = 4}, sink);   // guardians
//
// The pattern is impossible, not merely deadly: no assumption of uniqueness.
//
// In each of four boxes at the corners of a rectangle of boxes three cells, no two of them in a row
// or a column; so each of the six rows and six columns has two of the twelve. Let three digits fill
// them. A box is then a permutation: its digits by row. Two boxes side by side have no digit twice
// in a row, so their permutations differ everywhere, and differ therefore by a cycle of all three,
// which is even; boxes one above the other likewise, by column. From row to column a box goes by
// the permutation of its cells. Once around the four boxes all this must cancel out, so the cells'
// own four permutations are even together. If they are odd together (three boxes one way and the
// fourth the other), the three digits cannot fill the twelve cells [Mith2022].
//
// So one of the other candidates of these cells holds, the guardians. A single one is placed; of
// several, what every one of them rules out goes, by its digit or in its cell. Told are patterns
// whose cells have two of the three digits each, and in each box all three between them.

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "logic/strategies/citing.hpp"
#include "logic/strategies/finding.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{Technique::tridagon};

// Row i of a box has its cell in column permutation[i]; even ones first.
constexpr std::array<std::array<std::size_t, 3>, 6> permutations{
    {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        if (!find_boxes()) return Ending::exhausted;
        largest_ = largest_size(query_, state_.size());
        const std::size_t n = state_.size();
        for (std::size_t a = 0; a < n; ++a)
            for (std::size_t b = a + 1; b < n; ++b)
                for (std::size_t c = b + 1; c < n; ++c) {
                    const Ending ending =
                        fill(DigitSet{Digit{a}} | DigitSet{Digit{b}} | DigitSet{Digit{c}});
                    if (ending != Ending::exhausted) return ending;
                }
        return Ending::exhausted;
    }

  private:
    /// Three cells of a box, by row.
    struct Way {
        std::array<Cell, 3> cells;
        bool odd = false;
        std::size_t guardians = 0;
    };

    // The cells of each box by row and column of it: boxes of three rows and three columns, in
    // bands and stacks. False if the board is not made of such boxes.
    bool find_boxes() {
        const Geometry& board = layout_.geometry();
        if (state_.size() != 9 || layout_.rows().size() != 9 || layout_.columns().size() != 9)
            return false;
        for (std::size_t band = 0; band < 3; ++band)
            for (std::size_t stack = 0; stack < 3; ++stack) {
                CellSet cells = layout_.none();
                auto& box = boxes_[band * 3 + stack];
                for (std::size_t r = 0; r < 3; ++r)
                    for (std::size_t c = 0; c < 3; ++c) {
                        const CellSet crossing = layout_.cells(layout_.rows()[band * 3 + r]) &
                                                 layout_.cells(layout_.columns()[stack * 3 + c]);
                        box[r][c] = crossing.first();
                        cells |= crossing;
                    }
                std::optional<House> house;
                for (std::size_t h = 0; h < layout_.house_count(); ++h)
                    if (board.info(House{h}).role == HouseRole::box &&
                        layout_.cells(House{h}) == cells)
                        house = House{h};
                if (!house) return false;
                houses_[band * 3 + stack] = *house;
            }
        return true;
    }

    Ending fill(DigitSet digits) {
        digits_ = digits;
        for (std::size_t box = 0; box < 9; ++box) {
            ways_[box].clear();
            for (std::size_t p = 0; p < permutations.size(); ++p) {
                Way way{{}, p >= 3, 0};
                DigitSet held;
                bool fits = true;
                for (std::size_t r = 0; r < 3; ++r) {
                    const Cell cell = boxes_[box][r][permutations[p][r]];
                    const DigitSet has = state_.candidates(cell);
                    fits = fits && !state_.placed(cell) && (has & digits).size() >= 2;
                    held |= has & digits;
                    way.guardians += (has - digits).size();
                    way.cells[r] = cell;
                }
                if (fits && held == digits && way.guardians <= largest_) ways_[box].push_back(way);
            }
        }
        for (std::size_t top = 0; top < 3; ++top)
            for (std::size_t bottom = top + 1; bottom < 3; ++bottom)
                for (std::size_t left = 0; left < 3; ++left)
                    for (std::size_t right = left + 1; right < 3; ++right) {
                        const Ending ending = choose({top * 3 + left, top * 3 + right,
                                                      bottom * 3 + left, bottom * 3 + right});
                        if (ending != Ending::exhausted) return ending;
                    }
        return Ending::exhausted;
    }

    Ending choose(const std::array<std::size_t, 4>& boxes) {
        for (const Way& a : ways_[boxes[0]])
            for (const Way& b : ways_[boxes[1]])
                for (const Way& c : ways_[boxes[2]])
                    for (const Way& d : ways_[boxes[3]]) {
                        if (!spend()) return Ending::out_of_budget;
                        const std::size_t guardians =
                            a.guardians + b.guardians + c.guardians + d.guardians;
                        if ((a.odd != b.odd) == (c.odd != d.odd) || guardians > largest_) continue;
                        const Flow flow = tell(boxes, {&a, &b, &c, &d});
                        if (flow == Flow::stop) return Ending::limit_reached;
                    }
        return Ending::exhausted;
    }

    Flow tell(const std::array<std::size_t, 4>& boxes, const std::array<const Way*, 4>& ways) {
        CellSet cells = layout_.none();
        for (const Way* way : ways)
            for (Cell c : way->cells) cells.set(c);
        std::vector<Candidate> guardians;
        Group pattern{Role::base, {}, std::nullopt};
        for (Cell c : cells)
            for (Digit d : state_.candidates(c))
                (digits_.contains(d) ? pattern.candidates : guardians).push_back({c, d});
        if (guardians.empty()) return Flow::go_on;  // no solution, and nothing to tell
        Step step = blank_step(query_.technique, guardians.size());
        for (Cell c : cells) step.cites.push_back({Constraint::of(c), Use::truth});
        std::vector<House> houses;
        for (std::size_t i = 0; i < 9; ++i)
            for (House h : {layout_.rows()[i], layout_.columns()[i]})
                if (layout_.cells(h).intersects(cells)) houses.push_back(h);
        for (std::size_t box : boxes) houses.push_back(houses_[box]);
        for (House h : houses)
            for (Digit d : digits_)
                if ((layout_.cells(h) & cells & state_.cells(d)).size() > 1)
                    step.cites.push_back({Constraint::of(h, d), Use::link});
        if (guardians.size() == 1) {
            step.placements = guardians;
        } else {
            // What a guardian rules out is in its cell, or has its digit.
            const Candidate first = guardians.front();
            for (Digit d : state_.candidates(first.cell))
                consider(step, {first.cell, d}, guardians);
            for (Cell c : layout_.peers(first.cell) & state_.cells(first.digit))
                consider(step, {c, first.digit}, guardians);
            if (step.eliminations.empty()) return Flow::go_on;
        }
        step.groups = {std::move(pattern), {Role::guardian, std::move(guardians), std::nullopt}};
        return deliver(std::move(step));
    }

    // Eliminates the candidate if every guardian rules it out.
    void consider(Step& step, Candidate victim, const std::vector<Candidate>& guardians) const {
        CellSet seen = layout_.none();
        for (Candidate g : guardians) {
            if (g.cell == victim.cell && g.digit != victim.digit) continue;
            if (g.digit != victim.digit || !layout_.peers(g.cell).test(victim.cell)) return;
            seen.set(g.cell);
        }
        step.eliminations.push_back(victim);
        cite_links(step, layout_, victim.digit, victim.cell, seen);
    }

    std::size_t largest_ = 0;
    DigitSet digits_;
    std::array<std::array<std::array<Cell, 3>, 3>, 9> boxes_{};  // by row and column of the box
    std::array<House, 9> houses_{};
    std::array<std::vector<Way>, 9> ways_;
};

}  // namespace

Strategy tridagon_strategy() { return {"tridagon", techniques_found, run_search<Search>}; }

}  // namespace clew::logic::inline strategies
