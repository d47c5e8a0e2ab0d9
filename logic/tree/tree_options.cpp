#include "logic/tree/tree_options.hpp"

#include "core/base/enum_name.hpp"

namespace clew::logic::inline tree {

const char* to_string(TreeMode mode) { return enum_name(mode, {"paris", "alternates", "lean"}); }

const char* to_string(LeanChoice choice) {
    return enum_name(choice, {"first", "freedom", "balanced", "smallest"});
}

const char* to_string(Oracle oracle) { return enum_name(oracle, {"none", "sat"}); }

const char* to_string(TreeStart start) { return enum_name(start, {"singles", "rules"}); }

const char* to_string(TreeMarks marks) { return enum_name(marks, {"recomputed", "carried"}); }

}  // namespace clew::logic::inline tree
