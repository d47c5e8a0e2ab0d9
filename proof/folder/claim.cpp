#include "proof/folder/claim.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "core/base/digest.hpp"
#include "core/base/file_error.hpp"
#include "core/base/input_error.hpp"
#include "core/base/stopped.hpp"
#include "core/base/strict_json.hpp"
#include "proof/folder/folder.hpp"

namespace clew::proof::inline folder {

std::string proof_file(const std::string& proof) {
    return "proof." + (proof == "veripb" ? std::string{"pbp"} : proof);
}

std::string count_in_words(const std::string& count) {
    if (count == "0") return "no solution";
    return "exactly " + count + (count == "1" ? " solution" : " solutions");
}

namespace {

template <class AnyDigest>
std::string digest_by(const std::string& path, const StopFlag* stop) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw FileError(path, "cannot be opened", errno);
    AnyDigest digest;
    std::array<char, 1 << 16> block;
    while (file) {
        if (stop != nullptr && stop->raised()) throw Stopped{};
        file.read(block.data(), block.size());
        digest.add(std::string_view(block.data(), static_cast<std::size_t>(file.gcount())));
    }
    return hex(digest.value());
}

/// Of a regular file: what waits for a writer, or never ends, is none. Errors: FileError,
/// InputError.
std::uintmax_t size_of(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw InputError({.source = path}, "is no regular file", "a file with an end");
    const auto size = std::filesystem::file_size(path, error);
    if (error) throw FileError(path, "cannot be opened", error.value());
    return size;
}

/// Calls `refuse` for an object with other keys, whose meaning would be passed over.
template <class Refuse>
void only_keys(const nlohmann::json& object, std::initializer_list<std::string_view> known,
               const Refuse& refuse) {
    for (const auto& [key, value] : object.items())
        if (std::ranges::find(known, key) == known.end())
            refuse("the key '" + key + "' is unknown");
}

}  // namespace

std::string digest_of(const std::string& path) { return digest_by<WideDigest>(path, nullptr); }

CertificateClaim read_claim(const std::string& folder, const StopFlag* stop) {
    constexpr std::uintmax_t longest = 1 << 20;
    const std::filesystem::path at{folder};
    const std::string name = (at / manifest_file).string();
    const auto refuse = [&](const std::string& what) {
        throw InputError({.source = name}, what, "a manifest as clew certify writes it");
    };
    if (size_of(name) > longest) refuse("is larger than any manifest");
    std::ifstream file(name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    try {
        const auto manifest = parse_strictly<nlohmann::json>(text, {.source = name});
        only_keys(manifest,
                  {"schema", "clew", "solutions", "proof", "proof_version", "listed", "about",
                   "tree", "files"},
                  refuse);
        if (manifest.at("schema") != certificate_schema) refuse("not a certificate's manifest");
        CertificateClaim claim{.proof = manifest.at("proof"),
                               .version = manifest.at("proof_version"),
                               .count = manifest.at("solutions"),
                               .listed = manifest.at("listed"),
                               .about = manifest.value("about", ""),
                               .tree = manifest.value("tree", false)};
        if (!claim.about.empty() && claim.about != "steps") refuse("a claim of an unknown kind");
        if (!claim.about.empty() && (claim.listed || claim.tree))
            refuse("a claim about steps that lists solutions or follows a tree");
        // What is there is claimed, and what is claimed is there.
        std::set<std::string> missing{puzzle_file, formula_file, proof_file(claim.proof)};
        for (const auto& [part, is_claimed] : {std::pair{solutions_file, claim.listed},
                                               {tree_file, claim.tree},
                                               {steps_file, claim.about == "steps"}}) {
            if (is_claimed) missing.insert(part);
            if (!is_claimed && std::filesystem::exists(at / part))
                refuse(std::string(part) + " is in the folder and not in the claim");
        }
        bool has_readme = false;
        for (const nlohmann::json& entry : manifest.at("files")) {
            only_keys(entry, {"name", "bytes", "digest", "fnv1a64"}, refuse);
            const std::string part = entry.at("name");
            const bool readme = part == readme_file && !std::exchange(has_readme, true);
            if (missing.erase(part) == 0 && !readme)
                refuse("the file '" + part + "' belongs to no such claim, or is named twice");
            const std::string path = (at / part).string();
            if (size_of(path) != entry.at("bytes").get<std::uint64_t>() ||
                (entry.contains("fnv1a64")  // as Clew wrote it first
                     ? digest_by<Digest>(path, stop) != entry.at("fnv1a64").get<std::string>()
                     : digest_by<WideDigest>(path, stop) != entry.at("digest").get<std::string>()))
                throw InputError({.source = path}, "is not the file that the manifest tells of",
                                 "the file as it was certified");
        }
        if (!missing.empty()) refuse("does not name the file " + *missing.begin());
        return claim;
    } catch (const nlohmann::json::exception& error) {
        refuse(std::string("not a manifest: ") + error.what());
    }
    return {};
}

}  // namespace clew::proof::inline folder
