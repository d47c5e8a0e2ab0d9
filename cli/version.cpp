#include "cli/version.hpp"

#include <nlohmann/json.hpp>

namespace clew::cli {

std::string version_number() { return CLEW_VERSION; }

std::string json_line(nlohmann::ordered_json answer, const std::string& command) {
    if (!answer.contains("version")) answer["version"] = version_number();
    answer["command"] = command;
    return answer.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace clew::cli
