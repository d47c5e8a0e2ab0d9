// Up to few_solutions they are compared in pairs: the cells that a minimal difference ties together
// are a part, and the smallest sets of questions are the smallest hitting sets of the differences.
//
// Of more solutions the cells that are not the same in all of them are parted by what ties them: a
// house in which two have a digit in common, or a rule of the puzzle. Such parts do not depend on
// each other, so each is listed with the others as in some one solution. Questions are chosen one
// after the other, each the one that tells most ways of its part apart, and those that turn out to
// be idle are left out. A part with more ways than are listed is counted, as far as that is cheap.

#include "explain/report/parting.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "core/board/notation.hpp"
#include "core/rules/parts.hpp"
#include "explain/report/text.hpp"
#include "explain/words/words.hpp"
#include "logic/mus/possible.hpp"
#include "solve/candidates.hpp"
#include "solve/solve.hpp"

namespace clew::report {

using explain::Words;
using nlohmann::ordered_json;

namespace {

constexpr std::uint64_t few_solutions = 300;  // of which all is told
constexpr std::uint64_t few_ways = 50'000;    // of a part that is listed
constexpr std::size_t compared_ways = 1'000;  // of a part of which all pairs are looked at
constexpr std::uint64_t cheap = 2'000'000;    // nodes of a count
constexpr std::size_t named = 6;              // sets of cells that a sentence lists
constexpr std::size_t most_listed = 20;       // cells of a part by name; more are counted

/// Numbers that are tied together, each set by its least member.
class Ties {
  public:
    explicit Ties(std::size_t n) : root_(n) { std::iota(root_.begin(), root_.end(), 0U); }

    std::size_t find(std::size_t i) {
        while (root_[i] != i) i = root_[i] = root_[root_[i]];
        return i;
    }
    void tie(std::size_t a, std::size_t b) { root_[find(a)] = find(b); }

