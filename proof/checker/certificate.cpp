#include "proof/checker/certificate.hpp"

#include <algorithm>
#include <istream>
#include <set>

#include "core/base/enum_name.hpp"
#include "core/board/notation.hpp"
#include "core/rules/verify.hpp"
#include "proof/checker/cnf.hpp"
#include "proof/checker/cpog.hpp"
#include "proof/checker/drat.hpp"
#include "proof/checker/justify.hpp"
#include "proof/checker/lists.hpp"
#include "proof/checker/veripb.hpp"

namespace clew::proof::inline checker {
namespace {

/// The lines of a list of solutions, as grids that solve the puzzle.
class Listed {
  public:
    Listed(std::istream& in, const Puzzle& puzzle) : in_(in), puzzle_(puzzle), checker_(puzzle) {}

    /// The next one; nothing at the end or if why() says something.
    std::optional<Grid> next() {
        std::string text;
        if (!std::getline(in_, text)) return std::nullopt;
        ++line_;
        const Geometry& board = puzzle_.geometry();
        const std::size_t cells = board.cells().size();
        Grid grid{std::vector<Digit>(board.cell_count())};
        std::size_t read = 0;
        for (const char symbol : text)
            if (const auto digit = parse_digit(symbol, board); digit && read < cells)
                grid.set(board.cells()[read++], *digit);
        if (text.size() != cells || read != cells) {
            why_ = "not " + std::to_string(cells) + " digits";
            return std::nullopt;
        }
        if (const auto fault = checker_.find_fault(grid)) {
            why_ = "not a solution: " + *fault;
            return std::nullopt;
        }
        return grid;
    }
    const std::string& why() const { return why_; }
    std::uint64_t line() const { return line_; }

  private:
    std::istream& in_;
    const Puzzle& puzzle_;
    Checker checker_;
    std::string why_;
    std::uint64_t line_ = 0;
};

class Judge {
  public:
    explicit Judge(const Certificate& c)
        : c_(c), formula_(read_cnf(*c.formula, "formula.cnf", c.stop)) {}

    CheckResult run() {
        map_ = variable_map(formula_, c_.puzzle.geometry());
        if (c_.kind == ProofKind::cpog && (c_.solutions != nullptr || c_.tree != nullptr))
            return blame("proof", "a graph lists no solutions and follows no tree", 0);
        const bool blocked = c_.kind == ProofKind::drat || c_.kind == ProofKind::lrat;
        if (blocked && !read_blocking()) return verdict_;
        const Justification found =
            justify(formula_, formula_.size() - (blocked ? listed_ : 0), c_.puzzle, c_.stop);
        verdict_.stopped = found.stopped;
        if (found.stopped) return verdict_;
        if (!found.holds) return blame("formula", found.why, 0);
        verdict_.families = found.families;
        verdict_.but_for = found.undecided;
        verdict_.checked.push_back(what_clauses_say("the formula's clauses say", found));
        if (c_.kind == ProofKind::cpog && !found.decided)
            return blame("formula",
                         "helper variables that a solution leaves free, which a count of models "
                         "counts",
                         0);
        if (!proof()) return verdict_;
        if (verdict_.count != c_.count)
            return blame("proof",
                         "it shows " + verdict_.count + " solutions, " + c_.count + " are claimed",
                         0);
        verdict_.accepted = verdict_.but_for.empty();
        verdict_.trusted.emplace_back("the board's list of houses, as the puzzle's file tells it");
        if (!c_.puzzle.rules().empty())
            verdict_.trusted.emplace_back(
                "what each rule means (core/rules), which the writer takes from there too");
        verdict_.trusted.emplace_back("this checker, its compiler and its machine (proof/checker)");
        return verdict_;
    }

  private:
    CheckResult& blame(std::string part, std::string why, std::uint64_t line) {
        verdict_.part = std::move(part);
        verdict_.why = std::move(why);
        verdict_.line = line;
        return verdict_;
    }
    bool read_blocking();
    bool proof();
    std::string model(const std::vector<bool>& values);

