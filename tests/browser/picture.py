"""Takes the pictures of the explorer for the documents, from the program as it is:

    CLEW=build/release/cli/clew python3 tests/browser/picture.py docs/pictures/explorer.png

`script/docs pictures` does that. It needs what the tests in the browser need, and pngquant.
"""

import contextlib
import shutil
import subprocess
import sys

import conftest


def main(target):
    with contextlib.ExitStack() as stack:
        link = stack.enter_context(contextlib.contextmanager(conftest.serving)())
        driver = stack.enter_context(contextlib.contextmanager(conftest.chromium)())
        page = conftest.Page(driver, link)
        page.cdp("Emulation.setDeviceMetricsOverride", width=1280, height=960, deviceScaleFactor=1, mobile=False)
        with open("examples/p92.sdk") as puzzle:
            page.fresh(puzzle.read())
        page.settled("12 solutions")
        page.tab("answers")
        page.by("heat").click()
        page.wait(lambda: page.all("#shares circle"), "the heat")
        page.cell("r2c2").click()
        page.wait(lambda: page.all("#heat-cell tbody tr"), "the shares")
        driver.save_screenshot(target)
        # A step of the walk, in the dark.
        walk = target.replace(".png", "-why.png")
        page.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        page.tab("why")
        page.by("walk-start").click()
        page.wait(lambda: page.by("walk").is_displayed(), "the walk")
        next(kind for kind in page.all(".kinds button") if "chain" in kind.text).click()
        page.js("document.activeElement.blur(); document.getElementById('walk').scrollIntoView(); scrollTo(0, scrollY - 60)")
        driver.save_screenshot(walk)
        # A node of the tree, with its grid.
        tree = target.replace(".png", "-tree.png")
        page.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
        page.tab("tree")
        page.wait(lambda: page.by("tree-search").is_displayed(), "the tree")
        page.by("tree-search").send_keys("ABA\n")
        window = "document.getElementById('tree-window')"
        page.wait(lambda: page.js(f"return {window}.ariaLabel").startswith("ABA"), "the node")
        page.js(f"{window}.clewStill = 0")
        page.wait(lambda: page.js(
            f"const w = {window}, n = w.clewFrames.length; w.clewStill = n === w.clewLast ? w.clewStill + 1 : 0;"
            "w.clewLast = n; return w.clewStill > 20 && w.dataset.state === 'ready'"), "the end of the movement")  # fmt: skip
        page.js("document.activeElement.blur(); scrollTo(0, 0)")
        driver.save_screenshot(tree)
    if shutil.which("pngquant"):
        for picture in (target, walk, tree):
            subprocess.run(["pngquant", "--force", "--strip", "--output", picture, "64", picture], check=True)


main(sys.argv[1])
