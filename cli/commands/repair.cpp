// clew repair: why is this puzzle not valid, and what would make it so?

#include <array>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/usage_error.hpp"
#include "explain/report/misread.hpp"
#include "explain/report/question.hpp"
#include "explain/report/repair.hpp"

namespace clew::cli {
namespace {

class RepairCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"repair", "Set",
                "Find likely typos in an invalid puzzle, or clues that make it unique"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        batch_.declare_csv(a);
        a.choice("--pairs", options_.repair.pairs, {"none", "needed", "all"},
                 "pairs of changes: never, where no single one helps (the default), or always");
        a.value(
             "--budget", options_.repair.max_pairs, "N",
             "try so many pairs at most, the likelier first; if not given 5e6, 1e5 on boards other "
             "than plain 9x9, which take longer")
            .not_with({{"--pairs", {"none"}}});
        a.value("--confusions", confusions_, "LIST",
                "the clues were read from a picture: the valid puzzles nearest to it, likeliest "
                "first, by digits that are taken for each other and what single cells may hold: "
                "usual,4/9:0.1,r4c6=5:0.3")
            .not_with({{"--pairs"}, {"--budget"}, {"--max-solutions"}, {"--csv"}});
        a.value("--top", options_.top, "N",
                "proposals of each kind to print; 20 if not given, 0 for all")
            .not_with({{"--csv"}});
        a.value("--max-solutions", options_.completion.max_solutions, "N",
                "look for additions and cells to reveal with up to so many solutions; 1000 if not "
                "given");
        a.note(
            "One proposal a line, the likeliest first: clues moved, misread, swapped or invented, "
            "digits confused, lines or boxes exchanged; sums misread or exchanged, cells in the "
            "wrong cage, lines drawn from the wrong end, rules invented. Then, for a puzzle with "
            "several solutions: the smallest sets of clues to add, the smallest sets of cells to "
            "reveal, and the cells that separate the solutions best. For one without a solution: "
            "the smallest sets of clues and rules that contradict each other.");
        a.note(
            "Ends with 0 if there is a proposal or the puzzle is valid, with 12 if there is none.");
        a.example("clew repair examples/p92.sdk",
                  "finds the clue 6 that slipped from r3c4 to r3c5");
        a.example("clew repair --confusions usual photo.txt",
                  "1 for 7, 3 for 8, 6 for 8, 5 for 6, and how sure each reading is");
        a.example("clew repair --pairs all --budget 1e6 puzzle.sdk", "two slips at once as well");
    }

    ExitCode run(Host& host) override {
        static constexpr std::array columns = {"validity",
                                               "ending",
                                               "solutions.count",
                                               "solutions.exact",
                                               "singles.valid",
                                               "pairs.valid",
                                               "proposals.first.text",
                                               "proposals.first.points",
                                               "proposals.first.puzzle",
                                               "proposals.first.solution"};
        if (confusions_)
            return batch_.run(host, "clew/misread/1",
                              std::bind_front(&RepairCommand::nearest, this));
        batch_.columns = columns;
        batch_.unit = "changes";
        return batch_.run(host, "clew/repair/1", std::bind_front(&RepairCommand::mend, this));
    }

  private:
    BatchAnswer nearest(const Record& record, BatchContext& asking) const {
        const setter::Confusions confusions = for_option("--confusions", [&] {
            return setter::parse_confusions(*confusions_, record.puzzle.geometry().size());
        });
        setter::MisreadOptions options;
        options.top = options_.top == 0 ? unlimited_size : options_.top;
        options.stop = asking.options.budget.stop;
        const setter::MisreadResult found = setter::misread(record.puzzle, confusions, options);
        BatchAnswer answer;
        answer.out = batch_.structured() ? batch_.line(report::to_json(record, found))
                                         : report::to_text(record.puzzle, found);
        if (found.ending == Ending::interrupted)
            answer.code = asking.watch.exit_code();
        else if (found.puzzles.empty())
            answer.code =
                found.ending == Ending::exhausted ? ExitCode::not_found : ExitCode::partial;
        return answer;
    }

    BatchAnswer mend(const Record& record, BatchContext& asking) const {
        const SolveOptions& asked = asking.options;
        report::DiagnosisOptions options = options_;
        options.repair.stop = asked.budget.stop;
        options.repair.threads = asked.threads;
        options.repair.on_tried = [&](std::uint64_t n) { asking.progress.add(n); };
        const report::Diagnosis found = report::diagnose(record.puzzle, options);
        BatchAnswer answer;
        answer.out = batch_.structured() ? batch_.line(to_json(record, found))
                                         : to_text(record.puzzle, found);
        if (!batch_.quiet) {
            const auto say = [&](const std::string& what) {
                answer.err += "clew: " + report::name_of(record) + ": " + what + "\n";
            };
            for (const std::string& remark : report::remarks(found)) say(remark);
            if (found.repair.ending == Ending::out_of_budget) say("--budget N tries more pairs");
            if (const std::size_t left = report::untold(found); left > 0)
                say(std::to_string(left) + " more proposals: --top 0 prints all");
        }
        const Validity before = found.repair.before;
        if (before == Validity::unknown)
            answer.code = ExitCode::partial;
        else if (before != Validity::unique && !found.found())
            answer.code = ExitCode::not_found;
        return answer;
    }

    BatchCommand batch_{.input = {.rules = Rules::known}};
    report::DiagnosisOptions options_;
    std::optional<std::string> confusions_;
};

}  // namespace

std::unique_ptr<Command> make_repair() { return std::make_unique<RepairCommand>(); }

}  // namespace clew::cli
