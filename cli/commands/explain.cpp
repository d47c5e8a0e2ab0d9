// clew explain: the path of a puzzle, step by step.

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/certificate_text.hpp"
#include "cli/commands/commands.hpp"
#include "cli/explain_options.hpp"
#include "cli/progress.hpp"
#include "cli/terminal.hpp"
#include "cli/usage_error.hpp"
#include "explain/pictures/write_svg.hpp"
#include "explain/report/question.hpp"
#include "explain/report/steps.hpp"
#include "explain/report/walk.hpp"
#include "explain/walkthrough.hpp"
#include "explain/words/words.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/path/path.hpp"

namespace clew::cli {
namespace {

using logic::Path;
using logic::State;
using logic::Status;

enum class Format : std::uint8_t { text, markdown, json, csv, html, svg };

/// Of --format csv.
constexpr std::array columns = {"status", "ending", "score", "hardest", "guesses", "steps"};

class ExplainCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"explain", "Explain", "Walk through a puzzle by logic, step by step"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        batch_.declare_csv(a);
        a.at("--json").help = "the same as --format json";
        a.at("--csv").help =
            "the same as --format csv: status, score, hardest step, guesses, steps";
        a.at("--names").not_with({{"--format", {"json", "csv", "html", "svg"}}});
        logic_.declare(a);
        a.choice("--guess", guess_,
                 {{"off", logic::Guess::off},
                  {"first", logic::Guess::first},
                  {"all", logic::Guess::all}},
                 "when no rule applies: stop, or branch to the first solution or all; by default "
                 "as the rule set says");
        a.value("--max-guesses", max_guesses_, "N", "end after so many guesses (default 100000)")
            .not_with({{"--guess", {"off"}}, {"--smallest"}});
        a.choice("--format", format_, {"text", "markdown", "json", "csv", "html", "svg"},
                 "as text, Markdown, JSON, a row of figures, a page to walk through, or one board")
            .not_with({{"--json"}, {"--csv"}});
        a.choice("--boards", boards_, {"none", "ends", "every"},
                 "boards in text and Markdown: none, the first and the last, or before every step")
            .not_with({{"--format", {"json", "csv", "html", "svg"}}, {"--json"}, {"--csv"}});
        a.flag("--full", full_, "tell long arguments line by line, not only their main lines")
            .not_with({{"--format", {"json", "csv", "html", "svg"}}, {"--json"}, {"--csv"}});
        a.value("--step", step_, "N", "for svg: the board at step N instead of the last")
            .from(1)
            .needs({{"--format", {"svg"}}});
        a.flag("--smallest", smallest_,
               "go on to the end by proofs that cite the fewest constraints; the default without "
               "--rules")
            .not_with({{"--guess", {"first", "all"}}});
        declare_price(a, price_).needs({{"--smallest"}, without("--rules")});
        a.flag("--tidy", tidy_, "leave out steps that nothing later needs, and place early")
            .not_with({{"--guess", {"first", "all"}}});
        a.flag("--audit", audit_, "prove every step from the constraints it cites");
        a.value("--certify", certify_, "DIR",
                "write a proof that each step of one puzzle follows from what it cites");
        declare_proof(a, certified_as_);
        declare_color(a, color_);
        a.note(
            "Without --rules a walk goes on until every candidate left is in a solution. With "
            "--rules it goes as far as these do, and --guess goes on from there by branching.");
        a.note(
            "Ends with 0 if every puzzle was solved, shown to have no solution, or walked until "
            "nothing more follows; with 12 if the rules got stuck; with 13 if a step could not be "
            "proved (--audit).");
        a.example("clew explain examples/p92.sdk",
                  "all that follows, and where the solutions differ");
        a.example("clew explain --rules human examples/p92.sdk",
                  "as far as the techniques of a person go");
        a.example("clew explain --rules methods --guess first examples/p92.sdk",
                  "the rules and scores of sudokusolver.co.uk, then Ariadne's thread");
        a.example("clew explain --format html -o walk.html examples/p92.sdk",
                  "a page with a board for every step");
        a.example("clew explain --certify walk.cert examples/p92.sdk",
                  "the steps' conclusions as a proof; then: clew check walk.cert");
    }

