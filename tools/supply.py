"""Is what is handed on whole? Wheel, sdist, the lowest versions, and each Python that is here.

1. Builds wheel and sdist; the wheel holds the package, its specs and profiles, the licence, and nothing else.
2. Installs each of them into a fresh environment, with each Python from 3.11 that is found, and runs the commands
   in an empty folder with ``-W error``.
3. Unpacks the sdist and runs its own tests: with the oldest Python and the lowest versions that ``pyproject.toml``
   allows, and with the newest Python and the newest versions.

Environments are made by uv. Run: ``make supply``, or ``python tools/supply.py [--python PATH]... [--no-tests]``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST, NEWEST = 11, 20  # of Python 3, to look for
ENVIRONMENT = {key: word for key, word in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
ENVIRONMENT["UV_PYTHON_DOWNLOADS"] = "never"
UV = shutil.which("uv", path=str(Path(sys.executable).parent)) or "uv"
RECORD = "game: quadrant-hex\nstones:\n  black: [A1, B2]\n  white: [C3]\n"
COMMANDS = (
    "list",
    "check",
    "build quadrant-hex --only sheet-2 --verify",
    "build hexflow --only tokens --format svg",
    "build hexflow --only tokens --format png --dpi 72",
    "build hexflow --only tokens --profile laser",
    "build hexflow --only tokens --profile laser --format dxf",
    "build battle-hex --only rules --profile shop --pdfx x1a",
    "score record.yaml",
    "schema",
    "new mine",
    "build mine.yaml --only board",
    "calibrate",
)


def said(*words: object) -> None:
    """Tell what has been found, at once."""
    print(*words, flush=True)


def run(words: Sequence[object], folder: Path = ROOT) -> str:
    """Run a command and return what it prints; raises SystemExit with its output where it fails."""
    command = [str(word) for word in words]
    done = subprocess.run(
        command,
        cwd=folder,
        env=ENVIRONMENT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed with status {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout


def pythons() -> Iterator[Path]:
    """Find the Pythons on the path, and those of pyenv; one of each minor version, the oldest first."""
    for minor in range(OLDEST, NEWEST + 1):
        name = f"python3.{minor}"
        known = sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/{name}"))
        on_path = shutil.which(name)
        for path in (*reversed(known), *([Path(on_path)] if on_path else [])):
            if subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
                yield path
                break


def environment(folder: Path, python: Path, *requirements: object) -> Path:
    """Make an environment with what is required, and return its Python."""
    run([UV, "venv", "--quiet", "--python", python, folder])
    own = folder / "bin" / "python"
    run([UV, "pip", "install", "--quiet", "--python", own, *requirements])
    return own


def expected(names: Iterable[str]) -> set[str]:
    """Return what a wheel should hold beside its metadata: all files of the package, and the specs within it."""
    folders = {"printkit": "printkit", "specs": "printkit/specs"}
    return {
        name.replace(top, to, 1) for name in names for top, to in folders.items() if name.startswith(f"{top}/")
    }


def built(folder: Path) -> tuple[Path, Path]:
    """Build the wheel and the sdist, compare them with what git keeps, and return both."""
    run([sys.executable, "-m", "build", "--outdir", folder, ROOT])
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
    metadata = {Path(name).name for name in names if ".dist-info/" in name}
    if metadata != {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "LICENSE"}:
        raise SystemExit(f"the wheel's metadata are {sorted(metadata)}")
    kept = run(["git", "ls-files"]).split()
    differing = expected(kept) ^ {name for name in names if ".dist-info/" not in name}
    if differing:
        raise SystemExit(f"either the wheel or git lacks {sorted(differing)}")
    said(f"wheel: {len(names)} files, {wheel.stat().st_size / 1024:.0f} KiB, as git has them")
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    lacking = {name for name in kept if not name.startswith(".ci/")} - inside
    if lacking:
        raise SystemExit(f"the sdist lacks {sorted(lacking)}")
    return wheel, sdist


def check_commands(python: Path, folder: Path) -> None:
    """Run the commands in an empty folder; a warning is an error, and so is one that nobody sees."""
    folder.mkdir()
    (folder / "record.yaml").write_text(RECORD, encoding="utf-8")
    for words in COMMANDS:
        printed = run([python, "-W", "error", "-m", "printkit", *words.split()], folder)
        if "Traceback" in printed or "Exception ignored" in printed:
            raise SystemExit(f"printkit {words}:\n{printed}")
    run([python.parent / "printkit", "--version"], folder)


def version(python: Path) -> str:
    """Return a Python's version."""
    return run([python, "-c", "import platform; print(platform.python_version())"]).strip()


def check_tests(python: Path, folder: Path, sdist: Path, resolution: str) -> None:
    """Run the tests of the unpacked sdist with the lowest or the highest versions."""
    folder.mkdir()
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    words = ["--resolution", resolution, "--editable", f"{source}[dev]"]
    own = environment(folder / "venv", python, *words)
    last = run([own, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "-p", "no:cacheprovider", "-v"], source)
    said(f"Python {version(python)}, {resolution} versions: {last.strip().splitlines()[-1].strip('= ')}")


def main() -> None:
    """Check all; the first fault ends it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", action="append", type=Path, help="with these; without, all that are found")
    parser.add_argument("--no-tests", action="store_true", help="leave out the test suites")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archives = built(folder / "dist")
        found = options.python or list(pythons())
        for python in found:
            for archive in archives:
                place = folder / f"{python.name}{archive.suffix}"
                own = environment(place, python, archive)
                check_commands(own, place / "empty")
                said(f"Python {version(python)}: {archive.name}, {len(COMMANDS)} commands without a warning")
        if not options.no_tests:
            check_tests(found[0], folder / "lowest", archives[1], "lowest-direct")
            check_tests(found[-1], folder / "newest", archives[1], "highest")


if __name__ == "__main__":
    main()
