#pragma once
// Documents: README.md and all of docs, as the tests of their claims read them.
//
//     for (const std::string& name : document_names()) read_document(name)

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/places.hpp"
#include "tests/support/texts.hpp"

namespace clew {

/// "README.md", "docs/architecture.md", ...: in order.
inline std::vector<std::string> document_names() {
    std::vector<std::string> names{"README.md"};
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir() + "/docs"))
        if (entry.path().extension() == ".md")
            names.push_back(std::filesystem::relative(entry.path(), source_dir()).string());
    std::sort(names.begin(), names.end());
    return names;
}

inline std::string read_document(const std::string& name) {
    const std::string path = source_dir() + "/" + name;
    EXPECT_TRUE(std::ifstream{path}.is_open()) << name;
    return read_file(path);
}

/// Whether what the documents repeat is written anew: CLEW_UPDATE_GOLDENS=1.
inline bool updates_documents() {
    return std::getenv("CLEW_UPDATE_GOLDENS") != nullptr;  // NOLINT(concurrency-mt-unsafe)
}
inline void write_document(const std::string& name, const std::string& text) {
    if (text != read_document(name)) std::ofstream{source_dir() + "/" + name} << text;
}

inline std::vector<std::string> lines_of_document(const std::string& name) {
    std::istringstream text{read_document(name)};
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

}  // namespace clew
