#pragma once
// Question: something that can be asked: its name, what may be said with it, what the answer looks
// like, and the function that answers. One table of them makes every interface: requests are
// checked against it, the server's /api/openapi.json is written from it, and a test asks every
// example.
//
//     Question{.name = "count",
//              .summary = "How many solutions, exactly",
//              .takes = {puzzle_parameter(), whole("limit", "stop after so many").from(1)},
//              .gives = R"({"properties": {"count": {"type": ["integer", "string"]}}, ...})",
//              .answer = [](Asking& a) { return to_json(a.record(), {count(a.puzzle(), ...)}); }}
//
// To add questions: a file x.cpp with `void add_x(std::vector<Question>&)`, declared and called in
// table.hpp and .cpp. An answer function runs on a thread of its own, may take its
// time as long as it looks at stop(), and throws InputError for what does not fit.

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/formats.hpp"
#include "questions/cache.hpp"
#include "questions/limits.hpp"
#include "solve/solve.hpp"

namespace clew::questions {

/// A key of a request.
struct Parameter {
    enum class Kind : std::uint8_t {
        text,
        whole,   ///< a whole number, 0 or more
        number,  ///< any number
        flag,    ///< true or false
        choice,  ///< one of a few words
        texts,   ///< an array of texts
        wholes,  ///< an array of whole numbers
    };

    std::string name;
    Kind kind = Kind::text;
    std::string help{};
    bool is_required = false;
    double least = 0;                ///< of numbers
    double most = 9007199254740991;  ///< of numbers; the largest that JavaScript holds
    std::vector<std::string> choices{};

    Parameter required() const;
    Parameter from(double low, double high = 9007199254740991) const;
};

Parameter text(std::string name, std::string help);
Parameter whole(std::string name, std::string help);
Parameter number(std::string name, std::string help);
Parameter flag(std::string name, std::string help);
Parameter choice(std::string name, std::vector<std::string> words, std::string help);
/// Of the words of a list of names and what they mean.
template <class T>
Parameter choice(std::string name, std::span<const std::pair<const char*, T>> words,
                 std::string help) {
    std::vector<std::string> names;
    for (const auto& [word, value] : words) names.emplace_back(word);
    return choice(std::move(name), std::move(names), std::move(help));
}
Parameter texts(std::string name, std::string help);
Parameter wholes(std::string name, std::string help);
/// "puzzle": the text of one puzzle in any format, required.
Parameter puzzle_parameter();
/// "page": what a page shows of the answer is there too. Without it the answer is the command's.
Parameter page_parameter();

/// Whether a part of an answer adds to those before, or takes their place and may be passed over;
/// or is a piece of something long, which waits until those before it have been read.
enum class Delivery : std::uint8_t { further, instead, piece };

/// What a piece of work reaches the outside by. The functions may be called from any thread, and be
/// empty.
struct Work {
    /// Raised when the page has gone or the time is over, and by the Api when the memory is spent.
    StopFlag* stop = nullptr;
    unsigned threads = 1;
    /// {"done", "of", "share"}.
    std::function<void(nlohmann::ordered_json)> progress{};
    /// Part of the answer, as soon as it is known.
    std::function<void(nlohmann::ordered_json, Delivery)> partial{};
    /// Told once how many seconds the request grants, if it says so.
    std::function<void(double)> on_seconds{};
};

struct Question;

/// One request: what was asked, and what to work with.
class QuestionContext {
  public:
    /// Errors: InputError, whose source is the key, if the body does not fit the question.
    QuestionContext(const Question& question, nlohmann::ordered_json body, const Work& work,
                    Cache& cache, const Limits& limits);

    // --- what was asked; the key must be one that the question takes ---

    bool has(const char* key) const { return body_.contains(key); }
    std::string text(const char* key, std::string otherwise = {}) const;
    std::uint64_t whole(const char* key, std::uint64_t otherwise) const;
    double number(const char* key, double otherwise) const;
    bool flag(const char* key) const;
    std::vector<std::string> texts(const char* key) const;
    std::vector<std::uint64_t> wholes(const char* key) const;
    /// The value that goes with the word; the first if nothing is said. Requires that the words are
    /// the parameter's.
    template <class T>
    T choice(const char* key, std::span<const std::pair<const char*, T>> words) const {
        const std::string said = text(key);
        for (const auto& [word, value] : words)
            if (said == word) return value;
        return words.front().second;
    }
    template <class T>
    T choice(const char* key, std::initializer_list<std::pair<const char*, T>> words) const {
        return choice(key, std::span{words.begin(), words.size()});
    }

    /// The puzzle under "puzzle", with what a player did. Errors: InputError at "puzzle".
    const Record& record();
    const Puzzle& puzzle() { return record().puzzle; }

    // --- how to work ---

    const StopFlag& stop() const { return *work_.stop; }
    bool stopped() const { return work_.stop->raised(); }
    unsigned threads() const { return work_.threads; }
    Budget budget() const { return {.stop = work_.stop}; }
    /// With budget and threads, "limit" if the question takes it, and progress by on_progress.
    SolveOptions options();
    const Limits& limits() const { return limits_; }
    Cache& cache() { return cache_; }

    /// So much is done; of how much, and which share of the whole, where that is known; what is
    /// being done, where numbers do not say it.
    void progress(std::uint64_t done, std::optional<std::uint64_t> of = {},
                  std::optional<double> share = {}, const std::string& doing = {});
    void partial(nlohmann::ordered_json part, Delivery how = Delivery::further);
    /// Whether somebody hears of parts.
    bool streams() const { return static_cast<bool>(work_.partial); }

    const Question& question() const { return question_; }
    /// "clew/count/1".
    std::string schema() const;

  private:
    const Question& question_;
    nlohmann::ordered_json body_;
    const Work& work_;
    Cache& cache_;
    const Limits& limits_;
    std::optional<Record> record_;
};

/// An example: a body about a puzzle with twelve solutions, and more keys.
std::string example(const nlohmann::ordered_json& more = nlohmann::ordered_json::object());

struct Question {
    std::string name;     ///< "tree/node": the address behind /api/
    std::string summary;  ///< one line without full stop
    std::string details{};
    std::vector<Parameter> takes;  ///< besides "seconds", which all take
    /// A JSON Schema of the answer: "properties" and "required". Where `about_a_puzzle`, without
    /// what every answer about a puzzle begins with.
    std::string gives;
    bool about_a_puzzle = true;
    std::string example = questions::example();  ///< a body that is answered within a second
    std::function<nlohmann::ordered_json(QuestionContext&)> answer;
};

/// "clew/count/1", of "tree/node" "clew/tree-node/1".
std::string schema_of(const Question& question);

/// Calls function(); what it finds wrong without a place is wrong with that key, of which the
/// library knows nothing.
template <class Function>
auto for_key(const char* key, Function function) {
    try {
        return function();
    } catch (const InputError& error) {
        if (!error.place().source.empty()) throw;
        throw InputError({.source = key}, error.what(), error.hint());
    }
}

/// The one puzzle of a text. Errors: InputError at `source` if there is none, or a second.
Record read_puzzle(const std::string& text, const std::string& source, const StopFlag& stop);
/// How the text of a question is read: any format that Clew knows, as long as nobody stops.
ReaderOptions reader_options(const StopFlag& stop, std::string format = {},
                             std::vector<std::string> without = {});

}  // namespace clew::questions
