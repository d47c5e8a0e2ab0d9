#pragma once
// What a person would see next: steps, rule sets, a walk through a puzzle, the audit of it, and how
// hard it is.
//
//     const clew::logic::Path path = clew::logic::walk(clew::logic::State{puzzle}, {});
//     path.status, path.entries, path.state
//
// Values and free functions; const calls on one object may be made by any number of threads.

#include "logic/all_steps.hpp"
#include "logic/audit.hpp"
#include "logic/candidates.hpp"
#include "logic/path.hpp"
#include "logic/rating/explainer.hpp"
#include "logic/rules.hpp"
#include "logic/step.hpp"
#include "logic/step_json.hpp"
