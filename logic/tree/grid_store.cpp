#include "logic/tree/grid_store.hpp"

#include <algorithm>
#include <charconv>

#include "core/board/notation.hpp"

namespace clew::logic::inline tree {

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
      book_(rules::rulebook_of(puzzle)),
      closure_(geometry_, book_),
      writer_(geometry_, book_),
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

std::string GridStore::text(std::span<const std::uint64_t> grid) const {
    std::string text;
    if (marks_ == TreeMarks::recomputed) {
        for (const auto& digit : closure_.decode_grid(grid))
            text += digit ? digit_symbol(*digit) : '.';
        return text;
    }
    const std::size_t width = (geometry_->size() + 3) / 4;
    for (const DigitSet d : closure_.decode_marks(grid))
        for (std::size_t place = width; place-- > 0;)
            text += "0123456789abcdef"[(d.bits() >> (4 * place)) & 15U];
    return text;
}

bool GridStore::parse(std::string_view text, std::span<std::uint64_t> out) const {
    const std::size_t cells = geometry_->cell_count();
    if (marks_ == TreeMarks::recomputed) {
        if (text.size() != cells) return false;
        std::vector<std::optional<Digit>> digits(cells);
        for (std::size_t i = 0; i < cells; ++i) {
            if (text[i] == '.') continue;
            digits[i] = parse_digit(text[i], geometry_->size());
            if (!digits[i]) return false;
        }
        writer_.grid(digits, out);
        return true;
    }
    const std::size_t width = (geometry_->size() + 3) / 4;
    if (text.size() != cells * width) return false;
    std::vector<DigitSet> marks(cells);
    for (std::size_t i = 0; i < cells; ++i) {
        std::uint32_t bits = 0;
        const char* const end = text.data() + (i + 1) * width;
        const auto [at, error] = std::from_chars(end - width, end, bits, 16);
        marks[i] = DigitSet::from_bits(bits);
        if (error != std::errc{} || at != end || marks[i].empty() ||
            !DigitSet::all(geometry_->size()).contains(marks[i]))
            return false;
    }
    writer_.marks(marks, out);
    return true;
}

bool GridStore::full(std::span<const std::uint64_t> grid) const {
    return std::ranges::all_of(digits(grid), [](const auto& digit) { return digit.has_value(); });
}

bool GridStore::goes_on(std::span<const std::uint64_t> from,
                        std::span<const std::uint64_t> to) const {
    if (std::ranges::equal(from, to)) return false;
    if (marks_ == TreeMarks::carried)
        return std::ranges::equal(closure_.decode_marks(from), closure_.decode_marks(to),
                                  [](DigitSet a, DigitSet b) { return a.contains(b); });
    return std::ranges::equal(closure_.decode_grid(from), closure_.decode_grid(to),
                              [](const auto& a, const auto& b) { return !a || a == b; });
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
    if (book_ == nullptr) return open;
    // No digit is new: those of the grid were found with no more candidates.
    logic::Closure closure{geometry_, book_};
    closure.load(open);
    closure.candidates(open);
    return open;
}

}  // namespace clew::logic::inline tree
