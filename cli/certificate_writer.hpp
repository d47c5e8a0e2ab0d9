#pragma once
// What certify and verify write: a certificate of a puzzle's number of solutions.
//
//     const auto made = write_certificate(host, watch, puzzle, "p92.cert", {.format = ...});
//     if (!made) return watch.exit_code();        // stopped: said so, and nothing is written
//     made->claim.count
//
// The folder appears whole or not at all (certificate_folder.hpp). Errors: FileError; InputError
// for a rule that nobody knows.

#include <cstdint>
#include <optional>
#include <string>

#include "cli/certificate_folder.hpp"
#include "cli/host.hpp"
#include "cli/progress.hpp"
#include "cli/watch.hpp"
#include "encode/board/puzzle.hpp"
#include "encode/certify/write_veripb.hpp"

namespace clew::cli {

/// automatic: veripb for lists of up to two million, cpog beyond.
enum class CertificateFormat : std::uint8_t { automatic, veripb, cpog, drat, lrat };

struct CertifyOptions {
    CertificateFormat format = CertificateFormat::automatic;
    certify::VeripbVersion version = certify::VeripbVersion::v3;
    certify::Exclusions exclusions = certify::Exclusions::forgotten;  ///< of veripb
    bool listed = true;                                               ///< cpog lists nothing
    Quiet quiet = Quiet::no;
};

struct WrittenCertificate {
    CertificateClaim claim{};
    std::uint64_t proof_bytes = 0;
    std::uint64_t formula_bytes = 0;
};

std::optional<WrittenCertificate> write_certificate(Host& host, Watch& watch, const Puzzle& puzzle,
                                                    const std::string& folder,
                                                    const CertifyOptions& options);

}  // namespace clew::cli
