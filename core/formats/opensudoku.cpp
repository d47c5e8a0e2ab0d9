// OpenSudoku's XML, by pugixml. Version 1: <game data="81 digits"/>. Version 2: games in folders,
// whose data are 81 digits or "version: 3" (or another number) and, for each cell,
// value|note mask|editable|. A cell that is not editable is a given, the value of an editable one
// and its notes are the player's.
//
// pugixml reads no entities of a document type, so an XML text cannot grow by them.

#include <algorithm>
#include <pugixml.hpp>
#include <set>

#include "core/base/markup.hpp"
#include "core/board/notation.hpp"
#include "core/formats/lines.hpp"
#include "core/formats/marks.hpp"

namespace clew::formats {
namespace {

constexpr std::size_t most_nesting = 64;

// "version: 3\n5|0|0|0|510|1|...": also with another number, as OpenSudoku has raised it.
Record read_cells_with_notes(Reading& reading, std::string_view data, const Place& place,
                             Unread& unread) {
    std::vector<unsigned> numbers;
    const std::string_view head = data.substr(0, data.find('|'));
    // The first number follows the version's on its line or the next, after white space.
    std::string_view rest = head.substr(head.find(':') + 1);
    rest = trimmed(rest);
    const std::size_t gap = rest.find_first_of(" \t\n\r");
    if (gap == std::string_view::npos)
        throw InputError(place, "no cells after the version of the data",
                         "version: 3 and value|notes|editable| for each cell");
    const auto offset = static_cast<std::size_t>(rest.data() + gap - data.data());
    for (const Token& token : split(data.substr(offset), place.line, "|\n")) {
        const auto value = parse_number(token.text, 511);
        if (!value)
            throw InputError(place, shown(token.text) + " in the data of a game",
                             "numbers: value|notes|editable| for each cell");
        numbers.push_back(static_cast<unsigned>(*value));
    }
    if (numbers.size() != std::size_t{3} * 81)
        throw InputError(place, std::to_string(numbers.size()) + " numbers in the data of a game",
                         "243: value|notes|editable| for each of 81 cells");
    Record record = blank_record(reading.board(9, place), "opensudoku", place);
    PlayerMarks progress = blank_progress(record.puzzle.geometry());
    bool anything = false;
    for (std::size_t i = 0; i < 81; ++i) {
        const unsigned value = numbers[3 * i], notes = numbers[3 * i + 1];
        const unsigned editable = numbers[3 * i + 2];
        if (value > 9 || editable > 1)
            throw InputError(place,
                             "value " + std::to_string(value) + ", editable " +
                                 std::to_string(editable) + " at " + to_string(Cell{i}, 9),
                             "a value from 0 to 9, editable 0 or 1");
        if (value > 0 && editable == 0) record.puzzle.set_given(Cell{i}, Digit{value - 1});
        if (value > 0 && editable == 1) {
            progress.placed[i] = Digit{value - 1};
            anything = true;
        }
        if (value > 0 && notes > 0) unread.add("notes of filled cells");
        if (value == 0 && editable == 0) unread.add("open cells that are not editable");
        if (value == 0 && notes > 0) {
            progress.removed[i] = DigitSet::all(9) - DigitSet::from_bits(notes);
            anything = true;
        }
    }
    if (anything) {
        record.progress = std::move(progress);
        record.notes.emplace_back(
            "entries and notes that are not clues were taken as the player's");
    }
    return record;
}

void read_game(Reading& reading, const pugi::xml_node& game, const std::string& folder,
               const Place& place, Unread unread, std::vector<Record>& records) {
    const pugi::xml_attribute attribute = game.attribute("data");
    if (!attribute) throw InputError(place, "a game without data", "data=\"...\"");
    const std::string data = attribute.value();
    Record record = data.find('|') != std::string::npos
                        ? read_cells_with_notes(reading, data, place, unread)
                        : read_line_text(reading, trimmed(data), place, "opensudoku");
    record.place = place;
    if (!folder.empty()) record.metadata["folder"] = folder;
    constexpr std::pair<const char*, const char*> keys[] = {
        {"name", "title"}, {"note", "comment"}, {"user_note", "comment"}};
    for (const auto& [name, key] : keys)
        if (const pugi::xml_attribute value = game.attribute(name); value && *value.value() != 0) {
            std::string& said = record.metadata[key];
            said += (said.empty() ? "" : "\n") + std::string(value.value());
        }
    std::set<std::string> names;
    for (const pugi::xml_attribute& more : game.attributes()) {
        reading.hearing.tick();
        const std::string name = more.name();
        const bool known = name == "data" || std::ranges::any_of(keys, [&](const auto& key) {
                               return name == key.first;
                           });
        if (!names.insert(name).second)
            unread.add("a second " + name);
        else if (!known && *more.value() != 0)
            unread.add(name);
    }
    for (const pugi::xml_node& more : game.children()) {
        reading.hearing.tick();
        unread.add(more.name());
    }
    unread.tell(record);
    records.push_back(std::move(record));
}

bool recognise_opensudoku(Reading& reading) {
    const std::string_view line = trimmed(*reading.in.peek());
    return line.starts_with('<') && !is_place(line);
}

void read_opensudoku(Reading& reading) {
    const Place start = reading.in.place(0, 1);
    const std::string text = reading.in.rest();
    // Games are many: where lines begin is looked up, not counted for each.
    std::vector<std::size_t> lines = {0};
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;)
        lines.push_back(++at);
    const auto place_of = [&](std::ptrdiff_t offset) {
        const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0));
        const auto line = std::ranges::upper_bound(lines, at) - 1;
        return Place{start.source, start.line + static_cast<std::size_t>(line - lines.begin()),
                     at - *line + 1};
    };
    pugi::xml_document document;
    const pugi::xml_parse_result result = document.load_buffer(text.data(), text.size());
    if (!result)
        // A fault at the end is a fault of the last line.
        throw InputError(place_of(std::min(result.offset, static_cast<std::ptrdiff_t>(
                                                              text.find_last_not_of('\n') + 1))),
                         std::string("not well-formed XML: ") + result.description(),
                         "an OpenSudoku file: <opensudoku> ... <game data=\"...\"/>");
    const pugi::xml_node root = document.child("opensudoku");
    if (!root)
        throw InputError(start, "an XML document that is not OpenSudoku's",
                         "<opensudoku> ... <game data=\"...\"/>");
    std::map<std::string, std::string> file;
    constexpr std::pair<const char*, const char*> keys[] = {
        {"name", "title"},      {"author", "author"}, {"description", "description"},
        {"comment", "comment"}, {"created", "date"},  {"source", "source"},
        {"level", "level"},     {"sourceURL", "url"}};
    for (const auto& [name, key] : keys)
        if (const std::string value = root.child_value(name); !value.empty()) file[key] = value;

    std::vector<Record> records;
    Unread unread;
    for (const pugi::xml_attribute& more : root.attributes()) {
        const std::string name = more.name(), value = more.value();
        if (name != "version" || (value != "1" && value != "2")) unread.add(name + " " + value);
    }
    for (const pugi::xml_node& child : root.children()) {
        const std::string name = child.name();
        const auto known =
            std::ranges::find_if(keys, [&](const auto& key) { return name == key.first; });
        const bool again = known != std::end(keys) && child != root.child(known->first);
        if (name != "game" && name != "folder" && (known == std::end(keys) || again))
            unread.add(again ? "a second " + name : name.empty() ? "text" : name);
    }
    for (const pugi::xml_node& more : document.children())
        if (more != root) {
            const std::string name = more.name();
            unread.add((name == "opensudoku" ? "a second " : "") + name);
        }
    for (const auto& [name, key] : keys) {
        const pugi::xml_node child = root.child(name);
        for (const pugi::xml_attribute& more : child.attributes())
            unread.add(std::string(name) + "." + more.name());
        for (const pugi::xml_node& more : child.children())
            if (more != child.first_child() || *more.name() != 0)
                unread.add(std::string(name) + "." + (*more.name() == 0 ? "text" : more.name()));
    }
    // Folders may stand in folders.
    const auto read_folder = [&](const auto& self, const pugi::xml_node& folder,
                                 const std::string& path, const Unread& around,
                                 std::size_t depth) -> void {
        if (depth > most_nesting)
            throw InputError(place_of(folder.offset_debug()),
                             "folders nested deeper than 64 levels", "games");
        for (const pugi::xml_node& child : folder.children()) {
            reading.hearing.tick();
            const std::string_view name = child.name();
            if (name == "game")
                read_game(reading, child, path, place_of(child.offset_debug()), around, records);
            if (name != "folder") continue;
            const std::string inner = child.attribute("name").value();
            Unread more = around;
            for (const pugi::xml_attribute& attribute : child.attributes())
                if (std::string_view(attribute.name()) != "name" && *attribute.value() != 0)
                    more.add(attribute.name());
            for (const pugi::xml_node& node : child.children())
                if (const std::string what = node.name(); what != "game" && what != "folder")
                    more.add(what.empty() ? "text" : what);
            self(self, child, path.empty() ? inner : path + "/" + inner, more, depth + 1);
        }
    };
    read_folder(read_folder, root, "", unread, 0);
    if (records.empty()) throw InputError(start, "no game in the document", "<game data=\"...\"/>");
    for (Record& record : records) {
        for (const auto& [key, value] : file) record.metadata.try_emplace(key, value);
        reading.ready.push_back(std::move(record));
    }
}

