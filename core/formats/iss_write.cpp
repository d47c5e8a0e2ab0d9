// Writes texts of Interactive Sudoku Solver. A rule that it has no name for is written as the
// primitives that it stands for: pairs of digits, sums, automata.

#include <algorithm>

#include "core/board/neighbours.hpp"
#include "core/board/notation.hpp"
#include "core/formats/automata.hpp"
#include "core/formats/iss_names.hpp"
#include "core/formats/reading.hpp"
#include "core/rules/alternatives.hpp"
#include "core/rules/registry.hpp"

namespace clew::formats {
namespace {

class IssWriter {
  public:
    explicit IssWriter(const Record& record)
        : record_(record), board_(record.puzzle.geometry()), n_(board_.size()) {}

    std::string write() {
        if (n_ > 16)
            throw InputError(record_.place,
                             "Interactive Sudoku Solver has no board of side " + std::to_string(n_),
                             "a board of side 16 at most, or the format json");
        write_board();
        write_cells();
        for (const Rule& rule : record_.puzzle.rules()) {
            rules::check_rule(rule, board_);
            write_rule(rule);
        }
        if (text_.empty()) text_ = ".Shape~" + shape();
        return text_ + "\n";
    }

  private:
    std::string name_of(Cell cell) const {
        if (!board_.in_grid(cell))
            return "VX" + (board_.extra_cells() == 1 ? std::string()
                                                     : std::to_string(cell.index() - n_ * n_ + 1));
        return std::string("R") + digit_symbol(Digit{board_.row_of(cell)}) + "C" +
               digit_symbol(Digit{board_.column_of(cell)});
    }
    std::string names_of(std::span<const Cell> cells) const {
        std::string names;
        for (const Cell cell : cells) names += "~" + name_of(cell);
        return names;
    }
    /// "1_2_3".
    static std::string in_one(std::span<const int> numbers) {
        return listed(numbers, "_", [](int number) { return std::to_string(number); });
    }
    std::string shape() const {
        const std::size_t rows = board_.rows(), columns = board_.columns();
        return std::to_string(rows) + "x" + std::to_string(columns) +
               (board_.first_digit() == 0       ? "~0-" + std::to_string(n_ - 1)
                : std::max(rows, columns) != n_ ? "~" + std::to_string(n_)
                : board_.spec().lines           ? ""
                                                : "~") +
               (board_.spec().lines ? "" : "~Raw");
    }
    /// True, for its callers.
    bool add(std::string_view name, const std::string& arguments) {
        table_.clear();
        (text_ += ".").append(name) += arguments;
        ++words_;
        return true;
    }

    void write_rule(const Rule& rule) {
        if (!write_named(rule))
            for (const Rule& part : rules::expanded(rule, board_)) write_primitive(part);
    }
    /// Lists of several words stand in a container of their own.
    void write_alternatives(const rules::Alternatives& alternatives) {
        add("Or", "");
        for (const std::vector<Rule>& list : alternatives.lists) {
            table_.clear();
            const std::size_t from = text_.size(), words = words_;
            for (const Rule& rule : list) write_rule(rule);
            if (words_ - words == 1) continue;
            text_.insert(from, ".And");
            add("End", "");
        }
        add("End", "");
    }

    void write_board() {
        const GeometrySpec& spec = board_.spec();
        if (shape() != "9x9") add("Shape", "~" + shape());
        if (spec.extra_cells > 0)
            add("Var", "~X" + (spec.extra_cells == 1 ? std::string()
                                                     : "~~" + std::to_string(spec.extra_cells)));
        const bool usual = spec.lines && spec.regions.empty() &&
                           spec.boxes == Geometry::usual_boxes(board_.rows(), board_.columns());
        if (!usual && spec.lines) add("NoBoxes", "");
        if (!spec.lines) {  // there a board has no regions
            for (const HouseInfo& house : board_.houses())
                if (house.role == HouseRole::box) add("AllDifferent", names_of(house.cells));
        } else if (!usual && (spec.boxes || !spec.regions.empty())) {
            std::string pieces = "~";
            for (std::size_t i = 0; i < board_.cell_count(); ++i)
                if (const auto box = board_.box_of(Cell{i}))
                    pieces += static_cast<char>('A' + *box);
            add("Jigsaw", pieces);
        }
        if (spec.anti_diagonal) add("Diagonal", "~1");
        if (spec.main_diagonal) add("Diagonal", "~-1");
        for (const auto& [name, flag] : iss_flags) {
            if (!(spec.*flag)) continue;
            // There these are made of its own boxes.
            if (!usual &&
                (flag == &GeometrySpec::windows || flag == &GeometrySpec::disjoint_groups)) {
                for (const BoardVariant& variant : board_variants())
                    if (variant.flag == flag)
                        for (const ExtraHouse& house : variant.houses(spec))
                            add("AllDifferent", names_of(house.cells));
                continue;
            }
            add(name, "");
        }
        for (const ExtraHouse& extra : spec.extras) add("AllDifferent", names_of(extra.cells));
    }

