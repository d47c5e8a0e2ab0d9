// clew judge: whether somebody's steps and somebody's grid are right.

#include <algorithm>
#include <iterator>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/input_file.hpp"
#include "cli/usage_error.hpp"
#include "explain/report/judge.hpp"

namespace clew::cli {
namespace {

class JudgeCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"judge", "Explain", "Judge somebody's steps, or what somebody filled in"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        a.file("--steps", steps_, "FILE",
               "steps, a line each: r4c6=5 or r1c2<>37, r1c5<>3, and after a colon from what, "
               "'3 in row 1; r1c1'");
        a.file("--grid", grid_, "FILE", "what was filled in: a line of symbols, or another format");
        a.flag("--spoil", spoil_, "name the cells that are wrong");
        a.note(
            "A step follows from what it cites, or it is true but does not follow from that, or "
            "true in some solutions only, or in none. A step that cites nothing is shown by the "
            "shortest argument. A game in progress is judged as a grid is. Exit code 13: something "
            "is not right.");
        a.example("clew judge examples/gould92.sdk --grid mine.sdk", "how many digits are wrong");
        a.example("clew judge examples/gould92.sdk --steps steps.txt", "what each step is worth");
    }

    ExitCode run(Host& host) override {
        const std::vector<std::string>& files = batch_.input.files;
        if (steps_ == "-" &&
            (files.empty() || std::ranges::find(files, "-") != files.end() || grid_ == "-"))
            throw UsageError("--steps", "standard input is read once", "a file of the puzzle");
        return batch_.run(host, "clew/judge/1", std::bind_front(&JudgeCommand::answer, this));
    }

  private:
    BatchAnswer answer(Record record, BatchContext& asking) {
        const StopFlag* stop = &asking.watch.flag();
        if (grid_) {
            const auto grid =
                PuzzleInput{asking.host, {.files = {*grid_}, .rules = Rules::known}}.only();
            if (!grid) return unfinished(asking);
            record = for_option("--grid", [&] { return report::with_grid(record, grid->puzzle); });
        }
        std::vector<report::WrittenStep> written;
        if (steps_) {
            std::call_once(steps_are_read_, [&] {
                NamedInput file{asking.host, *steps_, stop};
                steps_text_ = {std::istreambuf_iterator<char>(file.stream()), {}};
                steps_source_ = file.source();
            });
            if (stop->raised()) return unfinished(asking);
            std::istringstream lines{steps_text_};
            written = report::read_steps(lines, steps_source_, logic::State{record.puzzle});
        }
        if (written.empty() && !record.progress)
            throw UsageError("--steps", "there is nothing to judge",
                             "--steps, --grid, or a puzzle with digits filled in");
        const report::Judged judged = report::judge(record, written, {.stop = stop});
        BatchAnswer given;
        const report::Spoilers telling{.spoil = spoil_};
        given.out = batch_.structured()
                        ? batch_.line(report::to_json(record, judged, telling))
                        : report::to_text(judged, record.puzzle.geometry().size(), telling);
        if (judged.ending != Ending::exhausted) return unfinished(asking, std::move(given));
        given.code = judged.right()        ? ExitCode::ok
                     : judged.has_solution ? ExitCode::disagree
                                           : ExitCode::no_solution;
        return given;
    }

    static BatchAnswer unfinished(BatchContext& asking, BatchAnswer given = {}) {
        given.code = asking.watch.exit_code();
        return given;
    }

    BatchCommand batch_{.input = {.rules = Rules::known}, .about = report::About::state};
    std::optional<std::string> steps_, grid_;
    std::once_flag steps_are_read_;
    std::string steps_text_, steps_source_;
    bool spoil_ = false;
};

}  // namespace

std::unique_ptr<Command> make_judge() { return std::make_unique<JudgeCommand>(); }

}  // namespace clew::cli
