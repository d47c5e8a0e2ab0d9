"""Hints by degrees, pencil marks asked, the walk drawn step by step, ratings."""

import pytest
from conftest import GOULD, P92, ActionChains, By, Keys, answers


@pytest.fixture(scope="module")
def walked():
    """The walk as the command tells it, with a frame for its end."""
    return answers("explain", "--json", "-", text=P92)[0]


def marks(page, name):
    """The candidates that a cell shows."""
    label = page.label(name)
    return label.split("candidates ")[1].split() if "candidates" in label else []


def opened(page, puzzle):
    page.fresh(puzzle)
    page.tab("why")


def test_a_hint_is_given_away_by_degrees_and_then_done(page):
    opened(page, P92)
    told = answers("hint", "--level", "3", "--json", "-", text=P92)[0]
    hint, said = page.by("hint"), page.by("hint-say")
    hint.click()
    page.wait(lambda: said.text, "where to look")
    assert said.text.startswith("Look at ")
    assert told["step"]["name"] not in said.text.lower()
    hint.click()
    assert told["step"]["title"].lower() in said.text
    assert told["step"]["text"] not in said.text
    hint.click()
    assert told["step"]["text"] in said.text
    assert page.all("#picture #over *") or page.all("#picture #under *")
    hint.click()
    name, digit = told["step"]["placements"][0].split("=")
    page.wait(lambda: page.label(name).endswith(digit), "the digit")
    assert "clue" not in page.label(name)
    page.by("undo").click()
    page.wait(lambda: "open" in page.label(name), "undo")
    assert said.text == ""


def test_a_hint_from_here_is_beside_the_digits(page):
    page.fresh(P92)
    page.by("pad-hint").click()
    page.wait(lambda: page.by("hint-say").text.startswith("Look at "), "the hint")


def test_the_walk_is_saved_and_printed(page, walked):
    opened(page, P92)
    page.press(page.by("walk-start"))
    page.wait(lambda: page.by("walk").is_displayed(), "the walk")
    page.press(page.by("walk-save"))
    saved = page.driver.downloads / "walk.md"
    page.wait(lambda: saved.exists() and saved.stat().st_size, "the file")
    text = saved.read_text()
    assert P92 in text
    assert all(f"**{step['title']}**" in text for step in walked["steps"] if step.get("title") and "#" not in step["title"])
    page.js("window.print = () => {}")
    page.press(page.by("walk-print"))
    with page.emulated(media="print"):
        assert page.by("sheets").is_displayed()
        assert not page.by("panel-why").is_displayed()
        assert len(page.all("#sheets li")) >= len(walked["steps"])
    page.js("window.dispatchEvent(new Event('afterprint'))")
    assert not page.all("#sheets")


def test_hints_lead_to_the_solution(page):
    """Somebody who always asks for the next step gets there; what falls becomes centre marks."""
    nearly = answers("verify", "--json", "-", text=GOULD)[0]["witnesses"][0]
    gaps = [12, 30, 41, 77]
    opened(page, "".join("." if n in gaps else c for n, c in enumerate(nearly)))
    for _ in gaps:
        for _ in range(4):
            before = page.by("hint-say").text, page.by("hint").text
            page.by("hint").click()
            page.wait(lambda: (page.by("hint-say").text, page.by("hint").text) != before, "the next degree")
    assert page.line() == nearly


def test_the_board_shows_what_is_left_to_be_asked(page):
    opened(page, P92)
    left = marks(page, "r7c5")
    assert "7" in left
    assert "6" not in left  # in row, column and box
    page.by("tab-puzzle").click()
    assert marks(page, "r7c5") == []


def click_mark(page, name, digit):
    cell = page.cell(name)
    row, column = divmod(int(digit) - 1, 3)
    box = cell.size
    ActionChains(page.driver, duration=20).move_to_element_with_offset(
        cell, round((column - 1) * box["width"] * 0.3), round((row - 1) * box["height"] * 0.3)
    ).click().perform()


