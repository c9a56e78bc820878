"""Builds that end before their time: each file is the old one or the new one, and what was left behind goes."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple

import pytest

import printkit
from printkit import disk
from tests.conftest import command, files
from tests.stress.campaign import Campaign

ROOT = Path(printkit.__file__).parent.parent
SPEC = str(Path(__file__).parent / "corpus" / "four-boards.yaml")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
PAPERS = ("a4", "letter")
pytest.importorskip("fcntl", reason="the system cannot fork")
FORK = multiprocessing.get_context("fork")
pytest.importorskip("fcntl", reason="the system cannot fork")
FORK = multiprocessing.get_context("fork")


def words(paper: str, output: Path) -> list[str]:
    return ["build", SPEC, "--paper", paper, "-o", str(output)]


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in files(folder)}


def built(paper: str, folder: Path) -> dict[str, bytes]:
    """Build to the end, and return the files."""
    done = command(*words(paper, folder))
    assert done.exit_code == 0, done.output
    return contents(folder)


def states(folder: Path, whole: list[dict[str, bytes]]) -> str:
    """Name the state that a killed build left; fail where a file is neither the old one nor the new one."""
    found = contents(folder)
    rest = [name for name in found if ".tmp" in name]
    assert all(".printkit-" in name for name in rest)
    for name in whole[0]:
        assert found[name] in [version[name] for version in whole], f"{name} is neither old nor new"
    assert set(found) - set(rest) == set(whole[0])
    kinds = {i for i, version in enumerate(whole) for name in version if found[name] == version[name]}
    return ("old and new" if len(kinds) == 2 else "all alike") + (", files left behind" if rest else "")


class Kill(NamedTuple):
    """When a build is killed: some time after its start, or after its first file waits."""

    paper: str
    is_writing: bool
    delay: float


class Running(NamedTuple):
    """A build in a process of its own: a command in the full run; a fork, which starts faster, in the sample."""

    process: subprocess.Popen[bytes] | BaseProcess

    def is_over(self) -> bool:
        """Whether it has ended."""
        process = self.process
        return process.exitcode is not None if isinstance(process, BaseProcess) else process.poll() is not None

    def status(self) -> int:
        """Wait for the end."""
        if isinstance(self.process, BaseProcess):
            self.process.join()
            assert self.process.exitcode is not None
            return self.process.exitcode
        self.process.communicate()
        return self.process.returncode


def started(paper: str, folder: Path, campaign: Campaign) -> Running:
    line = words(paper, folder)
    if campaign.is_full:
        whole = [sys.executable, "-m", "printkit", *line]
        return Running(subprocess.Popen(whole, env=ENVIRONMENT, stdout=subprocess.PIPE))
    process = FORK.Process(target=lambda: sys.exit(command(*line).exit_code))
    process.start()
    return Running(process)


def test_builds_killed_at_any_time_leave_old_files_or_new_ones(campaign: Campaign, tmp_path: Path) -> None:
    whole = [built(paper, tmp_path / paper) for paper in PAPERS]
    assert set(whole[0]) == set(whole[1])
    assert all(whole[0][name] != whole[1][name] for name in whole[0])
    folder = tmp_path / "out"
    start = time.monotonic()
    assert started("a4", folder, campaign).status() == 0
    lasting = time.monotonic() - start
    room = next(path.parent for path in folder.rglob("*.pdf"))

    def kill(chance: random.Random) -> Kill:
        is_writing = chance.random() < 0.6
        return Kill(chance.choice(PAPERS), is_writing, chance.uniform(0, 0.02 if is_writing else lasting))

    def check(case: Kill) -> str:
        running = started(case.paper, folder, campaign)
        while case.is_writing and not running.is_over() and not any(room.glob(".printkit-*.tmp/*")):
            time.sleep(0.0005)
        time.sleep(case.delay)
        running.process.kill()
        status = running.status()
        state = states(folder, whole)
        last = PAPERS[campaign.cases % 2]
        assert built(last, folder) == whole[PAPERS.index(last)], "the next run does not mend it"
        assert status in (0, -signal.SIGKILL)
        return state if status else "ended before"

    campaign.run(200, kill, check)


# The writing alone, killed at every step

SMALL = [{f"{folder}/{name}": mark * 5000 for folder in "gh" for name in "ab"} for mark in (b"old ", b"new ")]


def write_small(folder: Path, files: dict[str, bytes]) -> None:
    disk.write_all((folder / name, data) for name, data in files.items())


def child(work: Callable[[], None]) -> int:
    """Do something in a process of its own; return how that ended."""
    process = FORK.Process(target=work)
    process.start()
    process.join(60)
    assert process.exitcode is not None
    return process.exitcode


def at_event(number: int, act: Callable[[], None]) -> None:
    """Do something at the ``number``-th call to the system that Python tells of."""
    events = 0

    def hook(name: str, _arguments: object) -> None:
        nonlocal events
        if name.startswith(("os.", "open", "shutil.", "fcntl.")):
            events += 1
            if events == number:
                act()

    sys.addaudithook(hook)


def test_writing_is_killed_at_each_step(campaign: Campaign, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    write_small(folder, SMALL[0])

    def step(number: int) -> int:
        """Kill the writing at a step; return how it ended."""

        def work() -> None:
            at_event(number, lambda: os.kill(os.getpid(), signal.SIGKILL))
            write_small(folder, SMALL[1])

        return child(work)

    steps = next(number for number in itertools.count(1, 8) if step(number) == 0)
    assert steps > 20

    def check(number: int) -> str:
        write_small(folder, SMALL[0])
        status = step(number)
        state = states(folder, SMALL)
        write_small(folder, SMALL[0])
        assert contents(folder) == SMALL[0]
        assert [path for path in folder.rglob("*") if path.suffix == ".tmp"] == []
        return state if status else "ended before"

    campaign.run(500, lambda chance: chance.randrange(1, steps), check)
    assert campaign.outcomes["old and new, files left behind"] or not campaign.is_full


def test_several_that_write_and_are_killed_do_not_harm_each_other(campaign: Campaign, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    write_small(folder, SMALL[0])

    def writes(version: dict[str, bytes]) -> None:
        for _ in range(3):
            write_small(folder, version)

    def check(delays: list[float]) -> str:
        others = [FORK.Process(target=writes, args=(SMALL[i % 2],)) for i in range(3)]
        for process in others:
            process.start()
        for process, delay in zip(others, delays, strict=False):
            time.sleep(delay)
            process.kill()
        for process in others:
            process.join(60)
        assert [process.exitcode for process in others][len(delays) :] == [0] * (3 - len(delays))
        state = states(folder, SMALL)
        write_small(folder, SMALL[0])
        assert contents(folder) == SMALL[0]
        assert [path for path in folder.rglob("*") if path.suffix == ".tmp"] == []
        return f"{len(delays)} of 3 killed, {state}"

    campaign.run(500, lambda chance: [chance.uniform(0, 0.01) for _ in range(chance.randrange(3))], check)


def test_two_builds_at_once_into_one_folder_leave_whole_files(campaign: Campaign, tmp_path: Path) -> None:
    whole = [built(paper, tmp_path / paper) for paper in PAPERS]
    folder = tmp_path / "out"

    def check(number: int) -> str:
        running = [started(PAPERS[i % 2], folder, campaign) for i in range(number)]
        assert [one.status() for one in running] == [0] * number
        assert ".tmp" not in "".join(files(folder))
        return f"{number} at once, {states(folder, whole)}"

    campaign.run(50, lambda chance: chance.choice((2, 3, 4)), check)


# Interrupted


@pytest.mark.parametrize("step", [1, 4])
def test_an_interruption_in_mid_write_leaves_the_old_files(step: int, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    before = built("a4", folder)
    script = (
        "import os, signal, sys\n"
        "from printkit import disk, cli\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored in the background\n"
        "sync, calls = os.fsync, []\n"
        "def fsync(number):\n"
        "    calls.append(1)\n"
        f"    if len(calls) == {step}: os.kill(os.getpid(), signal.SIGINT)\n"
        "    sync(number)\n"
        "os.fsync = fsync\n"
        "cli.run()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *words("letter", folder)], env=ENVIRONMENT, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr.strip()) == (130, b"interrupted")
    assert contents(folder) == before
    assert [path for path in folder.rglob("*") if path.suffix == ".tmp"] == []


# What is left behind, and what is not


def test_what_somebody_else_left_stays(tmp_path: Path) -> None:
    (tmp_path / ".printkit-abcd.tmp").mkdir()
    (tmp_path / ".printkit-abcdefgh.tmp.bak").mkdir()
    (tmp_path / "printkit-abcdefgh.tmp").mkdir()
    (tmp_path / ".printkit-ABCDEFGH.tmp").mkdir()
    (tmp_path / ".printkit-12345678.tmp").write_bytes(b"a file, not a folder")
    (tmp_path / ".board.pdf.abcdefgh.tmp").write_bytes(b"some other program's")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "0").write_bytes(b"precious")
    (tmp_path / ".printkit-87654321.tmp").symlink_to(elsewhere)
    before = set(tmp_path.rglob("*"))
    disk.write(tmp_path / "new.txt", b"new")
    assert set(tmp_path.rglob("*")) == before | {tmp_path / "new.txt"}


def test_a_folder_within_what_was_left_behind_stays(tmp_path: Path) -> None:
    (tmp_path / ".printkit-abcdefgh.tmp" / "mine").mkdir(parents=True)
    disk.write(tmp_path / "new.txt", b"new")
    assert (tmp_path / ".printkit-abcdefgh.tmp" / "mine").is_dir()


def test_what_was_left_behind_goes(tmp_path: Path) -> None:
    left = tmp_path / ".printkit-abcd_f12.tmp"
    left.mkdir()
    (left / "0").write_bytes(b"half of it")
    disk.write(tmp_path / "sub" / "new.txt", b"new")
    assert left.exists(), "it lies in a folder that was not written to"
    disk.write(tmp_path / "new.txt", b"new")
    assert files(tmp_path) == {"new.txt", "sub/new.txt"}
    assert not left.exists()


def test_where_the_system_knows_no_locks_only_old_folders_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def refuse(_descriptor: int, _how: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", refuse)
    young, old = tmp_path / ".printkit-abcdefgh.tmp", tmp_path / ".printkit-12345678.tmp"
    for folder in (young, old):
        folder.mkdir()
        (folder / "0").write_bytes(b"half of it")
    day = time.time() - disk.LONGEST_WAIT - 60
    os.utime(old, (day, day))
    disk.write(tmp_path / "new.txt", b"new")
    assert (tmp_path / "new.txt").read_bytes() == b"new"
    assert young.exists()
    assert not old.exists()
