// clew certify: a count, with all that a stranger needs to believe it.

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

#include "cli/certificate_folder.hpp"
#include "cli/certificate_readme.hpp"
#include "cli/commands/commands.hpp"
#include "cli/progress.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/usage_error.hpp"
#include "cli/watch.hpp"
#include "encode/board/notation.hpp"
#include "encode/certify/formula.hpp"
#include "encode/certify/write_drat.hpp"
#include "encode/certify/write_veripb.hpp"
#include "encode/compile/cpog.hpp"
#include "encode/compile/formula.hpp"
#include "encode/proof/cnf.hpp"
#include "encode/proof/justify.hpp"
#include "encode/solve/solve.hpp"

namespace clew::cli {
namespace {

/// Writes each solution on a line of its own, and hands on what a proof is made of.
class Listing final : public certify::ProofSink {
  public:
    Listing(certify::ProofSink& proof, const certify::CertifiedFormula& formula,
            const Puzzle& puzzle, std::ostream* list, ProgressLine& progress)
        : proof_(proof), formula_(formula), puzzle_(puzzle), list_(list), progress_(progress) {}

    certify::LemmaId solution(std::span<const cnf::Lit> decisions,
                              std::span<const cnf::Lit> excluded, std::span<const cnf::Lit> model,
                              const certify::Propagator& state) override {
        progress_.add(1);
        if (!decisions.empty() && decisions.back().var().index() >= formula_.candidates.size())
            free_helpers_ = true;
        if (list_ != nullptr) *list_ << to_line(certify::grid_of(formula_, puzzle_, model)) << "\n";
        return proof_.solution(decisions, excluded, model, state);
    }
    certify::LemmaId lemma(std::span<const cnf::Lit> clause,
                           std::span<const certify::Antecedent> antecedents) override {
        return proof_.lemma(clause, antecedents);
    }
    void begin(const certify::Propagator& state) override { proof_.begin(state); }
    void forget(std::span<const certify::LemmaId> lemmas) override { proof_.forget(lemmas); }
    /// True if some solution left a helper variable of a rule free: more models than solutions.
    bool free_helpers() const { return free_helpers_; }

  private:
    bool free_helpers_ = false;
    certify::ProofSink& proof_;
    const certify::CertifiedFormula& formula_;
    const Puzzle& puzzle_;
    std::ostream* list_;
    ProgressLine& progress_;
};

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
        a.choice("--format", format_,
                 {{"auto", Format::automatic},
                  {"veripb", Format::veripb},
                  {"cpog", Format::cpog},
                  {"drat", Format::drat}},
                 "of the proof (default: auto: veripb up to 2 000 000 solutions, then cpog)");
        a.choice("--veripb-version", version_,
                 {{"2", certify::VeripbVersion::v2}, {"3", certify::VeripbVersion::v3}},
                 "of the VeriPB format (default: 3)")
            .not_with({{"--format", {"cpog", "drat"}}});
        a.flag("--keep-solutions", keep_,
               "in the VeriPB log: let the checker remember every solution; shorter, but slow to "
               "check beyond some 10 000")
            .not_with({{"--format", {"cpog", "drat"}}});
        a.flag("--no-list", no_list_, "leave solutions.txt out: the proof names the solutions too")
            .not_with({{"--format", {"drat", "cpog"}}});
        a.duration("--timeout", timeout_, "give up after that time, and write nothing");
        a.flag("--json", json_, "one JSON object");
        a.flag("-q,--quiet", quiet_, "no progress on standard error");
        a.note(
            "DIR gets the puzzle, its formula, the list of solutions, the proof that there are no "
            "others, and a page that says how to check all of it by eye, with public tools and "
            "with "
            "'clew check DIR'. It appears whole or not at all.");
        a.note(
            "veripb: a log of every solution and of each branch that has no more; the checker is "
            "VeriPB. drat: a proof that the formula has no model once one clause a solution is "
            "added; "
            "the checker is drat-trim. cpog: a graph of decisions and independent parts that has "
            "the "
            "formula's models, and the proof of that; nothing is listed, so that counts are "
            "certified "
            "that no list could hold; the checker is cpog-check. Puzzles without solution are "
            "certified "
            "in all of them. Rules whose clauses need helper variables (sums, cages, arrows) "
            "cannot be "
            "counted by cpog.");
        a.example("clew certify examples/p92.sdk -o p92.cert", "exactly 12 solutions");
        a.example("clew check p92.cert", "accepted: exactly 12 solutions");
    }

