#include "questions/kept_tree.hpp"

#include <algorithm>
#include <utility>

#include "core/base/memory_account.hpp"
#include "core/board/notation.hpp"
#include "core/board/spot.hpp"
#include "core/formats/formats.hpp"
#include "questions/table.hpp"

namespace clew::questions {

using namespace clew::explain;
using nlohmann::ordered_json;

namespace {

/// What the cache is told; a little more than what it is.
std::size_t bytes_of(const logic::DecisionTree& tree) {
    const std::size_t cells = tree.puzzle().geometry().cell_count();
    return tree.node_count() * (sizeof(logic::TreeVertex) + cells + 40) + tree.totals().edges * 16 +
           tree.totals().candidates * sizeof(logic::TriedCandidate);
}

std::size_t bytes_of(const Drawing& drawing) {
    return drawing.nodes.size() * (sizeof(DrawnNode) + 32) +
           drawing.edges.size() * (sizeof(DrawnEdge) + 8);
}

logic::TreeOptions options_of(const QuestionContext& asking) {
    logic::TreeOptions options;
    options.mode =
        asking.choice<logic::TreeMode>("mode", {{"paris", logic::TreeMode::paris},
                                                {"alternates", logic::TreeMode::alternates},
                                                {"lean", logic::TreeMode::lean}});
    options.choice =
        asking.choice<logic::LeanChoice>("choice", {{"first", logic::LeanChoice::first},
                                                    {"freedom", logic::LeanChoice::freedom},
                                                    {"balanced", logic::LeanChoice::balanced},
                                                    {"smallest", logic::LeanChoice::smallest}});
    options.rules = rules_of(asking, "rules", "singles");
    if (asking.has("screen")) options.screen = rules_of(asking, "screen", "singles");
    options.max_patterns = asking.whole("patterns", most_patterns);
    return options;
}

/// The question, as one text: the clues, not what a player did.
std::string key_of(QuestionContext& asking) {
    Record record = asking.record();
    record.progress = {};
    record.metadata = {};
    record.solution = {};
    ordered_json key = {write_record(record, "json")};
    for (const char* word : {"mode", "rules", "screen", "choice"}) key.push_back(asking.text(word));
    key.push_back(asking.whole("patterns", most_patterns));
    return key.dump();
}

}  // namespace

std::vector<Parameter> tree_parameters() {
    return {puzzle_parameter(),
            choice("mode", {"paris", "alternates", "lean"},
                   "which candidates are tried: both values of every binary cell; likewise, with "
                   "the alternates inserted; one cell a pattern"),
            text("rules",
                 "the rules that remove candidates, after singles: a set's name or techniques"),
            text("screen", "rules that only judge what is impossible"),
            choice("choice", {"first", "freedom", "balanced", "smallest"}, "lean: which cell"),
            whole("patterns", "stop growing at so many patterns")
                .from(1, static_cast<double>(most_patterns))};
}

std::vector<Parameter> picture_parameters() {
    std::vector<Parameter> all = tree_parameters();
    all.push_back(texts("fold", "names of nodes below which nothing is drawn"));
    all.push_back(flag("live", "leave out what has no solution below"));
    return all;
}

std::shared_ptr<const KeptTree> kept_tree(QuestionContext& asking, Again again) {
    const std::string key = key_of(asking);
    const auto tell = [&asking](const Progress& now) {
        asking.progress(now.nodes);
        asking.partial({{"patterns", now.nodes}, {"solutions", now.solutions}}, Delivery::instead);
    };
    // How far it is, for those who wait for the same tree.
    const std::string growth = "tree-growth:" + key;
    const auto grow = [&] {
        logic::TreeOptions options = options_of(asking);
        options.stop = &asking.stop();
        options.on_progress = [&](const Progress& reached) {
            tell(reached);
            asking.cache().put(growth, std::make_shared<const Progress>(reached),
                               growth.size() + sizeof reached);
        };
        auto kept = std::make_shared<const KeptTree>(
            key, logic::DecisionTree::grow(asking.puzzle(), options));
        const std::size_t bytes = key.size() + bytes_of(kept->tree);
        return Cache::Made<KeptTree>{std::move(kept), bytes};
    };
    const auto good = [again](const KeptTree& kept) {
        return again == Again::no || kept.tree.ending() != Ending::interrupted;
    };
    return asking.cache().share<KeptTree>("tree:" + key, asking.stop(), grow, good, [&] {
        if (const auto now = asking.cache().get<Progress>(growth)) tell(*now);
    });
}

std::shared_ptr<const KeptPicture> kept_picture(const QuestionContext& asking, Cache& cache,
                                                const std::shared_ptr<const KeptTree>& kept) {
    std::vector<std::string> fold = asking.texts("fold");
    std::ranges::sort(fold);
    const std::string key = "tree-picture:" + ordered_json(fold).dump() +
                            (asking.flag("live") ? " live " : " all ") + kept->key;
    const auto draw = [&] {
        memory::check();
        DrawOptions options;
        options.style = NodeStyle::text;
        options.layout = TreeLayout::layers;
        options.shared = Detail::shown;
        options.impossible = Detail::hidden;
        options.shown = asking.flag("live") ? Shown::live : Shown::everything;
        options.collapse = fold;
        try {
            auto picture = std::make_shared<const KeptPicture>(kept, options);
            const std::size_t bytes = key.size() + bytes_of(picture->drawing);
            return Cache::Made<KeptPicture>{std::move(picture), bytes};
        } catch (const InputError& error) {
            throw InputError({.source = "fold"}, error.what(), error.hint());
        }
    };
    // A tree that was grown further has another picture.
    const auto good = [&](const KeptPicture& picture) { return picture.kept == kept; };
    return cache.share<KeptPicture>(key, asking.stop(), draw, good);
}

std::shared_ptr<const std::vector<logic::Standing>> kept_standing(const QuestionContext& asking,
                                                                  Cache& cache,
                                                                  const KeptTree& kept) {
    const std::string wanted = asking.text("follow");
    if (wanted.empty()) return nullptr;
    const std::size_t size = kept.tree.puzzle().geometry().size();
    const auto spot = parse_spot(wanted, size);
    if (!spot || !spot->digit)
        throw InputError({.source = "follow"}, "'" + wanted + "' is no candidate of this board",
                         "a cell and a digit such as r1c5=4, or 15.4");
    const Candidate followed{spot->cell, *spot->digit};
    const std::string key = "tree-follow:" + to_string(followed, size) + kept.key;
    using List = std::vector<logic::Standing>;
    if (auto standing = cache.get<List>(key);
        standing && standing->size() == kept.tree.node_count())
        return standing;
    auto standing = std::make_shared<const List>(logic::follow(kept.tree, followed));
    cache.put(key, standing, key.size() + standing->size());
    return standing;
}

}  // namespace clew::questions
