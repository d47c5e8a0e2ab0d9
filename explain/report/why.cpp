#include "explain/report/why.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/enum_name.hpp"
#include "core/board/notation.hpp"
#include "explain/report/question.hpp"
#include "explain/step_view.hpp"
#include "explain/walkthrough.hpp"
#include "explain/words/words.hpp"
#include "logic/mus/smallest.hpp"
#include "logic/path/tidy.hpp"
#include "solve/solve.hpp"
#include "solve/solver.hpp"

namespace clew::report {

using explain::Words;
using logic::State;
using nlohmann::ordered_json;

namespace {

constexpr std::uint64_t compared = 1'000;  // solutions of which all pairs are looked at
// Of the proof that no argument is smaller; with more of them it is seldom any better.
constexpr std::uint64_t proof_nodes = 150'000;
constexpr std::uint64_t quick_nodes = 1'000;  // of an argument that need not be smallest
constexpr std::size_t quick_size = 8;         // constraints of it, to be told beside a board
constexpr std::size_t fewest_differing = 4;   // two in a row and two in a column, or more
constexpr std::size_t twins_tried = 30;       // cells at which a closer pair is looked for

std::vector<Cell> differing(const Grid& a, const Grid& b) {
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < a.cell_count(); ++i)
        if (a[Cell{i}] != b[Cell{i}]) cells.push_back(Cell{i});
    return cells;
}

/// The closest pair among all solutions.
ClosestPair closest(const std::vector<Grid>& solutions, const Spot& asked) {
    ClosestPair best;
    for (std::size_t i = 0; i < solutions.size(); ++i) {
        if (asked.digit && solutions[i][asked.cell] != *asked.digit) continue;
        for (std::size_t j = 0; j < solutions.size(); ++j) {
            if (solutions[j][asked.cell] == solutions[i][asked.cell]) continue;
            auto cells = differing(solutions[i], solutions[j]);
            if (best.cells.empty() || cells.size() < best.cells.size())
                best = {solutions[i], solutions[j], std::move(cells), true};
        }
    }
    return best;
}

/// One solution and, cell by cell, as much of it as another one can have.
std::optional<ClosestPair> alike(const Puzzle& puzzle, const Spot& asked, const Budget& budget,
                                 const std::function<void(const WhyProgress&)>& on_progress = {},
                                 Language language = Language::english) {
    Solver solver{puzzle};
    ClosestPair twins;
    if (asked.digit) solver.allow(asked.cell, DigitSet{*asked.digit});
    if (solver.solve(twins.one, budget).solutions != 1) return std::nullopt;
    solver.allow(asked.cell, puzzle.options(asked.cell) - DigitSet{twins.one[asked.cell]});
    if (solver.solve(twins.other, budget).solutions != 1) return std::nullopt;
    std::vector<Cell> order;
    for (std::size_t i = 0; i < twins.one.cell_count(); ++i)
        if (Cell{i} != asked.cell) order.push_back(Cell{i});
    std::ranges::stable_sort(order, {},
                             [&, first = twins.other](Cell c) { return twins.one[c] != first[c]; });
    Grid grid;
    std::size_t done = 0;
    for (const Cell cell : order) {
        if (on_progress)
            on_progress({say(language, "two solutions as alike as can be: {} of {} cells", done,
                             order.size()),
                         1, done, order.size()});
        ++done;
        solver.allow(cell, DigitSet{twins.one[cell]});
        if (twins.other[cell] == twins.one[cell]) continue;
        if (solver.solve(grid, budget).solutions == 1)
            twins.other = grid;
        else
            solver.allow(cell, puzzle.options(cell));
    }
    twins.cells = differing(twins.one, twins.other);
    return twins;
}

/// As many as are compared, and one more if there are more. Ending: exhausted if those are all.
Ending first_solutions(const Puzzle& puzzle, const StopFlag* stop, std::vector<Grid>& solutions) {
    SolveOptions options;
    options.limit = compared + 1;
    options.budget.stop = stop;
    return enumerate(puzzle, options, keep_in(solutions)).ending;
}

std::optional<ClosestPair> twins_of(const Puzzle& puzzle, const Spot& asked, const Budget& budget,
                                    const std::function<void(const WhyProgress&)>& on_progress,
                                    Language language) {
    std::vector<Grid> solutions;
    if (on_progress)
        on_progress({say(language, "open: looking for the two solutions that are most alike")});
    const Ending ending = first_solutions(puzzle, budget.stop, solutions);
    if (ending == Ending::exhausted) return closest(solutions, asked);
    return alike(puzzle, asked, budget, on_progress, language);
}

/// The closest pair among these solutions, all of which have as many cells.
ClosestPair closest_of(const std::vector<Grid>& solutions, const StopFlag* stop) {
    std::size_t least = std::numeric_limits<std::size_t>::max();
    std::pair<std::size_t, std::size_t> best{0, 0};
    const std::size_t cells = solutions.front().cell_count();
    for (std::size_t i = 0; i < solutions.size() && least > fewest_differing; ++i) {
        if (stop != nullptr && stop->raised() && least < cells) break;
        for (std::size_t j = i + 1; j < solutions.size(); ++j) {
            std::size_t differ = 0;
            for (std::size_t c = 0; c < cells && differ < least; ++c)
                differ += solutions[i][Cell{c}] != solutions[j][Cell{c}] ? 1 : 0;
            if (differ >= least) continue;
            least = differ;
            best = {i, j};
        }
    }
    const Grid &one = solutions[best.first], &other = solutions[best.second];
    return {one, other, differing(one, other), true};
}

std::string twins_text(const ClosestPair& twins, const Spot& asked, const Words& words) {
    const auto symbol = [](Digit d) { return std::string{digit_symbol(d)}; };
    const Cell here = asked.cell;
    std::vector<std::string> cells;
    for (const Cell cell : twins.cells)
        if (cell != asked.cell)
            cells.push_back(words.cell(cell) + " (" + symbol(twins.one[cell]) + "/" +
                            symbol(twins.other[cell]) + ")");
    std::string text = words.say(
        twins.fewest ? "Two solutions that differ there, as alike as can be: {} is {} in the one "
                       "and {} in the other."
                     : "Two solutions that differ there, alike as far as was tried: {} is {} in "
                       "the one and {} in the other.",
        words.cell(here), symbol(twins.one[here]), symbol(twins.other[here]));
    if (!cells.empty()) text += words.say(" They also differ in {}.", words.all_of(cells));
    for (const Grid* grid : {&twins.one, &twins.other})
        text += "\n" + to_line(*grid, words.geometry());
    return text;
}

/// Whether more is told when asked for.
bool is_brief(const Verbosity& telling) {
    return telling.levels == explain::Levels::first && !telling.all_by.empty();
}
std::string more_by(const Verbosity& telling) {
    return "\n(" + say(telling.style.language, "{} tells every line of it.", telling.all_by) + ")";
}

/// Numbered steps, a line each: their arguments too, unless it is to be brief.
std::string steps_text(const State& start, std::span<const logic::Entry> entries,
                       const Verbosity& telling) {
    std::string text = say_of(
        telling.style.language, entries.size(),
        "No single argument shows it that could be followed. It takes {} step:",
        "No single argument shows it that could be followed. It takes {} steps:", entries.size());
    State state = start;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const explain::Narration told = explain::narrate(state, entries[i].step, telling.style);
        text += "\n" + std::to_string(i + 1) + ". " + told.title + ". " +
                (is_brief(telling) ? told.conclusion : told.text(telling.levels));
        apply(entries[i].step, state);
    }
    return is_brief(telling) ? text + more_by(telling) : text;
}