    ExitCode run(Host& host) override {
        Watch watch{host, timeout_};
        if (folder_.empty()) throw UsageError("--output", "where to write is not said", "-o DIR");
        PuzzleInput input{host, {.files = files_, .rules = Rules::known}};
        const std::optional<Record> given = input.only();
        if (!given) return watch.exit_code();
        const Puzzle& puzzle = given->puzzle;
        CertificateFolder folder{folder_};
        folder.open(puzzle_file) << write_record({.puzzle = puzzle}, "json");

        if (format_ == Format::cpog ||
            (format_ == Format::automatic && is_past_listing(puzzle, watch)))
            return by_graph(host, watch, puzzle, folder);
        const certify::CertifiedFormula formula = certify::certified_formula(puzzle);
        CertificateClaim claim{.proof = format_ == Format::drat ? "drat" : "veripb",
                               .listed = !no_list_};
        std::ofstream* const list = no_list_ ? nullptr : &folder.open(solutions_file);
        std::ofstream& proof = folder.open(proof_file(claim.proof));
        certify::WalkReport done;
        {
            ProgressLine progress{host, "solutions", quiet_ ? Quiet::yes : Quiet::no};
            const Budget budget{.stop = &watch.flag()};
            if (claim.proof == "drat") {
                certify::DratWriter writer{proof, folder.open(blocking), formula.open};
                Listing all{writer, formula, puzzle, list, progress};
                done = certify::walk(formula.formula, formula.variables, formula.candidates.size(),
                                     budget, all);
            } else {
                claim.version = version_ == certify::VeripbVersion::v3 ? "3.0" : "2.0";
                certify::VeripbWriter writer{
                    proof, formula.formula.size(), version_,
                    keep_ ? certify::Exclusions::kept : certify::Exclusions::forgotten};
                Listing all{writer, formula, puzzle, list, progress};
                done = certify::walk(formula.formula, formula.variables, formula.candidates.size(),
                                     budget, all);
                if (done.ending == Ending::exhausted) writer.finish(done);
                claim.projected = all.free_helpers();
            }
        }
        if (done.ending != Ending::exhausted)
            return nothing(host, watch, std::to_string(done.solutions) + " solutions");
        claim.count = std::to_string(done.solutions);
        folder.finish();
        write_cnf(folder, puzzle, formula, claim.proof == "drat" ? done.solutions : 0);
        std::stringstream text;  // without the solutions
        certify::write_formula(text, puzzle, formula, 0, nullptr);
        return finish(host, watch, puzzle, folder, claim, families(text, puzzle));
    }

  private:
    enum class Format : std::uint8_t { automatic, veripb, cpog, drat };
    static constexpr const char* blocking = "blocking.tmp";

    static ExitCode nothing(Host& host, Watch& watch, const std::string& after) {
        host.err << "clew: " << watch.why() << " after " << after
                 << ": nothing is certified, nothing written\n";
        return watch.exit_code();
    }

    /// True if a log of all solutions would be long, and the other way is open.
    static bool is_past_listing(const Puzzle& puzzle, Watch& watch) {
        constexpr std::uint64_t most = 2'000'000;
        try {
            static_cast<void>(compile::open_formula(puzzle));
        } catch (const InputError&) {
            return false;
        }
        const CountResult some =
            count(puzzle,
                  {.engine = Engine::search, .budget = {.stop = &watch.flag()}, .limit = most + 1});
        return some.solutions > Count{most};
    }

