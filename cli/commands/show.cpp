// clew show: puzzles as boards to look at.

#include "cli/batch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal.hpp"
#include "cli/watch.hpp"
#include "encode/rules/registry.hpp"
#include "explain/view.hpp"
#include "explain/write_text.hpp"

namespace clew::cli {
namespace {

class ShowCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"show", "Files", "Draw puzzles as boards, with their pencil marks"};
    }

    void declare(Arguments& a) override {
        input_.declare(a);
        a.flag("-c,--candidates", candidates_, "show what each open cell may still hold");
        a.flag("--solution", solution_, "fill in the solution that the file holds, if it does");
        a.flag("-q,--quiet", quiet_, "the boards alone, without a word on each");
        declare_color(a, color_);
        a.note(
            "Candidates are also shown without -c where pencil marks are part of the puzzle. What "
            "the file holds of a player's entries is drawn as such.");
        a.example("clew show examples/p92.sdk", "the board");
        a.example("clew show -c examples/p92.sdk", "with the candidates that the givens leave");
    }

    ExitCode run(Host& host) override {
        const Paint paint{host, color_};
        BatchOptions batch;
        Watch watch{host, std::nullopt};
        batch.stop = &watch.flag();
        batch.between = "\n";
        const ExitCode code = run_batch(host, input_, batch, [&](const Record& record, unsigned) {
            Answer answer;
            answer.out = drawn(record, paint);
            return answer;
        });
        return worse(code, watch.exit_code());
    }

  private:
    explain::View view(const Record& record) const {
        if (solution_ && record.solution) return explain::view_of(record.puzzle, *record.solution);
        if (!record.progress) return explain::view_of(record.puzzle);
        const Progress& progress = *record.progress;
        const std::size_t cells = record.puzzle.geometry().cell_count();
        Puzzle after = record.puzzle;
        for (std::size_t i = 0; i < cells; ++i)
            if (progress.placed[i] && !after.given(Cell{i}))
                after.set_given(Cell{i}, *progress.placed[i]);
        explain::View view = explain::view_of(after);
        for (std::size_t i = 0; i < cells; ++i) {
            view.cells[i].candidates -= progress.removed[i];
            if (record.puzzle.given(Cell{i}) || !progress.placed[i]) continue;
            view.cells[i].given.reset();
            view.cells[i].placed = progress.placed[i];
        }
        return view;
    }

    std::string drawn(const Record& record, const Paint& paint) const {
        const Puzzle& puzzle = record.puzzle;
        std::string text;
        if (!quiet_) {
            const auto title = record.metadata.find("title");
            text += paint(Style::strong,
                          title != record.metadata.end() ? title->second : name_of(record)) +
                    ": " + puzzle.geometry().description() + ", " +
                    std::to_string(puzzle.given_count()) + " givens" +
                    (puzzle.has_marks() ? " and pencil marks" : "") + " (" + record.format + ")\n";
            for (const auto& [key, value] : record.metadata)
                if (key != "title") text += paint(Style::faint, key + ": " + value) + "\n";
            for (const Rule& rule : puzzle.rules())
                text += "rule: " + rules::words(rule, puzzle.geometry()) + "\n";
            for (const std::string& note : record.notes)
                text += paint(Style::faint, "note: " + note) + "\n";
        }
        bool removed = false;
        if (record.progress)
            for (DigitSet digits : record.progress->removed) removed |= !digits.empty();
        const bool marks = candidates_ || puzzle.has_marks() || removed;
        return text + explain::write_text(
                          view(record),
                          {.colour = paint.on() ? explain::Colour::ansi : explain::Colour::none,
                           .pencil_marks =
                               marks ? explain::PencilMarks::shown : explain::PencilMarks::hidden});
    }

    PuzzleInput::Options input_{.rules = Rules::known};
    bool candidates_ = false;
    bool solution_ = false;
    bool quiet_ = false;
    ColorMode color_ = ColorMode::automatic;
};

}  // namespace

std::unique_ptr<Command> make_show() { return std::make_unique<ShowCommand>(); }

}  // namespace clew::cli
