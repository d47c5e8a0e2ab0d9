// Texts of Interactive Sudoku Solver: ".Name~argument~argument", as many as there are. A cell is
// "R3C5", with a letter for 10 and more. What is read, with its arguments:
//
//     Shape, NoBoxes, Jigsaw, Diagonal, Windoku, DisjointSets, AntiKnight, AntiKing     the board
//     Var                          extra cells: their letters, what they are called, how many
//     Given                        "R1C3_5", several values for a set of candidates
//     lines                        Thermo, Renban, ...: cells; Whisper, Modular, Lockout, SumLine: a
//                                  number first
//     Cage, Sum                    the sum first; Sum may have weights, "0_=_1_1_-1"
//     WhiteDot, BlackDot, X, V     every two of the cells that share a side
//     LittleKiller                 the sum and the diagonal's end
//     XSum, Skyscraper, NumberedRoom, FullRank   "R1" or "C1", the clue before it and the one behind it
//     Pair, PairX                  a table of six-bit characters, row by row
//     NFA, Regex                   an automaton, a regular expression
//     Replicate ... End            its rules again, moved to other cells
//     Or ... End, And ... End      one of the rules within, or all
//     ConnectedValues              the letters of extra cells or nothing, the digits, how many
//
//     SameValues                   the number of parts first
//     ContainExact, LookAndSay     digits as often as listed; "25": two 5s
//     ValueIndexing, EqualityCage, RegionSameValues
//
// A name that is not here is an error that names it.

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>

#include "core/board/neighbours.hpp"
#include "core/board/notation.hpp"
#include "core/formats/automata.hpp"
#include "core/formats/iss_names.hpp"
#include "core/formats/lines.hpp"
#include "core/formats/lzstring.hpp"
#include "core/rules/alternatives.hpp"
#include "core/rules/expand.hpp"
#include "core/rules/registry.hpp"

namespace clew::formats {
namespace {

using Words = std::span<const std::string_view>;

bool recognise_iss(Reading& reading) {
    const std::string_view text = trimmed(*reading.in.peek());
    const std::size_t end = text.find_first_of("~.", 1);
    if (!text.starts_with('.') || text.find('~') == std::string_view::npos) return false;
    const std::string_view name = text.substr(1, end == std::string_view::npos ? end : end - 1);
    return std::ranges::all_of(name, is_letter) && (name.size() >= 3 || text[end] == '~');
}

std::optional<int> whole(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < -10'000 ||
        value > 10'000)
        return std::nullopt;
    return value;
}

/// A text without its spaces, and where it goes on behind each of them.
struct IssText {
    std::string text;
    std::vector<std::pair<std::size_t, Place>> pieces;  // offset -> place

    void add(std::string_view line, const Reading& reading) {
        bool fresh = true;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (!is_space(line[i])) {
                if (fresh) pieces.emplace_back(text.size(), reading.in.place(0, i + 1));
                text += line[i];
            }
            fresh = is_space(line[i]);
        }
    }
    Place place(std::size_t offset) const {
        const auto behind =
            std::ranges::upper_bound(pieces, offset, {}, &std::pair<std::size_t, Place>::first);
        auto [from, place] = *std::prev(behind);
        place.column += offset - from;
        return place;
    }
};

class IssReader {
  public:
    IssReader(Reading& reading, const IssText& text)
        : reading_(reading), text_(text), place_(text.place(0)) {
        const std::string_view all = std::string_view(text.text).substr(1);
        for (const std::string_view item : parts_of(all, '.')) {
            items_.push_back(parts_of(item, '~'));
            starts_.push_back(1 + static_cast<std::size_t>(item.data() - all.data()));
        }
    }

    Record read() {
        board();
        n_ = spec_.size;
        Record record = blank_record(reading_.board(spec_, place_), "iss", place_);
        board_ = &record.puzzle.geometry();
        std::vector<Rule> rules;
        read_items(0, items_.size(), &record.puzzle, rules);
        if (!unknown_.empty())
            throw InputError(text_.place(starts_[first_unknown_]),
                             "this is a text of Interactive Sudoku Solver with constraints that "
                             "Clew does not read: " +
                                 unknown_,
                             "the rules that docs/rules.md lists");
        add_negatives(rules);
        for (Rule& rule : rules) record.puzzle.add_rule(std::move(rule));
        return record;
    }

  private:
    [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
        throw InputError(text_.place(starts_[item_]), what, hint);
    }
    void need_at_most(std::size_t most, Words arguments) const {
        for (const std::string_view word : arguments.subspan(std::min(most, arguments.size())))
            if (!word.empty()) refuse(shown(word) + " behind its last argument", "nothing more");
    }
    /// Refuses rules from there on that do not fit, where they stand.
    void check(const std::vector<Rule>& rules, std::size_t from) const {
        told_at(text_.place(starts_[item_]), [&] {
            for (std::size_t r = from; r < rules.size(); ++r) rules::check_rule(rules[r], *board_);
        });
    }
    void unknown(std::string_view name) {
        if (unknown_.empty()) first_unknown_ = item_;
        const std::string words = shown(name);
        if (unknown_.find(words) == std::string::npos)
            unknown_ += (unknown_.empty() ? "" : ", ") + words;
    }

