// Arrays: cells as lists of values, as programs, spreadsheets and TeX write them. Nested or flat,
// in brackets or a row a line; values quoted or not, as numbers, or under a name ({"val": 3}); for
// a blank cell one word a puzzle: 0, -1, nothing, null, None, _ and others. What is in brackets and
// not ours is read here too: an object is looked through for a list under a usual name.
//
// The reader of brackets takes what JSON, Python, C and numpy have in common and counts nothing: a
// list is a board if it has as many values as a board has cells, or as many rows as each row has
// values; or else it is a fault that says how many there are.

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/json_places.hpp"
#include "core/board/notation.hpp"
#include "core/formats/arrays.hpp"
#include "core/formats/lines.hpp"

namespace clew::formats {
namespace {

constexpr std::size_t most_values = std::size_t{1} << 20;
constexpr std::string_view board_names[] = {
    "puzzle",  "puzzles",  "board",   "grid",     "sudoku", "givens", "clues",
    "cells",   "rows",     "values",  "matrix",   "data",   "quiz",   "question",
    "problem", "unsolved", "initial", "newboard", "grids",  "boards", "value"};
constexpr std::string_view solution_names[] = {"solution", "solved", "answer", "answers"};
constexpr std::string_view value_names[] = {"val",    "value", "v",     "digit",
                                            "number", "num",   "given", "clue"};
constexpr std::string_view blank_words[] = {
    "",     ".",   "0",  "-1",  "_",         "-",       "*",     "?",     "x",    "null",
    "none", "nil", "na", "nan", "undefined", "nothing", "false", "blank", "empty"};

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
    return is_among(lower(name), names);
}

std::string_view name_of(std::string_view word) {
    return word.empty() ? std::string_view("nothing") : word;
}

// ---- what is in brackets ----

struct Node {
    bool list = false;
    bool quoted = false;
    std::string_view text{};  // of a scalar
    std::size_t offset = 0;
    std::vector<Node> items{};
    std::vector<std::string_view> keys{};  // of an object: as many as items
    bool object() const { return list && !keys.empty(); }
};

class Brackets {
  public:
    Brackets(const CutJson& cut, Hearing& hearing) : cut_(cut), hearing_(hearing) {}

    /// Nothing for text that is no list.
    std::optional<Node> read() {
        at_ = std::min(cut_.text.find_first_of("[{("), cut_.text.size());
        if (at_ == cut_.text.size()) return std::nullopt;
        Node root = list();
        return broken_ ? std::nullopt : std::optional(std::move(root));
    }

    Place place(std::size_t offset) const {
        return place_of_byte(cut_.text, offset + 1, cut_.place);
    }

  private:
    char here() const { return at_ < cut_.text.size() ? cut_.text[at_] : '\0'; }
    static bool separates(char c) { return is_space(c) || c == '\n'; }
    void skip_blanks() {
        while (separates(here())) ++at_;
    }

    Node scalar() {
        hearing_.tick();
        if (++values_ > most_values)
            throw InputError(cut_.place, "a list of more than a million values", "a puzzle a line");
        Node node{.offset = at_};
        const std::string_view all = cut_.text;
        const char quote = here();
        if (quote == '"' || quote == '\'') {
            const std::size_t end = std::min(all.find(quote, at_ + 1), all.size());
            node.quoted = true;
            node.text = all.substr(at_ + 1, end - at_ - 1);
            at_ = end + 1;
            return node;
        }
        const std::size_t end = std::min(all.find_first_of(",;:[]{}()\"' \t\r\n", at_), all.size());
        node.text = all.substr(at_, end - at_);
        if (end == at_) broken_ = true;  // a colon or a bracket in the wrong place
        at_ = std::max(end, at_ + 1);
        return node;
    }

