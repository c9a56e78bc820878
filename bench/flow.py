"""How long 500 games of HEXFLOW take to score, against reading their files with PyYAML.

125 random legal games of each mode, whole processes in turn: ``printkit score --json`` of all files, and a script
that imports yaml and loads the same files with CSafeLoader. What counts is the ratio of the medians.
Run: ``python bench/flow.py [--rounds N] [--files N]``.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.flow_games import random_game  # noqa: E402
from tests.plain_flow import WAYS  # noqa: E402

LIMIT = 4.0
LOADING = """
import sys, yaml
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        yaml.load(file, Loader=yaml.CSafeLoader)
"""


def write_games(folder: Path, number: int) -> list[str]:
    """Write random legal games, as many of each mode, and return their paths."""
    chance = random.Random(1)
    paths = []
    for i in range(number):
        way = WAYS[i % len(WAYS)]
        lines = "".join(f"  - {entry}\n" for entry in random_game(way, chance, 60).entries)
        path = folder / f"{i:03}-{way.mode}.yaml"
        path.write_text(f"game: {way.game}\nmode: {way.mode}\nmoves:\n{lines}", encoding="utf-8")
        paths.append(str(path))
    return paths


def seconds(command: list[str], folder: str) -> float:
    """Return how long a process takes; its compiled modules are kept in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": folder}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--files", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        paths = write_games(Path(name), options.files)
        commands = {
            "yaml": [sys.executable, "-c", LOADING, *paths],
            "printkit": [sys.executable, "-m", "printkit", "score", "--json", *paths],
        }
        taken: dict[str, list[float]] = {word: [] for word in commands}
        for number in range(options.rounds + 1):  # the first is to compile what is imported
            for word, command in commands.items():
                took = seconds(command, f"{name}/compiled")
                taken[word] += [took] if number else []
    medians = {word: median(times) for word, times in taken.items()}
    ratio = medians["printkit"] / medians["yaml"]
    print(f"{options.files} games: yaml {medians['yaml']:.3f} s, printkit {medians['printkit']:.3f} s, ", end="")
    print(f"ratio {ratio:.2f}, limit {LIMIT}")


if __name__ == "__main__":
    main()
