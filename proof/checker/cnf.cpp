#include "proof/checker/cnf.hpp"

#include <utility>

#include "proof/checker/scan.hpp"

namespace clew::proof::inline checker {

Cnf read_cnf(std::istream& input, const std::string& source, const StopFlag* stop) {
    Scanner in{input, source, stop};
    Cnf formula;
    std::int64_t promised = -1;
    std::vector<Literal> clause;
    while (in.next_line()) {
        if (in.rest().starts_with('c')) {
            if (in.word() != "c" || in.word() != "variable") continue;
            const auto variable = static_cast<std::size_t>(in.number(1, max_variable));
            if (variable != formula.names.size() + 1)
                in.refuse("not the variable behind the last one that has a name",
                          "names in the order of variables");
            formula.names.emplace_back(in.word());
            in.end_of_line();
            continue;
        }
        if (in.rest().starts_with('p')) {
            if (promised >= 0) in.refuse("a second header", "one line p cnf");
            if (in.word() != "p" || in.word() != "cnf")
                in.refuse("not a CNF header", "p cnf VARIABLES CLAUSES");
            formula.variables = static_cast<std::size_t>(in.number(0, max_watched_variable));
            promised = in.number(0, std::int64_t{1} << 40);
            in.end_of_line();
            continue;
        }
        while (!in.at_end()) {
            if (promised < 0) in.refuse("a clause before the header", "p cnf VARIABLES CLAUSES");
            const auto most = static_cast<std::int64_t>(formula.variables);
            const auto literal = static_cast<Literal>(in.number(-most, most));
            if (literal != 0) {
                if (clause.size() == longest) in.refuse("a clause without end", "0");
                clause.push_back(literal);
                continue;
            }
            if (std::cmp_equal(formula.size(), promised))
                in.refuse("more clauses than the header promises", "no more than as many");
            formula.add(clause);
            clause.clear();
        }
    }
    if (promised < 0) in.refuse("no header", "p cnf VARIABLES CLAUSES");
    if (formula.names.size() > formula.variables)
        in.refuse("a name for a variable that is not there", "as many as the header promises");
    if (!clause.empty()) in.refuse("the last clause has no end", "0");
    if (static_cast<std::size_t>(promised) != formula.size())
        in.refuse("the header promises " + std::to_string(promised) + " clauses, there are " +
                      std::to_string(formula.size()),
                  "as many clauses as promised");
    return formula;
}

}  // namespace clew::proof::inline checker
