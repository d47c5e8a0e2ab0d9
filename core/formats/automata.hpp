#pragma once
// Automata as texts of Interactive Sudoku Solver write them, and regular expressions, both made
// deterministic: the numbers of a rule of the kind `automaton`. Inside core/formats only.
//
//     Nfa nfa = parse_regex("(12|3+)4", 9);          // or decode_automaton("QPeP-A", 4)
//     rule.numbers = deterministic(nfa, 9);

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/board/geometry.hpp"

namespace clew::formats {

/// Reads one symbol after another, from 0 on; may be in several states at once.
struct Nfa {
    struct State {
        std::vector<std::pair<std::size_t, std::size_t>> next;  ///< symbol, state
        std::vector<std::size_t> free;  ///< states that it may also be in, without reading
        bool accepts = false;
    };
    std::vector<State> states;
    std::vector<std::size_t> starts;
    std::size_t symbols = 0;
};

/// The bits of six-bit characters, the lowest of the first character first. Nothing for others.
std::optional<std::vector<bool>> six_bits(std::string_view text);
/// As six_bits() reads it, without zeros at the end.
std::string to_six_bits(const std::vector<bool>& bits);

/// Of Base64 with "-" and "_". `symbols` is how many it may read: one more than the board's digits
/// where it reads a sign between segments. Errors: InputError without place.
Nfa decode_automaton(std::string_view text, std::size_t symbols);
/// A deterministic one, as in Rule::numbers.
std::string encode_automaton(std::span<const int> numbers, std::size_t size);

/// A regular expression in Base64 with "-" and "_": digits, letters from A = 10 on, ".", classes,
/// groups, "|", "*", "+", "?", "{n,m}". It speaks of the whole line. Errors: InputError without
/// place.
Nfa parse_regex(std::string_view base64, const Geometry& board);

/// The same for lines of segments of these lengths, between which the last symbol is read.
Nfa without_separators(const Nfa& nfa, std::span<const std::size_t> lengths);

/// With as few states as possible, as in Rule::numbers. Errors: InputError without place for more
/// than 20 000 states on the way.
std::vector<int> deterministic(const Nfa& nfa, std::size_t size);

}  // namespace clew::formats
