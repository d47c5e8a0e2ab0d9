// clew convert: puzzles from any format to another.

#include <set>
#include <sstream>

#include "cli/batch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/usage_error.hpp"
#include "cli/watch.hpp"
#include "core/board/symmetry.hpp"
#include "encode/cnf/dimacs_format.hpp"
#include "explain/report/question.hpp"

namespace clew::cli {
namespace {

/// Arrangements of rows to look at: a full 12x12 grid needs some millions, a minute or so.
constexpr std::uint64_t canonical_nodes = 20'000'000;

class ConvertCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"convert", "Files", "Write puzzles in another format"};
    }

    void declare(Arguments& a) override {
        input_.declare(a);
        a.value("--to", to_, "NAME",
                "the format to write; see: clew help formats; lines of symbols with --canonical");
        a.flag("--canonical", canonical_,
               "write the canonical form: equal for equivalent puzzles and for no others");
        a.file("-o,--output", output_, "FILE", "write here instead of to standard output");
        a.flag("-q,--quiet", quiet_,
               "no remarks on the format that was read or on what was left out");
        a.note(
            "What a format cannot hold of the puzzle itself (a board, pencil marks) is an error; "
            "what else it has no room for (a title, a player's entries) is left out, and a remark "
            "on standard error says so.");
        a.note(
            "The canonical form is the smallest line, blanks before digits, that relabelling the "
            "digits, permuting rows within bands, bands, columns within stacks and stacks, and "
            "transposing make of a puzzle: sort and uniq then classify. A remark tells of a "
            "puzzle that some of these turn into itself. For boards with rectangular boxes, or "
            "none, and nothing else; puzzles with pencil marks have none.");
        a.example("clew convert --to json examples/p92.sdk", "as Clew's JSON");
        a.example("clew convert --to sdm -o all.sdm one.sdk two.ss", "two files into one");
        a.example("clew convert --canonical -q puzzles.txt | sort -u", "one of each kind");
    }

    ExitCode run(Host& host) override {
        if (to_.empty() && canonical_) to_ = "line";
        if (to_.empty()) throw UsageError("--to", "no format to write", "--to NAME");
        Watch watch{host, std::nullopt};
        OutputFile out{host, output_};
        std::ostringstream text;
        PuzzleWriter writer = for_option("--to", [&] {
            return PuzzleWriter{text, to_, cnf::foreign_formats()};
        });
        // On one thread: the writer knows what stands before a puzzle.
        Host results = out.host();
        BatchOptions batch;
        batch.stop = &watch.flag();
        const ExitCode code =
            run_batch(results, input_, batch, [&](const Record& record, unsigned, const Say&) {
                BatchAnswer answer;
                answer.err = remarks(record, record.notes);
                answer.err += canonical_ ? write_canonical(record, writer)
                                         : remarks(record, writer.write(record));
                answer.out = text.str();
                text.str({});
                return answer;
            });
        if (code != ExitCode::ok && !input_.keep_going) return worse(code, watch.exit_code());
        writer.finish();
        out.stream() << text.str();
        out.commit(watch);
        return worse(code, watch.exit_code());
    }

  private:
    /// Writes the canonical form of a record; returns the remarks on it.
    std::string write_canonical(Record record, PuzzleWriter& writer) {
        const Canonical c = [&] {
            try {
                return canonical(record.puzzle, {.max_nodes = canonical_nodes});
            } catch (const InputError& error) {
                throw InputError(record.place, error.what(), error.hint());
            }
        }();
        if (c.ending != Ending::exhausted)
            throw InputError(record.place, "no canonical form: too many rearrangements to compare",
                             "fewer clues, or a smaller board");
        record.puzzle = c.form;
        if (record.progress) record.progress = apply(c.map, *record.progress);
        if (record.solution) record.solution = apply(c.map, *record.solution);
        std::string said;
        if (c.automorphisms != 1 && !quiet_)
            said = "clew: " + report::name_of(record) + ": " +
                   (c.automorphisms ? std::to_string(*c.automorphisms) : "more than 2^64") +
                   " rearrangements turn the puzzle into itself\n";
        return said + remarks(record, writer.write(record));
    }

    // Each remark once: a thousand line puzzles with 0 for blank need one.
    std::string remarks(const Record& record, const std::vector<std::string>& texts) {
        std::string lines;
        if (quiet_) return lines;
        for (const std::string& text : texts)
            if (said_.insert(text).second)
                lines += "clew: " + report::name_of(record) + ": " + text + "\n";
        return lines;
    }

    PuzzleInput::Options input_{.rules = Rules::known, .digits_from_0 = true};
    std::string to_;
    std::optional<std::string> output_;
    bool quiet_ = false;
    bool canonical_ = false;
    std::set<std::string> said_;
};

}  // namespace

std::unique_ptr<Command> make_convert() { return std::make_unique<ConvertCommand>(); }

}  // namespace clew::cli
