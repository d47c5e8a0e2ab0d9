#pragma once
// InstructionSet: which machine instructions inner loops may use, found at run time.
//
//     const InstructionSet set = best_instructions();
//     if (set >= InstructionSet::avx2) ...                // each has those before it
//
//     for (const InstructionSet set : instruction_sets_here())  // a test: all that can run here
//
// CLEW_X86 is 1 where the vector versions are compiled at all.

#include <array>
#include <cstdint>
#include <vector>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define CLEW_X86 1
#else
#define CLEW_X86 0
#endif

// What a function is compiled for by [[gnu::target]]; clang does not know the width asked of g++.
#if defined(__clang__)
#define CLEW_TARGET_AVX512 "avx512f,avx512bw"
#else
#define CLEW_TARGET_AVX512 "avx512f,avx512bw,prefer-vector-width=512"
#endif

namespace clew::inline base {

/// In ascending order. Code is built for some of them; asked for another it takes what it has
/// below.
enum class InstructionSet : std::uint8_t {
    portable,     ///< any processor
    avx2,         ///< and BMI, BMI2, POPCNT: since Haswell and Zen
    avx512,       ///< F, BW, DQ, VL and VNNI: since Cascade Lake and Zen 4
    avx512_vbmi,  ///< and VBMI, BITALG, GFNI: since Ice Lake and Zen 4
};
inline constexpr std::array instruction_sets{InstructionSet::portable, InstructionSet::avx2,
                                             InstructionSet::avx512, InstructionSet::avx512_vbmi};

/// "portable", "avx2", "avx512", "avx512_vbmi".
const char* to_string(InstructionSet set);

/// True if this processor (and this build) can run them.
bool has_instructions(InstructionSet set);
/// The widest that it can run.
InstructionSet best_instructions();
/// All that it can run, ascending.
std::vector<InstructionSet> instruction_sets_here();

}  // namespace clew::inline base
