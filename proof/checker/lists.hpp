#pragma once
// Lists: the texts beside a proof, a line each of fields that tabs part.
//
//     const auto fields = fields_of<5>(line, 3);      // nothing unless the first is "3"
//
//     TreeList list{text, board, map};
//     list.next(clause);                              // each that the checker took
//     list.finish().accepted                          // each line names its clause's choices
//
// The list beside a decision tree's proof has a line for each clause that the walk along the tree
// adds, in that order: number, node, the choices that cannot all hold ("r1c2=3 r4c5=7"), and why.

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "proof/checker/justify.hpp"
#include "proof/checker/result.hpp"

namespace clew::proof::inline checker {

/// "r1c2=3" or "r4c5<>7", and whether it is the former; nothing for any other word.
std::optional<std::pair<Candidate, bool>> parse_conclusion(std::string_view word,
                                                           const Geometry& board);

/// Takes the next word, up to a blank.
std::string_view take_word(std::string_view& words);

/// The fields of a line; nothing unless there are so many and the first is `number`.
template <std::size_t Count>
std::optional<std::array<std::string_view, Count>> fields_of(std::string_view line,
                                                             std::uint64_t number) {
    std::array<std::string_view, Count> fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::size_t tab = line.find('\t');
        if ((tab == std::string_view::npos) != (i + 1 == fields.size())) return std::nullopt;
        fields[i] = line.substr(0, tab);
        line.remove_prefix(i + 1 == fields.size() ? line.size() : tab + 1);
    }
    if (fields[0] != std::to_string(number)) return std::nullopt;
    return fields;
}

/// Whether each line of a tree's list names the choices that its clause refutes. It may begin with
/// another number than 1, behind clauses of one literal, which need no choice. Says nothing of the
/// nodes and the reasons.
class TreeList {
  public:
    TreeList(std::istream& list, const Geometry& board, const VariableMap& map);

    void next(std::span<const Literal> clause);
    /// Requires a proof that was accepted, whose clauses have all been here.
    Result finish();

  private:
    void blame(const std::string& why);

    std::istream& list_;
    const Geometry& board_;
    const VariableMap& map_;
    std::string said_;         // the line that comes next
    bool there_;               // there is one
    std::uint64_t first_ = 1;  // number of the list's first line
    std::uint64_t number_ = 0;
    std::string why_;
    std::uint64_t line_ = 0;  // to blame
};

}  // namespace clew::proof::inline checker
