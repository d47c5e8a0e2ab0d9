#include "cli/puzzle_input.hpp"

#include <cerrno>
#include <filesystem>
#include <utility>

#include "cli/foreign_formats.hpp"
#include "cli/usage_error.hpp"

namespace clew::cli {

void PuzzleInput::Options::declare(Arguments& arguments) {
    command = arguments.command();
    arguments.positionals("FILE", files, "puzzle files of any format; - is standard input");
    arguments.value("--input-format", format, "NAME",
                    "read as this format instead of recognising it; see: clew help formats");
    arguments.flag("--keep-going", keep_going,
                   "report a puzzle that cannot be read and go on with the next one");
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
        for (const ForeignFormat& foreign : foreign_formats())
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
        .format = options_.format, .geometry = {}, .foreign = foreign_formats(), .soon = {}};
    standard_input_ = name == "-";
    if (standard_input_) reading.soon = host_.in_soon;
    const auto read = [&](std::istream& in, const std::string& source) {
        for_option("--input-format", [&] { reader_.emplace(in, source, reading); });
        return true;
    };
    if (standard_input_) return read(host_.in, "<stdin>");
    file_.close();
    file_.clear();
    errno = 0;
    std::error_code error;
    if (!std::filesystem::is_directory(name, error)) {
        buffer_.resize(std::size_t{1} << 16);
        file_.rdbuf()->pubsetbuf(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
        file_.open(name, std::ios::binary);
    }
    if (!file_.is_open())
        throw std::ios_base::failure(
            name + " cannot be opened",
            std::error_code(errno != 0 ? errno : EISDIR, std::generic_category()));
    return read(file_, name);
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
    // Files never keep one waiting; standard input may be a pipe whose writer waits for answers.
    if (!reader_ && !open_next()) return true;
    return !standard_input_ || !host_.in_ready || reader_->ready();
}

std::optional<Record> PuzzleInput::next() {
    for (;;) {
        if (!reader_ && !open_next()) return std::nullopt;
        if (auto record = reader_->next()) {
            refuse_unknown(*record);
            return record;
        }
        reader_.reset();
    }
}

void PuzzleInput::next_lines(PlainLines& lines, std::size_t most) {
    if (reader_)
        reader_->next_lines(lines, most);
    else
        lines.cells.clear();
}

Record PuzzleInput::only() {
    auto record = next();
    if (!record)
        throw InputError({options_.files.front() == "-" ? "<stdin>" : options_.files.front()},
                         "there is no puzzle", "one puzzle");
    // Whoever waits for the answer writes no second one; whoever writes two writes them at once.
    const bool last = next_file_ == options_.files.size();
    if (standard_input_ && last && host_.in_soon && !reader_->ready_soon())
        return std::move(*record);
    if (const auto second = next())
        throw InputError(second->place, "this command takes one puzzle, here is a second",
                         "one puzzle");
    return std::move(*record);
}

std::string name_of(const Record& record) {
    return to_string(Place{record.place.source, record.place.line, 0});
}

}  // namespace clew::cli
