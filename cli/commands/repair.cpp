// clew repair: why is this puzzle not valid, and what would make it so?

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/result_json.hpp"
#include "encode/board/notation.hpp"
#include "encode/setter/completion.hpp"
#include "encode/setter/repair.hpp"

namespace clew::cli {
namespace {

using nlohmann::ordered_json;

const char* word(Validity validity) {
    switch (validity) {
        case Validity::none:
            return "no solution";
        case Validity::unique:
            return "one solution";
        case Validity::several:
            return "several solutions";
        case Validity::unknown:
            break;
    }
    return "unknown";
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
    std::string text;
    for (const std::string& part : parts) {
        if (!text.empty()) text += between;
        text += part;
    }
    return text;
}

class RepairCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"repair", "Set", "Find the slip that made a puzzle invalid, and what to add"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        a.choice("--pairs", options_.pairs,
                 {{"none", setter::Pairs::none},
                  {"needed", setter::Pairs::if_needed},
                  {"all", setter::Pairs::all}},
                 "pairs of changes: never, where no single one helps (the default), or always");
        a.value(
             "--budget", options_.max_pairs, "N",
             "try so many pairs at most, the likelier first; if not given 5e6, 1e5 on boards other "
             "than plain 9x9, which take longer")
            .not_with({{"--pairs", {"none"}}});
        a.value("--top", top_, "N", "proposals of each kind to print; 20 if not given, 0 for all");
        a.value("--max-solutions", completion_.max_solutions, "N",
                "look for additions and questions with up to so many solutions; 1000 if not given");
        a.note(
            "One proposal a line, the likeliest first: clues that were moved, misread, swapped or "
            "invented, two digits confused, lines shifted or swapped, boxes or the grid turned. "
            "Then, for a puzzle with several solutions, the smallest sets of clues to add, the "
            "smallest sets of cells to ask for, and the questions that part the solutions best; "
            "for one without solution, the smallest sets of clues that fight each other. The "
            "order is a judgement of what is worth a look first.");
        a.note(
            "Ends with 0 if there is a proposal or the puzzle is valid, with 12 if there is none.");
        a.example("clew repair examples/p92.sdk",
                  "finds the clue 6 that slipped from r3c4 to r3c5");
        a.example("clew repair --pairs all --budget 1e6 puzzle.sdk", "two slips at once as well");
    }

    ExitCode run(Host& host) override {
        if (top_ > 0) completion_.max_sets = std::max<std::size_t>(completion_.max_sets, top_);
        batch_.unit = "changes";
        options_.max_proposals = top_ == 0 ? 100'000 : std::max<std::size_t>(top_, 1);
        return batch_.run(host, "clew/repair/1", [this](const Record& record, Asking& asking) {
            return mend(record, asking);
        });
    }

