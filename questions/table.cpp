#include "questions/table.hpp"

namespace clew::questions {

std::vector<Question> make_questions() {
    std::vector<Question> table;
    add_board(table);
    add_ask(table);
    add_steps(table);
    add_why(table);
    add_mend(table);
    add_make(table);
    add_tree(table);
    return table;
}

}  // namespace clew::questions
