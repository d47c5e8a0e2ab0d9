// clew convert: puzzles from any format to another.

#include <ostream>
#include <set>

#include "cli/commands.hpp"
#include "cli/foreign_formats.hpp"
#include "cli/output_file.hpp"
#include "cli/puzzle_input.hpp"

namespace clew::cli {
namespace {

class ConvertCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"convert", "Files", "Write puzzles in another format"};
    }

    void declare(Arguments& a) override {
        input_.declare(a);
        a.value("--to", to_, "NAME", "the format to write; see: clew help formats");
        a.file("-o,--output", output_, "FILE", "write here instead of to standard output");
        a.flag("-q,--quiet", quiet_, "no remarks on what was taken for what, or left out");
        a.note(
            "What a format cannot hold of the puzzle itself (a board, pencil marks) is an error; "
            "what else it has no room for (a title, a player's entries) is left out, and a remark "
            "on standard error says so.");
        a.example("clew convert --to json examples/p92.sdk", "as Clew's JSON");
        a.example("clew convert --to sdm -o all.sdm one.sdk two.ss", "two files into one");
    }

    ExitCode run(Host& host) override {
        if (to_.empty()) throw InputError({"--to"}, "no format to write", "--to NAME");
        PuzzleInput input{host, input_};
        OutputFile out{host, output_};
        PuzzleWriter writer{out.stream(), to_, foreign_formats()};
        ExitCode worst = ExitCode::ok;
        for (;;) {
            try {
                const auto record = input.next();
                if (!record) break;
                remark(host, *record, record->notes);
                remark(host, *record, writer.write(*record));
            } catch (const InputError& error) {
                if (!input_.keep_going) throw;
                host.err << "clew: " << error.message() << "\n";
                worst = ExitCode::bad_input;
            }
        }
        writer.finish();
        out.commit();
        return worst;
    }

  private:
    // Each remark once: a thousand line puzzles with 0 for blank need one.
    void remark(Host& host, const Record& record, const std::vector<std::string>& remarks) {
        if (quiet_) return;
        for (const std::string& text : remarks)
            if (said_.insert(text).second)
                host.err << "clew: " << name_of(record) << ": " << text << "\n";
    }

    PuzzleInput::Options input_;
    std::string to_;
    std::optional<std::string> output_;
    bool quiet_ = false;
    std::set<std::string> said_;
};

}  // namespace

std::unique_ptr<Command> make_convert() { return std::make_unique<ConvertCommand>(); }

}  // namespace clew::cli
