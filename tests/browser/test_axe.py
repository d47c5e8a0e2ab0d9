"""Accessibility: axe-core finds nothing on any tab, in both themes, and at three widths."""

import os

import pytest
from conftest import P92

AXE = os.environ.get("CLEW_AXE", "")


@pytest.fixture(scope="module", autouse=True)
def there_is_axe():
    if not os.path.exists(AXE):
        pytest.exit("skipped: without axe-core, which script/setup test fetches where there is npm", returncode=77)


def found(page):
    if not page.js("return Boolean(window.axe)"):
        with open(AXE) as source:
            page.js(source.read())  # by the driver, which the page's policy does not bind
    result = page.driver.execute_async_script(
        "axe.run(document, {resultTypes: ['violations'], preload: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', "
        "'best-practice']}).then(arguments[0])"
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (768, False), (360, True)])
def test_axe_finds_nothing(page, width, dark):
    with page.emulated(width, 800, dark=dark):
        page.fresh(P92)
        page.settled("12 solutions")
        page.cell("r1c1").click()
        page.keys("3")
        for tab in page.all("#tabs button"):
            tab.click()
            assert found(page) == [], tab.text
