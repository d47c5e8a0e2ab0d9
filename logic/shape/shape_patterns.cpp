// Which cells and lines the citations speak of says which pattern it can be; then the board is
// asked whether it has that pattern there, and whether all that is cited belongs to it.
//
// Firework [Shye2021]: a row and a column with a common cell x, in a box; a digit whose places in
// the row lie in the box but for y, and whose places in the column lie in it but for z. It is in x,
// y or z. Three such digits fill the three cells; two of them, and two from the opposite corner
// with the same y and z, fill four.
//
// Exocet [Bird2013]: two base cells of a line in a box, with three or four digits between them.
// Three lines across, one through the box beside the base cells and one through each other box of
// the line, need each digit three times. Where neither base cell is seen, all places in these lines
// but for two target cells lie in two houses, so that each digit of the base is in a target.

#include "logic/shape/shape_argument.hpp"

#include <algorithm>
#include <set>

namespace clew::logic::inline shape {
namespace {

using T = Technique;

class Patterns {
  public:
    explicit Patterns(const ShapeArgument& argument)
        : argument_(argument),
          state_(argument.state),
          layout_(state_.layout()),
          truth_cells_(layout_.none()),
          link_cells_(layout_.none()) {
        for (const ShapePart& p : argument.truths) {
            if (p.is_cell()) {
                truth_cells_.set(p.constraint.cell);
            } else {
                truth_houses_.insert(p.constraint.house);
                digits_.insert(p.constraint.digit);
            }
        }
        for (const ShapePart& p : argument.links)
            if (p.is_cell()) link_cells_.set(p.constraint.cell);
    }

    std::optional<KnownShape> name() const {
        if (is_firework_triple()) return KnownShape{T::firework_triple, 3};
        if (is_firework_quadruple()) return KnownShape{T::firework_quadruple, 4};
        return exocet();
    }

  private:
    HouseRole role(House h) const { return state_.geometry().info(h).role; }
    std::vector<House> lines(HouseRole wanted) const {
        std::vector<House> found;
        for (const House h : truth_houses_)
            if (role(h) == wanted) found.push_back(h);
        return found;
    }
    CellSet places(House house, Digit d) const { return layout_.cells(house) & state_.cells(d); }

    // ---- fireworks ------------------------------------------------------------------------------

    /// A row and a column that cross in a box.
    struct Corner {
        House row, column, box;
        Cell x;
    };
    std::optional<Corner> corner(House row, House column) const {
        const CellSet common = layout_.cells(row) & layout_.cells(column);
        if (common.empty()) return std::nullopt;
        const auto box = layout_.box_of(common.first());
        if (!box) return std::nullopt;
        return Corner{row, column, *box, common.first()};
    }
    /// The digit is in x or in one of the far cells.
    bool sparks(const Corner& at, Digit d, const CellSet& far) const {
        const CellSet near = layout_.cells(at.box);
        return places(at.row, d).size() > 1 && places(at.column, d).size() > 1 &&
               far.contains((places(at.row, d) | places(at.column, d)) - near);
    }
    /// Whether the houses that are cited for the digits are those of the corner.
    bool only(const std::vector<ShapePart>& parts, DigitSet digits,
              std::initializer_list<House> houses) const {
        return std::ranges::all_of(parts, [&](const ShapePart& p) {
            return p.is_cell() || !digits.contains(p.constraint.digit) ||
                   std::ranges::find(houses, p.constraint.house) != houses.end();
        });
    }

    bool is_firework_triple() const {
        const auto rows = lines(HouseRole::row), columns = lines(HouseRole::column);
        if (rows.size() != 1 || columns.size() != 1 || truth_houses_.size() != 2 ||
            !truth_cells_.empty() || link_cells_.size() != 3 || digits_.size() != 3 ||
            digits_.contains(argument_.asked.digit))
            return false;
        const auto at = corner(rows.front(), columns.front());
        if (!at || !link_cells_.test(at->x) || !link_cells_.test(argument_.asked.cell))
            return false;
        const CellSet far = link_cells_ - layout_.cells(at->box);
        return (far & layout_.cells(at->row)).size() == 1 &&
               (far & layout_.cells(at->column)).size() == 1 && only_boxes(digits_, at->box) &&
               all_spark(*at, digits_, far);
    }
    bool all_spark(const Corner& at, DigitSet digits, const CellSet& far) const {
        return std::ranges::all_of(digits, [&](Digit d) { return sparks(at, d, far); });
    }
    bool only_boxes(DigitSet digits, House box) const {
        return only(argument_.links, digits, {box}) &&
               std::ranges::all_of(argument_.links, [&](const ShapePart& p) {
                   return p.is_cell() || digits_.contains(p.constraint.digit);
               });
    }

