#pragma once
// Text in XML and HTML.
//
//     out << "<title>" << xml_escaped(text) << "</title>";

#include <string>
#include <string_view>

namespace clew::inline base {

/// For elements and attributes in quotes: & < > " and ' become entities; control characters but tab
/// and newline, which XML forbids, are dropped.
std::string xml_escaped(std::string_view text);

}  // namespace clew::inline base