std::string proof_text(const State& state, const logic::Step& step, const Verbosity& telling) {
    const explain::Narration told = explain::narrate(state, step, telling.style);
    const Words words{state.geometry(), telling.style};
    std::string text;
    const auto in_short =
        told.has_more() ? explain::summary(state, step, telling.style) : std::vector<std::string>{};
    for (const std::string& sentence : in_short)
        text +=
            text.empty() ? words.say("In short: {}", words.in_sentence(sentence)) : " " + sentence;
    return text + (text.empty() ? "" : "\n\n") + told.text(telling.levels) +
           (told.has_more() && is_brief(telling) ? more_by(telling) : "");
}

/// Leaves of a step's conclusions the one that was asked about, if it is among them. What one
/// constraint says at once is said whole.
void answer_alone(logic::Step& step, Candidate asked) {
    if (step.cites.size() == 1) return;
    for (std::vector<Candidate>* all : {&step.placements, &step.eliminations})
        if (std::ranges::find(*all, asked) != all->end()) *all = {asked};
}

/// "r3c5 holds the 4 of row 3", or that it was struck before.
std::string ruled_out(const State& state, Candidate asked, const std::string& what,
                      const Words& words) {
    const Geometry& board = state.geometry();
    for (const House house : board.houses_of(asked.cell))
        for (const Cell cell : board.cells_of(house))
            if (state.value(cell) == asked.digit)
                return words.say("{} is ruled out: {} holds the {} of {}.", what, words.cell(cell),
                                 std::string{digit_symbol(asked.digit)}, words.house(house));
    return words.say("{} is not among the pencil marks of its cell.", what);
}

