#include "cli/certificate_folder.hpp"

#include <stdlib.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "cli/file_error.hpp"
#include "cli/version.hpp"
#include "encode/base/digest.hpp"
#include "encode/base/input_error.hpp"

namespace clew::cli {
namespace {

constexpr const char* schema = "clew/certificate/1";

std::string digest_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw FileError(path, "cannot be opened", errno);
    Digest digest;
    std::array<char, 1 << 16> block;
    while (file) {
        file.read(block.data(), block.size());
        digest.add(std::string_view(block.data(), static_cast<std::size_t>(file.gcount())));
    }
    return hex(digest.value());
}

}  // namespace

std::string proof_file(const std::string& proof) {
    return "proof." + (proof == "veripb" ? std::string{"pbp"} : proof);
}

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
    const mode_t mask = umask(0);
    umask(mask);
    static_cast<void>(chmod(pattern.c_str(), 0777 & ~mask));
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
    nlohmann::ordered_json manifest = {{"schema", schema},
                                       {"clew", version_number()},
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
                                     {"fnv1a64", digest_of(path(entry.name))}});
    open(manifest_file) << manifest.dump(2) << "\n";
    finish();
    std::error_code error;
    std::filesystem::rename(temporary_, name_, error);
    if (error) throw FileError(name_.string(), "cannot be made", error.value());
    temporary_.clear();
}

CertificateClaim read_claim(const std::string& folder) {
    const std::filesystem::path at{folder};
    const std::string name = (at / manifest_file).string();
    errno = 0;
    std::ifstream file(name);
    if (!file) throw FileError(name, "cannot be opened", errno);
    const auto refuse = [&](const std::string& what) {
        throw InputError({.source = name}, what, "a manifest as clew certify writes it");
    };
    try {
        const nlohmann::json manifest = nlohmann::json::parse(file);
        if (manifest.at("schema") != schema) refuse("not a certificate's manifest");
        CertificateClaim claim{.proof = manifest.at("proof"),
                               .version = manifest.at("proof_version"),
                               .count = manifest.at("solutions"),
                               .listed = manifest.at("listed"),
                               .about = manifest.value("about", ""),
                               .tree = manifest.value("tree", false)};
        if (!claim.about.empty() && claim.about != "steps") refuse("a claim of an unknown kind");
        for (const nlohmann::json& entry : manifest.at("files")) {
            const std::string part = entry.at("name");
            if (part.find('/') != std::string::npos) refuse("a file outside the folder");
            const std::string path = (at / part).string();
            std::error_code error;
            const auto size = std::filesystem::file_size(path, error);
            if (error) throw FileError(path, "cannot be read", error.value());
            if (size != entry.at("bytes").get<std::uint64_t>() ||
                digest_of(path) != entry.at("fnv1a64").get<std::string>())
                throw InputError({.source = path}, "is not the file that the manifest tells of",
                                 "the file as it was certified");
        }
        return claim;
    } catch (const nlohmann::json::exception& error) {
        refuse(std::string("not a manifest: ") + error.what());
    }
    return {};
}

}  // namespace clew::cli
