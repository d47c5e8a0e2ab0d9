// clew merge: the whole of a count from its parts.

#include <istream>
#include <list>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/input_file.hpp"
#include "cli/output_file.hpp"
#include "cli/shard_folder.hpp"
#include "cli/usage_error.hpp"
#include "cli/version.hpp"
#include "cli/watch.hpp"
#include "core/board/options.hpp"
#include "explain/report/count.hpp"
#include "proof/ledger/ledger.hpp"
#include "solve/shard.hpp"

namespace clew::cli {
namespace {

class Merge final : public Command {
  public:
    CommandInfo info() const override {
        return {"merge", "Ask", "Merge the results of the jobs of a count"};
    }

    void declare(Arguments& a) override {
        a.positionals("FILE", files_,
                      "lines that count --shard or shards --run wrote; - is standard input");
        a.file("--ledger", ledger_, "OUT",
               "merge ledgers, which count --shard --ledger wrote, into this file");
        a.file("--solutions", solutions_, "OUT",
               "write all solutions there, in order, if the jobs listed them (clew shards --list)")
            .not_with({{"--ledger"}});
        a.flag("--json", json_, "one JSON object");
        a.note(
            "Refuses results of different puzzles or plans, and a count with a result missing. A "
            "result that is there twice is counted once; if the two differ, nothing is added up. "
            "If a job was cut short, the sum is a lower bound, printed as >=N (exit code 20); with "
            "the results of its rest (clew shards --run K RESULT) it is exact.");
        a.example("clew merge part*.jsonl", "one number");
        a.example("clew merge --ledger whole.ledger part*.ledger",
                  "the number, the root hash, and the ledger of the whole");
    }

    ExitCode run(Host& host) override {
        Watch watch{host, std::nullopt};
        if (ledger_) return merge_ledgers(host, watch);
        std::vector<ShardCount> parts;
        if (files_.empty()) files_.emplace_back("-");
        for (const std::string& name : files_) {
            NamedInput file{host, name, &watch.flag()};
            const std::vector<ShardCount> more = read_shards(file.stream(), file.source());
            if (watch.stopped()) return watch.exit_code();
            parts.insert(parts.end(), more.begin(), more.end());
        }
        const Merged whole = clew::merge(parts);
        const CountResult result = report::whole_of(whole);
        tell_repeated(host, whole.repeated);
        for (const std::string& missing : whole.missing)
            host.err << "clew: " << missing << ": counted as far as it came\n";
        if (solutions_) write_solutions(host, whole, watch);
        if (json_) {
            host.out << json_line(report::to_json(whole, whole.parts.size()), host.command);
        } else if (whole.cut == Cut::puzzles) {
            for (const std::string& answer : whole.answers) host.out << answer << "\n";
        } else {
            host.out << report::to_text(result) << "\n"
                     << (whole.root ? "root " + ledger::hex(*whole.root) + "\n" : "");
        }
        return result.exact() ? ExitCode::ok : ExitCode::partial;
    }

  private:
    /// The lines before each part, which reading found to be its solutions.
    void write_solutions(Host& host, const Merged& whole, Watch& watch) const {
        OutputFile file{host, solutions_};
        for (const auto& [part, handed_on] : whole.parts) {
            if (!part->listing)
                throw InputError(part->place, "this part lists no solutions",
                                 "parts that clew shards --run --list wrote");
            if (part->place.source == "<stdin>")
                throw UsageError("--solutions", "standard input is read once", "files of parts");
            InputFile bytes{part->place.source, &watch.flag()};
            std::istream in{&bytes};
            std::string line;
            const std::uint64_t own = std::stoull(part->result.solutions.to_string());
            const std::uint64_t taken = handed_on ? std::stoull(part->ended.to_string()) : own;
            const std::uint64_t first = part->place.line - own;
            for (std::uint64_t number = 1; number < first + taken && std::getline(in, line);
                 ++number)
                if (number >= first) file.stream() << line << "\n";
        }
        file.commit(watch);
    }

    ExitCode merge_ledgers(Host& host, Watch& watch) const {
        if (files_.empty())
            throw UsageError("FILE", "no ledgers of parts", "the files that count --ledger wrote");
        std::list<InputFile> bytes;
        std::list<std::istream> streams;
        std::vector<std::pair<std::string, std::istream*>> parts;
        for (const std::string& name : files_) {
            if (name == "-")
                throw UsageError("FILE", "ledgers are not read from standard input", "file names");
            parts.emplace_back(name,
                               &streams.emplace_back(&bytes.emplace_back(name, &watch.flag())));
        }
        OutputFile file{host, ledger_};
        const ledger::JoinedLedger whole = ledger::merge(parts, file.stream());
        if (watch.stopped()) return watch.exit_code();
        file.commit();
        if (json_)
            host.out << json_line(report::to_json({.puzzle = puzzle_of(whole.head.options),
                                                   .total = whole.total,
                                                   .root = whole.root},
                                                  files_.size()),
                                  host.command);
        else if (!file.is_standard_output())
            host.out << whole.total.to_string() << "\nroot " << ledger::hex(whole.root) << "\n";
        return ExitCode::ok;
    }

    std::vector<std::string> files_;
    std::optional<std::string> ledger_;
    std::optional<std::string> solutions_;
    bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_merge() { return std::make_unique<Merge>(); }

}  // namespace clew::cli
