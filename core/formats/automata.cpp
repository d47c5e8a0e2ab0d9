#include "core/formats/automata.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <map>

#include "core/base/input_error.hpp"
#include "core/base/sorted.hpp"
#include "core/formats/symbols.hpp"

namespace clew::formats {
namespace {

constexpr std::size_t most_states = 20'000;
constexpr std::string_view six_bit_letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
    throw InputError(Place{}, what, hint);
}

/// Turns the bits of each character round: Base64 has the highest first, six_bits() the lowest.
std::vector<bool> turned(std::vector<bool> bits) {
    for (std::size_t i = 0; i + 6 <= bits.size(); i += 6)
        std::reverse(bits.begin() + static_cast<std::ptrdiff_t>(i),
                     bits.begin() + static_cast<std::ptrdiff_t>(i + 6));
    return bits;
}

std::vector<bool> base64_bits(std::string_view text) {
    auto bits = six_bits(text);
    if (!bits) refuse(shown(text) + " is not in Base64", "letters, digits, '-' and '_'");
    return turned(std::move(*bits));
}

/// The characters of bits, the lowest of the first one first.
std::string characters_of(const std::vector<bool>& bits) {
    std::string text;
    for (std::size_t i = 0; i < bits.size(); i += 6) {
        std::size_t value = 0;
        for (std::size_t bit = 0; bit < 6 && i + bit < bits.size(); ++bit)
            value |= std::size_t{bits[i + bit]} << bit;
        text += six_bit_letters[value];
    }
    return text;
}

class BitReader {
  public:
    explicit BitReader(std::vector<bool> bits) : bits_(std::move(bits)) {}

    std::size_t left() const { return bits_.size() - at_; }
    std::size_t number(std::size_t bits) {
        if (bits > left()) refuse("an automaton that ends too early", "the whole of it");
        std::size_t value = 0;
        for (std::size_t i = 0; i < bits; ++i) value = 2 * value + (bits_[at_++] ? 1 : 0);
        return value;
    }

  private:
    std::vector<bool> bits_;
    std::size_t at_ = 0;
};

class BitWriter {
  public:
    void number(std::size_t value, std::size_t bits) {
        for (std::size_t bit = bits; bit-- > 0;) bits_.push_back((value >> bit & 1U) != 0);
    }
    std::string text() {
        // Whole bytes first, as they are packed in threes.
        while (bits_.size() % 8 != 0) bits_.push_back(false);
        while (bits_.size() % 6 != 0) bits_.push_back(false);
        return characters_of(turned(bits_));
    }

  private:
    std::vector<bool> bits_;
};

/// A part of a regular expression: from one state to another.
struct Piece {
    std::size_t from, to;
};

/// By descent: alternatives, sequences, repeated parts.
class RegexParser {
  public:
    RegexParser(std::string_view pattern, const Geometry& board)
        : pattern_(pattern), size_(board.size()), up_(board.first_digit() == 0 ? 1 : 0) {
        nfa_.symbols = size_;
    }

    Nfa parse() {
        const Piece all = alternatives();
        if (at_ < pattern_.size()) fail("what follows was not expected");
        nfa_.starts = {all.from};
        nfa_.states[all.to].accepts = true;
        return std::move(nfa_);
    }

  private:
    [[noreturn]] void fail(const std::string& why) const {
        refuse("the regular expression " + shown(pattern_) + " cannot be read at character " +
                   std::to_string(at_ + 1) + ": " + why,
               "digits, letters, '.', [...], (...), |, *, +, ?, {n,m}");
    }
    bool ends() const { return at_ == pattern_.size(); }
    bool take(char c) {
        const bool is = !ends() && pattern_[at_] == c;
        at_ += is ? 1 : 0;
        return is;
    }
    std::size_t state() {
        if (nfa_.states.size() == most_states) fail("it needs too many states");
        nfa_.states.emplace_back();
        return nfa_.states.size() - 1;
    }
    void link(std::size_t from, std::size_t to) { nfa_.states[from].free.push_back(to); }

    Piece alternatives() {
        if (++depth_ > 100) fail("groups within groups, too deep");
        Piece all = sequence();
        while (take('|')) {
            const Piece other = sequence();
            const Piece both{state(), state()};
            for (const Piece& piece : {all, other}) {
                link(both.from, piece.from);
                link(piece.to, both.to);
            }
            all = both;
        }
        --depth_;
        return all;
    }

    Piece sequence() {
        const std::size_t start = state();
        Piece all{start, start};
        while (!ends() && pattern_[at_] != '|' && pattern_[at_] != ')') {
            const Piece next = repeated();
            link(all.to, next.from);
            all.to = next.to;
        }
        return all;
    }

