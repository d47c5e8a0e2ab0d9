"""What the tests in the browser share: Clew that serves on a free port, one Chromium, and a page with the words
for what a person does with it.

    def test_a_digit_is_written(page):
        page.fresh()                       # an empty board
        page.cell("r1c1").click()
        page.keys("5")
        assert page.label("r1c1") == "row 1, column 1: clue 5"

No test sleeps: `page.wait(condition, what)` waits until it holds. After each test the browser's console must be empty
of errors, so that nothing the policy forbids goes unseen.
"""

import contextlib
import json
import os
import shutil
import subprocess
import urllib.parse

import pytest

try:
    from selenium import webdriver
    from selenium.webdriver import ActionChains
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.actions.action_builder import ActionBuilder
    from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
    from selenium.webdriver.common.actions.pointer_input import PointerInput
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select, WebDriverWait
except ImportError:
    webdriver = None

P92 = "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2.."
GOULD = "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2.."

missing = [
    what
    for what, there in {
        "python3-selenium": webdriver is not None,
        "chromium": shutil.which("chromium"),
        "chromium-driver": shutil.which("chromedriver"),
    }.items()
    if not there
]


def pytest_sessionstart(session):
    if missing:
        pytest.exit("skipped: without " + ", ".join(missing), returncode=77)


def command(*arguments, text=""):
    """What the command prints."""
    done = subprocess.run(
        [os.environ["CLEW"], *arguments], input=text, capture_output=True, text=True, check=False
    )
    return done.stdout


def answers(*arguments, text=""):
    """The JSON lines that the command prints."""
    return [json.loads(line) for line in command(*arguments, text=text).splitlines()]


