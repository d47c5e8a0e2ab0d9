#pragma once
// CertificateFolder: a certificate on disk, written whole or not at all, and read back.
//
//     CertificateFolder folder{"p92.cert"};              // refuses one that holds something
//     std::ofstream& proof = folder.open("proof.pbp");
//     folder.commit(claim, host_version);                 // manifest.json, then the folder's name
//
//     const CertificateClaim claim = read_claim("p92.cert");     // sizes and digests are right
//
// All files go to a folder of another name beside it, which takes its name at the end in one step:
// a run that is killed leaves nothing that looks like a certificate. Errors: FileError; InputError
// for a manifest that is none.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <list>
#include <string>
#include <vector>

namespace clew::cli {

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

class CertificateFolder {
  public:
    explicit CertificateFolder(const std::string& name);
    ~CertificateFolder();
    CertificateFolder(const CertificateFolder&) = delete;
    CertificateFolder& operator=(const CertificateFolder&) = delete;

    /// A new file of it, to be written.
    std::ofstream& open(const std::string& file);
    /// Where a file of it is while it is written.
    std::string path(const std::string& file) const { return (temporary_ / file).string(); }
    /// The bytes of a file that was closed by finish().
    std::uint64_t bytes(const std::string& file) const;
    /// Closes all files. Errors: FileError if one was not written whole.
    void finish();
    /// Removes a file that was for the work alone. After finish().
    void drop(const std::string& file);
    void commit(const CertificateClaim& claim);

  private:
    struct Entry {
        std::string name;
        std::ofstream stream;
    };
    std::filesystem::path name_;
    std::filesystem::path temporary_;
    std::list<Entry> files_;
};

/// Errors: FileError for a file that is not there; InputError for a manifest that is none and for a
/// file whose size or digest is not the manifest's.
CertificateClaim read_claim(const std::string& folder);

}  // namespace clew::cli
