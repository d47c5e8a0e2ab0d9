#include "explain/report/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/enum_name.hpp"
#include "core/board/notation.hpp"
#include "explain/report/count.hpp"
#include "explain/report/question.hpp"
#include "explain/report/repair.hpp"
#include "explain/report/text.hpp"
#include "setter/completion.hpp"
#include "setter/minimal.hpp"

namespace clew::report {

using nlohmann::ordered_json;

const char* to_string(Validity validity) {
    return enum_name(validity, {"none", "unique", "several", "unknown"});
}

std::string to_text(const SolveResult& result, const Geometry& board) {
    if (result.solution) return to_line(*result.solution, board);
    return result.ending == Ending::exhausted ? "none" : "unknown";
}

ordered_json to_json(const Record& record, const SolveResult& result) {
    ordered_json line = question_json("clew/solve/1", record);
    line["status"] =
        result.solution ? std::string("solved") : to_text(result, record.puzzle.geometry());
    line["solution"] = result.solution
                           ? ordered_json(to_line(*result.solution, record.puzzle.geometry()))
                           : ordered_json(nullptr);
    line["engine"] = clew::to_string(result.engine);
    if (result.sat) line["sat"] = sat_json(*result.sat);
    return line;
}

Verification verification(const Puzzle& puzzle, const VerifyOptions& options) {
    Verification found;
    found.redundancy = options.redundancy;
    SolveOptions solving = options.solving;
    solving.limit = unlimited;
    found.verdict = verify(puzzle, solving);
    if (found.verdict.validity == Validity::several) {
        for (std::size_t i :
             setter::difference(found.verdict.witnesses[0], found.verdict.witnesses[1]))
            found.differing.push_back(Cell{i});
        solving.limit = options.limit;
        const std::size_t seen = found.verdict.witnesses.size();
        found.number =
            seen < options.limit
                ? no_less(count(puzzle, solving), seen)
                : CountResult{
                      {Count{seen}, Ending::limit_reached, 0, 0}, found.verdict.engine, {}, false};
    }
    if (found.verdict.validity == Validity::none)
        found.conflict = options.clash == Clash::equal_clues
                             ? setter::equal_clues(puzzle)
                             : setter::quick_conflict(puzzle, options.solving.budget.stop);
    if (options.redundancy == Redundancy::asked && !found.verdict.witnesses.empty()) {
        found.redundant = setter::redundant_clues(puzzle, options.solving.budget);
        if (options.solving.budget.stopped()) found.redundant.reset();
    }
    return found;
}

CountResult no_less(CountResult counted, std::size_t seen) {
    counted.solutions = std::max(counted.solutions, Count{seen});
    return counted;
}

Wording valid_text() { return {"valid", ": exactly one solution"}; }

Wording to_text(const Puzzle& puzzle, const Verification& found) {
    const std::size_t side = puzzle.geometry().size();
    const Verdict& verdict = found.verdict;
    Wording said;
    switch (verdict.validity) {
        case Validity::none:
            said = {"none", ": no solution"};
            if (found.conflict) said.tail += "; " + conflict_text(puzzle, *found.conflict);
            break;
        case Validity::unique:
            said = valid_text();
            break;
        case Validity::unknown:
            said.tail = std::string("unknown: ") +
                        (verdict.witnesses.empty() ? "" : "at least 1 solution, ") +
                        clew::to_string(verdict.ending);
            break;
        case Validity::several: {
            said.head = "several";
            said.tail = fmt::format(": {}{} solutions; two of them differ in {} cells:",
                                    found.number->exact() ? "" : "at least ",
                                    found.number->solutions.grouped(), found.differing.size());
            constexpr std::size_t shown = 8;
            for (std::size_t i = 0; i < std::min(shown, found.differing.size()); ++i) {
                const Cell cell = found.differing[i];
                said.tail +=
                    fmt::format("{} {} ({}/{})", i == 0 ? "" : ",", to_string(cell, side),
                                digit_symbol(verdict.witnesses[0][cell], puzzle.geometry()),
                                digit_symbol(verdict.witnesses[1][cell], puzzle.geometry()));
            }
            if (found.differing.size() > shown) said.tail += ", ...";
            break;
        }
    }
    if (found.redundant && found.redundant->empty()) said.tail += "; minimal";
    if (found.redundant && !found.redundant->empty()) {
        std::vector<std::string> clues;
        for (Cell cell : *found.redundant)
            clues.push_back(clue_text({cell, *puzzle.given(cell)}, puzzle.geometry()));
        said.tail += "; redundant: " + joined(clues, ", ");
    }
    if (found.redundancy == Redundancy::asked && !found.redundant &&
        verdict.validity != Validity::none)
        said.tail += "; minimality unknown";
    return said;
}

ordered_json to_json(const Record& record, const Verification& found, Language language) {
    const std::size_t side = record.puzzle.geometry().size();
    const Verdict& verdict = found.verdict;
    ordered_json line = question_json("clew/verify/1", record);
    line["validity"] = to_string(verdict.validity);
    if (found.number) {
        add_count(line, *found.number);
    } else {
        line["count"] = verdict.witnesses.size();
        line["exact"] = verdict.validity != Validity::unknown;
        line["ending"] = clew::to_string(verdict.validity == Validity::unknown ? verdict.ending
                                                                               : Ending::exhausted);
        line["engine"] = clew::to_string(verdict.engine);
        if (verdict.sat) line["sat"] = sat_json(*verdict.sat);
    }
    if (found.conflict) line["conflict"] = conflict_json(record.puzzle, *found.conflict, language);
    line["witnesses"] = ordered_json::array();
    for (const Grid& grid : verdict.witnesses)
        line["witnesses"].push_back(to_line(grid, record.puzzle.geometry()));
    line["differ"] = cells_json(found.differing, side);
    if (found.redundant) {
        line["minimal"] = found.redundant->empty();
        line["redundant"] = ordered_json::array();
        for (Cell cell : *found.redundant)
            line["redundant"].push_back(
                to_string(cell, side) + "=" +
                digit_symbol(*record.puzzle.given(cell), record.puzzle.geometry()));
    }
    return line;
}

void add_solution(const Record& record, explain::SheetPuzzle& board, const Budget& budget,
                  Language language) {
    if (record.solution) {
        board.solution = explain::view_of(record.puzzle, *record.solution);
        return;
    }
    const Verdict verdict = verify(record.puzzle, {.budget = budget});
    if (!verdict.witnesses.empty())
        board.solution = explain::view_of(record.puzzle, verdict.witnesses.front());
    if (verdict.validity == Validity::several)
        board.solution_note = say(language, "one of several solutions");
    if (verdict.validity == Validity::none) board.solution_note = say(language, "no solution");
}

std::string to_text(const Sample& sample, const Geometry& board) {
    std::string lines;
    for (const Grid& grid : sample.grids) lines += to_line(grid, board) + "\n";
    return lines;
}

std::string remark(const Sample& sample) {
    if (sample.ending != Ending::exhausted)
        return fmt::format("nothing drawn: {}", clew::to_string(sample.ending));
    if (sample.total == Count{}) return "no solution";
    return fmt::format("{} of {} solutions", sample.grids.size(), sample.total.to_string());
}

ordered_json to_json(const Record& record, const Sample& sample, std::uint64_t seed) {
    ordered_json object = question_json("clew/sample/1", record);
    object["count"] = count_number(sample.total);
    object["exact"] = sample.ending == Ending::exhausted;
    object["ending"] = clew::to_string(sample.ending);
    object["engine"] = clew::to_string(sample.engine);
    object["seed"] = seed;
    object["solutions"] = ordered_json::array();
    for (const Grid& grid : sample.grids)
        object["solutions"].push_back(to_line(grid, record.puzzle.geometry()));
    return object;
}

}  // namespace clew::report