WhyProgress progress_of(const logic::ProofProgress& at, logic::Price price, Language language) {
    using Stage = logic::ProofProgress::Stage;
    const auto tell = [&](std::string_view english, const auto&... values) {
        return say(language, english, values...);
    };
    const auto doing = [&](const std::string& what) {
        return at.none_below > 1
                   ? tell("no argument of up to {}; {}",
                          logic::price_words(at.none_below - 1, price, language), what)
                   : what;
    };
    WhyProgress now{{}, at.none_below, at.done, at.of};
    switch (at.stage) {
        case Stage::possible:
            now.doing = tell("which candidates are in a solution: {} of {}", at.done, at.of);
            break;
        case Stage::smallest:
            now.doing =
                doing(tell("looking at {}", logic::price_words(at.none_below, price, language)));
            break;
        case Stage::any:
            now.doing = doing(tell("looking for any argument"));
            break;
        case Stage::telling:
            now.doing = doing(tell("an argument is found; putting it into words"));
            break;
    }
    return now;
}

}  // namespace

const char* to_string(Why::Outcome outcome) {
    return enum_name(outcome, {"proved", "settled", "open", "unsolvable", "not known"});
}

std::optional<ClosestPair> closest_twins(const Puzzle& puzzle, const Budget& budget) {
    std::vector<Grid> solutions;
    const Ending ending = first_solutions(puzzle, budget.stop, solutions);
    if (solutions.size() < 2) return std::nullopt;
    ClosestPair best = closest_of(solutions, budget.stop);
    best.fewest =
        best.cells.size() <= fewest_differing || (ending == Ending::exhausted && !budget.stopped());
    if (best.fewest || ending == Ending::exhausted) return best;
    // Too many to compare: solutions that are made alike, cell by cell.
    std::size_t tried = 0;
    for (const Cell cell : differing(solutions.front(), solutions.back())) {
        if (budget.stopped() || ++tried > twins_tried) break;
        std::optional<ClosestPair> found = alike(puzzle, {.cell = cell}, budget);
        if (!found || budget.stopped() || found->cells.size() >= best.cells.size()) continue;
        best = std::move(*found);
        best.fewest = best.cells.size() <= fewest_differing;
        if (best.fewest) break;
    }
    return best;
}

