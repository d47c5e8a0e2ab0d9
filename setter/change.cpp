// How the changes are listed: kind by kind, each as the list of its edits against the puzzle's
// clues. Different slips may come to the same edits (two clues of a row that swap, and a row that
// is shifted); the first listed has it, and the kinds come in the order in which people slip.
//
// Confusions. If a clue a is to become b, so must every b in its houses become a: the clues of two
// digits fall into parts, linked by houses that hold both, and a part is exchanged as a whole or
// not at all. A row with both digits links two clues, so more than nine clues on 9x9 make at most
// nine parts, and all unions of parts are few. (All subsets of clues were tried before: 2^14 for
// each two digits, and above 14 clues none at all.)
//
// Sums. A cage of k cells can have any sum of k different digits; a sandwich what its digits
// without the lowest and the highest can sum to.

#include "setter/change.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <tuple>

#include "core/base/input_error.hpp"
#include "core/board/house_role.hpp"
#include "core/board/neighbours.hpp"
#include "core/board/notation.hpp"
#include "core/rules/registry.hpp"

namespace clew::setter {
namespace {

using Clue = std::optional<Digit>;

/// Position in a square of `side` cells after a mirroring and quarter turns, see Change::way.
std::pair<std::size_t, std::size_t> turned(std::size_t row, std::size_t column, std::size_t side,
                                           int way) {
    if (way >= 4) column = side - 1 - column;
    for (int i = 0; i < way % 4; ++i) {
        const std::size_t old = row;
        row = column;
        column = side - 1 - old;
    }
    return {row, column};
}

/// The least and the most of a rule that prints one number: a sum, or what a dot or a clue outside
/// says. Nothing for other rules.
std::optional<std::pair<int, int>> sums_of(const Rule& rule, std::size_t size) {
    const int n = static_cast<int>(size), k = static_cast<int>(rule.cells.size());
    if (rule.numbers.size() != 1) return std::nullopt;
    using enum RuleKind;
    const std::tuple<RuleKind, int, int> ranges[] = {
        {lunchbox, 0, n * (n + 1) / 2 - n - 1},
        {sandwich, 0, n * (n + 1) / 2 - n - 1},
        {little_killer, k, k * n},
        {whisper, 1, n - 1},
        {lockout, 1, n - 1},
        {sum_line, 1, k * n},
        {rellik_cage, 1, n * (n + 1) / 2},
        {x_sum, 1, n * (n + 1) / 2},
        {pair_sum, 2, 2 * n},
        {skyscraper, 1, n},
        {numbered_room, 1, n},
        {difference, 1, n},
        {ratio, 2, n},
        {full_rank, 1, 4 * n},
        {killer_cage, k * (k + 1) / 2, k * n - k * (k - 1) / 2}};
    for (const auto& [kind, least, most] : ranges)
        if (kind == rule.kind) return std::pair{least, most};
    return std::nullopt;
}

/// What a mark is taken for: a white dot for a black one, a circle for a square. Nothing for rules
/// without such a fellow.
std::optional<Rule> other_mark(const Rule& rule) {
    static constexpr std::pair<RuleKind, RuleKind> fellows[] = {
        {RuleKind::difference, RuleKind::ratio},
        {RuleKind::odd, RuleKind::even},
        {RuleKind::minimum, RuleKind::maximum},
        {RuleKind::row_indexer, RuleKind::column_indexer}};
    for (const auto& [a, b] : fellows) {
        if (rule.kind != a && rule.kind != b) continue;
        Rule other = rule;
        other.kind = rule.kind == a ? b : a;
        // A bare dot means 1 or 2; one with a number keeps it.
        if (rule.kind == RuleKind::difference && rule.numbers == std::vector{1})
            other.numbers = {2};
        if (rule.kind == RuleKind::ratio && rule.numbers == std::vector{2}) other.numbers = {1};
        return other;
    }
    return std::nullopt;
}

/// True for a line, or a clue outside, that would say something else from its other end.
bool has_ends(const Rule& rule) {
    // A circle of several cells reads in their order: turned, it would be another number.
    if (rule.kind == RuleKind::arrow) return rule.numbers.front() == 1;
    static constexpr RuleKind ended[] = {
        RuleKind::thermometer, RuleKind::slow_thermometer, RuleKind::greater,  RuleKind::x_sum,
        RuleKind::skyscraper,  RuleKind::numbered_room,    RuleKind::full_rank};
    return std::ranges::find(ended, rule.kind) != std::end(ended);
}

bool holds(const std::vector<Cell>& cells, Cell cell) {
    return std::ranges::find(cells, cell) != cells.end();
}

/// Into how many pieces the cells fall, a piece going on wherever cells share a side.
std::size_t pieces_of(std::vector<Cell> cells, const Geometry& geometry) {
    std::size_t pieces = 0;
    while (!cells.empty()) {
        ++pieces;
        std::vector<Cell> piece = {cells.back()};
        cells.pop_back();
        for (std::size_t i = 0; i < piece.size(); ++i)
            for (const Cell side : sides_of(geometry, piece[i]))
                if (std::erase(cells, side) > 0) piece.push_back(side);
    }
    return pieces;
}

/// "the killer cage r1c1 and r1c2", "the sandwich sum of row 3".
/// "the killer cage r1c1 and r1c2", "the sandwich of row 3".
std::string name_of(const Rule& rule, const Geometry& geometry, Language language) {
    const std::string kind = say(language, to_string(rule.kind));
    if (rule.cells.empty()) return say(language, "the {}", kind);
    for (const HouseInfo& house : geometry.houses())
        if (rule.kind == RuleKind::sandwich && house.cells.size() == rule.cells.size() &&
            std::ranges::is_permutation(house.cells, rule.cells))
            return say(language, "the {0} of {1}", kind,
                       house.role == HouseRole::extra
                           ? house.name
                           : say(language, board::to_string(house.role)) + " " +
                                 std::to_string(house.number + 1));
    return say(language, "the {} {}", kind, rules::list_of(rule.cells, geometry.size(), language));
}

/// "turn box 5 by a half turn", for a turn by its number.
const char* turn_words(int way) {
    static constexpr const char* words[] = {"",
                                            "turn {} by a quarter turn clockwise",
                                            "turn {} by a half turn",
                                            "turn {} by a quarter turn anticlockwise",
                                            "mirror {} left to right",
                                            "mirror {} at its anti-diagonal",
                                            "mirror {} top to bottom",
                                            "mirror {} at its main diagonal"};
    return words[way];
}

class Lister {
  public:
    Lister(const Puzzle& puzzle, Additions additions, ChangeEffect outcome)
        : puzzle_(puzzle), geometry_(puzzle.geometry()), additions_(additions), outcome_(outcome) {
        for (std::size_t i = 0; i < geometry_.cell_count(); ++i) {
            clues_.push_back(puzzle.given(Cell{i}));
            if (geometry_.on_board(Cell{i})) (clues_.back() ? filled_ : open_).push_back(Cell{i});
        }
        after_ = clues_;
    }