    void write_cells() {
        std::string cells;
        for (std::size_t i = 0; i < board_.cell_count(); ++i) {
            const Cell cell{i};
            DigitSet digits = record_.puzzle.marks(cell);
            if (const auto given = record_.puzzle.given(cell)) digits = DigitSet{*given};
            if (digits == board_.digits_of(cell)) continue;
            if (digits.empty())
                refuse_empty_cell(record_, cell, "Interactive Sudoku Solver cannot hold",
                                  "the format json");
            cells += "~" + name_of(cell);
            for (const Digit d : digits)
                cells += "_" + std::to_string(static_cast<int>(d.index()) + board_.first_digit());
        }
        if (!cells.empty()) add("", cells);
    }

    /// The row or column that the cells are, read from its number on: "~R1~clue~", "~C2~~clue".
    /// Empty for other cells.
    std::string at_the_end_of(const Rule& rule, const std::string& clue) const {
        const auto line = whole_line(board_, rule.cells);
        if (!line) return {};
        return std::string(line->is_row ? "~R" : "~C") + digit_symbol(Digit{line->index}) +
               (line->backwards ? "~~" + clue : "~" + clue + "~");
    }

    bool write_named(const Rule& rule) {
        const std::string number =
            rule.numbers.empty() ? std::string() : std::to_string(rule.numbers.front());
        const std::span<const Cell> cells{rule.cells};
        const bool thirds = rule.kind != RuleKind::entropic || n_ == 9;
        if (const auto name = iss_name(iss_plain, rule.kind); !name.empty() && thirds) {
            if (rule.kind == RuleKind::region_sum &&
                (!board_.spec().lines || (!board_.spec().boxes && board_.spec().regions.empty())))
                return false;
            return add(name, names_of(cells));
        }
        if (const auto name = iss_name(iss_numbered, rule.kind); !name.empty()) {
            if (rule.kind == RuleKind::sum_line && rule.numbers.front() > 30) return false;
            return add(name, "~" + number + names_of(cells));
        }
        if (const auto name = iss_name(iss_ends, rule.kind); !name.empty()) {
            const std::string where = at_the_end_of(rule, number);
            if (!where.empty()) add(name, where);
            return !where.empty();
        }
        switch (rule.kind) {
            case RuleKind::alternatives: {
                const rules::Alternatives alternatives = rules::unpack(rule);
                if (alternatives.least == 1) write_alternatives(alternatives);
                return alternatives.least == 1;
            }
            case RuleKind::killer_cage:
                return add("Cage", "~" + (number.empty() ? "0" : number) + names_of(cells));
            case RuleKind::arrow:
                if (rule.numbers.front() != 1) return false;
                return add("Arrow", names_of(cells));
            case RuleKind::quadruple:
                return add("ContainAtLeast", "~" + in_one(rule.numbers) + names_of(cells));
            case RuleKind::difference:
            case RuleKind::ratio:
            case RuleKind::pair_sum:
            case RuleKind::greater:
                return write_mark(rule);
            case RuleKind::same_values:
                return add("SameValues",
                           "~" +
                               std::to_string(cells.size() /
                                              static_cast<std::size_t>(rule.numbers.front())) +
                               names_of(cells));
            case RuleKind::row_indexer:
            case RuleKind::column_indexer:
                return add("Indexing",
                           (rule.kind == RuleKind::row_indexer ? "~R" : "~C") + names_of(cells));
            case RuleKind::non_consecutive:
                return add("AntiConsecutive", "");
            case RuleKind::connected_digits:
                return add("ConnectedValues", "~~" + in_one(std::span(rule.numbers).subspan(1)) +
                                                  (number == "0" ? "" : "~" + number));
            case RuleKind::global_entropy:
                if (n_ != 9) return false;
                return add("GlobalEntropy", "");
            default:
                return false;
        }
    }

