#pragma once
// Grid store: the grids of all vertices of a decision tree, packed, and the way from a grid to its
// vertex. Private to the module.
//
//     GridStore store{puzzle, TreeMarks::recomputed};
//     std::vector<std::uint64_t> code(store.words());
//     store.pack(closure, code);
//     if (store.find(code) == no_node) store.add(code);      // the next vertex
//     store.digits(store.code(0));
//
// A grid is its packed digits (48 bytes on 9x9), or its packed candidates where marks are carried,
// in one array indexed by vertex, with an open-addressing hash table of vertex numbers over it.
// Of a puzzle with rules the candidates that digits leave are those that the rules' filters leave.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/puzzle.hpp"
#include "logic/closure/closure.hpp"
#include "logic/closure/code_writer.hpp"
#include "logic/tree/graph.hpp"
#include "logic/tree/tree_options.hpp"

namespace clew::logic::inline tree {

class GridStore {
  public:
    GridStore(const Puzzle& puzzle, TreeMarks marks);

    /// 64-bit words that a grid takes.
    std::size_t words() const { return words_; }
    std::span<const std::uint64_t> code(Node node) const {
        return std::span(codes_).subspan(node * words_, words_);
    }
    /// The vertex of a grid, or no_node.
    Node find(std::span<const std::uint64_t> grid) const { return slots_[slot(grid)]; }
    /// Stores the grid of the next vertex. Requires that it is not there yet.
    void add(std::span<const std::uint64_t> grid);
    /// Packs what a closure has reached.
    void pack(const logic::Closure& state, std::span<std::uint64_t> out) const;

    /// The digits of a grid: nothing for an open cell. One entry a cell.
    std::vector<std::optional<Digit>> digits(std::span<const std::uint64_t> grid) const;
    /// The candidates that the binary cells of a grid are read from, one set a cell.
    std::vector<DigitSet> candidates(std::span<const std::uint64_t> grid) const;

    /// A grid in a file: a symbol a cell, '.' for open ones, or the candidates of each cell as a
    /// hexadecimal number of fixed width where marks are carried.
    std::string text(std::span<const std::uint64_t> grid) const;
    /// What text() wrote; false for any other text.
    bool parse(std::string_view text, std::span<std::uint64_t> out) const;
    /// Whether every cell has its digit.
    bool full(std::span<const std::uint64_t> grid) const;
    /// Whether `to` has all that `from` has, and more.
    bool goes_on(std::span<const std::uint64_t> from, std::span<const std::uint64_t> to) const;

  private:
    std::size_t slot(std::span<const std::uint64_t> wanted) const;

    GeometryPtr geometry_;
    rules::RulebookPtr book_;  // null without rules
    logic::Closure closure_;   // for its codes only
    logic::CodeWriter writer_;
    TreeMarks marks_;
    std::size_t words_;
    std::vector<DigitSet> start_;  // what the givens leave
    std::vector<std::uint64_t> codes_;
    std::vector<Node> slots_;
};

}  // namespace clew::logic::inline tree
