"""One table: what printkit takes for boards, decks, tiles, games, PNGs, scoring and start-up, against baselines.

Each row runs printkit and a baseline in turn, as whole processes. Wall time is the median of the rounds, CPU time
(user and system) the least, memory the median of the peaks; ratios are printkit's by the baseline's. OpenSpiel and
protograf have rows where they are installed. A wheel is built and installed into an environment of its own, since
an editable install starts slower.
Run: ``make bench``, or ``python bench/bench.py [--rounds N] [--only ROW]... [--json]``.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from measuring import Row, measured
from peers import missing, openspiel, protograf_rows
from rows import Rows

ROOT = Path(__file__).resolve().parent.parent
MEMORY_LIMIT = 80.0  # MiB, of any PDF that is built
HEADINGS = ("", "against", "ms", "base", "ratio", "CPU ms", "base", "ratio", "limit", "MiB", "bytes", "each")


def environment(folder: Path) -> Path:
    """Install printkit as a wheel, and what baselines need, into a fresh environment; return its commands."""
    venv.create(folder / "venv", with_pip=True)
    commands = folder / "venv" / "bin"
    pip = [str(commands / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, str(ROOT), "pypdfium2"], check=True)
    return commands


def cells(row: dict[str, Any]) -> list[str]:
    """Return the cells of a row of the table."""
    if "missing" in row:
        return [row["name"], row["missing"]]
    ours, theirs, ratio = row["ours"], row["theirs"], row["ratio"]
    found = [row["name"], row["against"]]
    for key in ("wall_ms", "cpu_ms"):
        found += [f"{ours[key]:.0f}", f"{theirs[key]:.0f}", f"{ratio[key]:.2f}"] if key in ours else ["", "", ""]
    found.append("" if row["limit"] is None else f"{row['limit']:.2f}")
    found.append(f"{ours['memory_mib']:.0f}" if "memory_mib" in ours else "")
    found.append(f"{ratio['bytes']:.2f}" if "bytes" in ratio else "")
    return [*found, _each(row)]


def _each(row: dict[str, Any]) -> str:
    """Say what a piece of a row takes, in CPU time and, where it is written, in bytes."""
    if not row.get("pieces"):
        return ""
    ours, pieces = row["ours"], row["pieces"]
    size = f", {ours['bytes'] / pieces:.0f} B" if ours["bytes"] else ""
    return f"{1000 * ours['cpu_ms'] / pieces:.0f} µs{size} a {row['unit']}"


def further(rows: list[dict[str, Any]]) -> list[str]:
    """Say what each further piece takes from one row to the next of the same pieces."""
    lines = []
    kinds = dict.fromkeys(row["unit"] for row in rows if row.get("pieces") and row["ours"]["bytes"])
    for unit in kinds:
        sized = sorted((row for row in rows if row.get("unit") == unit), key=lambda row: int(row["pieces"]))
        for less, more in pairwise(sized):
            number = more["pieces"] - less["pieces"]
            time, size = (more["ours"][key] - less["ours"][key] for key in ("cpu_ms", "bytes"))
            span = f"{less['pieces']:,} to {more['pieces']:,}"
            lines.append(f"from {span}, each {unit} more: {1000 * time / number:.0f} µs, {size / number:.1f} B")
    return lines


def show(rows: list[dict[str, Any]]) -> None:
    """Print the table."""
    table = [list(HEADINGS), *map(cells, rows)]
    widths = [max(len(line[i]) for line in table if len(line) > 2) for i in range(len(HEADINGS))]
    for line in table:
        aligned = [
            text.ljust(width) if i in (0, 1, len(HEADINGS) - 1) else text.rjust(width)
            for i, (text, width) in enumerate(zip(line, widths, strict=False))
        ]
        print("  ".join(aligned).rstrip())
    print("\n".join(further(rows)))
    print(f"Limits are of ratios of time; that of memory is {MEMORY_LIMIT:.0f} MiB for PDFs.")


def _measured(make: Callable[[], Row], rounds: int, folder: Path) -> dict[str, Any]:
    return measured(make(), rounds, folder)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=11, help="of short rows; long ones take fewer")
    parser.add_argument("--only", action="append", metavar="ROW", help="measure this row; may be repeated")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made: dict[str, Callable[[], dict[str, Any]]] = {}
        rows = Rows(folder / "venv" / "bin", folder)
        for word, row in {**rows.all(), **protograf_rows(rows)}.items():
            made[word] = partial(_measured, row, options.rounds, folder)
        for word in ("winners", "verdict"):
            made[word] = partial(openspiel, word, options.rounds)
        unknown = set(options.only or ()) - set(made)
        if unknown:
            parser.error(f"no such row: {', '.join(sorted(unknown))}; there are {', '.join(made)}")
        environment(folder)
        results = []
        for word in options.only or made:
            results.append(missing(word) or made[word]())
            print(f"{word} …", file=sys.stderr, flush=True)
    if options.json:
        machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
        print(json.dumps({"machine": machine, "memory_limit_mib": MEMORY_LIMIT, "rows": results}, indent=2))
    else:
        show(results)


if __name__ == "__main__":
    main()
