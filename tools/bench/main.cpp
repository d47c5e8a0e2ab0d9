// The program clew-bench.

#include "cli/app.hpp"
#include "cli/process.hpp"
#include "tools/bench/bench.hpp"

int main(int argc, char** argv) {
    clew::cli::Host host = clew::cli::process_host();
    return static_cast<int>(
        clew::cli::run_alone(*clew::bench::make_bench(), {argv + 1, argv + argc}, host));
}
