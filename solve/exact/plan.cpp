// Arrangements, their symmetry, and the cost of each way to sum.
//
// Swapping two columns of a stack that have the same options in all nine rows maps the stack's
// arrangements to one another without touching the other stacks; it moves every arrangement, so
// keeping the smallest of each orbit keeps exactly one in two (or in six), all of equal weight.
// That may be done in every stack at once.
//
// Renaming digits with equal options and exchanging bands with equal options acts on all stacks
// together, so it may be used once, on the outer stack: the sum over the inner stacks is the same
// for every arrangement of an orbit. An arrangement is nine symbols, for each digit the order in
// which it visits the columns from band to band. Renaming digits permutes symbols, so the orbit is
// known by the sorted symbols of each set of equal digits and its size is a multinomial
// coefficient; columns and bands act on the symbols themselves, at most 36 ways, which are tried.

#include "solve/exact/plan.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "core/base/contract.hpp"

namespace clew::exact {

namespace {

using Symbol = std::uint8_t;
using Word = std::array<Symbol, 9>;

// The index into line_orders of three values that are 0, 1, 2 in some order.
Symbol order_index(unsigned a, unsigned b, unsigned c) {
    return static_cast<Symbol>(2 * a + (b > c ? 1 : 0));
}

Symbol act(Symbol symbol, std::size_t columns, std::size_t bands) {
    const auto& visits = line_orders[symbol];
    const auto& column = line_orders[columns];
    const auto& band = line_orders[bands];
    return order_index(column[visits[band[0]]], column[visits[band[1]]], column[visits[band[2]]]);
}

Word word_of(const std::array<MapId, 3>& map) {
    const Maps& maps = Maps::get();
    Word word{};
    for (std::size_t d = 0; d < 9; ++d)
        word[d] =
            order_index(maps.values(map[0])[d], maps.values(map[1])[d], maps.values(map[2])[d]);
    return word;
}

Symbols pack(const Word& word) {
    Symbols packed = 0;
    for (Symbol s : word) packed = packed << 3 | s;
    return packed;
}

Word unpack(Symbols packed) {
    Word word{};
    for (std::size_t d = 9; d-- > 0; packed >>= 3) word[d] = static_cast<Symbol>(packed & 7U);
    return word;
}

// Sorts the symbols of each set of digits.
void sort_within(Word& word, const std::vector<std::uint16_t>& digit_sets) {
    for (std::uint16_t set : digit_sets) {
        std::array<std::size_t, 6> seen{};
        for (std::uint16_t rest = set; rest != 0; rest &= static_cast<std::uint16_t>(rest - 1))
            ++seen[word[static_cast<std::size_t>(std::countr_zero(rest))]];
        std::size_t symbol = 0;
        for (std::uint16_t rest = set; rest != 0; rest &= static_cast<std::uint16_t>(rest - 1)) {
            while (seen[symbol] == 0) ++symbol;
            --seen[symbol];
            word[static_cast<std::size_t>(std::countr_zero(rest))] = static_cast<Symbol>(symbol);
        }
    }
}

bool sorted_within(const Word& word, const std::vector<std::uint16_t>& digit_sets) {
    for (std::uint16_t set : digit_sets) {
        Symbol last = 0;
        for (std::uint16_t rest = set; rest != 0; rest &= static_cast<std::uint16_t>(rest - 1)) {
            const Symbol symbol = word[static_cast<std::size_t>(std::countr_zero(rest))];
            if (symbol < last) return false;
            last = symbol;
        }
    }
    return true;
}

// Renames digits within each set so that their columns ascend from one to the next, those in `band`
// counting most.
std::array<MapId, 3> with_digits_sorted(const std::array<MapId, 3>& given, std::size_t band,
                                        const std::vector<std::uint16_t>& digit_sets) {
    const Maps& maps = Maps::get();
    std::array<Maps::Values, 3> values{};
    for (std::uint16_t set : digit_sets) {
        // Each way to visit the columns, as a number of base 3: `band` first, then every band.
        std::array<std::uint8_t, 81> seen{};
        for (std::size_t d = 0; d < 9; ++d) {
            if (((set >> d) & 1) == 0) continue;
            std::size_t visits = maps.values(given[band])[d];
            for (const MapId map : given) visits = visits * 3 + maps.values(map)[d];
            ++seen[visits];
        }
        std::size_t visits = 0;
        for (std::size_t d = 0; d < 9; ++d) {
            if (((set >> d) & 1) == 0) continue;
            while (seen[visits] == 0) ++visits;
            --seen[visits];
            values[0][d] = static_cast<std::uint8_t>(visits / 9 % 3);
            values[1][d] = static_cast<std::uint8_t>(visits / 3 % 3);
            values[2][d] = static_cast<std::uint8_t>(visits % 3);
        }
    }
    return {maps.find(values[0]), maps.find(values[1]), maps.find(values[2])};
}

// In how many ways the symbols of each set can be dealt to its digits.
std::uint64_t dealings(const Word& word, const std::vector<std::uint16_t>& digit_sets) {
    std::uint64_t ways = 1;
    for (std::uint16_t set : digit_sets) {
        std::array<std::uint64_t, 6> seen{};
        std::uint64_t n = 0;
        // One factor n / (times seen so far) a digit: the product is a binomial at every step.
        for (std::uint16_t rest = set; rest != 0; rest &= static_cast<std::uint16_t>(rest - 1)) {
            const Symbol symbol = word[static_cast<std::size_t>(std::countr_zero(rest))];
            ways = ways * ++n / ++seen[symbol];
        }
    }
    return ways;
}

}  // namespace

Outlook::Outlook(const Puzzle& puzzle) {
    refuse_rules(puzzle, "the exact counter");
    CLEW_REQUIRE(puzzle.is_plain_classic(), "exact::Outlook: not a classic board");
    for (std::size_t row = 0; row < 9; ++row)
        for (std::size_t column = 0; column < 9; ++column) {
            const auto options =
                static_cast<std::uint16_t>(puzzle.options(Cell{row * 9 + column}).bits());
            faces_[0].options[row * 9 + column] = options;
            faces_[1].options[column * 9 + row] = options;
        }

    std::uint16_t left = 0x1ff;
    while (left != 0) {
        const int d = std::countr_zero(left);
        std::uint16_t set = 0;
        for (int e = d; e < 9; ++e) {
            const bool same = std::ranges::all_of(faces_[0].options, [&](std::uint16_t options) {
                return ((options >> d) & 1) == ((options >> e) & 1);
            });
            if (same) set = static_cast<std::uint16_t>(set | (1U << e));
        }
        digit_sets_.push_back(set);
        left = static_cast<std::uint16_t>(left & ~set);
    }

    for (Face& face : faces_) look(face);
    best_ = cheapest(Side::as_given);
    crosswise_ = cheapest(Side::transposed);
    if (crosswise_.work < best_.work) std::swap(best_, crosswise_);
}

void Outlook::look(Face& face) const {
    const auto& options = face.options;
    for (std::size_t band = 0; band < 3; ++band)
        for (std::size_t stack = 0; stack < 3; ++stack) {
            BoxOptions box{};
            for (std::size_t k = 0; k < 9; ++k)
                box[k] = options[(band * 3 + k / 3) * 9 + stack * 3 + k % 3];
            face.boxes.emplace_back(box);
        }
    for (std::size_t order = 0; order < line_orders.size(); ++order) {
        bool keeps = true;
        for (std::size_t k = 0; k < 81; ++k)
            keeps = keeps &&
                    options[k] == options[std::size_t{line_orders[order][k / 27]} * 27 + k % 27];
        if (keeps) face.band_orders.push_back(static_cast<std::uint8_t>(order));
    }
    for (std::size_t stack = 0; stack < 3; ++stack) {
        for (std::size_t order = 0; order < line_orders.size(); ++order) {
            bool keeps = true;
            for (std::size_t row = 0; row < 9; ++row)
                for (std::size_t x = 0; x < 3; ++x)
                    keeps = keeps && options[row * 9 + stack * 3 + x] ==
                                         options[row * 9 + stack * 3 + line_orders[order][x]];
            if (keeps) face.stacks[stack].column_orders.push_back(static_cast<std::uint8_t>(order));
        }
        gather(face, stack, face.stacks[stack]);
    }
}

void Outlook::gather(const Face& face, std::size_t stack, Stack& into) const {
    const Maps& maps = Maps::get();
    const Box& top = face.boxes[stack];
    const Box& middle = face.boxes[3 + stack];
    const Box& bottom = face.boxes[6 + stack];
    for (MapId first : top.allowed())
        for (auto [second, third] : maps.related(first))
            if (middle.allows(second) && bottom.allows(third))
                into.all.push_back({first, second, third});
    into.up_to_columns = into.all.size() / into.column_orders.size();
    for (const auto& map : into.all)
        if (orbit(face, into, pack(word_of(map))) != 0) ++into.up_to_symmetry;
}

std::uint64_t Outlook::orbit(const Face& face, const Stack& stack, Symbols symbols) const {
    const Word word = unpack(symbols);
    if (!sorted_within(word, digit_sets_)) return 0;
    std::array<Symbols, 36> images{};
    std::size_t n = 0;
    for (std::size_t columns : stack.column_orders)
        for (std::size_t bands : face.band_orders) {
            Word image{};
            for (std::size_t d = 0; d < 9; ++d) image[d] = act(word[d], columns, bands);
            sort_within(image, digit_sets_);
            const Symbols packed = pack(image);
            if (packed < symbols) return 0;
            images[n++] = packed;
        }
    std::sort(images.begin(), images.begin() + static_cast<std::ptrdiff_t>(n));
    const auto end = std::unique(images.begin(), images.begin() + static_cast<std::ptrdiff_t>(n));
    return dealings(word, digit_sets_) * static_cast<std::uint64_t>(end - images.begin());
}

Plan Outlook::cheapest(Side side) const {
    const Face& face = faces_[static_cast<std::size_t>(side)];
    std::optional<Plan> least;
    for (const auto& stacks : line_orders)
        for (std::uint8_t first = 0; first < 3; ++first) {
            Plan plan;
            plan.side = side;
            plan.stacks = stacks;
            plan.bands = {first, static_cast<std::uint8_t>(first == 0 ? 1 : 0),
                          static_cast<std::uint8_t>(first == 2 ? 1 : 2)};
            const auto outer = static_cast<double>(face.stacks[stacks[0]].up_to_symmetry);
            const auto inner = static_cast<double>(face.stacks[stacks[1]].up_to_columns);
            const auto lanes = static_cast<double>(face.stacks[stacks[2]].up_to_columns);
            plan.terms = outer * inner * lanes;

            // In terms, of which sixteen take a cycle with the widest vectors: an entry brought
            // into lane order is 16, a group of inner arrangements costs three of them, a band
            // table some 40 additions of a row for each of its rows.
            double table = 0;
            double arranged = 0;
            for (std::size_t band = 0; band < 3; ++band) {
                std::array<double, 3> classes{};
                for (std::size_t role = 0; role < 3; ++role)
                    classes[role] = static_cast<double>(
                        box(plan, band, static_cast<LoopRole>(role)).class_count());
                const double slices = std::min(classes[0], outer);
                arranged += slices * classes[1] * (band == 0 ? 0.5 : 1);
                table += slices * classes[1] * 40 * classes[2] / 2;
            }
            const double groups = static_cast<double>(box(plan, 0, LoopRole::inner).class_count());
            plan.work = plan.terms + outer * groups * 3 * lanes + 16 * arranged * lanes + table;
            if (plan.terms == 0) plan.work = 0;
            if (!least || plan.work < least->work) least = plan;
        }
    return *least;
}

std::size_t Outlook::cell(const Plan& plan, std::size_t row, std::size_t column) {
    const std::size_t r = std::size_t{plan.bands[row / 3]} * 3 + row % 3;
    const std::size_t c = std::size_t{plan.stacks[column / 3]} * 3 + column % 3;
    return plan.side == Side::as_given ? r * 9 + c : c * 9 + r;
}

Outlook::Symmetry Outlook::random_symmetry(const Plan& plan, Random& random) const {
    const Face& face = faces_[static_cast<std::size_t>(plan.side)];
    const auto any_of = [&](const std::vector<std::uint8_t>& orders) {
        return line_orders[orders[random.below(orders.size())]];
    };
    // Bands are exchanged on the board; the plan has its own order of them.
    const auto band = any_of(face.band_orders);
    std::array<std::uint8_t, 3> place{};  // of a band in the plan
    for (std::uint8_t k = 0; k < 3; ++k) place[plan.bands[k]] = k;

    Symmetry symmetry{};
    for (std::size_t row = 0; row < 9; ++row)
        symmetry.row[row] =
            static_cast<std::uint8_t>(std::size_t{place[band[plan.bands[row / 3]]]} * 3 + row % 3);
    for (std::size_t role = 0; role < 3; ++role) {
        const auto column = any_of(face.stacks[plan.stacks[role]].column_orders);
        for (std::size_t k = 0; k < 3; ++k)
            symmetry.column[role * 3 + k] = static_cast<std::uint8_t>(role * 3 + column[k]);
    }
    for (std::uint16_t set : digit_sets_) {
        std::vector<std::uint8_t> members;
        for (std::uint8_t d = 0; d < 9; ++d)
            if (((set >> d) & 1) != 0) members.push_back(d);
        std::vector<std::uint8_t> images = members;
        random.shuffle(images);
        for (std::size_t k = 0; k < members.size(); ++k) symmetry.digit[members[k]] = images[k];
    }
    return symmetry;
}

std::vector<Arrangement> Outlook::list(const Plan& plan, LoopRole role) const {
    const Maps& maps = Maps::get();
    const Stack& stack = faces_[static_cast<std::size_t>(plan.side)]
                             .stacks[plan.stacks[static_cast<std::size_t>(role)]];
    std::vector<Arrangement> result;
    for (const auto& map : stack.all) {
        const bool smallest = std::ranges::all_of(stack.column_orders, [&](std::size_t order) {
            return map[0] <= maps.renamed(map[0], order);
        });
        if (smallest)
            result.push_back({{map[plan.bands[0]], map[plan.bands[1]], map[plan.bands[2]]},
                              stack.column_orders.size()});
    }
    std::ranges::sort(result, {}, &Arrangement::map);
    return result;
}

std::size_t Outlook::equal_digits() const {
    int most = 1;
    for (const std::uint16_t set : digit_sets_) most = std::max(most, std::popcount(set));
    return static_cast<std::size_t>(most);
}

void Outlook::make_smallest(const Plan& plan, LoopRole role, std::size_t band, bool digits_too,
                            std::vector<Arrangement>& arrangements) const {
    const Maps& maps = Maps::get();
    const Stack& stack = faces_[static_cast<std::size_t>(plan.side)]
                             .stacks[plan.stacks[static_cast<std::size_t>(role)]];
    for (Arrangement& arrangement : arrangements) {
        const auto given = arrangement.map;
        for (std::size_t order : stack.column_orders) {
            std::array<MapId, 3> image = given;
            for (MapId& map : image) map = maps.renamed(map, order);
            if (digits_too) image = with_digits_sorted(image, band, digit_sets_);
            const auto key = [&](const std::array<MapId, 3>& map) {
                return std::array{map[band], map[0], map[1], map[2]};
            };
            if (key(image) < key(arrangement.map)) arrangement.map = image;
        }
    }
}

std::vector<Arrangement> Outlook::outer_list(const Plan& plan) const {
    const Face& face = faces_[static_cast<std::size_t>(plan.side)];
    const Stack& stack = face.stacks[plan.stacks[0]];
    std::vector<Arrangement> result;
    for (const auto& map : stack.all)
        if (const std::uint64_t weight = orbit(face, stack, pack(word_of(map))))
            result.push_back(
                {{map[plan.bands[0]], map[plan.bands[1]], map[plan.bands[2]]}, weight});
    std::ranges::sort(result, {}, &Arrangement::map);
    return result;
}

}  // namespace clew::exact