    std::vector<Change> slips_within(const Change& first) {
        asked_for_.assign(clues_.size(), false);
        for (const Edit& e : first.edits) {
            asked_for_[e.cell.index()] = true;
            if (!e.digit) continue;
            for (Cell peer : geometry_.peers(e.cell))
                if (clue(peer) == e.digit) {
                    clashes_.emplace_back(e.cell, peer);
                    asked_for_[peer.index()] = true;
                }
        }
        moves();
        alters();
        swaps();
        removals();
        return std::move(changes_);
    }

    std::vector<Change> run() {
        moves();
        alters();
        swaps();
        removals();
        if (additions_ == Additions::included) adds();
        shifts();
        lines();
        turns();
        confusions();
        if (outcome_ == ChangeEffect::sound) of_rules();
        return std::move(changes_);
    }

  private:
    const Clue& clue(Cell cell) const { return clues_[cell.index()]; }

    /// True if cells were asked for, and neither of these.
    bool passed_over(Cell a, Cell b) const {
        return !asked_for_.empty() && !asked_for_[a.index()] && !asked_for_[b.index()];
    }

    /// Takes the change over unless it changes nothing, was listed, or has another outcome.
    void offer(Change change) {
        auto& edits = change.edits;
        std::erase_if(edits, [&](const Edit& e) { return e.digit == clue(e.cell); });
        if (edits.empty()) return;
        std::sort(edits.begin(), edits.end());
        for (const Edit& e : edits) after_[e.cell.index()] = e.digit;
        const bool sound = std::all_of(edits.begin(), edits.end(), [&](const Edit& e) {
            if (!e.digit) return true;
            if (!puzzle_.marks(e.cell).contains(*e.digit)) return false;
            const auto peers = geometry_.peers(e.cell);
            return std::none_of(peers.begin(), peers.end(),
                                [&](Cell peer) { return after_[peer.index()] == e.digit; });
        });
        const bool mended = std::none_of(clashes_.begin(), clashes_.end(), [&](const auto& pair) {
            const Clue& digit = after_[pair.first.index()];
            return digit && digit == after_[pair.second.index()];
        });
        for (const Edit& e : edits) after_[e.cell.index()] = clue(e.cell);
        if (!mended || sound != (outcome_ == ChangeEffect::sound)) return;
        if (seen_.insert(edits).second) changes_.push_back(std::move(change));
    }

