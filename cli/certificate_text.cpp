#include "cli/certificate_text.hpp"

#include <fmt/format.h>

#include <optional>
#include <ostream>

namespace clew::cli {

using explain::Certified;
using explain::CertifyOutcome;

Certified certified(Host& host, Watch& watch, const Puzzle& puzzle, const std::string& folder,
                    explain::CertifyOptions options, Quiet quiet) {
    std::optional<ProgressLine> progress;
    options.stop = &watch.flag();
    options.on_progress = [&](explain::CertifyUnit unit, std::uint64_t done) {
        if (!progress)
            progress.emplace(host, unit == explain::CertifyUnit::nodes ? "nodes" : "solutions",
                             quiet);
        progress->reach(done);
    };
    Certified made = explain::certify(puzzle, folder, options);
    progress.reset();
    if (made.outcome == CertifyOutcome::too_large)
        host.err << "clew: " << said_of(made, folder) << "\n";
    else if (made.outcome != CertifyOutcome::written)
        host.err << "clew: " << watch.why() << " after " << made.why
                 << ": nothing is certified, nothing written\n";
    return made;
}

void declare_proof(Arguments& a, explain::CertificateFormat& format) {
    using explain::CertificateFormat;
    a.choice("--proof", format,
             {{"drat", CertificateFormat::drat},
              {"lrat", CertificateFormat::lrat},
              {"veripb", CertificateFormat::veripb}},
             "how --certify writes it: for drat-trim (default), lrat-check or VeriPB")
        .needs({{"--certify"}});
}

std::string said_of(const Certified& made, const std::string& folder) {
    switch (made.outcome) {
        case CertifyOutcome::written:
            return made.claim.tree
                       ? fmt::format(
                             "{}, certified in {} by {} lines along the tree; check it: "
                             "clew check {}",
                             proof::count_in_words(made.claim.count), folder, made.steps, folder)
                       : fmt::format(
                             "{} conclusions of {} steps, certified in {}; check it: clew "
                             "check {}",
                             made.claim.count, made.steps, folder, folder);
        case CertifyOutcome::stopped:
            return std::string(to_string(Ending::interrupted)) +
                   ": nothing is certified, nothing written";
        case CertifyOutcome::too_large:
        case CertifyOutcome::not_whole:
            return made.why + ": nothing is certified, nothing written";
        case CertifyOutcome::nothing:
            return made.why + ": nothing is certified";
        case CertifyOutcome::disagree:
            return made.why + ": nothing is certified" +
                   (made.claim.tree ? "; please report this puzzle" : "");
    }
    return {};
}

ExitCode code_of(const Certified& made) {
    return exit_code_by(made.outcome, {ExitCode::ok, ExitCode::interrupted, ExitCode::partial,
                                       ExitCode::partial, ExitCode::not_found, ExitCode::disagree});
}

}  // namespace clew::cli