  private:
    std::vector<std::size_t> root_;
};

std::vector<std::vector<Cell>> sets_of(Ties& ties, const std::vector<Cell>& cells) {
    std::vector<std::vector<Cell>> sets;
    std::vector<std::optional<std::size_t>> at(max_cells);
    for (const Cell cell : cells) {
        auto& place = at[ties.find(cell.index())];
        if (!place) {
            place = sets.size();
            sets.emplace_back();
        }
        sets[*place].push_back(cell);
    }
    return sets;
}

// ---- few solutions ----

Parting of_few(const Puzzle& puzzle, const setter::Completion& all) {
    Parting parting;
    parting.solutions = all.solutions.size();
    if (all.solutions.size() < 2) return parting;
    parting.questions = all.cells;
    if (!all.questions.empty()) {
        BestQuestion& first = parting.first.emplace();
        first.cell = all.questions.front().cell;
        for (const auto& [digit, count] : all.questions.front().parts)
            first.digits.emplace_back(digit, count);
    }
    Ties ties{puzzle.geometry().cell_count()};
    std::set<Cell> differing;
    std::size_t fewest = puzzle.geometry().cell_count() + 1;
    for (const setter::ElementSet& set : setter::minimal_differences(all.solutions)) {
        std::vector<Cell> members;
        for (const std::size_t i : set) {
            members.push_back(Cell{i});
            ties.tie(i, set.front());
            differing.insert(Cell{i});
        }
        if (members.size() < fewest) {
            fewest = members.size();
            parting.smallest.clear();
        }
        if (members.size() == fewest) parting.smallest.push_back(std::move(members));
    }
    std::ranges::sort(parting.smallest);
    const std::vector<Cell> cells{differing.begin(), differing.end()};
    Count product = 1;
    for (std::vector<Cell>& part : sets_of(ties, cells)) {
        std::set<std::vector<Digit>> ways;
        for (const Grid& grid : all.solutions) {
            std::vector<Digit> way;
            for (const Cell cell : part) way.push_back(grid[cell]);
            ways.insert(std::move(way));
        }
        product *= ways.size();
        parting.parts.push_back({std::move(part), ways.size()});
    }
    // What they do in one depends on another.
    if (product != parting.solutions) parting.parts = {{cells, parting.solutions}};
    return parting;
}

// ---- many ----

/// Parts of the board that do not depend on each other.
std::vector<std::vector<Cell>> independent(const Puzzle& puzzle,
                                           const std::vector<DigitSet>& possible) {
    const Geometry& geometry = puzzle.geometry();
    const auto is_open = [&](Cell cell) { return possible[cell.index()].size() > 1; };
    Ties ties{geometry.cell_count()};
    const auto tie_all = [&](std::span<const Cell> cells, bool by_digits) {
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (is_open(cells[i]) && is_open(cells[j]) &&
                    (!by_digits ||
                     !(possible[cells[i].index()] & possible[cells[j].index()]).empty()))
                    ties.tie(cells[i].index(), cells[j].index());
    };
    for (std::size_t h = 0; h < geometry.house_count(); ++h)
        tie_all(geometry.cells_of(House{h}), true);
    if (const rules::RulePartsPtr parts = rules::parts_of(puzzle))
        for (const rules::RulePart& part : parts->all()) tie_all(part.cells(), false);
    std::vector<Cell> open;
    for (std::size_t i = 0; i < geometry.cell_count(); ++i)
        if (is_open(Cell{i})) open.push_back(Cell{i});
    return sets_of(ties, open);
}

/// The digits of a part, way by way.
using Ways = std::vector<std::vector<Digit>>;

/// Cells of a part, by their places in it, that tell all ways apart; none of them can be spared.
std::vector<std::size_t> telling_apart(const Ways& ways, std::size_t size) {
    // The group of each way: those that the cells so far do not tell apart.
    std::vector<std::size_t> group(ways.size()), next(ways.size());
    std::vector<std::size_t> number;
    const auto split = [&](std::size_t place, std::size_t groups) {
        number.assign(groups * size, 0);
        std::size_t count = 0;
        for (std::size_t w = 0; w < ways.size(); ++w) {
            std::size_t& n = number[group[w] * size + ways[w][place].index()];
            if (n == 0) n = ++count;
            next[w] = n - 1;
        }
        return count;
    };
    const auto groups_by = [&](const std::vector<std::size_t>& places) {
        std::ranges::fill(group, 0);
        std::size_t groups = 1;
        for (const std::size_t place : places) {
            groups = split(place, groups);
            group.swap(next);
        }
        return groups;
    };
    std::vector<std::size_t> chosen;
    for (std::size_t groups = 1; groups < ways.size();) {
        std::size_t best = 0, most = 0;
        for (std::size_t place = 0; place < ways.front().size(); ++place)
            if (const std::size_t count = split(place, groups); count > most) {
                most = count;
                best = place;
            }
        chosen.push_back(best);
        groups = split(best, groups);
        group.swap(next);
    }
    for (std::size_t i = 0; i < chosen.size();) {
        std::vector<std::size_t> without = chosen;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        if (groups_by(without) == ways.size())
            chosen = std::move(without);
        else
            ++i;
    }
    return chosen;
}

/// A number of questions with which so many ways may be told apart, and no fewer.
std::size_t fewest_questions(const Count& ways, const std::vector<Cell>& cells,
                             const std::vector<DigitSet>& possible) {
    std::vector<std::size_t> answers;
    for (const Cell cell : cells) answers.push_back(possible[cell.index()].size());
    std::ranges::sort(answers, std::greater{});
    Count reach = 1;
    std::size_t n = 0;
    while (reach < ways && n < answers.size()) reach *= answers[n++];
    return n;
}

/// The smallest sets of cells in which two ways differ.
std::vector<std::vector<Cell>> smallest_of(const Ways& ways, const std::vector<Cell>& cells) {
    std::set<std::vector<Cell>> sets;
    std::size_t fewest = cells.size() + 1;
    for (std::size_t i = 0; i < ways.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            std::size_t differ = 0;
            for (std::size_t c = 0; c < cells.size() && differ <= fewest; ++c)
                differ += ways[i][c] != ways[j][c] ? 1 : 0;
            if (differ > fewest) continue;
            if (differ < fewest) sets.clear();
            fewest = differ;
            std::vector<Cell> set;
            for (std::size_t c = 0; c < cells.size(); ++c)
                if (ways[i][c] != ways[j][c]) set.push_back(cells[c]);
            sets.insert(std::move(set));
        }
    return {sets.begin(), sets.end()};
}

/// How many of the ways have which digit in which cell of the part.
struct Shares {
    std::vector<std::vector<Count>> of;  // by place, by digit
    Count ways;

