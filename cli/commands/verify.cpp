// clew verify: none, exactly one, or several; where two solutions differ; which clues are
// redundant.

#include <array>
#include <atomic>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/certificate_text.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal.hpp"
#include "cli/usage_error.hpp"
#include "explain/report/solve.hpp"
#include "solve/batch.hpp"

namespace clew::cli {
namespace {

/// Of a file: beyond them a conflict is not searched for, which takes longer than the verdict.
constexpr std::size_t clash_lines = 100;

class VerifyCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"verify", "Ask", "Say whether a puzzle has no solution, exactly one, or several"};
    }

    void declare(Arguments& a) override {
        batch_.declare(a, Limit::offered);
        a.flag("--minimal", minimal_, "also say which clues are redundant");
        a.value("--certify", folder_, "DIR",
                "of one puzzle with one solution or none: write the certificate, as clew certify "
                "does")
            .not_with({{"--resume"}});
        declare_color(a, color_);
        a.note(
            "Exit code 0: every puzzle has exactly one solution; 10: one of them has none; 11: one "
            "has several. Several solutions are counted up to --limit, 1 000 000 if it is not "
            "given. Where there is no solution, two equal clues in a house are named, or a small "
            "set of clues and rules that cannot stand together, if it is soon found.");
        a.example("clew verify examples/gould92.sdk", "valid");
        a.example("clew verify --certify gould92.cert examples/gould92.sdk",
                  "valid, and a proof of it that anyone can check");
        a.example("clew verify --minimal examples/p92.sdk",
                  "several: 12 solutions, where two of them differ, and the redundant clues");
    }

    ExitCode run(Host& host) override {
        static constexpr std::array columns = {"validity", "count",   "exact",
                                               "engine",   "minimal", "redundant"};
        batch_.columns = columns;
        batch_.input.digits_from_0 = !folder_;  // the clauses name digits from 1 on
        return batch_.run(host, "clew/verify/1", std::bind_front(&VerifyCommand::ask, this),
                          std::bind_front(&VerifyCommand::ask_together, this));
    }

  private:
    /// Where no solution is to be shown, puzzles with one are found out fastest together.
    AnswerTogether ask_together(const PuzzleBatch& puzzles, const BatchContext& asking) const {
        if (batch_.structured() || minimal_ || folder_ || !batches(asking.options.engine))
            return {};
        const Paint paint{asking.host, color_};
        return [unique = painted(Validity::unique, report::valid_text(), paint),
                found = BatchAnswers{puzzles, Witnesses::none, asking.options}](
                   std::size_t k, Asked&, BatchAnswer& answer) {
            if (found.validity(k) != Validity::unique) return false;
            answer.out += unique;
            return true;
        };
    }

    static std::string painted(Validity validity, const report::Wording& said, const Paint& paint) {
        const Style style = validity == Validity::none     ? Style::bad
                            : validity == Validity::unique ? Style::good
                                                           : Style::notice;
        return (said.head.empty() ? "" : paint(style, said.head)) + said.tail + "\n";
    }

    BatchAnswer ask(const Record& record, const BatchContext& asking) const {
        if (counts_without_listing(asking.options.engine))
            throw UsageError("--engine",
                             "an engine that counts without listing finds no solutions to compare",
                             "auto, sat, cubes or search");
        report::VerifyOptions options{
            .solving = asking.options,
            .redundancy = minimal_ ? report::Redundancy::asked : report::Redundancy::not_asked};
        if (record.place.line > clash_lines) options.clash = report::Clash::equal_clues;
        if (batch_.work.limit) options.limit = *batch_.work.limit;
        const report::Verification found = report::verification(record.puzzle, options);
        if (folder_) certify(record, asking, found.verdict.validity);
        BatchAnswer answer;
        answer.code = code_of(found.verdict.validity);
        answer.out = batch_.structured()
                         ? batch_.line(to_json(record, found))
                         : painted(found.verdict.validity, to_text(record.puzzle, found),
                                   Paint{asking.host, color_});
        return answer;
    }

    /// The proof, once it is known what it has to show.
    void certify(const Record& record, const BatchContext& asking, Validity validity) const {
        if (certified_.exchange(true))
            throw UsageError("--certify", "a certificate is of one puzzle", "one puzzle");
        if (validity != Validity::none && validity != Validity::unique) return;
        static_cast<void>(certified(asking.host, asking.watch, record.puzzle, *folder_,
                                    {.format = explain::CertificateFormat::veripb}, Quiet::yes));
    }

    static ExitCode code_of(Validity validity) {
        return exit_code_by(
            validity, {ExitCode::no_solution, ExitCode::ok, ExitCode::several, ExitCode::partial});
    }

    BatchCommand batch_{.input = {.rules = Rules::known, .digits_from_0 = true}};
    ColorMode color_ = ColorMode::automatic;
    bool minimal_ = false;
    std::optional<std::string> folder_;
    mutable std::atomic<bool> certified_{false};
};

}  // namespace

std::unique_ptr<Command> make_verify() { return std::make_unique<VerifyCommand>(); }

}  // namespace clew::cli
