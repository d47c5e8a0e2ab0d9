#include "proof/folder/folder.hpp"

#include <stdlib.h>
#include <sys/stat.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "clew/version.hpp"
#include "core/base/file_error.hpp"

namespace clew::proof::inline folder {

CertificateFolder::CertificateFolder(const std::string& name)
    : name_(std::filesystem::path(name).lexically_normal()) {
    if (!name_.has_filename()) name_ = name_.parent_path();
    std::error_code error;
    if (std::filesystem::exists(name_, error)) {
        if (!std::filesystem::is_directory(name_, error)) throw FileError(name, "is no folder");
        if (!std::filesystem::is_empty(name_, error))
            throw FileError(name, "is not empty: a certificate is never written over");
    }
    std::string pattern = name_.string() + ".XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) throw FileError(name, "cannot be made", errno);
    temporary_ = pattern;
    const auto mask = umask(0);
    umask(mask);
    static_cast<void>(chmod(pattern.c_str(), static_cast<mode_t>(0777 & ~mask)));
}

CertificateFolder::~CertificateFolder() {
    if (temporary_.empty()) return;
    files_.clear();
    std::error_code ignored;
    std::filesystem::remove_all(temporary_, ignored);
}

std::ofstream& CertificateFolder::open(const std::string& file) {
    errno = 0;
    Entry& entry = files_.emplace_back();
    entry.name = file;
    entry.stream.open(path(file), std::ios::binary | std::ios::trunc);
    if (!entry.stream) throw FileError(path(file), "cannot be written", errno);
    return entry.stream;
}

void CertificateFolder::finish() {
    for (Entry& entry : files_) {
        if (!entry.stream.is_open()) continue;
        errno = 0;
        entry.stream.close();
        if (!entry.stream) throw FileError(path(entry.name), "cannot be written", errno);
    }
}

void CertificateFolder::drop(const std::string& file) {
    std::filesystem::remove(temporary_ / file);
    files_.remove_if([&](const Entry& entry) { return entry.name == file; });
}

std::uint64_t CertificateFolder::bytes(const std::string& file) const {
    return std::filesystem::file_size(temporary_ / file);
}

void CertificateFolder::commit(const CertificateClaim& claim) {
    finish();
    nlohmann::ordered_json manifest = {{"schema", certificate_schema},
                                       {"clew", CLEW_VERSION},
                                       {"solutions", claim.count},
                                       {"proof", claim.proof},
                                       {"proof_version", claim.version},
                                       {"listed", claim.listed},
                                       {"about", claim.about},
                                       {"tree", claim.tree},
                                       {"files", nlohmann::ordered_json::array()}};
    for (const Entry& entry : files_)
        manifest["files"].push_back({{"name", entry.name},
                                     {"bytes", bytes(entry.name)},
                                     {"digest", digest_of(path(entry.name))}});
    open(manifest_file) << manifest.dump(2) << "\n";
    finish();
    std::error_code error;
    std::filesystem::rename(temporary_, name_, error);
    if (error) throw FileError(name_.string(), "cannot be made", error.value());
    temporary_.clear();
}

}  // namespace clew::proof::inline folder