    Node list() {
        Node node{.list = true, .offset = at_};
        const char open = here();
        const char close = open == '[' ? ']' : open == '{' ? '}' : ')';
        ++at_;
        bool value = false;  // the last thing was one, and no comma behind it
        bool gaps = false;   // nothing between two commas: then nothing behind the last one counts
        for (;;) {
            skip_blanks();
            const char c = here();
            if (at_ >= cut_.text.size() || broken_) {
                broken_ = true;
                return node;
            }
            if (c == close) {
                if (gaps && !value) node.items.push_back({.text = {}, .offset = at_});
                ++at_;
                return node;
            }
            if (c == ',' || c == ';') {
                if (!value) node.items.push_back({.text = {}, .offset = at_});
                gaps |= !value;
                value = false;
                ++at_;
                continue;
            }
            if (c == '[' || c == '{' || c == '(') {
                node.items.push_back(list());
                value = true;
                continue;
            }
            Node word = scalar();
            skip_blanks();
            if (open == '{' && here() == ':') {
                ++at_;
                skip_blanks();
                node.keys.push_back(word.text);
                const bool inner = here() == '[' || here() == '{' || here() == '(';
                node.items.push_back(inner ? list() : scalar());
            } else if (here() == '(' && !word.quoted) {
                node.items.push_back(list());  // array([[...]])
            } else {
                node.items.push_back(std::move(word));
            }
            value = true;
        }
    }

    const CutJson& cut_;
    Hearing& hearing_;
    std::size_t at_ = 0, values_ = 0;
    bool broken_ = false;
};

/// A board as it is found in a list.
struct Found {
    std::vector<Token> cells;
    std::vector<std::pair<std::string_view, std::string_view>> beside{};  // names and words
    std::vector<Token> solution{};
    std::string note{};
};

// Finds boards in a tree.
class Boards {
  public:
    explicit Boards(const Brackets& text) : text_(text) {}

    /// Boards, or nothing for a tree that is none. Errors: InputError for a list of values that
    /// are as many as no board has.
    std::vector<Found> of(const Node& root) const {
        if (auto one = board(root)) return {std::move(*one)};
        if (!root.list || root.object() || root.items.empty()) return inside(root);
        std::vector<Found> all;
        for (const Node& item : root.items) {
            std::vector<Found> some = item.list ? of(item) : std::vector<Found>();
            if (auto one = item.list ? std::nullopt : board(item)) some.push_back(std::move(*one));
            if (some.empty()) return {};
            for (Found& found : some) all.push_back(std::move(found));
        }
        return all;
    }

    /// Errors: InputError that counts, if the tree is a list of values.
    void count(const Node& root) const {
        if (!root.list || root.object() || root.items.empty()) return;
        const bool rows = !root.items.empty() && std::ranges::all_of(root.items, is_row);
        if (rows) {
            const std::size_t n = root.items.size();
            for (std::size_t r = 0; r < n; ++r) {
                const Node& row = root.items[r];
                const std::size_t values = row.list ? row.items.size() : row.text.size();
                if (values != n)
                    throw InputError(text_.place(row.offset),
                                     "row " + std::to_string(r + 1) + " of the list has " +
                                         std::to_string(values) + " values",
                                     std::to_string(n) + " values, as there are rows");
            }
        }
        if (std::ranges::all_of(root.items, [](const Node& item) { return is_cell(item); }))
            throw InputError(text_.place(root.offset),
                             "a list of " + std::to_string(root.items.size()) + " values",
                             "81 for 9x9, 16 for 4x4, 36 for 6x6, ...; or a list of rows");
    }

  private:
    static const Node* value_of(const Node& cell) {
        if (!cell.list) return &cell;
        for (std::size_t i = 0; i < cell.keys.size(); ++i)
            if (is_one_of(cell.keys[i], value_names) && !cell.items[i].list) return &cell.items[i];
        return nullptr;
    }
    static bool is_cell(const Node& node) {
        const Node* value = node.list && !node.object() ? nullptr : value_of(node);
        return value != nullptr && (value->text.size() <= 4 || is_one_of(value->text, blank_words));
    }
    static bool is_row(const Node& node) {
        if (!node.list) return node.quoted && node.text.size() >= 4;
        return !node.object() && node.items.size() >= 4 &&
               std::ranges::all_of(node.items, [](const Node& item) { return is_cell(item); });
    }

    Token cell(const Node& node) const {
        const Node& value = *value_of(node);
        if (node.list)
            for (std::size_t i = 0; i < node.items.size(); ++i) {
                const Node& more = node.items[i];
                if (&more == &value) continue;
                const bool idle =
                    more.list ? more.items.empty() : is_one_of(more.text, blank_words);
                if (!idle)
                    throw InputError(text_.place(more.offset),
                                     shown(node.keys[i]) + " of a cell, which Clew does not know",
                                     "cells row by row, each with its value alone");
            }
        return token(value.text, value.offset);
    }
    Token token(std::string_view text, std::size_t offset) const {
        std::string_view word = trimmed(text);
        if (word.ends_with(".0")) word.remove_suffix(2);
        if (word.size() == 2 && word[0] >= '1' && word[0] <= '9' && word[1] == '.')
            word.remove_suffix(1);
        return {word, 0, offset};  // the place is told when there is a fault
    }
    void add_symbols(const Node& text, std::vector<Token>& cells) const {
        std::ranges::copy(characters(text.text, 0, text.offset + 1), std::back_inserter(cells));
    }

