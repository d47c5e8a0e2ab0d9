#include "explain/report/corpus.hpp"

#include <nlohmann/json.hpp>

#include "core/board/notation.hpp"
#include "core/board/symmetry.hpp"
#include "explain/report/question.hpp"
#include "explain/report/text.hpp"
#include "explain/words/narrate.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/path/step_json.hpp"

namespace clew::report {

using logic::Entry;
using logic::State;
using nlohmann::ordered_json;

CorpusLines corpus_lines(const Record& record, const Walked& walked, const std::string& command,
                         const StopFlag* stop) {
    CorpusLines lines;
    ordered_json question = question_json("clew/corpus/1", record);
    question["command"] = command;
    State state = walked.start;
    const std::size_t size = state.size();
    for (const Entry& entry : walked.path.entries) {
        if (entry.kind != Entry::Kind::deduction) continue;
        if (stop != nullptr && stop->raised()) break;
        const logic::Step& step = entry.step;
        const logic::AuditResult audit = logic::audit(state, step, {.stop = stop});
        if (!audit.sound()) {
            if (stop == nullptr || !stop->raised()) lines.unproved = audit.what;
            break;
        }
        ordered_json line = question;
        line["step"] = ++lines.steps;
        const ordered_json before = logic::to_json(state);
        line["placed"] = before["placed"];
        line["candidates"] = joined(before["candidates"].get<std::vector<std::string>>(), " ");
        line["technique"] = logic::info(step.technique).id;
        line["size"] = step.size;
        line["placements"] = candidates_json(step.placements, size);
        line["eliminations"] = candidates_json(step.eliminations, size);
        ordered_json& cites = line["cites"] = ordered_json::array();
        for (const logic::Citation& c : step.cites)
            cites.push_back(logic::to_string(c.constraint, state.geometry()));
        line["unique"] = !step.deadly.empty();
        line["text"] = explain::narrate(state, step).text();
        lines.text += line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
        logic::apply(step, state);
    }
    return lines;
}

std::string kind_of(const Record& record) {
    const Puzzle& puzzle = record.puzzle;
    if (has_isomorphisms(puzzle.geometry()) && puzzle.rules().empty() && !puzzle.has_marks()) try {
            return puzzle.geometry().description() + " " + to_line(canonical(puzzle).form);
        } catch (const InputError&) {  // equal clues in a line
        }
    const std::string beyond = question_beyond_line(puzzle);
    return beyond.empty() ? to_line(puzzle) : beyond;
}

}  // namespace clew::report
