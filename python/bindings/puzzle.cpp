// Puzzle: what Python holds is a Record, the question with what its text said about it. A value:
// what changes it returns another.

#include <pybind11/stl.h>

#include <fstream>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>

#include "core/board/notation.hpp"
#include "core/formats/formats.hpp"
#include "core/rules/registry.hpp"
#include "encode/cnf/dimacs_format.hpp"
#include "explain/report/question.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/convert.hpp"

namespace clew::python {

// Reads puzzles one by one, from a text or a file; threads that share it take turns.
class Reader {
  public:
    Reader(std::unique_ptr<std::istream> input, const std::string& source, ReaderOptions options)
        : input_(std::move(input)), source_(source), reader_(*input_, source, std::move(options)) {}

    std::optional<Record> next() {
        const py::gil_scoped_release released;
        const std::scoped_lock turn{turn_};
        return reader_.next();
    }
    Record only() {
        std::optional<Record> record = next();
        if (!record) throw InputError({source_}, "there is no puzzle", "a puzzle");
        if (const auto second = next())
            throw InputError(second->place, "a second puzzle", "one puzzle; clew.read takes many");
        return std::move(*record);
    }

  private:
    std::unique_ptr<std::istream> input_;
    std::string source_;
    std::mutex turn_;
    PuzzleReader reader_;
};

namespace {

ReaderOptions reader_options(const std::string& format, const py::object& geometry,
                             std::vector<std::string> without) {
    // Ctrl-C is heard in the midst of a long text: what its handler raises ends the reading.
    ReaderOptions options{.format = format,
                          .geometry = {},
                          .foreign = cnf::foreign_formats(),
                          .without = std::move(without),
                          .soon = {},
                          .stopped = [] {
                              const py::gil_scoped_acquire locked;
                              if (PyErr_CheckSignals() != 0) throw py::error_already_set();
                              return false;
                          }};
    if (!geometry.is_none()) options.geometry = py::cast<const Board&>(geometry).geometry;
    return options;
}

std::unique_ptr<Reader> text_reader(const std::string& text, const std::string& format,
                                    const py::object& geometry, const std::string& source,
                                    std::vector<std::string> without = {}) {
    return std::make_unique<Reader>(std::make_unique<std::istringstream>(text), source,
                                    reader_options(format, geometry, std::move(without)));
}

// The Python side has opened the file once, so that a file that is not there is an OSError.
std::unique_ptr<Reader> file_reader(const std::string& path, const std::string& format,
                                    const py::object& geometry, std::vector<std::string> without) {
    return std::make_unique<Reader>(std::make_unique<std::ifstream>(path, std::ios::binary), path,
                                    reader_options(format, geometry, std::move(without)));
}

Record blank(const py::object& geometry) {
    Record record;
    if (!geometry.is_none()) record.puzzle = Puzzle{py::cast<const Board&>(geometry).geometry};
    return record;
}

// The digit of one cell of an array; nothing of an open one: 0, None, NaN, or a symbol for it.
std::optional<Digit> digit_in(const py::handle value, const Geometry& geometry) {
    if (value.is_none()) return std::nullopt;
    if (py::isinstance<py::str>(value)) {
        const auto text = py::cast<std::string>(value);
        if (text.empty() || text == "." || text == "0" || text == " ") return std::nullopt;
        if (text.size() == 1)
            if (const auto digit = parse_digit(text[0], geometry.size())) return digit;
        throw InputError({"<cells>"},
                         "'" + text + "' is no digit of a " + geometry.description() + " puzzle");
    }
    py::object number = py::reinterpret_borrow<py::object>(value);
    if (py::hasattr(number, "is_integer")) {  // floats, as tables with gaps have them
        if (number.attr("__ne__")(number).cast<bool>()) return std::nullopt;
        if (number.attr("is_integer")().cast<bool>()) number = py::int_(number);
    }
    if (number.equal(py::int_(0))) return std::nullopt;
    return to_digit(number, geometry);
}

// A file's puzzle by its path, or one from rows or cells: lists, arrays, tables.
Record puzzle_of(const py::object& cells, const std::string& format, const py::object& geometry,
                 std::vector<std::string> without) {
    if (py::hasattr(cells, "__fspath__")) {
        const py::object path = py::module_::import("os").attr("fspath")(cells);
        py::module_::import("builtins").attr("open")(path, "rb").attr("close")();
        return file_reader(py::cast<std::string>(path), format, geometry, std::move(without))
            ->only();
    }
    const py::object array = py::module_::import("numpy").attr("asarray")(cells, "object");
    const auto shape = py::cast<std::vector<std::size_t>>(array.attr("shape"));
    std::size_t count = 1, side = 0;
    for (const std::size_t n : shape) count *= n;
    while (side * side < count) ++side;
    if (shape.empty() || shape.size() > 2 || (side * side != count && geometry.is_none()) ||
        count == 0 || (shape.size() == 2 && shape[0] != shape[1]))
        throw py::type_error(
            "no board; expected: a text, a path, or the digits of a square board, not " +
            std::string(py::str(py::type::of(cells).attr("__name__"))) + " of shape " +
            std::string(py::str(array.attr("shape"))));
    Record record =
        geometry.is_none() ? Record{.puzzle = Puzzle{Geometry::standard(side)}} : blank(geometry);
    const Geometry& board = record.puzzle.geometry();
    if (board.cell_count() != count)
        throw InputError({"<cells>"}, std::to_string(count) + " cells do not fit the board",
                         std::to_string(board.cell_count()));
    std::size_t at = 0;
    for (const py::handle value : py::list(array.attr("ravel")())) {
        const Cell cell{at++};
        try {
            if (const auto digit = digit_in(value, board)) record.puzzle.set_given(cell, *digit);
        } catch (const std::exception& error) {
            if (dynamic_cast<const py::error_already_set*>(&error) != nullptr) throw;
            throw InputError({"<cells>"}, to_string(cell, board.size()) + ": " + error.what(),
                             "1 to " + std::to_string(board.size()) + ", or 0, None, NaN or '.'");
        }
    }
    return record;
}

// A changed question: what was said about the old one does not hold for it.
Record changed(const Record& record) {
    Record result;
    result.puzzle = record.puzzle;
    return result;
}

// Kept apart from the dict: numbers may be of classes whose methods change it.
std::vector<std::pair<py::object, py::object>> items_of(const py::dict& dict) {
    std::vector<std::pair<py::object, py::object>> items;
    for (const auto& [key, value] : dict)
        items.emplace_back(py::reinterpret_borrow<py::object>(key),
                           py::reinterpret_borrow<py::object>(value));
    return items;
}

Record with_givens(const Record& record, const py::dict& givens) {
    Record result = changed(record);
    const Geometry& geometry = record.puzzle.geometry();
    for (const auto& [cell, digit] : items_of(givens))
        if (digit.is_none())
            result.puzzle.clear_given(to_cell(cell, geometry));
        else
            result.puzzle.set_given(to_cell(cell, geometry), to_digit(digit, geometry));
    return result;
}

Record with_marks(const Record& record, const py::dict& marks) {
    Record result = changed(record);
    const Geometry& geometry = record.puzzle.geometry();
    for (const auto& [cell, digits] : items_of(marks)) {
        DigitSet set;
        for (const py::handle digit : digits) set.insert(to_digit(digit, geometry));
        result.puzzle.set_marks(to_cell(cell, geometry), set);
    }
    return result;
}

Record with_rule(const Record& record, const std::string& kind, const py::iterable& cells,
                 std::vector<int> numbers, std::string name) {
    const auto known = rules::parse_kind(kind);
    if (!known) throw py::value_error("'" + kind + "' is no kind of rule");
    const Geometry& geometry = record.puzzle.geometry();
    Rule rule{.kind = *known,
              .cells = to_cells(cells, geometry),
              .numbers = std::move(numbers),
              .name = std::move(name)};
    rules::check_rule(rule, geometry);
    Record result = changed(record);
    result.puzzle.add_rule(std::move(rule));
    return result;
}

py::tuple rules_of(const Record& record) {
    const py::object make = py::module_::import("clew.results").attr("Rule");
    const auto all = record.puzzle.rules();
    py::tuple result{all.size()};
    for (std::size_t i = 0; i < all.size(); ++i) {
        py::tuple cells{all[i].cells.size()};
        for (std::size_t c = 0; c < all[i].cells.size(); ++c) cells[c] = all[i].cells[c].index();
        result[i] = make(std::string(rules::key_of(all[i].kind)), cells,
                         py::tuple(py::cast(all[i].numbers)), all[i].name,
                         rules::words(all[i], record.puzzle.geometry()));
    }
    return result;
}

py::array_t<std::uint8_t> givens_of(const Record& record) {
    const std::size_t cells = record.puzzle.geometry().cell_count();
    py::array_t<std::uint8_t> array{static_cast<py::ssize_t>(cells)};
    for (std::size_t i = 0; i < cells; ++i) {
        const auto given = record.puzzle.given(Cell{i});
        array.mutable_data()[i] = given ? static_cast<std::uint8_t>(given->index() + 1) : 0;
    }
    return frozen(std::move(array));
}

py::array_t<bool> marks_of(const Record& record) {
    std::vector<DigitSet> marks;
    for (std::size_t i = 0; i < record.puzzle.geometry().cell_count(); ++i)
        marks.push_back(record.puzzle.marks(Cell{i}));
    return frozen(mask_array(marks, record.puzzle.geometry().size()));
}

std::string text_in(const Record& record, const std::string& format) {
    std::ostringstream text;
    PuzzleWriter writer{text, format, cnf::foreign_formats()};
    writer.write(record);
    writer.finish();
    return text.str();
}

std::string json_of(const Record& record) {
    std::string text = write_record(record, "json");
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

// The shortest text that is the whole question.
std::string text_of(const Record& record) {
    const std::string beyond = question_beyond_line(record.puzzle);
    return beyond.empty() ? to_line(record.puzzle) : beyond;
}

// The question alone as text: equal puzzles have the same.
std::string key_of(const Record& record) { return text_of(record); }

py::object solution_of(const Record& record) {
    if (!record.solution) return py::none();
    return frozen(grid_array(*record.solution));
}

py::object line_number(const Record& record) {
    if (record.place.line == 0) return py::none();
    return py::int_(record.place.line);
}

py::list formats() {
    py::list result;
    const auto add = [&](const FormatInfo& info) {
        result.append(py::make_tuple(std::string(info.name), std::string(info.description),
                                     info.can_read, info.can_write));
    };
    for (const FormatInfo& info : known_formats()) add(info);
    for (const ForeignFormat& foreign : cnf::foreign_formats()) add(foreign.info);
    return result;
}

}  // namespace

void bind_puzzle(py::module_& module) {
    py::options options;
    options.disable_function_signatures();
    py::class_<Record>(
        module, "Puzzle",
        R"doc(A question: a board, givens, pencil marks and rules. A value that never changes.

Puzzle(text, *, format='auto', geometry=None, without=())

Reads ``text``, which holds one puzzle in any format that Clew knows: 81 characters, boards of many
programs, JSON, links to f-puzzles and SudokuPad. ``geometry`` is the board of a text that tells its
size alone. A path is that file's one puzzle; rows or cells (lists, NumPy arrays, a table) are its
givens, where 0, None, NaN and '.' are open. ``len``, indexing (by number, name or row and column) and
iteration go over the givens, 0 for none; as an array it is ``uint8[size, size]``. ``without``: parts of an f-puzzles or SudokuPad document that are no rules, by their keys,
such as 'text'. Raises ClewInputError with ``line`` and ``column``.

>>> puzzle = clew.Puzzle('..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..')
>>> puzzle.size, puzzle.given_count
(9, 24)
>>> puzzle == clew.Puzzle(puzzle.text('sdk'))
True
>>> clew.Puzzle([[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]])['r2c3']
2
)doc")
        .def(py::init([](const std::string& text, const std::string& format,
                         const py::object& geometry, std::vector<std::string> without) {
                 auto record =
                     text_reader(text, format, geometry, "<text>", std::move(without))->only();
                 const std::string remark = report::remark_on(record);
                 if (!remark.empty() && PyErr_WarnEx(PyExc_UserWarning, remark.c_str(), 1) != 0)
                     throw py::error_already_set();
                 return record;
             }),
             py::arg("text"), py::kw_only(), py::arg("format") = "auto",
             py::arg("geometry") = py::none(), py::arg("without") = py::tuple())
        .def(py::init(&puzzle_of), py::arg("cells"), py::kw_only(), py::arg("format") = "auto",
             py::arg("geometry") = py::none(), py::arg("without") = py::tuple())
        .def("__len__", [](const Record& r) { return r.puzzle.geometry().cell_count(); })
        .def("__getitem__",
             [](const Record& r, const py::object& cell) {
                 const Geometry& board = r.puzzle.geometry();
                 py::object asked = cell;
                 if (py::isinstance<py::tuple>(cell)) {
                     const auto [row, column] = py::cast<std::pair<std::size_t, std::size_t>>(cell);
                     if (row >= board.size() || column >= board.size())
                         throw py::index_error("rows and columns from 0 to " +
                                               std::to_string(board.size() - 1));
                     asked = py::int_(row * board.size() + column);
                 }
                 const auto given = r.puzzle.given(to_cell(asked, board));
                 return given ? given->index() + 1 : 0;
             })
        .def("__iter__",
             [](const Record& r) { return givens_of(r).attr("tolist")().attr("__iter__")(); })
        .def(
            "__array__",
            [](const Record& r, const py::object& type, const py::object&) {
                const auto side = r.puzzle.geometry().size();
                const py::object grid = givens_of(r).attr("reshape")(side, side).attr("copy")();
                try {
                    return type.is_none() ? grid : grid.attr("astype")(type);
                } catch (const py::error_already_set&) {
                    throw py::type_error("dtype: expected: a NumPy type");
                }
            },
            py::arg("dtype") = py::none(), py::arg("copy") = py::none())
        .def_static(
            "blank", &blank, py::arg("geometry") = py::none(),
            "blank(geometry=None)\n\nNo givens, every digit allowed: on the usual 9x9 board, "
            "or on this one.\n\n>>> clew.Puzzle.blank(clew.Geometry(6)).size\n6\n")
        .def("with_givens", &with_givens, py::arg("givens"),
             "with_givens(givens)\n\nThe same question with these givens, ``{cell: digit}``; None "
             "takes one away. A cell is a number from 0 or a name, 'r1c1'.\n\n"
             ">>> clew.Puzzle.blank().with_givens({'r1c1': 5}).givens[0]\n5\n")
        .def("with_marks", &with_marks, py::arg("marks"),
             "with_marks(marks)\n\nThe same question with these pencil marks alone in these cells, "
             "``{cell: digits}``.\n\n"
             ">>> int(clew.Puzzle.blank().with_marks({0: [1, 2]}).marks[0].sum())\n2\n")
        .def("with_rule", &with_rule, py::arg("kind"), py::arg("cells") = py::tuple(),
             py::arg("numbers") = std::vector<int>{}, py::arg("name") = "",
             "with_rule(kind, cells=(), numbers=(), name='')\n\nThe same question with one more "
             "rule: 'killer_cage', 'thermometer', 'arrow', 'sandwich', 'non_consecutive', "
             "'different', 'relation', 'sum' or 'automaton'. Raises ClewInputError if cells and "
             "numbers do not fit.\n\n"
             ">>> cage = clew.Puzzle.blank().with_rule('killer_cage', ['r1c1', 'r1c2'], [10])\n"
             ">>> cage.rules[0].words\n"
             "'killer cage: r1c1 and r1c2 differ and sum to 10'\n")
        .def(
            "text", &text_in, py::arg("format"),
            "text(format)\n\nThe puzzle in another format. Raises ClewInputError if the format has "
            "no room for the question. The names: clew.formats().\n\n"
            ">>> clew.Puzzle('1' + '.' * 80).text('line')[:4]\n'1...'\n")
        .def("json", &json_of,
             "json()\n\nThe whole puzzle in Clew's JSON, on one line.\n\n"
             ">>> clew.Puzzle(clew.Puzzle.blank().json()) == clew.Puzzle.blank()\nTrue\n")
        .def_property_readonly(
            "line", [](const Record& r) { return to_line(r.puzzle); },
            "The givens, one symbol a cell, row by row, a full stop for none.")
        .def_property_readonly(
            "geometry", [](const Record& r) { return Board{r.puzzle.geometry_ptr()}; },
            "The board that it lives on.")
        .def_property_readonly(
            "size", [](const Record& r) { return r.puzzle.geometry().size(); },
            "Rows and columns each, and the number of digits.")
        .def_property_readonly(
            "cells", [](const Record& r) { return r.puzzle.geometry().cell_count(); },
            "How many cells: size * size, and the extra cells.")
        .def_property_readonly(
            "given_count", [](const Record& r) { return r.puzzle.given_count(); },
            "How many givens.")
        .def_property_readonly("givens", &givens_of,
                               "``uint8[cells]``: the givens, row by row, 1 .. size, 0 for none.")
        .def_property_readonly("marks", &marks_of,
                               "``bool[cells, size]``: the pencil marks of the question.")
        .def_property_readonly(
            "candidates",
            [](const Record& r) {
                return frozen(
                    mask_array(r.puzzle.candidates_after_givens(), r.puzzle.geometry().size()));
            },
            "``bool[cells, size]``: the marks less what the givens rule out; column d-1 is digit "
            "d.")
        .def_property_readonly("rules", &rules_of, "The rules beyond the board: Rule each.")
        .def_property_readonly(
            "metadata", [](const Record& r) { return r.metadata; },
            "What the text said beside the question: title, author, ...")
        .def_property_readonly("solution", &solution_of,
                               "``uint8[cells]``: the solution that the text claims, unchecked, or "
                               "None.")
        .def_property_readonly(
            "notes", [](const Record& r) { return r.notes; }, "How ambiguous text was taken.")
        .def_property_readonly(
            "format", [](const Record& r) { return r.format; },
            "The format it was read as; empty if it was not read.")
        .def_property_readonly(
            "source", [](const Record& r) { return r.place.source; }, "Where it was read.")
        .def_property_readonly("source_line", &line_number,
                               "The line where it starts, from 1, or None.")
        .def("__str__", &text_of)
        .def("__repr__",
             [](const Record& r) {
                 return "clew.Puzzle(" + py::cast<std::string>(py::repr(py::str(text_of(r)))) + ")";
             })
        .def(
            "__eq__", [](const Record& a, const Record& b) { return a.puzzle == b.puzzle; },
            py::is_operator())
        .def("__hash__", [](const Record& r) { return py::hash(py::str(key_of(r))); })
        .def(py::pickle(
            [](const Record& r) {
                return py::make_tuple(json_of(r), r.format, r.place.source, r.place.line, r.notes);
            },
            [](const py::tuple& state) {
                need_fields(state, 5, "Puzzle");
                Record record =
                    text_reader(py::cast<std::string>(state[0]), "json", py::none(), "<pickle>")
                        ->only();
                record.format = py::cast<std::string>(state[1]);
                record.place = {py::cast<std::string>(state[2]), py::cast<std::size_t>(state[3])};
                record.notes = py::cast<std::vector<std::string>>(state[4]);
                return record;
            }));
    py::class_<Reader>(module, "Reader", "Puzzles one by one, from a text or a file.")
        .def_static("of_text", &text_reader, py::arg("text"), py::arg("format"),
                    py::arg("geometry"), py::arg("source"), py::arg("without") = py::tuple(),
                    "of_text(text, format, geometry, source, without)")
        .def_static("of_file", &file_reader, py::arg("path"), py::arg("format"),
                    py::arg("geometry"), py::arg("without") = py::tuple(),
                    "of_file(path, format, geometry, without)")
        .def("only", &Reader::only,
             "The one puzzle. Raises ClewInputError if there is none or two.")
        .def("__iter__", [](const py::object& self) { return self; })
        .def("__next__", [](Reader& reader) {
            auto record = reader.next();
            if (!record) throw py::stop_iteration();
            return std::move(*record);
        });
    module.def("formats", &formats, "Name, description, whether read, whether written, of each.");
}

}  // namespace clew::python
