// What would mend a puzzle: repair, misread, unavoidable, minimal.

#include <atomic>
#include <nlohmann/json.hpp>

#include "explain/report/minimal.hpp"
#include "explain/report/misread.hpp"
#include "explain/report/repair.hpp"
#include "explain/report/unavoidable.hpp"
#include "questions/table.hpp"

namespace clew::questions {

using nlohmann::ordered_json;

namespace {

ordered_json repair(QuestionContext& asking) {
    const Record& record = asking.record();
    report::DiagnosisOptions options{.top = static_cast<std::size_t>(asking.whole("top", 20))};
    options.repair.pairs =
        asking.choice<setter::Pairs>("pairs", {{"needed", setter::Pairs::if_needed},
                                               {"none", setter::Pairs::none},
                                               {"all", setter::Pairs::all}});
    options.repair.stop = &asking.stop();
    options.repair.threads = asking.threads();
    options.repair.language = language_of(asking);
    std::atomic<std::uint64_t> tried{0};
    options.repair.on_tried = [&](std::uint64_t n) { asking.progress(tried += n); };
    const report::Diagnosis found = report::diagnose(record.puzzle, options);
    ordered_json answer = to_json(record, found);
    if (asking.flag("page")) answer["remarks"] = report::remarks(found);
    return answer;
}

ordered_json misread(QuestionContext& asking) {
    const Record& record = asking.record();
    const setter::Confusions confusions = for_key("confusions", [&] {
        return setter::parse_confusions(asking.text("confusions", "usual"),
                                        record.puzzle.geometry().size());
    });
    return report::to_json(
        record, setter::misread(record.puzzle, confusions,
                                {.top = static_cast<std::size_t>(asking.whole("top", 10)),
                                 .stop = &asking.stop()}));
}

ordered_json unavoidable(QuestionContext& asking) {
    const Record& record = asking.record();
    report::DeadlySetFinder finder{{.max_size = static_cast<std::size_t>(asking.whole("size", 10)),
                                    .keep = asking.flag("not_hit")
                                                ? report::DeadlySetOptions::Keep::not_hit
                                                : report::DeadlySetOptions::Keep::all,
                                    .language = language_of(asking)}};
    const report::DeadlySets found = finder.find(record.puzzle, &asking.stop());
    ordered_json answer = to_json(record, found);
    if (asking.flag("page")) answer["text"] = summary_of(record.puzzle, found);
    return answer;
}

ordered_json minimal(QuestionContext& asking) {
    const Record& record = asking.record();
    const bool one = asking.flag("one");
    const report::Reduction found = report::reduce(
        record.puzzle, {.wanted = one ? report::MinimalMode::one : report::MinimalMode::redundant,
                        .seed = asking.whole("seed", 1),
                        .rules = asking.flag("rules"),
                        .budget = asking.budget(),
                        .language = language_of(asking)});
    ordered_json answer = to_json(record, found);
    if (asking.flag("page")) answer["text"] = report::remark(record.puzzle, found);
    return answer;
}

}  // namespace

void add_mend(std::vector<Question>& table) {
    table.push_back(
        {.name = "repair",
         .summary = "The slips that would explain an invalid puzzle, and what to add",
         .details = "`proposals`, the likeliest first, each with the puzzle that it makes. For a "
                    "puzzle with several solutions also the smallest sets of clues to add, of "
                    "cells to ask for, and the questions that part the solutions best; of one "
                    "without, the smallest sets of clues that fight.",
         .takes = {puzzle_parameter(),
                   choice("pairs", {"none", "needed", "all"},
                          "pairs of changes: never, where no single one helps, or always; needed "
                          "if nothing is said"),
                   whole("top", "so many proposals of each kind; 20 if nothing is said, 0 for all"),
                   page_parameter()},
         .gives = R"({"properties": {"validity": {"type": "string"},
             "proposals": {"type": "array"}, "remarks": {"type": "array"},
             "add_clues": {"type": "object"}, "ask_cells": {"type": "object"},
             "questions": {"type": "array"}},
           "required": ["validity", "proposals"]})",
         .answer = repair});
    table.push_back(
        {.name = "misread",
         .summary = "The valid puzzles nearest to one that was read from a photograph",
         .details =
             "`readings`, the likeliest first, each with what would have been misread and its "
             "share of the odds of all that were found; `suspects`, the cells to look at "
             "again.",
         .takes = {puzzle_parameter(),
                   text("confusions",
                        "which digits are taken for each other and how often, what a "
                        "cell may hold: 1/7, 3/8:0.1, r4c6=5:0.3, r1c1=.; usual if "
                        "nothing is said"),
                   whole("top", "so many readings; 10 if nothing is said").from(1, 1000)},
         .gives = R"({"properties": {"readings": {"type": "array"}, "suspects": {"type": "array"},
             "ending": {"type": "string"}},
           "required": ["readings", "suspects", "ending"]})",
         .answer = misread});
    table.push_back(
        {.name = "unavoidable",
         .summary = "Cells that can be filled otherwise with the rest left as it is",
         .details = "Of a puzzle with one solution all minimal sets up to `size` cells; of one "
                    "with several those that its solutions exhibit.",
         .takes = {puzzle_parameter(), whole("size", "cells; 10 if nothing is said").from(4, 24),
                   flag("not_hit", "only sets in which no clue stands"), page_parameter()},
         .gives = R"({"properties": {"sets": {"type": "array"}, "text": {"type": "string"}}})",
         .answer = unavoidable});
    table.push_back(
        {.name = "minimal",
         .summary = "The clues that follow from the others",
         .takes = {puzzle_parameter(),
                   flag("one", "also a puzzle with the same solutions and no such clue"),
                   whole("seed", "the order in which clues are taken out for it"),
                   flag("rules", "rules, too; for `one` they are taken out after the clues"),
                   page_parameter()},
         .gives = R"({"properties": {"redundant": {"type": "array"},
             "redundant_rules": {"type": "array"}, "text": {"type": "string"}}})",
         .answer = minimal});
}

}  // namespace clew::questions
