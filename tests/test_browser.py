"""The page of a report in a browser: silent, alone, readable at 400 pixels, and on sheets of A4."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import Call

pytestmark = pytest.mark.full

BROWSERS = (
    "chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable",
)  # fmt: skip
LINES = {
    "two-hundred": "odds two-hundred --hand '♠AT95 ♥AK ♦T8 ♣7' --fast -n 500",
    "blackout": "odds blackout --hand 'S:AK94 H:KQ5 D:A843 C:72' --fast -n 100",
    "da-bai-fen": "odds dbf --hand 'RJ S:AK972 H:K82 D:A5 C:9' --fast -n 50",
    "duel": "duel nahanni rules random -n 50",
    "rules": "rules nahanni",
}
SHEETS = {"two-hundred": 2, "blackout": 2, "da-bai-fen": 2, "duel": 1, "rules": 4}  # at most
MEASURE = """<script>
const wide = document.documentElement.scrollWidth;
const small = [...document.querySelectorAll("svg text")].map(text => text.getBoundingClientRect().height);
document.body.dataset.measured = JSON.stringify([wide, Math.min(99, ...small)]);
</script></body>"""


@pytest.fixture(scope="module")
def browser() -> str:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no browser is installed: none of {', '.join(BROWSERS)}")
    return found


def browse(browser: str, page: Path, *options: str) -> tuple[str, list[str], set[str]]:
    """Standard output, what the page says on its console, and the other addresses that are asked for."""
    log = page.with_suffix(".netlog")
    done = subprocess.run(
        [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--enable-logging=stderr",
            f"--user-data-dir={page.parent / 'profile'}", f"--log-net-log={log}", "--virtual-time-budget=1000",
            *options, page.as_uri(),
        ],
        capture_output=True, text=True, check=True, timeout=120, errors="replace",
    )  # fmt: skip
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    asked = set(re.findall(r'"url":\s*"([^"]+)"', log.read_text("utf-8", errors="replace")))
    return done.stdout, console, asked - {page.as_uri()}


def test_a_page_that_is_not_alone_would_be_found_out(browser: str, tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    page.write_text(
        '<!doctype html><body><img src="http://nosuch.invalid/x.png"><script>nosuch()</script>', "utf-8"
    )
    _, console, asked = browse(browser, page, "--dump-dom")
    assert any("nosuch is not defined" in line for line in console)
    assert asked == {"http://nosuch.invalid/x.png"}


@pytest.mark.parametrize("name", list(LINES))
def test_a_page_is_silent_alone_and_readable_on_a_phone(
    browser: str, call: Call, tmp_path: Path, name: str
) -> None:
    page = tmp_path / "page.html"
    page.write_text(call(f"{LINES[name]} -f html").out.replace("</body>", MEASURE), "utf-8")
    dom, console, asked = browse(browser, page, "--dump-dom", "--window-size=400,900")
    assert console == []
    assert asked == set()
    measured = re.search(r'data-measured="([^"]*)"', dom)
    assert measured
    wide, small = json.loads(measured[1])
    assert wide <= 400, "only the table scrolls, inside its box"
    assert small >= 8, "pixels of the lowest line of text in a picture"


@pytest.mark.parametrize("name", list(LINES))
def test_a_page_is_printed_on_few_sheets_of_a4(browser: str, call: Call, tmp_path: Path, name: str) -> None:
    page, paper = tmp_path / "page.html", tmp_path / "page.pdf"
    page.write_text(call(f"{LINES[name]} -f html").out, "utf-8")
    browse(browser, page, f"--print-to-pdf={paper}", "--no-pdf-header-footer")
    data = paper.read_bytes()
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert 1 <= len(boxes) <= SHEETS[name]
    assert all(abs(float(w) - 595) < 1.5 and abs(float(h) - 842) < 1.5 for w, h in boxes)
