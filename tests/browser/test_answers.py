"""The answers that stand beside the board all the time, and what can be asked of all solutions."""

import itertools
import json

import pytest
from conftest import GOULD, P92, Keys, answers, command, served


@pytest.fixture(scope="module")
def solutions():
    return command("enumerate", "-q", "-", text=P92).split()


def test_none_one_or_how_many(page):
    page.fresh(P92)
    page.settled("12 solutions")
    page.by("modes").find_element("css selector", "[data-layer=given]").click()
    page.cell("r1c2").click()
    page.keys("6")
    page.settled("One solution")
    page.keys("9")
    page.settled("No solution")
    page.keys("z", "z", hold=Keys.CONTROL)
    page.settled("12 solutions")


def test_however_many_the_number_is_exact(page):
    page.fresh()
    page.settled("6670903752021072936960 solutions")
    assert "\u202f" in page.by("answer-say").text


HOLD_BACK = """
    const real = window.fetch;
    let first = true;
    window.late = 0;
    window.fetch = async (...request) => {
      const mine = first && String(request[0]).endsWith(question);
      if (mine) first = false;
      const reply = await real(request[0], mine ? {...request[1], signal: undefined} : request[1]);
      if (mine) await new Promise(done => { window.release = done; });
      ++window.late;
      return reply;
    };"""


@served
def test_an_older_answer_never_stands_over_a_newer_one(page):
    page.fresh(P92)
    page.settled("12 solutions")
    page.js("const question = '/verify';" + HOLD_BACK)
    page.by("modes").find_element("css selector", "[data-layer=given]").click()
    page.cell("r1c2").click()
    page.keys("9")  # no solution: this answer is held back
    page.wait(lambda: page.js("return Boolean(window.release)"), "the question")
    page.keys("6")
    page.settled("One solution")
    asked = page.js("return window.late")
    page.js("window.release()")
    page.wait(lambda: page.js("return window.late") > asked, "the late answer")
    assert page.answer().startswith("One solution")


@served
def test_an_older_puzzle_never_stands_over_a_newer_one(page):
    page.fresh()
    page.js("const question = '/read';" + HOLD_BACK)
    for text in (P92, GOULD):
        page.js("document.getElementById('puzzle-text').value = arguments[0]", text)
        page.by("puzzle-open").click()
    page.wait(lambda: page.line() == GOULD, "the second puzzle")
    asked = page.js("return window.late")
    page.js("window.release()")
    page.wait(lambda: page.js("return window.late") > asked, "the late puzzle")
    page.settled("One solution")
    assert page.line() == GOULD


def test_long_work_can_be_stopped_and_says_so(page):
    page.fresh()
    page.by("new-size").send_keys("16")
    page.by("new-board").click()
    page.wait(lambda: page.by("answer-stop").is_displayed(), "the button that stops")
    assert page.by("answer-progress").is_displayed() or page.by("answer").get_attribute("aria-busy") == "true"
    page.wait(lambda: page.answer() != "Looking...", "that there are several")
    page.by("answer-stop").click()
    page.wait(lambda: page.answer().startswith("At least"), "what was found so far")
    assert not page.by("answer-stop").is_displayed()
    page.open(GOULD)  # and the page goes on
    page.settled("One solution")


def test_heat_shows_every_true_candidate_with_its_share(page):
    page.fresh(P92)
    page.settled("12 solutions")
    page.tab("answers")
    page.by("heat").click()
    density = answers("density", "--json", "-q", "-", text=P92)[0]
    page.wait(lambda: page.all("#shares circle"), "the heat")
    open_cells = [(label, digits) for label, digits in zip(page.labels(), density["cells"].values(), strict=True)
                  if "clue" not in label]  # fmt: skip
    for label, digits in open_cells:
        said = "candidates " + " ".join(digits) if len(digits) > 1 else f"{next(iter(digits))}, in all solutions"
        assert label.endswith(said), label
    circles = sum(len(digits) for _, digits in open_cells if len(digits) > 1)
    assert len(page.all("#shares circle")) == circles
    page.cell("r1c1").click()
    rows = [row.text.split() for row in page.all("#heat-cell tbody tr")]
    assert rows == [[digit, str(count), f"{count / 12 * 100:.2f}", "%"] for digit, count in density["cells"]["r1c1"].items()]
    page.by("heat").click()
    assert not page.all("#shares circle")
    assert page.label("r1c1") == "row 1, column 1: open"


# Nobody counts these: an empty board with a cage and a thermometer.
RULES = json.dumps({
    "format": "clew-puzzle", "version": 2, "geometry": {"size": 9, "boxes": [3, 3]}, "givens": ["." * 9] * 9,
    "rules": [{"kind": "killer_cage", "cells": ["r1c1", "r1c2"], "numbers": [10]},
              {"kind": "thermometer", "cells": ["r5c5", "r5c6", "r5c7"]}]})  # fmt: skip


