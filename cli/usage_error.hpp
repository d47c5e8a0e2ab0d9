#pragma once
// UsageError: an option or an argument that does not fit. The kind of an error says how the command
// ends, never its text: UsageError with exit code 2, any other InputError with 3,
// std::ios_base::failure with 4.
//
//     throw UsageError("--limit", "parts of a count are exact, without limit");
//     auto writer = for_option("--to", [&] { return PuzzleWriter{out, name}; });
//
// The libraries know no option: what they refuse in a value that was handed to them is an
// InputError without a place, to which for_option() adds the option that the value came from.

#include <string>
#include <utility>

#include "core/base/input_error.hpp"

namespace clew::cli {

class UsageError : public InputError {
  public:
    /// `option` may be empty where several do not fit together.
    UsageError(std::string option, const std::string& what, std::string hint = {})
        : InputError({.source = std::move(option)}, what, std::move(hint)) {}
};

/// What `call` returns. An InputError of its that has no place becomes a UsageError of the option.
template <class Call>
decltype(auto) for_option(const char* option, Call&& call) {
    try {
        return std::forward<Call>(call)();
    } catch (const InputError& error) {
        if (!error.place().source.empty()) throw;
        throw UsageError(option, error.what(), error.hint());
    }
}

}  // namespace clew::cli
