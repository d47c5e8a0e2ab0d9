#include "questions/question.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/base/stopped.hpp"
#include "encode/cnf/dimacs_format.hpp"
#include "explain/report/text.hpp"

namespace clew::questions {

using nlohmann::ordered_json;
using Kind = Parameter::Kind;

Parameter Parameter::required() const {
    Parameter p = *this;
    p.is_required = true;
    return p;
}

Parameter Parameter::from(double low, double high) const {
    Parameter p = *this;
    p.least = low;
    p.most = high;
    return p;
}

namespace {

Parameter parameter(std::string name, Kind kind, std::string help) {
    return {.name = std::move(name), .kind = kind, .help = std::move(help)};
}

/// What a value must be, in words.
std::string wanted(const Parameter& p) {
    const auto range = [&](const char* what) {
        std::ostringstream out;
        out << what;
        if (p.least > 0 || p.most < 1e15) out << " from " << p.least;
        if (p.most < 1e15) out << " to " << p.most;
        return out.str();
    };
    switch (p.kind) {
        case Kind::text:
            return "a text";
        case Kind::whole:
            return range("a whole number");
        case Kind::number:
            return range("a number");
        case Kind::flag:
            return "true or false";
        case Kind::choice:
            return report::joined(p.choices, ", ");
        case Kind::texts:
            return "an array of texts";
        case Kind::wholes:
            return range("an array of whole numbers, each");
    }
    return {};
}

bool in_range(const Parameter& p, const ordered_json& value) {
    const double x = value.get<double>();
    return std::isfinite(x) && x >= p.least && x <= p.most;
}

bool is_whole(const Parameter& p, const ordered_json& value) {
    return value.is_number_unsigned() && in_range(p, value);
}

bool fits(const Parameter& p, const ordered_json& value) {
    switch (p.kind) {
        case Kind::text:
            return value.is_string();
        case Kind::whole:
            return is_whole(p, value);
        case Kind::number:
            return value.is_number() && in_range(p, value);
        case Kind::flag:
            return value.is_boolean();
        case Kind::choice:
            return value.is_string() &&
                   std::ranges::find(p.choices, value.get_ref<const std::string&>()) !=
                       p.choices.end();
        case Kind::texts:
            return value.is_array() &&
                   std::ranges::all_of(value, [](const auto& v) { return v.is_string(); });
        case Kind::wholes:
            return value.is_array() &&
                   std::ranges::all_of(value, [&](const auto& v) { return is_whole(p, v); });
    }
    return false;
}

void check(const Question& question, const ordered_json& body) {
    if (!body.is_object())
        throw InputError({.source = "body"}, "the question is no JSON object", "{...}");
    for (const auto& [key, value] : body.items()) {
        if (key == "seconds") {
            if (!value.is_number() || !(value.get<double>() > 0))
                throw InputError({.source = "seconds"}, "no time to work in",
                                 "a number of seconds above 0");
            continue;
        }
        const auto p = std::ranges::find(question.takes, key, &Parameter::name);
        if (p == question.takes.end()) {
            std::string known;
            for (const Parameter& t : question.takes) known += t.name + ", ";
            throw InputError({.source = key}, "'" + question.name + "' takes no such key",
                             known + "seconds");
        }
        if (!fits(*p, value))
            throw InputError({.source = key}, "the value does not fit", wanted(*p));
    }
    for (const Parameter& p : question.takes)
        if (p.is_required && !body.contains(p.name))
            throw InputError({.source = p.name}, "is missing", wanted(p));
}

}  // namespace

Parameter text(std::string name, std::string help) {
    return parameter(std::move(name), Kind::text, std::move(help));
}
Parameter whole(std::string name, std::string help) {
    return parameter(std::move(name), Kind::whole, std::move(help));
}
Parameter number(std::string name, std::string help) {
    return parameter(std::move(name), Kind::number, std::move(help));
}
Parameter flag(std::string name, std::string help) {
    return parameter(std::move(name), Kind::flag, std::move(help));
}
Parameter choice(std::string name, std::vector<std::string> words, std::string help) {
    Parameter p = parameter(std::move(name), Kind::choice, std::move(help));
    p.choices = std::move(words);
    return p;
}
Parameter texts(std::string name, std::string help) {
    return parameter(std::move(name), Kind::texts, std::move(help));
}
Parameter wholes(std::string name, std::string help) {
    return parameter(std::move(name), Kind::wholes, std::move(help));
}
Parameter puzzle_parameter() {
    return text("puzzle", "the text of one puzzle, in any format that Clew reads").required();
}

Parameter page_parameter() {
    return flag("page",
                "also give what a page shows: pictures and words that the command's JSON has not");
}

std::string schema_of(const Question& question) {
    std::string name = question.name;
    std::ranges::replace(name, '/', '-');
    return "clew/" + name + "/1";
}

std::string example(const ordered_json& more) {
    ordered_json body = {
        {"puzzle",
         "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2.."}};
    body.update(more);
    return body.dump();
}

ReaderOptions reader_options(const StopFlag& stop, std::string format,
                             std::vector<std::string> without) {
    return {.format = std::move(format),
            .geometry = {},
            .foreign = cnf::foreign_formats(),
            .without = std::move(without),
            .soon = {},
            .stopped = [&stop] { return stop.raised(); }};
}

Record read_puzzle(const std::string& text, const std::string& source, const StopFlag& stop) {
    std::istringstream in{text};
    PuzzleReader reader{in, source, reader_options(stop)};
    std::optional<Record> record = reader.next();
    if (reader.stopped()) throw Stopped{};
    if (!record) throw InputError({.source = source}, "there is no puzzle", "a puzzle");
    if (const auto second = reader.next())
        throw InputError(second->place, "one puzzle was asked for, here is a second", "one puzzle");
    return std::move(*record);
}

QuestionContext::QuestionContext(const Question& question, ordered_json body, const Work& work,
                                 Cache& cache, const Limits& limits)
    : question_(question), body_(std::move(body)), work_(work), cache_(cache), limits_(limits) {
    check(question_, body_);
    if (work_.on_seconds && body_.contains("seconds"))
        work_.on_seconds(body_["seconds"].get<double>());
}

std::string QuestionContext::text(const char* key, std::string otherwise) const {
    return has(key) ? body_.at(key).get<std::string>() : std::move(otherwise);
}

std::uint64_t QuestionContext::whole(const char* key, std::uint64_t otherwise) const {
    return has(key) ? body_.at(key).get<std::uint64_t>() : otherwise;
}

double QuestionContext::number(const char* key, double otherwise) const {
    return has(key) ? body_.at(key).get<double>() : otherwise;
}

bool QuestionContext::flag(const char* key) const { return has(key) && body_.at(key).get<bool>(); }

std::vector<std::string> QuestionContext::texts(const char* key) const {
    return has(key) ? body_.at(key).get<std::vector<std::string>>() : std::vector<std::string>{};
}

std::vector<std::uint64_t> QuestionContext::wholes(const char* key) const {
    return has(key) ? body_.at(key).get<std::vector<std::uint64_t>>()
                    : std::vector<std::uint64_t>{};
}

const Record& QuestionContext::record() {
    if (!record_) record_ = read_puzzle(text("puzzle"), "puzzle", *work_.stop);
    return *record_;
}

SolveOptions QuestionContext::options() {
    SolveOptions options{
        .budget = budget(), .limit = whole("limit", unlimited), .threads = threads()};
    options.on_progress = [this](const Progress& reached, Engine) {
        progress(reached.solutions, {},
                 reached.explored > 0 ? std::optional(reached.explored) : std::nullopt);
    };
    return options;
}

void QuestionContext::progress(std::uint64_t done, std::optional<std::uint64_t> of,
                               std::optional<double> share, const std::string& doing) {
    if (!work_.progress) return;
    ordered_json told = {{"done", done}};
    if (of) told["of"] = *of;
    if (share) told["share"] = *share;
    if (!doing.empty()) told["doing"] = doing;
    work_.progress(std::move(told));
}

void QuestionContext::partial(ordered_json part, Delivery how) {
    if (work_.partial) work_.partial(std::move(part), how);
}

std::string QuestionContext::schema() const { return schema_of(question_); }

}  // namespace clew::questions
