#include "solve/sealed_line.hpp"

#include <istream>

#include "core/base/digest.hpp"
#include "core/base/text.hpp"
#include "core/board/notation.hpp"
#include "core/formats/formats.hpp"

namespace clew {

namespace {

constexpr double largest_cost = 1e300;

std::string digest_of(const SealedJson& json) {
    Digest digest;
    digest.add(json.dump());
    return hex(digest.value());
}

}  // namespace

std::string sealed(SealedJson json) {
    json["digest"] = digest_of(json);
    return json.dump();
}

std::string puzzle_text(const Puzzle& puzzle) {
    const std::string question = question_beyond_line(puzzle);
    return question.empty() ? to_line(puzzle) : question;
}

SealedLine::SealedLine(const std::string& line, const Place& place, std::string expected)
    : json_(SealedJson::parse(line, nullptr, false)),
      place_(place),
      expected_(std::move(expected)) {
    if (json_.is_discarded()) refuse("not JSON");
}

void SealedLine::refuse(const std::string& what) const {
    throw InputError(place_, what, expected_);
}

std::string SealedLine::text(const char* key) const {
    const auto at = json_.find(key);
    if (at == json_.end() || !at->is_string()) refuse(std::string{key} + " is not a text");
    return at->get<std::string>();
}

std::uint64_t SealedLine::number(const char* key) const {
    const auto at = json_.find(key);
    if (at == json_.end() || !at->is_number_unsigned())
        refuse(std::string{key} + " is not a number");
    return at->get<std::uint64_t>();
}

double SealedLine::cost(const char* key) const {
    const auto at = json_.find(key);
    if (at == json_.end() || !at->is_number()) refuse(std::string{key} + " is not a number");
    const auto value = at->get<double>();
    if (!(value >= 0 && value <= largest_cost)) refuse(std::string{key} + " is no cost");
    return value;
}

std::uint64_t SealedLine::digest(const char* key) const {
    const auto value = parse_hex(text(key));
    if (!value) refuse(std::string{key} + " is not 16 hexadecimal digits");
    return *value;
}

const SealedJson& SealedLine::list(const char* key) const {
    const auto at = json_.find(key);
    if (at == json_.end() || !at->is_array()) refuse(std::string{key} + " is not a list");
    return *at;
}

std::vector<std::string> SealedLine::texts(const char* key) const {
    return texts_in(list(key), key);
}

std::vector<std::vector<std::string>> SealedLine::lists(const char* key) const {
    std::vector<std::vector<std::string>> lists;
    for (const SealedJson& entry : list(key)) {
        if (!entry.is_array()) refuse(std::string{key} + " is not a list of lists");
        lists.push_back(texts_in(entry, key));
    }
    return lists;
}

std::vector<std::string> SealedLine::texts_in(const SealedJson& array, const char* key) const {
    std::vector<std::string> texts;
    for (const SealedJson& entry : array) {
        if (!entry.is_string()) refuse(std::string{key} + " is not a list of texts");
        texts.push_back(entry.get<std::string>());
    }
    return texts;
}

std::vector<SealedLine> SealedLine::objects(const char* key) const {
    std::vector<SealedLine> objects;
    for (const SealedJson& entry : list(key)) {
        if (!entry.is_object()) refuse(std::string{key} + " is not a list of objects");
        objects.push_back(SealedLine{entry, *this});
    }
    return objects;
}

Shard SealedLine::shard() const {
    const auto shard = parse_shard(text("shard"));
    if (!shard) refuse("'" + text("shard") + "' is not a part such as 3/8");
    return *shard;
}

Count SealedLine::count(const char* key) const {
    const auto count = Count::parse(text(key));
    if (!count) refuse("'" + text(key) + "' is not a count");
    return *count;
}

Ending SealedLine::ending() const {
    for (const Ending ending :
         {Ending::exhausted, Ending::limit_reached, Ending::out_of_budget, Ending::interrupted})
        if (text("ending") == to_string(ending)) return ending;
    refuse("'" + text("ending") + "' is not an ending");
}

Puzzle SealedLine::puzzle(const std::string& text) const {
    std::vector<Record> records;
    try {
        records = read_all(text, "puzzle",
                           {.format = text.starts_with('{') ? "json" : "", .digits_from_0 = true});
    } catch (const InputError& error) {
        refuse(std::string{"no puzzle: "} + error.what());
    }
    if (records.size() != 1 || puzzle_text(records[0].puzzle) != text)
        refuse("not one puzzle as Clew writes it");
    return records[0].puzzle;
}

void SealedLine::check_seal(const SealedJson& again, const std::string& what,
                            const std::string& made) const {
    if (!has("digest"))
        refuse("no digest: a " + what + " from before " + what +
               "s had one, or one that was changed");
    if (text("digest") != digest_of(again))
        refuse("the digest is another: this " + what + " was changed after it was " + made);
}

void for_lines(std::istream& in, const std::string& source, const char* expected,
               const std::function<Flow(const std::string&, const Place&)>& each,
               std::size_t longest) {
    std::string line;
    for (std::size_t number = 1; read_line(in, line, longest); ++number) {
        if (looks_like_utf16(line))
            throw InputError({source, number, 1}, "this looks like UTF-16",
                             "the file saved as UTF-8");
        if (line.size() == longest)
            throw InputError({source, number, 0},
                             "a line of more than " + std::to_string(longest >> 20) + " MiB",
                             expected);
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        if (each(line, Place{source, number, 0}) == Flow::stop) return;
    }
}

}  // namespace clew
