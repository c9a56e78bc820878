"""Many cases of one kind, each made from its own seed; all that fail are told, each kind of failure once."""

from __future__ import annotations

import math
import random
import signal
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

SHARE = 0.02  # of the full run, within the tests
LONGEST_CASE = 60  # seconds, in the full run
MOST_KINDS = 20  # of failures, after which no more are looked for

T = TypeVar("T")


class TooSlowError(Exception):
    """A case that took too long."""


class Campaign:
    """Runs cases; the sample has the same seeds each time, the full run others."""

    def __init__(self, name: str, *, is_full: bool, seed: int | None) -> None:
        self.name = name
        self.is_full = is_full
        self.seed = seed if seed is not None else random.SystemRandom().randrange(2**32) if is_full else 0
        self.cases = 0
        self.slowest = 0.0
        self.outcomes: Counter[str] = Counter()

    def number(self, full: int) -> int:
        """Return how many cases there are of ``full`` ones."""
        return full if self.is_full else max(1, math.ceil(full * SHARE))

    def run(self, full: int, make: Callable[[random.Random], T], check: Callable[[T], str]) -> None:
        """Make and check cases, ``full`` of them in the full run; ``check`` names the outcome, or raises."""
        failures: dict[str, str] = {}
        for number in range(self.number(full)):
            seed = f"{self.seed} {self.name} {number}"
            case = make(random.Random(seed))
            start = time.monotonic()
            try:
                with _limited(LONGEST_CASE if self.is_full else 0):
                    self.outcomes[check(case)] += 1
            except Exception as error:  # noqa: BLE001, RUF100 (whatever it is, it is told)
                kind = _kind(error)
                if kind not in failures:
                    trace = "".join(traceback.format_exception(error)[-6:])
                    failures[kind] = f"case {seed}: {_short(case)}\n{trace}"
            self.cases += 1
            self.slowest = max(self.slowest, time.monotonic() - start)
            if len(failures) >= MOST_KINDS:
                break
        told = "\n\n".join(failures.values())
        assert not failures, f"{len(failures)} kinds of failure; again with --stress-seed {self.seed}\n\n{told}"

    def told(self) -> str:
        """Say what was tried."""
        found = ", ".join(f"{number} {outcome}" for outcome, number in self.outcomes.most_common())
        return f"{self.name}: {self.cases} cases, the slowest {self.slowest:.2f} s: {found}"


def _kind(error: Exception) -> str:
    """Return what tells failures of different causes apart: where they came from."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} " + " ".join(f"{frame.filename}:{frame.lineno}" for frame in frames[-3:])


def _short(case: object) -> str:
    text = repr(case)
    return text if len(text) < 6000 else f"{text[:3000]} … {text[-3000:]}"


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    """Raise TooSlowError after some seconds; 0 is no limit."""
    if not seconds or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_number: int, _frame: object) -> None:
        raise TooSlowError(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
