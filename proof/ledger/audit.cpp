// An arrangement, digit by digit: the order in which the digit visits the three lines of the outer
// part, from box to box. It visits each once (a line holds a digit once), and a line of a box holds
// three digits. So all arrangements are found by giving the nine digits one of six orders each,
// with never more than three in a line of a box; what is left are those where the three digits of
// every line of every box can be put into its three cells as the puzzle allows. (The three lines of
// a box do not hinder one another: their cells are different and so are their digits.) At most
// 94 080 are left, when there is no clue.
//
// A line stands for all arrangements that the puzzle's symmetry maps to it. Exchanges that leave
// every cell's options as they are, and the outer part where it is, are: two digits that are
// allowed in the same cells; two lines of the outer part with the same options cell by cell; two
// bands across it with the same options cell by cell, all nine lines long. Each maps solutions to
// solutions, so the arrangements of an orbit have equally many. From each entry the orbit is walked
// by these exchanges, and every arrangement met is crossed off the list: none may be met twice,
// none may be unknown, as many must be met as the entry says, and at the end none may be left.

#include "proof/ledger/audit.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/random.hpp"

namespace clew::ledger {

namespace {

using Visits = std::array<std::uint8_t, 3>;  // a line (0 .. 2) for each box
using Word = std::array<Visits, 9>;          // by digit

constexpr std::array<Visits, 6> orders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

std::uint64_t key(const Word& word) {
    std::uint64_t number = 0;
    for (const Visits& visits : word)
        for (const std::uint8_t line : visits) number = number * 3 + line;
    return number;
}

/// The word of an entry; nothing if its sets are no arrangement.
std::optional<Word> word_of(const SumTerm& entry) {
    Word word{};
    for (std::size_t box = 0; box < 3; ++box) {
        std::uint16_t seen = 0;
        for (std::size_t line = 0; line < 3; ++line) {
            const std::uint16_t digits = entry.digits[box][line];
            if (std::popcount(digits) != 3 || (digits & seen) != 0) return std::nullopt;
            seen = static_cast<std::uint16_t>(seen | digits);
            for (std::size_t d = 0; d < 9; ++d)
                if ((digits >> d & 1) != 0) word[d][box] = static_cast<std::uint8_t>(line);
        }
    }
    for (const Visits& v : word)
        if (v[0] == v[1] || v[0] == v[2] || v[1] == v[2]) return std::nullopt;
    return word;
}

SumTerm entry_of(const Word& word) {
    SumTerm entry;
    for (std::size_t d = 0; d < 9; ++d)
        for (std::size_t box = 0; box < 3; ++box) {
            std::uint16_t& digits = entry.digits[box][word[d][box]];
            digits = static_cast<std::uint16_t>(digits | 1U << d);
        }
    return entry;
}

/// All arrangements that a puzzle allows.
class AllArrangements {
  public:
    explicit AllArrangements(const Head& head) : head_(head) {
        Word word{};
        std::array<std::array<std::uint8_t, 3>, 3> held{};
        give(0, word, held);
        std::ranges::sort(words_);
        met_.assign(words_.size(), false);
    }

    std::size_t size() const { return words_.size(); }
    enum class Met : std::uint8_t { first, again, unknown };
    Met meet(const Word& word) {
        const std::uint64_t number = key(word);
        const auto at = std::ranges::lower_bound(words_, number, {}, &Known::first);
        if (at == words_.end() || at->first != number) return Met::unknown;
        const auto index = static_cast<std::size_t>(at - words_.begin());
        if (met_[index]) return Met::again;
        met_[index] = true;
        return Met::first;
    }
    /// One that was not met.
    std::optional<Word> left() const {
        const auto at = std::ranges::find(met_, false);
        if (at == met_.end()) return std::nullopt;
        return words_[static_cast<std::size_t>(at - met_.begin())].second;
    }

  private:
    using Known = std::pair<std::uint64_t, Word>;