@served
def test_nothing_waits_for_the_count(page):
    page.fresh(RULES)
    page.js("""
        const real = window.fetch;
        window.fetch = async (...request) => {
          const reply = await real(...request);
          if (String(request[0]).endsWith('/count')) await new Promise(() => {});
          return reply;
        };""")
    page.cell("r9c9").click()
    page.keys("5")  # this count will never be told
    page.tab("answers")
    page.wait(lambda: page.by("answer").get_attribute("aria-busy") == "true", "the count")
    page.by("pair").click()
    page.wait(lambda: page.all("#overlay .first"), "the two solutions")
    page.by("showing-end").click()
    page.by("solution-next").click()
    page.wait(lambda: page.by("showing-say").text == "Solution 1", "the first solution")
    first = page.line()
    assert int(first[0]) + int(first[1]) == 10
    assert first[40] < first[41] < first[42]
    page.by("solution-next").click()
    page.wait(lambda: page.by("showing-say").text == "Solution 2", "the second")
    assert page.line() != first
    page.by("showing-end").click()
    page.by("heat").click()
    page.wait(lambda: page.all("#shares circle"), "the true candidates")
    assert page.label("r1c1") == "row 1, column 1: open, candidates 1 2 3 4 6 7 8 9"
    page.by("check").click()  # no entry
    assert page.by("answer").get_attribute("aria-busy") == "true"
    assert not page.by("solution-last").is_enabled()  # its number is the count


@served
def test_what_ended_the_count_is_said(page):
    page.fresh()
    page.js("""
        const real = window.fetch;
        window.fetch = (address, request) => real(address, String(address).endsWith('/count')
          ? {...request, body: JSON.stringify({...JSON.parse(request.body), seconds: 0.01})} : request);""")
    page.open(RULES)
    page.settled("At least")
    assert "the time for one question was over" in page.answer()
    assert "interrupted" not in page.answer()


def test_heat_without_numbers_where_there_are_too_many(page):
    page.fresh()
    page.by("new-size").send_keys("16")
    page.by("new-board").click()
    page.wait(lambda: page.by("answer-stop").is_displayed(), "the button that stops")
    page.by("answer-stop").click()
    page.tab("answers")
    page.by("heat").click()
    page.wait(lambda: page.all("#shares circle"), "the true candidates")
    assert page.label("r1c1") == "row 1, column 1: open, candidates 1 2 3 4 5 6 7 8 9 A B C D E F G"
    assert [row.text for row in page.all("#heat-cell tbody tr")] == [f"{d} some" for d in "123456789ABCDEFG"]
    page.button("stop", "#tasks").click()  # the counting


def test_two_solutions_that_differ_least(page, solutions):
    page.fresh(P92)
    page.settled("12 solutions")
    page.tab("answers")
    page.by("pair").click()
    page.wait(lambda: page.all("#overlay .first"), "the two solutions")
    shown = [label.split(": ")[1].replace("clue ", "") for label in page.labels()]
    pair = ["".join(cell.split(" or ")[which % len(cell.split(" or "))] for cell in shown) for which in (0, 1)]
    assert pair[0] in solutions
    assert pair[1] in solutions
    parting = [sum(x != y for x, y in zip(a, b, strict=True)) for a, b in itertools.combinations(solutions, 2)]
    assert len(page.all("#overlay .first")) == min(parting)
    page.by("showing-end").click()
    assert page.line() == P92
    assert not page.all("#overlay *")


def test_stepping_through_all_of_them(page, solutions):
    page.fresh(P92)
    page.settled("12 solutions")
    page.tab("answers")
    seen = []
    for i in range(len(solutions)):
        page.by("solution-next").click()
        page.wait(lambda i=i: f"Solution {i + 1} of" in page.by("showing-say").text, f"solution {i + 1}")
        seen.append(page.line())
    assert sorted(seen) == sorted(solutions)
    page.by("solution-next").click()  # round
    page.wait(lambda: page.line() == seen[0], "the first again")
    page.by("solution-back").click()
    page.wait(lambda: page.line() == seen[-1], "the last again")
    number = page.by("solution-number")
    number.clear()
    number.send_keys("7", Keys.ENTER)
    page.wait(lambda: page.line() == seen[6], "the seventh")
    page.cell("r1c1").click()
    page.keys("3")  # whoever edits sees his own board
    assert page.line() == "3" + P92[1:]