    ExitCode by_graph(Host& host, Watch& watch, const Puzzle& puzzle,
                      CertificateFolder& folder) const {
        const cnf::OpenEncoding formula =
            for_option("--format", [&] { return compile::open_formula(puzzle); });
        compile::write_formula(folder.open(formula_file), puzzle, formula);
        compile::CpogReport done;
        {
            ProgressLine progress{host, "nodes", quiet_ ? Quiet::yes : Quiet::no};
            compile::CompileOptions options = compile::board_options(puzzle.geometry(), formula);
            options.budget.stop = &watch.flag();
            options.on_headway = [&](std::uint64_t nodes) { progress.reach(nodes); };
            done = compile::write_cpog(folder.open(proof_file("cpog")), formula.formula,
                                       formula.var_count, options);
        }
        if (done.ending != Ending::exhausted)
            return nothing(host, watch, std::to_string(done.decisions) + " decisions");
        folder.finish();
        std::ifstream text(folder.path(formula_file), std::ios::binary);
        return finish(host, watch, puzzle, folder,
                      {.proof = "cpog", .count = done.count.to_string()}, families(text, puzzle));
    }

    /// The page and the manifest; what was done, on the terminal.
    ExitCode finish(Host& host, Watch& watch, const Puzzle& puzzle, CertificateFolder& folder,
                    const CertificateClaim& claim,
                    const std::vector<std::pair<std::string, std::size_t>>& said) const {
        folder.open(readme_file) << certificate_readme(puzzle, claim, said);
        folder.finish();
        const std::uint64_t proof_bytes = folder.bytes(proof_file(claim.proof));
        const std::uint64_t formula_bytes = folder.bytes(formula_file);
        folder.commit(claim);
        if (json_)
            host.out << nlohmann::ordered_json{{"schema", "clew/certify/1"},
                                               {"solutions", claim.count},
                                               {"proof", claim.proof},
                                               {"proof_bytes", proof_bytes},
                                               {"formula_bytes", formula_bytes},
                                               {"seconds", watch.elapsed()},
                                               {"folder", folder_}}
                            .dump()
                     << "\n";
        else
            host.out << fmt::format(
                "{}\n{} proof of {} bytes for a formula of {} bytes, in {}; check it: clew check "
                "{}\n",
                count_in_words(claim.count), claim.proof, proof_bytes, formula_bytes,
                duration_text(watch.elapsed()), folder_);
        return ExitCode::ok;
    }

    /// The formula, whose header needs to know how many clauses come behind its own.
    static void write_cnf(CertificateFolder& folder, const Puzzle& puzzle,
                          const certify::CertifiedFormula& formula, std::uint64_t more) {
        std::ifstream text;
        if (more > 0) text.open(folder.path(blocking), std::ios::binary);
        certify::write_formula(folder.open(formula_file), puzzle, formula, more, &text);
        folder.finish();
        text.close();
        folder.drop(blocking);
    }

    /// What the clauses say, counted by the checker, which knows nothing of who wrote them.
    static std::vector<std::pair<std::string, std::size_t>> families(std::istream& text,
                                                                     const Puzzle& puzzle) {
        const proof::Cnf formula = proof::read_cnf(text, formula_file);
        return proof::justify(formula, formula.size(), puzzle).families;
    }

    std::vector<std::string> files_;
    std::string folder_;
    Format format_ = Format::automatic;
    certify::VeripbVersion version_ = certify::VeripbVersion::v3;
    bool keep_ = false;
    bool no_list_ = false;
    bool json_ = false;
    bool quiet_ = false;
    std::optional<double> timeout_;
};

}  // namespace

std::unique_ptr<Command> make_certify() { return std::make_unique<Certify>(); }

}  // namespace clew::cli