Why why(const State& state, const Spot& asked, const Budget& budget, logic::Price price,
        const std::function<void(const WhyProgress&)>& on_progress, Language language) {
    Why found{.asked = asked};
    if (state.placed(asked.cell) || (asked.digit && !state.has({asked.cell, *asked.digit}))) {
        found.outcome = Why::Outcome::settled;
        return found;
    }
    logic::ProofOptions options;
    options.stop = budget.stop;
    options.price = price;
    options.nodes = proof_nodes;
    if (on_progress)
        options.on_progress = [&](const logic::ProofProgress& at) {
            on_progress(progress_of(at, price, language));
        };
    logic::MusFinder explainer{state, options};
    found.outcome = Why::Outcome::not_known;
    if (explainer.ending() != Ending::exhausted) return found;
    if (!explainer.solvable()) {
        found.outcome = Why::Outcome::unsolvable;
        return found;
    }
    found.possible = explainer.possible(asked.cell);
    const bool open = asked.digit
                          ? found.possible.contains(*asked.digit) && found.possible.size() > 1
                          : found.possible.size() > 1;
    if (!open) {
        const Digit digit = asked.digit.value_or(found.possible.first());
        found.step = explainer.why(state, {asked.cell, digit}).step;
        if (found.step && asked.digit) answer_alone(*found.step, {asked.cell, digit});
        // What nobody could follow at once may be followed step by step.
        if (state.rule_parts() != nullptr &&
            (!found.step ||
             (found.step->reasons.empty() && found.step->cites.size() > options.followed))) {
            const Candidate sought{asked.cell, digit};
            const logic::Path path = logic::walk_on(state, {.stop = budget.stop}, options, sought);
            if (auto part = logic::tidy_toward(state, path, sought)) {
                found.steps = std::move(part->entries);
                found.step.reset();
            }
        }
        if (found.step || !found.steps.empty()) found.outcome = Why::Outcome::proved;
        return found;
    }
    found.twins = twins_of(state.to_puzzle(), asked, budget, on_progress, language);
    if (found.twins) found.outcome = Why::Outcome::open;
    return found;
}

std::string to_text(const State& state, const Why& why, const Verbosity& telling) {
    const Words words{state.geometry(), telling.style};
    const std::string what = why.asked.digit ? words.candidate({why.asked.cell, *why.asked.digit})
                                             : words.cell(why.asked.cell);
    switch (why.outcome) {
        case Why::Outcome::proved:
            return why.step ? proof_text(state, *why.step, telling)
                            : steps_text(state, why.steps, telling);
        case Why::Outcome::settled: {
            const auto value = state.value(why.asked.cell);
            const std::string digit = value ? std::string{digit_symbol(*value)} : "";
            if (!why.asked.digit)
                return words.say(value ? "{} holds {} already." : "{} has no candidate left.", what,
                                 digit);
            if (value == why.asked.digit) return words.say("{} is on the board already.", what);
            if (value) return words.say("{} is ruled out: the cell holds {}.", what, digit);
            return ruled_out(state, {why.asked.cell, *why.asked.digit}, what, words);
        }
        case Why::Outcome::unsolvable:
            return words.say("The puzzle has no solution: anything follows.");
        case Why::Outcome::not_known:
            if (why.possible.empty()) return words.say("{} was not settled in time.", what);
            return words.say(
                "{}, but no argument that shows it from here was found in time. A walk comes there "
                "in steps.",
                words.say(!why.asked.digit                          ? "{} is {} in every solution"
                          : why.possible.contains(*why.asked.digit) ? "{} is in every solution"
                                                                    : "{} is in no solution",
                          what, words.digits(why.possible)));
        case Why::Outcome::open:
            break;
    }
    return words.say(why.asked.digit ? "{} can be true and can be false: neither follows."
                                     : "{} is not settled: it can be {}.",
                     what, words.digits(why.possible, "or")) +
           " " + twins_text(*why.twins, why.asked, words);
}

ordered_json to_json(const Record& record, const State& state, const Why& why,
                     const Verbosity& telling) {
    const Geometry& board = state.geometry();
    ordered_json object = question_json("clew/why/1", record, About::state);
    if (why.asked.digit)
        object["candidate"] = clew::to_string({why.asked.cell, *why.asked.digit}, board.size());
    else
        object["cell"] = clew::to_string(why.asked.cell, board.size());
    object["outcome"] = to_string(why.outcome);
    object["text"] = to_text(state, why, telling);
    if (why.step)
        object["step"] = explain::step_json(state, *why.step, telling.style, telling.work_matrix);
    State before = state;
    for (const logic::Entry& entry : why.steps) {
        object["steps"].push_back(explain::step_json(before, entry.step, telling.style));
        apply(entry.step, before);
    }
    if (why.twins) {
        object["possible"] = clew::to_string(why.possible);
        object["solutions"] = {to_line(why.twins->one, board), to_line(why.twins->other, board)};
        object["differ"] = ordered_json::array();
        for (const Cell cell : why.twins->cells)
            object["differ"].push_back(clew::to_string(cell, board.size()));
        object["fewest"] = why.twins->fewest;
    }
    return object;
}

