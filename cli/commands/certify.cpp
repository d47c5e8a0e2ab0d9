// clew certify: a count, with all that a stranger needs to believe it.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/batch.hpp"
#include "cli/certificate_text.hpp"
#include "cli/commands/commands.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/usage_error.hpp"
#include "cli/version.hpp"
#include "cli/watch.hpp"
#include "core/base/text.hpp"
#include "explain/certificate/certify.hpp"

namespace clew::cli {
namespace {

using explain::CertificateFormat;

class Certify final : public Command {
  public:
    CommandInfo info() const override {
        return {"certify", "Files",
                "Write a proof of the number of solutions that anyone can check"};
    }

    void declare(Arguments& a) override {
        a.positionals("FILE", files_, "one puzzle; - is standard input");
        a.value("-o,--output", folder_, "DIR",
                "the folder to make; it may be there if it is empty");
        a.choice("--format", options_.format, {"auto", "veripb", "cpog", "drat", "lrat"},
                 "of the proof (default: auto: veripb up to 2 000 000 solutions, then cpog or what "
                 "fits)");
        a.flag("--keep-solutions", keep_,
               "in the VeriPB log: let the checker remember every solution; shorter, but slow to "
               "check beyond some 10 000")
            .not_with({{"--format", {"cpog", "drat", "lrat"}}});
        a.flag("--no-list", no_list_, "leave solutions.txt out: the proof names the solutions too")
            .not_with({{"--format", {"drat", "lrat", "cpog"}}});
        a.duration("--timeout", timeout_, "give up after that time, and write nothing");
        a.flag("--json", json_, "one JSON object");
        a.flag("-q,--quiet", quiet_, "no progress on standard error");
        a.note(
            "DIR gets the puzzle, its formula, the list of solutions, the proof that there are no "
            "others, and a page that says how to check all of it by eye, with public tools and "
            "with 'clew check DIR'. It appears whole or not at all.");
        a.note(
            "veripb: a log of every solution and of each branch that has no more, for VeriPB. "
            "drat: a proof that no model is left once one clause a solution is added, for "
            "drat-trim. lrat: the same with hints, for lrat-check and verified checkers. cpog: a "
            "graph of decisions and independent parts that has the formula's models, and the proof "
            "of that, for cpog-check and cake_scpog; it lists nothing, so it certifies counts that "
            "no list could hold.");
        a.example("clew certify examples/p92.sdk -o p92.cert", "exactly 12 solutions");
        a.example("clew check p92.cert", "accepted: exactly 12 solutions");
    }

    ExitCode run(Host& host) override {
        Watch watch{host, timeout_};
        options_.exclusions = keep_ ? certify::Exclusions::kept : certify::Exclusions::forgotten;
        options_.listed = !no_list_;
        if (folder_.empty()) throw UsageError("--output", "where to write is not said", "-o DIR");
        const auto given = PuzzleInput{host, {.files = files_, .rules = Rules::known}}.only();
        if (!given) return watch.exit_code();
        if (!quiet_) host.err << remark_line(*given);
        const explain::Certified made = certified(host, watch, given->puzzle, folder_, options_,
                                                  quiet_ ? Quiet::yes : Quiet::no);
        if (made.outcome == explain::CertifyOutcome::too_large) return code_of(made);
        if (made.outcome != explain::CertifyOutcome::written) return watch.exit_code();
        if (json_)
            host.out << json_line({{"schema", "clew/certify/1"},
                                   {"solutions", made.claim.count},
                                   {"proof", made.claim.proof},
                                   {"proof_bytes", made.proof_bytes},
                                   {"formula_bytes", made.formula_bytes},
                                   {"seconds", watch.elapsed()},
                                   {"folder", printable(folder_)}},
                                  host.command);
        else
            host.out << fmt::format(
                "{}\n{} proof of {} bytes for a formula of {} bytes, in {}; check it: clew check "
                "{}\n",
                proof::count_in_words(made.claim.count), made.claim.proof, made.proof_bytes,
                made.formula_bytes, duration_text(watch.elapsed()), folder_);
        return ExitCode::ok;
    }

  private:
    std::vector<std::string> files_;
    std::string folder_;
    explain::CertifyOptions options_;
    bool keep_ = false;
    bool no_list_ = false;
    bool json_ = false;
    bool quiet_ = false;
    std::optional<double> timeout_;
};

}  // namespace

std::unique_ptr<Command> make_certify() { return std::make_unique<Certify>(); }

}  // namespace clew::cli
