#include "proof/checker/lists.hpp"

#include <algorithm>
#include <charconv>
#include <istream>
#include <set>

#include "core/board/notation.hpp"

namespace clew::proof::inline checker {

std::optional<std::pair<Candidate, bool>> parse_conclusion(std::string_view word,
                                                           const Geometry& board) {
    const std::size_t sign = word.find_first_of("=<");
    if (sign == std::string_view::npos) return std::nullopt;
    const std::string_view digits = word.substr(sign + (word[sign] == '=' ? 1 : 2));
    if (word[sign] == '<' && word.substr(sign, 2) != "<>") return std::nullopt;
    const auto cell = parse_cell(word.substr(0, sign), board);
    if (!cell || digits.size() != 1) return std::nullopt;
    const auto digit = parse_digit(digits[0], board);
    if (!digit) return std::nullopt;
    return std::pair{Candidate{*cell, *digit}, word[sign] == '='};
}

std::string_view take_word(std::string_view& words) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(word.size() + 1, words.size()));
    return word;
}

TreeList::TreeList(std::istream& list, const Geometry& board, const VariableMap& map)
    : list_(list), board_(board), map_(map), there_(std::getline(list, said_)) {
    std::from_chars(said_.data(), said_.data() + said_.size(), first_);
}

void TreeList::blame(const std::string& why) {
    why_ = why;
    line_ = number_ >= first_ ? number_ - first_ + 1 : 1;
}

void TreeList::next(std::span<const Literal> clause) {
    if (!why_.empty()) return;
    if (++number_ < first_) {
        if (clause.size() != 1) blame("it says nothing of a clause of the proof");
        return;
    }
    const auto fields = there_ ? fields_of<4>(said_, number_) : std::nullopt;
    if (!fields) return blame("not a line of the list");
    std::set<Literal> named;
    for (std::string_view words = (*fields)[2]; !words.empty();) {
        const auto choice = parse_conclusion(take_word(words), board_);
        if (!choice || !choice->second) return blame("not a choice");
        named.insert(-map_.literal(board_, choice->first));
    }
    if (named != std::set<Literal>(clause.begin(), clause.end()))
        return blame("not what the proof's clause refutes");
    there_ = static_cast<bool>(std::getline(list_, said_));
}

Result TreeList::finish() {
    ++number_;
    if (why_.empty() && there_) blame("more lines than the proof has clauses");
    if (!why_.empty()) return rejected(why_, line_);
    return {.accepted = true, .steps = number_ - first_};
}

}  // namespace clew::proof::inline checker
