#pragma once
// What a person would see next: steps, rule sets, a walk through a puzzle, the audit of it, and how
// hard it is.
//
//     const clew::logic::Path path = clew::logic::walk(clew::logic::State{puzzle}, {});
//     path.status, path.entries, path.state
//
// Values and free functions; const calls on one object may be made by any number of threads.

#include "logic/auditor/audit.hpp"
#include "logic/candidates.hpp"
#include "logic/path/all_steps.hpp"
#include "logic/path/path.hpp"
#include "logic/path/step_json.hpp"
#include "logic/rating/explainer.hpp"
#include "logic/rating/human_fit.hpp"
#include "logic/step.hpp"
#include "logic/strategies/rules.hpp"