    ExitCode run(Host& host) override {
        if (batch_.json) format_ = Format::json;
        if (batch_.csv) format_ = Format::csv;
        batch_.json = format_ == Format::json;
        batch_.csv = format_ == Format::csv;
        rules_ = logic_.rule_set();
        to_end_ = smallest_ || (!logic_.rules && !guess_);
        batch_.columns = columns;
        batch_.between = "\n";
        if (to_end_) batch_.unit = "proofs";
        if (format_ == Format::html || format_ == Format::svg || certify_)
            batch_.takes = Takes::one;
        return batch_.run(host, "clew/explain/1", std::bind_front(&ExplainCommand::tell, this));
    }

  private:
    BatchAnswer tell(const Record& record, BatchContext& asking) const {
        Watch& watch = asking.watch;
        report::WalkRequest request{.rules = rules_,
                                    .to_end = to_end_,
                                    .guess = guess_,
                                    .max_guesses = max_guesses_,
                                    .uniqueness = logic_.uniqueness,
                                    .tidy = tidy_ ? report::Tidy::yes : report::Tidy::no,
                                    .price = price_,
                                    .stop = &watch.flag()};
        request.on_proof = [&] { asking.progress.add(1); };
        // Words come step by step as it goes, all else when the path is known.
        BatchAnswer answer;
        std::optional<explain::WalkTeller> teller;
        const auto say = [&](const std::string& text) {
            if (asking.say)
                asking.say(text);
            else
                answer.out += text;
        };
        if (format_ == Format::text || format_ == Format::markdown) {
            request.on_start = [&](const State& start, const setter::ConflictingClues& clues) {
                teller.emplace(record.puzzle, start, walk_options(asking.host));
                say(paragraph(report::no_solution_text(record.puzzle, clues, telling()), "\n\n"));
                say(teller->head());
            };
            if (!tidy_)
                request.on_entry = [&](const logic::Entry& entry) { say(teller->entry(entry)); };
        }
        const report::Walked walked = report::walk(record, request);
        const Path& path = walked.path;
        if (teller) {
            if (tidy_)
                for (const logic::Entry& entry : path.entries) say(teller->entry(entry));
            say(teller->end(path));
            say(paragraph(report::parting_text(walked, &watch.flag(), telling()), "\n"));
            if (tidy_)
                say(explain::tell_tidied(*walked.untidied, path, logic_.style.language) + "\n");
        } else
            answer.out = told(record, walked, watch);
        answer.code = code_of(path);
        if (audit_) prove(answer, record, walked.start, path, watch);
        if (certify_ && !watch.stopped()) certify(answer, record, path, watch);
        return answer;
    }

    report::Verbosity telling() const { return {.style = logic_.style}; }

    /// Broken into lines where it is for a terminal; nothing of nothing.
    std::string paragraph(const std::string& said, const char* end) const {
        if (said.empty()) return {};
        return (format_ == Format::markdown
                    ? said
                    : explain::Words::wrapped(said, explain::WalkOptions{}.width)) +
               end;
    }

    static ExitCode code_of(const Path& path) {
        return exit_code_by(path.status, {ExitCode::ok, ExitCode::ok, ExitCode::not_found,
                                          ExitCode::ok, ExitCode::partial});
    }

    /// Whether the audit did not end in the time that there was.
    static bool given_up(const logic::PathAudit& proof, Watch& watch) {
        return watch.stopped() && proof.result.outcome == logic::AuditOutcome::out_of_budget;
    }
    static std::string proved_by_then(const logic::PathAudit& proof, std::size_t steps) {
        return std::to_string(proof.proved) + " of " + std::to_string(steps) +
               " steps proved by then\n";
    }

