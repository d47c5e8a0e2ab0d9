// The walk; included once by each walk_<set>.cpp, behind the position that it walks. It lives in an
// anonymous namespace and uses no function of the standard library, so that no code compiled for a
// newer processor can be linked in place of a portable one.
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
// changes nothing: five a node, 4.3 where the columns see what the rows have left (position.ipp). A
// sweep that finds a digit without a place, or a cell without a digit, ends the node.
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
// are found cell by cell with naked singles alone, and the node has a branch for each. No more of
// them are looked for than the run can use; where there are more than a node has room for, or too
// many digits, it branches on the cell that they were tried in first, so that the order is the same
// whether or not all were looked for.
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
//     0.40  2.18  a puzzle a bit of a register, hundreds at a time, AVX-512, where the walk took 0.46
//                 and 1.83 (AVX2: 0.74 and 2.38 against 0.82 and 2.11; puzzles that die at the root
//                 0.40 against 0.10): not worth a second engine
//     0.51  1.74  both children of a pair settled side by side, AVX-512: 0.46 and 1.74 in turn
//
// The layout for 256 bits, with AVX-512's logic and population counts, takes 33 to 41 ns a sweep
// against 24 to 27 for the layout of 512 bits.
//
// Nodes a hard puzzle: 13.0; 14.1 without "all that it can, if they are three"; 14.7 without "if
// three are sure the others fall"; 18.6 without either.

namespace clew::search9::detail {
namespace {

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

/// From so few open cells on, trying digits cell by cell is faster than sweeps. (Solutions counted
/// a second, AVX2: 0.79 of this with 12, 1.08 times this with 20, in another order.)
constexpr unsigned few_open = 16;

/// The solutions of a position with few open cells. A word has, for each cell, a bit for each digit
/// that may stand there, ascending, and one above them that stays empty.
struct Rest {
    static constexpr unsigned room = 128;
    unsigned cells;
    unsigned solutions;
    std::uint8_t cell[few_open];
    std::uint64_t bits_of[few_open];
    std::uint8_t digit[64];        // bit by bit
    std::uint64_t solution[room];  // one bit a cell

    std::uint8_t digit_of(unsigned index, unsigned k) const {
        return digit[lowest(solution[index] & bits_of[k])];
    }
};

/// Finds them, in ascending order, slot before slot, and no more than `enough` of them. False if
/// there is no room for them or for the digits. Requires at most few_open slots in `open`.
inline bool finish(const Position& p, const Slots& open, Rest& rest, unsigned enough) {
    rest.cells = 0;
    rest.solutions = 1;
    if (!open.any()) return true;
    std::uint64_t in_house[27];  // the bits of its cells: rows, columns, boxes
#pragma GCC unroll 27
    for (unsigned h = 0; h < 27; ++h) in_house[h] = 0;  // no string instruction, as of `= {}`
    std::uint64_t of_digit[9] = {};
    std::uint64_t left = 0;
    std::uint64_t lowest_bits = 0;
    std::uint64_t empty_bits = 0;
    std::uint64_t bits_below[64];  // an empty bit
    unsigned at = 0;
    unsigned n = 0;
    for (unsigned w = 0; w < Slots::words; ++w)
        for (std::uint64_t bits = open.word[w]; bits != 0; bits &= bits - 1, ++n) {
            const unsigned slot = 64 * w + lowest(bits);
            const Place& place = places.of[slot];
            const std::uint64_t first = std::uint64_t{1} << at;
            std::uint64_t digits = p.set[slot];
            if (at + count_bits(digits) >= 64) return false;
            for (; digits != 0; digits &= digits - 1, ++at) {
                rest.digit[at] = static_cast<std::uint8_t>(lowest(digits));
                of_digit[rest.digit[at]] |= std::uint64_t{1} << at;
            }
            const std::uint64_t end = std::uint64_t{1} << at;
            lowest_bits |= first;
            empty_bits |= end;
            rest.cell[n] = place.cell;
            rest.bits_of[n] = end - first;
            left |= end - first;
            bits_below[at++] = end - first;
            in_house[place.row] |= end - first;
            in_house[place.column] |= end - first;
            in_house[place.box] |= end - first;
        }
    std::uint64_t excludes[64];
    for (unsigned k = 0; k < n; ++k) {
        const Place& place = places.of[places.slot[rest.cell[k]]];
        const std::uint64_t peers =
            in_house[place.row] | in_house[place.column] | in_house[place.box];
        for (std::uint64_t bits = rest.bits_of[k]; bits != 0; bits &= bits - 1) {
            const unsigned bit = lowest(bits);
            excludes[bit] =
                ((peers & of_digit[rest.digit[bit]]) | rest.bits_of[k]) ^ (std::uint64_t{1} << bit);
        }
    }
    rest.cells = n;
    rest.solutions = 0;
    // Subtracting one a cell borrows from its empty bit where it has no digit, and takes its lowest
    // digit out where it has some.
    struct {
        std::uint64_t left;
        std::uint64_t open;
    } later[64];
    unsigned depth = 0;
    std::uint64_t to_place = empty_bits;
    for (;;) {
        const std::uint64_t less = (left | empty_bits) - lowest_bits;
        if ((empty_bits & ~less) == 0) {
            std::uint64_t single = to_place & ~(((left & less) | empty_bits) - lowest_bits);
            if (single != 0) {
                to_place ^= single;
                std::uint64_t gone = 0;
                for (; single != 0; single &= single - 1)
                    gone |= excludes[lowest(left & bits_below[lowest(single)])];
                left &= ~gone;
                continue;
            }
            if (to_place != 0) {
                const std::uint64_t mine = left & bits_below[lowest(to_place)];
                later[depth++] = {left ^ (mine & (0 - mine)), to_place};
                left &= ~mine | (mine & (0 - mine));
                continue;
            }
            if (rest.solutions == Rest::room) return false;
            rest.solution[rest.solutions++] = left;
            if (rest.solutions == enough) return true;
        }
        if (depth == 0) return true;
        left = later[--depth].left;
        to_place = later[depth].open;
    }
}

/// More than any node has solutions.
constexpr unsigned all_of_them = Rest::room + 1;

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
            if (settle(here.position)) {
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
                } else if (few || !doubtful || each_digit_fits(here.position)) {
                    const unsigned slot = few ? open.first() : choose(here.position);
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
            copy(levels_[depth_].position, parent.position);
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
        if (job_.resumable || left >= Rest::room) return all_of_them;
        return static_cast<unsigned>(left) + (job_.more_told ? 1 : 0);
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
                    to[rest_.cell[i]] = rest_.digit_of(index, i);
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
                    static_cast<std::uint16_t>(1U << rest.digit_of(i, k));
        }
        return rest.solutions;
    }
    const Place& place = places.of[few ? open.first() : choose(p)];
    unsigned n = 0;
    for (unsigned digits = p.set[places.slot[place.cell]]; digits != 0; digits &= digits - 1, ++n) {
        unload(p, branches[n]);
        (&branches[n][0])[place.cell] = static_cast<std::uint16_t>(digits & (0U - digits));
    }
    return n;
}

}  // namespace
}  // namespace clew::search9::detail
