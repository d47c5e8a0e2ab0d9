// How many solutions, and is that proved?
#include <clew/clew.hpp>
#include <iostream>

int main() {
    const clew::Puzzle puzzle = clew::Puzzle::from_line(
        "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..");
    const clew::CountResult result = clew::count(puzzle, {.limit = 1000});
    std::cout << (result.exact() ? "exactly " : "at least ") << result.solutions.to_string()
              << "\n";
}