    std::uint16_t options(std::size_t box, std::size_t line, std::size_t k) const {
        return head_.options[cell_of(head_, box, line, k)];
    }
    /// Gives an order to digit d and all after it.
    void give(std::size_t d, Word& word, std::array<std::array<std::uint8_t, 3>, 3>& held) {
        if (d == 9) {
            if (can_be_filled(word)) words_.emplace_back(key(word), word);
            return;
        }
        for (const Visits& order : orders) {
            bool room = true;
            for (std::size_t box = 0; box < 3 && room; ++box) {
                const std::size_t line = order[box];
                std::uint16_t any = 0;
                for (std::size_t k = 0; k < 3; ++k)
                    any = static_cast<std::uint16_t>(any | options(box, line, k));
                room = held[box][line] < 3 && (any >> d & 1) != 0;
            }
            if (!room) continue;
            for (std::size_t box = 0; box < 3; ++box) ++held[box][order[box]];
            word[d] = order;
            give(d + 1, word, held);
            for (std::size_t box = 0; box < 3; ++box) --held[box][order[box]];
        }
    }
    bool can_be_filled(const Word& word) const {
        const SumTerm entry = entry_of(word);
        for (std::size_t box = 0; box < 3; ++box)
            for (std::size_t line = 0; line < 3; ++line) {
                std::array<std::size_t, 3> digits{};
                std::size_t n = 0;
                for (std::size_t d = 0; d < 9; ++d)
                    if ((entry.digits[box][line] >> d & 1) != 0) digits[n++] = d;
                const bool fits = std::ranges::any_of(orders, [&](const Visits& order) {
                    for (std::size_t k = 0; k < 3; ++k)
                        if ((options(box, line, k) >> digits[order[k]] & 1) == 0) return false;
                    return true;
                });
                if (!fits) return false;
            }
        return true;
    }

    Head head_;
    std::vector<Known> words_;
    std::vector<bool> met_;
};

/// The exchanges of two digits, two lines, two boxes.
struct Exchanges {
    std::vector<std::pair<std::size_t, std::size_t>> digits, lines, boxes;

    explicit Exchanges(const Head& head) {
        const CandidateMasks& options = head.options;
        for (std::size_t a = 0; a < 9; ++a)
            for (std::size_t b = a + 1; b < 9; ++b)
                if (std::ranges::all_of(options, [&](std::uint16_t cell) {
                        return (cell >> a & 1) == (cell >> b & 1);
                    }))
                    digits.emplace_back(a, b);
        // As if the outer part were a stack.
        const auto at = [&](std::size_t along, std::size_t across) {
            return options[head.lines == Lines::columns ? along * 9 + across : across * 9 + along];
        };
        for (std::size_t a = 0; a < 3; ++a)
            for (std::size_t b = a + 1; b < 3; ++b) {
                bool same_lines = true, same_boxes = true;
                for (std::size_t i = 0; i < 9; ++i) {
                    same_lines &= at(i, 3 * head.stack + a) == at(i, 3 * head.stack + b);
                    for (std::size_t k = 0; k < 3; ++k)
                        same_boxes &= at(3 * a + k, i) == at(3 * b + k, i);
                }
                if (same_lines) lines.emplace_back(a, b);
                if (same_boxes) boxes.emplace_back(a, b);
            }
    }

