#include "explain/tree/grid_store.hpp"

#include <algorithm>

namespace clew::explain {

namespace {

std::uint64_t hash(std::span<const std::uint64_t> code) {
    std::uint64_t h = 0;
    for (std::uint64_t w : code) {
        h = (h ^ w) * 0x9e3779b97f4a7c15U;
        h ^= h >> 32;
    }
    return h;
}

}  // namespace

GridStore::GridStore(const Puzzle& puzzle, TreeMarks marks)
    : geometry_(puzzle.geometry_ptr()),
      closure_(geometry_),
      marks_(marks),
      words_(marks == TreeMarks::carried ? closure_.marks_code_words()
                                         : closure_.grid_code_words()),
      start_(puzzle.candidates_after_givens()),
      slots_(1024, no_node) {}

/// The slot of a grid: it holds its vertex, or is where its vertex goes.
std::size_t GridStore::slot(std::span<const std::uint64_t> wanted) const {
    std::size_t i = hash(wanted) & (slots_.size() - 1);
    while (slots_[i] != no_node && !std::ranges::equal(code(slots_[i]), wanted))
        i = (i + 1) & (slots_.size() - 1);
    return i;
}

void GridStore::add(std::span<const std::uint64_t> grid) {
    const auto node = static_cast<Node>(codes_.size() / words_);
    codes_.insert(codes_.end(), grid.begin(), grid.end());
    if ((std::size_t{node} + 1) * 2 > slots_.size()) {
        slots_.assign(slots_.size() * 2, no_node);
        for (Node n = 0; n < node; ++n) slots_[slot(code(n))] = n;
    }
    slots_[slot(grid)] = node;
}

void GridStore::pack(const logic::Closure& state, std::span<std::uint64_t> out) const {
    if (marks_ == TreeMarks::carried)
        state.marks_code(out);
    else
        state.grid_code(out);
}

std::vector<std::optional<Digit>> GridStore::digits(std::span<const std::uint64_t> grid) const {
    if (marks_ == TreeMarks::recomputed) return closure_.decode_grid(grid);
    std::vector<std::optional<Digit>> found;
    for (DigitSet d : closure_.decode_marks(grid))
        found.push_back(d.size() == 1 ? std::optional(d.first()) : std::nullopt);
    return found;
}

std::vector<DigitSet> GridStore::candidates(std::span<const std::uint64_t> grid) const {
    if (marks_ == TreeMarks::carried) return closure_.decode_marks(grid);
    std::vector<DigitSet> open = start_;
    const auto filled = closure_.decode_grid(grid);
    for (std::size_t i = 0; i < open.size(); ++i) {
        if (!filled[i]) continue;
        for (Cell peer : geometry_->peers(Cell{i})) open[peer.index()].erase(*filled[i]);
    }
    for (std::size_t i = 0; i < open.size(); ++i)
        if (filled[i]) open[i] = DigitSet{*filled[i]};
    return open;
}

}  // namespace clew::explain
