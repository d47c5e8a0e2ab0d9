#include "core/formats/symbols.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "core/board/notation.hpp"

namespace clew::formats {
namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// How one symbol is read: digit of '1', digit of 'A', digit of '0' (1-based; 0: not a digit).
enum class Alphabet { one_to_nine_then_letters, letters, zero_to_nine_then_letters };

std::size_t value_of(char symbol, Alphabet alphabet) {
    const char c = upper(symbol);
    const auto from = [c](char first) { return static_cast<std::size_t>(c - first); };
    switch (alphabet) {
        case Alphabet::one_to_nine_then_letters:
            if (c >= '1' && c <= '9') return from('0');
            return is_letter(c) ? from('A') + 10 : 0;
        case Alphabet::letters:
            return is_letter(c) ? from('A') + 1 : 0;
        case Alphabet::zero_to_nine_then_letters:
            if (is_number(c)) return from('0') + 1;
            return is_letter(c) ? from('A') + 11 : 0;
    }
    return 0;
}

// "1-9", "1-9A-G", "A-P", "0-9A-F"
std::string range_of(Alphabet alphabet, std::size_t size) {
    const auto letter = [](std::size_t i) { return static_cast<char>('A' + i); };
    switch (alphabet) {
        case Alphabet::one_to_nine_then_letters: {
            if (size <= 9) return "1-" + std::to_string(size);
            return size == 10 ? "1-9A" : std::string("1-9A-") + letter(size - 10);
        }
        case Alphabet::letters:
            return std::string("A-") + letter(size - 1);
        case Alphabet::zero_to_nine_then_letters: {
            if (size == 10) return "0-9";
            return size == 11 ? "0-9A" : std::string("0-9A-") + letter(size - 11);
        }
    }
    return "";
}

std::string digits_hint(std::size_t size) {
    if (size <= 9) return "1-" + std::to_string(size) + " or one blank symbol out of . 0 X * _ -";
    return range_of(Alphabet::one_to_nine_then_letters, size) + ", " +
           range_of(Alphabet::letters, size) + ", " +
           range_of(Alphabet::zero_to_nine_then_letters, size) +
           " (with . for blank) or numbers 1-" + std::to_string(size) +
           " with spaces between, and one blank symbol";
}

// What stands in a puzzle of more than nine digits decides how its letters are read.
Alphabet choose_alphabet(std::span<const Token> tokens, std::size_t size) {
    std::size_t zeros = 0, numbers = 0, letters = 0, blanks = 0;
    bool past_hex = false;  // a letter that 0-9A... does not have
    for (const Token& token : tokens) {
        const char c = token.text[0];
        if (c == '0') {
            ++zeros;
        } else if (is_number(c)) {
            ++numbers;
        } else if (is_letter(c)) {
            ++letters;
            if (value_of(c, Alphabet::zero_to_nine_then_letters) > size) past_hex = true;
        } else {
            ++blanks;
        }
    }
    const bool full = zeros == size && zeros + numbers + letters == tokens.size();
    if (zeros > 0 && (blanks > 0 || full) && !past_hex) return Alphabet::zero_to_nine_then_letters;
    if (letters > 0 && numbers == 0) return Alphabet::letters;
    return Alphabet::one_to_nine_then_letters;
}

class Blanks {
  public:
    explicit Blanks(const std::string& source) : source_(source) {}
    void meet(const Token& token) {
        const char c = upper(token.text[0]);
        if (symbol_ == 0) symbol_ = c;
        if (symbol_ != c)
            throw InputError({source_, token.line, token.column},
                             "mixed blank symbols: " + shown(token.text) + " after " +
                                 shown(std::string_view(&symbol_, 1)),
                             "one blank symbol in a puzzle");
    }
    void note(std::vector<std::string>& notes) const {
        if (symbol_ == ' ') notes.emplace_back("the space was taken as blank");
        if (symbol_ != 0 && symbol_ != '.' && symbol_ != ' ')
            notes.push_back(shown(std::string_view(&symbol_, 1)) + " was taken as blank");
    }

  private:
    const std::string& source_;
    char symbol_ = 0;
};

DigitCells read_numbers(std::span<const Token> tokens, std::size_t size,
                        const std::string& source) {
    DigitCells cells;
    Blanks blanks{source};
    const std::string hint =
        "a number from 1 to " + std::to_string(size) + " or one blank symbol out of . 0 * _ -";
    for (const Token& token : tokens) {
        std::size_t value = 0;
        if (token.text.size() == 1 && (is_blank_symbol(token.text[0]) || token.text == " ")) {
            blanks.meet(token);
        } else {
            if (token.text.size() <= 2) value = parse_number(token.text).value_or(0);
            if (value < 1 || value > size) not_a_digit(token, size, source, hint);
        }
        cells.values.push_back(value);
    }
    blanks.note(cells.notes);
    return cells;
}

}  // namespace