    bool write_mark(const Rule& rule) {
        if (rule.cells.size() != 2 || !share_side(board_, rule.cells[0], rule.cells[1]))
            return false;
        const int number = rule.numbers.empty() ? 0 : rule.numbers.front();
        const auto mark = std::ranges::find_if(iss_marks, [&](const IssMark& one) {
            return one.kind == rule.kind && (one.number == number || one.number == 0);
        });
        if (mark == std::end(iss_marks)) return false;
        return add(mark->name, names_of(rule.cells));
    }

    [[noreturn]] void refuse(const Rule& rule) const {
        throw InputError(
            record_.place,
            "Interactive Sudoku Solver cannot hold this rule: " + rules::words(rule, board_),
            "the format json");
    }

    void write_primitive(const Rule& rule) {
        switch (rule.kind) {
            case RuleKind::different:
                add("AllDifferent", names_of(rule.cells));
                break;
            case RuleKind::relation: {
                std::vector<bool> bits;
                for (std::size_t a = 0; a < n_; ++a)
                    for (std::size_t b = 0; b < n_; ++b) {
                        const bool forth = allows(rule, a, b);
                        if (rule.numbers[0] == 1 && forth != allows(rule, b, a))
                            return in_pairs(rule);
                        bits.push_back(forth);
                    }
                add_line(std::string(rule.numbers[0] == 1 ? "PairX~" : "Pair~") + to_six_bits(bits),
                         rule);
                break;
            }
            case RuleKind::sum:
                if (rule.numbers[0] != static_cast<int>(Comparison::equal)) refuse(rule);
                write_sum(rule);
                break;
            case RuleKind::rank:
            case RuleKind::connected:
                refuse(rule);
            default:
                add_line("NFA~" + encode_automaton(rule.numbers, n_), rule);
                break;
        }
    }

    static bool allows(const Rule& rule, std::size_t a, std::size_t b) {
        return (static_cast<unsigned>(rule.numbers[1 + a]) >> b & 1U) != 0;
    }

    /// A table that is not the same both ways has no name for every two cells of a list.
    void in_pairs(const Rule& rule) {
        Rule pair = rule;
        pair.numbers[0] = 0;
        for (std::size_t i = 0; i < rule.cells.size(); ++i)
            for (std::size_t k = i + 1; k < rule.cells.size(); ++k) {
                pair.cells = {rule.cells[i], rule.cells[k]};
                write_primitive(pair);
            }
    }

    void write_sum(const Rule& rule) {
        const std::span<const int> weights = std::span(rule.numbers).subspan(2);
        int target = rule.numbers[1];  // of a primitive, which counts digits from 1 on
        for (const int weight : weights) target -= weight * (1 - board_.first_digit());
        std::string head = "~" + std::to_string(target);
        if (std::ranges::any_of(weights, [](int weight) { return weight != 1; })) {
            head += "_=_" + in_one(weights);
        }
        add("Sum", head + names_of(rule.cells));
    }

    /// Lines with the same table or automaton stand behind each other.
    void add_line(const std::string& table, const Rule& rule) {
        if (table != table_) {
            add(table, "~_" + escaped(rule.name));
        } else {
            text_ += rule.name == name_ ? "~" : "~_" + escaped(rule.name);
        }
        table_ = table;
        name_ = rule.name;
        text_ += names_of(rule.cells);
    }
    static std::string escaped(std::string_view name) {
        static constexpr char hex[] = "0123456789ABCDEF";
        std::string text;
        for (const char c : name) {
            const auto byte = static_cast<unsigned char>(c);
            if (is_number(c) || is_letter(c))
                text += c;
            else
                text += {'%', hex[byte >> 4], hex[byte & 15U]};
        }
        return text;
    }

    const Record& record_;
    const Geometry& board_;
    std::size_t n_;
    std::size_t words_ = 0;
    std::string text_, table_, name_;  // the last table, and the name of its last line
};

}  // namespace

std::string write_iss(const Record& record, LeftOut&) { return IssWriter{record}.write(); }

}  // namespace clew::formats
