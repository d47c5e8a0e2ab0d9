// clew check: is this certificate, or this proof by anybody, right?

#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/input_file.hpp"
#include "cli/ledger_check.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/usage_error.hpp"
#include "cli/version.hpp"
#include "cli/watch.hpp"
#include "cli/work_options.hpp"
#include "core/base/text.hpp"
#include "proof/checker/certificate.hpp"
#include "proof/checker/cnf.hpp"
#include "proof/folder/check.hpp"

namespace clew::cli {
namespace {

class Check final : public Command {
  public:
    CommandInfo info() const override {
        return {"check", "Files", "Check a certificate, or a proof that another program wrote"};
    }

    void declare(Arguments& a) override {
        a.positionals("DIR", folders_,
                      "a folder that clew certify, tree --certify or explain --certify wrote; with "
                      "--ledger: the puzzle")
            .repeated = false;
        a.file("--cnf", cnf_, "FILE", "a formula in DIMACS, for --proof")
            .needs({{"--proof"}})
            .not_with({{"DIR"}, {"--ledger"}});
        a.file("--proof", proof_, "FILE", "a proof about it").needs({{"--cnf"}});
        a.choice("--format", format_, {"drat", "lrat", "veripb", "cpog"},
                 "of that proof (default: drat; text and binary are told apart)")
            .needs({{"--proof"}});
        a.file("--ledger", ledger_, "FILE", "a ledger that clew count --ledger wrote");
        a.value("--sample", ledger_check_.sample, "N",
                "of the ledger: count so many of its lines again (default: 50)")
            .needs({{"--ledger"}});
        a.value("--seed", ledger_check_.seed, "N",
                "which lines (default: a fresh seed, which is printed)")
            .needs({{"--ledger"}});
        a.choice("--recount-with", ledger_check_.engine,
                 {{"search", Engine::search},
                  {"sat", Engine::sat},
                  {"cubes", Engine::cubes},
                  {"exact", Engine::exact}},
                 "the engine that counts them again (default: search; exact, by its second "
                 "algorithm, for lines with too many solutions to list)")
            .needs({{"--ledger"}});
        a.value("--root", ledger_check_.root, "HASH", "the root that was published with the count")
            .needs({{"--ledger"}});
        a.duration("--timeout", timeout_, "give up after that time");
        a.flag("--json", json_, "one JSON object");
        a.note(
            "A certificate is checked in full: that the formula says what the puzzle asks, that "
            "the solutions solve it and no two are alike, that the proof is correct, and that it "
            "proves the claimed number. docs/certificates.md lists what must still be trusted.");
        a.note(
            "With --cnf and --proof, a proof by any program: that the formula has no model (drat, "
            "lrat), or exactly so many (veripb, cpog).");
        a.note(
            "With --ledger: that the root hash and the sum are those of the lines, that their "
            "arrangements are all that the puzzle has, each once, and that another engine counts "
            "as many for the lines drawn. It prints the chance that wrong lines were not drawn.");
        a.note(
            "Exit code 0: accepted; 13: rejected, or not a proof at all; 14: accepted, but for "
            "rules of which it could not be decided whether the formula says them.");
        a.example("clew check p92.cert", "accepted: exactly 12 solutions");
        a.example("clew check --cnf all.cnf --proof all.drat",
                  "accepted: the formula has no model");
        a.example("clew check --ledger p92.ledger --sample 50 examples/p92.sdk",
                  "accepted: exactly 12 solutions");
    }

    ExitCode run(Host& host) override {
        Watch watch{host, timeout_};
        if (folders_.empty() && !cnf_ && !ledger_)
            throw UsageError("DIR", "there is nothing to check", "a folder, or --cnf and --proof");
        try {
            if (ledger_) return check_ledger_file(host, watch);
            return folders_.empty() ? check_proof(host, watch) : check_folder(host, watch);
        } catch (const UsageError&) {
            throw;
        } catch (const InputError& error) {
            if (watch.stopped()) return stopped(host, watch);
            return reject(host, error.message());
        }
    }