    void moves() {
        for (Cell from : filled_)
            for (Cell to : open_)
                if (!passed_over(from, to))
                    offer({.kind = ChangeKind::move,
                           .edits = {{from, std::nullopt}, {to, clue(from)}},
                           .from = from,
                           .to = to,
                           .was = *clue(from),
                           .now = *clue(from)});
    }

    void alters() {
        for (Cell cell : filled_)
            for (Digit digit : DigitSet::all(geometry_.size()))
                if (!passed_over(cell, cell))
                    offer({.kind = ChangeKind::alter,
                           .edits = {{cell, digit}},
                           .from = cell,
                           .to = cell,
                           .was = *clue(cell),
                           .now = digit});
    }

    void swaps() {
        for (std::size_t i = 0; i < filled_.size(); ++i)
            for (std::size_t j = i + 1; j < filled_.size(); ++j)
                if (!passed_over(filled_[i], filled_[j]))
                    offer(
                        {.kind = ChangeKind::swap,
                         .edits = {{filled_[i], clue(filled_[j])}, {filled_[j], clue(filled_[i])}},
                         .from = filled_[i],
                         .to = filled_[j],
                         .was = *clue(filled_[i]),
                         .now = *clue(filled_[j])});
    }

    void removals() {
        for (Cell cell : filled_)
            if (!passed_over(cell, cell))
                offer({.kind = ChangeKind::remove,
                       .edits = {{cell, std::nullopt}},
                       .from = cell,
                       .to = cell,
                       .was = *clue(cell)});
    }

    void adds() {
        for (Cell cell : open_)
            for (Digit digit : DigitSet::all(geometry_.size()))
                offer({.kind = ChangeKind::add,
                       .edits = {{cell, digit}},
                       .from = cell,
                       .to = cell,
                       .now = digit});
    }

    /// The cells of `line` from `start` on slip by one. What slips out must be blank.
    void shift(ChangeKind kind, const std::vector<Cell>& line, std::size_t start, int way) {
        const std::size_t n = line.size();
        if (way > 0 ? clue(line[n - 1]).has_value() : clue(line[start]).has_value()) return;
        Change change{.kind = kind, .from = line[start], .way = way};
        for (std::size_t i = start; i < n; ++i) {
            const bool edge = way > 0 ? i == start : i + 1 == n;
            change.edits.push_back({line[i], edge ? Clue{} : clue(line[way > 0 ? i - 1 : i + 1])});
        }
        offer(std::move(change));
    }