    /// The words of the board, wherever they stand.
    void board() {
        bool boxes = true;
        int region_size = 0;  // as many cells as a line has, if it is not told
        std::string_view jigsaw;
        for (item_ = 0; item_ < items_.size(); ++item_) {
            const auto& words = items_[item_];
            const std::string_view name = words[0];
            const Words arguments = Words(words).subspan(1);
            const std::string_view first = arguments.empty() ? std::string_view() : arguments[0];
            for (const auto& [word, flag] : iss_flags)
                if (name == word) spec_.*flag = true;
            if (name == "Shape") {
                shape(arguments);
            } else if (name == "NoBoxes") {
                boxes = false;
            } else if (name == "RegionSize") {
                region_size = number_of(first);
            } else if (name == "Diagonal") {
                if (first != "1" && first != "-1") refuse("no diagonal " + shown(first), "1 or -1");
                (first == "1" ? spec_.anti_diagonal : spec_.main_diagonal) = true;
            } else if (name == "Jigsaw" && !arguments.empty()) {
                jigsaw = arguments.back();
            } else if (name == "Var") {
                extra_cells(arguments);
            }
        }
        item_ = 0;
        for (auto& [prefix, group] : groups_) {
            group.from = spec_.size * spec_.size + spec_.extra_cells;
            spec_.extra_cells += group.count;
        }
        if (!spec_.lines) boxes = false;
        const bool smaller =
            region_size != 0 && region_size != static_cast<int>(std::max(rows_, columns_));
        if (boxes && !smaller) spec_.boxes = Geometry::usual_boxes(rows_, columns_);
        if (smaller && !jigsaw.empty()) refuse("a jigsaw and a RegionSize", "one of the two");
        if (boxes && smaller) small_boxes(static_cast<std::size_t>(std::max(region_size, 0)));
        if (jigsaw.empty()) return;
        if (spec_.boxes) refuse("pieces of a jigsaw and boxes", "NoBoxes beside Jigsaw");
        if (jigsaw.size() != rows_ * columns_)
            refuse(std::to_string(jigsaw.size()) + " letters of regions",
                   std::to_string(rows_ * columns_) + ", one for each cell");
        std::map<char, std::size_t> number;
        spec_.regions.resize(spec_.size * spec_.size);
        for (std::size_t i = 0; i < jigsaw.size(); ++i)
            spec_.regions[i / columns_ * spec_.size + i % columns_] =
                number.try_emplace(jigsaw[i], number.size()).first->second;
    }

    /// "K", perhaps what they are called, and how many: "5" or "2x3". The last of a prefix counts.
    void extra_cells(Words arguments) {
        const std::string_view prefix = arguments.empty() ? std::string_view() : arguments[0];
        need_at_most(3, arguments);
        if (prefix.empty() ||
            !std::ranges::all_of(prefix, [](char c) { return c >= 'A' && c <= 'Z'; }))
            refuse("extra cells called " + shown(prefix), "letters from A to Z");
        Group group;
        if (arguments.size() > 2) {
            const std::vector<std::string_view> sides = parts_of(arguments[2], 'x');
            const auto rows = whole(sides[0]);
            const auto columns = sides.size() == 2 ? whole(sides[1]) : 1;
            constexpr int most = 256;
            if (!rows || !columns || sides.size() > 2 || *rows < 1 || *columns < 1 ||
                *rows * *columns > most)
                refuse(shown(arguments[2]) + " extra cells", "a number, or rows and columns: 2x3");
            group.count = static_cast<std::size_t>(*rows * *columns);
            if (sides.size() == 2) group.columns = static_cast<std::size_t>(*columns);
        }
        groups_[std::string(prefix)] = group;
    }

    /// Boxes of so many cells, fewer than a line has: as square as can be.
    void small_boxes(std::size_t cells) {
        const auto box = Geometry::usual_boxes(rows_, columns_, cells);
        if (!box || cells > spec_.size)
            refuse("regions of " + std::to_string(cells) + " cells", "boxes that tile the board");
        for (std::size_t top = 0; top < rows_; top += box->rows)
            for (std::size_t left = 0; left < columns_; left += box->columns) {
                ExtraHouse& house = spec_.extras.emplace_back();
                house.name = "box " + std::to_string(spec_.extras.size());
                for (std::size_t i = 0; i < cells; ++i)
                    house.cells.emplace_back((top + i / box->columns) * spec_.size + left +
                                             i % box->columns);
            }
    }

    /// "6x8", and perhaps the digits: "9", or "1-9".
    void shape(Words arguments) {
        const std::string_view first = arguments.empty() ? std::string_view() : arguments[0];
        need_at_most(3, arguments);
        const std::vector<std::string_view> sides = parts_of(first, 'x');
        const auto rows = whole(sides[0]);
        const auto columns = sides.size() == 2 ? whole(sides[1]) : std::nullopt;
        constexpr int most = 16;
        if (!rows || !columns || *rows < 1 || *columns < 1 || std::max(*rows, *columns) > most)
            refuse("a board of the shape " + shown(first), "rows and columns, up to 16x16");
        if (arguments.size() > 2 && arguments[2] != "Sudoku" && arguments[2] != "Raw")
            refuse("a board of the type " + shown(arguments[2]), "Sudoku or Raw");
        spec_.lines = arguments.size() < 3 || arguments[2] != "Raw";
        int digits = std::max(*rows, *columns);
        if (arguments.size() > 1 && !arguments[1].empty()) {
            const std::vector<std::string_view> range = parts_of(arguments[1], '-');
            const auto from = range.size() == 2 ? whole(range[0]) : 1;
            const auto to = whole(range.back());
            const int many = from && to ? *to - *from + 1 : 0;
            if (!from || (*from != 0 && *from != 1) || range.size() > 2 || many < digits ||
                many > most)
                refuse("digits " + shown(arguments[1]),
                       "from 0 or 1 on, as many as the longer side or more, up to 16");
            digits = many;
            spec_.first_digit = *from;
        }
        spec_.size = static_cast<std::size_t>(digits);
        spec_.rows = rows_ = static_cast<std::size_t>(*rows);
        spec_.columns = columns_ = static_cast<std::size_t>(*columns);
    }

