#include "setter/misread.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <string>

#include "core/base/input_error.hpp"
#include "core/base/numbers.hpp"
#include "core/board/notation.hpp"
#include "core/formats/symbols.hpp"
#include "solve/solver.hpp"

namespace clew::setter {
namespace {

using formats::trimmed;

constexpr double usual_odds = 0.05;

/// Readings as sets of places in a list that is ordered from the likeliest change on. The next ones
/// of a set: its last change taken for the one behind it, or that one added.
struct Candidates {
    double cost = 0;  // -log of the odds
    std::vector<std::size_t> changes;

    bool operator<(const Candidates& other) const {
        return cost != other.cost ? cost > other.cost : changes > other.changes;
    }
};

std::vector<OtherReading> changes_of(const Puzzle& puzzle, const Confusions& confusions) {
    std::vector<OtherReading> all;
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i) {
        const auto given = puzzle.given(Cell{i});
        if (!given) continue;
        for (const Confusions::Pair& pair : confusions.digits) {
            if (pair.one == *given) all.push_back({Cell{i}, pair.other, pair.odds});
            if (pair.other == *given) all.push_back({Cell{i}, pair.one, pair.odds});
        }
    }
    for (const OtherReading& other : confusions.cells)
        if (puzzle.given(other.cell) != other.digit) all.push_back(other);
    std::ranges::stable_sort(all, std::ranges::greater{}, &OtherReading::odds);
    return all;
}

}  // namespace

Confusions usual_confusions() {
    Confusions usual;
    for (const auto& [a, b] : {std::pair{0U, 6U}, {2U, 7U}, {5U, 7U}, {4U, 5U}})
        usual.digits.push_back({Digit{a}, Digit{b}, usual_odds});
    return usual;
}

Confusions parse_confusions(std::string_view text, std::size_t size) {
    Confusions confusions;
    const auto refuse = [](std::string_view part) {
        throw InputError(
            {}, "'" + std::string{part} + "' is no confusion on this board",
            "usual, two digits 1/7, or a cell r4c6=5, each with odds from 0 to 1: 1/7:0.1");
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        const std::string_view part = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (part == "usual") {
            for (const Confusions::Pair& pair : usual_confusions().digits)
                if (std::max(pair.one, pair.other).index() < size)
                    confusions.digits.push_back(pair);
            continue;
        }
        const std::size_t colon = std::min(part.find(':'), part.size());
        double odds = usual_odds;
        if (colon < part.size()) {
            odds = parse_decimal(trimmed(part.substr(colon + 1))).value_or(0);
            if (odds <= 0 || odds > 1) refuse(part);
        }
        const std::string_view what = trimmed(part.substr(0, colon));
        if (const std::size_t equals = what.find('='); equals != std::string_view::npos) {
            const auto cell = parse_cell(what.substr(0, equals), size);
            const std::string_view symbol = what.substr(equals + 1);
            if (!cell || symbol.size() != 1) refuse(part);
            const auto digit = parse_digit(symbol[0], size);
            if (!digit && symbol != ".") refuse(part);
            confusions.cells.push_back({*cell, digit, odds});
            continue;
        }
        const auto one = what.size() == 3 ? parse_digit(what[0], size) : std::nullopt;
        const auto other = what.size() == 3 ? parse_digit(what[2], size) : std::nullopt;
        if (!one || !other || what[1] != '/' || *one == *other) refuse(part);
        confusions.digits.push_back({*one, *other, odds});
    }
    if (confusions.digits.empty() && confusions.cells.empty()) refuse("");
    return confusions;
}

MisreadResult misread(const Puzzle& puzzle, const Confusions& confusions,
                      const MisreadOptions& options) {
    const std::vector<OtherReading> all = changes_of(puzzle, confusions);
    const auto cost = [&](std::size_t i) { return -std::log(all[i].odds); };
    MisreadResult result;
    std::priority_queue<Candidates> next;
    next.push({});
    Solver solver{puzzle};
    double total = 0;
    while (!next.empty()) {
        if (options.stop != nullptr && options.stop->raised()) {
            result.ending = Ending::interrupted;
            break;
        }
        if (result.tried == options.tried) {
            result.ending = Ending::out_of_budget;
            break;
        }
        if (result.puzzles.size() == options.top) {
            result.ending = Ending::limit_reached;
            break;
        }
        const Candidates reading = next.top();
        next.pop();
        const std::size_t behind = reading.changes.empty() ? 0 : reading.changes.back() + 1;
        if (behind < all.size()) {
            Candidates longer = reading;
            longer.changes.push_back(behind);
            longer.cost += cost(behind);
            next.push(std::move(longer));
            if (!reading.changes.empty()) {
                Candidates other = reading;
                other.cost += cost(behind) - cost(other.changes.back());
                other.changes.back() = behind;
                next.push(std::move(other));
            }
        }
        std::vector<OtherReading> changes;
        for (const std::size_t i : reading.changes) changes.push_back(all[i]);
        std::ranges::sort(changes, {}, &OtherReading::cell);
        if (std::ranges::adjacent_find(changes, {}, &OtherReading::cell) != changes.end()) continue;
        ++result.tried;
        for (const OtherReading& change : changes)
            solver.allow(change.cell,
                         change.digit ? DigitSet{*change.digit} : puzzle.marks(change.cell));
        Grid solution;
        if (solver.count_to(2).solutions == 1 && solver.solve(solution).solutions == 1) {
            Puzzle valid = puzzle;
            for (const OtherReading& change : changes) {
                valid.clear_given(change.cell);
                if (change.digit) valid.set_given(change.cell, *change.digit);
            }
            const double odds = std::exp(-reading.cost);
            total += odds;
            result.puzzles.push_back({std::move(valid), solution, changes, odds});
        }
        for (const OtherReading& change : changes)
            solver.allow(change.cell, puzzle.options(change.cell));
    }
    std::map<Cell, double> suspects;
    for (ValidReading& one : result.puzzles) {
        one.share /= total;
        for (const OtherReading& change : one.changes) suspects[change.cell] += one.share;
    }
    result.suspects.assign(suspects.begin(), suspects.end());
    std::ranges::stable_sort(result.suspects, std::ranges::greater{},
                             &std::pair<Cell, double>::second);
    return result;
}

}  // namespace clew::setter
