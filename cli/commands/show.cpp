// clew show: puzzles as boards to look at, in the terminal or on paper.

#include <algorithm>
#include <cmath>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/picture_file.hpp"
#include "cli/terminal.hpp"
#include "cli/usage_error.hpp"
#include "cli/watch.hpp"
#include "core/base/text.hpp"
#include "core/rules/registry.hpp"
#include "explain/pictures/view.hpp"
#include "explain/pictures/write_text.hpp"
#include "explain/report/question.hpp"
#include "explain/report/rate.hpp"
#include "explain/report/solve.hpp"

namespace clew::cli {
namespace {

class ShowCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"show", "Files", "Draw puzzles as boards, in the terminal or as sheets to print"};
    }

    void declare(Arguments& a) override {
        batch_.declare_answers(a);
        batch_.naming = Naming::above;
        a.at("--json").help = "one JSON line a puzzle instead: the board and its rules in words";
        a.at("--json").not_with({{"--output"}});
        a.at("--names").not_with({{"--output"}});
        a.at("--quiet").topic.clear();
        a.at("--quiet").help =
            "the boards alone; words only where a drawing does not say everything";
        a.flag("-c,--candidates", candidates_, "show what each open cell may still hold")
            .not_with({{"--json"}});
        a.flag("--solution", solution_, "fill in the solution that the file holds, if it does")
            .not_with({{"--json"}});
        a.file("-o,--output", output_, "FILE",
               "draw the boards there, whole or not at all; the name says how: .svg, .pdf or .png");
        a.choice("--paper", paper_,
                 {{"auto", std::nullopt},
                  {"fit", explain::Paper::fit},
                  {"a4", explain::Paper::a4},
                  {"letter", explain::Paper::letter}},
                 "-o: the size of a page; fit: as large as the boards")
            .needs({{"--output"}});
        a.value("--per-page", per_page_, "N", "-o: boards on a page, 1 to 60")
            .from(1, 60)
            .needs({{"--output"}});
        a.choice("--solutions", solutions_, {"none", "last", "upside-down"},
                 "-o: the solutions too, on the last pages or at the foot of each page")
            .needs({{"--output"}});
        a.value("--title", heading_, "TEXT", "-o: what stands at the top of a page")
            .needs({{"--output"}});
        a.flag("--grade", grade_,
               "-o: how hard each plain 9x9 board is for people: a grade, and minutes")
            .needs({{"--output"}});
        declare_color(a, color_);
        a.note(
            "Every command reads the boards that this one prints: what a drawing cannot tell "
            "(diagonals, rules, which digits are the player's) stands above it, in the line that "
            "begins with 'question:'.");
        a.example("clew show examples/p92.sdk", "the board");
        a.example("clew show -c examples/p92.sdk", "with the candidates that the givens leave");
        a.example("clew show examples/p92.sdk -o p92.svg", "the bare board as a picture");
        a.example("clew show puzzles.txt -o sheet.pdf --per-page 6 --solutions last",
                  "sheets for a class, the solutions on the last page");
    }

    ExitCode run(Host& host) override {
        if (output_) return draw(host);
        batch_.between = "\n";
        if (batch_.quiet && batch_.names == Names::automatic) batch_.names = Names::never;
        return batch_.run(host, schema, [this](const Record& record, BatchContext& asking) {
            BatchAnswer answer;
            answer.out =
                batch_.json ? batch_.line(json(record)) : drawn(record, Paint{asking.host, color_});
            return answer;
        });
    }

  private:
    static constexpr const char* schema = "clew/show/1";

    static nlohmann::ordered_json json(const Record& record) {
        nlohmann::ordered_json object = report::question_json(schema, record);
        object["format"] = record.format;
        object["givens"] = record.puzzle.given_count();
        object["marks"] = record.puzzle.has_marks();
        return object;
    }

    explain::View view(const Record& record) const {
        if (solution_ && record.solution) return explain::view_of(record.puzzle, *record.solution);
        if (!record.progress) return explain::view_of(record.puzzle);
        const clew::PlayerMarks& progress = *record.progress;
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

    /// True if the pencil marks are part of what the file says, or are asked for.
    bool shows_marks(const Record& record) const {
        bool removed = false;
        if (record.progress)
            for (DigitSet digits : record.progress->removed) removed |= !digits.empty();
        return candidates_ || record.puzzle.has_marks() || removed;
    }

    /// -o: all boards on pages.
    ExitCode draw(Host& host) {
        const auto format = picture_format_of(*output_);
        if (!format)
            throw UsageError("--output", "'" + *output_ + "' does not say a format",
                             "a name that ends in .svg, .pdf or .png");
        OutputFile file{host, output_};
        Watch watch{host, std::nullopt};
        std::vector<explain::SheetPuzzle> boards;
        explain::SheetOptions sheet{.solutions = solutions_, .heading = heading_};
        BatchOptions batch;
        batch.stop = &watch.flag();
        const ExitCode code =
            run_batch(host, batch_.input, batch, [&](const Record& record, unsigned, const Say&) {
                if (shows_marks(record)) sheet.pencil_marks = explain::PencilMarks::shown;
                boards.push_back({view(record), title(record, watch)});
                if (solutions_ != explain::SheetSolutions::none)
                    report::add_solution(record, boards.back(), {.stop = &watch.flag()});
                return BatchAnswer{};
            });
        if (watch.stopped() || boards.empty()) return worse(code, watch.exit_code());
        const bool pdf = *format == PictureFormat::pdf;
        sheet.paper =
            paper_.value_or(!pdf && !per_page_ ? explain::Paper::fit : explain::Paper::a4);
        sheet.per_page = per_page_ ? static_cast<std::size_t>(*per_page_) : usual(boards.size());
        // Numbers tell the boards apart; one that is alone and fits its picture needs no title.
        for (std::size_t i = 0; i < boards.size(); ++i)
            if (boards.size() > 1)
                boards[i].title =
                    std::to_string(i + 1) + (boards[i].title.empty() ? "" : ". " + boards[i].title);
            else if (sheet.paper == explain::Paper::fit && !grade_)
                boards[i].title.clear();
        const std::vector<std::string> pages = explain::write_sheets(boards, sheet);
        if (!pdf && pages.size() > 1)
            throw UsageError("--output",
                             "these are " + std::to_string(pages.size()) +
                                 " pages, and an SVG or a PNG holds one",
                             "a .pdf, or more boards --per-page");
        write_picture(pages, *format, file.stream());
        file.commit();
        return code;
    }

    /// The title of its own, and how hard it is if that is wanted and can be told.
    std::string title(const Record& record, Watch& watch) const {
        std::string text = report::own_title_of(record);
        if (!grade_ || !record.puzzle.is_plain_classic()) return text;
        const rating::HumanRating rated =
            report::rate_human(record.puzzle, {.solve = {.budget = {.stop = &watch.flag()}}})
                .rating;
        if (!rated.solved) return text;
        const long minutes = std::max(std::lround(rated.seconds / 60), 1L);
        return text + (text.empty() ? "" : ", ") + rating::to_string(rated.grade) + ", about " +
               std::to_string(minutes) + (minutes == 1 ? " minute" : " minutes");
    }

    /// Boards on a page if nobody says: large ones for a few, six for many.
    static std::size_t usual(std::size_t boards) {
        return boards <= 2 ? boards : boards <= 4 ? 4 : 6;
    }

    /// True if the board that is drawn is read as this question and no other.
    static bool tells_all(const std::string& board, const Record& record) {
        try {
            const std::vector<Record> again = read_all(board);
            return !record.progress && again.size() == 1 && again[0].puzzle == record.puzzle;
        } catch (const InputError&) {
            return false;
        }
    }

    std::string drawn(const Record& record, const Paint& paint) const {
        const Puzzle& puzzle = record.puzzle;
        std::string text;
        if (!batch_.quiet) {
            if (const std::string title = report::own_title_of(record); !title.empty())
                text += paint(Style::strong, printable(title)) + ": ";
            text += puzzle.geometry().description() + ", " + std::to_string(puzzle.given_count()) +
                    " givens" + (puzzle.has_marks() ? " and pencil marks" : "") + " (" +
                    record.format + ")\n";
            for (const auto& [key, value] : record.metadata)
                if (key != "title")
                    text += paint(Style::faint, printable(key) + ": " + printable(value)) + "\n";
            for (const Rule& rule : puzzle.rules())
                text += "rule: " + printable(rules::words(rule, puzzle.geometry())) + "\n";
            for (const std::string& note : record.notes)
                text += paint(Style::faint, "note: " + printable(note)) + "\n";
        }
        const explain::View seen = view(record);
        explain::TextOptions options{.colour = explain::Colour::none,
                                     .pencil_marks = shows_marks(record)
                                                         ? explain::PencilMarks::shown
                                                         : explain::PencilMarks::hidden};
        std::string board = explain::write_text(seen, options);
        if (!(solution_ && record.solution) && !tells_all(board, record)) {
            // In ASCII, so that no name of a rule reaches the terminal as it is.
            const auto json = nlohmann::ordered_json::parse(
                write_record({.puzzle = record.puzzle, .progress = record.progress}, "json"));
            text += paint(Style::faint, "question: " + json.dump(-1, ' ', true)) + "\n";
        }
        options.colour = paint.on() ? explain::Colour::ansi : explain::Colour::none;
        return text + (paint.on() ? explain::write_text(seen, options) : board);
    }

    BatchCommand batch_{.input = {.rules = Rules::known, .digits_from_0 = true}};
    bool candidates_ = false;
    bool solution_ = false;
    bool grade_ = false;
    std::optional<std::string> output_;
    std::optional<explain::Paper> paper_;
    std::optional<std::uint64_t> per_page_;
    explain::SheetSolutions solutions_ = explain::SheetSolutions::none;
    std::string heading_;
    ColorMode color_ = ColorMode::automatic;
};

}  // namespace

std::unique_ptr<Command> make_show() { return std::make_unique<ShowCommand>(); }

}  // namespace clew::cli
