#pragma once
// Counted memory: in a program that calls count_memory() somewhere, what a thread allocates by new
// is told to the account that pays for it (core/base/memory_account.hpp).

namespace clew::questions {

/// Does nothing: that it is called brings the counting operator new into the program.
void count_memory();

}  // namespace clew::questions