    /// What a question there leaves on average, as a share of all.
    double left(std::size_t place) const {
        double sum = 0;
        for (const Count& n : of[place]) sum += n.to_double() * n.to_double();
        return sum / (ways.to_double() * ways.to_double());
    }
};

class ManySolutions {
  public:
    ManySolutions(const Puzzle& puzzle, logic::Possible possible, const StopFlag* stop)
        : puzzle_(puzzle), possible_(std::move(possible)), stop_(stop) {}

    Parting run() {
        parting_.solutions = 1;
        bool listed = true, compared = true;
        std::vector<Shares> shares;
        for (const std::vector<Cell>& cells : independent(puzzle_, possible_.digits)) {
            const Puzzle alone = apart(cells);
            Ways ways;
            const Ending ending = list(alone, cells, ways);
            Component part{cells, ways.size(), ending == Ending::exhausted};
            Shares& share = shares.emplace_back();
            if (part.exact) {
                for (const std::size_t place : telling_apart(ways, puzzle_.geometry().size()))
                    questions_.push_back(cells[place]);
                share = shares_of(ways, cells.size());
            } else {
                listed = false;
                part.ways = std::max<Count>(part.ways, 2);
                if (ending == Ending::limit_reached) count(alone, part, share);
            }
            compared = compared && part.exact && ways.size() <= compared_ways;
            if (compared) add_smallest(smallest_of(ways, cells));
            parting_.solutions *= part.ways;
            parting_.exact = parting_.exact && part.exact;
            parting_.questions.size += fewest_questions(part.ways, cells, possible_.digits);
            parting_.parts.push_back(std::move(part));
        }
        if (!compared) parting_.smallest.clear();
        parting_.questions.ending = Ending::out_of_budget;
        if (listed) {
            std::ranges::sort(questions_);
            if (questions_.size() == parting_.questions.size)
                parting_.questions.ending = Ending::limit_reached;
            parting_.questions.sets = {std::move(questions_)};
        }
        if (parting_.exact) choose_first(shares);
        return std::move(parting_);
    }

  private:
    /// The puzzle with all other cells as in one solution.
    Puzzle apart(const std::vector<Cell>& cells) const {
        Puzzle alone = puzzle_;
        const Grid& base = possible_.solutions.front();
        for (std::size_t i = 0; i < puzzle_.geometry().cell_count(); ++i)
            alone.set_marks(Cell{i}, std::ranges::binary_search(cells, Cell{i})
                                         ? possible_.digits[i]
                                         : DigitSet{base[Cell{i}]});
        return alone;
    }

    Ending list(const Puzzle& alone, const std::vector<Cell>& cells, Ways& ways) const {
        return enumerate(alone, {.budget = {stop_, cheap}, .limit = few_ways + 1},
                         [&](const Grid& grid) {
                             std::vector<Digit>& way = ways.emplace_back();
                             for (const Cell cell : cells) way.push_back(grid[cell]);
                             return Flow::go_on;
                         })
            .ending;
    }

