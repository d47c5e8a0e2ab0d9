"""The page in German: every text in its sources has one, and no English is left in what is seen or read out."""

import html.parser
import pathlib
import re

import pytest
from conftest import P92, Keys, Select

ROOT = pathlib.Path(__file__).parents[2]
PAGE = ROOT / "cli/serve/page"
SOURCES = [path for path in (*sorted(PAGE.glob("*.js")), ROOT / "tools/web/page/transport.js") if path.name != "german.js"]
# Of these calls, the arguments that are shown.
ARGUMENTS = {"act": (0, 1), "asked": (1,), "busy": (1,), "button": (1,), "choose": (3,), "el": range(2, 99), "field": (1,),
             "key": (1,), "many": (1, 2), "say": range(1, 9), "t": (0,)}  # fmt: skip
READ_OUT = {"title", "aria-label", "aria-roledescription", "placeholder", "alt"}

# What looks like a text in the sources and is none: names, what is typed as it is, and words of the code.
KEPT = {
    "Clew", "{} - Clew", "English", "Deutsch", "SadMan (.sdk)", "Simple Sudoku (.ss)", "SudoCue (.sdx)", "HoDoKu",
    "Sukaku", "SudokuWiki", "OpenSudoku", "Interactive Sudoku Solver", "SudokuPad", "Sudoku Explainer",
    "sudokusolver.co.uk", "J. Paris", "SudokuJM", "Letter", "SVG", "DOT", "JSON", "GraphML",
    "x-wing", "thermometers, kropki", "AB, S07",
    '{"kind": "alternatives", "of": [[{"kind": "odd", "cells": ["r1c1"]}], [{"kind": "odd", "cells": ["r1c2"]}]]}',
    "ApiError", "AbortError", "Content-Type", "Clew-Page", "event:", "data:", "read", "aria-label",
    "Arrow", "Escape", "Backspace", "given", "placed wrong", "given wrong", "placed sure",
    "max_clues", "drop cell", "one solution", "end", "no_ratio", "anti", "png", "sudokupad", "fpuzzles",
    "&amp;", "&lt;", "&gt;", "&quot;", "not all", "screen and (prefers-color-scheme: dark)",
    "(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)", "fill-opacity",
    'bold {}px system-ui,"DejaVu Sans",sans-serif', '9.5px system-ui,"DejaVu Sans",sans-serif',
    "hint", "the link is too long",  # said otherwise where it is told
}  # fmt: skip

# What Clew answers in English, and the page shows in German.
ANSWERED = {"interrupted", "no solution", "several solutions"}


TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)|(?P<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|(?P<word>[\w$]+)|"""
    r"""(?P<regex>/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*)|(?P<sign>=>|\S)""",
    re.DOTALL,
)


class Script:
    """The texts of a JavaScript source: each with the calls and properties that it stands in."""

    def __init__(self, source):
        self.texts = []  # (text, whether a template, the calls around it: [callee, argument, property, texts])
        self.code(source, 0, [["", 0, None, []]])

    def code(self, source, at, frames):
        """Reads on until the end, or, within a template, until its gap ends."""
        depth, last = len(frames), ("sign", "")
        while at < len(source):
            if source[at] == "`":
                at = self.template(source, at + 1, frames, last[1] if last[0] == "word" else "")
                last = ("string", "")
                continue
            token = TOKEN.match(source, at)
            kind, text = token.lastgroup, token[0]
            if kind == "regex" and (last[0] in ("string", "word", "regex") or last[1] in (")", "]")) and last[1] != "return":
                kind, text = "sign", "/"
            at += len(text)
            if kind == "space":
                continue
            if kind == "string":
                text = re.sub(r"\\(u[0-9a-f]{4}|.)", lambda m: chr(int(m[1][1:], 16)) if len(m[1]) > 1 else {"n": "\n"}.get(m[1], m[1]), text[1:-1])
                self.found(text, "string", frames)
            elif kind == "sign":
                if text in "([{":
                    frames = [*frames, [last[1] if text == "(" and last[0] == "word" else text, 0, None, []]]
                elif text in ")]}":
                    if len(frames) == depth:
                        return at
                    frames = frames[:-1]
                elif text == ",":
                    frames[-1][1:3] = [frames[-1][1] + 1, None]
                elif text == ":" and frames[-1][0] == "{" and frames[-1][2] is None:
                    frames[-1][2] = last[1]
            last = (kind, text)
        return at

    def template(self, source, at, frames, tag):
        parts, start = [], at
        while source[at] != "`":
            if source.startswith("${", at):
                parts.append(source[start:at])
                at = start = self.code(source, at + 2, [*frames, ["`", 0, None, []]])
            else:
                at += 2 if source[at] == "\\" else 1
        parts.append(source[start:at])
        self.found("{}".join(parts), "german" if tag == "t" else "template", frames)
        return at + 1

    def found(self, text, kind, frames):
        frames[-1][3].append(text)
        self.texts.append((text, kind, tuple(frames[-1][:3]), frames[-1][3]))


class Html(html.parser.HTMLParser):
    """The texts of the page as it is before its scripts run."""

    def __init__(self, source):
        super().__init__()
        self.texts, self.inside = [], []
        self.feed(source)

    def handle_starttag(self, tag, attributes):
        self.inside.append(tag)
        self.texts += [value for name, value in attributes if name in READ_OUT]

    def handle_endtag(self, tag):
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data):
        if not {"noscript", "title", "script"} & set(self.inside):
            self.texts.append(data)


def has_word(text):
    return bool(re.search(r"[A-Za-z]{2}", text.replace("{}", " ")))


def is_prose(text):
    """Told by its look: words one after another, a sentence, or a capital."""
    return bool(re.search(r"(?<![\w-])[A-Za-z'-]+[,;:]? [A-Za-z{]|^[A-Z][a-z]+|[a-z]{2}(\.|\.\.\.|:|;|\?)$|^,? [a-z]{2,}|\} [a-z]{2,}", text.strip("\n")))


def texts_of(path):
    return Script(path.read_text()).texts


def german():
    """The catalogue, in its order."""
    words = [text for text, _, _, _ in texts_of(PAGE / "german.js")]
    return list(zip(words[::2], words[1::2], strict=True))


def wanted(path):
    """The texts of a source that are shown."""
    for text, kind, (callee, argument, name), beside in texts_of(path):
        text = text.strip()
        if name == "class" or text.startswith(("<", "javascript:")):
            continue
        if (
            kind == "german" or argument in ARGUMENTS.get(callee, ())
            or name in READ_OUT or (path.name == "rule-kinds.js" and name in ("name", "how", "number"))
            or (callee == "[" and argument == 1 and len(beside) > 1)
            or is_prose(text)
        ):  # fmt: skip
            yield text
        if callee == "many" and argument == 1 and len(beside) == 1:
            yield f"{text}s"


def shown(text):
    return has_word(text) and text not in KEPT


def test_every_text_of_the_page_has_a_german():
    known = {english for english, _ in german()}
    for path in SOURCES:
        assert sorted({text for text in wanted(path) if shown(text)} - known) == [], path.name
    static = {text.strip() for text in Html((PAGE / "index.html").read_text()).texts}
    assert sorted({text for text in static if shown(text)} - known) == []


def test_every_german_is_used_and_fills_its_gaps():
    rows = german()
    known = dict(rows)
    assert len(rows) == len(known)
    used = {text.strip() for path in SOURCES for text in (*wanted(path), *(text for text, *_ in texts_of(path)))}
    used |= {text.strip() for text in Html((PAGE / "index.html").read_text()).texts}
    assert sorted(set(known) - used - ANSWERED) == []
    for english, said in rows:
        gaps = re.findall(r"\{(\d*)\}", said)
        assert sorted(int(gap or n) for n, gap in enumerate(gaps)) == list(range(english.count("{}"))), english
        assert len(set(gaps) - {""}) in (0, len(gaps)), english
        assert said == said.strip(), english
        # What is translated already may come by once more.
        assert known.get(said, said) == said, said


def test_the_reader_of_sources_finds_what_is_shown():
    source = """el('p', {class: 'one two', title: on ? 'A title' : ''}, /'/.test(x) ? 'is shown' : t`gap ${a + `in ${b}`} end`, many(n, 'way'));"""
    texts = [(text, kind, *calls[:2]) for text, kind, calls, _ in Script(source).texts]
    assert ("is shown", "string", "el", 2) in texts
    assert ("gap {} end", "german", "el", 2) in texts
    assert ("in {}", "template", "`", 0) in texts
    assert ("way", "string", "many", 1) in texts
    assert [name for text, _, (*_, name), _ in Script(source).texts if text == "A title"] == ["title"]


# ---- what is seen ----

ENGLISH = re.compile(
    r"(?<![-\w])(the|of|is|are|and|or|with|which|what|from|to|this|that|no|not|all|by|at|it|for|one|two|more|than|cells?|rows?|columns?|box|"
    r"clues?|givens?|digits?|solutions?|puzzles?|steps?|rules?|board|entries|open|shows?|back|next|first|last|hard|easy|wrong|move|change)(?![-\w])",
    re.IGNORECASE,
)
FOREIGN = "#puzzle-text, #rule-text, #make-place, #make-technique, code"  # what is typed as it is


@pytest.fixture
def german_page(page):
    page.fresh()
    Select(page.by("language")).select_by_value("de")
    page.wait(lambda: page.js("return document.documentElement.lang === 'de' && document.documentElement.dataset.ready"), "German")
    yield page
    page.js("localStorage.removeItem('language')")


def english_in(page):
    """The texts that are seen or read out and look English."""
    known = {english for english, said in german() if english != said}
    texts = page.js("""
        const seen = [], [foreign, read_out] = arguments, walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const mine = element => !element.closest(foreign) && !element.closest('script, noscript, #language');
        while (walker.nextNode()) if (mine(walker.currentNode.parentElement)) seen.push(walker.currentNode.data);
        for (const element of document.querySelectorAll('*'))
          for (const name of read_out) if (mine(element) && element.hasAttribute(name)) seen.push(element.getAttribute(name));
        return seen;""", FOREIGN, list(READ_OUT))
    return sorted({text for text in texts if text.strip() in known or ENGLISH.search(text)})


def test_no_english_is_left(german_page):
    page = german_page
    page.open(P92.replace(".", "0"))
    page.settled("12 Lösungen")
    assert "leer" in page.by("puzzle-note").text
    page.cell("r1c1").click()
    page.keys("3")
    page.keys("4", hold=Keys.SHIFT)
    for name in ("point", "check"):
        page.press(page.by(name))
    page.wait(lambda: page.by("check-say").text, "what is wrong")
    for tab in page.all("#tabs button"):
        tab.click()
        name = tab.get_attribute("id").removeprefix("tab-")
        assert tab.text
        if name == "rules":
            page.press(page.all("#panel-rules .chip")[0])
            page.press(page.by("paint"))
        elif name == "answers":
            page.press(page.by("heat"))
            page.wait(lambda: page.by("heat-cell").text, "the shares")
            page.press(page.by("solution-next"))
            page.wait(lambda: page.by("showing-say").text, "a solution")
            page.press(page.by("pair"))
            page.wait(lambda: "unterscheiden" in page.by("showing-say").text, "two solutions")
        elif name == "why":
            page.press(page.by("hint"))
            page.press(page.by("walk-start"))
            page.wait(lambda: page.by("walk").is_displayed(), "the walk")
            page.by("judge-steps").send_keys("r1c2=4\nr7c5=7: 7 in Zeile 7\nr1c1=3")
            page.press(page.by("judge"))
            page.wait(lambda: "folgt nicht" in page.by("judged").text, "a judgement")
            for scale in ("se", "hodoku", "methods", "needs", "paris", "human"):
                Select(page.by("scale")).select_by_value(scale)
                page.js("document.getElementById('rated').replaceChildren()")
                page.press(page.by("rate"))
                page.wait(lambda: page.by("rated").text, scale)
                assert english_in(page) == [], scale
        elif name == "mend":
            page.press(page.by("mend"))
            page.wait(lambda: page.all("#mend-found .offers"), "proposals")
            page.press(page.by("mend-unavoidable"))
            page.wait(lambda: page.all("#mend-sets .offers"), "sets")
            page.press(page.by("mend-minimal"))
            page.wait(lambda: page.all("#mend-thin p"), "clues that are needed")
        elif name == "tree":
            page.wait(lambda: page.all("#tree-node h3"), "the tree", seconds=60)
        elif name == "make":
            page.press(page.by("make"))
            page.wait(lambda: page.by("make-stop").is_displayed() is False and page.all("#lot li"), "puzzles", seconds=60)
        assert english_in(page) == [], name


KILLER = """{"format": "clew-puzzle", "version": 2, "geometry": {"size": 4, "anti_knight": true}, "rules": [
    {"kind": "killer_cage", "cells": ["r1c1", "r1c2"], "numbers": [4]}, {"kind": "odd", "cells": ["r1c2"]},
    {"kind": "whisper", "cells": ["r4c1", "r4c2", "r4c3"], "numbers": [2]}, {"kind": "difference", "cells": ["r2c3", "r2c4"], "numbers": [1]}],
    "givens": ["2...", "....", "..1.", "...."]}"""


def test_rules_what_fights_and_what_is_refused_are_told_in_german(german_page):
    page = german_page
    page.open(KILLER)
    page.wait(lambda: page.by("answer").get_attribute("data-kind") == "none", "no solution")
    for tab in ("rules", "mend"):
        page.press(page.by(f"tab-{tab}"))
        if tab == "mend":
            page.press(page.by("mend"))
            page.wait(lambda: page.all("#mend-found .offers"), "what fights", seconds=30)
            page.press(page.by("mend-redundant"))
            page.wait(lambda: page.all("#mend-thin p"), "that there is no solution")
        assert english_in(page) == [], tab
    page.press(page.by("tab-why"))
    page.press(page.by("rate"))
    page.wait(lambda: page.all("#rated .error"), "that the scale is not for rules")
    assert english_in(page) == []
    page.open("12x")
    page.wait(lambda: "kein" in page.by("puzzle-error").text, "what is wrong")
    assert english_in(page) == []


def test_the_choice_stays_and_what_was_entered_survives_it(german_page):
    page = german_page
    page.open(P92)
    page.cell("r1c1").click()
    page.keys("3")
    assert page.label("r1c1") == "Zeile 1, Spalte 1: 3"
    Select(page.by("language")).select_by_value("en")
    page.wait(lambda: page.js("return document.documentElement.lang === 'en' && document.documentElement.dataset.ready"), "English")
    assert page.label("r1c1") == "row 1, column 1: 3"
    assert page.label("r1c3") == "row 1, column 3: clue 9"
    page.js("localStorage.removeItem('language')")
    page.fresh()
    assert page.js("return document.documentElement.lang") == "en"  # as the browser's


@pytest.mark.parametrize("width", [360, 768, 1024, 1440])
def test_it_fits_every_width(german_page, width):
    page = german_page
    with page.emulated(width, 800, touch=width == 360):
        page.fresh(P92)
        for tab in page.fitting_tabs(width):
            cut = page.js("""return [...document.querySelectorAll('button:not(.link)')]
                .filter(b => b.scrollWidth > b.clientWidth + 1).map(b => b.textContent)""")
            assert cut == [], tab
