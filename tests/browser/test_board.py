"""The board: puzzles in by every way, keys, pointer and touch, marks, undo, links, boards of other sizes and rules."""

import base64
import json
import urllib.parse
import zlib

import pytest
from conftest import GOULD, P92, ActionChains, Keys, Select, answers, command, served

EXAMPLES = "examples"


def test_keys_write_move_and_take_away(page):
    page.fresh()
    page.cell("r1c1").click()
    page.keys("5")
    assert page.label("r1c1") == "row 1, column 1: clue 5"
    page.keys(Keys.ARROW_RIGHT, "3", Keys.ARROW_DOWN, "7", Keys.END, "1")
    assert (page.label("r1c2"), page.label("r2c2")) == ("row 1, column 2: clue 3", "row 2, column 2: clue 7")
    assert page.label("r2c9") == "row 2, column 9: clue 1"
    page.keys("1", Keys.ARROW_RIGHT, "9", Keys.DELETE)  # the same digit again; over the edge; erased
    assert page.line() == "53......." + ".7......." + "." * 63


def test_keys_are_heard_before_the_first_click(page):
    page.fresh()
    page.keys("7", Keys.ARROW_RIGHT, "8", Keys.ARROW_DOWN, "9")
    assert page.line() == "78......." + ".9......." + "." * 63
    page.fresh(P92)
    page.js("document.activeElement.blur()")
    page.keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, hold=Keys.SHIFT)
    assert page.selected() == ["cell-0", "cell-1", "cell-9", "cell-10"]
    page.js("document.activeElement.blur()")
    page.keys(Keys.END, "4")
    assert page.label("r2c9") == "row 2, column 9: 4"
    # Where something else has the focus keys are its own.
    page.by("tab-puzzle").click()
    page.keys(Keys.ARROW_RIGHT, "5")
    assert page.by("tab-rules").get_attribute("aria-selected") == "true"
    assert page.label("r2c9") == "row 2, column 9: 4"


def test_an_entry_is_not_a_clue_and_does_not_move_one(page):
    page.fresh(P92)
    page.cell("r1c1").click()
    page.keys("4")
    page.cell("r1c3").click()
    page.keys("4")
    assert page.label("r1c1") == "row 1, column 1: 4"
    assert page.label("r1c3") == "row 1, column 3: clue 9"
    page.settled("12 solutions")  # entries are no part of the question
    page.cell("r1c4").click()
    page.keys("4")
    assert page.label("r1c4").endswith("stands twice in a house")
    assert page.label("r1c1").endswith("stands twice in a house")


def test_marks_by_shift_and_ctrl_by_space_and_by_buttons(page):
    page.fresh(P92)
    page.cell("r1c1").click()
    page.keys("3", "5", hold=Keys.SHIFT)
    page.keys("7", "4", hold=Keys.CONTROL)
    assert page.label("r1c1") == "row 1, column 1: open, corner marks 3 5, centre marks 4 7"
    page.keys(Keys.SPACE, "8", Keys.SPACE, "9", Keys.SPACE, "2")  # corner, centre, clue
    assert page.label("r1c1") == "row 1, column 1: clue 2, stands twice in a house"
    page.keys(Keys.DELETE)
    assert page.label("r1c1") == "row 1, column 1: open, corner marks 3 5 8, centre marks 4 7 9"
    page.button("Centre", "#modes").click()
    page.button("9", "#digits").click()
    assert page.label("r1c1").endswith("centre marks 4 7")
    assert page.by("modes").find_element("css selector", "[aria-checked=true]").text == "Centre"


def test_dragging_selects_and_a_digit_goes_into_all(page):
    page.fresh(P92)
    chain = ActionChains(page.driver, duration=20)
    chain.click_and_hold(page.cell("r1c4")).move_to_element(page.cell("r1c5"))
    chain.move_to_element(page.cell("r1c6")).move_to_element(page.cell("r2c6")).release().perform()
    assert page.selected() == ["cell-3", "cell-4", "cell-5", "cell-14"]
    page.keys("4", hold=Keys.CONTROL)
    assert all(page.label(name).endswith("centre marks 4") for name in ("r1c4", "r1c5", "r1c6", "r2c6"))
    ActionChains(page.driver, duration=20).key_down(Keys.CONTROL).click(page.cell("r1c5")).key_up(Keys.CONTROL).perform()
    assert page.selected() == ["cell-3", "cell-5", "cell-14"]
    ActionChains(page.driver, duration=20).double_click(page.cell("r1c9")).perform()
    twos = [f"cell-{i}" for i, symbol in enumerate(P92) if symbol == "2"]
    assert page.selected() == twos
    page.keys(Keys.ARROW_LEFT)
    page.keys(Keys.ARROW_DOWN, Keys.ARROW_LEFT, hold=Keys.SHIFT)
    assert len(page.selected()) == 4
    page.cell("r5c5").click()
    page.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.SPACE, Keys.ARROW_DOWN, Keys.SPACE, hold=Keys.CONTROL)
    assert page.selected() == ["cell-40", "cell-42", "cell-51"]
    page.keys(Keys.SPACE, hold=Keys.CONTROL)
    assert page.selected() == ["cell-40", "cell-42"]


