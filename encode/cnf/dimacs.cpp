// Reading goes in three steps: comments to the board and the encoding; numbers to clauses; the
// clauses that are said to be clues to givens and marks. Then the puzzle so found is encoded again
// and must give the file's clauses, one by one.

#include "encode/cnf/dimacs.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <ostream>
#include <sstream>
#include <vector>

#include "core/base/contract.hpp"
#include "core/board/notation.hpp"
#include "core/rules/registry.hpp"

namespace clew::cnf {
namespace {

constexpr std::string_view first = "c clew dimacs 1";
constexpr std::array<const char*, 4> selector_names{"none", "clues", "all", "question"};

std::string one_line(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ') c = ' ';
    return text;
}

void write_board(std::ostream& out, const Geometry& geometry) {
    const GeometrySpec& spec = geometry.spec();
    out << "c board " << spec.size << "\n";
    if (!geometry.is_whole_square()) out << "c shape " << spec.rows << "x" << spec.columns << "\n";
    if (!spec.lines) out << "c no-lines\n";
    if (spec.extra_cells > 0) out << "c extra-cells " << spec.extra_cells << "\n";
    if (spec.boxes) out << "c boxes " << spec.boxes->rows << "x" << spec.boxes->columns << "\n";
    if (!spec.regions.empty()) {
        out << "c regions";
        for (std::size_t region : spec.regions) out << " " << region + 1;
        out << "\n";
    }
    if (spec.main_diagonal) out << "c main-diagonal\n";
    if (spec.anti_diagonal) out << "c anti-diagonal\n";
    for (const BoardVariant& variant : board_variants())
        if (spec.*variant.flag) out << "c " << variant.option() << "\n";
    for (const ExtraHouse& extra : spec.extras) {
        out << "c house " << one_line(extra.name) << ":";
        for (Cell cell : extra.cells) out << " " << to_string(cell, spec.size);
        out << "\n";
    }
}

// The name last: it may hold anything but a line's end.
void write_rules(std::ostream& out, const Puzzle& puzzle) {
    for (const Rule& rule : puzzle.rules()) {
        out << "c rule " << rules::key_of(rule.kind);
        for (int number : rule.numbers) out << " " << number;
        out << ":";
        for (Cell cell : rule.cells) out << " " << to_string(cell, puzzle.geometry().size());
        if (!rule.name.empty()) out << " name " << one_line(rule.name);
        out << "\n";
    }
}

void write_clause(std::ostream& out, std::span<const Lit> clause) {
    for (Lit l : clause) out << l.dimacs() << " ";
    out << "0\n";
}

class Reader {
  public:
    Reader(std::string_view text, const Place& start) : text_(text), start_(start) {}
    DimacsFile read();

  private:
    struct Numbered {
        Formula clauses;
        std::vector<std::size_t> lines;  // of each clause
    };

    [[noreturn]] void refuse(std::size_t line, std::size_t column, const std::string& what,
                             const std::string& hint) const {
        throw InputError({start_.source, (start_.line == 0 ? 1 : start_.line) + line - 1, column},
                         what, hint);
    }
    std::optional<std::string_view> next_line();
    void comment(std::string_view line);
    void header(std::string_view line);
    void clause_text(std::string_view line);
    Rule rule(std::string_view rest) const;
    Cell cell(std::string_view name) const;
    void finish_board();
    std::size_t number(std::string_view word, const std::string& hint) const;
    BoxShape by(std::string_view shape) const {
        const std::size_t x = std::min(shape.find('x'), shape.size());
        const char* hint = "rows x columns, such as 3x3";
        return {number(shape.substr(0, x), hint),
                number(shape.substr(std::min(x + 1, shape.size())), hint)};
    }
    Puzzle puzzle() const;
    void compare(const Formula& expected) const;

    std::string_view text_;
    Place start_;
    std::size_t at_ = 0;
    std::size_t line_ = 0;

