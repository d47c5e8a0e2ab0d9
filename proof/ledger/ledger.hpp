#pragma once
// Ledger: an exact count written down, one line an outer arrangement, so that any line can be
// counted again by other means and no line can be changed in silence.
//
// The three boxes of one stack (or band) of the board are the outer part. An arrangement says which
// digits stand in each of their nine columns (or rows) of three cells. Every solution has exactly
// one, so the count is the sum over all arrangements of the solutions that have it. Arrangements
// that the puzzle's own symmetry maps to one another have equally many: one of them has a line, and
// says how many there are.
//
//     clew ledger 1 puzzle 53..7.... outer columns 1-3 arrangements 416
//     part 1/1
//     123456789 456789123 789123456 6 1234
//     ...
//     count 2191
//     root 5f...
//
// A line: for each box the three digits of its first column, of its second, of its third; how many
// arrangements it stands for; the solutions of each of them. Of a part of a count (3/8) the lines
// of that part follow, and in place of the root some "node LEVEL INDEX HASH". The root is that of a
// MerkleRange whose leaf 0 is the first line of the whole and whose leaf i is the i-th arrangement.
//
//     Writer out{stream, head};
//     for (...) out.add(entry);
//     const MerkleRange range = out.finish();
//
//     Reader in{stream, "p92.ledger"};
//     while (in.next(entry)) ...
//
// Whether what a ledger says is so: audit.hpp.

#include <array>
#include <cstdint>
#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "core/base/checked.hpp"
#include "core/base/count.hpp"
#include "core/base/input_error.hpp"
#include "core/base/shard.hpp"
#include "core/board/options.hpp"
#include "proof/ledger/merkle.hpp"

namespace clew::ledger {

/// What the lines of the outer part are.
enum class Lines : std::uint8_t { columns, rows };

/// What a ledger is about.
struct Head {
    CandidateMasks options{};
    Lines lines = Lines::columns;
    std::size_t stack = 0;           ///< 0 .. 2: which three lines
    std::uint64_t arrangements = 0;  ///< lines of the whole
    Shard shard{};

    /// The arrangements of this part: begin() .. end() - 1.
    std::uint64_t begin() const {
        return checked::product<std::uint64_t>(arrangements, shard.index) / shard.of;
    }
    std::uint64_t end() const {
        return checked::product<std::uint64_t>(arrangements, shard.index + 1) / shard.of;
    }
    bool is_whole() const { return shard.of == 1; }

    friend bool operator==(const Head&, const Head&) = default;
};

/// The cell k of line `line` of box `box` of the outer part, all 0 .. 2.
std::size_t cell_of(const Head& head, std::size_t box, std::size_t line, std::size_t k);

/// One line.
struct SumTerm {
    std::array<std::array<std::uint16_t, 3>, 3> digits{};  ///< [box][line], as sets of nine bits
    std::uint64_t weight = 1;                              ///< arrangements that it stands for
    Count solutions{};                                     ///< of each
};

std::string to_string(const Head& head);      ///< the first line
std::string to_string(const SumTerm& entry);  ///< a line without its end
/// The puzzle, with the arrangement's digits alone in the outer part.
CandidateMasks narrowed(const Head& head, const SumTerm& entry);

class Writer {
  public:
    Writer(std::ostream& out, const Head& head);
    /// The next one of the part.
    void add(const SumTerm& entry);
    /// Requires as many entries as the part has. The sum, and the hashes.
    Count finish();
    const MerkleRange& range() const { return range_; }

  private:
    std::ostream& out_;
    Head head_;
    MerkleRange range_;
    Count total_;
};

/// Holds one line. Errors: InputError with the line for what no Writer writes.
class Reader {
  public:
    /// Reads the head. The stream must outlive the reader.
    Reader(std::istream& in, std::string source);

    const Head& head() const { return head_; }
    /// The next entry; false behind the last one, when the ledger's own sum and hashes have been
    /// read. Whether these are right is for the caller to ask.
    bool next(SumTerm& entry);
    /// The number of the line read last, from 1.
    std::size_t line() const { return line_; }

    /// Of the entries read.
    const Count& total() const { return total_; }
    const MerkleRange& range() const { return range_; }
    /// Why the sum, the hashes or the root at the end are not those of the lines; empty if they
    /// are. After next() said false.
    const std::string& doubt() const { return doubt_; }

  private:
    void read_end();
    void read_line();
    [[noreturn]] void refuse(const std::string& what, const std::string& hint) const;

    std::istream* in_;  // not owned
    std::string source_;
    std::string text_;
    std::size_t line_ = 0;
    Head head_;
    std::uint64_t read_ = 0;
    MerkleRange range_;
    Count total_;
    std::string doubt_;
};

struct JoinedLedger {
    Head head;
    Count total;
    Hash root{};
};
/// The ledger of the whole from those of its parts, in any order, each with its name. Errors:
/// InputError that names the part: of another count, twice, missing, changed.
JoinedLedger merge(const std::vector<std::pair<std::string, std::istream*>>& parts,
                   std::ostream& out);

}  // namespace clew::ledger