def test_a_pencil_mark_that_cannot_be_says_why(page):
    opened(page, P92)
    why = answers("why", "--json", "-", "r1c2=4", text=P92)[0]
    assert why["outcome"] == "proved"
    click_mark(page, "r1c2", "4")
    page.wait(lambda: page.by("asked-say").text and not page.by("asked-say").text.endswith("..."), "the reason")
    assert page.by("asked-cell").text == "r1c2 = 4"
    assert page.by("asked-say").text == why["text"]
    assert page.all("#picture #under *"), "the argument is drawn"


def test_a_pencil_mark_that_can_be_is_shown_in_a_solution(page):
    opened(page, P92)
    click_mark(page, "r1c2", "6")
    page.wait(lambda: page.all("#asked-more button"), "the solutions")
    shown = next(b for b in page.all("#asked-more button") if b.text.endswith("= 6"))
    shown.click()
    line = page.line()
    assert line[1] == "6" and "." not in line
    assert all(a in (".", b) for a, b in zip(P92, line, strict=True))
    page.by("showing-end").click()
    assert page.line() == P92


def test_what_is_filled_in_and_steps_are_judged(page):
    opened(page, P92)
    page.tab("why")
    page.by("judge-steps").send_keys("r1c2=4\nr1c1=3")
    page.by("judge").click()
    page.wait(lambda: "undecided" in page.by("judged").text, "the judgement")
    assert page.by("judged").text.splitlines()[0] == "r1c2=4"
    assert "wrong: r1c2=4 is in no solution." in page.by("judged").text


def test_a_wrong_entry_is_set_aside_and_said_so(page):
    opened(page, P92)
    page.tab("puzzle")
    page.cell("r1c1").click()
    page.keys("9")
    page.tab("why")
    click_mark(page, "r1c2", "4")
    page.wait(lambda: page.by("asked-say").text and not page.by("asked-say").text.endswith("..."), "the reason")
    why = answers("why", "--json", "-", "r1c2=4", text=P92)[0]["text"]
    assert page.by("asked-say").text == f"What is entered leads to no solution. Without it: {why}"


def test_keys_alone_ask(page):
    opened(page, P92)
    page.cell("r1c1").click()
    page.keys(Keys.ARROW_RIGHT, Keys.ENTER)
    page.wait(lambda: "not settled" in page.by("asked-say").text, "what the cell may hold")
    page.button("6", "#panel-why .digits").send_keys(Keys.ENTER)
    page.wait(lambda: page.by("asked-cell").text == "r1c2 = 6", "the digit")


def test_the_walk_is_the_command_s_and_every_step_is_drawn(page, walked):
    opened(page, P92)
    page.by("walk-start").click()
    page.wait(lambda: page.by("walk").is_displayed(), "the walk")
    steps = walked["steps"]
    titles = [item.text for item in page.all("#walk-list b")]
    assert titles[:-1] == [step["title"] for step in steps]
    assert page.by("walk-place").text == f"1 of {len(steps)}"
    for number, step in enumerate(steps, 1):
        assert page.by("walk-text").text == step["text"]
        assert page.all("#picture #under *, #picture #over *"), number
        page.keys("j") if number % 2 else page.keys(Keys.ARROW_DOWN)
    assert page.by("walk-place").text == "the end"
    assert page.line().count(".") == 40
    page.keys(Keys.HOME)
    assert page.by("walk-place").text == f"1 of {len(steps)}"
    # What was done in a step is seen on the board of the next one.
    first = next(n for n, step in enumerate(steps) if step["placements"])
    name, digit = steps[first]["placements"][0].split("=")
    page.all("#walk-list li")[first].click()
    assert "open" in page.label(name)
    page.by("walk-next").click()
    assert page.label(name).endswith(digit)