    std::optional<Found> board(const Node& node) const {
        Found found;
        if (!node.list) {
            if (!is_line_puzzle(node.text) || !side_of(node.text.size())) return std::nullopt;
            add_symbols(node, found.cells);
            return found;
        }
        if (node.object()) return std::nullopt;
        const std::size_t n = node.items.size();
        if (side_of(n) && std::ranges::all_of(node.items, is_cell)) {
            for (const Node& item : node.items) found.cells.push_back(cell(item));
            return found;
        }
        if (n < 4 || n > max_size || !std::ranges::all_of(node.items, [n](const Node& row) {
                return is_row(row) && (row.list ? row.items.size() : row.text.size()) == n;
            }))
            return std::nullopt;
        for (const Node& row : node.items) {
            if (!row.list) add_symbols(row, found.cells);
            for (const Node& item : row.items) found.cells.push_back(cell(item));
        }
        if (side_of(n) && !node.items[0].list)
            found.note = "the texts of a list were taken as the rows of one puzzle";
        return found;
    }

    // What is under the usual names of an object.
    std::vector<Found> inside(const Node& root) const {
        std::vector<Found> all;
        if (!root.object() || !root.list) return all;
        std::size_t taken = root.keys.size();
        for (const std::string_view name : board_names)
            for (std::size_t i = 0; i < root.keys.size() && all.empty(); ++i)
                if (lower(root.keys[i]) == name) {
                    const Node& list = root.items[i];
                    all = of(list);
                    if (all.empty()) count(list);
                    if (all.empty() && list.list && !list.items.empty() && !list.object())
                        throw InputError(text_.place(list.offset),
                                         "the list under " + shown(root.keys[i]) + " is no board",
                                         "81 values, or 9 rows of 9");
                    taken = i;
                }
        if (all.empty()) return all;
        for (std::size_t i = 0; i < root.keys.size(); ++i) {
            if (i == taken) continue;
            auto solution = all.size() == 1 && is_one_of(root.keys[i], solution_names)
                                ? board(root.items[i])
                                : std::nullopt;
            const Node& more = root.items[i];
            if (solution && all[0].solution.empty()) {
                all[0].solution = std::move(solution->cells);
            } else if (!more.list && (more.quoted || lower(more.text) != "true")) {
                for (Found& found : all) found.beside.emplace_back(root.keys[i], more.text);
            } else if (!more.list || !more.items.empty()) {
                throw InputError(text_.place(more.offset),
                                 shown(root.keys[i]) +
                                     " beside a board, which may be a rule that "
                                     "Clew does not know",
                                 "the board alone; rules as Clew's JSON or f-puzzles have them");
            }
        }
        return all;
    }