std::string shown(std::string_view text) {
    constexpr std::size_t most = 24;
    const bool plain =
        std::ranges::all_of(text.substr(0, most), [](char c) { return c >= ' ' && c <= '~'; });
    if (plain) {
        const bool cut = text.size() > most;
        return "'" + std::string(text.substr(0, most)) + (cut ? "...'" : "'");
    }
    constexpr std::string_view hex = "0123456789abcdef";
    for (char c : text) {
        if (c >= ' ' && c <= '~') continue;
        const auto byte = static_cast<unsigned char>(c);
        return std::string("byte 0x") + hex[byte >> 4] + hex[byte & 15];
    }
    return "''";
}

std::optional<std::size_t> side_of(std::size_t cells) {
    for (std::size_t side = 4; side <= max_size; ++side)
        if (side * side == cells) return side;
    return std::nullopt;
}

bool is_blank_symbol(char c) { return c == '.' || c == '0' || c == '*' || c == '_' || c == '-'; }
bool is_symbol(char c) { return is_blank_symbol(c) || is_number(c) || is_letter(c); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }

bool is_number(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, is_number);
}

std::optional<std::size_t> parse_number(std::string_view text, std::size_t most) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && value <= most ? std::optional(value) : std::nullopt;
}

bool is_among(std::string_view name, std::span<const std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

std::string lower(std::string_view text) {
    std::string result{text};
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

std::vector<Token> split(std::string_view line, std::size_t number, std::string_view also) {
    std::vector<Token> pieces;
    const auto separates = [also](char c) {
        return is_space(c) || also.find(c) != std::string_view::npos;
    };
    for (std::size_t i = 0; i < line.size();) {
        if (separates(line[i])) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < line.size() && !separates(line[end])) ++end;
        pieces.push_back({line.substr(i, end - i), number, i + 1});
        i = end;
    }
    return pieces;
}

std::vector<Token> characters(std::string_view text, std::size_t line, std::size_t column) {
    std::vector<Token> tokens;
    tokens.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i)
        tokens.push_back({text.substr(i, 1), line, column + i});
    return tokens;
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::optional<std::string_view> link_value(std::string_view text, std::string_view key) {
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos) return std::nullopt;
    text.remove_prefix(at + key.size());
    return text.substr(0, text.find_first_of("& #"));
}

void not_a_digit(const Token& token, std::size_t size, const std::string& source,
                 const std::string& hint) {
    throw InputError({source, token.line, token.column},
                     shown(token.text) + " is not a digit of a " + squared(size) + " puzzle", hint);
}

DigitCells read_cells(std::span<const Token> tokens, std::size_t size, const std::string& source) {
    if (std::ranges::any_of(tokens, [](const Token& t) { return t.text.size() > 1; }))
        return read_numbers(tokens, size, source);
    DigitCells cells;
    cells.values.reserve(tokens.size());
    Blanks blanks{source};
    const Alphabet alphabet =
        size <= 9 ? Alphabet::one_to_nine_then_letters : choose_alphabet(tokens, size);
    for (const Token& token : tokens) {
        const char c = token.text[0];
        const bool zero_is_digit = alphabet == Alphabet::zero_to_nine_then_letters;
        const bool blank = (is_blank_symbol(c) && !(c == '0' && zero_is_digit)) || c == ' ' ||
                           (size <= 9 && (c == 'X' || c == 'x'));
        if (blank) {
            blanks.meet(token);
            cells.values.push_back(0);
            continue;
        }
        const std::size_t value = value_of(c, alphabet);
        if (value < 1 || value > size)
            not_a_digit(token, size, source,
                        alphabet == Alphabet::one_to_nine_then_letters
                            ? digits_hint(size)
                            : range_of(alphabet, size) + ", as elsewhere in this puzzle");
        cells.values.push_back(value);
    }
    blanks.note(cells.notes);
    if (alphabet != Alphabet::one_to_nine_then_letters ||
        (size > 9 &&
         std::ranges::any_of(tokens, [](const Token& t) { return is_letter(t.text[0]); })))
        cells.notes.push_back("the symbols " + range_of(alphabet, size) + " were taken as 1-" +
                              std::to_string(size));
    return cells;
}

Grid full_grid(const DigitCells& cells, std::span<const Token> tokens, const std::string& source) {
    std::vector<Digit> digits;
    for (std::size_t i = 0; i < cells.values.size(); ++i) {
        if (cells.values[i] == 0)
            throw InputError({source, tokens[i].line, tokens[i].column},
                             "a blank cell in a solution", "a digit in every cell");
        digits.push_back(Digit{cells.values[i] - 1});
    }
    return Grid{std::move(digits)};
}

void refuse_row(const Place& place, std::size_t row, std::size_t has, std::size_t first,
                const std::string& what) {
    throw InputError(place,
                     "row " + std::to_string(row) + " has " + std::to_string(has) + " " + what,
                     std::to_string(first) + " " + what + ", as the first row has");
}

std::string squared(std::size_t size) { return std::to_string(size) + "x" + std::to_string(size); }

std::string cells_and_side(std::size_t size) {
    return std::to_string(size * size) + " (" + squared(size) + ")";
}

}  // namespace clew::formats
