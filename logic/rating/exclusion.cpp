// Aligned exclusion. Take two (three) base cells and look at every way to fill them. A way is out
// if two of them that see each other would hold the same digit, or if it holds all the digits of a
// cell that sees every base cell. A digit that is in no way left goes.
//
// At least two excluding cells are asked for: what one can do is a naked set.

#include "logic/rating/exclusion.hpp"

#include <array>

namespace clew::rating {
namespace {

class Exclusion {
  public:
    Exclusion(const Board9& board, int size) : board_(board), size_(size) {
        for (int c = 0; c < cell_total; ++c) {
            const int n = ones(board.at(c));
            if (n >= 2 && n <= size) narrow_.add(c);
        }
        for (int c = 0; c < cell_total; ++c) {
            if (ones(board.at(c)) < 2) continue;
            const Cells excluding = tables9.seen[static_cast<std::size_t>(c)] & narrow_;
            if (excluding.size() < 2) continue;
            excluding_[static_cast<std::size_t>(count_)] = excluding;
            bases_[static_cast<std::size_t>(count_++)] = c;
        }
    }

    std::optional<Deduction> first() {
        for (int j = 1; j < count_; ++j)
            for (int i = 0; i < j; ++i) {
                const Cells two = of(i) & of(j);
                if (two.size() < 2) continue;
                cells_ = {base(i), base(j), 0};
                if (size_ == 2) {
                    if (auto hint = tried(two)) return hint;
                    continue;
                }
                for (int k = j + 1; k < count_; ++k) {
                    const Cells three = two & of(k);
                    if (three.size() < 2) continue;
                    cells_[2] = base(k);
                    if (auto hint = tried(three)) return hint;
                }
            }
        return std::nullopt;
    }

  private:
    int base(int i) const { return bases_[static_cast<std::size_t>(i)]; }
    Cells of(int i) const { return excluding_[static_cast<std::size_t>(i)]; }
    int cell(int i) const { return cells_[static_cast<std::size_t>(i)]; }

    std::optional<Deduction> tried(Cells excluding) const {
        std::array<Nine, 18> sets{};
        std::size_t n = 0;
        excluding.each([&](int c) { sets[n++] = board_.at(c); });
        std::array<unsigned, 3> allowed{};
        const auto out = [&](unsigned held) {
            for (std::size_t s = 0; s < n; ++s)
                if ((sets[s] & ~held) == 0) return true;
            return false;
        };
        const bool see01 = sees(cell(0), cell(1));
        const bool see02 = size_ == 3 && sees(cell(0), cell(2));
        const bool see12 = size_ == 3 && sees(cell(1), cell(2));
        for (unsigned a = board_.at(cell(0)); a != 0; a &= a - 1)
            for (unsigned b = board_.at(cell(1)); b != 0; b &= b - 1) {
                const unsigned x = a & -a, y = b & -b;
                if ((see01 && x == y) || out(x | y)) continue;
                if (size_ == 2) {
                    allowed[0] |= x;
                    allowed[1] |= y;
                    continue;
                }
                unsigned thirds = 0;
                for (unsigned c = board_.at(cell(2)); c != 0; c &= c - 1) {
                    const unsigned z = c & -c;
                    if ((see02 && x == z) || (see12 && y == z) || out(x | y | z)) continue;
                    thirds |= z;
                }
                if (thirds == 0) continue;
                allowed[0] |= x;
                allowed[1] |= y;
                allowed[2] |= thirds;
            }
        Deduction hint = Deduction::of(size_ == 2 ? SeTechnique::aligned_pair_exclusion
                                                  : SeTechnique::aligned_triplet_exclusion);
        for (int i = 0; i < size_; ++i)
            hint.remove(cell(i), board_.at(cell(i)) & ~allowed[static_cast<std::size_t>(i)]);
        if (hint.removed.empty()) return std::nullopt;
        return hint;
    }

    const Board9& board_;
    int size_;
    Cells narrow_;
    std::array<Cells, cell_total> excluding_{};
    std::array<int, cell_total> bases_{};
    int count_ = 0;
    std::array<int, 3> cells_{};
};

}  // namespace

std::optional<Deduction> find_aligned_exclusion(const Board9& board, int size) {
    return Exclusion{board, size}.first();
}

}  // namespace clew::rating
