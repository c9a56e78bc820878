"""The page of a build in a browser: its pictures show, and it is as wide as a telephone."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import command

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)

# The page in a frame of a telephone's width; what is measured goes into the text of the page around it.
AROUND = """<!doctype html><meta charset="utf-8"><base href="{base}"><pre></pre>
<iframe style="width: {width}px; height: 800px; border: 0" srcdoc="{page}"></iframe>
<script>
const frame = document.querySelector("iframe");
function measured() {{
  const page = frame.contentDocument;
  const pictures = Array.from(page.images);
  if (page.readyState != "complete" || !pictures.length || !pictures.every(p => p.complete)) {{
    return setTimeout(measured, 20);
  }}
  document.querySelector("pre").textContent = JSON.stringify({{
    window: frame.contentWindow.innerWidth, page: page.documentElement.scrollWidth,
    pictures: pictures.map(p => [p.naturalWidth, p.getBoundingClientRect().width]),
  }});
}}
measured();
</script>
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build assets of two games with their previews, once."""
    folder = tmp_path_factory.mktemp("browser")
    words = ("--only", "deck", "--only", "tokens", "--only", "board-battle")
    assert command("build", "battle-hex", "hexflow", *words, "--preview", "-o", str(folder)).exit_code == 0
    return folder


@pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
@pytest.mark.parametrize("width", [320, 390, 1200])
def test_the_page_fits_its_window_and_shows_all_pictures(built: Path, tmp_path: Path, width: int) -> None:
    assert BROWSER is not None
    text = (built / "index.html").read_text(encoding="utf-8").replace(' loading="lazy"', "")
    page = AROUND.format(base=f"{built.as_uri()}/", width=width, page=html.escape(text))
    (tmp_path / "around.html").write_text(page, encoding="utf-8")
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000")
    own = f"--user-data-dir={tmp_path / 'browser'}"
    words = [BROWSER, *options, own, "--dump-dom", (tmp_path / "around.html").as_uri()]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=True)
    match = re.search(r"<pre>(\{.*?\})</pre>", done.stdout)
    assert match is not None, done.stderr
    found = json.loads(match[1])
    assert found["window"] == width
    assert found["page"] <= width
    assert len(found["pictures"]) == 3
    assert all(natural > 0 and 100 < shown <= width for natural, shown in found["pictures"])