    void count(const Puzzle& alone, Component& part, Shares& share) const {
        const Geometry& geometry = puzzle_.geometry();
        const CandidateCounts counts = count_candidates(alone, {.budget = {stop_, cheap}});
        part.ways = std::max(part.ways, counts.total.solutions);
        part.exact = counts.total.exact();
        if (!part.exact) return;
        share.ways = part.ways;
        for (const Cell cell : part.cells) {
            std::vector<Count>& of = share.of.emplace_back();
            for (std::size_t d = 0; d < geometry.size(); ++d)
                of.push_back(counts.of[geometry.candidate_index({cell, Digit{d}})]);
        }
    }

    Shares shares_of(const Ways& ways, std::size_t cells) const {
        std::vector<std::vector<std::uint64_t>> n(
            cells, std::vector<std::uint64_t>(puzzle_.geometry().size()));
        for (const std::vector<Digit>& way : ways)
            for (std::size_t c = 0; c < cells; ++c) ++n[c][way[c].index()];
        Shares shares{{}, ways.size()};
        for (const auto& of : n) shares.of.emplace_back(of.begin(), of.end());
        return shares;
    }

    void add_smallest(std::vector<std::vector<Cell>> sets) {
        auto& all = parting_.smallest;
        if (all.empty() || sets.front().size() < all.front().size())
            all = std::move(sets);
        else if (sets.front().size() == all.front().size())
            all.insert(all.end(), std::make_move_iterator(sets.begin()),
                       std::make_move_iterator(sets.end()));
        std::ranges::sort(all);
    }

    void choose_first(const std::vector<Shares>& shares) {
        double least = 1;
        std::size_t part = 0, place = 0;
        for (std::size_t p = 0; p < shares.size(); ++p)
            for (std::size_t c = 0; c < shares[p].of.size(); ++c)
                if (const double left = shares[p].left(c); left < least) {
                    least = left;
                    part = p;
                    place = c;
                }
        BestQuestion& first = parting_.first.emplace();
        first.cell = parting_.parts[part].cells[place];
        Count others = 1;
        for (std::size_t p = 0; p < shares.size(); ++p)
            if (p != part) others *= parting_.parts[p].ways;
        for (std::size_t d = 0; d < shares[part].of[place].size(); ++d)
            if (const Count& n = shares[part].of[place][d]; n > Count{})
                first.digits.emplace_back(Digit{d}, n * others);
        std::ranges::stable_sort(first.digits,
                                 [](const auto& a, const auto& b) { return a.second > b.second; });
    }

