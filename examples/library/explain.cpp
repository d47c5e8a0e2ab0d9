// The first three steps that a person would make, in words.
#include <clew/clew.hpp>
#include <iostream>

int main() {
    const clew::Puzzle puzzle = clew::Puzzle::from_line(
        "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..");
    const clew::logic::State start{puzzle};
    const clew::logic::Path path = clew::logic::walk(start, {.max_steps = 3});
    std::cout << clew::explain::write_walk(puzzle, start, path,
                                           {.boards = clew::explain::Boards::none});
}
