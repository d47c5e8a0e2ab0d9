#pragma once
// The slow, plain reading of the Sudoku Explainer scale's chains, which the fast search is tested
// against.
//
//     std::optional<SlowChain> c = reference::lowest_chain(grid, SlowKind::dynamic_chains);
//
// Potentials are objects with lists of parents, candidates a table of truths; nothing is shared
// with the engine, and nothing is left out early.

#include <array>
#include <optional>

namespace clew::reference {

/// What is known of a 9x9 board: which digits a cell may still hold, and which it holds.
struct SlowGrid {
    std::array<std::array<bool, 9>, 81> may{};
    std::array<bool, 81> filled{};
    std::array<int, 9> placed{};  ///< how often each digit stands on the board
};

enum class SlowKind {
    forcing_chains,
    nishio,
    multiple_chains,
    dynamic_chains,
    dynamic_plus,
    nested_forcing,   ///< dynamic, with forcing chains inside
    nested_multiple,  ///< and multiple chains
    nested_dynamic,   ///< dynamic, with dynamic chains inside
};

struct SlowChain {
    int tenths = 0;
    int complexity = 0;

    bool operator==(const SlowChain&) const = default;
};

/// The lowest rated chain of a kind, of these the least complex; nothing if there is none.
std::optional<SlowChain> lowest_chain(const SlowGrid& grid, SlowKind kind);

}  // namespace clew::reference
