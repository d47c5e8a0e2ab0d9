// The decision tree of a puzzle; with a file name, its picture as well.
#include <clew/tree.hpp>
#include <fstream>
#include <iostream>

int main(int argc, char** argv) {
    const clew::Puzzle puzzle = clew::Puzzle::from_line(
        "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..");
    const auto tree = clew::explain::DecisionTree::grow(puzzle, {});
    std::cout << tree.totals().patterns << " patterns, " << tree.totals().solutions
              << " solutions\n";
    if (argc > 1) {
        std::ofstream file{argv[1]};
        clew::explain::DrawOptions options;
        options.layout = clew::explain::TreeLayout::levels;
        options.depth = 2;
        clew::explain::write_tree_svg(clew::explain::draw(tree, options), file);
    }
}
