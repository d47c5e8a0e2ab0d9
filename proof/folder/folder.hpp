#pragma once
// CertificateFolder: a certificate on disk, written whole or not at all.
//
//     CertificateFolder folder{"p92.cert"};              // refuses one that holds something
//     std::ofstream& proof = folder.open("proof.pbp");
//     folder.commit(claim);                               // manifest.json, then the folder's name
//
// All files go to a folder of another name beside it, which takes its name at the end in one step:
// a run that is killed leaves nothing that looks like a certificate. Errors: FileError.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <list>
#include <string>

#include "proof/folder/claim.hpp"

namespace clew::proof::inline folder {

/// Of manifest.json.
inline constexpr const char* certificate_schema = "clew/certificate/1";

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

/// The digest of a file, in hexadecimal. Errors: FileError.
std::string digest_of(const std::string& path);

}  // namespace clew::proof::inline folder
