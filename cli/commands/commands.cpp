#include "cli/commands/commands.hpp"

namespace clew::cli {

std::span<const CommandMaker> command_makers() {
    static constexpr CommandMaker makers[] = {
        // Ask
        make_solve,
        make_count,
        make_enumerate,
        make_verify,
        make_merge,
        make_shards,
        // Explain
        make_explain,
        make_replay,
        make_hint,
        make_judge,
        make_steps,
        make_why,
        make_rate,
        make_lab,
        make_tree,
        make_serve,
        // Scale
        make_corpus,
        make_mcp,
        // Set
        make_repair,
        make_generate,
        make_minimal,
        make_unavoidable,
        make_density,
        make_sample,
        make_compile,
        // Files
        make_show,
        make_convert,
        make_encode,
        make_certify,
        make_check,
        // About
        make_version,
    };
    return makers;
}

}  // namespace clew::cli
