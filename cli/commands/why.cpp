// clew why: why a candidate must hold or cannot, what a cell holds and why, or two solutions that
// differ there.

#include <array>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/explain_options.hpp"
#include "cli/usage_error.hpp"
#include "explain/pictures/write_html.hpp"
#include "explain/pictures/write_svg.hpp"
#include "explain/report/question.hpp"
#include "explain/report/why.hpp"
#include "explain/walkthrough.hpp"
#include "explain/words/words.hpp"

namespace clew::cli {
namespace {

/// Whether a word asks about a cell, on whatever board: r4c4=7, r4c4, 44.7, 44.
bool asks(const std::string& word) {
    return parse_spot(word, max_size) || parse_spot(word, 9, max_cells - 81);
}

enum class Format : std::uint8_t { text, json, csv, html, svg };

/// Of --format csv.
constexpr std::array columns = {"candidate", "cell",   "outcome", "step.size", "step.none_below",
                                "possible",  "differ", "fewest",  "text"};

class WhyCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"why", "Explain", "Say why a candidate is true or false, or what a cell can hold"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        a.at("FILE").help =
            "a puzzle file, or - for standard input; and the candidate or cell: r4c4=7 or r4c4; or "
            "as tables print them, 44.7 or 44";
        batch_.declare_csv(a);
        a.at("--json").help = "the same as --format json";
        a.at("--csv").help = "the same as --format csv: a row a question";
        a.at("--names").not_with({{"--format", {"json", "csv", "html", "svg"}}});
        a.choice(
             "--format", format_, {"text", "json", "csv", "html", "svg"},
             "text, one JSON line or row a question, a page with a board for each, or the board "
             "of one")
            .not_with({{"--json"}, {"--csv"}});
        a.flag("--full", full_,
               "tell a long reason line by line, with what each line rests on; by default only its "
               "main lines")
            .not_with({{"--json"}, {"--csv"}, {"--format", {"json", "csv", "html", "svg"}}});
        declare_style(a, style_);
        declare_price(a, price_);
        a.note(
            "If the answer follows, the shortest reason found is shown, whatever rules are known. "
            "If it does not, the closest pair of solutions that differ there is shown. JSON "
            "and pages hold every line of a reason. A file called r4c4 or 44 is named as ./r4c4 or "
            "./44.");
        a.example("clew why examples/p92.sdk r1c2=4", "why r1c2 is not 4");
        a.example("clew why --format html -o why.html examples/p92.sdk r1c2=4 r1c1",
                  "the same with pictures");
        a.example("clew why examples/p92.sdk r1c1", "why r1c1 is still open");
    }

    ExitCode run(Host& host) override {
        std::vector<std::string> files;
        for (const std::string& word : batch_.input.files)
            (asks(word) ? asked_ : files).push_back(word);
        batch_.input.files = files;
        if (asked_.empty())
            throw UsageError("FILE", "nothing is asked about",
                             "a candidate such as r4c4=7 or 44.7, or a cell such as r4c4");
        if (batch_.json) format_ = Format::json;
        if (batch_.csv) format_ = Format::csv;
        batch_.json = format_ == Format::json;
        batch_.csv = format_ == Format::csv;
        batch_.columns = columns;
        if (format_ == Format::html || format_ == Format::svg) batch_.takes = Takes::one;
        if (format_ == Format::svg && asked_.size() > 1)
            throw UsageError("--format", "a picture shows one answer",
                             "one candidate or cell, or --format html");
        return batch_.run(host, "clew/why/1", std::bind_front(&WhyCommand::answer, this));
    }

  private:
    BatchAnswer answer(const Record& record, BatchContext& asking) const {
        Watch& watch = asking.watch;
        const logic::State state = start_of(record);
        report::Verbosity telling{.style = style_};
        if (full_)
            telling.levels = explain::Levels::all;
        else if (format_ == Format::text)
            telling.all_by = "--full";
        BatchAnswer given;
        bool unfinished = false;
        std::vector<explain::Frame> frames;
        const explain::Words words{state.geometry(), style_};
        const auto name_of = [&](const Spot& asked) {
            return asked.digit ? words.candidate({asked.cell, *asked.digit})
                               : words.cell(asked.cell);
        };
        for (const std::string& word : asked_) {
            const auto asked = parse_spot(word, state.geometry());
            if (!asked)
                throw UsageError("FILE", "'" + word + "' is not on this board",
                                 "a candidate such as r4c4=7 or 44.7, or a cell such as r4c4");
            const report::Why found = report::why(
                state, *asked, {.stop = &watch.flag()}, price_,
                [&](const report::WhyProgress& now) {
                    asking.progress.doing(word + ": " + now.doing);
                },
                style_.language);
            if (found.outcome == report::Why::Outcome::not_known && watch.stopped())
                unfinished = true;
            if (batch_.structured())
                given.out += batch_.line(to_json(record, state, found, telling));
            else if (format_ == Format::html || format_ == Format::svg)
                frames.push_back(frame_of(record, state, found, telling));
            else
                given.out += (given.out.empty() ? "" : "\n") +
                             (asked_.size() > 1 ? name_of(*asked) + ":\n" : "") +
                             explain::Words::wrapped(to_text(state, found, telling),
                                                     explain::WalkOptions{}.width) +
                             "\n";
        }
        asking.progress.doing({});
        if (format_ == Format::svg)
            given.out = explain::write_svg(
                frames.front().view,
                {.legend = explain::LegendDrawing::shown, .title = frames.front().text});
        if (format_ == Format::html)
            given.out = explain::write_html(
                frames, {.title = report::title_of(record), .language = style_.language});
        if (unfinished) given.code = watch.exit_code();
        return given;
    }

    BatchCommand batch_{.input = {.rules = Rules::known}, .about = report::About::state};
    std::vector<std::string> asked_;
    logic::Price price_ = logic::Price::constraints;
    Format format_ = Format::text;
    bool full_ = false;
    explain::WordStyle style_;
};

}  // namespace

std::unique_ptr<Command> make_why() { return std::make_unique<WhyCommand>(); }

}  // namespace clew::cli