    static bool of_board(std::string_view name) {
        static constexpr std::string_view names[] = {
            "Shape", "NoBoxes", "Diagonal", "Jigsaw", "RegionSize", "SearchPriority", "Var"};
        return is_among(name, names) ||
               std::ranges::any_of(iss_flags, [&](const auto& one) { return one.first == name; });
    }

    static bool is_container(std::string_view name) {
        return name == "Replicate" || name == "Or" || name == "And";
    }

    /// The place of the End that belongs to a container at `from`.
    std::size_t end_of(std::size_t from, std::size_t to) const {
        std::size_t depth = 1;
        for (std::size_t i = from + 1; i < to; ++i) {
            const std::string_view name = items_[i][0];
            if (is_container(name)) ++depth;
            if (name == "End" && --depth == 0) return i;
        }
        refuse("a container without its End", "as many .End as containers");
    }

    /// Without a puzzle, within a container, givens are rules too, and what holds for the whole
    /// board is refused.
    void read_items(std::size_t from, std::size_t to, Puzzle* puzzle, std::vector<Rule>& rules) {
        constexpr int deepest = 16;
        if (++depth_ > deepest)
            refuse("more than " + std::to_string(deepest) + " containers in each other", "fewer");
        for (std::size_t i = from; i < to; ++i) {
            item_ = i;
            const std::size_t start = i, before = rules.size();
            const std::string_view name = items_[i][0];
            const Words arguments = Words(items_[i]).subspan(1);
            if (name == "Replicate") {
                const std::size_t end = end_of(i, to);
                std::vector<Rule> once;
                read_items(i + 1, end, nullptr, once);
                replicate(arguments, once, rules);
                i = end;
            } else if (name == "And") {
                const std::size_t end = end_of(i, to);
                read_items(i + 1, end, puzzle, rules);
                i = end;
            } else if (name == "Or") {
                const std::size_t end = end_of(i, to);
                alternatives(i + 1, end, rules);
                i = end;
            } else if (name.empty() || name == "Given") {
                for (const std::string_view given : arguments) read_given(given, puzzle, rules);
            } else if (puzzle == nullptr ? !read_rule(name, arguments, rules)
                                         : !of_board(name) && !read_global(name, rules) &&
                                               !read_rule(name, arguments, rules)) {
                unknown(name);
            }
            item_ = start;
            if (name != "And") check(rules, before);  // what is in it has been
        }
        --depth_;
    }

    /// One of the constraints from here on holds, a container with all that it says.
    void alternatives(std::size_t from, std::size_t to, std::vector<Rule>& rules) {
        rules::Alternatives found;
        for (std::size_t i = from; i < to; ++i) {
            const std::size_t last = is_container(items_[i][0]) ? end_of(i, to) : i;
            read_items(i, last + 1, nullptr, found.lists.emplace_back());
            i = last;
        }
        if (found.lists.empty()) refuse("an Or with nothing in it", "constraints before its End");
        for (const std::vector<Rule>& list : found.lists)
            for (const Rule& rule : list) {
                dot_in_or_ |= is_dot(rule);
                letter_in_or_ |= is_letter(rule);
            }
        // One that says nothing holds always.
        if (std::ranges::none_of(found.lists, [](const auto& list) { return list.empty(); }))
            rules.push_back(rules::pack(found));
    }

    /// "VK", "VK3": the cells of the groups follow each other, in the order of their letters.
    std::optional<Cell> find_extra(std::string_view name) const {
        if (name.empty() || (name[0] | 0x20) != 'v') return std::nullopt;
        name.remove_prefix(1);
        for (const auto& [prefix, group] : groups_) {
            if (!name.starts_with(prefix)) continue;
            const auto number = whole(name.substr(prefix.size()));
            if (group.count == 1 && name.size() == prefix.size()) return Cell{group.from};
            if (group.count > 1 && number && *number >= 1 &&
                static_cast<std::size_t>(*number) <= group.count)
                return Cell{group.from + static_cast<std::size_t>(*number) - 1};
        }
        return std::nullopt;
    }
    std::optional<Cell> find_cell(std::string_view name) const {
        if (const auto extra = find_extra(name)) return extra;
        if (name.size() != 4 || (name[0] | 0x20) != 'r' || (name[2] | 0x20) != 'c')
            return std::nullopt;
        const auto row = parse_digit(name[1], n_), column = parse_digit(name[3], n_);
        if (!row || !column) return std::nullopt;
        const Cell cell = board_->cell(row->index(), column->index());
        return board_->on_board(cell) ? std::optional(cell) : std::nullopt;
    }
    std::vector<Cell> cells_of(Words names) const {
        std::vector<Cell> cells;
        for (const std::string_view name : names) {
            const auto cell = find_cell(name);
            if (!cell)
                refuse(shown(name) + " is no cell of this board",
                       "a cell such as R1C3, or VK of .Var~K");
            cells.push_back(*cell);
        }
        return cells;
    }
    int number_of(std::string_view text) const {
        const auto number = whole(text);
        if (!number) refuse(shown(text) + " is no number", "a whole number");
        return *number;
    }

