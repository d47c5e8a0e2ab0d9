"""Accessibility: what Chromium tells a screen reader about the board. What axe-core finds: test_axe.py."""

import pytest
from conftest import P92, Keys, urllib


def tree(page):
    nodes = page.cdp("Accessibility.getFullAXTree")["nodes"]
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""),
         {p["name"]: p["value"].get("value") for p in node.get("properties", [])})
        for node in nodes
        if not node.get("ignored")
    ]  # fmt: skip


def test_a_screen_reader_is_told_the_board(page):
    page.fresh(P92)
    page.settled("12 solutions")
    page.cell("r1c3").click()
    said = tree(page)
    cells = [(name, properties) for role, name, properties in said if role == "gridcell"]
    assert [name for name, _ in cells] == page.labels()
    assert [name for name, properties in cells if properties.get("selected")] == ["row 1, column 3: clue 9"]
    assert [name for name, properties in cells if properties.get("focused")] == ["row 1, column 3: clue 9"]
    assert any(role == "grid" and name.startswith("board") for role, name, _ in said)
    buttons = [name for role, name, _ in said if role in ("button", "radio", "tab", "checkbox", "textbox", "combobox")]
    assert all(buttons)
    assert any(role == "status" for role, _, _ in said)


# What has focus, or can have it, as (role, name), and the levels of the headings.
def told(page):
    nodes = page.cdp("Accessibility.getFullAXTree")["nodes"]
    shown = [node for node in nodes if not node.get("ignored")]

    def value(node, name):
        return next((p["value"].get("value") for p in node.get("properties", []) if p["name"] == name), None)

    controls = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in shown
                if value(node, "focusable") and node["role"]["value"] != "RootWebArea"]  # fmt: skip
    levels = [value(node, "level") for node in shown if node["role"]["value"] == "heading"]
    roles = {node["role"]["value"] for node in shown}
    return controls, levels, roles


# Text whose contrast with what is behind it is below that of WCAG 2 (4.5, of large letters 3).
PALE = """
    const parts = text => (text.match(/[\\d.]+/g) ?? []).map(Number);
    const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0.05);
    const over = (top, below) => top.slice(0, 3).map((v, i) => v * (top[3] ?? 1) + below[i] * (1 - (top[3] ?? 1)));
    const behind = element => {
      const layers = [];
      for (let e = element; e; e = e.parentElement) {
        const colour = parts(getComputedStyle(e).backgroundColor);
        if ((colour[3] ?? 1) > 0) layers.push(colour);
        if ((colour[3] ?? 1) === 1) break;
      }
      return layers.reduceRight((below, top) => over(top, below), [255, 255, 255]);
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      const element = node.parentElement, style = getComputedStyle(element);
      if (!node.data.trim() || !element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true})) continue;
      if (element.closest('svg, :disabled, noscript, .hidden, .skip, option, script')) continue;
      const below = behind(element), colour = over(parts(style.color), below);
      const [a, b] = [light(colour), light(below)].sort((x, y) => y - x);
      const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (a / b < (large ? 3 : 4.5)) found.push(`${(a / b).toFixed(2)}: ${node.data.trim().slice(0, 40)}`);
    }
    return found;"""


def with_something_in_it(page, tab):
    page.fresh(P92)
    page.settled("12 solutions")
    page.tab(tab)
    if tab == "answers":
        page.by("pair").click()
        page.wait(lambda: page.by("answers-say").text.startswith("They differ"), "two solutions")
    elif tab == "why":
        page.by("walk-start").click()
        page.wait(lambda: page.by("walk").is_displayed(), "the walk")
        page.by("hint").click()
        page.wait(lambda: page.by("hint-say").text, "a hint")
    elif tab == "mend":
        page.by("mend").click()
        page.wait(lambda: page.all("#mend-found .offer"), "what would mend it")
    elif tab == "tree":
        page.wait(lambda: page.by("tree-say").text.startswith("283 patterns"), "the tree")
    elif tab == "make":
        page.by("lot-add").click()
        page.wait(lambda: page.all("#lot li"), "the lot")


@pytest.mark.parametrize("tab", ["puzzle", "rules", "answers", "why", "mend", "tree", "make"])
def test_every_control_has_a_name_and_every_text_can_be_read(page, tab):
    with_something_in_it(page, tab)
    controls, levels, roles = told(page)
    assert len(controls) > 20
    assert [(role, name) for role, name in controls if not name.strip()] == []
    assert [(role, name) for role, name in controls if role in ("generic", "none", "StaticText")] == []
    # No heading stands more than one level below the one before it.
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False)), levels
    assert {"main", "banner", "grid", "tablist", "tabpanel", "status"} <= roles
    for dark in (False, True):
        with page.emulated(dark=dark):
            assert page.js(PALE) == [], "dark" if dark else "light"


