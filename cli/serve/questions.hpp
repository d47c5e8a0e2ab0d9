#pragma once
// The questions of the explorer, a file a subject.

#include <vector>

#include "cli/serve/question.hpp"

namespace clew::serve {

/// The whole table, in the order of the documentation.
std::vector<Question> make_questions();

void add_board(std::vector<Question>& table);  ///< read, board, convert
void add_ask(std::vector<Question>& table);    ///< count, verify, live, density, ...
void add_steps(std::vector<Question>& table);  ///< steps
void add_why(std::vector<Question>& table);    ///< hint, why, walk, rate, techniques
void add_mend(std::vector<Question>& table);   ///< repair, unavoidable, minimal
void add_make(std::vector<Question>& table);   ///< generate, sheet
void add_tree(std::vector<Question>& table);   ///< tree and what is asked of one

}  // namespace clew::serve
