#include "logic/tree/tree_options.hpp"

namespace clew::logic::inline tree {

const char* to_string(TreeMode mode) {
    switch (mode) {
        case TreeMode::paris:
            return "paris";
        case TreeMode::alternates:
            return "alternates";
        case TreeMode::lean:
            return "lean";
    }
    return "";
}

const char* to_string(LeanChoice choice) {
    switch (choice) {
        case LeanChoice::first:
            return "first";
        case LeanChoice::freedom:
            return "freedom";
        case LeanChoice::balanced:
            return "balanced";
        case LeanChoice::smallest:
            return "smallest";
    }
    return "";
}

const char* to_string(Oracle oracle) {
    switch (oracle) {
        case Oracle::none:
            return "none";
        case Oracle::sat:
            return "sat";
    }
    return "";
}

const char* to_string(TreeStart start) {
    switch (start) {
        case TreeStart::singles:
            return "singles";
        case TreeStart::rules:
            return "rules";
    }
    return "";
}

const char* to_string(TreeMarks marks) {
    switch (marks) {
        case TreeMarks::recomputed:
            return "recomputed";
        case TreeMarks::carried:
            return "carried";
    }
    return "";
}

}  // namespace clew::logic::inline tree