    GeometrySpec spec_{.size = 0};
    GeometryPtr geometry_;
    std::vector<Rule> rules_;
    std::vector<std::size_t> rule_lines_;
    std::size_t board_line_ = 1;
    EncodeOptions options_;
    std::size_t clues_ = 0;
    bool clues_known_ = false;
    bool header_known_ = false;
    std::size_t header_line_ = 1;
    std::size_t var_count_ = 0;
    std::size_t clause_count_ = 0;
    Numbered read_;
    Clause open_clause_;
};

std::optional<std::string_view> Reader::next_line() {
    if (at_ >= text_.size()) return std::nullopt;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view line = text_.substr(at_, end - at_);
    at_ = end + 1;
    ++line_;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

std::string_view take_word(std::string_view& rest) {
    const std::size_t begin = std::min(rest.find_first_not_of(" \t"), rest.size());
    const std::size_t end = std::min(rest.find_first_of(" \t", begin), rest.size());
    const std::string_view word = rest.substr(begin, end - begin);
    rest.remove_prefix(end);
    return word;
}

std::size_t Reader::number(std::string_view word, const std::string& hint) const {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || word.empty())
        refuse(line_, 1, "'" + std::string(word) + "' is not a number in its place", hint);
    return value;
}

void Reader::comment(std::string_view line) {
    std::string_view rest = line.substr(1);
    const std::string_view key = take_word(rest);
    const std::string_view after = rest;  // with its leading blank
    const auto variant = std::ranges::find_if(
        board_variants(), [&](const BoardVariant& v) { return v.option() == key; });
    const bool is_variant = variant != board_variants().end();
    if (geometry_ &&
        (is_variant || key == "board" || key == "shape" || key == "no-lines" ||
         key == "extra-cells" || key == "boxes" || key == "regions" || key == "house" ||
         key == "main-diagonal" || key == "anti-diagonal" || key == "rule"))
        refuse(line_, 1, "a line on the board after the variables", "the board first");
    if (key == "board") {
        spec_.size = number(take_word(rest), "the side of the board");
        board_line_ = line_;
    } else if (key == "boxes") {
        spec_.boxes = by(take_word(rest));
    } else if (key == "shape") {
        const BoxShape shape = by(take_word(rest));
        spec_.rows = shape.rows;
        spec_.columns = shape.columns;
    } else if (key == "no-lines") {
        spec_.lines = false;
    } else if (key == "extra-cells") {
        spec_.extra_cells = number(take_word(rest), "how many extra cells");
    } else if (key == "regions") {
        for (std::string_view w = take_word(rest); !w.empty(); w = take_word(rest)) {
            const std::size_t region = number(w, "region numbers from 1");
            if (region == 0) refuse(line_, 1, "there is no region 0", "region numbers from 1");
            spec_.regions.push_back(region - 1);
        }
    } else if (key == "main-diagonal") {
        spec_.main_diagonal = true;
    } else if (key == "anti-diagonal") {
        spec_.anti_diagonal = true;
    } else if (is_variant) {
        spec_.*variant->flag = true;
    } else if (key == "rule") {
        rules_.push_back(rule(rest));
        rule_lines_.push_back(line_);
    } else if (key == "house") {
        const std::size_t colon = after.rfind(':');
        if (colon == std::string_view::npos || colon == 0)
            refuse(line_, 1, "a house without cells", "c house NAME: r1c1 r1c2 ...");
        ExtraHouse extra{std::string(after.substr(1, colon - 1)), {}};
        std::string_view cells = after.substr(colon + 1);
        for (std::string_view w = take_word(cells); !w.empty(); w = take_word(cells)) {
            extra.cells.push_back(cell(w));
        }
        spec_.extras.push_back(std::move(extra));
    } else if (key == "encoding") {
        const auto families = parse_families(take_word(rest));
        if (!families)
            refuse(line_, 1, "unknown encoding", "minimal, natural, extended or complete");
        options_.families = *families;
    } else if (key == "at-most-one") {
        if (const std::string_view how = take_word(rest); how != "pairwise")
            refuse(line_, 1,
                   "the at-most-one encoding '" + std::string(how) + "', which is read no longer",
                   "pairwise");
    } else if (key == "selectors") {
        const std::string_view word = take_word(rest);
        const auto found = std::ranges::find(selector_names, word);
        if (found == selector_names.end())
            refuse(line_, 1, "unknown choice of selectors", "none, clues, all or question");
        options_.selectors = static_cast<Selectors>(found - selector_names.begin());
    } else if (key == "clues") {
        clues_ = number(take_word(rest), "how many clauses are clues");
        clues_known_ = true;
    } else if (key == "variable") {
        finish_board();
        const std::size_t var = number(take_word(rest), "a variable");
        const std::string_view meaning = take_word(rest);
        if (var == 0 || var > geometry_->candidate_count() ||
            to_string(geometry_->candidate(var - 1), geometry_->size()) != meaning)
            refuse(line_, 1, "variable " + std::to_string(var) + " is not " + std::string(meaning),
                   "variables in the order of cells, then digits");
    } else {
        return;  // other comments are anybody's
    }
    // Lists, which end with their line, have taken all their words.
    if (key == "rule" || key == "house") return;
    if (const std::string_view more = take_word(rest); !more.empty())
        refuse(line_, 1, "'" + std::string(more) + "' after '" + std::string(key) + "'",
               "nothing more on this line");
}

Rule Reader::rule(std::string_view rest) const {
    const std::string_view key = take_word(rest);
    const auto kind = rules::parse_kind(key.substr(0, key.find(':')));
    if (!kind)
        refuse(line_, 1, "no kind of rule is called '" + std::string(key) + "'", "killer_cage");
    Rule rule{.kind = *kind};
    const std::size_t colon = key.ends_with(':') ? 0 : rest.find(':');
    if (colon == std::string_view::npos)
        refuse(line_, 1, "a rule without cells", "c rule KIND NUMBERS: r1c1 r1c2 ...");
    std::string_view numbers = rest.substr(0, colon);
    std::string_view cells = rest.substr(key.ends_with(':') ? 0 : colon + 1);
    for (std::string_view w = take_word(numbers); !w.empty(); w = take_word(numbers)) {
        int value = 0;
        const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), value);
        if (error != std::errc{} || end != w.data() + w.size())
            refuse(line_, 1, "'" + std::string(w) + "' is not a number in its place",
                   "the numbers of a rule");
        rule.numbers.push_back(value);
    }
    for (std::string_view w = take_word(cells); !w.empty(); w = take_word(cells)) {
        if (w == "name") {
            rule.name = cells.empty() ? "" : cells.substr(1);
            break;
        }
        rule.cells.push_back(cell(w));
    }
    return rule;
}

