#include "tests/proof/checker/grown.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "core/base/input_error.hpp"

namespace clew::proof::grown {

std::string Formula::text() const {
    std::string text =
        "p cnf " + std::to_string(variables) + " " + std::to_string(clauses.size()) + "\n";
    for (const Clause& clause : clauses) {
        for (const int l : clause) text += std::to_string(l) + " ";
        text += "0\n";
    }
    return text;
}

bool clause_holds(const Clause& clause, std::uint64_t assignment) {
    return std::ranges::any_of(
        clause, [&](int l) { return ((assignment >> (std::abs(l) - 1) & 1) != 0) == (l > 0); });
}

bool Formula::holds(std::uint64_t assignment) const {
    return std::ranges::all_of(clauses,
                               [&](const Clause& c) { return clause_holds(c, assignment); });
}

std::vector<std::uint64_t> Formula::models() const {
    std::vector<std::uint64_t> found;
    for (std::uint64_t a = 0; a < std::uint64_t{1} << variables; ++a)
        if (holds(a)) found.push_back(a & ((std::uint64_t{1} << counted) - 1));
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

int some_literal(Random& random, int variables) {
    const int v = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(variables)));
    return random.below(2) == 0 ? v : -v;
}

namespace {

/// One to three literals of different variables.
Clause some_clause(Random& random, int variables) {
    Clause clause;
    for (std::uint64_t k = 1 + random.below(8) / 3; k > 0; --k) {
        const int l = some_literal(random, variables);
        if (std::ranges::none_of(clause, [&](int m) { return std::abs(m) == std::abs(l); }))
            clause.push_back(l);
    }
    return clause;
}

}  // namespace

Formula some_formula(Random& random, int variables, int counted) {
    Formula formula{variables, counted};
    formula.clauses.resize(2 + random.below(4));
    for (Clause& clause : formula.clauses) clause = some_clause(random, variables);
    return formula;
}

Formula some_contradiction(Random& random, int variables) {
    Formula formula = some_formula(random, variables, variables);
    while (!formula.models().empty()) formula.clauses.push_back(some_clause(random, variables));
    return formula;
}

std::optional<std::vector<std::size_t>> refutation(const std::vector<Clause>& clauses,
                                                   const Clause& assumed) {
    std::vector<int> trail = assumed;
    const auto is_true = [&](int l) { return std::ranges::find(trail, l) != trail.end(); };
    std::vector<std::size_t> used;
    for (const int l : assumed)
        if (is_true(-l)) return used;
    for (bool again = true; std::exchange(again, false);)
        for (std::size_t i = 0; i < clauses.size(); ++i) {
            Clause open;
            for (const int l : clauses[i])
                if (!is_true(-l) && std::ranges::find(open, l) == open.end()) open.push_back(l);
            if (std::ranges::any_of(open, is_true) || open.size() > 1) continue;
            used.push_back(i);
            if (open.empty()) return used;
            trail.push_back(open[0]);
            again = true;
        }
    return std::nullopt;
}

std::string edge_number(Random& random) {
    __extension__ using Wide = unsigned __int128;
    Wide number = (Wide{1} << (random.below(3) == 0 ? 60 + random.below(6) : random.below(66))) +
                  random.below(3) - 1;
    std::string text;
    do text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
    while ((number /= 10) != 0);
    return text;
}

std::string with_another_number(const std::string& text, Random& random) {
    std::vector<std::pair<std::size_t, std::size_t>> numbers;
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::size_t end = at;
        while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
        if (end > at) numbers.emplace_back(at, end - at);
        at = std::max(at, end);
    }
    if (numbers.empty()) return text;
    const auto [at, size] = numbers[random.below(numbers.size())];
    std::string changed = text;
    changed.replace(at, size,
                    random.below(2) == 0 ? edge_number(random) : std::to_string(random.below(9)));
    if (random.below(6) == 0) changed.insert(at, "-");
    return changed;
}

Said said_by(const std::function<Result()>& check) {
    Said said;
    std::string why;
    try {
        const Result found = check();
        if (found.accepted != found.why.empty()) {
            said.reason = "a verdict beside its reason";
            return said;
        }
        if (found.accepted) {
            said.count = found.count.value_or("none");
            return said;
        }
        why = found.why;
        said.line = found.line;
    } catch (const InputError& error) {
        why = error.what();
        said.line = error.place().line;
    }
    for (std::size_t i = 0; i < why.size(); ++i) {
        if (why[i] == '\'') {
            const std::size_t end = why.find('\'', i + 1);
            if (end != std::string::npos) {
                said.reason += "'X'";
                i = end;
                continue;
            }
        }
        const bool digit = std::isdigit(static_cast<unsigned char>(why[i])) != 0;
        if (digit && !said.reason.empty() && said.reason.back() == 'N') continue;
        if (why[i] == '-' && i + 1 < why.size() &&
            std::isdigit(static_cast<unsigned char>(why[i + 1])) != 0)
            continue;
        said.reason += digit ? 'N' : why[i];
    }
    return said;
}

std::string shrunk(const std::string& text, const std::function<bool(const std::string&)>& fails) {
    std::vector<std::string> lines;
    std::istringstream in{text};
    for (std::string line; std::getline(in, line);) lines.push_back(line + "\n");
    const auto joined = [](const std::vector<std::string>& all) {
        std::string whole;
        for (const std::string& line : all) whole += line;
        return whole;
    };
    for (bool again = true; std::exchange(again, false);)
        for (std::size_t i = lines.size(); i-- > 0;) {
            auto fewer = lines;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            if (!fails(joined(fewer))) continue;
            lines = std::move(fewer);
            again = true;
        }
    return joined(lines);
}

}  // namespace clew::proof::grown
