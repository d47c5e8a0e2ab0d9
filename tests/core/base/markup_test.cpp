#include "core/base/markup.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(XmlEscaped, LeavesNoMarkupAndNoForbiddenCharacter) {
    EXPECT_EQ(xml_escaped("<a & \"b'>\x01"), "&lt;a &amp; &quot;b&#39;&gt;");
    EXPECT_EQ(xml_escaped("a\tb\nc\r\x1f"
                          "d\x7f"),
              "a\tb\ncd\x7f");
    EXPECT_EQ(xml_escaped("Zürich"), "Zürich");
    EXPECT_EQ(xml_escaped(""), "");
}

}  // namespace
}  // namespace clew
