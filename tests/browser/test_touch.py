"""Every tab as a person with a telephone uses it: 360 pixels wide, by taps and drags alone."""

import pytest
from conftest import P92, By, Select

# What can be tapped and is less than 40 pixels high, or less than 24 wide.
SMALL = """
    const seen = e => e.checkVisibility({checkVisibilityCSS: true}) && e.getBoundingClientRect().width > 1;
    return [...document.querySelectorAll('button, select, input:not([type=checkbox]), textarea, summary, label:has([type=checkbox])')]
      .filter(e => seen(e) && !e.disabled && !e.closest('#grid') && !e.matches('p .link, small .link'))
      .map(e => [e, e.getBoundingClientRect()]).filter(([, b]) => b.height < 39.5 || b.width < 24)
      .map(([e, b]) => `${e.id || e.className || e.tagName} "${e.innerText.slice(0, 20)}" ${Math.round(b.width)}x${Math.round(b.height)}`);"""


class Hand:
    def __init__(self, page):
        self.page = page

    def tap(self, element):
        """What is out of sight is scrolled to, as a person does; what covers it takes the tap."""
        page = self.page
        page.js("if (!arguments[0].closest('#tabs')) arguments[0].scrollIntoView({block: 'center'})", element)
        there = page.js(
            "const b = arguments[0].getBoundingClientRect(), e = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);"
            "return arguments[0].contains(e) || e?.outerHTML.slice(0, 200)", element)  # fmt: skip
        assert there is True, f"covered by {there}"
        page.tap(element)

    def tap_words(self, words, within="body"):
        self.page.wait(lambda: any(e.text == words and e.is_displayed() for e in self.page.all(f"{within} button")), words)
        self.tap(self.page.button(words, within))

    def drag(self, *cells):
        """Over the board, which stays where it is."""
        page = self.page
        page.js("arguments[0].scrollIntoView({block: 'nearest'})", page.by("board"))
        before = page.js("return scrollY")
        points = [page.middle(page.cell(name)) for name in cells]
        page.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[points[0]])
        for point in points[1:]:
            page.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=[point])
        assert page.js("return scrollY") == before
        page.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        return before

    def tab(self, name):
        """Its panel is in sight after the tap, below the board where that stays."""
        page = self.page
        self.tap(page.by(f"tab-{name}"))
        page.wait(lambda: page.by(f"panel-{name}").is_displayed(), name)
        top, height = page.js("return [document.getElementById(arguments[0]).getBoundingClientRect().top, innerHeight]", f"panel-{name}")
        assert top < height - 150, f"{name} begins at {top} of {height}"

    def fine(self):
        """All can be tapped, and nothing is wider than the telephone."""
        assert self.page.js(SMALL) == []
        assert self.page.js("return document.documentElement.scrollWidth") <= 360
        assert self.page.js("""return [...document.querySelectorAll('button:not(:empty, .link)')]
            .filter(b => b.offsetWidth && b.scrollWidth > b.offsetWidth).map(b => b.innerText)""") == []


@pytest.fixture
def hand(page):
    with page.emulated(360, 740, touch=True):
        page.fresh(P92)
        page.settled("12 solutions")
        yield Hand(page)


def test_puzzle(hand):
    page = hand.page
    hand.tap_words("Digit", "#modes")
    hand.tap(page.cell("r1c1"))
    hand.tap_words("7", "#digits")
    page.wait(lambda: page.label("r1c1") == "row 1, column 1: 7", "the digit")
    hand.tap(page.by("check"))
    page.wait(lambda: page.by("check-say").text, "the check")
    hand.tap(page.by("undo"))
    page.wait(lambda: page.label("r1c1") == "row 1, column 1: open", "what was there before")
    hand.tap(page.by("point"))
    hand.fine()
    page.fresh()
    hand.tap(page.all("#examples button")[1])
    page.wait(lambda: "." in page.line() and page.line() != "." * 81, "the example")
    hand.fine()


