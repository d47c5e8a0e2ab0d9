#pragma once
// The interface described in OpenAPI 3.1, from the table of questions.

#include <string>
#include <vector>

#include "questions/limits.hpp"
#include "questions/question.hpp"

namespace clew::questions {

/// A JSON document. Every question is a path; what it takes and gives are JSON Schemas (2020-12).
std::string openapi_of(const std::vector<Question>& questions, const Limits& limits);

/// The schema of an answer.
nlohmann::ordered_json answer_schema(const Question& question);
/// The schema of a request.
nlohmann::ordered_json request_schema(const Question& question);

}  // namespace clew::questions
