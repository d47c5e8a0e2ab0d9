#include "encode/exact/instructions.hpp"

namespace clew::exact {

bool has_instructions(InstructionSet set) {
    switch (set) {
        case InstructionSet::portable:
            return true;
#if CLEW_EXACT_X86
        case InstructionSet::avx2:
            return __builtin_cpu_supports("avx2") != 0;
        case InstructionSet::avx512:
            return __builtin_cpu_supports("avx512f") != 0 &&
                   __builtin_cpu_supports("avx512bw") != 0 &&
                   __builtin_cpu_supports("avx512vl") != 0 &&
                   __builtin_cpu_supports("avx512vnni") != 0;
#else
        case InstructionSet::avx2:
        case InstructionSet::avx512:
            return false;
#endif
    }
    return false;
}

InstructionSet best_instructions() {
    if (has_instructions(InstructionSet::avx512)) return InstructionSet::avx512;
    if (has_instructions(InstructionSet::avx2)) return InstructionSet::avx2;
    return InstructionSet::portable;
}

}  // namespace clew::exact