    void shifts() {
        const std::size_t rows = geometry_.rows(), columns = geometry_.columns();
        for (ChangeKind kind : {ChangeKind::shift_row, ChangeKind::shift_column}) {
            const bool row = kind == ChangeKind::shift_row;
            for (std::size_t k = 0; k < (row ? rows : columns); ++k) {
                std::vector<Cell> line;
                for (std::size_t i = 0; i < (row ? columns : rows); ++i)
                    line.push_back(row ? geometry_.cell(k, i) : geometry_.cell(i, k));
                for (std::size_t start = 0; start + 1 < line.size(); ++start)
                    for (int way : {1, -1}) shift(kind, line, start, way);
            }
        }
        const std::span<const Cell> all = geometry_.cells();
        const std::vector<Cell> text(all.begin(),
                                     all.end() - std::ssize(all.last(geometry_.extra_cells())));
        for (std::size_t start = 0; start + 1 < text.size(); ++start)
            for (int way : {1, -1}) shift(ChangeKind::shift_text, text, start, way);
    }

    void lines() {
        for (int columns : {0, 1}) {
            const std::size_t n = columns ? geometry_.columns() : geometry_.rows();
            const std::size_t length = columns ? geometry_.rows() : geometry_.columns();
            for (std::size_t a = 0; a < n; ++a)
                for (std::size_t b = a + 1; b < n; ++b) {
                    Change change{.kind = ChangeKind::swap_lines,
                                  .from = geometry_.cell(columns ? 0 : a, columns ? a : 0),
                                  .to = geometry_.cell(columns ? 0 : b, columns ? b : 0),
                                  .way = columns};
                    for (std::size_t i = 0; i < length; ++i) {
                        const Cell x = geometry_.cell(columns ? i : a, columns ? a : i);
                        const Cell y = geometry_.cell(columns ? i : b, columns ? b : i);
                        change.edits.push_back({x, clue(y)});
                        change.edits.push_back({y, clue(x)});
                    }
                    offer(std::move(change));
                }
        }
    }

    void turn(Change change, std::size_t top, std::size_t left, std::size_t side) {
        for (std::size_t r = 0; r < side; ++r)
            for (std::size_t c = 0; c < side; ++c) {
                const auto [tr, tc] = turned(r, c, side, change.way);
                change.edits.push_back(
                    {geometry_.cell(top + tr, left + tc), clue(geometry_.cell(top + r, left + c))});
            }
        offer(std::move(change));
    }

    void turns() {
        const std::size_t rows = geometry_.rows(), columns = geometry_.columns();
        const auto& boxes = geometry_.spec().boxes;
        if (boxes && boxes->rows == boxes->columns) {
            const std::size_t side = boxes->rows;
            for (std::size_t top = 0; top < rows; top += side)
                for (std::size_t left = 0; left < columns; left += side)
                    for (int way = 1; way < 8; ++way)
                        turn({.kind = ChangeKind::turn_box,
                              .from = geometry_.cell(top, left),
                              .way = way},
                             top, left, side);
        }
        for (int way = 1; way < 8 && rows == columns; ++way)
            turn({.kind = ChangeKind::turn_grid, .way = way}, 0, 0, rows);
    }

    /// The clues of two digits, in parts that are exchanged as a whole or not at all.
    std::vector<std::vector<Cell>> parts_of(Digit a, Digit b) const {
        std::vector<std::vector<Cell>> parts;
        std::vector<bool> met(clues_.size(), false);
        for (Cell start : filled_) {
            if (met[start.index()] || (clue(start) != a && clue(start) != b)) continue;
            std::vector<Cell> part = {start};
            met[start.index()] = true;
            for (std::size_t i = 0; i < part.size(); ++i) {
                const Digit other = clue(part[i]) == a ? b : a;
                for (Cell peer : geometry_.peers(part[i])) {
                    if (met[peer.index()] || clue(peer) != other) continue;
                    met[peer.index()] = true;
                    part.push_back(peer);
                }
            }
            parts.push_back(std::move(part));
        }
        return parts;
    }

