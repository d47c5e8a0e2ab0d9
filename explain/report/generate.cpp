#include "explain/report/generate.hpp"

#include <fmt/format.h>

#include "encode/base/contract.hpp"

namespace clew::report {

Record record_of(const setter::Generated& made, const setter::Wishes& wishes) {
    CLEW_REQUIRE(made.puzzle.has_value(), "record_of: no puzzle was made");
    Record record{.puzzle = *made.puzzle};
    if (wishes.max_solutions > 1)
        record.metadata["comment"] = std::to_string(made.solutions) + " solutions";
    return record;
}

std::string to_text(const Failures& f, const setter::Wishes& wishes) {
    return fmt::format(
        "{} of {} puzzles could not be made in {} attempts each; the last failed on {}", f.failed,
        f.asked, wishes.max_attempts, f.obstacle);
}

}  // namespace clew::report
