// The text is known to be well formed, so that brackets and strings are all that has to be
// understood. Of a key that is there twice the last one counts, as it does for parsers.

#include "core/base/json_places.hpp"

#include <algorithm>

namespace clew::inline base {
namespace {

class Scan {
  public:
    explicit Scan(std::string_view text) : text_(text) {
        if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
        skip_blanks();
    }

    /// The offsets of the values of an array.
    std::vector<std::size_t> items() {
        std::vector<std::size_t> offsets;
        ++at_;
        for (skip_blanks(); at_ < text_.size() && here() != ']'; skip_blanks()) {
            offsets.push_back(at_);
            skip_value();
            skip_blanks();
            if (here() == ',') ++at_;
        }
        return offsets;
    }

    /// The offset of the value with that path below the value that comes next, which is passed
    /// over; of the last value that there is on the way.
    std::size_t find(const std::vector<std::string>& path, std::size_t depth) {
        const std::size_t begin = at_;
        if (depth == path.size() || (here() != '{' && here() != '[')) {
            skip_value();
            return begin;
        }
        std::size_t found = begin;
        const bool object = here() == '{';
        ++at_;
        skip_blanks();
        for (std::size_t index = 0; at_ < text_.size() && here() != '}' && here() != ']'; ++index) {
            std::string key = std::to_string(index);
            if (object) {
                key = string();
                skip_blanks();
                ++at_;  // the colon
                skip_blanks();
            }
            if (key == path[depth])
                found = find(path, depth + 1);
            else
                skip_value();
            skip_blanks();
            if (here() == ',') ++at_;
            skip_blanks();
        }
        ++at_;
        return found;
    }

  private:
    char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip_blanks() {
        while (here() == ' ' || here() == '\t' || here() == '\n' || here() == '\r') ++at_;
    }

    /// A string, whose escapes but for those of one character are left as they are.
    std::string string() {
        std::string value;
        for (++at_; at_ < text_.size() && here() != '"'; ++at_) {
            if (here() == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != 'u') ++at_;
            value += here();
        }
        ++at_;
        return value;
    }

    void skip_value() {
        std::size_t depth = 0;
        do {
            const char c = here();
            if (c == '"') {
                string();
            } else if (c == '{' || c == '[') {
                ++depth;
                ++at_;
            } else if (c == '}' || c == ']') {
                --depth;
                ++at_;
            } else if (depth > 0) {
                ++at_;
            } else {
                at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
            }
        } while (depth > 0 && at_ < text_.size());
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

Place place_of_byte(std::string_view text, std::size_t byte, Place start) {
    for (const char c : text.substr(0, byte == 0 ? 0 : byte - 1)) {
        ++start.column;
        if (c != '\n') continue;
        ++start.line;
        start.column = 1;
    }
    return start;
}

std::vector<Place> JsonPlaces::of_items() const {
    std::vector<Place> places;
    Place here = start_;
    std::size_t read = 0;
    for (const std::size_t offset : Scan{text_}.items()) {
        here = place_of_byte(text_.substr(read), offset - read + 1, std::move(here));
        read = offset;
        places.push_back(here);
    }
    return places;
}

Place JsonPlaces::at(const std::vector<std::string>& path) const {
    return place_of_byte(text_, Scan{text_}.find(path, 0) + 1, start_);
}

}  // namespace clew::inline base
