#include "tools/bench/programs.hpp"

#include <filesystem>
#include <fstream>

#include "cli/child_process.hpp"

namespace clew::bench {
namespace {

/// Beyond so many solutions a format, or a checker, takes hours.
struct Reach {
    const char* format;
    const char* proof;         ///< its file in the certificate
    std::uint64_t solutions;   ///< to write and to check by `clew check`
    const char* checker;       ///< a public one; null: none is run
    std::uint64_t by_checker;  ///< solutions
};
constexpr Reach formats[] = {
    {"veripb", "proof.pbp", 20'000'000, nullptr, 0},
    {"cpog", "proof.cpog", 2'000'000, "cpog-check", 2'000'000},
    {"lrat", "proof.lrat", 2'000'000, "lrat-check", 2'000'000},
    {"drat", "proof.drat", 200'000, "drat-trim", 20'000},
};

constexpr std::uint64_t by_hand = 20'000;

/// 0 if there is none.
std::uint64_t size_of(const std::string& file) {
    std::error_code none;
    const auto bytes = std::filesystem::file_size(file, none);
    return none ? 0 : std::uint64_t{bytes};
}

}  // namespace

std::string clew_program() {
    return std::filesystem::path{cli::own_program()}.replace_filename("clew").string();
}

Program ours(const std::string& name, std::vector<std::string> words, const std::string& threads) {
    words.insert(words.begin(), clew_program());
    words.insert(words.end(), {"--threads", threads, "--quiet"});
    return {name, [words](const std::string& file) {
                std::vector<std::string> command = words;
                if (!file.empty()) command.push_back(file);
                return command;
            }};
}

Program qqwing(std::vector<std::string> words) {
    words.insert(words.begin(), "qqwing");
    return {"qqwing", [words](const std::string&) { return words; }, Reads::standard_input};
}

Program clasp(const std::string& most_models) {
    return {"clasp",
            [most_models](const std::string& file) {
                return std::vector<std::string>{"clasp", "-n", most_models, "-q", file};
            },
            Reads::formulas};
}

std::vector<Program> certificate_programs(const cli::ScratchFolder& folder, const std::string& name,
                                          std::uint64_t solutions, bool peers) {
    std::vector<Program> programs;
    for (const Reach& reach : formats) {
        if (solutions > reach.solutions) continue;
        const std::string format = reach.format;
        const std::filesystem::path at = folder.path() / (name + "." + format);
        const std::string formula = (at / "formula.cnf").string();
        const std::string proof = (at / reach.proof).string();
        programs.push_back({format + ", made",
                            [=](const std::string& file) {
                                std::filesystem::remove_all(at);  // never written over
                                return std::vector<std::string>{
                                    clew_program(), "certify",  file,   "-o",
                                    at.string(),    "--format", format, "--quiet"};
                            },
                            Reads::puzzles, [=] { return size_of(proof); }, 0});
        programs.push_back(
            {format + ", checked", [=](const std::string&) {
                 return std::vector<std::string>{clew_program(), "check", at.string()};
             }});
        if (peers && reach.checker != nullptr && solutions <= reach.by_checker &&
            cli::is_installed(reach.checker))
            programs.push_back({format + ", " + reach.checker, [=](const std::string&) {
                                    std::vector<std::string> words{reach.checker, formula, proof};
                                    if (format == "cpog")  // it divides by its number of threads
                                        words.insert(words.begin() + 1, {"-n", "1"});
                                    return words;
                                }});
    }
    if (peers && solutions <= by_hand && cli::is_installed("cadical")) {
        // What there is without `clew certify`: every solution forbidden, and a SAT solver's log.
        const std::string formula = folder.file(name + ".blocking.cnf");
        const std::string proof = folder.file(name + ".blocking.drat");
        programs.push_back(
            {"by hand, made",
             [=](const std::string& file) {
                 return std::vector<std::string>{
                     "sh",
                     "-c",
                     R"("$1" encode --blocking "$2" -o "$3" && cadical -q "$3" "$4")",
                     "sh",
                     clew_program(),
                     file,
                     formula,
                     proof};
             },
             Reads::puzzles, [=] { return size_of(proof); }});
        programs.push_back({"by hand, checked", [=](const std::string&) {
                                return std::vector<std::string>{clew_program(), "check",   "--cnf",
                                                                formula,        "--proof", proof,
                                                                "--format",     "drat"};
                            }});
        if (cli::is_installed("drat-trim"))
            programs.push_back({"by hand, drat-trim", [=](const std::string&) {
                                    return std::vector<std::string>{"drat-trim", formula, proof};
                                }});
    }
    for (Program& program : programs)
        if (!program.written) program.must_end_with = 0;  // a checker that accepts
    return programs;
}

std::string write_lines(const cli::ScratchFolder& folder, const std::string& name,
                        const std::vector<std::string>& lines, std::size_t number) {
    std::ofstream out(folder.path() / name);
    for (std::size_t i = 0; i < number; ++i) out << lines[i % lines.size()] << '\n';
    return folder.file(name);
}

}  // namespace clew::bench
