#pragma once
// The names of encodings, for every command that takes one.
//
//     a.choice("--encoding", families_, family_choices(), "which constraint families");

#include <string>
#include <utility>
#include <vector>

#include "encode/cnf/encoding.hpp"

namespace clew::cli {

/// minimal, natural, extended, complete, and efficient for natural.
std::vector<std::pair<std::string, cnf::Families>> family_choices();

}  // namespace clew::cli
