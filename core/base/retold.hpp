#pragma once
// Retold: what readers say of a text, their notes and errors, in another language. They put it
// together in many places in English; here it is taken apart again by the sentence that it fits.
//
//     retold(Language::german, "'0' was taken as blank")      "'0' wurde als leer gelesen"
//
// Thread safety: free functions over constant tables.

#include <span>
#include <string>
#include <string_view>

#include "core/base/language.hpp"

namespace clew {

/// The sentences that are known: templates as those of the catalogue (language.hpp).
std::span<const Translation> messages();
/// By the sentence with most letters that the text fits; as it stands where none is known. What
/// stands in a gap stays as it is.
std::string retold(Language language, std::string_view text);

}  // namespace clew
