#include "questions/table.hpp"

#include "logic/strategies/unknown_name.hpp"

namespace clew::questions {

namespace {

constexpr std::pair<const char*, Language> languages[] = {{"en", Language::english},
                                                          {"de", Language::german}};

}  // namespace

Language language_of(const QuestionContext& asking) {
    return asking.choice("language", std::span<const std::pair<const char*, Language>>{languages});
}

logic::RuleSet rules_of(const QuestionContext& asking, const char* key, const char* otherwise) {
    const std::string name = asking.text(key, otherwise);
    if (auto rules = logic::find_rules(name)) return std::move(*rules);
    throw InputError({.source = key}, logic::no_rules(name), logic::known_rules());
}

std::vector<Question> make_questions() {
    std::vector<Question> table;
    add_board(table);
    add_ask(table);
    add_steps(table);
    add_why(table);
    add_mend(table);
    add_make(table);
    add_tree(table);
    for (Question& question : table)
        question.takes.push_back(
            choice("language", std::span<const std::pair<const char*, Language>>{languages},
                   "of what is told in words, errors too; en"));
    return table;
}

}  // namespace clew::questions
