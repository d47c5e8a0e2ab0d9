// The program: ten lines over the library.

#include <ostream>
#include <string>

#include "cli/app.hpp"
#include "cli/process.hpp"

int main(int argc, char** argv) {
    clew::cli::Host host = clew::cli::process_host();
    if (const std::string lacks = clew::cli::lacking(); !lacks.empty()) {
        host.err << "clew: " << lacks;
        return static_cast<int>(clew::cli::ExitCode::partial);
    }
    return static_cast<int>(clew::cli::run({argv + 1, argv + argc}, host));
}
