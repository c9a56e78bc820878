"""Whole-process time, peak memory and bytes of printkit against hand-written reportlab, run in turn.

Three cases: one board, against ``bench/raw_board.py``; all assets of two games, and two decks of cards with their
backs, against ``bench/raw_pages.py``, which gets lists of what to draw, made before anything is measured.

A wheel is built and installed into an environment of its own, since an editable install starts slower.
Run: ``make bench``, or ``python bench/bench.py [--rounds N] [--json]``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from dataclasses import dataclass
from pathlib import Path

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
LIMITS = {"time": 1.8, "memory": 1.5, "bytes": 1.3}


Table = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Case:
    """Two commands that draw the same thing, the folder that each writes into, and how often each is run."""

    name: str
    rounds: int
    ours: list[str]
    our_folder: Path
    raw: list[str]
    raw_folder: Path


def run(command: list[str], folder: Path) -> tuple[float, float]:
    """Run a command to its end; return seconds and peak memory in MiB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed with status {process.returncode}")
    return seconds, usage.ru_maxrss / 1024


def environment(folder: Path) -> Path:
    """Build the wheel, install it into a fresh environment and return its folder of commands."""
    dist = folder / "dist"
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(dist), str(ROOT)]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    venv.create(folder / "venv", with_pip=True)
    commands = folder / "venv" / "bin"
    wheel = next(dist.glob("*.whl"))
    pip = [
        str(commands / "python"),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        str(wheel),
    ]
    subprocess.run(pip, check=True)
    return commands


def measure(case: Case, folder: Path) -> Table:
    """Run both commands in turn; return the median time and memory of each, and the size of all its files."""
    results: dict[str, list[tuple[float, float]]] = {"ours": [], "raw": []}
    for turn in range(case.rounds + 1):
        for name, command in (("ours", case.ours), ("raw", case.raw)):
            result = run(command, folder)
            if turn:  # the first round warms the caches
                results[name].append(result)
    if pages_in(case.our_folder) != pages_in(case.raw_folder):
        raise SystemExit(f"{case.name}: the two write different files, or different numbers of pages")
    table = {}
    for name, written in (("ours", case.our_folder), ("raw", case.raw_folder)):
        table[name] = {
            "time": statistics.median(seconds for seconds, _ in results[name]),
            "memory": statistics.median(mib for _, mib in results[name]),
            "bytes": float(sum(file.stat().st_size for file in written.rglob("*.pdf"))),
        }
    table["ratio"] = {key: table["ours"][key] / table["raw"][key] for key in LIMITS}
    return table


def pages_in(folder: Path) -> dict[str, int]:
    """Return the PDFs in a folder, with the number of pages of each; reportlab leaves pages uncompressed."""
    return {
        str(file.relative_to(folder)): len(re.findall(rb"/Type /Page\b", file.read_bytes()))
        for file in folder.rglob("*.pdf")
    }


def board(commands: Path, folder: Path, rounds: int) -> Case:
    """Return the case of one board."""
    ours, raw = folder / "board", folder / "raw-board"
    file = raw / "quadrant-hex" / "board.pdf"
    file.parent.mkdir(parents=True)
    return Case(
        "quadrant-hex board, A4",
        rounds,
        [str(commands / "printkit"), "build", "quadrant-hex", "--only", "board", "-o", str(ours)],
        ours,
        [str(commands / "python"), str(BENCH / "raw_board.py"), str(file)],
        raw,
    )


def games(commands: Path, folder: Path, rounds: int) -> Case:
    """Return the case of all assets of two games, with the lists of what to draw written."""
    ours, raw, lists = folder / "games", folder / "raw-games", folder / "lists"
    names = ["hexflow", "hexflow-tri"]
    subprocess.run([str(commands / "python"), str(BENCH / "page_list.py"), str(lists), *names], check=True)
    return Case(
        "hexflow and hexflow-tri, all assets, A4",
        rounds,
        [str(commands / "printkit"), "build", *names, "-o", str(ours)],
        ours,
        [str(commands / "python"), str(BENCH / "raw_pages.py"), str(lists), str(raw)],
        raw,
    )


def deck(commands: Path, folder: Path, rounds: int) -> Case:
    """Return the case of the decks of a game, twelve sheets of fronts and backs in one file."""
    ours, raw, lists = folder / "deck", folder / "raw-deck", folder / "deck-lists"
    subprocess.run(
        [str(commands / "python"), str(BENCH / "page_list.py"), str(lists), "battle-hex/deck"], check=True
    )
    return Case(
        "battle-hex deck, A4",
        rounds,
        [str(commands / "printkit"), "build", "battle-hex", "--only", "deck", "-o", str(ours)],
        ours,
        [str(commands / "python"), str(BENCH / "raw_pages.py"), str(lists), str(raw)],
        raw,
    )


def show(case: Case, table: Table) -> None:
    """Print a case's table."""
    print(f"{case.name}: median of {case.rounds} whole processes, run in turn")
    print(f"{'':12}{'printkit':>12}{'raw reportlab':>15}{'ratio':>8}{'limit':>8}")
    rows = (("time", "ms", 1000.0), ("memory", "MiB", 1.0), ("bytes", "KiB", 1 / 1024))
    for key, unit, factor in rows:
        ours, raw = table["ours"][key] * factor, table["raw"][key] * factor
        print(f"{key:12}{ours:8.1f} {unit:3}{raw:11.1f} {unit:3}{table['ratio'][key]:8.2f}{LIMITS[key]:8.1f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=15, help="of the board and the deck; half as many of the games"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        commands = environment(folder)
        cases = [
            board(commands, folder, options.rounds),
            games(commands, folder, max(1, options.rounds // 2)),
            deck(commands, folder, options.rounds),
        ]
        tables = {case.name: measure(case, folder) for case in cases}
    if options.json:
        print(json.dumps({**tables, "limits": LIMITS}, indent=2))
        return
    for number, case in enumerate(cases):
        if number:
            print()
        show(case, tables[case.name])


if __name__ == "__main__":
    main()