  private:
    Answer mend(const Record& record, Asking& asking) const {
        const SolveOptions& asked = asking.options;
        const StopFlag* stop = asked.budget.stop;
        const Puzzle& puzzle = record.puzzle;
        setter::RepairOptions repairing = options_;
        repairing.stop = stop;
        repairing.threads = asked.threads;
        repairing.on_tried = [&](std::uint64_t n) { asking.progress.add(n); };
        setter::CompletionOptions completing = completion_;
        completing.budget.stop = stop;
        const setter::Repair repair = setter::repair(puzzle, repairing);
        setter::Completion completion;
        setter::ClueConflicts conflicts;
        if (repair.before == Validity::several) completion = setter::completion(puzzle, completing);
        if (repair.before == Validity::none)
            conflicts =
                setter::conflicting_clues(puzzle, top_ == 0 ? 10'000 : top_ + 1, {.stop = stop});
        Answer answer;
        answer.out = batch_.json ? json(record, repair, completion, conflicts).dump() + "\n"
                                 : text(puzzle, repair, completion, conflicts);
        if (!batch_.quiet) answer.err = remarks(record, repair, completion, conflicts);
        const bool found = !repair.proposals.empty() || !completion.clues.sets.empty();
        if (repair.before == Validity::unknown)
            answer.code = ExitCode::partial;
        else if (repair.before != Validity::unique && !found)
            answer.code = ExitCode::not_found;
        return answer;
    }

    std::size_t shown(std::size_t n) const {
        return top_ == 0 ? n : std::min<std::size_t>(n, top_);
    }

    static std::string clue_text(Candidate clue, std::size_t n) {
        return fmt::format("{} at {}", digit_symbol(clue.digit), to_string(clue.cell, n));
    }

    static std::string parts_text(const setter::CellQuestion& question) {
        std::vector<std::string> parts;
        for (const auto& [digit, count] : question.parts)
            parts.push_back(fmt::format("{} ({})", count, digit_symbol(digit)));
        return joined(parts, ", ");
    }

    void proposals_text(std::ostream& out, const setter::Repair& repair) const {
        for (std::size_t i = 0; i < shown(repair.proposals.size()); ++i) {
            const setter::Proposal& p = repair.proposals[i];
            out << p.text << ": 1 solution";
            if (!p.reasons.empty()) out << " (" << joined(p.reasons, "; ") << ")";
            out << "\n";
        }
    }

    void additions_text(std::ostream& out, const setter::Completion& completion,
                        std::size_t n) const {
        const auto& clues = completion.clues;
        for (std::size_t i = 0; i < shown(clues.sets.size()); ++i) {
            std::vector<std::string> parts;
            for (const Candidate& c : clues.sets[i]) parts.push_back(clue_text(c, n));
            out << "add " << joined(parts, " and ") << ": 1 solution ("
                << (clues.size == 1 ? "one clue is enough"
                                    : fmt::format("no fewer than {} clues will do", clues.size));
            if (const auto& symmetry = completion.symmetries[i])
                out << "; makes the clues' places symmetric: " << setter::to_string(*symmetry);
            out << ")\n";
        }
    }

    std::string text(const Puzzle& puzzle, const setter::Repair& repair,
                     const setter::Completion& completion,
                     const setter::ClueConflicts& conflicts) const {
        std::ostringstream out;
        const std::size_t n = puzzle.geometry().size();
        // One clue left out is likelier than two slips.
        const bool only_pairs = repair.singles_valid == 0 && completion.clues.size == 1;
        if (only_pairs) additions_text(out, completion, n);
        proposals_text(out, repair);
        if (!only_pairs) additions_text(out, completion, n);
        const auto& cells = completion.cells;
        for (std::size_t i = 0; i < shown(cells.sets.size()); ++i) {
            std::vector<std::string> parts;
            for (Cell c : cells.sets[i]) parts.push_back(to_string(c, n));
            out << "ask for " << joined(parts, " and ")
                << fmt::format(": tells all {} solutions apart", completion.solutions.size())
                << (cells.size > 1 ? fmt::format(" (no fewer than {} cells will do)", cells.size)
                                   : "")
                << "\n";
        }
        for (std::size_t i = 0; i < shown(completion.questions.size()); ++i) {
            const setter::CellQuestion& q = completion.questions[i];
            out << fmt::format("which digit is at {}? splits {} solutions into {}\n",
                               to_string(q.cell, n), completion.solutions.size(), parts_text(q));
        }
        for (std::size_t i = 0; i < shown(conflicts.sets.size()); ++i)
            out << "conflict: " << joined(members(conflicts.sets[i], puzzle), ", ") << "\n";
        return out.str();
    }

    static std::vector<std::string> members(const setter::ConflictingClues& set,
                                            const Puzzle& puzzle) {
        const std::size_t n = puzzle.geometry().size();
        std::vector<std::string> parts;
        for (Cell c : set.clues) parts.push_back(clue_text({c, *puzzle.given(c)}, n));
        for (Cell c : set.marks) parts.push_back("the pencil marks of " + to_string(c, n));
        return parts;
    }

    std::string remarks(const Record& record, const setter::Repair& repair,
                        const setter::Completion& completion,
                        const setter::ClueConflicts& conflicts) const {
        std::string said;
        const auto say = [&](const std::string& what) {
            said += "clew: " + name_of(record) + ": " + what + "\n";
        };
        if (repair.before == Validity::unique) {
            say("valid, it has exactly one solution");
            return said;
        }
        if (repair.before == Validity::unknown) {
            say("the time ended before it was known how many solutions it has");
            return said;
        }
        const bool listed = completion.listing == Ending::exhausted;
        if (repair.before == Validity::several)
            say(listed ? fmt::format("{} solutions", completion.solutions.size())
                       : fmt::format("more than {} solutions: no additions and no questions",
                                     completion_.max_solutions));
        else
            say(conflicts.sets.empty()
                    ? "no solution"
                    : fmt::format("no solution; {}{} minimal conflicting set{}",
                                  conflicts.ending == Ending::exhausted ? "" : "at least ",
                                  conflicts.sets.size(), conflicts.sets.size() == 1 ? "" : "s"));
        say(fmt::format("{} of {} single changes make it valid", repair.singles_valid,
                        repair.singles_tried));
        if (repair.pairs_tried > 0)
            say(fmt::format(
                "{} of {} pairs of changes make it valid{}", repair.pairs_valid, repair.pairs_tried,
                repair.ending == Ending::exhausted
                    ? ""
                    : fmt::format("; not all were tried ({}){}", to_string(repair.ending),
                                  repair.ending == Ending::out_of_budget ? ": --budget N tries more"
                                                                         : "")));
        if (repair.undecided > 0)
            say(fmt::format("{} changes were too hard to decide", repair.undecided));
        for (const auto& [what, ending, size] :
             {std::tuple{"clues", completion.clues.ending, completion.clues.size},
              std::tuple{"cells", completion.cells.ending, completion.cells.size}})
            if (listed && ending != Ending::exhausted)
                say(
                    fmt::format("not all smallest sets of {} were found ({}); no set is smaller "
                                "than {}",
                                what, to_string(ending), size));
        const std::size_t left =
            static_cast<std::size_t>(repair.singles_valid + repair.pairs_valid) -
            shown(repair.proposals.size());
        if (left > 0) say(fmt::format("{} more proposals: --top 0 prints all", left));
        return said;
    }

    ordered_json json(const Record& record, const setter::Repair& repair,
                      const setter::Completion& completion,
                      const setter::ClueConflicts& conflicts) const {
        const std::size_t n = record.puzzle.geometry().size();
        ordered_json object = result_json("clew/repair/1", record);
        object["validity"] = word(repair.before);
        object["ending"] = to_string(repair.ending);
        object["singles"] = {{"tried", repair.singles_tried}, {"valid", repair.singles_valid}};
        object["pairs"] = {{"tried", repair.pairs_tried}, {"valid", repair.pairs_valid}};
        object["undecided"] = repair.undecided;
        ordered_json proposals = ordered_json::array();
        for (std::size_t i = 0; i < shown(repair.proposals.size()); ++i) {
            const setter::Proposal& p = repair.proposals[i];
            ordered_json entry;
            entry["text"] = p.text;
            entry["points"] = p.points;
            entry["reasons"] = p.reasons;
            entry["changes"] = ordered_json::array();
            for (const setter::Change& change : p.changes) {
                ordered_json edits = ordered_json::array();
                for (const setter::Edit& e : change.edits)
                    edits.push_back(
                        {{"cell", to_string(e.cell, n)},
                         {"digit", e.digit ? ordered_json(std::string(1, digit_symbol(*e.digit)))
                                           : ordered_json(nullptr)}});
                entry["changes"].push_back({{"kind", to_string(change.kind)}, {"edits", edits}});
            }
            entry["puzzle"] = to_line(p.mended);
            entry["solution"] = to_line(p.solution);
            proposals.push_back(std::move(entry));
        }
        object["proposals"] = std::move(proposals);
        if (repair.before == Validity::several) {
            object["solutions"] = {
                {"count", completion.listing == Ending::exhausted ? completion.solutions.size()
                                                                  : completion_.max_solutions},
                {"exact", completion.listing == Ending::exhausted}};
            object["add_clues"] = sets_json(completion.clues, [&](const Candidate& c) {
                return ordered_json(to_string(c, n));
            });
            ordered_json symmetries = ordered_json::array();
            for (std::size_t i = 0; i < shown(completion.clues.sets.size()); ++i) {
                const auto& symmetry = completion.symmetries[i];
                symmetries.push_back(symmetry ? ordered_json(setter::to_string(*symmetry))
                                              : ordered_json(nullptr));
            }
            object["add_clues"]["symmetries"] = std::move(symmetries);
            object["ask_cells"] =
                sets_json(completion.cells, [&](Cell c) { return ordered_json(to_string(c, n)); });
            object["questions"] = ordered_json::array();
            for (std::size_t i = 0; i < shown(completion.questions.size()); ++i) {
                const setter::CellQuestion& q = completion.questions[i];
                ordered_json parts = ordered_json::array();
                for (const auto& [digit, count] : q.parts)
                    parts.push_back(
                        {{"digit", std::string(1, digit_symbol(digit))}, {"solutions", count}});
                object["questions"].push_back({{"cell", to_string(q.cell, n)}, {"parts", parts}});
            }
        }
        if (repair.before == Validity::none) {
            object["conflicts"] = ordered_json::array();
            for (std::size_t i = 0; i < shown(conflicts.sets.size()); ++i) {
                ordered_json clues = ordered_json::array(), marks = ordered_json::array();
                for (Cell c : conflicts.sets[i].clues) clues.push_back(to_string(c, n));
                for (Cell c : conflicts.sets[i].marks) marks.push_back(to_string(c, n));
                object["conflicts"].push_back({{"clues", clues}, {"marks", marks}});
            }
            object["conflicts_exhausted"] = conflicts.ending == Ending::exhausted &&
                                            shown(conflicts.sets.size()) == conflicts.sets.size();
        }
        return object;
    }

    template <class Element, class Name>
    ordered_json sets_json(const setter::SmallestSets<Element>& smallest, Name name) const {
        ordered_json sets = ordered_json::array();
        for (std::size_t i = 0; i < shown(smallest.sets.size()); ++i) {
            ordered_json set = ordered_json::array();
            for (const Element& e : smallest.sets[i]) set.push_back(name(e));
            sets.push_back(std::move(set));
        }
        return {{"size", smallest.size},
                {"found", smallest.sets.size()},
                {"ending", to_string(smallest.ending)},
                {"sets", std::move(sets)}};
    }

    BatchCommand batch_;
    setter::RepairOptions options_;
    setter::CompletionOptions completion_;
    std::uint64_t top_ = 20;
};

}  // namespace

std::unique_ptr<Command> make_repair() { return std::make_unique<RepairCommand>(); }

}  // namespace clew::cli