def test_bars_and_kinds_lead_to_the_steps(page, walked):
    opened(page, P92)
    page.by("walk-start").click()
    page.wait(lambda: page.by("walk").is_displayed(), "the walk")
    assert len(page.all(".bars rect")) == len(walked["steps"])
    kinds = page.all(".kinds button")
    kinds[0].click()
    hardest = max(walked["steps"], key=lambda step: step["score"])
    assert page.by("walk-title").text == hardest["title"]
    # A chain is followed link by link.
    chain = next(n for n, step in enumerate(walked["steps"]) if "inference chain" in step["name"])
    page.all("#walk-list li")[chain].click()
    every = len([e for e in page.all("#picture .link") if e.is_displayed()])
    page.by("link-next").click()
    assert len([e for e in page.all("#picture .link") if e.is_displayed()]) < every
    assert page.by("link-say").text.startswith("1 of ")
    # A change of the puzzle ends the walk.
    page.cell("r1c1").click()
    page.keys("5")
    page.wait(lambda: not page.by("walk").is_displayed(), "the end of the walk")


def test_a_walk_that_is_stuck_folds_away_what_it_tried(page):
    opened(page, P92)
    page.by("walk-rules").find_element(By.CSS_SELECTOR, "[value=template]").click()
    page.by("walk-to-end").click()
    page.by("walk-start").click()
    page.wait(lambda: page.by("walk").is_displayed(), "the walk")
    page.by("walk-last").click()
    assert "Tried" not in page.by("walk-text").text
    tried = page.by("walk-folded").find_element(By.TAG_NAME, "details")
    assert tried.get_attribute("open") is None
    tried.find_element(By.TAG_NAME, "summary").click()
    assert "hidden single" in tried.text


def test_it_is_rated(page):
    opened(page, GOULD)
    page.by("rate").click()
    page.wait(lambda: page.by("rated").text, "the rating")
    assert answers("rate", "--json", "-", text=GOULD)[0]["rating"] in page.by("rated").text
    page.by("scale").find_element(By.CSS_SELECTOR, "[value=needs]").click()
    page.by("rate").click()
    largest = answers("rate", "--scale", "needs", "--json", "-", text=GOULD)[0]["largest"]
    page.wait(lambda: page.by("rated").text.startswith(f"{largest} "), "the largest argument")


@pytest.mark.parametrize("size", [(360, 740), (768, 1024)])
def test_board_words_and_buttons_are_seen_together_on_a_small_screen(page, size):
    with page.emulated(*size, touch=size[0] < 500):
        opened(page, P92)
        page.press(page.by("walk-start"))
        page.wait(lambda: page.by("walk").is_displayed(), "the walk")
        page.js("document.getElementById('walk-title').scrollIntoView()")
        look = """const box = id => { const b = document.getElementById(id).getBoundingClientRect(); return [b.top, b.bottom]; };
                  return {board: box('picture'), title: box('walk-title'), next: box('walk-next'), y: scrollY};"""
        first = page.js(look)
        assert first["board"][0] >= 0
        assert first["board"][1] <= first["title"][0]
        assert first["title"][1] <= first["next"][0]
        assert first["next"][1] <= size[1]
        for _ in range(3):
            page.by("walk-next").click()
        assert page.js(look) == first
        assert page.by("walk-place").text.startswith("4 of ")


def test_each_step_has_a_lesson_with_boards_to_try(page):
    opened(page, GOULD)
    page.press(page.by("walk-start"))
    page.wait(lambda: page.by("walk").is_displayed(), "the walk")
    page.wait(lambda: page.all("#walk button.lesson"), "its lesson")
    title = page.by("walk-title").text
    page.press(page.all("#walk button.lesson")[0])
    lesson = page.by("lesson")
    assert lesson.text.startswith(f"Lesson: {title.lower()}")
    assert "?" in lesson.text

    def press(words):
        page.press(next(button for button in page.all("#lesson button") if button.text == words))

    press("Try it on a board")
    page.wait(lambda: "find it" in page.by("live").get_attribute("textContent"), "a board")
    assert lesson.is_displayed()
    press("Show it here")
    page.wait(lambda: page.all("#lesson p[role=status]")[0].text, "the step")
    assert page.all("#picture #over *") or page.all("#picture #under *")
    press("Make another")
    page.wait(lambda: "a new board" in page.by("live").get_attribute("textContent"), "another board")
    press("Show it here")
    page.wait(lambda: page.all("#lesson p[role=status]")[0].text, "the step there")
    assert "none on this board" not in lesson.text