    void read_given(std::string_view given, Puzzle* puzzle, std::vector<Rule>& rules) const {
        const std::vector<std::string_view> words = parts_of(given, '_');
        const auto cell = find_cell(words[0]);
        DigitSet digits;
        for (std::size_t i = 1; i < words.size(); ++i) {
            const auto value = whole(words[i]);
            const int place = value.value_or(-1) - board_->first_digit();
            if (place >= 0 && place < static_cast<int>(n_)) digits.insert(Digit{place});
        }
        if (!cell || digits.size() + 1 != words.size())
            refuse(shown(given) + " is no given of this board",
                   "a cell and its value, such as R1C3_5");
        if (digits.empty()) return;
        if (puzzle == nullptr) {
            // An automaton of two states: it reads one of the digits and accepts.
            Rule rule{.kind = RuleKind::automaton, .cells = {*cell}, .numbers = {2, 0, 1}};
            for (std::size_t d = 0; d < n_; ++d)
                rule.numbers.push_back(digits.contains(Digit{d}) ? 1 : -1);
            rule.numbers.insert(rule.numbers.end(), n_, -1);
            rules.push_back(std::move(rule));
        } else if (digits.size() == 1) {
            puzzle->set_given(*cell, digits.first());
        } else {
            puzzle->set_marks(*cell, puzzle->marks(*cell) & digits);
        }
    }

    /// True of neighbours in the grid, and in a group of extra cells with columns.
    bool side_by_side(Cell a, Cell b) const {
        if (a > b) std::swap(a, b);
        for (const auto& [prefix, group] : groups_)
            if (a.index() >= group.from && b.index() < group.from + group.count &&
                group.columns > 0)
                return b.index() - a.index() == group.columns ||
                       (b.index() - a.index() == 1 &&
                        (b.index() - group.from) % group.columns != 0);
        return share_side(*board_, a, b);
    }

    bool read_rule(std::string_view name, Words arguments, std::vector<Rule>& rules) {
        if (const auto kind = iss_kind(iss_plain, name)) {
            rules.push_back({.kind = *kind, .cells = cells_of(arguments)});
            return true;
        }
        if (const auto kind = iss_kind(iss_numbered, name)) {
            // A whisper without a number means 5, whatever the board.
            const bool bare = name == "Whisper" && !arguments.empty() && !whole(arguments[0]);
            if (arguments.empty() || arguments.back() == "LOOP") return false;
            int number = bare ? 5 : number_of(arguments[0]);
            if (*kind == RuleKind::lockout) number = std::max(number, 1);
            rules.push_back({.kind = *kind,
                             .cells = cells_of(arguments.subspan(bare ? 0 : 1)),
                             .numbers = {number}});
            return true;
        }
        if (const auto mark = std::ranges::find(iss_marks, name, &IssMark::name);
            mark != std::end(iss_marks)) {
            const std::vector<Cell> cells = cells_of(arguments);
            bool any = false;
            for (std::size_t i = 0; i < cells.size(); ++i)
                for (std::size_t k = i + 1; k < cells.size(); ++k) {
                    if (!side_by_side(cells[i], cells[k])) continue;
                    Rule rule{.kind = mark->kind, .cells = {cells[i], cells[k]}};
                    if (mark->number > 0) rule.numbers = {mark->number};
                    rules.push_back(std::move(rule));
                    any = true;
                }
            if (!any) refuse(shown(name) + " of cells that share no side", "neighbours");
            return true;
        }
        if (const auto kind = iss_kind(iss_ends, name)) {
            if (arguments.size() < 2 || arguments.size() > 3) return false;
            std::vector<Cell> line = line_of(arguments[0]);
            for (std::size_t i = 1; i < arguments.size(); ++i) {
                if (!arguments[i].empty())
                    rules.push_back(
                        {.kind = *kind, .cells = line, .numbers = {number_of(arguments[i])}});
                std::ranges::reverse(line);
            }
            return true;
        }
        return read_other(name, arguments, rules);
    }

    /// What holds for the whole board.
    bool read_global(std::string_view name, std::vector<Rule>& rules) {
        if (name == "AntiConsecutive")
            rules.push_back({.kind = RuleKind::non_consecutive});
        else if (name == "GlobalEntropy")
            rules.push_back({.kind = RuleKind::global_entropy});
        else if (name == "StrictKropki")
            strict_kropki_ = true;
        else if (name == "StrictXV")
            strict_xv_ = true;
        else if (name == "RegionSameValues")
            rules.push_back(region_same_values());
        else
            return false;
        for (const auto& [prefix, group] : groups_)
            if (group.columns > 0 && group.count > 1)
                refuse(shown(name) + " beside extra cells in rows and columns",
                       "extra cells by their number alone");
        return true;
    }

