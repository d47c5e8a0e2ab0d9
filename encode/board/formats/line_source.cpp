#include "encode/board/formats/line_source.hpp"

#include <istream>
#include <utility>

namespace clew::format {

LineSource::LineSource(std::istream& input, std::string source)
    : input_(&input), source_(std::move(source)) {}

bool LineSource::read_line() {
    std::streambuf& bytes = *input_->rdbuf();
    constexpr int end = std::char_traits<char>::eof();
    if (bytes.sgetc() == end) return false;
    std::string line;
    if (!spare_.empty()) {
        line = std::move(spare_.back());
        spare_.pop_back();
        line.clear();
    }
    for (int c = bytes.sbumpc(); c != end && c != '\n'; c = bytes.sbumpc()) {
        if (c == '\r') {
            if (bytes.sgetc() == '\n') bytes.sbumpc();
            break;
        }
        if (line.size() <= max_line_bytes) line.push_back(static_cast<char>(c));
    }
    if (std::exchange(start_, false) && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
    ahead_.push_back(std::move(line));
    return true;
}

const std::string* LineSource::peek(std::size_t ahead) {
    while (ahead_.size() <= ahead)
        if (!read_line()) return nullptr;
    return &ahead_[ahead];
}

void LineSource::drop(std::size_t lines) {
    for (; lines > 0 && !ahead_.empty(); --lines) {
        if (spare_.size() < 4) spare_.push_back(std::move(ahead_.front()));
        ahead_.pop_front();
        ++number_;
    }
}

std::string LineSource::rest() {
    std::string text;
    const Place start = place();
    bool too_long = false;
    while (const std::string* line = peek()) {
        if (line->size() > max_line_bytes || text.size() + line->size() >= max_document_bytes)
            too_long = true;
        if (!too_long) text.append(*line).push_back('\n');
        drop();
    }
    if (too_long)
        throw InputError(start, "a document of more than 64 MiB, or a line of more than 4 MiB",
                         "a smaller one");
    return text;
}

}  // namespace clew::format