    /// What one exchange makes of a word, for each of them.
    template <class Take>
    void each(const Word& word, Take take) const {
        for (const auto& [a, b] : digits) {
            Word image = word;
            std::swap(image[a], image[b]);
            take(image);
        }
        for (const auto& [a, b] : lines) {
            Word image = word;
            for (Visits& visits : image)
                for (std::uint8_t& line : visits)
                    line = line == a   ? static_cast<std::uint8_t>(b)
                           : line == b ? static_cast<std::uint8_t>(a)
                                       : line;
            take(image);
        }
        for (const auto& [a, b] : boxes) {
            Word image = word;
            for (Visits& visits : image) std::swap(visits[a], visits[b]);
            take(image);
        }
    }
};

/// Which of `lines` lines are in a sample: Floyd's draw of `sample` different ones.
std::vector<bool> drawn(std::uint64_t lines, std::uint64_t sample, std::uint64_t seed) {
    std::vector<bool> in(lines);
    if (sample >= lines) {
        in.assign(lines, true);
        return in;
    }
    Random random{seed};
    for (std::uint64_t last = lines - sample; last < lines; ++last) {
        const std::uint64_t draw = random.below(last + 1);
        in[in[draw] ? last : draw] = true;
    }
    return in;
}

}  // namespace

Audit audit(std::istream& in, const std::string& source, const RecountOptions& options) {
    Reader reader{in, source};
    Audit found{.head = reader.head()};
    const Head& head = found.head;
    const auto reject = [&](std::string why, std::size_t line) {
        found.accepted = false;
        found.why = std::move(why);
        found.line = line;
        found.sample.clear();
        return std::move(found);
    };
    if (options.puzzle && *options.puzzle != head.options)
        return reject("it is about another puzzle", 1);

    AllArrangements all{head};
    const Exchanges exchanges{head};
    const std::vector<bool> wanted = drawn(head.end() - head.begin(), options.sample, options.seed);
    std::vector<Word> open;
    SumTerm entry;
    for (std::uint64_t i = 0; reader.next(entry); ++i) {
        const std::optional<Word> word = word_of(entry);
        if (!word) return reject("no arrangement of the outer part", reader.line());
        std::uint64_t orbit = 0;
        bool again = false, unknown = false;
        const auto meet = [&](const Word& image) {
            switch (all.meet(image)) {
                case AllArrangements::Met::first:
                    ++orbit;
                    open.push_back(image);
                    break;
                case AllArrangements::Met::again:
                    again = true;
                    break;
                case AllArrangements::Met::unknown:
                    unknown = true;
                    break;
            }
        };
        meet(*word);
        if (unknown) return reject("an arrangement that the puzzle does not allow", reader.line());
        if (again) return reject("an arrangement that an earlier line stands for", reader.line());
        while (!open.empty()) {
            const Word next = open.back();
            open.pop_back();
            exchanges.each(next, meet);
        }
        if (orbit != entry.weight)
            return reject("stands for " + std::to_string(orbit) + " arrangements, not " +
                              std::to_string(entry.weight),
                          reader.line());
        found.stands_for += orbit;
        if (wanted[i]) found.sample.push_back({reader.line(), entry});
    }
    found.total = reader.total();
    if (!reader.doubt().empty()) return reject(reader.doubt(), 0);
    if (head.is_whole()) {
        found.root = reader.range().root();
        if (const auto left = all.left()) {
            std::string text = to_string(entry_of(*left));
            text.resize(29);  // without weight and count
            return reject("an arrangement is missing: " + text, 0);
        }
        if (options.root && *options.root != *found.root)
            return reject("its root is " + hex(*found.root) + ", not the one given", 0);
    } else if (options.root) {
        return reject("it is a part, which has no root: merge the parts", 2);
    }
    return found;
}

namespace {

/// The chance that a sample without the first `wrong` wrong lines is without one more.
double next_chance(std::uint64_t lines, std::uint64_t sample, std::uint64_t wrong) {
    if (sample >= lines || wrong >= lines - sample) return 0;
    return static_cast<double>(lines - sample - wrong) / static_cast<double>(lines - wrong);
}

}  // namespace

double pass_chance(std::uint64_t lines, std::uint64_t sample, std::uint64_t wrong) {
    double chance = 1;
    for (std::uint64_t i = 0; i < wrong && chance > 0; ++i) chance *= next_chance(lines, sample, i);
    return chance;
}

std::optional<std::uint64_t> wrong_lines_seen(std::uint64_t lines, std::uint64_t sample,
                                              double chance) {
    double left = 1;
    for (std::uint64_t wrong = 0; wrong < lines; ++wrong) {
        left *= next_chance(lines, sample, wrong);
        if (left <= chance) return wrong + 1;
    }
    return std::nullopt;
}

}  // namespace clew::ledger