Cell Reader::cell(std::string_view name) const {
    const auto found =
        parse_cell(name, std::min(spec_.size, max_size), std::min(spec_.extra_cells, max_cells));
    if (!found) refuse(line_, 1, "'" + std::string(name) + "' is no cell of the board", "r1c1");
    return *found;
}

void Reader::finish_board() {
    if (geometry_) return;
    if (spec_.size == 0)
        refuse(line_, 1, "the board is not known", "c board 9 before the variables");
    try {
        geometry_ = Geometry::make(spec_);
    } catch (const InputError& error) {
        refuse(board_line_, 1, error.what(), error.hint());
    }
    for (std::size_t r = 0; r < rules_.size(); ++r) try {
            rules::check_rule(rules_[r], *geometry_);
        } catch (const InputError& error) {
            if (error.place().line != 0) throw;
            refuse(rule_lines_[r], 1, error.what(), error.hint());
        }
}

void Reader::header(std::string_view line) {
    if (header_known_) refuse(line_, 1, "a second header", "one line p cnf");
    finish_board();
    std::string_view rest = line.substr(1);
    const std::string hint = "p cnf VARIABLES CLAUSES";
    if (take_word(rest) != "cnf") refuse(line_, 1, "not a CNF header", hint);
    var_count_ = number(take_word(rest), hint);
    clause_count_ = number(take_word(rest), hint);
    if (!take_word(rest).empty()) refuse(line_, 1, "more than a header", hint);
    header_known_ = true;
    header_line_ = line_;
}