    bool repeats() const {
        return !ends() && std::string_view("*+?{").find(pattern_[at_]) != std::string_view::npos;
    }

    /// An atom is read anew for each of its copies.
    Piece repeated() {
        const std::size_t begin = at_;
        const Piece once = atom();
        std::size_t least = 1, most = 1;
        bool endless = false;
        if (!repeats()) return once;
        if (take('*')) {
            least = 0, endless = true;
        } else if (take('+')) {
            endless = true;
        } else if (take('?')) {
            least = 0;
        } else {
            ++at_;
            least = most = count();
            if (take(',')) {
                endless = !ends() && pattern_[at_] == '}';
                if (!endless) most = count();
            }
            if (!take('}')) fail("'}' was expected");
            if (!endless && most < least) fail("the larger number comes first");
        }
        if (repeats()) fail("a count behind another one");
        const std::size_t behind = at_;
        const Piece all{state(), state()};
        std::size_t end = all.from;
        for (std::size_t i = 0; i < std::max<std::size_t>(least, endless ? 1 : most); ++i) {
            at_ = begin;
            const Piece copy = i == 0 ? once : atom();
            if (i >= least) link(end, all.to);
            link(end, copy.from);
            end = copy.to;
            if (endless && i + 1 >= least) link(copy.to, copy.from);
        }
        at_ = behind;
        link(end, all.to);
        return all;
    }

    std::size_t count() {
        std::size_t value = 0, digits = 0;
        for (; !ends() && std::isdigit(static_cast<unsigned char>(pattern_[at_])) != 0; ++digits)
            value = 10 * value + static_cast<std::size_t>(pattern_[at_++] - '0');
        if (digits == 0 || digits > 3) fail("a number up to 999 was expected");
        return value;
    }

    /// The place of a digit among the digits, from 1 on; 0 for one that the board does not have.
    std::size_t value() {
        if (ends()) fail("a digit was expected");
        const auto c = static_cast<unsigned char>(pattern_[at_]);
        std::size_t value = 0;
        if (std::isdigit(c) != 0)
            value = static_cast<std::size_t>(c - '0');
        else if (std::isalpha(c) != 0)
            value = static_cast<std::size_t>(std::tolower(c) - 'a') + 10;
        else
            fail("a digit was expected");
        ++at_;
        value += up_;
        return value <= size_ ? value : 0;
    }

    Piece atom() {
        if (take('(')) {
            if (take('?') && !take(':')) fail("a group of this kind is not known");
            const Piece inner = alternatives();
            if (!take(')')) fail("')' was expected");
            return inner;
        }
        std::vector<bool> digits(size_ + 1, false);
        if (take('.')) {
            digits.assign(size_ + 1, true);
        } else if (take('[')) {
            const bool others = take('^');
            while (!take(']')) {
                const std::size_t low = value();
                std::size_t high = low;
                if (take('-')) high = value();
                for (std::size_t v = low; v <= high; ++v) digits[v] = true;
            }
            if (others) digits.flip();
        } else {
            digits[value()] = true;
        }
        const Piece piece{state(), state()};
        for (std::size_t v = 1; v <= size_; ++v)
            if (digits[v]) nfa_.states[piece.from].next.emplace_back(v - 1, piece.to);
        return piece;
    }

