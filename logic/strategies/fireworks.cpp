// Fireworks: a digit that a row and a column leave no place outside their common box but one each;
// three or four such digits in the same cells use these cells up.
//
// Two houses P and Q, a row and a column, and a box that holds their one common cell x. A digit
// whose places in P lie in the box but for a cell y, and whose places in Q lie in the box but for a
// cell z, is in x, y or z: in neither y nor z, both houses have it in the box, and so in the same
// cell [Shye2021].
//
// Triple: three digits with the same x, y and z; each has one of the three cells, which hold
// nothing else. Quadruple: y and z see another cell w together with its own box, and two digits
// have w, y and z as their cells: with two of the former, four digits for four cells.
//
// A digit that is placed in P or Q, or whose places in both are in the box already, is no such
// digit (the latter is in x, or its places are locked in the box).

#include <array>
#include <utility>
#include <vector>

#include "logic/strategies/citing.hpp"
#include "logic/strategies/finding.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{Technique::firework_triple, Technique::firework_quadruple};

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        const bool triple = query_.technique == Technique::firework_triple;
        for (House row : layout_.rows())
            for (House column : layout_.columns()) add_sites(row, column);
        for (const Site& site : sites_) {
            if (!spend()) return Ending::out_of_budget;
            const Ending ending = triple ? triples(site) : quadruples(site);
            if (ending != Ending::exhausted) return ending;
        }
        return Ending::exhausted;
    }

  private:
    /// A row and a column, their common cell and its box; and the digits that have at most one
    /// place in each of them outside the box, with these.
    struct Site {
        House row, column, box;
        Cell x;
        struct Spark {
            Digit digit;
            CellSet far;
        };
        std::vector<Spark> sparks;
    };

    void add_sites(House row, House column) {
        const Cell x = (layout_.cells(row) & layout_.cells(column)).first();
        if (state_.placed(x)) return;
        for (const HousePosition& seat : layout_.seats(x)) {
            if (layout_.geometry().info(seat.house).role != HouseRole::box) continue;
            Site site{row, column, seat.house, x, {}};
            for (std::size_t i = 0; i < state_.size(); ++i) {
                const Digit d{i};
                const CellSet in_row = layout_.cells(row) & state_.cells(d);
                const CellSet in_column = layout_.cells(column) & state_.cells(d);
                if (in_row.size() < 2 || in_column.size() < 2) continue;  // placed, or as good as
                const CellSet far_in_row = in_row - layout_.cells(seat.house);
                const CellSet far_in_column = in_column - layout_.cells(seat.house);
                if (far_in_row.size() > 1 || far_in_column.size() > 1) continue;
                if (far_in_row.empty() && far_in_column.empty()) continue;
                site.sparks.push_back({d, far_in_row | far_in_column});
            }
            if (site.sparks.size() >= 2) sites_.push_back(std::move(site));
        }
    }

    CellSet outside(House house, const Site& site) const {
        return (layout_.cells(house) & state_.open()) - layout_.cells(site.box);
    }

    // The digits that are in x, y or z.
    DigitSet digits_at(const Site& site, Cell y, Cell z) const {
        const CellSet both = layout_.set_of({y, z});
        DigitSet found;
        for (const auto& spark : site.sparks)
            if (both.contains(spark.far)) found.insert(spark.digit);
        return found;
    }

    void cite(Step& step, const Site& site, DigitSet digits) const {
        for (Digit d : digits) {
            step.cites.push_back({Constraint::of(site.row, d), Use::truth});
            step.cites.push_back({Constraint::of(site.column, d), Use::truth});
            step.cites.push_back({Constraint::of(site.box, d), Use::link});
        }
    }

    // The cells hold these digits and no others.
    Ending tell(Step step, const CellSet& cells, DigitSet digits) const {
        for (Cell c : cells) {
            for (Digit d : state_.candidates(c) - digits) step.eliminations.push_back({c, d});
            if ((state_.candidates(c) & digits).empty()) return Ending::exhausted;
            step.cites.push_back({Constraint::of(c), Use::link});
        }
        if (step.eliminations.empty()) return Ending::exhausted;
        return deliver(std::move(step)) == Flow::stop ? Ending::limit_reached : Ending::exhausted;
    }

    Group group(Role role, Cell cell, DigitSet digits) const {
        Group some{role, {}, Constraint::of(cell)};
        for (Digit d : state_.candidates(cell) & digits) some.candidates.push_back({cell, d});
        return some;
    }

    Ending triples(const Site& site) const {
        for (Cell y : outside(site.row, site))
            for (Cell z : outside(site.column, site)) {
                const DigitSet digits = digits_at(site, y, z);
                if (digits.size() != 3) continue;  // more of them: no solution
                Step step = blank_step(query_.technique, 3);
                cite(step, site, digits);
                const CellSet cells = layout_.set_of({site.x, y, z});
                step.groups = {group(Role::pivot, site.x, digits), group(Role::wing, y, digits),
                               group(Role::wing, z, digits)};
                const Ending ending = tell(std::move(step), cells, digits);
                if (ending != Ending::exhausted) return ending;
            }
        return Ending::exhausted;
    }

    // Each pair of opposite corners once.
    Ending quadruples(const Site& site) const {
        for (const Site& other : sites_) {
            if (other.x <= site.x) continue;
            const CellSet y = layout_.cells(site.row) & layout_.cells(other.column);
            const CellSet z = layout_.cells(site.column) & layout_.cells(other.row);
            const CellSet corners = y | z;
            if (other.row == site.row || other.column == site.column) continue;
            if (!state_.open().contains(corners) || corners.intersects(layout_.cells(site.box)) ||
                corners.intersects(layout_.cells(other.box)))
                continue;
            const Ending ending =
                pairs(site, other, y.first(), z.first(), digits_at(site, y.first(), z.first()),
                      digits_at(other, y.first(), z.first()));
            if (ending != Ending::exhausted) return ending;
        }
        return Ending::exhausted;
    }

    Ending pairs(const Site& site, const Site& other, Cell y, Cell z, DigitSet here,
                 DigitSet there) const {
        const CellSet cells = layout_.set_of({site.x, other.x, y, z});
        for (Digit a : here)
            for (Digit b : here)
                for (Digit c : there)
                    for (Digit d : there) {
                        const DigitSet first = DigitSet{a} | DigitSet{b};
                        const DigitSet second = DigitSet{c} | DigitSet{d};
                        if (!(a < b) || !(c < d) || !(first & second).empty()) continue;
                        Step step = blank_step(query_.technique, 4);
                        cite(step, site, first);
                        cite(step, other, second);
                        const DigitSet digits = first | second;
                        step.groups = {group(Role::pivot, site.x, digits),
                                       group(Role::pivot, other.x, digits),
                                       group(Role::wing, y, digits), group(Role::wing, z, digits)};
                        const Ending ending = tell(std::move(step), cells, digits);
                        if (ending != Ending::exhausted) return ending;
                    }
        return Ending::exhausted;
    }

    std::vector<Site> sites_;
};

}  // namespace

Strategy fireworks_strategy() { return {"fireworks", techniques_found, run_search<Search>}; }

}  // namespace clew::logic::inline strategies