    const Certificate& c_;
    Cnf formula_;
    VariableMap map_;
    CheckResult verdict_;
    std::size_t listed_ = 0;
    std::optional<Listed> list_;
};

// The last clauses of the formula forbid the listed solutions, one each, in all cells without a
// clue.
bool Judge::read_blocking() {
    std::set<std::vector<Literal>> seen;
    std::vector<std::vector<Literal>> blocking;
    const Puzzle& puzzle = c_.puzzle;
    if (c_.solutions != nullptr) list_.emplace(*c_.solutions, puzzle);
    while (list_) {
        verdict_.stopped = c_.stop != nullptr && c_.stop->raised();
        if (verdict_.stopped) return false;
        const auto grid = list_->next();
        if (!grid) break;
        std::vector<Literal> clause;
        for (std::size_t i = 0; i < grid->cell_count(); ++i)
            if (!puzzle.given(Cell{i}))
                clause.push_back(-map_.literal(puzzle.geometry(), {Cell{i}, (*grid)[Cell{i}]}));
        std::ranges::sort(clause);
        if (!seen.insert(clause).second) {
            blame("solutions", "a solution that is listed already", list_->line());
            return false;
        }
        blocking.push_back(std::move(clause));
    }
    if (list_ && !list_->why().empty()) {
        blame("solutions", list_->why(), list_->line());
        return false;
    }
    listed_ = blocking.size();
    if (listed_ > formula_.size()) {
        blame("formula", "fewer clauses than solutions", 0);
        return false;
    }
    for (std::size_t i = 0; i < listed_; ++i) {
        const std::size_t at = formula_.size() - listed_ + i;
        std::vector<Literal> clause(formula_[at].begin(), formula_[at].end());
        std::ranges::sort(clause);
        if (clause == blocking[i]) continue;
        blame("formula",
              "clause " + std::to_string(at + 1) + " does not forbid solution " +
                  std::to_string(i + 1),
              0);
        return false;
    }
    verdict_.checked.push_back(
        "each listed solution is one, no two are alike, and the formula's last " +
        std::to_string(listed_) + " clauses forbid them");
    return true;
}

// A model of the formula against the list, or against the puzzle alone.
std::string Judge::model(const std::vector<bool>& values) {
    const Puzzle& puzzle = c_.puzzle;
    std::vector<Digit> digits(puzzle.geometry().cell_count());
    for (std::size_t i = 0; i < digits.size(); ++i)
        if (const auto given = puzzle.given(Cell{i})) digits[i] = *given;
    for (std::size_t v = 0; v < map_.candidates.size(); ++v)
        if (values[v + 1]) digits[map_.candidates[v].cell.index()] = map_.candidates[v].digit;
    const Grid grid{std::move(digits)};
    ++listed_;
    if (!list_) {
        const auto fault = find_fault(puzzle, grid);
        return fault ? "not a solution: " + *fault : "";
    }
    const auto expected = list_->next();
    if (!expected)
        return list_->why().empty()
                   ? "a solution that is not on the list"
                   : "line " + std::to_string(list_->line()) + " of the list is " + list_->why();
    return *expected == grid
               ? ""
               : "not the solution on line " + std::to_string(list_->line()) + " of the list";
}

bool Judge::proof() {
    VeripbOptions options{.stop = c_.stop};
    std::optional<TreeList> tree;
    if (c_.tree != nullptr) {
        tree.emplace(*c_.tree, c_.puzzle.geometry(), map_);
        options.added = [&](std::span<const Literal> clause) { tree->next(clause); };
    }
    if (c_.kind == ProofKind::veripb) {
        if (c_.solutions != nullptr) list_.emplace(*c_.solutions, c_.puzzle);
        options.counted = map_.candidates.size();
        options.model_check = [this](const auto& m) { return model(m); };
    }
    const Result found = check_proof(c_.kind, formula_, *c_.proof, "proof", options);
    if (found.stopped) {
        verdict_.stopped = true;
        return false;
    }
    if (!found.accepted) {
        blame("proof", found.why, found.line);
        return false;
    }
    if (c_.kind == ProofKind::veripb) {
        if (list_ && list_->next()) {
            blame("solutions", "more solutions than the proof logs", list_->line());
            return false;
        }
        if (list_ && !list_->why().empty()) {
            blame("solutions", list_->why(), list_->line());
            return false;
        }
        verdict_.count = *found.count;
        verdict_.checked.emplace_back(
            c_.solutions != nullptr
                ? "each logged solution solves the puzzle, and is the one on its line of the list"
                : "each logged solution solves the puzzle");
    } else {
        verdict_.count = c_.kind == ProofKind::cpog ? *found.count : std::to_string(listed_);
    }
    verdict_.checked.push_back((c_.kind == ProofKind::cpog
                                    ? "the graph has the formula's models, so many of them: "
                                    : "the proof that there are no others: ") +
                               std::to_string(found.steps) + " steps");
    if (!tree) return true;
    const Result said = tree->finish();
    if (!said.accepted) {
        blame("tree.txt", said.why, said.line);
        return false;
    }
    verdict_.checked.push_back("each of the " + std::to_string(said.steps) +
                               " lines about the tree names the choices that the proof's clause "
                               "refutes");
    verdict_.trusted.emplace_back("the tree's nodes and reasons, as the lines name them");
    return true;
}

}  // namespace

const char* to_string(ProofKind kind) {
    return enum_name(kind, {"drat", "lrat", "veripb", "cpog"});
}

std::string what_clauses_say(const std::string& what, const Justification& found) {
    return what + " what the puzzle asks" +
           (found.undecided.empty() ? ", no more and no less" : ", but for the rules named below");
}

Result check_proof(ProofKind kind, const Cnf& formula, std::istream& proof,
                   const std::string& source, const VeripbOptions& options) {
    switch (kind) {
        case ProofKind::veripb:
            return check_veripb(formula, proof, source, options);
        case ProofKind::drat:
            return check_drat(formula, proof, source, options.stop, options.added);
        case ProofKind::lrat:
            return check_lrat(formula, proof, source, options.stop, options.added);
        case ProofKind::cpog:
            return check_cpog(formula, proof, source, options.stop);
    }
    return {};
}

std::optional<ProofKind> parse_proof_kind(std::string_view name) {
    for (const ProofKind kind :
         {ProofKind::veripb, ProofKind::drat, ProofKind::lrat, ProofKind::cpog})
        if (name == to_string(kind)) return kind;
    return std::nullopt;
}

CheckResult check_certificate(const Certificate& certificate) { return Judge{certificate}.run(); }

}  // namespace clew::proof::inline checker
