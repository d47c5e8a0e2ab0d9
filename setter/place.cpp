// Each kind is a row: on what cells it is drawn, and what its numbers are if the digits are known.
// A rule is put on random cells of that shape, and stays if the grid keeps it, which its own
// primitives say.

#include "setter/place.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <numeric>

#include "core/base/input_error.hpp"
#include "core/board/neighbours.hpp"
#include "core/rules/registry.hpp"

namespace clew::setter {
namespace {

enum class Shape : std::uint8_t { path, cage, pair, square, cell, around, whole_line, slanted };

using Digits = std::vector<int>;  // 1 .. size
using Numbers = std::vector<int>;

int total(std::span<const int> digits) { return std::accumulate(digits.begin(), digits.end(), 0); }

Numbers none(const Digits&, int) { return {}; }
Numbers sum(const Digits& digits, int) { return {total(digits)}; }
Numbers one_circle(const Digits&, int) { return {1}; }
Numbers half_up(const Digits&, int size) { return {(size + 1) / 2}; }
Numbers half_down(const Digits&, int size) { return {size / 2}; }
Numbers three(const Digits&, int) { return {3}; }
Numbers white_dot(const Digits&, int) { return {1}; }
Numbers black_dot(const Digits&, int) { return {2}; }
Numbers sorted(const Digits& digits, int) {
    Numbers numbers = digits;
    std::ranges::sort(numbers);
    return numbers;
}
Numbers between_extremes(const Digits& digits, int size) {
    const auto low = std::ranges::find(digits, 1), high = std::ranges::find(digits, size);
    if (low == digits.end() || high == digits.end()) return {0};  // where a line may lack them
    const auto [first, last] = std::minmax(low, high);
    return {std::accumulate(first + 1, last, 0)};
}
Numbers first_digits(const Digits& digits, int) {
    return {total(std::span(digits).first(static_cast<std::size_t>(digits.front())))};
}
Numbers seen(const Digits& digits, int) {
    int highest = 0, count = 0;
    for (const int digit : digits)
        if (digit > highest) {
            highest = digit;
            ++count;
        }
    return {count};
}
Numbers digit_of_room(const Digits& digits, int) {
    return {digits[static_cast<std::size_t>(digits.front()) - 1]};
}

struct PlaceRow {
    RuleKind kind;
    Shape shape;
    std::size_t shortest, longest;  // cells, if nothing is said
    bool from_start;                // a beginning of it is a rule of its kind that the grid keeps
    Numbers (*numbers)(const Digits& digits, int size);
};

constexpr std::array placeable{
    PlaceRow{RuleKind::thermometer, Shape::path, 3, 6, true, none},
    PlaceRow{RuleKind::slow_thermometer, Shape::path, 3, 7, true, none},
    PlaceRow{RuleKind::arrow, Shape::path, 3, 4, false, one_circle},
    PlaceRow{RuleKind::whisper, Shape::path, 3, 7, true, half_up},
    PlaceRow{RuleKind::renban, Shape::path, 3, 5, false, none},
    PlaceRow{RuleKind::nabner, Shape::path, 3, 4, true, none},
    PlaceRow{RuleKind::palindrome, Shape::path, 3, 5, false, none},
    PlaceRow{RuleKind::zipper, Shape::path, 3, 5, false, none},
    PlaceRow{RuleKind::between, Shape::path, 3, 5, false, none},
    PlaceRow{RuleKind::lockout, Shape::path, 3, 5, false, half_down},
    PlaceRow{RuleKind::double_arrow, Shape::path, 4, 5, false, none},
    PlaceRow{RuleKind::region_sum, Shape::path, 3, 6, false, none},
    PlaceRow{RuleKind::entropic, Shape::path, 3, 7, true, none},
    PlaceRow{RuleKind::modular, Shape::path, 3, 7, true, three},
    PlaceRow{RuleKind::same_difference, Shape::path, 3, 4, true, none},
    PlaceRow{RuleKind::killer_cage, Shape::cage, 2, 4, true, sum},
    PlaceRow{RuleKind::difference, Shape::pair, 2, 2, true, white_dot},
    PlaceRow{RuleKind::ratio, Shape::pair, 2, 2, true, black_dot},
    PlaceRow{RuleKind::pair_sum, Shape::pair, 2, 2, true, sum},
    PlaceRow{RuleKind::greater, Shape::pair, 2, 2, true, none},
    PlaceRow{RuleKind::quadruple, Shape::square, 4, 4, true, sorted},
    PlaceRow{RuleKind::odd, Shape::cell, 1, 1, true, none},
    PlaceRow{RuleKind::even, Shape::cell, 1, 1, true, none},
    PlaceRow{RuleKind::minimum, Shape::around, 0, 0, true, none},
    PlaceRow{RuleKind::maximum, Shape::around, 0, 0, true, none},
    PlaceRow{RuleKind::sandwich, Shape::whole_line, 0, 0, true, between_extremes},
    PlaceRow{RuleKind::x_sum, Shape::whole_line, 0, 0, true, first_digits},
    PlaceRow{RuleKind::skyscraper, Shape::whole_line, 0, 0, true, seen},
    PlaceRow{RuleKind::numbered_room, Shape::whole_line, 0, 0, true, digit_of_room},
    PlaceRow{RuleKind::little_killer, Shape::slanted, 0, 0, true, sum},
};

const PlaceRow* row_of(RuleKind kind) {
    const auto at = std::ranges::find(placeable, kind, &PlaceRow::kind);
    return at == placeable.end() ? nullptr : &*at;
}

bool has_length(const PlaceRow& row) {
    return row.shape == Shape::path || row.shape == Shape::cage;
}

std::string key_like(std::string name) {
    for (char& c : name)
        c = c == '-' || c == ' ' ? '_'
                                 : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name;
}

/// By its name in files or in words, alone or in the plural.
std::vector<RuleKind> kinds_named(const std::string& said) {
    const std::string name = key_like(said);
    if (name == "kropki") return {RuleKind::difference, RuleKind::ratio};
    if (name == "xv") return {RuleKind::pair_sum};
    if (name == "killer" || name == "cage" || name == "cages") return {RuleKind::killer_cage};
    for (const PlaceRow& row : placeable) {
        const std::string key{rules::key_of(row.kind)};
        for (const std::string& known : {key, key + "s", key + "es", key_like(to_string(row.kind)),
                                         key_like(plural(row.kind))})
            if (name == known) return {row.kind};
    }
    return {};
}

std::size_t number_in(const std::string& text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number == 0 || number > 999)
        throw InputError({}, "'" + text + "' is no number", "a number from 1 on");
    return number;
}

std::vector<std::string> parts_of(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

class Placer {
  public:
    Placer(const Geometry& geometry, const Grid& grid, const Placement& wish, Random& random,
           std::span<const Rule> beside)
        : geometry_(geometry),
          grid_(grid),
          wish_(wish),
          random_(random),
          taken_(geometry.cell_count()),
          rules_(beside.begin(), beside.end()),
          before_(beside.size()) {
        const Shape shape = row_of(wish.kinds.front())->shape;
        for (const Rule& rule : beside)
            if (const PlaceRow* row = row_of(rule.kind); row != nullptr && row->shape == shape)
                take(*row, rule);
    }

    std::vector<Rule> run() {
        const std::size_t wanted = wish_.count.value_or(usual_count());
        // Kinds take turns; one that fits nowhere is not tried again.
        std::vector<const PlaceRow*> open;
        for (const RuleKind kind : wish_.kinds) open.push_back(row_of(kind));
        while (!open.empty() && rules_.size() - before_ < wanted) {
            const std::size_t k = static_cast<std::size_t>(random_.below(open.size()));
            if (!add(*open[k])) open.erase(open.begin() + static_cast<std::ptrdiff_t>(k));
        }
        std::vector<Rule> placed{rules_.begin() + static_cast<std::ptrdiff_t>(before_),
                                 rules_.end()};
        std::ranges::stable_sort(placed, {}, [](const Rule& rule) { return rule.cells.front(); });
        return placed;
    }

  private:
    /// More than most puzzles need, so that there is a choice of which to leave out.
    std::size_t usual_count() const {
        const std::size_t n = geometry_.size();
        switch (row_of(wish_.kinds.front())->shape) {
            case Shape::cage:
                return geometry_.cell_count();  // until no more fit
            case Shape::pair:
            case Shape::cell:
                return 3 * n;
            default:
                return n;
        }
    }

    void take(const PlaceRow& row, const Rule& rule) {
        if (has_length(row))
            for (const Cell cell : rule.cells) taken_[cell.index()] = true;
    }

    bool add(const PlaceRow& row) {
        std::vector<Cell> starts(geometry_.cells().begin(), geometry_.cells().end());
        std::erase_if(starts, [&](Cell cell) { return !geometry_.in_grid(cell); });
        random_.shuffle(starts);
        return std::ranges::any_of(starts, [&](Cell start) { return add_at(row, start); });
    }

    bool add_at(const PlaceRow& row, Cell start) {
        switch (row.shape) {
            case Shape::path:
            case Shape::cage: {
                if (taken_[start.index()]) return false;
                length_ = wish_.shortest + static_cast<std::size_t>(
                                               random_.below(wish_.longest - wish_.shortest + 1));
                steps_ = 2'000;
                std::vector<Cell> cells{start};
                return grow(row, cells);
            }
            case Shape::cell:
                return offer(row, {start});
            case Shape::pair: {
                std::vector<Cell> sides = sides_of(geometry_, start);
                random_.shuffle(sides);
                return std::ranges::any_of(sides, [&](Cell side) {
                    return offer(row, {start, side});
                });
            }
            case Shape::around: {
                std::vector<Cell> cells{start};
                for (const Cell side : sides_of(geometry_, start)) cells.push_back(side);
                return offer(row, std::move(cells));
            }
            case Shape::square:
                return offer(row, from(start, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
            case Shape::whole_line:
            case Shape::slanted:
                return add_inwards(row, start);
        }
        return false;
    }

    /// A line that begins at the border: straight ones from end to end, slanted ones of two cells
    /// or more.
    bool add_inwards(const PlaceRow& row, Cell start) {
        std::vector<std::pair<int, int>> ways =
            row.shape == Shape::whole_line
                ? std::vector<std::pair<int, int>>{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
                : std::vector<std::pair<int, int>>{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
        random_.shuffle(ways);
        for (const auto& [down, across] : ways) {
            if (!from(start, {{-down, -across}}).empty()) continue;  // not at the border
            std::vector<Cell> cells;
            for (int k = 0;; ++k) {
                const std::vector<Cell> next = from(start, {{k * down, k * across}});
                if (next.empty()) break;
                cells.push_back(next.front());
            }
            const bool fits =
                row.shape == Shape::slanted ? cells.size() > 1 : cells.size() == geometry_.size();
            if (fits && offer(row, std::move(cells))) return true;
        }
        return false;
    }

    /// The cells so far down and across from one; none if one of them is not on the board.
    std::vector<Cell> from(Cell start, const std::vector<std::pair<int, int>>& steps) const {
        const int rows = static_cast<int>(geometry_.rows());
        const int columns = static_cast<int>(geometry_.columns());
        std::vector<Cell> cells;
        for (const auto& [down, across] : steps) {
            const int r = static_cast<int>(geometry_.row_of(start)) + down;
            const int c = static_cast<int>(geometry_.column_of(start)) + across;
            if (r < 0 || c < 0 || r >= rows || c >= columns) return {};
            cells.push_back(
                geometry_.cell(static_cast<std::size_t>(r), static_cast<std::size_t>(c)));
        }
        return cells;
    }

    /// Lets a line or a cage grow to its length, with steps back.
    bool grow(const PlaceRow& row, std::vector<Cell>& cells) {
        if (steps_-- == 0) return false;
        if (cells.size() == length_) return offer(row, cells);
        if (row.from_start && cells.size() > 1 && cells.size() >= row.shortest &&
            !keeps(rule_on(row, cells)))
            return false;
        std::vector<Cell> next = row.shape == Shape::cage ? beside(cells) : around(cells.back());
        random_.shuffle(next);
        for (const Cell cell : next) {
            if (taken_[cell.index()] || std::ranges::find(cells, cell) != cells.end()) continue;
            if (row.shape == Shape::path && crosses(cells, cell)) continue;
            cells.push_back(cell);
            if (grow(row, cells)) return true;
            cells.pop_back();
        }
        return false;
    }

    /// Where two cells that touch at a corner meet, in half cells; the other two cells there meet
    /// in the same point.
    std::pair<std::size_t, std::size_t> middle(Cell a, Cell b) const {
        return {geometry_.row_of(a) + geometry_.row_of(b),
                geometry_.column_of(a) + geometry_.column_of(b)};
    }

    /// Whether the step to `next` crosses a line, this one or another.
    bool crosses(const std::vector<Cell>& cells, Cell next) const {
        const auto along = [&](const std::vector<Cell>& line) {
            for (std::size_t i = 1; i < line.size(); ++i)
                if (middle(line[i - 1], line[i]) == middle(cells.back(), next)) return true;
            return false;
        };
        return along(cells) || std::ranges::any_of(rules_, along, &Rule::cells);
    }

    std::vector<Cell> beside(const std::vector<Cell>& cells) const {
        std::vector<Cell> result;
        for (const Cell cell : cells)
            for (const Cell side : sides_of(geometry_, cell)) result.push_back(side);
        return result;
    }

    std::vector<Cell> around(Cell cell) const {
        std::vector<Cell> result;
        for (int down = -1; down <= 1; ++down)
            for (int across = -1; across <= 1; ++across)
                for (const Cell next : from(cell, {{down, across}}))
                    if (next != cell) result.push_back(next);
        return result;
    }

    Rule rule_on(const PlaceRow& row, std::vector<Cell> cells) const {
        Digits digits;
        for (const Cell cell : cells) digits.push_back(static_cast<int>(grid_[cell].index()) + 1);
        const bool ordered = row.kind == RuleKind::greater;
        if (row.shape == Shape::cage || (row.shape == Shape::pair && !ordered))
            std::ranges::sort(cells);
        Numbers numbers = row.numbers(digits, static_cast<int>(geometry_.size()));
        return {
            .kind = row.kind, .cells = std::move(cells), .numbers = std::move(numbers), .name = {}};
    }

    bool keeps(const Rule& rule) const try {
        for (const Rule& part : rules::expanded(rule, geometry_))
            if (!rules::make_primitive(part, geometry_.size())->check(grid_)) return false;
        return true;
    } catch (const InputError&) {
        return false;  // such as a region sum line within one region
    }

    bool offer(const PlaceRow& row, std::vector<Cell> cells) {
        if (cells.empty() || clashes(row, cells)) return false;
        Rule rule = rule_on(row, std::move(cells));
        // X and V alone are printed between cells.
        if (rule.kind == RuleKind::pair_sum && rule.numbers.front() != 10 &&
            rule.numbers.front() != 5)
            return false;
        if (!keeps(rule)) return false;
        take(row, rule);
        rules_.push_back(std::move(rule));
        return true;
    }

    /// True if such a rule stands there already: on the same cells, in whatever order if it is a
    /// pair; a mark on the same cell.
    bool clashes(const PlaceRow& row, const std::vector<Cell>& cells) const {
        return std::ranges::any_of(rules_, [&](const Rule& rule) {
            if (row.shape == Shape::pair) return std::ranges::is_permutation(rule.cells, cells);
            if (row.shape == Shape::around)
                return rule.kind == row.kind && rule.cells.front() == cells.front();
            return rule.cells == cells;
        });
    }

    const Geometry& geometry_;
    const Grid& grid_;
    const Placement& wish_;
    Random& random_;
    std::vector<bool> taken_;  // by lines or cages
    std::vector<Rule> rules_;  // those before, then its own
    std::size_t before_;
    std::size_t length_ = 0, steps_ = 0;
};

}  // namespace

std::string placeable_rules() {
    std::string names;
    for (const PlaceRow& row : placeable) {
        std::string key{rules::key_of(row.kind)};
        std::ranges::replace(key, '_', '-');
        names += key + ", ";
    }
    return names + "kropki, xv";
}

Placement parse_placement(const std::string& text) {
    const std::vector<std::string> parts = parts_of(text, ':');
    Placement wish{.name = parts.front(), .kinds = kinds_named(parts.front())};
    if (wish.kinds.empty())
        throw InputError({}, "'" + parts.front() + "' cannot be placed", placeable_rules());
    const PlaceRow& row = *row_of(wish.kinds.front());
    wish.shortest = row.shortest;
    wish.longest = row.longest;
    if (parts.size() > 3)
        throw InputError({}, "'" + text + "' has too many parts", "thermometer:4:3-6");
    if (parts.size() > 1 && !parts[1].empty()) wish.count = number_in(parts[1]);
    if (parts.size() < 3) return wish;
    if (!has_length(row))
        throw InputError({}, wish.name + " have no length that could be chosen",
                         "how many alone: " + wish.name + ":4");
    const std::vector<std::string> ends = parts_of(parts[2], '-');
    wish.shortest = number_in(ends.front());
    wish.longest = number_in(ends.back());
    if (ends.size() > 2 || wish.shortest < 2 || wish.shortest > wish.longest)
        throw InputError({}, "'" + parts[2] + "' is no length of " + wish.name,
                         "a number or a range from 2 on, such as 3-6");
    return wish;
}

std::vector<Rule> place(const Geometry& geometry, const Grid& grid, const Placement& wish,
                        Random& random, std::span<const Rule> beside) {
    return Placer{geometry, grid, wish, random, beside}.run();
}

}  // namespace clew::setter