    std::string_view pattern_;
    std::size_t size_;
    std::size_t up_;  // from what a digit is called to its place among the digits, from 1 on
    std::size_t at_ = 0, depth_ = 0;
    Nfa nfa_;
};

/// A deterministic automaton: by state the next one of each symbol; 0 accepts nothing ever.
struct Dfa {
    std::vector<std::vector<std::size_t>> next;
    std::vector<bool> accepts;
    std::size_t start = 0;
};

Dfa subsets(const Nfa& nfa, std::size_t size) {
    using Set = std::vector<std::size_t>;
    const auto close = [&](Set set) {
        sort_unique(set);
        std::vector<std::size_t> open = set;
        while (!open.empty()) {
            const std::size_t s = open.back();
            open.pop_back();
            for (const std::size_t to : nfa.states[s].free)
                if (const auto at = std::ranges::lower_bound(set, to);
                    at == set.end() || *at != to) {
                    set.insert(at, to);
                    open.push_back(to);
                }
        }
        return set;
    };
    std::map<Set, std::size_t> number;
    std::vector<Set> sets;
    const auto of = [&](Set set) {
        set = close(std::move(set));
        const auto [at, is_new] = number.try_emplace(set, sets.size());
        if (is_new) sets.push_back(std::move(set));
        if (sets.size() > most_states)
            refuse("an automaton that needs more than " + std::to_string(most_states) + " states",
                   "a smaller one");
        return at->second;
    };
    Dfa dfa;
    of({});
    dfa.start = of(nfa.starts);
    for (std::size_t s = 0; s < sets.size(); ++s) {
        dfa.accepts.push_back(
            std::ranges::any_of(sets[s], [&](std::size_t q) { return nfa.states[q].accepts; }));
        std::vector<Set> to(size);
        for (const std::size_t q : sets[s])
            for (const auto& [symbol, target] : nfa.states[q].next)
                if (symbol < size) to[symbol].push_back(target);
        dfa.next.emplace_back();
        for (Set& set : to) dfa.next[s].push_back(of(std::move(set)));
    }
    return dfa;
}

/// The class of each state: those of one class accept the same. By refinement.
std::vector<std::size_t> classes_of(const Dfa& dfa) {
    std::vector<std::size_t> of(dfa.next.size());
    for (std::size_t s = 0; s < of.size(); ++s) of[s] = dfa.accepts[s] ? 1 : 0;
    for (std::size_t count = 0;;) {
        std::map<std::vector<std::size_t>, std::size_t> number;
        std::vector<std::size_t> finer;
        for (std::size_t s = 0; s < of.size(); ++s) {
            std::vector<std::size_t> key{of[s]};
            for (const std::size_t to : dfa.next[s]) key.push_back(of[to]);
            finer.push_back(number.try_emplace(std::move(key), number.size()).first->second);
        }
        of = std::move(finer);
        if (number.size() == count) return of;
        count = number.size();
    }
}

}  // namespace

std::optional<std::vector<bool>> six_bits(std::string_view text) {
    std::vector<bool> bits;
    for (const char c : text) {
        const std::size_t value = six_bit_letters.find(c);
        if (value == std::string_view::npos) return std::nullopt;
        for (std::size_t bit = 0; bit < 6; ++bit) bits.push_back((value >> bit & 1U) != 0);
    }
    return bits;
}

std::string to_six_bits(const std::vector<bool>& bits) {
    std::string text = characters_of(bits);
    text.erase(text.find_last_not_of('A') + 1);
    return text;
}

Nfa decode_automaton(std::string_view text, std::size_t symbols) {
    Nfa nfa;
    nfa.symbols = symbols;
    if (text.empty()) {
        nfa.states.resize(1);
        nfa.starts = {0};
        return nfa;
    }
    BitReader bits{base64_bits(text)};
    const std::size_t format = bits.number(2);
    if (format > 1) refuse("an automaton of another format", "format 0 or 1");
    const std::size_t state_bits = bits.number(4) + 1, read = bits.number(4) + 1;
    if (read != symbols)
        refuse("an automaton of " + std::to_string(read) + " symbols",
               std::to_string(symbols) + " symbols");
    const std::size_t starts = bits.number(state_bits), accepting = bits.number(state_bits);
    const auto need = [&](std::size_t state) {
        if (state >= most_states)
            refuse("an automaton of more than " + std::to_string(most_states) + " states",
                   "a smaller one");
        if (state >= nfa.states.size()) nfa.states.resize(state + 1);
    };
    need(starts + accepting);
    for (std::size_t i = starts; i-- > 0;) nfa.states[i].accepts = bits.number(1) == 1;
    for (std::size_t i = 0; i < accepting; ++i) nfa.states[starts + i].accepts = true;
    for (std::size_t i = 0; i < starts; ++i) nfa.starts.push_back(i);
    const auto add = [&](std::size_t state, std::size_t symbol) {
        const std::size_t to = bits.number(state_bits);
        need(std::max(to, state));
        if (symbol < symbols) nfa.states[state].next.emplace_back(symbol, to);
    };
    const std::size_t head = format == 1 ? symbols : bits.number(4);
    const auto symbol_bits = static_cast<std::size_t>(std::bit_width(symbols - 1));
    for (std::size_t state = 0; head > 0 && bits.left() >= head; ++state) {
        const std::size_t mask = bits.number(head);
        if (format == 0) {
            for (std::size_t i = 0; i < mask; ++i) {
                const std::size_t symbol = bits.number(symbol_bits);
                add(state, symbol);
            }
            continue;
        }
        for (std::size_t symbol = 0; symbol < symbols; ++symbol)
            if ((mask >> symbol & 1U) != 0) add(state, symbol);
    }
    return nfa;
}