    bool is_firework_quadruple() const {
        const auto rows = lines(HouseRole::row), columns = lines(HouseRole::column);
        if (rows.size() != 2 || columns.size() != 2 || truth_houses_.size() != 4 ||
            !truth_cells_.empty() || link_cells_.size() != 4 || digits_.size() != 4 ||
            digits_.contains(argument_.asked.digit) || !link_cells_.test(argument_.asked.cell))
            return false;
        for (const std::size_t flip : {0U, 1U}) {
            const auto one = corner(rows[0], columns[flip]);
            const auto other = corner(rows[1], columns[1 - flip]);
            if (!one || !other) continue;
            CellSet far = link_cells_;
            if (!far.test(one->x) || !far.test(other->x)) continue;
            far.reset(one->x);
            far.reset(other->x);
            const CellSet lines_of_one = layout_.cells(one->row) | layout_.cells(one->column);
            const CellSet lines_of_other = layout_.cells(other->row) | layout_.cells(other->column);
            if (!(lines_of_one & lines_of_other).contains(far) ||
                far.intersects(layout_.cells(one->box) | layout_.cells(other->box)))
                continue;
            DigitSet here, there;
            for (const ShapePart& p : argument_.truths)
                (p.constraint.house == one->row || p.constraint.house == one->column ? here : there)
                    .insert(p.constraint.digit);
            if (here.size() == 2 && there.size() == 2 && (here & there).empty() &&
                only_boxes(here, one->box) && only_boxes(there, other->box) &&
                all_spark(*one, here, far) && all_spark(*other, there, far))
                return true;
        }
        return false;
    }

    // ---- exocets --------------------------------------------------------------------------------

    std::optional<KnownShape> exocet() const {
        CellSet base = truth_cells_;
        // What is asked may be of the base: its cell is then one of the links.
        if (base.size() == 1 && link_cells_.test(argument_.asked.cell))
            base.set(argument_.asked.cell);
        const CellSet targets = link_cells_ - base;
        if (base.size() != 2 || targets.size() != 2 || truth_houses_.size() != 3)
            return std::nullopt;
        const Cell a = base.first();
        base.reset(a);
        const Cell b = base.first();
        base.set(a);
        const DigitSet digits = state_.candidates(a) | state_.candidates(b);
        const auto box = layout_.box_of(a);
        if (!box || box != layout_.box_of(b) || digits.size() < 3 || digits.size() > 4 ||
            !(digits_ - digits).empty())
            return std::nullopt;
        for (const HousePosition& seat : layout_.seats(a)) {
            const bool row = role(seat.house) == HouseRole::row;
            if ((!row && role(seat.house) != HouseRole::column) ||
                !layout_.cells(seat.house).test(b) ||
                lines(row ? HouseRole::column : HouseRole::row).size() != 3)
                continue;
            const CellSet seen = layout_.cells(seat.house) | layout_.cells(*box);
            if (targets.intersects(seen) || !lines_fit(seat.house, base)) continue;
            if (!std::ranges::all_of(digits,
                                     [&](Digit d) { return cover(unseen(d, seen) - targets, 2); }))
                continue;
            if (!belong(digits, seat.house, *box, seen)) continue;
            const bool junior = std::ranges::all_of(targets, [&](Cell t) {
                const auto of = layout_.box_of(t);
                return of && layout_.cells(*of).intersects(layout_.cells(seat.house));
            });
            return KnownShape{junior ? T::junior_exocet : T::senior_exocet, digits.size()};
        }
        return std::nullopt;
    }

    /// The three lines meet the base's line in three boxes, in none of the base cells.
    bool lines_fit(House line, const CellSet& base) const {
        std::set<House> boxes;
        for (const House h : truth_houses_) {
            const CellSet common = layout_.cells(h) & layout_.cells(line);
            if (common.empty() || common.intersects(base)) return false;
            if (const auto box = layout_.box_of(common.first())) boxes.insert(*box);
        }
        return boxes.size() == 3 && boxes.contains(*layout_.box_of(base.first()));
    }
    CellSet unseen(Digit d, const CellSet& seen) const {
        CellSet all = layout_.none();
        for (const House h : truth_houses_) all |= places(h, d);
        return all - seen;
    }
    bool cover(const CellSet& left, std::size_t houses) const {
        if (left.empty()) return true;
        return houses > 0 &&
               std::ranges::any_of(layout_.seats(left.first()), [&](const HousePosition& s) {
                   return cover(left - layout_.cells(s.house), houses - 1);
               });
    }
    /// Every house that is cited as a link is the base's line or box or covers places of the lines.
    bool belong(DigitSet digits, House line, House box, const CellSet& seen) const {
        return std::ranges::all_of(argument_.links, [&](const ShapePart& p) {
            if (p.is_cell()) return true;
            const House house = p.constraint.house;
            const Digit digit = p.constraint.digit;
            return digits.contains(digit) && (house == line || house == box ||
                                              layout_.cells(house).intersects(unseen(digit, seen)));
        });
    }

    const ShapeArgument& argument_;
    const State& state_;
    const Layout& layout_;
    CellSet truth_cells_, link_cells_;
    std::set<House> truth_houses_;
    DigitSet digits_;  // of the houses that are truths
};

}  // namespace

std::optional<KnownShape> pattern_of(const ShapeArgument& argument) {
    return Patterns{argument}.name();
}

}  // namespace clew::logic::inline shape
