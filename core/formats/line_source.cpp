#include "core/formats/line_source.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <istream>
#include <utility>

namespace clew::formats {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 16;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

LineSource::LineSource(std::istream& input, std::string source, std::function<bool()> soon)
    : input_(&input), source_(std::move(source)), soon_(std::move(soon)), block_(block_bytes) {}

bool LineSource::fill() {
    std::memmove(block_.data(), block_.data() + begin_, end_ - begin_);
    end_ -= std::exchange(begin_, 0);
    if (end_ == block_.size()) return false;  // one line fills the block: read_line() takes it
    std::streambuf& bytes = *input_->rdbuf();
    do {
        if (bytes.sgetc() == std::char_traits<char>::eof()) {
            ended_ = true;
            return false;
        }
        waited_ = false;
        // What the stream has in hand, and no more: asked for more it would wait.
        const std::streamsize in_hand = std::max<std::streamsize>(bytes.in_avail(), 1);
        const auto room = static_cast<std::streamsize>(block_.size() - end_);
        end_ +=
            static_cast<std::size_t>(bytes.sgetn(block_.data() + end_, std::min(in_hand, room)));
        if (std::exchange(after_cr_, false) && block_[begin_] == '\n') ++begin_;
    } while (begin_ == end_);
    return true;
}

bool LineSource::has_more() const { return input_->rdbuf()->in_avail() > 0; }

// Whether the next line, or the end, is there or comes while our patience lasts.
bool LineSource::comes(Patience patience) {
    if (!soon_ || patience == Patience::any) return true;
    std::streambuf& bytes = *input_->rdbuf();
    while (unread().find_first_of("\n\r") == std::string_view::npos) {
        if (!has_more()) {
            if (patience == Patience::none || waited_) return false;
            waited_ = !soon_();
            if (waited_) return false;
        }
        // The other half of a CR LF is no byte of a line, and fill() would wait for one.
        if (std::exchange(after_cr_, false) && bytes.sgetc() == '\n')
            bytes.sbumpc();
        else if (!fill())
            return true;
    }
    return true;
}

std::optional<std::string_view> LineSource::in_place() const {
    if (start_ || !ahead_.empty() || begin_ == end_) return std::nullopt;
    const char* first = block_.data() + begin_;
    const auto* end = static_cast<const char*>(std::memchr(first, '\n', end_ - begin_));
    if (end == nullptr) return std::nullopt;
    const bool carriage_return = end != first && end[-1] == '\r';
    return std::string_view(first, static_cast<std::size_t>(end - first) - carriage_return);
}

void LineSource::drop_in_place(std::string_view line) {
    begin_ += line.size();
    if (block_[begin_] == '\r') ++begin_;
    ++begin_;
    ++number_;
}

namespace {

/// Lines drawn in Unicode, as the same lines drawn in ASCII; a thick or double bar is two. Changes
/// no text that has other characters than a drawn board.
void draw_in_ascii(std::string& line) {
    using namespace std::string_view_literals;
    constexpr std::string_view board = " \t.,_*?#@|!+-=:";
    // By the last of three bytes; what is none of these is a corner or a crossing.
    constexpr std::pair<std::string_view, std::string_view> pieces[] = {
        {"\x00\x04\x08\x4c"sv, "-"},
        {"\x01\x05\x09\x4d\x50", "="},
        {"\x02\x06\x0a\x4e", "|"},
        {"\x03\x07\x0b\x4f\x51", "||"}};
    std::string drawn;
    bool any = false;
    for (std::size_t i = 0; i < line.size();) {
        const auto byte = [&](std::size_t k) {
            return i + k < line.size() ? static_cast<unsigned char>(line[i + k]) : 0U;
        };
        if (byte(0) == 0xe2 && (byte(1) == 0x94 || byte(1) == 0x95)) {
            any = true;
            const auto shape = static_cast<char>((byte(1) - 0x94) << 6 | (byte(2) & 0x3f));
            const auto piece = std::ranges::find_if(pieces, [&](const auto& each) {
                return each.first.find(shape) != std::string_view::npos;
            });
            drawn += piece == std::end(pieces) ? "+" : piece->second;
            i += 3;
            continue;
        }
        if (std::isalnum(static_cast<int>(byte(0))) == 0 &&
            board.find(line[i]) == std::string_view::npos)
            return;
        drawn += line[i++];
    }
    if (any) line = std::move(drawn);
}

}  // namespace

bool LineSource::read_line() {
    if (begin_ == end_ && !fill()) return false;
    std::string line;
    if (!spare_.empty()) {
        line = std::move(spare_.back());
        spare_.pop_back();
        line.clear();
    }
    for (;;) {
        std::string_view piece = unread();
        piece = piece.substr(0, piece.find_first_of("\n\r"));
        line.append(
            piece.substr(0, max_line_bytes + 1 - std::min(line.size(), max_line_bytes + 1)));
        begin_ += piece.size();
        if (begin_ < end_) {
            const bool carriage_return = block_[begin_++] == '\r';
            if (carriage_return && begin_ < end_ && block_[begin_] == '\n') {
                ++begin_;
            } else if (carriage_return && begin_ == end_) {
                after_cr_ = true;
            }
            break;
        }
        if (!fill()) break;
    }
    if (std::exchange(start_, false) && line.starts_with(byte_order_mark))
        line.erase(0, byte_order_mark.size());
    if (line.find('\xe2') != std::string::npos) draw_in_ascii(line);
    ahead_.push_back(std::move(line));
    return true;
}

const std::string* LineSource::peek(std::size_t ahead, Patience patience) {
    while (ahead_.size() <= ahead)
        if (!comes(patience) || !read_line()) return nullptr;
    return &ahead_[ahead];
}

void LineSource::drop(std::size_t lines) {
    for (; lines > 0 && !ahead_.empty(); --lines) {
        if (spare_.size() < 4) spare_.push_back(std::move(ahead_.front()));
        ahead_.pop_front();
        ++number_;
    }
}

std::string LineSource::take() {
    std::string line = *peek();
    drop();
    return line;
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

}  // namespace clew::formats
