// Exocet: two base cells whose digits, both of them, must come back in two target cells.
//
//     find(state, {.technique = Technique::junior_exocet, .max_size = 4}, sink);   // base digits
//
// Base: two cells of a line (a row, say) and a box, with three or four digits between them. Cross
// lines: of the columns, the one through the box that holds neither base cell, and two more through
// the other boxes of the row. Whichever of its digits a base cell holds, the cells that see both
// base cells hold it no more. The three columns need it three times. If but for two target cells T
// and U its places in the columns, as far as they do not see both base cells, lie in two houses,
// one of the three is in T or U.
//
// Let this be so for every digit of the base. The base cells hold two different digits, so T holds
// one of them and U the other [Bird2013]: whatever no such choice has goes from the four cells.
//
// Both targets in boxes that the base's row crosses: a junior exocet. Any others in the columns: a
// senior exocet. The usual demand that the cells beside the targets lack the base digits is the
// demand of the two houses in other words, and their rows for cover are two houses of many.

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "logic/strategies/citing.hpp"
#include "logic/strategies/finding.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{Technique::junior_exocet, Technique::senior_exocet};

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        largest_ = largest_size(query_, state_.size());
        for (const Intersection& crossing : layout_.crossings()) {
            const auto role = [&](House h) { return layout_.geometry().info(h).role; };
            House line = crossing.first;
            House box = crossing.second;
            if (role(line) == HouseRole::box) std::swap(line, box);
            if (role(box) != HouseRole::box) continue;
            if (role(line) != HouseRole::row && role(line) != HouseRole::column) continue;
            const Ending ending = in_line(line, box, role(line) == HouseRole::row);
            if (ending != Ending::exhausted) return ending;
        }
        return Ending::exhausted;
    }

  private:
    Ending in_line(House line, House box, bool is_row) {
        const auto crossing = is_row ? layout_.columns() : layout_.rows();
        const CellSet shared = layout_.cells(line) & layout_.cells(box);
        const CellSet open = shared & state_.open();
        for (Cell a : open)
            for (Cell b : open) {
                if (!(a < b)) continue;
                base_ = {a, b};
                digits_ = state_.candidates(a) | state_.candidates(b);
                if (digits_.size() < 3 || digits_.size() > largest_) continue;
                // What holds none of the base's digits once the base does.
                seen_ = layout_.cells(line) | layout_.cells(box);
                line_ = line;
                box_ = box;
                for (House first : crossing) {
                    const CellSet meets = layout_.cells(first) & shared;
                    if (meets.empty() || meets.test(a) || meets.test(b)) continue;
                    for (std::size_t i = 0; i < crossing.size(); ++i)
                        for (std::size_t j = i + 1; j < crossing.size(); ++j) {
                            lines_ = {first, crossing[i], crossing[j]};
                            const Ending ending = targets();
                            if (ending != Ending::exhausted) return ending;
                        }
                }
            }
        return Ending::exhausted;
    }

    // The second and third line meet the base's line in two other boxes.
    bool lines_fit() const {
        std::array<std::optional<House>, 2> boxes;
        for (std::size_t i = 0; i < 2; ++i)
            boxes[i] =
                layout_.box_of((layout_.cells(lines_[i + 1]) & layout_.cells(line_)).first());
        return boxes[0] && boxes[1] && boxes[0] != boxes[1] && boxes[0] != box_ && boxes[1] != box_;
    }

    bool is_near(Cell target) const {
        const std::optional<House> box = layout_.box_of(target);
        return box && layout_.cells(*box).intersects(layout_.cells(line_));
    }

    Ending targets() {
        if (!lines_fit()) return Ending::exhausted;
        CellSet all = layout_.none();
        for (House h : lines_) all |= layout_.cells(h);
        all -= seen_;
        CellSet usable = layout_.none();
        for (std::size_t i = 0; i < state_.size(); ++i) {
            if (!digits_.contains(Digit{i})) continue;
            places_[i] = all & state_.cells(Digit{i});
            usable |= places_[i];
        }
        usable &= state_.open();
        const bool junior = query_.technique == Technique::junior_exocet;
        for (Cell t : usable)
            for (Cell u : usable) {
                if (!(t < u) || junior != (is_near(t) && is_near(u))) continue;
                if (!spend()) return Ending::out_of_budget;
                target_ = {t, u};
                if (!confined()) continue;
                if (tell() == Flow::stop) return Ending::limit_reached;
            }
        return Ending::exhausted;
    }

    bool confined() {
        for (Digit d : digits_) {
            CellSet left = places_[d.index()];
            left.reset(target_[0]);
            left.reset(target_[1]);
            auto& covers = covers_[d.index()];
            covers.clear();
            if (!cover(left, 2, covers)) return false;
        }
        return true;
    }

    bool cover(const CellSet& left, std::size_t allowed, std::vector<House>& covers) const {
        if (left.empty()) return true;
        if (allowed == 0) return false;
        for (const HousePosition& seat : layout_.seats(left.first())) {
            covers.push_back(seat.house);
            if (cover(left - layout_.cells(seat.house), allowed - 1, covers)) return true;
            covers.pop_back();
        }
        return false;
    }

    Flow tell() const {
        // What some choice of two digits has, in the base cells and in the targets.
        std::array<DigitSet, 4> kept;
        const std::array<Cell, 4> cells{base_[0], base_[1], target_[0], target_[1]};
        for (Digit x : state_.candidates(base_[0]))
            for (Digit y : state_.candidates(base_[1])) {
                if (x == y) continue;
                for (const auto& [t, u] : {std::pair{x, y}, std::pair{y, x}}) {
                    if (!state_.has({target_[0], t}) || !state_.has({target_[1], u})) continue;
                    const std::array<Digit, 4> digits{x, y, t, u};
                    for (std::size_t i = 0; i < 4; ++i) kept[i].insert(digits[i]);
                }
            }
        Step step = blank_step(query_.technique, digits_.size());
        for (std::size_t i = 0; i < 4; ++i)
            for (Digit d : state_.candidates(cells[i]) - kept[i])
                step.eliminations.push_back({cells[i], d});
        if (step.eliminations.empty()) return Flow::go_on;
        for (std::size_t i = 0; i < 4; ++i) {
            step.cites.push_back({Constraint::of(cells[i]), i < 2 ? Use::truth : Use::link});
            Group group{i < 2 ? Role::base : Role::wing, {}, Constraint::of(cells[i])};
            for (Digit d : state_.candidates(cells[i]) & digits_)
                group.candidates.push_back({cells[i], d});
            step.groups.push_back(std::move(group));
        }
        for (Digit d : digits_) {
            step.cites.push_back({Constraint::of(line_, d), Use::link});
            step.cites.push_back({Constraint::of(box_, d), Use::link});
            for (House h : lines_) step.cites.push_back({Constraint::of(h, d), Use::truth});
            CellSet left = places_[d.index()];
            for (Cell t : target_) left.reset(t);
            for (House h : covers_[d.index()]) {
                step.cites.push_back({Constraint::of(h, d), Use::link});
                step.groups.push_back(
                    digit_group(Role::cover, d, left & layout_.cells(h), Constraint::of(h, d)));
                left -= layout_.cells(h);
            }
        }
        return deliver(std::move(step));
    }

    std::size_t largest_ = 0;
    std::array<Cell, 2> base_{};
    DigitSet digits_;
    House line_{}, box_{};
    CellSet seen_;
    std::array<House, 3> lines_{};
    std::array<CellSet, max_size> places_;  // by digit: in the lines, unseen
    std::array<Cell, 2> target_{};
    std::array<std::vector<House>, max_size> covers_;  // by digit
};

}  // namespace

Strategy exocet_strategy() { return {"exocet", techniques_found, run_search<Search>}; }

}  // namespace clew::logic::inline strategies
