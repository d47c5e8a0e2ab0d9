#pragma once
// InstructionSet: which machine instructions the inner loops of this room use, found at run time.
//
//     InstructionSet set = best_instructions();
//
// CLEW_EXACT_X86 is 1 where the vector versions are compiled at all.

#include <cstdint>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define CLEW_EXACT_X86 1
#else
#define CLEW_EXACT_X86 0
#endif

// What a function is compiled for by [[gnu::target]]; clang does not know the width asked of g++.
#if defined(__clang__)
#define CLEW_EXACT_AVX512 "avx512f,avx512bw"
#else
#define CLEW_EXACT_AVX512 "avx512f,avx512bw,prefer-vector-width=512"
#endif

namespace clew::exact {

enum class InstructionSet : std::uint8_t { portable, avx2, avx512 };

/// True if this processor (and this build) can run them.
bool has_instructions(InstructionSet set);
/// The widest that it can run.
InstructionSet best_instructions();

}  // namespace clew::exact
