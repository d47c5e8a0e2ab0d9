// clew mcp: what can be asked, for language models, by the Model Context Protocol.

#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/serve/mcp.hpp"
#include "cli/watch.hpp"
#include "cli/work_options.hpp"
#include "core/base/text.hpp"

namespace clew::cli {
namespace {

class McpCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"mcp", "Scale", "Answer a language model, by the Model Context Protocol"};
    }

    void declare(Arguments& a) override {
        work_.declare_threads(a);
        a.note(
            "Messages come on standard input and go to standard output, a line each, as the "
            "protocol has it for a server that a client starts. The tools: verify, count, "
            "solutions, candidates, explain, steps, hint, why, judge, rate, repair, generate, "
            "tree. Ends when the input does.");
        a.example("clew mcp", "what the settings of a client name as the command");
    }

    ExitCode run(Host& host) override {
        Watch watch{host, {}};
        questions::Api api{{}};
        serve::Mcp mcp{api, {.threads = work_.thread_count()}, [&](const std::string& message) {
                           host.out << message << "\n" << std::flush;
                       }};
        std::string line;
        while (!watch.stopped() && host.out && read_line(host.in, line, serve::Mcp::longest_line))
            mcp.receive(line);
        if (watch.stopped() || !host.out) mcp.stop();
        mcp.finish();
        return watch.exit_code();
    }

  private:
    WorkOptions work_;
};

}  // namespace

std::unique_ptr<Command> make_mcp() { return std::make_unique<McpCommand>(); }

}  // namespace clew::cli
