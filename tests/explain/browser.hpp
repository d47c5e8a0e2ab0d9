#pragma once
// Opens a page in headless Chromium, where there is one.
//
//     const auto dom = dump_dom(page, "#selftest");
//     if (!dom) GTEST_SKIP() << "no Chromium here";
//
//     const auto said = probe(page, 420, 800, "return w.scrollY");   // as on a telephone

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "core/base/markup.hpp"

namespace clew::explain {

/// The document that the page leaves behind; nothing without a browser.
inline std::optional<std::string> dump_dom(const std::string& page, const std::string& anchor) {
    const char* browser = nullptr;
    for (const char* name :
         {"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"})
        if (browser == nullptr && std::filesystem::exists(name)) browser = name;
    if (browser == nullptr) return std::nullopt;
    static std::atomic<int> counter{0};
    const auto folder =
        std::filesystem::temp_directory_path() /
        ("clew-browser-" + std::to_string(::getpid()) + "-" + std::to_string(counter++));
    std::filesystem::create_directories(folder);
    std::ofstream{folder / "page.html"} << page;
    const std::string command =
        std::string{browser} +
        " --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1400,1200"
        " --no-first-run --disable-background-networking"
        " --disable-component-update --disable-sync --user-data-dir=" +
        (folder / "profile").string() + " --dump-dom 'file://" + (folder / "page.html").string() +
        anchor + "' 2>/dev/null";
    std::string dom;
    // NOLINTNEXTLINE(bugprone-command-processor,cert-env33-c): a fixed command on our own file
    if (FILE* pipe = ::popen(command.c_str(), "r")) {
        std::array<char, 65536> buffer{};
        for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
            dom.append(buffer.data(), got);
        ::pclose(pipe);
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return dom;
}

/// Opens the page in a window of that size, however small (Chromium's own are never narrower than
/// 500), and runs `script`, the body of a function in which `w` is the window and `d` its document.
/// What it returns, as JSON; nothing without a browser.
inline std::optional<std::string> probe(const std::string& page, int width, int height,
                                        const std::string& script) {
    const auto dom = dump_dom(
        "<!DOCTYPE html><body style=\"margin:0\"><iframe id=\"f\" style=\"border:0\" width=\"" +
            std::to_string(width) + "\" height=\"" + std::to_string(height) + "\" srcdoc=\"" +
            xml_escaped(page) +
            "\"></iframe><script>f.onload = () => { const w = f.contentWindow, d = w.document; "
            "document.documentElement.dataset.probe = JSON.stringify((() => {" +
            script + "})()); };</script>",
        "");
    if (!dom) return std::nullopt;
    const std::string key = "data-probe=\"";
    const auto at = dom->find(key);
    if (at == std::string::npos) return "the page did not load";
    std::string json =
        dom->substr(at + key.size(), dom->find('"', at + key.size()) - at - key.size());
    for (auto quote = json.find("&quot;"); quote != std::string::npos; quote = json.find("&quot;"))
        json.replace(quote, 6, "\"");
    return json;
}

}  // namespace clew::explain