explain::Frame frame_of(const Record& record, const State& state, const logic::Step& step,
                        explain::WordStyle style) {
    explain::View view = explain::view_of(state, record.puzzle);
    explain::show(view, state, step, style);
    const explain::Narration told = explain::narrate(state, step, style);
    return {.view = std::move(view), .title = told.title, .text = told.text()};
}

explain::Frame frame_of(const Record& record, const State& state, const Why& why,
                        const Verbosity& telling) {
    const Words words{state.geometry(), telling.style};
    explain::View view = explain::view_of(state, record.puzzle);
    if (why.step) explain::show(view, state, *why.step, telling.style);
    if (why.twins) {
        for (const Cell cell : why.twins->cells) {
            view.mark(Candidate{cell, why.twins->one[cell]}, explain::Tone::first);
            view.mark(Candidate{cell, why.twins->other[cell]}, explain::Tone::second);
        }
        view.legend = {{explain::Tone::first, words.say("one solution")},
                       {explain::Tone::second, words.say("the other")}};
    }
    return {
        std::move(view),
        words.say("Why {}", why.asked.digit ? words.candidate({why.asked.cell, *why.asked.digit})
                                            : words.cell(why.asked.cell)),
        to_text(state, why, telling),
        {},
        0,
        explain::FrameKind::step,
        {},
        0,
        why.step ? explain::every_line(explain::narrate(state, *why.step, telling.style),
                                       telling.style.language)
                 : explain::Folded{}};
}

Leftover leftover(const State& state, const Budget& budget, const Verbosity& telling) {
    Leftover found;
    const Language language = telling.style.language;
    if (state.contradiction() || state.open_count() == 0) return found;
    logic::ProofOptions options;
    options.nodes = options.refutation_nodes = quick_nodes;
    options.told_most = quick_size;
    options.stop = budget.stop;
    logic::MusFinder explainer{state, options};
    if (explainer.ending() != Ending::exhausted || !explainer.solvable()) return found;
    const Puzzle puzzle = state.to_puzzle();
    Solver solver{puzzle};
    std::vector<Cell> open;
    for (const Cell cell : state.open()) open.push_back(cell);
    const bool one =
        std::ranges::all_of(open, [&](Cell cell) { return explainer.possible(cell).size() == 1; });
    for (const Cell cell : open)
        for (const Digit d : state.candidates(cell)) {
            if (budget.stopped()) return found;
            const Candidate candidate{cell, d};
            if (!explainer.possible(cell).contains(d)) {
                std::string text =
                    say(language, "is in no solution, though no step of this walk shows it.");
                const auto step = explainer.why(state, candidate).step;
                if (step && step->cites.size() <= quick_size)
                    text += " " + explain::narrate(state, *step, telling.style).text();
                found.staying.push_back({candidate, std::move(text), {}});
                continue;
            }
            auto place = std::ranges::find_if(found.solutions,
                                              [&](const Grid& grid) { return grid[cell] == d; });
            if (place == found.solutions.end()) {
                solver.allow(cell, DigitSet{d});
                Grid grid;
                const bool any = solver.solve(grid, budget).solutions == 1;
                solver.allow(cell, puzzle.options(cell));
                if (!any) continue;  // stopped
                place = found.solutions.insert(found.solutions.end(), std::move(grid));
            }
            const auto number = static_cast<std::size_t>(place - found.solutions.begin());
            found.staying.push_back(
                {candidate,
                 say(language,
                     one ? "is in the only solution, though no step of this walk places it."
                     : explainer.possible(cell).size() == 1
                         ? "is in every solution, though no step of this walk places it."
                         : "stays: it is in solution {}.",
                     number + 1),
                 number});
        }
    return found;
}

}  // namespace clew::report
