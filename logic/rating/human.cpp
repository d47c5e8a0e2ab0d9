#include "logic/rating/human.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/contract.hpp"
#include "core/base/enum_name.hpp"
#include "core/board/symmetry.hpp"
#include "logic/rating/basics.hpp"
#include "logic/rating/explainer.hpp"
#include "logic/rating/human_start.hpp"

namespace clew::rating {
namespace {

constexpr std::array<HumanTermInfo, human_term_count> terms{{
    {HumanTerm::box, "box", "seconds",
     "to notice the last place of a digit in a box, if nothing else is open", 20, 0},
    {HumanTerm::line, "line", "seconds", "the same in a row or column", 55, 0},
    {HumanTerm::cell, "cell", "seconds", "to notice the last digit of a cell", 250, 0},
    {HumanTerm::nearly, "nearly", "times",
     "as long for each open cell above two in the cell's fullest house", 1.6, 1},
    {HumanTerm::marked, "marked", "times", "as long if the single rests on eliminations", 2.7, 1},
    {HumanTerm::spread, "spread", "power", "of the share of open cells: these times grow so", 0.5,
     0},
    {HumanTerm::write, "write", "seconds", "to fill a cell", 4.5, 0},
    {HumanTerm::locked, "locked", "seconds", "to find locked candidates", 33, 0},
    {HumanTerm::sets, "sets", "seconds", "to find a pair or triplet, naked or hidden", 60, 0},
    {HumanTerm::fish, "fish", "seconds", "to find an X-wing, swordfish or XY-wing", 90, 0},
    {HumanTerm::trial, "trial", "seconds", "to try a digit", 240, 0},
}};

/// Columns of HumanStop::steps, and what they cost.
constexpr std::array<HumanTerm, 4> step_terms{HumanTerm::locked, HumanTerm::sets, HumanTerm::fish,
                                              HumanTerm::trial};

/// `open`: cells of the fullest house of a cell; 0 for singles in houses.
std::uint16_t way_code(HumanLook look, bool marked, int open) {
    const int row = static_cast<int>(look) + (marked ? 3 : 0);
    return static_cast<std::uint16_t>(row * 10 + open);
}

constexpr std::size_t moments_told = 5;

struct OpenWay {
    CandidateId candidate;
    HumanLook look;
    std::uint16_t code;
};

/// The singles that are open. `plain` has the candidates that the digits alone leave, `marked`
/// those that are left after steps.
void open_ways(const Board9& plain, const Board9& marked, bool stepped,
               std::vector<OpenWay>& ways) {
    ways.clear();
    for (int h = 0; h < house_total; ++h) {
        const HumanLook look = kind_of(h) == 0 ? HumanLook::box : HumanLook::line;
        for (int d = 0; d < 9; ++d) {
            const Nine spots = marked.spots(h, d);
            if (ones(spots) != 1) continue;
            const bool rests = stepped && ones(plain.spots(h, d)) != 1;
            ways.push_back(
                {candidate_id(cell_at(h, low_bit(spots)), d), look, way_code(look, rests, 0)});
        }
    }
    for (int c = 0; c < cell_total; ++c) {
        if (ones(marked.at(c)) != 1) continue;
        int fullest = 9;
        for (int k = 0; k < 3; ++k) fullest = std::min(fullest, marked.open_in(house_of(c, k)));
        if (fullest == 1) continue;  // a full house, which its houses show
        const bool rests = stepped && ones(plain.at(c)) != 1;
        ways.push_back({candidate_id(c, low_bit(marked.at(c))), HumanLook::cell,
                        way_code(HumanLook::cell, rests, fullest)});
    }
}

/// The next pattern, and its column among the steps.
std::optional<Deduction> find_pattern(const Board9& board, std::size_t& column) {
    column = 0;
    if (auto found = find_locking(board)) return found;
    column = 1;
    for (const int size : {2, 3}) {
        if (auto found = find_naked_set(board, size)) return found;
        if (auto found = find_hidden_set(board, size)) return found;
    }
    column = 2;
    if (auto found = find_fish(board, 2)) return found;
    if (auto found = find_xy_wing(board)) return found;
    return find_fish(board, 3);
}

/// The cell with the fewest candidates, of these the one in the fullest houses.
int tried_cell(const Board9& board) {
    int best = -1, least = 0;
    for (int c = 0; c < cell_total; ++c) {
        if (board.value[static_cast<std::size_t>(c)] != 0) continue;
        int weight = 100 * ones(board.at(c));
        for (int k = 0; k < 3; ++k) weight += board.open_in(house_of(c, k));
        if (best < 0 || weight < least) {
            best = c;
            least = weight;
        }
    }
    return best;
}

HumanGrade grade_of(double seconds, const HumanModel& model) {
    const auto above = std::ranges::upper_bound(model.grades, seconds);
    return static_cast<HumanGrade>(above - model.grades.begin());
}

}  // namespace

std::span<const HumanTermInfo> human_terms() { return terms; }

const char* to_string(HumanGrade grade) {
    return enum_name(grade, {"easy", "medium", "hard", "very hard", "fiendish"});
}

const HumanModel& human_model() {
    static const HumanModel model{
        .terms = {51.0, 103.9, 349.9, 1.682, 1.722, 1.23, 3.457, 21.82, 72.28, 69.13, 248.8},
        .low = 0.7615,
        .high = 1.4935,
        .grades = {291.7, 329.2, 409.1, 898.0},
        .longest = 4125};
    return model;
}

HumanPrices::HumanPrices(const HumanModel& model) : write_(model.at(HumanTerm::write)) {
    const std::array<double, 3> notice{model.at(HumanTerm::box), model.at(HumanTerm::line),
                                       model.at(HumanTerm::cell)};
    for (const HumanLook look : {HumanLook::box, HumanLook::line, HumanLook::cell})
        for (const bool marked : {false, true})
            for (int open = 0; open < 10; ++open) {
                double seconds = notice[static_cast<std::size_t>(look)];
                if (marked) seconds *= model.at(HumanTerm::marked);
                if (look == HumanLook::cell)
                    seconds *= std::pow(model.at(HumanTerm::nearly), open - 2);
                rates_[way_code(look, marked, open)] = 1 / seconds;
            }
    for (std::size_t left = 0; left < spread_.size(); ++left)
        spread_[left] =
            std::pow(static_cast<double>(left) / cell_total, model.at(HumanTerm::spread));
    for (std::size_t i = 0; i < steps_.size(); ++i) steps_[i] = model.at(step_terms[i]);
}

double HumanPrices::seconds(const HumanWalk& walk, const HumanStop& stop) const {
    double seconds = write_;
    for (std::size_t i = 0; i < steps_.size(); ++i) seconds += stop.steps[i] * steps_[i];
    if (stop.ways == 0) return seconds;
    double rate = 0;
    for (std::uint32_t i = stop.first; i < stop.first + stop.ways; ++i)
        rate += rates_[walk.ways[i]];
    return seconds + spread_[stop.left] / rate;
}

double HumanPrices::seconds(const HumanWalk& walk) const {
    double sum = 0;
    for (const HumanStop& stop : walk.stops) sum += seconds(walk, stop);
    return sum;
}

HumanWalk human_walk(const Board9& start, const Grid* solution, const HumanPrices& prices,
                     Random random) {
    HumanWalk walk;
    Board9 plain = start, board = start;
    int left = static_cast<int>(std::ranges::count(start.value, 0));
    std::vector<OpenWay> ways;
    HumanStop stop;
    bool stepped = false;
    while (left > 0) {
        stop.left = static_cast<std::uint8_t>(left);
        open_ways(plain, board, stepped, ways);
        if (!ways.empty()) {
            stop.first = static_cast<std::uint32_t>(walk.ways.size());
            stop.ways = static_cast<std::uint32_t>(ways.size());
            double all = 0;
            for (const OpenWay& way : ways) {
                walk.ways.push_back(way.code);
                all += prices.rate(way.code);
            }
            double drawn = random.unit() * all;
            const OpenWay* next = &ways.back();
            for (const OpenWay& way : ways)
                if ((drawn -= prices.rate(way.code)) < 0) {
                    next = &way;
                    break;
                }
            stop.placed = next->candidate;
            stop.look = next->look;
        } else {
            std::size_t column = 0;
            if (const auto found = find_pattern(board, column)) {
                for (const CandidateId id : found->removed) board.erase(cell_of(id), digit_of(id));
                ++stop.steps[column];
                stepped = true;
                continue;
            }
            if (solution == nullptr) return walk;
            ++stop.steps[3];
            const int cell = tried_cell(board);
            stop.ways = 0;
            stop.look = HumanLook::cell;
            stop.placed = candidate_id(
                cell, static_cast<int>((*solution)[Cell{static_cast<std::size_t>(cell)}].index()));
        }
        const int cell = cell_of(stop.placed), digit = digit_of(stop.placed);
        if (!board.has(cell, digit)) return walk;  // two singles that contradict each other
        plain.set(cell, digit);
        board.set(cell, digit);
        --left;
        walk.stops.push_back(stop);
        stop.steps = {};
    }
    walk.solved = true;
    return walk;
}

HumanStart human_start(const Puzzle& puzzle, const Grid* solution) {
    HumanStart start{Board9{puzzle}, {}, identity(puzzle.geometry())};
    if (solution != nullptr) start.solution = *solution;
    if (puzzle.has_marks() || start.board.impossible()) return start;
    Canonical canonical = clew::canonical(puzzle);
    start.board = Board9{canonical.form};
    start.map = std::move(canonical.map);
    if (solution != nullptr) start.solution = apply(start.map, *solution);
    return start;
}

Random human_random(unsigned walk) { return Random{2014}.split(walk); }

HumanRating rate_human(const Puzzle& puzzle, const Grid* solution, const HumanModel& model,
                       const StopFlag* stop) {
    CLEW_REQUIRE(can_rate(puzzle), "rate_human: a classic board without further rules");
    const HumanStart start = human_start(puzzle, solution);
    const HumanPrices prices{model};
    HumanRating rating;
    rating.solved = true;
    std::map<CandidateId, HumanMoment> moments;
    double placements = 0;
    unsigned done = 0;
    for (; done < human_walks; ++done) {
        if (stop != nullptr && stop->raised()) {
            rating.ending = Ending::interrupted;
            break;
        }
        const HumanWalk walk = human_walk(start.board, start.solution ? &*start.solution : nullptr,
                                          prices, human_random(done));
        rating.solved = rating.solved && walk.solved;
        for (const HumanStop& at : walk.stops) {
            const double seconds = prices.seconds(walk, at);
            double patterns = 0;
            for (std::size_t i = 0; i < 3; ++i) patterns += at.steps[i] * model.at(step_terms[i]);
            const double trials = at.steps[3] * model.at(HumanTerm::trial);
            rating.seconds += seconds;
            rating.writing += model.at(HumanTerm::write);
            rating.patterns += patterns;
            rating.trials += trials;
            rating.looking += seconds - model.at(HumanTerm::write) - patterns - trials;
            rating.ways += at.ways;
            ++placements;
            HumanMoment& moment = moments[at.placed];
            moment.seconds += seconds;
            moment.ways += at.ways;
            moment.look = at.look;
        }
    }
    if (done == 0) return rating;
    for (double* sum :
         {&rating.seconds, &rating.writing, &rating.looking, &rating.patterns, &rating.trials})
        *sum /= done;
    if (placements > 0) rating.ways /= placements;
    const Isomorphism back = inverse(start.map);
    for (auto& [id, moment] : moments) {
        moment.placed = back(Candidate{Cell{static_cast<std::size_t>(cell_of(id))},
                                       Digit{static_cast<std::size_t>(digit_of(id))}});
        moment.seconds /= done;
        moment.ways /= done;
        rating.moments.push_back(moment);
    }
    std::ranges::stable_sort(rating.moments, std::ranges::greater{}, &HumanMoment::seconds);
    if (rating.moments.size() > moments_told) rating.moments.resize(moments_told);
    rating.low = rating.seconds * model.low;
    rating.high = rating.seconds * model.high;
    rating.grade = grade_of(rating.seconds, model);
    rating.beyond = rating.seconds > model.longest || rating.trials > 0;
    return rating;
}

}  // namespace clew::rating
