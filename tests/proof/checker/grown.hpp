#pragma once
// Proofs grown from the grammar of their format, about small random formulas, each held against all
// assignments: what is right must be accepted, and a proof that is wrong by exactly one condition
// must be rejected for that very reason. A format is a table of the ways to be wrong.
//
//     Table<World> table{"drat"};
//     table.wrong("a number is missing", [](World& w) { w.text += "1 2\n"; return true; });
//
// A way to be wrong that does not fit the world at hand returns false. More rounds: --gtest_repeat,
// whose every repetition draws anew and prints how often each reason was met by then.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "proof/checker/cnf.hpp"
#include "proof/checker/result.hpp"

namespace clew::proof::grown {

using Clause = std::vector<int>;

/// A formula of few variables.
struct Formula {
    int variables = 0;
    int counted = 0;  ///< of these, the first: models that agree on them are one
    std::vector<Clause> clauses{};

    std::string text() const;
    bool holds(std::uint64_t assignment) const;  ///< bit v - 1 says whether variable v is true
    /// Models as far as the first variables tell them apart, ascending.
    std::vector<std::uint64_t> models() const;
};
Formula some_formula(Random& random, int variables, int counted);
/// One without a model.
Formula some_contradiction(Random& random, int variables);
bool clause_holds(const Clause& clause, std::uint64_t assignment);
int some_literal(Random& random, int variables);

/// What follows by unit propagation from clauses and assumptions: the clauses in the order in which
/// they became unit, the last one false; nothing without a conflict. Clause i is named i.
std::optional<std::vector<std::size_t>> refutation(const std::vector<Clause>& clauses,
                                                   const Clause& assumed);

/// 2^k, 2^k - 1, 2^k + 1, up to beyond 64 bits, as text.
std::string edge_number(Random& random);
/// The text with one of its numbers changed, to an edge or to a small one.
std::string with_another_number(const std::string& text, Random& random);

/// What a checker says: "" and a count, or the reason, with N for each number and 'X' for what is
/// quoted.
struct Said {
    std::string reason;
    std::string count;
    std::uint64_t line = 0;
};
Said said_by(const std::function<Result()>& check);

/// The fewest lines of a text that still fail.
std::string shrunk(const std::string& text, const std::function<bool(const std::string&)>& fails);

/// The ways to be wrong of a format.
template <class World>
class Table {
  public:
    explicit Table(std::string format) : format_(std::move(format)) {}

    using Break = std::function<bool(World&)>;
    void wrong(std::string reason, Break make) {
        ways_.push_back({std::move(reason), std::move(make)});
    }
    std::size_t size() const { return ways_.size(); }
    const std::string& reason(std::size_t way) const { return ways_[way].reason; }
    bool make(std::size_t way, World& world) const { return ways_[way].make(world); }
    void meet(std::size_t way) { ++ways_[way].met; }
    /// How often each way was met.
    std::string told() const {
        std::map<std::string, std::uint64_t> by_reason;
        std::string text;
        for (const Way& way : ways_) by_reason[way.reason] += way.met;
        for (const auto& [reason, met] : by_reason)
            text += format_ + "\t" + std::to_string(met) + "\t" + reason + "\n";
        return text;
    }
    /// The way that was met least often, and how often.
    std::size_t rarest() const {
        return static_cast<std::size_t>(std::ranges::min_element(ways_, {}, &Way::met) -
                                        ways_.begin());
    }
    std::uint64_t least() const { return ways_[rarest()].met; }

  private:
    struct Way {
        std::string reason;
        Break make;
        std::uint64_t met = 0;
    };
    std::string format_;
    std::vector<Way> ways_;
};

}  // namespace clew::proof::grown