    const Brackets& text_;
};

// Values to digits: the words for blanks, then numbers or symbols.
DigitCells cells_of(std::vector<Token> tokens, const std::string& source) {
    const std::size_t n = *side_of(tokens.size());
    std::string_view blank;
    bool any = false, numbers = true;
    for (Token& token : tokens) {
        const bool symbol_x = n > 9 && lower(token.text) == "x";
        if (is_one_of(token.text, blank_words) && !symbol_x) {
            if (any && token.text != blank)
                throw InputError({source, token.line, token.column},
                                 "mixed words for blank cells: " + shown(name_of(token.text)) +
                                     " after " + shown(name_of(blank)),
                                 "one in a puzzle");
            blank = token.text;
            any = true;
            token.text = ".";
        } else if (!is_digits(token.text)) {
            numbers = false;
        }
    }
    DigitCells cells;
    if (numbers) {
        for (const Token& token : tokens) {
            const bool is_blank = token.text == ".";
            const std::size_t value =
                is_blank ? 0 : parse_number(token.text.substr(0, 4)).value_or(0);
            if (value > n || (value == 0 && !is_blank))
                not_a_digit(token, n, source,
                            "1 to " + std::to_string(n) + ", or one word for blank cells");
            cells.values.push_back(value);
        }
    } else {
        cells = read_cells(tokens, n, source);
    }
    if (any && blank.empty()) cells.notes.emplace_back("empty places were taken as blank");
    if (any && !blank.empty() && blank != ".")
        cells.notes.push_back(shown(blank) + " was taken as blank");
    return cells;
}

Grid grid_of(const std::vector<Token>& tokens, std::size_t cells, const std::string& source) {
    if (tokens.size() != cells)
        throw InputError({source, tokens[0].line, tokens[0].column}, "a solution of another size",
                         "as many cells as the puzzle has");
    return full_grid(cells_of(tokens, source), tokens, source);
}

Record record_of(Reading& reading, const std::vector<Token>& tokens, const Place& place) {
    const std::size_t n = *side_of(tokens.size());
    const DigitCells cells = cells_of(tokens, place.source);
    Record record = blank_record(reading.board(n, place), "array", place);
    set_givens(record, cells);
    return record;
}

// ---- rows of fields ----

std::vector<Token> fields_of(std::string_view line, std::size_t number, char separator) {
    std::vector<Token> fields;
    for (std::size_t i = 0; i <= line.size();) {
        const std::size_t end = std::min(line.find(separator, i), line.size());
        std::string_view field = trimmed(line.substr(i, end - i));
        std::size_t column =
            field.empty() ? i + 1 : static_cast<std::size_t>(field.data() - line.data()) + 1;
        if (field.size() >= 2 && (field[0] == '"' || field[0] == '\'') &&
            field.back() == field[0]) {
            field = trimmed(field.substr(1, field.size() - 2));
            ++column;
        }
        fields.push_back({field, number, column});
        i = end + 1;
    }
    return fields;
}

bool is_field(const Token& field) {
    return is_one_of(field.text, blank_words) ||
           (field.text.size() <= 2 && std::ranges::all_of(field.text, is_symbol));
}

// The separator of a line that is a row of fields, or a whole board of them.
std::optional<char> separator_of(Reading& reading) {
    const std::string line = *reading.in.peek();
    for (const char separator : {'\t', ',', ';'}) {
        const std::vector<Token> fields = fields_of(line, 0, separator);
        if (fields.size() < 4 || !std::ranges::all_of(fields, is_field)) continue;
        if (side_of(fields.size()) && fields.size() > max_size) return separator;
        const std::string* next = reading.in.peek(1, Patience::a_moment);
        if (fields.size() > max_size + 1 || next == nullptr ||
            next->find(separator) == std::string::npos)
            continue;
        if (separator != '\t') return separator;
        // Tabs part cells that are there as white space does: only empty ones are ours.
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const std::string* row = reading.in.peek(i, Patience::a_moment);
            if (row == nullptr || row->find('\t') == std::string::npos) break;
            if (std::ranges::any_of(fields_of(*row, 0, '\t'),
                                    [](const Token& field) { return field.text.empty(); }))
                return separator;
        }
    }
    return std::nullopt;
}

void read_fields(Reading& reading, char separator) {
    const Place place = reading.in.place(0, 1);
    std::vector<std::string> lines;
    std::vector<std::vector<Token>> rows;
    lines.reserve(max_size + 1);
    const auto take = [&] {
        lines.push_back(*reading.in.peek());
        rows.push_back(fields_of(lines.back(), reading.in.number(), separator));
        reading.in.drop();
    };
    take();
    std::size_t n = rows[0].size();
    if (!(side_of(n) && n > max_size)) {
        while (rows.size() < n) {
            const std::string* next = reading.in.peek();
            if (next == nullptr || next->find(separator) == std::string::npos) break;
            take();
        }
        // "5,3,0,...,0," has a comma at the end of each row.
        if (rows.size() + 1 == n &&
            std::ranges::all_of(rows, [](const auto& row) { return row.back().text.empty(); })) {
            for (auto& row : rows) row.pop_back();
            --n;
        }
        if (rows.size() != n || n > max_size)
            throw InputError(place,
                             std::to_string(rows.size()) + " rows, the first of " +
                                 std::to_string(n) + " fields",
                             "as many rows as each row has fields");
    }
    std::vector<Token> cells;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (rows[r].size() != n)
            refuse_row({place.source, rows[r][0].line, 1}, r + 1, rows[r].size(), n, "fields");
        cells.insert(cells.end(), rows[r].begin(), rows[r].end());
    }
    reading.ready.push_back(record_of(reading, cells, place));
    reading.ready.back().metadata = reading.take_header();
}

// ---- TeX ----

