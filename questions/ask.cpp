// How many solutions, and which: count, verify, live, density, solutions, differ.

#include <algorithm>

#include "core/board/notation.hpp"
#include "explain/report/count.hpp"
#include "explain/report/density.hpp"
#include "explain/report/question.hpp"
#include "explain/report/solve.hpp"
#include "explain/report/text.hpp"
#include "explain/report/why.hpp"
#include "questions/table.hpp"
#include "setter/density.hpp"
#include "setter/digit_order.hpp"
#include "setter/repair.hpp"

namespace clew::questions {

using nlohmann::ordered_json;

namespace {

const char* const ending_schema =
    R"("ending": {"enum": ["exhausted", "limit reached", "out of budget", "interrupted"]})";
const char* const texts_schema = R"({"type": "array", "items": {"type": "string"}})";
const char* const count_schema = R"({"type": ["integer", "string"], "pattern": "^[0-9]+$"})";

/// Options that tell how many were counted so far.
SolveOptions counting(QuestionContext& asking) {
    SolveOptions options = asking.options();
    options.on_progress = [&asking, told = options.on_progress](const Progress& reached, Engine e) {
        told(reached, e);
        if (reached.solutions > 0)
            asking.partial({{"count", reached.solutions}}, Delivery::instead);
    };
    return options;
}

ordered_json count(QuestionContext& asking) {
    const Puzzle& puzzle = asking.puzzle();
    const Language language = language_of(asking);
    SolveOptions options = counting(asking);
    options.on_forecast = [&](const Forecast& told) {
        if (told.seconds < report::long_seconds) return Flow::go_on;
        ordered_json forecast = report::to_json(told);
        forecast["text"] = report::to_text(told, asking.threads(), language);
        asking.partial({{"forecast", std::move(forecast)}});
        return Flow::go_on;
    };
    return to_json(asking.record(), report::Counted{clew::count(puzzle, options), {}});
}

ordered_json verify(QuestionContext& asking) {
    report::VerifyOptions options{.solving = counting(asking),
                                  .redundancy = asking.flag("minimal")
                                                    ? report::Redundancy::asked
                                                    : report::Redundancy::not_asked};
    const Language language = language_of(asking);
    options.limit = asking.whole("limit", options.limit);
    options.solving.limit = unlimited;
    options.clash = report::Clash::equal_clues;
    report::Verification found = report::verification(asking.puzzle(), options);
    if (found.verdict.validity == Validity::none && !found.conflict) {
        // Why takes longer than that there is none.
        asking.partial(to_json(asking.record(), found, language));
        found.conflict = setter::quick_conflict(asking.puzzle(), asking.budget().stop);
    }
    return to_json(asking.record(), found, language);
}

ordered_json lines_of(const std::vector<Grid>& grids, const Geometry& geometry) {
    ordered_json lines = ordered_json::array();
    for (const Grid& grid : grids) lines.push_back(to_line(grid, geometry));
    return lines;
}

void add_twins(ordered_json& answer, const Puzzle& puzzle, const report::ClosestPair& twins) {
    answer["solutions"] = lines_of({twins.one, twins.other}, puzzle.geometry());
    answer["differ"] = report::cells_json(twins.cells, puzzle.geometry().size());
    answer["fewest"] = twins.fewest;
}

/// What a setter wants to see while he works: valid or not at once, then how many, then two that
/// are as alike as can be.
ordered_json live(QuestionContext& asking) {
    const Puzzle& puzzle = asking.puzzle();
    ordered_json answer = report::question_json(asking.schema().c_str(), asking.record());
    const Verdict verdict = clew::verify(puzzle, asking.options());
    answer["validity"] = report::to_string(verdict.validity);
    const auto set_count = [&](const ordered_json& number, bool exact, Ending ending, Engine by) {
        answer["count"] = number;
        answer["exact"] = exact;
        answer["ending"] = to_string(ending);
        answer["engine"] = to_string(by);
    };
    const std::size_t seen = verdict.witnesses.size();
    const bool settled = verdict.validity == Validity::none || verdict.validity == Validity::unique;
    set_count(seen, settled, settled ? Ending::exhausted : verdict.ending, verdict.engine);
    answer["solutions"] = lines_of(verdict.witnesses, puzzle.geometry());
    if (verdict.validity != Validity::several) return answer;
    asking.partial(answer);
    if (const auto twins = report::closest_twins(puzzle, asking.budget())) {
        add_twins(answer, puzzle, *twins);
        asking.partial(answer);
    }
    const CountResult counted = report::no_less(clew::count(puzzle, counting(asking)), seen);
    set_count(report::count_number(counted.solutions), counted.exact(), counted.ending,
              counted.engine);
    return answer;
}

ordered_json density(QuestionContext& asking) {
    const Puzzle& puzzle = asking.puzzle();
    const Record& record = asking.record();
    using setter::Counting;
    const auto ask = [&](Counting counting) {
        return setter::density(
            puzzle, {.counting = counting, .budget = asking.budget(), .threads = asking.threads()});
    };
    // Where counting may take long, what is in some solution and what in all comes first.
    std::optional<ordered_json> quick;
    if (asking.flag("true_only") || !puzzle.is_plain_classic()) {
        const setter::Density some = ask(Counting::none);
        if (some.known()) quick = report::to_json(record, some);
        if (quick && asking.flag("true_only")) return *quick;
        if (quick) asking.partial(*quick);
    }
    const setter::Density counted = ask(Counting::counts);
    if (counted.known() || !quick) return report::to_json(record, counted);
    (*quick)["ending"] = to_string(counted.ending());
    return *quick;
}

/// Where a page of solutions ended: the next page goes on there.
struct PageEnd {
    Grid last;
    Engine engine;
};

/// Where a list may be taken up again without a page having ended there.
constexpr std::uint64_t between_marks = 1 << 16;

/// By the order of digits, as far behind as one likes.
ordered_json ranked(QuestionContext& asking) {
    const std::string text = asking.text("rank");
    const std::optional<Count> from = Count::parse(text);
    if (!from || text.size() > 100)
        throw InputError({.source = "rank"}, "'" + text + "' is no number", "decimal digits");
    const Puzzle& puzzle = asking.puzzle();
    const std::string key = "solutions-by-digits:" + report::line_of(puzzle);
    using setter::DigitOrder;
    auto order = asking.cache().get<DigitOrder>(key);
    if (!order) {
        order = std::make_shared<const DigitOrder>(puzzle);
        asking.cache().put(key, order, key.size() + DigitOrder::most_bytes);
    }
    const std::size_t cells = puzzle.geometry().cell_count();
    const DigitOrder::Page page = order->page(
        *from, std::min(asking.whole("limit", 20), asking.limits().solutions),
        {.budget = asking.budget(), .threads = asking.threads(), .on_count = [&](std::size_t n) {
             asking.progress(n, cells);
         }});
    ordered_json answer = report::question_json(asking.schema().c_str(), asking.record());
    answer["from"] = report::count_number(*from);
    answer["solutions"] = lines_of(page.grids, puzzle.geometry());
    answer["more"] =
        page.ending != Ending::exhausted || *from + Count{page.grids.size()} < *page.total;
    answer["ending"] = to_string(page.ending);
    answer["engine"] = "density";
    if (page.total) answer["count"] = report::count_number(*page.total);
    return answer;
}

ordered_json solutions(QuestionContext& asking) {
    if (asking.has("rank")) return ranked(asking);
    const Puzzle& puzzle = asking.puzzle();
    const std::uint64_t from = asking.whole("from", 0);
    const std::uint64_t wanted = std::min(asking.whole("limit", 20), asking.limits().solutions);
    const std::string key = "solutions:" + report::line_of(puzzle) + ":";
    SolveOptions options{.budget = asking.budget(), .threads = asking.threads()};
    std::uint64_t at = 0;
    // On from where a page ended, or from the last mark before.
    const auto take_up = [&](std::uint64_t mark) {
        const auto end = asking.cache().get<PageEnd>(key + std::to_string(mark));
        if (!end) return false;
        at = mark;
        options.engine = end->engine;
        options.resume_behind = end->last;
        return true;
    };
    if (from > 0 && !take_up(from))
        for (std::uint64_t mark = from - from % between_marks; mark > 0; mark -= between_marks)
            if (take_up(mark)) break;
    const auto remember = [&](const Grid& last, Engine engine) {
        asking.cache().put(key + std::to_string(at),
                           std::make_shared<const PageEnd>(PageEnd{last, engine}),
                           key.size() + sizeof(PageEnd) + 100 + last.cell_count());
    };
    // Another board may be listed by an engine that cannot go on: that is known at the end only.
    if (puzzle.is_plain_classic()) options.engine = Engine::search;
    const bool marking = options.engine == Engine::search;
    options.limit = from - at + wanted + 1;  // one more, to know whether there is one
    ordered_json page = ordered_json::array();
    std::optional<Grid> last;
    const CountResult result = enumerate(puzzle, options, [&](const Grid& grid) {
        if (page.size() == wanted) return Flow::stop;
        if (++at > from) {
            page.push_back(to_line(grid, puzzle.geometry()));
            last = grid;
        } else if (marking && at % between_marks == 0) {
            remember(grid, options.engine);
        }
        if (at <= from && at % 4096 == 0) asking.progress(at, from);
        return Flow::go_on;
    });
    const bool more = result.ending == Ending::limit_reached;
    if (more && last && can_resume(result.engine)) remember(*last, result.engine);
    ordered_json answer = report::question_json(asking.schema().c_str(), asking.record());
    answer["from"] = from;
    answer["solutions"] = std::move(page);
    answer["more"] = result.ending != Ending::exhausted;
    answer["ending"] = to_string(result.ending);
    answer["engine"] = to_string(result.engine);
    if (result.ending == Ending::exhausted) answer["count"] = at;
    return answer;
}

ordered_json differ(QuestionContext& asking) {
    const Puzzle& puzzle = asking.puzzle();
    ordered_json answer = report::question_json(asking.schema().c_str(), asking.record());
    const Verdict verdict = clew::verify(puzzle, asking.options());
    answer["validity"] = report::to_string(verdict.validity);
    answer["solutions"] = lines_of(verdict.witnesses, puzzle.geometry());
    if (verdict.validity != Validity::several) return answer;
    if (const auto twins = report::closest_twins(puzzle, asking.budget())) {
        add_twins(answer, puzzle, *twins);
    } else {
        std::vector<Cell> cells;
        for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
            if (verdict.witnesses[0][Cell{i}] != verdict.witnesses[1][Cell{i}])
                cells.push_back(Cell{i});
        add_twins(answer, puzzle, {verdict.witnesses[0], verdict.witnesses[1], cells, false});
    }
    return answer;
}

}  // namespace

void add_ask(std::vector<Question>& table) {
    const std::string ending = ending_schema, texts = texts_schema, number = count_schema;
    const std::string validity =
        R"("validity": {"enum": ["none", "unique", "several", "unknown"]})";
    const std::string counted = R"("count": )" + number + R"(, "exact": {"type": "boolean"}, )" +
                                ending + R"(, "engine": {"type": "string"})";
    const std::string twins = R"("solutions": )" + texts + R"(, "differ": )" + texts +
                              R"(, "fewest": {"type": "boolean"})";
    const Parameter limit = whole("limit", "stop after so many solutions").from(1);
    table.push_back({.name = "count",
                     .summary = "Count all solutions, exactly",
                     .details = "Numbers beyond 2^53 are strings of digits. While it counts: "
                                "partial {\"count\"}, the number so far, and before a long "
                                "count {\"forecast\"}: what it takes.",
                     .takes = {puzzle_parameter(), limit},
                     .gives = R"({"properties": {)" + counted +
                              R"(}, "required": ["count", "exact", "ending", "engine"]})",
                     .answer = count});
    table.push_back(
        {.name = "verify",
         .summary = "Whether a puzzle has no solution, exactly one, or several",
         .details = "Several solutions are counted up to the limit, 1 000 000 if it is "
                    "not given; `witnesses` are the solution or two of them, `differ` "
                    "the cells in which these differ. Where there is no solution `conflict` "
                    "names what cannot stand together, if it is soon found; partial: the answer "
                    "without it.",
         .takes = {puzzle_parameter(), limit,
                   flag("minimal", "also say which clues are redundant")},
         .gives = R"({"properties": {)" + validity + ", " + counted +
                  R"(, "conflict": {"type": "object"}, "witnesses": )" + texts + R"(, "differ": )" +
                  texts + R"(, "minimal": {"type": "boolean"}, "redundant": )" + texts +
                  R"(}, "required": ["validity"]})",
         .answer = verify});
    table.push_back({.name = "live",
                     .summary = "Valid or not, two solutions that are most alike, and how many",
                     .details = "What an editor shows while somebody edits, in one answer; the "
                                "parts of it come as they are known, whole each time.",
                     .takes = {puzzle_parameter(), limit},
                     .gives = R"({"properties": {)" + validity + ", " + counted + ", " + twins +
                              R"(}, "required": ["validity", "count", "exact", "solutions"]})",
                     .answer = live});
    table.push_back(
        {.name = "density",
         .summary = "In how many solutions each candidate is",
         .details =
             "`cells` has for each cell the number of solutions with each of its digits, or, "
             "where they are not counted, the digits that are in some solution; `backbone` "
             "the cells that are the same in all.",
         .takes = {puzzle_parameter(),
                   flag("true_only", "do not count: what is in some and what in all")},
         .gives = R"({"properties": {"counted": {"type": "boolean"}, )" + ending +
                  R"(, "engine": {"type": "string"}, "count": )" + number +
                  R"(, "backbone": {"type": "object"}, "cells": {"type": "object",
                       "additionalProperties": {"type": ["object", "string"]}}},
                     "required": ["counted", "ending", "backbone", "cells"]})",
         .answer = density});
    table.push_back(
        {.name = "solutions",
         .summary = "A page of the solutions",
         .details = "In the same order every time; `more` says whether there are any behind the "
                    "page, `count` is their number where the page is the last. `from` is reached "
                    "by listing. With `rank` they come in the order of their digits, and how many "
                    "have each digit says where to go on: any number is reached that can be "
                    "counted to.",
         .takes = {puzzle_parameter(), whole("from", "how many to pass over"),
                   text("rank", "instead of from: how many to pass over, in decimal digits"),
                   whole("limit", "how many; 20").from(1)},
         .gives = R"({"properties": {"from": )" + number + R"(, "solutions": )" + texts +
                  R"(, "more": {"type": "boolean"}, "engine": {"type": "string"}, "count": )" +
                  number + ", " + ending +
                  R"(}, "required": ["from", "solutions", "more", "ending", "engine"]})",
         .answer = solutions});
    table.push_back(
        {.name = "differ",
         .summary = "Two solutions that differ in the fewest cells",
         .details = "`fewest` says whether it is known that no two differ in fewer. Of a puzzle "
                    "with one solution, that one.",
         .takes = {puzzle_parameter()},
         .gives = R"({"properties": {)" + validity + ", " + twins +
                  R"(}, "required": ["validity", "solutions"]})",
         .answer = differ});
}

}  // namespace clew::questions
