// Counts P-92 with the installed library; exit code 0 if there are 12 solutions.

#include <cstdio>

#include "encode/board/notation.hpp"
#include "encode/solve/solve.hpp"

int main() {
    const clew::Puzzle p92 = clew::Puzzle::from_line(
        "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..");
    const clew::CountResult result = clew::count(p92);
    std::printf("%s\n", result.count.to_string().c_str());
    return result.exact() && result.count == clew::Count{12} ? 0 : 1;
}
