// Killer puzzles on a line, in the three forms that go round; 9x9, and digits in a cage differ.
//
//     81 symbols    a cage's first cell has its sum, 0-9, A-Z for 10 to 35, a-j for 36 to 45; 0 is
//                   none. The others point to a neighbour, step by step towards it: < > ^ v, and
//                   aslant ` ' , .
//     3x3:d:k:...   81 numbers, each followed by a colon: the cage and 256 times its sum; d for
//                   both diagonals. A sum of 0 is no cage
//     SumoCueV1...  81 times "=sum" for a cage's first cell or "+cell" for one of its others, then
//                   "J" and the region; a D behind the V1 for both diagonals

#include <algorithm>
#include <map>

#include "core/formats/lines.hpp"
#include "core/rules/registry.hpp"

namespace clew::formats {
namespace {

constexpr std::size_t cells = 81;
constexpr std::string_view cue_start = "SumoCueV1";
constexpr std::string_view pointers = "<>^v`',.";

bool is_short(std::string_view text) {
    if (text.size() != cells) return false;
    const bool known = std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'j') ||
               pointers.find(c) != std::string_view::npos;
    });
    // A full stop alone is a blank of a plain line.
    return known && text.find_first_of("<>^v`',") != std::string_view::npos;
}

bool is_long(std::string_view text) {
    return text.starts_with("3x3::k:") || text.starts_with("3x3:d:k:");
}

bool recognise_killer(Reading& reading) {
    const std::string_view text = trimmed(*reading.in.peek());
    return is_short(text) || is_long(text) || text.starts_with(cue_start);
}

struct Cages {
    std::map<std::size_t, Rule> by_number{};
    GeometrySpec spec{.size = 9, .boxes = BoxShape{3, 3}};

    void add(std::size_t number, std::size_t cell, int sum) {
        Rule& cage = by_number[number];
        cage.kind = RuleKind::killer_cage;
        cage.cells.emplace_back(cell);
        if (sum > 0) cage.numbers = {sum};
    }
};

class KillerReader {
  public:
    KillerReader(Place place, std::string_view text) : place_(std::move(place)), text_(text) {}

    Cages read() const {
        return is_short(text_) ? of_pointers() : is_long(text_) ? of_numbers() : of_cue();
    }

  private:
    [[noreturn]] void refuse(std::size_t column, const std::string& what,
                             const std::string& hint) const {
        throw InputError({place_.source, place_.line, place_.column + column}, what, hint);
    }

    static int sum_of(char c) {
        if (c >= '0' && c <= '9') return c - '0';
        return c >= 'A' && c <= 'Z' ? 10 + (c - 'A') : 36 + (c - 'a');
    }

    Cages of_pointers() const {
        Cages cages;
        std::vector<std::size_t> head(cells), size(cells, 0);
        for (std::size_t i = 0; i < cells; ++i) {
            std::size_t at = i;
            for (std::size_t steps = 0; pointers.find(text_[at]) != std::string_view::npos;
                 ++steps) {
                if (steps == 9) refuse(i, "a chain of more than nine cells, or a ring", "a cage");
                int r = static_cast<int>(at / 9), c = static_cast<int>(at % 9);
                const char p = text_[at];
                r += p == '^' || p == '`' || p == '\''  ? -1
                     : p == 'v' || p == ',' || p == '.' ? 1
                                                        : 0;
                c += p == '<' || p == '`' || p == ','    ? -1
                     : p == '>' || p == '\'' || p == '.' ? 1
                                                         : 0;
                if (r < 0 || c < 0 || r > 8 || c > 8)
                    refuse(at, "a cell that points beyond the board", "a neighbour");
                at = static_cast<std::size_t>(9 * r + c);
            }
            head[i] = at;
            ++size[at];
        }
        for (std::size_t i = 0; i < cells; ++i) {
            const int sum = sum_of(text_[head[i]]);
            if (size[head[i]] > 1 || sum > 0) cages.add(head[i], i, sum);
        }
        return cages;
    }

    std::size_t number(std::string_view text) const {
        const auto value = parse_number(text);
        if (!value)
            refuse(static_cast<std::size_t>(text.data() - text_.data()),
                   shown(text) + " is no number of a cage", "a whole number");
        return *value;
    }

