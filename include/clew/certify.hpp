#pragma once
// Certificates: what a stranger needs to believe an answer without Clew, and their checkers.
//
//     clew::explain::certify(puzzle, "p92.cert").claim.count        // "12"
//     clew::proof::check_folder("p92.cert").verdict.accepted
//     clew::proof::check_proof(kind, formula, stream, name, {})     // a proof by anyone
//
// Free functions without shared state: any number of threads may call them at once, for folders
// that differ.

#include "core/base/file_error.hpp"
#include "explain/certificate/certify.hpp"
#include "proof/checker/certificate.hpp"
#include "proof/checker/cnf.hpp"
#include "proof/folder/check.hpp"

/// The check of a folder has had its names here since 0.1.
namespace clew::explain {
using namespace proof::folder;
}
