#pragma once
// Certificates on the terminal: progress while one is made, and what came of it.
//
//     const explain::Certified made = certified(host, watch, puzzle, "p92.cert", options, quiet);
//     host.err << "clew: " << said_of(made, "p92.cert") << "\n";
//     return code_of(made);

#include <string>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "cli/host.hpp"
#include "cli/progress.hpp"
#include "cli/watch.hpp"
#include "explain/certificate/certify.hpp"

namespace clew::cli {

/// explain::certify() under the watch, with a line of progress; says so on standard error if the
/// watch ended it.
explain::Certified certified(Host& host, Watch& watch, const Puzzle& puzzle,
                             const std::string& folder, explain::CertifyOptions options,
                             Quiet quiet);

/// --proof: in which format --certify writes.
void declare_proof(Arguments& a, explain::CertificateFormat& format);

/// A sentence, of a tree's or an explanation's certificate.
std::string said_of(const explain::Certified& made, const std::string& folder);
ExitCode code_of(const explain::Certified& made);

}  // namespace clew::cli
