// The search. Some cell of the set is its first; from each cell in turn, the sets of which it is
// the first are looked for. A cell in the set must take a new digit. To give a cell the digit d,
// the cells that hold d in its houses must give it up, so they join the set; a cell that joined
// waits for a digit of its own. When nobody waits, the set is unavoidable: in every house as many
// digits came as went, all different, and every one that came had gone. A minimal set is met so,
// for the arrangement that shows it never makes an outsider join.
//
//     1 8 . | 8>1 1>8          giving r1c1 the 8 makes r1c2 join for row 1, and the 8s of column 1
//     . . . |                  and of box 1, if they are others
//
// A branch ends when more than max_size cells are in, counting for each row with a single one a
// second to come (a lone cell cannot change alone), likewise for columns and for boxes. The waiting
// cell with the fewest possible digits goes first. What was met need not be minimal; the minimal
// ones are sifted out at the end.
//
// Rules. When nobody waits but a rule is broken, the set alone will not do: a further cell of that
// rule must change too. Each that has not joined yet joins in turn, the earlier ones barred in the
// later branches, and the search goes on. A rule whose cells have all changed is looked at at once.
//
// SAT. The board's rules, "at least one cell differs from the grid", and a sequential counter for
// "at most max_size cells differ" [Sinz2005]. A model gives a set, which is shrunk: another model
// that differs in fewer of the same cells, until there is none. A clause then rules out every
// superset, and so on until there is no model.

#include "setter/unavoidable.hpp"

#include <algorithm>
#include <array>

#include "core/base/contract.hpp"
#include "core/base/enum_name.hpp"
#include "core/rules/parts.hpp"
#include "core/rules/verify.hpp"
#include "encode/cnf/cardinality.hpp"
#include "encode/cnf/encoding.hpp"
#include "encode/sat/session.hpp"

namespace clew::setter {
namespace {

/// The board of a puzzle with its rules, and nothing else.
Puzzle blank_of(const Puzzle& puzzle) {
    Puzzle blank{puzzle.geometry_ptr()};
    for (const Rule& rule : puzzle.rules()) blank.add_rule(rule);
    return blank;
}

class Search {
  public:
    Search(const Puzzle& blank, const Grid& grid, const UnavoidableOptions& options)
        : geometry_(blank.geometry()),
          grid_(grid),
          options_(options),
          parts_(rules::parts_of(blank)),
          now_(grid) {
        const Geometry& geometry = geometry_;
        const std::size_t cells = geometry.cell_count();
        const std::size_t houses = geometry.house_count();
        holder_.assign(houses * geometry.size(), nobody);
        for (std::size_t h = 0; h < houses; ++h)
            for (Cell c : geometry.cells_of(House{h}))
                holder_[h * geometry.size() + grid[c].index()] = c.index();
        came_.resize(houses);
        member_.assign(cells, false);
        waits_.assign(cells, false);
        barred_.assign(cells, false);
        in_house_.assign(houses, 0);
        for (std::size_t h = 0; h < houses; ++h) {
            const HouseInfo& info = geometry.info(House{h});
            const bool parts = info.holds_every_digit() &&
                               (info.role == HouseRole::row || info.role == HouseRole::column ||
                                info.role == HouseRole::box);
            role_.push_back(parts ? static_cast<std::size_t>(info.role) : other_role);
        }
    }

    Unavoidable run() {
        for (first_ = 0; first_ < geometry_.cell_count() && go_on(); ++first_) {
            if (!geometry_.on_board(Cell{first_})) continue;
            tell();
            join(first_);
            descend();
            leave();
        }
        result_.sets = minimal_sets(std::move(result_.sets));
        return std::move(result_);
    }

  private:
    static constexpr std::size_t nobody = ~std::size_t{0};
    static constexpr std::size_t other_role = 3;
    static_assert(static_cast<std::size_t>(HouseRole::row) == 0 &&
                  static_cast<std::size_t>(HouseRole::column) == 1 &&
                  static_cast<std::size_t>(HouseRole::box) == 2);

    bool go_on() const { return result_.ending == Ending::exhausted; }

    void tell() const {
        if (options_.on_progress)
            options_.on_progress({.nodes = result_.nodes,
                                  .explored = static_cast<double>(first_) /
                                              static_cast<double>(geometry_.cell_count())});
    }

    bool spend() {
        if (++result_.nodes > options_.budget.max_nodes) result_.ending = Ending::out_of_budget;
        if ((result_.nodes & 0xFFF) == 0) {
            tell();
            if (options_.budget.stopped()) result_.ending = Ending::interrupted;
        }
        return go_on();
    }