def test_the_checks_of_contrast_and_names_find_something(page):
    page.fresh()
    page.js("""const b = document.createElement('button'); b.id = 'bare'; document.body.append(b);
        const p = document.createElement('p'); p.textContent = 'pale words'; p.style.color = '#aaa'; p.style.background = '#fff';
        document.body.append(p);""")
    assert [role for role, name in told(page)[0] if not name.strip()] == ["button"]
    assert [words.split(": ")[1] for words in page.js(PALE)] == ["pale words"]


class Keyboard:
    """Hands that have a keyboard alone."""

    def __init__(self, page):
        self.page = page

    def to(self, what, matches):
        """Tab, until that has the focus."""
        for _ in range(150):
            if self.page.js(f"const e = document.activeElement; return Boolean({matches})"):
                return
            self.page.keys(Keys.TAB)
        raise AssertionError(f"Tab does not lead to {what}")

    def to_button(self, words):
        self.to(words, f"e.matches('button') && (e.getAttribute('aria-label') ?? e.textContent).startsWith({words!r})")

    def open_tab(self, name):
        self.to("the tabs", "e.getAttribute('role') === 'tab'")
        for _ in range(7):
            if self.page.focused().get_attribute("id") == f"tab-{name}":
                return
            self.page.keys(Keys.ARROW_RIGHT)
        raise AssertionError(f"no tab {name}")


def test_everything_can_be_done_by_keys(page):
    hands = Keyboard(page)
    page.fresh(P92)
    page.settled("12 solutions")
    page.fresh(fragment=urllib.parse.urlsplit(page.link_to_this()).fragment.join(("#", "")))  # nothing has been clicked
    page.settled("12 solutions")
    page.keys(Keys.TAB, Keys.ENTER)  # to the board
    page.keys("7")
    assert page.label("r1c1") == "row 1, column 1: 7"
    page.keys("z", hold=Keys.CONTROL)
    page.keys(Keys.ARROW_RIGHT)
    page.keys("4", hold=Keys.SHIFT)
    assert page.label("r1c2") == "row 1, column 2: open, corner marks 4"

    # Why cannot it be 4? Enter on the cell, and its digits are buttons.
    hands.open_tab("why")
    page.keys(Keys.TAB)
    hands.to("the board again", "e.getAttribute('role') === 'gridcell'")
    page.keys(Keys.ENTER)
    page.wait(lambda: page.by("asked-say").text not in ("", "..."), "what the cell may hold")
    hands.to("the digit", "e.closest('#panel-why .digits') && e.textContent === '9'")
    page.keys(Keys.ENTER)
    page.wait(lambda: page.by("asked-cell").text == "r1c2 = 9" and page.by("asked-say").text not in ("", "..."), "why")

    # The walk, step by step.
    hands.to_button("Walk")
    page.keys(Keys.ENTER)
    page.wait(lambda: page.focused().get_attribute("id") == "walk-list", "the list of steps")
    first = page.by("walk-title").text
    page.keys("j")
    assert page.by("walk-place").text.startswith("2")
    page.keys("k")
    assert page.by("walk-title").text == first

    # A node of the tree, by its keys.
    hands.open_tab("tree")
    page.wait(lambda: page.by("tree-say").text.startswith("283 patterns"), "the tree")
    hands.to("the tree", "e.id === 'tree-window'")
    told_nodes = [page.by("tree-window").get_attribute("aria-label")]
    for key in (Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_UP):
        page.keys(key)
        page.wait(lambda: page.by("tree-window").get_attribute("aria-label") != told_nodes[-1], "the next node")
        told_nodes.append(page.by("tree-window").get_attribute("aria-label"))
    assert told_nodes[3] == told_nodes[0]  # the branch, its neighbour, and back at the root
    assert len(set(told_nodes)) == 3
    assert "pattern" in told_nodes[1]

    # A repair, applied and undone.
    before = page.line()
    hands.open_tab("mend")
    hands.to_button("Look for repairs")
    page.keys(Keys.ENTER)
    page.wait(lambda: page.all("#mend-found .offer .do"), "repairs")
    hands.to("what applies it", "e.matches('#mend-found .offer .do')")
    page.keys(Keys.ENTER)
    page.wait(lambda: page.line() != before, "the repair")
    page.keys("z", hold=Keys.CONTROL)
    page.wait(lambda: page.line() == before, "what was there before")