std::string encode_automaton(std::span<const int> numbers, std::size_t size) {
    const auto count = static_cast<std::size_t>(numbers[0]);
    const auto accepts = [&](std::size_t s) { return numbers[1 + s] == 1; };
    // The start first, then those that accept, then the rest.
    std::vector<std::size_t> order{0}, place(count, 0);
    for (const bool accepting : {true, false})
        for (std::size_t s = 1; s < count; ++s)
            if (accepts(s) == accepting) order.push_back(s);
    for (std::size_t i = 0; i < count; ++i) place[order[i]] = i;
    const std::size_t accepting =
        static_cast<std::size_t>(std::ranges::count_if(order, accepts)) - (accepts(0) ? 1 : 0);
    const auto bits = std::max<std::size_t>(
        1, static_cast<std::size_t>(std::bit_width(std::max(count - 1, accepting))));
    if (bits > 16) refuse("an automaton of " + std::to_string(count) + " states", "65 536 at most");
    BitWriter out;
    out.number(1, 2);
    out.number(bits - 1, 4);
    out.number(size - 1, 4);
    out.number(1, bits);
    out.number(accepting, bits);
    out.number(accepts(0) ? 1 : 0, 1);
    for (const std::size_t s : order) {
        const auto next = numbers.subspan(1 + count + s * size, size);
        std::size_t mask = 0;
        for (std::size_t d = 0; d < size; ++d) mask |= std::size_t{next[d] >= 0} << d;
        out.number(mask, size);
        for (const int to : next)
            if (to >= 0) out.number(place[static_cast<std::size_t>(to)], bits);
    }
    return out.text();
}

Nfa parse_regex(std::string_view base64, const Geometry& board) {
    const std::vector<bool> bits = base64_bits(base64);
    std::string pattern;
    for (std::size_t i = 0; i + 8 <= bits.size(); i += 8) {
        unsigned c = 0;
        for (std::size_t k = 0; k < 8; ++k) c = 2 * c + (bits[i + k] ? 1U : 0U);
        pattern += static_cast<char>(c);
    }
    return RegexParser{pattern, board}.parse();
}

Nfa without_separators(const Nfa& nfa, std::span<const std::size_t> lengths) {
    // A state for each place in the line and each of the old ones.
    std::size_t places = 0;
    for (const std::size_t length : lengths) places += length;
    const std::size_t count = nfa.states.size();
    if ((places + 1) * count > most_states)
        refuse("segments with an automaton that is too large", "a smaller one");
    Nfa result;
    result.symbols = nfa.symbols - 1;
    result.states.resize((places + 1) * count);
    const auto separator = nfa.symbols - 1;
    std::vector<bool> ends(places + 1, false);
    std::size_t end = 0;
    for (std::size_t i = 0; i + 1 < lengths.size(); ++i) ends[end += lengths[i]] = true;
    for (std::size_t place = 0; place <= places; ++place)
        for (std::size_t s = 0; s < count; ++s) {
            Nfa::State& state = result.states[place * count + s];
            state.accepts = place == places && nfa.states[s].accepts;
            if (place == places) continue;
            for (const auto& [symbol, to] : nfa.states[s].next) {
                if (symbol == separator) continue;
                if (!ends[place + 1]) {
                    state.next.emplace_back(symbol, (place + 1) * count + to);
                    continue;
                }
                for (const auto& [between, beyond] : nfa.states[to].next)
                    if (between == separator)
                        state.next.emplace_back(symbol, (place + 1) * count + beyond);
            }
        }
    result.starts = nfa.starts;
    return result;
}

std::vector<int> deterministic(const Nfa& nfa, std::size_t size) {
    const Dfa dfa = subsets(nfa, size);
    const std::vector<std::size_t> of = classes_of(dfa);
    // Numbered as they are met from the start on; the class that accepts nothing is -1.
    const std::size_t dead = of[0];
    std::map<std::size_t, int> number{{of[dfa.start], 0}};
    std::vector<std::size_t> states{dfa.start};
    std::vector<int> next;
    for (std::size_t i = 0; i < states.size(); ++i)
        for (std::size_t d = 0; d < size; ++d) {
            const std::size_t to = dfa.next[states[i]][d];
            if (of[to] == dead) {
                next.push_back(-1);
                continue;
            }
            const auto [at, is_new] = number.try_emplace(of[to], static_cast<int>(states.size()));
            if (is_new) states.push_back(to);
            next.push_back(at->second);
        }
    std::vector<int> numbers{static_cast<int>(states.size())};
    for (const std::size_t s : states) numbers.push_back(dfa.accepts[s] ? 1 : 0);
    numbers.insert(numbers.end(), next.begin(), next.end());
    return numbers;
}

}  // namespace clew::formats