    Cages of_numbers() const {
        Cages cages;
        std::vector<std::pair<std::size_t, std::size_t>> entries;  // id, sum
        auto fields = parts_of(text_, ':');
        if (fields.back().empty()) fields.pop_back();
        for (std::size_t i = 3; i < fields.size(); ++i) {
            const std::size_t n = number(fields[i]);
            entries.emplace_back(n % 256, n / 256);
        }
        if (entries.size() != cells)
            refuse(0, std::to_string(entries.size()) + " numbers of cells", "81");
        cages.spec.main_diagonal = cages.spec.anti_diagonal = text_.starts_with("3x3:d");
        // Some old texts have the two exchanged: no sum of a 9x9 cage is above 45.
        const bool exchanged =
            std::ranges::any_of(entries, [](const auto& e) { return e.second > 45; });
        for (std::size_t i = 0; i < cells; ++i) {
            auto [id, sum] = entries[i];
            if (exchanged) std::swap(id, sum);
            if (sum > 45) refuse(0, "a cage with the sum " + std::to_string(sum), "1 to 45");
            if (sum > 0) cages.add(id, i, static_cast<int>(sum));
        }
        return cages;
    }

    Cages of_cue() const {
        Cages cages;
        std::size_t at = cue_start.size();
        if (at < text_.size() && text_[at] == 'D') {
            cages.spec.main_diagonal = cages.spec.anti_diagonal = true;
            ++at;
        }
        std::vector<std::size_t> head(cells), region(cells), size(cells, 0);
        std::vector<int> sum(cells, 0);
        for (std::size_t i = 0; i < cells; ++i) {
            if (at >= text_.size() || (text_[at] != '=' && text_[at] != '+'))
                refuse(at, std::to_string(i) + " cells", "81 times = or + and a number");
            const bool first = text_[at] == '=';
            const std::size_t end = text_.find('J', at);
            if (end == std::string_view::npos || end + 1 >= text_.size() || text_[end + 1] < '0' ||
                text_[end + 1] > '8')
                refuse(at, "a cell without its region", "J0 to J8 behind each number");
            const std::size_t value = number(text_.substr(at + 1, end - at - 1));
            if (value > (first ? 45U : 80U))
                refuse(at, shown(text_.substr(at, end - at)),
                       first ? "a sum of at most 45" : "a cell, 0 to 80");
            head[i] = first ? i : value;
            sum[i] = first ? static_cast<int>(value) : 0;
            region[i] = static_cast<std::size_t>(text_[end + 1] - '0');
            at = end + 2;
        }
        if (at != text_.size()) refuse(at, "more than 81 cells", "81 of them");
        for (std::size_t i = 0; i < cells; ++i) {
            if (head[head[i]] != head[i])
                refuse(0, "a cell that belongs to a cell which is no cage's first", "=sum there");
            ++size[head[i]];
        }
        for (std::size_t i = 0; i < cells; ++i)
            if (size[head[i]] > 1 || sum[head[i]] > 0) cages.add(head[i], i, sum[head[i]]);
        if (!are_usual_boxes(region, 9)) {
            cages.spec.boxes.reset();
            cages.spec.regions = region;
        }
        return cages;
    }

    Place place_;
    std::string_view text_;
};

void read_killer(Reading& reading) {
    const std::size_t start = reading.in.peek()->find_first_not_of(" \t");
    const Place place = reading.in.place(0, start + 1);
    const std::string line = reading.in.take();
    Cages cages = KillerReader{place, trimmed(line)}.read();
    const GeometryPtr board = reading.board(std::move(cages.spec), place);
    Record record = blank_record(board, "killer", place);
    for (auto& [number, cage] : cages.by_number) {
        told_at(place, [&, &rule = cage] { rules::check_rule(rule, *board); });
        record.puzzle.add_rule(std::move(cage));
    }
    reading.ready.push_back(std::move(record));
}

}  // namespace

const FormatCode killer_format = {
    .info = {.name = "killer",
             .aliases = "sumocue",
             .description = "killer puzzles on a line: pointers and sums (`A<5<...`), "
                            "`3x3::k:...`, `SumoCueV1...`",
             .sizes = "9x9",
             .can_write = false},
    .recognise = recognise_killer,
    .read = read_killer,
    .write = write_none};

}  // namespace clew::formats
