"""The page itself: themes, sizes, paper, weight, and that it asks nobody but Clew."""

import base64
import re

import pytest
from conftest import P92, Keys, Select, served


def background(page):
    return page.js("return getComputedStyle(document.body).backgroundColor")


def test_dark_and_light_as_the_system_says_or_as_one_says(page):
    shades = {}

    def choose(value):
        Select(page.by("theme")).select_by_value(value)

    for dark in (False, True):
        with page.emulated(dark=dark):
            page.fresh()
            shades[dark] = background(page)
            paper = page.js("return getComputedStyle(document.querySelector('#picture .paper')).fill")
            assert (sum(map(int, re.findall(r"\d+", paper))) < 384) == dark
    assert shades[False] != shades[True]
    with page.emulated(dark=False):
        choose("dark")
        page.wait(lambda: background(page) == shades[True], "the dark theme")
        page.fresh()
        assert background(page) == shades[True]  # it is kept
        choose("light")
        page.wait(lambda: background(page) == shades[False], "the light theme")
        choose("")
    with page.emulated(dark=True):
        assert background(page) == shades[True]


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_it_fits_every_width(page, width):
    with page.emulated(width, 800, touch=width == 360):
        page.fresh(P92)
        assert len(list(page.fitting_tabs(width))) == 7
        small = page.js("""return [...document.querySelectorAll('#digits button')]
            .filter(b => b.getBoundingClientRect().height < 40 || b.getBoundingClientRect().width < 30).length""")
        assert small == 0
        board = page.js("return document.getElementById('grid').getBoundingClientRect().width")
        assert board > (width * 0.85 if width == 360 else 480)


def test_paper_shows_the_board_alone(page):
    page.fresh(P92)
    page.cell("r1c1").click()
    page.keys("3")
    with page.emulated(media="print", dark=True):
        for hidden in ("pad", "answer", "tabs", "theme", "panel-puzzle"):
            assert not page.by(hidden).is_displayed(), hidden
        assert page.by("picture").is_displayed()
        assert background(page) == "rgb(255, 255, 255)"  # also for who sees it dark
        placed = page.all("#picture .placed")
        assert len(placed) == 1
        assert placed[0].is_displayed()
    page.by("clues-only").click()
    with page.emulated(media="print"):
        assert not page.all("#picture .placed")[0].is_displayed()
    pdf = page.cdp("Page.printToPDF", printBackground=False)["data"]
    assert len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(pdf))) == 1


@served
def test_it_is_light_and_asks_nobody_else(page):
    page.fresh(P92)
    page.settled("12 solutions")
    entries = page.js("""return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
        .map(e => [e.name, e.decodedBodySize])""")
    assert all(name.startswith(page.link) for name, _ in entries)
    files = {name: size for name, size in entries if "/api/" not in name}
    assert sum(files.values()) < 250_000, files


def contrast(one, other):
    """Of two colours as browsers write them, by the definition of WCAG 2."""

    def light(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05

    lights = sorted((light(one), light(other)))
    return lights[1] / lights[0]


@pytest.mark.parametrize("dark", [False, True])
def test_what_stands_on_the_board_can_be_read(page, dark):
    with page.emulated(dark=dark):
        page.fresh(P92)
        page.cell("r1c1").click()
        page.keys("5", Keys.ARROW_RIGHT, "9", Keys.ARROW_DOWN)  # an entry, and one that clashes
        page.keys("4", hold=Keys.SHIFT)
        page.keys("6", hold=Keys.CONTROL)
        fills = page.js("""
            const seen = {};
            for (const text of document.querySelectorAll('#picture text'))
              if (getComputedStyle(text).display !== 'none') seen[text.getAttribute('class')] = getComputedStyle(text).fill;
            seen.paper = getComputedStyle(document.querySelector('#picture .paper')).fill;
            return seen;""")
        paper = fills.pop("paper")
        assert {"given", "placed", "placed wrong", "given wrong", "corner", "centre", "coordinate"} <= set(fills)
        low = {name: round(contrast(fill, paper), 2) for name, fill in fills.items() if contrast(fill, paper) < 4.5}
        assert not low


@served
def test_it_says_when_nobody_answers(page):
    page.fresh(P92)
    page.settled("12 solutions")
    page.by("modes").find_element("css selector", "[data-layer=given]").click()
    page.cell("r1c2").click()
    page.cdp("Network.enable")
    page.cdp("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    try:
        page.keys("6")
        page.settled("No answer")
        assert "still running" in page.answer()
    finally:
        page.cdp("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    page.keys("9")
    page.settled("No solution")


def test_a_keyboard_is_enough(page):
    page.fresh()
    page.keys(Keys.TAB, Keys.ENTER)  # to the board
    assert page.focused().get_attribute("id") == "cell-0"
    page.keys("1", Keys.ARROW_DOWN, "1")
    assert page.label("r2c1") == "row 2, column 1: clue 1, stands twice in a house"
    assert "stands twice" in page.by("live").text or "stands twice" in page.by("live").get_attribute("textContent")
    page.settled("No solution")
    page.keys(Keys.TAB)  # one stop for the whole board
    assert page.focused().get_attribute("role") == "radio"
    page.keys(Keys.ARROW_RIGHT)
    assert page.focused().get_attribute("aria-checked") == "true"
    page.by("tab-puzzle").send_keys(Keys.ARROW_RIGHT)
    assert page.focused().get_attribute("id") == "tab-rules"
    assert page.by("panel-rules").is_displayed()