    void join(std::size_t cell) {
        member_[cell] = true;
        waits_[cell] = true;
        set_.push_back(cell);
        waiting_.push_back(cell);
        for (House h : geometry_.houses_of(Cell{cell})) {
            const std::size_t now = ++in_house_[h.index()];
            if (now == 1) ++lone_[role_[h.index()]];
            if (now == 2) --lone_[role_[h.index()]];
        }
    }

    /// Undoes the last join; whether the cell still waits is the caller's business.
    void leave() {
        const std::size_t cell = set_.back();
        set_.pop_back();
        member_[cell] = false;
        waits_[cell] = false;
        std::erase(waiting_, cell);
        for (House h : geometry_.houses_of(Cell{cell})) {
            const std::size_t now = --in_house_[h.index()];
            if (now == 0) --lone_[role_[h.index()]];
            if (now == 1) ++lone_[role_[h.index()]];
        }
    }

    /// Who must join if `cell` takes `digit`; false if that cannot be.
    bool joining(std::size_t cell, Digit digit, std::vector<std::size_t>& who) const {
        who.clear();
        for (House h : geometry_.houses_of(Cell{cell})) {
            if (came_[h.index()].contains(digit)) return false;
            const std::size_t y = holder_[h.index() * geometry_.size() + digit.index()];
            if (y == nobody || member_[y]) continue;
            if (y < first_ || barred_[y]) return false;
            if (std::find(who.begin(), who.end(), y) == who.end()) who.push_back(y);
        }
        return set_.size() + who.size() <= options_.max_size;
    }

    /// False if a rule all of whose cells have new digits, one of them `cell`, is broken.
    bool kept(std::size_t cell) const {
        if (!parts_) return true;
        return std::ranges::all_of(parts_->of(Cell{cell}), [this](std::uint16_t p) {
            const rules::RulePart& part = parts_->all()[p];
            return std::ranges::any_of(
                       part.cells(),
                       [this](Cell c) { return !member_[c.index()] || waits_[c.index()]; }) ||
                   part.check(now_);
        });
    }

    /// A rule that the digits as they stand break, with the fewest cells left that might mend it;
    /// null if there is none.
    const rules::RulePart* broken() const {
        const rules::RulePart* best = nullptr;
        std::ptrdiff_t fewest = 0;
        if (!parts_) return best;
        for (std::size_t cell : set_)
            for (std::uint16_t p : parts_->of(Cell{cell})) {
                const rules::RulePart& part = parts_->all()[p];
                if (&part == best || part.check(now_)) continue;
                const auto n = std::ranges::count_if(
                    part.cells(), [this](Cell c) { return may_join(c.index()); });
                if (best != nullptr && n >= fewest) continue;
                best = &part;
                fewest = n;
            }
        return best;
    }

    bool may_join(std::size_t cell) const {
        return cell >= first_ && !member_[cell] && !barred_[cell];
    }

    /// Nobody waits, but the rule is broken: one more of its cells changes.
    void mend(const rules::RulePart& part) {
        if (set_.size() >= options_.max_size) return;
        ElementSet tried;
        for (Cell c : part.cells()) {
            if (!may_join(c.index())) continue;
            join(c.index());
            descend();
            leave();
            if (!go_on()) break;
            barred_[c.index()] = true;
            tried.push_back(c.index());
        }
        for (std::size_t c : tried) barred_[c] = false;
    }

    void descend() {
        if (waiting_.empty()) {
            if (const rules::RulePart* part = broken()) {
                if (spend()) mend(*part);
                return;
            }
            ElementSet found = set_;
            std::sort(found.begin(), found.end());
            result_.sets.push_back(std::move(found));
            // Different arrangements show the same set.
            if (result_.sets.size() > room_) {
                result_.sets = minimal_sets(std::move(result_.sets));
                room_ = 2 * result_.sets.size() + 10'000;
            }
            return;
        }
        if (!spend()) return;
        if (set_.size() + std::max({lone_[0], lone_[1], lone_[2]}) > options_.max_size) return;

        std::vector<std::size_t> who;
        std::size_t best = 0;
        std::vector<Digit> best_digits;
        bool chosen = false;
        for (std::size_t cell : waiting_) {
            std::vector<Digit> digits;
            for (Digit d : DigitSet::all(geometry_.size()) - DigitSet{grid_[Cell{cell}]})
                if (joining(cell, d, who)) digits.push_back(d);
            if (chosen && digits.size() >= best_digits.size()) continue;
            chosen = true;
            best = cell;
            best_digits = std::move(digits);
            if (best_digits.empty()) return;
            if (best_digits.size() == 1) break;
        }
        const std::vector<std::size_t> waited = waiting_;
        for (Digit d : best_digits) {
            if (!joining(best, d, who)) continue;
            std::erase(waiting_, best);
            waits_[best] = false;
            now_.set(Cell{best}, d);
            if (kept(best)) {
                for (House h : geometry_.houses_of(Cell{best})) came_[h.index()].insert(d);
                for (std::size_t y : who) join(y);
                descend();
                for (std::size_t i = 0; i < who.size(); ++i) leave();
                for (House h : geometry_.houses_of(Cell{best})) came_[h.index()].erase(d);
            }
            now_.set(Cell{best}, grid_[Cell{best}]);
            waits_[best] = true;
            waiting_ = waited;
            if (!go_on()) return;
        }
    }

