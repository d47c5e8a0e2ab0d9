#pragma once
// CertificateClaim: what a certificate says, and the names of its files.
//
//     read_claim("p92.cert").count                        // "12"; sizes and digests are right
//     count_in_words("12")                                // "exactly 12 solutions"

#include <string>

#include "core/base/outcome.hpp"

namespace clew::proof::inline folder {

/// What the manifest says.
struct CertificateClaim {
    std::string proof{};    ///< "veripb", "drat", "cpog", ...
    std::string version{};  ///< of the proof format; may be empty
    std::string count{};    ///< in decimal
    bool listed = false;    ///< solutions.txt is there
    /// "": a number of solutions; "steps": the conclusions of an explanation, in number `count`.
    std::string about{};
    bool tree = false;  ///< tree.txt is there: what each line of the proof says of a decision tree
};

/// The names of the files of a certificate.
inline constexpr const char* puzzle_file = "puzzle.json";
inline constexpr const char* formula_file = "formula.cnf";
inline constexpr const char* solutions_file = "solutions.txt";
inline constexpr const char* steps_file = "steps.txt";
inline constexpr const char* tree_file = "tree.txt";
inline constexpr const char* readme_file = "README.md";
inline constexpr const char* manifest_file = "manifest.json";
/// "proof.pbp" of "veripb", ...
std::string proof_file(const std::string& proof);

/// Of a certificate's folder. Errors: FileError for a file that is not there; InputError for a
/// manifest that is none, for one that does not name the claim's files and no others, for a file
/// whose size or digest is not the manifest's, and for what is no regular file; Stopped once
/// `stop` is raised, which may be null.
CertificateClaim read_claim(const std::string& folder, const StopFlag* stop = nullptr);

/// "exactly 12 solutions", "exactly 1 solution", "no solution".
std::string count_in_words(const std::string& count);

}  // namespace clew::proof::inline folder