void Reader::clause_text(std::string_view line) {
    std::string_view rest = line;
    for (std::string_view w = take_word(rest); !w.empty(); w = take_word(rest)) {
        const auto column = static_cast<std::size_t>(w.data() - line.data()) + 1;
        if (!header_known_) refuse(line_, column, "a clause before the header", "p cnf");
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), value);
        if (error != std::errc{} || end != w.data() + w.size())
            refuse(line_, column, "'" + std::string(w) + "' is not a literal",
                   "signed numbers of variables, 0 after each clause");
        if (value == 0) {
            read_.clauses.add(open_clause_);
            read_.lines.push_back(line_);
            open_clause_.clear();
            continue;
        }
        const auto magnitude = value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value)
                                         : static_cast<std::uint64_t>(value);
        if (magnitude > var_count_ || magnitude > (std::uint64_t{1} << 27))
            refuse(line_, column, "there is no variable " + std::to_string(magnitude),
                   "1 to " + std::to_string(var_count_));
        const Var v{magnitude - 1};
        open_clause_.push_back(value < 0 ? Lit::negative(v) : Lit::positive(v));
    }
}

Puzzle Reader::puzzle() const {
    Puzzle puzzle{geometry_};
    for (const Rule& rule : rules_) puzzle.add_rule(rule);
    const Formula board = encode(puzzle, options_).formula;  // and the rules
    const std::size_t end = board.size() + clues_;
    if (clues_ > read_.clauses.size() || end > read_.clauses.size())
        refuse(line_, 1, "the file ends after " + std::to_string(read_.clauses.size()) + " clauses",
               std::to_string(end) + " for the board and the clues");
    std::vector<DigitSet> marks;
    for (std::size_t i = 0; i < geometry_->cell_count(); ++i)
        marks.push_back(geometry_->digits_of(Cell{i}));
    for (std::size_t c = board.size(); c < end; ++c) {
        const auto clause = read_.clauses[c];
        if (clause.empty() || clause.back().var().index() >= geometry_->candidate_count())
            refuse(read_.lines[c], 1, "this clause is no clue and no pencil mark", "one candidate");
        const auto [cell, digit] = geometry_->candidate(clause.back().var().index());
        if (clause.back().is_negative())
            marks[cell.index()].erase(digit);
        else
            puzzle.set_given(cell, digit);
    }
    for (std::size_t i = 0; i < marks.size(); ++i) puzzle.set_marks(Cell{i}, marks[i]);
    return puzzle;
}

void Reader::compare(const Formula& expected) const {
    for (std::size_t c = 0; c < expected.size(); ++c) {
        if (c >= read_.clauses.size())
            refuse(line_, 1,
                   "the file ends after " + std::to_string(read_.clauses.size()) + " clauses",
                   std::to_string(expected.size()) + " for the board and the clues");
        if (!std::ranges::equal(expected[c], read_.clauses[c])) {
            std::ostringstream clause;
            write_clause(clause, expected[c]);
            refuse(read_.lines[c], 1,
                   "clause " + std::to_string(c + 1) + " is not what the board and clues make",
                   one_line(clause.str()));
        }
    }
}