def test_touch_drags_and_the_pad_writes(page):
    with page.emulated(360, 740, touch=True):
        page.fresh(P92)
        page.settled("12 solutions")  # what stands above the board has its height
        page.js("document.getElementById('board').scrollIntoView()")
        points = [page.middle(page.cell(name)) for name in ("r1c5", "r2c6", "r3c6")]
        page.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[points[0]])
        for point in points[1:]:
            page.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=[point])
        page.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        taken = ["cell-4", "cell-14", "cell-23"]  # and the page has not moved
        page.wait(lambda: page.selected() == taken, "the selection")
        for button in (page.button("Corner", "#modes"), page.button("5", "#digits")):
            page.js("arguments[0].scrollIntoView({block: 'center'})", button)
            page.tap(button)
        page.wait(lambda: page.label("r3c6") == "row 3, column 6: open, corner marks 5", "the mark")


def test_undo_and_redo_go_over_everything(page):
    page.fresh()
    seen = [page.labels()]
    page.cell("r5c5").click()
    for step in (lambda: page.keys("5"), lambda: page.keys(Keys.ARROW_RIGHT, "6"),
                 lambda: page.keys("7", hold=Keys.CONTROL), lambda: page.open(P92),
                 lambda: (page.cell("r1c1").click(), page.keys("3"))):  # fmt: skip
        step()
        if page.labels() != seen[-1]:
            seen.append(page.labels())
    assert len(seen) == 5  # a centre mark goes into no cell with a digit
    for labels in reversed(seen[:-1]):
        page.by("undo").click()
        page.wait(lambda labels=labels: page.labels() == labels, "what was before")
    assert not page.by("undo").is_enabled()
    page.cell("r9c9").click()
    for labels in seen[1:]:
        page.keys("y", hold=Keys.CONTROL)
        page.wait(lambda labels=labels: page.labels() == labels, "what was after")
    page.keys("z", hold=Keys.CONTROL)
    page.wait(lambda: page.labels() == seen[-2], "what was before the last")
    page.keys("8")  # what is done now takes the place of what was undone
    assert not page.by("redo").is_enabled()
    page.keys("y", hold=Keys.CONTROL)
    assert page.label("r9c9") == "row 9, column 9: 8"


def test_a_puzzle_is_pasted_anywhere(page):
    page.fresh()
    page.cdp("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    page.driver.execute_async_script(
        "navigator.clipboard.writeText(arguments[0]).then(arguments[1], arguments[1])", GOULD
    )
    page.cell("r1c1").click()
    page.cdp("Input.dispatchKeyEvent", type="keyDown", key="v", code="KeyV", modifiers=2,
             windowsVirtualKeyCode=86, commands=["paste"])  # fmt: skip
    page.wait(lambda: page.line() == GOULD, "the pasted puzzle")
    page.settled("One solution")


