#include "explain/write_svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "encode/board/contract.hpp"

namespace clew::explain {
namespace {

TEST(WriteSvg, X) {}

}  // namespace
}  // namespace clew::explain