DimacsFile Reader::read() {
    while (const auto line = next_line()) {
        if (line_ == 1) {
            if (!is_dimacs_of_clew(*line))
                refuse(1, 1, "a CNF file without Clew's comments cannot be read as a puzzle",
                       "'" + std::string(first) + "' as the first line");
            continue;
        }
        if (line->empty()) continue;
        if (line->front() == 'c') {
            comment(*line);
        } else if (line->front() == 'p') {
            header(*line);
        } else {
            clause_text(*line);
        }
    }
    if (line_ == 0) refuse(1, 1, "no text", "'" + std::string(first) + "' as the first line");
    if (!header_known_) refuse(line_, 1, "no header", "p cnf VARIABLES CLAUSES");
    if (!clues_known_) refuse(header_line_, 1, "the number of clues is not known", "c clues 24");
    if (!open_clause_.empty()) refuse(line_, 1, "the last clause has no end", "0");
    if (read_.clauses.size() != clause_count_)
        refuse(header_line_, 1,
               "the header promises " + std::to_string(clause_count_) + " clauses, there are " +
                   std::to_string(read_.clauses.size()),
               "as many clauses as promised");
    DimacsFile file{.puzzle = puzzle(), .options = options_, .extra = {}};
    const Encoded encoded = encode(file.puzzle, options_);
    if (encoded.map.size() != var_count_)
        refuse(header_line_, 1, "the header promises " + std::to_string(var_count_) + " variables",
               std::to_string(encoded.map.size()) + " for this board and encoding");
    compare(encoded.formula);
    for (std::size_t c = encoded.formula.size(); c < read_.clauses.size(); ++c)
        file.extra.add(read_.clauses[c]);
    return file;
}

}  // namespace

bool is_dimacs_of_clew(std::string_view first_line) {
    if (first_line.ends_with('\r')) first_line.remove_suffix(1);
    return first_line == first;
}

void write_dimacs(std::ostream& out, const Puzzle& puzzle, const EncodeOptions& options,
                  const Formula& extra) {
    const Geometry& geometry = puzzle.geometry();
    const Encoded encoded = encode(puzzle, options);
    for (std::span<const Lit> clause : extra)
        for (Lit l : clause)
            CLEW_REQUIRE(l.var().index() < encoded.map.size(),
                         "write_dimacs: an extra clause with an unknown variable");
    std::size_t clues = puzzle.given_count();
    for (Cell cell : geometry.cells()) clues += geometry.size() - puzzle.marks(cell).size();

    out << first << "\n";
    write_board(out, geometry);
    write_rules(out, puzzle);
    out << "c encoding " << to_string(options.families) << "\n"
        << "c at-most-one pairwise\n"
        << "c selectors " << selector_names[static_cast<std::size_t>(options.selectors)] << "\n"
        << "c clues " << clues << "\n";
    for (std::size_t v = 0; v < geometry.candidate_count(); ++v)
        out << "c variable " << v + 1 << " " << to_string(geometry.candidate(v), geometry.size())
            << "\n";
    for (Var v : encoded.map.selectors())
        out << "c selector " << v.index() + 1 << " "
            << one_line(describe(*encoded.map.demand(v), puzzle)) << "\n";
    out << "p cnf " << encoded.map.size() << " " << encoded.formula.size() + extra.size() << "\n";
    for (std::span<const Lit> clause : encoded.formula) write_clause(out, clause);
    for (std::span<const Lit> clause : extra) write_clause(out, clause);
}

void write_named(std::ostream& out, std::size_t board_size, std::span<const Candidate> candidates,
                 std::size_t variables, const Formula& formula, std::uint64_t more) {
    for (std::size_t v = 0; v < candidates.size(); ++v)
        out << "c variable " << v + 1 << " " << to_string(candidates[v], board_size) << "\n";
    out << "p cnf " << variables << " " << formula.size() + more << "\n";
    for (std::span<const Lit> clause : formula) write_clause(out, clause);
}

std::string to_dimacs(const Puzzle& puzzle, const EncodeOptions& options, const Formula& extra) {
    std::ostringstream out;
    write_dimacs(out, puzzle, options, extra);
    return std::move(out).str();
}

DimacsFile read_dimacs(std::string_view text, const Place& start) {
    return Reader(text, start).read();
}

}  // namespace clew::cnf
