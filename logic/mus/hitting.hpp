#pragma once
// Hitting: which corrections an argument in the making has not hit yet, and how many constraints
// these ask for at least. All corrections at once, a bit each.
//
//     Hitting hitting{instance.constraint_count()};
//     hitting.know(corrections);
//     Hitting::Level top = hitting.start(bans), next = top;
//     hitting.hit(next, choice);                  a constraint was chosen
//     hitting.ban(next, k, Ban::none, Ban::all);  another never will be
//     if (hitting.lost(next)) ...                 a correction cannot be hit any more

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random.hpp"
#include "logic/mus/instance.hpp"

namespace clew::logic::inline mus {

/// What a constraint may not be chosen as.
enum class Ban : std::uint8_t { none, truth, all };

/// Not for two threads at once.
class Hitting {
  public:
    static constexpr std::size_t most = 640;   ///< corrections
    static constexpr std::size_t widest = 15;  ///< ways of one

    using Row = std::array<std::uint64_t, most / 64>;  ///< by correction, a bit each
    /// Where a search stands.
    struct Level {
        Row unhit{};
        std::array<Row, 4> ways{};  ///< how many ways are not banned, a bit of the number each
    };

    explicit Hitting(std::size_t constraint_count)
        : linked_(constraint_count),
          true_(constraint_count),
          either_(constraint_count),
          start_{0} {}

    /// Forgets those known before. Of more than `most` the first; those that are too wide are left
    /// out.
    void know(std::span<const std::span<const Chosen>> corrections);
    bool empty() const { return start_.size() == 1; }
    /// The ways to hit a correction.
    std::span<const Chosen> ways(std::size_t i) const {
        return {ways_.data() + start_[i], start_[i + 1] - start_[i]};
    }

    /// Where nothing is chosen. By constraint, what is banned.
    Level start(std::span<const Ban> bans) const;
    void hit(Level& level, const Chosen& choice) const;
    /// A ban that was less before.
    void ban(Level& level, std::size_t k, Ban before, Ban now) const;
    /// Counts the ways again, of these constraints alone.
    void count_only(Level& level, std::span<const std::uint16_t> constraints,
                    std::span<const Ban> bans) const;
    /// A correction is neither hit nor has a way left.
    bool lost(const Level& level) const;

    /// The first of the corrections that have the fewest ways, and how many. Requires one.
    std::pair<std::size_t, std::size_t> narrowest(const Level& level, const Row& among) const;

    /// Leaves out those that have the constraint as a way that is not banned.
    void leave_out(Row& row, std::size_t k, Ban ban) const {
        if (ban == Ban::all) return;
        const Row& gone = ban == Ban::none ? either_[k] : linked_[k];
        for (std::size_t w = 0; w < row.size(); ++w) row[w] &= ~gone[w];
    }
    /// Likewise as a truth alone.
    void leave_out_true(Row& row, std::size_t k) const {
        for (std::size_t w = 0; w < row.size(); ++w) row[w] &= ~true_[k][w];
    }
    /// Corrections that have no constraint in common: many, but not always as many as there are.
    /// Stops at `enough`, or after so many changes of what it has.
    std::vector<std::uint16_t> apart(std::size_t enough, std::size_t changes, Random& random) const;

    static bool test(const Row& row, std::size_t i) {
        return ((row[i / 64] >> (i % 64)) & 1U) != 0;
    }
    static bool any(const Row& row) {
        std::uint64_t all = 0;
        for (const std::uint64_t word : row) all |= word;
        return all != 0;
    }
    static std::size_t first(const Row& row) {
        std::size_t w = 0;
        while (row[w] == 0) ++w;
        return 64 * w + static_cast<std::size_t>(std::countr_zero(row[w]));
    }

  private:
    static void add(std::array<Row, 4>& number, const Row& row);
    static void take(std::array<Row, 4>& number, const Row& row);

    std::vector<Row> linked_, true_, either_;  // by constraint: the corrections that violate it so
    std::vector<Chosen> ways_;                 // of all corrections
    std::vector<std::size_t> start_;           // by correction
};

}  // namespace clew::logic::inline mus
