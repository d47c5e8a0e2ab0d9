// The program: ten lines over the library.

#include "cli/app.hpp"
#include "cli/process.hpp"

int main(int argc, char** argv) {
    clew::cli::Host host = clew::cli::process_host();
    return static_cast<int>(clew::cli::run({argv + 1, argv + argc}, host));
}