    bool read_other(std::string_view name, Words arguments, std::vector<Rule>& rules) {
        if (arguments.empty()) return false;
        const Words behind = arguments.subspan(1);
        const auto add = [&](Rule rule) {
            rules.push_back(std::move(rule));
            return true;
        };
        if (name == "Cage") {
            Rule rule{.kind = RuleKind::killer_cage, .cells = cells_of(behind)};
            const int sum = arguments[0].empty() ? 0 : number_of(arguments[0]);
            if (sum > 0) rule.numbers = {sum};
            return add(std::move(rule));
        }
        if (name == "Sum") return add(sum(arguments));
        if (name == "Arrow")
            return add({.kind = RuleKind::arrow, .cells = cells_of(arguments), .numbers = {1}});
        if (name == "PillArrow") return add(pill_arrow(arguments));
        if (name == "ContainAtLeast") {
            Rule rule{.kind = RuleKind::quadruple,
                      .numbers = numbers_of(parts_of(arguments[0], '_'))};
            rule.cells = cells_of(behind);
            return add(std::move(rule));
        }
        if (name == "Quad") return add(quad(arguments));
        if (name == "Indexing" && (arguments[0] == "C" || arguments[0] == "R"))
            return add(
                {.kind = arguments[0] == "C" ? RuleKind::column_indexer : RuleKind::row_indexer,
                 .cells = cells_of(behind)});
        if (name == "LittleKiller" && arguments.size() == 2)
            return add({.kind = RuleKind::little_killer,
                        .cells = diagonal(cells_of(behind).front()),
                        .numbers = {number_of(arguments[0])}});
        if (name == "Sandwich" && arguments.size() == 2) {
            // On a line without all digits, between the smallest and the largest that it has.
            std::vector<Cell> line = line_of(arguments[1]);
            return add({.kind = line.size() == n_ ? RuleKind::sandwich : RuleKind::lunchbox,
                        .cells = std::move(line),
                        .numbers = {number_of(arguments[0])}});
        }
        if (name == "EqualSum") return add(equal_sums(arguments));
        if (name == "ConnectedValues" && arguments.size() >= 2) return add(connected(arguments));
        if (name == "SameValues") return add(same_values(arguments));
        if (name == "ContainExact" || name == "LookAndSay")
            return add(counts(name == "LookAndSay", arguments));
        if (name == "HiddenSkyscraper" && arguments.size() >= 2)
            return hidden_skyscraper(arguments, rules);
        if (name == "ValueIndexing" && arguments.size() >= 3)
            return add(value_indexing(cells_of(arguments)));
        if (name == "EqualityCage") return equality_cage(cells_of(arguments), rules);
        if (name == "Pair" || name == "PairX") return pairs(name == "PairX", arguments, rules);
        if (name == "NFA" || name == "Regex") return automata(name == "Regex", arguments, rules);
        return false;
    }

    std::vector<int> numbers_of(Words words) const {
        std::vector<int> numbers;
        for (const std::string_view word : words) numbers.push_back(number_of(word));
        return numbers;
    }

    /// A number of so many cells, in reading order, and then the shaft.
    Rule pill_arrow(Words arguments) const {
        const int head = number_of(arguments[0]);
        Rule rule{
            .kind = RuleKind::arrow, .cells = cells_of(arguments.subspan(1)), .numbers = {head}};
        if (head > 0 && static_cast<std::size_t>(head) <= rule.cells.size())
            std::sort(rule.cells.begin(), rule.cells.begin() + head);
        return rule;
    }

    Rule quad(Words arguments) const {
        const Cell corner = cells_of(arguments.first(1)).front();
        const std::size_t r = board_->row_of(corner), c = board_->column_of(corner);
        if (r + 1 >= rows_ || c + 1 == columns_)
            refuse("a Quad beyond the board", "the upper left one of four cells");
        return {.kind = RuleKind::quadruple,
                .cells = {corner, board_->cell(r, c + 1), board_->cell(r + 1, c),
                          board_->cell(r + 1, c + 1)},
                .numbers = numbers_of(arguments.subspan(1))};
    }

    Rule equal_sums(Words arguments) const {
        Rule rule{.kind = RuleKind::equal_sums, .numbers = {0}};
        for (const std::string_view word : arguments) {
            if (word == "-") {
                rule.numbers.push_back(0);
                continue;
            }
            rule.cells.push_back(cells_of(Words(&word, 1)).front());
            ++rule.numbers.back();
        }
        return rule;
    }

    Rule same_values(Words arguments) const {
        Rule rule{.kind = RuleKind::same_values, .cells = cells_of(arguments.subspan(1))};
        const int parts = number_of(arguments[0]), cells = static_cast<int>(rule.cells.size());
        if (parts < 2 || cells % parts != 0)
            refuse(std::to_string(cells) + " cells in " + std::to_string(parts) + " parts",
                   "parts of as many cells");
        rule.numbers = {cells / parts};
        return rule;
    }

