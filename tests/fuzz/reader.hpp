#pragma once
// What the fuzzer runs: readers by name, each of which takes a text and comes to an end.
//
//     for (const fuzz::Reader& reader : fuzz::proof_readers()) reader.read(text);
//
// A reader may throw InputError, the other answer; a promise that it breaks ends the run.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace clew::fuzz {

struct Reader {
    std::string name;
    std::function<void(std::string_view)> read;
};

/// Ends the run as a finding, with the reason on standard error.
void require(bool holds, const char* what);

/// Those of formulas, proofs, certificates and ledgers.
std::vector<Reader> proof_readers();

}  // namespace clew::fuzz