    void confusions() {
        const std::size_t n = geometry_.size();
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = i + 1; j < n; ++j) {
                const Digit a{i}, b{j};
                const auto parts = parts_of(a, b);
                const auto exchange = [&](const auto& chosen) {
                    Change change{.kind = ChangeKind::confuse, .was = a, .now = b};
                    for (std::size_t k = 0; k < parts.size(); ++k)
                        if (chosen(k))
                            for (Cell cell : parts[k])
                                change.edits.push_back({cell, clue(cell) == a ? b : a});
                    offer(std::move(change));  // a single clue was listed among alters()
                };
                if (parts.size() <= max_parts) {
                    for (std::uint32_t set = 1; set < (1U << parts.size()); ++set)
                        exchange([&](std::size_t k) { return ((set >> k) & 1U) != 0; });
                    continue;
                }
                for (std::size_t x = 0; x < parts.size(); ++x)
                    for (std::size_t y = x; y < parts.size(); ++y)
                        exchange([&](std::size_t k) { return k == x || k == y; });
                exchange([](std::size_t) { return true; });
            }
    }

    /// Takes the change over unless a rule of it would be none.
    void offer(ChangeKind kind, std::vector<RuleEdit> edits, Cell cell = {}) {
        for (const RuleEdit& e : edits) {
            if (!e.now) continue;
            try {
                rules::check_rule(*e.now, geometry_);
            } catch (const InputError&) {
                return;
            }
        }
        changes_.push_back({.kind = kind, .rule_edits = std::move(edits), .from = cell});
    }

    RuleEdit with_sum(std::size_t r, int sum) const {
        RuleEdit edit{r, puzzle_.rules()[r], puzzle_.rules()[r]};
        edit.now->numbers.front() = sum;
        return edit;
    }

    /// The cage without the cell; nothing where its border does not let go of it.
    std::optional<Rule> without(const Rule& cage, Cell cell) const {
        const std::vector<Cell> sides = sides_of(geometry_, cell);
        const bool inside = sides.size() == 4 && std::ranges::all_of(sides, [&](Cell side) {
                                return holds(cage.cells, side);
                            });
        Rule left = cage;
        std::erase(left.cells, cell);
        if (inside || left.cells.empty() ||
            pieces_of(left.cells, geometry_) > pieces_of(cage.cells, geometry_))
            return std::nullopt;
        return left;
    }

    /// The cage with the cell, which it does not have, in its place among the others; nothing where
    /// it does not reach it.
    std::optional<Rule> with(const Rule& cage, Cell cell) const {
        if (std::ranges::none_of(sides_of(geometry_, cell),
                                 [&](Cell side) { return holds(cage.cells, side); }))
            return std::nullopt;
        Rule more = cage;
        more.cells.insert(
            std::ranges::find_if(more.cells, [cell](Cell other) { return cell < other; }), cell);
        return more;
    }

    /// Whether so many cells can have the cage's sum, or be all different.
    bool may_hold(const Rule& cage) const {
        if (cage.cells.size() > geometry_.size()) return false;
        const auto sums = sums_of(cage, geometry_.size());
        return !sums ||
               (sums->first <= cage.numbers.front() && cage.numbers.front() <= sums->second);
    }

    /// Takes the change over unless a cage is none any more; see offer().
    void offer_cell(ChangeKind kind, Cell cell, std::vector<RuleEdit> edits) {
        for (const RuleEdit& e : edits)
            if (!may_hold(*e.now)) return;
        offer(kind, std::move(edits), cell);
    }

    void cells_of_cages() {
        const std::span<const Rule> all = puzzle_.rules();
        std::vector<std::size_t> cages;
        std::vector<bool> caged(geometry_.cell_count());
        for (std::size_t r = 0; r < all.size(); ++r) {
            if (all[r].kind != RuleKind::killer_cage) continue;
            cages.push_back(r);
            for (const Cell cell : all[r].cells) caged[cell.index()] = true;
        }
        for (const std::size_t a : cages)
            for (const Cell cell : all[a].cells) {
                const auto left = without(all[a], cell);
                if (!left) continue;
                for (const std::size_t b : cages)
                    if (!holds(all[b].cells, cell))
                        if (const auto more = with(all[b], cell))
                            offer_cell(ChangeKind::move_cell, cell,
                                       {{a, all[a], left}, {b, all[b], more}});
                offer_cell(ChangeKind::drop_cell, cell, {{a, all[a], left}});
            }
        for (const std::size_t a : cages)
            for (std::size_t i = 0; i < geometry_.cell_count(); ++i)
                if (!caged[i])
                    if (const auto more = with(all[a], Cell{i}))
                        offer_cell(ChangeKind::add_cell, Cell{i}, {{a, all[a], more}});
    }

