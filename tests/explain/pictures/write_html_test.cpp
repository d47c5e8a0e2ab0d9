#include "explain/pictures/write_html.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/base/contract.hpp"
#include "tests/explain/selftests.hpp"

namespace clew::explain {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<Frame> three_frames() {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.set_given(Cell{0}, Digit{0});
    puzzle.set_given(Cell{6}, Digit{2});
    puzzle.set_given(Cell{9}, Digit{3});
    View start = view_of(puzzle);
    View marked = start;
    marked.mark(Candidate{Cell{5}, Digit{1}}, Tone::gain);
    marked.mark(Candidate{Cell{1}, Digit{1}}, Tone::loss);
    marked.links.push_back({{{Cell{5}, Digit{1}}}, {{Cell{1}, Digit{1}}}, LinkStyle::weak});
    marked.legend = {{Tone::gain, "placed"}};
    View after = start;
    after.cells[5].placed = Digit{1};
    after.cells[1].candidates = DigitSet{Digit{2}};
    return {{start, "Start", "The board </script> as given.", "", 0},
            {marked, "Naked single", "r2c2 can only be 2.", "4", 0},
            {after, "After", "It is 2 & that is it.", "", 1}};
}

TEST(WriteHtml, HoldsEveryFrameInWords) {
    const std::string page = write_html(three_frames(), {.title = "A <4x4>", .subtitle = "easy"});
    EXPECT_THAT(page, HasSubstr("<title>A &lt;4x4&gt;</title>"));
    EXPECT_THAT(page, HasSubstr("<b>Naked single</b><small>r2c2 can only be 2.</small>"));
    EXPECT_THAT(page, HasSubstr("It is 2 &amp; that is it."));
    EXPECT_THAT(page, HasSubstr("margin-left:1em"));
}

TEST(WriteHtml, FetchesNothing) {
    const std::string page = write_html(three_frames());
    EXPECT_THAT(page, HasSubstr("default-src 'none'"));
    EXPECT_THAT(page, Not(HasSubstr("src=\"")));
    EXPECT_THAT(page, Not(HasSubstr("href=")));
    EXPECT_THAT(page, Not(HasSubstr("@import")));
}

TEST(WriteHtml, TextCannotEndTheScript) {
    const std::string page = write_html(three_frames());
    EXPECT_THAT(page, HasSubstr("<\\/script> as given"));
}

TEST(WriteHtml, RequiresFramesOfOneBoard) {
    EXPECT_THROW(write_html({}), ContractViolation);
    auto frames = three_frames();
    frames[1].view = View{Geometry::classic()};
    EXPECT_THROW(write_html(frames), ContractViolation);
}

TEST(WriteHtml, WalksThroughItselfInABrowser) {
    const auto dom = tested_walk(write_html(three_frames()));
    if (!dom) GTEST_SKIP() << "no Chromium here";
    EXPECT_THAT(*dom, HasSubstr("data-selftest=\"ok 3\""));
}

TEST(WriteHtml, TheBrowserSelfTestCanFail) {
    std::string page = write_html(three_frames());
    const std::string honest = "\"shows\":[3,1,";
    const auto at = page.find(honest);
    ASSERT_NE(at, std::string::npos);
    page.replace(at, honest.size(), "\"shows\":[3,2,");
    const auto dom = tested_walk(page);
    if (!dom) GTEST_SKIP() << "no Chromium here";
    EXPECT_THAT(*dom, HasSubstr("data-selftest=\"right: frame 2 shows"));
}

TEST(WriteHtml, AnswersWhatBecomesOfEachMark) {
    // The board loses r1c2=2 and places r2c2=2 in the second step; what is left was told.
    const Grid grid{std::vector<Digit>(16, Digit{0})};
    const std::string page = write_html(
        three_frames(), {.staying = {{{Cell{1}, Digit{2}}, "stays: it is in solution 1.", 0}},
                         .solutions = {grid}});
    const auto said = probe(page, 800, 800, R"js(
        const svg = d.querySelector('.board svg'), ask = id => {
            const text = d.getElementById(id), p = svg.createSVGPoint();
            p.x = text.getAttribute('x'); p.y = text.getAttribute('y');
            const at = p.matrixTransform(svg.getScreenCTM());
            svg.dispatchEvent(new w.MouseEvent('click', {clientX: at.x, clientY: at.y, bubbles: true}));
            return d.getElementById('ask-cell').textContent + ': ' + d.getElementById('ask-say').textContent;
        };
        const said = [ask('k1-1'), ask('k5-1'), ask('k1-2'), ask('v0-0'), ask('k2-3')];
        said.push(d.getElementById('ask-why').textContent);
        ask('k5-1');
        said.push(d.getElementById('ask-why').textContent);
        d.getElementById('ask-go').click();
        said.push(d.getElementById('place').textContent);
        d.getElementById('last').click();
        said.push(d.getElementById('ask-say').textContent);
        ask('k1-2');
        d.getElementById('ask-go').click();
        said.push(d.getElementById('say-title').textContent + ' ' + d.querySelectorAll('.board .placed').length);
        d.getElementById('first').click();
        said.push(String(d.querySelectorAll('.board .placed').length));
        return said;)js");
    if (!said) GTEST_SKIP() << "no Chromium here";
    EXPECT_EQ(
        nlohmann::json::parse(*said).get<std::vector<std::string>>(),
        (std::vector<std::string>{
            "r1c2: 2 falls in step 2: Naked single.", "r2c2: 2 is placed in step 2: Naked single.",
            "r1c2: 3 stays: it is in solution 1.", "r1c1: 1 is given.",
            "r1c3: 4 is left where the walk ends.", "", "r2c2 can only be 2.", "2 of 3",
            "2 was placed in step 2: Naked single.", "The solution 13", "0"}));
}

TEST(WriteHtml, OpensAtTheFrameInItsAddress) {
    const auto dom = dump_dom(write_html(three_frames()), "#2");
    if (!dom) GTEST_SKIP() << "no Chromium here";
    EXPECT_THAT(*dom, HasSubstr("<h2 id=\"say-title\">Naked single</h2>"));
    EXPECT_THAT(*dom, Not(HasSubstr("data-selftest")));
}

}  // namespace
}  // namespace clew::explain
