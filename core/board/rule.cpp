#include "core/board/rule.hpp"

#include <algorithm>
#include <iterator>

#include "core/base/input_error.hpp"
#include "core/board/puzzle.hpp"

namespace clew::inline board {
namespace {

struct Names {
    const char* one = "rule of an unknown kind";
    const char* many = "rules of an unknown kind";
};

// In the order of the enumeration.
constexpr Names names_by_kind[] = {
    {"set of different digits", "sets of different digits"},
    {"pair rule", "pair rules"},
    {"sum", "sums"},
    {"sequence rule", "sequence rules"},
    {"rank", "ranks"},
    {"connected area", "connected areas"},
    {"killer cage", "killer cages"},
    {"thermometer", "thermometers"},
    {"arrow", "arrows"},
    {"sandwich sum", "sandwich sums"},
    {"non-consecutive rule", "non-consecutive digits"},
    {"slow thermometer", "slow thermometers"},
    {"whisper", "whispers"},
    {"renban", "renbans"},
    {"nabner line", "nabner lines"},
    {"palindrome", "palindromes"},
    {"zipper line", "zipper lines"},
    {"between line", "between lines"},
    {"lockout line", "lockout lines"},
    {"double arrow", "double arrows"},
    {"region sum line", "region sum lines"},
    {"equal sums", "equal sums"},
    {"sum line", "sum lines"},
    {"entropic line", "entropic lines"},
    {"modular line", "modular lines"},
    {"same difference line", "same difference lines"},
    {"clone", "clones"},
    {"quadruple", "quadruples"},
    {"counting circles", "counting circles"},
    {"count of different digits", "counts of different digits"},
    {"same digits rule", "same digits rules"},
    {"count of digits", "counts of digits"},
    {"lunchbox", "lunchboxes"},
    {"rellik cage", "rellik cages"},
    {"odd cell", "odd cells"},
    {"even cell", "even cells"},
    {"minimum", "minima"},
    {"maximum", "maxima"},
    {"row indexer", "row indexers"},
    {"column indexer", "column indexers"},
    {"box indexer", "box indexers"},
    {"difference", "differences"},
    {"ratio", "ratios"},
    {"sum of two cells", "sums of two cells"},
    {"greater-than sign", "greater-than signs"},
    {"little killer", "little killers"},
    {"X-sum", "X-sums"},
    {"skyscraper", "skyscrapers"},
    {"numbered room", "numbered rooms"},
    {"full rank", "full ranks"},
    {"choice of rules", "choices of rules"},
    {"negative difference rule", "negative difference rules"},
    {"negative ratio rule", "negative ratio rules"},
    {"negative sum rule", "negative sum rules"},
    {"leaper rule", "leaper rules"},
    {"global entropy rule", "global entropy rules"},
    {"connected digits rule", "connected digits rules"},
};
static_assert(std::size(names_by_kind) == static_cast<std::size_t>(RuleKind::connected_digits) + 1);

Names names_of(RuleKind kind) {
    const auto k = static_cast<std::size_t>(kind);
    return k < std::size(names_by_kind) ? names_by_kind[k] : Names{};
}

}  // namespace

const char* to_string(RuleKind kind) { return names_of(kind).one; }
const char* plural(RuleKind kind) { return names_of(kind).many; }

void refuse_rules(const Puzzle& puzzle, const std::string& who) {
    if (puzzle.rules().empty()) return;
    std::vector<RuleKind> kinds;
    for (const Rule& rule : puzzle.rules())
        if (std::ranges::find(kinds, rule.kind) == kinds.end()) kinds.push_back(rule.kind);
    std::string names;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        names += (i == 0                  ? ""
                  : i + 1 == kinds.size() ? " and "
                                          : ", ") +
                 std::string(plural(kinds[i]));
    throw InputError({}, who + " does not know " + names,
                     "a puzzle without them; other engines, methods and scales know rules");
}

}  // namespace clew::inline board
