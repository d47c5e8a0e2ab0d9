#pragma once
// What a pseudo-Boolean proof log may look like: what checkers have to remember.
//
//     VeripbWriter proof{out, clauses, Exclusions::kept};

#include <cstdint>

namespace clew::certify {

/// Whether a checker is told to forget what excludes a solution once a lemma says it. It then
/// checks long lists in linear time; the lemma has to be moved to the core of the proof first,
/// where checkers verify deletions.
enum class Exclusions : std::uint8_t { kept, forgotten };

}  // namespace clew::certify
