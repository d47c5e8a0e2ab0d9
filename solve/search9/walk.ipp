// The walk; included once by each walk_<set>.cpp, behind the position that it walks. Like
// the lanes engine it lives in an anonymous namespace and uses no function of the standard library.
//
// The position is 81 sets of nine bits, the digits that may stand in a cell. They lie in wide
// registers such that all nine boxes are worked on at once, and every rule is a handful of logic
// operations on whole registers (position.ipp has the layout for registers of 256 bits and
// less, position_avx512.ipp for 512). The rules are those that unit clauses over "digit d
// is in cell c" and "digit d is in mini-row t" give ([Dillon2019]):
//
//     can    the digits that a mini-row may hold: the union of its cells
//     sure   those it must hold: in no other mini-row of its row, or of its box; in a cell of its
//            that has no other digit; or all that it can, if they are three
//
//     A digit that a mini-row must hold falls from the others of its row and box. If three are
//     sure the others fall. The same for mini-columns. A cell keeps what its mini-row and
//     mini-column can hold; a digit that both must hold is the cell's.
//
// Between them that is naked and hidden singles, locked candidates, and the count of mini-rows. One
// sweep draws each conclusion once, for the whole board, without a branch; sweeps go on until one
// changes nothing: about five a node, eleven at the root. A sweep that finds a digit without a
// place, or a cell without a digit, ends the node.
//
// The rules only ever remove, so the fixpoint does not depend on the order in which they fire: a
// position is a function of the puzzle's marks, which is what makes splitting and resuming exact,
// and the tree the same on every processor.
//
// The tree. Branches are the digits, ascending, of the cell with two digits whose digits meet most
// others in small cells of its row and column outside the box: pairs count twice, cells of three
// once, and each digit once a direction. (Nodes a hard puzzle: 13.0; 22.0 with the first
// pair; 12.9 with the box and every cell counted; 14.2 if only pairs count. The box adds nothing:
// what its cells have to say has mostly been said through the mini-rows.)
// Where there is no pair, the first of the smallest cells. Where few cells are open the solutions
// are found cell by cell without inference, and the node has a branch for each. No more of them are
// looked for than the run can use; where there are more than a node has room for, which was never
// met, it branches on the cell that they were tried in first, so that the order is the same whether
// or not all were looked for.
//
// Nothing in these rules sees that a digit, looked at alone, has no room left, and a search that
// branches on other digits finds that out again and again. So it is asked outright, digit by digit,
// where the tree has grown eight deep, which few puzzles do: a puzzle without a solution that took
// 2 213 000 nodes takes 3 819. (Branching there on the digit with the fewest places instead: 311
// 949 nodes, and a fifth fewer solutions a second.)
//
// What lost, in microseconds a 17-clue puzzle and a hard one, one at a time:
//
//     2.06  6.97  nine digits as bands of bits with tables for the 3x3 matrices, AVX2 (this, in the
//                 same run: 0.93 and 3.39 with AVX2, 0.46 and 1.83 with AVX-512); 4.0 to 4.6
//                 million solutions a second against 5.3 to 6.5
//     1.43  5.5   the same two digits to a register, all in registers without tables, AVX-512
//     1.01  3.98  mini-rows counted only where nothing else moves, AVX2: a sweep more a node, where
//                 always counting takes 0.91 and 3.40
//     0.51  1.74  both children of a pair settled side by side, AVX-512: 0.46 and 1.74 in turn
//
// The layout for 256 bits, with AVX-512's logic and population counts, takes 33 to 41 ns a sweep
// against 24 to 27 for the layout of 512 bits.
//
// Nodes a hard puzzle: 13.0; 14.1 without "all that it can, if they are three"; 14.7 without "if
// three are sure the others fall"; 18.6 without either.

namespace clew::search9::detail {
namespace {

struct Place {
    std::uint8_t cell;
    std::uint8_t row;  // houses, 0 .. 26
    std::uint8_t column;
    std::uint8_t box;
};

struct Places {
    Place of[slots]{};
    std::uint8_t slot[81]{};

    constexpr Places() {
        for (unsigned s = 0; s < slots; ++s) {
            const unsigned cell = cell_of_slot(s);
            if (cell >= 81) continue;
            of[s] = {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(cell / 9),
                     static_cast<std::uint8_t>(9 + cell % 9),
                     static_cast<std::uint8_t>(18 + cell / 27 * 3 + cell % 9 / 3)};
            slot[cell] = static_cast<std::uint8_t>(s);
        }
    }
};
constexpr Places places{};

/// The columns that a digit can take in a band, one a box: 27 combinations, the first box's
/// column + 3 times the second's + 9 times the third's.
struct Combinations {
    std::uint32_t apart[27]{};  // the combinations with another column in every box

