#pragma once
// Answers as the command line gives them: worked out in one call, then said in words, as JSON, as
// a page or a picture.
//
//     const clew::report::Walked walked = clew::report::walk(record);
//     clew::report::to_json(record, walked).dump()                  // clew/explain/1
//     clew::report::to_text(clew::report::rate_se(puzzle))          // "7.2/1.2/1.2"
//
// JSON is nlohmann's: whoever reads it includes <nlohmann/json.hpp>. Free functions without shared
// state: any number of threads may call them at once.

#include "explain/report/count.hpp"
#include "explain/report/density.hpp"
#include "explain/report/generate.hpp"
#include "explain/report/human.hpp"
#include "explain/report/judge.hpp"
#include "explain/report/minimal.hpp"
#include "explain/report/misread.hpp"
#include "explain/report/parting.hpp"
#include "explain/report/question.hpp"
#include "explain/report/rate.hpp"
#include "explain/report/repair.hpp"
#include "explain/report/solve.hpp"
#include "explain/report/steps.hpp"
#include "explain/report/unavoidable.hpp"
#include "explain/report/walk.hpp"
#include "explain/report/why.hpp"
