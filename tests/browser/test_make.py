"""Puzzles to order, the lot of them, and the pages on which they are printed."""

import base64
import json
import re

from conftest import P92, By, Select, answers, command


def opened(page, **wishes):
    page.fresh()
    opened_make(page, **wishes)


def opened_make(page, **wishes):
    page.tab("make")
    page.js("for (const more of document.querySelectorAll('#panel-make details')) more.open = true")
    for name, value in wishes.items():
        element = page.by(f"make-{name.replace('_', '-')}")
        if element.tag_name == "select":
            Select(element).select_by_value(value)
        else:
            element.clear()
            element.send_keys(value)


def made(page, number):
    page.by("make").click()
    page.wait(lambda: "made" in page.by("make-said").text, "the puzzles")
    assert len(page.all("#lot li")) == number


def downloaded(page, pattern):
    """The newest file that the page saved, once it is whole, and no more."""
    page.wait(lambda: [f for f in page.driver.downloads.glob(pattern) if f.read_text().endswith("\n")], "the file")
    [file] = page.driver.downloads.glob(pattern)
    text = file.read_text()
    file.unlink()
    return text


def texts(page):
    return [element.get_attribute("textContent") for element in page.all("#lot code")]


def test_the_lot_is_what_the_command_makes(page):
    opened(page, number="3")
    made(page, 3)
    assert texts(page) == command("generate", "-n", "3", "--seed", "1").split()
    # Again makes others.
    made(page, 6)
    assert len(set(texts(page))) == 6


def test_wishes_are_heard(page):
    opened(page, number="2", size="6", symmetry="half-turn")
    page.by("make-redundant").click()
    made(page, 2)
    for puzzle in texts(page):
        assert len(puzzle) == 36
        assert all((a == ".") == (b == ".") for a, b in zip(puzzle, reversed(puzzle), strict=True))


def test_the_board_lends_its_shape(page):
    jigsaw = answers("convert", "--to", "json", "examples/jigsaw.txt")[0]
    page.fresh(json.dumps(jigsaw))
    opened_make(page, size="board", number="1")
    made(page, 1)
    page.by("lot-save").click()
    [saved] = [json.loads(line) for line in downloaded(page, "puzzles*.jsonl").splitlines()]
    assert saved["geometry"] == jigsaw["geometry"]
    assert saved["givens"] != jigsaw["givens"]
    page.all("#lot .open")[0].click()
    page.settled("One solution")


def test_the_board_lends_the_places_of_its_clues(page):
    page.fresh("12..34..2..1.32.")
    clues = [symbol != "." for symbol in page.line()]
    opened_make(page, number="1", seed="5")
    page.by("make-redundant").click()
    page.by("make-pattern").click()
    made(page, 1)
    assert [symbol != "." for symbol in texts(page)[0]] == clues


def test_a_puzzle_of_the_lot_is_opened_on_the_board(page):
    opened(page, number="2")
    made(page, 2)
    second = texts(page)[1]
    page.all("#lot .open")[1].click()
    page.wait(lambda: page.line() == second, "the puzzle")
    page.settled("One solution")
    page.by("undo").click()
    page.wait(lambda: page.line() == "." * 81, "undo")


def test_what_cannot_be_made_says_why(page):
    opened(page, number="1", size="4")
    page.by("make-min-clues").send_keys("17")
    page.by("make").click()
    page.wait(lambda: "error" in page.by("make-said").get_attribute("class"), "the refusal")
    assert page.by("make-said").text
    assert not page.all("#lot li")
    page.by("make-min-clues").clear()
    page.by("make-min-clues").send_keys("many")
    page.by("make").click()
    assert "whole number" in page.by("make-said").text


def test_rules_are_placed(page):
    opened(page, number="1", size="6")
    page.by("make-place").send_keys("Thermometers, killer cages:2")
    made(page, 1)
    (said,) = command("generate", "--size", "6", "--place", "thermometers,killer-cages:2").split("\n")[:1]
    page.by("lot-save").click()
    assert json.loads(downloaded(page, "*.jsonl"))["rules"] == json.loads(said)["rules"]


def test_long_work_is_stopped_and_keeps_what_was_made(page):
    opened(page, number="900")
    page.by("make-technique").send_keys("x-wing")
    page.by("make").click()
    page.wait(lambda: page.all("#lot li"), "the first puzzle")
    page.by("make-stop").click()
    page.wait(lambda: page.by("make-said").text.startswith("Stopped"), "the end")
    assert 0 < len(page.all("#lot li")) < 900
    assert page.by("make").is_enabled()


def test_pages_have_the_boards_and_the_solutions(page):
    opened(page, number="3", size="4")
    made(page, 3)
    Select(page.by("sheet-per-page")).select_by_value("2")
    Select(page.by("sheet-solutions")).select_by_value("last")
    page.by("sheet-title").send_keys("For <class> 5")
    page.by("sheet-preview").click()
    page.wait(lambda: page.all("#pages img"), "the pages")
    assert len(page.all("#pages img")) == 3  # two of puzzles; solutions are smaller
    page.wait(lambda: all(page.js("return arguments[0].naturalWidth", image) > 0 for image in page.all("#pages img")), "the pictures")  # fmt: skip
    page.by("sheet-save").click()
    saved = downloaded(page, "puzzles*.html")
    assert saved.count('height="297mm"') == 3
    assert "For &lt;class&gt; 5" in saved


def test_the_pages_alone_are_printed(page):
    opened(page, number="3", size="4")
    made(page, 3)
    Select(page.by("sheet-per-page")).select_by_value("1")
    page.js("window.print = () => { window.printed = true; }")
    page.by("sheet-print").click()
    page.wait(lambda: page.js("return window.printed === true"), "the dialogue")
    paper = base64.b64decode(page.cdp("Page.printToPDF", preferCSSPageSize=True)["data"])
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == 3
    page.js("window.dispatchEvent(new Event('afterprint'))")
    assert not page.all("#sheets")
    assert page.by("grid").is_displayed()


def test_the_board_joins_the_lot_and_the_lot_is_saved(page):
    page.fresh(P92)
    opened_make(page, number="1", size="6")
    page.by("lot-add").click()
    page.wait(lambda: texts(page) == [P92], "the board in the lot")
    # A puzzle of which its clues do not say all is saved as JSON, and all with it.
    page.by("make-diagonals").click()
    made(page, 2)
    page.by("lot-save").click()
    saved = downloaded(page, "puzzles*.jsonl")
    assert saved.count("\n") == 2
    counts = [one["count"] for one in answers("count", "--json", "-", text=saved)]
    assert counts == [12, 1]
    page.all("#lot .remove")[0].click()
    assert len(page.all("#lot li")) == 1
    assert page.all("#lot li")[0].find_element(By.CLASS_NAME, "count").text == "1"