bool is_tex(std::string_view line) {
    const std::string_view text = trimmed(line);
    return text.starts_with('\\') || text.starts_with("$$");
}

// Blanks all that is no cell: commands with what belongs to them, braces, dollars.
std::string without_commands(std::string line) {
    const auto blank = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < std::min(to, line.size()); ++i) line[i] = ' ';
    };
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '%' && (i == 0 || line[i - 1] != '\\')) blank(i, line.size());
        if (line[i] == '$' || line[i] == '{' || line[i] == '}' || line[i] == '~') line[i] = ' ';
        if (line[i] != '\\') continue;
        std::size_t end = i + 1;
        if (end < line.size() &&
            line[end] == '\\') {  // the end of a row stays, its spacing does not
            if (end + 1 < line.size() && line[end + 1] == '[')
                blank(end + 1, line.find(']', end) + 1);
            ++i;
            continue;
        }
        while (end < line.size() && ((line[end] | 0x20) >= 'a' && (line[end] | 0x20) <= 'z')) ++end;
        const std::string name = line.substr(i + 1, end - i - 1);
        const bool arguments = name == "begin" || name == "end" || name == "cline" ||
                               name == "hhline" || name == "cmidrule" || name == "vspace";
        while (arguments && end < line.size() && (line[end] == '{' || line[end] == '[')) {
            std::size_t depth = 0;
            do {
                if (line[end] == '{' || line[end] == '[') ++depth;
                if (line[end] == '}' || line[end] == ']') --depth;
                ++end;
            } while (depth > 0 && end < line.size());
        }
        blank(i, std::max(end, i + 2));
    }
    return line;
}

void read_tex(Reading& reading) {
    constexpr std::size_t most_lines = 256;
    const Place place = reading.in.place(0, 1);
    std::string text;  // all lines of it, each with its end
    std::size_t begun = 0, lines = 0;
    bool ended = false;
    while (const std::string* line = reading.in.peek()) {
        if (++lines > most_lines) break;
        text += without_commands(*line) + "\n";
        begun += line->find("\\begin{") != std::string::npos;
        ended = line->find("\\end{") != std::string::npos;
        reading.in.drop();
        if (begun > 0 && ended) break;
    }
    // What closes around the table, such as \end{center}.
    while (const std::string* line = reading.in.peek(0, Patience::a_moment)) {
        const std::string_view closing = trimmed(*line);
        if (closing != "\\]" && closing != "$$" && !closing.starts_with("\\end{")) break;
        reading.in.drop();
    }
    if (begun == 0 || !ended)
        throw InputError(place, "this looks like TeX, and no array, tabular or sudoku is in it",
                         "\\begin{tabular}, rows with & between the cells, and \\end{tabular}");
    std::vector<Token> cells;
    std::size_t number = place.line, rows = 0, n = 0;
    const bool package = text.find('&') == std::string::npos;
    std::string_view rest = text;
    // What ends a row: two backslashes, or for the sudoku package the line.
    std::size_t line_start = 0;
    std::vector<Token> row;
    const auto end_row = [&] {
        if (row.empty() || (row.size() == 1 && row[0].text.empty())) return row.clear();
        ++rows;
        if (n == 0) n = row.size();
        if (row.size() != n)
            refuse_row({place.source, row[0].line, 1}, rows, row.size(), n, "cells");
        cells.insert(cells.end(), row.begin(), row.end());
        row.clear();
    };
    std::size_t start = 0;
    const auto add = [&](std::size_t end) {
        const std::string_view field = rest.substr(start, end - start);
        std::string_view word = field;
        while (!word.empty() && (is_space(word.front()) || word.front() == '\n'))
            word.remove_prefix(1);
        while (!word.empty() && (is_space(word.back()) || word.back() == '\n'))
            word.remove_suffix(1);
        row.push_back({word, number, end - line_start + 1});
    };
    bool bar = false;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const char c = rest[i];
        if (package && c == '|') {
            if (bar) add(i);
            bar = true;
            start = i + 1;
        } else if (!package && c == '&') {
            add(i);
            start = i + 1;
        } else if (!package && c == '\\') {
            add(i);
            end_row();
            start = ++i + 1;
        } else if (c == '\n') {
            if (package) end_row();
            bar = false;
            ++number;
            line_start = i + 1;
        }
    }
    const bool more = rest.substr(start).find_first_not_of(" \t\r\n") != std::string_view::npos;
    if (!package && (more || !row.empty())) {
        add(rest.size());
        end_row();
    }
    if (rows != n || n < 4 || n > max_size)
        throw InputError(
            place,
            "a TeX table of " + std::to_string(rows) + " rows of " + std::to_string(n) + " cells",
            "as many rows as each row has cells, 4 to 25");
    reading.ready.push_back(record_of(reading, cells, place));
    reading.ready.back().metadata = reading.take_header();
}

