#include "explain/write_json.hpp"

#include <nlohmann/json.hpp>

#include "core/base/input_error.hpp"
#include "core/base/json_objects.hpp"
#include "core/board/notation.hpp"
#include "explain/walkthrough.hpp"
#include "explain/words/narrate.hpp"
#include "logic/path/step_json.hpp"
#include "logic/shape/shape.hpp"
#include "logic/work_matrix.hpp"

namespace clew::explain {

using logic::Path;
using logic::State;
using json = nlohmann::ordered_json;

namespace {

/// The lines of an argument, each with those that it rests on.
json lines_json(const std::vector<Line>& lines) {
    json list = json::array();
    for (const Line& line : lines) {
        json object{{"text", line.text}};
        if (!line.inner.empty()) object["lines"] = lines_json(line.inner);
        list.push_back(std::move(object));
    }
    return list;
}

/// The named technique that a proof amounts to.
void name_shape(json& object, const State& before, const logic::Step& step) {
    if (step.technique != logic::Technique::smallest_proof) return;
    if (const auto known = known_shape(before, step))
        object["shape"] = logic::info(known->technique).id;
}

}  // namespace

json walk_json(const State& start, const Path& path, const WalkJsonOptions& options) {
    json object = to_json(path);
    json told = roomy_object();
    told["status"] = object["status"];
    told["said"] = tell_ending(path, TriedNames::named, options.style.language);
    for (const char* key : {"ending", "unique", "score", "hardest", "guesses", "tried"})
        told[key] = std::move(object[key]);
    if (object.contains("passed_over")) told["passed_over"] = std::move(object["passed_over"]);
    told["rule_set"] = options.rules;
    told["start"] = to_json(start);
    if (json known = uniqueness_json(start); !known.is_null())
        told["uniqueness"] = std::move(known);
    told["steps"] = json::array();
    visit(start, path.entries, [&](const State& before, std::size_t i) {
        json& step = object["steps"][i];
        const Told words = tell(before, path.entries[i], options.style);
        json entry = roomy_object();
        entry["number"] = i + 1;
        entry["title"] = words.title;
        entry["text"] = words.text;
        if (!words.lines.empty()) entry["lines"] = lines_json(words.lines);
        take_keys(entry, std::move(step));
        name_shape(entry, before, path.entries[i].step);
        if (options.work_matrix == logic::Switch::on)
            if (const auto matrix = work_matrix(before, path.entries[i].step))
                entry["work_matrix"] = to_json(*matrix);
        told["steps"].push_back(std::move(entry));
    });
    told["solutions"] = std::move(object["solutions"]);
    told["state"] = std::move(object["state"]);
    // With several threads the last line is the end of a thread, not what is known at the end.
    if (const State end = logic::replay(start, path.entries); !(end == path.state))
        told["end"] = to_json(end);
    return told;
}

json step_json(const State& before, const logic::Step& step, WordStyle style,
               logic::Switch matrix) {
    const Narration told = narrate(before, step, style);
    json object = roomy_object();
    object["title"] = told.title;
    object["text"] = told.text();
    if (told.has_more())
        if (const auto sentences = summary(before, step, style); !sentences.empty())
            object["summary"] = sentences;
    if (!told.lines.empty()) object["lines"] = lines_json(told.lines);
    take_keys(object, to_json(step, before.geometry()));
    name_shape(object, before, step);
    if (matrix == logic::Switch::on)
        if (const auto found = work_matrix(before, step)) object["work_matrix"] = to_json(*found);
    return object;
}

namespace {

class Reader {
  public:
    Reader(std::string_view text, const std::string& source) : source_(source) {
        try {
            root_ = json::parse(text);
        } catch (const json::parse_error& error) {
            throw InputError({source_}, "this is not JSON", "a walk as Clew writes it in JSON");
        }
        if (!root_.is_object()) refuse("this is not a JSON object");
    }

    [[noreturn]] void refuse(const std::string& what) const {
        throw InputError({source_}, what, "a walk as Clew writes it in JSON");
    }

    const json& root() const { return root_; }

    const json& state(const char* key) const {
        if (!root_.contains(key) || !root_[key].is_object())
            refuse("'" + std::string{key} + "' is missing");
        const json& object = root_[key];
        if (!object.contains("placed") || !object["placed"].is_string() ||
            !object.contains("candidates") || !object["candidates"].is_array())
            refuse("'" + std::string{key} + "' is not a state");
        for (const json& cell : object["candidates"])
            if (!cell.is_string()) refuse("'" + std::string{key} + "' has a cell that is no text");
        return object;
    }

