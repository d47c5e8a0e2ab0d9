#include "explain/certificate/claim.hpp"

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "encode/base/digest.hpp"
#include "encode/base/file_error.hpp"
#include "encode/base/input_error.hpp"
#include "explain/certificate/folder.hpp"

namespace clew::explain {

std::string proof_file(const std::string& proof) {
    return "proof." + (proof == "veripb" ? std::string{"pbp"} : proof);
}

std::string count_in_words(const std::string& count) {
    if (count == "0") return "no solution";
    return "exactly " + count + (count == "1" ? " solution" : " solutions");
}

namespace {

template <class AnyDigest>
std::string digest_by(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw FileError(path, "cannot be opened", errno);
    AnyDigest digest;
    std::array<char, 1 << 16> block;
    while (file) {
        file.read(block.data(), block.size());
        digest.add(std::string_view(block.data(), static_cast<std::size_t>(file.gcount())));
    }
    return hex(digest.value());
}

}  // namespace

std::string digest_of(const std::string& path) { return digest_by<WideDigest>(path); }

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
        if (manifest.at("schema") != certificate_schema) refuse("not a certificate's manifest");
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
                (entry.contains("fnv1a64")  // as Clew wrote it first
                     ? digest_by<Digest>(path) != entry.at("fnv1a64").get<std::string>()
                     : digest_of(path) != entry.at("digest").get<std::string>()))
                throw InputError({.source = path}, "is not the file that the manifest tells of",
                                 "the file as it was certified");
        }
        return claim;
    } catch (const nlohmann::json::exception& error) {
        refuse(std::string("not a manifest: ") + error.what());
    }
    return {};
}

}  // namespace clew::explain
