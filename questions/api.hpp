#pragma once
// Api: questions in, answers out, as JSON texts. Knows no HTTP.
//
//     Api api{{}};
//     Reply r = api.ask("count", R"({"puzzle": "..."})", {.stop = &stop});
//     r.status                 200, or 400 for a question that does not fit, ...
//     r.body                   {"schema":"clew/count/1",...}
//
// Any number of threads may ask at once.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/memory_account.hpp"
#include "questions/cache.hpp"
#include "questions/limits.hpp"
#include "questions/question.hpp"

namespace clew::questions {

struct Reply {
    int status = 200;
    std::string body;
};

class Api {
  public:
    explicit Api(const Limits& limits);

    const std::vector<Question>& questions() const { return questions_; }
    /// Null if there is none of that name.
    const Question* find(std::string_view name) const;

    /// Answers, or says why not: 400 for what is wrong with the body, 404 for an unknown question,
    /// 500 for a bug, 503 if the memory does not suffice or the answer is too large. An answer that
    /// was ended because the question held too much memory says "stopped_by": "memory".
    Reply ask(std::string_view name, std::string_view body, const Work& work);

    /// The interface as OpenAPI 3.1, the same text every time.
    const std::string& openapi() const { return openapi_; }
    Cache& cache() { return cache_; }
    /// What the questions at work hold together.
    std::size_t memory() const { return memory_.bytes(); }

  private:
    nlohmann::ordered_json answer(const Question& question, std::string_view body,
                                  const Work& work);

    const Limits limits_;
    MemoryPool memory_;
    Cache cache_;
    const std::vector<Question> questions_;
    const std::string openapi_;
};

/// {"schema", "error", ...}: an answer that is none.
std::string error_text(const std::string& schema, const std::string& what,
                       const std::string& expected = {});

/// The JSON value of a body. Errors: InputError at "body" for what is no JSON, is nested deeper
/// than 32 levels, or has a key twice.
nlohmann::ordered_json parse_body(std::string_view body, const StopFlag& stop);

}  // namespace clew::questions