    const Geometry& geometry_;
    const Grid& grid_;
    const UnavoidableOptions& options_;
    Unavoidable result_;
    std::size_t room_ = 10'000;
    std::vector<std::size_t> holder_;    // house * size + digit -> cell
    std::vector<DigitSet> came_;         // per house: new digits given so far
    std::vector<std::size_t> in_house_;  // per house: members
    std::vector<std::size_t> role_;      // per house: 0 row, 1 column, 2 box, 3 any other
    std::array<std::size_t, 4> lone_{};  // per role: houses with exactly one member
    std::vector<bool> member_;
    std::vector<bool> waits_;    // members without a new digit
    std::vector<bool> barred_;   // may not join: tried in an earlier branch of a broken rule
    rules::RulePartsPtr parts_;  // null without rules
    Grid now_;                   // with the new digits given so far
    ElementSet set_;             // members in the order in which they joined
    ElementSet waiting_;         // members without a new digit
    std::size_t first_ = 0;
};

Unavoidable by_sat(const Puzzle& blank, const Grid& grid, const UnavoidableOptions& options) {
    Unavoidable result;
    if (options.max_size == 0) return result;
    const cnf::Encoded board = cnf::encode(blank);
    sat::Session session{{.inprocessing = sat::Inprocessing::off}};
    session.add_vars(board.map.size());
    session.add(board.formula);
    std::vector<cnf::Lit> same, differs;
    for (std::size_t i = 0; i < grid.cell_count(); ++i) {
        same.push_back(board.map.literal({Cell{i}, grid[Cell{i}]}));
        differs.push_back(~same.back());
    }
    session.add(differs);
    if (options.max_size < grid.cell_count()) {
        const std::vector<cnf::Lit> more_than = cnf::add_counter(
            differs, options.max_size + 1, [&] { return cnf::Lit::positive(session.add_var()); },
            [&](const cnf::Clause& clause) { session.add(clause); });
        session.add({~more_than[options.max_size]});
    }
    const auto ask = [&](const std::vector<cnf::Lit>& assumptions) {
        Budget rest = options.budget;
        if (rest.max_nodes != unlimited)
            rest.max_nodes -= std::min(rest.max_nodes, session.conflicts());
        const sat::Answer answer = session.solve(assumptions, rest);
        if (answer == sat::Answer::unknown) result.ending = session.why_unknown();
        return answer == sat::Answer::satisfiable;
    };
    const auto changed = [&] {
        ElementSet set;
        for (std::size_t i = 0; i < same.size(); ++i)
            if (!session.value(same[i])) set.push_back(i);
        return set;
    };
    while (ask({})) {
        ElementSet set = changed();
        for (;;) {
            // Fewer of the same cells: one of them keeps its digit, all others do anyway.
            const cnf::Lit on = cnf::Lit::positive(session.add_var());
            std::vector<cnf::Lit> fewer{~on}, assumptions{on};
            for (std::size_t i = 0, k = 0; i < same.size(); ++i) {
                const bool inside = k < set.size() && set[k] == i;
                if (inside) ++k;
                (inside ? fewer : assumptions).push_back(same[i]);
            }
            session.add(fewer);
            if (!ask(assumptions)) break;
            set = changed();
        }
        if (result.ending != Ending::exhausted) break;
        std::vector<cnf::Lit> block;
        for (std::size_t i : set) block.push_back(same[i]);
        session.add(block);
        result.sets.push_back(std::move(set));
    }
    result.nodes = session.conflicts();
    result.sets = minimal_sets(std::move(result.sets));
    return result;
}

}  // namespace

Unavoidable unavoidable_sets(const Puzzle& puzzle, const Grid& grid,
                             const UnavoidableOptions& options) {
    const Puzzle blank = blank_of(puzzle);
    CLEW_REQUIRE(is_solution(blank, grid), "unavoidable_sets: not a full, valid grid");
    Unavoidable result = options.method == UnavoidableMethod::search
                             ? Search{blank, grid, options}.run()
                             : by_sat(blank, grid, options);
    result.max_size = options.max_size;
    return result;
}

std::vector<ElementSet> not_hit(const std::vector<ElementSet>& sets, const Puzzle& puzzle) {
    std::vector<ElementSet> result;
    for (const ElementSet& set : sets)
        if (std::none_of(set.begin(), set.end(),
                         [&](std::size_t c) { return puzzle.given(Cell{c}).has_value(); }))
            result.push_back(set);
    return result;
}

const char* to_string(ShapeKind kind) {
    return enum_name(kind, {"rectangle", "pair of lines", "three lines"});
}

std::vector<NamedShape> named_shapes(const GeometryPtr& geometry, const Grid& grid) {
    const GeometrySpec& spec = geometry->spec();
    std::vector<NamedShape> result;
    // Rows, columns and boxes alone: any further house changes what a rectangle can do.
    if (!spec.boxes || spec != GeometrySpec{.size = spec.size, .boxes = spec.boxes}) return result;
    const std::size_t n = geometry->size();
    const std::size_t high = spec.boxes->rows, wide = spec.boxes->columns;
    const auto add = [&](ShapeKind kind, ElementSet cells) {
        NamedShape set{kind, std::move(cells), {}};
        std::sort(set.cells.begin(), set.cells.end());
        for (std::size_t c : set.cells) set.digits.insert(grid[Cell{c}]);
        result.push_back(std::move(set));
    };
    for (std::size_t r1 = 0; r1 < n; ++r1)
        for (std::size_t r2 = r1 + 1; r2 < n; ++r2)
            for (std::size_t c1 = 0; c1 < n; ++c1)
                for (std::size_t c2 = c1 + 1; c2 < n; ++c2) {
                    const Cell a = geometry->cell(r1, c1), b = geometry->cell(r1, c2);
                    const Cell c = geometry->cell(r2, c1), d = geometry->cell(r2, c2);
                    const bool one_band = r1 / high == r2 / high,
                               one_stack = c1 / wide == c2 / wide;
                    if (one_band != one_stack && grid[a] == grid[d] && grid[b] == grid[c])
                        add(ShapeKind::rectangle, {a.index(), b.index(), c.index(), d.index()});
                }

    // The parts of columns in a band, then of rows in a stack: number of the box across, digits.
    struct Line {
        std::size_t box;
        DigitSet digits;
        ElementSet cells;
    };
    std::vector<std::vector<Line>> strips;
    const auto add_strips = [&](std::size_t depth, std::size_t across, const auto& cell) {
        for (std::size_t at = 0; at < n; at += depth) {
            std::vector<Line>& strip = strips.emplace_back();
            for (std::size_t i = 0; i < n; ++i) {
                Line line{i / across, {}, {}};
                for (std::size_t k = at; k < at + depth; ++k) {
                    line.digits.insert(grid[cell(k, i)]);
                    line.cells.push_back(cell(k, i).index());
                }
                strip.push_back(std::move(line));
            }
        }
    };
    add_strips(high, wide, [&](std::size_t r, std::size_t c) { return geometry->cell(r, c); });
    add_strips(wide, high, [&](std::size_t c, std::size_t r) { return geometry->cell(r, c); });
    const auto fit = [](const Line& a, const Line& b) {
        return a.box != b.box && a.digits == b.digits && a.cells.size() > 2;
    };
    const auto join = [](std::initializer_list<const Line*> lines) {
        ElementSet cells;
        for (const Line* line : lines)
            cells.insert(cells.end(), line->cells.begin(), line->cells.end());
        return cells;
    };
    for (const auto& strip : strips)
        for (std::size_t i = 0; i < strip.size(); ++i)
            for (std::size_t j = i + 1; j < strip.size(); ++j)
                if (fit(strip[i], strip[j]))
                    add(ShapeKind::pair_of_lines, join({&strip[i], &strip[j]}));
    for (const auto& strip : strips)
        for (std::size_t i = 0; i < strip.size(); ++i)
            for (std::size_t j = i + 1; j < strip.size(); ++j)
                for (std::size_t k = j + 1; k < strip.size(); ++k)
                    if (fit(strip[i], strip[j]) && fit(strip[j], strip[k]) &&
                        fit(strip[i], strip[k]))
                        add(ShapeKind::three_lines, join({&strip[i], &strip[j], &strip[k]}));
    return result;
}

}  // namespace clew::setter