    static void prove(BatchAnswer& answer, const Record& record, const State& start,
                      const Path& path, Watch& watch) {
        const logic::PathAudit proof = logic::audit(start, path.entries, {.stop = &watch.flag()});
        answer.err += "clew: " + report::name_of(record) + ": ";
        if (proof.sound()) {
            answer.err += "every step proved (" + std::to_string(path.entries.size()) + ")\n";
            return;
        }
        if (given_up(proof, watch)) {
            answer.err += proved_by_then(proof, path.entries.size());
            answer.code = worse(answer.code, watch.exit_code());
            return;
        }
        answer.err += "step " + std::to_string(proof.entry + 1) +
                      " is not proved: " + proof.result.what + "; please report this puzzle\n";
        answer.code = worse(answer.code, ExitCode::disagree);
    }

    void certify(BatchAnswer& answer, const Record& record, const Path& path, Watch& watch) const {
        answer.err += "clew: " + report::name_of(record) + ": ";
        if (record.progress) {
            answer.err += "what a player entered is no clue: nothing is certified\n";
            answer.code = worse(answer.code, ExitCode::usage);
            return;
        }
        const explain::Certified done =
            explain::certify_steps(record.puzzle, path.entries, *certify_,
                                   {.format = certified_as_, .stop = &watch.flag()});
        answer.err += said_of(done, *certify_) + "\n";
        if (!watch.stopped()) answer.code = worse(answer.code, cli::code_of(done));
    }

    explain::WalkOptions walk_options(const Host& host) const {
        explain::WalkOptions options{.style = logic_.style, .boards = boards_};
        options.work_matrix = rules_.work_matrix;
        options.levels = full_ ? explain::Levels::all : explain::Levels::first;
        options.all_by = "--full";
        if (format_ == Format::markdown) options.markup = explain::Markup::markdown;
        if (!batch_.output || *batch_.output == "-") {
            if (Paint{host, color_}.on()) options.colour = explain::Colour::ansi;
            options.width = std::max<std::size_t>(host.columns, 40);
        }
        return options;
    }

    /// The path in the format asked for, which is not one of words.
    std::string told(const Record& record, const report::Walked& walked, Watch& watch) const {
        if (format_ == Format::json)
            return batch_.line(report::to_json(record, walked, &watch.flag(), telling()));
        if (format_ == Format::csv) return batch_.line(report::figures_json(record, walked.path));
        if (format_ == Format::html)
            return report::page_of(record, walked, &watch.flag(), telling());
        const auto frames =
            explain::frames_of(record.puzzle, walked.start, walked.path, logic_.style);
        if (step_ && (*step_ == 0 || *step_ > frames.size()))
            throw UsageError("--step", "there is no step " + std::to_string(*step_),
                             "1 to " + std::to_string(frames.size()));
        const explain::Frame& frame =
            step_ ? frames[static_cast<std::size_t>(*step_ - 1)] : frames.back();
        return explain::write_svg(frame.view, {.legend = explain::LegendDrawing::shown,
                                               .title = frame.title + ". " + frame.text});
    }

    BatchCommand batch_{.input = {.rules = Rules::known}, .about = report::About::state};
    LogicOptions logic_;
    logic::RuleSet rules_;
    std::optional<logic::Guess> guess_;
    std::optional<std::uint64_t> max_guesses_;
    std::optional<std::uint64_t> step_;
    std::optional<std::string> certify_;
    explain::CertificateFormat certified_as_ = explain::CertificateFormat::drat;
    Format format_ = Format::text;
    explain::Boards boards_ = explain::Boards::ends;
    ColorMode color_ = ColorMode::automatic;
    logic::Price price_ = logic::Price::constraints;
    bool audit_ = false;
    bool full_ = false;
    bool smallest_ = false;
    bool to_end_ = false;  ///< beyond the rules, by smallest arguments
    bool tidy_ = false;
};

}  // namespace

std::unique_ptr<Command> make_explain() { return std::make_unique<ExplainCommand>(); }

}  // namespace clew::cli
