// What stands on the board: read, board, convert.

#include <algorithm>
#include <sstream>

#include "core/base/retold.hpp"
#include "core/base/stopped.hpp"
#include "core/rules/families.hpp"
#include "encode/cnf/dimacs_format.hpp"
#include "explain/pictures/page_data.hpp"
#include "explain/report/question.hpp"
#include "explain/report/walk.hpp"
#include "explain/step_view.hpp"
#include "explain/words/words.hpp"
#include "questions/table.hpp"

namespace clew::questions {

using nlohmann::ordered_json;

namespace {

/// Formats that hold all of it.
ordered_json writable_formats(const Record& record) {
    ordered_json names = ordered_json::array();
    for (const FormatInfo& format : known_formats()) {
        if (!format.can_write) continue;
        try {
            write_record(record, format.name);
            names.push_back(format.name);
        } catch (const InputError&) {
            continue;  // it has no room for this board or its rules
        }
    }
    return names;
}

std::string as_json_text(const Record& record) {
    std::string text = write_record(record, "json");
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

ordered_json read(QuestionContext& asking) {
    std::istringstream in{asking.text("puzzle")};
    PuzzleReader reader{
        in, "puzzle",
        reader_options(asking.stop(), asking.text("format"), asking.texts("without"))};
    const std::uint64_t wanted = asking.whole("index", 1);
    std::optional<Record> chosen;
    std::uint64_t puzzles = 0;
    ordered_json lines = ordered_json::array();
    while (!asking.stopped()) {
        std::optional<Record> record = reader.next();
        if (!record) break;
        if (lines.size() < asking.limits().puzzles) lines.push_back(as_json_text(*record));
        if (++puzzles == wanted) chosen = std::move(*record);
    }
    if (!chosen && asking.stopped()) throw Stopped{};
    if (!chosen)
        throw InputError({.source = "puzzle"},
                         puzzles == 0 ? "there is no puzzle" : "there are not so many puzzles",
                         puzzles == 0 ? "a puzzle" : "an index of 1 to " + std::to_string(puzzles));
    const Record& record = *chosen;
    ordered_json answer =
        report::question_json(asking.schema().c_str(), record, report::About::state);
    answer["question"] = as_json_text(record);
    answer["size"] = record.puzzle.geometry().size();
    answer["format"] = record.format;
    answer["title"] = report::title_of(record, language_of(asking));
    answer["metadata"] = record.metadata;
    answer["notes"] = ordered_json::array();
    for (const std::string& note : record.notes)
        answer["notes"].push_back(retold(language_of(asking), note));
    answer["left_out"] = record.left_out;
    answer["formats"] = writable_formats(record);
    answer["puzzles"] = puzzles;
    if (puzzles > 1) answer["questions"] = std::move(lines);
    return answer;
}

ordered_json board(QuestionContext& asking) {
    const Record& record = asking.record();
    const Language language = language_of(asking);
    explain::View view = explain::view_of(report::start_of(record), record.puzzle);
    view.language = language;
    ordered_json answer =
        report::question_json(asking.schema().c_str(), record, report::About::state);
    answer.update(explain::board_data(view));
    answer["title"] = report::title_of(record, language);
    answer["svg"] = explain::page_board(view, report::title_of(record, language));
    const Geometry& geometry = record.puzzle.geometry();
    const explain::Words words{geometry, {explain::Notation::r1c1, language}};
    answer["houses"] = ordered_json::array();
    for (std::size_t h = 0; h < geometry.house_count(); ++h) {
        ordered_json cells = ordered_json::array();
        for (const Cell c : geometry.cells_of(House{h})) cells.push_back(c.index());
        answer["houses"].push_back(
            {{"name",
              language == Language::english ? geometry.info(House{h}).name : words.house(House{h})},
             {"cells", cells}});
    }
    for (std::size_t r = 0; r < record.puzzle.rules().size(); ++r)
        answer["rules"][r] = rules::words(record.puzzle.rules()[r], geometry, language);
    // Those that are put on cells.
    answer["kinds"] = ordered_json::object();
    for (const rules::RuleFamily& family : rules::families())
        for (const rules::SetterRow& row : family.rows)
            if (!is_whole_board(row.kind) && row.kind != RuleKind::alternatives)
                answer["kinds"][say(language, family.name)][row.key] =
                    say(language, to_string(row.kind));
    return answer;
}

ordered_json convert(QuestionContext& asking) {
    std::istringstream in{asking.text("puzzle")};
    PuzzleReader reader{in, "puzzle", reader_options(asking.stop())};
    std::ostringstream out;
    std::vector<std::string> left_out;
    std::uint64_t puzzles = 0;
    const std::string format = asking.text("to");
    try {
        PuzzleWriter writer{out, format, cnf::foreign_formats()};
        while (!asking.stopped()) {
            const std::optional<Record> record = reader.next();
            if (!record) break;
            if (++puzzles > asking.limits().puzzles)
                throw InputError(record->place, "more puzzles than are written at once",
                                 std::to_string(asking.limits().puzzles) + " puzzles");
            for (std::string& what : writer.write(*record))
                if (std::ranges::find(left_out, what) == left_out.end())
                    left_out.push_back(std::move(what));
        }
        if (puzzles == 0 && asking.stopped()) throw Stopped{};
        if (puzzles == 0) throw InputError({.source = "puzzle"}, "there is no puzzle", "a puzzle");
        writer.finish();
    } catch (const InputError& error) {
        if (!error.place().source.empty()) throw;
        throw InputError({.source = "to"}, error.what(), error.hint());
    }
    return {{"schema", asking.schema()},
            {"format", format},
            {"text", out.str()},
            {"puzzles", puzzles},
            {"left_out", left_out}};
}

}  // namespace

void add_board(std::vector<Question>& table) {
    table.push_back(
        {.name = "read",
         .summary = "Read a puzzle in any format",
         .details = "A text may hold several puzzles; `index` chooses one, 1 is the first. The "
                    "`parts` of an error are the keys that `without` may name. "
                    "`question` is the puzzle as Clew's own JSON, with all that the text said.",
         .takes = {puzzle_parameter(), text("format", "its name, if it is not to be recognised"),
                   whole("index", "which puzzle of the text").from(1),
                   texts("without",
                         "parts of an f-puzzles or SudokuPad document that are no rules, "
                         "by their keys")},
         .gives = R"({"properties": {
             "question": {"type": "string"}, "size": {"type": "integer"},
             "format": {"type": "string"}, "title": {"type": "string"},
             "metadata": {"type": "object"},
             "notes": {"type": "array", "items": {"type": "string"}},
             "left_out": {"type": "array", "items": {"type": "string"}},
             "formats": {"type": "array", "items": {"type": "string"}},
             "puzzles": {"type": "integer"},
             "questions": {"type": "array", "items": {"type": "string"}}},
           "required": ["question", "size", "format", "title", "notes", "formats", "puzzles"]})",
         .answer = read});
    table.push_back(
        {.name = "board",
         .summary = "Draw the board, with every symbol that could stand anywhere",
         .details =
             "`svg` has an element of the id `v<cell>-<digit>` for each digit and "
             "`k<cell>-<digit>` for each pencil mark, 0-based, of the classes given, placed, "
             "candidate and off, and empty groups `under` and `over` for marks; its colours "
             "stand in /page/board-light.css and /page/board-dark.css. `state` has [kind, digit, "
             "mask] for each cell: kind "
             "0 open, 1 given, 2 placed.",
         .takes = {puzzle_parameter()},
         .gives = R"({"properties": {
             "size": {"type": "integer"}, "symbols": {"type": "string"},
             "cells": {"type": "array", "items": {"type": "string"}},
             "unit": {"type": "number"},
             "middles": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
             "state": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
             "title": {"type": "string"}, "svg": {"type": "string"},
             "houses": {"type": "array", "items": {"type": "object", "properties": {
                "name": {"type": "string"},
                "cells": {"type": "array", "items": {"type": "integer"}}}}},
             "kinds": {"type": "object"}},
           "required": ["size", "symbols", "cells", "unit", "middles", "state", "svg", "houses"]})",
         .answer = board});
    std::vector<std::string> formats;
    for (const FormatInfo& format : known_formats())
        if (format.can_write) formats.emplace_back(format.name);
    table.push_back({.name = "convert",
                     .summary = "Write puzzles in another format",
                     .takes = {text("puzzle", "the text of one puzzle or several").required(),
                               choice("to", std::move(formats), "the format").required()},
                     .gives = R"({"properties": {
             "format": {"type": "string"}, "text": {"type": "string"},
             "puzzles": {"type": "integer"},
             "left_out": {"type": "array", "items": {"type": "string"}}},
           "required": ["format", "text", "puzzles", "left_out"]})",
                     .about_a_puzzle = false,
                     .example = example({{"to", "sdk"}}),
                     .answer = convert});
}

}  // namespace clew::questions
