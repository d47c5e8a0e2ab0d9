// Which small slip would explain why a puzzle has twelve solutions?
#include <clew/clew.hpp>
#include <iostream>

int main() {
    const clew::Puzzle puzzle = clew::Puzzle::from_line(
        "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..");
    const clew::setter::Repair repair = clew::setter::repair(puzzle, {.max_proposals = 3});
    for (const clew::setter::Proposal& proposal : repair.proposals)
        std::cout << proposal.text << "\n";
}
