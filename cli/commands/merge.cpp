// clew merge: the whole of a count from its parts.

#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/input_file.hpp"
#include "cli/watch.hpp"
#include "encode/solve/shard.hpp"
#include "explain/report/count.hpp"

namespace clew::cli {
namespace {

class Merge final : public Command {
  public:
    CommandInfo info() const override {
        return {"merge", "Ask", "Add up the parts of a count that ran apart"};
    }

    void declare(Arguments& a) override {
        a.positionals("FILE", files_, "lines that count --shard wrote; - is standard input");
        a.flag("--json", json_, "one JSON object");
        a.note(
            "Refuses parts of different puzzles or different cuts, a part that is there twice, and "
            "a count of which a part is missing. Where a part was cut short the sum is a lower "
            "bound, printed as >=N, and the exit code is 20.");
        a.example("clew merge part*.jsonl", "one number");
    }

    ExitCode run(Host& host) override {
        Watch watch{host, std::nullopt};
        std::vector<ShardCount> parts;
        if (files_.empty()) files_.emplace_back("-");
        for (const std::string& name : files_) {
            std::vector<ShardCount> more;
            if (name == "-") {
                more = read_shards(host.in, "<stdin>");
            } else {
                InputFile bytes{name, &watch.flag()};
                std::istream file{&bytes};
                more = read_shards(file, name);
            }
            if (watch.stopped()) return watch.exit_code();
            parts.insert(parts.end(), more.begin(), more.end());
        }
        const Merged whole = clew::merge(parts);
        const CountResult result = report::whole_of(whole);
        if (json_)
            host.out << report::to_json(whole, parts.size()).dump() << "\n";
        else
            host.out << report::to_text(result) << "\n";
        return result.exact() ? ExitCode::ok : ExitCode::partial;
    }

  private:
    std::vector<std::string> files_;
    bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_merge() { return std::make_unique<Merge>(); }

}  // namespace clew::cli