    /// In the grid, or within a group of extra cells: without columns that is one row.
    Rule connected(Words arguments) const {
        need_at_most(3, arguments);
        Rule rule{.kind = RuleKind::connected_digits, .numbers = {0}};
        if (arguments.size() > 2 && !arguments[2].empty())
            rule.numbers[0] = number_of(arguments[2]);
        for (const std::string_view word : parts_of(arguments[1], '_'))
            rule.numbers.push_back(number_of(word));
        if (arguments[0].empty()) return rule;
        const std::vector<Rule> parts = rules::expanded(rule, *board_);  // refuses other digits
        rule = {.kind = RuleKind::connected, .numbers = parts.front().numbers};
        const auto found = groups_.find(arguments[0]);
        if (found == groups_.end())
            refuse("no extra cells " + shown(arguments[0]), "Var before it");
        const Group& group = found->second;
        for (std::size_t i = 0; i < group.count; ++i) rule.cells.emplace_back(group.from + i);
        rule.numbers[0] = static_cast<int>(group.columns > 0 ? group.columns : group.count);
        return rule;
    }

    /// "5_5_7": so often as listed. "25_17": two 5s, one 7.
    Rule counts(bool pairs, Words arguments) const {
        std::map<int, int> times;
        for (const std::string_view word : parts_of(arguments[0], '_')) {
            const int value = number_of(word);
            if (pairs)
                times[value % 10] = value / 10;
            else
                ++times[value];
        }
        Rule rule{.kind = RuleKind::digit_counts, .cells = cells_of(arguments.subspan(1))};
        for (const auto& [digit, often] : times)
            rule.numbers.insert(rule.numbers.end(), {digit, often});
        return rule;
    }

    /// The first digit that is not greater than all before it, from either end of a line. A state
    /// is 2 more than the greatest digit so far.
    bool hidden_skyscraper(Words arguments, std::vector<Rule>& rules) const {
        constexpr std::uint64_t start = 0, met = 1;
        std::vector<Cell> line = line_of(arguments[0]);
        for (std::size_t i = 1; i < arguments.size(); ++i) {
            if (!arguments[i].empty()) {
                const int hidden = number_of(arguments[i]);
                rules.push_back(rules::automaton_from(
                    {.name = "hidden skyscraper " + std::string(arguments[i])}, line, *board_,
                    start,
                    [=](std::uint64_t state, int digit) -> std::optional<std::uint64_t> {
                        const auto here = static_cast<std::uint64_t>(digit + 2);
                        if (state == met || here > state)
                            return std::max(state, state == met ? met : here);
                        return digit == hidden ? std::optional(met) : std::nullopt;
                    },
                    [](std::uint64_t state) { return state == met; }));
            }
            std::ranges::reverse(line);
        }
        return true;
    }

    /// The second cell says which of those behind it holds the first one's digit. A state is that
    /// digit, and how far it is to go.
    Rule value_indexing(const std::vector<Cell>& cells) const {
        constexpr std::uint64_t start = 0, done = 1, told = 100;
        const auto places = static_cast<int>(cells.size()) - 2;
        return rules::automaton_from(
            {.name = "value indexing"}, cells, *board_, start,
            [=](std::uint64_t state, int digit) -> std::optional<std::uint64_t> {
                if (state == done) return done;
                if (state == start) return 2 + static_cast<std::uint64_t>(digit);
                const auto value = static_cast<int>(state % told) - 2;
                const std::uint64_t left = state / told;
                if (left == 0 && (digit < 1 || digit > places)) return std::nullopt;
                if (left == 0) return state + told * static_cast<std::uint64_t>(digit);
                if (left > 1) return state - told;
                return digit == value ? std::optional(done) : std::nullopt;
            },
            [](std::uint64_t state) { return state == done; });
    }

    /// As many odd as even digits, as many of the lower half as of the upper, all different. A
    /// state is both differences.
    bool equality_cage(const std::vector<Cell>& cells, std::vector<Rule>& rules) const {
        constexpr std::uint64_t high = 64, equal = 32 * high + 32;
        const std::string name = "equality cage";
        const int twice = board_->first_digit() * 2 + static_cast<int>(n_) - 1;  // the middle
        const std::uint64_t most = cells.size() / 2;
        rules.push_back({.kind = RuleKind::different, .cells = cells, .name = name});
        rules.push_back(rules::automaton_from(
            {.name = name}, cells, *board_, equal,
            [=](std::uint64_t state, int digit) -> std::optional<std::uint64_t> {
                if (2 * digit == twice) return std::nullopt;
                state = 2 * digit > twice ? state + high : state - high;
                state = digit % 2 == 0 ? state + 1 : state - 1;
                for (const std::uint64_t part : {state / high, state % high})
                    if (part + most < 32 || part > 32 + most) return std::nullopt;
                return state;
            },
            [](std::uint64_t state) { return state == equal; }));
        return true;
    }

    /// All rows, columns and regions of the greatest size hold the same digits.
    Rule region_same_values() const {
        const std::size_t size = std::max(rows_, columns_);
        Rule rule{.kind = RuleKind::same_values, .numbers = {static_cast<int>(size)}};
        for (const HouseInfo& house : board_->houses())
            if (house.cells.size() == size && house.role <= HouseRole::box)
                rule.cells.insert(rule.cells.end(), house.cells.begin(), house.cells.end());
        if (rule.cells.empty())
            refuse("RegionSameValues on a board of " + board_->description(),
                   "rows, columns or regions");
        return rule;
    }

