#pragma once
// One step as text, and back.

#include <nlohmann/json.hpp>
#include <string>

#include "logic/path/step_json.hpp"

namespace clew::logic {

inline std::string write_step(const Step& step, const Geometry& geometry) {
    return to_json(step, geometry).dump();
}

inline Step read_step(const std::string& text, const Geometry& geometry,
                      const std::string& source) {
    return read_path("{\"steps\": [" + text + "]}", geometry, source).at(0).step;
}

}  // namespace clew::logic
