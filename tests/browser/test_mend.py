"""Repairs with a preview, clues to add, questions, unavoidable sets, redundant clues."""

import pytest
from conftest import GOULD, P92, By, answers


@pytest.fixture(scope="module")
def diagnosis():
    return answers("repair", "--json", "-", text=P92)[0]


def test_what_a_photograph_was_misread_as_is_offered(page):
    page.fresh(GOULD.replace("31", "37", 1))
    page.tab("mend")
    page.press(page.by("mend-misread"))
    page.wait(lambda: "r2c5 is 1, not 7" in page.by("mend-found").text, "what was meant")
    page.press(page.all("#mend-found .do")[0])
    page.wait(lambda: page.label("r2c5").endswith("clue 1"), "the clue")


def opened(page, puzzle):
    page.fresh(puzzle)
    page.tab("mend")


def mended(page):
    page.by("mend").click()
    page.wait(lambda: page.all("#mend-found li") or "nothing" in page.by("mend-found").text.lower(), "proposals")


def offer(page, words):
    return next(item for item in page.all("li.offer") if item.find_element(By.CLASS_NAME, "look").text == words)


def test_a_repair_is_previewed_applied_and_undone(page, diagnosis):
    best = diagnosis["proposals"][0]
    opened(page, P92)
    mended(page)
    item = offer(page, best["text"])
    look = item.find_element(By.CLASS_NAME, "look")
    look.click()
    assert look.get_attribute("aria-pressed") == "true"
    assert page.line() == best["puzzle"]
    assert page.all("#picture .fine")
    assert page.answer().startswith("12 solutions")  # nothing is done yet
    page.by("showing-end").click()
    assert page.line() == P92
    item.find_element(By.CLASS_NAME, "do").click()
    page.settled("One solution")
    assert page.line() == best["puzzle"]
    page.by("undo").click()
    page.settled("12 solutions")
    assert page.line() == P92


def test_every_proposal_is_there_the_likeliest_first(page, diagnosis):
    opened(page, P92)
    mended(page)
    said = [element.get_attribute("textContent") for element in page.all("#mend-found .look")]
    texts = [proposal["text"] for proposal in diagnosis["proposals"]]
    assert said[: len(texts)] == texts


def test_a_smallest_set_of_clues_is_added(page, diagnosis):
    opened(page, P92)
    mended(page)
    added = diagnosis["add_clues"]["sets"][0]
    offer(page, ", ".join(name.replace("=", " = ") for name in added)).find_element(By.CLASS_NAME, "do").click()
    page.settled("One solution")
    name, digit = added[0].split("=")
    assert page.label(name).endswith(f"clue {digit}")


def test_the_answer_to_a_question_leaves_so_many_solutions(page, diagnosis):
    opened(page, P92)
    mended(page)
    best = diagnosis["questions"][0]
    part = best["parts"][0]
    item = offer(page, f"What is {best['cell']}?")
    next(b for b in item.find_elements(By.CSS_SELECTOR, ".parts button") if b.text.startswith(part["digit"])).click()
    page.settled(f"{part['solutions']} solutions")


def test_clues_that_fight_are_shown(page):
    broken = "99" + P92[2:]
    opened(page, broken)
    page.settled("No solution")
    mended(page)
    offer(page, "r1c1, r1c2").find_element(By.CLASS_NAME, "look").click()
    assert len(page.all("#picture .fault")) == 2


def test_unavoidable_sets_without_a_clue_are_shown_on_the_board(page):
    opened(page, P92)
    sets = answers("unavoidable", "--not-hit", "--json", "-", text=P92)[0]["sets"]
    page.by("mend-unavoidable").click()
    page.wait(lambda: page.all("#mend-sets li"), "the sets")
    assert len(page.all("#mend-sets li")) == len(sets)
    page.all("#mend-sets .look")[0].click()
    assert len(page.all("#picture .marked")) == sets[0]["size"]


def test_a_redundant_clue_is_taken_out(page):
    opened(page, GOULD)
    [name] = answers("minimal", "--json", "-", text=GOULD)[0]["redundant"]
    page.by("mend-redundant").click()
    page.wait(lambda: page.all("#mend-thin li"), "the clue")
    page.by("mend-thin").find_element(By.CLASS_NAME, "do").click()
    page.settled("One solution")
    assert "open" in page.label(name.split("=")[0])
    # Nothing is redundant any more.
    page.by("mend-redundant").click()
    page.wait(lambda: page.by("mend-thin").text, "the answer")
    assert not page.all("#mend-thin li")


def test_the_best_clue_and_question_are_there_at_once_however_many_solutions(page):
    few = P92[:60] + "." * 21
    opened(page, few)
    page.wait(lambda: page.all("#mend-glance li"), "the best clue")
    density = answers("density", "--json", "-", text=few)[0]
    total = int(density["count"])
    counts = {(cell, digit): int(n) for cell, digits in density["cells"].items() for digit, n in digits.items() if 0 < int(n) < total}
    first = page.all("#mend-glance .look")[0].text
    cell, digit = first.split(" = ")
    assert counts[cell, digit] == min(counts.values())
    question = next(look.text for look in page.all("#mend-glance .look") if look.text.startswith("What is "))[8:-1]

    def left(name):
        return sum(n * n for (c, _), n in counts.items() if c == name)

    assert left(question) == min(left(name) for name, _ in counts)
    page.all("#mend-glance .do")[0].click()
    page.wait(lambda: page.label(cell).endswith(f"clue {digit}"), "the clue")


def test_a_valid_puzzle_needs_no_mending(page):
    opened(page, GOULD)
    mended(page)
    assert "nothing to mend" in page.by("mend-found").text


def test_a_cell_of_the_wrong_cage_is_shown_moved_and_undone(page):
    opened(page, '{"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},"givens":"..34341221434321",'
                 '"rules":[{"kind":"killer_cage","cells":["r1c1"],"numbers":[3]},'
                 '{"kind":"killer_cage","cells":["r1c2","r1c3","r1c4"],"numbers":[7]}]}')
    page.settled("No solution")
    mended(page)
    item = offer(page, "move r1c2 from the killer cage r1c2, r1c3 and r1c4 to the killer cage r1c1")
    item.find_element(By.CLASS_NAME, "look").click()
    page.wait(lambda: len(page.all("#picture .marked")) == 4 and len(page.all("#picture .fine")) == 1, "the cells of the cages")
    item.find_element(By.CLASS_NAME, "do").click()
    page.settled("One solution")
    page.by("undo").click()
    page.settled("No solution")


def test_a_sum_of_a_cage_is_mended_and_undone(page):
    opened(page, '{"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},"givens":"..34341221434321",'
                 '"rules":[{"kind":"killer_cage","cells":["r1c1","r1c2"],"numbers":[2]}]}')
    page.settled("No solution")
    mended(page)
    item = offer(page, "change the sum of the killer cage r1c1 and r1c2 from 2 to 3")
    item.find_element(By.CLASS_NAME, "look").click()
    page.wait(lambda: len(page.all("#picture .marked")) == 2, "the cells of the cage")
    item.find_element(By.CLASS_NAME, "do").click()
    page.settled("One solution")
    page.by("undo").click()
    page.settled("No solution")
