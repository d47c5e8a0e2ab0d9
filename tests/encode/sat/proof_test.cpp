#include "encode/sat/proof.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/contract.hpp"
#include "encode/cnf/dimacs.hpp"
#include "encode/sat/enumerate.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::sat {
namespace {

using reference::p92;

std::vector<Grid> solutions_of(const Puzzle& puzzle) {
    std::vector<Grid> all;
    enumerate(puzzle, {}, keep_in(all));
    return all;
}

bool cadical_is_installed() {
    return std::system("command -v cadical >/dev/null 2>&1") == 0;  // NOLINT(cert-env33-c)
}

// Exit code of cadical on the certificate: 10 satisfiable, 20 unsatisfiable. Sets the proof's size.
int ask_cadical(const Puzzle& puzzle, std::span<const Grid> solutions, std::uintmax_t& proof_size) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("clew_proof_test_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const std::string cnf = (folder / "certificate.cnf").string();
    const std::string drat = (folder / "certificate.drat").string();
    {
        std::ofstream out(cnf);
        write_certificate(out, puzzle, solutions);
    }
    const std::string command = "cadical -q '" + cnf + "' '" + drat + "' >/dev/null 2>&1";
    const int status = std::system(command.c_str());  // NOLINT(cert-env33-c)
    proof_size = std::filesystem::exists(drat) ? std::filesystem::file_size(drat) : 0;
    std::filesystem::remove_all(folder);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Certificate, AnotherSolverProvesTheListCompleteAndMissesALeftOutSolution) {
    if (!cadical_is_installed()) GTEST_SKIP() << "cadical is not installed";
    std::vector<Puzzle> puzzles{Puzzle::from_line(p92), Puzzle{Geometry::standard(4)}};
    puzzles.back().set_given(Cell{0}, Digit{0});
    for (const Puzzle& puzzle : puzzles) {
        std::vector<Grid> all = solutions_of(puzzle);
        ASSERT_GT(all.size(), 1U);
        std::uintmax_t proof = 0;
        EXPECT_EQ(ask_cadical(puzzle, all, proof), 20);
        EXPECT_GT(proof, 0U);
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2));
        EXPECT_EQ(ask_cadical(puzzle, all, proof), 10);
    }
}

TEST(Certificate, ReadsBackToItsPuzzleAndOneClauseASolution) {
    const Puzzle puzzle = Puzzle::from_line(p92);
    const std::vector<Grid> all = solutions_of(puzzle);
    std::ostringstream out;
    write_certificate(out, puzzle, all);
    const cnf::DimacsFile file = cnf::read_dimacs(out.str(), {"text", 1, 1});
    EXPECT_EQ(file.puzzle, puzzle);
    EXPECT_EQ(file.extra.size(), 12U);
    for (std::span<const cnf::Lit> clause : file.extra) EXPECT_LE(clause.size(), 57U);
}

TEST(Certificate, MisuseIsAContractViolation) {
    const Puzzle puzzle = Puzzle::from_line(p92);
    std::vector<Grid> all = solutions_of(puzzle);
    std::ostringstream out;
    EXPECT_THROW(write_certificate(out, puzzle, all, {.selectors = cnf::Selectors::clues}),
                 ContractViolation);
    all[0].set(Cell{0}, Digit{8});
    EXPECT_THROW(write_certificate(out, puzzle, all), ContractViolation);
}

}  // namespace
}  // namespace clew::sat