    Rule sum(Words arguments) const {
        const std::vector<std::string_view> words = parts_of(arguments[0], '_');
        const std::vector<Cell> cells = cells_of(arguments.subspan(1));
        Rule rule{.kind = RuleKind::sum,
                  .cells = cells,
                  .numbers = {static_cast<int>(Comparison::equal), number_of(words[0])}};
        if (words.size() == 1) {
            rule.numbers.resize(2 + cells.size(), 1);
            return rule;
        }
        if (words[1] != "=" || words.size() != 2 + cells.size())
            refuse("a Sum with weights that do not fit: " + shown(arguments[0]),
                   "SUM_=_WEIGHT_WEIGHT..., a weight for each cell");
        for (std::size_t i = 2; i < words.size(); ++i) rule.numbers.push_back(number_of(words[i]));
        return rule;
    }

    /// "R3" from left to right, "C3" from top to bottom.
    std::vector<Cell> line_of(std::string_view name) const {
        const bool row = !name.empty() && (name[0] | 0x20) == 'r';
        const auto at =
            name.size() == 2 ? parse_digit(name[1], row ? rows_ : columns_) : std::nullopt;
        if (!at || (!row && (name[0] | 0x20) != 'c'))
            refuse(shown(name) + " is no row and no column", "R1 or C1");
        std::vector<Cell> line;
        for (std::size_t i = 0; i < (row ? columns_ : rows_); ++i)
            line.push_back(row ? board_->cell(at->index(), i) : board_->cell(i, at->index()));
        return line;
    }

    /// Each diagonal has one of its ends for its name: of the left edge those that go down, then of
    /// the upper edge, of the right edge those that go up, of the lower edge.
    std::vector<Cell> diagonal(Cell end) const {
        const int bottom = static_cast<int>(rows_) - 1, edge = static_cast<int>(columns_) - 1;
        if (!board_->in_grid(end)) refuse("a diagonal from outside the grid", "a cell at the edge");
        int r = static_cast<int>(board_->row_of(end)), c = static_cast<int>(board_->column_of(end));
        int down = 1, right = 1;
        if (c == 0 && r < bottom) {
            // down and to the right
        } else if (r == 0) {
            right = -1;
        } else if (c == edge && r < bottom) {
            down = right = -1;
        } else if (r == bottom && c > 0 && c < edge) {
            down = -1;
        } else {
            refuse("no diagonal is named after " + to_string(end, n_), "a cell at the edge");
        }
        std::vector<Cell> cells;
        for (; r >= 0 && c >= 0 && r <= bottom && c <= edge; r += down, c += right)
            cells.push_back(board_->cell(static_cast<std::size_t>(r), static_cast<std::size_t>(c)));
        return cells;
    }

    /// A line of cells behind a table or an automaton.
    struct Line {
        std::string name;
        std::vector<Cell> cells;
        std::vector<std::size_t> lengths;  ///< of its segments
    };
    /// An empty word begins another line, "_name" names what follows, "-" parts segments.
    std::vector<Line> lines_in(Words words) const {
        std::vector<Line> lines;
        Line line;
        const auto end_line = [&] {
            if (!line.cells.empty()) lines.push_back(line);
            line.cells.clear();
            line.lengths.assign(1, 0);
        };
        end_line();
        for (const std::string_view word : words) {
            if (word == "-") {
                line.lengths.push_back(0);
            } else if (word.empty() || word[0] == '_') {
                end_line();
                if (!word.empty()) line.name = percent_decoded(word.substr(1));
            } else {
                line.cells.push_back(cells_of(Words(&word, 1)).front());
                ++line.lengths.back();
            }
        }
        end_line();
        return lines;
    }

    bool pairs(bool every_two, Words arguments, std::vector<Rule>& rules) const {
        const auto bits = six_bits(arguments[0]);
        if (!bits) refuse(shown(arguments[0]) + " is no table", "six-bit characters");
        Rule rule{.kind = RuleKind::relation, .numbers = {every_two ? 1 : 0}};
        for (std::size_t a = 0; a < n_; ++a) {
            DigitSet after;
            for (std::size_t b = 0; b < n_; ++b)
                if (a * n_ + b < bits->size() && (*bits)[a * n_ + b]) after.insert(Digit{b});
            rule.numbers.push_back(static_cast<int>(after.bits()));
        }
        for (Line& line : lines_in(arguments.subspan(1))) {
            rule.cells = std::move(line.cells);
            rule.name = std::move(line.name);
            rules.push_back(rule);
        }
        return true;
    }

    bool automata(bool regex, Words arguments, std::vector<Rule>& rules) const {
        const std::vector<Line> lines = lines_in(arguments.subspan(1));
        const bool segments =
            std::ranges::any_of(lines, [](const Line& line) { return line.lengths.size() > 1; });
        told_at(text_.place(starts_[item_]), [&] {
            const Nfa nfa = regex ? parse_regex(arguments[0], *board_)
                                  : decode_automaton(arguments[0], n_ + (segments ? 1 : 0));
            Rule rule{.kind = RuleKind::automaton};
            if (!segments) rule.numbers = deterministic(nfa, n_);
            for (const Line& line : lines) {
                if (segments)
                    rule.numbers = deterministic(without_separators(nfa, line.lengths), n_);
                rule.cells = line.cells;
                rule.name = line.name;
                rules.push_back(rule);
            }
        });
        return true;
    }

