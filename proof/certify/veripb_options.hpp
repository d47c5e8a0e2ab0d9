#pragma once
// What a pseudo-Boolean proof log may look like: its version, and what checkers have to remember.
//
//     VeripbWriter proof{out, clauses, VeripbVersion::v2, Exclusions::kept};

#include <cstdint>

namespace clew::certify {

/// Of the proof format. 2.0 has no word for a complete enumeration: the proof ends with UNSAT, and
/// the solutions are the solx lines.
enum class VeripbVersion : std::uint8_t { v2, v3 };

/// Whether a checker is told to forget what excludes a solution once a lemma says it. It then
/// checks long lists in linear time; the lemma has to be moved to the core of the proof first,
/// where checkers verify deletions.
enum class Exclusions : std::uint8_t { kept, forgotten };

}  // namespace clew::certify