def test_any_solution_of_very_many_by_its_number(page):
    # 329 456: a list; 366 370 976: by counting.
    page.fresh("..9.....2...31.8..2.8.......5......1...4.8...6...9..4.......4....7.8....1........")
    page.settled("329456 solutions")
    page.tab("answers")
    number = page.by("solution-number")

    def jump(to):
        number.clear()
        number.send_keys(to, Keys.ENTER)
        page.wait(lambda: page.by("showing-say").text.replace("\u202f", "").startswith(f"Solution {int(to)} of"), f"solution {to}")
        return page.line()

    there = jump("300000")
    page.by("solution-next").click()
    page.wait(lambda: page.line() != there, "the next")
    after = page.line()
    page.by("solution-back").click()
    page.wait(lambda: page.line() == there, "the one before")
    assert jump("300001") == after

    page.fresh("..9.........31......8.......5..2.......4.........9..4.......4.3....85.........2..")
    page.settled("366370976 solutions")
    page.tab("answers")
    number = page.by("solution-number")
    lines = [jump("1"), jump("123456789"), jump("0123456790"), jump("366370976")]
    assert lines == sorted(lines)
    page.by("solution-first").click()
    page.wait(lambda: page.line() == lines[0], "the first")
    page.by("solution-last").click()
    page.wait(lambda: page.line() == lines[-1], "the last")
    page.by("solution-next").click()  # round
    page.wait(lambda: page.line() == lines[0], "the first again")
    for line in lines:
        assert answers("verify", "--json", "-q", "-", text=line)[0]["validity"] == "unique"


def checked(page):
    page.by("check").click()
    page.wait(lambda: page.by("check-say").text, "the answer")
    return page.by("check-say").text.replace("\u00a0", " ")


def test_whether_anything_is_wrong_is_told_without_where(page):
    solution = command("solve", "-q", "-", text=GOULD).split()[0]
    page.fresh(GOULD)
    page.settled("One solution")
    assert checked(page) == "Nothing is entered."
    page.cell("r1c2").click()
    wrong = next(d for d in "123456789" if d != solution[0] and d not in GOULD[:9] + solution[1])
    page.keys(solution[1], Keys.ARROW_LEFT, wrong)
    assert "solution" not in page.label("r1c1")
    assert checked(page) == "Something is wrong."
    assert "solution" not in page.label("r1c1")  # not where
    page.by("check-where").click()
    page.wait(lambda: "r1c1" in page.by("check-say").text, "where")
    assert page.by("check-say").text.replace("\u00a0", " ") == "1 entry in no solution: r1c1"
    assert page.label("r1c1").endswith("in no solution")
    # More is entered behind the mistake; all of that goes.
    page.cell("r9c9").click()
    page.keys(solution[80])
    assert checked(page) == "Something is wrong."
    page.by("check-back").click()
    page.wait(lambda: page.by("check-say").text == "Here nothing was wrong yet.", "the point before")
    assert [page.label(name).split(": ")[1] for name in ("r1c1", "r1c2", "r9c9")] == ["open", solution[1], "open"]
    assert checked(page) == "Nothing is wrong."
    page.by("undo").click()  # nothing was lost
    page.wait(lambda: page.label("r9c9").endswith(solution[80]), "what was entered")


def test_entries_that_cannot_be_together_are_wrong(page, solutions):
    one, other = next((a, b) for a in solutions for b in solutions if a[0] != b[0] and not any(c[0] == a[0] and c[10] == b[10] for c in solutions))
    page.fresh(P92)
    page.cell("r1c1").click()
    page.keys(one[0])
    page.cell("r2c2").click()
    page.keys(other[10])
    assert checked(page) == "Something is wrong."
    page.by("check-where").click()
    page.wait(lambda: "no solution has all" in page.by("check-say").text, "where")


def test_one_comes_back_to_a_checkpoint(page):
    page.fresh(P92)
    page.cell("r1c1").click()
    page.keys("7")
    page.by("point").click()
    page.cell("r1c2").click()
    page.keys("3")
    page.all("#points button")[0].click()
    page.wait(lambda: "open" in page.label("r1c2"), "the checkpoint")
    assert page.label("r1c1").endswith("7")
    page.by("undo").click()
    page.wait(lambda: page.label("r1c2").endswith("3"), "undo")


@pytest.mark.parametrize(("puzzle", "words"), [(GOULD, "Logic solves it in "), (P92, "Logic leaves 40 cells open: nothing more follows")])
def test_how_far_logic_gets_is_told_at_once(page, puzzle, words):
    page.fresh(puzzle)
    page.wait(lambda: page.by("logic-say").text.replace("\u00a0", " ").startswith(words), words)
    height = page.js("return document.getElementById('answer').offsetHeight")
    page.fresh()
    assert page.js("return document.getElementById('answer').offsetHeight") == height  # nothing jumps


def test_the_entries_can_be_counted_with(page, solutions):
    page.fresh(P92)
    page.settled("12 solutions")
    page.tab("answers")
    page.by("with-entries").click()
    page.cell("r1c1").click()
    page.keys("7")
    page.settled(f"{sum(line[0] == '7' for line in solutions)} solutions with the entries")
    page.by("with-entries").click()
    page.settled("12 solutions")