/// In an attribute a line end as such would be read as a space.
std::string for_attribute(std::string_view text) {
    std::string result = xml_escaped(text);
    for (std::size_t at = 0; (at = result.find('\n', at)) != std::string::npos;)
        result.replace(at, 1, "&#10;");
    return result;
}

std::string write_opensudoku(const Record& record, LeftOut& out) {
    std::string data;
    if (record.progress) {
        data = "version: 3\n";
        for (std::size_t i = 0; i < 81; ++i) {
            const auto given = record.puzzle.given(Cell{i});
            const auto value = given ? given : record.progress->placed[i];
            const DigitSet removed = record.progress->removed[i];
            const DigitSet notes =
                removed.empty() || value ? DigitSet{} : DigitSet::all(9) - removed;
            data += std::to_string(value ? value->index() + 1 : 0) + "|" +
                    std::to_string(notes.bits()) + "|" + (given ? "0" : "1") + "|";
        }
    } else {
        data = to_line(record.puzzle);
        std::ranges::replace(data, '.', '0');
    }
    std::string text = "  <game";
    const auto attribute = [&](const char* key, const char* name) {
        const auto value = record.metadata.find(key);
        if (value != record.metadata.end())
            text += std::string(" ") + name + "=\"" + for_attribute(value->second) + "\"";
    };
    attribute("title", "name");
    attribute("comment", "note");
    if (std::ranges::any_of(record.metadata, [](const auto& entry) {
            return entry.first != "title" && entry.first != "comment";
        }))
        leave_out(record, out, Extra::metadata);
    return text + " data=\"" + for_attribute(data) + "\"/>\n";
}

}  // namespace

const FormatCode opensudoku_format = {
    .info = {.name = "opensudoku",
             .aliases = "xml",
             .description = "OpenSudoku's XML, versions 1 and 2",
             .sizes = "9x9"},
    .recognise = recognise_opensudoku,
    .read = read_opensudoku,
    .write = write_opensudoku,
    .head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n",
    .tail = "</opensudoku>\n",
    .room = {HeldBoards::classic, HeldMarks::none, {Extra::solution}}};

}  // namespace clew::formats
