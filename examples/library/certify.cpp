// A folder that proves the number of solutions, written and read back.
#include <clew/certify.hpp>
#include <iostream>

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const clew::Puzzle puzzle = clew::Puzzle::from_line(
        "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..");
    const clew::explain::Certified made = clew::explain::certify(puzzle, argv[1]);
    if (made.outcome != clew::explain::CertifyOutcome::written) return 1;
    const clew::explain::CheckedFolder found = clew::explain::check_folder(argv[1]);
    std::cout << (found.verdict.accepted ? "accepted: " : "rejected: ")
              << clew::explain::count_in_words(found.claim.count) << "\n";
}
