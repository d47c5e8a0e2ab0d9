// Reads puzzles in any format from standard input and lists up to three solutions of each.
#include <clew/clew.hpp>
#include <iostream>

int main() {
    clew::PuzzleReader reader{std::cin, "<stdin>"};
    for (;;) {
        try {
            const auto record = reader.next();
            if (!record) return 0;
            const auto print = [](const clew::Grid& grid) {
                std::cout << clew::to_line(grid) << "\n";
                return clew::Flow::go_on;
            };
            const auto result = clew::enumerate(record->puzzle, {.limit = 3}, print);
            std::cout << result.solutions.to_string() << " (" << clew::to_string(result.ending)
                      << ")\n";
        } catch (const clew::InputError& error) {  // the reader stands behind the faulty puzzle
            std::cout << error.message() << "\n";
        }
    }
}
