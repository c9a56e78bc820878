"""Rows against other programs, where they are installed: protograf draws the like, OpenSpiel judges Hex."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from measuring import Row, Side
from rows import Rows

BENCH = Path(__file__).resolve().parent
DRAWN = {"board": "quadrant-hex", "tiles": "hexflow", "deck": "battle-hex"}  # asset: its game
JUDGED = {"winners": "five games", "verdict": "with chains"}
NEEDED = {
    **{f"protograf-{asset}": ("protograf", "protograf") for asset in DRAWN},
    **dict.fromkeys(JUDGED, ("OpenSpiel", "pyspiel")),
}


def missing(name: str) -> dict[str, Any] | None:
    """Return the row that says so where a row needs a program that is not installed."""
    title, module = NEEDED.get(name, ("", "sys"))
    return None if find_spec(module) else {"name": name, "missing": f"{title} is not installed"}


def protograf_rows(rows: Rows) -> dict[str, Callable[[], Row]]:
    """Return what makes the rows of printkit's assets against the like by protograf."""
    return {f"protograf-{asset}": partial(_drawn, rows, asset) for asset in DRAWN}


def _drawn(rows: Rows, asset: str) -> Row:
    ours, theirs = rows.folder / f"own-{asset}", rows.folder / f"protograf-{asset}"
    theirs.mkdir()
    return Row(
        f"protograf-{asset}",
        "protograf, the like",
        Side([rows.build(ours, DRAWN[asset], "--only", asset)], ours),
        Side([[sys.executable, str(BENCH / "peer.py"), asset, str(theirs / f"{asset}.pdf")]], theirs),
        share=0.4,
    )


def openspiel(name: str, rounds: int) -> dict[str, Any]:
    """Return the row of positions judged in one process, against OpenSpiel; all by ``scoring.py``."""
    words = [sys.executable, str(BENCH / "scoring.py"), "--json", "--rounds", str(rounds)]
    done = subprocess.run(
        words, env={**os.environ, "PYTHONPATH": str(BENCH.parent)}, check=True, capture_output=True
    )
    found = json.loads(done.stdout)
    number = found["positions"]
    ours, theirs = ({"wall_ms": 1000 * number / found["per_second"][key]} for key in (name, "openspiel"))
    ratio = {key: ours[key] / theirs[key] for key in ours}
    return {
        "name": name, "against": f"OpenSpiel, one game; {JUDGED[name]}", "rounds": rounds, "ours": ours,
        "theirs": theirs, "ratio": ratio, "limit": 1 / found["limits"][name],
    }  # fmt: skip
