"""Whole-process time, peak memory and bytes of printkit against hand-written reportlab, run in turn.

A wheel is built and installed into an environment of its own, since an editable install starts slower.
Run: ``make bench``, or ``python bench/bench.py [--rounds N] [--json]``.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMITS = {"time": 1.8, "memory": 1.5, "bytes": 1.3}


@dataclass(frozen=True)
class Case:
    """Two commands that draw the same thing, and the file that each writes."""

    name: str
    ours: list[str]
    our_file: Path
    raw: list[str]
    raw_file: Path


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


def measure(case: Case, folder: Path, rounds: int) -> dict[str, dict[str, float]]:
    """Run both commands in turn; return the median time and memory and the size of the file of each."""
    results: dict[str, list[tuple[float, float]]] = {"ours": [], "raw": []}
    for turn in range(rounds + 1):
        for name, command in (("ours", case.ours), ("raw", case.raw)):
            result = run(command, folder)
            if turn:  # the first round warms the caches
                results[name].append(result)
    table = {}
    for name, file in (("ours", case.our_file), ("raw", case.raw_file)):
        table[name] = {
            "time": statistics.median(seconds for seconds, _ in results[name]),
            "memory": statistics.median(mib for _, mib in results[name]),
            "bytes": float(file.stat().st_size),
        }
    table["ratio"] = {key: table["ours"][key] / table["raw"][key] for key in LIMITS}
    return table


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        commands = environment(folder)
        board = Case(
            "quadrant-hex board, A4",
            [
                str(commands / "printkit"),
                "build",
                "quadrant-hex",
                "--only",
                "board",
                "-o",
                str(folder / "out"),
            ],
            folder / "out" / "quadrant-hex" / "board.pdf",
            [str(commands / "python"), str(ROOT / "bench" / "raw_board.py"), str(folder / "raw.pdf")],
            folder / "raw.pdf",
        )
        table = measure(board, folder, options.rounds)
    if options.json:
        print(json.dumps({board.name: table, "limits": LIMITS}, indent=2))
        return
    print(f"{board.name}: median of {options.rounds} whole processes, run in turn")
    print(f"{'':12}{'printkit':>12}{'raw reportlab':>15}{'ratio':>8}{'limit':>8}")
    rows = (("time", "ms", 1000.0), ("memory", "MiB", 1.0), ("bytes", "KiB", 1 / 1024))
    for key, unit, factor in rows:
        ours, raw = table["ours"][key] * factor, table["raw"][key] * factor
        print(f"{key:12}{ours:8.1f} {unit:3}{raw:11.1f} {unit:3}{table['ratio'][key]:8.2f}{LIMITS[key]:8.1f}")


if __name__ == "__main__":
    main()
