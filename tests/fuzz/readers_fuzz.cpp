// libFuzzer over every reader. The first byte picks the format, 0 for recognition.
//
//     cmake -B build/fuzz -DCMAKE_CXX_COMPILER=clang++ -DCLEW_BUILD_FUZZERS=ON && cmake --build
//     build/fuzz build/fuzz/tests/fuzz/readers_fuzz -max_len=8192 corpus/ examples/

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "encode/board/formats.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto all = clew::formats();
    const std::size_t pick = data[0] % (all.size() + 1);
    const std::string format = pick == 0 ? "auto" : std::string(all[pick - 1].name);
    std::istringstream input{std::string(reinterpret_cast<const char*>(data) + 1, size - 1)};
    clew::PuzzleReader reader{input, "fuzz", {.format = format}};
    for (std::size_t calls = 0;; ++calls) {
        if (calls > 2 * size) std::abort();  // no end
        try {
            const auto record = reader.next();
            if (!record) return 0;
            const auto again = clew::read_all(clew::write_record(*record, "json"));
            if (again.size() != 1 || !(again[0].puzzle == record->puzzle)) std::abort();
        } catch (const clew::InputError& error) {
            if (error.place().line == 0) std::abort();
        }
    }
}