    GeometryPtr board(std::size_t cells) const {
        for (std::size_t size = 4; size <= max_size; ++size) {
            if (size * size != cells) continue;
            GeometryPtr standard = Geometry::standard(size);
            if (root_.contains("geometry") && root_["geometry"].is_string() &&
                root_["geometry"].get<std::string>() != standard->description())
                throw InputError(
                    {source_},
                    "these steps are for another board: " + root_["geometry"].get<std::string>(),
                    "the puzzle file beside the steps");
            return standard;
        }
        refuse("a state of " + std::to_string(cells) + " cells fits no board");
    }

    State start(const GeometryPtr& board, std::span<const Rule> rules) const {
        const json& object = state("start");
        const auto placed = object["placed"].get<std::string>();
        if (placed.size() != board->cell_count() ||
            object["candidates"].size() != board->cell_count())
            refuse("'start' is not a state of this board, " + board->description());
        Puzzle puzzle{board};
        for (std::size_t i = 0; i < placed.size(); ++i) {
            if (placed[i] != '.') {
                const auto digit = parse_digit(placed[i], board->size());
                if (!digit) refuse("'start' places something that is no digit of this board");
                puzzle.set_given(Cell{i}, *digit);
            }
            puzzle.set_marks(Cell{i}, digits(object["candidates"][i], *board,
                                             "'start' has a candidate that is"));
        }
        for (const Rule& rule : rules) puzzle.add_rule(rule);
        State state{puzzle};
        know(state, board);
        return state;
    }

  private:
    DigitSet digits(const json& text, const Geometry& board, const char* what) const {
        DigitSet found;
        for (char c : text.get<std::string>()) {
            const auto digit = parse_digit(c, board.size());
            if (!digit) refuse(std::string{what} + " no digit of this board");
            found.insert(*digit);
        }
        return found;
    }

    /// What the file says of the uniqueness of the question.
    void know(State& state, const GeometryPtr& board) const {
        if (!root_.contains("uniqueness")) return;
        if (state.rule_parts() != nullptr)
            refuse("no step rests on uniqueness where there are rules");
        const json& object = root_["uniqueness"];
        if (!object.is_object() || !object.contains("is") || !object.contains("allowed") ||
            !object["allowed"].is_array() || object["allowed"].size() != board->cell_count())
            refuse("'uniqueness' does not say what is known, and what the question allows");
        const auto how = object["is"] == "proved"    ? logic::Uniqueness::proved
                         : object["is"] == "granted" ? logic::Uniqueness::granted
                                                     : logic::Uniqueness::unknown;
        if (how == logic::Uniqueness::unknown) refuse("'uniqueness' is neither granted nor proved");
        Puzzle question{board};
        for (std::size_t i = 0; i < board->cell_count(); ++i) {
            if (!object["allowed"][i].is_string()) refuse("'allowed' has a cell that is no text");
            const DigitSet allowed =
                digits(object["allowed"][i], *board, "'allowed' has something that is");
            if (!allowed.contains(state.candidates(Cell{i})))
                refuse("'start' has a candidate that the question does not allow");
            question.set_marks(Cell{i}, allowed);
        }
        state.set_unique(how, question);
    }

    std::string source_;
    json root_;
};

}  // namespace

RecordedWalk read_walk(std::string_view text, const std::string& source, GeometryPtr geometry,
                       std::span<const Rule> rules) {
    const Reader reader{text, source};
    const json& end = reader.state(reader.root().contains("end") ? "end" : "state");
    if (geometry == nullptr) geometry = reader.board(end["candidates"].size());
    RecordedWalk walk{reader.start(geometry, rules),
                      logic::read_path(text, *geometry, source),
                      end["placed"].get<std::string>(),
                      {},
                      {}};
    for (const json& cell : end["candidates"]) walk.candidates.push_back(cell.get<std::string>());
    for (const json& step : reader.root()["steps"])
        walk.work_matrices.push_back(step.contains("work_matrix") ? step["work_matrix"].dump()
                                                                  : "");
    return walk;
}

bool is_recorded_end(const RecordedWalk& walk, const State& state) {
    if (walk.placed.size() != state.cell_count() || walk.candidates.size() != state.cell_count())
        return false;
    for (std::size_t i = 0; i < state.cell_count(); ++i) {
        const auto value = state.value(Cell{i});
        if (walk.placed[i] != (value ? digit_symbol(*value) : '.') ||
            walk.candidates[i] != to_string(state.candidates(Cell{i})))
            return false;
    }
    return true;
}

}  // namespace clew::explain