    void of_rules() {
        const std::span<const Rule> all = puzzle_.rules();
        for (std::size_t r = 0; r < all.size(); ++r) {
            const auto sums = sums_of(all[r], geometry_.size());
            if (!sums) continue;
            for (int sum = sums->first; sum <= sums->second; ++sum)
                if (sum != all[r].numbers.front())
                    offer(ChangeKind::change_sum, {with_sum(r, sum)});
        }
        for (std::size_t a = 0; a < all.size(); ++a)
            for (std::size_t b = a + 1; b < all.size(); ++b)
                if (sums_of(all[a], geometry_.size()) && sums_of(all[b], geometry_.size()) &&
                    all[a].kind == all[b].kind && all[a].numbers != all[b].numbers)
                    offer(ChangeKind::swap_sums, {with_sum(a, all[b].numbers.front()),
                                                  with_sum(b, all[a].numbers.front())});
        cells_of_cages();
        for (std::size_t r = 0; r < all.size(); ++r) {
            if (const auto other = other_mark(all[r]))
                offer(ChangeKind::change_mark, {{r, all[r], other}});
            if (!has_ends(all[r])) continue;
            RuleEdit edit{r, all[r], all[r]};
            std::ranges::reverse(edit.now->cells);
            offer(ChangeKind::turn_line, {std::move(edit)});
        }
        for (std::size_t r = 0; r < all.size(); ++r)
            offer(ChangeKind::remove_rule, {{r, all[r], std::nullopt}});
    }

    static constexpr std::size_t max_parts = 12;

    const Puzzle& puzzle_;
    const Geometry& geometry_;
    Additions additions_;
    ChangeEffect outcome_;
    std::vector<Clue> clues_;
    std::vector<Clue> after_;  // equal to clues_ between calls of offer()
    std::vector<Cell> filled_, open_;
    std::vector<bool> asked_for_;                 // per cell; empty: all
    std::vector<std::pair<Cell, Cell>> clashes_;  // of equal clues, none of which may remain
    std::set<std::vector<Edit>> seen_;
    std::vector<Change> changes_;
};

std::string symbol(Digit digit) { return std::string(1, digit_symbol(digit)); }

}  // namespace

const char* to_string(ChangeKind kind) {
    static constexpr std::array names{"move",       "alter",      "remove",      "add",
                                      "swap",       "confuse",    "shift row",   "shift column",
                                      "shift text", "swap lines", "turn box",    "turn grid",
                                      "change sum", "swap sums",  "move cell",   "add cell",
                                      "drop cell",  "turn line",  "change mark", "remove rule"};
    static_assert(names.size() == static_cast<std::size_t>(ChangeKind::remove_rule) + 1);
    return names[static_cast<std::size_t>(kind)];
}

