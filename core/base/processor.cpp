#include "core/base/processor.hpp"

#include "core/base/enum_name.hpp"

namespace clew::inline base {

const char* to_string(InstructionSet set) {
    return enum_name(set, {"portable", "avx2", "avx512", "avx512_vbmi"});
}

#if CLEW_X86

bool has_instructions(InstructionSet set) {
    switch (set) {
        case InstructionSet::portable:
            return true;
        case InstructionSet::avx2:
            return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
                   __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0;
        case InstructionSet::avx512:
            return has_instructions(InstructionSet::avx2) &&
                   __builtin_cpu_supports("avx512f") != 0 &&
                   __builtin_cpu_supports("avx512bw") != 0 &&
                   __builtin_cpu_supports("avx512dq") != 0 &&
                   __builtin_cpu_supports("avx512vl") != 0 &&
                   __builtin_cpu_supports("avx512vnni") != 0;
        case InstructionSet::avx512_vbmi:
            return has_instructions(InstructionSet::avx512) &&
                   __builtin_cpu_supports("avx512vbmi") != 0 &&
                   __builtin_cpu_supports("avx512bitalg") != 0 &&
                   __builtin_cpu_supports("gfni") != 0;
    }
    return false;
}

#else

bool has_instructions(InstructionSet set) { return set == InstructionSet::portable; }

#endif

InstructionSet best_instructions() {
    static const InstructionSet best = instruction_sets_here().back();
    return best;
}

std::vector<InstructionSet> instruction_sets_here() {
    std::vector<InstructionSet> sets;
    for (const InstructionSet set : instruction_sets)
        if (has_instructions(set)) sets.push_back(set);
    return sets;
}

}  // namespace clew::inline base
