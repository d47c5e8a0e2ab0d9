// clew version: which Clew, built by what, with which engines.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/version.hpp"
#include "solve/solve.hpp"

namespace clew::cli {
namespace {

class Version final : public Command {
  public:
    CommandInfo info() const override {
        return {"version", "About", "Which Clew this is and what it was built with"};
    }

    void declare(Arguments& arguments) override {
        arguments.flag("--json", json_, "as one JSON object");
    }

    ExitCode run(Host& host) override {
        const std::string compiler = fmt::format(
#ifdef __clang__
            "clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__
#else
            "gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__
#endif
        );
        std::vector<std::string> engines;
        for (Engine e : every_engine)
            if (e != Engine::automatic && is_built(e)) engines.emplace_back(to_string(e));
        if (json_) {
            host.out << json_line({{"schema", "clew/version/1"},
                                   {"version", version_number()},
                                   {"compiler", compiler},
                                   {"engines", engines}},
                                  host.command);
        } else {
            host.out << "clew " << version_number() << " (" << compiler << ")\n"
                     << "engines: "
                     << (is_built(Engine::sat) ? "sat and cubes (CryptoMiniSat), " : "")
                     << "search, exact, frontier\n";
        }
        return ExitCode::ok;
    }

  private:
    bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_version() { return std::make_unique<Version>(); }

}  // namespace clew::cli