    const Puzzle& puzzle_;
    const logic::Possible possible_;
    const StopFlag* stop_;
    Parting parting_;
    std::vector<Cell> questions_;
};

}  // namespace

Parting where_they_part(const Puzzle& puzzle, const StopFlag* stop) {
    setter::CompletionOptions options;
    options.max_solutions = few_solutions;
    options.max_sets = named;
    options.budget.stop = stop;
    const setter::Completion all = setter::completion(puzzle, options);
    if (all.listing == Ending::exhausted) return of_few(puzzle, all);
    Parting cut_short;
    cut_short.solutions = all.solutions.size();
    cut_short.exact = false;
    if (all.listing != Ending::limit_reached) return cut_short;
    logic::Possible possible = logic::what_is_possible(puzzle, {.stop = stop});
    if (possible.ending != Ending::exhausted || !possible.any()) return cut_short;
    return ManySolutions{puzzle, std::move(possible), stop}.run();
}

namespace {

std::string so_many(const Words& words, const Count& n, const char* one, const char* many) {
    return words.say(n == Count{1} ? one : many, n.grouped());
}

/// "They differ in r1c1 and r1c2 (2 ways)."
std::string parts_text(const std::vector<Component>& all, const Words& words) {
    std::vector<std::string> parts;
    for (const Component& part : all) {
        const std::string ways = so_many(words, part.ways, "{} way", "{} ways");
        parts.push_back(words.say("in {} ({})",
                                  part.cells.size() > most_listed
                                      ? words.say("{} cells", part.cells.size())
                                      : words.cells(part.cells),
                                  part.exact ? ways : words.say("at least {}", ways)));
    }
    return parts.size() == 1
               ? words.say("They differ {}.", parts.front())
               : words.say("They differ in {} places that do not depend on each other: {}.",
                           words.count_word(parts.size()), words.all_of(parts));
}

/// "Two questions settle it, and no fewer: what is in r1c1 and r1c2?"
std::string questions_text(const setter::SmallestSets<Cell>& questions, const Words& words) {
    const std::string fewest = words.count_word(questions.size);
    if (questions.sets.empty())
        return questions.size == 0 ? ""
                                   : words.say("No fewer than {} questions settle it.", fewest);
    const std::size_t asked = questions.sets.front().size();
    const std::string settle =
        words.say_of(asked, "One question settles it", "{} questions settle it",
                     Words::sentence(words.count_word(asked)));
    const std::string cells = words.cells(questions.sets.front());
    return asked > questions.size
               ? words.say("{}, and no fewer than {} can: what is in {}?", settle, fewest, cells)
               : words.say("{}, and no fewer: what is in {}?", settle, cells);
}

}  // namespace

std::string to_text(const Geometry& geometry, const Parting& parting, const Verbosity& telling) {
    const Words words{geometry, telling.style};
    if (parting.solutions < Count{2}) return {};
    const std::string solutions = so_many(words, parting.solutions, "{} solution", "{} solutions");
    std::string text = parting.exact ? solutions + "." : words.say("At least {}.", solutions);
    if (parting.parts.empty())
        return text + " " + words.say("Where they differ was not found out in time.");
    text += " " + parts_text(parting.parts, words);
    if (!parting.smallest.empty()) {
        std::string sets;
        for (std::size_t i = 0; i < std::min(named, parting.smallest.size()); ++i)
            sets += (i == 0 ? "" : "; ") + words.cells(parting.smallest[i]);
        if (parting.smallest.size() > named)
            sets = words.say("{}; and {} more", sets, parting.smallest.size() - named);
        text += " " + words.say("The fewest cells in which two of them differ: {}.", sets);
    }
    if (const std::string questions = questions_text(parting.questions, words); !questions.empty())
        text += " " + questions;
    if (parting.first) {
        std::vector<std::string> digits;
        for (const auto& [digit, count] : parting.first->digits)
            digits.push_back(std::string{digit_symbol(digit)} + " (" +
                             so_many(words, count, "{} solution", "{} solutions") + ")");
        text += " " + words.say("First choice: {} is {}.", words.cell(parting.first->cell),
                                words.any_of(digits));
    }
    return text;
}

ordered_json to_json(const Geometry& geometry, const Parting& parting) {
    const std::size_t side = geometry.size();
    const auto lists = [&](const std::vector<std::vector<Cell>>& sets) {
        ordered_json list = ordered_json::array();
        for (const std::vector<Cell>& set : sets) list.push_back(cells_json(set, side));
        return list;
    };
    ordered_json object;
    object["solutions"] = count_number(parting.solutions);
    object["exact"] = parting.exact;
    if (parting.parts.empty()) return object;
    object["parts"] = ordered_json::array();
    for (const Component& part : parting.parts) {
        object["parts"].push_back(
            {{"cells", cells_json(part.cells, side)}, {"ways", count_number(part.ways)}});
        if (!part.exact) object["parts"].back()["exact"] = false;
    }
    object["smallest"] = lists(parting.smallest);
    object["questions"] = lists(parting.questions.sets);
    object["fewest_questions"] = parting.questions.size;
    if (parting.first) {
        object["first"]["cell"] = clew::to_string(parting.first->cell, side);
        for (const auto& [digit, count] : parting.first->digits)
            object["first"]["digits"][std::string{digit_symbol(digit)}] = count_number(count);
    }
    return object;
}

}  // namespace clew::report
