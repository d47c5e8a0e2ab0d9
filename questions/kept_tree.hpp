#pragma once
// Kept trees: the decision trees that pages walk in, and their pictures, in the server's cache.
//
//     const auto kept = kept_tree(asking, Again::no);       // from the cache, or grown now
//     const auto picture = kept_picture(asking, kept);      // with what is folded away
//     picture->view.look(window, 1500)
//
// A tree is known by the question that it answers, not by a number that was given out: whoever asks
// about a tree that is no longer kept has it made again, and there is nothing to guess.

#include <memory>
#include <string>
#include <vector>

#include "explain/diagram/dominators.hpp"
#include "explain/diagram/drawing.hpp"
#include "explain/diagram/window.hpp"
#include "logic/tree/follow.hpp"
#include "questions/question.hpp"

namespace clew::questions {

/// Patterns of a tree that a page can have.
inline constexpr std::uint64_t most_patterns = 250'000;

struct KeptTree {
    KeptTree(std::string name, logic::DecisionTree grown)
        : key(std::move(name)), tree(std::move(grown)), through(tree) {}

    const std::string key;  ///< the question
    const logic::DecisionTree tree;
    const explain::Dominators through;
};

struct KeptPicture {
    KeptPicture(std::shared_ptr<const KeptTree> tree, const explain::DrawOptions& options)
        : kept(std::move(tree)), drawing(explain::draw(kept->tree, options)), view(drawing) {}

    const std::shared_ptr<const KeptTree> kept;
    const explain::Drawing drawing;
    const explain::TreeView view;
};

/// "puzzle", "mode", "rules", "screen", "choice", "patterns": what makes a tree.
std::vector<Parameter> tree_parameters();
/// These, and "fold", "live": what makes a picture of it.
std::vector<Parameter> picture_parameters();

enum class Again : std::uint8_t {
    no,
    if_interrupted,  ///< a tree that the time ended is grown anew
};

/// Grows the tree, telling progress, unless it is kept; whoever asks for one that is growing waits
/// for that. One that a limit ended is kept too.
/// Errors: InputError for rules that are none.
std::shared_ptr<const KeptTree> kept_tree(QuestionContext& asking, Again again = Again::no);

/// The picture in layers. Errors: InputError for a name to fold that is not in the tree.
std::shared_ptr<const KeptPicture> kept_picture(const QuestionContext& asking, Cache& cache,
                                                const std::shared_ptr<const KeptTree>& kept);

/// How "follow" stands at every vertex; null if nothing is to be followed. Errors: InputError for
/// what is no candidate of the board.
std::shared_ptr<const std::vector<logic::Standing>> kept_standing(const QuestionContext& asking,
                                                                  Cache& cache,
                                                                  const KeptTree& kept);

}  // namespace clew::questions
