#include "core/base/json_places.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(JsonPlaces, FindsEveryValue) {
    const std::string text =
        "{\n"
        "  \"a\": [1, \"two, \\\" ]\", {\"b\": null}],\n"
        "  \"c\" : {\"d\": [[], {}, -1.5e3]}, \"c\\\"\": true\n"
        "}\n";
    const JsonPlaces places{text, {"file", 1, 1}};
    const std::pair<std::vector<std::string>, std::string> rows[] = {
        {{}, "file:1:1"},
        {{"a"}, "file:2:8"},
        {{"a", "0"}, "file:2:9"},
        {{"a", "1"}, "file:2:12"},
        {{"a", "2"}, "file:2:25"},
        {{"a", "2", "b"}, "file:2:31"},
        {{"c"}, "file:3:9"},
        {{"c", "d", "0"}, "file:3:16"},
        {{"c", "d", "1"}, "file:3:20"},
        {{"c", "d", "2"}, "file:3:24"},
        {{"c\""}, "file:3:41"},
        {{"a", "7"}, "file:2:8"},  // as far as it goes
        {{"z"}, "file:1:1"}};
    for (const auto& [path, place] : rows) EXPECT_EQ(to_string(places.at(path)), place);
    EXPECT_EQ(to_string(JsonPlaces("{\"a\":1,\"a\":2}", {"x", 7, 3}).at({"a"})), "x:7:14");
}

TEST(JsonPlaces, FindsTheValuesOfAnArray) {
    const std::string text = " [{\"a\": [1, 2]},\n  \"], \", [],\n\n3 ]";
    std::string all;
    for (const Place& place : JsonPlaces{text, {"f", 1, 1}}.of_items())
        all += to_string(place) + " ";
    EXPECT_EQ(all, "f:1:3 f:2:3 f:2:10 f:4:1 ");
    EXPECT_TRUE((JsonPlaces{"[ ]", {"f", 1, 1}}.of_items().empty()));
}

}  // namespace
}  // namespace clew
