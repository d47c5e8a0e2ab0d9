// Puzzles to order and on paper: generate, sheet.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "explain/report/generate.hpp"
#include "explain/report/question.hpp"
#include "explain/report/solve.hpp"
#include "logic/strategies/unknown_name.hpp"
#include "questions/table.hpp"
#include "setter/generate.hpp"

namespace clew::questions {

using nlohmann::ordered_json;

namespace {

BoxShape boxes_of(const std::string& said) {
    std::istringstream in{said};
    BoxShape boxes{};
    char by = ' ';
    if (in >> boxes.rows >> by >> boxes.columns && by == 'x' && in.eof()) return boxes;
    throw InputError({.source = "boxes"}, "'" + said + "' does not fit",
                     "rows x columns of a box, such as 2x3, or none");
}

GeometryPtr board_of(const QuestionContext& asking) {
    GeometrySpec spec{.size = static_cast<std::size_t>(asking.whole("size", 9))};
    return for_key(asking.has("boxes") ? "boxes" : "size", [&] {
        const std::string boxes = asking.text("boxes");
        if (boxes.empty())
            spec.boxes = Geometry::standard(spec.size)->spec().boxes;
        else if (boxes != "none")
            spec.boxes = boxes_of(boxes);
        spec.main_diagonal = spec.anti_diagonal = asking.flag("diagonals");
        for (const BoardVariant& variant : board_variants())
            spec.*variant.flag = asking.flag(variant.key);
        return Geometry::make(std::move(spec));
    });
}

setter::Symmetry symmetry_of(const QuestionContext& asking) {
    return setter::parse_symmetry(asking.text("symmetry")).value_or(setter::Symmetry::none);
}

setter::Wishes wishes_of(const QuestionContext& asking) {
    setter::Wishes wishes;
    if (asking.has("board_of")) {
        const Puzzle puzzle =
            read_puzzle(asking.text("board_of"), "board_of", asking.stop()).puzzle;
        wishes.geometry = puzzle.geometry_ptr();
        wishes.rules = {puzzle.rules().begin(), puzzle.rules().end()};
    } else {
        wishes.geometry = board_of(asking);
    }
    if (asking.flag("non_consecutive")) wishes.rules.push_back({.kind = RuleKind::non_consecutive});
    for_key("place", [&] {
        for (const std::string& kind : asking.texts("place"))
            wishes.placements.push_back(setter::parse_placement(kind));
    });
    wishes.min_clues = static_cast<std::size_t>(asking.whole("min_clues", 0));
    wishes.max_clues = static_cast<std::size_t>(asking.whole("max_clues", max_cells));
    wishes.min_solutions = asking.whole("min_solutions", 1);
    wishes.max_solutions =
        asking.whole("max_solutions", std::max<std::uint64_t>(wishes.min_solutions, 1));
    wishes.symmetry = symmetry_of(asking);
    wishes.minimality =
        asking.flag("redundant") ? setter::Minimality::any : setter::Minimality::minimal;
    for (const char symbol : asking.text("pattern"))
        wishes.pattern.push_back(symbol != '.' && symbol != '0');
    wishes.seed = asking.whole("seed", 1);
    wishes.max_attempts = asking.whole("attempts", wishes.max_attempts);
    wishes.language = language_of(asking);
    return wishes;
}

report::PathWish path_of(const QuestionContext& asking) {
    report::PathWish path;
    for (const std::string& id : asking.texts("techniques")) {
        const auto technique = logic::parse_technique(id);
        if (!technique)
            throw InputError({.source = "techniques"}, logic::no_technique(id),
                             "an id such as naked-pair or x-wing");
        path.techniques.push_back(*technique);
    }
    if (asking.has("min_score") || asking.has("max_score"))
        path.score = {asking.whole("min_score", 0), asking.whole("max_score", unlimited - 1)};
    if (asking.has("difficulty"))
        path.grade = asking.choice<rating::HumanGrade>("difficulty", report::grades());
    path.rules = rules_of(asking, "rules", "methods");
    return path;
}

std::string text_of(const Record& record) {
    const Geometry& board = record.puzzle.geometry();
    const bool usual = record.puzzle.rules().empty() && board == *Geometry::standard(board.size());
    std::string text = write_record(record, usual ? "line" : "json");
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

ordered_json generate(QuestionContext& asking) {
    setter::Wishes wishes = wishes_of(asking);
    const report::PathWish path = path_of(asking);
    for_key("difficulty", [&] { report::prepare(path, wishes); });
    if (path.any())
        wishes.fault = [&](const Puzzle& puzzle) {
            return report::fault_of(puzzle, path, wishes, &asking.stop());
        };
    const setter::Generator generator =
        for_key("wishes", [&] { return setter::Generator{wishes}; });
    const std::uint64_t number = asking.whole("number", 1);
    if (number > asking.limits().puzzles)
        throw InputError({.source = "number"}, "more puzzles than are made at once",
                         std::to_string(asking.limits().puzzles) + " at most");
    ordered_json puzzles = ordered_json::array();
    std::uint64_t done = 0;
    const report::Failures failures = report::make_all(
        generator, number, asking.threads(), &asking.stop(), [&](const setter::Generated& made) {
            asking.progress(++done, number);
            if (!made.puzzle) return;
            const Record record = report::record_of(made, wishes);
            ordered_json told = {
                {"text", text_of(record)},
                {"clues", record.puzzle.given_count()},
                {"solutions", made.solutions},
                {"geometry", record.puzzle.geometry().description(wishes.language)}};
            puzzles.push_back(told);
            asking.partial({{"puzzles", {std::move(told)}}});
        });
    ordered_json answer = {{"schema", asking.schema()},
                           {"puzzles", std::move(puzzles)},
                           {"asked", number},
                           {"failed", failures.failed},
                           {"ending", to_string(asking.stopped()      ? Ending::interrupted
                                                : failures.failed > 0 ? Ending::out_of_budget
                                                                      : Ending::exhausted)}};
    if (failures.failed > 0) answer["text"] = report::to_text(failures, wishes);
    return answer;
}

ordered_json sheet(QuestionContext& asking) {
    using explain::Paper;
    using explain::SheetSolutions;
    const std::vector<std::string> wanted = asking.texts("puzzles");
    if (wanted.empty() || wanted.size() > asking.limits().puzzles)
        throw InputError({.source = "puzzles"}, "so many puzzles are not drawn",
                         "1 to " + std::to_string(asking.limits().puzzles));
    explain::SheetOptions options{
        .paper = asking.choice<Paper>("paper", {{"a4", Paper::a4}, {"letter", Paper::letter}}),
        .per_page = static_cast<std::size_t>(asking.whole("per_page", 6)),
        .solutions = asking.choice<SheetSolutions>("solutions",
                                                   {{"none", SheetSolutions::none},
                                                    {"last", SheetSolutions::last},
                                                    {"upside-down", SheetSolutions::upside_down}}),
        .heading = asking.text("title"),
        .language = language_of(asking)};
    std::vector<explain::SheetPuzzle> boards;
    for (const std::string& one : wanted) {
        const Record record = read_puzzle(one, "puzzles", asking.stop());
        if (record.puzzle.has_marks()) options.pencil_marks = explain::PencilMarks::shown;
        boards.push_back({explain::view_of(record.puzzle), report::own_title_of(record)});
        boards.back().view.language = options.language;
        if (options.solutions != SheetSolutions::none)
            report::add_solution(record, boards.back(), asking.budget(), options.language);
        std::string& title = boards.back().title;
        if (wanted.size() > 1)
            title = std::to_string(boards.size()) + (title.empty() ? "" : ". " + title);
        asking.progress(boards.size(), wanted.size());
    }
    return {{"schema", asking.schema()}, {"pages", explain::write_sheets(boards, options)}};
}

}  // namespace

void add_make(std::vector<Question>& table) {
    std::vector<std::string> symmetries;
    for (const setter::Symmetry s : setter::all_symmetries())
        symmetries.emplace_back(setter::to_string(s));
    table.push_back(
        {.name = "generate",
         .summary = "Make puzzles to order, with one solution or exactly so many",
         .details = "Parts of the answer have each puzzle as it is made. The same wishes and the "
                    "same seed make the same puzzles.",
         .takes =
             {whole("number", "how many; 1 if nothing is said").from(1),
              whole("seed", "1 if nothing is said"),
              whole("size", "side of the board; 9 if nothing is said")
                  .from(1, static_cast<double>(max_size)),
              text("boxes",
                   "rows and columns of a box, 2x3; none is a Latin square; usual "
                   "boxes if nothing is said"),
              text("board_of",
                   "a puzzle whose board and rules are taken, instead of size, boxes and further "
                   "houses"),
              flag("diagonals", "each digit once on both diagonals too"),
              flag("non_consecutive",
                   "cells side by side never hold digits that follow each other"),
              texts("place",
                    "rules to put on the board, such as kropki, or thermometer:4:3-6 for four of "
                    "three to six cells"),
              whole("min_clues", "clues at least"),
              whole("max_clues", "clues at most"),
              whole("min_solutions", "solutions at least; 1 if nothing is said").from(1),
              whole("max_solutions", "solutions at most; the least if nothing is said").from(1),
              choice("symmetry", std::move(symmetries), "of the clues' places"),
              text("pattern", "the clues' places, a symbol a cell: . and 0 are open"),
              flag("redundant", "allow clues that the others imply"),
              texts("techniques", "only puzzles whose path by logic uses one of these"),
              whole("min_score", "only puzzles that logic solves, with this score at least"),
              whole("max_score", "the same, at most"),
              choice("difficulty", report::grades(),
                     "only plain 9x9 puzzles that take people as long"),
              text("rules", "the rule set that rates; methods if none is named"),
              whole("attempts", "attempts a puzzle before giving up").from(1, 1e6)},
         .gives = R"({"properties": {"puzzles": {"type": "array", "items": {"type": "object",
             "properties": {"text": {"type": "string"}, "clues": {"type": "integer"},
               "solutions": {"type": "integer"}, "geometry": {"type": "string"}},
             "required": ["text", "clues", "solutions"]}},
             "asked": {"type": "integer"}, "failed": {"type": "integer"},
             "ending": {"enum": ["exhausted", "out of budget", "interrupted"]},
             "text": {"type": "string"}},
           "required": ["puzzles", "asked", "failed", "ending"]})",
         .about_a_puzzle = false,
         .example = R"({"number": 2, "size": 4, "seed": 7})",
         .answer = generate});
    std::vector<Parameter>& takes = table.back().takes;
    auto at = std::ranges::find(takes, "diagonals", &Parameter::name);
    for (const BoardVariant& variant : board_variants())
        at = takes.insert(at + 1, flag(variant.key, variant.help));
    table.push_back(
        {.name = "sheet",
         .summary = "Puzzles as pages to print, each an SVG document",
         .takes = {texts("puzzles", "each the text of one puzzle").required(),
                   whole("per_page", "boards on a page; 6 if nothing is said").from(1, 60),
                   choice("solutions", {"none", "last", "upside-down"},
                          "on pages of their own, or at the foot of each; none if nothing is said"),
                   choice("paper", {"a4", "letter"}, "a4 if nothing is said"),
                   text("title", "what stands at the top of a page")},
         .gives = R"({"properties": {"pages": {"type": "array", "items": {"type": "string"}}},
           "required": ["pages"]})",
         .about_a_puzzle = false,
         .example = R"({"puzzles": ["1...............", ".2.............."], "per_page": 2})",
         .answer = sheet});
}

}  // namespace clew::questions
