#pragma once
// Primitive: a rule as the engines see it, with the four things that each kind can do.
//
//     check      a full grid: the plain checker
//     filter     candidates in, candidates out: the searches
//     clauses    the SAT engines
//     words      people
//
// One file a kind makes it from a Rule: different.cpp, relation.cpp, sum.cpp, automaton.cpp,
// rank.cpp, connected.cpp. registry.hpp lists them.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/language.hpp"
#include "core/board/puzzle.hpp"
#include "core/board/types.hpp"
#include "core/rules/clause_sink.hpp"

namespace clew::rules {

/// A rule as the engines see it. Immutable: may be used by several threads at once.
class Primitive {
  public:
    virtual ~Primitive() = default;

    /// The cells that it speaks of, each once, by their first place in the rule.
    const std::vector<Cell>& cells() const { return cells_; }

    /// True if the full grid keeps it. Written from the meaning of the rule alone: it shares
    /// nothing with filter() and clauses().
    virtual bool check(const Grid& grid) const = 0;

    /// Strikes candidates that cannot be part of any way to keep it: `domains` has an entry for
    /// each of cells(), none of them empty. False if it is seen that there is no way; the domains
    /// then mean nothing. Never strikes one that can be kept; with less given, never strikes more;
    /// once all cells are down to one candidate, true means that it is kept. What it may miss
    /// before is said in the registry.
    virtual bool filter(std::span<DigitSet> domains) const = 0;

    /// What filter() struck stays all that it can strike until a cell loses a candidate and has at
    /// most so many left.
    virtual std::size_t acts_at() const { return size(); }

    /// What a call of filter() takes, roughly, in nanoseconds: engines are weighed by it against
    /// each other.
    virtual std::uint64_t price() const = 0;

    /// Clauses that hold for exactly the ways to keep it with these candidates, one entry a cell of
    /// the board. Helpers may be free where a way is fixed.
    virtual void clauses(std::span<const DigitSet> domains, ClauseSink& sink) const = 0;

    /// "r1c1, r1c2 and r2c2 sum to 15".
    virtual std::string words(Language language = Language::english) const = 0;

  protected:
    Primitive(const std::vector<Cell>& cells, std::size_t size);

    /// The side of the board: the number of digits.
    std::size_t size() const { return size_; }

  private:
    std::vector<Cell> cells_;
    std::size_t size_;
};

using PrimitivePtr = std::shared_ptr<const Primitive>;

/// "r1c1, r1c2 and r2c2".
std::string list_of(std::span<const Cell> cells, std::size_t size,
                    Language language = Language::english);

/// Says what does not fit in a rule. Errors: InputError without place, always.
[[noreturn]] void refuse_rule(const Rule& rule, const std::string& what, const std::string& hint);
/// Refuses unless there are `least` to `most` numbers.
void need_numbers(const Rule& rule, std::size_t least, std::size_t most);
/// Refuses a cell that comes twice, saying why.
void need_different_cells(const Rule& rule, std::size_t size, const std::string& why);

// The makers, one file each. Requires cells of a board of that side. Errors: InputError without
// place if cells and numbers do not fit the kind.
PrimitivePtr make_different(const Rule& rule, std::size_t size);
PrimitivePtr make_relation(const Rule& rule, std::size_t size);
/// A sum of cells that are known to be all different filters more.
enum class SumOf : std::uint8_t { any_digits, different_digits };
PrimitivePtr make_sum_of(const Rule& rule, std::size_t size, SumOf what);
PrimitivePtr make_sum(const Rule& rule, std::size_t size);
PrimitivePtr make_automaton(const Rule& rule, std::size_t size);
PrimitivePtr make_rank(const Rule& rule, std::size_t size);
PrimitivePtr make_connected(const Rule& rule, std::size_t size);

}  // namespace clew::rules