    /// The rules again for each cell that the bits name, as far away as that is from the origin.
    void replicate(Words arguments, const std::vector<Rule>& once, std::vector<Rule>& rules) const {
        const auto bits = arguments.empty() ? std::nullopt : six_bits(arguments[0]);
        if (!bits) refuse("a Replicate without cells", "six-bit characters");
        const Cell origin =
            arguments.size() > 1 ? cells_of(arguments.subspan(1, 1)).front() : Cell{0};
        if (!board_->in_grid(origin) || std::ranges::any_of(once, [&](const Rule& rule) {
                return !std::ranges::all_of(rule.cells,
                                            [&](Cell cell) { return board_->in_grid(cell); });
            }))
            refuse("a Replicate of extra cells", "cells of the grid");
        const std::size_t from = board_->row_of(origin) * columns_ + board_->column_of(origin);
        for (std::size_t i = 0; i < bits->size(); ++i) {
            if (!(*bits)[i]) continue;
            const std::size_t target = from + i;
            if (target >= rows_ * columns_) refuse("a copy beyond the board", "cells of it");
            const auto down =
                static_cast<int>(target / columns_) - static_cast<int>(board_->row_of(origin));
            const auto right =
                static_cast<int>(target % columns_) - static_cast<int>(board_->column_of(origin));
            for (Rule rule : once) {
                for (Cell& cell : rule.cells) {
                    const int r = static_cast<int>(board_->row_of(cell)) + down;
                    const int c = static_cast<int>(board_->column_of(cell)) + right;
                    if (r < 0 || c < 0 || r >= static_cast<int>(rows_) ||
                        c >= static_cast<int>(columns_))
                        refuse("a copy beyond the board", "cells of it");
                    cell = board_->cell(static_cast<std::size_t>(r), static_cast<std::size_t>(c));
                }
                rules.push_back(std::move(rule));
            }
        }
    }

    static bool is_dot(const Rule& rule) {
        return rule.kind == RuleKind::difference || rule.kind == RuleKind::ratio;
    }
    static bool is_letter(const Rule& rule) { return rule.kind == RuleKind::pair_sum; }

    /// Neighbours without a dot, of either colour, or without a letter. Refused where a mark may be
    /// there or not.
    void add_negatives(std::vector<Rule>& rules) const {
        if ((strict_kropki_ && dot_in_or_) || (strict_xv_ && letter_in_or_))
            refuse("StrictKropki or StrictXV, and such a mark in an Or", "marks outside of it");
        const auto marked = [&](bool (*is_mark)(const Rule&)) {
            std::vector<Cell> cells;
            for (const Rule& rule : rules)
                if (is_mark(rule)) cells.insert(cells.end(), rule.cells.begin(), rule.cells.end());
            return cells;
        };
        const std::vector<Cell> dots = marked(is_dot), letters = marked(is_letter);
        if (strict_kropki_) {
            rules.push_back({.kind = RuleKind::no_difference, .cells = dots, .numbers = {1}});
            rules.push_back({.kind = RuleKind::no_ratio, .cells = dots, .numbers = {2}});
        }
        if (strict_xv_)
            rules.push_back({.kind = RuleKind::no_pair_sum, .cells = letters, .numbers = {5, 10}});
    }

    Reading& reading_;
    const IssText& text_;
    Place place_;
    std::vector<std::vector<std::string_view>> items_;
    std::vector<std::size_t> starts_;           // of the items, in the text
    std::size_t item_ = 0, first_unknown_ = 0;  // the one that is read
    /// Extra cells of a prefix; without columns they are in no rows.
    struct Group {
        std::size_t count = 1, columns = 0;
        std::size_t from = 0;  // the first one's index
    };

    GeometrySpec spec_{.size = 9};
    std::map<std::string, Group, std::less<>> groups_;
    std::size_t rows_ = 9, columns_ = 9;
    std::size_t n_ = 9;
    const Geometry* board_ = nullptr;
    std::string unknown_;
    int depth_ = 0;  // of containers in each other
    bool strict_kropki_ = false, strict_xv_ = false;
    bool dot_in_or_ = false, letter_in_or_ = false;
};

void read_iss(Reading& reading) {
    IssText text;
    while (const std::string* line =
               reading.in.peek(0, text.text.empty() ? Patience::any : Patience::a_moment)) {
        const std::string_view body = trimmed(*line);
        if (!text.text.empty() && !body.starts_with('.') && !body.starts_with('~')) break;
        text.add(*line, reading);
        reading.in.drop();
    }
    reading.ready.push_back(IssReader{reading, text}.read());
}

}  // namespace

const FormatCode iss_format = {
    .info = {.name = "iss",
             .aliases = "interactive-sudoku-solver",
             .description = "Interactive Sudoku Solver: `.Shape~6x6.~R1C3_5.Thermo~R1C1~R1C2...`",
             .sizes = "4x4 to 16x16",
             .rules = true},
    .recognise = recognise_iss,
    .read = read_iss,
    .write = write_iss,
    .room = {HeldBoards::any, HeldMarks::all, all_extras}};

}  // namespace clew::formats