  private:
    ExitCode check_ledger_file(Host& host, Watch& watch) {
        need_engine(ledger_check_.engine, "--recount-with");
        InputFile bytes{*ledger_, &watch.flag()};
        std::istream text{&bytes};
        std::optional<Puzzle> puzzle;
        if (!folders_.empty()) {
            const auto given = PuzzleInput{host, {.files = folders_, .rules = Rules::known}}.only();
            if (!given) return watch.exit_code();
            puzzle = given->puzzle;
        }
        const LedgerVerdict found =
            check_ledger(host, text, *ledger_, puzzle ? &*puzzle : nullptr, ledger_check_);
        if (watch.stopped()) return stopped(host, watch);
        if (!found.why.empty()) return reject(host, found.why);
        if (json_) {
            nlohmann::ordered_json line = found.json;
            line["seconds"] = watch.elapsed();
            host.out << json_line(line, host.command);
        } else {
            host.out << found.text;
        }
        return ExitCode::ok;
    }
    ExitCode check_folder(Host& host, Watch& watch) {
        const proof::CheckedFolder found = proof::check_folder(folders_.front(), &watch.flag());
        const proof::CheckResult& verdict = found.verdict;
        if (verdict.stopped) return stopped(host, watch);
        if (!verdict.why.empty()) return reject(host, proof::reason_of(verdict));
        const ExitCode code = verdict.accepted ? ExitCode::ok : ExitCode::but_for;
        if (json_) {
            nlohmann::ordered_json families = nlohmann::ordered_json::object();
            for (const auto& [family, number] : verdict.families) families[family] = number;
            host.out << json_line(
                {{"schema", "clew/check/1"},
                 {"accepted", verdict.accepted},
                 {"but_for", verdict.but_for},
                 {found.claim.about == "steps" ? "conclusions" : "solutions", verdict.count},
                 {"proof", found.claim.proof},
                 {"clauses", families},
                 {"checked", verdict.checked},
                 {"trusted", verdict.trusted},
                 {"seconds", watch.elapsed()}},
                host.command);
            return code;
        }
        host.out << (verdict.accepted ? "accepted: " : "accepted, but for what was not decided: ")
                 << proof::claim_in_words(found) << "\n";
        for (const std::string& rule : verdict.but_for)
            host.out << "  but for  whether the formula says this rule: " << rule << "\n";
        for (const auto& [family, number] : verdict.families)
            host.out << "  formula  " << number << " clauses: " << family << "\n";
        for (const std::string& sentence : verdict.checked)
            host.out << "  checked  " << sentence << "\n";
        for (const std::string& sentence : verdict.trusted)
            host.out << "  trusted  " << sentence << "\n";
        return code;
    }

    ExitCode check_proof(Host& host, Watch& watch) {
        InputFile formula_bytes{*cnf_, &watch.flag()}, proof_bytes{*proof_, &watch.flag()};
        std::istream formula_text{&formula_bytes}, steps{&proof_bytes};
        const proof::Cnf formula = proof::read_cnf(formula_text, *cnf_);
        const proof::Result found =
            proof::check_proof(format_, formula, steps, *proof_, {.stop = &watch.flag()});
        if (found.stopped || watch.stopped()) return stopped(host, watch);
        if (!found.accepted)
            return reject(host, *proof_ + (found.line > 0 ? ":" + std::to_string(found.line) : "") +
                                    ": " + quotable(found.why));
        const std::string count = found.count.value_or("0");
        if (json_)
            host.out << json_line({{"schema", "clew/check/1"},
                                   {"accepted", true},
                                   {"models", count},
                                   {"proof", proof::to_string(format_)},
                                   {"steps", found.steps},
                                   {"seconds", watch.elapsed()}},
                                  host.command);
        else
            host.out << "accepted: the formula has "
                     << (count == "0"   ? "no model"
                         : count == "1" ? "exactly 1 model"
                                        : "exactly " + count + " models")
                     << "\n";
        return ExitCode::ok;
    }

    ExitCode reject(Host& host, const std::string& reason) const {
        const std::string why = printable(reason, LineFeeds::kept);
        if (json_)
            host.out << json_line({{"schema", "clew/check/1"}, {"accepted", false}, {"why", why}},
                                  host.command);
        else
            host.out << "rejected: " << why << "\n";
        return ExitCode::disagree;
    }
    static ExitCode stopped(Host& host, Watch& watch) {
        host.err << "clew: " << watch.why() << ": not checked to the end\n";
        return watch.exit_code();
    }

    std::vector<std::string> folders_;
    std::optional<std::string> cnf_;
    std::optional<std::string> proof_;
    proof::ProofKind format_ = proof::ProofKind::drat;
    std::optional<std::string> ledger_;
    LedgerCheck ledger_check_;
    bool json_ = false;
    std::optional<double> timeout_;
};

}  // namespace

std::unique_ptr<Command> make_check() { return std::make_unique<Check>(); }

}  // namespace clew::cli