def test_rules(hand):
    page = hand.page
    hand.tab("rules")
    hand.tap_words("Thermometer", "#panel-rules")
    before = hand.drag("r2c1", "r2c2", "r2c3")
    page.wait(lambda: len(page.all("#rule-list li")) == 1, "the thermometer")
    assert page.js("return scrollY") == before  # the next stroke begins where this one did
    hand.tap_words("Killer cage", "#panel-rules")
    hand.drag("r4c4", "r4c5")
    hand.fine()
    page.wait(lambda: page.focused().get_attribute("id") == "rule-number", "the field for its sum")
    page.keys("7")
    hand.tap(page.by("rule-add"))
    page.wait(lambda: len(page.all("#rule-list li")) == 2, "the cage")
    hand.tap(page.all("#rule-list .do")[0])
    page.wait(lambda: len(page.all("#rule-list li")) == 1, "one of them")
    hand.fine()


def test_solutions(hand):
    page = hand.page
    hand.tab("answers")
    hand.tap(page.by("pair"))
    page.wait(lambda: page.by("answers-say").text.startswith("They differ"), "two solutions")
    hand.tap(page.by("solution-next"))
    page.wait(lambda: page.by("solution-number").get_attribute("value") == "1", "the first solution")
    hand.fine()
    hand.tap_words("back to my board")
    hand.tap(page.by("heat"))
    page.wait(lambda: page.all("#shares > *"), "the shares")
    hand.drag("r1c1")
    page.wait(lambda: page.by("heat-cell").text, "what the cell may hold")
    hand.fine()


def test_explain(hand):
    page = hand.page
    hand.tab("why")
    for _ in range(3):
        hand.tap(page.by("hint"))
        page.wait(lambda: page.by("hint-say").text, "a hint")
    hand.fine()
    hand.tap(page.by("walk-start"))
    page.wait(lambda: page.by("walk").is_displayed(), "the walk")
    before = page.js("return document.getElementById('walk-next').getBoundingClientRect().top")
    for _ in range(3):
        page.tap(page.by("walk-next"))
    assert page.by("walk-place").text.startswith("4 of ")
    assert page.js("return document.getElementById('walk-next').getBoundingClientRect().top") == before
    hand.fine()


def test_fix(hand):
    page = hand.page
    hand.tab("mend")
    hand.tap(page.by("mend"))
    page.wait(lambda: page.all("#mend-found .offer .do, #mend-found li .do"), "repairs")
    hand.tap(page.all("#mend-found li .look")[0])
    page.wait(lambda: page.by("showing").is_displayed(), "how it would be")
    hand.fine()
    hand.tap(page.all("#mend-found li .do")[0])
    page.settled("One solution")
    hand.fine()


def test_tree(hand):
    page = hand.page
    hand.tab("tree")
    page.wait(lambda: page.by("tree-say").text.startswith("283"), "the tree")
    Select(page.all(".tree select")[0]).select_by_visible_text("lean: one cell a pattern")
    page.wait(lambda: page.by("tree-say").text.startswith("13"), "the lean tree")
    assert page.js("return getComputedStyle(document.getElementById('tree-window')).position") == "relative"
    hand.tap(page.button("Fit", ".tree-zoom"))
    heading = "return document.querySelector('#tree-node h3').textContent"
    page.wait(lambda: page.js(heading).startswith("A "), "the root")
    hand.tap(next(e for e in page.all("#tree-node button.link") if e.text == "AA"))
    page.wait(lambda: page.js(heading).startswith("AA "), "its branch")
    hand.fine()
    hand.tap(page.all(".tree-canvas")[0])
    hand.fine()


def test_create(hand):
    page = hand.page
    hand.tab("make")
    Select(page.by("make-size")).select_by_value("4")
    hand.tap(page.by("make"))
    page.wait(lambda: len(page.all("#lot li")) == 6, "six puzzles")
    hand.fine()
    hand.tap(page.by("sheet-preview"))
    page.wait(lambda: page.all("#pages img"), "the pages")
    hand.tap(page.all("#lot li")[0].find_element(By.TAG_NAME, "button"))
    page.settled("One solution")
    hand.fine()
