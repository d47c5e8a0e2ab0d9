#include "cli/resumed_output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/explain_options.hpp"
#include "cli/version.hpp"
#include "core/base/file_error.hpp"

namespace clew::cli {
namespace {

/// Errors: FileError if that is a folder, or exists and is no regular file (a device, a pipe).
void need_regular_file(const std::string& name) {
    std::error_code error;
    const auto status = std::filesystem::status(name, error);
    if (std::filesystem::is_directory(status)) throw FileError(name, "is a folder");
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw FileError(name, "is no regular file, where answers could be taken up again");
}

using nlohmann::ordered_json;

constexpr const char* schema = "clew/resume/1";
constexpr std::chrono::milliseconds stretch{50};  // of answers that a kill may cost

int open_to_append(const std::string& path) {
    const int file = open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) throw FileError(path, "cannot be written", errno);
    return file;
}

void append(int file, const std::string& path, std::string_view text) {
    while (!text.empty()) {
        const ssize_t size = write(file, text.data(), text.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) throw FileError(path, "cannot be written", errno);
        text.remove_prefix(static_cast<std::size_t>(size));
    }
}

/// `size` bytes of a file from `from` on, or as many as there are.
std::string read_piece(int file, const std::string& path, std::uint64_t from, std::size_t size) {
    std::string text(size, '\0');
    std::size_t got = 0;
    while (got < size) {
        const ssize_t more =
            pread(file, text.data() + got, size - got, static_cast<off_t>(from + got));
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) throw FileError(path, "cannot be read", errno);
        if (more == 0) break;
        got += static_cast<std::size_t>(more);
    }
    text.resize(got);
    return text;
}

std::uint64_t size_of(const std::string& path) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
}

std::string text_of(const ordered_json& object, const char* key) {
    const auto at = object.find(key);
    return at != object.end() && at->is_string() ? at->get<std::string>() : "";
}

std::optional<std::uint64_t> number_of(const ordered_json& object, const char* key) {
    const auto at = object.find(key);
    if (at == object.end() || !at->is_number_unsigned()) return std::nullopt;
    return at->get<std::uint64_t>();
}

}  // namespace

void declare_resume(Arguments& arguments, std::optional<std::string>& path) {
    arguments
        .file("--resume", path, "FILE",
              "write the answers to FILE, or continue there after a run was killed; "
              "FILE.resume keeps the progress")
        .described_in("options");
}

ResumedOutput::ResumedOutput(Host& host, const std::optional<std::string>& path,
                             const std::string& question)
    : path_(path), host_(path ? with_output(host, text_) : host) {
    if (!path_) return;
    journal_path_ = *path_ + ".resume";
    need_regular_file(*path_);
    need_regular_file(journal_path_);
    size_ = size_of(*path_);
    bool begun = size_of(journal_path_) > 0;
    if (begun && size_ == 0 && is_journal()) {  // no answers: somebody starts over
        std::filesystem::remove(journal_path_);
        begun = false;
    }
    if (size_ > 0 && !begun)
        throw InputError({*path_},
                         "holds something, and nothing tells that it is answers to these puzzles: "
                         "there is no " +
                             journal_path_,
                         "a new file, or one that --resume began");
    if (begun) read_journal(question);
    kept_ = at_;
    file_ = open_to_append(*path_);
    journal_ = open_to_append(journal_path_);
    if (begun) return;
    const ordered_json head = {
        {"schema", schema}, {"version", version_number()}, {"question", question}};
    append(journal_, journal_path_, head.dump() + "\n");
}

ResumedOutput::~ResumedOutput() {
    try {
        if (path_ && sound_) keep();
    } catch (const std::exception&) {
        // The answers are lost, which the message about what went wrong before implies.
    }
    if (file_ >= 0) close(file_);
    if (journal_ >= 0) close(journal_);
}

