#pragma once
// More pigeons than holes: clauses without a model, which a search does not see in any sensible
// time, and a refutation of polynomial length by new variables (Cook, 1976).
//
//     const Pigeons hard = pigeons(12);       // 13 pigeons, 12 holes
//     hard.variables, hard.clauses, hard.proof

#include <cstddef>
#include <string>
#include <vector>

namespace clew {

struct Pigeons {
    std::size_t variables = 0;           ///< of the clauses
    std::vector<std::string> clauses{};  ///< a line each
    std::string proof{};                 ///< DRAT
};

inline Pigeons pigeons(std::size_t holes) {
    Pigeons made;
    std::size_t last = 0;
    using Table = std::vector<std::vector<std::string>>;
    const auto fresh = [&](std::size_t pigeons, std::size_t of) {
        Table table(pigeons, std::vector<std::string>(of));
        for (auto& row : table)
            for (std::string& name : row) name = std::to_string(++last);
        return table;
    };
    const auto clause = [](const std::vector<std::string>& literals) {
        std::string line;
        for (const std::string& l : literals) line += l + " ";
        return line + "0\n";
    };
    Table in = fresh(holes + 1, holes);
    made.variables = last;
    for (const auto& row : in) made.clauses.push_back(clause(row));
    for (std::size_t hole = 0; hole < holes; ++hole)
        for (std::size_t a = 0; a <= holes; ++a)
            for (std::size_t b = 0; b < a; ++b)
                made.clauses.push_back(clause({"-" + in[a][hole], "-" + in[b][hole]}));
    // With a pigeon and a hole less: who was in the last hole goes where the last pigeon was.
    for (std::size_t m = holes; m > 1; --m) {
        const Table next = fresh(m, m - 1);
        for (std::size_t a = 0; a < m; ++a)
            for (std::size_t h = 0; h + 1 < m; ++h) {
                const std::string& p = next[a][h];
                made.proof += clause({p, "-" + in[a][h]});
                made.proof += clause({p, "-" + in[a][m - 1], "-" + in[m][h]});
                made.proof += clause({"-" + p, in[a][h], in[a][m - 1]});
                made.proof += clause({"-" + p, in[a][h], in[m][h]});
            }
        for (const auto& row : next) made.proof += clause(row);
        for (std::size_t h = 0; h + 1 < m; ++h)
            for (std::size_t a = 0; a < m; ++a)
                for (std::size_t b = 0; b < a; ++b) {
                    const std::string both = "-" + next[a][h] + " -" + next[b][h] + " ";
                    made.proof += both + "-" + in[a][h] + " 0\n" + both + "0\n";
                }
        in = next;
    }
    made.proof += "0\n";
    return made;
}

}  // namespace clew