def test_a_file_is_dropped_and_one_is_chosen(page, tmp_path):
    page.fresh()
    dropped = tmp_path / "p92.sdk"
    dropped.write_text("\n".join(P92[i : i + 9] for i in range(0, 81, 9)))
    at = page.middle(page.by("board"))
    data = {"items": [], "files": [str(dropped)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        page.cdp("Input.dispatchDragEvent", type=kind, data=data, **at)
    page.wait(lambda: page.line() == P92, "the dropped puzzle")
    assert not page.by("drop").is_displayed()
    chosen = tmp_path / "gould.txt"
    chosen.write_text(GOULD)
    page.by("puzzle-file").send_keys(str(chosen))
    page.wait(lambda: page.line() == GOULD, "the chosen puzzle")


@pytest.mark.parametrize("name", ["fpuzzles", "sudokupad", "sukaku", "hodoku", "opensudoku", "json"])
def test_every_kind_of_text_is_opened(page, name):
    text = command("convert", "-q", "--to", name, "-", text=P92)
    page.fresh(text)
    assert page.by("puzzle-error").text == ""
    page.settled("12 solutions")


def test_a_fault_is_told_with_its_place(page):
    page.fresh()
    page.open(P92[:40] + "x" + P92[41:])
    assert "column" in page.by("puzzle-error").text or "line" in page.by("puzzle-error").text
    assert page.line() == "." * 81  # what was there stays


def test_a_link_holds_everything_and_sends_nothing(page):
    page.fresh(P92)
    page.cell("r1c1").click()
    page.keys("3")
    page.keys(Keys.ARROW_RIGHT)
    page.keys("5", hold=Keys.SHIFT)
    page.keys("1", "7", hold=Keys.CONTROL)
    before, link = page.labels(), page.link_to_this()
    assert link.startswith(page.link + "#p=")
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    try:
        page.driver.get(link)
        page.ready()
        assert page.labels() == before
        page.settled("12 solutions")
        asked = page.js("return performance.getEntriesByType('navigation')[0].name.split('#')[0]")
        assert asked == page.link
        page.cell("r1c1").click()
        page.keys("8")
        page.wait(lambda: page.driver.current_url != link, "the address of what is there now")
        after = page.labels()
        page.driver.refresh()  # nothing is lost by it
        page.ready()
        assert page.labels() == after
    finally:
        page.driver.close()
        page.driver.switch_to.window(first)


def deflated(text):
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "z" + base64.urlsafe_b64encode(squeeze.compress(text) + squeeze.flush()).decode().rstrip("=")


@pytest.mark.parametrize("text", ["zAAAA", deflated(b" " * 10_000_000), deflated(b'{"q":{"geometry":{"size":1000000}}}')])
def test_a_link_that_was_damaged_is_refused(page, text):
    page.fresh(fragment="#p=" + text)
    assert "link" in page.by("puzzle-error").text
    assert page.line() == "." * 81


@pytest.mark.parametrize(("file", "size"), [("six.sdk", 6), ("sixteen.sdk", 16), ("jigsaw.txt", 9)])
def test_boards_of_other_sizes(page, file, size):
    with open(f"{EXAMPLES}/{file}") as puzzle:
        text = puzzle.read()
    page.fresh(text)
    expected = json.loads(command("convert", "-q", "--to", "json", "-", text=text).splitlines()[0])
    givens = "".join(expected["givens"])
    assert page.line() == givens
    assert len(page.all("#digits button")) == size
    count = answers("count", "--json", "-q", "-", text=text)[0]["count"]
    page.settled("One solution" if count == 1 else f"{count} solutions")
    page.cell("r1c1").click()
    page.keys(Keys.END)
    assert page.focused().get_attribute("id") == f"cell-{size - 1}"
    page.keys(Keys.HOME)
    symbol = "123456789ABCDEFG"[size - 1]
    page.keys(symbol.lower())
    if givens[0] == ".":
        assert page.label("r1c1").startswith(f"row 1, column 1: {symbol}")
    else:
        assert page.label("r1c1") == f"row 1, column 1: clue {givens[0]}"


@pytest.mark.parametrize(("file", "drawn"), [("killer.json", "cage"), ("thermometers.json", "thermometer"), ("arrows.json", "arrow"), ("sandwich.json", "clue")])  # fmt: skip
def test_rules_are_drawn(page, file, drawn):
    with open(f"{EXAMPLES}/{file}") as puzzle:
        text = puzzle.read()
    page.fresh(text)
    assert page.all(f"#picture .{drawn}")
    count = answers("count", "--json", "-q", "-", text=text)[0]["count"]
    page.settled("One solution" if count == 1 else f"{count} solutions")


def stroke(page, *names):
    """Drawn over these cells, from middle to middle."""
    chain = ActionChains(page.driver, duration=5).click_and_hold(page.cell(names[0]))
    for name in names[1:]:
        chain.move_to_element(page.cell(name))
    chain.release().perform()


def tool(page, kind):
    page.tab("rules")
    chip = page.all(f".chip[data-kind={kind}]")[0]
    if chip.get_attribute("aria-pressed") != "true":
        page.press(chip)


def take_away(page):
    page.press(page.all("#rule-list .do")[-1])
    page.wait(lambda: not page.all("#rule-list li"), "nothing left")


def settled(page, count):
    page.settled({0: "No solution", 1: "One solution"}.get(count, f"{count} solutions"))


def test_rules_are_made_here(page):
    page.fresh(P92)
    page.settled("12 solutions")
    page.tab("rules")
    page.by("rule-diagonals").click()
    diagonal = json.dumps({"format": "clew-puzzle", "version": 1, "givens": P92,
                           "geometry": {"size": 9, "boxes": [3, 3], "diagonals": ["main", "anti"]}})  # fmt: skip
    settled(page, answers("count", "--json", "-q", "-", text=diagonal)[0]["count"])
    page.by("rule-diagonals").click()
    page.settled("12 solutions")
    # A cage: drawn, its sum typed, Enter.
    tool(page, "killer_cage")
    stroke(page, "r1c1", "r1c2")
    assert page.focused().get_attribute("id") == "rule-number"
    page.keys("10", Keys.ENTER)
    page.wait(lambda: page.all("#picture .cage"), "the cage")
    grids = command("enumerate", "-q", "-", text=P92).split()
    settled(page, sum(int(line[0]) + int(line[1]) == 10 for line in grids))
    # Its sum is changed in place.
    page.all("#rule-list .look")[0].click()
    number = page.by("rule-number")
    assert number.get_attribute("value") == "10"
    assert page.selected() == ["cell-0", "cell-1"]
    number.clear()
    number.send_keys("8", Keys.ENTER)
    settled(page, sum(int(line[0]) + int(line[1]) == 8 for line in grids))
    assert len(page.all("#rule-list li")) == 1
    take_away(page)
    page.settled("12 solutions")
    assert not page.all("#picture .cage")
    page.by("undo").click()
    page.wait(lambda: page.all("#picture .cage"), "the cage again")


def test_a_choice_of_rules_is_typed_and_changed(page):
    page.fresh()
    page.tab("rules")
    page.wait(lambda: page.all("#panel-rules details summary"), "the rules")
    page.press(page.all("#panel-rules details summary")[0])
    odd = {"kind": "odd", "cells": ["r1c1"]}
    choice = {"kind": "alternatives", "of": [[odd], [{"kind": "even", "cells": ["r1c2"]}]]}
    text = page.by("rule-text")
    text.send_keys(json.dumps(choice)[:-1])
    page.press(page.by("rule-text-add"))
    page.wait(lambda: "This is no JSON" in page.by("rule-error").text, "an error")
    text.send_keys("}")
    page.press(page.by("rule-text-add"))

    def listed():  # at once: the list is made anew while the board follows
        return page.js("return [...document.querySelectorAll('#rule-list .look')].map(e => e.textContent)")

    page.wait(listed, "the choice")
    assert "either r1c1 is odd, or r1c2 is even" in listed()[0]
    assert not page.by("rule-error").text
    page.js("document.querySelector('#rule-list .look').click()")
    assert json.loads(text.get_attribute("value")) == choice
    page.js("arguments[0].value = arguments[0].value.replace('even', 'odd')", text)
    page.press(page.by("rule-text-add"))
    page.wait(lambda: "or r1c2 is odd" in listed()[0], "the change")
    assert len(listed()) == 1
    text.send_keys(json.dumps({"kind": "odd", "cells": ["r9c99"]}))
    page.press(page.by("rule-text-add"))
    page.wait(lambda: "r9c99" in page.by("rule-error").text, "the board refuses it")
    assert len(listed()) == 1
    # While a rule is changed with its tool, what is typed is another one.
    page.js("arguments[0].value = arguments[1]", text, json.dumps({"kind": "odd", "cells": ["r9c9"]}))
    page.press(page.by("rule-text-add"))
    page.wait(lambda: len(listed()) == 2, "the odd cell")
    page.js("document.querySelectorAll('#rule-list .look')[1].click()")
    assert page.by("rule-text-add").text == "Add"
    page.js("arguments[0].value = arguments[1]", text, json.dumps({"kind": "even", "cells": ["r9c8"]}))
    page.press(page.by("rule-text-add"))
    page.wait(lambda: len(listed()) == 3, "the even cell")


def test_rules_for_the_whole_board_take_numbers(page):
    page.fresh()
    page.tab("rules")
    for kind, numbers in (("leaper", "1 3"), ("connected_digits", "0 1 2 3")):
        page.by(kind).send_keys(numbers)
        before = len(page.all("#rule-list .look"))
        page.press(page.by(f"{kind}-add"))
        page.wait(lambda: len(page.all("#rule-list .look")) > before, "the rule")
    said = page.all("#rule-list .look")[1].text
    assert said.endswith("the cells with 1, 2 or 3 are one area, connected by sides"), said


def test_a_line_is_drawn_across_corners_and_back(page):
    page.fresh()
    tool(page, "thermometer")
    stroke(page, "r1c1", "r2c2", "r3c3", "r3c4", "r3c3")  # the last step is taken back
    page.wait(lambda: page.all("#rule-list li"), "the thermometer")
    assert page.all("#rule-list .look")[0].text == "thermometer: digits rise along r1c1, r2c2 and r3c3"


@pytest.mark.parametrize(("kind", "names", "cells"), [
    ("sandwich", ["r4c1"], "row 4"), ("sandwich", ["r9c2"], "column 2"), ("x_sum", ["r1c9", "r1c8"], "r1c9"),
    ("little_killer", ["r1c2", "r2c1"], "r1c2 and r2c1")])  # fmt: skip
def test_a_number_outside_is_typed_at_the_rim(page, kind, names, cells):
    page.fresh()
    tool(page, kind)
    stroke(page, *names)
    page.keys("9", Keys.ENTER)
    page.wait(lambda: page.all("#rule-list li"), kind)
    assert cells in page.all("#rule-list .look")[0].text


def test_a_negative_excepts_the_dots_that_are_drawn(page):
    page.fresh()
    page.tab("rules")
    page.by("rule-no_difference").click()
    page.wait(lambda: page.all("#rule-list li"), "the negative")
    tool(page, "ratio")
    stroke(page, "r1c1", "r1c2")
    page.wait(lambda: len(page.all("#rule-list li")) == 2, "the dot")

    def rules():
        with_link = page.link_to_this()
        page.tab("rules")
        packed = base64.urlsafe_b64decode(with_link.split("#p=")[1][1:] + "==")
        return json.loads(zlib.decompress(packed, -15))["q"]["rules"]

    assert rules() == [{"kind": "no_difference", "numbers": [1], "cells": ["r1c1", "r1c2"]},
                       {"kind": "ratio", "cells": ["r1c1", "r1c2"], "numbers": [2]}]  # fmt: skip
    page.all("#rule-list .do")[1].click()
    page.wait(lambda: len(page.all("#rule-list li")) == 1, "the dot taken away")
    assert rules() == [{"kind": "no_difference", "numbers": [1], "cells": []}]


def test_regions_are_painted(page):
    page.fresh("1...............")
    page.settled("72 solutions")
    page.tab("rules")
    page.by("paint").click()
    Select(page.by("paint-region")).select_by_visible_text("A")
    stroke(page, "r1c3")
    assert "A has 5, B has 3" in page.by("regions-say").text
    page.settled("72 solutions")  # not yet a board
    Select(page.by("paint-region")).select_by_visible_text("B")
    stroke(page, "r2c2")
    page.wait(lambda: page.by("regions-say").text == "Every region has its cells.", "the regions")
    jigsaw = json.dumps({"format": "clew-puzzle", "version": 1, "givens": "1...............",
                         "geometry": {"size": 4, "regions": ["AAAB", "ABBB", "CCDD", "CCDD"]}})  # fmt: skip
    settled(page, answers("count", "--json", "-q", "-", text=jigsaw)[0]["count"])


# How many cells of row 1, and the number, where they are not four and the usual one.
FITTING = {"sandwich": (9, "10"), "x_sum": (9, "10"), "skyscraper": (9, "3"), "numbered_room": (9, "4"), "full_rank": (9, "3"), "little_killer": (4, "20"),
           "difference": (2, ""), "ratio": (2, ""), "pair_sum": (2, ""), "quadruple": (4, "12"), "rellik_cage": (4, "9"),
           "lunchbox": (4, "5"), "equal_sums": (4, "2 2"), "same_values": (4, "2"), "digit_counts": (3, "1 2"), "killer_cage": (4, "20")}  # fmt: skip


def test_every_rule_is_put_on_the_selected_cells(page):
    page.fresh(P92)  # counted at once, whatever the rule
    page.tab("rules")
    kinds = page.js("return [...document.querySelectorAll('.chip')].map(chip => chip.dataset.kind)")
    assert len(kinds) == len(set(kinds)) == 44
    for kind in kinds:
        cells, number = FITTING.get(kind, (4, ""))
        stroke(page, *(f"r1c{column}" for column in range(1, cells + 1)))
        tool(page, kind)
        if number:
            page.js("document.getElementById('rule-number').value = arguments[0]", number)
        page.press(page.by("rule-add"))
        page.wait(lambda: page.all("#rule-list li") or page.by("rule-error").text, kind)
        assert not page.by("rule-error").text, (kind, page.by("rule-error").text)
        take_away(page)


def test_the_keys_put_a_rule_on_the_board(page):
    page.fresh()
    tool(page, "renban")
    page.by("panel-rules").find_element("css selector", ".chip[data-kind=renban]").send_keys(Keys.ENTER, Keys.ENTER)
    page.js("document.getElementById('cell-0').focus()")
    page.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, hold=Keys.SHIFT)
    page.by("rule-add").send_keys(Keys.ENTER)
    page.wait(lambda: page.all("#rule-list li"), "the renban")
    assert "r1c1, r1c2 and r1c3" in page.all("#rule-list .look")[0].text


def test_what_is_no_rule_is_left_out_by_a_button(page):
    drawn = json.dumps({"size": 4, "grid": [[{}] * 4] * 4, "text": [{"cells": ["R1C1"], "value": "A"}]})
    page.fresh(drawn)
    assert "text" in page.by("puzzle-error").text
    page.by("open-without").click()
    page.settled("288 solutions")
    assert "text" in page.by("puzzle-note").text


def test_an_empty_board_begins_with_examples(page):
    page.fresh()
    assert len(page.all("#examples button")) == 3
    page.all("#examples button")[0].click()
    page.settled("12 solutions")
    assert page.by("tab-mend").get_attribute("aria-selected") == "true"
    page.tab("puzzle")
    assert not page.by("examples").is_displayed()
    page.fresh()
    page.all("#examples button")[2].click()
    page.wait(lambda: page.all("#picture .cage"), "the cages")
    page.settled("One solution")


def test_the_board_opens_elsewhere(page):
    page.fresh(P92)
    page.js("window.open = address => { window.opened = address; }")
    for name, start in (("sudokupad", "https://sudokupad.app/"), ("fpuzzles", "https://www.f-puzzles.com/?load=")):
        page.js("window.opened = ''")
        page.by(f"open-{name}").click()
        page.wait(lambda: page.js("return window.opened"), name)
        opened = page.js("return window.opened")
        assert opened.startswith(start)
        assert answers("count", "--json", "-q", "-", text=opened)[0]["count"] == 12


def test_an_empty_board_of_another_size_is_made(page):
    page.fresh()
    page.by("new-size").send_keys("4")
    page.by("new-board").click()
    page.wait(lambda: len(page.labels()) == 16, "the board")
    page.settled("288 solutions")


def test_a_puzzle_is_saved_as_another_program_reads_it(page):
    page.fresh(P92)
    Select(page.by("save-format")).select_by_value("sdk")
    page.by("save").click()
    saved = page.driver.downloads / "puzzle.sdk"
    page.wait(lambda: saved.exists() and saved.stat().st_size, "the file")
    assert command("count", "-q", str(saved)).strip() == "12"


def test_the_board_is_saved_as_a_picture(page):
    page.fresh(P92)
    for kind, start in (("svg", b"<svg"), ("png", b"\x89PNG")):
        page.press(page.by(f"save-{kind}"))
        saved = page.driver.downloads / f"board.{kind}"
        page.wait(lambda: saved.exists() and saved.stat().st_size, kind)  # noqa: B023
        assert saved.read_bytes().startswith(start)
    svg = (page.driver.downloads / "board.svg").read_text()
    assert svg.count("<text") == 18 + sum(symbol != "." for symbol in P92)  # what is not seen is not there
    shown = page.js("""
        const image = new Image();
        image.src = URL.createObjectURL(new Blob([arguments[0]], {type: 'image/svg+xml'}));
        document.body.append(image);
        return image.decode().then(() => [image.naturalWidth, image.naturalHeight]).finally(() => image.remove());""", svg)
    assert min(shown) > 300


@served
def test_a_bookmark_opens_the_puzzle_of_another_page(page):
    page.fresh()
    code = page.by("bookmark").get_attribute("href")
    page.js("window.open = address => { window.opened = address; }; window.getSelection = () => arguments[0]", P92)
    page.js(urllib.parse.unquote(code.removeprefix("javascript:")))
    opened = page.js("return window.opened")
    page.fresh(fragment="#" + opened.split("#")[1])
    page.settled("12 solutions")


def test_what_a_link_holds_is_short(page):
    page.fresh(P92)
    link = page.link_to_this()
    packed = link.split("#p=")[1][1:]
    assert len(packed) < 400
    assert base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
