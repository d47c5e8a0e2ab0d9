#include "cli/puzzle_input.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <filesystem>

#include "cli/usage_error.hpp"
#include "core/base/file_error.hpp"
#include "core/base/text.hpp"
#include "encode/cnf/dimacs_format.hpp"

namespace clew::cli {
namespace {

/// Whether an argument is no file's name but the puzzle itself: a link, or the cells of a board.
bool is_puzzle(const std::string& name) {
    std::error_code error;
    if (name == "-" || std::filesystem::exists(name, error)) return false;
    if (name.find("://") != std::string::npos) return true;
    std::size_t side = 4;
    while (side * side < name.size()) ++side;
    return side * side == name.size() && name.find_first_not_of("0123456789.") == std::string::npos;
}

}  // namespace

void PuzzleInput::Options::declare(Arguments& arguments) {
    command = arguments.command();
    arguments.positionals("FILE", files,
                          "puzzle files, or a puzzle as a line or link; - is standard input");
    arguments
        .value("--input-format", format, "NAME",
               "read as this format instead of recognising it; see: clew help formats")
        .described_in("options");
    arguments
        .value("--without", without, "KEY",
               "leave out this part of an f-puzzles document, such as text or line, where it is no "
               "rule; may be repeated, and a remark names what was left out")
        .described_in("options");
    arguments
        .flag("--keep-going", keep_going,
              "report a puzzle that cannot be read and continue with the next one")
        .described_in("options");
}

PuzzleInput::PuzzleInput(Host& host, const Options& options) : host_(host), options_(options) {
    if (options_.files.empty()) {
        if (host.in_is_terminal)
            throw UsageError("", "no puzzle: name a file, or - to type one",
                             "a puzzle file such as examples/p92.sdk");
        options_.files.push_back("-");
    }
    if (!options_.format.empty() && options_.format != "auto") {
        bool known = find_format(options_.format) != nullptr;
        for (const ForeignFormat& foreign : cnf::foreign_formats())
            known |= foreign.info.name == options_.format;
        if (!known)
            throw UsageError("--input-format", "'" + options_.format + "' is no format",
                             "a name from: clew help formats");
    }
}

bool PuzzleInput::open_next() {
    if (next_file_ == options_.files.size()) return false;
    const std::string& name = options_.files[next_file_++];
    ReaderOptions reading{
        .format = options_.format,
        .geometry = {},
        .foreign = cnf::foreign_formats(),
        .without = options_.without,
        .digits_from_0 = options_.digits_from_0,
        .soon = {},
        .stopped = [this] { return host_.interrupt != nullptr && host_.interrupt->raised(); }};
    standard_input_ = name == "-";
    any_ = false;
    source_ = standard_input_ ? "<stdin>" : name;
    if (standard_input_) soon_ = reading.soon = host_.in_soon;
    const auto read = [&](std::istream& in) {
        for_option("--input-format", [&] { reader_.emplace(in, source_, reading); });
        return true;
    };
    if (standard_input_) return read(host_.in);
    reader_.reset();
    if (is_puzzle(name)) {
        text_.str(name);
        source_ = "<argument>";
        return read(text_);
    }
    bytes_.emplace(name, host_.interrupt);
    file_.rdbuf(&*bytes_);
    if (bytes_->has_writer()) reading.soon = [this] { return bytes_->ready_soon(); };
    soon_ = reading.soon;
    return read(file_);
}

void PuzzleInput::refuse_unknown(const Record& record) const {
    try {
        if (options_.rules == Rules::refused)
            refuse_rules(record.puzzle,
                         options_.command.empty() ? "this command" : "'" + options_.command + "'");
    } catch (const InputError& error) {
        throw InputError(record.place, error.what(), error.hint());
    }
}

bool PuzzleInput::ready() {
    // Files never keep one waiting; a pipe may have a writer who waits for answers.
    if (!reader_ && !open_next()) return true;
    if (reader_->ready()) return true;
    return !soon_;
}

bool PuzzleInput::ready_soon() { return ready() || reader_->ready_soon(); }

std::optional<Record> PuzzleInput::next() {
    for (;;) {
        if (!reader_ && !open_next()) return std::nullopt;
        try {
            std::optional<Record> record = reader_->next();
            if (cut_short()) return std::nullopt;
            any_ |= record.has_value();
            if (record) {
                refuse_unknown(*record);
                return record;
            }
        } catch (const InputError&) {
            if (cut_short()) return std::nullopt;
            any_ = true;
            throw;
        } catch (const FileError&) {
            reader_.reset();
            throw;
        }
        reader_.reset();
        if (!any_) throw InputError({source_}, "there is no puzzle", "a puzzle");
    }
}

void PuzzleInput::next_lines(PlainLines& lines, std::size_t most) {
    if (reader_)
        reader_->next_lines(lines, most);
    else
        lines.cells.clear();
}

std::optional<Record> PuzzleInput::only() {
    std::optional<Record> record = next();
    if (!record) return std::nullopt;
    // Whoever waits for the answer writes no second one; whoever writes two writes them at once.
    const bool last = next_file_ == options_.files.size();
    if (last && soon_ && !reader_->ready_soon()) return record;
    if (const auto second = next())
        throw InputError(second->place, "this command takes one puzzle, here is a second",
                         "one puzzle");
    if (cut_short()) return std::nullopt;
    return record;
}

bool PuzzleInput::cut_short() const {
    if (reader_ && reader_->stopped()) return true;
    const std::streambuf* source = standard_input_ ? host_.in.rdbuf() : file_.rdbuf();
    const auto* bytes = dynamic_cast<const InputFile*>(source);
    return bytes != nullptr && bytes->cut_short();
}

std::string told(const InputError& error) {
    std::string text = "clew: " + printable(error.message(), LineFeeds::kept) + "\n";
    const std::size_t parts = error.parts().size();
    if (parts == 0) return text;
    text += parts == 1
                ? "  If it is a drawing or a note, and no rule, add this to read all else:\n   "
                : "  Those that are drawings or notes, and no rules, can be left out:\n   ";
    for (const std::string& part : error.parts()) {
        const bool plain = std::ranges::all_of(
            part, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '+'; });
        text += " --without " + (plain ? part : "'" + printable(part) + "'");
    }
    return text + "\n";
}

void check_files(const PuzzleInput::Options& options) {
    for (const std::string& name : options.files) {
        std::error_code error;
        if (name == "-" || is_puzzle(name)) continue;
        if (std::filesystem::is_directory(name, error))
            throw FileError(name, "cannot be opened", EISDIR);
        if (access(name.c_str(), R_OK) != 0) throw FileError(name, "cannot be opened", errno);
    }
}

}  // namespace clew::cli
