"""Whole processes in turn: wall time, user and system time, peak memory, and the bytes that they write."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

Command = Sequence[str]


class Cost(NamedTuple):
    """What one run took: seconds on the wall, seconds of user and system, MiB at the peak."""

    wall: float
    cpu: float
    memory: float


@dataclass(frozen=True)
class Side:
    """One side of a comparison: commands that run one after the other, and the folder that they write into."""

    commands: Sequence[Command]
    folder: Path | None = None

    def written(self, ending: str) -> dict[str, int]:
        """Return the files that it has written, with their sizes."""
        found = () if self.folder is None else self.folder.rglob(f"*{ending}")
        return {file.relative_to(self.folder or file).as_posix(): file.stat().st_size for file in found}


@dataclass(frozen=True)
class Row:
    """Two sides that do the same work, and what their times may differ by.

    ``pieces`` is how many pieces or cells are made; ``unit`` names one of them. ``share`` of the rounds are run.
    ``alike`` says why the two have not made the same, '' where they have.
    """

    name: str
    against: str
    ours: Side
    theirs: Side
    limit: float | None = None
    pieces: int = 0
    unit: str = ""
    share: float = 1.0
    ending: str = ".pdf"
    alike: Callable[[Side, Side], str] = field(default=lambda _ours, _theirs: "")


def spent(side: Side, folder: Path) -> Cost:
    """Run the commands of a side; times add up, memory is that of the largest."""
    costs = [_run(command, folder) for command in side.commands]
    return Cost(sum(c.wall for c in costs), sum(c.cpu for c in costs), max(c.memory for c in costs))


def _run(command: Command, folder: Path) -> Cost:
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed with status {process.returncode}")
    return Cost(seconds, usage.ru_utime + usage.ru_stime, peak_mib(usage.ru_maxrss))


def peak_mib(maxrss: int) -> float:
    """Return the peak memory in MiB; macOS counts it in bytes, others in KiB."""
    return maxrss / 1024**2 if os.uname().sysname == "Darwin" else maxrss / 1024


def measured(row: Row, rounds: int, folder: Path) -> dict[str, Any]:
    """Run both sides in turn and return what each took: medians of wall time and memory, the least CPU time."""
    taken: tuple[list[Cost], list[Cost]] = ([], [])
    number = max(2, round(rounds * row.share))
    for turn in range(number + 1):
        for costs, side in zip(taken, (row.ours, row.theirs), strict=True):
            cost = spent(side, folder)
            if turn:  # the first round warms the caches
                costs.append(cost)
    fault = row.alike(row.ours, row.theirs)
    if fault:
        raise SystemExit(f"{row.name}: {fault}")
    ours, theirs = (numbers(costs, side, row) for costs, side in zip(taken, (row.ours, row.theirs), strict=True))
    ratios = {key: ours[key] / theirs[key] for key in ours if theirs.get(key)}
    found: dict[str, Any] = {"name": row.name, "against": row.against, "rounds": number}
    found |= {"ours": ours, "theirs": theirs, "ratio": ratios, "limit": row.limit}
    return {**found, "unit": row.unit, "pieces": row.pieces} if row.pieces else found


def numbers(costs: Sequence[Cost], side: Side, row: Row) -> dict[str, float]:
    """Return a side's numbers: ms, ms of CPU, MiB, bytes."""
    return {
        "wall_ms": 1000 * median(cost.wall for cost in costs),
        "cpu_ms": 1000 * min(cost.cpu for cost in costs),
        "memory_mib": median(cost.memory for cost in costs),
        "bytes": float(sum(side.written(row.ending).values())),
    }
