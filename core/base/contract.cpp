#include "core/base/contract.hpp"

namespace clew::inline base {

void contract_violated(const char* what, const char* file, int line) {
    throw ContractViolation(std::string(what) + " (" + file + ":" + std::to_string(line) + ")");
}

}  // namespace clew::inline base