void ResumedOutput::read_journal(const std::string& question) {
    const std::string text = read_text_file(journal_path_);
    const auto refuse = [this](std::size_t line, const std::string& what) {
        throw InputError({journal_path_, line}, what,
                         "what --resume wrote; or another name for the answers");
    };
    std::vector<Mark> marks(1);
    std::vector<std::size_t> ends(1);  // of the line of each mark in the journal
    std::size_t line = 0;
    for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
        const auto object = ordered_json::parse(text.substr(begin, end - begin), nullptr, false);
        if (!object.is_object()) refuse(line + 1, "this is no journal of answers");
        if (++line == 1) {
            if (text_of(object, "schema") != schema) refuse(1, "this is no journal of answers");
            if (text_of(object, "version") != version_number())
                refuse(1, "answers of Clew " + text_of(object, "version") + ", and this is " +
                              version_number());
            if (text_of(object, "question") != question)
                refuse(1, "answers of '" + text_of(object, "question") +
                              "', and the question is '" + question + "'");
            ends[0] = end + 1;
            continue;
        }
        const auto puzzles = number_of(object, "puzzles"), bytes = number_of(object, "bytes"),
                   code = number_of(object, "code");
        const auto asked = parse_hex(text_of(object, "asked")),
                   written = parse_hex(text_of(object, "written"));
        const Mark& last = marks.back();
        if (!puzzles || !bytes || !code || !asked || !written || *puzzles < last.puzzles ||
            *bytes < last.bytes || *code > 255)
            refuse(line, "this is no journal of answers");
        marks.push_back(
            {*puzzles, *bytes, static_cast<ExitCode>(*code), Digest{*asked}, Digest{*written}});
        ends.push_back(end + 1);
    }
    if (line == 0) refuse(1, "this is no journal of answers");
    // The answers as far as the journal tells of them, mark by mark.
    const int file = open(path_->c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0 && size_ > 0) throw FileError(*path_, "cannot be read", errno);
    Digest digest;
    std::uint64_t read = 0;
    std::string piece;
    for (std::size_t i = 0; i < marks.size() && marks[i].bytes <= size_; ++i) {
        const Mark& mark = marks[i];
        while (read < mark.bytes) {
            piece = read_piece(file, *path_, read,
                               std::min<std::uint64_t>(mark.bytes - read, std::size_t{1} << 20));
            if (piece.empty()) break;
            digest.add(piece);
            read += piece.size();
        }
        if (digest.value() != mark.written.value()) {
            const Place place = behind(at_.bytes);
            close(file);
            throw InputError(place, "from here on this is not what --resume wrote",
                             "the file as it was, or another name for the answers");
        }
        at_ = mark;
        journal_end_ = ends[i];
    }
    if (file >= 0) close(file);
}

bool ResumedOutput::is_journal() const {
    const std::string text = read_text_file(journal_path_);
    const auto head = ordered_json::parse(text.substr(0, text.find('\n')), nullptr, false);
    return head.is_object() && text_of(head, "schema") == schema;
}

Place ResumedOutput::behind(std::uint64_t bytes) const {
    const int file = open(path_->c_str(), O_RDONLY | O_CLOEXEC);
    std::size_t line = 1;
    for (std::uint64_t read = 0; read < bytes;) {
        const std::string piece = read_piece(
            file, *path_, read, std::min<std::uint64_t>(bytes - read, std::size_t{1} << 20));
        if (piece.empty()) break;
        line += static_cast<std::size_t>(std::ranges::count(piece, '\n'));
        read += piece.size();
    }
    close(file);
    return {*path_, line};
}

void ResumedOutput::skipped(std::uint64_t puzzles, const Digest& digest) {
    if (!path_) return;
    sound_ = false;
    if (puzzles < at_.puzzles)
        throw InputError({*path_},
                         "holds answers to " + std::to_string(at_.puzzles) +
                             " puzzles, and here are " + std::to_string(puzzles),
                         "the puzzles that it answers");
    if (digest.value() != at_.asked.value())
        throw InputError({*path_}, "holds answers to other puzzles", "the puzzles that it answers");
    sound_ = true;
}

void ResumedOutput::take(const Printed& printed) {
    if (!path_) return;
    at_.puzzles += printed.puzzles;
    at_.code = worse(at_.code, printed.code);
    for (const std::uint64_t puzzle : printed.digests) at_.asked.add(puzzle);
    if (std::chrono::steady_clock::now() - kept_when_ >= stretch) keep();
}

void ResumedOutput::keep() {
    const std::string text = text_.str();
    text_.str({});
    kept_when_ = std::chrono::steady_clock::now();
    std::string_view rest = text;
    sound_ = false;
    if (at_.bytes < size_) {
        const auto again =
            static_cast<std::size_t>(std::min<std::uint64_t>(size_ - at_.bytes, rest.size()));
        const std::string there = read_piece(file_, *path_, at_.bytes, again);
        if (there != rest.substr(0, again))
            throw InputError(behind(at_.bytes), "from here on this is not what --resume wrote",
                             "the file as it was, or another name for the answers");
        rest.remove_prefix(again);
    }
    append(file_, *path_, rest);
    at_.written.add(text);
    at_.bytes += text.size();
    size_ = std::max(size_, at_.bytes);
    if (at_.puzzles > kept_.puzzles) {
        // Behind what was taken up: a line that a kill cut short, or answers that are gone.
        if (journal_end_ && ftruncate(journal_, static_cast<off_t>(*journal_end_)) != 0)
            throw FileError(journal_path_, "cannot be written", errno);
        journal_end_.reset();
        const ordered_json line = {{"puzzles", at_.puzzles},
                                   {"bytes", at_.bytes},
                                   {"code", static_cast<int>(at_.code)},
                                   {"asked", hex(at_.asked.value())},
                                   {"written", hex(at_.written.value())}};
        append(journal_, journal_path_, line.dump() + "\n");
        kept_ = at_;
    }
    sound_ = true;
}

ExitCode ResumedOutput::finish(Ended ended) {
    if (!path_) return ExitCode::ok;
    keep();
    if (ended == Ended::whole && at_.bytes < size_)
        throw InputError(behind(at_.bytes), "there are more answers than puzzles",
                         "the puzzles that it answers");
    return at_.code;
}

}  // namespace clew::cli