std::string describe(const Change& change, const Geometry& geometry, Language language) {
    const std::size_t n = geometry.size();
    const auto tell = [&](std::string_view words, const auto&... values) {
        return say(language, words, values...);
    };
    const std::string was = symbol(change.was), now = symbol(change.now);
    const std::string from = to_string(change.from, n), to = to_string(change.to, n);
    const auto row = [&](Cell cell) { return geometry.row_of(cell) + 1; };
    const auto column = [&](Cell cell) { return geometry.column_of(cell) + 1; };
    const std::vector<RuleEdit>& edits = change.rule_edits;
    const auto name = [&](const RuleEdit& e) { return name_of(e.was, geometry, language); };
    const auto number = [](const Rule& rule) { return rule.numbers.front(); };
    switch (change.kind) {
        case ChangeKind::move:
            return tell("move {} from {} to {}", was, from, to);
        case ChangeKind::alter:
            return tell("change {} from {} to {}", from, was, now);
        case ChangeKind::remove:
            return tell("remove {} from {}", was, from);
        case ChangeKind::add:
            return tell("add {} at {}", now, from);
        case ChangeKind::swap:
            return tell("swap {} at {} with {} at {}", was, from, now, to);
        case ChangeKind::confuse: {
            std::string cells;
            for (const Edit& e : change.edits) cells += " " + to_string(e.cell, n);
            return tell("exchange {} and {} at{}", was, now, cells);
        }
        case ChangeKind::shift_row:
            return tell(change.way > 0 ? "shift row {} from column {} on by one to the right"
                                       : "shift row {} from column {} on by one to the left",
                        row(change.from), column(change.from));
        case ChangeKind::shift_column:
            return tell(change.way > 0 ? "shift column {} from row {} on by one down"
                                       : "shift column {} from row {} on by one up",
                        column(change.from), row(change.from));
        case ChangeKind::shift_text:
            return tell(change.way > 0 ? "shift everything from {} on by one cell on"
                                       : "shift everything from {} on by one cell back",
                        from);
        case ChangeKind::swap_lines:
            return change.way == 0
                       ? tell("swap rows {} and {}", row(change.from), row(change.to))
                       : tell("swap columns {} and {}", column(change.from), column(change.to));
        case ChangeKind::turn_box:
            return tell(turn_words(change.way), tell("box {}", *geometry.box_of(change.from) + 1));
        case ChangeKind::turn_grid:
            return tell(turn_words(change.way), tell("the grid"));
        case ChangeKind::change_sum: {
            const RuleEdit& e = edits.front();
            return tell(e.was.kind == RuleKind::killer_cage ? "change the sum of {} from {} to {}"
                                                            : "change {} from {} to {}",
                        name(e), number(e.was), number(*e.now));
        }
        case ChangeKind::swap_sums:
            return tell("exchange {} of {} with {} of {}", number(edits.front().was),
                        name(edits.front()), number(edits.back().was), name(edits.back()));
        case ChangeKind::move_cell:
            return tell("move {} from {} to {}", from, name(edits.front()), name(edits.back()));
        case ChangeKind::add_cell:
            return tell("add {} to {}", from, name(edits.front()));
        case ChangeKind::drop_cell:
            return tell("take {} out of {}", from, name(edits.front()));
        case ChangeKind::turn_line:
            return tell("turn {} round", name(edits.front()));
        case ChangeKind::change_mark: {
            const std::string mark = to_string(edits.front().now->kind);
            const bool vowel = std::string_view{"aeiou"}.find(mark[0]) != std::string_view::npos;
            return tell(vowel ? "make {} an {}" : "make {} a {}", name(edits.front()), tell(mark));
        }
        case ChangeKind::remove_rule:
            return tell("remove {}", name(edits.front()));
    }
    return {};
}

Puzzle apply(const Change& change, const Puzzle& puzzle) {
    Puzzle result = puzzle;
    for (const Edit& e : change.edits) {
        if (e.digit)
            result.set_given(e.cell, *e.digit);
        else
            result.clear_given(e.cell);
    }
    if (change.rule_edits.empty()) return result;
    // A puzzle's rules are only ever added to.
    Puzzle fresh{result.geometry_ptr()};
    for (std::size_t i = 0; i < result.geometry().cell_count(); ++i) {
        if (const auto digit = result.given(Cell{i})) fresh.set_given(Cell{i}, *digit);
        fresh.set_marks(Cell{i}, result.marks(Cell{i}));
    }
    for (std::size_t r = 0; r < result.rules().size(); ++r) {
        const auto edit = std::ranges::find(change.rule_edits, r, &RuleEdit::rule);
        if (edit == change.rule_edits.end())
            fresh.add_rule(result.rules()[r]);
        else if (edit->now)
            fresh.add_rule(*edit->now);
    }
    return fresh;
}

std::vector<Change> single_changes(const Puzzle& puzzle, Additions additions,
                                   ChangeEffect outcome) {
    return Lister{puzzle, additions, outcome}.run();
}

std::vector<Change> slips_within(const Change& first, const Puzzle& changed) {
    return Lister{changed, Additions::left_out, ChangeEffect::sound}.slips_within(first);
}

}  // namespace clew::setter