def serving():
    """The address of a Clew that serves, as it printed it."""
    server = subprocess.Popen(
        [os.environ["CLEW"], "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        server.wait(timeout=10)
        server.stdout.close()


def chromium(downloads=None):
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--window-size=1280,900"):  # fmt: skip
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if downloads:
        options.add_experimental_option("prefs", {
            "download.default_directory": str(downloads),
            # Long after the click, and the second: a person is asked once.
            "profile.default_content_setting_values.automatic_downloads": 1})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    driver.downloads = downloads
    try:
        yield driver
    finally:
        driver.quit()


# The page that computes for itself, opened from the disk, instead of one that is served.
ALONE = os.environ.get("CLEW_PAGE")
served = pytest.mark.skipif(bool(ALONE), reason="of the page that is served")


@pytest.fixture(scope="session")
def link():
    if ALONE:
        yield f"file://{ALONE}"
    else:
        yield from serving()


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    for driver in chromium(tmp_path_factory.mktemp("downloads")):
        if ALONE:
            driver.execute_cdp_cmd("Network.enable", {})
            driver.execute_cdp_cmd("Network.emulateNetworkConditions", {
                "offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
        yield driver


class Page:
    """The explorer, by what a person sees and does."""

    def __init__(self, driver, link):
        self.driver = driver
        self.link = link
        self.start = link  # with a token, the first visit alone has it

    def fresh(self, puzzle=None, fragment=""):
        """The page from its beginning; with a puzzle pasted into it."""
        self.driver.get("about:blank")
        self.driver.get(self.link + fragment)
        self.ready()
        if puzzle is not None:
            self.open(puzzle)

    def ready(self):
        self.wait(lambda: self.js("return document.documentElement.dataset.ready === 'yes'"), "the page")

    def js(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def cdp(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def wait(self, condition, what, seconds=20):
        return WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(
            lambda _: condition(), f"{what} did not come"
        )

    def by(self, name):
        return self.driver.find_element(By.ID, name)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def button(self, words, within="body"):
        """The button with these words that can be seen."""
        for element in self.all(f"{within} button"):
            if element.text == words and element.is_displayed():
                return element
        raise AssertionError(f"no button says {words!r}")

    def cell(self, name):
        row, column = name[1:].split("c")
        size = int(self.by("grid").get_attribute("aria-rowcount"))
        return self.by(f"cell-{(int(row) - 1) * size + int(column) - 1}")

    def label(self, name):
        return self.cell(name).get_attribute("aria-label")

    def labels(self):
        return self.js("return [...document.querySelectorAll('[role=gridcell]')].map(cell => cell.ariaLabel)")

    def line(self):
        """What stands in the cells, a symbol a cell, as the labels tell it."""
        words = (label.split(": ")[1].split(",")[0].replace("clue ", "") for label in self.labels())
        return "".join("." if word == "open" else word for word in words)

    def selected(self):
        return [cell["name"] for cell in self.js(
            "return [...document.querySelectorAll('[role=gridcell][aria-selected=true]')].map(cell => ({name: cell.id}))")]  # fmt: skip

    def focused(self):
        return self.driver.switch_to.active_element

    def keys(self, *keys, hold=None):
        """Typed wherever the focus is."""
        chain = ActionChains(self.driver, duration=20)
        if hold:
            chain.key_down(hold)
        for key in keys:
            chain.send_keys(key)
        if hold:
            chain.key_up(hold)
        chain.perform()

    def press(self, element):
        """Also what lies behind the bar of the page: a person scrolls it into sight."""
        self.js("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def tab(self, name):
        self.by(f"tab-{name}").click()

    def open(self, text):
        """Types it into the field for puzzles and opens it."""
        self.tab("puzzle")
        field = self.by("puzzle-text")
        self.js("arguments[0].value = arguments[1]", field, text)
        self.press(self.by("puzzle-open"))
        self.wait(
            lambda: self.by("puzzle-note").text.startswith(("Read as", "Gelesen als")) or self.by("puzzle-error").text,
            "what became of the puzzle",
        )

    def answer(self):
        """The line that is always there, digits without the gaps between them."""
        return self.by("answer-say").text.replace("\u202f", "").replace("\u00a0", " ")

    def settled(self, words):
        self.wait(lambda: self.answer().startswith(words), f"the answer {words!r}, instead of {self.answer()!r}")

    @contextlib.contextmanager
    def emulated(self, width=None, height=None, dark=None, touch=False, media=None):
        features = [] if dark is None else [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]  # fmt: skip
        if features or media:
            self.cdp("Emulation.setEmulatedMedia", features=features, media=media or "")
        if width:
            self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height or 800,
                     deviceScaleFactor=1, mobile=touch)  # fmt: skip
        if touch:
            self.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
        try:
            yield self
        finally:
            self.cdp("Emulation.setEmulatedMedia", features=[], media="")
            self.cdp("Emulation.clearDeviceMetricsOverride")
            self.cdp("Emulation.setTouchEmulationEnabled", enabled=False)

    def fitting_tabs(self, width):
        """Each tab, opened one after the other: the page is no wider than the screen."""
        for tab in self.all("#tabs button"):
            tab.click()
            assert self.js("return document.documentElement.scrollWidth") <= width, tab.text
            yield tab.text

    def middle(self, element):
        box = self.js("const b = arguments[0].getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]", element)  # fmt: skip
        return {"x": round(box[0]), "y": round(box[1])}

    def tap(self, element):
        """A finger down and up, in one command: between two, a busy machine makes it a long press, which clicks nothing."""
        finger = ActionBuilder(self.driver, mouse=PointerInput(POINTER_TOUCH, "finger"), duration=20)
        finger.pointer_action.move_to(element).pointer_down().pointer_up()
        finger.perform()

    def link_to_this(self):
        """The link that the button gives."""
        self.tab("puzzle")
        self.by("share").click()
        self.wait(lambda: self.by("link").is_displayed(), "the link")
        return self.by("link").get_attribute("value")


@pytest.fixture(scope="session")
def _page(browser, link):
    return Page(browser, link)


@pytest.fixture
def page(_page):
    yield _page
    faults = [
        entry["message"]
        for entry in _page.driver.get_log("browser")
        # What a server refuses is logged by the browser, too: that is no fault of the page.
        if entry["level"] == "SEVERE" and "Failed to load resource" not in entry["message"]
    ]
    assert not faults, faults


__all__ = ["GOULD", "P92", "ActionChains", "By", "Keys", "Select", "answers", "command", "served", "urllib"]