    constexpr Combinations() {
        for (unsigned a = 0; a < 27; ++a)
            for (unsigned b = 0; b < 27; ++b)
                if (a % 3 != b % 3 && a / 3 % 3 != b / 3 % 3 && a / 9 != b / 9) apart[a] |= 1U << b;
    }
};
constexpr Combinations combinations{};

/// False if some digit, looked at alone, cannot be placed nine times.
inline bool each_digit_fits(const Position& p) {
    std::uint16_t rows[9][9] = {};  // digit, row: columns
    for (unsigned cell = 0; cell < 81; ++cell)
        for (std::uint64_t digits = p.set[places.slot[cell]]; digits != 0; digits &= digits - 1)
            rows[lowest(digits)][cell / 9] |= static_cast<std::uint16_t>(1U << cell % 9);
    constexpr std::uint8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                           {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (const auto& digit : rows) {
        std::uint32_t takes[3] = {};  // bands: combinations
        for (unsigned band = 0; band < 3; ++band)
            for (const auto& order : orders) {
                const std::uint16_t* row = digit + 3 * band;
                std::uint32_t some = row[order[0]] & 7U;
                const unsigned second = row[order[1]] >> 3 & 7U;
                some *= (second & 1U) | (second & 2U) << 2 | (second & 4U) << 4;
                const unsigned third = row[order[2]] >> 6;
                some *= (third & 1U) | (third & 2U) << 8 | (third & 4U) << 16;
                takes[band] |= some;
            }
        bool fits = false;
        for (std::uint64_t first = takes[0]; first != 0 && !fits; first &= first - 1) {
            const unsigned a = lowest(first);
            for (std::uint64_t rest = takes[1] & combinations.apart[a]; rest != 0; rest &= rest - 1)
                fits |= (takes[2] >> (39 - a - lowest(rest)) & 1U) != 0;
        }
        if (!fits) return false;
    }
    return true;
}

/// So deep, and twice as deep, it is asked whether each digit fits.
constexpr unsigned doubtful_depth = 8;

/// From so few open cells on, trying digits cell by cell without inference is no slower, for half
/// the nodes. (Millions of solutions a second, 18 clues, AVX-512: 7.5 from 10 cells on, 7.6 from
/// 13, 7.1 from 16, 6.2 from 19; with more clues they differ less than the machine does from run to
/// run.)
constexpr unsigned few_open = 16;

/// The solutions of a position with few open cells.
struct Rest {
    static constexpr unsigned room = 128;
    unsigned cells;
    unsigned solutions;
    std::uint8_t cell[few_open];
    std::uint8_t digit[room][few_open];  // solution by solution, cell by cell
};

/// Finds them, in ascending order, slot before slot, and no more than `enough` of them. False if
/// there are more than there is room for. Requires at most few_open slots in `open`.
inline bool finish(const Position& p, const Slots& open, Rest& rest, unsigned enough) {
    struct Cell {
        std::uint16_t can;
        std::uint16_t left;
        std::uint8_t row, column, box;
    };
    Cell cells[few_open];
    std::uint16_t taken[27] = {};  // rows, columns, boxes
    std::uint8_t digit[few_open] = {};
    unsigned n = 0;
    for (unsigned w = 0; w < Slots::words; ++w)
        for (std::uint64_t bits = open.word[w]; bits != 0; bits &= bits - 1) {
            const unsigned slot = 64 * w + lowest(bits);
            const Place& place = places.of[slot];
            rest.cell[n] = place.cell;
            cells[n++] = {p.set[slot], 0, place.row, place.column, place.box};
        }
    rest.cells = n;
    rest.solutions = 0;
    if (n == 0) {
        rest.solutions = 1;
        return true;
    }
    unsigned i = 0;
    cells[0].left = cells[0].can;
    for (;;) {
        Cell& c = cells[i];
        if (c.left == 0) {
            if (i == 0) return true;
            --i;
            const auto bit = static_cast<std::uint16_t>(1U << digit[i]);
            taken[cells[i].row] ^= bit;
            taken[cells[i].column] ^= bit;
            taken[cells[i].box] ^= bit;
            continue;
        }
        const unsigned d = lowest(std::uint64_t{c.left});
        c.left &= static_cast<std::uint16_t>(c.left - 1);
        digit[i] = static_cast<std::uint8_t>(d);
        if (i + 1 == n) {
            if (rest.solutions == Rest::room) return false;
            __builtin_memcpy(rest.digit[rest.solutions++], digit, few_open);
            if (rest.solutions == enough) return true;
            continue;
        }
        const auto bit = static_cast<std::uint16_t>(1U << d);
        taken[c.row] ^= bit;
        taken[c.column] ^= bit;
        taken[c.box] ^= bit;
        Cell& next = cells[++i];
        next.left = static_cast<std::uint16_t>(
            next.can & ~(taken[next.row] | taken[next.column] | taken[next.box]));
    }
}

/// More than any node has solutions.
constexpr unsigned all_of_them = Rest::room + 1;

/// The slot to branch on where finish() had no room: the first that it tries.
inline unsigned first_slot(const Slots& open) {
    unsigned w = 0;
    while (open.word[w] == 0) ++w;
    return 64 * w + lowest(open.word[w]);
}

// --- the walk -----------------------------------------------------------------------------------

class Walk {
  public:
    Walk(const WalkJob& job, WalkOutcome& out) : job_(job), out_(out) {}

    void run() {
        load(levels_[0].position, *job_.marks);
        std::uint64_t until_poll = 0;
        for (;;) {
            // levels_[depth_].position is the node to visit. Finding the way back to a path is
            // neither bounded nor interrupted, or a resumed run might never arrive.
            if (replay_ == job_.from_size) {
                if (until_poll == 0) {
                    if (job_.stop != nullptr && job_.stop->raised())
                        return stop(Ending::interrupted);
                    if (out_.nodes >= job_.max_nodes) return stop(Ending::out_of_budget);
                    until_poll = job_.max_nodes - out_.nodes;
                    if (until_poll > poll_nodes) until_poll = poll_nodes;
                }
                if (job_.limit == out_.solutions) return stop(Ending::limit_reached);
                --until_poll;
                ++out_.nodes;
            }
            Level& here = levels_[depth_];
            bool deeper = false;
            const bool doubtful = depth_ == doubtful_depth || depth_ == 2 * doubtful_depth;
            if (settle(here.position) && (!doubtful || each_digit_fits(here.position))) {
                const Slots open = open_slots(here.position);
                const bool few = open.size() <= few_open;
                if (few && finish(here.position, open, rest_, enough())) {
                    switch (leaf(here.position)) {
                        case Leaf::done:
                            break;
                        case Leaf::stopped:
                            return;
                        case Leaf::misfit:
                            out_.fits = false;
                            return;
                    }
                } else {
                    const unsigned slot = few ? first_slot(open) : choose(here.position);
                    here.slot = static_cast<std::uint8_t>(slot);
                    here.digits = here.position.set[slot];
                    here.arity = static_cast<std::uint8_t>(count_bits(here.digits));
                    here.index = 0;
                    if (replay_ < job_.from_size) {
                        here.index = job_.from[replay_++];
                        if (here.index >= here.arity) {
                            out_.fits = false;
                            return;
                        }
                        for (unsigned i = 0; i < here.index; ++i)
                            here.digits &= static_cast<std::uint16_t>(here.digits - 1);
                    }
                    ++depth_;
                    deeper = true;
                }
            }
            if (!deeper) {
                if (replay_ < job_.from_size) {
                    out_.fits = false;
                    return;
                }
                if (!next_branch()) break;
            }
            const Level& parent = levels_[depth_ - 1];
            levels_[depth_].position = parent.position;
            levels_[depth_].position.set[parent.slot] =
                static_cast<std::uint16_t>(parent.digits & (0U - parent.digits));
        }
        out_.ending = Ending::exhausted;
        out_.explored = 1;
    }

  private:
    enum class Leaf { done, stopped, misfit };

    struct Level {
        Position position;
        std::uint16_t digits;  // branches not yet left behind
        std::uint8_t slot;     // of the cell that is branched on
        std::uint8_t arity;
        std::uint8_t index;  // of the branch that is being walked
    };

    /// Stop flag and node budget are looked at once in so many nodes or solutions.
    static constexpr std::uint64_t poll_nodes = 1024;

    /// How many solutions of a node to look for: one more than the run can use tells whether the
    /// limit ended it. All, if it must be able to say where it stands among them.
    unsigned enough() const {
        const std::uint64_t left = job_.limit - out_.solutions;
        return job_.resumable || left >= Rest::room ? all_of_them : static_cast<unsigned>(left) + 1;
    }

    /// Moves to the next branch that was not walked; false if there is none.
    bool next_branch() {
        while (depth_ > 0 && levels_[depth_ - 1].index + 1 == levels_[depth_ - 1].arity) --depth_;
        if (depth_ == 0) return false;
        Level& level = levels_[depth_ - 1];
        ++level.index;
        level.digits &= static_cast<std::uint16_t>(level.digits - 1);
        return true;
    }

    /// Ends the run before the node that stands next, or before solution `index` of `arity` in a
    /// leaf.
    void stop(Ending why, unsigned index = 0, unsigned arity = 0) {
        out_.ending = why;
        double share = 1;
        const auto step = [&](unsigned i, unsigned of) {
            share /= of;
            out_.explored += share * i;
            out_.next[out_.next_size++] = static_cast<std::uint8_t>(i);
        };
        for (unsigned i = 0; i < depth_; ++i) step(levels_[i].index, levels_[i].arity);
        if (arity != 0 && job_.resumable) step(index, arity);
    }

    /// Hands out the solutions in rest_: a level of the tree with a branch for each.
    Leaf leaf(const Position& p) {
        const unsigned end = rest_.solutions;
        if (end == 0) return Leaf::done;
        unsigned index = 0;
        if (replay_ < job_.from_size) index = job_.from[replay_++];
        if (index >= end || replay_ < job_.from_size) return Leaf::misfit;
        if (job_.limit == out_.solutions) {  // right after a replay
            stop(Ending::limit_reached, index, end);
            return Leaf::stopped;
        }
        if (out_.solutions < job_.handed) {
            read(p, solution_);
            std::uint8_t* to = &solution_[0];
            do {
                for (unsigned i = 0; i < rest_.cells; ++i)
                    to[rest_.cell[i]] = rest_.digit[index][i];
                ++out_.solutions;
                ++index;
                const bool stopped = job_.sink(job_.context, solution_) == Flow::stop;
                if (index == end) {
                    if (!stopped) return Leaf::done;
                    if (!next_branch()) {
                        out_.ending = Ending::exhausted;
                        out_.explored = 1;
                    } else {
                        stop(Ending::limit_reached);
                    }
                    return Leaf::stopped;
                }
                if (stopped || out_.solutions == job_.limit) {
                    stop(Ending::limit_reached, index, end);
                    return Leaf::stopped;
                }
            } while (out_.solutions < job_.handed);
        }
        unsigned n = end - index;
        if (n > job_.limit - out_.solutions) n = static_cast<unsigned>(job_.limit - out_.solutions);
        out_.solutions += n;
        index += n;
        if (index == end) return Leaf::done;
        stop(Ending::limit_reached, index, end);
        return Leaf::stopped;
    }

    const WalkJob& job_;
    WalkOutcome& out_;
    unsigned depth_ = 0;      // levels in use above the current node
    std::size_t replay_ = 0;  // how much of job_.from has been followed
    Solution9 solution_;
    Rest rest_;
    Level levels_[82];
};

void run_walk(const WalkJob& job, WalkOutcome& out) {
    Walk walk{job, out};
    walk.run();
}

void unload(const Position& p, Marks9& marks) {
    std::uint16_t* m = &marks[0];
    for (unsigned cell = 0; cell < 81; ++cell) m[cell] = p.set[places.slot[cell]];
}

unsigned expand_root(const Marks9& marks, Marks9* branches) {
    Position p;
    load(p, marks);
    if (!settle(p)) return 0;
    const Slots open = open_slots(p);
    Rest rest;
    const bool few = open.size() <= few_open;
    if (few && finish(p, open, rest, all_of_them)) {
        for (unsigned i = 0; i < rest.solutions; ++i) {
            unload(p, branches[i]);
            for (unsigned k = 0; k < rest.cells; ++k)
                (&branches[i][0])[rest.cell[k]] =
                    static_cast<std::uint16_t>(1U << rest.digit[i][k]);
        }
        return rest.solutions;
    }
    const Place& place = places.of[few ? first_slot(open) : choose(p)];
    unsigned n = 0;
    for (unsigned digits = p.set[places.slot[place.cell]]; digits != 0; digits &= digits - 1, ++n) {
        unload(p, branches[n]);
        (&branches[n][0])[place.cell] = static_cast<std::uint16_t>(digits & (0U - digits));
    }
    return n;
}

}  // namespace
}  // namespace clew::search9::detail
