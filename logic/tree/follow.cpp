#include "logic/tree/follow.hpp"

#include "core/base/enum_name.hpp"

namespace clew::logic::inline tree {

const char* to_string(Standing standing) {
    return enum_name(standing, {"open", "holds", "fallen"});
}

std::vector<Standing> follow(const DecisionTree& tree, Candidate candidate) {
    std::vector<Standing> found(tree.node_count(), Standing::fallen);
    for (Node v = 0; v < found.size(); ++v) {
        if (tree[v].kind == NodeKind::impossible) continue;
        const auto placed = tree.digits(v)[candidate.cell.index()];
        if (placed)
            found[v] = *placed == candidate.digit ? Standing::holds : Standing::fallen;
        else if (tree.candidates(v)[candidate.cell.index()].contains(candidate.digit))
            found[v] = Standing::open;
    }
    return found;
}

}  // namespace clew::logic::inline tree
