#pragma once
// SealedLine: a JSON object on a line of its own that carries a digest of itself, as parts and
// tasks of work that is cut up are written. For .cpp files: it brings the JSON library.
//
//     out << sealed({{"schema", "clew/task/1"}, {"shard", "3/8"}}) << '\n';
//
//     for_lines(in, "plan.jsonl", "one task a line", [&](const std::string& text, const Place& place) {
//         const SealedLine line{text, place, "a task of a plan, as Clew wrote it"};
//         line.shard(), line.number("units")           // InputError with the place if it is none
//         line.check_seal(json_of(task), "task", "planned");
//         return Flow::go_on;
//     });
//
// The digest is that of the line without it, written as Clew writes it: whoever only formats a line
// otherwise has not changed what it says.

#include <functional>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/count.hpp"
#include "core/base/input_error.hpp"
#include "core/base/outcome.hpp"
#include "core/base/shard.hpp"
#include "core/board/puzzle.hpp"

namespace clew {

using SealedJson = nlohmann::ordered_json;

/// The line, without its end: the same object gives the same bytes.
std::string sealed(SealedJson json);
/// A puzzle on one line: its givens where these say it all, otherwise Clew's JSON.
std::string puzzle_text(const Puzzle& puzzle);

class SealedLine {
  public:
    /// Errors: InputError if it is not JSON.
    SealedLine(const std::string& line, const Place& place, std::string expected);

    const SealedJson& json() const { return json_; }
    const Place& place() const { return place_; }
    [[noreturn]] void refuse(const std::string& what) const;

    // Each refuses a field that is missing or of another kind.
    bool has(const char* key) const { return json_.contains(key); }
    std::string text(const char* key) const;
    std::uint64_t number(const char* key) const;
    /// A cost: not negative, and finite.
    double cost(const char* key) const;
    std::uint64_t digest(const char* key) const;
    std::vector<std::string> texts(const char* key) const;
    /// Lists of texts.
    std::vector<std::vector<std::string>> lists(const char* key) const;
    /// The objects of an array, each to be read like a line.
    std::vector<SealedLine> objects(const char* key) const;
    Shard shard() const;
    Count count(const char* key) const;
    Ending ending() const;
    /// One puzzle, written as puzzle_text writes it.
    Puzzle puzzle(const std::string& text) const;

    /// `again` is what Clew writes for what was read; "this `what` was changed after it was
    /// `made`".
    void check_seal(const SealedJson& again, const std::string& what,
                    const std::string& made) const;

  private:
    SealedLine(SealedJson json, const SealedLine& within)
        : json_(std::move(json)), place_(within.place_), expected_(within.expected_) {}
    const SealedJson& list(const char* key) const;
    std::vector<std::string> texts_in(const SealedJson& array, const char* key) const;

    SealedJson json_;
    Place place_;
    std::string expected_;
};

/// Calls `each` with every line that is not blank, until it says stop. Errors: InputError for
/// UTF-16 and for a line of `longest` bytes.
void for_lines(std::istream& in, const std::string& source, const char* expected,
               const std::function<Flow(const std::string&, const Place&)>& each,
               std::size_t longest = std::size_t{1} << 26);

/// What `make` makes of each such line and its place; of the line of that number alone, if any.
template <class Make>
auto sealed_lines(std::istream& in, const std::string& source, const char* expected,
                  const Make& make, std::optional<std::size_t> only = {},
                  std::size_t longest = std::size_t{1} << 26) {
    std::vector<std::invoke_result_t<Make, const std::string&, const Place&>> made;
    std::size_t before = 0;
    const auto each = [&](const std::string& line, const Place& place) {
        if (only && before++ < *only) return Flow::go_on;
        made.push_back(make(line, place));
        return only ? Flow::stop : Flow::go_on;
    };
    for_lines(in, source, expected, each, longest);
    return made;
}

}  // namespace clew