// ---- the format ----

// Where the value of "int board[9][9] = {" begins; the first bracket of a line without '='.
std::size_t begin_of_value(std::string_view line) {
    const std::size_t equals = line.find('=');
    return line.find_first_of("[{(", equals == std::string_view::npos ? 0 : equals);
}

bool recognise_array(Reading& reading) {
    const std::string& line = *reading.in.peek();
    if (is_tex(line)) return true;
    return is_assignment(line) || separator_of(reading).has_value();
}

void read_array(Reading& reading) {
    const std::string line = *reading.in.peek();
    if (is_tex(line)) return read_tex(reading);
    if (const auto separator = separator_of(reading)) return read_fields(reading, *separator);
    if (begin_of_value(line) == std::string::npos)
        refuse_line(reading, 1, "no list in this line: " + shown(trimmed(line)),
                    "values in brackets, rows of fields with commas or tabs, or a TeX table");
    const CutJson cut = cut_json(reading, begin_of_value(line), ";,)");
    if (!take_lists(reading, cut))
        throw InputError(cut.place, "no board in this list", "81 values, or 9 rows of 9");
}

std::string write_array(const Record& record, LeftOut&) {
    const std::size_t n = record.puzzle.geometry().size();
    std::string text = "[";
    for (std::size_t i = 0; i < n * n; ++i) {
        const auto given = record.puzzle.given(Cell{i});
        text += i % n > 0 ? "," : i > 0 ? "],\n [" : "[";
        text += given ? std::to_string(given->index() + 1) : "0";
    }
    return text + "]]\n";
}

}  // namespace

bool is_assignment(std::string_view line) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) {
        const std::string_view text = trimmed(line);
        return text.starts_with("np.array(") || text.starts_with("array(") ||
               text.starts_with("numpy.array(") || text.starts_with('(');
    }
    const std::string_view value = trimmed(line.substr(equals + 1));
    const std::string_view name = line.substr(0, equals);
    return value.find_first_of("[{(") < 24 &&
           name.find_first_not_of(
               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ \t[]*<>,:.&") ==
               std::string_view::npos;
}

bool take_lists(Reading& reading, const CutJson& cut) {
    Brackets brackets{cut, reading.hearing};
    const auto root = brackets.read();
    if (!root) return false;
    const Boards boards{brackets};
    const std::vector<Found> all = boards.of(*root);
    if (all.empty()) boards.count(*root);
    std::vector<Record> records;
    // Places are known by their offsets until now.
    const auto placed = [&](std::vector<Token> tokens) {
        std::size_t line = cut.place.line, start = 0, at = 0;
        bool first = true;
        for (Token& token : tokens) {
            for (; at < token.column && at < cut.text.size(); ++at)
                if (cut.text[at] == '\n') {
                    ++line;
                    start = at + 1;
                    first = false;
                }
            token.line = line;
            token.column = token.column - start + (first ? cut.place.column : 1);
        }
        return tokens;
    };
    for (const Found& found : all) {
        reading.hearing.tick(Hearing::between);
        const std::vector<Token> cells = placed(found.cells);
        Record record = record_of(
            reading, cells,
            all.size() == 1 ? cut.place : Place{cut.place.source, cells[0].line, cells[0].column});
        if (!found.solution.empty())
            record.solution = grid_of(placed(found.solution), cells.size(), cut.place.source);
        if (!found.note.empty()) record.notes.push_back(found.note);
        for (const auto& [name, words] : found.beside)
            if (!words.empty()) record.metadata[std::string(name)] = words;
        records.push_back(std::move(record));
    }
    for (Record& record : records) reading.ready.push_back(std::move(record));
    return !records.empty();
}

const FormatCode array_format = {
    .info = {.name = "array",
             .aliases = "list tsv tex",
             .description = "lists of values as programs write them, rows of fields with tabs or "
                            "commas, TeX tables",
             .sizes = "4x4 to 25x25"},
    .recognise = recognise_array,
    .read = read_array,
    .write = write_array,
    .room = {HeldBoards::standard, HeldMarks::none, all_extras}};

}  // namespace clew::formats
