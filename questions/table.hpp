#pragma once
// The table of questions, a file a subject.

#include <vector>

#include "core/base/language.hpp"
#include "logic/strategies/rules.hpp"
#include "questions/question.hpp"

namespace clew::questions {

/// The rule set under that key. Errors: InputError at it.
logic::RuleSet rules_of(const QuestionContext& asking, const char* key, const char* otherwise);

/// What every question takes: "language" of what is told, errors too; English if nothing is said.
Language language_of(const QuestionContext& asking);

/// The whole table, in the order of the documentation.
std::vector<Question> make_questions();

void add_board(std::vector<Question>& table);  ///< read, board, convert
void add_ask(std::vector<Question>& table);    ///< count, verify, live, density, ...
void add_steps(std::vector<Question>& table);  ///< steps
void add_why(std::vector<Question>& table);    ///< hint, why, walk, rate, techniques
void add_mend(std::vector<Question>& table);   ///< repair, unavoidable, minimal
void add_make(std::vector<Question>& table);   ///< generate, sheet
void add_tree(std::vector<Question>& table);   ///< tree and what is asked of one

}  // namespace clew::questions
