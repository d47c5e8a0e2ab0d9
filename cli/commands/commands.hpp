#pragma once
// The table of commands, in the order of `clew help`.

#include <memory>
#include <span>

#include "cli/command.hpp"

namespace clew::cli {

using CommandMaker = std::unique_ptr<Command> (*)();

/// Of every command. Objects are made one at a time, as a command has tables of its own.
std::span<const CommandMaker> command_makers();

std::unique_ptr<Command> make_certify();
std::unique_ptr<Command> make_check();
std::unique_ptr<Command> make_compile();
std::unique_ptr<Command> make_convert();
std::unique_ptr<Command> make_corpus();
std::unique_ptr<Command> make_count();
std::unique_ptr<Command> make_encode();
std::unique_ptr<Command> make_density();
std::unique_ptr<Command> make_enumerate();
std::unique_ptr<Command> make_explain();
std::unique_ptr<Command> make_generate();
std::unique_ptr<Command> make_hint();
std::unique_ptr<Command> make_judge();
std::unique_ptr<Command> make_lab();
std::unique_ptr<Command> make_minimal();
std::unique_ptr<Command> make_rate();
std::unique_ptr<Command> make_repair();
std::unique_ptr<Command> make_replay();
std::unique_ptr<Command> make_sample();
std::unique_ptr<Command> make_serve();
std::unique_ptr<Command> make_show();
std::unique_ptr<Command> make_mcp();
std::unique_ptr<Command> make_merge();
std::unique_ptr<Command> make_shards();
std::unique_ptr<Command> make_solve();
std::unique_ptr<Command> make_steps();
std::unique_ptr<Command> make_tree();
std::unique_ptr<Command> make_unavoidable();
std::unique_ptr<Command> make_verify();
std::unique_ptr<Command> make_version();
std::unique_ptr<Command> make_why();

}  // namespace clew::cli
