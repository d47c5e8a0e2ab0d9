"""The board: puzzles in by every way, keys, pointer and touch, marks, undo, links, boards of other sizes and rules."""

import base64
import json
import zlib

import pytest
from conftest import GOULD, P92, ActionChains, Keys, answers, command

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
    assert page.by("tab-answers").get_attribute("aria-selected") == "true"
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
    page.button("centre", "#modes").click()
    page.button("9", "#digits").click()
    assert page.label("r1c1").endswith("centre marks 4 7")
    assert page.by("modes").find_element("css selector", "[aria-checked=true]").text == "centre"


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
        for button in (page.button("corner", "#modes"), page.button("5", "#digits")):
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


def test_rules_are_made_here(page):
    page.fresh(P92)
    page.settled("12 solutions")
    page.by("rule-diagonals").click()
    diagonal = json.dumps({"format": "clew-puzzle", "version": 1, "givens": P92,
                           "geometry": {"size": 9, "boxes": [3, 3], "diagonals": ["main", "anti"]}})  # fmt: skip
    count = answers("count", "--json", "-q", "-", text=diagonal)[0]["count"]
    page.settled({0: "No solution", 1: "One solution"}.get(count, f"{count} solutions"))
    page.by("rule-diagonals").click()
    page.settled("12 solutions")
    ActionChains(page.driver, duration=20).click_and_hold(page.cell("r1c1")).move_to_element(page.cell("r1c2")).release().perform()
    page.by("rule-sum").send_keys("10")
    page.by("rule-add").click()
    page.wait(lambda: page.all("#picture .cage"), "the cage")
    ten = sum(int(line[0]) + int(line[1]) == 10 for line in command("enumerate", "-q", "-", text=P92).split())
    page.settled({0: "No solution", 1: "One solution"}.get(ten, f"{ten} solutions"))
    page.button("take away").click()
    page.settled("12 solutions")
    assert not page.all("#picture .cage")


# How many cells of row 1, and the number, where they are not four and the usual one.
FITTING = {"sandwich": (9, "10"), "x_sum": (9, "10"), "skyscraper": (9, "3"), "numbered_room": (9, "4"), "little_killer": (4, "20"),
           "difference": (2, ""), "ratio": (2, ""), "pair_sum": (2, ""), "quadruple": (4, "12"), "rellik_cage": (4, "9"),
           "lunchbox": (4, "5"), "equal_sums": (4, "2 2"), "killer_cage": (4, "20")}  # fmt: skip


def test_every_rule_is_put_on_the_selected_cells(page):
    page.fresh()
    kinds = page.js("return [...document.querySelectorAll('#rule-kind option')].map(option => option.value)")
    assert len(kinds) == len(set(kinds)) == 41
    for kind in kinds:
        cells, number = FITTING.get(kind, (4, ""))
        drag = ActionChains(page.driver, duration=5).click_and_hold(page.cell("r1c1"))
        for column in range(2, cells + 1):
            drag.move_to_element(page.cell(f"r1c{column}"))
        drag.release().perform()
        page.js("const kind = document.getElementById('rule-kind'); kind.value = arguments[0]; kind.dispatchEvent(new Event('change'))", kind)
        if number:
            page.js("document.getElementById('rule-sum').value = arguments[0]", number)
        page.by("rule-add").click()
        page.wait(lambda: page.all("#rule-list li") or page.by("puzzle-error").text, kind)
        assert not page.by("puzzle-error").text, (kind, page.by("puzzle-error").text)
        page.button("take away").click()
        page.wait(lambda: not page.all("#rule-list li"), f"{kind} taken away")


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
    page.by("panel-puzzle").find_element("css selector", "[aria-label=format]").send_keys("sdk")
    page.by("save").click()
    saved = page.driver.downloads / "puzzle.sdk"
    page.wait(lambda: saved.exists() and saved.stat().st_size, "the file")
    assert command("count", "-q", str(saved)).strip() == "12"


def test_what_a_link_holds_is_short(page):
    page.fresh(P92)
    link = page.link_to_this()
    packed = link.split("#p=")[1][1:]
    assert len(packed) < 400
    assert base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
