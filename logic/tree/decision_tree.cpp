#include "logic/tree/decision_tree.hpp"

#include <utility>

#include "core/base/input_error.hpp"
#include "core/board/notation.hpp"
#include "logic/tree/grid_store.hpp"
#include "logic/tree/grower.hpp"

namespace clew::logic::inline tree {

DecisionTree::DecisionTree(const Puzzle& puzzle) : puzzle_(puzzle) {}
DecisionTree::~DecisionTree() = default;
DecisionTree::DecisionTree(DecisionTree&&) noexcept = default;
DecisionTree& DecisionTree::operator=(DecisionTree&&) noexcept = default;

DecisionTree DecisionTree::grow(const Puzzle& puzzle, const TreeOptions& options) {
    if (!puzzle.geometry().is_latin_square())
        throw InputError({}, "no tree on a board of " + puzzle.geometry().description(),
                         "rows and columns with every digit");
    return grow(puzzle, options, {}, Ending::exhausted);
}

DecisionTree DecisionTree::grow(const Puzzle& puzzle, const TreeOptions& options,
                                const Recall& recall, Ending where_open, RecallOf of,
                                std::optional<std::uint64_t> planned_on) {
    DecisionTree tree{puzzle};
    tree.planned_on_ = planned_on;
    tree.options_ = options;
    tree.store_ = std::make_unique<GridStore>(puzzle, options.marks);
    Grower{tree, recall, of}.run();
    if (tree.ending_ == Ending::exhausted) tree.ending_ = where_open;
    tree.summarize();
    tree.options_.on_progress = {};
    tree.options_.stop = nullptr;
    return tree;
}

Outcomes DecisionTree::outcomes(Node node) const {
    const TreeVertex& vertex = graph_[node];
    const OutcomeReader read{graph_, node};
    const TriedCandidate* first = tried_.data() + vertex.first_outcome;
    return Outcomes{Outcomes::iterator{first, read},
                    Outcomes::iterator{first + vertex.candidates, read}};
}

std::vector<Candidate> DecisionTree::candidates_between(Node from, Node to) const {
    std::vector<Candidate> found;
    for (const Outcome& outcome : outcomes(from))
        if (outcome.target == to) found.push_back(puzzle_.geometry().candidate(outcome.candidate));
    return found;
}

std::span<const Candidate> DecisionTree::alternates(Node node) const {
    const auto found = inserted_.find(node);
    if (found == inserted_.end()) return {};
    return std::span(inserted_candidates_).subspan(found->second.first, found->second.count);
}

std::uint16_t DecisionTree::partial_different_before(Node node) const {
    const auto found = inserted_.find(node);
    return found == inserted_.end() ? graph_[node].partial_different
                                    : found->second.partial_different_before;
}

std::vector<std::optional<Digit>> DecisionTree::digits(Node node) const {
    return store_->digits(store_->code(node));
}

std::string DecisionTree::line(Node node) const {
    std::string text;
    for (const auto& digit : digits(node)) text += digit ? digit_symbol(*digit) : '.';
    return text;
}

std::vector<DigitSet> DecisionTree::candidates(Node node) const {
    return store_->candidates(store_->code(node));
}

std::vector<Grid> DecisionTree::solutions() const {
    std::vector<Grid> grids;
    for (Node node : solution_nodes_) {
        std::vector<Digit> full;
        for (const auto& digit : digits(node)) full.push_back(*digit);
        grids.emplace_back(std::move(full));
    }
    return grids;
}

}  // namespace clew::logic::inline tree
